//! The nearest verb that a system has to one that it has not.
//!
//! By meaning first, as the verbs themselves say it: the systems have other words for one thing,
//! and `parry` is nearer to `dodge` than to `parley`. Then by spelling.

use std::collections::BTreeSet;

use engine::game::Game;

use crate::commands::permissions::{self, COMMON_VERBS, Permission};
use crate::state::roles::Role;

/// How much alike two words are that one may be taken for the other (1: the same).
const MIN_SIMILARITY: f64 = 0.7;

/// The verb of this system that comes nearest to one that it has not, of those this role may use.
pub(crate) fn nearest_verb(system: &str, role: Role, verb: &str) -> Option<&'static str> {
    let mut known = verbs_for_role(system, role);
    if let Some(near) = Game::similar_verbs(verb).find(|one| known.contains(one)) {
        return Some(near);
    }
    let likeness = |one: &str| strsim::normalized_damerau_levenshtein(one, verb);
    known.retain(|one| likeness(one) >= MIN_SIMILARITY);
    known.into_iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
}

/// What only the GM says in a fight of this system.
pub(crate) fn gm_verbs(system: &str) -> Vec<&'static str> {
    let is_gms =
        |verb: &&str| permissions::permission_for_verb(system, verb) == Some(Permission::Gm);
    verbs_for_role(system, Role::Gm).into_iter().filter(is_gms).collect()
}

/// What may be said in a fight of this system.
pub(crate) fn verbs_for_role(system: &str, role: Role) -> Vec<&'static str> {
    let common = COMMON_VERBS.iter().map(|(verb, _)| verb.name);
    let own = Game::all_verbs(system).map(|verb| verb.name);
    let is_allowed = |verb: &&str| match permissions::permission_for_verb(system, verb) {
        Some(Permission::Gm | Permission::GmOrAdmin) => role >= Role::CoGm,
        Some(
            Permission::Anyone | Permission::Player | Permission::Author | Permission::Controller,
        )
        | None => true,
    };
    // A verb of the rules may answer questions as well, or be said in every fight.
    let mut seen = BTreeSet::new();
    let all = own.chain(common).filter(is_allowed);
    all.filter(|verb| seen.insert(*verb)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::game::SYSTEM_KEYS;

    #[track_caller]
    fn check(role: Role, verb: &str, expected: &str) {
        let found = nearest_verb("dr12", role, verb).unwrap_or("nothing");
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
        for system in SYSTEM_KEYS {
            let orders = gm_verbs(system);
            let once: BTreeSet<&str> = orders.iter().copied().collect();
            assert_eq!(once.len(), orders.len(), "{system}");
        }
    }

    /// Every verb of other systems that says what it is like comes near to something that is there.
    #[test]
    fn every_meaning_comes_to_something() {
        for verb in SYSTEM_KEYS.iter().flat_map(|other| Game::all_verbs(other)) {
            let is_own = permissions::permission_for_verb("dr12", verb.name).is_some();
            let comes_to = || nearest_verb("dr12", Role::Player, verb.name);
            assert!(
                verb.similar_verbs.is_empty() || is_own || comes_to().is_some(),
                "{}",
                verb.name
            );
        }
    }
}
