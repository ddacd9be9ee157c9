//! Updates turn plans after an input: acts performed, plans given up or dropped with their turn.

use std::collections::BTreeSet;

use engine::core::ids::CombatantId;
use store::error::StoreError;
use store::rows::{Deadline, DeadlineKind, PlanRow};

use crate::api::plans::Plan;
use crate::api::standing_orders::OrderTrigger;
use crate::state::fight_state::{AwaitedTurn, OpenTurn, to_json};
use crate::state::outbox_entry::OutboxEntry;
use crate::state::plan_execution::PlanDropReason;
use crate::transaction::{CommitBuilder, InputRecord};

impl CommitBuilder<'_> {
    /// Stores what is left of plans that were performed or given up. A combatant who acts on their
    /// own gives up their plan.
    pub(super) fn apply_plan_updates_and_drop_plan_of_actor(
        &mut self,
        mut plan_updates: Vec<(CombatantId, Option<Plan>)>,
        input: &InputRecord,
    ) -> Result<(), StoreError> {
        let acts_on_own = input.prompt.is_none() && !input.is_prepared;
        if let Some(who) = input.actor
            && acts_on_own
            && self.after.plans.contains_key(&who)
        {
            plan_updates.push((who, None));
        }
        for (who, plan) in plan_updates {
            if let Some(turn) = &mut self.after.turn {
                turn.plan_deadline = None;
                self.timers.push((DeadlineKind::TurnPlan(turn.id), None));
            }
            let planned = plan.as_ref().map(to_json).transpose()?;
            self.plans.push(PlanRow { combatant: who.0, planned });
            match plan {
                Some(plan) => self.after.plans.insert(who, plan),
                None => self.after.plans.remove(&who),
            };
        }
        Ok(())
    }

    /// Drops begun plans when their turn ends. A plan that was begun in a hidden turn goes on if
    /// the combatant has the next turn.
    pub(super) fn drop_begun_plans_of_ended_turn(
        &mut self,
        turn: &OpenTurn,
        next_turn: Option<&AwaitedTurn>,
    ) -> Result<(), StoreError> {
        let state = &self.after;
        let goes_on = |who: CombatantId| {
            !state.can_take_turn(&turn.awaited, who)
                && next_turn.is_some_and(|next| state.can_take_turn(next, who))
        };
        let goes_on = state.plans.keys().copied().filter(|who| goes_on(*who)).collect();
        self.drop_partly_played_plans_and_tell_owners(turn, &goes_on, PlanDropReason::TurnEnded)
    }

    /// Drops the plans of which an act was played already, but the exempt ones, and tells their
    /// owners while the fight goes on. Clears the timer of the turn's plan.
    pub(super) fn drop_partly_played_plans_and_tell_owners(
        &mut self,
        turn: &OpenTurn,
        exempt: &BTreeSet<CombatantId>,
        reason: PlanDropReason,
    ) -> Result<(), StoreError> {
        if turn.plan_deadline.is_some() {
            self.timers.push((DeadlineKind::TurnPlan(turn.id), None));
        }
        let is_dropped =
            |who: &CombatantId, plan: &mut Plan| plan.is_begun && !exempt.contains(who);
        let ended: Vec<_> = self.after.plans.extract_if(.., is_dropped).collect();
        for (who, dropped_plan) in ended {
            self.plans.push(PlanRow { combatant: who.0, planned: None });
            let notice =
                self.after.plan_dropped_notice_unless_only_turn_end(who, &dropped_plan, reason);
            if let Some((audience, notice)) = notice
                && self.after.is_open
            {
                self.enqueue_message(audience, &OutboxEntry::Notice(notice))?;
            }
        }
        Ok(())
    }

    /// Schedules the next act of a turn that is planned or autoplayed.
    pub(super) fn schedule_planned_or_autoplay_act(&mut self) {
        let Some(turn) = &self.after.turn else { return };
        if turn.plan_deadline.is_some() {
            return;
        }
        let planned = self.after.find_confirmed_planner_to_act(&turn.awaited);
        let trigger = if let Some((_, plan)) = planned {
            if plan.is_begun { OrderTrigger::Immediately } else { plan.trigger }
        } else {
            let Some(who) = self.after.find_autoplayer_to_act(&turn.awaited) else { return };
            let is_begun = self.acting_user.is_none() && self.actor == Some(who);
            if is_begun { OrderTrigger::Immediately } else { OrderTrigger::AfterDelay }
        };
        let deadline = self.delays.draw_trigger_delay(trigger).map(Deadline::Paused);
        if let Some(turn) = &mut self.after.turn {
            turn.plan_deadline = deadline;
            self.timers.push((DeadlineKind::TurnPlan(turn.id), deadline));
        }
    }
}
