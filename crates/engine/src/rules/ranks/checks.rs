//! Checks and ranks (RANKS-CHK): fixed values, rolled checks with all their modifiers, and the
//! cutting of result points into ranks.

use super::advantages::{Boon, BoonEffect};
use super::combined_actions::{self, CombinableAction};
use super::sheet::{Ability, DiceCode};
use super::state::{CheckPurpose, Event};
use super::{Fight, Resolver};
use crate::core::ids::CombatantId;
use crate::core::modifier::{Modifier, ModifierChange};
use crate::core::refusal_reason::RefusalReason;

/// The difficulty of a check where nobody sets one (RANKS-CHK-3).
pub const MODERATE_DIFFICULTY: u8 = 15;

/// The difficulties by word (RANKS-CHK-3).
const DIFFICULTY_WORDS: [(&str, u8); 5] =
    [("very-easy", 5), ("easy", 10), ("moderate", 15), ("difficult", 20), ("very-difficult", 25)];

/// Parses a difficulty word or a number from 1 to 99 (RANKS-CHK-3); `None` for anything else.
pub fn parse_difficulty(text: &str) -> Option<u8> {
    let word = text.trim().to_lowercase().replace([' ', '_'], "-");
    for (name, difficulty) in DIFFICULTY_WORDS {
        if word == name {
            return Some(difficulty);
        }
    }
    let number: u8 = word.parse().ok()?;
    (1..=99).contains(&number).then_some(number)
}

/// Returns the rank of a success: 0 to 5 result points make rank 1, every 5 more the next, at most
/// 5 (RANKS-CHK-4).
pub fn success_rank(points: i16) -> u8 {
    if points <= 5 { 1 } else { ((points - 1) / 5 + 1).min(5) as u8 }
}

/// Returns the negative rank of a failure as a positive number: 1 for a shortfall of 1 to 5, 2 for
/// 6 to 10, at most 5 (RANKS-CHK-4).
pub fn failure_rank(shortfall: i16) -> u8 {
    ((shortfall + 4) / 5).clamp(1, 5) as u8
}

/// Returns the fixed value of an ability, less 2 for each Tired (RANKS-CHK-2, RANKS-CHK-7).
pub fn fixed_value(fight: &Fight, who: CombatantId, ability: impl Into<Ability>) -> i16 {
    let body = fight.body(who);
    body.skill_or_attribute_dice_code(ability).fixed_value() - body.fixed_value_penalty()
}

/// A check that is about to be rolled.
#[derive(Clone, Copy, Debug)]
pub struct CheckRoll {
    pub who: CombatantId,
    pub ability: Ability,
    pub purpose: CheckPurpose,
    /// The enemy whom the check attacks or resists.
    pub opponent: Option<CombatantId>,
    /// Added to the number of dice.
    pub extra_dice: i16,
    pub flat_bonus: i16,
    /// Spends a luck point on this check (RANKS-LUCK-1).
    pub spends_luck: bool,
}

impl CheckRoll {
    /// Makes a check without an opponent, without changes to its dice, and without luck.
    pub fn new(who: CombatantId, ability: impl Into<Ability>, purpose: CheckPurpose) -> Self {
        Self {
            who,
            ability: ability.into(),
            purpose,
            opponent: None,
            extra_dice: 0,
            flat_bonus: 0,
            spends_luck: false,
        }
    }

    pub fn with_opponent(self, opponent: Option<CombatantId>) -> Self {
        Self { opponent, ..self }
    }

    pub fn with_luck(self, spends_luck: bool) -> Self {
        Self { spends_luck, ..self }
    }
}

/// Refuses to spend a luck point that the combatant does not have (RANKS-LUCK-1).
pub fn check_luck_left_if_spent(
    fight: &Fight,
    who: CombatantId,
    spends_luck: bool,
) -> Result<(), RefusalReason> {
    if spends_luck && fight.body(who).luck == 0 {
        return Err(RefusalReason::new("no-points", "RANKS-LUCK-1"));
    }
    Ok(())
}

/// Rolls a check, records it and returns its total. RANKS-CHK-1: the code's dice are summed, then
/// pips and flat modifiers added. RANKS-CHK-5: additional and missing dice are summed first, never
/// below 1D. RANKS-CHK-6: advantage and disadvantage count once each and cancel each other; either
/// adds a die and drops the lowest or the highest.
///
/// Uses up the boons, combined bonuses and luck point that go with the check.
pub fn roll_check_total_spending_bonuses(resolver: &mut Resolver, check: CheckRoll) -> i16 {
    let code = resolver.fight().body(check.who).skill_or_attribute_dice_code(check.ability);
    let modifiers = collect_modifiers_spending_bonuses(resolver, check, code);
    let CheckNumbers { dice, bonus, dropped_die } = sum_modifiers(code, &modifiers);
    let face_count = dice + i16::from(dropped_die.is_some());
    let rolled_faces = resolver.roll_faces(&[check.who], face_count as u8, 6);
    let mut kept_faces = rolled_faces.clone();
    kept_faces.sort_unstable();
    let dropped_face = match dropped_die {
        None => None,
        Some(DroppedDie::Lowest) => Some(kept_faces.remove(0)),
        Some(DroppedDie::Highest) => kept_faces.pop(),
    };
    let total = kept_faces.iter().map(|face| i16::from(*face)).sum::<i16>() + bonus;
    resolver.emit(Event::CheckRolled {
        who: check.who,
        purpose: check.purpose,
        ability: check.ability,
        faces: Some(rolled_faces),
        dropped_face,
        total: Some(total),
        modifiers,
    });
    total
}

/// Returns everything that changes a check: first what costs nothing, then what is now used up for
/// it, in this order: an item in hand, boons, combined bonuses, the luck point.
fn collect_modifiers_spending_bonuses(
    resolver: &mut Resolver,
    check: CheckRoll,
    code: DiceCode,
) -> Vec<Modifier> {
    let mut modifiers = collect_free_modifiers(resolver.fight(), check, code);
    if use_up_held_item_aiding_check(resolver, check) {
        modifiers.push(Modifier::new("tool", ModifierChange::ExtraDice(1)));
    }
    for boon in spend_boons(resolver, check) {
        modifiers.push(Modifier::new("boon", boon_modifier_change(boon.effect)));
    }
    let combined_bonus = combined_actions::use_up_and_sum_combined_bonuses(
        resolver,
        check.who,
        combinable_action_for(check.purpose),
    );
    modifiers.extend(Modifier::bonus("combined", combined_bonus));
    if check.spends_luck && resolver.fight().body(check.who).luck > 0 {
        resolver.emit(Event::LuckSpent(check.who));
        modifiers.push(Modifier::new("luck", ModifierChange::Advantage));
    }
    modifiers
}

/// Returns the modifiers of a check for which nothing is used up: its own pips, bonus and dice,
/// conditions, being prone, and a held tool.
fn collect_free_modifiers(fight: &Fight, check: CheckRoll, code: DiceCode) -> Vec<Modifier> {
    let body = fight.body(check.who);
    let cause = modifier_cause(check.purpose);
    let mut modifiers: Vec<Modifier> = Vec::new();
    modifiers.extend(Modifier::bonus(check.ability.key(), code.pips));
    modifiers.extend(Modifier::bonus(cause, check.flat_bonus));
    modifiers.extend(Modifier::extra_dice(cause, check.extra_dice));
    modifiers.extend(body.condition_modifiers(check.ability.attribute()));
    // RANKS-MOVE-7: attacks of a prone combatant have disadvantage.
    if body.is_prone && check.purpose == CheckPurpose::Attack {
        modifiers.push(Modifier::new("prone", ModifierChange::Disadvantage));
    }
    if body.gear.iter().any(|item| item.is_held && item.always_aids(check.ability)) {
        modifiers.push(Modifier::new("tool", ModifierChange::ExtraDice(1)));
    }
    modifiers
}

/// Returns what a boon changes in the check that uses it up.
fn boon_modifier_change(effect: BoonEffect) -> ModifierChange {
    match effect {
        BoonEffect::FlatBonus(number) => ModifierChange::Bonus(number.into()),
        BoonEffect::ExtraDie => ModifierChange::ExtraDice(1),
        BoonEffect::Advantage => ModifierChange::Advantage,
        BoonEffect::Disadvantage => ModifierChange::Disadvantage,
    }
}

/// What a code with all modifiers comes to.
struct CheckNumbers {
    /// The dice that count, at least 1.
    dice: i16,
    bonus: i16,
    /// The die that is rolled besides these and dropped, if there is one.
    dropped_die: Option<DroppedDie>,
}

/// Which of the rolled dice is dropped.
enum DroppedDie {
    /// By advantage.
    Lowest,
    /// By disadvantage.
    Highest,
}

/// Adds up the modifiers of a check (RANKS-CHK-5). The pips of the code are among them.
fn sum_modifiers(code: DiceCode, modifiers: &[Modifier]) -> CheckNumbers {
    let mut dice = i16::from(code.dice);
    let mut bonus = 0;
    let mut has_advantage = false;
    let mut has_disadvantage = false;
    for modifier in modifiers {
        match modifier.change {
            ModifierChange::Bonus(number) => bonus += number,
            ModifierChange::ExtraDice(number) => dice += number,
            ModifierChange::Advantage => has_advantage = true,
            ModifierChange::Disadvantage => has_disadvantage = true,
            ModifierChange::TargetNumber(_) => {}
        }
    }
    let dropped_die = match (has_advantage, has_disadvantage) {
        (true, true) | (false, false) => None,
        (true, false) => Some(DroppedDie::Lowest),
        (false, true) => Some(DroppedDie::Highest),
    };
    CheckNumbers { dice: dice.max(1), bonus, dropped_die }
}

/// Returns the key that names where a check's own bonus or extra dice come from.
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

/// Uses up an item in hand that helps one check of this skill, and returns whether there was one
/// (RANKS-CHK-5). For an advantage the actor names the item instead (RANKS-ADV-1).
fn use_up_held_item_aiding_check(resolver: &mut Resolver, check: CheckRoll) -> bool {
    if check.purpose == CheckPurpose::Advantage {
        return false;
    }
    let Ability::Skill(skill) = check.ability else { return false };
    let body = resolver.fight().body(check.who);
    let helping_item = body.gear.iter().find(|item| item.is_held && item.aids_one_check(skill));
    let Some(item) = helping_item.map(|item| item.name.clone()) else { return false };
    resolver.emit(Event::ItemUsedUp { who: check.who, item });
    true
}

/// Uses up and returns the boons that fit a check, attacking or resisting (RANKS-ADV-6).
fn spend_boons(resolver: &mut Resolver, check: CheckRoll) -> Vec<Boon> {
    let fits = |boon: &&Boon| boon.opponent.is_none() || boon.opponent == check.opponent;
    let available = &resolver.fight().body(check.who).boons;
    let boons: Vec<Boon> = available.iter().filter(fits).copied().collect();
    if !boons.is_empty() {
        resolver.emit(Event::BoonsUsed { who: check.who, boons: boons.clone() });
    }
    boons
}

/// Returns the kind of combined action that helps or hinders a check; `None` for resisting and for
/// checks of no such kind (RANKS-COMB-3).
fn combinable_action_for(purpose: CheckPurpose) -> Option<CombinableAction> {
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

/// Who made a check, against whom and for what; used to record its outcome.
#[derive(Clone, Copy, Debug)]
pub struct CheckContext {
    pub who: CombatantId,
    pub target: Option<CombatantId>,
    pub purpose: CheckPurpose,
}

impl CheckContext {
    /// Records whether a total reaches the threshold (RANKS-CHK-3) and returns the rank of a
    /// success (RANKS-CHK-4); `None` for a failure.
    pub fn record_check_and_rank(
        self,
        resolver: &mut Resolver,
        total: i16,
        threshold: i16,
    ) -> Option<u8> {
        let Self { who, target, purpose } = self;
        if total < threshold {
            resolver.emit(Event::CheckFailed { who, target, purpose, threshold: Some(threshold) });
            return None;
        }
        let rank = success_rank(total - threshold);
        resolver.emit(Event::CheckSucceeded {
            who,
            target,
            purpose,
            threshold: Some(threshold),
            rank,
        });
        Some(rank)
    }
}
