//! What `cards` needs of the chat: offers that nobody waits for, and several asked in one message.

use riposte::fake_discord::{Modal, User, VisibleMessage};

use crate::table::Table;

/// Ana, Ben and a rat, all at the Gate, with these cards.
async fn begin(table: &Table, cards: [u8; 3]) {
    let [ana, ben, rat] = cards;
    table.slash(&table.gm, "/init new system:cards").await;
    table.slash(&table.gm, "/init zones layout:\"Gate - Yard - Tower\"").await;
    let join = |name: &str, card: u8| format!("/init join from:adept name:{name} with:card={card}");
    table.slash(&table.ana, &join("Ana", ana)).await;
    table.slash(&table.ben, &join("Ben", ben)).await;
    table.slash(&table.gm, &format!("/init add from:brigand name:Rat with:card={rat}")).await;
    table.slash(&table.gm, "/init start").await;
}

#[tokio::test]
async fn the_board_goes_by_the_cards_across_the_sides() {
    let table = Table::set().await;
    begin(&table, [5, 2, 3]).await;
    let board = table.slash(&table.ana, "/status").await;
    assert!(board.contains("Cards · round 1 · Ben acts"), "{board}");
    let at = |text: &str| board.find(text).unwrap_or_else(|| panic!("{text} is not in {board}"));
    assert!(at("▶ **Ben**") < at("**Rat**") && at("**Rat**") < at("**Ana**"), "{board}");
    table.clear().await;
}

#[tokio::test]
async fn an_offer_is_accepted_by_whom_it_was_made_to_or_lapses() {
    let table = Table::set().await;
    begin(&table, [2, 3, 9]).await;
    table.sees(&table.ana, "**Ana**, it's your turn").await;
    table.slash(&table.ana, "/swap target:Ben").await;
    let offer = table.sees(&table.ben, "[Accept Ana's swap]").await;
    assert!(offer.full_text().contains(&table.ben.mention()), "{}", offer.full_text());
    let foreign = table.ana.press_button(offer.id, "Accept Ana's swap").await.unwrap();
    assert!(foreign.is_ephemeral && foreign.text().contains("That is for Ben"));
    table.click(&table.ben, &offer, "Accept Ana's swap").await;
    table.sees(&table.ana, "**Ana** has card 3 now, and card 2 goes to **Ben**").await;
    table.goes(&table.ben, &offer).await;

    // The first Maneuver ends what is not answered.
    table.slash(&table.ben, "/swap target:Ana").await;
    let offer = table.sees(&table.ana, "[Accept Ben's swap]").await;
    let accept = offer.find_button("Accept Ben's swap").unwrap().custom_id.unwrap();
    let asked = asked(&table.ben, "/shout text:\"To me!\"").await;
    table.click(&table.ben, &asked, "Do it anyway").await;
    table.goes(&table.ana, &offer).await;
    // A client that shows it still, beside another message.
    let other = table.ana.screen_messages().last().unwrap().id;
    let late = table.ana.press_custom_id(other, &accept).await.unwrap();
    assert!(late.is_ephemeral && late.text().contains("settled already"), "{}", late.text());
    table.clear().await;
}

/// What somebody types who is asked first whether they are sure.
async fn asked(user: &User, text: &str) -> VisibleMessage {
    let asked = user.run_command(text).await.unwrap().message.unwrap();
    assert!(asked.ephemeral_to == Some(user.id), "{}", asked.full_text());
    assert!(asked.full_text().contains("would lapse"), "{}", asked.full_text());
    asked
}

/// CARDS-SWAP-2: whoever would make the first Maneuver is asked once, alone, and nothing is done
/// before they press.
#[tokio::test]
async fn what_makes_an_offer_lapse_is_confirmed_once() {
    let mut table = Table::set().await;
    begin(&table, [1, 3, 9]).await;
    let turn = table.sees(&table.ana, "**Ana**, it's your turn").await;
    table.slash(&table.ben, "/swap target:Ana").await;
    let offer = table.sees(&table.ana, "[Accept Ben's swap]").await;
    let sure = asked(&table.ana, "/move zone:Yard").await;
    assert!(sure.full_text().contains("(from Ben)"), "{}", sure.full_text());
    assert_eq!(table.ana.visible_message(offer.id).unwrap().buttons().len(), 2, "the offer stands");
    // It is hers alone: nobody else sees it, and a client that says so all the same is refused.
    assert!(table.ben.visible_message(sure.id).is_none(), "{}", table.ben.screen_text());
    let id = sure.find_button("Do it anyway").unwrap().custom_id.unwrap();
    let foreign = table.ben.press_custom_id(turn.id, &id).await.unwrap();
    assert!(foreign.is_ephemeral && !foreign.text().contains("would lapse"), "{}", foreign.text());
    assert!(foreign.text().contains("Ana"), "{}", foreign.text());
    // A menu asks as well.
    let answer = table.ana.choose_in_menu(turn.id, "Move", &["Move to Yard · Fast"]).await.unwrap();
    let other = answer.message.unwrap();
    assert!(other.full_text().contains("would lapse"), "{}", other.full_text());
    // Nothing of it is kept in the program.
    table.stop_and_restart().await;
    table.click(&table.ana, &sure, "Do it anyway").await;
    table.sees(&table.ben, "**Ana** moves from Gate to Yard").await;
    table.goes(&table.ana, &offer).await;
    let rest = table.ana.visible_message(sure.id).unwrap();
    assert!(
        rest.find_button("Do it anyway").is_none() && !rest.full_text().contains("would lapse")
    );
    // Pressed again it is what it says, and refused; nobody is asked any more in this round.
    let again = table.click(&table.ana, &other, "Do it anyway").await;
    assert!(again.contains("Yard") && !again.contains("would lapse"), "{again}");
    let answer = table.slash(&table.ana, "/shout text:\"Ha!\"").await;
    assert!(!answer.contains("would lapse"), "{answer}");
    table.clear().await;
}

/// CARDS-SWAP-2: pressed when the offer is gone, it is simply played; when the turn is over, it is
/// refused.
#[tokio::test]
async fn what_was_asked_may_be_answered_later() {
    let table = Table::set().await;
    begin(&table, [2, 3, 1]).await;
    table.slash(&table.ana, "/swap target:Ben").await;
    let offer = table.sees(&table.ben, "[Accept Ana's swap]").await;
    let sure = asked(&table.gm, "/move zone:Yard as:Rat").await;
    table.click(&table.ben, &offer, "Accept Ana's swap").await;
    table.click(&table.gm, &sure, "Do it anyway").await;
    table.sees(&table.ana, "**Rat** moves from Gate to Yard").await;
    table.slash(&table.gm, "/pass as:Rat").await;
    table.clear().await;

    let table = Table::set().await;
    begin(&table, [2, 3, 1]).await;
    table.slash(&table.ana, "/swap target:Ben").await;
    let sure = asked(&table.gm, "/move zone:Yard as:Rat").await;
    table.slash(&table.ana, "/undo").await;
    table.click(&table.gm, &sure, "Do it anyway").await;
    table.sees(&table.ana, "**Rat** moves from Gate to Yard").await;
    table.clear().await;

    let table = Table::set().await;
    begin(&table, [2, 3, 1]).await;
    table.slash(&table.ana, "/swap target:Ben").await;
    let sure = asked(&table.gm, "/move zone:Yard as:Rat").await;
    table.slash(&table.gm, "/pass as:Rat").await;
    let late = table.click(&table.gm, &sure, "Do it anyway").await;
    assert!(late.contains("That turn is over."), "{late}");
    table.clear().await;
}

/// What is too long for a button is found among what may be done; what is not there is to be said
/// in fewer words.
#[tokio::test]
async fn a_long_command_is_confirmed_as_well() {
    let table = Table::set().await;
    let (ana, rat) = ("Anastasia of the Western Marshes", "Ragnar the Terrible of the North");
    table.slash(&table.gm, "/init new system:cards").await;
    for (user, name, card) in [(&table.ana, ana, 2), (&table.ben, "Ben", 3)] {
        let join = format!("/init join from:adept name:\"{name}\" with:card={card}");
        table.slash(user, &join).await;
    }
    table.slash(&table.gm, &format!("/init add from:brigand name:\"{rat}\" with:card=1")).await;
    table.slash(&table.gm, "/init start").await;
    table.slash(&table.ben, &format!("/swap target:\"{ana}\"")).await;
    let attack = format!("/attack as:\"{rat}\" target:\"{ana}\" weapon:\"hand axe\"");
    let sure = asked(&table.gm, &attack).await;
    let shout = format!("/shout as:\"{rat}\" text:\"{}\"", "Ho ".repeat(40));
    let long = asked(&table.gm, &shout).await;
    assert!(
        long.full_text().contains("fewer words") && long.buttons().is_empty(),
        "{}",
        long.full_text()
    );
    table.click(&table.gm, &sure, "Do it anyway").await;
    table.sees(&table.ana, &format!("**{rat}** attacks **{ana}**")).await;
    table.clear().await;
}

/// The forms of the set-up say the sides that this fight has.
#[tokio::test]
async fn forms_name_the_sides_of_the_system() {
    let table = Table::set().await;
    let new = table.gm.run_command("/init new system:cards").await.unwrap().message.unwrap();
    let form =
        table.gm.choose_in_menu(new.id, "Add NPCs", &["brigand"]).await.unwrap().modal.unwrap();
    let field = |form: &Modal| form.inputs.iter().find(|one| one.custom_id == "side").cloned();
    let side = field(&form).unwrap();
    assert_eq!(
        (side.label.as_str(), side.placeholder.as_str()),
        ("Side or faction (Foes, if left empty)", "Heroes")
    );
    table.gm.submit_modal(&form, &[("How many", "1"), (&side.label, "heroes")]).await.unwrap();
    let status = table.slash(&table.gm, "/status").await;
    assert!(status.contains("· Heroes") && !status.contains("heroes"), "{status}");
    table.clear().await;
}

#[tokio::test]
async fn chasers_are_asked_in_one_message() {
    let table = Table::set().await;
    begin(&table, [2, 3, 1]).await;
    table.slash(&table.gm, "/flee as:Rat action:finesse").await;
    let asked = table.sees(&table.ana, "[Ana: your answer ▾ Chase by Finesse").await;
    let of_ben = "[Ben: your answer ▾ Chase by Finesse · my fast Maneuver | ";
    assert!(asked.full_text().contains(of_ben), "{}", asked.full_text());
    let both = [&table.ana, &table.ben].map(|user| asked.full_text().contains(&user.mention()));
    assert_eq!(both, [true, true], "{}", asked.full_text());
    let chase = ["Chase by Finesse · my fast Maneuver"];
    let foreign = table.ben.choose_in_menu(asked.id, "Ana: your answer", &chase).await.unwrap();
    assert!(foreign.is_ephemeral);

    // What Ana answers stays sealed, and Ben's menu stays.
    table.ana.choose_in_menu(asked.id, "Ana: your answer", &chase).await.unwrap();
    let half = table.becomes(&table.ana, &asked, "Answered. All answers are shown together.").await;
    assert!(half.full_text().contains(of_ben), "{}", half.full_text());
    assert!(!half.full_text().contains("[Ana: "), "{}", half.full_text());
    let rat = [(6, 6), (6, 1), (6, 1), (6, 1)];
    let ana = [(6, 6), (6, 2), (6, 2), (6, 2)];
    table.dice(&[rat, ana].concat());
    let let_go = ["Let them go (default)"];
    table.ben.choose_in_menu(asked.id, "Ben: your answer", &let_go).await.unwrap();
    let over = table.becomes(&table.ben, &asked, "**Rat** is caught").await;
    assert!(over.full_text().contains("**Ana** gives chase"), "{}", over.full_text());
    assert!(over.buttons().is_empty() && over.content.is_empty(), "{}", over.full_text());
    table.clear().await;
}
