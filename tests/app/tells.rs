//! No tells: two fights that differ only in hidden facts give the same public output, the same
//! pings and the same due times, byte for byte, whatever was prepared for whoever is hidden.

use std::sync::{Arc, Mutex};

use riposte::app::input::Seat;
use riposte::app::outbox::{Audience, Courier, MessageRef, Parcel, Undelivered};
use riposte::engine::game::{Game, SYSTEMS};
use riposte::engine::ids::By;
use riposte::store::ids::{ChannelId, MessageId};

use crate::random::{Player, read};
use crate::table::*;

/// All that anybody but the GM gets, with whom it pings and until when.
#[derive(Default)]
struct Wire(Mutex<(u64, Vec<String>)>);

impl Courier for Wire {
    async fn deliver(&self, parcel: &Parcel) -> Result<MessageRef, Undelivered> {
        let mut wire = self.0.lock().unwrap();
        wire.0 += 1;
        if parcel.to != Audience::Dm(user("GM")) {
            wire.1.push(format!("{:?}", (parcel.to, &parcel.view, &parcel.letter)));
        }
        Ok(MessageRef { channel: ChannelId(1), message: MessageId(wire.0) })
    }
}

/// A fight with somebody hidden in it, who is called that and for whom this is prepared.
async fn fight(system: &str, hidden: &str, prepared: impl Fn(&str) -> String) -> Table {
    let table = Table::new().await;
    let (ana, ben, wolf) = match system {
        "cards" => ("hunter", "warden", "wolf"),
        "dr12" => ("adept", "warrior", "raider"),
        "factions" => ("hunter", "reaver", "wolf"),
        "fates" => ("sharpshooter", "bruiser", "thug"),
        "ranks" => ("blade", "warden", "thug"),
        other => panic!("who fights by {other}?"),
    };
    table.does("GM", &format!("new system:{system}")).await;
    table.does("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.does("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
    table.does("Ben", &format!("join name:Ben from:{ben} at:Yard")).await;
    let own = format!("{hidden}'s wolf");
    table
        .does("GM", &format!("add name:\"{own}\" alias:Wolf show:wounds from:{wolf} at:Yard"))
        .await;
    table.does("GM", &format!("add name:{hidden} from:{wolf} at:Gate hidden:true")).await;
    if system == "factions" {
        table.does("GM", "started faction:party").await;
    }
    for kind in Game::kinds(system) {
        // The same for all who are seen.
        for who in ["Ana", "Ben"] {
            let last = kind.answers.last().unwrap();
            let order = format!("orders-add question:{} answer:{last}", kind.key);
            shown(table.say(who, &order).await);
        }
        let how = prepared(kind.answers.last().unwrap());
        let order = format!("orders-add question:{} {how} as:{hidden}", kind.key);
        shown(table.say("GM", &order).await);
    }
    if hidden == "Shade" {
        shown(table.say("GM", &format!("queue-add act:pass as:{hidden}")).await);
    }
    table.does("GM", "start").await;
    table
}

/// Played with the same words and dice at the same time. What differs is hidden: the name of one,
/// and what was prepared for it.
#[tokio::test]
async fn hidden_facts_do_not_show() {
    for system in SYSTEMS {
        for seed in 0..4 {
            let one =
                fight(system, "Lurker", |answer| format!("answer:{answer} spend:nothing")).await;
            let other = fight(system, "Shade", |answer| format!("answer:{answer}")).await;
            let wires = [Arc::new(Wire::default()), Arc::new(Wire::default())];
            let mut players = [Player::new(seed), Player::new(seed)];
            for step in 0..60 {
                let case = format!("{system}, seed {seed}, step {step}");
                let mut seen = Vec::new();
                for ((table, wire), player) in
                    [&one, &other].into_iter().zip(&wires).zip(&mut players)
                {
                    let now = table.now().await;
                    let Some((user, input)) = player.input(&now) else {
                        seen.push((String::new(), Vec::new(), Vec::new()));
                        continue;
                    };
                    let reply = table.input(&Seat { user, ..table.seat("GM") }, input).await;
                    let reply = if user == now.gm { String::new() } else { read(&reply) };
                    // A while passes, in which orders are used.
                    table.wait(1).await;
                    table.app.deliver_pending(wire).await.unwrap();
                    let posts = std::mem::take(&mut wire.0.lock().unwrap().1);
                    let now = table.now().await;
                    let is_seen = |by: By| match by {
                        By::Gm => false,
                        By::Combatant(who) => now.member(who).is_some_and(|one| !one.is_hidden),
                    };
                    let open = now.prompts.iter().filter(|open| is_seen(open.prompt.to));
                    let due = open.map(|open| (open.user, open.due()));
                    let turn = now.turn.iter().map(|turn| (now.gm, turn.due()));
                    seen.push((reply, posts, due.chain(turn).collect()));
                }
                // At the end nobody is hidden any more.
                if !one.now().await.members.iter().any(|member| member.is_hidden) {
                    break;
                }
                assert_eq!(seen[0], seen[1], "{case}");
                if seen[0].1.is_empty() && seen[0].2.is_empty() {
                    break;
                }
            }
        }
    }
}
