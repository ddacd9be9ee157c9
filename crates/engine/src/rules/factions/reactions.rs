//! Reactions to an attack (FACT-REACT): the windows of all its targets, open side by side, until
//! each is settled.

use super::attacks::{self, AttackInProgress, AttackMeans, Trajectory, check_attack_means};
use super::damage::unchecked_attack_means;
use super::prompts::{self, Answer, GuardAction, Question};
use super::sheet::{Ability, CombatantTrait, Readiness};
use super::state::{AttackOccasion, Event, RoundStage, SavePurpose};
use super::zones::{are_nearby, is_active_on_map, is_aware, place_of};
use super::{
    Fight, PromptRequest, Resolver, RuleResult, grapple, initiative, saves, sneaking, stunts,
    visibility,
};
use crate::core::command::{Command, Refusal};
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::resolver::DecoyDelay;

/// One target of an attack, or whoever has taken the place of the original target.
#[derive(Clone, Debug)]
pub struct AttackTarget {
    pub target: CombatantId,
    pub outcome: TargetOutcome,
    /// Whether the target takes the hit; then only guards are asked (FACT-REACT-3).
    has_answered: bool,
    /// Guards who do not step in.
    declined_guards: Vec<CombatantId>,
    /// Combatants who refused to shelter the target (FACT-REACT-8).
    refused_shelters: Vec<CombatantId>,
}

impl AttackTarget {
    /// Creates a target about whom nobody has answered yet.
    fn new(target: CombatantId) -> Self {
        Self {
            target,
            outcome: TargetOutcome::Undecided,
            has_answered: false,
            declined_guards: Vec::new(),
            refused_shelters: Vec::new(),
        }
    }
}

/// What becomes of an attack on one target.
#[derive(Clone, Debug)]
pub enum TargetOutcome {
    Undecided,
    Hit,
    /// The attack was dodged.
    Missed,
    Countered(Box<AttackInProgress>),
}

/// Whether the attacker may offer a stunt while the target is asked (FACT-STUNT-1).
#[derive(Clone, Copy, PartialEq)]
pub enum StuntOffer {
    Possible,
    /// One was offered already, or the attack allows none.
    Excluded,
}

/// The open windows of one attack.
struct ReactionWindows<'a> {
    attack: &'a AttackInProgress,
    targets: Vec<AttackTarget>,
    /// Everybody who is or has been a target of this attack (FACT-REACT-9).
    past_targets: Vec<CombatantId>,
    /// Whether a target counters; only one may (FACT-BLAST-6).
    is_counter_taken: bool,
    /// Whether somebody guards; an attack allows one guard, however many targets it has
    /// (FACT-REACT-10).
    is_guarded: bool,
    /// Whether a stunt was offered; an attack allows one offer (FACT-STUNT-1).
    is_stunt_excluded: bool,
    /// The wait that hides whether guards are asked whom players do not see (FACT-SNEAK-1).
    decoy_delay: DecoyDelay,
}

/// Returns whether a combatant may react at all. FACT-REACT-1: it must be ready and active.
/// FACT-SNEAK-2: in an ambush only the concealed may.
fn can_react(fight: &Fight, who: CombatantId) -> bool {
    if !is_active_on_map(fight, who) {
        return false;
    }
    let body = fight.body(who);
    let is_ambushed = fight.state.stage == Some(RoundStage::Ambush) && !body.concealed;
    body.readiness == Readiness::Ready && !is_ambushed
}

/// Returns whether a combatant may attack as `mover` steps away; whether it has anything to attack
/// with, or is an enemy, is not checked. FACT-OPP-1, FACT-REACT-1: it must
/// be able to react and aware of the mover. FACT-MORALE-4: the broken react only with dodge or hide
/// behind.
pub fn can_make_opportunity_attack(fight: &Fight, who: CombatantId, mover: CombatantId) -> bool {
    can_react(fight, who) && !fight.body(who).broken && is_aware(fight, who, mover)
}

/// Asks everybody who may react to an attack, resolves their answers, and returns what became of
/// each target. FACT-REACT-3: after the attack has hit and before damage, target and possible
/// guards are asked together, and the first binding answer counts. FACT-BLAST-5: every target of a
/// blast has its own window, all open together. Returns no targets if an accepted stunt replaces
/// the attack.
pub fn ask_and_resolve_reactions(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    targets: &[CombatantId],
    stunt_offer: StuntOffer,
) -> RuleResult<Vec<AttackTarget>> {
    let mut windows = ReactionWindows::open(resolver.fight(), attack, targets, stunt_offer);
    while let Some((key, answer)) = windows.ask_for_next_answer(resolver)? {
        let ReactionKey { target_index, respondent } = key;
        let is_stunt_accepted = windows.apply_answer_returning_if_stunt_accepted(
            resolver,
            target_index,
            respondent,
            answer,
        )?;
        if is_stunt_accepted {
            windows.targets.clear();
        }
    }
    for target in &mut windows.targets {
        if matches!(target.outcome, TargetOutcome::Undecided) {
            target.outcome = TargetOutcome::Hit;
        }
    }
    Ok(windows.targets)
}

/// Returns the decoy delay of an attack on these targets: an NPC among them may have a guard whom
/// players do not see.
fn decoy_delay_for(fight: &Fight, targets: &[CombatantId]) -> DecoyDelay {
    DecoyDelay::new_if_hidden(targets.iter().any(|who| fight.hides_response_time(*who)))
}

/// Which question of an attack was asked: about which target, and whom.
#[derive(Clone, Copy)]
struct ReactionKey {
    target_index: usize,
    respondent: CombatantId,
}

impl<'a> ReactionWindows<'a> {
    /// Opens a window for each target of an attack. FACT-STUNT-1: a stunt can be offered only with
    /// a weapon attack on a single target.
    fn open(
        fight: &Fight,
        attack: &'a AttackInProgress,
        targets: &[CombatantId],
        stunt_offer: StuntOffer,
    ) -> Self {
        let allows_stunt = targets.len() == 1
            && attack.means.is_lethal()
            && attack.weapon().is_some_and(|weapon| !weapon.is_blast);
        Self {
            attack,
            targets: targets.iter().map(|target| AttackTarget::new(*target)).collect(),
            past_targets: targets.to_vec(),
            is_counter_taken: false,
            is_guarded: false,
            is_stunt_excluded: stunt_offer == StuntOffer::Excluded || !allows_stunt,
            decoy_delay: decoy_delay_for(fight, targets),
        }
    }

    /// Asks everybody who may answer now. Returns which question was answered, and the answer;
    /// `None` if nobody is waited for, no target is undecided, or the attacker is out of action.
    fn ask_for_next_answer(
        &mut self,
        resolver: &mut Resolver,
    ) -> RuleResult<Option<(ReactionKey, Answer)>> {
        let mut decoy_delay = self.decoy_delay;
        let is_undecided =
            self.targets.iter().any(|target| matches!(target.outcome, TargetOutcome::Undecided));
        if !is_undecided || !is_active_on_map(resolver.fight(), self.attack.attacker) {
            return Ok(None);
        }
        let answered = prompts::ask_for_next_answer(resolver, &mut decoy_delay, |fight| {
            self.build_open_prompts(fight)
        })?;
        self.decoy_delay = decoy_delay;
        Ok(answered)
    }

    /// Builds the questions to everybody who may answer now: targets that are undecided, and their
    /// guards. FACT-STUNT-1: the attacker may offer a stunt while the target is being asked.
    fn build_open_prompts(&self, fight: &Fight) -> Vec<(ReactionKey, PromptRequest)> {
        let attacker = self.attack.attacker;
        let mut open = Vec::new();
        for (target_index, target) in self.targets.iter().enumerate() {
            if !matches!(target.outcome, TargetOutcome::Undecided) {
                continue;
            }
            let key = |respondent| ReactionKey { target_index, respondent };
            let target_prompt = self.target_prompt_if_unanswered(fight, target);
            let is_stunt_open = target_prompt.is_some() && !self.is_stunt_excluded;
            open.extend(target_prompt.map(|prompt| (key(target.target), prompt)));
            for (guard, prompt) in self.guard_prompts(fight, target) {
                open.push((key(guard), prompt));
            }
            if is_stunt_open {
                let offer = prompts::optional_stunt_offer_prompt(fight, attacker, target.target);
                open.push((key(attacker), offer));
            }
        }
        open
    }

    /// Builds the question to a target; `None` if it has answered or has no choice.
    fn target_prompt_if_unanswered(
        &self,
        fight: &Fight,
        target: &AttackTarget,
    ) -> Option<PromptRequest> {
        let mut choices = self.target_choices(fight, target);
        if target.has_answered || choices.is_empty() {
            return None;
        }
        choices.push(Answer::TakeHit);
        let who = target.target;
        let question = Question::Reaction {
            who,
            attacker: self.attack.attacker,
            manner: self.attack.manner.clone(),
            is_opportunity: self.attack.occasion == AttackOccasion::Opportunity,
            is_surprise: self.attack.is_surprise,
            is_counter_taken: self.is_counter_taken,
            past_targets: self.excluded_targets_known_to(fight, who),
        };
        Some(prompts::combatant_prompt_with_last_as_default(fight, who, question, choices))
    }

    /// Returns who cannot become the target any more, as far as this combatant knows of them
    /// (FACT-REACT-9).
    fn excluded_targets_known_to(&self, fight: &Fight, who: CombatantId) -> Vec<CombatantId> {
        let viewer = fight.viewer_of(Initiator::Combatant(who));
        self.past_targets
            .iter()
            .copied()
            .filter(|past_target| fight.viewer_knows(viewer, *past_target))
            .collect()
    }

    /// Returns the reactions open to a target. FACT-OPP-3: a mover only dodges, if `elusive`.
    fn target_choices(&self, fight: &Fight, target: &AttackTarget) -> Vec<Answer> {
        let (attack, who) = (self.attack, target.target);
        let mut choices = vec![Answer::Dodge];
        if !can_dodge_freely(fight, attack, who) {
            if !can_react(fight, who) || !attack.is_known_to(fight, who) {
                return Vec::new();
            }
            choices.extend(self.unchecked_counters_and_shelters(fight, target));
        }
        choices.retain(|choice| can_answer(fight, who, attack.attacker, choice));
        choices
    }

    /// Returns the counters that a target could make, and everybody behind whom it could hide;
    /// whether each is possible now is not checked. FACT-BLAST-6: no counter if one is taken.
    fn unchecked_counters_and_shelters(&self, fight: &Fight, target: &AttackTarget) -> Vec<Answer> {
        let mut choices = Vec::new();
        if !self.is_counter_taken {
            for means in unchecked_attack_means(fight, target.target, self.attack.attacker) {
                choices.push(Answer::Counter { means, hold_back: false });
            }
        }
        for shelter in fight.present_ids() {
            let is_excluded =
                self.past_targets.contains(&shelter) || target.refused_shelters.contains(&shelter);
            if !is_excluded {
                choices.push(Answer::HideBehind(shelter));
            }
        }
        choices
    }

    /// Builds the questions to all possible guards of a target, each with the guard.
    fn guard_prompts(
        &self,
        fight: &Fight,
        attack_target: &AttackTarget,
    ) -> Vec<(CombatantId, PromptRequest)> {
        let mut prompts = Vec::new();
        for who in fight.present_ids() {
            if self.may_guard(fight, who, attack_target) {
                prompts.push((who, self.guard_prompt(fight, who, attack_target.target)));
            }
        }
        prompts
    }

    /// Returns whether a combatant is asked to guard a target. FACT-REACT-9: nobody who is or has
    /// been a target. FACT-REACT-10: it must be aware of the attacker, and an attack allows one
    /// guard.
    fn may_guard(&self, fight: &Fight, who: CombatantId, attack_target: &AttackTarget) -> bool {
        let is_excluded =
            self.past_targets.contains(&who) || attack_target.declined_guards.contains(&who);
        who != self.attack.attacker
            && !self.is_guarded
            && !is_excluded
            && self.attack.is_known_to(fight, who)
            && can_guard(fight, who, attack_target.target)
    }

    /// Builds the question to a possible guard. FACT-REACT-11: a `bodyguard` may dodge or counter
    /// as part of guarding.
    fn guard_prompt(&self, fight: &Fight, who: CombatantId, target: CombatantId) -> PromptRequest {
        let attack = self.attack;
        let attacker = attack.attacker;
        let mut choices = vec![Answer::Guard(GuardAction::TakeHit)];
        if fight.body(who).has_trait(CombatantTrait::Bodyguard) {
            choices.push(Answer::Guard(GuardAction::Dodge));
            if !self.is_counter_taken {
                for means in unchecked_attack_means(fight, who, attacker) {
                    choices.push(Answer::Guard(GuardAction::Counter(means)));
                }
            }
        }
        choices.push(Answer::No);
        choices.retain(|choice| can_answer(fight, who, attacker, choice));
        let question = Question::Guard {
            who,
            attacker,
            target,
            manner: attack.manner.clone(),
            is_opportunity: attack.occasion == AttackOccasion::Opportunity,
            is_surprise: attack.is_surprise,
            is_counter_taken: self.is_counter_taken,
            past_targets: self.excluded_targets_known_to(fight, who),
        };
        prompts::combatant_prompt_with_last_as_default(fight, who, question, choices)
    }

    /// Applies an answer to its target. Returns true if the answer offered a stunt that was
    /// accepted, which replaces the attack.
    fn apply_answer_returning_if_stunt_accepted(
        &mut self,
        resolver: &mut Resolver,
        target_index: usize,
        respondent: CombatantId,
        answer: Answer,
    ) -> RuleResult<bool> {
        let attacker = self.attack.attacker;
        match answer {
            Answer::OfferStunt(text) => {
                self.is_stunt_excluded = true;
                return stunts::ask_to_approve_and_accept_stunt(
                    resolver,
                    attacker,
                    self.targets[target_index].target,
                    &text,
                );
            }
            Answer::Dodge => {
                pay_for_reaction(resolver, respondent);
                self.targets[target_index].outcome = self.roll_dodge(resolver, respondent);
            }
            Answer::Counter { means, hold_back } => {
                pay_for_reaction(resolver, respondent);
                self.is_counter_taken = true;
                self.targets[target_index].outcome =
                    resolve_counter(resolver, attacker, respondent, means, hold_back);
            }
            Answer::HideBehind(behind) => {
                self.ask_and_resolve_hide_behind(resolver, target_index, respondent, behind)?
            }
            Answer::Guard(action) => {
                self.redirect_attack_to_guard(resolver, target_index, respondent, action)
            }
            Answer::No => self.targets[target_index].declined_guards.push(respondent),
            _ => self.targets[target_index].has_answered = true,
        }
        Ok(false)
    }

    /// Rolls a dodge. FACT-REACT-4: an AGI save; on a pass the attack misses this target, on a fail
    /// it proceeds.
    fn roll_dodge(&self, resolver: &mut Resolver, who: CombatantId) -> TargetOutcome {
        let passed = saves::roll_d20_save(resolver, who, Ability::Agi, SavePurpose::Dodge);
        if passed { TargetOutcome::Missed } else { TargetOutcome::Hit }
    }

    /// Resolves hiding behind somebody. FACT-REACT-9: the new target gets its own window.
    /// FACT-GRAP-4: a grabber hides behind the grabbed one without consent, and the hold stays.
    fn ask_and_resolve_hide_behind(
        &mut self,
        resolver: &mut Resolver,
        target_index: usize,
        hider: CombatantId,
        protector: CombatantId,
    ) -> RuleResult {
        let is_held = resolver.fight().body(hider).grabbing == Some(protector);
        if !is_held {
            if !self.ask_for_shelter_recording_refusal(resolver, target_index, hider, protector)? {
                return Ok(());
            }
            grapple::release_grabbed(resolver, hider);
        }
        resolver.emit(Event::TurnSpent(hider));
        sneaking::reveal_if_concealed(resolver, hider);
        resolver.emit(Event::HidBehind { who: hider, behind: protector });
        self.replace_target_with_new_window(resolver, target_index, protector);
        Ok(())
    }

    /// Asks somebody to shelter a target and returns whether it agrees; false also if the GM has
    /// meanwhile made that impossible. FACT-REACT-8: the other must agree; on refusal nothing is
    /// spent and the target may choose again, but not the same shelter.
    fn ask_for_shelter_recording_refusal(
        &mut self,
        resolver: &mut Resolver,
        target_index: usize,
        hider: CombatantId,
        protector: CombatantId,
    ) -> RuleResult<bool> {
        let attacker = self.attack.attacker;
        let question = Question::ShelterConsent { who: protector, target: hider, attacker };
        let choices = vec![Answer::AgreeToShelter, Answer::Refuse];
        let prompt = prompts::combatant_prompt_with_last_as_default(
            resolver.fight(),
            protector,
            question,
            choices,
        );
        let Some(answer) = resolver.ask_and_drop_if_obsolete(prompt)? else { return Ok(false) };
        if answer == Answer::Refuse {
            resolver.emit(Event::ShelterRefused { who: hider, refuser: protector });
            self.targets[target_index].refused_shelters.push(protector);
            return Ok(false);
        }
        Ok(true)
    }

    /// Resolves guarding. FACT-REACT-10: the guard becomes the new target; the old one's turn is
    /// not spent. FACT-REACT-11: the guard's turn is spent, so it can do nothing else but what
    /// guarding includes.
    fn redirect_attack_to_guard(
        &mut self,
        resolver: &mut Resolver,
        target_index: usize,
        guard: CombatantId,
        action: GuardAction,
    ) {
        let target = self.targets[target_index].target;
        pay_for_reaction(resolver, guard);
        resolver.emit(Event::Guarded { who: guard, target });
        self.replace_target_with_new_window(resolver, target_index, guard);
        self.is_guarded = true;
        self.targets[target_index].outcome = match action {
            GuardAction::TakeHit => TargetOutcome::Hit,
            GuardAction::Dodge => self.roll_dodge(resolver, guard),
            GuardAction::Counter(means) | GuardAction::CounterHeldBack(means) => {
                self.is_counter_taken = true;
                let hold_back = action != GuardAction::Counter(means);
                resolve_counter(resolver, self.attack.attacker, guard, means, hold_back)
            }
        };
    }

    /// Makes another combatant the target of the attack. It has its own window: all earlier answers
    /// and refusals about this target are forgotten.
    fn replace_target_with_new_window(
        &mut self,
        resolver: &Resolver,
        target_index: usize,
        new_target: CombatantId,
    ) {
        self.past_targets.push(new_target);
        self.decoy_delay = decoy_delay_for(resolver.fight(), &[new_target]);
        let replaced = &mut self.targets[target_index];
        replaced.target = new_target;
        replaced.has_answered = false;
        replaced.declined_guards.clear();
        replaced.refused_shelters.clear();
    }
}

/// Returns whether an `elusive` mover still has its one free dodge a turn (FACT-OPP-3).
fn can_dodge_freely(fight: &Fight, attack: &AttackInProgress, target: CombatantId) -> bool {
    let is_free_dodge_used =
        fight.state.turn.is_none_or(|turn| turn.who != target || turn.free_dodge_used);
    attack.occasion == AttackOccasion::Opportunity
        && fight.body(target).has_trait(CombatantTrait::Elusive)
        && fight.body(target).is_active()
        && !is_free_dodge_used
        && attack.is_known_to(fight, target)
}

/// Records the cost of a reaction. FACT-REACT-2: it costs the whole turn of this round, at the
/// moment it is committed. FACT-SNEAK-4: reacting reveals. FACT-GRAP-2: it frees whoever is held.
fn pay_for_reaction(resolver: &mut Resolver, who: CombatantId) {
    let is_mover = resolver.fight().body(who).readiness == Readiness::Acting;
    resolver.emit(if is_mover { Event::FreeDodgeUsed(who) } else { Event::TurnSpent(who) });
    sneaking::reveal_if_concealed(resolver, who);
    grapple::release_grabbed(resolver, who);
}

/// Returns whether a combatant who may react can give this answer in the present fight.
/// FACT-GRAP-1: a grabbed combatant cannot dodge. FACT-REACT-5: a counter is an attack that could
/// legally be made at the attacker now. FACT-MORALE-4: the broken cannot counter.
fn can_answer(
    fight: &Fight,
    respondent: CombatantId,
    attacker: CombatantId,
    answer: &Answer,
) -> bool {
    let body = fight.body(respondent);
    let can_counter = |means: AttackMeans| {
        !body.broken
            && initiative::are_enemies(fight, respondent, attacker)
            && counter_trajectory(fight, respondent, attacker, means).is_some()
    };
    match answer {
        Answer::Dodge => body.grabbed_by.is_none(),
        Answer::Counter { means, .. } | Answer::Guard(GuardAction::Counter(means)) => {
            can_counter(*means)
        }
        Answer::HideBehind(behind) => can_hide_behind(fight, respondent, attacker, *behind),
        _ => true,
    }
}

/// Returns how a counter with these means goes, which is indirectly only if it cannot be direct;
/// `None` if it cannot be made at all (FACT-REACT-5).
fn counter_trajectory(
    fight: &Fight,
    who: CombatantId,
    attacker: CombatantId,
    means: AttackMeans,
) -> Option<Trajectory> {
    [Trajectory::Direct, Trajectory::Indirect].into_iter().find(|trajectory| {
        check_attack_means(fight, who, attacker, means, *trajectory, AttackOccasion::Counter)
            .is_ok()
    })
}

/// Returns whether a counter that the command calls indirect can be so (FACT-ATK-11).
pub fn can_counter_answer_be_indirect(
    fight: &Fight,
    request: &PromptRequest,
    answer: &Answer,
) -> bool {
    match (&request.question, answer) {
        (
            Question::Reaction { who, attacker, .. } | Question::Guard { who, attacker, .. },
            Answer::Counter { means, .. }
            | Answer::Guard(GuardAction::Counter(means) | GuardAction::CounterHeldBack(means)),
        ) => {
            let (trajectory, occasion) = (Trajectory::Indirect, AttackOccasion::Counter);
            check_attack_means(fight, *who, *attacker, *means, trajectory, occasion).is_ok()
        }
        _ => false,
    }
}

/// Returns whether a combatant may guard the target. FACT-REACT-10: a ready character of the
/// target's faction or its allies, nearby the target. FACT-GRAP-1: not the grabbed. FACT-MORALE-4:
/// not the broken.
fn can_guard(fight: &Fight, guard: CombatantId, target: CombatantId) -> bool {
    let body = fight.body(guard);
    can_react(fight, guard)
        && fight.get_present(target).is_some_and(|combatant| combatant.body.is_on_map())
        && !initiative::are_enemies(fight, guard, target)
        && body.grabbed_by.is_none()
        && !body.broken
        && are_nearby(fight, guard, target)
}

/// Returns whether a target, a guard or a shelter can still give every answer that it was offered.
/// An order of the GM may have put one of them out of action, or out of reach.
pub fn is_prompt_still_valid(fight: &Fight, request: &PromptRequest) -> bool {
    let can_give_all_answers = |who: CombatantId, attacker: CombatantId| {
        is_active_on_map(fight, attacker)
            && request.choices.iter().all(|choice| can_answer(fight, who, attacker, choice))
    };
    match request.question {
        Question::Reaction { who, attacker, .. } => {
            let is_mover =
                fight.body(who).readiness == Readiness::Acting && is_active_on_map(fight, who);
            (is_mover || can_react(fight, who)) && can_give_all_answers(who, attacker)
        }
        Question::Guard { who, attacker, target, .. } => {
            can_guard(fight, who, target) && can_give_all_answers(who, attacker)
        }
        Question::ShelterConsent { who, target, attacker } => {
            let shelter = Answer::HideBehind(who);
            can_react(fight, target)
                && is_active_on_map(fight, attacker)
                && can_answer(fight, target, attacker, &shelter)
        }
        _ => true,
    }
}

/// Declares a counter, rolls whether it hits, and returns what becomes of the attack on the
/// defender: countered, or a plain hit if the counter missed (FACT-REACT-5). FACT-REACT-7: a
/// counter opens no window.
fn resolve_counter(
    resolver: &mut Resolver,
    attacker: CombatantId,
    defender: CombatantId,
    means: AttackMeans,
    hold_back: bool,
) -> TargetOutcome {
    let counter = AttackInProgress::new(resolver.fight(), defender, means, AttackOccasion::Counter);
    let trajectory = counter_trajectory(resolver.fight(), defender, attacker, means);
    let indirect = trajectory == Some(Trajectory::Indirect);
    let counter = AttackInProgress { hold_back, indirect, ..counter };
    if attacks::declare_and_roll_counter(resolver, &counter, attacker) {
        return TargetOutcome::Countered(Box::new(counter));
    }
    let landing_zone = place_of(resolver.fight(), attacker).zone;
    attacks::land_or_use_up_thrown_weapon(resolver, &counter, landing_zone);
    TargetOutcome::Hit
}

/// Returns whether a target can hide behind this combatant. FACT-REACT-8: behind a nearby character
/// other than the attacker, who can agree. FACT-GRAP-1: a grabbed target cannot. FACT-GRAP-4: a
/// grabber can use whom it holds, who need not consent.
fn can_hide_behind(
    fight: &Fight,
    hider: CombatantId,
    attacker: CombatantId,
    protector: CombatantId,
) -> bool {
    let (body, shelter) = (fight.body(hider), fight.body(protector));
    let is_held = body.grabbing == Some(protector);
    protector != hider
        && protector != attacker
        && shelter.is_on_map()
        && (is_held || (body.grabbed_by.is_none() && shelter.is_active()))
        && are_nearby(fight, hider, protector)
        && is_aware(fight, hider, protector)
}

/// Returns why an answer is not among the choices, as the refusal key and the id of the rule.
pub fn explain_answer_not_offered(
    fight: &Fight,
    request: &PromptRequest,
    command: &Command,
) -> (&'static str, &'static str) {
    let (who, attacker) = match &request.question {
        Question::Reaction { who, attacker, .. } | Question::Guard { who, attacker, .. } => {
            (*who, *attacker)
        }
        _ => return ("bad-target", "FACT-REACT-3"),
    };
    let body = fight.body(who);
    let is_grabbed = body.grabbed_by.is_some();
    match (command.verb.as_str(), &request.question) {
        ("dodge" | "hide-behind", _) if body.readiness == Readiness::Acting => {
            ("own-turn", "FACT-OPP-3")
        }
        ("dodge" | "hide-behind", _) if is_grabbed => ("entangled", "FACT-GRAP-1"),
        ("counter" | "guard", _) if body.readiness == Readiness::Acting => {
            ("own-turn", "FACT-REACT-1")
        }
        ("counter", _) if body.broken => ("morale-broken", "FACT-MORALE-4"),
        ("counter", Question::Reaction { is_counter_taken: true, .. }) => {
            ("counter-taken", "FACT-BLAST-6")
        }
        ("counter", Question::Reaction { .. }) => ("not-suitable", "FACT-REACT-5"),
        ("guard", Question::Guard { is_counter_taken, .. })
            if command.get("how") == "counter" && body.has_trait(CombatantTrait::Bodyguard) =>
        {
            match is_counter_taken {
                true => ("counter-taken", "FACT-BLAST-6"),
                false => ("not-suitable", "FACT-REACT-5"),
            }
        }
        ("guard", Question::Reaction { .. }) => ("already-target", "FACT-REACT-9"),
        // FACT-REACT-11: the guard's turn is spent on guarding.
        ("guard" | "dodge" | "counter" | "hide-behind", Question::Guard { .. }) => {
            ("turn-spent", "FACT-REACT-11")
        }
        ("hide-behind", Question::Reaction { past_targets, .. }) => {
            explain_shelter_not_offered(fight, who, attacker, past_targets, command.get("target"))
        }
        _ => ("bad-target", "FACT-REACT-3"),
    }
}

/// Returns why a target cannot hide behind the combatant of this name, as the refusal key and the
/// id of the rule. FACT-SNEAK-1: it does not tell where a concealed combatant is.
fn explain_shelter_not_offered(
    fight: &Fight,
    hider: CombatantId,
    attacker: CombatantId,
    past_targets: &[CombatantId],
    shelter_name: &str,
) -> (&'static str, &'static str) {
    let viewer = fight.viewer_of(Initiator::Combatant(hider));
    let is_known = |other: &CombatantId| *other != attacker && is_aware(fight, hider, *other);
    match fight.find_combatant(viewer, shelter_name).filter(is_known) {
        Some(shelter) if past_targets.contains(&shelter) => ("already-target", "FACT-REACT-9"),
        Some(shelter) if !are_nearby(fight, hider, shelter) => ("not-nearby", "FACT-REACT-8"),
        _ => ("bad-target", "FACT-REACT-8"),
    }
}

/// Returns whether a question is about an attack out of concealment (FACT-SNEAK-3).
fn asks_about_surprise_attack(prompt: &PromptRequest) -> bool {
    match prompt.question {
        Question::Guard { is_surprise, .. } | Question::Reaction { is_surprise, .. } => is_surprise,
        _ => false,
    }
}

/// Returns whether a question is about an attack of which this combatant is or has been a target
/// (FACT-REACT-9).
fn lists_past_target(prompt: &PromptRequest, who: CombatantId) -> bool {
    match &prompt.question {
        Question::Guard { past_targets, .. } | Question::Reaction { past_targets, .. } => {
            past_targets.contains(&who)
        }
        _ => false,
    }
}

/// Returns why a combatant cannot give an answer for which no question to it is open; `None` for
/// other commands, or if no reason applies. `open_prompts` are the questions to others.
/// FACT-REACT-1: its turn is spent or running, or it is unaware of the attacker.
pub fn explain_why_not_asked_to_react(
    fight: &Fight,
    open_prompts: &[PromptRequest],
    who: CombatantId,
    command: &Command,
) -> Option<Refusal> {
    // FACT-STUNT-1: only before the target has answered.
    if command.verb == "stunt" {
        let name = fight.name(who);
        return Some(Refusal::new("too-late", "FACT-STUNT-1").with("name", name));
    }
    let reaction_verbs = ["dodge", "counter", "hide-behind", "guard", "strike"];
    if !reaction_verbs.contains(&&*command.verb) {
        return None;
    }
    let body = fight.body(who);
    let is_surprise = open_prompts.iter().any(asks_about_surprise_attack);
    let was_target = open_prompts.iter().any(|prompt| lists_past_target(prompt, who));
    let (key, rule) = match body.readiness {
        Readiness::Acting => ("own-turn", "FACT-REACT-1"),
        Readiness::Spent => ("turn-spent", "FACT-REACT-1"),
        Readiness::Ready if visibility::is_kept_by_known_ambush(fight, who) => {
            ("ambush", "FACT-SNEAK-2")
        }
        Readiness::Ready if is_surprise => ("unaware", "FACT-SNEAK-3"),
        Readiness::Ready if command.verb == "guard" && was_target => {
            ("already-target", "FACT-REACT-9")
        }
        Readiness::Ready if open_prompts.is_empty() => return None,
        Readiness::Ready if body.grabbed_by.is_some() => ("entangled", "FACT-GRAP-1"),
        Readiness::Ready if body.broken => ("morale-broken", "FACT-MORALE-4"),
        Readiness::Ready => return None,
    };
    Some(Refusal::new(key, rule).with("name", fight.name(who)))
}
