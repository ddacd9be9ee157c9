//! A chart: shares as bars, one below the other, each with its words and its number beside it.

use svg::Document;
use svg::node::element::{Rectangle, Text};

use super::drawing::{BOX, FAINT, MARGIN, STYLE};
use super::fonts::{FAMILY, fitting};

/// Sizes in pixels.
const WIDTH: f32 = 640.0;
const ROW: f32 = 58.0;
const LETTERS: f32 = 22.0;
const BAR: f32 = 18.0;
/// Room for the number beside a bar.
const NUMBER: f32 = 190.0;

const PAPER: &str = "#f6f3ea";
const FILL: &str = "#1f4e9c";

/// A share, in thousandths.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub what: String,
    pub share: u16,
    /// The share in words.
    pub number: String,
}

pub fn svg(bars: &[Bar]) -> String {
    let height = 2.0 * MARGIN + ROW * bars.len() as f32;
    let mut picture = Document::new()
        .set("width", WIDTH)
        .set("height", height)
        .set("font-family", FAMILY)
        .add(rectangle((0.0, 0.0), (WIDTH, height), PAPER));
    let room = WIDTH - 2.0 * MARGIN;
    let whole = room - NUMBER;
    for (at, bar) in bars.iter().enumerate() {
        let top = MARGIN + ROW * at as f32;
        let line = top + LETTERS + 8.0;
        let filled = whole * f32::from(bar.share.min(1000)) / 1000.0;
        let number = Text::new(fitting(&bar.number, LETTERS, NUMBER - 12.0))
            .set("x", MARGIN + whole + 12.0)
            .set("y", line + BAR - 1.0)
            .set("font-size", LETTERS)
            .set("fill", STYLE);
        let what = Text::new(fitting(&bar.what, LETTERS, room))
            .set("x", MARGIN)
            .set("y", top + LETTERS)
            .set("font-size", LETTERS)
            .set("fill", STYLE);
        let frame = rectangle((MARGIN, line), (whole, BAR), BOX).set("stroke", FAINT);
        picture = picture
            .add(what)
            .add(frame)
            .add(rectangle((MARGIN, line), (filled, BAR), FILL))
            .add(number);
    }
    picture.to_string()
}

fn rectangle(at: (f32, f32), size: (f32, f32), fill: &str) -> Rectangle {
    Rectangle::new()
        .set("x", at.0)
        .set("y", at.1)
        .set("width", size.0)
        .set("height", size.1)
        .set("fill", fill)
}
