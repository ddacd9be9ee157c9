//! Odds of acts: they are correct, left out where they depend on hidden facts, and absent where the
//! GM turns them off.

use riposte::app::guide::GuideReply;
use riposte::app::input::QueryResult;
use riposte::app::outbox::{Audience, MessageBody};
use riposte::discord::messages;
use riposte::engine::core::command::{Command, Offer};

use crate::app_table::*;
use crate::full_message::comparable_text;

async fn new_table_with_odds() -> Table {
    let table = Table::new().await;
    Table { app: table.app.with_odds(), ..table }
}

/// Sets up Ana alone against a Wolf, at her turn.
async fn set_up_duel(system: &str, ana: &str, wolf: &str) -> Table {
    let table = new_table_with_odds().await;
    table.run_command("GM", &format!("new system:{system}")).await;
    table.run_command("GM", "zones layout:\"Gate - Yard\"").await;
    table.run_command("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
    table.run_command("GM", &format!("add name:Wolf from:{wolf}")).await;
    if system == "factions" {
        table.run_command("GM", "started faction:party").await;
    }
    table.run_command("GM", "start").await;
    for _ in 0..9 {
        let is_preparation =
            |offer: &&Offer| ["init", "turn"].contains(&offer.command.verb.as_str());
        let offers = load_offers(&table, "Ana").await;
        match offers.iter().find(is_preparation) {
            Some(offer) => drop(table.run_command("Ana", &offer.command.to_string()).await),
            None if offers.is_empty() => drop(table.run_command("GM", "skip").await),
            None => return table,
        }
    }
    panic!("Ana's turn does not come");
}

/// Returns the acts that the guide offers to a user.
async fn load_offers(table: &Table, who: &str) -> Vec<Offer> {
    match expect_query_result(table.send_command(who, "guide").await) {
        QueryResult::Guide(GuideReply::AvailableActs { offers, .. }) => offers,
        other => panic!("no guide: {other:?}"),
    }
}

/// Returns the odds shown to Ana for an act, in percent.
async fn find_odds(table: &Table, act: &str) -> Option<u8> {
    let command = Command::parse(act).unwrap();
    let offers = load_offers(table, "Ana").await;
    let offer = offers.iter().find(|offer| offer.command == command);
    offer.unwrap_or_else(|| panic!("{act} is not among {offers:#?}")).odds_percent
}

/// Returns the rounded percentage of `count` in `all`.
fn percent_of(count: u64, combinations: u64) -> Option<u8> {
    Some(((count * 200 + combinations) / (combinations * 2)) as u8)
}

/// Returns in how many ways this many d6 add up to at least the total.
fn count_rolls_at_least(dice: u32, total: u32) -> u64 {
    match dice {
        0 => u64::from(total == 0),
        _ => (1..=6).map(|face| count_rolls_at_least(dice - 1, total.saturating_sub(face))).sum(),
    }
}

/// The roll is a d20 with +2 against 12.
#[tokio::test]
async fn dr12_test_shows_d20_odds() {
    let table = new_table_with_odds().await;
    table.set_up_fight().await;
    table.start_and_advance_to_ana().await;
    table.run_command("GM", "adjust who:Ana field:str value:2").await;
    assert_eq!(find_odds(&table, "attack target:Wolf weapon:staff").await, Some(55));
    // A secret change of the difficulty does not show in the odds.
    table.run_command("GM", "dr who:Ana dr:19").await;
    assert_eq!(find_odds(&table, "attack target:Wolf weapon:staff").await, Some(55));
    // A weakened character takes the lower of two dice.
    table.run_command("GM", "ail who:Ana ailment:weakened").await;
    assert_eq!(
        find_odds(&table, "attack target:Wolf weapon:staff").await,
        percent_of(11 * 11, 20 * 20)
    );
}

/// The pool is seven d6, of which one must show a 6.
#[tokio::test]
async fn cards_pool_shows_odds_of_a_six() {
    let table = set_up_duel("cards", "hunter", "wolf").await;
    table.run_command("GM", "place who:Wolf zone:Gate").await;
    let combinations = 6_u64.pow(7);
    let shot = "attack target:Wolf weapon:longbow";
    assert_eq!(
        find_odds(&table, shot).await,
        percent_of(combinations - 5_u64.pow(7), combinations)
    );
}

/// A hit without a roll has no odds. In hard circumstances there is a save against WIT 12, which
/// has.
#[tokio::test]
async fn factions_attack_shows_odds_in_hard_circumstances() {
    let table = set_up_duel("factions", "hunter", "wolf").await;
    table.run_command("GM", "place who:Wolf zone:Yard").await;
    let act = "attack target:Wolf weapon:unarmed";
    assert_eq!(find_odds(&table, act).await, None);
    table.run_command("GM", "hard zone:Yard").await;
    assert_eq!(find_odds(&table, act).await, Some(60));
}

/// Odds against a hidden defence appear only once it is revealed.
#[tokio::test]
async fn odds_against_hidden_defence_are_not_shown() {
    let table = set_up_duel("fates", "bruiser", "thug").await;
    table.run_command("GM", "place who:Wolf zone:Yard").await;
    table.run_command("GM", "adjust who:Wolf field:defense value:15").await;
    let act = "attack target:Wolf weapon:\"power maul\"";
    assert_eq!(find_odds(&table, act).await, None);
    table.run_command("GM", "reveal who:Wolf show:numbers").await;
    assert_eq!(
        find_odds(&table, act).await,
        percent_of(count_rolls_at_least(4, 15 - 3), 6_u64.pow(4))
    );

    let table = set_up_duel("ranks", "blade", "thug").await;
    table.run_command("GM", "place who:Wolf to:10").await;
    table.run_command("GM", "place who:Ana to:5").await;
    let act = "attack target:Wolf weapon:sword";
    assert_eq!(find_odds(&table, act).await, None);
    table.run_command("GM", "reveal who:Wolf show:numbers").await;
    // The attack is 5D+1 against 4D, which counts as 12.
    assert_eq!(
        find_odds(&table, act).await,
        percent_of(count_rolls_at_least(5, 12 - 1), 6_u64.pow(5))
    );
}

#[tokio::test]
async fn acts_ruled_by_gm_have_no_odds() {
    let table = new_table_with_odds().await;
    table.set_up_fight().await;
    table.start_and_advance_to_ana().await;
    let offers = load_offers(&table, "Ana").await;
    let ruled = offers.iter().filter(|offer| offer.command.verb == "skill");
    assert!(ruled.clone().count() > 0 && ruled.clone().all(|offer| offer.odds_percent.is_none()));
}

/// The turn's message shows odds as well, unless the GM turns them off.
#[tokio::test]
async fn gm_turns_odds_off() {
    let table = new_table_with_odds().await;
    table.set_up_fight().await;
    table.start_and_advance_to_ana().await;
    // The roll is a d20 with STR -1 against 12.
    assert_eq!(find_odds(&table, "attack target:Wolf weapon:staff").await, Some(40));
    assert!(render_turn_message(&table).await.contains("Attack Wolf · staff · 40 %"));
    table.assert_refused("Ana", "set key:odds value:false", "not-gm").await;
    table.run_command("GM", "set key:odds value:false").await;
    assert_eq!(find_odds(&table, "attack target:Wolf weapon:staff").await, None);
    assert!(!render_turn_message(&table).await.contains(" %"));
    table.run_command("GM", "set key:odds value:true").await;
    assert!(render_turn_message(&table).await.contains(" %"));
}

/// Returns the turn's message as it is sent.
async fn render_turn_message(table: &Table) -> String {
    let state = table.load_state().await;
    let deliveries = table.app.rebuild_awaiting_messages_and_summary(&state).await.unwrap();
    let is_turn = |body: &MessageBody| matches!(body, MessageBody::Turn(_));
    let turn = deliveries.iter().find(|delivery| {
        matches!(delivery.audience, Audience::Channel(_)) && is_turn(&delivery.body)
    });
    messages::render_delivery(turn.expect("a turn runs")).map(comparable_text).expect("it is shown")
}
