//! Plays several NPCs of one turn by one press of their GM: each as its agent suggests, or by
//! ending its turn. Every act is an input of its own, authorised, journalled and undone like any
//! other.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::agents::evaluator::SearchBudget;
use engine::core::command::Refusal;
use engine::core::ids::{CombatantId, Initiator, UserId};
use store::error::StoreError;
use store::ids::TurnId;

use crate::api::input::{
    BlockAct, InputReply, PlayedBlock, QueryResult, RequestContext, UserInput, query_reply,
    refusal_reply,
};
use crate::api::outbox::{Actor, Audience, GmControls};
use crate::runtime::app::App;
use crate::state::fight_state::{AwaitedTurn, FightState, from_json};
use crate::state::turn_audience::TurnProgress;

/// The most acts of one press.
const MAX_ACTS: usize = 60;
/// The most acts of one NPC; then it ends its turn.
const MAX_ACTS_OF_NPC: usize = 8;

impl App {
    /// Handles the buttons of a GM's panel that concern all NPCs of a turn: shows what is suggested
    /// for each, plays that, or ends their turns.
    ///
    /// # Errors
    /// Fails when the store cannot be used. What has been played until then stays.
    pub async fn handle_button_for_all_npcs_of_turn(
        &self,
        context: &RequestContext,
        turn: TurnId,
        act: BlockAct,
    ) -> Result<InputReply, StoreError> {
        let (state, turn) = match self.load_fight_of_open_or_resumed_turn(turn).await? {
            Some((state, turn)) if state.is_gm(context.user) => (state, turn),
            Some((state, _)) => {
                return Ok(refusal_reply(state.not_yours_refusal(&[Initiator::Gm])));
            }
            None => return Ok(refusal_reply(Refusal::new("turn-over", ""))),
        };
        if act != BlockAct::Preview {
            return self.play_or_end_npcs_until_turn_over_or_prompt(context, turn, act).await;
        }
        let actors = list_npcs_able_to_act(&state, context.user, turn);
        let actors = self.advise_npcs(&state, actors).await;
        Ok(query_reply(QueryResult::BlockPreview { turn, actors }))
    }

    /// Loads the fight of a turn, and the id of the turn as it is open now; `None` where it is
    /// over. The ids are as buttons have them. A turn that stood still behind a question goes on
    /// under a new id, and buttons of the old one go on with it.
    async fn load_fight_of_open_or_resumed_turn(
        &self,
        turn: TurnId,
    ) -> Result<Option<(Arc<FightState>, TurnId)>, StoreError> {
        let Some(state) = self.load_fight(turn.fight).await? else { return Ok(None) };
        let id = state.decrypt_turn_id(turn);
        if state.find_open_turn(id).is_some() {
            return Ok(Some((state, turn)));
        }
        let Some(row) = self.inner.store.load_turn(id).await? else { return Ok(None) };
        let earlier: AwaitedTurn = from_json(&row.awaited)?;
        let resumed = state
            .turn
            .as_ref()
            .filter(|open| state.is_same_turn_state(&earlier, &open.awaited))
            .map(|open| state.encrypt_turn_id(open.id));
        Ok(resumed.map(|turn| (state, turn)))
    }

    /// Adds to each NPC the act that its agent suggests.
    async fn advise_npcs(&self, state: &FightState, mut actors: Vec<Actor>) -> Vec<Actor> {
        let npcs = actors.iter().map(|actor| actor.combatant).collect();
        let budget = self.inner.advice_budget.get().copied().unwrap_or(SearchBudget::QUICK);
        let advice =
            self.inner.gm_worker.run_if_cpu_budget_allows(state.advice_task(npcs, budget)).await;
        for (actor, advice) in actors.iter_mut().zip(advice.unwrap_or_default()) {
            actor.gm_controls = Some(GmControls { advice });
        }
        actors
    }

    /// Plays the NPCs of a turn one after the other, until it is over or somebody is asked.
    async fn play_or_end_npcs_until_turn_over_or_prompt(
        &self,
        context: &RequestContext,
        turn: TurnId,
        act: BlockAct,
    ) -> Result<InputReply, StoreError> {
        let mut played = PlayedBlock::default();
        let mut finished: BTreeSet<CombatantId> = BTreeSet::new();
        let mut ends_turn_instead: BTreeSet<CombatantId> = BTreeSet::new();
        let (mut acting_npc, mut acts_in_a_row) = (CombatantId::NOBODY, 0);
        for _ in 0..MAX_ACTS {
            played.turn_to_go_on_with = None;
            let Some((state, turn)) = self.load_fight_of_open_or_resumed_turn(turn).await? else {
                break;
            };
            let turn_to_go_on_with = Some(turn).filter(|_| act == BlockAct::PlaySuggested);
            played.is_waiting_for_answer = !state.prompts.is_empty();
            if played.is_waiting_for_answer {
                played.turn_to_go_on_with = turn_to_go_on_with;
                break;
            }
            let mut npcs = list_npcs_able_to_act(&state, context.user, turn);
            npcs.retain(|npc| !finished.contains(&npc.combatant));
            // The one that has begun goes on.
            npcs.sort_by_key(|npc| npc.combatant != acting_npc);
            let Some(npc) = npcs.into_iter().next() else { break };
            played.turn_to_go_on_with = turn_to_go_on_with;
            let who = npc.combatant;
            acts_in_a_row = if acting_npc == who { acts_in_a_row + 1 } else { 1 };
            acting_npc = who;
            let ends_turn = act == BlockAct::EndAll
                || acts_in_a_row > MAX_ACTS_OF_NPC
                || ends_turn_instead.contains(&who);
            let command = match ends_turn {
                true => state.find_end_turn_act(who),
                false => state.suggest_act_or_end(who),
            };
            let Some(command) = command else {
                finished.insert(who);
                continue;
            };
            if state.game.is_turn_end(&command) {
                finished.insert(who);
            }
            let input =
                UserInput::TurnButton { turn, command, actor_name: Some(npc.public_name.clone()) };
            // The first act carries the key of the press. A repeated press finds it stored, and
            // plays only the NPCs that are not finished.
            let context = RequestContext {
                idempotency_key: context.idempotency_key.filter(|_| played.acts == 0),
                ..context.clone()
            };
            match self.handle_input(&context, input).await? {
                InputReply::Done(_) => {
                    played.acts += 1;
                    if !played.names.contains(&npc.name) {
                        played.names.push(npc.name);
                    }
                }
                // What cannot be taken back is not done by a press for all.
                InputReply::NeedsConfirmation(_) if !ends_turn => {
                    ends_turn_instead.insert(who);
                }
                _ => {
                    finished.insert(who);
                }
            }
        }
        Ok(query_reply(QueryResult::BlockPlayed(played)))
    }
}

/// Returns the NPCs that can act in a turn, with their offers, as their GM knows them.
fn list_npcs_able_to_act(state: &FightState, gm: UserId, turn: TurnId) -> Vec<Actor> {
    let Some(turn) = state.find_open_turn(state.decrypt_turn_id(turn)) else { return Vec::new() };
    let mut actors =
        state.visible_actors_with_offers(&turn.awaited, Audience::Dm(gm), TurnProgress::Running);
    actors.retain(|actor| state.is_npc(actor.combatant) && !actor.offers.is_empty());
    actors
}
