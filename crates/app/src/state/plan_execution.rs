//! Plans: what somebody will do on their next turn, prepared and confirmed by whoever plays them.
//!
//! When the turn comes its acts are played one after the other, each as an input of its own, when a
//! clock runs out (`waiting/follow.rs`): journalled, undone and told like acts that were
//! typed. What is refused then, or no longer as it was, costs nothing: the plan is given up, its
//! owner is told why, and the turn waits for them as ever.
//!
//! How a plan is made is a feature of its own, `features/plans.rs`.

use engine::core::command::{Command, Refusal};
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{GameOutcome, Member};
use engine::visibility::view::{FightView, TurnStatus};

use crate::api::dice_source::ReplayDice;
use crate::api::outbox::{Audience, Notice};
use crate::api::plans::{Plan, PlannedAct};
use crate::api::sealed_dice::DiceLane;
use crate::state::fight_state::{AwaitedTurn, FightState};

/// So much may be done unseen in one breath; more would be a fight in which nobody is seen.
const MAX_HIDDEN_TURNS: usize = 500;

/// An input, and the unseen turns that were played in the same breath.
pub(crate) struct AutoPassed {
    pub outcome: GameOutcome,
    /// Planned acts, and passing, which nobody does.
    pub hidden_acts: Vec<(Option<CombatantId>, Command)>,
    /// What is left of plans.
    pub remaining_plans: Vec<(CombatantId, Option<Plan>)>,
    pub notices: Vec<(Audience, Notice)>,
}

impl AutoPassed {
    fn set_remaining_plan(
        &mut self,
        state: &mut FightState,
        who: CombatantId,
        remaining: Option<Plan>,
    ) {
        state.plans.remove(&who);
        state.plans.extend(remaining.clone().map(|rest| (who, rest)));
        self.remaining_plans.push((who, remaining));
    }
}

impl FightState {
    /// Whoever a turn waits for and has planned it.
    pub(crate) fn find_planner(&self, awaited_turn: &AwaitedTurn) -> Option<(CombatantId, &Plan)> {
        let planned = self.plans.iter().filter(|(_, plan)| plan.is_confirmed);
        // With decoys the hidden wait until nobody who is seen may act.
        let is_held = self.game.has_decoys() && !self.is_turn_hidden(awaited_turn);
        let is_hidden = |who| self.member(who).is_some_and(|one| one.is_hidden);
        let planned = planned.filter(|(who, _)| !(is_held && is_hidden(**who)));
        let mut planned = planned.filter(|(who, _)| {
            let is_picked = !awaited_turn.actors.contains(&Initiator::Combatant(**who));
            self.can_take_turn(awaited_turn, **who)
                && !(is_picked && self.game.list_offers(**who).is_empty())
        });
        planned.next().map(|(who, plan)| (*who, plan))
    }

    /// With decoys turns that nobody sees take no time: they are played as planned in the same
    /// breath, else they pass, up to the end of the next round.
    pub(crate) fn play_hidden_turns(
        &self,
        outcome: GameOutcome,
        dice: &mut ReplayDice,
    ) -> AutoPassed {
        let mut passed = AutoPassed {
            outcome,
            hidden_acts: Vec::new(),
            remaining_plans: Vec::new(),
            notices: Vec::new(),
        };
        if !passed.outcome.game.has_decoys() {
            return passed;
        }
        dice.lane = DiceLane::Hidden;
        let mut now = self.clone();
        let (mut last_round, mut last) = (None, None);
        for _ in 0..MAX_HIDDEN_TURNS {
            now = now.with_game(passed.outcome.game.clone());
            let waited = FightState::awaited_turn_in(&now.game)
                .filter(|_| passed.outcome.prompts.is_empty());
            let Some(waited) = waited.filter(|waited| now.is_turn_hidden(waited)) else { break };
            if waited.round > *last_round.get_or_insert(waited.round + 1) {
                break;
            }
            if last.replace(waited.clone()).is_some_and(|last| last != waited) {
                now.people.reset_turn();
            }
            let planner = now.find_planner(&waited).map(|(who, plan)| (who, plan.clone()));
            let later = match planner {
                Some((who, plan)) => {
                    let act = plan.acts.first().map(|act| act.command.clone()).unwrap_or_default();
                    match now.play_next_planned_act(who, &plan, dice) {
                        Ok((later, rest)) => {
                            passed.hidden_acts.push((Some(who), act));
                            passed.set_remaining_plan(&mut now, who, rest);
                            later
                        }
                        Err(why) => {
                            passed.set_remaining_plan(&mut now, who, None);
                            passed.notices.push(now.plan_abandoned_notice(who, &act, why));
                            continue;
                        }
                    }
                }
                None if let Some((who, act)) = now.choose_hidden_autoplay_act(&waited) => {
                    let Ok(later) = now.game.perform_act(who, &act, dice) else { break };
                    now.people.record_autoplay(who);
                    passed.hidden_acts.push((Some(who), act));
                    later
                }
                None => {
                    let skip = Command::new("skip");
                    let Ok(later) = now.game.perform_order(&skip, dice) else { break };
                    passed.hidden_acts.push((None, skip));
                    later
                }
            };
            passed.outcome = passed.outcome.merge_with(later);
        }
        passed
    }

    /// The next act of a plan, played, and what is left of the plan then.
    fn play_next_planned_act(
        &self,
        who: CombatantId,
        plan: &Plan,
        dice: &mut ReplayDice,
    ) -> Result<(GameOutcome, Option<Plan>), Refusal> {
        let over = || Refusal::new("turn-over", "");
        let (next, rest) = plan.acts.split_first().ok_or_else(over)?;
        self.check_required_positions(who, next)?;
        let played = self.game.perform_act(who, &next.command, dice)?;
        let rest = Plan { acts: rest.to_vec(), is_begun: true, ..plan.clone() };
        Ok((played, Some(rest).filter(|rest| !rest.acts.is_empty())))
    }

    /// Only the owner is told.
    pub(crate) fn plan_abandoned_notice(
        &self,
        who: CombatantId,
        act: &Command,
        refusal: Refusal,
    ) -> (Audience, Notice) {
        let (name, words) = (self.member_name(who).to_string(), act.clone());
        (self.owner_audience(who), Notice::PlanAbandoned { name, command: words, refusal })
    }

    /// What is left of a plan is not played any more. Only the owner is told; nobody where no more
    /// than the end of the turn was left.
    pub(crate) fn plan_dropped_notice(
        &self,
        who: CombatantId,
        remaining: &Plan,
        is_undone: bool,
    ) -> Option<(Audience, Notice)> {
        let is_end = |act: &PlannedAct| self.game.is_turn_end(&act.command);
        let first = remaining.acts.first().filter(|_| !remaining.acts.iter().all(is_end))?;
        let (name, words) = (self.member_name(who).to_string(), first.command.clone());
        Some((self.owner_audience(who), Notice::PlanDropped { name, command: words, is_undone }))
    }

    fn owner_audience(&self, who: CombatantId) -> Audience {
        Audience::Dm(self.controller_of(Initiator::Combatant(who)))
    }

    /// Whether those are where they were who must be.
    pub(crate) fn check_required_positions(
        &self,
        who: CombatantId,
        act: &PlannedAct,
    ) -> Result<(), Refusal> {
        let gone = act
            .required_positions
            .iter()
            .find(|stay| self.known_zone_of(who, &stay.name) != stay.zone);
        gone.map_or(Ok(()), |gone| Err(Refusal::new("plan-changed", "").with("name", &gone.name)))
    }

    /// The zone of somebody, as whoever plays this combatant knows it.
    pub(crate) fn known_zone_of(&self, who: CombatantId, name: &str) -> Option<u8> {
        let eyes = self.viewers_for(self.controller_of(Initiator::Combatant(who)));
        let found = eyes.find_combatant(&self.game, name)?;
        let mut members =
            eyes.view_of(&self.game).groups.into_iter().flat_map(|group| group.members);
        members.find(|one| one.id == found).and_then(|one| one.zone)
    }
}

impl FightState {
    /// Those whom somebody plays and whose next turn they can plan: it is not theirs now.
    pub(crate) fn plannable_names(&self, user: UserId, view: &FightView) -> Vec<String> {
        let is_in = |one: &&Member| {
            let seen = view.members().find(|seen| seen.id == one.id);
            seen.is_some_and(|seen| seen.turn_status != TurnStatus::Out)
        };
        let own =
            self.members.iter().filter(|one| one.user.is_some() && self.is_player_of(user, one));
        let able = own.filter(|one| view.is_running && self.is_open && !self.has_turn_alone(one));
        able.filter(is_in).map(|one| one.name.clone()).collect()
    }

    /// It is their turn, and nobody else's.
    pub(crate) fn has_turn_alone(&self, member: &Member) -> bool {
        let turn = self.turn.as_ref().filter(|_| self.prompts.is_empty());
        turn.is_some_and(|turn| turn.awaited.actors == [Initiator::Combatant(member.id)])
    }
}
