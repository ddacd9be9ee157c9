//! NPC agents: in every system they act and answer after a delay, as their GM would, and nobody
//! else can tell the difference.

use riposte::app::fight_log::LogAuthor;
use riposte::app::forecast::FightVariant;
use riposte::app::ids::TurnId;
use riposte::app::input::{BlockAct, InputReply, PlayedBlock, QueryResult};
use riposte::app::outbox::{Actor, Audience};
use riposte::engine::agents::evaluator::{RiskAttitude, SearchBudget};
use riposte::engine::core::ids::Initiator;
use riposte::engine::game::SYSTEM_KEYS;

use crate::app_table::*;

/// Starts a fight in which an agent plays the Wolf, and advances to the Wolf's turn.
async fn set_up_autonomous_wolf(system: &str) -> Table {
    let table = Table::new().await;
    table.start_fight(system).await;
    table.run_command("GM", "absence policy:auto who:Wolf").await;
    advance_to_wolf_turn(&table).await;
    table
}

async fn is_wolf_turn(table: &Table) -> bool {
    let state = table.load_state().await;
    let wolf = state.members.iter().find(|member| member.name == "Wolf").unwrap().id;
    let is_wolf_or_gm = |by: &Initiator| *by == Initiator::Gm || *by == Initiator::Combatant(wolf);
    state.prompts.is_empty()
        && state.turn.as_ref().is_some_and(|turn| turn.awaited.actors.iter().all(is_wolf_or_gm))
}

async fn advance_to_wolf_turn(table: &Table) {
    for _ in 0..30 {
        if is_wolf_turn(table).await {
            return;
        }
        let first =
            table.load_state().await.prompts.iter().find(|open| !open.prompt.is_optional).cloned();
        match first {
            Some(_) => drop(table.send_command("GM", "skip").await),
            None => match table.awaited_name().await.as_str() {
                "Wolf" | "GM" => return,
                name => {
                    let name = name.split(", ").next().unwrap_or_default().to_string();
                    if !matches!(table.send_command(&name, "init").await, InputReply::Done(_)) {
                        drop(table.send_command("GM", "skip").await);
                    }
                }
            },
        }
    }
    panic!("the Wolf never acts: {}", table.awaited_name().await);
}

#[tokio::test]
async fn agent_acts_after_a_delay() {
    for system in SYSTEM_KEYS {
        let table = set_up_autonomous_wolf(system).await;
        let (before, turn) = (table.revision().await, table.load_state().await.turn.clone());
        let due = table.app.next_deadline_time().await.unwrap().unwrap();
        let wait = (due - riposte::app::clock::Clock::now(&*table.clock)).get_seconds();
        assert!((180..=2700).contains(&wait), "{system}: {wait}");
        table.advance_hours(1).await;
        assert!(table.revision().await > before, "{system}: nothing was done");
        // The turn is over, or the act waits for an answer.
        let state = table.load_state().await;
        let is_over = state.turn.as_ref().map(|turn| turn.id) != turn.map(|turn| turn.id);
        assert!(is_over || !state.prompts.is_empty(), "{system}: {:?}", state.turn);
    }
}

/// The GM gets advice for the NPC's turn. Nobody else gets any, and there is none for player
/// characters.
#[tokio::test]
async fn gm_gets_advice_for_npc_turn() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        let app = table.app.clone().with_advice(SearchBudget { runs: 1, acts_per_combatant: 1 });
        let table = Table { app, ..table };
        table.start_fight(system).await;
        advance_to_wolf_turn(&table).await;
        let posts: Vec<String> = table.deliver_posts().await;
        let advised: Vec<_> = posts.iter().filter(|post| post.contains(" advised")).collect();
        let gm = format_audience(Audience::Dm(user_id("GM")));
        assert!(!advised.is_empty(), "{system}");
        let is_advice_for_gm =
            |post: &&String| post.starts_with(&gm) && post.contains("Wolf advised");
        assert!(advised.iter().all(is_advice_for_gm), "{system}: {advised:?}");
    }
}

/// The GM is not called, and the channel reads as if the GM had acted.
#[tokio::test]
async fn agent_act_looks_like_the_gms() {
    for system in SYSTEM_KEYS {
        let table = set_up_autonomous_wolf(system).await;
        table.deliver_posts().await;
        table.advance_hours(1).await;
        let posts: Vec<String> = table.deliver_posts().await;
        let channel_posts: Vec<&String> =
            posts.iter().filter(|post| post.starts_with("channel")).collect();
        assert!(!channel_posts.is_empty(), "{system}");
        assert!(
            channel_posts.iter().all(|post| !post.contains("auto")),
            "{system}: {channel_posts:?}"
        );
        // The log attributes the act to the GM, for every reader.
        for who in ["GM", "Ana"] {
            let QueryResult::Log(page) =
                expect_query_result(table.send_command(who, "log last:20").await)
            else {
                panic!()
            };
            let last = page.entries.last().unwrap();
            assert_eq!(last.author, LogAuthor::User(user_id("GM")), "{system}: {last:?}");
        }
        let log =
            format!("{:?}", expect_query_result(table.send_command("Ana", "log last:20").await));
        assert!(!log.contains("absence"), "{system}: {log}");
    }
}

#[tokio::test]
async fn agent_answers_prompts() {
    let table = Table::new().await;
    table.start_fight("factions").await;
    table.run_command("GM", "absence policy:auto who:Wolf").await;
    table.run_command("Ana", "attack target:Wolf").await;
    let is_wolf_asked = async |table: &Table| {
        let state = table.load_state().await;
        let wolf = state.members.iter().find(|member| member.name == "Wolf").unwrap().id;
        state.prompts.iter().any(|open| open.prompt.respondent == Initiator::Combatant(wolf))
    };
    assert!(is_wolf_asked(&table).await, "the Wolf is asked whether it takes the hit");
    table.advance_hours(1).await;
    assert!(!is_wolf_asked(&table).await);
    // After the undo the question goes to the GM.
    table.run_command("GM", "undo").await;
    assert!(is_wolf_asked(&table).await);
    table.advance_hours(1).await;
    assert!(is_wolf_asked(&table).await, "what was taken back is not answered again");
}

/// The agent's acts can be undone; after that the GM plays the turn.
#[tokio::test]
async fn undone_agent_act_is_left_to_gm() {
    let table = set_up_autonomous_wolf("dr12").await;
    let before = table.load_state().await.game.full_state_json();
    let revision = table.revision().await;
    let due = table.app.next_deadline_time().await.unwrap().unwrap();
    table.clock.set(due);
    table.app.fire_due_deadlines().await.unwrap();
    let steps = table.revision().await - revision;
    assert!(steps > 0);
    table.run_command("GM", &format!("undo steps:{steps}")).await;
    assert_eq!(table.load_state().await.game.full_state_json(), before);
    table.advance_hours(1).await;
    assert_eq!(table.load_state().await.game.full_state_json(), before, "it waits for its GM");
}

/// The GM acts for the NPC in the middle of its turn and thereby takes over the rest of it.
#[tokio::test]
async fn gm_takes_over_in_mid_turn() {
    let table = set_up_autonomous_wolf("dr12").await;
    table.run_command("GM", "move zone:Gate as:Wolf").await;
    let revision = table.revision().await;
    table.advance_hours(1).await;
    assert_eq!(table.revision().await, revision);
    table.run_command("GM", "pass as:Wolf").await;
    // The agent plays the next turn again.
    advance_to_wolf_turn(&table).await;
    let revision = table.revision().await;
    table.advance_hours(1).await;
    assert!(table.revision().await > revision);
}

#[tokio::test]
async fn agent_is_turned_off_and_on_in_mid_turn() {
    let table = set_up_autonomous_wolf("dr12").await;
    table.run_command("GM", "absence policy:none who:Wolf").await;
    let revision = table.revision().await;
    table.advance_hours(1).await;
    assert_eq!(table.revision().await, revision);
    // Turning the agent on in the middle of a turn takes effect at once.
    table.run_command("GM", "absence policy:auto who:Wolf temper:reckless spares:true").await;
    let temperaments = table.load_state().await.people.npc_temperaments.clone();
    let temperament = temperaments.values().next().unwrap();
    assert_eq!(
        (temperaments.len(), temperament.risk_attitude, temperament.spares_downed),
        (1, RiskAttitude::Reckless, true)
    );
    table.advance_hours(1).await;
    assert!(table.revision().await > revision + 1);
}

#[tokio::test]
async fn agent_is_set_for_several_or_a_side() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "add name:Fox from:raider at:Yard").await;
    table.run_command("GM", "add name:Friend from:raider at:Yard side:party").await;
    let autonomous_count =
        async |table: &Table| table.load_state().await.people.npc_temperaments.len();
    table.run_command("GM", "absence policy:auto who:\"Wolf, Fox\"").await;
    assert_eq!(autonomous_count(&table).await, 2);
    table.run_command("GM", "absence policy:none who:enemy").await;
    assert_eq!(autonomous_count(&table).await, 0);
    table.run_command("GM", "absence policy:auto who:enemy").await;
    assert_eq!(autonomous_count(&table).await, 2);
    table.run_command("GM", "absence policy:auto").await;
    assert_eq!(autonomous_count(&table).await, 3);
    // Agents play no player characters, and players cannot turn them on for NPCs.
    table.assert_refused("GM", "absence policy:auto who:Ana", "bad-setup").await;
    table.assert_refused("Ana", "absence policy:auto who:Wolf", "bad-target").await;
    table.assert_refused("Ana", "absence policy:auto", "bad-setup").await;
    table.assert_refused("GM", "absence policy:auto who:Wolf temper:sour", "bad-setup").await;
}

/// The delay of the agent outlasts a restart.
#[tokio::test]
async fn agent_act_outlasts_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_at(&path).await;
    table.start_fight("dr12").await;
    table.run_command("GM", "absence policy:auto who:Wolf").await;
    advance_to_wolf_turn(&table).await;
    let revision = table.revision().await;
    let table = table.restart(&path).await;
    assert_eq!(table.revision().await, revision);
    table.advance_hours(1).await;
    assert!(table.revision().await > revision);
}

/// Only the GM gets forecasts, from the set-up on and while a prompt is open. They change nothing.
#[tokio::test]
async fn forecast_is_for_the_gm_alone() {
    let table = Table::new().await;
    table.set_up_fight().await;
    let forecast =
        async |table: &Table| match expect_query_result(table.send_command("GM", "forecast").await)
        {
            QueryResult::Forecast(card) => card,
            other => panic!("{other:?}"),
        };
    let card = forecast(&table).await;
    assert_eq!(card.forecast.combatants.len(), 3);
    assert!(card.forecast.fights_played > 0 && !card.variants.is_empty());
    table.run_command("GM", "start").await;
    while table.load_state().await.turn.as_ref().unwrap().awaited.is_skipped_at_deadline {
        table.run_command("GM", "skip").await;
    }
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    let (before, revision) = (table.load_state().await, table.revision().await);
    assert!(!before.prompts.is_empty());
    assert!(forecast(&table).await.forecast.fights_played > 0);
    assert_eq!((table.load_state().await, table.revision().await), (before, revision));
    table.assert_refused("Ana", "forecast", "not-gm").await;
    table.run_command("GM", "end outcome:truce").await;
    table.assert_refused("GM", "forecast", "fight-over").await;
}

/// During the set-up, the forecast tries an ambush by the NPCs where the rules have one.
#[tokio::test]
async fn forecast_tries_ambush_during_set_up() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.start_fight(system).await;
        assert!(
            table.load_state().await.game.with_npc_ambush_unless_begun_or_set().is_none(),
            "{system}"
        );
        table.run_command("GM", "end outcome:truce").await;
        table.run_command("GM", &format!("new system:{system}")).await;
        let (ana, _, wolf) = archetypes(system);
        table.run_command("Ana", &format!("join name:Ana from:{ana}")).await;
        table.run_command("GM", &format!("add name:Wolf from:{wolf}")).await;
        let QueryResult::Forecast(card) =
            expect_query_result(table.send_command("GM", "forecast").await)
        else {
            panic!("{system}: no forecast")
        };
        let is_tried = card.variants.iter().any(|(what, _)| *what == FightVariant::WithAmbush);
        assert_eq!(is_tried, ["cards", "dr12", "factions"].contains(system), "{system}");
    }
}

/// A one-sided forecast tells what turns the fight. Who loses all imagined fights is down in them.
#[tokio::test]
async fn one_sided_forecast_tells_what_turns_the_fight() {
    let table = Table::new().await;
    table.run_command("GM", "new system:cards").await;
    table.run_command("Ana", "join name:Ana from:adept").await;
    table.run_command("GM", "add name:Brute from:\"cave brute\" count:3").await;
    let QueryResult::Forecast(card) =
        expect_query_result(table.send_command("GM", "forecast").await)
    else {
        panic!("no forecast")
    };
    let (outcome, count) = &card.forecast.outcome_counts[0];
    assert_eq!(outcome, "foes", "{card:?}");
    let ana = &card.forecast.combatants[0];
    assert_eq!(ana.downed_count + ana.left_count, *count, "{card:?}");
    assert!(card.variants.iter().all(|(_, other)| other.outcome_counts[0].0 == "foes"));
    assert!(card.turning_point.is_some(), "{card:?}");
}

/// One press of the GM plays the NPCs of a turn until it is over or somebody is asked, or ends
/// their turns. Nobody else may press.
#[tokio::test]
async fn gm_plays_all_npcs_of_a_turn_by_one_press() {
    for system in SYSTEM_KEYS {
        for act in [BlockAct::PlaySuggested, BlockAct::EndAll] {
            let table = Table::new().await;
            table.start_fight(system).await;
            advance_to_wolf_turn(&table).await;
            let turn = table.load_state().await.turn.clone().unwrap().id;
            let press = async |who: &str, act| {
                let context = table.request_context(who);
                table.app.handle_button_for_all_npcs_of_turn(&context, turn, act).await.unwrap()
            };
            let InputReply::Refused(refusal) = press("Ana", act).await else { panic!("{system}") };
            assert_eq!(refusal.details["because"], "not-yours", "{system}");
            let preview = expect_query_result(press("GM", BlockAct::Preview).await);
            let QueryResult::BlockPreview { actors, .. } = preview else { panic!("{preview:?}") };
            let is_suggested = |actor: &Actor| actor.gm_controls.as_ref()?.advice.clone();
            assert!(actors.iter().any(|actor| is_suggested(actor).is_some()), "{system}");
            let before = table.revision().await;
            let played = expect_query_result(press("GM", act).await);
            let QueryResult::BlockPlayed(played) = played else { panic!("{played:?}") };
            assert!(played.acts > 0 && table.revision().await > before, "{system}: {played:?}");
            let state = table.load_state().await;
            let is_over = state.turn.as_ref().is_none_or(|open| open.id != turn);
            let can_go_on = !is_over && state.prompts.is_empty();
            assert!(!can_go_on, "{system}, {act:?}: {played:?}");
            if act == BlockAct::EndAll {
                assert!(is_over, "{system}: {:?}", state.turn);
            }
            // A late press changes nothing. Where somebody is asked it goes on after the answer.
            if is_over && state.prompts.is_empty() {
                assert_eq!(refusal_key(press("GM", act).await), "turn-over", "{system}");
            }
        }
    }
}

/// A press that a question has interrupted is repeated after the answer, with the same button.
#[tokio::test]
async fn block_press_goes_on_after_an_answer() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    let turn = table.load_state().await.turn.clone().unwrap().id;
    let press = async || press_for_all_npcs(&table, turn, BlockAct::PlaySuggested).await;
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    let interrupted = press().await;
    assert_eq!((interrupted.acts, interrupted.is_waiting_for_answer), (0, true));
    assert_eq!(interrupted.awaited_names, ["Ana"]);
    assert_eq!(interrupted.turn_to_go_on_with, Some(turn));
    while let Some(open) = table.load_state().await.prompts.first().cloned() {
        let default = open.prompt.default_choice.verb.clone();
        expect_done(table.press_choice("Ana", &default, &open).await, &default);
    }
    assert_ne!(table.load_state().await.turn.as_ref().unwrap().id, turn, "it is resumed");
    let resumed = press().await;
    assert!(resumed.acts > 0, "{resumed:?}");
}

/// Presses a button of the GM for all NPCs of a turn, which must not be refused.
async fn press_for_all_npcs(table: &Table, turn: TurnId, act: BlockAct) -> PlayedBlock {
    let context = table.request_context("GM");
    let reply = table.app.handle_button_for_all_npcs_of_turn(&context, turn, act).await;
    match expect_query_result(reply.unwrap()) {
        QueryResult::BlockPlayed(played) => played,
        other => panic!("{other:?}"),
    }
}

/// Returns the id of the open turn as buttons have it.
async fn load_open_turn_id(table: &Table) -> TurnId {
    let state = table.load_state().await;
    state.encrypt_turn_id(state.turn.as_ref().unwrap().id)
}

/// Sets up a fight of Factions in which the GM's side has the first slot.
async fn set_up_slot_of_npcs(npcs: &str) -> Table {
    let table = Table::new().await;
    table.prepare_fight("factions").await;
    table.run_command("GM", npcs).await;
    table.run_command("GM", "started faction:enemies").await;
    table.run_command("GM", "start").await;
    table
}

/// In an ambush by Factions one slot follows the other, and each is for one NPC: one press plays
/// all of them.
#[tokio::test]
async fn block_press_plays_all_npcs_of_an_ambush() {
    let table = set_up_slot_of_npcs("add name:Shade from:bandit at:Hall count:3 hidden:true").await;
    let turn = load_open_turn_id(&table).await;
    let played = press_for_all_npcs(&table, turn, BlockAct::PlaySuggested).await;
    assert_eq!((played.names.len(), played.idle_names.len()), (3, 0), "{played:?}");
}

/// In a slot of Factions one NPC takes a turn. The buttons of the slot go on in that turn, also
/// after an answer, until it is over.
#[tokio::test]
async fn block_press_goes_on_in_the_turn_that_took_the_slot() {
    let table = set_up_slot_of_npcs("add name:Cub from:wolf at:Yard").await;
    let slot = load_open_turn_id(&table).await;
    table.run_command("GM", "turn as:Wolf").await;
    assert_ne!(load_open_turn_id(&table).await, slot);
    for _ in 0..20 {
        let state = table.load_state().await;
        if !state.prompts.is_empty() {
            table.run_command("GM", "skip").await;
        } else if is_wolf_turn(&table).await {
            let played = press_for_all_npcs(&table, slot, BlockAct::PlaySuggested).await;
            assert!(played.acts > 0, "{played:?}");
        } else {
            return;
        }
    }
    panic!("the Wolf's turn does not end");
}

/// In a slot of Factions the GM passes for all NPCs at once: the press that ends them names all.
#[tokio::test]
async fn block_press_names_all_whose_turns_it_ended() {
    let table = set_up_slot_of_npcs("add name:Cub from:wolf at:Yard").await;
    let slot = load_open_turn_id(&table).await;
    let played = press_for_all_npcs(&table, slot, BlockAct::EndAll).await;
    assert!(played.ends_turns, "{played:?}");
    assert_eq!(played.names, ["Wolf", "Cub"]);
}
