//! The keys under which serde stores variants and fields.

use syn::{Attribute, Field, Ident, LitStr, Variant};

/// Returns the value of `#[serde(rename = "…")]`; `None` if there is no such attribute.
fn find_serde_rename(attributes: &[Attribute]) -> syn::Result<Option<String>> {
    let mut renamed = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                renamed = Some(meta.value()?.parse::<LitStr>()?.value());
            } else if meta.input.peek(syn::Token![=]) {
                meta.value()?.parse::<syn::Expr>()?;
            }
            Ok(())
        })?;
    }
    Ok(renamed)
}

/// Returns the key of a variant in an enum with `rename_all = "snake_case"`.
pub fn variant_key(variant: &Variant) -> syn::Result<String> {
    let renamed = find_serde_rename(&variant.attrs)?;
    Ok(renamed.unwrap_or_else(|| to_snake_case(&variant.ident)))
}

/// Returns the key of a field: its new name if serde renames it, else its own.
pub fn field_key(field: &Field, name: &Ident) -> syn::Result<String> {
    Ok(find_serde_rename(&field.attrs)?.unwrap_or_else(|| name.to_string()))
}

/// Returns a name in camel case as `snake_case`, with `_` before each capital but the first letter.
fn to_snake_case(name: &Ident) -> String {
    let mut snake = String::new();
    for (index, letter) in name.to_string().chars().enumerate() {
        if letter.is_uppercase() && index > 0 {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
