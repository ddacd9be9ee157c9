//! Renders the map of a fight for one viewer: a picture, a text alternative for it, and a strip of
//! plain text.
//!
//! The input is a view, so nothing that its viewer may not know can appear on the map.

mod chart;
mod drawing;
mod encoding;
mod fonts;
mod initials;
mod layout;
mod line;

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

pub use chart::ChartBar;

use super::messages::text::{cut_to_length, fit_lines};
use super::messages::{LOCALE, MAX_FIELD, status};
use engine::visibility::view::{
    FightView, GroupView, MemberView, TurnStatus, VisibleWounds, ZoneView,
};
use narration::{say, terms};

/// Discord's limit for the text alternative of a picture, in characters.
const MAX_ALT_TEXT: usize = 1024;
/// How many monospaced characters a phone shows in one line.
const STRIP_COLUMNS: usize = 40;
/// The width of a zone's name in the strip, without and with its span.
const NAME_WIDTH: usize = 12;
const SPAN_WIDTH: usize = 20;

/// A PNG with its text alternatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub png: Arc<[u8]>,
    pub alt_text: String,
    /// The content as lines for plain mode; empty where the message contains them anyway.
    pub plain_text: String,
}

/// Renders the map as a picture, or `None` if there are no zones. Recent pictures are cached;
/// drawing a new one takes some milliseconds of one core.
pub fn render_picture(view: &FightView) -> Option<Picture> {
    if view.zones.is_empty() {
        return None;
    }
    let scene = reduce_to_map_scene(view);
    let cached = lock_picture_cache().find(&scene);
    Some(match cached {
        Some(picture) => picture,
        None => {
            let png = rasterize_to_png(&drawing::render_map_svg(&scene))?.into();
            let picture = Picture {
                png,
                alt_text: format_alt_text(&scene),
                plain_text: format_zones_text(&scene),
            };
            lock_picture_cache().insert(scene, picture.clone());
            picture
        }
    })
}

/// Renders shares as a bar chart, with this text alternative.
pub fn render_bar_chart(bars: &[ChartBar], alt_text: &str) -> Option<Picture> {
    let png = rasterize_to_png(&chart::render_chart_svg(bars))?.into();
    Some(Picture {
        png,
        alt_text: cut_to_length(alt_text, MAX_ALT_TEXT),
        plain_text: String::new(),
    })
}

/// Reduces a view to what a map shows, so that views that differ in nothing else share a picture.
fn reduce_to_map_scene(view: &FightView) -> FightView {
    let reduce_member = |member: &MemberView| MemberView {
        name: member.name.clone(),
        side: member.side.clone(),
        wounds: member.wounds.clone(),
        conditions: member.conditions.clone(),
        turn_status: if member.turn_status == TurnStatus::Spent {
            TurnStatus::Ready
        } else {
            member.turn_status
        },
        remaining_budget: Vec::new(),
        facts: Vec::new(),
        ..*member
    };
    let reduce_group = |group: &GroupView| GroupView {
        key: group.key.clone(),
        is_current: false,
        members: group.members.iter().map(reduce_member).collect(),
    };
    FightView {
        system: view.system.clone(),
        round: 0,
        outcome: view.outcome.clone(),
        groups: view.groups.iter().map(reduce_group).collect(),
        turn_order: Vec::new(),
        zones: view.zones.clone(),
        facts: Vec::new(),
        ..*view
    }
}

fn rasterize_to_png(svg: &str) -> Option<Vec<u8>> {
    let options = Options {
        font_family: fonts::FONT_FAMILY.into(),
        fontdb: Arc::clone(&fonts::FONTS),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).ok()?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    encoding::encode_png(&pixels)
}

/// The recently drawn maps by their scenes. Most acts move nobody, so the same scene is often drawn
/// again. When `latest` is full it becomes `earlier`, whose entries are dropped unless used again.
struct PictureCache {
    latest: BTreeMap<FightView, Picture>,
    earlier: BTreeMap<FightView, Picture>,
}

/// How many pictures `latest` holds at most.
const MAX_CACHED_PICTURES: usize = 256;

static PICTURE_CACHE: Mutex<PictureCache> =
    Mutex::new(PictureCache { latest: BTreeMap::new(), earlier: BTreeMap::new() });

fn lock_picture_cache() -> std::sync::MutexGuard<'static, PictureCache> {
    PICTURE_CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PictureCache {
    fn find(&mut self, scene: &FightView) -> Option<Picture> {
        if let Some(picture) = self.latest.get(scene) {
            return Some(picture.clone());
        }
        let (scene, picture) = self.earlier.remove_entry(scene)?;
        self.insert(scene, picture.clone());
        Some(picture)
    }

    fn insert(&mut self, scene: FightView, picture: Picture) {
        if self.latest.len() >= MAX_CACHED_PICTURES {
            self.earlier = mem::take(&mut self.latest);
        }
        self.latest.insert(scene, picture);
    }
}

fn format_zones_text(view: &FightView) -> String {
    format!(
        "**{}**\n{}",
        say!(LOCALE, "status-zones"),
        fit_lines(&status::format_zones(view), MAX_FIELD)
    )
}

/// Describes the map in words.
fn format_alt_text(view: &FightView) -> String {
    let zone = |(index, zone): (usize, &ZoneView)| {
        let members =
            view.members_in_zone(index).into_iter().map(|(_, member)| format_member(view, member));
        let members: Vec<String> = members.collect();
        let members = (!members.is_empty()).then(|| members.join(", "));
        let facts = zone.facts.iter().map(|(key, value)| terms::zone_fact_text(LOCALE, key, value));
        let mut parts =
            vec![say!(LOCALE, "map-zone", zone = terms::zone_label(LOCALE, zone), here = members)];
        parts.extend(facts);
        let neighbours: Vec<&str> = neighbour_names(view, zone).collect();
        if !neighbours.is_empty() {
            parts.push(say!(LOCALE, "next-to", zones = neighbours.join(", ")));
        }
        format!("{}.", parts.join("; "))
    };
    let zones: Vec<String> = view.zones.iter().enumerate().map(zone).collect();
    cut_to_length(&say!(LOCALE, "map-alt", zones = zones.join(" ")), MAX_ALT_TEXT)
}

/// Describes a combatant's state: whether they are hidden, wounds, conditions, and their side if it
/// is an unusual one.
fn format_member_state(view: &FightView, member: &MemberView) -> Vec<String> {
    let mut state = Vec::from_iter(member.is_hidden.then(|| say!(LOCALE, "status-hidden")));
    state.extend(terms::wounds_text(LOCALE, &view.system, &member.wounds));
    state.extend(member.conditions.iter().map(|key| terms::condition_name(LOCALE, key)));
    state.extend(terms::unusual_side_name(LOCALE, view, member).filter(|_| view.is_running));
    state
}

fn format_member(view: &FightView, member: &MemberView) -> String {
    let mut state = format_member_state(view, member);
    if member.turn_status == TurnStatus::Acting {
        state.push(terms::turn_mark_text(LOCALE, member.turn_status));
    }
    let name = terms::name_with_mark(LOCALE, &member.name, member.position_feet);
    let state = (!state.is_empty()).then(|| state.join(", "));
    say!(LOCALE, "map-member", name, state)
}

/// Renders the map as lines of at most 40 columns: each zone with the combatants in it, and `>`
/// before whoever acts.
pub fn format_text_map(view: &FightView) -> Vec<String> {
    let mut lines = Vec::new();
    let width = if layout::are_zones_on_line(view) { SPAN_WIDTH } else { NAME_WIDTH };
    for (index, zone) in view.zones.iter().enumerate() {
        let mut line = format!("{:width$}", cut_to_length(&terms::zone_label(LOCALE, zone), width));
        let indent = " ".repeat(width);
        let mut is_empty = true;
        for (_, member) in view.members_in_zone(index) {
            let pointer = if member.turn_status == TurnStatus::Acting { ">" } else { "" };
            let name = terms::name_with_mark(LOCALE, &member.name, member.position_feet);
            let name = format!(" {pointer}{}", cut_to_length(&name, STRIP_COLUMNS - width - 2));
            if line.chars().count() + name.chars().count() > STRIP_COLUMNS {
                lines.push(std::mem::replace(&mut line, indent.clone()));
            }
            line += &name;
            is_empty = false;
        }
        if is_empty {
            line += " -";
        }
        lines.push(line);
    }
    lines
}

fn neighbour_names<'a>(view: &'a FightView, zone: &'a ZoneView) -> impl Iterator<Item = &'a str> {
    let indexes = zone.neighbours.iter();
    indexes.filter_map(|index| view.zones.get(usize::from(*index))).map(|zone| zone.name.as_str())
}

/// Returns the remaining health from 0 to 1, or `None` if it is not known exactly.
fn health_fraction(wounds: &VisibleWounds) -> Option<f32> {
    match wounds {
        VisibleWounds::Exact { current, max } => {
            Some(f32::from(*current) / f32::from((*max).max(1)))
        }
        VisibleWounds::Word(_) | VisibleWounds::Unknown => None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use engine::core::ids::{CombatantId, UserId};
    use engine::visibility::view::Camp;

    fn member(id: u8, name: &str, zone: u8) -> MemberView {
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
            remaining_budget: Vec::new(),
            facts: Vec::new(),
        }
    }

    fn with_side(member: MemberView, side: &str) -> MemberView {
        let (camp, user) = match side {
            "party" => (Camp::Players, Some(UserId(1))),
            "enemy" => (Camp::Foes, None),
            _ => (Camp::Others, None),
        };
        MemberView { camp, user, side: side.into(), ..member }
    }

    /// Returns a view with `members` spread over `zones` in a ring.
    fn view(zones: u8, members: u8, name: &str) -> FightView {
        let zone = |at: u8| ZoneView {
            name: format!("{name}{at}"),
            neighbours: vec![(at + zones - 1) % zones, (at + 1) % zones],
            span_feet: None,
            facts: vec![("hazard".into(), "str".into())],
        };
        let all = |side: u8| {
            let ids = (0..members).filter(|id| id % 2 == side);
            let ids = ids.map(|id| member(id, &format!("{name}{id}"), id % zones));
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
        let numbered_member = |(id, name): (u8, &&str)| member(id, name, 0);
        let members = (0..).zip(names).map(numbered_member).collect();
        let group = GroupView { key: "party".into(), is_current: false, members };
        FightView { groups: vec![group], ..FightView::default() }
    }

    #[test]
    fn picture_is_a_png_with_a_text_alternative() {
        let mut view = view(4, 8, "Wolf");
        view.groups[0].members[1].is_hidden = true;
        let picture = render_picture(&view).unwrap();
        assert!(picture.png.starts_with(b"\x89PNG"));
        assert!(picture.alt_text.contains("Wolf0: Wolf0 (7/10 HP, acting), Wolf4 (hurt)"));
        assert!(
            picture.alt_text.contains("Wolf1: Wolf1 (hurt, Stuck), Wolf5 (hurt); hazard (STR)")
        );
        assert!(picture.alt_text.contains("Wolf2: Wolf2 (hidden, hurt)"), "{}", picture.alt_text);
        assert!(picture.alt_text.contains("next to Wolf3, Wolf1"));
        assert_eq!(super::render_picture(&FightView::default()), None);
    }

    /// Returns a view of `Fox0` to `Fox4` on three zones of 20 feet.
    fn line() -> FightView {
        let mut view = view(3, 5, "Fox");
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
        let view = line();
        let picture = render_picture(&view).unwrap();
        assert!(
            picture
                .alt_text
                .contains("Fox0 0–15: Fox3 at 0 (7/10 HP), Fox0 at 15 (7/10 HP, acting)")
        );
        let strip = format_text_map(&view);
        assert_eq!(strip[0], "Fox0 0–15            Fox3 at 0");
        let svg = drawing::render_map_svg(&view);
        // A foot is 732 / 60 pixels wide, so the second zone begins 20 feet to the right.
        assert!(svg.contains("x=\"256\" y=\"112\""), "{svg}");
    }

    /// Returns a view of zones in a row, with a combatant of each name in each.
    fn row(zones: u8, names: &[&str]) -> FightView {
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
            with_side(member(id, name, zone), side)
        };
        let members = (0..).zip(people).map(numbered_member).collect();
        let group = GroupView { key: "order".into(), is_current: false, members };
        let zones = (0..zones).map(zone).collect();
        FightView { zones, groups: vec![group], is_running: true, round: 1, ..FightView::default() }
    }

    /// Returns the size of the picture, in pixels.
    fn size(view: &FightView) -> (u32, u32) {
        let pixels = Pixmap::decode_png(&render_picture(view).unwrap().png).unwrap();
        (pixels.width(), pixels.height())
    }

    #[test]
    fn zones_in_a_row_lie_side_by_side_if_they_fit() {
        let (few, many) = ([(2, ["Mira", "Brute 1"]), (3, ["Old Tom", "Brute 12"])], ["Al", "Bo"]);
        let mut wounded = row(4, &many);
        let all = wounded.groups[0].members.iter_mut();
        all.for_each(|member| member.wounds = VisibleWounds::Word("hurt".into()));
        let views = few.iter().map(|(zones, names)| row(*zones, names)).chain([wounded]);
        for (width, height) in views.map(|view| size(&view)) {
            assert!(width > height && width <= 900, "{width}x{height}");
        }
        // Names and numbers that do not fit side by side are not cut: the zones are stacked
        // instead.
        for view in [row(3, &["Wilhelmina Wagner"]), row(4, &many), row(7, &["Al"])] {
            let (width, height) = size(&view);
            assert!(height > width && width < 400, "{width}x{height}");
        }
    }

    #[test]
    fn token_shape_and_colour_depend_on_the_camp_alone() {
        let view = row(1, &["Ana", "Brute", "Crow"]);
        let shapes_and_fills = |view: &FightView| {
            let svg = drawing::render_map_svg(view);
            let circles = svg.matches("<circle").count();
            let fills = ["#1f4e9c", "#9c2a1f", "#565c66"].map(|fill| svg.matches(fill).count());
            (circles, fills)
        };
        assert_eq!(shapes_and_fills(&view), (1, [1, 1, 1]));
        let mut other = view.clone();
        other.groups[0].members.reverse();
        assert_eq!(shapes_and_fills(&other), (1, [1, 1, 1]));
        for member in &mut other.groups[0].members {
            member.camp = Camp::Foes;
        }
        assert_eq!(shapes_and_fills(&other), (0, [0, 3, 0]));
        assert!(
            render_picture(&view).unwrap().alt_text.contains("Crow (badly hurt, Crows)")
                || render_picture(&view).unwrap().alt_text.contains("Crow (hurt, Crows)")
        );
    }

    #[test]
    fn unknown_letters_are_replaced_in_the_picture_only() {
        let view = row(2, &["தமிழ்", "🐉", "王小明"]);
        let svg = drawing::render_map_svg(&view);
        assert!(svg.contains("(Tamil)") && svg.contains("🐉") && svg.contains("王小明"));
        assert!(!svg.contains("தமிழ்"));
        assert!(render_picture(&view).unwrap().alt_text.contains("தமிழ்"));
    }

    #[test]
    fn same_view_gives_the_same_bytes() {
        let view = row(3, &["Mira", "さくら", "🧙 مريم"]);
        let svg = drawing::render_map_svg(&view);
        assert_eq!(svg, drawing::render_map_svg(&view.clone()));
        assert_eq!(rasterize_to_png(&svg), rasterize_to_png(&svg));
    }

    #[test]
    fn cache_keeps_pictures_that_are_used() {
        let mut cache = PictureCache { latest: BTreeMap::new(), earlier: BTreeMap::new() };
        let scene = |index: usize| FightView { system: index.to_string(), ..FightView::default() };
        let picture = |index: usize| Picture {
            png: Arc::from([]),
            alt_text: index.to_string(),
            plain_text: String::new(),
        };
        for index in 0..2 * MAX_CACHED_PICTURES {
            cache.insert(scene(index), picture(index));
            // A picture that is used stays in the cache.
            assert_eq!(cache.find(&scene(0)), Some(picture(0)));
        }
        assert_eq!(cache.find(&scene(1)), None);
        let last = 2 * MAX_CACHED_PICTURES - 1;
        assert_eq!(cache.find(&scene(last)), Some(picture(last)));
        assert!(cache.latest.len() + cache.earlier.len() <= 2 * MAX_CACHED_PICTURES);
    }

    #[test]
    fn map_depends_only_on_its_scene() {
        let mut spent = view(3, 6, "Wolf");
        spent.facts.push(("surprised".into(), "enemy".into()));
        spent.groups[0].members[1].turn_status = TurnStatus::Spent;
        spent.groups[0].members[2].remaining_budget.push(("move".into(), "left".into()));
        for view in [spent, line(), row(3, &["Ana", "Brute", "Crow"])] {
            let scene = reduce_to_map_scene(&view);
            assert_eq!(drawing::render_map_svg(&view), drawing::render_map_svg(&scene));
            assert_eq!(format_alt_text(&view), format_alt_text(&scene));
        }
    }

    #[test]
    fn names_of_users_are_escaped_in_the_picture() {
        let picture = render_picture(&view(3, 3, "</text>&\"<")).unwrap();
        assert!(picture.alt_text.contains("</text>&\"<0"));
    }

    #[test]
    fn large_fight_fits_into_alt_text_and_strip() {
        let view = view(12, 30, &"Ö".repeat(32));
        assert!(render_picture(&view).unwrap().alt_text.chars().count() <= MAX_ALT_TEXT);
        assert!(format_text_map(&view).iter().all(|line| line.chars().count() <= STRIP_COLUMNS));
    }

    #[test]
    fn strip_shows_zones_with_their_members() {
        let mut view = view(3, 4, "Fox");
        view.zones[2].name = "The old watchtower".into();
        let strip = format_text_map(&view);
        assert_eq!(strip, ["Fox0         >Fox0 Fox3", "Fox1         Fox1", "The old wat… Fox2"]);
    }

    /// `RIPOSTE_MAPS=folder cargo nextest run --run-ignored only -E 'test(draw_maps_to_look_at)'`
    #[test]
    #[ignore = "draws pictures for people to look at"]
    fn draw_maps_to_look_at() {
        let folder = std::env::var("RIPOSTE_MAPS").unwrap_or_else(|_| "target".into());
        for (zones, members) in [(1, 2), (3, 5), (5, 9), (12, 30)] {
            let mut view = view(zones, members, "Combatant ");
            if zones == 3 {
                view.zones[0].neighbours.retain(|near| *near == 1);
                view.zones[2].neighbours.retain(|near| *near == 1);
            }
            let path = format!("{folder}/map-{zones}-{members}.png");
            std::fs::write(path, render_picture(&view).unwrap().png).unwrap();
        }
        let scripts = ["Mira", "王小明", "さくら", "مريم", "מרים", "🐺 Wolf", "🧙", "தமிழ்"];
        for (zones, names) in [(2, &scripts[..]), (3, &["Old Tom", "Brute 1"]), (4, &["Al"])] {
            let path = format!("{folder}/map-row-{zones}.png");
            std::fs::write(path, render_picture(&row(zones, names)).unwrap().png).unwrap();
        }
        std::fs::write(format!("{folder}/map-line.png"), render_picture(&line()).unwrap().png)
            .unwrap();
    }
}
