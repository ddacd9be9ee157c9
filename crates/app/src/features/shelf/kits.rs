//! Kits: what a server lays over the built-in kit of a system; its fights are made of both.

use content::{self, Kind, no_such_system, sheet_file};
use engine::command::{Command, Refusal};
use engine::game::{Game, SYSTEMS};
use store::fault::Fault;

use crate::deeds::roster::try_out;
use crate::features::shelf::bad_file;
use crate::features::shelf::sheets::need;
use crate::held::app::App;
use crate::terms::input::{Origin, Place};
use crate::terms::shelf::{KitCard, News, Shelf};

impl App {
    /// `kit system: [text: remove:]`: lays a kit over the built-in one, takes it away, shows it.
    pub(crate) async fn change_kit(
        &self,
        origin: &Origin,
        words: &Command,
    ) -> Result<Result<Shelf, Refusal>, Fault> {
        let Place::Channel { guild, .. } = origin.place else {
            return Ok(Err(Refusal::new("not-here", "")));
        };
        let system = words.get("system");
        if !SYSTEMS.contains(&system) {
            return Ok(Err(no_such_system(system)));
        }
        let (is_removed, text) = (words.get("remove") == "true", words.get("text"));
        let news = match (is_removed, words.has("text")) {
            (false, false) => News::Shown,
            _ if !origin.is_admin => return Ok(Err(Refusal::new("not-admin", ""))),
            (true, _) => {
                self.inner.store.put_kit(guild, system, None).await?;
                News::Removed
            }
            (false, true) => {
                need!(self.check_kit(system, text));
                self.inner.store.put_kit(guild, system, Some(text)).await?;
                News::Changed
            }
        };
        let kit = self.kit_of(guild, system).await?;
        let card = KitCard {
            system: system.into(),
            archetypes: kit.names(Kind::Archetype),
            creatures: kit.names(Kind::Creature),
            is_own: self.inner.store.kit(guild, system).await?.is_some(),
        };
        Ok(Ok(Shelf::Kit { card, news }))
    }

    /// All that can be made of a kit may join a fight.
    fn check_kit(&self, system: &str, text: &str) -> Result<(), Refusal> {
        if text.len() > sheet_file::LONGEST {
            return Err(Refusal::new("file-too-long", "").with("most", sheet_file::LONGEST / 1024));
        }
        let kit = content::own_kit(system, text).map_err(bad_file)?;
        let game = Game::new(system).ok_or_else(|| no_such_system(system))?;
        for kind in [Kind::Archetype, Kind::Creature] {
            for name in kit.names(kind) {
                let body = kit.make(&name, &content::Fields::new());
                let body = body.map_err(bad_file)?;
                try_out(&game, body, &mut *(self.inner.dice)())
                    .map_err(|refusal| refusal.with("entry", &name))?;
            }
        }
        Ok(())
    }
}
