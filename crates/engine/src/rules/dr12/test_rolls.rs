//! Tests (DR12-TEST): d20 + attribute or Skill against a DR.

use super::sheet::Attribute;
use super::state::{Event, TestPurpose, TestRoll};
use super::{Fight, Resolver};
use crate::core::ids::CombatantId;
use crate::core::modifier::{Modifier, ModifierChange};

/// What bends a Test towards two dice, by the cause that is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RollBias {
    pub advantage: Option<&'static str>,
    pub disadvantage: Option<&'static str>,
}

/// A ranged attack on a Close target, one beyond `clean`, a hindrance, a word of the GM.
pub const CLOSE_SHOT: &str = "close-shot";
pub const LONG_RANGE: &str = "long-range";
pub const WEAKENED: &str = "weakened";
const GM_RULING: &str = "gm";

impl RollBias {
    pub const NONE: Self = Self { advantage: None, disadvantage: None };

    pub fn disadvantage(cause: &'static str) -> Self {
        Self { advantage: None, disadvantage: Some(cause) }
    }

    pub fn disadvantage_if(holds: bool, cause: &'static str) -> Self {
        Self { advantage: None, disadvantage: holds.then_some(cause) }
    }

    pub fn merge(self, other: Self) -> Self {
        Self {
            advantage: self.advantage.or(other.advantage),
            disadvantage: self.disadvantage.or(other.disadvantage),
        }
    }

    /// Why two dice were rolled.
    fn to_modifier(self, are_two_dice_rolled: bool) -> Option<Modifier> {
        let better = self.advantage.map(|why| Modifier::new(why, ModifierChange::Advantage));
        let worse = self.disadvantage.map(|why| Modifier::new(why, ModifierChange::Disadvantage));
        better.or(worse).filter(|_| are_two_dice_rolled)
    }

    /// What the other party of an attack has of it (DR12-ATK-7).
    pub fn invert(self) -> Self {
        Self { advantage: self.disadvantage, disadvantage: self.advantage }
    }
}

/// A Test to be rolled.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub who: CombatantId,
    pub attribute: Attribute,
    pub purpose: TestPurpose,
    /// DR12-TEST-1: 12 where nothing else is stated.
    pub dr: u8,
    pub bias: RollBias,
    /// Whether its bearer counts as Weakened, where that is not as it stands now (DR12-TURN-4).
    pub counts_as_weakened: Option<bool>,
}

impl Test {
    pub fn new(who: CombatantId, attribute: Attribute, purpose: TestPurpose) -> Self {
        Self { who, attribute, purpose, dr: 12, bias: RollBias::NONE, counts_as_weakened: None }
    }
}

/// How a Test came out.
#[derive(Clone, Copy, Debug)]
pub struct TestResult {
    /// The kept face, before anything is added.
    pub kept_face: u8,
    pub passed: bool,
}

/// DR12-TEST-1: d20 + the attribute (a Character) or + Skill, whatever attribute is named (an NPC);
/// a total equal to or above the DR passes.
///
/// DR12-TEST-3: what the GM laid on the combatant's next Test (a DR in place of the stated one,
/// Advantage or Disadvantage) counts here and is used up.
/// DR12-TEST-4: a natural 20 always passes and a natural 1 always fails, read from the kept die.
/// DR12-DMG-3: medium and heavy armour adds to the DR of the wearer's DEX Tests.
/// DR12-HIND-5: every Test of a Weakened combatant has Disadvantage.
pub fn roll_test(resolver: &mut Resolver, test: Test) -> TestResult {
    let Test { who, attribute, purpose, .. } = test;
    let one = resolver.fight().combatant(who);
    let (modifier, named, armour) = if one.is_npc() {
        (one.body.skill, "npc-skill", 0)
    } else {
        let slowed = attribute == Attribute::Dex;
        let armour = if slowed { one.body.dex_dr() } else { 0 };
        (one.body.attribute(attribute), attribute.key(), armour)
    };
    let dr = one.body.next_test.dr.unwrap_or(test.dr).saturating_add(armour);
    let weakened = test.counts_as_weakened.unwrap_or(one.body.weakened.is_some());
    let bend = test
        .bias
        .merge(next_test_bias(resolver.fight(), who))
        .merge(RollBias::disadvantage_if(weakened, WEAKENED));
    let (natural, other) = roll_d20(resolver, bend);
    let total = i16::from(natural) + i16::from(modifier);
    let passed = natural == 20 || (natural != 1 && total >= i16::from(dr));
    let slowed = Some(armour).filter(|armour| *armour > 0);
    let slowed = slowed.map(|it| Modifier::new("armour", ModifierChange::TargetNumber(it.into())));
    let modifiers = Modifier::bonus(named, modifier).into_iter().chain(slowed);
    let modifiers = modifiers.chain(bend.to_modifier(other.is_some())).collect();
    let rolled = Some(TestRoll { kept_face: natural, discarded_face: other, total, dr, modifiers });
    resolver.emit(Event::TestRolled { who, purpose, roll: rolled, passed });
    TestResult { kept_face: natural, passed }
}

/// DR12-TEST-2: Advantage keeps the higher of two d20, Disadvantage the lower; several sources of
/// one kind count once, and at least one of each cancels to one plain d20. The kept face, and the
/// other one if two were rolled.
fn roll_d20(resolver: &mut Resolver, bias: RollBias) -> (u8, Option<u8>) {
    if bias.advantage.is_some() == bias.disadvantage.is_some() {
        return (resolver.roll_die(20), None);
    }
    let mut faces = resolver.roll_faces(2, 20);
    faces.sort_unstable();
    let (low, high) = (faces[0], faces[1]);
    if bias.advantage.is_some() { (high, Some(low)) } else { (low, Some(high)) }
}

/// DR12-TEST-3: the Advantage or Disadvantage that the GM laid on a combatant's next Test.
pub fn next_test_bias(fight: &Fight, who: CombatantId) -> RollBias {
    let next = fight.body(who).next_test;
    RollBias {
        advantage: next.has_advantage.then_some(GM_RULING),
        disadvantage: next.has_disadvantage.then_some(GM_RULING),
    }
}
