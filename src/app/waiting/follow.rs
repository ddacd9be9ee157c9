//! Plans, played when their clock runs out.

use crate::engine::ids::{By, CombatantId};
use crate::engine::words::{Refusal, Words};
use crate::store::ids::TurnId;

use crate::app::change::{Change, Said};
use crate::app::deeds::resolve::Deed;
use crate::app::deeds::supplies::Supplies;
use crate::app::fight::fight_now::FightNow;
use crate::app::held::app::App;
use crate::app::terms::plans::{Plan, Planned};

impl App {
    /// The next act of the plan for a turn, played or given up; none where nothing is planned.
    pub(in crate::app) fn follow(&self, now: &FightNow, id: TurnId) -> Option<Change> {
        let turn = now.running(id)?;
        let (who, plan) = now.planner(&turn.waited)?;
        let (next, rest) = plan.acts.split_first()?;
        let change = match self.play_planned(now, who, next) {
            Ok(change) => change,
            Err(why) => return Some(give_up(now, who, &next.words, why)),
        };
        let rest = Plan { acts: rest.to_vec(), is_begun: true, ..plan.clone() };
        let said = Said { is_prepared: true, ..change.said };
        let user = Some(now.controller(By::Combatant(who)));
        let mut plans = vec![(who, Some(rest).filter(|rest| !rest.acts.is_empty()))];
        plans.extend(change.plans);
        Some(Change { user, said, plans, ..change })
    }

    fn play_planned(
        &self,
        now: &FightNow,
        who: CombatantId,
        next: &Planned,
    ) -> Result<Change, Refusal> {
        now.stands(who, next)?;
        let deed = Deed::Act { who, words: next.words.clone() };
        self.play(now, None, &deed, &Supplies::default())
    }
}

/// Nothing has happened, and only the owner is told.
fn give_up(now: &FightNow, who: CombatantId, words: &Words, why: Refusal) -> Change {
    let said = Said { is_quiet: true, ..Said::of(Words::new("queue-clear")) };
    let mut change = Change::aside(now, said);
    change.notices.push(now.given_up(who, words, why));
    change.plans.push((who, None));
    change
}
