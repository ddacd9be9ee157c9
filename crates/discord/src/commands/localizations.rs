//! Translations of commands, kept within Discord's limits: one that Discord would refuse is left
//! out, since it refuses all commands of a request together.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use narration::language_check::is_valid_discord_command_name;

/// The most characters of a command: of each text the longest translation counts.
const MAX_COMMAND_CHARS: usize = 8000;
const MAX_DESCRIPTION_CHARS: usize = 100;

/// Removes translations that Discord would reject: invalid command names, names that two commands
/// or options share, descriptions that are too long, and descriptions of options where a command
/// would have too many characters.
pub fn remove_translations_discord_rejects(commands: &mut Value) {
    let Some(commands) = commands.as_array_mut() else { return };
    let is_slash = |command: &&mut Value| !matches!(command["type"].as_u64(), Some(2 | 3));
    let slash_commands: Vec<&mut Value> = commands.iter_mut().filter(is_slash).collect();
    remove_unfit_translations_recursively(slash_commands);
    for command in commands {
        remove_longest_translated_descriptions_until_fit(command);
    }
}

/// Removes the translations of these commands or options, and of all within them, that Discord does
/// not take.
fn remove_unfit_translations_recursively(mut siblings: Vec<&mut Value>) {
    let languages: BTreeSet<String> = siblings
        .iter()
        .filter_map(|sibling| sibling["name_localizations"].as_object())
        .flat_map(|names| names.keys().cloned())
        .collect();
    for language in languages {
        remove_unfit_names(&mut siblings, &language);
    }
    for sibling in siblings {
        remove_unfit_descriptions(sibling);
        let options = sibling.get_mut("options").and_then(Value::as_array_mut);
        remove_unfit_translations_recursively(options.into_iter().flatten().collect());
    }
}

/// Removes the names in a language, by its code, that are invalid or that several of these commands
/// or options would have. Where one has no translation, its English name counts.
fn remove_unfit_names(siblings: &mut [&mut Value], language: &str) {
    let name_in = |sibling: &Value| {
        let translated = sibling["name_localizations"][language].as_str();
        translated.or(sibling["name"].as_str()).unwrap_or_default().to_string()
    };
    let mut name_counts: BTreeMap<String, usize> = BTreeMap::new();
    for sibling in siblings.iter() {
        *name_counts.entry(name_in(sibling)).or_default() += 1;
    }
    for sibling in siblings.iter_mut() {
        let name = name_in(sibling);
        let is_shared = name_counts.get(&name).is_some_and(|count| *count > 1);
        if !is_shared && is_valid_discord_command_name(&name) {
            continue;
        }
        let names = sibling.get_mut("name_localizations").and_then(Value::as_object_mut);
        let removed = names.and_then(|names| names.remove(language));
        if removed.is_some() {
            tracing::warn!(
                %name, code = %language,
                "a translated command name is invalid; using the English one"
            );
        }
    }
}

/// Removes the translated descriptions of a command or option that are empty or too long.
fn remove_unfit_descriptions(part: &mut Value) {
    let is_fit = |text: &Value| {
        let length = text.as_str().map_or(0, |text| text.chars().count());
        (1..=MAX_DESCRIPTION_CHARS).contains(&length)
    };
    let texts = part.get_mut("description_localizations").and_then(Value::as_object_mut);
    if let Some(texts) = texts {
        texts.retain(|_, text| is_fit(text));
    }
}

/// Removes all translated descriptions of one part of a command after the other, until the command
/// has at most [`MAX_COMMAND_CHARS`]: those of options first, of each level the longest first.
fn remove_longest_translated_descriptions_until_fit(command: &mut Value) {
    let deepest = 2;
    for depth in (0..=deepest).rev() {
        while count_command_chars_as_discord_does(command) > MAX_COMMAND_CHARS {
            let Some(longest) = find_part_with_longest_translated_descriptions(command, depth)
            else {
                break;
            };
            longest.remove("description_localizations");
        }
    }
}

/// Returns the part at a depth below a command whose translated descriptions make it longest.
fn find_part_with_longest_translated_descriptions(
    part: &mut Value,
    depth: usize,
) -> Option<&mut Map<String, Value>> {
    if depth == 0 {
        return part.as_object_mut().filter(|part| saved_chars(part) > 0);
    }
    let options = part.get_mut("options").and_then(Value::as_array_mut)?;
    let found = options
        .iter_mut()
        .filter_map(|option| find_part_with_longest_translated_descriptions(option, depth - 1));
    found.max_by_key(|part| saved_chars(part))
}

/// Returns how many characters a part loses without its translated descriptions.
fn saved_chars(part: &Map<String, Value>) -> usize {
    let english = part.get("description").and_then(Value::as_str).unwrap_or_default();
    longest_chars(part, "description").saturating_sub(english.chars().count())
}

/// Returns the characters of the longest text under a key: the English one or a translation.
fn longest_chars(part: &Map<String, Value>, key: &str) -> usize {
    let translations = part.get(&format!("{key}_localizations")).and_then(Value::as_object);
    let texts = translations.into_iter().flat_map(Map::values).chain(part.get(key));
    texts.filter_map(Value::as_str).map(|text| text.chars().count()).max().unwrap_or(0)
}

/// Counts the characters of a command or option as Discord does.
pub fn count_command_chars_as_discord_does(part: &Value) -> usize {
    let own = part
        .as_object()
        .map_or(0, |part| longest_chars(part, "name") + longest_chars(part, "description"));
    let options = part["options"].as_array().into_iter().flatten();
    own + options.map(count_command_chars_as_discord_does).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn translations_that_discord_refuses_are_left_out() {
        let mut commands = json!([
            { "name": "attack", "description": "Hit", "name_localizations": { "de": "angriff" },
              "description_localizations": { "de": "x".repeat(101), "fr": "Frapper" } },
            { "name": "strike", "description": "Hit", "name_localizations": { "de": "angriff" } },
            { "name": "roll", "description": "Roll",
              "name_localizations": { "de": "Wurf machen" } },
        ]);
        remove_translations_discord_rejects(&mut commands);
        for command in commands.as_array().unwrap() {
            assert_eq!(command["name_localizations"], json!({}), "{command}");
        }
        assert_eq!(commands[0]["description_localizations"], json!({ "fr": "Frapper" }));
    }

    #[test]
    fn too_long_command_loses_translations_of_options_first() {
        let option = |length: usize| {
            json!({ "name": "o", "description": "x".repeat(50),
                    "description_localizations": { "de": "x".repeat(length) } })
        };
        let options: Vec<Value> = (0..25).map(|index| option(70 + index)).collect();
        let subcommand =
            |name: &str| json!({ "name": name, "description": "s", "options": options });
        let subcommands: Vec<Value> = ["a", "b", "c", "d"].map(subcommand).into();
        let mut commands = json!([{ "name": "gm", "description": "g", "options": subcommands }]);
        assert!(count_command_chars_as_discord_does(&commands[0]) > MAX_COMMAND_CHARS);
        remove_translations_discord_rejects(&mut commands);
        let length = count_command_chars_as_discord_does(&commands[0]);
        assert!((7900..=MAX_COMMAND_CHARS).contains(&length), "{length}");
        assert!(commands[0]["options"][0]["options"][0]["description_localizations"].is_object());
    }
}
