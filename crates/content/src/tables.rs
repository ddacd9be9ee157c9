//! What the kits of all systems have in common: tables of entries by name.

/// The kit of a system: its tables, each a file `data/<system>/<table>.toml`, of which bodies
/// `$body` are made by its functions `body` (from a name) and `set` (a field).
macro_rules! tables {
    ($system:literal makes $body:ty: $($table:ident: $entry:ty),* $(,)?) => {
        #[derive(Clone, Default, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        struct Kit {
            $($table: std::collections::BTreeMap<String, $entry>,)*
        }

        static KIT: std::sync::LazyLock<Result<std::sync::Arc<Kit>, super::Refusal>> =
            std::sync::LazyLock::new(|| {
                Ok(std::sync::Arc::new(Kit {
                    $($table: super::read(
                        concat!($system, "/", stringify!($table), ".toml"),
                        include_str!(concat!(
                            "../../../data/", $system, "/", stringify!($table), ".toml"
                        )),
                    )?,)*
                }))
            });

        pub fn kit() -> Result<std::sync::Arc<dyn super::Kit>, super::Refusal> {
            Ok(KIT.clone()?)
        }

        pub fn own_kit(
            text: &str,
        ) -> Result<std::sync::Arc<dyn super::Kit>, super::Refusal> {
            let mut kit = Kit::clone(&*KIT.clone()?);
            let own: Kit = super::read_own(text)?;
            $(super::lay(&mut kit.$table, own.$table)?;)*
            Ok(std::sync::Arc::new(kit))
        }

        impl super::Kit for Kit {
            fn names(&self, kind: super::Kind) -> Vec<String> {
                match kind {
                    super::Kind::Archetype => self.archetypes.keys().cloned().collect(),
                    super::Kind::Creature => self.creatures.keys().cloned().collect(),
                }
            }

            fn items(&self) -> Vec<String> {
                self.items.keys().cloned().collect()
            }

            fn item(&self, name: &str) -> Result<serde_json::Value, super::Refusal> {
                super::value(self.item(name)?)
            }

            fn make(
                &self,
                from: &str,
                fields: &super::Fields,
            ) -> Result<serde_json::Value, super::Refusal> {
                let mut body = super::value(self.body(from)?)?;
                for (path, text) in fields {
                    self.set(&mut body, path, text)?;
                }
                super::read_back::<$body>(body)
            }
        }
    };
}
pub(super) use tables;
