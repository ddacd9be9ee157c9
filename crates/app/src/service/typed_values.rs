//! Typed values: which values a slot takes, so that the names people type become the keys that the
//! rules take, and a refusal lists what would fit.
//!
//! Only what the user knows of is ever read or listed: a name of something hidden stays as typed.

use engine::core::command::{Command, Refusal, format_list, split_list};
use engine::core::values::ValueKind;
use engine::core::verbs::{Slot, SlotKind};
use engine::game::{Game, SYSTEM_KEYS};

use crate::api::input::{PartialCommand, RequestContext, UserInput};
use crate::api::value_reader::ValueReader;
use crate::commands::arrangements::{AUTOPLAY_POLICY, NO_POLICY};
use crate::commands::permissions::{self, Permission};
use crate::runtime::app::App;
use crate::state::fight_state::FightState;

/// The values that a slot takes.
struct SlotValues<'a> {
    kind: ValueKind<'a>,
    keys: Vec<String>,
    /// Whether the slot takes nothing else.
    is_closed: bool,
}

impl<'a> SlotValues<'a> {
    fn open(kind: ValueKind<'a>, keys: Vec<String>) -> Self {
        Self { kind, keys, is_closed: false }
    }

    fn closed(kind: ValueKind<'a>, keys: Vec<String>) -> Self {
        Self { kind, keys, is_closed: true }
    }
}

impl App {
    /// Reads the values that mean the same in every fight and outside of fights.
    ///
    /// # Errors
    /// Refuses a value that fits none of a closed list.
    pub(super) fn replace_common_typed_names(&self, command: &Command) -> Result<Command, Refusal> {
        let mut read = command.clone();
        let Some(verb) = permissions::find_common_verb(&command.verb) else { return Ok(read) };
        for slot in command.slots.keys() {
            let values = match (slot.as_str(), verb.slot(slot)) {
                ("system", _) => SlotValues::open(ValueKind::System, to_strings(SYSTEM_KEYS)),
                (name, Some(known)) => {
                    SlotValues::closed(ValueKind::SlotWord(name), to_strings(known.allowed_values))
                }
                (_, None) => continue,
            };
            replace_typed_names_in_slot(self.value_reader(), "", &mut read, slot, &values)?;
        }
        Ok(read)
    }

    /// Reads the values of an input in its fight, and the refusal of a value that fits nowhere. It
    /// is for after the check that the user may give the input at all.
    pub(super) fn replace_typed_names_in_fight(
        &self,
        state: &FightState,
        context: &RequestContext,
        input: &UserInput,
    ) -> (UserInput, Option<Refusal>) {
        let mut read_input = input.clone();
        let mut no_actor = None;
        let (command, actor_name) = match &mut read_input {
            UserInput::Command { command, actor_name, .. } => (command, actor_name),
            UserInput::PromptForm { command, .. } => (command, &mut no_actor),
            UserInput::PromptButton { .. }
            | UserInput::InvitationButton { .. }
            | UserInput::TurnButton { .. }
            | UserInput::Confirmed { .. } => return (read_input, None),
        };
        if let Some(name) = actor_name
            && !state.knows_combatants(context, name)
            && let Ok(known) = (self.value_reader())(
                state.system(),
                ValueKind::GivenName,
                name,
                &state.known_names(context),
            )
        {
            *name = known;
        }
        let actor_name = actor_name.as_deref();
        let misfit = self.replace_typed_names_in_command(state, context, command, actor_name);
        let act_slot = match command.verb.as_str() {
            "guide" => "why",
            "queue-add" => "act",
            _ => return (read_input, misfit),
        };
        // The command within the command; what it cannot be is told by its own refusal.
        if let Some(mut act) = Command::parse(command.get(act_slot).trim_start_matches('/')) {
            let typed_act = act.clone();
            let _ = self.replace_typed_names_in_command(state, context, &mut act, actor_name);
            if act != typed_act {
                command.slots.insert(act_slot.into(), act.to_string());
            }
        }
        (read_input, misfit)
    }

    /// Replaces the names in a command's slots by keys, and returns the refusal of the first value
    /// that fits nowhere.
    fn replace_typed_names_in_command(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &mut Command,
        actor_name: Option<&str>,
    ) -> Option<Refusal> {
        let mut misfit = None;
        // In the order of their names, so that the key of a setting is read before its value.
        let slots: Vec<String> = command.slots.keys().cloned().collect();
        for slot in &slots {
            let typed = command.clone();
            let found = state.slot_values(context, &typed, actor_name, slot);
            let Some(found) = found else { continue };
            let result = replace_typed_names_in_slot(
                self.value_reader(),
                state.system(),
                command,
                slot,
                &found,
            );
            misfit = misfit.or(result.err());
        }
        misfit
    }

    /// Adds what the slot takes to the refusal of its value.
    pub(super) fn add_fitting_values_to_refusal(
        &self,
        state: &FightState,
        context: &RequestContext,
        input: &UserInput,
        refusal: Refusal,
    ) -> Refusal {
        let (UserInput::Command { command, .. } | UserInput::PromptForm { command, .. }) = input
        else {
            return refusal;
        };
        let detail = |name: &str| refusal.details.get(name).map_or("", String::as_str);
        if refusal.key == "bad-target" && detail("because").is_empty() {
            let name = detail("name");
            let is_named = |(slot, text): (&String, &String)| {
                names_combatants(state.system(), &command.verb, slot)
                    && split_list(text).iter().any(|part| part == name.trim())
            };
            let is_unknown = !state.knows_combatants(context, name);
            if !is_unknown || !command.slots.iter().any(is_named) {
                return refusal;
            }
            let names = state.known_names(context);
            let nearest = (self.value_reader())(state.system(), ValueKind::GivenName, name, &names);
            let names = nearest.err().unwrap_or_default().join(", ");
            return refusal.with("because", "unknown").with("names", names);
        }
        let slot = match detail("why") {
            "value" => detail("slot"),
            "outcome" => "outcome",
            "no-field" => "field",
            _ => return refusal,
        };
        let Some(found) = state.slot_values(context, command, None, slot) else { return refusal };
        let text = command.get(slot);
        match (self.value_reader())(state.system(), found.kind, text, &found.keys) {
            Err(names) if !names.is_empty() => refusal.clone().with("names", names.join(", ")),
            _ => refusal,
        }
    }
}

/// Replaces the typed names in a slot by their keys.
///
/// # Errors
/// Refuses a value that a closed list lacks.
fn replace_typed_names_in_slot(
    reader: ValueReader,
    system: &str,
    command: &mut Command,
    slot: &str,
    values: &SlotValues<'_>,
) -> Result<(), Refusal> {
    let typed = command.slots.get(slot).filter(|text| !text.trim().is_empty());
    let Some(text) = typed.filter(|_| !values.keys.is_empty()) else { return Ok(()) };
    let mut misfit = None;
    let mut read = |text: &str| {
        reader(system, values.kind, text, &values.keys).unwrap_or_else(|names| {
            // Some slots take numbers as well as words.
            if !text.is_empty() && text.parse::<i64>().is_err() {
                let refusal = Refusal::bad_value(slot, text).with("names", names.join(", "));
                misfit.get_or_insert(refusal);
            }
            text.into()
        })
    };
    let is_list = is_list_slot(system, &command.verb, slot);
    let is_known = |text: &str| values.keys.iter().any(|key| key == text);
    let may_be_list = text.contains([',', '"', '“', '”', '„']);
    let read_text = match may_be_list && is_list && !is_known(text) {
        true => format_list(split_list(text).iter().map(|part| read(part))),
        false => read(text),
    };
    command.slots.insert(slot.into(), read_text);
    misfit.filter(|_| values.is_closed).map_or(Ok(()), Err)
}

fn is_list_slot(system: &str, verb: &str, slot: &str) -> bool {
    let is_list = |known: &Slot| known.kind == SlotKind::List;
    (verb, slot) == ("absence", "who") || Game::find_slots(system, verb, slot).any(is_list)
}

fn to_strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_string()).collect()
}

impl FightState {
    /// Returns the values that a slot takes, as far as the user may know them; `None` where it
    /// takes text, numbers or what has no names.
    fn slot_values<'a>(
        &self,
        context: &RequestContext,
        command: &'a Command,
        actor_name: Option<&str>,
        slot: &'a str,
    ) -> Option<SlotValues<'a>> {
        let verb = command.verb.as_str();
        let allowed_values = self.allowed_values(verb, slot);
        if !allowed_values.is_empty() {
            // The rules refuse other words themselves, but take an act's attribute for a default.
            let is_closed = matches!(slot, "attribute" | "ability" | "hindrance");
            let kind = ValueKind::SlotWord(slot);
            return Some(SlotValues { kind, keys: allowed_values, is_closed });
        }
        let permission = permissions::permission_for_verb(self.system(), verb);
        let offered = |command: &Command| {
            let typed_input = PartialCommand {
                command: command.clone(),
                actor_name: actor_name.map(String::from),
                slot: slot.into(),
                typed_text: String::new(),
            };
            self.state_completions(context, &typed_input)
        };
        let viewers = self.viewers_for(context.user);
        let text = command.get(slot);
        Some(match (verb, slot) {
            ("set", "key") if !text.contains('.') => {
                SlotValues::closed(ValueKind::Setting, offered(command))
            }
            ("set", "value") => {
                let setting = command.get("key");
                let keys = self.setting_values(setting);
                SlotValues::closed(ValueKind::SettingValue(setting), keys)
            }
            ("end", "outcome") => SlotValues::open(ValueKind::Outcome, offered(command)),
            ("adjust", "field") if !text.contains('.') => {
                SlotValues::open(ValueKind::SheetField, offered(command))
            }
            ("absence", "policy") => SlotValues::open(ValueKind::SlotWord(slot), offered(command)),
            ("absence", "who")
                if matches!(command.get("policy"), AUTOPLAY_POLICY | NO_POLICY)
                    && self.is_gm(context.user)
                    && !self.knows_combatants(context, text) =>
            {
                SlotValues::open(ValueKind::Side, self.game.sides_known_to(viewers.viewer))
            }
            // Who joins may found a side, whose name may be another name of a side that is there.
            ("join" | "add", "side" | "faction") => return None,
            (_, "side" | "faction" | "with") if !names_combatants(self.system(), verb, slot) => {
                SlotValues::open(ValueKind::Side, self.game.sides_known_to(viewers.viewer))
            }
            (_, "zone" | "to") if verb != "zones" => {
                let zones = viewers.view_of(&self.game).zones.into_iter().map(|zone| zone.name);
                SlotValues::open(ValueKind::GivenName, zones.collect())
            }
            _ if names_combatants(self.system(), verb, slot) => {
                if self.knows_combatants(context, text) {
                    return None;
                }
                SlotValues::open(ValueKind::GivenName, self.known_names(context))
            }
            _ if permission == Some(Permission::Controller)
                && Game::find_slots(self.system(), verb, slot)
                    .all(|known| matches!(known.kind, SlotKind::Word | SlotKind::List)) =>
            {
                let keys = offered(&Command::new(verb));
                let kind = match slot {
                    "weapon" => ValueKind::SlotWord(slot),
                    _ => ValueKind::GivenName,
                };
                SlotValues::open(kind, keys)
            }
            _ => return None,
        })
    }

    /// Returns whether the user knows a combatant of that name, or of each name in a list.
    fn knows_combatants(&self, context: &RequestContext, text: &str) -> bool {
        let viewers = self.viewers_for(context.user);
        let is_known = |name: &str| viewers.find_combatant(&self.game, name).is_some();
        is_known(text) || split_list(text).iter().all(|name| is_known(name))
    }

    /// Returns the names of the combatants that the user knows of.
    fn known_names(&self, context: &RequestContext) -> Vec<String> {
        let viewers = self.viewers_for(context.user);
        let known = self.members.iter().filter(|member| viewers.can_know_of(member));
        known.map(|member| member.name_for(viewers.viewer)).collect()
    }

    /// Returns the values that the rules or the app list for a slot.
    fn allowed_values(&self, verb: &str, slot: &str) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for known in Game::find_slots(self.system(), verb, slot) {
            let new = known
                .allowed_values
                .iter()
                .filter(|value| !values.iter().any(|known| known == *value));
            values.extend(new.map(|value| (*value).to_string()).collect::<Vec<_>>());
        }
        values
    }

    fn setting_values(&self, key: &str) -> Vec<String> {
        let switch = self.switch_values(key);
        if switch.is_empty() { self.game.allowed_setting_values(key) } else { switch }
    }
}

/// Returns whether a slot of a verb names combatants.
pub(super) fn names_combatants(system: &str, verb: &str, slot: &str) -> bool {
    matches!(slot, "who" | "target" | "npcs" | "by" | "source" | "against" | "before")
        || Game::find_slots(system, verb, slot).any(|known| known.names_combatant)
}
