//! What comes from outside may be anything: real files and buttons that somebody has mangled are
//! read or refused, and nothing else. And what the program keeps is read back as it was, whatever
//! is in it.
//!
//! Some seconds of it are part of the tests; `RIPOSTE_CASES=1000000 cargo test --release --test
//! garbled` takes minutes. Dice that are typed are tried beside what reads them.

#[path = "support/every_variant.rs"]
mod every_variant;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use every_variant::{made, variants};
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
use riposte::engine::rules::cards::Cards;
use riposte::engine::rules::dr12::Dr12;
use riposte::engine::rules::factions::Factions;
use riposte::engine::rules::fates::Fates;
use riposte::engine::rules::ranks::Ranks;
use riposte::fight_script::parse::parse_script;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What has a meaning of its own somewhere, or could.
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

/// How often something is cut out, put in or put elsewhere.
const MOST_CHANGES: usize = 6;

fn config() -> ProptestConfig {
    let cases = std::env::var("RIPOSTE_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: cases.unwrap_or(400), ..ProptestConfig::default() }
}

fn files(under: &str, ending: &str) -> Vec<String> {
    let mut open = vec![PathBuf::from(under)];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(fs::read_to_string(&path).unwrap());
        }
    }
    found.sort();
    found
}

static SCRIPTS: LazyLock<Vec<String>> = LazyLock::new(|| files("tests/scripts", ".fight"));

/// Kits as a server could have them, with their systems: tables of their own names.
static KITS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let kit = |system: &&'static str| {
        let entries = |table: &str| {
            let text = fs::read_to_string(Path::new("data").join(system).join(table)).unwrap();
            // The first few entries, under the name of their table.
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

/// Sheets as files, of everybody in the kits.
static SHEETS: LazyLock<Vec<(&str, SheetFormat, String)>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for system in SYSTEM_KEYS {
        let kit = content::built_in_kit(system).unwrap();
        for from in kit.template_names(content::TemplateKind::Archetype) {
            let body =
                content::make_body_from_built_in(system, &from, &content::Fields::new()).unwrap();
            let (system, name) = ((*system).to_string(), "Old Tom".to_string());
            let head =
                sheet_file::SheetHeader { system, name, template: String::new(), portrait: None };
            for format in [SheetFormat::Toml, SheetFormat::Json] {
                let text = sheet_file::write_sheet(format, &head, &body, &kit).unwrap();
                all.push((kit_name(&head.system), format, text));
            }
        }
    }
    all
});

fn kit_name(system: &str) -> &'static str {
    SYSTEM_KEYS.iter().copied().find(|known| *known == system).unwrap()
}

#[derive(Clone, Debug)]
enum Edit {
    Cut(Index, usize),
    Put(Index, &'static str),
    Move(Index, Index, usize),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = any::<Index>;
    vec(
        prop_oneof![
            (at(), 1..40_usize).prop_map(|(at, length)| Edit::Cut(at, length)),
            (at(), select(MARKS)).prop_map(|(at, mark)| Edit::Put(at, mark)),
            (at(), at(), 1..40_usize).prop_map(|(from, to, length)| Edit::Move(from, to, length)),
        ],
        0..MOST_CHANGES,
    )
}

fn mangled(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for edit in edits {
        let place = |at: &Index| at.index(letters.len() + 1);
        let range = |at: &Index, length: usize| {
            let from = place(at);
            from..(from + length).min(letters.len())
        };
        match edit {
            Edit::Cut(at, length) => drop(letters.drain(range(at, *length))),
            Edit::Put(at, mark) => {
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
    fn scripts(file in any::<Index>(), edits in edits()) {
        let text = mangled(file.get::<String>(&SCRIPTS), &edits);
        let read = parse_script("x.fight", &text);
        prop_assert!(read.is_ok() || !edits.is_empty());
    }

    #[test]
    fn kits(kit in any::<Index>(), edits in edits()) {
        let (system, text) = kit.get(KITS.as_slice());
        drop(content::parse_custom_kit(system, &mangled(text, &edits)));
    }

    #[test]
    fn sheets(file in any::<Index>(), edits in edits()) {
        let (system, format, text) = file.get(SHEETS.as_slice());
        let text = mangled(text, &edits);
        drop(sheet_file::parse_header(*format, &text));
        let kit = content::built_in_kit(system).unwrap();
        let read = sheet_file::parse_body(*format, &text, "", &kit);
        prop_assert!(read.is_ok() || !edits.is_empty(), "{:?}", read);
    }

    /// What a button carries means one thing or nothing.
    #[test]
    fn buttons(button in select(BUTTONS), edits in edits()) {
        let text = mangled(button, &edits);
        if let Some(id) = CustomId::parse(&text) {
            let written = id.encode();
            let read = written.as_deref().map(CustomId::parse);
            prop_assert!(read.is_none_or(|read| read == Some(id)), "{} {:?}", text, written);
        }
        if let Some(chosen) = MenuValue::parse(&text) {
            prop_assert_eq!(MenuValue::parse(&chosen.encode()), Some(chosen), "{}", text);
        }
    }

    #[test]
    fn dice(dice in select(DICE), edits in edits()) {
        if let Ok(pool) = mangled(dice, &edits).parse::<DicePool>() {
            prop_assert_eq!(pool.to_string().parse(), Ok(pool));
        }
    }

    #[test]
    fn what_is_kept(seed in any::<u64>()) {
        is_kept::<Cards>(seed)?;
        is_kept::<Dr12>(seed)?;
        is_kept::<Factions>(seed)?;
        is_kept::<Fates>(seed)?;
        is_kept::<Ranks>(seed)?;
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

/// One of each kind of what is in journals and tapes: acts, orders, questions, answers and notes.
fn is_kept<S: System>(seed: u64) -> Result<(), TestCaseError> {
    each::<Event<S>>(seed)?;
    each::<S::Event>(seed)?;
    each::<Order<S>>(seed)?;
    each::<S::Order>(seed)?;
    each::<S::Act>(seed)?;
    each::<S::Question>(seed)?;
    each::<S::Answer>(seed)?;
    let tape: Option<S::Answer> = variants::<S::Answer>().first().and_then(|it| made(it, seed));
    let question: Option<S::Question> =
        variants::<S::Question>().first().and_then(|it| made(it, seed));
    if let (Some(answer), Some(question)) = (tape, question) {
        let to = riposte::engine::core::ids::Initiator::Gm;
        is_read_back(&TapeEntry::<S>::Answer { respondent: to, question, answer })?;
    }
    is_read_back(&TapeEntry::<S>::Die { sides: 6, face: (seed % 6) as u8 })
}

fn each<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    seed: u64,
) -> Result<(), TestCaseError> {
    let all = variants::<T>();
    let name = all[seed as usize % all.len()];
    made::<T>(name, seed).map_or(Ok(()), |one| is_read_back(&one))
}

fn is_read_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    thing: &T,
) -> Result<(), TestCaseError> {
    let written = json::to_value(thing).map_err(|wrong| TestCaseError::fail(wrong.to_string()))?;
    let read: Result<T, String> = json::from_value(&written);
    prop_assert_eq!(read.as_ref(), Ok(thing), "{}", written);
    Ok(())
}
