//! The gate for names that people give in a fight: what [`names::parse_given_name`] refuses, and
//! what the fight calls its combatants, sides and groups.

use engine::core::body_fields::FieldReference;
use engine::core::command::{Command, Refusal};
use engine::core::names::{self, NameKind, NameShape, find_look_alike};
use engine::core::values::ValueKind;
use engine::game::{Game, Member};
use engine::visibility::disclosure::is_unnamed;
use engine::visibility::view::Viewer;

use crate::api::value_reader::ValueReader;

/// Reads names that somebody gives to combatants of one fight, or to a sheet for such a fight.
pub(crate) struct NameValidator<'a> {
    pub game: &'a Game,
    /// Who gives the name: they learn only of sides that they know.
    pub giver: Viewer,
    pub reader: ValueReader,
}

impl NameValidator<'_> {
    /// Parses a combatant's name.
    ///
    /// # Errors
    /// `bad-name` or `bad-setup`, if commands could not say it or would take it for a side or role.
    pub fn parse(&self, text: &str) -> Result<String, Refusal> {
        // Words for sides are reserved as well, but this refusal says more.
        if self.is_side(text.trim()) {
            return Err(Refusal::bad_setup("", "name-side").with("name", text.trim()));
        }
        self.refuse_if_reserved_in_any_language(names::parse_combatant_name(text)?)
    }

    /// Refuses a name that nobody may have in a fight that others read in their language: one that
    /// stands for others or for a role. The engine knows the English words.
    fn refuse_if_reserved_in_any_language(&self, name: String) -> Result<String, Refusal> {
        let reserved_words = [("reserved-name", "name-reserved"), ("reserved-role", "name-role")];
        for (words_key, reason) in reserved_words {
            let slot_word = ValueKind::SlotWord(words_key);
            let kind = ValueKind::InAnyLanguage(&slot_word);
            let is_reserved = (self.reader)("", kind, &name, &[words_key.to_string()]).is_ok();
            if is_reserved {
                return Err(Refusal::bad_setup("", reason).with("name", &name));
            }
        }
        Ok(name)
    }

    /// Checks the names of all combatants of a stored setup before a fight opens with it.
    ///
    /// # Errors
    /// As [`NameValidator::parse`], and `name-looks-like` for two that look alike.
    pub fn check_valid_and_distinct_member_names(&self) -> Result<(), Refusal> {
        let mut shapes: Vec<(NameShape, String)> = Vec::new();
        for member in self.game.list_present_members() {
            let mut names = Vec::new();
            // Several unnamed NPCs may have the same label in place of a name.
            let has_label_only = member.true_name.is_some() && is_unnamed(&member.name);
            if !has_label_only {
                names.push(member.name);
            }
            names.extend(member.true_name);
            for name in names {
                self.parse(&name)?;
                let shape = NameShape::new(&name);
                if let Some((_, other)) = shapes.iter().find(|(known, _)| known.looks_like(&shape))
                {
                    let refusal = Refusal::bad_setup("", "name-looks-like").with("name", &name);
                    return Err(refusal.with("found", other));
                }
                shapes.push((shape, name));
            }
        }
        Ok(())
    }

    /// Returns a command whose slots for sides and groups hold the names that the fight knows, or
    /// that a new side or group may have.
    ///
    /// # Errors
    /// As [`NameValidator::parse_side`] and [`NameValidator::parse_known_or_new_group`].
    pub fn with_parsed_sides_and_groups(&self, command: &Command) -> Result<Command, Refusal> {
        let mut checked = command.clone();
        for (slot, text) in &mut checked.slots {
            match slot.as_str() {
                "side" | "faction" => *text = self.parse_side(text)?,
                "group" => *text = self.parse_known_or_new_group(text)?,
                _ => {}
            }
        }
        Ok(checked)
    }

    /// Parses a typed side: one that the fight has, by any of its names, or a name that a new side
    /// may have. Empty text, and any text where sides are fixed, stays as it is.
    ///
    /// # Errors
    /// `bad-setup`, if commands could not say the name, would take it for something or somebody
    /// else, or if it looks like another side.
    pub fn parse_side(&self, text: &str) -> Result<String, Refusal> {
        if self.game.has_fixed_sides() || text.trim().is_empty() {
            return Ok(text.into());
        }
        let (built_in, founded) = self.built_in_and_founded_sides();
        if let Some(side) = self.read_side(text, &built_in, &founded) {
            return Ok(side);
        }
        let shape = NameShape::new(text);
        // No command takes this word in the place of a side.
        let is_others = shape.looks_like(&NameShape::new("others"));
        let name = if is_others {
            text.trim().to_string()
        } else {
            self.parse_given_name(NameKind::Side, text)?
        };
        check_no_look_alike("side-looks-like", &name, built_in.iter().chain(&founded))?;
        if self.looks_like_known_member(&shape) {
            return Err(Refusal::bad_setup("", "side-somebody").with("name", &name));
        }
        Ok(name)
    }

    /// Returns whether a name looks like that of a combatant whom whoever gives the name may know.
    /// Only the GM may know of hidden combatants and true names.
    fn looks_like_known_member(&self, shape: &NameShape) -> bool {
        let is_gm = self.giver == Viewer::Gm;
        let looks_alike = |name: &String| NameShape::new(name).looks_like(shape);
        let is_alike = |member: &Member| {
            looks_alike(&member.name)
                || (is_gm && member.true_name.as_ref().is_some_and(looks_alike))
        };
        let members = self.game.list_present_members();
        members.iter().any(|member| (is_gm || !member.is_hidden) && is_alike(member))
    }

    /// Parses a typed group: one of the fight, or a name that a new group may have. Empty text
    /// stays as it is. Players know of no groups.
    ///
    /// # Errors
    /// `bad-setup`, if commands could not say the name, or if it looks like another group.
    pub fn parse_known_or_new_group(&self, text: &str) -> Result<String, Refusal> {
        if text.trim().is_empty() {
            return Ok(text.into());
        }
        let groups = if self.giver == Viewer::Gm { self.list_groups() } else { Vec::new() };
        let system = self.game.system_key();
        if let Ok(known) = (self.reader)(system, ValueKind::GivenName, text, &groups) {
            return Ok(known);
        }
        let name = self.parse_given_name(NameKind::Group, text)?;
        check_no_look_alike("group-looks-like", &name, &groups)?;
        Ok(name)
    }

    /// Parses a name as [`names::parse_given_name`] does, and refuses the words for somebody in the
    /// languages of the other readers as well.
    fn parse_given_name(&self, kind: NameKind, text: &str) -> Result<String, Refusal> {
        self.refuse_if_reserved_in_any_language(names::parse_given_name(kind, text)?)
    }

    /// Lists the groups of all combatants, each once.
    fn list_groups(&self) -> Vec<String> {
        let mut groups: Vec<String> = Vec::new();
        let Some(field) = self.game.field_referring_to(FieldReference::Group) else {
            return groups;
        };
        for member in self.game.list_present_members() {
            let body = self.game.body_json(member.id).unwrap_or_default();
            let group = body[field].as_str().unwrap_or_default();
            if !group.is_empty() && !groups.iter().any(|known| known == group) {
                groups.push(group.into());
            }
        }
        groups
    }

    /// Returns the sides that the rules have, and those that somebody founded, as far as whoever
    /// gives the name knows them.
    fn built_in_and_founded_sides(&self) -> (Vec<String>, Vec<String>) {
        let built_in = self.game.default_sides();
        let known = self.game.list_default_and_known_sides_for(self.giver).into_iter();
        known.partition(|side| built_in.contains(&side.as_str()))
    }

    /// Returns the side that commands take a name for: a built-in one by any of its names, or one
    /// that somebody founded by its own.
    fn read_side(&self, name: &str, built_in: &[String], founded: &[String]) -> Option<String> {
        let read =
            |kind, sides: &[String]| (self.reader)(self.game.system_key(), kind, name, sides).ok();
        read(ValueKind::GivenName, founded)
            .or_else(|| read(ValueKind::InAnyLanguage(&ValueKind::Side), built_in))
    }

    /// Returns whether commands take the name for a side, or people could.
    fn is_side(&self, name: &str) -> bool {
        let (built_in, founded) = self.built_in_and_founded_sides();
        self.read_side(name, &built_in, &founded).is_some()
            || find_look_alike(name, built_in.iter().chain(&founded).map(String::as_str)).is_some()
    }
}

/// Refuses a name that people could take for one of the known ones.
fn check_no_look_alike<'a>(
    reason: &str,
    name: &str,
    known_names: impl IntoIterator<Item = &'a String>,
) -> Result<(), Refusal> {
    match find_look_alike(name, known_names.into_iter().map(String::as_str)) {
        Some(found) => Err(Refusal::bad_setup("", reason).with("name", name).with("found", found)),
        None => Ok(()),
    }
}
