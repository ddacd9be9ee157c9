//! Fear, fire, poison, falling and fatigue: tests against dangers that no combatant wields.

use super::prompts::{self, Answer};
use super::rolls::{self, ActionTest};
use super::sheet::{
    Action, Body, CombatantTrait, CriticalInjury, FireIntensity, HarmType, PanicReaction, Poison,
    ShakenState,
};
use super::state::{Event, HarmCause, OwnTestPosition, RollPurpose, TestPosition};
use super::zones::share_zone;
use super::{Fight, Resolver, RuleResult, damage, grapple};
use crate::core::fight::FightPhase;
use crate::core::ids::CombatantId;

/// The most dice that company adds to a Fear test (CARDS-FEAR-2).
const MAX_COMPANY_DICE: usize = 3;

/// The most dice that a fall rolls, as many as the biggest pool.
const MAX_FALL_DICE: u8 = rolls::MAX_POOL_DICE;

/// The height in feet below which a fall does no harm (CARDS-FALL-1).
const MIN_HARMFUL_FALL_FEET: u8 = 10;

/// Suggests Fear tests to the GM, once per PC for each frightening creature that has become visible
/// (CARDS-FEAR-1).
pub fn suggest_new_fear_tests_to_gm(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let is_visible_frightening_npc = |who: &CombatantId| {
        let combatant = fight.combatant(*who);
        combatant.is_npc()
            && !combatant.is_hidden
            && combatant.body.fear_value > 0
            && combatant.body.is_active()
    };
    let sources: Vec<_> = fight.present_ids().filter(is_visible_frightening_npc).collect();
    for source in sources {
        let fight = resolver.fight();
        let mut testers = Vec::new();
        for (who, combatant) in fight.present_combatants() {
            let is_active_pc = !combatant.is_npc() && combatant.body.is_active();
            if is_active_pc && !fight.state.suggested_fear_tests.contains(&(who, source)) {
                testers.push(who);
            }
        }
        if !testers.is_empty() {
            resolver.emit(Event::FearTestSuggested { source, who: testers });
        }
    }
}

/// A Fear test that the GM calls.
#[derive(Clone, Copy, Debug)]
pub struct FearTest {
    pub value: u8,
    pub position: TestPosition,
    pub source: Option<CombatantId>,
    /// Nobody becomes Shaken, because nothing threatens (CARDS-FEAR-4).
    pub is_shaken_waived: bool,
}

/// Returns the company dice of a Fear test (CARDS-FEAR-2): one for each PC in the tester's zone
/// (outside a fight: in the scene), the tester included, at most three. PCs who are Out or have
/// severe Mental Harm do not count.
fn fear_bonus_dice_from_nearby_pcs(fight: &Fight, who: CombatantId) -> u8 {
    // The critical table: a numb PC gets no company dice.
    if fight.body(who).has_critical(CriticalInjury::Numb) {
        return 0;
    }
    let is_fighting = fight.phase == FightPhase::Running;
    let counts = |other: CombatantId| {
        let combatant = fight.combatant(other);
        let is_near = !is_fighting || share_zone(fight, who, other);
        let is_counted = other != who || fight.settings.fear_company_includes_self;
        let is_fit = combatant.body.is_active() && combatant.body.ment_slots.severe == 0;
        !combatant.is_npc() && is_near && is_counted && is_fit
    };
    let company = fight.present_combatants().filter(|(other, _)| counts(*other)).count();
    company.min(MAX_COMPANY_DICE) as u8
}

/// Resolves a Fear test of each tester who is Active, one after the other; it costs no Maneuver
/// (CARDS-FEAR-1).
pub fn resolve_fear_tests(
    resolver: &mut Resolver,
    testers: &[CombatantId],
    fear: FearTest,
) -> RuleResult {
    for who in testers.iter().copied() {
        if resolver.fight().body(who).is_active() {
            resolve_fear_test(resolver, who, fear)?;
        }
    }
    Ok(())
}

/// Rolls one Fear test and applies its success or failure.
///
/// CARDS-FEAR-3: it needs as many successes as the Fear value; in Controlled position success saves
/// a bonus die. CARDS-FEAR-4: failure gives 2, 3 or 4 Mental Harm, and a tester who is not Out
/// picks how they are Shaken.
fn resolve_fear_test(resolver: &mut Resolver, who: CombatantId, fear: FearTest) -> RuleResult {
    let fight = resolver.fight();
    // The critical table: dread raises Fear values by 1.
    let has_dread = fight.body(who).has_critical(CriticalInjury::Dread);
    let fear_value = fear.value.saturating_add(u8::from(has_dread));
    let bonus_dice = fear_bonus_dice_from_nearby_pcs(fight, who);
    let test = ActionTest::new(Action::Endure, RollPurpose::Fear);
    let successes = rolls::roll_test(
        resolver,
        who,
        ActionTest { bonus_dice, resisted_harm: HarmType::Mental, ..test },
    );
    let (position, source) = (fear.position, fear.source);
    resolver.emit(Event::FearTested { who, source, fear_value, position, successes });
    if successes >= fear_value {
        if position == TestPosition::Controlled {
            resolver.emit(Event::BonusDieSaved(who));
        }
        return Ok(());
    }
    // Fear gives one Harm more than other failed tests (CARDS-FEAR-4).
    let amount = position.harm_on_failure() + 1;
    let (harm, cause) = (HarmType::Mental, HarmCause::Fear);
    damage::try_deal_harm_with_consequences(resolver, who, harm, amount, cause);
    if resolver.fight().body(who).is_active() && !fear.is_shaken_waived {
        ask_panic_reaction_and_set_shaken(resolver, who, source)?;
    }
    Ok(())
}

/// Asks how the victim panics, and makes it Shaken (CARDS-FEAR-4). One who faints is also Prone
/// (CARDS-FEAR-5). A Shaken combatant holds nobody (CARDS-GRAP-6).
fn ask_panic_reaction_and_set_shaken(
    resolver: &mut Resolver,
    who: CombatantId,
    source: Option<CombatantId>,
) -> RuleResult {
    let prompt = prompts::panic_prompt(resolver.fight(), who, source);
    let panic = match resolver.ask(prompt)? {
        Answer::Panic(panic) => panic,
        _ => PanicReaction::Freeze,
    };
    if !resolver.fight().body(who).is_active() {
        return Ok(());
    }
    grapple::release_grapple(resolver, who);
    let is_repeated = resolver.fight().body(who).shaken.is_some();
    let shaken = ShakenState { panic, source };
    resolver.emit(Event::BecameShaken { who, shaken, is_repeated });
    if panic == PanicReaction::Faint {
        resolver.emit(Event::ProneSet { who, is_on: true });
    }
    Ok(())
}

/// Sets a combatant on fire, with damage at once: the intensity's, less the successes of an
/// automatic Endure test, at least 1 (CARDS-FIRE-1). Armour does not help. A Burning combatant
/// holds nobody (CARDS-GRAP-6).
pub fn ignite_and_roll_burn(resolver: &mut Resolver, who: CombatantId, intensity: FireIntensity) {
    let body = resolver.fight().body(who);
    if body.has_trait(CombatantTrait::ImmuneFire) || body.has_fled || body.is_dead() {
        return resolver.emit(Event::NoHarmTaken { who, cause: HarmCause::Fire });
    }
    if body.is_active() {
        grapple::release_grapple(resolver, who);
        let is_repeated = resolver.fight().body(who).fire.is_some();
        resolver.emit(Event::CaughtFire { who, intensity, is_repeated });
    }
    roll_burn_damage(resolver, who, intensity, 1);
}

/// Rolls Endure against a fire, and deals its damage less the successes, at least `min_damage`
/// (CARDS-FIRE-1).
fn roll_burn_damage(
    resolver: &mut Resolver,
    who: CombatantId,
    intensity: FireIntensity,
    min_damage: u8,
) {
    let endure_successes =
        rolls::roll_test(resolver, who, ActionTest::new(Action::Endure, RollPurpose::Fire));
    let amount = intensity.strength().saturating_sub(endure_successes).max(min_damage);
    damage::try_deal_harm_with_consequences(
        resolver,
        who,
        HarmType::Physical,
        amount,
        HarmCause::Fire,
    );
}

/// Returns the worst Harm that catching this fire does at once; 0 if the combatant is immune
/// (CARDS-FIRE-1).
pub fn worst_burn_damage(body: &Body, intensity: FireIntensity) -> u8 {
    if body.has_trait(CombatantTrait::ImmuneFire) { 0 } else { intensity.strength() }
}

/// Returns the worst Harm that a poisoning does at once; 0 if the combatant is immune
/// (CARDS-POIS-1).
pub fn worst_poison_damage(body: &Body, toxicity: u8) -> u8 {
    if body.has_trait(CombatantTrait::ImmunePoison) { 0 } else { toxicity.max(1) }
}

/// Lets fire and then poison harm a combatant at the start of a round (CARDS-TURN-1), unless it is
/// Out (CARDS-HARM-8).
///
/// CARDS-FIRE-2: the same test as when it caught fire, minimum damage 0. CARDS-POIS-2: each poison
/// does one Harm less than in the round before, without a test.
pub fn burn_and_poison_at_round_start(resolver: &mut Resolver, who: CombatantId) {
    let body = resolver.fight().body(who);
    if let Some(fire) = body.fire.filter(|_| body.is_active()) {
        roll_burn_damage(resolver, who, fire.intensity, 0);
    }
    let body = resolver.fight().body(who);
    if !body.is_active() || body.poisons.is_empty() {
        return;
    }
    let poisons = body.poisons.clone();
    apply_poison_harm(
        resolver,
        who,
        poisons.into_iter().map(|poison| (poison.harm, poison.next_harm)),
    );
    resolver.emit(Event::PoisonsTicked(who));
}

/// Deals the Harm of several poisons, until the victim is Out (CARDS-HARM-8).
pub fn apply_poison_harm(
    resolver: &mut Resolver,
    who: CombatantId,
    poisons: impl Iterator<Item = (HarmType, u8)>,
) {
    for (harm, amount) in poisons {
        if !resolver.fight().body(who).is_out {
            damage::try_deal_harm_with_consequences(resolver, who, harm, amount, HarmCause::Poison);
        }
    }
}

/// Rolls Finesse against a fire, by the Burning combatant or another in the zone (CARDS-FIRE-4).
/// Successes are saved over turns and helpers. When they reach the intensity's strength, the fire
/// is out. A failure may harm the roller, if the settings say so.
pub fn roll_douse_and_apply_failure_harm(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
) {
    let required =
        rolls::required_successes_with_difficulty_raises(resolver.fight(), who, Action::Finesse);
    let successes =
        rolls::roll_test(resolver, who, ActionTest::new(Action::Finesse, RollPurpose::Douse));
    // Successes that circumstances require, above the usual one, are not saved (CARDS-CIRC-1).
    let required_by_circumstances = required.saturating_sub(1);
    let saved_successes = successes.saturating_sub(required_by_circumstances);
    resolver.emit(Event::DouseAttempted { who: target, by: who, saved_successes });
    let fire = resolver.fight().body(target).fire;
    if fire.is_some_and(|fire| fire.doused_successes >= fire.intensity.strength()) {
        resolver.emit(Event::FirePutOut(target));
    }
    deal_optional_harm_if_pc_failed_maneuver(resolver, who, successes, required);
}

/// Poisons a combatant: the GM's toxicity dice against the victim's Endure (CARDS-POIS-1). With
/// more successes the victim takes nothing, with as many 1 Harm, with fewer as much as the GM's
/// successes. The poison goes on in later rounds.
pub fn roll_poison_deal_harm_and_set_later_harm(
    resolver: &mut Resolver,
    who: CombatantId,
    toxicity: u8,
    harm: HarmType,
) {
    let body = resolver.fight().body(who);
    if body.has_trait(CombatantTrait::ImmunePoison) || body.has_fled || body.is_dead() {
        return resolver.emit(Event::NoHarmTaken { who, cause: HarmCause::Poison });
    }
    let toxicity_successes =
        rolls::roll_gm_dice_of_hazard(resolver, who, RollPurpose::Poison, toxicity);
    let test =
        ActionTest { resisted_harm: harm, ..ActionTest::new(Action::Endure, RollPurpose::Poison) };
    let endure_successes = rolls::roll_test(resolver, who, test);
    let amount = match endure_successes.cmp(&toxicity_successes) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => toxicity_successes,
    };
    damage::try_deal_harm_with_consequences(resolver, who, harm, amount, HarmCause::Poison);
    if amount > 1 {
        let poison = Poison { next_harm: amount - 1, harm };
        let is_repeated = !resolver.fight().body(who).poisons.is_empty();
        resolver.emit(Event::Poisoned { who, poison, is_repeated });
    }
}

/// Rolls a fall (CARDS-FALL-1): from 10 feet on, the setting `fall_dice` gives the dice for each
/// full 5 feet, and each success above the victim's Endure is 1 Physical Harm. Armour does not
/// help.
pub fn roll_and_deal_fall_damage(resolver: &mut Resolver, who: CombatantId, feet: u8) {
    if feet < MIN_HARMFUL_FALL_FEET {
        return resolver.emit(Event::NoHarmTaken { who, cause: HarmCause::Fall });
    }
    let full_5_feet_count = feet / 5;
    let dice = full_5_feet_count.saturating_mul(resolver.fight().settings.fall_dice_per_5_feet);
    let fall_successes =
        rolls::roll_gm_dice_of_hazard(resolver, who, RollPurpose::Fall, dice.min(MAX_FALL_DICE));
    let endure_successes =
        rolls::roll_test(resolver, who, ActionTest::new(Action::Endure, RollPurpose::Fall));
    damage::try_deal_harm_with_consequences(
        resolver,
        who,
        HarmType::Physical,
        fall_successes.saturating_sub(endure_successes),
        HarmCause::Fall,
    );
}

/// Rolls Endure against exhaustion; failure gives 1 Harm (CARDS-FATIGUE-1).
pub fn roll_endure_or_take_fatigue_harm(resolver: &mut Resolver, who: CombatantId, harm: HarmType) {
    let test =
        ActionTest { resisted_harm: harm, ..ActionTest::new(Action::Endure, RollPurpose::Fatigue) };
    let endure_successes = rolls::roll_test(resolver, who, test);
    let amount = if endure_successes > 0 { 0 } else { 1 };
    damage::try_deal_harm_with_consequences(resolver, who, harm, amount, HarmCause::Fatigue);
}

/// Deals Harm to a PC whose slow Maneuver, other than an attack, had fewer successes than required,
/// if the settings name a position (CARDS-OPT-1). `successes` are those of the roll, before any are
/// taken off. Does nothing for NPCs.
pub fn deal_optional_harm_if_pc_failed_maneuver(
    resolver: &mut Resolver,
    who: CombatantId,
    successes: u8,
    required: u8,
) {
    let fight = resolver.fight();
    let position = match fight.settings.own_position {
        OwnTestPosition::Off => return,
        OwnTestPosition::Controlled => TestPosition::Controlled,
        OwnTestPosition::Risky => TestPosition::Risky,
        OwnTestPosition::Desperate => TestPosition::Desperate,
    };
    if successes < required && !fight.combatant(who).is_npc() {
        let harm = fight.settings.position_harm;
        damage::deal_failed_test_harm(resolver, who, harm, position);
    }
}
