//! Draws the map as SVG: a box per zone, a row per combatant, links between the boxes. Allies of
//! the players are round and blue, their enemies square and red, all others grey diamonds. Wounds
//! are a bar and words, and whoever acts has a pointer and a heavy rim: colour never carries
//! meaning alone.

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

/// The largest width of a picture with zones side by side, and the least width of a zone in it.
const MAX_PICTURE_WIDTH: f32 = 900.0;
const MIN_ZONE_WIDTH: f32 = 180.0;

/// Where a combatant's text begins, and the width of the health bar before it.
const MEMBER_TEXT_OFFSET: f32 = 2.0 * TOKEN_RADIUS + 25.0;
const HEALTH_BAR_WIDTH: f32 = 68.0;

/// Font sizes: names of zones and combatants, notes on zones, states of combatants.
const ZONE_NAME_SIZE: f32 = 28.0;
const MEMBER_NAME_SIZE: f32 = 24.0;
const NOTE_SIZE: f32 = 20.0;
const STATE_SIZE: f32 = 19.0;

const BACKGROUND: &str = "#f6f3ea";
pub const BOX_COLOUR: &str = "#ffffff";
pub const INK_COLOUR: &str = "#1b1d22";
pub const FAINT_COLOUR: &str = "#4b5058";
const RIM_COLOUR: &str = "#8a8f98";

/// A view with the initials of its combatants.
pub struct MapDrawing<'a> {
    pub view: &'a FightView,
    initials: BTreeMap<CombatantId, String>,
}

/// Draws the whole map. Zones lie side by side if they fit, and otherwise in rows; zones of one
/// line are drawn below a scaled picture of the line.
pub fn render_map_svg(view: &FightView) -> String {
    let map = MapDrawing { view, initials: assign_initials(view) };
    let is_line = layout::are_zones_on_line(view);
    let zone_widths = side_by_side_widths(view).filter(|_| !is_line);
    let rows = match &zone_widths {
        Some(_) => vec![(0..view.zones.len()).collect()],
        None => layout::arrange_zone_rows(view),
    };
    let is_row = is_line || zone_widths.is_some() || rows.iter().all(|row| row.len() == 1);
    let row_width = |row: &Vec<usize>| {
        let widths = row.iter().map(|zone_index| {
            zone_widths.as_ref().map_or(ZONE_WIDTH, |widths| widths[*zone_index])
        });
        widths.sum::<f32>() + (row.len() as f32 - 1.0) * GAP
    };
    let content_width = if is_line {
        2.0 * ZONE_WIDTH + GAP
    } else {
        rows.iter().map(row_width).fold(0.0, f32::max)
    };
    let total_width = 2.0 * MARGIN + content_width;
    let line = is_line.then(|| line::draw_line(&map, total_width));
    let mut boxes: Vec<Option<ZoneBox>> = view.zones.iter().map(|_| None).collect();
    let mut row_top = MARGIN + line.as_ref().map_or(0.0, |line| line.height + GAP);
    for row in &rows {
        let notes: Vec<Vec<String>> =
            row.iter().map(|zone_index| format_zone_notes(view, *zone_index, is_row)).collect();
        let heights = row
            .iter()
            .zip(&notes)
            .map(|(zone_index, notes)| zone_height(view, *zone_index, notes.len()));
        let row_height = heights.fold(0.0, f32::max);
        let mut box_left = if is_line { MARGIN } else { (total_width - row_width(row)) / 2.0 };
        for (zone_index, notes) in row.iter().zip(notes) {
            let width = zone_widths.as_ref().map_or(ZONE_WIDTH, |widths| widths[*zone_index]);
            boxes[*zone_index] =
                Some(ZoneBox { left: box_left, top: row_top, width, height: row_height, notes });
            box_left += width + GAP;
        }
        row_top += row_height + GAP;
    }
    let height = row_top - GAP + MARGIN;
    let mut picture = Document::new()
        .set("width", total_width)
        .set("height", height)
        .set("font-family", FONT_FAMILY)
        .add(draw_rectangle(0.0, 0.0, total_width, height).set("fill", BACKGROUND));
    // A line shows by itself which zones are neighbours.
    let links = layout::neighbour_pairs(view).filter(|_| !is_line);
    for (from, to) in links {
        if let (Some(Some(from)), Some(Some(to))) = (boxes.get(from), boxes.get(to)) {
            picture = picture.add(draw_link(from, to));
        }
    }
    for (zone_index, zone_box) in boxes.iter().enumerate() {
        if let Some(zone_box) = zone_box {
            picture = picture.add(map.draw_zone(zone_index, zone_box));
        }
    }
    line.into_iter().fold(picture, |picture, line| picture.add(line.group)).to_string()
}

struct ZoneBox {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    /// One line for each known fact about the zone.
    notes: Vec<String>,
}

impl ZoneBox {
    fn middle(&self) -> (f32, f32) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }
}

/// Returns the width of each zone if all fit side by side, and otherwise `None`. A zone is as wide
/// as its content needs, or if there is too little room, at least as wide as names and wounds need.
fn side_by_side_widths(view: &FightView) -> Option<Vec<f32>> {
    if !layout::are_zones_in_row(view) {
        return None;
    }
    let available = MAX_PICTURE_WIDTH - 2.0 * MARGIN - (view.zones.len() as f32 - 1.0) * GAP;
    let zone_widths =
        |is_whole| (0..view.zones.len()).map(move |at| needed_width(view, at, is_whole));
    let least_widths: Vec<f32> = zone_widths(false).collect();
    let full_widths: Vec<f32> = zone_widths(true).collect();
    let (full_sum, least_sum) = (full_widths.iter().sum::<f32>(), least_widths.iter().sum::<f32>());
    if full_sum <= available {
        return Some(full_widths);
    }
    // The remaining space is shared among the zones that need more.
    let share = (available - least_sum) / (full_sum - least_sum).max(1.0);
    let interpolated = |(least_widths, full_widths): (&f32, &f32)| {
        (least_widths + (full_widths - least_widths) * share).floor()
    };
    (least_sum <= available)
        .then(|| least_widths.iter().zip(&full_widths).map(interpolated).collect())
}

/// Returns the width that a zone needs: with `is_whole` for all text in it, and otherwise for names
/// and wounds only.
fn needed_width(view: &FightView, zone_index: usize, includes_all_text: bool) -> f32 {
    let zone = &view.zones[zone_index];
    let mut widest =
        text_width(&replace_unknown_letters(&terms::zone_label(LOCALE, zone)), ZONE_NAME_SIZE);
    for (_, member) in view.members_in_zone(zone_index) {
        let name = text_width(
            &replace_unknown_letters(&terms::name_with_mark(
                LOCALE,
                &member.name,
                member.position_feet,
            )),
            MEMBER_NAME_SIZE,
        );
        let bar = if health_fraction(&member.wounds).is_some() { HEALTH_BAR_WIDTH } else { 0.0 };
        let wounds =
            || terms::wounds_text(LOCALE, &view.system, &member.wounds).unwrap_or_default();
        let state = if includes_all_text { format_state_line(view, member) } else { wounds() };
        widest = widest.max(MEMBER_TEXT_OFFSET + name.max(bar + text_width(&state, STATE_SIZE)));
    }
    if includes_all_text {
        let notes = format_zone_notes(view, zone_index, true);
        widest = notes
            .iter()
            .map(|note| text_width(&replace_unknown_letters(note), NOTE_SIZE))
            .fold(widest, f32::max);
    }
    (2.0 * PADDING + widest + 4.0).ceil().clamp(MIN_ZONE_WIDTH, ZONE_WIDTH)
}

/// Returns the lines below a zone's name. If the zones are not in a row, links may pass behind
/// other boxes, so the neighbours are named as well.
fn format_zone_notes(view: &FightView, zone_index: usize, is_row: bool) -> Vec<String> {
    let zone: &ZoneView = &view.zones[zone_index];
    let facts = zone.facts.iter().map(|(key, value)| terms::zone_fact_text(LOCALE, key, value));
    let mut lines: Vec<String> = facts.collect();
    if !is_row {
        let neighbours: Vec<&str> = neighbour_names(view, zone).collect();
        lines.push(say!(LOCALE, "next-to", zones = neighbours.join(", ")));
    }
    lines
}

fn zone_height(view: &FightView, zone_index: usize, note_count: usize) -> f32 {
    let member_count = view.members_in_zone(zone_index).len().max(1);
    2.0 * PADDING
        + HEADING_HEIGHT
        + note_count as f32 * FACT_HEIGHT
        + member_count as f32 * MEMBER_HEIGHT
}

fn draw_link(from: &ZoneBox, to: &ZoneBox) -> Line {
    draw_stroke(from.middle(), to.middle()).set("stroke-width", 6)
}

/// Returns the name of a zone, cut to a width, with its span in feet if it lies on a line.
fn format_zone_name(zone: &ZoneView, max_width: f32) -> String {
    let span_label = terms::zone_label(LOCALE, &ZoneView { name: String::new(), ..zone.clone() });
    let name =
        fit_text(&zone.name, ZONE_NAME_SIZE, max_width - text_width(&span_label, ZONE_NAME_SIZE));
    terms::zone_label(LOCALE, &ZoneView { name, ..zone.clone() })
}

/// Returns the state of a combatant in one line.
fn format_state_line(view: &FightView, member: &MemberView) -> String {
    let mut state = format_member_state(view, member);
    if member.turn_status == TurnStatus::Out {
        state.push(terms::turn_mark_text(LOCALE, TurnStatus::Out));
    }
    replace_unknown_letters(&state.join(" · "))
}

impl MapDrawing<'_> {
    /// Draws the box of a zone: its name, its notes, and a row for each combatant in it.
    fn draw_zone(&self, zone_index: usize, zone_box: &ZoneBox) -> Group {
        let frame = draw_rectangle(zone_box.left, zone_box.top, zone_box.width, zone_box.height)
            .set("rx", 12)
            .set("fill", BOX_COLOUR)
            .set("stroke", INK_COLOUR)
            .set("stroke-width", 3);
        let (left, available_width) = (zone_box.left + PADDING, zone_box.width - 2.0 * PADDING);
        let mut y = zone_box.top + PADDING + 24.0;
        let name = format_zone_name(&self.view.zones[zone_index], available_width);
        let mut group =
            Group::new().add(frame).add(draw_text(left, y, ZONE_NAME_SIZE, INK_COLOUR, &name));
        y += HEADING_HEIGHT - 24.0;
        for line in &zone_box.notes {
            group = group.add(draw_text(
                left,
                y + 19.0,
                NOTE_SIZE,
                FAINT_COLOUR,
                &fit_text(line, NOTE_SIZE, available_width),
            ));
            y += FACT_HEIGHT;
        }
        let members = self.view.members_in_zone(zone_index);
        if members.is_empty() {
            return group.add(draw_text(
                left,
                y + 32.0,
                NOTE_SIZE,
                FAINT_COLOUR,
                &say!(LOCALE, "nobody"),
            ));
        }
        for (_, member) in members {
            group = group.add(self.draw_member_row(member, (left, y), available_width));
            y += MEMBER_HEIGHT;
        }
        group
    }

    /// Draws a row for a combatant: token, name, wounds, and a pointer if it is their turn.
    fn draw_member_row(
        &self,
        member: &MemberView,
        (left, top): (f32, f32),
        max_width: f32,
    ) -> Group {
        let (x, y) = (left + TOKEN_RADIUS + 13.0, top + MEMBER_HEIGHT / 2.0);
        let mut group = Group::new().add(self.draw_token(member, x, y));
        if member.turn_status == TurnStatus::Acting {
            let points = format!("{left},{} {},{y} {left},{}", y - 9.0, left + 10.0, y + 9.0);
            group = group.add(Polygon::new().set("points", points).set("fill", INK_COLOUR));
        }
        let (text_left, available_width) =
            (left + MEMBER_TEXT_OFFSET, max_width - MEMBER_TEXT_OFFSET);
        let mark_width =
            text_width(&terms::name_with_mark(LOCALE, "1", member.position_feet), MEMBER_NAME_SIZE)
                - text_width("1", MEMBER_NAME_SIZE);
        let name = fit_text(&member.name, MEMBER_NAME_SIZE, available_width - mark_width);
        let name = terms::name_with_mark(LOCALE, &name, member.position_feet);
        group = group.add(draw_text(text_left, y - 2.0, MEMBER_NAME_SIZE, INK_COLOUR, &name));
        let bar = health_fraction(&member.wounds)
            .map(|fraction| draw_health_bar(text_left, y + 8.0, fraction));
        let bar_offset = if bar.is_some() { HEALTH_BAR_WIDTH } else { 0.0 };
        let state = fit_text(
            &format_state_line(self.view, member),
            STATE_SIZE,
            available_width - bar_offset,
        );
        group = group.add(draw_text(
            text_left + bar_offset,
            y + 21.0,
            STATE_SIZE,
            FAINT_COLOUR,
            &state,
        ));
        bar.into_iter().fold(group, Group::add)
    }

    /// Draws initials in the shape of the combatant's camp, with a heavy rim if it is their turn,
    /// and crossed out if they are out.
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
        // The initials are drawn last, so that they stay readable on the cross.
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

/// Draws the shape of a camp, in a colour that is dark enough for white letters.
fn draw_camp_shape(camp: Camp, x: f32, y: f32, has_heavy_rim: bool) -> Group {
    let (rim, stroke) = if has_heavy_rim { (INK_COLOUR, 5) } else { (RIM_COLOUR, 2) };
    let polygon = |points: &[(f32, f32)]| {
        let to_point =
            |(dx, dy): &(f32, f32)| format!("{},{}", x + dx * TOKEN_RADIUS, y + dy * TOKEN_RADIUS);
        let points: Vec<String> = points.iter().map(to_point).collect();
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
