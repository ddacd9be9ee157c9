//! Cards on Discord: swap offers that nobody waits for, and prompts to several users in one
//! message.

use riposte::fake_discord::{Modal, User, VisibleMessage};

use crate::table::Table;

/// Begins a fight of Ana, Ben and a rat, all at the Gate and with these cards.
async fn begin_cards_fight(table: &Table, cards: [u8; 3]) {
    let [ana, ben, rat] = cards;
    table.run_command(&table.gm, "/init new system:cards").await;
    table.run_command(&table.gm, "/init zones layout:\"Gate - Yard - Tower\"").await;
    let join = |name: &str, card: u8| format!("/init join from:adept name:{name} with:card={card}");
    table.run_command(&table.ana, &join("Ana", ana)).await;
    table.run_command(&table.ben, &join("Ben", ben)).await;
    table.run_command(&table.gm, &format!("/init add from:brigand name:Rat with:card={rat}")).await;
    table.run_command(&table.gm, "/init start").await;
}

#[tokio::test]
async fn board_orders_all_sides_by_card() {
    let table = Table::start().await;
    begin_cards_fight(&table, [5, 2, 3]).await;
    let board = table.run_command(&table.ana, "/status").await;
    assert!(board.contains("Cards · round 1 · Ben acts"), "{board}");
    let at = |text: &str| board.find(text).unwrap_or_else(|| panic!("{text} is not in {board}"));
    assert!(at("▶ **Ben**") < at("**Rat**") && at("**Rat**") < at("**Ana**"), "{board}");
    table.finish_cleanly().await;
}

#[tokio::test]
async fn swap_offer_is_accepted_by_its_addressee_or_lapses() {
    let table = Table::start().await;
    begin_cards_fight(&table, [2, 3, 9]).await;
    table.wait_for_message(&table.ana, "**Ana**, it's your turn").await;
    table.run_command(&table.ana, "/swap target:Ben").await;
    let offer = table.wait_for_message(&table.ben, "[Accept Ana's swap]").await;
    assert!(offer.full_text().contains(&table.ben.mention()), "{}", offer.full_text());
    let foreign = table.ana.press_button(offer.id, "Accept Ana's swap").await.unwrap();
    assert!(foreign.is_ephemeral && foreign.text().contains("That is for Ben"));
    table.press_button(&table.ben, &offer, "Accept Ana's swap").await;
    table.wait_for_message(&table.ana, "**Ana** has card 3 now, and card 2 goes to **Ben**").await;
    table.wait_for_deletion(&table.ben, &offer).await;

    // The first Maneuver of the round makes an unanswered offer lapse.
    table.run_command(&table.ben, "/swap target:Ana").await;
    let offer = table.wait_for_message(&table.ana, "[Accept Ben's swap]").await;
    let accept = offer.find_button("Accept Ben's swap").unwrap().custom_id.unwrap();
    let confirmation = request_confirmation(&table.ben, "/shout text:\"To me!\"").await;
    table.press_button(&table.ben, &confirmation, "Do it anyway").await;
    table.wait_for_deletion(&table.ana, &offer).await;
    // A client that still shows the button presses it on another message.
    let other = table.ana.screen_messages().last().unwrap().id;
    let late = table.ana.press_custom_id(other, &accept).await.unwrap();
    assert!(late.is_ephemeral && late.text().contains("settled already"), "{}", late.text());
    table.finish_cleanly().await;
}

/// Runs a command that needs confirmation, and returns the private question.
async fn request_confirmation(user: &User, text: &str) -> VisibleMessage {
    let confirmation = user.run_command(text).await.unwrap().message.unwrap();
    assert!(confirmation.ephemeral_to == Some(user.id), "{}", confirmation.full_text());
    let question = confirmation.full_text();
    assert!(question.contains("would lapse"), "{question}");
    confirmation
}

/// CARDS-SWAP-2: the bot asks in private before the first Maneuver of the round, once, and nothing
/// happens before the confirmation.
#[tokio::test]
async fn maneuver_that_ends_an_offer_is_confirmed_once() {
    let mut table = Table::start().await;
    begin_cards_fight(&table, [1, 3, 9]).await;
    let turn = table.wait_for_message(&table.ana, "**Ana**, it's your turn").await;
    table.run_command(&table.ben, "/swap target:Ana").await;
    let offer = table.wait_for_message(&table.ana, "[Accept Ben's swap]").await;
    let confirmation = request_confirmation(&table.ana, "/move zone:Yard").await;
    assert!(confirmation.full_text().contains("(from Ben)"), "{}", confirmation.full_text());
    assert_eq!(table.ana.visible_message(offer.id).unwrap().buttons().len(), 2, "the offer stands");
    // Only Ana sees the question, and a press that another client forges is refused.
    assert!(table.ben.visible_message(confirmation.id).is_none(), "{}", table.ben.screen_text());
    let id = confirmation.find_button("Do it anyway").unwrap().custom_id.unwrap();
    let foreign = table.ben.press_custom_id(turn.id, &id).await.unwrap();
    assert!(foreign.is_ephemeral && !foreign.text().contains("would lapse"), "{}", foreign.text());
    assert!(foreign.text().contains("Ana"), "{}", foreign.text());
    // An act that is chosen in a menu needs confirmation as well.
    let answer = table.ana.choose_in_menu(turn.id, "Move", &["Move to Yard · Fast"]).await.unwrap();
    let other = answer.message.unwrap();
    assert!(other.full_text().contains("would lapse"), "{}", other.full_text());
    // The confirmation survives a restart: the bot keeps none of it in memory.
    table.stop_and_restart().await;
    table.press_button(&table.ana, &confirmation, "Do it anyway").await;
    table.wait_for_message(&table.ben, "**Ana** moves from Gate to Yard").await;
    table.wait_for_deletion(&table.ana, &offer).await;
    let rest = table.ana.visible_message(confirmation.id).unwrap();
    assert!(
        rest.find_button("Do it anyway").is_none() && !rest.full_text().contains("would lapse")
    );
    // A second confirmation is refused as an illegal act. No question is asked again in this round.
    let again = table.press_button(&table.ana, &other, "Do it anyway").await;
    assert!(again.contains("Yard") && !again.contains("would lapse"), "{again}");
    let answer = table.run_command(&table.ana, "/shout text:\"Ha!\"").await;
    assert!(!answer.contains("would lapse"), "{answer}");
    table.finish_cleanly().await;
}

/// CARDS-SWAP-2: a confirmation plays the act even if the offer is gone, but is refused when the
/// turn is over.
#[tokio::test]
async fn confirmation_stays_valid_until_the_turn_ends() {
    let table = Table::start().await;
    begin_cards_fight(&table, [2, 3, 1]).await;
    table.run_command(&table.ana, "/swap target:Ben").await;
    let offer = table.wait_for_message(&table.ben, "[Accept Ana's swap]").await;
    let confirmation = request_confirmation(&table.gm, "/move zone:Yard as:Rat").await;
    table.press_button(&table.ben, &offer, "Accept Ana's swap").await;
    table.press_button(&table.gm, &confirmation, "Do it anyway").await;
    table.wait_for_message(&table.ana, "**Rat** moves from Gate to Yard").await;
    table.run_command(&table.gm, "/pass as:Rat").await;
    table.finish_cleanly().await;

    let table = Table::start().await;
    begin_cards_fight(&table, [2, 3, 1]).await;
    table.run_command(&table.ana, "/swap target:Ben").await;
    let confirmation = request_confirmation(&table.gm, "/move zone:Yard as:Rat").await;
    table.run_command(&table.ana, "/undo").await;
    table.press_button(&table.gm, &confirmation, "Do it anyway").await;
    table.wait_for_message(&table.ana, "**Rat** moves from Gate to Yard").await;
    table.finish_cleanly().await;

    let table = Table::start().await;
    begin_cards_fight(&table, [2, 3, 1]).await;
    table.run_command(&table.ana, "/swap target:Ben").await;
    let confirmation = request_confirmation(&table.gm, "/move zone:Yard as:Rat").await;
    table.run_command(&table.gm, "/pass as:Rat").await;
    let late = table.press_button(&table.gm, &confirmation, "Do it anyway").await;
    assert!(late.contains("That turn is over."), "{late}");
    table.finish_cleanly().await;
}

/// An act that is too long for the id of a button is found by its hash among the legal acts. A long
/// free text has no such act, and the user is asked for fewer words.
#[tokio::test]
async fn long_command_is_confirmed_too() {
    let table = Table::start().await;
    let (ana, rat) = ("Anastasia of the Western Marshes", "Ragnar the Terrible of the North");
    table.run_command(&table.gm, "/init new system:cards").await;
    for (user, name, card) in [(&table.ana, ana, 2), (&table.ben, "Ben", 3)] {
        let join = format!("/init join from:adept name:\"{name}\" with:card={card}");
        table.run_command(user, &join).await;
    }
    table
        .run_command(&table.gm, &format!("/init add from:brigand name:\"{rat}\" with:card=1"))
        .await;
    table.run_command(&table.gm, "/init start").await;
    table.run_command(&table.ben, &format!("/swap target:\"{ana}\"")).await;
    let attack = format!("/attack as:\"{rat}\" target:\"{ana}\" weapon:\"hand axe\"");
    let confirmation = request_confirmation(&table.gm, &attack).await;
    let shout = format!("/shout as:\"{rat}\" text:\"{}\"", "Ho ".repeat(40));
    let long = request_confirmation(&table.gm, &shout).await;
    assert!(
        long.full_text().contains("fewer words") && long.buttons().is_empty(),
        "{}",
        long.full_text()
    );
    table.press_button(&table.gm, &confirmation, "Do it anyway").await;
    table.wait_for_message(&table.ana, &format!("**{rat}** attacks **{ana}**")).await;
    table.finish_cleanly().await;
}

/// Forms of the set-up name the sides that the system of the fight has.
#[tokio::test]
async fn forms_name_the_sides_of_the_system() {
    let table = Table::start().await;
    let new = table.gm.run_command("/init new system:cards").await.unwrap().message.unwrap();
    let form =
        table.gm.choose_in_menu(new.id, "Add NPCs", &["brigand"]).await.unwrap().modal.unwrap();
    let field = |form: &Modal| form.inputs.iter().find(|one| one.custom_id == "side").cloned();
    let side = field(&form).unwrap();
    assert_eq!(
        (side.label.as_str(), side.placeholder.as_str()),
        ("Side or faction (Foes, if left empty)", "")
    );
    // The sides and zones that there are can be chosen.
    let chosen = [("How many", "1"), (&*side.label, "Heroes"), ("Hidden until revealed", "true")];
    table.gm.submit_modal(&form, &chosen).await.unwrap();
    let status = table.run_command(&table.gm, "/status").await;
    assert!(status.contains("· Heroes") && status.contains("hidden"), "{status}");
    table.finish_cleanly().await;
}

#[tokio::test]
async fn chasers_are_asked_in_one_message() {
    let table = Table::start().await;
    begin_cards_fight(&table, [2, 3, 1]).await;
    table.run_command(&table.gm, "/flee as:Rat action:finesse").await;
    let prompt = table.wait_for_message(&table.ana, "[Ana: your answer ▾ Chase by Finesse").await;
    let bens_menu = "[Ben: your answer ▾ Chase by Finesse · my fast Maneuver | ";
    assert!(prompt.full_text().contains(bens_menu), "{}", prompt.full_text());
    let are_pinged =
        [&table.ana, &table.ben].map(|user| prompt.full_text().contains(&user.mention()));
    assert_eq!(are_pinged, [true, true], "{}", prompt.full_text());
    let chase = ["Chase by Finesse · my fast Maneuver"];
    let foreign = table.ben.choose_in_menu(prompt.id, "Ana: your answer", &chase).await.unwrap();
    assert!(foreign.is_ephemeral);

    // Ana's answer stays hidden until Ben has answered, and his menu stays.
    table.ana.choose_in_menu(prompt.id, "Ana: your answer", &chase).await.unwrap();
    let half =
        table.wait_for_edit(&table.ana, &prompt, "Answered. All answers are shown together.").await;
    assert!(half.full_text().contains(bens_menu), "{}", half.full_text());
    assert!(!half.full_text().contains("[Ana: "), "{}", half.full_text());
    let rat = [(6, 6), (6, 1), (6, 1), (6, 1)];
    let ana = [(6, 6), (6, 2), (6, 2), (6, 2)];
    table.script_dice(&[rat, ana].concat());
    let let_go = ["Let them go (default)"];
    table.ben.choose_in_menu(prompt.id, "Ben: your answer", &let_go).await.unwrap();
    let over = table.wait_for_edit(&table.ben, &prompt, "**Rat** is caught").await;
    assert!(over.full_text().contains("**Ana** gives chase"), "{}", over.full_text());
    assert!(over.buttons().is_empty() && over.content.is_empty(), "{}", over.full_text());
    table.finish_cleanly().await;
}
