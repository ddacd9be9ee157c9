//! Templates: zones, settings and NPCs of a fight before its start, kept to be played another time.

use serde::{Deserialize, Serialize};

use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use engine::game::Game;
use store::error::StoreError;
use store::rows::TemplateRow;

use crate::api::input::RequestContext;
use crate::api::library::{LibraryReply, LibraryUpdate, TemplateSummary};
use crate::commands::roster;
use crate::features::library::sheets::need;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json, to_json};
use crate::state::people::FightPeople;

/// The most templates of one user.
pub const MAX_TEMPLATES: usize = 25;

type TemplateResult<T> = Result<Result<T, Refusal>, StoreError>;

/// What a template holds.
#[derive(Deserialize, Serialize)]
pub(crate) struct FightTemplate {
    pub game: Game,
    /// How its NPCs look and play, and what people are sent.
    pub people: FightPeople,
}

impl FightTemplate {
    pub fn from_game(game: Game) -> Self {
        Self { game, people: FightPeople::default() }
    }

    /// Early templates hold the fight alone.
    fn parse(state: &str) -> Result<Self, StoreError> {
        from_json(state).or_else(|_| Ok(Self::from_game(from_json(state)?)))
    }
}

impl App {
    /// Keeps the set-up of a fight under a name, in the place of one that had it.
    pub(crate) async fn save_template(
        &self,
        state: &FightState,
        context: &RequestContext,
        name: &str,
    ) -> TemplateResult<LibraryReply> {
        let name = need!(roster::parse_name(name));
        let game = need!(state.game.to_template());
        let known = self.inner.store.load_user_templates(context.user.0).await?;
        let is_new = !known.iter().any(|one| one.name.to_lowercase() == name.to_lowercase());
        if is_new && known.len() >= MAX_TEMPLATES {
            return Ok(Err(Refusal::new("too-many-templates", "").with("most", MAX_TEMPLATES)));
        }
        let people = state.people_for_new_fight(&game);
        self.upsert_template(context.user, &name, &FightTemplate { game, people }).await?;
        Ok(Ok(LibraryReply::Template { name, update: LibraryUpdate::Created }))
    }

    /// Keeps a set-up as it is, for scripts that were exported of one.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn store_template(
        &self,
        user: UserId,
        name: &str,
        game: Game,
    ) -> Result<(), StoreError> {
        self.upsert_template(user, name, &FightTemplate::from_game(game)).await
    }

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

    pub(crate) async fn load_template(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> TemplateResult<FightTemplate> {
        let row = need!(self.load_own_template(context, command).await?);
        Ok(Ok(FightTemplate::parse(&row.state)?))
    }

    pub(crate) async fn delete_template(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> TemplateResult<LibraryReply> {
        let row = need!(self.load_own_template(context, command).await?);
        self.inner.store.delete_template(context.user.0, &row.name).await?;
        Ok(Ok(LibraryReply::Template { name: row.name, update: LibraryUpdate::Removed }))
    }

    pub(crate) async fn list_templates(
        &self,
        context: &RequestContext,
    ) -> Result<LibraryReply, StoreError> {
        let rows = self.inner.store.load_user_templates(context.user.0).await?;
        let line = |row: TemplateRow| TemplateSummary { name: row.name, system: row.system };
        Ok(LibraryReply::Templates(rows.into_iter().map(line).collect()))
    }

    pub(crate) async fn load_template_names(
        &self,
        context: &RequestContext,
    ) -> Result<Vec<String>, StoreError> {
        let rows = self.inner.store.load_user_templates(context.user.0).await?;
        Ok(rows.into_iter().map(|row| row.name).collect())
    }

    async fn load_own_template(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> TemplateResult<TemplateRow> {
        let name = command.get("name").trim();
        let rows = self.inner.store.load_user_templates(context.user.0).await?;
        let found = rows.into_iter().find(|row| row.name.to_lowercase() == name.to_lowercase());
        Ok(found.ok_or_else(|| Refusal::new("no-template", "").with("name", name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_templates_are_read() {
        let game = Game::new("dr12").unwrap();
        let early = to_json(&game).unwrap();
        let late = to_json(&FightTemplate::from_game(game.clone())).unwrap();
        for state in [early, late] {
            let FightTemplate { game: kept, people } = FightTemplate::parse(&state).unwrap();
            assert_eq!((kept, people), (game.clone(), FightPeople::default()));
        }
        assert!(FightTemplate::parse("{}").is_err());
    }
}
