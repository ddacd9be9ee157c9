//! Standing orders: which of them answers, when, and that nobody can tell it from a press.

use riposte::app::clock::Clock;
use riposte::app::input::{InputReply, OrderList, OrderPreview, QueryResult, UserInput};
use riposte::engine::core::ids::Initiator;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::engine::resolution::prompt::ThreatLevel;
use riposte::narration::{self, PLAIN};

use crate::app_table::*;
use crate::random_player::RandomPlayer;

async fn list_orders(table: &Table, who: &str) -> Vec<OrderList> {
    match expect_query_result(table.send_command(who, "orders-list").await) {
        QueryResult::StandingOrders(lists) => lists,
        other => panic!("{other:?}"),
    }
}

async fn preview_orders(table: &Table, who: &str, text: &str) -> Vec<OrderPreview> {
    match expect_query_result(table.send_command(who, &format!("orders-test {text}")).await) {
        QueryResult::OrderPreviews { previews, .. } => previews,
        other => panic!("{other:?}"),
    }
}

pub async fn add_order(table: &Table, who: &str, order: &str) {
    match expect_query_result(table.send_command(who, &format!("orders-add {order}")).await) {
        QueryResult::StandingOrders(_) => {}
        other => panic!("{order}: {other:?}"),
    }
}

/// Sets up the Wolf's turn after Ana has given these orders.
async fn set_up_wolf_turn_with_orders(orders: &[&str]) -> Table {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    for order in orders {
        add_order(&table, "Ana", order).await;
    }
    table.deliver_posts().await;
    table
}

/// Plays an attack of the Wolf on Ana, who has these orders, in `factions`, where an answer costs
/// the turn. Returns whether the prompt is answered after some hours, and whether Ana's turn is
/// spent.
async fn play_attack_with_orders(orders: &[&str], hours: i64) -> (bool, bool) {
    let table = Table::new().await;
    table.run_command("GM", "new system:factions").await;
    table.run_command("GM", "zones layout:\"Yard\"").await;
    table.run_command("Ana", "join name:Ana from:hunter").await;
    table.run_command("GM", "add name:Wolf from:wolf").await;
    table.run_command("GM", "started faction:enemies").await;
    table.run_command("GM", "start").await;
    for order in orders {
        add_order(&table, "Ana", order).await;
    }
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    assert_eq!(
        table.load_state().await.prompts.iter().filter(|open| !open.prompt.is_optional).count(),
        1
    );
    table.advance_hours(hours).await;
    let is_answered = table.load_state().await.prompts.is_empty();
    (is_answered, table.combatant_field("Ana", "turn").await == "spent")
}

#[tokio::test]
async fn order_reads_like_a_press() {
    let mut transcripts = Vec::new();
    for order in [None, Some("answer:dodge"), Some("answer:dodge when:at-once")] {
        let table = set_up_wolf_turn_with_orders(&order.into_iter().collect::<Vec<_>>()).await;
        table.run_command("GM", "attack target:Ana as:Wolf").await;
        let open = table.single_prompt().await;
        let mut asked = table.deliver_posts().await;
        if order.is_none() {
            table.press_choice("Ana", "dodge", &open).await;
        } else {
            table.advance_hours(1).await;
        }
        assert_eq!(table.load_state().await.prompts, [], "{order:?}");
        let log = format!("{:?}", expect_query_result(table.send_command("Ana", "log").await));
        let log = log.split("timestamp: ").map(|part| part.split_once(',').map_or(part, |it| it.1));
        // Different audiences are served in parallel, in no fixed order.
        let mut answered = table.deliver_posts().await;
        asked.sort();
        answered.sort();
        transcripts.push((asked, answered, log.collect::<String>()));
    }
    assert_eq!(transcripts[0], transcripts[1]);
    assert_eq!(transcripts[0], transcripts[2]);
}

/// The delay varies, so that it does not give the order away.
#[tokio::test]
async fn order_answers_after_varying_delay() {
    let table = set_up_wolf_turn_with_orders(&["answer:dodge"]).await;
    let mut delays = Vec::new();
    for _ in 0..4 {
        table.run_command("GM", "attack target:Ana as:Wolf").await;
        let began = table.clock.now();
        let due = table.app.next_deadline_time().await.unwrap().unwrap();
        delays.push((due - began).get_seconds());
        table.run_command("GM", "undo").await;
    }
    assert!(delays.iter().all(|wait| (180..=2700).contains(wait)), "{delays:?}");
    delays.dedup();
    assert!(delays.len() > 1, "{delays:?}");
}

#[tokio::test]
async fn deadline_order_replaces_the_default() {
    assert_eq!(play_attack_with_orders(&[], 12).await, (true, false));
    assert_eq!(play_attack_with_orders(&["answer:dodge when:deadline"], 11).await, (false, false));
    assert_eq!(play_attack_with_orders(&["answer:dodge when:deadline"], 12).await, (true, true));
}

/// A combatant that joins after an undone joining gets the same number, and must not inherit its
/// orders and plan.
#[tokio::test]
async fn new_combatant_inherits_no_orders() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("GM", "add name:Vorn from:raider at:Yard hidden:true").await;
    expect_query_result(table.send_command("GM", "orders-add answer:dodge by:Ana as:Vorn").await);
    expect_query_result(table.send_command("GM", "queue-add act:pass as:Vorn").await);
    table.run_command("GM", "undo").await;
    table.run_command("Cleo", "join name:Cleo from:adept at:Yard").await;
    assert!(list_orders(&table, "Cleo").await.iter().all(|list| list.orders.is_empty()));
    let plan = expect_query_result(table.send_command("Cleo", "queue-list").await);
    assert!(matches!(plan, QueryResult::Plan { plan: None, .. }), "{plan:?}");
}

/// The GM may not use the orders and plans of a player who is away.
#[tokio::test]
async fn gm_cannot_use_orders_of_away_player() {
    let table = set_up_wolf_turn_with_orders(&["answer:dodge"]).await;
    expect_query_result(table.send_command("Ana", "away until:3d").await);
    for command in ["orders-list", "orders-remove number:1", "orders-test", "queue-list"] {
        table.assert_refused("GM", &format!("{command} as:Ana"), "bad-target").await;
    }
    assert_eq!(list_orders(&table, "Ana").await[0].orders.len(), 1);
}

/// The GM's skip applies the player's order rather than the default.
#[tokio::test]
async fn gm_skip_applies_the_order() {
    for (orders, closed) in [(&["answer:dodge when:deadline"][..], "answered"), (&[], "defaulted")]
    {
        let table = set_up_wolf_turn_with_orders(orders).await;
        table.run_command("GM", "attack target:Ana as:Wolf").await;
        table.deliver_posts().await;
        table.run_command("GM", "skip who:Ana").await;
        let posts = table.deliver_posts().await;
        assert!(
            any_starts_with(&posts, &format!("channel: edit closed Ana {closed}")),
            "{posts:?}"
        );
    }
}

/// An order that does not apply is passed over: the next one answers, or else the player is asked.
#[tokio::test]
async fn order_applies_by_known_facts() {
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
        assert_eq!(play_attack_with_orders(orders, 1).await, (is_answered, is_spent), "{orders:?}");
    }
}

/// The threat of another player's attack is known.
#[tokio::test]
async fn threat_is_known_between_players() {
    for (health, threat, is_answered) in
        [(12, "wound", true), (12, "fell", false), (1, "fell", true)]
    {
        let table = Table::new().await;
        table.run_command("GM", "new system:factions").await;
        table.run_command("GM", "zones layout:\"Yard\"").await;
        table
            .run_command("Ana", &format!("join name:Ana from:hunter health:{health} health_max:12"))
            .await;
        table.run_command("Ben", "join name:Ben from:reaver faction:raiders").await;
        table.run_command("GM", "started faction:raiders").await;
        table.run_command("GM", "start").await;
        add_order(&table, "Ana", &format!("answer:take-it threat:{threat} when:at-once")).await;
        let offers = table.load_state().await;
        let ben = offers.members.iter().find(|member| member.name == "Ben").unwrap().id;
        let attack = offers.game.list_legal_act_offers(ben).into_iter().find(|offer| {
            offer.command.verb == "attack" && offer.command.get("weapon") != "unarmed"
        });
        table.run_command("Ben", &attack.unwrap().command.to_string()).await;
        table.app.fire_due_deadlines().await.unwrap();
        assert_eq!(table.load_state().await.prompts.is_empty(), is_answered, "{health} {threat}");
    }
}

/// Returns the threat of the attack in the open prompt.
async fn threat_of_open_prompt(table: &Table) -> Option<ThreatLevel> {
    table
        .load_state()
        .await
        .game
        .context_and_costs_if_orders_may_answer(&table.single_prompt().await.prompt.subject)
        .unwrap()
        .context
        .threat
}

/// CARDS-DMG-1: the fire and poison on a weapon add to the worst that an attack can do.
#[tokio::test]
async fn cards_threat_counts_fire_and_poison() {
    for (hero, rat, worst) in [
        // Two of three dice buy damage; the flask itself does none, its fire 2.
        ("adept gear:\"fire flask\"", "phys_cap:4 ment_cap:3", ThreatLevel::Fell),
        ("adept gear:\"fire flask\"", "phys_cap:5 ment_cap:3", ThreatLevel::Wound),
        // 2 + 7, and 1 of the poison.
        ("warden gear.0.weapon.poison:1", "phys_cap:10 ment_cap:20", ThreatLevel::Fell),
        ("warden gear.0.weapon.poison:1", "phys_cap:11 ment_cap:20", ThreatLevel::Wound),
    ] {
        let table = Table::new().await;
        table.run_command("GM", "new system:cards").await;
        table.run_command("GM", "zones layout:Yard").await;
        table.run_command("Ana", &format!("join name:Ana card:1 from:{hero}")).await;
        table.run_command("GM", &format!("add name:Rat from:brigand card:2 {rat}")).await;
        table.run_command("GM", "start").await;
        table.run_command("Ana", "attack target:Rat").await;
        assert_eq!(threat_of_open_prompt(&table).await, Some(worst), "{hero} {rat}");
    }
}

/// CARDS-HID-2: the pools of an NPC are hidden, and so is the threat of its attacks.
#[tokio::test]
async fn cards_threat_of_npc_is_unknown() {
    for (cap, worst) in [(20, ThreatLevel::Wound), (1, ThreatLevel::Fell)] {
        let table = Table::new().await;
        table.run_command("GM", "new system:cards").await;
        table.run_command("GM", "zones layout:Yard").await;
        table.run_command("Ana", "join name:Ana from:adept card:1").await;
        let rat = format!("add name:Rat from:brigand card:2 phys_cap:{cap} ment_cap:{cap}");
        table.run_command("GM", &rat).await;
        table.run_command("GM", "start").await;
        table.run_command("Ana", "attack target:Rat").await;
        assert_eq!(threat_of_open_prompt(&table).await, Some(worst), "{cap}");
        table.run_command("GM", "undo").await;
        table.run_command("Ana", "shove target:Rat").await;
        assert_eq!(threat_of_open_prompt(&table).await, Some(ThreatLevel::Harmless));
        table.run_command("GM", "undo").await;
        table.run_command("Ana", "pass").await;
        table.run_command("GM", "attack target:Ana as:Rat").await;
        assert_eq!(threat_of_open_prompt(&table).await, None);
    }
}

/// RANKS-HID-1: the dice of an NPC are hidden, and so is the threat of its attacks; the threat of a
/// taunt is public.
#[tokio::test]
async fn ranks_threat_of_npc_attack_is_unknown() {
    let table = Table::new().await;
    table.run_command("GM", "new system:ranks").await;
    table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.run_command("Ana", "join name:Ana from:blade mark:35 skills.martial:12D").await;
    table.run_command("GM", "add name:Rat from:thug skills.martial:12D skills.insult:12D").await;
    table.run_command("GM", "start").await;
    for (who, act, worst) in [
        ("Ana", "attack target:Rat weapon:sword", Some(ThreatLevel::Fell)),
        ("Rat", "attack target:Ana weapon:sword", None),
        ("Rat", "taunt target:Ana how:insult", Some(ThreatLevel::Fell)),
    ] {
        while table.awaited_name().await != who {
            table.run_command("GM", "skip").await;
        }
        table
            .run_command(if who == "Ana" { "Ana" } else { "GM" }, &format!("{act} as:{who}"))
            .await;
        assert_eq!(threat_of_open_prompt(&table).await, worst, "{who}: {act}");
        table.run_command("GM", "undo").await;
    }
}

/// RANKS-DMG-1: the worst that an attack can do is less against a toughness that is high.
#[tokio::test]
async fn ranks_threat_counts_toughness() {
    // At rank 5 the knife does at most 44. Toughness is 27 or 6.
    for (stone, worst) in [
        ("strength:6D skills.block:6D armour:9", ThreatLevel::Wound),
        ("strength:2D armour:0", ThreatLevel::Fell),
    ] {
        let table = Table::new().await;
        table.run_command("GM", "new system:ranks").await;
        table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        table
            .run_command("Ana", "join name:Ana from:blade mark:35 gear:knife skills.close:12D")
            .await;
        table.run_command("GM", &format!("add name:Stone from:thug {stone}")).await;
        table.run_command("GM", "start").await;
        while table.awaited_name().await != "Ana" {
            table.run_command("GM", "skip").await;
        }
        table.run_command("Ana", "attack target:Stone weapon:knife").await;
        assert_eq!(threat_of_open_prompt(&table).await, Some(worst), "{stone}");
    }
}

/// Everybody gets the same offer, so that it does not reveal which prompt may come.
#[tokio::test]
async fn refused_answer_offers_an_order() {
    let refusal_and_offers = |reply: InputReply| match reply {
        InputReply::Refused(refusal) => (refusal.key, refusal.alternatives),
        other => panic!("{other:?}"),
    };
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    let (key, offers) = refusal_and_offers(table.send_command("Ana", "dodge").await);
    assert_eq!((key.as_str(), offers.len()), ("nothing-asked", 1));
    assert_eq!(offers[0].command.to_string(), "orders-add answer:dodge question:avoid");
    let context = table.request_context("Ana");
    match expect_query_result(
        table.send_input(&context, UserInput::from_command(offers[0].command.clone())).await,
    ) {
        QueryResult::StandingOrders(lists) => assert_eq!(lists[0].orders.len(), 1),
        other => panic!("{other:?}"),
    }
    let (_, offers) = refusal_and_offers(table.send_command("GM", "dodge as:Wolf").await);
    assert_eq!(offers[0].command.get("as"), "Wolf");
    for (who, text) in [("Stranger", "dodge"), ("Ana", "dodge as:Ben")] {
        assert_eq!(refusal_and_offers(table.send_command(who, text).await).1, [], "{who}: {text}");
    }
    table.run_command("GM", "attack target:Ben as:Wolf").await;
    assert_eq!(refusal_and_offers(table.send_command("Ana", "sacrifice-shield").await).1.len(), 1);
    table.run_command("GM", "end outcome:truce").await;
    assert_eq!(refusal_and_offers(table.send_command("Ana", "dodge").await).1, []);
}

#[tokio::test]
async fn undone_order_answer_asks_the_player() {
    let table = set_up_wolf_turn_with_orders(&["answer:dodge when:at-once"]).await;
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    table.app.fire_due_deadlines().await.unwrap();
    assert_eq!(table.load_state().await.prompts, []);
    table.run_command("GM", "undo").await;
    table.advance_hours(1).await;
    let open = table.single_prompt().await;
    expect_done(table.press_choice("Ana", "dodge", &open).await, "by hand");
}

#[tokio::test]
async fn removed_order_does_not_answer() {
    let table = set_up_wolf_turn_with_orders(&["answer:dodge"]).await;
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    expect_query_result(table.send_command("Ana", "orders-remove number:1").await);
    let before = table.revision().await;
    table.advance_hours(5).await;
    assert_eq!(table.revision().await, before);
    assert_eq!(table.load_state().await.prompts.len(), 1);
}

#[tokio::test]
async fn pause_stops_orders() {
    let table = set_up_wolf_turn_with_orders(&["answer:dodge"]).await;
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    table.run_command("GM", "pause").await;
    table.advance_hours(5).await;
    assert_eq!(table.load_state().await.prompts.len(), 1);
    table.run_command("GM", "resume").await;
    table.advance_hours(1).await;
    assert_eq!(table.load_state().await.prompts, []);
}

#[tokio::test]
async fn orders_outlast_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_at(&path).await;
    table.set_up_wolf_turn().await;
    add_order(&table, "Ana", "answer:dodge by:Wolf").await;
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    let before = table.load_state().await;
    let table = table.restart(&path).await;
    assert_eq!(*table.load_state().await, *before);
    table.advance_hours(1).await;
    assert_eq!(table.load_state().await.prompts, []);
    assert_eq!(list_orders(&table, "Ana").await[0].orders.len(), 1);
}

/// Only the GM sees the orders of NPCs.
#[tokio::test]
async fn orders_are_visible_to_owner_only() {
    let table = set_up_wolf_turn_with_orders(&["answer:dodge by:Wolf"]).await;
    expect_query_result(
        table.send_command("GM", "orders-add answer:strike question:free-attack as:Wolf").await,
    );
    let revision = table.revision().await;
    assert_eq!(table.deliver_posts().await, Vec::<String>::new());
    let names = |lists: Vec<OrderList>| {
        lists
            .iter()
            .map(|list| (list.combatant_name.clone(), list.orders.len()))
            .collect::<Vec<_>>()
    };
    assert_eq!(names(list_orders(&table, "Ana").await), [("Ana".into(), 1)]);
    assert_eq!(names(list_orders(&table, "Ben").await), [("Ben".into(), 0)]);
    assert_eq!(names(list_orders(&table, "GM").await), [("Wolf".into(), 1)]);
    for verb in ["orders-list", "orders-test", "orders-add answer:dodge", "orders-remove number:1"]
    {
        table.assert_refused("Stranger", verb, "not-joined").await;
        table.assert_refused("Ben", &format!("{verb} as:Ana"), "bad-target").await;
        table.assert_refused("GM", &format!("{verb} as:Ana"), "bad-target").await;
        table.assert_refused("Ana", &format!("{verb} as:Wolf"), "not-gm").await;
    }
    assert_eq!(table.revision().await, revision);
}

#[tokio::test]
async fn hidden_combatant_cannot_be_named_in_order() {
    let table = set_up_wolf_turn_with_orders(&[]).await;
    table.run_command("GM", "add name:Lurker from:raider at:Hall hidden:true").await;
    for slot in ["by", "whom"] {
        for name in ["Lurker", "Nobody"] {
            let order = format!("orders-add answer:dodge {slot}:{name}");
            table.assert_refused("Ana", &order, "bad-target").await;
        }
    }
}

#[tokio::test]
async fn invalid_orders_are_refused() {
    let table = set_up_wolf_turn_with_orders(&[]).await;
    for order in [
        "answer:dance",
        "answer:dodge question:tea",
        "answer:dodge question:shield",
        "answer:take-it\\\"",
        "answer:dodge spend:2",
    ] {
        table.assert_refused("Ana", &format!("orders-add {order}"), "bad-order").await;
    }
    for choice in ["when:never", "threat:much"] {
        table
            .assert_refused("Ana", &format!("orders-add answer:dodge {choice}"), "bad-setup")
            .await;
    }
    table.assert_refused("Ana", "orders-remove number:7", "bad-order").await;
    for _ in 0..20 {
        add_order(&table, "Ana", "answer:dodge").await;
    }
    table.assert_refused("Ana", "orders-add answer:dodge", "bad-order").await;
    expect_query_result(table.send_command("Ana", "orders-remove number:all").await);
    assert_eq!(list_orders(&table, "Ana").await[0].orders, []);
}

#[tokio::test]
async fn orders_can_be_previewed() {
    let given = ["answer:dodge by:Ben", "answer:dodge by:Wolf", "question:shield answer:take-it"];
    let table = set_up_wolf_turn_with_orders(&given).await;
    let numbers = |previews: Vec<OrderPreview>, question: &str| {
        let found = previews.into_iter().find(|preview| preview.question_kind == question).unwrap();
        (found.is_open, found.matching_orders.iter().map(|order| order.number).collect::<Vec<_>>())
    };
    assert_eq!(numbers(preview_orders(&table, "Ana", "").await, "avoid"), (false, vec![1, 2]));
    assert_eq!(numbers(preview_orders(&table, "Ana", "by:Wolf").await, "avoid"), (false, vec![2]));
    assert_eq!(numbers(preview_orders(&table, "Ana", "").await, "free-attack"), (false, vec![]));
    table.run_command("GM", "attack target:Ana as:Wolf").await;
    assert_eq!(numbers(preview_orders(&table, "Ana", "").await, "avoid"), (true, vec![2]));
}

#[tokio::test]
async fn rule_orders_are_listed() {
    let table = Table::new().await;
    table.start_fight("factions").await;
    table.run_command("Ben", "stance opportunity:never").await;
    assert_eq!(list_orders(&table, "Ben").await[0].rule_orders[0].get("opportunity"), "never");
}

/// An answer may be given by its verb or by the label of its button. Unknown answers, and slots
/// that an answer does not have, are refused with the known ones.
#[tokio::test]
async fn answer_is_named_by_verb_or_label() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    for (named, verb) in [("Avoid", "dodge"), ("\"take the hit\"", "take-it")] {
        add_order(&table, "Ana", &format!("answer:{named}")).await;
        let list = list_orders(&table, "Ana").await;
        assert_eq!(list[0].orders.last().unwrap().answer.verb, verb);
    }
    match table.send_command("Ana", "orders-add answer:hide").await {
        InputReply::Refused(refusal) => {
            assert_eq!(refusal.key, "bad-order");
            assert!(refusal.details["names"].contains("dodge"), "{refusal:?}");
        }
        other => panic!("{other:?}"),
    }
    table.assert_refused("Ana", "orders-add answer:\"dodge slow:true\"", "no-such-slot").await;
}

/// Every prompt of a combatant has a kind that orders can name, and every choice is an answer of
/// that kind.
#[tokio::test]
async fn every_prompt_has_a_known_kind() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.start_fight(system).await;
        let mut player = RandomPlayer::new(11);
        for _ in 0..150 {
            let state = table.load_state().await;
            for open in state.prompts.iter().filter(|open| open.prompt.respondent != Initiator::Gm)
            {
                let about = state.game.context_and_costs_if_orders_may_answer(&open.prompt.subject);
                let basis = about.unwrap_or_else(|| panic!("{:?}", open.prompt));
                let kind = Game::prompt_kinds(system)
                    .iter()
                    .find(|kind| kind.key == basis.context.kind)
                    .unwrap();
                assert_eq!(basis.answer_costs.len(), open.prompt.choices.len());
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
            if !player.play_input(&table).await {
                break;
            }
        }
    }
}
