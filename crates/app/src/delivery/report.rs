//! The report of a fight in numbers, counted from what the viewers were shown, so the players'
//! report holds nothing that they could not have counted. Dice are counted for the GM alone.

use std::collections::BTreeMap;

use engine::core::dice::ScriptedRoll;
use engine::core::fight::Exit;
use engine::core::ids::CombatantId;
use engine::game::Game;
use engine::visibility::view::{FightView, MemberView, VisibleWounds};
use store::error::StoreError;
use store::rows::JournalRow;

use crate::api::dice_source::RollLog;
use crate::api::report::{DiceSum, FightReport};
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::viewer_set::ViewerSet;
use crate::transaction::journal_view::narrate_row_for;

impl App {
    /// Builds the report of a fight from its journal, with the revealed dice secrets for those who
    /// may see them.
    pub(crate) async fn load_report(
        &self,
        state: &FightState,
        viewers: &ViewerSet,
    ) -> Result<FightReport, StoreError> {
        let mut report = build_report(&self.load_effective_rows(state).await?, viewers)?;
        if state.can_see_secrets(viewers) {
            report.dice_secrets = state
                .secrets
                .revealed_secrets()
                .iter()
                .map(|sealed| sealed.secret.to_hex())
                .collect();
            report.dice_seal = state.secrets.current_seal(state.id);
        }
        Ok(report)
    }
}

/// Counts the rows of a fight, which must be oldest first.
pub(crate) fn build_report(
    rows: &[JournalRow],
    viewers: &ViewerSet,
) -> Result<FightReport, StoreError> {
    let mut report = FightReport::default();
    let mut wounds = BTreeMap::new();
    let mut lost: BTreeMap<CombatantId, (String, u32)> = BTreeMap::new();
    let mut dice: BTreeMap<u8, (u32, u32)> = BTreeMap::new();
    let mut started_at = None;
    for row in rows {
        let game: Game = from_json(&row.state)?;
        let view = viewers.view_of(&game);
        report.rounds = report.rounds.max(view.round);
        if !view.is_running && started_at.is_none() {
            continue;
        }
        let start = *started_at.get_or_insert(row.at);
        report.minutes = (row.at - start) / 60_000;
        report.acts += u32::from(row.user.is_some() && narrate_row_for(row, viewers)?.is_some());
        if view.outcome.is_some() {
            report.down = list_names_by_exit(&view, Exit::Down);
            report.left = list_names_by_exit(&view, Exit::Left);
        }
        for (member, current) in exact_wounds_in_view(&view) {
            let previous = wounds.insert(member.id, current).unwrap_or(current);
            let loss = lost.entry(member.id).or_insert_with(|| (member.name.clone(), 0));
            loss.1 += u32::from(previous.saturating_sub(current));
        }
        for roll in from_json::<RollLog>(&row.dice)?.rolled {
            if let ScriptedRoll::Die { sides, face } = roll.result {
                let (count, sum) = dice.entry(sides).or_default();
                (*count, *sum) = (*count + 1, *sum + u32::from(face));
            }
        }
    }
    report.losses = lost.into_values().filter(|(_, lost)| *lost > 0).collect();
    if viewers.is_gm() {
        let sum = |(sides, (count, sum))| DiceSum { sides, count, sum };
        report.dice_sums = dice.into_iter().map(sum).collect();
    }
    Ok(report)
}

/// Returns the names of the members who had dropped out in this way when the fight was decided.
fn list_names_by_exit(view: &FightView, exit: Exit) -> Vec<String> {
    let members = view.members().filter(|member| member.exit == Some(exit));
    members.map(|member| member.name.clone()).collect()
}

/// Returns the members whose exact wounds the view shows, with their value: the current one, or in
/// a decided fight the one at the decision.
fn exact_wounds_in_view(view: &FightView) -> impl Iterator<Item = (&MemberView, u16)> {
    let members = view.groups.iter().flat_map(|group| &group.members);
    members.filter_map(|member| match member.wounds {
        VisibleWounds::Exact { current, .. } => {
            Some((member, member.final_health.unwrap_or(current)))
        }
        VisibleWounds::Word(_) | VisibleWounds::Unknown => None,
    })
}
