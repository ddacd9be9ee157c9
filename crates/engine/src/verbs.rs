//! What a verb says of itself. What is derived from it: its commands and their options, what is
//! completed, which verb of another system comes near to it, its place among the controls of a
//! turn, what is confirmed before it is done, and docs/COMMANDS.md.
//!
//! A system's verbs stand in `rules/<system>/verbs.rs`, as a table in three parts: acts, orders of
//! the GM, answers.

use super::command::{Command, Refusal};
use super::keyed::keyed;

/// A verb of the common form, and the slots it takes.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    pub name: &'static str,
    pub slots: &'static [Slot],
    /// What else it is called: on its button, say.
    pub also: &'static [&'static str],
    /// The commands that say it, with all its slots: `gm set`. One of its own name where nothing
    /// else is said.
    at: &'static [&'static str],
    /// The commands that say only a part of it.
    ways: &'static [Way],
    /// Verbs that mean about the same in other systems, best first. One of two verbs says it.
    pub like: &'static [&'static str],
    /// Of an act: the menu it stands in.
    pub family: Family,
    /// Of an act: where nothing else is said it is what somebody likely does next.
    pub is_likely: bool,
    /// Of an act: it is chosen by what is done, and only then to whom.
    pub is_how_first: bool,
    /// Of an act: while it may be done the turn has not begun.
    pub is_begin: bool,
    /// Of an act: it does nothing but end the turn.
    pub is_end: bool,
    /// Of an act: nothing in the fight takes it back.
    pub is_final: bool,
    /// Of an act: it does nothing now, and answers what will be asked.
    pub is_standing: bool,
    /// Of an order: it says in which zone a side begins, so the set-up offers every one of both.
    pub is_start: bool,
    /// Of an act: its actor says in own words what they do. One with these slots says it already.
    told: Option<&'static [&'static str]>,
}

keyed! {
    /// What acts are for: each has a menu of its own.
    Family {
        /// Done to enemies.
        Attack = "attack",
        Move = "move",
        /// Done with others, or to them, without a fight.
        Aid = "aid",
        Else = "else",
    }
}

/// A slot of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub name: &'static str,
    pub kind: Kind,
    pub need: Need,
    /// The few words that it takes; none where it takes others.
    pub among: &'static [&'static str],
    /// It names a combatant, whatever is said in a slot of that name elsewhere.
    pub is_somebody: bool,
}

/// What is said in a slot, the narrower first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Flag,
    Number,
    /// A name or a word of the rules.
    Word,
    /// Several such words, with commas between.
    List,
    /// Words of one's own.
    Prose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Required,
    /// Something goes without saying.
    Optional,
    /// Said with what is chosen, and seldom: a way of its own, after the others.
    Rider,
    /// What pays for it, by [`Slot::among`] the cheapest first: the others are seldom meant.
    Price,
}

/// A command that says a part of a verb: `fate pick` for `fate choose:pick`.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub at: &'static str,
    pub slots: &'static [Slot],
    /// Slots that go without saying.
    pub fixed: &'static [(&'static str, &'static str)],
}

pub const fn verb(name: &'static str, slots: &'static [Slot]) -> Verb {
    Verb {
        name,
        slots,
        also: &[],
        at: &[],
        ways: &[],
        like: &[],
        family: Family::Else,
        is_likely: false,
        is_how_first: false,
        is_begin: false,
        is_end: false,
        is_final: false,
        is_standing: false,
        is_start: false,
        told: None,
    }
}

pub const fn way(at: &'static str, slots: &'static [Slot]) -> Way {
    Way { at, slots, fixed: &[] }
}

pub const fn word(name: &'static str) -> Slot {
    Slot { name, kind: Kind::Word, need: Need::Optional, among: &[], is_somebody: false }
}

pub const fn list(name: &'static str) -> Slot {
    Slot { kind: Kind::List, ..word(name) }
}

pub const fn prose(name: &'static str) -> Slot {
    Slot { kind: Kind::Prose, ..word(name) }
}

pub const fn number(name: &'static str) -> Slot {
    Slot { kind: Kind::Number, ..word(name) }
}

pub const fn flag(name: &'static str) -> Slot {
    Slot { kind: Kind::Flag, ..word(name) }
}

impl Slot {
    pub const fn must(self) -> Self {
        Self { need: Need::Required, ..self }
    }

    pub const fn rider(self) -> Self {
        Self { need: Need::Rider, ..self }
    }

    pub const fn price(self) -> Self {
        Self { need: Need::Price, ..self }
    }

    pub const fn somebody(self) -> Self {
        Self { is_somebody: true, ..self }
    }

    pub const fn among(self, among: &'static [&'static str]) -> Self {
        Self { among, ..self }
    }
}

impl Way {
    pub const fn fixing(self, fixed: &'static [(&'static str, &'static str)]) -> Self {
        Self { fixed, ..self }
    }
}

impl Verb {
    pub const fn also(self, also: &'static [&'static str]) -> Self {
        Self { also, ..self }
    }

    pub const fn at(self, at: &'static [&'static str]) -> Self {
        Self { at, ..self }
    }

    pub const fn by(self, ways: &'static [Way]) -> Self {
        Self { ways, ..self }
    }

    pub const fn like(self, like: &'static [&'static str]) -> Self {
        Self { like, ..self }
    }

    pub const fn of(self, family: Family) -> Self {
        Self { family, ..self }
    }

    pub const fn likely(self) -> Self {
        Self { is_likely: true, ..self }
    }

    pub const fn how_first(self) -> Self {
        Self { is_how_first: true, ..self }
    }

    pub const fn begins_turn(self) -> Self {
        Self { is_begin: true, ..self }
    }

    pub const fn ends_turn(self) -> Self {
        Self { is_end: true, ..self }
    }

    pub const fn for_good(self) -> Self {
        Self { is_final: true, ..self }
    }

    pub const fn answers_later(self) -> Self {
        Self { is_standing: true, ..self }
    }

    pub const fn says_where_sides_begin(self) -> Self {
        Self { is_start: true, ..self }
    }

    pub const fn told_without(self, slots: &'static [&'static str]) -> Self {
        Self { told: Some(slots), ..self }
    }

    pub const fn told(self) -> Self {
        self.told_without(&[])
    }

    /// The slots in which its actor says in own words what they do, where an act of this verb
    /// needs that.
    pub fn to_tell(self, words: &Command) -> Vec<&'static Slot> {
        let is_told = self.told.is_some_and(|but| !but.iter().any(|slot| words.has(slot)));
        let prose = self.slots.iter().filter(|slot| slot.kind == Kind::Prose);
        prose.filter(|slot| is_told && !words.has(slot.name)).collect()
    }

    /// How seldom it is done in just this way: with a rider, or paid for dearly.
    pub fn rareness(&self, words: &Command) -> usize {
        let rare = |(slot, value): (&String, &String)| match self.slot(slot) {
            Some(slot) if slot.need == Need::Rider => 100,
            Some(slot) if slot.need == Need::Price => {
                slot.among.iter().position(|price| price == value).unwrap_or(0)
            }
            Some(_) | None => 0,
        };
        words.slots.iter().map(rare).sum()
    }

    /// An act without what is spent on it: two that differ in that alone are ways to one thing.
    pub fn done_by(&self, words: &Command) -> Command {
        let mut done = words.clone();
        done.slots.retain(|slot, _| {
            self.slot(slot).is_none_or(|it| !matches!(it.need, Need::Rider | Need::Price))
        });
        done
    }

    /// The slot of that name.
    pub fn slot(&self, name: &str) -> Option<&'static Slot> {
        self.slots.iter().find(|slot| slot.name == name)
    }

    /// Every command that says it.
    pub fn ways(&self) -> Vec<Way> {
        let named = [self.name];
        let has_none = self.at.is_empty() && self.ways.is_empty();
        let at = if has_none { &named } else { self.at };
        at.iter().map(|at| way(at, self.slots)).chain(self.ways.iter().copied()).collect()
    }

    /// Whether it is called that, written with blanks or without.
    pub fn is_called(&self, name: &str) -> bool {
        let name = name.trim().to_lowercase().replace(' ', "-");
        self.name == name || self.also.contains(&name.as_str())
    }

    /// Whether a verb takes all slots that are said with it: what it does not know would be ignored
    /// in silence.
    ///
    /// # Errors
    /// `no-such-slot`: which slot it does not take, and those that it takes.
    pub fn check_slots(&self, words: &Command) -> Result<(), Refusal> {
        let unknown = words.slots.keys().find(|slot| self.slot(slot).is_none());
        unknown.map_or(Ok(()), |slot| {
            let names: Vec<_> = self.slots.iter().map(|slot| slot.name).collect();
            let refusal = Refusal::new("no-such-slot", "").with("verb", self.name);
            Err(refusal.with("slot", slot).with("names", names.join(", ")))
        })
    }
}
