//! Clocks that run out: the default of a question is taken, a turn passes, the GM is reminded.
//! Each is an input of its own, and those that are overdue come in order.

use jiff::Timestamp;

use engine::command::{Command, Refusal};
use store::Boxed;
use store::fault::Fault;
use store::ids::Millis;
use store::rows::{Committed, Timed};

use crate::change::{Change, InputRecord};
use crate::fight::fight_state::{self, FightState, OpenPrompt, OpenTurn};
use crate::held::app::App;
use crate::held::figures::count_clock;
use crate::terms::clock::moment;
use crate::terms::outbox::{Audience, Notice};

/// How long a clock is put off whose default was refused, so that nothing runs in circles.
const PUT_OFF_MILLIS: i64 = 3_600_000;

impl App {
    /// Does what is overdue, oldest first, each as an input of its own; how many there were.
    ///
    /// What an overdue clock starts runs from now. Whoever moves a clock by hand and wants clocks
    /// to start when the others ran out goes from one [`App::next_due`] to the next.
    ///
    /// # Errors
    /// The store could not be used; what was not done yet stays due.
    pub fn fire_due(&self) -> Boxed<'_, Result<usize, Fault>> {
        Box::pin(self.fire_all_due())
    }

    async fn fire_all_due(&self) -> Result<usize, Fault> {
        self.look_at_servers().await?;
        let mut fired = 0;
        while let Some((timed, due)) = self.inner.store.next_timer().await? {
            if due > self.millis() {
                break;
            }
            match self.fire(timed, due).await {
                Ok(()) => {}
                // One fight that cannot be read does not keep the others waiting.
                Err(Fault::Damaged(why)) => {
                    tracing::error!(fight = %timed.fight(), %why, "a clock could not run out");
                    self.inner.store.put_off(timed, self.millis() + PUT_OFF_MILLIS).await?;
                }
                Err(fault) => return Err(fault),
            }
            fired += 1;
            count_clock();
            self.look_again();
        }
        Ok(fired)
    }

    /// When the next clock runs out.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn next_due(&self) -> Result<Option<Timestamp>, Fault> {
        Ok(self.inner.store.next_timer().await?.map(|(_, due)| moment(due)))
    }

    async fn fire(&self, timed: Timed, due: Millis) -> Result<(), Fault> {
        let fight = timed.fight();
        let mut exclusive = self.inner.fights.enter(fight).await;
        let damaged = || Fault::Damaged(format!("a clock of nothing in fight {fight}"));
        let mut now = self.stand(&mut exclusive, fight).await?.ok_or_else(damaged)?;
        if now.due(timed) != Some(moment(due)) {
            // Answered in the meantime, or kept from before another program wrote: look again.
            exclusive.forget();
            now = self.stand(&mut exclusive, fight).await?.ok_or_else(damaged)?;
            if self.inner.store.next_timer().await? != Some((timed, due)) {
                return Ok(());
            }
            if now.due(timed).is_none() {
                // Set by another program for what was over just then.
                tracing::warn!(%fight, "a clock of nothing goes");
                return self.inner.store.forget_timer(timed).await;
            }
        }
        let (change, refusal) = match self.run_out(&now, timed) {
            Err(_) if matches!(timed, Timed::Order(_) | Timed::Plan(_)) => {
                // What was prepared has nothing to say any more: people are waited for, as ever.
                exclusive.forget();
                return self.inner.store.forget_timer(timed).await;
            }
            Ok(change) => (change, None),
            Err(refusal) => (stuck(&now, refusal.clone()), Some(refusal)),
        };
        let committed = self.commit(&mut exclusive, &now, change).await?;
        if let (Committed::Stored(_), Some(refusal)) = (committed, refusal) {
            tracing::error!(%fight, key = refusal.key, "a default was refused");
            self.inner.store.put_off(timed, self.millis() + PUT_OFF_MILLIS).await?;
            exclusive.forget();
        }
        Ok(())
    }

    fn run_out(&self, now: &FightState, timed: Timed) -> Result<Change, Refusal> {
        match timed {
            Timed::Prompt(id) if now.open(id).is_some_and(|open| open.prompt.is_patient) => {
                let change = Change::aside(now, InputRecord::of(Command::new("remind")));
                Ok(Change { nudged: Some(timed), ..change })
            }
            Timed::Prompt(id) => self.wait_no_longer(now, id),
            Timed::Order(id) => self.obey(now, id).ok_or_else(|| Refusal::new("prompt-closed", "")),
            Timed::Plan(id) => self.follow(now, id).ok_or_else(|| Refusal::new("turn-over", "")),
            Timed::Turn(id) => self.run_out_of_time(now, id),
            // What has come to its end goes with every change.
            Timed::People(_) => Ok(Change::aside(now, InputRecord::of(Command::new("people")))),
            Timed::NudgePrompt(_) | Timed::NudgeTurn(_) => {
                let change = Change::aside(now, InputRecord::of(Command::new("nudge")));
                Ok(Change { nudged: Some(timed), ..change })
            }
        }
    }
}

/// The GM must see to it.
fn stuck(now: &FightState, refusal: Refusal) -> Change {
    let mut change = Change::aside(now, InputRecord::of(Command::new("remind")));
    change.notices.push((Audience::Dm(now.gm), Notice::Stuck(refusal)));
    change
}

impl FightState {
    fn due(&self, timed: Timed) -> Option<Timestamp> {
        match timed {
            Timed::Prompt(id) => self.open(id).and_then(OpenPrompt::due),
            Timed::Order(id) => self.open(id).and_then(OpenPrompt::order_due),
            Timed::NudgePrompt(id) => self.open(id).and_then(|open| fight_state::due(open.nudge)),
            Timed::Turn(id) => self.running(id).and_then(OpenTurn::due),
            Timed::Plan(id) => self.running(id).and_then(OpenTurn::plan_due),
            Timed::NudgeTurn(id) => self.running(id).and_then(|turn| fight_state::due(turn.nudge)),
            Timed::People(_) => self.people.next_end().map(moment),
        }
    }
}
