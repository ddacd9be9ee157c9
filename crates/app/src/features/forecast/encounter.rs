//! `/scene encounter`: proposes line-ups that fit the party, for the GM alone.

use std::time::Duration;

use content::creatures::{CreatureFilter, CreatureProfile};
use content::{Fields, Kit};
use engine::agents::forecast::Forecast;
use engine::core::command::Refusal;
use engine::core::fight::FightPhase;
use engine::core::ids::CombatantId;
use engine::core::values::ValueKind;
use engine::game::{Game, JoinRequest, Member};
use engine::visibility::disclosure::Disclosure;

use super::line_up_search::{SimulatedFights, find_line_ups};
use super::{
    Controller, acquire_forecast_slot, add_under_free_name, interrupted_simulation_error,
    list_active_members_of, simulate_fights,
};
use crate::api::RefusableResult;
use crate::api::encounter::{
    CreatureGroup, EncounterCard, EncounterRequest, EncounterSearchLimits, ProposedLineUp,
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
        let read = |slot: &str, typed: Option<String>, keys: &[String]| {
            let kind = ValueKind::SlotWord(slot);
            typed.map(|text| {
                (self.value_reader())(state.system(), kind, &text, keys).unwrap_or(text)
            })
        };
        let request = EncounterRequest {
            family: read("family", request.family, &families),
            place: read("place", request.place, &list_places_in_kit_order(&creatures)),
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
            line_ups: Vec::new(),
        };
        let _permit = acquire_forecast_slot().await?;
        let (game, members) = (state.game.clone(), state.members.clone());
        let limits = self.inner.encounter_search_limits.get().copied();
        let limits = limits.unwrap_or(EncounterSearchLimits::COARSE);
        let search = move || propose_line_ups(&game, &members, &*kit, &request, limits);
        let result = tokio::task::spawn_blocking(search).await;
        let result = result.map_err(interrupted_simulation_error)?;
        Ok(result
            .map(|line_ups| QueryResult::Encounter(Box::new(EncounterCard { line_ups, ..card }))))
    }
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
    let creatures = kit.creatures();
    let filter = CreatureFilter {
        family: request.family.clone(),
        place: request.place.clone(),
        ..CreatureFilter::default()
    };
    let fitting: Vec<&CreatureProfile> = filter.find(&creatures);
    if fitting.is_empty() {
        let families = list_families_in_kit_order(&creatures);
        return Err(Refusal::new("no-creature", "").with_names_of("family", &families));
    }
    let player_ids: Vec<CombatantId> = players.iter().map(|player| player.id).collect();
    let mut refusal = None;
    let mut simulate = |groups: &[CreatureGroup], fight_count, seed, max_time: Duration| {
        let with_line_up = add_line_up(game, kit, groups)?;
        match simulate_fights(&with_line_up, fight_count, seed, max_time) {
            Ok(forecast) => {
                let win_count = count_party_wins(&with_line_up, &player_ids, &forecast);
                Some(SimulatedFights { forecast, win_count })
            }
            Err(cannot_begin) => {
                refusal = Some(cannot_begin);
                None
            }
        }
    };
    let found = find_line_ups(&fitting, request, players.len(), limits, &mut simulate);
    match refusal {
        Some(refusal) if found.is_empty() => Err(refusal),
        _ => Ok(found),
    }
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
            game = add_under_free_name(&game, &joining, 1)?;
        }
    }
    Some(game)
}
