//! The derive macro `BodyFields`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Expr, Field, Ident};

use crate::serde_keys::field_key;

/// A field with what its `#[field(…)]` says.
struct BodyField<'a> {
    name: &'a Ident,
    key: String,
    initial: Option<Expr>,
    range: Option<Expr>,
    is_of_fight: bool,
    is_public: bool,
    is_gm_only: bool,
}

impl<'a> BodyField<'a> {
    /// Parses the `#[field(…)]` attributes of a field. Fails on an unknown one, and on a field
    /// without a name.
    fn parse(field: &'a Field) -> syn::Result<Self> {
        let name = field.ident.as_ref().ok_or_else(|| Error::new_spanned(field, "needs a name"))?;
        let mut parsed = Self {
            name,
            key: field_key(field, name)?,
            initial: None,
            range: None,
            is_of_fight: false,
            is_public: false,
            is_gm_only: false,
        };
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("field")) {
            attribute.parse_nested_meta(|meta| {
                match meta.path.require_ident()?.to_string().as_str() {
                    "initial" => parsed.initial = Some(meta.value()?.parse()?),
                    "range" => parsed.range = Some(meta.value()?.parse()?),
                    "of_fight" => parsed.is_of_fight = true,
                    "public" => parsed.is_public = true,
                    "gm_only" => parsed.is_gm_only = true,
                    _ => return Err(meta.error("`field` does not know this")),
                }
                Ok(())
            })?;
        }
        Ok(parsed)
    }
}

/// Returns the implementations for a body.
pub fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Struct(body) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "`BodyFields` is for a struct"));
    };
    let fields = body.fields.iter().map(BodyField::parse).collect::<syn::Result<Vec<_>>>()?;
    let defaults = fields.iter().map(|BodyField { name, initial, .. }| match initial {
        Some(value) => quote!(#name: #value),
        None => quote!(#name: Default::default()),
    });
    let range_checks = fields.iter().filter_map(|BodyField { name, key, range, .. }| {
        let range = range.as_ref()?;
        Some(quote! {
            crate::core::command::check_range(#key, &self.#name, #range)?;
        })
    });
    let names_where = |is_wanted: fn(&BodyField) -> bool| {
        fields.iter().filter(move |field| is_wanted(field)).map(|field| field.name)
    };
    let of_fight = names_where(|field| field.is_of_fight);
    let public = names_where(|field| field.is_public);
    let gm_only = names_where(|field| field.is_gm_only);
    let name = &input.ident;
    Ok(quote! {
        impl Default for #name {
            fn default() -> Self {
                Self { #(#defaults),* }
            }
        }

        impl #name {
            /// Gives the fields that belong to the fight alone their default values.
            fn reset_fight_fields(&mut self) {
                let initial = Self::default();
                #(self.#of_fight = initial.#of_fight;)*
            }

            /// Copies from `other` what whoever knows of it may know.
            pub(super) fn copy_public_fields(&mut self, other: &Self) {
                #(self.#public.clone_from(&other.#public);)*
            }

            /// Copies from `other` what the GM alone may know.
            pub(super) fn copy_gm_fields(&mut self, other: &Self) {
                #(self.#gm_only.clone_from(&other.#gm_only);)*
            }

            /// Refuses a number that its field does not accept.
            pub(super) fn check_ranges(&self) -> Result<(), crate::core::command::Refusal> {
                #(#range_checks)*
                Ok(())
            }
        }
    })
}
