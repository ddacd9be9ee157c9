//! Tracks for whom a fight waits, and whether each of them is pinged exactly once.

use std::collections::{BTreeMap, BTreeSet};

use riposte::app::fight_state::{FightState, OpenPrompt};
use riposte::engine::core::ids::{Initiator, UserId};
use riposte::engine::game::PromptSubject;
use riposte::fake_discord::Snowflake;

use super::controls::WaitSubject;
use super::{PlayedFight, ShownMessage, Step};

/// A user for whom the fight waits, and what it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wait {
    pub user: UserId,
    pub subject: WaitSubject,
}

/// Lists all users for whom the fight waits now.
pub fn list_waits(state: &FightState) -> BTreeSet<Wait> {
    if !state.is_running() || state.is_paused {
        return BTreeSet::new();
    }
    let has_user =
        |open: &&OpenPrompt| !matches!(open.prompt.subject, PromptSubject::DecoyDelay(_));
    let prompts = state.prompts.iter().filter(has_user);
    let prompts =
        prompts.map(|open| Wait { user: open.user, subject: prompt_subject(state, open) });
    let turn = state.turn.iter().filter(|_| state.prompts.is_empty()).flat_map(|turn| {
        let subject = WaitSubject::Turn(state.encrypt_turn_id(turn.id));
        turn.awaited
            .actors
            .iter()
            .map(move |initiator| Wait { user: state.controller_of(*initiator), subject })
    });
    prompts.chain(turn).collect()
}

/// Returns the prompt with its encrypted id, as controls name it.
fn prompt_subject(state: &FightState, open: &OpenPrompt) -> WaitSubject {
    WaitSubject::Prompt(state.encrypt_prompt_id(open.id))
}

/// How a user was pinged for a wait that goes on.
#[derive(Clone, Copy, Debug)]
struct OpenWait {
    pings: u32,
    /// Whether a message that pinged them, or the one that it replies to, has controls for it.
    has_controls: bool,
}

/// Follows the waits of a fight step by step.
#[derive(Debug, Default)]
pub struct WaitTracker {
    open: BTreeMap<Wait, OpenWait>,
    /// Waits for turns that are suspended while a prompt is open.
    suspended: BTreeMap<Wait, OpenWait>,
    /// How many waits have begun.
    pub begun: u32,
    pub pings: u32,
    pub reminders: u32,
    /// How many waits each message was the first to ping for.
    pub first_pings: BTreeMap<Snowflake, u32>,
}

/// A fault of the pings in a step.
#[derive(Debug)]
pub enum PingFault {
    /// The user was not pinged, or only by messages without controls for the wait.
    Missed(Wait),
    /// The user was pinged a second time for the same wait, without a deadline.
    Repeated(Wait),
    /// The fight did not wait for the user, and offered them nothing to do.
    Needless(UserId, Snowflake),
}

impl WaitTracker {
    /// Follows a step and returns the faults of its pings.
    pub fn follow(&mut self, fight: &PlayedFight, step: &Step) -> Vec<PingFault> {
        let waits = list_waits(&step.after);
        let new_waits = self.update_waits(step, &waits);
        let mut faults = Vec::new();
        for id in step.posted() {
            let Some(shown) = fight.messages.get(&id) else { continue };
            for user in shown.message.pings.iter().map(|id| UserId(id.0)) {
                let user_waits: Vec<Wait> =
                    waits.iter().filter(|wait| wait.user == user).copied().collect();
                let subjects = fight.message_subjects(shown);
                // One message may be about several waits of the user.
                let matching = user_waits.iter().filter(|wait| subjects.contains(&wait.subject));
                let mut matching: Vec<Wait> = matching.copied().collect();
                if matching.is_empty() {
                    let first = user_waits.iter().find(|wait| new_waits.contains(wait));
                    matching.extend(first.or(user_waits.first()));
                }
                let Some(wait) = matching.first() else {
                    // All GMs are pinged when the fight waits for one of them.
                    let is_gm = |user| step.after.is_gm(user);
                    let is_copy = is_gm(user) && waits.iter().any(|wait| is_gm(wait.user));
                    if !is_invitation(shown) && !is_copy {
                        faults.push(PingFault::Needless(user, id));
                    }
                    continue;
                };
                if step.action.is_clock && !new_waits.contains(wait) {
                    self.reminders += 1;
                    continue;
                }
                if is_invitation(shown) {
                    continue;
                }
                self.pings += 1;
                for wait in &matching {
                    let Some(open_wait) = self.open.get_mut(wait) else { continue };
                    open_wait.pings += 1;
                    if open_wait.pings == 1 {
                        *self.first_pings.entry(id).or_default() += 1;
                    }
                    open_wait.has_controls |= subjects.contains(&wait.subject);
                    if open_wait.pings > 1 {
                        faults.push(PingFault::Repeated(*wait));
                    }
                }
            }
        }
        let needs_ping = |wait: &&Wait| !goes_on_with_given_turn(fight, step, wait);
        let missed = new_waits.iter().filter(needs_ping).filter(|wait| {
            self.open
                .get(wait)
                .is_some_and(|open_wait| open_wait.pings == 0 || !open_wait.has_controls)
        });
        faults.extend(missed.map(|wait| PingFault::Missed(*wait)));
        faults
    }

    /// Replaces the open waits by those after the step, and returns the new ones.
    fn update_waits(&mut self, step: &Step, waits: &BTreeSet<Wait>) -> Vec<Wait> {
        let mut new_waits = Vec::new();
        let previous = std::mem::take(&mut self.open);
        let was_suspended = !step.before.prompts.is_empty();
        for wait in waits {
            let kept = previous.get(wait).copied();
            // Their own act or answer resumes their turn, which needs no ping.
            let resumed =
                self.suspended.get(wait).filter(|_| step.action.user == Some(wait.user)).copied();
            let is_resumable = !was_suspended || step.action.user == Some(wait.user);
            let same_turn_wait = || {
                let is_turn = |subject: &WaitSubject| matches!(subject, WaitSubject::Turn(_));
                let is_previous_turn = |(earlier, _): &(&Wait, &OpenWait)| {
                    earlier.user == wait.user && is_turn(&earlier.subject)
                };
                let all = previous.iter().chain(self.suspended.iter().filter(|_| is_resumable));
                let is_same_turn = is_turn(&wait.subject) && continues_turn(step, wait.user);
                all.filter(|_| is_same_turn).find(is_previous_turn).map(|(_, open_wait)| *open_wait)
            };
            let open_wait = kept.or(resumed).or_else(same_turn_wait);
            if open_wait.is_none() {
                new_waits.push(*wait);
            }
            self.open
                .insert(*wait, open_wait.unwrap_or(OpenWait { pings: 0, has_controls: false }));
        }
        let is_suspended = |wait: &Wait| {
            let turn = step.after.turn.as_ref().map(|turn| step.after.encrypt_turn_id(turn.id));
            let subject = turn.map(WaitSubject::Turn);
            subject == Some(wait.subject) && !step.after.prompts.is_empty()
        };
        self.suspended.retain(|wait, _| is_suspended(wait));
        self.suspended.extend(previous.into_iter().filter(|(wait, _)| is_suspended(wait)));
        self.begun += new_waits.len() as u32;
        new_waits
    }
}

/// Whether a step goes on with the same moment of the fight under another turn id, and still waits
/// for one of the combatants of this user.
fn continues_turn(step: &Step, user: UserId) -> bool {
    let moment_and_actors = |state: &FightState| {
        let turn = state.turn.as_ref()?;
        let awaited = turn.awaited.clone();
        let own_actors =
            awaited.actors.into_iter().filter(|initiator| state.controller_of(*initiator) == user);
        let own_actors: BTreeSet<Initiator> = own_actors.collect();
        Some(((awaited.round, awaited.group_keys, awaited.initiative_part), own_actors))
    };
    match (moment_and_actors(&step.before), moment_and_actors(&step.after)) {
        (Some((before, actors_before)), Some((after, actors_after))) => {
            before == after && !actors_before.is_disjoint(&actors_after)
        }
        _ => false,
    }
}

/// Whether the user has answered just now and goes on with a turn that they were given while it
/// stood still: its message came without a ping.
fn goes_on_with_given_turn(fight: &PlayedFight, step: &Step, wait: &Wait) -> bool {
    let was_given = step.before.turn.as_ref().is_some_and(|turn| {
        let actors = turn.awaited.actors.iter();
        actors.map(|actor| step.before.controller_of(*actor)).any(|user| user == wait.user)
    });
    let has_controls = |shown: &ShownMessage| {
        shown.dm_of.is_none_or(|user| user == wait.user)
            && fight.message_subjects(shown).contains(&wait.subject)
    };
    step.action.user == Some(wait.user)
        && !step.before.prompts.is_empty()
        && was_given
        && fight.messages.values().any(has_controls)
}

/// Whether a message only invites a user to act, for which the fight does not wait.
fn is_invitation(shown: &ShownMessage) -> bool {
    shown.controls().iter().any(|control| control.id.starts_with("invited:"))
}

impl PlayedFight {
    /// The waits that a message, or the one that it replies to, has controls for.
    pub fn message_subjects(&self, shown: &ShownMessage) -> BTreeSet<WaitSubject> {
        let reference = shown.message.json["message_reference"]["message_id"].as_str();
        let replied = reference.and_then(Snowflake::parse).and_then(|id| self.messages.get(&id));
        let both = std::iter::once(shown).chain(replied);
        both.flat_map(ShownMessage::controls).filter_map(|control| control.subject()).collect()
    }
}
