//! Draws the picture of a finished fight: everybody's health over the rounds, and who attacked whom
//! how often.

use std::collections::{BTreeMap, BTreeSet};

use svg::node::element::{Group, Line, Path, Text};

use super::drawing::{Painter, Point, draw_line, draw_rectangle, draw_text};
use super::fonts::{
    replace_unknown_letters_and_cut, replace_unknown_letters_and_cut_middle, text_width,
};
use super::initials::base_name;
use super::layout::MARGIN;
use super::theme::{Canvas, MIN_TEXT, ThemeName};
use crate::messages::reader_locale;
use crate::messages::text::format_number_ranges;
use app::report::{AttackCount, FightReport, HealthCourse};
use engine::core::names::split_number;
use engine::visibility::view::Camp;
use narration::{say, terms};

/// The top of the first chart.
const CHARTS_TOP: f32 = 82.0;
/// The heights of a chart's heading, of a row, and of the line below the rows.
const HEADING_HEIGHT: f32 = 40.0;
const HEALTH_ROW_HEIGHT: f32 = 42.0;
/// How high the rows of health are at most beside more attacks.
const MAX_HEALTH_ROW_HEIGHT: f32 = 64.0;
const ATTACK_ROW_HEIGHT: f32 = 56.0;
const FOOT_HEIGHT: f32 = 34.0;
/// The height up to which the charts stand below each other.
const MAX_STACK_HEIGHT: f32 = 860.0;
/// The space between charts beside each other.
const COLUMN_GAP: f32 = 52.0;
/// Where names begin in the chart of health, from its left, and the space behind them.
const NAMES_OFFSET: f32 = 44.0;
const NAMES_GAP: f32 = 12.0;
/// Where bars begin in the chart of health, from its left: at least, and as a part of its width at
/// most.
const MIN_BARS_OFFSET: f32 = 160.0;
const MAX_BARS_OFFSET_SHARE: f32 = 0.48;

const HEADING_TEXT: f32 = 22.0;
const LABEL_TEXT: f32 = 22.0;
const MAX_HEALTH_ROWS: usize = 12;
const MAX_ATTACK_ROWS: usize = 8;
/// From this many points on, not every round has its number.
const MAX_NUMBERED_POINTS: usize = 13;

/// Where a chart is drawn.
#[derive(Clone, Copy)]
struct ChartArea {
    left: f32,
    right: f32,
    top: f32,
    row_height: f32,
    /// Where bars begin, from the left.
    bars_offset: f32,
}

impl ChartArea {
    /// Returns the area of the first chart between two edges, with rows of the usual height.
    fn between(left: f32, right: f32, scene: &ReportScene) -> Self {
        Self {
            left,
            right,
            top: CHARTS_TOP,
            row_height: HEALTH_ROW_HEIGHT,
            bars_offset: bars_offset(&scene.health_courses, right - left),
        }
    }

    fn rows_top(self) -> f32 {
        self.top + HEADING_HEIGHT
    }

    fn bars_left(self) -> f32 {
        self.left + self.bars_offset
    }
}

/// Where the charts of a report are drawn: below each other on a narrow canvas if that is not too
/// high, else beside each other.
struct ReportLayout {
    canvas: Canvas,
    height: f32,
    health: ChartArea,
    attacks: ChartArea,
}

impl ReportLayout {
    /// Lays the charts out below each other, or beside each other if that would be too high. Those
    /// that would be empty take no room.
    fn new(scene: &ReportScene) -> Self {
        let health_height = health_chart_height(scene);
        let attacks_height = attacks_chart_height(scene);
        let stack_height = CHARTS_TOP + health_height + attacks_height + MARGIN;
        if stack_height > MAX_STACK_HEIGHT {
            return Self::side_by_side(scene, health_height, attacks_height);
        }
        let health = ChartArea::between(MARGIN, Canvas::Narrow.width() - MARGIN, scene);
        let attacks = ChartArea { top: CHARTS_TOP + health_height, ..health };
        Self { canvas: Canvas::Narrow, height: stack_height, health, attacks }
    }

    /// Lays the charts out beside each other. The rows of health grow to fill the height of the
    /// attacks.
    fn side_by_side(scene: &ReportScene, health_height: f32, attacks_height: f32) -> Self {
        let (left, right) = (MARGIN, Canvas::Wide.width() - MARGIN);
        let middle = f32::midpoint(left, right);
        let health = ChartArea::between(left, middle + COLUMN_GAP, scene);
        let rows = scene.health_courses.len().clamp(1, MAX_HEALTH_ROWS) as f32;
        let row_height = HEALTH_ROW_HEIGHT + (attacks_height - health_height).max(0.0) / rows;
        Self {
            canvas: Canvas::Wide,
            height: CHARTS_TOP + health_height.max(attacks_height) + MARGIN,
            health: ChartArea { row_height: row_height.min(MAX_HEALTH_ROW_HEIGHT), ..health },
            attacks: ChartArea { left: middle + 2.0 * COLUMN_GAP, right, ..health },
        }
    }
}

/// Returns the height of the chart of health, with rows of the usual height; 0 without rows.
fn health_chart_height(scene: &ReportScene) -> f32 {
    match scene.health_courses.len().min(MAX_HEALTH_ROWS) {
        0 => 0.0,
        rows => HEADING_HEIGHT + HEALTH_ROW_HEIGHT * rows as f32 + FOOT_HEIGHT,
    }
}

/// Returns the height of the chart of attacks; 0 without rows.
fn attacks_chart_height(scene: &ReportScene) -> f32 {
    let foot = if scene.attack_counts.len() > MAX_ATTACK_ROWS { FOOT_HEIGHT } else { 0.0 };
    match scene.attack_counts.len().min(MAX_ATTACK_ROWS) {
        0 => 0.0,
        rows => HEADING_HEIGHT + ATTACK_ROW_HEIGHT * rows as f32 + foot,
    }
}

/// Returns where bars begin beside names, from the left of a chart of a width.
fn bars_offset(courses: &[HealthCourse], chart_width: f32) -> f32 {
    let shown = courses.iter().take(MAX_HEALTH_ROWS);
    let widths = shown.map(|course| text_width(&course.name, LABEL_TEXT));
    let needed = NAMES_OFFSET + widths.fold(0.0, f32::max) + NAMES_GAP;
    needed.clamp(MIN_BARS_OFFSET, chart_width * MAX_BARS_OFFSET_SHARE)
}

/// The attacks of one kind of combatants on another.
#[derive(Default)]
struct MergedAttacks<'a> {
    attackers: BTreeSet<&'a str>,
    targets: BTreeSet<&'a str>,
    count: u32,
    loss: u32,
}

/// Adds up the attacks of numbered NPCs of one kind on the same target, or on targets of one kind:
/// `Wolf 1–3` attacked `Mira`. The most frequent come first.
fn merge_attacks_of_numbered_npcs(attacks: &[AttackCount]) -> Vec<AttackCount> {
    let mut sums: BTreeMap<(&str, &str, Camp), MergedAttacks> = BTreeMap::new();
    for attack in attacks {
        let kinds = (base_name(&attack.attacker), base_name(&attack.target), attack.camp);
        let sum = sums.entry(kinds).or_default();
        sum.attackers.insert(&attack.attacker);
        sum.targets.insert(&attack.target);
        sum.count += attack.count;
        sum.loss += attack.loss;
    }
    let mut merged = Vec::new();
    for ((attacker_kind, target_kind, camp), sum) in sums {
        merged.push(AttackCount {
            attacker: format_kind_with_numbers(attacker_kind, &sum.attackers),
            target: format_kind_with_numbers(target_kind, &sum.targets),
            camp,
            count: sum.count,
            loss: sum.loss,
        });
    }
    // The highest counts come first, and of equal ones the highest losses.
    merged.sort_by_key(|attack| (u32::MAX - attack.count, u32::MAX - attack.loss));
    merged
}

/// Formats the names of combatants of one kind: `Wolf 1–3`, or the kind alone if one of them has no
/// number.
fn format_kind_with_numbers(kind: &str, names: &BTreeSet<&str>) -> String {
    if names.contains(kind) {
        return kind.to_string();
    }
    let numbers = names.iter().filter_map(|name| Some(split_number(name)?.1));
    format!("{kind} {}", format_number_ranges(numbers))
}

/// Everything that is drawn of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportScene {
    pub theme: ThemeName,
    pub title: String,
    pub subtitle: String,
    pub health_courses: Vec<HealthCourse>,
    pub attack_counts: Vec<AttackCount>,
}

impl ReportScene {
    /// Returns `None` if nobody's health is known and nobody attacked.
    pub fn from_report(report: &FightReport, theme: ThemeName) -> Option<Self> {
        let is_known = |course: &&HealthCourse| course.shares.iter().any(Option::is_some);
        let health_courses: Vec<HealthCourse> =
            report.health_courses.iter().filter(is_known).cloned().collect();
        if health_courses.is_empty() && report.attack_counts.is_empty() {
            return None;
        }
        let rounds = say!(reader_locale(), "report-rounds", rounds = report.rounds);
        let (title, subtitle) = match &report.outcome {
            Some(key) => (terms::outcome_text(reader_locale(), key), rounds),
            None => (rounds, String::new()),
        };
        let attack_counts = merge_attacks_of_numbered_npcs(&report.attack_counts);
        Some(Self { theme, title, subtitle, health_courses, attack_counts })
    }

    /// Draws the chart: the heading, below it the course of health and the attacks, as far as there
    /// are any.
    pub fn render_svg(&self) -> String {
        let layout = ReportLayout::new(self);
        let painter = Painter { theme: self.theme.theme(), canvas: layout.canvas };
        let mut picture = painter
            .start_picture(layout.height)
            .add(painter.draw_heading(&self.title, &self.subtitle));
        if !self.health_courses.is_empty() {
            picture = picture.add(painter.draw_health_rows(&self.health_courses, layout.health));
        }
        if !self.attack_counts.is_empty() {
            picture = picture.add(painter.draw_attack_rows(&self.attack_counts, layout.attacks));
        }
        picture.to_string()
    }
}

impl Painter {
    fn draw_chart_heading(&self, area: ChartArea, text: &str) -> Text {
        let place = (area.left, area.top + HEADING_TEXT);
        draw_text(place, HEADING_TEXT, self.theme.faint_text, text)
    }

    /// Draws a row for each combatant, with a bar for the start and each round.
    fn draw_health_rows(&self, courses: &[HealthCourse], area: ChartArea) -> Group {
        let mut group = Group::new()
            .add(self.draw_chart_heading(area, &say!(reader_locale(), "report-health")));
        let shown = courses.len().min(MAX_HEALTH_ROWS);
        for (index, course) in courses.iter().take(shown).enumerate() {
            let top = area.rows_top() + area.row_height * index as f32;
            group = group.add(self.draw_health_row(course, area, top));
        }
        let baseline = area.rows_top() + area.row_height * shown as f32 + 22.0;
        let point_count = courses.iter().map(|course| course.shares.len()).max().unwrap_or(0);
        group = group.add(self.draw_round_numbers(point_count, area, baseline));
        if courses.len() > shown {
            let more = say!(reader_locale(), "and-more", count = courses.len() - shown);
            let place = (area.left + NAMES_OFFSET, baseline);
            group = group.add(draw_text(place, MIN_TEXT, self.theme.faint_text, &more));
        }
        group
    }

    /// Draws a combatant's name, and a bar for the health in each round. A cross marks the round in
    /// which the health fell to nothing.
    fn draw_health_row(&self, course: &HealthCourse, area: ChartArea, top: f32) -> Group {
        let middle = top + area.row_height / 2.0;
        let centre = Point { x: area.left + 18.0, y: middle };
        let names_left = area.left + NAMES_OFFSET;
        let name_width = area.bars_left() - names_left - NAMES_GAP;
        let name = replace_unknown_letters_and_cut_middle(&course.name, LABEL_TEXT, name_width);
        let mut group = Group::new()
            .add(self.draw_camp_mark(course.camp, centre, HEALTH_ROW_HEIGHT * 0.3))
            .add(draw_text((names_left, middle + 8.0), LABEL_TEXT, self.theme.text, &name));
        let point_count = course.shares.len().max(1) as f32;
        let step = (area.right - area.bars_left()) / point_count;
        let (bar_width, full_height) = ((step - 4.0).clamp(2.0, 60.0), area.row_height - 8.0);
        for (index, share) in course.shares.iter().enumerate() {
            // `None` is a health that is not known.
            let Some(share) = *share else { continue };
            let place = (area.bars_left() + step * index as f32, top + 4.0);
            group = self.add_health_bar(group, share, place, (bar_width, full_height));
            let had_some = index > 0 && course.shares[index - 1].is_none_or(|before| before > 0);
            if share == 0 && had_some {
                let (left, bar_top) = place;
                group = group.add(self.draw_cross(left, bar_top, bar_width.min(full_height)));
            }
        }
        group
    }

    /// Adds a bar that is filled from below by a share of health, in thousandths. It is as high for
    /// every share, and even an empty one has a thin line.
    fn add_health_bar(
        &self,
        group: Group,
        share: u16,
        (left, top): (f32, f32),
        (width, full_height): (f32, f32),
    ) -> Group {
        let filled_height = (full_height * f32::from(share) / 1000.0).max(2.0);
        let fill = match share {
            0 => self.theme.out,
            share => self.theme.health_fill(share),
        };
        let track = draw_rectangle((left, top), (width, full_height))
            .set("rx", 3)
            .set("fill", self.theme.tile_fill);
        let filled_top = top + full_height - filled_height;
        let bar = draw_rectangle((left, filled_top), (width, filled_height))
            .set("rx", 3)
            .set("fill", fill);
        group.add(track).add(bar)
    }

    /// Draws a cross where somebody fell.
    fn draw_cross(&self, left: f32, top: f32, size: f32) -> Group {
        let inset = size * 0.25;
        let (near, far) = (inset, size - inset);
        let stroke = |line: Line| line.set("stroke", self.theme.text).set("stroke-width", 3);
        let falling = draw_line((left + near, top + near), (left + far, top + far));
        let rising = draw_line((left + near, top + far), (left + far, top + near));
        Group::new().add(stroke(falling)).add(stroke(rising))
    }

    /// Draws the numbers of the rounds below the bars: all of them, or every fifth where there are
    /// many.
    fn draw_round_numbers(&self, point_count: usize, area: ChartArea, baseline: f32) -> Group {
        let step = (area.right - area.bars_left()) / point_count.max(1) as f32;
        let rounds_per_number = if point_count <= MAX_NUMBERED_POINTS { 1 } else { 5 };
        let mut group = Group::new();
        for index in (0..point_count).step_by(rounds_per_number) {
            let text = match index {
                0 => say!(reader_locale(), "report-start"),
                round => round.to_string(),
            };
            let place = (area.bars_left() + step * index as f32, baseline);
            group = group.add(draw_text(place, MIN_TEXT, self.theme.faint_text, &text));
        }
        group
    }

    /// Draws a bar for each pair of attacker and target, and how many more attacks there were.
    fn draw_attack_rows(&self, attacks: &[AttackCount], area: ChartArea) -> Group {
        let has_loss = attacks.iter().any(|attack| attack.loss > 0);
        let heading = say!(reader_locale(), "report-attacks", has_loss);
        let mut group = Group::new().add(self.draw_chart_heading(area, &heading));
        let most = attacks.iter().map(|attack| attack.count).max().unwrap_or(1).max(1);
        for (index, attack) in attacks.iter().take(MAX_ATTACK_ROWS).enumerate() {
            let top = area.rows_top() + ATTACK_ROW_HEIGHT * index as f32;
            group = self.add_attack_row(group, attack, most, area, top);
        }
        let more_count: u32 = attacks.iter().skip(MAX_ATTACK_ROWS).map(|attack| attack.count).sum();
        if more_count > 0 {
            let baseline = area.rows_top() + ATTACK_ROW_HEIGHT * MAX_ATTACK_ROWS as f32 + 22.0;
            let more = say!(reader_locale(), "report-more-attacks", count = more_count);
            let place = (area.left, baseline);
            group = group.add(draw_text(place, MIN_TEXT, self.theme.faint_text, &more));
        }
        group
    }

    /// Adds the bar of a pair of attacker and target, with their names and numbers above it. A bar
    /// of `most` attacks is as wide as the chart.
    fn add_attack_row(
        &self,
        group: Group,
        attack: &AttackCount,
        most: u32,
        area: ChartArea,
        top: f32,
    ) -> Group {
        let max_width = area.right - area.left;
        let baseline = top + 21.0;
        let number =
            say!(reader_locale(), "report-attack", count = attack.count, loss = attack.loss);
        let pair_width = max_width - text_width(&number, MIN_TEXT) - 14.0;
        let pair = format!("{} → {}", attack.attacker, attack.target);
        let is_wide = text_width(&pair, LABEL_TEXT) > pair_width;
        let pair_size = if is_wide { MIN_TEXT } else { LABEL_TEXT };
        let fitting_pair = replace_unknown_letters_and_cut(&pair, pair_size, pair_width);
        let pair_text = draw_text((area.left, baseline), pair_size, self.theme.text, &fitting_pair);
        let number_text =
            draw_text((area.right, baseline), MIN_TEXT, self.theme.faint_text, &number)
                .set("text-anchor", "end");
        let bar_width = max_width * attack.count as f32 / most as f32;
        let bar = draw_rectangle((area.left, top + 29.0), (bar_width.max(6.0), 12.0))
            .set("rx", 5)
            .set("fill", self.theme.camp_fill(attack.camp));
        group.add(pair_text).add(number_text).add(bar)
    }

    fn draw_camp_mark(&self, camp: Camp, centre: Point, radius: f32) -> Path {
        self.draw_camp_shape(camp, false, (centre.x, centre.y), radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_of_one_kind_are_added_up() {
        let attack = |attacker: &str, target: &str, camp, count, loss| AttackCount {
            attacker: attacker.into(),
            target: target.into(),
            camp,
            count,
            loss,
        };
        let attacks = [
            attack("Ben", "Wolf 1", Camp::Players, 3, 0),
            attack("Wolf 1", "Ben", Camp::Foes, 2, 4),
            attack("Wolf 3", "Ben", Camp::Foes, 2, 1),
            attack("Ben", "Wolf 2", Camp::Players, 1, 0),
            attack("Vorn", "Ben", Camp::Foes, 1, 2),
        ];
        assert_eq!(
            merge_attacks_of_numbered_npcs(&attacks),
            [
                attack("Wolf 1, 3", "Ben", Camp::Foes, 4, 5),
                attack("Ben", "Wolf 1, 2", Camp::Players, 4, 0),
                attack("Vorn", "Ben", Camp::Foes, 1, 2),
            ]
        );
    }
}
