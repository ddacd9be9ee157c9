//! Winding clocks. Limits run while somebody is waited for; at half and at four fifths of one comes
//! a nudge, but not in the quiet hours of whoever is waited for.

use engine::core::ids::UserId;
use store::ids::Millis;
use store::rows::{Deadline, DeadlineKind};

use crate::state::fight_state::{FightState, OpenPrompt, OpenTurn};
use crate::state::people::InputTime;
use crate::state::quiet_hours::QuietHours;

/// Limits that are shorter need no nudges.
const MIN_REMINDED_LIMIT_MILLIS: i64 = 3_600_000;

/// Winds all clocks of a fight as they run once an input is stored; those that have changed. The
/// clocks of questions run, and that of the turn while no question is open. None run while the
/// fight is paused or asleep.
pub(crate) fn schedule_deadlines(
    after: &mut FightState,
    before: &FightState,
    input_time: &InputTime,
    expired_deadline: Option<DeadlineKind>,
) -> Vec<(DeadlineKind, Option<Deadline>)> {
    let mut changed = Vec::new();
    let end = |of: &FightState| of.people.next_expiry().filter(|_| of.is_open && of.revision > 0);
    if end(after) != end(before) {
        changed.push((DeadlineKind::Availability(after.id), end(after).map(Deadline::At)));
    }
    // Whoever comes back is nudged again.
    let is_anew = after.people.away_until != before.people.away_until
        || after.people.has_no_reminders != before.people.has_no_reminders;
    let winders = build_schedulers(after, before, input_time);
    let prompts = after.prompts.iter_mut().map(|open| (&mut open.deadline, &mut open.reminder));
    let turn = after.turn.iter_mut().map(|turn| (&mut turn.deadline, &mut turn.reminder));
    for (winder, (alarm, nudge)) in winders.into_iter().zip(prompts.chain(turn)) {
        let (was, was_nudge) = (*alarm, *nudge);
        *alarm = winder.schedule_limit(was);
        let begins = was != *alarm || winder.has_new_users || winder.is_new;
        *nudge = match *alarm {
            Some(Deadline::At(due)) if begins => winder.first_reminder(due),
            Some(Deadline::At(due))
                if is_anew || expired_deadline == Some(winder.reminder_kind) =>
            {
                winder.next_reminder(due)
            }
            Some(Deadline::At(_)) => was_nudge,
            Some(Deadline::Paused(_)) | None => None,
        }
        .filter(|_| winder.has_reminders);
        if *alarm != was || (winder.is_new && alarm.is_some()) {
            changed.push((winder.limit_kind, *alarm));
        }
        if *nudge != was_nudge {
            changed.push((winder.reminder_kind, *nudge));
        }
    }
    changed
}

/// Winds the clocks of what is prepared, which run and stand as those of what it is prepared for;
/// those that have changed.
pub(crate) fn schedule_prepared_deadlines(
    state: &mut FightState,
    now: Millis,
) -> Vec<(DeadlineKind, Option<Deadline>)> {
    let runs = state.is_open && !state.are_clocks_stopped();
    let (is_asked, revision) = (!state.prompts.is_empty(), state.revision);
    let orders = state.prompts.iter_mut().map(|open| {
        let is_new = open.id.revision == revision;
        (DeadlineKind::StandingOrder(open.id), &mut open.order_deadline, runs, is_new)
    });
    let plan = state.turn.iter_mut().map(|turn| {
        let is_new = turn.id.revision == revision;
        (DeadlineKind::TurnPlan(turn.id), &mut turn.plan_deadline, runs && !is_asked, is_new)
    });
    let mut changed = Vec::new();
    for (timed, alarm, runs, is_new) in orders.chain(plan) {
        let was = *alarm;
        *alarm = match (was, runs) {
            (Some(Deadline::Paused(left)), true) => Some(Deadline::At(now + left)),
            (Some(Deadline::At(due)), false) => Some(Deadline::Paused((due - now).max(0))),
            (as_it_is, _) => as_it_is,
        };
        if *alarm != was || (is_new && alarm.is_some()) {
            changed.push((timed, *alarm));
        }
    }
    changed
}

/// By whose quiet hours a limit is stretched.
fn stretching_quiet_hours<'a>(
    users: &[UserId],
    is_stretched: bool,
    input_time: &'a InputTime,
) -> Option<&'a QuietHours> {
    match users {
        [user] if is_stretched => input_time.quiet_hours_of(*user),
        _ => None,
    }
}

fn remaining_until(
    due: Millis,
    quiet_hours: Option<&QuietHours>,
    input_time: &InputTime,
) -> Millis {
    match quiet_hours {
        Some(quiet) => quiet.awake_millis_between(input_time.now, due),
        None => (due - input_time.now).max(0),
    }
}

/// What is left of a limit for which so many were waited for; none where none is set.
pub(crate) fn remaining_millis(
    deadline: Option<Deadline>,
    awaited_users: &[UserId],
    before: &FightState,
    input_time: &InputTime,
) -> Option<i64> {
    Some(match deadline? {
        Deadline::Paused(left) => left,
        Deadline::At(due) => remaining_until(
            due,
            stretching_quiet_hours(
                awaited_users,
                before.people.is_extended_by_quiet_hours,
                input_time,
            ),
            input_time,
        ),
    })
}

/// The winders of all questions, in order, and of the turn.
fn build_schedulers<'a>(
    after: &FightState,
    before: &FightState,
    input_time: &'a InputTime,
) -> Vec<DeadlineScheduler<'a>> {
    let stops = after.are_clocks_stopped() || !after.is_open;
    let winder = |limit, nudge, users, clock_secs: u32| DeadlineScheduler {
        input_time,
        limit_kind: limit,
        reminder_kind: nudge,
        awaited_users: users,
        full_limit: i64::from(clock_secs) * 1000,
        is_new: false,
        has_new_users: false,
        is_running: !stops,
        is_stretched: after.people.is_extended_by_quiet_hours,
        has_reminders: !after.people.has_no_reminders,
    };
    let of_prompt = |open: &OpenPrompt| {
        let (limit, nudge) =
            (DeadlineKind::PromptLimit(open.id), DeadlineKind::PromptReminder(open.id));
        let winder = winder(limit, nudge, vec![open.user], open.prompt.timeout_secs);
        let was = before.find_open_prompt(open.id);
        DeadlineScheduler {
            is_new: open.id.revision == after.revision,
            has_new_users: was.is_some_and(|was| was.user != open.user),
            has_reminders: winder.has_reminders && !open.prompt.is_optional,
            ..winder
        }
    };
    let of_turn = |turn: &OpenTurn| {
        let (limit, nudge) =
            (DeadlineKind::TurnLimit(turn.id), DeadlineKind::TurnReminder(turn.id));
        let winder = winder(limit, nudge, after.turn_users(turn), turn.awaited.clock_secs);
        let was = before.find_open_turn(turn.id);
        DeadlineScheduler {
            is_new: turn.id.revision == after.revision,
            has_new_users: was.is_some_and(|was| before.turn_users(was) != winder.awaited_users),
            is_running: winder.is_running && after.prompts.is_empty(),
            ..winder
        }
    };
    after.prompts.iter().map(of_prompt).chain(after.turn.iter().map(of_turn)).collect()
}

/// How the clocks of one time of waiting are wound.
struct DeadlineScheduler<'a> {
    input_time: &'a InputTime,
    /// The clocks.
    limit_kind: DeadlineKind,
    reminder_kind: DeadlineKind,
    /// Who is waited for.
    awaited_users: Vec<UserId>,
    /// The whole limit.
    full_limit: Millis,
    is_new: bool,
    /// Others are waited for than before.
    has_new_users: bool,
    is_running: bool,
    /// The limit stands still in the quiet hours of the one who is waited for.
    is_stretched: bool,
    has_reminders: bool,
}

impl DeadlineScheduler<'_> {
    fn schedule_limit(&self, previous: Option<Deadline>) -> Option<Deadline> {
        match (previous?, self.is_running) {
            (Deadline::Paused(left), true) => Some(Deadline::At(self.due_after(left))),
            (Deadline::At(due), false) => Some(Deadline::Paused(self.remaining_until(due))),
            (as_it_is, _) => Some(as_it_is),
        }
    }

    /// Whoever could not be pinged at first is, as soon as they can.
    fn first_reminder(&self, due: Millis) -> Option<Deadline> {
        let at = self.input_time.now;
        let is_quiet = self.quiet_hours().any(|quiet| quiet.current_end(at).is_some());
        if is_quiet { self.reminder_outside_quiet_hours(at, due) } else { self.next_reminder(due) }
    }

    fn next_reminder(&self, due: Millis) -> Option<Deadline> {
        if self.full_limit < MIN_REMINDED_LIMIT_MILLIS {
            return None;
        }
        let left = self.remaining_until(due);
        let parts = [self.full_limit / 2, self.full_limit / 5];
        // One that came late, after quiet hours, stands for the next as well.
        let next = parts.into_iter().find(|part| left - part >= self.full_limit / 10)?;
        self.reminder_outside_quiet_hours(self.due_after(left - next), due)
    }

    /// A nudge at that time, or when all who are waited for can be pinged after it.
    fn reminder_outside_quiet_hours(&self, earliest: Millis, due: Millis) -> Option<Deadline> {
        let awake = |at: Millis, quiet: &QuietHours| quiet.current_end(at).unwrap_or(at);
        // Twice, since the quiet hours of one may lie behind those of the next.
        let at = self.quiet_hours().chain(self.quiet_hours()).fold(earliest, awake);
        (at < due).then_some(Deadline::At(at))
    }

    fn due_after(&self, millis: Millis) -> Millis {
        match self.stretching_quiet_hours() {
            Some(quiet) => quiet.add_awake_time(self.input_time.now, millis),
            None => self.input_time.now + millis,
        }
    }

    fn remaining_until(&self, due: Millis) -> Millis {
        remaining_until(due, self.stretching_quiet_hours(), self.input_time)
    }

    fn stretching_quiet_hours(&self) -> Option<&QuietHours> {
        stretching_quiet_hours(&self.awaited_users, self.is_stretched, self.input_time)
    }

    fn quiet_hours(&self) -> impl Iterator<Item = &QuietHours> {
        self.awaited_users.iter().filter_map(|user| self.input_time.quiet_hours_of(*user))
    }
}

/// A clock of so many seconds, to be wound; none where it is 0: that waits for ever.
pub(crate) fn time_limit_from_secs(secs: u32) -> Option<Deadline> {
    (secs > 0).then(|| Deadline::Paused(i64::from(secs) * 1000))
}

/// A clock that runs out as soon as it runs.
pub(crate) const DUE_AT_ONCE: Option<Deadline> = Some(Deadline::Paused(0));
