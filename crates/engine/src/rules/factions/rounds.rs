//! Rounds and slots (FACT-ROUND), and what follows by itself.

use super::Factions;
use super::sheet::{Name, Readiness};
use super::state::{Event, PassReason, RoundStage};
use super::zones::is_active_on_map;
use super::{
    Fight, Resolver, RuleResult, chases, fight_end, initiative, morale, optional_rules, turns,
};
use crate::core::fight::{Event as CoreEvent, FightPhase};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;
use crate::{PendingTurn, Turns};

/// Whether a character could take its faction's slot: ready (FACT-ROUND-2), concealed in an ambush
/// (FACT-SNEAK-2), fast enough in the fast phase (FACT-FAT-1).
pub fn can_take_slot(fight: &Fight, who: CombatantId) -> bool {
    is_ready_for_slot(fight, who) && !optional_rules::is_too_slow(fight, who)
}

/// Whether somebody can take a slot, however fast: what players may know of NPCs (FACT-DMG-4).
fn is_ready_for_slot(fight: &Fight, who: CombatantId) -> bool {
    if !is_active_on_map(fight, who) {
        return false;
    }
    let body = fight.body(who);
    let may = match fight.state.stage {
        Some(RoundStage::Ambush) => body.concealed,
        Some(RoundStage::Round | RoundStage::Fast | RoundStage::Slow) => true,
        Some(RoundStage::RoundEnd) | None => false,
    };
    may && body.readiness == Readiness::Ready
}

/// The ready and eligible characters of a faction, in join order.
fn eligible_members<'a>(
    fight: &'a Fight,
    faction: &'a Name,
) -> impl Iterator<Item = CombatantId> + 'a {
    let of_faction = fight.iter().filter(move |(_, one)| one.body.faction == *faction);
    of_faction.map(|(who, _)| who).filter(|who| can_take_slot(fight, *who))
}

/// FACT-ROUND-3: whether a combatant has the turn, or may take the slot now.
pub fn check_has_turn(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    let why = |key, rule| Err(RefusalReason::new(key, rule).with_combatant(who));
    if fight.phase != FightPhase::Running || fight.state.outcome.is_some() {
        return why("not-your-slot", "FACT-ROUND-1");
    }
    if !body.is_active() || !body.is_on_map() {
        return why("no-action", "FACT-DMG-2");
    }
    if fight.state.turn.is_some_and(|turn| turn.who == who) {
        return Ok(());
    }
    if fight.state.stage == Some(RoundStage::Ambush) && !body.concealed {
        return why("ambush", "FACT-SNEAK-2");
    }
    if body.readiness == Readiness::Spent {
        return why("turn-spent", "FACT-ROUND-2");
    }
    if fight.state.turn.is_some() || fight.state.slot_faction.as_ref() != Some(&body.faction) {
        return why("not-your-slot", "FACT-ROUND-1");
    }
    if !can_take_slot(fight, who) {
        return why("too-slow", "FACT-FAT-1");
    }
    Ok(())
}

/// FACT-ROUND-4: whoever could take the slot may pass, once; the captain for all.
pub fn check_pass(fight: &Fight, who: CombatantId, for_all: bool) -> Result<(), RefusalReason> {
    if for_all {
        let is_own = fight.state.slot_faction.as_ref() == Some(&fight.body(who).faction);
        let may =
            is_own && fight.state.turn.is_none() && initiative::can_speak_for_faction(fight, who);
        return if may && fight.phase == FightPhase::Running {
            Ok(())
        } else {
            Err(RefusalReason::new("not-your-slot", "FACT-ROUND-4").with_combatant(who))
        };
    }
    check_has_turn(fight, who)?;
    if fight.state.passed_combatants.contains(&who) {
        return Err(RefusalReason::new("no-action", "FACT-ROUND-4"));
    }
    Ok(())
}

/// FACT-ROUND-4: a slot is passed when the controllers of all who could take it have passed, or the
/// captain for all.
pub fn record_pass(resolver: &mut Resolver, who: CombatantId, for_all: bool) {
    let fight = resolver.fight();
    let Some(faction) = fight.state.slot_faction.clone() else { return };
    let is_own = |one: &CombatantId| fight.combatant(*one).user == fight.combatant(who).user;
    let own: Vec<_> = awaited_members(fight, &faction).filter(is_own).collect();
    let is_done =
        |one: CombatantId| own.contains(&one) || fight.state.passed_combatants.contains(&one);
    let is_passed = for_all || eligible_members(fight, &faction).all(is_done);
    if !own.is_empty() {
        resolver.emit(Event::PassPressed(own));
    }
    if is_passed {
        pass_slot(
            resolver,
            faction,
            if for_all { PassReason::CaptainPassed } else { PassReason::AllPassed },
        );
    }
}

/// A slot is passed: with decoys one that only the unseen could take as if nobody could.
pub fn pass_slot(resolver: &mut Resolver, faction: Name, reason: PassReason) {
    let fight = resolver.fight();
    let is_hidden = |who| fight.is_hidden_npc(Initiator::Combatant(who));
    let is_unseen = fight.has_decoys && eligible_members(fight, &faction).all(is_hidden);
    let how = if is_unseen { PassReason::NobodyEligible } else { reason };
    resolver.emit(Event::SlotPassed { faction, reason: how });
}

/// FACT-ROUND-6: the stage that a pass ends, factions with nobody ready and eligible passing by
/// themselves; none where it ends none. As far as whoever passes can know: which NPCs are fast
/// enough they do not (FACT-DMG-4).
pub fn stage_ended_by_pass(fight: &Fight, who: CombatantId, for_all: bool) -> Option<RoundStage> {
    let (stage, slot) = (fight.state.stage?, fight.state.slot_faction.as_ref()?);
    let viewer = fight.viewer_of(Initiator::Combatant(who));
    let is_waited_for = |faction, besides: &dyn Fn(CombatantId) -> bool| {
        awaited_members(fight, faction).any(|one| !besides(one) && fight.viewer_knows(viewer, one))
    };
    let is_own =
        |one: CombatantId| for_all || fight.combatant(one).user == fight.combatant(who).user;
    let mut others = factions_still_to_pass(fight).filter(|faction| *faction != slot);
    let is_last =
        !is_waited_for(slot, &is_own) && !others.any(|one| is_waited_for(one, &|_| false));
    is_last.then_some(stage)
}

/// FACT-ROUND-5: the factions with active members that have not passed since the last turn.
fn factions_still_to_pass(fight: &Fight) -> impl Iterator<Item = &Name> {
    let cycle = fight.state.factions.iter();
    let open = cycle.filter(|faction| !fight.state.passed_factions.contains(faction));
    open.filter(|faction| initiative::has_active_member(fight, faction))
}

impl Turns for Factions {
    /// One step of what follows by itself; false when somebody must decide, or nothing is left.
    fn advance_one_step(resolver: &mut Resolver) -> RuleResult<bool> {
        let fight = resolver.fight();
        if fight.phase != FightPhase::Running {
            return Ok(false);
        }
        fight_end::end_if_one_sided(resolver);
        let fight = resolver.fight();
        if let Some(outcome) = fight.state.outcome.clone() {
            fight_end::resolve_aftermath(resolver, &outcome);
            return Ok(false);
        }
        if let Some(turn) = fight.state.turn {
            let is_over = turns::is_turn_over(fight, &turn);
            if is_over {
                resolver.emit(Event::TurnEnded(turn.who));
            }
            return Ok(is_over);
        }
        match (fight.state.stage, fight.state.slot_faction.clone()) {
            (None, _) => Ok(false),
            (Some(RoundStage::RoundEnd), _) => end_round(resolver).map(|()| true),
            (Some(_), Some(faction)) => Ok(advance_open_slot(resolver, faction)),
            (Some(stage), None) => {
                begin_next_slot(resolver, stage);
                Ok(true)
            }
        }
    }

    /// Who is waited for. FACT-ROUND-8: the slot and the open turn 24 h each; FACT-CHAOS-2: 15
    /// seconds.
    fn pending_turn(fight: &Fight) -> Option<PendingTurn> {
        if fight.phase != FightPhase::Running || fight.state.outcome.is_some() {
            return None;
        }
        let settings = &fight.settings;
        let stage = fight.state.stage.map_or("", RoundStage::key);
        let (on, part, secs) = match (fight.state.turn, &fight.state.slot_faction) {
            (Some(turn), _) => (vec![Initiator::Combatant(turn.who)], "", settings.turn_secs),
            (None, Some(faction)) => {
                let on = awaited_members(fight, faction).map(Initiator::Combatant).collect();
                (on, stage, settings.slot_secs)
            }
            (None, None) => return None,
        };
        let clock_secs = optional_rules::chaos_secs(fight).unwrap_or(secs);
        Some(PendingTurn {
            actors: on,
            discriminator: part,
            timeout_secs: clock_secs,
            is_skipped_on_timeout: true,
            needs_all_actors: false,
        })
    }

    fn is_turn_skipped_on_timeout(_: &Fight, _: CombatantId) -> bool {
        true
    }
}

/// Whose slot it is: who could take it and has not passed. Of NPCs all who are ready, since players
/// must not learn from it which of them are fast (FACT-DMG-4).
fn awaited_members<'a>(
    fight: &'a Fight,
    faction: &'a Name,
) -> impl Iterator<Item = CombatantId> + 'a {
    let of_faction = fight.iter().filter(move |(_, one)| one.body.faction == *faction);
    let all = of_faction.filter(|(who, one)| {
        let may =
            if one.is_npc() { is_ready_for_slot(fight, *who) } else { can_take_slot(fight, *who) };
        may && !fight.state.passed_combatants.contains(who)
    });
    all.map(|(who, _)| who)
}

/// A slot that is open: it waits for whoever could take it. FACT-ROUND-6: with nobody ready and
/// eligible the faction passes, and that counts.
fn advance_open_slot(resolver: &mut Resolver, faction: Name) -> bool {
    let fight = resolver.fight();
    if eligible_members(fight, &faction).any(|who| !fight.state.passed_combatants.contains(&who)) {
        return false;
    }
    if eligible_members(fight, &faction).next().is_some() {
        // Whoever else could have taken it is not there any more.
        pass_slot(resolver, faction, PassReason::AllPassed);
    } else if initiative::has_active_member(fight, &faction) {
        resolver.emit(Event::SlotPassed { faction, reason: PassReason::NobodyEligible });
    } else if let Some(next) = initiative::next_active_faction(fight, &faction).cloned() {
        resolver.emit(Event::SlotBegan(next));
    }
    true
}

/// FACT-ROUND-1: slots go round the cycle from the first faction. FACT-ROUND-5: the round or phase
/// ends when all factions with active members have passed one after another.
fn begin_next_slot(resolver: &mut Resolver, stage: RoundStage) {
    let fight = resolver.fight();
    if factions_still_to_pass(fight).next().is_none() {
        return end_stage(resolver, stage);
    }
    let first = || fight.state.first_faction.as_ref();
    let next = match &fight.state.last_slot_faction {
        Some(last) => initiative::next_active_faction(fight, last),
        None => match first().filter(|first| initiative::has_active_member(fight, first)) {
            Some(first) => Some(first),
            None => first().and_then(|first| initiative::next_active_faction(fight, first)),
        },
    };
    match next.cloned() {
        Some(next) => resolver.emit(Event::SlotBegan(next)),
        None => end_stage(resolver, stage),
    }
}

/// State machine: ambush → round; fast phase → slow phase (FACT-FAT-2); else the round's end.
fn end_stage(resolver: &mut Resolver, stage: RoundStage) {
    match stage {
        RoundStage::Ambush => begin_round(resolver),
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

/// FACT-ROUND-7: departures and pursuit, morale, overdue broken ones surrender, end check, next
/// round.
fn end_round(resolver: &mut Resolver) -> RuleResult {
    chases::resolve_departures(resolver)?;
    morale::roll_morale_checks(resolver);
    morale::surrender_overdue_broken(resolver);
    fight_end::end_if_one_sided(resolver);
    if resolver.fight().state.outcome.is_none() {
        begin_round(resolver);
    }
    Ok(())
}

/// FACT-ROUND-2: everybody becomes ready. FACT-FAT-1: the threshold is rolled.
pub fn begin_round(resolver: &mut Resolver) {
    let round = resolver.fight().round + 1;
    initiative::hand_on_initiative(resolver);
    resolver.emit(CoreEvent::RoundStarted(round));
    let (stage, threshold) = optional_rules::roll_first_stage(resolver);
    resolver.emit(Event::StageBegan { stage, threshold });
}
