//! How a fight will go: it is played to its end many times, in a hurry and by dice of its own, from
//! how it stands now; an act that waits for an answer goes on from there.
//!
//! For GMs: it knows all that there is.

use crate::Rules;
use crate::agents::evaluation::Standing;
use crate::agents::evaluator::{self, quick_agent_and_dice, simulate_pending_act};
use crate::agents::simulation;
use crate::core::command::Refusal;
use crate::core::dice::SeededDice;
use crate::core::fight::{Fight, FightPhase, Order};
use crate::core::ids::CombatantId;
use crate::resolution::fight_record::{FightInput, FightRecord, RecordedAction};
use crate::resolution::orders;
use crate::resolution::resolver::{Interrupt, Resolver};

/// A fight that takes more acts is open.
const MOST_ACTS: usize = 1_500;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// How many were played.
    pub fights_played: u32,
    /// How many of them ended so, the commonest first.
    pub outcome_counts: Vec<(String, u32)>,
    /// How many of them did not end.
    pub unfinished_count: u32,
    /// In which round they ended: a tenth of them earlier, half of them, all but a tenth.
    pub round_percentiles: [u16; 3],
    /// Everybody in it.
    pub combatants: Vec<CombatantForecast>,
}

/// What becomes of somebody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CombatantForecast {
    pub who: CombatantId,
    /// In how many fights they are down at the end.
    pub downed_count: u32,
    /// In how many they have left.
    pub left_count: u32,
    /// What is left of them on average, where they are up at the end; in thousandths.
    pub average_remaining: u16,
}

/// A share of so many trials, and the bounds within which the true one lies 19 times in 20, in
/// thousandths (by Wilson).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    pub value: u16,
    pub lower_bound: u16,
    pub upper_bound: u16,
}

impl Proportion {
    pub fn from_counts(count: u32, total: u32) -> Self {
        // In millionths, with z² = 3.8416.
        const Z2: u128 = 3_841_600;
        const ONE: u128 = 1_000_000;
        let (count, all) = (u128::from(count), u128::from(total.max(1)));
        let share = count * ONE / all;
        let whole = ONE + Z2 / all;
        let centre = share + Z2 / (2 * all);
        let spread = share * (ONE - share) / all * Z2 / ONE + Z2 * Z2 / (4 * all * all);
        let spread = spread.isqrt();
        let thousandths = |part: u128| (part * 1000).div_ceil(whole).min(1000) as u16;
        Self {
            value: (share / 1000) as u16,
            lower_bound: ((centre.saturating_sub(spread)) * 1000 / whole) as u16,
            upper_bound: thousandths(centre + spread),
        }
    }
}

/// Plays it so many times, or fewer where it must stop.
///
/// # Errors
/// It cannot begin.
pub fn forecast_fight<S: Rules>(
    record: &FightRecord<S>,
    (fights, seed): (u32, u64),
    should_continue: &mut dyn FnMut() -> bool,
) -> Result<Forecast, Refusal> {
    let all: Vec<CombatantId> = record.current_state().0.iter().map(|(who, _)| who).collect();
    let mut sums = vec![(0, 0, 0_u64); all.len()];
    let (mut ends, mut rounds) = (Vec::<(String, u32)>::new(), Vec::new());
    let mut forecast = Forecast::default();
    // No two seeds have fights in common.
    let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    while forecast.fights_played < fights && (forecast.fights_played == 0 || should_continue()) {
        let end =
            play_forecast_fight(record, seed.wrapping_add(u64::from(forecast.fights_played)))?;
        forecast.fights_played += 1;
        match &play_aftermath(&end).phase {
            FightPhase::Over(outcome) => match ends.iter_mut().find(|(key, _)| key == outcome) {
                Some((_, count)) => *count += 1,
                None => ends.push((outcome.clone(), 1)),
            },
            FightPhase::Setup | FightPhase::Running => forecast.unfinished_count += 1,
        }
        rounds.push(end.round);
        for (who, (down, gone, left)) in all.iter().zip(&mut sums) {
            match S::standing_of(&end, *who) {
                Standing::Active(more) => *left += u64::from(more),
                Standing::Left => *gone += 1,
                Standing::Down => *down += 1,
            }
        }
    }
    ends.sort_by(|(one, most), (other, more)| (more, one).cmp(&(most, other)));
    rounds.sort_unstable();
    let at = |tenth: usize| rounds.get(rounds.len() * tenth / 10).copied().unwrap_or(0);
    forecast.round_percentiles = [at(1), at(5), at(9)];
    let outlook = |(who, (down, gone, left)): (&CombatantId, (u32, u32, u64))| {
        let up = u64::from((forecast.fights_played - down - gone).max(1));
        CombatantForecast {
            who: *who,
            downed_count: down,
            left_count: gone,
            average_remaining: (left / up) as u16,
        }
    };
    forecast.combatants = all.iter().zip(sums).map(outlook).collect();
    forecast.outcome_counts = ends;
    Ok(forecast)
}

/// The fight in which the NPCs begin with an ambush; none where that is not for the GM to say now.
pub fn with_npc_ambush<S: Rules>(record: &FightRecord<S>) -> Option<FightRecord<S>> {
    let is_set_up = record.base_fight.phase == FightPhase::Setup;
    let orders = if is_set_up { S::ambush_orders(&record.base_fight) } else { Vec::new() };
    let orders = Some(orders).filter(|orders| !orders.is_empty())?;
    orders.into_iter().try_fold(record.clone(), |saved, order| {
        let (order, mut no_dice) =
            (RecordedAction::Order(Order::System(order)), SeededDice::new(0));
        Some(saved.apply_input(FightInput::Action(order), &mut no_dice).ok()?.record)
    })
}

/// One fight, until it is decided.
fn play_forecast_fight<S: Rules>(record: &FightRecord<S>, seed: u64) -> Result<Fight<S>, Refusal> {
    let mut fight = record.base_fight.clone();
    if let Some(paused) = &record.pending {
        simulate_pending_act(&mut fight, &paused.action, &mut paused.tape.clone(), seed);
    }
    let (mut mind, mut dice) = quick_agent_and_dice(seed);
    if fight.phase == FightPhase::Setup {
        let mut scene =
            Resolver::new_simulation(&mut fight, &mut mind, &mut dice).stop_when_decided();
        let step = orders::perform_order(&mut scene, &Order::Start);
        if let Err(Interrupt::Refuse(why)) = evaluator::finish_simulated_act(&mut scene, step) {
            return Err(*why);
        }
    }
    simulation::play_until_decided(&mut fight, &mut mind, &mut dice, MOST_ACTS);
    Ok(fight)
}

/// A fight that is decided, and all that follows from it.
fn play_aftermath<S: Rules>(fight: &Fight<S>) -> Fight<S> {
    let mut settled = fight.clone();
    let (mut mind, mut dice) = quick_agent_and_dice(0);
    // Nobody is waited for.
    drop(Resolver::new_simulation(&mut settled, &mut mind, &mut dice).run_automatic_steps());
    settled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_the_bounds_of_wilson() {
        let share = |count, all| {
            let Proportion { value: is, lower_bound: least, upper_bound: most } =
                Proportion::from_counts(count, all);
            (is, least, most)
        };
        assert_eq!(share(500, 1000), (500, 469, 531));
        assert_eq!(share(0, 1000), (0, 0, 4));
        assert_eq!(share(1000, 1000), (1000, 996, 1000));
        assert_eq!(share(1, 3), (333, 61, 793));
    }
}
