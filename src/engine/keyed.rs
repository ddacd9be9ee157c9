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
                let plain = |text: &str| text.trim().to_lowercase().replace([' ', '_'], "-");
                let text = plain(text);
                Self::ALL.into_iter().find(|one| plain(one.key()) == text)
            }
        }
    };
}
pub(crate) use keyed;
