//! The prompts of the rule text's table of windows, and the one for the fate of an NPC that goes
//! down.
//!
//! A question to a player holds only what everybody may know. The clocks are those of CARDS-TURN-8.

use serde::{Deserialize, Serialize};

use super::Cards;
use super::reactions::ReactionSlots;
use super::sheet::{Action, ItemId, NpcFate, PanicReaction, Reaction};
use super::state::AttackMethod;
use super::{
    Fight, PromptRequest, attacks, card_swaps, damage, extra_successes, flee, grapple, reactions,
};
use crate::Prompts;
use crate::core::command::{Command, Refusal};
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::resolution::prompt::{AnswerCost, PromptContext, PromptKind};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Asks the target of an attack, shove, spell or grapple for a reaction (CARDS-REACT-3).
    Reaction {
        who: CombatantId,
        attacker: CombatantId,
        #[serde(rename = "manner")]
        method: AttackMethod,
    },
    /// Asks a holder whether to hold on to a combatant who tries to break free (CARDS-GRAP-5).
    #[serde(rename = "hold")]
    KeepGrapple { who: CombatantId, held: CombatantId },
    /// Asks an enemy whether to chase a runner (CARDS-FLEE-3).
    Chase { who: CombatantId, runner: CombatantId },
    /// Asks the attacker what to buy with the extra successes that remain (CARDS-ATK-6).
    Extras {
        who: CombatantId,
        target: CombatantId,
        #[serde(rename = "manner")]
        method: AttackMethod,
        #[serde(rename = "left")]
        remaining: u8,
        bought: Vec<BoughtEffect>,
    },
    /// Asks a defender whether to swap cards after the reaction (CARDS-SWAP-5).
    #[serde(rename = "swap")]
    ReactionSwap { who: CombatantId, attacker: CombatantId },
    /// Asks the attacker for the fate of an NPC that is down (CARDS-HARM-7).
    Fate { who: CombatantId, target: CombatantId },
    /// Asks how a PC panics after a failed Fear test (CARDS-FEAR-4).
    Shaken { who: CombatantId, source: Option<CombatantId> },
    /// Proposes the end of the fight to the GM, with the name of the side that is left, or "nobody"
    /// (CARDS-END-1).
    #[serde(rename = "end")]
    ConfirmEnd {
        #[serde(rename = "left")]
        remaining_side: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Reacts, and pays with the fast slot, or with the slow one (CARDS-TURN-5).
    React {
        reaction: Reaction,
        is_slow: bool,
    },
    TakeIt,
    Chase {
        action: Action,
        is_slow: bool,
    },
    #[serde(rename = "no")]
    Decline,
    Buy(BoughtEffect),
    /// Leaves the remaining successes unspent.
    #[serde(rename = "enough")]
    StopSpending,
    /// Swaps for this card of the attacker.
    #[serde(rename = "swap")]
    SwapFor(u8),
    #[serde(rename = "keep")]
    KeepCards,
    Fate(NpcFate),
    Panic(PanicReaction),
    #[serde(rename = "confirm")]
    ConfirmEnd,
    #[serde(rename = "go_on")]
    ContinueFight,
}

/// What one or more extra successes buy (CARDS-ATK-4, CARDS-ATK-5, CARDS-ATK-7, CARDS-GRAP-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoughtEffect {
    /// Additional damage, 1 for each success; the number is how many successes are spent.
    Damage(u8),
    /// A swap for this card of the target (CARDS-SWAP-4).
    Outmaneuver(u8),
    /// All damage of the attack becomes Mental.
    Stress,
    Push(ZoneId),
    Apart,
    ThrowDown,
    Disarm(ItemId),
    Pin,
    Gag,
}

/// Builds a prompt for a combatant. Invariant: the default is among the choices.
pub fn combatant_prompt(
    fight: &Fight,
    who: CombatantId,
    question: Question,
    choices: Vec<Answer>,
    default: Answer,
) -> PromptRequest {
    let timeout_secs = fight.settings.answer_secs;
    PromptRequest::new(Initiator::Combatant(who), question, choices, default, timeout_secs)
}

impl Prompts for Cards {
    /// The kinds of prompt that standing orders can answer.
    const PROMPT_KINDS: &'static [PromptKind] = &[
        PromptKind::new("reaction", &["parry", "dodge", "resist", "break", "take-it"]),
        PromptKind::new("hold", &["hold", "no"]),
        PromptKind::new("chase", &["chase", "no"]),
        PromptKind::new(
            "extras",
            &[
                "damage",
                "outmaneuver",
                "stress",
                "push",
                "apart",
                "throw-down",
                "disarm",
                "pin",
                "gag",
                "enough",
            ],
        ),
        PromptKind::new("swap", &["swap", "keep"]),
        PromptKind::new("finish", &["helpless", "dying", "dead"]),
        PromptKind::new("panic", &["flee", "freeze", "faint", "attack"]),
    ];

    /// Returns whether a prompt has lost its point: whoever is asked can no longer do it, or the
    /// other combatant is no longer there (CARDS-REACT-4, CARDS-GRAP-6, CARDS-FLEE-3, CARDS-HARM-8,
    /// CARDS-INIT-7).
    fn is_obsolete(fight: &Fight, prompt: &PromptRequest) -> bool {
        match prompt.question {
            Question::Reaction { who, attacker, .. } => {
                !reactions::can_react(fight.body(who)) || !attacks::can_attack(fight.body(attacker))
            }
            Question::KeepGrapple { who, held } => !grapple::can_keep_grapple(fight, who, held),
            Question::Chase { who, runner } => {
                !flee::can_chase_runner_with_slot_left(fight, who, runner)
            }
            Question::Extras { who, target, .. } => {
                !extra_successes::are_both_in_fight(fight, who, target)
            }
            Question::ReactionSwap { who, attacker } => {
                !card_swaps::can_swap_with_attacker(fight, who, attacker)
            }
            Question::Fate { who, target } => {
                fight.body(who).has_fled || !damage::is_living_downed_npc(fight.body(target))
            }
            Question::Shaken { who, .. } => !fight.body(who).is_active(),
            Question::ConfirmEnd { .. } => false,
        }
    }

    /// Returns whether the public must not see that this prompt is open. The time that an NPC takes
    /// must not tell whether it has a standing order (CARDS-REACT-5).
    fn is_hidden_from_public(fight: &Fight, prompt: &PromptRequest) -> bool {
        let is_time_hidden = match prompt.question {
            Question::Reaction { who, .. }
            | Question::KeepGrapple { who, .. }
            | Question::Chase { who, .. } => fight.hides_response_time(who),
            Question::Extras { .. }
            | Question::ReactionSwap { .. }
            | Question::Fate { .. }
            | Question::Shaken { .. }
            | Question::ConfirmEnd { .. } => false,
        };
        is_time_hidden || fight.is_hidden_npc(prompt.respondent)
    }

    /// Returns the context of every question but the one whether the fight ends. It has a threat
    /// where an attack is answered, if the defender knows it.
    fn context_for_standing_orders(fight: &Fight, prompt: &PromptRequest) -> Option<PromptContext> {
        Some(match &prompt.question {
            Question::Reaction { who, attacker, method } => {
                let threat = attacks::worst_attack_threat_if_known(fight, *who, *attacker, method);
                PromptContext {
                    threat,
                    ..PromptContext::new("reaction").with_actor(*attacker).with_means(method.name())
                }
            }
            Question::KeepGrapple { held, .. } => PromptContext::new("hold").with_actor(*held),
            Question::Chase { runner, .. } => PromptContext::new("chase").with_actor(*runner),
            Question::Extras { target, method, .. } => {
                PromptContext::new("extras").with_actor(*target).with_means(method.name())
            }
            Question::ReactionSwap { attacker, .. } => {
                PromptContext::new("swap").with_actor(*attacker)
            }
            Question::Fate { target, .. } => PromptContext::new("finish").with_actor(*target),
            Question::Shaken { source, .. } => {
                PromptContext { actor: *source, ..PromptContext::new("panic") }
            }
            Question::ConfirmEnd { .. } => return None,
        })
    }

    /// A reaction costs the fast slot, or the slow slot, which is needed in the own turn
    /// (CARDS-TURN-5).
    fn answer_cost(answer: &Answer) -> AnswerCost {
        match answer {
            Answer::React { is_slow, .. } | Answer::Chase { is_slow, .. } if *is_slow => {
                AnswerCost::OwnTurn
            }
            Answer::React { .. } | Answer::Chase { .. } => AnswerCost::Reserve,
            Answer::TakeIt
            | Answer::Decline
            | Answer::Buy(_)
            | Answer::StopSpending
            | Answer::SwapFor(_)
            | Answer::KeepCards
            | Answer::Fate(_)
            | Answer::Panic(_)
            | Answer::ConfirmEnd
            | Answer::ContinueFight => AnswerCost::Nothing,
        }
    }

    /// Returns whether the defender takes the attack without a reaction.
    fn accepts_threat(answer: &Answer) -> bool {
        matches!(answer, Answer::TakeIt)
    }

    /// Returns whether the question is who chases, which all are asked at the same time.
    fn shares_message(question: &Question) -> bool {
        matches!(question, Question::Chase { .. })
    }

    /// Returns whether the GM is asked to end the fight.
    fn only_reminds_on_timeout(question: &Question) -> bool {
        matches!(question, Question::ConfirmEnd { .. })
    }

    fn explain_answer_without_prompt(
        fight: &Fight,
        _: &[PromptRequest],
        who: CombatantId,
        command: &Command,
    ) -> Option<Refusal> {
        reactions::explain_answer_without_prompt(fight, who, command)
    }
}

/// Builds the prompt for the fate of an NPC; the default is what it has already, else helpless
/// (CARDS-HARM-7).
pub fn npc_fate_prompt(fight: &Fight, attacker: CombatantId, target: CombatantId) -> PromptRequest {
    let choices = NpcFate::ALL.map(Answer::Fate).to_vec();
    let present_fate = fight.body(target).fate.unwrap_or(NpcFate::Helpless);
    combatant_prompt(
        fight,
        attacker,
        Question::Fate { who: attacker, target },
        choices,
        Answer::Fate(present_fate),
    )
}

/// Builds the prompt for how a PC panics; the default is freeze (CARDS-FEAR-4).
pub fn panic_prompt(fight: &Fight, who: CombatantId, source: Option<CombatantId>) -> PromptRequest {
    let choices = PanicReaction::ALL.map(Answer::Panic).to_vec();
    let question = Question::Shaken { who, source };
    combatant_prompt(fight, who, question, choices, Answer::Panic(PanicReaction::Freeze))
}

/// Builds the prompt that proposes the end to the GM (CARDS-END-1). No clock answers it for them
/// (CARDS-TURN-8).
pub fn gm_confirm_end_prompt(fight: &Fight, remaining_side: &str) -> PromptRequest {
    let question = Question::ConfirmEnd { remaining_side: remaining_side.into() };
    let choices = vec![Answer::ConfirmEnd, Answer::ContinueFight];
    let timeout_secs = fight.settings.gm_secs;
    PromptRequest::new(Initiator::Gm, question, choices, Answer::ConfirmEnd, timeout_secs)
}

/// Returns the answers for each allowed reaction, first those paid with the fast slot, then those
/// with the slow one (CARDS-REACT-3).
pub fn reaction_answers(allowed: &[Reaction], slots: ReactionSlots) -> Vec<Answer> {
    let mut choices = Vec::new();
    if slots.has_fast {
        choices.extend(allowed.iter().map(|&reaction| Answer::React { reaction, is_slow: false }));
    }
    if slots.has_slow {
        choices.extend(allowed.iter().map(|&reaction| Answer::React { reaction, is_slow: true }));
    }
    choices
}
