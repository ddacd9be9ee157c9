//! Takes the screenshots of the documentation again: `cargo test --test browser -- --ignored`. Look
//! at them before you commit them.

use crate::page::{Page, Size};

/// The largest size of a picture in bytes.
const MAX_PICTURE_BYTES: usize = 150 * 1024;

impl Page {
    /// Chooses the light or dark theme on the page.
    async fn choose_theme(&self, theme: &str) {
        let script = "document.querySelector('#theme').value = arguments[0]; \
                      document.querySelector('#theme').onchange()";
        self.client.execute(script, vec![theme.into()]).await.unwrap();
    }

    /// Saves a screenshot of the latest messages in docs/pictures.
    async fn save_screenshot(&self, name: &str) {
        // A click of the driver scrolls what it clicks into the middle.
        self.client.execute("document.querySelector('#newer').onclick()", vec![]).await.unwrap();
        let screenshot = self.client.screenshot().await.unwrap();
        assert!(screenshot.len() < MAX_PICTURE_BYTES, "{name} has {} bytes", screenshot.len());
        std::fs::write(format!("docs/pictures/{name}.png"), screenshot).unwrap();
    }
}

#[tokio::test]
#[ignore = "writes docs/pictures"]
async fn sandbox_screenshots_are_saved() {
    let wide = Page::open(Size::Wide, &[]).await.expect("Chromium is needed for pictures");
    wide.choose_theme("dark").await;
    wide.wait_for_message("Ana, it's your turn").await;
    wide.press_button("Attack Ogre · longsword").await;
    wide.wait_for_message("Move left · Yard").await;
    wide.wait_for_message("Ana attacks Ogre with longsword").await;
    wide.save_screenshot("sandbox-wide").await;
    wide.close().await;

    let phone = Page::open(Size::Phone, &[]).await.expect("Chromium is needed for pictures");
    phone.choose_theme("light").await;
    phone.wait_for_message("Ana, it's your turn").await;
    phone.save_screenshot("sandbox-phone").await;
    phone.close().await;
}

/// Sets up a fight in an empty channel: the choice of rules, and line-ups that fit the party.
#[tokio::test]
#[ignore = "writes docs/pictures"]
async fn set_up_screenshots_are_saved() {
    let phone = Page::open(Size::Phone, &[]).await.expect("Chromium is needed for pictures");
    phone.choose_theme("dark").await;
    phone.switch_user("GM").await;
    phone.hide_hints().await;
    phone.open_channel("tavern").await;
    phone.type_keys("/init new").await;
    phone.press_enter().await;
    phone.open_menu("Rules").await;
    phone.save_screenshot("set-up-rules").await;
    phone.close().await;

    let wide = Page::open(Size::Wide, &[]).await.expect("Chromium is needed for pictures");
    wide.choose_theme("dark").await;
    wide.switch_user("GM").await;
    wide.hide_hints().await;
    wide.open_channel("tavern").await;
    wide.type_keys("/init new system:dr12").await;
    wide.press_enter().await;
    wide.wait_for_message("Nobody has joined yet.").await;
    for (user, join) in [("Ana", "from:warrior name:Ana"), ("Ben", "from:rogue name:Ben")] {
        wide.switch_user(user).await;
        wide.type_keys(&format!("/init join {join}")).await;
        wide.press_enter().await;
        wide.wait_for_message(user).await;
    }
    wide.switch_user("GM").await;
    wide.press_button("A fight that fits…").await;
    wide.wait_for_message("the party wins").await;
    wide.choose_in_menu("All families", "vermin").await;
    wide.wait_for_message("family vermin").await;
    wide.save_screenshot("encounter").await;
    wide.close().await;
}
