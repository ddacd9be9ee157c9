//! Matching movement (RANKS-MATCH): engaged enemies follow, or back away.

use super::acts::Act;
use super::checks::{self, CheckRoll};
use super::movement::{self, MovementTask, can_begin_movement, mark_along, move_mark_by_mark};
use super::prompts::{self, Answer, Question};
use super::responses::{actions_left, spend_action};
use super::sheet::{ActionKind, Feet, MatchOrder};
use super::state::{CheckPurpose, Event, MovementKind, RoundResource};
use super::zones::{has_hindrance, mark_of};
use super::{Fight, PromptRequest, Resolver, RuleResult, engagement, visibility};
use crate::core::command::Risk;
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::resolution::resolver::DecoyDelay;

/// A movement that may be matched.
#[derive(Clone, Copy, Debug)]
pub struct MatchableMove {
    pub mover: CombatantId,
    /// Where it begins.
    pub from: Feet,
    pub kind: MovementKind,
    pub goes_left: bool,
    pub feet: Feet,
    /// RANKS-MATCH-3: what a matcher has to get over as well.
    pub task: Option<MovementTask>,
}

keyed_enum! {
    /// RANKS-MATCH-2: what pays for matching.
    MatchPayment {
        /// The own incidental movement.
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

/// RANKS-MATCH-2: with what somebody can match a movement. An incidental one with the own
/// incidental movement while that is left, which goes over nothing that is hard (RANKS-MOVE-1);
/// else with an action, the bonus action first, which is enough for most.
pub fn match_payments(fight: &Fight, who: CombatantId, question: &Question) -> Vec<MatchPayment> {
    let Question::Match { goes_left: is_left, feet, is_incidental: is_free, .. } = *question else {
        return Vec::new();
    };
    let body = fight.body(who);
    if is_free && body.has_incidental_move {
        let from = mark_of(fight, who);
        let to = mark_along(fight, from, is_left, feet.min(body.half_move()));
        if !has_hindrance(fight, from, to) {
            return vec![MatchPayment::IncidentalMove];
        }
    }
    let actions: Vec<MatchPayment> = actions_left(fight, who).map(MatchPayment::from).collect();
    actions.into_iter().rev().collect()
}

/// One who matches, and how far at most.
#[derive(Clone, Copy, Debug)]
pub struct Matcher {
    pub who: CombatantId,
    pub max_feet: Feet,
}

/// RANKS-MATCH-1, RANKS-MATCH-4: W2 to all engaged enemies who can pay, at once; then they pay, and
/// roll in join order. RANKS-MATCH-3: who fails does not move, and what it paid is spent.
pub fn ask_matchers(resolver: &mut Resolver, movement: &MatchableMove) -> RuleResult<Vec<Matcher>> {
    let fight = resolver.fight();
    let able: Vec<CombatantId> =
        fight.iter().map(|(who, _)| who).filter(|who| can_match(fight, *who, movement)).collect();
    // With decoys an NPC is asked in any case, and somebody unseen may always match a player.
    let ordered = |who: CombatantId| standing_match_answer(fight, who, movement);
    let is_asked = |who: CombatantId| fight.hides_response_time(who) || ordered(who).is_none();
    let ask = |who: CombatantId| {
        let ask = prompts::match_prompt(fight, who, match_question(who, movement));
        let default = ordered(who).unwrap_or(Answer::DoNotMatch);
        PromptRequest { default, ..ask }
    };
    let asks: Vec<PromptRequest> =
        able.iter().filter(|who| is_asked(**who)).map(|who| ask(*who)).collect();
    let unasked: Vec<Option<Answer>> =
        able.iter().map(|who| ordered(*who).filter(|_| !is_asked(*who))).collect();
    let lull = DecoyDelay::new_if_hidden(!fight.combatant(movement.mover).is_npc());
    let mut answers = resolver.ask_all_with_decoy(asks, lull)?.into_iter();
    let mut matchers = Vec::new();
    for (who, ordered) in able.into_iter().zip(unasked) {
        let Some(answer) = ordered.or_else(|| answers.next()) else { continue };
        let Answer::Match { payment: action, spends_luck: luck } = answer else { continue };
        // The GM may have changed things meanwhile; what does not begin is not matched.
        let fight = resolver.fight();
        let is_left = match_payments(fight, who, &match_question(who, movement)).contains(&action);
        let begins = can_begin_movement(fight, movement.mover, movement.from);
        if !is_left || !begins || !can_match(fight, who, movement) {
            continue;
        }
        visibility::reveal_actor(resolver, who);
        resolver.emit(Event::MovementMatched { who, mover: movement.mover, payment: action });
        match action {
            MatchPayment::IncidentalMove => {
                resolver.emit(Event::ResourceSpent { who, resource: RoundResource::Incidental })
            }
            MatchPayment::Bonus => spend_action(resolver, who, ActionKind::Bonus),
            MatchPayment::Full => spend_action(resolver, who, ActionKind::Full),
        }
        if roll_match_check(resolver, who, movement.task, luck)? {
            matchers.push(Matcher { who, max_feet: match_reach(resolver.fight(), who, action) });
        }
    }
    Ok(matchers)
}

fn match_question(who: CombatantId, movement: &MatchableMove) -> Question {
    let MatchableMove { mover, kind: way, goes_left: is_left, feet, .. } = *movement;
    let over = movement.task.map(|task| task.hindrance);
    let is_rolled = movement.task.is_some_and(|task| task.is_rolled);
    Question::Match {
        who,
        mover,
        goes_left: is_left,
        feet,
        hindrance: over,
        mover_rolled: is_rolled,
        is_incidental: way == MovementKind::Incidental,
    }
}

/// Who may follow, as the mover knows: whatever they have left to pay with.
pub fn follow_risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
    if !matches!(act, Act::Move { .. } | Act::Flee { .. }) {
        return Vec::new();
    }
    let may = |enemy: &CombatantId| {
        engagement::knows_of(fight, who, *enemy) && can_follow(fight, *enemy, who)
    };
    let all = fight.iter().map(|(enemy, _)| enemy).filter(may);
    fight.build_risk("follow", all).into_iter().collect()
}

fn can_follow(fight: &Fight, who: CombatantId, mover: CombatantId) -> bool {
    movement::can_move(fight, who)
        && engagement::are_engaged(fight, who, mover)
        && engagement::knows_of(fight, who, mover)
}

fn can_match(fight: &Fight, who: CombatantId, movement: &MatchableMove) -> bool {
    can_follow(fight, who, movement.mover)
        && !match_payments(fight, who, &match_question(who, movement)).is_empty()
}

/// RANKS-MATCH-2: a full action goes up to Move, everything else up to half of it.
fn match_reach(fight: &Fight, who: CombatantId, payment: MatchPayment) -> Feet {
    match payment {
        MatchPayment::IncidentalMove | MatchPayment::Bonus => fight.body(who).half_move(),
        MatchPayment::Full => fight.body(who).move_feet,
    }
}

/// RANKS-MATCH-2: a standing order may say always or never. `always` pays with the incidental
/// movement where that goes, with the bonus action if that suffices and is left, else with the full
/// action, else with what there is.
fn standing_match_answer(
    fight: &Fight,
    who: CombatantId,
    movement: &MatchableMove,
) -> Option<Answer> {
    match fight.body(who).match_order {
        MatchOrder::Ask => None,
        MatchOrder::Never => Some(Answer::DoNotMatch),
        MatchOrder::Always => {
            let left = match_payments(fight, who, &match_question(who, movement));
            let suffices =
                |action: &MatchPayment| match_reach(fight, who, *action) >= movement.feet;
            // The least that suffices; else the most there is.
            let action = left.iter().find(|action| suffices(action)).or(left.last());
            Some(Answer::Match { payment: *action?, spends_luck: false })
        }
    }
}

/// RANKS-MATCH-3: the same skill and difficulty, rolled where the mover rolled, else only if above
/// the fixed value.
fn roll_match_check(
    resolver: &mut Resolver,
    who: CombatantId,
    task: Option<MovementTask>,
    spends_luck: bool,
) -> RuleResult<bool> {
    let is_rolled = |task: &MovementTask| {
        task.is_rolled || movement::needs_movement_roll(resolver.fight(), who, &task.hindrance)
    };
    let Some(MovementTask { hindrance: is, .. }) = task.filter(is_rolled) else { return Ok(true) };
    let total = checks::roll_check(
        resolver,
        CheckRoll::new(who, is.skill, CheckPurpose::Match).with_luck(spends_luck),
    );
    movement::record_movement_check(resolver, who, CheckPurpose::Match, is, total)
}

/// RANKS-MATCH-4: then the matchers move the same way, as many feet as the mover really moved.
/// RANKS-MATCH-2: at a wall, or beyond what was paid, as far as it goes. RANKS-MATCH-5: that cannot
/// be matched.
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
            move_mark_by_mark(resolver, matcher.who, goal, MovementKind::Match)?;
        }
    }
    Ok(())
}
