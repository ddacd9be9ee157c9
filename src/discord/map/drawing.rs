//! The map as SVG: a box a zone, a line a person, links between the boxes. Sides differ by the
//! shape of the token, wounds are a bar and words, whoever acts has a pointer and a heavy rim:
//! nothing is said by colour alone.

use svg::Document;
use svg::node::element::{Circle, Group, Line, Polygon, Rectangle, Text};

use super::super::messages::TONGUE;
use super::{health, layout, line, neighbours, state};
use crate::discord::messages::text::cut;
use crate::engine::view::{Mark, MemberView, View, ZoneView};
use crate::narration::{say, words};

pub const FAMILY: &str = "DejaVu Sans";

/// Sizes in pixels; a phone shows the picture at about half of them.
const WIDTH: f32 = 350.0;
const GAP: f32 = 32.0;
pub const MARGIN: f32 = 12.0;
const PAD: f32 = 14.0;
const HEADING: f32 = 38.0;
const FACT: f32 = 26.0;
const PERSON: f32 = 56.0;
pub const TOKEN: f32 = 20.0;

/// The most letters of a size that go into a line of a box.
const NAME_LETTERS: usize = 17;
const NOTE_LETTERS: usize = 29;

const PAPER: &str = "#f6f3ea";
pub const BOX: &str = "#ffffff";
pub const INK: &str = "#1b1d22";
pub const FAINT: &str = "#4b5058";
const RIM: &str = "#8a8f98";
/// Fills of tokens by side, all dark enough for white letters.
const FILLS: [&str; 4] = ["#1f4e9c", "#9c2a1f", "#2b6b34", "#6a3a8c"];

/// The whole map.
pub fn svg(view: &View) -> String {
    let (rows, is_line) = (layout::rows(view), layout::is_line(view));
    let is_row = is_line || rows.iter().all(|row| row.len() == 1);
    let columns = if is_line { 2 } else { rows.iter().map(Vec::len).max().unwrap_or(1) } as f32;
    let width = 2.0 * MARGIN + columns * WIDTH + (columns - 1.0) * GAP;
    let line = is_line.then(|| line::line(view, width));
    let mut boxes: Vec<Option<Place>> = view.zones.iter().map(|_| None).collect();
    let mut top = MARGIN + line.as_ref().map_or(0.0, |line| line.height + GAP);
    for row in &rows {
        let lines: Vec<Vec<String>> = row.iter().map(|at| notes(view, *at, is_row)).collect();
        let heights = row.iter().zip(&lines).map(|(at, lines)| height(view, *at, lines.len()));
        let tallest = heights.fold(0.0, f32::max);
        let used = row.len() as f32 * WIDTH + (row.len() as f32 - 1.0) * GAP;
        let mut left = if is_line { MARGIN } else { (width - used) / 2.0 };
        for (at, lines) in row.iter().zip(lines) {
            boxes[*at] = Some(Place { left, top, height: tallest, lines });
            left += WIDTH + GAP;
        }
        top += tallest + GAP;
    }
    let height = top - GAP + MARGIN;
    let mut picture = Document::new()
        .set("width", width)
        .set("height", height)
        .set("font-family", FAMILY)
        .add(rectangle(0.0, 0.0, width, height).set("fill", PAPER));
    // The line shows by itself which zones are neighbours.
    let links = layout::links(view).filter(|_| !is_line);
    for (from, to) in links {
        if let (Some(Some(from)), Some(Some(to))) = (boxes.get(from), boxes.get(to)) {
            picture = picture.add(link(from, to));
        }
    }
    for (at, place) in boxes.iter().enumerate() {
        if let Some(place) = place {
            picture = picture.add(zone(view, at, place));
        }
    }
    line.into_iter().fold(picture, |picture, line| picture.add(line.group)).to_string()
}

struct Place {
    left: f32,
    top: f32,
    height: f32,
    /// What is known of the zone.
    lines: Vec<String>,
}

impl Place {
    fn middle(&self) -> (f32, f32) {
        (self.left + WIDTH / 2.0, self.top + self.height / 2.0)
    }
}

/// What stands below a zone's name. Where zones are not in a row, lines may pass behind boxes, so
/// the neighbours are named.
fn notes(view: &View, at: usize, is_row: bool) -> Vec<String> {
    let zone: &ZoneView = &view.zones[at];
    let facts = zone.facts.iter().map(|(key, value)| words::zone_fact(TONGUE, key, value));
    let mut lines: Vec<String> = facts.map(|fact| cut(&fact, NOTE_LETTERS)).collect();
    if !is_row {
        let near: Vec<&str> = neighbours(view, zone).collect();
        let near = say!(TONGUE, "next-to", zones = near.join(", "));
        lines.push(cut(&near, NOTE_LETTERS));
    }
    lines
}

fn height(view: &View, at: usize, lines: usize) -> f32 {
    let people = view.in_zone(at).len().max(1);
    2.0 * PAD + HEADING + lines as f32 * FACT + people as f32 * PERSON
}

fn link(from: &Place, to: &Place) -> Line {
    stroke(from.middle(), to.middle()).set("stroke-width", 6)
}

fn zone(view: &View, at: usize, place: &Place) -> Group {
    let frame = rectangle(place.left, place.top, WIDTH, place.height)
        .set("rx", 12)
        .set("fill", BOX)
        .set("stroke", INK)
        .set("stroke-width", 3);
    let left = place.left + PAD;
    let mut y = place.top + PAD + 24.0;
    let name = zone_name(&view.zones[at]);
    let mut group = Group::new().add(frame).add(text(left, y, 28.0, INK, &name));
    y += HEADING - 24.0;
    for line in &place.lines {
        group = group.add(text(left, y + 19.0, 20.0, FAINT, line));
        y += FACT;
    }
    let mut is_empty = true;
    for (side, one) in view.in_zone(at) {
        group = group.add(person(view, side, one, left, y));
        y += PERSON;
        is_empty = false;
    }
    if is_empty {
        group = group.add(text(left, y + 32.0, 20.0, FAINT, &say!(TONGUE, "nobody")));
    }
    group
}

/// The name of a zone, short enough, and its marks where it is a stretch of a line.
fn zone_name(zone: &ZoneView) -> String {
    let marks = ZoneView { name: String::new(), ..zone.clone() };
    let marks = words::zone(TONGUE, &marks).chars().count();
    let name = cut(&zone.name, NAME_LETTERS - marks);
    words::zone(TONGUE, &ZoneView { name, ..zone.clone() })
}

/// A token, the name, how hurt they are, and a pointer where it is their turn.
fn person(view: &View, side: usize, one: &MemberView, left: f32, top: f32) -> Group {
    let (x, y) = (left + TOKEN + 13.0, top + PERSON / 2.0);
    let mut group = Group::new().add(token_of(view, side, one, x, y));
    if one.mark == Mark::Acting {
        let points = format!("{left},{} {},{y} {left},{}", y - 9.0, left + 10.0, y + 9.0);
        group = group.add(Polygon::new().set("points", points).set("fill", INK));
    }
    let (words_at, name) = (x + TOKEN + 12.0, cut(&one.name, NAME_LETTERS));
    let name = words::placed(TONGUE, &name, one.feet);
    group = group.add(text(words_at, y - 2.0, 24.0, INK, &name));
    let mut state = state(view, one);
    if one.mark == Mark::Out {
        state.push(words::mark(TONGUE, Mark::Out));
    }
    let bar = health(&one.wounds).map(|part| bar(words_at, y + 8.0, part));
    let shift = if bar.is_some() { 68.0 } else { 0.0 };
    let state = cut(&state.join(" · "), NOTE_LETTERS - 5 - (shift / 10.0) as usize);
    group = group.add(text(words_at + shift, y + 21.0, 19.0, FAINT, &state));
    bar.into_iter().fold(group, Group::add)
}

/// Initials in the shape of their side, with a heavy rim where it is their turn, and crossed out
/// where they are out.
pub fn token_of(view: &View, side: usize, one: &MemberView, x: f32, y: f32) -> Group {
    let (look, is_acting) = (look_of(view, side, one), one.mark == Mark::Acting);
    let (shape, fill) = (SHAPES[look % SHAPES.len()], FILLS[look % FILLS.len()]);
    let letters = initials(&one.name);
    let size = if letters.chars().count() > 2 { 14.0 } else { 17.0 };
    let initials = text(x, y + size / 3.0, size, "#ffffff", &letters);
    let group = Group::new()
        .add(token(shape, x, y, fill, is_acting))
        .add(initials.set("text-anchor", "middle"));
    if one.mark != Mark::Out {
        return group;
    }
    [(-1.0, 1.0), (1.0, -1.0)].into_iter().fold(group, |group, (from, to)| {
        let cross = stroke((x + from * TOKEN, y - TOKEN), (x + to * TOKEN, y + TOKEN));
        group.add(cross.set("stroke-width", 3))
    })
}

fn bar(left: f32, top: f32, part: f32) -> Group {
    let frame = rectangle(left, top, 60.0, 10.0).set("fill", BOX).set("stroke", RIM);
    let group = Group::new().add(frame);
    if part <= 0.0 {
        return group;
    }
    group.add(rectangle(left, top, 60.0 * part.min(1.0), 10.0).set("fill", INK))
}

#[derive(Clone, Copy)]
enum Shape {
    Circle,
    Square,
    Diamond,
    Hexagon,
}

const SHAPES: [Shape; 4] = [Shape::Circle, Shape::Square, Shape::Diamond, Shape::Hexagon];

/// Which shape and colour: sides look different, or, where there is one order for all, players
/// and NPCs.
fn look_of(view: &View, side: usize, one: &MemberView) -> usize {
    let is_by_side = view.groups.iter().filter(|group| !group.members.is_empty()).count() > 1;
    if is_by_side { side } else { usize::from(one.user.is_none()) }
}

fn token(shape: Shape, x: f32, y: f32, fill: &str, is_heavy: bool) -> Group {
    let (rim, stroke) = if is_heavy { (INK, 5) } else { (RIM, 2) };
    let polygon = |points: &[(f32, f32)]| {
        let at = |(dx, dy): &(f32, f32)| format!("{},{}", x + dx * TOKEN, y + dy * TOKEN);
        let points: Vec<String> = points.iter().map(at).collect();
        Polygon::new().set("points", points.join(" "))
    };
    let group = Group::new().set("fill", fill).set("stroke", rim).set("stroke-width", stroke);
    match shape {
        Shape::Circle => group.add(Circle::new().set("cx", x).set("cy", y).set("r", TOKEN)),
        Shape::Square => group.add(polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])),
        Shape::Diamond => group.add(polygon(&[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)])),
        Shape::Hexagon => group.add(polygon(&[
            (-1.1, 0.0),
            (-0.55, -0.95),
            (0.55, -0.95),
            (1.1, 0.0),
            (0.55, 0.95),
            (-0.55, 0.95),
        ])),
    }
}

/// Two letters that tell one from another, or a letter and a number: `Wolf 13` is W13, `Ana` is
/// An.
fn initials(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let Some(last) = words.next_back() else { return first.chars().take(2).collect() };
    let is_number = last.chars().all(|letter| letter.is_ascii_digit());
    first.chars().take(1).chain(last.chars().take(if is_number { 2 } else { 1 })).collect()
}

pub fn stroke((x1, y1): (f32, f32), (x2, y2): (f32, f32)) -> Line {
    Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2).set("stroke", INK)
}

pub fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height)
}

pub fn text(x: f32, y: f32, size: f32, fill: &str, words: &str) -> Text {
    Text::new(words).set("x", x).set("y", y).set("font-size", size).set("fill", fill)
}

#[cfg(test)]
mod tests {
    #[test]
    fn initials_are_letters_and_numbers() {
        let names = ["Ana", "Wolf 3", "Hooded figure (Vorn)", "**Wolf** 12", "🐺"];
        assert_eq!(names.map(super::initials), ["An", "W3", "HV", "W12", ""]);
    }
}
