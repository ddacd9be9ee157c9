//! People type the names that they read: of sides, settings, values, outcomes, attributes, zones.

use riposte::app::input::InputReply;
use riposte::engine::core::values::ValueKind;
use riposte::engine::game::SYSTEM_KEYS;
use riposte::narration::catalogue::Locale;
use riposte::narration::typed_values::{key_for_typed_name, value_names};

use crate::app_table::*;

/// A table whose app reads names, as in front of a chat.
async fn reading_table() -> Table {
    let table = Table::new().await;
    Table { app: table.app.with_value_reader(key_for_typed_name), ..table }
}

/// The name that people read for a value.
fn name_of(system: &str, kind: ValueKind<'_>, key: &str) -> String {
    value_names(Locale::ENGLISH, system, kind, key).swap_remove(0)
}

/// The names that a refusal lists.
async fn refused_names(table: &Table, who: &str, text: &str) -> String {
    match table.send_command(who, text).await {
        InputReply::Refused(refusal) => refusal.details.get("names").cloned().unwrap_or_default(),
        other => panic!("{text} is not refused: {other:?}"),
    }
}

#[tokio::test]
async fn every_setting_takes_its_values_by_name() {
    for system in SYSTEM_KEYS {
        let table = reading_table().await;
        table.run_command("GM", &format!("new system:\"the {}\"", system.to_uppercase())).await;
        let game = table.load_state().await.game.clone();
        let settings = game.full_state_json()["settings"].clone();
        for key in settings.as_object().unwrap().keys() {
            let setting = name_of(system, ValueKind::Setting, key);
            for value in game.allowed_setting_values(key) {
                let named = name_of(system, ValueKind::SettingValue(key), &value);
                table.run_command("GM", &format!("set key:\"{setting}\" value:\"{named}\"")).await;
                let now = table.load_state().await.game.full_state_json()["settings"][key].clone();
                let now = now.as_str().map_or_else(|| now.to_string(), String::from);
                assert_eq!(now, value, "{system}: {setting}: {named}");
            }
            if !game.allowed_setting_values(key).is_empty() {
                let text = format!("set key:\"{setting}\" value:nonsense");
                assert!(!refused_names(&table, "GM", &text).await.is_empty(), "{system}: {text}");
            }
        }
        let names = refused_names(&table, "GM", "set key:\"time for turn\" value:24h").await;
        assert!(names.starts_with("Time for a turn, "), "{system}: {names}");
        assert!(names.split(", ").count() <= 10, "{system}: {names}");
    }
}

#[tokio::test]
async fn every_outcome_side_and_zone_is_taken_by_name() {
    for system in SYSTEM_KEYS {
        let table = reading_table().await;
        table.start_fight(system).await;
        for side in table.load_state().await.game.default_sides() {
            let named = name_of(system, ValueKind::Side, side);
            let reply =
                table.send_command("GM", &format!("absence policy:auto who:\"the {named}\"")).await;
            let has_npcs = side != table.load_state().await.game.default_sides()[0];
            assert_eq!(matches!(reply, InputReply::Done(_)), has_npcs, "{system}: {named}");
        }
        let outcomes = table.load_state().await.game.possible_outcomes();
        let names = refused_names(&table, "GM", "end outcome:nonsense").await;
        for outcome in &outcomes {
            let named = name_of(system, ValueKind::Outcome, outcome);
            assert!(names.contains(&named), "{system}: {names}");
        }
        let named = name_of(system, ValueKind::Outcome, &outcomes[0]);
        table.run_command("GM", &format!("end outcome:\"{named}\"")).await;
    }
}

#[tokio::test]
async fn what_the_bot_says_it_takes() {
    let table = reading_table().await;
    table.start_fight("dr12").await;
    table.run_command("GM", "ail who:Ana ailment:Stuck attribute:Strength").await;
    table.run_command("GM", "ail who:\"the wolf\" ailment:\"Ongoing Damage\" attribute:con").await;
    table.run_command("GM", "place who:Ana zone:\"the gate\"").await;
    assert_eq!(refused_names(&table, "GM", "place who:Ana zone:Gat").await, "Gate, Yard, Hall");
    assert_eq!(refused_names(&table, "Ana", "export format:pdf").await, "story, json, script");
    table.send_command("Ana", "export format:markdown").await;
    table.run_command("GM", "end outcome:\"The heroes win\"").await;
}

/// A hidden NPC's name with an article is nobody's, like one that nobody has.
#[tokio::test]
async fn names_of_hidden_npcs_are_not_read() {
    let table = reading_table().await;
    table.start_fight("dr12").await;
    table.run_command("GM", "add name:Lurker from:raider at:Yard hidden:true").await;
    for name in ["Lurker", "the Lurker", "the Nobody"] {
        let reply =
            table.send_command("Ana", &format!("attack target:\"{name}\" weapon:knife")).await;
        let InputReply::Refused(refusal) = reply else { panic!("{name}: {reply:?}") };
        let details: Vec<_> =
            refusal.details.into_iter().filter(|(_, detail)| detail != name).collect();
        assert_eq!(refusal.key, "bad-target", "{name}");
        assert!(details.iter().all(|(_, detail)| !detail.contains("Lurker")), "{details:?}");
    }
}
