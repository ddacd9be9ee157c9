//! The dice ledger: every die of a finished fight in order, as far as a viewer may know it.

use store::error::StoreError;
use store::rows::{JournalKind, JournalRow};

use crate::api::dice_ledger::{
    DiceLedger, LEDGER_VERSION, LedgerDrawCounts, LedgerSeal, RollRow, RollRowKind,
};
use crate::api::dice_source::RollLog;
use crate::api::sealed_dice::{DrawCounts, SealedSecret, secret_name};
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::perspective::Perspective;

/// How many journal rows are read at once.
const ROWS_PER_PAGE: u32 = 200;

impl App {
    /// Loads the ledger as the viewers may know it: hidden dice are for GMs alone. `None` for a
    /// fight whose dice follow from no secret. While the viewers may not have the secrets, the
    /// ledger has the seals alone.
    pub(super) async fn load_visible_dice_ledger(
        &self,
        state: &FightState,
        perspective: &Perspective,
    ) -> Result<Option<DiceLedger>, StoreError> {
        if state.secrets.sealed_secrets.is_empty() {
            return Ok(None);
        }
        let (includes_hidden, is_revealed) =
            (perspective.is_gm(), state.can_see_secrets(perspective));
        let visible_counts = |DrawCounts { open, hidden }| LedgerDrawCounts {
            open,
            hidden: includes_hidden.then_some(hidden),
        };
        let is_shown = |place| is_revealed && place < state.secrets.revealed_secrets().len();
        let to_ledger_seal = |(place, sealed_secret): (usize, &SealedSecret)| {
            let name = secret_name(state.id, place);
            LedgerSeal {
                seal: sealed_secret.secret.compute_seal(&name),
                name,
                starts_at: visible_counts(sealed_secret.starts_at),
                secret: is_shown(place).then(|| sealed_secret.secret.to_hex()),
                salts: sealed_secret.salts.clone(),
            }
        };
        let seals = state.secrets.sealed_secrets.iter().enumerate().map(to_ledger_seal).collect();
        let (draw_counts, rows) = match is_revealed {
            true => (
                Some(visible_counts(state.draw_counts)),
                self.load_ledger_rows(state, includes_hidden).await?,
            ),
            false => (None, Vec::new()),
        };
        Ok(Some(DiceLedger { version: LEDGER_VERSION, seals, draw_counts, rows }))
    }

    /// Returns the rolls of all rows of the journal, in order; those that some people must not see
    /// only if `includes_hidden` is set.
    async fn load_ledger_rows(
        &self,
        state: &FightState,
        includes_hidden: bool,
    ) -> Result<Vec<RollRow>, StoreError> {
        let (mut rows, mut before) = (Vec::new(), i64::MAX);
        loop {
            let page =
                self.inner.store.load_journal_rows_before(state.id, before, ROWS_PER_PAGE).await?;
            let Some(last) = page.last() else { break };
            before = last.revision;
            for row in &page {
                rows.extend(build_ledger_row(row, includes_hidden)?);
            }
        }
        rows.reverse();
        Ok(rows)
    }
}

/// Builds the ledger row of a journal row with dice, an undo or a redo; `None` for others. Hidden
/// dice are for the GM alone.
fn build_ledger_row(
    row: &JournalRow,
    includes_hidden: bool,
) -> Result<Option<RollRow>, StoreError> {
    let (kind, is_rewind) = match row.kind {
        JournalKind::Undone => (RollRowKind::Undone, true),
        JournalKind::Redone => (RollRowKind::Redone, true),
        JournalKind::Played => (RollRowKind::Played, false),
        JournalKind::Opened | JournalKind::Administrative => (RollRowKind::Administrative, false),
    };
    let mut rolls = from_json::<RollLog>(&row.dice)?.rolled;
    rolls.retain(|roll| includes_hidden || !roll.is_unseen);
    let is_listed = is_rewind || !rolls.is_empty();
    Ok(is_listed.then_some(RollRow { revision: row.revision, kind, back_to: row.back_to, rolls }))
}
