//! A bot whose servers Discord divides into shards.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use riposte::app::clock::Clock as _;
use riposte::fake_discord::{DiscordSetup, FakeClock, FakeDiscord, Snowflake};

use crate::table::{TIMEOUT, Table};

/// Starts a bot in three servers, one in each of three shards, and returns their channels.
async fn start_in_three_shards(setup: DiscordSetup) -> (Table, Vec<Snowflake>) {
    let start_millis = riposte::app::clock::WallClock.now().as_millisecond();
    let elapsed_millis = Arc::new(AtomicI64::new(0));
    let millis = Arc::clone(&elapsed_millis);
    let clock = FakeClock::from_fn(move || start_millis + millis.load(Ordering::SeqCst));
    let setup = setup
        .with_min_shards(3)
        .with_user("GM")
        .with_user("Ana")
        .with_user("Ben")
        .with_channel("arena")
        .with_clock(clock);
    let discord = FakeDiscord::start(setup).await.unwrap();
    let gm = discord.find_or_add_user("GM");
    let mut channels = vec![gm.channel];
    let mut guilds = vec![discord.first_guild()];
    for name in ["Second", "Third"] {
        // The id of a server has its time of creation in it, and that decides on its shard.
        elapsed_millis.fetch_add(1, Ordering::SeqCst);
        let (guild, channel) = discord.add_guild_with_bot(name, &gm, "arena");
        guilds.push(guild);
        channels.push(channel);
    }
    let mut shards: Vec<u64> = guilds.iter().map(|guild| (guild.0 >> 22) % 3).collect();
    shards.sort_unstable();
    assert_eq!(shards, [0, 1, 2]);
    (Table::start_on(discord, &Arc::default()).await, channels)
}

impl Table {
    /// Runs a command in each of these channels and returns the answers.
    async fn run_in_channels(&self, channels: &[Snowflake], text: &str) -> Vec<String> {
        let mut answers = Vec::new();
        for channel in channels {
            let has_commands =
                || (!self.discord.visible_commands(*channel).is_empty()).then_some(());
            assert!(self.discord.wait_for(TIMEOUT, has_commands).await.is_some());
            answers.push(self.gm.in_channel(*channel).run_command(text).await.unwrap().text());
        }
        answers
    }
}

#[tokio::test]
async fn fights_run_on_every_shard() {
    let (table, channels) = start_in_three_shards(DiscordSetup::new()).await;
    for answer in table.run_in_channels(&channels, "/init new system:dr12").await {
        assert!(answer.contains("DR12"), "{answer}");
    }
    // Discord sends all direct messages to shard 0.
    let inbox = table.gm.in_dm().run_command("/inbox").await.unwrap().text();
    assert!(inbox.contains("Nothing waits for you"), "{inbox}");
    // All connections break, and each shard resumes.
    table.discord.drop_gateway_connections();
    assert!(table.discord.wait_until_ready(4 * TIMEOUT).await);
    for answer in table.run_in_channels(&channels, "/status").await {
        assert!(!answer.contains("no fight"), "{answer}");
    }
    table.finish_cleanly().await;
}

/// The fake Discord rejects a shard that identifies too early, and counts that as a violation.
#[tokio::test]
async fn shards_identify_in_turn() {
    let (table, channels) =
        start_in_three_shards(DiscordSetup::new().with_max_concurrency(2)).await;
    table.run_in_channels(&channels, "/init new system:dr12").await;
    table.finish_cleanly().await;
}
