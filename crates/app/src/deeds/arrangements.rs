//! Arrangements among people: co-GMs, who stands in for whom, what is done for the absent, and what
//! NPCs look like.

use jiff::Timestamp;

use engine::command::{Command, Refusal};
use engine::game::{Game, Member};
use engine::ids::{CombatantId, UserId};
use engine::judgement::{Nature, Temper};
use engine::view::Viewer;

use crate::change::{Change, InputRecord};
use crate::fight::fight_state::FightState;
use crate::fight::people::{Absence, StandIn};
use crate::fight::person::Person;
use crate::terms::outbox::{Audience, Notice};
use crate::terms::portrait::portrait;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Arrangement {
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
    /// NPCs play themselves from now on; or no more.
    Nature {
        who: Vec<CombatantId>,
        nature: Option<Nature>,
    },
    /// The picture of an NPC; or none.
    Portrait {
        who: CombatantId,
        portrait: Option<String>,
    },
    /// A setting of what people are sent.
    Set {
        key: String,
        is_on: bool,
    },
}

/// Nothing is said: what the rules say holds.
const NO_POLICY: &str = "none";

/// An NPC plays itself.
pub(crate) const PLAYS_ITSELF: &str = "auto";

/// Settings of every fight, whatever its rules: by their keys.
pub(crate) const SETTINGS: &[&str] =
    &["ask_single", "decoys", "mirror", "nudges", "odds", "stretch", "tell_gm", "unseal"];

impl Arrangement {
    /// Reads `co-gm`, `stand-in`, `absence`, `portrait`, and `set` of what is no setting of the
    /// rules.
    ///
    /// # Errors
    /// `bad-target`, `which-character`, `nobody-stands-in`: there is no such user or combatant, it
    /// is not theirs to arrange, or it is so already. `bad-portrait`.
    pub fn read(now: &FightState, by: UserId, words: &Command) -> Result<Self, Refusal> {
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
        if words.verb == "portrait" {
            let who = npc(now, words.get("who"))?.id;
            return Ok(Self::Portrait { who, portrait: portrait(words.get("portrait"))? });
        }
        if words.verb == "absence"
            && let Some(who) = npcs(now, by, words)
        {
            return Ok(Self::Nature { who, nature: nature(words)? });
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
        now: &FightState,
        person: &Person,
        at: Timestamp,
    ) -> Result<Change, Refusal> {
        let mut people = now.people.clone();
        let (mut notices, mut answer) = (Vec::new(), None);
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
                Command::new("co-gm").with("do", what).with("user", user.0)
            }
            Self::Set { key, is_on } => {
                match key.as_str() {
                    "mirror" => people.is_mirrored = *is_on,
                    "odds" => people.is_without_odds = !is_on,
                    "stretch" => people.is_stretched = *is_on,
                    _ => people.is_unnudged = !is_on,
                }
                Command::new("set").with("key", key).with("value", is_on)
            }
            Self::Absence { who, absence } => {
                match absence {
                    Some(absence) => people.absences.insert(*who, *absence),
                    None => people.absences.remove(who),
                };
                let known = Absence::ALL.iter().find(|(_, one)| Some(*one) == *absence);
                let policy = known.map(|(policy, _)| (*policy).into());
                let name = now.name(*who).into();
                answer = Some(Notice::Absence { name, policy });
                Command::new("absence").with("who", now.name(*who))
            }
            Self::Nature { who, nature } => {
                for one in who {
                    match nature {
                        Some(nature) => people.natures.insert(*one, *nature),
                        None => people.natures.remove(one),
                    };
                    people.taken_over.remove(one);
                }
                let names: Vec<&str> = who.iter().map(|one| now.name(*one)).collect();
                let names = names.join(", ");
                let words = Command::new("absence").with("who", &names);
                answer = Some(Notice::Nature { names, nature: *nature });
                words
            }
            Self::Portrait { who, portrait } => {
                match portrait {
                    Some(portrait) => people.portraits.insert(*who, portrait.clone()),
                    None => people.portraits.remove(who),
                };
                let (name, is_given) = (now.name(*who).into(), portrait.is_some());
                answer = Some(Notice::Portrait { name, is_given });
                let words = Command::new("portrait").with("who", now.name(*who));
                words.with("portrait", portrait.as_deref().unwrap_or("none"))
            }
            Self::StandIn { who, user: None, .. } => {
                people.stand_ins.remove(who);
                Command::new("stand-in").with("who", now.name(*who))
            }
            Self::StandIn { who, user: Some(user), until } => {
                let until = match until.as_str() {
                    "" => None,
                    text => Some(person.until(text, at)?.as_millisecond()),
                };
                people.stand_ins.insert(*who, StandIn { user: *user, until, is_called: false });
                let words = Command::new("stand-in").with("who", now.name(*who));
                words.with("user", user.0)
            }
        };
        let mut change = Change { notices, answer, ..Change::aside(now, InputRecord::of(words)) };
        change.after.people = people;
        Ok(change)
    }
}

/// What may be said of absence in a fight of this system.
pub(crate) fn policies(system: &str) -> Vec<&'static str> {
    let has_defence = !Game::defences(system).is_empty();
    let all = Absence::ALL.iter().filter(|(_, one)| has_defence || *one != Absence::Defend);
    all.map(|(name, _)| *name).chain([NO_POLICY]).collect()
}

fn absence(now: &FightState, words: &Command) -> Result<Option<Absence>, Refusal> {
    let text = words.get("policy");
    let policies = policies(now.system());
    if !policies.contains(&text) {
        let bad = Refusal::setup("", "policy").with("value", text);
        return Err(bad.with("system", now.system()).with("names", policies.join(", ")));
    }
    Ok(Absence::ALL.iter().find(|(name, _)| *name == text).map(|(_, absence)| *absence))
}

/// The NPCs that are meant to play themselves, or no more: those who are named, those of a side, or
/// all. None where it is about a player's character.
fn npcs(now: &FightState, by: UserId, words: &Command) -> Option<Vec<CombatantId>> {
    let is_said = matches!(words.get("policy"), PLAYS_ITSELF | NO_POLICY);
    if !is_said || !now.is_gm(by) {
        return None;
    }
    let npcs = || now.members.iter().filter(|one| one.user.is_none());
    let of = |name: &str| -> Vec<CombatantId> {
        let side = |one: &&Member| now.game.side_of(one.id).to_lowercase() == name.to_lowercase();
        let found = now.game.find(Viewer::Gm, name);
        match npcs().find(|one| Some(one.id) == found) {
            Some(one) => vec![one.id],
            None if found.is_none() => npcs().filter(side).map(|one| one.id).collect(),
            None => Vec::new(),
        }
    };
    let mut all = Vec::new();
    match words.get("who").trim() {
        "" if words.get("policy") == PLAYS_ITSELF => all.extend(npcs().map(|one| one.id)),
        names => {
            for name in names.split(',').map(str::trim) {
                let more = of(name);
                if more.is_empty() {
                    return None;
                }
                all.extend(more);
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    (!all.is_empty()).then_some(all)
}

/// How they play.
fn nature(words: &Command) -> Result<Option<Nature>, Refusal> {
    if words.get("policy") != PLAYS_ITSELF {
        return Ok(None);
    }
    let temper = match words.get("temper") {
        "" => Temper::Plain,
        text => Temper::read(text).ok_or_else(|| {
            let names = Temper::ALL.map(Temper::key).join(", ");
            Refusal::setup("", "temper").with("value", text).with("names", names)
        })?,
    };
    Ok(Some(Nature { temper, is_sparing: words.get("spares") == "true" }))
}

/// The player's character that is meant: of the user's own, for the GM of all.
fn character<'a>(now: &'a FightState, by: UserId, name: &str) -> Result<&'a Member, Refusal> {
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

/// The NPC that is meant, by any name that the GM knows.
fn npc<'a>(now: &'a FightState, name: &str) -> Result<&'a Member, Refusal> {
    let found = now.game.find(Viewer::Gm, name).and_then(|who| now.member(who));
    let found = found.filter(|one| one.user.is_none());
    found.ok_or_else(|| Refusal::new("bad-target", "").with("name", name))
}

/// The user who is named; none where nobody is.
fn user(words: &Command) -> Result<Option<UserId>, Refusal> {
    let text = words.get("user");
    let unknown = |_| Refusal::new("bad-target", "").with("name", text);
    if text.is_empty() { Ok(None) } else { Ok(Some(UserId(text.parse().map_err(unknown)?))) }
}
