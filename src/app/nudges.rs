//! Nudges: new messages that reply to what they are about and ping whoever is waited for, since an
//! edit pings nobody.
//!
//! Invariant (I6): a nudge goes where the question or turn is shown anyway, so nobody hears of it
//! who does not know that it is waited for.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::ids::{By, UserId};
use crate::store::rows::{Alarm, Timed};

use super::fight_now::FightNow;
use super::outbox::{Audience, Nudged, Post};
use super::people::Present;

/// The nudges of a clock that has run out. None where the limit itself is over as well.
pub(super) fn nudges(
    now: &FightNow,
    fired: Option<Timed>,
    present: &Present,
) -> Vec<(Audience, Post)> {
    match fired {
        Some(Timed::NudgePrompt(id)) => {
            let Some(open) = now.prompts.iter().find(|open| open.id == id) else {
                return Vec::new();
            };
            let on = vec![open.prompt.to];
            let (of, until) = (Nudged::Prompt(id), due(open.alarm, present));
            nudge(of, open.shown, on, [open.user].into(), until, present).into_iter().collect()
        }
        Some(Timed::NudgeTurn(id)) => {
            let Some(turn) = now.turn.as_ref().filter(|turn| turn.id == id) else {
                return Vec::new();
            };
            let mut places: BTreeMap<Audience, (Vec<By>, BTreeSet<UserId>)> = BTreeMap::new();
            for by in &turn.waited.on {
                let (on, users) = places.entry(now.audience(*by)).or_default();
                on.push(*by);
                users.insert(now.controller(*by));
            }
            let until = due(turn.alarm, present);
            let nudge = |(to, (on, users))| nudge(Nudged::Turn(id), to, on, users, until, present);
            places.into_iter().filter_map(nudge).collect()
        }
        Some(Timed::Prompt(_) | Timed::Turn(_) | Timed::People(_)) | None => Vec::new(),
    }
}

fn nudge(
    of: Nudged,
    to: Audience,
    on: Vec<By>,
    mut pings: BTreeSet<UserId>,
    until: Option<i64>,
    present: &Present,
) -> Option<(Audience, Post)> {
    pings.retain(|user| !present.is_silent(*user));
    let until = until.filter(|_| !pings.is_empty())?;
    Some((to, Post::Nudge { of, on, pings, until }))
}

/// When a limit is over, where that is still ahead.
fn due(alarm: Option<Alarm>, present: &Present) -> Option<i64> {
    match alarm? {
        Alarm::At(due) => Some(due).filter(|due| *due > present.at),
        Alarm::Standing(_) => None,
    }
}
