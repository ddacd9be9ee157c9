//! The inbox lists every pending decision of a user, across all their fights.

use riposte::app::inbox::{DecisionCard, PendingDecision};
use riposte::app::input::QueryResult;
use riposte::store::ids::ChannelId;

use crate::app_table::*;

async fn inbox(table: &Table, who: &str) -> Vec<PendingDecision> {
    let QueryResult::Inbox(all) = shown(table.whispers(who, "inbox").await) else { panic!() };
    all
}

fn lines(all: &[PendingDecision]) -> Vec<String> {
    let line = |one: &PendingDecision| {
        let (channel, link) = (one.channel.0, if one.message.is_some() { " at" } else { "" });
        match &one.decision {
            DecisionCard::Prompt(card) => {
                let who = card.combatant.as_ref().map_or("GM", |(_, name)| name);
                format!("{channel}: prompt {who}{link}")
            }
            DecisionCard::Turn(card) => {
                let names: Vec<&str> = card.actors.iter().map(|one| one.name.as_str()).collect();
                format!("{channel}: turn {}{link}", names.join("+"))
            }
        }
    };
    all.iter().map(line).collect()
}

#[tokio::test]
async fn all_that_waits_for_somebody_is_in_one_place() {
    let mut table = Table::new().await;
    assert_eq!(inbox(&table, "GM").await, []);
    table.wolf_to_act().await;
    table.clock.advance(jiff::SignedDuration::from_hours(1));
    table.channel = ChannelId(501);
    table.wolf_attacks_ana().await;
    table.posts().await;
    assert_eq!(lines(&inbox(&table, "GM").await), ["500: turn Wolf at"]);
    assert_eq!(lines(&inbox(&table, "Ana").await), ["501: prompt Ana at"]);
    assert_eq!(inbox(&table, "Ben").await, []);
    assert_eq!(inbox(&table, "Stranger").await, []);
    // The GM answers for a player who is away; the earliest deadline comes first.
    shown(table.say("Ana", "away until:3d").await);
    let all = inbox(&table, "GM").await;
    assert_eq!(lines(&all), ["501: prompt Ana at", "500: turn Wolf at"]);
    let DecisionCard::Prompt(card) = &all[0].decision else { panic!() };
    assert!(card.deadline.is_some() && !card.choices.is_empty());
    // A co-GM sees the same decisions and may answer.
    table.does("GM", "co-gm do:add user:14").await;
    assert_eq!(lines(&inbox(&table, "Dora").await), ["501: prompt Ana at"]);
    let open = table.prompt().await;
    done(table.presses("Dora", "dodge", &open).await, "for whoever is away");
    // There is no link, because the message of the turn is in the GM's own direct messages.
    assert_eq!(lines(&inbox(&table, "Dora").await), ["501: turn Wolf"]);
}

/// A fight that is over asks nobody for anything.
#[tokio::test]
async fn what_is_over_waits_no_more() {
    let table = Table::new().await;
    table.wolf_attacks_ana().await;
    table.does("GM", "end outcome:truce").await;
    for who in ["GM", "Ana"] {
        assert_eq!(inbox(&table, who).await, [], "{who}");
    }
}
