//! Responding out of turn (RANKS-RESP): the fixed value, or an action for a roll.

use super::checks::{self, Check};
use super::prompts::{self, Answer, Question};
use super::sheet::{Ability, Action, Resisting};
use super::state::{Note, Purpose};
use super::{Ask, Fight, Scene, Step, visibility};
use crate::ids::CombatantId;

/// The actions that somebody has left. RANKS-COND-4: a bonus action may be barred.
pub fn actions_left(fight: &Fight, who: CombatantId) -> impl Iterator<Item = Action> {
    let body = fight.body(who);
    let full = (body.full > 0).then_some(Action::Full);
    let bonus = (body.bonus > 0 && !body.is_barred()).then_some(Action::Bonus);
    full.into_iter().chain(bonus)
}

/// RANKS-RESP-5: a full action spent at any time ends a Defend stance.
pub fn pay(scene: &mut Scene, who: CombatantId, action: Action) {
    scene.note(Note::Spent { who, what: action.into() });
    if action == Action::Full && scene.fight().body(who).defending {
        scene.note(Note::StanceEnded(who));
    }
}

/// What a combatant must resist.
#[derive(Clone, Debug)]
pub struct Threat {
    pub who: CombatantId,
    pub actor: CombatantId,
    /// What the actor is about.
    pub purpose: Purpose,
    /// With what it is resisted, of which the highest counts where it is not rolled.
    pub with: Vec<Ability>,
    /// The resistance is never below this.
    pub least: i16,
}

impl Threat {
    /// RANKS-RESP-1: the fixed value, automatically and free.
    pub fn fixed(&self, fight: &Fight) -> i16 {
        let all = self.with.iter().map(|with| checks::fixed(fight, self.who, *with));
        all.max().unwrap_or(0).max(self.least)
    }

    /// Of several the one with the highest fixed value.
    fn best(&self, fight: &Fight) -> Option<Ability> {
        let all = self.with.iter().copied().rev();
        all.max_by_key(|with| checks::fixed(fight, self.who, *with))
    }
}

/// RANKS-RESP-3: W1 is open only if the fixed value would not do and an action is left.
/// RANKS-RESP-2: a roll replaces the fixed value even if lower.
pub fn resist(scene: &mut Scene, threat: &Threat, total: i16) -> Step<i16> {
    let who = threat.who;
    let fixed = threat.fixed(scene.fight());
    if total < fixed {
        unasked(scene, who)?;
        return Ok(fixed);
    }
    let (actor, purpose, with) = (threat.actor, threat.purpose, threat.with.clone());
    let rank = checks::rank(total - fixed);
    let question = Question::Resist { who, actor, purpose, rank, with: with.clone() };
    let best = threat.best(scene.fight());
    let Some(response) = choose(scene, who, question, &with, best)? else { return Ok(fixed) };
    let check = Check::new(who, response.with, Purpose::Resist);
    let check = check.against(Some(actor)).lucky(response.luck);
    Ok(checks::roll(scene, check).max(threat.least))
}

/// A roll that was paid for.
#[derive(Clone, Copy, Debug)]
pub struct Response {
    pub with: Ability,
    pub luck: bool,
}

/// With decoys nobody sees whether an NPC is asked: not even where it is not.
pub fn unasked(scene: &mut Scene, who: CombatantId) -> Step {
    if scene.fight().is_veiled(who) {
        scene.ask_unseen(None)?;
    }
    Ok(())
}

/// The standing order, or what the one who must resist answers; paid. None: the fixed value. With
/// decoys the standing order of an NPC is the default of its window.
pub fn choose(
    scene: &mut Scene,
    who: CombatantId,
    question: Question,
    with: &[Ability],
    best: Option<Ability>,
) -> Step<Option<Response>> {
    let fight = scene.fight();
    let has_bonus = actions_left(fight, who).any(|action| action == Action::Bonus);
    match (fight.body(who).resisting, best) {
        (Resisting::Ask, _) => ask(scene, who, question, with),
        (order, best) if fight.is_veiled(who) => {
            let best = best.filter(|_| order == Resisting::Bonus && has_bonus);
            let roll = |with| Answer::Resist { action: Action::Bonus, with, luck: false };
            ask_or(scene, who, question, with, best.map_or(Answer::Stand, roll))
        }
        (Resisting::Bonus, Some(with)) if has_bonus => {
            pay(scene, who, Action::Bonus);
            Ok(Some(Response { with, luck: false }))
        }
        (Resisting::Bonus | Resisting::Never, _) => Ok(None),
    }
}

/// W1 and W3, where an action is left; paid.
pub fn ask(
    scene: &mut Scene,
    who: CombatantId,
    question: Question,
    with: &[Ability],
) -> Step<Option<Response>> {
    ask_or(scene, who, question, with, Answer::Stand)
}

/// The answer, or what counts where nobody answers.
fn ask_or(
    scene: &mut Scene,
    who: CombatantId,
    question: Question,
    with: &[Ability],
    default: Answer,
) -> Step<Option<Response>> {
    let is_able = scene.fight().get(who).is_some_and(|one| one.body.is_active());
    if !is_able || actions_left(scene.fight(), who).next().is_none() {
        unasked(scene, who)?;
        return Ok(None);
    }
    let ask = Ask { default, ..prompts::respond(scene.fight(), who, question, with) };
    let Answer::Resist { action, with, luck } = scene.ask(ask)? else { return Ok(None) };
    // The GM may have taken meanwhile what the default would pay.
    if !actions_left(scene.fight(), who).any(|left| left == action) {
        return Ok(None);
    }
    visibility::show(scene, who);
    pay(scene, who, action);
    Ok(Some(Response { with, luck }))
}
