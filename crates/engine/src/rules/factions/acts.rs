//! Acts: what a combatant may attempt, the checks before an act in the order of refusals, and the
//! dispatch to its rule.

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

/// Something that a combatant attempts in its turn (FACT-TURN-1 to FACT-TURN-6), or does between
/// turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Takes the slot of its faction (FACT-ROUND-3).
    #[serde(rename = "turn")]
    TakeSlot,
    /// Passes the slot for oneself; the captain can pass it for all (FACT-ROUND-4).
    Pass {
        for_all: bool,
    },
    /// Ends the turn (FACT-TURN-1).
    #[serde(rename = "done")]
    EndTurn,
    /// Chooses the faction that has the first slot (FACT-INIT-3).
    #[serde(rename = "initiative")]
    ChooseFirstFaction(Name),
    /// Sets the standing order for opportunity attacks (FACT-OPP-4).
    #[serde(rename = "stance")]
    SetStance(OpportunityStance),
    Attack(Attack),
    #[serde(rename = "blast")]
    BlastZone(BlastAttack),
    /// Kills an incapacitated enemy; a guard who steps in is attacked with this weapon
    /// (FACT-ATK-7).
    FinalBlow {
        target: CombatantId,
        weapon: ItemId,
    },
    /// Offers a stunt (FACT-STUNT-1). That is possible only while its window is open, as an answer;
    /// as an act it is refused.
    Stunt,
    /// Shoves the grabbed one half a zone towards `to`, into the zone's hazard, or both
    /// (FACT-GRAP-3).
    Shove {
        to: Option<ZoneId>,
        hazard: bool,
    },
    /// Breaks free from a grapple (FACT-GRAP-5).
    #[serde(rename = "break")]
    BreakFree,
    /// Lets the grabbed one go (FACT-GRAP-2).
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
    /// Gets behind the barrier, or leaves it (FACT-PROT-3).
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
    /// Leaves the map (FACT-CHASE-1).
    Flee,
    /// Surrenders (FACT-SURR-1).
    Surrender,
    /// Does the act, then ends the turn.
    #[serde(rename = "last")]
    ThenEndTurn(Box<Act>),
}

/// An attack on one character (FACT-ATK-1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attack {
    pub target: CombatantId,
    pub means: AttackMeans,
    /// Whether it spares the target's life (FACT-ATK-6).
    pub hold_back: bool,
    /// Whether it is shot over obstacles (FACT-ATK-11).
    pub indirect: bool,
    /// The effect that is offered in place of damage (FACT-STUNT-1).
    #[serde(rename = "stunt")]
    pub offered_stunt: Option<String>,
}

/// An attack on one zone (FACT-BLAST-1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlastAttack {
    pub zone: ZoneId,
    pub weapon: ItemId,
    pub hold_back: bool,
    pub indirect: bool,
}

/// Something that a combatant does with an item (FACT-TURN-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemHandling {
    Equip,
    Unequip,
    PickUp,
    PutDown,
    /// Uses it on oneself or somebody else.
    Use(CombatantId),
    /// Coats this held weapon with the poison.
    Coat(ItemId),
    Reload,
}

/// The kind of action of a turn that an act uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ActionCost {
    Main,
    Bonus,
    /// Movement, the whole turn, or nothing.
    NoAction,
}

impl Act {
    /// Returns the kind of action that the act uses. FACT-TURN-2: main actions. FACT-TURN-3: bonus
    /// actions.
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
            | Self::Surrender => ActionCost::NoAction,
        }
    }

    /// Returns what the act costs, as text for its label; `None` if it is free.
    pub fn cost_label(&self) -> Option<&'static str> {
        match (self.action_cost(), self) {
            (ActionCost::Main, _) => Some("Main action"),
            (ActionCost::Bonus, _) => Some("Bonus action"),
            (ActionCost::NoAction, Self::Move { .. } | Self::Flee) => Some("Movement"),
            (ActionCost::NoAction, Self::Surrender) => Some("Turn"),
            (ActionCost::NoAction, _) => None,
        }
    }

    /// Returns the label of the cost in the present fight. FACT-ROUND-6: the label of a pass says
    /// what the pass ends.
    pub fn current_cost_label(&self, fight: &Fight, who: CombatantId) -> Option<&'static str> {
        let ended_stage = match self {
            Self::Pass { for_all } if fight.state.turn.is_none() => {
                rounds::stage_known_to_end_by_pass(fight, who, *for_all)
            }
            _ => None,
        };
        match ended_stage {
            Some(RoundStage::Ambush) => Some("Ends the ambush"),
            Some(RoundStage::Fast) => Some("Ends the fast phase"),
            Some(RoundStage::Round | RoundStage::Slow) => Some("Ends the round"),
            Some(RoundStage::RoundEnd) | None => self.cost_label(),
        }
    }
}

/// Checks whether a combatant may take an act now.
///
/// # Errors
/// Returns the first reason that applies, in this order: whose slot it is, what morale and a hold
/// forbid, what is left of the turn, and what the act itself needs.
pub fn check_act(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    match act {
        Act::ChooseFirstFaction(first) => initiative::check_choose_first_faction(fight, who, first),
        Act::SetStance(_) => check_can_set_stance(fight),
        Act::Pass { for_all } if !has_turn(fight, who) => rounds::check_pass(fight, who, *for_all),
        Act::Stunt => Err(RefusalReason::new("too-late", "FACT-STUNT-1")),
        Act::TakeSlot if has_turn(fight, who) => {
            Err(RefusalReason::new("no-action", "FACT-ROUND-3"))
        }
        Act::EndTurn if !has_turn(fight, who) => {
            rounds::check_may_act_now(fight, who)?;
            Err(RefusalReason::new("no-action", "FACT-TURN-1"))
        }
        Act::Pass { for_all: true } => Err(RefusalReason::new("not-your-slot", "FACT-ROUND-4")),
        Act::ThenEndTurn(act) if !may_begin_turn(act) => check_act(fight, who, act),
        _ => {
            rounds::check_may_act_now(fight, who)?;
            check_act_in_turn(fight, who, act)
        }
    }
}

/// Returns whether an act is done in a turn, and so begins the actor's turn if the slot is open
/// (FACT-ROUND-3). False for ending a turn, passing, standing orders and the choice of the first
/// faction.
fn may_begin_turn(act: &Act) -> bool {
    !matches!(
        act,
        Act::ChooseFirstFaction(_)
            | Act::SetStance(_)
            | Act::Pass { .. }
            | Act::Stunt
            | Act::EndTurn
    )
}

/// Returns whether the running turn is this combatant's.
fn has_turn(fight: &Fight, who: CombatantId) -> bool {
    fight.state.turn.is_some_and(|turn| turn.who == who)
}

/// Refuses to set a standing order once the fight is over (FACT-OPP-4).
fn check_can_set_stance(fight: &Fight) -> Result<(), RefusalReason> {
    match fight.phase {
        FightPhase::Setup | FightPhase::Running => Ok(()),
        FightPhase::Over(_) => Err(RefusalReason::new("too-late", "FACT-OPP-4")),
    }
}

/// Makes the checks of [`check_act`] that remain once it is the actor's turn.
fn check_act_in_turn(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    morale::check_act_while_broken(fight, who, act)?;
    check_action_left(fight, who, act)?;
    match act {
        Act::Attack(attack) => attacks::check_attack_target_stunt_and_means(fight, who, attack),
        Act::BlastZone(blast) => blast::check_blast(fight, who, blast),
        Act::FinalBlow { target, weapon } => {
            attacks::check_final_blow_on_incapacitated(fight, who, *target, *weapon)
        }
        Act::Shove { to, hazard } => grapple::check_shove(fight, who, *to, *hazard),
        Act::BreakFree => grapple::check_break_free(fight, who),
        Act::ReleaseGrabbed => grapple::check_release(fight, who),
        Act::Move { to, sneak } => movement::check_step_to_place(fight, who, *to, *sneak),
        Act::HandleItem { handling, item } => {
            turns::check_item_handling(fight, who, *handling, *item)
        }
        Act::SetCover { is_on } => turns::check_barrier_cover(fight, who, *is_on),
        Act::Say(text) => turns::check_speech_length(text),
        Act::Hide(_) => sneaking::check_hide(fight, who),
        Act::Flee => movement::check_can_leave_map(fight, who),
        Act::Surrender => morale::check_turn_unused_for_surrender(fight, who),
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

/// Refuses an act for which no action is left. FACT-TURN-1: a turn has one bonus action, and one
/// main action or a second bonus action.
fn check_action_left(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    let turn = turns::running_or_new_turn(fight, who);
    let has_action = match act.action_cost() {
        ActionCost::Main => turns::has_main_action(&turn),
        ActionCost::Bonus => turns::has_bonus_action(&turn),
        ActionCost::NoAction => true,
    };
    if has_action { Ok(()) } else { Err(RefusalReason::new("no-action", "FACT-TURN-1")) }
}

impl Acts for Factions {
    /// Checks an act and resolves it. A refused act costs nothing, rolls nothing and changes
    /// nothing. FACT-ROUND-3: an action command takes the slot where it is open. FACT-TURN-1:
    /// `end:true` ends the turn after the act.
    fn check_and_perform_act(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
        check_act(resolver.fight(), who, act)
            .map_err(|reason| reason.to_refusal(resolver.fight(), who))?;
        let ends_turn = matches!(act, Act::ThenEndTurn(_));
        let main_act = if let Act::ThenEndTurn(inner_act) = act { inner_act } else { act };
        if may_begin_turn(main_act) && !has_turn(resolver.fight(), who) {
            resolver.emit(Event::TurnBegan(who));
        }
        resolve_act(resolver, who, main_act)?;
        if ends_turn && has_turn(resolver.fight(), who) {
            resolver.emit(Event::TurnEndRequested(who));
        }
        Ok(())
    }

    /// Adds every legal act of a combatant to `legal_acts`, as its controller knows the fight.
    ///
    /// Calling [`check_act`] for every possible attack and blast would repeat most of its checks,
    /// so this makes the checks that they share once.
    fn list_legal_acts(fight: &Fight, who: CombatantId, legal_acts: &mut Vec<Act>) {
        if fight.phase == FightPhase::Running && initiative::can_speak_for_faction(fight, who) {
            for first in &fight.state.factions {
                push_if_legal(fight, who, Act::ChooseFirstFaction(first.clone()), legal_acts);
            }
            push_if_legal(fight, who, Act::Pass { for_all: true }, legal_acts);
        }
        if rounds::check_may_act_now(fight, who).is_ok() {
            push_legal_turn_acts(fight, who, legal_acts);
            for act in [Act::TakeSlot, Act::Pass { for_all: false }, Act::EndTurn] {
                push_if_legal(fight, who, act, legal_acts);
            }
        }
        for stance in OpportunityStance::ALL {
            push_if_legal(fight, who, Act::SetStance(stance), legal_acts);
        }
    }

    /// Returns the standing order that the rules have, unless it is `ask` (FACT-OPP-4).
    fn list_changed_standing_orders(body: &Body) -> Vec<Act> {
        let stance = Some(body.stance).filter(|stance| *stance != OpportunityStance::Ask);
        stance.map(Act::SetStance).into_iter().collect()
    }

    fn known_risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
        opportunity_attacks::movement_risks(fight, who, act)
    }

    fn cost_label(act: &Act) -> Option<&'static str> {
        act.cost_label()
    }

    fn current_cost_label(fight: &Fight, who: CombatantId, act: &Act) -> Option<&'static str> {
        act.current_cost_label(fight, who)
    }
}

/// Performs an act that has been checked, by a combatant whose turn has begun.
fn resolve_act(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
    if must_always_release_grabbed_first(act) {
        grapple::release_grabbed(resolver, who);
    }
    match act {
        Act::TakeSlot | Act::Stunt => {}
        Act::Pass { .. } if has_turn(resolver.fight(), who) => {
            resolver.emit(Event::TurnEndRequested(who))
        }
        Act::Pass { for_all } => rounds::pass_all_of_player_and_maybe_slot(resolver, who, *for_all),
        Act::EndTurn => resolver.emit(Event::TurnEndRequested(who)),
        Act::ChooseFirstFaction(first) => {
            return initiative::choose_first_faction(resolver, who, first);
        }
        Act::SetStance(stance) => resolver.emit(Event::StanceSet { who, stance: *stance }),
        Act::Attack(attack) => {
            return attacks::resolve_attack(resolver, who, attack, AttackOccasion::Turn);
        }
        Act::BlastZone(blast) => return blast::resolve_blast_where_it_lands(resolver, who, blast),
        Act::FinalBlow { target, weapon } => {
            return attacks::resolve_final_blow_after_guards(resolver, who, *target, *weapon);
        }
        Act::Shove { to, hazard } => grapple::resolve_shove_of_grabbed(resolver, who, *to, *hazard),
        Act::BreakFree => grapple::spend_action_and_roll_to_break_free(resolver, who),
        Act::ReleaseGrabbed => grapple::release_grabbed(resolver, who),
        Act::Move { to, sneak } => {
            return movement::resolve_opportunity_attacks_and_move_with_held(
                resolver, who, *to, *sneak,
            );
        }
        Act::Dash => movement::resolve_dash(resolver, who),
        Act::HandleItem { handling, item } => {
            return turns::spend_bonus_action_and_handle_item(resolver, who, *handling, *item);
        }
        Act::Interact { text, is_complex } => {
            turns::resolve_interaction(resolver, who, text, *is_complex)
        }
        Act::SetCover { is_on } => turns::resolve_barrier_cover(resolver, who, *is_on),
        Act::Say(text) => turns::resolve_speech(resolver, who, text),
        Act::TrySkill { ability, text } => {
            return turns::ask_ruling_and_roll_skill_save(resolver, who, *ability, text);
        }
        Act::Hide(text) => return sneaking::ask_and_resolve_hide(resolver, who, text),
        Act::Flee => return movement::resolve_opportunity_attacks_and_leave_map(resolver, who),
        Act::Surrender => {
            morale::drop_weapons_and_surrender(resolver, who, morale::SurrenderCause::OwnAct)
        }
        Act::ThenEndTurn(act) => return resolve_act(resolver, who, act),
    }
    Ok(())
}

/// Returns whether an act frees the grabbed one before it is resolved, whatever its result
/// (FACT-GRAP-2). Attacks decide this by their target; a hide or a skill frees nobody before the GM
/// has approved.
fn must_always_release_grabbed_first(act: &Act) -> bool {
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

/// Adds the act if the combatant may take it now.
fn push_if_legal(fight: &Fight, who: CombatantId, act: Act, legal_acts: &mut Vec<Act>) {
    if check_act(fight, who, &act).is_ok() {
        legal_acts.push(act);
    }
}

/// Adds the act if it is legal in the turn that the combatant has or may begin.
fn push_if_legal_in_turn(fight: &Fight, who: CombatantId, act: Act, legal_acts: &mut Vec<Act>) {
    if check_act_in_turn(fight, who, &act).is_ok() {
        legal_acts.push(act);
    }
}

/// Adds the legal acts of a turn but to take the slot, pass or end the turn, for a combatant who
/// has the turn or may take the slot.
fn push_legal_turn_acts(fight: &Fight, who: CombatantId, legal_acts: &mut Vec<Act>) {
    let turn = turns::running_or_new_turn(fight, who);
    let body = fight.body(who);
    if turns::has_main_action(&turn) && !body.broken {
        push_attack_and_final_blow_acts(fight, who, legal_acts);
        push_legal_blasts(fight, who, legal_acts);
        push_legal_skills_and_hiding(fight, who, legal_acts);
        push_legal_shoves(fight, who, legal_acts);
    }
    if turn.movement_halves > 0 && body.grabbed_by.is_none() {
        push_legal_moves_and_flight(fight, who, legal_acts);
    }
    if turns::has_bonus_action(&turn) && !body.broken {
        push_legal_item_acts(fight, who, legal_acts);
        push_if_legal_in_turn(fight, who, Act::Say(String::new()), legal_acts);
    }
    let complex_interaction = Act::Interact { text: String::new(), is_complex: true };
    push_if_legal_in_turn(fight, who, complex_interaction, legal_acts);
    if !fight.settings.complex_interactions {
        let simple_interaction = Act::Interact { text: String::new(), is_complex: false };
        push_if_legal_in_turn(fight, who, simple_interaction, legal_acts);
    }
    for is_on in [true, false] {
        push_if_legal_in_turn(fight, who, Act::SetCover { is_on }, legal_acts);
    }
    for act in [Act::Dash, Act::BreakFree, Act::ReleaseGrabbed, Act::Surrender] {
        push_if_legal_in_turn(fight, who, act, legal_acts);
    }
}

/// Adds the legal skills, one for each ability, and hiding. Their texts are empty, for the player
/// to fill in.
fn push_legal_skills_and_hiding(fight: &Fight, who: CombatantId, legal_acts: &mut Vec<Act>) {
    for ability in Ability::ALL {
        let skill = Act::TrySkill { ability, text: String::new() };
        push_if_legal_in_turn(fight, who, skill, legal_acts);
    }
    push_if_legal_in_turn(fight, who, Act::Hide(String::new()), legal_acts);
}

/// Adds the legal steps, each also sneaking, and leaving the map.
fn push_legal_moves_and_flight(fight: &Fight, who: CombatantId, legal_acts: &mut Vec<Act>) {
    for to in zones::zones_and_borders_one_step_away(fight, place_of(fight, who)) {
        for sneak in [false, true] {
            push_if_legal_in_turn(fight, who, Act::Move { to, sneak }, legal_acts);
        }
    }
    push_if_legal_in_turn(fight, who, Act::Flee, legal_acts);
}

/// Adds the legal attacks and final blows, given that a main action is left.
fn push_attack_and_final_blow_acts(fight: &Fight, who: CombatantId, legal_acts: &mut Vec<Act>) {
    for target in fight.present_ids() {
        if attacks::check_target_is_noticed_enemy(fight, who, target).is_err() {
            continue;
        }
        for means in damage::unchecked_attack_means(fight, who, target) {
            push_legal_attack_variants(fight, who, target, means, legal_acts);
            if let AttackMeans::Weapon(weapon) = means
                && attacks::check_final_blow_on_incapacitated(fight, who, target, weapon).is_ok()
            {
                legal_acts.push(Act::FinalBlow { target, weapon });
            }
        }
    }
}

/// Adds the legal attacks on a noticed enemy with these means. One that does damage is added four
/// times where possible: plain, held back, indirect, and both.
fn push_legal_attack_variants(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    means: AttackMeans,
    legal_acts: &mut Vec<Act>,
) {
    let occasion = AttackOccasion::Turn;
    // Only an attack that does damage can be indirect or held back.
    let choices: &[bool] = if means.is_lethal() { &[false, true] } else { &[false] };
    for indirect in choices.iter().copied() {
        let trajectory = attacks::Trajectory::indirect_if(indirect);
        if attacks::check_attack_means(fight, who, target, means, trajectory, occasion).is_err() {
            continue;
        }
        for hold_back in choices.iter().copied() {
            let attack = Attack { target, means, hold_back, indirect, offered_stunt: None };
            legal_acts.push(Act::Attack(attack));
        }
    }
}

/// Adds the legal blasts, given that a main action is left, each also held back.
fn push_legal_blasts(fight: &Fight, who: CombatantId, legal_acts: &mut Vec<Act>) {
    let is_blast = |item: &&Item| item.weapon.as_ref().is_some_and(|weapon| weapon.is_blast);
    for weapon in fight.body(who).gear.iter().filter(is_blast).map(|item| item.id) {
        for (zone, _) in fight.zones.iter() {
            for indirect in [false, true] {
                let blast = BlastAttack { zone, weapon, hold_back: false, indirect };
                if blast::check_blast(fight, who, &blast).is_ok() {
                    legal_acts.push(Act::BlastZone(blast));
                    legal_acts.push(Act::BlastZone(BlastAttack { hold_back: true, ..blast }));
                }
            }
        }
    }
}

/// Adds the legal shoves of the combatant whom `who` holds: in every direction, with and without
/// the zone's hazard.
fn push_legal_shoves(fight: &Fight, who: CombatantId, legal_acts: &mut Vec<Act>) {
    let Some(held) = fight.body(who).grabbing else { return };
    push_if_legal_in_turn(fight, who, Act::Shove { to: None, hazard: true }, legal_acts);
    let place = place_of(fight, held);
    let from_zone = fight.zones.neighbours(place.zone).filter(|_| place.border.is_none());
    let from_border = place.zones().filter(|_| place.border.is_some());
    for to in from_zone.chain(from_border) {
        for hazard in [false, true] {
            push_if_legal_in_turn(fight, who, Act::Shove { to: Some(to), hazard }, legal_acts);
        }
    }
}

/// Adds the legal ways to handle each own item and each item that lies where `who` stands.
fn push_legal_item_acts(fight: &Fight, who: CombatantId, legal_acts: &mut Vec<Act>) {
    let gear = &fight.body(who).gear;
    let mut push = |handling, item| {
        push_if_legal_in_turn(fight, who, Act::HandleItem { handling, item }, legal_acts);
    };
    for item in gear.iter().filter(|item| !item.is_natural) {
        for handling in [
            ItemHandling::Equip,
            ItemHandling::Unequip,
            ItemHandling::PutDown,
            ItemHandling::Reload,
        ] {
            push(handling, item.id);
        }
        match item.remedy {
            None => {}
            Some(Remedy::Poison) => {
                for weapon in gear {
                    push(ItemHandling::Coat(weapon.id), item.id);
                }
            }
            Some(Remedy::Heals(_) | Remedy::Antidote) => {
                for receiver in fight.present_ids() {
                    push(ItemHandling::Use(receiver), item.id);
                }
            }
        }
    }
    for (_, terrain) in zones::terrains_of(fight, who) {
        for item in &terrain.items {
            push(ItemHandling::PickUp, item.id);
        }
    }
}
