//! Tests (DR12-TEST): d20 + attribute or Skill against a DR.

use super::sheet::Attribute;
use super::state::{Note, Purpose, Rolled};
use super::{Fight, Scene};
use crate::ids::CombatantId;
use crate::modifier::{Change, Modifier};

/// What bends a Test towards two dice, by the cause that is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bend {
    pub advantage: Option<&'static str>,
    pub disadvantage: Option<&'static str>,
}

/// A ranged attack on a Close target, one beyond `clean`, a hindrance, a word of the GM.
pub const CLOSE: &str = "close-shot";
pub const LONG: &str = "long-range";
pub const WEAKENED: &str = "weakened";
const GM: &str = "gm";

impl Bend {
    pub const NONE: Self = Self { advantage: None, disadvantage: None };

    pub fn disadvantage(why: &'static str) -> Self {
        Self { advantage: None, disadvantage: Some(why) }
    }

    pub fn disadvantage_if(is: bool, why: &'static str) -> Self {
        Self { advantage: None, disadvantage: is.then_some(why) }
    }

    pub fn and(self, other: Self) -> Self {
        Self {
            advantage: self.advantage.or(other.advantage),
            disadvantage: self.disadvantage.or(other.disadvantage),
        }
    }

    /// Why two dice were rolled.
    fn told(self, are_two: bool) -> Option<Modifier> {
        let better = self.advantage.map(|why| Modifier::new(why, Change::Advantage));
        let worse = self.disadvantage.map(|why| Modifier::new(why, Change::Disadvantage));
        better.or(worse).filter(|_| are_two)
    }

    /// What the other party of an attack has of it (DR12-ATK-7).
    pub fn turned(self) -> Self {
        Self { advantage: self.disadvantage, disadvantage: self.advantage }
    }
}

/// A Test to be rolled.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub who: CombatantId,
    pub attribute: Attribute,
    pub purpose: Purpose,
    /// DR12-TEST-1: 12 where nothing else is stated.
    pub dr: u8,
    pub bend: Bend,
    /// Whether its bearer counts as Weakened, where that is not as it stands now (DR12-TURN-4).
    pub weakened: Option<bool>,
}

impl Test {
    pub fn of(who: CombatantId, attribute: Attribute, purpose: Purpose) -> Self {
        Self { who, attribute, purpose, dr: 12, bend: Bend::NONE, weakened: None }
    }
}

/// How a Test came out.
#[derive(Clone, Copy, Debug)]
pub struct Tested {
    /// The kept face, before anything is added.
    pub natural: u8,
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
pub fn roll(scene: &mut Scene, test: Test) -> Tested {
    let Test { who, attribute, purpose, .. } = test;
    let one = scene.fight().one(who);
    let (modifier, named, armour) = if one.is_npc() {
        (one.body.skill, "npc-skill", 0)
    } else {
        let slowed = attribute == Attribute::Dex;
        let armour = if slowed { one.body.dex_dr() } else { 0 };
        (one.body.attribute(attribute), attribute.key(), armour)
    };
    let dr = one.body.next_test.dr.unwrap_or(test.dr).saturating_add(armour);
    let weakened = test.weakened.unwrap_or(one.body.weakened.is_some());
    let bend =
        test.bend.and(laid(scene.fight(), who)).and(Bend::disadvantage_if(weakened, WEAKENED));
    let (natural, other) = d20(scene, bend);
    let total = i16::from(natural) + i16::from(modifier);
    let passed = natural == 20 || (natural != 1 && total >= i16::from(dr));
    let slowed = Some(armour).filter(|armour| *armour > 0);
    let slowed = slowed.map(|it| Modifier::new("armour", Change::Needs(it.into())));
    let modifiers = Modifier::plus(named, modifier).into_iter().chain(slowed);
    let modifiers = modifiers.chain(bend.told(other.is_some())).collect();
    let rolled = Some(Rolled { natural, other, total, dr, modifiers });
    scene.note(Note::Tested { who, purpose, rolled, passed });
    Tested { natural, passed }
}

/// DR12-TEST-2: Advantage keeps the higher of two d20, Disadvantage the lower; several sources of
/// one kind count once, and at least one of each cancels to one plain d20. The kept face, and the
/// other one if two were rolled.
fn d20(scene: &mut Scene, bend: Bend) -> (u8, Option<u8>) {
    if bend.advantage.is_some() == bend.disadvantage.is_some() {
        return (scene.roll(20), None);
    }
    let mut faces = scene.faces(2, 20);
    faces.sort_unstable();
    let (low, high) = (faces[0], faces[1]);
    if bend.advantage.is_some() { (high, Some(low)) } else { (low, Some(high)) }
}

/// DR12-TEST-3: the Advantage or Disadvantage that the GM laid on a combatant's next Test.
pub fn laid(fight: &Fight, who: CombatantId) -> Bend {
    let next = fight.body(who).next_test;
    Bend { advantage: next.advantage.then_some(GM), disadvantage: next.disadvantage.then_some(GM) }
}
