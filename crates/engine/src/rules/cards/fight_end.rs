//! The end of the fight and its aftermath (CARDS-END).

use super::prompts::{self, Answer};
use super::rolls::{self, ActionTest};
use super::sheet::{Action, Item, Name, Poison};
use super::state::{Event, ItemLocation, RollPurpose};
use super::{Fight, Resolver, RuleResult, damage, hazards};
use crate::core::fight::Event as CoreEvent;
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// Returns the side of each Active combatant, in joining order.
fn active_sides(fight: &Fight) -> impl Iterator<Item = &Name> {
    fight
        .present_combatants()
        .filter(|(_, combatant)| combatant.body.is_active())
        .map(|(_, combatant)| &combatant.body.side)
}

/// Returns whether at least two sides have an Active combatant.
pub fn has_two_active_sides(fight: &Fight) -> bool {
    let mut sides = active_sides(fight);
    sides.next().is_some_and(|first| sides.any(|side| side != first))
}

/// Proposes the end to the GM when fewer than two sides have an Active combatant (CARDS-END-1). A
/// GM who goes on is asked again in the next round, or when a side that came back is gone again.
pub fn ask_gm_to_end_if_one_sided(resolver: &mut Resolver) -> RuleResult {
    let fight = resolver.fight();
    if !fight.is_undecided() {
        return Ok(());
    }
    let is_continued = fight.state.is_continued_by_gm;
    if has_two_active_sides(fight) {
        if is_continued {
            resolver.emit(Event::ContinuationSet(false));
        }
        return Ok(());
    }
    if is_continued {
        return Ok(());
    }
    let remaining_side = active_sides(fight).next().map_or("nobody", |side| side).to_lowercase();
    let prompt = prompts::gm_confirm_end_prompt(fight, &remaining_side);
    match resolver.ask(prompt)? {
        Answer::ContinueFight => resolver.emit(Event::ContinuationSet(true)),
        _ => resolver.emit(Event::OutcomeDecided(remaining_side.into())),
    }
    Ok(())
}

/// Ends the fight (CARDS-END-2): applies the poison that still runs, returns dropped and thrown
/// items to their owners if their side holds the field, and clears everything but Harm, critical
/// injuries and poison.
pub fn end_fight_settling_poisons_fates_and_items(resolver: &mut Resolver, outcome: &Name) {
    let combatants: Vec<CombatantId> = resolver.fight().present_ids().collect();
    for who in combatants {
        end_poisons_applying_remaining_harm_by_setting(resolver, who);
    }
    damage::make_undecided_downed_npcs_helpless(resolver);
    for (from, item) in items_to_return_to_winning_owners(resolver.fight(), outcome) {
        let Some(owner) = item.owner else { continue };
        let to = ItemLocation::CarriedBy(owner);
        resolver.emit(Event::ItemMoved { item: item.id, name: item.name, by: owner, from, to });
    }
    let fight = resolver.fight();
    let is_dying = |who: &CombatantId| fight.body(*who).dies_after_round.is_some();
    let dying: Vec<CombatantId> = fight.present_ids().filter(is_dying).collect();
    if !dying.is_empty() {
        resolver.emit(Event::DyingReported(dying));
    }
    resolver.emit(Event::FightStateCleared);
    resolver.emit(CoreEvent::Ended(outcome.to_string()));
}

/// Applies at once all that a combatant's poisons would still have done, unless the GM's setting
/// cancels it (CARDS-END-2). This includes combatants who have Fled; for those who are Out the
/// poison has stopped (CARDS-HARM-8).
fn end_poisons_applying_remaining_harm_by_setting(resolver: &mut Resolver, who: CombatantId) {
    let body = resolver.fight().body(who);
    let poisons = body.poisons.clone();
    if poisons.is_empty() {
        return;
    }
    if resolver.fight().settings.poison_runs_out_at_end {
        let remaining_harms =
            poisons.into_iter().map(|poison| (poison.harm, all_remaining_harm(poison)));
        hazards::apply_poison_harm(resolver, who, remaining_harms);
    }
    resolver.emit(Event::PoisonsEnded(who));
}

/// Returns all the Harm that a poison would still do: one less each round (CARDS-POIS-2), which
/// adds up to n + (n - 1) + ... + 1.
fn all_remaining_harm(poison: Poison) -> u8 {
    let next_harm = u16::from(poison.next_harm);
    let sum = next_harm * (next_harm + 1) / 2;
    sum.min(u8::MAX.into()) as u8
}

/// Returns the items that are not with their owner, and where each one is, if the owner's side won.
fn items_to_return_to_winning_owners(fight: &Fight, outcome: &Name) -> Vec<(ItemLocation, Item)> {
    let mut items = Vec::new();
    for (zone_id, zone) in fight.zones.iter() {
        for item in &zone.terrain.items {
            items.push((ItemLocation::Floor(zone_id), item.clone()));
        }
    }
    for (who, combatant) in fight.present_combatants() {
        for item in &combatant.body.gear {
            if item.owner != Some(who) {
                items.push((ItemLocation::CarriedBy(who), item.clone()));
            }
        }
    }
    items.retain(|(_, item)| is_owner_on_side(fight, item, outcome));
    items
}

/// Returns whether the owner of an item is still in the fight, on this side.
fn is_owner_on_side(fight: &Fight, item: &Item, side: &Name) -> bool {
    let Some(owner_id) = item.owner else { return false };
    fight.get_present(owner_id).is_some_and(|owner| owner.body.side.to_lowercase() == **side)
}

/// Checks a recovery: once a day, for a living PC, with a healer who is in the fight and not dead,
/// or without one (CARDS-END-3).
pub fn check_pc_can_recover_today(
    fight: &Fight,
    who: CombatantId,
    healer: Option<CombatantId>,
) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    if body.has_recovered_today {
        return Err(RefusalReason::new("too-late", "CARDS-END-3").with_combatant(who));
    }
    let is_living_pc = !fight.combatant(who).is_npc() && !body.is_dead();
    let can_heal =
        |healer| fight.get_present(healer).is_some_and(|combatant| !combatant.body.is_dead());
    let reason = RefusalReason::new("bad-target", "CARDS-END-3").with_combatant(who);
    reason.refuse_unless(is_living_pc && healer.is_none_or(can_heal))
}

/// Recovers a PC from Harm. With a healer, a Study test treats it: moderate Harm needs 1 success,
/// severe Harm 2 (CARDS-END-3).
pub fn recover_with_healer_roll(
    resolver: &mut Resolver,
    who: CombatantId,
    healer: Option<CombatantId>,
) {
    let successes = match healer {
        Some(healer) => rolls::roll_test(
            resolver,
            healer,
            ActionTest::new(Action::Study, RollPurpose::Treatment),
        ),
        None => 0,
    };
    resolver.emit(Event::Recovered { who, healer, successes });
}
