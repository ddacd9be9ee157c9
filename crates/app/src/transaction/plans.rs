//! Plans, as an input changes them: played on, given up, dropped with their turn.

use std::collections::BTreeSet;

use engine::core::ids::CombatantId;
use store::error::StoreError;
use store::rows::{Deadline, DeadlineKind, PlanRow};

use crate::api::plans::Plan;
use crate::api::standing_orders::OrderTrigger;
use crate::state::fight_state::{AwaitedTurn, OpenTurn, to_json};
use crate::state::outbox_entry::OutboxEntry;
use crate::transaction::{CommitBuilder, InputRecord};

impl CommitBuilder<'_> {
    /// What is left of plans that were played or given up. Who acts themselves has given up theirs.
    pub(super) fn apply_plan_updates(
        &mut self,
        mut plan_updates: Vec<(CombatantId, Option<Plan>)>,
        input: &InputRecord,
    ) -> Result<(), StoreError> {
        let acts = input.actor.filter(|_| input.prompt.is_none() && !input.is_prepared);
        plan_updates
            .extend(acts.filter(|who| self.after.plans.contains_key(who)).map(|who| (who, None)));
        for (who, plan) in plan_updates {
            if let Some(turn) = &mut self.after.turn {
                turn.plan_deadline = None;
                self.timers.push((DeadlineKind::TurnPlan(turn.id), None));
            }
            let planned = plan.as_ref().map(to_json).transpose()?;
            self.plans.push(PlanRow { combatant: who.0, planned });
            self.after.plans.remove(&who);
            self.after.plans.extend(plan.map(|plan| (who, plan)));
        }
        Ok(())
    }

    /// A turn that is over takes with it what is left of the plan for it. A plan that was begun
    /// where nobody saw it goes on in the open, if the next turn is its own.
    pub(super) fn drop_plans_of_ended_turn(
        &mut self,
        turn: &OpenTurn,
        next_turn: Option<&AwaitedTurn>,
    ) -> Result<(), StoreError> {
        let now = &self.after;
        let goes_on = |who: CombatantId| {
            !now.can_take_turn(&turn.awaited, who)
                && next_turn.is_some_and(|next| now.can_take_turn(next, who))
        };
        let goes_on = now.plans.keys().copied().filter(|who| goes_on(*who)).collect();
        self.drop_begun_plans(turn, &goes_on, false)
    }

    /// What is left of the plans that were begun is dropped, but for some. Whoever planned it is
    /// told, while the fight goes on.
    pub(super) fn drop_begun_plans(
        &mut self,
        turn: &OpenTurn,
        exempt: &BTreeSet<CombatantId>,
        is_undone: bool,
    ) -> Result<(), StoreError> {
        if turn.plan_deadline.is_some() {
            self.timers.push((DeadlineKind::TurnPlan(turn.id), None));
        }
        let is_over = |who: &CombatantId, plan: &mut Plan| plan.is_begun && !exempt.contains(who);
        let over: Vec<_> = self.after.plans.extract_if(.., is_over).collect();
        for (who, rest) in over {
            self.plans.push(PlanRow { combatant: who.0, planned: None });
            let is_told = self.after.is_open;
            let dropped =
                is_told.then(|| self.after.plan_dropped_notice(who, &rest, is_undone)).flatten();
            if let Some((audience, notice)) = dropped {
                self.enqueue_message(audience, &OutboxEntry::Notice(notice))?;
            }
        }
        Ok(())
    }

    /// A turn that waits for somebody who has planned it, or plays it alone.
    pub(super) fn schedule_planned_turn(&mut self) {
        let Some(turn) = self.after.turn.as_ref().filter(|turn| turn.plan_deadline.is_none())
        else {
            return;
        };
        let planned = self.after.find_planner(&turn.awaited);
        let planned = planned.map(|(_, plan)| (plan.is_begun, plan.trigger));
        let alone = || {
            let who = self.after.find_autoplayer(&turn.awaited)?;
            Some((self.acting_user.is_none() && self.actor == Some(who), OrderTrigger::AfterDelay))
        };
        let Some((is_begun, when)) = planned.or_else(alone) else { return };
        let when = if is_begun { OrderTrigger::Immediately } else { when };
        let wait = self.delays.draw_trigger_delay(when).map(Deadline::Paused);
        if let Some(turn) = &mut self.after.turn {
            turn.plan_deadline = wait;
            self.timers.push((DeadlineKind::TurnPlan(turn.id), wait));
        }
    }
}
