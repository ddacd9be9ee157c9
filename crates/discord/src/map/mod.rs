//! The map of a fight as one viewer knows it: a picture, the same in words for its alt text, and a
//! strip of plain text.
//!
//! A view in, a map out, as everywhere in this room: what is not in the view cannot be drawn.

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

/// Discord's limit for a description, in characters.
const MAX_ALT_TEXT: usize = 1024;
/// What a phone shows of monospaced text without breaking the line.
const STRIP_COLUMNS: usize = 40;
/// The width of a zone's name in the strip, and of one with its marks.
const NAME_WIDTH: usize = 12;
const SPAN_WIDTH: usize = 20;

/// A PNG, and what it shows in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub png: Arc<[u8]>,
    pub alt_text: String,
    /// In lines, for who reads plain text; nothing where the words stand beside it.
    pub plain_text: String,
}

/// The map as a picture; none where there are no zones. One that was not drawn lately takes some
/// milliseconds of one core.
pub fn render_picture(view: &FightView) -> Option<Picture> {
    if view.zones.is_empty() {
        return None;
    }
    let scene = reduce_to_map_scene(view);
    let known = lock_picture_cache().find(&scene);
    Some(match known {
        Some(picture) => picture,
        None => {
            let png = rasterize(&drawing::render_map_svg(&scene))?.into();
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

/// Shares as bars, and what they show in words.
pub fn render_bars(bars: &[ChartBar], alt_text: &str) -> Option<Picture> {
    let png = rasterize(&chart::render_chart_svg(bars))?.into();
    Some(Picture {
        png,
        alt_text: cut_to_length(alt_text, MAX_ALT_TEXT),
        plain_text: String::new(),
    })
}

/// What a map is drawn of: what else is known of a fight does not make it another one.
fn reduce_to_map_scene(view: &FightView) -> FightView {
    let member = |one: &MemberView| MemberView {
        name: one.name.clone(),
        side: one.side.clone(),
        wounds: one.wounds.clone(),
        conditions: one.conditions.clone(),
        turn_status: if one.turn_status == TurnStatus::Spent {
            TurnStatus::Ready
        } else {
            one.turn_status
        },
        remaining_budget: Vec::new(),
        facts: Vec::new(),
        ..*one
    };
    let group = |group: &GroupView| GroupView {
        key: group.key.clone(),
        is_current: false,
        members: group.members.iter().map(member).collect(),
    };
    FightView {
        system: view.system.clone(),
        round: 0,
        outcome: view.outcome.clone(),
        groups: view.groups.iter().map(group).collect(),
        turn_order: Vec::new(),
        zones: view.zones.clone(),
        facts: Vec::new(),
        ..*view
    }
}

fn rasterize(svg: &str) -> Option<Vec<u8>> {
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

/// The maps that were drawn lately, by what they are drawn of: most of what is done moves nobody.
struct PictureCache {
    latest: BTreeMap<FightView, Picture>,
    earlier: BTreeMap<FightView, Picture>,
}

/// How many maps make room for new ones at once.
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

/// What the picture shows, in words.
fn format_alt_text(view: &FightView) -> String {
    let zone = |(at, zone): (usize, &ZoneView)| {
        let here = view.members_in_zone(at).into_iter().map(|(_, one)| format_member(view, one));
        let here: Vec<String> = here.collect();
        let here = (!here.is_empty()).then(|| here.join(", "));
        let facts = zone.facts.iter().map(|(key, value)| terms::zone_fact_text(LOCALE, key, value));
        let mut parts =
            vec![say!(LOCALE, "map-zone", zone = terms::zone_label(LOCALE, zone), here)];
        parts.extend(facts);
        let near: Vec<&str> = neighbour_names(view, zone).collect();
        if !near.is_empty() {
            parts.push(say!(LOCALE, "next-to", zones = near.join(", ")));
        }
        format!("{}.", parts.join("; "))
    };
    let zones: Vec<String> = view.zones.iter().enumerate().map(zone).collect();
    cut_to_length(&say!(LOCALE, "map-alt", zones = zones.join(" ")), MAX_ALT_TEXT)
}

/// How somebody fares: whether players see them, wounds, conditions, and whose side they are on
/// where nobody would think so.
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

/// The map in lines of at most 40 columns: zones and who is there, `>` before whoever acts.
pub fn format_strip(view: &FightView) -> Vec<String> {
    let mut lines = Vec::new();
    let width = if layout::is_line(view) { SPAN_WIDTH } else { NAME_WIDTH };
    for (at, zone) in view.zones.iter().enumerate() {
        let mut line = format!("{:width$}", cut_to_length(&terms::zone_label(LOCALE, zone), width));
        let indent = " ".repeat(width);
        let mut is_empty = true;
        for (_, one) in view.members_in_zone(at) {
            let pointer = if one.turn_status == TurnStatus::Acting { ">" } else { "" };
            let name = terms::name_with_mark(LOCALE, &one.name, one.position_feet);
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
    let near = zone.neighbours.iter();
    near.filter_map(|at| view.zones.get(usize::from(*at))).map(|zone| zone.name.as_str())
}

/// How much of somebody's health is left, from 0 to 1, where it is known exactly.
fn health_fraction(wounds: &VisibleWounds) -> Option<f32> {
    match wounds {
        VisibleWounds::Exact { current: now, max } => {
            Some(f32::from(*now) / f32::from((*max).max(1)))
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

    fn sided(one: MemberView, side: &str) -> MemberView {
        let (camp, user) = match side {
            "party" => (Camp::Players, Some(UserId(1))),
            "enemy" => (Camp::Foes, None),
            _ => (Camp::Others, None),
        };
        MemberView { camp, user, side: side.into(), ..one }
    }

    /// `members` over `zones` in a ring.
    fn view(zones: u8, members: u8, name: &str) -> FightView {
        let zone = |at: u8| ZoneView {
            name: format!("{name}{at}"),
            neighbours: vec![(at + zones - 1) % zones, (at + 1) % zones],
            span_feet: None,
            facts: vec![("hazard".into(), "str".into())],
        };
        let all = |side: u8| {
            let mine = (0..members).filter(|id| id % 2 == side);
            let mine = mine.map(|id| member(id, &format!("{name}{id}"), id % zones));
            mine.map(|one| sided(one, ["party", "enemy"][usize::from(side)])).collect()
        };
        let group =
            |key: &str, side| GroupView { key: key.into(), is_current: false, members: all(side) };
        FightView {
            zones: (0..zones).map(zone).collect(),
            groups: vec![group("party", 0), group("enemy", 1)],
            ..FightView::default()
        }
    }

    /// A fight of people of these names, in no zone.
    pub fn named(names: &[&str]) -> FightView {
        let one = |(id, name): (u8, &&str)| member(id, name, 0);
        let members = (0..).zip(names).map(one).collect();
        let group = GroupView { key: "party".into(), is_current: false, members };
        FightView { groups: vec![group], ..FightView::default() }
    }

    #[test]
    fn the_picture_is_a_png_and_its_words_say_the_same() {
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

    /// `Fox0` to `Fox4` on three zones of 20 feet.
    fn line() -> FightView {
        let mut view = view(3, 5, "Fox");
        for (at, zone) in (0..).zip(&mut view.zones) {
            zone.span_feet = Some((at * 20, at * 20 + 15));
            zone.neighbours.retain(|near| u16::from(*near).abs_diff(at) == 1);
        }
        for one in view.groups.iter_mut().flat_map(|group| &mut group.members) {
            one.position_feet =
                one.zone.map(|zone| u16::from(zone) * 20 + 15 - 5 * u16::from(one.id.0));
        }
        view
    }

    #[test]
    fn a_line_is_drawn_to_scale_and_told_in_feet() {
        let view = line();
        let picture = render_picture(&view).unwrap();
        assert!(
            picture
                .alt_text
                .contains("Fox0 0–15: Fox3 at 0 (7/10 HP), Fox0 at 15 (7/10 HP, acting)")
        );
        let strip = format_strip(&view);
        assert_eq!(strip[0], "Fox0 0–15            Fox3 at 0");
        let svg = drawing::render_map_svg(&view);
        // A foot is 732 / 60 pixels wide: the second zone begins at 20 of them.
        assert!(svg.contains("x=\"256\" y=\"112\""), "{svg}");
    }

    /// As many zones in a row, and somebody of each name in each.
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
        let one = |(id, (zone, name)): (u8, (u8, &&str))| {
            let side = ["party", "enemy", "Crows"][usize::from(id % 3)];
            sided(member(id, name, zone), side)
        };
        let members = (0..).zip(people).map(one).collect();
        let group = GroupView { key: "order".into(), is_current: false, members };
        let zones = (0..zones).map(zone).collect();
        FightView { zones, groups: vec![group], is_running: true, round: 1, ..FightView::default() }
    }

    /// The size of a picture.
    fn size(view: &FightView) -> (u32, u32) {
        let pixels = Pixmap::decode_png(&render_picture(view).unwrap().png).unwrap();
        (pixels.width(), pixels.height())
    }

    #[test]
    fn zones_in_a_row_lie_side_by_side_as_long_as_they_fit() {
        let (few, many) = ([(2, ["Mira", "Brute 1"]), (3, ["Old Tom", "Brute 12"])], ["Al", "Bo"]);
        let mut wounded = row(4, &many);
        let all = wounded.groups[0].members.iter_mut();
        all.for_each(|one| one.wounds = VisibleWounds::Word("hurt".into()));
        let views = few.iter().map(|(zones, names)| row(*zones, names)).chain([wounded]);
        for (width, height) in views.map(|view| size(&view)) {
            assert!(width > height && width <= 900, "{width}x{height}");
        }
        // Names and numbers that do not fit side by side are not cut: the zones stand one below the
        // other.
        for view in [row(3, &["Wilhelmina Wagner"]), row(4, &many), row(7, &["Al"])] {
            let (width, height) = size(&view);
            assert!(height > width && width < 400, "{width}x{height}");
        }
    }

    #[test]
    fn a_shape_and_colour_go_by_the_camp_and_not_by_who_joined_first() {
        let view = row(1, &["Ana", "Brute", "Crow"]);
        let signs = |view: &FightView| {
            let svg = drawing::render_map_svg(view);
            let circles = svg.matches("<circle").count();
            let fills = ["#1f4e9c", "#9c2a1f", "#565c66"].map(|fill| svg.matches(fill).count());
            (circles, fills)
        };
        assert_eq!(signs(&view), (1, [1, 1, 1]));
        let mut other = view.clone();
        other.groups[0].members.reverse();
        assert_eq!(signs(&other), (1, [1, 1, 1]));
        for one in &mut other.groups[0].members {
            one.camp = Camp::Foes;
        }
        assert_eq!(signs(&other), (0, [0, 3, 0]));
        assert!(
            render_picture(&view).unwrap().alt_text.contains("Crow (badly hurt, Crows)")
                || render_picture(&view).unwrap().alt_text.contains("Crow (hurt, Crows)")
        );
    }

    #[test]
    fn what_the_fonts_lack_is_named_in_the_picture_and_stays_in_its_words() {
        let view = row(2, &["தமிழ்", "🐉", "王小明"]);
        let svg = drawing::render_map_svg(&view);
        assert!(svg.contains("(Tamil)") && svg.contains("🐉") && svg.contains("王小明"));
        assert!(!svg.contains("தமிழ்"));
        assert!(render_picture(&view).unwrap().alt_text.contains("தமிழ்"));
    }

    #[test]
    fn the_same_fight_is_the_same_picture_byte_for_byte() {
        let view = row(3, &["Mira", "さくら", "🧙 مريم"]);
        let svg = drawing::render_map_svg(&view);
        assert_eq!(svg, drawing::render_map_svg(&view.clone()));
        assert_eq!(rasterize(&svg), rasterize(&svg));
    }

    #[test]
    fn a_map_is_drawn_once_and_remembered_until_others_take_its_place() {
        let mut drawn = PictureCache { latest: BTreeMap::new(), earlier: BTreeMap::new() };
        let scene = |at: usize| FightView { system: at.to_string(), ..FightView::default() };
        let drawn_of = |at: usize| Picture {
            png: Arc::from([]),
            alt_text: at.to_string(),
            plain_text: String::new(),
        };
        for at in 0..2 * MAX_CACHED_PICTURES {
            drawn.insert(scene(at), drawn_of(at));
            // Whatever is asked for stays.
            assert_eq!(drawn.find(&scene(0)), Some(drawn_of(0)));
        }
        assert_eq!(drawn.find(&scene(1)), None);
        let last = 2 * MAX_CACHED_PICTURES - 1;
        assert_eq!(drawn.find(&scene(last)), Some(drawn_of(last)));
        assert!(drawn.latest.len() + drawn.earlier.len() <= 2 * MAX_CACHED_PICTURES);
    }

    #[test]
    fn a_map_shows_nothing_but_its_scene() {
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
    fn names_of_users_cannot_break_the_picture() {
        let picture = render_picture(&view(3, 3, "</text>&\"<")).unwrap();
        assert!(picture.alt_text.contains("</text>&\"<0"));
    }

    #[test]
    fn a_crowd_fits_into_the_alt_text_and_the_strip() {
        let view = view(12, 30, &"Ö".repeat(32));
        assert!(render_picture(&view).unwrap().alt_text.chars().count() <= MAX_ALT_TEXT);
        assert!(format_strip(&view).iter().all(|line| line.chars().count() <= STRIP_COLUMNS));
    }

    #[test]
    fn the_strip_shows_who_is_where() {
        let mut view = view(3, 4, "Fox");
        view.zones[2].name = "The old watchtower".into();
        let strip = format_strip(&view);
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
