//! Names and lines of the kits in other languages. A kit's entry is known by its English name,
//! which is also its key: it is what is stored, and what the rules take. A translation is the entry
//! `kit-<kind>-<name>` of the catalogue. Without one, and for what users named, the name stays.

use fluent_bundle::FluentArgs;

use super::catalogue::Locale;
use super::pseudo_language;

/// The kind of thing that a name in a kit stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KitEntry {
    /// An item, armour, a spell or an attack of a body.
    Item,
    Archetype,
    Creature,
    Scene,
    /// A zone of a scene.
    Zone,
    /// A family of creatures.
    Family,
    /// A place where creatures are met.
    Place,
    /// A page of a sheet.
    SheetPage,
    /// A heading of the rules.
    Heading,
}

impl KitEntry {
    /// Returns the part of the catalogue's keys that says the kind.
    pub fn key(self) -> &'static str {
        match self {
            Self::Item => "thing",
            Self::Archetype => "archetype",
            Self::Creature => "creature",
            Self::Scene => "scene",
            Self::Zone => "zone",
            Self::Family => "family",
            Self::Place => "place",
            Self::SheetPage => "page",
            Self::Heading => "heading",
        }
    }

    /// Returns the key of an entry of the catalogue: `kit-thing-small-shield` for `small shield`.
    pub fn catalogue_key(self, name: &str) -> String {
        let mut key = format!("kit-{}", self.key());
        let is_word = |letter: char| letter.is_ascii_alphanumeric();
        for word in name.split(|letter| !is_word(letter)).filter(|word| !word.is_empty()) {
            key.push('-');
            key.push_str(&word.to_ascii_lowercase());
        }
        key
    }

    /// Returns the name in a language; `None` where it is shown as it is.
    pub fn translate(self, locale: Locale, name: &str) -> Option<String> {
        match locale {
            Locale::ENGLISH => None,
            Locale::PSEUDO => Some(pseudo_language::translate_words(name)),
            _ => locale.format_own_sentence_without_fallback(
                &self.catalogue_key(name),
                &FluentArgs::new(),
            ),
        }
    }

    /// Returns the name in a language, or as it is.
    pub fn name(self, locale: Locale, name: &str) -> String {
        self.translate(locale, name).unwrap_or_else(|| name.into())
    }

    /// Returns the line about an entry of a system's kit in a language, or as it is.
    pub fn translate_about_line(
        self,
        locale: Locale,
        system: &str,
        name: &str,
        about: &str,
    ) -> String {
        let key = format!("{}.about-{system}", self.catalogue_key(name));
        match locale {
            Locale::ENGLISH => None,
            Locale::PSEUDO => Some(pseudo_language::translate_words(about)),
            _ => locale.format_own_sentence_without_fallback(&key, &FluentArgs::new()),
        }
        .unwrap_or_else(|| about.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_of_an_entry_is_made_of_its_words() {
        assert_eq!(KitEntry::Item.catalogue_key("small shield"), "kit-thing-small-shield");
        assert_eq!(KitEntry::Zone.catalogue_key("King's chamber"), "kit-zone-king-s-chamber");
        let heading = KitEntry::Heading.catalogue_key("Moving, disengaging, fleeing");
        assert_eq!(heading, "kit-heading-moving-disengaging-fleeing");
    }

    #[test]
    fn name_without_a_translation_stays() {
        let name = |locale, name| KitEntry::Item.name(locale, name);
        assert_eq!(name(Locale::ENGLISH, "longsword"), "longsword");
        assert_eq!(name(Locale::PSEUDO, "longsword"), "lööñgšwöörd");
        let german = Locale::find_by_tag_or_family("de").unwrap();
        assert_eq!(name(german, "Grandma's { $ladle }"), "Grandma's { $ladle }");
    }
}
