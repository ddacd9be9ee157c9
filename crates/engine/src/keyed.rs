//! Closed lists of words.

/// A closed list of words, each with the key by which it is written, stored and read.
macro_rules! keyed {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $one:ident = $key:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[derive(serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $key)] $one,)* }

        impl $name {
            pub const ALL: [Self; [$($key),*].len()] = [$(Self::$one),*];

            pub const fn key(self) -> &'static str {
                match self { $(Self::$one => $key,)* }
            }

            /// Reads a key; blanks, hyphens and underscores are one.
            pub fn read(text: &str) -> Option<Self> {
                let is_it = |one: &Self| $crate::keyed::is_key(one.key(), text);
                Self::ALL.into_iter().find(is_it)
            }
        }
    };
}
pub(crate) use keyed;

/// Whether a text is that key: blanks, hyphens and underscores are one.
pub fn is_key(key: &str, text: &str) -> bool {
    letters(key).eq(letters(text))
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    let small = text.trim().chars().flat_map(char::to_lowercase);
    small.map(|letter| if matches!(letter, ' ' | '_') { '-' } else { letter })
}

#[cfg(test)]
mod tests {
    use super::is_key;

    #[test]
    fn blanks_hyphens_and_underscores_are_one() {
        for text in ["close-combat", "Close Combat", " close_combat "] {
            assert!(is_key("close combat", text) && is_key("close-combat", text), "{text}");
        }
        for text in ["close", "close-combats", "closecombat", ""] {
            assert!(!is_key("close-combat", text), "{text}");
        }
    }
}
