//! Looks: status, own sheets, free dice, the fights of a user. They change nothing.

use engine::ChatPolicy;
use engine::core::command::{Command, Refusal};
use engine::core::ids::{Initiator, UserId};
use engine::game::Member;
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::ids::{ChannelId, FightId, TurnId};
use store::rows::FightRow;

use crate::api::input::{
    CombatantSheet, FightSummary, InputReply, QueryResult, RequestContext, query_reply,
    refusal_reply,
};
use crate::api::library::sheet_pages;
use crate::api::outbox::Actor;
use crate::commands::game_command::Query;
use crate::runtime::app::App;
use crate::state::fight_state::FightState;
use crate::state::roles::Role;

impl App {
    pub(crate) async fn answer_query(
        &self,
        state: &FightState,
        context: &RequestContext,
        query: Query,
    ) -> Result<InputReply, StoreError> {
        let eyes = state.viewers_for(context.user);
        let view = eyes.view_of(&state.game);
        Ok(query_reply(match query {
            Query::Status { is_short } => {
                let (waiting, limits) = (state.visible_awaited(&eyes), state.game.time_limits());
                let plannable = state.plannable_names(context.user, &view);
                let seal = state.secrets.current_seal(state.id);
                QueryResult::Status {
                    fight: state.id,
                    is_short,
                    view,
                    awaited: waiting,
                    time_limits: limits,
                    dice_seal: seal,
                    plannable_names: plannable,
                }
            }
            Query::Map => QueryResult::Map(view),
            Query::OwnCombatants => {
                let sheet = |one| state.build_sheet(one, eyes.viewer);
                let sheets = state.combatants_of(context.user).map(sheet).collect();
                QueryResult::OwnCombatants { view, sheets }
            }
            Query::Log(wanted) => return self.build_log_page(state, context, &wanted).await,
            Query::Export(format) => {
                return self.export_finished_fight(state, context, format).await;
            }
        }))
    }

    /// `fight` lists the open fights somebody is in; `fight id:` chooses the one their direct
    /// messages are about.
    pub(crate) async fn list_or_choose_fight(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<InputReply, StoreError> {
        let lines = self.load_fight_lines(context.user).await?;
        if command.get("id").is_empty() {
            return Ok(query_reply(QueryResult::OpenFights(lines)));
        }
        let id: Option<FightId> = command.get("id").parse().ok();
        let Some(line) = lines.into_iter().find(|line| Some(line.fight) == id) else {
            return Ok(refusal_reply(
                Refusal::new("bad-target", "").with("name", command.get("id")),
            ));
        };
        self.inner.store.store_chosen_fight(context.user.0, line.fight).await?;
        Ok(query_reply(QueryResult::FightChosen(FightSummary { is_chosen: true, ..line })))
    }

    pub(crate) async fn load_fight_lines(
        &self,
        user: UserId,
    ) -> Result<Vec<FightSummary>, StoreError> {
        let fights = self.inner.store.load_user_fights(user.0).await?;
        let line = |(fight, is_chosen): (FightRow, bool)| FightSummary {
            fight: fight.fight_id(),
            channel: ChannelId(fight.channel),
            is_gm: fight.gm == user.0,
            system: fight.system,
            is_chosen,
        };
        Ok(fights.into_iter().map(line).collect())
    }
}

impl App {
    /// What somebody may do in a turn, for whoever may play them.
    ///
    /// # Errors
    /// The store could not be read. Within: the turn is over, or somebody else's.
    pub async fn load_turn_actor(
        &self,
        context: &RequestContext,
        turn: TurnId,
        is_actor: impl Fn(&Member) -> bool,
    ) -> Result<Result<Actor, Refusal>, StoreError> {
        let now = self.load_fight(turn.fight).await?;
        let Some(now) = now.filter(|now| now.find_open_turn(now.decrypt_turn_id(turn)).is_some())
        else {
            return Ok(Err(Refusal::new("turn-over", "")));
        };
        let Some(who) = now.members.iter().find(|one| is_actor(one)).map(|one| one.id) else {
            return Ok(Err(Refusal::new("turn-over", "")));
        };
        if !now.can_play(context.user, Initiator::Combatant(who)) {
            return Ok(Err(now.not_yours_refusal(&[Initiator::Combatant(who)])));
        }
        let view = now.viewers_for(context.user).view_of(&now.game);
        let mut offers = now.game.list_offers(who);
        self.add_odds_to_offers(&now, who, &mut offers).await;
        Ok(now.build_actor(who, &view, offers).ok_or_else(|| Refusal::new("turn-over", "")))
    }

    /// Whether a fight is going on in a channel or thread.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn has_open_fight(&self, channel: ChannelId) -> Result<bool, StoreError> {
        let Some(fight) = self.find_latest_fight(channel).await? else { return Ok(false) };
        Ok(self.load_fight(fight).await?.is_some_and(|now| now.is_open))
    }

    /// What becomes of what a user says in a channel past the bot. Words of the GM, and of those
    /// who have no part in the fight, are free.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn chatter_policy(
        &self,
        channel: ChannelId,
        user: UserId,
    ) -> Result<ChatPolicy, StoreError> {
        let Some(fight) = self.find_latest_fight(channel).await? else {
            return Ok(ChatPolicy::Allow);
        };
        let now = self.load_fight(fight).await?;
        let fought = now.filter(|now| now.is_open && now.is_running());
        let forbids =
            fought.filter(|now| matches!(now.role_of(user), Role::Player | Role::StandIn));
        Ok(forbids.map_or(ChatPolicy::Allow, |now| now.game.chat_policy()))
    }

    /// The fight that is going on in a channel, and its GM.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn find_open_fight_with_gm(
        &self,
        channel: ChannelId,
    ) -> Result<Option<(FightId, UserId)>, StoreError> {
        let Some(fight) = self.find_latest_fight(channel).await? else { return Ok(None) };
        let now = self.load_fight(fight).await?.filter(|now| now.is_open);
        Ok(now.map(|now| (fight, now.gm)))
    }

    /// What somebody may do now in the fight of a turn, if it is what is looked for, and the name
    /// that they do it by.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn find_offered_command(
        &self,
        turn: TurnId,
        is_actor: impl Fn(&Member) -> bool,
        is_wanted: impl Fn(&Command) -> bool,
    ) -> Result<Option<(Command, String)>, StoreError> {
        let Some(now) = self.load_fight(turn.fight).await? else { return Ok(None) };
        let Some(member) = now.members.iter().find(|one| is_actor(one)) else { return Ok(None) };
        let found =
            now.game.list_offers(member.id).into_iter().find(|offer| is_wanted(&offer.command));
        Ok(found.map(|offer| (offer.command, member.name.clone())))
    }
}

impl FightState {
    /// A combatant's sheet as it stands in the fight. The GM reads an NPC by its fields.
    fn build_sheet(&self, member: &Member, viewer: Viewer) -> CombatantSheet {
        let body = self.game.body_json(member.id).unwrap_or_default();
        let pages =
            if member.user.is_some() { sheet_pages(self.system(), &body) } else { Vec::new() };
        let offers = self.game.list_offers(member.id);
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
