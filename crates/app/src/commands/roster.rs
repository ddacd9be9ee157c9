//! Who comes into a fight: players who join, NPCs whom the GM adds.

use serde_json::Value;

use content::{Fields, form_fields, no_such_system};
use engine::core::command::{Command, Refusal, is_invisible_char};
use engine::core::dice::Dice;
use engine::core::ids::{SheetRef, UserId};
use engine::game::{Game, JoinRequest};
use engine::visibility::disclosure::{DetailLevel, Disclosure};
use engine::visibility::view::Viewer;

use crate::commands::command_resources::CommandResources;
use crate::state::fight_state::{FightState, from_json};
use crate::transaction::ITEM_SLOT;

/// The longest name of a combatant, in characters.
pub const MAX_NAME_CHARS: usize = 32;

/// The most that are added at once.
pub const MAX_ADDED_AT_ONCE: usize = 20;

/// A player's combatant: `join sheet:` or `join from: name:`, and any field of the sheet.
///
/// # Errors
/// `bad-setup`, and why.
pub(crate) fn build_player_joining(
    state: &FightState,
    user: Option<UserId>,
    command: &Command,
    resources: &CommandResources,
) -> Result<JoinRequest, Refusal> {
    let sheet = resources.sheet.as_ref();
    let called = match (command.get("name"), sheet) {
        ("", Some(sheet)) => &sheet.name,
        (name, _) => name,
    };
    let name = parse_name(called)?;
    let viewer = user.map_or(Viewer::Gm, |user| state.viewers_for(user).viewer);
    let body = build_sheet_body(state, viewer, command, resources)?;
    let sheet = sheet.map(|row| SheetRef { id: row.id, revision: row.revision });
    Ok(JoinRequest { disclosure: Disclosure::new(name), user, sheet, body })
}

/// Whether a body could join a fight like this one.
///
/// # Errors
/// `bad-setup`, and why.
pub(crate) fn check_can_join(game: &Game, body: Value, dice: &mut dyn Dice) -> Result<(), Refusal> {
    let joining = JoinRequest {
        disclosure: Disclosure::new("somebody".into()),
        user: None,
        sheet: None,
        body,
    };
    game.add_combatant(joining, dice).map(drop)
}

/// The GM's NPCs: `add from: name: count: hidden: alias: show:`, and any field of the sheet.
/// Several are numbered. Of one that goes by an alias nothing else is shown, if nothing is said.
///
/// # Errors
/// `bad-setup`, and why.
pub(crate) fn build_npc_joinings(
    state: &FightState,
    command: &Command,
    resources: &CommandResources,
) -> Result<Vec<JoinRequest>, Refusal> {
    let count = match command.get("count") {
        "" => 1,
        text => {
            text.parse().ok().filter(|count| (1..=MAX_ADDED_AT_ONCE).contains(count)).ok_or_else(
                || {
                    Refusal::bad_setup("", "count")
                        .with("slot", "count")
                        .with("value", text)
                        .with("most", MAX_ADDED_AT_ONCE)
                },
            )?
        }
    };
    let first = match command.get("name") {
        "" => capitalise(command.get("from")),
        text => text.to_string(),
    };
    let is_hidden = command.get("hidden") == "true";
    let look = match (command.get("show"), command.has_slot("alias")) {
        ("", false) | ("wounds", _) => DetailLevel::Wounds,
        ("alias", false) => return Err(Refusal::bad_setup("", "alias-missing")),
        ("", true) | ("alias", true) | ("name", false) => DetailLevel::Nothing,
        ("numbers", _) => DetailLevel::Numbers,
        (other, _) => return Err(Refusal::bad_setup("", "no-such-rung").with("name", other)),
    };
    let body = build_sheet_body(state, Viewer::Gm, command, resources)?;
    let (first, alias) = (parse_name(&first)?, command.get("alias"));
    // What players read must not be numbered past those of whom they do not know.
    let reader = if is_hidden { Viewer::Gm } else { Viewer::Public };
    let (names, aliases) = match alias {
        "" => (free_names(state, reader, &first, count)?, Vec::new()),
        alias => {
            let names = free_names(state, Viewer::Gm, &first, count)?;
            (names, self::free_names(state, reader, &parse_name(alias)?, count)?)
        }
    };
    let guise = |(at, name): (usize, String)| match aliases.get(at) {
        Some(alias) if *alias != name => Disclosure {
            is_hidden,
            name: alias.clone(),
            true_name: Some(name),
            public_detail: look,
        },
        Some(_) | None => Disclosure { is_hidden, name, true_name: None, public_detail: look },
    };
    let guises = names.into_iter().enumerate().map(guise);
    let join =
        |guise| JoinRequest { disclosure: guise, user: None, sheet: None, body: body.clone() };
    Ok(guises.map(join).collect())
}

/// The thing that is meant by its name in the kit, spelled out for the engine (`thing:`), unless it
/// is already. What lies about may be anything; what somebody is given is of the kit.
///
/// # Errors
/// The kit has no such item.
pub(crate) fn fill_in_kit_item(
    command: &Command,
    resources: &CommandResources,
) -> Result<Command, Refusal> {
    let Some(kit) = resources.kit.as_ref().filter(|_| !command.has_slot(ITEM_SLOT)) else {
        return Ok(command.clone());
    };
    match kit.item_value(command.get("item")) {
        Ok(thing) => Ok(command.clone().with(ITEM_SLOT, thing)),
        Err(_) if command.verb == "loose" => Ok(command.clone()),
        Err(none) => Err(none),
    }
}

fn build_sheet_body(
    state: &FightState,
    viewer: Viewer,
    command: &Command,
    resources: &CommandResources,
) -> Result<Value, Refusal> {
    let mut fields: Fields = command.slots.clone();
    for own in ["name", "from", "sheet", "count", "hidden", "at", "alias", "show"] {
        fields.remove(own);
    }
    if let Some(at) = command.slots.get("at") {
        let zone = state
            .game
            .find_zone(at)
            .ok_or_else(|| Refusal::bad_setup("", "no-such-zone").with("name", at))?;
        fields.insert("zone".into(), zone.0.to_string());
    }
    for (_, side) in fields.iter_mut().filter(|(slot, _)| matches!(&***slot, "side" | "faction")) {
        *side = match_known_side(&state.game.sides_for(viewer), side);
    }
    let kit = resources.kit.as_ref().ok_or_else(|| no_such_system(state.system()))?;
    match &resources.sheet {
        None if command.get("from").is_empty() => Err(Refusal::new("from-what", "")),
        None => kit.make_body(command.get("from"), &fields),
        Some(row) => {
            let sheet: Value = from_json(&row.body).map_err(Refusal::parse_error)?;
            let mut whole = form_fields::body_to_fields(&sheet);
            whole.extend(fields);
            kit.make_body("", &whole)
        }
    }
}

/// A side as it is called already: in other letters it would be another one.
fn match_known_side(known_sides: &[String], side: &str) -> String {
    let is_same = |known: &&String| known.to_lowercase() == side.trim().to_lowercase();
    known_sides.iter().find(is_same).map_or(side, String::as_str).into()
}

/// A name as it is kept: blanks made one, nothing in it that cannot be seen.
///
/// # Errors
/// It is none.
pub(crate) fn parse_name(text: &str) -> Result<String, Refusal> {
    let name: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().any(is_invisible_char) {
        return Err(Refusal::new("bad-name", ""));
    }
    match name.chars().count() {
        1..=MAX_NAME_CHARS => Ok(name),
        _ => Err(Refusal::bad_setup("", "name-length").with("most", MAX_NAME_CHARS)),
    }
}

/// One keeps the name, which must be free; several are numbered past those whom the reader knows.
fn free_names(
    state: &FightState,
    reader: Viewer,
    name: &str,
    count: usize,
) -> Result<Vec<String>, Refusal> {
    if count == 1 {
        state.game.check_name_is_free(name)?;
        return Ok(vec![name.to_string()]);
    }
    let is_free = |name: &String| !state.game.has_combatant_named(reader, name);
    Ok((1..).map(|n| format!("{name} {n}")).filter(is_free).take(count).collect())
}

/// `venom spider` is called `Venom Spider` where nobody says otherwise.
fn capitalise(text: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    text.split([' ', '_', '-']).filter_map(capital).collect::<Vec<_>>().join(" ")
}
