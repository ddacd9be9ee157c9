//! Draws the pictures of the application's own emoji: the faces of a die, and how much health is
//! left. Shape says all that colour says.

use svg::Document;
use svg::node::element::{Circle, Line};

use super::drawing::{draw_line, draw_rectangle};
use super::theme::ThemeName;
use narration::dice_marks::DieFate;

/// The width and height of an emoji, in pixels. Discord shows 22 to 48 of them.
const SIZE: f32 = 96.0;
const DIE_INSET: f32 = 8.0;
const PIP_RADIUS: f32 = 8.5;
/// The middle of a die, and how far from it the outer pips are.
const MIDDLE: f32 = SIZE / 2.0;
const PIP_OFFSET: f32 = 22.0;
const HIT_BORDER: f32 = 8.0;

/// The segments of a health bar.
pub const BAR_SEGMENTS: u8 = 4;
const BAR_HEIGHT: f32 = 44.0;
const SEGMENT_GAP: f32 = 5.0;

/// Where the pips of each face stand: columns and rows from the middle.
const PIPS: [&[(i8, i8)]; 6] = [
    &[(0, 0)],
    &[(-1, -1), (1, 1)],
    &[(-1, -1), (0, 0), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
];

/// Draws a face of a six-sided die as PNG: a success with a thick border, a dropped die faint and
/// crossed out. Returns `None` for a face that such a die has not.
pub fn render_die_png(face: u8, fate: DieFate) -> Option<Vec<u8>> {
    let pips = PIPS.get(usize::from(face).checked_sub(1)?)?;
    let theme = ThemeName::Dark.theme();
    let side = SIZE - 2.0 * DIE_INSET;
    let (fill, pip_fill, border) = match fate {
        DieFate::Kept | DieFate::Miss => ("#f2f3f5", "#1e1f22", "#80848e"),
        DieFate::Hit => (theme.healthy, "#10131a", "#ffffff"),
        DieFate::Dropped => ("#4e5058", "#b5bac1", "#80848e"),
    };
    let border_width = if fate == DieFate::Hit { HIT_BORDER } else { 3.0 };
    let body = draw_rectangle((DIE_INSET, DIE_INSET), (side, side))
        .set("rx", 18)
        .set("fill", fill)
        .set("stroke", border)
        .set("stroke-width", border_width);
    let mut picture = start_picture().add(body);
    for (column, row) in *pips {
        let place = |step: i8| MIDDLE + f32::from(step) * PIP_OFFSET;
        picture = picture.add(
            Circle::new()
                .set("cx", place(*column))
                .set("cy", place(*row))
                .set("r", PIP_RADIUS)
                .set("fill", pip_fill),
        );
    }
    if fate == DieFate::Dropped {
        let (from, to) = (DIE_INSET + 4.0, SIZE - DIE_INSET - 4.0);
        picture = picture.add(draw_cross_line((from, to), (to, from)));
    }
    super::rasterize_to_png(&picture.to_string())
}

/// Draws the line through a die that does not count.
fn draw_cross_line(from: (f32, f32), to: (f32, f32)) -> Line {
    draw_line(from, to)
        .set("stroke", "#f2f3f5")
        .set("stroke-width", 7)
        .set("stroke-linecap", "round")
}

/// Draws a bar of which so many segments are full, as PNG. Returns `None` if it cannot be drawn.
pub fn render_bar_png(full: u8) -> Option<Vec<u8>> {
    let theme = ThemeName::Dark.theme();
    let fill = theme.health_fill(u16::from(full) * 1000 / u16::from(BAR_SEGMENTS));
    let gaps = SEGMENT_GAP * f32::from(BAR_SEGMENTS - 1);
    let width = (SIZE - gaps) / f32::from(BAR_SEGMENTS);
    let mut picture = start_picture();
    for segment in 0..BAR_SEGMENTS {
        let left = f32::from(segment) * (width + SEGMENT_GAP);
        let is_full = segment < full;
        // An empty segment is a frame, a full one is filled.
        let inset = if is_full { 0.0 } else { 2.5 };
        let (top, height) = ((SIZE - BAR_HEIGHT) / 2.0 + inset, BAR_HEIGHT - 2.0 * inset);
        let rectangle =
            draw_rectangle((left + inset, top), (width - 2.0 * inset, height)).set("rx", 4);
        picture = picture.add(match is_full {
            true => rectangle.set("fill", fill),
            false => rectangle.set("fill", "none").set("stroke", "#9499a3").set("stroke-width", 5),
        });
    }
    super::rasterize_to_png(&picture.to_string())
}

/// Returns an empty picture in the size of an emoji.
fn start_picture() -> Document {
    Document::new().set("width", SIZE).set("height", SIZE)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The most that Discord takes, in bytes.
    const MAX_BYTES: usize = 256 * 1024;

    #[test]
    fn every_emoji_is_a_small_picture_of_its_own() {
        let fates = [DieFate::Kept, DieFate::Hit, DieFate::Dropped];
        let dice = (1..=6).flat_map(|face| fates.map(|fate| render_die_png(face, fate).unwrap()));
        let bars = (0..=BAR_SEGMENTS).map(|full| render_bar_png(full).unwrap());
        let pictures: Vec<Vec<u8>> = dice.chain(bars).collect();
        assert!(pictures.iter().all(|png| png.len() < MAX_BYTES / 20));
        assert_eq!(pictures.iter().collect::<BTreeSet<_>>().len(), 23);
        assert_eq!(render_die_png(0, DieFate::Kept), None);
        assert_eq!(render_die_png(7, DieFate::Kept), None);
    }
}
