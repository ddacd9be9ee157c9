//! Malformed input: files and buttons with random edits are parsed or refused, and never panic.
//! Values that the program stores are the same after they are loaded.
//!
//! The tests run few cases. `RIPOSTE_CASES=1000000 cargo test --release --test malformed_input`
//! runs for minutes.

#[path = "support/every_variant.rs"]
mod every_variant;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use every_variant::{generate_variant, variant_names};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use riposte::content::sheet_file::{self, SheetFormat};
use riposte::content::{self};
use riposte::discord::custom_id::{CustomId, MenuValue};
use riposte::engine::System;
use riposte::engine::core::dice::DicePool;
use riposte::engine::core::fight::{Event, Order};
use riposte::engine::core::json;
use riposte::engine::game::SYSTEM_KEYS;
use riposte::engine::resolution::tape::TapeEntry;
use riposte::fight_script::parse::parse_script;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Texts that have, or could have, a special meaning in some format.
const MARKS: &[&str] = &[
    "",
    " ",
    "\n",
    "\t",
    "\"",
    "'",
    "\\",
    ":",
    "=",
    "|",
    "#",
    "[",
    "]",
    "{",
    "}",
    "[[",
    "-",
    "/",
    "@",
    "?",
    "0",
    "-1",
    "255",
    "256",
    "99999999999999999999",
    "true",
    "null",
    "d",
    "é",
    "🐺",
    "\u{0}",
    "\u{202e}",
];

/// The upper limit on the number of edits of one text.
const MAX_EDITS: usize = 6;

/// Returns the settings of the tests: `RIPOSTE_CASES` cases, or else 400.
fn config() -> ProptestConfig {
    let cases = std::env::var("RIPOSTE_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: cases.unwrap_or(400), ..ProptestConfig::default() }
}

/// Returns the texts of all files with this ending below a folder, sorted.
fn read_files(folder: &str, extension: &str) -> Vec<String> {
    let mut pending = vec![PathBuf::from(folder)];
    let mut texts = Vec::new();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.to_string_lossy().ends_with(extension) {
            texts.push(fs::read_to_string(&path).unwrap());
        }
    }
    texts.sort();
    texts
}

static SCRIPTS: LazyLock<Vec<String>> = LazyLock::new(|| read_files("tests/scripts", ".fight"));

/// For each system, a kit file as a server could upload it.
static KITS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let kit = |system: &&'static str| {
        let entries = |table: &str| {
            let text = fs::read_to_string(Path::new("data").join(system).join(table)).unwrap();
            // The first entries of the table, with its name before their keys.
            let name = table.trim_end_matches(".toml").to_string();
            let lines = text.lines().take(40).map(|line| match line.strip_prefix('[') {
                Some(rest) => format!("[{name}.{rest}"),
                None => line.to_string(),
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        (*system, ["archetypes.toml", "creatures.toml", "items.toml"].map(entries).join("\n"))
    };
    SYSTEM_KEYS.iter().map(kit).collect()
});

/// A sheet file in each format for every archetype of the built-in kits.
static SHEETS: LazyLock<Vec<(&str, SheetFormat, String)>> = LazyLock::new(|| {
    let mut sheets = Vec::new();
    for system in SYSTEM_KEYS {
        let kit = content::built_in_kit(system).unwrap();
        for archetype in kit.template_names(content::TemplateKind::Archetype) {
            let body =
                content::make_body_from_built_in(system, &archetype, &content::Fields::new())
                    .unwrap();
            let (system, name) = ((*system).to_string(), "Old Tom".to_string());
            let header =
                sheet_file::SheetHeader { system, name, template: String::new(), portrait: None };
            for format in [SheetFormat::Toml, SheetFormat::Json] {
                let text = sheet_file::format_sheet_file(format, &header, &body, &kit).unwrap();
                sheets.push((system_key(&header.system), format, text));
            }
        }
    }
    sheets
});

fn system_key(system: &str) -> &'static str {
    SYSTEM_KEYS.iter().copied().find(|known| *known == system).unwrap()
}

#[derive(Clone, Debug)]
enum Edit {
    /// Removes that many characters at the index.
    Cut(Index, usize),
    /// Inserts the text at the index.
    Insert(Index, &'static str),
    /// Moves that many characters from the first index to the second.
    Move(Index, Index, usize),
}

/// Generates fewer than [`MAX_EDITS`] edits of a text.
fn any_edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = any::<Index>;
    vec(
        prop_oneof![
            (at(), 1..40_usize).prop_map(|(at, length)| Edit::Cut(at, length)),
            (at(), select(MARKS)).prop_map(|(at, mark)| Edit::Insert(at, mark)),
            (at(), at(), 1..40_usize).prop_map(|(from, to, length)| Edit::Move(from, to, length)),
        ],
        0..MAX_EDITS,
    )
}

/// Applies edits to a text, one after another. Indices are of characters.
fn apply_edits(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for edit in edits {
        let place = |at: &Index| at.index(letters.len() + 1);
        let range = |at: &Index, length: usize| {
            let from = place(at);
            from..(from + length).min(letters.len())
        };
        match edit {
            Edit::Cut(at, length) => drop(letters.drain(range(at, *length))),
            Edit::Insert(at, mark) => {
                let at = place(at);
                drop(letters.splice(at..at, mark.chars()));
            }
            Edit::Move(from, to, length) => {
                let (part, to) = (letters[range(from, *length)].to_vec(), place(to));
                drop(letters.splice(to..to, part));
            }
        }
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn edited_script_parses_or_is_refused(file in any::<Index>(), edits in any_edits()) {
        let text = apply_edits(file.get::<String>(&SCRIPTS), &edits);
        let parsed = parse_script("x.fight", &text);
        prop_assert!(parsed.is_ok() || !edits.is_empty());
    }

    #[test]
    fn edited_kit_parses_or_is_refused(kit in any::<Index>(), edits in any_edits()) {
        let (system, text) = kit.get(KITS.as_slice());
        drop(content::parse_and_check_custom_kit(system, &apply_edits(text, &edits)));
    }

    #[test]
    fn edited_sheet_parses_or_is_refused(file in any::<Index>(), edits in any_edits()) {
        let (system, format, text) = file.get(SHEETS.as_slice());
        let text = apply_edits(text, &edits);
        drop(sheet_file::parse_header_and_check_unique_keys(*format, &text));
        let kit = content::built_in_kit(system).unwrap();
        let parsed = sheet_file::parse_body_over_template(*format, &text, "", &kit);
        prop_assert!(parsed.is_ok() || !edits.is_empty(), "{:?}", parsed);
    }

    /// An edited id is refused, or parses to a value that is encoded and parsed again unchanged.
    #[test]
    fn edited_custom_id_round_trips_or_is_refused(button in select(BUTTONS), edits in any_edits()) {
        let text = apply_edits(button, &edits);
        if let Some(custom_id) = CustomId::parse(&text) {
            let written = custom_id.encode();
            let parsed = written.as_deref().map(CustomId::parse);
            let is_unchanged = parsed.is_none_or(|parsed| parsed == Some(custom_id));
            prop_assert!(is_unchanged, "{} {:?}", text, written);
        }
        if let Some(value) = MenuValue::parse(&text) {
            prop_assert_eq!(MenuValue::parse(&value.encode()), Some(value), "{}", text);
        }
    }

    #[test]
    fn edited_dice_round_trip_or_are_refused(dice in select(DICE), edits in any_edits()) {
        if let Ok(pool) = apply_edits(dice, &edits).parse::<DicePool>() {
            prop_assert_eq!(pool.to_string().parse(), Ok(pool));
        }
    }

    #[test]
    fn stored_values_load_unchanged(seed in any::<u64>()) {
        macro_rules! check_systems {
            ([$($System:ident $module:ident),*]) => {
                $(check_stored_values::<riposte::engine::rules::$module::$System>(seed)?;)*
            };
        }
        riposte::engine::for_each_system!(check_systems!);
    }
}

const DICE: &[&str] = &["d8", "2d6", "20d100+9", "d4-1", "12d20+300", "0d6", "d0"];

const BUTTONS: &[&str] = &[
    "answer:1:12-40-0:1",
    "answer:1:12-6442450944-0:1",
    "ask:1:12-40-0",
    "form:1:12-40-0:2",
    "invited:1:12-3:swap|target=Old Wolf|as=Ana",
    "turn:1:12-40:attack|target=a\\pb\\\\|weapon=",
    "sure:1:12-40:flee|as=Ana",
    "sure-quiet:1:12-40:#3-ff",
    "menu:1:12-40:2",
    "choice:1:12-40:@4-a0",
    "choice:1:12-40:@nf00d-a0",
    "told:1:12-40:?4-7",
    "say:1:-:status",
    "open:1:-:page|page=1",
    "fill:1:-:about",
    "pick:1:-:3",
    "#3-ff",
    "@4",
    "?n1f-7",
    "?4-7",
    "attack|target=Wolf",
];

/// Checks one value of each type that journals and tapes store: acts, orders, questions, answers
/// and events.
fn check_stored_values<S: System>(seed: u64) -> Result<(), TestCaseError> {
    check_one_variant::<Event<S>>(seed)?;
    check_one_variant::<S::Event>(seed)?;
    check_one_variant::<Order<S>>(seed)?;
    check_one_variant::<S::Order>(seed)?;
    check_one_variant::<S::Act>(seed)?;
    check_one_variant::<S::Question>(seed)?;
    check_one_variant::<S::Answer>(seed)?;
    let answer: Option<S::Answer> =
        variant_names::<S::Answer>().first().and_then(|variant| generate_variant(variant, seed));
    let question: Option<S::Question> =
        variant_names::<S::Question>().first().and_then(|variant| generate_variant(variant, seed));
    if let (Some(answer), Some(question)) = (answer, question) {
        let respondent = riposte::engine::core::ids::Initiator::Gm;
        check_loads_unchanged(&TapeEntry::<S>::Answer { respondent, question, answer })?;
    }
    check_loads_unchanged(&TapeEntry::<S>::Die { sides: 6, face: (seed % 6) as u8 })
}

/// Checks one variant of the enum, if it can be generated with this seed.
fn check_one_variant<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    seed: u64,
) -> Result<(), TestCaseError> {
    let variants = variant_names::<T>();
    let name = variants[seed as usize % variants.len()];
    generate_variant::<T>(name, seed).map_or(Ok(()), |value| check_loads_unchanged(&value))
}

/// Checks that a value loads from its stored form as it was.
fn check_loads_unchanged<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    value: &T,
) -> Result<(), TestCaseError> {
    let written = json::to_value(value).map_err(|error| TestCaseError::fail(error.to_string()))?;
    let loaded: Result<T, String> = json::from_value(&written);
    prop_assert_eq!(loaded.as_ref(), Ok(value), "{}", written);
    Ok(())
}
