//! Plays every script of `tests/scripts/`, and tests that failures of scripts are reported and that
//! fights are exported as scripts. `riposte play FILE` plays a single script.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use riposte::app::clock::ManualClock;
use riposte::app::{App, dice_source};
use riposte::engine::game::SYSTEM_KEYS;
use riposte::fight_script::{self, PlayOptions};
use riposte::store::Store;
use riposte::store::ids::ChannelId;
use serde_json::Value;

#[path = "support/databases.rs"]
mod databases;

/// The number of scripts that a test plays at the same time.
const PARALLEL_SCRIPTS: usize = 4;
/// The number of tests among which the scripts of a system are divided: `part_1` to `part_4`.
const PART_COUNT: usize = 4;

/// Returns the paths of all entries of a folder.
fn list_entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Returns the folders of scripts, one for each system.
fn list_script_folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    list_entries(&root).into_iter().filter(|path| path.is_dir()).collect()
}

/// Returns the `.fight` files of these folders, sorted.
fn list_scripts(folders: &[PathBuf]) -> Vec<PathBuf> {
    let files = folders.iter().flat_map(|folder| list_entries(folder));
    let mut files: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|end| end == "fight")).collect();
    files.sort();
    files
}

/// Plays a script directly and, if the fake Discord is built in, also through the real client.
async fn play_script_file(file: PathBuf) -> Vec<fight_script::ScriptResult> {
    #[cfg(feature = "sandbox")]
    return fight_script::play_on_discord_and_directly_and_compare(&file).await.into();
    #[cfg(not(feature = "sandbox"))]
    vec![fight_script::play_file(&file, &PlayOptions::default()).await]
}

/// Plays every fourth script of a system, beginning with the one at the index `part`; panics with
/// all failures.
async fn check_scripts_of(system: &str, part: usize) {
    let mut folders = list_script_folders();
    folders.retain(|folder| folder.ends_with(system));
    let mut running = tokio::task::JoinSet::new();
    let mut files = list_scripts(&folders).into_iter().skip(part).step_by(PART_COUNT);
    assert!(files.len() > 0, "no scripts of {system}");
    let mut failures = Vec::new();
    loop {
        while running.len() < PARALLEL_SCRIPTS
            && let Some(file) = files.next()
        {
            running.spawn(play_script_file(file));
        }
        let Some(results) = running.join_next().await else { break };
        for result in results.unwrap() {
            let failure = result.failure;
            failures.extend(failure.map(|failure| format!("{failure}\n{}", result.transcript)));
        }
    }
    failures.sort();
    assert!(failures.is_empty(), "{} scripts fail:\n\n{}", failures.len(), failures.join("\n\n"));
}

/// Declares the tests of each system, so that no single test takes long.
macro_rules! every_script_holds {
    ([$($System:ident $system:ident),*]) => {
        mod every_script_holds {$(
            mod $system {
                use crate::check_scripts_of;

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn part_1() {
                    check_scripts_of(stringify!($system), 0).await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn part_2() {
                    check_scripts_of(stringify!($system), 1).await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn part_3() {
                    check_scripts_of(stringify!($system), 2).await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn part_4() {
                    check_scripts_of(stringify!($system), 3).await;
                }
            }
        )*}

        #[test]
        fn every_script_folder_has_a_test() {
            let mut folders = list_script_folders();
            folders.sort();
            let names: Vec<_> = folders.iter().filter_map(|path| path.file_name()).collect();
            assert_eq!(names, [$(stringify!($system)),*]);
        }
    };
}

riposte::engine::for_each_system!(every_script_holds!);

/// Whole lines of the board, as a script that is played directly prints them. On Discord the board
/// looks different, so these have a folder of their own.
#[tokio::test]
async fn boards_show_what_the_rules_let_each_viewer_know() {
    let files = list_entries(Path::new("tests/boards"));
    assert_eq!(files.len(), SYSTEM_KEYS.len());
    for file in files {
        let played = fight_script::play_file(&file, &PlayOptions::default()).await;
        assert!(played.failure.is_none(), "{:?}\n{}", played.failure, played.transcript);
    }
}

/// Asserts that a script fails at this of its lines, with a message that contains `part`. The lines
/// follow the set-up of a duel in which Ana has the first turn.
async fn assert_script_fails(lines: &str, line: usize, part: &str) {
    let duel = "system dr12\nzones Yard - Gate\npc Ana from warrior at Yard\n\
                npc Wolf from brute at Yard\ndice d6=6 d6=6\nstart\n";
    let script =
        fight_script::parse::parse_script("duel.fight", &format!("{duel}{lines}")).unwrap();
    let result = fight_script::play_script(&script, &PlayOptions::default()).await;
    let failure = result.failure.unwrap_or_else(|| panic!("the script holds:\n{lines}"));
    assert_eq!(failure.file, "duel.fight");
    assert_eq!(failure.line, 6 + line, "{failure}");
    assert!(failure.message.contains(part), "{failure}");
}

#[tokio::test]
async fn failed_expectation_is_reported_with_its_line() {
    for (lines, line, part) in [
        ("Ana: /attack target:Wolf", 1, "a d20 is rolled, but no dice are left"),
        ("dice d6=4\nAna: /attack target:Wolf", 2, "a d20 is rolled, but d6=4 comes next"),
        ("dice d20=4 d6=4\nAna: /attack target:Wolf\ndice d6=1", 3, "d6=4 not used"),
        ("dice d20=4 d6=4\nAna: /attack target:Wolf", 2, "dice at the end: d6=4 not used"),
        ("Wolf: /attack target:Ana", 1, "refused: not-your-turn"),
        ("! Ana: /pass\n  no-move", 1, "expected a refusal, no-move; it was done"),
        ("! Ana: /parry\n  no-move", 1, "expected the refusal no-move, found not-in-system"),
        ("! Ana: /parry\n  not-in-system \"soup\"", 1, "expected “soup” in the refusal"),
        ("= Ana hp 9, str 2", 1, "hp is 10, not 9"),
        ("= Ana hitpoints 9", 1, "no field `hitpoints`"),
        ("= Bo hp 9", 1, "there is nobody called Bo"),
        ("turn Wolf", 1, "waited for is Ana"),
        ("? Ana: Avoid*", 1, "asked is nothing"),
        ("Ana: [Avoid]", 1, "there is no button [Avoid]"),
        (
            "set avoid_rolls prompt\nAna: /pass\nWolf: /attack target:Ana\n? Ana: Avoid",
            4,
            "asked is Ana: Avoid (DEX",
        ),
        ("Ana: /pass\npublic \"Ana wins\"", 2, "Ana passes."),
        ("Ana: /pass\npublic not \"passes\"", 2, "it is told"),
        ("Ana: /pass\nhidden \"passes\"", 2, "players can read: Ana passes"),
        ("whisper Ana \"psst\"", 1, "nothing is told"),
        ("end won", 1, "it is not over"),
        ("undo 1\nundo 20\nundo 1", 3, "nothing-to-undo"),
        ("pc Bo from warrior with hp=many", 1, "HP takes a whole number from 0 to 255"),
        ("pc Bo from warrior with hp=300", 1, "a whole number from 0 to 255, not “300”"),
        ("pc Bo from wizard", 1, "There is no archetype or creature “wizard”"),
        ("zone Yard soup=2", 1, "zones have no `soup` in dr12; there are: "),
    ] {
        assert_script_fails(lines, line, part).await;
    }
}

/// On PostgreSQL, the story script of each system has the same transcript as in memory.
#[tokio::test]
async fn stories_play_alike_on_postgres() {
    for folder in list_script_folders() {
        let Some(database) = databases::fresh_path().await else {
            return eprintln!("skipped: RIPOSTE_POSTGRES is not set");
        };
        let file = folder.join("story.fight");
        let text = std::fs::read_to_string(&file).unwrap();
        let story = fight_script::parse::parse_script(&file.display().to_string(), &text);
        let story = story.unwrap_or_else(|why| panic!("{why}"));
        let options = PlayOptions::default();
        let on_postgres = fight_script::play_script_on_store(
            &story,
            &options,
            Store::open(&database).await.unwrap(),
        )
        .await;
        let in_memory = fight_script::play_script(&story, &options).await;
        assert!(
            on_postgres.failure.is_none(),
            "{:?}",
            on_postgres.failure.map(|it| it.to_string())
        );
        assert!(!on_postgres.transcript.is_empty());
        // Lines for the channel and for the GM may be interleaved differently, so each are compared
        // separately.
        let transcript_lines = |result: &fight_script::ScriptResult, is_gm: bool| -> Vec<String> {
            let lines = result.transcript.lines().map(str::to_string);
            lines.filter(|line| line.trim_start().starts_with("(GM)") == is_gm).collect()
        };
        for is_gm in [true, false] {
            assert_eq!(transcript_lines(&on_postgres, is_gm), transcript_lines(&in_memory, is_gm));
        }
    }
}

/// Returns the state of the fight in a database, without the ids of users, and its script export.
async fn load_state_and_export(file: &Path) -> (Value, String) {
    let store = Store::open(file).await.unwrap();
    let app = App::new(store, Arc::new(ManualClock::default()), dice_source::seeded_dice(1));
    let fight = app.find_open_or_latest_fight(ChannelId(1)).await.unwrap().unwrap();
    let state = app.load_fight(fight).await.unwrap().unwrap();
    let mut state_json = state.game.full_state_json();
    for combatant in state_json["combatants"].as_array_mut().unwrap() {
        combatant["user"] = Value::Bool(combatant["user"].is_null());
    }
    (state_json, app.export_script(&state).await.unwrap())
}

/// One in this many scripts is exported.
const EXPORT_INTERVAL: usize = 25;

/// A fight that is exported as a script and played again ends in the same state.
#[tokio::test]
async fn exported_scripts_end_in_the_same_state() {
    let folder = tempfile::tempdir().unwrap();
    let (first, replayed) = (folder.path().join("first.db"), folder.path().join("again.db"));
    let mut failures = Vec::new();
    for file in list_scripts(&list_script_folders()).into_iter().step_by(EXPORT_INTERVAL) {
        for path in [&first, &replayed] {
            let _ = std::fs::remove_file(path);
        }
        let options_for = |path: &Path| PlayOptions {
            database_file: Some(path.into()),
            ..PlayOptions::default()
        };
        assert!(fight_script::play_file(&file, &options_for(&first)).await.failure.is_none());
        let (state_json, text) = load_state_and_export(&first).await;
        let name = file.display().to_string();
        let parsed =
            fight_script::parse::parse_script(&name, &text).unwrap_or_else(|why| panic!("{why}"));
        let result = fight_script::play_script(&parsed, &options_for(&replayed)).await;
        match result.failure {
            Some(failure) => failures.push(format!("{failure}\n{text}")),
            None if load_state_and_export(&replayed).await.0 != state_json => {
                failures.push(format!("{name}: another state\n{text}"));
            }
            None => {}
        }
    }
    assert!(failures.is_empty(), "{} differ:\n\n{}", failures.len(), failures.join("\n\n"));
}
