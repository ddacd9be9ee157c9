//! The nearest verb that a system has to one that it has not.
//!
//! By meaning first: the systems have other words for one thing, and `/parry` is nearer to `/dodge`
//! than to `/parley`. Then by spelling.

use std::collections::BTreeSet;

use crate::engine::game::Game;

use super::permissions::{self, Right, Role, VERBS};

/// What verbs of the five systems are meant to do, and verbs that do about that, best first.
const MEANINGS: &[(&str, &[&str])] = &[
    // Against an attack on oneself or a friend.
    ("parry", &["counter", "guard", "defend", "dodge"]),
    ("dodge", &["parry", "defend", "guard"]),
    ("counter", &["parry", "dodge"]),
    ("guard", &["sacrifice-shield", "parry", "defend", "assist", "dodge"]),
    ("sacrifice-shield", &["guard", "parry", "defend", "dodge"]),
    ("resist", &["stance", "defend", "recover"]),
    ("defend", &["guard", "parry", "disengage", "dodge"]),
    ("hide-behind", &["guard", "sacrifice-shield", "dodge"]),
    ("stance", &["defend", "guard", "disengage"]),
    ("cover", &["take-cover", "hide", "defend", "disengage"]),
    ("take-cover", &["cover", "hide", "disengage"]),
    ("leave-cover", &["move"]),
    ("hide", &["take-cover", "cover", "skill"]),
    // After somebody who leaves.
    ("chase", &["pursue", "engage", "dash", "move"]),
    ("pursue", &["chase", "engage", "dash", "move"]),
    ("let-go", &["pass", "skip"]),
    // Before an attack, or with it.
    ("aim", &["ready", "advantage", "attack"]),
    ("taunt", &["stunt", "skill"]),
    ("advantage", &["stunt", "assist", "skill"]),
    ("interfere", &["stunt", "shove", "push", "skill"]),
    ("engage", &["move", "attack"]),
    ("force", &["cast", "shove", "push", "stunt"]),
    ("shove", &["push", "stunt"]),
    ("push", &["shove", "stunt"]),
    ("disarm", &["stunt", "grapple", "skill"]),
    ("stunt", &["advantage", "skill"]),
    ("manoeuvre", &["stunt", "skill"]),
    ("grapple", &["stunt", "attack"]),
    ("cast", &["force", "attack"]),
    // On one's own turn otherwise.
    ("assist", &["advantage", "stunt", "skill"]),
    ("fate", &["skill", "say"]),
    ("hold", &["ready", "delay", "pass"]),
    ("ready", &["hold", "delay", "pass"]),
    ("delay", &["hold", "swap", "pass"]),
    ("swap", &["delay", "pass"]),
    ("turn", &["pass"]),
    ("done", &["pass"]),
    ("break", &["breakfree", "release", "recover"]),
    ("breakfree", &["break", "release", "recover"]),
    ("release", &["breakfree", "break", "drop", "recover"]),
    ("recover", &["breakfree", "break", "rest"]),
    ("douse", &["recover", "skill"]),
    ("rest", &["recover", "heal"]),
    ("stand", &["recover", "move"]),
    ("disengage", &["dash", "move", "flee"]),
    ("dash", &["move"]),
    ("parley", &["surrender", "concede", "say"]),
    ("surrender", &["concede", "parley", "flee"]),
    ("concede", &["surrender", "parley", "flee"]),
    ("flee", &["concede", "surrender", "move"]),
    ("say", &["skill"]),
    ("shout", &["say", "skill"]),
    // One's things.
    ("item", &["use", "equip", "interact"]),
    ("use", &["item", "interact"]),
    ("equip", &["draw", "item"]),
    ("unequip", &["stow", "drop", "item"]),
    ("reload", &["draw", "equip", "item"]),
    ("pickup", &["take", "item", "interact"]),
    ("take", &["pickup", "item", "interact"]),
    ("draw", &["equip", "item"]),
    ("stow", &["unequip", "item"]),
    ("interact", &["use", "skill"]),
    ("shift", &["interact", "skill"]),
];

/// How much alike two words are that one may be taken for the other (1: the same).
const ALIKE: f64 = 0.7;

/// The verb of this system that comes nearest to one that it has not, of those this role may use.
pub(super) fn nearest(system: &str, role: Role, verb: &str) -> Option<&'static str> {
    let mut known = known(system, role);
    let meant = MEANINGS.iter().find(|(name, _)| *name == verb).map(|(_, near)| near);
    let by_meaning = meant.and_then(|near| near.iter().find(|one| known.contains(one)));
    if let Some(near) = by_meaning {
        return Some(near);
    }
    let likeness = |one: &str| strsim::normalized_damerau_levenshtein(one, verb);
    known.retain(|one| likeness(one) >= ALIKE);
    known.into_iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
}

/// What only the GM says in a fight of this system.
pub(super) fn orders(system: &str) -> Vec<&'static str> {
    let is_gms = |verb: &&str| permissions::right(system, verb) == Some(Right::Gm);
    known(system, Role::Gm).into_iter().filter(is_gms).collect()
}

/// What may be said in a fight of this system.
pub(super) fn known(system: &str, role: Role) -> Vec<&'static str> {
    let (acts, orders) = Game::verbs(system).unwrap_or_default();
    let answers = Game::answers(system).unwrap_or_default();
    let common = VERBS.iter().map(|(verb, _)| verb.name);
    let answers = answers.iter().map(|verb| verb.name);
    let own = acts.iter().chain(orders).map(|verb| verb.name);
    let is_allowed = |verb: &&str| match permissions::right(system, verb) {
        Some(Right::Gm | Right::GmOrAdmin) => role >= Role::CoGm,
        Some(Right::Anyone | Right::Player | Right::Author | Right::Controller) | None => true,
    };
    // A verb of the rules may answer questions as well, or be said in every fight.
    let mut seen = BTreeSet::new();
    let all = own.chain(answers).chain(common);
    all.filter(is_allowed).filter(|verb| seen.insert(*verb)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(role: Role, verb: &str, expected: &str) {
        let found = nearest("dr12", role, verb).unwrap_or("nothing");
        assert_eq!(found, expected, "nearest to {verb}");
    }

    #[test]
    fn by_meaning() {
        check(Role::Player, "parry", "dodge");
        check(Role::Player, "guard", "sacrifice-shield");
        check(Role::Player, "aim", "attack");
        check(Role::Player, "shove", "push");
        check(Role::Player, "hold", "pass");
        check(Role::Player, "chase", "dash");
        check(Role::Gm, "rest", "recover");
    }

    #[test]
    fn by_spelling_where_nothing_is_meant() {
        check(Role::Player, "atack", "attack");
        check(Role::Player, "mvoe", "move");
        check(Role::Player, "soup", "nothing");
        // What only the GM may say is named to the GM alone.
        check(Role::Gm, "hazrad", "hazard");
        check(Role::Player, "hazrad", "nothing");
    }

    #[test]
    fn every_verb_is_told_once() {
        for system in crate::engine::game::SYSTEMS {
            let orders = orders(system);
            let once: BTreeSet<&str> = orders.iter().copied().collect();
            assert_eq!(once.len(), orders.len(), "{system}");
        }
    }

    /// Every verb that chat knows of other systems comes near to something that is there.
    #[test]
    fn every_meaning_comes_to_something() {
        for (verb, _) in MEANINGS {
            let is_own = permissions::right("dr12", verb).is_some();
            assert!(is_own || nearest("dr12", Role::Player, verb).is_some(), "{verb}");
        }
    }
}
