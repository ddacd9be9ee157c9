//! FACT-CHAOS-1: in a fight with chaos the bot marks what fighting players write into the channel,
//! or deletes it if the GM has set that. It leaves alone what everybody else writes.

use riposte::discord::bot;
use riposte::fake_discord::permissions::{self, ADD_REACTIONS, MANAGE_MESSAGES};
use riposte::fake_discord::{User, VisibleMessage};

use crate::table::{TIMEOUT, Table};

/// Begins a fight in which Ana fights and Ben looks on.
async fn begin_factions_fight(table: &Table) {
    for command in ["/init new system:factions", "/init add from:wolf"] {
        table.run_command(&table.gm, command).await;
    }
    table.run_command(&table.ana, "/init join from:hunter name:Ana").await;
    table.run_command(&table.gm, "/init started faction:party").await;
    table.run_command(&table.gm, "/init start").await;
}

fn find_message(user: &User, text: &str) -> Option<VisibleMessage> {
    user.visible_messages(user.channel).into_iter().find(|message| message.content == text)
}

/// Posts a text and returns its reactions once the bot is idle, or `None` if it was deleted.
async fn post_and_read_reactions(table: &Table, user: &User, text: &str) -> Option<Vec<String>> {
    user.post_text(text);
    // The bot handles gateway events in any order, so a reaction may come late. By now it has
    // answered a later command and has nothing left to do.
    table.run_command(&table.gm, "/status").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    let message = find_message(user, text)?;
    Some(message.reactions().into_iter().map(str::to_owned).collect())
}

async fn assert_gets_marked(table: &Table, user: &User, text: &str) {
    user.post_text(text);
    let is_marked =
        || find_message(user, text).filter(|message| message.reactions() == ["⚠️"]).map(drop);
    assert!(table.discord.wait_for(TIMEOUT, is_marked).await.is_some(), "{text}");
}

#[tokio::test]
async fn chaos_marks_or_deletes_chat_of_fighters() {
    let table = Table::start().await;
    begin_factions_fight(&table).await;
    assert_eq!(post_and_read_reactions(&table, &table.ana, "Behind you!").await, Some(vec![]));

    table.run_command(&table.gm, "/init set key:chaos value:true").await;
    assert_gets_marked(&table, &table.ana, "Left, left!").await;
    assert_eq!(post_and_read_reactions(&table, &table.ben, "What a fight.").await, Some(vec![]));
    assert_eq!(post_and_read_reactions(&table, &table.gm, "Ana, careful.").await, Some(vec![]));

    table.run_command(&table.gm, "/init set key:chaos_delete value:true").await;
    // To delete it the bot needs a permission that its invitation does not ask for.
    assert_gets_marked(&table, &table.ana, "Hold!").await;
    table.wait_for_message(&table.gm.in_dm(), "without the permission **Manage Messages**").await;
    assert_gets_marked(&table, &table.ana, "Hold them!").await;
    table.discord.remove_bot_permissions(table.ana.channel, ADD_REACTIONS);
    table.ana.post_text("Hold on!");
    table.wait_for_message(&table.gm.in_dm(), "without the permission **Add Reactions**").await;
    let notices = table.gm.in_dm().screen_text().matches("without the permission").count();
    assert_eq!(notices, 2, "the GM is told more than once");

    table.discord.add_bot_permissions(table.ana.channel, MANAGE_MESSAGES);
    table.ana.post_text("Run!");
    let is_deleted = || find_message(&table.ana, "Run!").is_none().then_some(());
    assert!(table.discord.wait_for(TIMEOUT, is_deleted).await.is_some());

    table.run_command(&table.gm, "/init end outcome:truce").await;
    assert_eq!(post_and_read_reactions(&table, &table.ana, "Phew.").await, Some(vec![]));
    table.finish_cleanly().await;
}

/// Proxy bots post through webhooks as well as this bot does.
#[tokio::test]
async fn chaos_leaves_posts_of_webhooks_alone() {
    let table = Table::start().await;
    begin_factions_fight(&table).await;
    table.run_command(&table.gm, "/init set key:chaos value:true").await;
    let webhook = table.discord.add_webhook(table.ana.channel, "Proxy");
    table.discord.post_through_webhook(webhook, "Ana the Bold", "For the hunt!");
    // By then the bot has handled what came before.
    assert_gets_marked(&table, &table.ana, "Left, left!").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    let proxied = find_message(&table.ben, "For the hunt!").unwrap();
    assert_eq!(proxied.author_name, "Ana the Bold");
    assert!(proxied.reactions().is_empty(), "{}", proxied.full_text());
    // The bot's own voices keep to the rule of chaos.
    let refused = table.run_command(&table.ana, "/describe text:Left!").await;
    assert!(refused.contains("only through `/say`"), "{refused}");
    let posted = table.run_command(&table.gm, "/describe text:Grr as:Wolf").await;
    assert!(posted.contains("Posted as **Wolf**"), "{posted}");
    table.finish_cleanly().await;
}

/// The other tests therefore hold with the permissions that the bot asks for.
#[test]
fn fake_discord_grants_the_invited_permissions() {
    assert_eq!(permissions::BOT_DEFAULT, bot::PERMISSIONS);
}
