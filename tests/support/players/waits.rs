//! Who is waited for, since when, and how often they were pinged for it.

use std::collections::{BTreeMap, BTreeSet};

use riposte::app::fight_state::{FightState, OpenPrompt};
use riposte::engine::core::ids::{Initiator, UserId};
use riposte::engine::game::PromptSubject;
use riposte::fake_discord::Snowflake;

use super::controls::What;
use super::{Seated, Shown, Step};

/// Somebody who is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wait {
    pub user: UserId,
    pub what: What,
}

/// Everybody who is waited for.
pub fn waits(now: &FightState) -> BTreeSet<Wait> {
    if !now.is_running() || now.is_paused {
        return BTreeSet::new();
    }
    let is_asked =
        |open: &&OpenPrompt| !matches!(open.prompt.subject, PromptSubject::DecoyDelay(_));
    let prompts = now.prompts.iter().filter(is_asked);
    let prompts = prompts.map(|open| Wait { user: open.user, what: what(now, open) });
    let turn = now.turn.iter().filter(|_| now.prompts.is_empty()).flat_map(|turn| {
        let what = What::Turn(now.encrypt_turn_id(turn.id));
        turn.awaited.actors.iter().map(move |by| Wait { user: now.controller_of(*by), what })
    });
    prompts.chain(turn).collect()
}

fn what(now: &FightState, open: &OpenPrompt) -> What {
    What::Prompt(now.encrypt_prompt_id(open.id))
}

/// One time of waiting, while it lasts.
#[derive(Clone, Copy, Debug)]
struct Since {
    pings: u32,
    /// By a message, or a reply to one, with controls for it.
    is_fit: bool,
}

/// All waits of a fight, as they come and go.
#[derive(Debug, Default)]
pub struct Waits {
    open: BTreeMap<Wait, Since>,
    /// Turns that stand still while a question is open.
    still: BTreeMap<Wait, Since>,
    pub begun: u32,
    pub pings: u32,
    pub nudges: u32,
    /// The messages by which waits began, and how many began by each.
    pub calls: BTreeMap<Snowflake, u32>,
}

/// What is wrong with the pings of a step.
#[derive(Debug)]
pub enum Wrong {
    /// Not pinged, or by a message that is of no use.
    Missed(Wait),
    Twice(Wait),
    /// Nobody waited for them, nor had anything else for them to do.
    ForNothing(UserId, Snowflake),
}

impl Waits {
    /// Follows a step, and says what is wrong with it.
    pub fn follow(&mut self, seated: &Seated, step: &Step) -> Vec<Wrong> {
        let are = waits(&step.after);
        let begun = self.come_and_go(step, &are);
        let mut wrong = Vec::new();
        for id in step.posted() {
            let Some(shown) = seated.shown.get(&id) else { continue };
            for user in shown.message.pings.iter().map(|id| UserId(id.0)) {
                let user_waits: Vec<Wait> =
                    are.iter().filter(|wait| wait.user == user).copied().collect();
                let about = seated.about(shown);
                // One message may ask several things.
                let meant = user_waits.iter().filter(|wait| about.contains(&wait.what));
                let mut meant: Vec<Wait> = meant.copied().collect();
                if meant.is_empty() {
                    let begins = user_waits.iter().find(|wait| begun.contains(wait));
                    meant.extend(begins.or(user_waits.first()));
                }
                let Some(wait) = meant.first() else {
                    // GMs hear of what one of them is waited for.
                    let is_gms = |user| step.after.is_gm(user);
                    let is_copy = is_gms(user) && are.iter().any(|wait| is_gms(wait.user));
                    if !is_invitation(shown) && !is_copy {
                        wrong.push(Wrong::ForNothing(user, id));
                    }
                    continue;
                };
                if step.did.is_clock && !begun.contains(wait) {
                    self.nudges += 1;
                    continue;
                }
                if is_invitation(shown) {
                    continue;
                }
                self.pings += 1;
                for wait in &meant {
                    let Some(since) = self.open.get_mut(wait) else { continue };
                    since.pings += 1;
                    if since.pings == 1 {
                        *self.calls.entry(id).or_default() += 1;
                    }
                    since.is_fit |= about.contains(&wait.what);
                    if since.pings > 1 {
                        wrong.push(Wrong::Twice(*wait));
                    }
                }
            }
        }
        let missed = begun.iter().filter(|wait| {
            self.open.get(wait).is_some_and(|since| since.pings == 0 || !since.is_fit)
        });
        wrong.extend(missed.map(|wait| Wrong::Missed(*wait)));
        wrong
    }

    /// The waits that have begun, and want a ping.
    fn come_and_go(&mut self, step: &Step, are: &BTreeSet<Wait>) -> Vec<Wait> {
        let mut begun = Vec::new();
        let were = std::mem::take(&mut self.open);
        let has_stood_still = !step.before.prompts.is_empty();
        for wait in are {
            let same = were.get(wait).copied();
            // Their turn goes on with what they did or answered themselves.
            let still = self.still.get(wait).filter(|_| step.did.by == Some(wait.user)).copied();
            let is_theirs = !has_stood_still || step.did.by == Some(wait.user);
            let anew = || {
                let is_turn = |what: &What| matches!(what, What::Turn(_));
                let is_told =
                    |(was, _): &(&Wait, &Since)| was.user == wait.user && is_turn(&was.what);
                let all = were.iter().chain(self.still.iter().filter(|_| is_theirs));
                let known = is_turn(&wait.what) && is_told_anew(step, wait.user);
                all.filter(|_| known).find(is_told).map(|(_, since)| *since)
            };
            let since = same.or(still).or_else(anew);
            if since.is_none() {
                begun.push(*wait);
            }
            self.open.insert(*wait, since.unwrap_or(Since { pings: 0, is_fit: false }));
        }
        let is_running = |wait: &Wait| {
            let running = step.after.turn.as_ref().map(|turn| step.after.encrypt_turn_id(turn.id));
            let running = running.map(What::Turn);
            running == Some(wait.what) && !step.after.prompts.is_empty()
        };
        self.still.retain(|wait, _| is_running(wait));
        self.still.extend(were.into_iter().filter(|(wait, _)| is_running(wait)));
        self.begun += begun.len() as u32;
        begun
    }
}

/// It is the same time in the fight, told of anew, and this user is waited for in it with one of
/// those with whom they were.
fn is_told_anew(step: &Step, user: UserId) -> bool {
    let on = |now: &FightState| {
        let turn = now.turn.as_ref()?;
        let waited = turn.awaited.clone();
        let theirs = waited.actors.into_iter().filter(|by| now.controller_of(*by) == user);
        let theirs: BTreeSet<Initiator> = theirs.collect();
        Some(((waited.round, waited.group_keys, waited.initiative_part), theirs))
    };
    match (on(&step.before), on(&step.after)) {
        (Some((was, of_was)), Some((is, of_is))) => was == is && !of_was.is_disjoint(&of_is),
        _ => false,
    }
}

fn is_invitation(shown: &Shown) -> bool {
    shown.controls().iter().any(|control| control.id.starts_with("invited:"))
}

impl Seated {
    /// What a message has controls for, or the one that it replies to.
    pub fn about(&self, shown: &Shown) -> BTreeSet<What> {
        let reference = shown.message.json["message_reference"]["message_id"].as_str();
        let replied = reference.and_then(Snowflake::parse).and_then(|id| self.shown.get(&id));
        let both = std::iter::once(shown).chain(replied);
        both.flat_map(Shown::controls).filter_map(|control| control.about()).collect()
    }
}
