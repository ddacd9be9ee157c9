//! Kit tables: what the kits of all systems have in common.

use engine::core::command::Refusal;
use engine::core::json;
use engine::core::similarity::ListedNames;
pub use indexmap::IndexMap;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{file_fault, with_outer_place};

/// What a kit gives, or why it cannot.
pub type KitResult<T> = Result<T, Refusal>;

/// Defines the kit of a system as the type `KitTables`. Each table is a file `<table>.toml` in the
/// folder; every kit has the table `scenes` besides.
///
/// The module that uses the macro adds the functions `blank_body`, `archetype_body`,
/// `creature_body`, `make_item` and `set_field_from_text_or_names` to `KitTables`, which make and
/// change bodies of the type `$body`. Entries of the table `creatures` have the fields `about` and
/// `tags`.
#[macro_export]
macro_rules! kit_tables {
    ($folder:literal makes $body:ty: $($table:ident: $entry:ty),* $(,)?) => {
        #[derive(Clone, Default, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        struct KitTables {
            $($table: $crate::tables::IndexMap<String, $entry>,)*
            scenes: $crate::tables::IndexMap<String, $crate::scenes::Scene>,
        }

        static KIT: std::sync::LazyLock<$crate::tables::KitResult<std::sync::Arc<KitTables>>> =
            std::sync::LazyLock::new(|| {
                Ok(std::sync::Arc::new(KitTables {
                    $($table: $crate::tables::parse_table(
                        concat!($folder, stringify!($table), ".toml"),
                        include_str!(concat!($folder, stringify!($table), ".toml")),
                    )?,)*
                    scenes: $crate::tables::parse_table(
                        concat!($folder, "scenes.toml"),
                        include_str!(concat!($folder, "scenes.toml")),
                    )?,
                }))
            });

        /// Returns the built-in kit, which is parsed at the first call.
        pub fn load_kit() -> $crate::tables::KitResult<std::sync::Arc<dyn $crate::Kit>> {
            Ok(KIT.clone()?)
        }

        /// Parses a server's kit and lays it over the built-in one.
        pub fn parse_custom_kit_over_built_in(
            text: &str,
        ) -> $crate::tables::KitResult<std::sync::Arc<dyn $crate::Kit>> {
            $crate::Kit::with_overlay(&*KIT.clone()?, text)
        }

        impl KitTables {
            /// Makes the body of an archetype or, if there is none of this name, of a creature. An
            /// empty name gives a blank body; an unknown one is refused.
            fn archetype_or_creature_or_blank_body(
                &self,
                template: &str,
            ) -> $crate::tables::KitResult<$body> {
                if template.is_empty() {
                    return Ok(Self::blank_body());
                }
                let name = $crate::tables::to_kit_name(template);
                match (self.archetypes.get(&name), self.creatures.get(&name)) {
                    (Some(archetype), _) => self.archetype_body(archetype),
                    (None, Some(creature)) => self.creature_body(&name, creature),
                    (None, None) => {
                        let names = self.archetypes.keys().chain(self.creatures.keys());
                        Err($crate::tables::no_such_entry("creature", template, names))
                    }
                }
            }
        }

        impl $crate::Kit for KitTables {
            fn template_names(&self, kind: $crate::TemplateKind) -> Vec<String> {
                match kind {
                    $crate::TemplateKind::Archetype => self.archetypes.keys().cloned().collect(),
                    $crate::TemplateKind::Creature => self.creatures.keys().cloned().collect(),
                }
            }

            fn creatures(&self) -> Vec<$crate::creatures::CreatureProfile> {
                let creatures = self.creatures.iter();
                let profiles = creatures.map(|(name, entry)| $crate::creatures::CreatureProfile {
                    name: name.clone(),
                    about: entry.about.as_ref().map(|about| about.as_str().into()),
                    tags: entry.tags.clone(),
                });
                profiles.collect()
            }

            fn item_names(&self) -> Vec<String> {
                self.items.keys().cloned().collect()
            }

            fn item_value(&self, name: &str) -> $crate::tables::KitResult<serde_json::Value> {
                $crate::tables::to_json(self.make_item(name)?)
            }

            fn scene_names(&self) -> Vec<String> {
                self.scenes.keys().cloned().collect()
            }

            fn find_scene(&self, name: &str) -> $crate::tables::KitResult<&$crate::scenes::Scene> {
                $crate::tables::find_entry("scene", name, || self.scenes.iter())
            }

            fn make_body(
                &self,
                template: &str,
                fields: &$crate::Fields,
            ) -> $crate::tables::KitResult<serde_json::Value> {
                let body = self.archetype_or_creature_or_blank_body(template)?;
                let mut body = $crate::tables::to_json(body)?;
                for (path, text) in fields {
                    self.set_field_from_text_or_names(&mut body, path, text)?;
                }
                $crate::tables::check_and_reserialize_body::<$body>(body)
            }

            fn make_creature_body(
                &self,
                creature: &str,
            ) -> $crate::tables::KitResult<serde_json::Value> {
                let entry =
                    $crate::tables::find_entry("creature", creature, || self.creatures.iter())?;
                let body = self.creature_body(&$crate::tables::to_kit_name(creature), entry)?;
                $crate::tables::check_and_reserialize_body::<$body>(
                    $crate::tables::to_json(body)?,
                )
            }

            fn with_overlay(
                &self,
                text: &str,
            ) -> $crate::tables::KitResult<std::sync::Arc<dyn $crate::Kit>> {
                let mut kit = self.clone();
                let custom: KitTables = $crate::tables::parse_custom_toml(text)?;
                $($crate::tables::check_and_overlay_entries(&mut kit.$table, custom.$table)?;)*
                $crate::tables::check_and_overlay_entries(&mut kit.scenes, custom.scenes)?;
                Ok(std::sync::Arc::new(kit))
            }
        }
    };
}

/// The longest name of an entry, in characters.
const MAX_NAME_CHARS: usize = 60;

/// The most names that a refusal lists, the nearest first.
const MAX_LISTED_NAMES: usize = 10;

/// The most entries in one table of a server's kit.
const MAX_TABLE_ENTRIES: usize = 200;

/// Parses TOML that a user has written.
///
/// # Errors
/// The refusal has the line that is wrong.
pub fn parse_custom_toml<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    toml::from_str(text).map_err(|error| file_fault::toml_refusal(text, &error))
}

/// Adds entries to a table, before those that it has, and replaces those with the same names.
///
/// # Errors
/// Refuses too many entries and names that are empty, too long, or contain commas, dots or control
/// characters.
pub fn check_and_overlay_entries<T>(
    base: &mut IndexMap<String, T>,
    overlay: IndexMap<String, T>,
) -> Result<(), Refusal> {
    if overlay.len() > MAX_TABLE_ENTRIES {
        return Err(Refusal::bad_setup("", "too-many-entries").with("most", MAX_TABLE_ENTRIES));
    }
    let built_in = std::mem::take(base);
    for (name, entry) in overlay {
        let name = to_kit_name(&name);
        let has_valid_length = !name.is_empty() && name.chars().count() <= MAX_NAME_CHARS;
        // Commas separate names, and dots the steps of a path.
        let has_separator = name.contains([',', '.']);
        if !has_valid_length || has_separator || name.chars().any(char::is_control) {
            let refusal = Refusal::bad_setup("", "entry-name").with("value", name);
            return Err(refusal.with("most", MAX_NAME_CHARS));
        }
        base.insert(name, entry);
    }
    for (name, entry) in built_in {
        base.entry(name).or_insert(entry);
    }
    Ok(())
}

/// Parses a file of a built-in kit.
///
/// # Errors
/// The refusal has the path of the file and what is wrong in it.
pub fn parse_table<T: DeserializeOwned>(
    path: &str,
    text: &str,
) -> Result<IndexMap<String, T>, Refusal> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        with_outer_place(Refusal::parse_error(error), path.trim_start_matches("../"))
    })
}

/// Returns a name in the form that kits use: in lower case, without blanks around it.
pub fn to_kit_name(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Splits names at commas. Leaves out `none` and empty names.
pub fn split_names(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|name| !matches!(*name, "" | "none"))
}

/// The reason of a refusal if a kit has no entry with a name.
const NO_SUCH_ENTRY: &str = "no-such-entry";

/// Returns whether a refusal says that a kit has no entry with a name.
pub(crate) fn is_no_such_entry(refusal: &Refusal) -> bool {
    refusal.details.get("why").is_some_and(|why| why == NO_SUCH_ENTRY)
}

/// Finds the entry with this name.
///
/// # Errors
/// The refusal lists the names that are most like it.
pub fn find_entry<'a, T: 'a, I: Iterator<Item = (&'a String, &'a T)>>(
    kind: &'static str,
    name: &str,
    entries: impl Fn() -> I,
) -> Result<&'a T, Refusal> {
    let normalized_name = to_kit_name(name);
    let found = entries().find(|(known, _)| **known == normalized_name).map(|(_, entry)| entry);
    found.ok_or_else(|| no_such_entry(kind, name, entries().map(|(known, _)| known)))
}

/// Returns the refusal of a name that no entry of this kind has, with the names most like it.
pub fn no_such_entry<'a>(
    kind: &str,
    name: &str,
    names: impl Iterator<Item = &'a String>,
) -> Refusal {
    let names: Vec<&str> = names.map(String::as_str).collect();
    let refusal = Refusal::bad_setup("", NO_SUCH_ENTRY).with("kind", kind).with("value", name);
    match ListedNames::select_similar_or_all(name, &names, MAX_LISTED_NAMES) {
        ListedNames::All(all) => refusal.with("names", all.join(", ")),
        ListedNames::Near(near) => refusal.with("names", near.join(", ")).with("near", true),
        ListedNames::First(first, more) => {
            refusal.with("names", first.join(", ")).with("more", more)
        }
    }
}

/// Converts a value to JSON.
///
/// # Errors
/// Refuses a value that has no JSON form.
pub fn to_json(value: impl Serialize) -> Result<Value, Refusal> {
    json::to_value(&value).map_err(Refusal::parse_error)
}

/// Checks a body by converting it to its type and back.
///
/// # Errors
/// The refusal names the first field that does not fit, which is found by reading each field alone:
/// a body may lack every field.
pub fn check_and_reserialize_body<T: Serialize + DeserializeOwned>(
    body: Value,
) -> Result<Value, Refusal> {
    let refusal = match json::from_value::<T>(&body) {
        Ok(typed_body) => return to_json(typed_body),
        Err(reason) => Refusal::parse_error(reason),
    };
    for (key, value) in body.as_object().into_iter().flatten() {
        let single_field = Value::from(Map::from_iter([(key.clone(), value.clone())]));
        if json::from_value::<T>(&single_field).is_err() {
            return Err(refusal.with("slot", key));
        }
    }
    Err(refusal)
}
