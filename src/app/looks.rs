//! Looks: status, own sheets, free dice, the fights of a user. They change nothing.

use crate::engine::game::Member;
use crate::engine::ids::{By, UserId};
use crate::engine::view::Viewer;
use crate::engine::words::{Refusal, Words};
use crate::store::fault::Fault;
use crate::store::ids::{ChannelId, FightId};
use crate::store::rows::FightRow;

use super::App;
use super::door::{refused, shown};
use super::fight_now::{FightNow, OpenPrompt};
use super::input::{FightLine, Reply, Seat, Sheet, Shown, Waiting};
use super::resolve::{GM, Look};
use super::roles::Eyes;
use super::shelf::sheets::pages;

impl App {
    pub(super) async fn look(
        &self,
        now: &FightNow,
        seat: &Seat,
        look: Look,
    ) -> Result<Reply, Fault> {
        let eyes = now.eyes(seat.user);
        let view = eyes.view(&now.game);
        Ok(shown(match look {
            Look::Status => {
                let (waiting, limits) = (now.waiting(&eyes), now.game.limits());
                let plannable = now.plannable(seat.user, &view);
                Shown::Status { fight: now.id, view, waiting, limits, plannable }
            }
            Look::Map => Shown::Map(view),
            Look::Mine => {
                let sheet = |one| now.sheet(one, eyes.viewer);
                let sheets = now.controlled_by(seat.user).map(sheet).collect();
                Shown::Mine { view, sheets }
            }
            Look::Log(wanted) => return self.log(now, seat, &wanted).await,
            Look::Export(format) => return self.export(now, seat, format).await,
        }))
    }

    /// `fight` lists the open fights somebody is in; `fight id:` chooses the one their direct
    /// messages are about.
    pub(super) async fn choose_fight(&self, seat: &Seat, words: &Words) -> Result<Reply, Fault> {
        let lines = self.fights_of(seat.user).await?;
        if words.get("id").is_empty() {
            return Ok(shown(Shown::Fights(lines)));
        }
        let id: Option<FightId> = words.get("id").parse().ok();
        let Some(line) = lines.into_iter().find(|line| Some(line.fight) == id) else {
            return Ok(refused(Refusal::new("bad-target", "").with("name", words.get("id"))));
        };
        self.inner.store.choose(seat.user.0, line.fight).await?;
        Ok(shown(Shown::Chosen(FightLine { is_chosen: true, ..line })))
    }

    pub(super) async fn fights_of(&self, user: UserId) -> Result<Vec<FightLine>, Fault> {
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

impl FightNow {
    /// A combatant's sheet as it stands in the fight. The GM reads an NPC by its fields.
    fn sheet(&self, one: &Member, viewer: Viewer) -> Sheet {
        let body = self.game.body(one.id).unwrap_or_default();
        let pages = if one.user.is_some() { pages(self.system(), &body) } else { Vec::new() };
        let offers = self.game.offers(one.id);
        let plan = self.plans.get(&one.id).cloned();
        Sheet { who: one.id, name: one.name_for(viewer), body, pages, offers, plan }
    }

    /// A refusal because others are waited for says whom, as far as whoever is refused may know.
    pub(super) fn or_waited_for(&self, user: UserId, refusal: Refusal) -> Refusal {
        if !matches!(refusal.key.as_str(), "prompt-open" | "not-your-turn") {
            return refusal;
        }
        let eyes = self.eyes(user);
        let name = |one: Waiting| match one.who.and_then(|who| self.member(who)) {
            Some(member) => member.name_for(eyes.viewer),
            None => GM.into(),
        };
        let names: Vec<String> = self.waiting(&eyes).into_iter().map(name).collect();
        refusal.with("names", names.join(", "))
    }

    /// Who is waited for, as somebody may know it.
    pub(super) fn waiting(&self, eyes: &Eyes) -> Vec<Waiting> {
        let waiting = |by: By, is_prompt, until| {
            let (who, user) = match by {
                By::Gm => (None, Some(self.gm)),
                By::Combatant(who) => {
                    let member = self.member(who)?;
                    let user = member.user.map(|_| self.controller(by));
                    // Somebody nobody knows of is waited for as the GM is.
                    if eyes.know(member) { (Some(who), user) } else { (None, Some(self.gm)) }
                }
            };
            Some(Waiting { who, user, is_prompt, until })
        };
        let asked = self.prompts.iter().filter(|open| !open.prompt.is_optional);
        // Whatever must not be seen is waited for as the GM is, once.
        let is_veiled = |open: &OpenPrompt| open.prompt.is_unseen && !eyes.is_gms();
        let mut all: Vec<Waiting> = asked
            .filter_map(|open| {
                let to = if is_veiled(open) { By::Gm } else { open.prompt.to };
                waiting(to, true, open.until())
            })
            .collect();
        if let (true, Some(turn)) = (self.prompts.is_empty(), &self.turn) {
            let until = turn.due().filter(|_| turn.waited.is_skipped);
            let is_shown = eyes.is_gms() || !self.is_unseen(&turn.waited);
            let on = turn.waited.on.iter().filter(|_| is_shown);
            all.extend(on.filter_map(|by| waiting(*by, false, until)));
        }
        all.dedup();
        all
    }
}
