//! Odds of what players may do: right, silent where they hang on what is hidden, and off where the
//! GM wants none.

use riposte::app::guide::Guide;
use riposte::app::input::Shown;
use riposte::app::outbox::{Audience, Letter};
use riposte::discord::messages;
use riposte::engine::command::{Command, Offer};

use crate::rendered::rendered;
use crate::table::*;

async fn telling() -> Table {
    let table = Table::new().await;
    Table { app: table.app.telling_odds(), ..table }
}

/// One player's character against a Wolf, beside it, at its turn.
async fn duel(system: &str, ana: &str, wolf: &str) -> Table {
    let table = telling().await;
    table.does("GM", &format!("new system:{system}")).await;
    table.does("GM", "zones layout:\"Gate - Yard\"").await;
    table.does("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
    table.does("GM", &format!("add name:Wolf from:{wolf} at:Yard")).await;
    match system {
        "factions" => drop(table.does("GM", "started faction:party").await),
        "fates" => drop(table.does("GM", "started side:party").await),
        _ => {}
    }
    table.does("GM", "start").await;
    if system == "factions" {
        table.does("Ana", "turn").await;
    }
    table
}

/// What the guide offers somebody.
async fn offers(table: &Table, who: &str) -> Vec<Offer> {
    match shown(table.say(who, "guide").await) {
        Shown::Guide(Guide::Now { offers, .. }) => offers,
        other => panic!("no guide: {other:?}"),
    }
}

/// The odds of an act.
async fn odds(table: &Table, act: &str) -> Option<u8> {
    let words = Command::read(act).unwrap();
    let all = offers(table, "Ana").await;
    let offer = all.iter().find(|offer| offer.words == words);
    offer.unwrap_or_else(|| panic!("{act} is not among {all:#?}")).odds
}

/// In hundredths, of so many of so many.
fn share(count: u64, all: u64) -> Option<u8> {
    Some(((count * 200 + all) / (all * 2)) as u8)
}

/// The ways of so many dice to fall that add up to at least so much.
fn at_least(dice: u32, total: u32) -> u64 {
    match dice {
        0 => u64::from(total == 0),
        _ => (1..=6).map(|face| at_least(dice - 1, total.saturating_sub(face))).sum(),
    }
}

/// A d20 and 2 against 12.
#[tokio::test]
async fn a_test_of_dr12_has_the_odds_of_its_die() {
    let table = telling().await;
    table.sets_up().await;
    table.comes_to_ana().await;
    table.does("GM", "adjust who:Ana field:str value:2").await;
    assert_eq!(odds(&table, "attack target:Wolf weapon:staff").await, Some(55));
    // What the GM lays on a roll in secret is not told.
    table.does("GM", "dr who:Ana dr:19").await;
    assert_eq!(odds(&table, "attack target:Wolf weapon:staff").await, Some(55));
    // Weakened, it is the lower of two.
    table.does("GM", "ail who:Ana ailment:weakened").await;
    assert_eq!(odds(&table, "attack target:Wolf weapon:staff").await, share(11 * 11, 20 * 20));
}
