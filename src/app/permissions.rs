//! Who may do what: one table for every verb (I10), NPC and GM verbs too.
//!
//! Answers are not in the table: a prompt says itself who may answer it.

use crate::engine::game::{Game, Member};
use crate::engine::ids::{By, UserId};
use crate::engine::words::Refusal;

use super::fight_now::FightNow;
use super::nearest;

/// What somebody is to a fight; the later, the more they may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Stranger,
    /// Plays a combatant of another player's, for now.
    StandIn,
    /// Plays a combatant of the fight.
    Player,
    /// Helps the GM, and may do what the GM may, but for arranging who is the GM.
    CoGm,
    Gm,
}

/// Who may use a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    Anyone,
    /// Whoever plays a combatant of the fight, and the GMs.
    Player,
    /// Whoever did last what is meant, and the GM.
    Author,
    /// Whoever controls the combatant that acts: its player and stand-in; the GMs for NPCs and
    /// for players who are absent.
    Controller,
    /// The GM and the co-GMs.
    Gm,
    /// The GM, and who runs the server.
    GmOrAdmin,
}

/// The verbs of the app itself and the orders common to all systems.
pub const VERBS: &[(&str, Right)] = &[
    ("new", Right::Anyone),
    ("join", Right::Anyone),
    ("status", Right::Anyone),
    ("log", Right::Anyone),
    ("roll", Right::Anyone),
    ("fight", Right::Anyone),
    ("map", Right::Anyone),
    // About a fight only to who is in it: the guide sees to that.
    ("guide", Right::Anyone),
    ("sheet-new", Right::Anyone),
    ("sheet-show", Right::Anyone),
    ("sheet-list", Right::Anyone),
    ("sheet-edit", Right::Anyone),
    ("sheet-copy", Right::Anyone),
    ("sheet-delete", Right::Anyone),
    ("sheet-import", Right::Anyone),
    ("sheet-export", Right::Anyone),
    // Only who runs the server may change it: the shelf sees to that.
    ("kit", Right::Anyone),
    ("load", Right::Anyone),
    // For a server: only by who runs it.
    ("plain", Right::Anyone),
    ("away", Right::Anyone),
    ("clock", Right::Anyone),
    ("inbox", Right::Anyone),
    ("mine", Right::Player),
    ("export", Right::Player),
    // Their own character; the GM any player's.
    ("stand-in", Right::Player),
    ("absence", Right::Player),
    // For whom, and that it is theirs, is checked by `actor`.
    ("orders-add", Right::Player),
    ("orders-list", Right::Player),
    ("orders-test", Right::Player),
    ("orders-remove", Right::Player),
    ("queue-add", Right::Player),
    ("queue-confirm", Right::Player),
    ("queue-list", Right::Player),
    ("queue-clear", Right::Player),
    ("save", Right::Gm),
    ("add", Right::Gm),
    ("zones", Right::Gm),
    ("set", Right::Gm),
    ("adjust", Right::Gm),
    ("reveal", Right::Gm),
    ("remove", Right::Gm),
    ("start", Right::Gm),
    ("skip", Right::Gm),
    ("end", Right::Gm),
    ("take-back", Right::Author),
    ("undo", Right::Gm),
    ("redo", Right::Gm),
    ("pause", Right::Gm),
    ("resume", Right::Gm),
    ("hand-over", Right::GmOrAdmin),
    ("co-gm", Right::GmOrAdmin),
];

/// Who may use a verb in a fight of this system; none where the system has no such verb.
pub fn right(system: &str, verb: &str) -> Option<Right> {
    if let Some((_, right)) = VERBS.iter().find(|(name, _)| *name == verb) {
        return Some(*right);
    }
    let (acts, orders) = Game::verbs(system)?;
    if acts.iter().any(|act| act.name == verb) {
        Some(Right::Controller)
    } else if orders.iter().any(|order| order.name == verb) {
        Some(Right::Gm)
    } else {
        None
    }
}

/// The right to a verb, for a role. Whom a controller acts for is checked by [`actor`].
///
/// # Errors
/// `not-in-system`, `not-gm`, `not-joined`, in this order.
pub(super) fn permit(
    now: &FightNow,
    user: UserId,
    is_admin: bool,
    verb: &str,
) -> Result<Right, Refusal> {
    let right = right(now.system(), verb).ok_or_else(|| {
        let refusal = Refusal::new("not-in-system", "").with("verb", verb);
        let refusal = refusal.with("system", now.system());
        match nearest::nearest(now.system(), now.role(user), verb) {
            Some(near) => refusal.with("nearest", near),
            None => refusal,
        }
    })?;
    let role = now.role(user);
    let (is_allowed, key) = match right {
        Right::Anyone => (true, ""),
        Right::Player | Right::Author | Right::Controller => (role >= Role::StandIn, "not-joined"),
        Right::Gm => (role >= Role::CoGm, "not-gm"),
        Right::GmOrAdmin => (role == Role::Gm || is_admin, "not-gm"),
    };
    if is_allowed { Ok(right) } else { Err(Refusal::new(key, "").with("verb", verb)) }
}

/// The combatant somebody acts as: the one they name, else their only one, else the one of theirs
/// that is waited for.
///
/// # Errors
/// `bad-target` for a name they know nothing of or that another player plays, `not-gm` for an NPC,
/// `not-joined` where they have nobody, `as-whom` where they must say.
pub(super) fn actor<'a>(
    now: &'a FightNow,
    user: UserId,
    acting_as: Option<&str>,
) -> Result<&'a Member, Refusal> {
    let Some(name) = acting_as else { return only_actor(now, user) };
    let unknown = || Refusal::new("bad-target", "").with("name", name);
    let found = now.eyes(user).find(&now.game, name).and_then(|who| now.member(who));
    let member = found.ok_or_else(unknown)?;
    match member.user {
        _ if now.may_play(user, By::Combatant(member.id)) => Ok(member),
        None => Err(Refusal::new("not-gm", "").with("name", &member.name)),
        Some(_) => Err(unknown()),
    }
}

/// The same for what is prepared, which is its owner's secret: not of an absent player's.
///
/// # Errors
/// As [`actor`].
pub(super) fn owner<'a>(
    now: &'a FightNow,
    user: UserId,
    acting_as: Option<&str>,
) -> Result<&'a Member, Refusal> {
    let member = actor(now, user, acting_as)?;
    if member.user.is_none() || now.is_own(user, member) {
        return Ok(member);
    }
    Err(Refusal::new("bad-target", "").with("name", acting_as.unwrap_or(&member.name)))
}

fn only_actor(now: &FightNow, user: UserId) -> Result<&Member, Refusal> {
    let own: Vec<&Member> = now.controlled_by(user).collect();
    let is_waited_for = |one: &&&Member| now.is_waited_for(By::Combatant(one.id));
    let mut waited_for = own.iter().filter(is_waited_for);
    match (own.as_slice(), waited_for.next(), waited_for.next()) {
        ([], ..) => Err(Refusal::new("not-joined", "")),
        ([only], ..) => Ok(only),
        (_, Some(only), None) => Ok(only),
        _ => {
            let names: Vec<&str> = own.iter().map(|one| one.name.as_str()).collect();
            Err(Refusal::new("as-whom", "").with("names", names.join(", ")))
        }
    }
}
