//! The check of an export, by docs/DICE.md, "The check": whoever has the file needs nothing else.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use engine::dice::Laid;

use crate::terms::chance::Fallen;
use crate::terms::ledger::{Drawn, Ledger, Row, RowKind, VERSION};
use crate::terms::seals::{At, Lane, Secret, Stream};

/// An export whose dice all follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audited {
    pub name: String,
    /// To be compared with what the opening message says.
    pub seal: String,
    pub draws: usize,
    /// Dice that fell unseen are not in the file.
    pub is_partial: bool,
}

#[derive(Deserialize)]
struct Export {
    dice: Option<Ledger>,
    #[serde(default)]
    log: Vec<Logged>,
}

#[derive(Deserialize)]
struct Logged {
    revision: i64,
    tape: Option<Vec<Value>>,
}

/// Checks the text of an export.
///
/// # Errors
/// Where it breaks, in a sentence.
pub fn audit(text: &str) -> Result<Audited, String> {
    let export: Export =
        serde_json::from_str(text).map_err(|wrong| format!("This is no export: {wrong}."))?;
    let ledger = export.dice.ok_or("There is no seal: the dice of this fight follow from none.")?;
    if ledger.version != VERSION {
        return Err(format!("Version {} is not known here.", ledger.version));
    }
    let streams = seals(&ledger)?;
    let drawn = ledger.drawn.ok_or("There are no dice: the GM keeps them, and their secret.")?;
    let is_partial = drawn.hidden.is_none();
    let mut walk = Walk { is_partial, ..Walk::default() };
    for row in &ledger.rows {
        walk.row(row, &streams).map_err(|why| format!("Row {}: {why}", row.row))?;
    }
    for (lane, next) in [(Lane::Open, walk.open), (Lane::Hidden, walk.hidden)] {
        if let Some(all) = drawn.of(lane).filter(|all| *all != next) {
            let name = named(lane);
            return Err(format!("{all} draws of the {name} stream are said, {next} are here."));
        }
    }
    for entry in export.log.iter().filter(|_| !is_partial) {
        walk.is_told(entry).map_err(|why| format!("Row {}: {why}", entry.revision))?;
    }
    let first = &ledger.seals[0];
    let (name, seal) = (first.name.clone(), first.seal.clone());
    Ok(Audited { name, seal, draws: walk.fallen.len(), is_partial })
}

fn named(lane: Lane) -> &'static str {
    match lane {
        Lane::Open => "open",
        Lane::Hidden => "hidden",
    }
}

/// Where each secret holds from, and what follows from it; none of the last, which is not out.
struct Held {
    from: Drawn,
    stream: Option<Stream>,
}

fn seals(ledger: &Ledger) -> Result<Vec<Held>, String> {
    let seals = &ledger.seals;
    let (first, last) = seals.first().zip(seals.last()).ok_or("There is no seal.")?;
    if first.from.open != 0 || first.from.hidden.unwrap_or(0) != 0 {
        return Err("The first seal does not hold from the first die on.".into());
    }
    if seals
        .windows(2)
        .any(|two| two[0].from.open > two[1].from.open || two[0].from.hidden > two[1].from.hidden)
    {
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
        let secret = one.secret.clone().map(Secret::try_from).transpose();
        let secret = secret.map_err(|wrong| format!("Secret {name}: {wrong}."))?;
        if secret.as_ref().is_some_and(|secret| secret.seal(&name) != one.seal) {
            return Err(format!("Secret {name} does not fit its seal."));
        }
        if secret.is_none() && !std::ptr::eq(one, last) && ledger.drawn.is_some() {
            return Err(format!("Secret {name} is missing."));
        }
        held.push(Held { from: one.from, stream: secret.map(|it| it.stream(&one.salts)) });
    }
    Ok(held)
}

/// What waits to fall again, and the rows that hold.
#[derive(Clone, Default)]
struct Standing<'a> {
    rows: Vec<&'a Row>,
    waiting: Vec<&'a Fallen>,
}

#[derive(Default)]
struct Walk<'a> {
    is_partial: bool,
    /// The next new numbers.
    open: u64,
    hidden: u64,
    fallen: BTreeMap<At, &'a Fallen>,
    now: Standing<'a>,
    after: BTreeMap<i64, Standing<'a>>,
}

impl<'a> Walk<'a> {
    fn row(&mut self, row: &'a Row, streams: &[Held]) -> Result<(), String> {
        if self.after.last_key_value().is_some_and(|(last, _)| *last >= row.row) {
            return Err("it is not in its place.".into());
        }
        if matches!(row.kind, RowKind::Undone | RowKind::Redone) {
            let back_to = row.back_to.ok_or("what was gone back to is not said.")?;
            let held = self.after.range(..=back_to).next_back();
            let mut held = held.map(|(_, held)| held.clone()).unwrap_or_default();
            if row.kind == RowKind::Undone {
                let is_gone = |one: &&&Row| {
                    one.kind == RowKind::Played && !held.rows.iter().any(|it| it.row == one.row)
                };
                let gone = self.now.rows.iter().filter(is_gone).flat_map(|row| &row.fell);
                held.waiting = gone.chain(self.now.waiting.iter().copied()).collect();
            }
            self.now = held;
        }
        for fallen in &row.fell {
            self.fell(fallen, streams)?;
        }
        self.now.rows.push(row);
        self.after.insert(row.row, self.now.clone());
        Ok(())
    }

    fn fell(&mut self, fallen: &'a Fallen, streams: &[Held]) -> Result<(), String> {
        let what = fallen.laid;
        let at = fallen.at.ok_or_else(|| format!("{what} follows from no secret."))?;
        let (lane, n) = (named(at.lane), at.n);
        let known = self.is_known(at.lane);
        if !follows(fallen, at, streams, known) {
            return Err(format!("{what} is not what draw {n} of the {lane} stream gives."));
        }
        let waits = self.now.waiting.iter().position(|it| it.at == fallen.at);
        let next = if at.lane == Lane::Open { &mut self.open } else { &mut self.hidden };
        if known && n == *next {
            *next += 1;
            if !self.is_partial && self.now.waiting.iter().any(|it| would_do(it, fallen)) {
                return Err(format!("{what} is new, though another waits to fall again."));
            }
        } else if known && n > *next {
            return Err(format!("draw {next} of the {lane} stream is missing before {n}."));
        } else if let Some(place) = waits {
            let is_die = matches!(what, Laid::Die { .. });
            let mut before = self.now.waiting[..place].iter();
            if !self.is_partial && is_die && before.any(|it| would_do(it, fallen)) {
                return Err(format!("{what} falls again before another that waits longer."));
            }
            self.now.waiting.remove(place);
        } else if known || self.fallen.contains_key(&at) {
            return Err(format!("draw {n} of the {lane} stream falls twice."));
        }
        match self.fallen.insert(at, fallen) {
            Some(was) if (was.laid, &was.left) != (what, &fallen.left) => {
                Err(format!("{what} was {} when it fell before.", was.laid))
            }
            _ => Ok(()),
        }
    }

    /// The log tells of the same dice: those of this row, after those of the act that it goes on
    /// with.
    fn is_told(&self, Logged { revision, tape }: &Logged) -> Result<(), String> {
        let tape = tape.iter().flatten();
        let tape: Vec<Laid> = tape.filter_map(|beat| Laid::deserialize(beat).ok()).collect();
        let held = self.after.range(..=*revision).next_back();
        let rows = held.map_or(&[][..], |(_, standing)| &standing.rows[..]);
        let fell = |rows: &[&Row]| -> Vec<Laid> {
            rows.iter().flat_map(|row| &row.fell).map(|it| it.laid).collect()
        };
        let here = rows.last().filter(|row| row.row == *revision);
        let here = here.map_or_else(Vec::new, |row| fell(&[*row]));
        let is_told = fell(rows).ends_with(&tape) && tape.ends_with(&here);
        if is_told { Ok(()) } else { Err("the log has other dice.".into()) }
    }

    /// All numbers of it are here.
    fn is_known(&self, lane: Lane) -> bool {
        lane == Lane::Open || !self.is_partial
    }
}

/// One that waits would have fallen in the place of another.
fn would_do(waiting: &Fallen, other: &Fallen) -> bool {
    match (waiting.laid, other.laid) {
        (Laid::Die { sides, .. }, Laid::Die { sides: of, .. }) => sides == of,
        (Laid::Card(card), Laid::Card(_)) => other.left.contains(&card),
        (Laid::Die { .. }, Laid::Card(_)) | (Laid::Card(_), Laid::Die { .. }) => false,
    }
}

/// By the seal that holds at its number; by any, where the file does not say which.
fn follows(fallen: &Fallen, at: At, streams: &[Held], is_known: bool) -> bool {
    let gives = |held: &Held| {
        held.stream.as_ref().is_some_and(|stream| match fallen.laid {
            Laid::Die { sides, face } => stream.die(at, sides) == face,
            Laid::Card(card) => !fallen.left.is_empty() && stream.card(at, &fallen.left) == card,
        })
    };
    let holds = |held: &&Held| held.from.of(at.lane).is_some_and(|from| from <= at.n);
    match is_known {
        true => streams.iter().rev().find(holds).is_some_and(gives),
        false => streams.iter().any(gives),
    }
}
