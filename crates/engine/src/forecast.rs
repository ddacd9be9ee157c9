//! How a fight will go: it is played to its end many times, in a hurry and by dice of its own, from
//! how it stands now; an act that waits for an answer goes on from there.
//!
//! For GMs: it knows all that there is.

use super::Rules;
use super::command::Refusal;
use super::dice::Seeded;
use super::fight::{Fight, Order, Phase};
use super::ids::CombatantId;
use super::judgement::{self, go_on, hurried};
use super::orders;
use super::saved::{Deed, Input, Saved};
use super::scene::{Scene, Stop};
use super::simulation;
use super::stakes::Lot;

/// A fight that takes more acts is open.
const MOST_ACTS: usize = 1_500;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// How many were played.
    pub fights: u32,
    /// How many of them ended so, the commonest first.
    pub ends: Vec<(String, u32)>,
    /// How many of them did not end.
    pub open: u32,
    /// In which round they ended: a tenth of them earlier, half of them, all but a tenth.
    pub rounds: [u16; 3],
    /// Everybody in it.
    pub ones: Vec<Outlook>,
}

/// What becomes of somebody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    pub who: CombatantId,
    /// In how many fights they are down at the end.
    pub down: u32,
    /// In how many they have left.
    pub gone: u32,
    /// What is left of them on average, where they are up at the end; in thousandths.
    pub left: u16,
}

/// A share of so many trials, and the bounds within which the true one lies 19 times in 20, in
/// thousandths (by Wilson).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub is: u16,
    pub least: u16,
    pub most: u16,
}

impl Share {
    pub fn of(count: u32, all: u32) -> Self {
        // In millionths, with z² = 3.8416.
        const Z2: u128 = 3_841_600;
        const ONE: u128 = 1_000_000;
        let (count, all) = (u128::from(count), u128::from(all.max(1)));
        let share = count * ONE / all;
        let whole = ONE + Z2 / all;
        let centre = share + Z2 / (2 * all);
        let spread = share * (ONE - share) / all * Z2 / ONE + Z2 * Z2 / (4 * all * all);
        let spread = spread.isqrt();
        let thousandths = |part: u128| (part * 1000).div_ceil(whole).min(1000) as u16;
        Self {
            is: (share / 1000) as u16,
            least: ((centre.saturating_sub(spread)) * 1000 / whole) as u16,
            most: thousandths(centre + spread),
        }
    }
}

/// Plays it so many times, or fewer where it must stop.
///
/// # Errors
/// It cannot begin.
pub fn foretell<S: Rules>(
    saved: &Saved<S>,
    (fights, seed): (u32, u64),
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Forecast, Refusal> {
    let all: Vec<CombatantId> = saved.shown().0.iter().map(|(who, _)| who).collect();
    let mut sums = vec![(0, 0, 0_u64); all.len()];
    let (mut ends, mut rounds) = (Vec::<(String, u32)>::new(), Vec::new());
    let mut forecast = Forecast::default();
    // No two seeds have fights in common.
    let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    while forecast.fights < fights && (forecast.fights == 0 || goes_on()) {
        let end = played(saved, seed.wrapping_add(u64::from(forecast.fights)))?;
        forecast.fights += 1;
        match &settled(&end).phase {
            Phase::Over(outcome) => match ends.iter_mut().find(|(key, _)| key == outcome) {
                Some((_, count)) => *count += 1,
                None => ends.push((outcome.clone(), 1)),
            },
            Phase::Setup | Phase::Running => forecast.open += 1,
        }
        rounds.push(end.round);
        for (who, (down, gone, left)) in all.iter().zip(&mut sums) {
            match S::lot(&end, *who) {
                Lot::Up(more) => *left += u64::from(more),
                Lot::Gone => *gone += 1,
                Lot::Down => *down += 1,
            }
        }
    }
    ends.sort_by(|(one, most), (other, more)| (more, one).cmp(&(most, other)));
    rounds.sort_unstable();
    let at = |tenth: usize| rounds.get(rounds.len() * tenth / 10).copied().unwrap_or(0);
    forecast.rounds = [at(1), at(5), at(9)];
    let outlook = |(who, (down, gone, left)): (&CombatantId, (u32, u32, u64))| {
        let up = u64::from((forecast.fights - down - gone).max(1));
        Outlook { who: *who, down, gone, left: (left / up) as u16 }
    };
    forecast.ones = all.iter().zip(sums).map(outlook).collect();
    forecast.ends = ends;
    Ok(forecast)
}

/// The fight in which the NPCs begin with an ambush; none where that is not for the GM to say now.
pub fn ambushed<S: Rules>(saved: &Saved<S>) -> Option<Saved<S>> {
    let is_set_up = saved.fight.phase == Phase::Setup;
    let orders = if is_set_up { S::ambush(&saved.fight) } else { Vec::new() };
    let orders = Some(orders).filter(|orders| !orders.is_empty())?;
    orders.into_iter().try_fold(saved.clone(), |saved, order| {
        let (order, mut no_dice) = (Deed::Order(Order::Rule(order)), Seeded::new(0));
        Some(saved.take(Input::Deed(order), &mut no_dice).ok()?.saved)
    })
}

/// One fight, until it is decided.
fn played<S: Rules>(saved: &Saved<S>, seed: u64) -> Result<Fight<S>, Refusal> {
    let mut fight = saved.fight.clone();
    if let Some(paused) = &saved.paused {
        go_on(&mut fight, &paused.deed, &mut paused.tape.clone(), seed);
    }
    let (mut mind, mut dice) = hurried(seed);
    if fight.phase == Phase::Setup {
        let mut scene = Scene::imagined(&mut fight, &mut mind, &mut dice).until_decided();
        let step = orders::perform(&mut scene, &Order::Start);
        if let Err(Stop::Refuse(why)) = judgement::settled(&mut scene, step) {
            return Err(*why);
        }
    }
    simulation::play_to_decision(&mut fight, &mut mind, &mut dice, MOST_ACTS);
    Ok(fight)
}

/// A fight that is decided, and all that follows from it.
fn settled<S: Rules>(fight: &Fight<S>) -> Fight<S> {
    let mut settled = fight.clone();
    let (mut mind, mut dice) = hurried(0);
    // Nobody is waited for.
    drop(Scene::imagined(&mut settled, &mut mind, &mut dice).settle());
    settled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_the_bounds_of_wilson() {
        let share = |count, all| {
            let Share { is, least, most } = Share::of(count, all);
            (is, least, most)
        };
        assert_eq!(share(500, 1000), (500, 469, 531));
        assert_eq!(share(0, 1000), (0, 0, 4));
        assert_eq!(share(1000, 1000), (1000, 996, 1000));
        assert_eq!(share(1, 3), (333, 61, 793));
    }
}
