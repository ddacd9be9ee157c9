//! Personal data: what is stored about users, and that none of it remains after they have had it
//! deleted.

use std::path::Path;

use riposte::app::fight_log::{LogAuthor, LogEntry, LogPage};
use riposte::app::input::{InputReply, QueryResult, RequestContext, RequestPlace};
use riposte::app::privacy::{PrivacyReply, StoredPersonalData};
use riposte::app::servers::Shard;
use riposte::engine::core::ids::UserId;
use riposte::engine::game::SYSTEM_KEYS;
use riposte::store::Store;
use riposte::store::ids::ChannelId;
use serde_json::Value;

use crate::app_table::*;

/// A text that only Zoe uses.
const PHRASE: &str = "quietly painting zebras";
const PORTRAIT: &str = "https://example.org/zoe.png";

impl Table {
    async fn run_privacy_command(&self, who: &str, text: &str) -> PrivacyReply {
        match expect_query_result(self.send_command(who, text).await) {
            QueryResult::Privacy(reply) => reply,
            other => panic!("{other:?}"),
        }
    }

    async fn load_stored_data(&self, who: &str) -> StoredPersonalData {
        match self.run_privacy_command(who, "privacy").await {
            PrivacyReply::Summary(stored) => stored,
            other => panic!("{other:?}"),
        }
    }

    async fn delete_zoe(&self) {
        let asked = self.run_privacy_command("Zoe", "privacy do:delete").await;
        assert!(matches!(asked, PrivacyReply::ConfirmDelete(_)), "{asked:?}");
        let deleted = self.run_privacy_command("Zoe", "privacy do:delete sure:true").await;
        assert_eq!(deleted, PrivacyReply::Deleted);
    }

    /// Sets up a fight in which Zoe plays Zara, beside Ana and Ben, at Zara's turn.
    async fn set_up_zara_turn(&self) {
        self.set_up_fight().await;
        self.send_command("Zoe", "sheet-new from:adept name:Zara system:dr12").await;
        self.send_command(
            "Zoe",
            &format!("sheet-edit name:Zara portrait:{PORTRAIT} field.hp_max:20"),
        )
        .await;
        self.run_command("Zoe", "join sheet:Zara at:Yard").await;
        self.run_command("GM", "start").await;
        self.advance_to_turn_of("Zara").await;
    }

    async fn advance_to_turn_of(&self, name: &str) {
        for _ in 0..12 {
            match self.awaited_name().await.as_str() {
                found if found == name => return,
                "GM" => drop(self.run_command("GM", "pass-all").await),
                _ => drop(self.run_command("GM", "skip").await),
            }
        }
        panic!("the turn of {name} does not come");
    }

    async fn load_log(&self, who: &str) -> Vec<LogEntry> {
        match expect_query_result(self.send_command(who, "log last:99").await) {
            QueryResult::Log(LogPage { entries, .. }) => entries,
            other => panic!("{other:?}"),
        }
    }
}

/// Returns how SQLite stores a number in texts, in columns and in index keys.
fn stored_forms(number: u64) -> Vec<Vec<u8>> {
    // A varint of nine bytes: eight times seven bits, and then eight.
    let sevens = (0..8).rev().map(|at| (number >> (8 + 7 * at)) as u8 | 0x80);
    let key = sevens.chain([number as u8]).collect();
    vec![number.to_string().into_bytes(), number.to_be_bytes().into(), key]
}

/// Counts the traces of Zoe in all files of a folder.
fn count_traces(folder: &Path) -> usize {
    let mut wanted = stored_forms(user_id("Zoe").0);
    wanted.extend([PHRASE, PORTRAIT, "Europe/Lisbon"].map(|text| text.as_bytes().to_vec()));
    let mut found = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        for wanted in &wanted {
            found += bytes.windows(wanted.len()).filter(|window| window == wanted).count();
        }
    }
    found
}

#[tokio::test]
async fn deletion_leaves_no_trace_of_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::open_file(&folder.path().join("fights.db")).await;
    table.set_up_zara_turn().await;
    let zoe = user_id("Zoe").0;
    // In the next channel Zoe runs a fight, saves a template of it and ends it.
    let next_channel = table.with_next_channel();
    next_channel.run_command("Zoe", "new system:dr12").await;
    next_channel.run_command("Zoe", "zones layout:\"Meadow - Brook\"").await;
    next_channel.send_command("Zoe", "save name:Meadow").await;
    next_channel.run_command("Zoe", "end outcome:called-off").await;
    for text in ["clock zone:Europe/Lisbon quiet_hours:22-7", "plain on:true", "away until:3d"] {
        table.send_command("Zoe", text).await;
    }
    table.run_command("GM", &format!("co-gm do:add user:{zoe}")).await;
    table.run_command("GM", &format!("co-gm do:remove user:{zoe}")).await;
    table.run_command("Ben", &format!("stand-in user:{zoe}")).await;
    table.send_command("Zoe", "away back:true").await;
    table.run_command("Zoe", &format!("skill attribute:str text:\"{PHRASE}\" as:Zara")).await;
    let stored = table.load_stored_data("Zoe").await;
    assert_eq!(
        (stored.sheet_count, stored.template_count, stored.fight_count, stored.open_fight_count),
        (1, 1, 2, 1)
    );
    assert!(
        stored.has_time_settings && stored.has_presentation && stored.input_count > 4,
        "{stored:?}"
    );
    table.deliver_posts().await;
    let before = table.load_log("Ben").await;
    assert!(count_traces(folder.path()) > 10);

    // Zara's act is pending: the GM is to rule on it.
    table.delete_zoe().await;
    assert_eq!(table.load_stored_data("Zoe").await, StoredPersonalData::default());
    let posts = table.deliver_posts().await;
    assert!(any_starts_with(&posts, "dm 1: notice player_gone"), "{posts:?}");
    let after = table.load_log("Ben").await;
    assert_eq!(before.len(), after.len(), "the log reads as it did");
    let is_forgotten = |author| matches!(author, LogAuthor::User(user) if user.is_forgotten());
    assert!(after.iter().any(|entry| is_forgotten(entry.author)));

    // The fight goes on: the GM rules, and plays Zara from now on.
    let open = table.single_prompt().await;
    expect_done(table.press_choice("GM", "rule", &open).await, "the GM rules");
    table.advance_to_turn_of("Zara").await;
    table.run_command("GM", "pass as:Zara").await;
    assert_eq!(refusal_key(table.send_command("Zoe", "pass as:Zara").await), "not-joined");
    // The fight is undone to where Zoe still played, and redone.
    let revision = table.revision().await;
    table.run_command("GM", "undo steps:6").await;
    let state = table.load_state().await;
    assert!(state.members.iter().any(|member| member.name == "Zara" && member.user.is_none()));
    assert!(
        state.participants_if_open().iter().all(|user| user.0 < 100),
        "{:?}",
        state.participants_if_open()
    );
    table.run_command("GM", "redo").await;
    assert!(table.revision().await > revision);
    table.run_command("GM", "end outcome:truce").await;
    table.deliver_posts().await;
    table.load_log("Ben").await;
    let QueryResult::Export(_) =
        expect_query_result(table.send_command("GM", "export format:script").await)
    else {
        panic!()
    };
    next_channel.load_log("Admin").await;
    table.app.close().await;
    assert_eq!(count_traces(folder.path()), 0);
}

/// The slots for free text differ between systems.
#[tokio::test]
async fn deletion_removes_free_text_in_every_system() {
    for system in SYSTEM_KEYS {
        let folder = tempfile::tempdir().unwrap();
        let table = Table::open_file(&folder.path().join("fights.db")).await;
        let (zara, ben, wolf) = archetypes(system);
        table.run_command("GM", &format!("new system:{system}")).await;
        table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        table.run_command("Zoe", &format!("join name:Zara from:{zara} at:Yard")).await;
        table.run_command("Ben", &format!("join name:Ben from:{ben} at:Yard")).await;
        table.run_command("GM", &format!("add name:Wolf from:{wolf} at:Yard")).await;
        if *system == "factions" {
            table.run_command("GM", "started faction:party").await;
        }
        table.run_command("GM", "start").await;
        let mut spoken_count = 0;
        for _ in 0..12 {
            for way in ["say", "shout", "interact", "skill attribute:str", "stunt target:Wolf"] {
                let text = format!("{way} text:\"{PHRASE}\" as:Zara");
                spoken_count += usize::from(matches!(
                    table.send_command("Zoe", &text).await,
                    InputReply::Done(_)
                ));
            }
            if spoken_count > 0 {
                break;
            }
            table.run_command("GM", "skip").await;
        }
        assert!(spoken_count > 0, "{system}: Zoe has said nothing");
        let entry_count = table.load_log("GM").await.len();
        table.delete_zoe().await;
        assert!(table.load_log("GM").await.len() >= entry_count, "{system}");
        table.run_command("GM", "undo").await;
        table.run_command("GM", "redo").await;
        table.app.close().await;
        assert_eq!(count_traces(folder.path()), 0, "{system}");
    }
}

#[tokio::test]
async fn deletion_keeps_data_of_others() {
    let table = Table::new().await;
    table.set_up_zara_turn().await;
    table.send_command("Ana", "sheet-new from:adept name:Spare system:dr12").await;
    table.send_command("Ana", "clock zone:Europe/Oslo").await;
    let stored = table.load_stored_data("Ana").await;
    let before = table.load_log("Ana").await;
    let comparable = |log: &[LogEntry]| {
        let log = format!("{:?}", log.iter().map(|entry| &entry.narrative).collect::<Vec<_>>());
        log.replace(&user_id("Zoe").0.to_string(), &UserId::forgotten(0).0.to_string())
    };
    table.delete_zoe().await;
    assert_eq!(table.load_stored_data("Ana").await, stored);
    assert!(
        comparable(&table.load_log("Ana").await) == comparable(&before),
        "the log reads otherwise"
    );
    // Deleting the data of somebody who has none succeeds as well.
    table.delete_zoe().await;
}

#[tokio::test]
async fn gm_must_hand_over_before_deletion() {
    let table = Table::new().await;
    table.run_command("Zoe", "new system:dr12").await;
    for text in ["privacy do:delete", "privacy do:delete sure:true"] {
        assert_eq!(
            table.run_privacy_command("Zoe", text).await,
            PrivacyReply::StillGm(vec![CHANNEL])
        );
    }
    assert_eq!(table.load_state().await.gm, user_id("Zoe"));
    table.run_command("Admin", "hand-over").await;
    table.delete_zoe().await;
    assert_eq!(table.load_state().await.gm, user_id("Admin"));
}

/// The file contains the data of the user and nothing that they may not know.
#[tokio::test]
async fn data_file_contains_only_own_data() {
    let table = Table::new().await;
    table.set_up_zara_turn().await;
    table.run_command("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.run_command("Zoe", &format!("skill attribute:str text:\"{PHRASE}\" as:Zara")).await;
    let PrivacyReply::File(name, text) = table.run_privacy_command("Zoe", "privacy do:file").await
    else {
        panic!()
    };
    assert_eq!(name, format!("riposte-{}.json", user_id("Zoe").0));
    let file: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(file["sheets"][0]["portrait"], PORTRAIT);
    let fight = &file["fights"][0];
    assert_eq!(fight["characters"][0]["name"], "Zara");
    assert!(fight["said"].to_string().contains(PHRASE), "{fight:#}");
    assert!(!text.contains("Lurker") && !text.contains("Ben"), "{text}");
    let PrivacyReply::File(_, text) = table.run_privacy_command("Cleo", "privacy do:file").await
    else {
        panic!()
    };
    assert!(!text.contains("Zara") && !text.contains(PHRASE), "{text}");
}

/// A deletion that a crash interrupts is resumed at the next start.
#[tokio::test]
async fn interrupted_deletion_resumes_at_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_file(&path).await;
    table.set_up_zara_turn().await;
    table.app.close().await;
    let store = Store::open(&path).await.unwrap();
    store.erase_user_data_and_queue_fights(user_id("Zoe").0).await.unwrap();
    store.close().await;
    assert!(count_traces(folder.path()) > 0);
    let table = table.restart_from_file(&path).await;
    table.app.run_background_tasks(table.chat.clone(), async {}).await;
    let state = table.load_state().await;
    assert!(state.members.iter().any(|member| member.name == "Zara" && member.user.is_none()));
    table.app.close().await;
    assert_eq!(count_traces(folder.path()), 0);
}

#[tokio::test]
async fn server_is_deleted_after_retention() {
    let table = Table::new().await;
    let table = Table { app: table.app.clone().with_server_retention(30), ..table };
    table.set_up_wolf_turn().await;
    let old = table.load_state().await.id;
    // The bot stays on another server.
    let place = RequestPlace::Channel { guild: GUILD + 1, channel: ChannelId(800) };
    let other_server = RequestContext { place, ..table.request_context("GM") };
    expect_done(table.send_input(&other_server, parse_input("new system:dr12")).await, "elsewhere");
    let has_fight = async || table.app.find_open_or_latest_fight(CHANNEL).await.unwrap().is_some();
    let advance_and_clean_up = async |hours| {
        table.advance_hours(hours).await;
        table.app.delete_expired_servers_and_queue_due_scopes().await.unwrap();
    };
    // After a start the server may have added the bot again, and no shard has reported yet.
    table.app.record_server_left(GUILD).await.unwrap();
    advance_and_clean_up(31 * 24).await;
    assert!(has_fight().await);
    table.app.sync_current_servers_of_shard(&[GUILD, GUILD + 1], Shard::UNSHARDED).await.unwrap();
    advance_and_clean_up(31 * 24).await;
    assert!(has_fight().await);
    // The server adds the bot again in time.
    table.app.record_server_left(GUILD).await.unwrap();
    advance_and_clean_up(29 * 24).await;
    table.app.record_server_joined(GUILD).await.unwrap();
    advance_and_clean_up(5 * 24).await;
    assert!(has_fight().await);
    // The bot was not running when it was removed; the retention time starts when it learns of
    // that.
    table.app.sync_current_servers_of_shard(&[GUILD + 1], Shard::UNSHARDED).await.unwrap();
    advance_and_clean_up(29 * 24).await;
    table.app.record_server_left(GUILD).await.unwrap();
    assert!(has_fight().await);
    advance_and_clean_up(2 * 24).await;
    assert!(!has_fight().await);
    assert_eq!(refusal_key(table.send_command("GM", "status").await), "no-fight");
    assert!(table.app.find_open_or_latest_fight(ChannelId(800)).await.unwrap().is_some());
    table.deliver_posts().await;
    table.run_command("GM", "new system:dr12").await;
    assert!(table.load_state().await.id > old);
}
