//! Rounds and slots (FACT-ROUND), and what follows without a command.

use super::Factions;
use super::sheet::{Name, Readiness};
use super::state::{Event, PassReason, RoundStage};
use super::zones::is_active_on_map;
use super::{
    Fight, Resolver, RuleResult, chases, fight_end, initiative, morale, optional_rules, turns,
    visibility,
};
use crate::core::fight::{Event as CoreEvent, FightPhase};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;
use crate::visibility::knowledge::Knowledge;
use crate::visibility::view::Viewer;
use crate::{PendingTurn, StepOutcome, Turns};

/// Returns whether a character could take its faction's slot: ready (FACT-ROUND-2), concealed in an
/// ambush (FACT-SNEAK-2), fast enough in the fast phase (FACT-FAT-1).
pub fn can_take_slot(fight: &Fight, who: CombatantId) -> bool {
    is_ready_ignoring_speed(fight, who) && !optional_rules::is_too_slow(fight, who)
}

/// Returns whether a combatant can take a slot if its speed is ignored, which is what players may
/// know of NPCs (FACT-DMG-4).
fn is_ready_ignoring_speed(fight: &Fight, who: CombatantId) -> bool {
    if !is_active_on_map(fight, who) {
        return false;
    }
    let body = fight.body(who);
    let is_allowed_by_stage = match fight.state.stage {
        Some(RoundStage::Ambush) => body.concealed,
        Some(RoundStage::Round | RoundStage::Fast | RoundStage::Slow) => true,
        Some(RoundStage::RoundEnd) | None => false,
    };
    is_allowed_by_stage && body.readiness == Readiness::Ready
}

/// Returns the members of a faction who could take its slot, in join order.
fn eligible_members<'a>(
    fight: &'a Fight,
    faction: &'a Name,
) -> impl Iterator<Item = CombatantId> + 'a {
    let members =
        fight.present_combatants().filter(move |(_, combatant)| combatant.body.faction == *faction);
    members.map(|(who, _)| who).filter(|who| can_take_slot(fight, *who))
}

/// Refuses a combatant who neither has the turn nor may take its faction's slot now (FACT-ROUND-3).
pub fn check_may_act_now(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    let refuse = |key, rule| Err(RefusalReason::new(key, rule).with_combatant(who));
    if !fight.is_undecided() {
        return refuse("not-your-slot", "FACT-ROUND-1");
    }
    if !body.is_active() || !body.is_on_map() {
        let has_left = body.fled || body.left_through.is_some();
        let cause = if has_left { "off-map" } else { "out" };
        let reason = RefusalReason::new("no-action", "FACT-DMG-2").with_combatant(who);
        return Err(reason.with_cause(cause));
    }
    if fight.state.turn.is_some_and(|turn| turn.who == who) {
        return Ok(());
    }
    if visibility::is_kept_by_known_ambush(fight, who) {
        return refuse("ambush", "FACT-SNEAK-2");
    }
    if fight.state.stage == Some(RoundStage::Ambush) && !body.concealed {
        return refuse("not-your-slot", "FACT-ROUND-1");
    }
    if body.readiness == Readiness::Spent {
        return refuse("turn-spent", "FACT-ROUND-2");
    }
    if fight.state.turn.is_some() || fight.state.slot_faction.as_ref() != Some(&body.faction) {
        return refuse("not-your-slot", "FACT-ROUND-1");
    }
    if !can_take_slot(fight, who) {
        return refuse("too-slow", "FACT-FAT-1");
    }
    Ok(())
}

/// Refuses a pass of a slot by somebody who may not pass. FACT-ROUND-4: whoever could take the slot
/// may pass, once; whoever speaks for the faction may pass for all.
pub fn check_pass(fight: &Fight, who: CombatantId, for_all: bool) -> Result<(), RefusalReason> {
    if for_all {
        let is_own = fight.state.slot_faction.as_ref() == Some(&fight.body(who).faction);
        let can_pass_for_all =
            is_own && fight.state.turn.is_none() && initiative::can_speak_for_faction(fight, who);
        return if can_pass_for_all && fight.phase == FightPhase::Running {
            Ok(())
        } else {
            Err(RefusalReason::new("not-your-slot", "FACT-ROUND-4").with_combatant(who))
        };
    }
    check_may_act_now(fight, who)?;
    if fight.state.passed_combatants.contains(&who) {
        return Err(RefusalReason::new("no-action", "FACT-ROUND-4"));
    }
    Ok(())
}

/// Resolves a pass: all combatants of the same player pass, and then the slot does if nobody is
/// left to decide (FACT-ROUND-4).
pub fn pass_all_of_player_and_maybe_slot(resolver: &mut Resolver, who: CombatantId, for_all: bool) {
    let fight = resolver.fight();
    let Some(faction) = fight.state.slot_faction.clone() else { return };
    let passing = awaited_combatants_of_same_user(fight, who, &faction);
    if !passing.is_empty() {
        resolver.emit(Event::PassPressed(passing));
    }
    pass_slot_if_all_eligible_passed(resolver, faction, for_all);
}

/// Returns the members for whom a faction's slot waits and who have the same controller as `who`,
/// as far as players may know.
fn awaited_combatants_of_same_user(
    fight: &Fight,
    who: CombatantId,
    faction: &Name,
) -> Vec<CombatantId> {
    let user = fight.combatant(who).user;
    awaited_members_players_may_know(fight, faction)
        .filter(|member| fight.combatant(*member).user == user)
        .collect()
}

/// Passes a faction's slot if the controllers of all who could take it have passed, or the captain
/// `for_all` (FACT-ROUND-4).
fn pass_slot_if_all_eligible_passed(resolver: &mut Resolver, faction: Name, for_all: bool) {
    let fight = resolver.fight();
    let has_passed = |member: CombatantId| fight.state.passed_combatants.contains(&member);
    if for_all || eligible_members(fight, &faction).all(has_passed) {
        let reason = if for_all { PassReason::CaptainPassed } else { PassReason::AllPassed };
        pass_slot_hiding_hidden_npcs(resolver, faction, reason);
    }
}

/// Passes a slot. A slot that only hidden NPCs could take is recorded as if nobody could.
pub fn pass_slot_hiding_hidden_npcs(resolver: &mut Resolver, faction: Name, reason: PassReason) {
    let fight = resolver.fight();
    let is_hidden = |who| fight.is_hidden_npc(Initiator::Combatant(who));
    let is_unseen = eligible_members(fight, &faction).all(is_hidden);
    let reason = if is_unseen { PassReason::NobodyEligible } else { reason };
    resolver.emit(Event::SlotPassed { faction, reason });
}

/// Returns the stage that a pass of the open slot would end, given that factions with nobody ready
/// and eligible pass automatically (FACT-ROUND-6); `None` if it ends none. It counts only what the
/// passing player can know, which excludes which NPCs are fast enough (FACT-DMG-4).
pub fn stage_known_to_end_by_pass(
    fight: &Fight,
    who: CombatantId,
    for_all: bool,
) -> Option<RoundStage> {
    let (stage, slot) = (fight.state.stage?, fight.state.slot_faction.as_ref()?);
    let viewer = fight.viewer_of(Initiator::Combatant(who));
    let is_known = |member: CombatantId| fight.viewer_knows(viewer, member);
    let passes_now =
        |member: CombatantId| for_all || fight.combatant(member).user == fight.combatant(who).user;
    for member in awaited_members_players_may_know(fight, slot) {
        if is_known(member) && !passes_now(member) {
            return None;
        }
    }
    for faction in factions_still_to_pass(fight).filter(|faction| *faction != slot) {
        if awaited_members_players_may_know(fight, faction).any(is_known) {
            return None;
        }
    }
    Some(stage)
}

/// Returns the factions with active members that have not passed since the last turn
/// (FACT-ROUND-5).
fn factions_still_to_pass(fight: &Fight) -> impl Iterator<Item = &Name> {
    let factions = fight.state.factions.iter();
    let not_passed = factions.filter(|faction| !fight.state.passed_factions.contains(faction));
    not_passed.filter(|faction| initiative::has_active_member(fight, faction))
}

impl Turns for Factions {
    /// Performs the next automatic step: ends a fight that is decided, decides one that is
    /// one-sided, ends a turn that is over, resolves the round's end, passes a slot that nobody is
    /// left to take, or begins the next slot or stage.
    fn advance_one_step(resolver: &mut Resolver) -> RuleResult<StepOutcome> {
        let fight = resolver.fight();
        if let Some(outcome) = fight.state.outcome.clone() {
            fight_end::resolve_aftermath_and_end(resolver, &outcome);
            return Ok(StepOutcome::Settled);
        }
        fight_end::decide_outcome_if_no_enemies_left(resolver);
        let fight = resolver.fight();
        if fight.state.outcome.is_some() {
            // The aftermath is a step of its own, so that simulations can stop at the decision.
            return Ok(StepOutcome::Advanced);
        }
        if let Some(turn) = fight.state.turn {
            let is_over = turns::is_turn_over(fight, &turn);
            if is_over {
                resolver.emit(Event::TurnEnded(turn.who));
            }
            return Ok(StepOutcome::advanced_if(is_over));
        }
        match (fight.state.stage, fight.state.slot_faction.clone()) {
            (None, _) => Ok(StepOutcome::Settled),
            (Some(RoundStage::RoundEnd), _) => {
                resolve_round_end_and_begin_next(resolver).map(|()| StepOutcome::Advanced)
            }
            (Some(_), Some(faction)) => {
                Ok(StepOutcome::advanced_if(advance_open_slot(resolver, faction)))
            }
            (Some(stage), None) => {
                begin_slot_or_end_stage(resolver, stage);
                Ok(StepOutcome::Advanced)
            }
        }
    }

    /// Returns whom the fight waits for. FACT-ROUND-8: the slot and the open turn have 24 h each.
    /// FACT-CHAOS-2: 15 seconds with chaos.
    fn pending_turn(fight: &Fight) -> Option<PendingTurn> {
        if !fight.is_undecided() {
            return None;
        }
        let settings = &fight.settings;
        let stage = fight.state.stage.map_or("", RoundStage::key);
        let (actors, discriminator, secs) = match (fight.state.turn, &fight.state.slot_faction) {
            (Some(turn), _) => (vec![Initiator::Combatant(turn.who)], "", settings.turn_secs),
            (None, Some(faction)) => {
                let actors = awaited_members_players_may_know(fight, faction)
                    .map(Initiator::Combatant)
                    .collect();
                (actors, stage, settings.slot_secs)
            }
            (None, None) => return None,
        };
        Some(PendingTurn {
            actors,
            discriminator,
            timeout_secs: optional_rules::chaos_secs(fight).unwrap_or(secs),
            is_skipped_on_timeout: true,
            needs_all_actors: false,
        })
    }

    /// Returns true: every turn is skipped when its time runs out.
    fn is_turn_skipped_on_timeout(_: &Fight, _: CombatantId) -> bool {
        true
    }
}

/// Returns the members whom a faction's slot waits for: those who could take it and have not
/// passed. Of NPCs these are all who are ready, since players must not learn which of them are fast
/// (FACT-DMG-4).
fn awaited_members_players_may_know<'a>(
    fight: &'a Fight,
    faction: &'a Name,
) -> impl Iterator<Item = CombatantId> + 'a {
    let members =
        fight.present_combatants().filter(move |(_, combatant)| combatant.body.faction == *faction);
    let awaited = members.filter(|(who, combatant)| {
        let could_take_slot = if combatant.is_npc() {
            is_ready_ignoring_speed(fight, *who)
        } else {
            can_take_slot(fight, *who)
        };
        could_take_slot && !fight.state.passed_combatants.contains(who)
    });
    awaited.map(|(who, _)| who)
}

/// Advances an open slot: passes it if nobody who could take it is left to decide, or gives it to
/// the next faction if this one has no active member. Returns false if it waits for somebody.
/// FACT-ROUND-6: with nobody ready and eligible the faction passes, and that counts.
fn advance_open_slot(resolver: &mut Resolver, faction: Name) -> bool {
    let fight = resolver.fight();
    if eligible_members(fight, &faction).any(|who| !fight.state.passed_combatants.contains(&who)) {
        return false;
    }
    if eligible_members(fight, &faction).next().is_some() {
        // The others who could have taken it have passed or are no longer there.
        pass_slot_hiding_hidden_npcs(resolver, faction, PassReason::AllPassed);
    } else if initiative::has_active_member(fight, &faction) {
        resolver.emit(Event::SlotPassed { faction, reason: PassReason::NobodyEligible });
    } else if let Some(next) = initiative::next_active_faction(fight, &faction).cloned() {
        resolver.emit(Event::SlotBegan(next));
    }
    true
}

/// Begins the next slot, or ends the stage. FACT-ROUND-1: slots go round the cycle from the first
/// faction. FACT-ROUND-5: the round or phase ends when all factions with active members have passed
/// one after another.
fn begin_slot_or_end_stage(resolver: &mut Resolver, stage: RoundStage) {
    let fight = resolver.fight();
    if factions_still_to_pass(fight).next().is_none() {
        return begin_stage_after(resolver, stage);
    }
    match faction_of_next_slot(fight).cloned() {
        Some(next) => resolver.emit(Event::SlotBegan(next)),
        None => begin_stage_after(resolver, stage),
    }
}

/// Returns the faction that the next slot belongs to: the one after the last slot's, or the first
/// faction if this is the first slot. A faction without active members is passed over; `None` if no
/// faction has any (FACT-ROUND-1).
fn faction_of_next_slot(fight: &Fight) -> Option<&Name> {
    if let Some(last) = &fight.state.last_slot_faction {
        return initiative::next_active_faction(fight, last);
    }
    let first = fight.state.first_faction.as_ref()?;
    if initiative::has_active_member(fight, first) {
        Some(first)
    } else {
        initiative::next_active_faction(fight, first)
    }
}

/// Begins what follows a stage (state machine): an ambush leads to a round, the fast phase to the
/// slow phase (FACT-FAT-2), any other stage to the round's end.
fn begin_stage_after(resolver: &mut Resolver, ended_stage: RoundStage) {
    match ended_stage {
        RoundStage::Ambush if resolver.fight().round > 0 => end_ambush_within_round(resolver),
        RoundStage::Ambush => begin_round_and_roll_threshold(resolver),
        RoundStage::Fast => {
            let threshold = resolver.fight().state.fast_threshold;
            resolver.emit(Event::StageBegan { stage: RoundStage::Slow, threshold });
        }
        RoundStage::Round | RoundStage::Slow | RoundStage::RoundEnd => {
            let threshold = resolver.fight().state.fast_threshold;
            resolver.emit(Event::StageBegan { stage: RoundStage::RoundEnd, threshold });
        }
    }
}

/// Resolves the round's end in order: departures and pursuit, morale, overdue broken ones
/// surrender, end check, next round (FACT-ROUND-7).
fn resolve_round_end_and_begin_next(resolver: &mut Resolver) -> RuleResult {
    chases::ask_and_resolve_pursuits(resolver)?;
    morale::roll_morale_and_steady_or_break(resolver);
    morale::disarm_and_surrender_all_broken_earlier(resolver);
    fight_end::decide_outcome_if_no_enemies_left(resolver);
    if resolver.fight().state.outcome.is_none() {
        begin_round_and_roll_threshold(resolver);
    }
    Ok(())
}

/// Begins the ambush before round 1 (FACT-SNEAK-2). If the public knows nobody in it, round 1 is
/// counted from its beginning, and the threshold of that round is rolled (FACT-FAT-1), so that the
/// fight begins as it does without an ambush.
pub fn begin_ambush_as_round_1_if_secret(resolver: &mut Resolver) {
    let is_known = Knowledge::new(resolver.fight(), Viewer::Public).knows_ambush();
    let threshold = if is_known {
        None
    } else {
        let round = resolver.fight().round + 1;
        resolver.emit(CoreEvent::RoundStarted(round));
        optional_rules::roll_first_stage_and_threshold(resolver).1
    };
    resolver.emit(Event::StageBegan { stage: RoundStage::Ambush, threshold });
}

/// Ends an ambush that nobody knew of at its beginning: the round that was counted then goes on
/// with its first stage (FACT-SNEAK-2).
fn end_ambush_within_round(resolver: &mut Resolver) {
    initiative::pass_initiative_if_holder_faction_inactive(resolver);
    let threshold = resolver.fight().state.fast_threshold;
    let stage = optional_rules::first_stage_with_threshold(threshold);
    resolver.emit(Event::AmbushEnded { stage, threshold });
}

/// Begins the next round. FACT-ROUND-2: everybody becomes ready. FACT-FAT-1: the threshold is
/// rolled.
pub fn begin_round_and_roll_threshold(resolver: &mut Resolver) {
    let round = resolver.fight().round + 1;
    initiative::pass_initiative_if_holder_faction_inactive(resolver);
    resolver.emit(CoreEvent::RoundStarted(round));
    let (stage, threshold) = optional_rules::roll_first_stage_and_threshold(resolver);
    resolver.emit(Event::StageBegan { stage, threshold });
}
