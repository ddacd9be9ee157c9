//! The forecast of a fight: plays it to its end many times with a quick agent and its own dice,
//! from the current state. A pending act is continued.
//!
//! Only for GMs, because it uses all secrets of the fight.

use crate::Rules;
use crate::agents::evaluation::CombatantStatus;
use crate::agents::evaluator::{
    self, quick_agent_and_dice, replay_tape_then_simulate_act_in_place,
};
use crate::agents::simulation;
use crate::core::command::Refusal;
use crate::core::dice::SeededDice;
use crate::core::fight::{Fight, FightPhase, Order};
use crate::core::ids::CombatantId;
use crate::resolution::fight_record::{FightInput, FightRecord, RecordedAction};
use crate::resolution::orders;
use crate::resolution::resolver::{Interrupt, Resolver};

/// A fight that takes more acts counts as unfinished.
const MAX_ACTS: usize = 1_500;

/// The results of many simulated runs of a fight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// The number of runs.
    pub fights_played: u32,
    /// The number of runs with each outcome, the commonest first.
    pub outcome_counts: Vec<(String, u32)>,
    /// The number of runs without an end.
    pub unfinished_count: u32,
    /// The 10th, 50th and 90th percentile of the round in which runs ended.
    pub round_percentiles: [u16; 3],
    /// The results of each combatant.
    pub combatants: Vec<CombatantForecast>,
}

/// The results of one combatant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CombatantForecast {
    pub who: CombatantId,
    /// The number of runs at whose end the combatant is down.
    pub downed_count: u32,
    /// The number of runs that the combatant left.
    pub left_count: u32,
    /// What is left of the combatant on average in all other runs, in thousandths.
    pub average_remaining: u16,
}

/// A proportion observed in a number of trials with its 95 % confidence interval (Wilson), in
/// thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    pub value: u16,
    pub lower_bound: u16,
    pub upper_bound: u16,
}

impl Proportion {
    /// Returns a share in thousandths, with the bounds of its 95 % confidence interval (Wilson
    /// score interval).
    pub fn from_counts_with_wilson_bounds(count: u32, total: u32) -> Self {
        // The bounds are (p + z²/2n ± sqrt(p(1-p)z²/n + z⁴/4n²)) / (1 + z²/n), with the share p of
        // n trials and z = 1.96. All numbers are in millionths.
        const Z_SQUARED: u128 = 3_841_600;
        const ONE: u128 = 1_000_000;
        let (count, total) = (u128::from(count), u128::from(total.max(1)));
        let share = count * ONE / total;
        let denominator = ONE + Z_SQUARED / total;
        let centre = share + Z_SQUARED / (2 * total);
        let spread_squared = share * (ONE - share) / total * Z_SQUARED / ONE
            + Z_SQUARED * Z_SQUARED / (4 * total * total);
        let spread = spread_squared.isqrt();
        let upper_bound = ((centre + spread) * 1000).div_ceil(denominator).min(1000);
        Self {
            value: (share / 1000) as u16,
            lower_bound: (centre.saturating_sub(spread) * 1000 / denominator) as u16,
            upper_bound: upper_bound as u16,
        }
    }
}

/// Plays the fight `fight_count` times. It stops early, but not before the first run, once
/// `should_continue` returns false.
///
/// # Errors
/// Returns the refusal to start if the fight is in the set-up and cannot begin yet.
pub fn forecast_fight<S: Rules>(
    record: &FightRecord<S>,
    fight_count: u32,
    seed: u64,
    should_continue: &mut dyn FnMut() -> bool,
) -> Result<Forecast, Refusal> {
    let combatants: Vec<CombatantId> = record.current_fight().present_ids().collect();
    let mut totals: Vec<RunTotals> = vec![RunTotals::default(); combatants.len()];
    let mut rounds = Vec::new();
    let mut forecast = Forecast::default();
    // Spreads the seeds, so that no two forecasts share runs.
    let first_seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    while forecast.fights_played < fight_count && (forecast.fights_played == 0 || should_continue())
    {
        let run_seed = first_seed.wrapping_add(u64::from(forecast.fights_played));
        let decided_fight = simulate_to_decision(record, run_seed)?;
        forecast.fights_played += 1;
        match S::decided_outcome(&decided_fight) {
            Some(outcome) => count_outcome(&mut forecast.outcome_counts, outcome),
            None => forecast.unfinished_count += 1,
        }
        rounds.push(decided_fight.round);
        for (who, total) in combatants.iter().zip(&mut totals) {
            total.add_run(S::status_of(&decided_fight, *who));
        }
    }
    // The commonest outcome comes first; outcomes that are as common go by their keys.
    forecast.outcome_counts.sort_by(|(outcome, count), (other_outcome, other_count)| {
        other_count.cmp(count).then_with(|| outcome.cmp(other_outcome))
    });
    rounds.sort_unstable();
    let decile = |tenth: usize| rounds.get(rounds.len() * tenth / 10).copied().unwrap_or(0);
    forecast.round_percentiles = [decile(1), decile(5), decile(9)];
    for (who, total) in combatants.into_iter().zip(totals) {
        forecast.combatants.push(total.average_over(forecast.fights_played, who));
    }
    Ok(forecast)
}

/// Counts a run with this outcome.
fn count_outcome(outcome_counts: &mut Vec<(String, u32)>, outcome: &str) {
    match outcome_counts.iter_mut().find(|(key, _)| key == outcome) {
        Some((_, count)) => *count += 1,
        None => outcome_counts.push((outcome.into(), 1)),
    }
}

/// The results of one combatant, added up over all runs.
#[derive(Clone, Copy, Default)]
struct RunTotals {
    downed_count: u32,
    left_count: u32,
    remaining_sum: u64,
}

impl RunTotals {
    /// Adds a run at whose end the combatant stands like this.
    fn add_run(&mut self, status: CombatantStatus) {
        match status {
            CombatantStatus::Active(remaining) => self.remaining_sum += u64::from(remaining),
            CombatantStatus::Left => self.left_count += 1,
            CombatantStatus::Down => self.downed_count += 1,
        }
    }

    /// Returns the results of the combatant in this number of runs. What remains of it is 0 if it
    /// was active in none of them.
    fn average_over(self, run_count: u32, who: CombatantId) -> CombatantForecast {
        let Self { downed_count, left_count, remaining_sum } = self;
        let active_count = u64::from((run_count - downed_count - left_count).max(1));
        let average_remaining = (remaining_sum / active_count) as u16;
        CombatantForecast { who, downed_count, left_count, average_remaining }
    }
}

/// Returns the fight with an ambush by the NPCs at its start. `None` if it has begun, the rules
/// have no ambushes, or one is already set.
pub fn with_npc_ambush_unless_begun_or_set<S: Rules>(
    record: &FightRecord<S>,
) -> Option<FightRecord<S>> {
    if record.base_fight.phase != FightPhase::Setup {
        return None;
    }
    let orders = S::npc_ambush_orders_unless_set(&record.base_fight);
    if orders.is_empty() {
        return None;
    }
    let mut with_ambush = record.clone();
    for order in orders {
        let action = RecordedAction::Order(Order::System(order));
        let mut no_dice = SeededDice::new(0);
        let result = with_ambush.apply_input(FightInput::Action(action), &mut no_dice).ok()?;
        with_ambush = result.record;
    }
    Some(with_ambush)
}

/// Continues a copy of the fight from its current state until it is decided: first the pending act,
/// or the start if the fight is in the set-up. Returns the refusal to start if it cannot begin yet.
fn simulate_to_decision<S: Rules>(record: &FightRecord<S>, seed: u64) -> Result<Fight<S>, Refusal> {
    let mut fight = record.base_fight.clone();
    if let Some(pending) = &record.pending {
        replay_tape_then_simulate_act_in_place(
            &mut fight,
            &pending.action,
            &mut pending.tape.clone(),
            seed,
        );
    }
    let (mut agent, mut dice) = quick_agent_and_dice(seed);
    if fight.phase == FightPhase::Setup {
        let mut resolver =
            Resolver::new_simulation(&mut fight, &mut agent, &mut dice).stop_when_decided();
        let result = orders::perform_order(&mut resolver, &Order::Start);
        let finished = evaluator::finish_simulated_act(&mut resolver, result);
        if let Err(Interrupt::Refuse(refusal)) = finished {
            return Err(*refusal);
        }
    }
    simulation::play_until_decided(&mut fight, &mut agent, &mut dice, MAX_ACTS);
    Ok(fight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proportion_has_wilson_bounds() {
        let share = |count, total| {
            let Proportion { value, lower_bound, upper_bound } =
                Proportion::from_counts_with_wilson_bounds(count, total);
            (value, lower_bound, upper_bound)
        };
        assert_eq!(share(500, 1000), (500, 469, 531));
        assert_eq!(share(0, 1000), (0, 0, 4));
        assert_eq!(share(1000, 1000), (1000, 996, 1000));
        assert_eq!(share(1, 3), (333, 61, 793));
    }
}
