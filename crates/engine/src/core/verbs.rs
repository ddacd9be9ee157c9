//! The description of a verb.
//!
//! The chat commands and their options, completion, the nearest verb of another system, the place
//! among the controls of a turn, confirmation, and docs/COMMANDS.md all follow from it.
//!
//! The verbs of a system stand in `rules/<system>/verbs.rs`, in three tables: acts, orders of the
//! GM, and answers.

use crate::core::command::{Command, Refusal};
use crate::core::keyed_enum::keyed_enum;
use crate::core::names::has_visible_char;

/// The verb of a [`Command`], the slots it takes, and how it is offered.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    pub name: &'static str,
    pub slots: &'static [Slot],
    /// Other names of the verb, for example the one on its button.
    pub aliases: &'static [&'static str],
    /// The chat commands that take the verb with all its slots: `gm set`. If this and `forms` are
    /// empty, there is one command, named like the verb.
    command_paths: &'static [&'static str],
    /// The chat commands that take only some of the slots.
    forms: &'static [VerbForm],
    /// Verbs of other systems that mean nearly the same, best first. It is enough that one verb of
    /// a pair names the other.
    pub similar_verbs: &'static [&'static str],
    /// The menu in which the act stands.
    pub menu: ActMenu,
    /// Whether the act is what a combatant most likely does next if nothing better is known.
    pub is_likely_next: bool,
    /// Whether a chooser asks how the act is done before it asks for the target.
    pub asks_manner_first: bool,
    /// Whether the turn has not begun as long as the act is legal.
    pub is_turn_start: bool,
    /// Whether the act only ends the turn.
    pub is_turn_end: bool,
    /// Whether nothing in the fight can undo the act.
    pub is_irreversible: bool,
    /// Whether the act does nothing now and answers later prompts.
    pub is_standing_order: bool,
    /// Whether the order sets the zone in which a side begins. The set-up then offers every side
    /// with every zone.
    pub is_side_placement: bool,
    /// Whether the actor must describe the act in their own words (`Some`), unless the command has
    /// one of these slots.
    needs_description_unless: Option<&'static [&'static str]>,
}

keyed_enum! {
    /// The menu in which an act is offered.
    ActMenu {
        /// Acts against enemies.
        Attack = "attack",
        Move = "move",
        /// Acts with or for others that harm nobody.
        Aid = "aid",
        Other = "else",
    }
}

/// A slot of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub name: &'static str,
    pub kind: SlotKind,
    pub need: SlotNeed,
    /// The values that the slot takes. Empty if it takes any.
    pub allowed_values: &'static [&'static str],
    /// Whether the slot names a combatant here, even if a slot of the same name elsewhere does not.
    pub names_combatant: bool,
    /// Whether the slot of an order takes `full`: as much as has an effect.
    pub takes_full: bool,
}

/// The kind of values that a slot takes, ordered from narrow to wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SlotKind {
    Flag,
    Number,
    /// A name, or a word of the rules.
    Word,
    /// Several names or words, separated by commas.
    List,
    /// Text in the player's own words.
    FreeText,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotNeed {
    Required,
    Optional,
    /// Optional and rare: acts with the slot are offered after those without it.
    AddOn,
    /// The way to pay for the act. [`Slot::allowed_values`] lists the cheapest first; players
    /// rarely mean the others.
    Payment,
}

/// A chat command for a part of a verb: `fate pick` for `fate choose:pick`.
#[derive(Clone, Copy, Debug)]
pub struct VerbForm {
    pub command_path: &'static str,
    pub slots: &'static [Slot],
    /// The slots that the command sets by itself, with their values.
    pub fixed_slots: &'static [(&'static str, &'static str)],
}

/// How unusual an add-on makes a command: more than any payment does.
const ADD_ON_SCORE: usize = 100;

/// Parses a command as people type it: by its verb, or by the chat command that takes the verb.
/// `/item draw item:dagger` is `draw item:dagger`. `None` for what is no command.
pub fn parse_typed_command(verbs: &[Verb], typed: &str) -> Option<Command> {
    let typed = typed.trim().trim_start_matches('/');
    let mut longest: Option<(&Verb, VerbForm, &str)> = None;
    let mut longest_length = 0;
    for verb in verbs {
        for form in verb.command_forms() {
            let path = form.command_path;
            // A name that is a verb means that verb.
            let is_verb = !path.contains(' ') && verbs.iter().any(|other| other.name == path);
            if is_verb {
                continue;
            }
            let Some(slots_text) = strip_command_path(typed, path) else { continue };
            // Of equal paths the last one counts.
            if path.len() >= longest_length {
                longest = Some((verb, form, slots_text));
                longest_length = path.len();
            }
        }
    }
    let Some((verb, form, slots_text)) = longest else { return Command::parse(typed) };
    let mut command = Command::parse(&format!("{}{slots_text}", verb.name))?;
    for (slot, value) in form.fixed_slots {
        command = command.with(slot, value);
    }
    Some(command)
}

/// Returns what stands behind the path of a chat command (`item draw`) in a typed text, ignoring
/// case. `None` if the text does not begin with the path and its last word whole.
pub fn strip_command_path<'t>(typed: &'t str, path: &str) -> Option<&'t str> {
    let (start, behind_path) = typed.split_at_checked(path.len())?;
    let ends_word = behind_path.is_empty() || behind_path.starts_with(char::is_whitespace);
    if ends_word && start.eq_ignore_ascii_case(path) { Some(behind_path) } else { None }
}

/// Creates a verb with these slots and no special property.
pub const fn verb(name: &'static str, slots: &'static [Slot]) -> Verb {
    Verb {
        name,
        slots,
        aliases: &[],
        command_paths: &[],
        forms: &[],
        similar_verbs: &[],
        menu: ActMenu::Other,
        is_likely_next: false,
        asks_manner_first: false,
        is_turn_start: false,
        is_turn_end: false,
        is_irreversible: false,
        is_standing_order: false,
        is_side_placement: false,
        needs_description_unless: None,
    }
}

/// Creates a form with these slots and no fixed ones.
pub const fn verb_form(command_path: &'static str, slots: &'static [Slot]) -> VerbForm {
    VerbForm { command_path, slots, fixed_slots: &[] }
}

/// Creates an optional slot for any name or word.
pub const fn word_slot(name: &'static str) -> Slot {
    Slot {
        name,
        kind: SlotKind::Word,
        need: SlotNeed::Optional,
        allowed_values: &[],
        names_combatant: false,
        takes_full: false,
    }
}

/// Creates an optional slot for several names or words.
pub const fn value_list_slot(name: &'static str) -> Slot {
    Slot { kind: SlotKind::List, ..word_slot(name) }
}

/// Creates an optional slot for text in the player's own words.
pub const fn free_text_slot(name: &'static str) -> Slot {
    Slot { kind: SlotKind::FreeText, ..word_slot(name) }
}

/// Creates an optional slot for a number.
pub const fn number_slot(name: &'static str) -> Slot {
    Slot { kind: SlotKind::Number, ..word_slot(name) }
}

/// Creates an optional slot that is set or not.
pub const fn flag_slot(name: &'static str) -> Slot {
    Slot { kind: SlotKind::Flag, ..word_slot(name) }
}

// Slots that verbs of several systems have.
/// The combatant whom an act is about.
pub const TARGET: Slot = word_slot("target").required();
/// The combatant whom an order is about.
pub const WHO: Slot = word_slot("who").required();
pub const ITEM: Slot = word_slot("item").required();
pub const ZONE: Slot = word_slot("zone").required();
/// The other one of two zones.
pub const TO: Slot = word_slot("to").required();
pub const AMOUNT: Slot = number_slot("amount").required();
/// Whether an order sets something, or takes it away.
pub const ON: Slot = flag_slot("on");
/// The act in the player's own words.
pub const TEXT: Slot = free_text_slot("text");

impl Slot {
    /// Makes the slot one that the verb needs.
    pub const fn required(self) -> Self {
        Self { need: SlotNeed::Required, ..self }
    }

    /// Makes the slot a rare one ([`SlotNeed::AddOn`]).
    pub const fn add_on(self) -> Self {
        Self { need: SlotNeed::AddOn, ..self }
    }

    /// Makes the slot one for the way to pay ([`SlotNeed::Payment`]).
    pub const fn payment(self) -> Self {
        Self { need: SlotNeed::Payment, ..self }
    }

    /// Makes the slot one that names a combatant ([`Slot::names_combatant`]).
    pub const fn combatant(self) -> Self {
        Self { names_combatant: true, ..self }
    }

    /// Makes the slot take `full` as well ([`Slot::takes_full`]).
    pub const fn or_full(self) -> Self {
        Self { takes_full: true, ..self }
    }

    /// Sets the only values that the slot takes.
    pub const fn with_allowed_values(self, allowed_values: &'static [&'static str]) -> Self {
        Self { allowed_values, ..self }
    }
}

impl VerbForm {
    /// Sets the slots that the command of the form sets by itself.
    pub const fn with_fixed_slots(
        self,
        fixed_slots: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { fixed_slots, ..self }
    }
}

impl Verb {
    /// Sets the other names of the verb.
    pub const fn with_aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Sets the chat commands that take the verb with all its slots.
    pub const fn with_command_paths(self, command_paths: &'static [&'static str]) -> Self {
        Self { command_paths, ..self }
    }

    /// Sets the chat commands that take only some of the slots.
    pub const fn with_forms(self, forms: &'static [VerbForm]) -> Self {
        Self { forms, ..self }
    }

    /// Sets the verbs of other systems that mean nearly the same, best first.
    pub const fn with_similar_verbs(self, similar_verbs: &'static [&'static str]) -> Self {
        Self { similar_verbs, ..self }
    }

    /// Sets the menu in which the act stands.
    pub const fn in_menu(self, menu: ActMenu) -> Self {
        Self { menu, ..self }
    }

    /// Makes the act a likely next one ([`Verb::is_likely_next`]).
    pub const fn likely_next(self) -> Self {
        Self { is_likely_next: true, ..self }
    }

    /// Lets a chooser ask how before it asks for the target ([`Verb::asks_manner_first`]).
    pub const fn manner_first(self) -> Self {
        Self { asks_manner_first: true, ..self }
    }

    /// Makes the act one that begins a turn ([`Verb::is_turn_start`]).
    pub const fn begins_turn(self) -> Self {
        Self { is_turn_start: true, ..self }
    }

    /// Makes the act one that only ends the turn ([`Verb::is_turn_end`]).
    pub const fn ends_turn(self) -> Self {
        Self { is_turn_end: true, ..self }
    }

    /// Makes the act one that nothing in the fight can undo.
    pub const fn irreversible(self) -> Self {
        Self { is_irreversible: true, ..self }
    }

    /// Makes the act a standing order ([`Verb::is_standing_order`]).
    pub const fn standing_order(self) -> Self {
        Self { is_standing_order: true, ..self }
    }

    /// Makes the order one that places a side ([`Verb::is_side_placement`]).
    pub const fn side_placement(self) -> Self {
        Self { is_side_placement: true, ..self }
    }

    /// Makes the actor describe the act in their own words, unless the command has one of these
    /// slots.
    pub const fn with_description_unless(self, slots: &'static [&'static str]) -> Self {
        Self { needs_description_unless: Some(slots), ..self }
    }

    /// Makes the actor always describe the act in their own words.
    pub const fn with_description(self) -> Self {
        self.with_description_unless(&[])
    }

    /// Returns the empty free text slots that the command must fill to describe the act in the
    /// actor's own words. The list is empty if no description is needed.
    pub fn missing_description_slots(self, command: &Command) -> Vec<&'static Slot> {
        let Some(exempting_slots) = self.needs_description_unless else { return Vec::new() };
        if exempting_slots.iter().any(|slot| command.has_slot(slot)) {
            return Vec::new();
        }
        let free_text = self.slots.iter().filter(|slot| slot.kind == SlotKind::FreeText);
        free_text.filter(|slot| !command.has_slot(slot.name)).collect()
    }

    /// Refuses text in the actor's own words that shows nothing: blanks, or what nobody sees.
    pub fn check_own_words_visible(&self, command: &Command) -> Result<(), Refusal> {
        let free_text = self.slots.iter().filter(|slot| slot.kind == SlotKind::FreeText);
        let mut texts = free_text.map(|slot| command.get(slot.name));
        let shows_nothing = |text: &str| !text.is_empty() && !has_visible_char(text);
        if texts.any(shows_nothing) {
            return Err(Refusal::new("words-missing", ""));
        }
        Ok(())
    }

    /// Returns how unusual the command is: [`ADD_ON_SCORE`] for each add-on, and more for a dearer
    /// payment. 0 is for a command with neither add-ons nor a payment but the cheapest.
    pub fn add_on_and_payment_score(&self, command: &Command) -> usize {
        let slot_score = |(slot, value): (&String, &String)| match self.slot(slot) {
            Some(slot) if slot.need == SlotNeed::AddOn => ADD_ON_SCORE,
            Some(slot) if slot.need == SlotNeed::Payment => {
                slot.allowed_values.iter().position(|price| price == value).unwrap_or(0)
            }
            Some(_) | None => 0,
        };
        command.slots.iter().map(slot_score).sum()
    }

    /// Returns the command without add-ons and payment. Commands that differ only in those are
    /// variants of the same act.
    pub fn strip_add_ons_and_payment(&self, command: &Command) -> Command {
        let mut stripped = command.clone();
        stripped.slots.retain(|name, _| {
            let slot = self.slot(name);
            slot.is_none_or(|slot| !matches!(slot.need, SlotNeed::AddOn | SlotNeed::Payment))
        });
        stripped
    }

    /// Returns the slot of this name that the verb takes.
    pub fn slot(&self, name: &str) -> Option<&'static Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// Returns every chat command for the verb.
    pub fn command_forms(&self) -> Vec<VerbForm> {
        let own_name = [self.name];
        let has_no_commands = self.command_paths.is_empty() && self.forms.is_empty();
        let paths = if has_no_commands { &own_name } else { self.command_paths };
        let full_forms = paths.iter().map(|path| verb_form(path, self.slots));
        full_forms.chain(self.forms.iter().copied()).collect()
    }

    /// Returns whether a text is the verb's name or an alias, with blanks or hyphens.
    pub fn is_called(&self, name: &str) -> bool {
        let name = name.trim().to_lowercase().replace(' ', "-");
        self.name == name || self.aliases.contains(&name.as_str())
    }

    /// Returns whether a text is one of the chat commands for the verb, whole or without its group:
    /// `react sacrifice`, `sacrifice`.
    pub fn has_command_path(&self, typed: &str) -> bool {
        let typed = typed.trim().trim_start_matches('/');
        for form in self.command_forms() {
            let whole_path = form.command_path;
            let without_group = whole_path.rsplit(' ').next().unwrap_or_default();
            let is_path =
                whole_path.eq_ignore_ascii_case(typed) || without_group.eq_ignore_ascii_case(typed);
            // A form that sets slots by itself is less than the verb.
            if is_path && form.fixed_slots.is_empty() {
                return true;
            }
        }
        false
    }

    /// Checks that the verb takes all slots of a command, and that no slot that it needs is blank.
    /// Unknown slots would be ignored silently otherwise.
    ///
    /// # Errors
    /// `no-such-slot` with the first unknown slot and the slots that the verb takes; `bad-setup`
    /// for a slot that is needed and has nothing but blanks.
    pub fn check_slots(&self, command: &Command) -> Result<(), Refusal> {
        if let Some(unknown) = command.slots.keys().find(|slot| self.slot(slot).is_none()) {
            let known: Vec<_> = self.slots.iter().map(|slot| slot.name).collect();
            let refusal = Refusal::new("no-such-slot", "").with("verb", self.name);
            return Err(refusal.with("slot", unknown).with("names", known.join(", ")));
        }
        for slot in self.slots {
            // Blank words of people have a refusal of their own.
            if slot.need == SlotNeed::Required && slot.kind != SlotKind::FreeText {
                command.check_not_blank(slot.name)?;
            }
        }
        Ok(())
    }
}
