//! Where the values of each slot come from: words of the rules, sides, zones, what is offered.

use engine::core::values::ValueKind;
use engine::core::verbs::{Slot, SlotKind};
use engine::game::Game;

use crate::commands::permissions::{self, Permission};

/// Where the values of a slot come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotSource {
    /// The words that the verb lists.
    Words,
    /// On or off.
    Switch,
    System,
    /// A language of the front end, or `auto`.
    Language,
    Setting,
    SettingValue,
    Outcome,
    SheetField,
    AbsencePolicy,
    /// The kinds of questions that a standing order can answer.
    QuestionKind,
    /// The answers that a standing order can give.
    Answer,
    Side,
    /// A side that is there, or a new one.
    NewSide,
    Zone,
    Combatant,
    /// What the combatant in `who:` carries.
    CarriedItem,
    /// What is offered to whoever acts or answers: items, spells, words of the rules.
    Offered,
    /// The archetypes and creatures of the kit.
    Template,
    /// The items of the kit.
    KitItem,
    /// The scenes of the kit.
    Scene,
    /// The sheets or saved fights of the user.
    LibraryName,
    /// Somebody's own text, a number, a time or an id: nothing that has a key.
    OwnText,
}

/// How an NPC that joins may be shown. One that players do not see joins `hidden`.
pub(crate) const SHOWN_NEWCOMER: [&str; 4] = ["alias", "name", "wounds", "numbers"];

/// Slots of common verbs that are on or off.
const SWITCH_SLOTS: &[(&str, &[&str])] = &[
    ("absence", &["spares"]),
    ("add", &["hidden"]),
    ("away", &["back"]),
    ("follow", &["stop"]),
    ("join", &["leave"]),
    ("kit", &["remove"]),
    ("load", &["drop"]),
    ("plain", &["server"]),
    ("words-allow", &["on"]),
];

/// Slots of common verbs that take somebody's own text, a time or an id, or what a button or the
/// name of a command sets.
const OWN_TEXT_SLOTS: &[(&str, &[&str])] = &[
    ("again", &["fight"]),
    ("adjust", &["value"]),
    ("away", &["until"]),
    ("bestiary", &["name", "family", "place", "page"]),
    ("clock", &["zone", "quiet_hours"]),
    ("co-gm", &["user"]),
    ("encounter", &["family", "place", "count", "attempt"]),
    ("explain-message", &["message"]),
    ("describe", &["fight"]),
    ("export", &["fight"]),
    ("fight", &["id"]),
    ("follow", &["fight"]),
    ("forecast", &["fight"]),
    ("guide", &["why", "rule"]),
    ("hand-over", &["user"]),
    ("kit", &["text", "file"]),
    ("log", &["round", "since", "last", "before", "fight"]),
    ("loose", &["thing"]),
    ("look-at", &["user"]),
    ("new", &["thread", "zones"]),
    ("npc-export", &["name"]),
    ("npc-import", &["text", "file", "name"]),
    ("npc-new", &["numbers", "gear", "traits", "name", "family", "strength", "place", "page"]),
    ("orders-add", &["way"]),
    ("orders-remove", &["number"]),
    ("orders-test", &["way"]),
    ("plain", &["on"]),
    ("portrait", &["portrait"]),
    ("privacy", &["sure"]),
    ("queue-add", &["act"]),
    ("queue-confirm", &["draft"]),
    ("relocate", &["channel"]),
    ("reveal", &["alias"]),
    ("roll", &["dice", "salt", "date"]),
    ("save", &["name"]),
    ("sheet-copy", &["id", "to"]),
    ("sheet-delete", &["id", "revision"]),
    ("sheet-export", &["id"]),
    ("sheet-import", &["text", "file", "name"]),
    ("sheet-show", &["id"]),
    ("stand-in", &["user", "until"]),
    ("status", &["fight", "short"]),
    ("supply", &["thing"]),
    ("systems", &["days"]),
    ("undo", &["last", "steps"]),
    ("undo-message", &["message"]),
    ("words-author", &["message"]),
    ("words-delete", &["message"]),
    ("words-edit", &["message"]),
    ("zones", &["layout"]),
    // Of the rules: a group's name, dice, a thing of the terrain.
    ("assign", &["group"]),
    ("cover", &["dice"]),
    ("object", &["object", "damage"]),
    ("adv", &["amount"]),
];

impl SlotSource {
    /// Returns the kind of the values, by which they are named. `setting` is the key that the
    /// command sets, if any.
    pub fn value_kind<'a>(self, slot: &'a str, setting: &'a str) -> ValueKind<'a> {
        match self {
            Self::System => ValueKind::System,
            Self::Setting => ValueKind::Setting,
            Self::SettingValue => ValueKind::SettingValue(setting),
            Self::Switch => ValueKind::SettingValue(""),
            Self::Outcome => ValueKind::Outcome,
            Self::SheetField => ValueKind::SheetField,
            Self::Side => ValueKind::Side,
            Self::Offered if is_item_slot(slot) => ValueKind::Item,
            Self::CarriedItem => ValueKind::Item,
            Self::Zone => ValueKind::ZoneName,
            Self::Scene => ValueKind::SceneName,
            Self::Combatant | Self::LibraryName => ValueKind::GivenName,
            Self::Words
            | Self::Language
            | Self::AbsencePolicy
            | Self::QuestionKind
            | Self::Answer
            | Self::NewSide
            | Self::Offered
            | Self::Template
            | Self::KitItem
            | Self::OwnText => ValueKind::SlotWord(slot),
        }
    }
}

/// Returns where the values of a slot come from. `None` for a slot that no table here knows; names
/// typed in it are not read.
pub fn slot_source(system: &str, verb: &str, slot: &str) -> Option<SlotSource> {
    let known_slots: Vec<&Slot> = find_slots(system, verb, slot).collect();
    let is_known = !known_slots.is_empty();
    if known_slots.iter().any(|known| !known.allowed_values.is_empty()) {
        return Some(SlotSource::Words);
    }
    let is_in = |(known, slots): &(&str, &[&str])| *known == verb && slots.contains(&slot);
    let are_flags = is_known && known_slots.iter().all(|known| known.kind == SlotKind::Flag);
    if are_flags || SWITCH_SLOTS.iter().any(is_in) {
        return Some(SlotSource::Switch);
    }
    let takes_words = |known: &&Slot| matches!(known.kind, SlotKind::Word | SlotKind::List);
    let are_texts = is_known && !known_slots.iter().any(takes_words);
    if are_texts || OWN_TEXT_SLOTS.iter().any(is_in) {
        return Some(SlotSource::OwnText);
    }
    let permission = permissions::permission_for_verb(system, verb);
    Some(match (verb, slot) {
        ("set", "key") => SlotSource::Setting,
        ("set", "value") => SlotSource::SettingValue,
        ("end", "outcome") => SlotSource::Outcome,
        ("adjust", "field") => SlotSource::SheetField,
        ("absence", "policy") => SlotSource::AbsencePolicy,
        ("orders-add" | "orders-test", "question") => SlotSource::QuestionKind,
        ("orders-add", "answer") => SlotSource::Answer,
        ("add", "show") | ("npc-new", "keep") => SlotSource::Words,
        ("systems", "add") | (_, "system") => SlotSource::System,
        ("clock" | "systems", "language") => SlotSource::Language,
        ("join" | "add" | "sheet-new" | "npc-new", "from") => SlotSource::Template,
        ("supply" | "loose", "item") => SlotSource::KitItem,
        ("set-scene", "name") => SlotSource::Scene,
        ("join" | "add", "side" | "faction") => SlotSource::NewSide,
        ("join" | "add", "sheet")
        | ("load" | "sheet-show" | "sheet-copy" | "sheet-delete" | "sheet-export", "name") => {
            SlotSource::LibraryName
        }
        _ if is_combatant_slot(system, verb, slot) => SlotSource::Combatant,
        (_, "side" | "faction" | "with" | "first") => SlotSource::Side,
        (_, "zone" | "to" | "exit") | ("join" | "add", "at") => SlotSource::Zone,
        ("drop", "item") if permission == Some(Permission::Gm) => SlotSource::CarriedItem,
        _ if matches!(permission, None | Some(Permission::Controller)) && is_known => {
            SlotSource::Offered
        }
        _ => return None,
    })
}

/// Returns the slots of that name in all verbs of that name: common ones, acts, orders, answers.
pub fn find_slots(system: &str, verb: &str, slot: &str) -> impl Iterator<Item = &'static Slot> {
    let common = permissions::find_common_verb(verb).and_then(|verb| verb.slot(slot));
    common.into_iter().chain(Game::find_slots(system, verb, slot))
}

/// Returns whether a slot of a verb names combatants.
pub fn is_combatant_slot(system: &str, verb: &str, slot: &str) -> bool {
    matches!(
        slot,
        "who"
            | "target"
            | "npcs"
            | "by"
            | "source"
            | "against"
            | "before"
            | "near"
            | "enemy"
            | "after"
            | "whom"
    ) || (verb, slot) == ("hold", "at")
        || Game::find_slots(system, verb, slot).any(|known| known.names_combatant)
}

/// Returns whether items, spells or objects are offered in a slot.
fn is_item_slot(slot: &str) -> bool {
    matches!(slot, "item" | "spell" | "object")
}
