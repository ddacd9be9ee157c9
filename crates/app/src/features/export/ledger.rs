//! Every die of a fight that is over, in its place, as somebody may have them.

use store::error::StoreError;
use store::rows::{JournalKind, JournalRow};

use crate::api::dice_ledger::{
    DiceLedger, LEDGER_VERSION, LedgerDrawCounts, LedgerSeal, RollRow, RollRowKind,
};
use crate::api::dice_source::RollLog;
use crate::api::sealed_dice::{DrawCounts, SealedSecret, secret_name};
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::roles::ViewerSet;

/// How many rows of the journal are read at once.
const ROWS_PER_PAGE: u32 = 200;

impl App {
    /// None for a fight whose dice follow from no secret. Where the GM keeps the secrets, others
    /// get the seals alone.
    pub(super) async fn load_dice_ledger(
        &self,
        state: &FightState,
        viewers: &ViewerSet,
    ) -> Result<Option<DiceLedger>, StoreError> {
        if state.secrets.sealed_secrets.is_empty() {
            return Ok(None);
        }
        let (is_whole, is_out) = (viewers.is_gm(), state.can_see_secrets(viewers));
        let drawn = |DrawCounts { open, hidden }| LedgerDrawCounts {
            open,
            hidden: is_whole.then_some(hidden),
        };
        let is_shown = |place| is_out && place < state.secrets.revealed_secrets().len();
        let sealed = |(place, seal): (usize, &SealedSecret)| {
            let name = secret_name(state.id, place);
            LedgerSeal {
                seal: seal.secret.compute_seal(&name),
                name,
                starts_at: drawn(seal.starts_at),
                secret: is_shown(place).then(|| seal.secret.to_hex()),
                salts: seal.salts.clone(),
            }
        };
        let seals = state.secrets.sealed_secrets.iter().enumerate().map(sealed).collect();
        let (counts, rows) = match is_out {
            true => (Some(drawn(state.draw_counts)), self.load_ledger_rows(state, is_whole).await?),
            false => (None, Vec::new()),
        };
        Ok(Some(DiceLedger { version: LEDGER_VERSION, seals, draw_counts: counts, rows }))
    }

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

/// A row in which dice fell, or after which others waited. What fell unseen is the GM's to know.
fn build_ledger_row(
    row: &JournalRow,
    includes_hidden: bool,
) -> Result<Option<RollRow>, StoreError> {
    let (kind, is_step) = match row.kind {
        JournalKind::Undone => (RollRowKind::Undone, true),
        JournalKind::Redone => (RollRowKind::Redone, true),
        JournalKind::Played => (RollRowKind::Played, false),
        JournalKind::Opened | JournalKind::Administrative => (RollRowKind::Administrative, false),
    };
    let mut fell = from_json::<RollLog>(&row.dice)?.rolled;
    fell.retain(|fallen| includes_hidden || !fallen.is_unseen);
    let is_listed = is_step || !fell.is_empty();
    Ok(is_listed.then_some(RollRow {
        revision: row.revision,
        kind,
        back_to: row.back_to,
        rolls: fell,
    }))
}
