//! Fights of one system, played from seeds to their end, while the invariants are checked that no
//! single script can prove. Every offer is accepted (I3). An act that is not offered is refused and
//! changes nothing (I2). Fights end within bounds (I4). Events and state agree (I5). Hidden facts
//! change no public byte (I6). The same tape gives the same fight (I1). A stored fight is loaded
//! unchanged (I7).

use std::collections::BTreeSet;

use riposte::engine::agents::agent::RandomAgent;
use riposte::engine::agents::simulation;
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::{ScriptedDice, SeededDice};
use riposte::engine::core::fight::{Event, Fight, FightPhase, Order};
use riposte::engine::core::ids::{CombatantId, Initiator};
use riposte::engine::resolution::fight_record::{
    ActResult, FightInput, FightRecord, RecordedAction,
};
use riposte::engine::resolution::hidden_actor;
use riposte::engine::resolution::prompt::PromptRequest;
use riposte::engine::resolution::resolver::{OpenPrompts, Resolver};
use riposte::engine::resolution::tape::{Tape, TapeEntry};
use riposte::engine::visibility::randomize;
use riposte::engine::visibility::view::{FightView, Viewer, visible_events_for};
use riposte::engine::visibility::visible_turn;

use crate::random_fights::{self, FightGenerator};

/// The largest number of acts that a fight of random choices may take.
const MAX_ACTS: usize = 20_000;

/// Secrecy is checked at one step in this many.
const SECRECY_CHECK_INTERVAL: usize = 8;

/// Returns how many fights to play: this many, unless `RIPOSTE_FIGHTS` says otherwise.
fn fight_count(default: u64) -> u64 {
    std::env::var("RIPOSTE_FIGHTS").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// I3, I4: fights end in simulation, which panics when an offered act is refused.
///
/// One fight in ten thousand may last until a GM ends it: two combatants are then too badly harmed
/// to hurt each other, and nobody is left who could help them (CARDS-HARM-4).
pub fn fights_end_and_every_offer_is_accepted<S: FightGenerator>() {
    let (fight_count, mut stuck) = (fight_count(2_000), Vec::new());
    for seed in 0..fight_count {
        let mut fight = S::generate_fight(seed).base_fight;
        let mut dice = SeededDice::new(seed ^ 0xD1CE);
        let mut agent = RandomAgent(SeededDice::new(seed ^ 0x314D));
        simulation::play_fight(&mut fight, &mut agent, &mut dice, MAX_ACTS);
        if !matches!(fight.phase, FightPhase::Over(_)) {
            stuck.push((seed, fight.round));
        }
    }
    let allowed_stuck = (fight_count / 10_000) as usize;
    assert!(
        stuck.len() <= allowed_stuck,
        "not over in {MAX_ACTS} acts: seeds and rounds {stuck:?}"
    );
}

/// Checks the other invariants in fights that run as in the app, where pending acts wait for
/// answers.
pub fn invariants_hold_at_every_step_of_a_fight<S: FightGenerator>() {
    for seed in 0..fight_count(150).min(2_000) {
        CheckedFight {
            seed,
            rng: SeededDice::new(seed ^ 0xC401CE),
            dice: SeededDice::new(seed ^ 0xD1CE),
        }
        .play::<S>(S::generate_fight(seed));
    }
}

/// Plays one fight step by step and checks the invariants at each step.
struct CheckedFight {
    seed: u64,
    rng: SeededDice,
    dice: SeededDice,
}

impl CheckedFight {
    /// Plays random inputs until the fight is over. Panics if that takes too many, or an invariant
    /// breaks.
    fn play<S: FightGenerator>(&mut self, mut record: FightRecord<S>) {
        // Every third fight has decoy delays.
        record.base_fight.has_decoys = self.seed % 3 == 1;
        for _ in 0..MAX_ACTS {
            if matches!(record.base_fight.phase, FightPhase::Over(_)) {
                return;
            }
            let (fight, OpenPrompts { requests, decoy_delay_index }) = record.clone_current_state();
            let changes_disclosure = self.rng.number_below(6) == 0;
            let disclosure_order = changes_disclosure
                .then(|| random_fights::pick_disclosure_order(&fight, &mut self.rng))
                .flatten();
            let input = if let Some(order) = disclosure_order {
                FightInput::Action(RecordedAction::Order(order))
            } else if requests.is_empty() && decoy_delay_index.is_none() {
                let Some((who, act)) = self.pick_act(&record.base_fight) else {
                    panic!("seed {}: nobody can act in {:?}", self.seed, record.base_fight.state)
                };
                self.assert_unoffered_acts_are_refused(&record, who);
                FightInput::Action(RecordedAction::Act { who, act })
            } else if let Some(order) = self.pick_gm_order(&record) {
                FightInput::Action(RecordedAction::Order(order))
            } else if decoy_delay_index.is_some() && self.rng.number_below(requests.len() + 1) == 0
            {
                FightInput::DecoyDelayOver
            } else {
                let request = &requests[self.rng.number_below(requests.len())];
                let answer = request.choices[self.rng.number_below(request.choices.len())].clone();
                let (respondent, question) = (request.respondent, request.question.clone());
                FightInput::Answer { respondent, question, answer }
            };
            if let FightInput::Action(RecordedAction::Act { who, act }) = &input {
                self.assert_act_shows_its_actor(&record.base_fight, *who, act);
            }
            let before = record.clone_fight_and_requests().0;
            let outcome =
                record.apply_input(input.clone(), &mut self.dice).unwrap_or_else(|refusal| {
                    panic!("seed {}: {input:?} was offered, yet refused: {refusal:?}", self.seed)
                });
            self.assert_tape_reproduces_outcome(&record, &input, &outcome);
            self.assert_events_give_the_state(before, &outcome);
            self.assert_stored_record_is_unchanged(&outcome.record);
            if self.rng.number_below(SECRECY_CHECK_INTERVAL) == 0 {
                self.assert_hidden_facts_change_nothing_public(&outcome);
            }
            self.assert_hidden_npcs_do_not_show(&outcome);
            record = outcome.record;
            self.assert_prompts_offer_a_choice(&record);
        }
        panic!("seed {}: not over in {MAX_ACTS} steps", self.seed);
    }

    /// No player gets a mandatory prompt with a single possible answer, unless a setting demands
    /// an explicit answer (DR12-OPT-2).
    fn assert_prompts_offer_a_choice<S: FightGenerator>(&self, record: &FightRecord<S>) {
        let (fight, OpenPrompts { requests, .. }) = record.clone_current_state();
        let is_for_player = |request: &&PromptRequest<S>| match request.respondent {
            Initiator::Gm => false,
            Initiator::Combatant(who) => {
                !fight.combatant(who).is_npc() && !S::is_hidden_from_public(&fight, request)
            }
        };
        let requests = requests.iter().filter(is_for_player).filter(|request| !request.is_optional);
        for request in requests.filter(|request| !S::needs_explicit_answer(&request.question)) {
            assert!(
                request.choices.len() > 1,
                "seed {}: only one answer to {:?}",
                self.seed,
                request.question
            );
        }
    }

    /// Picks an order of the GM for one in four open prompts.
    fn pick_gm_order<S: FightGenerator>(&mut self, record: &FightRecord<S>) -> Option<Order<S>> {
        let gives_order = self.rng.number_below(4) == 0;
        gives_order
            .then(|| S::pick_gm_order(&record.clone_fight_and_requests().0, &mut self.rng))
            .flatten()
    }

    /// Picks an act, mostly of a combatant whose turn it is, sometimes of any combatant. It picks
    /// the verb first, so that verbs with many variants do not crowd out the others.
    fn pick_act<S: FightGenerator>(&mut self, fight: &Fight<S>) -> Option<(CombatantId, S::Act)> {
        let any_may_act = self.rng.number_below(4) == 0;
        let initiators = S::pending_turn(fight).map_or_else(Vec::new, |turn| turn.actors);
        let may_act = |who| {
            any_may_act
                || initiators.contains(&Initiator::Gm)
                || initiators.contains(&Initiator::Combatant(who))
        };
        let mut candidates = Vec::new();
        for (who, _) in fight.present_combatants().filter(|(who, _)| may_act(*who)) {
            let mut legal_acts = Vec::new();
            S::list_legal_acts(fight, who, &mut legal_acts);
            let commands: Vec<Command> =
                legal_acts.iter().map(|act| S::format_act(fight, act)).collect();
            self.assert_commands_are_distinct(&commands);
            let acts = legal_acts.into_iter().zip(commands);
            candidates.extend(acts.map(|(act, command)| (who, act, command.verb)));
        }
        if candidates.is_empty() {
            return None;
        }
        let mut verbs: Vec<String> = candidates.iter().map(|(_, _, verb)| verb.clone()).collect();
        verbs.sort_unstable();
        verbs.dedup();
        let picked_verb = verbs.swap_remove(self.rng.number_below(verbs.len()));
        candidates.retain(|(_, _, verb)| *verb == picked_verb);
        let (who, act, _) = candidates.swap_remove(self.rng.number_below(candidates.len()));
        Some((who, act))
    }

    /// I3: no two offered acts have the same command.
    fn assert_commands_are_distinct(&self, offered: &[Command]) {
        let mut seen = BTreeSet::new();
        let duplicate = offered.iter().find(|command| !seen.insert(*command));
        assert!(duplicate.is_none(), "seed {}: {duplicate:?} is offered twice", self.seed);
    }

    /// I2, I3: random acts that are not offered are refused, roll nothing and change nothing.
    fn assert_unoffered_acts_are_refused<S: FightGenerator>(
        &mut self,
        record: &FightRecord<S>,
        actor: CombatantId,
    ) {
        let fight = &record.base_fight;
        for _ in 0..3 {
            let random_combatant = CombatantId(self.rng.number_below(fight.combatants.len()) as u8);
            let who = if self.rng.number_below(2) == 0 { actor } else { random_combatant };
            let command = self.pick_command(fight);
            let act = S::parse_act_without_checks(fight, who, &command);
            let act = act.expect("each verb of an act is parsed");
            let mut offered = Vec::new();
            S::list_legal_acts(fight, who, &mut offered);
            if offered.contains(&act) {
                continue;
            }
            let mut no_dice = ScriptedDice::default();
            let result = record.apply_input(
                FightInput::Action(RecordedAction::Act { who, act: act.clone() }),
                &mut no_dice,
            );
            let is_refused = result.is_err() && no_dice.take_errors_and_unused().is_empty();
            assert!(
                is_refused,
                "seed {}: {command} by {who:?} is not offered, yet accepted",
                self.seed
            );
        }
    }

    /// Builds a random command that may or may not be legal.
    fn pick_command<S: FightGenerator>(&mut self, fight: &Fight<S>) -> Command {
        let verb = S::ACT_VERBS[self.rng.number_below(S::ACT_VERBS.len())];
        let mut command = Command::new(verb.name);
        for slot in verb.slots {
            let value = match slot.name {
                "target" => {
                    let who = self.rng.number_below(fight.combatants.len() + 1);
                    fight
                        .combatants
                        .get(who)
                        .map_or("nobody", |combatant| &combatant.name)
                        .to_string()
                }
                slot => match S::sample_slot_values(slot) {
                    [] => continue,
                    values => random_fights::pick_random(&mut self.rng, values).into(),
                },
            };
            command = command.with(slot.name, value);
        }
        command
    }

    /// I1: the dice on the tape are enough to reproduce the outcome.
    fn assert_tape_reproduces_outcome<S: FightGenerator>(
        &self,
        before: &FightRecord<S>,
        input: &FightInput<S>,
        outcome: &ActResult<S>,
    ) {
        let mut tape_dice = ScriptedDice::default();
        let known_entries = before.pending.as_ref().map_or(0, |pending| pending.tape.0.len());
        for entry in &outcome.tape.0[known_entries.min(outcome.tape.0.len())..] {
            match entry {
                TapeEntry::Die { sides, face } => tape_dice.push_die(*sides, *face),
                TapeEntry::Card(card) => tape_dice.push_card(*card),
                TapeEntry::Answer { .. }
                | TapeEntry::DecoyDelayOver
                | TapeEntry::InterjectedOrder(_)
                | TapeEntry::InterjectedAct { .. }
                | TapeEntry::Lost(_) => {}
            }
        }
        let replayed =
            before.apply_input(input.clone(), &mut tape_dice).expect("it was accepted before");
        assert_eq!(tape_dice.take_errors_and_unused(), Vec::<String>::new(), "seed {}", self.seed);
        assert!(replayed == *outcome, "seed {}: the same tape gives another fight", self.seed);
    }

    /// I5: applying the events to the previous fight gives the current one.
    fn assert_events_give_the_state<S: FightGenerator>(
        &self,
        mut fight: Fight<S>,
        outcome: &ActResult<S>,
    ) {
        for event in &outcome.events {
            fight.apply(event);
        }
        assert!(
            fight == outcome.current_fight,
            "seed {}: the events give another state",
            self.seed
        );
    }

    /// I7: a record is the same after it has been stored and loaded.
    fn assert_stored_record_is_unchanged<S: FightGenerator>(&self, record: &FightRecord<S>) {
        let text = serde_json::to_string(record).expect("a fight can be written");
        let loaded: FightRecord<S> = serde_json::from_str(&text).expect("and read");
        assert!(loaded == *record, "seed {}: storing changes the fight", self.seed);
    }

    /// I6: players see the same state, turn and events whether or not the fight has hidden NPCs.
    /// During a hidden NPC's turn, players see somebody else as the one to act.
    fn assert_hidden_npcs_do_not_show<S: FightGenerator>(&self, outcome: &ActResult<S>) {
        let (fight, seed) = (&outcome.current_fight, self.seed);
        if !fight
            .present_combatants()
            .any(|(who, _)| fight.is_hidden_npc(Initiator::Combatant(who)))
        {
            return;
        }
        let (mut fight_without, mut events) = (fight.clone(), outcome.events.clone());
        randomize::remove_hidden_npcs_from_events(fight, &mut events);
        randomize::remove_hidden_npcs(&mut fight_without);
        let players = fight
            .present_combatants()
            .filter_map(|(_, combatant)| combatant.user.map(Viewer::Player));
        for viewer in std::iter::once(Viewer::Public).chain(players) {
            let visible = visible_events_for(fight, viewer, &outcome.events);
            assert!(
                visible == visible_events_for(fight, viewer, &events),
                "seed {seed}: {:?}",
                outcome.events
            );
            let (view, actors) = visible_view_and_actors(fight, viewer);
            let (view_without, actors_without) = visible_view_and_actors(&fight_without, viewer);
            if visible_turn::can_only_hidden_npcs_act(fight) {
                let is_visible = |initiator: &Initiator| {
                    *initiator != Initiator::Gm && !fight.is_hidden_npc(*initiator)
                };
                assert!(actors.iter().flatten().all(is_visible), "seed {seed}: {actors:?}");
            } else {
                assert_eq!(actors, actors_without, "seed {seed}");
                assert_eq!(view, view_without, "seed {seed}");
            }
        }
    }

    /// I6: a hidden NPC whose act changes what players see of others is shown by it. Otherwise they
    /// see an act of nobody.
    fn assert_act_shows_its_actor<S: FightGenerator>(
        &mut self,
        before: &Fight<S>,
        who: CombatantId,
        act: &S::Act,
    ) {
        if !before.is_hidden_npc(Initiator::Combatant(who)) {
            return;
        }
        let (mut after, mut tape) = (before.clone(), Tape::default());
        let mut dice = SeededDice::new(self.rng.number_below(1 << 20) as u64);
        // Not the steps that follow by themselves, which are nobody's doing.
        let _ = Resolver::from_tape(&mut after, &mut tape, 0, &mut dice).perform_act(who, act);
        if after.is_hidden_npc(Initiator::Combatant(who)) {
            assert_eq!(
                hidden_actor::public_views_of_others_ignoring_turns(before, who),
                hidden_actor::public_views_of_others_ignoring_turns(&after, who),
                "seed {}: {} is an act of nobody",
                self.seed,
                S::format_act(before, act)
            );
        }
    }

    /// I6: the public bytes of views, narratives, prompts and offers do not depend on hidden facts.
    fn assert_hidden_facts_change_nothing_public<S: FightGenerator>(
        &mut self,
        outcome: &ActResult<S>,
    ) {
        let mut other_fight = outcome.current_fight.clone();
        let mut other_events = outcome.events.clone();
        let rng = &mut self.rng;
        randomize::randomize_hidden_parts_of_fight(&mut other_fight, &mut |n| rng.number_below(n));
        randomize::randomize_hidden_parts_of_events(
            &outcome.current_fight,
            &mut other_events,
            &mut |n| rng.number_below(n),
        );
        self.assert_public_texts_are_equal(outcome, &other_fight, &other_events);
        self.assert_offers_of_players_are_equal(&outcome.current_fight, &other_fight);
        self.assert_questions_name_nobody_hidden(outcome);
    }

    /// Everybody but the GM reads the same views and narratives in this fight and the other one.
    fn assert_public_texts_are_equal<S: FightGenerator>(
        &self,
        outcome: &ActResult<S>,
        other_fight: &Fight<S>,
        other_events: &[Event<S>],
    ) {
        let mut viewers = vec![Viewer::Public];
        viewers.extend(
            outcome
                .current_fight
                .present_combatants()
                .filter_map(|(_, combatant)| combatant.user.map(Viewer::Player)),
        );
        for viewer in viewers {
            let serialize_visible = |fight: &Fight<S>, events: &[Event<S>]| {
                let view = serde_json::to_string(&S::view_for(fight, viewer)).expect("a view");
                let narrative = visible_events_for(fight, viewer, events);
                (view, serde_json::to_string(&narrative).expect("a narrative"))
            };
            let seed = self.seed;
            let (actual, alternative) = (
                serialize_visible(&outcome.current_fight, &outcome.events),
                serialize_visible(other_fight, other_events),
            );
            for (actual, alternative) in [(actual.0, alternative.0), (actual.1, alternative.1)] {
                let same_length =
                    actual.bytes().zip(alternative.bytes()).take_while(|(a, b)| a == b).count();
                let excerpt_of = |text: &str| {
                    let excerpt =
                        text.bytes().skip(same_length.saturating_sub(80)).take(160).collect();
                    String::from_utf8_lossy(&Vec::from_iter::<Vec<u8>>(excerpt)).into_owned()
                };
                assert!(
                    actual == alternative,
                    "seed {seed}: {} and {}",
                    excerpt_of(&actual),
                    excerpt_of(&alternative)
                );
            }
        }
    }

    /// Players are offered the same in both fights.
    fn assert_offers_of_players_are_equal<S: FightGenerator>(
        &self,
        fight: &Fight<S>,
        other_fight: &Fight<S>,
    ) {
        let of_players =
            fight.present_combatants().filter(|(_, combatant)| combatant.user.is_some());
        for (who, _) in of_players {
            let offers = |fight: &Fight<S>| {
                let mut legal_acts = Vec::new();
                S::list_legal_acts(fight, who, &mut legal_acts);
                legal_acts
                    .iter()
                    .map(|act| S::format_act(fight, act).to_string())
                    .collect::<Vec<_>>()
            };
            let (actual, alternative) = (offers(fight), offers(other_fight));
            let only_actual = actual.iter().filter(|command| !alternative.contains(command));
            let only_alternative = alternative.iter().filter(|command| !actual.contains(command));
            let differing: Vec<&String> = only_actual.chain(only_alternative).collect();
            assert!(actual == alternative, "seed {}: hidden facts show: {differing:?}", self.seed);
        }
    }

    /// No question to a player contains the name of somebody hidden.
    fn assert_questions_name_nobody_hidden<S: FightGenerator>(&self, outcome: &ActResult<S>) {
        for request in outcome.requests.iter().filter(|request| request.respondent != Initiator::Gm)
        {
            let text = serde_json::to_string(&request.question).expect("a question");
            for combatant in
                outcome.current_fight.combatants.iter().filter(|combatant| combatant.is_hidden)
            {
                assert!(!text.contains(&combatant.name), "seed {}: {text}", self.seed);
            }
        }
    }
}

/// Returns what a reader of the channel sees of the turn: the view, and who may act.
fn visible_view_and_actors<S: FightGenerator>(
    fight: &Fight<S>,
    viewer: Viewer,
) -> (FightView, Option<Vec<Initiator>>) {
    let turn = visible_turn::visible_pending_turn(fight, viewer);
    (visible_turn::view_without_signs_of_hidden_turns(fight, viewer), turn.map(|turn| turn.actors))
}

/// I1: in simulation, the same seeds give the same fight, byte for byte.
pub fn same_seed_gives_the_same_fight<S: FightGenerator>() {
    let play_seed = |seed: u64| {
        let mut fight = S::generate_fight(seed).base_fight;
        let mut agent = RandomAgent(SeededDice::new(seed));
        simulation::play_fight(&mut fight, &mut agent, &mut SeededDice::new(seed), MAX_ACTS);
        serde_json::to_string(&fight).expect("a fight can be written")
    };
    assert_eq!(play_seed(7), play_seed(7));
    assert_ne!(play_seed(7), play_seed(8));
}

/// A hidden NPC is not in the public view, and the public cannot find it by its name.
pub fn hidden_npc_is_invisible_to_players<S: FightGenerator>() {
    let record = (0..)
        .map(S::generate_fight)
        .find(|record| record.base_fight.combatants.iter().any(|combatant| combatant.is_hidden));
    let record = record.expect("some seed has one");
    let hidden = record
        .base_fight
        .combatants
        .iter()
        .find(|combatant| combatant.is_hidden)
        .expect("there is one");
    let fight = &record.base_fight;
    let view_of = |viewer| {
        serde_json::to_string(&visible_turn::view_without_signs_of_hidden_turns(fight, viewer))
            .expect("a view")
    };
    assert!(!view_of(Viewer::Public).contains(&hidden.name));
    assert!(view_of(Viewer::Gm).contains(&hidden.name));
    assert_eq!(fight.find_combatant(Viewer::Public, &hidden.name), None);
}
