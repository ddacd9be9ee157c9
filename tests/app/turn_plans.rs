//! Planned turns: played when the turn comes if they are confirmed, and given up where they no
//! longer fit.

use riposte::app::input::QueryResult;
use riposte::app::plans::Plan;
use riposte::engine::core::command::Command;

use crate::app_table::*;

async fn run_plan_command(table: &Table, who: &str, text: &str) -> Option<Plan> {
    match expect_query_result(table.send_command(who, text).await) {
        QueryResult::Plan { plan, .. } => plan,
        other => panic!("{text}: {other:?}"),
    }
}

/// Sets up the Wolf's turn after Ana has planned these acts.
async fn set_up_wolf_turn_with_plan(acts: &[&str]) -> Table {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    for act in acts {
        run_plan_command(&table, "Ana", &format!("queue-add {act}")).await;
    }
    table.deliver_posts().await;
    table
}

/// Ends turns until it is Ana's.
async fn advance_to_ana_turn(table: &Table) {
    for _ in 0..9 {
        match table.awaited_name().await.as_str() {
            "Ana" => return,
            "Ben" => drop(table.run_command("GM", "skip").await),
            _ => drop(table.run_command("GM", "pass-all").await),
        }
    }
    panic!("Ana's turn does not come");
}

const MOVE: &str = "act:\"move zone:Hall\"";
const PASS: &str = "act:pass";

#[tokio::test]
async fn confirmed_plan_is_played_on_turn() {
    let table = set_up_wolf_turn_with_plan(&[MOVE, PASS]).await;
    let drafted = run_plan_command(&table, "Ana", "queue-list").await.unwrap();
    assert!(!drafted.is_confirmed);
    assert!(run_plan_command(&table, "Ana", "queue-confirm").await.unwrap().is_confirmed);
    advance_to_ana_turn(&table).await;
    assert_eq!(table.awaited_name().await, "Ana");
    table.advance_hours(1).await;
    assert_ne!(table.awaited_name().await, "Ana");
    assert_eq!(table.combatant_field("Ana", "zone").await, 2);
    assert_eq!(run_plan_command(&table, "Ana", "queue-list").await, None);
}

#[tokio::test]
async fn plan_reads_like_manual_play() {
    let mut transcripts = Vec::new();
    for is_planned in [true, false] {
        let table = set_up_wolf_turn_with_plan(if is_planned { &[MOVE, PASS] } else { &[] }).await;
        if is_planned {
            run_plan_command(&table, "Ana", "queue-confirm").await;
        }
        advance_to_ana_turn(&table).await;
        let mut before = table.deliver_posts().await;
        if is_planned {
            table.advance_hours(1).await;
        } else {
            table.run_command("Ana", "move zone:Hall").await;
            table.run_command("Ana", "pass").await;
        }
        // Different audiences are served in parallel, in no fixed order.
        let mut after = table.deliver_posts().await;
        before.sort();
        after.sort();
        transcripts.push((before, after));
    }
    assert_eq!(transcripts[0], transcripts[1]);
}

#[tokio::test]
async fn unconfirmed_plan_is_not_played() {
    let table = set_up_wolf_turn_with_plan(&[PASS]).await;
    advance_to_ana_turn(&table).await;
    table.advance_hours(1).await;
    assert_eq!(table.awaited_name().await, "Ana");
}

/// Players cannot confirm a draft that they have not seen.
#[tokio::test]
async fn changed_draft_cannot_be_confirmed() {
    let table = set_up_wolf_turn_with_plan(&[MOVE]).await;
    let seen = run_plan_command(&table, "Ana", "queue-list").await.unwrap().version;
    run_plan_command(&table, "Ana", &format!("queue-add {PASS}")).await;
    table.assert_refused("Ana", &format!("queue-confirm draft:{seen}"), "bad-plan").await;
    run_plan_command(&table, "Ana", &format!("queue-confirm draft:{}", seen + 1)).await;
}

/// A plan whose act is illegal by then, or whose condition fails, costs nothing; only its owner is
/// told.
#[tokio::test]
async fn impossible_plan_is_given_up() {
    let unreachable = "act:\"move zone:Nowhere\"";
    let conditional = "act:\"attack target:Wolf\" if:there";
    for act in [unreachable, conditional] {
        let table = set_up_wolf_turn_with_plan(&[act, PASS]).await;
        run_plan_command(&table, "Ana", "queue-confirm").await;
        table.run_command("GM", "place who:Wolf zone:Gate").await;
        advance_to_ana_turn(&table).await;
        table.deliver_posts().await;
        let before = table.load_state().await.game.clone();
        table.advance_hours(1).await;
        assert_eq!(table.load_state().await.game, before, "{act}");
        assert_eq!(table.awaited_name().await, "Ana");
        assert_eq!(table.deliver_posts().await, ["dm 11: notice plan_given_up"]);
        assert_eq!(run_plan_command(&table, "Ana", "queue-list").await, None);
        table.run_command("Ana", "pass").await;
    }
}

/// The rest of a plan is dropped at the end of the turn; only its owner is told.
#[tokio::test]
async fn rest_of_plan_is_dropped() {
    // A planned end of a turn that is over already is dropped silently.
    for (rest, expected) in [(MOVE, &["dm 11: notice plan_dropped"][..]), (PASS, &[])] {
        let table = set_up_wolf_turn_with_plan(&[PASS, rest]).await;
        run_plan_command(&table, "Ana", "queue-confirm").await;
        advance_to_ana_turn(&table).await;
        table.advance_hours(1).await;
        assert_ne!(table.awaited_name().await, "Ana");
        assert_eq!(run_plan_command(&table, "Ana", "queue-list").await, None);
        let posts = table.deliver_posts().await;
        let dropped_notices: Vec<_> =
            posts.iter().filter(|post| post.contains("plan_dropped")).collect();
        assert_eq!(dropped_notices, expected);
    }
}

#[tokio::test]
async fn plan_can_be_cleared_during_its_turn() {
    let table = set_up_wolf_turn_with_plan(&[PASS]).await;
    run_plan_command(&table, "Ana", "queue-confirm").await;
    advance_to_ana_turn(&table).await;
    assert_eq!(run_plan_command(&table, "Ana", "queue-clear").await, None);
    table.advance_hours(1).await;
    assert_eq!(table.awaited_name().await, "Ana");
}

/// A player who acts gives up the plan.
#[tokio::test]
async fn acting_gives_up_the_plan() {
    let table = set_up_wolf_turn_with_plan(&[PASS]).await;
    run_plan_command(&table, "Ana", "queue-confirm").await;
    advance_to_ana_turn(&table).await;
    table.run_command("Ana", "move zone:Gate").await;
    table.advance_hours(1).await;
    assert_eq!(table.awaited_name().await, "Ana");
    assert_eq!(run_plan_command(&table, "Ana", "queue-list").await, None);
}

/// Acts are planned as people see their commands.
#[tokio::test]
async fn plan_takes_names_of_chat_commands() {
    let table = set_up_wolf_turn_with_plan(&[]).await;
    let text = "queue-add act:\"/item take item:rope\"";
    let plan = run_plan_command(&table, "Ana", text).await.unwrap();
    assert_eq!(plan.acts[0].command, Command::new("take").with("item", "rope"));
}

#[tokio::test]
async fn invalid_plans_are_refused() {
    let table = set_up_wolf_turn_with_plan(&[]).await;
    for act in ["act:dance", "act:\"move zone\"", "act:skip"] {
        table.assert_refused("Ana", &format!("queue-add {act}"), "bad-plan").await;
    }
    table.assert_refused("Ana", "queue-add act:\"pass tea:2\"", "no-such-slot").await;
    table.assert_refused("Ana", "queue-add act:pass if:perhaps", "bad-setup").await;
    table.assert_refused("Ana", "queue-add act:pass if:there", "bad-target").await;
    table.assert_refused("Ana", "queue-confirm", "bad-plan").await;
    table.assert_refused("Stranger", "queue-list", "not-joined").await;
    table.assert_refused("Ben", "queue-add act:pass as:Ana", "bad-target").await;
    advance_to_ana_turn(&table).await;
    table.assert_refused("Ana", "queue-add act:pass", "bad-plan").await;
}

#[tokio::test]
async fn plan_outlasts_restart_and_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_at(&path).await;
    table.set_up_wolf_turn().await;
    run_plan_command(&table, "Ana", &format!("queue-add {PASS} if:here")).await;
    run_plan_command(&table, "Ana", "queue-confirm").await;
    advance_to_ana_turn(&table).await;
    let before = table.load_state().await;
    let table = table.restart(&path).await;
    assert_eq!(*table.load_state().await, *before);
    match expect_query_result(table.send_command("Ana", "mine").await) {
        QueryResult::OwnCombatants { sheets, .. } => {
            assert!(sheets[0].plan.as_ref().unwrap().is_confirmed)
        }
        other => panic!("{other:?}"),
    }
    match expect_query_result(table.send_command("Ben", "mine").await) {
        QueryResult::OwnCombatants { sheets, .. } => assert_eq!(sheets[0].plan, None),
        other => panic!("{other:?}"),
    }
    table.advance_hours(1).await;
    assert_ne!(table.awaited_name().await, "Ana");
}

#[tokio::test]
async fn planned_names_need_no_quotes() {
    let table = set_up_wolf_turn_with_plan(&[]).await;
    let planned =
        run_plan_command(&table, "Ana", "queue-add act:\"attack target:Old Tom weapon:dagger\"")
            .await;
    let act = &planned.unwrap().acts[0].command;
    assert_eq!((act.get("target"), act.get("weapon")), ("Old Tom", "dagger"));
    // The slot must be named.
    table.assert_refused("Ana", "queue-add act:\"attack Old Tom\"", "bad-plan").await;
}
