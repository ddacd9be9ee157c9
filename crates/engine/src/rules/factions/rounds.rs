//! Rounds and slots (FACT-ROUND), and what follows by itself.

use super::Factions;
use super::sheet::{Name, Readiness};
use super::state::{Note, Passing, Stage};
use super::zones::stands;
use super::{Fight, Scene, Step, chases, end, initiative, morale, options, turns};
use crate::fight::{Note as CoreNote, Phase};
use crate::ids::{By, CombatantId};
use crate::why::Why;
use crate::{Turns, Wait};

/// Whether a character could take its faction's slot: ready (FACT-ROUND-2), concealed in an ambush
/// (FACT-SNEAK-2), fast enough in the fast phase (FACT-FAT-1).
pub fn is_eligible(fight: &Fight, who: CombatantId) -> bool {
    is_ready(fight, who) && !options::is_too_slow(fight, who)
}

/// Whether somebody can take a slot, however fast: what players may know of NPCs (FACT-DMG-4).
fn is_ready(fight: &Fight, who: CombatantId) -> bool {
    if !stands(fight, who) {
        return false;
    }
    let body = fight.body(who);
    let may = match fight.state.stage {
        Some(Stage::Ambush) => body.concealed,
        Some(Stage::Round | Stage::Fast | Stage::Slow) => true,
        Some(Stage::RoundEnd) | None => false,
    };
    may && body.turn == Readiness::Ready
}

/// The ready and eligible characters of a faction, in join order.
fn eligible<'a>(fight: &'a Fight, faction: &'a Name) -> impl Iterator<Item = CombatantId> + 'a {
    let of_faction = fight.iter().filter(move |(_, one)| one.body.faction == *faction);
    of_faction.map(|(who, _)| who).filter(|who| is_eligible(fight, *who))
}

/// FACT-ROUND-3: whether a combatant has the turn, or may take the slot now.
pub fn check_turn(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let body = fight.body(who);
    let why = |key, rule| Err(Why::new(key, rule).about(who));
    if fight.phase != Phase::Running || fight.state.outcome.is_some() {
        return why("not-your-slot", "FACT-ROUND-1");
    }
    if !body.is_active() || !body.is_on_map() {
        return why("no-action", "FACT-DMG-2");
    }
    if fight.state.turn.is_some_and(|turn| turn.who == who) {
        return Ok(());
    }
    if fight.state.stage == Some(Stage::Ambush) && !body.concealed {
        return why("ambush", "FACT-SNEAK-2");
    }
    if body.turn == Readiness::Spent {
        return why("turn-spent", "FACT-ROUND-2");
    }
    if fight.state.turn.is_some() || fight.state.slot.as_ref() != Some(&body.faction) {
        return why("not-your-slot", "FACT-ROUND-1");
    }
    if !is_eligible(fight, who) {
        return why("too-slow", "FACT-FAT-1");
    }
    Ok(())
}

/// FACT-ROUND-4: whoever could take the slot may pass, once; the captain for all.
pub fn check_pass(fight: &Fight, who: CombatantId, for_all: bool) -> Result<(), Why> {
    if for_all {
        let is_own = fight.state.slot.as_ref() == Some(&fight.body(who).faction);
        let may = is_own && fight.state.turn.is_none() && initiative::leads(fight, who);
        return if may && fight.phase == Phase::Running {
            Ok(())
        } else {
            Err(Why::new("not-your-slot", "FACT-ROUND-4").about(who))
        };
    }
    check_turn(fight, who)?;
    if fight.state.passed.contains(&who) {
        return Err(Why::new("no-action", "FACT-ROUND-4"));
    }
    Ok(())
}

/// FACT-ROUND-4: a slot is passed when the controllers of all who could take it have passed, or the
/// captain for all.
pub fn pass(scene: &mut Scene, who: CombatantId, for_all: bool) {
    let fight = scene.fight();
    let Some(faction) = fight.state.slot.clone() else { return };
    let is_own = |one: &CombatantId| fight.one(*one).user == fight.one(who).user;
    let own: Vec<_> = waited_for(fight, &faction).filter(is_own).collect();
    let is_done = |one: CombatantId| own.contains(&one) || fight.state.passed.contains(&one);
    let is_passed = for_all || eligible(fight, &faction).all(is_done);
    if !own.is_empty() {
        scene.note(Note::PassPressed(own));
    }
    if is_passed {
        pass_slot(scene, faction, if for_all { Passing::Captain } else { Passing::All });
    }
}

/// A slot is passed: with decoys one that only the unseen could take as if nobody could.
pub fn pass_slot(scene: &mut Scene, faction: Name, how: Passing) {
    let fight = scene.fight();
    let is_hidden = |who| fight.is_hidden(By::Combatant(who));
    let is_unseen = fight.decoys && eligible(fight, &faction).all(is_hidden);
    let how = if is_unseen { Passing::Nobody } else { how };
    scene.note(Note::SlotPassed { faction, how });
}

/// FACT-ROUND-6: the stage that a pass ends, factions with nobody ready and eligible passing by
/// themselves; none where it ends none. As far as whoever passes can know: which NPCs are fast
/// enough they do not (FACT-DMG-4).
pub fn ended_by_pass(fight: &Fight, who: CombatantId, for_all: bool) -> Option<Stage> {
    let (stage, slot) = (fight.state.stage?, fight.state.slot.as_ref()?);
    let viewer = fight.viewer_of(By::Combatant(who));
    let is_waited_for = |faction, besides: &dyn Fn(CombatantId) -> bool| {
        waited_for(fight, faction).any(|one| !besides(one) && fight.knows(viewer, one))
    };
    let is_own = |one: CombatantId| for_all || fight.one(one).user == fight.one(who).user;
    let mut others = still_to_pass(fight).filter(|faction| *faction != slot);
    let is_last =
        !is_waited_for(slot, &is_own) && !others.any(|one| is_waited_for(one, &|_| false));
    is_last.then_some(stage)
}

/// FACT-ROUND-5: the factions with active members that have not passed since the last turn.
fn still_to_pass(fight: &Fight) -> impl Iterator<Item = &Name> {
    let cycle = fight.state.factions.iter();
    let open = cycle.filter(|faction| !fight.state.passes.contains(faction));
    open.filter(|faction| initiative::is_active(fight, faction))
}

impl Turns for Factions {
    /// One step of what follows by itself; false when somebody must decide, or nothing is left.
    fn advance(scene: &mut Scene) -> Step<bool> {
        let fight = scene.fight();
        if fight.phase != Phase::Running {
            return Ok(false);
        }
        end::check(scene);
        let fight = scene.fight();
        if let Some(outcome) = fight.state.outcome.clone() {
            end::aftermath(scene, &outcome);
            return Ok(false);
        }
        if let Some(turn) = fight.state.turn {
            let is_over = turns::is_over(fight, &turn);
            if is_over {
                scene.note(Note::TurnEnded(turn.who));
            }
            return Ok(is_over);
        }
        match (fight.state.stage, fight.state.slot.clone()) {
            (None, _) => Ok(false),
            (Some(Stage::RoundEnd), _) => end_round(scene).map(|()| true),
            (Some(_), Some(faction)) => Ok(in_slot(scene, faction)),
            (Some(stage), None) => {
                next_slot(scene, stage);
                Ok(true)
            }
        }
    }

    /// Who is waited for. FACT-ROUND-8: the slot and the open turn 24 h each; FACT-CHAOS-2: 15
    /// seconds.
    fn waits(fight: &Fight) -> Option<Wait> {
        if fight.phase != Phase::Running || fight.state.outcome.is_some() {
            return None;
        }
        let settings = &fight.settings;
        let stage = fight.state.stage.map_or("", Stage::key);
        let (on, part, secs) = match (fight.state.turn, &fight.state.slot) {
            (Some(turn), _) => (vec![By::Combatant(turn.who)], "", settings.turn_secs),
            (None, Some(faction)) => {
                let on = waited_for(fight, faction).map(By::Combatant).collect();
                (on, stage, settings.slot_secs)
            }
            (None, None) => return None,
        };
        let clock_secs = options::chaos_secs(fight).unwrap_or(secs);
        Some(Wait { on, part, clock_secs, is_skipped: true, is_each: false })
    }

    fn is_turn_skipped(_: &Fight, _: CombatantId) -> bool {
        true
    }
}

/// Whose slot it is: who could take it and has not passed. Of NPCs all who are ready, since players
/// must not learn from it which of them are fast (FACT-DMG-4).
fn waited_for<'a>(fight: &'a Fight, faction: &'a Name) -> impl Iterator<Item = CombatantId> + 'a {
    let of_faction = fight.iter().filter(move |(_, one)| one.body.faction == *faction);
    let all = of_faction.filter(|(who, one)| {
        let may = if one.is_npc() { is_ready(fight, *who) } else { is_eligible(fight, *who) };
        may && !fight.state.passed.contains(who)
    });
    all.map(|(who, _)| who)
}

/// A slot that is open: it waits for whoever could take it. FACT-ROUND-6: with nobody ready and
/// eligible the faction passes, and that counts.
fn in_slot(scene: &mut Scene, faction: Name) -> bool {
    let fight = scene.fight();
    if eligible(fight, &faction).any(|who| !fight.state.passed.contains(&who)) {
        return false;
    }
    if eligible(fight, &faction).next().is_some() {
        // Whoever else could have taken it is not there any more.
        pass_slot(scene, faction, Passing::All);
    } else if initiative::is_active(fight, &faction) {
        scene.note(Note::SlotPassed { faction, how: Passing::Nobody });
    } else if let Some(next) = initiative::next_after(fight, &faction).cloned() {
        scene.note(Note::SlotBegan(next));
    }
    true
}

/// FACT-ROUND-1: slots go round the cycle from the first faction. FACT-ROUND-5: the round or phase
/// ends when all factions with active members have passed one after another.
fn next_slot(scene: &mut Scene, stage: Stage) {
    let fight = scene.fight();
    if still_to_pass(fight).next().is_none() {
        return end_stage(scene, stage);
    }
    let first = || fight.state.first.as_ref();
    let next = match &fight.state.last {
        Some(last) => initiative::next_after(fight, last),
        None => match first().filter(|first| initiative::is_active(fight, first)) {
            Some(first) => Some(first),
            None => first().and_then(|first| initiative::next_after(fight, first)),
        },
    };
    match next.cloned() {
        Some(next) => scene.note(Note::SlotBegan(next)),
        None => end_stage(scene, stage),
    }
}

/// State machine: ambush → round; fast phase → slow phase (FACT-FAT-2); else the round's end.
fn end_stage(scene: &mut Scene, stage: Stage) {
    match stage {
        Stage::Ambush => begin_round(scene),
        Stage::Fast => {
            let threshold = scene.fight().state.threshold;
            scene.note(Note::StageBegan { stage: Stage::Slow, threshold });
        }
        Stage::Round | Stage::Slow | Stage::RoundEnd => {
            let threshold = scene.fight().state.threshold;
            scene.note(Note::StageBegan { stage: Stage::RoundEnd, threshold });
        }
    }
}

/// FACT-ROUND-7: departures and pursuit, morale, overdue broken ones surrender, end check, next
/// round.
fn end_round(scene: &mut Scene) -> Step {
    chases::settle_departures(scene)?;
    morale::check_all(scene);
    morale::surrender_overdue(scene);
    end::check(scene);
    if scene.fight().state.outcome.is_none() {
        begin_round(scene);
    }
    Ok(())
}

/// FACT-ROUND-2: everybody becomes ready. FACT-FAT-1: the threshold is rolled.
pub fn begin_round(scene: &mut Scene) {
    let round = scene.fight().round + 1;
    initiative::hand_on(scene);
    scene.note(CoreNote::RoundBegan(round));
    let (stage, threshold) = options::first_phase(scene);
    scene.note(Note::StageBegan { stage, threshold });
}
