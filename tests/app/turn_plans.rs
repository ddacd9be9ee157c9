//! Planned turns: played when the turn comes if they are confirmed, and given up where they no
//! longer fit.

use riposte::app::input::QueryResult;
use riposte::app::plans::Plan;

use crate::app_table::*;

async fn plan(table: &Table, who: &str, text: &str) -> Option<Plan> {
    match shown(table.say(who, text).await) {
        QueryResult::Plan { plan, .. } => plan,
        other => panic!("{text}: {other:?}"),
    }
}

/// Sets up the Wolf's turn after Ana has planned these acts.
async fn wolf_to_act(acts: &[&str]) -> Table {
    let table = Table::new().await;
    table.wolf_to_act().await;
    for act in acts {
        plan(&table, "Ana", &format!("queue-add {act}")).await;
    }
    table.posts().await;
    table
}

/// Ends turns until it is Ana's.
async fn anas_turn(table: &Table) {
    for _ in 0..9 {
        match table.waited_for().await.as_str() {
            "Ana" => return,
            "Ben" => drop(table.does("GM", "skip").await),
            _ => drop(table.does("GM", "pass-all").await),
        }
    }
    panic!("Ana's turn does not come");
}

const MOVE: &str = "act:\"move zone:Hall\"";
const PASS: &str = "act:pass";

#[tokio::test]
async fn a_plan_is_played_when_the_turn_comes() {
    let table = wolf_to_act(&[MOVE, PASS]).await;
    let drafted = plan(&table, "Ana", "queue-list").await.unwrap();
    assert!(!drafted.is_confirmed);
    assert!(plan(&table, "Ana", "queue-confirm").await.unwrap().is_confirmed);
    anas_turn(&table).await;
    assert_eq!(table.waited_for().await, "Ana");
    table.wait(1).await;
    assert_ne!(table.waited_for().await, "Ana");
    assert_eq!(table.field("Ana", "zone").await, 2);
    assert_eq!(plan(&table, "Ana", "queue-list").await, None);
}

#[tokio::test]
async fn a_plan_reads_like_a_turn() {
    let mut read = Vec::new();
    for is_planned in [true, false] {
        let table = wolf_to_act(if is_planned { &[MOVE, PASS] } else { &[] }).await;
        if is_planned {
            plan(&table, "Ana", "queue-confirm").await;
        }
        anas_turn(&table).await;
        let mut before = table.posts().await;
        if is_planned {
            table.wait(1).await;
        } else {
            table.does("Ana", "move zone:Hall").await;
            table.does("Ana", "pass").await;
        }
        // Different audiences are served in parallel, in no fixed order.
        let mut after = table.posts().await;
        before.sort();
        after.sort();
        read.push((before, after));
    }
    assert_eq!(read[0], read[1]);
}

#[tokio::test]
async fn what_is_not_confirmed_is_not_played() {
    let table = wolf_to_act(&[PASS]).await;
    anas_turn(&table).await;
    table.wait(1).await;
    assert_eq!(table.waited_for().await, "Ana");
}

/// Players cannot confirm a draft that they have not seen.
#[tokio::test]
async fn a_draft_that_has_changed_is_not_confirmed() {
    let table = wolf_to_act(&[MOVE]).await;
    let seen = plan(&table, "Ana", "queue-list").await.unwrap().version;
    plan(&table, "Ana", &format!("queue-add {PASS}")).await;
    table.may_not("Ana", &format!("queue-confirm draft:{seen}"), "bad-plan").await;
    plan(&table, "Ana", &format!("queue-confirm draft:{}", seen + 1)).await;
}

/// A plan whose act is illegal by then, or whose condition fails, costs nothing; only its owner is
/// told.
#[tokio::test]
async fn what_does_not_fit_is_given_up() {
    let unreachable = "act:\"move zone:Nowhere\"";
    let stays = "act:\"attack target:Wolf\" if:there";
    for act in [unreachable, stays] {
        let table = wolf_to_act(&[act, PASS]).await;
        plan(&table, "Ana", "queue-confirm").await;
        table.does("GM", "place who:Wolf zone:Gate").await;
        anas_turn(&table).await;
        table.posts().await;
        let before = table.now().await.game.clone();
        table.wait(1).await;
        assert_eq!(table.now().await.game, before, "{act}");
        assert_eq!(table.waited_for().await, "Ana");
        assert_eq!(table.posts().await, ["dm 11: notice plan_given_up"]);
        assert_eq!(plan(&table, "Ana", "queue-list").await, None);
        table.does("Ana", "pass").await;
    }
}

/// The rest of a plan is dropped at the end of the turn; only its owner is told.
#[tokio::test]
async fn what_is_left_over_is_dropped() {
    // A planned end of a turn that is over already is dropped silently.
    for (rest, expected) in [(MOVE, &["dm 11: notice plan_dropped"][..]), (PASS, &[])] {
        let table = wolf_to_act(&[PASS, rest]).await;
        plan(&table, "Ana", "queue-confirm").await;
        anas_turn(&table).await;
        table.wait(1).await;
        assert_ne!(table.waited_for().await, "Ana");
        assert_eq!(plan(&table, "Ana", "queue-list").await, None);
        let posts = table.posts().await;
        let told: Vec<_> = posts.iter().filter(|post| post.contains("plan_dropped")).collect();
        assert_eq!(told, expected);
    }
}

#[tokio::test]
async fn a_plan_is_withdrawn_any_time() {
    let table = wolf_to_act(&[PASS]).await;
    plan(&table, "Ana", "queue-confirm").await;
    anas_turn(&table).await;
    assert_eq!(plan(&table, "Ana", "queue-clear").await, None);
    table.wait(1).await;
    assert_eq!(table.waited_for().await, "Ana");
}

/// A player who acts gives up the plan.
#[tokio::test]
async fn acting_takes_the_place_of_the_plan() {
    let table = wolf_to_act(&[PASS]).await;
    plan(&table, "Ana", "queue-confirm").await;
    anas_turn(&table).await;
    table.does("Ana", "move zone:Gate").await;
    table.wait(1).await;
    assert_eq!(table.waited_for().await, "Ana");
    assert_eq!(plan(&table, "Ana", "queue-list").await, None);
}

#[tokio::test]
async fn what_cannot_be_planned_is_refused() {
    let table = wolf_to_act(&[]).await;
    for act in ["act:dance", "act:\"move zone\"", "act:skip"] {
        table.may_not("Ana", &format!("queue-add {act}"), "bad-plan").await;
    }
    table.may_not("Ana", "queue-add act:\"pass tea:2\"", "no-such-slot").await;
    table.may_not("Ana", "queue-add act:pass if:perhaps", "bad-order").await;
    table.may_not("Ana", "queue-add act:pass if:there", "bad-target").await;
    table.may_not("Ana", "queue-confirm", "bad-plan").await;
    table.may_not("Stranger", "queue-list", "not-joined").await;
    table.may_not("Ben", "queue-add act:pass as:Ana", "bad-target").await;
    anas_turn(&table).await;
    table.may_not("Ana", "queue-add act:pass", "bad-plan").await;
}

#[tokio::test]
async fn plans_outlast_a_restart_and_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::at(&path).await;
    table.wolf_to_act().await;
    plan(&table, "Ana", &format!("queue-add {PASS} if:here")).await;
    plan(&table, "Ana", "queue-confirm").await;
    anas_turn(&table).await;
    let before = table.now().await;
    let table = table.restart(&path).await;
    assert_eq!(*table.now().await, *before);
    match shown(table.say("Ana", "mine").await) {
        QueryResult::OwnCombatants { sheets, .. } => {
            assert!(sheets[0].plan.as_ref().unwrap().is_confirmed)
        }
        other => panic!("{other:?}"),
    }
    match shown(table.say("Ben", "mine").await) {
        QueryResult::OwnCombatants { sheets, .. } => assert_eq!(sheets[0].plan, None),
        other => panic!("{other:?}"),
    }
    table.wait(1).await;
    assert_ne!(table.waited_for().await, "Ana");
}

#[tokio::test]
async fn names_with_blanks_need_no_quotes() {
    let table = wolf_to_act(&[]).await;
    let planned =
        plan(&table, "Ana", "queue-add act:\"attack target:Old Tom weapon:dagger\"").await;
    let act = &planned.unwrap().acts[0].command;
    assert_eq!((act.get("target"), act.get("weapon")), ("Old Tom", "dagger"));
    // The slot must be named.
    table.may_not("Ana", "queue-add act:\"attack Old Tom\"", "bad-plan").await;
}
