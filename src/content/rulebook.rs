//! The rule texts, by the ids of their rules.

/// Each system's rule text; its rules are the items that begin with a bold id.
const BOOKS: &[(&str, &str)] = &[
    ("dr12", include_str!("../../docs/rules/dr12.md")),
    ("factions", include_str!("../../docs/rules/factions.md")),
];

/// The rules of a system in their order: id and text.
pub fn rules(system: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let book = BOOKS.iter().find(|(key, _)| *key == system).map_or("", |(_, text)| text);
    book.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("** "))
}

/// What a rule says.
pub fn rule(system: &str, id: &str) -> Option<(&'static str, &'static str)> {
    rules(system).find(|(known, _)| known.eq_ignore_ascii_case(id.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::SYSTEMS;

    #[test]
    fn every_system_has_its_book() {
        for system in SYSTEMS {
            assert!(rules(system).count() > 90, "{system}");
        }
    }

    #[test]
    fn a_rule_is_found_by_its_id() {
        let (id, text) = rule("dr12", " dr12-test-1 ").unwrap();
        assert_eq!(id, "DR12-TEST-1");
        assert!(text.starts_with("A Test is d20"), "{text}");
        assert_eq!(rule("dr12", "FACT-TEST-1"), None);
        assert_eq!(rule("dr12", ""), None);
    }
}
