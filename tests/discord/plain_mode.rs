//! Plain mode: what is said with embeds and pictures is said as text alone, with the same facts.

use std::collections::BTreeSet;
use std::time::Duration;

use riposte::fake_discord::{ClientError, User, VisibleMessage};
use serde_json::Value;

use crate::table::Table;

impl Table {
    /// Everything that there was to post is posted.
    async fn is_told(&self) {
        while self.app.next_delivery_time().await.unwrap().is_some() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    async fn hears(&self, user: &User, text: &str) -> VisibleMessage {
        let answer = match user.run_command(text).await {
            // Not a command of the system that is played.
            Err(ClientError::UnknownCommand(_)) => user.run_stale_command(text).await.unwrap(),
            answer => answer.unwrap(),
        };
        // What is posted comes before what is asked next, at every table.
        self.is_told().await;
        answer.message.unwrap_or_else(|| panic!("no answer to {text}"))
    }
}

/// One evening at a table, always the same: everything that is answered and posted in it.
async fn evening(table: &Table) -> Vec<VisibleMessage> {
    let Table { gm, ana, ben, .. } = table;
    let mut said = Vec::new();
    let before: Vec<_> = ana.screen_messages().into_iter().map(|message| message.id).collect();
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
        said.push(table.hears(user, text).await);
    }
    table.dice(&[(6, 6), (6, 6), (6, 1)]);
    said.push(table.hears(gm, "/init start").await);
    table.sees(ana, "**A\\_na**, it's your turn").await;
    table.dice(&[(6, 3), (6, 4)]);
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
        said.push(table.hears(user, text).await);
    }
    table.sees(ben, "**Ben**, it's your turn").await;
    said.push(table.hears(ben, "/skill attribute:str text:\"lift the gate\"").await);
    table.dice(&[(20, 15)]);
    let asked = table.sees(&gm.in_dm(), "lift the gate").await;
    let pressed = gm.press_button(asked.id, &asked.buttons()[0].label).await.unwrap();
    said.extend(pressed.message);
    table.is_told().await;
    said.push(table.hears(ben, "/pass").await);
    table.sees(&gm.in_dm(), "Wolf").await;
    said.push(table.hears(gm, "/npc attack npc:Wolf target:Ben").await);
    table.sees(ben, "[Avoid (DEX Test)]").await;
    said.push(table.hears(ben, "/guide").await);
    table.dice(&[(20, 2), (6, 5)]);
    said.push(table.hears(ben, "/dodge").await);
    said.push(table.hears(gm, "/gm undo").await);
    said.push(table.hears(gm, "/init end outcome:truce").await);
    said.push(table.hears(gm, "/guide").await);
    said.extend(ana.screen_messages());
    said.extend(gm.in_dm().screen_messages());
    said.retain(|message| !before.contains(&message.id));
    said.retain(|message| message.author != ana.id && message.author != gm.id);
    said
}

/// The words that a message says, in its text and its embeds. Pictures say in their description
/// what the message says as well.
fn facts(message: &VisibleMessage) -> BTreeSet<String> {
    fn collect(value: &Value, all: &mut String) {
        match value {
            Value::String(text) => *all += &format!("{text}\n"),
            Value::Array(list) => list.iter().for_each(|one| collect(one, all)),
            Value::Object(map) => map
                .iter()
                .filter(|(key, _)| !matches!(key.as_str(), "type" | "image" | "proxy_url"))
                .for_each(|(_, value)| collect(value, all)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut all = message.content.clone() + "\n";
    message.embeds().iter().for_each(|embed| collect(embed, &mut all));
    let words = all.split_whitespace().map(|word| word.trim_matches(['*', ':']));
    words.filter(|word| !word.is_empty()).map(String::from).collect()
}

async fn file(message: &VisibleMessage) -> String {
    let mut all = String::new();
    for file in message.attachments().iter().filter(|file| file["filename"] == "message.txt") {
        let url = file["url"].as_str().unwrap().to_string();
        all += &reqwest::get(url).await.unwrap().text().await.unwrap();
    }
    all
}

#[tokio::test]
async fn what_is_said_is_said_plainly() {
    let rich = Table::set().await;
    let told = evening(&rich).await;

    let plain = Table::set().await;
    for user in [&plain.gm, &plain.ana, &plain.ben] {
        plain.slash(user, "/plain on").await;
    }
    let refused = plain.slash(&plain.ana, "/plain on server:true").await;
    assert!(refused.contains("Only people who may manage the server"), "{refused}");
    plain.slash(&plain.gm, "/plain on server:true").await;
    let told_plainly = evening(&plain).await;

    assert_eq!(told.len(), told_plainly.len());
    assert!(told.iter().filter(|message| !message.embeds().is_empty()).count() > 8);
    for (rich, plain) in told.iter().zip(&told_plainly) {
        assert!(plain.embeds().is_empty(), "{}", plain.full_text());
        let is_picture = |file: &&Value| file["filename"] == "map.png";
        assert!(!plain.attachments().iter().any(|file| is_picture(&file)), "{}", plain.full_text());
        let mut known = facts(plain);
        known
            .extend(file(plain).await.split_whitespace().map(|word| word.trim_matches('*').into()));
        // Mentions, channels and times are of the one table or the other.
        let is_of_table = |word: &str| ["<@", "<#", "<t:"].iter().any(|mark| word.contains(mark));
        // The signs of a board are words, and its bars are said by the numbers beside them.
        let is_sign = |word: &str| word.chars().all(|letter| "▰▱▶·✓✗".contains(letter));
        let facts = facts(rich);
        let missing = facts.difference(&known).filter(|word| !is_of_table(word) && !is_sign(word));
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
    rich.clear().await;
    plain.clear().await;
}

/// What is said in private goes by the reader, what is posted by the server.
#[tokio::test]
async fn everybody_has_their_own_setting() {
    let table = Table::set().await;
    table.slash(&table.ana, "/plain on").await;
    table.begin().await;
    let status = table.hears(&table.ana, "/status").await;
    assert!(status.embeds().is_empty() && status.content.contains("**Zones**\n"));
    assert_eq!(table.hears(&table.ben, "/status").await.embeds().len(), 1);
    let summary = table.sees(&table.ana, "Map of the zones").await;
    assert_eq!((summary.embeds().len(), summary.attachments().len()), (1, 1));

    // The pinned message becomes text with the next thing that happens, and an embed again.
    table.slash(&table.gm, "/plain on server:true").await;
    table.slash(&table.gm, "/gm harm who:Wolf amount:1").await;
    let plain = table.becomes(&table.ben, &summary, "**Zones**\n").await;
    assert!(plain.embeds().is_empty() && plain.attachments().is_empty(), "{}", plain.full_text());
    table.slash(&table.gm, "/plain off server:true").await;
    table.slash(&table.ana, "/plain off").await;
    table.slash(&table.gm, "/gm harm who:Wolf amount:1").await;
    let again = table.becomes(&table.ben, &summary, "▰").await;
    assert_eq!((again.content.as_str(), again.attachments().len()), ("", 1));
    assert_eq!(table.hears(&table.ana, "/status").await.embeds().len(), 1);
    let refused = table.gm.in_dm().run_command("/plain on server:true").await.unwrap();
    assert!(refused.text().contains("in a channel of a server"), "{}", refused.text());
    table.clear().await;
}
