//! Other actions (DR12-ACT): casting (DR12-CAST), negotiating, skills, items.

use super::attacks::{afflict, provoke, ride};
use super::checks::{Bend, LONG, Test};
use super::damage::{self, blow, decide};
use super::prompts::{self, Answer, Proposal};
use super::sheet::{Attribute, Item, ItemId, Mood, Spot};
use super::state::{At, Cause, Cost, Note, Outcome, Purpose};
use super::zones::{are_close, distance, zone_of};
use super::{Fight, Scene, Step, checks, morale};
use crate::ids::{By, CombatantId};
use crate::why::Why;

/// DR12-CAST-1: a spell needs a target within its range. DR12-CAST-2: three marks make a damaging
/// spell unusable.
pub fn check_cast(
    fight: &Fight,
    who: CombatantId,
    spell: u8,
    target: CombatantId,
) -> Result<(), Why> {
    let known = fight.body(who).spells.get(usize::from(spell));
    let Some(known) = known else { return Err(Why::new("not-in-hand", "DR12-CAST-1")) };
    if distance(fight, who, target) > known.max {
        return Err(Why::new("out-of-range", "DR12-CAST-1").about(target));
    }
    if known.marks >= 3 { Err(Why::new("broken", "DR12-CAST-2")) } else { Ok(()) }
}

/// DR12-CAST-1: casting is an Action; the caster Tests the spell's attribute, DR 12, and a pass
/// brings the effect. DR12-CAST-2: a damaging spell counts as an attack for criticals (a natural 20
/// doubles, a natural 1 marks the spell), but has no Disadvantage against Close targets.
pub fn cast(scene: &mut Scene, who: CombatantId, spell: u8, target: CombatantId) -> Step {
    let Some(spell) = scene.fight().body(who).spells.get(usize::from(spell)).cloned() else {
        return Ok(());
    };
    scene.note(Note::Spent(who, Cost::Action));
    provoke(scene, who, target);
    scene.note(Note::CastAt { who, target, spell: spell.name.clone() });
    let far = distance(scene.fight(), who, target) > spell.clean;
    let bend = if far { Bend::disadvantage(LONG) } else { Bend::NONE };
    let tested = checks::roll(scene, Test { bend, ..Test::of(who, spell.casts, Purpose::Cast) });
    if spell.damage.is_some() && tested.natural == 1 {
        let marks = (spell.marks + 1).min(3);
        scene.note(Note::SpellMarked { who, name: spell.name.clone(), marks });
    }
    if !tested.passed {
        return Ok(());
    }
    match (spell.damage, &spell.rider) {
        (Some(pool), rider) => {
            let dice = scene.throw(pool);
            let lost = blow(scene, who, target, dice, tested.natural == 20)?;
            ride(scene, target, rider.as_ref(), lost)
        }
        (None, Some(rider)) => afflict(scene, target, rider),
        (None, None) => Ok(()),
    }
}

/// DR12-ACT-6: negotiating needs an enemy who can be spoken to, also where friends may be attacked.
pub fn check_parley(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    let (one, other) = (fight.one(who), fight.one(target));
    let speaks = !one.is_npc() && other.is_npc() && one.body.side != other.body.side;
    if speaks { Ok(()) } else { Err(Why::new("bad-target", "DR12-ACT-6").about(target)) }
}

/// DR12-ACT-6: an Action: CHA Test, DR 12. On a pass the GM accepts (truce, DR12-END-1), calls a
/// morale Test, or refuses (W4; no answer refuses); on a fail nothing happens. DR12-MORALE-3: what
/// who fails the morale Test tries is the GM's choice.
pub fn parley(scene: &mut Scene, who: CombatantId, target: CombatantId) -> Step {
    scene.note(Note::Spent(who, Cost::Action));
    scene.note(Note::ParleyTried { who, target });
    if !checks::roll(scene, Test::of(who, Attribute::Cha, Purpose::Parley)).passed {
        return Ok(());
    }
    let ask = prompts::parley(scene.fight(), who, target);
    let Some(answer) = scene.ask_open(ask)? else { return Ok(()) };
    match answer {
        Answer::Accept => {
            scene.note(Note::ParleyAccepted { who, target });
            decide(scene, Outcome::Truce)
        }
        Answer::Morale => {
            morale::test(scene, &[target], Mood::Fleeing);
            Ok(())
        }
        Answer::MoraleToParley => {
            morale::test(scene, &[target], Mood::Parleying);
            Ok(())
        }
        _ => {
            scene.note(Note::ParleyRefused { who, target });
            Ok(())
        }
    }
}

/// DR12-ACT-5: any other Action: the player proposes an attribute, the GM confirms attribute, DR
/// and meaning (W4).
pub fn skill(scene: &mut Scene, who: CombatantId, attribute: Attribute, text: &str) -> Step {
    scene.note(Note::Spent(who, Cost::Action));
    scene.note(Note::SkillTried { who, attribute, text: text.into() });
    let proposal = Proposal { who, target: None, attribute, text: text.into() };
    let ask = prompts::ruling(scene.fight(), proposal);
    let Some(Answer::Rule(ruling)) = scene.ask_open(ask)? else { return Ok(()) };
    let test = Test { dr: ruling.dr, ..Test::of(who, ruling.attribute, Purpose::Skill) };
    if checks::roll(scene, test).passed {
        scene.note(Note::Effect { who, text: ruling.effect });
    }
    Ok(())
}

/// What one does with an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handling {
    /// From the pack: an Action (DR12-ACT-2).
    Retrieve,
    /// On oneself or a Close ally: an Action (DR12-ACT-4).
    Use(CombatantId),
    /// To a Close ally: an Action (DR12-ACT-4).
    Give(CombatantId),
    /// From one's zone: an Action (DR12-ACT-4).
    Take,
    /// From ready to a free hand: free (DR12-ACT-3).
    Draw,
    /// From hand to a free ready place: free (DR12-ACT-3).
    Stow,
    /// Free (DR12-ACT-3).
    Drop,
}

impl Handling {
    pub fn is_free(self) -> bool {
        matches!(self, Self::Draw | Self::Stow | Self::Drop)
    }

    pub fn receiver(self) -> Option<CombatantId> {
        match self {
            Self::Use(other) | Self::Give(other) => Some(other),
            Self::Retrieve | Self::Take | Self::Draw | Self::Stow | Self::Drop => None,
        }
    }
}

/// DR12-ACT-2 (retrieving), DR12-ACT-3 (free handling), DR12-ACT-4 (using, handing over, picking
/// up): where the item must be, and whether there is a free place.
pub fn check_item(
    fight: &Fight,
    who: CombatantId,
    handling: Handling,
    item: ItemId,
) -> Result<(), Why> {
    let body = fight.body(who);
    let rule = match handling {
        Handling::Retrieve => "DR12-ACT-2",
        Handling::Draw | Handling::Stow | Handling::Drop => "DR12-ACT-3",
        Handling::Use(_) | Handling::Give(_) | Handling::Take => "DR12-ACT-4",
    };
    let full = || Why::new("no-free-slot", rule);
    let not_there = || Why::new("not-in-hand", rule);
    if handling == Handling::Take {
        let lying = find_lying(fight, who, item).ok_or_else(not_there)?;
        return body.free_spot(lying).map(|_| ()).ok_or_else(full);
    }
    let (spot, one) = body.carried(item).ok_or_else(not_there)?;
    let is_at_hand = spot != Spot::Pack;
    match handling {
        Handling::Retrieve if spot == Spot::Pack => {
            body.free_spot(one).map(|_| ()).ok_or_else(full)
        }
        Handling::Use(_) if is_at_hand && one.heals.is_some() => {
            if one.is_broken() {
                Err(Why::new("broken", "DR12-USE-1"))
            } else {
                Ok(())
            }
        }
        Handling::Give(other) if is_at_hand => {
            let receiver = fight.one(other);
            let free = if receiver.is_npc() { None } else { receiver.body.free_spot(one) };
            free.map(|_| ()).ok_or_else(full)
        }
        Handling::Draw if spot == Spot::Ready => {
            if body.free_hands() >= one.hands {
                Ok(())
            } else {
                Err(full())
            }
        }
        Handling::Stow if spot == Spot::Hands => {
            if body.has_ready_place() {
                Ok(())
            } else {
                Err(full())
            }
        }
        Handling::Drop if is_at_hand => Ok(()),
        _ => Err(not_there()),
    }
}

/// DR12-ACT-4, DR12-ZONE-3: oneself or a Close ally; for using also one Out of Action.
pub fn check_receiver(
    fight: &Fight,
    who: CombatantId,
    other: CombatantId,
    handling: Handling,
) -> Result<(), Why> {
    let bad = Why::new("bad-target", "DR12-ACT-4").about(other);
    let Some(receiver) = fight.get(other) else { return Err(bad) };
    let is_use = matches!(handling, Handling::Use(_));
    let is_dead_npc = receiver.is_npc() && receiver.body.hp == 0;
    let is_friend = receiver.body.side == fight.body(who).side
        && !receiver.body.fled
        && !is_dead_npc
        && fight.knows(fight.viewer_of(By::Combatant(who)), other)
        && if is_use { true } else { other != who && receiver.body.is_standing() };
    if !is_friend {
        return Err(bad);
    }
    if are_close(fight, who, other) {
        Ok(())
    } else {
        Err(Why::new("not-close", "DR12-ZONE-3").about(other))
    }
}

pub fn find_lying(fight: &Fight, who: CombatantId, item: ItemId) -> Option<&Item> {
    if fight.one(who).is_npc() {
        return None;
    }
    let zone = fight.zones.get(zone_of(fight, who))?;
    zone.ground.items.iter().find(|one| one.id == item)
}

/// DR12-ACT-2 to DR12-ACT-4: the item changes its place, or is used up and restores HP.
pub fn handle(scene: &mut Scene, who: CombatantId, handling: Handling, item: ItemId) -> Step {
    if !handling.is_free() {
        scene.note(Note::Spent(who, Cost::Action));
    }
    let fight = scene.fight();
    let body = fight.body(who);
    let floor = At::Floor(zone_of(fight, who));
    let found = body.carried(item).map(|(spot, one)| (At::On(who, spot), one.clone()));
    let lying = || find_lying(fight, who, item).map(|one| (floor, one.clone()));
    let Some((from, one)) = found.or_else(lying) else { return Ok(()) };
    let place =
        |who: CombatantId| At::On(who, fight.body(who).free_spot(&one).unwrap_or(Spot::Pack));
    let to = match handling {
        Handling::Retrieve | Handling::Take => place(who),
        Handling::Give(other) => place(other),
        Handling::Draw => At::On(who, Spot::Hands),
        Handling::Stow => At::On(who, Spot::Ready),
        Handling::Drop => floor,
        Handling::Use(_) => At::Gone,
    };
    scene.note(Note::ItemMoved { item, name: one.name.clone(), by: who, from, to });
    if let (Handling::Use(on), Some(pool)) = (handling, one.heals) {
        let amount = scene.total(pool);
        damage::heal(scene, on, amount, Cause::Item);
    }
    Ok(())
}
