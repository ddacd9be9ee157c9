//! Rounds and turns (CARDS-TURN): whose turn it is, what its card still gives, and what follows by
//! itself.

use super::Cards;
use super::sheet::CardSlots;
use super::state::{Note, Slot, Turn};
use super::{Fight, Scene, Step, damage, end, hazards, initiative, swapping};
use crate::fight::{Note as CoreNote, Phase};
use crate::ids::{By, CombatantId};
use crate::why::Why;
use crate::{Turns, Wait};

/// What tells the turns of one creature apart that has several cards.
const PARTS: [&str; 3] = ["", "second card", "third card"];

/// CARDS-INIT-6: the place of the lowest card that has not acted, and its number.
fn next_card(fight: &Fight, who: CombatantId) -> Option<(u8, u8)> {
    let one = fight.get(who).filter(|one| one.body.is_active())?;
    let cards = one.body.card.iter().zip(&one.body.slots).enumerate();
    let unacted = cards.filter(|(_, (_, slots))| !slots.acted);
    unacted.map(|(place, (card, _))| (*card, place as u8)).min()
}

/// CARDS-INIT-6: next to act is the active combatant whose card is lowest among those not yet acted
/// on. CARDS-INIT-3: of a group all who have not acted, in the order the GM likes.
pub fn due(fight: &Fight) -> Vec<CombatantId> {
    due_among(fight, |_| true)
}

/// Returns those for whom this holds who have the lowest card of those for whom it holds.
pub fn due_among(fight: &Fight, is_one: impl Fn(CombatantId) -> bool) -> Vec<CombatantId> {
    let next = |(who, _)| Some((next_card(fight, who)?.0, who)).filter(|_| is_one(who));
    let all: Vec<(u8, CombatantId)> = fight.iter().filter_map(next).collect();
    let lowest = all.iter().map(|(card, _)| *card).min();
    all.into_iter().filter(|(card, _)| Some(*card) == lowest).map(|(_, who)| who).collect()
}

/// CARDS-TURN-4: whether a combatant has the turn, or may begin it now.
pub fn check_turn(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let is_running = fight.phase == Phase::Running && fight.state.outcome.is_none();
    let has_it = match fight.state.turn {
        Some(turn) => turn.who == who,
        None => !fight.state.hold && due(fight).contains(&who),
    };
    if is_running && has_it && fight.body(who).is_active() {
        Ok(())
    } else {
        Err(Why::new("not-your-turn", "CARDS-TURN-4").about(who))
    }
}

/// The turn of a combatant: the one that runs, or the one it would begin.
pub fn turn_of(fight: &Fight, who: CombatantId) -> Turn {
    let next = || {
        let place = next_card(fight, who).map_or(0, |(_, place)| place);
        Turn { who, place, start: super::zones::zone_of(fight, who) }
    };
    fight.state.turn.filter(|turn| turn.who == who).unwrap_or_else(next)
}

/// What the card of its turn still gives.
pub fn slots_of(fight: &Fight, who: CombatantId) -> CardSlots {
    let place = usize::from(turn_of(fight, who).place);
    fight.body(who).slots.get(place).copied().unwrap_or_default()
}

/// CARDS-TURN-3: what pays for a Maneuver on the own turn: the slow slot for a slow one; for a fast
/// one the fast slot, then by itself the slow slot.
pub fn payment(left: CardSlots, slot: Slot) -> Option<Slot> {
    match slot {
        Slot::Slow => left.slow.then_some(Slot::Slow),
        Slot::Fast if left.fast => Some(Slot::Fast),
        Slot::Fast => left.slow.then_some(Slot::Slow),
    }
}

/// CARDS-TURN-5: the card that pays for a reaction: one already acted on first, then the lowest.
fn reacting_card(fight: &Fight, who: CombatantId, slot: Slot) -> Option<u8> {
    let body = fight.body(who);
    let has = |slots: &CardSlots| match slot {
        Slot::Slow => slots.slow,
        Slot::Fast => slots.fast,
    };
    let cards = body.card.iter().zip(&body.slots).enumerate();
    let able = cards.filter(|(_, (_, slots))| has(slots));
    able.map(|(place, (card, slots))| (!slots.acted, *card, place as u8)).min().map(|it| it.2)
}

/// CARDS-TURN-5: whether a reaction could be paid with the fast slot, or with the slow one.
pub fn can_react_with(fight: &Fight, who: CombatantId, slot: Slot) -> bool {
    reacting_card(fight, who, slot).is_some()
}

/// Pays for a Maneuver on the own turn. CARDS-TURN-7: only what is not refused costs something.
pub fn pay(scene: &mut Scene, who: CombatantId, slot: Slot) {
    let place = turn_of(scene.fight(), who).place;
    if let Some(slot) = payment(slots_of(scene.fight(), who), slot) {
        spend(scene, who, place, slot);
    }
}

fn reaction_slot(is_slow: bool) -> Slot {
    if is_slow { Slot::Slow } else { Slot::Fast }
}

/// Whether a reaction can be paid as it was chosen.
pub fn can_pay_reaction(fight: &Fight, who: CombatantId, is_slow: bool) -> bool {
    can_react_with(fight, who, reaction_slot(is_slow))
}

/// Pays for a reaction (CARDS-TURN-5).
pub fn pay_reaction(scene: &mut Scene, who: CombatantId, is_slow: bool) {
    let slot = reaction_slot(is_slow);
    if let Some(place) = reacting_card(scene.fight(), who, slot) {
        spend(scene, who, place, slot);
    }
}

/// CARDS-SWAP-2: the first Maneuver of the round closes the swap window.
fn spend(scene: &mut Scene, who: CombatantId, place: u8, slot: Slot) {
    if scene.fight().state.swap_open {
        scene.note(Note::SwapClosed);
    }
    scene.note(Note::Spent { who, place, slot });
}

/// Begins the turn of whoever acts on it first, if it does not run already.
pub fn begin(scene: &mut Scene, who: CombatantId) {
    if scene.fight().state.turn.is_none() {
        let place = turn_of(scene.fight(), who).place;
        scene.note(Note::TurnBegan { who, place });
    }
}

/// CARDS-TURN-4: the turn ends with a pass.
pub fn pass(scene: &mut Scene, who: CombatantId) {
    scene.note(Note::Passed(who));
    scene.note(Note::TurnEnded(who));
}

/// CARDS-TURN-4: a turn is over when both slots are spent. CARDS-FEAR-5: the frozen and the fainted
/// have none. CARDS-HARM-8: nor has who is Out.
fn is_over(fight: &Fight, who: CombatantId) -> bool {
    let Some(one) = fight.get(who) else { return true };
    let left = slots_of(fight, who);
    !one.body.is_active() || one.body.is_stunned() || !(left.slow || left.fast)
}

impl Turns for Cards {
    /// One step of what follows by itself; false when somebody must decide, or nothing is left.
    fn advance(scene: &mut Scene) -> Step<bool> {
        if scene.fight().phase != Phase::Running {
            return Ok(false);
        }
        damage::settle_fates(scene);
        hazards::suggest_fear(scene);
        end::check(scene)?;
        let fight = scene.fight();
        if let Some(outcome) = fight.state.outcome.clone() {
            end::aftermath(scene, &outcome);
            return Ok(false);
        }
        if let Some(turn) = fight.state.turn {
            let is_over = is_over(fight, turn.who);
            if is_over {
                scene.note(Note::TurnEnded(turn.who));
            }
            return Ok(is_over);
        }
        if fight.state.hold {
            let is_over = swapping::undecided(fight).next().is_none();
            if is_over {
                scene.note(Note::HoldEnded);
            }
            return Ok(is_over);
        }
        let due = due(fight);
        if due.is_empty() {
            end_round(scene);
            return Ok(true);
        }
        // CARDS-TURN-4: who starts the turn with no slot is passed automatically.
        let idle = due.into_iter().find(|who| is_over(fight, *who));
        if let Some(who) = idle {
            begin(scene, who);
            pass(scene, who);
        }
        Ok(idle.is_some())
    }

    /// Who is waited for. CARDS-TURN-8: a turn 24 h, then the GM is reminded and may skip.
    /// CARDS-SWAP-2: the swap hold ends by itself.
    fn waits(fight: &Fight) -> Option<Wait> {
        if fight.phase != Phase::Running || fight.state.outcome.is_some() {
            return None;
        }
        let settings = &fight.settings;
        if fight.state.hold {
            let on = swapping::undecided(fight).map(By::Combatant).collect();
            let clock_secs = u32::from(settings.swap_hold) * 60;
            return Some(Wait {
                on,
                part: "swap hold",
                clock_secs,
                is_skipped: true,
                is_each: false,
            });
        }
        let on = match fight.state.turn {
            Some(turn) => vec![turn.who],
            None => due(fight),
        };
        let place = on.first().map_or(0, |who| turn_of(fight, *who).place);
        let part = PARTS[usize::from(place).min(PARTS.len() - 1)];
        let on: Vec<_> = on.into_iter().map(By::Combatant).collect();
        let clock_secs = settings.turn_secs;
        (!on.is_empty()).then_some(Wait { on, part, clock_secs, is_skipped: false, is_each: false })
    }

    fn is_turn_skipped(_: &Fight, _: CombatantId) -> bool {
        false
    }
}

/// CARDS-HARM-5: who is dying may die. CARDS-AMB-3: ambushers' dice are lost with round 1.
fn end_round(scene: &mut Scene) {
    damage::die_of_wounds(scene);
    if scene.fight().iter().any(|(_, one)| one.body.ambush_bonus > 0) {
        scene.note(Note::AmbushBonusLost);
    }
    begin_round(scene);
}

/// CARDS-TURN-1: hazards tick, slots are refreshed and the swap window opens. CARDS-TURN-2: what
/// was left of the round before is lost. CARDS-END-1: the GM is asked anew.
pub fn begin_round(scene: &mut Scene) {
    let round = scene.fight().round + 1;
    scene.note(CoreNote::RoundBegan(round));
    for who in initiative::by_card(scene.fight()) {
        hazards::tick(scene, who);
    }
    scene.note(Note::Refreshed);
    if scene.fight().state.is_going_on {
        scene.note(Note::GoingOn(false));
    }
    if scene.fight().settings.swap_hold > 0 && swapping::undecided(scene.fight()).next().is_some() {
        scene.note(Note::HoldBegan);
    }
}

/// CARDS-TURN-8: the GM skips whoever is waited for.
pub fn skip(scene: &mut Scene) -> Result<(), Why> {
    let fight = scene.fight();
    if fight.state.hold {
        scene.note(Note::HoldEnded);
        return Ok(());
    }
    let who = match fight.state.turn {
        Some(turn) => Some(turn.who),
        None => due(fight).first().copied(),
    };
    let who = who.filter(|_| fight.phase == Phase::Running);
    let who = who.ok_or(Why::new("bad-setup", "CARDS-TURN-8"))?;
    begin(scene, who);
    pass(scene, who);
    Ok(())
}
