//! The same fight again: once one is over its GMs open another with its set-up, as a template
//! keeps it. Players join anew, with whom they like.

use engine::command::{Command, Refusal};
use engine::fight::Phase;
use engine::game::Game;
use engine::ids::UserId;
use store::fault::Fault;
use store::ids::{ChannelId, FightId};

use crate::fight::fight_state::{FightState, read};
use crate::fight::people::People;
use crate::held::app::App;
use crate::terms::input::Origin;

/// A fight that is about to be opened.
#[derive(Clone)]
pub(crate) struct Opening {
    pub game: Game,
    pub guild: u64,
    pub channel: ChannelId,
    pub gm: UserId,
    pub people: People,
}

impl App {
    /// What `again` opens.
    pub(crate) async fn again(
        &self,
        origin: &Origin,
        words: &Command,
    ) -> Result<Result<Opening, Refusal>, Fault> {
        let fight: Option<FightId> = words.get("fight").parse().ok();
        let was = match fight {
            Some(fight) => self.now(fight).await?,
            None => None,
        };
        let Some(was) = was else { return Ok(Err(Refusal::new("no-fight", ""))) };
        if !was.is_gm(origin.user) {
            return Ok(Err(Refusal::new("not-gm", "").with("verb", "again")));
        }
        if was.is_open {
            return Ok(Err(Refusal::new("fight-here", "")));
        }
        let game = self.set_up_of(&was).await?.anew();
        let FightState { guild, channel, ref people, .. } = *was;
        let gm = if was.gm.is_gone() { origin.user } else { was.gm };
        Ok(game.map(|game| {
            let co_gms = people.co_gms.clone();
            let people = People { co_gms, ..was.people_again(&game) };
            Opening { game, guild, channel, gm, people }
        }))
    }

    /// A fight as it stood when it began.
    async fn set_up_of(&self, was: &FightState) -> Result<Game, Fault> {
        let mut set_up = None;
        for row in self.standing_rows(was).await? {
            let game: Game = read(&row.state)?;
            match game.phase() {
                Phase::Setup => set_up = Some(game),
                Phase::Running | Phase::Over(_) => break,
            }
        }
        set_up.ok_or_else(|| Fault::Damaged(format!("fight {} has no beginning", was.id)))
    }
}
