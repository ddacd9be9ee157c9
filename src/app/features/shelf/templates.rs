//! Templates: zones, settings and NPCs of a fight before its start, kept to be played another time.

use crate::engine::command::{Command, Refusal};
use crate::engine::game::Game;
use crate::engine::ids::UserId;
use crate::store::fault::Fault;
use crate::store::rows::TemplateRow;

use crate::app::deeds::roster;
use crate::app::features::shelf::sheets::need;
use crate::app::fight::fight_state::{FightState, json, read};
use crate::app::held::app::App;
use crate::app::terms::input::Origin;
use crate::app::terms::shelf::{News, Shelf, TemplateLine};

/// The most templates of one user.
pub const MOST_TEMPLATES: usize = 25;

type Tried<T> = Result<Result<T, Refusal>, Fault>;

impl App {
    /// Keeps the set-up of a fight under a name, in the place of one that had it.
    pub(in crate::app) async fn save_template(
        &self,
        now: &FightState,
        origin: &Origin,
        name: &str,
    ) -> Tried<Shelf> {
        let name = need!(roster::name(name));
        let game = need!(now.game.template());
        let known = self.inner.store.templates_of(origin.user.0).await?;
        let is_new = !known.iter().any(|one| one.name.to_lowercase() == name.to_lowercase());
        if is_new && known.len() >= MOST_TEMPLATES {
            return Ok(Err(Refusal::new("too-many-templates", "").with("most", MOST_TEMPLATES)));
        }
        self.keep_template(origin.user, &name, &game).await?;
        Ok(Ok(Shelf::Template { name, news: News::Made }))
    }

    /// Keeps a set-up as it is: also for scripts that were exported of one.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn keep_template(&self, user: UserId, name: &str, game: &Game) -> Result<(), Fault> {
        let (system, state) = (game.system().into(), json(game)?);
        let row = TemplateRow { name: name.into(), system, state };
        self.inner.store.put_template(user.0, &row).await
    }

    /// The fight that a template holds.
    pub(in crate::app) async fn template(&self, origin: &Origin, words: &Command) -> Tried<Game> {
        let row = need!(self.own_template(origin, words).await?);
        Ok(Ok(read(&row.state)?))
    }

    pub(in crate::app) async fn drop_template(
        &self,
        origin: &Origin,
        words: &Command,
    ) -> Tried<Shelf> {
        let row = need!(self.own_template(origin, words).await?);
        self.inner.store.delete_template(origin.user.0, &row.name).await?;
        Ok(Ok(Shelf::Template { name: row.name, news: News::Removed }))
    }

    pub(in crate::app) async fn list_templates(&self, origin: &Origin) -> Result<Shelf, Fault> {
        let rows = self.inner.store.templates_of(origin.user.0).await?;
        let line = |row: TemplateRow| TemplateLine { name: row.name, system: row.system };
        Ok(Shelf::Templates(rows.into_iter().map(line).collect()))
    }

    pub(in crate::app) async fn template_names(
        &self,
        origin: &Origin,
    ) -> Result<Vec<String>, Fault> {
        let rows = self.inner.store.templates_of(origin.user.0).await?;
        Ok(rows.into_iter().map(|row| row.name).collect())
    }

    async fn own_template(&self, origin: &Origin, words: &Command) -> Tried<TemplateRow> {
        let name = words.get("name").trim();
        let rows = self.inner.store.templates_of(origin.user.0).await?;
        let found = rows.into_iter().find(|row| row.name.to_lowercase() == name.to_lowercase());
        Ok(found.ok_or_else(|| Refusal::new("no-template", "").with("name", name)))
    }
}
