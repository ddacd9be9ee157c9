//! The page of the sandbox in a real browser, headless: the program as it is started by hand, and
//! what each user sees and does.
//!
//! Needs Chromium and its driver (`apt-get install chromium chromium-driver`); without them these
//! tests say so and pass.
#![cfg(feature = "sandbox")]

mod page;
mod pictures;

use page::{Page, Size};

#[tokio::test]
async fn a_newcomer_plays_on_a_wide_window() {
    a_newcomer_plays(Size::Wide).await;
}

#[tokio::test]
async fn a_newcomer_plays_on_a_phone() {
    a_newcomer_plays(Size::Phone).await;
}

/// What the page tells newcomers to do, and what others see of it.
async fn a_newcomer_plays(size: Size) {
    let Some(page) = Page::open(size, &[]).await else { return };
    page.sees("Step 1 of 3").await;
    page.reads("Ana, it's your turn").await;
    page.press("Attack Ogre · longsword").await;
    page.reads("Ana attacks Ogre with longsword").await;
    // The message that was pressed says what is left.
    page.reads("Move left · Yard").await;
    page.sees("Step 2 of 3").await;

    page.become_user("Onlooker").await;
    page.reads("Ana attacks Ogre with longsword").await;
    page.does_not_read("Only you can see this").await;
    page.does_not_read("HP, 13 left").await;

    page.become_user("Ana").await;
    page.press("End turn").await;
    page.reads("The enemies act.").await;
    page.does_not_read("Ana, it's your turn").await;

    page.become_user("GM").await;
    page.go_to("Riposte").await;
    page.reads("may act").await;
    page.choose("Who acts", "Ogre").await;
    page.reads("What does Ogre do?").await;
    page.press("Attack Ana · club").await;
    page.reads("The turn waits for Ana to answer.").await;
    page.sees("Step 3 of 3").await;

    page.become_user("Ben").await;
    page.go_to("arena").await;
    page.reads("Avoid it: a DEX Test").await;
    page.press("Avoid (DEX Test)").await;
    page.reads("Only you can see this").await;
    page.does_not_read("Ana tries to avoid it").await;

    page.become_user("Ana").await;
    page.press("Avoid (DEX Test)").await;
    page.reads("Ana tries to avoid it").await;
    page.sees("It is yours now.").await;

    // The seed lets her fail, and the shield is asked for until its deadline.
    page.reads("No answer in 12 hours: take the hit").await;
    // Two nudges come before it.
    for _ in 0..3 {
        page.wind("Next deadline").await;
    }
    page.reads("No answer in time: Take the hit").await;
    page.close().await;
}

/// The example of docs/DICE.md on the page that checks dice, and the same with another face.
#[tokio::test]
async fn dice_are_checked_in_the_browser() {
    let Some(page) = Page::open(Size::Wide, &[]).await else { return };
    let text = std::fs::read_to_string("docs/DICE.md").unwrap();
    let (_, example) = text.split_once("```json\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    page.follow("Check the dice of a fight").await;
    page.give_file("example.json", example).await;
    page.sees("Fight 17: all 3 dice follow from the secret, and none is missing.").await;
    page.give_file("other.json", &example.replacen("\"face\": 9", "\"face\": 10", 1)).await;
    page.sees("It breaks. Row 5: d20=10 is not what draw 0 of the open stream gives.").await;
    page.close().await;
}

#[tokio::test]
async fn commands_are_typed_with_the_keyboard() {
    let Some(page) = Page::open(Size::Wide, &[]).await else { return };
    page.reads("Ana, it's your turn").await;
    page.type_keys("/att").await;
    page.is_offered("attack").await;
    page.enter().await;
    page.line_is("/attack ").await;
    page.is_offered("target:").await;
    page.tab().await;
    page.is_offered("Ogre").await;
    page.type_keys("Og").await;
    page.is_offered("Ogre").await;
    page.enter().await;
    page.line_is("/attack target:Ogre ").await;
    page.enter().await;
    page.reads("Ana used /attack").await;
    page.reads("Ana attacks Ogre").await;
    page.type_keys("/attack target:Wyvern").await;
    page.enter().await;
    page.reads("You have used this turn's Action").await;
    page.close().await;
}

#[tokio::test]
async fn a_form_is_filled() {
    let Some(page) = Page::open(Size::Phone, &[]).await else { return };
    page.reads("Ana, it's your turn").await;
    page.type_keys("/skill text:\"climb the wall\"").await;
    page.enter().await;
    page.reads("Ana tries “climb the wall”").await;
    page.become_user("GM").await;
    page.go_to("Riposte").await;
    page.press("Rule otherwise…").await;
    page.sees("Your ruling").await;
    page.fill("dr", "15").await;
    page.reads("needs 15").await;
    page.close().await;
}

#[tokio::test]
async fn people_and_places_are_added() {
    let Some(page) = Page::open(Size::Phone, &[]).await else { return };
    page.reads("Ana, it's your turn").await;
    page.add("add-person", "Zoe").await;
    page.is_user("Zoe").await;
    page.does_not_read("mentions you").await;
    page.add("add-thread", "Side fight").await;
    page.sees("↳ Side fight").await;
    page.type_keys("/init new system:dr12").await;
    page.enter().await;
    page.reads("@Zoe opens a fight here").await;
    page.reads("Nobody has joined yet.").await;
    page.close().await;
}

#[tokio::test]
async fn it_opens_on_a_scene_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.fight");
    let scene = "system dr12\nzones Bridge\npc Mia from adept\nnpc Troll from brute\n\
                 dice d6=6 d6=1\nstart\nturn Mia\n";
    std::fs::write(&file, scene).unwrap();
    let fight = file.to_str().unwrap();
    let Some(page) = Page::open(Size::Wide, &["--fight", fight]).await else { return };
    page.is_user("Mia").await;
    page.reads("Mia, it's your turn").await;
    page.close().await;
}
