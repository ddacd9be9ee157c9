//! Disclosure levels: players read of an NPC what the GM shows of it, now and in older records.

use riposte::app::export::FightExport;
use riposte::app::fight_log::LogEntry;
use riposte::app::input::{InputReply, QueryResult};
use riposte::engine::core::ids::Initiator;
use riposte::engine::visibility::view::Viewer;
use riposte::narration::{self, PLAIN};

use crate::app_table::*;

/// Starts a fight of Ana against Vorn, whom players know as a hooded figure.
async fn begun() -> Table {
    let table = Table::new().await;
    table.does("GM", "new system:dr12").await;
    table.does("GM", "set key:avoid_rolls value:prompt").await;
    table.does("GM", "zones layout:\"Gate - Yard\"").await;
    table.does("Ana", "join name:Ana from:adept at:Yard hp:20 hp_max:20").await;
    table.does("GM", "add name:Vorn from:raider at:Yard alias:\"Hooded figure\"").await;
    table.does("GM", "start").await;
    table
}

fn read(entries: &[LogEntry]) -> String {
    let told = entries.iter().filter_map(|entry| entry.narrative.as_ref());
    let lines: Vec<String> = told.flat_map(|told| narration::narrate(PLAIN, told)).collect();
    lines.join("\n")
}

fn log(reply: InputReply) -> String {
    let QueryResult::Log(page) = shown(reply) else { panic!() };
    read(&page.entries)
}

fn story(reply: InputReply) -> String {
    let QueryResult::Export(FightExport::Story(story)) = shown(reply) else { panic!() };
    read(&story.entries)
}

#[tokio::test]
async fn what_was_told_stays_what_was_public_then() {
    let table = begun().await;
    assert!(!log(table.say("Ana", "log").await).contains("Vorn"));
    assert!(log(table.say("GM", "log").await).contains("Hooded figure (Vorn) joins"));
    table.does("GM", "reveal who:Vorn show:numbers quiet:true").await;
    table.does("GM", "harm who:Vorn amount:1").await;
    table.does("GM", "end outcome:truce").await;
    for text in [
        log(table.say("Ana", "log last:50").await),
        story(table.say("Ana", "export format:story").await),
    ] {
        assert!(text.contains("Hooded figure joins"), "{text}");
        assert!(!text.contains("Hooded figure is Vorn"), "said quietly: {text}");
        assert!(text.contains("Vorn loses 1 HP"), "{text}");
    }
    // A search by the present name also finds entries under the old one.
    let QueryResult::Log(page) = shown(table.say("Ana", "log who:Vorn").await) else { panic!() };
    assert_eq!(page.subject_names, ["Vorn", "Hooded figure"]);
    let script = match shown(table.say("GM", "export format:script").await) {
        QueryResult::Export(FightExport::File(_, script)) => script,
        other => panic!("{other:?}"),
    };
    assert!(script.contains("alias:\"Hooded figure\""), "{script}");
    assert!(script.contains("/reveal quiet:true show:numbers who:Vorn"), "{script}");
}

#[tokio::test]
async fn a_reveal_that_is_taken_back_is_forgotten() {
    let table = begun().await;
    let before = table.now().await.game.full_state_json();
    table.does("GM", "reveal who:Vorn show:name").await;
    table.posts().await;
    table.does("GM", "undo").await;
    assert_eq!(table.now().await.game.full_state_json(), before);
    let posts = table.posts().await;
    assert!(posts.iter().any(|post| post.ends_with("(1 undone)")), "{posts:?}");
    assert_eq!(refused(table.say("Ana", "log who:Vorn").await), "bad-target");
    assert!(log(table.say("GM", "log who:Vorn").await).contains("Vorn"));
}

/// A true name behind an alias does not clash with new names, so joining cannot reveal it.
#[tokio::test]
async fn a_true_name_betrays_itself_to_nobody_who_joins() {
    let table = begun().await;
    table.does("Ben", "join name:Vorn from:adept").await;
    // Its true name has got a suffix, which only the GM sees.
    table.does("GM", "reveal who:\"Hooded figure\" show:name").await;
    let names: Vec<String> = table.now().await.members.iter().map(|one| one.name.clone()).collect();
    assert_eq!(names, ["Ana", "Vorn 2", "Vorn"]);
}

/// Messages to the GM show the alias and the name; commands accept each of them.
#[tokio::test]
async fn the_gm_plays_it_by_either_name() {
    for name in ["Vorn", "Hooded figure", "Hooded figure (Vorn)"] {
        let table = begun().await;
        while table.waited_for().await == "Ana" {
            table.does("GM", "skip").await;
        }
        let posts = table.posts().await;
        assert!(has(&posts, "dm 1: turn Hooded figure (Vorn)"), "{posts:?}");
        table.does("GM", &format!("attack target:Ana as:\"{name}\"")).await;
        let now = table.now().await;
        let ana = now.members.iter().find(|one| one.name == "Ana").unwrap().id;
        let open = &now.prompts[0];
        assert_eq!(open.prompt.respondent, Initiator::Combatant(ana));
        assert!(open.prompt.known_names.values().all(|name| !name.contains("Vorn")));
        let answers = format!("question:avoid answer:dodge by:\"{name}\" when:at-once");
        let given = table.say("Ana", &format!("orders-add {answers}")).await;
        match name {
            "Hooded figure" => drop(shown(given)),
            _ => assert_eq!(refused(given), "bad-target"),
        }
    }
}

/// Buttons and orders from before the reveal may still contain the old name.
#[tokio::test]
async fn it_still_answers_to_what_players_called_it() {
    let table = begun().await;
    table.does("GM", "reveal who:Vorn show:name").await;
    let now = table.now().await;
    let vorn = now.members.iter().find(|one| one.name == "Vorn").unwrap();
    assert_eq!(vorn.former_names, ["Hooded figure"]);
    assert_eq!(now.game.find_combatant(Viewer::Public, "hooded figure"), Some(vorn.id));
}
