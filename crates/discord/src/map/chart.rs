//! Draws a bar chart of shares: one bar below the other, each with its label and number.

use svg::Document;
use svg::node::element::{Rectangle, Text};

use super::drawing::{BOX_COLOUR, FAINT_COLOUR, INK_COLOUR, MARGIN};
use super::fonts::{FONT_FAMILY, fit_text};

/// Sizes in pixels.
const WIDTH: f32 = 640.0;
const ROW_HEIGHT: f32 = 58.0;
const LETTER_SIZE: f32 = 22.0;
const BAR_HEIGHT: f32 = 18.0;
/// The space for the number beside a bar.
const NUMBER_WIDTH: f32 = 190.0;

const BACKGROUND: &str = "#f6f3ea";
const BAR_FILL: &str = "#1f4e9c";

/// One bar of a chart. `share` is in thousandths.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartBar {
    pub label: String,
    pub share: u16,
    /// The share as text.
    pub share_text: String,
}

pub fn render_chart_svg(bars: &[ChartBar]) -> String {
    let height = 2.0 * MARGIN + ROW_HEIGHT * bars.len() as f32;
    let mut picture = Document::new()
        .set("width", WIDTH)
        .set("height", height)
        .set("font-family", FONT_FAMILY)
        .add(filled_rectangle((0.0, 0.0), (WIDTH, height), BACKGROUND));
    let content_width = WIDTH - 2.0 * MARGIN;
    let bar_width = content_width - NUMBER_WIDTH;
    for (index, bar) in bars.iter().enumerate() {
        let top = MARGIN + ROW_HEIGHT * index as f32;
        let bar_top = top + LETTER_SIZE + 8.0;
        let filled_width = bar_width * f32::from(bar.share.min(1000)) / 1000.0;
        let number = Text::new(fit_text(&bar.share_text, LETTER_SIZE, NUMBER_WIDTH - 12.0))
            .set("x", MARGIN + bar_width + 12.0)
            .set("y", bar_top + BAR_HEIGHT - 1.0)
            .set("font-size", LETTER_SIZE)
            .set("fill", INK_COLOUR);
        let label = Text::new(fit_text(&bar.label, LETTER_SIZE, content_width))
            .set("x", MARGIN)
            .set("y", top + LETTER_SIZE)
            .set("font-size", LETTER_SIZE)
            .set("fill", INK_COLOUR);
        let frame = filled_rectangle((MARGIN, bar_top), (bar_width, BAR_HEIGHT), BOX_COLOUR)
            .set("stroke", FAINT_COLOUR);
        picture = picture
            .add(label)
            .add(frame)
            .add(filled_rectangle((MARGIN, bar_top), (filled_width, BAR_HEIGHT), BAR_FILL))
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
