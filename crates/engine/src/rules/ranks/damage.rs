//! Damage (RANKS-DMG).

use super::checks::{self, CheckRoll};
use super::conditions::{self, ConditionName, ConditionTrack};
use super::prompts::Question;
use super::responses;
use super::sheet::{Ability, Attribute, DiceCode};
use super::state::{CheckPurpose, Event, SoakMode};
use super::{Fight, Resolver, RuleResult, maneuvers};
use crate::core::ids::CombatantId;
use crate::resolution::prompt::ThreatLevel;

const STRENGTH: Ability = Ability::Attribute(Attribute::Strength);

/// Returns what a damage roll must reach: the fixed Strength, without any skill, plus armour
/// (RANKS-DMG-1).
fn toughness(fight: &Fight, who: CombatantId) -> i16 {
    checks::fixed_value(fight, who, STRENGTH) + i16::from(fight.body(who).armour)
}

/// Returns the worst that a roll of these damage dice may do to a combatant.
pub fn worst_damage_threat(fight: &Fight, who: CombatantId, code: DiceCode) -> ThreatLevel {
    let max_total = i16::from(code.dice) * 6 + i16::from(code.pips);
    let max_points = max_total - toughness(fight, who);
    if max_points < 0 {
        return ThreatLevel::Harmless;
    }
    let rank = checks::success_rank(max_points);
    conditions::threat_of_one_more_condition(fight, who, ConditionTrack::Damage, rank)
}

/// Rolls damage dice against a target, who may be asked to soak, and applies the condition that
/// they make. RANKS-DMG-1: a total below its toughness does nothing; an equal or higher one makes a
/// condition of its rank. RANKS-CHK-7: no modifier changes damage dice.
pub fn roll_and_apply_damage(
    resolver: &mut Resolver,
    attacker: Option<CombatantId>,
    target: CombatantId,
    code: DiceCode,
) -> RuleResult {
    let parties: Vec<CombatantId> = attacker.into_iter().chain([target]).collect();
    let faces = resolver.roll_faces(parties.as_slice(), code.dice, 6);
    let sum: i16 = faces.iter().map(|face| i16::from(*face)).sum();
    let total = sum + i16::from(code.pips);
    let toughness = toughness(resolver.fight(), target);
    resolver.emit(Event::DamageRolled {
        target,
        attacker,
        faces: Some(faces),
        total: Some(total),
        toughness: Some(toughness),
    });
    let threshold =
        ask_and_roll_soak_or_use_toughness(resolver, attacker, target, total, toughness)?;
    // RANKS-COND-5: while the target was asked, either may have gone out of action. A hazard has
    // no attacker, so that only the target counts.
    let dealer = attacker.unwrap_or(target);
    if maneuvers::record_maneuver_if_lost(resolver, dealer, &[dealer, target]) {
        return Ok(());
    }
    if total < threshold {
        resolver.emit(Event::DamageResisted(target));
        return Ok(());
    }
    let rank = checks::success_rank(total - threshold);
    conditions::add_condition_and_knock_out_if_track_full(
        resolver,
        target,
        ConditionName::from_rank(ConditionTrack::Damage, rank),
    )
}

/// Returns the number that the damage must reach: the toughness, unless the target rolls a soak in
/// its place. RANKS-OPT-1: in the `respond` mode, against damage that reaches its toughness, the
/// target may spend an action to roll Strength plus armour.
fn ask_and_roll_soak_or_use_toughness(
    resolver: &mut Resolver,
    attacker: Option<CombatantId>,
    target: CombatantId,
    damage_total: i16,
    toughness: i16,
) -> RuleResult<i16> {
    if resolver.fight().settings.soak_mode == SoakMode::Fixed {
        return Ok(toughness);
    }
    if damage_total < toughness {
        responses::wait_decoy_delay_if_hidden(resolver, target)?;
        return Ok(toughness);
    }
    let rank = checks::success_rank(damage_total - toughness);
    let question = Question::Soak { who: target, attacker, rank };
    let response = responses::choose_response_by_order_or_prompt_and_pay(
        resolver,
        target,
        question,
        &[STRENGTH],
        Some(STRENGTH),
    )?;
    let Some(response) = response else { return Ok(toughness) };
    let check = CheckRoll::new(target, STRENGTH, CheckPurpose::Soak)
        .with_opponent(attacker)
        .with_luck(response.spends_luck);
    let check = CheckRoll { flat_bonus: i16::from(resolver.fight().body(target).armour), ..check };
    Ok(checks::roll_check_total_spending_bonuses(resolver, check))
}
