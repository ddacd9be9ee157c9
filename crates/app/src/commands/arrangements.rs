//! Arrangements among people: co-GMs, who stands in for whom, what is done for the absent, and what
//! NPCs look like.

use jiff::Timestamp;

use engine::agents::evaluator::{RiskAttitude, Temperament};
use engine::core::command::{Command, Refusal};
use engine::core::ids::{CombatantId, UserId};
use engine::game::{Game, Member};
use engine::visibility::view::Viewer;

use crate::api::outbox::{Audience, Notice};
use crate::api::portrait_url::parse_portrait_url;
use crate::state::availability::Availability;
use crate::state::fight_state::FightState;
use crate::state::people::{AbsencePolicy, StandIn};
use crate::transaction::{InputRecord, StateChange};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Arrangement {
    CoGm {
        user: UserId,
        is_added: bool,
    },
    /// Somebody stands in for the player of a combatant from now on; or nobody.
    StandIn {
        combatant: CombatantId,
        user: Option<UserId>,
        /// As it was typed.
        until: String,
    },
    /// What is done for a combatant while its player is absent; none: what the rules say.
    AbsencePolicy {
        combatant: CombatantId,
        policy: Option<AbsencePolicy>,
    },
    /// NPCs play themselves from now on; or no more.
    Temperament {
        combatants: Vec<CombatantId>,
        temperament: Option<Temperament>,
    },
    /// The picture of an NPC; or none.
    Portrait {
        combatant: CombatantId,
        portrait: Option<String>,
    },
    /// A setting of what people are sent.
    Setting {
        key: String,
        is_on: bool,
    },
}

/// Nothing is said: what the rules say holds.
const NO_POLICY: &str = "none";

/// An NPC plays itself.
pub(crate) const AUTOPLAY_POLICY: &str = "auto";

/// Settings of every fight, whatever its rules: by their keys.
pub(crate) const COMMON_SETTINGS: &[&str] =
    &["ask_single", "decoys", "mirror", "nudges", "odds", "stretch", "tell_gm", "unseal"];

impl Arrangement {
    /// Reads `co-gm`, `stand-in`, `absence`, `portrait`, and `set` of what is no setting of the
    /// rules.
    ///
    /// # Errors
    /// `bad-target`, `which-character`, `nobody-stands-in`: there is no such user or combatant, it
    /// is not theirs to arrange, or it is so already. `bad-portrait`.
    pub fn parse(
        state: &FightState,
        requester: UserId,
        command: &Command,
    ) -> Result<Self, Refusal> {
        if command.verb == "co-gm" {
            let is_added = command.get("do") == "add";
            let unknown = || Refusal::new("bad-target", "").with("name", command.get("user"));
            let user = parse_user(command)?.ok_or_else(unknown)?;
            let is_known = state.people.co_gms.contains(&user) != is_added && user != state.gm;
            return if is_known { Ok(Self::CoGm { user, is_added }) } else { Err(unknown()) };
        }
        if command.verb == "set" {
            let value = command.get("value");
            let bad = || Refusal::new("bad-setup", "").with("why", "value");
            return match value {
                "true" | "false" => {
                    Ok(Self::Setting { key: command.get("key").into(), is_on: value == "true" })
                }
                _ => Err(bad().with("slot", command.get("key")).with("value", value)),
            };
        }
        if command.verb == "portrait" {
            let who = find_npc(state, command.get("who"))?.id;
            return Ok(Self::Portrait {
                combatant: who,
                portrait: parse_portrait_url(command.get("portrait"))?,
            });
        }
        if command.verb == "absence"
            && let Some(who) = parse_autoplay_npcs(state, requester, command)
        {
            return Ok(Self::Temperament {
                combatants: who,
                temperament: parse_temperament(command)?,
            });
        }
        let one = find_player_character(state, requester, command.get("who"))?;
        if command.verb == "absence" {
            return Ok(Self::AbsencePolicy {
                combatant: one.id,
                policy: parse_absence_policy(state, command)?,
            });
        }
        let user = parse_user(command)?;
        let is_theirs = user.is_some() && user == one.user;
        if is_theirs || (user.is_none() && !state.people.stand_ins.contains_key(&one.id)) {
            return Err(Refusal::new("nobody-stands-in", "").with("name", &one.name));
        }
        Ok(Self::StandIn { combatant: one.id, user, until: command.get("until").into() })
    }

    /// What it changes.
    ///
    /// # Errors
    /// `bad-time`.
    pub fn build_change(
        &self,
        state: &FightState,
        person: &Availability,
        now: Timestamp,
    ) -> Result<StateChange, Refusal> {
        let mut people = state.people.clone();
        let (mut notices, mut answer) = (Vec::new(), None);
        let words = match self {
            Self::CoGm { user, is_added } => {
                let (user, is_added) = (*user, *is_added);
                match is_added {
                    true => people.co_gms.insert(user),
                    false => people.co_gms.remove(&user),
                };
                let to = Audience::Channel(state.channel);
                notices.push((to, Notice::CoGmChanged { user, is_added }));
                let what = if is_added { "add" } else { "remove" };
                Command::new("co-gm").with("do", what).with("user", user.0)
            }
            Self::Setting { key, is_on } => {
                match key.as_str() {
                    "mirror" => people.is_copied_to_gms = *is_on,
                    "odds" => people.is_without_odds = !is_on,
                    "stretch" => people.is_extended_by_quiet_hours = *is_on,
                    _ => people.has_no_reminders = !is_on,
                }
                Command::new("set").with("key", key).with("value", is_on)
            }
            Self::AbsencePolicy { combatant: who, policy: absence } => {
                match absence {
                    Some(absence) => people.absence_policies.insert(*who, *absence),
                    None => people.absence_policies.remove(who),
                };
                let known = AbsencePolicy::ALL.iter().find(|(_, one)| Some(*one) == *absence);
                let policy = known.map(|(policy, _)| (*policy).into());
                let name = state.member_name(*who).into();
                answer = Some(Notice::AbsencePolicyChanged { name, policy });
                Command::new("absence").with("who", state.member_name(*who))
            }
            Self::Temperament { combatants: who, temperament: nature } => {
                for one in who {
                    match nature {
                        Some(nature) => people.npc_temperaments.insert(*one, *nature),
                        None => people.npc_temperaments.remove(one),
                    };
                    people.taken_over_npcs.remove(one);
                }
                let names: Vec<&str> = who.iter().map(|one| state.member_name(*one)).collect();
                let names = names.join(", ");
                let words = Command::new("absence").with("who", &names);
                answer = Some(Notice::NpcAutoplayChanged { names, temperament: *nature });
                words
            }
            Self::Portrait { combatant: who, portrait } => {
                match portrait {
                    Some(portrait) => people.npc_portraits.insert(*who, portrait.clone()),
                    None => people.npc_portraits.remove(who),
                };
                let (name, is_given) = (state.member_name(*who).into(), portrait.is_some());
                answer = Some(Notice::PortraitChanged { name, is_set: is_given });
                let words = Command::new("portrait").with("who", state.member_name(*who));
                words.with("portrait", portrait.as_deref().unwrap_or("none"))
            }
            Self::StandIn { combatant: who, user: None, .. } => {
                people.stand_ins.remove(who);
                Command::new("stand-in").with("who", state.member_name(*who))
            }
            Self::StandIn { combatant: who, user: Some(user), until } => {
                let until = match until.as_str() {
                    "" => None,
                    text => Some(person.parse_end_time(text, now)?.as_millisecond()),
                };
                people.stand_ins.insert(*who, StandIn { user: *user, until, is_active: false });
                let words = Command::new("stand-in").with("who", state.member_name(*who));
                words.with("user", user.0)
            }
        };
        let mut change = StateChange {
            notices,
            private_reply: answer,
            ..StateChange::without_game_change(state, InputRecord::from_command(words))
        };
        change.after.people = people;
        Ok(change)
    }
}

/// What may be said of absence in a fight of this system.
pub(crate) fn absence_policies(system: &str) -> Vec<&'static str> {
    let has_defence = !Game::defence_verbs(system).is_empty();
    let all =
        AbsencePolicy::ALL.iter().filter(|(_, one)| has_defence || *one != AbsencePolicy::Defend);
    all.map(|(name, _)| *name).chain([NO_POLICY]).collect()
}

fn parse_absence_policy(
    state: &FightState,
    command: &Command,
) -> Result<Option<AbsencePolicy>, Refusal> {
    let text = command.get("policy");
    let policies = absence_policies(state.system());
    if !policies.contains(&text) {
        let bad = Refusal::bad_setup("", "policy").with("value", text);
        return Err(bad.with("system", state.system()).with("names", policies.join(", ")));
    }
    Ok(AbsencePolicy::ALL.iter().find(|(name, _)| *name == text).map(|(_, absence)| *absence))
}

/// The NPCs that are meant to play themselves, or no more: those who are named, those of a side, or
/// all. None where it is about a player's character.
fn parse_autoplay_npcs(
    state: &FightState,
    user: UserId,
    command: &Command,
) -> Option<Vec<CombatantId>> {
    let is_said = matches!(command.get("policy"), AUTOPLAY_POLICY | NO_POLICY);
    if !is_said || !state.is_gm(user) {
        return None;
    }
    let npcs = || state.members.iter().filter(|one| one.user.is_none());
    let of = |name: &str| -> Vec<CombatantId> {
        let side = |one: &&Member| state.game.side_of(one.id).to_lowercase() == name.to_lowercase();
        let found = state.game.find_combatant(Viewer::Gm, name);
        match npcs().find(|one| Some(one.id) == found) {
            Some(one) => vec![one.id],
            None if found.is_none() => npcs().filter(side).map(|one| one.id).collect(),
            None => Vec::new(),
        }
    };
    let mut all = Vec::new();
    match command.get("who").trim() {
        "" if command.get("policy") == AUTOPLAY_POLICY => all.extend(npcs().map(|one| one.id)),
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
fn parse_temperament(command: &Command) -> Result<Option<Temperament>, Refusal> {
    if command.get("policy") != AUTOPLAY_POLICY {
        return Ok(None);
    }
    let temper = match command.get("temper") {
        "" => RiskAttitude::Plain,
        text => RiskAttitude::parse(text).ok_or_else(|| {
            let names = RiskAttitude::ALL.map(RiskAttitude::key).join(", ");
            Refusal::bad_setup("", "temper").with("value", text).with("names", names)
        })?,
    };
    Ok(Some(Temperament { risk_attitude: temper, spares_downed: command.get("spares") == "true" }))
}

/// The player's character that is meant: of the user's own, for the GM of all.
fn find_player_character<'a>(
    state: &'a FightState,
    user: UserId,
    name: &str,
) -> Result<&'a Member, Refusal> {
    let is_own = |one: &&Member| one.user == Some(user);
    if name.is_empty() {
        let own: Vec<&Member> = state.members.iter().filter(is_own).collect();
        return match own.as_slice() {
            [only] => Ok(only),
            _ => Err(Refusal::new("which-character", "")),
        };
    }
    let found =
        state.viewers_for(user).find_combatant(&state.game, name).and_then(|who| state.member(who));
    let is_theirs = |one: &&Member| is_own(one) || (one.user.is_some() && state.is_gm(user));
    found.filter(is_theirs).ok_or_else(|| Refusal::new("bad-target", "").with("name", name))
}

/// The NPC that is meant, by any name that the GM knows.
fn find_npc<'a>(state: &'a FightState, name: &str) -> Result<&'a Member, Refusal> {
    let found = state.game.find_combatant(Viewer::Gm, name).and_then(|who| state.member(who));
    let found = found.filter(|one| one.user.is_none());
    found.ok_or_else(|| Refusal::new("bad-target", "").with("name", name))
}

/// The user who is named; none where nobody is.
fn parse_user(command: &Command) -> Result<Option<UserId>, Refusal> {
    let text = command.get("user");
    let unknown = |_| Refusal::new("bad-target", "").with("name", text);
    if text.is_empty() { Ok(None) } else { Ok(Some(UserId(text.parse().map_err(unknown)?))) }
}
