//! What is told of a fight that is over: the last board, the report, the log and the exports say
//! who was down and who had left when it was decided, also after a restart.

use riposte::app::export::FightExport;
use riposte::app::input::QueryResult;
use riposte::app::report::FightReport;
use riposte::engine::core::fight::Exit;
use riposte::engine::visibility::view::{FightView, TurnStatus, Viewer};
use riposte::fight_script::{self, PlayOptions, parse};
use riposte::store::ids::FightId;
use serde_json::{Value, json};

use crate::app_table::*;

/// Plays a script and opens its database as a restarted program does.
async fn play_and_reopen(text: &str, folder: &tempfile::TempDir) -> (Table, String) {
    let path = folder.path().join("fight.db");
    let script = parse::parse_script("end.fight", text).unwrap_or_else(|why| panic!("{why}"));
    let options = PlayOptions { database_file: Some(path.clone()), uses_discord: true };
    let played = fight_script::play_script(&script, &options).await;
    assert!(played.failure.is_none(), "{:?}\n{}", played.failure, played.transcript);
    (Table::open_file(&path).await, played.channel)
}

fn names_by_exit(view: &FightView, exit: Option<Exit>) -> Vec<&str> {
    let mut names: Vec<&str> = view
        .members()
        .filter(|member| member.exit == exit)
        .map(|member| member.name.as_str())
        .collect();
    names.sort_unstable();
    names
}

fn sorted(names: &[String]) -> Vec<&str> {
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// Returns the report and the JSON file that the GM exports.
async fn export_story_and_json(table: &Table) -> (FightReport, Vec<String>, Value) {
    let (mut report, mut log, mut document) = (None, Vec::new(), None);
    for export in table.app.export_all_formats_as_gm(FightId(1)).await.unwrap() {
        match export {
            FightExport::Story(story) => {
                log = story.entries.iter().map(|entry| format!("{:?}", entry.narrative)).collect();
                report = Some(story.report.clone());
            }
            FightExport::File(name, text) if name.ends_with(".json") => {
                document = Some(serde_json::from_str(&text).unwrap());
            }
            FightExport::File(..) | FightExport::Replay(_) => {}
        }
    }
    (report.unwrap(), log, document.unwrap())
}

/// How the story of a system ends.
struct StoryEnd {
    system: &'static str,
    /// Who is down at the end, and who has left.
    down: &'static [&'static str],
    left: &'static [&'static str],
    /// What the channel is told of it.
    texts: &'static [&'static str],
}

const STORIES: [StoryEnd; 5] = [
    StoryEnd {
        system: "cards",
        down: &["Wolf"],
        left: &["Rat"],
        texts: &["**Wolf** is Out", "**Rat** has fled"],
    },
    StoryEnd {
        system: "dr12",
        down: &["Raider"],
        left: &["Brute"],
        texts: &["**Raider** goes down", "**Brute** flees the fight"],
    },
    StoryEnd {
        system: "factions",
        down: &["Wolf"],
        left: &["Chief", "Rob"],
        texts: &["**Chief** surrenders", "**Rob** has fled"],
    },
    StoryEnd {
        system: "fates",
        down: &["Thug", "Trooper"],
        left: &[],
        texts: &["**Trooper** goes down", "**Thug**"],
    },
    StoryEnd {
        system: "ranks",
        down: &["Rat"],
        left: &["Ogre"],
        texts: &["**Rat** is Out of Action", "**Ogre** concedes"],
    },
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn end_of_each_story_is_told_as_it_was_decided() {
    for StoryEnd { system, down, left, texts } in STORIES {
        let script = format!("tests/scripts/{system}/story.fight");
        let folder = tempfile::tempdir().unwrap();
        let (table, channel) =
            play_and_reopen(&std::fs::read_to_string(&script).unwrap(), &folder).await;
        let game = &table.app.load_fight(FightId(1)).await.unwrap().unwrap().game;
        for viewer in [Viewer::Gm, Viewer::Public] {
            let view = game.view_for(viewer);
            assert_eq!(names_by_exit(&view, Some(Exit::Down)), down, "{system}");
            assert_eq!(names_by_exit(&view, Some(Exit::Left)), left, "{system}");
            let out = view.members().filter(|member| member.turn_status == TurnStatus::Out);
            assert_eq!(out.count(), down.len() + left.len(), "{system}");
        }
        // The board is the last message of the channel.
        let board = channel.trim_end().rsplit("\n\n").next().unwrap_or_default();
        for name in down.iter().chain(left) {
            assert!(board.contains(&format!("✗ **{name}**")), "{system}: {name}\n{board}");
        }
        assert_eq!(board.matches('✗').count(), down.len() + left.len(), "{system}: {board}");
        for text in texts {
            assert!(channel.contains(text), "{system}: no {text:?} in\n{channel}");
        }
        let (report, log, document) = export_story_and_json(&table).await;
        assert_eq!((sorted(&report.down), sorted(&report.left)), (down.to_vec(), left.to_vec()));
        // Each course has the start and every round, also after a roll for initiative.
        for course in &report.health_courses {
            let rounds = course.shares.len() - 1;
            assert_eq!(rounds, usize::from(report.rounds), "{system}: {}", course.name);
        }
        let log = log.join("\n");
        let mut exported_exits = json!({});
        for member in document["end"]["groups"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|group| group["members"].as_array().unwrap())
        {
            exported_exits[member["name"].as_str().unwrap()] = member["exit"].clone();
        }
        for (names, exit) in [(down, "down"), (left, "left")] {
            for name in names {
                assert!(log.contains(name), "{system}: {name} is not in the log");
                assert_eq!(exported_exits[name], exit, "{system}: {name} in {document:#}");
            }
            let listed = json!(document["report"][exit]).as_array().cloned().unwrap_or_default();
            assert_eq!(listed.len(), names.len(), "{system}: {document:#}");
        }
    }
}

/// The fallen who regain HP in the aftermath (DR12-END-4) were down nevertheless, and have lost all
/// that they had.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fallen_who_regain_hit_points_were_down() {
    let text = "system dr12\nset bodies_recovered yes\nzones Yard\n\
                pc Ana from warrior at Yard with hp=3\nnpc Wolf from raider at Yard\n\
                dice d6=6 d6=1\nstart\n\
                dice d6=1 d4=4\nGM: /harm who:Ana amount:3\nend lost\n= Ana hp 4\n";
    let folder = tempfile::tempdir().unwrap();
    let (table, channel) = play_and_reopen(text, &folder).await;
    let (report, _, document) = export_story_and_json(&table).await;
    assert_eq!((report.down, report.losses), (vec!["Ana".into()], vec![("Ana".into(), 3)]));
    assert!(channel.contains("✗ **Ana**") && channel.contains("· Out of Action"), "{channel}");
    assert!(channel.contains("Down at the end: **Ana**"), "{channel}");
    assert_eq!(document["report"]["down"], json!(["Ana"]));
}

/// Who was hidden to the end is told of to the GM alone. Undoing the end takes back what was
/// recorded of it.
#[tokio::test]
async fn hidden_npc_that_was_out_at_the_end_stays_secret() {
    let table = Table::new().await;
    table.run_command("GM", "new system:cards").await;
    table.run_command("Ana", "join name:Ana from:warden").await;
    table.run_command("GM", "add name:Wolf from:brigand").await;
    table.run_command("GM", "add name:Lurker from:brigand hidden:true").await;
    table.run_command("GM", "start").await;
    for who in ["Wolf", "Lurker"] {
        table.run_command("GM", &format!("flag who:{who} flag:out")).await;
    }
    table.run_command("GM", "end outcome:truce").await;
    for (who, expected) in [("GM", vec!["Lurker", "Wolf"]), ("Ana", vec!["Wolf"])] {
        let export = table.send_command(who, "export format:story").await;
        let QueryResult::Export(FightExport::Story(story)) = expect_query_result(export) else {
            panic!("{who}: no story")
        };
        assert_eq!(sorted(&story.report.down), expected, "{who}");
        assert_eq!(names_by_exit(&story.view, Some(Exit::Down)), expected, "{who}");
    }
    table.run_command("GM", "undo").await;
    let state = table.load_state().await;
    assert!(state.is_running());
    assert!(names_by_exit(&state.game.view_for(Viewer::Gm), Some(Exit::Down)).is_empty());
    assert!(!state.game.full_state_json().to_string().contains("\"at_end\""));
}
