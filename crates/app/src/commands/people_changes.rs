//! Changes to the people of a fight: co-GMs, stand-ins, policies for absent players, autoplayed
//! NPCs, followers, portraits, and settings about messages.

use std::collections::BTreeMap;

use jiff::Timestamp;

use engine::agents::evaluator::{RiskAttitude, Temperament};
use engine::core::command::{Command, Refusal, split_comma_list_heeding_quotes};
use engine::core::ids::{CombatantId, UserId};
use engine::game::{Game, Member};
use engine::visibility::view::Viewer;

use crate::api::outbox::{Audience, Notice};
use crate::api::portrait_url::parse_https_portrait_url;
use crate::state::availability::Availability;
use crate::state::fight_state::FightState;
use crate::state::people::{AbsencePolicy, FightPeople, StandIn};
use crate::state::roles::Role;
use crate::transaction::{InputRecord, StateChange};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PeopleChange {
    CoGm {
        user: UserId,
        is_added: bool,
    },
    /// Gives a combatant a stand-in; `None` removes the stand-in.
    StandIn {
        combatant: CombatantId,
        user: Option<UserId>,
        /// The typed end time.
        until: String,
    },
    /// What happens for a combatant while its player is absent; `None` leaves it to the rules.
    AbsencePolicy {
        combatant: CombatantId,
        policy: Option<AbsencePolicy>,
    },
    /// How NPCs play themselves; `None` ends autoplay.
    Temperament {
        combatants: Vec<CombatantId>,
        temperament: Option<Temperament>,
    },
    /// The portrait of an NPC; `None` removes it.
    Portrait {
        combatant: CombatantId,
        portrait: Option<String>,
    },
    /// A user who does not play follows the fight, or does so no longer.
    Follow {
        user: UserId,
        is_on: bool,
    },
    /// A setting about the messages people get.
    Setting {
        setting: PeopleSetting,
        is_on: bool,
    },
}

/// A setting that changes what people get told or how long they have, and not the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PeopleSetting {
    /// Prompts are copied to the GMs.
    Mirror,
    /// Reminders before a deadline.
    Nudges,
    /// Odds beside the buttons of acts.
    Odds,
    /// Deadlines stand still in the quiet hours of whoever is awaited.
    Stretch,
}

impl PeopleSetting {
    const ALL: [Self; 4] = [Self::Mirror, Self::Nudges, Self::Odds, Self::Stretch];

    /// Returns the setting of a key; `None` for the key of any other setting.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.key() == key)
    }

    /// Returns the key that people type and that the journal has.
    fn key(self) -> &'static str {
        match self {
            Self::Mirror => "mirror",
            Self::Nudges => "nudges",
            Self::Odds => "odds",
            Self::Stretch => "stretch",
        }
    }
}

/// The absence policy that leaves it to the rules.
pub(crate) const NO_POLICY: &str = "none";

/// The absence policy of an autoplayed NPC.
pub(crate) const AUTOPLAY_POLICY: &str = "auto";

/// The keys of settings that every fight has, whatever its rules.
pub(crate) const COMMON_SETTINGS: &[&str] =
    &["ask_single", "decoys", "mirror", "nudges", "odds", "stretch", "tell_gm", "unseal"];

impl PeopleChange {
    /// Parses `co-gm`, `stand-in`, `absence`, `portrait`, `follow`, and `set` of a setting outside
    /// the rules.
    ///
    /// # Errors
    /// `bad-target`, `which-character`, `nobody-stands-in`: there is no such user or combatant, the
    /// user may not arrange it, or nothing would change. `bad-portrait`, `bad-setup` for bad
    /// values.
    pub fn parse(
        state: &FightState,
        requester: UserId,
        command: &Command,
    ) -> Result<Self, Refusal> {
        match command.verb.as_str() {
            "co-gm" => Self::parse_co_gm(state, command),
            "set" => Self::parse_setting(command),
            "follow" => Self::parse_follow(state, requester, command),
            "portrait" => Ok(Self::Portrait {
                combatant: find_npc(state, command.get("who"))?.id,
                portrait: parse_https_portrait_url(command.get("portrait"))?,
            }),
            "absence" => Self::parse_absence(state, requester, command),
            _ => Self::parse_stand_in(state, requester, command),
        }
    }

    /// Parses `co-gm`. Refuses to add the GM or somebody who is a co-GM already, and to remove
    /// somebody who is none.
    fn parse_co_gm(state: &FightState, command: &Command) -> Result<Self, Refusal> {
        let is_added = command.get("do") == "add";
        let unknown = || Refusal::new("bad-target", "").with("name", command.get("user"));
        let user = parse_user(command)?.ok_or_else(unknown)?;
        let changes_something = state.people.co_gms.contains(&user) != is_added;
        if !changes_something || user == state.gm {
            return Err(unknown());
        }
        Ok(Self::CoGm { user, is_added })
    }

    /// Parses `set` of a setting outside the rules.
    fn parse_setting(command: &Command) -> Result<Self, Refusal> {
        let (key, value) = (command.get("key"), command.get("value"));
        match (PeopleSetting::from_key(key), value) {
            (Some(setting), "true" | "false") => {
                Ok(Self::Setting { setting, is_on: value == "true" })
            }
            _ => {
                let refusal = Refusal::new("bad-setup", "").with("why", "value");
                Err(refusal.with("slot", key).with("value", value))
            }
        }
    }

    /// Parses `follow`. Whoever has a part in the fight cannot begin to follow it, but can stop.
    fn parse_follow(
        state: &FightState,
        requester: UserId,
        command: &Command,
    ) -> Result<Self, Refusal> {
        let is_on = command.get("stop") != "true";
        if is_on && state.highest_role_of(requester) != Role::Stranger {
            return Err(Refusal::new("follow-plays", ""));
        }
        Ok(Self::Follow { user: requester, is_on })
    }

    /// Parses `absence`: for NPCs whether and how they play themselves, otherwise the policy for
    /// the time in which a player is absent.
    fn parse_absence(
        state: &FightState,
        requester: UserId,
        command: &Command,
    ) -> Result<Self, Refusal> {
        if let Some(combatants) = find_npcs_for_autoplay_change(state, requester, command) {
            let temperament = parse_temperament_if_autoplayed(command)?;
            return Ok(Self::Temperament { combatants, temperament });
        }
        // What is wrong with the policy comes before whom it is for.
        if command.get("policy") != AUTOPLAY_POLICY {
            parse_policy_or_no_policy_word(state, command)?;
        }
        let member = find_character_to_arrange_for(state, requester, command.get("who"))?;
        Ok(Self::AbsencePolicy {
            combatant: member.id,
            policy: parse_policy_or_no_policy_word(state, command)?,
        })
    }

    /// Parses `stand-in`. Refuses a player as the stand-in of their own character, and to remove a
    /// stand-in where there is none.
    fn parse_stand_in(
        state: &FightState,
        requester: UserId,
        command: &Command,
    ) -> Result<Self, Refusal> {
        let member = find_character_to_arrange_for(state, requester, command.get("who"))?;
        let user = parse_user(command)?;
        let is_own_player = user.is_some() && user == member.user;
        let removes_nobody = user.is_none() && !state.people.stand_ins.contains_key(&member.id);
        if is_own_player || removes_nobody {
            return Err(Refusal::new("nobody-stands-in", "").with("name", &member.name));
        }
        Ok(Self::StandIn { combatant: member.id, user, until: command.get("until").into() })
    }

    /// Builds the change that a fight stores.
    ///
    /// # Errors
    /// `bad-time` for an end time that cannot be read.
    pub fn build_change(
        &self,
        state: &FightState,
        availability: &Availability,
        now: Timestamp,
    ) -> Result<StateChange, Refusal> {
        let input = InputRecord::from(self.to_recorded_command(state));
        let mut change = StateChange {
            notices: self.channel_notice(state).into_iter().collect(),
            private_reply: self.private_reply(state),
            ..StateChange::without_game_change(state, input)
        };
        self.apply_to_people(&mut change.after.people, availability, now)?;
        Ok(change)
    }

    /// Makes the change in the people of a fight. Refuses the end of a stand-in's time that cannot
    /// be read or is past.
    fn apply_to_people(
        &self,
        people: &mut FightPeople,
        availability: &Availability,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        match self {
            Self::CoGm { user, is_added: true } => {
                people.co_gms.insert(*user);
            }
            Self::CoGm { user, is_added: false } => {
                people.co_gms.remove(user);
            }
            Self::Setting { setting, is_on } => match setting {
                PeopleSetting::Mirror => people.is_copied_to_gms = *is_on,
                PeopleSetting::Nudges => people.has_no_reminders = !is_on,
                PeopleSetting::Odds => people.is_without_odds = !is_on,
                PeopleSetting::Stretch => people.is_extended_by_quiet_hours = *is_on,
            },
            Self::AbsencePolicy { combatant, policy } => {
                set_or_remove(&mut people.absence_policies, *combatant, *policy);
            }
            Self::Temperament { combatants, temperament } => {
                for npc in combatants {
                    set_or_remove(&mut people.npc_temperaments, *npc, *temperament);
                    people.taken_over_npcs.remove(npc);
                }
            }
            Self::Follow { user, is_on: true } => {
                people.followers.insert(*user);
            }
            Self::Follow { user, is_on: false } => {
                people.followers.remove(user);
            }
            Self::Portrait { combatant, portrait } => {
                set_or_remove(&mut people.npc_portraits, *combatant, portrait.clone());
            }
            Self::StandIn { combatant, user: None, .. } => {
                people.stand_ins.remove(combatant);
            }
            Self::StandIn { combatant, user: Some(user), until } => {
                let until = match until.as_str() {
                    "" => None,
                    text => Some(availability.parse_future_end_time(text, now)?.as_millisecond()),
                };
                let stand_in = StandIn { user: *user, until, is_active: false };
                people.stand_ins.insert(*combatant, stand_in);
            }
        }
        Ok(())
    }

    /// Returns the command as the journal has it.
    fn to_recorded_command(&self, state: &FightState) -> Command {
        match self {
            Self::CoGm { user, is_added } => {
                let action = if *is_added { "add" } else { "remove" };
                Command::new("co-gm").with("do", action).with("user", user.0)
            }
            Self::Setting { setting, is_on } => {
                Command::new("set").with("key", setting.key()).with("value", is_on)
            }
            Self::AbsencePolicy { combatant, .. } => {
                Command::new("absence").with("who", state.member_name(*combatant))
            }
            Self::Temperament { combatants, .. } => {
                Command::new("absence").with("who", join_member_names(state, combatants))
            }
            Self::Follow { is_on, .. } => Command::new("follow").with("stop", !is_on),
            Self::Portrait { combatant, portrait } => Command::new("portrait")
                .with("who", state.member_name(*combatant))
                .with("portrait", portrait.as_deref().unwrap_or("none")),
            Self::StandIn { combatant, user, .. } => Command::new("stand-in")
                .with("who", state.member_name(*combatant))
                .with_optional("user", user.map(|user| user.0)),
        }
    }

    /// Returns what the channel is told of the change: only co-GMs concern it.
    fn channel_notice(&self, state: &FightState) -> Option<(Audience, Notice)> {
        let Self::CoGm { user, is_added } = *self else { return None };
        Some((Audience::Channel(state.channel), Notice::CoGmChanged { user, is_added }))
    }

    /// Returns what the user reads of the change, if it has a sentence of its own.
    fn private_reply(&self, state: &FightState) -> Option<Notice> {
        match self {
            Self::AbsencePolicy { combatant, policy } => {
                let mut keys = AbsencePolicy::ALL.iter();
                let key = keys.find(|(_, known)| Some(*known) == *policy).map(|(key, _)| *key);
                let name = state.member_name(*combatant).into();
                Some(Notice::AbsencePolicyChanged { name, policy: key.map(Into::into) })
            }
            Self::Temperament { combatants, temperament } => Some(Notice::NpcAutoplayChanged {
                names: join_member_names(state, combatants),
                temperament: *temperament,
            }),
            Self::Follow { is_on, .. } => Some(Notice::Following { is_on: *is_on }),
            Self::Portrait { combatant, portrait } => Some(Notice::PortraitChanged {
                name: state.member_name(*combatant).into(),
                is_set: portrait.is_some(),
            }),
            Self::CoGm { .. } | Self::Setting { .. } | Self::StandIn { .. } => None,
        }
    }
}

/// Sets the value of a key; `None` removes it.
fn set_or_remove<V>(map: &mut BTreeMap<CombatantId, V>, key: CombatantId, value: Option<V>) {
    match value {
        Some(value) => map.insert(key, value),
        None => map.remove(&key),
    };
}

/// Returns the names of combatants with commas between them.
fn join_member_names(state: &FightState, combatants: &[CombatantId]) -> String {
    let names: Vec<&str> = combatants.iter().map(|who| state.member_name(*who)).collect();
    names.join(", ")
}

/// Returns the absence policies of this system.
pub(crate) fn absence_policy_names(system: &str) -> Vec<&'static str> {
    let has_defence = !Game::defence_verbs(system).is_empty();
    let possible = AbsencePolicy::ALL
        .iter()
        .filter(|(_, policy)| has_defence || *policy != AbsencePolicy::Defend);
    possible.map(|(name, _)| *name).chain([NO_POLICY]).collect()
}

/// Parses the policy of `absence`; `None` for the word that means no policy. Refuses other words,
/// and a command without the option, with `bad-setup`.
fn parse_policy_or_no_policy_word(
    state: &FightState,
    command: &Command,
) -> Result<Option<AbsencePolicy>, Refusal> {
    let text = command.get("policy");
    let policies = absence_policy_names(state.system());
    if !policies.contains(&text) {
        let refusal = Refusal::bad_setup("", "policy").with("value", text);
        let policies: Vec<String> = policies.iter().map(ToString::to_string).collect();
        return Err(refusal.with("system", state.system()).with_names_of("policy", &policies));
    }
    Ok(AbsencePolicy::ALL.iter().find(|(name, _)| *name == text).map(|(_, policy)| *policy))
}

/// Returns the NPCs whose autoplay changes: those named, those of a named side, or all. `None`
/// where the command sets another policy or names anybody else, and for a user who is no GM.
fn find_npcs_for_autoplay_change(
    state: &FightState,
    user: UserId,
    command: &Command,
) -> Option<Vec<CombatantId>> {
    let is_autoplay_policy = matches!(command.get("policy"), AUTOPLAY_POLICY | NO_POLICY);
    if !is_autoplay_policy || !state.is_gm(user) {
        return None;
    }
    let who = command.get("who").trim();
    let mut chosen_npcs: Vec<CombatantId> = Vec::new();
    if who.is_empty() && command.get("policy") == AUTOPLAY_POLICY {
        chosen_npcs.extend(state.npcs().map(|npc| npc.id));
    } else {
        // The name of a combatant may contain a comma.
        let is_one_name = state.game.find_combatant(Viewer::Gm, who).is_some();
        let names =
            if is_one_name { vec![who.to_string()] } else { split_comma_list_heeding_quotes(who) };
        for name in &names {
            let named_npcs = find_npcs_by_name_or_side(state, name);
            if named_npcs.is_empty() {
                return None;
            }
            chosen_npcs.extend(named_npcs);
        }
    }
    chosen_npcs.sort_unstable();
    chosen_npcs.dedup();
    if chosen_npcs.is_empty() { None } else { Some(chosen_npcs) }
}

/// Returns the NPC of a name, or else the NPCs of the side of that name. Empty for the name of a
/// player's combatant.
fn find_npcs_by_name_or_side(state: &FightState, name: &str) -> Vec<CombatantId> {
    if let Some(who) = state.game.find_combatant(Viewer::Gm, name) {
        return if state.is_npc(who) { vec![who] } else { Vec::new() };
    }
    let is_on_side =
        |npc: &&Member| state.game.side_of(npc.id).to_lowercase() == name.to_lowercase();
    state.npcs().filter(is_on_side).map(|npc| npc.id).collect()
}

/// Returns how autoplayed NPCs play; `None` where autoplay ends.
fn parse_temperament_if_autoplayed(command: &Command) -> Result<Option<Temperament>, Refusal> {
    if command.get("policy") != AUTOPLAY_POLICY {
        return Ok(None);
    }
    let risk_attitude = match command.get("temper") {
        "" => RiskAttitude::Plain,
        text => RiskAttitude::parse(text).ok_or_else(|| {
            let names = RiskAttitude::ALL.map(|attitude| attitude.key().to_string());
            Refusal::bad_setup("", "temper").with("value", text).with_names_of("temper", &names)
        })?,
    };
    Ok(Some(Temperament { risk_attitude, spares_downed: command.get("spares") == "true" }))
}

/// Finds the player's character that the user may arrange something for: among their own, for a GM
/// among all players' characters. An empty name means their only one.
fn find_character_to_arrange_for<'a>(
    state: &'a FightState,
    user: UserId,
    name: &str,
) -> Result<&'a Member, Refusal> {
    let is_own = |member: &&Member| member.user == Some(user);
    if name.is_empty() {
        let own_characters: Vec<&Member> = state.members.iter().filter(is_own).collect();
        return match own_characters.as_slice() {
            [only] => Ok(only),
            _ => Err(Refusal::new("which-character", "")),
        };
    }
    let member = state.find_member_or_refuse(&state.perspective_of_user(user), name)?;
    let may_arrange = is_own(&member) || (member.user.is_some() && state.is_gm(user));
    if may_arrange { Ok(member) } else { Err(Refusal::new("bad-target", "").with("name", name)) }
}

/// Finds an NPC by any name that the GM knows.
fn find_npc<'a>(state: &'a FightState, name: &str) -> Result<&'a Member, Refusal> {
    let member = state.game.find_combatant(Viewer::Gm, name).and_then(|who| state.member(who));
    match member {
        Some(npc) if npc.user.is_none() => Ok(npc),
        _ => Err(Refusal::new("bad-target", "").with("name", name)),
    }
}

/// Returns the named user; `None` where the slot is empty.
fn parse_user(command: &Command) -> Result<Option<UserId>, Refusal> {
    let text = command.get("user");
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse() {
        Ok(id) => Ok(Some(UserId(id))),
        Err(_) => Err(Refusal::new("bad-target", "").with("name", text)),
    }
}
