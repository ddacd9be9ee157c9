//! Random play: seeded fights to their end by the rules, with the proofs that no single script can
//! give: every offer is accepted (I3), what is not offered is refused with nothing changed (I2),
//! fights end within bounds (I4), notes and state agree (I5), hidden facts change no public byte
//! (I6), the same tape gives the same fight (I1), a stored fight is the same fight (I7).
//!
//! `RIPOSTE_FIGHTS=100000 cargo test --release --test random_play` plays more of them.

#[allow(dead_code)]
#[macro_use]
#[path = "support/random_fights/mod.rs"]
mod random_fights;

use std::collections::BTreeSet;

use random_fights::Drawn;
use riposte::engine::agents::agent::RandomAgent;
use riposte::engine::agents::simulation;
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::{Dice, ScriptedDice, SeededDice};
use riposte::engine::core::fight::{Event, Fight, FightPhase, Order};
use riposte::engine::core::ids::{CombatantId, Initiator};
use riposte::engine::resolution::fight_record::{
    ActResult, FightInput, FightRecord, RecordedAction,
};
use riposte::engine::resolution::prompt::PromptRequest;
use riposte::engine::resolution::resolver::OpenPrompts;
use riposte::engine::resolution::tape::TapeEntry;
use riposte::engine::visibility::randomize;
use riposte::engine::visibility::view::{FightView, Viewer, filter_for};
use riposte::engine::visibility::visible_turn;

/// The most acts that a fight of random choices may take.
const MOST_ACTS: usize = 20_000;

/// How many steps there are between two proofs of secrets.
const BETWEEN: usize = 8;

fn fights(default: u64) -> u64 {
    std::env::var("RIPOSTE_FIGHTS").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// I3, I4: in simulation, where an offered act that is refused panics.
///
/// One in ten thousand may come to nothing, until a GM ends it: two who are too badly harmed to
/// hurt each other, and have nobody left who could help them (CARDS-HARM-4).
fn fights_end_and_every_offer_is_accepted<S: Drawn>() {
    let (fights, mut stuck) = (fights(2_000), Vec::new());
    for seed in 0..fights {
        let mut fight = S::fight(seed).base_fight;
        let mut dice = SeededDice::new(seed ^ 0xD1CE);
        let mut mind = RandomAgent(SeededDice::new(seed ^ 0x314D));
        simulation::play_fight(&mut fight, &mut mind, &mut dice, MOST_ACTS);
        if !matches!(fight.phase, FightPhase::Over(_)) {
            stuck.push((seed, fight.round));
        }
    }
    let most = (fights / 10_000) as usize;
    assert!(stuck.len() <= most, "not over in {MOST_ACTS} acts: seeds and rounds {stuck:?}");
}

/// All the other invariants, along the way of the app: acts that wait for answers over a tape.
fn fights_hold_the_invariants_at_every_step<S: Drawn>() {
    for seed in 0..fights(150).min(2_000) {
        Walk {
            seed,
            choice: SeededDice::new(seed ^ 0xC401CE),
            dice: SeededDice::new(seed ^ 0xD1CE),
        }
        .play::<S>(S::fight(seed));
    }
}

of_each_system! {
    fights_end_and_every_offer_is_accepted
    fights_hold_the_invariants_at_every_step
    the_same_seed_gives_the_same_fight
    a_hidden_npc_is_not_there_for_players
}

/// One fight, played step by step with every proof at every step.
struct Walk {
    seed: u64,
    choice: SeededDice,
    dice: SeededDice,
}

impl Walk {
    fn play<S: Drawn>(&mut self, mut saved: FightRecord<S>) {
        // Every third fight waits for nobody as for somebody.
        saved.base_fight.has_decoys = self.seed % 3 == 1;
        for _ in 0..MOST_ACTS {
            if matches!(saved.base_fight.phase, FightPhase::Over(_)) {
                return;
            }
            let (fight, OpenPrompts { requests: asks, decoy_delay_index: lull }) =
                saved.clone_current_state();
            let is_shown = self.choice.number_below(6) == 0;
            let shown = is_shown.then(|| random_fights::shown(&fight, &mut self.choice)).flatten();
            let input = if let Some(order) = shown {
                FightInput::Action(RecordedAction::Order(order))
            } else if asks.is_empty() && lull.is_none() {
                let Some((who, act)) = self.drawn_act(&saved.base_fight) else {
                    panic!("seed {}: nobody can act in {:?}", self.seed, saved.base_fight.state)
                };
                self.refuses_what_is_not_offered(&saved, who);
                FightInput::Action(RecordedAction::Act { who, act })
            } else if let Some(order) = self.drawn_order(&saved) {
                FightInput::Action(RecordedAction::Order(order))
            } else if lull.is_some() && self.choice.number_below(asks.len() + 1) == 0 {
                FightInput::DecoyDelayOver
            } else {
                let ask = &asks[self.choice.number_below(asks.len())];
                let answer = ask.choices[self.choice.number_below(ask.choices.len())].clone();
                let (to, question) = (ask.respondent, ask.question.clone());
                FightInput::Answer { respondent: to, question, answer }
            };
            let before = saved.clone_fight_and_requests().0;
            let outcome =
                saved.apply_input(input.clone(), &mut self.dice).unwrap_or_else(|refusal| {
                    panic!("seed {}: {input:?} was offered, yet refused: {refusal:?}", self.seed)
                });
            self.same_tape_same_fight(&saved, &input, &outcome);
            self.notes_make_the_state(before, &outcome);
            self.stored_is_the_same(&outcome.record);
            // Every few steps: all that is hidden is made anew.
            if self.choice.number_below(BETWEEN) == 0 {
                self.secrets_stay_secret(&outcome);
            }
            self.hidden_npcs_do_not_show(&outcome);
            saved = outcome.record;
            self.asks_what_can_be_answered_otherwise(&saved);
        }
        panic!("seed {}: not over in {MOST_ACTS} steps", self.seed);
    }

    /// No player is asked, and waited for, who has one possible answer, unless a setting wants
    /// the press (DR12-OPT-2).
    fn asks_what_can_be_answered_otherwise<S: Drawn>(&self, saved: &FightRecord<S>) {
        let (fight, OpenPrompts { requests: asks, .. }) = saved.clone_current_state();
        let is_players = |ask: &&PromptRequest<S>| match ask.respondent {
            Initiator::Gm => false,
            Initiator::Combatant(who) => {
                !fight.combatant(who).is_npc() && !S::is_hidden_from_public(&fight, ask)
            }
        };
        let asks = asks.iter().filter(is_players).filter(|ask| !ask.is_optional);
        for ask in asks.filter(|ask| !S::needs_explicit_answer(&ask.question)) {
            assert!(ask.choices.len() > 1, "seed {}: one answer to {:?}", self.seed, ask.question);
        }
    }

    /// Now and then an order of the GM, given while a question is open.
    fn drawn_order<S: Drawn>(&mut self, saved: &FightRecord<S>) -> Option<Order<S>> {
        let is_drawn = self.choice.number_below(4) == 0;
        is_drawn
            .then(|| S::drawn_order(&saved.clone_fight_and_requests().0, &mut self.choice))
            .flatten()
    }

    /// Mostly of somebody who is waited for, now and then of anybody; first the verb, so that acts
    /// of which there are many kinds do not crowd out the others.
    fn drawn_act<S: Drawn>(&mut self, fight: &Fight<S>) -> Option<(CombatantId, S::Act)> {
        let is_anybody = self.choice.number_below(4) == 0;
        let on = S::pending_turn(fight).map_or_else(Vec::new, |wait| wait.actors);
        let is_on = |who| {
            is_anybody || on.contains(&Initiator::Gm) || on.contains(&Initiator::Combatant(who))
        };
        let mut all = Vec::new();
        for (who, _) in fight.iter().filter(|(who, _)| is_on(*who)) {
            let mut own = Vec::new();
            S::list_legal_acts(fight, who, &mut own);
            let words: Vec<Command> = own.iter().map(|act| S::format_act(fight, act)).collect();
            self.reads_each_once(&words);
            let acts = own.into_iter().zip(words);
            all.extend(acts.map(|(act, words)| (who, act, words.verb)));
        }
        if all.is_empty() {
            return None;
        }
        let mut verbs: Vec<String> = all.iter().map(|(_, _, verb)| verb.clone()).collect();
        verbs.sort_unstable();
        verbs.dedup();
        let drawn = verbs.swap_remove(self.choice.number_below(verbs.len()));
        all.retain(|(_, _, verb)| *verb == drawn);
        let (who, act, _) = all.swap_remove(self.choice.number_below(all.len()));
        Some((who, act))
    }

    /// I3: no two acts that are offered read the same.
    fn reads_each_once(&self, offered: &[Command]) {
        let mut known = BTreeSet::new();
        let twice = offered.iter().find(|words| !known.insert(*words));
        assert!(twice.is_none(), "seed {}: {twice:?} is offered twice", self.seed);
    }

    /// I2, I3: a sample of what is not offered is refused, rolls nothing and changes nothing.
    fn refuses_what_is_not_offered<S: Drawn>(
        &mut self,
        saved: &FightRecord<S>,
        actor: CombatantId,
    ) {
        let fight = &saved.base_fight;
        for _ in 0..3 {
            let other = CombatantId(self.choice.number_below(fight.combatants.len()) as u8);
            let who = if self.choice.number_below(2) == 0 { actor } else { other };
            let words = self.drawn_words(fight);
            let act = S::parse_act(fight, who, &words);
            let mut offered = Vec::new();
            S::list_legal_acts(fight, who, &mut offered);
            if offered.contains(&act) {
                continue;
            }
            let mut no_dice = ScriptedDice::default();
            let taken = saved.apply_input(
                FightInput::Action(RecordedAction::Act { who, act: act.clone() }),
                &mut no_dice,
            );
            let is_refused = taken.is_err() && no_dice.take_errors_and_unused().is_empty();
            assert!(is_refused, "seed {}: {words} by {who:?} is not offered, yet taken", self.seed);
        }
    }

    /// Words that may or may not make sense now.
    fn drawn_words<S: Drawn>(&mut self, fight: &Fight<S>) -> Command {
        let verb = S::ACT_VERBS[self.choice.number_below(S::ACT_VERBS.len())];
        let mut words = Command::new(verb.name);
        for slot in verb.slots {
            let value = match slot.name {
                "target" => {
                    let who = self.choice.number_below(fight.combatants.len() + 1);
                    fight.combatants.get(who).map_or("nobody", |one| &one.name).to_string()
                }
                slot => match S::values(slot) {
                    [] => continue,
                    values => random_fights::pick(&mut self.choice, values).into(),
                },
            };
            words = words.with(slot.name, value);
        }
        words
    }

    /// I1: the tape alone, without new dice, gives the same outcome.
    fn same_tape_same_fight<S: Drawn>(
        &self,
        before: &FightRecord<S>,
        input: &FightInput<S>,
        outcome: &ActResult<S>,
    ) {
        let mut tape_dice = ScriptedDice::default();
        let known = before.pending.as_ref().map_or(0, |paused| paused.tape.0.len());
        for beat in &outcome.tape.0[known.min(outcome.tape.0.len())..] {
            match beat {
                TapeEntry::Die { sides, face } => tape_dice.push_die(*sides, *face),
                TapeEntry::Card(card) => tape_dice.push_card(*card),
                TapeEntry::Answer { .. }
                | TapeEntry::DecoyDelayOver
                | TapeEntry::InterjectedOrder(_)
                | TapeEntry::InterjectedAct { .. }
                | TapeEntry::Lost(_) => {}
            }
        }
        let again = before.apply_input(input.clone(), &mut tape_dice).expect("it was taken before");
        assert_eq!(tape_dice.take_errors_and_unused(), Vec::<String>::new(), "seed {}", self.seed);
        assert!(again == *outcome, "seed {}: the same tape gives another fight", self.seed);
    }

    /// I5: applying the notes to the fight before gives the fight after.
    fn notes_make_the_state<S: Drawn>(&self, mut fight: Fight<S>, outcome: &ActResult<S>) {
        for note in &outcome.events {
            fight.apply(note);
        }
        assert!(
            fight == outcome.current_fight,
            "seed {}: notes and state have drifted apart",
            self.seed
        );
    }

    /// I7: what is written is read back the same.
    fn stored_is_the_same<S: Drawn>(&self, saved: &FightRecord<S>) {
        let text = serde_json::to_string(saved).expect("a fight can be written");
        let back: FightRecord<S> = serde_json::from_str(&text).expect("and read");
        assert!(back == *saved, "seed {}: storing changes the fight", self.seed);
    }

    /// I6: players read the same whether or not anybody hidden is there: how the fight stands, who
    /// is waited for, and what happened. While only somebody hidden may act, another is named.
    fn hidden_npcs_do_not_show<S: Drawn>(&self, outcome: &ActResult<S>) {
        let (fight, seed) = (&outcome.current_fight, self.seed);
        if !fight.iter().any(|(who, _)| fight.is_hidden_npc(Initiator::Combatant(who))) {
            return;
        }
        let (mut without, mut notes) = (fight.clone(), outcome.events.clone());
        randomize::remove_hidden_npcs_from_events(fight, &mut notes);
        randomize::remove_hidden_npcs(&mut without);
        let players = fight.iter().filter_map(|(_, one)| one.user.map(Viewer::Player));
        for viewer in std::iter::once(Viewer::Public).chain(players) {
            let told = filter_for(fight, viewer, &outcome.events);
            assert!(told == filter_for(fight, viewer, &notes), "seed {seed}: {:?}", outcome.events);
            let (view, on) = turn_as_seen(fight, viewer);
            let (other_view, other_on) = turn_as_seen(&without, viewer);
            if visible_turn::is_hidden_turn(fight) {
                let is_known = |by: &Initiator| *by != Initiator::Gm && !fight.is_hidden_npc(*by);
                assert!(on.iter().flatten().all(is_known), "seed {seed}: {on:?}");
            } else {
                assert_eq!(on, other_on, "seed {seed}");
                assert_eq!(view, other_view, "seed {seed}");
            }
        }
    }

    /// I6: other hidden facts, the same public bytes: view, tellings, prompts, offers to players.
    fn secrets_stay_secret<S: Drawn>(&mut self, outcome: &ActResult<S>) {
        let mut other = outcome.current_fight.clone();
        let mut notes = outcome.events.clone();
        let choice = &mut self.choice;
        randomize::randomize_fight(&mut other, &mut |n| choice.number_below(n));
        randomize::randomize_events(&outcome.current_fight, &mut notes, &mut |n| {
            choice.number_below(n)
        });
        let mut viewers = vec![Viewer::Public];
        viewers.extend(
            outcome.current_fight.iter().filter_map(|(_, one)| one.user.map(Viewer::Player)),
        );
        for viewer in viewers {
            let told = |fight: &Fight<S>, notes: &[Event<S>]| {
                let view = serde_json::to_string(&S::view_for(fight, viewer)).expect("a view");
                (view, serde_json::to_string(&filter_for(fight, viewer, notes)).expect("a telling"))
            };
            let seed = self.seed;
            let (is, would_be) =
                (told(&outcome.current_fight, &outcome.events), told(&other, &notes));
            for (is, would_be) in [(is.0, would_be.0), (is.1, would_be.1)] {
                let same = is.bytes().zip(would_be.bytes()).take_while(|(a, b)| a == b).count();
                let from = |text: &str| {
                    let near = text.bytes().skip(same.saturating_sub(80)).take(160).collect();
                    String::from_utf8_lossy(&Vec::from_iter::<Vec<u8>>(near)).into_owned()
                };
                assert!(is == would_be, "seed {seed}: {} and {}", from(&is), from(&would_be));
            }
        }
        for (who, _) in outcome.current_fight.iter().filter(|(_, one)| one.user.is_some()) {
            let offers = |fight: &Fight<S>| {
                let mut own = Vec::new();
                S::list_legal_acts(fight, who, &mut own);
                own.iter().map(|act| S::format_act(fight, act).to_string()).collect::<Vec<_>>()
            };
            let (is, would_be) = (offers(&outcome.current_fight), offers(&other));
            let of_one = is.iter().filter(|one| !would_be.contains(one));
            let of_other = would_be.iter().filter(|one| !is.contains(one));
            let differing: Vec<&String> = of_one.chain(of_other).collect();
            assert!(is == would_be, "seed {}: hidden facts show: {differing:?}", self.seed);
        }
        for ask in outcome.requests.iter().filter(|ask| ask.respondent != Initiator::Gm) {
            let text = serde_json::to_string(&ask.question).expect("a question");
            for one in outcome.current_fight.combatants.iter().filter(|one| one.is_hidden) {
                assert!(!text.contains(&one.name), "seed {}: {text}", self.seed);
            }
        }
    }
}

/// What a reader of the channel has of the turn: the view with it, and who is waited for.
fn turn_as_seen<S: Drawn>(fight: &Fight<S>, viewer: Viewer) -> (FightView, Option<Vec<Initiator>>) {
    let wait = visible_turn::visible_pending_turn(fight, viewer);
    (visible_turn::visible_view(fight, viewer), wait.map(|wait| wait.actors))
}

/// I1, by the other door: the same seeds give the same fight, to the last byte.
fn the_same_seed_gives_the_same_fight<S: Drawn>() {
    let played = |seed: u64| {
        let mut fight = S::fight(seed).base_fight;
        let mut mind = RandomAgent(SeededDice::new(seed));
        simulation::play_fight(&mut fight, &mut mind, &mut SeededDice::new(seed), MOST_ACTS);
        serde_json::to_string(&fight).expect("a fight can be written")
    };
    assert_eq!(played(7), played(7));
    assert_ne!(played(7), played(8));
}

/// A hidden NPC is nowhere a player can see, and cannot be named.
fn a_hidden_npc_is_not_there_for_players<S: Drawn>() {
    let saved = (0..)
        .map(S::fight)
        .find(|saved| saved.base_fight.combatants.iter().any(|one| one.is_hidden));
    let saved = saved.expect("some seed has one");
    let hidden =
        saved.base_fight.combatants.iter().find(|one| one.is_hidden).expect("there is one");
    let game = S::game(saved.clone());
    let view = serde_json::to_string(&game.view_for(Viewer::Public)).expect("a view");
    assert!(!view.contains(&hidden.name));
    assert!(
        serde_json::to_string(&game.view_for(Viewer::Gm)).expect("a view").contains(&hidden.name)
    );
    assert_eq!(game.find_combatant(Viewer::Public, &hidden.name), None);
}

#[test]
fn scripted_dice_must_fall_as_laid_out() {
    let mut dice = ScriptedDice::default();
    dice.push_die(6, 3);
    dice.push_die(20, 9);
    assert_eq!(dice.roll_die(6), 3);
    assert_eq!(dice.take_errors_and_unused(), vec!["d20=9 not used"]);
    dice.push_die(6, 3);
    dice.roll_die(20);
    assert_eq!(dice.take_errors_and_unused().len(), 2);
    dice.roll_die(4);
    assert_eq!(dice.take_errors_and_unused(), vec!["a d4 is rolled, but no dice are left"]);
}
