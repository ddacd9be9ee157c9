//! The bot on Discord: from what a user types or presses to what everybody sees.

mod cards_system;
mod chat_moderation;
mod commands;
mod context_menus;
mod crash;
#[path = "../support/databases.rs"]
mod databases;
mod dice;
mod emoji;
mod failures;
#[path = "../support/full_message.rs"]
mod full_message;
mod gm_cockpit;
#[path = "../support/killable.rs"]
mod killable;
mod languages;
mod largest_fights;
mod late_presses;
mod library;
mod message_invariants;
mod npcs;
mod outages;
mod plain_mode;
mod privacy;
mod program;
mod random_tables;
mod returning_players;
// The bench of the table uses the rest of it.
#[allow(dead_code)]
#[path = "../support/players/mod.rs"]
mod players;
mod reminders;
mod shards;
mod speech;
mod table;
mod threads;
mod threads_of_fights;

use riposte::fake_discord::User;
use table::{TIMEOUT, Table};

#[tokio::test]
async fn fight_is_played_with_menus_buttons_and_commands() {
    let table = Table::start().await;
    table.begin_fight().await;
    assert_eq!(table.ana.pinging_messages().len(), 1, "one ping, to whose turn it is");
    assert!(table.ben.pinging_messages().is_empty());

    // Ana attacks with the menu below the message of her turn.
    let turn = table.wait_for_message(&table.ana, "**Ana**, it's your turn").await;
    table.script_dice(&[(20, 15), (8, 4)]);
    let chosen = ["Attack Wolf with longsword · Action"];
    let answer = table.ana.choose_in_menu(turn.id, "Attack", &chosen).await.unwrap();
    Table::assert_acknowledged(&answer);
    let left = table.wait_for_edit(&table.ben, &turn, "Move left").await;
    assert!(
        left.full_text().contains("**Ana** attacks **Wolf** with longsword"),
        "{}",
        left.full_text()
    );

    // The same message offers what she can still do.
    let menu = left.find_menu("Move").unwrap();
    assert_eq!(menu.options.len(), 2, "{}", left.full_text());
    Table::assert_acknowledged(&table.ana.press_button(left.id, "End turn").await.unwrap());

    // When her turn is over only the record of the message is left, and Ben gets a new message.
    let over = table.wait_until_closed(&table.ana, &turn).await;
    assert_eq!(over.content, "", "{}", over.full_text());
    assert!(
        over.full_text().contains("**Ana** attacks **Wolf** with longsword"),
        "{}",
        over.full_text()
    );
    assert!(table.ana.ephemeral_messages().iter().all(|it| !it.full_text().contains("longsword")));
    let turn = table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    table.press_button(&table.ben, &turn, "End turn").await;

    // The GM is asked in a direct message and plays the wolf from there.
    let gm = table.gm.in_dm();
    table.wait_for_message(&gm, "Wolf").await;
    table.run_command(&gm, "/attack as:Wolf target:Ben").await;
    let prompt = table.wait_for_message(&table.ben, "[Avoid (DEX Test)]").await;
    assert_eq!(prompt.channel, table.ben.channel);
    assert!(
        prompt.full_text().contains(&table.ben.mention()) && prompt.full_text().contains("<t:")
    );
    table.script_dice(&[(20, 2), (6, 5)]);
    let pressed = table.ben.press_button(prompt.id, "Avoid (DEX Test)").await.unwrap();
    Table::assert_acknowledged(&pressed);
    let closed = table.wait_until_closed(&table.ana, &prompt).await;
    assert_eq!(closed.content, "", "{}", closed.full_text());
    assert!(closed.full_text().contains("d20 2 ") && closed.full_text().contains("**Ben** "));

    // One pinned message holds the summary, and edits keep it current.
    let summary = table.wait_for_message(&table.ana, "DR12 · round").await;
    assert!(summary.is_pinned && summary.is_edited);
    let summary = table.wait_for_edit(&table.ana, &summary, "**Ben** ▰▰▱▱ 4/8").await;
    assert!(summary.full_text().contains("**Wolf** ▰▱▱▱ badly hurt"), "{}", summary.full_text());
    assert!(table.run_command(&table.gm, "/status").await.contains("**Wolf** ▰▰▱▱ 2/5"));
    assert!(table.run_command(&table.ana, "/mine").await.contains("longsword"));
    table.finish_cleanly().await;
}

/// Begins a Factions fight of hunters against a wolf, in which the hunters have the first slot.
async fn begin_hunt(table: &Table, hunters: &[(&str, &User)]) {
    for command in ["/init new system:factions", "/init add from:wolf name:Wolf"] {
        table.run_command(&table.gm, command).await;
    }
    for (name, user) in hunters {
        table.run_command(user, &format!("/init join from:hunter name:{name}")).await;
    }
    for command in ["/init started faction:party", "/init start"] {
        table.run_command(&table.gm, command).await;
    }
}

/// A player who passes may still act in the slot, but is not asked what else they do.
#[tokio::test]
async fn pass_is_answered_without_further_question() {
    let table = Table::start().await;
    begin_hunt(&table, &[("Ana", &table.ana), ("Ben", &table.ben)]).await;
    let answer = table.run_command(&table.ana, "/pass").await;
    assert_eq!(answer, "**Ana** will not act in this slot.");
    table.finish_cleanly().await;
}

/// FACT-ROUND-6: the label of the button says so, and no question follows.
#[tokio::test]
async fn pass_button_says_when_it_ends_the_round() {
    let table = Table::start().await;
    begin_hunt(&table, &[("Ana", &table.ana)]).await;
    let gm = table.gm.in_dm();
    let turn = table.wait_for_message(&table.ana, "it's your turn").await;
    assert!(turn.find_button("Pass").is_some(), "{}", turn.full_text());
    table.press_button(&table.ana, &turn, "Pass").await;

    // After the turn of the wolf nobody else is left to act.
    table.wait_for_message(&gm, "Wolf").await;
    table.run_command(&gm, "/turn as:Wolf end:true").await;
    let turn = table.wait_for_message(&table.ana, "[Pass · ends the round]").await;
    table.press_button(&table.ana, &turn, "Pass · ends the round").await;
    table.wait_until_closed(&table.ana, &turn).await;
    let status = table.run_command(&table.ana, "/status").await;
    assert!(status.to_lowercase().contains("round 2"), "{status}");
    table.finish_cleanly().await;
}

/// Names of the greatest length fill the value of a menu option: the act is found by its hash.
#[tokio::test]
async fn menus_hold_the_longest_names() {
    let table = Table::start().await;
    let wolf = format!("Wolf {}", "|".repeat(27));
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.run_command(&table.gm, "/init zones layout:\"Gate - Yard\"").await;
    table
        .run_command(&table.ana, &format!("/init join from:warrior name:\"{}\"", "A".repeat(32)))
        .await;
    table.run_command(&table.gm, &format!("/init add from:raider name:\"{wolf}\" at:Gate")).await;
    table.script_dice(&[(6, 6), (6, 1)]);
    table.run_command(&table.gm, "/init start").await;
    let turn = table.wait_for_message(&table.ana, "it's your turn").await;
    table.script_dice(&[(20, 15), (8, 4)]);
    let attack = format!("Attack {wolf} with longsword · Action");
    let menu = turn.find_menu("Attack").unwrap();
    let (_, value) = menu.options.iter().find(|(label, _)| *label == attack).unwrap();
    Table::assert_acknowledged(
        &table.ana.choose_in_menu(turn.id, "Attack", &[&attack]).await.unwrap(),
    );
    table.wait_for_edit(&table.ana, &turn, "Move left").await;
    // The same option is refused once the act is not legal any more.
    let late = table.ana.choose_custom_id(turn.id, &menu.custom_id, value).await.unwrap();
    assert!(late.is_ephemeral && !late.text().is_empty());
    assert!(!late.text().contains("Move left"), "{}", late.text());
    table.finish_cleanly().await;
}

#[tokio::test]
async fn foreign_repeated_and_late_presses_are_refused() {
    let mut table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/pass").await;
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    table.run_command(&table.ben, "/pass").await;
    table.wait_for_message(&table.gm.in_dm(), "Wolf").await;
    table.run_command(&table.gm, "/npc attack npc:Wolf target:Ana").await;
    let prompt = table.wait_for_message(&table.ana, "[Avoid (DEX Test)]").await;
    let avoid = prompt.find_button("Avoid (DEX Test)").unwrap().custom_id.unwrap();

    // Another player and a stranger are refused.
    let foreign = table.ben.press_button(prompt.id, "Avoid (DEX Test)").await.unwrap();
    assert!(foreign.is_ephemeral, "{}", foreign.text());
    let stranger = table.discord.find_or_add_user("Zoe");
    let foreign = stranger.press_button(prompt.id, "Avoid (DEX Test)").await.unwrap();
    assert!(foreign.is_ephemeral);

    // The button survives a restart, and of two simultaneous presses one is taken.
    table.kill_and_restart().await;
    table.script_dice(&[(20, 19)]);
    let first = table.ana.send_custom_id_press(prompt.id, &avoid).unwrap();
    let second = table.ana.send_custom_id_press(prompt.id, &avoid).unwrap();
    let (first, second) =
        (first.wait_for_answer().await.unwrap(), second.wait_for_answer().await.unwrap());
    let refused = [&first, &second].map(|answer| answer.text().contains("settled already"));
    assert!(refused[0] != refused[1], "{} / {}", first.text(), second.text());
    let closed = table.wait_until_closed(&table.ana, &prompt).await;
    assert!(closed.full_text().contains("d20 19,"), "{}", closed.full_text());

    // It is refused after another restart and a week.
    table.stop_and_restart().await;
    table.advance_hours(24 * 7).await;
    let late = table.ana.press_custom_id(prompt.id, &avoid).await.unwrap();
    assert!(late.is_ephemeral && late.text().contains("settled already"), "{}", late.text());
    // An id that no version has ever written is answered as well.
    let unknown = table.ana.press_custom_id(prompt.id, "parry:0").await.unwrap();
    assert!(unknown.text().contains("older version"));
    table.finish_cleanly().await;
}

#[tokio::test]
async fn deadlines_end_turns_and_answer_prompts() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.advance_hours(25).await;
    table.wait_for_message(&table.ana, "**Ben**, it's your turn").await;
    table.advance_hours(25).await;
    let gm = table.gm.in_dm();
    table.wait_for_message(&gm, "Wolf").await;
    table.run_command(&gm, "/attack as:Wolf target:Ana").await;
    let prompt = table.wait_for_message(&table.ana, "[Avoid (DEX Test)]").await;
    table.script_dice(&[(20, 19)]);
    table.advance_hours(13).await;
    table.wait_for_edit(&table.ana, &prompt, "No answer in time: **Avoid (DEX Test)**").await;
    table.finish_cleanly().await;
}

#[tokio::test]
async fn autocomplete_offers_only_legal_values() {
    let table = Table::start().await;
    let names = |offered: Vec<riposte::fake_discord::AutocompleteChoice>| {
        offered.into_iter().map(|choice| choice.name).collect::<Vec<_>>()
    };
    let offered = table.gm.request_autocomplete("/init new system:").await.unwrap();
    assert_eq!(names(offered), riposte::engine::game::SYSTEM_KEYS);
    table.begin_fight().await;
    let offered = table.ana.request_autocomplete("/attack target:").await.unwrap();
    assert_eq!(names(offered), ["Wolf"]);
    let offered = table.ana.request_autocomplete("/attack target:Wolf weapon:long").await.unwrap();
    assert_eq!(names(offered), ["longsword"]);
    let offered = table.ana.request_autocomplete("/move zone:").await.unwrap();
    assert_eq!(names(offered), ["Yard"]);
    // It is not Ben's turn.
    assert!(table.ben.request_autocomplete("/attack target:").await.unwrap().is_empty());
    let offered = table.gm.request_autocomplete("/npc attack target:Ana npc:").await.unwrap();
    assert_eq!(names(offered), ["Wolf"]);
    assert!(table.ana.request_autocomplete("/gm set who:").await.unwrap().is_empty());
    let offered = table.gm.request_autocomplete("/morale npcs:\"Wolf, W\"").await.unwrap();
    assert_eq!(names(offered), ["Wolf, Wolf"]);
    let offered = table.gm.request_autocomplete("/init end outcome:").await.unwrap();
    assert_eq!(names(offered), ["won", "lost", "truce"]);
    table.finish_cleanly().await;
}

#[tokio::test]
async fn refusals_are_private_and_name_alternatives() {
    let table = Table::start().await;
    let refused = table.ana.run_stale_command("/attack target:Wolf").await.unwrap().text();
    assert!(refused.contains("There is no fight here"), "{refused}");
    table.begin_fight().await;
    let refused = table.run_command(&table.ben, "/attack target:Wolf").await;
    assert!(refused.contains("not Ben's turn"), "{refused}");
    let refused = table.run_command(&table.ana, "/move zone:Tower").await;
    assert!(refused.contains("`/move` (Yard)"), "{refused}");
    let refused = table.ana.run_stale_command("/react parry").await.unwrap().text();
    assert!(refused.contains("no /react parry in DR12"), "{refused}");
    let refused = table.run_command(&table.ana, "/dodge").await;
    assert!(refused.contains("Nobody asks you that"), "{refused}");
    let refused = table.run_command(&table.ana, "/attack target:Ben").await;
    assert!(refused.contains("`/stunt push` (Wolf)"), "{refused}");
    let refused = table.run_command(&table.ana, "/gm harm who:Wolf amount:3").await;
    assert!(refused.contains("Only the GM"), "{refused}");
    let refused = table.run_command(&table.ben.in_dm(), "/attack as:Wolf target:Ana").await;
    assert!(refused.contains("GM"), "{refused}");
    table.finish_cleanly().await;
}

#[tokio::test]
async fn gm_rules_on_a_skill_by_form() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/skill attribute:str text:\"bring the *gate* down\"").await;
    let gm = table.gm.in_dm();
    let prompt = table.wait_for_message(&gm, "Rule otherwise…").await;
    let form = table.gm.press_button(prompt.id, "Rule otherwise…").await.unwrap().modal.unwrap();
    table.script_dice(&[(20, 8)]);
    let ruled = table.gm.submit_modal(&form, &[("dr", "5")]).await.unwrap();
    Table::assert_acknowledged(&ruled);
    let closed = table.wait_for_edit(&gm, &prompt, "needs 5").await;
    assert!(closed.buttons().is_empty(), "{}", closed.full_text());
    table.wait_for_message(&table.ana, "bring the \\*gate\\* down").await;
    table.finish_cleanly().await;
}

#[tokio::test]
async fn quiet_gm_commands_are_invisible_to_players() {
    let table = Table::start().await;
    table.begin_fight().await;
    let add = "/init add from:raider name:Lurker at:Tower hidden:true";
    let answer = table.run_command(&table.gm, add).await;
    assert!(answer.contains("Only the GM reads this."), "{answer}");
    table.run_command(&table.gm, "/gm harm who:Wolf amount:1 quiet:true").await;
    table.run_command(&table.ana, "/pass").await;
    table.wait_for_message(&table.ana, "**Ben**, it's your turn").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    let screen = table.ana.screen_text();
    assert!(!screen.contains("Lurker") && !screen.contains("4/5"), "{screen}");
    assert!(table.run_command(&table.gm, "/status").await.contains("Lurker"));
    table.finish_cleanly().await;
}

#[tokio::test]
async fn commands_are_registered_only_when_they_change() {
    let mut table = Table::start().await;
    let count_registrations = |table: &Table| {
        let calls = table.discord.logged_requests();
        let is_put = |call: &&serde_json::Value| {
            call["method"] == "PUT" && call["path"].as_str().is_some_and(|p| p.contains("commands"))
        };
        calls.iter().filter(is_put).count()
    };
    // One request for the global commands, one for those of the server.
    assert_eq!(count_registrations(&table), 2);
    table.stop_and_restart().await;
    table.kill_and_restart().await;
    assert_eq!(count_registrations(&table), 2);
    table.run_command(&table.gm, "/init new system:dr12").await;
    assert_eq!(count_registrations(&table), 3);
    table.kill_and_restart().await;
    assert_eq!(count_registrations(&table), 3);
    table.finish_cleanly().await;
}
