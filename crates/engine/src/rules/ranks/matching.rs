//! Matching movement (RANKS-MATCH): engaged enemies follow, or back away.

use super::acts::Act;
use super::checks::{self, Check};
use super::movement::{self, Task, along, can_begin, walk};
use super::prompts::{self, Answer, Question};
use super::responses::{actions_left, pay};
use super::sheet::{Action, Feet, Matching};
use super::state::{Allowance, Note, Purpose, Way};
use super::zones::{is_hard, mark_of};
use super::{Ask, Fight, Scene, Step, engagement, visibility};
use crate::command::Risk;
use crate::ids::CombatantId;
use crate::keyed::keyed;
use crate::scene::DecoyWait;

/// A movement that may be matched.
#[derive(Clone, Copy, Debug)]
pub struct Matched {
    pub mover: CombatantId,
    /// Where it begins.
    pub from: Feet,
    pub way: Way,
    pub is_left: bool,
    pub feet: Feet,
    /// RANKS-MATCH-3: what a matcher has to get over as well.
    pub over: Option<Task>,
}

keyed! {
    /// RANKS-MATCH-2: what pays for matching.
    Payment {
        /// The own incidental movement.
        Free = "free",
        Bonus = "bonus",
        Full = "full",
    }
}

impl From<Action> for Payment {
    fn from(action: Action) -> Self {
        match action {
            Action::Full => Self::Full,
            Action::Bonus => Self::Bonus,
        }
    }
}

/// RANKS-MATCH-2: with what somebody can match a movement. An incidental one with the own
/// incidental movement while that is left, which goes over nothing that is hard (RANKS-MOVE-1);
/// else with an action, the bonus action first, which is enough for most.
pub fn payments(fight: &Fight, who: CombatantId, question: &Question) -> Vec<Payment> {
    let Question::Match { is_left, feet, is_free, .. } = *question else { return Vec::new() };
    let body = fight.body(who);
    if is_free && body.incidental {
        let from = mark_of(fight, who);
        let to = along(fight, from, is_left, feet.min(body.half_pace()));
        if !is_hard(fight, from, to) {
            return vec![Payment::Free];
        }
    }
    let actions: Vec<Payment> = actions_left(fight, who).map(Payment::from).collect();
    actions.into_iter().rev().collect()
}

/// One who matches, and how far at most.
#[derive(Clone, Copy, Debug)]
pub struct Matcher {
    pub who: CombatantId,
    pub most: Feet,
}

/// RANKS-MATCH-1, RANKS-MATCH-4: W2 to all engaged enemies who can pay, at once; then they pay, and
/// roll in join order. RANKS-MATCH-3: who fails does not move, and what it paid is spent.
pub fn ask(scene: &mut Scene, matched: &Matched) -> Step<Vec<Matcher>> {
    let fight = scene.fight();
    let able: Vec<CombatantId> =
        fight.iter().map(|(who, _)| who).filter(|who| can_match(fight, *who, matched)).collect();
    // With decoys an NPC is asked in any case, and somebody unseen may always match a player.
    let ordered = |who: CombatantId| standing_order(fight, who, matched);
    let is_asked = |who: CombatantId| fight.is_veiled(who) || ordered(who).is_none();
    let ask = |who: CombatantId| {
        let ask = prompts::matching(fight, who, question(who, matched));
        let default = ordered(who).unwrap_or(Answer::LetGo);
        Ask { default, ..ask }
    };
    let asks: Vec<Ask> = able.iter().filter(|who| is_asked(**who)).map(|who| ask(*who)).collect();
    let unasked: Vec<Option<Answer>> =
        able.iter().map(|who| ordered(*who).filter(|_| !is_asked(*who))).collect();
    let lull = DecoyWait::if_hidden(!fight.one(matched.mover).is_npc());
    let mut answers = scene.ask_all_in(asks, lull)?.into_iter();
    let mut matchers = Vec::new();
    for (who, ordered) in able.into_iter().zip(unasked) {
        let Some(answer) = ordered.or_else(|| answers.next()) else { continue };
        let Answer::Match { action, luck } = answer else { continue };
        // The GM may have changed things meanwhile; what does not begin is not matched.
        let fight = scene.fight();
        let is_left = payments(fight, who, &question(who, matched)).contains(&action);
        let begins = can_begin(fight, matched.mover, matched.from);
        if !is_left || !begins || !can_match(fight, who, matched) {
            continue;
        }
        visibility::show(scene, who);
        scene.note(Note::Matches { who, mover: matched.mover, action });
        match action {
            Payment::Free => scene.note(Note::Spent { who, what: Allowance::Incidental }),
            Payment::Bonus => pay(scene, who, Action::Bonus),
            Payment::Full => pay(scene, who, Action::Full),
        }
        if gets_over(scene, who, matched.over, luck)? {
            matchers.push(Matcher { who, most: reach(scene.fight(), who, action) });
        }
    }
    Ok(matchers)
}

fn question(who: CombatantId, matched: &Matched) -> Question {
    let Matched { mover, way, is_left, feet, .. } = *matched;
    let over = matched.over.map(|task| task.is);
    let is_rolled = matched.over.is_some_and(|task| task.is_rolled);
    Question::Match { who, mover, is_left, feet, over, is_rolled, is_free: way == Way::Incidental }
}

/// Who may follow, as the mover knows: whatever they have left to pay with.
pub fn risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
    if !matches!(act, Act::Move { .. } | Act::Flee { .. }) {
        return Vec::new();
    }
    let may = |enemy: &CombatantId| {
        engagement::is_known(fight, who, *enemy) && may_follow(fight, *enemy, who)
    };
    let all = fight.iter().map(|(enemy, _)| enemy).filter(may);
    fight.risk("follow", all).into_iter().collect()
}

fn may_follow(fight: &Fight, who: CombatantId, mover: CombatantId) -> bool {
    movement::can_move(fight, who)
        && engagement::are_engaged(fight, who, mover)
        && engagement::is_known(fight, who, mover)
}

fn can_match(fight: &Fight, who: CombatantId, matched: &Matched) -> bool {
    may_follow(fight, who, matched.mover)
        && !payments(fight, who, &question(who, matched)).is_empty()
}

/// RANKS-MATCH-2: a full action goes up to Move, everything else up to half of it.
fn reach(fight: &Fight, who: CombatantId, action: Payment) -> Feet {
    match action {
        Payment::Free | Payment::Bonus => fight.body(who).half_pace(),
        Payment::Full => fight.body(who).pace,
    }
}

/// RANKS-MATCH-2: a standing order may say always or never. `always` pays with the incidental
/// movement where that goes, with the bonus action if that suffices and is left, else with the full
/// action, else with what there is.
fn standing_order(fight: &Fight, who: CombatantId, matched: &Matched) -> Option<Answer> {
    match fight.body(who).matching {
        Matching::Ask => None,
        Matching::Never => Some(Answer::LetGo),
        Matching::Always => {
            let left = payments(fight, who, &question(who, matched));
            let suffices = |action: &Payment| reach(fight, who, *action) >= matched.feet;
            // The least that suffices; else the most there is.
            let action = left.iter().find(|action| suffices(action)).or(left.last());
            Some(Answer::Match { action: *action?, luck: false })
        }
    }
}

/// RANKS-MATCH-3: the same skill and difficulty, rolled where the mover rolled, else only if above
/// the fixed value.
fn gets_over(scene: &mut Scene, who: CombatantId, over: Option<Task>, luck: bool) -> Step<bool> {
    let is_rolled =
        |task: &Task| task.is_rolled || movement::needs_roll(scene.fight(), who, &task.is);
    let Some(Task { is, .. }) = over.filter(is_rolled) else { return Ok(true) };
    let total = checks::roll(scene, Check::new(who, is.skill, Purpose::Match).lucky(luck));
    movement::judge(scene, who, Purpose::Match, is, total)
}

/// RANKS-MATCH-4: then the matchers move the same way, as many feet as the mover really moved.
/// RANKS-MATCH-2: at a wall, or beyond what was paid, as far as it goes. RANKS-MATCH-5: that cannot
/// be matched.
pub fn follow(scene: &mut Scene, matchers: &[Matcher], is_left: bool, feet: Feet) -> Step {
    for matcher in matchers {
        let fight = scene.fight();
        let from = mark_of(fight, matcher.who);
        let goal = along(fight, from, is_left, feet.min(matcher.most));
        if goal != from && movement::can_move(fight, matcher.who) {
            walk(scene, matcher.who, goal, Way::Match)?;
        }
    }
    Ok(())
}
