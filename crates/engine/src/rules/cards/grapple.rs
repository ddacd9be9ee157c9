//! Holding (CARDS-GRAP): grapples, attempts to break free, and how holds end.

use super::attacks::{self, OpposedAttack};
use super::extra_successes::{self, PurchaseList};
use super::prompts::{Answer, BoughtEffect, Question};
use super::reactions;
use super::rolls::{self, ActionTest};
use super::sheet::{Action, Reaction};
use super::state::{AttackMethod, Event, ManeuverSlot, RollPurpose};
use super::zones::{check_close_combat, check_enemy_target};
use super::{Fight, Resolver, RuleResult, turns};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// Checks a grapple: an Active enemy in close combat whom nobody holds, by a combatant who holds
/// nobody (CARDS-GRAP-1).
pub fn check_grapple(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    check_enemy_target(fight, who, target)?;
    let (body, other) = (fight.body(who), fight.body(target));
    if !other.is_active() || other.held_by.is_some() || body.holding.is_some() {
        return Err(RefusalReason::new("bad-target", "CARDS-GRAP-1").with_combatant(target));
    }
    check_close_combat(fight, who, target)
}

/// Resolves a grapple with Force (CARDS-GRAP-1). The target may react with break free, and each
/// success takes one off. If enough are left the target is Held, unless the grappler Burns, is Held
/// or is Shaken by then (CARDS-GRAP-6).
///
/// CARDS-GRAP-2: extra successes gag or outmaneuver.
pub fn ask_reaction_and_roll_grapple(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
) -> RuleResult {
    let attack = OpposedAttack::new_shove_or_grapple(who, target, AttackMethod::Grapple);
    let Some(result) = attacks::reveal_ask_reaction_and_roll_unless_aborted(resolver, &attack)?
    else {
        return Ok(());
    };
    if !result.is_hit() {
        return Ok(());
    }
    let bought = extra_successes::ask_to_spend_extra_successes_unless_one_left(
        resolver,
        who,
        target,
        &attack.method,
        PurchaseList::Grapple,
        result.extra_successes(),
    )?;
    let Some(bought) = bought else { return Ok(()) };
    let fight = resolver.fight();
    if check_grapple(fight, who, target).is_err() || !attacks::can_attack(fight.body(who)) {
        return Ok(());
    }
    // CARDS-GRAP-6: a Held combatant holds nobody.
    release_grapple(resolver, target);
    resolver.emit(Event::Grappled { who: target, holder: who });
    if bought.contains(&BoughtEffect::Gag) {
        resolver.emit(Event::Gagged(target));
    }
    Ok(())
}

/// Checks whether a combatant may try to break free: it is Held and not stunned, has not tried in
/// this turn (which may be anybody's), and no swap hold runs (CARDS-GRAP-4). The attempt is paid
/// like a reaction, from the fast slot unless the command asks for the slow one.
pub fn check_break_free(
    fight: &Fight,
    who: CombatantId,
    pays_with_slow_slot: bool,
) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    let is_running = fight.is_undecided();
    if !is_running || !body.is_active() || fight.state.is_swap_hold {
        return Err(RefusalReason::new("not-your-turn", "CARDS-GRAP-4"));
    }
    let forbid =
        |cause| Err(RefusalReason::new("condition-forbids", "CARDS-GRAP-4").with_cause(cause));
    if body.is_stunned() {
        return forbid("shaken");
    }
    if body.has_tried_to_break_free {
        return forbid("has-tried");
    }
    if !turns::can_pay_reaction(fight, who, pays_with_slow_slot) {
        return Err(no_slot_to_break_free(fight, who));
    }
    if body.held_by.is_none() {
        return Err(RefusalReason::new("bad-target", "CARDS-GRAP-4"));
    }
    Ok(())
}

/// Returns the refusal of an attempt to break free that the chosen slot cannot pay. Its cause is
/// `slow` if the command could ask for the slow slot instead, else empty.
fn no_slot_to_break_free(fight: &Fight, who: CombatantId) -> RefusalReason {
    let has_slow = turns::has_reaction_slot(fight, who, ManeuverSlot::Slow);
    let cause = if has_slow { "slow" } else { "" };
    RefusalReason::new("no-slot", "CARDS-GRAP-4").with_cause(cause)
}

/// Resolves an attempt to break free (CARDS-GRAP-5). The holder first decides whether to hold. If
/// so, both roll, and the Held one needs more successes than the holder; otherwise one success is
/// enough.
pub fn ask_holder_and_roll_break_free(
    resolver: &mut Resolver,
    who: CombatantId,
    pays_with_slow_slot: bool,
) -> RuleResult {
    let Some(holder) = resolver.fight().body(who).held_by else { return Ok(()) };
    turns::pay_reaction_slot(resolver, who, pays_with_slow_slot);
    resolver.emit(Event::BreakFreeAttempted { who, holder });
    let question = Question::KeepGrapple { who: holder, held: who };
    let allowed = |fight: &Fight| {
        if can_keep_grapple(fight, holder, who) { vec![Reaction::Hold] } else { Vec::new() }
    };
    let chosen = reactions::ask_for_reaction_or_use_standing_order(
        resolver,
        holder,
        allowed,
        question,
        Answer::Decline,
    )?;
    if !can_break_free(resolver.fight(), who, holder) {
        return Ok(());
    }
    if let Some(chosen) = chosen {
        reactions::pay_and_declare_reaction(resolver, holder, who, chosen);
    }
    let freeing_successes =
        rolls::roll_test(resolver, who, ActionTest::new(Action::Force, RollPurpose::BreakFree));
    let holding_successes =
        if chosen.is_some() { roll_to_keep_grapple(resolver, holder) } else { 0 };
    if freeing_successes > holding_successes {
        resolver.emit(Event::Freed { who, holder });
    } else {
        resolver.emit(Event::GrappleMaintained { who, holder });
    }
    Ok(())
}

/// Returns whether the combatant is still Held by this holder, and neither Out, frozen nor fainted
/// (CARDS-GRAP-4).
fn can_break_free(fight: &Fight, who: CombatantId, holder: CombatantId) -> bool {
    let body = fight.body(who);
    body.held_by == Some(holder) && body.is_active() && !body.is_stunned()
}

/// Returns whether the holder can still react to keep the hold (CARDS-GRAP-5).
pub fn can_keep_grapple(fight: &Fight, holder: CombatantId, held: CombatantId) -> bool {
    can_break_free(fight, held, holder) && reactions::can_react(fight.body(holder))
}

/// Rolls the bigger pool of Force and Endure, Force if they are equal (CARDS-GRAP-5).
fn roll_to_keep_grapple(resolver: &mut Resolver, holder: CombatantId) -> u8 {
    let test = |action| ActionTest::new(action, RollPurpose::React(Reaction::Hold));
    let dice = |action| rolls::pool_size(resolver.fight(), holder, test(action));
    let action =
        if dice(Action::Endure) > dice(Action::Force) { Action::Endure } else { Action::Force };
    rolls::roll_test(resolver, holder, test(action))
}

/// Refuses to let go when the combatant holds nobody. Letting go is free (CARDS-GRAP-6).
pub fn check_release_grapple(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_holding = fight.body(who).holding.is_some();
    if is_holding { Ok(()) } else { Err(RefusalReason::new("bad-target", "CARDS-GRAP-6")) }
}

/// Ends the hold that a combatant exerts, if any: it lets go, leaves the zone, Burns, is Held or is
/// Shaken (CARDS-GRAP-6).
pub fn release_grapple(resolver: &mut Resolver, holder: CombatantId) {
    if let Some(who) = resolver.fight().body(holder).holding {
        resolver.emit(Event::Freed { who, holder });
    }
}

/// Ends the hold that a combatant exerts and the one that it suffers: it is pushed (CARDS-GRAP-6)
/// or Out (CARDS-HARM-8).
pub fn end_all_grapples(resolver: &mut Resolver, who: CombatantId) {
    release_grapple(resolver, who);
    if let Some(holder) = resolver.fight().body(who).held_by {
        resolver.emit(Event::Freed { who, holder });
    }
}
