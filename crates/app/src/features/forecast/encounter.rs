//! `/scene encounter`: proposes line-ups that fit the party, for the GM alone.

use std::time::Duration;

use content::creatures::{CreatureFilter, CreatureProfile};
use content::{Fields, Kit};
use engine::agents::forecast::{Forecast, Proportion};
use engine::core::command::Refusal;
use engine::core::fight::FightPhase;
use engine::core::ids::CombatantId;
use engine::core::values::ValueKind;
use engine::game::{Game, JoinRequest, Member};
use engine::visibility::disclosure::Disclosure;

use super::line_up_search::{SimulatedFights, find_line_ups};
use super::{
    Controller, MAX_TURNING_COUNT, acquire_forecast_slot, add_under_free_numbered_name,
    interrupted_simulation_error, list_active_members_of, simulate_fights, sort_by_fewest_falls,
    without_members,
};
use crate::api::RefusableResult;
use crate::api::encounter::{
    CreatureGroup, Difficulty, EncounterCard, EncounterRequest, EncounterSearchLimits,
    ProposedLineUp, TooHardFight,
};
use crate::api::input::QueryResult;
use crate::commands::bestiary::{list_families_in_kit_order, list_places_in_kit_order};
use crate::commands::roster::capitalise_each_word;
use crate::runtime::app::App;
use crate::state::fight_state::FightState;

impl App {
    /// Searches the kit for line-ups that fit the party.
    ///
    /// # Errors
    /// Fails when the store cannot be read, the bot shuts down or the simulation panics. The inner
    /// error refuses a fight that is over or that nobody has joined, a family or place that no
    /// creature has, and a fight that cannot begin yet.
    pub(crate) async fn run_encounter_search(
        &self,
        state: &FightState,
        request: EncounterRequest,
    ) -> RefusableResult<QueryResult> {
        if let FightPhase::Over(_) = state.game.phase() {
            return Ok(Err(Refusal::new("fight-over", "")));
        }
        let kit = self.load_kit_for_server(state.guild, state.system()).await?;
        let creatures = kit.creatures();
        let families = list_families_in_kit_order(&creatures);
        // A name that the kit does not know stays as it was typed, and is refused later.
        let read = |slot: &str, typed: String, keys: &[String]| {
            let kind = ValueKind::SlotWord(slot);
            (self.value_reader())(state.system(), kind, &typed, keys).unwrap_or(typed)
        };
        let places = list_places_in_kit_order(&creatures);
        let request = EncounterRequest {
            family: request.family.map(|typed| read("family", typed, &families)),
            place: request.place.map(|typed| read("place", typed, &places)),
            ..request
        };
        let players = list_active_members_of(&state.game, &state.members, Controller::Player);
        let npcs = list_active_members_of(&state.game, &state.members, Controller::Gm);
        let card = EncounterCard {
            fight: state.id,
            system: state.system().into(),
            request: request.clone(),
            party: players.iter().map(|player| (player.id, player.name.clone())).collect(),
            has_other_npcs: !npcs.is_empty(),
            families,
            too_hard: None,
            line_ups: Vec::new(),
        };
        let _permit = acquire_forecast_slot().await?;
        let (game, members) = (state.game.clone(), state.members.clone());
        let limits = self.inner.encounter_search_limits.get().copied();
        let limits = limits.unwrap_or(EncounterSearchLimits::COARSE);
        let search = move || search_if_not_too_hard(&game, &members, &*kit, &request, limits);
        let result =
            tokio::task::spawn_blocking(search).await.map_err(interrupted_simulation_error)?;
        let EncounterFindings { too_hard, line_ups } = match result {
            Ok(findings) => findings,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let card = EncounterCard { too_hard, line_ups, ..card };
        Ok(Ok(QueryResult::Encounter(Box::new(card))))
    }
}

/// What a search finds: that the fight is too hard as it is, or line-ups that fit.
struct EncounterFindings {
    too_hard: Option<TooHardFight>,
    line_ups: Vec<ProposedLineUp>,
}

/// Proposes line-ups, unless the fight is too hard before anybody is added.
///
/// # Errors
/// As [`propose_line_ups`].
fn search_if_not_too_hard(
    game: &Game,
    members: &[Member],
    kit: &dyn Kit,
    request: &EncounterRequest,
    limits: EncounterSearchLimits,
) -> Result<EncounterFindings, Refusal> {
    let too_hard = simulate_and_report_if_too_hard(game, members, request.difficulty, limits);
    if too_hard.is_some() {
        return Ok(EncounterFindings { too_hard, line_ups: Vec::new() });
    }
    let line_ups = propose_line_ups(game, members, kit, request, limits)?;
    Ok(EncounterFindings { too_hard: None, line_ups })
}

/// Returns how much too hard a fight is before anybody is added, and which NPCs should leave.
/// `None` where no enemy of the party stands yet, or the party wins as often as wished or more.
fn simulate_and_report_if_too_hard(
    game: &Game,
    members: &[Member],
    difficulty: Difficulty,
    limits: EncounterSearchLimits,
) -> Option<TooHardFight> {
    let players = list_active_members_of(game, members, Controller::Player);
    let player_ids: Vec<CombatantId> = players.iter().map(|player| player.id).collect();
    let player_sides: Vec<String> = player_ids.iter().map(|who| game.side_of(*who)).collect();
    let mut enemies = list_active_members_of(game, members, Controller::Gm);
    enemies.retain(|npc| !player_sides.contains(&game.side_of(npc.id)));
    if players.is_empty() || enemies.is_empty() {
        return None;
    }
    let simulate = |game: &Game, seed: u64| {
        let (fight_count, max_time) = (limits.validation_fights, limits.validation_time);
        let forecast = simulate_fights(game, fight_count, seed, max_time).ok()?;
        let wins = count_party_wins(game, &player_ids, &forecast);
        let share = Proportion::from_counts_with_wilson_bounds(wins, forecast.fights_played);
        Some((share, forecast))
    };
    let (win_share, forecast) = simulate(game, 0)?;
    if !difficulty.is_too_hard(win_share.value) {
        return None;
    }
    sort_by_fewest_falls(&mut enemies, &forecast);
    // Without the only enemy there is no fight.
    let max_left_out = MAX_TURNING_COUNT.min(enemies.len() - 1);
    for count in 1..=max_left_out {
        let left_out = &enemies[..count];
        let Some(easier_game) = without_members(game, left_out) else { continue };
        let Some((easier_share, _)) = simulate(&easier_game, count as u64) else { continue };
        if !difficulty.is_too_hard(easier_share.value) {
            let names: Vec<String> = left_out.iter().map(|npc| npc.name.clone()).collect();
            return Some(TooHardFight { win_share, without: Some((names, easier_share)) });
        }
    }
    Some(TooHardFight { win_share, without: None })
}

/// Proposes line-ups of a kit for the party of a fight.
///
/// # Errors
/// `no-party` where no player's combatant stands, `no-creature` where no creature has the wanted
/// family and place, and the refusal to start of a fight that cannot begin yet.
pub fn propose_line_ups(
    game: &Game,
    members: &[Member],
    kit: &dyn Kit,
    request: &EncounterRequest,
    limits: EncounterSearchLimits,
) -> Result<Vec<ProposedLineUp>, Refusal> {
    let players = list_active_members_of(game, members, Controller::Player);
    if players.is_empty() {
        return Err(Refusal::new("no-party", ""));
    }
    let player_ids: Vec<CombatantId> = players.iter().map(|player| player.id).collect();
    let creatures = kit.creatures();
    let wanted = list_wanted_creatures_or_refuse(&creatures, request)?;
    let mut last_refusal_to_start = None;
    let mut simulate = |groups: &[CreatureGroup], fight_count, seed, max_time: Duration| {
        let game_with_line_up = add_line_up(game, kit, groups)?;
        match simulate_fights(&game_with_line_up, fight_count, seed, max_time) {
            Ok(forecast) => {
                let win_count = count_party_wins(&game_with_line_up, &player_ids, &forecast);
                Some(SimulatedFights { forecast, win_count })
            }
            Err(refusal) => {
                last_refusal_to_start = Some(refusal);
                None
            }
        }
    };
    let line_ups = find_line_ups(&wanted, request, players.len(), limits, &mut simulate);
    match last_refusal_to_start {
        Some(refusal) if line_ups.is_empty() => Err(refusal),
        _ => Ok(line_ups),
    }
}

/// Returns the creatures of the family and the place that a request wants.
///
/// # Errors
/// `no-creature` if there are none.
fn list_wanted_creatures_or_refuse<'a>(
    creatures: &'a [CreatureProfile],
    request: &EncounterRequest,
) -> Result<Vec<&'a CreatureProfile>, Refusal> {
    let filter = CreatureFilter {
        family: request.family.clone(),
        place: request.place.clone(),
        ..CreatureFilter::default()
    };
    let wanted = filter.find_closest_matches_first(creatures);
    if wanted.is_empty() {
        let families = list_families_in_kit_order(creatures);
        return Err(Refusal::new("no-creature", "").with_names_of("family", &families));
    }
    Ok(wanted)
}

/// Returns how many of the simulated fights the party won: as `won`, or by one of its sides.
pub fn count_party_wins(game: &Game, players: &[CombatantId], forecast: &Forecast) -> u32 {
    let sides: Vec<String> =
        players.iter().map(|player| game.side_of(*player).to_lowercase()).collect();
    let is_win = |outcome: &str| outcome == "won" || sides.contains(&outcome.to_lowercase());
    let wins = forecast.outcome_counts.iter().filter(|(outcome, _)| is_win(outcome));
    wins.map(|(_, count)| count).sum()
}

/// Returns the fight with these creatures in it; `None` if one of them cannot be made or join.
pub fn add_line_up(game: &Game, kit: &dyn Kit, groups: &[CreatureGroup]) -> Option<Game> {
    let mut game = game.clone();
    for CreatureGroup { creature, count } in groups {
        let body = kit.make_body(creature, &Fields::new()).ok()?;
        let disclosure = Disclosure::new(capitalise_each_word(creature));
        let joining = JoinRequest { disclosure, user: None, sheet: None, body };
        for _ in 0..*count {
            game = add_under_free_numbered_name(&game, &joining, 1)?;
        }
    }
    Some(game)
}
