//! The way of an input: find the fight, authorise, play, commit.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{TemplateKind, no_such_system};
use engine::core::command::{Command, Refusal};
use engine::core::dice::ScriptedDice;
use engine::core::fight::FightPhase;
use engine::core::ids::{CombatantId, Initiator};
use engine::game::{Game, Narrative, Prompt};
use engine::visibility::view::Viewer;
use store::BoxFuture;
use store::error::StoreError;
use store::ids::{FightId, PromptId};
use store::rows::{CommitOutcome, JournalKind as RowKind};

use crate::api::guide::GuideReply;
use crate::api::input::{
    ActDone, FightSetup, InputReply, QueryResult, RequestContext, RequestPlace, UserInput,
    query_reply, refusal_reply,
};
use crate::api::outbox::{Audience, Notice};
use crate::api::sealed_dice::{DiceLane, DrawCounts, FightSecrets};
use crate::commands::command_resources::CommandResources;
use crate::commands::game_command::{self, GameCommand, Intent, authorise_input};
use crate::commands::permissions;
use crate::features::guide;
use crate::features::library::templates::FightTemplate;
use crate::features::rematch::FightSetupPlan;
use crate::runtime::app::App;
use crate::runtime::counters::count_input;
use crate::runtime::rate_limiter::RateClass;
use crate::state::fight_state::{FightState, OpenPrompt, from_json};
use crate::state::roles::Role;
use crate::transaction::commit::MAX_COMMIT_ATTEMPTS;
use crate::transaction::{InputRecord, StateChange, build_commit};

/// How often a fight is given another number because another program has just taken its own.
const MAX_OPEN_ATTEMPTS: usize = 16;

impl App {
    /// One input, from who may say it to what is stored of it.
    ///
    /// # Errors
    /// The store could not be used; nothing has happened.
    ///
    pub fn handle_input<'a>(
        &'a self,
        origin: &'a RequestContext,
        input: UserInput,
    ) -> BoxFuture<'a, Result<InputReply, StoreError>> {
        Box::pin(async move {
            let reply = match self.check_rate_limit(origin, RateClass::Input) {
                Ok(()) => self.handle_once(origin, input).await,
                Err(refusal) => Ok(refusal_reply(refusal)),
            };
            count_input(&reply);
            reply
        })
    }

    async fn handle_once(
        &self,
        context: &RequestContext,
        input: UserInput,
    ) -> Result<InputReply, StoreError> {
        let reply = self.route_input(context, &input).await?;
        // It may be refused, or asked about, only because it was done before.
        if let (InputReply::Refused(_) | InputReply::NeedsConfirmation(_), Some(key)) =
            (&reply, context.idempotency_key)
            && let Some((fight, revision)) = self.inner.store.find_input_by_key(key).await?
        {
            return self.repeat_reply(context, fight, revision).await;
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

    async fn route_input(
        &self,
        context: &RequestContext,
        input: &UserInput,
    ) -> Result<InputReply, StoreError> {
        if let UserInput::Command { command: words, .. } = input {
            if let Err(refusal) = permissions::check_common_slots(words) {
                return Ok(refusal_reply(refusal));
            }
            if let Some(reply) = self.handle_library_command(context, words).await? {
                return Ok(reply);
            }
            if let Some(reply) = self.handle_person_command(context, words).await? {
                return Ok(reply);
            }
            match words.verb.as_str() {
                "new" | "load" | "again" => return self.open_fight(context, words).await,
                "inbox" => {
                    return Ok(query_reply(QueryResult::Inbox(
                        self.load_inbox(context.user).await?,
                    )));
                }
                "fight" => return self.list_or_choose_fight(context, words).await,
                "privacy" => return self.handle_privacy_command(context, words).await,
                "plain" => return self.set_plain_mode(context, words).await,
                "systems" => return self.handle_systems_command(context, words).await,
                "roll" if !is_fight_roll(words) => {
                    return self.handle_free_roll(context, words).await;
                }
                "guide" if guide::is_rules_lookup(words) => {
                    let fought = self.find_system(context, words).await?;
                    return Ok(guide_reply(guide::look_up_rules(words, fought)));
                }
                _ => {}
            }
        }
        match self.find_fight(context, input).await? {
            Ok(fight) => self.handle_fight_input(context, input, fight).await,
            Err(refusal) => Ok(refusal_reply(refusal)),
        }
    }

    /// One input of one fight, while no other is taken (I9).
    async fn handle_fight_input(
        &self,
        context: &RequestContext,
        input: &UserInput,
        fight: FightId,
    ) -> Result<InputReply, StoreError> {
        let mut exclusive = self.inner.fight_cache.lock_fight(fight).await;
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            let Some(now) = self.load_migrated_fight(&mut exclusive, fight).await? else {
                return Ok(refusal_reply(Refusal::new(missing_fight_key(input), "")));
            };
            if now.people.is_asleep && now.role_of(context.user) != Role::Stranger {
                let change = StateChange { user: Some(context.user), ..now.build_wake_change() };
                self.commit_change(&mut exclusive, &now, change).await?;
                continue;
            }
            let meant = match authorise_input(&now, context, input) {
                Ok(meant) => meant,
                Err(refusal) => {
                    let refusal = self.explain_closed_prompt(&now, context, input, refusal).await?;
                    return Ok(refusal_reply(now.with_order_suggestions(context, input, refusal)));
                }
            };
            self.record_missed_since_last_visit(&now, context.user).await?;
            if let Some(unsure) = now.confirmation_needed(input, &meant) {
                return Ok(InputReply::NeedsConfirmation(Box::new(unsure)));
            }
            let is_quiet = is_quiet_input(input) && now.is_gm(context.user);
            let mut rolled = None;
            let change = match meant {
                Intent::Query(look) => return self.answer_query(&now, context, look).await,
                Intent::Forecast => {
                    // It takes a while, and needs nobody to wait for it.
                    drop(exclusive);
                    return Ok(self
                        .run_forecast(&now)
                        .await?
                        .map_or_else(refusal_reply, query_reply));
                }
                Intent::Guide { blocked_act: why, acting_as } => {
                    let guide = now.build_guide(context, &why, acting_as.as_deref());
                    drop(exclusive);
                    return Ok(guide_reply(self.add_guide_odds(&now, guide).await));
                }
                Intent::StandingOrders { command: words, acting_as } => {
                    let said = (&words, acting_as.as_deref());
                    let kept = self
                        .handle_orders_command(&mut exclusive, &now, context.user, said)
                        .await?;
                    return Ok(kept.map_or_else(refusal_reply, query_reply));
                }
                Intent::Plan { command: words, acting_as } => {
                    let said = (&words, acting_as.as_deref());
                    let kept =
                        self.handle_queue_command(&mut exclusive, &now, context.user, said).await?;
                    return Ok(kept.map_or_else(refusal_reply, query_reply));
                }
                Intent::Command(GameCommand::Answer { prompt, command: words })
                    if now.is_prompt_hidden(prompt) =>
                {
                    let kept =
                        self.store_unseen_answer(&mut exclusive, &now, prompt, &words).await?;
                    return Ok(kept.map_or_else(refusal_reply, query_reply));
                }
                Intent::Command(GameCommand::Skip { awaited: whose })
                    if now
                        .find_prompt_to_skip(whose)
                        .is_some_and(|open| open.prompt.is_hidden_from_public) =>
                {
                    let over = self.end_decoy_delays(exclusive, &now, whose).await?;
                    return Ok(over.map_or_else(refusal_reply, query_reply));
                }
                Intent::Undo { steps } => self.undo_acts(&now, context.user, steps).await?,
                Intent::TakeBack => self.take_back_own_act(&now, context.user).await?,
                Intent::Redo => self.redo_undone_acts(&now, context.user).await?,
                Intent::SaveTemplate { name } => {
                    return Ok(match self.save_template(&now, context, &name).await? {
                        Ok(shelf) => InputReply::Library(Box::new(shelf)),
                        Err(refusal) => refusal_reply(refusal),
                    });
                }
                Intent::Roll { command: words } => {
                    match self.roll_for_gm(&now, context, &words).await? {
                        Ok((change, shown)) => {
                            rolled = Some(shown);
                            Ok(change)
                        }
                        Err(refusal) => Err(refusal),
                    }
                }
                Intent::Command(deed) => {
                    match self.load_command_resources(&now, context, &deed).await? {
                        Ok(supplies) => {
                            let supplies = CommandResources {
                                dice_lane: DiceLane::from_is_hidden(is_quiet),
                                ..supplies
                            };
                            self.resolve_command(&now, Some(context.user), &deed, &supplies)
                        }
                        Err(refusal) => Err(refusal),
                    }
                }
            };
            let mut change = match change {
                Ok(change) => change,
                Err(refusal) => {
                    return Ok(refusal_reply(now.with_awaited_names(context.user, refusal)));
                }
            };
            // Whoever takes the end of a fight back needs its channel again.
            if change.after.is_open
                && !now.is_open
                && self.inner.store.has_open_fight(now.channel).await?
            {
                return Ok(refusal_reply(Refusal::new("fight-here", "")));
            }
            change.user = Some(context.user);
            change.input_key = context.idempotency_key;
            change.input.is_quiet = is_quiet;
            let told = ActorFeedback::from_change(&change, &now, context);
            match self.commit_change(&mut exclusive, &now, change).await? {
                CommitOutcome::Stored(_) => {
                    if let Some(rolled) = rolled {
                        return Ok(query_reply(rolled));
                    }
                    let now = self.load_migrated_fight(&mut exclusive, fight).await?;
                    let now = now.ok_or_else(|| StoreError::Corrupt("a fight is gone".into()))?;
                    return Ok(InputReply::Done(Box::new(
                        self.build_act_done(&now, context, told).await?,
                    )));
                }
                CommitOutcome::AlreadyStored { fight, revision } => {
                    drop(exclusive);
                    return self.repeat_reply(context, fight, revision).await;
                }
                CommitOutcome::Conflict | CommitOutcome::ChannelOccupied => {}
            }
        }
        Err(StoreError::Locked)
    }

    async fn open_fight(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<InputReply, StoreError> {
        let opening = match self.build_opening(context, command).await? {
            Ok(opening) => opening,
            Err(refusal) => return Ok(refusal_reply(refusal)),
        };
        let _one_at_a_time = self.inner.opening_lock.lock().await;
        if let Err(refusal) = self.check_can_open_fight(context.user, opening.guild).await? {
            return Ok(refusal_reply(refusal));
        }
        for _ in 0..MAX_OPEN_ATTEMPTS {
            match self.store_opening(context, command, &opening).await? {
                Some(reply) => return Ok(reply),
                // Another program was faster, somewhere else.
                None if !self.inner.store.has_open_fight(opening.channel).await? => {}
                None => return Ok(refusal_reply(Refusal::new("fight-here", ""))),
            }
        }
        Err(StoreError::Locked)
    }

    /// Opens a fight; none where its channel has one, or its number has another.
    async fn store_opening(
        &self,
        context: &RequestContext,
        command: &Command,
        setup: &FightSetupPlan,
    ) -> Result<Option<InputReply>, StoreError> {
        let FightSetupPlan { game, guild, channel, gm, people } = setup.clone();
        let mut seals = FightSecrets::default();
        if let Some(secrets) = self.inner.secret_factory.get() {
            seals.push_secret(secrets(), DrawCounts::default());
        }
        let before = FightState {
            id: self.inner.store.next_free_fight_id().await?,
            guild,
            channel,
            gm,
            is_open: true,
            is_paused: false,
            is_gm_shown_details: true,
            people,
            revision: 0,
            members: game.members(),
            game: Arc::new(game),
            prompts: Vec::new(),
            sealed_answers: Vec::new(),
            turn: None,
            queued_rolls: Vec::new(),
            draw_counts: DrawCounts::default(),
            secrets: seals,
            standing_orders: BTreeMap::new(),
            plans: BTreeMap::new(),
        };
        let mut change =
            StateChange::without_game_change(&before, InputRecord::from_command(command.clone()));
        change.kind = RowKind::Opened;
        change.user = Some(context.user);
        change.input_key = context.idempotency_key;
        let opened = Notice::Opened { gm, dice_seal: before.secrets.current_seal(before.id) };
        change.notices.push((Audience::Channel(channel), opened));
        let present = self.load_input_time(&change.after).await?;
        let (now, commit) = build_commit(&before, change, (self.inner.delay_factory)(), &present)?;
        let played = self.load_server_systems(guild).await?;
        Ok(match self.inner.store.create_fight(&before.to_row()?, commit).await? {
            CommitOutcome::Stored(id) => {
                self.cache_latest_fight(channel, id);
                let brought = self.queue_sync_for_new_system(guild, now.system(), &played);
                let done = self.build_act_done(&now, context, ActorFeedback::default()).await?;
                Some(InputReply::Done(Box::new(ActDone { added_system: brought, ..done })))
            }
            CommitOutcome::AlreadyStored { fight, revision } => {
                Some(self.repeat_reply(context, fight, revision).await?)
            }
            CommitOutcome::ChannelOccupied | CommitOutcome::Conflict => None,
        })
    }

    /// What is opened by `new`, `load` or `again`.
    async fn build_opening(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<Result<FightSetupPlan, Refusal>, StoreError> {
        if command.verb == "again" {
            return self.prepare_rematch(context, command).await;
        }
        let RequestPlace::Channel { guild, channel } = context.place else {
            return Ok(Err(Refusal::new("not-here", "")));
        };
        let gm = context.user;
        let set_up = match command.verb.as_str() {
            "load" => self.load_template(context, command).await?,
            _ => create_game(command).map(FightTemplate::from_game),
        };
        Ok(set_up.map(|FightTemplate { game, people }| FightSetupPlan {
            game,
            guild,
            channel,
            gm,
            people,
        }))
    }

    /// What was done before under the same key.
    async fn repeat_reply(
        &self,
        context: &RequestContext,
        fight: FightId,
        revision: i64,
    ) -> Result<InputReply, StoreError> {
        let now = self.load_fight(fight).await?;
        let now = now.ok_or_else(|| StoreError::Corrupt("a fight is gone".into()))?;
        let told = ActorFeedback::default();
        let done = self.build_act_done(&now, context, told).await?;
        let done = ActDone { revision, is_duplicate: true, ..done };
        Ok(InputReply::Done(Box::new(done)))
    }

    /// An open question, for whoever may answer it: to show them a form, for one of its choices or
    /// for whatever they say.
    ///
    /// # Errors
    /// The store could not be read. Within: why they may not answer it.
    pub async fn load_own_open_prompt(
        &self,
        context: &RequestContext,
        prompt: PromptId,
        choice: Option<usize>,
    ) -> Result<Result<OpenPrompt, Refusal>, StoreError> {
        let Some(now) = self.load_fight(prompt.fight).await? else {
            return Ok(Err(Refusal::new("prompt-closed", "")));
        };
        Ok(match (game_command::own_open_prompt_or_refuse(&now, context, prompt), choice) {
            (Ok(open), _) => Ok(open.clone()),
            (Err(refusal), None) => Err(refusal),
            (Err(refusal), Some(choice)) => {
                let press = UserInput::PromptButton { prompt, choice };
                Err(self.explain_closed_prompt(&now, context, &press, refusal).await?)
            }
        })
    }

    /// Where a question is closed, why it takes this answer no more, if the rules know.
    async fn explain_closed_prompt(
        &self,
        state: &FightState,
        context: &RequestContext,
        input: &UserInput,
        refusal: Refusal,
    ) -> Result<Refusal, StoreError> {
        let (UserInput::PromptButton { prompt: id, .. } | UserInput::PromptForm { prompt: id, .. }) =
            input
        else {
            return Ok(refusal);
        };
        let row = match refusal.key.as_str() {
            "prompt-closed" => self.inner.store.load_prompt(state.decrypt_prompt_id(*id)).await?,
            _ => None,
        };
        let Some(row) = row else { return Ok(refusal) };
        let asked: Prompt = from_json(&row.question)?;
        let words = match input {
            UserInput::PromptButton { choice, .. } => asked.choices.get(*choice),
            UserInput::PromptForm { command: words, .. } => Some(words),
            UserInput::Command { .. }
            | UserInput::InvitationButton { .. }
            | UserInput::TurnButton { .. }
            | UserInput::Confirmed { .. } => None,
        };
        let is_theirs = state.can_play(context.user, asked.respondent);
        let why = words
            .filter(|_| is_theirs)
            .and_then(|it| state.game.explain_too_late(&asked.subject, it));
        Ok(why.unwrap_or(refusal))
    }
}

fn guide_reply(guide: Result<GuideReply, Refusal>) -> InputReply {
    guide.map_or_else(refusal_reply, |guide| query_reply(QueryResult::Guide(guide)))
}

/// A new fight, with `zones:` where they are given.
fn create_game(command: &Command) -> Result<Game, Refusal> {
    let system = command.get("system");
    let game = Game::new(system).ok_or_else(|| no_such_system(system))?;
    if command.get("zones").is_empty() {
        return Ok(game);
    }
    let zones = Command::new("zones").with("layout", command.get("zones"));
    Ok(game.perform_order(&zones, &mut ScriptedDice::default())?.game)
}

/// The GM of the fight here is to see it, or it is mixed into its dice.
fn is_fight_roll(command: &Command) -> bool {
    matches!(command.get("sight"), "gm" | "blind") || command.has_slot("salt")
}

/// A button of a fight that is not there is as closed as can be.
fn missing_fight_key(input: &UserInput) -> &'static str {
    match input {
        UserInput::PromptButton { .. }
        | UserInput::PromptForm { .. }
        | UserInput::InvitationButton { .. } => "prompt-closed",
        UserInput::TurnButton { .. } | UserInput::Confirmed { .. } => "turn-over",
        UserInput::Command { .. } => "no-fight",
    }
}

fn is_quiet_input(input: &UserInput) -> bool {
    matches!(
        input,
        UserInput::Command { is_private: true, .. } | UserInput::Confirmed { is_private: true, .. }
    )
}

/// Who acted, and what whoever said so is told beyond what the channel is.
#[derive(Default)]
struct ActorFeedback {
    actor: Option<CombatantId>,
    /// It was their turn, and what they did is not called the end of it.
    had_turn: bool,
    narrative: Option<Narrative>,
    /// The channel is told less.
    has_more_than_public: bool,
    /// The setting that was set, and its value.
    changed_setting: Option<(String, String)>,
    /// What the channel is told that is not of the rules, or else nobody but them.
    notice: Option<Notice>,
}

impl ActorFeedback {
    fn from_change(change: &StateChange, state: &FightState, context: &RequestContext) -> Self {
        let eyes = state.viewers_for(context.user);
        let narrative = match eyes.viewer {
            Viewer::Gm => change.gm_narrative.clone(),
            Viewer::Player(_) => eyes.narrative_from_journal(&change.after.game, &change.events),
            // Who joins is told what everybody is.
            Viewer::Public => change.public_narrative.clone(),
        };
        let is_more = |telling: &Narrative| {
            let is_as_much = |told: &Narrative| telling.has_same_events_as(told);
            change.input.is_quiet || !change.public_narrative.as_ref().is_some_and(is_as_much)
        };
        let words = &change.input.command;
        let changed_setting =
            (words.verb == "set").then(|| (words.get("key").into(), words.get("value").into()));
        let actor = change.input.actor;
        let turn = state.turn.as_ref();
        let is_on = |who| turn.is_some_and(|it| state.can_take_turn(&it.awaited, who));
        let had_turn = !state.game.is_turn_end(words) && actor.is_some_and(is_on);
        let has_more_than_public = narrative.as_ref().is_some_and(is_more);
        let mut notices = change.notices.iter();
        let notice = notices.find(|(to, _)| matches!(to, Audience::Channel(_)));
        let notice = notice.map(|(_, notice)| notice).or(change.private_reply.as_ref()).cloned();
        Self { actor, had_turn, narrative, has_more_than_public, changed_setting, notice }
    }
}

impl App {
    async fn build_act_done(
        &self,
        state: &FightState,
        context: &RequestContext,
        feedback: ActorFeedback,
    ) -> Result<ActDone, StoreError> {
        let is_set_up = state.game.phase() == FightPhase::Setup && state.is_gm(context.user);
        let set_up = if is_set_up { Some(self.build_fight_setup(state).await?) } else { None };
        let is_theirs =
            |who: &CombatantId| state.can_play(context.user, Initiator::Combatant(*who));
        let who = feedback.actor.filter(is_theirs);
        let turn = state.turn.as_ref().filter(|turn| {
            let mut on = turn.awaited.actors.iter();
            state.prompts.is_empty() && on.any(|by| state.can_play(context.user, *by))
        });
        let view = state.viewers_for(context.user).view_of(&state.game);
        Ok(ActDone {
            fight: state.id,
            revision: state.revision,
            is_duplicate: false,
            narrative: feedback.narrative,
            has_more_than_public: feedback.has_more_than_public,
            changed_setting: feedback.changed_setting,
            notice: feedback.notice,
            has_ended_turn: feedback.had_turn && who.is_some_and(|who| !state.is_turn_actor(who)),
            offers: who.map(|who| state.game.list_offers(who)).unwrap_or_default(),
            public_name: who.map_or_else(String::new, |who| state.member_name(who).to_string()),
            system: state.system(),
            surroundings: who.map(|who| state.find_surroundings(who, &view)).unwrap_or_default(),
            combatant: who,
            turn: turn.map(|turn| state.encrypt_turn_id(turn.id)),
            view,
            setup: set_up,
            added_system: None,
        })
    }

    /// What there is to choose from before the start.
    async fn build_fight_setup(&self, state: &FightState) -> Result<FightSetup, StoreError> {
        let kit = self.load_kit_for_server(state.guild, state.system()).await?;
        let (_, orders) = Game::act_and_order_verbs(state.system()).unwrap_or_default();
        Ok(FightSetup {
            creatures: kit.template_names(TemplateKind::Creature),
            settings: state.game.full_state_json()["settings"].clone(),
            time_limits: state.game.time_limits(),
            start_zone_order: orders
                .iter()
                .find(|verb| verb.is_side_placement)
                .map(|verb| verb.name),
        })
    }
}
