//! Who helps in a fight and who is away, and what mercy its clocks have on them.
//!
//! Kept in the fight's row and not in its game: the rules know nothing of it, and an undo leaves
//! it as it is. Who may do what because of it is in [`roles`](super::roles); how it is changed, in
//! `deeds/arrangements.rs`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use engine::game::Member;
use engine::ids::{CombatantId, UserId};
use engine::judgement::Nature;
use store::ids::Millis;

use crate::fight::person::Person;
use crate::fight::quiet::Quiet;
use crate::fight::slots::Recording;
use crate::terms::outbox::{Audience, Nudged};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct People {
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub co_gms: BTreeSet<UserId>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stand_ins: BTreeMap<CombatantId, StandIn>,
    /// What is done for combatants while their players are absent.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub absences: BTreeMap<CombatantId, Absence>,
    /// The NPCs that play themselves, and how.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub natures: BTreeMap<CombatantId, Nature>,
    /// Those of them whose turn that runs somebody has taken over.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) taken_over: BTreeSet<CombatantId>,
    /// Who of them was the last to act alone in the turn that runs, and how often.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) self_played: Option<(CombatantId, u8)>,
    /// The pictures of NPCs, as their GM gave them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub portraits: BTreeMap<CombatantId, String>,
    /// Who is away, until when (milliseconds since 1970).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub away: BTreeMap<UserId, i64>,
    /// Limits stand still in the quiet hours of whoever is waited for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_stretched: bool,
    /// Nobody is nudged.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_unnudged: bool,
    /// The GMs get copies of what players are asked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_mirrored: bool,
    /// Players are not told how likely acts are to come off.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_without_odds: bool,
    /// The last round in which somebody did something that everybody could see.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attended: Option<u16>,
    /// Nobody is there: the clocks stand until somebody is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_asleep: bool,
    /// In which message each audience is told what is done now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) told: Vec<(Audience, Recording)>,
    /// Who has done something in the turn that runs, as everybody could see.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) acted: BTreeSet<CombatantId>,
    /// Nudges that stand for as long as what they are about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) nudged: Vec<(Audience, Nudged)>,
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
    pub is_called: bool,
}

/// What is done for a combatant when the time of its turn has run out, or at once while its player
/// is away. Where nothing is said, the rules of the fight say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absence {
    /// Everybody waits, and the GM is asked.
    Wait,
    Pass,
    /// It defends itself, where the rules have an act for that; else it passes.
    Defend,
    /// The stand-in is asked, and not before.
    StandIn,
}

impl Absence {
    pub const ALL: &[(&str, Self)] = &[
        ("wait", Self::Wait),
        ("pass", Self::Pass),
        ("defend", Self::Defend),
        ("stand-in", Self::StandIn),
    ];
}

/// The time of an input, and what the people in the fight have said about theirs.
pub(crate) struct Present {
    pub at: Millis,
    pub persons: BTreeMap<UserId, Person>,
}

impl Present {
    pub fn quiet(&self, user: UserId) -> Option<&Quiet> {
        self.persons.get(&user)?.quiet.as_ref()
    }

    /// Somebody is not to be pinged now: it is quiet there, or they are away.
    pub fn is_silent(&self, user: UserId) -> bool {
        let person = self.persons.get(&user);
        let is_away = person.and_then(|one| one.away_until).is_some_and(|until| until > self.at);
        is_away || self.quiet(user).is_some_and(|quiet| quiet.end(self.at).is_some())
    }
}

impl People {
    /// What has come to its end by now is over, who is away by now is away, and whoever stands by
    /// for them is called.
    pub(crate) fn go_on(&mut self, present: &Present, members: &[Member]) {
        let is_left = |until: Option<Millis>| until.is_none_or(|until| until > present.at);
        self.stand_ins.retain(|_, stand_in| is_left(stand_in.until));
        let away = present.persons.iter();
        let away = away.filter_map(|(user, person)| Some((*user, person.away_until?)));
        self.away = away.filter(|(_, until)| is_left(Some(*until))).collect();
        for one in members {
            let is_away = one.user.is_some_and(|user| self.away.contains_key(&user));
            if let (Some(stand_in), true) = (self.stand_ins.get_mut(&one.id), is_away) {
                stand_in.is_called = true;
            }
        }
    }

    /// Whether somebody has a part in the fight besides playing their own.
    pub(crate) fn names(&self, user: UserId) -> bool {
        let stands_in = self.stand_ins.values().any(|stand_in| stand_in.user == user);
        stands_in || self.co_gms.contains(&user) || self.away.contains_key(&user)
    }

    /// Those for whom this holds have no part in the fight any more.
    pub(crate) fn forget(&mut self, is_gone: impl Fn(UserId) -> bool) {
        let is_told = |to: Audience| !matches!(to, Audience::Dm(user) if is_gone(user));
        self.co_gms.retain(|user| !is_gone(*user));
        self.stand_ins.retain(|_, stand_in| !is_gone(stand_in.user));
        self.away.retain(|user, _| !is_gone(*user));
        self.told.retain(|(to, _)| is_told(*to));
        self.nudged.retain(|(to, _)| is_told(*to));
    }

    /// An NPC has done something alone.
    pub(crate) fn plays_alone(&mut self, who: CombatantId) {
        let before = self.self_played.filter(|(last, _)| *last == who);
        self.self_played = Some((who, before.map_or(1, |(_, acts)| acts.saturating_add(1))));
    }

    /// Another turn: nobody has done anything in it.
    pub(crate) fn begin_turn(&mut self) {
        self.acted.clear();
        self.taken_over.clear();
        self.self_played = None;
    }

    /// The player acts again: whoever was called for them is not needed any more.
    pub(crate) fn is_back(&mut self, who: CombatantId) {
        if let Some(stand_in) = self.stand_ins.get_mut(&who) {
            stand_in.is_called = false;
        }
    }

    /// Who plays a combatant in its player's place now.
    pub(crate) fn stand_in(&self, who: CombatantId) -> Option<&StandIn> {
        let is_on_call = self.absences.get(&who) == Some(&Absence::StandIn);
        self.stand_ins.get(&who).filter(|stand_in| !is_on_call || stand_in.is_called)
    }

    /// When the next of it comes to its end.
    pub(crate) fn next_end(&self) -> Option<i64> {
        let stand_ins = self.stand_ins.values().filter_map(|stand_in| stand_in.until);
        stand_ins.chain(self.away.values().copied()).min()
    }
}
