//! Attacks (FACT-ATK): what may be attacked with what, and an attack from its declaration to its
//! last effect.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::acts::Attack;
use super::codec::manoeuvre;
use super::damage::Later;
use super::reactions::{Fate, Part};
use super::sheet::{Ability, Body, Item, ItemId, Kind, Name, Weapon};
use super::state::{At, Cost, Gear, Note, Occasion, Purpose};
use super::turns::turn_of;
use super::zones::{distance, grounds_of, is_aware, is_beyond_half, is_visible, place_of, stands};
use super::{Fight, Scene, Step, damage, grapple, initiative, reactions, saves, sneaking, stunts};
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// With what an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    Weapon(ItemId),
    /// FACT-NL-3: the weapon that is to be dropped.
    Disarm(ItemId),
    /// FACT-GRAP-1.
    Grapple,
    /// FACT-NL-3: one that the GM added, by its place.
    Manoeuvre(u8),
}

impl Means {
    /// FACT-NL-1: a non-lethal attack does no damage.
    pub fn is_lethal(self) -> bool {
        matches!(self, Self::Weapon(_))
    }
}

/// A way to attack in names, for notes and questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    Weapon(Name),
    Disarm(Name),
    Grapple,
    Manoeuvre(Name),
    FinalBlow,
}

impl Manner {
    /// The weapon's name, or what else is done.
    pub fn word(&self) -> &str {
        match self {
            Self::Weapon(name) | Self::Manoeuvre(name) => name,
            Self::Disarm(_) => "disarm",
            Self::Grapple => "grapple",
            Self::FinalBlow => "final",
        }
    }
}

/// An attack that is being made.
#[derive(Clone, Debug)]
pub struct Strike {
    pub who: CombatantId,
    pub means: Means,
    pub manner: Manner,
    pub hold_back: bool,
    pub indirect: bool,
    pub occasion: Occasion,
    /// FACT-SNEAK-3: made out of concealment; who is aware nevertheless is in `noticed_by`.
    pub is_surprise: bool,
    pub noticed_by: Vec<CombatantId>,
    /// The weapon as it was when the attack was declared.
    pub arm: Option<Item>,
}

impl Strike {
    pub fn new(fight: &Fight, who: CombatantId, means: Means, occasion: Occasion) -> Self {
        let body = fight.body(who);
        let arm = match means {
            Means::Weapon(item) => find_weapon(body, item).cloned(),
            _ => None,
        };
        let manner = match means {
            Means::Weapon(_) => {
                Manner::Weapon(arm.as_ref().map_or_else(|| "".into(), |arm| arm.name.clone()))
            }
            Means::Disarm(item) => Manner::Disarm(super::codec::item_name(fight, item).into()),
            Means::Grapple => Manner::Grapple,
            Means::Manoeuvre(kind) => Manner::Manoeuvre(manoeuvre(fight, kind)),
        };
        let (hold_back, indirect) = (false, false);
        let is_surprise = body.concealed;
        let noticed_by = body.noticed_by.clone();
        Self { who, means, manner, hold_back, indirect, occasion, is_surprise, noticed_by, arm }
    }

    pub fn weapon(&self) -> Option<&Weapon> {
        self.arm.as_ref().and_then(|arm| arm.weapon.as_ref())
    }

    /// FACT-SNEAK-3: enemies who are unaware of the attacker are surprised.
    pub fn is_known_to(&self, fight: &Fight, who: CombatantId) -> bool {
        !self.is_surprise
            || self.noticed_by.contains(&who)
            || !initiative::are_enemies(fight, self.who, who)
    }
}

/// FACT-ATK-4: bare hands are d4, always impaired, and never wear.
static UNARMED: LazyLock<Item> = LazyLock::new(|| {
    let weapon = Weapon { impaired: true, ..Weapon::simple(4) };
    let hands = 0;
    Item { id: ItemId::UNARMED, hands, natural: true, weapon: Some(weapon), ..Item::new("unarmed") }
});

/// A weapon that can be used now: equipped, natural, or bare hands.
pub fn find_weapon(body: &Body, weapon: ItemId) -> Option<&Item> {
    if weapon == ItemId::UNARMED {
        return Some(&UNARMED);
    }
    body.item(weapon).filter(|item| item.is_in_hand() && item.weapon.is_some())
}

/// FACT-ATK-8, FACT-SNEAK-1: an enemy on the map of whom the attacker is aware; the incapacitated
/// and the surrendered are not safe.
pub fn check_target(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    let bad = Why::new("bad-target", "FACT-SNEAK-1").about(target);
    let Some(other) = fight.get(target) else { return Err(bad) };
    let may = other.body.is_on_map()
        && initiative::are_enemies(fight, who, target)
        && is_aware(fight, who, target);
    if may { Ok(()) } else { Err(bad) }
}

/// FACT-ATK-1: an attack on the own turn.
pub fn check(fight: &Fight, who: CombatantId, attack: &Attack) -> Result<(), Why> {
    check_target(fight, who, attack.target)?;
    // FACT-STUNT-1: in place of damage, and for somebody who can answer.
    if attack.stunt.is_some() && !attack.means.is_lethal() {
        return Err(Why::new("not-suitable", "FACT-STUNT-1"));
    }
    if attack.stunt.is_some() && !fight.body(attack.target).is_active() {
        return Err(Why::new("bad-target", "FACT-STUNT-1").about(attack.target));
    }
    check_means(fight, who, attack.target, attack.means, attack.indirect, Occasion::Turn)
}

/// Whether an attack could be made with these means from where one stands.
pub fn check_means(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    means: Means,
    indirect: bool,
    occasion: Occasion,
) -> Result<(), Why> {
    match means {
        Means::Weapon(weapon) => check_weapon(fight, who, target, weapon, indirect, occasion),
        Means::Disarm(_) | Means::Grapple | Means::Manoeuvre(_) => {
            stunts::check_non_lethal(fight, who, target, means)
        }
    }
}

/// FACT-ATK-1: `not-in-hand`. FACT-ATK-8: melee needs a nearby target. FACT-ATK-9: ranged a visible
/// one within range. FACT-ATK-10: not beyond half range after moving. FACT-ATK-11: what an indirect
/// attack needs. FACT-GRAP-1: who is grabbed attacks only nearby enemies. FACT-PROT-3: who is
/// behind a barrier is out of reach from afar.
fn check_weapon(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: ItemId,
    indirect: bool,
    occasion: Occasion,
) -> Result<(), Why> {
    let body = fight.body(who);
    let why = |key, rule| Err(Why::new(key, rule).about(target));
    let Some(arm) = find_weapon(body, weapon) else { return why("not-in-hand", "FACT-ATK-1") };
    let Some(stats) = &arm.weapon else { return why("not-in-hand", "FACT-ATK-1") };
    if stats.blast || arm.empty || (indirect && !stats.indirect) {
        return why("not-suitable", if indirect { "FACT-ATK-11" } else { "FACT-ATK-1" });
    }
    let far = distance(fight, place_of(fight, who), place_of(fight, target));
    if far > 0 && body.grabbed_by.is_some() {
        return why("entangled", "FACT-GRAP-1");
    }
    if way(stats, far) == Kind::Melee {
        return if far == 0 { Ok(()) } else { why("not-nearby", "FACT-ATK-8") };
    }
    let has_moved = occasion == Occasion::Turn && turn_of(fight, who).moved;
    let is_far = is_beyond_half(far, stats.range);
    if far > stats.range {
        return why("out-of-range", "FACT-ATK-9");
    }
    if indirect {
        return match (is_far, has_moved) {
            (false, _) => why("too-close", "FACT-ATK-11"),
            (true, true) => why("moving", "FACT-ATK-11"),
            (true, false) => Ok(()),
        };
    }
    if !is_visible(fight, who, target) {
        return why("not-visible", "FACT-ATK-9");
    }
    if far > 0 && fight.body(target).behind_barrier && occasion != Occasion::Counter {
        return why("barrier", "FACT-PROT-3");
    }
    if has_moved && is_far {
        return why("moving-far", "FACT-ATK-10");
    }
    Ok(())
}

/// A weapon that can be thrown is melee against a nearby target, ranged against any other.
fn way(weapon: &Weapon, far: u8) -> Kind {
    if weapon.thrown && far > 0 { Kind::Ranged } else { weapon.kind }
}

/// Whether a weapon reaches a target from where its holder stands.
pub fn suits(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    item: &Item,
    indirect: bool,
) -> bool {
    let means = Means::Weapon(item.id);
    fight.get(target).is_some()
        && check_means(fight, who, target, means, indirect, Occasion::Turn).is_ok()
}

/// FACT-ATK-2: challenging circumstances: the zone tag `hard`, or the GM's flag, at the attacker;
/// FACT-ZONE-4: on a border the tag of either zone.
pub fn is_hard(fight: &Fight, who: CombatantId) -> bool {
    fight.body(who).flags.hard || grounds_of(fight, who).any(|(_, ground)| ground.hard)
}

/// FACT-ATK-2: whether the attacker must make a WIT save first; several causes still need one.
///
/// FACT-ATK-8: a melee target who is not visible. FACT-ATK-9: beyond half range. FACT-ATK-10: while
/// moving, but never in a reaction. FACT-ATK-11: an indirect attack.
fn is_challenging(fight: &Fight, strike: &Strike, target: CombatantId) -> bool {
    let who = strike.who;
    if is_hard(fight, who) {
        return true;
    }
    let far = distance(fight, place_of(fight, who), place_of(fight, target));
    match strike.weapon() {
        Some(weapon) if way(weapon, far) == Kind::Ranged => {
            let has_moved = strike.occasion == Occasion::Turn && turn_of(fight, who).moved;
            strike.indirect || has_moved || is_beyond_half(far, weapon.range)
        }
        Some(_) | None => !is_visible(fight, who, target),
    }
}

/// FACT-ATK-1: an attack hits automatically; FACT-ATK-2: in challenging circumstances after a WIT
/// save. FACT-ATK-3: a miss does no damage and opens no window; the weapon counts as used.
fn hits(scene: &mut Scene, strike: &Strike, target: CombatantId) -> bool {
    if !is_challenging(scene.fight(), strike, target)
        || saves::roll(scene, strike.who, Ability::Wit, Purpose::Hit)
    {
        return true;
    }
    scene.note(Note::Missed { who: strike.who, target: Some(target) });
    false
}

/// The declaration: FACT-SNEAK-4: attacking reveals, but whoever was unaware is surprised all the
/// same (FACT-SNEAK-3); the weapon counts as used (FACT-ATK-3).
pub fn declare(scene: &mut Scene, strike: &Strike, target: CombatantId) {
    let Strike { who, hold_back, indirect, occasion, .. } = *strike;
    sneaking::reveal(scene, who);
    let manner = strike.manner.clone();
    scene.note(Note::Attacked { who, target, manner, occasion, hold_back, indirect });
    use_arm(scene, strike);
}

/// The weapon counts as used; one that needs reloading is empty now.
pub fn use_arm(scene: &mut Scene, strike: &Strike) {
    let (who, Some(arm)) = (strike.who, &strike.arm) else { return };
    let (item, name) = (arm.id, arm.name.clone());
    if !arm.natural && !arm.used {
        scene.note(Note::Used { who, gear: Gear::Item(item) });
    }
    if strike.weapon().is_some_and(|weapon| weapon.reload) {
        scene.note(Note::Emptied { who, item, name, is_on: true });
    }
}

/// FACT-ATK-1: an attack is a main action; as a reaction it has cost the turn already. FACT-CORE-3:
/// its dice: the save to hit, the deviation of a blast, reaction saves as they are answered, damage
/// of the attacker and then of the counter, saves against what does no damage, after-effects.
pub fn attack(scene: &mut Scene, who: CombatantId, attack: &Attack, occasion: Occasion) -> Step {
    let target = attack.target;
    // FACT-GRAP-2: only the one who is held may be attacked without letting go.
    if scene.fight().body(who).grabbing != Some(target) {
        grapple::let_go(scene, who);
    }
    let mut strike = Strike::new(scene.fight(), who, attack.means, occasion);
    (strike.hold_back, strike.indirect) = (attack.hold_back, attack.indirect);
    if occasion == Occasion::Turn {
        scene.note(Note::Spent(who, Cost::Main));
    }
    declare(scene, &strike, target);
    let landing = place_of(scene.fight(), target).zone;
    if hits(scene, &strike, target) {
        let stunt = attack.stunt.as_deref();
        let is_taken = match stunt {
            Some(text) => stunts::offer(scene, who, target, text)?,
            None => false,
        };
        if !is_taken {
            let parts = reactions::answer(scene, &strike, &[target], stunt.is_some())?;
            resolve(scene, &strike, &parts);
        }
    }
    leave_hand(scene, &strike, landing);
    Ok(())
}

/// A counter (FACT-REACT-5): if it needs a WIT save it is rolled first, and on a fail only the
/// original attack proceeds.
pub fn counter(scene: &mut Scene, counter: &Strike, attacker: CombatantId) -> bool {
    declare(scene, counter, attacker);
    hits(scene, counter, attacker)
}

/// What comes of an attack on each of its targets once all have answered. FACT-CORE-3: all damage,
/// then what waits for it. FACT-REACT-3: the attack of one whom the GM has put out of action
/// meanwhile does not land.
pub fn resolve(scene: &mut Scene, strike: &Strike, parts: &[Part]) {
    let is_hit = |fight: &Fight, part: &Part| {
        let is_there = fight.get(part.target).is_some_and(|one| one.body.is_on_map());
        is_there && !matches!(part.fate, Fate::Missed)
    };
    let mut later = Later::default();
    if stands(scene.fight(), strike.who) {
        for part in parts {
            match &part.fate {
                _ if !is_hit(scene.fight(), part) => {}
                Fate::Countered(counter) if stands(scene.fight(), counter.who) => {
                    damage::clash(scene, strike, counter, part.target, &mut later);
                }
                _ => damage::strike(scene, strike, part.target, &mut later),
            }
        }
    } else if parts.iter().any(|part| is_hit(scene.fight(), part)) {
        scene.note(Note::AttackLost(strike.who));
    }
    later.settle(scene);
    for part in parts {
        if let Fate::Countered(counter) = &part.fate {
            let landing = place_of(scene.fight(), strike.who).zone;
            leave_hand(scene, counter, landing);
        }
    }
}

/// A weapon that was thrown lands in the target's zone, or is gone.
pub fn leave_hand(scene: &mut Scene, strike: &Strike, landing: ZoneId) {
    let (who, Some(arm), Some(weapon)) = (strike.who, &strike.arm, strike.weapon()) else {
        return;
    };
    let body = scene.fight().body(who);
    let here = place_of(scene.fight(), who);
    let is_thrown = weapon.gone_when_thrown || (weapon.thrown && !here.has(landing));
    if !is_thrown || body.item(arm.id).is_none() {
        return;
    }
    let to = if weapon.gone_when_thrown { At::Gone } else { At::Floor(landing) };
    let (item, name) = (arm.id, arm.name.clone());
    scene.note(Note::ItemMoved { item, name, by: who, from: At::With(who), to });
}

/// FACT-ATK-7: a final blow needs a nearby incapacitated enemy.
pub fn check_final_blow(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: ItemId,
) -> Result<(), Why> {
    check_target(fight, who, target)?;
    if !fight.body(target).is_incapacitated() {
        return Err(Why::new("bad-target", "FACT-ATK-7").about(target));
    }
    check_means(fight, who, target, Means::Weapon(weapon), false, Occasion::Turn)?;
    let far = distance(fight, place_of(fight, who), place_of(fight, target));
    if far == 0 { Ok(()) } else { Err(Why::new("not-nearby", "FACT-ATK-7").about(target)) }
}

/// FACT-ATK-7: a main action that kills, no roll. A guard may still step in, and then it is an
/// ordinary attack on the guard.
pub fn final_blow(
    scene: &mut Scene,
    who: CombatantId,
    target: CombatantId,
    weapon: ItemId,
) -> Step {
    if scene.fight().body(who).grabbing != Some(target) {
        grapple::let_go(scene, who);
    }
    let strike = Strike::new(scene.fight(), who, Means::Weapon(weapon), Occasion::Turn);
    let strike = Strike { manner: Manner::FinalBlow, ..strike };
    scene.note(Note::Spent(who, Cost::Main));
    declare(scene, &strike, target);
    let parts = reactions::answer(scene, &strike, &[target], true)?;
    for part in &parts {
        let fight = scene.fight();
        let is_helpless = fight.get(target).is_some_and(|one| one.body.is_incapacitated());
        let is_hit = part.target == target && matches!(part.fate, Fate::Hit);
        if is_hit && is_helpless && stands(fight, who) {
            damage::kill(scene, target);
        } else {
            resolve(scene, &strike, std::slice::from_ref(part));
        }
    }
    Ok(())
}
