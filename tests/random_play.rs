//! Random play: seeded fights to their end by the rules, with the proofs that no single script can
//! give: every offer is accepted (I3), what is not offered is refused with nothing changed (I2),
//! fights end within bounds (I4), notes and state agree (I5), hidden facts change no public byte
//! (I6), the same tape gives the same fight (I1), a stored fight is the same fight (I7).
//!
//! `RIPOSTE_FIGHTS=100000 cargo test --release --test random_play` plays more of them.

#[allow(dead_code)]
#[macro_use]
mod drawn;

use std::collections::BTreeSet;

use drawn::Drawn;
use riposte::engine::command::Command;
use riposte::engine::dice::{Dice, Scripted, Seeded};
use riposte::engine::fight::{Fight, Note, Order, Phase};
use riposte::engine::ids::{By, CombatantId};
use riposte::engine::mind::Random;
use riposte::engine::prompt::Ask;
use riposte::engine::saved::{Deed, Input, RunResult, Saved};
use riposte::engine::scene::Open;
use riposte::engine::scramble;
use riposte::engine::simulation;
use riposte::engine::tape::TapeEntry;
use riposte::engine::view::{View, Viewer, tell};
use riposte::engine::visible_turn;

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
        let mut fight = S::fight(seed).fight;
        let mut dice = Seeded::new(seed ^ 0xD1CE);
        let mut mind = Random(Seeded::new(seed ^ 0x314D));
        simulation::play(&mut fight, &mut mind, &mut dice, MOST_ACTS);
        if !matches!(fight.phase, Phase::Over(_)) {
            stuck.push((seed, fight.round));
        }
    }
    let most = (fights / 10_000) as usize;
    assert!(stuck.len() <= most, "not over in {MOST_ACTS} acts: seeds and rounds {stuck:?}");
}

/// All the other invariants, along the way of the app: acts that wait for answers over a tape.
fn fights_hold_the_invariants_at_every_step<S: Drawn>() {
    for seed in 0..fights(150).min(2_000) {
        Walk { seed, choice: Seeded::new(seed ^ 0xC401CE), dice: Seeded::new(seed ^ 0xD1CE) }
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
    choice: Seeded,
    dice: Seeded,
}

impl Walk {
    fn play<S: Drawn>(&mut self, mut saved: Saved<S>) {
        // Every third fight waits for nobody as for somebody.
        saved.fight.decoys = self.seed % 3 == 1;
        for _ in 0..MOST_ACTS {
            if matches!(saved.fight.phase, Phase::Over(_)) {
                return;
            }
            let (fight, Open { asks, lull }) = saved.open();
            let is_shown = self.choice.below(6) == 0;
            let shown = is_shown.then(|| drawn::shown(&fight, &mut self.choice)).flatten();
            let input = if let Some(order) = shown {
                Input::Deed(Deed::Order(order))
            } else if asks.is_empty() && lull.is_none() {
                let Some((who, act)) = self.drawn_act(&saved.fight) else {
                    panic!("seed {}: nobody can act in {:?}", self.seed, saved.fight.state)
                };
                self.refuses_what_is_not_offered(&saved, who);
                Input::Deed(Deed::Act { who, act })
            } else if let Some(order) = self.drawn_order(&saved) {
                Input::Deed(Deed::Order(order))
            } else if lull.is_some() && self.choice.below(asks.len() + 1) == 0 {
                Input::DecoyWait
            } else {
                let ask = &asks[self.choice.below(asks.len())];
                let answer = ask.choices[self.choice.below(ask.choices.len())].clone();
                let (to, question) = (ask.to, ask.question.clone());
                Input::Answer { to, question, answer }
            };
            let before = saved.now().0;
            let outcome = saved.take(input.clone(), &mut self.dice).unwrap_or_else(|refusal| {
                panic!("seed {}: {input:?} was offered, yet refused: {refusal:?}", self.seed)
            });
            self.same_tape_same_fight(&saved, &input, &outcome);
            self.notes_make_the_state(before, &outcome);
            self.stored_is_the_same(&outcome.saved);
            // Every few steps: all that is hidden is made anew.
            if self.choice.below(BETWEEN) == 0 {
                self.secrets_stay_secret(&outcome);
            }
            self.hidden_npcs_do_not_show(&outcome);
            saved = outcome.saved;
            self.asks_what_can_be_answered_otherwise(&saved);
        }
        panic!("seed {}: not over in {MOST_ACTS} steps", self.seed);
    }

    /// No player is asked, and waited for, who has one possible answer, unless a setting wants
    /// the press (DR12-OPT-2).
    fn asks_what_can_be_answered_otherwise<S: Drawn>(&self, saved: &Saved<S>) {
        let (fight, Open { asks, .. }) = saved.open();
        let is_players = |ask: &&Ask<S>| match ask.to {
            By::Gm => false,
            By::Combatant(who) => !fight.one(who).is_npc() && !S::is_unseen(&fight, ask),
        };
        let asks = asks.iter().filter(is_players).filter(|ask| !ask.is_optional);
        for ask in asks.filter(|ask| !S::takes_more(&ask.question)) {
            assert!(ask.choices.len() > 1, "seed {}: one answer to {:?}", self.seed, ask.question);
        }
    }

    /// Now and then an order of the GM, given while a question is open.
    fn drawn_order<S: Drawn>(&mut self, saved: &Saved<S>) -> Option<Order<S>> {
        let is_drawn = self.choice.below(4) == 0;
        is_drawn.then(|| S::drawn_order(&saved.now().0, &mut self.choice)).flatten()
    }

    /// Mostly of somebody who is waited for, now and then of anybody; first the verb, so that acts
    /// of which there are many kinds do not crowd out the others.
    fn drawn_act<S: Drawn>(&mut self, fight: &Fight<S>) -> Option<(CombatantId, S::Act)> {
        let is_anybody = self.choice.below(4) == 0;
        let on = S::waits(fight).map_or_else(Vec::new, |wait| wait.on);
        let is_on = |who| is_anybody || on.contains(&By::Gm) || on.contains(&By::Combatant(who));
        let mut all = Vec::new();
        for (who, _) in fight.iter().filter(|(who, _)| is_on(*who)) {
            let mut own = Vec::new();
            S::acts(fight, who, &mut own);
            let words: Vec<Command> = own.iter().map(|act| S::write_act(fight, act)).collect();
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
        let drawn = verbs.swap_remove(self.choice.below(verbs.len()));
        all.retain(|(_, _, verb)| *verb == drawn);
        let (who, act, _) = all.swap_remove(self.choice.below(all.len()));
        Some((who, act))
    }

    /// I3: no two acts that are offered read the same.
    fn reads_each_once(&self, offered: &[Command]) {
        let mut known = BTreeSet::new();
        let twice = offered.iter().find(|words| !known.insert(*words));
        assert!(twice.is_none(), "seed {}: {twice:?} is offered twice", self.seed);
    }

    /// I2, I3: a sample of what is not offered is refused, rolls nothing and changes nothing.
    fn refuses_what_is_not_offered<S: Drawn>(&mut self, saved: &Saved<S>, actor: CombatantId) {
        let fight = &saved.fight;
        for _ in 0..3 {
            let other = CombatantId(self.choice.below(fight.combatants.len()) as u8);
            let who = if self.choice.below(2) == 0 { actor } else { other };
            let words = self.drawn_words(fight);
            let act = S::read_act(fight, who, &words);
            let mut offered = Vec::new();
            S::acts(fight, who, &mut offered);
            if offered.contains(&act) {
                continue;
            }
            let mut no_dice = Scripted::default();
            let taken = saved.take(Input::Deed(Deed::Act { who, act: act.clone() }), &mut no_dice);
            let is_refused = taken.is_err() && no_dice.settle().is_empty();
            assert!(is_refused, "seed {}: {words} by {who:?} is not offered, yet taken", self.seed);
        }
    }

    /// Words that may or may not make sense now.
    fn drawn_words<S: Drawn>(&mut self, fight: &Fight<S>) -> Command {
        let verb = S::VERBS[self.choice.below(S::VERBS.len())];
        let mut words = Command::new(verb.name);
        for slot in verb.slots {
            let value = match slot.name {
                "target" => {
                    let who = self.choice.below(fight.combatants.len() + 1);
                    fight.combatants.get(who).map_or("nobody", |one| &one.name).to_string()
                }
                slot => match S::values(slot) {
                    [] => continue,
                    values => drawn::pick(&mut self.choice, values).into(),
                },
            };
            words = words.with(slot.name, value);
        }
        words
    }

    /// I1: the tape alone, without new dice, gives the same outcome.
    fn same_tape_same_fight<S: Drawn>(
        &self,
        before: &Saved<S>,
        input: &Input<S>,
        outcome: &RunResult<S>,
    ) {
        let mut tape_dice = Scripted::default();
        let known = before.paused.as_ref().map_or(0, |paused| paused.tape.0.len());
        for beat in &outcome.tape.0[known.min(outcome.tape.0.len())..] {
            match beat {
                TapeEntry::Die { sides, face } => tape_dice.lay(*sides, *face),
                TapeEntry::Card(card) => tape_dice.lay_card(*card),
                TapeEntry::Answer { .. }
                | TapeEntry::DecoyWait
                | TapeEntry::Order(_)
                | TapeEntry::Aside { .. }
                | TapeEntry::Lost(_) => {}
            }
        }
        let again = before.take(input.clone(), &mut tape_dice).expect("it was taken before");
        assert_eq!(tape_dice.settle(), Vec::<String>::new(), "seed {}", self.seed);
        assert!(again == *outcome, "seed {}: the same tape gives another fight", self.seed);
    }

    /// I5: applying the notes to the fight before gives the fight after.
    fn notes_make_the_state<S: Drawn>(&self, mut fight: Fight<S>, outcome: &RunResult<S>) {
        for note in &outcome.notes {
            fight.apply(note);
        }
        assert!(fight == outcome.shown, "seed {}: notes and state have drifted apart", self.seed);
    }

    /// I7: what is written is read back the same.
    fn stored_is_the_same<S: Drawn>(&self, saved: &Saved<S>) {
        let text = serde_json::to_string(saved).expect("a fight can be written");
        let back: Saved<S> = serde_json::from_str(&text).expect("and read");
        assert!(back == *saved, "seed {}: storing changes the fight", self.seed);
    }

    /// I6: players read the same whether or not anybody hidden is there: how the fight stands, who
    /// is waited for, and what happened. While only somebody hidden may act, another is named.
    fn hidden_npcs_do_not_show<S: Drawn>(&self, outcome: &RunResult<S>) {
        let (fight, seed) = (&outcome.shown, self.seed);
        if !fight.iter().any(|(who, _)| fight.is_hidden(By::Combatant(who))) {
            return;
        }
        let (mut without, mut notes) = (fight.clone(), outcome.notes.clone());
        scramble::remove_hidden_from_notes(fight, &mut notes);
        scramble::remove_hidden(&mut without);
        let players = fight.iter().filter_map(|(_, one)| one.user.map(Viewer::Player));
        for viewer in std::iter::once(Viewer::Public).chain(players) {
            let told = tell(fight, viewer, &outcome.notes);
            assert!(told == tell(fight, viewer, &notes), "seed {seed}: {:?}", outcome.notes);
            let (view, on) = turn_as_seen(fight, viewer);
            let (other_view, other_on) = turn_as_seen(&without, viewer);
            if visible_turn::is_hidden_turn(fight) {
                let is_known = |by: &By| *by != By::Gm && !fight.is_hidden(*by);
                assert!(on.iter().flatten().all(is_known), "seed {seed}: {on:?}");
            } else {
                assert_eq!(on, other_on, "seed {seed}");
                assert_eq!(view, other_view, "seed {seed}");
            }
        }
    }

    /// I6: other hidden facts, the same public bytes: view, tellings, prompts, offers to players.
    fn secrets_stay_secret<S: Drawn>(&mut self, outcome: &RunResult<S>) {
        let mut other = outcome.shown.clone();
        let mut notes = outcome.notes.clone();
        let choice = &mut self.choice;
        scramble::scramble_fight(&mut other, &mut |n| choice.below(n));
        scramble::scramble_notes(&outcome.shown, &mut notes, &mut |n| choice.below(n));
        let mut viewers = vec![Viewer::Public];
        viewers.extend(outcome.shown.iter().filter_map(|(_, one)| one.user.map(Viewer::Player)));
        for viewer in viewers {
            let told = |fight: &Fight<S>, notes: &[Note<S>]| {
                let view = serde_json::to_string(&S::view(fight, viewer)).expect("a view");
                (view, serde_json::to_string(&tell(fight, viewer, notes)).expect("a telling"))
            };
            let seed = self.seed;
            let (is, would_be) = (told(&outcome.shown, &outcome.notes), told(&other, &notes));
            for (is, would_be) in [(is.0, would_be.0), (is.1, would_be.1)] {
                let same = is.bytes().zip(would_be.bytes()).take_while(|(a, b)| a == b).count();
                let from = |text: &str| {
                    let near = text.bytes().skip(same.saturating_sub(80)).take(160).collect();
                    String::from_utf8_lossy(&Vec::from_iter::<Vec<u8>>(near)).into_owned()
                };
                assert!(is == would_be, "seed {seed}: {} and {}", from(&is), from(&would_be));
            }
        }
        for (who, _) in outcome.shown.iter().filter(|(_, one)| one.user.is_some()) {
            let offers = |fight: &Fight<S>| {
                let mut own = Vec::new();
                S::acts(fight, who, &mut own);
                own.iter().map(|act| S::write_act(fight, act).to_string()).collect::<Vec<_>>()
            };
            let (is, would_be) = (offers(&outcome.shown), offers(&other));
            let of_one = is.iter().filter(|one| !would_be.contains(one));
            let of_other = would_be.iter().filter(|one| !is.contains(one));
            let differing: Vec<&String> = of_one.chain(of_other).collect();
            assert!(is == would_be, "seed {}: hidden facts show: {differing:?}", self.seed);
        }
        for ask in outcome.asks.iter().filter(|ask| ask.to != By::Gm) {
            let text = serde_json::to_string(&ask.question).expect("a question");
            for one in outcome.shown.combatants.iter().filter(|one| one.is_hidden) {
                assert!(!text.contains(&one.name), "seed {}: {text}", self.seed);
            }
        }
    }
}

/// What a reader of the channel has of the turn: the view with it, and who is waited for.
fn turn_as_seen<S: Drawn>(fight: &Fight<S>, viewer: Viewer) -> (View, Option<Vec<By>>) {
    let wait = visible_turn::visible_wait(fight, viewer);
    (visible_turn::visible_view(fight, viewer), wait.map(|wait| wait.on))
}

/// I1, by the other door: the same seeds give the same fight, to the last byte.
fn the_same_seed_gives_the_same_fight<S: Drawn>() {
    let played = |seed: u64| {
        let mut fight = S::fight(seed).fight;
        let mut mind = Random(Seeded::new(seed));
        simulation::play(&mut fight, &mut mind, &mut Seeded::new(seed), MOST_ACTS);
        serde_json::to_string(&fight).expect("a fight can be written")
    };
    assert_eq!(played(7), played(7));
    assert_ne!(played(7), played(8));
}

/// A hidden NPC is nowhere a player can see, and cannot be named.
fn a_hidden_npc_is_not_there_for_players<S: Drawn>() {
    let saved =
        (0..).map(S::fight).find(|saved| saved.fight.combatants.iter().any(|one| one.is_hidden));
    let saved = saved.expect("some seed has one");
    let hidden = saved.fight.combatants.iter().find(|one| one.is_hidden).expect("there is one");
    let game = S::game(saved.clone());
    let view = serde_json::to_string(&game.view(Viewer::Public)).expect("a view");
    assert!(!view.contains(&hidden.name));
    assert!(serde_json::to_string(&game.view(Viewer::Gm)).expect("a view").contains(&hidden.name));
    assert_eq!(game.find(Viewer::Public, &hidden.name), None);
}

#[test]
fn scripted_dice_must_fall_as_laid_out() {
    let mut dice = Scripted::default();
    dice.lay(6, 3);
    dice.lay(20, 9);
    assert_eq!(dice.roll(6), 3);
    assert_eq!(dice.settle(), vec!["d20=9 not used"]);
    dice.lay(6, 3);
    dice.roll(20);
    assert_eq!(dice.settle().len(), 2);
    dice.roll(4);
    assert_eq!(dice.settle(), vec!["a d4 is rolled, but no dice are left"]);
}
