//! `/gm forecast`: predicts how the fight will go from here, for its GM alone.
//!
//! The fights are simulated on one thread for all requests, so that nobody else waits. Nothing of
//! it is stored, and no dice of the fight fall.

mod encounter;
mod line_up_search;

pub use encounter::{add_line_up, count_party_wins, propose_line_ups};

use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::JoinError;

use engine::agents::forecast::{CombatantForecast, Forecast};
use engine::core::command::{Command, Refusal};
use engine::core::dice::SeededDice;
use engine::core::fight::FightPhase;
use engine::core::ids::CombatantId;
use engine::game::{Game, JoinRequest, Member};
use engine::visibility::disclosure::Disclosure;
use engine::visibility::view::{TurnStatus, Viewer};
use store::error::StoreError;

use crate::api::RefusableResult;
use crate::api::forecast::{FightVariant, ForecastCard, TurningPoint};
use crate::api::input::QueryResult;
use crate::runtime::app::App;
use crate::state::fight_state::FightState;

/// How many fights are simulated for a forecast.
const FORECAST_FIGHTS: u32 = 1_000;

/// The longest time for which a forecast simulates fights.
const MAX_FORECAST_TIME: Duration = Duration::from_secs(6);

/// How many fights are simulated for each variant of the fight.
const VARIANT_FIGHTS: u32 = 300;

/// The longest time for which one variant of the fight is simulated.
const MAX_VARIANT_TIME: Duration = Duration::from_millis(800);

/// From this share on, in percent, a fight counts as one-sided.
const ONE_SIDED_PERCENT: u32 = 95;

/// How many fights are simulated for each change that may turn a one-sided fight.
const TURNING_FIGHTS: u32 = 100;

/// The longest time for which one such change is simulated.
const MAX_TURNING_TIME: Duration = Duration::from_millis(400);

/// The longest time for which all such changes together are simulated.
const MAX_TOTAL_TURNING_TIME: Duration = Duration::from_secs(3);

/// The most combatants that are added or left out to turn a fight.
const MAX_TURNING_COUNT: usize = 5;

/// The pause between two fights, which leaves the core to others.
const PAUSE_BETWEEN_FIGHTS: Duration = Duration::from_micros(100);

/// The most variants that leave out an NPC.
const MAX_NPCS_LEFT_OUT: usize = 4;

/// How many numbers are tried to find a free name for one more combatant.
const MAX_TRIED_NUMBERS: usize = 99;

/// One forecast or search for line-ups runs at a time.
static FORECAST_SLOT: Semaphore = Semaphore::const_new(1);

impl App {
    /// Simulates the fight and its variants.
    ///
    /// # Errors
    /// Fails when the bot shuts down or the simulation panics. The inner error refuses a fight that
    /// is over or cannot begin yet.
    pub(crate) async fn run_forecast_with_variants(
        &self,
        state: &FightState,
    ) -> RefusableResult<QueryResult> {
        if let FightPhase::Over(_) = state.game.phase() {
            return Ok(Err(Refusal::new("fight-over", "")));
        }
        let _permit = acquire_forecast_slot().await?;
        let (game, members) = (state.game.clone(), state.members.clone());
        let result = tokio::task::spawn_blocking(move || {
            forecast_with_variants_and_turning_point(&game, &members)
        });
        let result = result.await.map_err(interrupted_simulation_error)?;
        let (fight, view) = (state.id, state.game.view_for(Viewer::Gm));
        let ForecastWithVariants { forecast, variants, turning_point } = match result {
            Ok(forecast_with_variants) => forecast_with_variants,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let target_runs = FORECAST_FIGHTS;
        let card = ForecastCard { fight, view, forecast, target_runs, variants, turning_point };
        Ok(Ok(QueryResult::Forecast(Box::new(card))))
    }
}

/// Waits until no other forecast or search for line-ups runs, and returns the permit to run one.
async fn acquire_forecast_slot() -> Result<SemaphorePermit<'static>, StoreError> {
    FORECAST_SLOT.acquire().await.map_err(|_| StoreError::Other("the program is stopping".into()))
}

/// Logs why a simulation did not end (a panic, or the end of the bot), and returns the error of the
/// request that wanted it.
fn interrupted_simulation_error(error: JoinError) -> StoreError {
    tracing::error!(%error, "a simulation was cut short");
    StoreError::Other("the simulation was cut short".into())
}

/// The forecast of a fight, those of its variants, and what it takes to turn it if it is one-sided.
struct ForecastWithVariants {
    forecast: Forecast,
    variants: Vec<(FightVariant, Forecast)>,
    turning_point: Option<TurningPoint>,
}

/// Simulates the fight and its variants. Variants that cannot be played are left out.
fn forecast_with_variants_and_turning_point(
    game: &Game,
    members: &[Member],
) -> Result<ForecastWithVariants, Refusal> {
    let simulate = |game: &Game, fight_count: u32, max_time| {
        let seed = u64::from(fight_count);
        simulate_fights(game, fight_count, seed, max_time)
    };
    let forecast = simulate(game, FORECAST_FIGHTS, MAX_FORECAST_TIME)?;
    let mut variants = Vec::new();
    for (variant, changed_game) in variants_with_one_npc_fewer_or_more_or_ambush(game, members) {
        if let Ok(variant_forecast) = simulate(&changed_game, VARIANT_FIGHTS, MAX_VARIANT_TIME) {
            variants.push((variant, variant_forecast));
        }
    }
    let turning_point =
        find_smallest_outcome_change_if_one_sided(game, members, &forecast, &variants);
    Ok(ForecastWithVariants { forecast, variants, turning_point })
}

/// Searches for the smallest change that makes another outcome the commonest. `None` where it would
/// tell nothing new, because the fight or one of its variants is open.
fn find_smallest_outcome_change_if_one_sided(
    game: &Game,
    members: &[Member],
    forecast: &Forecast,
    variants: &[(FightVariant, Forecast)],
) -> Option<TurningPoint> {
    let (outcome, _) = forecast.outcome_counts.first()?;
    let is_one_sided = |forecast: &Forecast| {
        let mut counts = forecast.outcome_counts.iter();
        let count = counts.find(|(key, _)| key == outcome).map_or(0, |(_, count)| *count);
        count * 100 >= forecast.fights_played * ONE_SIDED_PERCENT
    };
    if !is_one_sided(forecast) || variants.iter().any(|(_, variant)| !is_one_sided(variant)) {
        return None;
    }
    let changes = list_growing_changes_against_stronger_side(game, members, forecast);
    if let Some(turning_change) = simulate_until_outcome_changes(changes, outcome) {
        return Some(turning_change);
    }
    let winners = if npcs_fall_less_often_than_players(members, forecast) {
        Controller::Gm
    } else {
        Controller::Player
    };
    let winners_remaining = average_remaining_thousandths(members, forecast, winners);
    Some(TurningPoint::OutOfReach { winners_remaining })
}

/// Simulates changed fights in their order and returns the first one in which another outcome is
/// the commonest. `None` where there is none, or the time for all of them runs out before.
fn simulate_until_outcome_changes(
    changes: Vec<(FightVariant, Game)>,
    outcome: &str,
) -> Option<TurningPoint> {
    let started_at = Instant::now();
    for (change, changed_game) in changes {
        if started_at.elapsed() > MAX_TOTAL_TURNING_TIME {
            return None;
        }
        let seed = u64::from(TURNING_FIGHTS);
        let changed = simulate_fights(&changed_game, TURNING_FIGHTS, seed, MAX_TURNING_TIME);
        let Ok(changed) = changed else { continue };
        if changed.outcome_counts.first().is_some_and(|(commonest, _)| commonest != outcome) {
            return Some(TurningPoint::Change(change, changed));
        }
    }
    None
}

/// Simulates so many fights with dice of this seed, fewer if the time runs out.
fn simulate_fights(
    game: &Game,
    fight_count: u32,
    seed: u64,
    max_time: Duration,
) -> Result<Forecast, Refusal> {
    let started_at = Instant::now();
    let may_continue = &mut || {
        // Leaves the core to inputs.
        std::thread::sleep(PAUSE_BETWEEN_FIGHTS);
        started_at.elapsed() < max_time
    };
    game.forecast(fight_count, seed, may_continue)
}

/// Returns the fights that differ in one NPC or begin with an ambush, as far as the rules allow.
fn variants_with_one_npc_fewer_or_more_or_ambush(
    game: &Game,
    members: &[Member],
) -> Vec<(FightVariant, Game)> {
    let npcs = list_active_members_of(game, members, Controller::Gm);
    let mut variants = Vec::new();
    // Without the only NPC there is no fight.
    if npcs.len() > 1 {
        for npc in npcs.iter().take(MAX_NPCS_LEFT_OUT) {
            if let Some(game_without) = without_members(game, &[*npc]) {
                variants.push((FightVariant::WithoutNpc(npc.id), game_without));
            }
        }
    }
    if let Some(last_npc) = npcs.last() {
        variants.extend(with_more_like(game, last_npc, 1));
    }
    if let Some(game_with_ambush) = game.with_npc_ambush_unless_begun_or_set() {
        variants.push((FightVariant::WithAmbush, game_with_ambush));
    }
    variants
}

/// Returns larger and larger changes against the side that does better: NPCs left out, and more
/// combatants like the other side's last one. Changes by one NPC are left out, because
/// [`variants_with_one_npc_fewer_or_more_or_ambush`] has them.
fn list_growing_changes_against_stronger_side(
    game: &Game,
    members: &[Member],
    forecast: &Forecast,
) -> Vec<(FightVariant, Game)> {
    let mut npcs = list_active_members_of(game, members, Controller::Gm);
    if !npcs_fall_less_often_than_players(members, forecast) {
        let Some(model) = npcs.last() else { return Vec::new() };
        let counts = 2..=MAX_TURNING_COUNT;
        return counts.filter_map(|count| with_more_like(game, model, count)).collect();
    }
    sort_by_fewest_falls(&mut npcs, forecast);
    let players = list_active_members_of(game, members, Controller::Player);
    let mut changes = Vec::new();
    for count in 1..=MAX_TURNING_COUNT {
        if count > 1 && count < npcs.len() {
            let variant = FightVariant::WithoutNpcs(count as u8);
            changes.extend(without_members(game, &npcs[..count]).map(|game| (variant, game)));
        }
        changes.extend(players.last().and_then(|model| with_more_like(game, model, count)));
    }
    changes
}

/// Sorts combatants so that those who go down least often come first.
fn sort_by_fewest_falls(members: &mut [&Member], forecast: &Forecast) {
    members.sort_by_key(|member| {
        let mut outlooks = forecast.combatants.iter();
        outlooks.find(|outlook| outlook.who == member.id).map(|outlook| outlook.downed_count)
    });
}

/// Who plays a combatant.
#[derive(Clone, Copy, PartialEq)]
enum Controller {
    Gm,
    Player,
}

impl Controller {
    /// Returns whether the GM, or else a player, plays the combatant.
    fn is_controller_of(self, member: &Member) -> bool {
        (self == Self::Gm) == member.user.is_none()
    }
}

/// Returns the combatants with this controller who are still in the fight.
fn list_active_members_of<'a>(
    game: &Game,
    members: &'a [Member],
    controller: Controller,
) -> Vec<&'a Member> {
    let view = game.view_for(Viewer::Gm);
    let is_out = |who| {
        view.members().any(|member| member.id == who && member.turn_status == TurnStatus::Out)
    };
    members
        .iter()
        .filter(|member| controller.is_controller_of(member) && !is_out(member.id))
        .collect()
}

/// Returns whether NPCs go down less often than players' characters.
fn npcs_fall_less_often_than_players(members: &[Member], forecast: &Forecast) -> bool {
    let average_downed_count = |controller| {
        let outlooks: Vec<_> = list_outlooks_of_members_of(members, forecast, controller).collect();
        let total: u32 = outlooks.iter().map(|outlook| outlook.downed_count).sum();
        total / outlooks.len().max(1) as u32
    };
    average_downed_count(Controller::Gm) < average_downed_count(Controller::Player)
}

/// Returns what is left on average of all combatants with this controller, in thousandths. Who is
/// down or has left counts as nothing.
fn average_remaining_thousandths(
    members: &[Member],
    forecast: &Forecast,
    controller: Controller,
) -> u16 {
    let outlooks: Vec<_> = list_outlooks_of_members_of(members, forecast, controller).collect();
    let fights = u64::from(forecast.fights_played);
    let strength = |outlook: &&CombatantForecast| {
        let active_count = fights - u64::from(outlook.downed_count + outlook.left_count);
        active_count * u64::from(outlook.average_remaining)
    };
    let total: u64 = outlooks.iter().map(strength).sum();
    (total / (fights * outlooks.len() as u64).max(1)) as u16
}

/// Returns the forecasts of the combatants that the controller plays.
fn list_outlooks_of_members_of<'a>(
    members: &'a [Member],
    forecast: &'a Forecast,
    controller: Controller,
) -> impl Iterator<Item = &'a CombatantForecast> {
    let is_theirs = move |who: CombatantId| {
        members.iter().any(|member| member.id == who && controller.is_controller_of(member))
    };
    forecast.combatants.iter().filter(move |outlook| is_theirs(outlook.who))
}

/// Returns the fight without these combatants, or `None` if the rules refuse.
fn without_members(game: &Game, members: &[&Member]) -> Option<Game> {
    let mut remaining_game = game.clone();
    for member in members {
        let remove = Command::new("remove").with("who", &member.name);
        let outcome = remaining_game.perform_order(&remove, &mut SeededDice::new(0)).ok()?;
        remaining_game = outcome.game;
    }
    Some(remaining_game)
}

/// Returns the fight with `count` more combatants like the model, or `None` if the rules refuse.
fn with_more_like(game: &Game, model: &Member, count: usize) -> Option<(FightVariant, Game)> {
    let disclosure =
        Disclosure { is_hidden: model.is_hidden, ..Disclosure::new(model.name.clone()) };
    let body = game.body_json(model.id)?;
    let joining = JoinRequest { disclosure, user: model.user, sheet: None, body };
    let mut changed = game.clone();
    for _ in 0..count {
        changed = add_under_free_numbered_name(&changed, &joining, 2)?;
    }
    Some((FightVariant::WithMore { model: model.id, count: count as u8 }, changed))
}

/// Returns the fight with one more combatant. Its name gets the first number, from `first_number`
/// on, that makes it free. Returns `None` if there is none or the rules refuse.
fn add_under_free_numbered_name(
    game: &Game,
    joining: &JoinRequest,
    first_number: u32,
) -> Option<Game> {
    let base_name = &joining.disclosure.name;
    let mut names = (first_number..).take(MAX_TRIED_NUMBERS).map(|n| format!("{base_name} {n}"));
    let name = names.find(|name| game.check_name_is_usable(name).is_ok())?;
    let mut joining = joining.clone();
    joining.disclosure.name = name;
    Some(game.add_combatant(joining, &mut SeededDice::new(0)).ok()?.game)
}
