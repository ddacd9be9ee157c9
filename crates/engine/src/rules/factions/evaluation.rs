//! What minds go by in FACTIONS.

use super::acts::{Act, Attack};
use super::state::{Event, SavePurpose};
use super::zones::{self, Place, place_of};
use super::{Factions, Fight, initiative};
use crate::agents::evaluation::{ActPurpose, Evaluation, Standing, nearest_enemy_distance};
use crate::core::ids::CombatantId;

impl Evaluation for Factions {
    fn standing_of(fight: &Fight, who: CombatantId) -> Standing {
        let body = fight.body(who);
        if body.fled || body.left_through.is_some() || body.surrendered {
            return Standing::Left;
        }
        if !body.is_active() {
            return Standing::Down;
        }
        let hampers = [body.grabbed_by.is_some(), body.poisoned, body.broken, body.broken];
        let hampered = hampers.into_iter().filter(|it| *it).count();
        Standing::from_remaining(body.health, body.health_max).with_hindrances(hampered)
    }

    fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
        initiative::are_enemies(fight, one, other)
    }

    fn act_purpose(fight: &Fight, who: CombatantId, act: &Act) -> ActPurpose {
        match act {
            Act::TakeSlot => ActPurpose::BeginTurn,
            Act::Attack(Attack { target, hold_back: false, offered_stunt: None, .. })
            | Act::FinalBlow { target, .. } => ActPurpose::Attack(*target),
            Act::Move { to, sneak: false } => {
                let gap = |foe| movement_halves_between(fight, *to, place_of(fight, foe));
                ActPurpose::Move(nearest_enemy_distance(fight, who, gap))
            }
            Act::Pass { .. } | Act::EndTurn => ActPurpose::EndTurn,
            Act::ThenEndTurn(act) => Self::act_purpose(fight, who, act),
            _ => ActPurpose::Other,
        }
    }

    /// FACT-ATK-2: the save to hit; of what does no damage (FACT-NL-1) that and the target's own.
    fn act_success_in_event(event: &Event, who: CombatantId, act: &Act) -> Option<bool> {
        let needs_more = match act {
            Act::Attack(attack) => !attack.means.is_lethal() || attack.offered_stunt.is_some(),
            Act::ThenEndTurn(act) => return Self::act_success_in_event(event, who, act),
            _ => false,
        };
        match event {
            Event::AttackMissed { attacker: by, .. } if *by == who => Some(false),
            Event::SaveRolled { who: by, purpose: SavePurpose::Hit, passed, .. } if *by == who => {
                Some(*passed).filter(|passed| !passed || !needs_more)
            }
            Event::SaveRolled {
                who: by,
                purpose: SavePurpose::BreakFree | SavePurpose::Skill,
                passed,
                ..
            } if *by == who => Some(*passed),
            Event::SaveRolled {
                purpose: SavePurpose::Disarm | SavePurpose::Grapple | SavePurpose::Manoeuvre,
                passed,
                ..
            } if needs_more => Some(!passed),
            _ => None,
        }
    }

    /// In halves of zones.
    fn distance(fight: &Fight, one: CombatantId, other: CombatantId) -> u16 {
        movement_halves_between(fight, place_of(fight, one), place_of(fight, other))
    }

    /// FACT-SNEAK-1.
    fn is_aware_of(fight: &Fight, who: CombatantId, target: CombatantId) -> bool {
        !fight.body(target).unseen && zones::is_aware(fight, who, target)
    }
}

fn movement_halves_between(fight: &Fight, from: Place, to: Place) -> u16 {
    let far = u16::from(zones::distance(fight, from, to));
    far * 2 + u16::from(far > 0 && from.border.is_none())
}
