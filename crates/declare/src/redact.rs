//! The derive macro `Redact`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Error, Expr, Field, Fields, Ident, Type, Variant};

use crate::serde_keys::{field_key, variant_key};

/// Returns the implementation of `Redact` for an enum of events.
///
/// # Errors
/// Fails on anything but an enum, without `#[redact(System)]`, on an attribute whose expression
/// does not parse, and on a visible number without an audience.
pub fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Enum(events) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "`Redact` is for an enum of events"));
    };
    let mut arms = Vec::new();
    let mut number_owners = Vec::new();
    let mut declared = Vec::new();
    for variant in &events.variants {
        arms.push(redact_variant(variant)?);
        number_owners.extend(owners_of_numbers(variant)?);
        declared.extend(declared_audiences(variant)?);
    }
    let name = &input.ident;
    let system = find_expression(&input.attrs, "redact")?
        .ok_or_else(|| Error::new_spanned(name, "of which system? `#[redact(System)]`"))?;
    Ok(quote! {
        impl ::engine::visibility::knowledge::Redact<#system> for #name {
            const NUMBER_OWNERS: &'static [(&'static str, &'static str)] = &[#(#number_owners),*];
            const DECLARED_AUDIENCES: &'static [(&'static str, &'static str)] =
                &[#(#declared),*];

            fn redact(
                &self,
                viewer: &::engine::visibility::knowledge::Knowledge<'_, #system>,
            ) -> Option<Self> {
                match self { #(#arms)* }
            }
        }
    })
}

/// Returns the match arm that redacts one variant. Without a condition it is for the GM alone.
fn redact_variant(variant: &Variant) -> syn::Result<TokenStream> {
    let name = &variant.ident;
    let Some(condition) = find_expression(&variant.attrs, "visible")? else {
        let ignored = match variant.fields {
            Fields::Named(_) => quote!({ .. }),
            Fields::Unnamed(_) => quote!((..)),
            Fields::Unit => quote!(),
        };
        return Ok(quote!(Self::#name #ignored => viewer.is_gm().then(|| self.clone()),));
    };
    let mut bindings = Vec::new();
    let mut values = Vec::new();
    for (index, field) in variant.fields.iter().enumerate() {
        let binding = condition_binding_for(field, index);
        values.push(redact_field(field, &binding)?);
        bindings.push(binding);
    }
    let (pattern, rebuilt) = match &variant.fields {
        Fields::Named(_) => (quote!({ #(#bindings),* }), quote!({ #(#bindings: #values),* })),
        Fields::Unnamed(_) => (quote!((#(#bindings),*)), quote!((#(#values),*))),
        Fields::Unit => (quote!(), quote!()),
    };
    Ok(quote! {
        #[allow(unused_variables)]
        Self::#name #pattern => (#condition).then(|| Self::#name #rebuilt),
    })
}

/// Returns the name by which conditions call a field: its own, or in a tuple `it`, `it_1`, `it_2`
/// and so on.
fn condition_binding_for(field: &Field, index: usize) -> Ident {
    match (&field.ident, index) {
        (Some(name), _) => name.clone(),
        (None, 0) => format_ident!("it"),
        (None, _) => format_ident!("it_{index}"),
    }
}

/// Returns the expression of a field's value for viewers who may know of the event.
fn redact_field(field: &Field, binding: &Ident) -> syn::Result<TokenStream> {
    let condition = match find_expression(&field.attrs, "numbers_of")? {
        Some(owner) => Some(quote!(viewer.knows_numbers(#owner))),
        None => find_expression(&field.attrs, "only_if")?.map(|condition| quote!(#condition)),
    };
    if let Some(condition) = condition {
        return Ok(quote!(if #condition { #binding.clone() } else { Default::default() }));
    }
    if let Some(function) = find_expression(&field.attrs, "redacted_by")? {
        return Ok(quote!(#function(viewer, #binding)));
    }
    Ok(match find_expression(&field.attrs, "each")? {
        Some(condition) => quote!(#binding.iter().filter(|it| #condition).cloned().collect()),
        None => quote!(#binding.clone()),
    })
}

/// Returns the entries of `NUMBER_OWNERS` for a variant: one for each field that is open or says
/// whose number it is.
///
/// # Errors
/// Fails for a number of a visible event if no attribute says who may know it.
fn owners_of_numbers(variant: &Variant) -> syn::Result<Vec<TokenStream>> {
    let mut entries = Vec::new();
    let is_for_gm_alone = find_expression(&variant.attrs, "visible")?.is_none();
    for field in &variant.fields {
        let Some(name) = field.ident.as_ref() else { continue };
        // The numbers in a list are ids of combatants, which are no secret numbers.
        let is_open = ["open", "each"].iter().any(|name| has_attribute(&field.attrs, name));
        let owner = find_expression(&field.attrs, "numbers_of")?;
        let is_declared = is_open
            || owner.is_some()
            || has_attribute(&field.attrs, "only_if")
            || has_attribute(&field.attrs, "redacted_by");
        if !is_declared && !is_for_gm_alone && holds_plain_number(&field.ty) {
            let problem =
                "who may know this number? `#[open]`, `#[numbers_of(…)]` or `#[only_if(…)]`";
            return Err(Error::new_spanned(field, problem));
        }
        let owner_key = match owner {
            Some(owner) => key_of_field_named(variant, &owner)?,
            None if is_open => String::new(),
            None => continue,
        };
        let path = format!("{}.{}", variant_key(variant)?, field_key(field, name)?);
        entries.push(quote!((#path, #owner_key)));
    }
    Ok(entries)
}

/// Returns the entries of `DECLARED_AUDIENCES` for a variant. The first has its key and the
/// condition under which a viewer knows the event, or "" for the GM alone: `("hit", "true")`. One
/// more stands for each field with attributes, and says what they declare of who may know it:
/// `("hit.amount", "numbers_of target")`.
///
/// # Errors
/// Fails for an attribute that is no valid expression.
fn declared_audiences(variant: &Variant) -> syn::Result<Vec<TokenStream>> {
    let key = variant_key(variant)?;
    let condition = match find_expression(&variant.attrs, "visible")? {
        Some(expression) => text_of(&expression),
        None => String::new(),
    };
    let mut entries = vec![quote!((#key, #condition))];
    for (index, field) in variant.fields.iter().enumerate() {
        let declarations = audience_declarations_of(field)?;
        if !declarations.is_empty() {
            let path = format!("{key}.{}", condition_binding_for(field, index));
            let audience = declarations.join(", ");
            entries.push(quote!((#path, #audience)));
        }
    }
    Ok(entries)
}

/// Returns the attributes of a field that say who may know it, each with its expression as text:
/// `open`, `only_if viewer.knows(who)`. Empty for a field without such attributes.
fn audience_declarations_of(field: &Field) -> syn::Result<Vec<String>> {
    let mut declarations = Vec::new();
    if has_attribute(&field.attrs, "open") {
        declarations.push("open".to_string());
    }
    for attribute in ["numbers_of", "only_if", "each", "redacted_by"] {
        if let Some(expression) = find_expression(&field.attrs, attribute)? {
            declarations.push(format!("{attribute} {}", text_of(&expression)));
        }
    }
    Ok(declarations)
}

/// Returns the text of an expression with blanks only between words and around `&&`, `||` and
/// `=>`, so that it is the same for every version of the compiler.
fn text_of(expression: &Expr) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut text = String::new();
    for token in quote!(#expression).to_string().split_whitespace() {
        if text.ends_with(is_word) && token.starts_with(is_word) {
            text.push(' ');
        }
        text.push_str(token);
    }
    for sign in ["&&", "||", "=>"] {
        text = text.replace(sign, &format!(" {sign} "));
    }
    text
}

/// Returns the stored key of the variant's field that an expression names. Fails if it names none.
fn key_of_field_named(variant: &Variant, owner: &Expr) -> syn::Result<String> {
    let fields = variant.fields.iter();
    let named = fields.filter_map(|field| Some((field, field.ident.as_ref()?)));
    for (field, name) in named {
        if matches!(owner, Expr::Path(path) if path.path.is_ident(name)) {
            return field_key(field, name);
        }
    }
    Err(Error::new_spanned(owner, "this is no field of the event"))
}

/// Returns the expression in an attribute of this name; `None` if there is no such attribute.
fn find_expression(attributes: &[Attribute], name: &str) -> syn::Result<Option<Expr>> {
    let found = attributes.iter().find(|attribute| attribute.path().is_ident(name));
    found.map(Attribute::parse_args).transpose()
}

/// Returns whether an attribute of this name is among these.
fn has_attribute(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident(name))
}

/// Returns whether a type is an integer, dice, or an optional one or a list of them.
fn holds_plain_number(of_type: &Type) -> bool {
    const NUMBERS: [&str; 8] = ["u8", "u16", "u32", "i8", "i16", "i32", "DiceRoll", "TestRoll"];
    let Type::Path(path) = of_type else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    if NUMBERS.iter().any(|number| last.ident == number) {
        return true;
    }
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return false };
    arguments.args.iter().any(|argument| match argument {
        syn::GenericArgument::Type(inner) => holds_plain_number(inner),
        _ => false,
    })
}
