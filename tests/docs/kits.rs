//! Generates `docs/kits/`: what the built-in kit of each system has, made from the fields `about`
//! and `tags` of the entries of `data/<system>/`, or the comments above them.

use std::fmt::Write as _;
use std::fs;

use riposte::engine::game::SYSTEM_KEYS;
use riposte::narration::catalogue::Locale;
use riposte::narration::terms;

/// The files of a kit with their titles. No system has all of them.
const TABLES: &[(&str, &str)] = &[
    ("archetypes", "Archetypes, for players"),
    ("creatures", "Creatures, for the GM"),
    ("items", "Items"),
    ("armour", "Armour"),
    ("spells", "Spells"),
];

/// An entry of a table with its description.
struct KitEntry {
    name: String,
    description: String,
    /// The values of `family`, `strength`, `place` and `role`.
    tags: [String; 4],
}

/// Parses the line `# family: …, strength: …, place: …, role: …`. Returns `None` for another line.
fn parse_tags(comment: &str) -> Option<[String; 4]> {
    let mut tags = comment.strip_prefix("family: ")?.split(", ");
    let family = tags.next()?.to_string();
    let [strength, place, role] = ["strength: ", "place: ", "role: "]
        .map(|key| tags.next().and_then(|tag| tag.strip_prefix(key)).map(String::from));
    Some([family, strength?, place?, role?])
}

/// Returns the name of the entry that begins in this line: `[wolf]`, `["hand axe"]` or `wolf = …`.
fn parse_name(line: &str) -> &str {
    let name = line.split_once(" = ").map_or(line, |(name, _)| name);
    name.trim_matches(['[', ']']).trim_matches('"')
}

/// Returns a tag as text: a word, or several with commas between.
fn format_tag(tag: &toml::Value) -> String {
    match tag.as_array() {
        Some(words) => words.iter().map(format_tag).collect::<Vec<_>>().join(", "),
        None => tag.as_str().expect("a word").into(),
    }
}

/// Reads the entries that have the fields `about` and `tags`.
fn read_described_entries(table: &toml::Table) -> Vec<KitEntry> {
    let described = table.iter().filter_map(|(name, entry)| {
        let (description, tags) = (entry.get("about")?.as_str()?.into(), entry.get("tags")?);
        let tags = ["family", "strength", "place", "role"].map(|tag| format_tag(&tags[tag]));
        Some(KitEntry { name: name.clone(), description, tags })
    });
    described.collect()
}

/// Reads the entries that have a comment with tags in the lines before them.
fn read_commented_entries(text: &str) -> Vec<KitEntry> {
    let (mut entries, mut comment, mut tags) = (Vec::new(), Vec::new(), None);
    for line in text.lines() {
        if let Some(commented) = line.strip_prefix('#') {
            match parse_tags(commented.trim()) {
                Some(found) => tags = Some(found),
                None => comment.push(commented.trim()),
            }
            continue;
        }
        if let Some(tags) = tags.take() {
            let description = comment.join(" ");
            entries.push(KitEntry { name: parse_name(line).into(), description, tags });
        }
        comment.clear();
    }
    entries
}

/// Writes the scenes of a kit with what the GM reads of them.
fn write_scenes(text: &mut String, file: &str) {
    let scenes: toml::Table = file.parse().unwrap();
    writeln!(text, "\n## Scenes, for the GM ({})\n\n| scene | |\n|---|---|", scenes.len()).unwrap();
    for (name, scene) in &scenes {
        writeln!(text, "| **{name}** | {} |", scene["about"].as_str().unwrap()).unwrap();
    }
}

/// Writes the entries of a table, a part for each family in the order of the file.
fn write_entries(text: &mut String, entries: &[KitEntry]) {
    let mut families: Vec<&str> = Vec::new();
    for entry in entries {
        if !families.contains(&entry.tags[0].as_str()) {
            families.push(&entry.tags[0]);
        }
    }
    for family in families {
        writeln!(text, "\n| {family} | | strength | place | role |\n|---|---|---|---|---|")
            .unwrap();
        for KitEntry { name, description, tags } in entries {
            let [of_family, strength, place, role] = tags;
            if of_family == family {
                writeln!(text, "| **{name}** | {description} | {strength} | {place} | {role} |")
                    .unwrap();
            }
        }
    }
}

/// Returns what `tests/kits.rs` has measured and written at the end of a page, or "".
fn read_measured_part(page: &str) -> String {
    let current = fs::read_to_string(page).unwrap_or_default();
    current.find("\n## How strong they are\n").map(|at| current[at..].into()).unwrap_or_default()
}

#[test]
fn kit_pages_are_current() {
    for system in SYSTEM_KEYS {
        let name = terms::system_name(Locale::ENGLISH, system);
        let mut text = format!(
            "# The kit of {name}\n\n\
             What stands ready for a fight by these rules. `/init add from:` takes archetypes and\n\
             creatures by their names, `/gm give` and `/scene loose` items, `/scene set` scenes.\n\
             Their numbers: `/bestiary name:` shows the GM those of a creature, `/sheet kit`\n\
             lists the kit; in the sources they are in `data/{system}/`.\n\
             [Homebrew](../HOMEBREW.md) tells what each means and how to add your own.\n"
        );
        for (table, title) in TABLES {
            let Ok(file) = fs::read_to_string(format!("data/{system}/{table}.toml")) else {
                continue;
            };
            let parsed: toml::Table = file.parse().unwrap();
            let mut entries = read_described_entries(&parsed);
            entries.extend(read_commented_entries(&file));
            let count = parsed.len();
            assert_eq!(entries.len(), count, "each entry of {system}/{table} has its tags");
            writeln!(text, "\n## {title} ({count})").unwrap();
            write_entries(&mut text, &entries);
        }
        write_scenes(&mut text, &fs::read_to_string(format!("data/{system}/scenes.toml")).unwrap());
        let page = format!("docs/kits/{system}.md");
        text.push_str(&read_measured_part(&page));
        super::check_document(&page, &text);
    }
}
