//! Who is who on a map: two or three letters, which nobody else in the fight has.

use std::collections::{BTreeMap, BTreeSet};

use super::fonts::replace_unknown_letters;
use engine::core::ids::CombatantId;
use engine::visibility::view::{FightView, MemberView};

/// The initials of everybody. Whoever joined first has the best, so that they stay the same when
/// others join.
pub fn assign_initials(view: &FightView) -> BTreeMap<CombatantId, String> {
    let mut all: Vec<&MemberView> = view.members().collect();
    all.sort_by_key(|one| one.id);
    let mut taken = BTreeSet::new();
    let own = |one: &MemberView| {
        let free = |letters: &String| taken.insert(letters.to_lowercase());
        (one.id, candidate_initials(&one.name).find(free).unwrap_or_default())
    };
    all.into_iter().map(own).collect()
}

/// From the best on: `Wolf 13` is W13, then Wo13; `Ana` is An, then Aa; `Old Tom` is OT. There is
/// no end of them.
fn candidate_initials(name: &str) -> impl Iterator<Item = String> {
    let name = replace_unknown_letters(name);
    let words = || name.split(|one: char| !one.is_alphanumeric()).filter(|word| !word.is_empty());
    let bare = name.trim_end_matches(|one: char| one.is_ascii_digit());
    let number: String = name[bare.len()..].chars().take(2).collect();
    let letters = bare.chars().filter(|one| one.is_alphanumeric());
    let letters: Vec<char> = letters.collect();
    let first = match letters.first() {
        Some(first) => first.to_uppercase().collect(),
        // A name of signs alone is known by its first.
        None => bare.chars().find(|one| !one.is_whitespace()).map(String::from).unwrap_or_default(),
    };
    let last_word = words().filter(|word| word.starts_with(char::is_alphabetic)).skip(1).last();
    let second = last_word.and_then(|word| word.chars().next()).filter(|_| number.is_empty());
    let rest = letters.iter().skip(1).copied();
    let mut wishes: Vec<String> = Vec::new();
    if !number.is_empty() || letters.len() < 2 {
        wishes.push(format!("{first}{number}"));
    }
    wishes.extend(second.into_iter().chain(rest).map(|next| format!("{first}{next}{number}")));
    wishes.retain(|wish| !wish.is_empty());
    wishes.into_iter().chain((2u32..).map(move |count| format!("{first}{count}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::tests::named;

    fn of(names: &[&str]) -> Vec<String> {
        assign_initials(&named(names)).into_values().collect()
    }

    #[test]
    fn initials_are_letters_and_numbers() {
        let names = ["Ana", "Wolf 3", "Hooded figure (Vorn)", "**Wolf** 12", "🐺", "王小明", "7"];
        assert_eq!(of(&names), ["An", "W3", "HV", "W12", "🐺", "王小", "7"]);
        assert_eq!(of(&["தமிழ்", "", "*"]), ["Ta", "2", "*"]);
    }

    #[test]
    fn nobody_has_those_of_another() {
        assert_eq!(of(&["Brute 1", "Brute 2", "Bandit 1"]), ["B1", "B2", "Ba1"]);
        assert_eq!(of(&["Mira", "Mara", "mira", "MI"]), ["Mi", "Ma", "Mr", "M2"]);
        assert_eq!(of(&["🐺", "🐺", "🐺"]), ["🐺", "🐺2", "🐺3"]);
        // All names of up to three of these parts, in one fight.
        let parts = ["", "a", "B", "1", "12", " ", "王", "🐺", "م", "த"];
        let mut names: Vec<String> = Vec::new();
        for (one, two) in parts.iter().flat_map(|one| parts.map(|two| (one, two))) {
            names.extend(parts.map(|three| format!("{one}{two}{three}")));
        }
        for some in names.chunks(200) {
            let some: Vec<&str> = some.iter().map(String::as_str).collect();
            let all: Vec<String> = of(&some).iter().map(|one| one.to_lowercase()).collect();
            let unique: BTreeSet<&String> = all.iter().collect();
            assert_eq!((unique.len(), all.len()), (some.len(), some.len()));
            assert!(all.iter().all(|one| !one.trim().is_empty() && one.chars().count() <= 5));
        }
    }

    #[test]
    fn who_comes_later_changes_nobody_elses() {
        let all = ["Mira", "Brute 1", "Old Tom", "Brute 2", "Ma", "Mi"];
        let whole = of(&all);
        for count in 1..all.len() {
            assert_eq!(of(&all[..count]), whole[..count]);
        }
    }
}
