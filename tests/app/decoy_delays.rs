//! Decoy delays: a step away from somebody is delayed whether or not a hidden combatant may react
//! to it.

use jiff::SignedDuration;
use riposte::app::clock::Clock;
use riposte::app::fight_state::OpenPrompt;
use riposte::app::input::{InputReply, QueryResult};
use riposte::engine::core::ids::{CombatantId, Initiator};

use crate::app_table::*;
use crate::random_player::whose_turn;

/// Sets up Ana at her turn near a Wolf that has had its turn, and optionally a hidden Shade.
async fn sets_up(table: &Table, decoys: bool, shade: bool) {
    table.does("GM", "new system:factions").await;
    table.does("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.does("GM", &format!("set key:decoys value:{decoys}")).await;
    table.does("Ana", "join name:Ana from:hunter at:Yard").await;
    table.does("GM", "add name:Wolf from:wolf at:Hall").await;
    if shade {
        table.does("GM", "add name:Shade from:wolf at:Yard hidden:true").await;
    }
    table.does("GM", "started faction:party").await;
    table.does("GM", "start").await;
    if !decoys && shade {
        table.does("GM", "skip").await;
    }
}

/// Returns the zone in which Ana is.
async fn zone(table: &Table) -> i64 {
    table.field("Ana", "zone").await.as_i64().unwrap()
}

const YARD: i64 = 1;

fn asked(open: &OpenPrompt) -> CombatantId {
    match open.prompt.respondent {
        Initiator::Combatant(who) => who,
        Initiator::Gm => panic!("the GM is asked"),
    }
}

#[tokio::test]
async fn nobody_is_waited_for_as_somebody_is() {
    let table = Table::new().await;
    sets_up(&table, true, false).await;
    table.does("Ana", "move zone:Gate").await;
    let open = table.prompt().await;
    assert!(open.prompt.is_hidden_from_public);
    // The delayed act blocks others as any prompt does; an hour is longer than any decoy delay.
    table.may_not("Ana", "pass", "prompt-open").await;
    assert_eq!(zone(&table).await, YARD);
    table.posts().await;
    table.wait(1).await;
    assert_ne!(zone(&table).await, YARD);
    let told = table.posts().await;
    assert!(!told.iter().any(|line| line.contains("Shade")), "{told:?}");
}

/// The refusal names a visible respondent. For a hidden one, or a decoy, it names the GM.
#[tokio::test]
async fn a_refusal_says_whose_answer_comes_first() {
    let names = |reply| match reply {
        InputReply::Refused(refusal) => (refusal.key, refusal.details["names"].clone()),
        other => panic!("not refused: {other:?}"),
    };
    let is_asked = |name: &str| ("prompt-open".to_string(), name.to_string());
    for shade in [false, true] {
        let table = Table::new().await;
        sets_up(&table, true, shade).await;
        table.does("Ana", "move zone:Gate").await;
        assert_eq!(names(table.say("Ana", "pass").await), is_asked("GM"), "{shade}");
    }
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    assert_eq!(names(table.say("Ben", "pass").await), is_asked("Ana"));
}

#[tokio::test]
async fn without_decoys_nobody_waits_for_nobody() {
    let table = Table::new().await;
    sets_up(&table, false, false).await;
    table.does("Ana", "move zone:Gate").await;
    assert!(table.now().await.prompts.is_empty());
    assert_ne!(zone(&table).await, YARD);
}

/// The GM's last answer takes effect when the delay is over.
#[tokio::test]
async fn an_unseen_answer_counts_when_the_wait_is_over() {
    let table = Table::new().await;
    sets_up(&table, true, true).await;
    table.does("Ana", "move zone:Gate").await;
    let open = table.prompt().await;
    for verb in ["strike", "let-go", "strike"] {
        let reply = shown(table.presses("GM", verb, &open).await);
        assert_eq!(reply, QueryResult::AnswerHeld { until: open.deadline_time() });
    }
    assert!(table.now().await.member(asked(&open)).unwrap().is_hidden);
    assert!(open.deadline_time().unwrap() <= table.clock.now() + SignedDuration::from_mins(45));
    table.wait(1).await;
    assert!(!table.now().await.member(asked(&open)).unwrap().is_hidden, "it has struck");
}

/// The provisional answer is marked on the prompt, for all GMs and nobody else.
#[tokio::test]
async fn an_answer_that_is_kept_is_marked() {
    let table = Table::new().await;
    sets_up(&table, true, true).await;
    table.does("GM", "co-gm do:add user:14").await;
    table.does("Ana", "move zone:Gate").await;
    let open = table.prompt().await;
    table.posts().await;
    for verb in ["strike", "let-go"] {
        shown(table.presses("GM", verb, &open).await);
        let marked = |user| format!("dm {user}: edit prompt Shade, kept {verb}");
        let mut posts = table.posts().await;
        posts.sort();
        assert_eq!(posts, [marked(14), marked(1)]);
        let inbox = shown(table.say("GM", "inbox").await);
        assert!(format!("{inbox:?}").contains("provisional_answer: Some("), "{inbox:?}");
    }
    table.wait(1).await;
    let posts = table.posts().await;
    assert!(has(&posts, "dm 1: edit closed Shade answered"), "{posts:?}");
}

/// Without an answer the default applies, and the combatant stays hidden.
#[tokio::test]
async fn the_unseen_let_go_where_nobody_answers() {
    let table = Table::new().await;
    sets_up(&table, true, true).await;
    table.does("Ana", "move zone:Gate").await;
    let open = table.prompt().await;
    table.wait(1).await;
    assert!(table.now().await.member(asked(&open)).unwrap().is_hidden);
    assert_ne!(zone(&table).await, YARD);
}

/// A provisional answer outlasts a restart, and so does a decoy.
#[tokio::test]
async fn waits_outlast_a_restart() {
    for shade in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fights.db");
        let table = Table::at(&path).await;
        sets_up(&table, true, shade).await;
        table.does("Ana", "move zone:Gate").await;
        let open = table.prompt().await;
        if shade {
            shown(table.presses("GM", "strike", &open).await);
        }
        let before = table.prompt().await;
        let table = table.restart(&path).await;
        assert_eq!(table.prompt().await, before);
        table.wait(1).await;
        assert!(table.now().await.members.iter().all(|one| !one.is_hidden));
    }
}

/// The delayed act can be taken back, done again, undone and redone.
#[tokio::test]
async fn a_wait_can_be_taken_back() {
    let table = Table::new().await;
    sets_up(&table, true, false).await;
    let before = table.now().await.game.clone();
    table.does("Ana", "move zone:Gate").await;
    table.does("Ana", "take-back").await;
    assert_eq!(table.now().await.game, before);
    assert!(table.now().await.prompts.is_empty());
    table.does("Ana", "move zone:Gate").await;
    table.wait(1).await;
    table.does("GM", "undo").await;
    assert!(table.prompt().await.prompt.is_hidden_from_public);
    table.does("GM", "redo").await;
    assert_ne!(zone(&table).await, YARD);
}

/// The turn of a hidden combatant passes at once, and nobody is told of it.
#[tokio::test]
async fn turns_of_the_unseen_take_no_time() {
    let all = [("cards", "wolf"), ("dr12", "raider"), ("fates", "thug"), ("ranks", "thug")];
    for (system, kind) in all {
        let table = Table::new().await;
        table.plays(system).await;
        let (before, at) = (table.now().await.members.len(), table.clock.now());
        table.does("GM", "set key:decoys value:true").await;
        table.does("GM", &format!("add name:Shade from:{kind} hidden:true")).await;
        assert_eq!(table.now().await.members.len(), before + 1);
        for _ in 0..12 {
            let now = table.now().await;
            let Some(turn) = &now.turn else { break };
            let is_hidden = |by: &Initiator| match by {
                Initiator::Gm => false,
                Initiator::Combatant(who) => now.member(*who).unwrap().is_hidden,
            };
            assert!(!turn.awaited.actors.iter().all(is_hidden), "{system}");
            table.say("GM", &format!("skip who:{}", whose_turn(&now))).await;
            table.app.fire_due_deadlines().await.unwrap();
        }
        assert_eq!(table.clock.now(), at, "{system}");
    }
}

/// The GM may end the delay of a real and of a decoy prompt alike; the provisional answer applies
/// then.
#[tokio::test]
async fn the_gm_may_end_a_wait() {
    for shade in [false, true] {
        let table = Table::new().await;
        sets_up(&table, true, shade).await;
        table.does("Ana", "move zone:Gate").await;
        let open = table.prompt().await;
        if shade {
            shown(table.presses("GM", "strike", &open).await);
        }
        table.may_not("Ana", "skip", "not-gm").await;
        table.does("GM", "pause").await;
        table.may_not("GM", "skip", "fight-paused").await;
        table.does("GM", "resume").await;
        assert_eq!(shown(table.say("GM", "skip").await), QueryResult::DecoyDelayEnded);
        let now = table.now().await;
        assert!(now.members.iter().all(|one| !one.is_hidden), "it has struck");
        // With the Shade, Ana must dodge before she moves on.
        assert_eq!(zone(&table).await == YARD, shade);
    }
}

/// A skip that arrives after the delay does not end the turn: for that it must name whom to skip.
#[tokio::test]
async fn a_skip_that_comes_too_late_ends_no_turn() {
    for shade in [false, true] {
        let table = Table::new().await;
        sets_up(&table, true, shade).await;
        table.does("Ana", "move zone:Gate").await;
        table.may_not("GM", "skip who:Ana", "nothing-asked").await;
        table.wait(1).await;
        table.may_not("GM", "skip", "skip-whom").await;
        assert_eq!(table.waited_for().await, "Ana");
        table.may_not("GM", "skip who:Wolf", "nothing-asked").await;
        table.does("GM", "skip who:Ana").await;
        assert_ne!(table.waited_for().await, "Ana");
    }
}

/// A skip without a name does not answer the prompt that is open by then, either.
#[tokio::test]
async fn a_skip_that_comes_too_late_answers_for_nobody() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    table.does("GM", "set key:decoys value:true").await;
    table.does("GM", "attack target:Ana as:Wolf").await;
    let open = table.prompt().await;
    table.may_not("GM", "skip", "skip-whom").await;
    table.does("GM", "skip who:Ana").await;
    assert!(table.now().await.prompts.iter().all(|one| one.id != open.id));
}

/// Undoing the planned act of a hidden NPC restores its plan.
#[tokio::test]
async fn what_was_done_unseen_is_planned_again_when_it_is_taken_back() {
    let table = Table::new().await;
    table.plays("ranks").await;
    table.does("GM", "set key:decoys value:true").await;
    table.does("GM", "add name:Shade from:thug at:Hall hidden:true").await;
    let shade = table.now().await.members.iter().find(|one| one.name == "Shade").unwrap().id;
    let is_planned = async || table.now().await.plans.contains_key(&shade);
    shown(table.say("GM", "queue-add act:hold as:Shade").await);
    shown(table.say("GM", "queue-confirm as:Shade").await);
    for _ in 0..12 {
        if !is_planned().await {
            break;
        }
        let whose = whose_turn(&*table.now().await);
        table.does("GM", &format!("skip who:{whose}")).await;
    }
    assert!(!is_planned().await, "it has held");
    table.does("GM", "undo").await;
    assert!(is_planned().await);
    table.does("GM", "redo").await;
    assert!(!is_planned().await);
}

/// Sets up Ana's turn in a fight with a hidden Shade that has these acts planned.
async fn shade_to_do(acts: &[&str]) -> Table {
    let table = Table::new().await;
    table.does("GM", "new system:ranks zones:\"Gate - Yard\"").await;
    table.does("GM", "set key:decoys value:true").await;
    table.does("Ana", "join name:Ana from:blade at:Yard").await;
    table.does("GM", "add name:Shade from:thug at:Yard hidden:true").await;
    table.does("GM", "start").await;
    for act in acts {
        shown(table.say("GM", &format!("queue-add act:\"{act}\" as:Shade")).await);
    }
    shown(table.say("GM", "queue-confirm as:Shade").await);
    table.posts().await;
    table
}

/// A planned act reveals the hidden NPC; the rest of its plan is played in the open.
#[tokio::test]
async fn what_was_begun_unseen_goes_on_in_the_open() {
    let acts = ["move target:Ana action:bonus", "attack target:Ana", "pass"];
    let table = shade_to_do(&acts).await;
    table.does("Ana", "pass").await;
    while !table.now().await.prompts.is_empty() {
        table.does("GM", "skip who:Ana").await;
    }
    let now = table.now().await;
    assert!(!now.members[1].is_hidden, "it has struck");
    assert_eq!((whose_turn(&now).as_str(), now.plans.len()), ("Shade", 1));
    table.app.fire_due_deadlines().await.unwrap();
    assert!(table.now().await.plans.is_empty());
    assert_eq!(table.waited_for().await, "Ana");
    let posts = table.posts().await;
    assert!(!posts.iter().any(|post| post.contains("plan_")), "{posts:?}");
}

/// The rest of a plan is dropped at the end of the turn, and only the GM is told.
#[tokio::test]
async fn what_is_left_of_an_unseen_plan_is_told_the_gm() {
    let table = shade_to_do(&["pass", "move target:Ana"]).await;
    table.does("Ana", "pass").await;
    assert!(table.now().await.plans.is_empty());
    let posts = table.posts().await;
    assert!(posts.contains(&"dm 1: notice plan_dropped".to_string()), "{posts:?}");
}
