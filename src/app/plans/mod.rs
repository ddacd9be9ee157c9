//! Plans: what somebody will do on their next turn, prepared and confirmed by whoever plays them.
//!
//! When the turn comes its acts are played one after the other, each as an input of its own, when a
//! clock runs out ([`timers`](super::timers)): journalled, undone and told like acts that were
//! typed. What is refused then, or no longer as it was, costs nothing: the plan is given up, its
//! owner is told why, and the turn waits for them as ever.
//!
//! Here: what a plan is, and how it is played. How it is made: [`keep`].

pub mod keep;

use serde::{Deserialize, Serialize};

use crate::engine::ids::{By, CombatantId};
use crate::engine::words::{Refusal, Words};
use crate::store::ids::TurnId;

use super::App;
use super::change::{Change, Said};
use super::fight_now::{FightNow, OpenTurn};
use super::orders::When;
use super::outbox::{Audience, Notice};
use super::resolve::Deed;
use super::roster::Supplies;

/// The most acts of one plan.
pub const MOST_ACTS: usize = 8;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub acts: Vec<Planned>,
    /// Another one after every change: nobody confirms what they have not seen.
    pub draft: u16,
    pub is_confirmed: bool,
    /// The first act is done.
    pub is_begun: bool,
    pub when: When,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planned {
    pub words: Words,
    /// Who must still be where they were.
    pub stays: Vec<Stay>,
}

/// Somebody, by name, and their zone by its place on the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stay {
    pub name: String,
    pub zone: Option<u8>,
}

impl FightNow {
    /// Whoever a turn waits for and has planned it.
    pub(super) fn planner(&self, turn: &OpenTurn) -> Option<(CombatantId, &Plan)> {
        let planned = self.plans.iter().filter(|(_, plan)| plan.is_confirmed);
        let mut planned = planned.filter(|(who, _)| {
            let is_npc = self.member(**who).is_some_and(|one| one.user.is_none());
            let is_picked = || turn.waited.on.contains(&By::Gm) && is_npc;
            let is_on = turn.waited.on.contains(&By::Combatant(**who));
            is_on || (is_picked() && !self.game.offers(**who).is_empty())
        });
        planned.next().map(|(who, plan)| (*who, plan))
    }

    /// The zone of somebody, as whoever plays this combatant knows it.
    fn zone_of(&self, who: CombatantId, name: &str) -> Option<u8> {
        let eyes = self.eyes(self.controller(By::Combatant(who)));
        let found = eyes.find(&self.game, name)?;
        let mut members = eyes.view(&self.game).groups.into_iter().flat_map(|group| group.members);
        members.find(|one| one.id == found).and_then(|one| one.zone)
    }
}

impl App {
    /// The next act of the plan for a turn, played or given up; none where nothing is planned.
    pub(super) fn follow(&self, now: &FightNow, id: TurnId) -> Option<Change> {
        let turn = now.running(id)?;
        let (who, plan) = now.planner(turn)?;
        let (next, rest) = plan.acts.split_first()?;
        let change = match self.play_planned(now, who, next) {
            Ok(change) => change,
            Err(why) => return Some(give_up(now, who, &next.words, why)),
        };
        let rest = Plan { acts: rest.to_vec(), is_begun: true, ..plan.clone() };
        let said = Said { is_prepared: true, ..change.said };
        let user = Some(now.controller(By::Combatant(who)));
        let plans = vec![(who, Some(rest).filter(|rest| !rest.acts.is_empty()))];
        Some(Change { user, said, plans, ..change })
    }

    fn play_planned(
        &self,
        now: &FightNow,
        who: CombatantId,
        next: &Planned,
    ) -> Result<Change, Refusal> {
        let gone = next.stays.iter().find(|stay| now.zone_of(who, &stay.name) != stay.zone);
        if let Some(gone) = gone {
            return Err(Refusal::new("plan-changed", "").with("name", &gone.name));
        }
        let deed = Deed::Act { who, words: next.words.clone() };
        self.play(now, None, &deed, &Supplies::default())
    }
}

/// Nothing has happened, and only the owner is told.
fn give_up(now: &FightNow, who: CombatantId, words: &Words, why: Refusal) -> Change {
    let said = Said { is_quiet: true, ..Said::of(Words::new("queue-clear")) };
    let mut change = Change::aside(now, said);
    let name = now.member(who).map_or_else(String::new, |one| one.name.clone());
    let notice = Notice::PlanGivenUp { who: name, words: words.clone(), why };
    let owner = now.controller(By::Combatant(who));
    change.notices.push((Audience::Dm(owner), notice));
    change.plans.push((who, None));
    change
}
