//! docs/SECRETS.md: who may know which field of a combatant and which event. It is written from
//! what fields and events declare, so whoever makes a secret public has to change that page too.

use riposte::engine::core::body_fields::FieldAudience;
use riposte::engine::game::{Game, SYSTEM_KEYS};

/// What fields declare about who may know them, in words.
const FIELD_AUDIENCES: &[(Option<FieldAudience>, &str)] = &[
    (Some(FieldAudience::Public), "whoever knows of the combatant"),
    (None, "whoever may know its numbers"),
    (Some(FieldAudience::Owner), "the GM and its player"),
    (Some(FieldAudience::GmOfNpcs), "of an NPC the GM alone"),
    (Some(FieldAudience::Gm), "the GM alone"),
];

const HEAD: &str = "\
# Who may know what

What fields of bodies and events declare of themselves ([DECLARATIONS.md](DECLARATIONS.md)), under
the names by which they are stored. The page is generated: a change in it is a change in what
players may know.

The numbers of a player's character are known to all, those of an NPC to the GM alone until the GM
discloses them.
";

fn list_keys<'a>(keys: impl Iterator<Item = &'a str>) -> String {
    keys.map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
}

fn describe_fields(system: &str) -> String {
    let fields = Game::declared_field_audiences(system);
    let mut text = String::from("\n| a field of a combatant | may be known to |\n|---|---|\n");
    for (audience, meaning) in FIELD_AUDIENCES {
        let of_audience = || fields.iter().filter(|(_, declared, _)| declared == audience);
        if of_audience().next().is_some() {
            let keys = list_keys(of_audience().map(|(key, ..)| *key));
            text += &format!("| {keys} | {meaning} |\n");
        }
    }
    let with_public_presence = fields.iter().filter(|(.., is_presence_public)| *is_presence_public);
    let keys = list_keys(with_public_presence.map(|(key, ..)| *key));
    if !keys.is_empty() {
        text += &format!("\nThat these are set, but not to what, is known to all: {keys}.\n");
    }
    text
}

fn describe_events(system: &str) -> String {
    let declared = Game::declared_event_audiences(system);
    let is_event = |path: &str| !path.contains('.');
    let mut text = String::from("\n| an event | is known if | in it |\n|---|---|---|\n");
    for (event, condition) in declared.iter().filter(|(path, _)| is_event(path)) {
        if condition.is_empty() {
            continue;
        }
        let fields = declared.iter().filter_map(|(path, words)| {
            let field = path.strip_prefix(event)?.strip_prefix('.')?;
            Some(format!("{field}: {}", words.replace('|', "\\|")))
        });
        let fields = fields.collect::<Vec<_>>().join("; ");
        text += &format!("| `{event}` | `{}` | {fields} |\n", condition.replace('|', "\\|"));
    }
    let of_gm = declared.iter().filter(|(path, condition)| is_event(path) && condition.is_empty());
    let keys = list_keys(of_gm.map(|(event, _)| *event));
    if !keys.is_empty() {
        text += &format!("\nEvents for the GM alone: {keys}.\n");
    }
    text
}

#[test]
fn secrets_page_says_what_fields_and_events_declare() {
    let mut page = HEAD.to_string();
    for system in SYSTEM_KEYS {
        page += &format!("\n## {system}\n");
        page += &describe_fields(system);
        page += &describe_events(system);
    }
    super::check_document("docs/SECRETS.md", &page);
}
