//! The dice ledger: every die of a finished fight in order, as far as a viewer may know it.

use std::collections::{BTreeMap, BTreeSet};

use engine::core::dice::ScriptedRoll;
use store::error::StoreError;
use store::rows::{JournalKind, JournalRow};

use crate::api::dice_ledger::{
    DiceLedger, LEDGER_VERSION, LedgerDrawCounts, LedgerSeal, RollRow, RollRowKind,
};
use crate::api::dice_source::RollLog;
use crate::api::sealed_dice::{DrawCounts, FightSecrets, secret_name};
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::perspective::Perspective;

/// How many journal rows are read at once.
const ROWS_PER_PAGE: u32 = 200;

impl App {
    /// Loads the ledger as the viewers may know it: hidden dice are for GMs alone. `None` for a
    /// fight whose dice follow from no secret. While the viewers may not have the secrets, the
    /// ledger has the seals alone.
    pub(super) async fn load_dice_ledger_hiding_secrets(
        &self,
        state: &FightState,
        perspective: &Perspective,
    ) -> Result<Option<DiceLedger>, StoreError> {
        if state.secrets.sealed_secrets.is_empty() {
            return Ok(None);
        }
        let includes_hidden = perspective.is_gm();
        let seals = build_ledger_seals(state, perspective);
        if !state.can_see_secrets(perspective) {
            let (draw_counts, rows) = (None, Vec::new());
            return Ok(Some(DiceLedger { version: LEDGER_VERSION, seals, draw_counts, rows }));
        }
        let draw_counts = Some(visible_draw_counts(state.draw_counts, perspective));
        let rows = self.load_ledger_rows(state, includes_hidden).await?;
        Ok(Some(DiceLedger { version: LEDGER_VERSION, seals, draw_counts, rows }))
    }

    /// Returns the rolls of all rows of the journal, in order, and the undos and redos of them.
    /// Rolls that some people must not see are there only if `includes_hidden` is set.
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
                rows.push(build_ledger_row(row)?);
            }
        }
        rows.reverse();
        if includes_hidden {
            rows.retain(|row| row.is_rewind() || row.has_rolls());
            return Ok(rows);
        }
        let deck = all_cards_in_rolls(&rows);
        for row in &mut rows {
            hide_unseen_rolls_and_held_cards(row, &deck, &state.secrets);
        }
        Ok(rows_that_change_effective_rolls(rows))
    }
}

/// Builds the seals of a fight, each with its secret if the viewers may have it.
fn build_ledger_seals(state: &FightState, perspective: &Perspective) -> Vec<LedgerSeal> {
    let shown_secret_count =
        if state.can_see_secrets(perspective) { state.secrets.revealed_secrets().len() } else { 0 };
    let mut seals = Vec::new();
    for (place, sealed_secret) in state.secrets.sealed_secrets.iter().enumerate() {
        let name = secret_name(state.id, place);
        let is_shown = place < shown_secret_count;
        seals.push(LedgerSeal {
            seal: sealed_secret.secret.compute_seal(&name),
            name,
            starts_at: visible_draw_counts(sealed_secret.starts_at, perspective),
            secret: if is_shown { Some(sealed_secret.secret.to_hex()) } else { None },
            salts: sealed_secret.salts.clone(),
        });
    }
    seals
}

/// Returns the counts of draws without that of hidden ones, unless the viewer is a GM.
fn visible_draw_counts(counts: DrawCounts, perspective: &Perspective) -> LedgerDrawCounts {
    let hidden = if perspective.is_gm() { Some(counts.hidden) } else { None };
    LedgerDrawCounts { open: counts.open, hidden }
}

/// Returns all cards that the rolls drew or could have drawn: the whole deck, since the first draw
/// of a fight is from a full one. Empty if no cards were drawn.
fn all_cards_in_rolls(rows: &[RollRow]) -> BTreeSet<u8> {
    let mut cards = BTreeSet::new();
    for roll in rows.iter().flat_map(|row| &row.rolls) {
        cards.extend(&roll.remaining_cards);
        if let ScriptedRoll::Card(drawn) = roll.result {
            cards.insert(drawn);
        }
    }
    cards
}

/// Removes what is for the GM alone: hidden dice, and which cards of those that were left hidden
/// combatants hold. Instead of the cards that were left, a draw has those of the deck that its
/// bytes did not pass over, so it can still be checked.
fn hide_unseen_rolls_and_held_cards(
    row: &mut RollRow,
    deck: &BTreeSet<u8>,
    secrets: &FightSecrets,
) {
    row.rolls.retain(|roll| !roll.is_unseen);
    for roll in &mut row.rolls {
        let (ScriptedRoll::Card(card), Some(position)) = (roll.result, roll.position) else {
            continue;
        };
        let Some(stream) = secrets.stream_at(position) else { continue };
        let passed_over = stream.bytes_before(position, card);
        let not_passed_over = deck.iter().filter(|card| !passed_over.contains(card));
        roll.remaining_cards = not_passed_over.copied().collect();
    }
}

/// Builds the ledger row of a journal row, with all its rolls.
fn build_ledger_row(row: &JournalRow) -> Result<RollRow, StoreError> {
    let kind = match row.kind {
        JournalKind::Undone => RollRowKind::Undone,
        JournalKind::Redone => RollRowKind::Redone,
        JournalKind::Played => RollRowKind::Played,
        JournalKind::Opened | JournalKind::Administrative => RollRowKind::Administrative,
    };
    let rolls = from_json::<RollLog>(&row.dice)?.rolled;
    Ok(RollRow { revision: row.revision, kind, back_to: row.back_to, rolls })
}

/// Returns the rows with rolls, and the undos and redos that change which of the rolls hold. The
/// others are of inputs that a player may not know of. `rows` are all rows, in order.
fn rows_that_change_effective_rolls(rows: Vec<RollRow>) -> Vec<RollRow> {
    // For each row, the latest row with rolls that holds after it; it stands for all before it.
    let mut latest_rolls: BTreeMap<i64, i64> = BTreeMap::new();
    let mut listed = Vec::new();
    let mut latest = 0;
    for row in rows {
        let latest_before = latest;
        if row.is_rewind() {
            let back_to = row.back_to.unwrap_or(row.revision - 1);
            latest = latest_rolls.get(&back_to).copied().unwrap_or_default();
        } else if row.has_rolls() {
            latest = row.revision;
        }
        latest_rolls.insert(row.revision, latest);
        if latest != latest_before || row.has_rolls() {
            listed.push(row);
        }
    }
    listed
}
