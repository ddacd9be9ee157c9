//! Prompts: the nine windows of the rule text, the attacker's chance to offer a stunt while one of
//! them is open, and the GM's ruling on a skill.
//!
//! A question to a player holds only what everybody may know. Clocks are those of FACT-ROUND-8.

use serde::{Deserialize, Serialize};

use super::Factions;
use super::attacks::{Manner, Means};
use super::sheet::{Ability, Name, Stance};
use super::zones::stands;
use super::{Ask, Fight, Scene, Step, chases, damage, opportunity, reactions};
use crate::Prompts;
use crate::command::{Command, Refusal};
use crate::ids::{By, CombatantId};
use crate::prompt::{About, Kind, Price};
use crate::scene::DecoyWait;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// FACT-STUNT-1: the GM approves of a stunt, or not.
    StuntApproval { who: CombatantId, target: CombatantId, text: String },
    /// FACT-STUNT-2: the target accepts the effect in place of damage, or not.
    Stunt { who: CombatantId, attacker: CombatantId, text: String },
    /// FACT-STUNT-1: the attacker may offer a stunt as long as the target has not answered. Nobody
    /// waits for it.
    StuntOffer { who: CombatantId, target: CombatantId },
    /// FACT-REACT-3: the target of an attack.
    Reaction {
        who: CombatantId,
        attacker: CombatantId,
        manner: Manner,
        is_opportunity: bool,
        /// FACT-SNEAK-3: made out of concealment.
        is_surprise: bool,
        /// FACT-BLAST-6: another target counters.
        is_counter_taken: bool,
        /// FACT-REACT-9: who cannot become the target any more.
        been: Vec<CombatantId>,
    },
    /// FACT-REACT-10: one who may step in for the target.
    Guard {
        who: CombatantId,
        attacker: CombatantId,
        target: CombatantId,
        manner: Manner,
        is_opportunity: bool,
        /// FACT-SNEAK-3: made out of concealment.
        is_surprise: bool,
        /// FACT-BLAST-6: another target counters already.
        is_counter_taken: bool,
        /// FACT-REACT-9: who cannot become the target any more.
        #[serde(default)]
        been: Vec<CombatantId>,
    },
    /// FACT-REACT-8: somebody wants to hide behind them.
    Consent { who: CombatantId, target: CombatantId, attacker: CombatantId },
    /// FACT-OPP-1: an enemy steps away.
    Opportunity { who: CombatantId, mover: CombatantId },
    /// FACT-SNEAK-6.
    HideApproval { who: CombatantId, text: String },
    /// FACT-CHASE-2: whether a faction goes after those who left.
    Pursuit { faction: Name, leavers: Vec<CombatantId> },
    /// FACT-TURN-2: a skill or power.
    Ruling { who: CombatantId, ability: Ability, text: String },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Approve,
    Refuse,
    Accept,
    Decline,
    OfferStunt(String),
    Dodge,
    Counter {
        means: Means,
        hold_back: bool,
    },
    HideBehind(CombatantId),
    TakeIt,
    Guard(Guarding),
    No,
    Agree,
    Strike {
        means: Means,
        hold_back: bool,
        /// FACT-STUNT-1: what is offered in place of damage.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stunt: Option<String>,
    },
    LetGo,
    Pursue(Vec<CombatantId>),
    /// One save with this ability, and what a pass brings, in words.
    Rule {
        ability: Ability,
        effect: String,
    },
}

/// How a guard takes the attack (FACT-REACT-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guarding {
    Plain,
    Dodge,
    Counter(Means),
    /// FACT-ATK-6.
    CounterHeldBack(Means),
}

impl Prompts for Factions {
    /// What standing orders are given for.
    const KINDS: &'static [Kind] = &[
        Kind::new("reaction", &["dodge", "counter", "hide-behind", "take-it"]),
        Kind::new("guard", &["guard", "no"]),
        Kind::new("consent", &["agree", "refuse"]),
        Kind::new("opportunity", &["strike", "let-go"]),
        Kind::new("stunt", &["accept", "decline"]),
        Kind::new("stunt-offer", &["stunt"]),
        Kind::new("pursuit", &["pursue", "no"]),
    ];

    /// FACT-DMG-2, FACT-REACT-1: a question has lost its point once an order of the GM has put out
    /// of action whom it is about, or made impossible what might be answered.
    fn is_pointless(fight: &Fight, ask: &Ask) -> bool {
        let is_open = match &ask.question {
            Question::StuntApproval { who, target: other, .. }
            | Question::StuntOffer { who, target: other }
            | Question::Stunt { who, attacker: other, .. } => {
                stands(fight, *who) && stands(fight, *other)
            }
            Question::Reaction { .. } | Question::Guard { .. } | Question::Consent { .. } => {
                reactions::is_still_open(fight, ask)
            }
            Question::Opportunity { who, mover } => {
                opportunity::ask(fight, *who, *mover).as_ref() == Some(ask)
            }
            Question::Pursuit { faction, .. } => chases::ask(fight, faction).as_ref() == Some(ask),
            Question::HideApproval { who, .. } | Question::Ruling { who, .. } => {
                stands(fight, *who)
            }
        };
        !is_open
    }

    /// FACT-OPP-4: whether an NPC answers a step away is not to be read from how long it takes.
    /// FACT-REACT-10, FACT-SNEAK-1: nor whether somebody unseen is asked.
    fn is_unseen(fight: &Fight, ask: &Ask) -> bool {
        let is_veiled = match ask.question {
            Question::Opportunity { who, .. } => fight.is_veiled(who),
            Question::StuntApproval { .. }
            | Question::Stunt { .. }
            | Question::StuntOffer { .. }
            | Question::Reaction { .. }
            | Question::Guard { .. }
            | Question::Consent { .. }
            | Question::HideApproval { .. }
            | Question::Pursuit { .. }
            | Question::Ruling { .. } => false,
        };
        is_veiled || fight.is_hidden(ask.to)
    }

    fn about(fight: &Fight, ask: &Ask) -> Option<About> {
        Some(match &ask.question {
            Question::Reaction { who, attacker, manner, .. } => {
                let threat = damage::threat(fight, *who, *attacker, manner);
                About { threat, ..About::of("reaction").by(*attacker).way(manner.word()) }
            }
            Question::Guard { who, attacker, target, manner, .. } => {
                let threat = damage::threat(fight, *who, *attacker, manner);
                let about = About::of("guard").by(*attacker).way(manner.word());
                About { threat, whom: Some(*target), ..about }
            }
            Question::Consent { target, .. } => {
                About { whom: Some(*target), ..About::of("consent") }
            }
            Question::Opportunity { mover, .. } => About::of("opportunity").by(*mover),
            Question::Stunt { attacker, .. } => About::of("stunt").by(*attacker),
            Question::StuntOffer { target, .. } => About::of("stunt-offer").by(*target),
            Question::Pursuit { .. } => About::of("pursuit"),
            Question::StuntApproval { .. }
            | Question::HideApproval { .. }
            | Question::Ruling { .. } => return None,
        })
    }

    /// FACT-REACT-3: whoever reacts has had their turn.
    fn price(answer: &Answer) -> Price {
        match answer {
            Answer::Dodge
            | Answer::Counter { .. }
            | Answer::HideBehind(_)
            | Answer::Guard(_)
            | Answer::Strike { .. } => Price::Turn,
            Answer::Approve
            | Answer::Refuse
            | Answer::Accept
            | Answer::Decline
            | Answer::OfferStunt(_)
            | Answer::TakeIt
            | Answer::No
            | Answer::Agree
            | Answer::LetGo
            | Answer::Pursue(_)
            | Answer::Rule { .. } => Price::Nothing,
        }
    }

    fn takes_more(question: &Question) -> bool {
        matches!(question, Question::Ruling { .. })
    }

    fn is_shared(question: &Question) -> bool {
        matches!(
            question,
            Question::Reaction { .. } | Question::Guard { .. } | Question::Opportunity { .. }
        )
    }

    fn lets_come(answer: &Answer) -> bool {
        matches!(answer, Answer::TakeIt | Answer::Guard(Guarding::Plain))
    }

    fn unasked(fight: &Fight, open: &[Ask], who: CombatantId, words: &Command) -> Option<Refusal> {
        reactions::unasked(fight, open, who, words)
    }
}

/// The next answer to questions that are open side by side, and whose it is. They are made anew
/// from the fight as it stands when one of them has lost its point, so that nobody answers a
/// question that an order of the GM has left behind.
pub fn next_answer<Key: Copy>(
    scene: &mut Scene,
    lull: &mut DecoyWait,
    open: impl Fn(&Fight) -> Vec<(Key, Ask)>,
) -> Step<Option<(Key, Answer)>> {
    loop {
        let fight = scene.fight();
        let asks = open(fight).into_iter().filter(|(_, ask)| !Factions::is_pointless(fight, ask));
        let (keys, asks): (Vec<Key>, Vec<Ask>) = asks.unzip();
        let Some((at, answer)) = scene.ask_next_in(&asks, lull)? else { return Ok(None) };
        if !Factions::is_pointless(scene.fight(), &asks[at]) {
            return Ok(Some((keys[at], answer)));
        }
    }
}

/// The GM approves or refuses; no answer refuses.
pub fn approval(fight: &Fight, question: Question) -> Ask {
    let choices = vec![Answer::Approve, Answer::Refuse];
    gm(fight, question, choices, Answer::Refuse)
}

/// FACT-TURN-2: the GM names one save; no answer refuses, and nothing is spent.
pub fn ruling(fight: &Fight, who: CombatantId, ability: Ability, text: &str) -> Ask {
    let mut choices: Vec<Answer> =
        Ability::ALL.map(|ability| Answer::Rule { ability, effect: text.into() }).to_vec();
    choices.push(Answer::Refuse);
    gm(fight, Question::Ruling { who, ability, text: text.into() }, choices, Answer::Refuse)
}

/// A window of a combatant; no answer is the last of the choices.
pub fn window(fight: &Fight, who: CombatantId, question: Question, choices: Vec<Answer>) -> Ask {
    let default = choices.last().cloned().unwrap_or(Answer::No);
    let (to, clock_secs) = (By::Combatant(who), fight.settings.answer_secs);
    Ask { to, question, choices, default, clock_secs, is_optional: false }
}

/// FACT-OPP-1: no answer lets go, but for an NPC whose standing order counts in place of it.
pub fn opportunity(
    fight: &Fight,
    who: CombatantId,
    mover: CombatantId,
    choices: Vec<Answer>,
) -> Ask {
    let strikes = fight.is_veiled(who) && fight.body(who).stance == Stance::Always;
    let default = choices.first().filter(|_| strikes).cloned();
    let ask = window(fight, who, Question::Opportunity { who, mover }, choices);
    Ask { default: default.unwrap_or(Answer::LetGo), ..ask }
}

/// FACT-STUNT-1: open beside the reaction window, and not waited for.
pub fn stunt_offer(fight: &Fight, who: CombatantId, target: CombatantId) -> Ask {
    let choices = vec![Answer::OfferStunt(String::new())];
    Ask { is_optional: true, ..window(fight, who, Question::StuntOffer { who, target }, choices) }
}

/// FACT-CHASE-2: asked of the faction's captain, of the GM for NPCs. No answer: No.
pub fn pursuit(
    fight: &Fight,
    to: By,
    faction: Name,
    leavers: Vec<CombatantId>,
    able: &[CombatantId],
) -> Ask {
    let mut choices = vec![Answer::Pursue(able.to_vec())];
    if able.len() > 1 {
        choices.extend(able.iter().map(|who| Answer::Pursue(vec![*who])));
    }
    choices.push(Answer::No);
    let clock_secs = fight.settings.answer_secs;
    let question = Question::Pursuit { faction, leavers };
    Ask { to, question, choices, default: Answer::No, clock_secs, is_optional: false }
}

fn gm(fight: &Fight, question: Question, choices: Vec<Answer>, default: Answer) -> Ask {
    let clock_secs = fight.settings.ruling_secs;
    Ask { to: By::Gm, question, choices, default, clock_secs, is_optional: false }
}
