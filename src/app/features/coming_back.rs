//! Coming back: whoever presses or types something in a fight after eight hours is told what they
//! have missed, beside the answer and never in a message that nobody asked for.
//!
//! When somebody was last there is kept in memory, and to the hour in the file. What is to be told
//! waits in memory for the answer: lost with a crash, it is only not told.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::fight::Phase;
use crate::engine::game::Game;
use crate::engine::ids::{CombatantId, UserId};
use crate::engine::view::{Mark, View, Wounds};
use crate::store::fault::Fault;
use crate::store::rows::JournalRow;

use crate::app::fight::fight_now::{FightNow, read};
use crate::app::fight::roles::{Eyes, Role};
use crate::app::held::app::App;
use crate::app::held::coming_back::Last;
use crate::app::terms::missed::Missed;

const HOUR: i64 = 3_600_000;
const AWAY: i64 = 8 * HOUR;
/// The rows that are counted, the latest.
const MOST_ROWS: u32 = 200;

impl App {
    /// What a user has missed and was not told yet: to be told with the answer to what they said.
    pub fn missed_by(&self, user: UserId) -> Option<Missed> {
        self.inner.coming_back.told(user)
    }

    /// Somebody with a part in a fight says something there.
    pub(in crate::app) async fn look_back(
        &self,
        now: &FightNow,
        user: UserId,
    ) -> Result<(), Fault> {
        if now.role(user) == Role::Stranger || now.game.phase() != Phase::Running {
            return Ok(());
        }
        let at = self.millis();
        let known = self.inner.coming_back.last(user, now.id);
        let before = match known {
            Some(last) => Some((last.revision, last.at_ms)),
            None => self.inner.store.last_here(user.0, now.id).await?,
        };
        let mut kept_ms = known.map_or(0, |last| last.kept_ms);
        if at - kept_ms >= HOUR {
            self.inner.store.was_here(user.0, now.id, now.revision, at).await?;
            kept_ms = at;
        }
        let last = Last { at_ms: at, revision: now.revision, kept_ms };
        self.inner.coming_back.is_here(user, now.id, last);
        if let Some((revision, was)) = before.filter(|(_, was)| at - was >= AWAY) {
            let missed = self.missed(now, user, revision).await?;
            let missed = Missed { hours: (at - was).div_euclid(HOUR) + 1, ..missed };
            if missed.turns > 0 || !missed.hurt.is_empty() {
                self.inner.coming_back.tell(user, missed);
            }
        }
        Ok(())
    }

    /// What has happened since a row, without what the user did.
    async fn missed(&self, now: &FightNow, user: UserId, since: i64) -> Result<Missed, Fault> {
        let mut rows = self.inner.store.journal_before(now.id, now.revision + 1, MOST_ROWS).await?;
        rows.retain(|row| row.revision >= since);
        rows.reverse();
        let eyes = now.eyes(user);
        let own = now.members.iter().filter(|one| one.user.is_some() && now.is_own(user, one));
        let own: BTreeSet<CombatantId> = own.map(|one| one.id).collect();
        let (turns, hurt) = count(&rows, since, user, &eyes, &own)?;
        let (fight, system) = (now.id, now.system().to_string());
        Ok(Missed { fight, system, hours: 0, turns, hurt })
    }
}

type Hurt = Vec<(String, u32, Wounds)>;

/// The turns of others that have begun, and how often each of these was hurt.
fn count(
    rows: &[JournalRow],
    since: i64,
    user: UserId,
    eyes: &Eyes,
    own: &BTreeSet<CombatantId>,
) -> Result<(u32, Hurt), Fault> {
    let mut turns = 0;
    let mut acting = BTreeSet::new();
    let mut hurt: BTreeMap<CombatantId, (String, u32, Wounds)> = BTreeMap::new();
    for row in rows {
        let view = eyes.view(&read::<Game>(&row.state)?);
        let is_missed = row.revision > since && row.user != Some(user.0 as i64);
        let now_acting = acting_in(&view);
        let begins = now_acting != acting && now_acting.iter().any(|(_, who)| !own.contains(who));
        turns += u32::from(begins && is_missed);
        acting = now_acting;
        for one in view.everybody().filter(|one| own.contains(&one.id)) {
            let so_far = hurt.get(&one.id).map(|(_, times, was)| (*times, was.clone()));
            let (times, was) = so_far.unwrap_or((0, one.wounds.clone()));
            let times = times + u32::from(is_missed && is_worse(&was, &one.wounds));
            hurt.insert(one.id, (one.name.clone(), times, one.wounds.clone()));
        }
    }
    Ok((turns, hurt.into_values().filter(|(_, times, _)| *times > 0).collect()))
}

/// Who has the turn, in which round.
fn acting_in(view: &View) -> BTreeSet<(u16, CombatantId)> {
    let acting = view.everybody().filter(|one| one.mark == Mark::Acting);
    acting.map(|one| (view.round, one.id)).collect()
}

fn is_worse(was: &Wounds, is: &Wounds) -> bool {
    matches!((was, is), (Wounds::Exact { now: was, .. }, Wounds::Exact { now: is, .. }) if is < was)
}
