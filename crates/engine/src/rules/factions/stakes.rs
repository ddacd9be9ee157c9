//! What minds go by in FACTIONS.

use super::acts::{Act, Attack};
use super::state::{Note, Purpose};
use super::zones::{self, Place, place_of};
use super::{Factions, Fight, initiative};
use crate::ids::CombatantId;
use crate::stakes::{Aim, Lot, Stakes, nearest};

impl Stakes for Factions {
    fn lot(fight: &Fight, who: CombatantId) -> Lot {
        let body = fight.body(who);
        if body.fled || body.left_by.is_some() || body.surrendered {
            return Lot::Gone;
        }
        if !body.is_active() {
            return Lot::Down;
        }
        let hampers = [body.grabbed_by.is_some(), body.poisoned, body.broken, body.broken];
        let hampered = hampers.into_iter().filter(|it| *it).count();
        Lot::left(body.health, body.health_max).hampered(hampered)
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        initiative::are_enemies(fight, one, other)
    }

    fn aim(fight: &Fight, who: CombatantId, act: &Act) -> Aim {
        match act {
            Act::Turn => Aim::Begin,
            Act::Attack(Attack { target, hold_back: false, stunt: None, .. })
            | Act::FinalBlow { target, .. } => Aim::Strike(*target),
            Act::Move { to, sneak: false } => {
                let gap = |foe| steps(fight, *to, place_of(fight, foe));
                Aim::Step(nearest(fight, who, gap))
            }
            Act::Pass { .. } | Act::Done => Aim::End,
            Act::Last(act) => Self::aim(fight, who, act),
            _ => Aim::Else,
        }
    }

    /// FACT-ATK-2: the save to hit; of what does no damage (FACT-NL-1) that and the target's own.
    fn came_off(note: &Note, who: CombatantId, act: &Act) -> Option<bool> {
        let needs_more = match act {
            Act::Attack(attack) => !attack.means.is_lethal() || attack.stunt.is_some(),
            Act::Last(act) => return Self::came_off(note, who, act),
            _ => false,
        };
        match note {
            Note::Missed { who: by, .. } if *by == who => Some(false),
            Note::Saved { who: by, purpose: Purpose::Hit, passed, .. } if *by == who => {
                Some(*passed).filter(|passed| !passed || !needs_more)
            }
            Note::Saved { who: by, purpose: Purpose::Break | Purpose::Skill, passed, .. }
                if *by == who =>
            {
                Some(*passed)
            }
            Note::Saved {
                purpose: Purpose::Disarm | Purpose::Grapple | Purpose::Manoeuvre,
                passed,
                ..
            } if needs_more => Some(!passed),
            _ => None,
        }
    }

    /// In halves of zones.
    fn gap(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        steps(fight, place_of(fight, one), place_of(fight, other))
    }

    /// FACT-SNEAK-1.
    fn is_aware(fight: &Fight, who: CombatantId, of: CombatantId) -> bool {
        !fight.body(of).unseen && zones::is_aware(fight, who, of)
    }
}

fn steps(fight: &Fight, from: Place, to: Place) -> u16 {
    let far = u16::from(zones::distance(fight, from, to));
    far * 2 + u16::from(far > 0 && from.border.is_none())
}
