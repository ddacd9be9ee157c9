//! Attacks (FACT-ATK): who may be attacked with what, and an attack from its declaration to its
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
    distance_in_steps, is_active_on_map, is_aware, is_beyond_half_range, is_visible, place_of,
    terrains_of,
};
use super::{
    Fight, Resolver, RuleResult, damage, grapple, initiative, reactions, saves, sneaking, stunts,
};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// What an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackMeans {
    Weapon(ItemId),
    /// A disarm of this held weapon (FACT-NL-3).
    Disarm(ItemId),
    /// A grapple (FACT-GRAP-1).
    Grapple,
    /// A manoeuvre that the GM added, by its index (FACT-NL-3).
    Manoeuvre(u8),
}

impl AttackMeans {
    /// Returns whether the attack does damage; a non-lethal one does none (FACT-NL-1).
    pub fn is_lethal(self) -> bool {
        matches!(self, Self::Weapon(_))
    }
}

/// The means of an attack in names, for events and questions.
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
    /// Returns the name of the weapon or manoeuvre, or a word for the kind of attack.
    pub fn label(&self) -> &str {
        match self {
            Self::Weapon(name) | Self::Manoeuvre(name) => name,
            Self::Disarm(_) => "disarm",
            Self::Grapple => "grapple",
            Self::FinalBlow => "final",
        }
    }
}

/// An attack that is being resolved.
#[derive(Clone, Debug)]
pub struct AttackInProgress {
    pub attacker: CombatantId,
    pub means: AttackMeans,
    pub manner: AttackManner,
    pub hold_back: bool,
    pub indirect: bool,
    pub occasion: AttackOccasion,
    /// Whether it is made out of concealment (FACT-SNEAK-3); enemies in `noticed_by` are aware of
    /// it.
    pub is_surprise: bool,
    pub noticed_by: Vec<CombatantId>,
    /// The weapon as it was when the attack was declared; `None` for non-lethal attacks.
    pub weapon_item: Option<Item>,
}

impl AttackInProgress {
    /// Creates an attack as it is declared, with the weapon and the concealment that the attacker
    /// has at this moment. It is neither held back nor indirect.
    pub fn new(
        fight: &Fight,
        attacker: CombatantId,
        means: AttackMeans,
        occasion: AttackOccasion,
    ) -> Self {
        let body = fight.body(attacker);
        let weapon_item = match means {
            AttackMeans::Weapon(item) => find_usable_weapon(body, item).cloned(),
            _ => None,
        };
        let manner = match means {
            AttackMeans::Weapon(_) => AttackManner::Weapon(
                weapon_item.as_ref().map_or_else(|| "".into(), |weapon| weapon.name.clone()),
            ),
            AttackMeans::Disarm(item) => {
                AttackManner::Disarm(super::codec::unique_item_name(fight, item).into())
            }
            AttackMeans::Grapple => AttackManner::Grapple,
            AttackMeans::Manoeuvre(index) => AttackManner::Manoeuvre(manoeuvre_name(fight, index)),
        };
        Self {
            attacker,
            means,
            manner,
            hold_back: false,
            indirect: false,
            occasion,
            is_surprise: body.concealed,
            noticed_by: body.noticed_by.clone(),
            weapon_item,
        }
    }

    /// Returns the stats of the weapon as it was when the attack was declared; `None` for
    /// non-lethal attacks.
    pub fn weapon(&self) -> Option<&Weapon> {
        self.weapon_item.as_ref().and_then(|item| item.weapon.as_ref())
    }

    /// Returns whether a combatant is aware of the attacker. FACT-SNEAK-3: unaware enemies are
    /// surprised.
    pub fn is_known_to(&self, fight: &Fight, combatant: CombatantId) -> bool {
        !self.is_surprise
            || self.noticed_by.contains(&combatant)
            || !initiative::are_enemies(fight, self.attacker, combatant)
    }
}

/// Bare hands: d4, always impaired, never worn (FACT-ATK-4).
static UNARMED: LazyLock<Item> = LazyLock::new(|| {
    let weapon = Weapon { is_impaired: true, ..Weapon::simple_melee(4) };
    Item {
        id: ItemId::UNARMED,
        hands_needed: 0,
        is_natural: true,
        weapon: Some(weapon),
        ..Item::new("unarmed")
    }
});

/// Returns a weapon that can be used now: equipped, natural, or bare hands. Returns `None` if it is
/// not in hand or no weapon.
pub fn find_usable_weapon(body: &Body, weapon: ItemId) -> Option<&Item> {
    if weapon == ItemId::UNARMED {
        return Some(&UNARMED);
    }
    body.find_item(weapon).filter(|item| item.is_in_hand() && item.weapon.is_some())
}

/// Refuses anybody but an enemy on the map of whom the attacker is aware (FACT-ATK-8,
/// FACT-SNEAK-1). The incapacitated and the surrendered can be attacked.
pub fn check_target_is_noticed_enemy(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let bad_target = RefusalReason::new("bad-target", "FACT-SNEAK-1").with_combatant(target);
    let Some(target_combatant) = fight.get_present(target) else { return Err(bad_target) };
    let can_be_attacked = target_combatant.body.is_on_map()
        && initiative::are_enemies(fight, attacker, target)
        && is_aware(fight, attacker, target);
    if can_be_attacked { Ok(()) } else { Err(bad_target) }
}

/// Refuses an attack that the attacker cannot make in its own turn (FACT-ATK-1).
pub fn check_attack_target_stunt_and_means(
    fight: &Fight,
    attacker: CombatantId,
    attack: &Attack,
) -> Result<(), RefusalReason> {
    check_target_is_noticed_enemy(fight, attacker, attack.target)?;
    // FACT-STUNT-1: a stunt replaces damage, and its target must be able to answer.
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
        Trajectory::indirect_if(attack.indirect),
        AttackOccasion::Turn,
    )
}

/// How a ranged attack goes: straight at a visible target, or over what hides it (FACT-ATK-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trajectory {
    Direct,
    Indirect,
}

impl Trajectory {
    /// Returns `Indirect` if `is_indirect`, otherwise `Direct`.
    pub fn indirect_if(is_indirect: bool) -> Self {
        if is_indirect { Self::Indirect } else { Self::Direct }
    }
}

/// Refuses an attack that cannot be made with these means from where the attacker stands.
pub fn check_attack_means(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    means: AttackMeans,
    trajectory: Trajectory,
    occasion: AttackOccasion,
) -> Result<(), RefusalReason> {
    match means {
        AttackMeans::Weapon(weapon) => {
            check_weapon_attack(fight, attacker, target, weapon, trajectory, occasion)
        }
        AttackMeans::Disarm(_) | AttackMeans::Grapple | AttackMeans::Manoeuvre(_) => {
            stunts::check_non_lethal_attack(fight, attacker, target, means)
        }
    }
}

/// Refuses an attack that cannot be made with this weapon.
///
/// FACT-ATK-1: the weapon must be in hand. FACT-ATK-8: melee needs a nearby target. FACT-GRAP-1: a
/// grabbed combatant attacks only nearby enemies.
fn check_weapon_attack(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    weapon: ItemId,
    trajectory: Trajectory,
    occasion: AttackOccasion,
) -> Result<(), RefusalReason> {
    let body = fight.body(attacker);
    let refuse = |key, rule| Err(RefusalReason::new(key, rule).with_combatant(target));
    let Some(weapon_item) = find_usable_weapon(body, weapon) else {
        return refuse("not-in-hand", "FACT-ATK-1");
    };
    let Some(stats) = &weapon_item.weapon else { return refuse("not-in-hand", "FACT-ATK-1") };
    let is_indirect = trajectory == Trajectory::Indirect;
    if stats.is_blast || weapon_item.is_unloaded || (is_indirect && !stats.can_be_indirect) {
        return refuse("not-suitable", if is_indirect { "FACT-ATK-11" } else { "FACT-ATK-1" });
    }
    let target_distance =
        distance_in_steps(fight, place_of(fight, attacker), place_of(fight, target));
    if target_distance > 0 && body.grabbed_by.is_some() {
        return refuse("entangled", "FACT-GRAP-1");
    }
    if attack_kind(stats, target_distance) == AttackKind::Melee {
        return if target_distance == 0 { Ok(()) } else { refuse("not-nearby", "FACT-ATK-8") };
    }
    check_ranged_attack(fight, attacker, target, target_distance, stats, trajectory, occasion)
}

/// Refuses a ranged attack on a target that this weapon cannot reach.
///
/// FACT-ATK-9: the target must be visible and within range. FACT-ATK-10: after moving, it must not
/// be beyond half range. FACT-ATK-11: an indirect attack needs no sight, but a target beyond half
/// range, and no move before it. FACT-PROT-3: a target behind a barrier is out of reach from afar.
fn check_ranged_attack(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    target_distance: u8,
    weapon: &Weapon,
    trajectory: Trajectory,
    occasion: AttackOccasion,
) -> Result<(), RefusalReason> {
    let refuse = |key, rule| Err(RefusalReason::new(key, rule).with_combatant(target));
    if target_distance > weapon.range {
        return refuse("out-of-range", "FACT-ATK-9");
    }
    let has_moved =
        occasion == AttackOccasion::Turn && running_or_new_turn(fight, attacker).has_moved;
    let is_beyond_half = is_beyond_half_range(target_distance, weapon.range);
    if trajectory == Trajectory::Indirect {
        return match (is_beyond_half, has_moved) {
            (false, _) => refuse("too-close", "FACT-ATK-11"),
            (true, true) => refuse("moving", "FACT-ATK-11"),
            (true, false) => Ok(()),
        };
    }
    if !is_visible(fight, attacker, target) {
        return refuse("not-visible", "FACT-ATK-9");
    }
    let is_behind_barrier = target_distance > 0 && fight.body(target).behind_barrier;
    if is_behind_barrier && occasion != AttackOccasion::Counter {
        return refuse("barrier", "FACT-PROT-3");
    }
    if has_moved && is_beyond_half {
        return refuse("moving-far", "FACT-ATK-10");
    }
    Ok(())
}

/// Returns as what an attack counts: melee or ranged. A weapon that can be thrown is melee
/// against a nearby target and ranged against any other.
fn attack_kind(weapon: &Weapon, target_distance: u8) -> AttackKind {
    if weapon.can_be_thrown && target_distance > 0 { AttackKind::Ranged } else { weapon.kind }
}

/// Returns whether an attack with this weapon on the target, in the attacker's own turn, passes the
/// checks of weapon and range. Whether the target is an enemy is not checked.
pub fn can_attack_with(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    weapon: &Item,
    trajectory: Trajectory,
) -> bool {
    let means = AttackMeans::Weapon(weapon.id);
    fight.get_present(target).is_some()
        && check_attack_means(fight, attacker, target, means, trajectory, AttackOccasion::Turn)
            .is_ok()
}

/// Returns whether the attacker is in challenging circumstances. FACT-ATK-2: the zone tag `hard`,
/// or the GM's flag. FACT-ZONE-4: on a border the tag of either zone.
pub fn has_hard_circumstances(fight: &Fight, who: CombatantId) -> bool {
    fight.body(who).flags.hard_circumstances
        || terrains_of(fight, who).any(|(_, terrain)| terrain.hard)
}

/// Returns whether the attacker must make a WIT save to hit. FACT-ATK-2: several causes still need
/// only one save.
///
/// FACT-ATK-8: a melee target who is not visible. FACT-ATK-9: beyond half range. FACT-ATK-10: while
/// moving, but never in a reaction. FACT-ATK-11: an indirect attack.
fn is_wit_save_needed_to_hit(
    fight: &Fight,
    attack: &AttackInProgress,
    target: CombatantId,
) -> bool {
    let who = attack.attacker;
    if has_hard_circumstances(fight, who) {
        return true;
    }
    let target_distance = distance_in_steps(fight, place_of(fight, who), place_of(fight, target));
    match attack.weapon() {
        Some(weapon) if attack_kind(weapon, target_distance) == AttackKind::Ranged => {
            let has_moved = attack.occasion == AttackOccasion::Turn
                && running_or_new_turn(fight, who).has_moved;
            attack.indirect || has_moved || is_beyond_half_range(target_distance, weapon.range)
        }
        Some(_) | None => !is_visible(fight, who, target),
    }
}

/// Rolls the save to hit, if one is needed, and returns whether the attack hits; records a miss.
/// FACT-ATK-1: an attack hits automatically. FACT-ATK-2: in challenging circumstances it hits after
/// a WIT save. FACT-ATK-3: a miss does no damage and opens no window; the weapon counts as used.
fn roll_to_hit_and_record_miss(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    target: CombatantId,
) -> bool {
    if !is_wit_save_needed_to_hit(resolver.fight(), attack, target)
        || saves::roll_d20_save(resolver, attack.attacker, Ability::Wit, SavePurpose::Hit)
    {
        return true;
    }
    resolver.emit(Event::AttackMissed { attacker: attack.attacker, target: Some(target) });
    false
}

/// Declares an attack. FACT-SNEAK-4: attacking reveals the attacker, but enemies who were unaware
/// stay surprised (FACT-SNEAK-3). FACT-ATK-3: the weapon counts as used.
pub fn declare_attack_and_reveal_attacker(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    target: CombatantId,
) {
    let AttackInProgress { attacker, hold_back, indirect, occasion, .. } = *attack;
    sneaking::reveal_if_concealed(resolver, attacker);
    let manner = attack.manner.clone();
    resolver.emit(Event::Attacked { attacker, target, manner, occasion, hold_back, indirect });
    record_weapon_used_and_unload(resolver, attack);
}

/// Records the first use of a weapon that is not natural. A weapon that needs reloading is unloaded
/// by every use.
pub fn record_weapon_used_and_unload(resolver: &mut Resolver, attack: &AttackInProgress) {
    let who = attack.attacker;
    let Some(weapon_item) = &attack.weapon_item else { return };
    let (item, name) = (weapon_item.id, weapon_item.name.clone());
    if !weapon_item.is_natural && !weapon_item.used_in_fight {
        resolver.emit(Event::GearUsed { who, gear: GearRef::Item(item) });
    }
    if attack.weapon().is_some_and(|weapon| weapon.needs_reload) {
        resolver.emit(Event::WeaponUnloadedSet { who, item, name, is_on: true });
    }
}

/// Resolves an attack from its cost to its last effect.
///
/// FACT-ATK-1: an attack is a main action; a reaction has cost its turn already. FACT-CORE-3: its
/// dice fall in this order: the save to hit, the deviation of a blast, reaction saves as they are
/// answered, damage of the attacker and then of the counter, saves against non-lethal effects,
/// after-effects.
pub fn resolve_attack(
    resolver: &mut Resolver,
    attacker: CombatantId,
    attack: &Attack,
    occasion: AttackOccasion,
) -> RuleResult {
    let target = attack.target;
    // FACT-GRAP-2: only the grabbed one may be attacked without letting go.
    if resolver.fight().body(attacker).grabbing != Some(target) {
        grapple::release_grabbed(resolver, attacker);
    }
    let mut in_progress = AttackInProgress::new(resolver.fight(), attacker, attack.means, occasion);
    in_progress.hold_back = attack.hold_back;
    in_progress.indirect = attack.indirect;
    if occasion == AttackOccasion::Turn {
        resolver.emit(Event::CostSpent(attacker, TurnCost::Main));
    }
    declare_attack_and_reveal_attacker(resolver, &in_progress, target);
    let landing_zone = place_of(resolver.fight(), target).zone;
    if roll_to_hit_and_record_miss(resolver, &in_progress, target) {
        let offered_stunt = attack.offered_stunt.as_deref();
        resolve_hit_unless_stunt_accepted(resolver, &in_progress, target, offered_stunt)?;
    }
    land_or_use_up_thrown_weapon(resolver, &in_progress, landing_zone);
    Ok(())
}

/// Resolves an attack that has hit: asks about the stunt that was offered with it, if there is one,
/// asks for reactions and deals the damage. FACT-STUNT-2: an accepted stunt replaces both.
fn resolve_hit_unless_stunt_accepted(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    target: CombatantId,
    offered_stunt: Option<&str>,
) -> RuleResult {
    let mut later_offer = reactions::StuntOffer::Possible;
    if let Some(text) = offered_stunt {
        let is_accepted =
            stunts::ask_to_approve_and_accept_stunt(resolver, attack.attacker, target, text)?;
        if is_accepted {
            return Ok(());
        }
        later_offer = reactions::StuntOffer::Excluded;
    }
    let attack_targets =
        reactions::ask_and_resolve_reactions(resolver, attack, &[target], later_offer)?;
    deal_all_damage_then_effects(resolver, attack, &attack_targets);
    Ok(())
}

/// Declares a counter and returns whether it hits. FACT-REACT-5: if it needs a WIT save, that is
/// rolled first; on a fail only the original attack proceeds.
pub fn declare_and_roll_counter(
    resolver: &mut Resolver,
    counter: &AttackInProgress,
    attacker: CombatantId,
) -> bool {
    declare_attack_and_reveal_attacker(resolver, counter, attacker);
    roll_to_hit_and_record_miss(resolver, counter, attacker)
}

/// Applies an attack to each of its targets once all have answered.
///
/// FACT-CORE-3: all damage comes first, then the effects that wait for it. FACT-REACT-3: the attack
/// does not land if the GM has meanwhile put the attacker out of action.
pub fn deal_all_damage_then_effects(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    attack_targets: &[AttackTarget],
) {
    let mut deferred = DeferredEffects::default();
    if is_active_on_map(resolver.fight(), attack.attacker) {
        for attack_target in attack_targets {
            deal_damage_to_target_if_hit(resolver, attack, attack_target, &mut deferred);
        }
    } else if attack_targets.iter().any(|target| is_hit_on_map(resolver.fight(), target)) {
        resolver.emit(Event::AttackLost(attack.attacker));
    }
    deferred.resolve_non_lethal_effects_then_poison(resolver);
    for attack_target in attack_targets {
        if let TargetOutcome::Countered(counter) = &attack_target.outcome {
            let landing_zone = place_of(resolver.fight(), attack.attacker).zone;
            land_or_use_up_thrown_weapon(resolver, counter, landing_zone);
        }
    }
}

/// Returns whether an attack hits this target, and the target is still on the map.
fn is_hit_on_map(fight: &Fight, attack_target: &AttackTarget) -> bool {
    let combatant = fight.get_present(attack_target.target);
    let is_on_map = combatant.is_some_and(|combatant| combatant.body.is_on_map());
    is_on_map && !matches!(attack_target.outcome, TargetOutcome::Missed)
}

/// Deals the damage of an attack to one of its targets, together with that of the target's counter
/// unless the target has gone out of action since. A non-lethal hit joins the `deferred` effects.
fn deal_damage_to_target_if_hit<'a>(
    resolver: &mut Resolver,
    attack: &'a AttackInProgress,
    attack_target: &'a AttackTarget,
    deferred: &mut DeferredEffects<'a>,
) {
    if !is_hit_on_map(resolver.fight(), attack_target) {
        return;
    }
    let target = attack_target.target;
    match &attack_target.outcome {
        TargetOutcome::Countered(counter)
            if is_active_on_map(resolver.fight(), counter.attacker) =>
        {
            damage::deal_attack_and_counter_damage(resolver, attack, counter, target, deferred);
        }
        _ => damage::deal_hit_or_defer_if_non_lethal(resolver, attack, target, deferred),
    }
}

/// Moves a thrown weapon to the zone where it lands, or removes it if throwing uses it up. A weapon
/// that can be thrown counts as thrown if the attacker is not in the landing zone. Does nothing if
/// the attacker no longer carries it.
pub fn land_or_use_up_thrown_weapon(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    landing_zone: ZoneId,
) {
    let who = attack.attacker;
    let (Some(weapon_item), Some(weapon)) = (&attack.weapon_item, attack.weapon()) else {
        return;
    };
    let body = resolver.fight().body(who);
    let place = place_of(resolver.fight(), who);
    let is_thrown =
        weapon.gone_when_thrown || (weapon.can_be_thrown && !place.contains(landing_zone));
    if !is_thrown || body.find_item(weapon_item.id).is_none() {
        return;
    }
    let to = if weapon.gone_when_thrown {
        ItemLocation::Gone
    } else {
        ItemLocation::InZone(landing_zone)
    };
    let (item, name) = (weapon_item.id, weapon_item.name.clone());
    let from = ItemLocation::CarriedBy(who);
    resolver.emit(Event::ItemMoved { item, name, actor: who, from, to });
}

/// Refuses a final blow on anybody but a nearby incapacitated enemy (FACT-ATK-7).
pub fn check_final_blow_on_incapacitated(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    weapon: ItemId,
) -> Result<(), RefusalReason> {
    check_target_is_noticed_enemy(fight, attacker, target)?;
    if !fight.body(target).is_incapacitated() {
        return Err(RefusalReason::new("bad-target", "FACT-ATK-7").with_combatant(target));
    }
    let means = AttackMeans::Weapon(weapon);
    check_attack_means(fight, attacker, target, means, Trajectory::Direct, AttackOccasion::Turn)?;
    let reason = RefusalReason::new("not-nearby", "FACT-ATK-7").with_combatant(target);
    reason.refuse_unless(
        distance_in_steps(fight, place_of(fight, attacker), place_of(fight, target)) == 0,
    )
}

/// Resolves a final blow. FACT-ATK-7: a main action that kills without a roll. Guards are asked
/// first; if one steps in, it is an ordinary attack on the guard.
pub fn resolve_final_blow_after_guards(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    weapon: ItemId,
) -> RuleResult {
    if resolver.fight().body(attacker).grabbing != Some(target) {
        grapple::release_grabbed(resolver, attacker);
    }
    let means = AttackMeans::Weapon(weapon);
    let attack = AttackInProgress {
        manner: AttackManner::FinalBlow,
        ..AttackInProgress::new(resolver.fight(), attacker, means, AttackOccasion::Turn)
    };
    resolver.emit(Event::CostSpent(attacker, TurnCost::Main));
    declare_attack_and_reveal_attacker(resolver, &attack, target);
    let attack_targets = reactions::ask_and_resolve_reactions(
        resolver,
        &attack,
        &[target],
        reactions::StuntOffer::Excluded,
    )?;
    for attack_target in &attack_targets {
        let fight = resolver.fight();
        let is_helpless =
            fight.get_present(target).is_some_and(|combatant| combatant.body.is_incapacitated());
        let is_hit =
            attack_target.target == target && matches!(attack_target.outcome, TargetOutcome::Hit);
        if is_hit && is_helpless && is_active_on_map(fight, attacker) {
            damage::kill_combatant(resolver, target);
        } else {
            deal_all_damage_then_effects(resolver, &attack, std::slice::from_ref(attack_target));
        }
    }
    Ok(())
}
