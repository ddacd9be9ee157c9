//! Rounds, blocks and Turns (DR12-INIT-4 to DR12-INIT-7, DR12-TURN).

use super::Dr12;
use super::damage::is_in_action;
use super::movement::is_surprised;
use super::sheet::{Body, Side};
use super::state::{Event, HazardTrigger, PartyOrder, Turn};
use super::{Fight, Resolver, RuleResult, ailments, fight_end, zones};
use crate::core::fight::{Event as CoreEvent, FightPhase};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;
use crate::{PendingTurn, StepOutcome, Turns};

/// Refuses a combatant who neither has the Turn nor may begin one now (DR12-INIT-4).
pub fn check_may_act_now(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let has_or_can_begin = match fight.state.turn {
        Some(turn) => turn.who == who && fight.phase == FightPhase::Running,
        None => can_begin_turn(fight, who),
    };
    let reason = RefusalReason::new("not-your-turn", "DR12-INIT-4").with_combatant(who);
    reason.refuse_unless(has_or_can_begin)
}

/// Returns whether this combatant's Turn is running. It is over once the combatant falls or leaves
/// (DR12-TURN-6).
pub fn has_turn(fight: &Fight, who: CombatantId) -> bool {
    fight.state.turn.is_some_and(|turn| turn.who == who)
}

/// Returns a combatant's running Turn, or the one that it would begin.
pub fn running_or_new_turn(fight: &Fight, who: CombatantId) -> Turn {
    fight.state.turn.filter(|turn| turn.who == who).unwrap_or_else(|| Turn::new(who))
}

/// Returns whether a combatant may begin its Turn now, given that none is running: one is due, and
/// nobody of its side must come first.
///
/// DR12-INIT-6: in the enemy block the GM picks any that has not acted yet; NPCs of the party come
/// after the last Character. DR12-OPT-1: with `any`, any Character that has not acted.
fn can_begin_turn(fight: &Fight, who: CombatantId) -> bool {
    let Some(combatant) = fight.get_present(who) else { return false };
    if !is_turn_due(fight, &combatant.body) {
        return false;
    }
    if combatant.body.side == Side::Enemy {
        return true;
    }
    if combatant.is_npc() {
        return next_party_character_in_order(fight).is_none();
    }
    match fight.settings.party_order {
        PartyOrder::Rolled => next_party_character_in_order(fight) == Some(who),
        PartyOrder::Any => remaining_initiative_places(fight).contains(&who),
    }
}

/// Returns whether a combatant has a Turn to come in the running block, whoever comes first in it.
/// DR12-INIT-4: one Turn a round, in the block of its side. DR12-SURP-2: none in round 1 for the
/// surprised side.
fn is_turn_due(fight: &Fight, body: &Body) -> bool {
    fight.is_undecided()
        && fight.state.running_block == Some(body.side)
        && body.is_in_action()
        && body.last_turn < fight.round
        && !is_surprised(fight, body.side)
}

/// Returns the Character of the party whose place in its block comes next.
fn next_party_character_in_order(fight: &Fight) -> Option<CombatantId> {
    let is_due = |who: &CombatantId| {
        let body = fight.body(*who);
        body.side == Side::Party && is_in_action(fight, *who) && body.last_turn < fight.round
    };
    remaining_initiative_places(fight).iter().copied().find(is_due)
}

/// Returns the Characters whose places in the party block are still to come.
///
/// DR12-INIT-2: from the highest result to the lowest. DR12-INIT-8, DR12-OOA-2: a Character who
/// joins, or comes back on its feet, acts this round only if its place is among them. DR12-INIT-6:
/// none is left once an NPC of the party has had its Turn.
fn remaining_initiative_places(fight: &Fight) -> &[CombatantId] {
    let order = &fight.state.initiative_order;
    let Some(last) = fight.state.last_place_taken else { return order };
    let last_index = order.iter().position(|who| *who == last);
    last_index.map_or(&[], |index| &order[index + 1..])
}

/// Returns everybody who may begin a Turn now, in join order.
pub fn combatants_able_to_begin(fight: &Fight) -> impl Iterator<Item = CombatantId> {
    let is_no_turn_running = fight.state.turn.is_none();
    fight.present_ids().filter(move |who| is_no_turn_running && can_begin_turn(fight, *who))
}

impl Turns for Dr12 {
    /// Takes the next automatic step of a running fight: ends it once it is decided, ends a Turn
    /// that is over, begins a Turn that nobody chooses, or begins the next block or round. Returns
    /// `Settled` while somebody must act.
    fn advance_one_step(resolver: &mut Resolver) -> RuleResult<StepOutcome> {
        let fight = resolver.fight();
        if let Some(outcome) = fight.state.outcome {
            fight_end::resolve_aftermath_and_end(resolver, outcome)?;
            return Ok(StepOutcome::Settled);
        }
        if let Some(turn) = fight.state.turn {
            return if is_turn_over(fight, turn) {
                end_turn(resolver, turn.who).map(|()| StepOutcome::Advanced)
            } else {
                Ok(StepOutcome::Settled)
            };
        }
        if let Some(who) = next_automatic_turn(fight) {
            let is_passing = fight.state.is_block_passing;
            begin_turn_with_damage_and_hazard(resolver, who)?;
            if is_passing && resolver.fight().state.turn.is_some() {
                resolver.emit(Event::TurnPassed(who));
            }
            return Ok(StepOutcome::Advanced);
        }
        if combatants_able_to_begin(fight).next().is_some() {
            return Ok(StepOutcome::Settled);
        }
        begin_next_block_or_round(resolver);
        Ok(StepOutcome::Advanced)
    }

    /// Returns whom the fight waits for. DR12-TURN-7: a player has 24 h, then the bot passes for
    /// them; the GM's own block never passes by itself, and the GM is reminded after 24 h.
    fn pending_turn(fight: &Fight) -> Option<PendingTurn> {
        if !fight.is_undecided() {
            return None;
        }
        let timeout_secs = fight.settings.turn_secs;
        if let Some(turn) = fight.state.turn {
            return Some(PendingTurn::for_single_combatant(fight, turn.who, timeout_secs));
        }
        let waits_for_player =
            combatants_able_to_begin(fight).any(|who| !fight.combatant(who).is_npc());
        let actors: Vec<Initiator> = if waits_for_player {
            combatants_able_to_begin(fight).map(Initiator::Combatant).collect()
        } else {
            vec![Initiator::Gm]
        };
        Some(PendingTurn {
            actors,
            discriminator: "",
            timeout_secs,
            is_skipped_on_timeout: waits_for_player,
            needs_all_actors: false,
        })
    }

    /// Returns whether the combatant is a Character; the Turns of NPCs are not skipped.
    fn is_turn_skipped_on_timeout(fight: &Fight, who: CombatantId) -> bool {
        !fight.combatant(who).is_npc()
    }
}

/// Returns whose Turn begins without a command: the next Character in rolled order or, when the GM
/// lets the block pass, each remaining combatant, in join order (DR12-INIT-7).
fn next_automatic_turn(fight: &Fight) -> Option<CombatantId> {
    let first = combatants_able_to_begin(fight).next()?;
    let is_passing = fight.state.is_block_passing;
    let is_order_rolled = fight.settings.party_order == PartyOrder::Rolled;
    let is_characters_place = is_order_rolled && !fight.combatant(first).is_npc();
    let is_party_block = fight.state.running_block == Some(Side::Party);
    if is_party_block && (is_passing || is_characters_place) {
        return Some(next_party_character_in_order(fight).unwrap_or(first));
    }
    if is_passing { Some(first) } else { None }
}

/// Begins the next block, and with it the next round if both sides have acted. DR12-INIT-4: a round
/// is the whole block of the first side, then the whole block of the other. DR12-INIT-5: the sides
/// keep this order for the whole fight.
fn begin_next_block_or_round(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let (first, round) = (fight.state.first_side, fight.round);
    match fight.state.running_block {
        Some(side) if side == first => resolver.emit(Event::BlockBegan(side.opposite())),
        _ => {
            resolver.emit(CoreEvent::RoundStarted(round + 1));
            resolver.emit(Event::BlockBegan(first));
        }
    }
}

/// Begins a Turn with its start step. DR12-TURN-2: Ongoing Damage loss, then a zone hazard that
/// triggers at Turn start.
pub fn begin_turn_with_damage_and_hazard(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    resolver.emit(Event::TurnBegan(who));
    ailments::lose_level_hp_if_ongoing_damage(resolver, who)?;
    if resolver.fight().state.turn.is_some() {
        zones::roll_hazard_if_triggered(resolver, who, HazardTrigger::TurnStart)?;
    }
    Ok(())
}

/// Returns whether a Turn ends. DR12-TURN-5: on passing, or once both Move and Action are used or
/// barred by a hindrance.
fn is_turn_over(fight: &Fight, turn: Turn) -> bool {
    let is_move_over =
        turn.has_moved || ailments::ailment_barring_movement(fight, turn.who).is_some();
    let is_action_over =
        turn.has_acted || ailments::ailment_barring_action(fight, turn.who).is_some();
    turn.has_passed || (is_move_over && is_action_over)
}

/// Ends a Turn with its end step.
fn end_turn(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    ailments::roll_turn_end_recoveries(resolver, who)?;
    resolver.emit(Event::TurnEnded(who));
    Ok(())
}
