//! The journal as one viewer may know it.

use std::collections::BTreeSet;

use engine::core::ids::UserId;
use engine::game::{Game, Narrative};
use store::error::StoreError;
use store::rows::{JournalKind, JournalRow};

use crate::api::clock::timestamp_from_millis;
use crate::api::fight_log::LogEntry;
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::roles::ViewerSet;
use crate::transaction::InputRecord;

impl App {
    /// All rows that have not been undone, oldest first.
    pub(crate) async fn load_effective_rows(
        &self,
        state: &FightState,
    ) -> Result<Vec<JournalRow>, StoreError> {
        let mut rows = Vec::new();
        for revision in self.load_effective_revisions(state).await? {
            rows.extend(self.inner.store.load_journal_row(state.id, revision).await?);
        }
        Ok(rows)
    }

    /// The rows that have not been undone.
    pub(crate) async fn load_effective_revisions(
        &self,
        state: &FightState,
    ) -> Result<BTreeSet<i64>, StoreError> {
        let steps = self.inner.store.load_journal_headers(state.id).await?;
        let mut standing = BTreeSet::new();
        let mut at = state.revision;
        while let Ok(found) = steps.binary_search_by_key(&at, |step| step.revision) {
            standing.insert(at);
            at = steps[found].back_to.unwrap_or(at - 1);
        }
        Ok(standing)
    }
}

/// A row as an entry, with the one before it; none where the viewer knows nothing of it: for them
/// it has not happened.
pub(crate) fn build_log_entry(
    row: &JournalRow,
    previous_row: Option<&JournalRow>,
    viewers: &ViewerSet,
    effective_revisions: &BTreeSet<i64>,
) -> Result<Option<LogEntry>, StoreError> {
    let said: InputRecord = from_json(&row.said)?;
    let is_gm = viewers.is_gm();
    let game: Game = from_json(&row.state)?;
    let told = narrate_input_for(row, &said, &game, viewers)?;
    if !is_gm && told.is_none() {
        return Ok(None);
    }
    let round_after = viewers.view_of(&game).round;
    let round_before = match previous_row {
        Some(earlier) => viewers.view_of(&from_json::<Game>(&earlier.state)?).round,
        None => 0,
    };
    Ok(Some(LogEntry {
        revision: row.revision,
        timestamp: timestamp_from_millis(row.at),
        // What begins the first round is told in it.
        round: if round_before == 0 { round_after } else { round_before },
        user: row.user.map(|user| UserId(user as u64)),
        narrative: told,
        command: is_gm.then(|| said.typed_command()),
        tape: if is_gm { Some(from_json(&row.tape)?) } else { None },
        is_undone: row.kind == JournalKind::Played && !effective_revisions.contains(&row.revision),
    }))
}

/// What a journal row tells a viewer.
pub(crate) fn narrate_row_for(
    row: &JournalRow,
    viewers: &ViewerSet,
) -> Result<Option<Narrative>, StoreError> {
    narrate_input_for(row, &from_json(&row.said)?, &from_json(&row.state)?, viewers)
}

fn narrate_input_for(
    row: &JournalRow,
    input: &InputRecord,
    game: &Game,
    viewers: &ViewerSet,
) -> Result<Option<Narrative>, StoreError> {
    // What the GM did quietly is for the GM alone.
    if input.is_quiet && !viewers.is_gm() {
        return Ok(None);
    }
    Ok(viewers.narrative_from_journal(game, &row.notes))
}
