//! The derive macro `BodyFields`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::{Data, DeriveInput, Error, Expr, Field, Ident, LitStr};

use crate::serde_keys::field_key;

/// The words for who may know a field, with their variants of `FieldAudience`.
const AUDIENCES: [(&str, &str); 4] = [
    ("public", "Public"),
    ("owner_only", "Owner"),
    ("gm_only_of_npcs", "GmOfNpcs"),
    ("gm_only", "Gm"),
];

/// A field with what its `#[field(…)]` says.
struct BodyField<'a> {
    name: &'a Ident,
    key: String,
    initial: Option<Expr>,
    range: Option<Expr>,
    is_of_fight: bool,
    is_presence_public: bool,
    /// The variant of `FieldAudience` that one of the words of [`AUDIENCES`] means.
    audience: Option<Ident>,
    /// The variant of `FieldReference` that one of the words of [`REFERENCES`] means.
    reference: Option<Ident>,
    /// How the forms of a new NPC and of a new character ask for it: words of [`ASKED_AS`].
    asked_of_npc: Option<Ident>,
    asked_of_character: Option<Ident>,
    /// The keys from which one is chosen.
    choices: Option<Expr>,
    /// Its key in the entry of a creature, if it has another one there.
    kit_key: Option<LitStr>,
}

/// The words for how a form asks for a field, with their variants of `AskedAs`.
const ASKED_AS: [(&str, &str); 5] = [
    ("number", "Number"),
    ("counts", "Counts"),
    ("gear", "Gear"),
    ("choice", "Choice"),
    ("flag", "Flag"),
];

/// The words for what a field refers to, with their variants of `FieldReference`.
const REFERENCES: [(&str, &str); 5] = [
    ("side", "Side"),
    ("group", "Group"),
    ("zone", "Zone"),
    ("combatant", "Combatant"),
    ("carried_item", "CarriedItem"),
];

impl<'a> BodyField<'a> {
    /// Parses the `#[field(…)]` attributes of a field. Fails on an unknown one, on two audiences,
    /// and on a field without a name.
    fn parse(field: &'a Field) -> syn::Result<Self> {
        let name = field.ident.as_ref().ok_or_else(|| Error::new_spanned(field, "needs a name"))?;
        let mut parsed = Self {
            name,
            key: field_key(field, name)?,
            initial: None,
            range: None,
            is_of_fight: false,
            is_presence_public: false,
            audience: None,
            reference: None,
            asked_of_npc: None,
            asked_of_character: None,
            choices: None,
            kit_key: None,
        };
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("field")) {
            attribute.parse_nested_meta(|meta| {
                let word = meta.path.require_ident()?;
                match word.to_string().as_str() {
                    "initial" => parsed.initial = Some(meta.value()?.parse()?),
                    "range" => parsed.range = Some(meta.value()?.parse()?),
                    "of_fight" => parsed.is_of_fight = true,
                    "presence_public" => parsed.is_presence_public = true,
                    "refers_to" => parsed.reference = Some(parse_reference(&meta)?),
                    "npc" => parsed.asked_of_npc = Some(parse_asked_as(&meta)?),
                    "character" => parsed.asked_of_character = Some(parse_asked_as(&meta)?),
                    "choices" => parsed.choices = Some(meta.value()?.parse()?),
                    "kit" => parsed.kit_key = Some(meta.value()?.parse()?),
                    _ if parsed.audience.is_some() => {
                        return Err(meta.error("who may know it is said already"));
                    }
                    // All other words say who may know the field.
                    other => {
                        let audience = AUDIENCES.iter().find(|(known, _)| *known == other);
                        let (_, variant) =
                            audience.ok_or_else(|| meta.error("`field` does not know this"))?;
                        parsed.audience = Some(Ident::new(variant, word.span()));
                    }
                }
                Ok(())
            })?;
        }
        Ok(parsed)
    }
}

/// Parses the word after `npc =` or `character =`, and returns its variant of `AskedAs`.
fn parse_asked_as(meta: &ParseNestedMeta) -> syn::Result<Ident> {
    let word: Ident = meta.value()?.parse()?;
    let found = ASKED_AS.iter().find(|(known, _)| word == known);
    let (_, variant) = found.ok_or_else(|| Error::new_spanned(&word, "no form asks like this"))?;
    Ok(Ident::new(variant, word.span()))
}

/// Parses the word after `refers_to =`, and returns its variant of `FieldReference`.
fn parse_reference(meta: &ParseNestedMeta) -> syn::Result<Ident> {
    let word: Ident = meta.value()?.parse()?;
    let found = REFERENCES.iter().find(|(known, _)| word == known);
    let (_, variant) = found.ok_or_else(|| Error::new_spanned(&word, "no field refers to this"))?;
    Ok(Ident::new(variant, word.span()))
}

/// Returns the expression of a field's `AskedField`; `None` if no form asks for it.
fn asked_field(field: &BodyField) -> Option<TokenStream> {
    let BodyField { key, asked_of_npc, asked_of_character, choices, kit_key, .. } = field;
    if asked_of_npc.is_none() && asked_of_character.is_none() {
        return None;
    }
    let to_option = |asked_as: &Option<Ident>| match asked_as {
        Some(variant) => quote!(Some(::engine::core::body_fields::AskedAs::#variant)),
        None => quote!(None),
    };
    let (of_npc, of_character) = (to_option(asked_of_npc), to_option(asked_of_character));
    let choices = choices.as_ref().map_or_else(|| quote!(&[]), |choices| quote!(#choices));
    let kit_key = kit_key.as_ref().map_or_else(|| key.clone(), LitStr::value);
    Some(quote! {
        ::engine::core::body_fields::AskedField {
            key: #key,
            kit_key: #kit_key,
            of_npc: #of_npc,
            of_character: #of_character,
            choices: #choices,
        }
    })
}

/// Returns the implementations of `Default` and `BodyFields` for a body.
///
/// # Errors
/// Fails on anything but a struct with named fields, and on an attribute that is unknown or given
/// twice.
pub fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Struct(body) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "`BodyFields` is for a struct"));
    };
    let fields = body.fields.iter().map(BodyField::parse).collect::<syn::Result<Vec<_>>>()?;
    let default = implement_default(&input.ident, &fields);
    let body_fields = implement_body_fields(&input.ident, &fields);
    Ok(quote!(#default #body_fields))
}

/// Returns the implementation of `Default`, with the initial value of each field.
fn implement_default(body: &Ident, fields: &[BodyField]) -> TokenStream {
    let defaults = fields.iter().map(|BodyField { name, initial, .. }| match initial {
        Some(value) => quote!(#name: #value),
        None => quote!(#name: Default::default()),
    });
    quote! {
        impl Default for #body {
            fn default() -> Self {
                Self { #(#defaults),* }
            }
        }
    }
}

/// Returns the implementation of the engine's trait `BodyFields`.
fn implement_body_fields(body: &Ident, fields: &[BodyField]) -> TokenStream {
    let declared = fields.iter().map(|field| {
        let BodyField { key, is_presence_public, .. } = field;
        let audience = match &field.audience {
            Some(variant) => quote!(Some(::engine::core::body_fields::FieldAudience::#variant)),
            None => quote!(None),
        };
        quote!((#key, #audience, #is_presence_public))
    });
    let references = fields.iter().filter_map(|BodyField { key, reference, .. }| {
        let variant = reference.as_ref()?;
        Some(quote!((#key, ::engine::core::body_fields::FieldReference::#variant)))
    });
    let asked = fields.iter().filter_map(asked_field);
    let of_fight = fields.iter().filter(|field| field.is_of_fight).map(|field| field.name);
    let audience_arms = AUDIENCES.iter().map(|(_, variant)| copy_arm(fields, variant));
    let presences = fields.iter().filter(|field| field.is_presence_public).map(|field| field.name);
    let range_checks = fields.iter().filter_map(range_check);
    quote! {
        impl ::engine::core::body_fields::BodyFields for #body {
            const DECLARED_AUDIENCES: &'static [(
                &'static str,
                Option<::engine::core::body_fields::FieldAudience>,
                bool,
            )] = &[#(#declared),*];

            const REFERENCES: &'static [(
                &'static str,
                ::engine::core::body_fields::FieldReference,
            )] = &[#(#references),*];

            const ASKED_FIELDS: &'static [::engine::core::body_fields::AskedField] =
                &[#(#asked),*];

            fn reset_fight_fields(&mut self) {
                let initial = Self::default();
                #(self.#of_fight = initial.#of_fight;)*
            }

            #[allow(unused_variables)]
            fn copy_fields_of(
                &mut self,
                audience: ::engine::core::body_fields::FieldAudience,
                other: &Self,
            ) {
                match audience { #(#audience_arms)* }
            }

            #[allow(unused_variables)]
            fn copy_public_presence(&mut self, other: &Self) {
                #(if self.#presences.is_none() || other.#presences.is_none() {
                    self.#presences.clone_from(&other.#presences);
                })*
            }

            fn check_ranges(&self) -> Result<(), ::engine::core::command::Refusal> {
                #(#range_checks)*
                Ok(())
            }
        }
    }
}

/// Returns the match arm of an audience, which copies the fields that declare it.
fn copy_arm(fields: &[BodyField], variant: &str) -> TokenStream {
    let variant = Ident::new(variant, proc_macro2::Span::call_site());
    let has_audience = |field: &&BodyField| field.audience.as_ref() == Some(&variant);
    let names = fields.iter().filter(has_audience).map(|field| field.name);
    quote! {
        ::engine::core::body_fields::FieldAudience::#variant => {
            #(self.#names.clone_from(&other.#names);)*
        }
    }
}

/// Returns the statement that refuses a value out of the range of a field; `None` for a field
/// without a range.
fn range_check(field: &BodyField) -> Option<TokenStream> {
    let BodyField { name, key, range, .. } = field;
    let range = range.as_ref()?;
    Some(quote! {
        ::engine::core::command::check_range(#key, &self.#name, #range)?;
    })
}
