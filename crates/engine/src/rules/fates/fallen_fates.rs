//! Fallen Fates (FATES-FATE).

use super::prompts::{self, Answer};
use super::sheet::{Attribute, Body, Skill};
use super::state::{Event, ExitReason, ResolveGainCause};
use super::{Fight, PromptRequest, Resolver, RuleResult, damage, rolls, wounded};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;
use crate::resolution::resolver::Interrupt;

keyed_enum! {
    /// The four dramatic ends, and that of an NPC whose GM wants none of them.
    FallenFate {
        NeverTheSame = "never",
        DesperatePush = "push",
        BlazeOfGlory = "blaze",
        TragicDemise = "demise",
        Falls = "falls",
    }
}

/// FATES-FATE-5: twice in a life.
pub const MAX_NEVER_THE_SAME: u8 = 2;

/// FATES-FATE-6: what a Desperate Push must reach.
pub const PUSH_SUCCESS_TOTAL: u8 = 8;

/// FATES-FATE-2: not more often than the higher of Stamina and Control. FATES-FATE-3: not above
/// half the maximum, rounded down.
pub fn check_can_ignore(body: &Body, amount: u8) -> Result<(), RefusalReason> {
    if body.ignored_fates >= max_ignores(body) {
        return Err(RefusalReason::new("ignore-spent", "FATES-FATE-2"));
    }
    if is_too_big_to_ignore(body, amount) {
        return Err(RefusalReason::new("ignore-too-big", "FATES-FATE-3"));
    }
    Ok(())
}

/// FATES-FATE-2: how many Fates can be ignored until Rest.
pub fn max_ignores(body: &Body) -> u8 {
    body.rank(Skill::Stamina).max(body.rank(Skill::Control))
}

/// FATES-FATE-3: above half the maximum Resolve.
pub fn is_too_big_to_ignore(body: &Body, amount: u8) -> bool {
    amount > body.resolve_max / 2
}

/// FATES-FATE-4: one attribute by 2D, or two different ones by 1D each; none picked: the pick is
/// owed. FATES-FATE-5: twice in a life, and none below 1D.
pub fn check_never_the_same(body: &Body, attributes: &[Attribute]) -> Result<(), RefusalReason> {
    let unavailable = Err(RefusalReason::new("fate-unavailable", "FATES-FATE-5"));
    if remaining_never_the_same(body) == 0 {
        return unavailable;
    }
    if attributes.is_empty() || is_valid_pick(body, attributes) { Ok(()) } else { unavailable }
}

/// FATES-FATE-5: how often Never the Same is still possible; not at all without a lawful pick.
pub fn remaining_never_the_same(body: &Body) -> u8 {
    if has_valid_pick(body) {
        MAX_NEVER_THE_SAME.saturating_sub(body.never_the_same_count)
    } else {
        0
    }
}

/// FATES-FATE-12: an owed pick is paid by a lawful one.
pub fn check_attribute_pick(body: &Body, attributes: &[Attribute]) -> Result<(), RefusalReason> {
    if body.owes_attribute_pick && is_valid_pick(body, attributes) {
        Ok(())
    } else {
        Err(RefusalReason::new("fate-unavailable", "FATES-FATE-12"))
    }
}

fn is_valid_pick(body: &Body, attributes: &[Attribute]) -> bool {
    match attributes {
        [one] => body.attribute(*one) > 2,
        [one, other] => one != other && body.attribute(*one) > 1 && body.attribute(*other) > 1,
        _ => false,
    }
}

/// FATES-FATE-5: with no lawful pick it is not offered.
fn has_valid_pick(body: &Body) -> bool {
    let dice = |attribute: &Attribute| body.attribute(*attribute);
    Attribute::ALL.iter().any(|one| dice(one) > 2)
        || Attribute::ALL.iter().filter(|one| dice(one) > 1).count() > 1
}

/// Attributes lowered for good: the one by 2D, or two by 1D each.
fn lower_attributes(resolver: &mut Resolver, who: CombatantId, attributes: &[Attribute]) {
    let (attributes, dice) = match attributes {
        [one] => (vec![*one, *one], 2),
        several => (several.to_vec(), 1),
    };
    let body = resolver.fight().body(who);
    let left = attributes.iter().map(|one| body.attribute(*one).saturating_sub(dice)).collect();
    resolver.emit(Event::AttributesLowered { who, attributes, remaining_dice: Some(left) });
}

/// FATES-FATE-12: `/fate pick`.
pub fn pay_attribute_pick(resolver: &mut Resolver, who: CombatantId, attributes: &[Attribute]) {
    lower_attributes(resolver, who, attributes);
}

/// FATES-FATE-1: a Wounded PC who takes damage chooses a Fate or ignores it, before anything else
/// goes on. FATES-FATE-11: for a significant NPC the GM is asked privately. FATES-FATE-12: without
/// an answer, ignore if allowed; else the GM chooses during a second clock.
pub fn ask_and_resolve_fate(resolver: &mut Resolver, who: CombatantId, amount: u8) -> RuleResult {
    let mut is_cut = false;
    let ask = |fight: &Fight| prompts::fate_prompt(fight, who, amount);
    let mut answer = ask_fate(resolver, who, ask, &mut is_cut)?;
    if answer == Some(Answer::LeaveToGm) {
        let ask = |fight: &Fight| prompts::second_fate_prompt(fight, who, amount);
        answer = ask_fate(resolver, who, ask, &mut is_cut)?;
    }
    match answer {
        Some(Answer::IgnoreFate { text }) => resolver.emit(Event::FateIgnored { who, text }),
        Some(Answer::NeverTheSame { attributes, text }) => {
            apply_never_the_same(resolver, who, &attributes, text);
        }
        Some(Answer::Fate { fate, text }) => resolve_fate(resolver, who, fate, text)?,
        _ => {}
    }
    if is_cut { Err(Interrupt::EndAct) } else { Ok(()) }
}

/// Somebody who is out, or Wounded no more, has no Fate to choose; FATES-FATE-8: nor has who
/// blazes.
pub fn must_choose_fate(fight: &Fight, who: CombatantId) -> bool {
    let is_wounded = fight.get(who).is_some_and(|one| one.body.is_wounded && one.body.is_active());
    is_wounded && !damage::has_blaze_turn(fight, who)
}

/// An answer of those that are possible when it comes: what the GM rules meanwhile, and another
/// Fate that calls, may change them, and then it is asked anew. None: there is no Fate any more.
/// FATES-FATE-9: a Blaze that is chosen meanwhile cuts the turn, and not this choice.
fn ask_fate(
    resolver: &mut Resolver,
    who: CombatantId,
    build_prompt: impl Fn(&Fight) -> PromptRequest,
    is_turn_cut: &mut bool,
) -> RuleResult<Option<Answer>> {
    while must_choose_fate(resolver.fight(), who) {
        let asked = build_prompt(resolver.fight());
        let choices = asked.choices.clone();
        let answer = match resolver.ask(asked) {
            Err(Interrupt::EndAct) if resolver.fight().state.outcome.is_none() => {
                *is_turn_cut = true;
                continue;
            }
            answer => answer?,
        };
        if must_choose_fate(resolver.fight(), who)
            && build_prompt(resolver.fight()).choices == choices
        {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

fn resolve_fate(
    resolver: &mut Resolver,
    who: CombatantId,
    fate: FallenFate,
    text: String,
) -> RuleResult {
    match fate {
        FallenFate::NeverTheSame => {
            apply_never_the_same(resolver, who, &[], text);
            Ok(())
        }
        FallenFate::DesperatePush => {
            resolver.emit(Event::FateChosen { who, fate, text });
            roll_desperate_push(resolver, who);
            Ok(())
        }
        FallenFate::BlazeOfGlory => {
            resolver.emit(Event::FateChosen { who, fate, text });
            begin_blaze_of_glory(resolver, who)
        }
        FallenFate::TragicDemise => {
            resolver.emit(Event::FateChosen { who, fate, text });
            roll_tragic_demise(resolver, who);
            Ok(())
        }
        // FATES-FATE-11: it falls and is down.
        FallenFate::Falls => {
            resolver.emit(Event::FateChosen { who, fate, text });
            wounded::go_down(resolver, who)
        }
    }
}

/// FATES-FATE-4: attributes lowered for good, and removed from this encounter, alive and still
/// Wounded.
fn apply_never_the_same(
    resolver: &mut Resolver,
    who: CombatantId,
    attributes: &[Attribute],
    text: String,
) {
    resolver.emit(Event::FateChosen { who, fate: FallenFate::NeverTheSame, text });
    if attributes.is_empty() {
        resolver.emit(Event::AttributePickOwed(who));
    } else {
        lower_attributes(resolver, who, attributes);
    }
    wounded::make_inactive(resolver, who, ExitReason::Removed);
}

/// FATES-FATE-6: 2D; on 7 or less it dies, on 8 or more it regains that much and is Wounded no
/// more.
fn roll_desperate_push(resolver: &mut Resolver, who: CombatantId) {
    let total = rolls::roll_sum(resolver, 2);
    resolver.emit(Event::PushRolled { who, total });
    if total >= PUSH_SUCCESS_TOTAL {
        wounded::regain_resolve(resolver, who, total, ResolveGainCause::Push);
    } else {
        wounded::make_inactive(resolver, who, ExitReason::Dead);
    }
}

/// FATES-FATE-7: the turn that runs ends at once, whoever's it is, and the chooser takes a full
/// one. FATES-FATE-9: a Blaze inside a Blaze turn ends the first, whose character dies then. What
/// is unfinished of the cut turn is dropped with it: the cut unwinds every call that is open.
fn begin_blaze_of_glory(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    let turn = resolver.fight().state.turn.as_ref();
    let first = turn.filter(|turn| turn.is_blaze).map(|turn| turn.who);
    resolver.emit(Event::BlazeOfGloryBegan(who));
    if let Some(first) = first {
        wounded::make_inactive(resolver, first, ExitReason::Dead);
    }
    Err(Interrupt::EndAct)
}

/// FATES-FATE-10: it dies; each ally who witnesses it regains 2D and gains 1 FP; one roll for all.
/// Witnesses are all active allies, in any zone.
fn roll_tragic_demise(resolver: &mut Resolver, who: CombatantId) {
    wounded::make_inactive(resolver, who, ExitReason::Dead);
    let total = rolls::roll_sum(resolver, 2);
    resolver.emit(Event::DemiseRolled { who, total });
    for ally in demise_witnesses(resolver.fight(), who) {
        wounded::regain_resolve(resolver, ally, total, ResolveGainCause::Demise);
        resolver.emit(Event::FatePointGained(ally));
    }
}

pub fn demise_witnesses(fight: &Fight, who: CombatantId) -> Vec<CombatantId> {
    let allies = fight.iter().filter(|(one, other)| {
        *one != who && other.body.is_active() && wounded::are_allies(fight, *one, who)
    });
    allies.map(|(one, _)| one).collect()
}
