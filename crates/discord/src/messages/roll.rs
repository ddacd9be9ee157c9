//! Renders free rolls: dice that users roll without a rule.

use super::text::{cut_to_length, format_code, format_seal_mark};
use super::{RenderedMessage, reader_style};
use app::free_rolls::{DayDrawRange, DiceDay, FreeRoll, RolledFace, RolledPool};
use app::input::RollVisibility;
use narration::catalogue::FormattedText;
use narration::dice_marks::{DieFate, DieMark};
use narration::say;

/// The longest list of faces, in characters.
const MAX_FACES: usize = 700;

/// Renders a free roll for its user; visible to everybody only if it is public. Without a `roll` it
/// was a blind one, whose result only the GM sees.
pub fn render_free_roll(roll: Option<&FreeRoll>, visibility: RollVisibility) -> RenderedMessage {
    let text = match (roll, visibility) {
        (None, _) => say!(reader_style(), "roll-blind"),
        (Some(roll), RollVisibility::RollerAndGm) => {
            say!(reader_style(), "roll-for-gm", roll = FormattedText(format_roll(roll)))
        }
        (
            Some(roll),
            RollVisibility::Public | RollVisibility::RollerOnly | RollVisibility::GmOnly,
        ) => format_sealed_roll(roll),
    };
    RenderedMessage {
        is_public: visibility == RollVisibility::Public,
        ..RenderedMessage::from_text(text)
    }
}

/// Renders the seals of days' dice, and the secrets of past days.
pub fn render_dice_days(days: &[DiceDay]) -> RenderedMessage {
    let line = |DiceDay { name, seal, secret }: &DiceDay| {
        let secret = secret.as_deref().map(format_code);
        say!(reader_style(), "roll-day", name = format_code(name), seal = format_code(seal), secret)
    };
    RenderedMessage::from_text(days.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// Formats a roll, followed by the mark of the seal and the draws by which its dice can be checked.
pub fn format_sealed_roll(roll: &FreeRoll) -> String {
    let Some(DayDrawRange { day, seal, first, last }) = &roll.day_draws else {
        return format_roll(roll);
    };
    let sealed =
        say!(reader_style(), "roll-of-day", first, last, day, seal = format_seal_mark(seal));
    format!("{}\n-# {sealed}", format_roll(roll))
}

/// Formats a roll: `4d6kh3 + 2: 5 4 3 ~~1~~ = **14**`.
pub fn format_roll(roll: &FreeRoll) -> String {
    let hits = if roll.is_success_count { Hits::Counted } else { Hits::Summed };
    let pools: Vec<String> =
        roll.pools.iter().map(|pool| format_rolled_faces(pool, hits)).collect();
    let faces = FormattedText(cut_to_length(&pools.join(" · "), MAX_FACES));
    let result = match roll.is_success_count {
        false => {
            say!(reader_style(), "roll-total", text = roll.expression, faces, total = roll.total)
        }
        true => say!(
            reader_style(),
            "roll-successes",
            text = roll.expression,
            faces,
            total = roll.total
        ),
    };
    match &roll.comment {
        Some(comment) => {
            say!(reader_style(), "roll-comment", roll = FormattedText(result), comment)
        }
        None => result,
    }
}

/// How the kept faces of a pool are evaluated.
#[derive(Clone, Copy, PartialEq)]
enum Hits {
    /// Each face that is kept is a success.
    Counted,
    /// The faces that are kept are added.
    Summed,
}

/// Formats the faces of a pool as marks, which become faces, emoji or numbers when it is sent. What
/// a mark cannot hold, such as the faces of a d1000, is written as it is.
fn format_rolled_faces(pool: &RolledPool, hits: Hits) -> String {
    let is_six_sided = has_six_sides(&pool.expression);
    let face = |RolledFace { face, is_kept }: &RolledFace| {
        let fate = match (is_kept, hits) {
            (true, Hits::Counted) => DieFate::Hit,
            (true, Hits::Summed) => DieFate::Kept,
            (false, Hits::Counted) => DieFate::Miss,
            (false, Hits::Summed) => DieFate::Dropped,
        };
        match u8::try_from(*face) {
            Ok(face) => DieMark { face, is_six_sided, fate }.to_char().to_string(),
            Err(_) => format!("{face}\u{2002}"),
        }
    };
    pool.faces.iter().map(face).collect::<String>().trim_end().to_string()
}

/// Returns whether the dice of a pool such as `4d6kh3` have six sides.
fn has_six_sides(expression: &str) -> bool {
    let sides = expression.split_once('d').map_or("", |(_, sides)| sides);
    sides
        .strip_prefix('6')
        .is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
}
