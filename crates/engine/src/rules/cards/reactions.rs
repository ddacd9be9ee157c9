//! Reactions to attacks (CARDS-REACT): who may react and how, the prompt before any die is rolled,
//! and what the reaction rolls.

use super::prompts::{self, Answer, Question};
use super::rolls::{self, ActionTest};
use super::sheet::{Action, Body, HarmType, Reaction, StandingOrder};
use super::state::{AttackMethod, Event, ManeuverSlot, RollPurpose};
use super::{Fight, Resolver, RuleResult, items, turns};
use crate::core::command::{Command, Refusal};
use crate::core::ids::CombatantId;

/// The reaction that a target has chosen, and whether the slow slot pays for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenReaction {
    pub reaction: Reaction,
    pub is_slow: bool,
}

/// Returns whether a combatant can react at all: it is Active, and neither Burning, frozen nor
/// fainted (CARDS-REACT-4).
pub fn can_react(body: &Body) -> bool {
    body.is_active() && body.fire.is_none() && !body.is_stunned()
}

/// Returns whether a combatant is free to dodge: neither Prone (CARDS-MOVE-5) nor Held
/// (CARDS-GRAP-3).
pub fn is_free_to_move(body: &Body) -> bool {
    !body.is_prone && body.held_by.is_none()
}

/// Asks a combatant for a reaction before any die is rolled or shown (CARDS-REACT-3). Returns
/// `None` if it declines, has no slot, or may no longer react when the prompt closes
/// (CARDS-REACT-4).
///
/// CARDS-REACT-5: a standing order decides instead, and never spends the slow slot. With decoy
/// prompts an NPC's standing order is only the default.
pub fn ask_for_reaction_or_use_standing_order(
    resolver: &mut Resolver,
    who: CombatantId,
    list_allowed: impl Fn(&Fight) -> Vec<Reaction>,
    question: Question,
    decline_answer: Answer,
) -> RuleResult<Option<ChosenReaction>> {
    let fight = resolver.fight();
    let body = fight.body(who);
    let allowed_now = list_allowed(fight);
    let slots = remaining_reaction_slots(fight, who);
    let ordered_reaction = if slots.has_fast {
        allowed_now
            .iter()
            .find(|reaction| body.standing_orders.order_for(**reaction) == StandingOrder::Fast)
    } else {
        None
    };
    let ordered = ordered_reaction.map(|&reaction| ChosenReaction { reaction, is_slow: false });
    let mut chosen = ordered;
    let is_time_hidden = fight.hides_response_time(who);
    let is_asked = |reaction: &Reaction| {
        is_time_hidden || body.standing_orders.order_for(*reaction) == StandingOrder::Ask
    };
    let asked: Vec<_> = allowed_now.iter().copied().filter(is_asked).collect();
    let mut choices = prompts::reaction_answers(&asked, slots);
    if (ordered.is_none() || is_time_hidden) && !choices.is_empty() {
        choices.push(decline_answer);
        let default = match ordered {
            Some(ChosenReaction { reaction, is_slow }) => Answer::React { reaction, is_slow },
            None => decline_answer,
        };
        let prompt = prompts::combatant_prompt(fight, who, question, choices, default);
        chosen = match resolver.ask(prompt)? {
            Answer::React { reaction, is_slow } => Some(ChosenReaction { reaction, is_slow }),
            _ => None,
        };
    }
    let fight = resolver.fight();
    Ok(chosen.filter(|ChosenReaction { reaction, is_slow }| {
        list_allowed(fight).contains(reaction) && turns::can_pay_reaction(fight, who, *is_slow)
    }))
}

/// The slots that can still pay for a reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReactionSlots {
    pub has_fast: bool,
    pub has_slow: bool,
}

/// Returns which slots a combatant has left to pay for a reaction, of any card.
pub fn remaining_reaction_slots(fight: &Fight, who: CombatantId) -> ReactionSlots {
    let has_slot = |slot| turns::has_reaction_slot(fight, who, slot);
    ReactionSlots { has_fast: has_slot(ManeuverSlot::Fast), has_slow: has_slot(ManeuverSlot::Slow) }
}

/// Pays for the reaction (CARDS-TURN-5) and makes it public, just before its dice.
pub fn pay_and_declare_reaction(
    resolver: &mut Resolver,
    who: CombatantId,
    to: CombatantId,
    chosen: ChosenReaction,
) {
    let ChosenReaction { reaction, is_slow } = chosen;
    turns::pay_reaction_slot(resolver, who, is_slow);
    resolver.emit(Event::ReactionDeclared { who, to, reaction, is_slow });
}

/// Returns the reactions that a target may choose (CARDS-REACT-1, CARDS-REACT-2):
///
/// - against close combat a parry, and by the GM's setting a dodge;
///
/// - against attacks from afar a dodge;
///
/// - against a spell resistance, unless the target is Held (CARDS-MAG-2, CARDS-GRAP-3);
///
/// - against a grapple breaking free (CARDS-GRAP-1).
pub fn allowed_reactions(
    fight: &Fight,
    target: CombatantId,
    method: &AttackMethod,
    is_close_combat: bool,
) -> Vec<Reaction> {
    let body = fight.body(target);
    if !can_react(body) {
        return Vec::new();
    }
    let dodge = is_free_to_move(body).then_some(Reaction::Dodge);
    match method {
        AttackMethod::Spell(_) if body.held_by.is_some() => Vec::new(),
        AttackMethod::Spell(_) => vec![Reaction::Resist],
        AttackMethod::Grapple => vec![Reaction::BreakFree],
        AttackMethod::Skill(_) => Vec::new(),
        AttackMethod::Weapon(_) | AttackMethod::Thrown(_) | AttackMethod::Shove
            if is_close_combat =>
        {
            let dodge = dodge.filter(|_| fight.settings.can_dodge_close_combat);
            [Some(Reaction::Parry), dodge].into_iter().flatten().collect()
        }
        AttackMethod::Weapon(_) | AttackMethod::Thrown(_) | AttackMethod::Shove => {
            dodge.into_iter().collect()
        }
    }
}

/// Asks the target of an attack for a reaction (CARDS-REACT-3), as
/// [`ask_for_reaction_or_use_standing_order`] does. The reaction is neither paid nor rolled yet.
pub fn ask_target_for_reaction(
    resolver: &mut Resolver,
    target: CombatantId,
    attacker: CombatantId,
    method: &AttackMethod,
    is_close_combat: bool,
) -> RuleResult<Option<ChosenReaction>> {
    let allowed = |fight: &Fight| allowed_reactions(fight, target, method, is_close_combat);
    let question = Question::Reaction { who: target, attacker, method: method.clone() };
    ask_for_reaction_or_use_standing_order(resolver, target, allowed, question, Answer::TakeIt)
}

/// Rolls a reaction and returns its successes.
///
/// CARDS-REACT-1: a parry rolls Strike with a close weapon in hand, else Force, and a shield in
/// hand adds its dice; with a broken arm 2-hand weapons do not count (CARDS-HARM-5). CARDS-REACT-2:
/// a dodge rolls Finesse. CARDS-MAG-2: resistance rolls the spell's Action. CARDS-GRAP-1: breaking
/// free rolls Force.
pub fn roll_reaction(
    resolver: &mut Resolver,
    who: CombatantId,
    reaction: Reaction,
    spell_resistance: (Action, HarmType),
) -> u8 {
    let body = resolver.fight().body(who);
    let purpose = RollPurpose::React(reaction);
    let test = match reaction {
        Reaction::Parry => {
            let usable =
                body.gear.iter().filter(|item| !items::is_forbidden_by_broken_arm(body, item));
            let weapons = usable.filter_map(|item| item.ready_weapon(Action::Strike));
            let best_bonus = weapons.map(|weapon| weapon.bonus_dice).max();
            let action = if best_bonus.is_some() { Action::Strike } else { Action::Force };
            let bonus_dice = best_bonus.unwrap_or(0).saturating_add(body.shield_bonus());
            ActionTest { bonus_dice, ..ActionTest::new(action, purpose) }
        }
        Reaction::Resist => ActionTest {
            resisted_harm: spell_resistance.1,
            ..ActionTest::new(spell_resistance.0, purpose)
        },
        Reaction::Dodge | Reaction::Chase => ActionTest::new(Action::Finesse, purpose),
        Reaction::BreakFree | Reaction::Hold => ActionTest::new(Action::Force, purpose),
    };
    rolls::roll_test(resolver, who, test)
}

/// Returns why a combatant who presses a reaction is not asked: no slot is left for it
/// (CARDS-TURN-5), or a condition forbids it (CARDS-REACT-4). `None` for other commands and
/// reasons.
pub fn explain_answer_without_prompt(
    fight: &Fight,
    who: CombatantId,
    command: &Command,
) -> Option<Refusal> {
    let is_reaction = ["dodge", "parry", "resist", "hold", "chase"].contains(&&*command.verb);
    let body = fight.body(who);
    let slots = remaining_reaction_slots(fight, who);
    let refuse = |key, rule| Some(Refusal::new(key, rule).with("name", fight.name(who)));
    if !is_reaction {
        None
    } else if !can_react(body) {
        refuse("condition-forbids", "CARDS-REACT-4")
    } else if !slots.has_fast && !slots.has_slow {
        refuse("no-slot", "CARDS-TURN-5")
    } else {
        None
    }
}
