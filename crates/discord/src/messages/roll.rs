//! Dice without a rule.

use super::text::{code, cut};
use super::{STYLE, Written};
use app::input::Visibility;
use app::rolls::{DayOfDice, OfDay, Roll, RolledPool};
use narration::catalogue::Set;
use narration::say;

/// The longest row of faces, in characters.
const FACES: usize = 700;

pub fn write(roll: Option<&Roll>, sight: Visibility) -> Written {
    let text = match (roll, sight) {
        (None, _) => say!(STYLE, "roll-blind"),
        (Some(roll), Visibility::Gm) => say!(STYLE, "roll-for-gm", roll = Set(line(roll))),
        (Some(roll), Visibility::Public | Visibility::Secret | Visibility::Blind) => sealed(roll),
    };
    Written { is_public: sight == Visibility::Public, ..Written::text(text) }
}

/// What the dice of a day follow from.
pub fn days(days: &[DayOfDice]) -> Written {
    let line = |DayOfDice { name, seal, secret }: &DayOfDice| {
        let secret = secret.as_deref().map(code);
        say!(STYLE, "roll-day", name = code(name), seal = code(seal), secret)
    };
    Written::text(days.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// A roll, and below it where whoever reads it can check its dice.
pub fn sealed(roll: &Roll) -> String {
    let Some(OfDay { day, seal, first, last }) = &roll.of_day else { return line(roll) };
    let sealed = say!(STYLE, "roll-of-day", first, last, day, seal = code(seal));
    format!("{}\n-# {sealed}", line(roll))
}

/// `4d6kh3 + 2: 5, 4, 3, ~~1~~ = **14**`
pub fn line(roll: &Roll) -> String {
    let pools: Vec<String> = roll.pools.iter().map(pool).collect();
    let faces = Set(cut(&pools.join(" · "), FACES));
    match roll.is_count {
        false => say!(STYLE, "roll-total", text = roll.text, faces, total = roll.total),
        true => say!(STYLE, "roll-successes", text = roll.text, faces, total = roll.total),
    }
}

/// What is not kept is struck through.
fn pool(pool: &RolledPool) -> String {
    let face = |(face, is_kept): &(i32, bool)| {
        if *is_kept { face.to_string() } else { format!("~~{face}~~") }
    };
    pool.faces.iter().map(face).collect::<Vec<_>>().join(", ")
}
