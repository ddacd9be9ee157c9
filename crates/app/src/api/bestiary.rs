//! Creatures of a kit, as somebody looks them up.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::Value;

use content::kit_words::list_translatable_kit_names;

pub use content::creatures::{
    CreatureFilter, CreatureProfile, CreatureRole, CreatureStrength, CreatureTags,
};

/// The most creatures of a page: a menu of the chat service takes one option more, for the rest.
pub const PAGE_SIZE: usize = 24;

/// One creature of a kit, as its reader may know it.
#[derive(Clone, Debug, PartialEq)]
pub struct CreatureCard {
    pub system: String,
    pub profile: CreatureProfile,
    /// The body that is made from it; `None` for readers who may not know its numbers.
    pub body: Option<Value>,
    /// Whether the reader may add it to the fight here.
    pub can_add: bool,
}

/// The creatures that fit what somebody looks for, page by page.
#[derive(Clone, Debug, PartialEq)]
pub struct BestiaryPage {
    pub system: String,
    pub filter: CreatureFilter,
    /// All families of the kit, with the number of their creatures.
    pub families: Vec<(String, usize)>,
    pub found_count: usize,
    /// The creatures of this page, the likely ones first.
    pub creatures: Vec<CreatureProfile>,
    /// The number of this page; the first is 1.
    pub page: usize,
    pub page_count: usize,
    /// Whether the reader may know how strong creatures are.
    pub knows_numbers: bool,
    /// Whether the reader may add creatures to the fight here.
    pub can_add: bool,
    pub purpose: BestiaryPurpose,
}

/// What somebody looks for a creature for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BestiaryPurpose {
    #[default]
    LookUp,
    /// To begin an NPC of their own from it.
    NewNpc,
}

/// Returns whether a line about a creature or scene is one of the built-in kits, which have
/// translations. A server's own kit may say something else of the same name.
pub fn is_built_in_line(about: &str) -> bool {
    static LINES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let words = list_translatable_kit_names().unwrap_or_default();
        let lines = words.creatures.into_values().chain(words.scenes.into_values()).flatten();
        lines.map(|line| line.about).collect()
    });
    LINES.contains(about)
}
