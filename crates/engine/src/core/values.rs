//! Kinds of values that have a key in the rules and names for people.

/// What a typed value is one of. `narration` has the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind<'a> {
    Side,
    Outcome,
    Setting,
    /// The value of the setting with this key.
    SettingValue(&'a str),
    /// The field of a sheet.
    SheetField,
    /// A rule system.
    System,
    /// A word of the rules that stands in the slot of this name.
    SlotWord(&'a str),
    /// A word of the rules that the field of a sheet with this path holds.
    SheetValue(&'a str),
    /// A name that a person gave: a zone, a combatant, a sheet. It is its own key and only name.
    GivenName,
    /// The name of a zone, like [`Self::GivenName`]. One word of it, or several from its beginning
    /// on, are enough where only one name has them.
    ZoneName,
    /// The name of a combatant, like [`Self::GivenName`]. One word of it, or several from its
    /// beginning on, are enough where only one name has them.
    CombatantName,
    /// The name of a scene of a kit. Words of it that stand side by side are enough where only one
    /// name has them.
    SceneName,
    /// An item, a spell or an object. It is its own key; those of the kits have names in other
    /// languages.
    Item,
    /// A number in the slot of this name. It has no keys: words for it are put into digits.
    Number(&'a str),
    /// A moment or a length of time. It has no keys: its text is put into English words.
    Time,
    /// The hours of each day from one time to another, which are put into English words.
    DailyHours,
    /// A value of that kind in any language, not only in that of whoever types it.
    InAnyLanguage(&'a ValueKind<'a>),
}
