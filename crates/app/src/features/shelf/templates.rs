//! Templates: zones, settings and NPCs of a fight before its start, kept to be played another time.

use serde::{Deserialize, Serialize};

use engine::command::{Command, Refusal};
use engine::game::Game;
use engine::ids::UserId;
use store::fault::Fault;
use store::rows::TemplateRow;

use crate::deeds::roster;
use crate::features::shelf::sheets::need;
use crate::fight::fight_state::{FightState, json, read};
use crate::fight::people::People;
use crate::held::app::App;
use crate::terms::input::Origin;
use crate::terms::shelf::{News, Shelf, TemplateLine};

/// The most templates of one user.
pub const MOST_TEMPLATES: usize = 25;

type Tried<T> = Result<Result<T, Refusal>, Fault>;

/// What a template holds.
#[derive(Deserialize, Serialize)]
pub(crate) struct Template {
    pub game: Game,
    /// How its NPCs look and play, and what people are sent.
    pub people: People,
}

impl Template {
    pub fn alone(game: Game) -> Self {
        Self { game, people: People::default() }
    }

    /// Early templates hold the fight alone.
    fn read(state: &str) -> Result<Self, Fault> {
        read(state).or_else(|_| Ok(Self::alone(read(state)?)))
    }
}

impl App {
    /// Keeps the set-up of a fight under a name, in the place of one that had it.
    pub(crate) async fn save_template(
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
        let people = now.people_again(&game);
        self.put_template(origin.user, &name, &Template { game, people }).await?;
        Ok(Ok(Shelf::Template { name, news: News::Made }))
    }

    /// Keeps a set-up as it is, for scripts that were exported of one.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn keep_template(&self, user: UserId, name: &str, game: Game) -> Result<(), Fault> {
        self.put_template(user, name, &Template::alone(game)).await
    }

    async fn put_template(&self, user: UserId, name: &str, set_up: &Template) -> Result<(), Fault> {
        let (system, state) = (set_up.game.system().into(), json(set_up)?);
        let row = TemplateRow { name: name.into(), system, state };
        self.inner.store.put_template(user.0, &row).await
    }

    pub(crate) async fn template(&self, origin: &Origin, words: &Command) -> Tried<Template> {
        let row = need!(self.own_template(origin, words).await?);
        Ok(Ok(Template::read(&row.state)?))
    }

    pub(crate) async fn drop_template(&self, origin: &Origin, words: &Command) -> Tried<Shelf> {
        let row = need!(self.own_template(origin, words).await?);
        self.inner.store.delete_template(origin.user.0, &row.name).await?;
        Ok(Ok(Shelf::Template { name: row.name, news: News::Removed }))
    }

    pub(crate) async fn list_templates(&self, origin: &Origin) -> Result<Shelf, Fault> {
        let rows = self.inner.store.templates_of(origin.user.0).await?;
        let line = |row: TemplateRow| TemplateLine { name: row.name, system: row.system };
        Ok(Shelf::Templates(rows.into_iter().map(line).collect()))
    }

    pub(crate) async fn template_names(&self, origin: &Origin) -> Result<Vec<String>, Fault> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_templates_are_read() {
        let game = Game::new("dr12").unwrap();
        let early = json(&game).unwrap();
        let late = json(&Template::alone(game.clone())).unwrap();
        for state in [early, late] {
            let Template { game: kept, people } = Template::read(&state).unwrap();
            assert_eq!((kept, people), (game.clone(), People::default()));
        }
        assert!(Template::read("{}").is_err());
    }
}
