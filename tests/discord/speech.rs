//! Words in character on Discord: posted through a webhook of the bot's as the character, or as an
//! embed where it may manage none, and changed by their author alone.

use riposte::fake_discord::permissions::{MANAGE_MESSAGES, MANAGE_WEBHOOKS};
use riposte::fake_discord::{InjectedFault, Snowflake, User, VisibleMessage};
use std::time::Duration;

use crate::table::{TIMEOUT, Table};

/// Returns the messages in a channel whose author has this name, oldest first.
fn messages_by(user: &User, channel: Snowflake, name: &str) -> Vec<VisibleMessage> {
    let all = user.visible_messages(channel).into_iter();
    all.filter(|message| message.author_name == name).collect()
}

/// Waits until the bot is idle, and returns the texts that a character has posted in the open
/// channel.
async fn texts_by(table: &Table, name: &str) -> Vec<String> {
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    let messages = messages_by(&table.ben, table.ben.channel, name);
    messages.into_iter().map(|message| message.content).collect()
}

/// Returns how often the bot has sent requests like this one: `POST /api/v10/channels/1/webhooks`.
fn count_requests(table: &Table, method: &str, path_end: &str) -> usize {
    let all = table.discord.logged_requests().into_iter();
    all.filter(|call| {
        call["method"] == method
            && call["path"].as_str().is_some_and(|path| path.ends_with(path_end))
    })
    .count()
}

#[tokio::test]
async fn words_are_posted_through_one_webhook_under_name_and_picture() {
    let mut table = Table::start().await;
    table
        .run_command(
            &table.ben,
            "/sheet new from:rogue name:Ben system:dr12 portrait:https://example.org/ben.png",
        )
        .await;
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.run_command(&table.ben, "/init join sheet:Ben").await;
    table.run_command(&table.gm, "/init add from:raider name:Clyde").await;
    let reply = table.run_command(&table.ben, "/describe text:\"*Hello*, <@1>!\"").await;
    assert!(reply.contains("Posted as **Ben**"), "{reply}");
    let posted = table.wait_for_message(&table.ana, "*Hello*").await;
    assert_eq!((posted.author_name.as_str(), posted.embeds().len()), ("Ben", 0));
    assert_eq!(posted.avatar_url.as_deref(), Some("https://example.org/ben.png"));
    assert_ne!(posted.author, table.discord.bot_id());
    // A word that Discord forbids in names is parted by a space that hardly anybody sees.
    table.run_command(&table.gm, "/describe text:Grr as:Clyde").await;
    table.wait_for_message(&table.ana, "Grr").await;
    assert_eq!(texts_by(&table, "C\u{200a}lyde").await, ["Grr"]);
    // The webhook is found again after a restart.
    table.kill_and_restart().await;
    table.run_command(&table.ben, "/describe text:Again").await;
    table.wait_for_message(&table.ana, "Again").await;
    assert_eq!(table.discord.webhooks_of_bot(table.ben.channel).len(), 1);
    assert_eq!(count_requests(&table, "POST", "/webhooks"), 1);
    table.finish_cleanly().await;
}

#[tokio::test]
async fn words_ping_whom_they_name_but_never_everybody() {
    let table = Table::start().await;
    table.begin_fight().await;
    let role = table.discord.add_role_to_first_guild("Hunters", 0);
    table.discord.give_role(&table.gm, role);
    let pinged_before = table.gm.pinging_messages().len();
    let text = format!("/describe text:\"@everyone <@&{role}> {}, look!\"", table.ben.mention());
    table.run_command(&table.ana, &text).await;
    let posted = table.wait_for_message(&table.ben, "look!").await;
    assert_eq!(posted.pings, [table.ben.id]);
    assert_eq!(table.gm.pinging_messages().len(), pinged_before);
    // An edit pings nobody.
    table
        .run_command(&table.ana, &format!("/words edit text:\"{} no.\"", table.gm.mention()))
        .await;
    let edited = table.wait_for_edit(&table.ben, &posted, "no.").await;
    assert_eq!(edited.pings, [table.ben.id]);
    table.finish_cleanly().await;
}

#[tokio::test]
async fn words_are_an_embed_without_permission_or_room_for_a_webhook() {
    let table = Table::start().await;
    table.begin_fight().await;
    let channel = table.ana.channel;
    table.discord.remove_bot_permissions(channel, MANAGE_WEBHOOKS);
    table.run_command(&table.ana, "/describe text:\"One word.\"").await;
    let posted = table.wait_for_message(&table.ben, "One word.").await;
    assert_eq!(posted.author, table.discord.bot_id());
    assert_eq!(posted.embeds()[0]["author"]["name"], "Ana");
    // It is edited and deleted as well.
    table.run_command(&table.ana, "/words edit text:\"Two words.\"").await;
    let edited = table.wait_for_edit(&table.ben, &posted, "Two words.").await;
    assert!(!edited.full_text().contains("One"), "{}", edited.full_text());
    table.run_command(&table.ana, "/words delete").await;
    table.wait_for_deletion(&table.ben, &posted).await;
    // With the permission, but fifteen webhooks of others.
    for number in 0..15 {
        table.discord.add_webhook(channel, &format!("Proxy {number}"));
    }
    table.discord.add_bot_permissions(channel, MANAGE_WEBHOOKS);
    table.run_command(&table.ana, "/describe text:\"Three words.\"").await;
    let posted = table.wait_for_message(&table.ben, "Three words.").await;
    assert_eq!(posted.author, table.discord.bot_id());
    assert!(table.discord.webhooks_of_bot(channel).is_empty());
    table.finish_cleanly().await;
}

#[tokio::test]
async fn deleted_webhook_is_made_anew() {
    let table = Table::start().await;
    table.begin_fight().await;
    let channel = table.ana.channel;
    table.run_command(&table.ana, "/describe text:First").await;
    let first = table.wait_for_message(&table.ben, "First").await;
    table.discord.delete_webhook(table.discord.webhooks_of_bot(channel)[0]);
    table.run_command(&table.ana, "/describe text:Second").await;
    let second = table.wait_for_message(&table.ben, "Second").await;
    assert_eq!(table.discord.webhooks_of_bot(channel).len(), 1);
    assert_ne!(first.author, second.author);
    assert_eq!(texts_by(&table, "Ana").await, ["First", "Second"]);
    table.finish_cleanly().await;
}

#[tokio::test]
async fn words_in_a_thread_come_through_the_webhook_of_its_channel() {
    let table = Table::start().await;
    let thread = table.discord.add_thread(table.gm.channel, &table.gm, "duel");
    let (gm, ana) = (table.gm.in_channel(thread), table.ana.in_channel(thread));
    table.run_command(&gm, "/init new system:dr12").await;
    table.run_command(&ana, "/init join from:warrior name:Ana").await;
    table.run_command(&ana, "/describe text:\"En garde!\"").await;
    let posted = table.wait_for_message(&ana, "En garde!").await;
    assert_eq!((posted.channel, posted.author_name.as_str()), (thread, "Ana"));
    assert_eq!(table.discord.webhooks_of_bot(table.gm.channel).len(), 1);
    table.run_command(&ana, "/words edit text:Touché!").await;
    table.wait_for_edit(&ana, &posted, "Touché!").await;
    table.run_command(&ana, "/words delete").await;
    table.wait_for_deletion(&ana, &posted).await;
    table.finish_cleanly().await;
}

/// Discord recognises no repeated post of a webhook, so the bot looks itself.
#[tokio::test]
async fn words_are_posted_once_whatever_happens_to_the_request() {
    let mut table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/describe text:\"Words 0\"").await;
    table.wait_for_message(&table.ben, "Words 0").await;
    let execute = "POST /api/v10/webhooks/";
    let webhook = table.discord.webhooks_of_bot(table.ana.channel)[0];
    let execute = format!("{execute}{webhook}");
    let retry_after = Duration::from_millis(1);
    let faults = [
        InjectedFault::RateLimited { retry_after },
        InjectedFault::ServerError,
        InjectedFault::ServerErrorWhenDone,
        InjectedFault::ConnectionLost,
        InjectedFault::ConnectionLostWhenDone,
        InjectedFault::ProxyPageWhenDone,
    ];
    let mut expected = vec!["Words 0".to_string()];
    for (number, fault) in faults.into_iter().enumerate() {
        table.discord.inject_fault(&execute, fault, 1);
        let text = format!("Words {}", number + 1);
        table.run_command(&table.ana, &format!("/describe text:\"{text}\"")).await;
        table.advance_until_message(&table.ben, &text).await;
        expected.push(text);
    }
    // The bot is killed after Discord has posted the words, and before it hears of that.
    let hold = table.discord.hold_next_response(&execute);
    table.run_command(&table.ana, "/describe text:\"The last words\"").await;
    table.advance_until_message(&table.ben, "The last words").await;
    table.kill_and_restart().await;
    hold.release();
    expected.push("The last words".into());
    table.run_command(&table.ana, "/describe text:\"Famous last words\"").await;
    table.advance_until_message(&table.ben, "Famous last words").await;
    expected.push("Famous last words".into());
    assert_eq!(texts_by(&table, "Ana").await, expected);
    table.finish_cleanly().await;
}

#[tokio::test]
async fn author_alone_changes_words_from_the_menu_of_their_message() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/describe text:\"I yeild.\"").await;
    let posted = table.wait_for_message(&table.ben, "I yeild.").await;
    table.run_command(&table.ana, "/describe text:\"Never.\"").await;
    table.wait_for_message(&table.ben, "Never.").await;
    let choose = async |user: &User, command: &str| {
        user.choose_on_message(posted.id, command).await.unwrap()
    };
    for command in ["Edit my words", "Delete words"] {
        let refused = choose(&table.ben, command).await;
        assert!(
            refused.is_ephemeral && refused.text().contains("Only whoever wrote"),
            "{refused:?}"
        );
    }
    let form = choose(&table.ana, "Edit my words").await.modal.unwrap();
    assert_eq!(form.inputs[0].value, "I yeild.");
    table.ana.submit_modal(&form, &[("text", "I yield.")]).await.unwrap();
    table.wait_for_edit(&table.ben, &posted, "I yield.").await;
    assert_eq!(texts_by(&table, "Ana").await, ["I yield.", "Never."]);
    choose(&table.ana, "Delete words").await;
    table.wait_for_deletion(&table.ben, &posted).await;
    assert_eq!(texts_by(&table, "Ana").await, ["Never."]);
    // Of other messages there is nothing to change.
    let turn = table.wait_for_message(&table.ana, "it's your turn").await;
    let refused = table.ana.choose_on_message(turn.id, "Edit my words").await.unwrap();
    assert!(refused.text().contains("no words"), "{}", refused.text());
    table.finish_cleanly().await;
}

#[tokio::test]
async fn who_said_that_names_players_to_all_and_gms_to_gms() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/describe text:Halt!").await;
    table.run_command(&table.gm, "/describe text:Grr as:Wolf").await;
    let by_ana = table.wait_for_message(&table.ben, "Halt!").await;
    let by_wolf = table.wait_for_message(&table.ben, "Grr").await;
    let ask = async |user: &User, message: &VisibleMessage| {
        let answer = user.choose_on_message(message.id, "Who said that?").await.unwrap();
        assert!(answer.is_ephemeral, "{}", answer.text());
        answer.text()
    };
    assert!(ask(&table.ben, &by_ana).await.contains(&table.ana.mention()));
    let of_wolf = ask(&table.ben, &by_wolf).await;
    assert!(of_wolf.contains("The GM") && !of_wolf.contains(&table.gm.mention()), "{of_wolf}");
    assert!(ask(&table.gm, &by_wolf).await.contains(&table.gm.mention()));
    let turn = table.wait_for_message(&table.ana, "it's your turn").await;
    assert!(ask(&table.ben, &turn).await.contains("Nobody"));
    table.finish_cleanly().await;
}

#[tokio::test]
async fn story_quotes_words_between_what_was_played() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/describe text:\"*Ana* bows.\"").await;
    table.run_command(&table.ana, "/pass").await;
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    let log = table.run_command(&table.ben, "/log").await;
    assert!(log.contains(r"**Ana**: \*Ana\* bows."), "{log}");
    table.run_command(&table.gm, "/init end outcome:truce").await;
    let export = table.run_private_command(&table.ben, "/export").await;
    assert!(export.attachments()[0]["filename"].as_str().unwrap().ends_with(".md"));
    table.finish_cleanly().await;
}

#[tokio::test]
async fn describe_button_of_a_turn_posts_as_whoever_has_it() {
    let table = Table::start().await;
    table.begin_fight().await;
    let turn = table.wait_for_message(&table.ana, "it's your turn").await;
    let form = table.ana.press_button(turn.id, "Describe").await.unwrap().modal.unwrap();
    table.ana.submit_modal(&form, &[("text", "Ana draws her\nlongsword.")]).await.unwrap();
    let posted = table.wait_for_message(&table.ben, "draws her").await;
    assert_eq!(
        (posted.author_name.as_str(), &*posted.content),
        ("Ana", "Ana draws her\nlongsword.")
    );
    // Somebody else's words would not be Ana's.
    let form = table.ben.press_button(turn.id, "Describe").await.unwrap().modal.unwrap();
    let refused = table.ben.submit_modal(&form, &[("text", "I yield.")]).await.unwrap();
    assert!(refused.is_ephemeral && !refused.text().contains("Posted"), "{}", refused.text());
    table.finish_cleanly().await;
}

/// Returns the pattern of requests that post through the webhook of the open channel.
fn execute_pattern(table: &Table) -> String {
    format!("POST /api/v10/webhooks/{}", table.discord.webhooks_of_bot(table.ana.channel)[0])
}

/// Words that are taken away while nobody knows whether they were posted go all the same.
#[tokio::test]
async fn words_deleted_before_their_post_is_acknowledged_are_deleted() {
    let mut table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/describe text:Stays").await;
    table.wait_for_message(&table.ben, "Stays").await;
    let execute = execute_pattern(&table);
    for fault in [InjectedFault::ServerErrorWhenDone, InjectedFault::ConnectionLostWhenDone] {
        table.discord.inject_fault(&execute, fault, 1);
        table.run_command(&table.ana, "/describe text:Gone").await;
        let posted = table.wait_for_message(&table.ben, "Gone").await;
        assert!(table.discord.wait_until_idle(TIMEOUT).await);
        table.run_command(&table.ana, "/words delete").await;
        table.advance_until_deletion(&table.ben, &posted).await;
    }
    // The bot is killed before it hears of the post.
    let hold = table.discord.hold_next_response(&execute);
    table.run_command(&table.ana, "/describe text:Gone").await;
    let posted = table.advance_until_message(&table.ben, "Gone").await;
    table.run_command(&table.ana, "/words delete").await;
    table.kill_and_restart().await;
    hold.release();
    table.wait_for_deletion(&table.ben, &posted).await;
    assert_eq!(texts_by(&table, "Ana").await, ["Stays"]);
    // As an embed.
    let channel = table.ana.channel;
    table.discord.delete_webhook(table.discord.webhooks_of_bot(channel)[0]);
    table.discord.remove_bot_permissions(channel, MANAGE_WEBHOOKS);
    let post = format!("POST /api/v10/channels/{channel}/messages");
    table.discord.inject_fault(&post, InjectedFault::ServerErrorWhenDone, 1);
    table.run_command(&table.ana, "/describe text:Gone").await;
    let posted = table.wait_for_message(&table.ben, "Gone").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    table.run_command(&table.ana, "/words delete").await;
    table.advance_until_deletion(&table.ben, &posted).await;
    table.finish_cleanly().await;
}

/// However much was written in the channel since.
#[tokio::test]
async fn words_edited_before_their_post_is_acknowledged_are_edited() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/describe text:First").await;
    table.wait_for_message(&table.ben, "First").await;
    let fault = InjectedFault::ServerErrorWhenDone;
    table.discord.inject_fault(&execute_pattern(&table), fault, 1);
    table.run_command(&table.ana, "/describe text:Secnd").await;
    let posted = table.wait_for_message(&table.ben, "Secnd").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    for number in 0..250 {
        table.ben.post_text(&format!("Chat {number}"));
    }
    table.run_command(&table.ana, "/words edit text:Second").await;
    table.advance_hours(1).await;
    table.wait_for_edit(&table.ben, &posted, "Second").await;
    assert_eq!(texts_by(&table, "Ana").await, ["First", "Second"]);
    table.finish_cleanly().await;
}

/// Nobody can edit the posts of a webhook that is gone, so they are posted again: once, whatever
/// happens on the way.
#[tokio::test]
async fn words_of_a_lost_webhook_are_replaced_once() {
    let mut table = Table::start().await;
    table.begin_fight().await;
    let channel = table.ana.channel;
    table.discord.add_bot_permissions(channel, MANAGE_MESSAGES);
    let faults = [
        InjectedFault::ServerError,
        InjectedFault::ServerErrorWhenDone,
        InjectedFault::ConnectionLostWhenDone,
    ];
    let mut expected = Vec::new();
    let requests = ["POST /api/v10/webhooks/", "DELETE /api/v10/channels/"];
    for request in requests {
        for fault in faults.iter().cloned().map(Some).chain([None]) {
            let number = expected.len();
            table.run_command(&table.ana, &format!("/describe text:\"Old {number}\"")).await;
            let old = table.advance_until_message(&table.ben, &format!("Old {number}")).await;
            // A request that was lost before is not tried again in the place of the next.
            table.advance_until_delivered().await;
            assert!(table.discord.wait_until_idle(TIMEOUT).await);
            table.discord.delete_webhook(table.discord.webhooks_of_bot(channel)[0]);
            let new = format!("New {number}");
            // Without a fault the bot is killed before it hears of what it has done.
            let hold = match fault {
                Some(fault) => {
                    table.discord.inject_fault(request, fault, 1);
                    None
                }
                None => Some(table.discord.hold_next_response(request)),
            };
            table.run_command(&table.ana, &format!("/words edit text:\"{new}\"")).await;
            table.advance_until_message(&table.ben, &new).await;
            if let Some(hold) = hold {
                if request.starts_with("DELETE") {
                    table.wait_for_deletion(&table.ben, &old).await;
                }
                table.kill_and_restart().await;
                hold.release();
            }
            table.advance_until_deletion(&table.ben, &old).await;
            expected.push(new);
            assert_eq!(texts_by(&table, "Ana").await, expected, "{request} {number}");
        }
    }
    table.finish_cleanly().await;
}

/// The bot may not delete what it cannot edit: then the words stay as they were posted, and their
/// author is told.
#[tokio::test]
async fn words_that_can_be_neither_edited_nor_deleted_stay_alone() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/describe text:Old").await;
    table.wait_for_message(&table.ben, "Old").await;
    table.discord.delete_webhook(table.discord.webhooks_of_bot(table.ana.channel)[0]);
    table.run_command(&table.ana, "/words edit text:New").await;
    table.wait_for_message(&table.ana.in_dm(), "I may not change **Ana**'s words").await;
    assert_eq!(texts_by(&table, "Ana").await, ["Old"]);
    table.finish_cleanly().await;
}

/// The webhooks of a channel are listed once, and again only when a webhook is gone.
#[tokio::test]
async fn webhooks_are_listed_only_when_they_have_changed() {
    let table = Table::start().await;
    table.begin_fight().await;
    let channel = table.ana.channel;
    table.discord.add_bot_permissions(channel, MANAGE_MESSAGES);
    table.run_command(&table.ana, "/describe text:One").await;
    let posted = table.wait_for_message(&table.ben, "One").await;
    for text in ["Two", "Three"] {
        table.run_command(&table.ana, &format!("/words edit text:{text}")).await;
        table.wait_for_edit(&table.ben, &posted, text).await;
    }
    assert_eq!(count_requests(&table, "GET", "/webhooks"), 1);
    table.discord.delete_webhook(table.discord.webhooks_of_bot(channel)[0]);
    table.run_command(&table.ana, "/words edit text:Four").await;
    table.wait_for_message(&table.ben, "Four").await;
    assert_eq!(texts_by(&table, "Ana").await, ["Four"]);
    table.finish_cleanly().await;
}

/// AutoMod blocks words: nobody reads them, in the log neither, and their author posts others.
#[tokio::test]
async fn author_of_blocked_words_is_told_and_posts_others() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.discord.block_words_of_bot_in_first_guild(&["darn"]);
    table.run_command(&table.ana, "/describe text:\"Darn it!\"").await;
    table.wait_for_message(&table.ana.in_dm(), "> Darn it!").await;
    assert!(texts_by(&table, "Ana").await.is_empty());
    let log = table.run_command(&table.ben, "/log").await;
    assert!(!log.contains("Darn"), "{log}");
    assert!(!table.gm.in_dm().screen_text().contains("Darn"));
    table.run_command(&table.ana, "/words edit text:\"Dear me!\"").await;
    let posted = table.wait_for_message(&table.ben, "Dear me!").await;
    assert!(table.run_command(&table.ben, "/log").await.contains("Dear me!"));
    // An edit that is blocked leaves the message as it was.
    table.run_command(&table.ana, "/words edit text:\"Darn you!\"").await;
    table.wait_for_message(&table.ana.in_dm(), "> Darn you!").await;
    assert_eq!(texts_by(&table, "Ana").await, ["Dear me!"]);
    table.run_command(&table.ana, "/words edit text:\"Dear you!\"").await;
    table.wait_for_edit(&table.ben, &posted, "Dear you!").await;
    table.finish_cleanly().await;
}

#[tokio::test]
async fn gm_and_moderators_delete_words_from_the_menu_of_their_message() {
    let table = Table::start().await;
    table.begin_fight().await;
    let role = table.discord.add_role_to_first_guild("Moderators", MANAGE_MESSAGES);
    let moderator = table.discord.find_or_add_user("Moderator");
    table.discord.give_role(&moderator, role);
    for (number, user) in [&table.gm, &moderator].into_iter().enumerate() {
        let text = format!("Vile words {number}");
        table.run_command(&table.ana, &format!("/describe text:\"{text}\"")).await;
        let posted = table.wait_for_message(&table.ben, &text).await;
        let refused = table.ben.choose_on_message(posted.id, "Delete words").await.unwrap();
        assert!(refused.text().contains("Only whoever wrote"), "{}", refused.text());
        user.choose_on_message(posted.id, "Delete words").await.unwrap();
        table.wait_for_deletion(&table.ben, &posted).await;
    }
    table.wait_for_message(&table.ana.in_dm(), "were taken out").await;
    let log = table.run_command(&table.ben, "/log").await;
    assert_eq!(log.matches("**Ana**: (words that were taken out)").count(), 2, "{log}");
    assert!(!log.contains("Vile"), "{log}");
    table.finish_cleanly().await;
}

/// A direct message is no way around the permissions of the channel.
#[tokio::test]
async fn who_does_not_see_the_channel_posts_no_words_there() {
    let table = Table::start().await;
    table.begin_fight().await;
    let dm = table.ana.in_dm();
    table.run_command(&dm, "/describe text:\"I am here.\"").await;
    let posted = table.wait_for_message(&table.ben, "I am here.").await;
    table.discord.hide_channel_from(table.ana.channel, &table.ana);
    for command in ["/describe text:Boo", "/words edit text:Boo"] {
        let refused = table.run_command(&dm, command).await;
        assert!(refused.contains("may not write in the channel"), "{command}: {refused}");
    }
    assert_eq!(texts_by(&table, "Ana").await, ["I am here."]);
    // What stands there one may still take away.
    table.run_command(&dm, "/words delete").await;
    table.wait_for_deletion(&table.ben, &posted).await;
    table.finish_cleanly().await;
}

#[tokio::test]
async fn follower_who_does_not_see_the_channel_any_more_is_told_once() {
    let table = Table::start().await;
    table.begin_fight().await;
    let zoe = table.discord.find_or_add_user("Zoe").in_channel(table.gm.channel);
    table.run_command(&zoe, "/follow").await;
    let end_round = async || {
        let round = table.app_round().await;
        while table.app_round().await == round {
            table.run_command(&table.gm, "/skip").await;
        }
    };
    end_round().await;
    table.wait_for_message(&zoe.in_dm(), "Round 1").await;
    table.discord.hide_channel_from(zoe.channel, &zoe);
    for _ in 0..2 {
        end_round().await;
        table.wait_for_message(&zoe.in_dm(), "You do not see the channel").await;
    }
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    let screen = zoe.in_dm().screen_text();
    assert_eq!(screen.matches("You do not see the channel").count(), 1, "{screen}");
    assert!(!screen.contains("Round 2"), "{screen}");
    table.finish_cleanly().await;
}

/// Discord allows a webhook five requests in two seconds. The bot waits as long as it says.
#[tokio::test]
async fn bot_waits_as_long_as_the_rate_limit_of_webhooks_says() {
    let table = Table::start_on_one_clock().await;
    table.begin_fight().await;
    for number in 0..6 {
        table.run_command(&table.ana, &format!("/describe text:\"Words {number}\"")).await;
    }
    table.wait_for_message(&table.ben, "Words 4").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    assert_eq!(texts_by(&table, "Ana").await.len(), 5);
    let execute = || {
        let all = table.discord.logged_requests().into_iter();
        let is_execute = |call: &serde_json::Value| {
            call["method"] == "POST"
                && call["path"].as_str().is_some_and(|path| path.contains("/webhooks/"))
                && call["path"].as_str().is_some_and(|path| path.contains("webhook-"))
        };
        all.filter(is_execute).count()
    };
    let requests = execute();
    assert_eq!(requests, 6);
    // The wait is two seconds, longer than the bot waits after other failures.
    table.advance_millis(1900).await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    assert_eq!(execute(), requests);
    table.advance_millis(200).await;
    table.wait_for_message(&table.ben, "Words 5").await;
    assert_eq!(texts_by(&table, "Ana").await.len(), 6);
    table.finish_cleanly().await;
}

/// Somebody who follows a fight watches it again from the report in their direct messages, as long
/// as they see its channel.
#[tokio::test]
async fn follower_watches_the_fight_again_while_they_see_its_channel() {
    let table = Table::start().await;
    table.begin_fight().await;
    let zoe = table.discord.find_or_add_user("Zoe").in_channel(table.gm.channel);
    table.run_command(&zoe, "/follow").await;
    table.run_command(&table.gm, "/init end outcome:truce").await;
    let dm = zoe.in_dm();
    let report = table.wait_for_message(&dm, "Nobody fell").await;
    let watch = async || dm.press_button(report.id, "Watch it again").await.unwrap();
    let page = watch().await.message.unwrap();
    let name = page.attachments()[0]["filename"].as_str().unwrap().to_owned();
    assert!(name.ends_with(".html"), "{name}");
    table.discord.hide_channel_from(table.gm.channel, &zoe);
    let refused = watch().await.text();
    assert!(refused.contains("do not see the channel"), "{refused}");
    table.finish_cleanly().await;
}
