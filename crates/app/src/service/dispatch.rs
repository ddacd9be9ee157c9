//! Handles inputs: finds the fight, authorises, resolves and commits.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::no_such_system;
use engine::core::command::{Command, Refusal};
use engine::core::dice::ScriptedDice;
use engine::core::fight::FightPhase;
use engine::core::ids::{CombatantId, Initiator};
use engine::game::{Game, Narrative, Prompt};
use engine::visibility::view::Viewer;
use store::BoxFuture;
use store::error::StoreError;
use store::ids::{ChannelId, FightId, PromptId};
use store::rows::{CommitOutcome, JournalKind as RowKind};

use crate::api::guide::GuideReply;
use crate::api::input::{
    ActDone, FightSetup, InputReply, QueryResult, RequestContext, RequestPlace, SceneSummary,
    UserInput, query_reply, refusal_reply,
};
use crate::api::outbox::{Audience, Notice};
use crate::api::sealed_dice::{DiceLane, DrawCounts, FightSecrets};
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::commands::bestiary::sort_families_in_fight_first;
use crate::commands::command_resources::CommandResources;
use crate::commands::find_fight::UNCLEAR_FIGHT;
use crate::commands::game_command::{self, authorise_input};
use crate::commands::intent::{GameCommand, Intent};
use crate::commands::permissions;
use crate::commands::scenes::SCENE_VERB;
use crate::commands::undo::UndoOrChoice;
use crate::features::guide;
use crate::features::library::newcomers::{NPC_VERB, NewNpc};
use crate::features::library::templates::FightTemplate;
use crate::features::rematch::FightOpening;
use crate::runtime::app::App;
use crate::runtime::counters::count_input;
use crate::runtime::fight_cache::FightLock;
use crate::runtime::rate_limiter::RateClass;
use crate::state::fight_state::{FightState, OpenPrompt, from_json};
use crate::state::outbox_entry::OutboxEntry;
use crate::state::people::{FightPeople, FightThread};
use crate::state::roles::Role;
use crate::transaction::commit::MAX_COMMIT_ATTEMPTS;
use crate::transaction::{StateChange, build_commit};

/// How often opening a fight is tried again after another process took its number.
const MAX_OPEN_ATTEMPTS: usize = 16;

/// What came of one attempt to handle an input.
enum InputAttempt {
    Replied(InputReply),
    /// Nothing is stored, and `input` must be tried: another process committed first, or the act
    /// was refused, and `input` has keys in place of names that were typed in it.
    MustRepeat {
        fight_lock: FightLock,
        input: UserInput,
    },
}

/// What came of an authorised intent; a change is not committed yet.
enum IntentResult {
    Reply(InputReply),
    Change {
        fight_lock: FightLock,
        change: Box<StateChange>,
        /// The reply once the change is stored. `None`: it shows the fight as it is then.
        reply: Option<InputReply>,
    },
    Refused {
        fight_lock: FightLock,
        refusal: Refusal,
    },
}

impl IntentResult {
    fn from_answer(answer: Result<QueryResult, Refusal>) -> Self {
        Self::Reply(answer.map_or_else(refusal_reply, query_reply))
    }

    fn from_change(fight_lock: FightLock, change: Result<StateChange, Refusal>) -> Self {
        match change {
            Ok(change) => Self::Change { fight_lock, change: Box::new(change), reply: None },
            Err(refusal) => Self::Refused { fight_lock, refusal },
        }
    }
}

impl App {
    /// Authorises one input, resolves it and commits the result. Refuses a user who asks too often.
    ///
    /// # Errors
    /// Fails when the store cannot be used; nothing has changed then.
    pub fn handle_input<'a>(
        &'a self,
        context: &'a RequestContext,
        input: UserInput,
    ) -> BoxFuture<'a, Result<InputReply, StoreError>> {
        Box::pin(async move {
            let reply = match self.check_and_count_request(context, RateClass::Input) {
                Ok(()) => {
                    if let RequestPlace::Dm { .. } = context.place {
                        self.schedule_immediate_retry_of_closed_dms(context.user).await?;
                    }
                    self.handle_input_or_repeat_reply_adding_system_hint(context, input).await
                }
                Err(refusal) => Ok(refusal_reply(refusal)),
            };
            count_input(&reply);
            reply
        })
    }

    /// Handles an input, or repeats the reply if it was stored before under the same key. Adds to a
    /// refusal which other system has the command.
    async fn handle_input_or_repeat_reply_adding_system_hint(
        &self,
        context: &RequestContext,
        input: UserInput,
    ) -> Result<InputReply, StoreError> {
        let reply = self.route_input_or_ask_fight(context, &input).await?;
        // The same input may have been stored before, and that is why it is refused now.
        if let (InputReply::Refused(_) | InputReply::NeedsConfirmation(_), Some(key)) =
            (&reply, context.idempotency_key)
            && let Some((fight, revision)) = self.inner.store.find_input_by_key(key).await?
        {
            return self.build_reply_to_duplicate(context, fight, revision).await;
        }
        Ok(match reply {
            InputReply::Refused(refusal) => {
                refusal_reply(self.with_other_system_hint(context, *refusal).await?)
            }
            InputReply::Done(_)
            | InputReply::NeedsConfirmation(_)
            | InputReply::QueryResult(_)
            | InputReply::Library(_) => reply,
        })
    }

    /// Handles an input. Where it may mean several fights, its user is asked which one.
    async fn route_input_or_ask_fight(
        &self,
        context: &RequestContext,
        input: &UserInput,
    ) -> Result<InputReply, StoreError> {
        match self.route_input(context, input).await? {
            InputReply::Refused(refusal) if refusal.key == UNCLEAR_FIGHT => {
                let fights = self.load_open_fights_with_own_names(context.user).await?;
                let (user, now) = (context.user, self.now_millis());
                let held_input =
                    self.inner.held_inputs.hold_evicting_oldest(user, input.clone(), now);
                Ok(query_reply(QueryResult::FightChoice { held_input, fights }))
            }
            reply => Ok(reply),
        }
    }

    /// Handles commands that concern no single fight; passes everything else to the fight that the
    /// input is about. Refuses unknown slots of common verbs first.
    async fn route_input(
        &self,
        context: &RequestContext,
        input: &UserInput,
    ) -> Result<InputReply, StoreError> {
        let mut input = input.clone();
        if let UserInput::Command { command, .. } = &mut input {
            if let Err(refusal) = permissions::check_common_slots(command) {
                return Ok(refusal_reply(refusal));
            }
            match self.replace_names_known_outside_fights(context, command).await? {
                Ok(read_command) => *command = read_command,
                Err(refusal) => return Ok(refusal_reply(refusal)),
            }
            if command.verb == NPC_VERB {
                match self.create_npc_or_ask_creature_or_form(context, command).await? {
                    Ok(NewNpc::Joins(add)) => *command = add,
                    Ok(NewNpc::Reply(reply)) => return Ok(InputReply::Library(Box::new(reply))),
                    Err(refusal) => return Ok(refusal_reply(refusal)),
                }
            }
            if let Some(reply) = self.handle_if_fightless_command(context, command).await? {
                return Ok(reply);
            }
        }
        match self.find_fight(context, &input).await? {
            Ok(fight) => self.lock_fight_and_handle_input(context, &input, fight).await,
            Err(refusal) if refusal.key != UNCLEAR_FIGHT && is_general_guide_request(&input) => {
                Ok(guide_reply(Ok(GuideReply::FirstSteps { has_open_fight: false })))
            }
            Err(refusal) => Ok(refusal_reply(refusal)),
        }
    }

    /// Handles a command that concerns no single fight. Returns `None`, with nothing done, for a
    /// command that belongs to a fight.
    async fn handle_if_fightless_command(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<Option<InputReply>, StoreError> {
        if let Some(reply) = self.handle_if_library_command(context, command).await? {
            return Ok(Some(reply));
        }
        if let Some(reply) = self.handle_if_away_or_clock(context, command).await? {
            return Ok(Some(reply));
        }
        let reply = match command.verb.as_str() {
            "new" | "load" | "again" => self.open_fight(context, command).await?,
            "inbox" => query_reply(QueryResult::Inbox(self.load_inbox(context.user).await?)),
            "fight" => self.list_or_choose_fight(context, command).await?,
            "privacy" => self.handle_privacy_command(context, command).await?,
            "plain" => self.handle_plain_command(context, command).await?,
            "words-allow" => self.show_or_set_speech_allowed(context, command).await?,
            "systems" => self.handle_systems_command(context, command).await?,
            "roll" if !is_fight_roll(command) => {
                self.handle_roll_or_dice_day_command(context, command).await?
            }
            "guide" if guide::is_rules_lookup(command) => {
                let fight_system = self.find_fight_system(context, command).await?;
                let reader = self.value_reader();
                guide_reply(guide::look_up_rule_or_rulebook(reader, command, fight_system))
            }
            _ => return Ok(None),
        };
        Ok(Some(reply))
    }

    /// Handles a command that was held until its user said which fight they mean
    /// ([`QueryResult::FightChoice`]), as if they had typed it there.
    ///
    /// # Errors
    /// Fails when the store cannot be used; nothing has changed then.
    pub async fn resume_held_input_in_fight(
        &self,
        context: &RequestContext,
        held_input: i64,
        fight: FightId,
    ) -> Result<InputReply, StoreError> {
        let held = self.inner.held_inputs.get(context.user, held_input, self.now_millis());
        let Some(input) = held else {
            return Ok(refusal_reply(Refusal::new("choice-expired", "")));
        };
        let state = self.load_fight(fight).await?;
        if state.is_none_or(|state| state.highest_role_of(context.user) == Role::Stranger) {
            return Ok(refusal_reply(Refusal::new("choice-gone", "")));
        }
        // Of two presses at once, one takes it.
        let taken = self.inner.held_inputs.take(context.user, held_input, self.now_millis());
        if taken.is_none() {
            return Ok(refusal_reply(Refusal::new("choice-expired", "")));
        }
        let context = RequestContext { chosen_fight: Some(fight), ..context.clone() };
        self.handle_input(&context, input).await
    }

    /// Refuses what the user may not do without access to the fight's channel. Else locks the fight
    /// (I9), wakes it if it sleeps, and handles one input of it: again where another process
    /// commits first, and after typed names of a refused act were replaced.
    async fn lock_fight_and_handle_input(
        &self,
        context: &RequestContext,
        input: &UserInput,
        fight: FightId,
    ) -> Result<InputReply, StoreError> {
        if let Err(refusal) =
            self.check_access_to_post_or_export_from_elsewhere(context, input, fight).await?
        {
            return Ok(refusal_reply(refusal));
        }
        let mut fight_lock = self.inner.fight_cache.lock_fight(fight).await;
        let mut input = input.clone();
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            let Some(state) = self.load_and_migrate_fight(&mut fight_lock, fight).await? else {
                return Ok(refusal_reply(Refusal::new(refusal_key_for_missing_fight(&input), "")));
            };
            if self.wake_if_asleep_unless_stranger(&mut fight_lock, &state, context).await? {
                continue;
            }
            match self.try_handle_input(fight_lock, &state, context, &input).await? {
                InputAttempt::Replied(reply) => return Ok(reply),
                InputAttempt::MustRepeat { fight_lock: kept_lock, input: next_input } => {
                    fight_lock = kept_lock;
                    input = next_input;
                }
            }
        }
        Err(StoreError::Locked)
    }

    /// Wakes a sleeping fight, unless the user has no part in it. Returns whether it committed
    /// that, so that the fight must be loaded again; another process may have committed first.
    async fn wake_if_asleep_unless_stranger(
        &self,
        fight_lock: &mut FightLock,
        state: &FightState,
        context: &RequestContext,
    ) -> Result<bool, StoreError> {
        if !state.people.is_asleep || state.highest_role_of(context.user) == Role::Stranger {
            return Ok(false);
        }
        let change = StateChange { user: Some(context.user), ..state.build_wake_change() };
        self.commit_and_cache_change_or_clear_cache(fight_lock, state, change).await?;
        Ok(true)
    }

    /// Authorises an input of a locked fight, resolves it and commits its change, once.
    async fn try_handle_input(
        &self,
        fight_lock: FightLock,
        state: &FightState,
        context: &RequestContext,
        input: &UserInput,
    ) -> Result<InputAttempt, StoreError> {
        let (read_input, intent) =
            match self.read_and_authorise_input(state, context, input).await? {
                Ok(authorised) => authorised,
                Err(refusal) => return Ok(InputAttempt::Replied(refusal_reply(refusal))),
            };
        self.record_visit_and_queue_missed(state, context.user).await?;
        if let Some(request) = state.confirmation_before_act(&read_input, &intent) {
            let reply = InputReply::NeedsConfirmation(Box::new(request));
            return Ok(InputAttempt::Replied(reply));
        }
        let is_quiet = is_private_input(&read_input) && state.is_gm(context.user);
        let result = self
            .answer_intent_or_build_change(
                fight_lock,
                state,
                context,
                &read_input,
                intent,
                is_quiet,
            )
            .await?;
        match result {
            IntentResult::Reply(reply) => Ok(InputAttempt::Replied(reply)),
            IntentResult::Refused { fight_lock, refusal } => {
                if let Some(read_act) =
                    self.replace_offered_names_in_act(state, context, &read_input, &refusal)
                {
                    return Ok(InputAttempt::MustRepeat { fight_lock, input: read_act });
                }
                let refusal =
                    self.add_fitting_values_to_refusal(state, context, &read_input, refusal);
                let refusal = state.name_awaited_in_refusal(context.user, refusal);
                Ok(InputAttempt::Replied(refusal_reply(refusal)))
            }
            IntentResult::Change { fight_lock, mut change, reply } => {
                change.user = Some(context.user);
                change.input_key = context.idempotency_key;
                change.input.is_quiet = is_quiet;
                self.commit_change_and_reply(fight_lock, state, context, input, *change, reply)
                    .await
            }
        }
    }

    /// Commits the change of an input. The reply is `own_reply`, or without one the fight as it is
    /// stored then. The input must be repeated where another process commits first.
    async fn commit_change_and_reply(
        &self,
        mut fight_lock: FightLock,
        state: &FightState,
        context: &RequestContext,
        input: &UserInput,
        change: StateChange,
        own_reply: Option<InputReply>,
    ) -> Result<InputAttempt, StoreError> {
        // Undoing the end of a fight needs its channel again.
        let reopens_fight = change.after.is_open && !state.is_open;
        if reopens_fight && self.inner.store.has_open_fight(state.channel).await? {
            return Ok(InputAttempt::Replied(refusal_reply(Refusal::new("fight-here", ""))));
        }
        let feedback = ActorFeedback::from_change(&change, state, context);
        let outcome =
            self.commit_and_cache_change_or_clear_cache(&mut fight_lock, state, change).await?;
        let reply = match (outcome, own_reply) {
            (CommitOutcome::Stored(_), Some(own_reply)) => own_reply,
            (CommitOutcome::Stored(_), None) => {
                let stored = self.load_and_migrate_fight(&mut fight_lock, state.id).await?;
                let stored = stored.ok_or_else(|| StoreError::Corrupt("a fight is gone".into()))?;
                let done = self.build_act_done(&stored, context, feedback).await?;
                InputReply::Done(Box::new(done))
            }
            (CommitOutcome::AlreadyStored { fight, revision }, _) => {
                drop(fight_lock);
                self.build_reply_to_duplicate(context, fight, revision).await?
            }
            (CommitOutcome::Conflict | CommitOutcome::ChannelOccupied, _) => {
                return Ok(InputAttempt::MustRepeat { fight_lock, input: input.clone() });
            }
        };
        Ok(InputAttempt::Replied(reply))
    }

    /// Answers what an intent asks, or builds the change that it makes, which is not committed yet.
    /// Releases the lock before what takes a while and needs none.
    async fn answer_intent_or_build_change(
        &self,
        mut fight_lock: FightLock,
        state: &FightState,
        context: &RequestContext,
        input: &UserInput,
        intent: Intent,
        is_quiet: bool,
    ) -> Result<IntentResult, StoreError> {
        let user = context.user;
        let add_fitting_values =
            |refusal| self.add_fitting_values_to_refusal(state, context, input, refusal);
        let result = match intent {
            Intent::Command(command) => {
                self.build_change_or_store_hidden_prompt_answer(
                    fight_lock, state, context, command, is_quiet,
                )
                .await?
            }
            Intent::Query(query) => {
                let reply = match self.answer_query(state, context, query).await? {
                    InputReply::Refused(refusal) => refusal_reply(add_fitting_values(*refusal)),
                    reply => reply,
                };
                IntentResult::Reply(reply)
            }
            Intent::Forecast => {
                drop(fight_lock);
                let forecast = self.run_forecast_with_variants(state).await?;
                IntentResult::from_answer(forecast)
            }
            Intent::Encounter(request) => {
                drop(fight_lock);
                let encounter = self.run_encounter_search(state, request).await?;
                IntentResult::from_answer(encounter)
            }
            Intent::Guide { blocked_act, actor_name } => {
                let guide = state.answer_question_or_list_commands(
                    context,
                    &blocked_act,
                    actor_name.as_deref(),
                );
                drop(fight_lock);
                let guide_with_odds = self.add_guide_odds(state, guide).await;
                IntentResult::Reply(guide_reply(guide_with_odds))
            }
            Intent::StandingOrders { command, actor_name } => {
                let name = actor_name.as_deref();
                let answer = self
                    .handle_orders_command(&mut fight_lock, state, user, &command, name)
                    .await?;
                IntentResult::from_answer(answer.map_err(add_fitting_values))
            }
            Intent::Plan { command, actor_name } => {
                let name = actor_name.as_deref();
                let answer =
                    self.handle_queue_command(&mut fight_lock, state, user, &command, name).await?;
                IntentResult::from_answer(answer)
            }
            Intent::SaveTemplate { name } => {
                let reply = match self.save_template_of_fight(state, context, &name).await? {
                    Ok(reply) => InputReply::Library(Box::new(reply)),
                    Err(refusal) => refusal_reply(refusal),
                };
                IntentResult::Reply(reply)
            }
            Intent::Roll { command } => {
                match self.roll_secretly_to_gm(state, context, &command).await? {
                    Ok((change, roll)) => IntentResult::Change {
                        fight_lock,
                        change: Box::new(change),
                        reply: Some(query_reply(roll)),
                    },
                    Err(refusal) => IntentResult::Refused { fight_lock, refusal },
                }
            }
            Intent::UndoMessage(message) => {
                match self.build_undo_of_message_or_choice(state, context, message).await? {
                    Ok(UndoOrChoice::Undo(change)) => {
                        IntentResult::Change { fight_lock, change, reply: None }
                    }
                    Ok(UndoOrChoice::Choice(choice)) => {
                        IntentResult::from_answer(Ok(QueryResult::UndoChoice(choice)))
                    }
                    Err(refusal) => IntentResult::Refused { fight_lock, refusal },
                }
            }
            Intent::Undo { steps, expected_last } => {
                let undo =
                    self.build_undo_of_fights_last_acts(state, user, steps, expected_last).await?;
                IntentResult::from_change(fight_lock, undo)
            }
            Intent::TakeBack => {
                let undo = self.build_undo_of_own_act_or_gms_last(state, user).await?;
                IntentResult::from_change(fight_lock, undo)
            }
            Intent::Redo => {
                let redo = self.build_redo_of_last_undo(state, user).await?;
                IntentResult::from_change(fight_lock, redo)
            }
            Intent::Describe { speaker, text } => {
                let speech = self.build_speech_change(state, user, speaker, &text).await?;
                IntentResult::from_change(fight_lock, speech)
            }
            Intent::EditOrDeleteSpeech { message, text } => {
                let edit = self
                    .build_speech_edit_or_deletion(state, context, message, text.as_deref())
                    .await?;
                IntentResult::from_change(fight_lock, edit)
            }
        };
        Ok(result)
    }

    /// Builds the change of a command. An answer to a prompt that the public must not see is stored
    /// until its deadline instead, and skipping such a prompt brings the deadline forward to now.
    async fn build_change_or_store_hidden_prompt_answer(
        &self,
        mut fight_lock: FightLock,
        state: &FightState,
        context: &RequestContext,
        game_command: GameCommand,
        is_quiet: bool,
    ) -> Result<IntentResult, StoreError> {
        match game_command {
            GameCommand::Answer { prompt, command } if state.is_prompt_hidden(prompt) => {
                let answer =
                    self.store_provisional_answer(&mut fight_lock, state, prompt, &command).await?;
                Ok(IntentResult::from_answer(answer))
            }
            GameCommand::Skip { awaited }
                if state
                    .find_prompt_to_skip(awaited)
                    .is_some_and(|open| open.prompt.is_hidden_from_public) =>
            {
                let ended =
                    self.end_decoy_delays_and_fire_deadlines(fight_lock, state, awaited).await?;
                Ok(IntentResult::from_answer(ended))
            }
            game_command => {
                // What the channel is not told takes no number of the open draws.
                let dice_lane = DiceLane::from_is_hidden(is_quiet);
                let change =
                    self.build_change_of_command(state, context, &game_command, dice_lane).await?;
                Ok(IntentResult::from_change(fight_lock, change))
            }
        }
    }

    /// Loads what a command needs from outside of the fight, and builds its change.
    async fn build_change_of_command(
        &self,
        state: &FightState,
        context: &RequestContext,
        game_command: &GameCommand,
        dice_lane: DiceLane,
    ) -> RefusableResult<StateChange> {
        let resources = self.load_command_resources(state, context, game_command).await?;
        Ok(resources.and_then(|resources| {
            let resources = CommandResources { dice_lane, ..resources };
            self.resolve_command(state, Some(context.user), game_command, &resources)
        }))
    }

    /// Replaces the typed names of an input by those of the rules, and authorises it. Returns it
    /// with what it asks for.
    async fn read_and_authorise_input(
        &self,
        state: &FightState,
        context: &RequestContext,
        input: &UserInput,
    ) -> RefusableResult<(UserInput, Intent)> {
        let with_kit_names = self.replace_typed_kit_names(state, input).await?;
        let with_alias = self.fill_alias_of_unnamed_reveal(state, with_kit_names).await?;
        let (read_input, value_refusal) =
            self.replace_typed_names_in_fight(state, context, &with_alias);
        match authorise_input(state, context, &read_input) {
            Ok(intent) => Ok(value_refusal.map_or(Ok((read_input, intent)), Err)),
            Err(refusal) => {
                let refusal =
                    self.explain_too_late_refusal(state, context, &read_input, refusal).await?;
                let refusal =
                    self.add_fitting_values_to_refusal(state, context, &read_input, refusal);
                Ok(Err(state.offer_to_keep_refused_answer_as_order(context, &read_input, refusal)))
            }
        }
    }

    /// Opens the fight of `new`, `load` or `again`, one at a time. Refuses with `fight-here` where
    /// the channel has an open fight.
    async fn open_fight(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<InputReply, StoreError> {
        let opening = match self.build_opening_or_rematch(context, command).await? {
            Ok(opening) => opening,
            Err(refusal) => return Ok(refusal_reply(refusal)),
        };
        let _one_at_a_time = self.inner.opening_lock.lock().await;
        if let Err(refusal) = self.check_open_fight_limits(context.user, opening.guild).await? {
            return Ok(refusal_reply(refusal));
        }
        for _ in 0..MAX_OPEN_ATTEMPTS {
            if let Some(reply) = self.try_store_opening(context, command, &opening).await? {
                return Ok(reply);
            }
            if self.inner.store.has_open_fight(opening.channel).await? {
                return Ok(refusal_reply(Refusal::new("fight-here", "")));
            }
            // Another process took the fight's number for another channel: try the next number.
        }
        Err(StoreError::Locked)
    }

    /// Stores a new fight; `None` where its channel has an open one or its number is taken.
    async fn try_store_opening(
        &self,
        context: &RequestContext,
        command: &Command,
        setup: &FightOpening,
    ) -> Result<Option<InputReply>, StoreError> {
        let before = self.build_state_before_first_row(setup.clone()).await?;
        let (guild, channel, gm) = (before.guild, before.channel, before.gm);
        let mut change = StateChange::without_game_change(&before, command.clone());
        change.kind = RowKind::Opened;
        change.user = Some(context.user);
        change.input_key = context.idempotency_key;
        let notice = Notice::Opened { gm, dice_seal: before.secrets.current_seal(before.id) };
        change.notices.push((Audience::Channel(channel), notice));
        let input_time = self.load_time_and_availability(&change.after).await?;
        let (state, mut commit) =
            build_commit(&before, change, (self.inner.delay_factory)(), &input_time)?;
        if before.wanted_thread_parent().is_some() {
            // First: what follows in this lane is told in the thread.
            let row = OutboxEntry::OpenThread.to_new_outbox_row(Audience::Channel(channel))?;
            commit.outbox_rows.insert(0, row);
        }
        let known_systems = self.load_server_systems(guild).await?;
        Ok(match self.inner.store.create_fight_if_channel_free(&before.to_row()?, commit).await? {
            CommitOutcome::Stored(_) => {
                self.update_channel_indexes(&before, &state);
                let added_system =
                    self.queue_sync_if_system_new(guild, state.system(), &known_systems);
                let done = self.build_act_done(&state, context, ActorFeedback::default()).await?;
                Some(InputReply::Done(Box::new(ActDone { added_system, ..done })))
            }
            CommitOutcome::AlreadyStored { fight, revision } => {
                Some(self.build_reply_to_duplicate(context, fight, revision).await?)
            }
            CommitOutcome::ChannelOccupied | CommitOutcome::Conflict => None,
        })
    }

    /// Builds the state of a new fight before its first row, with a new secret for its dice and
    /// the next unused number, which is not reserved yet.
    async fn build_state_before_first_row(
        &self,
        setup: FightOpening,
    ) -> Result<FightState, StoreError> {
        let FightOpening { game, guild, channel, gm, people } = setup;
        let mut fight_secrets = FightSecrets::default();
        if let Some(new_secret) = self.inner.secret_factory.get() {
            fight_secrets.push_secret(new_secret(), DrawCounts::default());
        }
        Ok(FightState {
            id: self.inner.store.next_unused_fight_id_unreserved().await?,
            guild,
            channel,
            gm,
            is_open: true,
            is_paused: false,
            is_gm_shown_details: true,
            people,
            revision: 0,
            members: game.list_present_members(),
            game: Arc::new(game),
            prompts: Vec::new(),
            sealed_answers: Vec::new(),
            turn: None,
            queued_rolls: Vec::new(),
            draw_counts: DrawCounts::default(),
            secrets: fight_secrets,
            standing_orders: BTreeMap::new(),
            plans: BTreeMap::new(),
        })
    }

    /// Builds the fight that a command opens: `again` repeats a finished one, `load` copies a
    /// template, and `new` has nothing but a system and zones.
    async fn build_opening_or_rematch(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<FightOpening> {
        if command.verb == "again" {
            return self.prepare_rematch(context, command).await;
        }
        let RequestPlace::Channel { guild, channel } = context.place else {
            return Ok(Err(Refusal::new("not-here", "")));
        };
        let template = match command.verb.as_str() {
            "load" => self.load_template(context, command).await?,
            _ => create_game_with_zones(command).map(FightTemplate::from_game),
        };
        let FightTemplate { game, people } = ok_or_return_refusal!(template);
        let thread_parent = parse_wanted_thread_parent(command, channel);
        let channel = match thread_parent {
            Some(_) => self.placeholder_channel(context),
            None => channel,
        };
        let people = FightPeople { thread: thread_parent.map(FightThread::Wanted), ..people };
        Ok(Ok(FightOpening { game, guild, channel, gm: context.user, people }))
    }

    /// Returns the channel of a fight until its own thread is opened. It must be one that no other
    /// fight has: the id of the interaction stands for it, since no channel has that id.
    fn placeholder_channel(&self, context: &RequestContext) -> ChannelId {
        ChannelId(context.idempotency_key.unwrap_or_else(|| self.now_millis() as u64))
    }

    /// Builds the reply to an input that was stored before under the same key: the fight as it is
    /// now, without the narrative of the input.
    async fn build_reply_to_duplicate(
        &self,
        context: &RequestContext,
        fight: FightId,
        revision: i64,
    ) -> Result<InputReply, StoreError> {
        let state = self.load_fight(fight).await?;
        let state = state.ok_or_else(|| StoreError::Corrupt("a fight is gone".into()))?;
        let feedback = ActorFeedback::default();
        let done = self.build_act_done(&state, context, feedback).await?;
        let done = ActDone { revision, is_duplicate: true, ..done };
        Ok(InputReply::Done(Box::new(done)))
    }

    /// Loads an open prompt for a user who may answer it, to show a form for one of its choices or
    /// for a free answer.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error is the refusal if the user may not
    /// answer.
    pub async fn load_open_prompt_or_explain_too_late(
        &self,
        context: &RequestContext,
        prompt: PromptId,
        choice: Option<usize>,
    ) -> RefusableResult<OpenPrompt> {
        let Some(state) = self.load_fight(prompt.fight).await? else {
            return Ok(Err(Refusal::new("prompt-closed", "")));
        };
        let refusal = match game_command::own_open_prompt_or_refuse(&state, context, prompt) {
            Ok(open) => return Ok(Ok(open.clone())),
            Err(refusal) => refusal,
        };
        let Some(choice) = choice else { return Ok(Err(refusal)) };
        let button = UserInput::PromptButton { prompt, choice };
        Ok(Err(self.explain_too_late_refusal(&state, context, &button, refusal).await?))
    }

    /// Replaces `prompt-closed` by the reason why the answer comes too late, if the rules know it.
    async fn explain_too_late_refusal(
        &self,
        state: &FightState,
        context: &RequestContext,
        input: &UserInput,
        refusal: Refusal,
    ) -> Result<Refusal, StoreError> {
        if refusal.key != "prompt-closed" {
            return Ok(refusal);
        }
        let button_id = match input {
            UserInput::PromptButton { prompt, .. } | UserInput::PromptForm { prompt, .. } => prompt,
            _ => return Ok(refusal),
        };
        let stored_id = state.decrypt_prompt_id(*button_id);
        let Some(row) = self.inner.store.load_prompt(stored_id).await? else { return Ok(refusal) };
        let prompt: Prompt = from_json(&row.question)?;
        if !state.can_play_or_replace_absent_player(context.user, prompt.respondent) {
            return Ok(refusal);
        }
        let answer = match input {
            UserInput::PromptButton { choice, .. } => prompt.choices.get(*choice),
            UserInput::PromptForm { command, .. } => Some(command),
            UserInput::Command { .. }
            | UserInput::InvitationButton { .. }
            | UserInput::TurnButton { .. }
            | UserInput::Confirmed { .. } => None,
        };
        let Some(answer) = answer else { return Ok(refusal) };
        let explanation = state.game.explain_answer_after_prompt_closed(&prompt.subject, answer);
        Ok(explanation.unwrap_or(refusal))
    }
}

/// Returns whether the input asks the guide for help in general.
fn is_general_guide_request(input: &UserInput) -> bool {
    matches!(input, UserInput::Command { command, .. }
        if command.verb == "guide" && command.slots.is_empty())
}

fn guide_reply(guide: Result<GuideReply, Refusal>) -> InputReply {
    guide.map_or_else(refusal_reply, |guide| query_reply(QueryResult::Guide(guide)))
}

/// Creates the game of `new`, with `zones:` where they are given.
fn create_game_with_zones(command: &Command) -> Result<Game, Refusal> {
    let system = command.get("system");
    let game = Game::new(system).ok_or_else(|| no_such_system(system))?;
    if command.get("zones").is_empty() {
        return Ok(game);
    }
    let zones = Command::new("zones").with("layout", command.get("zones"));
    Ok(game.perform_order(&zones, &mut ScriptedDice::default())?.game)
}

/// Returns the channel in which a thread is to be opened for a new fight: the one that the client
/// has put into the command, or else that of the command. `None` if no thread is wanted.
fn parse_wanted_thread_parent(command: &Command, channel: ChannelId) -> Option<ChannelId> {
    match command.get("thread") {
        "" | "false" => None,
        parent => Some(parent.parse().map_or(channel, ChannelId)),
    }
}

/// Returns whether a roll belongs to the fight: the GM sees it, or it is mixed into the dice.
fn is_fight_roll(command: &Command) -> bool {
    matches!(command.get("sight"), "gm" | "blind") || command.has_slot("salt")
}

/// Returns the key of the refusal of an input whose fight no longer exists. A button gets the
/// refusal of a closed prompt or of a turn that is over.
fn refusal_key_for_missing_fight(input: &UserInput) -> &'static str {
    match input {
        UserInput::PromptButton { .. }
        | UserInput::PromptForm { .. }
        | UserInput::InvitationButton { .. } => "prompt-closed",
        UserInput::TurnButton { .. } | UserInput::Confirmed { .. } => "turn-over",
        UserInput::Command { .. } => "no-fight",
    }
}

fn is_private_input(input: &UserInput) -> bool {
    matches!(
        input,
        UserInput::Command { is_private: true, .. } | UserInput::Confirmed { is_private: true, .. }
    )
}

/// What the acting user reads of a change beyond the channel.
#[derive(Default)]
struct ActorFeedback {
    actor: Option<CombatantId>,
    had_turn: bool,
    /// The command does nothing but end the turn.
    is_turn_end: bool,
    /// A question was answered.
    has_answered: bool,
    narrative: Option<Narrative>,
    /// The narrative shows more than the channel gets.
    has_more_than_public: bool,
    /// An NPC was added of which players do not know.
    is_hidden_newcomer: bool,
    /// The key and the value of a changed setting.
    changed_setting: Option<(String, String)>,
    /// The name of the scene that was set up.
    scene: Option<String>,
    /// A notice for the channel, else one for the user alone.
    notice: Option<Notice>,
}

impl ActorFeedback {
    /// Returns what the sender of an input reads of its result, from the change and the fight
    /// before it.
    fn from_change(
        change: &StateChange,
        state_before: &FightState,
        context: &RequestContext,
    ) -> Self {
        let perspective = state_before.perspective_of_user(context.user);
        let narrative = match perspective.viewer {
            Viewer::Gm => change.gm_narrative.clone(),
            Viewer::Player(_) => {
                perspective.narrative_from_journal(&change.after.game, &change.events)
            }
            // Users who have just joined read the public narrative.
            Viewer::Public => change.public_narrative.clone(),
        };
        let has_more_than_public = match (&narrative, &change.public_narrative) {
            (None, _) => false,
            // The channel gets nothing of a quiet input.
            (Some(_), _) if change.input.is_quiet => true,
            (Some(_), None) => true,
            (Some(own), Some(public)) => !own.has_same_events_as(public),
        };
        let command = &change.input.command;
        let changed_setting = (command.verb == "set")
            .then(|| (command.get("key").into(), command.get("value").into()));
        let scene = (command.verb == SCENE_VERB).then(|| command.get("name").to_string());
        let is_hidden_newcomer = command.verb == "add" && command.get("hidden") == "true";
        let actor = change.input.actor;
        let turn = state_before.turn.as_ref();
        let has_turn_of =
            |who| turn.is_some_and(|open_turn| state_before.can_take_turn(&open_turn.awaited, who));
        let had_turn = actor.is_some_and(has_turn_of);
        Self {
            actor,
            had_turn,
            is_turn_end: state_before.game.is_turn_end(command),
            has_answered: change.answered_prompt.is_some(),
            narrative,
            has_more_than_public,
            is_hidden_newcomer,
            changed_setting,
            scene,
            notice: first_channel_notice_or_private_reply(change),
        }
    }
}

/// Returns the first notice of a change for the channel, else its notice for the user alone.
fn first_channel_notice_or_private_reply(change: &StateChange) -> Option<Notice> {
    for (audience, notice) in &change.notices {
        if let Audience::Channel(_) = audience {
            return Some(notice.clone());
        }
    }
    change.private_reply.clone()
}

impl App {
    /// Builds the reply to a stored input: the fight as the user may know it, and what their
    /// combatant can do now.
    async fn build_act_done(
        &self,
        state: &FightState,
        context: &RequestContext,
        feedback: ActorFeedback,
    ) -> Result<ActDone, StoreError> {
        // A fight that waits for its own thread is set up there.
        let sets_up_here = state.game.phase() == FightPhase::Setup
            && state.is_gm(context.user)
            && state.wanted_thread_parent().is_none();
        let setup = match sets_up_here {
            true => Some(self.load_fight_setup_choices(state, feedback.scene.as_deref()).await?),
            false => None,
        };
        // The input may have been for a combatant that the user does not play.
        let is_own = |who: &CombatantId| {
            state.can_play_or_replace_absent_player(context.user, Initiator::Combatant(*who))
        };
        let who = feedback.actor.filter(is_own);
        let perspective = state.perspective_of_user(context.user);
        let waits_for_gm = state.waits_for_gm_answer(&perspective);
        let own_turn = state.turn_playable_now(context.user);
        let awaited_names = match feedback.has_answered && perspective.is_gm() {
            true => state.names_of_required_respondents(&perspective),
            false => Vec::new(),
        };
        let view = perspective.view_of(&state.game);
        Ok(ActDone {
            fight: state.id,
            revision: state.revision,
            is_duplicate: false,
            narrative: feedback.narrative,
            has_more_than_public: feedback.has_more_than_public,
            is_hidden_newcomer: feedback.is_hidden_newcomer,
            changed_setting: feedback.changed_setting,
            notice: feedback.notice,
            wanted_thread_parent: state.wanted_thread_parent(),
            has_ended_turn: feedback.had_turn && who.is_some_and(|who| !state.is_turn_actor(who)),
            is_turn_end: feedback.is_turn_end,
            waits_for_gm,
            awaited_names,
            offers: who.map(|who| state.game.list_legal_act_offers(who)).unwrap_or_default(),
            public_name: who.map_or_else(String::new, |who| state.member_name(who).to_string()),
            system: state.system(),
            surroundings: who.map(|who| state.find_surroundings(who, &view)).unwrap_or_default(),
            combatant: who,
            turn: own_turn.map(|turn| state.encrypt_turn_id(turn.id)),
            view,
            setup,
            added_system: None,
        })
    }

    /// Loads what the GM chooses from before the start. `set_scene` names the scene that was just
    /// set up.
    async fn load_fight_setup_choices(
        &self,
        state: &FightState,
        set_scene: Option<&str>,
    ) -> Result<FightSetup, StoreError> {
        let kit = self.load_kit_for_server(state.guild, state.system()).await?;
        let (_, orders) = Game::act_and_order_verbs(state.system()).unwrap_or_default();
        let mut creatures = kit.creatures();
        sort_families_in_fight_first(&mut creatures, state);
        let summarize = |name: String| {
            let about = kit.find_scene(&name).ok()?.about.clone();
            Some(SceneSummary { name, about })
        };
        Ok(FightSetup {
            creatures,
            scenes: kit.scene_names().into_iter().filter_map(summarize).collect(),
            set_scene: set_scene.map(String::from).and_then(summarize),
            settings: state.game.full_state_json()["settings"].clone(),
            time_limits: state.game.shortest_and_longest_current_limits_by_kind(),
            start_zone_order: orders
                .iter()
                .find(|verb| verb.is_side_placement)
                .map(|verb| verb.name),
        })
    }
}
