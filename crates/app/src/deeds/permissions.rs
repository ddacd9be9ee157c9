//! Who may do what: one table for every verb (I10), NPC and GM verbs too.
//!
//! Answers are not in the table: a prompt says itself who may answer it.

use engine::command::{Command, Refusal};
use engine::game::{Game, Member};
use engine::ids::{By, UserId};
use engine::verbs::{Slot, Verb, verb, word};

use crate::deeds::nearest;
use crate::fight::fight_state::FightState;
use crate::fight::roles::Role;

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

/// For verbs that take any field of a sheet, which is looked at where it is made.
const FIELDS: &[Slot] = &[word("with")];

/// A verb and the names of its slots: its commands are in the table of the front.
macro_rules! verb {
    ($name:literal $(, $slot:literal)*) => { verb($name, &[$(word($slot)),*]) };
}

/// The verbs of the app itself and the orders common to all systems.
pub const VERBS: &[(Verb, Right)] = &[
    (verb!("new", "system", "zones"), Right::Anyone),
    // A fight like one that is over, by the GMs of that.
    (verb!("again", "fight"), Right::Anyone),
    (verb("join", FIELDS), Right::Anyone),
    (verb!("status", "fight", "short"), Right::Anyone),
    (verb!("log", "who", "round", "kind", "since", "last", "before", "fight"), Right::Anyone),
    (verb!("roll", "dice", "sight", "salt", "date"), Right::Anyone),
    (verb!("fight", "id"), Right::Anyone),
    (verb!("map"), Right::Anyone),
    // About a fight only to who is in it: the guide sees to that.
    (verb!("guide", "why", "rule", "system"), Right::Anyone),
    (verb("sheet-new", FIELDS), Right::Anyone),
    (verb!("sheet-show", "name", "id"), Right::Anyone),
    (verb!("sheet-list"), Right::Anyone),
    (verb("sheet-edit", FIELDS), Right::Anyone),
    (verb!("sheet-copy", "name", "id", "to"), Right::Anyone),
    (verb!("sheet-delete", "name", "id", "revision"), Right::Anyone),
    (verb!("sheet-import", "text", "file", "name"), Right::Anyone),
    (verb!("sheet-export", "name", "id", "format"), Right::Anyone),
    // Only who runs the server may change it: the shelf sees to that.
    (verb!("kit", "system", "text", "file", "remove"), Right::Anyone),
    (verb!("load", "name", "drop"), Right::Anyone),
    // Only who runs the server may change them.
    (verb!("systems", "add", "days"), Right::Anyone),
    // For a server: only by who runs it.
    (verb!("plain", "on", "server"), Right::Anyone),
    (verb!("away", "until", "back"), Right::Anyone),
    (verb!("clock", "zone", "quiet_hours"), Right::Anyone),
    (verb!("inbox"), Right::Anyone),
    // About whoever says it, and nobody else.
    (verb!("privacy", "do", "sure"), Right::Anyone),
    (verb!("mine"), Right::Player),
    (verb!("export", "format"), Right::Player),
    // Their own character; the GM any player's.
    (verb!("stand-in", "user", "who", "until"), Right::Player),
    (verb!("absence", "policy", "who", "temper", "spares"), Right::Player),
    // For whom, and that it is theirs, is checked by `actor`.
    (
        verb!("orders-add", "answer", "question", "by", "whom", "way", "threat", "spend", "when"),
        Right::Player,
    ),
    (verb!("orders-list"), Right::Player),
    (verb!("orders-test", "question", "by", "whom", "way"), Right::Player),
    (verb!("orders-remove", "number"), Right::Player),
    (verb!("queue-add", "act", "if", "when"), Right::Player),
    (verb!("queue-confirm", "draft"), Right::Player),
    (verb!("queue-list"), Right::Player),
    (verb!("queue-clear"), Right::Player),
    (verb!("save", "name"), Right::Gm),
    (verb("add", FIELDS), Right::Gm),
    (verb!("zones", "layout"), Right::Gm),
    (verb!("set", "key", "value"), Right::Gm),
    (verb!("adjust", "who", "field", "value"), Right::Gm),
    (verb!("reveal", "who", "show", "alias"), Right::Gm),
    (verb!("portrait", "who", "portrait"), Right::Gm),
    (verb!("remove", "who"), Right::Gm),
    (verb!("supply", "who", "item", "thing"), Right::Gm),
    (verb!("loose", "zone", "item", "thing"), Right::Gm),
    (verb!("start"), Right::Gm),
    (verb!("skip", "who"), Right::Gm),
    (verb!("end", "outcome"), Right::Gm),
    (verb!("take-back"), Right::Author),
    (verb!("undo", "steps"), Right::Gm),
    (verb!("redo"), Right::Gm),
    (verb!("forecast", "fight"), Right::Gm),
    (verb!("pause"), Right::Gm),
    (verb!("resume"), Right::Gm),
    (verb!("hand-over", "user"), Right::GmOrAdmin),
    (verb!("co-gm", "do", "user"), Right::GmOrAdmin),
];

/// What is said in every fight has all its slots; those of the rules are looked at by the engine.
///
/// # Errors
/// `no-such-slot`.
pub(crate) fn check_slots(words: &Command) -> Result<(), Refusal> {
    let known = VERBS.iter().find(|(verb, _)| verb.name == words.verb && verb.slots != FIELDS);
    known.map_or(Ok(()), |(verb, _)| verb.check_slots(words))
}

/// Whether a verb is said in fights of all systems.
pub fn is_common(verb: &str) -> bool {
    VERBS.iter().any(|(known, _)| known.name == verb)
}

/// Who may use a verb in a fight of this system; none where the system has no such verb.
pub fn right(system: &str, verb: &str) -> Option<Right> {
    if let Some((_, right)) = VERBS.iter().find(|(known, _)| known.name == verb) {
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
pub(crate) fn permit(
    now: &FightState,
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
pub(crate) fn actor<'a>(
    now: &'a FightState,
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
pub(crate) fn owner<'a>(
    now: &'a FightState,
    user: UserId,
    acting_as: Option<&str>,
) -> Result<&'a Member, Refusal> {
    let member = actor(now, user, acting_as)?;
    if member.user.is_none() || now.is_own(user, member) {
        return Ok(member);
    }
    Err(Refusal::new("bad-target", "").with("name", acting_as.unwrap_or(&member.name)))
}

fn only_actor(now: &FightState, user: UserId) -> Result<&Member, Refusal> {
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
