//! Disclosure levels: players read of an NPC what the GM shows of it, now and in older records.

use riposte::app::export::FightExport;
use riposte::app::fight_log::LogEntry;
use riposte::app::input::{InputReply, QueryResult};
use riposte::engine::core::ids::Initiator;
use riposte::engine::visibility::view::Viewer;
use riposte::narration::{self, PLAIN};

use crate::app_table::*;

/// Starts a fight of Ana against Vorn, whom players know as a hooded figure.
async fn start_with_aliased_npc() -> Table {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.run_command("GM", "set key:avoid_rolls value:prompt").await;
    table.run_command("GM", "zones layout:\"Gate - Yard\"").await;
    table.run_command("Ana", "join name:Ana from:adept at:Yard hp:20 hp_max:20").await;
    table.run_command("GM", "add name:Vorn from:raider at:Yard alias:\"Hooded figure\"").await;
    table.run_command("GM", "start").await;
    table
}

fn narrate_entries(entries: &[LogEntry]) -> String {
    let narratives = entries.iter().filter_map(|entry| entry.narrative.as_ref());
    let lines: Vec<String> =
        narratives.flat_map(|narrative| narration::narrate(PLAIN, narrative)).collect();
    lines.join("\n")
}

fn log_text(reply: InputReply) -> String {
    let QueryResult::Log(page) = expect_query_result(reply) else { panic!() };
    narrate_entries(&page.entries)
}

fn story_text(reply: InputReply) -> String {
    let QueryResult::Export(FightExport::Story(story)) = expect_query_result(reply) else {
        panic!()
    };
    narrate_entries(&story.entries)
}

#[tokio::test]
async fn reveal_does_not_rewrite_older_entries() {
    let table = start_with_aliased_npc().await;
    assert!(!log_text(table.send_command("Ana", "log").await).contains("Vorn"));
    assert!(log_text(table.send_command("GM", "log").await).contains("Hooded figure (Vorn) joins"));
    table.run_command("GM", "reveal who:Vorn show:numbers quiet:true").await;
    table.run_command("GM", "harm who:Vorn amount:1").await;
    table.run_command("GM", "end outcome:truce").await;
    for text in [
        log_text(table.send_command("Ana", "log last:50").await),
        story_text(table.send_command("Ana", "export format:story").await),
    ] {
        assert!(text.contains("Hooded figure joins"), "{text}");
        assert!(!text.contains("Hooded figure is Vorn"), "said quietly: {text}");
        assert!(text.contains("Vorn loses 1 HP"), "{text}");
    }
    // A search by the present name also finds entries under the old one.
    let QueryResult::Log(page) =
        expect_query_result(table.send_command("Ana", "log who:Vorn").await)
    else {
        panic!()
    };
    assert_eq!(page.subject_names, ["Vorn", "Hooded figure"]);
    let script = match expect_query_result(table.send_command("GM", "export format:script").await) {
        QueryResult::Export(FightExport::File(_, script)) => script,
        other => panic!("{other:?}"),
    };
    assert!(script.contains("alias:\"Hooded figure\""), "{script}");
    assert!(script.contains("/reveal quiet:true show:numbers who:Vorn"), "{script}");
}

#[tokio::test]
async fn undone_reveal_hides_the_name_again() {
    let table = start_with_aliased_npc().await;
    let before = table.load_state().await.game.full_state_json();
    table.run_command("GM", "reveal who:Vorn show:name").await;
    table.deliver_posts().await;
    table.run_command("GM", "undo").await;
    assert_eq!(table.load_state().await.game.full_state_json(), before);
    let posts = table.deliver_posts().await;
    assert!(posts.iter().any(|post| post.ends_with("(1 undone)")), "{posts:?}");
    assert_eq!(refusal_key(table.send_command("Ana", "log who:Vorn").await), "bad-target");
    assert!(log_text(table.send_command("GM", "log who:Vorn").await).contains("Vorn"));
}

/// A true name behind an alias does not clash with new names, so joining cannot reveal it.
#[tokio::test]
async fn player_may_take_the_name_of_aliased_npc() {
    let table = start_with_aliased_npc().await;
    table.run_command("Ben", "join name:Vorn from:adept").await;
    // Its true name has got a suffix, which only the GM sees.
    table.run_command("GM", "reveal who:\"Hooded figure\" show:name").await;
    let names: Vec<String> =
        table.load_state().await.members.iter().map(|member| member.name.clone()).collect();
    assert_eq!(names, ["Ana", "Vorn 2", "Vorn"]);
}

/// Messages to the GM show the alias and the name; commands accept each of them.
#[tokio::test]
async fn gm_commands_npc_by_alias_or_name() {
    for name in ["Vorn", "Hooded figure", "Hooded figure (Vorn)"] {
        let table = start_with_aliased_npc().await;
        while table.awaited_name().await == "Ana" {
            table.run_command("GM", "skip").await;
        }
        let posts = table.deliver_posts().await;
        assert!(any_starts_with(&posts, "dm 1: turn Hooded figure (Vorn)"), "{posts:?}");
        table.run_command("GM", &format!("attack target:Ana as:\"{name}\"")).await;
        let state = table.load_state().await;
        let ana = state.members.iter().find(|member| member.name == "Ana").unwrap().id;
        let open = &state.prompts[0];
        assert_eq!(open.prompt.respondent, Initiator::Combatant(ana));
        assert!(open.prompt.known_names.values().all(|name| !name.contains("Vorn")));
        let answers = format!("question:avoid answer:dodge by:\"{name}\" when:at-once");
        let given = table.send_command("Ana", &format!("orders-add {answers}")).await;
        match name {
            "Hooded figure" => drop(expect_query_result(given)),
            _ => assert_eq!(refusal_key(given), "bad-target"),
        }
    }
}

/// Buttons and orders from before the reveal may still contain the old name.
#[tokio::test]
async fn former_alias_still_finds_the_npc() {
    let table = start_with_aliased_npc().await;
    table.run_command("GM", "reveal who:Vorn show:name").await;
    let state = table.load_state().await;
    let vorn = state.members.iter().find(|member| member.name == "Vorn").unwrap();
    assert_eq!(vorn.former_names, ["Hooded figure"]);
    assert_eq!(state.game.find_combatant(Viewer::Public, "hooded figure"), Some(vorn.id));
}
