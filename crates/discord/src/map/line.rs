//! Zones along a line, drawn to scale: the stretch of each, a scale in feet, and who stands where.
//! Tokens that would cover each other stand one above the other.

use svg::node::element::Group;

use super::drawing::{BOX, Cast, FAINT, MARGIN, STYLE, TOKEN, rectangle, stroke, text};
use super::fonts::fitting;
use engine::view::{MemberView, View, ZoneView};

/// Marks are so many feet apart.
const STEP: u16 = 5;
const LEVEL: f32 = 2.0 * TOKEN + 10.0;
const BAND: f32 = 34.0;
const SCALE: f32 = 30.0;
/// What a zone's name needs at least, and what one number of the scale does.
const NAME: f32 = 39.0;
const NUMBER: f32 = 48.0;

pub struct Line {
    pub group: Group,
    pub height: f32,
}

/// The whole line, at the top of a picture.
pub fn line(cast: &Cast<'_>, width: f32) -> Line {
    let view = cast.view;
    let spans = || view.zones.iter().filter_map(|zone| zone.span);
    let last = spans().map(|(_, last)| last).max().unwrap_or(0);
    let ruler = Ruler { per_foot: (width - 2.0 * MARGIN) / f32::from(last + STEP) };
    let tokens = stacked(view, ruler);
    let levels = tokens.iter().map(|token| token.level + 1).max().unwrap_or(0);
    let bottom = MARGIN + levels as f32 * LEVEL;
    let mut group = Group::new();
    for (zone, (from, to)) in view.zones.iter().zip(spans()) {
        group = group.add(band(zone, ruler.left(from), ruler.left(to + STEP), bottom));
    }
    group = group.add(scale(ruler, last, bottom + BAND));
    let above = |token: &Token<'_>| bottom - LEVEL * (token.level as f32 + 0.5);
    // Tokens cover the leads of those above them.
    for token in &tokens {
        let lead = stroke((token.x, above(token)), (token.x, bottom)).set("stroke-width", 2);
        group = group.add(lead);
    }
    for token in &tokens {
        group = group.add(cast.token(token.one, token.x, above(token)));
    }
    Line { group, height: bottom - MARGIN + BAND + SCALE }
}

#[derive(Clone, Copy)]
struct Ruler {
    per_foot: f32,
}

impl Ruler {
    /// Where the room of a mark begins.
    fn left(self, mark: u16) -> f32 {
        MARGIN + f32::from(mark) * self.per_foot
    }

    fn middle(self, mark: u16) -> f32 {
        self.left(mark) + f32::from(STEP) * self.per_foot / 2.0
    }
}

/// Somebody on the line, and how high above it.
struct Token<'a> {
    one: &'a MemberView,
    x: f32,
    level: usize,
}

/// Everybody on the line, each as low as there is room.
fn stacked(view: &View, ruler: Ruler) -> Vec<Token<'_>> {
    let all = view.everybody().filter_map(|one| Some((one.feet?, one)));
    let mut all: Vec<(u16, &MemberView)> = all.collect();
    all.sort_by_key(|(feet, _)| *feet);
    let mut ends: Vec<f32> = Vec::new();
    let token = |(feet, one): (u16, _)| {
        let x = ruler.middle(feet).clamp(MARGIN + TOKEN, f32::MAX);
        let free = ends.iter().position(|end| *end <= x - TOKEN);
        let level = free.unwrap_or(ends.len());
        ends.resize(ends.len().max(level + 1), 0.0);
        ends[level] = x + TOKEN + 4.0;
        Token { one, x, level }
    };
    all.into_iter().map(token).collect()
}

fn band(zone: &ZoneView, left: f32, right: f32, top: f32) -> Group {
    let frame = rectangle(left, top, right - left, BAND)
        .set("fill", BOX)
        .set("stroke", STYLE)
        .set("stroke-width", 3);
    let room = right - left - 14.0;
    let group = Group::new().add(frame);
    if room < NAME {
        return group;
    }
    group.add(text(left + 7.0, top + 24.0, 20.0, STYLE, &fitting(&zone.name, 20.0, room)))
}

/// A stroke for each mark, and as many numbers as there is room for.
fn scale(ruler: Ruler, last: u16, top: f32) -> Group {
    let steps = [5, 10, 20, 50, 100, 500];
    let fits = |step: &u16| f32::from(*step) * ruler.per_foot >= NUMBER;
    let step = steps.into_iter().find(fits).unwrap_or(500);
    let mark = |group: Group, mark: u16| {
        let x = ruler.middle(mark);
        let group = group.add(stroke((x, top), (x, top + 6.0)).set("stroke-width", 2));
        if !mark.is_multiple_of(step) {
            return group;
        }
        let number = text(x, top + 24.0, 18.0, FAINT, &mark.to_string());
        group.add(number.set("text-anchor", "middle"))
    };
    (0..=last).step_by(usize::from(STEP)).fold(Group::new(), mark)
}
