//! Turn plans from the board, the digest for returning players, fights that are played again, and
//! portraits.

use riposte::fake_discord::{User, VisibleMessage};

use crate::table::Table;

/// Runs a command and returns the message of its answer.
async fn run_for_message(user: &User, text: &str) -> VisibleMessage {
    user.run_command(text).await.unwrap().message.unwrap()
}

#[tokio::test]
async fn waiting_player_plans_a_turn_from_the_board() {
    let table = Table::start().await;
    table.begin_fight().await;
    let turn = table.wait_for_message(&table.ana, "it's your turn").await;
    // The player whose turn it is cannot plan.
    let own_board = table.ana.press_button(turn.id, "Board").await.unwrap().message.unwrap();
    assert!(own_board.find_button("Plan my next turn").is_none(), "{}", own_board.full_text());
    let board = table.ben.press_button(turn.id, "Board").await.unwrap().message.unwrap();
    let plan = table.ben.press_button(board.id, "Plan my next turn").await.unwrap();
    assert!(plan.is_ephemeral && plan.text().contains("no plan"), "{}", plan.text());
    let plan = plan.message.unwrap();
    let form = table.ben.press_button(plan.id, "Add an act").await.unwrap().modal.unwrap();
    let drafted = table.ben.submit_modal(&form, &[("act", "move zone:Yard")]).await.unwrap();
    assert!(drafted.text().contains("move zone:Yard"), "{}", drafted.text());
    let confirmed = table.press_button(&table.ben, &drafted.message.unwrap(), "Confirm").await;
    assert!(confirmed.contains("move zone:Yard"), "{confirmed}");
    // Nobody else can read what Ben plans.
    assert!(!table.ana.screen_text().contains("zone:Yard"));
    table.finish_cleanly().await;
}

#[tokio::test]
async fn refused_form_opens_again_as_it_was_filled_in() {
    let table = Table::start().await;
    let gm = &table.gm;
    table.begin_fight().await;
    // A typed command needs no button: people send it again.
    let refused = run_for_message(gm, "/init add from:raider count:51").await;
    assert!(refused.find_button("Try again").is_none(), "{}", refused.full_text());
    assert!(refused.full_text().contains("50"), "{}", refused.full_text());
    let turn = table.wait_for_message(&table.ana, "it's your turn").await;
    let board = table.ben.press_button(turn.id, "Board").await.unwrap().message.unwrap();
    let plan = table.ben.press_button(board.id, "Plan my next turn").await.unwrap();
    let plan = plan.message.unwrap();
    let form = table.ben.press_button(plan.id, "Add an act").await.unwrap().modal.unwrap();
    let written = "jump over `the` wall";
    let refused = table.ben.submit_modal(&form, &[("act", written)]).await.unwrap();
    let refused = refused.message.unwrap();
    // Only who has written it can open it, and as often as they like.
    for _ in 0..2 {
        let again = table.ben.press_button(refused.id, "Try again").await.unwrap().modal.unwrap();
        let values: Vec<_> = again.inputs.iter().map(|input| input.value.as_str()).collect();
        assert_eq!(values, [written]);
    }
    let again = table.ben.press_button(refused.id, "Try again").await.unwrap().modal.unwrap();
    let taken = table.ben.submit_modal(&again, &[("act", "move zone:Yard")]).await.unwrap();
    assert!(taken.text().contains("move zone:Yard"), "{}", taken.text());
    table.advance_hours(1).await;
    let late = table.ben.press_button(refused.id, "Try again").await;
    if let Ok(late) = late {
        assert!(late.text().contains("expired"), "{}", late.text());
    }
    table.finish_cleanly().await;
}

#[tokio::test]
async fn returning_player_gets_missed_turns_once() {
    let table = Table::start().await;
    table.begin_fight().await;
    let turn = table.wait_for_message(&table.ana, "it's your turn").await;
    table.press_button(&table.ana, &turn, "End turn").await;
    let turn = table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    table.press_button(&table.ben, &turn, "End turn").await;
    table.run_command(&table.gm, "/attack as:Wolf target:Ana").await;
    let prompt = table.wait_for_message(&table.ana, "[Avoid (DEX Test)]").await;
    table.advance_hours(9).await;
    // The changed message answers the press; the digest comes in a private message to Ana.
    table.script_dice(&[(20, 19)]);
    table.press_button(&table.ana, &prompt, "Avoid (DEX Test)").await;
    let missed = table.wait_for_message(&table.ana, "Since you were here: 2 turns.").await;
    assert!(missed.ephemeral_to == Some(table.ana.id));
    let log = table.ana.press_button(missed.id, "Read what happened").await.unwrap();
    assert!(log.is_ephemeral && log.text().contains("Wolf"), "{}", log.text());
    // The digest comes only once.
    let status = table.run_command(&table.ana, "/status").await;
    assert!(!status.contains("Since you were here"), "{status}");
    // The answer to a typed command has the digest in it.
    let status = table.run_command(&table.ben, "/status").await;
    assert!(status.contains("Since you were here: 1 turn."), "{status}");
    table.finish_cleanly().await;
}

#[tokio::test]
async fn finished_fight_is_reopened_by_a_button() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.run_command(&table.gm, "/init end outcome:truce").await;
    let report = table.wait_for_message(&table.ana, "[Play it again (GM)]").await;
    let refused = table.ana.press_button(report.id, "Play it again (GM)").await.unwrap();
    assert!(refused.is_ephemeral && refused.text().contains("GM"), "{}", refused.text());
    let set_up = table.gm.press_button(report.id, "Play it again (GM)").await.unwrap();
    assert!(set_up.is_ephemeral && set_up.text().contains("Wolf"), "{}", set_up.text());
    table.wait_for_registered_commands().await;
    // Zones, settings and NPCs are as they were before, and players must join again.
    let joined = table.run_command(&table.ana, "/init join from:warrior name:Ana at:Yard").await;
    assert!(joined.starts_with("**Ana** joins the party."), "{joined}");
    let board = run_for_message(&table.gm, "/status").await.full_text();
    assert!(board.contains("**Wolf** ▰▰▰▰ 5/5") && board.contains("Yard"), "{board}");
    assert!(!board.contains("Ben"), "{board}");
    let twice = table.gm.press_button(report.id, "Play it again (GM)").await.unwrap();
    assert!(twice.text().contains("fight"), "{}", twice.text());
    table.finish_cleanly().await;
}

#[tokio::test]
async fn record_shows_the_portrait_of_the_actor() {
    let table = Table::start().await;
    let portrait = "https://example.org/ana.png";
    let sheet = format!("/sheet new from:warrior name:\"Ana\" portrait:\"{portrait}\"");
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.run_command(&table.ana, &sheet).await;
    table.run_command(&table.ana, "/init join sheet:Ana").await;
    table.run_command(&table.gm, "/init add from:raider name:Wolf").await;
    table.script_dice(&[(6, 6), (6, 6)]);
    table.run_command(&table.gm, "/init start").await;
    let turn = table.wait_for_message(&table.ana, "it's your turn").await;
    table.run_command(&table.ana, "/disengage").await;
    let record = table.wait_for_edit(&table.ana, &turn, "**Ana** disengages").await;
    assert_eq!(record.embeds()[0]["thumbnail"]["url"], portrait, "{}", record.json);
    table.finish_cleanly().await;
}

/// The record of an NPC shows the portrait that the GM has set, unless the NPC goes by an alias.
#[tokio::test]
async fn npc_portrait_is_shown_except_under_an_alias() {
    let table = Table::start().await;
    table.begin_fight().await;
    let portrait = "https://example.org/wolf.png";
    for (who, portrait, expected) in [
        ("Ana", portrait, "Ana"),
        ("Wolf", "wolf.png", "address"),
        ("Wolf", portrait, "**Wolf** is shown with this picture."),
    ] {
        let command = format!("/gm portrait who:\"{who}\" portrait:\"{portrait}\"");
        let answer = table.run_command(&table.gm, &command).await;
        assert!(answer.contains(expected), "{answer}");
    }
    for player in [&table.ana, &table.ben] {
        table.run_command(player, "/pass").await;
    }
    table.run_command(&table.gm, "/disengage as:Wolf").await;
    let record = table.wait_for_message(&table.ana, "**Wolf** disengages").await;
    assert_eq!(record.embeds()[0]["thumbnail"]["url"], portrait, "{}", record.json);
    table.run_command(&table.gm, "/gm reveal who:Wolf show:alias alias:Shadow").await;
    table.run_command(&table.gm, "/move zone:Yard as:Wolf").await;
    let record = table.wait_for_edit(&table.ana, &record, "**Shadow** moves").await;
    assert!(record.embeds()[0]["thumbnail"].is_null(), "{}", record.json);
    table.finish_cleanly().await;
}

#[tokio::test]
async fn answers_name_the_arranged_absence_and_co_gm() {
    let table = Table::start().await;
    table.begin_fight().await;
    let answer = table.run_command(&table.ana, "/absence policy:pass").await;
    assert!(answer.contains("**Ana**'s player is absent"), "{answer}");
    let answer = table.run_command(&table.gm, &format!("/co-gm add user:{}", table.ben.name)).await;
    assert!(answer.contains(&table.ben.mention()), "{answer}");
    table.finish_cleanly().await;
}
