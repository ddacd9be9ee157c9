//! Dice without a rule.

use super::text::{code, cut};
use super::{INK, Written};
use crate::app::input::Sight;
use crate::app::rolls::{OfDay, Opened, Roll, RolledPool};
use crate::narration::catalogue::Set;
use crate::narration::say;

/// The longest row of faces, in characters.
const FACES: usize = 700;

pub fn write(roll: Option<&Roll>, sight: Sight) -> Written {
    let text = match (roll, sight) {
        (None, _) => say!(INK, "roll-blind"),
        (Some(roll), Sight::Gm) => say!(INK, "roll-for-gm", roll = Set(line(roll))),
        (Some(roll), Sight::Public | Sight::Secret | Sight::Blind) => match &roll.of_day {
            None => line(roll),
            Some(OfDay { day, seal, first, last }) => {
                let sealed = say!(INK, "roll-of-day", first, last, day, seal = code(seal));
                format!("{}\n-# {sealed}", line(roll))
            }
        },
    };
    Written { is_public: sight == Sight::Public, ..Written::text(text) }
}

/// What the dice of a day followed from.
pub fn opened(Opened { name, seal, secret }: &Opened) -> Written {
    let (name, seal, secret) = (code(name), code(seal), code(secret));
    Written::text(say!(INK, "roll-day-opened", name, seal, secret))
}

/// `4d6kh3 + 2: 5, 4, 3, ~~1~~ = **14**`
pub fn line(roll: &Roll) -> String {
    let pools: Vec<String> = roll.pools.iter().map(pool).collect();
    let faces = Set(cut(&pools.join(" · "), FACES));
    match roll.is_count {
        false => say!(INK, "roll-total", text = roll.text, faces, total = roll.total),
        true => say!(INK, "roll-successes", text = roll.text, faces, total = roll.total),
    }
}

/// What is not kept is struck through.
fn pool(pool: &RolledPool) -> String {
    let face = |(face, is_kept): &(i32, bool)| {
        if *is_kept { face.to_string() } else { format!("~~{face}~~") }
    };
    pool.faces.iter().map(face).collect::<Vec<_>>().join(", ")
}
