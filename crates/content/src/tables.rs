//! Kit tables: what the kits of all systems have in common.

/// Defines the kit of a system as the type `KitTables`. Each table is a file
/// `data/<system>/<table>.toml`; every kit has the table `scenes` besides.
///
/// The module that uses the macro adds the functions `body_from_template`, `make_item` and
/// `set_field` to `KitTables`, which make and change bodies of the type `$body`. Entries of the
/// table `creatures` have the fields `about` and `tags`.
macro_rules! tables {
    ($system:literal makes $body:ty: $($table:ident: $entry:ty),* $(,)?) => {
        #[derive(Clone, Default, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        struct KitTables {
            $($table: indexmap::IndexMap<String, $entry>,)*
            scenes: indexmap::IndexMap<String, super::Scene>,
        }

        static KIT: std::sync::LazyLock<Result<std::sync::Arc<KitTables>, super::Refusal>> =
            std::sync::LazyLock::new(|| {
                Ok(std::sync::Arc::new(KitTables {
                    $($table: super::parse_table(
                        concat!($system, "/", stringify!($table), ".toml"),
                        include_str!(concat!(
                            "../../../data/", $system, "/", stringify!($table), ".toml"
                        )),
                    )?,)*
                    scenes: super::parse_table(
                        concat!($system, "/scenes.toml"),
                        include_str!(concat!("../../../data/", $system, "/scenes.toml")),
                    )?,
                }))
            });

        pub fn load_kit() -> Result<std::sync::Arc<dyn super::Kit>, super::Refusal> {
            Ok(KIT.clone()?)
        }

        pub fn parse_custom_kit(
            text: &str,
        ) -> Result<std::sync::Arc<dyn super::Kit>, super::Refusal> {
            let mut kit = KitTables::clone(&*KIT.clone()?);
            let custom: KitTables = super::parse_custom_toml(text)?;
            $(super::overlay_entries(&mut kit.$table, custom.$table)?;)*
            super::overlay_entries(&mut kit.scenes, custom.scenes)?;
            Ok(std::sync::Arc::new(kit))
        }

        impl super::Kit for KitTables {
            fn template_names(&self, kind: super::TemplateKind) -> Vec<String> {
                match kind {
                    super::TemplateKind::Archetype => self.archetypes.keys().cloned().collect(),
                    super::TemplateKind::Creature => self.creatures.keys().cloned().collect(),
                }
            }

            fn creatures(&self) -> Vec<super::creatures::CreatureProfile> {
                let creatures = self.creatures.iter();
                let profiles = creatures.map(|(name, entry)| super::creatures::CreatureProfile {
                    name: name.clone(),
                    about: entry.about.as_ref().map(|about| about.as_str().into()),
                    tags: entry.tags.clone(),
                });
                profiles.collect()
            }

            fn item_names(&self) -> Vec<String> {
                self.items.keys().cloned().collect()
            }

            fn item_value(&self, name: &str) -> Result<serde_json::Value, super::Refusal> {
                super::to_json(self.make_item(name)?)
            }

            fn scene_names(&self) -> Vec<String> {
                self.scenes.keys().cloned().collect()
            }

            fn find_scene(&self, name: &str) -> Result<&super::Scene, super::Refusal> {
                super::find_entry("scene", name, || self.scenes.iter())
            }

            fn make_body(
                &self,
                template: &str,
                fields: &super::Fields,
            ) -> Result<serde_json::Value, super::Refusal> {
                let mut body = super::to_json(self.body_from_template(template)?)?;
                for (path, text) in fields {
                    self.set_field(&mut body, path, text)?;
                }
                super::check_and_reserialize_body::<$body>(body)
            }
        }
    };
}
pub(super) use tables;
