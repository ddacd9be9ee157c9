//! Colours and sizes of pictures. Pictures are shown in a dark chat; a phone shows them at a third
//! of their size, so no text is below [`SMALL_TEXT`].

/// The width of every picture of a fight, in pixels.
pub const WIDTH: f32 = 1200.0;
/// The height of a picture, unless its content needs more.
pub const HEIGHT: f32 = 675.0;

pub const TITLE_TEXT: f32 = 32.0;
pub const ZONE_TEXT: f32 = 26.0;
pub const NAME_TEXT: f32 = 20.0;
pub const NOTE_TEXT: f32 = 19.0;
pub const SMALL_TEXT: f32 = 17.0;

pub const BACKGROUND: &str = "#1b1d23";
pub const TILE_FILL: &str = "#272a33";
pub const TILE_EDGE: &str = "#3d4250";
pub const WALL: &str = "#8b91a0";
pub const TEXT: &str = "#f3f4f7";
/// Text that is less important; 7 : 1 against a tile.
pub const FAINT_TEXT: &str = "#b6bcc9";
pub const TAG_FILL: &str = "#3d4250";
/// Letters on tokens.
pub const INK: &str = "#14161b";
pub const ACCENT: &str = "#ffd166";

pub const PLAYERS: &str = "#5aa9ff";
pub const FOES: &str = "#ff7566";
pub const OTHERS: &str = "#c3c8d3";
pub const OUT: &str = "#8d94a3";

pub const RING_TRACK: &str = "#454b59";
pub const HEALTHY: &str = "#70d18d";
pub const HURT: &str = "#ffd166";
pub const BADLY_HURT: &str = "#ff7566";

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance of a colour, as WCAG 2.2 defines it.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
            let share = f64::from(value) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// WCAG 2.2, 1.4.3 and 1.4.11: 4.5 : 1 for text, 3 : 1 for shapes.
    #[test]
    fn text_and_shapes_have_enough_contrast() {
        let text_on = [
            (TEXT, BACKGROUND),
            (TEXT, TILE_FILL),
            (TEXT, TAG_FILL),
            (FAINT_TEXT, BACKGROUND),
            (FAINT_TEXT, TILE_FILL),
            (FAINT_TEXT, TAG_FILL),
            (ACCENT, BACKGROUND),
            (INK, PLAYERS),
            (INK, FOES),
            (INK, OTHERS),
            (INK, OUT),
            (INK, TEXT),
        ];
        for (text, ground) in text_on {
            assert!(contrast(text, ground) >= 4.5, "{text} on {ground}");
        }
        for shape in [PLAYERS, FOES, OTHERS, OUT, HEALTHY, HURT, BADLY_HURT, WALL] {
            assert!(contrast(shape, TILE_FILL) >= 3.0, "{shape}");
        }
    }
}
