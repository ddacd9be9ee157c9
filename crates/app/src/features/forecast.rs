//! `/gm forecast`: predicts how the fight will go from here, for its GM alone.
//!
//! The fights are simulated on one thread for all requests, so that nobody else waits. Nothing of
//! it is stored, and no dice of the fight fall.

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

use crate::api::RefusableResult;
use crate::api::forecast::{FightVariant, ForecastCard};
use crate::api::input::QueryResult;
use crate::runtime::app::App;
use crate::state::fight_state::FightState;

/// How many fights are simulated, and for how long at most.
const FORECAST_FIGHTS: u32 = 1_000;
const MAX_FORECAST_TIME: Duration = Duration::from_secs(6);

/// The same for each variant of the fight.
const VARIANT_FIGHTS: u32 = 300;
const MAX_VARIANT_TIME: Duration = Duration::from_millis(800);

/// The pause between two fights, which leaves the core to others.
const PAUSE_BETWEEN_FIGHTS: Duration = Duration::from_micros(100);

/// The most variants that leave out an NPC.
const MAX_NPCS_LEFT_OUT: usize = 4;

/// One forecast runs at a time.
static FORECAST_SLOT: Semaphore = Semaphore::const_new(1);

impl App {
    /// Simulates the fight and its variants.
    ///
    /// # Errors
    /// Fails when the bot shuts down. The inner error refuses a fight that is over or cannot begin
    /// yet.
    pub(crate) async fn run_forecast(&self, state: &FightState) -> RefusableResult<QueryResult> {
        if let FightPhase::Over(_) = state.game.phase() {
            return Ok(Err(Refusal::new("fight-over", "")));
        }
        let shutdown_error = |_| StoreError::Corrupt("the bot ends".into());
        let _permit = FORECAST_SLOT.acquire().await.map_err(|_| shutdown_error(()))?;
        let (game, members) = (state.game.clone(), state.members.clone());
        let result = tokio::task::spawn_blocking(move || forecast_with_variants(&game, &members));
        let result = result.await.map_err(|_| shutdown_error(()))?;
        let (fight, view) = (state.id, state.game.view_for(Viewer::Gm));
        Ok(result.map(|(forecast, variants)| {
            let card =
                ForecastCard { fight, view, forecast, target_runs: FORECAST_FIGHTS, variants };
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
    let variants =
        npc_and_ambush_variants(game, members).into_iter().filter_map(|(variant, game_variant)| {
            Some((variant, simulate_fights(&game_variant, VARIANT_FIGHTS, MAX_VARIANT_TIME).ok()?))
        });
    Ok((forecast, variants.collect()))
}

fn simulate_fights(game: &Game, fights: u32, max_time: Duration) -> Result<Forecast, Refusal> {
    let started_at = Instant::now();
    let may_continue = &mut || {
        // Leaves the core to inputs.
        std::thread::sleep(PAUSE_BETWEEN_FIGHTS);
        started_at.elapsed() < max_time
    };
    game.forecast(fights, u64::from(fights), may_continue)
}

/// Returns the fights that differ in one NPC or begin with an ambush, as far as the rules allow.
fn npc_and_ambush_variants(game: &Game, members: &[Member]) -> Vec<(FightVariant, Game)> {
    let view = game.view_for(Viewer::Gm);
    let is_out =
        |who| view.members().any(|npc| npc.id == who && npc.turn_status == TurnStatus::Out);
    let npcs = members.iter().filter(|npc| npc.user.is_none() && !is_out(npc.id));
    let npcs: Vec<&Member> = npcs.collect();
    let without = npcs.iter().take(MAX_NPCS_LEFT_OUT).filter_map(|npc| {
        let remove = Command::new("remove").with("who", &npc.name);
        let outcome = game.perform_order(&remove, &mut SeededDice::new(0)).ok()?;
        Some((FightVariant::WithoutNpc(npc.id), outcome.game))
    });
    let last = npcs.last().and_then(|npc| {
        Some((FightVariant::WithAnotherNpc(npc.id), with_one_more_npc_like(game, npc)?))
    });
    let ambush = game.with_npc_ambush().map(|game| (FightVariant::WithAmbush, game));
    without.chain(last).chain(ambush).collect()
}

/// Returns the fight with one more NPC like the model.
fn with_one_more_npc_like(game: &Game, model: &Member) -> Option<Game> {
    let name = (2..).map(|number| format!("{} {number}", model.name));
    let name = name.take(99).find(|name| game.check_name_is_usable(name).is_ok())?;
    let disclosure = Disclosure { is_hidden: model.is_hidden, ..Disclosure::new(name) };
    let joining =
        JoinRequest { disclosure, user: None, sheet: None, body: game.body_json(model.id)? };
    Some(game.add_combatant(joining, &mut SeededDice::new(0)).ok()?.game)
}
