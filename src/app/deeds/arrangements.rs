//! Arrangements among people: co-GMs, who stands in for whom, and what is done for the absent.

use jiff::Timestamp;

use crate::engine::game::{Game, Member};
use crate::engine::ids::{CombatantId, UserId};
use crate::engine::words::{Refusal, Words};

use crate::app::change::{Change, Said};
use crate::app::fight::fight_now::FightNow;
use crate::app::fight::people::{Absence, StandIn};
use crate::app::fight::person::Person;
use crate::app::terms::outbox::{Audience, Notice};

#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) enum Arrangement {
    CoGm {
        user: UserId,
        is_added: bool,
    },
    /// Somebody stands in for the player of a combatant from now on; or nobody.
    StandIn {
        who: CombatantId,
        user: Option<UserId>,
        /// As it was typed.
        until: String,
    },
    /// What is done for a combatant while its player is absent; none: what the rules say.
    Absence {
        who: CombatantId,
        absence: Option<Absence>,
    },
    /// A setting of the clocks.
    Set {
        key: String,
        is_on: bool,
    },
}

/// Nothing is said: what the rules say holds.
const NO_POLICY: &str = "none";

/// Settings of every fight, whatever its rules: by their keys.
pub(in crate::app) const SETTINGS: &[&str] =
    &["decoys", "mirror", "nudges", "stretch", "tell_gm", "unseal"];

impl Arrangement {
    /// Reads `co-gm`, `stand-in`, `absence`, and `set` of what is no setting of the rules.
    ///
    /// # Errors
    /// `bad-target`, `which-character`, `nobody-stands-in`: there is no such user or combatant, it
    /// is not theirs to arrange, or it is so already.
    pub fn read(now: &FightNow, by: UserId, words: &Words) -> Result<Self, Refusal> {
        if words.verb == "co-gm" {
            let is_added = words.get("do") == "add";
            let unknown = || Refusal::new("bad-target", "").with("name", words.get("user"));
            let user = user(words)?.ok_or_else(unknown)?;
            let is_known = now.people.co_gms.contains(&user) != is_added && user != now.gm;
            return if is_known { Ok(Self::CoGm { user, is_added }) } else { Err(unknown()) };
        }
        if words.verb == "set" {
            let value = words.get("value");
            let bad = || Refusal::new("bad-setup", "").with("why", "value");
            return match value {
                "true" | "false" => {
                    Ok(Self::Set { key: words.get("key").into(), is_on: value == "true" })
                }
                _ => Err(bad().with("slot", words.get("key")).with("value", value)),
            };
        }
        let one = character(now, by, words.get("who"))?;
        if words.verb == "absence" {
            return Ok(Self::Absence { who: one.id, absence: absence(now, words)? });
        }
        let user = user(words)?;
        let is_theirs = user.is_some() && user == one.user;
        if is_theirs || (user.is_none() && !now.people.stand_ins.contains_key(&one.id)) {
            return Err(Refusal::new("nobody-stands-in", "").with("name", &one.name));
        }
        Ok(Self::StandIn { who: one.id, user, until: words.get("until").into() })
    }

    /// What it changes.
    ///
    /// # Errors
    /// `bad-time`.
    pub fn change(
        &self,
        now: &FightNow,
        person: &Person,
        at: Timestamp,
    ) -> Result<Change, Refusal> {
        let mut people = now.people.clone();
        let mut notices = Vec::new();
        let words = match self {
            Self::CoGm { user, is_added } => {
                let (user, is_added) = (*user, *is_added);
                match is_added {
                    true => people.co_gms.insert(user),
                    false => people.co_gms.remove(&user),
                };
                let to = Audience::Channel(now.channel);
                notices.push((to, Notice::CoGm { user, is_added }));
                let what = if is_added { "add" } else { "remove" };
                Words::new("co-gm").with("do", what).with("user", user.0)
            }
            Self::Set { key, is_on } => {
                match key.as_str() {
                    "mirror" => people.is_mirrored = *is_on,
                    "stretch" => people.is_stretched = *is_on,
                    _ => people.is_unnudged = !is_on,
                }
                Words::new("set").with("key", key).with("value", is_on)
            }
            Self::Absence { who, absence } => {
                match absence {
                    Some(absence) => people.absences.insert(*who, *absence),
                    None => people.absences.remove(who),
                };
                Words::new("absence").with("who", now.name(*who))
            }
            Self::StandIn { who, user: None, .. } => {
                people.stand_ins.remove(who);
                Words::new("stand-in").with("who", now.name(*who))
            }
            Self::StandIn { who, user: Some(user), until } => {
                let until = match until.as_str() {
                    "" => None,
                    text => Some(person.until(text, at)?.as_millisecond()),
                };
                people.stand_ins.insert(*who, StandIn { user: *user, until, is_called: false });
                let words = Words::new("stand-in").with("who", now.name(*who));
                words.with("user", user.0)
            }
        };
        let mut change = Change { notices, ..Change::aside(now, Said::of(words)) };
        change.after.people = people;
        Ok(change)
    }
}

/// What may be said of absence in a fight of this system.
pub(in crate::app) fn policies(system: &str) -> Vec<&'static str> {
    let has_defence = !Game::defences(system).is_empty();
    let all = Absence::ALL.iter().filter(|(_, one)| has_defence || *one != Absence::Defend);
    all.map(|(name, _)| *name).chain([NO_POLICY]).collect()
}

fn absence(now: &FightNow, words: &Words) -> Result<Option<Absence>, Refusal> {
    let text = words.get("policy");
    let policies = policies(now.system());
    if !policies.contains(&text) {
        let bad = Refusal::setup("", "policy").with("value", text);
        return Err(bad.with("system", now.system()).with("names", policies.join(", ")));
    }
    Ok(Absence::ALL.iter().find(|(name, _)| *name == text).map(|(_, absence)| *absence))
}

/// The player's character that is meant: of the user's own, for the GM of all.
fn character<'a>(now: &'a FightNow, by: UserId, name: &str) -> Result<&'a Member, Refusal> {
    let is_own = |one: &&Member| one.user == Some(by);
    if name.is_empty() {
        let own: Vec<&Member> = now.members.iter().filter(is_own).collect();
        return match own.as_slice() {
            [only] => Ok(only),
            _ => Err(Refusal::new("which-character", "")),
        };
    }
    let found = now.eyes(by).find(&now.game, name).and_then(|who| now.member(who));
    let is_theirs = |one: &&Member| is_own(one) || (one.user.is_some() && now.is_gm(by));
    found.filter(is_theirs).ok_or_else(|| Refusal::new("bad-target", "").with("name", name))
}

/// The user who is named; none where nobody is.
fn user(words: &Words) -> Result<Option<UserId>, Refusal> {
    let text = words.get("user");
    let unknown = |_| Refusal::new("bad-target", "").with("name", text);
    if text.is_empty() { Ok(None) } else { Ok(Some(UserId(text.parse().map_err(unknown)?))) }
}
