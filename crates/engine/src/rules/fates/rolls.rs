//! Rolls (FATES-ROLL): Attack rolls and Attribute checks, from the pool to the final total.

use super::sheet::Attribute;
use super::state::{Event, OpenRoll};
use super::{Fight, Resolver, RuleResult, help};
use crate::core::ids::CombatantId;
use crate::core::modifier::{Modifier, ModifierChange};
use crate::core::refusal_reason::RefusalReason;

/// The dice that a Fate Point adds to a roll (FATES-ROLL-4).
const FATE_POINT_DICE: i16 = 2;

/// The parts of a roll.
#[derive(Clone, Debug)]
pub struct RollPool {
    pub attribute: Attribute,
    /// The skill's rank, flat bonuses, and extra or fewer dice.
    pub modifiers: Vec<Modifier>,
    pub spends_fate_point: bool,
}

impl RollPool {
    /// Returns the sum of what `value_of` makes of each modifier.
    fn sum_modifiers(&self, value_of: impl Fn(ModifierChange) -> i16) -> i16 {
        self.modifiers.iter().map(|modifier| value_of(modifier.change)).sum()
    }

    /// Returns the sum of all flat bonuses, at least 0.
    fn flat_bonus(&self) -> u8 {
        self.sum_modifiers(
            |change| if let ModifierChange::Bonus(number) = change { number } else { 0 },
        )
        .max(0) as u8
    }

    /// Returns by how many dice the modifiers change the pool; negative for fewer.
    fn dice_change(&self) -> i16 {
        self.sum_modifiers(
            |change| if let ModifierChange::ExtraDice(number) = change { number } else { 0 },
        )
    }
}

/// Refuses to spend a Fate Point when there is none (FATES-ROLL-4).
pub fn check_fate_point_available(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    if fight.body(who).fate_points == 0 {
        return Err(RefusalReason::new("no-fate-points", "FATES-ROLL-4"));
    }
    Ok(())
}

/// Rolls the attribute's dice, sums them, and adds rank and bonuses (FATES-ROLL-1). The total stays
/// open for Help.
///
/// Extra and fewer dice are summed first, and the pool has at least 1D (FATES-ROLL-2). A Fate Point
/// gives 2D; it was spent before (FATES-ROLL-4).
pub fn roll_and_open_for_help(resolver: &mut Resolver, who: CombatantId, mut pool: RollPool) {
    if pool.spends_fate_point {
        pool.modifiers.extend(Modifier::extra_dice("fate-point", FATE_POINT_DICE));
    }
    let attribute_dice = i16::from(resolver.fight().body(who).attribute_dice(pool.attribute));
    let count = (attribute_dice + pool.dice_change()).max(1);
    let faces = resolver.roll_faces(&[who], count as u8, 6);
    let total = faces.iter().sum::<u8>().saturating_add(pool.flat_bonus());
    resolver.emit(Event::DiceRolled { who, faces: Some(faces), total, modifiers: pool.modifiers });
}

/// Asks for Help (FATES-HELP-5), closes the innermost open roll, and returns its final total.
pub fn ask_help_and_close_roll(resolver: &mut Resolver, who: CombatantId) -> RuleResult<u8> {
    help::ask_allies_for_help(resolver, who)?;
    let roll = resolver.fight().state.open_rolls.last();
    let total = roll.map_or(0, OpenRoll::total_with_help);
    resolver.emit(Event::RollClosed { who, total });
    Ok(total)
}

/// Returns whether a total reaches the difficulty (FATES-ROLL-3).
pub fn is_success(total: u8, difficulty: u8) -> bool {
    total >= difficulty
}

/// Rolls so many d6 for a combatant and returns their sum. Records nothing.
pub fn roll_sum(resolver: &mut Resolver, who: CombatantId, dice: u8) -> u8 {
    resolver.roll_faces(&[who], dice, 6).into_iter().sum()
}
