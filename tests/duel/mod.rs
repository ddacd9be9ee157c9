//! Duels of minds: one plays one side of a fight of equals, another the other, along the way of the
//! app: acts that wait for answers over a tape.

use riposte::engine::dice::Seeded;
use riposte::engine::fight::{Fight, Phase};
use riposte::engine::ids::{By, CombatantId};
use riposte::engine::judgement::{self, Effort, Nature};
use riposte::engine::mind::{Mind, Random, Striker};
use riposte::engine::prompt::Ask;
use riposte::engine::saved::{Deed, Input, Saved};
use riposte::engine::scene::Open;

use crate::drawn::Drawn;

/// A duel that takes more inputs has no winner.
const MOST_INPUTS: usize = 800;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code)]
pub enum Opponent {
    /// Any of what is legal.
    Random,
    /// Strikes the nearest.
    Striker,
}

/// What came of duels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    pub won: usize,
    pub lost: usize,
    /// How often the sensible mind has thought.
    pub thoughts: usize,
}

/// So many duels of the sensible mind with another, of so many against as many, in each second of
/// them the sides changed over.
pub fn duels<S: Drawn>(each: usize, fights: u64, other: Opponent, effort: Effort) -> Score {
    let mut score = Score::default();
    for seed in 0..fights {
        let fight = S::mirrored(each, seed / 2);
        let is_second = seed % 2 == 1;
        let mut duel = Duel {
            sensible: (0..fight.combatants.len()).filter(|at| (*at >= each) == is_second).collect(),
            other,
            effort,
            dice: Seeded::new(seed ^ 0xD1CE),
            choice: Seeded::new(seed ^ 0x314D),
            seed,
            thoughts: 0,
        };
        let end = duel.play(Saved::of(fight));
        score.thoughts += duel.thoughts;
        let Phase::Over(outcome) = &end.phase else { continue };
        let winner = match outcome.as_str() {
            "won" => S::SIDES[0],
            "lost" => S::SIDES[1],
            side => side,
        };
        let has_won =
            |at: usize| S::side(&end.combatants[at].body).to_lowercase() == winner.to_lowercase();
        score.won += usize::from(has_won(duel.sensible[0]));
        score.lost += usize::from(has_won(if is_second { 0 } else { each }));
    }
    score
}

struct Duel {
    /// Whom the sensible mind plays.
    sensible: Vec<usize>,
    other: Opponent,
    effort: Effort,
    dice: Seeded,
    choice: Seeded,
    seed: u64,
    thoughts: usize,
}

impl Duel {
    fn play<S: Drawn>(&mut self, mut saved: Saved<S>) -> Fight<S> {
        for _ in 0..MOST_INPUTS {
            if saved.fight.phase != Phase::Running {
                break;
            }
            let (fight, Open { asks, lull }) = saved.open();
            let asked = asks.iter().find(|ask| !ask.is_optional).or(asks.first());
            let input = match asked {
                Some(ask) => {
                    let answer = self.answer(&saved, &fight, ask);
                    Input::Answer { to: ask.to, question: ask.question.clone(), answer }
                }
                None if lull.is_some() => Input::DecoyWait,
                None => {
                    let Some((who, act)) = self.act(&saved.fight) else { break };
                    Input::Deed(Deed::Act { who, act })
                }
            };
            saved = saved.take(input, &mut self.dice).expect("it is offered").saved;
        }
        saved.fight
    }

    fn thought(&mut self) -> (u64, Effort) {
        self.thoughts += 1;
        (self.seed.wrapping_mul(1_000_003).wrapping_add(self.thoughts as u64), self.effort)
    }

    fn is_sensible(&self, who: CombatantId) -> bool {
        self.sensible.contains(&who.index())
    }

    fn answer<S: Drawn>(&mut self, saved: &Saved<S>, fight: &Fight<S>, ask: &Ask<S>) -> S::Answer {
        let By::Combatant(who) = ask.to else { return ask.default.clone() };
        if self.is_sensible(who) {
            let thought = self.thought();
            return judgement::answer(saved, ask, Nature::default(), thought);
        }
        let asks = std::slice::from_ref(ask);
        match self.other {
            Opponent::Random => {
                Random(Seeded::new(self.choice.below(1 << 30) as u64)).answer(fight, asks).1
            }
            Opponent::Striker => Striker::plain().answer(fight, asks).1,
        }
    }

    fn act<S: Drawn>(&mut self, fight: &Fight<S>) -> Option<(CombatantId, S::Act)> {
        let mut on = S::waits(fight)?.on;
        let first = self.choice.below(on.len());
        on.rotate_left(first);
        let all = on.into_iter().flat_map(|by| match by {
            By::Combatant(who) => vec![who],
            By::Gm => fight.iter().filter(|(_, one)| one.is_npc()).map(|(who, _)| who).collect(),
        });
        for who in all {
            let mut acts = Vec::new();
            S::acts(fight, who, &mut acts);
            if acts.is_empty() {
                continue;
            }
            let at = if self.is_sensible(who) {
                let thought = self.thought();
                let best = judgement::act(fight, who, &acts, Nature::default(), thought);
                best.map_or(0, |(at, _)| at)
            } else {
                match self.other {
                    Opponent::Random => self.choice.below(acts.len()),
                    Opponent::Striker => Striker::plain().choose(fight, who, &acts),
                }
            };
            return Some((who, acts.swap_remove(at)));
        }
        None
    }
}
