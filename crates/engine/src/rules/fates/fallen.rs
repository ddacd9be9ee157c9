//! Fallen Fates (FATES-FATE).

use super::prompts::{self, Answer};
use super::sheet::{Attribute, Body, Skill};
use super::state::{Exit, Note, Relief};
use super::{Ask, Fight, Scene, Step, damage, rolls, wounded};
use crate::ids::CombatantId;
use crate::keyed::keyed;
use crate::scene::Stop;
use crate::why::Why;

keyed! {
    /// The four dramatic ends, and that of an NPC whose GM wants none of them.
    Fate {
        Never = "never",
        Push = "push",
        Blaze = "blaze",
        Demise = "demise",
        Falls = "falls",
    }
}

/// FATES-FATE-5: twice in a life.
pub const MOST_NEVER: u8 = 2;

/// FATES-FATE-6: what a Desperate Push must reach.
pub const PUSH_SUCCEEDS: u8 = 8;

/// FATES-FATE-2: not more often than the higher of Stamina and Control. FATES-FATE-3: not above
/// half the maximum, rounded down.
pub fn check_ignore(body: &Body, amount: u8) -> Result<(), Why> {
    if body.ignores >= most_ignores(body) {
        return Err(Why::new("ignore-spent", "FATES-FATE-2"));
    }
    if is_too_big(body, amount) {
        return Err(Why::new("ignore-too-big", "FATES-FATE-3"));
    }
    Ok(())
}

/// FATES-FATE-2: how many Fates can be ignored until Rest.
pub fn most_ignores(body: &Body) -> u8 {
    body.rank(Skill::Stamina).max(body.rank(Skill::Control))
}

/// FATES-FATE-3: above half the maximum Resolve.
pub fn is_too_big(body: &Body, amount: u8) -> bool {
    amount > body.resolve_max / 2
}

/// FATES-FATE-4: one attribute by 2D, or two different ones by 1D each; none picked: the pick is
/// owed. FATES-FATE-5: twice in a life, and none below 1D.
pub fn check_never(body: &Body, attributes: &[Attribute]) -> Result<(), Why> {
    let unavailable = Err(Why::new("fate-unavailable", "FATES-FATE-5"));
    if never_left(body) == 0 {
        return unavailable;
    }
    if attributes.is_empty() || is_lawful(body, attributes) { Ok(()) } else { unavailable }
}

/// FATES-FATE-5: how often Never the Same is still possible; not at all without a lawful pick.
pub fn never_left(body: &Body) -> u8 {
    if has_pick(body) { MOST_NEVER.saturating_sub(body.never_the_same) } else { 0 }
}

/// FATES-FATE-12: an owed pick is paid by a lawful one.
pub fn check_pick(body: &Body, attributes: &[Attribute]) -> Result<(), Why> {
    if body.pick_owed && is_lawful(body, attributes) {
        Ok(())
    } else {
        Err(Why::new("fate-unavailable", "FATES-FATE-12"))
    }
}

fn is_lawful(body: &Body, attributes: &[Attribute]) -> bool {
    match attributes {
        [one] => body.attribute(*one) > 2,
        [one, other] => one != other && body.attribute(*one) > 1 && body.attribute(*other) > 1,
        _ => false,
    }
}

/// FATES-FATE-5: with no lawful pick it is not offered.
fn has_pick(body: &Body) -> bool {
    let dice = |attribute: &Attribute| body.attribute(*attribute);
    Attribute::ALL.iter().any(|one| dice(one) > 2)
        || Attribute::ALL.iter().filter(|one| dice(one) > 1).count() > 1
}

/// Attributes lowered for good: the one by 2D, or two by 1D each.
fn lower(scene: &mut Scene, who: CombatantId, attributes: &[Attribute]) {
    let (attributes, dice) = match attributes {
        [one] => (vec![*one, *one], 2),
        several => (several.to_vec(), 1),
    };
    let body = scene.fight().body(who);
    let left = attributes.iter().map(|one| body.attribute(*one).saturating_sub(dice)).collect();
    scene.note(Note::Lowered { who, attributes, left: Some(left) });
}

/// FATES-FATE-12: `/fate pick`.
pub fn pick(scene: &mut Scene, who: CombatantId, attributes: &[Attribute]) {
    lower(scene, who, attributes);
}

/// FATES-FATE-1: a Wounded PC who takes damage chooses a Fate or ignores it, before anything else
/// goes on. FATES-FATE-11: for a significant NPC the GM is asked privately. FATES-FATE-12: without
/// an answer, ignore if allowed; else the GM chooses during a second clock.
pub fn meet(scene: &mut Scene, who: CombatantId, amount: u8) -> Step {
    let mut is_cut = false;
    let ask = |fight: &Fight| prompts::fate(fight, who, amount);
    let mut answer = choose(scene, who, ask, &mut is_cut)?;
    if answer == Some(Answer::Leave) {
        let ask = |fight: &Fight| prompts::second_fate(fight, who, amount);
        answer = choose(scene, who, ask, &mut is_cut)?;
    }
    match answer {
        Some(Answer::Ignore { text }) => scene.note(Note::Ignored { who, text }),
        Some(Answer::Never { attributes, text }) => {
            never_the_same(scene, who, &attributes, text);
        }
        Some(Answer::Fate { fate, text }) => suffer(scene, who, fate, text)?,
        _ => {}
    }
    if is_cut { Err(Stop::Cut) } else { Ok(()) }
}

/// Somebody who is out, or Wounded no more, has no Fate to choose; FATES-FATE-8: nor has who
/// blazes.
pub fn is_met(fight: &Fight, who: CombatantId) -> bool {
    let is_wounded = fight.get(who).is_some_and(|one| one.body.wounded && one.body.is_active());
    is_wounded && !damage::is_blazing(fight, who)
}

/// An answer of those that are possible when it comes: what the GM rules meanwhile, and another
/// Fate that calls, may change them, and then it is asked anew. None: there is no Fate any more.
/// FATES-FATE-9: a Blaze that is chosen meanwhile cuts the turn, and not this choice.
fn choose(
    scene: &mut Scene,
    who: CombatantId,
    ask: impl Fn(&Fight) -> Ask,
    is_cut: &mut bool,
) -> Step<Option<Answer>> {
    while is_met(scene.fight(), who) {
        let asked = ask(scene.fight());
        let choices = asked.choices.clone();
        let answer = match scene.ask(asked) {
            Err(Stop::Cut) if scene.fight().state.outcome.is_none() => {
                *is_cut = true;
                continue;
            }
            answer => answer?,
        };
        if is_met(scene.fight(), who) && ask(scene.fight()).choices == choices {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

fn suffer(scene: &mut Scene, who: CombatantId, fate: Fate, text: String) -> Step {
    match fate {
        Fate::Never => {
            never_the_same(scene, who, &[], text);
            Ok(())
        }
        Fate::Push => {
            scene.note(Note::FateChosen { who, fate, text });
            desperate_push(scene, who);
            Ok(())
        }
        Fate::Blaze => {
            scene.note(Note::FateChosen { who, fate, text });
            blaze_of_glory(scene, who)
        }
        Fate::Demise => {
            scene.note(Note::FateChosen { who, fate, text });
            tragic_demise(scene, who);
            Ok(())
        }
        // FATES-FATE-11: it falls and is down.
        Fate::Falls => {
            scene.note(Note::FateChosen { who, fate, text });
            wounded::go_down(scene, who)
        }
    }
}

/// FATES-FATE-4: attributes lowered for good, and removed from this encounter, alive and still
/// Wounded.
fn never_the_same(scene: &mut Scene, who: CombatantId, attributes: &[Attribute], text: String) {
    scene.note(Note::FateChosen { who, fate: Fate::Never, text });
    if attributes.is_empty() {
        scene.note(Note::PickOwed(who));
    } else {
        lower(scene, who, attributes);
    }
    wounded::leave(scene, who, Exit::Removed);
}

/// FATES-FATE-6: 2D; on 7 or less it dies, on 8 or more it regains that much and is Wounded no
/// more.
fn desperate_push(scene: &mut Scene, who: CombatantId) {
    let total = rolls::sum(scene, 2);
    scene.note(Note::PushRolled { who, total });
    if total >= PUSH_SUCCEEDS {
        wounded::regain(scene, who, total, Relief::Push);
    } else {
        wounded::leave(scene, who, Exit::Dead);
    }
}

/// FATES-FATE-7: the turn that runs ends at once, whoever's it is, and the chooser takes a full
/// one. FATES-FATE-9: a Blaze inside a Blaze turn ends the first, whose character dies then. What
/// is unfinished of the cut turn is dropped with it: the cut unwinds every call that is open.
fn blaze_of_glory(scene: &mut Scene, who: CombatantId) -> Step {
    let turn = scene.fight().state.turn.as_ref();
    let first = turn.filter(|turn| turn.blaze).map(|turn| turn.who);
    scene.note(Note::Blazed(who));
    if let Some(first) = first {
        wounded::leave(scene, first, Exit::Dead);
    }
    Err(Stop::Cut)
}

/// FATES-FATE-10: it dies; each ally who witnesses it regains 2D and gains 1 FP; one roll for all.
/// Witnesses are all active allies, in any zone.
fn tragic_demise(scene: &mut Scene, who: CombatantId) {
    wounded::leave(scene, who, Exit::Dead);
    let total = rolls::sum(scene, 2);
    scene.note(Note::DemiseRolled { who, total });
    for ally in witnesses(scene.fight(), who) {
        wounded::regain(scene, ally, total, Relief::Demise);
        scene.note(Note::FpGained(ally));
    }
}

pub fn witnesses(fight: &Fight, who: CombatantId) -> Vec<CombatantId> {
    let allies = fight.iter().filter(|(one, other)| {
        *one != who && other.body.is_active() && wounded::are_allies(fight, *one, who)
    });
    allies.map(|(one, _)| one).collect()
}
