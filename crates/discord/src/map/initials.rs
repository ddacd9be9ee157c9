//! Assigns each combatant on a map two or three letters that nobody else in the fight has, and two
//! to each kind of which several share a token.

use std::collections::{BTreeMap, BTreeSet};

use super::fonts::replace_unknown_letters;
use engine::core::ids::CombatantId;
use engine::core::names::split_number;
use engine::visibility::view::{FightView, MemberView};

/// The initials of all combatants, and of each kind of numbered NPCs.
#[derive(Default)]
pub struct Initials {
    by_member: BTreeMap<CombatantId, String>,
    /// By the name without its number.
    by_kind: BTreeMap<String, String>,
}

impl Initials {
    /// Assigns initials that all differ. Those who joined first choose first, so their initials
    /// stay the same when others join; kinds choose last.
    pub fn assign(view: &FightView) -> Self {
        let mut members: Vec<&MemberView> = view.members().collect();
        members.sort_by_key(|member| member.id);
        let mut taken = BTreeSet::new();
        let mut initials = Self::default();
        for member in &members {
            initials.by_member.insert(member.id, take_first_free(&mut taken, &member.name));
        }
        for member in members.iter().filter(|member| is_one_of_several(member)) {
            let kind = base_name(&member.name);
            if !initials.by_kind.contains_key(kind) {
                initials.by_kind.insert(kind.to_string(), take_first_free(&mut taken, kind));
            }
        }
        initials
    }

    /// Returns the initials of a member, or nothing if it has none.
    pub fn of_member(&self, member: &MemberView) -> &str {
        self.by_member.get(&member.id).map_or("", String::as_str)
    }

    /// Returns the initials of all who are of a numbered NPC's kind.
    pub fn of_kind(&self, member: &MemberView) -> &str {
        self.by_kind.get(base_name(&member.name)).map_or("", String::as_str)
    }

    #[cfg(test)]
    pub fn into_all(self) -> impl Iterator<Item = String> {
        self.by_member.into_values().chain(self.by_kind.into_values())
    }
}

/// Returns the best initials of a name that are not taken, and adds them to those that are.
/// Capitals and small letters count as the same.
fn take_first_free(taken: &mut BTreeSet<String>, name: &str) -> String {
    for letters in candidate_initials(name) {
        let is_free = taken.insert(letters.to_lowercase());
        if is_free {
            return letters;
        }
    }
    String::new()
}

/// Returns whether a member's name ends in a number, as those of NPCs of one kind do.
pub fn is_one_of_several(member: &MemberView) -> bool {
    member.user.is_none() && split_number(&member.name).is_some()
}

/// Returns a name without its number: `Wolf` for `Wolf 13`.
pub fn base_name(name: &str) -> &str {
    split_number(name).map_or(name, |(base, _)| base)
}

/// Returns the possible initials of a name, the best first and without end: W13, then Wo13 for
/// `Wolf 13`; An, then Aa for `Ana`; OT for `Old Tom`.
fn candidate_initials(name: &str) -> impl Iterator<Item = String> {
    let name = replace_unknown_letters(name);
    let name_without_number = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number: String = name[name_without_number.len()..].chars().take(2).collect();
    let letters = name_without_number.chars().filter(|letter| letter.is_alphanumeric());
    let letters: Vec<char> = letters.collect();
    let first: String = match letters.first() {
        Some(first) => first.to_uppercase().collect(),
        None => first_sign(name_without_number),
    };
    let mut next_letters: Vec<char> = Vec::new();
    if number.is_empty() {
        next_letters.extend(first_letter_of_last_word(&name));
    }
    next_letters.extend(letters.iter().skip(1));
    let mut candidates: Vec<String> = Vec::new();
    if !number.is_empty() || letters.len() < 2 {
        candidates.push(format!("{first}{number}"));
    }
    candidates.extend(next_letters.iter().map(|next| format!("{first}{next}{number}")));
    candidates.retain(|candidate| !candidate.is_empty());
    let counted = (2u32..).map(move |count| format!("{first}{count}"));
    candidates.into_iter().chain(counted)
}

/// Returns the first sign of a name without letters; empty for one of blanks alone.
fn first_sign(name: &str) -> String {
    let first = name.chars().find(|letter| !letter.is_whitespace());
    first.map(String::from).unwrap_or_default()
}

/// Returns the first letter of the last word of a name; `None` if it has only one word.
fn first_letter_of_last_word(name: &str) -> Option<char> {
    let parts = name.split(|letter: char| !letter.is_alphanumeric());
    let words = parts.filter(|part| part.starts_with(char::is_alphabetic));
    words.skip(1).last()?.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::tests::named;

    fn initials_of(names: &[&str]) -> Vec<String> {
        Initials::assign(&named(names)).by_member.into_values().collect()
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

    #[test]
    fn kinds_of_npcs_have_letters_of_their_own() {
        let names = ["Raider 1", "Ana", "Raider 2", "Mirror Double 1", "Rana", "Ranger 4"];
        let mut view = named(&names);
        for member in &mut view.groups[0].members {
            member.user = None;
        }
        let initials = Initials::assign(&view);
        let kinds: Vec<&str> = initials.by_kind.values().map(String::as_str).collect();
        // Rana has Ra already.
        assert_eq!(kinds, ["MD", "Ri", "Rn"]);
        let members = &view.groups[0].members;
        assert_eq!((initials.of_kind(&members[2]), initials.of_member(&members[2])), ("Ri", "R2"));
    }
}
