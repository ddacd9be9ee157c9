//! The map as SVG: a box a zone, a line a person, links between the boxes. Who is with the players
//! is round and blue, who is against them square and red, all others are grey diamonds; wounds are
//! a bar and words, whoever acts has a pointer and a heavy rim: nothing is said by colour alone.

use std::collections::BTreeMap;

use svg::Document;
use svg::node::element::{Circle, Group, Line, Polygon, Rectangle, Text};

use super::super::messages::LOCALE;
use super::fonts::{FONT_FAMILY, fit_text, replace_unknown_letters, text_width};
use super::initials::assign_initials;
use super::{format_member_state, health_fraction, layout, line, neighbour_names};
use engine::core::ids::CombatantId;
use engine::visibility::view::{Camp, FightView, MemberView, TurnStatus, ZoneView};
use narration::{say, terms};

/// Sizes in pixels; a phone shows the picture at about half of them.
const ZONE_WIDTH: f32 = 350.0;
const GAP: f32 = 32.0;
pub const MARGIN: f32 = 12.0;
const PADDING: f32 = 14.0;
const HEADING_HEIGHT: f32 = 38.0;
const FACT_HEIGHT: f32 = 26.0;
const MEMBER_HEIGHT: f32 = 56.0;
pub const TOKEN_RADIUS: f32 = 20.0;

/// What a picture with zones side by side may measure, and the least that a zone of it does.
const MAX_PICTURE_WIDTH: f32 = 900.0;
const MIN_ZONE_WIDTH: f32 = 180.0;

/// Where a person's words begin, and how wide the bar before them is.
const MEMBER_TEXT_OFFSET: f32 = 2.0 * TOKEN_RADIUS + 25.0;
const HEALTH_BAR_WIDTH: f32 = 68.0;

/// Sizes of letters: names of zones and of people, and what is said of them.
const ZONE_NAME_SIZE: f32 = 28.0;
const MEMBER_NAME_SIZE: f32 = 24.0;
const NOTE_SIZE: f32 = 20.0;
const STATE_SIZE: f32 = 19.0;

const BACKGROUND: &str = "#f6f3ea";
pub const BOX_COLOUR: &str = "#ffffff";
pub const INK_COLOUR: &str = "#1b1d22";
pub const FAINT_COLOUR: &str = "#4b5058";
const RIM_COLOUR: &str = "#8a8f98";

/// The fight, and by which initials everybody is known in it.
pub struct MapDrawing<'a> {
    pub view: &'a FightView,
    initials: BTreeMap<CombatantId, String>,
}

/// The whole map.
pub fn render_map_svg(view: &FightView) -> String {
    let cast = MapDrawing { view, initials: assign_initials(view) };
    let is_line = layout::is_line(view);
    let beside = side_by_side_widths(view).filter(|_| !is_line);
    let rows = match &beside {
        Some(_) => vec![(0..view.zones.len()).collect()],
        None => layout::arrange_rows(view),
    };
    let is_row = is_line || beside.is_some() || rows.iter().all(|row| row.len() == 1);
    let across = |row: &Vec<usize>| {
        let widths = row.iter().map(|at| beside.as_ref().map_or(ZONE_WIDTH, |widths| widths[*at]));
        widths.sum::<f32>() + (row.len() as f32 - 1.0) * GAP
    };
    let inner =
        if is_line { 2.0 * ZONE_WIDTH + GAP } else { rows.iter().map(across).fold(0.0, f32::max) };
    let whole = 2.0 * MARGIN + inner;
    let line = is_line.then(|| line::draw_line(&cast, whole));
    let mut boxes: Vec<Option<ZoneBox>> = view.zones.iter().map(|_| None).collect();
    let mut top = MARGIN + line.as_ref().map_or(0.0, |line| line.height + GAP);
    for row in &rows {
        let lines: Vec<Vec<String>> =
            row.iter().map(|at| format_zone_notes(view, *at, is_row)).collect();
        let heights = row.iter().zip(&lines).map(|(at, lines)| zone_height(view, *at, lines.len()));
        let tallest = heights.fold(0.0, f32::max);
        let mut left = if is_line { MARGIN } else { (whole - across(row)) / 2.0 };
        for (at, lines) in row.iter().zip(lines) {
            let width = beside.as_ref().map_or(ZONE_WIDTH, |widths| widths[*at]);
            boxes[*at] = Some(ZoneBox { left, top, width, height: tallest, notes: lines });
            left += width + GAP;
        }
        top += tallest + GAP;
    }
    let height = top - GAP + MARGIN;
    let mut picture = Document::new()
        .set("width", whole)
        .set("height", height)
        .set("font-family", FONT_FAMILY)
        .add(draw_rectangle(0.0, 0.0, whole, height).set("fill", BACKGROUND));
    // The line shows by itself which zones are neighbours.
    let links = layout::neighbour_pairs(view).filter(|_| !is_line);
    for (from, to) in links {
        if let (Some(Some(from)), Some(Some(to))) = (boxes.get(from), boxes.get(to)) {
            picture = picture.add(draw_link(from, to));
        }
    }
    for (at, place) in boxes.iter().enumerate() {
        if let Some(place) = place {
            picture = picture.add(cast.draw_zone(at, place));
        }
    }
    line.into_iter().fold(picture, |picture, line| picture.add(line.group)).to_string()
}

struct ZoneBox {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    /// What is known of the zone.
    notes: Vec<String>,
}

impl ZoneBox {
    fn middle(&self) -> (f32, f32) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }
}

/// How wide each zone of a row is where all of them fit side by side: as wide as what is in it, or
/// at least as the names in it and how hurt they are.
fn side_by_side_widths(view: &FightView) -> Option<Vec<f32>> {
    if !layout::is_row(view) {
        return None;
    }
    let room = MAX_PICTURE_WIDTH - 2.0 * MARGIN - (view.zones.len() as f32 - 1.0) * GAP;
    let widths = |is_whole| (0..view.zones.len()).map(move |at| needed_width(view, at, is_whole));
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
fn needed_width(view: &FightView, zone_index: usize, is_whole: bool) -> f32 {
    let zone = &view.zones[zone_index];
    let mut widest =
        text_width(&replace_unknown_letters(&terms::zone_label(LOCALE, zone)), ZONE_NAME_SIZE);
    for (_, one) in view.members_in_zone(zone_index) {
        let name = text_width(
            &replace_unknown_letters(&terms::name_with_mark(LOCALE, &one.name, one.position_feet)),
            MEMBER_NAME_SIZE,
        );
        let bar = if health_fraction(&one.wounds).is_some() { HEALTH_BAR_WIDTH } else { 0.0 };
        let wounds = || terms::wounds_text(LOCALE, &view.system, &one.wounds).unwrap_or_default();
        let state = if is_whole { format_states(view, one) } else { wounds() };
        widest = widest.max(MEMBER_TEXT_OFFSET + name.max(bar + text_width(&state, STATE_SIZE)));
    }
    if is_whole {
        let notes = format_zone_notes(view, zone_index, true);
        widest = notes
            .iter()
            .map(|note| text_width(&replace_unknown_letters(note), NOTE_SIZE))
            .fold(widest, f32::max);
    }
    (2.0 * PADDING + widest + 4.0).ceil().clamp(MIN_ZONE_WIDTH, ZONE_WIDTH)
}

/// What stands below a zone's name. Where zones are not in a row, lines may pass behind boxes, so
/// the neighbours are named.
fn format_zone_notes(view: &FightView, zone_index: usize, is_row: bool) -> Vec<String> {
    let zone: &ZoneView = &view.zones[zone_index];
    let facts = zone.facts.iter().map(|(key, value)| terms::zone_fact_text(LOCALE, key, value));
    let mut lines: Vec<String> = facts.collect();
    if !is_row {
        let near: Vec<&str> = neighbour_names(view, zone).collect();
        lines.push(say!(LOCALE, "next-to", zones = near.join(", ")));
    }
    lines
}

fn zone_height(view: &FightView, zone_index: usize, note_count: usize) -> f32 {
    let people = view.members_in_zone(zone_index).len().max(1);
    2.0 * PADDING + HEADING_HEIGHT + note_count as f32 * FACT_HEIGHT + people as f32 * MEMBER_HEIGHT
}

fn draw_link(from: &ZoneBox, to: &ZoneBox) -> Line {
    draw_stroke(from.middle(), to.middle()).set("stroke-width", 6)
}

/// The name of a zone, short enough, and its marks where it is a stretch of a line.
fn format_zone_name(zone: &ZoneView, max_width: f32) -> String {
    let marks = terms::zone_label(LOCALE, &ZoneView { name: String::new(), ..zone.clone() });
    let name = fit_text(&zone.name, ZONE_NAME_SIZE, max_width - text_width(&marks, ZONE_NAME_SIZE));
    terms::zone_label(LOCALE, &ZoneView { name, ..zone.clone() })
}

/// How somebody fares, in one line.
fn format_states(view: &FightView, member: &MemberView) -> String {
    let mut state = format_member_state(view, member);
    if member.turn_status == TurnStatus::Out {
        state.push(terms::turn_mark_text(LOCALE, TurnStatus::Out));
    }
    replace_unknown_letters(&state.join(" · "))
}

impl MapDrawing<'_> {
    fn draw_zone(&self, zone_index: usize, zone_box: &ZoneBox) -> Group {
        let frame = draw_rectangle(zone_box.left, zone_box.top, zone_box.width, zone_box.height)
            .set("rx", 12)
            .set("fill", BOX_COLOUR)
            .set("stroke", INK_COLOUR)
            .set("stroke-width", 3);
        let (left, room) = (zone_box.left + PADDING, zone_box.width - 2.0 * PADDING);
        let mut y = zone_box.top + PADDING + 24.0;
        let name = format_zone_name(&self.view.zones[zone_index], room);
        let mut group =
            Group::new().add(frame).add(draw_text(left, y, ZONE_NAME_SIZE, INK_COLOUR, &name));
        y += HEADING_HEIGHT - 24.0;
        for line in &zone_box.notes {
            group = group.add(draw_text(
                left,
                y + 19.0,
                NOTE_SIZE,
                FAINT_COLOUR,
                &fit_text(line, NOTE_SIZE, room),
            ));
            y += FACT_HEIGHT;
        }
        let here = self.view.members_in_zone(zone_index);
        if here.is_empty() {
            return group.add(draw_text(
                left,
                y + 32.0,
                NOTE_SIZE,
                FAINT_COLOUR,
                &say!(LOCALE, "nobody"),
            ));
        }
        for (_, one) in here {
            group = group.add(self.draw_member(one, (left, y), room));
            y += MEMBER_HEIGHT;
        }
        group
    }

    /// A token, the name, how hurt they are, and a pointer where it is their turn.
    fn draw_member(&self, member: &MemberView, (left, top): (f32, f32), max_width: f32) -> Group {
        let (x, y) = (left + TOKEN_RADIUS + 13.0, top + MEMBER_HEIGHT / 2.0);
        let mut group = Group::new().add(self.draw_token(member, x, y));
        if member.turn_status == TurnStatus::Acting {
            let points = format!("{left},{} {},{y} {left},{}", y - 9.0, left + 10.0, y + 9.0);
            group = group.add(Polygon::new().set("points", points).set("fill", INK_COLOUR));
        }
        let (words_at, room) = (left + MEMBER_TEXT_OFFSET, max_width - MEMBER_TEXT_OFFSET);
        let marks =
            text_width(&terms::name_with_mark(LOCALE, "1", member.position_feet), MEMBER_NAME_SIZE)
                - text_width("1", MEMBER_NAME_SIZE);
        let name = fit_text(&member.name, MEMBER_NAME_SIZE, room - marks);
        let name = terms::name_with_mark(LOCALE, &name, member.position_feet);
        group = group.add(draw_text(words_at, y - 2.0, MEMBER_NAME_SIZE, INK_COLOUR, &name));
        let bar =
            health_fraction(&member.wounds).map(|part| draw_health_bar(words_at, y + 8.0, part));
        let shift = if bar.is_some() { HEALTH_BAR_WIDTH } else { 0.0 };
        let state = fit_text(&format_states(self.view, member), STATE_SIZE, room - shift);
        group = group.add(draw_text(words_at + shift, y + 21.0, STATE_SIZE, FAINT_COLOUR, &state));
        bar.into_iter().fold(group, Group::add)
    }

    /// Initials in the shape of a camp, with a heavy rim where it is their turn, and crossed out
    /// where they are out.
    pub fn draw_token(&self, member: &MemberView, x: f32, y: f32) -> Group {
        let letters = self.initials.get(&member.id).map(String::as_str).unwrap_or_default();
        let size = (17.0 * 31.0 / text_width(letters, 17.0).max(1.0)).clamp(9.0, 17.0);
        let initials = draw_text(x, y + size / 3.0, size, BOX_COLOUR, letters);
        let mut group = Group::new().add(draw_camp_shape(
            member.camp,
            x,
            y,
            member.turn_status == TurnStatus::Acting,
        ));
        if member.turn_status == TurnStatus::Out {
            for (from, to) in [(-1.0, 1.0), (1.0, -1.0)] {
                let cross = draw_stroke(
                    (x + from * TOKEN_RADIUS, y - TOKEN_RADIUS),
                    (x + to * TOKEN_RADIUS, y + TOKEN_RADIUS),
                );
                group = group.add(cross.set("stroke-width", 3));
            }
        }
        // Letters stay readable on the cross.
        group.add(initials.set("text-anchor", "middle"))
    }
}

fn draw_health_bar(left: f32, top: f32, fraction: f32) -> Group {
    let frame =
        draw_rectangle(left, top, 60.0, 10.0).set("fill", BOX_COLOUR).set("stroke", RIM_COLOUR);
    let group = Group::new().add(frame);
    if fraction <= 0.0 {
        return group;
    }
    group.add(draw_rectangle(left, top, 60.0 * fraction.min(1.0), 10.0).set("fill", INK_COLOUR))
}

/// The sign of a camp, in a colour that is dark enough for white letters.
fn draw_camp_shape(camp: Camp, x: f32, y: f32, is_heavy: bool) -> Group {
    let (rim, stroke) = if is_heavy { (INK_COLOUR, 5) } else { (RIM_COLOUR, 2) };
    let polygon = |points: &[(f32, f32)]| {
        let at =
            |(dx, dy): &(f32, f32)| format!("{},{}", x + dx * TOKEN_RADIUS, y + dy * TOKEN_RADIUS);
        let points: Vec<String> = points.iter().map(at).collect();
        Polygon::new().set("points", points.join(" "))
    };
    let group =
        |fill| Group::new().set("fill", fill).set("stroke", rim).set("stroke-width", stroke);
    match camp {
        Camp::Players => {
            group("#1f4e9c").add(Circle::new().set("cx", x).set("cy", y).set("r", TOKEN_RADIUS))
        }
        Camp::Foes => {
            group("#9c2a1f").add(polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]))
        }
        Camp::Others => {
            group("#565c66").add(polygon(&[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)]))
        }
    }
}

pub fn draw_stroke((x1, y1): (f32, f32), (x2, y2): (f32, f32)) -> Line {
    Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2).set("stroke", INK_COLOUR)
}

pub fn draw_rectangle(x: f32, y: f32, width: f32, height: f32) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height)
}

pub fn draw_text(x: f32, y: f32, size: f32, fill: &str, content: &str) -> Text {
    Text::new(content).set("x", x).set("y", y).set("font-size", size).set("fill", fill)
}
