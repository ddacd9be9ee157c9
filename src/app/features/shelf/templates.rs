//! Templates: zones, settings and NPCs of a fight before its start, kept to be played another time.

use crate::engine::game::Game;
use crate::engine::ids::UserId;
use crate::engine::words::{Refusal, Words};
use crate::store::fault::Fault;
use crate::store::rows::TemplateRow;

use crate::app::deeds::roster;
use crate::app::features::shelf::sheets::need;
use crate::app::fight::fight_now::{FightNow, json, read};
use crate::app::held::app::App;
use crate::app::terms::input::Seat;
use crate::app::terms::shelf::{News, Shelf, TemplateLine};

/// The most templates of one user.
pub const MOST_TEMPLATES: usize = 25;

type Said<T> = Result<Result<T, Refusal>, Fault>;

impl App {
    /// Keeps the set-up of a fight under a name, in the place of one that had it.
    pub(in crate::app) async fn save_template(
        &self,
        now: &FightNow,
        seat: &Seat,
        name: &str,
    ) -> Said<Shelf> {
        let name = need!(roster::name(name));
        let game = need!(now.game.template(&mut *(self.inner.dice)()));
        let known = self.inner.store.templates_of(seat.user.0).await?;
        let is_new = !known.iter().any(|one| one.name.to_lowercase() == name.to_lowercase());
        if is_new && known.len() >= MOST_TEMPLATES {
            return Ok(Err(Refusal::new("too-many-templates", "").with("most", MOST_TEMPLATES)));
        }
        self.keep_template(seat.user, &name, &game).await?;
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
    pub(in crate::app) async fn template(&self, seat: &Seat, words: &Words) -> Said<Game> {
        let row = need!(self.own_template(seat, words).await?);
        Ok(Ok(read(&row.state)?))
    }

    pub(in crate::app) async fn drop_template(&self, seat: &Seat, words: &Words) -> Said<Shelf> {
        let row = need!(self.own_template(seat, words).await?);
        self.inner.store.delete_template(seat.user.0, &row.name).await?;
        Ok(Ok(Shelf::Template { name: row.name, news: News::Removed }))
    }

    pub(in crate::app) async fn list_templates(&self, seat: &Seat) -> Result<Shelf, Fault> {
        let rows = self.inner.store.templates_of(seat.user.0).await?;
        let line = |row: TemplateRow| TemplateLine { name: row.name, system: row.system };
        Ok(Shelf::Templates(rows.into_iter().map(line).collect()))
    }

    pub(in crate::app) async fn template_names(&self, seat: &Seat) -> Result<Vec<String>, Fault> {
        let rows = self.inner.store.templates_of(seat.user.0).await?;
        Ok(rows.into_iter().map(|row| row.name).collect())
    }

    async fn own_template(&self, seat: &Seat, words: &Words) -> Said<TemplateRow> {
        let name = words.get("name").trim();
        let rows = self.inner.store.templates_of(seat.user.0).await?;
        let found = rows.into_iter().find(|row| row.name.to_lowercase() == name.to_lowercase());
        Ok(found.ok_or_else(|| Refusal::new("no-template", "").with("name", name)))
    }
}
