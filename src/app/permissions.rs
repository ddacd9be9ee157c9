//! Who may do what: one table for every verb (I10), NPC and GM verbs too.

use crate::engine::game::{Game, SYSTEMS};

/// What somebody is to a fight. Stand-ins and co-GMs will have their places here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Stranger,
    /// Plays a combatant of the fight.
    Player,
    Gm,
}

/// Who may use a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    Anyone,
    /// Whoever plays a combatant of the fight, and the GM.
    Player,
    /// Whoever controls the combatant that acts: its player; the GM for NPCs.
    Controller,
    Gm,
    /// The GM, and who runs the server.
    GmOrAdmin,
}

/// The verbs of the app itself and of all systems, with who may use them.
pub const VERBS: &[(&str, Right)] = &[
    ("new", Right::Anyone),
    ("join", Right::Anyone),
    ("status", Right::Anyone),
    ("log", Right::Anyone),
    ("roll", Right::Anyone),
    ("fight", Right::Anyone),
    ("mine", Right::Player),
    ("add", Right::Gm),
    ("zones", Right::Gm),
    ("set", Right::Gm),
    ("adjust", Right::Gm),
    ("reveal", Right::Gm),
    ("remove", Right::Gm),
    ("start", Right::Gm),
    ("skip", Right::Gm),
    ("end", Right::Gm),
    ("undo", Right::Gm),
    ("redo", Right::Gm),
    ("pause", Right::Gm),
    ("resume", Right::Gm),
    ("hand-over", Right::GmOrAdmin),
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

/// Whether some other system has the verb.
pub fn is_known(verb: &str) -> bool {
    SYSTEMS.iter().any(|system| right(system, verb).is_some())
}
