//! The check of an export, by docs/DICE.md, "The check": whoever has the file needs nothing else.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use engine::core::dice::ScriptedRoll;

use crate::api::dice_ledger::{DiceLedger, LEDGER_VERSION, LedgerDrawCounts, RollRow, RollRowKind};
use crate::api::dice_source::RecordedRoll;
use crate::api::sealed_dice::{DiceLane, DiceSecret, DrawPosition, DrawStream};

/// An export whose dice all follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditResult {
    pub name: String,
    /// To be compared with what the opening message says.
    pub seal: String,
    pub draws: usize,
    /// Dice that fell unseen are not in the file.
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

/// Checks the text of an export.
///
/// # Errors
/// Where it breaks, in a sentence.
pub fn audit_export(export_text: &str) -> Result<AuditResult, String> {
    let export: AuditedExport = serde_json::from_str(export_text)
        .map_err(|wrong| format!("This is no export: {wrong}."))?;
    let ledger = export.dice.ok_or("There is no seal: the dice of this fight follow from none.")?;
    if ledger.version != LEDGER_VERSION {
        return Err(format!("Version {} is not known here.", ledger.version));
    }
    let streams = verify_seals(&ledger)?;
    let drawn =
        ledger.draw_counts.ok_or("There are no dice: the GM keeps them, and their secret.")?;
    let is_partial = drawn.hidden.is_none();
    let mut walk = LedgerWalk { is_partial, ..LedgerWalk::default() };
    for row in &ledger.rows {
        walk.check_row(row, &streams).map_err(|why| format!("Row {}: {why}", row.revision))?;
    }
    for (lane, next) in
        [(DiceLane::Open, walk.next_open_draw), (DiceLane::Hidden, walk.next_hidden_draw)]
    {
        if let Some(all) = drawn.count_in(lane).filter(|all| *all != next) {
            let name = lane_name(lane);
            return Err(format!("{all} draws of the {name} stream are said, {next} are here."));
        }
    }
    for entry in export.log.iter().filter(|_| !is_partial) {
        walk.check_log_row_dice(entry).map_err(|why| format!("Row {}: {why}", entry.revision))?;
    }
    let first = &ledger.seals[0];
    let (name, seal) = (first.name.clone(), first.seal.clone());
    Ok(AuditResult { name, seal, draws: walk.rolls_by_position.len(), is_partial })
}

fn lane_name(lane: DiceLane) -> &'static str {
    match lane {
        DiceLane::Open => "open",
        DiceLane::Hidden => "hidden",
    }
}

/// Where each secret holds from, and what follows from it; none of the last, which is not out.
struct SecretSpan {
    holds_from: LedgerDrawCounts,
    stream: Option<DrawStream>,
}

fn verify_seals(ledger: &DiceLedger) -> Result<Vec<SecretSpan>, String> {
    let seals = &ledger.seals;
    let (first, last) = seals.first().zip(seals.last()).ok_or("There is no seal.")?;
    if first.starts_at.open != 0 || first.starts_at.hidden.unwrap_or(0) != 0 {
        return Err("The first seal does not hold from the first die on.".into());
    }
    if seals.windows(2).any(|two| {
        two[0].starts_at.open > two[1].starts_at.open
            || two[0].starts_at.hidden > two[1].starts_at.hidden
    }) {
        return Err("The seals do not hold one after the other.".into());
    }
    let mut held = Vec::new();
    for (place, one) in seals.iter().enumerate() {
        let name = match place {
            0 => first.name.clone(),
            _ => format!("{}/{}", first.name, place + 1),
        };
        if one.name != name {
            return Err(format!("Seal {} is named {}, not {name}.", place + 1, one.name));
        }
        let secret = one.secret.clone().map(DiceSecret::try_from).transpose();
        let secret = secret.map_err(|wrong| format!("Secret {name}: {wrong}."))?;
        if secret.as_ref().is_some_and(|secret| secret.compute_seal(&name) != one.seal) {
            return Err(format!("Secret {name} does not fit its seal."));
        }
        if secret.is_none() && !std::ptr::eq(one, last) && ledger.draw_counts.is_some() {
            return Err(format!("Secret {name} is missing."));
        }
        held.push(SecretSpan {
            holds_from: one.starts_at,
            stream: secret.map(|it| it.derive_stream(&one.salts)),
        });
    }
    Ok(held)
}

/// What waits to fall again, and the rows that hold.
#[derive(Clone, Default)]
struct EffectiveRolls<'a> {
    rows: Vec<&'a RollRow>,
    queued_rolls: Vec<&'a RecordedRoll>,
}

#[derive(Default)]
struct LedgerWalk<'a> {
    is_partial: bool,
    /// The next new numbers.
    next_open_draw: u64,
    next_hidden_draw: u64,
    rolls_by_position: BTreeMap<DrawPosition, &'a RecordedRoll>,
    current: EffectiveRolls<'a>,
    after_row: BTreeMap<i64, EffectiveRolls<'a>>,
}

impl<'a> LedgerWalk<'a> {
    fn check_row(&mut self, row: &'a RollRow, streams: &[SecretSpan]) -> Result<(), String> {
        if self.after_row.last_key_value().is_some_and(|(last, _)| *last >= row.revision) {
            return Err("it is not in its place.".into());
        }
        if matches!(row.kind, RollRowKind::Undone | RollRowKind::Redone) {
            let back_to = row.back_to.ok_or("what was gone back to is not said.")?;
            let held = self.after_row.range(..=back_to).next_back();
            let mut held = held.map(|(_, held)| held.clone()).unwrap_or_default();
            if row.kind == RollRowKind::Undone {
                let is_gone = |one: &&&RollRow| {
                    one.kind == RollRowKind::Played
                        && !held.rows.iter().any(|it| it.revision == one.revision)
                };
                let gone = self.current.rows.iter().filter(is_gone).flat_map(|row| &row.rolls);
                held.queued_rolls = gone.chain(self.current.queued_rolls.iter().copied()).collect();
            }
            self.current = held;
        }
        for fallen in &row.rolls {
            self.check_roll(fallen, streams)?;
        }
        self.current.rows.push(row);
        self.after_row.insert(row.revision, self.current.clone());
        Ok(())
    }

    fn check_roll(&mut self, roll: &'a RecordedRoll, streams: &[SecretSpan]) -> Result<(), String> {
        let what = roll.result;
        let at = roll.position.ok_or_else(|| format!("{what} follows from no secret."))?;
        let (lane, n) = (lane_name(at.lane), at.index);
        let known = self.has_all_draws(at.lane);
        if !follows_from_secret(roll, at, streams, known) {
            return Err(format!("{what} is not what draw {n} of the {lane} stream gives."));
        }
        let waits = self.current.queued_rolls.iter().position(|it| it.position == roll.position);
        let next = if at.lane == DiceLane::Open {
            &mut self.next_open_draw
        } else {
            &mut self.next_hidden_draw
        };
        if known && n == *next {
            *next += 1;
            if !self.is_partial
                && self.current.queued_rolls.iter().any(|it| could_replace(it, roll))
            {
                return Err(format!("{what} is new, though another waits to fall again."));
            }
        } else if known && n > *next {
            return Err(format!("draw {next} of the {lane} stream is missing before {n}."));
        } else if let Some(place) = waits {
            let is_die = matches!(what, ScriptedRoll::Die { .. });
            let mut before = self.current.queued_rolls[..place].iter();
            if !self.is_partial && is_die && before.any(|it| could_replace(it, roll)) {
                return Err(format!("{what} falls again before another that waits longer."));
            }
            self.current.queued_rolls.remove(place);
        } else if known || self.rolls_by_position.contains_key(&at) {
            return Err(format!("draw {n} of the {lane} stream falls twice."));
        }
        match self.rolls_by_position.insert(at, roll) {
            Some(was) if (was.result, &was.remaining_cards) != (what, &roll.remaining_cards) => {
                Err(format!("{what} was {} when it fell before.", was.result))
            }
            _ => Ok(()),
        }
    }

    /// The log tells of the same dice: those of this row, after those of the act that it goes on
    /// with.
    fn check_log_row_dice(
        &self,
        AuditedLogRow { revision, tape }: &AuditedLogRow,
    ) -> Result<(), String> {
        let tape = tape.iter().flatten();
        let tape: Vec<ScriptedRoll> =
            tape.filter_map(|beat| ScriptedRoll::deserialize(beat).ok()).collect();
        let held = self.after_row.range(..=*revision).next_back();
        let rows = held.map_or(&[][..], |(_, standing)| &standing.rows[..]);
        let fell = |rows: &[&RollRow]| -> Vec<ScriptedRoll> {
            rows.iter().flat_map(|row| &row.rolls).map(|it| it.result).collect()
        };
        let here = rows.last().filter(|row| row.revision == *revision);
        let here = here.map_or_else(Vec::new, |row| fell(&[*row]));
        let is_told = fell(rows).ends_with(&tape) && tape.ends_with(&here);
        if is_told { Ok(()) } else { Err("the log has other dice.".into()) }
    }

    /// All numbers of it are here.
    fn has_all_draws(&self, lane: DiceLane) -> bool {
        lane == DiceLane::Open || !self.is_partial
    }
}

/// One that waits would have fallen in the place of another.
fn could_replace(queued: &RecordedRoll, other: &RecordedRoll) -> bool {
    match (queued.result, other.result) {
        (ScriptedRoll::Die { sides, .. }, ScriptedRoll::Die { sides: of, .. }) => sides == of,
        (ScriptedRoll::Card(card), ScriptedRoll::Card(_)) => other.remaining_cards.contains(&card),
        (ScriptedRoll::Die { .. }, ScriptedRoll::Card(_))
        | (ScriptedRoll::Card(_), ScriptedRoll::Die { .. }) => false,
    }
}

/// By the seal that holds at its number; by any, where the file does not say which.
fn follows_from_secret(
    roll: &RecordedRoll,
    position: DrawPosition,
    streams: &[SecretSpan],
    is_lane_complete: bool,
) -> bool {
    let gives = |held: &SecretSpan| {
        held.stream.as_ref().is_some_and(|stream| match roll.result {
            ScriptedRoll::Die { sides, face } => stream.face_at(position, sides) == face,
            ScriptedRoll::Card(card) => {
                !roll.remaining_cards.is_empty()
                    && stream.card_at(position, &roll.remaining_cards) == card
            }
        })
    };
    let holds = |held: &&SecretSpan| {
        held.holds_from.count_in(position.lane).is_some_and(|from| from <= position.index)
    };
    match is_lane_complete {
        true => streams.iter().rev().find(holds).is_some_and(gives),
        false => streams.iter().any(gives),
    }
}
