//! `/gm forecast`: how the fight will go from here, for its GM alone.
//!
//! The fights are played beside the bot, on one thread for all that is asked, so that nobody else
//! waits for it. Nothing of it is stored, and no dice of the fight fall.

use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use engine::agents::forecast::Forecast;
use engine::core::command::{Command, Refusal};
use engine::core::dice::SeededDice;
use engine::core::fight::FightPhase;
use engine::game::{Game, JoinRequest, Member};
use engine::visibility::disclosure::Disclosure;
use engine::visibility::view::{TurnStatus, Viewer};
use store::error::StoreError;

use crate::api::forecast::{FightVariant, ForecastCard};
use crate::api::input::QueryResult;
use crate::runtime::app::App;
use crate::state::fight_state::FightState;

/// How many fights are played, and for how long at most.
const FORECAST_FIGHTS: u32 = 1_000;
const MAX_FORECAST_TIME: Duration = Duration::from_secs(6);

/// The same of each other fight.
const VARIANT_FIGHTS: u32 = 300;
const MAX_VARIANT_TIME: Duration = Duration::from_millis(800);

/// The pause between two fights: a forecast takes a little longer, and nobody waits for it.
const PAUSE_BETWEEN_FIGHTS: Duration = Duration::from_micros(100);

/// The most NPCs without whom it is tried.
const MAX_NPCS_LEFT_OUT: usize = 4;

/// One forecast is worked out at a time, whoever asks.
static FORECAST_SLOT: Semaphore = Semaphore::const_new(1);

impl App {
    /// How the fight will go.
    ///
    /// # Errors
    /// The bot is about to end. Within: the fight is over, or cannot begin yet.
    pub(crate) async fn run_forecast(
        &self,
        state: &FightState,
    ) -> Result<Result<QueryResult, Refusal>, StoreError> {
        if let FightPhase::Over(_) = state.game.phase() {
            return Ok(Err(Refusal::new("fight-over", "")));
        }
        let ended = |_| StoreError::Corrupt("the bot ends".into());
        let _turn = FORECAST_SLOT.acquire().await.map_err(|_| ended(()))?;
        let (game, members) = (state.game.clone(), state.members.clone());
        let worked_out =
            tokio::task::spawn_blocking(move || forecast_with_variants(&game, &members));
        let worked_out = worked_out.await.map_err(|_| ended(()))?;
        let (fight, view) = (state.id, state.game.view_for(Viewer::Gm));
        Ok(worked_out.map(|(forecast, others)| {
            let card = ForecastCard {
                fight,
                view,
                forecast,
                target_runs: FORECAST_FIGHTS,
                variants: others,
            };
            QueryResult::Forecast(Box::new(card))
        }))
    }
}

type ForecastWithVariants = (Forecast, Vec<(FightVariant, Forecast)>);

fn forecast_with_variants(
    game: &Game,
    members: &[Member],
) -> Result<ForecastWithVariants, Refusal> {
    let forecast = simulate_fights(game, FORECAST_FIGHTS, MAX_FORECAST_TIME)?;
    let others = fight_variants(game, members).into_iter().filter_map(|(what, other)| {
        Some((what, simulate_fights(&other, VARIANT_FIGHTS, MAX_VARIANT_TIME).ok()?))
    });
    Ok((forecast, others.collect()))
}

fn simulate_fights(game: &Game, fights: u32, max_time: Duration) -> Result<Forecast, Refusal> {
    let began = Instant::now();
    let goes_on = &mut || {
        // Whoever waits for an answer finds a core free.
        std::thread::sleep(PAUSE_BETWEEN_FIGHTS);
        began.elapsed() < max_time
    };
    game.forecast((fights, u64::from(fights)), goes_on)
}

/// Fights that differ in one NPC, or begin with an ambush, as far as the rules let them.
fn fight_variants(game: &Game, members: &[Member]) -> Vec<(FightVariant, Game)> {
    let view = game.view_for(Viewer::Gm);
    let is_out =
        |who| view.members().any(|one| one.id == who && one.turn_status == TurnStatus::Out);
    let npcs = members.iter().filter(|one| one.user.is_none() && !is_out(one.id));
    let npcs: Vec<&Member> = npcs.collect();
    let without = npcs.iter().take(MAX_NPCS_LEFT_OUT).filter_map(|one| {
        let remove = Command::new("remove").with("who", &one.name);
        let happened = game.perform_order(&remove, &mut SeededDice::new(0)).ok()?;
        Some((FightVariant::WithoutNpc(one.id), happened.game))
    });
    let last = npcs.last().and_then(|one| {
        Some((FightVariant::WithAnotherNpc(one.id), with_another_like(game, one)?))
    });
    let ambush = game.with_npc_ambush().map(|game| (FightVariant::WithAmbush, game));
    without.chain(last).chain(ambush).collect()
}

/// The fight with one more like this one.
fn with_another_like(game: &Game, model: &Member) -> Option<Game> {
    let name = (2..).map(|n| format!("{} {n}", model.name));
    let name = name.take(99).find(|name| game.check_name_is_free(name).is_ok())?;
    let guise = Disclosure { is_hidden: model.is_hidden, ..Disclosure::new(name) };
    let joining =
        JoinRequest { disclosure: guise, user: None, sheet: None, body: game.body_json(model.id)? };
    Some(game.add_combatant(joining, &mut SeededDice::new(0)).ok()?.game)
}
