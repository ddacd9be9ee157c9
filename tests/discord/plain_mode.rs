//! Plain mode: messages without embeds and pictures say the same facts as text.

use std::collections::BTreeSet;
use std::time::Duration;

use riposte::fake_discord::{ClientError, User, VisibleMessage, spell_out_command_mentions};
use serde_json::Value;

use crate::table::Table;

impl Table {
    /// Waits until the outbox is empty.
    async fn wait_for_all_deliveries(&self) {
        while self.app.next_delivery_time().await.unwrap().is_some() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Runs a command, waits for all deliveries and returns the answer.
    async fn run_and_deliver(&self, user: &User, text: &str) -> VisibleMessage {
        let answer = match user.run_command(text).await {
            // The command belongs to another system than the one that is played.
            Err(ClientError::UnknownCommand(_) | ClientError::CommandGroup(..)) => {
                user.run_stale_command(text).await.unwrap()
            }
            answer => answer.unwrap(),
        };
        // With all deliveries done before the next command, every run has the same order of
        // messages.
        self.wait_for_all_deliveries().await;
        answer.message.unwrap_or_else(|| panic!("no answer to {text}"))
    }
}

/// Plays a fixed sequence of commands and returns all answers and posts of the bot.
async fn play_evening(table: &Table) -> Vec<VisibleMessage> {
    let Table { gm, ana, ben, .. } = table;
    let mut messages = Vec::new();
    let earlier: Vec<_> = ana.screen_messages().into_iter().map(|message| message.id).collect();
    for (user, text) in [
        (gm, "/init new"),
        (gm, "/init new system:dr12"),
        (gm, "/gm settings key:avoid_rolls value:prompt"),
        (gm, "/init zones layout:\"Gate - Yard - Tower\""),
        (gm, "/init cover zone:Yard on:true"),
        (ana, "/sheet new from:warrior name:\"A_na\" system:dr12"),
        (ana, "/sheet list"),
        (ana, "/sheet export name:A_na"),
        (ana, "/sheet delete name:A_na"),
        (ana, "/init join"),
        (ana, "/init join sheet:A_na"),
        (ben, "/init join from:rogue name:Ben"),
        (gm, "/init add from:raider name:Wolf at:Gate"),
        (gm, "/init save name:\"At the gate\""),
        (gm, "/init load"),
        (gm, "/sheet kit system:dr12"),
        (gm, "/gm fight"),
    ] {
        messages.push(table.run_and_deliver(user, text).await);
    }
    table.script_dice(&[(6, 6), (6, 6), (6, 1)]);
    messages.push(table.run_and_deliver(gm, "/init start").await);
    table.wait_for_message(ana, "**A\\_na**, it's your turn").await;
    table.script_dice(&[(6, 3), (6, 4)]);
    for (user, text) in [
        (ana, "/status"),
        (ana, "/map"),
        (ana, "/mine"),
        (ana, "/log"),
        (ana, "/guide"),
        (ana, "/guide why:parley"),
        (ana, "/guide rule:DR12-MOVE-1"),
        (ana, "/guide system:dr12"),
        (ana, "/roll dice:2d6 sight:secret"),
        (ana, "/attack target:Ben"),
        (ben, "/pass"),
        (ana, "/pass"),
    ] {
        messages.push(table.run_and_deliver(user, text).await);
    }
    table.wait_for_message(ben, "**Ben**, it's your turn").await;
    messages.push(table.run_and_deliver(ben, "/skill attribute:str text:\"lift the gate\"").await);
    table.script_dice(&[(20, 15)]);
    let prompt = table.wait_for_message(&gm.in_dm(), "lift the gate").await;
    let pressed = gm.press_button(prompt.id, &prompt.buttons()[0].label).await.unwrap();
    messages.extend(pressed.message);
    table.wait_for_all_deliveries().await;
    messages.push(table.run_and_deliver(ben, "/pass").await);
    table.wait_for_message(&gm.in_dm(), "Wolf").await;
    messages.push(table.run_and_deliver(gm, "/npc attack npc:Wolf target:Ben").await);
    table.wait_for_message(ben, "[Avoid (DEX Test)]").await;
    messages.push(table.run_and_deliver(ben, "/guide").await);
    table.script_dice(&[(20, 2), (6, 5)]);
    messages.push(table.run_and_deliver(ben, "/dodge").await);
    messages.push(table.run_and_deliver(gm, "/gm undo").await);
    messages.push(table.run_and_deliver(gm, "/init end outcome:truce").await);
    messages.push(table.run_and_deliver(gm, "/guide").await);
    messages.extend(ana.screen_messages());
    messages.extend(gm.in_dm().screen_messages());
    messages.retain(|message| !earlier.contains(&message.id));
    messages.retain(|message| message.author != ana.id && message.author != gm.id);
    messages
}

/// Collects the words of a message from its text and its embeds, but not from the descriptions of
/// pictures, which repeat it.
fn collect_words(message: &VisibleMessage) -> BTreeSet<String> {
    fn collect(value: &Value, output: &mut String) {
        match value {
            Value::String(text) => *output += &format!("{text}\n"),
            Value::Array(list) => list.iter().for_each(|one| collect(one, output)),
            Value::Object(map) => map
                .iter()
                .filter(|(key, _)| !matches!(key.as_str(), "type" | "image" | "proxy_url"))
                .for_each(|(_, value)| collect(value, output)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut output = message.content.clone() + "\n";
    message.embeds().iter().for_each(|embed| collect(embed, &mut output));
    let output = spell_out_command_mentions(&output);
    let words = output.split_whitespace().map(|word| word.trim_matches(['*', ':']));
    words.filter(|word| !word.is_empty()).map(String::from).collect()
}

/// Downloads the text that was too long for the message and came as a file.
async fn read_overflow_file(message: &VisibleMessage) -> String {
    let mut output = String::new();
    for file in message.attachments().iter().filter(|file| file["filename"] == "message.txt") {
        let url = file["url"].as_str().unwrap().to_string();
        output += &reqwest::get(url).await.unwrap().text().await.unwrap();
    }
    output
}

#[tokio::test]
async fn plain_mode_says_the_same_facts() {
    let rich = Table::start().await;
    let rich_messages = play_evening(&rich).await;

    let plain = Table::start().await;
    for user in [&plain.gm, &plain.ana, &plain.ben] {
        plain.run_command(user, "/plain on").await;
    }
    let refused = plain.run_command(&plain.ana, "/plain on server:true").await;
    assert!(refused.contains("Only people who may manage the server"), "{refused}");
    plain.run_command(&plain.gm, "/plain on server:true").await;
    let plain_messages = play_evening(&plain).await;

    assert_eq!(rich_messages.len(), plain_messages.len());
    assert!(rich_messages.iter().filter(|message| !message.embeds().is_empty()).count() > 8);
    for (rich, plain) in rich_messages.iter().zip(&plain_messages) {
        assert!(plain.embeds().is_empty(), "{}", plain.full_text());
        let is_picture = |file: &&Value| file["filename"] == "map.png";
        assert!(!plain.attachments().iter().any(|file| is_picture(&file)), "{}", plain.full_text());
        let mut plain_words = collect_words(plain);
        plain_words.extend(
            read_overflow_file(plain)
                .await
                .split_whitespace()
                .map(|word| word.trim_matches('*').into()),
        );
        // Dice that stand side by side in rich messages are added up in plain ones.
        let summands = plain_words.iter().flat_map(|word| word.split('+').map(String::from));
        plain_words.extend(summands.collect::<Vec<_>>());
        // Mentions, channels and times differ between the two tables.
        let differs_by_table =
            |word: &str| ["<@", "<#", "<t:"].iter().any(|mark| word.contains(mark));
        // Plain mode says the symbols of the board in words, and its bars by the numbers beside
        // them.
        let is_sign = |word: &str| word.chars().all(|letter| "▰▱▶·✓✗".contains(letter));
        let rich_words = collect_words(rich);
        let missing = rich_words
            .difference(&plain_words)
            .filter(|word| !differs_by_table(word) && !is_sign(word));
        let missing: Vec<&String> = missing.collect();
        assert!(
            missing.is_empty(),
            "{missing:?} of:\n{}\n---\n{}",
            rich.full_text(),
            plain.full_text()
        );
        assert_eq!(rich.buttons().len(), plain.buttons().len(), "{}", plain.full_text());
        assert_eq!(rich.menus().len(), plain.menus().len(), "{}", plain.full_text());
    }
    rich.finish_cleanly().await;
    plain.finish_cleanly().await;
}

/// Private answers follow the setting of their reader, posts that of the server.
#[tokio::test]
async fn private_answers_follow_the_readers_setting() {
    let table = Table::start().await;
    table.run_command(&table.ana, "/plain on").await;
    table.begin_fight().await;
    let status = table.run_and_deliver(&table.ana, "/status").await;
    assert!(status.embeds().is_empty() && status.content.contains("**Zones**\n"));
    assert_eq!(table.run_and_deliver(&table.ben, "/status").await.embeds().len(), 1);
    let summary = table.wait_for_message(&table.ana, "Map of the zones").await;
    assert_eq!((summary.embeds().len(), summary.attachments().len()), (1, 1));

    // The pinned summary turns into text, and back, with the next event after the change.
    table.run_command(&table.gm, "/plain on server:true").await;
    table.run_command(&table.gm, "/gm harm who:Wolf amount:1").await;
    let plain = table.wait_for_edit(&table.ben, &summary, "**Zones**\n").await;
    assert!(plain.embeds().is_empty() && plain.attachments().is_empty(), "{}", plain.full_text());
    table.run_command(&table.gm, "/plain off server:true").await;
    table.run_command(&table.ana, "/plain off").await;
    table.run_command(&table.gm, "/gm harm who:Wolf amount:1").await;
    let again = table.wait_for_edit(&table.ben, &summary, "▰").await;
    assert_eq!((again.content.as_str(), again.attachments().len()), ("", 1));
    assert_eq!(table.run_and_deliver(&table.ana, "/status").await.embeds().len(), 1);
    let refused = table.gm.in_dm().run_command("/plain on server:true").await.unwrap();
    assert!(refused.text().contains("in a channel of a server"), "{}", refused.text());
    table.finish_cleanly().await;
}

/// Each of the three commands is taken, in a fight and without one.
#[tokio::test]
async fn every_presentation_can_be_chosen() {
    let table = Table::start().await;
    for has_fight in [false, true] {
        if has_fight {
            table.begin_fight().await;
        }
        for (command, said) in
            [("light", "light pictures"), ("on", "plain text"), ("off", "embeds and pictures")]
        {
            let answer = table.run_command(&table.ben, &format!("/plain {command}")).await;
            assert!(answer.contains(said) && !answer.contains("fit"), "{command}: {answer}");
        }
    }
    table.finish_cleanly().await;
}
