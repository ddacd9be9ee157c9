//! Reactions to attacks (CARDS-REACT): who may react and how, the prompt before any die is rolled,
//! and what the reaction rolls.

use super::prompts::{self, Answer, Question};
use super::rolls::{self, ActionTest};
use super::sheet::{Action, Body, HarmType, Reaction, StandingOrder};
use super::state::{AttackMethod, Event, ManeuverSlot, RollPurpose};
use super::{Fight, PromptRequest, Resolver, RuleResult, items, turns};
use crate::core::command::{Command, Refusal};
use crate::core::ids::CombatantId;

/// The reaction that a target has chosen, and whether the slow slot pays for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenReaction {
    pub reaction: Reaction,
    pub is_slow: bool,
}

/// How a spell is resisted (CARDS-MAG-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpellResistance {
    pub action: Action,
    /// The type of Harm that the spell gives.
    pub harm: HarmType,
}

impl SpellResistance {
    /// Stands in for attacks other than spells, which are never resisted.
    pub const UNUSED: Self = Self { action: Action::Endure, harm: HarmType::Physical };
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
/// (CARDS-REACT-4). A standing order may decide instead.
///
/// `list_allowed` gives the reactions that are possible; it is called again after the answer.
pub fn ask_for_reaction_or_use_standing_order(
    resolver: &mut Resolver,
    who: CombatantId,
    list_allowed: impl Fn(&Fight) -> Vec<Reaction>,
    question: Question,
    decline_answer: Answer,
) -> RuleResult<Option<ChosenReaction>> {
    let fight = resolver.fight();
    let allowed = list_allowed(fight);
    let ordered = reaction_by_standing_order(fight, who, &allowed);
    let prompt =
        reaction_prompt_unless_decided(fight, who, &allowed, ordered, question, decline_answer);
    let chosen = match prompt {
        None => ordered,
        Some(prompt) => match resolver.ask(prompt)? {
            Answer::React { reaction, is_slow } => Some(ChosenReaction { reaction, is_slow }),
            _ => None,
        },
    };
    let fight = resolver.fight();
    Ok(chosen.filter(|ChosenReaction { reaction, is_slow }| {
        list_allowed(fight).contains(reaction) && turns::can_pay_reaction(fight, who, *is_slow)
    }))
}

/// Returns the first allowed reaction that a standing order makes. It never spends the slow slot
/// (CARDS-REACT-5), so without the fast slot there is none.
fn reaction_by_standing_order(
    fight: &Fight,
    who: CombatantId,
    allowed: &[Reaction],
) -> Option<ChosenReaction> {
    if !remaining_reaction_slots(fight, who).has_fast {
        return None;
    }
    let orders = &fight.body(who).standing_orders;
    let is_ordered = |reaction: &Reaction| orders.order_for(*reaction) == StandingOrder::Fast;
    let reaction = allowed.iter().copied().find(is_ordered)?;
    Some(ChosenReaction { reaction, is_slow: false })
}

/// Builds the prompt for a reaction; `None` if a standing order decides, or nothing can be chosen.
/// With decoy prompts an NPC's standing orders do not decide: `ordered` is only the default
/// (CARDS-REACT-5).
fn reaction_prompt_unless_decided(
    fight: &Fight,
    who: CombatantId,
    allowed: &[Reaction],
    ordered: Option<ChosenReaction>,
    question: Question,
    decline_answer: Answer,
) -> Option<PromptRequest> {
    let is_time_hidden = fight.hides_response_time(who);
    if ordered.is_some() && !is_time_hidden {
        return None;
    }
    let orders = &fight.body(who).standing_orders;
    let is_asked =
        |reaction: &Reaction| is_time_hidden || orders.order_for(*reaction) == StandingOrder::Ask;
    let asked: Vec<Reaction> = allowed.iter().copied().filter(is_asked).collect();
    let mut choices = prompts::reaction_answers(&asked, remaining_reaction_slots(fight, who));
    if choices.is_empty() {
        return None;
    }
    choices.push(decline_answer);
    let default = match ordered {
        Some(ChosenReaction { reaction, is_slow }) => Answer::React { reaction, is_slow },
        None => decline_answer,
    };
    Some(prompts::combatant_prompt(fight, who, question, choices, default))
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
    match method {
        AttackMethod::Spell(_) if body.held_by.is_some() => Vec::new(),
        AttackMethod::Spell(_) => vec![Reaction::Resist],
        AttackMethod::Grapple => vec![Reaction::BreakFree],
        AttackMethod::Skill(_) => Vec::new(),
        AttackMethod::Weapon(_) | AttackMethod::Thrown(_) | AttackMethod::Shove => {
            let mut reactions = Vec::new();
            if is_close_combat {
                reactions.push(Reaction::Parry);
            }
            let does_dodging_work = !is_close_combat || fight.settings.can_dodge_close_combat;
            if does_dodging_work && is_free_to_move(body) {
                reactions.push(Reaction::Dodge);
            }
            reactions
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
/// CARDS-REACT-2: a dodge rolls Finesse. CARDS-MAG-2: resistance rolls the spell's Action.
/// CARDS-GRAP-1: breaking free rolls Force.
pub fn roll_reaction(
    resolver: &mut Resolver,
    who: CombatantId,
    reaction: Reaction,
    spell_resistance: SpellResistance,
) -> u8 {
    let purpose = RollPurpose::React(reaction);
    let test = match reaction {
        Reaction::Parry => parry_test(resolver.fight().body(who)),
        Reaction::Resist => ActionTest {
            resisted_harm: spell_resistance.harm,
            ..ActionTest::new(spell_resistance.action, purpose)
        },
        Reaction::Dodge | Reaction::Chase => ActionTest::new(Action::Finesse, purpose),
        Reaction::BreakFree | Reaction::Hold => ActionTest::new(Action::Force, purpose),
    };
    rolls::roll_test(resolver, who, test)
}

/// Returns the test of a parry: Strike with the best close weapon in hand, else Force, and a shield
/// in hand adds its dice (CARDS-REACT-1). With a broken arm 2-hand weapons do not count
/// (CARDS-HARM-5).
fn parry_test(body: &Body) -> ActionTest {
    let mut best_weapon_bonus: Option<u8> = None;
    for item in &body.gear {
        if let Some(weapon) = item.ready_weapon(Action::Strike)
            && !items::is_forbidden_by_broken_arm(body, item)
        {
            best_weapon_bonus = best_weapon_bonus.max(Some(weapon.bonus_dice));
        }
    }
    let action = if best_weapon_bonus.is_some() { Action::Strike } else { Action::Force };
    let bonus_dice = best_weapon_bonus.unwrap_or(0).saturating_add(body.shield_bonus());
    ActionTest { bonus_dice, ..ActionTest::new(action, RollPurpose::React(Reaction::Parry)) }
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
    if !is_reaction {
        return None;
    }
    let refuse = |key, rule| Some(Refusal::new(key, rule).with("name", fight.name(who)));
    if !can_react(fight.body(who)) {
        return refuse("condition-forbids", "CARDS-REACT-4");
    }
    let slots = remaining_reaction_slots(fight, who);
    if !slots.has_fast && !slots.has_slow {
        return refuse("no-slot", "CARDS-TURN-5");
    }
    None
}
