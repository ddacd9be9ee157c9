//! What minds go by in CARDS.

use super::acts::Act;
use super::sheet::{Body, Harm, Slots, Track};
use super::state::Note;
use super::zones::{are_closed_in, zone_of};
use super::{Cards, Fight, zones};
use crate::ids::{CombatantId, ZoneId};
use crate::stakes::{Aim, Lot, Stakes, nearest};

impl Stakes for Cards {
    fn lot(fight: &Fight, who: CombatantId) -> Lot {
        let body = fight.body(who);
        if body.out || body.is_dead() {
            return Lot::Down;
        }
        if body.fled {
            return Lot::Gone;
        }
        let left = Harm::ALL.map(|harm| left(body, harm));
        let hampers = [
            body.prone,
            body.held_by.is_some(),
            body.pinned,
            body.fire.is_some(),
            body.shaken.is_some(),
        ];
        let hampered = hampers.into_iter().filter(|it| *it).count();
        let poisoned = body.poisons.len() + body.criticals.len();
        Lot::Up(left[0].min(left[1])).hampered(hampered + poisoned)
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        zones::are_enemies(fight, one, other)
    }

    fn aim(fight: &Fight, who: CombatantId, act: &Act) -> Aim {
        match act {
            Act::Attack { target, .. } | Act::Cast { target, .. } => Aim::Strike(*target),
            Act::Move(to) | Act::Cross { zone: to, .. } => {
                Aim::Step(nearest(fight, who, |foe| steps(fight, *to, zone_of(fight, foe))))
            }
            Act::CloseIn(target) if zones::are_enemies(fight, who, *target) => Aim::Step(0),
            Act::Pass => Aim::End,
            _ => Aim::Else,
        }
    }

    /// CARDS-TEST-2: as many successes as it needs.
    fn came_off(note: &Note, who: CombatantId, _: &Act) -> Option<bool> {
        match note {
            Note::Settled { who: by, successes, need, .. } if *by == who => Some(successes >= need),
            Note::Tested { who: by, purpose, successes, need, .. }
                if *by == who && purpose.is_maneuver() =>
            {
                Some(successes >= need)
            }
            _ => None,
        }
    }

    /// CARDS-TEST-2: of a d6 only the 6 counts.
    fn alike(sides: u8) -> Vec<(u8, u8)> {
        vec![(1, sides.max(1) - 1), (sides.max(1), 1)]
    }

    /// Twice the zones between them, and one more until they have closed in.
    fn gap(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        let steps = steps(fight, zone_of(fight, one), zone_of(fight, other));
        if steps > 1 || are_closed_in(fight, one, other) { steps - 1 } else { steps }
    }
}

/// What is left before Harm of that type takes somebody out, in thousandths.
fn left(body: &Body, harm: Harm) -> u16 {
    let (harmed, most) = match body.track {
        Track::Slots => (body.slots_of(harm).levels(), Slots::MOST.levels()),
        Track::Points => (body.points(harm), body.cap(harm)),
    };
    let most = u32::from(most.max(1));
    (most.saturating_sub(harmed.into()) * 1000 / most) as u16
}

fn steps(fight: &Fight, from: ZoneId, to: ZoneId) -> u16 {
    fight.zones.distance(from, to).map_or(u16::MAX, |steps| 2 * u16::from(steps) + 1)
}
