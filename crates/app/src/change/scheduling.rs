//! Winding clocks. Limits run while somebody is waited for; at half and at four fifths of one comes
//! a nudge, but not in the quiet hours of whoever is waited for.

use engine::ids::UserId;
use store::ids::Millis;
use store::rows::{Alarm, Timed};

use crate::fight::fight_state::{FightState, OpenPrompt, OpenTurn};
use crate::fight::people::Present;
use crate::fight::quiet::Quiet;

/// Limits that are shorter need no nudges.
const SHORTEST_NUDGED_MILLIS: i64 = 3_600_000;

/// Winds all clocks of a fight as they run once an input is stored; those that have changed. The
/// clocks of questions run, and that of the turn while no question is open. None run while the
/// fight is paused or asleep.
pub(crate) fn schedule(
    now: &mut FightState,
    before: &FightState,
    present: &Present,
    fired: Option<Timed>,
) -> Vec<(Timed, Option<Alarm>)> {
    let mut changed = Vec::new();
    let end = |of: &FightState| of.people.next_end().filter(|_| of.is_open && of.revision > 0);
    if end(now) != end(before) {
        changed.push((Timed::People(now.id), end(now).map(Alarm::At)));
    }
    // Whoever comes back is nudged again.
    let is_anew = now.people.away != before.people.away
        || now.people.is_unnudged != before.people.is_unnudged;
    let winders = winders(now, before, present);
    let prompts = now.prompts.iter_mut().map(|open| (&mut open.alarm, &mut open.nudge));
    let turn = now.turn.iter_mut().map(|turn| (&mut turn.alarm, &mut turn.nudge));
    for (winder, (alarm, nudge)) in winders.into_iter().zip(prompts.chain(turn)) {
        let (was, was_nudge) = (*alarm, *nudge);
        *alarm = winder.limit(was);
        let begins = was != *alarm || winder.is_other || winder.is_new;
        *nudge = match *alarm {
            Some(Alarm::At(due)) if begins => winder.first_nudge(due),
            Some(Alarm::At(due)) if is_anew || fired == Some(winder.nudge) => {
                winder.next_nudge(due)
            }
            Some(Alarm::At(_)) => was_nudge,
            Some(Alarm::Standing(_)) | None => None,
        }
        .filter(|_| winder.is_nudged);
        if *alarm != was || (winder.is_new && alarm.is_some()) {
            changed.push((winder.limit, *alarm));
        }
        if *nudge != was_nudge {
            changed.push((winder.nudge, *nudge));
        }
    }
    changed
}

/// Winds the clocks of what is prepared, which run and stand as those of what it is prepared for;
/// those that have changed.
pub(crate) fn wind_prepared(now: &mut FightState, at: Millis) -> Vec<(Timed, Option<Alarm>)> {
    let runs = now.is_open && !now.stands_still();
    let (is_asked, revision) = (!now.prompts.is_empty(), now.revision);
    let orders = now.prompts.iter_mut().map(|open| {
        let is_new = open.id.revision == revision;
        (Timed::Order(open.id), &mut open.order, runs, is_new)
    });
    let plan = now.turn.iter_mut().map(|turn| {
        let is_new = turn.id.revision == revision;
        (Timed::Plan(turn.id), &mut turn.plan, runs && !is_asked, is_new)
    });
    let mut changed = Vec::new();
    for (timed, alarm, runs, is_new) in orders.chain(plan) {
        let was = *alarm;
        *alarm = match (was, runs) {
            (Some(Alarm::Standing(left)), true) => Some(Alarm::At(at + left)),
            (Some(Alarm::At(due)), false) => Some(Alarm::Standing((due - at).max(0))),
            (as_it_is, _) => as_it_is,
        };
        if *alarm != was || (is_new && alarm.is_some()) {
            changed.push((timed, *alarm));
        }
    }
    changed
}

/// By whose quiet hours a limit is stretched.
fn pace<'a>(users: &[UserId], is_stretched: bool, present: &'a Present) -> Option<&'a Quiet> {
    match users {
        [user] if is_stretched => present.quiet(*user),
        _ => None,
    }
}

fn left_until(due: Millis, pace: Option<&Quiet>, present: &Present) -> Millis {
    match pace {
        Some(quiet) => quiet.left(present.at, due),
        None => (due - present.at).max(0),
    }
}

/// What is left of a limit for which so many were waited for; none where none is set.
pub(crate) fn left(
    alarm: Option<Alarm>,
    users: &[UserId],
    before: &FightState,
    present: &Present,
) -> Option<i64> {
    Some(match alarm? {
        Alarm::Standing(left) => left,
        Alarm::At(due) => {
            left_until(due, pace(users, before.people.is_stretched, present), present)
        }
    })
}

/// The winders of all questions, in order, and of the turn.
fn winders<'a>(now: &FightState, before: &FightState, present: &'a Present) -> Vec<Scheduler<'a>> {
    let stops = now.stands_still() || !now.is_open;
    let winder = |limit, nudge, users, clock_secs: u32| Scheduler {
        present,
        limit,
        nudge,
        users,
        whole: i64::from(clock_secs) * 1000,
        is_new: false,
        is_other: false,
        runs: !stops,
        is_stretched: now.people.is_stretched,
        is_nudged: !now.people.is_unnudged,
    };
    let of_prompt = |open: &OpenPrompt| {
        let (limit, nudge) = (Timed::Prompt(open.id), Timed::NudgePrompt(open.id));
        let winder = winder(limit, nudge, vec![open.user], open.prompt.clock_secs);
        let was = before.open(open.id);
        Scheduler {
            is_new: open.id.revision == now.revision,
            is_other: was.is_some_and(|was| was.user != open.user),
            is_nudged: winder.is_nudged && !open.prompt.is_optional,
            ..winder
        }
    };
    let of_turn = |turn: &OpenTurn| {
        let (limit, nudge) = (Timed::Turn(turn.id), Timed::NudgeTurn(turn.id));
        let winder = winder(limit, nudge, now.turn_users(turn), turn.waited.clock_secs);
        let was = before.running(turn.id);
        Scheduler {
            is_new: turn.id.revision == now.revision,
            is_other: was.is_some_and(|was| before.turn_users(was) != winder.users),
            runs: winder.runs && now.prompts.is_empty(),
            ..winder
        }
    };
    now.prompts.iter().map(of_prompt).chain(now.turn.iter().map(of_turn)).collect()
}

/// How the clocks of one time of waiting are wound.
struct Scheduler<'a> {
    present: &'a Present,
    /// The clocks.
    limit: Timed,
    nudge: Timed,
    /// Who is waited for.
    users: Vec<UserId>,
    /// The whole limit.
    whole: Millis,
    is_new: bool,
    /// Others are waited for than before.
    is_other: bool,
    runs: bool,
    /// The limit stands still in the quiet hours of the one who is waited for.
    is_stretched: bool,
    is_nudged: bool,
}

impl Scheduler<'_> {
    fn limit(&self, was: Option<Alarm>) -> Option<Alarm> {
        match (was?, self.runs) {
            (Alarm::Standing(left), true) => Some(Alarm::At(self.after(left))),
            (Alarm::At(due), false) => Some(Alarm::Standing(self.left(due))),
            (as_it_is, _) => Some(as_it_is),
        }
    }

    /// Whoever could not be pinged at first is, as soon as they can.
    fn first_nudge(&self, due: Millis) -> Option<Alarm> {
        let at = self.present.at;
        let is_quiet = self.quiet().any(|quiet| quiet.end(at).is_some());
        if is_quiet { self.nudge_at(at, due) } else { self.next_nudge(due) }
    }

    fn next_nudge(&self, due: Millis) -> Option<Alarm> {
        if self.whole < SHORTEST_NUDGED_MILLIS {
            return None;
        }
        let left = self.left(due);
        let parts = [self.whole / 2, self.whole / 5];
        // One that came late, after quiet hours, stands for the next as well.
        let next = parts.into_iter().find(|part| left - part >= self.whole / 10)?;
        self.nudge_at(self.after(left - next), due)
    }

    /// A nudge at that time, or when all who are waited for can be pinged after it.
    fn nudge_at(&self, at: Millis, due: Millis) -> Option<Alarm> {
        let awake = |at: Millis, quiet: &Quiet| quiet.end(at).unwrap_or(at);
        // Twice, since the quiet hours of one may lie behind those of the next.
        let at = self.quiet().chain(self.quiet()).fold(at, awake);
        (at < due).then_some(Alarm::At(at))
    }

    fn after(&self, millis: Millis) -> Millis {
        match self.pace() {
            Some(quiet) => quiet.after(self.present.at, millis),
            None => self.present.at + millis,
        }
    }

    fn left(&self, due: Millis) -> Millis {
        left_until(due, self.pace(), self.present)
    }

    fn pace(&self) -> Option<&Quiet> {
        pace(&self.users, self.is_stretched, self.present)
    }

    fn quiet(&self) -> impl Iterator<Item = &Quiet> {
        self.users.iter().filter_map(|user| self.present.quiet(*user))
    }
}

/// A clock of so many seconds, to be wound; none where it is 0: that waits for ever.
pub(crate) fn clock(secs: u32) -> Option<Alarm> {
    (secs > 0).then(|| Alarm::Standing(i64::from(secs) * 1000))
}

/// A clock that runs out as soon as it runs.
pub(crate) const AT_ONCE: Option<Alarm> = Some(Alarm::Standing(0));
