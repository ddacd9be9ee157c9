//! I10: permissions of every verb for every role.

use riposte::app::input::{QueryResult, RequestContext, RequestPlace};
use riposte::app::permissions::{COMMON_VERBS, Permission, permission_for_verb};
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::store::ids::ChannelId;

use crate::app_table::*;

/// Every verb has a permission, and users without it are refused without any change.
#[tokio::test]
async fn every_verb_is_checked() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.plays(system).await;
        table.has_helpers().await;
        let (acts, orders) = Game::act_and_order_verbs(system).unwrap();
        let own = acts.iter().chain(orders).map(|verb| verb.name);
        for verb in COMMON_VERBS.iter().map(|(verb, _)| verb.name).chain(own) {
            match permission_for_verb(system, verb).unwrap() {
                Permission::Anyone => {}
                Permission::Player | Permission::Author => {
                    table.may_not("Stranger", verb, "not-joined").await;
                }
                Permission::Controller => {
                    table.may_not("Stranger", verb, "not-joined").await;
                    for who in ["Ben", "Cleo"] {
                        table.may_not(who, &format!("{verb} as:Ana"), "bad-target").await;
                    }
                    table.may_not("Ana", &format!("{verb} as:Wolf"), "not-gm").await;
                    table.may_not("Ana", &format!("{verb} as:Nobody"), "bad-target").await;
                    // GMs control NPCs, not player characters.
                    for who in ["GM", "Dora"] {
                        table.may_not(who, &format!("{verb} as:Ana"), "bad-target").await;
                    }
                }
                Permission::Gm => {
                    for who in ["Ana", "Cleo", "Stranger", "Admin"] {
                        table.may_not(who, verb, "not-gm").await;
                    }
                }
                Permission::GmOrAdmin => {
                    for who in ["Ana", "Cleo", "Dora", "Stranger"] {
                        table.may_not(who, verb, "not-gm").await;
                    }
                }
            }
        }
        let key = if *system == "cards" { "nothing-asked" } else { "not-in-system" };
        table.may_not("Ana", "parry", key).await;
        table.may_not("Stranger", "parry", key).await;
    }
}

#[tokio::test]
async fn a_hidden_one_is_as_unknown_as_nobody() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.does("GM", "start").await;
    let hidden = table.say("Ana", "pass as:Lurker").await;
    let nobody = table.say("Ana", "pass as:Nobody").await;
    let text = format!("{hidden:?}").replace("Lurker", "Nobody");
    assert_eq!(text, format!("{nobody:?}"));
    for who in ["Ana", "Stranger"] {
        let status = format!("{:?}", table.say(who, "status").await);
        assert!(!status.contains("Lurker"), "{who}: {status}");
        let log = format!("{:?}", table.say(who, "log").await);
        assert!(!log.contains("Lurker"), "{who}: {log}");
    }
    assert!(format!("{:?}", table.say("GM", "log").await).contains("Lurker"));
    let mut posts = table.posts().await;
    posts.retain(|post| !post.starts_with("dm 1:"));
    assert!(!format!("{posts:?}").contains("Lurker"), "{posts:?}");
}

#[tokio::test]
async fn whoever_plays_several_says_as_whom() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("Ana", "join name:Cat from:rogue at:Yard").await;
    table.may_not("Ana", "pass", "as-whom").await;
    table.does("GM", "start").await;
    for _ in 0..9 {
        if table.waited_for().await == "Ana" {
            break;
        }
        table.does("GM", if table.waited_for().await == "GM" { "pass-all" } else { "skip" }).await;
    }
    // The character whose turn it is acts without being named.
    table.does("Ana", "pass").await;
}

#[tokio::test]
async fn a_channel_has_one_fight() {
    let table = Table::new().await;
    assert_eq!(refused(table.say("Ana", "status").await), "no-fight");
    assert_eq!(refused(table.say("GM", "new system:chess").await), "no-such-system");
    assert_eq!(refused(table.whispers("GM", "new system:dr12").await), "not-here");
    table.does("GM", "new system:dr12").await;
    table.may_not("Ana", "new system:dr12", "fight-here").await;
    table.sets_up_the_rest().await;
    table.does("GM", "start").await;
    table.does("GM", "end outcome:truce").await;
    assert!(!table.now().await.is_open);
    table.may_not("Ana", "pass", "fight-over").await;
    table.may_not("GM", "skip", "fight-over").await;
    table.say("Ana", "status").await;
    table.does("Ana", "new system:dr12").await;
    assert_eq!(table.now().await.gm, user("Ana"));
}

#[tokio::test]
async fn a_fight_is_handed_over() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    table.does("GM", "hand-over user:12").await;
    table.may_not("GM", "skip", "not-gm").await;
    assert!(has(&table.posts().await, "dm 12: turn Wolf"));
    table.does("Ben", "attack target:Ana as:Wolf").await;
    // An administrator of the server may take the fight over.
    table.does("Admin", "hand-over").await;
    assert_eq!(table.now().await.gm, user("Admin"));
    table.does("Admin", "skip").await;
}

#[tokio::test]
async fn direct_messages_are_about_the_only_fight_or_the_chosen_one() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    assert_eq!(refused(table.whispers("Stranger", "status").await), "no-fight");
    done(table.whispers("GM", "attack target:Ana as:Wolf").await, "from a direct message");
    let other = Table { channel: ChannelId(501), ..table };
    other.does("GM", "new system:dr12").await;
    assert_eq!(refused(other.whispers("GM", "status").await), "which-fight");
    let QueryResult::OpenFights(lines) = shown(other.whispers("GM", "fight").await) else {
        panic!()
    };
    assert_eq!(lines.len(), 2);
    let id = lines[1].fight;
    let QueryResult::FightChosen(_) = shown(other.whispers("GM", &format!("fight id:{id}")).await)
    else {
        panic!()
    };
    let QueryResult::Status { fight, .. } = shown(other.whispers("GM", "status").await) else {
        panic!()
    };
    assert_eq!(fight, id);
    // Ana takes part in one fight only.
    let QueryResult::Status { fight, .. } = shown(other.whispers("Ana", "status").await) else {
        panic!()
    };
    assert_eq!(fight, lines[0].fight);
    assert_eq!(refused(other.whispers("Ana", &format!("fight id:{id}")).await), "bad-target");
    // A command that is possible after the end goes to the fight that is over, others to the one
    // that is open.
    other.does("GM", "end outcome:truce").await;
    let revision = other.revision().await;
    done(other.whispers("GM", "undo").await, "the end");
    assert!(other.now().await.is_open && other.revision().await > revision);
    other.does("GM", "end outcome:truce").await;
    done(other.whispers("GM", "pause").await, "the other");
    let QueryResult::Status { fight, .. } = shown(other.whispers("GM", "status").await) else {
        panic!()
    };
    assert_eq!(fight, id);
    // This holds until they choose again.
    let choice = format!("fight id:{}", lines[0].fight);
    let QueryResult::FightChosen(_) = shown(other.whispers("GM", &choice).await) else { panic!() };
    let QueryResult::Status { fight, .. } = shown(other.whispers("GM", "status").await) else {
        panic!()
    };
    assert_eq!(fight, lines[0].fight);
}

#[tokio::test]
async fn a_pause_stops_everybody_and_every_clock() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    table.does("GM", "pause").await;
    table.may_not("GM", "pause", "fight-paused").await;
    assert_eq!(refused(table.presses("Ana", "dodge", &open).await), "fight-paused");
    table.may_not("Ben", "pass", "fight-paused").await;
    assert_eq!(table.app.next_deadline_time().await.unwrap(), None);
    table.wait(1000).await;
    table.does("GM", "resume").await;
    table.may_not("GM", "resume", "not-paused").await;
    assert_eq!(table.prompt().await.id, open.id);
    table.wait(11).await;
    assert_eq!(table.now().await.prompts.len(), 1);
    table.wait(1).await;
    assert_eq!(table.now().await.prompts.len(), 0);
}

#[tokio::test]
async fn what_the_gm_does_quietly_is_not_told() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.posts().await;
    let done = table.does("GM", "adjust who:Ana field:hp value:9 quiet:true").await;
    assert!(done.narrative.is_some() && done.has_more_than_public);
    assert_eq!(table.posts().await, Vec::<String>::new());
    let log = format!("{:?}", table.say("Ana", "log last:1").await);
    assert!(!log.contains("Adjusted"), "{log}");
    // Players cannot act quietly.
    table.does("Ana", "move zone:Gate quiet:true").await;
    assert!(has(&table.posts().await, "channel: edit turn Ana, told 1"));
}

#[tokio::test]
async fn a_seat_elsewhere_does_not_reach_the_fight() {
    let table = Table::new().await;
    table.sets_up().await;
    let place = RequestPlace::Channel { guild: GUILD, channel: ChannelId(777) };
    let origin = RequestContext { place, ..table.origin("GM") };
    let reply = table.app.handle_input(&origin, command("start")).await.unwrap();
    assert_eq!(refused(reply), "no-fight");
}
