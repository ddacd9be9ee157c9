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

pub use chart::Bar;

use super::messages::text::{cut, fitting};
use super::messages::{FIELD, LOCALE, status};
use engine::view::{GroupView, Mark, MemberView, View, Wounds, ZoneView};
use narration::{say, words};

/// Discord's limit for a description, in characters.
const ALT: usize = 1024;
/// What a phone shows of monospaced text without breaking the line.
const COLUMNS: usize = 40;
/// The width of a zone's name in the strip, and of one with its marks.
const NAME: usize = 12;
const SPAN: usize = 20;

/// A PNG, and what it shows in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub png: Arc<[u8]>,
    pub alt: String,
    /// In lines, for who reads plain text; nothing where the words stand beside it.
    pub in_words: String,
}

/// The map as a picture; none where there are no zones. One that was not drawn lately takes some
/// milliseconds of one core.
pub fn picture(view: &View) -> Option<Picture> {
    if view.zones.is_empty() {
        return None;
    }
    let scene = scene(view);
    let known = drawn().find(&scene);
    Some(match known {
        Some(picture) => picture,
        None => {
            let png = draw(&drawing::svg(&scene))?.into();
            let picture = Picture { png, alt: alt(&scene), in_words: in_lines(&scene) };
            drawn().keep(scene, picture.clone());
            picture
        }
    })
}

/// Shares as bars, and what they show in words.
pub fn bars(bars: &[Bar], alt: &str) -> Option<Picture> {
    let png = draw(&chart::svg(bars))?.into();
    Some(Picture { png, alt: cut(alt, ALT), in_words: String::new() })
}

/// What a map is drawn of: what else is known of a fight does not make it another one.
fn scene(view: &View) -> View {
    let member = |one: &MemberView| MemberView {
        name: one.name.clone(),
        side: one.side.clone(),
        wounds: one.wounds.clone(),
        conditions: one.conditions.clone(),
        mark: if one.mark == Mark::Spent { Mark::Ready } else { one.mark },
        budget: Vec::new(),
        facts: Vec::new(),
        ..*one
    };
    let group = |group: &GroupView| GroupView {
        key: group.key.clone(),
        is_current: false,
        members: group.members.iter().map(member).collect(),
    };
    View {
        system: view.system.clone(),
        round: 0,
        outcome: view.outcome.clone(),
        groups: view.groups.iter().map(group).collect(),
        order: Vec::new(),
        zones: view.zones.clone(),
        facts: Vec::new(),
        ..*view
    }
}

fn draw(svg: &str) -> Option<Vec<u8>> {
    let options = Options {
        font_family: fonts::FAMILY.into(),
        fontdb: Arc::clone(&fonts::FONTS),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).ok()?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    encoding::png(&pixels)
}

/// The maps that were drawn lately, by what they are drawn of: most of what is done moves nobody.
struct Drawn {
    latest: BTreeMap<View, Picture>,
    earlier: BTreeMap<View, Picture>,
}

/// How many maps make room for new ones at once.
const MOST_DRAWN: usize = 256;

static DRAWN: Mutex<Drawn> =
    Mutex::new(Drawn { latest: BTreeMap::new(), earlier: BTreeMap::new() });

fn drawn() -> std::sync::MutexGuard<'static, Drawn> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drawn {
    fn find(&mut self, scene: &View) -> Option<Picture> {
        if let Some(picture) = self.latest.get(scene) {
            return Some(picture.clone());
        }
        let (scene, picture) = self.earlier.remove_entry(scene)?;
        self.keep(scene, picture.clone());
        Some(picture)
    }

    fn keep(&mut self, scene: View, picture: Picture) {
        if self.latest.len() >= MOST_DRAWN {
            self.earlier = mem::take(&mut self.latest);
        }
        self.latest.insert(scene, picture);
    }
}

fn in_lines(view: &View) -> String {
    format!("**{}**\n{}", say!(LOCALE, "status-zones"), fitting(&status::zones(view), FIELD))
}

/// What the picture shows, in words.
fn alt(view: &View) -> String {
    let zone = |(at, zone): (usize, &ZoneView)| {
        let here = view.in_zone(at).into_iter().map(|(_, one)| in_words(view, one));
        let here: Vec<String> = here.collect();
        let here = (!here.is_empty()).then(|| here.join(", "));
        let facts = zone.facts.iter().map(|(key, value)| words::zone_fact(LOCALE, key, value));
        let mut parts = vec![say!(LOCALE, "map-zone", zone = words::zone(LOCALE, zone), here)];
        parts.extend(facts);
        let near: Vec<&str> = neighbours(view, zone).collect();
        if !near.is_empty() {
            parts.push(say!(LOCALE, "next-to", zones = near.join(", ")));
        }
        format!("{}.", parts.join("; "))
    };
    let zones: Vec<String> = view.zones.iter().enumerate().map(zone).collect();
    cut(&say!(LOCALE, "map-alt", zones = zones.join(" ")), ALT)
}

/// How somebody fares: whether players see them, wounds, conditions, and whose side they are on
/// where nobody would think so.
fn state(view: &View, one: &MemberView) -> Vec<String> {
    let mut state = Vec::from_iter(one.is_hidden.then(|| say!(LOCALE, "status-hidden")));
    state.extend(words::wounds(LOCALE, &view.system, &one.wounds));
    state.extend(one.conditions.iter().map(|key| words::condition(LOCALE, key)));
    state.extend(words::side(LOCALE, view, one).filter(|_| view.is_running));
    state
}

fn in_words(view: &View, one: &MemberView) -> String {
    let mut state = state(view, one);
    if one.mark == Mark::Acting {
        state.push(words::mark(LOCALE, one.mark));
    }
    let name = words::placed(LOCALE, &one.name, one.feet);
    let state = (!state.is_empty()).then(|| state.join(", "));
    say!(LOCALE, "map-member", name, state)
}

/// The map in lines of at most 40 columns: zones and who is there, `>` before whoever acts.
pub fn strip(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    let width = if layout::is_line(view) { SPAN } else { NAME };
    for (at, zone) in view.zones.iter().enumerate() {
        let mut line = format!("{:width$}", cut(&words::zone(LOCALE, zone), width));
        let indent = " ".repeat(width);
        let mut is_empty = true;
        for (_, one) in view.in_zone(at) {
            let pointer = if one.mark == Mark::Acting { ">" } else { "" };
            let name = words::placed(LOCALE, &one.name, one.feet);
            let name = format!(" {pointer}{}", cut(&name, COLUMNS - width - 2));
            if line.chars().count() + name.chars().count() > COLUMNS {
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

fn neighbours<'a>(view: &'a View, zone: &'a ZoneView) -> impl Iterator<Item = &'a str> {
    let near = zone.neighbours.iter();
    near.filter_map(|at| view.zones.get(usize::from(*at))).map(|zone| zone.name.as_str())
}

/// How much of somebody's health is left, from 0 to 1, where it is known exactly.
fn health(wounds: &Wounds) -> Option<f32> {
    match wounds {
        Wounds::Exact { now, max } => Some(f32::from(*now) / f32::from((*max).max(1))),
        Wounds::Word(_) | Wounds::Unknown => None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use engine::ids::{CombatantId, UserId};
    use engine::view::Camp;

    fn member(id: u8, name: &str, zone: u8) -> MemberView {
        MemberView {
            id: CombatantId(id),
            name: name.into(),
            user: (id < 4).then_some(UserId(u64::from(id))),
            side: "party".into(),
            camp: Camp::Players,
            is_hidden: false,
            zone: Some(zone),
            border: None,
            feet: None,
            wounds: match id % 3 {
                0 => Wounds::Exact { now: 7, max: 10 },
                _ => Wounds::Word("hurt".into()),
            },
            conditions: if id == 1 { vec!["stuck".into()] } else { Vec::new() },
            mark: match id {
                0 => Mark::Acting,
                5 => Mark::Out,
                _ => Mark::Ready,
            },
            budget: Vec::new(),
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
    fn view(zones: u8, members: u8, name: &str) -> View {
        let zone = |at: u8| ZoneView {
            name: format!("{name}{at}"),
            neighbours: vec![(at + zones - 1) % zones, (at + 1) % zones],
            span: None,
            facts: vec![("hazard".into(), "str".into())],
        };
        let all = |side: u8| {
            let mine = (0..members).filter(|id| id % 2 == side);
            let mine = mine.map(|id| member(id, &format!("{name}{id}"), id % zones));
            mine.map(|one| sided(one, ["party", "enemy"][usize::from(side)])).collect()
        };
        let group =
            |key: &str, side| GroupView { key: key.into(), is_current: false, members: all(side) };
        View {
            zones: (0..zones).map(zone).collect(),
            groups: vec![group("party", 0), group("enemy", 1)],
            ..View::default()
        }
    }

    /// A fight of people of these names, in no zone.
    pub fn named(names: &[&str]) -> View {
        let one = |(id, name): (u8, &&str)| member(id, name, 0);
        let members = (0..).zip(names).map(one).collect();
        let group = GroupView { key: "party".into(), is_current: false, members };
        View { groups: vec![group], ..View::default() }
    }

    #[test]
    fn the_picture_is_a_png_and_its_words_say_the_same() {
        let mut view = view(4, 8, "Wolf");
        view.groups[0].members[1].is_hidden = true;
        let picture = picture(&view).unwrap();
        assert!(picture.png.starts_with(b"\x89PNG"));
        assert!(picture.alt.contains("Wolf0: Wolf0 (7/10 HP, acting), Wolf4 (hurt)"));
        assert!(picture.alt.contains("Wolf1: Wolf1 (hurt, Stuck), Wolf5 (hurt); hazard (STR)"));
        assert!(picture.alt.contains("Wolf2: Wolf2 (hidden, hurt)"), "{}", picture.alt);
        assert!(picture.alt.contains("next to Wolf3, Wolf1"));
        assert_eq!(super::picture(&View::default()), None);
    }

    /// `Fox0` to `Fox4` on three zones of 20 feet.
    fn line() -> View {
        let mut view = view(3, 5, "Fox");
        for (at, zone) in (0..).zip(&mut view.zones) {
            zone.span = Some((at * 20, at * 20 + 15));
            zone.neighbours.retain(|near| u16::from(*near).abs_diff(at) == 1);
        }
        for one in view.groups.iter_mut().flat_map(|group| &mut group.members) {
            one.feet = one.zone.map(|zone| u16::from(zone) * 20 + 15 - 5 * u16::from(one.id.0));
        }
        view
    }

    #[test]
    fn a_line_is_drawn_to_scale_and_told_in_feet() {
        let view = line();
        let picture = picture(&view).unwrap();
        assert!(
            picture.alt.contains("Fox0 0–15: Fox3 at 0 (7/10 HP), Fox0 at 15 (7/10 HP, acting)")
        );
        let strip = strip(&view);
        assert_eq!(strip[0], "Fox0 0–15            Fox3 at 0");
        let svg = drawing::svg(&view);
        // A foot is 732 / 60 pixels wide: the second zone begins at 20 of them.
        assert!(svg.contains("x=\"256\" y=\"112\""), "{svg}");
    }

    /// As many zones in a row, and somebody of each name in each.
    fn row(zones: u8, names: &[&str]) -> View {
        let zone = |at: u8| ZoneView {
            name: format!("Zone {at}"),
            neighbours: [at.checked_sub(1), (at + 1 < zones).then_some(at + 1)]
                .into_iter()
                .flatten()
                .collect(),
            span: None,
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
        View { zones, groups: vec![group], is_running: true, round: 1, ..View::default() }
    }

    /// The size of a picture.
    fn size(view: &View) -> (u32, u32) {
        let pixels = Pixmap::decode_png(&picture(view).unwrap().png).unwrap();
        (pixels.width(), pixels.height())
    }

    #[test]
    fn zones_in_a_row_lie_side_by_side_as_long_as_they_fit() {
        let (few, many) = ([(2, ["Mira", "Brute 1"]), (3, ["Old Tom", "Brute 12"])], ["Al", "Bo"]);
        let mut wounded = row(4, &many);
        let all = wounded.groups[0].members.iter_mut();
        all.for_each(|one| one.wounds = Wounds::Word("hurt".into()));
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
        let signs = |view: &View| {
            let svg = drawing::svg(view);
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
            picture(&view).unwrap().alt.contains("Crow (badly hurt, Crows)")
                || picture(&view).unwrap().alt.contains("Crow (hurt, Crows)")
        );
    }

    #[test]
    fn what_the_fonts_lack_is_named_in_the_picture_and_stays_in_its_words() {
        let view = row(2, &["தமிழ்", "🐉", "王小明"]);
        let svg = drawing::svg(&view);
        assert!(svg.contains("(Tamil)") && svg.contains("🐉") && svg.contains("王小明"));
        assert!(!svg.contains("தமிழ்"));
        assert!(picture(&view).unwrap().alt.contains("தமிழ்"));
    }

    #[test]
    fn the_same_fight_is_the_same_picture_byte_for_byte() {
        let view = row(3, &["Mira", "さくら", "🧙 مريم"]);
        let svg = drawing::svg(&view);
        assert_eq!(svg, drawing::svg(&view.clone()));
        assert_eq!(draw(&svg), draw(&svg));
    }

    #[test]
    fn a_map_is_drawn_once_and_remembered_until_others_take_its_place() {
        let mut drawn = Drawn { latest: BTreeMap::new(), earlier: BTreeMap::new() };
        let scene = |at: usize| View { system: at.to_string(), ..View::default() };
        let drawn_of = |at: usize| Picture {
            png: Arc::from([]),
            alt: at.to_string(),
            in_words: String::new(),
        };
        for at in 0..2 * MOST_DRAWN {
            drawn.keep(scene(at), drawn_of(at));
            // Whatever is asked for stays.
            assert_eq!(drawn.find(&scene(0)), Some(drawn_of(0)));
        }
        assert_eq!(drawn.find(&scene(1)), None);
        let last = 2 * MOST_DRAWN - 1;
        assert_eq!(drawn.find(&scene(last)), Some(drawn_of(last)));
        assert!(drawn.latest.len() + drawn.earlier.len() <= 2 * MOST_DRAWN);
    }

    #[test]
    fn a_map_shows_nothing_but_its_scene() {
        let mut spent = view(3, 6, "Wolf");
        spent.facts.push(("surprised".into(), "enemy".into()));
        spent.groups[0].members[1].mark = Mark::Spent;
        spent.groups[0].members[2].budget.push(("move".into(), "left".into()));
        for view in [spent, line(), row(3, &["Ana", "Brute", "Crow"])] {
            let scene = scene(&view);
            assert_eq!(drawing::svg(&view), drawing::svg(&scene));
            assert_eq!(alt(&view), alt(&scene));
        }
    }

    #[test]
    fn names_of_users_cannot_break_the_picture() {
        let picture = picture(&view(3, 3, "</text>&\"<")).unwrap();
        assert!(picture.alt.contains("</text>&\"<0"));
    }

    #[test]
    fn a_crowd_fits_into_the_alt_text_and_the_strip() {
        let view = view(12, 30, &"Ö".repeat(32));
        assert!(picture(&view).unwrap().alt.chars().count() <= ALT);
        assert!(strip(&view).iter().all(|line| line.chars().count() <= COLUMNS));
    }

    #[test]
    fn the_strip_shows_who_is_where() {
        let mut view = view(3, 4, "Fox");
        view.zones[2].name = "The old watchtower".into();
        let strip = strip(&view);
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
            std::fs::write(path, picture(&view).unwrap().png).unwrap();
        }
        let scripts = ["Mira", "王小明", "さくら", "مريم", "מרים", "🐺 Wolf", "🧙", "தமிழ்"];
        for (zones, names) in [(2, &scripts[..]), (3, &["Old Tom", "Brute 1"]), (4, &["Al"])] {
            let path = format!("{folder}/map-row-{zones}.png");
            std::fs::write(path, picture(&row(zones, names)).unwrap().png).unwrap();
        }
        std::fs::write(format!("{folder}/map-line.png"), picture(&line()).unwrap().png).unwrap();
    }
}
