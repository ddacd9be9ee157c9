//! What minds go by in RANKS.

use super::acts::Act;
use super::conditions::{OUT, Track};
use super::deeds::Deed;
use super::sheet::Body;
use super::state::{Note, Purpose};
use super::zones::{distance, mark_of};
use super::{Fight, Ranks, engagement};
use crate::ids::CombatantId;
use crate::stakes::{Aim, Lot, Stakes, nearest};

impl Stakes for Ranks {
    fn lot(fight: &Fight, who: CombatantId) -> Lot {
        let body = fight.body(who);
        if body.is_out() {
            return Lot::Down;
        }
        if !body.is_active() {
            return Lot::Gone;
        }
        Lot::Up(left(body)).hampered(usize::from(body.prone))
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        engagement::are_enemies(fight, one, other)
    }

    fn aim(fight: &Fight, who: CombatantId, act: &Act) -> Aim {
        match act {
            Act::Do { deed: Deed::Attack { target, .. }, .. } => Aim::Strike(*target),
            Act::Do { deed: Deed::Dash { to: Some(to) }, .. } | Act::Move { to: Some(to), .. } => {
                Aim::Step(nearest(fight, who, |foe| mark_of(fight, foe).abs_diff(*to)))
            }
            Act::Pass | Act::Done => Aim::End,
            _ => Aim::Else,
        }
    }

    /// RANKS-CHK-3. A movement has several checks: of those nothing is said.
    fn came_off(note: &Note, who: CombatantId, _: &Act) -> Option<bool> {
        let is_own = |by: &CombatantId, purpose: &Purpose| *by == who && is_whole(*purpose);
        match note {
            Note::Succeeded { who: by, purpose, .. } if is_own(by, purpose) => Some(true),
            Note::Failed { who: by, purpose, .. } if is_own(by, purpose) => Some(false),
            _ => None,
        }
    }

    /// In feet.
    fn gap(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        distance(fight, one, other)
    }
}

/// Whether a check of this kind is all that an act is for.
fn is_whole(purpose: Purpose) -> bool {
    match purpose {
        Purpose::Attack
        | Purpose::Force
        | Purpose::Shift
        | Purpose::Interact
        | Purpose::Skill
        | Purpose::Combine
        | Purpose::Advantage
        | Purpose::Recover => true,
        Purpose::Stance
        | Purpose::Defend
        | Purpose::Soak
        | Purpose::Move
        | Purpose::Match
        | Purpose::Driven
        | Purpose::Resist
        | Purpose::Initiative => false,
    }
}

/// What is left before the worst track takes somebody out, in thousandths: a rank that will go by
/// itself weighs as much as one that stays, since it is in the way now.
fn left(body: &Body) -> u16 {
    let ranks = |track: Track| -> u16 {
        let of_track = body.conditions.iter().filter(|one| one.track == track);
        of_track.map(|one| u16::from(one.rank)).sum()
    };
    let all: u16 = Track::ALL.into_iter().map(ranks).sum();
    let worst = Track::ALL.into_iter().map(ranks).max().unwrap_or(0).min(u16::from(OUT));
    // The worst counts twice.
    1000 - (200 * worst + 66 * all.min(u16::from(OUT) * 3)).min(2000) / 2
}
