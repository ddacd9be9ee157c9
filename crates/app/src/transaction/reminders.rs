//! Nudges: new messages that reply to what they are about and ping whoever is waited for, since an
//! edit pings nobody.
//!
//! Invariant (I6): a nudge goes where the question or turn is shown anyway, so nobody hears of it
//! who does not know that it is waited for.

use std::collections::BTreeSet;

use engine::core::ids::{Initiator, UserId};
use store::ids::Millis;
use store::rows::{Deadline, DeadlineKind};

use crate::api::outbox::{Audience, ReminderSubject};
use crate::state::fight_state::FightState;
use crate::state::outbox_entry::OutboxEntry;
use crate::state::people::InputTime;

/// The nudges of a clock that has run out. None where the limit itself is over as well.
pub(crate) fn build_reminders(
    state: &FightState,
    expired_deadline: Option<DeadlineKind>,
    input_time: &InputTime,
) -> Vec<(Audience, OutboxEntry)> {
    match expired_deadline {
        Some(DeadlineKind::PromptReminder(id) | DeadlineKind::PromptLimit(id)) => {
            let Some(open) = state.find_open_prompt(id) else { return Vec::new() };
            let on = vec![open.prompt.respondent];
            let (of, until) =
                (ReminderSubject::Prompt(id), due_time_if_ahead(open.deadline, input_time));
            // Where nothing is answered for them, they are reminded also when the time is over.
            let until = until.or(open.prompt.only_reminds_on_timeout.then_some(input_time.now));
            build_reminder_to(state, of, open.audience, on, [open.user].into(), until, input_time)
        }
        Some(DeadlineKind::TurnReminder(id)) => {
            let Some(turn) = state.find_open_turn(id) else { return Vec::new() };
            let places = state.awaited_by_audience(turn);
            let until = due_time_if_ahead(turn.deadline, input_time);
            let of = ReminderSubject::Turn(id);
            let nudge =
                |(to, (on, users))| build_reminder_to(state, of, to, on, users, until, input_time);
            places.into_iter().flat_map(nudge).collect()
        }
        Some(
            DeadlineKind::TurnLimit(_)
            | DeadlineKind::StandingOrder(_)
            | DeadlineKind::TurnPlan(_)
            | DeadlineKind::Availability(_),
        )
        | None => Vec::new(),
    }
}

/// Those who can be pinged are. Where the GM cannot, those who help them are, each in private.
fn build_reminder_to(
    state: &FightState,
    subject: ReminderSubject,
    audience: Audience,
    initiators: Vec<Initiator>,
    mut pings: BTreeSet<UserId>,
    due: Option<Millis>,
    input_time: &InputTime,
) -> Vec<(Audience, OutboxEntry)> {
    let Some(until) = due else { return Vec::new() };
    let can_be_pinged = |user: &UserId| !input_time.is_away_or_quiet(*user);
    pings.retain(can_be_pinged);
    if !pings.is_empty() {
        return vec![(
            audience,
            OutboxEntry::Reminder {
                subject,
                awaited: initiators,
                pinged_users: pings,
                deadline: until,
            },
        )];
    }
    if audience != Audience::Dm(state.gm) {
        return Vec::new();
    }
    let helpers = state.people.co_gms.iter().copied().filter(can_be_pinged);
    let nudge = |user| {
        let (awaited, pinged_users) = (initiators.clone(), [user].into());
        (
            Audience::Dm(user),
            OutboxEntry::Reminder { subject, awaited, pinged_users, deadline: until },
        )
    };
    helpers.map(nudge).collect()
}

/// When a limit is over, where that is still ahead.
fn due_time_if_ahead(deadline: Option<Deadline>, input_time: &InputTime) -> Option<i64> {
    match deadline? {
        Deadline::At(due) => Some(due).filter(|due| *due > input_time.now),
        Deadline::Paused(_) => None,
    }
}
