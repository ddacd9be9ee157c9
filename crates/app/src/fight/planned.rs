//! Plans: what somebody will do on their next turn, prepared and confirmed by whoever plays them.
//!
//! When the turn comes its acts are played one after the other, each as an input of its own, when a
//! clock runs out (`waiting/follow.rs`): journalled, undone and told like acts that were
//! typed. What is refused then, or no longer as it was, costs nothing: the plan is given up, its
//! owner is told why, and the turn waits for them as ever.
//!
//! How a plan is made is a feature of its own, `features/plans.rs`.

use engine::command::{Command, Refusal};
use engine::game::{Happened, Member};
use engine::ids::{By, CombatantId, UserId};
use engine::view::{Mark, View};

use crate::fight::fight_state::{FightState, Waited};
use crate::terms::chance::ReplayDice;
use crate::terms::outbox::{Audience, Notice};
use crate::terms::plans::{Plan, Planned};
use crate::terms::seals::Lane;

/// So much may be done unseen in one breath; more would be a fight in which nobody is seen.
const MOST_UNSEEN: usize = 500;

/// An input, and the unseen turns that were played in the same breath.
pub(crate) struct PassedOver {
    pub happened: Happened,
    /// Planned acts, and passing, which nobody does.
    pub unseen: Vec<(Option<CombatantId>, Command)>,
    /// What is left of plans.
    pub plans: Vec<(CombatantId, Option<Plan>)>,
    pub notices: Vec<(Audience, Notice)>,
}

impl PassedOver {
    fn leave(&mut self, now: &mut FightState, who: CombatantId, rest: Option<Plan>) {
        now.plans.remove(&who);
        now.plans.extend(rest.clone().map(|rest| (who, rest)));
        self.plans.push((who, rest));
    }
}

impl FightState {
    /// Whoever a turn waits for and has planned it.
    pub(crate) fn planner(&self, waited: &Waited) -> Option<(CombatantId, &Plan)> {
        let planned = self.plans.iter().filter(|(_, plan)| plan.is_confirmed);
        // With decoys the hidden wait until nobody who is seen may act.
        let is_held = self.game.has_decoys() && !self.is_unseen(waited);
        let is_hidden = |who| self.member(who).is_some_and(|one| one.is_hidden);
        let planned = planned.filter(|(who, _)| !(is_held && is_hidden(**who)));
        let mut planned = planned.filter(|(who, _)| {
            let is_picked = !waited.on.contains(&By::Combatant(**who));
            self.is_on(waited, **who) && !(is_picked && self.game.offers(**who).is_empty())
        });
        planned.next().map(|(who, plan)| (*who, plan))
    }

    /// With decoys turns that nobody sees take no time: they are played as planned in the same
    /// breath, else they pass, up to the end of the next round.
    pub(crate) fn pass_over(&self, happened: Happened, dice: &mut ReplayDice) -> PassedOver {
        let mut passed =
            PassedOver { happened, unseen: Vec::new(), plans: Vec::new(), notices: Vec::new() };
        if !passed.happened.game.has_decoys() {
            return passed;
        }
        dice.lane = Lane::Hidden;
        let mut now = self.clone();
        let (mut last_round, mut last) = (None, None);
        for _ in 0..MOST_UNSEEN {
            now = now.with_game(passed.happened.game.clone());
            let waited =
                FightState::waits(&now.game).filter(|_| passed.happened.prompts.is_empty());
            let Some(waited) = waited.filter(|waited| now.is_unseen(waited)) else { break };
            if waited.round > *last_round.get_or_insert(waited.round + 1) {
                break;
            }
            if last.replace(waited.clone()).is_some_and(|last| last != waited) {
                now.people.begin_turn();
            }
            let planner = now.planner(&waited).map(|(who, plan)| (who, plan.clone()));
            let later = match planner {
                Some((who, plan)) => {
                    let act = plan.acts.first().map(|act| act.words.clone()).unwrap_or_default();
                    match now.planned(who, &plan, dice) {
                        Ok((later, rest)) => {
                            passed.unseen.push((Some(who), act));
                            passed.leave(&mut now, who, rest);
                            later
                        }
                        Err(why) => {
                            passed.leave(&mut now, who, None);
                            passed.notices.push(now.given_up(who, &act, why));
                            continue;
                        }
                    }
                }
                None if let Some((who, act)) = now.next_unseen(&waited) => {
                    let Ok(later) = now.game.act(who, &act, dice) else { break };
                    now.people.plays_alone(who);
                    passed.unseen.push((Some(who), act));
                    later
                }
                None => {
                    let skip = Command::new("skip");
                    let Ok(later) = now.game.order(&skip, dice) else { break };
                    passed.unseen.push((None, skip));
                    later
                }
            };
            passed.happened = passed.happened.then(later);
        }
        passed
    }

    /// The next act of a plan, played, and what is left of the plan then.
    fn planned(
        &self,
        who: CombatantId,
        plan: &Plan,
        dice: &mut ReplayDice,
    ) -> Result<(Happened, Option<Plan>), Refusal> {
        let over = || Refusal::new("turn-over", "");
        let (next, rest) = plan.acts.split_first().ok_or_else(over)?;
        self.stands(who, next)?;
        let played = self.game.act(who, &next.words, dice)?;
        let rest = Plan { acts: rest.to_vec(), is_begun: true, ..plan.clone() };
        Ok((played, Some(rest).filter(|rest| !rest.acts.is_empty())))
    }

    /// Only the owner is told.
    pub(crate) fn given_up(
        &self,
        who: CombatantId,
        words: &Command,
        why: Refusal,
    ) -> (Audience, Notice) {
        let (name, words) = (self.name(who).to_string(), words.clone());
        (self.owner(who), Notice::PlanGivenUp { who: name, words, why })
    }

    /// What is left of a plan is not played any more. Only the owner is told; nobody where no more
    /// than the end of the turn was left.
    pub(crate) fn dropped(
        &self,
        who: CombatantId,
        rest: &Plan,
        is_undone: bool,
    ) -> Option<(Audience, Notice)> {
        let is_end = |act: &Planned| self.game.is_end(&act.words);
        let first = rest.acts.first().filter(|_| !rest.acts.iter().all(is_end))?;
        let (name, words) = (self.name(who).to_string(), first.words.clone());
        Some((self.owner(who), Notice::PlanDropped { who: name, words, is_undone }))
    }

    fn owner(&self, who: CombatantId) -> Audience {
        Audience::Dm(self.controller(By::Combatant(who)))
    }

    /// Whether those are where they were who must be.
    pub(crate) fn stands(&self, who: CombatantId, next: &Planned) -> Result<(), Refusal> {
        let gone = next.stays.iter().find(|stay| self.zone_of(who, &stay.name) != stay.zone);
        gone.map_or(Ok(()), |gone| Err(Refusal::new("plan-changed", "").with("name", &gone.name)))
    }

    /// The zone of somebody, as whoever plays this combatant knows it.
    pub(crate) fn zone_of(&self, who: CombatantId, name: &str) -> Option<u8> {
        let eyes = self.eyes(self.controller(By::Combatant(who)));
        let found = eyes.find(&self.game, name)?;
        let mut members = eyes.view(&self.game).groups.into_iter().flat_map(|group| group.members);
        members.find(|one| one.id == found).and_then(|one| one.zone)
    }
}

impl FightState {
    /// Those whom somebody plays and whose next turn they can plan: it is not theirs now.
    pub(crate) fn plannable(&self, user: UserId, view: &View) -> Vec<String> {
        let is_in = |one: &&Member| {
            let seen = view.everybody().find(|seen| seen.id == one.id);
            seen.is_some_and(|seen| seen.mark != Mark::Out)
        };
        let own = self.members.iter().filter(|one| one.user.is_some() && self.is_own(user, one));
        let able = own.filter(|one| view.is_running && self.is_open && !self.has_turn(one));
        able.filter(is_in).map(|one| one.name.clone()).collect()
    }

    /// It is their turn, and nobody else's.
    pub(crate) fn has_turn(&self, one: &Member) -> bool {
        let turn = self.turn.as_ref().filter(|_| self.prompts.is_empty());
        turn.is_some_and(|turn| turn.waited.on == [By::Combatant(one.id)])
    }
}
