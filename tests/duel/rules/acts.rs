//! Acts: what a combatant may do in its turn, the checks before it, and the rules.

use engine::Acts;
use engine::core::ids::{CombatantId, Initiator, ZoneId};
use engine::core::refusal_reason::RefusalReason;
use engine::visibility::wounds::WoundLevel;
use serde::{Deserialize, Serialize};

use super::prompts::{self, Answer};
use super::state::Event;
use super::turns::zone_of;
use super::{Duel, Fight, Resolver, RuleResult};

/// What a strike must reach, and how much more if its target guards (DUEL-STRIKE-1).
const DIFFICULTY: u8 = 10;
const GUARD_BONUS: u8 = 4;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    Strike(CombatantId),
    Guard,
    Step(ZoneId),
}

/// Refuses an act that the combatant may not do now (DUEL-REF-1).
fn check_act(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    if fight.state.turn != Some(who) {
        return Err(RefusalReason::new("not-your-turn", "DUEL-TURN-1").with_combatant(who));
    }
    match act {
        Act::Strike(target) => check_target(fight, who, *target),
        Act::Guard => Ok(()),
        Act::Step(zone) if fight.zones.are_adjacent(zone_of(fight, who), *zone) => Ok(()),
        Act::Step(zone) => Err(RefusalReason::new("not-adjacent", "DUEL-STEP-1").with_zone(*zone)),
    }
}

/// Refuses anybody but a standing enemy whom the attacker knows of, in the same zone
/// (DUEL-STRIKE-1).
fn check_target(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), RefusalReason> {
    let viewer = fight.viewer_of(Initiator::Combatant(who));
    let is_known = fight.viewer_knows(viewer, target);
    if is_known && can_strike(fight, who, target) {
        Ok(())
    } else {
        Err(RefusalReason::new("bad-target", "DUEL-STRIKE-1").with_combatant(target))
    }
}

/// Returns whether two combatants in the fight stand in one zone on different sides.
pub fn can_strike(fight: &Fight, who: CombatantId, target: CombatantId) -> bool {
    let (Some(attacker), Some(defender)) = (fight.get_present(who), fight.get_present(target))
    else {
        return false;
    };
    attacker.body.is_standing()
        && defender.body.is_standing()
        && attacker.body.side != defender.body.side
        && zone_of(fight, who) == zone_of(fight, target)
}

impl Acts for Duel {
    /// Performs an act, which ends the turn (DUEL-TURN-1). A hidden combatant shows itself first
    /// (DUEL-HID-1).
    fn check_and_perform_act(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
        let checked = check_act(resolver.fight(), who, act);
        checked.map_err(|reason| reason.to_refusal(resolver.fight(), who))?;
        resolver.reveal_if_hidden(who);
        match act {
            Act::Strike(target) => strike_and_ask_riposte(resolver, who, *target)?,
            Act::Guard => resolver.emit(Event::Guarded(who)),
            Act::Step(zone) => resolver.emit(Event::Stepped { who, zone: *zone }),
        }
        if resolver.fight().state.turn == Some(who) {
            resolver.emit(Event::TurnEnded(who));
        }
        Ok(())
    }

    fn list_legal_acts(fight: &Fight, who: CombatantId, acts: &mut Vec<Act>) {
        let strikes = fight.present_combatants().map(|(target, _)| Act::Strike(target));
        let steps = fight.zones.neighbours(zone_of(fight, who)).map(Act::Step);
        let candidates = strikes.chain([Act::Guard]).chain(steps);
        acts.extend(candidates.filter(|act| check_act(fight, who, act).is_ok()));
    }

    fn cost_label(_: &Act) -> Option<&'static str> {
        None
    }
}

/// Strikes, and asks the target of a miss whether it strikes back (DUEL-RIP-1).
fn strike_and_ask_riposte(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
) -> RuleResult {
    if roll_strike(resolver, who, target, StrikeKind::Attack) {
        return Ok(());
    }
    let request = prompts::riposte_prompt(resolver.fight(), target, who);
    match resolver.ask_and_drop_if_obsolete(request)? {
        Some(Answer::Riposte) => {
            resolver.reveal_if_hidden(target);
            roll_strike(resolver, target, who, StrikeKind::Riposte);
        }
        Some(Answer::Decline) => resolver.emit(Event::RiposteDeclined(target)),
        None => {}
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum StrikeKind {
    Attack,
    Riposte,
}

/// Rolls d20 + Skill, and d6 harm on a hit (DUEL-STRIKE-1, DUEL-STRIKE-2). Returns whether it hits.
fn roll_strike(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    kind: StrikeKind,
) -> bool {
    let face = resolver.roll_die(&[who], 20);
    let total = face + resolver.fight().body(who).skill;
    let guard = if resolver.fight().body(target).is_guarding { GUARD_BONUS } else { 0 };
    let is_hit = total >= DIFFICULTY + guard;
    let is_riposte = kind == StrikeKind::Riposte;
    resolver.emit(Event::Struck { who, target, is_riposte, face, total: Some(total), is_hit });
    if is_hit {
        let harm = resolver.roll_die(&[who, target], 6);
        lose_health(resolver, target, harm);
    }
    is_hit
}

/// Takes hit points from a combatant, who is down at 0 (DUEL-STRIKE-2).
fn lose_health(resolver: &mut Resolver, who: CombatantId, harm: u8) {
    let body = resolver.fight().body(who);
    let left = body.hp.saturating_sub(harm);
    let wound = WoundLevel::from_hp(left, body.hp_max);
    resolver.emit(Event::HealthLost { who, amount: Some(harm), left: Some(left), wound });
    if left == 0 {
        resolver.emit(Event::Fell(who));
    }
}
