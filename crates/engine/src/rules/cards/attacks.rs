//! Attacks (CARDS-ATK) and spells (CARDS-MAG), and the damage they do (CARDS-DMG).

use std::sync::LazyLock;

use super::extras::{self, Field};
use super::pools::{self, Test};
use super::prompts::Buy;
use super::reactions::{self, Chosen};
use super::sheet::{Action, Body, Harm, Intensity, Item, ItemId, Reaction, Weapon};
use super::state::{Cause, Manner, Note, Purpose};
use super::zones::{check_close, check_enemy, distance, share_zone, zone_of};
use super::{Fight, Scene, Step, damage, gear, hazards, swapping};
use crate::ids::{By, CombatantId};
use crate::ladder::Detail;
use crate::prompt::Threat;
use crate::why::Why;

/// How far a Strike weapon can be thrown, in zones.
const THROW: u8 = 1;

/// Bare hands.
static UNARMED: LazyLock<Item> = LazyLock::new(|| {
    let (thrown, used_up, fire, poison) = (false, false, None, None);
    let (action, harm, resist) = (Action::Force, Harm::Phys, Action::Endure);
    let (damage, min, max, bonus) = (1, 0, 0, 0);
    let weapon =
        Weapon { action, damage, min, max, bonus, thrown, used_up, fire, poison, harm, resist };
    Item {
        id: ItemId::UNARMED,
        name: "unarmed".into(),
        hands: 0,
        held: false,
        natural: true,
        weapon: Some(weapon),
        parry_bonus: None,
        antidote: false,
        owner: None,
    }
});

/// Something that one combatant does to another, with dice against dice.
#[derive(Clone, Debug)]
pub struct Strike {
    pub who: CombatantId,
    pub target: CombatantId,
    pub manner: Manner,
    test: Test,
    is_close: bool,
    /// What resists a spell, and against which Harm.
    resist: (Action, Harm),
}

impl Strike {
    /// A shove or a grapple: Force, in close combat.
    pub fn by_force(who: CombatantId, target: CombatantId, manner: Manner) -> Self {
        let purpose = if manner == Manner::Shove { Purpose::Shove } else { Purpose::Grapple };
        let (test, resist) = (Test::new(Action::Force, purpose), (Action::Endure, Harm::Phys));
        Self { who, target, manner, test, is_close: true, resist }
    }
}

/// What dice against dice came to.
#[derive(Clone, Copy, Debug)]
pub struct Clash {
    /// Successes left, and how many are needed.
    pub left: u8,
    pub need: u8,
    /// The reaction rolled more than the attack (CARDS-SWAP-5).
    pub is_outdone: bool,
}

impl Clash {
    pub fn is_hit(self) -> bool {
        self.left >= self.need
    }

    /// CARDS-TEST-2: those above the need.
    pub fn extra(self) -> u8 {
        self.left.saturating_sub(self.need)
    }
}

/// A weapon that can be used now: in hand, natural, or bare hands.
pub fn find_weapon(body: &Body, weapon: ItemId) -> Option<(&Item, &Weapon)> {
    let item = if weapon == ItemId::UNARMED { &*UNARMED } else { body.item(weapon)? };
    let arm = item.weapon.as_ref().filter(|arm| item.is_in_hand() && arm.action != Action::Cast)?;
    Some((item, arm))
}

/// CARDS-ATK-2: whether the weapon is thrown: a Strike weapon at a target in another zone, or on
/// request.
fn is_thrown(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    arm: &Weapon,
    ask: bool,
) -> bool {
    let is_far = fight.get(target).is_some() && !share_zone(fight, who, target);
    arm.action == Action::Strike && arm.thrown && (ask || is_far)
}

/// CARDS-ATK-1, CARDS-ATK-2: `not-in-hand`, then whom, then how far. CARDS-ZONE-4: close combat.
pub fn check_attack(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    weapon: ItemId,
    thrown: bool,
) -> Result<(), Why> {
    let body = fight.body(who);
    let is_far =
        |arm: &Weapon| arm.action == Action::Shoot || is_thrown(fight, who, target, arm, thrown);
    let meant = body.item(weapon).and_then(|item| item.weapon.as_ref());
    let rule = if thrown || meant.is_some_and(is_far) { "CARDS-ATK-2" } else { "CARDS-ATK-1" };
    let absent = Why::new("not-in-hand", rule);
    let (_, arm) = find_weapon(body, weapon).ok_or(absent)?;
    check_enemy(fight, who, target)?;
    let range = match arm.action {
        Action::Shoot if !thrown => (arm.min, arm.max),
        _ if is_thrown(fight, who, target, arm, thrown) => (0, THROW),
        _ if thrown => return Err(Why::new("bad-target", "CARDS-ATK-2").about(target)),
        _ => return check_close(fight, who, target),
    };
    check_range(fight, who, target, range)
}

/// Both ends of a range are included.
fn check_range(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    (min, max): (u8, u8),
) -> Result<(), Why> {
    if (min..=max).contains(&distance(fight, who, target)) {
        Ok(())
    } else {
        Err(Why::new("out-of-range", "CARDS-ATK-2").about(target))
    }
}

/// CARDS-MAG-1: a spell on the sheet, within its range.
pub fn check_cast(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    spell: ItemId,
) -> Result<(), Why> {
    let absent = Why::new("not-in-hand", "CARDS-MAG-1");
    let spell = find_spell(fight.body(who), spell).ok_or(absent)?.1;
    check_enemy(fight, who, target)?;
    check_range(fight, who, target, (spell.min, spell.max))
}

fn find_spell(body: &Body, spell: ItemId) -> Option<(&Item, &Weapon)> {
    let item = body.item(spell)?;
    Some((item, item.ready(Action::Cast)?))
}

/// CARDS-ATK-7: a shove needs close combat.
pub fn check_shove(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    check_enemy(fight, who, target)?;
    check_close(fight, who, target)
}

/// The worst that an attack may do: each of its dice a success, each above the first bought as
/// damage (CARDS-ATK-4), and nothing saved by armour or cover. None where whoever is asked does not
/// know the attacker's pools (CARDS-HID-2). CARDS-ATK-7, CARDS-GRAP-2: a shove or a grapple does no
/// damage.
pub fn threat(
    fight: &Fight,
    who: CombatantId,
    attacker: CombatantId,
    manner: &Manner,
) -> Option<Threat> {
    let one = fight.get(attacker)?;
    let (Manner::Weapon(name) | Manner::Thrown(name) | Manner::Spell(name)) = manner else {
        return Some(Threat::Nothing);
    };
    if one.look_of(fight.viewer_of(By::Combatant(who))) < Detail::Numbers {
        return None;
    }
    let mut items = one.body.gear.iter().chain([&*UNARMED]);
    let arm = items.find(|item| item.name == *name)?.weapon.as_ref()?;
    let (action, purpose, harms) = match manner {
        Manner::Spell(_) => (Action::Cast, Purpose::Cast, vec![arm.harm]),
        Manner::Thrown(_) => (Action::Shoot, Purpose::Attack, vec![arm.harm, Harm::Ment]),
        _ => (arm.action, Purpose::Attack, vec![arm.harm, Harm::Ment]),
    };
    let test = Test { bonus: arm.bonus, ..Test::new(action, purpose) };
    let dice = pools::pool(fight, attacker, test);
    let worst = arm.damage.saturating_add(dice.saturating_sub(1));
    Some(damage::threat(fight.body(who), &harms, worst))
}

/// Whether somebody can strike, or go on with it: CARDS-HARM-8: Active, CARDS-FIRE-3: not Burning,
/// CARDS-FEAR-5: neither frozen nor fainted, CARDS-GRAP-3: not Held.
pub fn can_strike(body: &Body) -> bool {
    reactions::is_able(body) && body.held_by.is_none()
}

/// CARDS-ATK-3: what the target and the dice make of it: declared (CARDS-HID-1: which reveals), the
/// window of the target, the attack's dice, the reaction's; each success of the reaction takes one
/// off. CARDS-TEST-5: the acting side rolls, then the reaction, then armour, cover, and a critical.
/// None where the attacker cannot go on, or there is nobody any more.
pub fn clash(scene: &mut Scene, strike: &Strike) -> Step<Option<Clash>> {
    let Strike { who, target, .. } = *strike;
    scene.reveal(who);
    let manner = strike.manner.clone();
    scene.note(Note::Attacked { who, target, manner: manner.clone() });
    let chosen = reactions::ask(scene, target, who, &manner, strike.is_close)?;
    let fight = scene.fight();
    let is_lost = |body: &Body| body.fled || body.is_dead();
    if is_lost(fight.body(target)) || !can_strike(fight.body(who)) {
        scene.note(Note::AttackLost(who));
        return Ok(None);
    }
    if let Some(chosen) = chosen {
        reactions::commit(scene, target, who, chosen);
    }
    let need = pools::need(scene.fight(), who, strike.test.action);
    let successes = pools::roll(scene, who, strike.test);
    let taken_off = match chosen {
        Some(Chosen { reaction, .. }) => reactions::roll(scene, target, reaction, strike.resist),
        None => 0,
    };
    scene.note(Note::Settled { who, target, manner, successes, taken_off, need });
    let is_swap = chosen.is_some_and(|chosen| chosen.reaction != Reaction::Break);
    let is_outdone = is_swap && taken_off > successes;
    Ok(Some(Clash { left: successes.saturating_sub(taken_off), need, is_outdone }))
}

/// CARDS-ATK-1: close combat with a Strike weapon, or unarmed with Force. CARDS-ATK-2: from afar
/// with Shoot, or thrown; a thrown weapon then lies in the target's zone.
pub fn attack(
    scene: &mut Scene,
    who: CombatantId,
    target: CombatantId,
    weapon: ItemId,
    thrown: bool,
) -> Step {
    let fight = scene.fight();
    let Some((item, arm)) = find_weapon(fight.body(who), weapon) else { return Ok(()) };
    let is_thrown = is_thrown(fight, who, target, arm, thrown);
    let (item, arm) = (item.clone(), arm.clone());
    let action = if is_thrown { Action::Shoot } else { arm.action };
    let test = Test { bonus: arm.bonus, ..Test::new(action, Purpose::Attack) };
    let name = item.name.clone();
    let manner = if is_thrown { Manner::Thrown(name) } else { Manner::Weapon(name) };
    let is_close = action != Action::Shoot;
    let resist = (Action::Endure, Harm::Phys);
    let landing = zone_of(fight, target);
    let strike = Strike { who, target, manner, test, is_close, resist };
    let field = match action {
        Action::Shoot => Field::Shoot,
        Action::Force => Field::Force,
        _ => Field::Strike,
    };
    if let Some(clash) = clash(scene, &strike)? {
        land(scene, &strike, clash, &arm, field)?;
    }
    if is_thrown || (arm.thrown && arm.action == Action::Shoot) {
        gear::leave_hand(scene, who, &item, landing, arm.used_up);
    }
    Ok(())
}

/// CARDS-MAG-1: an attack with Cast. CARDS-MAG-2: neither parry nor dodge works.
pub fn cast(scene: &mut Scene, who: CombatantId, target: CombatantId, spell: ItemId) -> Step {
    let Some((item, arm)) = find_spell(scene.fight().body(who), spell) else { return Ok(()) };
    let (manner, arm) = (Manner::Spell(item.name.clone()), arm.clone());
    let test = Test { bonus: arm.bonus, ..Test::new(Action::Cast, Purpose::Cast) };
    let resist = (arm.resist, arm.harm);
    let strike = Strike { who, target, manner, test, is_close: false, resist };
    match clash(scene, &strike)? {
        Some(clash) => land(scene, &strike, clash, &arm, Field::Cast),
        None => Ok(()),
    }
}

/// CARDS-ATK-7: a hit does no damage; its first success buys one of three effects, and each extra
/// success another, or outmaneuver.
pub fn shove(scene: &mut Scene, who: CombatantId, target: CombatantId) -> Step {
    let strike = Strike::by_force(who, target, Manner::Shove);
    let Some(clash) = clash(scene, &strike)? else { return Ok(()) };
    if clash.is_hit() {
        let left = clash.extra() + 1;
        let bought = extras::spend(scene, (who, target), &strike.manner, Field::Shove, left)?;
        extras::take_effect(scene, who, target, &bought.unwrap_or_default());
    }
    swapping::after_reaction(scene, &strike, clash)
}

/// What a hit does: the extra successes are spent, the damage is done, and then what was bought
/// happens.
fn land(scene: &mut Scene, strike: &Strike, clash: Clash, arm: &Weapon, field: Field) -> Step {
    swapping::after_reaction(scene, strike, clash)?;
    if !clash.is_hit() {
        return Ok(());
    }
    let (who, target) = (strike.who, strike.target);
    let bought = extras::spend(scene, (who, target), &strike.manner, field, clash.extra())?;
    let Some(bought) = bought else { return Ok(()) };
    let is_dealt = deal(scene, strike, arm, &bought);
    take_tags(scene, target, arm.fire, arm.poison.filter(|_| is_dealt));
    extras::take_effect(scene, who, target, &bought);
    // Of whoever is down already it is decided again only where this attack harmed them.
    let is_undecided = scene.fight().body(target).fate.is_none();
    if is_dealt || is_undecided { damage::decide_fate(scene, who, target) } else { Ok(()) }
}

/// CARDS-DMG-1: weapon damage and what was bought. CARDS-DMG-2: armour against Physical damage.
/// CARDS-DMG-3: cover against what comes from another zone. Whether any Harm was dealt.
fn deal(scene: &mut Scene, strike: &Strike, arm: &Weapon, bought: &[Buy]) -> bool {
    let target = strike.target;
    let more: u8 =
        bought.iter().map(|buy| if let Buy::Damage(more) = buy { *more } else { 0 }).sum();
    let harm = if bought.contains(&Buy::Stress) { Harm::Ment } else { arm.harm };
    let mut amount = arm.damage.saturating_add(more);
    if amount == 0 {
        return false;
    }
    let armour = scene.fight().body(target).armour.as_ref().map_or(0, |armour| armour.dice);
    if harm == Harm::Phys {
        let saved = pools::roll_dice(scene, target, Purpose::Armour, armour);
        amount = amount.saturating_sub(saved);
    }
    let is_far = !strike.is_close && !share_zone(scene.fight(), strike.who, target);
    if is_far && amount > 0 {
        let cover = super::movement::cover_dice(scene.fight(), target);
        let saved = pools::roll_dice(scene, target, Purpose::Cover, cover);
        amount = amount.saturating_sub(saved);
    }
    damage::harm(scene, target, harm, amount, Cause::Attack)
}

/// CARDS-DMG-1: fire takes effect on any hit, after damage; poison only if Harm was dealt,
/// and Physical (CARDS-POIS-1).
fn take_tags(scene: &mut Scene, target: CombatantId, fire: Option<Intensity>, poison: Option<u8>) {
    if let Some(intensity) = fire {
        hazards::catch_fire(scene, target, intensity);
    }
    if let Some(toxicity) = poison {
        hazards::poison(scene, target, toxicity, Harm::Phys);
    }
}
