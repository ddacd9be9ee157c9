//! Reminders: new messages that reply to a prompt or a turn and ping whoever is awaited, since an
//! edit pings nobody.
//!
//! Invariant (I6): a reminder goes where the prompt or turn is shown anyway, so it reveals to
//! nobody that somebody is awaited.

use std::collections::BTreeSet;

use engine::core::ids::{Initiator, UserId};
use store::ids::Millis;
use store::rows::{Deadline, DeadlineKind};

use crate::api::outbox::{Audience, ReminderSubject};
use crate::state::fight_state::FightState;
use crate::state::outbox_entry::OutboxEntry;
use crate::state::people::InputTime;
use crate::state::turn_audience::AwaitedInAudience;

/// Builds the reminders for a deadline that has come due. Empty where the limit itself is over as
/// well.
pub(crate) fn build_reminders_before_time_limit(
    state: &FightState,
    expired_deadline: Option<DeadlineKind>,
    input_time: &InputTime,
) -> Vec<(Audience, OutboxEntry)> {
    match expired_deadline {
        Some(DeadlineKind::PromptReminder(id) | DeadlineKind::PromptLimit(id)) => {
            let Some(open) = state.find_open_prompt(id) else { return Vec::new() };
            let mut due = due_time_if_ahead(open.deadline, input_time);
            // A prompt without a default answer also reminds when its time is over.
            if due.is_none() && open.prompt.only_reminds_on_timeout {
                due = Some(input_time.now);
            }
            build_reminders_for_reachable_or_co_gms(
                state,
                ReminderSubject::Prompt(id),
                open.audience,
                vec![open.prompt.respondent],
                [open.user].into(),
                due,
                input_time,
            )
        }
        Some(DeadlineKind::TurnReminder(id)) => {
            let Some(turn) = state.find_open_turn(id) else { return Vec::new() };
            let due = due_time_if_ahead(turn.deadline, input_time);
            let subject = ReminderSubject::Turn(id);
            let mut reminders = Vec::new();
            for (audience, awaited) in state.awaited_by_audience(turn) {
                let AwaitedInAudience { initiators, users } = awaited;
                reminders.extend(build_reminders_for_reachable_or_co_gms(
                    state, subject, audience, initiators, users, due, input_time,
                ));
            }
            reminders
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

/// Builds a reminder that pings the users who are neither away nor in quiet hours. Where it would
/// go to the GM in private but pings nobody, each co-GM who can be pinged gets one instead. Empty
/// where `due`, the end of the time limit, is `None`.
fn build_reminders_for_reachable_or_co_gms(
    state: &FightState,
    subject: ReminderSubject,
    audience: Audience,
    initiators: Vec<Initiator>,
    mut users_to_ping: BTreeSet<UserId>,
    due: Option<Millis>,
    input_time: &InputTime,
) -> Vec<(Audience, OutboxEntry)> {
    let Some(deadline) = due else { return Vec::new() };
    let can_be_pinged = |user: &UserId| !input_time.is_away_or_quiet(*user);
    users_to_ping.retain(can_be_pinged);
    if !users_to_ping.is_empty() {
        return vec![(
            audience,
            OutboxEntry::Reminder {
                subject,
                awaited: initiators,
                pinged_users: users_to_ping,
                deadline,
            },
        )];
    }
    if audience != Audience::Dm(state.gm) {
        return Vec::new();
    }
    let reminder_for = |co_gm: UserId| {
        let (awaited, pinged_users) = (initiators.clone(), [co_gm].into());
        (Audience::Dm(co_gm), OutboxEntry::Reminder { subject, awaited, pinged_users, deadline })
    };
    let reachable_co_gms = state.people.co_gms.iter().copied().filter(can_be_pinged);
    reachable_co_gms.map(reminder_for).collect()
}

/// Returns the due time of a running deadline that is still ahead.
fn due_time_if_ahead(deadline: Option<Deadline>, input_time: &InputTime) -> Option<i64> {
    match deadline? {
        Deadline::At(due) => Some(due).filter(|due| *due > input_time.now),
        Deadline::Paused(_) => None,
    }
}
