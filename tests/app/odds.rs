//! Odds of acts: they are correct, left out where they depend on hidden facts, and absent where the
//! GM turns them off.

use riposte::app::guide::GuideReply;
use riposte::app::input::QueryResult;
use riposte::app::outbox::{Audience, MessageBody};
use riposte::discord::messages;
use riposte::engine::core::command::{Command, Offer};

use crate::app_table::*;
use crate::full_message::rendered;

async fn telling() -> Table {
    let table = Table::new().await;
    Table { app: table.app.with_odds(), ..table }
}

/// Sets up Ana alone against a Wolf, at her turn.
async fn duel(system: &str, ana: &str, wolf: &str) -> Table {
    let table = telling().await;
    table.does("GM", &format!("new system:{system}")).await;
    table.does("GM", "zones layout:\"Gate - Yard\"").await;
    table.does("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
    table.does("GM", &format!("add name:Wolf from:{wolf}")).await;
    if system == "factions" {
        table.does("GM", "started faction:party").await;
    }
    table.does("GM", "start").await;
    for _ in 0..9 {
        let begins = |offer: &&Offer| ["init", "turn"].contains(&offer.command.verb.as_str());
        let all = offers(&table, "Ana").await;
        match all.iter().find(begins) {
            Some(offer) => drop(table.does("Ana", &offer.command.to_string()).await),
            None if all.is_empty() => drop(table.does("GM", "skip").await),
            None => return table,
        }
    }
    panic!("Ana's turn does not come");
}

/// Returns the acts that the guide offers to a user.
async fn offers(table: &Table, who: &str) -> Vec<Offer> {
    match shown(table.say(who, "guide").await) {
        QueryResult::Guide(GuideReply::AvailableActs { offers, .. }) => offers,
        other => panic!("no guide: {other:?}"),
    }
}

/// Returns the odds shown to Ana for an act, in percent.
async fn odds(table: &Table, act: &str) -> Option<u8> {
    let words = Command::parse(act).unwrap();
    let all = offers(table, "Ana").await;
    let offer = all.iter().find(|offer| offer.command == words);
    offer.unwrap_or_else(|| panic!("{act} is not among {all:#?}")).odds_percent
}

/// Returns the rounded percentage of `count` in `all`.
fn share(count: u64, all: u64) -> Option<u8> {
    Some(((count * 200 + all) / (all * 2)) as u8)
}

/// Returns in how many ways this many d6 add up to at least the total.
fn at_least(dice: u32, total: u32) -> u64 {
    match dice {
        0 => u64::from(total == 0),
        _ => (1..=6).map(|face| at_least(dice - 1, total.saturating_sub(face))).sum(),
    }
}

/// The roll is a d20 with +2 against 12.
#[tokio::test]
async fn a_test_of_dr12_has_the_odds_of_its_die() {
    let table = telling().await;
    table.sets_up().await;
    table.comes_to_ana().await;
    table.does("GM", "adjust who:Ana field:str value:2").await;
    assert_eq!(odds(&table, "attack target:Wolf weapon:staff").await, Some(55));
    // A secret change of the difficulty does not show in the odds.
    table.does("GM", "dr who:Ana dr:19").await;
    assert_eq!(odds(&table, "attack target:Wolf weapon:staff").await, Some(55));
    // A weakened character takes the lower of two dice.
    table.does("GM", "ail who:Ana ailment:weakened").await;
    assert_eq!(odds(&table, "attack target:Wolf weapon:staff").await, share(11 * 11, 20 * 20));
}

/// The pool is seven d6, of which one must show a 6.
#[tokio::test]
async fn a_pool_of_cards_has_the_odds_of_its_sixes() {
    let table = duel("cards", "hunter", "wolf").await;
    table.does("GM", "place who:Wolf zone:Gate").await;
    let all = 6_u64.pow(7);
    let shot = "attack target:Wolf weapon:longbow";
    assert_eq!(odds(&table, shot).await, share(all - 5_u64.pow(7), all));
}

/// A hit without a roll has no odds. In hard circumstances there is a save against WIT 12, which
/// has.
#[tokio::test]
async fn an_attack_of_factions_may_fail_where_it_is_hard() {
    let table = duel("factions", "hunter", "wolf").await;
    table.does("GM", "place who:Wolf zone:Yard").await;
    let act = "attack target:Wolf weapon:unarmed";
    assert_eq!(odds(&table, act).await, None);
    table.does("GM", "hard zone:Yard").await;
    assert_eq!(odds(&table, act).await, Some(60));
}

/// Odds against a hidden defence appear only once it is revealed.
#[tokio::test]
async fn odds_that_hang_on_what_is_hidden_are_not_told() {
    let table = duel("fates", "bruiser", "thug").await;
    table.does("GM", "place who:Wolf zone:Yard").await;
    table.does("GM", "adjust who:Wolf field:defense value:15").await;
    let act = "attack target:Wolf weapon:\"power maul\"";
    assert_eq!(odds(&table, act).await, None);
    table.does("GM", "reveal who:Wolf show:numbers").await;
    assert_eq!(odds(&table, act).await, share(at_least(4, 15 - 3), 6_u64.pow(4)));

    let table = duel("ranks", "blade", "thug").await;
    table.does("GM", "place who:Wolf to:10").await;
    table.does("GM", "place who:Ana to:5").await;
    let act = "attack target:Wolf weapon:sword";
    assert_eq!(odds(&table, act).await, None);
    table.does("GM", "reveal who:Wolf show:numbers").await;
    // The attack is 5D+1 against 4D, which counts as 12.
    assert_eq!(odds(&table, act).await, share(at_least(5, 12 - 1), 6_u64.pow(5)));
}

#[tokio::test]
async fn what_the_gm_rules_on_has_no_odds() {
    let table = telling().await;
    table.sets_up().await;
    table.comes_to_ana().await;
    let all = offers(&table, "Ana").await;
    let ruled = all.iter().filter(|offer| offer.command.verb == "skill");
    assert!(ruled.clone().count() > 0 && ruled.clone().all(|offer| offer.odds_percent.is_none()));
}

/// The turn's message shows odds as well, unless the GM turns them off.
#[tokio::test]
async fn they_are_off_where_the_gm_wants_none() {
    let table = telling().await;
    table.sets_up().await;
    table.comes_to_ana().await;
    // The roll is a d20 with STR -1 against 12.
    assert_eq!(odds(&table, "attack target:Wolf weapon:staff").await, Some(40));
    assert!(turn(&table).await.contains("Attack Wolf · staff · 40 %"));
    table.may_not("Ana", "set key:odds value:false", "not-gm").await;
    table.does("GM", "set key:odds value:false").await;
    assert_eq!(odds(&table, "attack target:Wolf weapon:staff").await, None);
    assert!(!turn(&table).await.contains(" %"));
    table.does("GM", "set key:odds value:true").await;
    assert!(turn(&table).await.contains(" %"));
}

/// Returns the turn's message as it is sent.
async fn turn(table: &Table) -> String {
    let now = table.now().await;
    let parcels = table.app.rebuild_all_deliveries(&now).await.unwrap();
    let is_turn = |letter: &MessageBody| matches!(letter, MessageBody::Turn(_));
    let turn = parcels
        .iter()
        .find(|parcel| matches!(parcel.audience, Audience::Channel(_)) && is_turn(&parcel.body));
    messages::render_delivery(turn.expect("a turn runs")).map(rendered).expect("it is shown")
}
