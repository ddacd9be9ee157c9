//! Typed values: which values a slot takes, so that the names people type become the keys that the
//! rules take, and a refusal lists what would fit.
//!
//! Only what the user knows of is ever read or listed: a name of something hidden stays as typed.

use engine::core::body_fields::FieldReference;
use engine::core::command::{
    Command, Offer, Refusal, format_comma_separated_list, split_comma_list_heeding_quotes,
};
use engine::core::ids::{CombatantId, Initiator};
use engine::core::keyed_enum::matches_key;
use engine::core::names::{UNNAMED, split_number};
use engine::core::refusal_reason::UNKNOWN_TARGET;
use engine::core::similarity::{MIN_NEAR, similarity};
use engine::core::time_limits::parse_duration_secs;
use engine::core::values::ValueKind;
use engine::core::verbs::{Slot, SlotKind, SlotNeed, parse_typed_command};
use engine::game::{Game, SYSTEM_KEYS};
use engine::visibility::view::TurnStatus;
use jiff::civil::DateTime;
use store::error::StoreError;

use crate::api::fight_log::parse_secs_ago;
use crate::api::input::{PartialCommand, RequestContext, UserInput};
use crate::api::library::NpcStorage;
use crate::api::value_reader::{ValueReader, matches_word_or_translation};
use crate::commands::people_changes::{AUTOPLAY_POLICY, NO_POLICY};
use crate::commands::permissions::{self, Permission};
use crate::commands::slot_source::{
    SHOWN_NEWCOMER, SlotSource, find_slots, is_combatant_slot, slot_source,
};
use crate::commands::typed_slots::{
    SlotValues, is_list_slot, replace_kit_names_in_command, replace_known_names_in_slot,
    split_typed_list,
};
use crate::features::library::newcomers::NPC_VERB;
use crate::runtime::app::App;
use crate::service::numbered_names::{expand_numbers, expand_plural, split_at_exception};
use crate::state::fight_state::FightState;
use crate::state::typed_times::{TimeDirection, parse_quiet_hours_as_minutes, split_time_zone};

/// Times as they may be typed, for the refusal of one that cannot be read.
const EXAMPLE_TIMES: &str = "30m, 12h, 2 days, none";

/// The word for all combatants, and the name under which the front end has others.
const EVERYBODY: &str = "all";
const EVERYBODY_NAMES: &str = "everybody";

/// The word for all NPCs, which is also the slot that takes several of them.
const NPCS: &str = "npcs";

/// The words for whoever acts, for nobody, and for whoever triggers a held act; the front end has
/// others.
const MYSELF: &str = "myself";
const NOBODY: &str = "nobody";
const WHOEVER_TRIGGERS: &str = "whoever";

/// The word for as much as has an effect; the front end has others.
const FULL: &str = "full";

/// What the rules take for nobody in the slot of a combatant.
const NO_COMBATANT: &str = "none";

/// The slot of acts that takes the verb of another act.
const VERB_SLOT: &str = "do";

/// The beginning of a log that goes on from what was seen; the front end has other words.
const SEEN: &str = "seen";

/// Words that stand for several sides, or for no side.
const WORDS_FOR_SIDES: [&str; 3] = ["all", "both", "none"];

/// Slots of acts that take nothing but the words that their verbs list.
const CLOSED_WORD_SLOTS: [&str; 15] = [
    "ability",
    "action",
    "attribute",
    "check",
    "direction",
    "hindrance",
    "how",
    "match",
    "mode",
    "opportunity",
    "order",
    "reaction",
    "resist",
    "skill",
    "trigger",
];

/// The keys of refusals of an act that one of its values does not fit: a skill, an item, a trigger.
const UNFITTING_VALUE_KEYS: [&str; 3] = ["bad-skill", "bad-trigger", NOT_IN_HAND];

/// The key of the refusal of an item that is not in hand, and the slot of an attack's weapon.
const NOT_IN_HAND: &str = "not-in-hand";
const WEAPON_SLOT: &str = "weapon";

/// The values of a slot that is on or off.
const SWITCH_VALUES: [&str; 2] = ["true", "false"];

/// Stands for the current time where it matters only whether a text is a time ahead at all.
const ANY_NOW: DateTime = DateTime::constant(2030, 1, 1, 0, 0, 0, 0);

/// Stands for the current time where it matters only whether a text is a past time at all: every
/// typed date lies before it.
const LATEST_NOW: DateTime = DateTime::constant(9000, 12, 31, 23, 59, 0, 0);

/// Whom a word for a group means. Where no field narrows it, it means everybody.
struct MeantGroup {
    /// Only those on this side.
    side: Option<String>,
    /// Only NPCs.
    means_npcs: bool,
    /// Only those with one of these names.
    namesakes: Option<Vec<String>>,
}

impl MeantGroup {
    /// Returns whether a combatant belongs to it by their name and side. Whether they are an NPC is
    /// not asked.
    fn includes(&self, name: &str, lowercase_side: &str) -> bool {
        let is_on_side =
            self.side.as_ref().is_none_or(|side| side.to_lowercase() == lowercase_side);
        let has_name = match &self.namesakes {
            Some(namesakes) => namesakes.iter().any(|namesake| namesake == name),
            None => true,
        };
        is_on_side && has_name
    }
}

/// The names that a typed list means, each once.
struct ExpandedNames {
    names: Vec<String>,
    /// Whether a part of the list means several combatants.
    has_group: bool,
}

impl ExpandedNames {
    /// Adds a name, unless it is there already.
    fn push_once(&mut self, name: String) {
        if !self.names.contains(&name) {
            self.names.push(name);
        }
    }
}

impl App {
    /// Replaces typed names by keys in slots whose values do not depend on a fight: words of common
    /// verbs, switches, systems, languages, and the names of the user's sheets, saved fights and
    /// archetypes.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error refuses a value that a closed list
    /// lacks.
    pub(super) async fn replace_names_known_outside_fights(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<Result<Command, Refusal>, StoreError> {
        let mut read = command.clone();
        if !permissions::is_common_verb(&command.verb) {
            return Ok(Ok(read));
        }
        self.translate_typed_times_to_english(&mut read);
        for slot in command.slots.keys() {
            let source = slot_source("", &command.verb, slot);
            let (keys, is_closed) = match source {
                Some(SlotSource::Words) => {
                    (list_allowed_words_of_slot("", &command.verb, slot), true)
                }
                Some(SlotSource::Switch) => (to_strings(&SWITCH_VALUES), true),
                Some(SlotSource::System) => (to_strings(SYSTEM_KEYS), false),
                Some(SlotSource::Language) => (self.list_language_choices(), true),
                Some(SlotSource::LibraryName | SlotSource::Template) => {
                    (self.load_library_names(context, command, slot).await?, false)
                }
                _ => continue,
            };
            let kind = source.unwrap_or(SlotSource::OwnText).value_kind(slot, "");
            let values = SlotValues { kind, keys, is_closed };
            if let Err(refusal) =
                replace_known_names_in_slot(self.value_reader(), "", &mut read, slot, &values)
            {
                return Ok(Err(refusal));
            }
        }
        Ok(Ok(read))
    }

    /// Puts times that were typed in the reader's language into English words, which the rules
    /// parse. What is no time then stays as it was typed.
    fn translate_typed_times_to_english(&self, command: &mut Command) {
        let verb = command.verb.clone();
        for (slot, text) in &mut command.slots {
            let kind = match (verb.as_str(), slot.as_str()) {
                ("log", "since") if self.is_word_for_seen(text) => {
                    *text = SEEN.into();
                    continue;
                }
                (_, "until") | ("set", "value") | ("log", "since") | ("roll", "date") => {
                    ValueKind::Time
                }
                ("clock", "quiet_hours") => ValueKind::DailyHours,
                _ => continue,
            };
            let Ok(english) = (self.value_reader())("", kind, text, &[]) else { continue };
            if is_time_for_verb(kind, &verb, &english) {
                *text = english;
            }
        }
    }

    /// Returns whether a text means what its reader has seen, in a log that begins there.
    fn is_word_for_seen(&self, text: &str) -> bool {
        matches_word_or_translation(self.value_reader(), SEEN, SEEN, text)
    }

    /// Loads the names of the user's sheets or saved fights, or the archetypes of a new sheet, for
    /// a slot that takes one.
    async fn load_library_names(
        &self,
        context: &RequestContext,
        command: &Command,
        slot: &str,
    ) -> Result<Vec<String>, StoreError> {
        if slot == "sheet" {
            return self.load_sheet_names(context, None).await;
        }
        if command.verb == NPC_VERB {
            let typing = PartialCommand {
                command: command.clone(),
                actor_name: None,
                slot: slot.into(),
                typed_text: String::new(),
            };
            return self.complete_bestiary_slot(context, &typing).await;
        }
        Ok(self.complete_slot_if_library(context, command, slot).await?.unwrap_or_default())
    }

    /// Replaces the typed names of creatures, items and scenes by those of the server's kit, in
    /// commands that bring somebody or something in.
    ///
    /// # Errors
    /// Fails when the kit cannot be loaded.
    pub(super) async fn replace_typed_kit_names(
        &self,
        state: &FightState,
        input: &UserInput,
    ) -> Result<UserInput, StoreError> {
        let mut read_input = input.clone();
        let (UserInput::Command { command, .. } | UserInput::PromptForm { command, .. }) =
            &mut read_input
        else {
            return Ok(read_input);
        };
        if matches!(command.verb.as_str(), "join" | "add" | "set-scene" | "supply" | "loose") {
            let kit = self.load_kit_for_server(state.guild, state.system()).await?;
            replace_kit_names_in_command(self.value_reader(), state.system(), &*kit, command);
        }
        Ok(read_input)
    }

    /// Fills the slot `alias` of a `reveal` that shows a combatant without a name, so that players
    /// read of it in the language of the server.
    ///
    /// # Errors
    /// Fails when the language of the server cannot be loaded.
    pub(super) async fn fill_alias_of_unnamed_reveal(
        &self,
        state: &FightState,
        mut input: UserInput,
    ) -> Result<UserInput, StoreError> {
        let (UserInput::Command { command, .. } | UserInput::PromptForm { command, .. }) =
            &mut input
        else {
            return Ok(input);
        };
        if (command.verb.as_str(), command.get("show")) == ("reveal", "something")
            && !command.has_slot("alias")
        {
            let names = self.load_server_names(state.guild).await?;
            if let Some(label) = names.find(state.system(), "unnamed", UNNAMED) {
                command.slots.insert("alias".into(), label);
            }
        }
        Ok(input)
    }

    /// Returns an input with its typed names replaced by keys of its fight, and the refusal of the
    /// first value that fits nowhere. The caller shows that refusal only after it has checked that
    /// the user may give the input.
    ///
    /// Names among which an act may choose are replaced only once the act is refused
    /// ([`Self::replace_offered_names_in_act`]): most people press a button or complete the slot,
    /// and then the value is a key already.
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
            && let Some(known) = self.read_actor_name(state, context, name)
        {
            *name = known;
        }
        self.replace_words_for_self_and_nobody(state, context, command, actor_name.as_deref());
        let value_refusal = self.replace_typed_names_in_command(state, context, command, None);
        self.replace_typed_names_in_inner_act(state, context, command, actor_name.as_deref());
        (read_input, value_refusal)
    }

    /// Returns the name of the combatant that is typed as the one who acts, whole or in part: first
    /// of those whom the user may play, then of all whom the user knows. `None` where the text
    /// means nobody, or several.
    fn read_actor_name(
        &self,
        state: &FightState,
        context: &RequestContext,
        typed: &str,
    ) -> Option<String> {
        let read = |names: &[String]| {
            (self.value_reader())(state.system(), ValueKind::CombatantName, typed, names).ok()
        };
        read(&state.playable_names(context)).or_else(|| read(&state.known_names(context)))
    }

    /// Replaces the words for whoever acts, for nobody, and for whoever triggers a held act, where
    /// an act or an answer names a combatant. Nobody can be called like the first two.
    fn replace_words_for_self_and_nobody(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &mut Command,
        actor_name: Option<&str>,
    ) {
        let system = state.system();
        let permission = permissions::permission_for_verb(system, &command.verb);
        if !matches!(permission, None | Some(Permission::Controller)) {
            return;
        }
        let actor = permissions::find_actor(state, context.user, actor_name).ok();
        for (slot, text) in &mut command.slots {
            if !is_combatant_slot(system, &command.verb, slot)
                || state.knows_combatants(context, text)
            {
                continue;
            }
            let is_word =
                |word: &str| matches_word_or_translation(self.value_reader(), word, word, text);
            let replacement = match actor {
                Some(actor) if is_word(MYSELF) => actor.name.clone(),
                _ if is_word(NOBODY) => NO_COMBATANT.into(),
                _ if is_word(WHOEVER_TRIGGERS) => WHOEVER_TRIGGERS.into(),
                _ => continue,
            };
            *text = replacement;
        }
    }

    /// Replaces the typed names in the act that a `guide` or `queue-add` command asks about or
    /// plans. An act that fits nowhere stays: its own refusal tells why.
    fn replace_typed_names_in_inner_act(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &mut Command,
        actor_name: Option<&str>,
    ) {
        let act_slot = match command.verb.as_str() {
            "guide" => "why",
            "queue-add" => "act",
            _ => return,
        };
        let (acts, _) = Game::act_and_order_verbs(state.system()).unwrap_or_default();
        let typed_act = match act_slot {
            "act" => parse_typed_command(acts, command.get(act_slot)),
            _ => Command::parse(command.get(act_slot).trim_start_matches('/')),
        };
        let Some(typed_act) = typed_act else { return };
        let actor = permissions::find_actor(state, context.user, actor_name);
        let offers =
            actor.map(|actor| state.game.list_legal_act_offers(actor.id)).unwrap_or_default();
        let mut act = typed_act.clone();
        let _ = self.replace_typed_names_in_command(state, context, &mut act, Some(&offers));
        if act != typed_act {
            command.slots.insert(act_slot.into(), act.to_string());
        }
    }

    /// Replaces typed names in a refused act by keys of the offers that its refusal lists, and in a
    /// refused `adjust` by the values that the sheet's field expects. `None` where that changes
    /// nothing.
    pub(super) fn replace_offered_names_in_act(
        &self,
        state: &FightState,
        context: &RequestContext,
        input: &UserInput,
        refusal: &Refusal,
    ) -> Option<UserInput> {
        let mut read_input = input.clone();
        let UserInput::Command { command, .. } = &mut read_input else { return None };
        if command.verb == "adjust" {
            self.replace_adjusted_value_by_expected_one(state, command, refusal);
        }
        let _ = self.replace_typed_names_in_command(
            state,
            context,
            command,
            Some(&refusal.alternatives),
        );
        (read_input != *input).then_some(read_input)
    }

    /// Replaces the typed value of an `adjust` by the one of the values listed in its refusal that
    /// it means. A value that means none of them stays, as it has its refusal already.
    fn replace_adjusted_value_by_expected_one(
        &self,
        state: &FightState,
        command: &mut Command,
        refusal: &Refusal,
    ) {
        let Some(expected) = parse_expected_values_of_sheet_field(refusal) else { return };
        let field = command.get("field").to_string();
        let kind = match expected == SWITCH_VALUES {
            true => ValueKind::SettingValue(""),
            false => ValueKind::SheetValue(&field),
        };
        let values = SlotValues { kind, keys: to_strings(&expected), is_closed: false };
        let reader = self.value_reader();
        let _ = replace_known_names_in_slot(reader, state.system(), command, "value", &values);
    }

    /// Replaces the names in a command's slots by keys, and returns the refusal of the first value
    /// that fits nowhere.
    fn replace_typed_names_in_command(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &mut Command,
        offers: Option<&[Offer]>,
    ) -> Option<Refusal> {
        let mut value_refusal = None;
        // In the order of their names, so that the key of a setting is read before its value.
        let slots: Vec<String> = command.slots.keys().cloned().collect();
        for slot in &slots {
            if state.is_everybody_in_optional_order_list(command, slot, self.value_reader()) {
                command.slots.remove(slot);
                continue;
            }
            if let Some(names) = self.expand_groups_in_list(state, context, command, slot) {
                command.slots.insert(slot.clone(), names);
                continue;
            }
            self.normalize_typed_number_or_full(state, command, slot);
            replace_chat_command_with_verb(state, command, slot);
            let typed = command.clone();
            let found = state.values_to_replace_typed_slot(context, &typed, offers, slot);
            let Some(found) = found else { continue };
            let result = replace_known_names_in_slot(
                self.value_reader(),
                state.system(),
                command,
                slot,
                &found,
            );
            value_refusal = value_refusal.or(result.err());
            if !found.keys.iter().any(|key| key == command.get(slot)) {
                self.replace_parts_of_combatant_names(state, context, command, slot);
            }
        }
        value_refusal
    }

    /// Replaces typed parts of names (`rat`) by the names of the only known combatants that have
    /// them (`Rat Swarm`), in a slot that takes combatants. What is the name of a zone as well
    /// stays: some slots take both.
    fn replace_parts_of_combatant_names(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &mut Command,
        slot: &str,
    ) {
        let text = command.get(slot);
        let is_zone = |zone: &String| matches_key(zone, text);
        if slot_source(state.system(), &command.verb, slot) != Some(SlotSource::Combatant)
            || state.knows_combatants(context, text)
            || state.zone_names_known_to(context).iter().any(is_zone)
        {
            return;
        }
        let (kind, keys) = (ValueKind::CombatantName, state.known_names(context));
        let values = SlotValues { kind, keys, is_closed: false };
        // The rules themselves refuse whom nobody knows.
        let _ = replace_known_names_in_slot(
            self.value_reader(),
            state.system(),
            command,
            slot,
            &values,
        );
    }

    /// Returns the list of a slot that takes several combatants, with names in place of words for
    /// groups: a side, `all`, `npcs`, a range of numbers or a plural. Whom the list leaves out
    /// (`all but Mira`) is not in it. `None` where the list stays as it was typed: it has no word
    /// for a group, leaves out somebody whom the user does not know, or would be empty.
    fn expand_groups_in_list(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &Command,
        slot: &str,
    ) -> Option<String> {
        let text = command.get(slot);
        if !state.may_name_groups_in_slot(context, command, slot)
            || state.knows_combatants(context, text)
        {
            return None;
        }
        let expand =
            |text: &str| self.expand_groups_in_name_list(state, context, command, slot, text);
        let (included, left_out) = match split_at_exception(self.value_reader(), text) {
            Some((included, left_out)) => (expand(&included), expand(&left_out).names),
            None => (expand(text), Vec::new()),
        };
        let are_left_out_known = left_out.iter().all(|name| state.knows_combatants(context, name));
        if !included.has_group || !are_left_out_known {
            return None;
        }
        let mut names = included.names;
        names.retain(|name| !left_out.contains(name));
        if names.is_empty() { None } else { Some(format_comma_separated_list(names)) }
    }

    /// Replaces each part of a list that means several combatants by their names. A part that means
    /// nobody stays as it was typed.
    fn expand_groups_in_name_list(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &Command,
        slot: &str,
        text: &str,
    ) -> ExpandedNames {
        let reader = self.value_reader();
        let system = state.system();
        let known_names = state.known_names(context);
        let known_sides = state.sides_known_to_user(context);
        let find_name = |part: &str| reader(system, ValueKind::GivenName, part, &known_names).ok();
        let is_name_or_side = |part: &str| {
            find_name(part).is_some() || reader(system, ValueKind::Side, part, &known_sides).is_ok()
        };
        let mut expanded = ExpandedNames { names: Vec::new(), has_group: false };
        for part in split_typed_list(reader, text, is_name_or_side) {
            if let Some(name) = find_name(&part) {
                expanded.push_once(name);
                continue;
            }
            // In `Wolf 1, 3-5` the numbers are those of the name before them.
            let numbered_before = expanded.names.last().and_then(|name| split_number(name));
            let base_before = numbered_before.map(|(base, _)| base);
            let mut group = expand_numbers(reader, &part, base_before, &known_names);
            if group.is_empty() {
                group = self.list_group_members(state, context, command, slot, &part);
            }
            if group.is_empty() {
                let read_name = reader(system, ValueKind::CombatantName, &part, &known_names);
                expanded.push_once(read_name.unwrap_or(part));
                continue;
            }
            expanded.has_group = true;
            for name in group {
                expanded.push_once(name);
            }
        }
        expanded
    }

    /// Returns the names of those whom a word for a group means in a slot: a side, all, all NPCs,
    /// or all of a name. NPCs that are hidden or out are meant only where the bot is to play them.
    /// Empty for another word.
    fn list_group_members(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &Command,
        slot: &str,
        text: &str,
    ) -> Vec<String> {
        let Some(group) = self.read_group_word(state, context, text) else { return Vec::new() };
        let is_autoplay = command.verb == "absence";
        let takes_npcs_only = group.means_npcs || is_autoplay || slot == NPCS;
        let perspective = state.perspective_of_user(context.user);
        let view = perspective.view_of(&state.game);
        let is_out = |who: CombatantId| {
            view.members().any(|seen| seen.id == who && seen.turn_status == TurnStatus::Out)
        };
        let mut names = Vec::new();
        for member in &state.members {
            let is_excluded_player = takes_npcs_only && member.user.is_some();
            let is_hidden_or_out = member.is_hidden || is_out(member.id);
            if is_excluded_player || (is_hidden_or_out && !is_autoplay) {
                continue;
            }
            let name = member.name_for(perspective.viewer);
            let lowercase_side = state.game.side_of(member.id).to_lowercase();
            if group.includes(&name, &lowercase_side) {
                names.push(name);
            }
        }
        names
    }

    /// Reads a word for a group, with or without a word for everybody before it: `all enemies`.
    /// `None` for another word.
    fn read_group_word(
        &self,
        state: &FightState,
        context: &RequestContext,
        text: &str,
    ) -> Option<MeantGroup> {
        let reader = self.value_reader();
        let text_after_all = text_after_word_for_everybody(reader, text);
        let group = text_after_all.unwrap_or(text);
        let sides = state.sides_known_to_user(context);
        let side = reader(state.system(), ValueKind::Side, group, &sides).ok();
        let means_npcs = matches_word_or_translation(reader, NPCS, NPCS, text)
            || matches_word_or_translation(reader, NPCS, NPCS, group);
        if side.is_some() || means_npcs || is_word_for_everybody(reader, text) {
            return Some(MeantGroup { side, means_npcs, namesakes: None });
        }
        let takes_singular = text_after_all.is_some();
        let namesakes = expand_plural(reader, group, takes_singular, &state.known_names(context));
        if namesakes.is_empty() {
            return None;
        }
        Some(MeantGroup { side: None, means_npcs: false, namesakes: Some(namesakes) })
    }

    /// Puts a number that was typed as a word or with a unit into digits, in a slot that takes
    /// numbers, or a mark in the place of a zone. Words for `full` become it where it is taken.
    fn normalize_typed_number_or_full(
        &self,
        state: &FightState,
        command: &mut Command,
        slot: &str,
    ) {
        let (system, text) = (state.system(), command.get(slot).trim());
        let is_number = |known: &Slot| known.kind == SlotKind::Number;
        let takes_full = find_slots(system, &command.verb, slot).any(|known| known.takes_full);
        if takes_full && matches_word_or_translation(self.value_reader(), FULL, FULL, text) {
            command.slots.insert(slot.into(), FULL.into());
            return;
        }
        let may_be_mark = text.starts_with(char::is_numeric)
            && slot_source(system, &command.verb, slot) == Some(SlotSource::Zone)
            && state.game.find_zone(text).is_none();
        if !may_be_mark && !find_slots(system, &command.verb, slot).any(is_number) {
            return;
        }
        let read = (self.value_reader())(system, ValueKind::Number(slot), text, &[]);
        if let Ok(number) = read {
            command.slots.insert(slot.into(), number);
        }
    }

    /// Adds to the refusal of a typed value what its slot takes, or why the named combatant does
    /// not fit. Refusals of other things stay as they are.
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
        if let UserInput::Command { actor_name: Some(actor), .. } = input
            && is_unexplained_bad_target(&refusal)
            && refusal_detail(&refusal, "name") == actor
            && !state.knows_combatant(context, actor)
        {
            return self.add_names_to_unknown_combatant(state, context, false, refusal);
        }
        if is_unexplained_bad_target(&refusal) && !refusal_detail(&refusal, "name").is_empty() {
            return self.add_names_to_bad_target_or_refuse_zone(state, context, command, refusal);
        }
        if refusal.key == "bad-target" && refusal_detail(&refusal, "because") == UNKNOWN_TARGET {
            return self.add_names_that_fit_unknown_target(state, context, command, refusal);
        }
        if may_be_about_unoffered_value(&refusal)
            && let Some((slot, offered)) = find_unoffered_slot(state, command, &refusal)
        {
            return self.add_offered_values(state, command, slot, &offered, refusal);
        }
        if refusal.key == NOT_IN_HAND
            && let Some(held) = state.items_held_instead_of_weapon(context, input, command)
        {
            return self.add_offered_values(state, command, WEAPON_SLOT, &held, refusal);
        }
        if let Some(slot) = answer_or_question_slot_listed_in_refusal(&refusal) {
            return self.translate_nearest_listed_keys(state, command, slot, refusal);
        }
        let Some(slot) = slot_of_refused_value(&refusal) else { return refusal };
        if command.verb == "set" && slot == command.get("key") {
            return explain_setting_value(state, &slot, refusal);
        }
        self.add_values_that_slot_takes(state, context, command, &slot, refusal)
    }

    /// Adds to a refusal the values that the offers have in a slot.
    fn add_offered_values(
        &self,
        state: &FightState,
        command: &Command,
        slot: &str,
        offered: &[String],
        refusal: Refusal,
    ) -> Refusal {
        let kind = slot_source(state.system(), &command.verb, slot)
            .unwrap_or(SlotSource::OwnText)
            .value_kind(slot, "");
        let names = self.join_nearest_names(state, kind, command.get(slot), offered);
        refusal.with("slot", slot).with("takes", names)
    }

    /// Replaces the keys that a refusal lists in its detail `names` by names as the user reads
    /// them: only by those that are most like what was typed, the likeliest first. Then they are no
    /// longer keys of a slot, so the detail `names_of`, which would have them translated, goes.
    fn translate_nearest_listed_keys(
        &self,
        state: &FightState,
        command: &Command,
        slot: &str,
        refusal: Refusal,
    ) -> Refusal {
        let listed_keys = refusal_detail(&refusal, "names");
        let keys: Vec<String> = listed_keys.split(", ").map(String::from).collect();
        let typed = command.get(slot);
        let names = self.join_nearest_names(state, ValueKind::SlotWord(slot), typed, &keys);
        refusal.with("names", names).without("names_of")
    }

    /// Adds to a refusal the values that a slot takes, as far as the user may know them. Leaves it
    /// as it is if the slot takes text, numbers or what has no names.
    fn add_values_that_slot_takes(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &Command,
        slot: &str,
        refusal: Refusal,
    ) -> Refusal {
        let offers = Some(refusal.alternatives.as_slice());
        let Some(found) = state.values_to_replace_typed_slot(context, command, offers, slot) else {
            return refusal;
        };
        let names = self.join_nearest_names(state, found.kind, command.get(slot), &found.keys);
        if names.is_empty() { refusal } else { refusal.with("names", names).without("names_of") }
    }

    /// Adds to the refusal of a named combatant whom the user may name instead. In place of one
    /// whom they know, those that are offered now; but if the command also names a zone that the
    /// fight does not have, that zone is refused. For one whom they do not know see
    /// [`Self::add_names_to_unknown_combatant`].
    fn add_names_to_bad_target_or_refuse_zone(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &Command,
        refusal: Refusal,
    ) -> Refusal {
        let name = refusal.details.get("name").map_or("", String::as_str);
        let is_named = |(slot, text): &(&String, &String)| {
            is_combatant_slot(state.system(), &command.verb, slot)
                && (text.trim() == name.trim()
                    || split_comma_list_heeding_quotes(text).iter().any(|part| part == name.trim()))
        };
        let Some((slot, _)) = command.slots.iter().find(is_named) else { return refusal };
        // A slot of one combatant takes no list of them.
        let is_known = match is_list_slot(state.system(), &command.verb, slot) {
            true => state.knows_combatants(context, name),
            false => state.knows_combatant(context, name),
        };
        if !is_known {
            let takes_sides = state.may_name_groups_in_slot(context, command, slot);
            return self.add_names_to_unknown_combatant(state, context, takes_sides, refusal);
        }
        if let Some(zone_refusal) = self.refuse_unknown_zone(state, context, command) {
            return zone_refusal;
        }
        let offered = values_in_offers(&refusal.alternatives, &command.verb, slot);
        let names = self.join_nearest_names(state, ValueKind::GivenName, "", &offered);
        refusal.with("because", "not-now").with("names", names)
    }

    /// Adds to the refusal of an unknown name the known combatants that have it in their names. If
    /// there are not several, adds all known combatants, and all sides where the slot takes sides.
    fn add_names_to_unknown_combatant(
        &self,
        state: &FightState,
        context: &RequestContext,
        takes_sides: bool,
        refusal: Refusal,
    ) -> Refusal {
        let unknown = refusal_detail(&refusal, "name");
        let known_names = state.known_names(context);
        if let Some(names) = self.join_names_if_several_fit(state, unknown, &known_names) {
            return refusal.with("because", "several").with("names", names);
        }
        let mut names = self.join_nearest_names(state, ValueKind::GivenName, unknown, &known_names);
        let mut near = self.join_similar_names(state, unknown, &known_names);
        if takes_sides {
            let sides = state.sides_known_to_user(context);
            // Then it may be either that is meant.
            near = near.filter(|_| !sides.iter().any(|side| is_similar(unknown, side)));
            let sides = self.join_nearest_names(state, ValueKind::Side, unknown, &sides);
            let parts = [names, sides].into_iter().filter(|part| !part.is_empty());
            names = parts.collect::<Vec<_>>().join(", ");
        }
        let refusal = refusal.with("because", "unknown").with("names", names);
        match near {
            Some(near) => refusal.with("near", near),
            None => refusal,
        }
    }

    /// Replaces the names in the refusal of an act's unknown target by those that fit the target,
    /// where it is a word that several known combatants have in their names; else adds those that
    /// are like it.
    fn add_names_that_fit_unknown_target(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &Command,
        refusal: Refusal,
    ) -> Refusal {
        let known_names = state.known_names(context);
        for (slot, text) in &command.slots {
            if !is_combatant_slot(state.system(), &command.verb, slot) {
                continue;
            }
            for name in split_comma_list_heeding_quotes(text) {
                if state.knows_combatant(context, &name) {
                    continue;
                }
                if let Some(names) = self.join_names_if_several_fit(state, &name, &known_names) {
                    return refusal.with("because", "several").with("names", names);
                }
                if let Some(near) = self.join_similar_names(state, &name, &known_names) {
                    return refusal.with("near", near);
                }
            }
        }
        refusal
    }

    /// Returns the known names that have a typed word in them, with commas between them. `None`
    /// where there are not several.
    fn join_names_if_several_fit(
        &self,
        state: &FightState,
        typed: &str,
        known_names: &[String],
    ) -> Option<String> {
        let (system, kind) = (state.system(), ValueKind::CombatantName);
        let fits = |known: &&String| {
            (self.value_reader())(system, kind, typed, std::slice::from_ref(*known)).is_ok()
        };
        let fitting: Vec<String> = known_names.iter().filter(fits).cloned().collect();
        (fitting.len() > 1).then(|| self.join_nearest_names(state, kind, typed, &fitting))
    }

    /// Returns the known names that may be meant by a mistyped one, with commas between them.
    /// `None` where no name is like it.
    fn join_similar_names(
        &self,
        state: &FightState,
        typed: &str,
        known_names: &[String],
    ) -> Option<String> {
        let similar: Vec<String> =
            known_names.iter().filter(|known| is_similar(typed, known)).cloned().collect();
        let names = self.join_nearest_names(state, ValueKind::GivenName, typed, &similar);
        if names.is_empty() { None } else { Some(names) }
    }

    /// Returns the names of the keys that are most like the text, as the user reads them, the
    /// likeliest first, with commas between them. Empty where the text is one of the keys.
    fn join_nearest_names(
        &self,
        state: &FightState,
        kind: ValueKind<'_>,
        text: &str,
        keys: &[String],
    ) -> String {
        // A text that is none of the keys is refused with the nearest names.
        let key_or_nearest_names = (self.value_reader())(state.system(), kind, text, keys);
        key_or_nearest_names.err().unwrap_or_default().join(", ")
    }

    /// Returns a refusal of a zone that a command names and the fight does not have.
    fn refuse_unknown_zone(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &Command,
    ) -> Option<Refusal> {
        let is_zone = |slot: &&String| {
            slot_source(state.system(), &command.verb, slot) == Some(SlotSource::Zone)
        };
        let slot = command.slots.keys().find(is_zone)?;
        let zones = state.values_to_replace_typed_slot(context, command, None, slot)?;
        let text = command.get(slot);
        let nearest = (self.value_reader())(state.system(), zones.kind, text, &zones.keys).err()?;
        Some(Refusal::bad_value(slot, text).with("names", nearest.join(", ")))
    }

    /// Returns a command with the keys that its names mean in the fight of the place. For tests.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn replace_all_typed_names_with_keys(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<Command, StoreError> {
        let Ok(read) = self.replace_names_known_outside_fights(context, command).await? else {
            return Ok(command.clone());
        };
        let input = UserInput::from_command(read);
        let Ok(fight) = self.find_fight(context, &input).await? else { return Ok(command.clone()) };
        let Some(state) = self.load_fight(fight).await? else { return Ok(command.clone()) };
        let input = self.replace_typed_kit_names(&state, &input).await?;
        let input = self.fill_alias_of_unnamed_reveal(&state, input).await?;
        let (input, _) = self.replace_typed_names_in_fight(&state, context, &input);
        let offers = match permissions::find_actor(&state, context.user, None) {
            Ok(actor) => state.game.list_legal_act_offers(actor.id),
            Err(_) => Vec::new(),
        };
        let refusal = Refusal { alternatives: offers, ..Refusal::new("bad-target", "") };
        let input =
            self.replace_offered_names_in_act(&state, context, &input, &refusal).unwrap_or(input);
        Ok(match input {
            UserInput::Command { command, .. } => command,
            _ => command.clone(),
        })
    }
}

/// Returns whether an English text is a time, as the slot of a verb takes times: hours of every
/// day, a time limit, a day of dice, a moment since which a log tells, or a moment ahead.
fn is_time_for_verb(kind: ValueKind<'_>, verb: &str, english: &str) -> bool {
    let is_moment = |direction: TimeDirection, now: DateTime| {
        direction.parse(english, now).is_some()
            || split_time_zone(english, now, direction).is_some()
    };
    match (kind, verb) {
        (ValueKind::DailyHours, _) => parse_quiet_hours_as_minutes(english).is_some(),
        (_, "set") => parse_duration_secs(english).is_some(),
        (_, "log") => {
            parse_secs_ago(english).is_some() || is_moment(TimeDirection::Back, LATEST_NOW)
        }
        (_, "roll") => matches!(english.to_lowercase().as_str(), "today" | "yesterday"),
        _ => is_moment(TimeDirection::Ahead, ANY_NOW),
    }
}

/// Returns whether a text means everybody: `all`, `everybody`, or a translation of one of them.
fn is_word_for_everybody(reader: ValueReader, text: &str) -> bool {
    matches_word_or_translation(reader, EVERYBODY_NAMES, EVERYBODY_NAMES, text)
        || matches_word_or_translation(reader, EVERYBODY, EVERYBODY, text)
}

/// Returns what stands behind a word for everybody: `enemies` in `all enemies`. `None` where a text
/// does not begin with such a word.
fn text_after_word_for_everybody(reader: ValueReader, text: &str) -> Option<&str> {
    let (first, rest) = text.trim().split_once(char::is_whitespace)?;
    is_word_for_everybody(reader, first).then_some(rest)
}

fn to_strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_string()).collect()
}

/// Replaces the name of a chat command by its verb in the slot that takes a verb: what is held.
fn replace_chat_command_with_verb(state: &FightState, command: &mut Command, slot: &str) {
    if slot != VERB_SLOT {
        return;
    }
    let (acts, _) = Game::act_and_order_verbs(state.system()).unwrap_or_default();
    let words = list_allowed_words_of_slot(state.system(), &command.verb, slot);
    let typed = parse_typed_command(acts, command.get(slot));
    if let Some(act) = typed.filter(|act| act.slots.is_empty() && words.contains(&act.verb)) {
        command.slots.insert(slot.into(), act.verb);
    }
}

/// Returns the words that verbs list for a slot, each once.
fn list_allowed_words_of_slot(system: &str, verb: &str, slot: &str) -> Vec<String> {
    if (verb, slot) == ("add", "show") {
        return to_strings(&SHOWN_NEWCOMER);
    }
    if (verb, slot) == ("npc-new", "keep") {
        return to_strings(&NpcStorage::ALL.map(NpcStorage::key));
    }
    let mut words: Vec<String> = Vec::new();
    for word in find_slots(system, verb, slot).flat_map(|known| known.allowed_values) {
        if words.iter().all(|known| known != word) {
            words.push((*word).to_string());
        }
    }
    words
}

/// Returns the values that a field of a sheet expects, as the parser's message lists them:
/// ``unknown variant `Fast`, expected one of `slow`, `fast` ``. `None` for a field of another kind.
fn parse_expected_values_of_sheet_field(refusal: &Refusal) -> Option<Vec<&str>> {
    let reason = refusal.details.get("reason")?;
    match reason.split_once(", expected ")? {
        (_, "a boolean") => Some(SWITCH_VALUES.to_vec()),
        (problem, expected) if problem.starts_with("unknown variant") => {
            Some(expected.split('`').skip(1).step_by(2).collect())
        }
        _ => None,
    }
}

/// Returns whether a setting is a time.
fn is_time_limit(state: &FightState, key: &str) -> bool {
    key.ends_with("_secs")
        || state
            .game
            .shortest_and_longest_current_limits_by_kind()
            .iter()
            .any(|limit| limit.key == key)
}

/// Returns a detail of a refusal; empty where it has none of that name.
fn refusal_detail<'r>(refusal: &'r Refusal, name: &str) -> &'r str {
    refusal.details.get(name).map_or("", String::as_str)
}

/// Returns whether a combatant was refused and the rules have not said why.
fn is_unexplained_bad_target(refusal: &Refusal) -> bool {
    refusal.key == "bad-target" && refusal_detail(refusal, "because").is_empty()
}

/// Returns whether a name may be meant by a mistyped text.
fn is_similar(typed: &str, name: &str) -> bool {
    similarity(typed, name) >= MIN_NEAR
}

/// Returns whether an act may have been refused because one of its values is in no offer.
fn may_be_about_unoffered_value(refusal: &Refusal) -> bool {
    is_unexplained_bad_target(refusal)
        || refusal_detail(refusal, "because") == "action"
        || UNFITTING_VALUE_KEYS.contains(&refusal.key.as_str())
}

/// Returns the slot of a refused value for which the refusal lists keys that are answers or
/// questions.
fn answer_or_question_slot_listed_in_refusal(refusal: &Refusal) -> Option<&'static str> {
    match refusal_detail(refusal, "why") {
        "answer" | "no-question" => Some("answer"),
        "which-question" => Some("question"),
        _ => None,
    }
}

/// Returns the slot whose value was refused; `None` if something else was.
fn slot_of_refused_value(refusal: &Refusal) -> Option<String> {
    let slot = match refusal_detail(refusal, "why") {
        "value" => refusal_detail(refusal, "slot"),
        "outcome" => "outcome",
        "no-field" => "field",
        "no-such-zone" => "at",
        "policy" => "policy",
        "question" => "question",
        _ => return None,
    };
    Some(slot.to_owned())
}

/// Says of the refused value of a setting that it is the value, and for a time how times are
/// written.
fn explain_setting_value(state: &FightState, setting: &str, refusal: Refusal) -> Refusal {
    let refusal = refusal.with("slot", "value");
    if is_time_limit(state, setting) { refusal.with("names", EXAMPLE_TIMES) } else { refusal }
}

/// Returns the first slot of a refused act whose value no offer has together with the values before
/// it, and what the offers have there. `None` if the verb is not offered at all. What is not in
/// hand is not in hand against anybody, so such a refusal is not about whom the act names.
fn find_unoffered_slot(
    state: &FightState,
    command: &Command,
    refusal: &Refusal,
) -> Option<(&'static str, Vec<String>)> {
    let mut offers = refusal.alternatives.clone();
    offers.retain(|offer| offer.command.verb == command.verb);
    let verb = Game::all_verbs(state.system()).find(|verb| verb.name == command.verb)?;
    let is_about_item = refusal.key == NOT_IN_HAND;
    for slot in verb.slots.iter().filter(|slot| slot.kind != SlotKind::Flag) {
        if is_about_item && is_combatant_slot(state.system(), verb.name, slot.name) {
            continue;
        }
        let fitting = values_in_offers(&offers, verb.name, slot.name);
        let typed = command.get(slot.name);
        let is_left_out = typed.is_empty() && slot.need != SlotNeed::Required;
        if is_left_out || fitting.is_empty() {
            continue;
        }
        offers.retain(|offer| offer.command.get(slot.name).eq_ignore_ascii_case(typed));
        if offers.is_empty() {
            return Some((slot.name, fitting));
        }
    }
    None
}

/// Returns what the offers of a verb have in a slot, each once.
fn values_in_offers(offers: &[Offer], verb: &str, slot: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    let of_verb = offers.iter().filter(|offer| offer.command.verb == verb);
    for value in of_verb.filter_map(|offer| offer.command.slots.get(slot)) {
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    values
}

impl FightState {
    /// Returns the values by which the typed text of a slot may be replaced, as far as the user may
    /// know them. `None` where there is nothing to replace: the text is a key already, or the slot
    /// takes text, numbers or what has no names. What an act chooses among is taken from `offers`.
    fn values_to_replace_typed_slot<'a>(
        &self,
        context: &RequestContext,
        command: &'a Command,
        offers: Option<&[Offer]>,
        slot: &'a str,
    ) -> Option<SlotValues<'a>> {
        let source = slot_source(self.system(), &command.verb, slot)?;
        if self.is_key_already(context, source, command.get(slot)) {
            return None;
        }
        let (kind, mut keys) = match self.does_slot_accept_side_name(source, command, slot) {
            true => (ValueKind::Side, self.sides_known_to_user(context)),
            false if self.is_adjusted_reference(command, slot, FieldReference::Zone) => {
                (ValueKind::ZoneName, self.zone_names_known_to(context))
            }
            false if self.is_adjusted_reference(command, slot, FieldReference::Combatant) => {
                (ValueKind::CombatantName, self.known_names(context))
            }
            false => {
                let kind = source.value_kind(slot, command.get("key"));
                (kind, self.list_slot_keys(context, source, command, offers, slot)?)
            }
        };
        // Besides names there may be a border of two zones, a mark, nobody.
        let offered = values_in_offers(offers.unwrap_or_default(), &command.verb, slot);
        keys.extend(offered.into_iter().filter(|value| !value.is_empty()));
        let is_closed = self.takes_no_other_values(source, command, slot);
        Some(SlotValues { kind, keys, is_closed })
    }

    /// Returns whether the text of a slot needs no replacing: a path of fields, a word that the
    /// rules take in the place of a side, or a combatant or a zone that the user may name.
    fn is_key_already(&self, context: &RequestContext, source: SlotSource, text: &str) -> bool {
        match source {
            SlotSource::Setting | SlotSource::SheetField => {
                text.contains('.') && text.split('.').all(|step| !step.trim().is_empty())
            }
            SlotSource::Side => WORDS_FOR_SIDES.contains(&&*text.trim().to_lowercase()),
            SlotSource::Combatant => self.knows_combatants(context, text),
            SlotSource::Zone => self.game.find_zone(text).is_some(),
            _ => false,
        }
    }

    /// Returns whether a slot of another kind takes a side in this command: the value of an
    /// adjusted side, and the side of a newcomer where no new ones may be founded.
    fn does_slot_accept_side_name(
        &self,
        source: SlotSource,
        command: &Command,
        slot: &str,
    ) -> bool {
        match source {
            SlotSource::OwnText => self.is_adjusted_reference(command, slot, FieldReference::Side),
            SlotSource::NewSide => self.game.has_fixed_sides(),
            _ => false,
        }
    }

    /// Returns whether a slot is the new value of a field that refers to this.
    fn is_adjusted_reference(
        &self,
        command: &Command,
        slot: &str,
        reference: FieldReference,
    ) -> bool {
        (command.verb.as_str(), slot) == ("adjust", "value")
            && self.game.reference_of_field(command.get("field")) == Some(reference)
    }

    /// Returns whether the user may name a side or `all` in a slot: a GM may, in a list of
    /// combatants of a GM order, and of the NPCs that the bot begins or ceases to play.
    fn may_name_groups_in_slot(
        &self,
        context: &RequestContext,
        command: &Command,
        slot: &str,
    ) -> bool {
        let turns_autoplay_on_or_off = command.verb == "absence"
            && matches!(command.get("policy"), AUTOPLAY_POLICY | NO_POLICY);
        let is_gm_order =
            permissions::permission_for_verb(self.system(), &command.verb) == Some(Permission::Gm);
        self.is_gm(context.user)
            && (turns_autoplay_on_or_off || is_gm_order)
            && is_list_slot(self.system(), &command.verb, slot)
            && is_combatant_slot(self.system(), &command.verb, slot)
    }

    /// Lists the keys that a slot of this source takes, as far as the user may know them. `None`
    /// for slots whose values have no names here, and for what an act chooses among without
    /// `offers`.
    fn list_slot_keys(
        &self,
        context: &RequestContext,
        source: SlotSource,
        command: &Command,
        offers: Option<&[Offer]>,
        slot: &str,
    ) -> Option<Vec<String>> {
        let verb = command.verb.as_str();
        let completions = || {
            let typed_input = PartialCommand {
                command: command.clone(),
                actor_name: None,
                slot: slot.into(),
                typed_text: String::new(),
            };
            self.fight_completions_by_permission(context, &typed_input)
        };
        Some(match source {
            SlotSource::Words => list_allowed_words_of_slot(self.system(), verb, slot),
            SlotSource::Switch => to_strings(&SWITCH_VALUES),
            SlotSource::Setting
            | SlotSource::SheetField
            | SlotSource::Outcome
            | SlotSource::AbsencePolicy
            | SlotSource::QuestionKind => completions(),
            SlotSource::SettingValue => self.setting_values(command.get("key")),
            SlotSource::Answer => answer_verbs_and_aliases(self.system()),
            SlotSource::Side | SlotSource::NewSide => self.sides_known_to_user(context),
            SlotSource::Combatant if (verb, slot) == ("hold", "who") => {
                let groups = to_strings(&["enemies", "allies"]);
                groups.into_iter().chain(self.known_names(context)).collect()
            }
            SlotSource::Combatant => self.known_names(context),
            SlotSource::Zone => self.zone_names_known_to(context),
            SlotSource::CarriedItem if self.is_gm(context.user) => {
                self.carried_items(context, command.get("who"))
            }
            SlotSource::Offered
                if permissions::permission_for_verb(self.system(), verb).is_none() =>
            {
                completions()
            }
            SlotSource::Offered => {
                let mut values = values_in_offers(offers?, verb, slot);
                // Completion knows more than what can be done now.
                let others = completions().into_iter();
                let others: Vec<String> = others.filter(|value| !values.contains(value)).collect();
                values.extend(others);
                values
            }
            SlotSource::System
            | SlotSource::Language
            | SlotSource::CarriedItem
            | SlotSource::Template
            | SlotSource::KitItem
            | SlotSource::Scene
            | SlotSource::LibraryName
            | SlotSource::OwnText => return None,
        })
    }

    /// Returns the names of the zones that the user knows.
    fn zone_names_known_to(&self, context: &RequestContext) -> Vec<String> {
        let perspective = self.perspective_of_user(context.user);
        perspective.view_of(&self.game).zones.into_iter().map(|zone| zone.name).collect()
    }

    /// Returns the default sides and those of players' characters; for GMs those of all combatants.
    fn sides_known_to_user(&self, context: &RequestContext) -> Vec<String> {
        let viewer = self.perspective_of_user(context.user).viewer;
        self.game.list_default_and_known_sides_for(viewer)
    }

    /// Returns whether a slot takes only the values that are known for it.
    fn takes_no_other_values(&self, source: SlotSource, command: &Command, slot: &str) -> bool {
        match source {
            SlotSource::Setting | SlotSource::SettingValue | SlotSource::Switch => true,
            SlotSource::NewSide => self.game.has_fixed_sides(),
            // The rules refuse other words themselves, but take some of an act for its default, or
            // do not say which ones there are.
            SlotSource::Words => {
                permissions::is_common_verb(&command.verb) || CLOSED_WORD_SLOTS.contains(&slot)
            }
            // An order that puts somebody on a side may found it; others are about one that is
            // there.
            SlotSource::Side => {
                !command.has_slot("who")
                    && permissions::permission_for_verb(self.system(), &command.verb)
                        == Some(Permission::Gm)
            }
            _ => false,
        }
    }

    /// Returns whether an order's optional list of combatants is `all`, as it is without the list.
    fn is_everybody_in_optional_order_list(
        &self,
        command: &Command,
        slot: &str,
        reader: ValueReader,
    ) -> bool {
        let is_optional_list =
            |known: &Slot| known.kind == SlotKind::List && known.need != SlotNeed::Required;
        permissions::permission_for_verb(self.system(), &command.verb) == Some(Permission::Gm)
            && is_combatant_slot(self.system(), &command.verb, slot)
            && find_slots(self.system(), &command.verb, slot).any(is_optional_list)
            && matches_word_or_translation(reader, EVERYBODY, EVERYBODY_NAMES, command.get(slot))
    }

    /// Returns the names of what a combatant carries.
    fn carried_items(&self, context: &RequestContext, who: &str) -> Vec<String> {
        let who = self.perspective_of_user(context.user).find_combatant(&self.game, who);
        let body = who.and_then(|who| self.game.body_json(who)).unwrap_or_default();
        let gear = body["gear"].as_array().into_iter().flatten();
        gear.filter_map(|item| item["name"].as_str().map(String::from)).collect()
    }

    /// Returns the names of the items that a combatant has in hand, as its body says in each
    /// system.
    fn held_items(&self, who: CombatantId) -> Vec<String> {
        let body = self.game.body_json(who).unwrap_or_default();
        let in_hands = body["hands"].as_array().into_iter().flatten();
        let gear = body["gear"].as_array().into_iter().flatten();
        let held = gear.filter(|item| item["held"] == true || item["name"] == body["in_hand"]);
        let items = in_hands.chain(held);
        items.filter_map(|item| item["name"].as_str().map(String::from)).collect()
    }

    /// Returns what the acting combatant has in hand, where that is not the weapon that the command
    /// names. `None` where it is, as the weapon may lack a hand then, and where nothing is in hand
    /// or no weapon is named.
    fn items_held_instead_of_weapon(
        &self,
        context: &RequestContext,
        input: &UserInput,
        command: &Command,
    ) -> Option<Vec<String>> {
        if !command.has_slot(WEAPON_SLOT) {
            return None;
        }
        let actor_name = match input {
            UserInput::Command { actor_name, .. } => actor_name.as_deref(),
            _ => None,
        };
        let actor = permissions::find_actor(self, context.user, actor_name).ok()?;
        let held = self.held_items(actor.id);
        let weapon = command.get(WEAPON_SLOT);
        let is_weapon_held = held.iter().any(|item| item.eq_ignore_ascii_case(weapon));
        if held.is_empty() || is_weapon_held { None } else { Some(held) }
    }

    /// Returns whether the user knows a combatant of that name, or of each name in a list.
    fn knows_combatants(&self, context: &RequestContext, text: &str) -> bool {
        self.knows_combatant(context, text)
            || split_comma_list_heeding_quotes(text)
                .iter()
                .all(|name| self.knows_combatant(context, name))
    }

    /// Returns whether the user knows a combatant of that name.
    fn knows_combatant(&self, context: &RequestContext, name: &str) -> bool {
        self.perspective_of_user(context.user).find_combatant(&self.game, name).is_some()
    }

    /// Returns the names of the combatants that the user knows of.
    pub(super) fn known_names(&self, context: &RequestContext) -> Vec<String> {
        let perspective = self.perspective_of_user(context.user);
        self.names_of_members(&perspective, |member| perspective.can_know_of(member))
    }

    /// Returns the names of the combatants that the user may play now.
    pub(super) fn playable_names(&self, context: &RequestContext) -> Vec<String> {
        let perspective = self.perspective_of_user(context.user);
        self.names_of_members(&perspective, |member| {
            self.can_play_or_replace_absent_player(context.user, Initiator::Combatant(member.id))
        })
    }

    /// Returns the values that a setting takes; empty for one that takes numbers or times.
    fn setting_values(&self, key: &str) -> Vec<String> {
        let switch = self.switch_values(key);
        if switch.is_empty() { self.game.list_values_of_enum_or_bool_setting(key) } else { switch }
    }
}

/// Returns the verbs of a system's answers, with their other names.
fn answer_verbs_and_aliases(system: &str) -> Vec<String> {
    let verbs = Game::answer_verbs(system).unwrap_or_default().iter();
    verbs
        .flat_map(|verb| [verb.name].into_iter().chain(verb.aliases.iter().copied()))
        .map(String::from)
        .collect()
}
