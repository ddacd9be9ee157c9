//! A chart: shares as bars, one below the other, each with its words and its number beside it.

use svg::Document;
use svg::node::element::{Rectangle, Text};

use super::drawing::{BOX_COLOUR, FAINT_COLOUR, INK_COLOUR, MARGIN};
use super::fonts::{FONT_FAMILY, fit_text};

/// Sizes in pixels.
const WIDTH: f32 = 640.0;
const ROW_HEIGHT: f32 = 58.0;
const LETTER_SIZE: f32 = 22.0;
const BAR_HEIGHT: f32 = 18.0;
/// Room for the number beside a bar.
const NUMBER_WIDTH: f32 = 190.0;

const BACKGROUND: &str = "#f6f3ea";
const BAR_FILL: &str = "#1f4e9c";

/// A share, in thousandths.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartBar {
    pub label: String,
    pub share: u16,
    /// The share in words.
    pub share_text: String,
}

pub fn render_chart_svg(bars: &[ChartBar]) -> String {
    let height = 2.0 * MARGIN + ROW_HEIGHT * bars.len() as f32;
    let mut picture = Document::new()
        .set("width", WIDTH)
        .set("height", height)
        .set("font-family", FONT_FAMILY)
        .add(filled_rectangle((0.0, 0.0), (WIDTH, height), BACKGROUND));
    let room = WIDTH - 2.0 * MARGIN;
    let whole = room - NUMBER_WIDTH;
    for (at, bar) in bars.iter().enumerate() {
        let top = MARGIN + ROW_HEIGHT * at as f32;
        let line = top + LETTER_SIZE + 8.0;
        let filled = whole * f32::from(bar.share.min(1000)) / 1000.0;
        let number = Text::new(fit_text(&bar.share_text, LETTER_SIZE, NUMBER_WIDTH - 12.0))
            .set("x", MARGIN + whole + 12.0)
            .set("y", line + BAR_HEIGHT - 1.0)
            .set("font-size", LETTER_SIZE)
            .set("fill", INK_COLOUR);
        let what = Text::new(fit_text(&bar.label, LETTER_SIZE, room))
            .set("x", MARGIN)
            .set("y", top + LETTER_SIZE)
            .set("font-size", LETTER_SIZE)
            .set("fill", INK_COLOUR);
        let frame = filled_rectangle((MARGIN, line), (whole, BAR_HEIGHT), BOX_COLOUR)
            .set("stroke", FAINT_COLOUR);
        picture = picture
            .add(what)
            .add(frame)
            .add(filled_rectangle((MARGIN, line), (filled, BAR_HEIGHT), BAR_FILL))
            .add(number);
    }
    picture.to_string()
}

fn filled_rectangle(position: (f32, f32), size: (f32, f32), fill: &str) -> Rectangle {
    Rectangle::new()
        .set("x", position.0)
        .set("y", position.1)
        .set("width", size.0)
        .set("height", size.1)
        .set("fill", fill)
}
