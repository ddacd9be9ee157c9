//! Recovery (RANKS-REC): treating conditions, one's own and those of others.

use serde::{Deserialize, Serialize};

use super::checks::{self, CheckContext, CheckRoll};
use super::conditions::{Condition, ConditionName, ConditionTrack, Expiry, OUT_OF_ACTION_RANK};
use super::engagement::knows_of;
use super::maneuvers::{ManeuverOptions, record_if_lost};
use super::prompts::{self, Answer};
use super::sheet::{Body, Skill};
use super::state::{CheckPurpose, Event};
use super::zones::distance;
use super::{Fight, Resolver, RuleResult};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;

keyed_enum! {
    /// RANKS-REC-3, RANKS-REC-4: what is done about a condition.
    TreatmentKind {
        Remove = "remove",
        Lower = "lower",
        Shorten = "shorten",
    }
}

/// A condition of somebody's by its name: of several of one name the oldest, the second `hurt 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionRef {
    #[serde(rename = "ailment")]
    pub name: ConditionName,
    #[serde(rename = "nth")]
    pub number: u8,
}

impl ConditionRef {
    fn from_index(conditions: &[Condition], index: usize) -> Self {
        let name = conditions[index].name();
        let older = conditions[..index].iter().filter(|one| one.name() == name).count();
        Self { name, number: older as u8 + 1 }
    }

    fn find(self, conditions: &[Condition]) -> Option<Condition> {
        let mut of_name = conditions.iter().filter(|one| one.name() == self.name);
        of_name.nth(usize::from(self.number) - 1).copied()
    }
}

impl std::fmt::Display for ConditionRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name.key())?;
        if self.number > 1 { write!(f, " {}", self.number) } else { Ok(()) }
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TreatmentResult {
    Removed(Condition),
    /// Lowered or shortened.
    Changed {
        from: Condition,
        to: Condition,
    },
    #[serde(rename = "recovering")]
    RecoveryDieAdded,
}

/// RANKS-REC-1: the tracks that a skill treats.
fn treated_tracks(skill: Skill) -> &'static [ConditionTrack] {
    match skill {
        Skill::Recover | Skill::Medicine => &[ConditionTrack::Damage, ConditionTrack::Fatigue],
        Skill::Focus => &[ConditionTrack::Composure],
        _ => &[],
    }
}

/// RANKS-REC-1: recover is for oneself, focus for anybody, medicine for another; the patient may be
/// out of action.
pub fn check_treatment(
    fight: &Fight,
    who: CombatantId,
    skill: Option<Skill>,
    patient: CombatantId,
) -> Result<(), RefusalReason> {
    let bad = Err(RefusalReason::new("bad-target", "RANKS-REC-1").with_combatant(patient));
    if !knows_of(fight, who, patient) || !is_in_fight(fight, patient) {
        return bad;
    }
    match skill {
        Some(Skill::Recover) if patient != who => bad,
        Some(Skill::Medicine) if patient == who => bad,
        Some(skill) if !treated_tracks(skill).is_empty() => Ok(()),
        Some(_) | None => Err(RefusalReason::new("bad-skill", "RANKS-REC-1")),
    }
}

/// RANKS-REC-1: a patient may be out of action, but is in the fight.
pub fn is_in_fight(fight: &Fight, patient: CombatantId) -> bool {
    fight.get(patient).is_some_and(|one| !one.body.has_conceded && !one.body.has_fled)
}

/// RANKS-REC-1: medicine reaches 5 ft, and there is a condition of a track that the skill treats.
pub fn check_patient_treatable(
    fight: &Fight,
    who: CombatantId,
    skill: Option<Skill>,
    patient: CombatantId,
) -> Result<(), RefusalReason> {
    if skill == Some(Skill::Medicine) && distance(fight, who, patient) > 5 {
        return Err(RefusalReason::new("out-of-reach", "RANKS-REC-1").with_combatant(patient));
    }
    check_has_treatable_condition(fight, skill, patient)
}

pub fn check_has_treatable_condition(
    fight: &Fight,
    skill: Option<Skill>,
    patient: CombatantId,
) -> Result<(), RefusalReason> {
    let tracks = skill.map_or(&[][..], treated_tracks);
    let conditions = &fight.body(patient).conditions;
    if conditions.iter().any(|one| tracks.contains(&one.track)) {
        return Ok(());
    }
    Err(RefusalReason::new("no-condition", "RANKS-REC-1").with_combatant(patient))
}

/// RANKS-REC-2: 5 for each rank of the highest damage or composure condition, whatever is treated;
/// if there is none, of the highest fatigue.
pub fn recovery_difficulty(body: &Body) -> u8 {
    let highest = |is_counted: fn(&&Condition) -> bool| {
        body.conditions.iter().filter(is_counted).map(|one| one.rank).max()
    };
    let others = highest(|one| one.track != ConditionTrack::Fatigue);
    5 * others.or(highest(|_| true)).unwrap_or(1)
}

/// RANKS-REC-1, RANKS-REC-3: a check, and one effect of the rank made or a lower one, picked by the
/// recoverer (W6). RANKS-REC-5: a failed check does nothing.
pub fn resolve_recovery(
    resolver: &mut Resolver,
    who: CombatantId,
    skill: Skill,
    patient: CombatantId,
    options: ManeuverOptions,
) -> RuleResult {
    let Some(rank) = roll_recovery_check(resolver, who, skill, patient, options.spends_luck) else {
        return Ok(());
    };
    let ask = prompts::recovery_prompt(resolver.fight(), who, patient, skill, rank);
    let answer = resolver.ask(ask)?;
    if record_if_lost(resolver, who, &[who]) {
        return Ok(());
    }
    if !is_in_fight(resolver.fight(), patient) {
        resolver.emit(Event::ManeuverLost(who));
        return Ok(());
    }
    let choices = treatment_answers(resolver.fight(), patient, skill, rank);
    // The GM may have ended meanwhile what was to be treated.
    let answer = if choices.contains(&answer) { answer } else { default_treatment(&choices) };
    roll_and_record_treatment(resolver, who, patient, &answer);
    Ok(())
}

/// RANKS-END-2: outside the fight, where nobody is asked (RANKS-REC-5).
pub fn resolve_treatment_outside_fight(
    resolver: &mut Resolver,
    who: CombatantId,
    skill: Skill,
    patient: CombatantId,
) {
    if let Some(rank) = roll_recovery_check(resolver, who, skill, patient, false) {
        let choices = treatment_answers(resolver.fight(), patient, skill, rank);
        let answer = default_treatment(&choices);
        roll_and_record_treatment(resolver, who, patient, &answer);
    }
}

fn roll_recovery_check(
    resolver: &mut Resolver,
    who: CombatantId,
    skill: Skill,
    patient: CombatantId,
    spends_luck: bool,
) -> Option<u8> {
    let body = resolver.fight().body(patient);
    let (against, dice) = (recovery_difficulty(body).into(), i16::from(body.recovery_dice));
    if dice > 0 {
        resolver.emit(Event::RecoveryDiceUsed(patient));
    }
    let check = CheckRoll::new(who, skill, CheckPurpose::Recover).with_luck(spends_luck);
    let total = checks::roll_check(resolver, CheckRoll { extra_dice: dice, ..check });
    let verdict = CheckContext { who, target: Some(patient), purpose: CheckPurpose::Recover };
    verdict.record_outcome(resolver, total, against)
}

/// RANKS-REC-3, RANKS-REC-4: what a recovery rank can do, of the treated tracks.
pub fn treatment_answers(
    fight: &Fight,
    patient: CombatantId,
    skill: Skill,
    rank: u8,
) -> Vec<Answer> {
    let conditions = &fight.body(patient).conditions;
    let mut all = Vec::new();
    for cure in TreatmentKind::ALL {
        for (at, one) in conditions.iter().enumerate() {
            if treated_tracks(skill).contains(&one.track) && can_treat(cure, one, rank) {
                all.push(Answer::Treat {
                    kind: cure,
                    condition: ConditionRef::from_index(conditions, at),
                });
            }
        }
    }
    all.push(Answer::AddRecoveryDie);
    all
}

/// RANKS-REC-3: what was offered may be there no more.
pub fn check_treatment_possible(
    fight: &Fight,
    patient: CombatantId,
    rank: u8,
    kind: TreatmentKind,
    condition: ConditionRef,
) -> Result<(), RefusalReason> {
    let found = condition.find(&fight.body(patient).conditions);
    if found.is_some_and(|condition| can_treat(kind, &condition, rank)) {
        return Ok(());
    }
    Err(RefusalReason::new("no-condition", "RANKS-REC-3").with_combatant(patient))
}

fn can_treat(kind: TreatmentKind, condition: &Condition, rank: u8) -> bool {
    match kind {
        TreatmentKind::Remove => condition.rank <= rank,
        TreatmentKind::Lower => condition.rank == rank + 1,
        TreatmentKind::Shorten => match condition.expiry {
            Expiry::Encounter => rank >= 2,
            Expiry::Scene => rank >= 3,
            Expiry::Recovered => rank >= 4 && condition.rank < OUT_OF_ACTION_RANK,
            Expiry::NextTurn | Expiry::ThisTurn | Expiry::Round(_) => false,
        },
    }
}

/// RANKS-REC-5: remove the highest it can, of equals the oldest; else lower one; else shorten one;
/// else Recovering.
pub fn default_treatment(choices: &[Answer]) -> Answer {
    let best = |wanted: TreatmentKind| {
        let of_cure = choices.iter().rev().filter_map(|answer| match answer {
            Answer::Treat { kind: cure, condition: which } if *cure == wanted => Some(*which),
            _ => None,
        });
        let highest = of_cure.max_by_key(|which| which.name.rank());
        highest.map(|which| Answer::Treat { kind: wanted, condition: which })
    };
    TreatmentKind::ALL.iter().find_map(|cure| best(*cure)).unwrap_or(Answer::AddRecoveryDie)
}

/// RANKS-REC-4: lowered by one rank of its track, with that rank's effect and a fresh duration.
/// RANKS-REC-3: a shortened one lasts 1D rounds, this one being the first, or to the encounter's or
/// the scene's end.
fn roll_and_record_treatment(
    resolver: &mut Resolver,
    who: CombatantId,
    patient: CombatantId,
    answer: &Answer,
) {
    let treatment = match answer {
        Answer::Treat { kind: cure, condition: which } => {
            let conditions = &resolver.fight().body(patient).conditions;
            let Some(from) = which.find(conditions) else { return };
            match cure {
                TreatmentKind::Remove => TreatmentResult::Removed(from),
                TreatmentKind::Lower => {
                    let lower = ConditionName::from_rank(from.track, from.rank - 1);
                    TreatmentResult::Changed {
                        from,
                        to: Condition::new(lower, resolver.fight().round),
                    }
                }
                TreatmentKind::Shorten => {
                    let until = roll_shorter_expiry(resolver, from.expiry);
                    TreatmentResult::Changed { from, to: Condition { expiry: until, ..from } }
                }
            }
        }
        _ => TreatmentResult::RecoveryDieAdded,
    };
    resolver.emit(Event::ConditionTreated { who, patient, treatment });
}

fn roll_shorter_expiry(resolver: &mut Resolver, expiry: Expiry) -> Expiry {
    match expiry {
        Expiry::Encounter => {
            let rounds = u16::from(resolver.roll_die(6));
            Expiry::Round(resolver.fight().round + rounds - 1)
        }
        Expiry::Scene => Expiry::Encounter,
        Expiry::Recovered => Expiry::Scene,
        Expiry::NextTurn | Expiry::ThisTurn | Expiry::Round(_) => expiry,
    }
}
