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

use app::journal::Record;
use engine::Wait;
use engine::command::{Command, Offer, Refusal};
use engine::dice::Seeded;
use engine::game::{Game, Prompt, Telling};
use engine::ids::{By, CombatantId, UserId};
use engine::json;
use engine::view::{View, Viewer};
use narration::{self, PLAIN};

/// How many other sets of hidden facts are tried at each step.
const SCRAMBLES: u64 = 1;
/// The most commands that are tried for what their refusals betray.
const MOST_COMMANDS: usize = 80;

/// Proofs of one row of the journal, from the fight before it.
pub fn check_record(before: &Game, record: &Record) -> Result<(), String> {
    check_saving(&record.game)?;
    check_offers(&record.game)?;
    if !record.is_played {
        return Ok(());
    }
    let noted = before.after_notes(&record.notes)?;
    let facts = record.game.facts();
    if noted != facts {
        let where_ = difference(&noted, &facts, "");
        return Err(format!("I5: the notes do not make the fight what it is: {where_}"));
    }
    if !record.said.is_empty() {
        let again =
            before.replayed(&record.said, &record.tape).map_err(|why| format!("I1: {why}"))?;
        if again != record.game {
            return Err("I1: the same said again over its tape gives another fight".into());
        }
    }
    Ok(())
}

/// I7: saving and loading changes nothing.
fn check_saving(game: &Game) -> Result<(), String> {
    let text = serde_json::to_string(game).map_err(|wrong| format!("I7: not saved: {wrong}"))?;
    let loaded: Game =
        serde_json::from_str(&text).map_err(|wrong| format!("I7: not loaded: {wrong}"))?;
    if loaded == *game { Ok(()) } else { Err("I7: loaded, it is another fight".into()) }
}

/// I3: what is offered is read back from its words, so no two offers have the same.
fn check_offers(game: &Game) -> Result<(), String> {
    for member in game.members() {
        let mut known = BTreeSet::new();
        let mut words = game.offers(member.id).into_iter().map(|offer| offer.words);
        if let Some(twice) = words.find(|words| !known.insert(words.clone())) {
            return Err(format!("I3: {} is offered /{twice} twice", member.name));
        }
    }
    Ok(())
}

/// I6: whatever is hidden, players read the same.
pub fn check_secrets(game: &Game, notes: &str, seed: u64) -> Result<(), String> {
    check_presence(game, notes)?;
    let asked = game.prompts();
    let tried = if asked.is_empty() { commands(game) } else { Vec::new() };
    let expected = shown(game, game, notes, &asked, &tried);
    for round in 0..SCRAMBLES {
        let mut choice = Seeded::new(seed.wrapping_mul(SCRAMBLES).wrapping_add(round));
        let mut pick = |below| choice.below(below);
        let (other, asked) = game.scrambled(&mut pick);
        let notes = other.scrambled_notes(notes, &mut pick);
        let found = shown(game, &other, &notes, &asked, &tried);
        if found != expected {
            let json = |it| json::written(it).map_err(|why| format!("I6: {why}"));
            let where_ = difference(&json(&expected)?, &json(&found)?, "");
            return Err(format!("I6: hidden facts show: {where_}"));
        }
    }
    Ok(())
}

/// I6: players read the same whether or not anybody hidden is there: the view, who is waited for,
/// and what happened. While only somebody hidden may act, somebody else is named.
fn check_presence(game: &Game, notes: &str) -> Result<(), String> {
    if !game.members().iter().any(|one| one.is_hidden && one.user.is_none()) {
        return Ok(());
    }
    let (without, other_notes) = game.without_hidden(notes);
    for viewer in readers(game) {
        compare("telling", game.retell(notes, viewer), game.retell(&other_notes, viewer))?;
        let on = |game: &Game| game.visible_wait(viewer).map(|wait| wait.on);
        let (seen, other) = (on(game), on(&without));
        if !game.is_hidden_turn() {
            compare("turn", seen, other)?;
            compare("view", game.view(viewer), without.view(viewer))?;
        } else if seen.is_some_and(|on| on.is_empty() || on.contains(&By::Gm)) {
            return Err("I6: it shows that somebody hidden acts".into());
        }
    }
    Ok(())
}

fn compare<T: PartialEq + Serialize>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let json = |it| json::written(it).map_err(|why| format!("I6: {why}"));
    let where_ = difference(&json(&expected)?, &json(&found)?, what);
    Err(format!("I6: it shows that somebody hidden is there: {where_}"))
}

/// What players can read of a fight.
#[derive(PartialEq, Serialize)]
struct Shown {
    views: Vec<View>,
    tellings: Vec<Option<Telling>>,
    questions: Vec<Vec<Prompt>>,
    /// By player's combatant.
    offers: BTreeMap<String, Vec<Offer>>,
    /// By combatant and command: why not, and what is lost by it.
    refusals: BTreeMap<String, BTreeMap<String, [Option<Refusal>; 2]>>,
    /// By combatant: a refusal as it is said, with what they can do instead, which is the same in
    /// all of them.
    said: BTreeMap<String, Option<Refusal>>,
    waits: Option<Wait>,
}

/// What the players of a game read of it, or of the same with other hidden facts: `of`, what they
/// are told and asked there, and what they hear when they try something.
fn shown(game: &Game, of: &Game, notes: &str, asked: &[Prompt], tried: &[Command]) -> Shown {
    let readers = readers(game);
    let mut shown = Shown {
        views: readers.iter().map(|viewer| of.view(*viewer)).collect(),
        tellings: readers.iter().map(|viewer| of.retell(notes, *viewer)).collect(),
        questions: readers.iter().map(|viewer| asked_of(game, asked, *viewer)).collect(),
        offers: BTreeMap::new(),
        refusals: BTreeMap::new(),
        said: BTreeMap::new(),
        waits: None,
    };
    if game.prompts().is_empty() {
        let refusals =
            |who, words| [of.refuses(who, words, &mut Seeded::new(1)), of.lapses(who, words)];
        for one in game.members().iter().filter(|one| one.user.is_some()) {
            let why: Vec<_> = tried.iter().map(|words| refusals(one.id, words)).collect();
            let refused = tried.iter().zip(&why).find(|(_, [why, _])| why.is_some());
            let said =
                refused.and_then(|(words, _)| of.act(one.id, words, &mut Seeded::new(1)).err());
            shown.said.insert(one.name.clone(), said);
            let answers = tried.iter().map(Command::to_string).zip(why);
            shown.refusals.insert(one.name.clone(), answers.collect());
            shown.offers.insert(one.name.clone(), of.offers(one.id));
        }
        shown.waits = of.waits();
    }
    shown
}

/// Everybody but the GM.
pub fn readers(game: &Game) -> Vec<Viewer> {
    let users: BTreeSet<UserId> = game.members().iter().filter_map(|one| one.user).collect();
    std::iter::once(Viewer::Public).chain(users.into_iter().map(Viewer::Player)).collect()
}

/// The questions to a player; those to any player for the public.
fn asked_of(game: &Game, prompts: &[Prompt], viewer: Viewer) -> Vec<Prompt> {
    let members = game.members();
    let is_for = |prompt: &&Prompt| {
        let By::Combatant(who) = prompt.to else { return false };
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
fn commands(game: &Game) -> Vec<Command> {
    let members = game.members();
    let mut all: Vec<Command> =
        members.iter().flat_map(|one| game.offers(one.id)).map(|offer| offer.words).collect();
    let zones = game.view(Viewer::Gm).zones;
    let (verbs, _) = Game::verbs(game.system()).unwrap_or_default();
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
    let step = all.len().div_ceil(MOST_COMMANDS).max(1);
    all.into_iter().step_by(step).collect()
}

/// What players can read of how things stand: for `hidden` statements.
pub fn standing(game: &Game, viewer: Viewer, name: &dyn Fn(UserId) -> String) -> Vec<String> {
    let mut lines = super::show::status(&game.view(viewer), &[], name);
    if let Viewer::Player(user) = viewer {
        let own = game.members().into_iter().filter(|one| one.user == Some(user));
        let own: Vec<CombatantId> = own.map(|one| one.id).collect();
        let offers = own.into_iter().flat_map(|who| game.offers(who));
        lines.extend(
            offers.map(|offer| narration::offer_label(PLAIN.locale, game.system(), &offer)),
        );
    }
    lines
}

/// The first place where two things differ.
fn difference(one: &Value, other: &Value, path: &str) -> String {
    match (one, other) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            let differing = a.iter().find(|(key, value)| b.get(*key) != Some(value));
            differing.map_or_else(String::new, |(key, value)| {
                difference(value, &b[key], &format!("{path}.{key}"))
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let differing = a.iter().zip(b).position(|(a, b)| a != b);
            differing
                .map_or_else(String::new, |at| difference(&a[at], &b[at], &format!("{path}.{at}")))
        }
        _ => format!("{} is {one} and {other}", path.trim_start_matches('.')),
    }
}

/// Each proof fails where what it proves is broken.
#[cfg(test)]
mod tests {
    use super::*;
    use engine::dice::Dice;
    use engine::game::{Joining, Replay};
    use engine::ladder::Disclosure;
    use serde_json::json;

    /// A fight of Ana against Wolf, in which it is Ana's turn.
    fn fight(dice: &mut dyn Dice) -> Game {
        let mut game = Game::new("dr12").unwrap();
        for (name, from, user) in [("Ana", "warrior", Some(UserId(2))), ("Wolf", "raider", None)] {
            let body = content::make("dr12", from, &Default::default()).unwrap();
            let one = Joining { guise: Disclosure::open(name.into()), user, sheet: None, body };
            game = game.join(one, dice).unwrap().game;
        }
        let zones = Command::new("zones").with("layout", "Yard");
        game = game.order(&zones, dice).unwrap().game;
        game = game.order(&Command::new("start"), dice).unwrap().game;
        while game.offers(CombatantId(0)).is_empty() {
            game = game.order(&Command::new("skip"), dice).unwrap().game;
        }
        game
    }

    /// Ana attacks Wolf: the fight before, and the journal's record of it.
    fn attack() -> (Game, Record) {
        let mut dice = Seeded::new(3);
        let before = fight(&mut dice);
        let words = Command::new("attack").with("target", "Wolf");
        let happened = before.act(CombatantId(0), &words, &mut dice).unwrap();
        let (notes, tape) = happened.texts();
        let said = vec![Replay::Act(CombatantId(0), words)];
        (before, Record { revision: 1, said, is_played: true, notes, tape, game: happened.game })
    }

    fn check(change: impl Fn(&mut Record), expected: &str) {
        let (before, mut record) = attack();
        change(&mut record);
        let failure = check_record(&before, &record).expect_err(expected);
        assert!(failure.starts_with(expected), "{failure}");
    }

    #[test]
    fn what_holds_is_proved() {
        let (before, record) = attack();
        assert_eq!(check_record(&before, &record), Ok(()));
        assert_eq!(check_secrets(&record.game, &record.notes, 1), Ok(()));
    }

    /// The proof of I6 asks why not, and what else only once: both together are what is said.
    #[test]
    fn why_not_is_what_a_refusal_says() {
        let (before, _) = attack();
        let (who, dice) = (CombatantId(0), &mut Seeded::new(1));
        let words = Command::new("attack").with("target", "nobody there");
        let refusal = before.act(who, &words, dice).err().unwrap();
        assert!(!refusal.instead.is_empty());
        assert_eq!(refusal.instead, before.offers(who));
        let why = Refusal { instead: Vec::new(), system: String::new(), ..refusal };
        assert_eq!(before.refuses(who, &words, dice), Some(why));
        assert_eq!(before.refuses(who, &words.with("target", "Wolf"), dice), None);
    }

    #[test]
    fn other_dice_on_the_tape_are_found() {
        check(|it| it.tape = "[]".into(), "I1");
        let pass = Replay::Act(CombatantId(0), Command::new("pass"));
        check(|it| it.said = vec![pass.clone()], "I1");
    }

    #[test]
    fn notes_that_are_left_out_are_found() {
        check(|it| it.notes = "[]".into(), "I5");
    }

    #[test]
    fn scrambling_changes_what_the_gm_knows() {
        let (_, record) = attack();
        let (other, _) = record.game.scrambled(&mut |below| below / 2);
        let wolf = |game: &Game| game.body(CombatantId(1)).unwrap();
        assert_ne!(wolf(&record.game), wolf(&other));
        assert_ne!(record.game.view(Viewer::Gm), other.view(Viewer::Gm));
        assert_eq!(record.game.view(Viewer::Public), other.view(Viewer::Public));
    }

    #[test]
    fn differences_are_named() {
        let (one, other) = (json!({"a": [1, {"b": 2}]}), json!({"a": [1, {"b": 3}]}));
        assert_eq!(difference(&one, &other, ""), "a.1.b is 2 and 3");
    }
}
