//! The people of a fight: who helps, who stands in and who is away, and what that changes about the
//! deadlines.
//!
//! This is part of the fight's row and not of its game: the rules know nothing of it, and an undo
//! does not change it. [`roles`](super::roles) says who may do what because of it;
//! `commands/people_changes.rs` changes it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use engine::agents::evaluator::Temperament;
use engine::core::ids::{CombatantId, UserId};
use engine::game::Member;
use store::ids::{ChannelId, Millis};

use crate::api::outbox::{Audience, ReminderSubject};
use crate::state::availability::Availability;
use crate::state::message_slots::CurrentRecord;
use crate::state::quiet_hours::QuietHours;

/// Everything about a fight that is outside its rules: its people, their settings about messages
/// and time, its thread and its current messages. Stored as JSON in `fight.people`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FightPeople {
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub co_gms: BTreeSet<UserId>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stand_ins: BTreeMap<CombatantId, StandIn>,
    /// What is done for combatants while their players are absent.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[serde(rename = "absences")]
    pub absence_policies: BTreeMap<CombatantId, AbsencePolicy>,
    /// The NPCs that play themselves, and how.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[serde(rename = "natures")]
    pub npc_temperaments: BTreeMap<CombatantId, Temperament>,
    /// Those of them that somebody has taken over for the running turn.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    #[serde(rename = "taken_over")]
    pub(crate) taken_over_npcs: BTreeSet<CombatantId>,
    /// The NPC that was the last to play itself in the running turn, and its number of acts in a
    /// row.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "self_played")]
    pub(crate) last_autoplay: Option<(CombatantId, u8)>,
    /// The addresses of NPCs' pictures, as their GM gave them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[serde(rename = "portraits")]
    pub npc_portraits: BTreeMap<CombatantId, String>,
    /// Who is away, until when (milliseconds since 1970).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[serde(rename = "away")]
    pub away_until: BTreeMap<UserId, i64>,
    /// Deadlines stand still in the quiet hours of whoever is awaited.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_stretched")]
    pub is_extended_by_quiet_hours: bool,
    /// Nobody gets reminders.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_unnudged")]
    pub has_no_reminders: bool,
    /// The GMs get copies of players' prompts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_mirrored")]
    pub is_copied_to_gms: bool,
    /// Players are not told the odds of their acts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_without_odds: bool,
    /// The last round in which somebody did something that everybody could see.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "attended")]
    pub last_attended_round: Option<u16>,
    /// Who does not play, and gets a digest of each round.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) followers: BTreeSet<UserId>,
    /// Nobody is there: all deadlines stand still until somebody is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_asleep: bool,
    /// The channel of the fight, while nothing can be posted in it: the deadlines of what is asked
    /// there stand still until something can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unreachable: Option<UnreachableChannel>,
    /// The thread that the fight has for itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) thread: Option<FightThread>,
    /// The message in which each audience is told what is done now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "told")]
    pub(crate) current_records: Vec<(Audience, CurrentRecord)>,
    /// Who has acted in the running turn, visibly to everybody.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    #[serde(rename = "acted")]
    pub(crate) acted_this_turn: BTreeSet<CombatantId>,
    /// Reminders that stay for as long as their prompt or turn is open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "nudged")]
    pub(crate) active_reminders: Vec<(Audience, ReminderSubject)>,
}

/// A thread that belongs to one fight: it is archived when the fight is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FightThread {
    /// It is still to be opened in this channel. Until then the fight has a channel id that no
    /// channel has.
    Wanted(ChannelId),
    /// It is the channel of the fight.
    Open,
}

/// A channel in which nothing can be posted for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnreachableChannel {
    pub channel: ChannelId,
    /// The chat service refuses posts there; otherwise it does not answer, or not now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_refused: bool,
}

/// The user who plays a combatant in its player's place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandIn {
    pub user: UserId,
    /// `None`: until it is revoked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
    /// For a stand-in who plays only while the player is absent ([`AbsencePolicy::StandIn`]): the
    /// player was absent, and has not acted again since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_called")]
    pub is_active: bool,
}

/// What is done for a combatant when the deadline of its turn passes, or at once while its player
/// is away. Without a policy the rules of the fight decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AbsencePolicy {
    /// Everybody waits, and the GM is asked.
    Wait,
    Pass,
    /// It defends itself if the rules have an act for that, otherwise it passes.
    Defend,
    /// The stand-in is asked, and only then.
    StandIn,
}

impl AbsencePolicy {
    pub const ALL: &[(&str, Self)] = &[
        ("wait", Self::Wait),
        ("pass", Self::Pass),
        ("defend", Self::Defend),
        ("stand-in", Self::StandIn),
    ];
}

/// The time of an input, and the availability of the people in the fight.
pub(crate) struct InputTime {
    pub now: Millis,
    pub availability: BTreeMap<UserId, Availability>,
}

impl InputTime {
    pub fn quiet_hours_of(&self, user: UserId) -> Option<&QuietHours> {
        self.availability.get(&user)?.quiet_hours.as_ref()
    }

    /// Whether a user must not be pinged now: they are away, or it is their quiet hours.
    pub fn is_away_or_quiet(&self, user: UserId) -> bool {
        let availability = self.availability.get(&user);
        let is_away = availability
            .and_then(|availability| availability.away_until)
            .is_some_and(|until| until > self.now);
        is_away
            || self.quiet_hours_of(user).is_some_and(|quiet| quiet.current_end(self.now).is_some())
    }
}

impl FightPeople {
    /// Applies the passing of time: ends what has expired, records who is away by now, and
    /// activates the stand-ins of those who are.
    pub(crate) fn refresh_absences_and_stand_ins(
        &mut self,
        input_time: &InputTime,
        members: &[Member],
    ) {
        self.stand_ins
            .retain(|_, stand_in| stand_in.until.is_none_or(|until| until > input_time.now));
        self.away_until.clear();
        for (user, availability) in &input_time.availability {
            if let Some(until) = availability.away_until
                && until > input_time.now
            {
                self.away_until.insert(*user, until);
            }
        }
        for member in members {
            let is_away = member.user.is_some_and(|user| self.away_until.contains_key(&user));
            if is_away && let Some(stand_in) = self.stand_ins.get_mut(&member.id) {
                stand_in.is_active = true;
            }
        }
    }

    /// Whether a user has a part in the fight besides playing their own combatants.
    pub(crate) fn has_part_besides_playing(&self, user: UserId) -> bool {
        let stands_in = self.stand_ins.values().any(|stand_in| stand_in.user == user);
        stands_in
            || self.co_gms.contains(&user)
            || self.away_until.contains_key(&user)
            || self.followers.contains(&user)
    }

    /// Removes all users for whom the predicate holds.
    pub(crate) fn remove_users(&mut self, is_removed: impl Fn(UserId) -> bool) {
        let stays =
            |audience: Audience| !matches!(audience, Audience::Dm(user) if is_removed(user));
        self.co_gms.retain(|user| !is_removed(*user));
        self.followers.retain(|user| !is_removed(*user));
        self.stand_ins.retain(|_, stand_in| !is_removed(stand_in.user));
        self.away_until.retain(|user, _| !is_removed(*user));
        self.current_records.retain(|(audience, _)| stays(*audience));
        self.active_reminders.retain(|(audience, _)| stays(*audience));
    }

    /// Records that an NPC has played an act by itself.
    pub(crate) fn record_autoplay(&mut self, who: CombatantId) {
        let earlier_acts = match self.last_autoplay {
            Some((last, acts)) if last == who => acts,
            _ => 0,
        };
        self.last_autoplay = Some((who, earlier_acts.saturating_add(1)));
    }

    /// Clears what belongs to a turn, because another one begins.
    pub(crate) fn reset_turn(&mut self) {
        self.acted_this_turn.clear();
        self.taken_over_npcs.clear();
        self.last_autoplay = None;
    }

    /// Deactivates a stand-in, because the player acts again.
    pub(crate) fn deactivate_stand_in(&mut self, who: CombatantId) {
        if let Some(stand_in) = self.stand_ins.get_mut(&who) {
            stand_in.is_active = false;
        }
    }

    /// Returns the stand-in who plays a combatant now.
    pub(crate) fn active_stand_in(&self, who: CombatantId) -> Option<&StandIn> {
        let is_on_call = self.absence_policies.get(&who) == Some(&AbsencePolicy::StandIn);
        self.stand_ins.get(&who).filter(|stand_in| !is_on_call || stand_in.is_active)
    }

    /// Returns when the next absence or representation ends (milliseconds since 1970).
    pub(crate) fn next_expiry(&self) -> Option<i64> {
        let stand_ins = self.stand_ins.values().filter_map(|stand_in| stand_in.until);
        stand_ins.chain(self.away_until.values().copied()).min()
    }
}
