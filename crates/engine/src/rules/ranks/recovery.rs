//! Recovery (RANKS-REC): treating conditions, one's own and those of others.

use serde::{Deserialize, Serialize};

use super::checks::{self, Check, Verdict};
use super::conditions::{Ailment, Condition, OUT, Track, Until};
use super::deeds::{How, is_lost};
use super::engagement::is_known;
use super::prompts::{self, Answer};
use super::sheet::{Body, Skill};
use super::state::{Note, Purpose};
use super::zones::distance;
use super::{Fight, Scene, Step};
use crate::ids::CombatantId;
use crate::keyed::keyed;
use crate::why::Why;

keyed! {
    /// RANKS-REC-3, RANKS-REC-4: what is done about a condition.
    Cure {
        Remove = "remove",
        Lower = "lower",
        Shorten = "shorten",
    }
}

/// A condition of somebody's by its name: of several of one name the oldest, the second `hurt 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Which {
    pub ailment: Ailment,
    pub nth: u8,
}

impl Which {
    fn of(conditions: &[Condition], at: usize) -> Self {
        let ailment = conditions[at].kind();
        let older = conditions[..at].iter().filter(|one| one.kind() == ailment).count();
        Self { ailment, nth: older as u8 + 1 }
    }

    fn find(self, conditions: &[Condition]) -> Option<Condition> {
        let mut of_name = conditions.iter().filter(|one| one.kind() == self.ailment);
        of_name.nth(usize::from(self.nth) - 1).copied()
    }
}

impl std::fmt::Display for Which {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.ailment.key())?;
        if self.nth > 1 { write!(f, " {}", self.nth) } else { Ok(()) }
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Treatment {
    Removed(Condition),
    /// Lowered or shortened.
    Changed {
        from: Condition,
        to: Condition,
    },
    Recovering,
}

/// RANKS-REC-1: the tracks that a skill treats.
fn tracks_of(skill: Skill) -> &'static [Track] {
    match skill {
        Skill::Recover | Skill::Medicine => &[Track::Damage, Track::Fatigue],
        Skill::Focus => &[Track::Composure],
        _ => &[],
    }
}

/// RANKS-REC-1: recover is for oneself, focus for anybody, medicine for another; the patient may be
/// out of action.
pub fn check_what(
    fight: &Fight,
    who: CombatantId,
    skill: Option<Skill>,
    patient: CombatantId,
) -> Result<(), Why> {
    let bad = Err(Why::new("bad-target", "RANKS-REC-1").about(patient));
    if !is_known(fight, who, patient) || !is_there(fight, patient) {
        return bad;
    }
    match skill {
        Some(Skill::Recover) if patient != who => bad,
        Some(Skill::Medicine) if patient == who => bad,
        Some(skill) if !tracks_of(skill).is_empty() => Ok(()),
        Some(_) | None => Err(Why::new("bad-skill", "RANKS-REC-1")),
    }
}

/// RANKS-REC-1: a patient may be out of action, but is in the fight.
pub fn is_there(fight: &Fight, patient: CombatantId) -> bool {
    fight.get(patient).is_some_and(|one| !one.body.conceded && !one.body.gone)
}

/// RANKS-REC-1: medicine reaches 5 ft, and there is a condition of a track that the skill treats.
pub fn check_patient(
    fight: &Fight,
    who: CombatantId,
    skill: Option<Skill>,
    patient: CombatantId,
) -> Result<(), Why> {
    if skill == Some(Skill::Medicine) && distance(fight, who, patient) > 5 {
        return Err(Why::new("out-of-reach", "RANKS-REC-1").about(patient));
    }
    check_condition(fight, skill, patient)
}

pub fn check_condition(
    fight: &Fight,
    skill: Option<Skill>,
    patient: CombatantId,
) -> Result<(), Why> {
    let tracks = skill.map_or(&[][..], tracks_of);
    let conditions = &fight.body(patient).conditions;
    if conditions.iter().any(|one| tracks.contains(&one.track)) {
        return Ok(());
    }
    Err(Why::new("no-condition", "RANKS-REC-1").about(patient))
}

/// RANKS-REC-2: 5 for each rank of the highest damage or composure condition, whatever is treated;
/// if there is none, of the highest fatigue.
pub fn difficulty(body: &Body) -> u8 {
    let highest = |is_counted: fn(&&Condition) -> bool| {
        body.conditions.iter().filter(is_counted).map(|one| one.rank).max()
    };
    let others = highest(|one| one.track != Track::Fatigue);
    5 * others.or(highest(|_| true)).unwrap_or(1)
}

/// RANKS-REC-1, RANKS-REC-3: a check, and one effect of the rank made or a lower one, picked by the
/// recoverer (W6). RANKS-REC-5: a failed check does nothing.
pub fn recover(
    scene: &mut Scene,
    who: CombatantId,
    skill: Skill,
    patient: CombatantId,
    how: How,
) -> Step {
    let Some(rank) = roll(scene, who, skill, patient, how.luck) else { return Ok(()) };
    let ask = prompts::recovery(scene.fight(), who, patient, skill, rank);
    let answer = scene.ask(ask)?;
    if is_lost(scene, who, &[who]) {
        return Ok(());
    }
    if !is_there(scene.fight(), patient) {
        scene.note(Note::Lost(who));
        return Ok(());
    }
    let choices = offered(scene.fight(), patient, skill, rank);
    // The GM may have ended meanwhile what was to be treated.
    let answer = if choices.contains(&answer) { answer } else { default_of(&choices) };
    apply(scene, who, patient, &answer);
    Ok(())
}

/// RANKS-END-2: outside the fight, where nobody is asked (RANKS-REC-5).
pub fn treat_outside(scene: &mut Scene, who: CombatantId, skill: Skill, patient: CombatantId) {
    if let Some(rank) = roll(scene, who, skill, patient, false) {
        let choices = offered(scene.fight(), patient, skill, rank);
        let answer = default_of(&choices);
        apply(scene, who, patient, &answer);
    }
}

fn roll(
    scene: &mut Scene,
    who: CombatantId,
    skill: Skill,
    patient: CombatantId,
    luck: bool,
) -> Option<u8> {
    let body = scene.fight().body(patient);
    let (against, dice) = (difficulty(body).into(), i16::from(body.recovering));
    if dice > 0 {
        scene.note(Note::RecoveringUsed(patient));
    }
    let check = Check::new(who, skill, Purpose::Recover).lucky(luck);
    let total = checks::roll(scene, Check { dice, ..check });
    let verdict = Verdict { who, target: Some(patient), purpose: Purpose::Recover };
    verdict.of(scene, total, against)
}

/// RANKS-REC-3, RANKS-REC-4: what a recovery rank can do, of the treated tracks.
pub fn offered(fight: &Fight, patient: CombatantId, skill: Skill, rank: u8) -> Vec<Answer> {
    let conditions = &fight.body(patient).conditions;
    let mut all = Vec::new();
    for cure in Cure::ALL {
        for (at, one) in conditions.iter().enumerate() {
            if tracks_of(skill).contains(&one.track) && can(cure, one, rank) {
                all.push(Answer::Treat { cure, which: Which::of(conditions, at) });
            }
        }
    }
    all.push(Answer::Recovering);
    all
}

/// RANKS-REC-3: what was offered may be there no more.
pub fn check_cure(
    fight: &Fight,
    patient: CombatantId,
    rank: u8,
    cure: Cure,
    which: Which,
) -> Result<(), Why> {
    let found = which.find(&fight.body(patient).conditions);
    if found.is_some_and(|condition| can(cure, &condition, rank)) {
        return Ok(());
    }
    Err(Why::new("no-condition", "RANKS-REC-3").about(patient))
}

fn can(cure: Cure, condition: &Condition, rank: u8) -> bool {
    match cure {
        Cure::Remove => condition.rank <= rank,
        Cure::Lower => condition.rank == rank + 1,
        Cure::Shorten => match condition.until {
            Until::Encounter => rank >= 2,
            Until::Scene => rank >= 3,
            Until::Recovered => rank >= 4 && condition.rank < OUT,
            Until::NextTurn | Until::ThisTurn | Until::Round(_) => false,
        },
    }
}

/// RANKS-REC-5: remove the highest it can, of equals the oldest; else lower one; else shorten one;
/// else Recovering.
pub fn default_of(choices: &[Answer]) -> Answer {
    let best = |wanted: Cure| {
        let of_cure = choices.iter().rev().filter_map(|answer| match answer {
            Answer::Treat { cure, which } if *cure == wanted => Some(*which),
            _ => None,
        });
        let highest = of_cure.max_by_key(|which| which.ailment.rank());
        highest.map(|which| Answer::Treat { cure: wanted, which })
    };
    Cure::ALL.iter().find_map(|cure| best(*cure)).unwrap_or(Answer::Recovering)
}

/// RANKS-REC-4: lowered by one rank of its track, with that rank's effect and a fresh duration.
/// RANKS-REC-3: a shortened one lasts 1D rounds, this one being the first, or to the encounter's or
/// the scene's end.
fn apply(scene: &mut Scene, who: CombatantId, patient: CombatantId, answer: &Answer) {
    let treatment = match answer {
        Answer::Treat { cure, which } => {
            let conditions = &scene.fight().body(patient).conditions;
            let Some(from) = which.find(conditions) else { return };
            match cure {
                Cure::Remove => Treatment::Removed(from),
                Cure::Lower => {
                    let lower = Ailment::of(from.track, from.rank - 1);
                    Treatment::Changed { from, to: Condition::fresh(lower, scene.fight().round) }
                }
                Cure::Shorten => {
                    let until = shorter(scene, from.until);
                    Treatment::Changed { from, to: Condition { until, ..from } }
                }
            }
        }
        _ => Treatment::Recovering,
    };
    scene.note(Note::Treated { who, patient, treatment });
}

fn shorter(scene: &mut Scene, until: Until) -> Until {
    match until {
        Until::Encounter => {
            let rounds = u16::from(scene.roll(6));
            Until::Round(scene.fight().round + rounds - 1)
        }
        Until::Scene => Until::Encounter,
        Until::Recovered => Until::Scene,
        Until::NextTurn | Until::ThisTurn | Until::Round(_) => until,
    }
}
