//! Schedules deadlines. Limits run while somebody is awaited; after half and four fifths of a limit
//! a reminder follows, but not in the quiet hours of whoever is awaited.

use engine::core::ids::UserId;
use store::ids::Millis;
use store::rows::{Deadline, DeadlineKind};

use crate::state::fight_state::FightState;
use crate::state::people::InputTime;
use crate::state::quiet_hours::QuietHours;

/// Shorter limits have no reminders.
const MIN_REMINDED_LIMIT_MILLIS: i64 = 3_600_000;

/// Schedules all deadlines of a fight for the state after an input, and returns those that have
/// changed. Prompts always run; the turn runs while no prompt is open. Nothing runs while the fight
/// is paused or asleep, or what is asked cannot be posted. The limits in `restarted_limits` start
/// again in full.
pub(crate) fn schedule_deadlines_listing_changed(
    after: &mut FightState,
    before: &FightState,
    input_time: &InputTime,
    expired_deadline: Option<DeadlineKind>,
    restarted_limits: &[DeadlineKind],
) -> Vec<(DeadlineKind, Option<Deadline>)> {
    let mut changed = Vec::new();
    let next_expiry = next_availability_expiry(after);
    if next_expiry != next_availability_expiry(before) {
        let availability = DeadlineKind::Availability(after.id);
        changed.push((availability, next_expiry.map(Deadline::At)));
    }
    // Users who come back are reminded again.
    let restarts_reminders = after.people.away_until != before.people.away_until
        || after.people.has_no_reminders != before.people.has_no_reminders;
    // In the order of the schedulers: the prompts, then the turn.
    let schedulers = build_prompt_and_turn_schedulers(after, before, input_time);
    let prompt_deadlines =
        after.prompts.iter_mut().map(|open| (&mut open.deadline, &mut open.reminder));
    let turn_deadlines = after.turn.iter_mut().map(|turn| (&mut turn.deadline, &mut turn.reminder));
    let all_deadlines = prompt_deadlines.chain(turn_deadlines);
    for (scheduler, (deadline, reminder)) in schedulers.into_iter().zip(all_deadlines) {
        let (previous_deadline, previous_reminder) = (*deadline, *reminder);
        let limit = match restarted_limits.contains(&scheduler.limit_kind) {
            true => scheduler.restarted_limit(previous_deadline),
            false => previous_deadline,
        };
        *deadline = scheduler.run_or_pause_limit(limit);
        let is_restarted =
            previous_deadline != *deadline || scheduler.has_new_users || scheduler.is_new;
        let is_next_reminder_set =
            restarts_reminders || expired_deadline == Some(scheduler.reminder_kind);
        *reminder = match *deadline {
            Some(Deadline::At(due)) if is_restarted => {
                scheduler.first_reminder_or_ping_after_quiet_hours(due)
            }
            Some(Deadline::At(due)) if is_next_reminder_set => scheduler.next_reminder(due),
            Some(Deadline::At(_)) => previous_reminder,
            Some(Deadline::Paused(_)) | None => None,
        };
        let is_set_first = scheduler.is_new && deadline.is_some();
        if is_set_first || *deadline != previous_deadline {
            changed.push((scheduler.limit_kind, *deadline));
        }
        if *reminder != previous_reminder {
            changed.push((scheduler.reminder_kind, *reminder));
        }
    }
    changed
}

/// Returns when the next absence or representation ends; `None` without any, and in a fight that is
/// closed or has not begun.
fn next_availability_expiry(state: &FightState) -> Option<Millis> {
    if !state.is_open || state.revision <= 0 {
        return None;
    }
    state.people.next_expiry()
}

/// Schedules the deadlines of standing orders and plans, which run and pause like the prompts and
/// turns they belong to. Returns those that have changed, and those of new prompts and turns.
pub(crate) fn run_or_pause_prepared_deadlines(
    state: &mut FightState,
    now: Millis,
) -> Vec<(DeadlineKind, Option<Deadline>)> {
    let are_orders_running = state.is_open && !state.are_deadlines_stopped();
    // The turn stands still while a prompt is open, and its plan with it.
    let is_plan_running = are_orders_running && state.prompts.is_empty();
    let mut changed = Vec::new();
    for prompt in &mut state.prompts {
        let previous = prompt.order_deadline;
        prompt.order_deadline = run_or_pause_deadline(previous, are_orders_running, now);
        let is_new = prompt.id.revision == state.revision && prompt.order_deadline.is_some();
        if is_new || prompt.order_deadline != previous {
            changed.push((DeadlineKind::StandingOrder(prompt.id), prompt.order_deadline));
        }
    }
    if let Some(turn) = &mut state.turn {
        let previous = turn.plan_deadline;
        turn.plan_deadline = run_or_pause_deadline(previous, is_plan_running, now);
        let is_new = turn.id.revision == state.revision && turn.plan_deadline.is_some();
        if is_new || turn.plan_deadline != previous {
            changed.push((DeadlineKind::TurnPlan(turn.id), turn.plan_deadline));
        }
    }
    changed
}

/// Starts a deadline that stands still if it runs now, and stops a running one if it does not. The
/// time that is left stays the same; it is never less than 0.
fn run_or_pause_deadline(
    deadline: Option<Deadline>,
    is_running: bool,
    now: Millis,
) -> Option<Deadline> {
    match deadline? {
        Deadline::Paused(left) if is_running => Some(Deadline::At(now + left)),
        Deadline::At(due) if !is_running => Some(Deadline::Paused((due - now).max(0))),
        unchanged => Some(unchanged),
    }
}

/// Returns the quiet hours that extend a limit: those of the only awaited user.
fn extending_quiet_hours<'a>(
    users: &[UserId],
    is_stretched: bool,
    input_time: &'a InputTime,
) -> Option<&'a QuietHours> {
    match users {
        [user] if is_stretched => input_time.quiet_hours_of(*user),
        _ => None,
    }
}

/// Returns how much time is left until a deadline, without quiet hours if some are given; never
/// less than 0.
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

/// Returns the milliseconds left of a limit for these users; `None` where no limit is set.
pub(crate) fn remaining_millis_with_quiet_hours(
    deadline: Option<Deadline>,
    awaited_users: &[UserId],
    before: &FightState,
    input_time: &InputTime,
) -> Option<i64> {
    Some(match deadline? {
        Deadline::Paused(left) => left,
        Deadline::At(due) => remaining_until(
            due,
            extending_quiet_hours(
                awaited_users,
                before.people.is_extended_by_quiet_hours,
                input_time,
            ),
            input_time,
        ),
    })
}

/// Returns the schedulers of all prompts, in order, and of the turn.
fn build_prompt_and_turn_schedulers<'a>(
    after: &FightState,
    before: &FightState,
    input_time: &'a InputTime,
) -> Vec<DeadlineScheduler<'a>> {
    let is_stopped = after.are_deadlines_stopped() || !after.is_open;
    let is_stretched = after.people.is_extended_by_quiet_hours;
    let has_reminders = !after.people.has_no_reminders;
    let mut schedulers = Vec::new();
    for open in &after.prompts {
        let previous = before.find_open_prompt(open.id);
        let is_reachable = after.unreachable_channel(open.audience).is_none();
        schedulers.push(DeadlineScheduler {
            input_time,
            limit_kind: DeadlineKind::PromptLimit(open.id),
            reminder_kind: DeadlineKind::PromptReminder(open.id),
            awaited_users: vec![open.user],
            full_limit: i64::from(open.prompt.timeout_secs) * 1000,
            is_new: open.id.revision == after.revision,
            has_new_users: previous.is_some_and(|previous| previous.user != open.user),
            is_running: !is_stopped && is_reachable,
            is_stretched,
            has_reminders,
            is_optional: open.prompt.is_optional,
        });
    }
    if let Some(turn) = &after.turn {
        let users = after.users_who_move_turn_times(turn);
        let previous = before.find_open_turn(turn.id);
        let is_reachable = after.unreachable_channel(after.turn_audience(turn)).is_none();
        schedulers.push(DeadlineScheduler {
            input_time,
            limit_kind: DeadlineKind::TurnLimit(turn.id),
            reminder_kind: DeadlineKind::TurnReminder(turn.id),
            full_limit: i64::from(turn.awaited.clock_secs) * 1000,
            is_new: turn.id.revision == after.revision,
            has_new_users: previous
                .is_some_and(|previous| before.users_who_move_turn_times(previous) != users),
            awaited_users: users,
            is_running: !is_stopped && after.prompts.is_empty() && is_reachable,
            is_stretched,
            has_reminders,
            is_optional: false,
        });
    }
    schedulers
}

/// Schedules the limit and the reminder of one prompt or turn.
struct DeadlineScheduler<'a> {
    input_time: &'a InputTime,
    limit_kind: DeadlineKind,
    reminder_kind: DeadlineKind,
    awaited_users: Vec<UserId>,
    full_limit: Millis,
    is_new: bool,
    /// Other users are awaited than before.
    has_new_users: bool,
    is_running: bool,
    /// The limit does not run in the quiet hours of the awaited user.
    is_stretched: bool,
    /// Reminders come after half and after four fifths of the limit.
    has_reminders: bool,
    /// Nobody has to answer, so nobody is pinged.
    is_optional: bool,
}

impl DeadlineScheduler<'_> {
    /// Starts a limit that stands still if the prompt or turn runs now, and stops a running one if
    /// it does not. `None` where there is no limit.
    fn run_or_pause_limit(&self, previous: Option<Deadline>) -> Option<Deadline> {
        match (previous?, self.is_running) {
            (Deadline::Paused(left), true) => Some(Deadline::At(self.due_after(left))),
            (Deadline::At(due), false) => Some(Deadline::Paused(self.remaining_until(due))),
            (unchanged, _) => Some(unchanged),
        }
    }

    /// Returns the full limit, which does not run yet. What is due at once or has no limit stays.
    fn restarted_limit(&self, previous: Option<Deadline>) -> Option<Deadline> {
        match previous {
            Some(Deadline::At(_) | Deadline::Paused(1..)) if self.full_limit > 0 => {
                Some(Deadline::Paused(self.full_limit))
            }
            unchanged => unchanged,
        }
    }

    /// Returns the first reminder. Where the prompt or turn opened in quiet hours it is the ping
    /// that they hold back, at their end, which comes also without reminders.
    fn first_reminder_or_ping_after_quiet_hours(&self, due: Millis) -> Option<Deadline> {
        if self.is_optional {
            return None;
        }
        let now = self.input_time.now;
        let is_quiet = self.quiet_hours().any(|quiet| quiet.current_end(now).is_some());
        if is_quiet { self.reminder_outside_quiet_hours(now, due) } else { self.next_reminder(due) }
    }

    /// Returns the next reminder after half or four fifths of a limit; `None` without reminders,
    /// for limits shorter than an hour, and where both are past.
    fn next_reminder(&self, due: Millis) -> Option<Deadline> {
        let is_reminded = self.has_reminders && !self.is_optional;
        if !is_reminded || self.full_limit < MIN_REMINDED_LIMIT_MILLIS {
            return None;
        }
        let remaining = self.remaining_until(due);
        let shortest_wait = self.full_limit / 10;
        for remaining_at_reminder in [self.full_limit / 2, self.full_limit / 5] {
            let wait = remaining - remaining_at_reminder;
            // A late reminder, after quiet hours, replaces one that would follow too soon.
            if wait >= shortest_wait {
                return self.reminder_outside_quiet_hours(self.due_after(wait), due);
            }
        }
        None
    }

    /// Returns a reminder at `earliest`, or when the quiet hours of all awaited users are over.
    /// `None` if that is past `due`.
    fn reminder_outside_quiet_hours(&self, earliest: Millis, due: Millis) -> Option<Deadline> {
        let mut time = earliest;
        // Twice, because the end of one user's quiet hours may lie in another's.
        for quiet in self.quiet_hours().chain(self.quiet_hours()) {
            time = quiet.current_end(time).unwrap_or(time);
        }
        if time < due { Some(Deadline::At(time)) } else { None }
    }

    /// Returns when a limit of so many milliseconds ends from now on. Quiet hours that stretch it
    /// are not counted.
    fn due_after(&self, millis: Millis) -> Millis {
        match self.extending_quiet_hours() {
            Some(quiet) => quiet.add_awake_time(self.input_time.now, millis),
            None => self.input_time.now + millis,
        }
    }

    fn remaining_until(&self, due: Millis) -> Millis {
        remaining_until(due, self.extending_quiet_hours(), self.input_time)
    }

    /// Returns the quiet hours that stretch the limits of the awaited users, if any do.
    fn extending_quiet_hours(&self) -> Option<&QuietHours> {
        extending_quiet_hours(&self.awaited_users, self.is_stretched, self.input_time)
    }

    /// Returns the quiet hours of the awaited users.
    fn quiet_hours(&self) -> impl Iterator<Item = &QuietHours> {
        self.awaited_users.iter().filter_map(|user| self.input_time.quiet_hours_of(*user))
    }
}

/// Returns a limit of `secs` seconds that does not run yet; `None` for 0, which means no limit.
pub(crate) fn time_limit_from_secs(secs: u32) -> Option<Deadline> {
    (secs > 0).then(|| Deadline::Paused(i64::from(secs) * 1000))
}

/// A deadline that comes due as soon as it runs.
pub(crate) const DUE_AT_ONCE: Option<Deadline> = Some(Deadline::Paused(0));
