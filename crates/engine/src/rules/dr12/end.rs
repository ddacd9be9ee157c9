//! The end of the fight and its aftermath (DR12-END).

use super::prompts::{self, Answer};
use super::sheet::{Ailment, Attribute, Item, Side, Spot};
use super::state::{At, Cause, Note, Outcome, Scar};
use super::{Fight, Scene, Step, damage, hindrances, morale, turns};
use crate::dice::Pool;
use crate::fight::{Note as CoreNote, Phase};
use crate::ids::CombatantId;

/// DR12-END-1: the fight ends by itself when one side has nobody standing: no enemies, the party
/// wins; the party all out or fled, it loses. Checked after every loss, hazard and flight; if it is
/// so, what is running stops at once.
pub fn check(scene: &mut Scene) -> Step {
    let fight = scene.fight();
    if fight.phase != Phase::Running || fight.state.outcome.is_some() {
        return Ok(());
    }
    let stands =
        |side: Side| fight.iter().any(|(_, one)| one.body.side == side && one.body.is_standing());
    if !stands(Side::Party) {
        damage::decide(scene, Outcome::Lost)
    } else if !stands(Side::Enemy) {
        damage::decide(scene, Outcome::Won)
    } else {
        Ok(())
    }
}

/// Somebody is no longer standing, or no longer there. DR12-STUNT-3: whom it held is free.
/// DR12-TURN-6: its running Turn is over, end step included. DR12-END-1 and DR12-MORALE-1 may
/// follow.
pub fn drop_out(scene: &mut Scene, who: CombatantId) -> Step {
    hindrances::let_go(scene, who);
    if turns::has_turn(scene.fight(), who) {
        scene.note(Note::TurnEnded(who));
    }
    check(scene)?;
    morale::suggest(scene);
    Ok(())
}

/// What follows the end, in order: DR12-END-2, DR12-END-3, DR12-END-4 with DR12-END-5.
pub fn aftermath(scene: &mut Scene, outcome: Outcome) -> Step {
    recover_all(scene);
    if scene.fight().settings.items_return.or(outcome != Outcome::Lost) {
        return_items(scene);
    }
    for who in characters(scene.fight()) {
        wear(scene, who);
    }
    let is_recovered = scene.fight().settings.bodies_recovered.or(outcome != Outcome::Lost);
    for who in characters(scene.fight()) {
        if scene.fight().get(who).is_some_and(|one| one.body.hp == 0) {
            meet_fate(scene, who, is_recovered)?;
        }
    }
    scene.note(CoreNote::Ended(outcome.key().into()));
    Ok(())
}

fn characters(fight: &Fight) -> Vec<CombatantId> {
    fight.iter().filter(|(_, one)| !one.is_npc()).map(|(who, _)| who).collect()
}

/// DR12-END-2: Ongoing Damage and hindrances end with the fight.
fn recover_all(scene: &mut Scene) {
    let everybody: Vec<_> = scene.fight().iter().map(|(who, _)| who).collect();
    for who in everybody {
        for ailment in Ailment::ALL {
            if scene.fight().body(who).cure(ailment).is_some() {
                scene.note(Note::Recovered { who, ailment });
            }
        }
    }
}

/// DR12-END-2: dropped and thrown items return to their owners after won or truce; one for which
/// its owner has no place stays where it is.
fn return_items(scene: &mut Scene) {
    for (from, item) in strayed(scene.fight()) {
        let Some(owner) = item.owner.filter(|owner| scene.fight().get(*owner).is_some()) else {
            continue;
        };
        let body = scene.fight().body(owner);
        let spot = body.free_spot(&item).or_else(|| body.has_pack_place().then_some(Spot::Pack));
        let Some(spot) = spot else { continue };
        let to = At::On(owner, spot);
        let by = match from {
            At::On(holder, _) => holder,
            At::Floor(_) | At::Gone => owner,
        };
        let name = item.name.clone();
        scene.note(Note::ItemMoved { item: item.id, name, by, from, to });
    }
}

/// What was dropped or thrown and is not with its owner: lying in a zone, or picked up by another.
fn strayed(fight: &Fight) -> Vec<(At, Item)> {
    let lying = fight.zones.iter().flat_map(|(id, zone)| {
        zone.ground.items.iter().map(move |item| (At::Floor(id), item.clone()))
    });
    let carried = fight.iter().flat_map(|(who, one)| {
        [Spot::Hands, Spot::Ready, Spot::Pack].into_iter().flat_map(move |spot| {
            let items = one.body.spot(spot).iter();
            let others = items.filter(move |item| item.owner.is_some_and(|owner| owner != who));
            others.map(move |item| (At::On(who, spot), item.clone()))
        })
    });
    lying.chain(carried).collect()
}

/// DR12-END-3: d6 for each of armour, shield, helmet (if its AP reduced a blow in this fight) and
/// ammunition (if shot), in this order; 1–2 marks one usage. Weapons do not roll, and a sacrificed
/// shield is gone.
fn wear(scene: &mut Scene, who: CombatantId) {
    let body = scene.fight().body(who);
    let shields = body.carried_items().filter(|item| item.is_shield());
    let ammunition = body.carried_items().filter(|item| item.ammo);
    let due: Vec<_> = body
        .armour
        .iter()
        .chain(shields)
        .chain(&body.helmet)
        .chain(ammunition)
        .filter(|item| item.used && !item.is_broken())
        .map(|item| (item.id, item.name.clone(), item.marks))
        .collect();
    for (item, name, marks) in due {
        let face = scene.roll(6);
        scene.note(Note::WearRolled { who, item, name: name.clone(), face });
        if face <= 2 {
            scene.note(Note::Marked { who, item, name, marks: marks + 1 });
        }
    }
}

/// DR12-END-4: a Character still Out of Action rolls d6 for what becomes of it, and regains d4 HP
/// if not dead. DR12-END-5: whose body cannot be recovered is lost without a roll.
fn meet_fate(scene: &mut Scene, who: CombatantId, is_recovered: bool) -> Step {
    if !is_recovered {
        scene.note(Note::Scarred { who, scar: Scar::Lost });
        return Ok(());
    }
    let face = scene.roll(6);
    scene.note(Note::FateRolled { who, face });
    let scar = match face {
        1 => Scar::KnockedOut,
        2 => Scar::Shaken,
        3 => Scar::WeakForADay,
        4 => {
            let ask = prompts::cripple(scene.fight(), who);
            match scene.ask_open(ask)? {
                Some(Answer::Lower(attribute)) => Scar::Crippled(attribute),
                Some(_) => Scar::Crippled(Attribute::Str),
                None => return Ok(()),
            }
        }
        5 => Scar::Disfigured,
        _ => Scar::Dead,
    };
    scene.note(Note::Scarred { who, scar });
    if scar != Scar::Dead {
        let amount = scene.total(Pool::d(4));
        damage::heal(scene, who, amount, Cause::Aftermath);
    }
    Ok(())
}
