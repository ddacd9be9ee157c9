//! Who is waited for: nudges, and the inbox.

use crate::table::Table;

#[tokio::test]
async fn what_waits_is_answered_from_the_inbox() {
    let table = Table::set().await;
    table.begin().await;
    table.slash(&table.ana, "/pass").await;
    table.sees(&table.ben, "**Ben**, it's your turn").await;
    table.slash(&table.ben, "/pass").await;
    let gm = table.gm.in_dm();
    table.sees(&gm, "Wolf").await;
    let inbox = table.slash(&gm, "/inbox").await;
    assert!(inbox.contains("One decision waits for you"), "{inbox}");
    assert!(inbox.contains("(https://discord.com/channels/"), "{inbox}");
    table.slash(&gm, "/attack as:Wolf target:Ana").await;
    let asked = table.sees(&table.ana, "[Avoid (DEX Test)]").await;
    let pings = table.ana.pinging_messages().len();
    table.later(6).await;
    let nudge = table.sees(&table.ana, "the fight waits for **Ana** to answer").await.full_text();
    // It stays there, and is true as well when its time is past.
    assert!(nudge.contains("by <t:") && !nudge.contains(":R>"), "{nudge}");
    assert_eq!(
        table.ana.pinging_messages().len(),
        pings + 1,
        "a nudge is a new message that pings"
    );
    let inbox = table.ana.run_command("/inbox").await.unwrap();
    assert!(inbox.is_ephemeral);
    table.dice(&[(20, 19)]);
    let message = inbox.message.unwrap();
    table.ana.press_button(message.id, "Avoid (DEX Test)").await.unwrap();
    // The question has become the record of what came of it.
    let told = table.becomes(&table.ben, &asked, "**Ana** tries to avoid it").await;
    assert!(told.content.is_empty() && told.buttons().is_empty(), "{}", told.full_text());
    let inbox = table.slash(&table.ana, "/inbox").await;
    assert!(inbox.contains("Nothing waits for you"), "{inbox}");
    table.clear().await;
}

#[tokio::test]
async fn a_stand_in_gets_the_buttons() {
    let table = Table::set().await;
    table.begin().await;
    let zoe = table.discord.find_or_add_user("Zoe");
    let given = table.slash(&table.ana, "/stand-in user:Zoe until:2d").await;
    assert!(given.contains("See the channel"), "{given}");
    table.sees(&table.ben, "plays **Ana** in their player's place").await;
    assert!(table.slash(&zoe, "/mine").await.contains("longsword"));
    table.slash(&zoe, "/pass").await;
    table.sees(&table.ben, "**Ben**, it's your turn").await;
    let away = table.slash(&table.ben, "/away until:3d").await;
    assert!(away.contains("You are away"), "{away}");
    table.slash(&table.gm, "/pass as:Ben").await;
    let clock = table.slash(&table.ben, "/clock zone:Europe/Berlin quiet_hours:22:00-8:00").await;
    assert!(clock.contains("Quiet hours: 22:00–8:00"), "{clock}");
    table.slash(&table.gm, "/co-gm add user:Ben").await;
    assert!(table.slash(&table.ben, "/status").await.contains("**Wolf** ▰▰▰▰ 5/5"));
    table.clear().await;
}
