//! What is there for who waits, who comes back, and who wants to play the same fight again.

use riposte::fake_discord::{User, VisibleMessage};

use crate::table::Table;

/// The private message that a command shows.
async fn looks(user: &User, text: &str) -> VisibleMessage {
    user.run_command(text).await.unwrap().message.unwrap()
}

#[tokio::test]
async fn who_waits_plans_the_next_turn_from_the_board() {
    let table = Table::set().await;
    table.begin().await;
    let turn = table.sees(&table.ana, "it's your turn").await;
    // Whose turn it is has nothing to plan.
    let own = table.ana.press_button(turn.id, "Board").await.unwrap().message.unwrap();
    assert!(own.find_button("Plan my next turn").is_none(), "{}", own.full_text());
    let board = table.ben.press_button(turn.id, "Board").await.unwrap().message.unwrap();
    let plan = table.ben.press_button(board.id, "Plan my next turn").await.unwrap();
    assert!(plan.is_ephemeral && plan.text().contains("no plan"), "{}", plan.text());
    let plan = plan.message.unwrap();
    let form = table.ben.press_button(plan.id, "Add an act").await.unwrap().modal.unwrap();
    let drafted = table.ben.submit_modal(&form, &[("act", "move zone:Yard")]).await.unwrap();
    assert!(drafted.text().contains("move zone:Yard"), "{}", drafted.text());
    let confirmed = table.click(&table.ben, &drafted.message.unwrap(), "Confirm").await;
    assert!(confirmed.contains("move zone:Yard"), "{confirmed}");
    // What Ben plans nobody else can read.
    assert!(!table.ana.screen_text().contains("zone:Yard"));
    table.clear().await;
}

#[tokio::test]
async fn who_comes_back_is_told_what_they_missed_with_the_answer() {
    let table = Table::set().await;
    table.begin().await;
    let turn = table.sees(&table.ana, "it's your turn").await;
    table.click(&table.ana, &turn, "End turn").await;
    let turn = table.sees(&table.ben, "**Ben**, it's your turn").await;
    table.click(&table.ben, &turn, "End turn").await;
    table.slash(&table.gm, "/attack as:Wolf target:Ana").await;
    let prompt = table.sees(&table.ana, "[Avoid (DEX Test)]").await;
    table.later(9).await;
    // A press is answered by what it changes; what was missed comes beside it, to Ana alone.
    table.dice(&[(20, 19)]);
    table.click(&table.ana, &prompt, "Avoid (DEX Test)").await;
    let missed = table.sees(&table.ana, "Since you were here: 2 turns.").await;
    assert!(missed.ephemeral_to == Some(table.ana.id));
    let log = table.ana.press_button(missed.id, "Read what happened").await.unwrap();
    assert!(log.is_ephemeral && log.text().contains("Wolf"), "{}", log.text());
    // Once.
    let status = table.slash(&table.ana, "/status").await;
    assert!(!status.contains("Since you were here"), "{status}");
    // Something typed is answered with it.
    let status = table.slash(&table.ben, "/status").await;
    assert!(status.contains("Since you were here: 1 turn."), "{status}");
    table.clear().await;
}

#[tokio::test]
async fn the_same_fight_is_played_again_by_a_button() {
    let table = Table::set().await;
    table.begin().await;
    table.slash(&table.gm, "/init end outcome:truce").await;
    let report = table.sees(&table.ana, "[Play it again]").await;
    let refused = table.ana.press_button(report.id, "Play it again").await.unwrap();
    assert!(refused.is_ephemeral && refused.text().contains("GM"), "{}", refused.text());
    let set_up = table.gm.press_button(report.id, "Play it again").await.unwrap();
    assert!(set_up.is_ephemeral && set_up.text().contains("Wolf"), "{}", set_up.text());
    table.commands_settled().await;
    // Zones, settings and NPCs are there as they were; players join anew.
    let joined = table.slash(&table.ana, "/init join from:warrior name:Ana at:Yard").await;
    assert!(joined.starts_with("**Ana** joins the party."), "{joined}");
    let board = looks(&table.gm, "/status").await.full_text();
    assert!(board.contains("**Wolf** ▰▰▰▰ 5/5") && board.contains("Yard"), "{board}");
    assert!(!board.contains("Ben"), "{board}");
    let twice = table.gm.press_button(report.id, "Play it again").await.unwrap();
    assert!(twice.text().contains("fight"), "{}", twice.text());
    table.clear().await;
}

#[tokio::test]
async fn who_acts_is_shown_by_their_portrait() {
    let table = Table::set().await;
    let portrait = "https://example.org/ana.png";
    let sheet = format!("/sheet new from:warrior name:\"Ana\" portrait:\"{portrait}\"");
    table.slash(&table.gm, "/init new system:dr12").await;
    table.slash(&table.ana, &sheet).await;
    table.slash(&table.ana, "/init join sheet:Ana").await;
    table.slash(&table.gm, "/init add from:raider name:Wolf").await;
    table.dice(&[(6, 6), (6, 6)]);
    table.slash(&table.gm, "/init start").await;
    let turn = table.sees(&table.ana, "it's your turn").await;
    table.slash(&table.ana, "/disengage").await;
    let record = table.becomes(&table.ana, &turn, "**Ana** disengages").await;
    assert_eq!(record.embeds()[0]["thumbnail"]["url"], portrait, "{}", record.json);
    table.clear().await;
}

/// The picture that the GM gives an NPC stands beside what it does; of one that goes by another
/// name only the GM sees it.
#[tokio::test]
async fn npcs_are_shown_by_their_portraits() {
    let table = Table::set().await;
    table.begin().await;
    let portrait = "https://example.org/wolf.png";
    for (who, portrait, said) in [
        ("Ana", portrait, "Ana"),
        ("Wolf", "wolf.png", "address"),
        ("Wolf", portrait, "**Wolf** is shown with this picture."),
    ] {
        let command = format!("/gm portrait who:\"{who}\" portrait:\"{portrait}\"");
        let answer = table.slash(&table.gm, &command).await;
        assert!(answer.contains(said), "{answer}");
    }
    for player in [&table.ana, &table.ben] {
        table.slash(player, "/pass").await;
    }
    table.slash(&table.gm, "/disengage as:Wolf").await;
    let record = table.sees(&table.ana, "**Wolf** disengages").await;
    assert_eq!(record.embeds()[0]["thumbnail"]["url"], portrait, "{}", record.json);
    table.slash(&table.gm, "/gm reveal who:Wolf show:alias alias:Shadow").await;
    table.slash(&table.gm, "/move zone:Yard as:Wolf").await;
    let record = table.becomes(&table.ana, &record, "**Shadow** moves").await;
    assert!(record.embeds()[0]["thumbnail"].is_null(), "{}", record.json);
    table.clear().await;
}

#[tokio::test]
async fn an_answer_says_what_was_arranged() {
    let table = Table::set().await;
    table.begin().await;
    let answer = table.slash(&table.ana, "/absence policy:pass").await;
    assert!(answer.contains("**Ana**'s player is absent"), "{answer}");
    let answer = table.slash(&table.gm, &format!("/co-gm add user:{}", table.ben.name)).await;
    assert!(answer.contains(&table.ben.mention()), "{answer}");
    table.clear().await;
}
