//! The pictures of the documents, taken anew with
//! `cargo test --test browser -- --ignored` (and looked at before they are kept).

use crate::page::{Page, Size};

const LARGEST: usize = 150 * 1024;

impl Page {
    /// Light or dark, as chosen on the page.
    async fn theme(&self, theme: &str) {
        let script = "document.querySelector('#theme').value = arguments[0]; \
                      document.querySelector('#theme').onchange()";
        self.client.execute(script, vec![theme.into()]).await.unwrap();
    }

    async fn picture(&self, name: &str) {
        let taken = self.client.screenshot().await.unwrap();
        assert!(taken.len() < LARGEST, "{name} has {} bytes", taken.len());
        std::fs::write(format!("docs/pictures/{name}.png"), taken).unwrap();
    }
}

#[tokio::test]
#[ignore = "writes docs/pictures"]
async fn pictures_of_the_sandbox() {
    let wide = Page::open(Size::Wide, &[]).await.expect("Chromium is needed for pictures");
    wide.theme("dark").await;
    wide.reads("Ana, it's your turn").await;
    wide.press("Attack Ogre · longsword").await;
    wide.reads("Move left · Yard").await;
    wide.reads("Ana attacks Ogre with longsword").await;
    wide.picture("sandbox-wide").await;
    wide.close().await;

    let phone = Page::open(Size::Phone, &[]).await.expect("Chromium is needed for pictures");
    phone.theme("light").await;
    phone.reads("Ana, it's your turn").await;
    phone.picture("sandbox-phone").await;
    phone.close().await;
}
