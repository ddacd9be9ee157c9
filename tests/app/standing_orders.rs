//! Standing orders: which of them answers, when, and that nobody can tell it from a press.

use riposte::app::clock::Clock;
use riposte::app::input::{InputReply, OrderList, OrderPreview, QueryResult, UserInput};
use riposte::engine::core::ids::Initiator;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::engine::resolution::prompt::ThreatLevel;
use riposte::narration::{self, PLAIN};

use crate::app_table::*;
use crate::random_player::Player;

async fn orders(table: &Table, who: &str) -> Vec<OrderList> {
    match shown(table.say(who, "orders-list").await) {
        QueryResult::StandingOrders(lists) => lists,
        other => panic!("{other:?}"),
    }
}

async fn trials(table: &Table, who: &str, text: &str) -> Vec<OrderPreview> {
    match shown(table.say(who, &format!("orders-test {text}")).await) {
        QueryResult::OrderPreviews { previews: trials, .. } => trials,
        other => panic!("{other:?}"),
    }
}

pub async fn gives(table: &Table, who: &str, order: &str) {
    match shown(table.say(who, &format!("orders-add {order}")).await) {
        QueryResult::StandingOrders(_) => {}
        other => panic!("{order}: {other:?}"),
    }
}

/// Sets up the Wolf's turn after Ana has given these orders.
async fn wolf_to_act(orders: &[&str]) -> Table {
    let table = Table::new().await;
    table.wolf_to_act().await;
    for order in orders {
        gives(&table, "Ana", order).await;
    }
    table.posts().await;
    table
}

/// Plays an attack of the Wolf on Ana, who has these orders, in `factions`, where an answer costs
/// the turn. Returns whether the prompt is answered after some hours, and whether Ana's turn is
/// spent.
async fn attacked(orders: &[&str], hours: i64) -> (bool, bool) {
    let table = Table::new().await;
    table.does("GM", "new system:factions").await;
    table.does("GM", "zones layout:\"Yard\"").await;
    table.does("Ana", "join name:Ana from:hunter").await;
    table.does("GM", "add name:Wolf from:wolf").await;
    table.does("GM", "started faction:enemies").await;
    table.does("GM", "start").await;
    for order in orders {
        gives(&table, "Ana", order).await;
    }
    table.does("GM", "attack target:Ana as:Wolf").await;
    assert_eq!(table.now().await.prompts.iter().filter(|one| !one.prompt.is_optional).count(), 1);
    table.wait(hours).await;
    let is_answered = table.now().await.prompts.is_empty();
    (is_answered, table.field("Ana", "turn").await == "spent")
}

#[tokio::test]
async fn an_order_reads_like_a_press() {
    let mut read = Vec::new();
    for order in [None, Some("answer:dodge"), Some("answer:dodge when:at-once")] {
        let table = wolf_to_act(&order.into_iter().collect::<Vec<_>>()).await;
        table.does("GM", "attack target:Ana as:Wolf").await;
        let open = table.prompt().await;
        let mut asked = table.posts().await;
        if order.is_none() {
            table.presses("Ana", "dodge", &open).await;
        } else {
            table.wait(1).await;
        }
        assert_eq!(table.now().await.prompts, [], "{order:?}");
        let log = format!("{:?}", shown(table.say("Ana", "log").await));
        let log = log.split("timestamp: ").map(|part| part.split_once(',').map_or(part, |it| it.1));
        // Different audiences are served in parallel, in no fixed order.
        let mut answered = table.posts().await;
        asked.sort();
        answered.sort();
        read.push((asked, answered, log.collect::<String>()));
    }
    assert_eq!(read[0], read[1]);
    assert_eq!(read[0], read[2]);
}

/// The delay varies, so that it does not give the order away.
#[tokio::test]
async fn an_order_takes_its_time() {
    let table = wolf_to_act(&["answer:dodge"]).await;
    let mut waits = Vec::new();
    for _ in 0..4 {
        table.does("GM", "attack target:Ana as:Wolf").await;
        let began = table.clock.now();
        let due = table.app.next_deadline_time().await.unwrap().unwrap();
        waits.push((due - began).get_seconds());
        table.does("GM", "undo").await;
    }
    assert!(waits.iter().all(|wait| (180..=2700).contains(wait)), "{waits:?}");
    waits.dedup();
    assert!(waits.len() > 1, "{waits:?}");
}

#[tokio::test]
async fn at_the_deadline_the_order_takes_the_place_of_the_default() {
    assert_eq!(attacked(&[], 12).await, (true, false));
    assert_eq!(attacked(&["answer:dodge when:deadline"], 11).await, (false, false));
    assert_eq!(attacked(&["answer:dodge when:deadline"], 12).await, (true, true));
}

/// A combatant that joins after an undone joining gets the same number, and must not inherit its
/// orders and plan.
#[tokio::test]
async fn nothing_is_prepared_for_whoever_comes_next() {
    let table = Table::new().await;
    table.ana_to_act().await;
    table.does("GM", "add name:Vorn from:raider at:Yard hidden:true").await;
    shown(table.say("GM", "orders-add answer:dodge by:Ana as:Vorn").await);
    shown(table.say("GM", "queue-add act:pass as:Vorn").await);
    table.does("GM", "undo").await;
    table.does("Cleo", "join name:Cleo from:adept at:Yard").await;
    assert!(orders(&table, "Cleo").await.iter().all(|list| list.orders.is_empty()));
    let plan = shown(table.say("Cleo", "queue-list").await);
    assert!(matches!(plan, QueryResult::Plan { plan: None, .. }), "{plan:?}");
}

/// The GM may not use the orders and plans of a player who is away.
#[tokio::test]
async fn an_absent_players_orders_are_not_the_gms() {
    let table = wolf_to_act(&["answer:dodge"]).await;
    shown(table.say("Ana", "away until:3d").await);
    for said in ["orders-list", "orders-remove number:1", "orders-test", "queue-list"] {
        table.may_not("GM", &format!("{said} as:Ana"), "bad-target").await;
    }
    assert_eq!(orders(&table, "Ana").await[0].orders.len(), 1);
}

/// The GM's skip applies the player's order rather than the default.
#[tokio::test]
async fn the_order_counts_when_the_gm_waits_no_longer() {
    for (orders, closed) in [(&["answer:dodge when:deadline"][..], "answered"), (&[], "defaulted")]
    {
        let table = wolf_to_act(orders).await;
        table.does("GM", "attack target:Ana as:Wolf").await;
        table.posts().await;
        table.does("GM", "skip who:Ana").await;
        let posts = table.posts().await;
        assert!(has(&posts, &format!("channel: edit closed Ana {closed}")), "{posts:?}");
    }
}

/// An order that does not apply is passed over: the next one answers, or else the player is asked.
#[tokio::test]
async fn an_order_goes_by_what_its_owner_knows() {
    for (orders, is_answered, is_spent) in [
        (&["answer:dodge by:Wolf"][..], true, true),
        (&["answer:dodge by:wolf way:bite"], true, true),
        (&["answer:dodge by:Ana"], false, false),
        (&["answer:dodge way:bow"], false, false),
        (&["answer:dodge whom:Ana"], false, false),
        (&["answer:dodge spend:nothing"], false, false),
        (&["answer:dodge spend:keep-turn", "answer:take-it"], true, false),
        (&["answer:hide-behind", "question:reaction answer:take-it"], true, false),
        // Players do not know the Wolf's attack, so its threat is unknown.
        (&["answer:dodge threat:wound"], false, false),
        (&["question:guard answer:guard"], false, false),
    ] {
        assert_eq!(attacked(orders, 1).await, (is_answered, is_spent), "{orders:?}");
    }
}

/// The threat of another player's attack is known.
#[tokio::test]
async fn a_threat_is_known_where_the_numbers_are() {
    for (health, threat, is_answered) in
        [(12, "wound", true), (12, "fell", false), (1, "fell", true)]
    {
        let table = Table::new().await;
        table.does("GM", "new system:factions").await;
        table.does("GM", "zones layout:\"Yard\"").await;
        table
            .does("Ana", &format!("join name:Ana from:hunter health:{health} health_max:12"))
            .await;
        table.does("Ben", "join name:Ben from:reaver faction:raiders").await;
        table.does("GM", "started faction:raiders").await;
        table.does("GM", "start").await;
        gives(&table, "Ana", &format!("answer:take-it threat:{threat} when:at-once")).await;
        let offers = table.now().await;
        let ben = offers.members.iter().find(|one| one.name == "Ben").unwrap().id;
        let attack = offers.game.list_offers(ben).into_iter().find(|offer| {
            offer.command.verb == "attack" && offer.command.get("weapon") != "unarmed"
        });
        table.does("Ben", &attack.unwrap().command.to_string()).await;
        table.app.fire_due_deadlines().await.unwrap();
        assert_eq!(table.now().await.prompts.is_empty(), is_answered, "{health} {threat}");
    }
}

/// Returns the threat of the attack in the open prompt.
async fn threat(table: &Table) -> Option<ThreatLevel> {
    table
        .now()
        .await
        .game
        .prompt_context_and_costs(&table.prompt().await.prompt.subject)
        .unwrap()
        .0
        .threat
}

/// CARDS-HID-2: the pools of an NPC are hidden, and so is the threat of its attacks.
#[tokio::test]
async fn what_an_attack_with_cards_could_do() {
    for (cap, worst) in [(20, ThreatLevel::Wound), (1, ThreatLevel::Fell)] {
        let table = Table::new().await;
        table.does("GM", "new system:cards").await;
        table.does("GM", "zones layout:Yard").await;
        table.does("Ana", "join name:Ana from:adept card:1").await;
        let rat = format!("add name:Rat from:brigand card:2 phys_cap:{cap} ment_cap:{cap}");
        table.does("GM", &rat).await;
        table.does("GM", "start").await;
        table.does("Ana", "attack target:Rat").await;
        assert_eq!(threat(&table).await, Some(worst), "{cap}");
        table.does("GM", "undo").await;
        table.does("Ana", "shove target:Rat").await;
        assert_eq!(threat(&table).await, Some(ThreatLevel::Harmless));
        table.does("GM", "undo").await;
        table.does("Ana", "pass").await;
        table.does("GM", "attack target:Ana as:Rat").await;
        assert_eq!(threat(&table).await, None);
    }
}

/// RANKS-HID-1: the dice of an NPC are hidden, and so is the threat of its attacks; the threat of a
/// taunt is public.
#[tokio::test]
async fn what_an_attack_with_ranks_could_do() {
    let table = Table::new().await;
    table.does("GM", "new system:ranks").await;
    table.does("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.does("Ana", "join name:Ana from:blade mark:35 skills.martial:12D").await;
    table.does("GM", "add name:Rat from:thug skills.martial:12D skills.insult:12D").await;
    table.does("GM", "start").await;
    for (who, act, worst) in [
        ("Ana", "attack target:Rat weapon:sword", Some(ThreatLevel::Fell)),
        ("Rat", "attack target:Ana weapon:sword", None),
        ("Rat", "taunt target:Ana how:insult", Some(ThreatLevel::Fell)),
    ] {
        while table.waited_for().await != who {
            table.does("GM", "skip").await;
        }
        table.does(if who == "Ana" { "Ana" } else { "GM" }, &format!("{act} as:{who}")).await;
        assert_eq!(threat(&table).await, worst, "{who}: {act}");
        table.does("GM", "undo").await;
    }
}

/// The same offer goes to everybody, so it does not reveal which prompt may come.
#[tokio::test]
async fn an_answer_to_no_question_may_be_ordered() {
    let offered = |reply: InputReply| match reply {
        InputReply::Refused(refusal) => (refusal.key, refusal.alternatives),
        other => panic!("{other:?}"),
    };
    let table = Table::new().await;
    table.wolf_to_act().await;
    let (key, offers) = offered(table.say("Ana", "dodge").await);
    assert_eq!((key.as_str(), offers.len()), ("nothing-asked", 1));
    assert_eq!(offers[0].command.to_string(), "orders-add answer:dodge question:avoid");
    let origin = table.origin("Ana");
    match shown(table.input(&origin, UserInput::from_command(offers[0].command.clone())).await) {
        QueryResult::StandingOrders(lists) => assert_eq!(lists[0].orders.len(), 1),
        other => panic!("{other:?}"),
    }
    let (_, offers) = offered(table.say("GM", "dodge as:Wolf").await);
    assert_eq!(offers[0].command.get("as"), "Wolf");
    for (who, text) in [("Stranger", "dodge"), ("Ana", "dodge as:Ben")] {
        assert_eq!(offered(table.say(who, text).await).1, [], "{who}: {text}");
    }
    table.does("GM", "attack target:Ben as:Wolf").await;
    assert_eq!(offered(table.say("Ana", "sacrifice-shield").await).1.len(), 1);
    table.does("GM", "end outcome:truce").await;
    assert_eq!(offered(table.say("Ana", "dodge").await).1, []);
}

#[tokio::test]
async fn what_is_taken_back_is_asked_of_the_player() {
    let table = wolf_to_act(&["answer:dodge when:at-once"]).await;
    table.does("GM", "attack target:Ana as:Wolf").await;
    table.app.fire_due_deadlines().await.unwrap();
    assert_eq!(table.now().await.prompts, []);
    table.does("GM", "undo").await;
    table.wait(1).await;
    let open = table.prompt().await;
    done(table.presses("Ana", "dodge", &open).await, "by hand");
}

#[tokio::test]
async fn an_order_withdrawn_does_not_answer() {
    let table = wolf_to_act(&["answer:dodge"]).await;
    table.does("GM", "attack target:Ana as:Wolf").await;
    shown(table.say("Ana", "orders-remove number:1").await);
    let before = table.revision().await;
    table.wait(5).await;
    assert_eq!(table.revision().await, before);
    assert_eq!(table.now().await.prompts.len(), 1);
}

#[tokio::test]
async fn a_pause_stops_orders_too() {
    let table = wolf_to_act(&["answer:dodge"]).await;
    table.does("GM", "attack target:Ana as:Wolf").await;
    table.does("GM", "pause").await;
    table.wait(5).await;
    assert_eq!(table.now().await.prompts.len(), 1);
    table.does("GM", "resume").await;
    table.wait(1).await;
    assert_eq!(table.now().await.prompts, []);
}

#[tokio::test]
async fn orders_outlast_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::at(&path).await;
    table.wolf_to_act().await;
    gives(&table, "Ana", "answer:dodge by:Wolf").await;
    table.does("GM", "attack target:Ana as:Wolf").await;
    let before = table.now().await;
    let table = table.restart(&path).await;
    assert_eq!(*table.now().await, *before);
    table.wait(1).await;
    assert_eq!(table.now().await.prompts, []);
    assert_eq!(orders(&table, "Ana").await[0].orders.len(), 1);
}

/// Only the GM sees the orders of NPCs.
#[tokio::test]
async fn orders_are_their_owners_secret() {
    let table = wolf_to_act(&["answer:dodge by:Wolf"]).await;
    shown(table.say("GM", "orders-add answer:strike question:free-attack as:Wolf").await);
    let revision = table.revision().await;
    assert_eq!(table.posts().await, Vec::<String>::new());
    let names = |lists: Vec<OrderList>| {
        lists.iter().map(|one| (one.combatant_name.clone(), one.orders.len())).collect::<Vec<_>>()
    };
    assert_eq!(names(orders(&table, "Ana").await), [("Ana".into(), 1)]);
    assert_eq!(names(orders(&table, "Ben").await), [("Ben".into(), 0)]);
    assert_eq!(names(orders(&table, "GM").await), [("Wolf".into(), 1)]);
    for verb in ["orders-list", "orders-test", "orders-add answer:dodge", "orders-remove number:1"]
    {
        table.may_not("Stranger", verb, "not-joined").await;
        table.may_not("Ben", &format!("{verb} as:Ana"), "bad-target").await;
        table.may_not("GM", &format!("{verb} as:Ana"), "bad-target").await;
        table.may_not("Ana", &format!("{verb} as:Wolf"), "not-gm").await;
    }
    assert_eq!(table.revision().await, revision);
}

#[tokio::test]
async fn a_hidden_one_cannot_be_named() {
    let table = wolf_to_act(&[]).await;
    table.does("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    for slot in ["by", "whom"] {
        for name in ["Lurker", "Nobody"] {
            let order = format!("orders-add answer:dodge {slot}:{name}");
            table.may_not("Ana", &order, "bad-target").await;
        }
    }
}

#[tokio::test]
async fn what_cannot_be_an_order_is_refused() {
    let table = wolf_to_act(&[]).await;
    for order in [
        "answer:dance",
        "answer:dodge question:tea",
        "answer:dodge question:shield",
        "answer:take-it\\\"",
        "answer:dodge when:never",
        "answer:dodge spend:2",
        "answer:dodge threat:much",
    ] {
        table.may_not("Ana", &format!("orders-add {order}"), "bad-order").await;
    }
    table.may_not("Ana", "orders-remove number:7", "bad-order").await;
    for _ in 0..20 {
        gives(&table, "Ana", "answer:dodge").await;
    }
    table.may_not("Ana", "orders-add answer:dodge", "bad-order").await;
    shown(table.say("Ana", "orders-remove number:all").await);
    assert_eq!(orders(&table, "Ana").await[0].orders, []);
}

#[tokio::test]
async fn orders_can_be_tried_out() {
    let given = ["answer:dodge by:Ben", "answer:dodge by:Wolf", "question:shield answer:take-it"];
    let table = wolf_to_act(&given).await;
    let numbers = |trials: Vec<OrderPreview>, question: &str| {
        let found = trials.into_iter().find(|one| one.question_kind == question).unwrap();
        (found.is_open, found.matching_orders.iter().map(|order| order.number).collect::<Vec<_>>())
    };
    assert_eq!(numbers(trials(&table, "Ana", "").await, "avoid"), (false, vec![1, 2]));
    assert_eq!(numbers(trials(&table, "Ana", "by:Wolf").await, "avoid"), (false, vec![2]));
    assert_eq!(numbers(trials(&table, "Ana", "").await, "free-attack"), (false, vec![]));
    table.does("GM", "attack target:Ana as:Wolf").await;
    assert_eq!(numbers(trials(&table, "Ana", "").await, "avoid"), (true, vec![2]));
}

#[tokio::test]
async fn the_orders_of_the_rules_are_listed() {
    let table = Table::new().await;
    table.plays("factions").await;
    table.does("Ben", "stance opportunity:never").await;
    assert_eq!(orders(&table, "Ben").await[0].rule_orders[0].get("opportunity"), "never");
}

/// An answer may be given by its verb or by the label of its button. Unknown answers, and slots
/// that an answer does not have, are refused with the known ones.
#[tokio::test]
async fn answers_are_those_of_the_system() {
    let table = Table::new().await;
    table.wolf_to_act().await;
    for (named, verb) in [("Avoid", "dodge"), ("\"take the hit\"", "take-it")] {
        gives(&table, "Ana", &format!("answer:{named}")).await;
        let list = orders(&table, "Ana").await;
        assert_eq!(list[0].orders.last().unwrap().answer.verb, verb);
    }
    match table.say("Ana", "orders-add answer:hide").await {
        InputReply::Refused(refusal) => {
            assert_eq!(refusal.key, "bad-order");
            assert!(refusal.details["names"].contains("dodge"), "{refusal:?}");
        }
        other => panic!("{other:?}"),
    }
    table.may_not("Ana", "orders-add answer:\"dodge slow:true\"", "no-such-slot").await;
}

/// Every prompt of a combatant has a kind that orders can name, and every choice is an answer of
/// that kind.
#[tokio::test]
async fn every_question_has_its_kind() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.plays(system).await;
        let mut player = Player::new(11);
        for _ in 0..150 {
            let now = table.now().await;
            for open in now.prompts.iter().filter(|open| open.prompt.respondent != Initiator::Gm) {
                let about = now.game.prompt_context_and_costs(&open.prompt.subject);
                let (about, prices) = about.unwrap_or_else(|| panic!("{:?}", open.prompt));
                let kind =
                    Game::prompt_kinds(system).iter().find(|kind| kind.key == about.kind).unwrap();
                assert_eq!(prices.len(), open.prompt.choices.len());
                for choice in &open.prompt.choices {
                    assert!(
                        kind.answer_verbs.contains(&&*choice.verb),
                        "{system} {kind:?} {choice}"
                    );
                    // An order may name the choice by the label of its button.
                    let label = narration::answer_label(PLAIN.locale, &open.prompt.subject, choice);
                    let label = label.split(" · ").next().and_then(|it| it.split(" (").next());
                    let mut answers = Game::answer_verbs(system).unwrap().iter();
                    let answer = answers.find(|verb| verb.name == choice.verb).unwrap();
                    let is_plain = choice.slots.is_empty();
                    assert!(!is_plain || answer.is_called(label.unwrap()), "{system}: {label:?}");
                }
            }
            if !player.plays(&table).await {
                break;
            }
        }
    }
}
