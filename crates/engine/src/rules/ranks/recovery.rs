//! Recovery (RANKS-REC): treating conditions, one's own and those of others.

use serde::{Deserialize, Serialize};

use super::checks::{self, CheckContext, CheckRoll};
use super::conditions::{Condition, ConditionName, ConditionTrack, Expiry, OUT_OF_ACTION_RANK};
use super::maneuvers::{ManeuverOptions, record_maneuver_if_lost};
use super::prompts::{self, Answer};
use super::sheet::{Body, Feet, Skill};
use super::state::{CheckPurpose, Event};
use super::zones::distance;
use super::{Fight, Resolver, RuleResult};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;

keyed_enum! {
    /// What a treatment does about a condition (RANKS-REC-3, RANKS-REC-4).
    TreatmentKind {
        Remove = "remove",
        Lower = "lower",
        Shorten = "shorten",
    }
}

/// A reference to one condition of a patient by its name: `hurt` is the oldest of that name, `hurt
/// 2` the second oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionRef {
    #[serde(rename = "ailment")]
    pub name: ConditionName,
    #[serde(rename = "nth")]
    pub number: u8,
}

impl ConditionRef {
    /// Makes the reference to the condition at this index. Panics if there is none.
    fn from_index(conditions: &[Condition], index: usize) -> Self {
        let name = conditions[index].name();
        let older = conditions[..index].iter().filter(|condition| condition.name() == name).count();
        Self { name, number: older as u8 + 1 }
    }

    /// Returns the condition referred to; `None` if there is no longer one.
    fn find(self, conditions: &[Condition]) -> Option<Condition> {
        let mut same_name = conditions.iter().filter(|condition| condition.name() == self.name);
        same_name.nth(usize::from(self.number) - 1).copied()
    }
}

impl std::fmt::Display for ConditionRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name.key())?;
        if self.number > 1 { write!(f, " {}", self.number) } else { Ok(()) }
    }
}

/// What a treatment changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TreatmentResult {
    Removed(Condition),
    /// The condition was lowered or shortened.
    Changed {
        from: Condition,
        to: Condition,
    },
    #[serde(rename = "recovering")]
    RecoveryDieAdded,
}

/// Returns the tracks that a skill treats (RANKS-REC-1).
fn treated_tracks(skill: Skill) -> &'static [ConditionTrack] {
    match skill {
        Skill::Recover | Skill::Medicine => &[ConditionTrack::Damage, ConditionTrack::Fatigue],
        Skill::Focus => &[ConditionTrack::Composure],
        _ => &[],
    }
}

/// Checks the skill and the patient (RANKS-REC-1): recover treats oneself, focus anybody, medicine
/// another. The patient may be out of action.
///
/// # Errors
///
/// Returns `bad-target` or `bad-skill`.
pub fn check_treatment_skill_and_patient(
    fight: &Fight,
    who: CombatantId,
    skill: Option<Skill>,
    patient: CombatantId,
) -> Result<(), RefusalReason> {
    let bad_target = Err(RefusalReason::new("bad-target", "RANKS-REC-1").with_combatant(patient));
    if !fight.controller_knows(who, patient) || !is_in_fight(fight, patient) {
        return bad_target;
    }
    match skill {
        Some(Skill::Recover) if patient != who => bad_target,
        Some(Skill::Medicine) if patient == who => bad_target,
        Some(skill) if !treated_tracks(skill).is_empty() => Ok(()),
        Some(_) | None => Err(RefusalReason::new("bad-skill", "RANKS-REC-1")),
    }
}

/// Returns whether a patient is in the fight, even if out of action (RANKS-REC-1).
pub fn is_in_fight(fight: &Fight, patient: CombatantId) -> bool {
    fight
        .get_present(patient)
        .is_some_and(|combatant| !combatant.body.has_conceded && !combatant.body.has_fled)
}

/// How far away a patient may be for medicine (RANKS-REC-1).
const MEDICINE_REACH: Feet = 5;

/// Refuses a patient further than 5 ft away for medicine, or one without a condition that the skill
/// treats (RANKS-REC-1).
pub fn check_patient_treatable(
    fight: &Fight,
    who: CombatantId,
    skill: Option<Skill>,
    patient: CombatantId,
) -> Result<(), RefusalReason> {
    if skill == Some(Skill::Medicine) && distance(fight, who, patient) > MEDICINE_REACH {
        return Err(RefusalReason::new("out-of-reach", "RANKS-REC-1").with_combatant(patient));
    }
    check_skill_given_and_treats_condition(fight, skill, patient)
}

/// Refuses a patient without a condition of a track that the skill treats (RANKS-REC-1).
pub fn check_skill_given_and_treats_condition(
    fight: &Fight,
    skill: Option<Skill>,
    patient: CombatantId,
) -> Result<(), RefusalReason> {
    let tracks = skill.map_or(&[][..], treated_tracks);
    let conditions = &fight.body(patient).conditions;
    if conditions.iter().any(|condition| tracks.contains(&condition.track)) {
        return Ok(());
    }
    Err(RefusalReason::new("no-condition", "RANKS-REC-1").with_combatant(patient))
}

/// What the difficulty of treating a patient is for each rank (RANKS-REC-2).
const RECOVERY_DIFFICULTY_PER_RANK: u8 = 5;

/// Returns the difficulty of treating a patient (RANKS-REC-2): 5 times the highest rank among its
/// damage and composure conditions, whatever is treated; without any, 5 times its highest fatigue
/// rank.
pub fn recovery_difficulty_by_worst_condition(body: &Body) -> u8 {
    let damage_and_composure =
        body.conditions.iter().filter(|condition| condition.track != ConditionTrack::Fatigue);
    let highest_without_fatigue = damage_and_composure.map(|condition| condition.rank).max();
    let highest_of_all = body.conditions.iter().map(|condition| condition.rank).max();
    let rank = highest_without_fatigue.or(highest_of_all).unwrap_or(1);
    RECOVERY_DIFFICULTY_PER_RANK * rank
}

/// Rolls a recovery and lets whoever treats pick one effect of the rank made or a lower one
/// (RANKS-REC-1, RANKS-REC-3). RANKS-REC-5: a failed check does nothing.
pub fn roll_recovery_and_ask_treatment(
    resolver: &mut Resolver,
    who: CombatantId,
    skill: Skill,
    patient: CombatantId,
    options: ManeuverOptions,
) -> RuleResult {
    let Some(rank) =
        roll_recovery_check_and_use_up_dice(resolver, who, skill, patient, options.spends_luck)
    else {
        return Ok(());
    };
    let prompt = prompts::recovery_prompt(resolver.fight(), who, patient, skill, rank);
    let answer = resolver.ask(prompt)?;
    if record_maneuver_if_lost(resolver, who, &[who]) {
        return Ok(());
    }
    if !is_in_fight(resolver.fight(), patient) {
        resolver.emit(Event::ManeuverLost(who));
        return Ok(());
    }
    let choices = treatment_answers(resolver.fight(), patient, skill, rank);
    // The GM may have ended the condition that was to be treated.
    let answer =
        if choices.contains(&answer) { answer } else { default_treatment_answer(&choices) };
    record_treatment_rolling_shortened_duration(resolver, who, patient, &answer);
    Ok(())
}

/// Rolls a recovery outside the fight (RANKS-END-2), where nobody is asked and the default effect
/// counts (RANKS-REC-5).
pub fn roll_treatment_with_default_effect(
    resolver: &mut Resolver,
    who: CombatantId,
    skill: Skill,
    patient: CombatantId,
) {
    if let Some(rank) = roll_recovery_check_and_use_up_dice(resolver, who, skill, patient, false) {
        let choices = treatment_answers(resolver.fight(), patient, skill, rank);
        let answer = default_treatment_answer(&choices);
        record_treatment_rolling_shortened_duration(resolver, who, patient, &answer);
    }
}

/// Rolls the check, using up the patient's recovery dice, and returns the rank of a success.
fn roll_recovery_check_and_use_up_dice(
    resolver: &mut Resolver,
    who: CombatantId,
    skill: Skill,
    patient: CombatantId,
    spends_luck: bool,
) -> Option<u8> {
    let body = resolver.fight().body(patient);
    let difficulty = recovery_difficulty_by_worst_condition(body).into();
    let extra_dice = i16::from(body.recovery_dice);
    if extra_dice > 0 {
        resolver.emit(Event::RecoveryDiceUsed(patient));
    }
    let check = CheckRoll::new(who, skill, CheckPurpose::Recover).with_luck(spends_luck);
    let total =
        checks::roll_check_total_spending_bonuses(resolver, CheckRoll { extra_dice, ..check });
    let context = CheckContext { who, target: Some(patient), purpose: CheckPurpose::Recover };
    context.record_check_and_rank(resolver, total, difficulty)
}

/// Returns what a recovery of this rank can do about the patient's conditions of the treated tracks
/// (RANKS-REC-3, RANKS-REC-4).
pub fn treatment_answers(
    fight: &Fight,
    patient: CombatantId,
    skill: Skill,
    rank: u8,
) -> Vec<Answer> {
    let conditions = &fight.body(patient).conditions;
    let tracks = treated_tracks(skill);
    let mut answers = Vec::new();
    for kind in TreatmentKind::ALL {
        for (index, condition) in conditions.iter().enumerate() {
            if tracks.contains(&condition.track) && can_treat(kind, condition, rank) {
                let condition = ConditionRef::from_index(conditions, index);
                answers.push(Answer::Treat { kind, condition });
            }
        }
    }
    answers.push(Answer::AddRecoveryDie);
    answers
}

/// Refuses an offered treatment whose condition has ended since (RANKS-REC-3).
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

/// Returns whether a success of this rank allows a treatment: to remove a condition of at most that
/// rank, to lower one that is one rank higher, or to shorten one that lasts at least the encounter
/// (RANKS-REC-3).
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

/// Returns the treatment that counts without an answer (RANKS-REC-5): remove the highest possible,
/// of equals the oldest; else lower one; else shorten one; else add a recovery die.
pub fn default_treatment_answer(choices: &[Answer]) -> Answer {
    for kind in TreatmentKind::ALL {
        if let Some(condition) = highest_condition_to_treat(choices, kind) {
            return Answer::Treat { kind, condition };
        }
    }
    Answer::AddRecoveryDie
}

/// Returns the condition of the highest rank that may be treated in this way, of equals the first;
/// `None` if there is none.
fn highest_condition_to_treat(choices: &[Answer], kind: TreatmentKind) -> Option<ConditionRef> {
    let mut highest: Option<ConditionRef> = None;
    for choice in choices {
        let Answer::Treat { kind: offered_kind, condition } = choice else { continue };
        let is_higher = highest.is_none_or(|other| condition.name.rank() > other.name.rank());
        if *offered_kind == kind && is_higher {
            highest = Some(*condition);
        }
    }
    highest
}

/// Records the chosen treatment; shortening may roll a die. Does nothing if the condition has
/// ended.
fn record_treatment_rolling_shortened_duration(
    resolver: &mut Resolver,
    who: CombatantId,
    patient: CombatantId,
    answer: &Answer,
) {
    let treatment = match answer {
        Answer::Treat { kind, condition } => {
            let conditions = &resolver.fight().body(patient).conditions;
            let Some(treated) = condition.find(conditions) else { return };
            treat_condition_rolling_duration(resolver, &[who, patient], *kind, treated)
        }
        _ => TreatmentResult::RecoveryDieAdded,
    };
    resolver.emit(Event::ConditionTreated { who, patient, treatment });
}

/// Returns what a treatment makes of a condition. RANKS-REC-4: a lowered condition is one rank
/// lower in its track, with that rank's effect and a fresh duration. RANKS-REC-3: a shortened one
/// lasts 1D rounds, this one being the first, which is rolled, or to the encounter's or the scene's
/// end.
fn treat_condition_rolling_duration(
    resolver: &mut Resolver,
    parties: &[CombatantId],
    kind: TreatmentKind,
    from: Condition,
) -> TreatmentResult {
    match kind {
        TreatmentKind::Remove => TreatmentResult::Removed(from),
        TreatmentKind::Lower => {
            let lower = ConditionName::from_rank(from.track, from.rank - 1);
            TreatmentResult::Changed { from, to: Condition::new(lower, resolver.fight().round) }
        }
        TreatmentKind::Shorten => {
            let expiry = next_shorter_expiry_rolling_rounds(resolver, parties, from.expiry);
            TreatmentResult::Changed { from, to: Condition { expiry, ..from } }
        }
    }
}

/// Returns the next shorter duration; what lasts for the encounter then lasts 1D rounds, which is
/// rolled (RANKS-REC-3). A shorter one stays as it is.
fn next_shorter_expiry_rolling_rounds(
    resolver: &mut Resolver,
    parties: &[CombatantId],
    expiry: Expiry,
) -> Expiry {
    match expiry {
        Expiry::Encounter => {
            let rounds = u16::from(resolver.roll_die(parties, 6));
            Expiry::Round(resolver.fight().round + rounds - 1)
        }
        Expiry::Scene => Expiry::Encounter,
        Expiry::Recovered => Expiry::Scene,
        Expiry::NextTurn | Expiry::ThisTurn | Expiry::Round(_) => expiry,
    }
}
