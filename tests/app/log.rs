//! The fight log and the exports of finished fights.

use riposte::app::export::FightExport;
use riposte::app::fight_log::LogPage;
use riposte::app::input::QueryResult;
use riposte::engine::visibility::view::Viewer;

use crate::app_table::*;

async fn log(table: &Table, who: &str, text: &str) -> LogPage {
    match shown(table.say(who, text).await) {
        QueryResult::Log(page) => page,
        other => panic!("{other:?}"),
    }
}

fn revisions(page: &LogPage) -> Vec<i64> {
    page.entries.iter().map(|entry| entry.revision).collect()
}

#[tokio::test]
async fn the_log_is_filtered_and_paged() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("Ana", "move zone:Gate").await;
    let moved = table.revision().await;
    table.does("GM", "adjust who:Ana field:hp value:3").await;
    table.does("GM", "undo").await;

    let whole = log(&table, "GM", "log last:50").await;
    assert_eq!((revisions(&whole)[0], whole.next_before), (1, None));
    // Reading page by page gives the same entries.
    let mut paged = Vec::new();
    let mut page = log(&table, "GM", "log last:3").await;
    loop {
        paged.splice(0..0, revisions(&page));
        let Some(before) = page.next_before else { break };
        page = log(&table, "GM", &format!("log last:3 before:{before}")).await;
        assert!(page.is_earlier);
    }
    assert_eq!(paged, revisions(&whole));

    assert_eq!(revisions(&log(&table, "Ben", "log kind:players last:1").await), [moved]);
    assert_eq!(revisions(&log(&table, "Ben", "log kind:undone").await), [moved + 1]);
    assert!(log(&table, "Ben", "log round:9").await.entries.is_empty());
    assert!(log(&table, "Ben", "log kind:clock").await.entries.is_empty());
    assert_eq!(log(&table, "Ben", "log who:ana").await.subject_names, ["Ana"]);
    table.may_not("Ben", "log who:Lurker", "bad-target").await;
    table.may_not("Ben", "log since:yesterday", "bad-setup").await;
    table.may_not("Ben", "log kind:soup", "bad-setup").await;
}

#[tokio::test]
async fn what_was_not_seen_yet_is_shown_once() {
    let table = Table::new().await;
    table.ana_to_act().await;
    log(&table, "Ben", "log").await;
    assert!(log(&table, "Ben", "log since:seen").await.entries.is_empty());
    table.does("Ana", "move zone:Gate").await;
    let moved = table.revision().await;
    table.wait(1).await;
    assert_eq!(revisions(&log(&table, "Ben", "log since:seen").await), [moved]);
    assert!(log(&table, "Ben", "log since:seen").await.entries.is_empty());
    // Whoever acted has seen their own act.
    assert!(log(&table, "Ana", "log since:seen").await.entries.is_empty());
    table.wait(3).await;
    assert!(log(&table, "Ana", "log since:2h kind:players").await.entries.is_empty());
    assert_eq!(revisions(&log(&table, "Ana", "log since:9h kind:players last:1").await), [moved]);
}

/// Filtering by a hidden name is refused like filtering by an unknown one.
#[tokio::test]
async fn a_filter_tells_nothing_of_who_is_hidden() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.may_not("Ana", "log who:Lurker", "bad-target").await;
    assert_eq!(log(&table, "GM", "log who:Lurker").await.subject_names, ["Lurker"]);
}

async fn export(table: &Table, who: &str, format: &str) -> FightExport {
    match shown(table.say(who, &format!("export format:{format}")).await) {
        QueryResult::Export(export) => export,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_finished_fight_is_taken_away() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.does("GM", "start").await;
    while table.waited_for().await != "Ana" {
        let way = if table.waited_for().await == "Ben" { "skip" } else { "pass-all" };
        table.does("GM", way).await;
    }
    table.may_not("Ana", "export", "not-over").await;
    table.does("Ana", "attack target:Wolf").await;
    table.posts().await;
    table.does("GM", "end outcome:won").await;
    let posts = table.posts().await;
    assert!(posts.contains(&"channel: report".to_string()), "{posts:?}");
    table.may_not("Zoe", "export", "not-joined").await;
    table.may_not("Ana", "export format:script", "not-gm").await;
    table.may_not("Ana", "export format:soup", "bad-setup").await;

    for format in ["story", "json"] {
        let text = format!("{:?}", export(&table, "Ana", format).await);
        assert!(text.contains("Ana") && !text.contains("Lurker"), "{format}: {text}");
        let text = format!("{:?}", export(&table, "GM", format).await);
        assert!(text.contains("Lurker"), "{format}: {text}");
    }
    let FightExport::Story(story) = export(&table, "GM", "story").await else { panic!() };
    assert!(story.report.acts > 0 && !story.report.dice_sums.is_empty(), "{:?}", story.report);
    let FightExport::Story(story) = export(&table, "Ana", "story").await else { panic!() };
    assert!(story.report.dice_sums.is_empty());
    let FightExport::File(name, text) = export(&table, "GM", "script").await else { panic!() };
    assert!(name.ends_with(".fight"));
    assert!(text.contains("Ana: /attack target:Wolf") && text.ends_with("end won\n"), "{text}");
}

/// The event that ends a round belongs to that round, in the log and in the story.
#[tokio::test]
async fn what_ends_a_round_is_of_that_round() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "start").await;
    let started = table.revision().await;
    while table.now().await.game.view_for(Viewer::Gm).round == 1 {
        let way = if table.waited_for().await == "GM" { "pass-all" } else { "skip" };
        table.does("GM", way).await;
    }
    let last = table.revision().await;
    let of_round = revisions(&log(&table, "GM", "log round:1 last:50").await);
    assert_eq!((of_round.first(), of_round.last()), (Some(&started), Some(&last)));
    table.does("GM", "end outcome:won").await;
    let FightExport::Story(story) = export(&table, "Ana", "story").await else { panic!() };
    let round = |of: i64| story.entries.iter().find(|one| one.revision == of).unwrap().round;
    assert_eq!((round(started), round(last), round(last + 1)), (1, 1, 2));
}
