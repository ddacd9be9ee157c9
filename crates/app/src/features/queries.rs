//! Read-only requests: status, own sheets, the fights of a user.

use engine::ChatPolicy;
use engine::core::command::{Command, Refusal};
use engine::core::ids::{Initiator, UserId};
use engine::core::verbs::{ActMenu, Verb};
use engine::game::{Game, Member};
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::ids::{ChannelId, FightId, TurnId};

use crate::api::input::{
    AttackChoices, CombatantSheet, FightSummary, InputReply, QueryResult, RequestContext,
    UserInput, query_reply, refusal_reply,
};
use crate::api::library::sheet_pages;
use crate::api::outbox::{Actor, Audience};
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::commands::intent::Query;
use crate::runtime::app::App;
use crate::state::fight_state::FightState;
use crate::state::roles::Role;
use crate::state::turn_audience::TurnProgress;

impl App {
    /// Answers a read-only request with what the user may know. The latest page of the log also
    /// marks everything as seen.
    pub(crate) async fn answer_query(
        &self,
        state: &FightState,
        context: &RequestContext,
        query: Query,
    ) -> Result<InputReply, StoreError> {
        let perspective = state.perspective_of_user(context.user);
        let user = context.user;
        let mut view = perspective.view_of(&state.game);
        let shows_board = matches!(query, Query::Status { .. } | Query::Map | Query::Combatants(_));
        if shows_board {
            view = self.with_portraits_and_last_attacks(state, &perspective, view).await?;
            view = self
                .with_earlier_wounds_at_users_last_input(state, &perspective, user, view)
                .await?;
        }
        Ok(query_reply(match query {
            Query::Status { is_short } => {
                let plannable_names = state.list_names_with_plannable_next_turn(user, &view);
                QueryResult::Status {
                    fight: state.id,
                    is_short,
                    view,
                    awaited: state.visible_awaited(&perspective),
                    time_limits: state.game.shortest_and_longest_current_limits_by_kind(),
                    dice_seal: state.secrets.current_seal(state.id),
                    is_first_seal: state.secrets.is_first_secret_current(),
                    plannable_names,
                }
            }
            Query::Map => QueryResult::Map(view),
            Query::OwnCombatants => {
                let build_sheet =
                    |member| state.build_full_sheet_with_name_for(member, perspective.viewer);
                let sheets = state.combatants_of(user).map(build_sheet).collect();
                QueryResult::OwnCombatants { view, sheets }
            }
            Query::Combatants(player) => {
                let is_visible = |member: &&Member| {
                    member.user == Some(player) && perspective.can_know_of(member)
                };
                let combatants: Vec<_> =
                    state.members.iter().filter(is_visible).map(|member| member.id).collect();
                if combatants.is_empty() {
                    return Ok(refusal_reply(plays_nobody_refusal()));
                }
                let awaited = state.visible_awaited(&perspective);
                QueryResult::Combatants { view, combatants, awaited }
            }
            Query::Explanation(message) => {
                return self.explain_message(state, context, message).await;
            }
            Query::SpeechAuthor(message) => {
                return self.find_speech_author(state, context, message).await;
            }
            Query::Log(log_query) => {
                return self.build_log_page_and_mark_seen(state, context, &log_query).await;
            }
            Query::Export(format) => {
                return self.export_finished_fight(state, context, format).await;
            }
        }))
    }

    /// Handles `fight`, which lists the user's open fights, and `fight id:`, which chooses the one
    /// that their direct messages are about.
    pub(crate) async fn list_or_choose_fight(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<InputReply, StoreError> {
        let fights = self.load_open_fights_with_own_names(context.user).await?;
        if command.get("id").is_empty() {
            return Ok(query_reply(QueryResult::OpenFights(fights)));
        }
        let id: Option<FightId> = command.get("id").parse().ok();
        let Some(summary) = fights.into_iter().find(|summary| Some(summary.fight) == id) else {
            return Ok(refusal_reply(
                Refusal::new("bad-target", "")
                    .with("because", "no-such-fight")
                    .with("name", command.get("id")),
            ));
        };
        self.inner
            .store
            .store_fight_chosen_for_dms_and_drop_closed(context.user.0, summary.fight)
            .await?;
        Ok(query_reply(QueryResult::FightChosen(FightSummary { is_chosen: true, ..summary })))
    }

    /// Loads the open fights that a user takes part in, with the names of their combatants.
    pub(crate) async fn load_open_fights_with_own_names(
        &self,
        user: UserId,
    ) -> Result<Vec<FightSummary>, StoreError> {
        let fights = self.inner.store.load_open_fights_of_user(user.0).await?;
        let chosen = self.inner.store.load_fight_chosen_for_dms(user.0).await?;
        let mut summaries = Vec::new();
        for fight in fights {
            let mut own_names = Vec::new();
            if let Some(state) = self.load_fight(fight.fight_id()).await? {
                let own_members = state.members.iter().filter(|member| member.user == Some(user));
                own_names.extend(own_members.map(|member| member.name.clone()));
            }
            summaries.push(FightSummary {
                fight: fight.fight_id(),
                channel: ChannelId(fight.channel),
                is_gm: fight.gm == user.0,
                own_names,
                is_chosen: chosen == Some(fight.fight_id()),
                system: fight.system,
            });
        }
        Ok(summaries)
    }
}

/// Returns the refusal for a user who has no combatant that the other one knows. It is the same for
/// GMs, who play NPCs, and for strangers.
fn plays_nobody_refusal() -> Refusal {
    Refusal::new("bad-target", "").with("because", "plays-nobody")
}

impl App {
    /// Returns the combatants of `target` that the user knows in the fight here, by name, and the
    /// turn that the user can act in, with its actors.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error refuses a place without a fight, and a
    /// `target` who plays nobody that the user knows.
    pub async fn load_attack_choices(
        &self,
        context: &RequestContext,
        target: UserId,
    ) -> RefusableResult<AttackChoices> {
        let about_here = UserInput::from_command(Command::new("look-at"));
        let fight = ok_or_return_refusal!(self.find_fight(context, &about_here).await?);
        let Some(state) = self.load_fight(fight).await? else {
            return Ok(Err(Refusal::new("no-fight", "")));
        };
        let perspective = state.perspective_of_user(context.user);
        let is_target =
            |member: &&Member| member.user == Some(target) && perspective.can_know_of(member);
        let targets = state.members.iter().filter(is_target);
        let target_names: Vec<_> =
            targets.map(|member| member.name_for(perspective.viewer)).collect();
        if target_names.is_empty() {
            return Ok(Err(plays_nobody_refusal()));
        }
        let turn = state.turn.as_ref().filter(|_| state.prompts.is_empty() && !state.is_paused);
        let audience = Audience::Dm(context.user);
        let mut actors = turn.map_or_else(Vec::new, |turn| {
            state.visible_actors_with_offers(&turn.awaited, audience, TurnProgress::Running)
        });
        for actor in &mut actors {
            self.add_player_odds_if_no_prompt_is_open(&state, actor.combatant, &mut actor.offers)
                .await;
        }
        let turn = turn.map(|turn| state.encrypt_turn_id(turn.id));
        let (acts, _) = Game::act_and_order_verbs(state.system()).unwrap_or_default();
        let is_common_attack = |verb: &&Verb| {
            verb.menu == ActMenu::Attack && verb.is_likely_next && verb.slot("target").is_some()
        };
        let verb = acts.iter().find(is_common_attack).map(|verb| verb.name);
        Ok(Ok(AttackChoices { target_names, turn, actors, verb }))
    }

    /// Loads the acting combatant of a turn with its offers, for a user who may play it.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error refuses a turn that is over or somebody
    /// else's.
    pub async fn load_turn_actor_to_play(
        &self,
        context: &RequestContext,
        turn: TurnId,
        is_actor: impl Fn(&Member) -> bool,
    ) -> RefusableResult<Actor> {
        let state = self.load_fight(turn.fight).await?;
        let Some(state) =
            state.filter(|state| state.find_open_turn(state.decrypt_turn_id(turn)).is_some())
        else {
            return Ok(Err(Refusal::new("turn-over", "")));
        };
        let Some(who) =
            state.members.iter().find(|member| is_actor(member)).map(|member| member.id)
        else {
            return Ok(Err(Refusal::new("turn-over", "")));
        };
        if !state.can_play_or_replace_absent_player(context.user, Initiator::Combatant(who)) {
            return Ok(Err(state.not_yours_refusal(&[Initiator::Combatant(who)])));
        }
        let view = state.perspective_of_user(context.user).view_of(&state.game);
        let mut offers = state.game.list_legal_act_offers(who);
        self.add_player_odds_if_no_prompt_is_open(&state, who, &mut offers).await;
        Ok(state.build_actor(who, &view, offers).ok_or_else(|| Refusal::new("turn-over", "")))
    }

    /// Returns whether a channel or thread has an open fight.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn has_open_fight(&self, channel: ChannelId) -> Result<bool, StoreError> {
        let Some(fight) = self.find_open_or_latest_fight(channel).await? else { return Ok(false) };
        Ok(self.load_fight(fight).await?.is_some_and(|state| state.is_open))
    }

    /// Returns what happens to a user's chat messages in a channel. The GM and users without a part
    /// in the fight may always chat.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn chat_policy_for_players_of_running_fight(
        &self,
        channel: ChannelId,
        user: UserId,
    ) -> Result<ChatPolicy, StoreError> {
        if !self.may_have_open_fight_loading_list(channel).await? {
            return Ok(ChatPolicy::Allow);
        }
        let Some(fight) = self.find_open_or_latest_fight(channel).await? else {
            return Ok(ChatPolicy::Allow);
        };
        let Some(state) = self.load_fight(fight).await? else { return Ok(ChatPolicy::Allow) };
        let is_running = state.is_open && state.is_running();
        let is_reachable = state.unreachable_channel(Audience::Channel(channel)).is_none();
        let is_fighting = matches!(state.highest_role_of(user), Role::Player | Role::StandIn);
        let is_under_policy = is_running && is_reachable && is_fighting;
        Ok(if is_under_policy { state.game.chat_policy() } else { ChatPolicy::Allow })
    }

    /// Returns whether a channel may have an open fight, from memory alone. `false` is certain.
    pub fn may_have_open_fight(&self, channel: ChannelId) -> bool {
        self.inner.open_fight_channels.contains(channel).unwrap_or(true)
    }

    /// Returns whether the channel may have an open fight, by the list in memory, which is loaded
    /// if need be.
    async fn may_have_open_fight_loading_list(
        &self,
        channel: ChannelId,
    ) -> Result<bool, StoreError> {
        let channels = &self.inner.open_fight_channels;
        if channels.contains(channel).is_none() {
            channels.load_or_extend_from_store(&self.inner.store).await?;
        }
        Ok(self.may_have_open_fight(channel))
    }

    /// Returns the open fight of a channel and its GM.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn find_open_fight_with_gm(
        &self,
        channel: ChannelId,
    ) -> Result<Option<(FightId, UserId)>, StoreError> {
        let Some(fight) = self.find_open_or_latest_fight(channel).await? else { return Ok(None) };
        let state = self.load_fight(fight).await?.filter(|state| state.is_open);
        Ok(state.map(|state| (fight, state.gm)))
    }

    /// Returns the wanted command with the actor's name, if it is offered now in the fight of the
    /// turn.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn find_command_if_still_offered(
        &self,
        turn: TurnId,
        is_actor: impl Fn(&Member) -> bool,
        is_wanted: impl Fn(&Command) -> bool,
    ) -> Result<Option<(Command, String)>, StoreError> {
        let Some(state) = self.load_fight(turn.fight).await? else { return Ok(None) };
        let Some(member) = state.members.iter().find(|candidate| is_actor(candidate)) else {
            return Ok(None);
        };
        let found = state
            .game
            .list_legal_act_offers(member.id)
            .into_iter()
            .find(|offer| is_wanted(&offer.command));
        Ok(found.map(|offer| (offer.command, member.name.clone())))
    }
}

impl FightState {
    /// Builds the full sheet of a combatant as it stands in the fight, under the name by which the
    /// viewer knows it. The caller must make sure that the viewer may know all of it. An NPC's has
    /// no pages: the GM reads it field by field.
    fn build_full_sheet_with_name_for(&self, member: &Member, viewer: Viewer) -> CombatantSheet {
        let body = self.game.body_json(member.id).unwrap_or_default();
        let pages =
            if member.user.is_some() { sheet_pages(self.system(), &body) } else { Vec::new() };
        let offers = self.game.list_legal_act_offers(member.id);
        let plan = self.plans.get(&member.id).cloned();
        CombatantSheet {
            combatant: member.id,
            name: member.name_for(viewer),
            fields: body,
            pages,
            offers,
            plan,
        }
    }
}
