//! Tests (DR12-TEST): d20 + attribute or Skill against a DR.

use super::sheet::Attribute;
use super::state::{Event, TestPurpose, TestRoll};
use super::{Fight, Resolver};
use crate::core::ids::CombatantId;
use crate::core::modifier::{Modifier, ModifierChange};
use crate::resolution::resolver::RollAudience;

/// Advantage and Disadvantage of a Test, each with the key of its cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RollBias {
    pub advantage: Option<&'static str>,
    pub disadvantage: Option<&'static str>,
}

/// The cause of a ranged attack on a Close target.
pub const CLOSE_SHOT: &str = "close-shot";
/// The cause of an attack or spell beyond its `clean` range.
pub const LONG_RANGE: &str = "long-range";
pub const WEAKENED: &str = "weakened";
const GM_RULING: &str = "gm";

impl RollBias {
    pub const NONE: Self = Self { advantage: None, disadvantage: None };

    /// Makes a bias with disadvantage only.
    pub fn disadvantage(cause: &'static str) -> Self {
        Self { advantage: None, disadvantage: Some(cause) }
    }

    /// Makes a bias with disadvantage only, or none at all if it does not apply.
    pub fn disadvantage_if(applies: bool, cause: &'static str) -> Self {
        Self { advantage: None, disadvantage: applies.then_some(cause) }
    }

    /// Returns both biases together. Where both have the same kind, the cause of `self` is kept.
    pub fn merge(self, other: Self) -> Self {
        Self {
            advantage: self.advantage.or(other.advantage),
            disadvantage: self.disadvantage.or(other.disadvantage),
        }
    }

    /// Returns the modifier that caused a second die; `None` if only one was rolled.
    fn to_modifier(self, are_two_dice_rolled: bool) -> Option<Modifier> {
        if !are_two_dice_rolled {
            return None;
        }
        let advantage = self.advantage.map(|cause| Modifier::new(cause, ModifierChange::Advantage));
        let disadvantage =
            self.disadvantage.map(|cause| Modifier::new(cause, ModifierChange::Disadvantage));
        advantage.or(disadvantage)
    }

    /// Returns the bias of the other party of an attack (DR12-ATK-7).
    pub fn invert(self) -> Self {
        Self { advantage: self.disadvantage, disadvantage: self.advantage }
    }
}

/// A Test to roll.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub who: CombatantId,
    pub attribute: Attribute,
    pub purpose: TestPurpose,
    /// 12 unless a rule states another (DR12-TEST-1).
    pub dr: u8,
    pub bias: RollBias,
    /// Whether the combatant counts as Weakened; `None` for its present condition (DR12-TURN-4).
    pub counts_as_weakened: Option<bool>,
}

impl Test {
    /// Makes a Test against DR 12 without a bias.
    pub fn new(who: CombatantId, attribute: Attribute, purpose: TestPurpose) -> Self {
        Self { who, attribute, purpose, dr: 12, bias: RollBias::NONE, counts_as_weakened: None }
    }
}

/// The result of a Test.
#[derive(Clone, Copy, Debug)]
pub struct TestResult {
    /// The face of the kept d20.
    pub kept_face: u8,
    pub passed: bool,
}

/// Rolls a Test and records it. DR12-TEST-1: d20 + the attribute (a Character) or + Skill, whatever
/// attribute is named (an NPC); a total equal to or above the DR passes.
///
/// DR12-TEST-3: what the GM set for the combatant's next Test (a DR in place of the stated one,
/// Advantage or Disadvantage) counts here and is used up. DR12-TEST-4: a natural 20 always passes
/// and a natural 1 always fails, read from the kept die. DR12-DMG-3: medium and heavy armour adds
/// to the DR of the wearer's DEX Tests. DR12-HIND-5: every Test of a Weakened combatant has
/// Disadvantage.
pub fn roll_test(resolver: &mut Resolver, test: Test) -> TestResult {
    let Test { who, attribute, purpose, .. } = test;
    let combatant = resolver.fight().combatant(who);
    let (bonus, bonus_key) = if combatant.is_npc() {
        (combatant.body.skill, "npc-skill")
    } else {
        (combatant.body.attribute_on_sheet(attribute), attribute.key())
    };
    let is_slowed_by_armour = !combatant.is_npc() && attribute == Attribute::Dex;
    let armour_dr = if is_slowed_by_armour { combatant.body.dex_dr() } else { 0 };
    let dr = combatant.body.next_test.dr.unwrap_or(test.dr).saturating_add(armour_dr);
    let is_weakened = test.counts_as_weakened.unwrap_or(combatant.body.weakened.is_some());
    let bias = test
        .bias
        .merge(next_test_bias(resolver.fight(), who))
        .merge(RollBias::disadvantage_if(is_weakened, WEAKENED));
    let parties = [who];
    // DR12-MORALE-2: only the GM sees the dice of morale.
    let audience = match purpose {
        TestPurpose::Morale => RollAudience::GmAlone,
        _ => RollAudience::from(&parties),
    };
    let D20Roll { kept_face, discarded_face } = roll_d20_with_bias(resolver, audience, bias);
    let total = i16::from(kept_face) + i16::from(bonus);
    let passed = kept_face == 20 || (kept_face != 1 && total >= i16::from(dr));
    let mut modifiers: Vec<Modifier> = Modifier::bonus(bonus_key, bonus).into_iter().collect();
    if armour_dr > 0 {
        let change = ModifierChange::TargetNumber(armour_dr.into());
        modifiers.push(Modifier::new("armour", change));
    }
    modifiers.extend(bias.to_modifier(discarded_face.is_some()));
    let roll = Some(TestRoll { kept_face, discarded_face, total, dr, modifiers });
    resolver.emit(Event::TestRolled { who, purpose, roll, passed });
    TestResult { kept_face, passed }
}

/// One or two d20: the face that counts, and the other one if two were rolled.
struct D20Roll {
    kept_face: u8,
    discarded_face: Option<u8>,
}

/// Rolls one or two d20.
/// DR12-TEST-2: Advantage keeps the higher of two d20, Disadvantage the lower; several sources of
/// one kind count once, and at least one of each cancels to one plain d20.
fn roll_d20_with_bias(
    resolver: &mut Resolver,
    audience: RollAudience<'_>,
    bias: RollBias,
) -> D20Roll {
    if bias.advantage.is_some() == bias.disadvantage.is_some() {
        return D20Roll { kept_face: resolver.roll_die(audience, 20), discarded_face: None };
    }
    let mut faces = resolver.roll_faces(audience, 2, 20);
    faces.sort_unstable();
    let (low, high) = (faces[0], faces[1]);
    let (kept_face, other) = if bias.advantage.is_some() { (high, low) } else { (low, high) };
    D20Roll { kept_face, discarded_face: Some(other) }
}

/// Returns the Advantage or Disadvantage that the GM set for a combatant's next Test (DR12-TEST-3).
pub fn next_test_bias(fight: &Fight, who: CombatantId) -> RollBias {
    let next = fight.body(who).next_test;
    RollBias {
        advantage: next.has_advantage.then_some(GM_RULING),
        disadvantage: next.has_disadvantage.then_some(GM_RULING),
    }
}
