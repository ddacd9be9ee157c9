//! Fights of what stands in the kits: archetypes of players against creatures, played through
//! [`Game`] as the app does.

use std::collections::BTreeSet;
use std::sync::Arc;

use riposte::content::{Fields, Kit, built_in_kit};
use riposte::engine::agents::evaluator::{SearchBudget, Temperament};
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::FightPhase;
use riposte::engine::core::ids::{CombatantId, Initiator, UserId};
use riposte::engine::game::{Game, JoinRequest};
use riposte::engine::visibility::disclosure::Disclosure;
use serde_json::Value;

/// A fight that takes more inputs than this has no winner.
const MAX_INPUTS: usize = 1_500;

/// The kit of a system, and fights of its templates.
pub struct KitFights {
    pub system: &'static str,
    pub kit: Arc<dyn Kit>,
}

impl KitFights {
    /// Uses the built-in kit of a system.
    pub fn new(system: &'static str) -> Self {
        Self { system, kit: built_in_kit(system).unwrap() }
    }

    /// Sets up a fight in these zones, with the party in the first one and NPCs in another.
    pub fn set_up(&self, zones: &str, party: &[&str], npcs: &[&str], npc_zone: usize) -> Game {
        let layout = Command::new("zones").with("layout", zones);
        let game = Game::new(self.system).unwrap();
        let mut game = game.perform_order(&layout, &mut SeededDice::new(0)).unwrap().game;
        for (number, template) in (1..).zip(party) {
            let name = format!("Hero {number}");
            game = self.add(&game, template, &name, Some(UserId(number)), 0);
        }
        for (number, template) in (1..).zip(npcs) {
            let name = format!("Foe {number}");
            game = self.add(&game, template, &name, None, npc_zone);
        }
        game
    }

    /// Adds a combatant from a template, in the zone of this index.
    fn add(
        &self,
        game: &Game,
        template: &str,
        name: &str,
        user: Option<UserId>,
        zone: usize,
    ) -> Game {
        let fields = Fields::from([("zone".to_string(), zone.to_string())]);
        let body = self.kit.make_body(template, &fields);
        let body = body.unwrap_or_else(|refusal| panic!("{}: {refusal:?}", self.system));
        let disclosure = Disclosure::new(name.into());
        let joining = JoinRequest { disclosure, user, sheet: None, body };
        match game.add_combatant(joining, &mut SeededDice::new(0)) {
            Ok(outcome) => outcome.game,
            Err(refusal) => panic!("{}: {template} cannot join: {refusal:?}", self.system),
        }
    }
}

/// Starts a fight that is set up.
pub fn start(game: &Game, dice: &mut SeededDice) -> Game {
    match game.perform_order(&Command::new("start"), dice) {
        Ok(outcome) => outcome.game,
        Err(refusal) => panic!("{}: {refusal:?}", game.system_key()),
    }
}

/// Who chooses what is done.
pub enum Player {
    Random(SeededDice),
    /// Looks ahead, with the seed of the next choice.
    Evaluator {
        seed: u64,
        budget: SearchBudget,
    },
}

impl Player {
    /// Chooses an answer to the first open prompt, or an act of whoever has the turn, and plays it.
    /// `note_offers` gets all offers of combatants who may act. Returns `None` where nobody can do
    /// anything.
    ///
    /// Panics if what is offered is refused.
    pub fn play_input(
        &mut self,
        game: &Game,
        dice: &mut SeededDice,
        note_offers: &mut dyn FnMut(CombatantId, &[Command]),
    ) -> Option<Game> {
        if game.phase() != FightPhase::Running {
            return None;
        }
        let prompts = game.open_prompts();
        let prompt = prompts.iter().find(|prompt| !prompt.is_optional).or(prompts.first());
        if let Some(prompt) = prompt {
            let chosen = match self {
                Self::Random(rng) if !prompt.choices.is_empty() => {
                    Some(prompt.choices[rng.number_below(prompt.choices.len())].clone())
                }
                Self::Random(_) => None,
                Self::Evaluator { seed, budget } => {
                    *seed += 1;
                    game.choose_combatants_answer_if_open(
                        &prompt.subject,
                        Temperament::default(),
                        *seed,
                        *budget,
                    )
                }
            };
            let answer = chosen.unwrap_or_else(|| prompt.default_choice.clone());
            let played = game.answer_prompt(&prompt.subject, &answer, dice);
            return Some(
                played
                    .unwrap_or_else(|refusal| {
                        panic!("{}: {answer} is refused: {refusal:?}", game.system_key())
                    })
                    .game,
            );
        }
        let (who, act) = self.choose_act(game, note_offers)?;
        let played = game.perform_act(who, &act, dice);
        Some(
            played
                .unwrap_or_else(|refusal| {
                    panic!("{}: {act} is refused: {refusal:?}", game.system_key())
                })
                .game,
        )
    }

    /// Chooses an act of the first combatant who may act and can. See [`Self::play_input`].
    fn choose_act(
        &mut self,
        game: &Game,
        note_offers: &mut dyn FnMut(CombatantId, &[Command]),
    ) -> Option<(CombatantId, Command)> {
        let mut actors: Vec<CombatantId> = Vec::new();
        for initiator in game.pending_turn()?.actors {
            match initiator {
                Initiator::Combatant(who) => actors.push(who),
                Initiator::Gm => actors.extend(
                    game.list_present_members()
                        .iter()
                        .filter(|one| one.user.is_none())
                        .map(|one| one.id),
                ),
            }
        }
        for who in actors {
            let offers = game.list_legal_act_offers(who).into_iter();
            let offers: Vec<Command> = offers.map(|offer| offer.command).collect();
            note_offers(who, &offers);
            let chosen = match self {
                _ if offers.is_empty() => None,
                Self::Random(rng) => Some(offers[rng.number_below(offers.len())].clone()),
                Self::Evaluator { seed, budget } => {
                    *seed += 1;
                    let advice = game.advise_act(who, Temperament::default(), *seed, *budget);
                    Some(advice.map_or_else(|| offers[0].clone(), |advice| advice.command))
                }
            };
            if let Some(act) = chosen {
                return Some((who, act));
            }
        }
        None
    }

    /// Plays a fight that is set up until it is over, and returns its outcome. `None` if it does
    /// not end.
    #[allow(dead_code)]
    pub fn play_to_end(&mut self, game: &Game, dice: &mut SeededDice) -> Option<String> {
        let mut game = start(game, dice);
        for _ in 0..MAX_INPUTS {
            match self.play_input(&game, dice, &mut |_, _| {}) {
                Some(next) => game = next,
                None => break,
            }
        }
        match game.phase() {
            FightPhase::Over(outcome) => Some(outcome),
            FightPhase::Setup | FightPhase::Running => None,
        }
    }
}

/// Returns the names of everything in a body with which it can attack: weapons and spells.
pub fn list_attack_names(body: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    collect_attack_names(body, &mut names);
    let spells = body["spells"].as_array().into_iter().flatten();
    names.extend(spells.filter_map(|spell| spell["name"].as_str()).map(String::from));
    names
}

/// Adds the name of each item with a weapon, wherever in the value it stands.
fn collect_attack_names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let (Some(name), Some(Value::Object(_))) = (fields.get("name"), fields.get("weapon"))
            {
                names.extend(name.as_str().map(String::from));
            }
            fields.values().for_each(|value| collect_attack_names(value, names));
        }
        Value::Array(list) => list.iter().for_each(|value| collect_attack_names(value, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
