//! What minds go by in DR12.

use super::acts::Act;
use super::state::{Note, Purpose};
use super::zones::zone_of;
use super::{Dr12, Fight};
use crate::ids::{CombatantId, ZoneId};
use crate::stakes::{Aim, Lot, Stakes, nearest};

impl Stakes for Dr12 {
    fn lot(fight: &Fight, who: CombatantId) -> Lot {
        let body = fight.body(who);
        if body.fled {
            return Lot::Gone;
        }
        if body.hp == 0 {
            return Lot::Down;
        }
        let cures = [&body.ongoing, &body.weakened, &body.distracted, &body.stuck, &body.paralysed];
        let hampered = cures.into_iter().flatten().count();
        Lot::left(body.hp, body.hp_max).hampered(hampered)
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        fight.body(one).side != fight.body(other).side
    }

    fn aim(fight: &Fight, who: CombatantId, act: &Act) -> Aim {
        match act {
            Act::Attack { target, .. } | Act::Cast { target, .. } => Aim::Strike(*target),
            Act::Move(to) | Act::Dash(to) => {
                Aim::Step(nearest(fight, who, |foe| steps(fight, *to, zone_of(fight, foe))))
            }
            Act::Pass => Aim::End,
            _ => Aim::Else,
        }
    }

    fn came_off(note: &Note, who: CombatantId, _: &Act) -> Option<bool> {
        match note {
            Note::Tested { who: by, purpose, passed, .. } if *by == who => match purpose {
                Purpose::Attack
                | Purpose::Cast
                | Purpose::Push
                | Purpose::Grapple
                | Purpose::Stunt
                | Purpose::Skill
                | Purpose::Parley => Some(*passed),
                Purpose::Recover(_) => Some(*passed),
                Purpose::Avoid | Purpose::Resist(_) | Purpose::Hazard | Purpose::Morale => None,
            },
            _ => None,
        }
    }

    fn gap(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        steps(fight, zone_of(fight, one), zone_of(fight, other))
    }
}

fn steps(fight: &Fight, from: ZoneId, to: ZoneId) -> u16 {
    fight.zones.distance(from, to).map_or(u16::MAX, u16::from)
}
