//! Personal data: what is stored about users, and that none of it remains after they have had it
//! deleted.

use std::path::Path;

use riposte::app::fight_log::{LogEntry, LogPage};
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
const WORDS: &str = "quietly painting zebras";
const FACE: &str = "https://example.org/zoe.png";

impl Table {
    async fn privacy(&self, who: &str, text: &str) -> PrivacyReply {
        match shown(self.say(who, text).await) {
            QueryResult::Privacy(told) => told,
            other => panic!("{other:?}"),
        }
    }

    async fn kept(&self, who: &str) -> StoredPersonalData {
        match self.privacy(who, "privacy").await {
            PrivacyReply::Summary(kept) => kept,
            other => panic!("{other:?}"),
        }
    }

    async fn deletes_zoe(&self) {
        let asked = self.privacy("Zoe", "privacy do:delete").await;
        assert!(matches!(asked, PrivacyReply::ConfirmDelete(_)), "{asked:?}");
        let deleted = self.privacy("Zoe", "privacy do:delete sure:true").await;
        assert_eq!(deleted, PrivacyReply::Deleted);
    }

    /// Sets up a fight in which Zoe plays Zara, beside Ana and Ben, at Zara's turn.
    async fn zara_to_act(&self) {
        self.sets_up().await;
        self.say("Zoe", "sheet-new from:adept name:Zara system:dr12").await;
        self.say("Zoe", &format!("sheet-edit name:Zara portrait:{FACE} field.hp_max:20")).await;
        self.does("Zoe", "join sheet:Zara at:Yard").await;
        self.does("GM", "start").await;
        self.comes_to("Zara").await;
    }

    async fn comes_to(&self, name: &str) {
        for _ in 0..12 {
            match self.waited_for().await.as_str() {
                found if found == name => return,
                "GM" => drop(self.does("GM", "pass-all").await),
                _ => drop(self.does("GM", "skip").await),
            }
        }
        panic!("the turn of {name} does not come");
    }

    async fn log(&self, who: &str) -> Vec<LogEntry> {
        match shown(self.say(who, "log last:99").await) {
            QueryResult::Log(LogPage { entries, .. }) => entries,
            other => panic!("{other:?}"),
        }
    }
}

/// Returns how SQLite stores a number in texts, in columns and in index keys.
fn spellings(number: u64) -> Vec<Vec<u8>> {
    // A varint of nine bytes: eight times seven bits, and then eight.
    let sevens = (0..8).rev().map(|at| (number >> (8 + 7 * at)) as u8 | 0x80);
    let key = sevens.chain([number as u8]).collect();
    vec![number.to_string().into_bytes(), number.to_be_bytes().into(), key]
}

/// Counts the traces of Zoe in all files of a folder.
fn traces(folder: &Path) -> usize {
    let mut wanted = spellings(user("Zoe").0);
    wanted.extend([WORDS, FACE, "Europe/Lisbon"].map(|text| text.as_bytes().to_vec()));
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
async fn nothing_stays_of_somebody_who_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::in_file(&folder.path().join("fights.db")).await;
    table.zara_to_act().await;
    let zoe = user("Zoe").0;
    // In the next channel Zoe runs a fight, saves a template of it and ends it.
    let beside = table.beside();
    beside.does("Zoe", "new system:dr12").await;
    beside.does("Zoe", "zones layout:\"Meadow - Brook\"").await;
    beside.say("Zoe", "save name:Meadow").await;
    beside.does("Zoe", "end outcome:called-off").await;
    for said in ["clock zone:Europe/Lisbon quiet_hours:22-7", "plain on:true", "away until:3d"] {
        table.say("Zoe", said).await;
    }
    table.does("GM", &format!("co-gm do:add user:{zoe}")).await;
    table.does("GM", &format!("co-gm do:remove user:{zoe}")).await;
    table.does("Ben", &format!("stand-in user:{zoe}")).await;
    table.say("Zoe", "away back:true").await;
    table.does("Zoe", &format!("skill attribute:str text:\"{WORDS}\" as:Zara")).await;
    let kept = table.kept("Zoe").await;
    assert_eq!(
        (kept.sheet_count, kept.template_count, kept.fight_count, kept.open_fight_count),
        (1, 1, 2, 1)
    );
    assert!(kept.has_time_settings && kept.is_plain_text && kept.input_count > 4, "{kept:?}");
    table.posts().await;
    let before = table.log("Ben").await;
    assert!(traces(folder.path()) > 10);

    // Zara's act is pending: the GM is to rule on it.
    table.deletes_zoe().await;
    assert_eq!(table.kept("Zoe").await, StoredPersonalData::default());
    let posts = table.posts().await;
    assert!(has(&posts, "dm 1: notice player_gone"), "{posts:?}");
    let after = table.log("Ben").await;
    assert_eq!(before.len(), after.len(), "the log reads as it did");
    assert!(after.iter().any(|entry| entry.user.is_some_and(|user| user.is_forgotten())));

    // The fight goes on: the GM rules, and plays Zara from now on.
    let open = table.prompt().await;
    done(table.presses("GM", "rule", &open).await, "the GM rules");
    table.comes_to("Zara").await;
    table.does("GM", "pass as:Zara").await;
    assert_eq!(refused(table.say("Zoe", "pass as:Zara").await), "not-joined");
    // The fight is undone to where Zoe still played, and redone.
    let revision = table.revision().await;
    table.does("GM", "undo steps:6").await;
    let now = table.now().await;
    assert!(now.members.iter().any(|one| one.name == "Zara" && one.user.is_none()));
    assert!(now.participants().iter().all(|user| user.0 < 100), "{:?}", now.participants());
    table.does("GM", "redo").await;
    assert!(table.revision().await > revision);
    table.does("GM", "end outcome:truce").await;
    table.posts().await;
    table.log("Ben").await;
    let QueryResult::Export(_) = shown(table.say("GM", "export format:script").await) else {
        panic!()
    };
    beside.log("Admin").await;
    table.app.close().await;
    assert_eq!(traces(folder.path()), 0);
}

/// The slots for free text differ between systems.
#[tokio::test]
async fn words_go_in_every_system() {
    for system in SYSTEM_KEYS {
        let folder = tempfile::tempdir().unwrap();
        let table = Table::in_file(&folder.path().join("fights.db")).await;
        let (zara, ben, wolf) = archetypes(system);
        table.does("GM", &format!("new system:{system}")).await;
        table.does("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        table.does("Zoe", &format!("join name:Zara from:{zara} at:Yard")).await;
        table.does("Ben", &format!("join name:Ben from:{ben} at:Yard")).await;
        table.does("GM", &format!("add name:Wolf from:{wolf} at:Yard")).await;
        if *system == "factions" {
            table.does("GM", "started faction:party").await;
        }
        table.does("GM", "start").await;
        let mut said = 0;
        for _ in 0..12 {
            for way in ["say", "shout", "interact", "skill attribute:str", "stunt target:Wolf"] {
                let words = format!("{way} text:\"{WORDS}\" as:Zara");
                said += usize::from(matches!(table.say("Zoe", &words).await, InputReply::Done(_)));
            }
            if said > 0 {
                break;
            }
            table.does("GM", "skip").await;
        }
        assert!(said > 0, "{system}: Zoe has said nothing");
        let rows = table.log("GM").await.len();
        table.deletes_zoe().await;
        assert!(table.log("GM").await.len() >= rows, "{system}");
        table.does("GM", "undo").await;
        table.does("GM", "redo").await;
        table.app.close().await;
        assert_eq!(traces(folder.path()), 0, "{system}");
    }
}

#[tokio::test]
async fn others_lose_nothing() {
    let table = Table::new().await;
    table.zara_to_act().await;
    table.say("Ana", "sheet-new from:adept name:Spare system:dr12").await;
    table.say("Ana", "clock zone:Europe/Oslo").await;
    let kept = table.kept("Ana").await;
    let before = table.log("Ana").await;
    let without = |log: &[LogEntry]| {
        let log = format!("{:?}", log.iter().map(|entry| &entry.narrative).collect::<Vec<_>>());
        log.replace(&user("Zoe").0.to_string(), &UserId::forgotten(0).0.to_string())
    };
    table.deletes_zoe().await;
    assert_eq!(table.kept("Ana").await, kept);
    assert!(without(&table.log("Ana").await) == without(&before), "the log reads otherwise");
    // Deleting the data of somebody who has none succeeds as well.
    table.deletes_zoe().await;
}

#[tokio::test]
async fn a_gm_hands_over_first() {
    let table = Table::new().await;
    table.does("Zoe", "new system:dr12").await;
    for said in ["privacy do:delete", "privacy do:delete sure:true"] {
        assert_eq!(table.privacy("Zoe", said).await, PrivacyReply::StillGm(vec![CHANNEL]));
    }
    assert_eq!(table.now().await.gm, user("Zoe"));
    table.does("Admin", "hand-over").await;
    table.deletes_zoe().await;
    assert_eq!(table.now().await.gm, user("Admin"));
}

/// The file contains the data of the user and nothing that they may not know.
#[tokio::test]
async fn the_file_is_the_askers_own() {
    let table = Table::new().await;
    table.zara_to_act().await;
    table.does("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.does("Zoe", &format!("skill attribute:str text:\"{WORDS}\" as:Zara")).await;
    let PrivacyReply::File(name, text) = table.privacy("Zoe", "privacy do:file").await else {
        panic!()
    };
    assert_eq!(name, format!("riposte-{}.json", user("Zoe").0));
    let file: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(file["sheets"][0]["portrait"], FACE);
    let fight = &file["fights"][0];
    assert_eq!(fight["characters"][0]["name"], "Zara");
    assert!(fight["said"].to_string().contains(WORDS), "{fight:#}");
    assert!(!text.contains("Lurker") && !text.contains("Ben"), "{text}");
    let PrivacyReply::File(_, text) = table.privacy("Cleo", "privacy do:file").await else {
        panic!()
    };
    assert!(!text.contains("Zara") && !text.contains(WORDS), "{text}");
}

/// A deletion that a crash interrupts is resumed at the next start.
#[tokio::test]
async fn a_crash_breaks_nothing_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::in_file(&path).await;
    table.zara_to_act().await;
    table.app.close().await;
    let store = Store::open(&path).await.unwrap();
    store.begin_user_erasure(user("Zoe").0).await.unwrap();
    store.close().await;
    assert!(traces(folder.path()) > 0);
    let table = table.restart_in_file(&path).await;
    table.app.run_background_tasks(table.chat.clone(), async {}).await;
    let now = table.now().await;
    assert!(now.members.iter().any(|one| one.name == "Zara" && one.user.is_none()));
    table.app.close().await;
    assert_eq!(traces(folder.path()), 0);
}

#[tokio::test]
async fn a_server_that_has_left_is_forgotten() {
    let table = Table::new().await;
    let table = Table { app: table.app.clone().with_server_retention(30), ..table };
    table.wolf_to_act().await;
    let old = table.now().await.id;
    // The bot stays on another server.
    let place = RequestPlace::Channel { guild: GUILD + 1, channel: ChannelId(800) };
    let there = RequestContext { place, ..table.origin("GM") };
    done(table.input(&there, command("new system:dr12")).await, "elsewhere");
    let is_there = async || table.app.find_latest_fight(CHANNEL).await.unwrap().is_some();
    let looks_after = async |hours| {
        table.wait(hours).await;
        table.app.fire_due_deadlines().await.unwrap();
    };
    // After a start the server may have added the bot again, and no shard has reported yet.
    table.app.record_server_left(GUILD).await.unwrap();
    looks_after(31 * 24).await;
    assert!(is_there().await);
    table.app.sync_servers_of_shard(&[GUILD, GUILD + 1], Shard::UNSHARDED).await.unwrap();
    looks_after(31 * 24).await;
    assert!(is_there().await);
    // The server adds the bot again in time.
    table.app.record_server_left(GUILD).await.unwrap();
    looks_after(29 * 24).await;
    table.app.record_server_joined(GUILD).await.unwrap();
    looks_after(5 * 24).await;
    assert!(is_there().await);
    // The bot was not running when it was removed; the retention time starts when it learns of
    // that.
    table.app.sync_servers_of_shard(&[GUILD + 1], Shard::UNSHARDED).await.unwrap();
    looks_after(29 * 24).await;
    table.app.record_server_left(GUILD).await.unwrap();
    assert!(is_there().await);
    looks_after(2 * 24).await;
    assert!(!is_there().await);
    assert_eq!(refused(table.say("GM", "status").await), "no-fight");
    assert!(table.app.find_latest_fight(ChannelId(800)).await.unwrap().is_some());
    table.posts().await;
    table.does("GM", "new system:dr12").await;
    assert!(table.now().await.id > old);
}
