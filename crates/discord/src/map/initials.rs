//! Assigns each combatant on a map two or three letters that nobody else in the fight has.

use std::collections::{BTreeMap, BTreeSet};

use super::fonts::replace_unknown_letters;
use engine::core::ids::CombatantId;
use engine::visibility::view::{FightView, MemberView};

/// Returns the initials of all combatants, each different. Those who joined first choose first, so
/// their initials stay the same when others join.
pub fn assign_unique_initials(view: &FightView) -> BTreeMap<CombatantId, String> {
    let mut members: Vec<&MemberView> = view.members().collect();
    members.sort_by_key(|member| member.id);
    let mut taken = BTreeSet::new();
    let choose = |member: &MemberView| {
        let is_free = |letters: &String| taken.insert(letters.to_lowercase());
        (member.id, candidate_initials(&member.name).find(is_free).unwrap_or_default())
    };
    members.into_iter().map(choose).collect()
}

/// Returns the possible initials of a name, the best first and without end: W13, then Wo13 for
/// `Wolf 13`; An, then Aa for `Ana`; OT for `Old Tom`.
fn candidate_initials(name: &str) -> impl Iterator<Item = String> {
    let name = replace_unknown_letters(name);
    let name_words =
        || name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let name_without_number = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number: String = name[name_without_number.len()..].chars().take(2).collect();
    let letters = name_without_number.chars().filter(|letter| letter.is_alphanumeric());
    let letters: Vec<char> = letters.collect();
    let first = match letters.first() {
        Some(first) => first.to_uppercase().collect(),
        // A name without letters is known by its first sign.
        None => name_without_number
            .chars()
            .find(|letter| !letter.is_whitespace())
            .map(String::from)
            .unwrap_or_default(),
    };
    let last_word =
        name_words().filter(|word| word.starts_with(char::is_alphabetic)).skip(1).last();
    let second = last_word.and_then(|word| word.chars().next()).filter(|_| number.is_empty());
    let rest = letters.iter().skip(1).copied();
    let mut candidates: Vec<String> = Vec::new();
    if !number.is_empty() || letters.len() < 2 {
        candidates.push(format!("{first}{number}"));
    }
    candidates.extend(second.into_iter().chain(rest).map(|next| format!("{first}{next}{number}")));
    candidates.retain(|candidate| !candidate.is_empty());
    candidates.into_iter().chain((2u32..).map(move |count| format!("{first}{count}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::tests::named;

    fn initials_of(names: &[&str]) -> Vec<String> {
        assign_unique_initials(&named(names)).into_values().collect()
    }

    #[test]
    fn initials_are_letters_and_numbers_of_the_name() {
        let names = ["Ana", "Wolf 3", "Hooded figure (Vorn)", "**Wolf** 12", "🐺", "王小明", "7"];
        assert_eq!(initials_of(&names), ["An", "W3", "HV", "W12", "🐺", "王小", "7"]);
        assert_eq!(initials_of(&["தமிழ்", "", "*"]), ["Ta", "2", "*"]);
    }

    #[test]
    fn initials_are_unique_in_a_fight() {
        assert_eq!(initials_of(&["Brute 1", "Brute 2", "Bandit 1"]), ["B1", "B2", "Ba1"]);
        assert_eq!(initials_of(&["Mira", "Mara", "mira", "MI"]), ["Mi", "Ma", "Mr", "M2"]);
        assert_eq!(initials_of(&["🐺", "🐺", "🐺"]), ["🐺", "🐺2", "🐺3"]);
        // All names of up to three of these parts, in one fight.
        let parts = ["", "a", "B", "1", "12", " ", "王", "🐺", "م", "த"];
        let mut names: Vec<String> = Vec::new();
        for (first, second) in parts.iter().flat_map(|first| parts.map(|second| (first, second))) {
            names.extend(parts.map(|third| format!("{first}{second}{third}")));
        }
        for names_of_fight in names.chunks(200) {
            let names_of_fight: Vec<&str> = names_of_fight.iter().map(String::as_str).collect();
            let all: Vec<String> =
                initials_of(&names_of_fight).iter().map(|first| first.to_lowercase()).collect();
            let unique: BTreeSet<&String> = all.iter().collect();
            assert_eq!((unique.len(), all.len()), (names_of_fight.len(), names_of_fight.len()));
            assert!(all.iter().all(|first| !first.trim().is_empty() && first.chars().count() <= 5));
        }
    }

    #[test]
    fn new_combatant_changes_no_other_initials() {
        let all = ["Mira", "Brute 1", "Old Tom", "Brute 2", "Ma", "Mi"];
        let whole = initials_of(&all);
        for count in 1..all.len() {
            assert_eq!(initials_of(&all[..count]), whole[..count]);
        }
    }
}
