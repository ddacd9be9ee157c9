//! Factions and initiative (FACT-INIT).

use super::sheet::{Body, Name};
use super::state::Event;
use super::{Fight, Resolver, RuleResult, visibility};
use crate::core::alliances;
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;
use crate::resolution::resolver::RollAudience;
use crate::visibility::view::Viewer;

/// Returns whether two factions are the same or allied. FACT-INIT-1: all factions are enemies of
/// each other unless the GM allies them.
pub fn are_factions_allied(fight: &Fight, one: &Name, other: &Name) -> bool {
    one == other || alliances::are_allied(&fight.state.allied_pairs, one, other)
}

/// Returns whether two combatants are of factions that are not allied. Nobody is their own enemy.
pub fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    one != other
        && !are_factions_allied(fight, &fight.body(one).faction, &fight.body(other).faction)
}

/// Returns whether a faction still has an active member (FACT-ROUND-5).
pub fn has_active_member(fight: &Fight, faction: &Name) -> bool {
    fight
        .present_combatants()
        .any(|(_, combatant)| combatant.body.faction == *faction && combatant.body.is_active())
}

/// Returns whether all active combatants are of one faction or of allied ones (FACT-END-1).
pub fn are_all_active_combatants_allied(fight: &Fight) -> bool {
    let active = || {
        fight
            .present_combatants()
            .map(|(_, combatant)| &combatant.body)
            .filter(|body| body.is_active())
    };
    active()
        .all(|one| active().all(|other| are_factions_allied(fight, &one.faction, &other.faction)))
}

/// Returns the next faction with an active member after this one, which can be this one itself.
/// FACT-INIT-1: the cycle of factions is their join order.
pub fn next_active_faction<'a>(fight: &'a Fight, faction: &Name) -> Option<&'a Name> {
    next_faction_where(fight, faction, |next| has_active_member(fight, next))
}

/// Returns the next faction after this one in the cycle that meets a condition, which can be this
/// one itself.
fn next_faction_where<'a>(
    fight: &'a Fight,
    faction: &Name,
    meets_condition: impl Fn(&Name) -> bool,
) -> Option<&'a Name> {
    let cycle = &fight.state.factions;
    let next_index = cycle.iter().position(|other| other == faction).map_or(0, |index| index + 1);
    let mut from_next = cycle.iter().cycle().skip(next_index).take(cycle.len());
    from_next.find(|next| meets_condition(next))
}

/// Returns the captain of a faction: the one the GM named, else the first player to join; `None` in
/// a faction of NPCs (FACT-ROUND-4).
pub fn named_captain_or_first_player(fight: &Fight, faction: &Name) -> Option<CombatantId> {
    let is_member = |who: CombatantId| {
        fight.get_present(who).is_some_and(|combatant| combatant.body.faction == *faction)
    };
    if let Some(named) = fight.state.named_captains.iter().find(|who| is_member(**who)) {
        return Some(*named);
    }
    fight.present_ids().find(|who| is_member(*who) && !fight.combatant(*who).is_npc())
}

/// Returns whether a combatant speaks for its faction: the captain or, if there is none, any NPC of
/// it (through the GM).
pub fn can_speak_for_faction(fight: &Fight, who: CombatantId) -> bool {
    match named_captain_or_first_player(fight, &fight.body(who).faction) {
        Some(captain) => captain == who,
        None => fight.combatant(who).is_npc(),
    }
}

/// Returns who decides for a faction: its captain's player, else the GM.
pub fn decider_for(fight: &Fight, faction: &Name) -> Initiator {
    let captain =
        named_captain_or_first_player(fight, faction).filter(|who| !fight.combatant(*who).is_npc());
    captain.map_or(Initiator::Gm, Initiator::Combatant)
}

/// Refuses the choice of the first faction to all but whoever speaks for the holder of initiative,
/// once the round's first slot is used, and for a name that the chooser cannot know (FACT-INIT-3).
pub fn check_choose_first_faction(
    fight: &Fight,
    who: CombatantId,
    first: &Name,
) -> Result<(), RefusalReason> {
    let holds_initiative = fight.state.initiative_holder.as_ref() == Some(&fight.body(who).faction);
    if fight.state.stage.is_none() || !holds_initiative || !can_speak_for_faction(fight, who) {
        return Err(RefusalReason::new("not-your-slot", "FACT-INIT-3").with_combatant(who));
    }
    if fight.state.is_first_slot_used {
        return Err(RefusalReason::new("too-late", "FACT-INIT-3"));
    }
    find_known_faction(fight, who, first)
        .map(|_| ())
        .ok_or(RefusalReason::new("bad-target", "FACT-INIT-3"))
}

/// Returns the faction of this name, if a combatant can know of it.
fn find_known_faction<'a>(fight: &'a Fight, who: CombatantId, name: &str) -> Option<&'a Name> {
    let viewer = fight.viewer_of(Initiator::Combatant(who));
    let lower_name = name.to_lowercase();
    let has_name = |faction: &&Name| faction.to_lowercase() == lower_name;
    let found = fight.state.factions.iter().find(has_name);
    found.filter(|faction| visibility::knows_faction(fight, viewer, faction))
}

/// Sets which faction has the first slot, if `who` can know of one of this name. FACT-INIT-3: the
/// holder decides, and the choice stays for later rounds.
pub fn choose_first_faction(resolver: &mut Resolver, who: CombatantId, first: &Name) -> RuleResult {
    if let Some(first) = find_known_faction(resolver.fight(), who, first).cloned() {
        resolver.emit(Event::FirstFactionSet(first));
    }
    Ok(())
}

/// Rolls which faction has initiative, unless the GM said it. FACT-INIT-2: it is the faction's that
/// started the fight; where the GM left it open, d(number of factions) in join order.
///
/// Only factions of which the public knows a member count, unless it knows none, so that neither
/// the die nor its result tells of others. With a single one no die is rolled.
pub fn roll_initiative_holder_unless_set(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let state = &fight.state;
    if state.initiative_holder.is_some() {
        return;
    }
    let has_members = |faction: &&Name| {
        fight.present_combatants().any(|(_, combatant)| combatant.body.faction == **faction)
    };
    let mut factions: Vec<Name> = state.factions.iter().filter(has_members).cloned().collect();
    let is_known = |faction: &Name| has_member_shown_in_public(fight, faction, |_| true);
    if factions.iter().any(is_known) {
        factions.retain(is_known);
    }
    let (faction, face) = match factions.as_slice() {
        [only_faction] => (only_faction.clone(), None),
        several => {
            let face = resolver.roll_die(RollAudience::EVERYBODY, several.len() as u8);
            (several[usize::from(face) - 1].clone(), Some(face))
        }
    };
    resolver.emit(Event::InitiativeSet { faction, face });
}

/// Returns whether a faction has a member in the fight that meets a condition and may show in what
/// everybody is told.
fn has_member_shown_in_public(
    fight: &Fight,
    faction: &Name,
    meets_condition: impl Fn(&Body) -> bool,
) -> bool {
    fight.present_combatants().any(|(who, combatant)| {
        combatant.body.faction == *faction
            && meets_condition(&combatant.body)
            && fight.may_show_in_public(who)
    })
}

/// Passes initiative to the next faction in the cycle if its holder has no active member left;
/// otherwise the holder keeps it all fight (FACT-INIT-2).
///
/// Only members that may show in public count, so that initiative passes as if nobody hidden were
/// there and tells nothing of them. There are two exceptions, in which hidden members count too:
/// - A holder of which the public knows no member keeps initiative while any member is active.
/// - If no faction has an active member who may show, initiative stays while the holder has any
///   active member, and else passes to the next faction that has one.
pub fn pass_initiative_if_holder_faction_inactive(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let Some(holder) = &fight.state.initiative_holder else { return };
    let has_shown_active_member =
        |faction: &Name| has_member_shown_in_public(fight, faction, Body::is_active);
    if has_shown_active_member(holder) {
        return;
    }
    let is_holder_active = has_active_member(fight, holder);
    let is_holder_known = visibility::knows_faction(fight, Viewer::Public, holder);
    if is_holder_active && !is_holder_known {
        return;
    }
    let mut next_holder = next_faction_where(fight, holder, has_shown_active_member);
    if next_holder.is_none() && !is_holder_active {
        next_holder = next_active_faction(fight, holder);
    }
    if let Some(faction) = next_holder.cloned() {
        resolver.emit(Event::InitiativeSet { faction, face: None });
    }
}
