//! In every system, what is shown of the end of a fight is how everybody stood when its outcome was
//! decided, although the aftermath clears and heals.

#[allow(dead_code)]
#[macro_use]
#[path = "support/random_fights/mod.rs"]
mod random_fights;

use random_fights::RegisteredGenerator;
use riposte::engine::agents::agent::{Agent, AttackingAgent};
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Exit, Fight, FightPhase};
use riposte::engine::core::ids::{CombatantId, Initiator};
use riposte::engine::game::Game;
use riposte::engine::resolution::fight_record::{FightInput, FightRecord, RecordedAction};
use riposte::engine::visibility::view::{TurnStatus, Viewer};
use riposte::narration::{self, PLAIN, terms};

/// Words of sentences that tell who wins.
const OUTCOME_WORDS: [&str; 5] = [" win.", " wins.", " loses.", "goes to the", "a truce."];

/// The most inputs of a fight. A fight that takes more is given up.
const MAX_INPUTS: usize = 600;

/// Returns the next input of a fight: an answer, the end of a decoy delay, or an act of somebody
/// who may act.
fn next_input<S: RegisteredGenerator>(
    record: &FightRecord<S>,
    agent: &mut AttackingAgent,
) -> Option<FightInput<S>> {
    let (fight, open) = record.clone_current_state();
    if open.decoy_delay_index.is_some() {
        return Some(FightInput::DecoyDelayOver);
    }
    if !open.requests.is_empty() {
        let given = agent.choose_answer(&fight, &open.requests);
        let request = &open.requests[given.request_index];
        let (respondent, question) = (request.respondent, request.question.clone());
        return Some(FightInput::Answer { respondent, question, answer: given.answer });
    }
    let everybody = || fight.present_combatants().map(|(who, _)| who);
    let actors = S::pending_turn(&fight)?.actors.into_iter().flat_map(|actor| match actor {
        Initiator::Combatant(who) => vec![who],
        Initiator::Gm => everybody().filter(|who| fight.combatant(*who).is_npc()).collect(),
    });
    for who in actors {
        let mut acts = Vec::new();
        S::list_legal_acts(&fight, who, &mut acts);
        if !acts.is_empty() {
            let act = acts.swap_remove(agent.choose_act(&fight, who, &acts));
            return Some(FightInput::Action(RecordedAction::Act { who, act }));
        }
    }
    None
}

/// Returns how each combatant has dropped out, in joining order; `None` for those who have not.
fn list_exits<S: RegisteredGenerator>(fight: &Fight<S>) -> Vec<Option<Exit>> {
    fight.present_combatants().map(|(_, combatant)| S::exit(&combatant.body)).collect()
}

/// Plays a fight to its end. Returns how everybody had dropped out just after the event that
/// decided it, and the fight after the end; `None` for a fight that takes too long.
fn play_to_end<S: RegisteredGenerator>(seed: u64) -> Option<(Vec<Option<Exit>>, Game)> {
    let mut dice = SeededDice::new(seed);
    let random_one_in = Some((8, SeededDice::new(seed ^ 99)));
    let mut agent = AttackingAgent { random_one_in, targets_weakest: true };
    let mut record = FightRecord::new(S::generate_pc_npc_fight(2, seed));
    let mut decided_exits = None;
    for _ in 0..MAX_INPUTS {
        let mut fight = record.current_fight().clone();
        if let FightPhase::Over(_) = fight.phase {
            return Some((decided_exits?, S::game_from_record(record)));
        }
        let input = next_input(&record, &mut agent)?;
        let result = record.apply_input(input, &mut dice).expect("the input is legal");
        for event in &result.events {
            fight.apply(event);
            if decided_exits.is_none() && S::decided_outcome(&fight).is_some() {
                decided_exits = Some(list_exits(&fight));
            }
        }
        record = result.record;
    }
    None
}

/// Plays a fight to its end. Returns the events from its decision on, as a row of the journal has
/// them, and the fight after the end; `None` for a fight that takes too long.
fn play_and_collect_last_events<S: RegisteredGenerator>(seed: u64) -> Option<(String, Game)> {
    let mut dice = SeededDice::new(seed);
    let mut agent = AttackingAgent { random_one_in: None, targets_weakest: true };
    let mut record = FightRecord::new(S::generate_pc_npc_fight(2, seed));
    let mut events = Vec::new();
    for _ in 0..MAX_INPUTS {
        if let FightPhase::Over(_) = record.current_fight().phase {
            let events = serde_json::to_string(&events).expect("events are plain data");
            return Some((events, S::game_from_record(record)));
        }
        let mut fight = record.current_fight().clone();
        let input = next_input(&record, &mut agent)?;
        let result = record.apply_input(input, &mut dice).expect("the input is legal");
        for event in &result.events {
            fight.apply(event);
            if S::decided_outcome(&fight).is_some() {
                events.push(event.clone());
            }
        }
        record = result.record;
    }
    None
}

fn view_after_end_shows_who_had_dropped_out<S: RegisteredGenerator>() {
    let mut shown_exits = Vec::new();
    for seed in 0..12 {
        let Some((decided_exits, game)) = play_to_end::<S>(seed) else { continue };
        for viewer in [Viewer::Gm, Viewer::Public] {
            for member in game.view_for(viewer).members() {
                let decided = decided_exits[member.id.index()];
                // What the aftermath adds is shown as well: poison that runs out, a blaze of glory.
                assert!(member.exit >= decided, "{seed}: {decided:?} at the decision: {member:?}");
                let is_out = member.turn_status == TurnStatus::Out;
                assert_eq!(is_out, member.exit.is_some(), "{seed}: {member:?}");
                shown_exits.push(member.exit);
            }
        }
    }
    for exit in [None, Some(Exit::Down)] {
        assert!(shown_exits.contains(&exit), "no fight ended with {exit:?}: {shown_exits:?}");
    }
}

/// In each imagined fight, whoever has lost is down or has left: no two enemies stand when it is
/// decided, unless it ends in a truce.
fn no_enemies_stand_at_the_end_of_an_imagined_fight<S: RegisteredGenerator>() {
    let mut decided_count = 0;
    for seed in 0..12 {
        let fight = S::generate_pc_npc_fight(2, seed);
        let game = S::game_from_record(FightRecord::new(fight.clone()));
        let forecast = game.forecast(1, seed, &mut || true).expect("it runs");
        let Some((outcome, _)) = forecast.outcome_counts.first() else { continue };
        decided_count += 1;
        let standing: Vec<CombatantId> = forecast
            .combatants
            .iter()
            .filter(|combatant| combatant.downed_count + combatant.left_count == 0)
            .map(|combatant| combatant.who)
            .collect();
        let has_standing_enemy =
            |who: &CombatantId| standing.iter().any(|other| S::are_enemies(&fight, *who, *other));
        if outcome != "truce" {
            assert!(!standing.iter().any(has_standing_enemy), "{seed}: {outcome}: {forecast:?}");
        }
    }
    assert!(decided_count > 6, "only {decided_count} of 12 imagined fights ended");
}

/// The end of a fight names its outcome in one sentence, which the board and the report repeat.
fn outcome_is_told_once_at_the_end<S: RegisteredGenerator>() {
    let mut told_count = 0;
    for seed in 0..12 {
        let Some((events, game)) = play_and_collect_last_events::<S>(seed) else { continue };
        let outcome = game.view_for(Viewer::Public).outcome.expect("the fight is over");
        let outcome = terms::outcome_text(PLAIN.locale, &outcome);
        let narrative = game.narrative_from_journal(&events, Viewer::Public).expect("events");
        let told = narration::narrate(PLAIN, &narrative).join("\n");
        assert_eq!(told.matches(&outcome).count(), 1, "{seed}: {told}");
        let others = OUTCOME_WORDS.iter().map(|word| told.matches(word).count()).sum::<usize>();
        assert!(others <= 1, "{seed}: the outcome is told in two ways: {told}");
        told_count += 1;
    }
    assert!(told_count > 6, "only {told_count} of 12 fights ended");
}

test_each_system! {
    outcome_is_told_once_at_the_end
    view_after_end_shows_who_had_dropped_out
    no_enemies_stand_at_the_end_of_an_imagined_fight
}
