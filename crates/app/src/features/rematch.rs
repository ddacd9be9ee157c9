//! The same fight again: once one is over its GMs open another with its set-up, as a template
//! keeps it. Players join anew, with whom they like.

use engine::core::command::{Command, Refusal};
use engine::core::fight::FightPhase;
use engine::core::ids::UserId;
use engine::game::Game;
use store::error::StoreError;
use store::ids::{ChannelId, FightId};

use crate::api::input::RequestContext;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::people::FightPeople;

/// A fight that is about to be opened.
#[derive(Clone)]
pub(crate) struct FightSetupPlan {
    pub game: Game,
    pub guild: u64,
    pub channel: ChannelId,
    pub gm: UserId,
    pub people: FightPeople,
}

impl App {
    /// What `again` opens.
    pub(crate) async fn prepare_rematch(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<Result<FightSetupPlan, Refusal>, StoreError> {
        let fight: Option<FightId> = command.get("fight").parse().ok();
        let was = match fight {
            Some(fight) => self.load_fight(fight).await?,
            None => None,
        };
        let Some(was) = was else { return Ok(Err(Refusal::new("no-fight", ""))) };
        if !was.is_gm(context.user) {
            return Ok(Err(Refusal::new("not-gm", "").with("verb", "again")));
        }
        if was.is_open {
            return Ok(Err(Refusal::new("fight-here", "")));
        }
        let game = self.load_setup_game(&was).await?.copy_setup();
        let FightState { guild, channel, ref people, .. } = *was;
        let gm = if was.gm.is_forgotten() { context.user } else { was.gm };
        Ok(game.map(|game| {
            let co_gms = people.co_gms.clone();
            let people = FightPeople { co_gms, ..was.people_for_new_fight(&game) };
            FightSetupPlan { game, guild, channel, gm, people }
        }))
    }

    /// A fight as it stood when it began.
    async fn load_setup_game(&self, fight: &FightState) -> Result<Game, StoreError> {
        let mut set_up = None;
        for row in self.load_effective_rows(fight).await? {
            let game: Game = from_json(&row.state)?;
            match game.phase() {
                FightPhase::Setup => set_up = Some(game),
                FightPhase::Running | FightPhase::Over(_) => break,
            }
        }
        set_up.ok_or_else(|| StoreError::Corrupt(format!("fight {} has no beginning", fight.id)))
    }
}
