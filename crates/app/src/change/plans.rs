//! Plans, as an input changes them: played on, given up, dropped with their turn.

use std::collections::BTreeSet;

use engine::ids::CombatantId;
use store::fault::Fault;
use store::rows::{Alarm, PlanRow, Timed};

use crate::change::{Draft, InputRecord};
use crate::fight::fight_state::{OpenTurn, Waited, json};
use crate::fight::posts::OutboxEntry;
use crate::terms::orders::When;
use crate::terms::plans::Plan;

impl Draft<'_> {
    /// What is left of plans that were played or given up. Who acts themselves has given up theirs.
    pub(super) fn take_plans(
        &mut self,
        mut plans: Vec<(CombatantId, Option<Plan>)>,
        said: &InputRecord,
    ) -> Result<(), Fault> {
        let acts = said.who.filter(|_| said.prompt.is_none() && !said.is_prepared);
        plans.extend(acts.filter(|who| self.now.plans.contains_key(who)).map(|who| (who, None)));
        for (who, plan) in plans {
            if let Some(turn) = &mut self.now.turn {
                turn.plan = None;
                self.timers.push((Timed::Plan(turn.id), None));
            }
            let planned = plan.as_ref().map(json).transpose()?;
            self.plans.push(PlanRow { combatant: who.0, planned });
            self.now.plans.remove(&who);
            self.now.plans.extend(plan.map(|plan| (who, plan)));
        }
        Ok(())
    }

    /// A turn that is over takes with it what is left of the plan for it. A plan that was begun
    /// where nobody saw it goes on in the open, if the next turn is its own.
    pub(super) fn stop_plan(
        &mut self,
        turn: &OpenTurn,
        next: Option<&Waited>,
    ) -> Result<(), Fault> {
        let now = &self.now;
        let goes_on = |who: CombatantId| {
            !now.is_on(&turn.waited, who) && next.is_some_and(|next| now.is_on(next, who))
        };
        let goes_on = now.plans.keys().copied().filter(|who| goes_on(*who)).collect();
        self.drop_plans(turn, &goes_on, false)
    }

    /// What is left of the plans that were begun is dropped, but for some. Whoever planned it is
    /// told, while the fight goes on.
    pub(super) fn drop_plans(
        &mut self,
        turn: &OpenTurn,
        kept: &BTreeSet<CombatantId>,
        is_undone: bool,
    ) -> Result<(), Fault> {
        if turn.plan.is_some() {
            self.timers.push((Timed::Plan(turn.id), None));
        }
        let is_over = |who: &CombatantId, plan: &mut Plan| plan.is_begun && !kept.contains(who);
        let over: Vec<_> = self.now.plans.extract_if(.., is_over).collect();
        for (who, rest) in over {
            self.plans.push(PlanRow { combatant: who.0, planned: None });
            let is_told = self.now.is_open;
            let dropped = is_told.then(|| self.now.dropped(who, &rest, is_undone)).flatten();
            if let Some((audience, notice)) = dropped {
                self.post(audience, &OutboxEntry::Notice(notice))?;
            }
        }
        Ok(())
    }

    /// A turn that waits for somebody who has planned it, or plays it alone.
    pub(super) fn heed_plans(&mut self) {
        let Some(turn) = self.now.turn.as_ref().filter(|turn| turn.plan.is_none()) else { return };
        let planned = self.now.planner(&turn.waited);
        let planned = planned.map(|(_, plan)| (plan.is_begun, plan.when));
        let alone = || {
            let who = self.now.thinker(&turn.waited)?;
            Some((self.by.is_none() && self.who == Some(who), When::Soon))
        };
        let Some((is_begun, when)) = planned.or_else(alone) else { return };
        let when = if is_begun { When::AtOnce } else { when };
        let wait = self.waits.until(when).map(Alarm::Standing);
        if let Some(turn) = &mut self.now.turn {
            turn.plan = wait;
            self.timers.push((Timed::Plan(turn.id), wait));
        }
    }
}
