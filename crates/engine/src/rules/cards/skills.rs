//! Other Maneuvers (CARDS-SKILL): surveys, lures, obstacles, tests that the GM interprets, and help
//! for the badly hurt and the dying.

use super::extra_successes::{self, PurchaseList};
use super::rolls::{self, ActionTest};
use super::sheet::Action;
use super::state::{AttackMethod, Event, ManeuverSlot, MovementKind, Obstacle, RollPurpose};
use super::zones::{
    are_enemies, check_enemy_target, is_border_open, is_known_and_not_fled, obstacle_between,
    share_zone, zone_of,
};
use super::{Fight, Resolver, RuleResult, damage, hazards, movement};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// The terms of a skill test that is a slow Maneuver and needs no more successes than usual.
const PLAIN_SLOW_TEST: SkillTestTerms = SkillTestTerms { slot: ManeuverSlot::Slow, extra_need: 0 };

/// The Actions that sway an enemy.
pub const SOCIAL_ACTIONS: [Action; 3] = [Action::Persuade, Action::Charm, Action::Intimidate];

/// The slot of the Maneuver that a skill test belongs to, and the successes that it needs above the
/// usual ones.
struct SkillTestTerms {
    slot: ManeuverSlot,
    extra_need: u8,
}

/// The result of a test that has succeeded.
struct PassedTest {
    successes: u8,
    /// The successes above the need (CARDS-TEST-2).
    extra_successes: u8,
}

/// Rolls and records a skill test with a need of 1 plus circumstances (CARDS-SKILL-1). Returns
/// `None` if it fails (CARDS-TEST-2). With a position set, a PC takes Harm for the failure of a
/// slow Maneuver (CARDS-OPT-1). The slot was paid before.
fn roll_skill_test_and_harm_on_slow_failure(
    resolver: &mut Resolver,
    who: CombatantId,
    test: ActionTest,
    terms: SkillTestTerms,
    target: Option<CombatantId>,
    text: &str,
) -> Option<PassedTest> {
    let required =
        rolls::required_successes_with_difficulty_raises(resolver.fight(), who, test.action)
            .saturating_add(terms.extra_need);
    let successes = rolls::roll_test(resolver, who, test);
    resolver.emit(Event::TestResolved {
        who,
        action: test.action,
        purpose: test.purpose,
        successes,
        required,
        text: text.into(),
        target,
    });
    if terms.slot == ManeuverSlot::Slow {
        hazards::deal_optional_harm_if_pc_failed_maneuver(resolver, who, successes, required);
    }
    let extra_successes = successes.checked_sub(required)?;
    Some(PassedTest { successes, extra_successes })
}

/// Checks the target of a skill, if it has one: somebody else whom the actor knows of
/// (CARDS-SKILL-1).
pub fn check_skill_target_is_known_other(
    fight: &Fight,
    who: CombatantId,
    target: Option<CombatantId>,
) -> Result<(), RefusalReason> {
    let Some(target) = target else { return Ok(()) };
    let is_known_other = target != who && is_known_and_not_fled(fight, who, target);
    let bad_target = RefusalReason::new("bad-target", "CARDS-SKILL-1").with_combatant(target);
    bad_target.with_cause("nobody-else").refuse_unless(is_known_other)
}

/// Resolves a skill (CARDS-SKILL-1). A survey (Read) gives one question to the GM per success; the
/// GM interprets all other skills.
pub fn roll_skill_for_survey_or_outmaneuver(
    resolver: &mut Resolver,
    who: CombatantId,
    action: Action,
    target: Option<CombatantId>,
    text: &str,
) -> RuleResult {
    let test = ActionTest::new(action, RollPurpose::Skill);
    let Some(passed) = roll_skill_test_and_harm_on_slow_failure(
        resolver,
        who,
        test,
        PLAIN_SLOW_TEST,
        target,
        text,
    ) else {
        return Ok(());
    };
    if action == Action::Read {
        resolver.emit(Event::Surveyed { who, questions: passed.successes });
    }
    if let Some(target) = target {
        ask_to_outmaneuver_enemy_and_check_both_present(resolver, who, target, action, passed)?;
    }
    Ok(())
}

/// Asks whether to spend extra successes against an enemy to outmaneuver, and swaps the cards if so
/// (CARDS-SWAP-4). Returns whether actor and target are both still in the fight after that. Asks
/// nothing about a target that is no enemy, and returns true.
fn ask_to_outmaneuver_enemy_and_check_both_present(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    action: Action,
    passed: PassedTest,
) -> RuleResult<bool> {
    if !are_enemies(resolver.fight(), who, target) {
        return Ok(true);
    }
    let bought = extra_successes::ask_to_spend_extra_successes_unless_one_left(
        resolver,
        who,
        target,
        &AttackMethod::Skill(action),
        PurchaseList::Skill,
        passed.extra_successes,
    )?;
    Ok(bought.is_some())
}

/// Checks a lure: an Active enemy, with Finesse or Intimidate, into a zone adjacent to the enemy's
/// (CARDS-SKILL-1).
pub fn check_lure(
    fight: &Fight,
    who: CombatantId,
    action: Action,
    target: CombatantId,
    zone: ZoneId,
) -> Result<(), RefusalReason> {
    let bad_target = RefusalReason::new("bad-target", "CARDS-SKILL-1").with_combatant(target);
    check_enemy_target(fight, who, target)?;
    let may_lure = matches!(action, Action::Finesse | Action::Intimidate);
    if !may_lure || !fight.body(target).is_active() {
        return Err(bad_target.with_cause("lure"));
    }
    let reason = RefusalReason::new("no-path", "CARDS-SKILL-1").with_zone(zone);
    reason.refuse_unless(fight.zones.are_adjacent(zone_of(fight, target), zone))
}

/// Resolves a lure: the target moves into the zone if no obstacle is on the border (CARDS-SKILL-1).
/// Extra successes are spent first (CARDS-SWAP-4).
pub fn roll_lure_spend_extras_and_move_target(
    resolver: &mut Resolver,
    who: CombatantId,
    action: Action,
    target: CombatantId,
    zone: ZoneId,
) -> RuleResult {
    let test = ActionTest::new(action, RollPurpose::Skill);
    let Some(passed) = roll_skill_test_and_harm_on_slow_failure(
        resolver,
        who,
        test,
        PLAIN_SLOW_TEST,
        Some(target),
        "",
    ) else {
        return Ok(());
    };
    let are_both_there =
        ask_to_outmaneuver_enemy_and_check_both_present(resolver, who, target, action, passed)?;
    let from = zone_of(resolver.fight(), target);
    if are_both_there && is_border_open(resolver.fight(), from, zone) {
        movement::force_into_zone(resolver, target, zone, MovementKind::Lured);
    }
    Ok(())
}

/// The Actions that a climber can choose from (CARDS-SKILL-1).
const CLIMB_ACTIONS: &[Action] = &[Action::Finesse, Action::Endure];

/// Returns the Actions that can be named to get over the obstacle on the border to a zone: those of
/// a climb where its own is one of them, else none.
pub fn crossing_choices(fight: &Fight, who: CombatantId, to: ZoneId) -> &'static [Action] {
    let obstacle = obstacle_between(fight, zone_of(fight, who), to);
    let own_action = obstacle.and_then(|obstacle| obstacle.action);
    let is_climb = own_action.is_some_and(|action| CLIMB_ACTIONS.contains(&action));
    if is_climb { CLIMB_ACTIONS } else { &[] }
}

/// Returns the Action that an obstacle tests: its own, but for a climb the named one of Finesse and
/// Endure. `None` if it needs no test.
fn crossing_action(obstacle: Obstacle, named: Option<Action>) -> Option<Action> {
    let is_climb = |action| CLIMB_ACTIONS.contains(&action);
    let own_action = obstacle.action?;
    let chosen = named.filter(|named| is_climb(own_action) && is_climb(*named));
    Some(chosen.unwrap_or(own_action))
}

/// Refuses to cross where no obstacle is on the border (CARDS-ZONE-3).
pub fn check_cross_obstacle(
    fight: &Fight,
    who: CombatantId,
    zone: ZoneId,
) -> Result<(), RefusalReason> {
    match obstacle_between(fight, zone_of(fight, who), zone) {
        Some(_) => Ok(()),
        None => Err(RefusalReason::new("no-path", "CARDS-ZONE-3").with_zone(zone)),
    }
}

/// Resolves the crossing of an obstacle: success removes it for all (CARDS-ZONE-3), or lets only
/// the climber across (CARDS-SKILL-1).
pub fn roll_to_clear_or_cross_obstacle(
    resolver: &mut Resolver,
    who: CombatantId,
    to: ZoneId,
    chosen_action: Option<Action>,
) {
    let from = zone_of(resolver.fight(), who);
    let Some(obstacle) = obstacle_between(resolver.fight(), from, to) else { return };
    if let Some(action) = crossing_action(obstacle, chosen_action) {
        let test = ActionTest::new(action, RollPurpose::Obstacle);
        let extra_need = obstacle.required.saturating_sub(1);
        let terms = SkillTestTerms { slot: obstacle.maneuver, extra_need };
        let passed = roll_skill_test_and_harm_on_slow_failure(resolver, who, test, terms, None, "");
        if passed.is_none() {
            return;
        }
    }
    if obstacle.is_removed_by_success {
        resolver.emit(Event::ObstacleRemoved { zone: from, to });
    } else {
        movement::move_to_zone(resolver, who, to, MovementKind::Crossed);
    }
}

/// Checks that the target is dying, in the same zone (CARDS-HARM-5).
pub fn check_stabilise(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let is_dying = |target| fight.body(target).dies_after_round.is_some();
    if !is_known_and_not_fled(fight, who, target) || !is_dying(target) {
        return Err(RefusalReason::new("bad-target", "CARDS-HARM-5").with_combatant(target));
    }
    check_same_zone(fight, who, target, "CARDS-HARM-5")
}

/// Refuses a target in another zone, by this rule.
fn check_same_zone(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    rule: &'static str,
) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("out-of-range", rule).with_combatant(target);
    reason.refuse_unless(share_zone(fight, who, target))
}

/// Rolls Study, need 1, to keep a dying combatant alive (CARDS-HARM-5).
pub fn roll_stabilise(resolver: &mut Resolver, who: CombatantId, target: CombatantId) {
    let test = ActionTest::new(Action::Study, RollPurpose::Stabilise);
    let passed = roll_skill_test_and_harm_on_slow_failure(
        resolver,
        who,
        test,
        PLAIN_SLOW_TEST,
        Some(target),
        "",
    );
    if passed.is_some() && resolver.fight().body(target).dies_after_round.is_some() {
        resolver.emit(Event::Stabilised { who: target, healer: who });
    }
}

/// Checks that the target Burns: the actor, or somebody in the same zone (CARDS-FIRE-4).
pub fn check_douse(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    if !is_known_and_not_fled(fight, who, target) || fight.body(target).fire.is_none() {
        return Err(RefusalReason::new("bad-target", "CARDS-FIRE-4").with_combatant(target));
    }
    check_same_zone(fight, who, target, "CARDS-FIRE-4")
}

/// Checks help for an ally in the same zone: a PC with severe Harm whom nobody has helped yet
/// (CARDS-HARM-4).
pub fn check_target_is_badly_harmed_ally_pc(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let bad_target = RefusalReason::new("bad-target", "CARDS-HARM-4").with_combatant(target);
    if who == target || !is_known_and_not_fled(fight, who, target) {
        return Err(bad_target);
    }
    let body = fight.body(target);
    let may_be_helped = damage::has_severe_harm(body) && !body.is_assisted && body.is_active();
    let is_ally = || body.side == fight.body(who).side && !fight.combatant(target).is_npc();
    if !may_be_helped || !is_ally() {
        return Err(bad_target);
    }
    check_same_zone(fight, who, target, "CARDS-HARM-4")
}
