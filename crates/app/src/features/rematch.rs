//! Rematch: the GMs of a finished fight open another with the same setup, as a template keeps it.
//! Players join again, with any character.

use engine::core::command::{Command, Refusal};
use engine::core::fight::FightPhase;
use engine::core::ids::UserId;
use engine::game::Game;
use store::error::StoreError;
use store::ids::{ChannelId, FightId};

use crate::api::input::RequestContext;
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::people::FightPeople;

/// The data with which a fight opens.
#[derive(Clone)]
pub(crate) struct FightOpening {
    pub game: Game,
    pub guild: u64,
    pub channel: ChannelId,
    pub gm: UserId,
    pub people: FightPeople,
}

impl App {
    /// Prepares the fight that `again` opens, or refuses.
    pub(crate) async fn prepare_rematch(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<FightOpening> {
        let fight: Option<FightId> = command.get("fight").parse().ok();
        let finished = match fight {
            Some(fight) => self.load_fight(fight).await?,
            None => None,
        };
        let Some(finished) = finished else { return Ok(Err(Refusal::new("no-fight", ""))) };
        if !finished.is_gm(context.user) {
            return Ok(Err(Refusal::new("not-gm", "").with("verb", "again")));
        }
        if finished.is_open {
            return Ok(Err(Refusal::new("fight-here", "")));
        }
        let game = self.load_game_before_start(&finished).await?.copy_zones_settings_and_npcs();
        let game = ok_or_return_refusal!(game);
        let people = FightPeople {
            co_gms: finished.people.co_gms.clone(),
            ..finished.npc_and_message_settings_for_new_fight(&game)
        };
        // The data of the GM may have been deleted since.
        let gm = if finished.gm.is_forgotten() { context.user } else { finished.gm };
        let (guild, channel) = (finished.guild, finished.channel);
        Ok(Ok(FightOpening { game, guild, channel, gm, people }))
    }

    /// Loads the game as it stood just before the start.
    async fn load_game_before_start(&self, fight: &FightState) -> Result<Game, StoreError> {
        let mut setup = None;
        for row in self.load_effective_rows(fight).await? {
            let game: Game = from_json(&row.state)?;
            match game.phase() {
                FightPhase::Setup => setup = Some(game),
                FightPhase::Running | FightPhase::Over(_) => break,
            }
        }
        setup.ok_or_else(|| StoreError::Corrupt(format!("fight {} has no beginning", fight.id)))
    }
}
