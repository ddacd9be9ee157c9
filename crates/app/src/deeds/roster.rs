//! Who comes into a fight: players who join, NPCs whom the GM adds.

use serde_json::Value;

use content::{Fields, form, no_such_system};
use engine::command::{Command, Refusal, is_unseen};
use engine::dice::Dice;
use engine::game::{Game, Joining};
use engine::ids::{SheetRef, UserId};
use engine::ladder::{Detail, Disclosure};
use engine::view::Viewer;

use crate::change::THING;
use crate::deeds::supplies::Supplies;
use crate::fight::fight_state::{FightState, read};

/// The longest name of a combatant, in characters.
pub const LONGEST_NAME: usize = 32;

/// The most that are added at once.
pub const MOST_AT_ONCE: usize = 20;

/// A player's combatant: `join sheet:` or `join from: name:`, and any field of the sheet.
///
/// # Errors
/// `bad-setup`, and why.
pub(crate) fn joining(
    now: &FightState,
    user: Option<UserId>,
    words: &Command,
    supplies: &Supplies,
) -> Result<Joining, Refusal> {
    let sheet = supplies.sheet.as_ref();
    let called = match (words.get("name"), sheet) {
        ("", Some(sheet)) => &sheet.name,
        (name, _) => name,
    };
    let name = name(called)?;
    let viewer = user.map_or(Viewer::Gm, |user| now.eyes(user).viewer);
    let body = body(now, viewer, words, supplies)?;
    let sheet = sheet.map(|row| SheetRef { id: row.id, revision: row.revision });
    Ok(Joining { guise: Disclosure::open(name), user, sheet, body })
}

/// Whether a body could join a fight like this one.
///
/// # Errors
/// `bad-setup`, and why.
pub(crate) fn try_out(game: &Game, body: Value, dice: &mut dyn Dice) -> Result<(), Refusal> {
    let joining =
        Joining { guise: Disclosure::open("somebody".into()), user: None, sheet: None, body };
    game.join(joining, dice).map(drop)
}

/// The GM's NPCs: `add from: name: count: hidden: alias: show:`, and any field of the sheet.
/// Several are numbered. Of one that goes by an alias nothing else is shown, if nothing is said.
///
/// # Errors
/// `bad-setup`, and why.
pub(crate) fn adding(
    now: &FightState,
    words: &Command,
    supplies: &Supplies,
) -> Result<Vec<Joining>, Refusal> {
    let count = match words.get("count") {
        "" => 1,
        text => text.parse().ok().filter(|count| (1..=MOST_AT_ONCE).contains(count)).ok_or_else(
            || {
                Refusal::setup("", "count")
                    .with("slot", "count")
                    .with("value", text)
                    .with("most", MOST_AT_ONCE)
            },
        )?,
    };
    let first = match words.get("name") {
        "" => capitalised(words.get("from")),
        text => text.to_string(),
    };
    let is_hidden = words.get("hidden") == "true";
    let look = match (words.get("show"), words.has("alias")) {
        ("", false) | ("wounds", _) => Detail::Wounds,
        ("alias", false) => return Err(Refusal::setup("", "alias-missing")),
        ("", true) | ("alias", true) | ("name", false) => Detail::Nothing,
        ("numbers", _) => Detail::Numbers,
        (other, _) => return Err(Refusal::setup("", "no-such-rung").with("name", other)),
    };
    let body = body(now, Viewer::Gm, words, supplies)?;
    let (first, alias) = (name(&first)?, words.get("alias"));
    // What players read must not be numbered past those of whom they do not know.
    let reader = if is_hidden { Viewer::Gm } else { Viewer::Public };
    let (names, aliases) = match alias {
        "" => (names(now, reader, &first, count)?, Vec::new()),
        alias => {
            let names = names(now, Viewer::Gm, &first, count)?;
            (names, self::names(now, reader, &name(alias)?, count)?)
        }
    };
    let guise = |(at, name): (usize, String)| match aliases.get(at) {
        Some(alias) if *alias != name => {
            Disclosure { is_hidden, name: alias.clone(), true_name: Some(name), look }
        }
        Some(_) | None => Disclosure { is_hidden, name, true_name: None, look },
    };
    let guises = names.into_iter().enumerate().map(guise);
    let join = |guise| Joining { guise, user: None, sheet: None, body: body.clone() };
    Ok(guises.map(join).collect())
}

/// The thing that is meant by its name in the kit, spelled out for the engine (`thing:`), unless it
/// is already. What lies about may be anything; what somebody is given is of the kit.
///
/// # Errors
/// The kit has no such item.
pub(crate) fn supplied(words: &Command, supplies: &Supplies) -> Result<Command, Refusal> {
    let Some(kit) = supplies.kit.as_ref().filter(|_| !words.has(THING)) else {
        return Ok(words.clone());
    };
    match kit.item(words.get("item")) {
        Ok(thing) => Ok(words.clone().with(THING, thing)),
        Err(_) if words.verb == "loose" => Ok(words.clone()),
        Err(none) => Err(none),
    }
}

fn body(
    now: &FightState,
    viewer: Viewer,
    words: &Command,
    supplies: &Supplies,
) -> Result<Value, Refusal> {
    let mut fields: Fields = words.slots.clone();
    for own in ["name", "from", "sheet", "count", "hidden", "at", "alias", "show"] {
        fields.remove(own);
    }
    if let Some(at) = words.slots.get("at") {
        let zone = now
            .game
            .find_zone(at)
            .ok_or_else(|| Refusal::setup("", "no-such-zone").with("name", at))?;
        fields.insert("zone".into(), zone.0.to_string());
    }
    for (_, side) in fields.iter_mut().filter(|(slot, _)| matches!(&***slot, "side" | "faction")) {
        *side = as_known(&now.game.sides(viewer), side);
    }
    let kit = supplies.kit.as_ref().ok_or_else(|| no_such_system(now.system()))?;
    match &supplies.sheet {
        None if words.get("from").is_empty() => Err(Refusal::new("from-what", "")),
        None => kit.make(words.get("from"), &fields),
        Some(row) => {
            let sheet: Value = read(&row.body).map_err(Refusal::unread)?;
            let mut whole = form::fields_of(&sheet);
            whole.extend(fields);
            kit.make("", &whole)
        }
    }
}

/// A side as it is called already: in other letters it would be another one.
fn as_known(sides: &[String], side: &str) -> String {
    let is_same = |known: &&String| known.to_lowercase() == side.trim().to_lowercase();
    sides.iter().find(is_same).map_or(side, String::as_str).into()
}

/// A name as it is kept: blanks made one, nothing in it that cannot be seen.
///
/// # Errors
/// It is none.
pub(crate) fn name(text: &str) -> Result<String, Refusal> {
    let name: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().any(is_unseen) {
        return Err(Refusal::new("bad-name", ""));
    }
    match name.chars().count() {
        1..=LONGEST_NAME => Ok(name),
        _ => Err(Refusal::setup("", "name-length").with("most", LONGEST_NAME)),
    }
}

/// One keeps the name, which must be free; several are numbered past those whom the reader knows.
fn names(
    now: &FightState,
    reader: Viewer,
    name: &str,
    count: usize,
) -> Result<Vec<String>, Refusal> {
    if count == 1 {
        now.game.check_name(name)?;
        return Ok(vec![name.to_string()]);
    }
    let is_free = |name: &String| !now.game.goes_by(reader, name);
    Ok((1..).map(|n| format!("{name} {n}")).filter(is_free).take(count).collect())
}

/// `venom spider` is called `Venom Spider` where nobody says otherwise.
fn capitalised(text: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    text.split([' ', '_', '-']).filter_map(capital).collect::<Vec<_>>().join(" ")
}
