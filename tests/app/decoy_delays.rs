//! Decoy delays: a step away from somebody is delayed whether or not a hidden combatant may react
//! to it.

use jiff::SignedDuration;
use riposte::app::clock::Clock;
use riposte::app::fight_state::OpenPrompt;
use riposte::app::input::{InputReply, QueryResult};
use riposte::app::outbox::MessageBody;
use riposte::engine::core::ids::{CombatantId, Initiator};
use riposte::narration::{self, PLAIN};

use crate::app_table::*;
use crate::random_player::turn_actor_name;

/// Sets up Ana at her turn near a Wolf that has had its turn, and optionally a hidden Shade.
async fn set_up_ana_near_wolf(table: &Table, decoys: bool, with_shade: bool) {
    table.run_command("GM", "new system:factions").await;
    table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.run_command("GM", &format!("set key:decoys value:{decoys}")).await;
    table.run_command("Ana", "join name:Ana from:hunter at:Yard").await;
    table.run_command("GM", "add name:Wolf from:wolf at:Hall").await;
    if with_shade {
        table.run_command("GM", "add name:Shade from:wolf at:Yard hidden:true").await;
    }
    table.run_command("GM", "started faction:party").await;
    table.run_command("GM", "start").await;
    if !decoys && with_shade {
        table.run_command("GM", "skip").await;
    }
}

/// Returns the zone in which Ana is.
async fn anas_zone(table: &Table) -> i64 {
    table.combatant_field("Ana", "zone").await.as_i64().unwrap()
}

/// Returns whether the message of the running turn says that the GM is awaited.
async fn turn_message_waits_for_gm(table: &Table) -> bool {
    let state = table.load_state().await;
    let messages = table.app.rebuild_awaiting_messages_and_summary(&state).await.unwrap();
    let mut turns = messages.iter().filter_map(|message| match &message.body {
        MessageBody::Turn(card) => Some(card),
        _ => None,
    });
    turns.next().expect("a turn is open").waits_for_gm
}

const YARD: i64 = 1;

fn respondent_id(open: &OpenPrompt) -> CombatantId {
    match open.prompt.respondent {
        Initiator::Combatant(who) => who,
        Initiator::Gm => panic!("the GM is asked"),
    }
}

#[tokio::test]
async fn decoy_prompt_delays_a_step() {
    let table = Table::new().await;
    set_up_ana_near_wolf(&table, true, false).await;
    table.run_command("Ana", "move zone:Gate").await;
    let open = table.single_prompt().await;
    assert!(open.prompt.is_hidden_from_public);
    // The delayed act blocks others as any prompt does; an hour is longer than any decoy delay.
    table.assert_refused("Ana", "pass", "prompt-open").await;
    assert_eq!(anas_zone(&table).await, YARD);
    table.deliver_posts().await;
    table.advance_hours(1).await;
    assert_ne!(anas_zone(&table).await, YARD);
    let posts = table.deliver_posts().await;
    assert!(!posts.iter().any(|line| line.contains("Shade")), "{posts:?}");
    assert!(!turn_message_waits_for_gm(&table).await);
}

/// The refusal names a visible respondent. For a hidden one, or a decoy, it names the GM.
#[tokio::test]
async fn refusal_names_visible_respondent_or_gm() {
    let refusal_names = |reply| match reply {
        InputReply::Refused(refusal) => (refusal.key, refusal.details["names"].clone()),
        other => panic!("not refused: {other:?}"),
    };
    let expected_refusal = |name: &str| ("prompt-open".to_string(), name.to_string());
    for with_shade in [false, true] {
        let table = Table::new().await;
        set_up_ana_near_wolf(&table, true, with_shade).await;
        let done = table.run_command("Ana", "move zone:Gate").await;
        assert!(done.waits_for_gm, "the answer to the step says what it waits for");
        assert!(turn_message_waits_for_gm(&table).await, "so does the message of the turn");
        assert_eq!(
            refusal_names(table.send_command("Ana", "pass").await),
            expected_refusal("GM"),
            "{with_shade}"
        );
    }
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    assert_eq!(refusal_names(table.send_command("Ben", "pass").await), expected_refusal("Ana"));
}

#[tokio::test]
async fn step_is_immediate_without_decoys() {
    let table = Table::new().await;
    set_up_ana_near_wolf(&table, false, false).await;
    table.run_command("Ana", "move zone:Gate").await;
    assert!(table.load_state().await.prompts.is_empty());
    assert_ne!(anas_zone(&table).await, YARD);
}

/// The GM's last answer takes effect when the delay is over.
#[tokio::test]
async fn hidden_answer_applies_after_the_delay() {
    let table = Table::new().await;
    set_up_ana_near_wolf(&table, true, true).await;
    table.run_command("Ana", "move zone:Gate").await;
    let open = table.single_prompt().await;
    for verb in ["strike", "let-go", "strike"] {
        let reply = expect_query_result(table.press_choice("GM", verb, &open).await);
        assert_eq!(reply, QueryResult::AnswerHeld { until: open.deadline_time() });
    }
    assert!(table.load_state().await.member(respondent_id(&open)).unwrap().is_hidden);
    assert!(open.deadline_time().unwrap() <= table.clock.now() + SignedDuration::from_mins(45));
    table.advance_hours(1).await;
    assert!(
        !table.load_state().await.member(respondent_id(&open)).unwrap().is_hidden,
        "it has struck"
    );
}

/// The provisional answer is marked on the prompt, for all GMs and nobody else.
#[tokio::test]
async fn provisional_answer_is_marked_for_gms() {
    let table = Table::new().await;
    set_up_ana_near_wolf(&table, true, true).await;
    table.run_command("GM", "co-gm do:add user:14").await;
    table.run_command("Ana", "move zone:Gate").await;
    let open = table.single_prompt().await;
    table.deliver_posts().await;
    for verb in ["strike", "let-go"] {
        expect_query_result(table.press_choice("GM", verb, &open).await);
        let marked = |user| format!("dm {user}: edit prompt Shade, kept {verb}");
        let mut posts = table.deliver_posts().await;
        posts.sort();
        assert_eq!(posts, [marked(14), marked(1)]);
        let inbox = expect_query_result(table.send_command("GM", "inbox").await);
        assert!(format!("{inbox:?}").contains("provisional_answer: Some("), "{inbox:?}");
    }
    table.advance_hours(1).await;
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "dm 1: edit closed Shade answered"), "{posts:?}");
}

/// Without an answer the default applies, and the combatant stays hidden.
#[tokio::test]
async fn hidden_combatant_takes_default_without_answer() {
    let table = Table::new().await;
    set_up_ana_near_wolf(&table, true, true).await;
    table.run_command("Ana", "move zone:Gate").await;
    let open = table.single_prompt().await;
    table.advance_hours(1).await;
    assert!(table.load_state().await.member(respondent_id(&open)).unwrap().is_hidden);
    assert_ne!(anas_zone(&table).await, YARD);
}

/// A provisional answer outlasts a restart, and so does a decoy.
#[tokio::test]
async fn decoy_delay_outlasts_a_restart() {
    for with_shade in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fights.db");
        let table = Table::open_at(&path).await;
        set_up_ana_near_wolf(&table, true, with_shade).await;
        table.run_command("Ana", "move zone:Gate").await;
        let open = table.single_prompt().await;
        if with_shade {
            expect_query_result(table.press_choice("GM", "strike", &open).await);
        }
        let before = table.single_prompt().await;
        let table = table.restart(&path).await;
        assert_eq!(table.single_prompt().await, before);
        table.advance_hours(1).await;
        assert!(table.load_state().await.members.iter().all(|member| !member.is_hidden));
    }
}

/// The delayed act can be taken back, done again, undone and redone.
#[tokio::test]
async fn delayed_act_can_be_undone() {
    let table = Table::new().await;
    set_up_ana_near_wolf(&table, true, false).await;
    let before = table.load_state().await.game.clone();
    table.run_command("Ana", "move zone:Gate").await;
    table.run_command("Ana", "take-back").await;
    assert_eq!(table.load_state().await.game, before);
    assert!(table.load_state().await.prompts.is_empty());
    table.run_command("Ana", "move zone:Gate").await;
    table.advance_hours(1).await;
    table.run_command("GM", "undo").await;
    assert!(table.single_prompt().await.prompt.is_hidden_from_public);
    table.run_command("GM", "redo").await;
    assert_ne!(anas_zone(&table).await, YARD);
}

/// The turn of a hidden combatant passes at once, and nobody is told of it.
#[tokio::test]
async fn hidden_turns_pass_at_once() {
    let all = [("cards", "wolf"), ("dr12", "raider"), ("fates", "thug"), ("ranks", "thug")];
    for (system, kind) in all {
        let table = Table::new().await;
        table.start_fight(system).await;
        let (before, at) = (table.load_state().await.members.len(), table.clock.now());
        table.run_command("GM", "set key:decoys value:true").await;
        table.run_command("GM", &format!("add name:Shade from:{kind} hidden:true")).await;
        assert_eq!(table.load_state().await.members.len(), before + 1);
        for _ in 0..12 {
            let state = table.load_state().await;
            let Some(turn) = &state.turn else { break };
            let is_hidden = |by: &Initiator| match by {
                Initiator::Gm => false,
                Initiator::Combatant(who) => state.member(*who).unwrap().is_hidden,
            };
            assert!(!turn.awaited.actors.iter().all(is_hidden), "{system}");
            table.send_command("GM", &format!("skip who:{}", turn_actor_name(&state))).await;
            table.app.fire_due_deadlines().await.unwrap();
        }
        assert_eq!(table.clock.now(), at, "{system}");
    }
}

/// The GM may end the delay of a real and of a decoy prompt alike; the provisional answer applies
/// then.
#[tokio::test]
async fn gm_ends_a_decoy_delay() {
    for with_shade in [false, true] {
        let table = Table::new().await;
        set_up_ana_near_wolf(&table, true, with_shade).await;
        table.run_command("Ana", "move zone:Gate").await;
        let open = table.single_prompt().await;
        if with_shade {
            expect_query_result(table.press_choice("GM", "strike", &open).await);
        }
        table.assert_refused("Ana", "skip", "not-gm").await;
        table.run_command("GM", "pause").await;
        table.assert_refused("GM", "skip", "fight-paused").await;
        table.run_command("GM", "resume").await;
        assert_eq!(
            expect_query_result(table.send_command("GM", "skip").await),
            QueryResult::DecoyDelayEnded
        );
        let state = table.load_state().await;
        assert!(state.members.iter().all(|member| !member.is_hidden), "it has struck");
        // With the Shade, Ana must dodge before she moves on.
        assert_eq!(anas_zone(&table).await == YARD, with_shade);
    }
}

/// A skip that arrives after the delay does not end the turn: for that it must name whom to skip.
#[tokio::test]
async fn late_skip_ends_no_turn() {
    for with_shade in [false, true] {
        let table = Table::new().await;
        set_up_ana_near_wolf(&table, true, with_shade).await;
        table.run_command("Ana", "move zone:Gate").await;
        table.assert_refused("GM", "skip who:Ana", "nothing-asked").await;
        table.advance_hours(1).await;
        table.assert_refused("GM", "skip", "skip-whom").await;
        assert_eq!(table.awaited_name().await, "Ana");
        table.assert_refused("GM", "skip who:Wolf", "nothing-asked").await;
        table.run_command("GM", "skip who:Ana").await;
        assert_ne!(table.awaited_name().await, "Ana");
    }
}

/// A skip without a name does not answer the prompt that is open by then, either.
#[tokio::test]
async fn late_skip_answers_no_prompt() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    table.run_command("GM", "set key:decoys value:true").await;
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    let open = table.single_prompt().await;
    table.assert_refused("GM", "skip", "skip-whom").await;
    table.run_command("GM", "skip who:Ana").await;
    assert!(table.load_state().await.prompts.iter().all(|prompt| prompt.id != open.id));
}

/// Undoing the planned act of a hidden NPC restores its plan.
#[tokio::test]
async fn undo_restores_plan_of_hidden_npc() {
    let table = Table::new().await;
    table.start_fight("ranks").await;
    table.run_command("GM", "set key:decoys value:true").await;
    table.run_command("GM", "add name:Shade from:thug at:Hall hidden:true").await;
    let with_shade =
        table.load_state().await.members.iter().find(|member| member.name == "Shade").unwrap().id;
    let is_planned = async || table.load_state().await.plans.contains_key(&with_shade);
    expect_query_result(table.send_command("GM", "queue-add act:hold as:Shade").await);
    expect_query_result(table.send_command("GM", "queue-confirm as:Shade").await);
    for _ in 0..12 {
        if !is_planned().await {
            break;
        }
        let actor = turn_actor_name(&*table.load_state().await);
        table.run_command("GM", &format!("skip who:{actor}")).await;
    }
    assert!(!is_planned().await, "it has held");
    table.run_command("GM", "undo").await;
    assert!(is_planned().await);
    table.run_command("GM", "redo").await;
    assert!(!is_planned().await);
}

/// Sets up Ana's turn in a fight with a hidden Shade that has these acts planned.
async fn set_up_hidden_plan(acts: &[&str]) -> Table {
    let table = Table::new().await;
    table.run_command("GM", "new system:ranks zones:\"Gate - Yard\"").await;
    table.run_command("GM", "set key:decoys value:true").await;
    table.run_command("Ana", "join name:Ana from:blade at:Yard").await;
    table.run_command("GM", "add name:Shade from:thug at:Yard hidden:true").await;
    table.run_command("GM", "start").await;
    for act in acts {
        expect_query_result(
            table.send_command("GM", &format!("queue-add act:\"{act}\" as:Shade")).await,
        );
    }
    expect_query_result(table.send_command("GM", "queue-confirm as:Shade").await);
    table.deliver_posts().await;
    table
}

/// A planned act reveals the hidden NPC; the rest of its plan is played in the open.
#[tokio::test]
async fn plan_continues_after_npc_is_revealed() {
    let acts = ["move target:Ana action:bonus", "attack target:Ana", "pass"];
    let table = set_up_hidden_plan(&acts).await;
    table.run_command("Ana", "pass").await;
    while !table.load_state().await.prompts.is_empty() {
        table.run_command("GM", "skip who:Ana").await;
    }
    let state = table.load_state().await;
    assert!(!state.members[1].is_hidden, "it has struck");
    assert_eq!((turn_actor_name(&state).as_str(), state.plans.len()), ("Shade", 1));
    table.app.fire_due_deadlines().await.unwrap();
    assert!(table.load_state().await.plans.is_empty());
    assert_eq!(table.awaited_name().await, "Ana");
    let posts = table.deliver_posts().await;
    assert!(!posts.iter().any(|post| post.contains("plan_")), "{posts:?}");
}

/// The rest of a plan is dropped at the end of the turn, and only the GM is told.
#[tokio::test]
async fn gm_learns_of_dropped_hidden_plan() {
    let table = set_up_hidden_plan(&["pass", "move target:Ana"]).await;
    table.run_command("Ana", "pass").await;
    assert!(table.load_state().await.plans.is_empty());
    let posts = table.deliver_posts().await;
    assert!(posts.contains(&"dm 1: notice plan_dropped".to_string()), "{posts:?}");
}

/// Returns what the log of a fight tells somebody.
async fn read_log(table: &Table, who: &str) -> String {
    let QueryResult::Log(page) = expect_query_result(table.send_command(who, "log").await) else {
        panic!("no log")
    };
    let narratives = page.entries.iter().filter_map(|entry| entry.narrative.as_ref());
    let paragraphs: Vec<String> =
        narratives.flat_map(|narrative| narration::narrate(PLAIN, narrative)).collect();
    paragraphs.join("\n")
}

/// What a hidden NPC does before the act that reveals it stays secret, although one input plays
/// both.
#[tokio::test]
async fn acts_before_the_reveal_stay_secret() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12 zones:\"Gate - Yard - Hall\"").await;
    table.run_command("GM", "set key:decoys value:true").await;
    table.run_command("Ana", "join name:Ana from:warrior at:Yard").await;
    table.run_command("GM", "add name:Shade from:raider at:Hall hidden:true").await;
    table.run_command("GM", "start").await;
    for act in ["move zone:Yard", "attack target:Ana"] {
        let order = format!("queue-add act:\"{act}\" as:Shade");
        expect_query_result(table.send_command("GM", &order).await);
    }
    expect_query_result(table.send_command("GM", "queue-confirm as:Shade").await);
    table.run_command("Ana", "pass").await;
    assert!(!table.load_state().await.members[1].is_hidden, "it has struck");
    let (gm_log, public_log) = (read_log(&table, "GM").await, read_log(&table, "Ana").await);
    assert!(gm_log.contains("Shade moves"), "{gm_log}");
    assert!(public_log.contains("Shade attacks"), "{public_log}");
    assert!(!public_log.contains("Shade moves"), "{public_log}");
}
