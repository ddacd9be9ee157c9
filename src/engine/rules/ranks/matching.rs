//! Matching movement (RANKS-MATCH): engaged enemies follow, or back away.

use super::checks::{self, Check};
use super::movement::{self, along, go};
use super::prompts::{self, Answer, Question};
use super::responses::{actions_left, pay};
use super::sheet::{Action, Feet, Matching};
use super::state::{Hindrance, Note, Purpose, Way};
use super::zones::mark_of;
use super::{Ask, Fight, Scene, Step, engagement, sight};
use crate::engine::ids::CombatantId;
use crate::engine::scene::Lull;

/// A movement that may be matched.
#[derive(Clone, Copy, Debug)]
pub struct Matched {
    pub mover: CombatantId,
    pub is_left: bool,
    pub feet: Feet,
    /// RANKS-MATCH-3: what a matcher has to get over as well.
    pub over: Option<Hindrance>,
}

/// One who matches, and how far at most.
#[derive(Clone, Copy, Debug)]
pub struct Matcher {
    pub who: CombatantId,
    pub most: Feet,
}

/// RANKS-MATCH-1, RANKS-MATCH-4: W2 to all engaged enemies with an action left at once; then they
/// pay, and roll in join order. RANKS-MATCH-3: who fails does not move, and the action is spent.
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
    let lull = Lull::if_hidden(!fight.one(matched.mover).is_npc());
    let mut answers = scene.ask_all_in(asks, lull)?.into_iter();
    let mut matchers = Vec::new();
    for (who, ordered) in able.into_iter().zip(unasked) {
        let Some(answer) = ordered.or_else(|| answers.next()) else { continue };
        let Answer::Match { action, luck } = answer else { continue };
        // The GM may have changed things meanwhile.
        let is_left = actions_left(scene.fight(), who).any(|left| left == action);
        if !is_left || !can_match(scene.fight(), who, matched) {
            continue;
        }
        sight::show(scene, who);
        scene.note(Note::Matches { who, mover: matched.mover, action });
        pay(scene, who, action);
        if gets_over(scene, who, matched.over, luck)? {
            matchers.push(Matcher { who, most: reach(scene.fight(), who, action) });
        }
    }
    Ok(matchers)
}

fn question(who: CombatantId, matched: &Matched) -> Question {
    let Matched { mover, is_left, feet, over } = *matched;
    Question::Match { who, mover, is_left, feet, over }
}

fn can_match(fight: &Fight, who: CombatantId, matched: &Matched) -> bool {
    movement::can_move(fight, who)
        && engagement::are_engaged(fight, who, matched.mover)
        && engagement::is_known(fight, who, matched.mover)
        && actions_left(fight, who).next().is_some()
}

/// RANKS-MATCH-2: a bonus action goes up to half Move, a full action up to Move.
fn reach(fight: &Fight, who: CombatantId, action: Action) -> Feet {
    match action {
        Action::Bonus => fight.body(who).half_pace(),
        Action::Full => fight.body(who).pace,
    }
}

/// RANKS-MATCH-2: a standing order may say always or never. `always` pays with the bonus action if
/// that suffices and is left, else with the full action, else with what there is.
fn standing_order(fight: &Fight, who: CombatantId, matched: &Matched) -> Option<Answer> {
    match fight.body(who).matching {
        Matching::Ask => None,
        Matching::Never => Some(Answer::LetGo),
        Matching::Always => {
            let left: Vec<Action> = actions_left(fight, who).collect();
            let suffices = |action: Action| reach(fight, who, action) >= matched.feet;
            let is_enough = left.contains(&Action::Bonus) && suffices(Action::Bonus);
            let is_full = left.contains(&Action::Full) && !is_enough;
            let action = if is_full { Action::Full } else { Action::Bonus };
            Some(Answer::Match { action, luck: false })
        }
    }
}

/// RANKS-MATCH-3: the same skill and difficulty, rolled only if above the fixed value.
fn gets_over(
    scene: &mut Scene,
    who: CombatantId,
    over: Option<Hindrance>,
    luck: bool,
) -> Step<bool> {
    let Some(task) = over.filter(|task| movement::needs_roll(scene.fight(), who, task)) else {
        return Ok(true);
    };
    let total = checks::roll(scene, Check::new(who, task.skill, Purpose::Match).lucky(luck));
    movement::judge(scene, who, Purpose::Match, task, total)
}

/// RANKS-MATCH-4: then the matchers move the same way, as many feet as the mover really moved.
/// RANKS-MATCH-2: at a wall, or beyond what was paid, as far as it goes. RANKS-MATCH-5: that cannot
/// be matched.
pub fn follow(scene: &mut Scene, matchers: &[Matcher], is_left: bool, feet: Feet) -> Step {
    for matcher in matchers {
        let fight = scene.fight();
        let from = mark_of(fight, matcher.who);
        let goal = along(fight, from, is_left, feet.min(matcher.most));
        if goal != from {
            go(scene, matcher.who, goal, Way::Match)?;
        }
    }
    Ok(())
}
