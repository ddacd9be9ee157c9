//! Words in character: who may post them, what is stored and told of them, and how their author
//! changes them.

use riposte::app::export::FightExport;
use riposte::app::fight_log::{LogAuthor, LogEntry};
use riposte::app::input::QueryResult;
use riposte::app::outbox::DeliveryError;
use riposte::store::Store;
use serde_json::{Value, json};

use crate::app_table::*;

/// Returns the entries of the log as a user reads them.
async fn log_entries(table: &Table, who: &str) -> Vec<LogEntry> {
    match expect_query_result(table.send_command(who, "log last:50").await) {
        QueryResult::Log(page) => page.entries,
        other => panic!("{other:?}"),
    }
}

/// Returns the words in the log as a user reads them: `Ana: Halt!`.
async fn logged_words(table: &Table, who: &str) -> Vec<String> {
    let entries = log_entries(table, who).await.into_iter();
    let speeches = entries.filter_map(|entry| entry.speech);
    speeches.map(|speech| format!("{}: {}", speech.name, speech.text)).collect()
}

/// Returns the fight's JSON export as a user gets it.
async fn load_json_export(table: &Table, who: &str) -> Value {
    match expect_query_result(table.send_command(who, "export format:json").await) {
        QueryResult::Export(FightExport::File(_, text)) => serde_json::from_str(&text).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// Delivers the outbox, and then what the deliveries have added to it.
async fn deliver_with_notices(table: &Table) -> Vec<String> {
    let mut posts = table.deliver_posts().await;
    posts.extend(table.deliver_posts().await);
    posts
}

#[tokio::test]
async fn words_are_posted_as_the_character_and_change_nothing_else() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.deliver_posts().await;
    let before = table.load_state().await;
    // Out of turn.
    table.run_command("Ben", "describe text:\"Ben laughs.\"").await;
    table.run_command("GM", "describe text:\"The wolf growls.\" as:Wolf").await;
    assert_eq!(
        table.deliver_posts().await,
        ["channel: Ben: Ben laughs.", "channel: Wolf: The wolf growls."]
    );
    let after = table.load_state().await;
    assert_eq!(before.game, after.game);
    assert_eq!(before.turn, after.turn);
    for who in ["Ana", "Stranger", "GM"] {
        assert_eq!(
            logged_words(&table, who).await,
            ["Ben: Ben laughs.", "Wolf: The wolf growls."],
            "{who}"
        );
    }
}

#[tokio::test]
async fn nobody_speaks_as_somebody_whom_they_do_not_play() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.add_co_gm_and_stand_in().await;
    table.assert_refused("Stranger", "describe text:Hi", "not-joined").await;
    table.assert_refused("Ana", "describe text:Hi as:Ben", "bad-target").await;
    table.assert_refused("Ana", "describe text:Hi as:Wolf", "not-gm").await;
    table.assert_refused("GM", "describe text:Hi as:Ana", "bad-target").await;
    table.assert_refused("Ana", "describe text:\" \"", "words-missing").await;
    table
        .assert_refused("Ana", &format!("describe text:{}", "x".repeat(1801)), "words-too-long")
        .await;
    // A stand-in and a co-GM play whom they play.
    table.run_command("Cleo", "describe text:Hi").await;
    table.run_command("Dora", "describe text:Grr as:Wolf").await;
    table.run_command("GM", "end outcome:truce").await;
    table.assert_refused("Ana", "describe text:Bye", "fight-over").await;
}

#[tokio::test]
async fn hidden_npc_is_silent_and_one_with_an_alias_speaks_under_it() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.run_command("GM", "add name:Vorn alias:Mask show:alias from:raider at:Hall").await;
    table.run_command("GM", "portrait who:Vorn portrait:https://example.org/vorn.png").await;
    table.deliver_posts().await;
    table.assert_refused("GM", "describe text:Now as:Lurker", "speaker-hidden").await;
    // To players it is somebody who does not exist.
    for name in ["Lurker", "Vorn", "Nobody"] {
        table.assert_refused("Ana", &format!("describe text:x as:{name}"), "bad-target").await;
    }
    table.run_command("GM", "describe text:\"Who are you?\" as:Vorn").await;
    let posts = table.deliver_posts().await;
    assert_eq!(posts, ["channel: Mask: Who are you?"]);
    assert_eq!(logged_words(&table, "Ana").await, ["Mask: Who are you?"]);
    // Once it is shown, it speaks under its name; what it has said stays as it was read.
    table.run_command("GM", "reveal who:Vorn show:name").await;
    table.run_command("GM", "describe text:Ha as:Vorn").await;
    table.deliver_posts().await;
    assert_eq!(logged_words(&table, "Ana").await, ["Mask: Who are you?", "Vorn: Ha"]);
}

#[tokio::test]
async fn author_edits_and_deletes_words_and_nothing_keeps_the_old_ones() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("riposte.db");
    let table = Table::open_file(&path).await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "describe text:\"I hate the duke.\"").await;
    table.deliver_posts().await;
    table.assert_refused("Ben", "words-delete", "no-own-words").await;
    table.assert_refused("Ana", "words-edit text:\" \"", "words-missing").await;
    table.run_command("Ana", "words-edit text:\"I love the duke.\"").await;
    assert_eq!(table.deliver_posts().await, ["channel: edit Ana: I love the duke."]);
    let fight = table.load_state().await.id;
    let store = Store::open(&path).await.unwrap();
    let has_input = async |text: &str| {
        let inputs = store.load_inputs(fight).await.unwrap();
        inputs.iter().any(|row| row.input.contains(text))
    };
    assert!(!has_input("hate").await && has_input("love").await);
    assert_eq!(logged_words(&table, "Ben").await, ["Ana: I love the duke."]);
    table.run_command("Ana", "words-delete").await;
    assert_eq!(table.deliver_posts().await, ["channel: edit gone"]);
    assert!(!has_input("love").await);
    assert!(logged_words(&table, "Ben").await.is_empty());
    table.assert_refused("Ana", "words-delete", "no-own-words").await;
    // Also when the fight is over.
    table.run_command("Ana", "describe text:\"Never again.\"").await;
    table.run_command("GM", "end outcome:truce").await;
    table.deliver_posts().await;
    table.run_command("Ana", "words-edit text:\"Once more!\"").await;
    let posts = table.deliver_posts().await;
    assert!(posts.contains(&"channel: edit Ana: Once more!".to_string()), "{posts:?}");
    store.close().await;
}

/// An edit of words that are still to be posted posts them once.
#[tokio::test]
async fn words_edited_before_they_are_posted_are_posted_once() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.deliver_posts().await;
    table.run_command("Ana", "describe text:One").await;
    table.run_command("Ana", "words-edit text:Two").await;
    assert_eq!(table.deliver_posts().await, ["channel: Ana: Two"]);
    table.run_command("Ana", "describe text:Three").await;
    table.run_command("Ana", "words-delete").await;
    assert_eq!(table.deliver_posts().await, [""; 0]);
}

#[tokio::test]
async fn undo_leaves_words_and_the_export_says_that_their_moment_is_undone() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "describe text:\"Before.\"").await;
    table.run_command("Ana", "pass").await;
    table.run_command("Ana", "describe text:\"Ana turns away.\"").await;
    table.run_command("GM", "undo").await;
    table.run_command("Ana", "describe text:\"After.\"").await;
    assert_eq!(
        logged_words(&table, "Ben").await,
        ["Ana: Before.", "Ana: Ana turns away.", "Ana: After."]
    );
    table.run_command("GM", "end outcome:truce").await;
    let export = expect_query_result(table.send_command("Ben", "export").await);
    let QueryResult::Export(FightExport::Story(story)) = export else { panic!("{export:?}") };
    let words: Vec<(String, bool)> = story
        .entries
        .into_iter()
        .filter_map(|entry| entry.speech)
        .map(|speech| (speech.text, speech.is_undone_moment))
        .collect();
    let expected = [("Before.", false), ("Ana turns away.", true), ("After.", false)];
    assert_eq!(words, expected.map(|(text, is_undone)| (text.to_string(), is_undone)));
    let json = expect_query_result(table.send_command("Ben", "export format:json").await);
    let QueryResult::Export(FightExport::File(_, json)) = json else { panic!("{json:?}") };
    assert!(json.contains("Ana turns away."), "{json}");
    // A script plays what was not undone, and says the words.
    let script = expect_query_result(table.send_command("GM", "export format:script").await);
    let QueryResult::Export(FightExport::File(_, script)) = script else { panic!("{script:?}") };
    assert!(script.contains("Ana: /describe text:Before."), "{script}");
}

/// Words are no act: neither undone nor taken back.
#[tokio::test]
async fn words_are_no_act_to_take_back() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "pass").await;
    table.run_command("Ana", "describe text:\"Wait!\"").await;
    table.run_command("Ana", "take-back").await;
    assert_eq!(table.awaited_name().await, "Ana");
    assert_eq!(logged_words(&table, "Ana").await, ["Ana: Wait!"]);
}

#[tokio::test]
async fn server_switches_voices_off_and_on() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    for who in ["Ana", "GM"] {
        table.assert_refused(who, "words-allow on:false", "not-admin").await;
    }
    let allowed = async |text: &str| {
        expect_query_result(table.send_command("Admin", text).await)
            == QueryResult::SpeechAllowed(true)
    };
    assert!(allowed("words-allow").await);
    assert!(!allowed("words-allow on:false").await);
    table.assert_refused("Ana", "describe text:Hi", "voices-off").await;
    assert!(allowed("words-allow on:true").await);
    table.run_command("Ana", "describe text:Hi").await;
}

/// The log and the exports tell no player which GM wrote an NPC's words, but that a GM did.
#[tokio::test]
async fn writer_of_an_npc_is_secret() {
    for decoys in [false, true] {
        let table = Table::new().await;
        table.set_up_fight().await;
        table.run_command("GM", &format!("set key:decoys value:{decoys}")).await;
        table.run_command("GM", "start").await;
        table.add_co_gm_and_stand_in().await;
        table.run_command("Dora", "describe text:Grr as:Wolf").await;
        table.run_command("Ana", "describe text:Halt").await;
        let writers = async |who: &str| {
            let entries = log_entries(&table, who).await.into_iter();
            let spoken = entries.filter(|entry| entry.speech.is_some());
            spoken.map(|entry| entry.author).collect::<Vec<_>>()
        };
        let (dora, ana) = (LogAuthor::User(user_id("Dora")), LogAuthor::User(user_id("Ana")));
        assert_eq!(writers("Ben").await, [LogAuthor::UnnamedGm, ana]);
        assert_eq!(writers("GM").await, [dora, ana]);
        let of_clock = table.send_command("Ben", "log kind:clock").await;
        assert!(!format!("{of_clock:?}").contains("Grr"), "{of_clock:?}");
        let of_gm = table.send_command("Ben", "log kind:gm").await;
        assert!(format!("{of_gm:?}").contains("Grr"), "{of_gm:?}");
        table.run_command("GM", "end outcome:won").await;
        for (who, writer) in [("Ben", json!("gm")), ("GM", json!(user_id("Dora")))] {
            let export = load_json_export(&table, who).await;
            let log = export["log"].as_array().unwrap();
            let spoken = log.iter().find(|entry| !entry["said"].is_null()).unwrap();
            assert_eq!(spoken["user"], writer, "{who}");
        }
    }
}

/// A post that arrived without an answer is not repeated, whatever happens to the program.
#[tokio::test]
async fn words_are_posted_once_after_a_lost_answer_and_a_restart() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("riposte.db");
    let table = Table::open_at(&path).await;
    table.set_up_ana_turn().await;
    table.deliver_posts().await;
    table.run_command("Ana", "describe text:Halt").await;
    table.chat.queue_outcomes([DeliveryOutcome::Unacknowledged]);
    assert_eq!(table.deliver_posts().await, ["channel: Ana: Halt"]);
    let table = table.restart(&path).await;
    table.advance_hours(1).await;
    table.deliver_posts().await;
    let messages = table.chat.messages.lock().unwrap().clone();
    assert_eq!(messages.iter().filter(|(_, text)| text == "Ana: Halt").count(), 1, "{messages:?}");
    assert_eq!(logged_words(&table, "Ben").await, ["Ana: Halt"]);
}

/// The post may have arrived, so its message is looked for and deleted.
#[tokio::test]
async fn words_deleted_after_a_lost_answer_are_deleted_in_the_channel() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.deliver_posts().await;
    table.run_command("Ana", "describe text:Halt").await;
    table.chat.queue_outcomes([DeliveryOutcome::Unacknowledged]);
    table.deliver_posts().await;
    table.run_command("Ana", "words-delete").await;
    table.advance_hours(1).await;
    table.deliver_posts().await;
    let messages = table.chat.messages.lock().unwrap().clone();
    assert!(messages.iter().all(|(_, text)| text != "Ana: Halt"), "{messages:?}");
}

/// Words that are posted only after an undo stand under the name that everybody knows then.
#[tokio::test]
async fn words_are_posted_under_the_name_that_an_undo_left() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    table.run_command("GM", "add name:Vorn alias:Mask show:alias from:raider at:Hall").await;
    table.deliver_posts().await;
    table.run_command("GM", "reveal who:Vorn show:name").await;
    table.run_command("GM", "describe text:Ha as:Vorn").await;
    table.run_command("GM", "undo").await;
    let posts = table.deliver_posts().await;
    assert!(posts.contains(&"channel: Mask: Ha".to_string()), "{posts:?}");
    assert_eq!(logged_words(&table, "Ana").await, ["Mask: Ha"]);
    // Players do not know of this one any more: its words wait for their author.
    table.run_command("GM", "reveal who:Lurker show:name").await;
    table.run_command("GM", "describe text:Boo as:Lurker").await;
    table.run_command("GM", "undo").await;
    let posts = deliver_with_notices(&table).await;
    assert!(posts.iter().all(|post| !post.contains("Boo")), "{posts:?}");
    assert!(any_starts_with(&posts, "dm 1: notice words_unposted"), "{posts:?}");
    for who in ["Ana", "GM"] {
        assert_eq!(logged_words(&table, who).await, ["Mask: Ha"], "{who}");
    }
    table.run_command("GM", "reveal who:Lurker show:name").await;
    table.run_command("GM", "words-edit text:\"Boo again\"").await;
    let posts = table.deliver_posts().await;
    assert!(posts.contains(&"channel: Lurker: Boo again".to_string()), "{posts:?}");
    assert_eq!(logged_words(&table, "Ana").await, ["Mask: Ha", "Lurker: Boo again"]);
}

#[tokio::test]
async fn words_that_wait_for_a_channel_go_with_the_fight_to_another() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "describe text:Before").await;
    table.deliver_posts().await;
    let reason = "a permission is missing".into();
    *table.chat.channel_error.lock().unwrap() = Some(DeliveryError::Unreachable { reason });
    table.run_command("Ana", "describe text:Waits").await;
    table.run_command("Ben", "describe text:Dropped").await;
    table.run_command("Ben", "words-delete").await;
    table.deliver_posts().await;
    *table.chat.channel_error.lock().unwrap() = None;
    let elsewhere = table.with_next_channel();
    expect_done(elsewhere.send_command("GM", "relocate").await, "relocate");
    let posts = table.deliver_posts().await;
    let words = posts.iter().filter(|post| post.starts_with("channel: Ana: "));
    assert_eq!(words.collect::<Vec<_>>(), ["channel: Ana: Waits"], "{posts:?}");
    assert!(posts.iter().all(|post| !post.contains("Dropped")), "{posts:?}");
    assert_eq!(logged_words(&elsewhere, "Ben").await, ["Ana: Before", "Ana: Waits"]);
}

/// A GM, and whoever manages messages in the server, takes out anybody's words. The journal keeps
/// that there were some, and nothing of what they were.
#[tokio::test]
async fn moderators_take_out_words_and_nothing_keeps_them() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("riposte.db");
    let table = Table::open_file(&path).await;
    table.set_up_ana_turn().await;
    for (author, moderator) in [("Ana", "GM"), ("Ben", "Admin")] {
        table.run_command(author, "describe text:\"Vile words.\"").await;
        table.deliver_posts().await;
        let message = table.chat.messages.lock().unwrap().len();
        let delete = format!("words-delete message:{message}");
        table.assert_refused("Cleo", &delete, "not-your-words").await;
        let edit = format!("words-edit text:Kind message:{message}");
        table.assert_refused(moderator, &edit, "not-your-words").await;
        table.run_command(moderator, &delete).await;
        let posts = table.deliver_posts().await;
        let told = format!("dm {}: notice words_taken_out", user_id(author).0);
        assert!(posts.contains(&"channel: edit gone".to_string()), "{posts:?}");
        assert!(any_starts_with(&posts, &told), "{posts:?}");
        // Their author cannot bring them back.
        table.assert_refused(author, "words-edit text:Vile", "no-own-words").await;
    }
    table.run_command("Ana", "pass").await;
    table.run_command("GM", "undo").await;
    table.run_command("Ana", "describe text:\"Fair words.\"").await;
    for who in ["Ana", "Stranger", "GM"] {
        let entries = log_entries(&table, who).await.into_iter();
        let speeches = entries.filter_map(|entry| entry.speech);
        let words: Vec<_> =
            speeches.map(|speech| (speech.name, speech.text, speech.is_taken_out)).collect();
        let expected = [("Ana", "", true), ("Ben", "", true), ("Ana", "Fair words.", false)];
        let expected = expected.map(|(name, text, out)| (name.into(), text.into(), out));
        assert_eq!(words, expected, "{who}");
    }
    let fight = table.load_state().await.id;
    let store = Store::open(&path).await.unwrap();
    let inputs = store.load_inputs(fight).await.unwrap();
    assert!(inputs.iter().all(|row| !row.input.contains("Vile")));
    store.close().await;
    table.run_command("GM", "end outcome:truce").await;
    for format in ["story", "json", "script", "replay"] {
        let export = table.send_command("GM", &format!("export format:{format}")).await;
        let export = format!("{:?}", expect_query_result(export));
        assert!(!export.contains("Vile"), "{format}");
        assert!(export.contains("Fair words."), "{format}");
    }
}

/// Words that the server blocks have been read by nobody: they are in no log, and their author
/// posts others in their place.
#[tokio::test]
async fn blocked_words_are_in_no_log_until_their_author_changes_them() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.deliver_posts().await;
    let block = |text: &str| {
        let error = DeliveryError::Blocked { text: text.into(), replacement: None };
        table.chat.queue_outcomes([DeliveryOutcome::Failed(error)]);
    };
    table.run_command("Ana", "describe text:Darn").await;
    block("Darn");
    let posts = deliver_with_notices(&table).await;
    assert!(any_starts_with(&posts, "dm 11: notice words_unposted"), "{posts:?}");
    assert!(posts.iter().all(|post| !post.starts_with("dm 1:")), "{posts:?}");
    for who in ["Ana", "Ben", "GM"] {
        let entries = format!("{:?}", log_entries(&table, who).await);
        assert!(!entries.contains("Darn"), "{who}: {entries}");
    }
    table.run_command("Ana", "words-edit text:Dear").await;
    assert_eq!(table.deliver_posts().await, ["channel: Ana: Dear"]);
    assert_eq!(logged_words(&table, "Ben").await, ["Ana: Dear"]);
    // An edit that is blocked leaves the message as it was.
    table.run_command("Ana", "words-edit text:Darn").await;
    block("Darn");
    deliver_with_notices(&table).await;
    assert!(logged_words(&table, "Ben").await.is_empty());
    table.run_command("Ana", "words-edit text:\"Dear me\"").await;
    assert_eq!(table.deliver_posts().await, ["channel: edit Ana: Dear me"]);
    // What is dropped is dropped.
    table.run_command("Ana", "describe text:Darn").await;
    block("Darn");
    deliver_with_notices(&table).await;
    table.run_command("Ana", "words-delete").await;
    assert!(table.deliver_posts().await.is_empty());
    assert_eq!(logged_words(&table, "Ben").await, ["Ana: Dear me"]);
}

#[tokio::test]
async fn deleted_user_leaves_no_words() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Zoe", "join name:Zoe from:adept at:Hall").await;
    table.run_command("Zoe", "describe text:\"My secret diary.\"").await;
    table.run_command("Ana", "describe text:Hm").await;
    table.send_command("Zoe", "privacy do:delete sure:true").await;
    let words = logged_words(&table, "Ana").await;
    assert_eq!(words, ["Zoe: …", "Ana: Hm"]);
}
