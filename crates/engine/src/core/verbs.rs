//! What a verb says of itself. What is derived from it: its commands and their options, what is
//! completed, which verb of another system comes near to it, its place among the controls of a
//! turn, what is confirmed before it is done, and docs/COMMANDS.md.
//!
//! A system's verbs stand in `rules/<system>/verbs.rs`, as a table in three parts: acts, orders of
//! the GM, answers.

use crate::core::command::{Command, Refusal};
use crate::core::keyed_enum::keyed_enum;

/// A verb of the common form, and the slots it takes.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    pub name: &'static str,
    pub slots: &'static [Slot],
    /// What else it is called: on its button, say.
    pub aliases: &'static [&'static str],
    /// The commands that say it, with all its slots: `gm set`. One of its own name where nothing
    /// else is said.
    command_paths: &'static [&'static str],
    /// The commands that say only a part of it.
    forms: &'static [VerbForm],
    /// Verbs that mean about the same in other systems, best first. One of two verbs says it.
    pub similar_verbs: &'static [&'static str],
    /// Of an act: the menu it stands in.
    pub menu: ActMenu,
    /// Of an act: where nothing else is said it is what somebody likely does next.
    pub is_likely_next: bool,
    /// Of an act: it is chosen by what is done, and only then to whom.
    pub asks_manner_first: bool,
    /// Of an act: while it may be done the turn has not begun.
    pub is_turn_start: bool,
    /// Of an act: it does nothing but end the turn.
    pub is_turn_end: bool,
    /// Of an act: nothing in the fight takes it back.
    pub is_irreversible: bool,
    /// Of an act: it does nothing now, and answers what will be asked.
    pub is_standing_order: bool,
    /// Of an order: it says in which zone a side begins, so the set-up offers every one of both.
    pub is_side_placement: bool,
    /// Of an act: its actor says in own words what they do. One with these slots says it already.
    needs_description_unless: Option<&'static [&'static str]>,
}

keyed_enum! {
    /// What acts are for: each has a menu of its own.
    ActMenu {
        /// Done to enemies.
        Attack = "attack",
        Move = "move",
        /// Done with others, or to them, without a fight.
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
    /// The few words that it takes; none where it takes others.
    pub allowed_values: &'static [&'static str],
    /// It names a combatant, whatever is said in a slot of that name elsewhere.
    pub names_combatant: bool,
}

/// What is said in a slot, the narrower first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SlotKind {
    Flag,
    Number,
    /// A name or a word of the rules.
    Word,
    /// Several such words, with commas between.
    List,
    /// Words of one's own.
    FreeText,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotNeed {
    Required,
    /// Something goes without saying.
    Optional,
    /// Said with what is chosen, and seldom: a way of its own, after the others.
    AddOn,
    /// What pays for it, by [`Slot::among`] the cheapest first: the others are seldom meant.
    Payment,
}

/// A command that says a part of a verb: `fate pick` for `fate choose:pick`.
#[derive(Clone, Copy, Debug)]
pub struct VerbForm {
    pub command_path: &'static str,
    pub slots: &'static [Slot],
    /// Slots that go without saying.
    pub fixed_slots: &'static [(&'static str, &'static str)],
}

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

pub const fn verb_form(command_path: &'static str, slots: &'static [Slot]) -> VerbForm {
    VerbForm { command_path, slots, fixed_slots: &[] }
}

pub const fn word_slot(name: &'static str) -> Slot {
    Slot {
        name,
        kind: SlotKind::Word,
        need: SlotNeed::Optional,
        allowed_values: &[],
        names_combatant: false,
    }
}

pub const fn list_slot(name: &'static str) -> Slot {
    Slot { kind: SlotKind::List, ..word_slot(name) }
}

pub const fn free_text_slot(name: &'static str) -> Slot {
    Slot { kind: SlotKind::FreeText, ..word_slot(name) }
}

pub const fn number_slot(name: &'static str) -> Slot {
    Slot { kind: SlotKind::Number, ..word_slot(name) }
}

pub const fn flag_slot(name: &'static str) -> Slot {
    Slot { kind: SlotKind::Flag, ..word_slot(name) }
}

impl Slot {
    pub const fn required(self) -> Self {
        Self { need: SlotNeed::Required, ..self }
    }

    pub const fn add_on(self) -> Self {
        Self { need: SlotNeed::AddOn, ..self }
    }

    pub const fn payment(self) -> Self {
        Self { need: SlotNeed::Payment, ..self }
    }

    pub const fn combatant(self) -> Self {
        Self { names_combatant: true, ..self }
    }

    pub const fn with_allowed_values(self, allowed_values: &'static [&'static str]) -> Self {
        Self { allowed_values, ..self }
    }
}

impl VerbForm {
    pub const fn with_fixed_slots(
        self,
        fixed_slots: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { fixed_slots, ..self }
    }
}

impl Verb {
    pub const fn with_aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    pub const fn with_command_paths(self, command_paths: &'static [&'static str]) -> Self {
        Self { command_paths, ..self }
    }

    pub const fn with_forms(self, forms: &'static [VerbForm]) -> Self {
        Self { forms, ..self }
    }

    pub const fn with_similar_verbs(self, similar_verbs: &'static [&'static str]) -> Self {
        Self { similar_verbs, ..self }
    }

    pub const fn in_menu(self, menu: ActMenu) -> Self {
        Self { menu, ..self }
    }

    pub const fn likely_next(self) -> Self {
        Self { is_likely_next: true, ..self }
    }

    pub const fn manner_first(self) -> Self {
        Self { asks_manner_first: true, ..self }
    }

    pub const fn begins_turn(self) -> Self {
        Self { is_turn_start: true, ..self }
    }

    pub const fn ends_turn(self) -> Self {
        Self { is_turn_end: true, ..self }
    }

    pub const fn irreversible(self) -> Self {
        Self { is_irreversible: true, ..self }
    }

    pub const fn standing_order(self) -> Self {
        Self { is_standing_order: true, ..self }
    }

    pub const fn side_placement(self) -> Self {
        Self { is_side_placement: true, ..self }
    }

    pub const fn with_description_unless(self, slots: &'static [&'static str]) -> Self {
        Self { needs_description_unless: Some(slots), ..self }
    }

    pub const fn with_description(self) -> Self {
        self.with_description_unless(&[])
    }

    /// The slots in which its actor says in own words what they do, where an act of this verb
    /// needs that.
    pub fn missing_description_slots(self, command: &Command) -> Vec<&'static Slot> {
        let is_told = self
            .needs_description_unless
            .is_some_and(|but| !but.iter().any(|slot| command.has_slot(slot)));
        let prose = self.slots.iter().filter(|slot| slot.kind == SlotKind::FreeText);
        prose.filter(|slot| is_told && !command.has_slot(slot.name)).collect()
    }

    /// How seldom it is done in just this way: with a rider, or paid for dearly.
    pub fn rarity_score(&self, command: &Command) -> usize {
        let rare = |(slot, value): (&String, &String)| match self.slot(slot) {
            Some(slot) if slot.need == SlotNeed::AddOn => 100,
            Some(slot) if slot.need == SlotNeed::Payment => {
                slot.allowed_values.iter().position(|price| price == value).unwrap_or(0)
            }
            Some(_) | None => 0,
        };
        command.slots.iter().map(rare).sum()
    }

    /// An act without what is spent on it: two that differ in that alone are ways to one thing.
    pub fn strip_add_ons_and_payment(&self, command: &Command) -> Command {
        let mut done = command.clone();
        done.slots.retain(|slot, _| {
            self.slot(slot).is_none_or(|it| !matches!(it.need, SlotNeed::AddOn | SlotNeed::Payment))
        });
        done
    }

    /// The slot of that name.
    pub fn slot(&self, name: &str) -> Option<&'static Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// Every command that says it.
    pub fn command_forms(&self) -> Vec<VerbForm> {
        let named = [self.name];
        let has_none = self.command_paths.is_empty() && self.forms.is_empty();
        let at = if has_none { &named } else { self.command_paths };
        at.iter().map(|at| verb_form(at, self.slots)).chain(self.forms.iter().copied()).collect()
    }

    /// Whether it is called that, written with blanks or without.
    pub fn is_called(&self, name: &str) -> bool {
        let name = name.trim().to_lowercase().replace(' ', "-");
        self.name == name || self.aliases.contains(&name.as_str())
    }

    /// Whether a verb takes all slots that are said with it: what it does not know would be ignored
    /// in silence.
    ///
    /// # Errors
    /// `no-such-slot`: which slot it does not take, and those that it takes.
    pub fn check_slots(&self, command: &Command) -> Result<(), Refusal> {
        let unknown = command.slots.keys().find(|slot| self.slot(slot).is_none());
        unknown.map_or(Ok(()), |slot| {
            let names: Vec<_> = self.slots.iter().map(|slot| slot.name).collect();
            let refusal = Refusal::new("no-such-slot", "").with("verb", self.name);
            Err(refusal.with("slot", slot).with("names", names.join(", ")))
        })
    }
}
