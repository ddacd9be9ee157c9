//! Help (FATES-HELP): stored in the own turn, then added to another's roll after it is seen, or
//! paid out as Resolve.

use super::held_actions::{self, PromptWaitResult};
use super::prompts::{self, Answer};
use super::sheet::Skill;
use super::state::{Event, ResolveGainCause};
use super::{Fight, Resolver, RuleResult, wounded};
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::resolver::DecoyDelay;

/// How many Helps a roll can take (FATES-HELP-3).
pub const MAX_HELPS_PER_ROLL: usize = 2;

/// Stores one Help until the start of the helper's next turn (FATES-HELP-1).
pub fn store_help(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::HelpStored(who));
}

/// Asks the roller's allies with a stored Help whether they use it on the open roll, until all have
/// used it or declined, or the roll has two Helps (FATES-HELP-5).
///
/// All are asked at the same time, and whoever answers first helps first (FATES-HELP-3). Nobody
/// helps their own roll (FATES-HELP-4).
pub fn ask_allies_for_help(resolver: &mut Resolver, roller: CombatantId) -> RuleResult {
    let mut declined: Vec<CombatantId> = Vec::new();
    // Hidden allies may help an NPC. In a fight with decoys its roll therefore waits even if nobody
    // is asked, so that the wait does not tell whether there are any.
    let mut decoy_delay = DecoyDelay::new_if_hidden(resolver.fight().hides_response_time(roller));
    loop {
        // Answers, held actions and orders may have changed the roll and who can help, so both are
        // looked up again each time.
        let fight = resolver.fight();
        let Some(roll) = fight.state.open_rolls.last() else { return Ok(()) };
        if roll.helps.len() >= MAX_HELPS_PER_ROLL {
            return Ok(());
        }
        let total = roll.total;
        let helpers: Vec<CombatantId> = active_allies_with_stored_help(fight, roller)
            .filter(|who| !declined.contains(who))
            .collect();
        let open_prompts: Vec<_> =
            helpers.iter().map(|who| prompts::help_prompt(fight, *who, roller, total)).collect();
        let result = held_actions::ask_while_text_triggers_may_fire(
            resolver,
            open_prompts,
            &mut decoy_delay,
        )?;
        match result {
            PromptWaitResult::NobodyLeft => return Ok(()),
            // Nobody has answered yet: ask again.
            PromptWaitResult::HeldActionFired => {}
            PromptWaitResult::Answer(index, Answer::Help { skill, text }) => {
                add_helper_rank_to_roll_and_use_up_help(
                    resolver,
                    helpers[index],
                    roller,
                    skill,
                    text,
                );
            }
            // Every other answer means no Help.
            PromptWaitResult::Answer(index, _) => declined.push(helpers[index]),
        }
    }
}

/// Returns who may help a roller, in join order.
fn active_allies_with_stored_help(
    fight: &Fight,
    roller: CombatantId,
) -> impl Iterator<Item = CombatantId> {
    let combatants = fight.present_ids();
    combatants.filter(move |who| {
        let body = fight.body(*who);
        *who != roller
            && body.stored_helps > 0
            && body.is_active()
            && wounded::are_allies(fight, *who, roller)
    })
}

/// Adds a rank of the helper to the roll, and uses up a stored Help (FATES-HELP-2).
fn add_helper_rank_to_roll_and_use_up_help(
    resolver: &mut Resolver,
    helper: CombatantId,
    roller: CombatantId,
    skill: Skill,
    text: String,
) {
    let fight = resolver.fight();
    let rank = fight.body(helper).rank(skill);
    let total =
        fight.state.open_rolls.last().map(|roll| roll.total_with_help().saturating_add(rank));
    resolver.emit(Event::HelpGiven { who: roller, helper, skill, rank: Some(rank), total, text });
}

/// Returns whether a combatant has a stored Help.
pub fn has_stored_help(fight: &Fight, who: CombatantId) -> bool {
    fight.get_present(who).is_some_and(|combatant| combatant.body.stored_helps > 0)
}

/// Pays out each Help that is still stored at the start of the helper's next turn: asks who gets 1
/// Resolve for it, which nobody can who is Wounded (FATES-HELP-6).
///
/// With decoy prompts the turn of a hidden NPC must take no time, so the default decides.
pub fn ask_and_give_resolve_for_unused_helps(
    resolver: &mut Resolver,
    who: CombatantId,
) -> RuleResult {
    let fight = resolver.fight();
    let must_take_no_time = fight.has_decoys && fight.is_hidden_npc(Initiator::Combatant(who));
    while has_stored_help(resolver.fight(), who) {
        let prompt = prompts::unused_help_recipient_prompt(resolver.fight(), who);
        let answer = if must_take_no_time { prompt.default } else { resolver.ask(prompt)? };
        // The GM may have changed it meanwhile.
        if !has_stored_help(resolver.fight(), who) {
            return Ok(());
        }
        let to = match answer {
            Answer::GiveResolve(to) => to.filter(|to| can_be_given_resolve(resolver.fight(), *to)),
            _ => None,
        };
        resolver.emit(Event::HelpPaidOut { who, to });
        if let Some(to) = to {
            wounded::regain_resolve_and_end_wounded(resolver, to, 1, ResolveGainCause::Help);
        }
    }
    Ok(())
}

/// Returns whether a combatant can be given Resolve: it is active and not Wounded (FATES-HELP-6).
pub fn can_be_given_resolve(fight: &Fight, who: CombatantId) -> bool {
    fight
        .get_present(who)
        .is_some_and(|combatant| combatant.body.is_active() && !combatant.body.is_wounded)
}

/// Returns who gets the Resolve without an answer (FATES-HELP-6): the helper if below maximum and
/// not Wounded, else the ally known to the helper who misses most; `None` if nobody misses any.
pub fn self_or_else_ally_missing_most_resolve(
    fight: &Fight,
    who: CombatantId,
) -> Option<CombatantId> {
    let missing = |who: CombatantId| {
        let body = fight.body(who);
        body.resolve_max.saturating_sub(body.resolve)
    };
    let viewer = fight.viewer_of(Initiator::Combatant(who));
    let can_gain = |to: CombatantId| {
        can_be_given_resolve(fight, to) && fight.viewer_knows(viewer, to) && missing(to) > 0
    };
    if can_gain(who) {
        return Some(who);
    }
    let mut ally_missing_most = None;
    let mut most_missing = 0;
    for ally in fight.present_ids().filter(|other| wounded::are_allies(fight, who, *other)) {
        // Of equals the first to join counts.
        if can_gain(ally) && missing(ally) > most_missing {
            ally_missing_most = Some(ally);
            most_missing = missing(ally);
        }
    }
    ally_missing_most
}
