//! Dice without a rule.

use super::Written;
use super::text::{cut, escaped};
use crate::app::input::Sight;
use crate::app::rolls::{Roll, RolledPool};

/// The longest row of faces, in characters.
const FACES: usize = 700;

pub fn write(roll: Option<&Roll>, sight: Sight) -> Written {
    let text = match (roll, sight) {
        (None, _) => "Rolled. Only the GM sees it.".into(),
        (Some(roll), Sight::Gm) => format!("{}\nThe GM sees it too.", line(roll)),
        (Some(roll), Sight::Public | Sight::Secret | Sight::Blind) => line(roll),
    };
    Written { is_public: sight == Sight::Public, ..Written::text(text) }
}

/// `4d6kh3 + 2: 5, 4, 3, ~~1~~ = **14**`
pub fn line(roll: &Roll) -> String {
    let pools: Vec<String> = roll.pools.iter().map(pool).collect();
    let unit = match (roll.is_count, roll.total) {
        (false, _) => "",
        (true, 1) => " success",
        (true, _) => " successes",
    };
    let faces = cut(&pools.join(" · "), FACES);
    format!("{}: {faces} = **{}**{unit}", escaped(&roll.text), roll.total)
}

/// What is not kept is struck through.
fn pool(pool: &RolledPool) -> String {
    let face = |(face, is_kept): &(i32, bool)| {
        if *is_kept { face.to_string() } else { format!("~~{face}~~") }
    };
    pool.faces.iter().map(face).collect::<Vec<_>>().join(", ")
}
