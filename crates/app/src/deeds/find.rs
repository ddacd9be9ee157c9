//! The fight that an input is about.

use engine::command::{Command, Refusal};
use engine::ids::UserId;
use store::fault::Fault;
use store::ids::FightId;

use crate::fight::roles::Role;
use crate::held::app::App;
use crate::terms::input::{Input, Origin, Place};

impl App {
    /// The fight an input is about.
    pub(crate) async fn find(
        &self,
        origin: &Origin,
        input: &Input,
    ) -> Result<Result<FightId, Refusal>, Fault> {
        Ok(match input {
            Input::Press { prompt, .. } | Input::Form { prompt, .. } => Ok(prompt.fight),
            Input::Turn { turn, .. } | Input::Sure { turn, .. } => Ok(turn.fight),
            Input::Invited { fight, .. } => Ok(*fight),
            Input::Command { words, .. } => match origin.place {
                Place::Channel { channel, .. } => {
                    self.fight_in(channel).await?.ok_or_else(|| Refusal::new("no-fight", ""))
                }
                Place::Dm { .. } => match self.named(origin.user, words).await? {
                    Some(named) => Ok(named),
                    None => self.find_for(origin.user, input).await?,
                },
            },
        })
    }

    /// The fight that a button in a direct message names, to who has a part in it.
    async fn named(&self, user: UserId, words: &Command) -> Result<Option<FightId>, Fault> {
        let Ok(fight) = words.get("fight").parse() else { return Ok(None) };
        let now = self.now(fight).await?;
        Ok(now.filter(|now| now.role(user) > Role::Stranger).map(|now| now.id))
    }

    /// The fight a direct message is about.
    async fn find_for(
        &self,
        user: UserId,
        input: &Input,
    ) -> Result<Result<FightId, Refusal>, Fault> {
        let chosen = self.inner.store.chosen_by(user.0).await?;
        let fights = self.inner.store.fights_of(user.0).await?;
        let is_open = |one| fights.iter().any(|(fight, _)| fight.id() == one);
        // The one that was chosen may be over, and is still theirs to look at and to take back.
        let is_meant = |one: &FightId| is_open(*one) || outlasts_the_end(input);
        Ok(match (chosen.filter(is_meant), fights.as_slice()) {
            (Some(chosen), _) => Ok(chosen),
            (None, []) => {
                let last = self.inner.store.last_led_by(user.0).await?;
                last.ok_or_else(|| Refusal::new("no-fight", ""))
            }
            (None, [(only, _)]) => Ok(only.id()),
            (None, _) => Err(Refusal::new("which-fight", "")),
        })
    }

    /// By which rules is fought here; none where that is not clear.
    pub(crate) async fn system_of(
        &self,
        origin: &Origin,
        words: &Command,
    ) -> Result<Option<&'static str>, Fault> {
        let Ok(fight) = self.find(origin, &Input::command(words.clone())).await? else {
            return Ok(None);
        };
        Ok(self.now(fight).await?.map(|now| now.system()))
    }
}

/// Whether it may also be said of a fight that is over.
fn outlasts_the_end(input: &Input) -> bool {
    let verbs = ["status", "map", "mine", "log", "export", "undo", "take-back", "redo"];
    matches!(input, Input::Command { words, .. } if verbs.contains(&&*words.verb))
}
