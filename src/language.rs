//! `riposte language`: what translators need, without Rust.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use riposte::content::kit_words::{KitWords, SystemLine, list_translatable_kit_names};
use riposte::narration::kit_names::KitEntry;
use riposte::narration::language_check::{
    KITS_FILE, LanguageFile, check_language, count_entries_and_words,
};
use riposte::store::io_problem::describe_io_error;

/// What stands at the top of the list of kit words.
const KITS_HEADER: &str = include_str!("../data/words/kits-header.txt");

/// Checks the files in the folder of a language, which is named by its tag. Returns the findings, a
/// line each, and a summary.
///
/// # Errors
/// The report, if a finding is more than a hint, or why the language could not be read.
pub fn check(folder: &Path) -> Result<String, String> {
    let tag = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let tag = tag.ok_or_else(|| format!("{} is no folder of a language.", folder.display()))?;
    let files = read_files(folder)?;
    if files.is_empty() {
        return Err(format!("{} has no .ftl files.", folder.display()));
    }
    let words = flatten_kit_words(&load_kit_words()?);
    let findings = check_language(&tag, &files, &words);
    let (entries, word_count) = count_entries_and_words(&files);
    let kits: Vec<LanguageFile> = files.into_iter().filter(|(name, _)| name == KITS_FILE).collect();
    let (kit_entries, _) = count_entries_and_words(&kits);
    let summary = format!(
        "{tag}: {entries} entries, {word_count} words; {kit_entries} of {} of the kits.",
        words.len()
    );
    let is_wrong = findings.iter().any(|finding| !finding.problem.is_hint());
    let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
    let report = lines.into_iter().chain([summary]).collect::<Vec<_>>().join("\n");
    if is_wrong { Err(report) } else { Ok(report) }
}

/// Returns the English words of the kits as a file of the catalogue.
///
/// # Errors
/// A kit of the program cannot be read.
pub fn format_kit_words() -> Result<String, String> {
    let mut file = KITS_HEADER.to_string();
    for (heading, entries) in kit_sections(&load_kit_words()?) {
        let _ = write!(file, "\n## {heading}\n\n");
        for (kind, name, lines) in entries {
            let _ = writeln!(file, "{} = {name}", kind.catalogue_key(&name));
            for SystemLine { system, about } in lines {
                let _ = writeln!(file, "    .about-{system} = {about}");
            }
        }
    }
    Ok(file)
}

/// Loads the English words of all built-in kits. The error is a sentence.
fn load_kit_words() -> Result<KitWords, String> {
    list_translatable_kit_names().map_err(|refusal| format!("A kit cannot be read: {refusal:?}"))
}

type KitSection = (&'static str, Vec<(KitEntry, String, Vec<SystemLine>)>);

/// Returns the words of the kits under headings, in the order in which to translate them.
fn kit_sections(words: &KitWords) -> Vec<KitSection> {
    let names = |kind: KitEntry, names: &std::collections::BTreeSet<String>| {
        names.iter().map(|name| (kind, name.clone(), Vec::new())).collect()
    };
    let with_lines = |kind: KitEntry, entries: &BTreeMap<String, Vec<SystemLine>>| {
        let entries = entries.iter();
        entries.map(|(name, lines)| (kind, name.clone(), lines.clone())).collect()
    };
    vec![
        ("Headings of the rules", names(KitEntry::Heading, &words.headings)),
        ("Pages of sheets", names(KitEntry::SheetPage, &words.sheet_pages)),
        ("Families of creatures", names(KitEntry::Family, &words.families)),
        ("Places where creatures are met", names(KitEntry::Place, &words.places)),
        ("Things: weapons, armour, gear, spells, attacks", names(KitEntry::Item, &words.items)),
        ("Archetypes", names(KitEntry::Archetype, &words.archetypes)),
        ("Creatures", with_lines(KitEntry::Creature, &words.creatures)),
        ("Scenes", with_lines(KitEntry::Scene, &words.scenes)),
        ("Zones of scenes", names(KitEntry::Zone, &words.zones)),
    ]
}

/// Returns the English words of the kits by the keys of the catalogue.
fn flatten_kit_words(words: &KitWords) -> BTreeMap<String, String> {
    let mut flat = BTreeMap::new();
    for (kind, name, lines) in kit_sections(words).into_iter().flat_map(|(_, entries)| entries) {
        let key = kind.catalogue_key(&name);
        for SystemLine { system, about } in lines {
            flat.insert(format!("{key}.about-{system}"), about);
        }
        flat.insert(key, name);
    }
    flat
}

/// Reads the `.ftl` files of a folder, sorted by name.
fn read_files(folder: &Path) -> Result<Vec<LanguageFile>, String> {
    let describe = |path: &Path, error: &std::io::Error| {
        format!("{}: {}", path.display(), describe_io_error(error))
    };
    if folder.is_file() {
        return Err(format!(
            "{} is a file. Name the folder of a language, such as data/words/de.",
            folder.display()
        ));
    }
    let in_folder = |error: std::io::Error| describe(folder, &error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(in_folder)? {
        let path = entry.map_err(in_folder)?.path();
        if path.extension().is_some_and(|end| end == "ftl") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).map_err(|error| describe(&path, &error))?;
            files.push((name, text));
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every language in the repository passes the check.
    #[test]
    fn languages_of_the_repository_are_complete() {
        let words = concat!(env!("CARGO_MANIFEST_DIR"), "/data/words");
        let mut checked = 0;
        for folder in fs::read_dir(words).unwrap() {
            let folder = folder.unwrap().path();
            if folder.is_dir() && !folder.ends_with("en") {
                check(&folder).unwrap_or_else(|report| panic!("{report}"));
                checked += 1;
            }
        }
        assert!(checked >= 4, "{checked}");
    }

    #[test]
    fn words_of_the_kits_are_a_file_of_the_catalogue() {
        let file = format_kit_words().unwrap();
        assert!(file.contains("\nkit-thing-longsword = longsword\n"));
        assert!(file.contains("\nkit-zone-king-s-chamber = King's chamber\n"));
        let words = flatten_kit_words(&load_kit_words().unwrap());
        let files = [(KITS_FILE.to_string(), file)];
        assert_eq!(count_entries_and_words(&files).0, words.len());
    }
}
