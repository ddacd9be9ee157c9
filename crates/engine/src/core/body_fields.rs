//! What the fields of a body declare: which of them end with the fight, who may know them, which
//! numbers they accept, what they refer to, and how forms ask for them.

use crate::core::command::Refusal;

/// Who may know a field of a body that does not simply go by whether the viewer may know the
/// combatant's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldAudience {
    /// Whoever knows of the combatant.
    Public,
    /// The combatant's player and the GM.
    Owner,
    /// Of an NPC the GM alone; of a player's character everybody.
    GmOfNpcs,
    /// The GM alone, also of a player's character.
    Gm,
}

/// What a field of a body refers to, so that an order may name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldReference {
    /// A side: its name is the value.
    Side,
    /// A group of combatants: its name is the value.
    Group,
    /// A zone: its number is the value.
    Zone,
    /// A combatant: its number is the value.
    Combatant,
    /// An item of the body's field `gear`: its name is the value, and an empty one is none.
    CarriedItem,
}

/// How a form asks for a field of a new combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedAs {
    /// By its number or dice code.
    Number,
    /// By the numbers of its parts: `strike 3, read 1`.
    Counts,
    /// By the names of items of the kit, with commas between.
    Gear,
    /// By choosing from its keys: one, or several where the field is a list.
    Choice,
    /// Whether it holds.
    Flag,
}

/// A field for which the form of a new NPC or of a new character asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedField {
    pub key: &'static str,
    /// Its path in the entry of a creature in a kit.
    pub kit_key: &'static str,
    /// `None` where the form of an NPC does not ask for it.
    pub of_npc: Option<AskedAs>,
    /// `None` where the form of a character does not ask for it.
    pub of_character: Option<AskedAs>,
    /// The keys from which one is chosen.
    pub choices: &'static [&'static str],
}

/// A body whose fields declare what holds of them. `#[derive(declare::BodyFields)]` implements it.
pub trait BodyFields: Clone + Default {
    /// The stored key of each field, who may know it (`None` if that goes by the combatant's
    /// numbers), and whether its presence is public.
    const DECLARED_AUDIENCES: &'static [(&'static str, Option<FieldAudience>, bool)];

    /// The stored key of each field that refers to something, with what it refers to.
    const REFERENCES: &'static [(&'static str, FieldReference)];

    /// The fields for which the forms of new combatants ask, in the order of the body.
    const ASKED_FIELDS: &'static [AskedField];

    /// Returns who may know the field with which a path begins; `None` if that goes by the
    /// combatant's numbers.
    fn declared_audience_of_field(path: &str) -> Option<FieldAudience> {
        let key = path.split('.').next().unwrap_or(path);
        let (_, audience, _) =
            Self::DECLARED_AUDIENCES.iter().find(|(declared, ..)| *declared == key)?;
        *audience
    }

    /// Returns what the field with this key refers to; `None` if it refers to nothing.
    fn reference_of_field(key: &str) -> Option<FieldReference> {
        let (_, reference) = Self::REFERENCES.iter().find(|(declared, _)| *declared == key)?;
        Some(*reference)
    }

    /// Gives the fields that belong to the fight alone their default values.
    fn reset_fight_fields(&mut self);

    /// Copies from `other` the fields that declare this audience.
    fn copy_fields_of(&mut self, audience: FieldAudience, other: &Self);

    /// Makes each optional field whose presence is public empty if it is empty in `other`, and
    /// fills it from there if it is empty only here.
    fn copy_public_presence(&mut self, other: &Self);

    /// Refuses a number that its field does not accept.
    fn check_ranges(&self) -> Result<(), Refusal>;
}
