//! Reactions to an attack (FACT-REACT): the windows of all its targets, open side by side, until
//! each is settled.

use super::attacks::{self, Means, Strike, check_means};
use super::damage::means_of;
use super::prompts::{self, Answer, Guarding, Question};
use super::sheet::{Ability, Readiness, Trait};
use super::state::{Note, Occasion, Purpose, Stage};
use super::zones::{are_nearby, is_aware, place_of, stands};
use super::{Ask, Fight, Scene, Step, grapple, initiative, saves, sneaking, stunts};
use crate::command::{Command, Refusal};
use crate::ids::{By, CombatantId};
use crate::scene::DecoyWait;

/// One target of an attack, and whoever has taken its place since.
#[derive(Clone, Debug)]
pub struct Part {
    pub target: CombatantId,
    pub fate: Fate,
    /// The target takes it: only guards are waited for (FACT-REACT-3).
    has_answered: bool,
    /// Guards who will not step in.
    declined: Vec<CombatantId>,
    /// Those who would not shield the target (FACT-REACT-8).
    refused: Vec<CombatantId>,
}

#[derive(Clone, Debug)]
pub enum Fate {
    Open,
    Hit,
    /// Dodged.
    Missed,
    Countered(Box<Strike>),
}

/// An attack whose windows are open.
struct Windows<'a> {
    strike: &'a Strike,
    parts: Vec<Part>,
    /// FACT-REACT-9: all who are or have been a target of any part.
    been: Vec<CombatantId>,
    /// FACT-BLAST-6: only one target may counter.
    is_counter_taken: bool,
    /// FACT-REACT-10: at most one guard per attack, whatever its parts.
    is_guarded: bool,
    /// FACT-STUNT-1: one offer per attack.
    is_stunt_used: bool,
    /// FACT-SNEAK-1: guards whom players do not see.
    lull: DecoyWait,
}

/// FACT-REACT-1: whether somebody may react at all: ready and active. FACT-SNEAK-2: nobody but the
/// concealed in an ambush.
fn can_react(fight: &Fight, who: CombatantId) -> bool {
    if !stands(fight, who) {
        return false;
    }
    let body = fight.body(who);
    let is_barred = fight.state.stage == Some(Stage::Ambush) && !body.concealed;
    body.turn == Readiness::Ready && !is_barred
}

/// Who may answer an enemy's step away (FACT-OPP-1, FACT-REACT-1): aware of the mover.
/// FACT-MORALE-4: the broken react only with dodge or hide behind.
pub fn can_strike(fight: &Fight, who: CombatantId, mover: CombatantId) -> bool {
    can_react(fight, who) && !fight.body(who).broken && is_aware(fight, who, mover)
}

/// FACT-REACT-3: after the attack has hit and before damage, target and possible guards are asked
/// together, and the first binding answer counts. FACT-BLAST-5: every target of a blast has its own
/// window, all open together.
pub fn answer(
    scene: &mut Scene,
    strike: &Strike,
    targets: &[CombatantId],
    is_stunt_used: bool,
) -> Step<Vec<Part>> {
    let part = |target: &CombatantId| Part {
        target: *target,
        fate: Fate::Open,
        has_answered: false,
        declined: Vec::new(),
        refused: Vec::new(),
    };
    let is_single_damage = targets.len() == 1
        && strike.means.is_lethal()
        && strike.weapon().is_some_and(|weapon| !weapon.blast);
    let mut windows = Windows {
        strike,
        parts: targets.iter().map(part).collect(),
        been: targets.to_vec(),
        is_counter_taken: false,
        is_guarded: false,
        is_stunt_used: is_stunt_used || !is_single_damage,
        lull: lull(scene.fight(), targets),
    };
    while let Some(((at, to), answer)) = windows.next_answer(scene)? {
        if windows.take(scene, at, to, answer)? {
            windows.parts.clear();
        }
    }
    for part in &mut windows.parts {
        if matches!(part.fate, Fate::Open) {
            part.fate = Fate::Hit;
        }
    }
    Ok(windows.parts)
}

/// Somebody unseen may guard an NPC.
fn lull(fight: &Fight, targets: &[CombatantId]) -> DecoyWait {
    DecoyWait::if_hidden(targets.iter().any(|who| fight.is_veiled(*who)))
}

impl Windows<'_> {
    /// Asks all who may answer now; the part an answer is about and who gave it, and the answer.
    /// None when nobody is left who is waited for.
    fn next_answer(&mut self, scene: &mut Scene) -> Step<Option<((usize, CombatantId), Answer)>> {
        let mut lull = self.lull;
        let is_open = self.parts.iter().any(|part| matches!(part.fate, Fate::Open));
        if !is_open || !stands(scene.fight(), self.strike.who) {
            return Ok(None);
        }
        let answered = prompts::next_answer(scene, &mut lull, |fight| self.asks(fight))?;
        self.lull = lull;
        Ok(answered)
    }

    /// The questions to all who may answer now, by the part they are about and who is asked.
    /// FACT-STUNT-1: the attacker may offer a stunt as long as the target is being asked.
    fn asks(&self, fight: &Fight) -> Vec<((usize, CombatantId), Ask)> {
        let attacker = self.strike.who;
        let mut asks = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            if !matches!(part.fate, Fate::Open) {
                continue;
            }
            let to_target = self.ask_target(fight, part);
            let is_stunt_open = to_target.is_some() && !self.is_stunt_used;
            asks.extend(to_target.map(|ask| ((at, part.target), ask)));
            self.ask_guards(fight, part, |who, ask| asks.push(((at, who), ask)));
            if is_stunt_open {
                asks.push(((at, attacker), prompts::stunt_offer(fight, attacker, part.target)));
            }
        }
        asks
    }

    fn ask_target(&self, fight: &Fight, part: &Part) -> Option<Ask> {
        let mut choices = self.choices(fight, part);
        if part.has_answered || choices.is_empty() {
            return None;
        }
        choices.push(Answer::TakeIt);
        let who = part.target;
        let question = Question::Reaction {
            who,
            attacker: self.strike.who,
            manner: self.strike.manner.clone(),
            is_opportunity: self.strike.occasion == Occasion::Opportunity,
            is_surprise: self.strike.is_surprise,
            is_counter_taken: self.is_counter_taken,
            been: self.been_known_to(fight, who),
        };
        Some(prompts::window(fight, who, question, choices))
    }

    /// FACT-REACT-9: who cannot become the target any more, as far as somebody knows of them.
    fn been_known_to(&self, fight: &Fight, who: CombatantId) -> Vec<CombatantId> {
        let viewer = fight.viewer_of(By::Combatant(who));
        self.been.iter().copied().filter(|one| fight.knows(viewer, *one)).collect()
    }

    /// What a target may do. FACT-OPP-3: a mover only dodges, if `elusive`.
    fn choices(&self, fight: &Fight, part: &Part) -> Vec<Answer> {
        let (strike, who) = (self.strike, part.target);
        let attacker = strike.who;
        let mut choices = vec![Answer::Dodge];
        if !can_dodge_freely(fight, strike, who) {
            if !can_react(fight, who) || !strike.is_known_to(fight, who) {
                return Vec::new();
            }
            let counters = means_of(fight, who, attacker).into_iter();
            let counters = counters.filter(|_| !self.is_counter_taken);
            choices.extend(counters.map(|means| Answer::Counter { means, hold_back: false }));
            let is_out = |one: &CombatantId| self.been.contains(one) || part.refused.contains(one);
            let others = fight.iter().map(|(other, _)| other).filter(|other| !is_out(other));
            choices.extend(others.map(Answer::HideBehind));
        }
        choices.retain(|choice| can_answer(fight, who, attacker, choice));
        choices
    }

    /// FACT-REACT-10: aware of the attacker; at most one guard per attack. FACT-REACT-11: a
    /// `bodyguard` may dodge or counter as part of guarding.
    fn ask_guards(&self, fight: &Fight, part: &Part, mut ask: impl FnMut(CombatantId, Ask)) {
        let (strike, target) = (self.strike, part.target);
        let attacker = strike.who;
        for (who, one) in fight.iter() {
            let may = who != attacker
                && !self.is_guarded
                && !self.been.contains(&who)
                && !part.declined.contains(&who)
                && strike.is_known_to(fight, who)
                && can_guard(fight, who, target);
            if !may {
                continue;
            }
            let mut choices = vec![Answer::Guard(Guarding::Plain)];
            if one.body.has(Trait::Bodyguard) {
                choices.push(Answer::Guard(Guarding::Dodge));
                let counters = means_of(fight, who, attacker).into_iter();
                let counters = counters.filter(|_| !self.is_counter_taken);
                choices.extend(counters.map(|means| Answer::Guard(Guarding::Counter(means))));
            }
            choices.push(Answer::No);
            choices.retain(|choice| can_answer(fight, who, attacker, choice));
            let question = Question::Guard {
                who,
                attacker,
                target,
                manner: strike.manner.clone(),
                is_opportunity: strike.occasion == Occasion::Opportunity,
                is_surprise: strike.is_surprise,
                is_counter_taken: self.is_counter_taken,
                been: self.been_known_to(fight, who),
            };
            ask(who, prompts::window(fight, who, question, choices));
        }
    }

    /// What an answer does; true when the attack is over altogether.
    fn take(
        &mut self,
        scene: &mut Scene,
        at: usize,
        who: CombatantId,
        answer: Answer,
    ) -> Step<bool> {
        let attacker = self.strike.who;
        match answer {
            Answer::OfferStunt(text) => {
                self.is_stunt_used = true;
                return stunts::offer(scene, attacker, self.parts[at].target, &text);
            }
            Answer::Dodge => {
                commit(scene, who);
                self.parts[at].fate = self.dodge(scene, who);
            }
            Answer::Counter { means, hold_back } => {
                commit(scene, who);
                self.is_counter_taken = true;
                self.parts[at].fate = counter(scene, attacker, who, means, hold_back);
            }
            Answer::HideBehind(behind) => self.hide_behind(scene, at, who, behind)?,
            Answer::Guard(how) => self.guard(scene, at, who, how),
            Answer::No => self.parts[at].declined.push(who),
            _ => self.parts[at].has_answered = true,
        }
        Ok(false)
    }

    /// FACT-REACT-4: an AGI save: pass, the attack misses this target; fail, it proceeds.
    fn dodge(&self, scene: &mut Scene, who: CombatantId) -> Fate {
        let passed = saves::roll(scene, who, Ability::Agi, Purpose::Dodge);
        if passed { Fate::Missed } else { Fate::Hit }
    }

    /// FACT-REACT-8: the other must agree; on refusal nothing is spent and the target may choose
    /// again. FACT-REACT-9: the new target gets its own window. FACT-GRAP-4: a grabber hides behind
    /// the grabbed one without consent, and the hold stays.
    fn hide_behind(
        &mut self,
        scene: &mut Scene,
        at: usize,
        who: CombatantId,
        behind: CombatantId,
    ) -> Step {
        let is_held = scene.fight().body(who).grabbing == Some(behind);
        if !is_held {
            let question =
                Question::Consent { who: behind, target: who, attacker: self.strike.who };
            let choices = vec![Answer::Agree, Answer::Refuse];
            let ask = prompts::window(scene.fight(), behind, question, choices);
            let Some(answer) = scene.ask_open(ask)? else { return Ok(()) };
            if answer == Answer::Refuse {
                scene.note(Note::ShelterRefused { who, by: behind });
                self.parts[at].refused.push(behind);
                return Ok(());
            }
            grapple::let_go(scene, who);
        }
        scene.note(Note::TurnSpent(who));
        sneaking::reveal(scene, who);
        scene.note(Note::HidBehind { who, behind });
        self.replace(scene, at, behind);
        Ok(())
    }

    /// FACT-REACT-10: the guard becomes the new target; the old one's turn is not spent.
    /// FACT-REACT-11: its turn is spent, so nothing else is open to it but what guarding includes.
    fn guard(&mut self, scene: &mut Scene, at: usize, who: CombatantId, how: Guarding) {
        let target = self.parts[at].target;
        commit(scene, who);
        scene.note(Note::Guarded { who, target });
        self.replace(scene, at, who);
        self.is_guarded = true;
        self.parts[at].fate = match how {
            Guarding::Plain => Fate::Hit,
            Guarding::Dodge => self.dodge(scene, who),
            Guarding::Counter(means) | Guarding::CounterHeldBack(means) => {
                self.is_counter_taken = true;
                let hold_back = how != Guarding::Counter(means);
                counter(scene, self.strike.who, who, means, hold_back)
            }
        };
    }

    fn replace(&mut self, scene: &Scene, at: usize, target: CombatantId) {
        self.been.push(target);
        self.lull = lull(scene.fight(), &[target]);
        let part = &mut self.parts[at];
        part.target = target;
        part.has_answered = false;
        part.declined.clear();
        part.refused.clear();
    }
}

/// FACT-OPP-3: one free dodge a turn for an `elusive` mover.
fn can_dodge_freely(fight: &Fight, strike: &Strike, who: CombatantId) -> bool {
    let has_dodged = fight.state.turn.is_none_or(|turn| turn.who != who || turn.dodged);
    strike.occasion == Occasion::Opportunity
        && fight.body(who).has(Trait::Elusive)
        && fight.body(who).is_active()
        && !has_dodged
        && strike.is_known_to(fight, who)
}

/// FACT-REACT-2: a reaction costs the whole turn of this round, at the moment it is committed.
/// FACT-SNEAK-4: reacting reveals. FACT-GRAP-2: it frees whoever is held.
fn commit(scene: &mut Scene, who: CombatantId) {
    let is_mover = scene.fight().body(who).turn == Readiness::Acting;
    scene.note(if is_mover { Note::FreeDodgeUsed(who) } else { Note::TurnSpent(who) });
    sneaking::reveal(scene, who);
    grapple::let_go(scene, who);
}

/// Whether somebody who may react may do so in this way, as the fight stands. FACT-GRAP-1: who is
/// grabbed cannot dodge. FACT-REACT-5: a counter is an attack that could legally be made at the
/// attacker now; FACT-MORALE-4: the broken cannot.
fn can_answer(fight: &Fight, who: CombatantId, attacker: CombatantId, answer: &Answer) -> bool {
    let body = fight.body(who);
    let can_counter = |means: Means| {
        !body.broken
            && initiative::are_enemies(fight, who, attacker)
            && way_to_counter(fight, who, attacker, means).is_some()
    };
    match answer {
        Answer::Dodge => body.grabbed_by.is_none(),
        Answer::Counter { means, .. } | Answer::Guard(Guarding::Counter(means)) => {
            can_counter(*means)
        }
        Answer::HideBehind(behind) => can_shelter(fight, who, attacker, *behind),
        _ => true,
    }
}

/// FACT-REACT-5: whether a counter with these means is made indirectly: only where there is no
/// other way, since else the two are alike. None where it cannot be made at all.
fn way_to_counter(
    fight: &Fight,
    who: CombatantId,
    attacker: CombatantId,
    means: Means,
) -> Option<bool> {
    [false, true].into_iter().find(|is_indirect| {
        check_means(fight, who, attacker, means, *is_indirect, Occasion::Counter).is_ok()
    })
}

/// Whether a counter that is said to be indirect can be (FACT-ATK-11).
pub fn can_counter_indirectly(fight: &Fight, ask: &Ask, answer: &Answer) -> bool {
    match (&ask.question, answer) {
        (
            Question::Reaction { who, attacker, .. } | Question::Guard { who, attacker, .. },
            Answer::Counter { means, .. }
            | Answer::Guard(Guarding::Counter(means) | Guarding::CounterHeldBack(means)),
        ) => check_means(fight, *who, *attacker, *means, true, Occasion::Counter).is_ok(),
        _ => false,
    }
}

/// FACT-REACT-10: a ready character of the target's faction or its allies, nearby the target.
/// FACT-GRAP-1: not the grabbed; FACT-MORALE-4: not the broken.
fn can_guard(fight: &Fight, who: CombatantId, target: CombatantId) -> bool {
    let body = fight.body(who);
    can_react(fight, who)
        && fight.get(target).is_some_and(|one| one.body.is_on_map())
        && !initiative::are_enemies(fight, who, target)
        && body.grabbed_by.is_none()
        && !body.broken
        && are_nearby(fight, who, target)
}

/// Whether all that a target, a guard, or who is to be hidden behind was asked can still be done:
/// an order of the GM may have put one of them out of action, or out of reach.
pub fn is_still_open(fight: &Fight, ask: &Ask) -> bool {
    let can_all = |who: CombatantId, attacker: CombatantId| {
        stands(fight, attacker)
            && ask.choices.iter().all(|choice| can_answer(fight, who, attacker, choice))
    };
    match ask.question {
        Question::Reaction { who, attacker, .. } => {
            let is_mover = fight.body(who).turn == Readiness::Acting && stands(fight, who);
            (is_mover || can_react(fight, who)) && can_all(who, attacker)
        }
        Question::Guard { who, attacker, target, .. } => {
            can_guard(fight, who, target) && can_all(who, attacker)
        }
        Question::Consent { who, target, attacker } => {
            let shelter = Answer::HideBehind(who);
            can_react(fight, target)
                && stands(fight, attacker)
                && can_answer(fight, target, attacker, &shelter)
        }
        _ => true,
    }
}

/// FACT-REACT-5: a counter is committed. FACT-REACT-7: it opens no window.
fn counter(
    scene: &mut Scene,
    attacker: CombatantId,
    who: CombatantId,
    means: Means,
    hold_back: bool,
) -> Fate {
    let counter = Strike::new(scene.fight(), who, means, Occasion::Counter);
    let indirect = way_to_counter(scene.fight(), who, attacker, means) == Some(true);
    let counter = Strike { hold_back, indirect, ..counter };
    if attacks::counter(scene, &counter, attacker) {
        return Fate::Countered(Box::new(counter));
    }
    let landing = place_of(scene.fight(), attacker).zone;
    attacks::leave_hand(scene, &counter, landing);
    Fate::Hit
}

/// FACT-REACT-8: a nearby character other than the attacker, who can agree. FACT-GRAP-1: a grabbed
/// target cannot; FACT-GRAP-4: a grabber can use whom it holds, and needs no consent.
fn can_shelter(
    fight: &Fight,
    who: CombatantId,
    attacker: CombatantId,
    behind: CombatantId,
) -> bool {
    let (body, other) = (fight.body(who), fight.body(behind));
    let is_held = body.grabbing == Some(behind);
    behind != who
        && behind != attacker
        && other.is_on_map()
        && (is_held || (body.grabbed_by.is_none() && other.is_active()))
        && are_nearby(fight, who, behind)
        && is_aware(fight, who, behind)
}

/// Why an answer is not among the choices: its key and its rule.
pub fn why_not(fight: &Fight, ask: &Ask, words: &Command) -> (&'static str, &'static str) {
    let (who, attacker) = match &ask.question {
        Question::Reaction { who, attacker, .. } | Question::Guard { who, attacker, .. } => {
            (*who, *attacker)
        }
        _ => return ("bad-target", "FACT-REACT-3"),
    };
    let body = fight.body(who);
    let is_grabbed = body.grabbed_by.is_some();
    match (words.verb.as_str(), &ask.question) {
        ("dodge" | "hide-behind", _) if body.turn == Readiness::Acting => {
            ("own-turn", "FACT-OPP-3")
        }
        ("dodge" | "hide-behind", _) if is_grabbed => ("entangled", "FACT-GRAP-1"),
        ("counter" | "guard", _) if body.turn == Readiness::Acting => ("own-turn", "FACT-REACT-1"),
        ("counter", _) if body.broken => ("morale-broken", "FACT-MORALE-4"),
        ("counter", Question::Reaction { is_counter_taken: true, .. }) => {
            ("counter-taken", "FACT-BLAST-6")
        }
        ("counter", Question::Reaction { .. }) => ("not-suitable", "FACT-REACT-5"),
        ("guard", Question::Guard { is_counter_taken, .. })
            if words.get("how") == "counter" && body.has(Trait::Bodyguard) =>
        {
            match is_counter_taken {
                true => ("counter-taken", "FACT-BLAST-6"),
                false => ("not-suitable", "FACT-REACT-5"),
            }
        }
        ("guard", Question::Reaction { .. }) => ("already-target", "FACT-REACT-9"),
        // FACT-REACT-11: its turn is spent on guarding.
        ("guard" | "dodge" | "counter" | "hide-behind", Question::Guard { .. }) => {
            ("turn-spent", "FACT-REACT-11")
        }
        ("hide-behind", Question::Reaction { been, .. }) => {
            let viewer = fight.viewer_of(By::Combatant(who));
            // FACT-SNEAK-1: where the concealed are is not to be read from a refusal.
            let is_known = |other: &CombatantId| *other != attacker && is_aware(fight, who, *other);
            match fight.find(viewer, words.get("target")).filter(is_known) {
                Some(other) if been.contains(&other) => ("already-target", "FACT-REACT-9"),
                Some(other) if !are_nearby(fight, who, other) => ("not-nearby", "FACT-REACT-8"),
                _ => ("bad-target", "FACT-REACT-8"),
            }
        }
        _ => ("bad-target", "FACT-REACT-3"),
    }
}

/// FACT-REACT-1: why somebody cannot react who is not asked: their turn is spent or running, or
/// they are unaware of the attacker.
pub fn unasked(fight: &Fight, open: &[Ask], who: CombatantId, words: &Command) -> Option<Refusal> {
    // FACT-STUNT-1: only before the target has answered.
    if words.verb == "stunt" {
        let who = fight.name(who);
        return Some(Refusal::new("too-late", "FACT-STUNT-1").with("name", who));
    }
    let is_reaction = ["dodge", "counter", "hide-behind", "guard", "strike"];
    if !is_reaction.contains(&&*words.verb) {
        return None;
    }
    let body = fight.body(who);
    let is_surprise = open.iter().any(|ask| match ask.question {
        Question::Guard { is_surprise, .. } | Question::Reaction { is_surprise, .. } => is_surprise,
        _ => false,
    });
    let is_target = open.iter().any(|ask| match &ask.question {
        Question::Guard { been, .. } | Question::Reaction { been, .. } => been.contains(&who),
        _ => false,
    });
    let (key, rule) = match body.turn {
        Readiness::Acting => ("own-turn", "FACT-REACT-1"),
        Readiness::Spent => ("turn-spent", "FACT-REACT-1"),
        Readiness::Ready if fight.state.stage == Some(Stage::Ambush) && !body.concealed => {
            ("ambush", "FACT-SNEAK-2")
        }
        Readiness::Ready if is_surprise => ("unaware", "FACT-SNEAK-3"),
        Readiness::Ready if words.verb == "guard" && is_target => {
            ("already-target", "FACT-REACT-9")
        }
        Readiness::Ready if open.is_empty() => return None,
        Readiness::Ready if body.grabbed_by.is_some() => ("entangled", "FACT-GRAP-1"),
        Readiness::Ready if body.broken => ("morale-broken", "FACT-MORALE-4"),
        Readiness::Ready => return None,
    };
    Some(Refusal::new(key, rule).with("name", fight.name(who)))
}
