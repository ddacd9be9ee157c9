//! Duels of minds: one plays one side of a fight of equals, another the other, along the way of the
//! app: acts that wait for answers over a tape.

use riposte::engine::agents::agent::{Agent, AttackingAgent, RandomAgent};
use riposte::engine::agents::evaluator::{self, SearchBudget, Temperament};
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Fight, FightPhase};
use riposte::engine::core::ids::{CombatantId, Initiator};
use riposte::engine::resolution::fight_record::{FightInput, FightRecord, RecordedAction};
use riposte::engine::resolution::prompt::PromptRequest;
use riposte::engine::resolution::resolver::OpenPrompts;

use crate::random_fights::Drawn;

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
pub fn duels<S: Drawn>(each: usize, fights: u64, other: Opponent, effort: SearchBudget) -> Score {
    let mut score = Score::default();
    for seed in 0..fights {
        let fight = S::mirrored(each, seed / 2);
        let is_second = seed % 2 == 1;
        let mut duel = Duel {
            sensible: (0..fight.combatants.len()).filter(|at| (*at >= each) == is_second).collect(),
            other,
            effort,
            dice: SeededDice::new(seed ^ 0xD1CE),
            choice: SeededDice::new(seed ^ 0x314D),
            seed,
            thoughts: 0,
        };
        let end = duel.play(FightRecord::new(fight));
        score.thoughts += duel.thoughts;
        let FightPhase::Over(outcome) = &end.phase else { continue };
        let winner = match outcome.as_str() {
            "won" => S::DEFAULT_SIDES[0],
            "lost" => S::DEFAULT_SIDES[1],
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
    effort: SearchBudget,
    dice: SeededDice,
    choice: SeededDice,
    seed: u64,
    thoughts: usize,
}

impl Duel {
    fn play<S: Drawn>(&mut self, mut saved: FightRecord<S>) -> Fight<S> {
        for _ in 0..MOST_INPUTS {
            if saved.base_fight.phase != FightPhase::Running {
                break;
            }
            let (fight, OpenPrompts { requests: asks, decoy_delay_index: lull }) =
                saved.clone_current_state();
            let asked = asks.iter().find(|ask| !ask.is_optional).or(asks.first());
            let input = match asked {
                Some(ask) => {
                    let answer = self.answer(&saved, &fight, ask);
                    FightInput::Answer {
                        respondent: ask.respondent,
                        question: ask.question.clone(),
                        answer,
                    }
                }
                None if lull.is_some() => FightInput::DecoyDelayOver,
                None => {
                    let Some((who, act)) = self.act(&saved.base_fight) else { break };
                    FightInput::Action(RecordedAction::Act { who, act })
                }
            };
            saved = saved.apply_input(input, &mut self.dice).expect("it is offered").record;
        }
        saved.base_fight
    }

    fn thought(&mut self) -> (u64, SearchBudget) {
        self.thoughts += 1;
        (self.seed.wrapping_mul(1_000_003).wrapping_add(self.thoughts as u64), self.effort)
    }

    fn is_sensible(&self, who: CombatantId) -> bool {
        self.sensible.contains(&who.index())
    }

    fn answer<S: Drawn>(
        &mut self,
        saved: &FightRecord<S>,
        fight: &Fight<S>,
        ask: &PromptRequest<S>,
    ) -> S::Answer {
        let Initiator::Combatant(who) = ask.respondent else { return ask.default.clone() };
        if self.is_sensible(who) {
            let thought = self.thought();
            return evaluator::choose_answer(saved, ask, Temperament::default(), thought);
        }
        let asks = std::slice::from_ref(ask);
        match self.other {
            Opponent::Random => {
                RandomAgent(SeededDice::new(self.choice.number_below(1 << 30) as u64))
                    .choose_answer(fight, asks)
                    .1
            }
            Opponent::Striker => AttackingAgent::targeting_nearest().choose_answer(fight, asks).1,
        }
    }

    fn act<S: Drawn>(&mut self, fight: &Fight<S>) -> Option<(CombatantId, S::Act)> {
        let mut on = S::pending_turn(fight)?.actors;
        let first = self.choice.number_below(on.len());
        on.rotate_left(first);
        let all = on.into_iter().flat_map(|by| match by {
            Initiator::Combatant(who) => vec![who],
            Initiator::Gm => {
                fight.iter().filter(|(_, one)| one.is_npc()).map(|(who, _)| who).collect()
            }
        });
        for who in all {
            let mut acts = Vec::new();
            S::list_legal_acts(fight, who, &mut acts);
            if acts.is_empty() {
                continue;
            }
            let at = if self.is_sensible(who) {
                let thought = self.thought();
                let best =
                    evaluator::choose_act(fight, who, &acts, Temperament::default(), thought);
                best.map_or(0, |(at, _)| at)
            } else {
                match self.other {
                    Opponent::Random => self.choice.number_below(acts.len()),
                    Opponent::Striker => {
                        AttackingAgent::targeting_nearest().choose_act(fight, who, &acts)
                    }
                }
            };
            return Some((who, acts.swap_remove(at)));
        }
        None
    }
}
