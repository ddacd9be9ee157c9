//! I10: permissions of every verb for every role.

use riposte::app::input::{InputReply, PartialCommand, QueryResult, RequestContext, RequestPlace};
use riposte::app::permissions::{COMMON_VERBS, Permission, permission_for_verb};
use riposte::engine::core::command::Command;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::store::ids::{ChannelId, FightId};

use crate::app_table::*;

/// Every verb has a permission, and users without it are refused without any change.
#[tokio::test]
async fn every_verb_checks_permission() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.start_fight(system).await;
        table.add_co_gm_and_stand_in().await;
        let (acts, orders) = Game::act_and_order_verbs(system).unwrap();
        let own = acts.iter().chain(orders).map(|verb| verb.name);
        for verb in COMMON_VERBS.iter().map(|(verb, _)| verb.name).chain(own) {
            match permission_for_verb(system, verb).unwrap() {
                Permission::Anyone => {}
                Permission::Player | Permission::Author => {
                    table.assert_refused("Stranger", verb, "not-joined").await;
                }
                Permission::Controller => {
                    table.assert_refused("Stranger", verb, "not-joined").await;
                    for who in ["Ben", "Cleo"] {
                        table.assert_refused(who, &format!("{verb} as:Ana"), "bad-target").await;
                    }
                    table.assert_refused("Ana", &format!("{verb} as:Wolf"), "not-gm").await;
                    table.assert_refused("Ana", &format!("{verb} as:Nobody"), "bad-target").await;
                    // GMs control NPCs, not player characters.
                    for who in ["GM", "Dora"] {
                        table.assert_refused(who, &format!("{verb} as:Ana"), "bad-target").await;
                    }
                }
                Permission::Gm => {
                    for who in ["Ana", "Cleo", "Stranger", "Admin"] {
                        table.assert_refused(who, verb, "not-gm").await;
                    }
                }
                Permission::GmOrAdmin => {
                    for who in ["Ana", "Cleo", "Dora", "Stranger"] {
                        table.assert_refused(who, verb, "not-gm").await;
                    }
                }
            }
        }
        let key = if *system == "cards" { "nothing-asked" } else { "not-in-system" };
        table.assert_refused("Ana", "parry", key).await;
        table.assert_refused("Stranger", "parry", key).await;
    }
}

#[tokio::test]
async fn hidden_combatant_looks_unknown() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.run_command("GM", "start").await;
    let hidden = table.send_command("Ana", "pass as:Lurker").await;
    let nobody = table.send_command("Ana", "pass as:Nobody").await;
    let text = format!("{hidden:?}").replace("Lurker", "Nobody");
    assert_eq!(text, format!("{nobody:?}"));
    for who in ["Ana", "Stranger"] {
        let status = format!("{:?}", table.send_command(who, "status").await);
        assert!(!status.contains("Lurker"), "{who}: {status}");
        let log = format!("{:?}", table.send_command(who, "log").await);
        assert!(!log.contains("Lurker"), "{who}: {log}");
    }
    assert!(format!("{:?}", table.send_command("GM", "log").await).contains("Lurker"));
    let mut posts = table.deliver_posts().await;
    posts.retain(|post| !post.starts_with("dm 1:"));
    assert!(!format!("{posts:?}").contains("Lurker"), "{posts:?}");
}

#[tokio::test]
async fn player_of_several_names_the_character() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("Ana", "join name:Cat from:rogue at:Yard").await;
    table.assert_refused("Ana", "pass", "as-whom").await;
    table.run_command("GM", "start").await;
    for _ in 0..9 {
        if table.awaited_name().await == "Ana" {
            break;
        }
        table
            .run_command("GM", if table.awaited_name().await == "GM" { "pass-all" } else { "skip" })
            .await;
    }
    // The character whose turn it is acts without being named.
    table.run_command("Ana", "pass").await;
}

#[tokio::test]
async fn channel_has_one_open_fight() {
    let table = Table::new().await;
    assert_eq!(refusal_key(table.send_command("Ana", "status").await), "no-fight");
    assert_eq!(refusal_key(table.send_command("GM", "new system:chess").await), "no-such-system");
    assert_eq!(refusal_key(table.send_dm_command("GM", "new system:dr12").await), "not-here");
    table.run_command("GM", "new system:dr12").await;
    table.assert_refused("Ana", "new system:dr12", "fight-here").await;
    table.set_up_combatants().await;
    table.run_command("GM", "start").await;
    table.run_command("GM", "end outcome:truce").await;
    assert!(!table.load_state().await.is_open);
    table.assert_refused("Ana", "pass", "fight-over").await;
    table.assert_refused("GM", "skip", "fight-over").await;
    table.send_command("Ana", "status").await;
    table.run_command("Ana", "new system:dr12").await;
    assert_eq!(table.load_state().await.gm, user_id("Ana"));
}

#[tokio::test]
async fn fight_is_handed_over_to_new_gm() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    table.run_command("GM", "hand-over user:12").await;
    table.assert_refused("GM", "skip", "not-gm").await;
    assert!(any_starts_with(&table.deliver_posts().await, "dm 12: turn Wolf"));
    table.run_command("Ben", "attack target:Ana as:Wolf").await;
    // An administrator of the server may take the fight over.
    table.run_command("Admin", "hand-over").await;
    assert_eq!(table.load_state().await.gm, user_id("Admin"));
    table.run_command("Admin", "skip").await;
}

#[tokio::test]
async fn direct_message_goes_to_only_or_chosen_fight() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    assert_eq!(refusal_key(table.send_dm_command("Stranger", "status").await), "no-fight");
    expect_done(
        table.send_dm_command("GM", "attack target:Ana as:Wolf").await,
        "from a direct message",
    );
    let other = Table { channel: ChannelId(501), ..table };
    other.run_command("GM", "new system:dr12").await;
    assert_eq!(offered_fights(&other, "GM", "status").await.1.len(), 2);
    let QueryResult::OpenFights(lines) =
        expect_query_result(other.send_dm_command("GM", "fight").await)
    else {
        panic!()
    };
    assert_eq!(lines.len(), 2);
    let id = lines[1].fight;
    let QueryResult::FightChosen(_) =
        expect_query_result(other.send_dm_command("GM", &format!("fight id:{id}")).await)
    else {
        panic!()
    };
    let QueryResult::Status { fight, .. } =
        expect_query_result(other.send_dm_command("GM", "status").await)
    else {
        panic!()
    };
    assert_eq!(fight, id);
    // Ana takes part in one fight only.
    let QueryResult::Status { fight, .. } =
        expect_query_result(other.send_dm_command("Ana", "status").await)
    else {
        panic!()
    };
    assert_eq!(fight, lines[0].fight);
    assert_eq!(
        refusal_key(other.send_dm_command("Ana", &format!("fight id:{id}")).await),
        "bad-target"
    );
    // A command that is possible after the end goes to the fight that is over, others to the one
    // that is open.
    other.run_command("GM", "end outcome:truce").await;
    let revision = other.revision().await;
    expect_done(other.send_dm_command("GM", "undo").await, "the end");
    assert!(other.load_state().await.is_open && other.revision().await > revision);
    other.run_command("GM", "end outcome:truce").await;
    expect_done(other.send_dm_command("GM", "pause").await, "the other");
    let QueryResult::Status { fight, .. } =
        expect_query_result(other.send_dm_command("GM", "status").await)
    else {
        panic!()
    };
    assert_eq!(fight, id);
    // This holds until they choose again.
    let choice = format!("fight id:{}", lines[0].fight);
    let QueryResult::FightChosen(_) =
        expect_query_result(other.send_dm_command("GM", &choice).await)
    else {
        panic!()
    };
    let QueryResult::Status { fight, .. } =
        expect_query_result(other.send_dm_command("GM", "status").await)
    else {
        panic!()
    };
    assert_eq!(fight, lines[0].fight);
}

#[tokio::test]
async fn pause_stops_commands_and_deadlines() {
    let table = Table::new().await;
    let open = table.set_up_wolf_attack().await;
    table.run_command("GM", "pause").await;
    table.assert_refused("GM", "pause", "fight-paused").await;
    assert_eq!(refusal_key(table.press_choice("Ana", "dodge", &open).await), "fight-paused");
    table.assert_refused("Ben", "pass", "fight-paused").await;
    assert_eq!(table.app.next_deadline_time().await.unwrap(), None);
    table.advance_hours(1000).await;
    table.run_command("GM", "resume").await;
    table.assert_refused("GM", "resume", "not-paused").await;
    assert_eq!(table.single_prompt().await.id, open.id);
    table.advance_hours(11).await;
    assert_eq!(table.load_state().await.prompts.len(), 1);
    table.advance_hours(1).await;
    assert_eq!(table.load_state().await.prompts.len(), 0);
}

#[tokio::test]
async fn quiet_gm_act_is_not_posted() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.deliver_posts().await;
    let done = table.run_command("GM", "adjust who:Ana field:hp value:9 quiet:true").await;
    assert!(done.narrative.is_some() && done.has_more_than_public);
    assert_eq!(table.deliver_posts().await, Vec::<String>::new());
    let log = format!("{:?}", table.send_command("Ana", "log last:1").await);
    assert!(!log.contains("Adjusted"), "{log}");
    // Players cannot act quietly.
    table.run_command("Ana", "move zone:Gate quiet:true").await;
    assert!(any_starts_with(&table.deliver_posts().await, "channel: edit turn Ana, told 1"));
}

#[tokio::test]
async fn fight_is_unreachable_from_other_channels() {
    let table = Table::new().await;
    table.set_up_fight().await;
    let place = RequestPlace::Channel { guild: GUILD, channel: ChannelId(777) };
    let context = RequestContext { place, ..table.request_context("GM") };
    let reply = table.app.handle_input(&context, parse_input("start")).await.unwrap();
    assert_eq!(refusal_key(reply), "no-fight");
}

/// Sends a command in a direct message that may mean several fights, and returns the id under which
/// it is held and the fights to choose from.
async fn offered_fights(table: &Table, who: &str, text: &str) -> (i64, Vec<FightId>) {
    let QueryResult::FightChoice { held_input, fights } =
        expect_query_result(table.send_dm_command(who, text).await)
    else {
        panic!("{text}: no choice")
    };
    (held_input, fights.iter().map(|summary| summary.fight).collect())
}

#[tokio::test]
async fn command_goes_on_in_the_fight_that_is_chosen() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    let other = Table { channel: ChannelId(501), ..table };
    other.run_command("GM", "new system:dr12").await;
    let place = RequestPlace::Dm { channel: ChannelId(9000 + user_id("GM").0) };
    let gm = RequestContext { place, ..other.request_context("GM") };
    let app = &other.app;
    // Every command that needs a fight asks, with what was typed kept as it is.
    for text in ["status", "mine", "log", "map", "skip", "add from:raider name:\"Old: Al\""] {
        let (held, fights) = offered_fights(&other, "GM", text).await;
        assert_eq!(fights.len(), 2, "{text}");
        let reply = app.resume_held_input_in_fight(&gm, held, fights[1]).await.unwrap();
        assert!(
            !matches!(&reply, InputReply::QueryResult(result)
                if matches!(**result, QueryResult::FightChoice { .. })),
            "{text}"
        );
        // It goes on once.
        let again = app.resume_held_input_in_fight(&gm, held, fights[1]).await.unwrap();
        assert_eq!(refusal_key(again), "choice-expired", "{text}");
    }
    let state = other.load_state().await;
    assert!(state.members.iter().any(|member| member.name == "Old: Al"));
    // Nobody else can send it on, nor into a fight where they have no part.
    let (held, fights) = offered_fights(&other, "GM", "status").await;
    let ana = RequestContext { user: user_id("Ana"), ..gm.clone() };
    assert_eq!(
        refusal_key(app.resume_held_input_in_fight(&ana, held, fights[0]).await.unwrap()),
        "choice-expired"
    );
    let nowhere = app.resume_held_input_in_fight(&gm, held, FightId(999)).await.unwrap();
    assert_eq!(refusal_key(nowhere), "choice-gone");
    // A fight that ended meanwhile says so itself.
    let (held, fights) = offered_fights(&other, "GM", "add from:raider").await;
    other.run_command("GM", "end").await;
    let ended = app.resume_held_input_in_fight(&gm, held, fights[1]).await.unwrap();
    assert!(matches!(ended, InputReply::Refused(_)), "{ended:?}");
    // Completion looks into all fights that may be meant.
    let (held, fights) = {
        let third = Table { channel: ChannelId(502), ..other };
        third.run_command("GM", "new system:dr12").await;
        let typed = PartialCommand {
            command: Command::new("reveal"),
            actor_name: None,
            slot: "who".into(),
            typed_text: "Wol".into(),
        };
        assert_eq!(third.app.complete_slot(&gm, &typed).await.unwrap(), ["Wolf"]);
        let offered = offered_fights(&third, "GM", "status").await;
        third.advance_hours(1).await;
        let late =
            third.app.resume_held_input_in_fight(&gm, offered.0, offered.1[0]).await.unwrap();
        assert_eq!(refusal_key(late), "choice-expired");
        offered
    };
    assert!(held > 0 && fights.len() == 2);
}
