//! The kit of the duel: duellists of players and of the GM. It has no items.

use content::creatures::{AboutLine, CreatureTags};
use content::tables::no_such_entry;
use engine::core::command::Refusal;
use engine::core::items::NoItem;
use engine::game::set_existing_json_field;
use serde::Deserialize;
use serde_json::Value;

use crate::rules::sheet::Body;

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct DuellistEntry {
    hp: u8,
    skill: u8,
    /// What it is and how it fights.
    about: Option<AboutLine>,
    #[serde(default)]
    tags: CreatureTags,
}

content::kit_tables! { "kit/" makes Body:
    items: NoItem,
    archetypes: DuellistEntry,
    creatures: DuellistEntry,
}

impl KitTables {
    fn blank_body() -> Body {
        Body::default()
    }

    fn creature_body(&self, _: &str, creature: &DuellistEntry) -> Result<Body, Refusal> {
        self.archetype_body(creature)
    }

    fn archetype_body(&self, entry: &DuellistEntry) -> Result<Body, Refusal> {
        Ok(Body { hp: entry.hp, hp_max: entry.hp, skill: entry.skill, ..Body::default() })
    }

    fn make_item(&self, name: &str) -> Result<NoItem, Refusal> {
        Err(no_such_entry("item", name, self.items.keys()))
    }

    fn set_field_from_text_or_names(
        &self,
        body: &mut Value,
        path: &str,
        text: &str,
    ) -> Result<(), Refusal> {
        set_existing_json_field(body, path, text)
    }
}
