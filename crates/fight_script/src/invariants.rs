//! What holds after every step of every script, although no script says so.
//!
//! - I1: the same said again over its tape gives the same fight.
//! - I3: no two offers of a combatant read the same.
//! - I5: the notes in order make the fight before into the fight after.
//! - I6: other hidden facts change nothing that a player can read: views, tellings, questions,
//!   offers, refusals.
//! - I7: saving and loading changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use app::journal::JournalRecord;
use engine::PendingTurn;
use engine::core::command::{Command, Offer, Refusal};
use engine::core::dice::SeededDice;
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::core::json;
use engine::game::{Game, Narrative, Prompt};
use engine::visibility::view::{FightView, Viewer};
use narration::{self, PLAIN};

/// How many other sets of hidden facts are tried at each step.
const RANDOMIZATIONS_PER_STEP: u64 = 1;
/// The most commands that are tried for what their refusals betray.
const MAX_TRIED_COMMANDS: usize = 80;

/// Proofs of one row of the journal, from the fight before it.
pub fn check_journal_record(before: &Game, record: &JournalRecord) -> Result<(), String> {
    check_save_and_load(&record.game_after)?;
    check_offers_distinct(&record.game_after)?;
    if !record.is_played_by_rules {
        return Ok(());
    }
    let noted = before.state_after_events(&record.events)?;
    let facts = record.game_after.full_state_json();
    if noted != facts {
        let where_ = describe_difference(&noted, &facts, "");
        return Err(format!("I5: the notes do not make the fight what it is: {where_}"));
    }
    if !record.replay_steps.is_empty() {
        let again = before
            .replay_steps(&record.replay_steps, &record.tape)
            .map_err(|why| format!("I1: {why}"))?;
        if again != record.game_after {
            return Err("I1: the same said again over its tape gives another fight".into());
        }
    }
    Ok(())
}

/// I7: saving and loading changes nothing.
fn check_save_and_load(game: &Game) -> Result<(), String> {
    let text = serde_json::to_string(game).map_err(|wrong| format!("I7: not saved: {wrong}"))?;
    let loaded: Game =
        serde_json::from_str(&text).map_err(|wrong| format!("I7: not loaded: {wrong}"))?;
    if loaded == *game { Ok(()) } else { Err("I7: loaded, it is another fight".into()) }
}

/// I3: what is offered is read back from its words, so no two offers have the same.
fn check_offers_distinct(game: &Game) -> Result<(), String> {
    for member in game.members() {
        let mut known = BTreeSet::new();
        let mut words = game.list_offers(member.id).into_iter().map(|offer| offer.command);
        if let Some(twice) = words.find(|words| !known.insert(words.clone())) {
            return Err(format!("I3: {} is offered /{twice} twice", member.name));
        }
    }
    Ok(())
}

/// I6: whatever is hidden, players read the same.
pub fn check_noninterference(game: &Game, events: &str, seed: u64) -> Result<(), String> {
    check_hidden_presence(game, events)?;
    let asked = game.open_prompts();
    let tried = if asked.is_empty() { commands_to_try(game) } else { Vec::new() };
    let expected = observe_as_players(game, game, events, &asked, &tried);
    for round in 0..RANDOMIZATIONS_PER_STEP {
        let mut choice =
            SeededDice::new(seed.wrapping_mul(RANDOMIZATIONS_PER_STEP).wrapping_add(round));
        let mut pick = |below| choice.number_below(below);
        let (other, asked) = game.randomize_hidden(&mut pick);
        let notes = other.randomize_hidden_in_events(events, &mut pick);
        let found = observe_as_players(game, &other, &notes, &asked, &tried);
        if found != expected {
            let json = |it| json::to_value(it).map_err(|why| format!("I6: {why}"));
            let where_ = describe_difference(&json(&expected)?, &json(&found)?, "");
            return Err(format!("I6: hidden facts show: {where_}"));
        }
    }
    Ok(())
}

/// I6: players read the same whether or not anybody hidden is there: the view, who is waited for,
/// and what happened. While only somebody hidden may act, somebody else is named.
fn check_hidden_presence(game: &Game, events: &str) -> Result<(), String> {
    if !game.members().iter().any(|one| one.is_hidden && one.user.is_none()) {
        return Ok(());
    }
    let (without, other_notes) = game.without_hidden_npcs(events);
    for viewer in player_viewers(game) {
        check_hidden_presence_equal(
            "telling",
            game.narrative_from_journal(events, viewer),
            game.narrative_from_journal(&other_notes, viewer),
        )?;
        let on = |game: &Game| game.visible_pending_turn(viewer).map(|wait| wait.actors);
        let (seen, other) = (on(game), on(&without));
        if !game.is_hidden_turn() {
            check_hidden_presence_equal("turn", seen, other)?;
            check_hidden_presence_equal("view", game.view_for(viewer), without.view_for(viewer))?;
        } else if seen.is_some_and(|on| on.is_empty() || on.contains(&Initiator::Gm)) {
            return Err("I6: it shows that somebody hidden acts".into());
        }
    }
    Ok(())
}

fn check_hidden_presence_equal<T: PartialEq + Serialize>(
    aspect: &str,
    found: T,
    expected: T,
) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let json = |it| json::to_value(it).map_err(|why| format!("I6: {why}"));
    let where_ = describe_difference(&json(&expected)?, &json(&found)?, aspect);
    Err(format!("I6: it shows that somebody hidden is there: {where_}"))
}

/// What players can read of a fight.
#[derive(PartialEq, Serialize)]
struct PlayerObservations {
    views: Vec<FightView>,
    #[serde(rename = "tellings")]
    narratives: Vec<Option<Narrative>>,
    #[serde(rename = "questions")]
    prompts: Vec<Vec<Prompt>>,
    /// By player's combatant.
    offers: BTreeMap<String, Vec<Offer>>,
    /// By combatant and command: why not, and what is lost by it.
    refusals: BTreeMap<String, BTreeMap<String, [Option<Refusal>; 2]>>,
    /// By combatant: a refusal as it is said, with what they can do instead, which is the same in
    /// all of them.
    #[serde(rename = "said")]
    complete_refusals: BTreeMap<String, Option<Refusal>>,
    #[serde(rename = "waits")]
    wait: Option<PendingTurn>,
}

/// What the players of a game read of it, or of the same with other hidden facts: `of`, what they
/// are told and asked there, and what they hear when they try something.
fn observe_as_players(
    game: &Game,
    variant: &Game,
    events: &str,
    prompts: &[Prompt],
    commands: &[Command],
) -> PlayerObservations {
    let readers = player_viewers(game);
    let mut shown = PlayerObservations {
        views: readers.iter().map(|viewer| variant.view_for(*viewer)).collect(),
        narratives: readers
            .iter()
            .map(|viewer| variant.narrative_from_journal(events, *viewer))
            .collect(),
        prompts: readers.iter().map(|viewer| prompts_for(game, prompts, *viewer)).collect(),
        offers: BTreeMap::new(),
        refusals: BTreeMap::new(),
        complete_refusals: BTreeMap::new(),
        wait: None,
    };
    if game.open_prompts().is_empty() {
        let refusals = |who, words| {
            [
                variant.explain_act_refusal(who, words, &mut SeededDice::new(1)),
                variant.permanent_loss_warning(who, words),
            ]
        };
        for one in game.members().iter().filter(|one| one.user.is_some()) {
            let why: Vec<_> = commands.iter().map(|words| refusals(one.id, words)).collect();
            let refused = commands.iter().zip(&why).find(|(_, [why, _])| why.is_some());
            let said = refused.and_then(|(words, _)| {
                variant.perform_act(one.id, words, &mut SeededDice::new(1)).err()
            });
            shown.complete_refusals.insert(one.name.clone(), said);
            let answers = commands.iter().map(Command::to_string).zip(why);
            shown.refusals.insert(one.name.clone(), answers.collect());
            shown.offers.insert(one.name.clone(), variant.list_offers(one.id));
        }
        shown.wait = variant.pending_turn();
    }
    shown
}

/// Everybody but the GM.
pub fn player_viewers(game: &Game) -> Vec<Viewer> {
    let users: BTreeSet<UserId> = game.members().iter().filter_map(|one| one.user).collect();
    std::iter::once(Viewer::Public).chain(users.into_iter().map(Viewer::Player)).collect()
}

/// The questions to a player; those to any player for the public.
fn prompts_for(game: &Game, prompts: &[Prompt], viewer: Viewer) -> Vec<Prompt> {
    let members = game.members();
    let is_for = |prompt: &&Prompt| {
        let Initiator::Combatant(who) = prompt.respondent else { return false };
        let user = members.iter().find(|one| one.id == who).and_then(|one| one.user);
        match viewer {
            Viewer::Public => user.is_some(),
            Viewer::Player(_) => user.map(Viewer::Player) == Some(viewer),
            Viewer::Gm => true,
        }
    };
    prompts.iter().filter(is_for).cloned().collect()
}

/// Commands to try: what anybody may do now, and every verb against everybody and everywhere.
fn commands_to_try(game: &Game) -> Vec<Command> {
    let members = game.members();
    let mut all: Vec<Command> = members
        .iter()
        .flat_map(|one| game.list_offers(one.id))
        .map(|offer| offer.command)
        .collect();
    let zones = game.view_for(Viewer::Gm).zones;
    let (verbs, _) = Game::act_and_order_verbs(game.system_key()).unwrap_or_default();
    for verb in verbs {
        let words = Command::new(verb.name);
        let names = members.iter().map(|one| one.name.as_str()).chain(["nobody there"]);
        if verb.slot("target").is_some() {
            all.extend(names.map(|name| words.clone().with("target", name)));
        } else if verb.slot("zone").is_some() {
            all.extend(zones.iter().map(|zone| words.clone().with("zone", &zone.name)));
        } else {
            all.push(words);
        }
    }
    all.sort();
    all.dedup();
    let step = all.len().div_ceil(MAX_TRIED_COMMANDS).max(1);
    all.into_iter().step_by(step).collect()
}

/// What players can read of how things stand: for `hidden` statements.
pub fn visible_state_lines(
    game: &Game,
    viewer: Viewer,
    name: &dyn Fn(UserId) -> String,
) -> Vec<String> {
    let mut lines = super::plain_text::status_lines(&game.view_for(viewer), &[], name);
    if let Viewer::Player(user) = viewer {
        let own = game.members().into_iter().filter(|one| one.user == Some(user));
        let own: Vec<CombatantId> = own.map(|one| one.id).collect();
        let offers = own.into_iter().flat_map(|who| game.list_offers(who));
        lines.extend(
            offers.map(|offer| narration::offer_label(PLAIN.locale, game.system_key(), &offer)),
        );
    }
    lines
}

/// The first place where two things differ.
fn describe_difference(one: &Value, other: &Value, path: &str) -> String {
    match (one, other) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            let differing = a.iter().find(|(key, value)| b.get(*key) != Some(value));
            differing.map_or_else(String::new, |(key, value)| {
                describe_difference(value, &b[key], &format!("{path}.{key}"))
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let differing = a.iter().zip(b).position(|(a, b)| a != b);
            differing.map_or_else(String::new, |at| {
                describe_difference(&a[at], &b[at], &format!("{path}.{at}"))
            })
        }
        _ => format!("{} is {one} and {other}", path.trim_start_matches('.')),
    }
}

/// Each proof fails where what it proves is broken.
#[cfg(test)]
mod tests {
    use super::*;
    use engine::core::dice::Dice;
    use engine::game::{JoinRequest, ReplayStep};
    use engine::visibility::disclosure::Disclosure;
    use serde_json::json;

    /// A fight of Ana against Wolf, in which it is Ana's turn.
    fn fight(dice: &mut dyn Dice) -> Game {
        let mut game = Game::new("dr12").unwrap();
        for (name, from, user) in [("Ana", "warrior", Some(UserId(2))), ("Wolf", "raider", None)] {
            let body = content::make_body_from_built_in("dr12", from, &Default::default()).unwrap();
            let one =
                JoinRequest { disclosure: Disclosure::new(name.into()), user, sheet: None, body };
            game = game.add_combatant(one, dice).unwrap().game;
        }
        let zones = Command::new("zones").with("layout", "Yard");
        game = game.perform_order(&zones, dice).unwrap().game;
        game = game.perform_order(&Command::new("start"), dice).unwrap().game;
        while game.list_offers(CombatantId(0)).is_empty() {
            game = game.perform_order(&Command::new("skip"), dice).unwrap().game;
        }
        game
    }

    /// Ana attacks Wolf: the fight before, and the journal's record of it.
    fn attack() -> (Game, JournalRecord) {
        let mut dice = SeededDice::new(3);
        let before = fight(&mut dice);
        let words = Command::new("attack").with("target", "Wolf");
        let happened = before.perform_act(CombatantId(0), &words, &mut dice).unwrap();
        let (notes, tape) = happened.to_journal_json();
        let said = vec![ReplayStep::Act(CombatantId(0), words)];
        (
            before,
            JournalRecord {
                revision: 1,
                replay_steps: said,
                is_played_by_rules: true,
                events: notes,
                tape,
                game_after: happened.game,
            },
        )
    }

    fn check(change: impl Fn(&mut JournalRecord), expected: &str) {
        let (before, mut record) = attack();
        change(&mut record);
        let failure = check_journal_record(&before, &record).expect_err(expected);
        assert!(failure.starts_with(expected), "{failure}");
    }

    #[test]
    fn what_holds_is_proved() {
        let (before, record) = attack();
        assert_eq!(check_journal_record(&before, &record), Ok(()));
        assert_eq!(check_noninterference(&record.game_after, &record.events, 1), Ok(()));
    }

    /// The proof of I6 asks why not, and what else only once: both together are what is said.
    #[test]
    fn why_not_is_what_a_refusal_says() {
        let (before, _) = attack();
        let (who, dice) = (CombatantId(0), &mut SeededDice::new(1));
        let words = Command::new("attack").with("target", "nobody there");
        let refusal = before.perform_act(who, &words, dice).err().unwrap();
        assert!(!refusal.alternatives.is_empty());
        assert_eq!(refusal.alternatives, before.list_offers(who));
        let why = Refusal { alternatives: Vec::new(), system: String::new(), ..refusal };
        assert_eq!(before.explain_act_refusal(who, &words, dice), Some(why));
        assert_eq!(before.explain_act_refusal(who, &words.with("target", "Wolf"), dice), None);
    }

    #[test]
    fn other_dice_on_the_tape_are_found() {
        check(|it| it.tape = "[]".into(), "I1");
        let pass = ReplayStep::Act(CombatantId(0), Command::new("pass"));
        check(|it| it.replay_steps = vec![pass.clone()], "I1");
    }

    #[test]
    fn notes_that_are_left_out_are_found() {
        check(|it| it.events = "[]".into(), "I5");
    }

    #[test]
    fn scrambling_changes_what_the_gm_knows() {
        let (_, record) = attack();
        let (other, _) = record.game_after.randomize_hidden(&mut |below| below / 2);
        let wolf = |game: &Game| game.body_json(CombatantId(1)).unwrap();
        assert_ne!(wolf(&record.game_after), wolf(&other));
        assert_ne!(record.game_after.view_for(Viewer::Gm), other.view_for(Viewer::Gm));
        assert_eq!(record.game_after.view_for(Viewer::Public), other.view_for(Viewer::Public));
    }

    #[test]
    fn differences_are_named() {
        let (one, other) = (json!({"a": [1, {"b": 2}]}), json!({"a": [1, {"b": 3}]}));
        assert_eq!(describe_difference(&one, &other, ""), "a.1.b is 2 and 3");
    }
}
