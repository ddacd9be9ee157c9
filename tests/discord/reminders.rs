//! Reminders, the inbox, and players who are away.

use crate::table::Table;

#[tokio::test]
async fn prompt_is_answered_from_the_inbox() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/pass").await;
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    table.run_command(&table.ben, "/pass").await;
    let gm = table.gm.in_dm();
    table.wait_for_message(&gm, "Wolf").await;
    let inbox = table.run_command(&gm, "/inbox").await;
    assert!(inbox.contains("One decision waits for you"), "{inbox}");
    assert!(inbox.contains("(https://discord.com/channels/"), "{inbox}");
    table.run_command(&gm, "/attack as:Wolf target:Ana").await;
    let prompt = table.wait_for_message(&table.ana, "[Avoid (DEX Test)]").await;
    let pings = table.ana.pinging_messages().len();
    table.advance_hours(6).await;
    let reminder = table
        .wait_for_message(&table.ana, "the fight waits for **Ana** to answer")
        .await
        .full_text();
    // The reminder stays in the channel, so it names a time of day instead of a relative one.
    assert!(reminder.contains("by <t:") && !reminder.contains(":R>"), "{reminder}");
    assert_eq!(
        table.ana.pinging_messages().len(),
        pings + 1,
        "a reminder is a new message that pings"
    );
    let inbox = table.ana.run_command("/inbox").await.unwrap();
    assert!(inbox.is_ephemeral);
    table.script_dice(&[(20, 19)]);
    let message = inbox.message.unwrap();
    table.ana.press_button(message.id, "Avoid (DEX Test)").await.unwrap();
    // The prompt has become the record of its result.
    let record = table.wait_for_edit(&table.ben, &prompt, "**Ana** tries to avoid it").await;
    assert!(record.content.is_empty() && record.buttons().is_empty(), "{}", record.full_text());
    let inbox = table.run_command(&table.ana, "/inbox").await;
    assert!(inbox.contains("Nothing waits for you"), "{inbox}");
    table.finish_cleanly().await;
}

#[tokio::test]
async fn stand_in_plays_for_an_absent_player() {
    let table = Table::start().await;
    table.begin_fight().await;
    let zoe = table.discord.find_or_add_user("Zoe");
    let answer = table.run_command(&table.ana, "/stand-in user:Zoe until:2d").await;
    assert!(answer.contains("See the channel"), "{answer}");
    table.wait_for_message(&table.ben, "plays **Ana** in their player's place").await;
    assert!(table.run_command(&zoe, "/mine").await.contains("longsword"));
    table.run_command(&zoe, "/pass").await;
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    let away = table.run_command(&table.ben, "/away until:3d").await;
    assert!(away.contains("You are away"), "{away}");
    table.run_command(&table.gm, "/pass as:Ben").await;
    let clock =
        table.run_command(&table.ben, "/clock zone:Europe/Berlin quiet_hours:22:00-8:00").await;
    assert!(clock.contains("Quiet hours: 22:00–8:00"), "{clock}");
    table.run_command(&table.gm, "/co-gm add user:Ben").await;
    assert!(table.run_command(&table.ben, "/status").await.contains("**Wolf** ▰▰▰▰ 5/5"));
    table.finish_cleanly().await;
}
