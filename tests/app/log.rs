//! The fight log and the exports of finished fights.

use std::sync::Arc;

use riposte::app::clock::WallClock;
use riposte::app::export::FightExport;
use riposte::app::fight_log::LogPage;
use riposte::app::input::QueryResult;
use riposte::app::value_reader::ValueReader;
use riposte::app::{App, dice_source};
use riposte::discord::messages::reply::to_export_file;
use riposte::engine::game::SYSTEM_KEYS;
use riposte::engine::visibility::view::Viewer;
use riposte::fight_script::{self, PlayOptions, parse};
use riposte::narration::catalogue::Locale;
use riposte::narration::typed_values::key_for_typed_name_or_nearest_names;
use riposte::store::Store;
use riposte::store::ids::FightId;

use crate::app_table::*;

async fn load_log(table: &Table, who: &str, text: &str) -> LogPage {
    match expect_query_result(table.send_command(who, text).await) {
        QueryResult::Log(page) => page,
        other => panic!("{other:?}"),
    }
}

fn entry_revisions(page: &LogPage) -> Vec<i64> {
    page.entries.iter().map(|entry| entry.revision).collect()
}

#[tokio::test]
async fn log_is_filtered_and_paged() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "move zone:Gate").await;
    let moved = table.revision().await;
    table.run_command("GM", "adjust who:Ana field:hp value:3").await;
    table.run_command("GM", "undo").await;

    let whole = load_log(&table, "GM", "log last:50").await;
    assert_eq!((entry_revisions(&whole)[0], whole.next_before), (1, None));
    // Reading page by page gives the same entries.
    let mut paged = Vec::new();
    let mut page = load_log(&table, "GM", "log last:3").await;
    loop {
        paged.splice(0..0, entry_revisions(&page));
        let Some(before) = page.next_before else { break };
        page = load_log(&table, "GM", &format!("log last:3 before:{before}")).await;
        assert!(page.has_later_entries);
    }
    assert_eq!(paged, entry_revisions(&whole));

    let of_players = load_log(&table, "Ben", "log kind:players last:1").await;
    assert_eq!((entry_revisions(&of_players).last(), of_players.limit), (Some(&moved), 1));
    assert_eq!(entry_revisions(&load_log(&table, "Ben", "log kind:undone").await), [moved + 1]);
    // Only the GM reads for whom a command was given that tells nothing.
    let actor_of_move = async |who: &str| {
        let page = load_log(&table, who, "log last:50").await;
        let entry = page.entries.into_iter().find(|entry| entry.revision == moved);
        entry.unwrap().actor_name
    };
    assert_eq!(actor_of_move("GM").await.as_deref(), Some("Ana"));
    assert_eq!(actor_of_move("Ben").await, None);
    assert!(load_log(&table, "Ben", "log round:9").await.entries.is_empty());
    assert!(load_log(&table, "Ben", "log kind:clock").await.entries.is_empty());
    assert_eq!(load_log(&table, "Ben", "log who:ana").await.subject_names, ["Ana"]);
    table.assert_refused("Ben", "log who:Lurker", "bad-target").await;
    table.assert_refused("Ben", "log since:soup", "bad-setup").await;
    table.assert_refused("Ben", "log kind:soup", "bad-setup").await;
}

#[tokio::test]
async fn log_since_seen_shows_entries_once() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    load_log(&table, "Ben", "log").await;
    assert!(load_log(&table, "Ben", "log since:seen").await.entries.is_empty());
    table.run_command("Ana", "move zone:Gate").await;
    let moved = table.revision().await;
    table.advance_hours(1).await;
    assert_eq!(entry_revisions(&load_log(&table, "Ben", "log since:seen").await), [moved]);
    assert!(load_log(&table, "Ben", "log since:seen").await.entries.is_empty());
    // Whoever acted has seen their own act.
    assert!(load_log(&table, "Ana", "log since:seen").await.entries.is_empty());
    table.advance_hours(3).await;
    assert!(load_log(&table, "Ana", "log since:2h kind:players").await.entries.is_empty());
    let of_players = load_log(&table, "Ana", "log since:9h kind:players last:1").await;
    assert_eq!(entry_revisions(&of_players).last(), Some(&moved));
}

/// Filtering by a hidden name is refused like filtering by an unknown one.
#[tokio::test]
async fn log_filter_refuses_hidden_names() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.assert_refused("Ana", "log who:Lurker", "bad-target").await;
    assert_eq!(load_log(&table, "GM", "log who:Lurker").await.subject_names, ["Lurker"]);
}

async fn load_export(table: &Table, who: &str, format: &str) -> FightExport {
    match expect_query_result(table.send_command(who, &format!("export format:{format}")).await) {
        QueryResult::Export(export) => export,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn finished_fight_is_exported() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.run_command("GM", "start").await;
    while table.awaited_name().await != "Ana" {
        let verb = if table.awaited_name().await == "Ben" { "skip" } else { "pass-all" };
        table.run_command("GM", verb).await;
    }
    table.assert_refused("Ana", "export", "not-over").await;
    table.run_command("Ana", "attack target:Wolf").await;
    table.deliver_posts().await;
    table.run_command("GM", "end outcome:won").await;
    let posts = table.deliver_posts().await;
    assert!(posts.contains(&"channel: report".to_string()), "{posts:?}");
    table.assert_refused("Zoe", "export", "export-onlooker").await;
    table.assert_refused("Ana", "export format:script", "not-gm").await;
    table.assert_refused("Ana", "export format:soup", "bad-setup").await;

    for format in ["story", "json"] {
        let text = format!("{:?}", load_export(&table, "Ana", format).await);
        assert!(text.contains("Ana") && !text.contains("Lurker"), "{format}: {text}");
        let text = format!("{:?}", load_export(&table, "GM", format).await);
        assert!(text.contains("Lurker"), "{format}: {text}");
    }
    let FightExport::Story(story) = load_export(&table, "GM", "story").await else { panic!() };
    assert!(story.report.acts > 0 && !story.report.dice_sums.is_empty(), "{:?}", story.report);
    let FightExport::Story(story) = load_export(&table, "Ana", "story").await else { panic!() };
    assert!(story.report.dice_sums.is_empty());
    let FightExport::File(name, text) = load_export(&table, "GM", "script").await else { panic!() };
    assert!(name.ends_with(".fight"));
    assert!(text.contains("Ana: /attack target:Wolf") && text.ends_with("end won\n"), "{text}");
}

/// The event that ends a round belongs to that round, in the log and in the story.
#[tokio::test]
async fn last_event_of_round_belongs_to_it() {
    let table = Table::new().await;
    table.set_up_fight().await;
    table.run_command("GM", "start").await;
    let started = table.revision().await;
    while table.load_state().await.game.view_for(Viewer::Gm).round == 1 {
        let verb = if table.awaited_name().await == "GM" { "pass-all" } else { "skip" };
        table.run_command("GM", verb).await;
    }
    let last = table.revision().await;
    let round_revisions = entry_revisions(&load_log(&table, "GM", "log round:1 last:50").await);
    assert_eq!((round_revisions.first(), round_revisions.last()), (Some(&started), Some(&last)));
    table.run_command("GM", "end outcome:won").await;
    let FightExport::Story(story) = load_export(&table, "GM", "story").await else { panic!() };
    let round_of = |revision: i64| {
        story.entries.iter().find(|entry| entry.revision == revision).unwrap().round
    };
    assert_eq!((round_of(started), round_of(last), round_of(last + 1)), (1, 1, 2));
}

/// Plays the story of a system and returns how its GM and a player export it.
async fn export_story(system: &str) -> Vec<String> {
    let file = format!("tests/scripts/{system}/story.fight");
    let script = parse::parse_script(&file, &std::fs::read_to_string(&file).unwrap()).unwrap();
    let store = Store::in_memory().await.unwrap();
    let options = PlayOptions::default();
    let played = fight_script::play_script_on_store(&script, &options, store.clone()).await;
    assert_eq!(played.failure, None);
    let app = App::new(store, Arc::new(WallClock), dice_source::os_random_dice());
    let exports = app.export_all_formats_as_gm(FightId(1)).await.unwrap();
    exports
        .iter()
        .map(to_export_file)
        .filter(|(name, _)| name.ends_with(".md"))
        .map(|(_, text)| text)
        .collect()
}

/// The story says who played, when and where, and each round begins with its heading alone.
#[tokio::test]
async fn exported_story_has_a_beginning_and_a_heading_for_each_round() {
    for system in SYSTEM_KEYS {
        let [story] = &export_story(system).await[..] else { panic!("{system}: one story") };
        let lines: Vec<&str> = story.lines().filter(|line| !line.is_empty()).collect();
        assert!(lines[0].starts_with("# "), "{story}");
        assert!(lines[1].starts_with("Played by **"), "{story}");
        assert!(lines[2].starts_with("From 20") && lines[2].contains(" UTC, in "), "{story}");
        assert!(lines[3].starts_with("Before the fight: "), "{story}");
        assert_eq!(lines[4], "## Round 1", "{story}");
        let headings: Vec<&&str> = lines.iter().filter(|line| line.starts_with("## ")).collect();
        let expected = (1..=headings.len()).map(|round| format!("## Round {round}"));
        assert!(headings.iter().copied().copied().eq(expected), "{story}");
        let repetition = lines.iter().find(|line| line.starts_with("Round "));
        assert_eq!(repetition, None, "{story}");
    }
}

#[tokio::test]
async fn time_of_the_log_is_read_in_the_language_of_the_reader() {
    let (german, french): (ValueReader, ValueReader) = (
        |system, kind, text, keys| {
            key_for_typed_name_or_nearest_names(
                Locale::find_by_tag_or_family("de").unwrap(),
                system,
                kind,
                text,
                keys,
            )
        },
        |system, kind, text, keys| {
            key_for_typed_name_or_nearest_names(
                Locale::find_by_tag_or_family("fr").unwrap(),
                system,
                kind,
                text,
                keys,
            )
        },
    );
    for (reader, times) in [
        (german, ["2 Tage", "zwei Stunden", "vor 3 Tagen", "12h"]),
        (french, ["2 jours", "deux heures", "il y a 3 jours", "12h"]),
    ] {
        let table = Table::new().await;
        let table = Table { app: table.app.with_value_reader(reader), ..table };
        table.run_command("GM", "new system:dr12").await;
        table.run_command("Ana", "join name:Ana from:warrior").await;
        for time in times {
            let log = load_log(&table, "Ana", &format!("log since:\"{time}\"")).await;
            assert!(!log.entries.is_empty(), "{time}");
        }
        table.assert_refused("Ana", "log since:xyz", "bad-setup").await;
    }
}
