//! The map as SVG: a box a zone, a line a person, links between the boxes. Who is with the players
//! is round and blue, who is against them square and red, all others are grey diamonds; wounds are
//! a bar and words, whoever acts has a pointer and a heavy rim: nothing is said by colour alone.

use std::collections::BTreeMap;

use svg::Document;
use svg::node::element::{Circle, Group, Line, Polygon, Rectangle, Text};

use super::super::messages::LOCALE;
use super::fonts::{FAMILY, fitting, readable, width};
use super::initials::initials;
use super::{health, layout, line, neighbours, state};
use engine::ids::CombatantId;
use engine::view::{Camp, Mark, MemberView, View, ZoneView};
use narration::{say, words};

/// Sizes in pixels; a phone shows the picture at about half of them.
const WIDTH: f32 = 350.0;
const GAP: f32 = 32.0;
pub const MARGIN: f32 = 12.0;
const PAD: f32 = 14.0;
const HEADING: f32 = 38.0;
const FACT: f32 = 26.0;
const PERSON: f32 = 56.0;
pub const TOKEN: f32 = 20.0;

/// What a picture with zones side by side may measure, and the least that a zone of it does.
const WIDEST: f32 = 900.0;
const NARROWEST: f32 = 180.0;

/// Where a person's words begin, and how wide the bar before them is.
const WORDS: f32 = 2.0 * TOKEN + 25.0;
const BAR: f32 = 68.0;

/// Sizes of letters: names of zones and of people, and what is said of them.
const ZONE: f32 = 28.0;
const NAME: f32 = 24.0;
const NOTE: f32 = 20.0;
const STATE: f32 = 19.0;

const PAPER: &str = "#f6f3ea";
pub const BOX: &str = "#ffffff";
pub const STYLE: &str = "#1b1d22";
pub const FAINT: &str = "#4b5058";
const RIM: &str = "#8a8f98";

/// The fight, and by which initials everybody is known in it.
pub struct Cast<'a> {
    pub view: &'a View,
    initials: BTreeMap<CombatantId, String>,
}

/// The whole map.
pub fn svg(view: &View) -> String {
    let cast = Cast { view, initials: initials(view) };
    let is_line = layout::is_line(view);
    let beside = widths(view).filter(|_| !is_line);
    let rows = match &beside {
        Some(_) => vec![(0..view.zones.len()).collect()],
        None => layout::rows(view),
    };
    let is_row = is_line || beside.is_some() || rows.iter().all(|row| row.len() == 1);
    let across = |row: &Vec<usize>| {
        let widths = row.iter().map(|at| beside.as_ref().map_or(WIDTH, |widths| widths[*at]));
        widths.sum::<f32>() + (row.len() as f32 - 1.0) * GAP
    };
    let inner =
        if is_line { 2.0 * WIDTH + GAP } else { rows.iter().map(across).fold(0.0, f32::max) };
    let whole = 2.0 * MARGIN + inner;
    let line = is_line.then(|| line::line(&cast, whole));
    let mut boxes: Vec<Option<Place>> = view.zones.iter().map(|_| None).collect();
    let mut top = MARGIN + line.as_ref().map_or(0.0, |line| line.height + GAP);
    for row in &rows {
        let lines: Vec<Vec<String>> = row.iter().map(|at| notes(view, *at, is_row)).collect();
        let heights = row.iter().zip(&lines).map(|(at, lines)| height(view, *at, lines.len()));
        let tallest = heights.fold(0.0, f32::max);
        let mut left = if is_line { MARGIN } else { (whole - across(row)) / 2.0 };
        for (at, lines) in row.iter().zip(lines) {
            let width = beside.as_ref().map_or(WIDTH, |widths| widths[*at]);
            boxes[*at] = Some(Place { left, top, width, height: tallest, lines });
            left += width + GAP;
        }
        top += tallest + GAP;
    }
    let height = top - GAP + MARGIN;
    let mut picture = Document::new()
        .set("width", whole)
        .set("height", height)
        .set("font-family", FAMILY)
        .add(rectangle(0.0, 0.0, whole, height).set("fill", PAPER));
    // The line shows by itself which zones are neighbours.
    let links = layout::links(view).filter(|_| !is_line);
    for (from, to) in links {
        if let (Some(Some(from)), Some(Some(to))) = (boxes.get(from), boxes.get(to)) {
            picture = picture.add(link(from, to));
        }
    }
    for (at, place) in boxes.iter().enumerate() {
        if let Some(place) = place {
            picture = picture.add(cast.zone(at, place));
        }
    }
    line.into_iter().fold(picture, |picture, line| picture.add(line.group)).to_string()
}

struct Place {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    /// What is known of the zone.
    lines: Vec<String>,
}

impl Place {
    fn middle(&self) -> (f32, f32) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }
}

/// How wide each zone of a row is where all of them fit side by side: as wide as what is in it, or
/// at least as the names in it and how hurt they are.
fn widths(view: &View) -> Option<Vec<f32>> {
    if !layout::is_row(view) {
        return None;
    }
    let room = WIDEST - 2.0 * MARGIN - (view.zones.len() as f32 - 1.0) * GAP;
    let widths = |is_whole| (0..view.zones.len()).map(move |at| needed(view, at, is_whole));
    let least: Vec<f32> = widths(false).collect();
    let whole: Vec<f32> = widths(true).collect();
    let (all, names) = (whole.iter().sum::<f32>(), least.iter().sum::<f32>());
    if all <= room {
        return Some(whole);
    }
    // What room there is beyond that is shared by what would need it.
    let share = (room - names) / (all - names).max(1.0);
    let shared = |(least, whole): (&f32, &f32)| (least + (whole - least) * share).floor();
    (names <= room).then(|| least.iter().zip(&whole).map(shared).collect())
}

/// What a zone needs for its names and wounds; as a whole for all that is said there.
fn needed(view: &View, at: usize, is_whole: bool) -> f32 {
    let zone = &view.zones[at];
    let mut widest = width(&readable(&words::zone(LOCALE, zone)), ZONE);
    for (_, one) in view.in_zone(at) {
        let name = width(&readable(&words::placed(LOCALE, &one.name, one.feet)), NAME);
        let bar = if health(&one.wounds).is_some() { BAR } else { 0.0 };
        let wounds = || words::wounds(LOCALE, &view.system, &one.wounds).unwrap_or_default();
        let state = if is_whole { states(view, one) } else { wounds() };
        widest = widest.max(WORDS + name.max(bar + width(&state, STATE)));
    }
    if is_whole {
        let notes = notes(view, at, true);
        widest = notes.iter().map(|note| width(&readable(note), NOTE)).fold(widest, f32::max);
    }
    (2.0 * PAD + widest + 4.0).ceil().clamp(NARROWEST, WIDTH)
}

/// What stands below a zone's name. Where zones are not in a row, lines may pass behind boxes, so
/// the neighbours are named.
fn notes(view: &View, at: usize, is_row: bool) -> Vec<String> {
    let zone: &ZoneView = &view.zones[at];
    let facts = zone.facts.iter().map(|(key, value)| words::zone_fact(LOCALE, key, value));
    let mut lines: Vec<String> = facts.collect();
    if !is_row {
        let near: Vec<&str> = neighbours(view, zone).collect();
        lines.push(say!(LOCALE, "next-to", zones = near.join(", ")));
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

/// The name of a zone, short enough, and its marks where it is a stretch of a line.
fn zone_name(zone: &ZoneView, room: f32) -> String {
    let marks = words::zone(LOCALE, &ZoneView { name: String::new(), ..zone.clone() });
    let name = fitting(&zone.name, ZONE, room - width(&marks, ZONE));
    words::zone(LOCALE, &ZoneView { name, ..zone.clone() })
}

/// How somebody fares, in one line.
fn states(view: &View, one: &MemberView) -> String {
    let mut state = state(view, one);
    if one.mark == Mark::Out {
        state.push(words::mark(LOCALE, Mark::Out));
    }
    readable(&state.join(" · "))
}

impl Cast<'_> {
    fn zone(&self, at: usize, place: &Place) -> Group {
        let frame = rectangle(place.left, place.top, place.width, place.height)
            .set("rx", 12)
            .set("fill", BOX)
            .set("stroke", STYLE)
            .set("stroke-width", 3);
        let (left, room) = (place.left + PAD, place.width - 2.0 * PAD);
        let mut y = place.top + PAD + 24.0;
        let name = zone_name(&self.view.zones[at], room);
        let mut group = Group::new().add(frame).add(text(left, y, ZONE, STYLE, &name));
        y += HEADING - 24.0;
        for line in &place.lines {
            group = group.add(text(left, y + 19.0, NOTE, FAINT, &fitting(line, NOTE, room)));
            y += FACT;
        }
        let here = self.view.in_zone(at);
        if here.is_empty() {
            return group.add(text(left, y + 32.0, NOTE, FAINT, &say!(LOCALE, "nobody")));
        }
        for (_, one) in here {
            group = group.add(self.person(one, (left, y), room));
            y += PERSON;
        }
        group
    }

    /// A token, the name, how hurt they are, and a pointer where it is their turn.
    fn person(&self, one: &MemberView, (left, top): (f32, f32), room: f32) -> Group {
        let (x, y) = (left + TOKEN + 13.0, top + PERSON / 2.0);
        let mut group = Group::new().add(self.token(one, x, y));
        if one.mark == Mark::Acting {
            let points = format!("{left},{} {},{y} {left},{}", y - 9.0, left + 10.0, y + 9.0);
            group = group.add(Polygon::new().set("points", points).set("fill", STYLE));
        }
        let (words_at, room) = (left + WORDS, room - WORDS);
        let marks = width(&words::placed(LOCALE, "1", one.feet), NAME) - width("1", NAME);
        let name = fitting(&one.name, NAME, room - marks);
        let name = words::placed(LOCALE, &name, one.feet);
        group = group.add(text(words_at, y - 2.0, NAME, STYLE, &name));
        let bar = health(&one.wounds).map(|part| bar(words_at, y + 8.0, part));
        let shift = if bar.is_some() { BAR } else { 0.0 };
        let state = fitting(&states(self.view, one), STATE, room - shift);
        group = group.add(text(words_at + shift, y + 21.0, STATE, FAINT, &state));
        bar.into_iter().fold(group, Group::add)
    }

    /// Initials in the shape of a camp, with a heavy rim where it is their turn, and crossed out
    /// where they are out.
    pub fn token(&self, one: &MemberView, x: f32, y: f32) -> Group {
        let letters = self.initials.get(&one.id).map(String::as_str).unwrap_or_default();
        let size = (17.0 * 31.0 / width(letters, 17.0).max(1.0)).clamp(9.0, 17.0);
        let initials = text(x, y + size / 3.0, size, BOX, letters);
        let mut group = Group::new().add(shape(one.camp, x, y, one.mark == Mark::Acting));
        if one.mark == Mark::Out {
            for (from, to) in [(-1.0, 1.0), (1.0, -1.0)] {
                let cross = stroke((x + from * TOKEN, y - TOKEN), (x + to * TOKEN, y + TOKEN));
                group = group.add(cross.set("stroke-width", 3));
            }
        }
        // Letters stay readable on the cross.
        group.add(initials.set("text-anchor", "middle"))
    }
}

fn bar(left: f32, top: f32, part: f32) -> Group {
    let frame = rectangle(left, top, 60.0, 10.0).set("fill", BOX).set("stroke", RIM);
    let group = Group::new().add(frame);
    if part <= 0.0 {
        return group;
    }
    group.add(rectangle(left, top, 60.0 * part.min(1.0), 10.0).set("fill", STYLE))
}

/// The sign of a camp, in a colour that is dark enough for white letters.
fn shape(camp: Camp, x: f32, y: f32, is_heavy: bool) -> Group {
    let (rim, stroke) = if is_heavy { (STYLE, 5) } else { (RIM, 2) };
    let polygon = |points: &[(f32, f32)]| {
        let at = |(dx, dy): &(f32, f32)| format!("{},{}", x + dx * TOKEN, y + dy * TOKEN);
        let points: Vec<String> = points.iter().map(at).collect();
        Polygon::new().set("points", points.join(" "))
    };
    let group =
        |fill| Group::new().set("fill", fill).set("stroke", rim).set("stroke-width", stroke);
    match camp {
        Camp::Players => {
            group("#1f4e9c").add(Circle::new().set("cx", x).set("cy", y).set("r", TOKEN))
        }
        Camp::Foes => {
            group("#9c2a1f").add(polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]))
        }
        Camp::Others => {
            group("#565c66").add(polygon(&[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)]))
        }
    }
}

pub fn stroke((x1, y1): (f32, f32), (x2, y2): (f32, f32)) -> Line {
    Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2).set("stroke", STYLE)
}

pub fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height)
}

pub fn text(x: f32, y: f32, size: f32, fill: &str, words: &str) -> Text {
    Text::new(words).set("x", x).set("y", y).set("font-size", size).set("fill", fill)
}
