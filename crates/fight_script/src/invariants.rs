//! Invariants that are checked after every step of every script, although no script states them.
//!
//! - I1: replaying the commands with the recorded tape gives the same fight.
//! - I3: no two offers of a combatant have the same command.
//! - I5: applying the events in order turns the fight before into the fight after.
//! - I6: other hidden facts change nothing that a player can read: views, narratives, prompts,
//!   offers, refusals.
//! - I7: saving and loading changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use app::journal::JournalRecord;
use engine::PendingTurn;
use engine::core::command::{Command, Offer, Refusal};
use engine::core::dice::SeededDice;
use engine::core::ids::{Initiator, UserId};
use engine::core::json;
use engine::game::{Game, Narrative, Prompt};
use engine::visibility::view::{FightView, Viewer};
use narration::{self, PLAIN};

/// How many other sets of hidden facts are tried at each step.
const RANDOMIZATIONS_PER_STEP: u64 = 1;
/// The most commands that are tried to compare their refusals.
const MAX_TRIED_COMMANDS: usize = 80;

/// Checks I1, I3, I5 and I7 for one row of the journal, given the fight before it.
pub fn check_journal_record(before: &Game, record: &JournalRecord) -> Result<(), String> {
    check_save_and_load(&record.game_after)?;
    check_offers_distinct(&record.game_after)?;
    if !record.is_played_by_rules {
        return Ok(());
    }
    let state_after_events = before.state_after_events(&record.events)?;
    let recorded_state = record.game_after.full_state_json();
    if state_after_events != recorded_state {
        let difference = describe_difference(&state_after_events, &recorded_state, "");
        return Err(format!("I5: the notes do not make the fight what it is: {difference}"));
    }
    if !record.replay_steps.is_empty() {
        let replayed = before
            .replay_steps(&record.replay_steps, &record.tape)
            .map_err(|error| format!("I1: {error}"))?;
        if replayed != record.game_after {
            return Err("I1: the same said again over its tape gives another fight".into());
        }
    }
    Ok(())
}

/// Checks I7: saving and loading changes nothing.
fn check_save_and_load(game: &Game) -> Result<(), String> {
    let text = serde_json::to_string(game).map_err(|_| "I7: it cannot be saved")?;
    let loaded: Game = serde_json::from_str(&text).map_err(|_| "I7: it cannot be loaded")?;
    if loaded == *game { Ok(()) } else { Err("I7: loaded, it is another fight".into()) }
}

/// Checks I3: an offer is found by its command, so no two offers have the same.
fn check_offers_distinct(game: &Game) -> Result<(), String> {
    for member in game.list_present_members() {
        let mut known_commands = BTreeSet::new();
        for Offer { command, .. } in game.list_legal_act_offers(member.id) {
            if known_commands.contains(&command) {
                return Err(format!("I3: {} is offered /{command} twice", member.name));
            }
            known_commands.insert(command);
        }
    }
    Ok(())
}

/// Checks I6: players read the same, whatever is hidden. Everything hidden is replaced by random
/// values some times over; what players see, may do and are asked must stay as it was. The seed
/// makes a failure reproducible.
pub fn check_noninterference(game: &Game, events: &str, seed: u64) -> Result<(), String> {
    check_players_read_same_without_hidden_npcs(game, events)?;
    let prompts = game.open_prompts();
    let commands = if prompts.is_empty() { commands_to_try(game) } else { Vec::new() };
    let expected = observe_as_players(game, game, events, &prompts, &commands);
    for round in 0..RANDOMIZATIONS_PER_STEP {
        let mut choice =
            SeededDice::new(seed.wrapping_mul(RANDOMIZATIONS_PER_STEP).wrapping_add(round));
        let mut pick = |below| choice.number_below(below);
        let (variant, variant_prompts) = game.randomize_hidden_in_fight_and_prompts(&mut pick);
        let variant_events = variant.randomize_hidden_in_events(events, &mut pick);
        let found =
            observe_as_players(game, &variant, &variant_events, &variant_prompts, &commands);
        if found != expected {
            let difference = describe_difference(&to_json(&expected)?, &to_json(&found)?, "");
            return Err(format!("I6: hidden facts show: {difference}"));
        }
    }
    Ok(())
}

fn to_json<T: Serialize>(value: &T) -> Result<Value, String> {
    json::to_value(value).map_err(|_| "I6: it cannot be compared".into())
}

/// Checks I6: players read the same with and without the hidden NPCs, as narrative of these events
/// (the JSON of a journal row), as awaited turn and as view. While only hidden NPCs can act, the
/// turn and the view differ without them, so the turn must only look like that of somebody else.
fn check_players_read_same_without_hidden_npcs(
    game: &Game,
    events_json: &str,
) -> Result<(), String> {
    let members = game.list_present_members();
    let has_hidden_npc = members.iter().any(|member| member.is_hidden && member.user.is_none());
    if !has_hidden_npc {
        return Ok(());
    }
    let (without, events_without) = game.remove_hidden_npcs_from_fight_and_events(events_json);
    for viewer in player_viewers(game) {
        check_equal_without_hidden_npcs(
            "telling",
            game.narrative_from_journal(events_json, viewer),
            game.narrative_from_journal(&events_without, viewer),
        )?;
        let actors = visible_actors(game, viewer);
        if game.can_only_hidden_npcs_act() {
            check_turn_does_not_show_that_hidden_act(actors)?;
        } else {
            check_equal_without_hidden_npcs("turn", actors, visible_actors(&without, viewer))?;
            let view = game.view_for(viewer);
            check_equal_without_hidden_npcs("view", view, without.view_for(viewer))?;
        }
    }
    Ok(())
}

/// Returns who must act as far as the viewer may know, or `None` if nobody is awaited.
fn visible_actors(game: &Game, viewer: Viewer) -> Option<Vec<Initiator>> {
    game.visible_pending_turn(viewer).map(|turn| turn.actors)
}

/// Fails if the actors that players see in the turn of hidden NPCs are nobody at all or the GM.
/// In other turns somebody is named, so players could tell these apart.
fn check_turn_does_not_show_that_hidden_act(actors: Option<Vec<Initiator>>) -> Result<(), String> {
    match actors {
        Some(actors) if actors.is_empty() || actors.contains(&Initiator::Gm) => {
            Err("I6: it shows that somebody hidden acts".into())
        }
        _ => Ok(()),
    }
}

/// Fails if what players read of this aspect changes when the hidden NPCs are removed.
fn check_equal_without_hidden_npcs<T: PartialEq + Serialize>(
    aspect: &str,
    found: T,
    expected: T,
) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let difference = describe_difference(&to_json(&expected)?, &to_json(&found)?, aspect);
    Err(format!("I6: it shows that somebody hidden is there: {difference}"))
}

/// All that players can read of a fight.
#[derive(PartialEq, Serialize)]
struct PlayerObservations {
    views: Vec<FightView>,
    #[serde(rename = "tellings")]
    narratives: Vec<Option<Narrative>>,
    #[serde(rename = "questions")]
    prompts: Vec<Vec<Prompt>>,
    /// By the name of a player's combatant.
    offers: BTreeMap<String, Vec<Offer>>,
    /// By combatant and command: why the command is refused, and the warning about what is lost by
    /// it.
    refusals: BTreeMap<String, BTreeMap<String, [Option<Refusal>; 2]>>,
    /// By combatant: one complete refusal, with the alternatives, which are the same in all of
    /// them.
    #[serde(rename = "said")]
    complete_refusals: BTreeMap<String, Option<Refusal>>,
    #[serde(rename = "waits")]
    wait: Option<PendingTurn>,
}

/// Collects what the players of `game` read of `variant`, the same fight with other hidden facts:
/// what they are told and asked there, and what they hear when they try a command. While a prompt
/// is open, nobody tries a command, and offers and the wait are left out.
fn observe_as_players(
    game: &Game,
    variant: &Game,
    events: &str,
    prompts: &[Prompt],
    commands: &[Command],
) -> PlayerObservations {
    let viewers = player_viewers(game);
    let mut observations = PlayerObservations {
        views: viewers.iter().map(|viewer| variant.view_for(*viewer)).collect(),
        narratives: viewers
            .iter()
            .map(|viewer| variant.narrative_from_journal(events, *viewer))
            .collect(),
        prompts: viewers
            .iter()
            .map(|viewer| prompts_to_players_seen_by(game, prompts, *viewer))
            .collect(),
        offers: BTreeMap::new(),
        refusals: BTreeMap::new(),
        complete_refusals: BTreeMap::new(),
        wait: None,
    };
    if !game.open_prompts().is_empty() {
        return observations;
    }
    for member in game.list_present_members().iter().filter(|member| member.user.is_some()) {
        let mut refusals = BTreeMap::new();
        let mut refused_command = None;
        for command in commands {
            let refusal = variant.explain_act_refusal(member.id, command, &mut SeededDice::new(1));
            if refusal.is_some() {
                refused_command.get_or_insert(command);
            }
            let warning = variant.permanent_loss_warning(member.id, command);
            refusals.insert(command.to_string(), [refusal, warning]);
        }
        let complete_refusal = refused_command.and_then(|command| {
            variant.perform_act(member.id, command, &mut SeededDice::new(1)).err()
        });
        observations.complete_refusals.insert(member.name.clone(), complete_refusal);
        observations.refusals.insert(member.name.clone(), refusals);
        observations.offers.insert(member.name.clone(), variant.list_legal_act_offers(member.id));
    }
    observations.wait = variant.pending_turn();
    observations
}

/// Returns all viewers but the GM.
pub fn player_viewers(game: &Game) -> Vec<Viewer> {
    let users: BTreeSet<UserId> =
        game.list_present_members().iter().filter_map(|member| member.user).collect();
    std::iter::once(Viewer::Public).chain(users.into_iter().map(Viewer::Player)).collect()
}

/// Returns the prompts to a player; for the public those to any player.
fn prompts_to_players_seen_by(game: &Game, prompts: &[Prompt], viewer: Viewer) -> Vec<Prompt> {
    let members = game.list_present_members();
    let is_for = |prompt: &&Prompt| {
        let Initiator::Combatant(who) = prompt.respondent else { return false };
        let user = members.iter().find(|member| member.id == who).and_then(|member| member.user);
        match viewer {
            Viewer::Public => user.is_some(),
            Viewer::Player(_) => user.map(Viewer::Player) == Some(viewer),
            Viewer::Gm => true,
        }
    };
    prompts.iter().filter(is_for).cloned().collect()
}

/// Returns commands to try: all that anybody can do now, and every verb with every combatant and
/// zone. If they are more than [`MAX_TRIED_COMMANDS`], an even selection of them.
fn commands_to_try(game: &Game) -> Vec<Command> {
    let members = game.list_present_members();
    let mut commands: Vec<Command> = members
        .iter()
        .flat_map(|member| game.list_legal_act_offers(member.id))
        .map(|offer| offer.command)
        .collect();
    let zones = game.view_for(Viewer::Gm).zones;
    let (verbs, _) = Game::act_and_order_verbs(game.system_key()).unwrap_or_default();
    for verb in verbs {
        let command = Command::new(verb.name);
        let names = members.iter().map(|member| member.name.as_str()).chain(["nobody there"]);
        if verb.slot("target").is_some() {
            commands.extend(names.map(|name| command.clone().with("target", name)));
        } else if verb.slot("zone").is_some() {
            commands.extend(zones.iter().map(|zone| command.clone().with("zone", &zone.name)));
        } else {
            commands.push(command);
        }
    }
    commands.sort();
    commands.dedup();
    let step = commands.len().div_ceil(MAX_TRIED_COMMANDS).max(1);
    commands.into_iter().step_by(step).collect()
}

/// Returns what a viewer can read of the current state, for `hidden` statements.
pub fn visible_status_and_offer_lines(
    game: &Game,
    viewer: Viewer,
    user_name: &dyn Fn(UserId) -> String,
) -> Vec<String> {
    let mut lines = super::plain_text::status_lines(&game.view_for(viewer), &[], user_name);
    if let Viewer::Player(user) = viewer {
        let own =
            game.list_present_members().into_iter().filter(|member| member.user == Some(user));
        let offers = own.flat_map(|member| game.list_legal_act_offers(member.id));
        lines.extend(
            offers.map(|offer| narration::offer_label(PLAIN.locale, game.system_key(), &offer)),
        );
    }
    lines
}

/// Describes the first place where two values differ, with its path. Lists of different lengths and
/// objects with different keys are shown whole.
fn describe_difference(first: &Value, second: &Value, path: &str) -> String {
    match (first, second) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            let differing = a.iter().find(|(key, value)| b.get(*key) != Some(value));
            differing.map_or_else(String::new, |(key, value)| {
                describe_difference(value, &b[key], &format!("{path}.{key}"))
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let differing = a.iter().zip(b).position(|(a, b)| a != b);
            differing.map_or_else(String::new, |index| {
                describe_difference(&a[index], &b[index], &format!("{path}.{index}"))
            })
        }
        _ => format!("{} is {first} and {second}", path.trim_start_matches('.')),
    }
}

/// Each check fails where its invariant is broken.
#[cfg(test)]
mod tests {
    use super::*;
    use engine::core::dice::Dice;
    use engine::core::ids::CombatantId;
    use engine::game::{JoinRequest, JournalJson, ReplayStep};
    use engine::visibility::disclosure::Disclosure;
    use serde_json::json;

    /// Returns a fight of Ana against Wolf, in which it is Ana's turn.
    fn fight_with_anas_turn(dice: &mut dyn Dice) -> Game {
        let mut game = Game::new("dr12").unwrap();
        for (name, kit_entry, user) in
            [("Ana", "warrior", Some(UserId(2))), ("Wolf", "raider", None)]
        {
            let body =
                content::make_body_from_built_in("dr12", kit_entry, &Default::default()).unwrap();
            let request =
                JoinRequest { disclosure: Disclosure::new(name.into()), user, sheet: None, body };
            game = game.add_combatant(request, dice).unwrap().game;
        }
        let zones = Command::new("zones").with("layout", "Yard");
        game = game.perform_order(&zones, dice).unwrap().game;
        game = game.perform_order(&Command::new("start"), dice).unwrap().game;
        while game.list_legal_act_offers(CombatantId(0)).is_empty() {
            game = game.perform_order(&Command::new("skip"), dice).unwrap().game;
        }
        game
    }

    /// Lets Ana attack Wolf; returns the fight before, and the journal record.
    fn attack() -> (Game, JournalRecord) {
        let mut dice = SeededDice::new(3);
        let before = fight_with_anas_turn(&mut dice);
        let command = Command::new("attack").with("target", "Wolf");
        let outcome = before.perform_act(CombatantId(0), &command, &mut dice).unwrap();
        let JournalJson { events, tape } = outcome.to_journal_json();
        let replay_steps = vec![ReplayStep::Act(CombatantId(0), command)];
        (
            before,
            JournalRecord {
                revision: 1,
                replay_steps,
                is_played_by_rules: true,
                events,
                tape,
                game_after: outcome.game,
            },
        )
    }

    fn assert_check_fails(change: impl Fn(&mut JournalRecord), expected: &str) {
        let (before, mut record) = attack();
        change(&mut record);
        let failure = check_journal_record(&before, &record).expect_err(expected);
        assert!(failure.starts_with(expected), "{failure}");
    }

    #[test]
    fn checks_pass_for_an_attack() {
        let (before, record) = attack();
        assert_eq!(check_journal_record(&before, &record), Ok(()));
        assert_eq!(check_noninterference(&record.game_after, &record.events, 1), Ok(()));
    }

    /// The check of I6 asks for the reason of each refusal, and for the alternatives only once:
    /// both together are the refusal.
    #[test]
    fn explained_refusal_plus_alternatives_is_the_refusal() {
        let (before, _) = attack();
        let (who, dice) = (CombatantId(0), &mut SeededDice::new(1));
        let command = Command::new("attack").with("target", "nobody there");
        let refusal = before.perform_act(who, &command, dice).err().unwrap();
        assert!(!refusal.alternatives.is_empty());
        assert_eq!(refusal.alternatives, before.list_legal_act_offers(who));
        let reason = Refusal { alternatives: Vec::new(), system: String::new(), ..refusal };
        assert_eq!(before.explain_act_refusal(who, &command, dice), Some(reason));
        assert_eq!(before.explain_act_refusal(who, &command.with("target", "Wolf"), dice), None);
    }

    #[test]
    fn i1_fails_for_another_tape_or_other_commands() {
        assert_check_fails(|record| record.tape = "[]".into(), "I1");
        let pass = ReplayStep::Act(CombatantId(0), Command::new("pass"));
        assert_check_fails(|record| record.replay_steps = vec![pass.clone()], "I1");
    }

    #[test]
    fn unknown_verb_is_no_pass() {
        let (before, record) = attack();
        let nonsense = ReplayStep::Act(CombatantId(0), Command::new("nonsense"));
        let failure = before.replay_steps(&[nonsense], &record.tape).err();
        assert_eq!(failure.as_deref(), Some("nonsense is no act"));
    }

    #[test]
    fn i5_fails_without_the_events() {
        assert_check_fails(|record| record.events = "[]".into(), "I5");
    }

    #[test]
    fn randomize_hidden_changes_only_what_the_gm_knows() {
        let (_, record) = attack();
        let (variant, _) =
            record.game_after.randomize_hidden_in_fight_and_prompts(&mut |below| below / 2);
        let wolf_body = |game: &Game| game.body_json(CombatantId(1)).unwrap();
        assert_ne!(wolf_body(&record.game_after), wolf_body(&variant));
        assert_ne!(record.game_after.view_for(Viewer::Gm), variant.view_for(Viewer::Gm));
        assert_eq!(record.game_after.view_for(Viewer::Public), variant.view_for(Viewer::Public));
    }

    #[test]
    fn describe_difference_names_path_and_values() {
        let first = json!({"a": [1, {"b": 2}]});
        let second = json!({"a": [1, {"b": 3}]});
        assert_eq!(describe_difference(&first, &second, ""), "a.1.b is 2 and 3");
    }
}
