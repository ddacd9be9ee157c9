//! Blast attacks (FACT-BLAST).

use super::acts::BlastAttack;
use super::attacks::{self, AttackInProgress, AttackMeans, find_weapon, has_hard_circumstances};
use super::sheet::{Ability, AttackKind, Weapon};
use super::state::{AttackOccasion, Event, SavePurpose, TurnCost};
use super::turns::running_or_new_turn;
use super::zones::{Place, are_nearby, distance, is_beyond_half_range, is_in_sight, place_of};
use super::{Fight, Resolver, RuleResult, grapple, reactions, saves, sneaking};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// FACT-BLAST-2: a melee blast hits a zone of the attacker. FACT-BLAST-3: a ranged one names a
/// visible zone (indirect: any) within range, with the ranged refusals.
pub fn check_blast(
    fight: &Fight,
    attacker: CombatantId,
    blast: &BlastAttack,
) -> Result<(), RefusalReason> {
    let why = |key, rule| Err(RefusalReason::new(key, rule).with_zone(blast.zone));
    if fight.zones.get(blast.zone).is_none() {
        return why("bad-target", "FACT-BLAST-1");
    }
    let arm = find_weapon(fight.body(attacker), blast.weapon);
    let Some((arm, stats)) = arm.and_then(|arm| Some((arm, arm.weapon.as_ref()?))) else {
        return why("not-in-hand", "FACT-ATK-1");
    };
    if !stats.is_blast || arm.is_unloaded || (blast.indirect && !stats.can_be_indirect) {
        return why("not-suitable", "FACT-BLAST-1");
    }
    let (from, to) = (place_of(fight, attacker), Place::in_zone(blast.zone));
    let far = distance(fight, from, to);
    if far > 0 && fight.body(attacker).grabbed_by.is_some() {
        return why("entangled", "FACT-GRAP-1");
    }
    if stats.kind == AttackKind::Melee {
        return if far == 0 { Ok(()) } else { why("not-nearby", "FACT-BLAST-2") };
    }
    let (is_far, has_moved) =
        (is_beyond_half_range(far, stats.range), running_or_new_turn(fight, attacker).has_moved);
    if far > stats.range {
        why("out-of-range", "FACT-BLAST-3")
    } else if blast.indirect && !is_far {
        why("too-close", "FACT-ATK-11")
    } else if blast.indirect && has_moved {
        why("moving", "FACT-ATK-11")
    } else if !blast.indirect && !is_in_sight(fight, from, to) {
        why("not-visible", "FACT-BLAST-3")
    } else if has_moved && is_far {
        why("moving-far", "FACT-ATK-10")
    } else {
        Ok(())
    }
}

/// FACT-BLAST-1: one attack on everyone in one zone and on its borders.
pub fn resolve_blast(
    resolver: &mut Resolver,
    attacker: CombatantId,
    blast: &BlastAttack,
) -> RuleResult {
    grapple::release_grabbed(resolver, attacker);
    let means = AttackMeans::Weapon(blast.weapon);
    let strike = AttackInProgress::new(resolver.fight(), attacker, means, AttackOccasion::Turn);
    let strike =
        AttackInProgress { hold_back: blast.hold_back, indirect: blast.indirect, ..strike };
    resolver.emit(Event::CostSpent(attacker, TurnCost::Main));
    let Some(weapon) = strike.weapon().cloned() else { return Ok(()) };
    let aimed = blast_targets(resolver.fight(), &strike, &weapon, blast.zone);
    sneaking::reveal_if_concealed(resolver, attacker);
    let manner = strike.manner.clone();
    resolver.emit(Event::Blasted { attacker, zone: blast.zone, manner, targets: aimed.clone() });
    attacks::mark_weapon_used(resolver, &strike);
    let landed = if is_hit_save_needed(resolver.fight(), &strike, &weapon, blast.zone)
        && !saves::roll_save(resolver, attacker, Ability::Wit, SavePurpose::Hit)
    {
        resolver.emit(Event::AttackMissed { attacker, target: None });
        roll_deviation(resolver, blast.zone)
    } else {
        Some(blast.zone)
    };
    if let Some(zone) = landed {
        let targets = if zone == blast.zone {
            aimed
        } else {
            blast_targets(resolver.fight(), &strike, &weapon, zone)
        };
        let parts = reactions::ask_for_reactions(resolver, &strike, &targets, true)?;
        attacks::apply_attack_results(resolver, &strike, &parts);
    }
    attacks::drop_thrown_weapon(resolver, &strike, landed.unwrap_or(blast.zone));
    Ok(())
}

/// FACT-BLAST-1: friends, concealed and incapacitated included, in join order. FACT-BLAST-2: a
/// melee blast never targets the attacker; FACT-BLAST-3: a ranged one does, if they are there.
/// FACT-PROT-3: who is behind a barrier is out of reach from afar, unless it goes over.
fn blast_targets(
    fight: &Fight,
    attack: &AttackInProgress,
    weapon: &Weapon,
    zone: ZoneId,
) -> Vec<CombatantId> {
    let is_hit = |who: CombatantId| {
        let body = fight.body(who);
        let is_shielded =
            body.behind_barrier && !attack.indirect && !are_nearby(fight, attack.attacker, who);
        body.is_on_map()
            && place_of(fight, who).contains(zone)
            && !is_shielded
            && (weapon.kind == AttackKind::Ranged || who != attack.attacker)
    };
    fight.iter().map(|(who, _)| who).filter(|who| is_hit(*who)).collect()
}

/// FACT-BLAST-2: a melee blast needs no save whatever the circumstances. FACT-BLAST-3: a ranged one
/// has the ranged saves.
fn is_hit_save_needed(
    fight: &Fight,
    attack: &AttackInProgress,
    weapon: &Weapon,
    zone: ZoneId,
) -> bool {
    let who = attack.attacker;
    let far = distance(fight, place_of(fight, who), Place::in_zone(zone));
    weapon.kind == AttackKind::Ranged
        && (attack.indirect
            || running_or_new_turn(fight, who).has_moved
            || is_beyond_half_range(far, weapon.range)
            || has_hard_circumstances(fight, who))
}

/// FACT-BLAST-4: it lands in a random neighbour of the zone aimed at, numbered in map order (one
/// neighbour: no roll; none: no effect).
fn roll_deviation(resolver: &mut Resolver, aimed_zone: ZoneId) -> Option<ZoneId> {
    let near: Vec<ZoneId> = resolver.fight().zones.neighbours(aimed_zone).collect();
    let face = (near.len() > 1).then(|| resolver.roll_die(near.len() as u8));
    let landed = near.get(usize::from(face.unwrap_or(1)) - 1).copied();
    resolver.emit(Event::BlastDeviated { zone: landed, face });
    landed
}
