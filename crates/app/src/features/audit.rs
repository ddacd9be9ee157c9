//! Checks the dice of an export by docs/DICE.md, "The check"; the file is all that is needed.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_json::error::Category;

use engine::core::dice::ScriptedRoll;

use crate::api::dice_ledger::{
    DiceLedger, LEDGER_VERSION, LedgerDrawCounts, LedgerSeal, RollRow, RollRowKind,
};
use crate::api::dice_source::RecordedRoll;
use crate::api::sealed_dice::{DiceLane, DiceSecret, DrawPosition, DrawStream};

/// The result for an export whose dice all follow from their secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditResult {
    pub name: String,
    /// To be compared with the opening message of the fight.
    pub seal: String,
    pub draws: usize,
    /// The file leaves out hidden dice.
    pub is_partial: bool,
}

#[derive(Deserialize)]
struct AuditedExport {
    dice: Option<DiceLedger>,
    #[serde(default)]
    log: Vec<AuditedLogRow>,
}

#[derive(Deserialize)]
struct AuditedLogRow {
    revision: i64,
    tape: Option<Vec<Value>>,
}

/// Checks the dice in the text of an export.
///
/// # Errors
/// A sentence that says where the check fails.
pub fn audit_export_dice(export_text: &str) -> Result<AuditResult, String> {
    let export: AuditedExport =
        serde_json::from_str(export_text).map_err(|error| describe_unreadable_export(&error))?;
    let ledger = export.dice.ok_or("There is no seal: the dice of this fight follow from none.")?;
    if ledger.version != LEDGER_VERSION {
        return Err(format!("Version {} is not known here.", ledger.version));
    }
    let streams = verify_seals_and_list_spans(&ledger)?;
    let draw_counts =
        ledger.draw_counts.ok_or("There are no dice: the GM keeps them, and their secret.")?;
    let is_partial = draw_counts.hidden.is_none();
    let mut walk = LedgerWalk { is_partial, ..LedgerWalk::default() };
    for row in &ledger.rows {
        walk.check_and_apply_row(row, &streams)
            .map_err(|reason| format!("Row {}: {reason}", row.revision))?;
    }
    for lane in [DiceLane::Open, DiceLane::Hidden] {
        let counted = *walk.next_draw_mut(lane);
        if let Some(stated) = draw_counts.count_in(lane)
            && stated != counted
        {
            let name = lane_name(lane);
            return Err(format!(
                "{stated} draws of the {name} stream are said, {counted} are here."
            ));
        }
    }
    if !is_partial {
        for entry in &export.log {
            walk.check_log_row_has_ledger_rolls(entry)
                .map_err(|reason| format!("Row {}: {reason}", entry.revision))?;
        }
    }
    let first = &ledger.seals[0];
    let (name, seal) = (first.name.clone(), first.seal.clone());
    Ok(AuditResult { name, seal, draws: walk.rolls_by_position.len(), is_partial })
}

/// Says to whoever sent a file why it cannot be read: it is no JSON, or JSON of something else.
fn describe_unreadable_export(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    match error.classify() {
        Category::Data => "This is no export of a fight: it is JSON, but has other things in it. \
                           `/export format:json` gives one."
            .into(),
        Category::Io | Category::Syntax | Category::Eof => format!(
            "This is no export of a fight, as it is no JSON (line {line}, column {column}). \
             `/export format:json` gives one; has this one arrived whole?"
        ),
    }
}

fn lane_name(lane: DiceLane) -> &'static str {
    match lane {
        DiceLane::Open => "open",
        DiceLane::Hidden => "hidden",
    }
}

/// The draws from which a secret holds, and its stream; `None` for a last secret that is not
/// revealed.
struct SecretSpan {
    holds_from: LedgerDrawCounts,
    stream: Option<DrawStream>,
}

/// Checks that the seals follow one another from the first die on and that each revealed secret
/// fits its seal. Returns the draws for which each secret holds, with its stream.
fn verify_seals_and_list_spans(ledger: &DiceLedger) -> Result<Vec<SecretSpan>, String> {
    let seals = &ledger.seals;
    let (first, last) = seals.first().zip(seals.last()).ok_or("There is no seal.")?;
    if first.starts_at.open != 0 || first.starts_at.hidden.unwrap_or(0) != 0 {
        return Err("The first seal does not hold from the first die on.".into());
    }
    for (seal, next_seal) in seals.iter().zip(&seals[1..]) {
        let is_before_next = seal.starts_at.open <= next_seal.starts_at.open
            && seal.starts_at.hidden <= next_seal.starts_at.hidden;
        if !is_before_next {
            return Err("The seals do not hold one after the other.".into());
        }
    }
    let mut spans = Vec::new();
    for (place, ledger_seal) in seals.iter().enumerate() {
        let expected_name = match place {
            0 => first.name.clone(),
            _ => format!("{}/{}", first.name, place + 1),
        };
        if ledger_seal.name != expected_name {
            let (number, name) = (place + 1, &ledger_seal.name);
            return Err(format!("Seal {number} is named {name}, not {expected_name}."));
        }
        let secret = verify_secret(ledger_seal)?;
        let is_last = std::ptr::eq(ledger_seal, last);
        if secret.is_none() && !is_last && ledger.draw_counts.is_some() {
            return Err(format!("Secret {expected_name} is missing."));
        }
        spans.push(SecretSpan {
            holds_from: ledger_seal.starts_at,
            stream: secret.map(|secret| secret.derive_stream(&ledger_seal.salts)),
        });
    }
    Ok(spans)
}

/// Checks that the secret of a seal fits it, and returns it; `None` for one that is not revealed.
fn verify_secret(ledger_seal: &LedgerSeal) -> Result<Option<DiceSecret>, String> {
    let name = &ledger_seal.name;
    let Some(secret_text) = &ledger_seal.secret else { return Ok(None) };
    let secret = DiceSecret::try_from(secret_text.clone())
        .map_err(|error| format!("Secret {name}: {error}."))?;
    if secret.compute_seal(name) != ledger_seal.seal {
        return Err(format!("Secret {name} does not fit its seal."));
    }
    Ok(Some(secret))
}

/// The rows that are not undone, and the rolls that must fall again.
#[derive(Clone, Default)]
struct EffectiveRolls<'a> {
    rows: Vec<&'a RollRow>,
    queued_rolls: Vec<&'a RecordedRoll>,
}

#[derive(Default)]
struct LedgerWalk<'a> {
    is_partial: bool,
    /// The index of the next new draw of each stream.
    next_open_draw: u64,
    next_hidden_draw: u64,
    rolls_by_position: BTreeMap<DrawPosition, &'a RecordedRoll>,
    current: EffectiveRolls<'a>,
    after_row: BTreeMap<i64, EffectiveRolls<'a>>,
}

impl<'a> LedgerWalk<'a> {
    /// Checks the rolls of one row, which must come after all earlier ones, and applies it to the
    /// walk: an undo queues the rolls of the undone rows, a redo restores the earlier queue.
    fn check_and_apply_row(
        &mut self,
        row: &'a RollRow,
        streams: &[SecretSpan],
    ) -> Result<(), String> {
        if self.after_row.last_key_value().is_some_and(|(last, _)| *last >= row.revision) {
            return Err("it is not in its place.".into());
        }
        if matches!(row.kind, RollRowKind::Undone | RollRowKind::Redone) {
            let back_to = row.back_to.ok_or("what was gone back to is not said.")?;
            self.go_back_to(back_to, row.kind);
        }
        for roll in &row.rolls {
            self.check_and_apply_roll(roll, streams)?;
        }
        self.current.rows.push(row);
        self.after_row.insert(row.revision, self.current.clone());
        Ok(())
    }

    /// Restores the rows and the queue as they stood after the row `back_to`. After an undo the
    /// rolls of the undone rows wait to fall again, before those that waited already.
    fn go_back_to(&mut self, back_to: i64, rewind_kind: RollRowKind) {
        let mut restored = match self.after_row.range(..=back_to).next_back() {
            Some((_, effective_then)) => effective_then.clone(),
            None => EffectiveRolls::default(),
        };
        if rewind_kind == RollRowKind::Undone {
            let mut queued_rolls: Vec<&'a RecordedRoll> = Vec::new();
            for row in &self.current.rows {
                let is_kept = restored.rows.iter().any(|kept| kept.revision == row.revision);
                if row.kind == RollRowKind::Played && !is_kept {
                    queued_rolls.extend(&row.rolls);
                }
            }
            queued_rolls.extend(&self.current.queued_rolls);
            restored.queued_rolls = queued_rolls;
        }
        self.current = restored;
    }

    /// Checks that a roll is what its secret gives and comes in its order, and counts it in the
    /// walk.
    fn check_and_apply_roll(
        &mut self,
        roll: &'a RecordedRoll,
        streams: &[SecretSpan],
    ) -> Result<(), String> {
        let result = roll.result;
        let position = roll.position.ok_or_else(|| format!("{result} follows from no secret."))?;
        let (lane, index) = (lane_name(position.lane), position.index);
        let is_complete = self.has_all_draws(position.lane);
        if !follows_from_its_or_any_secret(roll, position, streams, is_complete) {
            return Err(format!("{result} is not what draw {index} of the {lane} stream gives."));
        }
        self.check_and_count_order_of_roll(roll, position)?;
        // The rolls of an undone row fall again, and must fall as before.
        if let Some(earlier) = self.rolls_by_position.insert(position, roll)
            && !is_same_result(earlier, roll)
        {
            return Err(format!("{result} was {} when it fell before.", earlier.result));
        }
        Ok(())
    }

    /// Checks that a roll comes in its order: as the next new draw of its stream, which is counted,
    /// or again from the queue, from which it is taken. Where the file lacks draws of the stream,
    /// a new one may have any index.
    fn check_and_count_order_of_roll(
        &mut self,
        roll: &RecordedRoll,
        position: DrawPosition,
    ) -> Result<(), String> {
        let result = roll.result;
        let (lane, index) = (lane_name(position.lane), position.index);
        let is_complete = self.has_all_draws(position.lane);
        let next_draw = *self.next_draw_mut(position.lane);
        if is_complete && index > next_draw {
            return Err(format!(
                "draw {next_draw} of the {lane} stream is missing before {index}."
            ));
        }
        if is_complete && index == next_draw {
            *self.next_draw_mut(position.lane) += 1;
            if self.has_another_to_use_first(&self.current.queued_rolls, roll) {
                return Err(format!("{result} is new, though another waits to fall again."));
            }
            return Ok(());
        }
        let mut queued_rolls = self.current.queued_rolls.iter();
        if let Some(place) = queued_rolls.position(|queued| queued.position == roll.position) {
            let is_die = matches!(result, ScriptedRoll::Die { .. });
            let waiting_longer = &self.current.queued_rolls[..place];
            if is_die && self.has_another_to_use_first(waiting_longer, roll) {
                return Err(format!("{result} falls again before another that waits longer."));
            }
            self.current.queued_rolls.remove(place);
            return Ok(());
        }
        if is_complete || self.rolls_by_position.contains_key(&position) {
            return Err(format!("draw {index} of the {lane} stream falls twice."));
        }
        Ok(())
    }

    /// Returns whether one of these queued rolls should have fallen instead of another. Where the
    /// file leaves out hidden dice, nobody can tell.
    fn has_another_to_use_first(
        &self,
        queued_rolls: &[&RecordedRoll],
        roll: &RecordedRoll,
    ) -> bool {
        !self.is_partial
            && queued_rolls.iter().any(|queued| could_have_been_used_instead_of(queued, roll))
    }

    /// Returns the index of the next new draw of a stream, to be changed.
    fn next_draw_mut(&mut self, lane: DiceLane) -> &mut u64 {
        match lane {
            DiceLane::Open => &mut self.next_open_draw,
            DiceLane::Hidden => &mut self.next_hidden_draw,
        }
    }

    /// Checks that a row of the log has the dice of the ledger. Its tape holds the rolls of the row
    /// itself, which come last, and before them those of the act that the row continues, if any.
    fn check_log_row_has_ledger_rolls(&self, log_row: &AuditedLogRow) -> Result<(), String> {
        let tape_entries = log_row.tape.iter().flatten();
        let log_rolls: Vec<ScriptedRoll> =
            tape_entries.filter_map(|entry| ScriptedRoll::deserialize(entry).ok()).collect();
        let effective_rolls = self.after_row.range(..=log_row.revision).next_back();
        let ledger_rows = effective_rolls.map_or(&[][..], |(_, effective)| &effective.rows[..]);
        let mut ledger_rolls = Vec::new();
        let mut own_rolls = Vec::new();
        for row in ledger_rows {
            let results = row.rolls.iter().map(|roll| roll.result);
            ledger_rolls.extend(results.clone());
            if row.revision == log_row.revision {
                own_rolls.extend(results);
            }
        }
        // Where the tape begins in the ledger depends on the act that it continues, so only the
        // ends are compared.
        if ledger_rolls.ends_with(&log_rolls) && log_rolls.ends_with(&own_rolls) {
            Ok(())
        } else {
            Err("the log has other dice.".into())
        }
    }

    /// Returns whether the file has all draws of a stream.
    fn has_all_draws(&self, lane: DiceLane) -> bool {
        lane == DiceLane::Open || !self.is_partial
    }
}

/// Returns whether two rolls gave the same die, or the same card out of the same cards.
fn is_same_result(first: &RecordedRoll, second: &RecordedRoll) -> bool {
    first.result == second.result && first.remaining_cards == second.remaining_cards
}

/// Returns whether a queued roll would have fallen instead of another of the same stream.
fn could_have_been_used_instead_of(queued: &RecordedRoll, rolled_instead: &RecordedRoll) -> bool {
    let lane_of = |roll: &RecordedRoll| roll.position.map(|position| position.lane);
    if lane_of(queued) != lane_of(rolled_instead) {
        return false;
    }
    match (queued.result, rolled_instead.result) {
        (
            ScriptedRoll::Die { sides: queued_sides, .. },
            ScriptedRoll::Die { sides: rolled_sides, .. },
        ) => queued_sides == rolled_sides,
        (ScriptedRoll::Card(card), ScriptedRoll::Card(_)) => {
            rolled_instead.remaining_cards.contains(&card)
        }
        (ScriptedRoll::Die { .. }, ScriptedRoll::Card(_))
        | (ScriptedRoll::Card(_), ScriptedRoll::Die { .. }) => false,
    }
}

/// Returns whether a roll follows from the secret that holds at its index. Where the file lacks
/// draws of the lane, it does not say which secret that is: then any of them may give the roll.
fn follows_from_its_or_any_secret(
    roll: &RecordedRoll,
    position: DrawPosition,
    streams: &[SecretSpan],
    is_lane_complete: bool,
) -> bool {
    if !is_lane_complete {
        return streams.iter().any(|span| follows_from_secret(roll, position, span));
    }
    // Each secret holds until the next one begins, so the last one that has begun holds.
    let mut holding_secret = None;
    for span in streams {
        let first_index = span.holds_from.count_in(position.lane);
        if first_index.is_some_and(|first_index| first_index <= position.index) {
            holding_secret = Some(span);
        }
    }
    holding_secret.is_some_and(|span| follows_from_secret(roll, position, span))
}

/// Returns whether a secret gives this die or card at a position; false for one that is not
/// revealed.
fn follows_from_secret(roll: &RecordedRoll, position: DrawPosition, span: &SecretSpan) -> bool {
    let Some(stream) = &span.stream else { return false };
    match roll.result {
        ScriptedRoll::Die { sides, face } => stream.face_at(position, sides) == face,
        ScriptedRoll::Card(card) => {
            !roll.remaining_cards.is_empty()
                && stream.card_at(position, &roll.remaining_cards) == card
        }
    }
}
