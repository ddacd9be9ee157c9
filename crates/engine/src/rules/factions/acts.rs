//! Acts: what a combatant may attempt, the checks before it in the order of refusals, and the way
//! to its rule.

use serde::{Deserialize, Serialize};

use super::Factions;
use super::attacks::Means;
use super::opportunity;
use super::sheet::{Ability, Body, Item, ItemId, Name, Remedy, Stance};
use super::state::{Note, Occasion, Stage};
use super::zones::{Place, place_of};
use super::{Fight, Scene, Step, attacks, blast, damage, grapple, initiative, morale, movement};
use super::{rounds, sneaking, turns, zones};
use crate::Acts;
use crate::command::Risk;
use crate::fight::Phase;
use crate::ids::{CombatantId, ZoneId};
use crate::why::Why;

/// What a combatant attempts (FACT-TURN-1 to FACT-TURN-6), and what is done between turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// FACT-ROUND-3: takes the slot.
    Turn,
    /// FACT-ROUND-4: for oneself, or, by the captain, for all.
    Pass {
        for_all: bool,
    },
    /// FACT-TURN-1: ends the turn.
    Done,
    /// FACT-INIT-3.
    Initiative(Name),
    /// FACT-OPP-4.
    Stance(Stance),
    Attack(Attack),
    Blast(Blast),
    /// FACT-ATK-7: with what an attack on a guard would be made.
    FinalBlow {
        target: CombatantId,
        weapon: ItemId,
    },
    /// FACT-STUNT-1: only while its window is open, and there it is an answer.
    Stunt,
    /// FACT-GRAP-3: half a zone in this direction, or the zone's hazard, or both.
    Shove {
        to: Option<ZoneId>,
        hazard: bool,
    },
    /// FACT-GRAP-5.
    Break,
    /// FACT-GRAP-2: lets go.
    Release,
    Move {
        to: Place,
        sneak: bool,
    },
    Dash,
    Item {
        handling: Handling,
        item: ItemId,
    },
    Interact {
        text: String,
        complex: bool,
    },
    /// FACT-PROT-3: gets behind the barrier, or leaves it.
    Cover {
        is_on: bool,
    },
    Say(String),
    Skill {
        ability: Ability,
        text: String,
    },
    Hide(String),
    /// FACT-CHASE-1.
    Flee,
    /// FACT-SURR-1.
    Surrender,
    /// The act, and then the end of the turn.
    Last(Box<Act>),
}

/// FACT-ATK-1: an attack on one character.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attack {
    pub target: CombatantId,
    pub means: Means,
    /// FACT-ATK-6.
    pub hold_back: bool,
    /// FACT-ATK-11.
    pub indirect: bool,
    /// FACT-STUNT-1: what is offered in place of damage.
    pub stunt: Option<String>,
}

/// FACT-BLAST-1: an attack on one zone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blast {
    pub zone: ZoneId,
    pub weapon: ItemId,
    pub hold_back: bool,
    pub indirect: bool,
}

/// What one does with an item (FACT-TURN-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handling {
    Equip,
    Unequip,
    PickUp,
    PutDown,
    /// On oneself or another.
    Use(CombatantId),
    /// Poison on a held weapon.
    Coat(ItemId),
    Reload,
}

/// What of a turn's actions an act uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spends {
    Main,
    Bonus,
    /// Movement, the whole turn, or nothing.
    Otherwise,
}

impl Act {
    /// FACT-TURN-2: main actions. FACT-TURN-3: bonus actions.
    fn spends(&self) -> Spends {
        match self {
            Self::Attack(_)
            | Self::Blast(_)
            | Self::FinalBlow { .. }
            | Self::Shove { .. }
            | Self::Break
            | Self::Dash
            | Self::Skill { .. }
            | Self::Hide(_)
            | Self::Interact { complex: true, .. } => Spends::Main,
            Self::Item { .. }
            | Self::Cover { is_on: true }
            | Self::Say(_)
            | Self::Interact { complex: false, .. } => Spends::Bonus,
            Self::Last(act) => act.spends(),
            Self::Turn
            | Self::Pass { .. }
            | Self::Done
            | Self::Initiative(_)
            | Self::Stance(_)
            | Self::Stunt
            | Self::Release
            | Self::Cover { is_on: false }
            | Self::Move { .. }
            | Self::Flee
            | Self::Surrender => Spends::Otherwise,
        }
    }

    /// What the act costs, for its label.
    pub fn cost(&self) -> &'static str {
        match (self.spends(), self) {
            (Spends::Main, _) => "Main action",
            (Spends::Bonus, _) => "Bonus action",
            (Spends::Otherwise, Self::Move { .. } | Self::Flee) => "Movement",
            (Spends::Otherwise, Self::Surrender) => "Turn",
            (Spends::Otherwise, _) => "",
        }
    }

    /// What it costs as things stand: FACT-ROUND-6: a pass says what it ends.
    pub fn cost_now(&self, fight: &Fight, who: CombatantId) -> &'static str {
        let ended = match self {
            Self::Pass { for_all } if fight.state.turn.is_none() => {
                rounds::ended_by_pass(fight, who, *for_all)
            }
            _ => None,
        };
        match ended {
            Some(Stage::Ambush) => "Ends the ambush",
            Some(Stage::Fast) => "Ends the fast phase",
            Some(Stage::Round | Stage::Slow) => "Ends the round",
            Some(Stage::RoundEnd) | None => self.cost(),
        }
    }
}

/// The checks of an act, in the order in which refusals take precedence: whose slot it is, what
/// morale and a hold forbid, what is left of the turn, then what the act itself needs.
pub fn check(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    match act {
        Act::Initiative(first) => initiative::check(fight, who, first),
        Act::Stance(_) => check_stance(fight),
        Act::Pass { for_all } if !has_turn(fight, who) => rounds::check_pass(fight, who, *for_all),
        Act::Stunt => Err(Why::new("too-late", "FACT-STUNT-1")),
        Act::Turn if has_turn(fight, who) => Err(Why::new("no-action", "FACT-ROUND-3")),
        Act::Done if !has_turn(fight, who) => {
            rounds::check_turn(fight, who)?;
            Err(Why::new("no-action", "FACT-TURN-1"))
        }
        Act::Pass { for_all: true } => Err(Why::new("not-your-slot", "FACT-ROUND-4")),
        Act::Last(act) if !is_in_turn(act) => check(fight, who, act),
        _ => {
            rounds::check_turn(fight, who)?;
            check_in_turn(fight, who, act)
        }
    }
}

/// Whether an act is done in a turn, and so takes the slot where that is open (FACT-ROUND-3).
fn is_in_turn(act: &Act) -> bool {
    !matches!(act, Act::Initiative(_) | Act::Stance(_) | Act::Pass { .. } | Act::Stunt | Act::Done)
}

fn has_turn(fight: &Fight, who: CombatantId) -> bool {
    fight.state.turn.is_some_and(|turn| turn.who == who)
}

/// FACT-OPP-4: each character may set a standing order, as long as the fight is not over.
fn check_stance(fight: &Fight) -> Result<(), Why> {
    match fight.phase {
        Phase::Setup | Phase::Running => Ok(()),
        Phase::Over(_) => Err(Why::new("too-late", "FACT-OPP-4")),
    }
}

/// The checks that are left once it is the actor's turn.
fn check_in_turn(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    morale::check(fight, who, act)?;
    check_budget(fight, who, act)?;
    match act {
        Act::Attack(attack) => attacks::check(fight, who, attack),
        Act::Blast(blast) => blast::check(fight, who, blast),
        Act::FinalBlow { target, weapon } => {
            attacks::check_final_blow(fight, who, *target, *weapon)
        }
        Act::Shove { to, hazard } => grapple::check_shove(fight, who, *to, *hazard),
        Act::Break => grapple::check_break(fight, who),
        Act::Release => grapple::check_release(fight, who),
        Act::Move { to, sneak } => movement::check(fight, who, *to, *sneak),
        Act::Item { handling, item } => turns::check_item(fight, who, *handling, *item),
        Act::Cover { is_on } => turns::check_cover(fight, who, *is_on),
        Act::Say(text) => turns::check_say(text),
        Act::Hide(_) => sneaking::check_hide(fight, who),
        Act::Flee => movement::check_flee(fight, who),
        Act::Surrender => morale::check_surrender(fight, who),
        Act::Dash if fight.body(who).grabbed_by.is_some() => {
            Err(Why::new("entangled", "FACT-GRAP-1"))
        }
        Act::Last(act) => check_in_turn(fight, who, act),
        Act::Turn
        | Act::Dash
        | Act::Interact { .. }
        | Act::Skill { .. }
        | Act::Done
        | Act::Pass { .. }
        | Act::Initiative(_)
        | Act::Stance(_)
        | Act::Stunt => Ok(()),
    }
}

/// FACT-TURN-1: one bonus action, and one main action or a second bonus action.
fn check_budget(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    let turn = turns::turn_of(fight, who);
    let is_left = match act.spends() {
        Spends::Main => turns::has_main(&turn),
        Spends::Bonus => turns::has_bonus(&turn),
        Spends::Otherwise => true,
    };
    if is_left { Ok(()) } else { Err(Why::new("no-action", "FACT-TURN-1")) }
}

impl Acts for Factions {
    /// A refused act costs nothing, rolls nothing and changes nothing. FACT-ROUND-3: an action
    /// command takes the slot where it is open. FACT-TURN-1: `end:true` ends the turn after it.
    fn perform(scene: &mut Scene, who: CombatantId, act: &Act) -> Step {
        check(scene.fight(), who, act).map_err(|why| why.refusal(scene.fight(), who))?;
        let is_last = matches!(act, Act::Last(_));
        let act = if let Act::Last(act) = act { act } else { act };
        if is_in_turn(act) && !has_turn(scene.fight(), who) {
            scene.note(Note::TurnBegan(who));
        }
        play(scene, who, act)?;
        if is_last && has_turn(scene.fight(), who) {
            scene.note(Note::Finished(who));
        }
        Ok(())
    }

    /// Every legal act of a combatant, as its controller knows the fight.
    ///
    /// What [`check`] asks of every attack and blast is asked once.
    fn acts(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
        let mut offer = |act: Act| {
            if check(fight, who, &act).is_ok() {
                out.push(act);
            }
        };
        if fight.phase == Phase::Running && initiative::leads(fight, who) {
            for first in &fight.state.factions {
                offer(Act::Initiative(first.clone()));
            }
            offer(Act::Pass { for_all: true });
        }
        if rounds::check_turn(fight, who).is_err() {
            Stance::ALL.into_iter().for_each(|stance| offer(Act::Stance(stance)));
            return;
        }
        let turn = turns::turn_of(fight, who);
        let body = fight.body(who);
        let has_main = turns::has_main(&turn) && !body.broken;
        if has_main {
            offer_attacks(fight, who, out);
            offer_blasts(fight, who, out);
        }
        let mut offer_here = |act: Act| {
            if check_in_turn(fight, who, &act).is_ok() {
                out.push(act);
            }
        };
        if has_main {
            for ability in Ability::ALL {
                offer_here(Act::Skill { ability, text: String::new() });
            }
            offer_here(Act::Hide(String::new()));
            offer_shoves(fight, who, &mut offer_here);
        }
        if turn.halves > 0 && body.grabbed_by.is_none() {
            for to in zones::steps(fight, place_of(fight, who)) {
                offer_here(Act::Move { to, sneak: false });
                offer_here(Act::Move { to, sneak: true });
            }
            offer_here(Act::Flee);
        }
        if turns::has_bonus(&turn) && !body.broken {
            offer_items(fight, who, &mut offer_here);
            offer_here(Act::Say(String::new()));
        }
        let (text, is_complex) = (String::new(), fight.settings.complex_interactions);
        offer_here(Act::Interact { text: text.clone(), complex: true });
        if !is_complex {
            offer_here(Act::Interact { text, complex: false });
        }
        for is_on in [true, false] {
            offer_here(Act::Cover { is_on });
        }
        for act in [Act::Dash, Act::Break, Act::Release, Act::Surrender] {
            offer_here(act);
        }
        let mut offer = |act: Act| {
            if check(fight, who, &act).is_ok() {
                out.push(act);
            }
        };
        for act in [Act::Turn, Act::Pass { for_all: false }, Act::Done] {
            offer(act);
        }
        Stance::ALL.into_iter().for_each(|stance| offer(Act::Stance(stance)));
    }

    /// The standing order that the rules know (FACT-OPP-4).
    fn standing(body: &Body) -> Vec<Act> {
        let stance = Some(body.stance).filter(|stance| *stance != Stance::Ask);
        stance.map(Act::Stance).into_iter().collect()
    }

    fn risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
        opportunity::risks(fight, who, act)
    }

    fn cost(act: &Act) -> &'static str {
        act.cost()
    }

    fn cost_now(fight: &Fight, who: CombatantId, act: &Act) -> &'static str {
        act.cost_now(fight, who)
    }
}

fn play(scene: &mut Scene, who: CombatantId, act: &Act) -> Step {
    if frees(act) {
        grapple::let_go(scene, who);
    }
    match act {
        Act::Turn | Act::Stunt => {}
        Act::Pass { .. } if has_turn(scene.fight(), who) => scene.note(Note::Finished(who)),
        Act::Pass { for_all } => rounds::pass(scene, who, *for_all),
        Act::Done => scene.note(Note::Finished(who)),
        Act::Initiative(first) => return initiative::choose(scene, who, first),
        Act::Stance(stance) => scene.note(Note::StanceSet { who, stance: *stance }),
        Act::Attack(attack) => return attacks::attack(scene, who, attack, Occasion::Turn),
        Act::Blast(blast) => return blast::blast(scene, who, blast),
        Act::FinalBlow { target, weapon } => {
            return attacks::final_blow(scene, who, *target, *weapon);
        }
        Act::Shove { to, hazard } => grapple::shove(scene, who, *to, *hazard),
        Act::Break => grapple::break_free(scene, who),
        Act::Release => grapple::let_go(scene, who),
        Act::Move { to, sneak } => return movement::step(scene, who, *to, *sneak),
        Act::Dash => movement::dash(scene, who),
        Act::Item { handling, item } => return turns::handle(scene, who, *handling, *item),
        Act::Interact { text, complex } => turns::interact(scene, who, text, *complex),
        Act::Cover { is_on } => turns::take_cover(scene, who, *is_on),
        Act::Say(text) => turns::say(scene, who, text),
        Act::Skill { ability, text } => return turns::skill(scene, who, *ability, text),
        Act::Hide(text) => return sneaking::hide(scene, who, text),
        Act::Flee => return movement::flee(scene, who),
        Act::Surrender => morale::give_up(scene, who, false),
        Act::Last(act) => return play(scene, who, act),
    }
    Ok(())
}

/// FACT-GRAP-2: actions that free the grabbed one first, whatever comes of them. Attacks look at
/// whom they are made; a hide and a skill wait for the GM.
fn frees(act: &Act) -> bool {
    matches!(
        act,
        Act::Item { .. }
            | Act::Interact { .. }
            | Act::Cover { .. }
            | Act::Say(_)
            | Act::Break
            | Act::Flee
    )
}

/// Attacks for whom there is a main action. What does harm may also be held back, which needs
/// nothing more.
fn offer_attacks(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
    let all = fight.iter().map(|(target, _)| target);
    for target in all.filter(|target| attacks::check_target(fight, who, *target).is_ok()) {
        for means in damage::means_of(fight, who, target) {
            let is_possible = |indirect| {
                let occasion = Occasion::Turn;
                attacks::check_means(fight, who, target, means, indirect, occasion).is_ok()
            };
            let ways: &[bool] = if means.is_lethal() { &[false, true] } else { &[false] };
            for indirect in ways.iter().copied().filter(|indirect| is_possible(*indirect)) {
                out.extend(ways.iter().copied().map(|hold_back| {
                    Act::Attack(Attack { target, means, hold_back, indirect, stunt: None })
                }));
            }
            if let Means::Weapon(weapon) = means
                && attacks::check_final_blow(fight, who, target, weapon).is_ok()
            {
                out.push(Act::FinalBlow { target, weapon });
            }
        }
    }
}

fn offer_blasts(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
    let is_blast = |item: &&Item| item.weapon.as_ref().is_some_and(|weapon| weapon.blast);
    for weapon in fight.body(who).gear.iter().filter(is_blast).map(|item| item.id) {
        for (zone, _) in fight.zones.iter() {
            for indirect in [false, true] {
                let blast = |hold_back| Blast { zone, weapon, hold_back, indirect };
                if blast::check(fight, who, &blast(false)).is_ok() {
                    out.extend(
                        [false, true].into_iter().map(|hold_back| Act::Blast(blast(hold_back))),
                    );
                }
            }
        }
    }
}

fn offer_shoves(fight: &Fight, who: CombatantId, offer: &mut impl FnMut(Act)) {
    let Some(held) = fight.body(who).grabbing else { return };
    offer(Act::Shove { to: None, hazard: true });
    let place = place_of(fight, held);
    let from_zone = fight.zones.neighbours(place.zone).filter(|_| place.border.is_none());
    let from_border = place.zones().filter(|_| place.border.is_some());
    for to in from_zone.chain(from_border) {
        offer(Act::Shove { to: Some(to), hazard: false });
        offer(Act::Shove { to: Some(to), hazard: true });
    }
}

fn offer_items(fight: &Fight, who: CombatantId, offer: &mut impl FnMut(Act)) {
    let gear = &fight.body(who).gear;
    let mut item = |handling, item| offer(Act::Item { handling, item });
    for one in gear.iter().filter(|one| !one.natural) {
        for handling in [Handling::Equip, Handling::Unequip, Handling::PutDown, Handling::Reload] {
            item(handling, one.id);
        }
        match one.remedy {
            None => {}
            Some(Remedy::Poison) => {
                gear.iter().for_each(|weapon| item(Handling::Coat(weapon.id), one.id));
            }
            Some(Remedy::Heals(_) | Remedy::Antidote) => {
                fight.iter().for_each(|(on, _)| item(Handling::Use(on), one.id));
            }
        }
    }
    let lying = place_of(fight, who).zones().filter_map(|zone| fight.zones.get(zone));
    for one in lying.flat_map(|zone| &zone.ground.items) {
        item(Handling::PickUp, one.id);
    }
}
