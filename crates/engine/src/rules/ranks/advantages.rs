//! Advantages (RANKS-ADV): how a combatant gains them, what they give, and to whom.

use serde::{Deserialize, Serialize};

use super::attacks;
use super::checks::{self, CheckContext, CheckRoll};
use super::conditions::Expiry;
use super::engagement::{check_ally_target, check_enemy_target};
use super::initiative::is_turn_past;
use super::maneuvers::{ManeuverOptions, record_maneuver_if_lost};
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
    /// How an advantage is gained (RANKS-ADV-1).
    AdvantageMethod {
        Misdirection = "misdirection",
        Memory = "memory",
        Psych = "psych",
        Awareness = "awareness",
    }
}

impl AdvantageMethod {
    /// Returns true for methods that are used against an enemy.
    pub fn needs_target(self) -> bool {
        matches!(self, Self::Misdirection | Self::Memory)
    }

    /// Returns the skill that is rolled.
    fn skill(self) -> Skill {
        match self {
            Self::Misdirection => Skill::Misdirection,
            Self::Memory => Skill::Memory,
            Self::Psych => Skill::Focus,
            Self::Awareness => Skill::Awareness,
        }
    }
}

/// What a one-check effect gives to its check.
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

/// A one-check effect; the first check that fits uses it up (RANKS-ADV-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boon {
    #[serde(rename = "gives")]
    pub effect: BoonEffect,
    /// Only checks against this enemy fit; `None`: any check.
    #[serde(rename = "against")]
    pub opponent: Option<CombatantId>,
    #[serde(rename = "until")]
    pub expiry: Expiry,
}

keyed_enum! {
    /// What the maker of an advantage may pick (RANKS-ADV-4).
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
    /// Returns the rank that the maker's check must reach for this effect (RANKS-ADV-4).
    pub fn required_check_rank(self) -> u8 {
        match self {
            Self::PlusTwo | Self::Advantage => 1,
            Self::ExtraDie | Self::BonusAction => 2,
            Self::RaisedSkill | Self::FullAction => 3,
            Self::ActionPoint => 4,
            Self::NewAbility => 5,
        }
    }
}

/// What a receiver gets from an advantage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdvantageGain {
    Boon(Boon),
    /// An extra action, at once or at the start of the next round (RANKS-ADV-5).
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

/// Checks an attempt at an advantage (RANKS-ADV-1): misdirection and memory need an enemy as
/// target, the other methods none; a helping item must be in hand.
///
/// # Errors
///
/// Returns `bad-target`, `bad-skill` (no such method, or the item does not help it) or
/// `not-in-hand`.
pub fn check_advantage_target_and_item(
    fight: &Fight,
    who: CombatantId,
    method: Option<AdvantageMethod>,
    target: Option<CombatantId>,
    item: Option<&Name>,
) -> Result<(), RefusalReason> {
    check_advantage_target(fight, who, method, target)?;
    let method = method.ok_or(RefusalReason::new("bad-skill", "RANKS-ADV-1"))?;
    match item {
        Some(item) => check_helping_item(fight, who, method, item),
        None => Ok(()),
    }
}

/// Refuses a target that is no active enemy, a target where the method has none, and a missing one
/// where it needs one. For a method that does not exist, which the caller refuses, a target may be
/// missing.
fn check_advantage_target(
    fight: &Fight,
    who: CombatantId,
    method: Option<AdvantageMethod>,
    target: Option<CombatantId>,
) -> Result<(), RefusalReason> {
    let allows_target = method.is_none_or(AdvantageMethod::needs_target);
    let requires_target = method.is_some_and(AdvantageMethod::needs_target);
    let bad_target = RefusalReason::new("bad-target", "RANKS-ADV-1");
    match target {
        Some(target) if allows_target => check_enemy_target(fight, who, target, "RANKS-ADV-1"),
        Some(target) => Err(bad_target.with_combatant(target)),
        None => bad_target.refuse_unless(!requires_target),
    }
}

/// Refuses an item that is not at hand or does not help this method.
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

/// The difficulty of an advantage by psych, which has no target (RANKS-ADV-1).
const PSYCH_DIFFICULTY: i16 = 15;
/// The difficulty of an advantage by awareness, which has no target (RANKS-ADV-1).
const AWARENESS_DIFFICULTY: i16 = 10;

/// Rolls for an advantage, uses up the item that helps, and grants what a success gains.
/// RANKS-ADV-2: the result points of awareness go to the actor's next initiative.
pub fn roll_and_grant_advantage(
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
    let extra_dice = i16::from(item.is_some());
    let total = checks::roll_check_total_spending_bonuses(
        resolver,
        CheckRoll { extra_dice, ..check.with_luck(options.spends_luck) },
    );
    let threshold = ask_or_find_advantage_threshold(resolver, who, method, target, total)?;
    let participants: Vec<CombatantId> = [who].into_iter().chain(target).collect();
    if record_maneuver_if_lost(resolver, who, &participants) {
        return Ok(());
    }
    let context = CheckContext { who, target, purpose: CheckPurpose::Advantage };
    let Some(rank) = context.record_check_and_rank(resolver, total, threshold) else {
        return Ok(());
    };
    if method == AdvantageMethod::Awareness {
        let points = (total - threshold).clamp(0, 99) as u8;
        resolver.emit(Event::InitiativePointsGained { who, points: Some(points) });
        return Ok(());
    }
    ask_for_advantage_effect_and_grant_it(resolver, who, method, rank, target)
}

/// Returns what the total of a check for an advantage must reach. RANKS-ADV-1: misdirection is
/// rolled against the enemy's cues, for which the enemy may be asked to roll, memory against its
/// rarity, psych (focus) against 15, awareness against 10.
fn ask_or_find_advantage_threshold(
    resolver: &mut Resolver,
    who: CombatantId,
    method: AdvantageMethod,
    target: Option<CombatantId>,
    check_total: i16,
) -> RuleResult<i16> {
    let Some(target) = target else {
        return Ok(match method {
            AdvantageMethod::Awareness => AWARENESS_DIFFICULTY,
            _ => PSYCH_DIFFICULTY,
        });
    };
    if method != AdvantageMethod::Misdirection {
        return Ok(resolver.fight().body(target).rarity.into());
    }
    let demand = ResistDemand {
        target,
        actor: who,
        purpose: CheckPurpose::Advantage,
        abilities: vec![Skill::Cues.into()],
        min_resistance: 0,
    };
    responses::ask_and_roll_resistance_if_needed(resolver, &demand, check_total)
}

/// Lets the maker pick one effect of the rank made or a lower one, and grants it (RANKS-ADV-3). If
/// the GM has made the pick impossible meanwhile, the default counts. RANKS-ADV-4: the GM writes a
/// new ability; if the GM refuses, the maker picks again from rank 4 down.
fn ask_for_advantage_effect_and_grant_it(
    resolver: &mut Resolver,
    who: CombatantId,
    method: AdvantageMethod,
    mut rank: u8,
    target: Option<CombatantId>,
) -> RuleResult {
    loop {
        let prompt = prompts::advantage_prompt(resolver.fight(), who, method, rank, target);
        let mut answer = resolver.ask(prompt)?;
        if is_gain_no_longer_possible(resolver.fight(), who, &answer) {
            answer = default_answer(&list_advantage_choices(resolver.fight(), who, rank));
        }
        let Answer::PickAdvantage { effect, receiver, skill } = answer else { return Ok(()) };
        let gain = if effect == AdvantageEffect::NewAbility {
            let prompt = prompts::new_ability_prompt(resolver.fight(), who, receiver);
            let Answer::GrantAbility(text) = resolver.ask(prompt)? else {
                // Refused: the maker picks again, as if its check had made the next lower rank.
                rank = AdvantageEffect::ActionPoint.required_check_rank();
                continue;
            };
            AdvantageGain::NewAbility(text)
        } else {
            build_advantage_gain(resolver.fight(), receiver, effect, skill, target)
        };
        if !record_maneuver_if_lost(resolver, who, &[who, receiver]) {
            resolver.emit(Event::AdvantageGained { who: receiver, maker: who, gain });
        }
        return Ok(());
    }
}

/// Returns what an effect gives to a receiver at this moment (RANKS-ADV-4, RANKS-ADV-5).
/// RANKS-ADV-6: a boon from misdirection or memory counts only against that opponent.
fn build_advantage_gain(
    fight: &Fight,
    recipient: CombatantId,
    effect: AdvantageEffect,
    skill: Option<Skill>,
    opponent: Option<CombatantId>,
) -> AdvantageGain {
    let is_receivers_turn = fight.state.current_combatant == Some(recipient);
    let turn_end = if is_receivers_turn { Expiry::ThisTurn } else { Expiry::NextTurn };
    let round_end = Expiry::Round(fight.round + u16::from(is_turn_past(fight, recipient)));
    let boon = |effect, expiry| AdvantageGain::Boon(Boon { effect, opponent, expiry });
    let action =
        |action| AdvantageGain::Action { action, is_next_round: is_turn_past(fight, recipient) };
    match effect {
        AdvantageEffect::PlusTwo => boon(BoonEffect::FlatBonus(2), turn_end),
        AdvantageEffect::Advantage => boon(BoonEffect::Advantage, turn_end),
        AdvantageEffect::ExtraDie => boon(BoonEffect::ExtraDie, round_end),
        AdvantageEffect::BonusAction => action(ActionKind::Bonus),
        AdvantageEffect::FullAction => action(ActionKind::Full),
        AdvantageEffect::RaisedSkill => AdvantageGain::RaisedSkill(
            skill.unwrap_or_else(|| default_raised_skill(fight, recipient)),
        ),
        // The caller asks for the text of a new ability, so none comes here.
        AdvantageEffect::ActionPoint | AdvantageEffect::NewAbility => AdvantageGain::ActionPoint,
    }
}

/// Returns whether the picked effect can no longer be given, because the GM changed something while
/// the prompt was open.
fn is_gain_no_longer_possible(fight: &Fight, who: CombatantId, answer: &Answer) -> bool {
    match answer {
        Answer::PickAdvantage { effect, receiver, skill } => {
            check_effect_for_recipient(fight, who, *effect, *receiver, *skill).is_err()
        }
        _ => false,
    }
}

/// Returns the answer that counts if the maker gives none: the first choice (RANKS-ADV-3).
pub fn default_answer(choices: &[Answer]) -> Answer {
    choices.first().cloned().unwrap_or(Answer::Refuse)
}

/// Returns the skill that is raised if the maker names none: the attack skill of the weapon in hand
/// (RANKS-ADV-3).
pub fn default_raised_skill(fight: &Fight, who: CombatantId) -> Skill {
    attacks::attack_skill(fight.body(who).first_weapon().1.category)
}

/// Checks an effect for a receiver. RANKS-ADV-3: the receiver is the maker or an active ally.
/// RANKS-ADV-7: at most one extra action of a kind in a round; a skill is raised only once.
/// RANKS-HID-1: if the maker does not know the receiver's numbers, a limit is not reported; the
/// excess then has no effect.
///
/// # Errors
///
/// Returns `bad-target` or `limit`.
pub fn check_effect_for_recipient(
    fight: &Fight,
    who: CombatantId,
    effect: AdvantageEffect,
    recipient: CombatantId,
    skill: Option<Skill>,
) -> Result<(), RefusalReason> {
    if recipient != who {
        check_ally_target(fight, who, recipient, "RANKS-ADV-3")?;
    }
    let viewer = fight.viewer_of(Initiator::Combatant(who));
    let knows_numbers = fight.detail_for(viewer, recipient) >= DetailLevel::Numbers;
    if knows_numbers && is_effect_at_limit(fight, effect, recipient, skill) {
        return Err(RefusalReason::new("limit", "RANKS-ADV-7").with_combatant(recipient));
    }
    Ok(())
}

/// Returns whether a receiver has had an effect as often as it may: an extra action of the kind in
/// the round to which it would be added, a raise of the skill, or the most action points.
fn is_effect_at_limit(
    fight: &Fight,
    effect: AdvantageEffect,
    recipient: CombatantId,
    skill: Option<Skill>,
) -> bool {
    let body = fight.body(recipient);
    match effect {
        AdvantageEffect::BonusAction if is_turn_past(fight, recipient) => {
            body.extra_bonus_action_due
        }
        AdvantageEffect::BonusAction => body.got_extra_bonus_action,
        AdvantageEffect::FullAction if is_turn_past(fight, recipient) => body.extra_full_action_due,
        AdvantageEffect::FullAction => body.got_extra_full_action,
        AdvantageEffect::RaisedSkill => {
            let skill = skill.unwrap_or_else(|| default_raised_skill(fight, recipient));
            body.raised_skills.contains(&skill)
        }
        AdvantageEffect::ActionPoint => body.action_points >= points::MAX_POINTS,
        AdvantageEffect::PlusTwo
        | AdvantageEffect::Advantage
        | AdvantageEffect::ExtraDie
        | AdvantageEffect::NewAbility => false,
    }
}

/// Returns the choices of the prompt for an advantage (RANKS-ADV-3): every effect for the maker
/// from the highest rank down, within a rank in the order of [`AdvantageEffect`], then the effects
/// of the rank made for allies.
pub fn list_advantage_choices(fight: &Fight, who: CombatantId, rank: u8) -> Vec<Answer> {
    let mut answers = Vec::new();
    for lower_or_same_rank in (1..=rank).rev() {
        push_allowed_effects_of_rank(fight, who, lower_or_same_rank, who, &mut answers);
    }
    for receiver in fight.present_ids().filter(|receiver| *receiver != who) {
        push_allowed_effects_of_rank(fight, who, rank, receiver, &mut answers);
    }
    answers
}

/// Adds the answers by which a maker gives the effects of one rank to a receiver, as far as the
/// rules allow them.
fn push_allowed_effects_of_rank(
    fight: &Fight,
    maker: CombatantId,
    rank: u8,
    receiver: CombatantId,
    answers: &mut Vec<Answer>,
) {
    for effect in AdvantageEffect::ALL {
        if effect.required_check_rank() != rank {
            continue;
        }
        let skill = match effect {
            AdvantageEffect::RaisedSkill => Some(default_raised_skill(fight, receiver)),
            _ => None,
        };
        if check_effect_for_recipient(fight, maker, effect, receiver, skill).is_ok() {
            answers.push(Answer::PickAdvantage { effect, receiver, skill });
        }
    }
}
