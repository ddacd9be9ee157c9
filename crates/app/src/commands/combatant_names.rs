//! The gate for names of newcomers: what [`names::parse_combatant_name`] refuses, and what a fight
//! calls its sides.

use engine::core::command::Refusal;
use engine::core::names::{self, NameShape};
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
        let name = names::parse_combatant_name(text)?;
        if self.is_side(&name) {
            return Err(Refusal::bad_setup("", "name-side").with("name", &name));
        }
        match self.find_word_in_any_language(&name) {
            Some(reason) => Err(Refusal::bad_setup("", reason).with("name", &name)),
            None => Ok(name),
        }
    }

    /// Returns why nobody may be called so in a fight that others read in their language: the name
    /// stands for others or for a role. The engine knows the English words.
    fn find_word_in_any_language(&self, name: &str) -> Option<&'static str> {
        let reasons = [("reserved-name", "name-reserved"), ("reserved-role", "name-role")];
        let is_word = |(words, _): &&(&str, &str)| {
            let kind = ValueKind::SlotWord(words);
            let kind = ValueKind::InAnyLanguage(&kind);
            (self.reader)("", kind, name, &[words.to_string()]).is_ok()
        };
        reasons.iter().find(is_word).map(|(_, reason)| *reason)
    }

    /// Checks the names of all combatants of a stored setup before a fight opens with it.
    ///
    /// # Errors
    /// As [`NameValidator::parse`], and `name-looks-like` for two that look alike.
    pub fn check_distinct_member_names(&self) -> Result<(), Refusal> {
        let mut shapes: Vec<(NameShape, String)> = Vec::new();
        for member in self.game.list_present_members() {
            let public_name =
                Some(member.name).filter(|name| member.true_name.is_none() || !is_unnamed(name));
            for name in public_name.into_iter().chain(member.true_name) {
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

    /// Checks a typed side. A side that the fight has is accepted; any other must be a name that a
    /// new side may have.
    ///
    /// # Errors
    /// `bad-setup`, if commands could not say it or would take it for something or somebody else.
    pub fn check_side(&self, text: &str) -> Result<(), Refusal> {
        if self.game.has_fixed_sides() || text.trim().is_empty() || self.is_side(text) {
            return Ok(());
        }
        let refuse = |why| Err(Refusal::bad_setup("", why).with("name", text.trim()));
        let shape = NameShape::new(names::strip_article(text));
        // No command takes this word in the place of a side.
        let is_others = shape.looks_like(&NameShape::new("others"));
        // How long the name of a side may be is a rule.
        let is_unsayable = |refusal: &Refusal| {
            refusal.details.get("why").is_none_or(|reason| reason != "name-length")
        };
        let is_word = names::parse_combatant_name(text).is_err_and(|error| is_unsayable(&error))
            || self.find_word_in_any_language(text).is_some();
        if !is_others && is_word {
            return refuse("side-reserved");
        }
        let is_gm = self.giver == Viewer::Gm;
        let is_somebody = |member: &Member| {
            let true_name = member.true_name.as_ref().filter(|_| is_gm);
            let mut names = [&member.name].into_iter().chain(true_name);
            (is_gm || !member.is_hidden)
                && names.any(|name| NameShape::new(name).looks_like(&shape))
        };
        if self.game.list_present_members().iter().any(is_somebody) {
            return refuse("side-somebody");
        }
        Ok(())
    }

    /// Returns whether commands take the name for a side: a built-in one by any of its names, or
    /// one that somebody founded by its own.
    fn is_side(&self, name: &str) -> bool {
        let system = self.game.system_key();
        let (own, founded): (Vec<String>, Vec<String>) = {
            let built_in = self.game.default_sides();
            let known = self.game.default_sides_and_sides_known_to(self.giver).into_iter();
            known.partition(|side| built_in.contains(&side.as_str()))
        };
        let reads_as = |kind, sides: &[String]| (self.reader)(system, kind, name, sides).is_ok();
        let shape = NameShape::new(names::strip_article(name));
        reads_as(ValueKind::InAnyLanguage(&ValueKind::Side), &own)
            || reads_as(ValueKind::GivenName, &founded)
            || own.iter().chain(&founded).any(|side| NameShape::new(side).looks_like(&shape))
    }
}
