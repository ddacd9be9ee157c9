//! Draws a scene as SVG: a strip of who acts in order, and a tile per zone with the tokens in it.
//!
//! Players' characters are round and blue, foes square and red, others grey diamonds. The ring says
//! how much health is left; letters, shapes and tags say everything that colours say.

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Line, Path, Polygon, Rectangle, Text};

use super::fonts::{
    FONT_FAMILY, replace_unknown_letters_and_cut, replace_unknown_letters_and_cut_middle,
    text_width,
};
use super::layout::{
    AXIS_HEIGHT, CELL_WIDTH, Layout, MARGIN, MAX_NOTES, NAME_WIDTH, NOTE_HEIGHT, PADDING,
    PlacedTile,
};
use super::scene::{Border, OrderToken, Ring, Scene, Token};
use super::theme::{
    ACCENT, BACKGROUND, BADLY_HURT, FAINT_TEXT, FOES, HEALTHY, HURT, INK, NAME_TEXT, NOTE_TEXT,
    OTHERS, OUT, PLAYERS, RING_TRACK, SMALL_TEXT, TAG_FILL, TEXT, TILE_EDGE, TILE_FILL, TITLE_TEXT,
    WALL, WIDTH, ZONE_TEXT,
};
use crate::messages::LOCALE;
use engine::visibility::view::{Camp, TurnStatus};
use narration::say;

const TITLE_BASELINE: f32 = 50.0;
/// The strip of who acts: the top of its first line, its tokens, and the space for a line.
const ORDER_TOP: f32 = 70.0;
const ORDER_TOKEN: (f32, f32) = (62.0, 44.0);
const ORDER_GAP: f32 = 10.0;
const ORDER_GROUP_GAP: f32 = 26.0;
const ORDER_LINE: f32 = 74.0;
const MAX_ORDER_LINES: usize = 2;

/// Draws the whole picture.
pub fn render_scene_svg(scene: &Scene) -> String {
    let (order, order_bottom) = draw_order(&scene.order);
    let layout = Layout::new(&scene.rows, scene.footer(), order_bottom + 12.0);
    let mut picture = Document::new()
        .set("width", WIDTH)
        .set("height", layout.height)
        .set("font-family", FONT_FAMILY)
        .add(draw_rectangle((0.0, 0.0), (WIDTH, layout.height)).set("fill", BACKGROUND))
        .add(draw_heading(scene))
        .add(order);
    for row in &layout.rows {
        for placed in row {
            picture = picture.add(draw_tile(placed, &layout));
        }
        for (left, right) in row.iter().zip(row.iter().skip(1)) {
            picture = picture.add(draw_border(left, right));
        }
    }
    if !scene.gone.is_empty() {
        let gone = replace_unknown_letters_and_cut(&scene.gone, SMALL_TEXT, WIDTH - 2.0 * MARGIN);
        let baseline = layout.height - MARGIN;
        picture = picture.add(draw_text((MARGIN, baseline), SMALL_TEXT, FAINT_TEXT, &gone));
    }
    picture.to_string()
}

fn draw_heading(scene: &Scene) -> Group {
    let title = replace_unknown_letters_and_cut(&scene.title, TITLE_TEXT, WIDTH - 2.0 * MARGIN);
    let left = MARGIN + text_width(&title, TITLE_TEXT) + 18.0;
    let subtitle =
        replace_unknown_letters_and_cut(&scene.subtitle, ZONE_TEXT, WIDTH - MARGIN - left);
    Group::new().add(draw_text((MARGIN, TITLE_BASELINE), TITLE_TEXT, TEXT, &title)).add(draw_text(
        (left, TITLE_BASELINE),
        ZONE_TEXT,
        FAINT_TEXT,
        &subtitle,
    ))
}

/// Draws who acts, in order, and returns the bottom of it. What does not fit is counted.
fn draw_order(order: &[OrderToken]) -> (Group, f32) {
    let mut group = Group::new();
    if order.is_empty() {
        return (group, ORDER_TOP);
    }
    let (mut left, mut line) = (MARGIN, 0);
    for (index, token) in order.iter().enumerate() {
        if token.starts_group && left > MARGIN {
            left += ORDER_GROUP_GAP - ORDER_GAP;
        }
        if left + ORDER_TOKEN.0 > WIDTH - MARGIN {
            (left, line) = (MARGIN, line + 1);
        }
        let is_last_place = line + 1 == MAX_ORDER_LINES
            && left + 2.0 * ORDER_TOKEN.0 + ORDER_GROUP_GAP > WIDTH - MARGIN;
        let top = ORDER_TOP + ORDER_LINE * line as f32;
        let left_over: usize = order[index..].iter().map(|token| token.count).sum();
        if is_last_place && index + 1 < order.len() {
            let text = format!("+{left_over}");
            group = group.add(draw_text((left, top + 30.0), NAME_TEXT, FAINT_TEXT, &text));
            break;
        }
        group = group.add(draw_order_token(token, (left, top)));
        left += ORDER_TOKEN.0 + ORDER_GAP;
    }
    (group, ORDER_TOP + ORDER_LINE * (line + 1) as f32)
}

/// Draws one place in the order of turns: framed if it acts now, faint and ticked off if it has
/// acted, with the number of combatants who share it.
fn draw_order_token(token: &OrderToken, (left, top): (f32, f32)) -> Group {
    let (width, height) = ORDER_TOKEN;
    let radius = if token.camp == Camp::Players { height / 2.0 } else { 8.0 };
    let is_done = token.status == TurnStatus::Spent;
    let shape = draw_rectangle((left, top), (width, height))
        .set("rx", radius)
        .set("fill", if is_done { TAG_FILL } else { camp_fill(token.camp) });
    let mut group = Group::new().add(shape);
    if token.status == TurnStatus::Acting {
        let frame = draw_rectangle((left - 4.0, top - 4.0), (width + 8.0, height + 8.0))
            .set("rx", radius + 4.0)
            .set("fill", "none")
            .set("stroke", ACCENT)
            .set("stroke-width", 4);
        group = group.add(frame);
    }
    let ink = if is_done { FAINT_TEXT } else { INK };
    let letters = draw_fitted_letters(
        (left + width / 2.0, top + height / 2.0),
        width - 10.0,
        24.0,
        ink,
        &token.letters,
    );
    let below = match (token.count, is_done) {
        (1, true) => "✓".into(),
        (1, false) => String::new(),
        (count, true) => format!("✓ ×{count}"),
        (count, false) => format!("×{count}"),
    };
    let below =
        draw_text((left + width / 2.0, top + height + 20.0), SMALL_TEXT, FAINT_TEXT, &below)
            .set("text-anchor", "middle");
    group.add(letters).add(below)
}

/// Draws a zone: its name, as many notes as fit, its tokens, and a scale if it is a stretch of a
/// line.
fn draw_tile(placed: &PlacedTile, layout: &Layout) -> Group {
    let tile = placed.tile;
    let frame = draw_rectangle((placed.left, placed.top), (placed.width, placed.height))
        .set("rx", 14)
        .set("fill", TILE_FILL)
        .set("stroke", TILE_EDGE)
        .set("stroke-width", 2);
    let (left, inner_width) = (placed.left + PADDING, placed.width - 2.0 * PADDING);
    let mut baseline = placed.top + PADDING + 24.0;
    let name = replace_unknown_letters_and_cut_middle(&tile.name, ZONE_TEXT, inner_width);
    let mut group =
        Group::new().add(frame).add(draw_text((left, baseline), ZONE_TEXT, TEXT, &name));
    for (index, note) in tile.notes.iter().take(MAX_NOTES).enumerate() {
        baseline += NOTE_HEIGHT;
        let hidden = tile.notes.len().saturating_sub(MAX_NOTES);
        let note = match hidden {
            1.. if index + 1 == MAX_NOTES => format!("+{} · {note}", hidden),
            _ => note.clone(),
        };
        let note = replace_unknown_letters_and_cut(&note, NOTE_TEXT, inner_width);
        group = group.add(draw_text((left, baseline), NOTE_TEXT, FAINT_TEXT, &note));
    }
    if tile.tokens.is_empty() {
        let nobody = say!(LOCALE, "nobody");
        group = group.add(draw_text((left, baseline + 44.0), NOTE_TEXT, FAINT_TEXT, &nobody));
    }
    let radius = layout.token_size.ring_radius;
    for (token, centre) in tile.tokens.iter().zip(placed.token_centres(layout.token_size)) {
        group = group.add(draw_token(token, centre, radius));
    }
    match tile.span_feet {
        Some(span) => group.add(draw_axis(placed, span)),
        None => group,
    }
}

/// Draws the scale of feet at the bottom of a tile, with a mark for each combatant.
fn draw_axis(placed: &PlacedTile, (first, last): (u16, u16)) -> Group {
    let (left, right) = (placed.left + PADDING, placed.right() - PADDING);
    let y = placed.bottom() - AXIS_HEIGHT + 14.0;
    let x_of = |feet: u16| {
        let length = f32::from((last - first).max(1));
        left + (right - left) * f32::from(feet.saturating_sub(first)) / length
    };
    let mut group = Group::new().add(draw_line((left, y), (right, y)).set("stroke", WALL));
    for feet in (first..=last).step_by(5) {
        let x = x_of(feet);
        group = group.add(draw_line((x, y), (x, y + 6.0)).set("stroke", WALL));
    }
    let label = |x: f32, feet: u16, anchor: &str| {
        draw_text((x, y + 26.0), SMALL_TEXT, FAINT_TEXT, &feet.to_string())
            .set("text-anchor", anchor)
    };
    group = group.add(label(left, first, "start")).add(label(right, last, "end"));
    for token in placed.tile.tokens.iter().filter(|token| !token.is_out) {
        let Some(feet) = token.position_feet else { continue };
        let x = x_of(feet);
        let points = format!("{x},{y} {},{} {},{}", x - 6.0, y - 11.0, x + 6.0, y - 11.0);
        group = group.add(Polygon::new().set("points", points).set("fill", camp_fill(token.camp)));
    }
    group
}

/// Draws what lies between two tiles of a row.
fn draw_border(left: &PlacedTile, right: &PlacedTile) -> Group {
    let x = f32::midpoint(left.right(), right.left);
    let (top, bottom) = (left.top + 18.0, left.bottom() - 18.0);
    let line = draw_line((x, top), (x, bottom));
    match &left.tile.right_border {
        Border::Wall => Group::new().add(line.set("stroke", WALL).set("stroke-width", 5)),
        Border::Open => {
            let middle = f32::midpoint(top, bottom);
            let gate = draw_line((left.right() - 1.0, middle), (right.left + 1.0, middle));
            Group::new().add(gate.set("stroke", TILE_EDGE).set("stroke-width", 64))
        }
        Border::Hindered(text) => {
            let middle = f32::midpoint(top, bottom);
            let text = replace_unknown_letters_and_cut(text, SMALL_TEXT, bottom - top - 20.0);
            let half = text_width(&text, SMALL_TEXT) / 2.0 + 10.0;
            let dotted = |from: f32, to: f32| {
                draw_line((x, from), (x, to))
                    .set("stroke", ACCENT)
                    .set("stroke-width", 4)
                    .set("stroke-dasharray", "4 8")
            };
            let label = draw_text((x, middle), SMALL_TEXT, ACCENT, &text)
                .set("text-anchor", "middle")
                .set("transform", format!("rotate(-90 {x} {middle}) translate(0 6)"));
            Group::new()
                .add(dotted(top, middle - half))
                .add(dotted(middle + half, bottom))
                .add(label)
        }
    }
}

/// Draws a token: its shape and letters, the ring of health, count, name and tags.
fn draw_token(token: &Token, (x, y): (f32, f32), radius: f32) -> Group {
    let mut group = Group::new();
    if token.is_acting {
        let halo = Circle::new()
            .set("cx", x)
            .set("cy", y)
            .set("r", radius + 7.0)
            .set("fill", "none")
            .set("stroke", ACCENT)
            .set("stroke-width", 4)
            .set("stroke-dasharray", "9 6");
        group = group.add(halo);
    }
    if !token.is_out {
        group = group.add(draw_ring(token.ring, (x, y), radius - 3.0));
    }
    let body_radius = radius - 11.0;
    let mut shape = draw_camp_shape(token.camp, token.is_out, (x, y), body_radius);
    if token.is_hidden {
        shape = shape.set("stroke", TEXT).set("stroke-width", 3).set("stroke-dasharray", "5 4");
    }
    group = group.add(shape);
    let letters =
        draw_fitted_letters((x, y), body_radius * 1.7, body_radius * 0.88, INK, &token.letters);
    if token.is_out {
        for (from, to) in [(-1.0, 1.0), (1.0, -1.0)] {
            let reach = radius - 6.0;
            let cross = draw_line((x + from * reach, y - reach), (x + to * reach, y + reach));
            group = group.add(cross.set("stroke", RING_TRACK).set("stroke-width", 6));
        }
    }
    // The letters stay readable on the cross.
    group = group.add(letters);
    if token.count > 1 {
        group = group.add(draw_count(token.count, (x + radius * 0.78, y - radius * 0.78)));
    }
    let name = replace_unknown_letters_and_cut_middle(&token.name, NAME_TEXT, NAME_WIDTH);
    let name_fill = if token.is_out { FAINT_TEXT } else { TEXT };
    let name_baseline = y + radius + 24.0;
    let name =
        draw_text((x, name_baseline), NAME_TEXT, name_fill, &name).set("text-anchor", "middle");
    group.add(name).add(draw_first_tags_and_rest_count(token, (x, name_baseline + 8.0)))
}

/// Draws how much health is left as a ring: a whole arc for numbers, quarters for words.
fn draw_ring(ring: Ring, (x, y): (f32, f32), radius: f32) -> Group {
    let circle = |colour: &str| {
        Circle::new()
            .set("cx", x)
            .set("cy", y)
            .set("r", radius)
            .set("fill", "none")
            .set("stroke", colour)
            .set("stroke-width", 6)
    };
    let arc = |from: f32, to: f32, colour: &str| {
        let point = |turn: f32| {
            let angle = turn * std::f32::consts::TAU;
            (x + radius * angle.sin(), y - radius * angle.cos())
        };
        let is_large = u8::from(to - from > 0.5);
        let (start, end) = (point(from), point(to));
        let data = Data::new()
            .move_to(start)
            .elliptical_arc_to((radius, radius, 0.0, is_large, 1.0, end.0, end.1));
        Path::new().set("d", data).set("fill", "none").set("stroke", colour).set("stroke-width", 6)
    };
    match ring {
        Ring::Unknown => Group::new(),
        Ring::Exact(1000..) => Group::new().add(circle(HEALTHY)),
        Ring::Exact(0) => Group::new().add(circle(RING_TRACK)),
        Ring::Exact(thousandths) => {
            let share = f32::from(thousandths) / 1000.0;
            Group::new().add(circle(RING_TRACK)).add(arc(0.0, share, health_colour(thousandths)))
        }
        Ring::Quarters(filled) => (0..4).fold(Group::new(), |group, quarter| {
            let colour = match quarter < filled {
                true => health_colour(u16::from(filled) * 250),
                false => RING_TRACK,
            };
            let from = f32::from(quarter) / 4.0;
            group.add(arc(from + 0.018, from + 0.232, colour))
        }),
    }
}

fn health_colour(thousandths: u16) -> &'static str {
    match thousandths {
        0..=333 => BADLY_HURT,
        334..=750 => HURT,
        _ => HEALTHY,
    }
}

fn draw_count(count: usize, (x, y): (f32, f32)) -> Group {
    let badge = Circle::new().set("cx", x).set("cy", y).set("r", 17).set("fill", TEXT);
    let text = draw_fitted_letters((x, y), 30.0, SMALL_TEXT, INK, &format!("×{count}"));
    Group::new().add(badge).add(text)
}

/// Draws the first tags side by side, and how many there are more.
fn draw_first_tags_and_rest_count(token: &Token, (x, top): (f32, f32)) -> Group {
    let feet = token.position_feet.map(|feet| say!(LOCALE, "picture-feet", feet = feet));
    let tags: Vec<String> = feet.into_iter().chain(token.tags.iter().cloned()).collect();
    let max_width = CELL_WIDTH - 4.0;
    let width_of = |text: &str| text_width(text, SMALL_TEXT) + 14.0;
    let mut shown: Vec<String> = Vec::new();
    let mut used = 0.0;
    for (index, tag) in tags.iter().enumerate() {
        let left_over = tags.len() - index - 1;
        let reserve = if left_over > 0 { width_of("+9") + 4.0 } else { 0.0 };
        let available = max_width - used - reserve;
        if index > 0 && width_of(tag) > available {
            shown.push(format!("+{}", left_over + 1));
            break;
        }
        let tag = replace_unknown_letters_and_cut(tag, SMALL_TEXT, available - 14.0);
        used += width_of(&tag) + 4.0;
        shown.push(tag);
    }
    let total: f32 = shown.iter().map(|tag| width_of(tag) + 4.0).sum::<f32>() - 4.0;
    let mut left = x - total / 2.0;
    let mut group = Group::new();
    for tag in &shown {
        let width = width_of(tag);
        let pill = draw_rectangle((left, top), (width, 23.0)).set("rx", 11).set("fill", TAG_FILL);
        group = group.add(pill).add(draw_text((left + 7.0, top + 17.5), SMALL_TEXT, TEXT, tag));
        left += width + 4.0;
    }
    group
}

fn camp_fill(camp: Camp) -> &'static str {
    match camp {
        Camp::Players => PLAYERS,
        Camp::Foes => FOES,
        Camp::Others => OTHERS,
    }
}

/// Draws the shape of a camp: a circle, a square or a diamond.
fn draw_camp_shape(camp: Camp, is_out: bool, (x, y): (f32, f32), radius: f32) -> Path {
    let fill = if is_out { OUT } else { camp_fill(camp) };
    let data = match camp {
        Camp::Players => Data::new()
            .move_to((x - radius, y))
            .elliptical_arc_to((radius, radius, 0.0, 1.0, 1.0, x + radius, y))
            .elliptical_arc_to((radius, radius, 0.0, 1.0, 1.0, x - radius, y)),
        Camp::Foes => {
            let half = radius * 0.86;
            Data::new()
                .move_to((x - half, y - half))
                .line_to((x + half, y - half))
                .line_to((x + half, y + half))
                .line_to((x - half, y + half))
        }
        Camp::Others => {
            let reach = radius * 1.08;
            Data::new()
                .move_to((x, y - reach))
                .line_to((x + reach, y))
                .line_to((x, y + reach))
                .line_to((x - reach, y))
        }
    };
    Path::new().set("d", data.close()).set("fill", fill)
}

/// Draws letters in the middle of a place, smaller if they are wider than it.
fn draw_fitted_letters(
    (x, y): (f32, f32),
    max_width: f32,
    size: f32,
    fill: &str,
    letters: &str,
) -> Text {
    let width = text_width(letters, size).max(1.0);
    let size = (size * max_width / width).min(size).max(12.0);
    draw_text((x, y + size * 0.36), size, fill, letters).set("text-anchor", "middle")
}

fn draw_line(from: (f32, f32), to: (f32, f32)) -> Line {
    Line::new().set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1)
}

pub fn draw_rectangle(position: (f32, f32), size: (f32, f32)) -> Rectangle {
    Rectangle::new()
        .set("x", position.0)
        .set("y", position.1)
        .set("width", size.0)
        .set("height", size.1)
}

pub fn draw_text(position: (f32, f32), size: f32, fill: &str, content: &str) -> Text {
    Text::new(content)
        .set("x", position.0)
        .set("y", position.1)
        .set("font-size", size)
        .set("fill", fill)
}
