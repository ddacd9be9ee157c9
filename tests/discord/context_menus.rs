//! The context menus of people and of messages.

use riposte::fake_discord::{User, VisibleMessage};

use crate::table::Table;

/// Chooses a command in the menu of a message, and returns the private answer.
async fn choose_on_message(user: &User, message: &VisibleMessage, command: &str) -> VisibleMessage {
    let answer = user.choose_on_message(message.id, command).await.unwrap();
    assert!(answer.is_ephemeral, "{command} is answered in public: {}", answer.text());
    answer.message.unwrap()
}

/// Chooses a command in the menu of a person, and returns the private answer.
async fn choose_on_person(user: &User, person: &User, command: &str) -> VisibleMessage {
    let answer = user.choose_on_person(person.id, command).await.unwrap();
    assert!(answer.is_ephemeral, "{command} is answered in public: {}", answer.text());
    answer.message.unwrap()
}

/// Lets Ana attack the wolf and end her turn; returns the message that tells the attack.
async fn attack_and_end_turn(table: &Table) -> VisibleMessage {
    let turn = table.wait_for_message(&table.ana, "**Ana**, it's your turn").await;
    table.script_dice(&[(20, 15), (8, 1)]);
    table.run_command(&table.ana, "/attack target:Wolf weapon:longsword").await;
    let record = table.wait_for_edit(&table.ben, &turn, "**Ana** attacks **Wolf**").await;
    table.run_command(&table.ana, "/pass").await;
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    record
}

#[tokio::test]
async fn attack_on_a_person_is_chosen_in_private_or_refused_by_the_rules() {
    let table = Table::start().await;
    table.begin_fight().await;
    // It is Ana's turn, not the wolf's.
    let refused = choose_on_person(&table.gm, &table.ana, "Attack…").await;
    assert!(refused.full_text().contains("Ana"), "{}", refused.full_text());
    assert!(!refused.buttons().iter().any(|button| button.label.contains("shortsword")));
    for user in [&table.ana, &table.ben] {
        table.wait_for_message(user, "it's your turn").await;
        table.run_command(user, "/pass").await;
    }
    table.wait_for_message(&table.gm.in_dm(), "**Wolf**, it's your turn").await;
    let chooser = choose_on_person(&table.gm, &table.ben, "Attack…").await;
    let menu = chooser.menus().remove(0);
    let is_attack =
        |(label, _): &&(String, String)| label.starts_with("Attack Ben with shortsword");
    let (label, _) = menu.options.iter().find(is_attack).unwrap();
    table.gm.choose_in_menu(chooser.id, &menu.custom_id, &[label]).await.unwrap();
    table.wait_for_message(&table.ben, "[Avoid (DEX Test)]").await;
    // Of somebody who plays nobody nothing more is said than of a stranger.
    let stranger = table.discord.find_or_add_user("Zoe");
    let of_gm = choose_on_person(&table.ana, &table.gm, "Attack…").await.full_text();
    assert_eq!(of_gm, choose_on_person(&table.ana, &stranger, "Attack…").await.full_text());
    assert!(of_gm.contains("plays nobody"), "{of_gm}");
    table.finish_cleanly().await;
}

#[tokio::test]
async fn look_shows_the_combatants_of_a_person_and_no_npc() {
    let table = Table::start().await;
    table.begin_fight().await;
    let of_ana = choose_on_person(&table.ben, &table.ana, "Look at").await.full_text();
    assert!(of_ana.contains("**Ana**") && !of_ana.contains("Wolf"), "{of_ana}");
    let own = choose_on_person(&table.ana, &table.ana, "Look at").await.full_text();
    assert!(own.contains("longsword"), "one's own sheet: {own}");
    let of_gm = choose_on_person(&table.ana, &table.gm, "Look at").await.full_text();
    let stranger = table.discord.find_or_add_user("Zoe");
    assert_eq!(of_gm, choose_on_person(&table.ana, &stranger, "Look at").await.full_text());
    table.finish_cleanly().await;
}

#[tokio::test]
async fn message_is_explained_by_its_rolls_and_rules() {
    let table = Table::start().await;
    table.begin_fight().await;
    let record = attack_and_end_turn(&table).await;
    let why = choose_on_message(&table.ben, &record, "Why?").await;
    let text = why.full_text();
    assert!(text.contains("d20 15") && text.contains("DR12-TEST-1"), "{text}");
    let menu = why.menus().remove(0);
    let rule = table.ben.choose_in_menu(why.id, &menu.custom_id, &["DR12-DMG-1"]).await.unwrap();
    assert!(rule.text().contains("DR12-DMG-1"), "{}", rule.text());
    // What people write themselves tells nothing of a fight.
    let chat = table.ana.post_text("well done");
    let chat = table.ben.visible_message(chat).unwrap();
    let nothing = choose_on_message(&table.ben, &chat, "Why?").await.full_text();
    assert!(nothing.contains("tells nothing of a fight"), "{nothing}");
    table.finish_cleanly().await;
}

#[tokio::test]
async fn message_is_undone_by_its_author_or_as_far_as_the_gm_says() {
    let table = Table::start().await;
    table.begin_fight().await;
    let record = attack_and_end_turn(&table).await;
    let refused = choose_on_message(&table.ben, &record, "Undo this").await.full_text();
    assert!(refused.contains("nothing that you can take back"), "{refused}");
    // Ana's last act is the end of her turn, which the same message tells.
    choose_on_message(&table.ana, &record, "Undo this").await;
    table.wait_for_message(&table.ana, "**Ana**, it's your turn").await;
    table.run_command(&table.ana, "/pass").await;
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    // The GM goes back further than the last act, and is asked first.
    let choice = choose_on_message(&table.gm, &record, "Undo this").await;
    assert!(choice.full_text().contains("How far do you go back?"), "{}", choice.full_text());
    let buttons = choice.buttons();
    let undo = buttons.iter().find(|button| button.label == "Undo 2 acts").unwrap();
    table.press_button(&table.gm, &choice, "Undo 2 acts").await;
    table.wait_for_edit(&table.ben, &record, "~~").await;
    // Something else is the last act by now.
    let custom_id = undo.custom_id.as_ref().unwrap();
    let late = table.gm.press_custom_id(choice.id, custom_id).await.unwrap().text();
    assert!(late.contains("Something else has happened since"), "{late}");
    table.finish_cleanly().await;
}
