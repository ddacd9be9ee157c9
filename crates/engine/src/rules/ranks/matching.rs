//! Matching movement (RANKS-MATCH): engaged enemies follow a mover or back away.

use super::acts::Act;
use super::checks::{self, CheckRoll};
use super::maneuvers::Maneuver;
use super::movement::{
    self, MovementTask, can_begin_movement, mark_along, walk_firing_triggers_and_count_feet,
};
use super::prompts::{self, Answer, Question};
use super::responses::{actions_left, spend_action};
use super::sheet::{ActionKind, Feet, Mark, MatchOrder};
use super::state::{CheckPurpose, Event, MovementKind, RoundResource};
use super::zones::{has_hindrance, mark_of};
use super::{Fight, Resolver, RuleResult, engagement, visibility};
use crate::core::command::Risk;
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::resolution::resolver::DecoyDelay;

/// A movement that may be matched.
#[derive(Clone, Copy, Debug)]
pub struct MatchableMove {
    pub mover: CombatantId,
    /// The mark on which it begins.
    pub from: Mark,
    pub kind: MovementKind,
    pub goes_left: bool,
    pub feet: Feet,
    /// What the mover overcame, and a matcher must too (RANKS-MATCH-3).
    pub task: Option<MovementTask>,
}

keyed_enum! {
    /// What pays for matching a movement (RANKS-MATCH-2).
    MatchPayment {
        /// The matcher's own incidental movement.
        IncidentalMove = "free",
        Bonus = "bonus",
        Full = "full",
    }
}

impl From<ActionKind> for MatchPayment {
    fn from(action: ActionKind) -> Self {
        match action {
            ActionKind::Full => Self::Full,
            ActionKind::Bonus => Self::Bonus,
        }
    }
}

/// Returns what a combatant can pay with to match the movement of a [`Question::Match`], best offer
/// first; nothing for any other question (RANKS-MATCH-2). An incidental movement is matched with
/// the own incidental movement while that is left and nothing hard is on the way (RANKS-MOVE-1);
/// otherwise with an action, the bonus action first, which is enough for most movements.
pub fn list_affordable_match_payments(
    fight: &Fight,
    who: CombatantId,
    question: &Question,
) -> Vec<MatchPayment> {
    let Question::Match { goes_left, feet, is_incidental, .. } = *question else {
        return Vec::new();
    };
    let body = fight.body(who);
    if is_incidental && body.has_incidental_move {
        let from = mark_of(fight, who);
        let to = mark_along(fight, from, goes_left, feet.min(body.half_move()));
        if !has_hindrance(fight, from, to) {
            return vec![MatchPayment::IncidentalMove];
        }
    }
    let mut payments: Vec<MatchPayment> =
        actions_left(fight, who).map(MatchPayment::from).collect();
    // `actions_left` lists the full action first, but the bonus action is the better offer.
    payments.reverse();
    payments
}

/// A combatant who matches a movement, and the greatest distance it may go.
#[derive(Clone, Copy, Debug)]
pub struct Matcher {
    pub who: CombatantId,
    pub max_feet: Feet,
}

/// An enemy who can match a movement.
struct PossibleMatcher {
    who: CombatantId,
    /// The answer of its standing order; `None` if it is asked.
    standing_answer: Option<Answer>,
}

/// Asks all engaged enemies who can pay, at the same time, whether they match a movement, which
/// means to move along with it (RANKS-MATCH-1). Returns their answers in join order; standing
/// orders answer without a prompt.
pub fn ask_enemies_to_match(
    resolver: &mut Resolver,
    movement: &MatchableMove,
) -> RuleResult<Vec<(CombatantId, Answer)>> {
    let fight = resolver.fight();
    let mut requests = Vec::new();
    let mut enemies = Vec::new();
    for who in fight.present_ids().filter(|who| can_match(fight, *who, movement)) {
        let standing_answer = match_answer_by_standing_order(fight, who, movement);
        // With decoy delays an NPC gets a prompt in any case.
        if standing_answer.is_some() && !fight.hides_response_time(who) {
            enemies.push(PossibleMatcher { who, standing_answer });
            continue;
        }
        let mut request = prompts::match_prompt(fight, who, match_question(who, movement));
        request.default = standing_answer.unwrap_or(Answer::DoNotMatch);
        requests.push(request);
        enemies.push(PossibleMatcher { who, standing_answer: None });
    }
    // A player's movement always waits as if somebody unseen could match it.
    let delay = DecoyDelay::new_if_hidden(!fight.combatant(movement.mover).is_npc());
    // One answer for each request, in the order of the enemies who are asked.
    let mut prompt_answers = resolver.ask_all_with_decoy(requests, delay)?.into_iter();
    let mut answers = Vec::new();
    for enemy in enemies {
        if let Some(answer) = enemy.standing_answer.or_else(|| prompt_answers.next()) {
            answers.push((enemy.who, answer));
        }
    }
    Ok(answers)
}

/// Lets those who want to match a movement pay and roll, in the order of their answers
/// (RANKS-MATCH-4), and returns those who match it, with how far each can go. RANKS-MATCH-3:
/// whoever fails the check does not move, and what it paid is spent.
pub fn pay_and_roll_matchers(
    resolver: &mut Resolver,
    movement: &MatchableMove,
    answers: Vec<(CombatantId, Answer)>,
) -> RuleResult<Vec<Matcher>> {
    let mut matchers = Vec::new();
    for (who, answer) in answers {
        let Answer::Match { payment, spends_luck } = answer else { continue };
        if !can_still_match_with(resolver.fight(), who, movement, payment) {
            continue;
        }
        visibility::reveal_actor(resolver, who);
        resolver.emit(Event::MovementMatched { who, mover: movement.mover, payment });
        match payment {
            MatchPayment::IncidentalMove => {
                resolver.emit(Event::ResourceSpent { who, resource: RoundResource::Incidental })
            }
            MatchPayment::Bonus => spend_action(resolver, who, ActionKind::Bonus),
            MatchPayment::Full => spend_action(resolver, who, ActionKind::Full),
        }
        if roll_match_check_if_needed(resolver, who, movement.task, spends_luck)? {
            let max_feet = max_match_feet(resolver.fight(), who, payment);
            matchers.push(Matcher { who, max_feet });
        }
    }
    Ok(matchers)
}

/// Returns whether an enemy can still match a movement with the payment that it chose, since the GM
/// may have changed things while the prompts were open. A movement that does not begin is not
/// matched.
fn can_still_match_with(
    fight: &Fight,
    who: CombatantId,
    movement: &MatchableMove,
    payment: MatchPayment,
) -> bool {
    let payments = list_affordable_match_payments(fight, who, &match_question(who, movement));
    payments.contains(&payment)
        && can_begin_movement(fight, movement.mover, movement.from)
        && can_match(fight, who, movement)
}

/// Builds the question whether a combatant matches a movement, and with what (RANKS-MATCH-2).
fn match_question(who: CombatantId, movement: &MatchableMove) -> Question {
    let MatchableMove { mover, kind, goes_left, feet, task, .. } = *movement;
    Question::Match {
        who,
        mover,
        goes_left,
        feet,
        hindrance: task.map(|task| task.hindrance),
        mover_rolled: task.is_some_and(|task| task.is_rolled),
        is_incidental: kind == MovementKind::Incidental,
    }
}

/// Returns who may follow a movement, a sprint as well (RANKS-MATCH-1), as far as the mover knows.
/// What they have left to pay with is not considered.
pub fn risks_of_being_followed(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
    let is_matchable = matches!(
        act,
        Act::Move { .. } | Act::Flee { .. } | Act::Maneuver { maneuver: Maneuver::Dash { .. }, .. }
    );
    if !is_matchable {
        return Vec::new();
    }
    let may_follow =
        |enemy: &CombatantId| fight.controller_knows(who, *enemy) && can_follow(fight, *enemy, who);
    let followers = fight.present_ids().filter(may_follow);
    fight.build_risk("follow", followers).into_iter().collect()
}

/// Returns whether a combatant could move along with a mover: it can move, is engaged with it and
/// knows of it.
fn can_follow(fight: &Fight, who: CombatantId, mover: CombatantId) -> bool {
    movement::can_move(fight, who)
        && engagement::are_engaged(fight, who, mover)
        && fight.controller_knows(who, mover)
}

/// Returns whether a combatant could move along with a movement and has something to pay with.
fn can_match(fight: &Fight, who: CombatantId, movement: &MatchableMove) -> bool {
    can_follow(fight, who, movement.mover)
        && !list_affordable_match_payments(fight, who, &match_question(who, movement)).is_empty()
}

/// Returns how far a payment goes: a full action up to Move, anything else up to half of it
/// (RANKS-MATCH-2).
fn max_match_feet(fight: &Fight, who: CombatantId, payment: MatchPayment) -> Feet {
    match payment {
        MatchPayment::IncidentalMove | MatchPayment::Bonus => fight.body(who).half_move(),
        MatchPayment::Full => fight.body(who).move_feet,
    }
}

/// Returns the answer of a standing order; `None` to ask (RANKS-MATCH-2). `always` pays with the
/// incidental movement where that goes, with the bonus action if that suffices and is left, else
/// with the full action, else with whatever there is.
fn match_answer_by_standing_order(
    fight: &Fight,
    who: CombatantId,
    movement: &MatchableMove,
) -> Option<Answer> {
    match fight.body(who).match_order {
        MatchOrder::Ask => None,
        MatchOrder::Never => Some(Answer::DoNotMatch),
        MatchOrder::Always => {
            let payments =
                list_affordable_match_payments(fight, who, &match_question(who, movement));
            let suffices =
                |payment: &MatchPayment| max_match_feet(fight, who, *payment) >= movement.feet;
            // Prefers the least payment that suffices, else the greatest there is.
            let payment = payments.iter().find(|payment| suffices(payment)).or(payments.last());
            Some(Answer::Match { payment: *payment?, spends_luck: false })
        }
    }
}

/// Rolls the matcher's check with the same skill and difficulty as the mover's and returns whether
/// it succeeds (RANKS-MATCH-3). It is rolled where the mover rolled; otherwise only if the
/// difficulty is above the matcher's fixed value.
fn roll_match_check_if_needed(
    resolver: &mut Resolver,
    who: CombatantId,
    task: Option<MovementTask>,
    spends_luck: bool,
) -> RuleResult<bool> {
    let Some(MovementTask { hindrance, is_rolled: mover_rolled }) = task else { return Ok(true) };
    if !mover_rolled && !movement::needs_movement_roll(resolver.fight(), who, &hindrance) {
        return Ok(true);
    }
    let total = checks::roll_check_total_spending_bonuses(
        resolver,
        CheckRoll::new(who, hindrance.skill, CheckPurpose::Match).with_luck(spends_luck),
    );
    movement::record_movement_check_and_fatigue_on_failure(
        resolver,
        who,
        CheckPurpose::Match,
        hindrance,
        total,
    )
}

/// Moves the matchers the same way, as many feet as the mover really moved (RANKS-MATCH-4).
/// RANKS-MATCH-2: a wall, or the length of the movement spent for it, may end it earlier.
/// RANKS-MATCH-5: this movement cannot be matched itself.
pub fn move_matchers(
    resolver: &mut Resolver,
    matchers: &[Matcher],
    goes_left: bool,
    feet: Feet,
) -> RuleResult {
    for matcher in matchers {
        let fight = resolver.fight();
        let from = mark_of(fight, matcher.who);
        let goal = mark_along(fight, from, goes_left, feet.min(matcher.max_feet));
        if goal != from && movement::can_move(fight, matcher.who) {
            walk_firing_triggers_and_count_feet(resolver, matcher.who, goal, MovementKind::Match)?;
        }
    }
    Ok(())
}
