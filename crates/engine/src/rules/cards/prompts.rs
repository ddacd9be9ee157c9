//! Prompts: the windows of the rule text's table, and the fate of an NPC that goes down.
//!
//! A question to a player holds only what everybody may know. Clocks are those of CARDS-TURN-8.

use serde::{Deserialize, Serialize};

use super::Cards;
use super::sheet::{Action, Fate, ItemId, Panic, Reaction};
use super::state::Manner;
use super::{Ask, Fight, attacks, damage, extras, flee, holding, reactions, swapping};
use crate::Prompts;
use crate::command::{Command, Refusal};
use crate::ids::{By, CombatantId, ZoneId};
use crate::prompt::{About, Kind, Price};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// CARDS-REACT-3: the target of an attack, shove, spell or grapple.
    Reaction { who: CombatantId, attacker: CombatantId, manner: Manner },
    /// CARDS-GRAP-5: the one who is held tries to break free.
    Hold { who: CombatantId, held: CombatantId },
    /// CARDS-FLEE-3.
    Chase { who: CombatantId, runner: CombatantId },
    /// CARDS-ATK-6: so many extra successes are left to be spent.
    Extras { who: CombatantId, target: CombatantId, manner: Manner, left: u8, bought: Vec<Buy> },
    /// CARDS-SWAP-5.
    Swap { who: CombatantId, attacker: CombatantId },
    /// CARDS-HARM-7.
    Fate { who: CombatantId, target: CombatantId },
    /// CARDS-FEAR-4.
    Shaken { who: CombatantId, source: Option<CombatantId> },
    /// CARDS-END-1; of a side, by its name, where one is left.
    End { left: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// CARDS-TURN-5: pays with the fast slot, or with the slow one.
    React {
        reaction: Reaction,
        is_slow: bool,
    },
    TakeIt,
    Chase {
        action: Action,
        is_slow: bool,
    },
    No,
    Buy(Buy),
    /// What is left is not spent.
    Enough,
    /// The attacker's card.
    Swap(u8),
    Keep,
    Fate(Fate),
    Panic(Panic),
    Confirm,
    GoOn,
}

/// What extra successes buy (CARDS-ATK-4, CARDS-ATK-5, CARDS-ATK-7, CARDS-GRAP-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Buy {
    /// How many successes, each one more damage.
    Damage(u8),
    /// The card of the target that is wanted (CARDS-SWAP-4).
    Outmaneuver(u8),
    /// The whole damage is Mental.
    Stress,
    Push(ZoneId),
    Apart,
    ThrowDown,
    Disarm(ItemId),
    Pin,
    Gag,
}

/// A window of a combatant. Invariant: the default is among the choices.
pub fn window(
    fight: &Fight,
    who: CombatantId,
    question: Question,
    choices: Vec<Answer>,
    default: Answer,
) -> Ask {
    let (to, clock_secs) = (By::Combatant(who), fight.settings.answer_secs);
    Ask { to, question, choices, default, clock_secs, is_optional: false }
}

impl Prompts for Cards {
    /// What standing orders are given for.
    const KINDS: &'static [Kind] = &[
        Kind::new("reaction", &["parry", "dodge", "resist", "break", "take-it"]),
        Kind::new("hold", &["hold", "no"]),
        Kind::new("chase", &["chase", "no"]),
        Kind::new(
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
        Kind::new("swap", &["swap", "keep"]),
        Kind::new("finish", &["helpless", "dying", "dead"]),
        Kind::new("panic", &["flee", "freeze", "faint", "attack"]),
    ];

    /// Who cannot do any more what they are asked about need not answer, nor whom nobody is left to
    /// do it to: CARDS-REACT-4, CARDS-GRAP-6, CARDS-FLEE-3, CARDS-HARM-8, CARDS-INIT-7.
    fn is_pointless(fight: &Fight, ask: &Ask) -> bool {
        match ask.question {
            Question::Reaction { who, attacker, .. } => {
                !reactions::is_able(fight.body(who)) || !attacks::can_strike(fight.body(attacker))
            }
            Question::Hold { who, held } => !holding::may_hold(fight, who, held),
            Question::Chase { who, runner } => !flee::may_chase(fight, who, runner),
            Question::Extras { who, target, .. } => !extras::are_both_here(fight, who, target),
            Question::Swap { who, attacker } => !swapping::may_swap(fight, who, attacker),
            Question::Fate { who, target } => {
                fight.body(who).fled || !damage::is_at_mercy(fight.body(target))
            }
            Question::Shaken { who, .. } => !fight.body(who).is_active(),
            Question::End { .. } => false,
        }
    }

    /// CARDS-REACT-5: whether an NPC has a standing order is not to be read from how long it takes.
    fn is_unseen(fight: &Fight, ask: &Ask) -> bool {
        let is_veiled = match ask.question {
            Question::Reaction { who, .. }
            | Question::Hold { who, .. }
            | Question::Chase { who, .. } => fight.is_veiled(who),
            Question::Extras { .. }
            | Question::Swap { .. }
            | Question::Fate { .. }
            | Question::Shaken { .. }
            | Question::End { .. } => false,
        };
        is_veiled || fight.is_hidden(ask.to)
    }

    fn about(fight: &Fight, ask: &Ask) -> Option<About> {
        Some(match &ask.question {
            Question::Reaction { who, attacker, manner } => {
                let threat = attacks::threat(fight, *who, *attacker, manner);
                About { threat, ..About::of("reaction").by(*attacker).way(manner.word()) }
            }
            Question::Hold { held, .. } => About::of("hold").by(*held),
            Question::Chase { runner, .. } => About::of("chase").by(*runner),
            Question::Extras { target, manner, .. } => {
                About::of("extras").by(*target).way(manner.word())
            }
            Question::Swap { attacker, .. } => About::of("swap").by(*attacker),
            Question::Fate { target, .. } => About::of("finish").by(*target),
            Question::Shaken { source, .. } => About { by: *source, ..About::of("panic") },
            Question::End { .. } => return None,
        })
    }

    /// CARDS-TURN-5: a reaction takes the fast slot, or the slow one that one acts with.
    fn price(answer: &Answer) -> Price {
        match answer {
            Answer::React { is_slow, .. } | Answer::Chase { is_slow, .. } if *is_slow => {
                Price::Turn
            }
            Answer::React { .. } | Answer::Chase { .. } => Price::Little,
            Answer::TakeIt
            | Answer::No
            | Answer::Buy(_)
            | Answer::Enough
            | Answer::Swap(_)
            | Answer::Keep
            | Answer::Fate(_)
            | Answer::Panic(_)
            | Answer::Confirm
            | Answer::GoOn => Price::Nothing,
        }
    }

    fn lets_come(answer: &Answer) -> bool {
        matches!(answer, Answer::TakeIt)
    }

    fn is_shared(question: &Question) -> bool {
        matches!(question, Question::Chase { .. })
    }

    fn is_patient(question: &Question) -> bool {
        matches!(question, Question::End { .. })
    }

    fn unasked(fight: &Fight, _: &[Ask], who: CombatantId, words: &Command) -> Option<Refusal> {
        reactions::unasked(fight, who, words)
    }
}

/// CARDS-HARM-7: the attacker chooses; no answer: helpless.
pub fn fate(fight: &Fight, who: CombatantId, target: CombatantId) -> Ask {
    let choices = Fate::ALL.map(Answer::Fate).to_vec();
    window(fight, who, Question::Fate { who, target }, choices, Answer::Fate(Fate::Helpless))
}

/// CARDS-FEAR-4: the player picks; no answer: freeze.
pub fn shaken(fight: &Fight, who: CombatantId, source: Option<CombatantId>) -> Ask {
    let choices = Panic::ALL.map(Answer::Panic).to_vec();
    let question = Question::Shaken { who, source };
    window(fight, who, question, choices, Answer::Panic(Panic::Freeze))
}

/// CARDS-END-1: the GM confirms or goes on. CARDS-TURN-8: no clock does it for them.
pub fn end(fight: &Fight, left: &str) -> Ask {
    let question = Question::End { left: left.into() };
    let (choices, default) = (vec![Answer::Confirm, Answer::GoOn], Answer::Confirm);
    let clock_secs = fight.settings.gm_secs;
    Ask { to: By::Gm, question, choices, default, clock_secs, is_optional: false }
}

/// CARDS-REACT-3: each allowed reaction, then the same paid with the slow slot.
pub fn reactions(kinds: &[Reaction], has_fast: bool, has_slow: bool) -> Vec<Answer> {
    let mut choices = Vec::new();
    for (is_slow, has_slot) in [(false, has_fast), (true, has_slow)] {
        if has_slot {
            choices.extend(kinds.iter().map(|&reaction| Answer::React { reaction, is_slow }));
        }
    }
    choices
}
