//! Prompts: the windows of the rule text.
//!
//! A question to a player holds only what everybody may know: of an NPC's check the rank that
//! threatens, no number (RANKS-HID-1).

use serde::{Deserialize, Serialize};

use super::Ranks;
use super::advantages::{self, Effect, Ploy};
use super::codec;
use super::conditions::{self, Track};
use super::deeds::{are_both_in, is_in};
use super::matching::{self, Payment};
use super::recovery::{self, Cure, Which};
use super::responses::actions_left;
use super::sheet::{Ability, Action, Feet, Skill};
use super::state::{Hindrance, Purpose};
use super::{Ask, Fight, attacks, checks};
use crate::Prompts;
use crate::ids::{By, CombatantId};
use crate::prompt::{About, Kind, Price};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// W1: what would come of the fixed value, and with what one may roll.
    Resist { who: CombatantId, actor: CombatantId, purpose: Purpose, rank: u8, with: Vec<Ability> },
    /// W1 against damage (RANKS-OPT-1): what condition threatens.
    Soak { who: CombatantId, by: Option<CombatantId>, rank: u8 },
    /// W2: an enemy moves, to the left or to the right; and what a matcher has to get over.
    Match {
        who: CombatantId,
        mover: CombatantId,
        is_left: bool,
        feet: Feet,
        over: Option<Hindrance>,
        /// The mover rolled for it (RANKS-MATCH-3).
        #[serde(default)]
        is_rolled: bool,
        /// It is an incidental movement (RANKS-MATCH-2).
        #[serde(default)]
        is_free: bool,
    },
    /// W3.
    Driven { who: CombatantId, actor: CombatantId, over: Hindrance },
    /// W4.
    Advantage { who: CombatantId, how: Ploy, rank: u8, target: Option<CombatantId> },
    /// W6.
    Recovery { who: CombatantId, patient: CombatantId, rank: u8 },
    /// W7.
    Ruling { who: CombatantId, ability: Ability, text: String, is_readied: bool },
    /// W7: a rank 5 ability.
    Ability { who: CombatantId, receiver: CombatantId },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Resist {
        action: Action,
        with: Ability,
        luck: bool,
    },
    Stand,
    Match {
        action: Payment,
        luck: bool,
    },
    LetGo,
    /// The skill to be raised; none: it is not that effect.
    Gain {
        effect: Effect,
        to: CombatantId,
        skill: Option<Skill>,
    },
    Treat {
        cure: Cure,
        which: Which,
    },
    Recovering,
    /// None: not asked for.
    Rule {
        difficulty: u8,
        action: Option<Action>,
        effect: String,
    },
    /// The ability in words.
    Grant(String),
    Refuse,
}

/// W1 and W3: RANKS-RESP-2, a roll for a full or a bonus action, whichever is left; a luck point
/// may be said as well. No answer: the fixed value.
pub fn respond(fight: &Fight, who: CombatantId, question: Question, with: &[Ability]) -> Ask {
    let mut choices = Vec::new();
    for action in actions_left(fight, who) {
        choices.extend(with.iter().map(|&with| Answer::Resist { action, with, luck: false }));
    }
    choices.push(Answer::Stand);
    window(fight, who, question, choices, Answer::Stand)
}

/// W2: No answer lets go.
pub fn matching(fight: &Fight, who: CombatantId, question: Question) -> Ask {
    let choices = matches(fight, who, &question);
    window(fight, who, question, choices, Answer::LetGo)
}

/// RANKS-MATCH-2: every way to match, and to let go.
pub fn matches(fight: &Fight, who: CombatantId, question: &Question) -> Vec<Answer> {
    let all = matching::payments(fight, who, question).into_iter();
    let all = all.map(|action| Answer::Match { action, luck: false });
    all.chain([Answer::LetGo]).collect()
}

/// W4: every effect for the maker, those of the rank made for allies; any other may be said.
pub fn advantage(
    fight: &Fight,
    who: CombatantId,
    how: Ploy,
    rank: u8,
    target: Option<CombatantId>,
) -> Ask {
    let choices = advantages::offered(fight, who, rank);
    let default = advantages::default_of(&choices);
    window(fight, who, Question::Advantage { who, how, rank, target }, choices, default)
}

/// W6: RANKS-REC-5 says what no answer does.
pub fn recovery(
    fight: &Fight,
    who: CombatantId,
    patient: CombatantId,
    skill: Skill,
    rank: u8,
) -> Ask {
    let choices = recovery::offered(fight, patient, skill, rank);
    let default = recovery::default_of(&choices);
    window(fight, who, Question::Recovery { who, patient, rank }, choices, default)
}

/// W7: the GM says how hard it is, what it costs and what it does; or that it is nothing.
/// RANKS-TURN-2: it costs what is left.
pub fn ruling(
    fight: &Fight,
    who: CombatantId,
    ability: Ability,
    text: &str,
    is_readied: bool,
) -> Ask {
    let question = Question::Ruling { who, ability, text: text.into(), is_readied };
    let choices = rulings(fight, who, is_readied);
    let default = choices[0].clone();
    by_gm(fight, question, choices, default)
}

/// RANKS-TURN-2: the usual ruling, as long as an action is left to pay for it; or none.
pub fn rulings(fight: &Fight, who: CombatantId, is_readied: bool) -> Vec<Answer> {
    let usual =
        |action| Answer::Rule { difficulty: checks::MODERATE, action, effect: String::new() };
    let usual = match (is_readied, actions_left(fight, who).next()) {
        (true, _) => Some(usual(None)),
        (false, action) => action.map(|action| usual(Some(action))),
    };
    usual.into_iter().chain([Answer::Refuse]).collect()
}

/// W7: no answer refuses.
pub fn ability(fight: &Fight, who: CombatantId, receiver: CombatantId) -> Ask {
    by_gm(fight, Question::Ability { who, receiver }, vec![Answer::Refuse], Answer::Refuse)
}

impl Prompts for Ranks {
    const KINDS: &'static [Kind] = &[
        Kind::new("resist", &["resist", "stand"]),
        Kind::new("soak", &["resist", "stand"]),
        Kind::new("match", &["match", "let-go"]),
        Kind::new("driven", &["resist", "stand"]),
        Kind::new("advantage", &["gain"]),
        Kind::new("recovery", &["treat"]),
    ];

    const NOT_YOURS: &'static str = "not-yours";

    /// RANKS-COND-5: who is out of action responds to nothing, and nobody responds to them; a
    /// patient may be out of action, not out of the fight.
    fn is_pointless(fight: &Fight, ask: &Ask) -> bool {
        match ask.question {
            Question::Resist { who, actor: other, .. }
            | Question::Match { who, mover: other, .. }
            | Question::Ability { who, receiver: other } => !are_both_in(fight, who, other),
            Question::Soak { who, .. }
            | Question::Driven { who, .. }
            | Question::Advantage { who, .. }
            | Question::Ruling { who, .. } => !is_in(fight, who),
            Question::Recovery { who, patient, .. } => {
                !is_in(fight, who) || !recovery::is_there(fight, patient)
            }
        }
    }

    /// RANKS-HID-1: whether an NPC has an action left is not to be read from how long it takes, nor
    /// that somebody unseen is engaged.
    fn is_unseen(fight: &Fight, ask: &Ask) -> bool {
        let is_veiled = match ask.question {
            Question::Resist { who, .. }
            | Question::Soak { who, .. }
            | Question::Driven { who, .. }
            | Question::Match { who, .. } => fight.is_veiled(who),
            Question::Advantage { .. }
            | Question::Recovery { .. }
            | Question::Ruling { .. }
            | Question::Ability { .. } => false,
        };
        is_veiled || fight.is_hidden(ask.to)
    }

    /// What threatens is told where it is known: what damage there is to be soaked, what a talk
    /// comes to, and what an attack can do whose dice are.
    fn about(fight: &Fight, ask: &Ask) -> Option<About> {
        Some(match &ask.question {
            Question::Resist { who, actor, purpose, rank, .. } => {
                let threat = match purpose {
                    Purpose::Attack => attacks::worst(fight, *who, *actor, *rank),
                    Purpose::Interact => {
                        Some(conditions::threat(fight, *who, Track::Composure, *rank))
                    }
                    _ => None,
                };
                About { threat, ..About::of("resist").by(*actor).way(purpose.key()) }
            }
            Question::Soak { who, by, rank } => {
                let threat = Some(conditions::threat(fight, *who, Track::Damage, *rank));
                About { threat, by: *by, ..About::of("soak") }
            }
            Question::Match { mover, .. } => About::of("match").by(*mover),
            Question::Driven { actor, .. } => About::of("driven").by(*actor),
            Question::Advantage { .. } => About::of("advantage"),
            Question::Recovery { .. } => About::of("recovery"),
            Question::Ruling { .. } | Question::Ability { .. } => return None,
        })
    }

    /// RANKS-RESP-2: a full action is what one acts with, a bonus action is kept for such things.
    fn price(answer: &Answer) -> Price {
        match answer {
            Answer::Resist { action: Action::Full, .. }
            | Answer::Match { action: Payment::Full, .. } => Price::Turn,
            Answer::Resist { action: Action::Bonus, .. }
            | Answer::Match { action: Payment::Free | Payment::Bonus, .. } => Price::Little,
            Answer::Stand
            | Answer::LetGo
            | Answer::Gain { .. }
            | Answer::Treat { .. }
            | Answer::Recovering
            | Answer::Rule { .. }
            | Answer::Grant(_)
            | Answer::Refuse => Price::Nothing,
        }
    }

    fn takes_more(question: &Question) -> bool {
        matches!(
            question,
            Question::Advantage { .. } | Question::Ruling { .. } | Question::Ability { .. }
        )
    }

    fn is_shared(question: &Question) -> bool {
        matches!(question, Question::Match { .. })
    }

    fn lets_come(answer: &Answer) -> bool {
        matches!(answer, Answer::Stand)
    }

    fn left(fight: &Fight, ask: Ask) -> Ask {
        codec::left(fight, ask)
    }
}

fn window(
    fight: &Fight,
    who: CombatantId,
    question: Question,
    choices: Vec<Answer>,
    default: Answer,
) -> Ask {
    let (to, clock_secs) = (By::Combatant(who), fight.settings.answer_secs);
    Ask { to, question, choices, default, clock_secs, is_optional: false }
}

fn by_gm(fight: &Fight, question: Question, choices: Vec<Answer>, default: Answer) -> Ask {
    let clock_secs = fight.settings.ruling_secs;
    Ask { to: By::Gm, question, choices, default, clock_secs, is_optional: false }
}
