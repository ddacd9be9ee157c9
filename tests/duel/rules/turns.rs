//! Initiative, turns and the end of a duel.

use std::cmp::Reverse;

use engine::core::fight::{Event as CoreEvent, FightPhase};
use engine::core::ids::{CombatantId, Name, ZoneId};
use engine::{PendingTurn, StepOutcome, System, Turns};

use super::state::Event;
use super::{Duel, Fight, Resolver, RuleResult};

/// Returns the zone of a combatant: until it steps, the first for the party and the last for
/// everybody else (DUEL-ZONE-1).
pub fn zone_of(fight: &Fight, who: CombatantId) -> ZoneId {
    let body = fight.body(who);
    let last_zone = ZoneId(fight.zones.len().saturating_sub(1) as u8);
    let start = if Duel::DEFAULT_SIDES[0] == body.side { ZoneId(0) } else { last_zone };
    body.zone.filter(|zone| fight.zones.get(*zone).is_some()).unwrap_or(start)
}

/// Rolls d20 + Skill for everybody, in join order, and sets the order (DUEL-INIT-1).
pub fn roll_initiative(resolver: &mut Resolver) {
    let combatants: Vec<_> = resolver.fight().present_combatants().map(|(who, _)| who).collect();
    let mut totals = Vec::new();
    for who in combatants {
        let face = resolver.roll_die(&[who], 20);
        let total = face + resolver.fight().body(who).skill;
        resolver.emit(Event::InitiativeRolled { who, face, total: Some(total) });
        totals.push((who, total));
    }
    totals.sort_by_key(|(_, total)| Reverse(*total));
    resolver.emit(Event::OrderSet(totals.into_iter().map(|(who, _)| who).collect()));
}

/// Returns the sides that have somebody standing, each once.
pub fn standing_sides(fight: &Fight) -> Vec<Name> {
    let mut sides: Vec<Name> = Vec::new();
    for (_, combatant) in fight.present_combatants() {
        if combatant.body.is_standing() && !sides.contains(&combatant.body.side) {
            sides.push(combatant.body.side.clone());
        }
    }
    sides
}

fn is_in_fight(fight: &Fight, who: CombatantId) -> bool {
    fight.get_present(who).is_some_and(|combatant| combatant.body.is_standing())
}

/// Returns the first in the order who stands and has not had a turn in this round (DUEL-TURN-2).
fn next_in_round(fight: &Fight) -> Option<CombatantId> {
    let mut ordered = fight.present_in_turn_order(&fight.state.order);
    ordered.find(|who| is_in_fight(fight, *who) && fight.body(*who).last_turn < fight.round)
}

impl Turns for Duel {
    /// Ends the fight or a turn that is over, begins the next turn, or the next round (DUEL-TURN-2,
    /// DUEL-END-1).
    fn advance_one_step(resolver: &mut Resolver) -> RuleResult<StepOutcome> {
        let fight = resolver.fight();
        if let Some(outcome) = &fight.state.outcome {
            let outcome = outcome.to_string();
            resolver.emit(CoreEvent::Ended(outcome));
            return Ok(StepOutcome::Settled);
        }
        match (standing_sides(fight).as_slice(), fight.state.turn) {
            ([], _) => resolver.emit(Event::OutcomeDecided("truce".into())),
            ([winner], _) => resolver.emit(Event::OutcomeDecided(winner.clone())),
            (_, Some(who)) if is_in_fight(fight, who) => return Ok(StepOutcome::Settled),
            (_, Some(who)) => resolver.emit(Event::TurnEnded(who)),
            (_, None) => {
                let next_event = next_in_round(fight).map_or_else(
                    || CoreEvent::RoundStarted(fight.round + 1),
                    |who| Event::TurnBegan(who).into(),
                );
                resolver.emit(next_event);
            }
        }
        Ok(StepOutcome::Advanced)
    }

    fn pending_turn(fight: &Fight) -> Option<PendingTurn> {
        let who = fight.state.turn.filter(|_| fight.phase == FightPhase::Running)?;
        Some(PendingTurn::for_single_combatant(fight, who, fight.settings.turn_secs))
    }

    /// DUEL-TURN-3: players lose a turn that they do not use in time. The GM is only reminded.
    fn is_turn_skipped_on_timeout(fight: &Fight, who: CombatantId) -> bool {
        !fight.combatant(who).is_npc()
    }
}
