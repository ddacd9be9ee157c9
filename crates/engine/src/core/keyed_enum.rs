//! Enums whose variants have text keys.

/// Defines an enum whose variants each have a key, by which they are shown, stored and parsed.
macro_rules! keyed_enum {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $key:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[derive(serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $key)] $variant,)* }

        impl $name {
            pub const ALL: [Self; [$($key),*].len()] = [$(Self::$variant),*];

            /// The keys of all variants.
            #[allow(dead_code)]
            pub const KEYS: &'static [&'static str] = &[$($key),*];

            /// Returns the key of the variant.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$variant => $key,)* }
            }

            /// Parses a key. Case is ignored; blanks, hyphens and underscores are the same.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|variant| {
                    $crate::core::keyed_enum::matches_key(variant.key(), text)
                })
            }
        }
    };
}
pub(crate) use keyed_enum;

/// Returns whether a text is this key. Case is ignored; blanks, hyphens and underscores are the
/// same.
pub fn matches_key(key: &str, text: &str) -> bool {
    normalized_letters(key).eq(normalized_letters(text))
}

/// Returns the letters of a text in the form in which [`matches_key`] compares them.
fn normalized_letters(text: &str) -> impl Iterator<Item = char> {
    let lowercase = text.trim().chars().flat_map(char::to_lowercase);
    lowercase.map(|letter| if matches!(letter, ' ' | '_') { '-' } else { letter })
}

#[cfg(test)]
mod tests {
    use super::matches_key;

    #[test]
    fn matches_key_treats_blanks_hyphens_and_underscores_alike() {
        for text in ["close-combat", "Close Combat", " close_combat "] {
            assert!(
                matches_key("close combat", text) && matches_key("close-combat", text),
                "{text}"
            );
        }
        for text in ["close", "close-combats", "closecombat", ""] {
            assert!(!matches_key("close-combat", text), "{text}");
        }
    }
}
