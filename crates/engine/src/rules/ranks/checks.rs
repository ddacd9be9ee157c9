//! Checks and ranks (RANKS-CHK): fixed values, rolled checks with all that changes them, and result
//! points cut into ranks.

use super::advantages::{Boon, BoonEffect};
use super::combined_actions::{self, CombinableAction};
use super::sheet::Ability;
use super::state::{CheckPurpose, Event};
use super::{Fight, Resolver};
use crate::core::ids::CombatantId;
use crate::core::modifier::{Modifier, ModifierChange};
use crate::core::refusal_reason::RefusalReason;

/// RANKS-CHK-3: what is hard where nobody says how hard.
pub const MODERATE_DIFFICULTY: u8 = 15;

/// RANKS-CHK-3: difficulties by word.
const DIFFICULTY_WORDS: [(&str, u8); 5] =
    [("very-easy", 5), ("easy", 10), ("moderate", 15), ("difficult", 20), ("very-difficult", 25)];

/// RANKS-CHK-3: a word, or any number.
pub fn parse_difficulty(text: &str) -> Option<u8> {
    let word = text.trim().to_lowercase().replace([' ', '_'], "-");
    let named = DIFFICULTY_WORDS.iter().find(|(name, _)| *name == word).map(|(_, number)| *number);
    named.or_else(|| word.parse().ok().filter(|number| (1..=99).contains(number)))
}

/// RANKS-CHK-4: 0 to 5 result points make rank 1, every 5 more the next, at most 5.
pub fn success_rank(points: i16) -> u8 {
    if points <= 5 { 1 } else { ((points - 1) / 5 + 1).min(5) as u8 }
}

/// RANKS-CHK-4: a failure by 1 to 5 is negative rank 1, by 6 to 10 negative rank 2, and so on.
pub fn failure_rank(shortfall: i16) -> u8 {
    ((shortfall + 4) / 5).clamp(1, 5) as u8
}

/// RANKS-CHK-2, RANKS-CHK-7: the fixed value of a code, less 2 for each Tired.
pub fn fixed_value(fight: &Fight, who: CombatantId, ability: impl Into<Ability>) -> i16 {
    let body = fight.body(who);
    body.dice_code(ability).fixed_value() - body.fixed_value_penalty()
}

/// A check that is about to be rolled.
#[derive(Clone, Copy, Debug)]
pub struct CheckRoll {
    pub who: CombatantId,
    pub ability: Ability,
    pub purpose: CheckPurpose,
    /// The enemy it is made against, attacking or resisting.
    pub opponent: Option<CombatantId>,
    /// +1D each.
    pub extra_dice: i16,
    pub flat_bonus: i16,
    /// A luck point goes with it (RANKS-LUCK-1).
    pub spends_luck: bool,
}

impl CheckRoll {
    pub fn new(who: CombatantId, ability: impl Into<Ability>, purpose: CheckPurpose) -> Self {
        let (opponent, extra_dice, flat_bonus, spends_luck) = (None, 0, 0, false);
        Self {
            who,
            ability: ability.into(),
            purpose,
            opponent,
            extra_dice,
            flat_bonus,
            spends_luck,
        }
    }

    pub fn with_opponent(self, opponent: Option<CombatantId>) -> Self {
        Self { opponent, ..self }
    }

    pub fn with_luck(self, spends_luck: bool) -> Self {
        Self { spends_luck, ..self }
    }
}

/// RANKS-LUCK-1: a luck point goes only where there is one.
pub fn check_luck(fight: &Fight, who: CombatantId, spends_luck: bool) -> Result<(), RefusalReason> {
    if spends_luck && fight.body(who).luck == 0 {
        return Err(RefusalReason::new("no-points", "RANKS-LUCK-1"));
    }
    Ok(())
}

/// RANKS-CHK-1: the code's dice summed, then pips and flat modifiers. RANKS-CHK-5: dice more and
/// fewer are summed first, never below 1D. RANKS-CHK-6: advantage and disadvantage count once each,
/// and cancel each other: one die more, and the lowest or the highest is dropped.
pub fn roll_check(resolver: &mut Resolver, check: CheckRoll) -> i16 {
    let body = resolver.fight().body(check.who);
    let code = body.dice_code(check.ability);
    let own = [
        Modifier::bonus(check.ability.key(), code.pips),
        Modifier::bonus(modifier_cause(check.purpose), check.flat_bonus),
        Modifier::extra_dice(modifier_cause(check.purpose), check.extra_dice),
    ];
    let mut all: Vec<Modifier> = own.into_iter().flatten().collect();
    all.extend(body.condition_modifiers(check.ability.attribute()));
    // RANKS-MOVE-7: attacks of the prone.
    let is_prone = body.is_prone && check.purpose == CheckPurpose::Attack;
    all.extend(is_prone.then(|| Modifier::new("prone", ModifierChange::Disadvantage)));
    let is_tool = |ability| body.gear.iter().any(|item| item.is_held && item.always_aids(ability));
    all.extend(Modifier::extra_dice("tool", i16::from(is_tool(check.ability))));
    all.extend(spend_boons(resolver, check).into_iter().map(|boon| {
        let change = match boon.effect {
            BoonEffect::FlatBonus(number) => ModifierChange::Bonus(number.into()),
            BoonEffect::ExtraDie => ModifierChange::ExtraDice(1),
            BoonEffect::Advantage => ModifierChange::Advantage,
            BoonEffect::Disadvantage => ModifierChange::Disadvantage,
        };
        Modifier::new("boon", change)
    }));
    all.extend(Modifier::bonus(
        "combined",
        combined_actions::spend_combined_bonuses(
            resolver,
            check.who,
            combination_kind(check.purpose),
        ),
    ));
    if check.spends_luck && resolver.fight().body(check.who).luck > 0 {
        resolver.emit(Event::LuckSpent(check.who));
        all.push(Modifier::new("luck", ModifierChange::Advantage));
    }
    let (mut dice, mut plus) = (i16::from(code.dice), 0);
    let (mut is_better, mut is_worse) = (false, false);
    for modifier in &all {
        match modifier.change {
            ModifierChange::Bonus(number) => plus += number,
            ModifierChange::ExtraDice(number) => dice += number,
            ModifierChange::Advantage => is_better = true,
            ModifierChange::Disadvantage => is_worse = true,
            ModifierChange::TargetNumber(_) => {}
        }
    }
    let is_even = is_better == is_worse;
    let mut faces = resolver.roll_faces((dice.max(1) + i16::from(!is_even)) as u8, 6);
    let shown = faces.clone();
    faces.sort_unstable();
    let dropped = match (is_even, is_better) {
        (true, _) => None,
        (false, true) => Some(faces.remove(0)),
        (false, false) => faces.pop(),
    };
    let total = faces.iter().map(|face| i16::from(*face)).sum::<i16>() + plus;
    resolver.emit(Event::CheckRolled {
        who: check.who,
        purpose: check.purpose,
        ability: check.ability,
        faces: Some(shown),
        dropped_face: dropped,
        total: Some(total),
        modifiers: all,
    });
    total
}

/// What the dice and the number that a check brings along are for.
fn modifier_cause(purpose: CheckPurpose) -> &'static str {
    match purpose {
        CheckPurpose::Stance => "stance",
        CheckPurpose::Defend => "ready-defence",
        CheckPurpose::Soak => "armour",
        CheckPurpose::Advantage => "tool",
        CheckPurpose::Recover => "mending",
        CheckPurpose::Attack
        | CheckPurpose::Move
        | CheckPurpose::Match
        | CheckPurpose::Driven
        | CheckPurpose::Force
        | CheckPurpose::Shift
        | CheckPurpose::Interact
        | CheckPurpose::Resist
        | CheckPurpose::Skill
        | CheckPurpose::Combine
        | CheckPurpose::Initiative => "other",
    }
}

/// RANKS-ADV-6: one-check effects serve the first fitting check, attacking or resisting.
fn spend_boons(resolver: &mut Resolver, check: CheckRoll) -> Vec<Boon> {
    let fits = |boon: &&Boon| boon.opponent.is_none() || boon.opponent == check.opponent;
    let own = &resolver.fight().body(check.who).boons;
    let boons: Vec<Boon> = own.iter().filter(fits).copied().collect();
    if !boons.is_empty() {
        resolver.emit(Event::BoonsUsed { who: check.who, boons: boons.clone() });
    }
    boons
}

/// RANKS-COMB-3: of which kind an own check is; resisting is no such check.
fn combination_kind(purpose: CheckPurpose) -> Option<CombinableAction> {
    match purpose {
        CheckPurpose::Attack => Some(CombinableAction::Attack),
        CheckPurpose::Move => Some(CombinableAction::Move),
        CheckPurpose::Force => Some(CombinableAction::Force),
        CheckPurpose::Advantage => Some(CombinableAction::Advantage),
        CheckPurpose::Interact => Some(CombinableAction::Interact),
        CheckPurpose::Recover => Some(CombinableAction::Recover),
        CheckPurpose::Stance
        | CheckPurpose::Defend
        | CheckPurpose::Resist
        | CheckPurpose::Soak
        | CheckPurpose::Match
        | CheckPurpose::Driven
        | CheckPurpose::Shift
        | CheckPurpose::Skill
        | CheckPurpose::Combine
        | CheckPurpose::Initiative => None,
    }
}

/// A total against a number, and whom that number belongs to.
#[derive(Clone, Copy, Debug)]
pub struct CheckContext {
    pub who: CombatantId,
    pub target: Option<CombatantId>,
    pub purpose: CheckPurpose,
}

impl CheckContext {
    /// RANKS-CHK-3: a total equal to or above the difficulty or resistance succeeds, and makes a
    /// rank (RANKS-CHK-4).
    pub fn record_outcome(self, resolver: &mut Resolver, total: i16, threshold: i16) -> Option<u8> {
        let Self { who, target, purpose } = self;
        let shown = Some(threshold);
        if total < threshold {
            resolver.emit(Event::CheckFailed { who, target, purpose, threshold: shown });
            return None;
        }
        let rank = success_rank(total - threshold);
        resolver.emit(Event::CheckSucceeded { who, target, purpose, threshold: shown, rank });
        Some(rank)
    }
}
