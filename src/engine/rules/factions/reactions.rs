//! Reactions to an attack (FACT-REACT): the windows of all its targets, open side by side, until
//! each is settled.

use super::attacks::{self, Means, Strike, check_means};
use super::damage::means_of;
use super::prompts::{self, Answer, Guarding, Question};
use super::sheet::{Ability, Readiness, Trait};
use super::state::{Note, Occasion, Purpose, Stage};
use super::zones::{are_nearby, is_aware};
use super::{Ask, Fight, Scene, Step, grapple, initiative, saves, sneaking, stunts};
use crate::engine::ids::{By, CombatantId};
use crate::engine::scene::Lull;
use crate::engine::words::{Refusal, Words};

/// One target of an attack, and whoever has taken its place since.
#[derive(Clone, Debug)]
pub struct Part {
    pub target: CombatantId,
    pub fate: Fate,
    /// The target takes it: only guards are waited for (FACT-REACT-3).
    has_answered: bool,
    /// FACT-REACT-10: at most one guard per attack.
    is_guarded: bool,
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
    /// FACT-STUNT-1: one offer per attack.
    is_stunt_used: bool,
    /// FACT-SNEAK-1: guards whom players do not see.
    lull: Lull,
}

/// FACT-REACT-1: whether somebody may react to an attack at all: ready, active, aware of the
/// attacker. FACT-SNEAK-2: nobody but the concealed in an ambush.
fn can_react(fight: &Fight, strike: &Strike, who: CombatantId) -> bool {
    let Some(one) = fight.get(who) else { return false };
    let body = &one.body;
    let is_barred = fight.state.stage == Some(Stage::Ambush) && !body.concealed;
    body.turn == Readiness::Ready
        && body.is_active()
        && body.is_on_map()
        && !is_barred
        && strike.is_known_to(fight, who)
}

/// Who may answer an enemy's step away (FACT-OPP-1, FACT-REACT-1): aware of the mover.
pub fn can_strike(fight: &Fight, who: CombatantId, mover: CombatantId) -> bool {
    let Some(one) = fight.get(who) else { return false };
    let body = &one.body;
    let is_barred = fight.state.stage == Some(Stage::Ambush) && !body.concealed;
    // FACT-MORALE-4: the broken react only with dodge or hide behind.
    body.turn == Readiness::Ready
        && body.is_active()
        && body.is_on_map()
        && !body.broken
        && !is_barred
        && is_aware(fight, who, mover)
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
        is_guarded: false,
        declined: Vec::new(),
        refused: Vec::new(),
    };
    let is_single_damage = targets.len() == 1
        && strike.means.is_lethal()
        && strike.occasion == Occasion::Turn
        && strike.weapon().is_some_and(|weapon| !weapon.blast);
    let mut windows = Windows {
        strike,
        parts: targets.iter().map(part).collect(),
        been: targets.to_vec(),
        is_counter_taken: false,
        is_stunt_used: is_stunt_used || !is_single_damage,
        lull: lull(scene.fight(), targets),
    };
    while let Some((at, to, answer)) = windows.next_answer(scene)? {
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
fn lull(fight: &Fight, targets: &[CombatantId]) -> Lull {
    Lull::if_hidden(targets.iter().any(|who| fight.is_veiled(*who)))
}

impl Windows<'_> {
    /// Asks all who may answer now; the part an answer is about, who gave it, and the answer. None
    /// when nobody is left who is waited for.
    fn next_answer(&mut self, scene: &mut Scene) -> Step<Option<(usize, CombatantId, Answer)>> {
        if !self.parts.iter().any(|part| matches!(part.fate, Fate::Open)) {
            return Ok(None);
        }
        let fight = scene.fight();
        let mut asks = Vec::new();
        let mut parts = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            if !matches!(part.fate, Fate::Open) {
                continue;
            }
            self.ask_target(fight, part, &mut asks);
            self.ask_guards(fight, part, &mut asks);
            parts.resize(asks.len(), at);
        }
        let stunt = self.parts.first().filter(|part| !self.is_stunt_used && !part.has_answered);
        if let Some(part) = stunt {
            asks.push(prompts::stunt_offer(fight, self.strike.who, part.target));
            parts.push(0);
        }
        let to = |ask: &Ask| match ask.to {
            By::Combatant(who) => who,
            By::Gm => self.strike.who,
        };
        let asked: Vec<CombatantId> = asks.iter().map(to).collect();
        let answered = scene.ask_next_in(&asks, &mut self.lull)?;
        Ok(answered.map(|(at, answer)| (parts[at], asked[at], answer)))
    }

    fn ask_target(&self, fight: &Fight, part: &Part, asks: &mut Vec<Ask>) {
        if part.has_answered {
            return;
        }
        let mut choices = self.choices(fight, part);
        if choices.is_empty() {
            return;
        }
        choices.push(Answer::TakeIt);
        let who = part.target;
        let viewer = fight.viewer_of(By::Combatant(who));
        let question = Question::Reaction {
            who,
            attacker: self.strike.who,
            manner: self.strike.manner.clone(),
            is_opportunity: self.strike.occasion == Occasion::Opportunity,
            is_surprise: self.strike.is_surprise,
            is_counter_taken: self.is_counter_taken,
            been: self.been.iter().copied().filter(|one| fight.knows(viewer, *one)).collect(),
        };
        asks.push(prompts::window(fight, who, question, choices));
    }

    /// What a target may do. FACT-GRAP-1: who is grabbed cannot dodge or hide behind.
    /// FACT-MORALE-4: the broken cannot counter. FACT-OPP-3: a mover only dodges, if `elusive`.
    fn choices(&self, fight: &Fight, part: &Part) -> Vec<Answer> {
        let (strike, who) = (self.strike, part.target);
        let body = fight.body(who);
        let is_free = body.grabbed_by.is_none();
        let mut choices = Vec::new();
        if body.turn == Readiness::Acting {
            if is_free && can_dodge_freely(fight, strike, who) {
                choices.push(Answer::Dodge);
            }
            return choices;
        }
        if !can_react(fight, strike, who) {
            return choices;
        }
        if is_free {
            choices.push(Answer::Dodge);
        }
        if !body.broken && !self.is_counter_taken {
            choices.extend(
                counters(fight, strike, who)
                    .map(|means| Answer::Counter { means, hold_back: false }),
            );
        }
        for (other, _) in fight.iter() {
            if can_shelter(fight, strike, who, other)
                && !self.been.contains(&other)
                && !part.refused.contains(&other)
            {
                choices.push(Answer::HideBehind(other));
            }
        }
        choices
    }

    /// FACT-REACT-10: ready characters of the target's faction and its allies, nearby the target
    /// and aware of the attacker; at most one guard per attack. FACT-GRAP-1: not the grabbed;
    /// FACT-MORALE-4: not the broken. FACT-REACT-11: a `bodyguard` may dodge or counter as part of
    /// guarding.
    fn ask_guards(&self, fight: &Fight, part: &Part, asks: &mut Vec<Ask>) {
        if part.is_guarded {
            return;
        }
        let (strike, target) = (self.strike, part.target);
        for (who, one) in fight.iter() {
            let body = &one.body;
            let may = who != strike.who
                && !self.been.contains(&who)
                && !part.declined.contains(&who)
                && can_react(fight, strike, who)
                && !initiative::are_enemies(fight, who, target)
                && body.grabbed_by.is_none()
                && !body.broken
                && are_nearby(fight, who, target);
            if !may {
                continue;
            }
            let mut choices = vec![Answer::Guard(Guarding::Plain)];
            if body.has(Trait::Bodyguard) {
                choices.push(Answer::Guard(Guarding::Dodge));
                if !self.is_counter_taken {
                    let counters = counters(fight, strike, who);
                    choices.extend(counters.map(|means| Answer::Guard(Guarding::Counter(means))));
                }
            }
            choices.push(Answer::No);
            let question = Question::Guard {
                who,
                attacker: strike.who,
                target,
                manner: strike.manner.clone(),
                is_opportunity: strike.occasion == Occasion::Opportunity,
                is_surprise: strike.is_surprise,
                is_counter_taken: self.is_counter_taken,
            };
            asks.push(prompts::window(fight, who, question, choices));
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
            if scene.ask(ask)? == Answer::Refuse {
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
        self.parts[at].is_guarded = true;
        self.parts[at].fate = match how {
            Guarding::Plain => Fate::Hit,
            Guarding::Dodge => self.dodge(scene, who),
            Guarding::Counter(means) => {
                self.is_counter_taken = true;
                counter(scene, self.strike.who, who, means, false)
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
    if scene.fight().body(who).turn == Readiness::Acting {
        scene.note(Note::FreeDodgeUsed(who));
        return;
    }
    scene.note(Note::TurnSpent(who));
    sneaking::reveal(scene, who);
    grapple::let_go(scene, who);
}

/// FACT-REACT-5: attacks that could legally be made at the attacker now. FACT-REACT-7: they open no
/// window.
fn counters<'a>(
    fight: &'a Fight,
    strike: &'a Strike,
    who: CombatantId,
) -> impl Iterator<Item = Means> + 'a {
    let attacker = strike.who;
    let is_enemy = initiative::are_enemies(fight, who, attacker);
    let all = if is_enemy { means_of(fight, who, attacker) } else { Vec::new() };
    all.into_iter().filter(move |means| {
        check_means(fight, who, attacker, *means, false, Occasion::Counter).is_ok()
    })
}

fn counter(
    scene: &mut Scene,
    attacker: CombatantId,
    who: CombatantId,
    means: Means,
    hold_back: bool,
) -> Fate {
    let counter = Strike::new(scene.fight(), who, means, Occasion::Counter);
    let counter = Strike { hold_back, ..counter };
    if attacks::counter(scene, &counter, attacker) {
        Fate::Countered(Box::new(counter))
    } else {
        Fate::Hit
    }
}

/// FACT-REACT-8: a nearby character other than the attacker, who can agree. FACT-GRAP-1: a grabbed
/// target cannot; FACT-GRAP-4: a grabber can use whom it holds, and needs no consent.
fn can_shelter(fight: &Fight, strike: &Strike, who: CombatantId, behind: CombatantId) -> bool {
    let (body, other) = (fight.body(who), fight.body(behind));
    let is_held = body.grabbing == Some(behind);
    behind != who
        && behind != strike.who
        && other.is_on_map()
        && (is_held || (body.grabbed_by.is_none() && other.is_active()))
        && are_nearby(fight, who, behind)
        && is_aware(fight, who, behind)
}

/// Why an answer is not among the choices: its key and its rule.
pub fn why_not(fight: &Fight, ask: &Ask, words: &Words) -> (&'static str, &'static str) {
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
        ("counter", _) if body.turn == Readiness::Acting => ("own-turn", "FACT-REACT-1"),
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
        // FACT-REACT-11: its turn is spent on guarding.
        ("guard" | "dodge" | "counter" | "hide-behind", Question::Guard { .. }) => {
            ("turn-spent", "FACT-REACT-11")
        }
        ("hide-behind", Question::Reaction { been, .. }) => {
            let viewer = fight.viewer_of(By::Combatant(who));
            match fight.find(viewer, words.get("target")) {
                Some(other) if other != attacker && been.contains(&other) => {
                    ("already-target", "FACT-REACT-9")
                }
                Some(other) if other != attacker && !are_nearby(fight, who, other) => {
                    ("not-nearby", "FACT-REACT-8")
                }
                _ => ("bad-target", "FACT-REACT-8"),
            }
        }
        _ => ("bad-target", "FACT-REACT-3"),
    }
}

/// FACT-REACT-1: why somebody cannot react who is not asked: their turn is spent or running, or
/// they are unaware of the attacker.
pub fn unasked(fight: &Fight, open: &[Ask], who: CombatantId, words: &Words) -> Option<Refusal> {
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
    let (key, rule) = match body.turn {
        Readiness::Acting => ("own-turn", "FACT-REACT-1"),
        Readiness::Spent => ("turn-spent", "FACT-REACT-1"),
        Readiness::Ready if fight.state.stage == Some(Stage::Ambush) && !body.concealed => {
            ("ambush", "FACT-SNEAK-2")
        }
        Readiness::Ready if is_surprise => ("unaware", "FACT-SNEAK-3"),
        Readiness::Ready if open.is_empty() => return None,
        Readiness::Ready if body.grabbed_by.is_some() => ("entangled", "FACT-GRAP-1"),
        Readiness::Ready if body.broken => ("morale-broken", "FACT-MORALE-4"),
        Readiness::Ready => return None,
    };
    Some(Refusal::new(key, rule).with("name", fight.name(who)))
}
