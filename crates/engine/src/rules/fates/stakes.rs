//! What minds go by in FATES.

use super::acts::Act;
use super::deeds::Deed;
use super::state::Note;
use super::zones::zone_of;
use super::{Fates, Fight};
use crate::ids::{CombatantId, ZoneId};
use crate::stakes::{Aim, Lot, Stakes, nearest};

impl Stakes for Fates {
    fn lot(fight: &Fight, who: CombatantId) -> Lot {
        let body = fight.body(who);
        if body.escaped {
            return Lot::Gone;
        }
        if !body.is_active() {
            return Lot::Down;
        }
        let hampered = usize::from(body.grappled_by.is_some());
        Lot::left(body.resolve, body.resolve_max).hampered(hampered + 2 * usize::from(body.wounded))
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        fight.body(one).side != fight.body(other).side
    }

    fn aim(fight: &Fight, who: CombatantId, act: &Act) -> Aim {
        match act {
            Act::Init => Aim::Begin,
            Act::Do { deed: Deed::Attack { target, .. }, .. } => Aim::Strike(*target),
            Act::Move(to) | Act::Dash(to) => {
                Aim::Step(nearest(fight, who, |foe| steps(fight, *to, zone_of(fight, foe))))
            }
            Act::Pass => Aim::End,
            _ => Aim::Else,
        }
    }

    fn came_off(note: &Note, who: CombatantId, _: &Act) -> Option<bool> {
        match note {
            Note::Hit { who: by, .. } | Note::Succeeded { who: by, .. } if *by == who => Some(true),
            Note::Missed { who: by, .. } | Note::Failed { who: by, .. } if *by == who => {
                Some(false)
            }
            _ => None,
        }
    }

    /// FATES-OPT-1: of the Destiny die only the 20 counts.
    fn alike(sides: u8) -> Vec<(u8, u8)> {
        match sides {
            20 => vec![(1, 19), (20, 1)],
            _ => (1..=sides).map(|face| (face, 1)).collect(),
        }
    }

    fn gap(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        steps(fight, zone_of(fight, one), zone_of(fight, other))
    }
}

fn steps(fight: &Fight, from: ZoneId, to: ZoneId) -> u16 {
    fight.zones.distance(from, to).map_or(u16::MAX, u16::from)
}
