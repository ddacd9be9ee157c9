//! Blast attacks (FACT-BLAST).

use super::acts::BlastAttack;
use super::attacks::{
    self, AttackInProgress, AttackMeans, find_usable_weapon, has_hard_circumstances,
};
use super::sheet::{Ability, AttackKind, Weapon};
use super::state::{AttackOccasion, Event, SavePurpose, TurnCost};
use super::turns::running_or_new_turn;
use super::zones::{
    Place, are_nearby, distance_in_steps, is_beyond_half_range, is_in_sight, place_of,
};
use super::{Fight, Resolver, RuleResult, grapple, reactions, saves, sneaking};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;
use crate::resolution::resolver::RollAudience;

/// Refuses a blast that cannot be made. FACT-BLAST-2: a melee blast hits a zone of the attacker.
/// FACT-BLAST-3: a ranged one names a visible zone (indirect: any) within range, with the refusals
/// of ranged attacks.
pub fn check_blast(
    fight: &Fight,
    attacker: CombatantId,
    blast: &BlastAttack,
) -> Result<(), RefusalReason> {
    let refuse = |key, rule| Err(RefusalReason::new(key, rule).with_zone(blast.zone));
    if fight.zones.get(blast.zone).is_none() {
        return refuse("bad-target", "FACT-BLAST-1");
    }
    let Some(weapon_item) = find_usable_weapon(fight.body(attacker), blast.weapon) else {
        return refuse("not-in-hand", "FACT-ATK-1");
    };
    let Some(stats) = &weapon_item.weapon else {
        return refuse("not-in-hand", "FACT-ATK-1");
    };
    if !stats.is_blast || weapon_item.is_unloaded || (blast.indirect && !stats.can_be_indirect) {
        return refuse("not-suitable", "FACT-BLAST-1");
    }
    let (from, to) = (place_of(fight, attacker), Place::in_zone(blast.zone));
    let zone_distance = distance_in_steps(fight, from, to);
    if zone_distance > 0 && fight.body(attacker).grabbed_by.is_some() {
        return refuse("entangled", "FACT-GRAP-1");
    }
    if stats.kind == AttackKind::Melee {
        return if zone_distance == 0 { Ok(()) } else { refuse("not-nearby", "FACT-BLAST-2") };
    }
    let is_beyond_half = is_beyond_half_range(zone_distance, stats.range);
    let has_moved = running_or_new_turn(fight, attacker).has_moved;
    if zone_distance > stats.range {
        refuse("out-of-range", "FACT-BLAST-3")
    } else if blast.indirect && !is_beyond_half {
        refuse("too-close", "FACT-ATK-11")
    } else if blast.indirect && has_moved {
        refuse("moving", "FACT-ATK-11")
    } else if !blast.indirect && !is_in_sight(fight, from, to) {
        refuse("not-visible", "FACT-BLAST-3")
    } else if has_moved && is_beyond_half {
        refuse("moving-far", "FACT-ATK-10")
    } else {
        Ok(())
    }
}

/// Resolves one attack on everyone in one zone and on its borders (FACT-BLAST-1): spends the main
/// action, rolls where the blast lands, asks everybody there for reactions and deals the damage.
pub fn resolve_blast_where_it_lands(
    resolver: &mut Resolver,
    attacker: CombatantId,
    blast: &BlastAttack,
) -> RuleResult {
    grapple::release_grabbed(resolver, attacker);
    let means = AttackMeans::Weapon(blast.weapon);
    let attack = AttackInProgress {
        hold_back: blast.hold_back,
        indirect: blast.indirect,
        ..AttackInProgress::new(resolver.fight(), attacker, means, AttackOccasion::Turn)
    };
    resolver.emit(Event::CostSpent(attacker, TurnCost::Main));
    let Some(weapon) = attack.weapon().cloned() else { return Ok(()) };
    let aimed_targets =
        blast_targets_including_friends(resolver.fight(), &attack, &weapon, blast.zone);
    sneaking::reveal_if_concealed(resolver, attacker);
    let manner = attack.manner.clone();
    resolver.emit(Event::Blasted {
        attacker,
        zone: blast.zone,
        manner,
        targets: aimed_targets.clone(),
    });
    attacks::record_weapon_used_and_unload(resolver, &attack);
    let landing_zone = roll_aimed_zone_or_neighbour_hit(resolver, &attack, &weapon, blast.zone);
    if let Some(zone) = landing_zone {
        let targets = if zone == blast.zone {
            aimed_targets
        } else {
            blast_targets_including_friends(resolver.fight(), &attack, &weapon, zone)
        };
        let attack_targets = reactions::ask_and_resolve_reactions(
            resolver,
            &attack,
            &targets,
            reactions::StuntOffer::Excluded,
        )?;
        attacks::deal_all_damage_then_effects(resolver, &attack, &attack_targets);
    }
    attacks::land_or_use_up_thrown_weapon(resolver, &attack, landing_zone.unwrap_or(blast.zone));
    Ok(())
}

/// Returns the zone where a blast lands: the one aimed at or, if the attacker needs a Wit save to
/// hit it and fails, a random neighbour of it. `None` if it has no neighbour.
fn roll_aimed_zone_or_neighbour_hit(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    weapon: &Weapon,
    aimed_zone: ZoneId,
) -> Option<ZoneId> {
    let attacker = attack.attacker;
    let has_missed = is_ranged_blast_needing_wit_save(resolver.fight(), attack, weapon, aimed_zone)
        && !saves::roll_d20_save(resolver, attacker, Ability::Wit, SavePurpose::Hit);
    if !has_missed {
        return Some(aimed_zone);
    }
    resolver.emit(Event::AttackMissed { attacker, target: None });
    roll_neighbour_where_blast_lands(resolver, aimed_zone)
}

/// Returns the targets of a blast in a zone. FACT-BLAST-1: friends, concealed and incapacitated
/// included, in join order. FACT-BLAST-2: a melee blast never targets the attacker. FACT-BLAST-3: a
/// ranged one does, if the attacker is there. FACT-PROT-3: whoever is behind a barrier is out of
/// reach from afar, unless the blast is indirect.
fn blast_targets_including_friends(
    fight: &Fight,
    attack: &AttackInProgress,
    weapon: &Weapon,
    zone: ZoneId,
) -> Vec<CombatantId> {
    let is_target = |who: CombatantId| {
        let body = fight.body(who);
        let is_shielded =
            body.behind_barrier && !attack.indirect && !are_nearby(fight, attack.attacker, who);
        body.is_on_map()
            && place_of(fight, who).contains(zone)
            && !is_shielded
            && (weapon.kind == AttackKind::Ranged || who != attack.attacker)
    };
    fight.present_ids().filter(|who| is_target(*who)).collect()
}

/// Returns whether the attacker must make a WIT save. FACT-BLAST-2: a melee blast needs none
/// whatever the circumstances. FACT-BLAST-3: a ranged one has the saves of ranged attacks.
fn is_ranged_blast_needing_wit_save(
    fight: &Fight,
    attack: &AttackInProgress,
    weapon: &Weapon,
    zone: ZoneId,
) -> bool {
    let who = attack.attacker;
    let zone_distance = distance_in_steps(fight, place_of(fight, who), Place::in_zone(zone));
    weapon.kind == AttackKind::Ranged
        && (attack.indirect
            || running_or_new_turn(fight, who).has_moved
            || is_beyond_half_range(zone_distance, weapon.range)
            || has_hard_circumstances(fight, who))
}

/// Rolls where a missed blast lands. FACT-BLAST-4: in a random neighbour of the zone aimed at,
/// numbered in map order; with one neighbour there without a roll, with none nowhere (`None`).
fn roll_neighbour_where_blast_lands(resolver: &mut Resolver, aimed_zone: ZoneId) -> Option<ZoneId> {
    let neighbours: Vec<ZoneId> = resolver.fight().zones.neighbours(aimed_zone).collect();
    let (landing_zone, face) = match neighbours.as_slice() {
        [] => (None, None),
        [only_neighbour] => (Some(*only_neighbour), None),
        several => {
            let face = resolver.roll_die(RollAudience::EVERYBODY, several.len() as u8);
            (Some(several[usize::from(face) - 1]), Some(face))
        }
    };
    resolver.emit(Event::BlastDeviated { zone: landing_zone, face });
    landing_zone
}
