//! The board: how a fight stands. It is the pinned summary, and `/status`.
//!
//! One line a combatant, in the order in which they act. What else the reader may know of them
//! (what is left of turns, numbers) stands below each where it is asked for, and for the GM.

use serenity::all::CreateEmbed;

use super::super::map;
use super::text::{code, cut, escaped, fitting};
use super::{FIELD, LOCALE, STYLE, TITLE, Written, mention, soon};
use app::input::Waiting;
use engine::limits::{Limit, write_span};
use engine::view::{Mark, MemberView, View, ZoneView};
use narration::catalogue::{Key, Set};
use narration::{say, words};

/// All embeds of a message together have 6000 characters.
const BOARD: usize = 3600;

/// The signs before the lines of a board, and what they say to whoever reads them aloud. The dot
/// is narrow: a space of its own keeps the names below each other.
pub const SIGNS: [(&str, Mark); 4] =
    [("▶", Mark::Acting), ("·\u{2002}", Mark::Ready), ("✓", Mark::Spent), ("✗", Mark::Out)];

/// The board with the map, as it is pinned.
pub fn board(view: &View, waiting: &[Waiting]) -> Written {
    with_map(view, lines(view, waiting, &[], view.is_whole))
}

/// The board with all that the reader may know, for whoever asks for it.
pub fn in_full(view: &View, waiting: &[Waiting], limits: &[Limit], seal: Option<&str>) -> Written {
    let mut embed = lines(view, waiting, limits, true);
    if let Some(seal) = seal {
        embed = embed.field(say!(LOCALE, "status-seal"), code(seal).0, false);
    }
    with_map(view, embed)
}

/// Where there is no picture, the zones are told in words.
fn with_map(view: &View, embed: CreateEmbed) -> Written {
    let picture = map::picture(view);
    let embed = if picture.is_some() { embed } else { with_zones(embed, view) };
    Written { embeds: vec![embed], picture, ..Written::default() }
}

/// The board alone, with its zones in words.
pub fn embed(view: &View, limits: &[Limit]) -> CreateEmbed {
    with_zones(lines(view, &[], limits, view.is_whole), view)
}

fn with_zones(embed: CreateEmbed, view: &View) -> CreateEmbed {
    let zones = zones(view);
    if zones.is_empty() {
        return embed;
    }
    embed.field(say!(LOCALE, "status-zones"), fitting(&zones, FIELD), false)
}

/// Who acts; everybody; the facts of the fight; who is waited for, and how long.
fn lines(view: &View, waiting: &[Waiting], limits: &[Limit], is_full: bool) -> CreateEmbed {
    let mut board: Vec<String> =
        view.in_order().into_iter().map(|one| line(view, one, waiting, is_full)).collect();
    if board.is_empty() {
        board.push(say!(LOCALE, "status-nobody-joined"));
    }
    // What is over has a first slot, a stage and the like no more.
    let facts = view.facts.iter().filter(|_| view.outcome.is_none());
    let facts = facts.map(|(key, value)| escaped(&words::fight_fact(LOCALE, key, value)));
    let facts = facts.collect::<Vec<_>>().join(" · ");
    let mut below = waited_for(view, waiting);
    below.splice(0..0, (!facts.is_empty()).then_some(facts));
    if !below.is_empty() {
        // A line of its own sets it apart from the names.
        board.push(String::new());
    }
    let below = fitting(&below, FIELD);
    let room = BOARD - below.chars().count();
    let board = format!("{}\n{below}", fitting(&board, room));
    let embed =
        CreateEmbed::new().title(cut(&title(view, waiting), TITLE)).description(board.trim_end());
    if limits.is_empty() {
        return embed;
    }
    let limits: Vec<String> = limits.iter().map(limit).collect();
    embed.field(say!(LOCALE, "status-limits"), fitting(&limits, FIELD), false)
}

fn limit(limit: &Limit) -> String {
    let most = (limit.most != limit.least).then(|| Set(write_span(limit.most)));
    let (kind, least) = (Key(limit.key), Set(write_span(limit.least)));
    say!(STYLE, "status-limit", kind, least, most)
}

fn title(view: &View, waiting: &[Waiting]) -> String {
    let system = words::system(LOCALE, &view.system);
    let title = match &view.outcome {
        Some(key) => {
            let outcome = words::outcome(LOCALE, key);
            say!(LOCALE, "status-title-over", system, outcome)
        }
        None if view.is_running => {
            let acting = acting(view, waiting);
            say!(LOCALE, "status-title", system, round = view.round, acting)
        }
        None => say!(LOCALE, "status-title-setup", system),
    };
    escaped(&title)
}

/// `the party acts`, or `Mira acts` where one acts after the other.
fn acting(view: &View, waiting: &[Waiting]) -> Option<String> {
    let current = view.groups.iter().find(|group| group.is_current)?;
    let is_block = matches!(&*current.key, "party" | "enemy") && view.order.is_empty();
    let is_on = |one: &&MemberView| is_on(one, waiting);
    let on: Vec<&MemberView> = view.everybody().filter(is_on).collect();
    match on.as_slice() {
        [one] if !is_block => Some(say!(LOCALE, "status-acting", name = one.name)),
        [] | [_, ..] if current.key == "order" => None,
        [] | [_, ..] => Some(words::acting_group(LOCALE, &current.key)),
    }
}

/// It is their turn, or they are waited for to begin it.
fn is_on(one: &MemberView, waiting: &[Waiting]) -> bool {
    let is_waited_for = |waiting: &Waiting| !waiting.is_prompt && waiting.who == Some(one.id);
    one.mark == Mark::Acting || (one.mark == Mark::Ready && waiting.iter().any(is_waited_for))
}

/// `▶ **Mira** ▰▰▰▱ 7/10 · Gate · Stuck`
fn line(view: &View, one: &MemberView, waiting: &[Waiting], is_full: bool) -> String {
    let mark = match one.mark {
        Mark::Ready if is_on(one, waiting) => Mark::Acting,
        Mark::Ready | Mark::Spent | Mark::Acting if !view.is_running => Mark::Ready,
        mark => mark,
    };
    let sign = SIGNS.iter().find(|(_, of)| *of == mark).map_or("", |(sign, _)| *sign);
    let mut parts = Vec::from_iter(place(view, one));
    parts.extend(conditions(one, is_full));
    parts.extend(words::side(LOCALE, view, one).map(|side| escaped(&side)));
    if one.is_hidden {
        parts.push(say!(LOCALE, "status-hidden"));
    }
    let health = words::health(LOCALE, &one.wounds).map(|health| format!(" {health}"));
    let mut line = format!("{sign} **{}**{}", escaped(&one.name), health.unwrap_or_default());
    parts.iter().for_each(|part| line += &format!(" · {part}"));
    if is_full {
        let more = more(one);
        line += &if more.is_empty() { more } else { format!("\n-# {more}") };
    }
    line
}

/// A zone, a mark in it, or the border of two.
fn place(view: &View, one: &MemberView) -> Option<String> {
    let zone = |at: u8| view.zones.get(usize::from(at)).map(|zone| zone.name.as_str());
    let name = zone(one.zone?)?;
    let name = match one.border.and_then(zone) {
        Some(border) => format!("{name}-{border}"),
        None => name.to_string(),
    };
    Some(escaped(&words::placed(LOCALE, &name, one.feet)))
}

/// What holds several times stands there once.
fn conditions(one: &MemberView, is_full: bool) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for key in &one.conditions {
        let condition = match is_full {
            true => words::condition_with_end(LOCALE, key),
            false => words::condition_in_short(LOCALE, key),
        };
        match counted.iter_mut().find(|(known, _)| *known == condition) {
            Some((_, count)) => *count += 1,
            None => counted.push((condition, 1)),
        }
    }
    let times = |(condition, count)| match count {
        1 => condition,
        count => format!("{condition} ×{count}"),
    };
    counted.into_iter().map(times).collect()
}

/// What is left of somebody's turn, and their numbers.
pub fn more(one: &MemberView) -> String {
    let budget = words::budget(LOCALE, &one.budget).into_iter();
    let facts = one.facts.iter().map(|(key, value)| escaped(&words::fact(LOCALE, key, value)));
    budget.chain(facts).collect::<Vec<_>>().join(" · ")
}

/// One line a zone: its stretch of the line (where there is one), who is there, and what is known
/// of it. Zones that are not in a row name their neighbours.
pub fn zones(view: &View) -> Vec<String> {
    let is_row = view.zones.iter().enumerate().all(|(at, zone)| {
        let next_to = |other: &u8| usize::from(*other).abs_diff(at) == 1;
        zone.neighbours.iter().all(next_to)
    });
    let line = |(at, zone): (usize, &ZoneView)| {
        let here = view.in_zone(at).into_iter().filter(|(_, one)| one.mark != Mark::Out);
        let named = here.map(|(_, one)| {
            let name = escaped(&words::placed(LOCALE, &one.name, one.feet));
            match one.is_hidden {
                true => format!("{name} ({})", say!(LOCALE, "status-hidden")),
                false => name,
            }
        });
        let here: Vec<String> = named.collect();
        let here = (!here.is_empty()).then(|| Set(here.join(", ")));
        let (from, to) = zone.span.unzip();
        let mut text = say!(STYLE, "status-zone", zone = zone.name, from, to, here);
        for (key, value) in &zone.facts {
            text += &format!(" · {}", escaped(&words::zone_fact(LOCALE, key, value)));
        }
        if !is_row {
            let near = zone.neighbours.iter().filter_map(|at| view.zones.get(usize::from(*at)));
            let near: Vec<String> = near.map(|zone| escaped(&zone.name)).collect();
            let near = Set(near.join(", "));
            text += &format!(" · {}", say!(STYLE, "next-to", zones = near));
        }
        text
    };
    view.zones.iter().enumerate().map(line).collect()
}

/// Who is waited for: those with the same time in one line.
pub fn waited_for(view: &View, waiting: &[Waiting]) -> Vec<String> {
    let mut lines: Vec<(&Waiting, Vec<String>)> = Vec::new();
    for one in waiting {
        let known = one.who.and_then(|who| view.everybody().find(|member| member.id == who));
        let (who, user) = (known.map(|member| &member.name), one.user.map(mention));
        let named = say!(STYLE, "status-waiting-who", who, user);
        let is_same =
            |other: &Waiting| (other.is_prompt, other.until) == (one.is_prompt, one.until);
        match lines.iter_mut().find(|(first, _)| is_same(first)) {
            Some((_, names)) if names.contains(&named) => {}
            Some((_, names)) => names.push(named),
            None => lines.push((one, vec![named])),
        }
    }
    let line = |(one, names): (&Waiting, Vec<String>)| {
        let (who, until) = (Set(names.join(", ")), one.until.map(soon));
        say!(STYLE, "status-waiting", who, is_prompt = one.is_prompt, until)
    };
    lines.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::ids::{CombatantId, UserId};
    use engine::view::{Camp, GroupView, Wounds};
    use serde_json::Value;

    fn member(id: u8, name: &str, mark: Mark) -> MemberView {
        MemberView {
            id: CombatantId(id),
            name: name.into(),
            user: Some(UserId(7)),
            side: "party".into(),
            camp: Camp::Players,
            is_hidden: false,
            zone: Some(id),
            border: None,
            feet: None,
            wounds: Wounds::Exact { now: 7, max: 10 },
            conditions: vec!["stuck".into()],
            mark,
            budget: vec![("move".into(), "left".into())],
            facts: vec![("level".into(), "2".into())],
        }
    }

    fn foe(id: u8, name: &str, mark: Mark) -> MemberView {
        MemberView {
            user: None,
            side: "enemy".into(),
            camp: Camp::Foes,
            wounds: Wounds::Word("badly-hurt".into()),
            ..member(id, name, mark)
        }
    }

    fn group(key: &str, is_current: bool, members: Vec<MemberView>) -> GroupView {
        GroupView { key: key.into(), is_current, members }
    }

    fn view(groups: Vec<GroupView>) -> View {
        let zone = |name: &str, neighbours: &[u8]| ZoneView {
            name: name.into(),
            neighbours: neighbours.to_vec(),
            span: None,
            facts: Vec::new(),
        };
        View {
            system: "dr12".into(),
            round: 2,
            is_running: true,
            groups,
            zones: vec![zone("Gate", &[1]), zone("Yard", &[0])],
            ..View::default()
        }
    }

    fn party(members: Vec<MemberView>) -> View {
        view(vec![group("party", true, members)])
    }

    fn json(view: &View, waiting: &[Waiting]) -> Value {
        serde_json::to_value(lines(view, waiting, &[], false)).unwrap()
    }

    fn waits(who: u8) -> Waiting {
        Waiting {
            who: Some(CombatantId(who)),
            user: Some(UserId(7)),
            is_prompt: false,
            until: jiff::Timestamp::from_second(1_900_000_000).ok(),
        }
    }

    fn board_of(view: &View, waiting: &[Waiting]) -> String {
        json(view, waiting)["description"].as_str().unwrap().to_string()
    }

    #[test]
    fn one_line_a_combatant_then_the_facts_and_who_is_waited_for() {
        let party = vec![member(0, "A_na", Mark::Acting), member(1, "Ben", Mark::Spent)];
        let enemies = vec![foe(1, "Wolf 1", Mark::Ready), foe(0, "Wolf 2", Mark::Out)];
        let mut view = view(vec![group("party", true, party), group("enemy", false, enemies)]);
        view.facts = vec![("surprised".into(), "enemy".into())];
        assert_eq!(json(&view, &[])["title"], "DR12 · round 2 · the party acts");
        assert_eq!(
            board_of(&view, &[waits(0)]),
            "▶ **A\\_na** ▰▰▰▱ 7/10 · Gate · Stuck\n\
             ✓ **Ben** ▰▰▰▱ 7/10 · Yard · Stuck\n\
             ·\u{2002} **Wolf 1** badly hurt · Yard · Stuck\n\
             ✗ **Wolf 2** badly hurt · Gate · Stuck\n\n\
             Enemies surprised\n\
             Waiting for A\\_na (<@7>) · ends <t:1900000000:R>"
        );
    }

    #[test]
    fn the_order_is_that_in_which_they_act_and_who_is_next_acts() {
        let all = vec![member(0, "Ana", Mark::Ready), foe(1, "Wolf", Mark::Ready)];
        let mut view = party(all);
        view.order = vec![CombatantId(1), CombatantId(0)];
        let board = board_of(&view, &[waits(1)]);
        assert!(
            board.starts_with("▶ **Wolf**") && board.contains("\n·\u{2002} **Ana**"),
            "{board}"
        );
        assert_eq!(json(&view, &[waits(1)])["title"], "DR12 · round 2 · Wolf acts");
        let slot =
            super::tests::view(vec![group("Night Watch", true, view.groups[0].members.clone())]);
        let title = &json(&slot, &[waits(0), waits(1)])["title"];
        assert_eq!(title, "DR12 · round 2 · the Night Watch act");
    }

    #[test]
    fn a_side_is_told_where_it_does_not_follow_from_who_plays() {
        let mut helper = foe(1, "Old Tom", Mark::Ready);
        (helper.side, helper.camp) = ("party".into(), Camp::Players);
        let view = party(vec![member(0, "Ana", Mark::Ready), helper, foe(2, "Wolf", Mark::Ready)]);
        let board = board_of(&view, &[]);
        let told: Vec<bool> = board.lines().map(|line| line.ends_with(" · Party")).collect();
        assert_eq!(told, [false, true, false], "{board}");
        let setup = View { is_running: false, ..view };
        assert!(
            board_of(&setup, &[])
                .lines()
                .all(|line| line.contains(" · Party") || line.contains(" · Enemies"))
        );
    }

    #[test]
    fn what_else_may_be_known_is_for_the_gm_and_for_who_asks() {
        let mut view = party(vec![member(0, "Ana", Mark::Acting)]);
        view.groups[0].members[0].conditions = vec!["hurt:round:3".into()];
        let read = |written: Written| serde_json::to_value(&written.embeds).unwrap().to_string();
        let more = "Hurt (until the end of round 3)\\n-# Move left · Level 2";
        assert!(!read(board(&view, &[])).contains("Level 2"));
        assert!(read(in_full(&view, &[], &[], None)).contains(more));
        view.is_whole = true;
        assert!(read(board(&view, &[])).contains(more));
    }

    #[test]
    fn those_with_the_same_time_are_waited_for_in_one_line_and_nobody_twice() {
        let view = party(vec![member(0, "Ana", Mark::Ready), member(1, "Ben", Mark::Ready)]);
        let gm = Waiting { who: None, until: None, is_prompt: true, ..waits(0) };
        let all = [waits(0), gm.clone(), waits(1), gm];
        assert_eq!(
            waited_for(&view, &all),
            [
                "Waiting for Ana (<@7>), Ben (<@7>) · ends <t:1900000000:R>",
                "Waiting for the GM (<@7>) to answer"
            ]
        );
    }

    #[test]
    fn a_bar_is_full_or_empty_only_where_that_is_so() {
        let bar = |now, max| words::health(LOCALE, &Wounds::Exact { now, max }).unwrap();
        assert_eq!(
            [bar(0, 9), bar(1, 90), bar(6, 8), bar(89, 90), bar(90, 90), bar(0, 0)],
            ["▱▱▱▱ 0/9", "▰▱▱▱ 1/90", "▰▰▰▱ 6/8", "▰▰▰▱ 89/90", "▰▰▰▰ 90/90", "▱▱▱▱ 0/0"]
        );
    }

    #[test]
    fn with_a_picture_the_zones_are_for_plain_text_alone() {
        let view = party(vec![member(0, "Ana", Mark::Ready)]);
        let board = board(&view, &[]);
        let picture = board.picture.as_ref().unwrap();
        assert!(picture.in_words.contains("**Gate**: Ana"), "{}", picture.in_words);
        let shown = serde_json::to_value(&board.embeds).unwrap().to_string();
        assert!(!shown.contains("Zones"), "{shown}");
        assert!(board.read(true).content.contains("**Gate**: Ana"));
    }

    #[test]
    fn each_limit_has_its_name() {
        let limits = ["limit_turn", "limit_answer", "limit_ruling"]
            .map(|key| super::limit(&Limit { key, least: 3600, most: 7200 }));
        assert_eq!(
            limits,
            ["a turn: 1h to 2h", "an answer: 1h to 2h", "the GM's rulings: 1h to 2h"]
        );
    }

    #[test]
    fn a_line_is_shown_in_feet_and_conditions_with_their_near_ends() {
        let mut view = party(vec![member(0, "Thug", Mark::Ready), member(0, "Ann", Mark::Ready)]);
        view.zones.truncate(1);
        view.zones[0].span = Some((20, 35));
        for (one, feet) in view.groups[0].members.iter_mut().zip([30, 25]) {
            one.feet = Some(feet);
            let keys = ["hurt:round:3", "hurt:round:3", "stunned:next-turn", "wounded:encounter"];
            one.conditions = keys.map(String::from).to_vec();
        }
        assert_eq!(zones(&view), ["**Gate** 20–35: Ann 25, Thug 30"]);
        let board = board_of(&view, &[]);
        let line = "7/10 · Gate 30 · Hurt (round 3) ×2 · Stunned (next turn) · Wounded";
        assert!(board.contains(line), "{board}");
    }

    #[test]
    fn a_crowd_still_fits_into_discord() {
        let name = "*".repeat(32);
        let members = (0..60).map(|_| member(0, &name, Mark::Ready)).collect();
        let waiting = Waiting { who: None, user: None, is_prompt: true, until: None };
        let view = View { is_whole: true, ..party(members) };
        let embed = with_zones(lines(&view, &vec![waiting; 60], &[], true), &view);
        let json = serde_json::to_value(embed).unwrap();
        let length = |text: &Value| text.as_str().unwrap().chars().count();
        let fields = json["fields"].as_array().unwrap();
        let all: usize = fields.iter().map(|f| length(&f["name"]) + length(&f["value"])).sum();
        assert!(length(&json["description"]) <= 4096);
        assert!(all + length(&json["title"]) + length(&json["description"]) <= 6000);
    }
}
