//! Who helps in a fight and who is away, and what mercy its clocks have on them.
//!
//! Kept in the fight's row and not in its game: the rules know nothing of it, and an undo leaves
//! it as it is. Who may do what because of it is in [`roles`](super::roles); how it is changed, in
//! `deeds/arrangements.rs`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use engine::agents::evaluator::Temperament;
use engine::core::ids::{CombatantId, UserId};
use engine::game::Member;
use store::ids::Millis;

use crate::api::outbox::{Audience, ReminderSubject};
use crate::state::availability::Availability;
use crate::state::message_slots::CurrentRecord;
use crate::state::quiet_hours::QuietHours;

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
    /// Those of them whose turn that runs somebody has taken over.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    #[serde(rename = "taken_over")]
    pub(crate) taken_over_npcs: BTreeSet<CombatantId>,
    /// Who of them was the last to act alone in the turn that runs, and how often.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "self_played")]
    pub(crate) last_autoplay: Option<(CombatantId, u8)>,
    /// The pictures of NPCs, as their GM gave them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[serde(rename = "portraits")]
    pub npc_portraits: BTreeMap<CombatantId, String>,
    /// Who is away, until when (milliseconds since 1970).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[serde(rename = "away")]
    pub away_until: BTreeMap<UserId, i64>,
    /// Limits stand still in the quiet hours of whoever is waited for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_stretched")]
    pub is_extended_by_quiet_hours: bool,
    /// Nobody is nudged.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_unnudged")]
    pub has_no_reminders: bool,
    /// The GMs get copies of what players are asked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_mirrored")]
    pub is_copied_to_gms: bool,
    /// Players are not told how likely acts are to come off.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_without_odds: bool,
    /// The last round in which somebody did something that everybody could see.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "attended")]
    pub last_attended_round: Option<u16>,
    /// Nobody is there: the clocks stand until somebody is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_asleep: bool,
    /// In which message each audience is told what is done now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "told")]
    pub(crate) current_records: Vec<(Audience, CurrentRecord)>,
    /// Who has done something in the turn that runs, as everybody could see.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    #[serde(rename = "acted")]
    pub(crate) acted_this_turn: BTreeSet<CombatantId>,
    /// Nudges that stand for as long as what they are about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "nudged")]
    pub(crate) active_reminders: Vec<(Audience, ReminderSubject)>,
}

/// Who plays a combatant in its player's place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandIn {
    pub user: UserId,
    /// None: until it is taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
    /// Where they play only while the player is absent ([`Absence::StandIn`]): the player was.
    /// Until the player acts again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_called")]
    pub is_active: bool,
}

/// What is done for a combatant when the time of its turn has run out, or at once while its player
/// is away. Where nothing is said, the rules of the fight say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AbsencePolicy {
    /// Everybody waits, and the GM is asked.
    Wait,
    Pass,
    /// It defends itself, where the rules have an act for that; else it passes.
    Defend,
    /// The stand-in is asked, and not before.
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

/// The time of an input, and what the people in the fight have said about theirs.
pub(crate) struct InputTime {
    pub now: Millis,
    pub availability: BTreeMap<UserId, Availability>,
}

impl InputTime {
    pub fn quiet_hours_of(&self, user: UserId) -> Option<&QuietHours> {
        self.availability.get(&user)?.quiet_hours.as_ref()
    }

    /// Somebody is not to be pinged now: it is quiet there, or they are away.
    pub fn is_away_or_quiet(&self, user: UserId) -> bool {
        let person = self.availability.get(&user);
        let is_away = person.and_then(|one| one.away_until).is_some_and(|until| until > self.now);
        is_away
            || self.quiet_hours_of(user).is_some_and(|quiet| quiet.current_end(self.now).is_some())
    }
}

impl FightPeople {
    /// What has come to its end by now is over, who is away by now is away, and whoever stands by
    /// for them is called.
    pub(crate) fn refresh_absences(&mut self, input_time: &InputTime, members: &[Member]) {
        let is_left = |until: Option<Millis>| until.is_none_or(|until| until > input_time.now);
        self.stand_ins.retain(|_, stand_in| is_left(stand_in.until));
        let away = input_time.availability.iter();
        let away = away.filter_map(|(user, person)| Some((*user, person.away_until?)));
        self.away_until = away.filter(|(_, until)| is_left(Some(*until))).collect();
        for one in members {
            let is_away = one.user.is_some_and(|user| self.away_until.contains_key(&user));
            if let (Some(stand_in), true) = (self.stand_ins.get_mut(&one.id), is_away) {
                stand_in.is_active = true;
            }
        }
    }

    /// Whether somebody has a part in the fight besides playing their own.
    pub(crate) fn has_role_or_is_away(&self, user: UserId) -> bool {
        let stands_in = self.stand_ins.values().any(|stand_in| stand_in.user == user);
        stands_in || self.co_gms.contains(&user) || self.away_until.contains_key(&user)
    }

    /// Those for whom this holds have no part in the fight any more.
    pub(crate) fn remove_users(&mut self, is_removed: impl Fn(UserId) -> bool) {
        let is_told = |to: Audience| !matches!(to, Audience::Dm(user) if is_removed(user));
        self.co_gms.retain(|user| !is_removed(*user));
        self.stand_ins.retain(|_, stand_in| !is_removed(stand_in.user));
        self.away_until.retain(|user, _| !is_removed(*user));
        self.current_records.retain(|(to, _)| is_told(*to));
        self.active_reminders.retain(|(to, _)| is_told(*to));
    }

    /// An NPC has done something alone.
    pub(crate) fn record_autoplay(&mut self, who: CombatantId) {
        let before = self.last_autoplay.filter(|(last, _)| *last == who);
        self.last_autoplay = Some((who, before.map_or(1, |(_, acts)| acts.saturating_add(1))));
    }

    /// Another turn: nobody has done anything in it.
    pub(crate) fn reset_turn(&mut self) {
        self.acted_this_turn.clear();
        self.taken_over_npcs.clear();
        self.last_autoplay = None;
    }

    /// The player acts again: whoever was called for them is not needed any more.
    pub(crate) fn deactivate_stand_in(&mut self, who: CombatantId) {
        if let Some(stand_in) = self.stand_ins.get_mut(&who) {
            stand_in.is_active = false;
        }
    }

    /// Who plays a combatant in its player's place now.
    pub(crate) fn active_stand_in(&self, who: CombatantId) -> Option<&StandIn> {
        let is_on_call = self.absence_policies.get(&who) == Some(&AbsencePolicy::StandIn);
        self.stand_ins.get(&who).filter(|stand_in| !is_on_call || stand_in.is_active)
    }

    /// When the next of it comes to its end.
    pub(crate) fn next_expiry(&self) -> Option<i64> {
        let stand_ins = self.stand_ins.values().filter_map(|stand_in| stand_in.until);
        stand_ins.chain(self.away_until.values().copied()).min()
    }
}
