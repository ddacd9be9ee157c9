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
    /// under a new id, and buttons of the old one go on with it; so do buttons of a slot with the
    /// turn of whoever has taken it.
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
            .filter(|open| is_same_turn_or_turn_in_slot(&state, &earlier, &open.awaited))
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
        let mut progress = BlockProgress::new();
        for _ in 0..MAX_ACTS {
            progress.played.turn_to_go_on_with = None;
            let Some((state, open_turn)) = self.load_fight_of_open_or_resumed_turn(turn).await?
            else {
                progress.record_able_npcs(&[]);
                break;
            };
            // The turn of the press, which may be a slot for several NPCs that act in turns of
            // their own.
            let turn_to_go_on_with = Some(turn).filter(|_| act == BlockAct::PlaySuggested);
            progress.played.is_waiting_for_answer = !state.prompts.is_empty();
            if progress.played.is_waiting_for_answer {
                let perspective = state.perspective_of_user(context.user);
                progress.played.awaited_names = state.names_of_required_respondents(&perspective);
                progress.played.turn_to_go_on_with = turn_to_go_on_with;
                break;
            }
            let npcs = list_npcs_able_to_act(&state, context.user, open_turn);
            progress.record_able_npcs(&npcs);
            let Some(npc) = progress.choose_next_npc(npcs) else { break };
            progress.played.turn_to_go_on_with = turn_to_go_on_with;
            let ends_turn = act == BlockAct::EndAll || progress.must_end_turn(npc.combatant);
            let command = match ends_turn {
                true => state.find_end_turn_act(npc.combatant),
                false => state.suggest_act_or_end(npc.combatant),
            };
            let Some(command) = command else {
                progress.finished.insert(npc.combatant);
                continue;
            };
            let is_turn_end = state.game.is_turn_end(&command);
            if is_turn_end && !ends_turn && progress.put_turn_end_off(npc.combatant) {
                continue;
            }
            if is_turn_end {
                progress.finished.insert(npc.combatant);
            }
            let input = UserInput::TurnButton {
                turn: open_turn,
                command,
                actor_name: Some(npc.public_name.clone()),
            };
            // The first act carries the key of the press. A repeated press finds it stored, and
            // plays only the NPCs that are not finished.
            let is_first_act = progress.played.acts == 0;
            let act_context = RequestContext {
                idempotency_key: context.idempotency_key.filter(|_| is_first_act),
                ..context.clone()
            };
            let reply = self.handle_input(&act_context, input).await?;
            progress.record_reply(npc, ends_turn, &reply);
        }
        Ok(query_reply(QueryResult::BlockPlayed(progress.into_played(act))))
    }
}

/// How far one press for all NPCs of a turn has come.
struct BlockProgress {
    played: PlayedBlock,
    /// Who could act at the press.
    names_at_press: Option<Vec<String>>,
    /// Who could act when that was recorded last.
    able_names: Vec<String>,
    /// The NPCs that do nothing more.
    finished: BTreeSet<CombatantId>,
    /// The NPCs that act last, since they would only end their turn and may so pass for all.
    put_off: BTreeSet<CombatantId>,
    /// The NPCs that end their turn, because what is suggested for them needs a confirmation.
    ends_turn_instead: BTreeSet<CombatantId>,
    acting_npc: CombatantId,
    /// How many acts of the acting NPC there were, with the current one.
    acts_in_a_row: usize,
}

impl BlockProgress {
    fn new() -> Self {
        Self {
            played: PlayedBlock::default(),
            names_at_press: None,
            able_names: Vec::new(),
            finished: BTreeSet::new(),
            put_off: BTreeSet::new(),
            ends_turn_instead: BTreeSet::new(),
            acting_npc: CombatantId::NOBODY,
            acts_in_a_row: 0,
        }
    }

    /// Records who can act now.
    fn record_able_npcs(&mut self, npcs: &[Actor]) {
        self.able_names = npcs.iter().map(|npc| npc.name.clone()).collect();
        if self.names_at_press.is_none() {
            self.names_at_press = Some(self.able_names.clone());
        }
    }

    /// Returns what was played. Turns that ended along with that of another NPC count as ended by
    /// the press. Once the turn is over, the NPCs that have done nothing in it are named, too.
    fn into_played(self, act: BlockAct) -> PlayedBlock {
        let Self { mut played, names_at_press, able_names, .. } = self;
        played.ends_turns = act == BlockAct::EndAll;
        if played.is_waiting_for_answer {
            return played;
        }
        let mut names = names_at_press.unwrap_or_default();
        if !played.ends_turns {
            names.retain(|name| !played.names.contains(name));
            played.idle_names = names;
        } else if played.acts > 0 {
            names.retain(|name| !able_names.contains(name));
            played.names = names;
        }
        played
    }

    /// Chooses who acts next and counts the act: the NPC that has begun, while it can act, else the
    /// first that is not finished, last those that are put off. `None` where all are finished.
    fn choose_next_npc(&mut self, mut npcs: Vec<Actor>) -> Option<Actor> {
        npcs.retain(|npc| !self.finished.contains(&npc.combatant));
        npcs.sort_by_key(|npc| {
            (self.put_off.contains(&npc.combatant), npc.combatant != self.acting_npc)
        });
        let npc = npcs.into_iter().next()?;
        if npc.combatant != self.acting_npc {
            self.acting_npc = npc.combatant;
            self.acts_in_a_row = 0;
        }
        self.acts_in_a_row += 1;
        Some(npc)
    }

    /// Puts an NPC off that would only end its turn, once and where others can act. Returns whether
    /// it did. An NPC that has begun is not put off.
    fn put_turn_end_off(&mut self, who: CombatantId) -> bool {
        self.acts_in_a_row == 1 && self.able_names.len() > 1 && self.put_off.insert(who)
    }

    /// Returns whether an NPC may only end its turn: it has acted too often, or what was suggested
    /// for it needs a confirmation.
    fn must_end_turn(&self, who: CombatantId) -> bool {
        self.acts_in_a_row > MAX_ACTS_OF_NPC || self.ends_turn_instead.contains(&who)
    }

    /// Records what came of an NPC's act. `ends_turn` says that the act is only to end the turn.
    fn record_reply(&mut self, npc: Actor, ends_turn: bool, reply: &InputReply) {
        match reply {
            InputReply::Done(_) => {
                self.played.acts += 1;
                if !self.played.names.contains(&npc.name) {
                    self.played.names.push(npc.name);
                }
            }
            // What cannot be taken back is not done by a press for all.
            InputReply::NeedsConfirmation(_) if !ends_turn => {
                self.ends_turn_instead.insert(npc.combatant);
            }
            _ => {
                self.finished.insert(npc.combatant);
            }
        }
    }
}

/// Returns whether the open turn is the same as an earlier one, or the turn of somebody who has
/// taken the slot that the earlier one was.
fn is_same_turn_or_turn_in_slot(
    state: &FightState,
    earlier: &AwaitedTurn,
    open: &AwaitedTurn,
) -> bool {
    let is_in_same_group = earlier.round == open.round && earlier.group_keys == open.group_keys;
    let has_taken_slot = !earlier.initiative_part.is_empty() && open.initiative_part.is_empty();
    let had_slot = earlier.initial_actors();
    let are_of_slot = open.actors.iter().all(|actor| had_slot.contains(actor));
    state.is_same_turn_state(earlier, open) || (is_in_same_group && has_taken_slot && are_of_slot)
}

/// Returns the NPCs that can act in a turn, with their offers, as their GM knows them.
fn list_npcs_able_to_act(state: &FightState, gm: UserId, turn: TurnId) -> Vec<Actor> {
    let Some(turn) = state.find_open_turn(state.decrypt_turn_id(turn)) else { return Vec::new() };
    let mut actors =
        state.visible_actors_with_offers(&turn.awaited, Audience::Dm(gm), TurnProgress::Running);
    actors.retain(|actor| state.is_npc(actor.combatant) && !actor.offers.is_empty());
    actors
}
