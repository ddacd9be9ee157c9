//! What the fields of a body declare: which of them end with the fight, who may know them, and
//! which numbers they accept.

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

/// A body whose fields declare what holds of them. `#[derive(declare::BodyFields)]` implements it.
pub trait BodyFields: Clone + Default {
    /// The stored key of each field, the word for who may know it ("" if that goes by the
    /// combatant's numbers), and whether its presence is public.
    const DECLARED_AUDIENCES: &'static [(&'static str, &'static str, bool)];

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
