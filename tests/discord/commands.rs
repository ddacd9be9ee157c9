//! Which commands a server sees: those of the systems that are played in it.

use std::collections::BTreeSet;
use std::time::Duration;

use riposte::fake_discord::{ClientError, InjectedFault, Snowflake};
use serde_json::Value;

use crate::table::{SOON, Table};

/// The requests that give a server its commands.
const TO_SERVERS: &str = "commands";

fn names(table: &Table, channel: Snowflake) -> BTreeSet<String> {
    let all = table.discord.visible_commands(channel);
    let names: Vec<String> =
        all.iter().map(|one| one["name"].as_str().unwrap().to_string()).collect();
    let once: BTreeSet<String> = names.iter().cloned().collect();
    assert_eq!(once.len(), names.len(), "a command shows twice: {names:?}");
    once
}

pub(super) fn has(table: &Table, channel: Snowflake, name: &str) -> bool {
    names(table, channel).contains(name)
}

fn options(table: &Table, channel: Snowflake, name: &str) -> Vec<String> {
    let all = table.discord.visible_commands(channel);
    let command = all.iter().find(|one| one["name"] == name).unwrap();
    let options = command["options"].as_array().map_or(&[][..], Vec::as_slice);
    options.iter().map(|one: &Value| one["name"].as_str().unwrap().to_string()).collect()
}

async fn days_later(table: &Table, days: i64) {
    table.later(24 * days).await;
    table.commands_settled().await;
}

#[tokio::test]
async fn a_server_sees_what_is_played_in_it() {
    let table = Table::set().await;
    let (here, dm) = (table.gm.channel, table.gm.in_dm().channel);
    assert!(has(&table, here, "init") && !has(&table, here, "attack"));
    // In direct messages everything can be said, from the beginning.
    assert!(has(&table, dm, "attack") && has(&table, dm, "swap") && has(&table, dm, "ranks"));

    let answer = table.slash(&table.gm, "/init new system:dr12").await;
    assert!(answer.contains("has the commands of DR12 now"), "{answer}");
    assert!(has(&table, here, "attack") && !has(&table, here, "swap"));
    let attack = options(&table, here, "attack");
    assert!(attack.contains(&"target".into()) && !attack.contains(&"final".into()), "{attack:?}");
    let refused = table.ana.run_command("/swap").await.unwrap_err();
    assert_eq!(refused, ClientError::WrongContext("/swap".into()));

    // Another server begins with what all systems know, and does not see what is played here.
    let (_, there) = table.discord.add_guild_with_bot("Elsewhere", &table.gm, "hall");
    let found = table.discord.wait_for(SOON, || has(&table, there, "init").then_some(()));
    assert!(found.await.is_some());
    assert!(!has(&table, there, "attack"));
    let (gm, ana) = (table.gm.in_channel(there), table.ana.in_channel(there));
    let answer = table.slash(&gm, "/init new system:cards").await;
    assert!(answer.contains("commands of Cards"), "{answer}");
    // A second fight of a system brings nothing.
    let channel = table.discord.find_or_add_channel("yard");
    let answer = table.slash(&table.gm.in_channel(channel), "/init new system:dr12").await;
    assert!(!answer.contains("commands"), "{answer}");

    // Who manages the server may ask for more.
    let refused = table.slash(&ana, "/init systems add:fates").await;
    assert!(refused.contains("Only people who may manage the server"), "{refused}");
    let unknown = table.slash(&gm, "/init systems add:\"fates, whist\"").await;
    assert!(unknown.contains("whist") && !has(&table, there, "aim"), "{unknown}");
    let answer = table.slash(&gm, "/init systems add:\"dr12, fates\"").await;
    for word in ["Cards: a fight is open", "DR12: goes", "Fates: goes", "60 days"] {
        assert!(answer.contains(word), "{answer}");
    }
    assert!(has(&table, there, "aim") && has(&table, there, "swap") && !has(&table, here, "aim"));
    table.slash(&gm, "/init systems add:\"factions,ranks\"").await;
    assert_eq!(names(&table, there), names(&table, dm));
    assert!(table.slash(&ana, "/init systems").await.contains("Ranks: goes"));
    let answer = table.slash(&table.gm.in_dm(), "/init systems").await;
    assert!(answer.contains("channel of a server"), "{answer}");
    table.clear().await;
}

#[tokio::test]
async fn what_is_not_played_goes() {
    let table = Table::set().await;
    let here = table.gm.channel;
    table.slash(&table.gm, "/init new system:dr12").await;
    table.slash(&table.gm, "/init systems add:cards").await;
    days_later(&table, 59).await;
    assert!(has(&table, here, "swap"));
    // An open fight is played, however long it takes.
    days_later(&table, 2).await;
    assert!(!has(&table, here, "swap") && has(&table, here, "attack"));
    table.slash(&table.gm, "/init end outcome:truce").await;
    days_later(&table, 59).await;
    assert!(has(&table, here, "attack"));
    days_later(&table, 1).await;
    assert!(!has(&table, here, "attack") && has(&table, here, "init"));

    // A server may keep it shorter, and longer.
    let refused = table.slash(&table.gm, "/init systems days:0").await;
    assert!(refused.contains("1 to 999 days"), "{refused}");
    let answer = table.slash(&table.gm, "/init systems add:cards days:3").await;
    assert!(answer.contains("stays for 3 days"), "{answer}");
    days_later(&table, 2).await;
    assert!(has(&table, here, "swap"));
    days_later(&table, 1).await;
    assert!(!has(&table, here, "swap"));
    table.clear().await;
}

/// It is stored that the system is played, and its commands are not there yet.
#[tokio::test]
async fn a_kill_before_they_are_registered() {
    let mut table = Table::set().await;
    let here = table.gm.channel;
    table.discord.inject_fault(TO_SERVERS, InjectedFault::ConnectionLost, 100);
    let answer = table.gm.run_command("/init new system:dr12").await.unwrap().text();
    assert!(answer.contains("a little later") && answer.contains("buttons"), "{answer}");
    table.discord.clear_injected_faults();
    table.kill_and_restart().await;
    assert!(has(&table, here, "attack"));
    table.clear().await;
}

/// They are registered, and nobody knows.
#[tokio::test]
async fn a_kill_after_they_are_registered() {
    let mut table = Table::set().await;
    let here = table.gm.channel;
    table.discord.inject_fault(TO_SERVERS, InjectedFault::ConnectionLostWhenDone, 1);
    table.gm.run_command("/init new system:dr12").await.unwrap();
    table.kill_and_restart().await;
    assert!(has(&table, here, "attack"));
    table.clear().await;
}

#[tokio::test]
async fn discord_has_too_much_to_do() {
    let table = Table::set().await;
    let here = table.gm.channel;
    let retry_after = Duration::from_millis(100);
    table.discord.inject_fault(TO_SERVERS, InjectedFault::RateLimited { retry_after }, 1);
    table.discord.inject_fault(TO_SERVERS, InjectedFault::ServerError, 1);
    let answer = table.gm.run_command("/init new system:dr12").await.unwrap().text();
    assert!(answer.contains("a little later"), "{answer}");
    assert!(!has(&table, here, "attack"));
    table.commands_settled().await;
    assert!(has(&table, here, "attack"));
    assert!(table.gm.direct_messages().is_empty(), "nobody is told of what mends itself");
    table.clear().await;
}

/// Code 30034: no more new commands today.
#[tokio::test]
async fn the_fight_goes_on_without_commands() {
    let mut table = Table::set().await;
    let here = table.gm.channel;
    table.discord.limit_daily_new_commands(names(&table, here).len());
    table.begin().await;
    assert!(!has(&table, here, "attack"));
    let told = |table: &Table| {
        let dms = table.gm.direct_messages();
        let told = dms.iter().filter(|one| one.full_text().contains("no more new commands"));
        told.count()
    };
    table.sees(&table.gm.in_dm(), "I try again tomorrow").await;
    let turn = table.sees(&table.ana, "**Ana**, it's your turn").await;
    table.click(&table.ana, &turn, "End turn").await;
    table.sees(&table.ben, "**Ben**, it's your turn").await;

    // Neither another system nor another start tells it again.
    let channel = table.discord.find_or_add_channel("yard");
    table.slash(&table.gm.in_channel(channel), "/init new system:cards").await;
    table.kill_and_restart().await;
    assert_eq!(told(&table), 1);

    table.discord.limit_daily_new_commands(200);
    table.later(23).await;
    table.commands_settled().await;
    assert!(!has(&table, here, "attack"));
    table.later(2).await;
    table.commands_settled().await;
    assert!(has(&table, here, "attack") && has(&table, here, "swap"));
    assert_eq!(told(&table), 1);
    table.clear().await;
}

/// A client may show a list that is not true any more.
#[tokio::test]
async fn a_command_of_another_system() {
    let table = Table::set().await;
    table.begin().await;
    let answer = table.ana.run_stale_command("/swap").await.unwrap().text();
    assert!(answer.contains("There is no /swap in DR12"), "{answer}");
    assert!(answer.contains("a command of Cards") && answer.contains("/init systems"), "{answer}");
    // Where its system is played as well, there is nothing to get.
    table.slash(&table.gm, "/init systems add:cards").await;
    let answer = table.slash(&table.ana, "/swap").await;
    assert!(answer.contains("There is no /swap in DR12"), "{answer}");
    assert!(!answer.contains("/init systems"), "{answer}");
    table.clear().await;
}

/// Other servers do not wait for one that cannot be served.
#[tokio::test]
async fn one_server_holds_up_no_other() {
    let table = Table::set().await;
    let (first, there) = table.discord.add_guild_with_bot("First", &table.gm, "hall");
    let found = table.discord.wait_for(SOON, || has(&table, there, "init").then_some(()));
    assert!(found.await.is_some());
    table.commands_settled().await;
    table.discord.inject_fault(
        &format!("guilds/{first}/commands"),
        InjectedFault::ServerError,
        100,
    );
    table.gm.in_channel(there).run_command("/init new system:dr12").await.unwrap();
    let answer = table.gm.run_command("/init new system:dr12").await.unwrap().text();
    let found =
        table.discord.wait_for(SOON, || has(&table, table.gm.channel, "attack").then_some(()));
    assert!(found.await.is_some(), "{answer}");
    assert!(!has(&table, there, "attack"));
    table.discord.clear_injected_faults();
    table.clear().await;
}

/// Discord forgets the commands of a server that lets the bot go.
#[tokio::test]
async fn a_server_that_lets_the_bot_in_again() {
    let table = Table::set().await;
    let (here, guild) = (table.gm.channel, table.discord.first_guild());
    table.slash(&table.gm, "/init new system:dr12").await;
    table.discord.remove_bot_from_guild(guild);
    assert!(names(&table, here).is_empty());
    let is_forgotten = async || {
        let memo =
            table.app.load_command_digest(&format!("commands in server {guild}")).await.unwrap();
        memo.is_some_and(|memo| memo.is_empty())
    };
    while !is_forgotten().await {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    table.discord.add_bot_to_guild(guild);
    let found = table.discord.wait_for(SOON, || has(&table, here, "attack").then_some(()));
    assert!(found.await.is_some(), "what was played in it is remembered");
    table.clear().await;
}
