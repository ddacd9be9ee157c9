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
    /// The four dramatic ends, and the plain one of an NPC.
    FallenFate {
        NeverTheSame = "never",
        DesperatePush = "push",
        BlazeOfGlory = "blaze",
        TragicDemise = "demise",
        Falls = "falls",
    }
}

/// How often Never the Same can be chosen in a life (FATES-FATE-5).
pub const MAX_NEVER_THE_SAME: u8 = 2;

/// The lowest roll with which a Desperate Push succeeds (FATES-FATE-6).
pub const PUSH_SUCCESS_TOTAL: u8 = 8;

/// Checks that a Fate can be ignored: not more often than the limit (FATES-FATE-2), and not with
/// too much damage (FATES-FATE-3).
pub fn check_fate_can_be_ignored(body: &Body, damage: u8) -> Result<(), RefusalReason> {
    if body.ignored_fates >= max_ignores(body) {
        return Err(RefusalReason::new("ignore-spent", "FATES-FATE-2"));
    }
    if is_too_big_to_ignore(body, damage) {
        return Err(RefusalReason::new("ignore-too-big", "FATES-FATE-3"));
    }
    Ok(())
}

/// Returns how many Fates a combatant can ignore until Rest (FATES-FATE-2).
pub fn max_ignores(body: &Body) -> u8 {
    body.rank(Skill::Stamina).max(body.rank(Skill::Control))
}

/// Returns whether the damage is above half the maximum Resolve, rounded down (FATES-FATE-3).
pub fn is_too_big_to_ignore(body: &Body, damage: u8) -> bool {
    damage > body.resolve_max / 2
}

/// Checks that a combatant may choose the Fate "Never the Same" and lower these attributes for
/// good. With no attributes, it picks them later (FATES-FATE-4, FATES-FATE-5).
pub fn check_may_choose_fate_of_lowered_attributes(
    body: &Body,
    attributes: &[Attribute],
) -> Result<(), RefusalReason> {
    let unavailable = Err(RefusalReason::new("fate-unavailable", "FATES-FATE-5"));
    if remaining_never_the_same_choices(body) == 0 {
        return unavailable;
    }
    if attributes.is_empty() || is_valid_attribute_pick(body, attributes) {
        Ok(())
    } else {
        unavailable
    }
}

/// Returns how often Never the Same can still be chosen (FATES-FATE-5): 0 also if the combatant has
/// no attributes left that it could lower.
pub fn remaining_never_the_same_choices(body: &Body) -> u8 {
    if has_valid_attribute_pick(body) {
        MAX_NEVER_THE_SAME.saturating_sub(body.never_the_same_count)
    } else {
        0
    }
}

/// Checks that an owed pick is paid by a lawful one (FATES-FATE-12).
pub fn check_owed_attribute_pick(
    body: &Body,
    attributes: &[Attribute],
) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("fate-unavailable", "FATES-FATE-12");
    reason.refuse_unless(body.owes_attribute_pick && is_valid_attribute_pick(body, attributes))
}

/// Returns whether Never the Same may lower these attributes: one above 2D, or two different ones
/// above 1D each (FATES-FATE-5).
fn is_valid_attribute_pick(body: &Body, attributes: &[Attribute]) -> bool {
    match attributes {
        [only] => body.attribute_dice(*only) > 2,
        [first, second] => {
            first != second && body.attribute_dice(*first) > 1 && body.attribute_dice(*second) > 1
        }
        _ => false,
    }
}

/// Returns whether a lawful pick exists; otherwise Never the Same is not offered (FATES-FATE-5).
fn has_valid_attribute_pick(body: &Body) -> bool {
    let dice = |attribute: &Attribute| body.attribute_dice(*attribute);
    Attribute::ALL.iter().any(|attribute| dice(attribute) > 2)
        || Attribute::ALL.iter().filter(|attribute| dice(attribute) > 1).count() > 1
}

/// Lowers one attribute by 2D, or two by 1D each, for good.
fn lower_picked_attributes_for_good(
    resolver: &mut Resolver,
    who: CombatantId,
    attributes: &[Attribute],
) {
    // The event lists an attribute once for each die that it loses.
    let (lowered, dice_lost_each) = match attributes {
        [only] => (vec![*only, *only], 2),
        several => (several.to_vec(), 1),
    };
    let body = resolver.fight().body(who);
    let dice_after =
        |attribute: &Attribute| body.attribute_dice(*attribute).saturating_sub(dice_lost_each);
    let remaining_dice = lowered.iter().map(dice_after).collect();
    resolver.emit(Event::AttributesLowered {
        who,
        attributes: lowered,
        remaining_dice: Some(remaining_dice),
    });
}

/// Pays an owed pick, as by `/fate pick` (FATES-FATE-12).
pub fn pay_attribute_pick(resolver: &mut Resolver, who: CombatantId, attributes: &[Attribute]) {
    lower_picked_attributes_for_good(resolver, who, attributes);
}

/// Asks for the Fate of a Wounded combatant who takes damage, and resolves it before anything else
/// goes on (FATES-FATE-1).
///
/// FATES-FATE-11: for a significant NPC the GM is asked privately. FATES-FATE-12: without an answer
/// the Fate is ignored if that is allowed; else the GM chooses during a second clock.
///
/// # Errors
///
/// Ends the running act if a Blaze of Glory cuts the turn.
pub fn ask_and_resolve_fallen_fate(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u8,
) -> RuleResult {
    let mut is_turn_cut = false;
    let build_prompt = |fight: &Fight| prompts::fallen_fate_prompt(fight, who, amount);
    let mut answer =
        ask_until_valid_fate_or_none_due(resolver, who, build_prompt, &mut is_turn_cut)?;
    if answer == Some(Answer::LeaveToGm) {
        let build_prompt = |fight: &Fight| prompts::gm_fallen_fate_prompt(fight, who, amount);
        answer = ask_until_valid_fate_or_none_due(resolver, who, build_prompt, &mut is_turn_cut)?;
    }
    match answer {
        Some(Answer::IgnoreFate { text }) => resolver.emit(Event::FateIgnored { who, text }),
        Some(Answer::NeverTheSame { attributes, text }) => {
            apply_never_the_same_and_leave_fight(resolver, who, &attributes, text);
        }
        Some(Answer::Fate { fate, text }) => resolve_fallen_fate(resolver, who, fate, text)?,
        _ => {}
    }
    if is_turn_cut { Err(Interrupt::EndAct) } else { Ok(()) }
}

/// Returns whether a combatant has a Fate to choose: it is Wounded and active, and has no Blaze
/// turn (FATES-FATE-8).
pub fn must_choose_fallen_fate(fight: &Fight, who: CombatantId) -> bool {
    let is_wounded = fight
        .get_present(who)
        .is_some_and(|combatant| combatant.body.is_wounded && combatant.body.is_active());
    is_wounded && !damage::has_blaze_turn(fight, who)
}

/// Asks for a Fate until an answer is given that is still possible; `None` if there is no Fate to
/// choose any more.
///
/// An order of the GM, or another Fate, may change the choices meanwhile; then the question is
/// asked again. A Blaze chosen meanwhile cuts the turn, but not this choice (FATES-FATE-9).
fn ask_until_valid_fate_or_none_due(
    resolver: &mut Resolver,
    who: CombatantId,
    build_prompt: impl Fn(&Fight) -> PromptRequest,
    is_turn_cut: &mut bool,
) -> RuleResult<Option<Answer>> {
    while must_choose_fallen_fate(resolver.fight(), who) {
        let prompt = build_prompt(resolver.fight());
        let choices = prompt.choices.clone();
        let answer = match resolver.ask(prompt) {
            Err(Interrupt::EndAct) if resolver.fight().state.outcome.is_none() => {
                *is_turn_cut = true;
                continue;
            }
            result => result?,
        };
        if must_choose_fallen_fate(resolver.fight(), who)
            && build_prompt(resolver.fight()).choices == choices
        {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

/// Records the Fate that was chosen, and applies it. A Blaze of Glory ends the running act
/// ([`Interrupt::EndAct`]).
fn resolve_fallen_fate(
    resolver: &mut Resolver,
    who: CombatantId,
    fate: FallenFate,
    text: String,
) -> RuleResult {
    match fate {
        FallenFate::NeverTheSame => {
            apply_never_the_same_and_leave_fight(resolver, who, &[], text);
            Ok(())
        }
        FallenFate::DesperatePush => {
            resolver.emit(Event::FateChosen { who, fate, text });
            roll_desperate_push_to_recover_or_die(resolver, who);
            Ok(())
        }
        FallenFate::BlazeOfGlory => {
            resolver.emit(Event::FateChosen { who, fate, text });
            cut_turn_for_blaze_and_end_act(resolver, who)
        }
        FallenFate::TragicDemise => {
            resolver.emit(Event::FateChosen { who, fate, text });
            kill_granting_allies_resolve_and_fate_point(resolver, who);
            Ok(())
        }
        // FATES-FATE-11: the NPC falls and is down.
        FallenFate::Falls => {
            resolver.emit(Event::FateChosen { who, fate, text });
            wounded::go_down(resolver, who)
        }
    }
}

/// Lowers attributes for good, and removes the combatant from this encounter, alive and still
/// Wounded (FATES-FATE-4). Without attributes none is lowered yet: the combatant owes the pick.
fn apply_never_the_same_and_leave_fight(
    resolver: &mut Resolver,
    who: CombatantId,
    attributes: &[Attribute],
    text: String,
) {
    resolver.emit(Event::FateChosen { who, fate: FallenFate::NeverTheSame, text });
    if attributes.is_empty() {
        resolver.emit(Event::AttributePickOwed(who));
    } else {
        lower_picked_attributes_for_good(resolver, who, attributes);
    }
    wounded::make_inactive(resolver, who, ExitReason::Removed);
}

/// Rolls for the Fate Desperate Push, 2D: on 7 or less the combatant dies, on 8 or more it regains
/// that much Resolve and is no longer Wounded (FATES-FATE-6).
fn roll_desperate_push_to_recover_or_die(resolver: &mut Resolver, who: CombatantId) {
    let total = rolls::roll_sum(resolver, who, 2);
    resolver.emit(Event::PushRolled { who, total });
    if total >= PUSH_SUCCESS_TOTAL {
        wounded::regain_resolve_and_end_wounded(resolver, who, total, ResolveGainCause::Push);
    } else {
        wounded::make_inactive(resolver, who, ExitReason::Dead);
    }
}

/// Cuts the running turn, whoever's it is, and gives the chooser a full turn next (FATES-FATE-7).
/// If the cut turn is a Blaze turn, its character dies now (FATES-FATE-9).
///
/// # Errors
///
/// Always ends the act: everything unfinished of the cut turn is dropped with its calls.
fn cut_turn_for_blaze_and_end_act(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    let turn = resolver.fight().state.turn.as_ref();
    let cut_blaze = turn.filter(|turn| turn.is_blaze).map(|turn| turn.who);
    resolver.emit(Event::BlazeOfGloryBegan(who));
    if let Some(cut) = cut_blaze {
        wounded::make_inactive(resolver, cut, ExitReason::Dead);
    }
    Err(Interrupt::EndAct)
}

/// Lets a combatant die; each active ally in any zone regains 2D Resolve, by one roll for all, and
/// gains a Fate Point (FATES-FATE-10).
fn kill_granting_allies_resolve_and_fate_point(resolver: &mut Resolver, who: CombatantId) {
    wounded::make_inactive(resolver, who, ExitReason::Dead);
    let total = rolls::roll_sum(resolver, who, 2);
    resolver.emit(Event::DemiseRolled { who, total });
    for ally in other_active_allies(resolver.fight(), who) {
        wounded::regain_resolve_and_end_wounded(resolver, ally, total, ResolveGainCause::Demise);
        resolver.emit(Event::FatePointGained(ally));
    }
}

/// Returns all other active allies, in any zone. A Tragic Demise strengthens them (FATES-FATE-10).
pub fn other_active_allies(fight: &Fight, who: CombatantId) -> Vec<CombatantId> {
    let allies = fight.present_combatants().filter(|(other, combatant)| {
        *other != who && combatant.body.is_active() && wounded::are_allies(fight, *other, who)
    });
    allies.map(|(ally, _)| ally).collect()
}
