//! Slash commands of a server: it shows those of the systems that are played in it.

use std::collections::BTreeSet;
use std::time::Duration;

use riposte::fake_discord::{ClientError, InjectedFault, Snowflake, User};
use serde_json::Value;

use crate::table::{TIMEOUT, Table};

/// Part of the paths of requests that register commands.
const COMMAND_REQUESTS: &str = "commands";

fn command_names(table: &Table, channel: Snowflake) -> BTreeSet<String> {
    let commands = table.discord.visible_commands(channel);
    let names: Vec<String> =
        commands.iter().map(|one| one["name"].as_str().unwrap().to_string()).collect();
    let unique: BTreeSet<String> = names.iter().cloned().collect();
    assert_eq!(unique.len(), names.len(), "a command shows twice: {names:?}");
    unique
}

pub(super) fn has_command(table: &Table, channel: Snowflake, name: &str) -> bool {
    command_names(table, channel).contains(name)
}

fn option_names(table: &Table, channel: Snowflake, name: &str) -> Vec<String> {
    let commands = table.discord.visible_commands(channel);
    let command = commands.iter().find(|one| one["name"] == name).unwrap();
    let options = command["options"].as_array().map_or(&[][..], Vec::as_slice);
    options.iter().map(|one: &Value| one["name"].as_str().unwrap().to_string()).collect()
}

async fn advance_days(table: &Table, days: i64) {
    table.advance_hours(24 * days).await;
    table.wait_for_registered_commands().await;
}

#[tokio::test]
async fn server_shows_commands_of_played_systems() {
    let table = Table::start().await;
    let (arena, dm) = (table.gm.channel, table.gm.in_dm().channel);
    assert!(has_command(&table, arena, "init") && !has_command(&table, arena, "attack"));
    // Direct messages have the commands of all systems from the beginning.
    assert!(
        has_command(&table, dm, "attack")
            && has_command(&table, dm, "swap")
            && has_command(&table, dm, "ranks")
    );

    let answer = table.run_command(&table.gm, "/init new system:dr12").await;
    assert!(answer.contains("has the commands of DR12 now"), "{answer}");
    assert!(has_command(&table, arena, "attack") && !has_command(&table, arena, "swap"));
    let attack = option_names(&table, arena, "attack");
    assert!(attack.contains(&"target".into()) && !attack.contains(&"final".into()), "{attack:?}");
    let refused = table.ana.run_command("/swap").await.unwrap_err();
    assert_eq!(refused, ClientError::WrongContext("/swap".into()));

    // Another server begins with the commands of no system, whatever is played in this one.
    let (_, hall) = table.discord.add_guild_with_bot("Elsewhere", &table.gm, "hall");
    let found = table.discord.wait_for(TIMEOUT, || has_command(&table, hall, "init").then_some(()));
    assert!(found.await.is_some());
    assert!(!has_command(&table, hall, "attack"));
    let (gm, ana) = (table.gm.in_channel(hall), table.ana.in_channel(hall));
    let answer = table.run_command(&gm, "/init new system:cards").await;
    assert!(answer.contains("commands of Cards"), "{answer}");
    // A second fight of the same system registers nothing.
    let yard = table.discord.find_or_add_channel("yard");
    let answer = table.run_command(&table.gm.in_channel(yard), "/init new system:dr12").await;
    assert!(!answer.contains("commands"), "{answer}");

    // Users who may manage the server can add systems.
    let refused = table.run_command(&ana, "/init systems add:fates").await;
    assert!(refused.contains("Only people who may manage the server"), "{refused}");
    let unknown = table.run_command(&gm, "/init systems add:\"fates, whist\"").await;
    assert!(unknown.contains("whist") && !has_command(&table, hall, "aim"), "{unknown}");
    let answer = table.run_command(&gm, "/init systems add:\"dr12, fates\"").await;
    for word in ["Cards: a fight is open", "DR12: goes", "Fates: goes", "60 days"] {
        assert!(answer.contains(word), "{answer}");
    }
    assert!(
        has_command(&table, hall, "aim")
            && has_command(&table, hall, "swap")
            && !has_command(&table, arena, "aim")
    );
    table.run_command(&gm, "/init systems add:\"factions,ranks\"").await;
    assert_eq!(command_names(&table, hall), command_names(&table, dm));
    assert!(table.run_command(&ana, "/init systems").await.contains("Ranks: goes"));
    let answer = table.run_command(&table.gm.in_dm(), "/init systems").await;
    assert!(answer.contains("channel of a server"), "{answer}");
    table.finish_cleanly().await;
}

#[tokio::test]
async fn commands_of_unplayed_systems_are_removed() {
    let table = Table::start().await;
    let arena = table.gm.channel;
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.run_command(&table.gm, "/init systems add:cards").await;
    advance_days(&table, 59).await;
    assert!(has_command(&table, arena, "swap"));
    // An open fight keeps the commands of its system, however long it takes.
    advance_days(&table, 2).await;
    assert!(!has_command(&table, arena, "swap") && has_command(&table, arena, "attack"));
    table.run_command(&table.gm, "/init end outcome:truce").await;
    advance_days(&table, 59).await;
    assert!(has_command(&table, arena, "attack"));
    advance_days(&table, 1).await;
    assert!(!has_command(&table, arena, "attack") && has_command(&table, arena, "init"));

    // A server may set its own number of days.
    let refused = table.run_command(&table.gm, "/init systems days:0").await;
    assert!(refused.contains("1 to 999 days"), "{refused}");
    let answer = table.run_command(&table.gm, "/init systems add:cards days:3").await;
    assert!(answer.contains("stays for 3 days"), "{answer}");
    advance_days(&table, 2).await;
    assert!(has_command(&table, arena, "swap"));
    advance_days(&table, 1).await;
    assert!(!has_command(&table, arena, "swap"));
    table.finish_cleanly().await;
}

/// The bot dies when the system is stored as played, but Discord has not got its commands.
#[tokio::test]
async fn restart_registers_commands_that_never_arrived() {
    let mut table = Table::start().await;
    let arena = table.gm.channel;
    table.discord.inject_fault(COMMAND_REQUESTS, InjectedFault::ConnectionLost, 100);
    let answer = table.gm.run_command("/init new system:dr12").await.unwrap().text();
    assert!(answer.contains("a little later") && answer.contains("buttons"), "{answer}");
    table.discord.clear_injected_faults();
    table.kill_and_restart().await;
    assert!(has_command(&table, arena, "attack"));
    table.finish_cleanly().await;
}

/// The bot dies when Discord has the commands, but the bot has not read its response.
#[tokio::test]
async fn commands_survive_a_kill_before_the_response() {
    let mut table = Table::start().await;
    let arena = table.gm.channel;
    table.discord.inject_fault(COMMAND_REQUESTS, InjectedFault::ConnectionLostWhenDone, 1);
    table.gm.run_command("/init new system:dr12").await.unwrap();
    table.kill_and_restart().await;
    assert!(has_command(&table, arena, "attack"));
    table.finish_cleanly().await;
}

#[tokio::test]
async fn registration_retries_after_429_and_500() {
    let table = Table::start().await;
    let arena = table.gm.channel;
    let retry_after = Duration::from_millis(100);
    table.discord.inject_fault(COMMAND_REQUESTS, InjectedFault::RateLimited { retry_after }, 1);
    table.discord.inject_fault(COMMAND_REQUESTS, InjectedFault::ServerError, 1);
    let answer = table.gm.run_command("/init new system:dr12").await.unwrap().text();
    assert!(answer.contains("a little later"), "{answer}");
    assert!(!has_command(&table, arena, "attack"));
    table.wait_for_registered_commands().await;
    assert!(has_command(&table, arena, "attack"));
    assert!(table.gm.direct_messages().is_empty(), "the GM is not told of what is retried soon");
    table.finish_cleanly().await;
}

/// Discord answers code 30034 when a server has had too many new commands in a day.
#[tokio::test]
async fn fight_goes_on_past_daily_command_limit() {
    let mut table = Table::start().await;
    let arena = table.gm.channel;
    table.discord.limit_daily_new_commands(command_names(&table, arena).len());
    table.begin_fight().await;
    assert!(!has_command(&table, arena, "attack"));
    let count_notices = |table: &Table| {
        let dms = table.gm.direct_messages();
        let notices = dms.iter().filter(|one| one.full_text().contains("no more new commands"));
        notices.count()
    };
    table.wait_for_message(&table.gm.in_dm(), "I try again tomorrow").await;
    let turn = table.wait_for_message(&table.ana, "**Ana**, it's your turn").await;
    table.press_button(&table.ana, &turn, "End turn").await;
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;

    // Neither another system nor a restart repeats the notice.
    let yard = table.discord.find_or_add_channel("yard");
    table.run_command(&table.gm.in_channel(yard), "/init new system:cards").await;
    table.kill_and_restart().await;
    assert_eq!(count_notices(&table), 1);

    table.discord.limit_daily_new_commands(200);
    table.advance_hours(23).await;
    table.wait_for_registered_commands().await;
    assert!(!has_command(&table, arena, "attack"));
    table.advance_hours(2).await;
    table.wait_for_registered_commands().await;
    assert!(has_command(&table, arena, "attack") && has_command(&table, arena, "swap"));
    assert_eq!(count_notices(&table), 1);
    table.finish_cleanly().await;
}

/// A client may show a list of commands that is out of date.
#[tokio::test]
async fn command_of_another_system_is_explained() {
    let table = Table::start().await;
    table.begin_fight().await;
    let answer = table.ana.run_stale_command("/swap").await.unwrap().text();
    assert!(answer.contains("There is no /swap in DR12"), "{answer}");
    assert!(answer.contains("a command of Cards") && answer.contains("/init systems"), "{answer}");
    // Where its system is played as well, `/init systems` is not advised.
    table.run_command(&table.gm, "/init systems add:cards").await;
    let answer = table.run_command(&table.ana, "/swap").await;
    assert!(answer.contains("There is no /swap in DR12"), "{answer}");
    assert!(!answer.contains("/init systems"), "{answer}");
    table.finish_cleanly().await;
}

/// Other servers do not wait for one whose registration fails.
#[tokio::test]
async fn failing_server_delays_no_other() {
    let table = Table::start().await;
    let (first, hall) = table.discord.add_guild_with_bot("First", &table.gm, "hall");
    let found = table.discord.wait_for(TIMEOUT, || has_command(&table, hall, "init").then_some(()));
    assert!(found.await.is_some());
    table.wait_for_registered_commands().await;
    table.discord.inject_fault(
        &format!("guilds/{first}/commands"),
        InjectedFault::ServerError,
        100,
    );
    table.gm.in_channel(hall).run_command("/init new system:dr12").await.unwrap();
    let answer = table.gm.run_command("/init new system:dr12").await.unwrap().text();
    let found = table
        .discord
        .wait_for(TIMEOUT, || has_command(&table, table.gm.channel, "attack").then_some(()));
    assert!(found.await.is_some(), "{answer}");
    assert!(!has_command(&table, hall, "attack"));
    table.discord.clear_injected_faults();
    table.finish_cleanly().await;
}

/// Discord forgets the commands of a server that removes the bot.
#[tokio::test]
async fn rejoined_server_gets_its_commands_back() {
    let table = Table::start().await;
    let (arena, guild) = (table.gm.channel, table.discord.first_guild());
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.discord.remove_bot_from_guild(guild);
    assert!(command_names(&table, arena).is_empty());
    let is_forgotten = async || {
        let digest =
            table.app.load_key_value(&format!("commands in server {guild}")).await.unwrap();
        digest.is_some_and(|digest| digest.is_empty())
    };
    while !is_forgotten().await {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    table.discord.add_bot_to_guild(guild);
    let found =
        table.discord.wait_for(TIMEOUT, || has_command(&table, arena, "attack").then_some(()));
    assert!(found.await.is_some(), "the bot remembers what was played in it");
    table.finish_cleanly().await;
}

/// Returns the mention of a command with the id that it has in a channel.
fn mention(table: &Table, channel: Snowflake, name: &str) -> String {
    let commands = table.discord.visible_commands(channel);
    let first_word = name.split(' ').next().unwrap();
    let command = commands.iter().find(|one| one["name"] == first_word).unwrap();
    format!("</{name}:{}>", command["id"].as_str().unwrap())
}

#[tokio::test]
async fn named_commands_are_mentioned_with_the_ids_of_their_place() {
    let mut table = Table::start().await;
    let (arena, dm) = (table.gm.channel, table.gm.in_dm().channel);
    table.run_command(&table.gm, "/init new system:dr12").await;
    let join = mention(&table, arena, "init join");
    let opened = table.wait_for_message(&table.gm, "opens a fight here").await;
    assert!(opened.json["content"].as_str().unwrap().contains(&join), "{opened:?}");
    // The id in direct messages is another one.
    let guide = |user: User| async move {
        let answer = user.run_command("/guide").await.unwrap().message.unwrap();
        answer.json.to_string()
    };
    let roll = |channel| mention(&table, channel, "roll");
    assert_ne!(roll(arena), roll(dm));
    let (here, there) = (guide(table.ben.clone()).await, guide(table.ben.in_dm()).await);
    assert!(here.contains(&roll(arena)) && !here.contains(&roll(dm)), "{here}");
    assert!(there.contains(&roll(dm)) && !there.contains(&roll(arena)), "{there}");
    // After a restart, the ids are known without a new registration.
    let edits = table.discord.message_changes(0).len();
    table.kill_and_restart().await;
    assert!(guide(table.ben.clone()).await.contains(&mention(&table, arena, "roll")));
    assert_eq!(table.discord.message_changes(0).len(), edits);
    // Plain mode keeps the commands as they are typed.
    table.run_command(&table.ben, "/plain on").await;
    let plain = guide(table.ben.clone()).await;
    assert!(plain.contains("`/roll`") && !plain.contains("</"), "{plain}");
    table.finish_cleanly().await;
}

/// Whoever joins with an archetype and types no name is called as in the server.
#[tokio::test]
async fn typed_join_without_a_name_takes_that_of_the_user() {
    let table = Table::start().await;
    table.run_command(&table.gm, "/init new system:dr12").await;
    let answer = table.run_command(&table.ana, "/init join from:warrior").await;
    assert!(answer.contains("**Ana** joins the party"), "{answer}");
    let answer = table.run_command(&table.ben, "/init join from:rogue name:Tom").await;
    assert!(answer.contains("**Tom** joins the party"), "{answer}");
    table.finish_cleanly().await;
}

/// Where nothing is narrated of a turn that is ended, the answer says that it is over.
#[tokio::test]
async fn typed_pass_is_answered_with_the_end_of_the_turn() {
    let table = Table::start().await;
    table.run_command(&table.gm, "/init new system:ranks").await;
    table.run_command(&table.gm, "/init zones layout:\"Gate - Hall\"").await;
    table.run_command(&table.ana, "/init join from:blade name:Ana").await;
    table.run_command(&table.gm, "/init add from:thug name:Wolf").await;
    table.run_command(&table.gm, "/init start").await;
    table.wait_for_message(&table.ana, "**Ana**, it's your turn").await;
    let answer = table.run_command(&table.ana, "/pass").await;
    assert!(answer.contains("The turn is over."), "{answer}");
    assert!(!answer.contains("See the channel"), "{answer}");
    table.finish_cleanly().await;
}

/// Without its id, a command stays as it is typed.
#[tokio::test]
async fn command_without_an_id_is_named_as_it_is_typed() {
    let table = Table::start().await;
    table.run_command(&table.gm, "/init new system:dr12").await;
    let key = format!("command ids in server {}", table.discord.first_guild());
    table.app.store_key_value(&key, "").await.unwrap();
    let answer = table.ana.run_command("/guide").await.unwrap().message.unwrap();
    let text = answer.json.to_string();
    assert!(text.contains("`/init join`") && !text.contains("</"), "{text}");
    table.finish_cleanly().await;
}

/// Whoever asks about a group of commands reads which commands it has.
#[tokio::test]
async fn group_asked_about_is_answered_with_its_commands() {
    let table = Table::start().await;
    table.run_command(&table.gm, "/init new system:dr12").await;
    for (asked, member) in [("/gm", "/gm heal"), ("INIT", "/init start"), ("npc", "/npc pass-all")]
    {
        let answer = table.run_command(&table.ana, &format!("/guide why:{asked}")).await;
        assert!(answer.contains("is a group of commands. Type one of them"), "{asked}: {answer}");
        assert!(answer.contains(member), "{asked}: {answer}");
    }
    table.finish_cleanly().await;
}
