//! Attacks (FACT-ATK): what may be attacked with what, and an attack from its declaration to its
//! last effect.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::acts::Attack;
use super::codec::manoeuvre_name;
use super::damage::DeferredEffects;
use super::reactions::{AttackTarget, TargetOutcome};
use super::sheet::{Ability, AttackKind, Body, Item, ItemId, Name, Weapon};
use super::state::{AttackOccasion, Event, GearRef, ItemLocation, SavePurpose, TurnCost};
use super::turns::running_or_new_turn;
use super::zones::{
    distance, is_active_on_map, is_aware, is_beyond_half_range, is_visible, place_of, terrains_of,
};
use super::{
    Fight, Resolver, RuleResult, damage, grapple, initiative, reactions, saves, sneaking, stunts,
};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// With what an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackMeans {
    Weapon(ItemId),
    /// FACT-NL-3: the weapon that is to be dropped.
    Disarm(ItemId),
    /// FACT-GRAP-1.
    Grapple,
    /// FACT-NL-3: one that the GM added, by its place.
    Manoeuvre(u8),
}

impl AttackMeans {
    /// FACT-NL-1: a non-lethal attack does no damage.
    pub fn is_lethal(self) -> bool {
        matches!(self, Self::Weapon(_))
    }
}

/// A way to attack in names, for notes and questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackManner {
    Weapon(Name),
    Disarm(Name),
    Grapple,
    Manoeuvre(Name),
    FinalBlow,
}

impl AttackManner {
    /// The weapon's name, or what else is done.
    pub fn label(&self) -> &str {
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
pub struct AttackInProgress {
    pub attacker: CombatantId,
    pub means: AttackMeans,
    pub manner: AttackManner,
    pub hold_back: bool,
    pub indirect: bool,
    pub occasion: AttackOccasion,
    /// FACT-SNEAK-3: made out of concealment; who is aware nevertheless is in `noticed_by`.
    pub is_surprise: bool,
    pub noticed_by: Vec<CombatantId>,
    /// The weapon as it was when the attack was declared.
    pub weapon_item: Option<Item>,
}

impl AttackInProgress {
    pub fn new(
        fight: &Fight,
        attacker: CombatantId,
        means: AttackMeans,
        occasion: AttackOccasion,
    ) -> Self {
        let body = fight.body(attacker);
        let weapon_item = match means {
            AttackMeans::Weapon(item) => find_weapon(body, item).cloned(),
            _ => None,
        };
        let manner = match means {
            AttackMeans::Weapon(_) => AttackManner::Weapon(
                weapon_item.as_ref().map_or_else(|| "".into(), |arm| arm.name.clone()),
            ),
            AttackMeans::Disarm(item) => {
                AttackManner::Disarm(super::codec::unique_item_name(fight, item).into())
            }
            AttackMeans::Grapple => AttackManner::Grapple,
            AttackMeans::Manoeuvre(kind) => AttackManner::Manoeuvre(manoeuvre_name(fight, kind)),
        };
        let (hold_back, indirect) = (false, false);
        let is_surprise = body.concealed;
        let noticed_by = body.noticed_by.clone();
        Self {
            attacker,
            means,
            manner,
            hold_back,
            indirect,
            occasion,
            is_surprise,
            noticed_by,
            weapon_item,
        }
    }

    pub fn weapon(&self) -> Option<&Weapon> {
        self.weapon_item.as_ref().and_then(|arm| arm.weapon.as_ref())
    }

    /// FACT-SNEAK-3: enemies who are unaware of the attacker are surprised.
    pub fn is_known_to(&self, fight: &Fight, combatant: CombatantId) -> bool {
        !self.is_surprise
            || self.noticed_by.contains(&combatant)
            || !initiative::are_enemies(fight, self.attacker, combatant)
    }
}

/// FACT-ATK-4: bare hands are d4, always impaired, and never wear.
static UNARMED: LazyLock<Item> = LazyLock::new(|| {
    let weapon = Weapon { is_impaired: true, ..Weapon::simple_melee(4) };
    let hands = 0;
    Item {
        id: ItemId::UNARMED,
        hands_needed: hands,
        is_natural: true,
        weapon: Some(weapon),
        ..Item::new("unarmed")
    }
});

/// A weapon that can be used now: equipped, natural, or bare hands.
pub fn find_weapon(body: &Body, weapon: ItemId) -> Option<&Item> {
    if weapon == ItemId::UNARMED {
        return Some(&UNARMED);
    }
    body.find_item(weapon).filter(|item| item.is_in_hand() && item.weapon.is_some())
}

/// FACT-ATK-8, FACT-SNEAK-1: an enemy on the map of whom the attacker is aware; the incapacitated
/// and the surrendered are not safe.
pub fn check_target(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let bad = RefusalReason::new("bad-target", "FACT-SNEAK-1").with_combatant(target);
    let Some(other) = fight.get(target) else { return Err(bad) };
    let may = other.body.is_on_map()
        && initiative::are_enemies(fight, attacker, target)
        && is_aware(fight, attacker, target);
    if may { Ok(()) } else { Err(bad) }
}

/// FACT-ATK-1: an attack on the own turn.
pub fn check_attack(
    fight: &Fight,
    attacker: CombatantId,
    attack: &Attack,
) -> Result<(), RefusalReason> {
    check_target(fight, attacker, attack.target)?;
    // FACT-STUNT-1: in place of damage, and for somebody who can answer.
    if attack.offered_stunt.is_some() && !attack.means.is_lethal() {
        return Err(RefusalReason::new("not-suitable", "FACT-STUNT-1"));
    }
    if attack.offered_stunt.is_some() && !fight.body(attack.target).is_active() {
        return Err(RefusalReason::new("bad-target", "FACT-STUNT-1").with_combatant(attack.target));
    }
    check_attack_means(
        fight,
        attacker,
        attack.target,
        attack.means,
        attack.indirect,
        AttackOccasion::Turn,
    )
}

/// Whether an attack could be made with these means from where one stands.
pub fn check_attack_means(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    means: AttackMeans,
    indirect: bool,
    occasion: AttackOccasion,
) -> Result<(), RefusalReason> {
    match means {
        AttackMeans::Weapon(weapon) => {
            check_weapon_attack(fight, attacker, target, weapon, indirect, occasion)
        }
        AttackMeans::Disarm(_) | AttackMeans::Grapple | AttackMeans::Manoeuvre(_) => {
            stunts::check_non_lethal_attack(fight, attacker, target, means)
        }
    }
}

/// FACT-ATK-1: `not-in-hand`. FACT-ATK-8: melee needs a nearby target. FACT-ATK-9: ranged a visible
/// one within range. FACT-ATK-10: not beyond half range after moving. FACT-ATK-11: what an indirect
/// attack needs. FACT-GRAP-1: who is grabbed attacks only nearby enemies. FACT-PROT-3: who is
/// behind a barrier is out of reach from afar.
fn check_weapon_attack(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    weapon: ItemId,
    indirect: bool,
    occasion: AttackOccasion,
) -> Result<(), RefusalReason> {
    let body = fight.body(attacker);
    let why = |key, rule| Err(RefusalReason::new(key, rule).with_combatant(target));
    let Some(arm) = find_weapon(body, weapon) else { return why("not-in-hand", "FACT-ATK-1") };
    let Some(stats) = &arm.weapon else { return why("not-in-hand", "FACT-ATK-1") };
    if stats.is_blast || arm.is_unloaded || (indirect && !stats.can_be_indirect) {
        return why("not-suitable", if indirect { "FACT-ATK-11" } else { "FACT-ATK-1" });
    }
    let far = distance(fight, place_of(fight, attacker), place_of(fight, target));
    if far > 0 && body.grabbed_by.is_some() {
        return why("entangled", "FACT-GRAP-1");
    }
    if attack_kind(stats, far) == AttackKind::Melee {
        return if far == 0 { Ok(()) } else { why("not-nearby", "FACT-ATK-8") };
    }
    let has_moved =
        occasion == AttackOccasion::Turn && running_or_new_turn(fight, attacker).has_moved;
    let is_far = is_beyond_half_range(far, stats.range);
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
    if !is_visible(fight, attacker, target) {
        return why("not-visible", "FACT-ATK-9");
    }
    if far > 0 && fight.body(target).behind_barrier && occasion != AttackOccasion::Counter {
        return why("barrier", "FACT-PROT-3");
    }
    if has_moved && is_far {
        return why("moving-far", "FACT-ATK-10");
    }
    Ok(())
}

/// A weapon that can be thrown is melee against a nearby target, ranged against any other.
fn attack_kind(weapon: &Weapon, target_distance: u8) -> AttackKind {
    if weapon.can_be_thrown && target_distance > 0 { AttackKind::Ranged } else { weapon.kind }
}

/// Whether a weapon reaches a target from where its holder stands.
pub fn can_reach_with(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    weapon: &Item,
    indirect: bool,
) -> bool {
    let means = AttackMeans::Weapon(weapon.id);
    fight.get(target).is_some()
        && check_attack_means(fight, attacker, target, means, indirect, AttackOccasion::Turn)
            .is_ok()
}

/// FACT-ATK-2: challenging circumstances: the zone tag `hard`, or the GM's flag, at the attacker;
/// FACT-ZONE-4: on a border the tag of either zone.
pub fn has_hard_circumstances(fight: &Fight, who: CombatantId) -> bool {
    fight.body(who).flags.hard_circumstances
        || terrains_of(fight, who).any(|(_, ground)| ground.hard)
}

/// FACT-ATK-2: whether the attacker must make a WIT save first; several causes still need one.
///
/// FACT-ATK-8: a melee target who is not visible. FACT-ATK-9: beyond half range. FACT-ATK-10: while
/// moving, but never in a reaction. FACT-ATK-11: an indirect attack.
fn is_hit_save_needed(fight: &Fight, attack: &AttackInProgress, target: CombatantId) -> bool {
    let who = attack.attacker;
    if has_hard_circumstances(fight, who) {
        return true;
    }
    let far = distance(fight, place_of(fight, who), place_of(fight, target));
    match attack.weapon() {
        Some(weapon) if attack_kind(weapon, far) == AttackKind::Ranged => {
            let has_moved = attack.occasion == AttackOccasion::Turn
                && running_or_new_turn(fight, who).has_moved;
            attack.indirect || has_moved || is_beyond_half_range(far, weapon.range)
        }
        Some(_) | None => !is_visible(fight, who, target),
    }
}

/// FACT-ATK-1: an attack hits automatically; FACT-ATK-2: in challenging circumstances after a WIT
/// save. FACT-ATK-3: a miss does no damage and opens no window; the weapon counts as used.
fn roll_to_hit(resolver: &mut Resolver, attack: &AttackInProgress, target: CombatantId) -> bool {
    if !is_hit_save_needed(resolver.fight(), attack, target)
        || saves::roll_save(resolver, attack.attacker, Ability::Wit, SavePurpose::Hit)
    {
        return true;
    }
    resolver.emit(Event::AttackMissed { attacker: attack.attacker, target: Some(target) });
    false
}

/// The declaration: FACT-SNEAK-4: attacking reveals, but whoever was unaware is surprised all the
/// same (FACT-SNEAK-3); the weapon counts as used (FACT-ATK-3).
pub fn declare_attack(resolver: &mut Resolver, attack: &AttackInProgress, target: CombatantId) {
    let AttackInProgress { attacker: who, hold_back, indirect, occasion, .. } = *attack;
    sneaking::reveal_if_concealed(resolver, who);
    let manner = attack.manner.clone();
    resolver.emit(Event::Attacked { attacker: who, target, manner, occasion, hold_back, indirect });
    mark_weapon_used(resolver, attack);
}

/// The weapon counts as used; one that needs reloading is empty now.
pub fn mark_weapon_used(resolver: &mut Resolver, attack: &AttackInProgress) {
    let (who, Some(arm)) = (attack.attacker, &attack.weapon_item) else { return };
    let (item, name) = (arm.id, arm.name.clone());
    if !arm.is_natural && !arm.used_in_fight {
        resolver.emit(Event::GearUsed { who, gear: GearRef::Item(item) });
    }
    if attack.weapon().is_some_and(|weapon| weapon.needs_reload) {
        resolver.emit(Event::WeaponUnloadedSet { who, item, name, is_on: true });
    }
}

/// FACT-ATK-1: an attack is a main action; as a reaction it has cost the turn already. FACT-CORE-3:
/// its dice: the save to hit, the deviation of a blast, reaction saves as they are answered, damage
/// of the attacker and then of the counter, saves against what does no damage, after-effects.
pub fn resolve_attack(
    resolver: &mut Resolver,
    attacker: CombatantId,
    attack: &Attack,
    occasion: AttackOccasion,
) -> RuleResult {
    let target = attack.target;
    // FACT-GRAP-2: only the one who is held may be attacked without letting go.
    if resolver.fight().body(attacker).grabbing != Some(target) {
        grapple::release_grabbed(resolver, attacker);
    }
    let mut strike = AttackInProgress::new(resolver.fight(), attacker, attack.means, occasion);
    (strike.hold_back, strike.indirect) = (attack.hold_back, attack.indirect);
    if occasion == AttackOccasion::Turn {
        resolver.emit(Event::CostSpent(attacker, TurnCost::Main));
    }
    declare_attack(resolver, &strike, target);
    let landing = place_of(resolver.fight(), target).zone;
    if roll_to_hit(resolver, &strike, target) {
        let stunt = attack.offered_stunt.as_deref();
        let is_taken = match stunt {
            Some(text) => {
                stunts::ask_to_approve_and_accept_stunt(resolver, attacker, target, text)?
            }
            None => false,
        };
        if !is_taken {
            let parts =
                reactions::ask_for_reactions(resolver, &strike, &[target], stunt.is_some())?;
            apply_attack_results(resolver, &strike, &parts);
        }
    }
    drop_thrown_weapon(resolver, &strike, landing);
    Ok(())
}

/// A counter (FACT-REACT-5): if it needs a WIT save it is rolled first, and on a fail only the
/// original attack proceeds.
pub fn declare_and_roll_counter(
    resolver: &mut Resolver,
    counter: &AttackInProgress,
    attacker: CombatantId,
) -> bool {
    declare_attack(resolver, counter, attacker);
    roll_to_hit(resolver, counter, attacker)
}

/// What comes of an attack on each of its targets once all have answered. FACT-CORE-3: all damage,
/// then what waits for it. FACT-REACT-3: the attack of one whom the GM has put out of action
/// meanwhile does not land.
pub fn apply_attack_results(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    attack_targets: &[AttackTarget],
) {
    let is_hit = |fight: &Fight, part: &AttackTarget| {
        let is_there = fight.get(part.target).is_some_and(|one| one.body.is_on_map());
        is_there && !matches!(part.outcome, TargetOutcome::Missed)
    };
    let mut later = DeferredEffects::default();
    if is_active_on_map(resolver.fight(), attack.attacker) {
        for part in attack_targets {
            match &part.outcome {
                _ if !is_hit(resolver.fight(), part) => {}
                TargetOutcome::Countered(counter)
                    if is_active_on_map(resolver.fight(), counter.attacker) =>
                {
                    damage::resolve_clash(resolver, attack, counter, part.target, &mut later);
                }
                _ => damage::deal_damage_or_defer_effect(resolver, attack, part.target, &mut later),
            }
        }
    } else if attack_targets.iter().any(|part| is_hit(resolver.fight(), part)) {
        resolver.emit(Event::AttackLost(attack.attacker));
    }
    later.resolve_deferred(resolver);
    for part in attack_targets {
        if let TargetOutcome::Countered(counter) = &part.outcome {
            let landing = place_of(resolver.fight(), attack.attacker).zone;
            drop_thrown_weapon(resolver, counter, landing);
        }
    }
}

/// A weapon that was thrown lands in the target's zone, or is gone.
pub fn drop_thrown_weapon(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    landing_zone: ZoneId,
) {
    let (who, Some(arm), Some(weapon)) = (attack.attacker, &attack.weapon_item, attack.weapon())
    else {
        return;
    };
    let body = resolver.fight().body(who);
    let here = place_of(resolver.fight(), who);
    let is_thrown =
        weapon.gone_when_thrown || (weapon.can_be_thrown && !here.contains(landing_zone));
    if !is_thrown || body.find_item(arm.id).is_none() {
        return;
    }
    let to = if weapon.gone_when_thrown {
        ItemLocation::Gone
    } else {
        ItemLocation::InZone(landing_zone)
    };
    let (item, name) = (arm.id, arm.name.clone());
    resolver.emit(Event::ItemMoved {
        item,
        name,
        actor: who,
        from: ItemLocation::CarriedBy(who),
        to,
    });
}

/// FACT-ATK-7: a final blow needs a nearby incapacitated enemy.
pub fn check_final_blow(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    weapon: ItemId,
) -> Result<(), RefusalReason> {
    check_target(fight, attacker, target)?;
    if !fight.body(target).is_incapacitated() {
        return Err(RefusalReason::new("bad-target", "FACT-ATK-7").with_combatant(target));
    }
    check_attack_means(
        fight,
        attacker,
        target,
        AttackMeans::Weapon(weapon),
        false,
        AttackOccasion::Turn,
    )?;
    let far = distance(fight, place_of(fight, attacker), place_of(fight, target));
    if far == 0 {
        Ok(())
    } else {
        Err(RefusalReason::new("not-nearby", "FACT-ATK-7").with_combatant(target))
    }
}

/// FACT-ATK-7: a main action that kills, no roll. A guard may still step in, and then it is an
/// ordinary attack on the guard.
pub fn resolve_final_blow(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    weapon: ItemId,
) -> RuleResult {
    if resolver.fight().body(attacker).grabbing != Some(target) {
        grapple::release_grabbed(resolver, attacker);
    }
    let strike = AttackInProgress::new(
        resolver.fight(),
        attacker,
        AttackMeans::Weapon(weapon),
        AttackOccasion::Turn,
    );
    let strike = AttackInProgress { manner: AttackManner::FinalBlow, ..strike };
    resolver.emit(Event::CostSpent(attacker, TurnCost::Main));
    declare_attack(resolver, &strike, target);
    let parts = reactions::ask_for_reactions(resolver, &strike, &[target], true)?;
    for part in &parts {
        let fight = resolver.fight();
        let is_helpless = fight.get(target).is_some_and(|one| one.body.is_incapacitated());
        let is_hit = part.target == target && matches!(part.outcome, TargetOutcome::Hit);
        if is_hit && is_helpless && is_active_on_map(fight, attacker) {
            damage::kill_combatant(resolver, target);
        } else {
            apply_attack_results(resolver, &strike, std::slice::from_ref(part));
        }
    }
    Ok(())
}
