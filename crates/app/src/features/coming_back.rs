//! Coming back: whoever presses or types something in a fight after eight hours is told what they
//! have missed, beside the answer and never in a message that nobody asked for.
//!
//! When somebody was last there is kept in memory, and to the hour in the file. What is to be told
//! waits in memory for the answer: lost with a crash, it is only not told.

use std::collections::{BTreeMap, BTreeSet};

use engine::fight::Phase;
use engine::game::Game;
use engine::ids::{CombatantId, UserId};
use engine::view::{Mark, View, Wounds};
use store::fault::Fault;
use store::rows::JournalRow;

use crate::fight::fight_state::{FightState, read};
use crate::fight::roles::{Eyes, Role};
use crate::held::app::App;
use crate::held::coming_back::Last;
use crate::terms::missed::{Hurt, Missed};

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
    pub(crate) async fn look_back(&self, now: &FightState, user: UserId) -> Result<(), Fault> {
        if now.role(user) == Role::Stranger || now.game.phase() != Phase::Running {
            return Ok(());
        }
        let at = self.millis();
        let known = self.inner.coming_back.last(user, now.id);
        let known_at = known.map_or(i64::MIN, |last| last.at);
        let before = match known {
            Some(last) if at - last.at < AWAY => None,
            // Another program may have heard them since.
            _ => {
                let stored = self.inner.store.last_here(user.0, now.id).await?;
                let known = known.map(|last| (last.revision, last.at));
                stored.filter(|(_, at)| *at > known_at).or(known)
            }
        };
        let mut kept_at = known.map_or(0, |last| last.kept_at);
        if at - kept_at >= HOUR {
            self.inner.store.was_here(user.0, now.id, now.revision, at).await?;
            kept_at = at;
        }
        let last = Last { at, revision: now.revision, kept_at };
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
    async fn missed(&self, now: &FightState, user: UserId, since: i64) -> Result<Missed, Fault> {
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

/// The turns that others had, and how often each of these was hurt.
fn count(
    rows: &[JournalRow],
    since: i64,
    user: UserId,
    eyes: &Eyes,
    own: &BTreeSet<CombatantId>,
) -> Result<(u32, Vec<Hurt>), Fault> {
    let mut turns = 0;
    let mut acting: BTreeSet<(u16, CombatantId)> = BTreeSet::new();
    let mut counted = acting.clone();
    let mut hurt: BTreeMap<CombatantId, Hurt> = BTreeMap::new();
    for row in rows {
        let view = eyes.view(&read::<Game>(&row.state)?);
        let is_missed = row.revision > since && row.user != Some(user.0 as i64);
        // Whose turn it was when that was done.
        let is_others = acting.iter().any(|(_, who)| !own.contains(who));
        if is_missed && is_others && acting != counted {
            turns += 1;
            counted.clone_from(&acting);
        }
        acting = acting_in(&view);
        for one in view.everybody().filter(|one| own.contains(&one.id)) {
            let (name, wounds) = (one.name.clone(), one.wounds.clone());
            let so_far = hurt.entry(one.id).or_insert(Hurt { name, times: 0, wounds });
            so_far.times += u32::from(is_missed && is_worse(&so_far.wounds, &one.wounds));
            so_far.name.clone_from(&one.name);
            so_far.wounds = one.wounds.clone();
        }
    }
    Ok((turns, hurt.into_values().filter(|one| one.times > 0).collect()))
}

/// Who has the turn, in which round.
fn acting_in(view: &View) -> BTreeSet<(u16, CombatantId)> {
    let acting = view.everybody().filter(|one| one.mark == Mark::Acting);
    acting.map(|one| (view.round, one.id)).collect()
}

fn is_worse(was: &Wounds, is: &Wounds) -> bool {
    matches!((was, is), (Wounds::Exact { now: was, .. }, Wounds::Exact { now: is, .. }) if is < was)
}
