//! Turn messages: each turn is announced to everybody it waits for, and its message shows the
//! possible acts.

use std::collections::BTreeSet;

use riposte::app::input::QueryResult;
use riposte::app::outbox::{Delivery, MessageBody};
use riposte::engine::core::command::{Offer, Risk};
use riposte::engine::game::SYSTEM_KEYS;

use crate::app_table::*;
use crate::random_player::RandomPlayer;

/// Delivers, and returns the posts about turns and reminders.
async fn deliver_turn_posts(table: &Table) -> Vec<String> {
    let is_of_turn = |line: &String| {
        let what = line.split_once(": ").map_or("", |(_, what)| what);
        ["turn ", "waits ", "edit turn ", "edit told ", "edit gone", "nudge "]
            .iter()
            .any(|it| what.starts_with(it))
    };
    table.deliver_posts().await.into_iter().filter(is_of_turn).collect()
}

#[tokio::test]
async fn second_npc_turn_in_a_row_is_announced() {
    let table = Table::new().await;
    table.run_command("GM", "new system:fates").await;
    table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.run_command("Ana", "join name:Ana from:sharpshooter at:Gate").await;
    table.run_command("GM", "add name:Trooper from:trooper at:Hall score:9").await;
    table.run_command("GM", "add name:Thug from:thug at:Hall score:9").await;
    table.run_command("GM", "start").await;
    for _ in 0..4 {
        let first = table.awaited_name().await;
        deliver_turn_posts(&table).await;
        table.run_command("GM", "skip").await;
        let next = table.awaited_name().await;
        let lines = deliver_turn_posts(&table).await;
        if first != "Ana" && next != "Ana" {
            assert_eq!(lines, ["dm 1: edit told 1".to_string(), format!("dm 1: turn {next}")]);
            return;
        }
    }
    panic!("no two NPCs act in a row");
}

#[tokio::test]
async fn shared_slot_pings_all_its_players() {
    let table = Table::new().await;
    table.start_fight("factions").await;
    let lines = deliver_turn_posts(&table).await;
    assert_eq!(lines, ["channel: turn Ana+Ben pings 11 pings 12"]);
    // Ben's message is edited, since he was pinged with Ana.
    table.run_command("Ana", "pass").await;
    assert_eq!(deliver_turn_posts(&table).await, ["channel: edit turn Ben, told 1"]);
}

/// The message of the turn offers the undone act again.
#[tokio::test]
async fn undo_restores_turn_controls() {
    let table = Table::new().await;
    table.set_up_ana_turn().await;
    table.run_command("Ana", "move zone:Gate").await;
    deliver_turn_posts(&table).await;
    table.run_command("GM", "undo").await;
    assert_eq!(deliver_turn_posts(&table).await, ["channel: edit turn Ana, told 1 (1 undone)"]);
}

/// The turn is announced to the new GM, and the old message is removed.
#[tokio::test]
async fn handed_over_turn_moves_to_new_gm() {
    let table = Table::new().await;
    table.set_up_wolf_turn().await;
    deliver_turn_posts(&table).await;
    table.run_command("GM", "hand-over user:12").await;
    assert_eq!(deliver_turn_posts(&table).await, ["dm 1: edit gone", "dm 12: turn Wolf"]);
}

/// While a prompt is open, nobody is pinged for the turn.
#[tokio::test]
async fn interrupted_turn_is_handed_over_silently() {
    let table = Table::new().await;
    table.set_up_wolf_attack().await;
    deliver_turn_posts(&table).await;
    table.run_command("GM", "hand-over user:12").await;
    // The message has no controls yet.
    let mut posts = deliver_turn_posts(&table).await;
    posts.sort();
    assert_eq!(posts, ["dm 12: waits for Ana", "dm 1: edit told 1"]);
}

/// The risks of a move name visible enemies only.
#[tokio::test]
async fn move_risks_name_visible_enemies() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.run_command("GM", "zones layout:\"Gate - Yard\"").await;
    table.run_command("Ana", "join name:Ana from:warrior at:Yard").await;
    table.run_command("GM", "add name:Wolf from:raider at:Yard").await;
    table.run_command("GM", "add name:Lurker from:raider at:Yard hidden:true").await;
    table.run_command("GM", "start").await;
    for _ in 0..4 {
        if table.awaited_name().await == "Ana" {
            break;
        }
        table.run_command("GM", "skip").await;
    }
    let QueryResult::OwnCombatants { sheets, .. } =
        expect_query_result(table.send_command("Ana", "mine").await)
    else {
        panic!()
    };
    let risks = |verb: &str| {
        let offer = sheets[0].offers.iter().find(|offer| offer.command.verb == verb);
        offer.unwrap_or_else(|| panic!("{verb} is not offered")).risks.clone()
    };
    assert_eq!(risks("move"), [Risk { actors: vec!["Wolf".into()], ..Risk::new("strike") }]);
    assert_eq!(risks("attack"), []);
}

/// A move warns of free attacks as well where it begins the Turn (DR12-DIS-1, DR12-OPT-1).
#[tokio::test]
async fn move_warns_of_free_attacks_before_the_turn_begins() {
    let table = Table::new().await;
    table.run_command("GM", "new system:dr12").await;
    table.run_command("GM", "set key:party_order value:any").await;
    table.run_command("GM", "set key:npc_provoke value:true").await;
    table.run_command("GM", "zones layout:\"Gate - Yard\"").await;
    table.run_command("Ana", "join name:Ana from:warrior at:Yard").await;
    table.run_command("GM", "add name:Wolf from:raider at:Yard").await;
    table.run_command("GM", "start").await;
    let mut warned = BTreeSet::new();
    for _ in 0..4 {
        let state = table.load_state().await;
        for member in &state.members {
            let offers = state.game.list_legal_act_offers(member.id);
            if let Some(offer) = offers.iter().find(|offer| offer.command.verb == "move") {
                let enemy = if member.name == "Ana" { "Wolf" } else { "Ana" };
                let strike = Risk { actors: vec![enemy.into()], ..Risk::new("strike") };
                assert_eq!(offer.risks, [strike]);
                warned.insert(member.name.clone());
            }
        }
        table.run_command("GM", "skip").await;
    }
    assert_eq!(warned.len(), 2);
}

/// A sprint can be matched, so it warns of who may follow as other movements do (RANKS-MATCH-1).
#[tokio::test]
async fn sprint_warns_of_followers() {
    let table = Table::new().await;
    table.run_command("GM", "new system:ranks").await;
    table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.run_command("Ana", "join name:Ana from:duelist mark:20").await;
    table.run_command("GM", "add name:Rat from:thug mark:25").await;
    table.run_command("GM", "start").await;
    table.run_command("Ana", "engage target:Rat").await;
    let state = table.load_state().await;
    let ana = state.members.iter().find(|member| member.name == "Ana").unwrap().id;
    for verb in ["move", "dash", "flee"] {
        let offers = state.game.list_legal_act_offers(ana);
        let offer = offers.iter().find(|offer| offer.command.verb == verb).unwrap();
        assert_eq!(offer.risks, [Risk { actors: vec!["Rat".into()], ..Risk::new("follow") }]);
    }
}

/// To clear an obstacle away leads nowhere, so it costs no Harm while pinned (CARDS-ATK-5).
#[tokio::test]
async fn pinned_risk_nothing_by_clearing_an_obstacle() {
    let table = Table::new().await;
    table.run_command("GM", "new system:cards").await;
    table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.run_command("GM", "obstacle zone:Yard to:Gate").await;
    table.run_command("GM", "obstacle zone:Yard to:Hall removed:true").await;
    table.run_command("Ana", "join name:Ana from:hunter at:Yard card:1 pinned:true").await;
    table.run_command("GM", "add name:Rat from:brigand at:Yard card:2").await;
    table.run_command("GM", "start").await;
    let state = table.load_state().await;
    let ana = state.members.iter().find(|member| member.name == "Ana").unwrap().id;
    let offers = state.game.list_legal_act_offers(ana);
    let risks = |zone: &str| {
        let is_crossing = |offer: &&Offer| offer.command.get("zone") == zone;
        offers.iter().find(is_crossing).unwrap().risks.clone()
    };
    assert_eq!(risks("Gate"), [Risk::new("harm")]);
    assert_eq!(risks("Hall"), []);
}

/// The board and a reader's own board say who attacked whom last, of those whom they show. A
/// reader's own board knows how everybody was after the reader's last input.
#[tokio::test]
async fn boards_know_the_last_attack_in_every_system() {
    let mut systems_with_attacks = BTreeSet::new();
    for (system, seed) in SYSTEM_KEYS.iter().flat_map(|key| (0..6).map(move |seed| (*key, seed))) {
        if systems_with_attacks.contains(system) {
            continue;
        }
        let table = Table::new().await;
        table.start_fight(system).await;
        let mut player = RandomPlayer::new(seed);
        for _ in 0..40 {
            player.play_input(&table).await;
            let state = table.load_state().await;
            if !state.is_running() {
                break;
            }
            let deliveries = table.app.rebuild_awaiting_messages_and_summary(&state).await.unwrap();
            let is_board =
                |delivery: &&Delivery| matches!(delivery.body, MessageBody::Summary { .. });
            let board = &deliveries.iter().find(is_board).unwrap().view;
            assert!(board.earlier_wounds.is_empty(), "{system}: it is for everybody");
            let own = expect_query_result(table.send_command("Ana", "status").await);
            let QueryResult::Status { view: own, .. } = own else { panic!() };
            for view in [board, &own] {
                for attack in &view.last_attacks {
                    let is_shown = |who| view.members().any(|member| member.id == who);
                    assert!(is_shown(attack.attacker) && is_shown(attack.target), "{system}");
                    systems_with_attacks.insert(system);
                }
            }
        }
        let own = expect_query_result(table.send_command("Ana", "status").await);
        let QueryResult::Status { view, .. } = own else { panic!() };
        assert!(!view.is_running || !view.earlier_wounds.is_empty(), "{system}");
    }
    assert_eq!(systems_with_attacks.len(), SYSTEM_KEYS.len(), "{systems_with_attacks:?}");
}
