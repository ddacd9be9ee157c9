//! Duels between agents: one plays one side of a fight between equal sides, another the other.
//! Fights run as in the app, where pending acts wait for answers.

use riposte::engine::agents::agent::{Agent, AttackingAgent, RandomAgent};
use riposte::engine::agents::evaluator::{self, SearchBudget, Temperament};
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Fight, FightPhase};
use riposte::engine::core::ids::{CombatantId, Initiator};
use riposte::engine::resolution::fight_record::{FightInput, FightRecord, RecordedAction};
use riposte::engine::resolution::prompt::PromptRequest;
use riposte::engine::resolution::resolver::OpenPrompts;

use crate::random_fights::FightGenerator;

/// A duel that takes more inputs than this has no winner.
const MAX_INPUTS: usize = 800;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code)]
pub enum Opponent {
    /// Chooses at random among legal acts and answers.
    Random,
    /// Attacks the nearest enemy.
    Attacker,
}

/// The result of several duels, as seen by the evaluator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    pub won: usize,
    pub lost: usize,
    /// How many choices the evaluator has made.
    pub choices: usize,
}

/// Plays duels of the evaluator against the opponent, with `per_side` combatants on each side. The
/// two change sides in every second fight.
pub fn play_duels<S: FightGenerator>(
    per_side: usize,
    fight_count: u64,
    opponent: Opponent,
    budget: SearchBudget,
) -> Score {
    let mut score = Score::default();
    for seed in 0..fight_count {
        let fight = S::generate_mirror_fight(per_side, seed / 2);
        let has_second_side = seed % 2 == 1;
        let mut duel = Duel {
            evaluator_indices: (0..fight.combatants.len())
                .filter(|index| (*index >= per_side) == has_second_side)
                .collect(),
            opponent,
            budget,
            dice: SeededDice::new(seed ^ 0xD1CE),
            rng: SeededDice::new(seed ^ 0x314D),
            seed,
            choices: 0,
        };
        let final_fight = duel.play(FightRecord::new(fight));
        score.choices += duel.choices;
        let FightPhase::Over(outcome) = &final_fight.phase else { continue };
        let winner = match outcome.as_str() {
            "won" => S::DEFAULT_SIDES[0],
            "lost" => S::DEFAULT_SIDES[1],
            side => side,
        };
        let is_winner = |index: usize| {
            S::side(&final_fight.combatants[index].body).to_lowercase() == winner.to_lowercase()
        };
        score.won += usize::from(is_winner(duel.evaluator_indices[0]));
        score.lost += usize::from(is_winner(if has_second_side { 0 } else { per_side }));
    }
    score
}

struct Duel {
    /// The indices of the combatants that the evaluator plays.
    evaluator_indices: Vec<usize>,
    opponent: Opponent,
    budget: SearchBudget,
    dice: SeededDice,
    rng: SeededDice,
    seed: u64,
    choices: usize,
}

impl Duel {
    /// Plays a fight to its end, or until it has taken too many inputs.
    fn play<S: FightGenerator>(&mut self, mut record: FightRecord<S>) -> Fight<S> {
        for _ in 0..MAX_INPUTS {
            if record.base_fight.phase != FightPhase::Running {
                break;
            }
            let (fight, OpenPrompts { requests, decoy_delay_index }) = record.clone_current_state();
            let next_request =
                requests.iter().find(|request| !request.is_optional).or(requests.first());
            let input = match next_request {
                Some(request) => {
                    let answer = self.choose_answer(&record, &fight, request);
                    FightInput::Answer {
                        respondent: request.respondent,
                        question: request.question.clone(),
                        answer,
                    }
                }
                None if decoy_delay_index.is_some() => FightInput::DecoyDelayOver,
                None => {
                    let Some((who, act)) = self.choose_act(&record.base_fight) else { break };
                    FightInput::Action(RecordedAction::Act { who, act })
                }
            };
            record = record.apply_input(input, &mut self.dice).expect("it is offered").record;
        }
        record.base_fight
    }

    /// Returns the seed of the evaluator's next choice, and counts the choice.
    fn next_choice_seed(&mut self) -> u64 {
        self.choices += 1;
        self.seed.wrapping_mul(1_000_003).wrapping_add(self.choices as u64)
    }

    /// Returns whether the evaluator plays this combatant; the opponent plays all others.
    fn is_played_by_evaluator(&self, who: CombatantId) -> bool {
        self.evaluator_indices.contains(&who.index())
    }

    /// Chooses the answer of whoever is asked. The GM answers as by default.
    fn choose_answer<S: FightGenerator>(
        &mut self,
        record: &FightRecord<S>,
        fight: &Fight<S>,
        request: &PromptRequest<S>,
    ) -> S::Answer {
        let Initiator::Combatant(who) = request.respondent else { return request.default.clone() };
        if self.is_played_by_evaluator(who) {
            let seed = self.next_choice_seed();
            return evaluator::choose_answer_or_default(
                record,
                request,
                Temperament::default(),
                seed,
                self.budget,
            );
        }
        let requests = std::slice::from_ref(request);
        match self.opponent {
            Opponent::Random => {
                RandomAgent(SeededDice::new(self.rng.number_below(1 << 30) as u64))
                    .choose_answer(fight, requests)
                    .answer
            }
            Opponent::Attacker => {
                AttackingAgent::targeting_nearest().choose_answer(fight, requests).answer
            }
        }
    }

    /// Chooses an act of a random combatant who may act, if anyone can do anything.
    fn choose_act<S: FightGenerator>(&mut self, fight: &Fight<S>) -> Option<(CombatantId, S::Act)> {
        let mut initiators = S::pending_turn(fight)?.actors;
        let first = self.rng.number_below(initiators.len());
        initiators.rotate_left(first);
        let combatants = initiators.into_iter().flat_map(|initiator| match initiator {
            Initiator::Combatant(who) => vec![who],
            Initiator::Gm => fight
                .present_combatants()
                .filter(|(_, one)| one.is_npc())
                .map(|(who, _)| who)
                .collect(),
        });
        for who in combatants {
            let mut acts = Vec::new();
            S::list_legal_acts(fight, who, &mut acts);
            if acts.is_empty() {
                continue;
            }
            let index = if self.is_played_by_evaluator(who) {
                let seed = self.next_choice_seed();
                let best = evaluator::search_best_act_unless_all_unwanted(
                    fight,
                    who,
                    &acts,
                    Temperament::default(),
                    seed,
                    self.budget,
                );
                best.map_or(0, |chosen| chosen.index)
            } else {
                match self.opponent {
                    Opponent::Random => self.rng.number_below(acts.len()),
                    Opponent::Attacker => {
                        AttackingAgent::targeting_nearest().choose_act(fight, who, &acts)
                    }
                }
            };
            return Some((who, acts.swap_remove(index)));
        }
        None
    }
}
