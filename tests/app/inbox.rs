//! The inbox lists every pending decision of a user, across all their fights.

use riposte::app::inbox::{DecisionCard, PendingDecision};
use riposte::app::input::QueryResult;
use riposte::store::ids::ChannelId;

use crate::app_table::*;

async fn load_inbox(table: &Table, who: &str) -> Vec<PendingDecision> {
    let QueryResult::Inbox(decisions) =
        expect_query_result(table.send_dm_command(who, "inbox").await)
    else {
        panic!()
    };
    decisions
}

fn describe_decisions(decisions: &[PendingDecision]) -> Vec<String> {
    let line = |decision: &PendingDecision| {
        let (channel, link) =
            (decision.channel.0, if decision.message.is_some() { " at" } else { "" });
        match &decision.card {
            DecisionCard::Prompt(card) => {
                let who = card.combatant.as_ref().map_or("GM", |(_, name)| name);
                format!("{channel}: prompt {who}{link}")
            }
            DecisionCard::Turn(card) => {
                let names: Vec<&str> =
                    card.actors.iter().map(|actor| actor.name.as_str()).collect();
                format!("{channel}: turn {}{link}", names.join("+"))
            }
        }
    };
    decisions.iter().map(line).collect()
}

#[tokio::test]
async fn inbox_lists_decisions_of_all_fights() {
    let mut table = Table::new().await;
    assert_eq!(load_inbox(&table, "GM").await, []);
    table.set_up_wolf_turn().await;
    table.clock.advance(jiff::SignedDuration::from_hours(1));
    table.channel = ChannelId(501);
    table.set_up_wolf_attack().await;
    table.deliver_posts().await;
    assert_eq!(describe_decisions(&load_inbox(&table, "GM").await), ["500: turn Wolf at"]);
    assert_eq!(describe_decisions(&load_inbox(&table, "Ana").await), ["501: prompt Ana at"]);
    assert_eq!(load_inbox(&table, "Ben").await, []);
    assert_eq!(load_inbox(&table, "Stranger").await, []);
    // The GM answers for a player who is away; the earliest deadline comes first.
    expect_query_result(table.send_command("Ana", "away until:3d").await);
    let decisions = load_inbox(&table, "GM").await;
    assert_eq!(describe_decisions(&decisions), ["501: prompt Ana at", "500: turn Wolf at"]);
    let DecisionCard::Prompt(card) = &decisions[0].card else { panic!() };
    assert!(card.deadline.is_some() && !card.choices.is_empty());
    // A co-GM sees the same decisions and may answer.
    table.run_command("GM", "co-gm do:add user:14").await;
    assert_eq!(describe_decisions(&load_inbox(&table, "Dora").await), ["501: prompt Ana at"]);
    let open = table.single_prompt().await;
    expect_done(table.press_choice("Dora", "dodge", &open).await, "for whoever is away");
    // There is no link, because the message of the turn is in the GM's own direct messages.
    assert_eq!(describe_decisions(&load_inbox(&table, "Dora").await), ["501: turn Wolf"]);
}

/// A fight that is over asks nobody for anything.
#[tokio::test]
async fn finished_fight_leaves_the_inbox() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    table.run_command("GM", "end outcome:truce").await;
    for who in ["GM", "Ana"] {
        assert_eq!(load_inbox(&table, who).await, [], "{who}");
    }
}
