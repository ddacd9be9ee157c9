//! Rolls (FATES-ROLL): Attack rolls and Attribute checks, from the pool to the total that counts.

use super::sheet::Attribute;
use super::state::{Event, OpenRoll};
use super::{Fight, Resolver, RuleResult, help};
use crate::core::ids::CombatantId;
use crate::core::modifier::{Modifier, ModifierChange};
use crate::core::refusal_reason::RefusalReason;

/// What is rolled.
#[derive(Clone, Debug)]
pub struct RollPool {
    pub attribute: Attribute,
    /// The skill's rank and flat bonuses; dice more or fewer.
    pub modifiers: Vec<Modifier>,
    /// A Fate Point is spent on it.
    pub spends_fate_point: bool,
}

impl RollPool {
    fn sum_modifiers(&self, value_of: impl Fn(ModifierChange) -> i16) -> i16 {
        self.modifiers.iter().map(|modifier| value_of(modifier.change)).sum()
    }

    fn flat_bonus(&self) -> u8 {
        self.sum_modifiers(
            |change| if let ModifierChange::Bonus(number) = change { number } else { 0 },
        )
        .max(0) as u8
    }

    fn dice_change(&self) -> i16 {
        self.sum_modifiers(
            |change| if let ModifierChange::ExtraDice(number) = change { number } else { 0 },
        )
    }
}

/// FATES-ROLL-4: at most one Fate Point, and only where there is one.
pub fn check_fate_point(
    fight: &Fight,
    who: CombatantId,
    spends_fate_point: bool,
) -> Result<(), RefusalReason> {
    if spends_fate_point && fight.body(who).fate_points == 0 {
        return Err(RefusalReason::new("no-fate-points", "FATES-ROLL-4"));
    }
    Ok(())
}

/// FATES-ROLL-1: the attribute's dice summed, plus rank and bonuses. FATES-ROLL-2: dice more and
/// fewer are added up first, then the pool is raised to 1D. FATES-ROLL-4: a Fate Point is +2D; it
/// was spent with the command.
pub fn roll_pool(resolver: &mut Resolver, who: CombatantId, mut pool: RollPool) {
    if pool.spends_fate_point {
        pool.modifiers.extend(Modifier::extra_dice("fate-point", 2i16));
    }
    let own = i16::from(resolver.fight().body(who).attribute(pool.attribute));
    let count = (own + pool.dice_change()).max(1);
    let faces = resolver.roll_faces(count as u8, 6);
    let total = faces.iter().sum::<u8>().saturating_add(pool.flat_bonus());
    resolver.emit(Event::DiceRolled { who, faces: Some(faces), total, modifiers: pool.modifiers });
}

/// FATES-HELP-5: the Help window, and then the total that counts.
pub fn ask_help_and_close_roll(resolver: &mut Resolver, who: CombatantId) -> RuleResult<u8> {
    help::ask_for_help(resolver, who)?;
    let roll = resolver.fight().state.open_rolls.last();
    let total = roll.map_or(0, OpenRoll::total_with_help);
    resolver.emit(Event::RollClosed { who, total });
    Ok(total)
}

/// FATES-ROLL-3: a check succeeds when the total equals or exceeds the difficulty.
pub fn is_success(total: u8, difficulty: u8) -> bool {
    total >= difficulty
}

/// The sum of a number of d6.
pub fn roll_sum(resolver: &mut Resolver, dice: u8) -> u8 {
    resolver.roll_faces(dice, 6).into_iter().sum()
}
