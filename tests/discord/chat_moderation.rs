//! FACT-CHAOS-1: in a fight with chaos, what fighting players write past the bot is marked, or
//! deleted if the GM set it so; and nobody else's words are.

use riposte::discord::bot;
use riposte::fake_discord::permissions::{self, ADD_REACTIONS, MANAGE_MESSAGES};
use riposte::fake_discord::{User, VisibleMessage};

use crate::table::{SOON, Table};

/// Ana fights, Ben looks on.
async fn fights(table: &Table) {
    for command in ["/init new system:factions", "/init add from:wolf"] {
        table.slash(&table.gm, command).await;
    }
    table.slash(&table.ana, "/init join from:hunter name:Ana").await;
    table.slash(&table.gm, "/init started faction:party").await;
    table.slash(&table.gm, "/init start").await;
}

fn said(user: &User, text: &str) -> Option<VisibleMessage> {
    user.visible_messages(user.channel).into_iter().find(|message| message.content == text)
}

/// What becomes of some words, once all that the bot does is done.
async fn marks(table: &Table, user: &User, text: &str) -> Option<Vec<String>> {
    user.post_text(text);
    // Events are taken in any order, so it is seen only after a while: by then the bot has
    // answered a command that came later, and is quiet.
    table.slash(&table.gm, "/status").await;
    assert!(table.discord.wait_until_idle(SOON).await);
    let message = said(user, text)?;
    Some(message.reactions().into_iter().map(str::to_owned).collect())
}

async fn becomes_marked(table: &Table, user: &User, text: &str) {
    user.post_text(text);
    let is_marked = || said(user, text).filter(|message| message.reactions() == ["⚠️"]).map(drop);
    assert!(table.discord.wait_for(SOON, is_marked).await.is_some(), "{text}");
}

#[tokio::test]
async fn in_chaos_only_what_is_said_by_command_is_let_be() {
    let table = Table::set().await;
    fights(&table).await;
    assert_eq!(marks(&table, &table.ana, "Behind you!").await, Some(vec![]));

    table.slash(&table.gm, "/init set key:chaos value:true").await;
    becomes_marked(&table, &table.ana, "Left, left!").await;
    assert_eq!(marks(&table, &table.ben, "What a fight.").await, Some(vec![]));
    assert_eq!(marks(&table, &table.gm, "Ana, careful.").await, Some(vec![]));

    table.slash(&table.gm, "/init set key:chaos_delete value:true").await;
    // It may be deleted only where the bot has a permission that it is not invited with.
    becomes_marked(&table, &table.ana, "Hold!").await;
    table.sees(&table.gm.in_dm(), "without the permission **Manage Messages**").await;
    becomes_marked(&table, &table.ana, "Hold them!").await;
    table.discord.remove_bot_permissions(table.ana.channel, ADD_REACTIONS);
    table.ana.post_text("Hold on!");
    table.sees(&table.gm.in_dm(), "without the permission **Add Reactions**").await;
    let told = table.gm.in_dm().screen_text().matches("without the permission").count();
    assert_eq!(told, 2, "told more than once");

    table.discord.add_bot_permissions(table.ana.channel, MANAGE_MESSAGES);
    table.ana.post_text("Run!");
    let is_gone = || said(&table.ana, "Run!").is_none().then_some(());
    assert!(table.discord.wait_for(SOON, is_gone).await.is_some());

    table.slash(&table.gm, "/init end outcome:truce").await;
    assert_eq!(marks(&table, &table.ana, "Phew.").await, Some(vec![]));
    table.clear().await;
}

/// What works here works with the permissions that the bot asks for.
#[test]
fn the_stand_in_gives_what_the_invitation_asks_for() {
    assert_eq!(permissions::BOT_DEFAULT, bot::PERMISSIONS);
}
