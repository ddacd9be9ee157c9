//! Reactions to attacks (CARDS-REACT): who may react and how, the window before any die, and what
//! the reaction rolls.

use super::pools::{self, Test};
use super::prompts::{self, Answer, Question};
use super::sheet::{Action, Body, Harm, Reaction, Standing};
use super::state::{Manner, Note, Purpose, Slot};
use super::{Fight, Scene, Step, gear, turns};
use crate::command::{Command, Refusal};
use crate::ids::CombatantId;

/// A reaction that was chosen, and whether the slow slot pays for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    pub reaction: Reaction,
    pub is_slow: bool,
}

/// CARDS-REACT-4: the Burning, the frozen, the fainted and the Out do not react.
pub fn is_able(body: &Body) -> bool {
    body.is_active() && body.fire.is_none() && !body.is_stunned()
}

/// CARDS-REACT-2: dodging needs feet. CARDS-MOVE-5: not Prone; CARDS-GRAP-3: not Held.
pub fn can_dodge(body: &Body) -> bool {
    !body.prone && body.held_by.is_none()
}

/// CARDS-REACT-3: the target decides before any die is rolled or shown, and pays at once. No answer
/// and no slot: no reaction. CARDS-REACT-5: a standing order decides in its place, and never spends
/// the slow slot; with decoys that of an NPC is the default of its window. CARDS-REACT-4: what may
/// be chosen is looked at again when the window closes.
pub fn choose(
    scene: &mut Scene,
    who: CombatantId,
    allowed: impl Fn(&Fight) -> Vec<Reaction>,
    question: Question,
    none: Answer,
) -> Step<Option<Chosen>> {
    let fight = scene.fight();
    let body = fight.body(who);
    let kinds = allowed(fight);
    let (has_fast, has_slow) = slots_left(fight, who);
    let chosen = if has_fast {
        kinds.iter().find(|kind| body.auto.of(**kind) == Standing::Fast)
    } else {
        None
    };
    let mut chosen = chosen.map(|&reaction| Chosen { reaction, is_slow: false });
    let is_veiled = fight.is_veiled(who);
    let asked = |kind: &Reaction| is_veiled || body.auto.of(*kind) == Standing::Ask;
    let asked: Vec<_> = kinds.iter().copied().filter(asked).collect();
    let mut choices = prompts::reactions(&asked, has_fast, has_slow);
    if (chosen.is_none() || is_veiled) && !choices.is_empty() {
        choices.push(none);
        let ordered = chosen.take();
        let ordered =
            ordered.map(|Chosen { reaction, is_slow }| Answer::React { reaction, is_slow });
        let ask = prompts::window(fight, who, question, choices, ordered.unwrap_or(none));
        if let Answer::React { reaction, is_slow } = scene.ask(ask)? {
            chosen = Some(Chosen { reaction, is_slow });
        }
    }
    let fight = scene.fight();
    Ok(chosen.filter(|Chosen { reaction, is_slow }| {
        allowed(fight).contains(reaction) && turns::can_pay_reaction(fight, who, *is_slow)
    }))
}

/// Whether the fast and the slow slot of some card are left.
pub fn slots_left(fight: &Fight, who: CombatantId) -> (bool, bool) {
    let has = |slot| turns::can_react_with(fight, who, slot);
    (has(Slot::Fast), has(Slot::Slow))
}

/// CARDS-TURN-5: pays for the reaction; what it is becomes known with its dice.
pub fn commit(scene: &mut Scene, who: CombatantId, to: CombatantId, chosen: Chosen) {
    let Chosen { reaction, is_slow } = chosen;
    turns::pay_reaction(scene, who, is_slow);
    scene.note(Note::Reacted { who, to, reaction, is_slow });
}

/// What the target of something may answer it with: CARDS-REACT-1: a parry against close combat.
/// CARDS-REACT-2: a dodge against what comes from afar, by setting in close combat too.
/// CARDS-MAG-2: resistance against a spell, which the Held cannot (CARDS-GRAP-3). CARDS-GRAP-1:
/// breaking free of a grapple.
pub fn against(
    fight: &Fight,
    target: CombatantId,
    manner: &Manner,
    is_close: bool,
) -> Vec<Reaction> {
    let body = fight.body(target);
    if !is_able(body) {
        return Vec::new();
    }
    let dodge = can_dodge(body).then_some(Reaction::Dodge);
    match manner {
        Manner::Spell(_) if body.held_by.is_some() => Vec::new(),
        Manner::Spell(_) => vec![Reaction::Resist],
        Manner::Grapple => vec![Reaction::Break],
        Manner::Skill(_) => Vec::new(),
        Manner::Weapon(_) | Manner::Thrown(_) | Manner::Shove if is_close => {
            let dodge = dodge.filter(|_| fight.settings.dodge_close);
            [Some(Reaction::Parry), dodge].into_iter().flatten().collect()
        }
        Manner::Weapon(_) | Manner::Thrown(_) | Manner::Shove => dodge.into_iter().collect(),
    }
}

/// CARDS-REACT-3: the window of a target.
pub fn ask(
    scene: &mut Scene,
    target: CombatantId,
    attacker: CombatantId,
    manner: &Manner,
    is_close: bool,
) -> Step<Option<Chosen>> {
    let allowed = |fight: &Fight| against(fight, target, manner, is_close);
    let question = Question::Reaction { who: target, attacker, manner: manner.clone() };
    choose(scene, target, allowed, question, Answer::TakeIt)
}

/// CARDS-REACT-1: a parry rolls Strike with a close weapon in hand, else Force, and a shield in
/// hand adds its dice. CARDS-HARM-5: no 2-hand weapons with a broken arm. CARDS-REACT-2: a dodge
/// rolls Finesse. CARDS-MAG-2: what the spell is resisted with. CARDS-GRAP-1: Force.
pub fn roll(scene: &mut Scene, who: CombatantId, reaction: Reaction, resist: (Action, Harm)) -> u8 {
    let body = scene.fight().body(who);
    let purpose = Purpose::React(reaction);
    let test = match reaction {
        Reaction::Parry => {
            let fit = body.gear.iter().filter(|item| !gear::needs_both_arms(body, item));
            let arms = fit.filter_map(|item| item.ready(Action::Strike));
            let arm = arms.map(|weapon| weapon.bonus).max();
            let action = if arm.is_some() { Action::Strike } else { Action::Force };
            let bonus = arm.unwrap_or(0).saturating_add(body.shield());
            Test { bonus, ..Test::new(action, purpose) }
        }
        Reaction::Resist => Test { against: resist.1, ..Test::new(resist.0, purpose) },
        Reaction::Dodge | Reaction::Chase => Test::new(Action::Finesse, purpose),
        Reaction::Break | Reaction::Hold => Test::new(Action::Force, purpose),
    };
    pools::roll(scene, who, test)
}

/// Why somebody who presses a reaction is not asked: they have no slot left for it (CARDS-TURN-5),
/// or something forbids it (CARDS-REACT-4).
pub fn unasked(fight: &Fight, who: CombatantId, words: &Command) -> Option<Refusal> {
    let is_reaction = ["dodge", "parry", "resist", "hold", "chase"].contains(&&*words.verb);
    let body = fight.body(who);
    let (has_fast, has_slow) = slots_left(fight, who);
    let (key, rule) = match is_reaction {
        false => return None,
        true if !is_able(body) => ("condition-forbids", "CARDS-REACT-4"),
        true if !has_fast && !has_slow => ("no-slot", "CARDS-TURN-5"),
        true => return None,
    };
    Some(Refusal::new(key, rule).with("name", fight.name(who)))
}
