//! Finds the verb of a system that is nearest to an unknown one.
//!
//! By meaning first: verbs list similar verbs, because systems use different words for one thing,
//! and `parry` means `dodge` rather than `parley`. Then by spelling.

use engine::core::similarity::{nearest_names, similarity};
use engine::game::Game;

use crate::commands::permissions::{self, COMMON_VERBS, Permission};
use crate::state::roles::Role;

/// The least similarity of two words (1: equal) for one to be taken for the other.
const MIN_SIMILARITY: f64 = 0.7;

/// Returns the verb nearest to an unknown one, among those that the role may use. `None` where no
/// verb is similar.
pub(crate) fn nearest_verb(system: &str, role: Role, verb: &str) -> Option<&'static str> {
    let mut known = verbs_for_role(system, role);
    if let Some(similar) =
        Game::verbs_of_similar_meaning(verb).find(|candidate| known.contains(candidate))
    {
        return Some(similar);
    }
    known.retain(|candidate| similarity(verb, candidate) >= MIN_SIMILARITY);
    nearest_names(verb, known, 1).pop()
}

/// Returns the verbs that only the GM may use in this system.
pub(crate) fn gm_verbs(system: &str) -> Vec<&'static str> {
    let is_gms =
        |verb: &&str| permissions::permission_for_verb(system, verb) == Some(Permission::Gm);
    verbs_for_role(system, Role::Gm).into_iter().filter(is_gms).collect()
}

/// Returns the verbs that a role may use in this system, each once.
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
    let mut verbs: Vec<&'static str> = Vec::new();
    for verb in own.chain(common).filter(is_allowed) {
        // An act may have the verb of an answer or of a common command.
        let is_listed = verbs.contains(&verb);
        if !is_listed {
            verbs.push(verb);
        }
    }
    verbs
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use engine::game::SYSTEM_KEYS;

    #[track_caller]
    fn assert_nearest_verb(role: Role, verb: &str, expected: &str) {
        let found = nearest_verb("dr12", role, verb).unwrap_or("nothing");
        assert_eq!(found, expected, "nearest to {verb}");
    }

    #[test]
    fn nearest_verb_prefers_similar_meaning() {
        assert_nearest_verb(Role::Player, "parry", "dodge");
        assert_nearest_verb(Role::Player, "guard", "sacrifice-shield");
        assert_nearest_verb(Role::Player, "aim", "attack");
        assert_nearest_verb(Role::Player, "shove", "push");
        assert_nearest_verb(Role::Player, "hold", "pass");
        assert_nearest_verb(Role::Player, "chase", "dash");
        assert_nearest_verb(Role::Gm, "rest", "recover");
    }

    #[test]
    fn nearest_verb_falls_back_to_spelling() {
        assert_nearest_verb(Role::Player, "atack", "attack");
        assert_nearest_verb(Role::Player, "mvoe", "move");
        assert_nearest_verb(Role::Player, "soup", "nothing");
        // GM verbs are suggested to the GM alone.
        assert_nearest_verb(Role::Gm, "hazrad", "hazard");
        assert_nearest_verb(Role::Player, "hazrad", "nothing");
    }

    #[test]
    fn gm_verbs_are_unique() {
        for system in SYSTEM_KEYS {
            let verbs = gm_verbs(system);
            let unique: BTreeSet<&str> = verbs.iter().copied().collect();
            assert_eq!(unique.len(), verbs.len(), "{system}");
        }
    }

    #[test]
    fn every_foreign_verb_with_similar_verbs_has_a_nearest_one() {
        for verb in SYSTEM_KEYS.iter().flat_map(|other| Game::all_verbs(other)) {
            let is_own = permissions::permission_for_verb("dr12", verb.name).is_some();
            let nearest = || nearest_verb("dr12", Role::Player, verb.name);
            assert!(
                verb.similar_verbs.is_empty() || is_own || nearest().is_some(),
                "{}",
                verb.name
            );
        }
    }
}
