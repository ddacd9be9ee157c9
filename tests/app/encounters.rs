//! `/scene encounter` proposes line-ups that fit the party, for the GM alone, and changes nothing.

use riposte::app::encounter::{
    CreatureGroup, Difficulty, EncounterCard, EncounterRequest, EncounterSearchLimits,
};
use riposte::app::input::QueryResult;
use riposte::app::simulations::{add_line_up, propose_line_ups};
use riposte::content::built_in_kit;
use riposte::engine::core::command::Command;
use riposte::engine::game::SYSTEM_KEYS;

use crate::app_table::*;

async fn find_encounters(table: &Table, text: &str) -> EncounterCard {
    match expect_query_result(table.send_command("GM", text).await) {
        QueryResult::Encounter(card) => *card,
        other => panic!("{text}: {other:?}"),
    }
}

#[tokio::test]
async fn encounters_are_for_the_gm_alone() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.assert_refused("GM", "encounter difficulty:fair", "no-party").await;
    table.run_command("Ana", "join name:Ana from:warrior").await;
    table.assert_refused("Ana", "encounter difficulty:fair", "not-gm").await;
    table.assert_refused("GM", "encounter", "bad-setup").await;
    table.assert_refused("GM", "encounter difficulty:fair count:40", "bad-setup").await;
    table.assert_refused("GM", "encounter difficulty:fair family:nobody", "no-creature").await;
    let (before, revision) = (table.load_state().await, table.revision().await);
    let card = find_encounters(&table, "encounter difficulty:fair family:vermin count:1").await;
    assert_eq!((table.load_state().await, table.revision().await), (before, revision));
    assert!(!card.line_ups.is_empty() && card.party.len() == 1 && !card.has_other_npcs);
    for line_up in &card.line_ups {
        assert!(line_up.forecast.fights_played > 0);
        let [CreatureGroup { creature, count: 1 }] = &line_up.groups[..] else {
            panic!("{line_up:?}")
        };
        let kit = built_in_kit("dr12").unwrap().creatures();
        let creature = kit.iter().find(|known| known.name == *creature).unwrap();
        assert_eq!(creature.tags.family.as_ref().unwrap().as_str(), "vermin");
    }
    // What the button says brings the line-up in.
    let add = Command::new("add").with("from", card.line_ups[0].to_typed_text());
    table.run_command("GM", &add.with("hidden", true).to_string()).await;
    assert_eq!(table.load_state().await.members.len(), 2);
    table.run_command("GM", "end outcome:truce").await;
    table.assert_refused("GM", "encounter difficulty:fair", "fight-over").await;
}

/// In every system line-ups of several kinds are found, can enter, and are found again by the same
/// request.
#[tokio::test]
async fn line_ups_are_found_in_every_system() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.run_command("GM", &format!("new system:{system}")).await;
        let (ana, ben, _) = archetypes(system);
        table.run_command("Ana", &format!("join name:Ana from:{ana}")).await;
        table.run_command("Ben", &format!("join name:Ben from:{ben}")).await;
        let state = table.load_state().await;
        let kit = built_in_kit(system).unwrap();
        let request = EncounterRequest {
            difficulty: Difficulty::Hard,
            family: None,
            place: None,
            count: None,
            attempt: 0,
        };
        let search = || {
            propose_line_ups(
                &state.game,
                &state.members,
                &*kit,
                &request,
                EncounterSearchLimits::COARSE,
            )
            .unwrap()
        };
        let found = search();
        assert_eq!(found, search(), "{system}");
        assert!(!found.is_empty(), "{system}");
        for line_up in found {
            let groups = &line_up.groups;
            let with_line_up = add_line_up(&state.game, &*kit, groups).unwrap();
            let expected: usize = 2 + groups.iter().map(|group| group.count).sum::<usize>();
            assert_eq!(with_line_up.list_present_members().len(), expected, "{system}: {groups:?}");
            assert!(line_up.win_count <= line_up.forecast.fights_played);
        }
    }
}

/// Where the fight is too hard already, nobody is proposed, but told what is too much.
#[tokio::test]
async fn nobody_is_proposed_for_a_fight_that_is_too_hard() {
    let table = Table::new().await;
    table.run_command("GM", "new system:cards").await;
    table.run_command("Ana", "join name:Ana from:adept").await;
    table.run_command("GM", "add name:Brute from:\"cave brute\" count:3").await;
    let card = find_encounters(&table, "encounter difficulty:fair").await;
    let too_hard = card.too_hard.expect("three brutes are too many for an adept");
    assert!(too_hard.win_share.value < 700 && card.line_ups.is_empty(), "{too_hard:?}");
}
