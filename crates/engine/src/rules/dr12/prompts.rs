//! Prompts: the windows W1 to W4 of the rule text, and one of the aftermath (DR12-END-4).
//!
//! A question to a player contains only what everybody may know.

use serde::{Deserialize, Serialize};

use super::Dr12;
use super::damage::is_in_action;
use super::sheet::{Ailment, AilmentRider, Attribute, Cure, Name};
use super::{Fight, PromptRequest, attacks, damage, movement, turns};
use crate::Prompts;
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::prompt::{AnswerCost, PromptContext, PromptKind};

/// What a prompt asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Whether a Character avoids an attack, by rolling for it (window W1 of the rule text).
    Avoid {
        who: CombatantId,
        attacker: CombatantId,
        weapon: Name,
        attribute: Attribute,
        /// Whether it is a free attack, on which a movement waits (DR12-DIS-1).
        #[serde(rename = "free")]
        is_free_attack: bool,
    },
    /// The attack was not avoided: whether the Character sacrifices its shield (W2).
    Shield { who: CombatantId, attacker: CombatantId, weapon: Name, shield: Name },
    /// An NPC leaves: whether the Character attacks it (W3).
    FreeAttack { who: CombatantId, mover: CombatantId },
    /// How the GM rules on a skill or a stunt (W4).
    Ruling(RulingProposal),
    /// How the GM answers a passed parley (W4).
    Parley { who: CombatantId, target: CombatantId },
    /// Which attribute is lowered for good (DR12-END-4).
    Cripple { who: CombatantId },
}

/// What a player proposes to the GM for a skill or a stunt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulingProposal {
    pub who: CombatantId,
    /// The enemy of a stunt; `None` for a skill.
    pub target: Option<CombatantId>,
    pub attribute: Attribute,
    pub text: String,
}

/// An answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Avoid,
    #[serde(rename = "sacrifice")]
    SacrificeShield,
    TakeHit,
    Attack,
    LetGo,
    Rule(GmRuling),
    Accept,
    /// Calls a morale Test; on a fail the NPC flees.
    #[serde(rename = "morale")]
    MoraleOrFlee,
    /// Calls a morale Test; on a fail the NPC parleys (DR12-MORALE-3).
    #[serde(rename = "morale_to_parley")]
    MoraleOrParley,
    Refuse,
    Lower(Attribute),
}

/// The Test that the GM rules, and its effect on a pass: in words, with an optional ailment of the
/// stunt's target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GmRuling {
    pub attribute: Attribute,
    pub dr: u8,
    pub effect: String,
    pub ailment: Option<(Ailment, Cure)>,
}

/// Builds the prompt by which a Character rolls to avoid an attack (DR12-ATK-6, DR12-DIS-4). Its
/// only choice and default is the roll.
pub fn avoid_prompt(fight: &Fight, question: Question, who: CombatantId) -> PromptRequest {
    combatant_prompt(fight, who, question, vec![Answer::Avoid], Answer::Avoid)
}

/// Builds the prompt that asks a Character whether to sacrifice its shield (DR12-SHLD-1). The
/// default takes the hit.
pub fn shield_prompt(fight: &Fight, question: Question, who: CombatantId) -> PromptRequest {
    combatant_prompt(
        fight,
        who,
        question,
        vec![Answer::SacrificeShield, Answer::TakeHit],
        Answer::TakeHit,
    )
}

/// Builds the prompt whether a Character attacks an NPC that leaves (DR12-DIS-7). The default
/// attacks.
pub fn free_attack_prompt(fight: &Fight, who: CombatantId, mover: CombatantId) -> PromptRequest {
    let question = Question::FreeAttack { who, mover };
    combatant_prompt(fight, who, question, vec![Answer::Attack, Answer::LetGo], Answer::Attack)
}

/// Builds the prompt for the attribute to lower (DR12-END-4). The default lowers STR.
pub fn crippling_prompt(fight: &Fight, who: CombatantId) -> PromptRequest {
    let choices = vec![Answer::Lower(Attribute::Str), Answer::Lower(Attribute::Dex)];
    combatant_prompt(fight, who, Question::Cripple { who }, choices, Answer::Lower(Attribute::Str))
}

/// Builds the GM's prompt to rule on a skill or stunt (DR12-ACT-5, DR12-STUNT-4). The default rules
/// as proposed: DR 12, effect in words only.
pub fn ruling_prompt(fight: &Fight, proposal: RulingProposal) -> PromptRequest {
    let as_proposed = Answer::Rule(GmRuling {
        attribute: proposal.attribute,
        dr: 12,
        effect: proposal.text.clone(),
        ailment: None,
    });
    gm_prompt(fight, Question::Ruling(proposal), vec![as_proposed.clone()], as_proposed)
}

/// Builds the GM's prompt after a passed parley (DR12-ACT-6). The default refuses.
pub fn parley_prompt(fight: &Fight, who: CombatantId, target: CombatantId) -> PromptRequest {
    let choices =
        vec![Answer::Accept, Answer::MoraleOrFlee, Answer::MoraleOrParley, Answer::Refuse];
    gm_prompt(fight, Question::Parley { who, target }, choices, Answer::Refuse)
}

impl Prompts for Dr12 {
    /// The kinds of prompts that players can give standing orders for.
    const PROMPT_KINDS: &'static [PromptKind] = &[
        PromptKind::new("avoid", &["dodge"]),
        PromptKind::new("shield", &["sacrifice-shield", "take-it"]),
        PromptKind::new("free-attack", &["strike", "let-go"]),
        PromptKind::new("cripple", &["lower"]),
    ];

    /// Returns whether a prompt no longer has a purpose, since the GM may change the fight while a
    /// window is open (DR12-REF-2).
    ///
    /// An attack needs two who stand and the weapon's reach (DR12-OOA-1, DR12-ATK-2, DR12-ATK-4); a
    /// sacrifice needs the shield and a defender who can give it (DR12-SHLD-1); a free attack needs
    /// all that granted it (DR12-DIS-1 to DR12-DIS-5); an Action needs its Turn (DR12-TURN-6) and
    /// an enemy who stands.
    fn is_obsolete(fight: &Fight, request: &PromptRequest) -> bool {
        let can_act_on = |who, target| turns::has_turn(fight, who) && is_in_action(fight, target);
        match &request.question {
            Question::Avoid { who, attacker, weapon, .. } => {
                !attacks::is_attack_still_possible(fight, *attacker, *who, weapon)
            }
            Question::Shield { who, attacker, weapon, shield } => {
                let held_shield = damage::sacrificable_shield(fight, *who);
                let is_held = held_shield.is_some_and(|held| held.name == *shield);
                !is_held || !attacks::is_attack_still_possible(fight, *attacker, *who, weapon)
            }
            Question::FreeAttack { who, mover } => !movement::has_free_attack(fight, *who, *mover),
            Question::Ruling(RulingProposal { who, target, .. }) => {
                !can_act_on(*who, target.unwrap_or(*who))
            }
            Question::Parley { who, target } => !can_act_on(*who, *target),
            Question::Cripple { who } => fight.get_present(*who).is_none(),
        }
    }

    /// Returns kind, actor, weapon and worst known threat of a player's prompt; `None` for what the
    /// GM rules.
    fn context_for_standing_orders(
        fight: &Fight,
        request: &PromptRequest,
    ) -> Option<PromptContext> {
        Some(match &request.question {
            Question::Avoid { who, attacker, weapon, .. } => {
                let threat = damage::worst_attack_threat_if_known(fight, *who, *attacker, weapon);
                PromptContext {
                    threat,
                    ..PromptContext::new("avoid").with_actor(*attacker).with_means(weapon)
                }
            }
            Question::Shield { who, attacker, weapon, .. } => {
                let threat = damage::worst_attack_threat_if_known(fight, *who, *attacker, weapon);
                PromptContext {
                    threat,
                    ..PromptContext::new("shield").with_actor(*attacker).with_means(weapon)
                }
            }
            Question::FreeAttack { mover, .. } => {
                PromptContext::new("free-attack").with_actor(*mover)
            }
            Question::Cripple { .. } => PromptContext::new("cripple"),
            Question::Ruling(_) | Question::Parley { .. } => return None,
        })
    }

    /// Returns what an answer costs: a sacrificed shield is gone for good; nothing else is spent.
    fn answer_cost(answer: &Answer) -> AnswerCost {
        match answer {
            Answer::SacrificeShield => AnswerCost::Reserve,
            Answer::Avoid
            | Answer::TakeHit
            | Answer::Attack
            | Answer::LetGo
            | Answer::Rule(_)
            | Answer::Accept
            | Answer::MoraleOrFlee
            | Answer::MoraleOrParley
            | Answer::Refuse
            | Answer::Lower(_) => AnswerCost::Nothing,
        }
    }

    /// Returns whether a player must press an answer even if it is the only one. DR12-OPT-2: the GM
    /// wants that for avoiding.
    fn needs_explicit_answer(question: &Question) -> bool {
        matches!(question, Question::Avoid { .. } | Question::Ruling(_))
    }

    /// Returns whether the question is whether to make a free attack.
    fn shares_message(question: &Question) -> bool {
        matches!(question, Question::FreeAttack { .. })
    }

    /// Returns whether the defender takes the hit.
    fn accepts_threat(answer: &Answer) -> bool {
        matches!(answer, Answer::TakeHit)
    }
}

/// Builds a prompt that a combatant must answer, with the time limit of windows.
fn combatant_prompt(
    fight: &Fight,
    who: CombatantId,
    question: Question,
    choices: Vec<Answer>,
    default: Answer,
) -> PromptRequest {
    let timeout_secs = fight.settings.window_secs;
    PromptRequest::new(Initiator::Combatant(who), question, choices, default, timeout_secs)
}

/// Builds a prompt that the GM must answer, with the time limit of rulings.
fn gm_prompt(
    fight: &Fight,
    question: Question,
    choices: Vec<Answer>,
    default: Answer,
) -> PromptRequest {
    PromptRequest::new(Initiator::Gm, question, choices, default, fight.settings.ruling_secs)
}

impl From<&AilmentRider> for Cure {
    fn from(rider: &AilmentRider) -> Self {
        Cure { is_action_bound: rider.is_action_bound, ..Cure::new(rider.cure_attribute, rider.dr) }
    }
}
