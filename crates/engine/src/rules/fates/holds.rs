//! Held actions (FATES-HOLD): what sets them off, and how they break into what is going on. A held
//! action inside another is a call inside a call.

use serde::{Deserialize, Serialize};

use super::deeds::{self, Deed};
use super::prompts::{self, Answer};
use super::sheet::Prose;
use super::state::{Allowance, Note};
use super::wounded::are_allies;
use super::zones::zone_of;
use super::{Ask, Fight, Scene, Step};
use crate::ids::{By, CombatantId, ZoneId};
use crate::keyed::keyed;
use crate::scene::DecoyWait;
use crate::why::Why;

/// "Whoever triggers it", as the target of a held action (FATES-HOLD-7).
pub const WHOEVER: CombatantId = CombatantId(u8::MAX - 1);

/// FATES-HOLD-1: a trigger, and an action with all its details.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    pub trigger: Trigger,
    pub deed: Deed,
    /// Of a held skill, asked when holding (FATES-HOLD-7).
    pub difficulty: u8,
}

impl Hold {
    /// All whom it names.
    pub fn named(&self) -> impl Iterator<Item = CombatantId> {
        let at = if let Event::Attacks(at) = self.trigger.event { at } else { None };
        let by = if let Scope::One(who) = self.trigger.who { Some(who) } else { None };
        [self.deed.target(), at, by].into_iter().flatten().filter(|whom| *whom != WHOEVER)
    }
}

/// FATES-HOLD-2: what sets off a held action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    pub event: Event,
    pub who: Scope,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A zone; none: any.
    Enters(Option<ZoneId>),
    Leaves(Option<ZoneId>),
    LastLeaves(ZoneId),
    /// A given target; none: anybody.
    Attacks(Option<CombatantId>),
    UsesItem,
    UsesSkill,
    Wounded,
    Flees,
    Text(Prose),
}

/// By whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    One(CombatantId),
    Allies,
    Enemies,
}

keyed! {
    /// The kinds of triggers, as they are said.
    Kind {
        Enters = "enters",
        Leaves = "leaves",
        LastLeaves = "last-leaves",
        Attacks = "attacks",
        UsesItem = "uses-item",
        UsesSkill = "uses-skill",
        Wounded = "wounded",
        Flees = "flees",
        Text = "text",
    }
}

/// Something that may set off held actions.
#[derive(Clone, Copy, Debug)]
pub enum Happening {
    Moved { who: CombatantId, from: ZoneId, to: ZoneId },
    Attacks { who: CombatantId, target: CombatantId },
    UsesItem(CombatantId),
    UsesSkill(CombatantId),
    Wounded(CombatantId),
    Flees(CombatantId),
}

impl Happening {
    fn who(self) -> CombatantId {
        match self {
            Self::Moved { who, .. } | Self::Attacks { who, .. } => who,
            Self::UsesItem(who) | Self::UsesSkill(who) | Self::Wounded(who) | Self::Flees(who) => {
                who
            }
        }
    }
}

/// FATES-HOLD-1: one of Attack, Use an Item or Use a Skill, as far as its details are fixed now.
pub fn check(fight: &Fight, who: CombatantId, hold: Option<&Hold>) -> Result<(), Why> {
    let hold = hold.ok_or(Why::new("bad-target", "FATES-HOLD-1"))?;
    let bad = |zone: ZoneId| Err(Why::new("bad-target", "FATES-HOLD-2").at(zone));
    match hold.trigger.event {
        Event::Enters(Some(zone)) | Event::Leaves(Some(zone)) | Event::LastLeaves(zone)
            if fight.zones.get(zone).is_none() =>
        {
            return bad(zone);
        }
        Event::Attacks(Some(at)) => check_known(fight, who, at)?,
        _ => {}
    }
    if let Scope::One(by) = hold.trigger.who {
        check_known(fight, who, by)?;
    }
    deeds::check_held(fight, who, &hold.deed)?;
    // FATES-HOLD-7: nobody triggers what is fired by a button.
    let is_pressed = matches!(hold.trigger.event, Event::Text(_));
    if is_pressed && hold.deed.target() == Some(WHOEVER) {
        return Err(Why::new("bad-target", "FATES-HOLD-7"));
    }
    Ok(())
}

fn check_known(fight: &Fight, who: CombatantId, other: CombatantId) -> Result<(), Why> {
    let is_known = fight.knows(fight.viewer_of(By::Combatant(who)), other);
    if is_known && fight.body(other).is_active() {
        Ok(())
    } else {
        Err(Why::new("bad-target", "FATES-HOLD-2").about(other))
    }
}

/// FATES-HOLD-1: Hold is an Action, and the own turn ends at once. FATES-HOLD-7: a held skill's
/// difficulty is asked when holding.
pub fn hold(scene: &mut Scene, who: CombatantId, hold: &Hold) -> Step {
    scene.note(Note::Spent { who, what: Allowance::Action, by: None });
    let mut hold = hold.clone();
    if let Some(check) = hold.deed.ruled() {
        hold.difficulty = super::checks::ask_difficulty(scene, who, check)?;
    }
    if scene.fight().get(who).is_some_and(|one| one.body.is_active()) {
        scene.note(Note::Held { who, hold: Some(Box::new(hold)) });
    }
    scene.note(Note::Finished(who));
    Ok(())
}

/// FATES-HOLD-3: a seen trigger fires the held action at once, in anybody's turn. FATES-HOLD-5:
/// several resolve in turn order, one set off inside another first; each fires once.
pub fn spring(scene: &mut Scene, happening: &Happening) -> Step {
    let fight = scene.fight();
    if fight.iter().all(|(_, one)| one.body.hold.is_none()) {
        return Ok(());
    }
    let is_due = |who: &CombatantId| is_set_off(fight, *who, *happening);
    let due: Vec<CombatantId> = fight.state.order.iter().copied().filter(is_due).collect();
    for who in due {
        fire(scene, who, happening.who())?;
    }
    Ok(())
}

/// FATES-HOLD-2: whether something sets off what somebody holds, as far as they can see it.
fn is_set_off(fight: &Fight, holder: CombatantId, happening: Happening) -> bool {
    let Some(Hold { trigger, .. }) = &fight.body(holder).hold else { return false };
    let who = happening.who();
    let is_meant = match trigger.who {
        Scope::One(one) => one == who,
        Scope::Allies => holder != who && are_allies(fight, holder, who),
        Scope::Enemies => !are_allies(fight, holder, who),
    };
    let is_here = |wanted: &Option<ZoneId>, zone: ZoneId| wanted.is_none_or(|it| it == zone);
    let is_event = match (&trigger.event, happening) {
        (Event::Enters(zone), Happening::Moved { to, .. }) => is_meant && is_here(zone, to),
        (Event::Leaves(zone), Happening::Moved { from, .. }) => is_meant && is_here(zone, from),
        (Event::LastLeaves(zone), Happening::Moved { from, .. }) => {
            from == *zone && is_last_ally(fight, holder, who, *zone)
        }
        (Event::Attacks(at), Happening::Attacks { target, .. }) => {
            is_meant && at.is_none_or(|at| at == target)
        }
        (Event::UsesItem, Happening::UsesItem(_))
        | (Event::UsesSkill, Happening::UsesSkill(_))
        | (Event::Wounded, Happening::Wounded(_))
        | (Event::Flees, Happening::Flees(_)) => is_meant,
        _ => false,
    };
    is_event && fight.knows(fight.viewer_of(By::Combatant(holder)), who)
}

/// FATES-HOLD-2: the last ally has left a zone, as far as the holder knows, who is not counted.
fn is_last_ally(fight: &Fight, holder: CombatantId, who: CombatantId, zone: ZoneId) -> bool {
    let viewer = fight.viewer_of(By::Combatant(holder));
    let stays = |one: CombatantId| {
        one != holder
            && are_allies(fight, holder, one)
            && fight.knows(viewer, one)
            && fight.body(one).is_active()
            && zone_of(fight, one) == zone
    };
    who != holder && are_allies(fight, holder, who) && !fight.iter().any(|(one, _)| stays(one))
}

/// A held action breaks in. FATES-HOLD-6: one that is illegal when it fires is lost. FATES-HOLD-7:
/// "whoever triggers it" is its target.
pub fn fire(scene: &mut Scene, who: CombatantId, by: CombatantId) -> Step {
    let Some(hold) = scene.fight().get(who).and_then(|one| one.body.hold.clone()) else {
        return Ok(());
    };
    scene.note(Note::HoldFired(who));
    let deed = hold.deed.against(by);
    if deeds::check(scene.fight(), who, &deed).is_err() {
        scene.note(Note::HoldWasted(who));
        return Ok(());
    }
    deeds::play(scene, who, &deed, deeds::How::Held { difficulty: hold.difficulty })
}

/// Whether somebody holds an action with a text trigger.
pub fn has_text_hold(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| {
        one.body.hold.as_ref().is_some_and(|hold| matches!(hold.trigger.event, Event::Text(_)))
    })
}

/// FATES-HOLD-3: a text trigger is fired by its holder, in anybody's turn.
pub fn check_trigger(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    if has_text_hold(fight, who) { Ok(()) } else { Err(Why::new("no-hold", "FATES-HOLD-3")) }
}

/// What was heard while a window is open.
pub enum Heard {
    /// The place of the question, and its answer.
    Answer(usize, Answer),
    /// A text trigger was pressed, and what was held has been done.
    Trigger,
    /// Nobody is left who is waited for.
    Nobody,
}

/// Asks, and lets holders of text triggers break in meanwhile; nobody waits for them.
pub fn listen(scene: &mut Scene, mut asks: Vec<Ask>, lull: &mut DecoyWait) -> Step<Heard> {
    let fight = scene.fight();
    let holders: Vec<CombatantId> =
        fight.iter().map(|(who, _)| who).filter(|who| has_text_hold(fight, *who)).collect();
    let count = asks.len();
    asks.extend(holders.iter().map(|who| prompts::trigger(fight, *who)));
    match scene.ask_next_in(&asks, lull)? {
        None => Ok(Heard::Nobody),
        Some((at, answer)) if at < count => Ok(Heard::Answer(at, answer)),
        Some((at, _)) => {
            let who = holders[at - count];
            fire(scene, who, CombatantId::NOBODY)?;
            Ok(Heard::Trigger)
        }
    }
}
