//! Absence policies: what is done for absent players when their time runs out, or at once while
//! they are marked as away.

use riposte::app::input::InputReply;
use riposte::app::roles::Role;

use crate::app_table::*;

/// Sets up a fight in which it is Ana's turn and she has this absence policy.
async fn ana_acts(system: &str, policy: &str) -> Table {
    let table = Table::new().await;
    table.plays(system).await;
    for _ in 0..9 {
        match table.waited_for().await.as_str() {
            "Ana" => break,
            "GM" | "Wolf" | "Ben" => drop(table.say("GM", "skip").await),
            _ => {
                let first = table.say("Ana", "init").await;
                drop((
                    first,
                    table.say("Ben", "init").await,
                    table.say("GM", "init as:Wolf").await,
                ));
            }
        }
    }
    assert_eq!(table.waited_for().await, "Ana", "{system}");
    table.does("Ana", &format!("absence policy:{policy}")).await;
    table
}

#[tokio::test]
async fn a_policy_is_the_players_or_the_gms_to_set() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.may_not("Stranger", "absence policy:pass", "not-joined").await;
    table.may_not("Ana", "absence policy:pass who:Ben", "bad-target").await;
    table.may_not("Ana", "absence policy:dance", "bad-setup").await;
    table.may_not("GM", "absence policy:pass who:Wolf", "bad-target").await;
    table.does("GM", "absence policy:pass who:Ana").await;
    assert_eq!(table.now().await.people.absence_policies.len(), 1);
    table.does("Ana", "absence policy:none").await;
    assert!(table.now().await.people.absence_policies.is_empty());
}

/// The rules of `dr12` would pass the turn.
#[tokio::test]
async fn to_wait_is_to_ask_the_gm() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("Ana", "absence policy:wait").await;
    table.wait(25).await;
    assert_eq!(table.waited_for().await, "Ana");
    let posts = table.posts().await;
    let told = posts.iter().filter(|post| *post == "dm 1: reminder").count();
    assert_eq!(told, 1, "{posts:?}");
    table.does("GM", "pass as:Ana").await;
}

/// The rules of `cards` and `fates` would remind the GM.
#[tokio::test]
async fn to_pass_is_to_let_the_turn_go() {
    for system in ["cards", "fates"] {
        let table = ana_acts(system, "pass").await;
        let turn = table.now().await.turn.as_ref().unwrap().id;
        table.wait(25).await;
        assert_ne!(table.now().await.turn.as_ref().map(|turn| turn.id), Some(turn), "{system}");
        let posts = table.posts().await;
        assert!(!posts.contains(&"dm 1: reminder".to_string()), "{system}: {posts:?}");
    }
}

#[tokio::test]
async fn to_defend_is_the_systems_act_of_defence() {
    let table = ana_acts("fates", "defend").await;
    let turn = table.now().await.turn.as_ref().unwrap().id;
    table.wait(25).await;
    assert_ne!(table.now().await.turn.as_ref().map(|turn| turn.id), Some(turn));
    let log = format!("{:?}", table.say("GM", "log last:5").await);
    assert!(log.contains("verb: \"defend\""), "{log}");
    // `dr12` has no act of defence, so the policy is refused there.
    let table = Table::new().await;
    table.ana_to_act().await;
    match table.say("Ana", "absence policy:defend").await {
        InputReply::Refused(refusal) => {
            assert_eq!(refusal.details["names"], "wait, pass, stand-in, none");
        }
        other => panic!("{other:?}"),
    }
    table.does("Ana", "absence policy:pass").await;
}

#[tokio::test]
async fn nobody_waits_for_who_is_away() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    table.does("Ana", "absence policy:pass").await;
    shown(table.say("Ana", "away until:9d").await);
    table.app.fire_due_deadlines().await.unwrap();
    assert!(table.now().await.prompts.iter().all(|one| one.id != open.id));
    // Her next turn passes at once as well.
    for _ in 0..9 {
        table.app.fire_due_deadlines().await.unwrap();
        match table.waited_for().await.as_str() {
            "Ana" => panic!("she is waited for"),
            "Ben" => drop(table.does("GM", "skip").await),
            _ => drop(table.does("GM", "pass-all").await),
        }
    }
}

/// Holds also where no deadline runs: no limit is set, or the GM has already been reminded.
#[tokio::test]
async fn nobody_waits_without_a_clock() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "set key:limit_turn value:none").await;
    table.comes_to_ana().await;
    table.does("Ana", "absence policy:pass").await;
    table.does("GM", "pause").await;
    shown(table.say("Ana", "away until:9d").await);
    table.app.fire_due_deadlines().await.unwrap();
    assert_eq!(table.waited_for().await, "Ana", "it is paused");
    table.does("GM", "resume").await;
    table.app.fire_due_deadlines().await.unwrap();
    assert_ne!(table.waited_for().await, "Ana");

    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("Ana", "absence policy:wait").await;
    table.wait(25).await;
    assert_eq!(table.waited_for().await, "Ana", "the GM is reminded");
    table.does("Ana", "absence policy:pass").await;
    shown(table.say("Ana", "away until:9d").await);
    table.app.fire_due_deadlines().await.unwrap();
    assert_ne!(table.waited_for().await, "Ana");
}

/// Going away and coming back during a pause leaves the deadline as it was.
#[tokio::test]
async fn whoever_is_back_in_time_is_waited_for() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("Ana", "absence policy:pass").await;
    let left = async |table: &Table| table.now().await.turn.as_ref().unwrap().deadline;
    table.does("GM", "pause").await;
    let paused = left(&table).await;
    shown(table.say("Ana", "away until:9d").await);
    assert_eq!(left(&table).await, paused);
    shown(table.say("Ana", "away back:true").await);
    table.does("GM", "resume").await;
    table.app.fire_due_deadlines().await.unwrap();
    assert_eq!(table.waited_for().await, "Ana");

    // The same holds for an open prompt.
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    table.does("Ana", "absence policy:pass").await;
    table.does("GM", "pause").await;
    shown(table.say("Ana", "away until:9d").await);
    shown(table.say("Ana", "away back:true").await);
    table.does("GM", "resume").await;
    table.app.fire_due_deadlines().await.unwrap();
    assert_eq!(table.prompt().await.id, open.id);

    // A player who is not back by then is skipped as soon as the fight resumes.
    table.does("GM", "pause").await;
    shown(table.say("Ana", "away until:9d").await);
    table.does("GM", "resume").await;
    table.app.fire_due_deadlines().await.unwrap();
    assert!(table.now().await.prompts.iter().all(|one| one.id != open.id));
}

/// A slot shared by several waits for the players who are present. Once they have passed or acted,
/// it does not wait for those who are away.
#[tokio::test]
async fn a_slot_of_several_waits_for_who_is_there() {
    for policy in ["pass", "defend"] {
        let table = Table::new().await;
        table.plays("factions").await;
        let waits_for_both =
            async || table.now().await.turn.as_ref().unwrap().awaited.actors.len() == 2;
        assert!(waits_for_both().await);
        table.does("Ana", &format!("absence policy:{policy}")).await;
        shown(table.say("Ana", "away until:9d").await);
        table.app.fire_due_deadlines().await.unwrap();
        // Ben is present and keeps his whole time.
        assert!(waits_for_both().await, "{policy}");
        table.does("Ben", "pass").await;
        table.app.fire_due_deadlines().await.unwrap();
        assert_eq!(table.waited_for().await, "Wolf", "{policy}");
        table.does("GM", "undo steps:2").await;
        shown(table.say("Ben", "away until:9d").await);
        table.does("GM", "absence policy:pass who:Ben").await;
        table.app.fire_due_deadlines().await.unwrap();
        assert_eq!(table.waited_for().await, "Wolf", "{policy}: both are away");
    }
}

/// When several let the time run out, the policy that does most decides: here both ask for the GM.
#[tokio::test]
async fn a_slot_that_all_would_wait_in_is_the_gms() {
    let table = Table::new().await;
    table.plays("factions").await;
    table.does("Ana", "absence policy:wait").await;
    table.does("Ben", "absence policy:wait").await;
    let turn = table.now().await.turn.as_ref().unwrap().id;
    table.wait(25).await;
    assert_eq!(table.now().await.turn.as_ref().unwrap().id, turn);
    assert!(table.posts().await.contains(&"dm 1: reminder".to_string()));
    // Ben has set no policy, so the rules pass the slot.
    let table = Table::new().await;
    table.plays("factions").await;
    table.does("Ana", "absence policy:wait").await;
    table.wait(25).await;
    assert_eq!(table.waited_for().await, "Wolf");
}

#[tokio::test]
async fn being_away_alone_lets_the_clock_run() {
    let table = Table::new().await;
    let open = table.wolf_attacks_ana().await;
    shown(table.say("Ana", "away until:9d").await);
    table.app.fire_due_deadlines().await.unwrap();
    assert_eq!(table.prompt().await.id, open.id);
    assert_eq!(table.prompt().await.deadline_time(), open.deadline_time());
}

#[tokio::test]
async fn a_stand_in_on_call_is_asked_once_the_time_has_run_out() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("Ana", "absence policy:stand-in").await;
    table.does("Ana", "stand-in user:13").await;
    // The stand-in has no role yet and may see nothing yet.
    assert_eq!(table.now().await.role_of(user("Cleo")), Role::Stranger);
    table.may_not("Cleo", "pass", "not-joined").await;
    table.posts().await;
    table.wait(24).await;
    assert_eq!(table.waited_for().await, "Ana");
    assert_eq!(table.now().await.role_of(user("Cleo")), Role::StandIn);
    let posts = table.posts().await;
    assert!(posts.contains(&"channel: notice stands_in".to_string()), "{posts:?}");
    assert!(has(&posts, "channel: turn Ana"), "{posts:?}");
    // The stand-in has the whole time limit.
    table.wait(23).await;
    assert_eq!(table.waited_for().await, "Ana");
    table.does("Cleo", "move zone:Gate").await;
    // The player acts again, which ends the substitution.
    table.does("Ana", "pass").await;
    assert_eq!(table.now().await.role_of(user("Cleo")), Role::Stranger);
}

#[tokio::test]
async fn a_stand_in_on_call_is_asked_while_the_player_is_away() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::at(&path).await;
    let open = table.wolf_attacks_ana().await;
    table.does("Ana", "absence policy:stand-in").await;
    table.does("Ana", "stand-in user:13").await;
    assert_eq!(table.prompt().await.user, user("Ana"));
    shown(table.say("Ana", "away until:9d").await);
    // The prompt is reissued for the stand-in under a new id, with the remaining time.
    let now = table.prompt().await;
    assert_eq!((now.deadline_time(), now.user), (open.deadline_time(), user("Cleo")));
    assert_ne!(now.id, open.id);
    let before = table.now().await;
    let table = table.restart(&path).await;
    assert_eq!(*before, *table.now().await);
    table.does("Cleo", "dodge").await;
}
