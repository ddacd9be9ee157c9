//! Plays every script of `tests/scripts/`. One script alone: `riposte play FILE`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use riposte::app::clock::ManualClock;
use riposte::app::{App, dice_source};
use riposte::fight_script::{self, PlayOptions};
use riposte::store::Store;
use riposte::store::ids::ChannelId;
use serde_json::Value;

#[path = "support/databases.rs"]
mod databases;

/// How many are played side by side.
const AT_ONCE: usize = 4;

fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// The folders of scripts, one a system.
fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    list(&root).into_iter().filter(|path| path.is_dir()).collect()
}

fn scripts(folders: &[PathBuf]) -> Vec<PathBuf> {
    let files = folders.iter().flat_map(|folder| list(folder));
    let mut files: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|end| end == "fight")).collect();
    files.sort();
    files
}

/// Plays one directly and, where the stand-in is built in, through the real client.
async fn play(file: PathBuf) -> Vec<fight_script::ScriptResult> {
    #[cfg(feature = "sandbox")]
    return fight_script::play_on_discord_and_directly(&file).await.into();
    #[cfg(not(feature = "sandbox"))]
    vec![fight_script::play_file(&file, &PlayOptions::default()).await]
}

async fn check(system: &str) {
    let mut folders = folders();
    folders.retain(|folder| folder.ends_with(system));
    let mut playing = tokio::task::JoinSet::new();
    let mut files = scripts(&folders).into_iter();
    assert!(files.len() > 0, "no scripts of {system}");
    let mut failures = Vec::new();
    loop {
        while playing.len() < AT_ONCE
            && let Some(file) = files.next()
        {
            playing.spawn(play(file));
        }
        let Some(played) = playing.join_next().await else { break };
        for played in played.unwrap() {
            let failure = played.failure;
            failures.extend(failure.map(|failure| format!("{failure}\n{}", played.transcript)));
        }
    }
    failures.sort();
    assert!(failures.is_empty(), "{} scripts fail:\n\n{}", failures.len(), failures.join("\n\n"));
}

/// The scripts of each system, directly, and through the stand-in and the real client: a test
/// each, so that none takes long by itself.
macro_rules! every_script_holds {
    ($($system:ident)*) => {
        mod every_script_holds {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $system() {
                super::check(stringify!($system)).await;
            }
        )*}

        #[test]
        fn every_folder_has_its_test() {
            let mut folders = folders();
            folders.sort();
            let names: Vec<_> = folders.iter().filter_map(|path| path.file_name()).collect();
            assert_eq!(names, [$(stringify!($system)),*]);
        }
    };
}

every_script_holds! { cards dr12 factions fates ranks }

/// A duel in which Ana has the first turn, then more lines; where it fails and why.
async fn fails(lines: &str, line: usize, part: &str) {
    let duel = "system dr12\nzones Yard - Gate\npc Ana from warrior at Yard\n\
                npc Wolf from brute at Yard\ndice d6=6 d6=6\nstart\n";
    let script =
        fight_script::parse::parse_script("duel.fight", &format!("{duel}{lines}")).unwrap();
    let played = fight_script::play_script(&script, &PlayOptions::default()).await;
    let failure = played.failure.unwrap_or_else(|| panic!("it holds:\n{lines}"));
    assert_eq!(failure.file, "duel.fight");
    assert_eq!(failure.line, 6 + line, "{failure}");
    assert!(failure.message.contains(part), "{failure}");
}

#[tokio::test]
async fn what_does_not_hold_is_told_with_its_line() {
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
        fails(lines, line, part).await;
    }
}

/// On a server a fight goes as in memory: the story of each system.
#[tokio::test]
async fn stories_hold_on_a_server() {
    for folder in folders() {
        let Some(place) = databases::fresh_path().await else {
            return eprintln!("skipped: RIPOSTE_POSTGRES is not set");
        };
        let file = folder.join("story.fight");
        let text = std::fs::read_to_string(&file).unwrap();
        let story = fight_script::parse::parse_script(&file.display().to_string(), &text);
        let story = story.unwrap_or_else(|why| panic!("{why}"));
        let way = PlayOptions::default();
        let served =
            fight_script::play_script_on_store(&story, &way, Store::open(&place).await.unwrap())
                .await;
        let in_memory = fight_script::play_script(&story, &way).await;
        assert!(served.failure.is_none(), "{:?}", served.failure.map(|it| it.to_string()));
        assert!(!served.transcript.is_empty());
        // The channel and the GM are told side by side.
        let told = |played: &fight_script::ScriptResult, is_gm: bool| -> Vec<String> {
            let lines = played.transcript.lines().map(str::to_string);
            lines.filter(|line| line.trim_start().starts_with("(GM)") == is_gm).collect()
        };
        for is_gm in [true, false] {
            assert_eq!(told(&served, is_gm), told(&in_memory, is_gm));
        }
    }
}

/// How the fight of a file stands, whoever plays in it, and the script that it is exported as.
async fn exported(file: &Path) -> (Value, String) {
    let store = Store::open(file).await.unwrap();
    let app = App::new(store, Arc::new(ManualClock::default()), dice_source::seeded_dice(1));
    let fight = app.find_latest_fight(ChannelId(1)).await.unwrap().unwrap();
    let now = app.load_fight(fight).await.unwrap().unwrap();
    let mut facts = now.game.full_state_json();
    for one in facts["combatants"].as_array_mut().unwrap() {
        one["user"] = Value::Bool(one["user"].is_null());
    }
    (facts, app.export_script(&now).await.unwrap())
}

/// Of the scripts of each system, one of this number.
const EXPORTED: usize = 25;

/// A fight that is exported as a script and played again comes to the same end.
#[tokio::test]
async fn exported_scripts_come_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let (first, again) = (folder.path().join("first.db"), folder.path().join("again.db"));
    let mut failures = Vec::new();
    for file in scripts(&folders()).into_iter().step_by(EXPORTED) {
        for path in [&first, &again] {
            let _ = std::fs::remove_file(path);
        }
        let keep = |path: &Path| PlayOptions {
            database_file: Some(path.into()),
            ..PlayOptions::default()
        };
        assert!(fight_script::play_file(&file, &keep(&first)).await.failure.is_none());
        let (facts, text) = exported(&first).await;
        let name = file.display().to_string();
        let parsed =
            fight_script::parse::parse_script(&name, &text).unwrap_or_else(|why| panic!("{why}"));
        let played = fight_script::play_script(&parsed, &keep(&again)).await;
        match played.failure {
            Some(failure) => failures.push(format!("{failure}\n{text}")),
            None if exported(&again).await.0 != facts => {
                failures.push(format!("{name}: another end\n{text}"));
            }
            None => {}
        }
    }
    assert!(failures.is_empty(), "{} differ:\n\n{}", failures.len(), failures.join("\n\n"));
}
