//! Looks: status, own sheets, free dice, the fights of a user. They change nothing.

use engine::Chatter;
use engine::command::{Command, Refusal};
use engine::game::Member;
use engine::ids::{By, UserId};
use engine::view::Viewer;
use store::fault::Fault;
use store::ids::{ChannelId, FightId, TurnId};
use store::rows::FightRow;

use crate::deeds::resolve::Look;
use crate::fight::fight_state::FightState;
use crate::fight::roles::Role;
use crate::held::app::App;
use crate::terms::input::{FightLine, Origin, Reply, Sheet, Shown, refused, shown};
use crate::terms::outbox::Actor;
use crate::terms::shelf::pages;

impl App {
    pub(crate) async fn look(
        &self,
        now: &FightState,
        origin: &Origin,
        look: Look,
    ) -> Result<Reply, Fault> {
        let eyes = now.eyes(origin.user);
        let view = eyes.view(&now.game);
        Ok(shown(match look {
            Look::Status { is_short } => {
                let (waiting, limits) = (now.waiting(&eyes), now.game.limits());
                let plannable = now.plannable(origin.user, &view);
                let seal = now.seals.seal(now.id);
                Shown::Status { fight: now.id, is_short, view, waiting, limits, seal, plannable }
            }
            Look::Map => Shown::Map(view),
            Look::Mine => {
                let sheet = |one| now.sheet(one, eyes.viewer);
                let sheets = now.controlled_by(origin.user).map(sheet).collect();
                Shown::Mine { view, sheets }
            }
            Look::Log(wanted) => return self.log(now, origin, &wanted).await,
            Look::Export(format) => return self.export(now, origin, format).await,
        }))
    }

    /// `fight` lists the open fights somebody is in; `fight id:` chooses the one their direct
    /// messages are about.
    pub(crate) async fn choose_fight(
        &self,
        origin: &Origin,
        words: &Command,
    ) -> Result<Reply, Fault> {
        let lines = self.fights_of(origin.user).await?;
        if words.get("id").is_empty() {
            return Ok(shown(Shown::Fights(lines)));
        }
        let id: Option<FightId> = words.get("id").parse().ok();
        let Some(line) = lines.into_iter().find(|line| Some(line.fight) == id) else {
            return Ok(refused(Refusal::new("bad-target", "").with("name", words.get("id"))));
        };
        self.inner.store.choose(origin.user.0, line.fight).await?;
        Ok(shown(Shown::Chosen(FightLine { is_chosen: true, ..line })))
    }

    pub(crate) async fn fights_of(&self, user: UserId) -> Result<Vec<FightLine>, Fault> {
        let fights = self.inner.store.fights_of(user.0).await?;
        let line = |(fight, is_chosen): (FightRow, bool)| FightLine {
            fight: fight.id(),
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
    pub async fn acting(
        &self,
        origin: &Origin,
        turn: TurnId,
        is_who: impl Fn(&Member) -> bool,
    ) -> Result<Result<Actor, Refusal>, Fault> {
        let now = self.now(turn.fight).await?;
        let Some(now) = now.filter(|now| now.running(now.turn_meant(turn)).is_some()) else {
            return Ok(Err(Refusal::new("turn-over", "")));
        };
        let Some(who) = now.members.iter().find(|one| is_who(one)).map(|one| one.id) else {
            return Ok(Err(Refusal::new("turn-over", "")));
        };
        if !now.may_play(origin.user, By::Combatant(who)) {
            return Ok(Err(now.not_yours(&[By::Combatant(who)])));
        }
        let view = now.eyes(origin.user).view(&now.game);
        let mut offers = now.game.offers(who);
        self.add_odds(&now, who, &mut offers).await;
        Ok(now.actor(who, &view, offers).ok_or_else(|| Refusal::new("turn-over", "")))
    }

    /// Whether a fight is going on in a channel or thread.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn has_open_fight(&self, channel: ChannelId) -> Result<bool, Fault> {
        let Some(fight) = self.fight_in(channel).await? else { return Ok(false) };
        Ok(self.now(fight).await?.is_some_and(|now| now.is_open))
    }

    /// What becomes of what a user says in a channel past the bot. Words of the GM, and of those
    /// who have no part in the fight, are free.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn chatter(&self, channel: ChannelId, user: UserId) -> Result<Chatter, Fault> {
        let Some(fight) = self.fight_in(channel).await? else { return Ok(Chatter::Free) };
        let now = self.now(fight).await?;
        let fought = now.filter(|now| now.is_open && now.is_running());
        let forbids = fought.filter(|now| matches!(now.role(user), Role::Player | Role::StandIn));
        Ok(forbids.map_or(Chatter::Free, |now| now.game.chatter()))
    }

    /// The fight that is going on in a channel, and its GM.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn gm_in(&self, channel: ChannelId) -> Result<Option<(FightId, UserId)>, Fault> {
        let Some(fight) = self.fight_in(channel).await? else { return Ok(None) };
        let now = self.now(fight).await?.filter(|now| now.is_open);
        Ok(now.map(|now| (fight, now.gm)))
    }

    /// What somebody may do now in the fight of a turn, if it is what is looked for, and the name
    /// that they do it by.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn offered(
        &self,
        turn: TurnId,
        is_who: impl Fn(&Member) -> bool,
        is_it: impl Fn(&Command) -> bool,
    ) -> Result<Option<(Command, String)>, Fault> {
        let Some(now) = self.now(turn.fight).await? else { return Ok(None) };
        let Some(member) = now.members.iter().find(|one| is_who(one)) else { return Ok(None) };
        let found = now.game.offers(member.id).into_iter().find(|offer| is_it(&offer.words));
        Ok(found.map(|offer| (offer.words, member.name.clone())))
    }
}

impl FightState {
    /// A combatant's sheet as it stands in the fight. The GM reads an NPC by its fields.
    fn sheet(&self, one: &Member, viewer: Viewer) -> Sheet {
        let body = self.game.body(one.id).unwrap_or_default();
        let pages = if one.user.is_some() { pages(self.system(), &body) } else { Vec::new() };
        let offers = self.game.offers(one.id);
        let plan = self.plans.get(&one.id).cloned();
        Sheet { who: one.id, name: one.name_for(viewer), body, pages, offers, plan }
    }
}
