//! Nudges: new messages that reply to what they are about and ping whoever is waited for, since an
//! edit pings nobody.
//!
//! Invariant (I6): a nudge goes where the question or turn is shown anyway, so nobody hears of it
//! who does not know that it is waited for.

use std::collections::BTreeSet;

use engine::ids::{By, UserId};
use store::ids::Millis;
use store::rows::{Alarm, Timed};

use crate::fight::fight_state::FightState;
use crate::fight::people::Present;
use crate::fight::posts::OutboxEntry;
use crate::terms::outbox::{Audience, Nudged};

/// The nudges of a clock that has run out. None where the limit itself is over as well.
pub(crate) fn nudges(
    now: &FightState,
    fired: Option<Timed>,
    present: &Present,
) -> Vec<(Audience, OutboxEntry)> {
    match fired {
        Some(Timed::NudgePrompt(id) | Timed::Prompt(id)) => {
            let Some(open) = now.open(id) else { return Vec::new() };
            let on = vec![open.prompt.to];
            let (of, until) = (Nudged::Prompt(id), due(open.alarm, present));
            // Where nothing is answered for them, they are reminded also when the time is over.
            let until = until.or(open.prompt.is_patient.then_some(present.at));
            nudge(now, of, open.shown, on, [open.user].into(), until, present)
        }
        Some(Timed::NudgeTurn(id)) => {
            let Some(turn) = now.running(id) else { return Vec::new() };
            let places = now.places(turn);
            let until = due(turn.alarm, present);
            let of = Nudged::Turn(id);
            let nudge = |(to, (on, users))| nudge(now, of, to, on, users, until, present);
            places.into_iter().flat_map(nudge).collect()
        }
        Some(Timed::Turn(_) | Timed::Order(_) | Timed::Plan(_) | Timed::People(_)) | None => {
            Vec::new()
        }
    }
}

/// Those who can be pinged are. Where the GM cannot, those who help them are, each in private.
fn nudge(
    now: &FightState,
    of: Nudged,
    to: Audience,
    on: Vec<By>,
    mut pings: BTreeSet<UserId>,
    until: Option<Millis>,
    present: &Present,
) -> Vec<(Audience, OutboxEntry)> {
    let Some(until) = until else { return Vec::new() };
    let can_be_pinged = |user: &UserId| !present.is_silent(*user);
    pings.retain(can_be_pinged);
    if !pings.is_empty() {
        return vec![(to, OutboxEntry::Nudge { of, on, pings, until })];
    }
    if to != Audience::Dm(now.gm) {
        return Vec::new();
    }
    let helpers = now.people.co_gms.iter().copied().filter(can_be_pinged);
    let nudge = |user| {
        let (on, pings) = (on.clone(), [user].into());
        (Audience::Dm(user), OutboxEntry::Nudge { of, on, pings, until })
    };
    helpers.map(nudge).collect()
}

/// When a limit is over, where that is still ahead.
fn due(alarm: Option<Alarm>, present: &Present) -> Option<i64> {
    match alarm? {
        Alarm::At(due) => Some(due).filter(|due| *due > present.at),
        Alarm::Standing(_) => None,
    }
}
