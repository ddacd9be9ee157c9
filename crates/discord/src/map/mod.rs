//! Renders the map of a fight for one viewer: a picture, a text alternative for it, and a strip of
//! plain text.
//!
//! The input is a view, so nothing that its viewer may not know can appear on the map.

mod chart;
mod drawing;
pub mod emoji;
mod encoding;
mod fonts;
mod initials;
mod layout;
pub(crate) mod portraits;
pub(super) mod replay_board;
mod report_chart;
mod scene;
pub(super) mod theme;

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

pub use chart::{BarChart, ChartBar, ChartSection};
use portraits::draw_portrait;
use report_chart::ReportScene;
use scene::Scene;
pub use theme::ThemeName;

use super::messages::status::BoardLine;
use super::messages::text::{cut_name_keeping_last_word, cut_to_length, fit_lines, join_names};
use super::messages::{MAX_FIELD, reader_locale, status};
use app::report::FightReport;
use engine::core::ids::CombatantId;
use engine::visibility::view::{FightView, MemberView, TurnStatus, VisibleAttack, ZoneView};
use narration::newcomers::collapse_numbered_names;
use narration::{say, terms};

/// Discord's limit for the text alternative of a picture, in characters.
const MAX_ALT_TEXT: usize = 1024;
/// How many monospaced characters a phone shows in one line.
const STRIP_COLUMNS: usize = 40;
/// The width of a zone's name in the strip, without and with its span.
const NAME_WIDTH: usize = 12;
const SPAN_WIDTH: usize = 20;
/// The longest name of a combatant in the strip, in characters.
const MAX_STRIP_NAME: usize = 20;

/// A PNG with its text alternatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub png: Arc<[u8]>,
    pub alt_text: String,
    /// The content as lines for plain mode; empty where the message contains them anyway.
    pub plain_text: String,
    /// What it was drawn from. `None` if it can be drawn in one theme only.
    drawing: Option<Drawing>,
}

/// What a picture is drawn from.
#[derive(Clone, Debug, PartialEq)]
enum Drawing {
    Fight(Box<Scene>),
    Report(Box<ReportScene>),
}

impl Drawing {
    /// Draws it as PNG. Recent pictures of running fights are cached; drawing a new one takes some
    /// milliseconds of one core.
    fn draw_png_or_take_cached(&self) -> Option<Arc<[u8]>> {
        let scene = match self {
            Self::Report(scene) => return Some(rasterize_to_png(&scene.render_svg())?.into()),
            Self::Fight(scene) => scene,
        };
        let cached = lock_picture_cache().find_and_renew(scene);
        if cached.is_some() {
            return cached;
        }
        let mut pixels = rasterize(&drawing::render_scene_svg(scene))?;
        for placed in drawing::place_portraits(scene) {
            draw_portrait(&mut pixels, &placed)?;
        }
        let png: Arc<[u8]> = encoding::encode_png(&pixels)?.into();
        lock_picture_cache().insert((**scene).clone(), Arc::clone(&png));
        Some(png)
    }

    /// Returns the same drawing in the colours of another theme.
    fn with_theme(&self, theme: ThemeName) -> Self {
        match self.clone() {
            Self::Fight(scene) => Self::Fight(Box::new(Scene { theme, ..*scene })),
            Self::Report(scene) => Self::Report(Box::new(ReportScene { theme, ..*scene })),
        }
    }
}

impl Picture {
    /// Draws a picture with its texts. Returns `None` if it cannot be drawn.
    fn from_drawing(drawing: Drawing, alt_text: &str, plain_text: String) -> Option<Self> {
        let (png, alt_text) =
            (drawing.draw_png_or_take_cached()?, cut_to_length(alt_text, MAX_ALT_TEXT));
        Some(Self { png, alt_text, plain_text, drawing: Some(drawing) })
    }

    /// Returns the picture for a message that contains its plain text already.
    pub fn without_plain_text(self) -> Self {
        Self { plain_text: String::new(), ..self }
    }

    /// Returns a picture that is never drawn again.
    pub fn from_png(png: Vec<u8>, alt_text: &str, plain_text: String) -> Self {
        let alt_text = cut_to_length(alt_text, MAX_ALT_TEXT);
        Self { png: png.into(), alt_text, plain_text, drawing: None }
    }

    /// Returns the picture in the colours of a theme, if it can be drawn again.
    #[must_use]
    pub fn in_theme(self, theme: ThemeName) -> Self {
        let drawing = self.drawing.as_ref().map(|drawing| drawing.with_theme(theme));
        match drawing.as_ref().and_then(Drawing::draw_png_or_take_cached) {
            Some(png) => Self { png, drawing, ..self },
            None => self,
        }
    }
}

/// Renders the map as a picture, or takes it from the cache. `None` if there are no zones or it
/// cannot be drawn.
pub fn render_map_picture_cached(view: &FightView) -> Option<Picture> {
    if view.zones.is_empty() {
        return None;
    }
    let scene = Scene::from_view(view, ThemeName::default());
    // The texts say more than the picture shows, so they are of this view alone.
    let drawing = Drawing::Fight(Box::new(scene));
    Picture::from_drawing(drawing, &format_alt_text(view), format_zones_text(view))
}

/// Renders the map as the SVG that is drawn, without portraits, which are put onto the pixels.
pub fn render_map_svg(view: &FightView) -> String {
    drawing::render_scene_svg(&Scene::from_view(view, ThemeName::default()))
}

/// Renders how a finished fight went. `None` if its reader knows nothing that can be drawn.
pub fn render_report_picture(report: &FightReport, alt_text: &str) -> Option<Picture> {
    let scene = ReportScene::from_report(report, ThemeName::default())?;
    Picture::from_drawing(Drawing::Report(Box::new(scene)), alt_text, String::new())
}

/// Renders shares as a bar chart, with this text alternative.
pub fn render_bar_chart(bar_chart: &BarChart, alt_text: &str) -> Option<Picture> {
    let png = rasterize_to_png(&chart::render_chart_svg(bar_chart))?;
    Some(Picture::from_png(png, alt_text, String::new()))
}

/// Draws SVG as PNG. Returns `None` if the SVG is invalid or the encoder fails.
fn rasterize_to_png(svg: &str) -> Option<Vec<u8>> {
    encoding::encode_png(&rasterize(svg)?)
}

/// Draws SVG as pixels, with the built-in fonts.
fn rasterize(svg: &str) -> Option<Pixmap> {
    let options = Options {
        font_family: fonts::FONT_FAMILY.into(),
        fontdb: Arc::clone(&fonts::FONTS),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).ok()?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Some(pixels)
}

/// The PNGs of recently drawn scenes. Most acts move nobody, so the same scene is often drawn
/// again. When `latest` is full it becomes `earlier`, whose entries are dropped unless used again.
struct PictureCache {
    latest: BTreeMap<Scene, Arc<[u8]>>,
    earlier: BTreeMap<Scene, Arc<[u8]>>,
}

/// How many pictures `latest` holds at most.
const MAX_CACHED_PICTURES: usize = 256;

static PICTURE_CACHE: Mutex<PictureCache> =
    Mutex::new(PictureCache { latest: BTreeMap::new(), earlier: BTreeMap::new() });

fn lock_picture_cache() -> std::sync::MutexGuard<'static, PictureCache> {
    PICTURE_CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PictureCache {
    /// Returns the picture of a scene. One that was found in `earlier` moves to `latest`, so that
    /// it is kept for longer.
    fn find_and_renew(&mut self, scene: &Scene) -> Option<Arc<[u8]>> {
        if let Some(png) = self.latest.get(scene) {
            return Some(Arc::clone(png));
        }
        let (scene, png) = self.earlier.remove_entry(scene)?;
        self.insert(scene, Arc::clone(&png));
        Some(png)
    }

    fn insert(&mut self, scene: Scene, png: Arc<[u8]>) {
        if self.latest.len() >= MAX_CACHED_PICTURES {
            self.earlier = mem::take(&mut self.latest);
        }
        self.latest.insert(scene, png);
    }
}

/// Formats the zones with who is in them as lines under a heading.
fn format_zones_text(view: &FightView) -> String {
    format!(
        "**{}**\n{}",
        say!(reader_locale(), "status-zones"),
        fit_lines(&status::format_zones(view), MAX_FIELD)
    )
}

/// How many lines about NPCs of a zone the description of a picture has at most: as many as fit.
const MAX_DESCRIBED_NPC_LINES: [usize; 7] = [usize::MAX, 12, 8, 5, 3, 1, 0];

/// Describes the map in words, with as many NPCs of each zone as fit into [`MAX_ALT_TEXT`]; the
/// others are counted.
fn format_alt_text(view: &FightView) -> String {
    let mut text = String::new();
    for max_npc_lines in MAX_DESCRIBED_NPC_LINES {
        text = format_alt_text_with(view, max_npc_lines);
        if text.chars().count() <= MAX_ALT_TEXT {
            break;
        }
    }
    text
}

/// Describes the combatants of a zone; numbered NPCs of whom the same can be said share a part.
/// Players, whoever acts alone and at most `max_npc_lines` parts about others are named; who is
/// left out is counted in a last part.
fn describe_members(view: &FightView, zone: usize, max_npc_lines: usize) -> Vec<String> {
    let is_acting = |member: &MemberView| member.turn_status == TurnStatus::Acting;
    let acts_alone = view.members().filter(|member| is_acting(member)).count() == 1;
    let mut lines = Vec::new();
    for (_, member) in view.members_in_zone_by_group_or_position(zone) {
        let is_kept = member.user.is_some() || (acts_alone && is_acting(member));
        let state = format_place_and_state(view, member);
        lines.push(BoardLine::new(member.name.clone(), state, is_kept));
    }
    let mut parts = Vec::new();
    let (mut npc_line_count, mut left_out_count) = (0, 0);
    for line in status::collapse_equal_lines(lines) {
        if !line.is_kept {
            if npc_line_count == max_npc_lines {
                left_out_count += line.combatant_count;
                continue;
            }
            npc_line_count += 1;
        }
        parts.push(format!("{}{}", line.name, line.rest));
    }
    if left_out_count > 0 {
        parts.push(say!(reader_locale(), "map-more", count = left_out_count));
    }
    parts
}

/// Describes the map in words, with at most so many parts about NPCs for each zone.
fn format_alt_text_with(view: &FightView, max_npc_lines: usize) -> String {
    let zones: Vec<String> = (0..view.zones.len())
        .map(|zone_index| describe_zone(view, zone_index, max_npc_lines))
        .collect();
    let attacks = format_last_attacks(view);
    say!(reader_locale(), "map-alt", zones = zones.join(" "), attacks)
}

/// Describes a zone in a sentence: who is there, what holds in it, and to which zones it leads.
fn describe_zone(view: &FightView, zone_index: usize, max_npc_lines: usize) -> String {
    let zone = &view.zones[zone_index];
    let members = describe_members(view, zone_index, max_npc_lines);
    let here = (!members.is_empty()).then(|| join_names(&members));
    let label = terms::zone_label(reader_locale(), zone);
    let mut parts = vec![say!(reader_locale(), "map-zone", zone = label, here)];
    for fact in &zone.facts {
        parts.push(terms::zone_fact_text(reader_locale(), fact));
    }
    let neighbours: Vec<&str> = neighbour_names(view, zone).collect();
    if !neighbours.is_empty() {
        parts.push(say!(reader_locale(), "next-to", zones = join_names(&neighbours)));
    }
    format!("{}.", parts.join("; "))
}

/// Says who attacked whom last, of those whom the view has. Returns `None` if nobody did.
fn format_last_attacks(view: &FightView) -> Option<String> {
    let find_member = |who: CombatantId| view.members().find(|member| member.id == who);
    let pair = |attack: &VisibleAttack| {
        let (attacker, target) = (find_member(attack.attacker)?, find_member(attack.target)?);
        Some(say!(reader_locale(), "map-attack", attacker = attacker.name, target = target.name))
    };
    let mut pairs: Vec<String> = view.last_attacks.iter().filter_map(pair).collect();
    pairs.dedup();
    (!pairs.is_empty()).then(|| join_names(&pairs))
}

/// Describes a combatant's state: whether they are hidden, wounds, conditions, and in a running
/// fight their side if it is an unusual one.
fn format_member_state(view: &FightView, member: &MemberView) -> Vec<String> {
    let mut state = Vec::new();
    if member.is_hidden {
        state.push(say!(reader_locale(), "status-hidden"));
    }
    let (wounds, conditions) =
        terms::distinct_wounds_text_and_condition_keys(reader_locale(), &view.system, member);
    state.extend(wounds);
    state.extend(conditions.into_iter().map(|key| terms::condition_name(reader_locale(), key)));
    if view.is_running {
        state.extend(terms::side_name_unless_obvious(reader_locale(), view, member));
    }
    state
}

/// Describes where on a line of feet a combatant is, and its state, to stand after its name.
fn format_place_and_state(view: &FightView, member: &MemberView) -> String {
    let mut state = format_member_state(view, member);
    if member.turn_status == TurnStatus::Acting {
        state.push(terms::turn_mark_text(reader_locale(), member.turn_status));
    }
    let placed = terms::name_with_position(reader_locale(), &member.name, member.position_feet);
    let place = placed.strip_prefix(&member.name).unwrap_or_default();
    let state = (!state.is_empty()).then(|| join_names(&state));
    say!(reader_locale(), "map-member", name = place, state)
}

/// Renders the map as lines of at most 40 columns: each zone with the combatants in it, and `>`
/// before whoever acts.
pub fn format_text_map(view: &FightView) -> Vec<String> {
    let label_width = if layout::are_zones_on_line(view) { SPAN_WIDTH } else { NAME_WIDTH };
    let mut lines = Vec::new();
    for (zone_index, zone) in view.zones.iter().enumerate() {
        let label = cut_to_length(&terms::zone_label(reader_locale(), zone), label_width);
        let names = list_strip_names_in_zone(view, zone_index);
        lines.extend(format_strip_lines(&label, label_width, &names));
    }
    lines
}

/// Returns the names of the combatants in a zone as the strip shows them: short, with `>` before
/// whoever acts, and numbered namesakes as one.
fn list_strip_names_in_zone(view: &FightView, zone_index: usize) -> Vec<String> {
    let mut names = Vec::new();
    for (_, member) in view.members_in_zone_by_group_or_position(zone_index) {
        let placed_name =
            terms::name_with_position(reader_locale(), &member.name, member.position_feet);
        let short_name = cut_name_keeping_last_word(&placed_name, MAX_STRIP_NAME);
        let pointer = if member.turn_status == TurnStatus::Acting { ">" } else { "" };
        names.push(format!("{pointer}{short_name}"));
    }
    collapse_numbered_names(reader_locale(), &names)
}

/// Renders the label of a zone with names after it, or `-` for none. Further lines are indented by
/// the width of the label.
fn format_strip_lines(label: &str, label_width: usize, names: &[String]) -> Vec<String> {
    let mut line = format!("{label:label_width$}");
    if names.is_empty() {
        line += " -";
        return vec![line];
    }
    let mut lines = Vec::new();
    for name in names {
        let fitting_name = cut_name_keeping_last_word(name, STRIP_COLUMNS - label_width - 1);
        let columns_with_name = line.chars().count() + 1 + fitting_name.chars().count();
        if columns_with_name > STRIP_COLUMNS {
            lines.push(line);
            line = " ".repeat(label_width);
        }
        line.push(' ');
        line.push_str(&fitting_name);
    }
    lines.push(line);
    lines
}

/// Returns the names of the zones next to a zone.
fn neighbour_names<'a>(view: &'a FightView, zone: &'a ZoneView) -> impl Iterator<Item = &'a str> {
    let indexes = zone.neighbours.iter();
    indexes.filter_map(|index| view.zones.get(usize::from(*index))).map(|zone| zone.name.as_str())
}

#[cfg(test)]
pub(super) mod tests {
    use super::scene::Border;
    use super::*;
    use app::report::{AttackCount, HealthCourse};
    use engine::core::ids::{CombatantId, UserId};
    use engine::visibility::facts::{Fact, FactValue};
    use engine::visibility::view::{Camp, GroupView, VisibleWounds};
    use narration::catalogue::Locale;
    use narration::pseudo_language;

    use crate::reader::render_in_locale;

    /// Returns a member of the party. By the id it has another state: 0 acts, 1 is stuck, 5 is out.
    fn sample_member_with_state_by_id(id: u8, name: &str, zone: u8) -> MemberView {
        MemberView {
            id: CombatantId(id),
            name: name.into(),
            user: (id < 4).then_some(UserId(u64::from(id))),
            side: "party".into(),
            camp: Camp::Players,
            is_hidden: false,
            zone: Some(zone),
            border_zone: None,
            position_feet: None,
            wounds: match id % 3 {
                0 => VisibleWounds::Exact { current: 7, max: 10 },
                _ => VisibleWounds::Word("hurt".into()),
            },
            conditions: if id == 1 { vec!["stuck".into()] } else { Vec::new() },
            turn_status: match id {
                0 => TurnStatus::Acting,
                5 => TurnStatus::Out,
                _ => TurnStatus::Ready,
            },
            exit: None,
            final_health: None,
            remaining_budget: Vec::new(),
            facts: Vec::new(),
        }
    }

    /// Puts a combatant on a side, with the camp and user that go with it.
    fn with_side(member: MemberView, side: &str) -> MemberView {
        let (camp, user) = match side {
            "party" => (Camp::Players, Some(UserId(1))),
            "enemy" => (Camp::Foes, None),
            _ => (Camp::Others, None),
        };
        MemberView { camp, user, side: side.into(), ..member }
    }

    /// Returns a view with `members` spread over `zones` in a ring.
    fn sample_view_of_zone_ring(zones: u8, members: u8, name: &str) -> FightView {
        let zone = |at: u8| ZoneView {
            name: format!("{name}{at}"),
            neighbours: vec![(at + zones - 1) % zones, (at + 1) % zones],
            span_feet: None,
            facts: vec![Fact::new("hazard", FactValue::Attribute("str".into()))],
        };
        let all = |side: u8| {
            let ids = (0..members).filter(|id| id % 2 == side);
            let ids = ids
                .map(|id| sample_member_with_state_by_id(id, &format!("{name}{id}"), id % zones));
            ids.map(|member| with_side(member, ["party", "enemy"][usize::from(side)])).collect()
        };
        let group =
            |key: &str, side| GroupView { key: key.into(), is_current: false, members: all(side) };
        FightView {
            zones: (0..zones).map(zone).collect(),
            groups: vec![group("party", 0), group("enemy", 1)],
            ..FightView::default()
        }
    }

    /// Returns a view of combatants with these names, without zones.
    pub fn named(names: &[&str]) -> FightView {
        let numbered_member = |(id, name): (u8, &&str)| sample_member_with_state_by_id(id, name, 0);
        let members = (0..).zip(names).map(numbered_member).collect();
        let group = GroupView { key: "party".into(), is_current: false, members };
        FightView { groups: vec![group], ..FightView::default() }
    }

    #[test]
    fn picture_is_a_png_with_a_text_alternative() {
        let mut view = sample_view_of_zone_ring(4, 8, "Wolf");
        view.groups[0].members[1].is_hidden = true;
        let picture = render_map_picture_cached(&view).unwrap();
        assert!(picture.png.starts_with(b"\x89PNG"));
        assert!(picture.alt_text.contains("Wolf0: Wolf0 (7/10 HP, acting), Wolf4 (hurt)"));
        assert!(
            picture.alt_text.contains("Wolf1: Wolf1 (hurt, Stuck), Wolf5 (hurt); hazard (STR)")
        );
        assert!(picture.alt_text.contains("Wolf2: Wolf2 (hidden, hurt)"), "{}", picture.alt_text);
        assert!(picture.alt_text.contains("next to Wolf3, Wolf1"));
        assert_eq!(super::render_map_picture_cached(&FightView::default()), None);
    }

    /// Returns a view of `Fox0` to `Fox4` on three zones of 20 feet.
    fn sample_view_of_line_in_feet() -> FightView {
        let mut view = sample_view_of_zone_ring(3, 5, "Fox");
        for (index, zone) in (0..).zip(&mut view.zones) {
            zone.span_feet = Some((index * 20, index * 20 + 15));
            zone.neighbours.retain(|neighbour| u16::from(*neighbour).abs_diff(index) == 1);
        }
        for member in view.groups.iter_mut().flat_map(|group| &mut group.members) {
            member.position_feet =
                member.zone.map(|zone| u16::from(zone) * 20 + 15 - 5 * u16::from(member.id.0));
        }
        view
    }

    #[test]
    fn line_is_drawn_to_scale_and_described_in_feet() {
        let view = sample_view_of_line_in_feet();
        let picture = render_map_picture_cached(&view).unwrap();
        assert!(
            picture
                .alt_text
                .contains("Fox0 0–15: Fox3 at 0 (7/10 HP), Fox0 at 15 (7/10 HP, acting)")
        );
        let strip = format_text_map(&view);
        assert_eq!(strip[0], "Fox0 0–15            Fox3 at 0");
        let svg = svg_of(&view);
        for feet in ["0 ft", "15 ft", "35"] {
            assert!(svg.contains(&format!(">\n{feet}\n<")), "{svg}");
        }
    }

    #[test]
    fn tokens_on_a_line_stand_over_their_marks() {
        let mut view = sample_view_of_line_in_feet();
        view.groups[1].members.retain(|member| member.zone == Some(0));
        let scene = scene_of(&view);
        let layout = drawing::lay_out_scene(&scene);
        for placed in layout.rows.iter().flatten() {
            let centres = placed.token_centres(&layout.sizes);
            for (token, (x, _)) in placed.tile.tokens.iter().zip(centres) {
                let points = placed.mark_and_end_points(&layout.sizes);
                let mark = drawing::find_place_on_axis(&points, token.position_feet.unwrap());
                assert!((x - mark).abs() < 1.0, "{}: {x}, its mark: {mark}", token.name);
            }
        }
    }

    #[test]
    fn tokens_on_a_line_stand_in_the_order_of_their_marks() {
        let mut view = sample_view_of_line_in_feet();
        let members = view.groups.iter_mut().flat_map(|group| &mut group.members);
        for (member, feet) in members.zip([0, 5, 5, 5, 15]) {
            (member.zone, member.position_feet) = (Some(0), Some(feet));
        }
        let scene = scene_of(&view);
        let layout = drawing::lay_out_scene(&scene);
        let placed = &layout.rows[0][0];
        let cells = placed.token_cells(&layout.sizes);
        let places: Vec<(u16, f32)> = placed
            .tile
            .tokens
            .iter()
            .zip(cells)
            .map(|(token, cell)| (token.position_feet.unwrap(), cell.x))
            .collect();
        assert_eq!(places.len(), 5);
        for ((feet, x), (other_feet, other_x)) in
            places.iter().flat_map(|one| places.iter().map(move |other| (*one, *other)))
        {
            assert!(feet >= other_feet || x < other_x, "{places:?}");
        }
        // The scale says where they are, so no tag does.
        assert_eq!(svg_of(&view).matches(">\n5 ft\n<").count(), 1);
    }

    #[test]
    fn zones_keep_their_places_when_people_move() {
        let places = |view: &FightView| -> Vec<Vec<String>> {
            let rows = scene_of(view).rows.into_iter();
            rows.map(|tiles| tiles.into_iter().map(|tile| tile.name).collect()).collect()
        };
        for zones in 1..=12 {
            let mut view = sample_view_of_zone_row(zones, &["Ana", "Wilhelmina Ironside", "Crow"]);
            let spread = places(&view);
            for zone in [0, zones - 1] {
                for member in &mut view.groups[0].members {
                    member.zone = Some(zone);
                }
                assert_eq!(places(&view), spread, "{zones} zones, all in {zone}");
            }
        }
    }

    #[test]
    fn strip_shows_the_cards_of_those_who_act() {
        let mut view = sample_view_of_zone_row(1, &["Wolf 1", "Wolf 2", "Mira"]);
        for (member, cards) in view.groups[0].members.iter_mut().zip(["1", "3", "6, 9"]) {
            (member.camp, member.user, member.turn_status) = (Camp::Foes, None, TurnStatus::Ready);
            member.facts = vec![Fact::text("card", cards)];
        }
        let scene = scene_of(&view);
        let order: Vec<(&str, usize, &str)> = scene
            .order
            .iter()
            .map(|token| (token.letters.as_str(), token.count, token.cards.as_str()))
            .collect();
        assert_eq!(order, [("Wo", 2, "1–3"), ("Mi", 1, "6, 9")]);
        assert!(svg_of(&view).contains(">\n6, 9\n<"));
        // Other systems have no cards.
        assert!(scene_of(&sample_fight_in_yard()).order.iter().all(|token| token.cards.is_empty()));
    }

    /// Returns a view of zones in a row, with a combatant of each name in each.
    fn sample_view_of_zone_row(zones: u8, names: &[&str]) -> FightView {
        let zone = |at: u8| ZoneView {
            name: format!("Zone {at}"),
            neighbours: [at.checked_sub(1), (at + 1 < zones).then_some(at + 1)]
                .into_iter()
                .flatten()
                .collect(),
            span_feet: None,
            facts: Vec::new(),
        };
        let people = (0..zones).flat_map(|zone| names.iter().map(move |name| (zone, name)));
        let numbered_member = |(id, (zone, name)): (u8, (u8, &&str))| {
            let side = ["party", "enemy", "Crows"][usize::from(id % 3)];
            with_side(sample_member_with_state_by_id(id, name, zone), side)
        };
        let members = (0..).zip(people).map(numbered_member).collect();
        let group = GroupView { key: "order".into(), is_current: false, members };
        let zones = (0..zones).map(zone).collect();
        FightView { zones, groups: vec![group], is_running: true, round: 1, ..FightView::default() }
    }

    /// Returns a fight as people play it: seven groups in three zones, much of what can be drawn.
    fn sample_fight_in_yard() -> FightView {
        let mut view = sample_view_of_zone_row(3, &[]);
        for (zone, name) in view.zones.iter_mut().zip(["Gate", "Yard", "Hall"]) {
            zone.name = name.into();
        }
        view.zones[0].facts = vec![Fact::new("exit", FactValue::Side("party".into()))];
        let harder = Fact::new("harder", FactValue::Action("shoot".into()))
            .with_detail(FactValue::text("+1"));
        view.zones[1].facts = vec![Fact::text("obstacle", "Gate"), harder];
        view.zones[2].facts = vec![Fact::word("cover", "yes")];
        (view.round, view.system) = (4, "cards".into());
        let exact = |current| VisibleWounds::Exact { current, max: 10 };
        let word = |key: &str| VisibleWounds::Word(key.into());
        let (mut members, mut order) = (Vec::new(), Vec::new());
        let mut add = |name: &str, zone, side, wounds, conditions: &[&str], turn_status| {
            let id = members.len() as u8;
            order.push(CombatantId(id));
            let conditions = conditions.iter().map(|key| key.to_string()).collect();
            let member = with_side(sample_member_with_state_by_id(id, name, zone), side);
            members.push(MemberView { wounds, conditions, turn_status, ..member });
        };
        let (spent, ready) = (TurnStatus::Spent, TurnStatus::Ready);
        add("Old Tom", 0, "party", exact(8), &[], spent);
        add("Soldier 1", 1, "enemy", word("hurt"), &[], spent);
        add("Soldier 2", 1, "enemy", word("hurt"), &[], spent);
        let conditions = &["prone", "burning", "shaken"];
        add("Mira", 1, "party", exact(3), conditions, TurnStatus::Acting);
        add("Wolf 1", 2, "enemy", word("unhurt"), &[], ready);
        add("Wolf 2", 2, "enemy", word("unhurt"), &[], ready);
        add("Kazimir", 0, "party", exact(10), &["aims"], ready);
        add("Cave Brute", 1, "enemy", word("unhurt"), &[], ready);
        add("Seraphina", 0, "party", exact(5), &["held"], ready);
        add("Brigand 1", 2, "enemy", word("badly-hurt"), &[], ready);
        add("Brigand 4", 2, "Crows", VisibleWounds::Unknown, &[], ready);
        add("Brigand 2", 2, "enemy", word("down"), &[], TurnStatus::Out);
        (view.groups[0].members, view.turn_order) = (members, order);
        view
    }

    fn scene_of(view: &FightView) -> Scene {
        Scene::from_view(view, ThemeName::Dark)
    }

    fn svg_of(view: &FightView) -> String {
        drawing::render_scene_svg(&scene_of(view))
    }

    /// Returns the size of the picture, in pixels.
    fn size(view: &FightView) -> (u32, u32) {
        let pixels = Pixmap::decode_png(&render_map_picture_cached(view).unwrap().png).unwrap();
        (pixels.width(), pixels.height())
    }

    #[test]
    fn few_combatants_get_a_narrow_picture_and_crowds_a_high_one() {
        for (zones, names) in [(2, &["Mira", "Ogre"][..]), (3, &["Old Tom"])] {
            let (width, height) = size(&sample_view_of_zone_row(zones, names));
            assert!(width == 820 && height <= 615, "{zones} zones: {width}x{height}");
        }
        let mut crowd = sample_view_of_zone_ring(12, 60, "Zone ");
        for member in crowd.groups.iter_mut().flat_map(|group| &mut group.members).skip(6) {
            member.user = None;
        }
        for view in [sample_view_of_zone_ring(12, 24, "Zone "), crowd] {
            let (width, height) = size(&view);
            assert!(width == 1200 && height <= 1024, "{width}x{height}");
        }
    }

    #[test]
    fn pictures_of_crowds_are_at_most_60_kb() {
        for members in [24, 60] {
            let view = sample_view_of_zone_ring(12, members, "Combatant ");
            let size = render_map_picture_cached(&view).unwrap().png.len();
            assert!(size <= 60_000, "{members} combatants: {size} bytes");
        }
    }

    /// Returns the smallest text of a picture in points, as a phone shows it in an embed.
    fn smallest_text_on_phone(view: &FightView) -> f32 {
        const PHONE_WIDTH: f32 = 292.0;
        let svg = svg_of(view);
        let sizes = svg.split("font-size=\"").skip(1);
        let sizes = sizes.map(|rest| rest.split('"').next().unwrap().parse::<f32>().unwrap());
        sizes.fold(f32::INFINITY, f32::min) * PHONE_WIDTH / scene_of(view).canvas.width()
    }

    #[test]
    fn eight_combatants_have_no_text_below_seven_points_on_a_phone() {
        for members in 2..=8 {
            for zones in 1..=members.min(4) {
                let mut view = sample_view_of_zone_ring(zones, members, "Combatant ");
                view.is_running = true;
                let points = smallest_text_on_phone(&view);
                assert!(points >= 7.0, "{members} in {zones} zones: {points}");
            }
        }
    }

    #[test]
    fn names_of_twelve_letters_are_whole_in_six_zones() {
        let scene = Scene {
            subtitle: String::new(),
            ..scene_of(&sample_view_of_zone_row(6, &["Wilhelminaaa"]))
        };
        assert_eq!(drawing::render_scene_svg(&scene).matches("Wilhelminaaa").count(), 6);
    }

    #[test]
    fn npcs_of_one_name_and_condition_share_a_token_players_do_not() {
        let mut view =
            sample_view_of_zone_row(1, &["Wolf 1", "Wolf 2", "Wolf 3", "Wolf 5", "Mira 7"]);
        for member in &mut view.groups[0].members {
            (member.camp, member.user) = (Camp::Foes, None);
            (member.wounds, member.conditions) = (VisibleWounds::Unknown, Vec::new());
            member.turn_status = TurnStatus::Ready;
        }
        let svg = svg_of(&view);
        assert!(svg.contains("Wolf 1–3, 5") && svg.contains("×4") && svg.contains("Mira 7"));
        // One of them is hurt, as far as the viewer knows.
        view.groups[0].members[2].wounds = VisibleWounds::Word("hurt".into());
        let svg = svg_of(&view);
        assert!(svg.contains("Wolf 1, 2, 5") && svg.contains("Wolf 3"), "{svg}");
        // Players' characters never share one.
        for member in &mut view.groups[0].members {
            member.user = Some(UserId(1));
        }
        assert!(!svg_of(&view).contains("Wolf 1, 2"));
    }

    /// Returns the yard after Mira has struck at a soldier and at somebody whom the view lacks.
    fn sample_fight_in_yard_after_attacks() -> FightView {
        let attack = |attacker: u8, target: u8| VisibleAttack {
            attacker: CombatantId(attacker),
            target: CombatantId(target),
        };
        FightView { last_attacks: vec![attack(3, 2), attack(3, 200)], ..sample_fight_in_yard() }
    }

    #[test]
    fn last_attacks_are_lines_between_tokens_of_the_view() {
        let view = sample_fight_in_yard_after_attacks();
        let scene = scene_of(&view);
        let token_name = |place: scene::TokenPlace| {
            scene.rows[place.row][place.column].tokens[place.token].name.as_str()
        };
        let lines: Vec<(&str, &str)> =
            scene.attacks.iter().map(|line| (token_name(line.from), token_name(line.to))).collect();
        assert_eq!(lines, [("Mira", "Soldier 1, 2")]);
        let picture = render_map_picture_cached(&view).unwrap();
        assert!(picture.alt_text.contains("Mira attacks Soldier 2. "), "{}", picture.alt_text);
        assert_ne!(picture.png, render_map_picture_cached(&sample_fight_in_yard()).unwrap().png);
        // Those who share a token and attack each other have no line.
        let fight_among_soldiers = FightView {
            last_attacks: vec![VisibleAttack { attacker: CombatantId(1), target: CombatantId(2) }],
            ..sample_fight_in_yard()
        };
        assert_eq!(scene_of(&fight_among_soldiers), scene_of(&sample_fight_in_yard()));
    }

    #[test]
    fn portraits_fill_tokens_and_keep_pictures_small() {
        let address = |who: u8| format!("https://portraits.example/{who}.png");
        let bare = render_map_picture_cached(&sample_fight_in_yard()).unwrap();
        let addresses = (0..12).map(|who| (CombatantId(who), address(who))).collect();
        let view = FightView { portraits: addresses, ..sample_fight_in_yard() };
        // What has not been loaded changes nothing.
        assert_eq!(render_map_picture_cached(&view).unwrap().png, bare.png);
        portraits::cache_portrait(&address(0), None);
        for who in 1..12 {
            let file = portraits::tests::two_coloured_png(200 + u32::from(who), 150);
            portraits::cache_portrait(
                &address(who),
                portraits::Portrait::decode_png_cropped_to_square(&file).ok(),
            );
        }
        let picture = render_map_picture_cached(&view).unwrap();
        assert_ne!(picture.png, bare.png);
        assert!(picture.png.len() < 60_000, "{} bytes", picture.png.len());
        assert_eq!(picture.alt_text, bare.alt_text);
    }

    #[test]
    fn light_pictures_show_the_same_in_other_colours() {
        let dark = render_map_picture_cached(&sample_fight_in_yard()).unwrap();
        let light = dark.clone().in_theme(ThemeName::Light);
        assert_ne!(light.png, dark.png);
        assert_eq!((&light.alt_text, &light.plain_text), (&dark.alt_text, &dark.plain_text));
        assert_eq!(light.in_theme(ThemeName::Dark), dark);
    }

    /// Returns the report of a fight of three rounds.
    fn sample_report() -> FightReport {
        let course = |name: &str, camp, shares: &[u16]| HealthCourse {
            name: name.into(),
            camp,
            shares: shares.iter().map(|share| Some(*share)).collect(),
        };
        let attack = |attacker: &str, target: &str, camp, count, loss| AttackCount {
            attacker: attacker.into(),
            target: target.into(),
            camp,
            count,
            loss,
        };
        FightReport {
            rounds: 4,
            outcome: Some("won".into()),
            health_courses: vec![
                course("Mira", Camp::Players, &[1000, 1000, 700, 300, 300]),
                course("Old Tom", Camp::Players, &[1000, 500, 0, 0, 0]),
                course("Cave Brute", Camp::Foes, &[1000, 750, 750, 250, 0]),
                course("Wolf 1", Camp::Foes, &[1000, 1000, 0, 0, 0]),
            ],
            attack_counts: vec![
                attack("Mira", "Cave Brute", Camp::Players, 4, 0),
                attack("Cave Brute", "Old Tom", Camp::Foes, 3, 8),
                attack("Wolf 1", "Mira", Camp::Foes, 1, 0),
            ],
            falls: vec![("Old Tom".into(), 2), ("Wolf 1".into(), 2), ("Cave Brute".into(), 4)],
            ..FightReport::default()
        }
    }

    #[test]
    fn report_is_drawn_if_anything_is_known() {
        let picture = render_report_picture(&sample_report(), "Mira won").unwrap();
        let pixels = Pixmap::decode_png(&picture.png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (820, 556));
        assert!(picture.png.len() < 60_000, "{} bytes", picture.png.len());
        assert_eq!(render_report_picture(&FightReport::default(), ""), None);
        // A chart without rows takes no room, and charts of a crowd stand beside each other.
        let size = |report: &FightReport| {
            let picture = render_report_picture(report, "").unwrap();
            let pixels = Pixmap::decode_png(&picture.png).unwrap();
            (pixels.width(), pixels.height())
        };
        let without_attacks = FightReport { attack_counts: Vec::new(), ..sample_report() };
        assert_eq!(size(&without_attacks), (820, 348));
        let cousin = |attack: AttackCount| AttackCount {
            attacker: format!("Cousin of {}", attack.attacker),
            ..attack
        };
        let cousins = sample_report().attack_counts.into_iter().map(cousin).collect();
        let crowd = FightReport {
            health_courses: [sample_report().health_courses, sample_report().health_courses]
                .concat(),
            attack_counts: [sample_report().attack_counts, cousins].concat(),
            ..FightReport::default()
        };
        assert_eq!(size(&crowd), (1200, 516));
    }

    /// Everything that a reader of another language sees of pictures: their letters, and the texts
    /// beside them. What is left of English are names.
    #[test]
    fn pictures_are_in_the_language_of_their_reader() {
        let mut view = sample_fight_in_yard_after_attacks();
        view.zones[0]
            .facts
            .push(Fact::text("door", "Yard").with_detail(FactValue::Word("locked".into())));
        let names: Vec<String> = view
            .members()
            .map(|member| member.name.clone())
            .chain(initials::Initials::assign(&view).into_all())
            .chain(view.zones.iter().map(|zone| zone.name.clone()))
            .chain(["Crows".into(), "Soldier".into(), "Wolf".into(), "Brigand".into()])
            .collect();
        let texts = render_in_locale(Locale::PSEUDO, || {
            let report = ReportScene::from_report(&sample_report(), ThemeName::Dark).unwrap();
            [svg_of(&view), format_alt_text(&view), report.render_svg()]
        });
        for text in texts {
            assert!(pseudo_language::is_translated(&text), "{text}");
            let english_words = pseudo_language::list_untranslated_words(&text, &names);
            assert!(english_words.is_empty(), "{english_words:?}: {text}");
        }
    }

    #[test]
    fn zone_facts_become_border_text_or_note() {
        let mut view = sample_view_of_zone_row(3, &["Al"]);
        view.zones[0]
            .facts
            .push(Fact::text("door", "Zone 1").with_detail(FactValue::Word("locked".into())));
        view.zones[1].facts.push(Fact::word("cover", "yes"));
        let scene = scene_of(&view);
        let borders: Vec<&Border> = scene.rows[0].iter().map(|tile| &tile.right_border).collect();
        assert_eq!(borders[0], &Border::Hindered("door: locked".into()));
        assert_eq!(borders[1], &Border::Open);
        assert_eq!(scene.rows[0][1].notes, ["cover"]);
        assert_eq!(scene.rows[0][0].notes, Vec::<String>::new());
    }

    #[test]
    fn token_shape_and_colour_depend_on_the_camp_alone() {
        let view = sample_view_of_zone_row(1, &["Ana", "Brute", "Crow"]);
        let shapes_and_fills = |view: &FightView| {
            let scene = Scene { order: Vec::new(), ..scene_of(view) };
            let svg = drawing::render_scene_svg(&scene);
            // A circle is two arcs, a diamond and a square are lines.
            let theme = ThemeName::Dark.theme();
            let fills = [theme.players, theme.foes, theme.others];
            fills.map(|fill| svg.matches(&format!("fill=\"{fill}\"")).count())
        };
        assert_eq!(shapes_and_fills(&view), [1, 1, 1]);
        let mut other = view.clone();
        other.groups[0].members.reverse();
        assert_eq!(shapes_and_fills(&other), [1, 1, 1]);
        for member in &mut other.groups[0].members {
            member.camp = Camp::Foes;
        }
        assert_eq!(shapes_and_fills(&other), [0, 3, 0]);
        assert!(
            render_map_picture_cached(&view).unwrap().alt_text.contains("Crow (badly hurt, Crows)")
                || render_map_picture_cached(&view)
                    .unwrap()
                    .alt_text
                    .contains("Crow (hurt, Crows)")
        );
    }

    #[test]
    fn unknown_letters_are_replaced_in_the_picture_only() {
        let view = sample_view_of_zone_row(2, &["தமிழ்", "🐉", "王小明"]);
        let svg = svg_of(&view);
        assert!(svg.contains("(Tamil)") && svg.contains("🐉") && svg.contains("王小明"));
        assert!(!svg.contains("தமிழ்"));
        assert!(render_map_picture_cached(&view).unwrap().alt_text.contains("தமிழ்"));
    }

    #[test]
    fn same_view_gives_the_same_bytes() {
        let view = sample_view_of_zone_row(3, &["Mira", "さくら", "🧙 مريم"]);
        let svg = svg_of(&view);
        assert_eq!(svg, svg_of(&view.clone()));
        assert_eq!(rasterize_to_png(&svg), rasterize_to_png(&svg));
    }

    #[test]
    fn cache_keeps_pictures_that_are_used() {
        let mut cache = PictureCache { latest: BTreeMap::new(), earlier: BTreeMap::new() };
        let empty = scene_of(&FightView::default());
        let scene = |index: usize| Scene { title: index.to_string(), ..empty.clone() };
        let png = |index: usize| -> Arc<[u8]> { index.to_string().into_bytes().into() };
        for index in 0..2 * MAX_CACHED_PICTURES {
            cache.insert(scene(index), png(index));
            // A picture that is used stays in the cache.
            assert_eq!(cache.find_and_renew(&scene(0)), Some(png(0)));
        }
        assert_eq!(cache.find_and_renew(&scene(1)), None);
        let last = 2 * MAX_CACHED_PICTURES - 1;
        assert_eq!(cache.find_and_renew(&scene(last)), Some(png(last)));
        assert!(cache.latest.len() + cache.earlier.len() <= 2 * MAX_CACHED_PICTURES);
    }

    /// Two views that look the same share the picture, and each has texts of its own.
    #[test]
    fn texts_of_a_shared_picture_are_those_of_its_view() {
        let mut half = sample_view_of_zone_row(1, &["Ana"]);
        let mut other = half.clone();
        half.groups[0].members[0].wounds = VisibleWounds::Exact { current: 5, max: 10 };
        other.groups[0].members[0].wounds = VisibleWounds::Exact { current: 10, max: 20 };
        assert_eq!(scene_of(&half), scene_of(&other));
        let (half, other) =
            (render_map_picture_cached(&half).unwrap(), render_map_picture_cached(&other).unwrap());
        assert!(half.alt_text.contains("5/10 HP"), "{}", half.alt_text);
        assert!(other.alt_text.contains("10/20 HP"), "{}", other.alt_text);
        assert_eq!(half.png, other.png);
    }

    #[test]
    fn names_of_users_are_escaped_in_the_picture() {
        let picture =
            render_map_picture_cached(&sample_view_of_zone_ring(3, 3, "</text>&\"<")).unwrap();
        assert!(picture.alt_text.contains("</text>&\"<0"));
    }

    #[test]
    fn alt_text_of_many_names_players_and_counts_the_rest() {
        let mut view = sample_view_of_zone_ring(2, 6, "Ana");
        let wolf = |id: u8| MemberView {
            user: None,
            wounds: VisibleWounds::Word("hurt".into()),
            conditions: Vec::new(),
            turn_status: TurnStatus::Ready,
            ..sample_member_with_state_by_id(
                id,
                &format!("Skeleton of the sunken army {}", id - 9),
                id % 2,
            )
        };
        view.groups[1].members.extend((10..42).map(wolf));
        let text = render_map_picture_cached(&view).unwrap().alt_text;
        assert!(text.contains("Skeleton of the sunken army 1, 3, 5"), "{text}");
        for member in view.groups[1].members.iter_mut().skip(3) {
            // Each is hurt otherwise, so that no two can be described together.
            member.wounds = VisibleWounds::Word(format!("hurt-{}", member.id.0));
        }
        let text = render_map_picture_cached(&view).unwrap().alt_text;
        assert!(text.chars().count() <= MAX_ALT_TEXT, "{text}");
        for name in ["Ana0", "Ana1", "Ana2", "Ana4", "next to"] {
            assert!(text.contains(name), "{name}: {text}");
        }
        assert!(text.contains("more") && !text.contains('…'), "{text}");
    }

    #[test]
    fn large_fight_fits_into_alt_text_and_strip() {
        let view = sample_view_of_zone_ring(12, 30, &"Ö".repeat(32));
        assert!(render_map_picture_cached(&view).unwrap().alt_text.chars().count() <= MAX_ALT_TEXT);
        assert!(format_text_map(&view).iter().all(|line| line.chars().count() <= STRIP_COLUMNS));
    }

    #[test]
    fn strip_shows_zones_with_their_members() {
        let mut view = sample_view_of_zone_ring(3, 4, "Fox");
        view.zones[2].name = "The old watchtower".into();
        let strip = format_text_map(&view);
        assert_eq!(strip, ["Fox0         >Fox0 Fox3", "Fox1         Fox1", "The old wat… Fox2"]);
    }

    /// A picture with a palette is several times smaller than one without.
    #[test]
    fn every_picture_has_a_palette() {
        const COLOUR_TYPE_OFFSET: usize = 25;
        const INDEXED: u8 = 3;
        let views = [(1, 2), (3, 5), (3, 8), (5, 9), (7, 13), (12, 24), (12, 60)]
            .map(|(zones, members)| sample_view_of_zone_ring(zones, members, "Combatant "));
        for view in views.into_iter().chain([
            sample_view_of_line_in_feet(),
            sample_view_of_zone_row(6, &["Old Tom", "Brute 1"]),
        ]) {
            let png = render_map_picture_cached(&view).unwrap().png;
            let zones = view.zones.len();
            assert_eq!(png[COLOUR_TYPE_OFFSET], INDEXED, "{zones} zones, {} bytes", png.len());
        }
        let report = render_report_picture(&sample_report(), "").unwrap();
        assert_eq!(report.png[COLOUR_TYPE_OFFSET], INDEXED);
        let bar = ChartBar {
            label: "Won".into(),
            camp: Camp::Players,
            shares: (300, 500),
            share_text: "30–50 %".into(),
        };
        let section = ChartSection { bars: vec![bar], ..ChartSection::default() };
        let chart = BarChart { sections: vec![section], ..BarChart::default() };
        let chart = render_bar_chart(&chart, "").unwrap();
        assert_eq!(chart.png[COLOUR_TYPE_OFFSET], INDEXED);
    }

    /// `RIPOSTE_MAPS=folder cargo nextest run --run-ignored only -E 'test(draw_maps_to_look_at)'`
    #[test]
    #[ignore = "draws pictures for people to look at"]
    fn draw_maps_to_look_at() {
        let folder = std::env::var("RIPOSTE_MAPS").unwrap_or_else(|_| "target".into());
        let write = |name: &str, view: &FightView| {
            let picture = render_map_picture_cached(view).unwrap();
            std::fs::write(format!("{folder}/map-{name}.png"), picture.png).unwrap();
        };
        for (zones, members) in [(1, 2), (3, 5), (5, 9), (12, 24), (12, 60)] {
            write(
                &format!("{zones}-{members}"),
                &sample_view_of_zone_ring(zones, members, "Combatant "),
            );
        }
        let scripts = ["Mira", "王小明", "さくら", "مريم", "מרים", "🐺 Wolf", "🧙", "தமிழ்"];
        write("scripts", &sample_view_of_zone_row(2, &scripts));
        write("row", &sample_view_of_zone_row(6, &["Old Tom", "Brute 1", "Brute 2"]));
        write("line", &sample_view_of_line_in_feet());
        write("yard", &sample_fight_in_yard_after_attacks());
        let light = render_map_picture_cached(&sample_fight_in_yard_after_attacks())
            .unwrap()
            .in_theme(ThemeName::Light);
        std::fs::write(format!("{folder}/map-light.png"), light.png).unwrap();
        let report = render_report_picture(&sample_report(), "").unwrap();
        std::fs::write(format!("{folder}/map-report.png"), report.png).unwrap();
    }
}
