//! The bot on Discord: the whole way from what somebody types or presses to what everybody sees.

mod cards_system;
mod chat_moderation;
mod commands;
mod crash;
mod dice;
#[path = "../support/full_message.rs"]
mod full_message;
mod gm_cockpit;
#[path = "../support/killable.rs"]
mod killable;
mod largest_fights;
mod late_presses;
mod message_invariants;
mod plain_mode;
mod privacy;
mod program;
mod random_tables;
mod returning_players;
// The bench that counts what they see uses the rest of it.
#[path = "../support/databases.rs"]
mod databases;
mod failures;
mod library;
#[allow(dead_code)]
#[path = "../support/players/mod.rs"]
mod players;
mod reminders;
mod shards;
mod table;
mod threads;

use riposte::fake_discord::User;
use table::{SOON, Table};

#[tokio::test]
async fn a_fight_from_end_to_end() {
    let table = Table::set().await;
    table.begin().await;
    assert_eq!(table.ana.pinging_messages().len(), 1, "one ping, to whose turn it is");
    assert!(table.ben.pinging_messages().is_empty());

    // Ana hits with a menu of her turn's message.
    let turn = table.sees(&table.ana, "**Ana**, it's your turn").await;
    table.dice(&[(20, 15), (8, 4)]);
    let chosen = ["Attack Wolf with longsword · Action"];
    let answer = table.ana.choose_in_menu(turn.id, "Attack", &chosen).await.unwrap();
    Table::is_taken(&answer);
    let left = table.becomes(&table.ben, &turn, "Move left").await;
    assert!(
        left.full_text().contains("**Ana** attacks **Wolf** with longsword"),
        "{}",
        left.full_text()
    );

    // What she has left is in the same message.
    let menu = left.find_menu("Move").unwrap();
    assert_eq!(menu.options.len(), 2, "{}", left.full_text());
    Table::is_taken(&table.ana.press_button(left.id, "End turn").await.unwrap());

    // Her turn is over: of the message the record is left, Ben gets the next one.
    let over = table.closes(&table.ana, &turn).await;
    assert_eq!(over.content, "", "{}", over.full_text());
    assert!(
        over.full_text().contains("**Ana** attacks **Wolf** with longsword"),
        "{}",
        over.full_text()
    );
    assert!(table.ana.ephemeral_messages().iter().all(|it| !it.full_text().contains("longsword")));
    let turn = table.sees(&table.ben, "**Ben**, it's your turn").await;
    table.click(&table.ben, &turn, "End turn").await;

    // The GM is asked in private, and plays the wolf there.
    let gm = table.gm.in_dm();
    table.sees(&gm, "Wolf").await;
    table.slash(&gm, "/attack as:Wolf target:Ben").await;
    let prompt = table.sees(&table.ben, "[Avoid (DEX Test)]").await;
    assert_eq!(prompt.channel, table.ben.channel);
    assert!(
        prompt.full_text().contains(&table.ben.mention()) && prompt.full_text().contains("<t:")
    );
    table.dice(&[(20, 2), (6, 5)]);
    let pressed = table.ben.press_button(prompt.id, "Avoid (DEX Test)").await.unwrap();
    Table::is_taken(&pressed);
    let closed = table.closes(&table.ana, &prompt).await;
    assert_eq!(closed.content, "", "{}", closed.full_text());
    assert!(closed.full_text().contains("d20 2 ") && closed.full_text().contains("**Ben** "));

    // The summary is one pinned message, kept true.
    let summary = table.sees(&table.ana, "DR12 · round").await;
    assert!(summary.is_pinned && summary.is_edited);
    let summary = table.becomes(&table.ana, &summary, "**Ben** ▰▰▱▱ 4/8").await;
    assert!(summary.full_text().contains("**Wolf** badly hurt"), "{}", summary.full_text());
    assert!(table.slash(&table.gm, "/status").await.contains("**Wolf** ▰▰▱▱ 2/5"));
    assert!(table.slash(&table.ana, "/mine").await.contains("longsword"));
    table.clear().await;
}

/// Hunters against a wolf, by the rules of `factions`; they have the first slot.
async fn hunt(table: &Table, hunters: &[(&str, &User)]) {
    for command in ["/init new system:factions", "/init add from:wolf name:Wolf"] {
        table.slash(&table.gm, command).await;
    }
    for (name, user) in hunters {
        table.slash(user, &format!("/init join from:hunter name:{name}")).await;
    }
    for command in ["/init started faction:party", "/init start"] {
        table.slash(&table.gm, command).await;
    }
}

/// Whoever lets the slot go may still act in it, but is not asked what else they do.
#[tokio::test]
async fn a_pass_is_a_pass() {
    let table = Table::set().await;
    hunt(&table, &[("Ana", &table.ana), ("Ben", &table.ben)]).await;
    let answer = table.slash(&table.ana, "/pass").await;
    assert_eq!(answer, "**Ana** will not act in this slot.");
    table.clear().await;
}

/// FACT-ROUND-6: nothing is asked; the button says so.
#[tokio::test]
async fn a_pass_that_ends_the_round_says_so() {
    let table = Table::set().await;
    hunt(&table, &[("Ana", &table.ana)]).await;
    let gm = table.gm.in_dm();
    let turn = table.sees(&table.ana, "it's your turn").await;
    assert!(turn.find_button("Pass").is_some(), "{}", turn.full_text());
    table.click(&table.ana, &turn, "Pass").await;

    // Once the wolf has had its turn nobody else is left to act.
    table.sees(&gm, "Wolf").await;
    table.slash(&gm, "/turn as:Wolf end:true").await;
    let turn = table.sees(&table.ana, "[Pass · ends the round]").await;
    table.click(&table.ana, &turn, "Pass · ends the round").await;
    table.closes(&table.ana, &turn).await;
    let status = table.slash(&table.ana, "/status").await;
    assert!(status.to_lowercase().contains("round 2"), "{status}");
    table.clear().await;
}

/// Names fill what an option of a menu may carry: it is found all the same.
#[tokio::test]
async fn the_longest_names_are_in_the_menus() {
    let table = Table::set().await;
    let wolf = format!("Wolf {}", "|".repeat(27));
    table.slash(&table.gm, "/init new system:dr12").await;
    table.slash(&table.gm, "/init zones layout:\"Gate - Yard\"").await;
    table.slash(&table.ana, &format!("/init join from:warrior name:\"{}\"", "A".repeat(32))).await;
    table.slash(&table.gm, &format!("/init add from:raider name:\"{wolf}\" at:Gate")).await;
    table.dice(&[(6, 6), (6, 1)]);
    table.slash(&table.gm, "/init start").await;
    let turn = table.sees(&table.ana, "it's your turn").await;
    table.dice(&[(20, 15), (8, 4)]);
    let attack = format!("Attack {wolf} with longsword · Action");
    let menu = turn.find_menu("Attack").unwrap();
    let (_, value) = menu.options.iter().find(|(label, _)| *label == attack).unwrap();
    Table::is_taken(&table.ana.choose_in_menu(turn.id, "Attack", &[&attack]).await.unwrap());
    table.becomes(&table.ana, &turn, "Move left").await;
    // What may not be done any more is not found.
    let late = table.ana.choose_custom_id(turn.id, &menu.custom_id, value).await.unwrap();
    assert!(late.is_ephemeral && !late.text().is_empty());
    assert!(!late.text().contains("Move left"), "{}", late.text());
    table.clear().await;
}

#[tokio::test]
async fn presses_that_do_nothing() {
    let mut table = Table::set().await;
    table.begin().await;
    table.slash(&table.ana, "/pass").await;
    table.sees(&table.ben, "**Ben**, it's your turn").await;
    table.slash(&table.ben, "/pass").await;
    table.sees(&table.gm.in_dm(), "Wolf").await;
    table.slash(&table.gm, "/npc attack npc:Wolf target:Ana").await;
    let prompt = table.sees(&table.ana, "[Avoid (DEX Test)]").await;
    let avoid = prompt.find_button("Avoid (DEX Test)").unwrap().custom_id.unwrap();

    // By another player, and by a stranger.
    let foreign = table.ben.press_button(prompt.id, "Avoid (DEX Test)").await.unwrap();
    assert!(foreign.is_ephemeral, "{}", foreign.text());
    let stranger = table.discord.find_or_add_user("Zoe");
    let foreign = stranger.press_button(prompt.id, "Avoid (DEX Test)").await.unwrap();
    assert!(foreign.is_ephemeral);

    // After a restart the button still works; twice at once it works once.
    table.kill_and_restart().await;
    table.dice(&[(20, 19)]);
    let one = table.ana.send_custom_id_press(prompt.id, &avoid).unwrap();
    let other = table.ana.send_custom_id_press(prompt.id, &avoid).unwrap();
    let (one, other) =
        (one.wait_for_answer().await.unwrap(), other.wait_for_answer().await.unwrap());
    let refused = [&one, &other].map(|answer| answer.text().contains("settled already"));
    assert!(refused[0] != refused[1], "{} / {}", one.text(), other.text());
    let closed = table.closes(&table.ana, &prompt).await;
    assert!(closed.full_text().contains("d20 19,"), "{}", closed.full_text());

    // A week later, after another restart.
    table.stop_and_restart().await;
    table.later(24 * 7).await;
    let late = table.ana.press_custom_id(prompt.id, &avoid).await.unwrap();
    assert!(late.is_ephemeral && late.text().contains("settled already"), "{}", late.text());
    // What no version ever wrote is answered as well.
    let unknown = table.ana.press_custom_id(prompt.id, "parry:0").await.unwrap();
    assert!(unknown.text().contains("older version"));
    table.clear().await;
}

#[tokio::test]
async fn a_clock_answers_for_who_does_not() {
    let table = Table::set().await;
    table.begin().await;
    table.later(25).await;
    table.sees(&table.ana, "**Ben**, it's your turn").await;
    table.later(25).await;
    let gm = table.gm.in_dm();
    table.sees(&gm, "Wolf").await;
    table.slash(&gm, "/attack as:Wolf target:Ana").await;
    let prompt = table.sees(&table.ana, "[Avoid (DEX Test)]").await;
    table.dice(&[(20, 19)]);
    table.later(13).await;
    table.becomes(&table.ana, &prompt, "No answer in time: **Avoid (DEX Test)**").await;
    table.clear().await;
}

#[tokio::test]
async fn only_what_is_legal_is_offered_while_typing() {
    let table = Table::set().await;
    let names = |offered: Vec<riposte::fake_discord::AutocompleteChoice>| {
        offered.into_iter().map(|choice| choice.name).collect::<Vec<_>>()
    };
    let offered = table.gm.request_autocomplete("/init new system:").await.unwrap();
    assert_eq!(names(offered), riposte::engine::game::SYSTEM_KEYS);
    table.begin().await;
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
    table.clear().await;
}

#[tokio::test]
async fn refusals_are_private_and_say_what_is_possible() {
    let table = Table::set().await;
    let refused = table.ana.run_stale_command("/attack target:Wolf").await.unwrap().text();
    assert!(refused.contains("There is no fight here"), "{refused}");
    table.begin().await;
    let refused = table.slash(&table.ben, "/attack target:Wolf").await;
    assert!(refused.contains("not Ben's turn"), "{refused}");
    let refused = table.slash(&table.ana, "/move zone:Tower").await;
    assert!(refused.contains("`/move` (Yard)"), "{refused}");
    let refused = table.ana.run_stale_command("/react parry").await.unwrap().text();
    assert!(refused.contains("no /react parry in DR12"), "{refused}");
    let refused = table.slash(&table.ana, "/dodge").await;
    assert!(refused.contains("Nobody asks you that"), "{refused}");
    let refused = table.slash(&table.ana, "/attack target:Ben").await;
    assert!(refused.contains("`/stunt push` (Wolf)"), "{refused}");
    let refused = table.slash(&table.ana, "/gm harm who:Wolf amount:3").await;
    assert!(refused.contains("Only the GM"), "{refused}");
    let refused = table.slash(&table.ben.in_dm(), "/attack as:Wolf target:Ana").await;
    assert!(refused.contains("GM"), "{refused}");
    table.clear().await;
}

#[tokio::test]
async fn the_gm_rules_by_a_form() {
    let table = Table::set().await;
    table.begin().await;
    table.slash(&table.ana, "/skill attribute:str text:\"bring the *gate* down\"").await;
    let gm = table.gm.in_dm();
    let prompt = table.sees(&gm, "Rule otherwise…").await;
    let form = table.gm.press_button(prompt.id, "Rule otherwise…").await.unwrap().modal.unwrap();
    table.dice(&[(20, 8)]);
    let ruled = table.gm.submit_modal(&form, &[("dr", "5")]).await.unwrap();
    Table::is_taken(&ruled);
    let closed = table.becomes(&gm, &prompt, "needs 5").await;
    assert!(closed.buttons().is_empty(), "{}", closed.full_text());
    table.sees(&table.ana, "bring the \\*gate\\* down").await;
    table.clear().await;
}

#[tokio::test]
async fn what_the_gm_does_quietly_nobody_sees() {
    let table = Table::set().await;
    table.begin().await;
    table.slash(&table.gm, "/init add from:raider name:Lurker at:Tower hidden:true").await;
    table.slash(&table.gm, "/gm harm who:Wolf amount:1 quiet:true").await;
    table.slash(&table.ana, "/pass").await;
    table.sees(&table.ana, "**Ben**, it's your turn").await;
    assert!(table.discord.wait_until_idle(SOON).await);
    let screen = table.ana.screen_text();
    assert!(!screen.contains("Lurker") && !screen.contains("4/5"), "{screen}");
    assert!(table.slash(&table.gm, "/status").await.contains("Lurker"));
    table.clear().await;
}

#[tokio::test]
async fn commands_are_registered_only_when_they_change() {
    let mut table = Table::set().await;
    let puts = |table: &Table| {
        let calls = table.discord.logged_requests();
        let is_put = |call: &&serde_json::Value| {
            call["method"] == "PUT" && call["path"].as_str().is_some_and(|p| p.contains("commands"))
        };
        calls.iter().filter(is_put).count()
    };
    // Those of direct messages, and those of the server.
    assert_eq!(puts(&table), 2);
    table.stop_and_restart().await;
    table.kill_and_restart().await;
    assert_eq!(puts(&table), 2);
    table.slash(&table.gm, "/init new system:dr12").await;
    assert_eq!(puts(&table), 3);
    table.kill_and_restart().await;
    assert_eq!(puts(&table), 3);
    table.clear().await;
}
