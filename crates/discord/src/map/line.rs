//! Draws zones on a line to scale: the span of each zone, a scale in feet, and the combatants at
//! their positions. Tokens that would overlap are stacked.

use svg::node::element::Group;

use super::drawing::{
    BOX_COLOUR, FAINT_COLOUR, INK_COLOUR, MARGIN, MapDrawing, TOKEN_RADIUS, draw_rectangle,
    draw_stroke, draw_text,
};
use super::fonts::fit_text;
use engine::visibility::view::{FightView, MemberView, ZoneView};

/// The distance between two marks, in feet.
const FEET_PER_MARK: u16 = 5;
const LEVEL_HEIGHT: f32 = 2.0 * TOKEN_RADIUS + 10.0;
const BAND_HEIGHT: f32 = 34.0;
const SCALE_HEIGHT: f32 = 30.0;
/// The least width of a zone's name, and of one number of the scale.
const MIN_NAME_WIDTH: f32 = 39.0;
const MIN_NUMBER_WIDTH: f32 = 48.0;

pub struct LineDrawing {
    pub group: Group,
    pub height: f32,
}

/// Draws the whole line, at the top of a picture of this width.
pub fn draw_line(map: &MapDrawing<'_>, width: f32) -> LineDrawing {
    let view = map.view;
    let spans = || view.zones.iter().filter_map(|zone| zone.span_feet);
    let last = spans().map(|(_, last)| last).max().unwrap_or(0);
    let scale =
        FeetScale { pixels_per_foot: (width - 2.0 * MARGIN) / f32::from(last + FEET_PER_MARK) };
    let tokens = stack_tokens(view, scale);
    let levels = tokens.iter().map(|token| token.level + 1).max().unwrap_or(0);
    let bottom = MARGIN + levels as f32 * LEVEL_HEIGHT;
    let mut group = Group::new();
    for (zone, (from, to)) in view.zones.iter().zip(spans()) {
        group = group.add(draw_zone_band(
            zone,
            scale.left_of(from),
            scale.left_of(to + FEET_PER_MARK),
            bottom,
        ));
    }
    group = group.add(draw_scale(scale, last, bottom + BAND_HEIGHT));
    let token_y = |token: &StackedToken<'_>| bottom - LEVEL_HEIGHT * (token.level as f32 + 0.5);
    // All leader lines come first, so that tokens cover them.
    for token in &tokens {
        let leader =
            draw_stroke((token.x, token_y(token)), (token.x, bottom)).set("stroke-width", 2);
        group = group.add(leader);
    }
    for token in &tokens {
        group = group.add(map.draw_token(token.member, token.x, token_y(token)));
    }
    LineDrawing { group, height: bottom - MARGIN + BAND_HEIGHT + SCALE_HEIGHT }
}

#[derive(Clone, Copy)]
struct FeetScale {
    pixels_per_foot: f32,
}

impl FeetScale {
    /// Returns the left end of the space at a mark.
    fn left_of(self, mark: u16) -> f32 {
        MARGIN + f32::from(mark) * self.pixels_per_foot
    }

    fn middle_of(self, mark: u16) -> f32 {
        self.left_of(mark) + f32::from(FEET_PER_MARK) * self.pixels_per_foot / 2.0
    }
}

/// A combatant on the line. `level` counts from the lowest.
struct StackedToken<'a> {
    member: &'a MemberView,
    x: f32,
    level: usize,
}

/// Returns all combatants on the line, each at the lowest level with enough space.
fn stack_tokens(view: &FightView, scale: FeetScale) -> Vec<StackedToken<'_>> {
    let members = view.members().filter_map(|member| Some((member.position_feet?, member)));
    let mut members: Vec<(u16, &MemberView)> = members.collect();
    members.sort_by_key(|(feet, _)| *feet);
    let mut level_ends: Vec<f32> = Vec::new();
    let stack = |(feet, member): (u16, _)| {
        let x = scale.middle_of(feet).clamp(MARGIN + TOKEN_RADIUS, f32::MAX);
        let free_level = level_ends.iter().position(|end| *end <= x - TOKEN_RADIUS);
        let level = free_level.unwrap_or(level_ends.len());
        level_ends.resize(level_ends.len().max(level + 1), 0.0);
        level_ends[level] = x + TOKEN_RADIUS + 4.0;
        StackedToken { member, x, level }
    };
    members.into_iter().map(stack).collect()
}

fn draw_zone_band(zone: &ZoneView, left: f32, right: f32, top: f32) -> Group {
    let frame = draw_rectangle(left, top, right - left, BAND_HEIGHT)
        .set("fill", BOX_COLOUR)
        .set("stroke", INK_COLOUR)
        .set("stroke-width", 3);
    let name_width = right - left - 14.0;
    let group = Group::new().add(frame);
    if name_width < MIN_NAME_WIDTH {
        return group;
    }
    group.add(draw_text(
        left + 7.0,
        top + 24.0,
        20.0,
        INK_COLOUR,
        &fit_text(&zone.name, 20.0, name_width),
    ))
}

/// Draws a stroke for each mark, and as many numbers as fit.
fn draw_scale(feet_scale: FeetScale, last: u16, top: f32) -> Group {
    let steps = [5, 10, 20, 50, 100, 500];
    let fits = |step: &u16| f32::from(*step) * feet_scale.pixels_per_foot >= MIN_NUMBER_WIDTH;
    let step = steps.into_iter().find(fits).unwrap_or(500);
    let draw_mark = |group: Group, mark: u16| {
        let x = feet_scale.middle_of(mark);
        let group = group.add(draw_stroke((x, top), (x, top + 6.0)).set("stroke-width", 2));
        if !mark.is_multiple_of(step) {
            return group;
        }
        let number = draw_text(x, top + 24.0, 18.0, FAINT_COLOUR, &mark.to_string());
        group.add(number.set("text-anchor", "middle"))
    };
    (0..=last).step_by(usize::from(FEET_PER_MARK)).fold(Group::new(), draw_mark)
}
