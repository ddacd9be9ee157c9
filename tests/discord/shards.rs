//! A bot in so many servers that Discord divides them into shards.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use riposte::app::clock::Clock as _;
use riposte::fake_discord::{DiscordSetup, FakeClock, FakeDiscord, Snowflake};

use crate::table::{SOON, Table};

/// Three servers, each in a shard of its own of three; their channels.
async fn divided(world: DiscordSetup) -> (Table, Vec<Snowflake>) {
    let begun = riposte::app::clock::WallClock.now().as_millisecond();
    let made = Arc::new(AtomicI64::new(0));
    let now = Arc::clone(&made);
    let clock = FakeClock::from_fn(move || begun + now.load(Ordering::SeqCst));
    let world = world
        .with_min_shards(3)
        .with_user("GM")
        .with_user("Ana")
        .with_user("Ben")
        .with_channel("arena")
        .with_clock(clock);
    let discord = FakeDiscord::start(world).await.unwrap();
    let gm = discord.find_or_add_user("GM");
    let mut channels = vec![gm.channel];
    let mut guilds = vec![discord.first_guild()];
    for name in ["Second", "Third"] {
        // A server's number says when it was made, and its shard follows from that.
        made.fetch_add(1, Ordering::SeqCst);
        let (guild, channel) = discord.add_guild_with_bot(name, &gm, "arena");
        guilds.push(guild);
        channels.push(channel);
    }
    let mut shards: Vec<u64> = guilds.iter().map(|guild| (guild.0 >> 22) % 3).collect();
    shards.sort_unstable();
    assert_eq!(shards, [0, 1, 2]);
    (Table::set_on(discord, &Arc::default()).await, channels)
}

impl Table {
    /// A command in each of these channels; what is said to each.
    async fn everywhere(&self, channels: &[Snowflake], text: &str) -> Vec<String> {
        let mut said = Vec::new();
        for channel in channels {
            let has_commands =
                || (!self.discord.visible_commands(*channel).is_empty()).then_some(());
            assert!(self.discord.wait_for(SOON, has_commands).await.is_some());
            said.push(self.gm.in_channel(*channel).run_command(text).await.unwrap().text());
        }
        said
    }
}

#[tokio::test]
async fn servers_of_all_shards_are_played_in() {
    let (table, channels) = divided(DiscordSetup::new()).await;
    for said in table.everywhere(&channels, "/init new system:dr12").await {
        assert!(said.contains("DR12"), "{said}");
    }
    // Direct messages come to shard 0, whatever they are about.
    let inbox = table.gm.in_dm().run_command("/inbox").await.unwrap().text();
    assert!(inbox.contains("Nothing waits for you"), "{inbox}");
    // All lines break, and each shard comes back to what it was told.
    table.discord.drop_gateway_connections();
    assert!(table.discord.wait_until_ready(4 * SOON).await);
    for said in table.everywhere(&channels, "/status").await {
        assert!(!said.contains("no fight"), "{said}");
    }
    table.clear().await;
}

/// The stand-in sends away whoever comes too early, and counts it as a fault.
#[tokio::test]
async fn shards_identify_in_turn() {
    let (table, channels) = divided(DiscordSetup::new().with_max_concurrency(2)).await;
    table.everywhere(&channels, "/init new system:dr12").await;
    table.clear().await;
}
