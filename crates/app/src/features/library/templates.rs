//! Templates: zones, settings and NPCs of a fight before its start, kept to be played another time.

use serde::{Deserialize, Serialize};

use content::with_outer_place;
use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use engine::core::names::{MAX_NAME_CHARS, is_same_name, normalize_name_refusing_invisible};
use engine::game::Game;
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::rows::TemplateRow;

use crate::api::input::RequestContext;
use crate::api::library::{LibraryReply, LibraryUpdate, TemplateSummary};
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::commands::combatant_names::NameValidator;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json, to_json};
use crate::state::people::FightPeople;

/// The most templates that one user may have.
pub const MAX_TEMPLATES: usize = 25;

/// The stored contents of a template.
#[derive(Deserialize, Serialize)]
pub(crate) struct FightTemplate {
    pub game: Game,
    /// How its NPCs look and play, and which messages people get.
    pub people: FightPeople,
}

impl FightTemplate {
    pub fn from_game(game: Game) -> Self {
        Self { game, people: FightPeople::default() }
    }

    /// Parses a stored template. Early templates hold the game alone.
    fn parse(state: &str) -> Result<Self, StoreError> {
        if let Ok(template) = from_json(state) {
            return Ok(template);
        }
        Ok(Self::from_game(from_json(state)?))
    }
}

impl App {
    /// Saves the set-up of a fight as a template under a name, and replaces one with the same name.
    pub(crate) async fn save_template_of_fight(
        &self,
        state: &FightState,
        context: &RequestContext,
        name: &str,
    ) -> RefusableResult<LibraryReply> {
        let name = ok_or_return_refusal!(parse_template_name(name));
        let game = ok_or_return_refusal!(state.game.to_template_without_players());
        let templates = self.inner.store.load_user_templates(context.user.0).await?;
        let is_new = !templates.iter().any(|template| is_same_name(&template.name, &name));
        if is_new && templates.len() >= MAX_TEMPLATES {
            return Ok(Err(Refusal::new("too-many-templates", "").with("most", MAX_TEMPLATES)));
        }
        let people = state.npc_and_message_settings_for_new_fight(&game);
        self.upsert_template(context.user, &name, &FightTemplate { game, people }).await?;
        Ok(Ok(LibraryReply::Template { name, update: LibraryUpdate::Created }))
    }

    /// Stores a template as it is, for scripts exported from a fight that began with a template.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub async fn store_template_unchecked(
        &self,
        user: UserId,
        name: &str,
        game: Game,
    ) -> Result<(), StoreError> {
        self.upsert_template(user, name, &FightTemplate::from_game(game)).await
    }

    /// Stores a template of a user, in the place of the one of that name.
    async fn upsert_template(
        &self,
        user: UserId,
        name: &str,
        template: &FightTemplate,
    ) -> Result<(), StoreError> {
        let (system, state) = (template.game.system_key().into(), to_json(template)?);
        let row = TemplateRow { name: name.into(), system, state };
        self.inner.store.upsert_template(user.0, &row).await
    }

    /// Loads the user's template that the command names. Refuses one that is not there, and one
    /// in which two combatants cannot be told apart by their names.
    pub(crate) async fn load_template(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<FightTemplate> {
        let row = ok_or_return_refusal!(self.load_own_template(context, command).await?);
        let template = FightTemplate::parse(&row.state)?;
        let reader = self.value_reader();
        let checked = NameValidator { game: &template.game, giver: Viewer::Gm, reader }
            .check_valid_and_distinct_member_names();
        Ok(checked.map(|()| template).map_err(|refusal| with_outer_place(refusal, &row.name)))
    }

    /// Deletes the user's template that the command names.
    pub(crate) async fn delete_template(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let row = ok_or_return_refusal!(self.load_own_template(context, command).await?);
        self.inner.store.delete_template(context.user.0, &row.name).await?;
        Ok(Ok(LibraryReply::Template { name: row.name, update: LibraryUpdate::Removed }))
    }

    pub(crate) async fn list_user_templates(
        &self,
        context: &RequestContext,
    ) -> Result<LibraryReply, StoreError> {
        let rows = self.inner.store.load_user_templates(context.user.0).await?;
        let to_summary = |row: TemplateRow| TemplateSummary { name: row.name, system: row.system };
        Ok(LibraryReply::Templates(rows.into_iter().map(to_summary).collect()))
    }

    pub(crate) async fn load_template_names(
        &self,
        context: &RequestContext,
    ) -> Result<Vec<String>, StoreError> {
        let rows = self.inner.store.load_user_templates(context.user.0).await?;
        Ok(rows.into_iter().map(|row| row.name).collect())
    }

    /// Loads the row of the template that the command names. Refuses with `no-template`.
    async fn load_own_template(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<TemplateRow> {
        let name = command.get("name").trim();
        let rows = self.inner.store.load_user_templates(context.user.0).await?;
        let found = rows.into_iter().find(|row| is_same_name(&row.name, name));
        Ok(found.ok_or_else(|| Refusal::new("no-template", "").with("name", name)))
    }
}

/// Parses the name of a template. It names nobody in a fight.
fn parse_template_name(text: &str) -> Result<String, Refusal> {
    let name = normalize_name_refusing_invisible(text)?;
    match name.chars().count() {
        1..=MAX_NAME_CHARS => Ok(name),
        _ => Err(Refusal::bad_setup("", "name-length").with("most", MAX_NAME_CHARS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn template_parse_reads_early_and_current_form() {
        let game = Game::new("dr12").unwrap();
        let early = to_json(&game).unwrap();
        let late = to_json(&FightTemplate::from_game(game.clone())).unwrap();
        for state in [early, late] {
            let FightTemplate { game: parsed_game, people } = FightTemplate::parse(&state).unwrap();
            assert_eq!((parsed_game, people), (game.clone(), FightPeople::default()));
        }
        assert!(FightTemplate::parse("{}").is_err());
    }
}
