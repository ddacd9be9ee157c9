//! Derive macros with which a rule system declares its data once.
//!
//! - [`Redact`] on a system's events: who may know an event, and which of its fields.
//! - [`BodyFields`] on a system's body: the default of a field, whether it lasts beyond the fight,
//!   and who may know it.
//!
//! `docs/DECLARATIONS.md` shows both with examples. What a macro generates can be read with
//! `cargo expand -p riposte-engine rules::dr12::state`.

mod body_fields;
mod redact;
mod serde_keys;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Implements `Redact` for the enum of events of a system, which `#[redact(System)]` names.
///
/// On a variant, `#[visible(condition)]` says when a viewer may know of the event. The condition is
/// a Rust expression; in it stand `viewer` (a `Knowledge`), the fields by name, and the first field
/// of a tuple variant as `it`. **A variant without it is known to the GM alone.**
///
/// On a field, for viewers who may know of the event:
/// - `#[open]`: a number that is never secret.
/// - `#[numbers_of(owner)]`: known to those who may know the numbers of `owner`, another field.
/// - `#[only_if(condition)]`: known under this condition.
/// - `#[each(condition)]`: of a list, the entries for which the condition holds; in it the entry is
///   `it`.
/// - `#[redacted_by(function)]`: what the function makes of the viewer and the field.
///
/// A field that a viewer may not know has its default value: `None`, an empty list. A field with a
/// number must have one of these, unless the GM alone knows of the event.
#[proc_macro_derive(
    Redact,
    attributes(redact, visible, open, numbers_of, only_if, each, redacted_by)
)]
pub fn derive_redact(input: TokenStream) -> TokenStream {
    redact::expand(&parse_macro_input!(input as DeriveInput))
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Implements `Default` and the engine's trait `BodyFields` for a body.
///
/// `#[field(…)]` on a field takes any of:
/// - `initial = value`: its default, if that is not the default of its type.
/// - `range = low..=high`: what it accepts.
/// - `of_fight`: it has its default again after the fight.
/// - `presence_public`: whoever knows of the combatant may know whether this optional field is set,
///   but not to what.
/// - `refers_to = …`: what its text or number refers to, so that the GM may name it: `side`,
///   `group`, `zone`, `combatant` or `carried_item` (`FieldReference`).
/// - `npc = …`, `character = …`: how the form of a new NPC or of a new character asks for it:
///   `number`, `counts`, `gear`, `choice` or `flag` (`AskedAs`).
/// - `choices = keys`: of which keys one is chosen.
/// - `kit = "path"`: where it stands in the entry of a creature, if it has another key there.
///
/// and at most one of:
/// - `public`: whoever knows of the combatant may know it.
/// - `owner_only`: the GM and the player of the combatant may know it.
/// - `gm_only_of_npcs`: of an NPC the GM alone may know it.
/// - `gm_only`: the GM alone may know it, also of a player's character.
///
/// Any other field is known to those who may know the combatant's numbers.
#[proc_macro_derive(BodyFields, attributes(field))]
pub fn derive_body_fields(input: TokenStream) -> TokenStream {
    body_fields::expand(&parse_macro_input!(input as DeriveInput))
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}
