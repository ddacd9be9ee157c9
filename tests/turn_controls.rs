//! The controls of a turn message: every legal act can be reached in at most three presses. This is
//! checked at every step of random fights of all systems, and in fights of twelve against twelve.
//!
//! A form counts as one press together with the control that opens it.

#[allow(dead_code)]
#[macro_use]
#[path = "support/random_fights/mod.rs"]
mod random_fights;

use std::collections::{BTreeMap, BTreeSet};

use random_fights::RegisteredGenerator;
use riposte::app::ids::{FightId, TurnId};
use riposte::app::outbox::Actor;
use riposte::app::surroundings;
use riposte::discord::custom_id::{ActorRef, CustomId, MenuValue, hash_command};
use riposte::discord::messages::controls;
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::FightPhase;
use riposte::engine::core::ids::Initiator;
use riposte::engine::core::verbs::ActMenu;
use riposte::engine::game::Game;
use riposte::engine::resolution::fight_record::{FightInput, FightRecord, RecordedAction};
use riposte::engine::visibility::view::{TurnStatus, Viewer};
use serde_json::Value;

const TURN: TurnId = TurnId { fight: FightId(12), revision: 3456 };

/// The largest number of presses that an act may take.
const MAX_PRESSES: usize = 3;

test_each_system! {
    every_act_is_reachable_in_random_fights
    every_act_is_reachable_with_twelve_against_twelve
}

fn every_act_is_reachable_in_random_fights<S: RegisteredGenerator>() {
    for seed in 0..8 {
        check_random_steps(S::generate_fight(seed), seed, 24);
    }
}

fn every_act_is_reachable_with_twelve_against_twelve<S: RegisteredGenerator>() {
    for seed in 0..2 {
        check_random_steps(FightRecord::new(S::generate_pc_npc_fight(12, seed)), seed, 8);
    }
}

/// Plays a random fight for some steps, and checks the controls before each act.
fn check_random_steps<S: RegisteredGenerator>(mut record: FightRecord<S>, seed: u64, steps: usize) {
    let (mut rng, mut dice) = (SeededDice::new(seed ^ 0xC401CE), SeededDice::new(seed ^ 0xD1CE));
    let mut remaining_steps = steps;
    while remaining_steps > 0 && !matches!(record.base_fight.phase, FightPhase::Over(_)) {
        let input = if let Some(answer) = random_fights::pick_pending_input(&record, &mut rng) {
            answer
        } else {
            remaining_steps -= 1;
            let game = S::game_from_record(record.clone());
            let actors = list_actors(&game);
            let case = format!("{} {seed}, {remaining_steps} steps left", S::KEY);
            assert_all_offers_are_reachable(&case, &actors);
            for actor in &actors {
                assert_all_offers_are_reachable(&case, std::slice::from_ref(actor));
                assert_no_attack_button_on_the_fallen(&case, &game, actor);
            }
            let actor = &actors[rng.number_below(actors.len())];
            let mut acts = Vec::new();
            S::list_legal_acts(&record.base_fight, actor.combatant, &mut acts);
            FightInput::Action(RecordedAction::Act {
                who: actor.combatant,
                act: acts[rng.number_below(acts.len())].clone(),
            })
        };
        record = record.apply_input(input, &mut dice).expect("an offered act is accepted").record;
    }
}

/// Returns the combatants that may act now and have something to do.
fn list_actors(game: &Game) -> Vec<Actor> {
    let initiators = game.pending_turn().map_or_else(Vec::new, |turn| turn.actors);
    let members = game.list_present_members();
    let is_combatants_turn = |who| initiators.contains(&Initiator::Combatant(who));
    let waiting = members.iter().filter(|member| {
        is_combatants_turn(member.id)
            || (member.user.is_none() && initiators.contains(&Initiator::Gm))
    });
    let build_actor = |member: &riposte::engine::game::Member| {
        let view = game.view_for(member.user.map_or(Viewer::Gm, Viewer::Player));
        surroundings::build_actor(
            game,
            &members,
            member.id,
            &view,
            game.list_legal_act_offers(member.id),
        )
    };
    waiting.filter_map(build_actor).filter(|actor| !actor.offers.is_empty()).collect()
}

/// Presses all controls of a turn, and checks that each offer is reached with few presses.
fn assert_all_offers_are_reachable(case: &str, actors: &[Actor]) {
    let controls = controls::build_act_controls(TURN, actors);
    assert!(!controls.lacks_room, "{case}: some of it must be typed");
    let mut reached = BTreeMap::new();
    let rows = serde_json::to_value(&controls.rows).expect("rows");
    press_all(case, actors, &rows, 1, &mut reached);
    for actor in actors {
        let ends_turn = |command: &Command| {
            let verb = Game::find_act_verb(actor.system, &command.verb);
            command.slots.is_empty() && verb.is_some_and(|verb| verb.is_turn_end)
        };
        let turn_end = reached
            .iter()
            .find(|((name, command), _)| *name == actor.public_name && ends_turn(command));
        for offer in &actor.offers {
            let key = (actor.public_name.clone(), offer.command.clone());
            // Two verbs that end the turn share one button.
            let same_button =
                turn_end.filter(|_| ends_turn(&offer.command)).map(|(_, presses)| presses);
            let presses = reached.get(&key).or(same_button).unwrap_or_else(|| {
                panic!("{case}: {} cannot press {}: {rows:#}", actor.name, offer.command)
            });
            assert!(*presses <= MAX_PRESSES, "{case}: {presses} presses to {}", offer.command);
        }
    }
}

/// Attack buttons target only combatants that still fight. Others can be targeted in the menu.
fn assert_no_attack_button_on_the_fallen(case: &str, game: &Game, actor: &Actor) {
    let controls = controls::build_act_controls(TURN, std::slice::from_ref(actor));
    let buttons = serde_json::to_value(&controls.rows[..1]).expect("rows");
    let view = game.view_for(Viewer::Gm);
    for (text, choice) in list_controls(case, &buttons) {
        let Some(MenuValue::Act(payload)) = choice else { continue };
        let verb =
            Game::find_act_verb(actor.system, &payload.command.verb).expect("a verb of theirs");
        if verb.menu == ActMenu::Attack {
            let members = game.list_present_members();
            let target = members.iter().find(|member| member.name == payload.command.get("target"));
            let target = view
                .members()
                .find(|combatant| target.is_some_and(|target| target.id == combatant.id));
            let is_out = target.is_some_and(|combatant| combatant.turn_status == TurnStatus::Out);
            assert!(!is_out, "{case}: [{text}]");
        }
    }
}

/// Presses every control of a message. It adds to `reached` each act that this reaches, with its
/// number of presses, and opens submenus.
fn press_all(
    case: &str,
    actors: &[Actor],
    rows: &Value,
    presses: usize,
    reached: &mut BTreeMap<(String, Command), usize>,
) {
    let controls = list_controls(case, rows);
    for (text, choice) in controls {
        let has_ref =
            |actor_ref, actor: &&Actor| ActorRef::from_name(&actor.public_name) == actor_ref;
        let find_actor = |actor_ref| {
            actors.iter().find(|actor| has_ref(actor_ref, actor)).expect("somebody who acts")
        };
        let (name, command) = match choice {
            None => continue,
            Some(MenuValue::Act(payload)) => (payload.actor_name.expect("a name"), payload.command),
            Some(
                MenuValue::HashedAct { actor: actor_ref, hash: wanted_hash }
                | MenuValue::HashedActForm { actor: actor_ref, hash: wanted_hash },
            ) => {
                let mut offers = find_actor(actor_ref).offers.iter().map(|offer| &offer.command);
                let command =
                    offers.find(|command| hash_command(command) == wanted_hash).expect("an offer");
                (find_actor(actor_ref).public_name.clone(), command.clone())
            }
            // `Back` leads to the menu that this one was opened from.
            Some(MenuValue::Submenu { .. }) if text == "Back" => continue,
            Some(MenuValue::Submenu { actor: actor_ref, group }) => {
                let opened = controls::render_acts_submenu(TURN, find_actor(actor_ref), group);
                let opened = opened.unwrap_or_else(|| panic!("{case}: {text} opens nothing"));
                let lacks_room = opened.content.contains("no room here for all");
                assert!(!lacks_room, "{case}: {text}: some of it must be typed");
                let rows = serde_json::to_value(&opened.components).expect("rows");
                press_all(case, actors, &rows, presses + 1, reached);
                continue;
            }
        };
        let fewest_presses = reached.entry((name, command)).or_insert(presses);
        *fewest_presses = presses.min(*fewest_presses);
    }
}

/// Returns all buttons and options of a message, with their texts and the choices behind them.
fn list_controls(case: &str, rows: &Value) -> Vec<(String, Option<MenuValue>)> {
    let rows = rows.as_array().expect("rows");
    assert!((1..=5).contains(&rows.len()), "{case}: {rows:#?}");
    if std::env::var("RIPOSTE_TOLD").is_ok() {
        println!("{case}\n{}", render_as_text(rows));
    }
    let (mut controls, mut menus) = (Vec::new(), BTreeSet::new());
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_string();
    for component in rows.iter().flat_map(|row| row["components"].as_array().expect("parts")) {
        let Some(options) = component["options"].as_array() else {
            let choice =
                match CustomId::parse(&text(component, "custom_id")).expect("an id of ours") {
                    CustomId::TurnAct { payload, .. } => Some(MenuValue::Act(payload)),
                    CustomId::TurnChoice { value: choice, .. } => Some(choice),
                    CustomId::RunCommand { .. } => None,
                    other => panic!("{case}: {other:?}"),
                };
            controls.push((text(component, "label"), choice));
            continue;
        };
        assert!(options.len() <= 25, "{case}: {}", options.len());
        let name = text(component, "placeholder");
        assert!(menus.insert(name.clone()), "{case}: two menus are called {name}");
        let values: BTreeSet<String> = options.iter().map(|option| text(option, "value")).collect();
        assert_eq!(values.len(), options.len(), "{case}: {options:#?}");
        for option in options {
            let label = format!("{} {}", text(option, "label"), text(option, "description"));
            let value = text(option, "value");
            assert!(value.chars().count() <= 100, "{case}: {value}");
            controls.push((label, Some(MenuValue::parse(&value).expect("a value of ours"))));
        }
    }
    let mut seen_texts = BTreeSet::new();
    let duplicate = controls.iter().find(|(text, _)| !seen_texts.insert(text.trim()));
    assert!(
        duplicate.is_none(),
        "{case}: two options read {:?}",
        duplicate.map(|control| &control.0)
    );
    controls
}

/// Renders the controls of a message as text, for people who debug this test.
fn render_as_text(rows: &[Value]) -> String {
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_string();
    let render_control = |control: &Value| match control["options"].as_array() {
        None => format!("[ {} ] ", text(control, "label")),
        Some(options) => {
            let options = options.iter().map(|option| {
                format!("\n    {} | {}", text(option, "label"), text(option, "description"))
            });
            format!("[ {} v ]{}", text(control, "placeholder"), options.collect::<String>())
        }
    };
    let render_row = |row: &Value| {
        row["components"].as_array().into_iter().flatten().map(render_control).collect()
    };
    rows.iter().map(render_row).collect::<Vec<String>>().join("\n")
}
