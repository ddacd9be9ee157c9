//! What a kit says of its creatures besides their numbers, and how they are found by it.

use serde::{Deserialize, Serialize};

/// The most characters of a tag.
const MAX_TAG_CHARS: usize = 32;

/// The most characters of a creature's line.
const MAX_ABOUT_CHARS: usize = 200;

/// A creature of a kit, without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreatureProfile {
    pub name: String,
    /// What it is and how it fights, in one line. `None` where the kit does not say.
    pub about: Option<String>,
    pub tags: CreatureTags,
}

/// The words by which a creature is found. A kit may leave out each of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct CreatureTags {
    pub family: Option<TagWord>,
    pub strength: Option<CreatureStrength>,
    /// Where it is met.
    #[serde(rename = "place")]
    pub places: Vec<TagWord>,
    pub role: Option<CreatureRole>,
}

/// How dangerous a creature is, as fights against the middle archetype of its system show
/// (docs/kits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CreatureStrength {
    Minion,
    Regular,
    Elite,
    Boss,
}

impl CreatureStrength {
    /// All strengths, the weakest first.
    pub const ALL: [Self; 4] = [Self::Minion, Self::Regular, Self::Elite, Self::Boss];

    pub fn key(self) -> &'static str {
        match self {
            Self::Minion => "minion",
            Self::Regular => "regular",
            Self::Elite => "elite",
            Self::Boss => "boss",
        }
    }
}

/// What a creature does in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CreatureRole {
    Archer,
    Bruiser,
    Caster,
    /// Holds, frightens, poisons, burns or pushes.
    Controller,
    Duelist,
    Guard,
    Healer,
    Leader,
    /// Begins from hiding.
    Lurker,
    Skirmisher,
    Soldier,
    Swarm,
}

impl CreatureRole {
    pub fn key(self) -> &'static str {
        match self {
            Self::Archer => "archer",
            Self::Bruiser => "bruiser",
            Self::Caster => "caster",
            Self::Controller => "controller",
            Self::Duelist => "duelist",
            Self::Guard => "guard",
            Self::Healer => "healer",
            Self::Leader => "leader",
            Self::Lurker => "lurker",
            Self::Skirmisher => "skirmisher",
            Self::Soldier => "soldier",
            Self::Swarm => "swarm",
        }
    }
}

/// The name of a family or a place: small letters and digits, with blanks and hyphens between.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct TagWord(String);

impl TagWord {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<TagWord> for String {
    fn from(word: TagWord) -> Self {
        word.0
    }
}

impl TryFrom<String> for TagWord {
    type Error = String;

    /// Accepts small letters and digits with blanks and hyphens between them.
    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_letter = |c: char| c.is_alphanumeric() && !c.is_uppercase();
        let has_valid_length = (1..=MAX_TAG_CHARS).contains(&text.chars().count());
        let has_valid_ends = text.starts_with(is_letter) && text.ends_with(is_letter);
        let has_valid_chars = text.chars().all(|c| is_letter(c) || " -".contains(c));
        if has_valid_length && has_valid_ends && has_valid_chars {
            return Ok(Self(text));
        }
        Err(format!(
            "`{text}` is not a tag, which has 1 to {MAX_TAG_CHARS} small letters, with blanks or \
             hyphens between"
        ))
    }
}

/// What a creature is and how it fights, in one line.
#[derive(Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct AboutLine(String);

impl AboutLine {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for AboutLine {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let has_valid_length = (1..=MAX_ABOUT_CHARS).contains(&text.chars().count());
        if has_valid_length && !text.chars().any(char::is_control) {
            return Ok(Self(text));
        }
        Err(format!("`about` is one line of 1 to {MAX_ABOUT_CHARS} characters"))
    }
}

/// What somebody looks for among creatures. Whatever is left empty fits every creature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreatureFilter {
    /// Words of the name, the tags or the line.
    pub text: String,
    pub family: Option<String>,
    pub strength: Option<CreatureStrength>,
    pub place: Option<String>,
    /// Whether words also find creatures by their strength and role.
    pub reads_all_tags: bool,
}

/// How closely a creature matches a text, the closest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MatchRank {
    /// The name begins with the text.
    NameStart,
    /// The name contains it.
    NamePart,
    /// Each of its words begins a word of the name or of a tag.
    NameOrTags,
    /// Some of its words are only in the line about the creature.
    AboutLine,
}

impl CreatureFilter {
    /// Returns the creatures that fit, the closest matches first. Creatures that match as closely
    /// keep their order.
    pub fn find_closest_matches_first<'a>(
        &self,
        creatures: impl IntoIterator<Item = &'a CreatureProfile>,
    ) -> Vec<&'a CreatureProfile> {
        let mut matches: Vec<(MatchRank, &CreatureProfile)> = Vec::new();
        for creature in creatures {
            if !self.fits_tags(&creature.tags) {
                continue;
            }
            if let Some(rank) = self.match_rank(creature) {
                matches.push((rank, creature));
            }
        }
        matches.sort_by_key(|(rank, _)| *rank);
        matches.into_iter().map(|(_, creature)| creature).collect()
    }

    /// Returns whether a creature has the wanted family, place and strength, ignoring case; its
    /// text is not compared.
    fn fits_tags(&self, tags: &CreatureTags) -> bool {
        let is_wanted = |wanted: &str, word: &TagWord| word.as_str() == wanted.to_lowercase();
        let wants_family = |wanted: &String| tags.family.iter().any(|word| is_wanted(wanted, word));
        let wants_place = |wanted: &String| tags.places.iter().any(|word| is_wanted(wanted, word));
        self.family.as_ref().is_none_or(wants_family)
            && self.place.as_ref().is_none_or(wants_place)
            && self.strength.is_none_or(|wanted| tags.strength == Some(wanted))
    }

    /// Returns how closely a creature matches the text; `None` where it does not match.
    fn match_rank(&self, creature: &CreatureProfile) -> Option<MatchRank> {
        let text = self.text.trim().to_lowercase();
        let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let name = creature.name.as_str();
        if name.starts_with(&text) {
            return Some(MatchRank::NameStart);
        }
        if name.contains(&text) {
            return Some(MatchRank::NamePart);
        }
        let tags = self.list_searchable_tags(&creature.tags);
        let begins_word = |word: &&str, text: &str| {
            text.split([' ', '-']).any(|known_word| known_word.starts_with(*word))
        };
        let is_in_name_or_tags =
            |word: &&str| begins_word(word, name) || tags.iter().any(|tag| begins_word(word, tag));
        if words.iter().all(is_in_name_or_tags) {
            return Some(MatchRank::NameOrTags);
        }
        let about = creature.about.as_deref().unwrap_or_default().to_lowercase();
        let is_anywhere = |word: &&str| is_in_name_or_tags(word) || about.contains(*word);
        if words.iter().all(is_anywhere) { Some(MatchRank::AboutLine) } else { None }
    }

    /// Returns the tags that the text is compared with: family and places, and strength and role if
    /// the filter says so.
    fn list_searchable_tags<'a>(&self, tags: &'a CreatureTags) -> Vec<&'a str> {
        let family_and_places = tags.family.iter().chain(&tags.places);
        let mut words: Vec<&str> = family_and_places.map(TagWord::as_str).collect();
        if self.reads_all_tags {
            words.extend(tags.strength.map(CreatureStrength::key));
            words.extend(tags.role.map(CreatureRole::key));
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{built_in_kit, parse_and_check_custom_kit};
    use engine::core::command::Refusal;
    use engine::game::SYSTEM_KEYS;

    fn parse_profile(fields: &str) -> Result<CreatureProfile, Refusal> {
        let text = format!("[creatures.wisp]\nattacks = []\n{fields}");
        Ok(parse_and_check_custom_kit("dr12", &text)?.creatures().swap_remove(0))
    }

    #[test]
    fn tags_are_read_and_may_be_left_out() {
        let profile = parse_profile(
            "about = \"A light.\"\ntags = { family = \"fen folk\", strength = \"elite\", \
             place = [\"fen\", \"moor\"], role = \"lurker\" }",
        );
        let CreatureProfile { name, about, tags } = profile.unwrap();
        assert_eq!((&*name, about.as_deref()), ("wisp", Some("A light.")));
        assert_eq!(tags.family.unwrap().as_str(), "fen folk");
        assert_eq!((tags.strength, tags.places.len()), (Some(CreatureStrength::Elite), 2));
        assert_eq!(tags.role, Some(CreatureRole::Lurker));
        let CreatureProfile { about, tags, .. } = parse_profile("").unwrap();
        assert_eq!((about, tags), (None, CreatureTags::default()));
    }

    #[test]
    fn misspelt_tags_are_refused_with_line_and_reason() {
        for (fields, reason) in [
            ("tags = { strength = \"bos\" }", "unknown variant `bos`, expected one of `minion`"),
            ("tags = { role = \"brute\" }", "unknown variant `brute`"),
            ("tags = { famly = \"fen\" }", "unknown field `famly`, expected one of `family`"),
            ("tags = { family = \"Fen, moor\" }", "`Fen, moor` is not a tag"),
            ("tags = { place = [\"\"] }", "`` is not a tag"),
            ("tags = { place = \"fen\" }", "invalid type: string \"fen\", expected a sequence"),
            ("about = \"two\\nlines\"", "`about` is one line"),
        ] {
            let details = parse_profile(fields).unwrap_err().details;
            assert_eq!(details["line"], "3", "{fields}: {details:?}");
            assert!(details["reason"].starts_with(reason), "{fields}: {details:?}");
        }
    }

    /// Every tag and line is there, and a family or place that only one creature has is taken for
    /// a misspelling.
    #[test]
    fn built_in_creatures_are_tagged() {
        for system in SYSTEM_KEYS {
            let creatures = built_in_kit(system).unwrap().creatures();
            for CreatureProfile { name, about, tags } in &creatures {
                let CreatureTags { family, strength, places, role } = tags;
                let is_tagged =
                    about.is_some() && strength.is_some() && role.is_some() && !places.is_empty();
                assert!(is_tagged, "{system}: {name} lacks a line or a tag");
                let of_family = creatures.iter().filter(|other| other.tags.family == *family);
                assert!(family.is_some() && of_family.count() >= 3, "{system}: {name}: {family:?}");
            }
            for strength in CreatureStrength::ALL {
                let has_strength = |one: &CreatureProfile| one.tags.strength == Some(strength);
                assert!(creatures.iter().any(has_strength), "{system} has no {strength:?}");
            }
        }
    }

    #[test]
    fn creatures_are_found_by_words_of_names_tags_and_lines() {
        let profile = |name: &str, about: &str, family: &str, strength, place: &str| {
            let word = |text: &str| TagWord::try_from(text.to_string()).unwrap();
            let tags = CreatureTags {
                family: Some(word(family)),
                strength: Some(strength),
                places: vec![word(place)],
                role: Some(CreatureRole::Soldier),
            };
            CreatureProfile { name: name.into(), about: Some(about.into()), tags }
        };
        let creatures = [
            profile("dire wolf", "Bites.", "beasts", CreatureStrength::Elite, "wood"),
            profile("wolf", "Hunts in packs.", "beasts", CreatureStrength::Regular, "wood"),
            profile("shepherd", "Afraid of any wolf.", "outlaws", CreatureStrength::Minion, "hill"),
        ];
        let found = |text: &str, reads_all_tags| -> Vec<&str> {
            let filter =
                CreatureFilter { text: text.into(), reads_all_tags, ..CreatureFilter::default() };
            filter
                .find_closest_matches_first(&creatures)
                .into_iter()
                .map(|one| one.name.as_str())
                .collect()
        };
        assert_eq!(found("", true), ["dire wolf", "wolf", "shepherd"]);
        assert_eq!(found("wolf", true), ["wolf", "dire wolf", "shepherd"]);
        assert_eq!(found("Beasts elite", true), ["dire wolf"]);
        assert_eq!(found("Beasts elite", false), [""; 0]);
        assert_eq!(found("wood beast", true), ["dire wolf", "wolf"]);
        assert_eq!(found("packs", true), ["wolf"]);
        assert_eq!(found("dragon", true), [""; 0]);
        let beasts = CreatureFilter { family: Some("Beasts".into()), ..CreatureFilter::default() };
        assert_eq!(beasts.find_closest_matches_first(&creatures).len(), 2);
        let elites =
            CreatureFilter { strength: Some(CreatureStrength::Elite), ..CreatureFilter::default() };
        assert_eq!(elites.find_closest_matches_first(&creatures).len(), 1);
    }
}
