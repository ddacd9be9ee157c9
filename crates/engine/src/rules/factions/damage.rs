//! Damage (FACT-DMG), and how an attack and its counter meet (FACT-REACT-6).

use super::attacks::{Manner, Means, Strike};
use super::sheet::{Ability, Pool};
use super::state::{Cause, Note, Purpose, Wound};
use super::stunts;
use super::{Factions, Fight, Scene, gear, grapple, initiative, protection, saves, sneaking};
use crate::Visibility as _;
use crate::ids::{By, CombatantId};
use crate::prompt::Threat;

/// A damage die that has fallen, and what would be suffered of it.
struct Blow<'a> {
    strike: &'a Strike,
    target: CombatantId,
    face: u8,
    suffered: u8,
}

/// FACT-CORE-3: what waits until all damage of an attack is done.
#[derive(Default)]
pub struct Later<'a> {
    /// Non-lethal attacks that have hit.
    effects: Vec<(&'a Strike, CombatantId)>,
    /// Hits with a coated weapon that cost health.
    poisoned: Vec<(&'a Strike, CombatantId)>,
}

impl Later<'_> {
    /// FACT-NL-2: a non-lethal attack comes last, and only if its user is still active; the saves
    /// against two of them are rolled and applied at the same time. FACT-CORE-3: then poison.
    pub fn settle(self, scene: &mut Scene) {
        let mut failed = self.effects;
        failed.retain(|(strike, target)| {
            can_still_land(scene, strike) && !stunts::resist(scene, strike, *target)
        });
        for (strike, target) in failed {
            stunts::take_effect(scene, strike, target);
        }
        for (strike, target) in self.poisoned {
            let is_alive = !scene.fight().body(target).dead;
            if is_alive && !saves::roll(scene, target, Ability::Str, Purpose::Poison) {
                let face = scene.roll(4);
                scene.note(Note::PoisonRolled { who: target, face });
                lose(scene, target, face.into(), Cause::Poison, Some(strike));
            }
        }
    }
}

/// An attack lands that nobody has answered: damage, or the effect of a non-lethal one.
pub fn strike<'a>(
    scene: &mut Scene,
    strike: &'a Strike,
    target: CombatantId,
    later: &mut Later<'a>,
) {
    if strike.means.is_lethal() {
        let blow = roll(scene, strike, target);
        land(scene, &blow, later);
    } else {
        later.effects.push((strike, target));
    }
}

/// FACT-ATK-4: damage is the weapon's die. FACT-DMG-1: less the armour value of the target, at
/// least 0. FACT-GEAR-1: the die having been rolled is enough for the weapon to break.
fn roll<'a>(scene: &mut Scene, strike: &'a Strike, target: CombatantId) -> Blow<'a> {
    let is_impaired = protection::is_impaired(scene.fight(), strike, target);
    let die = if is_impaired { 4 } else { strike.weapon().map_or(4, |weapon| weapon.die) };
    let face = scene.roll(die);
    let armour = protection::armour(scene.fight(), strike, target);
    let (who, shown) = (strike.who, Some(armour));
    scene.note(Note::DamageRolled { who, target, die, face, is_impaired, armour: shown });
    let suffered = face.saturating_sub(armour);
    gear::strain(scene, strike, face);
    Blow { strike, target, face, suffered }
}

/// The worst that a weapon may do, less armour that is worn; none where whoever is asked does not
/// know the attacker's weapons, or where it is no weapon.
pub fn threat(
    fight: &Fight,
    who: CombatantId,
    attacker: CombatantId,
    manner: &Manner,
) -> Option<Threat> {
    let Manner::Weapon(name) = manner else { return None };
    let viewer = fight.viewer_of(By::Combatant(who));
    let attacker = Factions::seen_body(fight, viewer, fight.get(attacker)?);
    let arm = attacker.gear.iter().find(|item| item.name == *name)?;
    let die = arm.weapon.as_ref()?.die;
    let body = fight.body(who);
    let worst = die.saturating_sub(body.worn());
    Some(Threat::of(worst.into(), body.health.into()))
}

/// A blow lands: FACT-GEAR-2 (what it destroys), FACT-DMG-1 (health drops). The poison on a weapon
/// is used up by the first hit that costs health.
fn land<'a>(scene: &mut Scene, blow: &Blow<'a>, later: &mut Later<'a>) {
    let Blow { strike, target, face, suffered } = *blow;
    gear::take(scene, target, face);
    let lost = lose(scene, target, suffered.into(), Cause::Attack, Some(strike));
    let arm = strike.arm.as_ref().and_then(|arm| scene.fight().body(strike.who).item(arm.id));
    if let Some(arm) = arm.filter(|arm| arm.coated && lost > 0) {
        let (who, item, name) = (strike.who, arm.id, arm.name.clone());
        scene.note(Note::Coated { who, item, name, is_on: false });
        later.poisoned.push((strike, target));
    }
}

/// FACT-REACT-6: both roll damage together; whoever would suffer more is hit first, and if no
/// longer active by that, their own attack does not land; equal amounts hit both. FACT-BLAST-6: an
/// attacker who is down before the counter lands strikes all the same.
pub fn clash<'a>(
    scene: &mut Scene,
    attack: &'a Strike,
    counter: &'a Strike,
    target: CombatantId,
    later: &mut Later<'a>,
) {
    let (attacker, defender) = (attack.who, target);
    if !attack.means.is_lethal() || !counter.means.is_lethal() {
        strike(scene, attack, defender, later);
        strike(scene, counter, attacker, later);
        return;
    }
    let first = roll(scene, attack, defender);
    let second = roll(scene, counter, attacker);
    let are_equal = first.suffered == second.suffered;
    let is_counter_first = second.suffered > first.suffered;
    let (first, second) = if is_counter_first { (second, first) } else { (first, second) };
    let was_active = scene.fight().body(second.strike.who).is_active();
    land(scene, &first, later);
    if are_equal || !was_active || can_still_land(scene, second.strike) {
        land(scene, &second, later);
    }
}

/// FACT-REACT-6: whether somebody who was hit first is still active; noted where not.
fn can_still_land(scene: &mut Scene, strike: &Strike) -> bool {
    let is_active = scene.fight().body(strike.who).is_active();
    if !is_active {
        scene.note(Note::AttackLost(strike.who));
    }
    is_active
}

/// FACT-DMG-1: health drops, not below 0. FACT-DMG-2: at 0 a character is incapacitated and lets go
/// of what it grabs. FACT-DMG-3: if what is left over after reaching 0 is at least `health_max`, it
/// is dead instead; FACT-ATK-6: unless the attacker held back. FACT-SURR-2: who had surrendered and
/// is hurt by an enemy fights again. FACT-SNEAK-4: being hurt reveals. Gives back the health lost.
pub fn lose(
    scene: &mut Scene,
    who: CombatantId,
    amount: u16,
    cause: Cause,
    strike: Option<&Strike>,
) -> u8 {
    if amount == 0 {
        scene.note(Note::NoLoss(who));
        return 0;
    }
    let body = scene.fight().body(who);
    let (health, health_max, was_active) = (body.health, body.health_max, body.is_active());
    let had_surrendered = body.surrendered;
    let lost = amount.min(health.into()) as u8;
    let left_over = amount - u16::from(lost);
    let left = health - lost;
    let wound = Wound::of(left, health_max);
    let (by, amount, left_now) = (strike.map(|strike| strike.who), Some(lost), Some(left));
    scene.note(Note::Lost { who, by, cause, amount, left: left_now, wound });
    let is_spared = strike.is_some_and(|strike| strike.hold_back);
    if left == 0 && left_over >= u16::from(health_max) && !is_spared {
        kill(scene, who);
    } else if left == 0 && health > 0 {
        scene.note(Note::Fell(who));
    }
    if was_active && left == 0 {
        grapple::end_holds(scene, who);
    }
    let is_enemy = |by| initiative::are_enemies(scene.fight(), by, who);
    if had_surrendered && lost > 0 && !scene.fight().body(who).dead && by.is_some_and(is_enemy) {
        scene.note(Note::Rallied(who));
    }
    sneaking::reveal(scene, who);
    lost
}

/// FACT-DMG-3, FACT-ATK-7: dead.
pub fn kill(scene: &mut Scene, who: CombatantId) {
    scene.note(Note::Died(who));
    grapple::end_holds(scene, who);
}

/// FACT-DMG-2: healed to 1 or more, a character is active again.
pub fn heal(scene: &mut Scene, who: CombatantId, amount: u16, cause: Cause) {
    let body = scene.fight().body(who);
    if body.dead {
        return;
    }
    let amount = amount.min(u16::from(body.health_max.saturating_sub(body.health))) as u8;
    let left = body.health + amount;
    let wound = Wound::of(left, body.health_max);
    scene.note(Note::Healed { who, cause, amount: Some(amount), left: Some(left), wound });
}

/// FACT-ZONE-4: a zone's hazard ignores armour.
pub fn hazard(scene: &mut Scene, who: CombatantId, pool: Pool) {
    let amount = scene.total(pool);
    lose(scene, who, amount, Cause::Hazard, None);
}

/// The means with which one may counter or strike out of turn, in the order they are offered.
pub fn means_of(fight: &Fight, who: CombatantId, target: CombatantId) -> Vec<Means> {
    let body = fight.body(who);
    let arms = body.gear.iter().filter(|item| item.is_in_hand() && item.weapon.is_some());
    let mut all: Vec<Means> = arms.map(|item| Means::Weapon(item.id)).collect();
    all.push(Means::Weapon(super::sheet::ItemId::UNARMED));
    let held = fight.body(target).gear.iter().filter(|item| stunts::can_be_dropped(item));
    all.extend(held.map(|item| Means::Disarm(item.id)));
    all.push(Means::Grapple);
    all.extend((0..fight.state.manoeuvres.len() as u8).map(Means::Manoeuvre));
    all
}
