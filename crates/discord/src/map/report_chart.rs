//! Draws the picture of a finished fight: everybody's health over the rounds, and who attacked whom
//! how often.

use svg::node::element::{Group, Line, Path, Text};

use super::drawing::{Painter, Point, draw_line, draw_rectangle, draw_text};
use super::fonts::{
    replace_unknown_letters_and_cut, replace_unknown_letters_and_cut_middle, text_width,
};
use super::layout::MARGIN;
use super::theme::{HEIGHT, ThemeName, WIDTH};
use crate::messages::reader_locale;
use app::report::{AttackCount, FightReport, HealthCourse};
use engine::visibility::view::Camp;
use narration::{say, terms};

/// Where the columns begin, and the tops of the charts.
const NAMES_LEFT: f32 = MARGIN + 44.0;
const BARS_LEFT: f32 = 236.0;
const BARS_RIGHT: f32 = 700.0;
const ATTACKS_LEFT: f32 = 752.0;
const HEADING_BASELINE: f32 = 104.0;
const ROWS_TOP: f32 = 122.0;
const ROWS_BOTTOM: f32 = HEIGHT - 46.0;

const HEADING_TEXT: f32 = 22.0;
const LABEL_TEXT: f32 = 22.0;
const SMALL_TEXT: f32 = 18.0;
const MAX_HEALTH_ROWS: usize = 12;
const MAX_ATTACK_ROWS: usize = 8;
/// The most heights of rows: few rows do not fill the picture.
const MAX_HEALTH_ROW_HEIGHT: f32 = 64.0;
const ATTACK_ROW_HEIGHT: f32 = 62.0;
/// From this many points on, not every round has its number.
const MAX_NUMBERED_POINTS: usize = 13;

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
        let outcome =
            report.outcome.as_deref().map(|key| terms::outcome_text(reader_locale(), key));
        Some(Self {
            theme,
            title: outcome.unwrap_or_default(),
            subtitle: say!(reader_locale(), "report-rounds", rounds = report.rounds),
            health_courses,
            attack_counts: report.attack_counts.clone(),
        })
    }

    pub fn render_svg(&self) -> String {
        let painter = Painter { theme: self.theme.theme() };
        let picture = painter
            .start_picture(HEIGHT)
            .add(painter.draw_heading(&self.title, &self.subtitle))
            .add(painter.draw_health_rows(&self.health_courses))
            .add(painter.draw_attack_rows(&self.attack_counts));
        picture.to_string()
    }
}

impl Painter {
    fn draw_column_heading(&self, left: f32, text: &str) -> Text {
        draw_text((left, HEADING_BASELINE), HEADING_TEXT, self.theme.faint_text, text)
    }

    /// Draws a row for each combatant, with a bar for the start and each round.
    fn draw_health_rows(&self, courses: &[HealthCourse]) -> Group {
        let mut group = Group::new()
            .add(self.draw_column_heading(MARGIN, &say!(reader_locale(), "report-health")));
        let shown = courses.len().min(MAX_HEALTH_ROWS);
        let height = ((ROWS_BOTTOM - ROWS_TOP) / shown.max(1) as f32).min(MAX_HEALTH_ROW_HEIGHT);
        for (index, course) in courses.iter().take(shown).enumerate() {
            group =
                group.add(self.draw_health_row(course, ROWS_TOP + height * index as f32, height));
        }
        let bottom = ROWS_TOP + height * shown as f32;
        let point_count = courses.iter().map(|course| course.shares.len()).max().unwrap_or(0);
        group = group.add(self.draw_round_numbers(point_count, bottom + 22.0));
        if courses.len() > shown {
            let more = say!(reader_locale(), "and-more", count = courses.len() - shown);
            let place = (NAMES_LEFT, bottom + 22.0);
            group = group.add(draw_text(place, SMALL_TEXT, self.theme.faint_text, &more));
        }
        group
    }

    fn draw_health_row(&self, course: &HealthCourse, top: f32, height: f32) -> Group {
        let middle = top + height / 2.0;
        let shape_radius = (height * 0.3).min(15.0);
        let centre = Point { x: MARGIN + 18.0, y: middle };
        let name_width = BARS_LEFT - NAMES_LEFT - 12.0;
        let name = replace_unknown_letters_and_cut_middle(&course.name, LABEL_TEXT, name_width);
        let mut group = Group::new()
            .add(self.draw_camp_mark(course.camp, centre, shape_radius))
            .add(draw_text((NAMES_LEFT, middle + 8.0), LABEL_TEXT, self.theme.text, &name));
        let point_count = course.shares.len().max(1) as f32;
        let step = (BARS_RIGHT - BARS_LEFT) / point_count;
        let (bar_width, full) = ((step - 4.0).clamp(2.0, 60.0), height - 12.0);
        for (index, share) in course.shares.iter().enumerate() {
            let left = BARS_LEFT + step * index as f32;
            let Some(share) = share else { continue };
            let filled = (full * f32::from(*share) / 1000.0).max(2.0);
            let track = draw_rectangle((left, top + 6.0), (bar_width, full))
                .set("rx", 3)
                .set("fill", self.theme.tile_fill);
            let fill = match share {
                0 => self.theme.out,
                share => self.theme.health_fill(*share),
            };
            let bar = draw_rectangle((left, top + 6.0 + full - filled), (bar_width, filled))
                .set("rx", 3)
                .set("fill", fill);
            group = group.add(track).add(bar);
            let had_some = index > 0 && course.shares[index - 1].is_none_or(|before| before > 0);
            if *share == 0 && had_some {
                group = group.add(self.draw_cross(left, top + 6.0, bar_width.min(full)));
            }
        }
        group
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

    /// Draws the numbers of the rounds below the bars.
    fn draw_round_numbers(&self, point_count: usize, baseline: f32) -> Group {
        let step = (BARS_RIGHT - BARS_LEFT) / point_count.max(1) as f32;
        let every = if point_count <= MAX_NUMBERED_POINTS { 1 } else { 5 };
        (0..point_count).filter(|index| index % every == 0).fold(Group::new(), |group, index| {
            let text = match index {
                0 => say!(reader_locale(), "report-start"),
                round => round.to_string(),
            };
            let place = (BARS_LEFT + step * index as f32, baseline);
            group.add(draw_text(place, SMALL_TEXT, self.theme.faint_text, &text))
        })
    }

    /// Draws a bar for each pair of attacker and target.
    fn draw_attack_rows(&self, attacks: &[AttackCount]) -> Group {
        let mut group = Group::new()
            .add(self.draw_column_heading(ATTACKS_LEFT, &say!(reader_locale(), "report-attacks")));
        let most = attacks.iter().map(|attack| attack.count).max().unwrap_or(1).max(1) as f32;
        let max_width = WIDTH - MARGIN - ATTACKS_LEFT;
        for (index, attack) in attacks.iter().take(MAX_ATTACK_ROWS).enumerate() {
            let top = ROWS_TOP + ATTACK_ROW_HEIGHT * index as f32;
            let (count, loss) = (attack.count, attack.loss);
            let number = say!(reader_locale(), "report-attack", count, loss);
            let number_width = text_width(&number, SMALL_TEXT);
            let pair = format!("{} → {}", attack.attacker, attack.target);
            let pair =
                replace_unknown_letters_and_cut(&pair, LABEL_TEXT, max_width - number_width - 14.0);
            let width = max_width * attack.count as f32 / most;
            let bar = draw_rectangle((ATTACKS_LEFT, top + 32.0), (width.max(6.0), 12.0))
                .set("rx", 5)
                .set("fill", self.theme.camp_fill(attack.camp));
            let number_place = (WIDTH - MARGIN, top + 24.0);
            let number = draw_text(number_place, SMALL_TEXT, self.theme.faint_text, &number)
                .set("text-anchor", "end");
            let pair = draw_text((ATTACKS_LEFT, top + 24.0), LABEL_TEXT, self.theme.text, &pair);
            group = group.add(pair).add(number).add(bar);
        }
        let rest: u32 = attacks.iter().skip(MAX_ATTACK_ROWS).map(|attack| attack.count).sum();
        if rest > 0 {
            let place =
                (ATTACKS_LEFT, ROWS_TOP + ATTACK_ROW_HEIGHT * MAX_ATTACK_ROWS as f32 + 22.0);
            let more = say!(reader_locale(), "report-more-attacks", count = rest);
            group = group.add(draw_text(place, SMALL_TEXT, self.theme.faint_text, &more));
        }
        group
    }

    fn draw_camp_mark(&self, camp: Camp, centre: Point, radius: f32) -> Path {
        self.draw_camp_shape(camp, false, (centre.x, centre.y), radius)
    }
}
