//! Advantages (RANKS-ADV): how they are gained, what they give, and to whom.

use serde::{Deserialize, Serialize};

use super::attacks;
use super::checks::{self, CheckContext, CheckRoll};
use super::conditions::Expiry;
use super::engagement::{check_ally_target, check_enemy_target};
use super::initiative::is_turn_past;
use super::maneuvers::{ManeuverOptions, record_if_lost};
use super::prompts::{self, Answer};
use super::responses::{self, ResistDemand};
use super::sheet::{ActionKind, Name, Skill};
use super::state::{CheckPurpose, Event};
use super::{Fight, Resolver, RuleResult, points};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;
use crate::visibility::disclosure::DetailLevel;

keyed_enum! {
    /// RANKS-ADV-1.
    AdvantageMethod {
        Misdirection = "misdirection",
        Memory = "memory",
        Psych = "psych",
        Awareness = "awareness",
    }
}

impl AdvantageMethod {
    /// Whether it is made against an enemy.
    pub fn needs_target(self) -> bool {
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
pub enum BoonEffect {
    #[serde(rename = "flat")]
    FlatBonus(i8),
    #[serde(rename = "die")]
    ExtraDie,
    Advantage,
    Disadvantage,
}

/// RANKS-ADV-6: a one-check effect, which serves the first fitting check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boon {
    #[serde(rename = "gives")]
    pub effect: BoonEffect,
    /// Only checks against that enemy; none: any check.
    #[serde(rename = "against")]
    pub opponent: Option<CombatantId>,
    #[serde(rename = "until")]
    pub expiry: Expiry,
}

keyed_enum! {
    /// RANKS-ADV-4.
    AdvantageEffect {
        PlusTwo = "plus-2",
        Advantage = "advantage",
        ExtraDie = "die",
        BonusAction = "bonus-action",
        RaisedSkill = "skill",
        FullAction = "full-action",
        ActionPoint = "action-point",
        NewAbility = "ability",
    }
}

impl AdvantageEffect {
    /// RANKS-ADV-4.
    pub fn rank(self) -> u8 {
        match self {
            Self::PlusTwo | Self::Advantage => 1,
            Self::ExtraDie | Self::BonusAction => 2,
            Self::RaisedSkill | Self::FullAction => 3,
            Self::ActionPoint => 4,
            Self::NewAbility => 5,
        }
    }
}

/// What a receiver gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdvantageGain {
    Boon(Boon),
    /// At once, or at the start of the next round (RANKS-ADV-5).
    Action {
        action: ActionKind,
        #[serde(rename = "is_due")]
        is_next_round: bool,
    },
    #[serde(rename = "skill")]
    RaisedSkill(Skill),
    #[serde(rename = "point")]
    ActionPoint,
    #[serde(rename = "ability")]
    NewAbility(String),
}

/// RANKS-ADV-1: misdirection and memory are made against an enemy, the others against nobody. An
/// item that helps such a check is in hand.
pub fn check_advantage(
    fight: &Fight,
    who: CombatantId,
    method: Option<AdvantageMethod>,
    target: Option<CombatantId>,
    item: Option<&Name>,
) -> Result<(), RefusalReason> {
    match (method.is_none_or(AdvantageMethod::needs_target), target) {
        (true, None) if method.is_some() => {
            return Err(RefusalReason::new("bad-target", "RANKS-ADV-1"));
        }
        (true, Some(target)) => check_enemy_target(fight, who, target, "RANKS-ADV-1")?,
        (true, None) | (false, None) => {}
        (false, Some(target)) => {
            return Err(RefusalReason::new("bad-target", "RANKS-ADV-1").with_combatant(target));
        }
    }
    let how = method.ok_or(RefusalReason::new("bad-skill", "RANKS-ADV-1"))?;
    item.map_or(Ok(()), |item| check_helping_item(fight, who, how, item))
}

/// An item at hand that helps with it.
pub fn check_helping_item(
    fight: &Fight,
    who: CombatantId,
    method: AdvantageMethod,
    item: &Name,
) -> Result<(), RefusalReason> {
    match fight.body(who).item_at_hand(item) {
        None => Err(RefusalReason::new("not-in-hand", "RANKS-ADV-1")),
        Some(item) if !item.aids_one_check(method.skill()) => {
            Err(RefusalReason::new("bad-skill", "RANKS-ADV-1").with_cause("no-help"))
        }
        Some(_) => Ok(()),
    }
}

/// RANKS-ADV-1: misdirection against an enemy's cues, memory against its rarity, psych (focus)
/// against 15, awareness against 10. RANKS-ADV-2: what awareness makes goes to the own initiative.
pub fn resolve_advantage(
    resolver: &mut Resolver,
    who: CombatantId,
    method: AdvantageMethod,
    target: Option<CombatantId>,
    item: Option<&Name>,
    options: ManeuverOptions,
) -> RuleResult {
    if let Some(item) = item {
        resolver.emit(Event::ItemUsedUp { who, item: item.clone() });
    }
    let check = CheckRoll::new(who, method.skill(), CheckPurpose::Advantage).with_opponent(target);
    let dice = i16::from(item.is_some());
    let total = checks::roll_check(
        resolver,
        CheckRoll { extra_dice: dice, ..check.with_luck(options.spends_luck) },
    );
    let against = match (method, target) {
        (AdvantageMethod::Misdirection, Some(target)) => {
            let (purpose, with) = (CheckPurpose::Advantage, vec![Skill::Cues.into()]);
            let threat =
                ResistDemand { target, actor: who, purpose, abilities: with, min_resistance: 0 };
            responses::resolve_resistance(resolver, &threat, total)?
        }
        (_, Some(target)) => resolver.fight().body(target).rarity.into(),
        (AdvantageMethod::Awareness, None) => 10,
        (_, None) => 15,
    };
    let needs: Vec<CombatantId> = [who].into_iter().chain(target).collect();
    if record_if_lost(resolver, who, &needs) {
        return Ok(());
    }
    let verdict = CheckContext { who, target, purpose: CheckPurpose::Advantage };
    let Some(rank) = verdict.record_outcome(resolver, total, against) else { return Ok(()) };
    if method == AdvantageMethod::Awareness {
        let points = (total - against).clamp(0, 99) as u8;
        resolver.emit(Event::InitiativePointsGained { who, points: Some(points) });
        return Ok(());
    }
    ask_advantage_effect(resolver, who, method, rank, target)
}

/// RANKS-ADV-3: the maker picks one effect of the rank made or a lower one (W4). RANKS-ADV-4: a new
/// ability the GM writes; where that is refused the maker picks again from 4 down.
fn ask_advantage_effect(
    resolver: &mut Resolver,
    who: CombatantId,
    method: AdvantageMethod,
    mut rank: u8,
    target: Option<CombatantId>,
) -> RuleResult {
    loop {
        let ask = prompts::advantage_prompt(resolver.fight(), who, method, rank, target);
        let mut answer = resolver.ask(ask)?;
        if is_outdated_gain(resolver.fight(), who, &answer) {
            answer = default_answer(&advantage_answers(resolver.fight(), who, rank));
        }
        let Answer::PickAdvantage { effect, receiver: to, skill } = answer else { return Ok(()) };
        let gain = if effect == AdvantageEffect::NewAbility {
            let ask = prompts::new_ability_prompt(resolver.fight(), who, to);
            let Answer::GrantAbility(text) = resolver.ask(ask)? else {
                rank = AdvantageEffect::ActionPoint.rank();
                continue;
            };
            AdvantageGain::NewAbility(text)
        } else {
            effect_to_gain(resolver.fight(), to, effect, skill, target)
        };
        if !record_if_lost(resolver, who, &[who, to]) {
            resolver.emit(Event::AdvantageGained { who: to, maker: who, gain });
        }
        return Ok(());
    }
}

/// RANKS-ADV-4, RANKS-ADV-5: what an effect is for a receiver now. RANKS-ADV-6: from misdirection
/// and memory only against that enemy.
fn effect_to_gain(
    fight: &Fight,
    receiver: CombatantId,
    effect: AdvantageEffect,
    skill: Option<Skill>,
    opponent: Option<CombatantId>,
) -> AdvantageGain {
    let is_running = fight.state.current_combatant == Some(receiver);
    let turn = if is_running { Expiry::ThisTurn } else { Expiry::NextTurn };
    let round = Expiry::Round(fight.round + u16::from(is_turn_past(fight, receiver)));
    let boon = |gives, until| AdvantageGain::Boon(Boon { effect: gives, opponent, expiry: until });
    let action =
        |action| AdvantageGain::Action { action, is_next_round: is_turn_past(fight, receiver) };
    match effect {
        AdvantageEffect::PlusTwo => boon(BoonEffect::FlatBonus(2), turn),
        AdvantageEffect::Advantage => boon(BoonEffect::Advantage, turn),
        AdvantageEffect::ExtraDie => boon(BoonEffect::ExtraDie, round),
        AdvantageEffect::BonusAction => action(ActionKind::Bonus),
        AdvantageEffect::FullAction => action(ActionKind::Full),
        AdvantageEffect::RaisedSkill => AdvantageGain::RaisedSkill(
            skill.unwrap_or_else(|| default_raised_skill(fight, receiver)),
        ),
        AdvantageEffect::ActionPoint | AdvantageEffect::NewAbility => AdvantageGain::ActionPoint,
    }
}

/// Whether an answer came to nothing, because the GM changed things while it was waited for.
fn is_outdated_gain(fight: &Fight, who: CombatantId, answer: &Answer) -> bool {
    match answer {
        Answer::PickAdvantage { effect, receiver: to, skill } => {
            check_gain(fight, who, *effect, *to, *skill).is_err()
        }
        _ => false,
    }
}

/// RANKS-ADV-3: what no answer does.
pub fn default_answer(choices: &[Answer]) -> Answer {
    choices.first().cloned().unwrap_or(Answer::Refuse)
}

/// RANKS-ADV-3: the attack skill of the weapon in hand.
pub fn default_raised_skill(fight: &Fight, who: CombatantId) -> Skill {
    attacks::attack_skill(fight.body(who).first_weapon().1.category)
}

/// RANKS-ADV-3: for the maker or an active ally. RANKS-ADV-7: at most one extra action of a kind in
/// a round; the same skill is raised once only. RANKS-HID-1: of an ally whose numbers the maker
/// does not know that is not told, and what is too much comes to nothing.
pub fn check_gain(
    fight: &Fight,
    who: CombatantId,
    effect: AdvantageEffect,
    receiver: CombatantId,
    skill: Option<Skill>,
) -> Result<(), RefusalReason> {
    if receiver != who {
        check_ally_target(fight, who, receiver, "RANKS-ADV-3")?;
    }
    if fight.detail_for(fight.viewer_of(Initiator::Combatant(who)), receiver) < DetailLevel::Numbers
    {
        return Ok(());
    }
    let body = fight.body(receiver);
    let is_spent = match effect {
        AdvantageEffect::BonusAction if is_turn_past(fight, receiver) => {
            body.extra_bonus_action_due
        }
        AdvantageEffect::BonusAction => body.got_extra_bonus_action,
        AdvantageEffect::FullAction if is_turn_past(fight, receiver) => body.extra_full_action_due,
        AdvantageEffect::FullAction => body.got_extra_full_action,
        AdvantageEffect::RaisedSkill => {
            let skill = skill.unwrap_or_else(|| default_raised_skill(fight, receiver));
            body.raised_skills.contains(&skill)
        }
        AdvantageEffect::ActionPoint => body.action_points >= points::MAX_POINTS,
        AdvantageEffect::PlusTwo
        | AdvantageEffect::Advantage
        | AdvantageEffect::ExtraDie
        | AdvantageEffect::NewAbility => false,
    };
    if is_spent {
        Err(RefusalReason::new("limit", "RANKS-ADV-7").with_combatant(receiver))
    } else {
        Ok(())
    }
}

/// RANKS-ADV-3: every effect for the maker from the highest rank down, of each rank the first
/// effect first; then those of the rank made for allies.
pub fn advantage_answers(fight: &Fight, who: CombatantId, rank: u8) -> Vec<Answer> {
    let gain = |effect, to| {
        let skill =
            (effect == AdvantageEffect::RaisedSkill).then(|| default_raised_skill(fight, to));
        let is_fine = check_gain(fight, who, effect, to, skill).is_ok();
        is_fine.then_some(Answer::PickAdvantage { effect, receiver: to, skill })
    };
    let of_rank =
        |rank: u8| AdvantageEffect::ALL.iter().copied().filter(move |one| one.rank() == rank);
    let mut all: Vec<Answer> = Vec::new();
    for rank in (1..=rank).rev() {
        all.extend(of_rank(rank).filter_map(|effect| gain(effect, who)));
    }
    for (to, _) in fight.iter().filter(|(to, _)| *to != who) {
        all.extend(of_rank(rank).filter_map(|effect| gain(effect, to)));
    }
    all
}
