//! Draws a bar chart of shares: one bar below the other, each with its label and number.

use svg::Document;

use super::drawing::{draw_rectangle, draw_text};
use super::fonts::{FONT_FAMILY, replace_unknown_letters_and_cut};
use super::theme::ThemeName;

/// Sizes in pixels.
const MARGIN: f32 = 16.0;
const WIDTH: f32 = 640.0;
const ROW_HEIGHT: f32 = 58.0;
const LETTER_SIZE: f32 = 22.0;
const BAR_HEIGHT: f32 = 18.0;
/// The space for the number beside a bar.
const NUMBER_WIDTH: f32 = 190.0;

/// One bar of a chart. `share` is in thousandths.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartBar {
    pub label: String,
    pub share: u16,
    /// The share as text.
    pub share_text: String,
}

/// Draws the chart as SVG. Texts that are too wide are cut.
pub fn render_chart_svg(bars: &[ChartBar]) -> String {
    let theme = ThemeName::Dark.theme();
    let height = 2.0 * MARGIN + ROW_HEIGHT * bars.len() as f32;
    let mut picture = Document::new()
        .set("width", WIDTH)
        .set("height", height)
        .set("font-family", FONT_FAMILY)
        .add(draw_rectangle((0.0, 0.0), (WIDTH, height)).set("fill", theme.background));
    let content_width = WIDTH - 2.0 * MARGIN;
    let bar_width = content_width - NUMBER_WIDTH;
    for (index, bar) in bars.iter().enumerate() {
        let top = MARGIN + ROW_HEIGHT * index as f32;
        let bar_top = top + LETTER_SIZE + 8.0;
        let filled_width = bar_width * f32::from(bar.share.min(1000)) / 1000.0;
        let number =
            replace_unknown_letters_and_cut(&bar.share_text, LETTER_SIZE, NUMBER_WIDTH - 12.0);
        let number_place = (MARGIN + bar_width + 12.0, bar_top + BAR_HEIGHT - 1.0);
        let label = replace_unknown_letters_and_cut(&bar.label, LETTER_SIZE, content_width);
        let bar_of = |width: f32, fill: &str| {
            draw_rectangle((MARGIN, bar_top), (width, BAR_HEIGHT)).set("rx", 4).set("fill", fill)
        };
        picture = picture
            .add(draw_text((MARGIN, top + LETTER_SIZE), LETTER_SIZE, theme.text, &label))
            .add(bar_of(bar_width, theme.tile_fill))
            .add(bar_of(filled_width, theme.players))
            .add(draw_text(number_place, LETTER_SIZE, theme.text, &number));
    }
    picture.to_string()
}
