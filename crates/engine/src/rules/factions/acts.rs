//! Acts: what a combatant may attempt, the checks before it in the order of refusals, and the way
//! to its rule.

use serde::{Deserialize, Serialize};

use super::Factions;
use super::attacks::AttackMeans;
use super::opportunity_attacks;
use super::sheet::{Ability, Body, Item, ItemId, Name, OpportunityStance, Remedy};
use super::state::{AttackOccasion, Event, RoundStage};
use super::zones::{Place, place_of};
use super::{
    Fight, Resolver, RuleResult, attacks, blast, damage, grapple, initiative, morale, movement,
};
use super::{rounds, sneaking, turns, zones};
use crate::Acts;
use crate::core::command::Risk;
use crate::core::fight::FightPhase;
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// What a combatant attempts (FACT-TURN-1 to FACT-TURN-6), and what is done between turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// FACT-ROUND-3: takes the slot.
    #[serde(rename = "turn")]
    TakeSlot,
    /// FACT-ROUND-4: for oneself, or, by the captain, for all.
    Pass {
        for_all: bool,
    },
    /// FACT-TURN-1: ends the turn.
    #[serde(rename = "done")]
    EndTurn,
    /// FACT-INIT-3.
    #[serde(rename = "initiative")]
    ChooseFirstFaction(Name),
    /// FACT-OPP-4.
    #[serde(rename = "stance")]
    SetStance(OpportunityStance),
    Attack(Attack),
    #[serde(rename = "blast")]
    BlastZone(BlastAttack),
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
    #[serde(rename = "break")]
    BreakFree,
    /// FACT-GRAP-2: lets go.
    #[serde(rename = "release")]
    ReleaseGrabbed,
    Move {
        to: Place,
        sneak: bool,
    },
    Dash,
    #[serde(rename = "item")]
    HandleItem {
        handling: ItemHandling,
        item: ItemId,
    },
    Interact {
        text: String,
        #[serde(rename = "complex")]
        is_complex: bool,
    },
    /// FACT-PROT-3: gets behind the barrier, or leaves it.
    #[serde(rename = "cover")]
    SetCover {
        is_on: bool,
    },
    Say(String),
    #[serde(rename = "skill")]
    TrySkill {
        ability: Ability,
        text: String,
    },
    Hide(String),
    /// FACT-CHASE-1.
    Flee,
    /// FACT-SURR-1.
    Surrender,
    /// The act, and then the end of the turn.
    #[serde(rename = "last")]
    ThenEndTurn(Box<Act>),
}

/// FACT-ATK-1: an attack on one character.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attack {
    pub target: CombatantId,
    pub means: AttackMeans,
    /// FACT-ATK-6.
    pub hold_back: bool,
    /// FACT-ATK-11.
    pub indirect: bool,
    /// FACT-STUNT-1: what is offered in place of damage.
    #[serde(rename = "stunt")]
    pub offered_stunt: Option<String>,
}

/// FACT-BLAST-1: an attack on one zone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlastAttack {
    pub zone: ZoneId,
    pub weapon: ItemId,
    pub hold_back: bool,
    pub indirect: bool,
}

/// What one does with an item (FACT-TURN-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemHandling {
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
enum ActionCost {
    Main,
    Bonus,
    /// Movement, the whole turn, or nothing.
    Other,
}

impl Act {
    /// FACT-TURN-2: main actions. FACT-TURN-3: bonus actions.
    fn action_cost(&self) -> ActionCost {
        match self {
            Self::Attack(_)
            | Self::BlastZone(_)
            | Self::FinalBlow { .. }
            | Self::Shove { .. }
            | Self::BreakFree
            | Self::Dash
            | Self::TrySkill { .. }
            | Self::Hide(_)
            | Self::Interact { is_complex: true, .. } => ActionCost::Main,
            Self::HandleItem { .. }
            | Self::SetCover { is_on: true }
            | Self::Say(_)
            | Self::Interact { is_complex: false, .. } => ActionCost::Bonus,
            Self::ThenEndTurn(act) => act.action_cost(),
            Self::TakeSlot
            | Self::Pass { .. }
            | Self::EndTurn
            | Self::ChooseFirstFaction(_)
            | Self::SetStance(_)
            | Self::Stunt
            | Self::ReleaseGrabbed
            | Self::SetCover { is_on: false }
            | Self::Move { .. }
            | Self::Flee
            | Self::Surrender => ActionCost::Other,
        }
    }

    /// What the act costs, for its label.
    pub fn cost_label(&self) -> &'static str {
        match (self.action_cost(), self) {
            (ActionCost::Main, _) => "Main action",
            (ActionCost::Bonus, _) => "Bonus action",
            (ActionCost::Other, Self::Move { .. } | Self::Flee) => "Movement",
            (ActionCost::Other, Self::Surrender) => "Turn",
            (ActionCost::Other, _) => "",
        }
    }

    /// What it costs as things stand: FACT-ROUND-6: a pass says what it ends.
    pub fn current_cost_label(&self, fight: &Fight, who: CombatantId) -> &'static str {
        let ended = match self {
            Self::Pass { for_all } if fight.state.turn.is_none() => {
                rounds::stage_ended_by_pass(fight, who, *for_all)
            }
            _ => None,
        };
        match ended {
            Some(RoundStage::Ambush) => "Ends the ambush",
            Some(RoundStage::Fast) => "Ends the fast phase",
            Some(RoundStage::Round | RoundStage::Slow) => "Ends the round",
            Some(RoundStage::RoundEnd) | None => self.cost_label(),
        }
    }
}

/// The checks of an act, in the order in which refusals take precedence: whose slot it is, what
/// morale and a hold forbid, what is left of the turn, then what the act itself needs.
pub fn check_act(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    match act {
        Act::ChooseFirstFaction(first) => initiative::check_choose_first(fight, who, first),
        Act::SetStance(_) => check_stance(fight),
        Act::Pass { for_all } if !has_turn(fight, who) => rounds::check_pass(fight, who, *for_all),
        Act::Stunt => Err(RefusalReason::new("too-late", "FACT-STUNT-1")),
        Act::TakeSlot if has_turn(fight, who) => {
            Err(RefusalReason::new("no-action", "FACT-ROUND-3"))
        }
        Act::EndTurn if !has_turn(fight, who) => {
            rounds::check_has_turn(fight, who)?;
            Err(RefusalReason::new("no-action", "FACT-TURN-1"))
        }
        Act::Pass { for_all: true } => Err(RefusalReason::new("not-your-slot", "FACT-ROUND-4")),
        Act::ThenEndTurn(act) if !is_turn_act(act) => check_act(fight, who, act),
        _ => {
            rounds::check_has_turn(fight, who)?;
            check_act_in_turn(fight, who, act)
        }
    }
}

/// Whether an act is done in a turn, and so takes the slot where that is open (FACT-ROUND-3).
fn is_turn_act(act: &Act) -> bool {
    !matches!(
        act,
        Act::ChooseFirstFaction(_)
            | Act::SetStance(_)
            | Act::Pass { .. }
            | Act::Stunt
            | Act::EndTurn
    )
}

fn has_turn(fight: &Fight, who: CombatantId) -> bool {
    fight.state.turn.is_some_and(|turn| turn.who == who)
}

/// FACT-OPP-4: each character may set a standing order, as long as the fight is not over.
fn check_stance(fight: &Fight) -> Result<(), RefusalReason> {
    match fight.phase {
        FightPhase::Setup | FightPhase::Running => Ok(()),
        FightPhase::Over(_) => Err(RefusalReason::new("too-late", "FACT-OPP-4")),
    }
}

/// The checks that are left once it is the actor's turn.
fn check_act_in_turn(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    morale::check_act_while_broken(fight, who, act)?;
    check_turn_budget(fight, who, act)?;
    match act {
        Act::Attack(attack) => attacks::check_attack(fight, who, attack),
        Act::BlastZone(blast) => blast::check_blast(fight, who, blast),
        Act::FinalBlow { target, weapon } => {
            attacks::check_final_blow(fight, who, *target, *weapon)
        }
        Act::Shove { to, hazard } => grapple::check_shove(fight, who, *to, *hazard),
        Act::BreakFree => grapple::check_break_free(fight, who),
        Act::ReleaseGrabbed => grapple::check_release(fight, who),
        Act::Move { to, sneak } => movement::check_move(fight, who, *to, *sneak),
        Act::HandleItem { handling, item } => {
            turns::check_item_handling(fight, who, *handling, *item)
        }
        Act::SetCover { is_on } => turns::check_cover(fight, who, *is_on),
        Act::Say(text) => turns::check_speech(text),
        Act::Hide(_) => sneaking::check_hide(fight, who),
        Act::Flee => movement::check_flee(fight, who),
        Act::Surrender => morale::check_surrender(fight, who),
        Act::Dash if fight.body(who).grabbed_by.is_some() => {
            Err(RefusalReason::new("entangled", "FACT-GRAP-1"))
        }
        Act::ThenEndTurn(act) => check_act_in_turn(fight, who, act),
        Act::TakeSlot
        | Act::Dash
        | Act::Interact { .. }
        | Act::TrySkill { .. }
        | Act::EndTurn
        | Act::Pass { .. }
        | Act::ChooseFirstFaction(_)
        | Act::SetStance(_)
        | Act::Stunt => Ok(()),
    }
}

/// FACT-TURN-1: one bonus action, and one main action or a second bonus action.
fn check_turn_budget(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    let turn = turns::running_or_new_turn(fight, who);
    let is_left = match act.action_cost() {
        ActionCost::Main => turns::has_main_action(&turn),
        ActionCost::Bonus => turns::has_bonus_action(&turn),
        ActionCost::Other => true,
    };
    if is_left { Ok(()) } else { Err(RefusalReason::new("no-action", "FACT-TURN-1")) }
}

impl Acts for Factions {
    /// A refused act costs nothing, rolls nothing and changes nothing. FACT-ROUND-3: an action
    /// command takes the slot where it is open. FACT-TURN-1: `end:true` ends the turn after it.
    fn perform(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
        check_act(resolver.fight(), who, act)
            .map_err(|why| why.to_refusal(resolver.fight(), who))?;
        let is_last = matches!(act, Act::ThenEndTurn(_));
        let act = if let Act::ThenEndTurn(act) = act { act } else { act };
        if is_turn_act(act) && !has_turn(resolver.fight(), who) {
            resolver.emit(Event::TurnBegan(who));
        }
        resolve_act(resolver, who, act)?;
        if is_last && has_turn(resolver.fight(), who) {
            resolver.emit(Event::TurnEndRequested(who));
        }
        Ok(())
    }

    /// Every legal act of a combatant, as its controller knows the fight.
    ///
    /// What [`check`] asks of every attack and blast is asked once.
    fn list_legal_acts(fight: &Fight, who: CombatantId, legal_acts: &mut Vec<Act>) {
        let mut offer = |act: Act| {
            if check_act(fight, who, &act).is_ok() {
                legal_acts.push(act);
            }
        };
        if fight.phase == FightPhase::Running && initiative::can_speak_for_faction(fight, who) {
            for first in &fight.state.factions {
                offer(Act::ChooseFirstFaction(first.clone()));
            }
            offer(Act::Pass { for_all: true });
        }
        if rounds::check_has_turn(fight, who).is_err() {
            OpportunityStance::ALL.into_iter().for_each(|stance| offer(Act::SetStance(stance)));
            return;
        }
        let turn = turns::running_or_new_turn(fight, who);
        let body = fight.body(who);
        let has_main = turns::has_main_action(&turn) && !body.broken;
        if has_main {
            push_legal_attacks(fight, who, legal_acts);
            push_legal_blasts(fight, who, legal_acts);
        }
        let mut offer_here = |act: Act| {
            if check_act_in_turn(fight, who, &act).is_ok() {
                legal_acts.push(act);
            }
        };
        if has_main {
            for ability in Ability::ALL {
                offer_here(Act::TrySkill { ability, text: String::new() });
            }
            offer_here(Act::Hide(String::new()));
            offer_shoves(fight, who, &mut offer_here);
        }
        if turn.movement_halves > 0 && body.grabbed_by.is_none() {
            for to in zones::places_one_step_away(fight, place_of(fight, who)) {
                offer_here(Act::Move { to, sneak: false });
                offer_here(Act::Move { to, sneak: true });
            }
            offer_here(Act::Flee);
        }
        if turns::has_bonus_action(&turn) && !body.broken {
            offer_items(fight, who, &mut offer_here);
            offer_here(Act::Say(String::new()));
        }
        let (text, is_complex) = (String::new(), fight.settings.complex_interactions);
        offer_here(Act::Interact { text: text.clone(), is_complex: true });
        if !is_complex {
            offer_here(Act::Interact { text, is_complex: false });
        }
        for is_on in [true, false] {
            offer_here(Act::SetCover { is_on });
        }
        for act in [Act::Dash, Act::BreakFree, Act::ReleaseGrabbed, Act::Surrender] {
            offer_here(act);
        }
        let mut offer = |act: Act| {
            if check_act(fight, who, &act).is_ok() {
                legal_acts.push(act);
            }
        };
        for act in [Act::TakeSlot, Act::Pass { for_all: false }, Act::EndTurn] {
            offer(act);
        }
        OpportunityStance::ALL.into_iter().for_each(|stance| offer(Act::SetStance(stance)));
    }

    /// The standing order that the rules know (FACT-OPP-4).
    fn standing_orders(body: &Body) -> Vec<Act> {
        let stance = Some(body.stance).filter(|stance| *stance != OpportunityStance::Ask);
        stance.map(Act::SetStance).into_iter().collect()
    }

    fn known_risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
        opportunity_attacks::movement_risks(fight, who, act)
    }

    fn cost_label(act: &Act) -> &'static str {
        act.cost_label()
    }

    fn current_cost_label(fight: &Fight, who: CombatantId, act: &Act) -> &'static str {
        act.current_cost_label(fight, who)
    }
}

fn resolve_act(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
    if is_freeing_grabbed(act) {
        grapple::release_grabbed(resolver, who);
    }
    match act {
        Act::TakeSlot | Act::Stunt => {}
        Act::Pass { .. } if has_turn(resolver.fight(), who) => {
            resolver.emit(Event::TurnEndRequested(who))
        }
        Act::Pass { for_all } => rounds::record_pass(resolver, who, *for_all),
        Act::EndTurn => resolver.emit(Event::TurnEndRequested(who)),
        Act::ChooseFirstFaction(first) => {
            return initiative::choose_first_faction(resolver, who, first);
        }
        Act::SetStance(stance) => resolver.emit(Event::StanceSet { who, stance: *stance }),
        Act::Attack(attack) => {
            return attacks::resolve_attack(resolver, who, attack, AttackOccasion::Turn);
        }
        Act::BlastZone(blast) => return blast::resolve_blast(resolver, who, blast),
        Act::FinalBlow { target, weapon } => {
            return attacks::resolve_final_blow(resolver, who, *target, *weapon);
        }
        Act::Shove { to, hazard } => grapple::resolve_shove(resolver, who, *to, *hazard),
        Act::BreakFree => grapple::roll_to_break_free(resolver, who),
        Act::ReleaseGrabbed => grapple::release_grabbed(resolver, who),
        Act::Move { to, sneak } => return movement::resolve_movement(resolver, who, *to, *sneak),
        Act::Dash => movement::resolve_dash(resolver, who),
        Act::HandleItem { handling, item } => {
            return turns::resolve_item_handling(resolver, who, *handling, *item);
        }
        Act::Interact { text, is_complex: complex } => {
            turns::resolve_interaction(resolver, who, text, *complex)
        }
        Act::SetCover { is_on } => turns::resolve_cover(resolver, who, *is_on),
        Act::Say(text) => turns::resolve_speech(resolver, who, text),
        Act::TrySkill { ability, text } => {
            return turns::resolve_skill(resolver, who, *ability, text);
        }
        Act::Hide(text) => return sneaking::ask_and_resolve_hide(resolver, who, text),
        Act::Flee => return movement::resolve_flight(resolver, who),
        Act::Surrender => morale::surrender(resolver, who, false),
        Act::ThenEndTurn(act) => return resolve_act(resolver, who, act),
    }
    Ok(())
}

/// FACT-GRAP-2: actions that free the grabbed one first, whatever comes of them. Attacks look at
/// whom they are made; a hide and a skill wait for the GM.
fn is_freeing_grabbed(act: &Act) -> bool {
    matches!(
        act,
        Act::HandleItem { .. }
            | Act::Interact { .. }
            | Act::SetCover { .. }
            | Act::Say(_)
            | Act::BreakFree
            | Act::Flee
    )
}

/// Attacks for whom there is a main action. What does harm may also be held back, which needs
/// nothing more.
fn push_legal_attacks(fight: &Fight, who: CombatantId, legal_acts: &mut Vec<Act>) {
    let all = fight.iter().map(|(target, _)| target);
    for target in all.filter(|target| attacks::check_target(fight, who, *target).is_ok()) {
        for means in damage::possible_attack_means(fight, who, target) {
            let is_possible = |indirect| {
                let occasion = AttackOccasion::Turn;
                attacks::check_attack_means(fight, who, target, means, indirect, occasion).is_ok()
            };
            let ways: &[bool] = if means.is_lethal() { &[false, true] } else { &[false] };
            for indirect in ways.iter().copied().filter(|indirect| is_possible(*indirect)) {
                legal_acts.extend(ways.iter().copied().map(|hold_back| {
                    Act::Attack(Attack { target, means, hold_back, indirect, offered_stunt: None })
                }));
            }
            if let AttackMeans::Weapon(weapon) = means
                && attacks::check_final_blow(fight, who, target, weapon).is_ok()
            {
                legal_acts.push(Act::FinalBlow { target, weapon });
            }
        }
    }
}

fn push_legal_blasts(fight: &Fight, who: CombatantId, legal_acts: &mut Vec<Act>) {
    let is_blast = |item: &&Item| item.weapon.as_ref().is_some_and(|weapon| weapon.is_blast);
    for weapon in fight.body(who).gear.iter().filter(is_blast).map(|item| item.id) {
        for (zone, _) in fight.zones.iter() {
            for indirect in [false, true] {
                let blast = |hold_back| BlastAttack { zone, weapon, hold_back, indirect };
                if blast::check_blast(fight, who, &blast(false)).is_ok() {
                    legal_acts.extend(
                        [false, true].into_iter().map(|hold_back| Act::BlastZone(blast(hold_back))),
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
    let mut item = |handling, item| offer(Act::HandleItem { handling, item });
    for one in gear.iter().filter(|one| !one.is_natural) {
        for handling in [
            ItemHandling::Equip,
            ItemHandling::Unequip,
            ItemHandling::PutDown,
            ItemHandling::Reload,
        ] {
            item(handling, one.id);
        }
        match one.remedy {
            None => {}
            Some(Remedy::Poison) => {
                gear.iter().for_each(|weapon| item(ItemHandling::Coat(weapon.id), one.id));
            }
            Some(Remedy::Heals(_) | Remedy::Antidote) => {
                fight.iter().for_each(|(on, _)| item(ItemHandling::Use(on), one.id));
            }
        }
    }
    let lying = place_of(fight, who).zones().filter_map(|zone| fight.zones.get(zone));
    for one in lying.flat_map(|zone| &zone.terrain.items) {
        item(ItemHandling::PickUp, one.id);
    }
}
