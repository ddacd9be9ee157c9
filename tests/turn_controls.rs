//! The controls of a turn: whatever somebody may do can be pressed, in at most three presses, at
//! every step of drawn fights of all systems and with twelve against twelve.
//!
//! A form counts as one press, with what opens it.

#[allow(dead_code)]
#[path = "support/random_fights/mod.rs"]
mod random_fights;

use std::collections::{BTreeMap, BTreeSet};

use random_fights::Drawn;
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
use riposte::engine::rules::cards::Cards;
use riposte::engine::rules::dr12::Dr12;
use riposte::engine::rules::factions::Factions;
use riposte::engine::rules::fates::Fates;
use riposte::engine::rules::ranks::Ranks;
use riposte::engine::visibility::view::{TurnStatus, Viewer};
use serde_json::Value;

const TURN: TurnId = TurnId { fight: FightId(12), revision: 3456 };

/// The most presses.
const MOST: usize = 3;

macro_rules! for_each_system {
    ($($name:ident: $system:ty;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn all_can_be_pressed_in_drawn_fights() {
                for seed in 0..8 {
                    walk::<$system>(<$system>::fight(seed), seed, 24);
                }
            }

            #[test]
            fn all_can_be_pressed_with_twelve_against_twelve() {
                for seed in 0..2 {
                    walk::<$system>(FightRecord::new(<$system>::against(12, seed)), seed, 8);
                }
            }
        }
    )*};
}

for_each_system! {
    cards: Cards;
    dr12: Dr12;
    factions: Factions;
    fates: Fates;
    ranks: Ranks;
}

/// Plays a while at random, and presses whatever can be pressed at every step.
fn walk<S: Drawn>(mut saved: FightRecord<S>, seed: u64, steps: usize) {
    let (mut choice, mut dice) = (SeededDice::new(seed ^ 0xC401CE), SeededDice::new(seed ^ 0xD1CE));
    let mut left = steps;
    while left > 0 && !matches!(saved.base_fight.phase, FightPhase::Over(_)) {
        let input = if let Some(answer) = random_fights::answered(&saved, &mut choice) {
            answer
        } else {
            left -= 1;
            let game = S::game(saved.clone());
            let actors = actors(&game);
            let case = format!("{} {seed}, {left} steps left", S::KEY);
            all_is_reached(&case, &actors);
            for actor in &actors {
                all_is_reached(&case, std::slice::from_ref(actor));
                nobody_is_urged_to_strike_the_fallen(&case, &game, actor);
            }
            let actor = &actors[choice.number_below(actors.len())];
            let mut acts = Vec::new();
            S::list_legal_acts(&saved.base_fight, actor.combatant, &mut acts);
            FightInput::Action(RecordedAction::Act {
                who: actor.combatant,
                act: acts[choice.number_below(acts.len())].clone(),
            })
        };
        saved = saved.apply_input(input, &mut dice).expect("what is offered is taken").record;
    }
}

/// Whoever is waited for and may do something.
fn actors(game: &Game) -> Vec<Actor> {
    let on = game.pending_turn().map_or_else(Vec::new, |wait| wait.actors);
    let members = game.members();
    let is_on = |who| on.contains(&Initiator::Combatant(who));
    let waited = members
        .iter()
        .filter(|one| is_on(one.id) || (one.user.is_none() && on.contains(&Initiator::Gm)));
    let actor = |one: &riposte::engine::game::Member| {
        let view = game.view_for(one.user.map_or(Viewer::Gm, Viewer::Player));
        surroundings::build_actor(game, &members, one.id, &view, game.list_offers(one.id))
    };
    waited.filter_map(actor).filter(|actor| !actor.offers.is_empty()).collect()
}

fn all_is_reached(case: &str, actors: &[Actor]) {
    let written = controls::build_controls(TURN, actors);
    assert!(!written.lacks_room, "{case}: some of it must be typed");
    let mut reached = BTreeMap::new();
    let rows = serde_json::to_value(&written.rows).expect("rows");
    press(case, actors, &rows, 1, &mut reached);
    for actor in actors {
        let ends = |words: &Command| {
            let verb = Game::find_act_verb(actor.system, &words.verb);
            words.slots.is_empty() && verb.is_some_and(|verb| verb.is_turn_end)
        };
        let end =
            reached.iter().find(|((name, words), _)| *name == actor.public_name && ends(words));
        for offer in &actor.offers {
            let key = (actor.public_name.clone(), offer.command.clone());
            // Two verbs for the end of a turn are one button.
            let alike = end.filter(|_| ends(&offer.command)).map(|(_, presses)| presses);
            let presses = reached.get(&key).or(alike).unwrap_or_else(|| {
                panic!("{case}: {} cannot press {}: {rows:#}", actor.name, offer.command)
            });
            assert!(*presses <= MOST, "{case}: {presses} presses to {}", offer.command);
        }
    }
}

/// A button strikes those who still fight; the others are in the menu.
fn nobody_is_urged_to_strike_the_fallen(case: &str, game: &Game, actor: &Actor) {
    let written = controls::build_controls(TURN, std::slice::from_ref(actor));
    let buttons = serde_json::to_value(&written.rows[..1]).expect("rows");
    let view = game.view_for(Viewer::Gm);
    for (text, chosen) in pressable(case, &buttons) {
        let Some(MenuValue::Act(said)) = chosen else { continue };
        let verb = Game::find_act_verb(actor.system, &said.command.verb).expect("a verb of theirs");
        if verb.menu == ActMenu::Attack {
            let members = game.members();
            let target = members.iter().find(|one| one.name == said.command.get("target"));
            let target = view.members().find(|one| target.is_some_and(|it| it.id == one.id));
            let is_out = target.is_some_and(|one| one.turn_status == TurnStatus::Out);
            assert!(!is_out, "{case}: [{text}]");
        }
    }
}

/// Presses all of a message: what can be done by that, and in how many presses.
fn press(
    case: &str,
    actors: &[Actor],
    rows: &Value,
    presses: usize,
    reached: &mut BTreeMap<(String, Command), usize>,
) {
    let all = pressable(case, rows);
    for (text, chosen) in all {
        let is = |who, actor: &&Actor| ActorRef::from_name(&actor.public_name) == who;
        let by = |who| actors.iter().find(|actor| is(who, actor)).expect("somebody who acts");
        let (name, words) = match chosen {
            None => continue,
            Some(MenuValue::Act(said)) => (said.acting_as.expect("a name"), said.command),
            Some(
                MenuValue::HashedAct { actor: who, hash: wanted }
                | MenuValue::HashedActForm { actor: who, hash: wanted },
            ) => {
                let mut offers = by(who).offers.iter().map(|offer| &offer.command);
                let words = offers.find(|words| hash_command(words) == wanted).expect("an offer");
                (by(who).public_name.clone(), words.clone())
            }
            // The way back is no way on.
            Some(MenuValue::Submenu { .. }) if text == "Back" => continue,
            Some(MenuValue::Submenu { actor: who, group }) => {
                let opened = controls::render_submenu(TURN, by(who), group);
                let opened = opened.unwrap_or_else(|| panic!("{case}: {text} opens nothing"));
                let is_short = opened.content.contains("no room here for all");
                assert!(!is_short, "{case}: {text}: some of it must be typed");
                let rows = serde_json::to_value(&opened.components).expect("rows");
                press(case, actors, &rows, presses + 1, reached);
                continue;
            }
        };
        let known = reached.entry((name, words)).or_insert(presses);
        *known = presses.min(*known);
    }
}

/// All buttons and options of a message, as they read, and what they choose.
fn pressable(case: &str, rows: &Value) -> Vec<(String, Option<MenuValue>)> {
    let rows = rows.as_array().expect("rows");
    assert!((1..=5).contains(&rows.len()), "{case}: {rows:#?}");
    if std::env::var("RIPOSTE_TOLD").is_ok() {
        println!("{case}\n{}", read(rows));
    }
    let (mut all, mut menus) = (Vec::new(), BTreeSet::new());
    let text = |of: &Value, part: &str| of[part].as_str().unwrap_or_default().to_string();
    for part in rows.iter().flat_map(|row| row["components"].as_array().expect("parts")) {
        let Some(options) = part["options"].as_array() else {
            let chosen = match CustomId::parse(&text(part, "custom_id")).expect("an id of ours") {
                CustomId::TurnAct { payload: said, .. } => Some(MenuValue::Act(said)),
                CustomId::TurnChoice { value: chosen, .. } => Some(chosen),
                CustomId::RunCommand { .. } => None,
                other => panic!("{case}: {other:?}"),
            };
            all.push((text(part, "label"), chosen));
            continue;
        };
        assert!(options.len() <= 25, "{case}: {}", options.len());
        let name = text(part, "placeholder");
        assert!(menus.insert(name.clone()), "{case}: two menus are called {name}");
        let values: BTreeSet<String> = options.iter().map(|one| text(one, "value")).collect();
        assert_eq!(values.len(), options.len(), "{case}: {options:#?}");
        for option in options {
            let label = format!("{} {}", text(option, "label"), text(option, "description"));
            let value = text(option, "value");
            assert!(value.chars().count() <= 100, "{case}: {value}");
            all.push((label, Some(MenuValue::parse(&value).expect("a value of ours"))));
        }
    }
    let mut read = BTreeSet::new();
    let twice = all.iter().find(|(text, _)| !read.insert(text.trim()));
    assert!(twice.is_none(), "{case}: two options read {:?}", twice.map(|it| &it.0));
    all
}

/// A message as it reads.
fn read(rows: &[Value]) -> String {
    let text = |of: &Value, part: &str| of[part].as_str().unwrap_or_default().to_string();
    let part = |part: &Value| match part["options"].as_array() {
        None => format!("[ {} ] ", text(part, "label")),
        Some(options) => {
            let options = options
                .iter()
                .map(|one| format!("\n    {} | {}", text(one, "label"), text(one, "description")));
            format!("[ {} v ]{}", text(part, "placeholder"), options.collect::<String>())
        }
    };
    let row = |row: &Value| row["components"].as_array().into_iter().flatten().map(part).collect();
    rows.iter().map(row).collect::<Vec<String>>().join("\n")
}
