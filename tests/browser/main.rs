//! The page of the sandbox in a real headless browser, served by the program.
//!
//! These tests need Chromium and its driver (`apt-get install chromium chromium-driver`). Without
//! them they print that they are skipped, and pass.
#![cfg(feature = "sandbox")]

mod page;
mod pictures;
mod replays;

use page::{Page, Size};

#[tokio::test]
async fn newcomer_plays_on_a_wide_window() {
    play_as_newcomer(Size::Wide).await;
}

#[tokio::test]
async fn newcomer_plays_on_a_phone() {
    play_as_newcomer(Size::Phone).await;
}

/// Does what the page tells newcomers to do, and checks what other users see of it.
async fn play_as_newcomer(size: Size) {
    let Some(page) = Page::open(size, &[]).await else { return };
    page.wait_for_text("Step 1 of 3").await;
    page.wait_for_message("Ana, it's your turn").await;
    page.press_button("Attack Ogre · longsword").await;
    page.wait_for_message("Ana attacks Ogre with longsword").await;
    // The message that was pressed says what Ana can still do.
    page.wait_for_message("Move left · Yard").await;
    page.wait_for_text("Step 2 of 3").await;

    page.switch_user("Onlooker").await;
    page.wait_for_message("Ana attacks Ogre with longsword").await;
    page.assert_no_message("Only you can see this").await;
    page.assert_no_message("HP, 13 left").await;

    page.switch_user("Ana").await;
    page.press_button("End turn").await;
    page.wait_for_message("The enemies act.").await;
    page.assert_no_message("Ana, it's your turn").await;

    page.switch_user("GM").await;
    page.open_channel("Riposte").await;
    page.wait_for_message("may act").await;
    page.choose_in_menu("Who acts", "Ogre").await;
    page.wait_for_message("What does Ogre do?").await;
    page.press_button("Attack Ana · club").await;
    page.wait_for_message("The turn waits for Ana to answer.").await;
    page.wait_for_text("Step 3 of 3").await;

    page.switch_user("Ben").await;
    page.open_channel("arena").await;
    page.wait_for_message("Avoid it: a DEX Test").await;
    page.press_button("Avoid (DEX Test)").await;
    page.wait_for_message("Only you can see this").await;
    page.assert_no_message("Ana tries to avoid it").await;

    page.switch_user("Ana").await;
    page.press_button("Avoid (DEX Test)").await;
    page.wait_for_message("Ana tries to avoid it").await;
    page.wait_for_text("It is yours now.").await;

    // With this seed she fails, and gets a prompt about her shield until its deadline.
    page.wait_for_message("No answer in 12 hours: take the hit").await;
    // Two reminders come before the deadline.
    for _ in 0..3 {
        page.move_clock("Next deadline").await;
    }
    page.wait_for_message("No answer in time: Take the hit").await;
    page.close().await;
}

/// The page that checks dice accepts the example of docs/DICE.md, and rejects it with another face.
#[tokio::test]
async fn browser_checks_the_dice_of_a_fight() {
    let Some(page) = Page::open(Size::Wide, &[]).await else { return };
    let text = std::fs::read_to_string("docs/DICE.md").unwrap();
    let (_, example) = text.split_once("```json\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    page.follow_link("Check the dice of a fight").await;
    page.upload_file("example.json", example).await;
    page.wait_for_text("Fight 17: all 3 dice follow from the secret, and none is missing.").await;
    page.upload_file("other.json", &example.replacen("\"face\": 9", "\"face\": 10", 1)).await;
    page.wait_for_text("It breaks. Row 5: d20=10 is not what draw 0 of the open stream gives.")
        .await;
    page.close().await;
}

#[tokio::test]
async fn commands_are_typed_with_the_keyboard() {
    let Some(page) = Page::open(Size::Wide, &[]).await else { return };
    page.wait_for_message("Ana, it's your turn").await;
    page.type_keys("/att").await;
    page.wait_for_suggestion("attack").await;
    page.press_enter().await;
    page.assert_command_line("/attack ").await;
    page.wait_for_suggestion("target:").await;
    page.press_tab().await;
    page.wait_for_suggestion("Ogre").await;
    page.type_keys("Og").await;
    page.wait_for_suggestion("Ogre").await;
    page.press_enter().await;
    page.assert_command_line("/attack target:Ogre ").await;
    page.press_enter().await;
    page.wait_for_message("Ana used /attack").await;
    page.wait_for_message("Ana attacks Ogre").await;
    page.type_keys("/attack target:Wyvern").await;
    page.press_enter().await;
    page.wait_for_message("You have used this turn's Action").await;
    page.close().await;
}

#[tokio::test]
async fn ruling_form_is_submitted() {
    let Some(page) = Page::open(Size::Phone, &[]).await else { return };
    page.wait_for_message("Ana, it's your turn").await;
    page.type_keys("/skill text:\"climb the wall\"").await;
    page.press_enter().await;
    page.wait_for_message("Ana tries “climb the wall”").await;
    page.switch_user("GM").await;
    page.open_channel("Riposte").await;
    page.press_button("Rule otherwise…").await;
    page.wait_for_text("Your ruling").await;
    page.fill_form("dr", "15").await;
    page.wait_for_message("needs 15").await;
    page.close().await;
}

#[tokio::test]
async fn users_and_threads_are_added() {
    let Some(page) = Page::open(Size::Phone, &[]).await else { return };
    page.wait_for_message("Ana, it's your turn").await;
    page.add_by_form("add-person", "Zoe").await;
    page.wait_for_user("Zoe").await;
    page.assert_no_message("mentions you").await;
    page.add_by_form("add-thread", "Side fight").await;
    page.wait_for_text("↳ Side fight").await;
    page.type_keys("/init new system:dr12").await;
    page.press_enter().await;
    page.wait_for_message("@Zoe opens a fight here").await;
    page.wait_for_message("Nobody has joined yet.").await;
    page.close().await;
}

#[tokio::test]
async fn sandbox_opens_a_given_fight_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.fight");
    let scene = "system dr12\nzones Bridge\npc Mia from adept\nnpc Troll from brute\n\
                 dice d6=6 d6=1\nstart\nturn Mia\n";
    std::fs::write(&file, scene).unwrap();
    let fight = file.to_str().unwrap();
    let Some(page) = Page::open(Size::Wide, &["--fight", fight]).await else { return };
    page.wait_for_user("Mia").await;
    page.wait_for_message("Mia, it's your turn").await;
    page.close().await;
}
