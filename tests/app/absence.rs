//! Absence policies: what is done for absent players when their time runs out, or at once while
//! they are marked as away.

use riposte::app::input::InputReply;
use riposte::app::roles::Role;

use crate::app_table::*;

/// Sets up a fight in which it is Ana's turn and she has this absence policy.
async fn set_up_ana_turn_with_policy(system: &str, policy: &str) -> Table {
    let table = Table::new().await;
    table.start_fight(system).await;
    for _ in 0..9 {
        match table.awaited_name().await.as_str() {
            "Ana" => break,
            "GM" | "Wolf" | "Ben" => drop(table.send_command("GM", "skip").await),
            _ => {
                let reply = table.send_command("Ana", "init").await;
                drop((
                    reply,
                    table.send_command("Ben", "init").await,
                    table.send_command("GM", "init as:Wolf").await,
                ));
            }
        }
    }
    assert_eq!(table.awaited_name().await, "Ana", "{system}");
    table.run_command("Ana", &format!("absence policy:{policy}")).await;
    table
}

#[tokio::test]
async fn absence_policy_is_set_by_player_or_gm() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.assert_refused("Stranger", "absence policy:pass", "not-joined").await;
    table.assert_refused("Ana", "absence policy:pass who:Ben", "bad-target").await;
    table.assert_refused("Ana", "absence policy:dance", "bad-setup").await;
    table.assert_refused("GM", "absence policy:pass who:Wolf", "bad-target").await;
    table.run_command("GM", "absence policy:pass who:Ana").await;
    assert_eq!(table.load_state().await.people.absence_policies.len(), 1);
    table.run_command("Ana", "absence policy:none").await;
    assert!(table.load_state().await.people.absence_policies.is_empty());
}

/// The rules of `dr12` would pass the turn.
#[tokio::test]
async fn wait_policy_reminds_gm_after_timeout() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "absence policy:wait").await;
    table.advance_hours(25).await;
    assert_eq!(table.awaited_name().await, "Ana");
    let posts = table.deliver_posts().await;
    let reminder_count = posts.iter().filter(|post| *post == "dm 1: reminder").count();
    assert_eq!(reminder_count, 1, "{posts:?}");
    table.run_command("GM", "pass as:Ana").await;
}

/// The rules of `cards` and `fates` would remind the GM.
#[tokio::test]
async fn pass_policy_ends_turn_after_timeout() {
    for system in ["cards", "fates"] {
        let table = set_up_ana_turn_with_policy(system, "pass").await;
        let turn = table.load_state().await.turn.as_ref().unwrap().id;
        table.advance_hours(25).await;
        assert_ne!(
            table.load_state().await.turn.as_ref().map(|turn| turn.id),
            Some(turn),
            "{system}"
        );
        let posts = table.deliver_posts().await;
        assert!(!posts.contains(&"dm 1: reminder".to_string()), "{system}: {posts:?}");
    }
}

#[tokio::test]
async fn defend_policy_performs_defence_act_after_timeout() {
    let table = set_up_ana_turn_with_policy("fates", "defend").await;
    let turn = table.load_state().await.turn.as_ref().unwrap().id;
    table.advance_hours(25).await;
    assert_ne!(table.load_state().await.turn.as_ref().map(|turn| turn.id), Some(turn));
    let log = format!("{:?}", table.send_command("GM", "log last:5").await);
    assert!(log.contains("verb: \"defend\""), "{log}");
    // `dr12` has no act of defence, so the policy is refused there.
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    match table.send_command("Ana", "absence policy:defend").await {
        InputReply::Refused(refusal) => {
            assert_eq!(refusal.details["names"], "wait, pass, stand-in, none");
        }
        other => panic!("{other:?}"),
    }
    table.run_command("Ana", "absence policy:pass").await;
}

#[tokio::test]
async fn pass_policy_skips_away_player_at_once() {
    let table = Table::new().await;
    let open = table.set_up_wolf_attack().await;
    table.run_command("Ana", "absence policy:pass").await;
    expect_query_result(table.send_command("Ana", "away until:9d").await);
    table.app.fire_due_deadlines().await.unwrap();
    assert!(table.load_state().await.prompts.iter().all(|prompt| prompt.id != open.id));
    // Her next turn passes at once as well.
    for _ in 0..9 {
        table.app.fire_due_deadlines().await.unwrap();
        match table.awaited_name().await.as_str() {
            "Ana" => panic!("she is waited for"),
            "Ben" => drop(table.run_command("GM", "skip").await),
            _ => drop(table.run_command("GM", "pass-all").await),
        }
    }
}

/// Holds also where no deadline runs: no limit is set, or the GM has already been reminded.
#[tokio::test]
async fn away_player_is_skipped_without_a_deadline() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "set key:limit_turn value:none").await;
    table.start_and_advance_to_ana().await;
    table.run_command("Ana", "absence policy:pass").await;
    table.run_command("GM", "pause").await;
    expect_query_result(table.send_command("Ana", "away until:9d").await);
    table.app.fire_due_deadlines().await.unwrap();
    assert_eq!(table.awaited_name().await, "Ana", "it is paused");
    table.run_command("GM", "resume").await;
    table.app.fire_due_deadlines().await.unwrap();
    assert_ne!(table.awaited_name().await, "Ana");

    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "absence policy:wait").await;
    table.advance_hours(25).await;
    assert_eq!(table.awaited_name().await, "Ana", "the GM is reminded");
    table.run_command("Ana", "absence policy:pass").await;
    expect_query_result(table.send_command("Ana", "away until:9d").await);
    table.app.fire_due_deadlines().await.unwrap();
    assert_ne!(table.awaited_name().await, "Ana");
}

/// Going away and coming back during a pause leaves the deadline as it was.
#[tokio::test]
async fn player_back_before_resume_is_awaited_again() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "absence policy:pass").await;
    let turn_deadline =
        async |table: &Table| table.load_state().await.turn.as_ref().unwrap().deadline;
    table.run_command("GM", "pause").await;
    let paused = turn_deadline(&table).await;
    expect_query_result(table.send_command("Ana", "away until:9d").await);
    assert_eq!(turn_deadline(&table).await, paused);
    expect_query_result(table.send_command("Ana", "away back:true").await);
    table.run_command("GM", "resume").await;
    table.app.fire_due_deadlines().await.unwrap();
    assert_eq!(table.awaited_name().await, "Ana");

    // The same holds for an open prompt.
    let table = Table::new().await;
    let open = table.set_up_wolf_attack().await;
    table.run_command("Ana", "absence policy:pass").await;
    table.run_command("GM", "pause").await;
    expect_query_result(table.send_command("Ana", "away until:9d").await);
    expect_query_result(table.send_command("Ana", "away back:true").await);
    table.run_command("GM", "resume").await;
    table.app.fire_due_deadlines().await.unwrap();
    assert_eq!(table.single_prompt().await.id, open.id);

    // A player who is not back by then is skipped as soon as the fight resumes.
    table.run_command("GM", "pause").await;
    expect_query_result(table.send_command("Ana", "away until:9d").await);
    table.run_command("GM", "resume").await;
    table.app.fire_due_deadlines().await.unwrap();
    assert!(table.load_state().await.prompts.iter().all(|prompt| prompt.id != open.id));
}

/// A slot shared by several waits for the players who are present. Once they have passed or acted,
/// it does not wait for those who are away.
#[tokio::test]
async fn shared_slot_waits_only_for_present_players() {
    for policy in ["pass", "defend"] {
        let table = Table::new().await;
        table.start_fight("factions").await;
        let waits_for_both =
            async || table.load_state().await.turn.as_ref().unwrap().awaited.actors.len() == 2;
        assert!(waits_for_both().await);
        table.run_command("Ana", &format!("absence policy:{policy}")).await;
        expect_query_result(table.send_command("Ana", "away until:9d").await);
        table.app.fire_due_deadlines().await.unwrap();
        // Ben is present and keeps his whole time.
        assert!(waits_for_both().await, "{policy}");
        table.run_command("Ben", "pass").await;
        table.app.fire_due_deadlines().await.unwrap();
        assert_eq!(table.awaited_name().await, "Wolf", "{policy}");
        table.run_command("GM", "undo steps:2").await;
        expect_query_result(table.send_command("Ben", "away until:9d").await);
        table.run_command("GM", "absence policy:pass who:Ben").await;
        table.app.fire_due_deadlines().await.unwrap();
        assert_eq!(table.awaited_name().await, "Wolf", "{policy}: both are away");
    }
}

/// When several let the time run out, the policy that does most decides: here both ask for the GM.
#[tokio::test]
async fn shared_slot_reminds_gm_if_all_wait() {
    let table = Table::new().await;
    table.start_fight("factions").await;
    table.run_command("Ana", "absence policy:wait").await;
    table.run_command("Ben", "absence policy:wait").await;
    let turn = table.load_state().await.turn.as_ref().unwrap().id;
    table.advance_hours(25).await;
    assert_eq!(table.load_state().await.turn.as_ref().unwrap().id, turn);
    assert!(table.deliver_posts().await.contains(&"dm 1: reminder".to_string()));
    // Ben has set no policy, so the rules pass the slot.
    let table = Table::new().await;
    table.start_fight("factions").await;
    table.run_command("Ana", "absence policy:wait").await;
    table.advance_hours(25).await;
    assert_eq!(table.awaited_name().await, "Wolf");
}

#[tokio::test]
async fn away_without_policy_keeps_the_deadline() {
    let table = Table::new().await;
    let open = table.set_up_wolf_attack().await;
    expect_query_result(table.send_command("Ana", "away until:9d").await);
    table.app.fire_due_deadlines().await.unwrap();
    assert_eq!(table.single_prompt().await.id, open.id);
    assert_eq!(table.single_prompt().await.deadline_time(), open.deadline_time());
}

#[tokio::test]
async fn stand_in_takes_over_after_timeout() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "absence policy:stand-in").await;
    table.run_command("Ana", "stand-in user:13").await;
    // The stand-in has no role yet and may see nothing yet.
    assert_eq!(table.load_state().await.highest_role_of(user_id("Cleo")), Role::Stranger);
    table.assert_refused("Cleo", "pass", "not-joined").await;
    table.deliver_posts().await;
    table.advance_hours(24).await;
    assert_eq!(table.awaited_name().await, "Ana");
    assert_eq!(table.load_state().await.highest_role_of(user_id("Cleo")), Role::StandIn);
    let posts = table.deliver_posts().await;
    assert!(posts.contains(&"channel: notice stands_in".to_string()), "{posts:?}");
    assert!(any_starts_with(&posts, "channel: turn Ana"), "{posts:?}");
    // The stand-in has the whole time limit.
    table.advance_hours(23).await;
    assert_eq!(table.awaited_name().await, "Ana");
    table.run_command("Cleo", "move zone:Gate").await;
    // The player acts again, which ends the substitution.
    table.run_command("Ana", "pass").await;
    assert_eq!(table.load_state().await.highest_role_of(user_id("Cleo")), Role::Stranger);
}

#[tokio::test]
async fn stand_in_takes_over_while_player_is_away() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_at(&path).await;
    let open = table.set_up_wolf_attack().await;
    table.run_command("Ana", "absence policy:stand-in").await;
    table.run_command("Ana", "stand-in user:13").await;
    assert_eq!(table.single_prompt().await.user, user_id("Ana"));
    expect_query_result(table.send_command("Ana", "away until:9d").await);
    // The prompt is reissued for the stand-in under a new id, with the remaining time.
    let reissued = table.single_prompt().await;
    assert_eq!((reissued.deadline_time(), reissued.user), (open.deadline_time(), user_id("Cleo")));
    assert_ne!(reissued.id, open.id);
    let before = table.load_state().await;
    let table = table.restart(&path).await;
    assert_eq!(*before, *table.load_state().await);
    table.run_command("Cleo", "dodge").await;
}
