//! NPC agents: in every system they act and answer after a delay, as their GM would, and nobody
//! else can tell the difference.

use riposte::app::forecast::FightVariant;
use riposte::app::input::{InputReply, QueryResult};
use riposte::app::outbox::Audience;
use riposte::engine::agents::evaluator::{RiskAttitude, SearchBudget};
use riposte::engine::core::ids::Initiator;
use riposte::engine::game::SYSTEM_KEYS;

use crate::app_table::*;

/// Starts a fight in which an agent plays the Wolf, and advances to the Wolf's turn.
async fn alone(system: &str) -> Table {
    let table = Table::new().await;
    table.plays(system).await;
    table.does("GM", "absence policy:auto who:Wolf").await;
    comes_to_wolf(&table).await;
    table
}

async fn is_wolfs(table: &Table) -> bool {
    let now = table.now().await;
    let wolf = now.members.iter().find(|one| one.name == "Wolf").unwrap().id;
    let on = |by: &Initiator| *by == Initiator::Gm || *by == Initiator::Combatant(wolf);
    now.prompts.is_empty()
        && now.turn.as_ref().is_some_and(|turn| turn.awaited.actors.iter().all(on))
}

async fn comes_to_wolf(table: &Table) {
    for _ in 0..30 {
        if is_wolfs(table).await {
            return;
        }
        let first = table.now().await.prompts.iter().find(|one| !one.prompt.is_optional).cloned();
        match first {
            Some(_) => drop(table.say("GM", "skip").await),
            None => match table.waited_for().await.as_str() {
                "Wolf" | "GM" => return,
                name => {
                    let name = name.split(", ").next().unwrap_or_default().to_string();
                    if !matches!(table.say(&name, "init").await, InputReply::Done(_)) {
                        drop(table.say("GM", "skip").await);
                    }
                }
            },
        }
    }
    panic!("the Wolf never acts: {}", table.waited_for().await);
}

#[tokio::test]
async fn an_npc_acts_by_itself_after_a_while() {
    for system in SYSTEM_KEYS {
        let table = alone(system).await;
        let (before, turn) = (table.revision().await, table.now().await.turn.clone());
        let due = table.app.next_deadline_time().await.unwrap().unwrap();
        let wait = (due - riposte::app::clock::Clock::now(&*table.clock)).get_seconds();
        assert!((180..=2700).contains(&wait), "{system}: {wait}");
        table.wait(1).await;
        assert!(table.revision().await > before, "{system}: nothing was done");
        // The turn is over, or the act waits for an answer.
        let now = table.now().await;
        let is_over = now.turn.as_ref().map(|turn| turn.id) != turn.map(|turn| turn.id);
        assert!(is_over || !now.prompts.is_empty(), "{system}: {:?}", now.turn);
    }
}

/// The GM gets advice for the NPC's turn. Nobody else gets any, and there is none for player
/// characters.
#[tokio::test]
async fn gms_are_advised() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        let app = table.app.clone().with_advice(SearchBudget { runs: 1, acts_per_combatant: 1 });
        let table = Table { app, ..table };
        table.plays(system).await;
        comes_to_wolf(&table).await;
        let advised: Vec<String> = table.posts().await;
        let advised: Vec<_> = advised.iter().filter(|post| post.contains(" advised")).collect();
        let gm = place(Audience::Dm(user("GM")));
        assert!(!advised.is_empty(), "{system}");
        let is_so = |post: &&String| post.starts_with(&gm) && post.contains("Wolf advised");
        assert!(advised.iter().all(is_so), "{system}: {advised:?}");
    }
}

/// The GM is not called, and the channel reads as if the GM had acted.
#[tokio::test]
async fn nobody_can_tell_who_played_it() {
    for system in SYSTEM_KEYS {
        let table = alone(system).await;
        table.posts().await;
        table.wait(1).await;
        let told: Vec<String> = table.posts().await;
        let told: Vec<&String> = told.iter().filter(|post| post.starts_with("channel")).collect();
        assert!(!told.is_empty(), "{system}");
        assert!(told.iter().all(|post| !post.contains("auto")), "{system}: {told:?}");
        // The log attributes the act to the GM, for every reader.
        for who in ["GM", "Ana"] {
            let QueryResult::Log(page) = shown(table.say(who, "log last:20").await) else {
                panic!()
            };
            let last = page.entries.last().unwrap();
            assert_eq!(last.user, Some(user("GM")), "{system}: {last:?}");
        }
        let log = format!("{:?}", shown(table.say("Ana", "log last:20").await));
        assert!(!log.contains("absence"), "{system}: {log}");
    }
}

#[tokio::test]
async fn it_answers_by_itself() {
    let table = Table::new().await;
    table.plays("factions").await;
    table.does("GM", "absence policy:auto who:Wolf").await;
    table.does("Ana", "attack target:Wolf").await;
    let asked = async |table: &Table| {
        let now = table.now().await;
        let wolf = now.members.iter().find(|one| one.name == "Wolf").unwrap().id;
        now.prompts.iter().any(|open| open.prompt.respondent == Initiator::Combatant(wolf))
    };
    assert!(asked(&table).await, "the Wolf is asked whether it takes the hit");
    table.wait(1).await;
    assert!(!asked(&table).await);
    // After the undo the question goes to the GM.
    table.does("GM", "undo").await;
    assert!(asked(&table).await);
    table.wait(1).await;
    assert!(asked(&table).await, "what was taken back is not answered again");
}

/// The agent's acts can be undone; after that the GM plays the turn.
#[tokio::test]
async fn what_it_did_is_taken_back() {
    let table = alone("dr12").await;
    let before = table.now().await.game.full_state_json();
    let revision = table.revision().await;
    let due = table.app.next_deadline_time().await.unwrap().unwrap();
    table.clock.set(due);
    table.app.fire_due_deadlines().await.unwrap();
    let steps = table.revision().await - revision;
    assert!(steps > 0);
    table.does("GM", &format!("undo steps:{steps}")).await;
    assert_eq!(table.now().await.game.full_state_json(), before);
    table.wait(1).await;
    assert_eq!(table.now().await.game.full_state_json(), before, "it waits for its GM");
}

/// The GM acts for the NPC in the middle of its turn and thereby takes over the rest of it.
#[tokio::test]
async fn its_gm_takes_over_in_mid_turn() {
    let table = alone("dr12").await;
    table.does("GM", "move zone:Gate as:Wolf").await;
    let revision = table.revision().await;
    table.wait(1).await;
    assert_eq!(table.revision().await, revision);
    table.does("GM", "pass as:Wolf").await;
    // The agent plays the next turn again.
    comes_to_wolf(&table).await;
    let revision = table.revision().await;
    table.wait(1).await;
    assert!(table.revision().await > revision);
}

#[tokio::test]
async fn it_is_stopped_at_any_time() {
    let table = alone("dr12").await;
    table.does("GM", "absence policy:none who:Wolf").await;
    let revision = table.revision().await;
    table.wait(1).await;
    assert_eq!(table.revision().await, revision);
    // Turning the agent on in the middle of a turn takes effect at once.
    table.does("GM", "absence policy:auto who:Wolf temper:reckless spares:true").await;
    let natures = table.now().await.people.npc_temperaments.clone();
    let nature = natures.values().next().unwrap();
    assert_eq!(
        (natures.len(), nature.risk_attitude, nature.spares_downed),
        (1, RiskAttitude::Reckless, true)
    );
    table.wait(1).await;
    assert!(table.revision().await > revision + 1);
}

#[tokio::test]
async fn several_play_themselves_or_all_of_a_side() {
    let table = Table::new().await;
    table.sets_up().await;
    table.does("GM", "add name:Fox from:raider at:Yard").await;
    table.does("GM", "add name:Friend from:raider at:Yard side:party").await;
    let alone = async |table: &Table| table.now().await.people.npc_temperaments.len();
    table.does("GM", "absence policy:auto who:\"Wolf, Fox\"").await;
    assert_eq!(alone(&table).await, 2);
    table.does("GM", "absence policy:none who:enemy").await;
    assert_eq!(alone(&table).await, 0);
    table.does("GM", "absence policy:auto who:enemy").await;
    assert_eq!(alone(&table).await, 2);
    table.does("GM", "absence policy:auto").await;
    assert_eq!(alone(&table).await, 3);
    // Agents play no player characters, and players cannot turn them on for NPCs.
    table.may_not("GM", "absence policy:auto who:Ana", "bad-setup").await;
    table.may_not("Ana", "absence policy:auto who:Wolf", "bad-target").await;
    table.may_not("Ana", "absence policy:auto", "bad-setup").await;
    table.may_not("GM", "absence policy:auto who:Wolf temper:sour", "bad-setup").await;
}

/// The delay of the agent outlasts a restart.
#[tokio::test]
async fn it_outlasts_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::at(&path).await;
    table.plays("dr12").await;
    table.does("GM", "absence policy:auto who:Wolf").await;
    comes_to_wolf(&table).await;
    let revision = table.revision().await;
    let table = table.restart(&path).await;
    assert_eq!(table.revision().await, revision);
    table.wait(1).await;
    assert!(table.revision().await > revision);
}

/// Only the GM gets forecasts, from the set-up on and while a prompt is open. They change nothing.
#[tokio::test]
async fn a_forecast_is_for_the_gm_alone() {
    let table = Table::new().await;
    table.sets_up().await;
    let forecast = async |table: &Table| match shown(table.say("GM", "forecast").await) {
        QueryResult::Forecast(card) => card,
        other => panic!("{other:?}"),
    };
    let card = forecast(&table).await;
    assert_eq!(card.forecast.combatants.len(), 3);
    assert!(card.forecast.fights_played > 0 && !card.variants.is_empty());
    table.does("GM", "start").await;
    while table.now().await.turn.as_ref().unwrap().awaited.is_skipped_at_deadline {
        table.does("GM", "skip").await;
    }
    table.does("GM", "attack target:Ana as:Wolf").await;
    let (before, revision) = (table.now().await, table.revision().await);
    assert!(!before.prompts.is_empty());
    assert!(forecast(&table).await.forecast.fights_played > 0);
    assert_eq!((table.now().await, table.revision().await), (before, revision));
    table.may_not("Ana", "forecast", "not-gm").await;
    table.does("GM", "end outcome:truce").await;
    table.may_not("GM", "forecast", "fight-over").await;
}

/// During the set-up, the forecast tries an ambush by the NPCs where the rules have one.
#[tokio::test]
async fn an_ambush_is_tried_before_the_fight_begins() {
    for system in SYSTEM_KEYS {
        let table = Table::new().await;
        table.plays(system).await;
        assert!(table.now().await.game.with_npc_ambush().is_none(), "{system}");
        table.does("GM", "end outcome:truce").await;
        table.does("GM", &format!("new system:{system}")).await;
        let (ana, _, wolf) = archetypes(system);
        table.does("Ana", &format!("join name:Ana from:{ana}")).await;
        table.does("GM", &format!("add name:Wolf from:{wolf}")).await;
        let QueryResult::Forecast(card) = shown(table.say("GM", "forecast").await) else {
            panic!("{system}: no forecast")
        };
        let is_tried = card.variants.iter().any(|(what, _)| *what == FightVariant::WithAmbush);
        assert_eq!(is_tried, ["cards", "dr12", "factions"].contains(system), "{system}");
    }
}
