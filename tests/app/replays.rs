//! The replay of a finished fight: its data are what its reader could know after each input.

use std::collections::BTreeSet;
use std::path::Path;

use riposte::app::export::{FightExport, ReplayReader};
use riposte::app::fight_log::LogEntry;
use riposte::app::input::QueryResult;
use riposte::discord::messages::reply::to_export_file;
use riposte::discord::reader::render_in_locale;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::engine::visibility::view::{FightView, MemberView, TurnStatus, Viewer};
use riposte::narration::catalogue::Locale;
use riposte::narration::pseudo_language;
use riposte::store::Store;
use riposte::store::ids::FightId;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::app_table::*;
use crate::noninterference::start_fight_with_hidden;
use crate::random_player::{RandomPlayer, fight_seeds};

/// The largest number of inputs of a fight.
const INPUTS: usize = 30;
/// The GM takes every so many-th input back.
const INPUTS_BETWEEN_UNDOS: usize = 9;
/// At this input the GM shows whom players did not know.
const REVEALING_INPUT: usize = 15;
/// The largest page of such a fight, in bytes.
const MAX_PAGE_BYTES: usize = 400_000;

async fn load_export(table: &Table, who: &str, format: &str) -> FightExport {
    match expect_query_result(table.send_command(who, &format!("export format:{format}")).await) {
        QueryResult::Export(export) => export,
        other => panic!("{other:?}"),
    }
}

/// Returns the page of a replay.
async fn load_page(table: &Table, who: &str) -> String {
    let (name, page) = to_export_file(&load_export(table, who, "replay").await);
    assert!(name.ends_with(".html"), "{name}");
    page
}

/// Returns the numbers in the journal of what a player's replay tells, in order.
async fn load_visible_revisions(table: &Table, who: &str) -> Vec<i64> {
    let cipher = table.load_state().await.secrets.id_cipher().unwrap();
    let is_told = |entry: &&LogEntry| !entry.is_undone || entry.speech.is_some();
    let (mut revisions, mut text) = (Vec::new(), "log last:50".to_string());
    loop {
        let log = expect_query_result(table.send_command(who, &text).await);
        let QueryResult::Log(page) = log else { panic!("{log:?}") };
        let told = page.entries.iter().filter(is_told).map(|entry| entry.revision);
        let told = told.map(|number| cipher.decrypt(number).unwrap_or(number));
        revisions.splice(0..0, told.collect::<Vec<i64>>());
        let Some(before) = page.next_before else { return revisions };
        text = format!("log last:50 before:{before}");
    }
}

/// Returns the data in the page of a replay.
fn page_data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"replay\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

/// Returns the parts of a kind that a state refers to.
fn parts_of<'a>(data: &'a Value, kind: &str, indexes: &Value) -> Vec<&'a Value> {
    let indexes = indexes.as_array().unwrap().iter();
    indexes.map(|index| &data["parts"][kind][index.as_u64().unwrap() as usize]).collect()
}

fn assert_member_is_shown(member: &MemberView, shown: &Value, case: &str) {
    let zone = member.zone.map_or(Value::Null, Value::from);
    let feet = member.position_feet.map_or(Value::Null, Value::from);
    let expected = json!({
        "id": member.id.0,
        "name": member.name,
        "camp": member.camp,
        "status": member.turn_status,
        "zone": zone,
        "feet": feet,
        "wounds": member.wounds,
        "is_hidden": member.is_hidden,
    });
    for (field, value) in expected.as_object().unwrap() {
        let found = match (field.as_str(), &shown[field]) {
            ("is_hidden", Value::Null) => &json!(false),
            (_, found) => found,
        };
        assert_eq!(found, value, "{case}: {field} of {}", member.name);
    }
    // The ring says what the wounds say.
    let quarters = member.wounds.remaining_quarters();
    let ring = &shown["ring"];
    match (quarters, ring["exact"].as_u64(), ring["quarters"].as_u64()) {
        (None, None, None) => assert_eq!(*ring, json!("unknown"), "{case}"),
        (Some(quarters), None, Some(shown)) => assert_eq!(u64::from(quarters), shown, "{case}"),
        (Some(quarters), Some(share), None) => {
            assert_eq!((quarters == 0, quarters == 4), (share == 0, share == 1000), "{case}");
        }
        other => panic!("{case}: {other:?}"),
    }
    let text_count = |list: &Value| list.as_array().map_or(0, Vec::len);
    let mut kinds: Vec<&str> =
        member.conditions.iter().map(|key| key.split(':').next().unwrap()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let others = usize::from(member.is_hidden) + usize::from(member.border_zone.is_some());
    assert_eq!(text_count(&shown["tags"]), kinds.len() + others, "{case}: {shown}");
}

/// Asserts that a state of the page is a view.
fn assert_view_is_shown(view: &FightView, data: &Value, board: &Value, case: &str) {
    assert_eq!(board["round"], json!(view.round), "{case}");
    let members = parts_of(data, "members", &board["members"]);
    let expected = view.members_in_turn_order();
    assert_eq!(members.len(), expected.len(), "{case}");
    for (member, shown) in expected.iter().zip(&members) {
        assert_member_is_shown(member, shown, case);
    }
    let zones = match &board["map"] {
        Value::Null => &json!([]),
        map => &data["parts"]["maps"][map.as_u64().unwrap() as usize]["zones"],
    };
    let zones = zones.as_array().unwrap();
    assert_eq!(zones.len(), view.zones.len(), "{case}");
    for (index, (zone, shown)) in view.zones.iter().zip(zones).enumerate() {
        assert_eq!(shown["name"], json!(zone.name), "{case}");
        assert_eq!(shown["near"], json!(zone.neighbours), "{case}");
        assert_eq!(shown["notes"].as_array().unwrap().len(), zone.facts.len(), "{case}");
        let tokens = parts_of(data, "tokens", &board["tokens"][index]);
        let mut ids: Vec<u64> = tokens
            .iter()
            .flat_map(|token| token["ids"].as_array().unwrap())
            .map(|id| id.as_u64().unwrap())
            .collect();
        let here = view.members_in_zone_by_group_or_position(index);
        let mut expected: Vec<u64> =
            here.iter().map(|(_, member)| u64::from(member.id.0)).collect();
        ids.sort_unstable();
        expected.sort_unstable();
        assert_eq!(ids, expected, "{case}: {}", zone.name);
    }
    let turns = parts_of(data, "turns", &board["turns"]);
    let shown_count: u64 = turns.iter().map(|turn| turn["count"].as_u64().unwrap()).sum();
    let active = expected.iter().filter(|member| member.turn_status != TurnStatus::Out).count();
    assert_eq!(shown_count, if view.is_running { active as u64 } else { 0 }, "{case}");
    for attack in board["attacks"].as_array().unwrap() {
        for id in attack.as_array().unwrap() {
            assert!(members.iter().any(|member| member["id"] == *id), "{case}: {attack}");
        }
    }
}

/// Plays a fight with hidden combatants to its end; some inputs are taken back.
async fn play_fight(path: &Path, system: &str, seed: u64) -> Table {
    let table = start_fight_with_hidden(path, system, seed).await;
    let mut player = RandomPlayer::new(seed);
    for input in 0..INPUTS {
        if !table.load_state().await.is_running() {
            break;
        }
        player.play_input(&table).await;
        table.advance_hours(1).await;
        if input % INPUTS_BETWEEN_UNDOS == INPUTS_BETWEEN_UNDOS - 1 {
            drop(table.send_command("GM", "undo").await);
        }
        if input == REVEALING_INPUT {
            drop(table.send_command("GM", "reveal who:Lurker").await);
        }
    }
    if table.load_state().await.is_running() {
        table.run_command("GM", "end outcome:truce").await;
    }
    table
}

/// Compares each state of a replay with the fight in the journal, and returns how many there are.
async fn assert_replay_shows_fight(table: &Table, store: &Store, who: &str, case: &str) -> usize {
    let viewer = match who {
        "GM" => Viewer::Gm,
        "Stranger" => Viewer::Public,
        _ => Viewer::Player(user_id(who)),
    };
    let page = load_page(table, who).await;
    assert!(page.len() < MAX_PAGE_BYTES, "{case}: {} bytes", page.len());
    let data = page_data(&page);
    let steps = data["steps"].as_array().unwrap();
    let FightExport::Replay(replay) = load_export(table, who, "replay").await else { panic!() };
    let replay_rows: Vec<i64> = replay.story.entries.iter().map(|entry| entry.revision).collect();
    let visible_revisions = match who {
        "GM" => replay_rows.clone(),
        _ => load_visible_revisions(table, who).await,
    };
    let mut told_rows: Vec<i64> = Vec::new();
    for step in steps {
        let rows: Vec<i64> = serde_json::from_value(step["revisions"].clone()).unwrap();
        told_rows.extend(rows);
        let last = visible_revisions[told_rows.len() - 1];
        let row = store.load_journal_row(FightId(1), last).await.unwrap().unwrap();
        let game: Game = serde_json::from_str(&row.state).unwrap();
        let case = format!("{case}, revision {last}");
        assert_view_is_shown(&game.view_for(viewer), &data, &step["board"], &case);
    }
    // The steps tell what the story tells, and all of it. Onlookers get no story.
    let entries = match who {
        "Stranger" => replay.story.entries,
        _ => match load_export(table, who, "story").await {
            FightExport::Story(story) => story.entries,
            other => panic!("{other:?}"),
        },
    };
    assert_eq!(told_rows, replay_rows, "{case}");
    assert_eq!((told_rows.len(), entries.len()), (visible_revisions.len(), told_rows.len()));
    assert_eq!(told_rows == visible_revisions, who == "GM", "{case}: players get other numbers");
    if who == "Stranger" {
        let is_public = |entry: &LogEntry| entry.command.is_none() && entry.tape.is_none();
        assert!(entries.iter().all(is_public), "{case}");
        assert_eq!(replay.reader, ReplayReader::Onlooker, "{case}");
    }
    // Hidden combatants are in no replay but the GM's, unless they showed themselves.
    let is_hidden_at_end = table.load_state().await.members.iter().any(|member| member.is_hidden);
    if who != "GM" && is_hidden_at_end {
        assert!(!page.contains("Lurker") && !page.contains("Vorn"), "{case}");
    }
    steps.len()
}

/// Asserts that the page of a replay in another language has no English words, apart from names.
async fn assert_replay_is_translated(table: &Table, case: &str) {
    let export = load_export(table, "GM", "replay").await;
    let (_, page) = render_in_locale(Locale::PSEUDO, || to_export_file(&export));
    let data = page_data(&page);
    let view = table.load_state().await.game.view_for(Viewer::Gm);
    let mut names: Vec<String> = vec!["Ana".into(), "Ben".into(), "GM".into()];
    names.extend(view.members().map(|member| member.name.clone()));
    let state = table.load_state().await;
    names.extend(state.members.iter().filter_map(|who| who.true_name.clone()));
    names.extend(view.zones.iter().map(|zone| zone.name.clone()));
    let mut english = BTreeSet::new();
    collect_english_words(&data, &names, &mut english);
    assert!(english.is_empty(), "{case}: {english:#?}");
}

/// Collects the English words in the texts of a page's data, each with its text.
fn collect_english_words(data: &Value, names: &[String], found: &mut BTreeSet<String>) {
    match data {
        Value::String(text) => {
            let words = pseudo_language::list_untranslated_words(text, names);
            found.extend(words.into_iter().map(|word| format!("{word}: {text}")));
        }
        Value::Array(list) => {
            list.iter().for_each(|value| collect_english_words(value, names, found));
        }
        Value::Object(fields) => {
            // Names and their abbreviations, keys of the page, and the ledger of the dice.
            const UNTOLD: [&str; 8] =
                ["letters", "short", "camp", "dice", "status", "wounds", "ring", "fate"];
            let told = fields.iter().filter(|(key, _)| !UNTOLD.contains(&key.as_str()));
            told.for_each(|(_, value)| collect_english_words(value, names, found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

async fn check_replays(system: &str) {
    assert!(SYSTEM_KEYS.contains(&system));
    let mut compared = 0;
    for seed in fight_seeds(10) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("riposte.db");
        let table = play_fight(&path, system, seed).await;
        let store = Store::open(&path).await.unwrap();
        for who in ["GM", "Ana", "Stranger"] {
            let case = format!("{system}, seed {seed}, {who}");
            compared += assert_replay_shows_fight(&table, &store, who, &case).await;
        }
        assert_replay_is_translated(&table, &format!("{system}, seed {seed}")).await;
    }
    assert!(compared > 100, "{system}: {compared} states were compared");
}

macro_rules! for_each_system {
    ($($name:ident)*) => {$(
        #[tokio::test]
        async fn $name() {
            check_replays(stringify!($name)).await;
        }
    )*};
}

for_each_system! { cards dr12 factions fates ranks }

/// Whatever people and places are called, it stays text: the page has the tags of its own alone.
#[tokio::test]
async fn names_cannot_become_markup() {
    let pages = [("Ann", "Yard"), ("</script><script>alert(1)//", "<script>{{script}}<b")].map(
        async |(name, zone)| {
            let table = Table::new().await;
            table.run_command("GM", "new system:dr12").await;
            let run = async |who: &str, verb: &str, slots: &[(&str, &str)]| {
                let command = riposte::engine::core::command::Command::new(verb);
                let command =
                    slots.iter().fold(command, |command, (slot, value)| command.with(slot, value));
                let input = riposte::app::input::UserInput::from_command(command);
                expect_done(table.send_input(&table.request_context(who), input).await, verb);
            };
            run("GM", "zones", &[("layout", &format!("{zone} - Gate"))]).await;
            run("Ana", "join", &[("name", name), ("from", "adept"), ("at", zone)]).await;
            table.run_command("GM", "add name:Wolf from:brute at:Gate").await;
            table.run_command("GM", "start").await;
            table.run_command("GM", "end outcome:won").await;
            load_page(&table, "Ana").await
        },
    );
    let mut tags = Vec::new();
    for page in pages {
        let page = page.await;
        tags.push((page.matches('<').count(), page.matches("<script").count()));
    }
    assert_eq!(tags[0], tags[1]);
    assert_eq!(tags[0].1, 2);
}

/// The page has the dice ledger of the export, for its check; without a secret there is none.
#[tokio::test]
async fn replay_has_the_dice_of_the_export() {
    let (table, _) = Table::with_sealed_dice(5).await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "attack target:Wolf").await;
    table.run_command("GM", "end outcome:won").await;
    for who in ["GM", "Ana"] {
        let FightExport::File(_, text) = load_export(&table, who, "json").await else { panic!() };
        let export: Value = serde_json::from_str(&text).unwrap();
        let data = page_data(&load_page(&table, who).await);
        assert_eq!(data["dice"], export["dice"]);
        assert!(!data["dice"]["rows"].as_array().unwrap().is_empty());
    }
    let unsealed = Table::new().await;
    unsealed.set_up_ana_turn().await;
    unsealed.run_command("GM", "end outcome:won").await;
    assert_eq!(page_data(&load_page(&unsealed, "GM").await)["dice"], Value::Null);
}

/// Words in character stay, whatever is undone; the board does not go back to what was undone.
#[tokio::test]
async fn words_in_character_are_steps_of_the_replay() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "move zone:Gate").await;
    table.run_command("Ben", "describe text:\"She **runs**!\"").await;
    table.run_command("GM", "undo").await;
    table.run_command("GM", "end outcome:won").await;
    let data = page_data(&load_page(&table, "Ana").await);
    let steps = data["steps"].as_array().unwrap();
    let is_said = |step: &&Value| !step["lines"][0]["speaker"].is_null();
    let [said] = &steps.iter().filter(is_said).collect::<Vec<_>>()[..] else { panic!("{data}") };
    assert_eq!(said["lines"][0]["speaker"], "Ben");
    assert_eq!(said["lines"][0]["text"], json!(["She **runs**!"]));
    let members = parts_of(&data, "members", &said["board"]["members"]);
    let ana = members.iter().find(|member| member["name"] == "Ana").unwrap();
    let is_undone = said["lines"][0]["is_undone"] == json!(true);
    assert_eq!(ana["place"], if is_undone { "Yard" } else { "Gate" });
    assert!(is_undone, "{said}");
}

/// Onlookers get what everybody has seen, as a replay and in no other form, once the fight is over.
#[tokio::test]
async fn onlooker_gets_the_replay_alone_and_only_when_the_fight_is_over() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.assert_refused("Stranger", "export format:replay", "not-over").await;
    table.run_command("GM", "end outcome:won").await;
    for format in ["", "format:story", "format:json", "format:script"] {
        let command = format!("export {format}");
        table.assert_refused("Stranger", command.trim(), "export-onlooker").await;
    }
    let page = load_page(&table, "Stranger").await;
    assert!(page.contains("Wolf"), "{page}");
}
