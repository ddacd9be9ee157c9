//! Plans, played when their clock runs out; and acts of NPCs that play themselves.

use engine::command::{Command, Refusal};
use engine::ids::{By, CombatantId};
use store::ids::TurnId;

use crate::change::{Change, InputRecord};
use crate::deeds::resolve::Deed;
use crate::deeds::supplies::Supplies;
use crate::fight::fight_state::{FightState, OpenTurn};
use crate::held::app::App;
use crate::terms::plans::{Plan, Planned};

impl App {
    /// The next act of the plan for a turn, played or given up; none where nothing is planned.
    pub(crate) fn follow(&self, now: &FightState, id: TurnId) -> Option<Change> {
        let turn = now.running(id)?;
        let Some((who, plan)) = now.planner(&turn.waited) else { return self.think(now, turn) };
        let (next, rest) = plan.acts.split_first()?;
        let change = match self.play_planned(now, who, next) {
            Ok(change) => change,
            Err(why) => return Some(give_up(now, who, &next.words, why)),
        };
        let rest = Plan { acts: rest.to_vec(), is_begun: true, ..plan.clone() };
        let said = InputRecord { is_prepared: true, ..change.said };
        let user = Some(now.controller(By::Combatant(who)));
        let mut plans = vec![(who, Some(rest).filter(|rest| !rest.acts.is_empty()))];
        plans.extend(change.plans);
        Some(Change { user, said, plans, ..change })
    }

    /// The next act of an NPC that plays itself; none where it has nothing to do, and its GM must.
    fn think(&self, now: &FightState, turn: &OpenTurn) -> Option<Change> {
        let who = now.thinker(&turn.waited)?;
        let deed = Deed::Act { who, words: now.next_act(who)? };
        let mut change = self.play(now, None, &deed, &Supplies::default()).ok()?;
        change.after.people.plays_alone(who);
        let said = InputRecord { is_prepared: true, ..change.said };
        let user = Some(now.controller(By::Combatant(who)));
        // The clock that ran out is wound again for the next act.
        change.plans.push((who, None));
        Some(Change { user, said, ..change })
    }

    fn play_planned(
        &self,
        now: &FightState,
        who: CombatantId,
        next: &Planned,
    ) -> Result<Change, Refusal> {
        now.stands(who, next)?;
        let deed = Deed::Act { who, words: next.words.clone() };
        self.play(now, None, &deed, &Supplies::default())
    }
}

/// Nothing has happened, and only the owner is told.
fn give_up(now: &FightState, who: CombatantId, words: &Command, why: Refusal) -> Change {
    let said = InputRecord { is_quiet: true, ..InputRecord::of(Command::new("queue-clear")) };
    let mut change = Change::aside(now, said);
    change.notices.push(now.given_up(who, words, why));
    change.plans.push((who, None));
    change
}
