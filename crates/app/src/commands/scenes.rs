//! Sets up a scene of the kit: one input that stands for all the orders that a GM could give one
//! by one. The journal keeps those orders, so that an export plays them again.

use serde::Deserialize;
use serde_json::Value;

use content::scenes::{Scene, SceneNpc};
use content::{no_such_system, with_outer_place};
use engine::core::command::{Command, Refusal};
use engine::core::dice::Dice;
use engine::core::fight::FightPhase;
use engine::core::ids::CombatantId;
use engine::game::GameOutcome;
use store::error::StoreError;

use crate::api::value_reader::ValueReader;
use crate::commands::command_resources::CommandResources;
use crate::commands::roster;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::transaction::{InputRecord, StateChange};

/// The verb that sets up a scene.
pub(crate) const SCENE_VERB: &str = "set-scene";

impl App {
    /// Builds the change that sets up the scene of the kit that `name:` names. It lays the map anew
    /// and replaces the NPCs that earlier scenes have brought. Everybody else stays.
    ///
    /// # Errors
    /// `bad-setup` if the fight has begun, or there is no such scene; the refusal of an order.
    pub(crate) fn set_up_scene(
        &self,
        state: &FightState,
        command: &Command,
        resources: &CommandResources,
    ) -> Result<StateChange, Refusal> {
        if state.game.phase() != FightPhase::Setup {
            return Err(Refusal::bad_setup("", "already-started"));
        }
        let kit = resources.kit.as_ref().ok_or_else(|| no_such_system(state.system()))?;
        let name = command.get("name");
        let translate_zone = |zone: &str| resources.names.find(state.system(), "zone", zone);
        let scene = kit.find_scene(name)?.with_translated_zone_names(&translate_zone);
        let mut dice = self.dice_for_input(state, resources.dice_lane);
        let mut set_up = SceneSetUp {
            current: state.clone(),
            outcome: None,
            steps: Vec::new(),
            dice: &mut dice,
        };
        set_up
            .play_scene(&scene, resources, self.value_reader())
            .map_err(|refusal| with_outer_place(refusal, name))?;
        let SceneSetUp { outcome, steps, .. } = set_up;
        let outcome = outcome.ok_or_else(|| Refusal::bad_setup("", "empty-scene"))?;
        let input = InputRecord { steps, ..InputRecord::from(command.clone()) };
        Ok(StateChange::from_outcome_playing_hidden_turns(state, input, outcome, dice))
    }

    /// Loads which combatants scenes have brought into a fight.
    ///
    /// # Errors
    /// Fails when the journal cannot be read.
    pub(crate) async fn load_scene_npcs(
        &self,
        state: &FightState,
    ) -> Result<Vec<CombatantId>, StoreError> {
        let mut npcs = Vec::new();
        for row in self.load_effective_rows(state).await? {
            let input: InputRecord = from_json(&row.said)?;
            if input.steps.is_empty() {
                continue;
            }
            let events: Vec<Value> = from_json(&row.notes)?;
            for event in &events {
                // `{"joined": [id, …]}`; other events have no such id.
                if let Ok(id) = CombatantId::deserialize(&event["joined"][0]) {
                    npcs.push(id);
                }
            }
        }
        Ok(npcs)
    }
}

/// Returns the names of those of these combatants that are still in the fight and that nobody plays
/// but the GM.
fn remaining_npc_names(state: &FightState, npcs: &[CombatantId]) -> Vec<String> {
    let members = npcs.iter().filter_map(|npc| state.member(*npc));
    members.filter(|member| member.user.is_none()).map(|member| member.name.clone()).collect()
}

/// A scene that is being set up, order by order.
struct SceneSetUp<'a> {
    current: FightState,
    /// What all orders so far have changed.
    outcome: Option<GameOutcome>,
    /// The orders so far.
    steps: Vec<Command>,
    dice: &'a mut dyn Dice,
}

impl SceneSetUp<'_> {
    /// Removes the NPCs of earlier scenes, lays the map and adds the NPCs of this scene.
    fn play_scene(
        &mut self,
        scene: &Scene,
        resources: &CommandResources,
        reader: ValueReader,
    ) -> Result<(), Refusal> {
        for name in remaining_npc_names(&self.current, &resources.scene_npcs) {
            self.perform_and_record_order(Command::new("remove").with("who", name))?;
        }
        for order in scene.map_orders() {
            let order = match order.verb.as_str() {
                "loose" => roster::fill_in_item_from_kit(&order, resources)?,
                _ => order,
            };
            self.perform_and_record_order(order)?;
        }
        for npc in &scene.npcs {
            self.add_npcs(npc, resources, reader)?;
        }
        Ok(())
    }

    /// Performs an order on the fight as the steps before have left it, and adds it to the steps.
    fn perform_and_record_order(&mut self, order: Command) -> Result<(), Refusal> {
        let outcome = self.current.game.perform_order(&order, self.dice)?;
        self.advance_and_merge_outcome(outcome);
        self.steps.push(order);
        Ok(())
    }

    /// Adds the NPCs of one entry of a scene, each by an `add` order of its own, under a name that
    /// nobody has, and records the orders as steps.
    fn add_npcs(
        &mut self,
        npc: &SceneNpc,
        resources: &CommandResources,
        reader: ValueReader,
    ) -> Result<(), Refusal> {
        let numbers_viewer = roster::viewer_for_npc_numbers(npc.hidden);
        let names = match &npc.name {
            Some(name) => roster::newcomer_names(&self.current, numbers_viewer, name, npc.count),
            None => {
                let system = self.current.system();
                let name = roster::default_npc_name(system, &npc.from, &resources.names);
                roster::default_newcomer_names(&self.current, numbers_viewer, &name, npc.count)
            }
        };
        for name in names {
            let order = Command::new("add")
                .with("from", &npc.from)
                .with("name", name)
                .with_optional("at", npc.at.as_ref())
                .with_flag("hidden", npc.hidden);
            let join_requests =
                roster::build_numbered_npc_join_requests(&self.current, &order, resources, reader)?;
            for request in join_requests {
                let outcome = self.current.game.add_combatant(request, self.dice)?;
                self.advance_and_merge_outcome(outcome);
            }
            self.steps.push(order);
        }
        Ok(())
    }

    /// Goes on from an outcome, and merges it with those of the steps before.
    fn advance_and_merge_outcome(&mut self, outcome: GameOutcome) {
        self.current = self.current.clone().with_game(outcome.game.clone());
        self.outcome = Some(match self.outcome.take() {
            None => outcome,
            Some(earlier) => earlier.merge_with_next_outcome(outcome),
        });
    }
}
