//! Builds the combatants that enter a fight: players who join, NPCs whom the GM adds.

use serde_json::Value;

use content::{Fields, form_fields, no_such_system};
use engine::core::command::{Command, Refusal};
use engine::core::dice::Dice;
use engine::core::ids::{SheetRef, UserId};
use engine::core::names::{self, NameShape, find_look_alike, is_same_name, split_number};
use engine::game::{Game, JoinRequest};
use engine::visibility::disclosure::{DetailLevel, Disclosure};
use engine::visibility::view::Viewer;

use crate::api::encounter::CreatureGroup;
use crate::api::value_reader::{ServerNames, ValueReader};
use crate::commands::combatant_names::NameValidator;
use crate::commands::command_resources::CommandResources;
use crate::state::fight_state::{FightState, from_json};
use crate::transaction::ITEM_SLOT;

/// The most NPCs that one command adds.
pub const MAX_ADDED_AT_ONCE: usize = 50;

/// Builds a player's combatant from `join sheet:` or `join from: name:`, and any field of the
/// sheet.
///
/// # Errors
/// `bad-setup`, and why.
pub(crate) fn build_player_join_request(
    state: &FightState,
    user: Option<UserId>,
    command: &Command,
    resources: &CommandResources,
    reader: ValueReader,
) -> Result<JoinRequest, Refusal> {
    let sheet = resources.sheet.as_ref();
    let name_text = match (command.get("name"), sheet) {
        ("", Some(sheet)) => &sheet.name,
        (name, _) => name,
    };
    let viewer = user.map_or(Viewer::Gm, |user| state.perspective_of_user(user).viewer);
    let gate = NameValidator { game: &state.game, giver: viewer, reader };
    let name = gate.parse(name_text).map_err(|refusal| match name_text {
        "" => refusal.with("slot", "name"),
        _ => refusal,
    })?;
    let body = build_newcomer_body(state, &gate.with_parsed_sides_and_groups(command)?, resources)?;
    let sheet = sheet.map(|row| SheetRef { id: row.id, revision: row.revision });
    Ok(JoinRequest { disclosure: Disclosure::new(name), user, sheet, body })
}

/// Checks that a combatant with this body could join the fight.
///
/// # Errors
/// `bad-setup`, and why.
pub(crate) fn check_body_can_join(
    game: &Game,
    body: Value,
    dice: &mut dyn Dice,
) -> Result<(), Refusal> {
    let joining = JoinRequest {
        disclosure: Disclosure::new("somebody".into()),
        user: None,
        sheet: None,
        body,
    };
    game.add_combatant(joining, dice).map(drop)
}

/// Builds the GM's NPCs from `add from: name: count: hidden: alias: show:`, and any field of the
/// sheet. Several are numbered, and so is one without `name:` whose kind is there already. `sheet:`
/// is one of the GM's own in place of `from:`, which may name several kinds: `1 captain, 3 thug`.
/// An NPC with an alias shows nothing else, unless `show` says so.
///
/// # Errors
/// `bad-setup`, and why.
pub(crate) fn build_numbered_npc_join_requests(
    state: &FightState,
    command: &Command,
    resources: &CommandResources,
    value_reader: ValueReader,
) -> Result<Vec<JoinRequest>, Refusal> {
    if let Some(groups) = parse_line_up(command.get("from"), resources) {
        return build_line_up_join_requests(state, command, &groups, resources, value_reader);
    }
    let count = parse_npc_count(command.get("count"))?;
    let base_name = match (command.get("name"), &resources.sheet) {
        ("", Some(sheet)) => sheet.name.clone(),
        ("", None) => default_npc_name(state.system(), command.get("from"), &resources.names),
        (text, _) => text.to_string(),
    };
    let is_hidden = command.get("hidden") == "true";
    let public_detail = parse_public_detail(command)?;
    let name_gate = NameValidator { game: &state.game, giver: Viewer::Gm, reader: value_reader };
    let body =
        build_newcomer_body(state, &name_gate.with_parsed_sides_and_groups(command)?, resources)?;
    let base_name = name_gate.parse(&base_name)?;
    let numbers_viewer = viewer_for_npc_numbers(is_hidden);
    let choose_names = |viewer: Viewer| match command.get("name") {
        "" => Ok(default_newcomer_names(state, viewer, &base_name, count)),
        _ => newcomer_names_or_refuse(state, viewer, &base_name, count),
    };
    let (names, aliases) = match command.get("alias") {
        "" => (choose_names(numbers_viewer)?, Vec::new()),
        alias => {
            // Only the GM reads the true names of NPCs with an alias.
            let names = choose_names(Viewer::Gm)?;
            let alias = name_gate.parse(alias)?;
            (names, newcomer_names_or_refuse(state, numbers_viewer, &alias, count)?)
        }
    };
    let mut requests = Vec::new();
    for (index, name) in names.into_iter().enumerate() {
        let disclosure = match aliases.get(index) {
            Some(alias) if *alias != name => {
                Disclosure { is_hidden, name: alias.clone(), true_name: Some(name), public_detail }
            }
            Some(_) | None => Disclosure { is_hidden, name, true_name: None, public_detail },
        };
        requests.push(JoinRequest { disclosure, user: None, sheet: None, body: body.clone() });
    }
    Ok(requests)
}

/// Parses how many NPCs are added; one where it is not said.
///
/// # Errors
/// `bad-setup` for what is no number from 1 to [`MAX_ADDED_AT_ONCE`].
fn parse_npc_count(text: &str) -> Result<usize, Refusal> {
    if text.is_empty() {
        return Ok(1);
    }
    match text.parse::<usize>() {
        Ok(count) if (1..=MAX_ADDED_AT_ONCE).contains(&count) => Ok(count),
        _ => Err(Refusal::bad_setup("", "count")
            .with("slot", "count")
            .with("value", text)
            .with("most", MAX_ADDED_AT_ONCE)),
    }
}

/// Parses `show:`, how much players know of an NPC. Without it they know its wounds, and of an NPC
/// with an alias nothing.
///
/// # Errors
/// `bad-setup` for `show:alias` without an alias, and for a word that does not fit.
fn parse_public_detail(command: &Command) -> Result<DetailLevel, Refusal> {
    match (command.get("show"), command.has_slot("alias")) {
        ("", false) | ("wounds", _) => Ok(DetailLevel::Wounds),
        ("alias", false) => Err(Refusal::bad_setup("", "alias-missing")),
        ("", true) | ("alias", true) | ("name", false) => Ok(DetailLevel::Nothing),
        ("numbers", _) => Ok(DetailLevel::Numbers),
        (other, _) => Err(Refusal::bad_setup("", "no-such-rung").with("name", other)),
    }
}

/// Parses `1 captain, 3 thug`: several kinds of creatures at once. Returns `None` for the name of a
/// template.
fn parse_line_up(from: &str, resources: &CommandResources) -> Option<Vec<CreatureGroup>> {
    let kit = resources.kit.as_ref()?;
    if kit.make_body(from, &Fields::new()).is_ok() {
        return None;
    }
    if !from.contains(',') && split_count_off_creature(from).is_none() {
        return None;
    }
    let mut groups: Vec<CreatureGroup> = Vec::new();
    for text in from.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        let (count, typed_name) = split_count_off_creature(text).unwrap_or((1, text));
        let creature = typed_name.trim().to_lowercase();
        match groups.iter_mut().find(|known| known.creature == creature) {
            Some(known) => known.count = known.count.saturating_add(count),
            None => groups.push(CreatureGroup { creature, count }),
        }
    }
    if groups.is_empty() { None } else { Some(groups) }
}

/// Splits `3 thug` into the number and the creature. `None` without a number.
fn split_count_off_creature(text: &str) -> Option<(usize, &str)> {
    let (count, creature) = text.trim().split_once(' ')?;
    let is_number = !count.is_empty() && count.chars().all(|c| c.is_ascii_digit());
    if !is_number {
        return None;
    }
    // A number that is too large is refused later like any other that is.
    Some((count.parse().unwrap_or(usize::MAX), creature))
}

/// Builds the NPCs of several kinds. Each kind has the other slots of the command.
fn build_line_up_join_requests(
    state: &FightState,
    command: &Command,
    groups: &[CreatureGroup],
    resources: &CommandResources,
    value_reader: ValueReader,
) -> Result<Vec<JoinRequest>, Refusal> {
    for slot in ["name", "count", "alias"] {
        if command.has_slot(slot) {
            return Err(Refusal::bad_setup("", "line-up-slot").with("slot", slot));
        }
    }
    let total = groups.iter().fold(0_usize, |sum, group| sum.saturating_add(group.count));
    if total > MAX_ADDED_AT_ONCE {
        let refusal = Refusal::bad_setup("", "count").with("slot", "count");
        // Numbers that no count holds are quoted as they were typed.
        let refusal = match total {
            usize::MAX => refusal.with("value", command.get("from")),
            total => refusal.with("value", total),
        };
        return Err(refusal.with("most", MAX_ADDED_AT_ONCE));
    }
    let mut requests = Vec::new();
    for CreatureGroup { creature, count } in groups {
        let added = command.clone().with("from", creature).with("count", count);
        requests.extend(build_numbered_npc_join_requests(state, &added, resources, value_reader)?);
    }
    Ok(requests)
}

/// Fills in the item of the kit (`thing:`) that the command names, unless it is filled in already.
/// An item that the kit lacks stays as it was typed for `loose`, since a loose item may be
/// anything.
///
/// # Errors
/// Fails when the kit lacks the item of any other verb.
pub(crate) fn fill_in_item_from_kit(
    command: &Command,
    resources: &CommandResources,
) -> Result<Command, Refusal> {
    let Some(kit) = resources.kit.as_ref().filter(|_| !command.has_slot(ITEM_SLOT)) else {
        return Ok(command.clone());
    };
    match kit.item_value(command.get("item")) {
        Ok(item) => Ok(command.clone().with(ITEM_SLOT, item)),
        Err(_) if command.verb == "loose" => Ok(command.clone()),
        Err(refusal) => Err(refusal),
    }
}

/// Builds the body of a newcomer from the sheet of the resources or the kit's `from:`, with the
/// fields that the command names. `at:` sets the zone.
fn build_newcomer_body(
    state: &FightState,
    command: &Command,
    resources: &CommandResources,
) -> Result<Value, Refusal> {
    let mut fields: Fields = command.slots.clone();
    for reserved in ["name", "from", "sheet", "count", "hidden", "at", "alias", "show"] {
        fields.remove(reserved);
    }
    if let Some(zone_name) = command.slots.get("at") {
        let zone = state.game.find_zone(zone_name).ok_or_else(|| {
            match state.game.view_for(Viewer::Public).zones.is_empty() {
                true => Refusal::bad_setup("", "no-zones-yet"),
                false => Refusal::bad_setup("", "no-such-zone").with("name", zone_name),
            }
        })?;
        fields.insert("zone".into(), zone.0.to_string());
    }
    let kit = resources.kit.as_ref().ok_or_else(|| no_such_system(state.system()))?;
    match &resources.sheet {
        None if command.get("from").is_empty() => Err(Refusal::new("from-what", "")),
        None => kit.make_body(command.get("from"), &fields),
        Some(row) => {
            let sheet: Value = from_json(&row.body).map_err(Refusal::parse_error)?;
            let mut all_fields = form_fields::body_to_fields(&sheet);
            all_fields.extend(fields);
            kit.make_body("", &all_fields)
        }
    }
}

/// Returns the viewer whose known names count as taken when new NPCs are numbered: the GM for
/// hidden NPCs, else the public. A number that is skipped for an unknown combatant would reveal it.
pub(crate) fn viewer_for_npc_numbers(is_hidden: bool) -> Viewer {
    if is_hidden { Viewer::Gm } else { Viewer::Public }
}

/// Returns names for `count` newcomers: the name itself for a single one if it is free, else the
/// name with the first numbers that give no name known to the reader.
pub(crate) fn newcomer_names(
    state: &FightState,
    reader: Viewer,
    name: &str,
    count: usize,
) -> Vec<String> {
    let known_names = state.game.names_known_to(reader);
    let look_alike = find_look_alike(name, known_names.iter().map(String::as_str));
    if count == 1 && look_alike.is_none() {
        return vec![name.into()];
    }
    numbered_newcomer_names(&known_names, name, count)
}

/// Returns names as [`newcomer_names`] does for newcomers to whom nobody gave a name. A single one
/// also has a number where the reader knows of somebody by the name with a number.
pub(crate) fn default_newcomer_names(
    state: &FightState,
    reader: Viewer,
    name: &str,
    count: usize,
) -> Vec<String> {
    let known_names = state.game.names_known_to(reader);
    let is_numbered_namesake =
        |known: &String| split_number(known).is_some_and(|(base, _)| is_same_name(base, name));
    if known_names.iter().any(is_numbered_namesake) {
        return numbered_newcomer_names(&known_names, name, count);
    }
    newcomer_names(state, reader, name, count)
}

/// Returns the name with the first numbers that give no known name. Somebody who has the name
/// without a number counts as the first.
fn numbered_newcomer_names(known_names: &[String], name: &str, count: usize) -> Vec<String> {
    let known_shapes: Vec<NameShape> =
        known_names.iter().map(|known| NameShape::new(known)).collect();
    let is_free = |name: &str| {
        let shape = NameShape::new(name);
        !known_shapes.iter().any(|known| known.looks_like(&shape))
    };
    let first_number = if is_free(name) { 1 } else { 2 };
    let numbered_names = (first_number..).map(|number| format!("{name} {number}"));
    numbered_names.filter(|name| is_free(name)).take(count).collect()
}

/// Returns names as [`newcomer_names`] does, but refuses a single one whose name is taken.
fn newcomer_names_or_refuse(
    state: &FightState,
    reader: Viewer,
    name: &str,
    count: usize,
) -> Result<Vec<String>, Refusal> {
    if count == 1 {
        state.game.check_name_is_usable(name)?;
    }
    Ok(newcomer_names(state, reader, name, count))
}

/// Returns the name of an NPC that was added without one: that of its creature in the language of
/// the server. It is stored as the NPC's name, so all readers see the same.
pub(crate) fn default_npc_name(system: &str, creature: &str, server: &ServerNames) -> String {
    if let Some(translated) = server.find(system, "from", creature) {
        let mut letters = translated.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        let name = first + letters.as_str();
        // A translation that commands could not say is none.
        if names::parse_combatant_name(&name).is_ok() {
            return name;
        }
    }
    capitalise_each_word(creature)
}

/// Capitalises a default name: `venom spider` becomes `Venom Spider`.
pub(crate) fn capitalise_each_word(text: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    text.split([' ', '_', '-']).filter_map(capital).collect::<Vec<_>>().join(" ")
}
