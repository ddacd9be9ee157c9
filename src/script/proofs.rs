//! What holds after every step of every script, although no script says so.
//!
//! - I1: the same said again over its tape gives the same fight.
//! - I3: no two offers of a combatant read the same.
//! - I5: the notes in order make the fight before into the fight after.
//! - I6: other hidden facts change nothing that a player can read: views, tellings, questions,
//!   offers, refusals.
//! - I7: saving and loading changes nothing.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use crate::app::journal::Record;
use crate::engine::dice::Seeded;
use crate::engine::game::{Game, Prompt};
use crate::engine::ids::{By, CombatantId, UserId};
use crate::engine::json;
use crate::engine::view::Viewer;
use crate::engine::words::Words;
use crate::narration::{self, PLAIN};

/// So many other sets of hidden facts are tried at each step.
const SCRAMBLES: u64 = 3;
/// So many commands are tried for what their refusals betray.
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
pub fn check_secrets(game: &Game, notes: &Value, seed: u64) -> Result<(), String> {
    for round in 0..SCRAMBLES {
        let mut choice = Seeded::new(seed.wrapping_mul(SCRAMBLES).wrapping_add(round));
        let mut pick = |below| choice.below(below);
        let (other, asked) = game.scrambled(&mut pick);
        let other_notes = other.scrambled_notes(notes, &mut pick);
        for viewer in readers(game) {
            let betrayed =
                |what| move |where_| format!("I6: hidden facts show in {what}: {where_}");
            same(&game.view(viewer), &other.view(viewer)).map_err(betrayed("the view"))?;
            same(&game.retell(notes, viewer), &other.retell(&other_notes, viewer))
                .map_err(betrayed("what is told"))?;
            same(&asked_of(game, &game.prompts(), viewer), &asked_of(game, &asked, viewer))
                .map_err(betrayed("a question"))?;
        }
        if game.prompts().is_empty() {
            check_choices(game, &other)?;
        }
    }
    Ok(())
}

/// Everybody but the GM.
pub fn readers(game: &Game) -> Vec<Viewer> {
    let users: BTreeSet<UserId> = game.members().iter().filter_map(|one| one.user).collect();
    std::iter::once(Viewer::Public).chain(users.into_iter().map(Viewer::Player)).collect()
}

/// The questions to a player; those to any player for the public.
fn asked_of<'a>(game: &Game, prompts: &'a [Prompt], viewer: Viewer) -> Vec<&'a Prompt> {
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
    prompts.iter().filter(is_for).collect()
}

/// What players may do, and why they may not do the rest.
fn check_choices(game: &Game, other: &Game) -> Result<(), String> {
    let sample = commands(game);
    for member in game.members().iter().filter(|one| one.user.is_some()) {
        let who = member.id;
        same(&game.offers(who), &other.offers(who)).map_err(|where_| {
            format!("I6: hidden facts show in {}'s offers: {where_}", member.name)
        })?;
        for words in &sample {
            let refusal = |game: &Game| game.act(who, words, &mut Seeded::new(1)).err();
            let betrayed = |where_| {
                format!("I6: hidden facts show when {} tries /{words}: {where_}", member.name)
            };
            same(&refusal(game), &refusal(other)).map_err(betrayed)?;
            same(&game.lapses(who, words), &other.lapses(who, words)).map_err(betrayed)?;
        }
    }
    if game.waits() == other.waits() {
        Ok(())
    } else {
        Err("I6: hidden facts show in who is waited for".into())
    }
}

/// Commands to try: what anybody may do now, and every verb against everybody and everywhere.
fn commands(game: &Game) -> Vec<Words> {
    let members = game.members();
    let mut all: Vec<Words> =
        members.iter().flat_map(|one| game.offers(one.id)).map(|offer| offer.words).collect();
    let zones = game.view(Viewer::Gm).zones;
    let (verbs, _) = Game::verbs(game.system()).unwrap_or_default();
    for verb in verbs {
        let words = Words::new(verb.name);
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
            offers.map(|offer| narration::offer_label(PLAIN.tongue, game.system(), &offer)),
        );
    }
    lines
}

fn same<T: Serialize>(one: &T, other: &T) -> Result<(), String> {
    let json = |it: &T| json::written(it).unwrap_or_default();
    let (one, other) = (json(one), json(other));
    if one == other { Ok(()) } else { Err(difference(&one, &other, "")) }
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
    use crate::content;
    use crate::engine::dice::Dice;
    use crate::engine::game::{Happened, Joining, Replay};
    use crate::engine::ladder::Guise;
    use serde_json::json;

    /// A fight of Ana against Wolf, in which it is Ana's turn.
    fn fight(dice: &mut dyn Dice) -> Game {
        let mut game = Game::new("dr12").unwrap();
        for (name, from, user) in [("Ana", "warrior", Some(UserId(2))), ("Wolf", "raider", None)] {
            let body = content::make("dr12", from, &Default::default()).unwrap();
            let one = Joining { guise: Guise::open(name.into()), user, sheet: None, body };
            game = game.join(one, dice).unwrap().game;
        }
        let zones = Words::new("zones").with("layout", "Yard");
        game = game.order(&zones, dice).unwrap().game;
        game = game.order(&Words::new("start"), dice).unwrap().game;
        while game.offers(CombatantId(0)).is_empty() {
            game = game.order(&Words::new("skip"), dice).unwrap().game;
        }
        game
    }

    /// Ana attacks Wolf: the fight before, and the journal's record of it.
    fn attack() -> (Game, Record) {
        let mut dice = Seeded::new(3);
        let before = fight(&mut dice);
        let words = Words::new("attack").with("target", "Wolf");
        let happened = before.act(CombatantId(0), &words, &mut dice).unwrap();
        let Happened { game, notes, tape, .. } = happened;
        let said = vec![Replay::Act(CombatantId(0), words)];
        (before, Record { revision: 1, said, is_played: true, notes, tape, game })
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

    #[test]
    fn other_dice_on_the_tape_are_found() {
        check(|it| it.tape.as_array_mut().unwrap().clear(), "I1");
        let pass = Replay::Act(CombatantId(0), Words::new("pass"));
        check(|it| it.said = vec![pass.clone()], "I1");
    }

    #[test]
    fn notes_that_are_left_out_are_found() {
        check(|it| it.notes.as_array_mut().unwrap().clear(), "I5");
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
        assert_eq!(same(&one, &other), Err("a.1.b is 2 and 3".into()));
    }
}
