//! Draws a bar chart of shares in sections: each bar below its label and number, in the colour of
//! the side that it is about.

use svg::node::element::{Group, Rectangle};

use super::drawing::{Painter, draw_rectangle, draw_text};
use super::fonts::{replace_unknown_letters_and_cut_middle, text_width};
use super::layout::MARGIN;
use super::theme::{Canvas, MIN_TEXT, ThemeName};
use engine::visibility::view::Camp;

/// Sizes in pixels.
const SECTIONS_TOP: f32 = 76.0;
const HEADING_HEIGHT: f32 = 44.0;
const ROW_HEIGHT: f32 = 54.0;
const LETTER_SIZE: f32 = 24.0;
const BAR_HEIGHT: f32 = 16.0;
/// The space between a label and the number behind it.
const NUMBER_GAP: f32 = 16.0;
/// How opaque the part of a bar is that only some of a group reach.
const UPPER_PART_OPACITY: f32 = 0.65;

/// A bar chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarChart {
    pub title: String,
    pub subtitle: String,
    pub sections: Vec<ChartSection>,
}

/// Bars under a heading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartSection {
    pub heading: String,
    pub bars: Vec<ChartBar>,
    /// What is not drawn; empty if all is.
    pub note: String,
}

/// One bar of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartBar {
    pub label: String,
    /// Whom it is about.
    pub camp: Camp,
    /// The least and the greatest share of a group, in thousandths; twice the same for one.
    pub shares: (u16, u16),
    /// The share as text.
    pub share_text: String,
}

/// Draws the chart as SVG. Texts that are too wide are cut.
pub fn render_chart_svg(chart: &BarChart) -> String {
    let painter = Painter { theme: ThemeName::Dark.theme(), canvas: Canvas::Narrow };
    let mut top = SECTIONS_TOP;
    let mut content = Group::new();
    for section in chart.sections.iter().filter(|section| !section.bars.is_empty()) {
        let baseline = top + HEADING_HEIGHT - 10.0;
        let faint_text = painter.theme.faint_text;
        content =
            content.add(draw_text((MARGIN, baseline), MIN_TEXT, faint_text, &section.heading));
        top += HEADING_HEIGHT;
        for bar in &section.bars {
            content = content.add(painter.draw_bar(bar, top));
            top += ROW_HEIGHT;
        }
        if !section.note.is_empty() {
            let place = (MARGIN, top + MIN_TEXT);
            content = content.add(draw_text(place, MIN_TEXT, faint_text, &section.note));
            top += MIN_TEXT + 12.0;
        }
    }
    painter
        .start_picture(top + MARGIN)
        .add(painter.draw_heading(&chart.title, &chart.subtitle))
        .add(content)
        .to_string()
}

impl Painter {
    /// Draws a bar over the whole width, with its label and number above it.
    fn draw_bar(&self, bar: &ChartBar, top: f32) -> Group {
        let whole_width = self.right() - MARGIN;
        let number_width = text_width(&bar.share_text, LETTER_SIZE);
        let label_width = whole_width - number_width - NUMBER_GAP;
        let label = replace_unknown_letters_and_cut_middle(&bar.label, LETTER_SIZE, label_width);
        let baseline = top + LETTER_SIZE;
        let number =
            draw_text((self.right(), baseline), LETTER_SIZE, self.theme.text, &bar.share_text)
                .set("text-anchor", "end");
        let bar_of = |share: u16, fill: &str| -> Rectangle {
            let width = whole_width * f32::from(share.min(1000)) / 1000.0;
            draw_rectangle((MARGIN, top + LETTER_SIZE + 8.0), (width, BAR_HEIGHT))
                .set("rx", 4)
                .set("fill", fill)
        };
        let (least, most) = bar.shares;
        let fill = self.theme.camp_fill(bar.camp);
        let mut group = Group::new()
            .add(draw_text((MARGIN, baseline), LETTER_SIZE, self.theme.text, &label))
            .add(number)
            .add(bar_of(1000, self.theme.tile_fill));
        if most > least {
            group = group.add(bar_of(most, fill).set("fill-opacity", UPPER_PART_OPACITY));
        }
        // A bar of no width is not valid.
        if least > 0 {
            group = group.add(bar_of(least, fill));
        }
        group
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_have_the_colours_of_sides_and_none_is_empty() {
        let bar = |label: &str, camp, shares| ChartBar {
            label: label.into(),
            camp,
            shares,
            share_text: "5 %".into(),
        };
        let svg = |bars: Vec<ChartBar>| {
            let section = ChartSection { bars, ..ChartSection::default() };
            render_chart_svg(&BarChart { sections: vec![section], ..BarChart::default() })
        };
        let theme = ThemeName::Dark.theme();
        let fill = |colour: &str| format!("fill=\"{colour}\"");
        let both = svg(vec![
            bar("Mira", Camp::Players, (500, 500)),
            bar("Raider 1–20", Camp::Foes, (10, 200)),
        ]);
        assert_eq!(both.matches(&fill(theme.players)).count(), 1, "{both}");
        assert_eq!(both.matches(&fill(theme.foes)).count(), 2, "{both}");
        let nothing = svg(vec![bar("Raider 1", Camp::Foes, (0, 0))]);
        assert!(!nothing.contains(&fill(theme.foes)) && nothing.contains("Raider 1"), "{nothing}");
    }
}
