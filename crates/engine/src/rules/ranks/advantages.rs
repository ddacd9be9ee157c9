//! Advantages (RANKS-ADV): how they are gained, what they give, and to whom.

use serde::{Deserialize, Serialize};

use super::attacks;
use super::checks::{self, Check, Verdict};
use super::conditions::Until;
use super::deeds::{How, is_lost};
use super::engagement::{check_ally, check_enemy};
use super::initiative::is_past;
use super::prompts::{self, Answer};
use super::responses::{self, Threat};
use super::sheet::{Action, Name, Skill};
use super::state::{Note, Purpose};
use super::{Fight, Scene, Step, points};
use crate::ids::{By, CombatantId};
use crate::keyed::keyed;
use crate::ladder::Detail;
use crate::why::Why;

keyed! {
    /// RANKS-ADV-1.
    Ploy {
        Misdirection = "misdirection",
        Memory = "memory",
        Psych = "psych",
        Awareness = "awareness",
    }
}

impl Ploy {
    /// Whether it is made against an enemy.
    pub fn is_aimed(self) -> bool {
        matches!(self, Self::Misdirection | Self::Memory)
    }

    fn skill(self) -> Skill {
        match self {
            Self::Misdirection => Skill::Misdirection,
            Self::Memory => Skill::Memory,
            Self::Psych => Skill::Focus,
            Self::Awareness => Skill::Awareness,
        }
    }
}

/// What a one-check effect gives to that check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gift {
    Flat(i8),
    Die,
    Advantage,
    Disadvantage,
}

/// RANKS-ADV-6: a one-check effect, which serves the first fitting check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boon {
    pub gives: Gift,
    /// Only checks against that enemy; none: any check.
    pub against: Option<CombatantId>,
    pub until: Until,
}

keyed! {
    /// RANKS-ADV-4.
    Effect {
        Plus = "plus-2",
        Advantage = "advantage",
        Die = "die",
        BonusAction = "bonus-action",
        Skill = "skill",
        FullAction = "full-action",
        ActionPoint = "action-point",
        Ability = "ability",
    }
}

impl Effect {
    /// RANKS-ADV-4.
    pub fn rank(self) -> u8 {
        match self {
            Self::Plus | Self::Advantage => 1,
            Self::Die | Self::BonusAction => 2,
            Self::Skill | Self::FullAction => 3,
            Self::ActionPoint => 4,
            Self::Ability => 5,
        }
    }
}

/// What a receiver gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gain {
    Boon(Boon),
    /// At once, or at the start of the next round (RANKS-ADV-5).
    Action {
        action: Action,
        is_due: bool,
    },
    Skill(Skill),
    Point,
    Ability(String),
}

/// RANKS-ADV-1: misdirection and memory are made against an enemy, the others against nobody. An
/// item that helps such a check is in hand.
pub fn check_what(
    fight: &Fight,
    who: CombatantId,
    how: Option<Ploy>,
    target: Option<CombatantId>,
    item: Option<&Name>,
) -> Result<(), Why> {
    match (how.is_none_or(Ploy::is_aimed), target) {
        (true, None) if how.is_some() => return Err(Why::new("bad-target", "RANKS-ADV-1")),
        (true, Some(target)) => check_enemy(fight, who, target, "RANKS-ADV-1")?,
        (true, None) | (false, None) => {}
        (false, Some(target)) => return Err(Why::new("bad-target", "RANKS-ADV-1").about(target)),
    }
    let how = how.ok_or(Why::new("bad-skill", "RANKS-ADV-1"))?;
    item.map_or(Ok(()), |item| check_item(fight, who, how, item))
}

/// An item at hand that helps with it.
pub fn check_item(fight: &Fight, who: CombatantId, how: Ploy, item: &Name) -> Result<(), Why> {
    match fight.body(who).item_at_hand(item) {
        None => Err(Why::new("not-in-hand", "RANKS-ADV-1")),
        Some(item) if !item.helps_once(how.skill()) => {
            Err(Why::new("bad-skill", "RANKS-ADV-1").because("no-help"))
        }
        Some(_) => Ok(()),
    }
}

/// RANKS-ADV-1: misdirection against an enemy's cues, memory against its rarity, psych (focus)
/// against 15, awareness against 10. RANKS-ADV-2: what awareness makes goes to the own initiative.
pub fn seek(
    scene: &mut Scene,
    who: CombatantId,
    how: Ploy,
    target: Option<CombatantId>,
    item: Option<&Name>,
    manner: How,
) -> Step {
    if let Some(item) = item {
        scene.note(Note::UsedUp { who, item: item.clone() });
    }
    let check = Check::new(who, how.skill(), Purpose::Advantage).against(target);
    let dice = i16::from(item.is_some());
    let total = checks::roll(scene, Check { dice, ..check.lucky(manner.luck) });
    let against = match (how, target) {
        (Ploy::Misdirection, Some(target)) => {
            let (purpose, with) = (Purpose::Advantage, vec![Skill::Cues.into()]);
            let threat = Threat { who: target, actor: who, purpose, with, least: 0 };
            responses::resist(scene, &threat, total)?
        }
        (_, Some(target)) => scene.fight().body(target).rarity.into(),
        (Ploy::Awareness, None) => 10,
        (_, None) => 15,
    };
    let needs: Vec<CombatantId> = [who].into_iter().chain(target).collect();
    if is_lost(scene, who, &needs) {
        return Ok(());
    }
    let verdict = Verdict { who, target, purpose: Purpose::Advantage };
    let Some(rank) = verdict.of(scene, total, against) else { return Ok(()) };
    if how == Ploy::Awareness {
        let points = (total - against).clamp(0, 99) as u8;
        scene.note(Note::Alert { who, points: Some(points) });
        return Ok(());
    }
    pick(scene, who, how, rank, target)
}

/// RANKS-ADV-3: the maker picks one effect of the rank made or a lower one (W4). RANKS-ADV-4: a new
/// ability the GM writes; where that is refused the maker picks again from 4 down.
fn pick(
    scene: &mut Scene,
    who: CombatantId,
    how: Ploy,
    mut rank: u8,
    target: Option<CombatantId>,
) -> Step {
    loop {
        let ask = prompts::advantage(scene.fight(), who, how, rank, target);
        let mut answer = scene.ask(ask)?;
        if is_stale(scene.fight(), who, &answer) {
            answer = default_of(&offered(scene.fight(), who, rank));
        }
        let Answer::Gain { effect, to, skill } = answer else { return Ok(()) };
        let gain = if effect == Effect::Ability {
            let ask = prompts::ability(scene.fight(), who, to);
            let Answer::Grant(text) = scene.ask(ask)? else {
                rank = Effect::ActionPoint.rank();
                continue;
            };
            Gain::Ability(text)
        } else {
            gain_of(scene.fight(), to, effect, skill, target)
        };
        if !is_lost(scene, who, &[who, to]) {
            scene.note(Note::Gained { who: to, by: who, gain });
        }
        return Ok(());
    }
}

/// RANKS-ADV-4, RANKS-ADV-5: what an effect is for a receiver now. RANKS-ADV-6: from misdirection
/// and memory only against that enemy.
fn gain_of(
    fight: &Fight,
    to: CombatantId,
    effect: Effect,
    skill: Option<Skill>,
    against: Option<CombatantId>,
) -> Gain {
    let is_running = fight.state.turn == Some(to);
    let turn = if is_running { Until::ThisTurn } else { Until::NextTurn };
    let round = Until::Round(fight.round + u16::from(is_past(fight, to)));
    let boon = |gives, until| Gain::Boon(Boon { gives, against, until });
    let action = |action| Gain::Action { action, is_due: is_past(fight, to) };
    match effect {
        Effect::Plus => boon(Gift::Flat(2), turn),
        Effect::Advantage => boon(Gift::Advantage, turn),
        Effect::Die => boon(Gift::Die, round),
        Effect::BonusAction => action(Action::Bonus),
        Effect::FullAction => action(Action::Full),
        Effect::Skill => Gain::Skill(skill.unwrap_or_else(|| default_skill(fight, to))),
        Effect::ActionPoint | Effect::Ability => Gain::Point,
    }
}

/// Whether an answer came to nothing, because the GM changed things while it was waited for.
fn is_stale(fight: &Fight, who: CombatantId, answer: &Answer) -> bool {
    match answer {
        Answer::Gain { effect, to, skill } => check_gain(fight, who, *effect, *to, *skill).is_err(),
        _ => false,
    }
}

/// RANKS-ADV-3: what no answer does.
pub fn default_of(choices: &[Answer]) -> Answer {
    choices.first().cloned().unwrap_or(Answer::Refuse)
}

/// RANKS-ADV-3: the attack skill of the weapon in hand.
pub fn default_skill(fight: &Fight, who: CombatantId) -> Skill {
    attacks::skill_of(fight.body(who).first_weapon().1.category)
}

/// RANKS-ADV-3: for the maker or an active ally. RANKS-ADV-7: at most one extra action of a kind in
/// a round; the same skill is raised once only. RANKS-HID-1: of an ally whose numbers the maker
/// does not know that is not told, and what is too much comes to nothing.
pub fn check_gain(
    fight: &Fight,
    who: CombatantId,
    effect: Effect,
    to: CombatantId,
    skill: Option<Skill>,
) -> Result<(), Why> {
    if to != who {
        check_ally(fight, who, to, "RANKS-ADV-3")?;
    }
    if fight.look(fight.viewer_of(By::Combatant(who)), to) < Detail::Numbers {
        return Ok(());
    }
    let body = fight.body(to);
    let is_spent = match effect {
        Effect::BonusAction if is_past(fight, to) => body.due_bonus,
        Effect::BonusAction => body.extra_bonus,
        Effect::FullAction if is_past(fight, to) => body.due_full,
        Effect::FullAction => body.extra_full,
        Effect::Skill => {
            let skill = skill.unwrap_or_else(|| default_skill(fight, to));
            body.raised.contains(&skill)
        }
        Effect::ActionPoint => body.action_points >= points::MOST,
        Effect::Plus | Effect::Advantage | Effect::Die | Effect::Ability => false,
    };
    if is_spent { Err(Why::new("limit", "RANKS-ADV-7").about(to)) } else { Ok(()) }
}

/// RANKS-ADV-3: every effect for the maker from the highest rank down, of each rank the first
/// effect first; then those of the rank made for allies.
pub fn offered(fight: &Fight, who: CombatantId, rank: u8) -> Vec<Answer> {
    let gain = |effect, to| {
        let skill = (effect == Effect::Skill).then(|| default_skill(fight, to));
        let is_fine = check_gain(fight, who, effect, to, skill).is_ok();
        is_fine.then_some(Answer::Gain { effect, to, skill })
    };
    let of_rank = |rank: u8| Effect::ALL.iter().copied().filter(move |one| one.rank() == rank);
    let mut all: Vec<Answer> = Vec::new();
    for rank in (1..=rank).rev() {
        all.extend(of_rank(rank).filter_map(|effect| gain(effect, who)));
    }
    for (to, _) in fight.iter().filter(|(to, _)| *to != who) {
        all.extend(of_rank(rank).filter_map(|effect| gain(effect, to)));
    }
    all
}
