//! Fear, fire, poison, falling and fatigue: the same pools against what nobody wields.

use super::pools::{self, Test};
use super::prompts::{self, Answer};
use super::sheet::{Action, Critical, Harm, Intensity, Panic, Poison, Shaken, Trait};
use super::state::{Cause, Note, OwnPosition, Position, Purpose};
use super::zones::share_zone;
use super::{Fight, Scene, Step, damage, holding};
use crate::fight::Phase;
use crate::ids::CombatantId;

/// The most dice that company adds to a Fear test.
const MOST_COMPANY: usize = 3;

/// The most dice of a fall: as many as a pool may have.
const MOST_FALL_DICE: u8 = 60;

/// CARDS-FEAR-1: the GM is told once per PC of each creature that is feared and has become visible.
pub fn suggest_fear(scene: &mut Scene) {
    let fight = scene.fight();
    let is_feared = |who: &CombatantId| {
        let one = fight.one(*who);
        one.is_npc() && !one.is_hidden && one.body.fear > 0 && one.body.is_active()
    };
    let feared: Vec<_> = fight.iter().map(|(who, _)| who).filter(is_feared).collect();
    for source in feared {
        let fight = scene.fight();
        let known = &fight.state.suggested;
        let players = fight.iter().filter(|(_, one)| !one.is_npc() && one.body.is_active());
        let new = players.map(|(who, _)| who).filter(|who| !known.contains(&(*who, source)));
        let who: Vec<CombatantId> = new.collect();
        if !who.is_empty() {
            scene.note(Note::FearSuggested { source, who });
        }
    }
}

/// A Fear test that the GM calls.
#[derive(Clone, Copy, Debug)]
pub struct Fear {
    pub value: u8,
    pub position: Position,
    pub source: Option<CombatantId>,
    /// CARDS-FEAR-4: nobody is Shaken where nothing threatens.
    pub is_waived: bool,
}

/// CARDS-FEAR-2: one die per PC in the tester's zone (out of combat: in the scene), the tester
/// included, at most three; who is Out or has severe Mental Harm does not count.
fn company(fight: &Fight, who: CombatantId) -> u8 {
    // The critical table: numb, no company dice.
    if fight.body(who).has_critical(Critical::Numb) {
        return 0;
    }
    let is_fighting = fight.phase == Phase::Running;
    let counts = |other: CombatantId| {
        let one = fight.one(other);
        let is_near = !is_fighting || share_zone(fight, who, other);
        let is_counted = other != who || fight.settings.fear_count_self;
        let is_fit = one.body.is_active() && one.body.ment_slots.severe == 0;
        !one.is_npc() && is_near && is_counted && is_fit
    };
    let all = fight.iter().filter(|(other, _)| counts(*other)).count();
    all.min(MOST_COMPANY) as u8
}

/// CARDS-FEAR-1: costs no Maneuver. CARDS-FEAR-3: as many successes as the Fear value; in
/// Controlled position success saves a bonus die. CARDS-FEAR-4: failure gives 2, 3 or 4 Mental
/// Harm, and, who is not Out, is Shaken as they pick.
pub fn fear(scene: &mut Scene, all: &[CombatantId], fear: Fear) -> Step {
    for who in all.iter().copied() {
        let fight = scene.fight();
        if !fight.body(who).is_active() {
            continue;
        }
        // The critical table: dread, Fear values +1.
        let dread = fight.body(who).has_critical(Critical::Dread);
        let value = fear.value.saturating_add(u8::from(dread));
        let bonus = company(fight, who);
        let test = Test::new(Action::Endure, Purpose::Fear);
        let successes = pools::roll(scene, who, Test { bonus, against: Harm::Ment, ..test });
        let Fear { position, source, .. } = fear;
        scene.note(Note::Feared { who, source, value, position, successes });
        if successes >= value {
            if position == Position::Controlled {
                scene.note(Note::BonusSaved(who));
            }
            continue;
        }
        damage::harm(scene, who, Harm::Ment, position.harm() + 1, Cause::Fear);
        if scene.fight().body(who).is_active() && !fear.is_waived {
            shake(scene, who, source)?;
        }
    }
    Ok(())
}

/// CARDS-FEAR-4: flee, freeze, faint or attack. CARDS-FEAR-5: who faints is Prone as well.
/// CARDS-GRAP-6: the Shaken hold nobody.
fn shake(scene: &mut Scene, who: CombatantId, source: Option<CombatantId>) -> Step {
    let ask = prompts::shaken(scene.fight(), who, source);
    let how = match scene.ask(ask)? {
        Answer::Panic(how) => how,
        _ => Panic::Freeze,
    };
    if !scene.fight().body(who).is_active() {
        return Ok(());
    }
    holding::let_go(scene, who);
    scene.note(Note::Shaken { who, shaken: Shaken { how, source } });
    if how == Panic::Faint {
        scene.note(Note::ProneSet { who, is_on: true });
    }
    Ok(())
}

/// CARDS-FIRE-1: Burning, and damage at once: the intensity's less the successes of an automatic
/// Endure test, at least 1. No armour helps. CARDS-GRAP-6: who Burns holds nobody.
pub fn catch_fire(scene: &mut Scene, who: CombatantId, intensity: Intensity) {
    let body = scene.fight().body(who);
    if body.has(Trait::ImmuneFire) || body.fled || body.is_dead() {
        return scene.note(Note::Unharmed { who, cause: Cause::Fire });
    }
    if body.is_active() {
        holding::let_go(scene, who);
        scene.note(Note::CaughtFire { who, intensity });
    }
    burn(scene, who, intensity, 1);
}

fn burn(scene: &mut Scene, who: CombatantId, intensity: Intensity, least: u8) {
    let endured = pools::roll(scene, who, Test::new(Action::Endure, Purpose::Fire));
    let amount = intensity.strength().saturating_sub(endured).max(least);
    damage::harm(scene, who, Harm::Phys, amount, Cause::Fire);
}

/// CARDS-TURN-1: fire ticks, then poison. CARDS-FIRE-2: the same test, at least 0. CARDS-POIS-2:
/// one Harm less than the round before, without a test, each poison by itself. CARDS-HARM-8: none
/// of them ticks for who is Out.
pub fn tick(scene: &mut Scene, who: CombatantId) {
    let body = scene.fight().body(who);
    if let Some(fire) = body.fire.filter(|_| body.is_active()) {
        burn(scene, who, fire.intensity, 0);
    }
    let body = scene.fight().body(who);
    if !body.is_active() || body.poisons.is_empty() {
        return;
    }
    let poisons = body.poisons.clone();
    suffer(scene, who, poisons.into_iter().map(|poison| (poison.harm, poison.next)));
    scene.note(Note::PoisonsTicked(who));
}

/// The Harm of one poison after the other. CARDS-HARM-8: until its victim is Out.
pub fn suffer(scene: &mut Scene, who: CombatantId, all: impl Iterator<Item = (Harm, u8)>) {
    for (harm, amount) in all {
        if !scene.fight().body(who).out {
            damage::harm(scene, who, harm, amount, Cause::Poison);
        }
    }
}

/// CARDS-FIRE-4: Finesse, by the Burning one or anyone in the zone; successes are saved over turns
/// and helpers, and when they reach what the intensity needs the fire is out at once.
pub fn douse(scene: &mut Scene, who: CombatantId, target: CombatantId) {
    let need = pools::need(scene.fight(), who, Action::Finesse);
    let successes = pools::roll(scene, who, Test::new(Action::Finesse, Purpose::Douse));
    // What circumstances ask for is not saved (CARDS-CIRC-1).
    let saved = (successes + 1).saturating_sub(need);
    scene.note(Note::Doused { who: target, by: who, saved });
    let fire = scene.fight().body(target).fire;
    if fire.is_some_and(|fire| fire.quenched >= fire.intensity.strength()) {
        scene.note(Note::FireOut(target));
    }
    slip(scene, who, successes, need);
}

/// CARDS-POIS-1: the GM rolls the toxicity, the victim Endure. More is nothing, as much 1 Harm,
/// fewer as much Harm as the GM has successes; it goes on in later rounds.
pub fn poison(scene: &mut Scene, who: CombatantId, toxicity: u8, harm: Harm) {
    let body = scene.fight().body(who);
    if body.has(Trait::ImmunePoison) || body.fled || body.is_dead() {
        return scene.note(Note::Unharmed { who, cause: Cause::Poison });
    }
    let venom = pools::roll_against(scene, who, Purpose::Poison, toxicity);
    let test = Test { against: harm, ..Test::new(Action::Endure, Purpose::Poison) };
    let endured = pools::roll(scene, who, test);
    let amount = match endured.cmp(&venom) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => venom,
    };
    damage::harm(scene, who, harm, amount, Cause::Poison);
    if amount > 1 {
        let poison = Poison { next: amount - 1, harm };
        scene.note(Note::Poisoned { who, poison });
    }
}

/// CARDS-FALL-1: the GM rolls `fall_dice` dice (1) per full 5 feet, from 10 feet on; 1 Physical
/// Harm per success above the victim's. Armour does not help.
pub fn fall(scene: &mut Scene, who: CombatantId, feet: u8) {
    if feet < 10 {
        return scene.note(Note::Unharmed { who, cause: Cause::Fall });
    }
    let dice = (feet / 5).saturating_mul(scene.fight().settings.fall_dice);
    let impact = pools::roll_against(scene, who, Purpose::Fall, dice.min(MOST_FALL_DICE));
    let endured = pools::roll(scene, who, Test::new(Action::Endure, Purpose::Fall));
    damage::harm(scene, who, Harm::Phys, impact.saturating_sub(endured), Cause::Fall);
}

/// CARDS-FATIGUE-1: Endure, need 1; failure gives 1 Harm.
pub fn fatigue(scene: &mut Scene, who: CombatantId, harm: Harm) {
    let test = Test { against: harm, ..Test::new(Action::Endure, Purpose::Fatigue) };
    let endured = pools::roll(scene, who, test);
    damage::harm(scene, who, harm, u8::from(endured == 0), Cause::Fatigue);
}

/// CARDS-OPT-1: if the GM has set a position, a PC's own slow Maneuver that is no attack and misses
/// its need before deductions costs Harm.
pub fn slip(scene: &mut Scene, who: CombatantId, successes: u8, need: u8) {
    let fight = scene.fight();
    let position = match fight.settings.position {
        OwnPosition::Off => return,
        OwnPosition::Controlled => Position::Controlled,
        OwnPosition::Risky => Position::Risky,
        OwnPosition::Desperate => Position::Desperate,
    };
    if successes < need && !fight.one(who).is_npc() {
        let harm = fight.settings.position_harm;
        damage::harm(scene, who, harm, position.harm(), Cause::Test);
    }
}
