//! The board: how a fight stands. It is the pinned summary, and `/status`.
//!
//! One line a combatant, in the order in which they act. What else the reader may know of them
//! (what is left of turns, numbers) stands below each where it is asked for, and for the GM.

use serenity::all::CreateEmbed;

use super::super::map;
use super::text::{cut_to_length, escape_markdown, fit_lines, format_code};
use super::{
    LOCALE, MAX_FIELD, MAX_TITLE, RenderedMessage, STYLE, format_mention, format_relative_time,
};
use app::input::AwaitedPlayer;
use engine::core::time_limits::{TimeLimit, format_duration};
use engine::visibility::view::{FightView, MemberView, TurnStatus, ZoneView};
use narration::catalogue::{FormattedText, VariantKey};
use narration::{say, terms};

/// All embeds of a message together have 6000 characters.
const MAX_BOARD: usize = 3600;

/// The signs before the lines of a board, and what they say to whoever reads them aloud. The dot
/// is narrow: a space of its own keeps the names below each other.
pub const MARK_SIGNS: [(&str, TurnStatus); 4] = [
    ("▶", TurnStatus::Acting),
    ("·\u{2002}", TurnStatus::Ready),
    ("✓", TurnStatus::Spent),
    ("✗", TurnStatus::Out),
];

/// The board with the map, as it is pinned.
pub fn render_board(view: &FightView, waiting: &[AwaitedPlayer]) -> RenderedMessage {
    with_map_or_zones(view, render_lines_embed(view, waiting, &[], view.is_gm_view))
}

/// The board with all that the reader may know, for whoever asks for it.
pub fn render_full_status(
    view: &FightView,
    waiting: &[AwaitedPlayer],
    limits: &[TimeLimit],
    seal: Option<&str>,
) -> RenderedMessage {
    let mut embed = render_lines_embed(view, waiting, limits, true);
    if let Some(seal) = seal {
        embed = embed.field(say!(LOCALE, "status-seal"), format_code(seal).0, false);
    }
    with_map_or_zones(view, embed)
}

/// Where there is no picture, the zones are told in words.
fn with_map_or_zones(view: &FightView, embed: CreateEmbed) -> RenderedMessage {
    let picture = map::render_picture(view);
    let embed = if picture.is_some() { embed } else { with_zones_field(embed, view) };
    RenderedMessage { embeds: vec![embed], picture, ..RenderedMessage::default() }
}

/// The board alone, with its zones in words.
pub fn render_board_embed(view: &FightView, limits: &[TimeLimit]) -> CreateEmbed {
    with_zones_field(render_lines_embed(view, &[], limits, view.is_gm_view), view)
}

fn with_zones_field(embed: CreateEmbed, view: &FightView) -> CreateEmbed {
    let zones = format_zones(view);
    if zones.is_empty() {
        return embed;
    }
    embed.field(say!(LOCALE, "status-zones"), fit_lines(&zones, MAX_FIELD), false)
}

/// Who acts; everybody; the facts of the fight; who is waited for, and how long.
fn render_lines_embed(
    view: &FightView,
    waiting: &[AwaitedPlayer],
    limits: &[TimeLimit],
    is_full: bool,
) -> CreateEmbed {
    let mut board: Vec<String> = view
        .members_in_turn_order()
        .into_iter()
        .map(|one| format_member(view, one, waiting, is_full))
        .collect();
    if board.is_empty() {
        board.push(say!(LOCALE, "status-nobody-joined"));
    }
    // What is over has a first slot, a stage and the like no more.
    let facts = view.facts.iter().filter(|_| view.outcome.is_none());
    let facts =
        facts.map(|(key, value)| escape_markdown(&terms::fight_fact_text(LOCALE, key, value)));
    let facts = facts.collect::<Vec<_>>().join(" · ");
    let mut below = format_waited_for(view, waiting);
    below.splice(0..0, (!facts.is_empty()).then_some(facts));
    if !below.is_empty() {
        // A line of its own sets it apart from the names.
        board.push(String::new());
    }
    let below = fit_lines(&below, MAX_FIELD);
    let room = MAX_BOARD - below.chars().count();
    let board = format!("{}\n{below}", fit_lines(&board, room));
    let embed = CreateEmbed::new()
        .title(cut_to_length(&format_title(view, waiting), MAX_TITLE))
        .description(board.trim_end());
    if limits.is_empty() {
        return embed;
    }
    let limits: Vec<String> = limits.iter().map(format_limit).collect();
    embed.field(say!(LOCALE, "status-limits"), fit_lines(&limits, MAX_FIELD), false)
}

fn format_limit(limit: &TimeLimit) -> String {
    let most =
        (limit.max_secs != limit.min_secs).then(|| FormattedText(format_duration(limit.max_secs)));
    let (kind, least) = (VariantKey(limit.key), FormattedText(format_duration(limit.min_secs)));
    say!(STYLE, "status-limit", kind, least, most)
}

fn format_title(view: &FightView, waiting: &[AwaitedPlayer]) -> String {
    let system = terms::system_name(LOCALE, &view.system);
    let title = match &view.outcome {
        Some(key) => {
            let outcome = terms::outcome_text(LOCALE, key);
            say!(LOCALE, "status-title-over", system, outcome)
        }
        None if view.is_running => {
            let acting = format_acting(view, waiting);
            say!(LOCALE, "status-title", system, round = view.round, acting)
        }
        None => say!(LOCALE, "status-title-setup", system),
    };
    escape_markdown(&title)
}

/// `the party acts`, or `Mira acts` where one acts after the other.
fn format_acting(view: &FightView, waiting: &[AwaitedPlayer]) -> Option<String> {
    let current = view.groups.iter().find(|group| group.is_current)?;
    let is_block = matches!(&*current.key, "party" | "enemy") && view.turn_order.is_empty();
    let is_on = |one: &&MemberView| is_acting_or_awaited(one, waiting);
    let on: Vec<&MemberView> = view.members().filter(is_on).collect();
    match on.as_slice() {
        [one] if !is_block => Some(say!(LOCALE, "status-acting", name = one.name)),
        [] | [_, ..] if current.key == "order" => None,
        [] | [_, ..] => Some(terms::acting_group_text(LOCALE, &current.key)),
    }
}

/// It is their turn, or they are waited for to begin it.
fn is_acting_or_awaited(member: &MemberView, waiting: &[AwaitedPlayer]) -> bool {
    let is_waited_for =
        |waiting: &AwaitedPlayer| !waiting.has_open_prompt && waiting.combatant == Some(member.id);
    member.turn_status == TurnStatus::Acting
        || (member.turn_status == TurnStatus::Ready && waiting.iter().any(is_waited_for))
}

/// `▶ **Mira** ▰▰▰▱ 7/10 · Gate · Stuck`
fn format_member(
    view: &FightView,
    member: &MemberView,
    waiting: &[AwaitedPlayer],
    is_full: bool,
) -> String {
    let mark = match member.turn_status {
        TurnStatus::Ready if is_acting_or_awaited(member, waiting) => TurnStatus::Acting,
        TurnStatus::Ready | TurnStatus::Spent | TurnStatus::Acting if !view.is_running => {
            TurnStatus::Ready
        }
        mark => mark,
    };
    let sign = MARK_SIGNS.iter().find(|(_, of)| *of == mark).map_or("", |(sign, _)| *sign);
    let mut parts = Vec::from_iter(format_place(view, member));
    parts.extend(format_conditions(member, is_full));
    parts.extend(terms::unusual_side_name(LOCALE, view, member).map(|side| escape_markdown(&side)));
    if member.is_hidden {
        parts.push(say!(LOCALE, "status-hidden"));
    }
    let health = terms::health_bar(LOCALE, &member.wounds).map(|health| format!(" {health}"));
    let mut line =
        format!("{sign} **{}**{}", escape_markdown(&member.name), health.unwrap_or_default());
    parts.iter().for_each(|part| line += &format!(" · {part}"));
    if is_full {
        let more = format_details(member);
        line += &if more.is_empty() { more } else { format!("\n-# {more}") };
    }
    line
}

/// A zone, a mark in it, or the border of two.
fn format_place(view: &FightView, member: &MemberView) -> Option<String> {
    let zone = |at: u8| view.zones.get(usize::from(at)).map(|zone| zone.name.as_str());
    let name = zone(member.zone?)?;
    let name = match member.border_zone.and_then(zone) {
        Some(border) => format!("{name}-{border}"),
        None => name.to_string(),
    };
    Some(escape_markdown(&terms::name_with_mark(LOCALE, &name, member.position_feet)))
}

/// What holds several times stands there once.
fn format_conditions(member: &MemberView, is_full: bool) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for key in &member.conditions {
        let condition = match is_full {
            true => terms::condition_with_end(LOCALE, key),
            false => terms::condition_with_near_end(LOCALE, key),
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
pub fn format_details(member: &MemberView) -> String {
    let budget = terms::budget_text(LOCALE, &member.remaining_budget).into_iter();
    let facts = member
        .facts
        .iter()
        .map(|(key, value)| escape_markdown(&terms::combatant_fact_text(LOCALE, key, value)));
    budget.chain(facts).collect::<Vec<_>>().join(" · ")
}

/// One line a zone: its stretch of the line (where there is one), who is there, and what is known
/// of it. Zones that are not in a row name their neighbours.
pub fn format_zones(view: &FightView) -> Vec<String> {
    let is_row = view.zones.iter().enumerate().all(|(at, zone)| {
        let next_to = |other: &u8| usize::from(*other).abs_diff(at) == 1;
        zone.neighbours.iter().all(next_to)
    });
    let line = |(at, zone): (usize, &ZoneView)| {
        let here = view
            .members_in_zone(at)
            .into_iter()
            .filter(|(_, one)| one.turn_status != TurnStatus::Out);
        let named = here.map(|(_, one)| {
            let name =
                escape_markdown(&terms::name_with_mark(LOCALE, &one.name, one.position_feet));
            match one.is_hidden {
                true => format!("{name} ({})", say!(LOCALE, "status-hidden")),
                false => name,
            }
        });
        let here: Vec<String> = named.collect();
        let here = (!here.is_empty()).then(|| FormattedText(here.join(", ")));
        let (from, to) = zone.span_feet.unzip();
        let mut text = say!(STYLE, "status-zone", zone = zone.name, from, to, here);
        for (key, value) in &zone.facts {
            text += &format!(" · {}", escape_markdown(&terms::zone_fact_text(LOCALE, key, value)));
        }
        if !is_row {
            let near = zone.neighbours.iter().filter_map(|at| view.zones.get(usize::from(*at)));
            let near: Vec<String> = near.map(|zone| escape_markdown(&zone.name)).collect();
            let near = FormattedText(near.join(", "));
            text += &format!(" · {}", say!(STYLE, "next-to", zones = near));
        }
        text
    };
    view.zones.iter().enumerate().map(line).collect()
}

/// Who is waited for: those with the same time in one line.
pub fn format_waited_for(view: &FightView, waiting: &[AwaitedPlayer]) -> Vec<String> {
    let mut lines: Vec<(&AwaitedPlayer, Vec<String>)> = Vec::new();
    for one in waiting {
        let known = one.combatant.and_then(|who| view.members().find(|member| member.id == who));
        let (who, user) = (known.map(|member| &member.name), one.user.map(format_mention));
        let named = say!(STYLE, "status-waiting-who", who, user);
        let is_same = |other: &AwaitedPlayer| {
            (other.has_open_prompt, other.deadline) == (one.has_open_prompt, one.deadline)
        };
        match lines.iter_mut().find(|(first, _)| is_same(first)) {
            Some((_, names)) if names.contains(&named) => {}
            Some((_, names)) => names.push(named),
            None => lines.push((one, vec![named])),
        }
    }
    let line = |(one, names): (&AwaitedPlayer, Vec<String>)| {
        let (who, until) =
            (FormattedText(names.join(", ")), one.deadline.map(format_relative_time));
        say!(STYLE, "status-waiting", who, is_prompt = one.has_open_prompt, until)
    };
    lines.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::core::ids::{CombatantId, UserId};
    use engine::visibility::view::{Camp, GroupView, VisibleWounds};
    use serde_json::Value;

    fn member(id: u8, name: &str, mark: TurnStatus) -> MemberView {
        MemberView {
            id: CombatantId(id),
            name: name.into(),
            user: Some(UserId(7)),
            side: "party".into(),
            camp: Camp::Players,
            is_hidden: false,
            zone: Some(id),
            border_zone: None,
            position_feet: None,
            wounds: VisibleWounds::Exact { current: 7, max: 10 },
            conditions: vec!["stuck".into()],
            turn_status: mark,
            remaining_budget: vec![("move".into(), "left".into())],
            facts: vec![("level".into(), "2".into())],
        }
    }

    fn foe(id: u8, name: &str, mark: TurnStatus) -> MemberView {
        MemberView {
            user: None,
            side: "enemy".into(),
            camp: Camp::Foes,
            wounds: VisibleWounds::Word("badly-hurt".into()),
            ..member(id, name, mark)
        }
    }

    fn group(key: &str, is_current: bool, members: Vec<MemberView>) -> GroupView {
        GroupView { key: key.into(), is_current, members }
    }

    fn view(groups: Vec<GroupView>) -> FightView {
        let zone = |name: &str, neighbours: &[u8]| ZoneView {
            name: name.into(),
            neighbours: neighbours.to_vec(),
            span_feet: None,
            facts: Vec::new(),
        };
        FightView {
            system: "dr12".into(),
            round: 2,
            is_running: true,
            groups,
            zones: vec![zone("Gate", &[1]), zone("Yard", &[0])],
            ..FightView::default()
        }
    }

    fn party(members: Vec<MemberView>) -> FightView {
        view(vec![group("party", true, members)])
    }

    fn json(view: &FightView, waiting: &[AwaitedPlayer]) -> Value {
        serde_json::to_value(render_lines_embed(view, waiting, &[], false)).unwrap()
    }

    fn waits(who: u8) -> AwaitedPlayer {
        AwaitedPlayer {
            combatant: Some(CombatantId(who)),
            user: Some(UserId(7)),
            has_open_prompt: false,
            deadline: jiff::Timestamp::from_second(1_900_000_000).ok(),
        }
    }

    fn board_of(view: &FightView, waiting: &[AwaitedPlayer]) -> String {
        json(view, waiting)["description"].as_str().unwrap().to_string()
    }

    #[test]
    fn one_line_a_combatant_then_the_facts_and_who_is_waited_for() {
        let party =
            vec![member(0, "A_na", TurnStatus::Acting), member(1, "Ben", TurnStatus::Spent)];
        let enemies = vec![foe(1, "Wolf 1", TurnStatus::Ready), foe(0, "Wolf 2", TurnStatus::Out)];
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
        let all = vec![member(0, "Ana", TurnStatus::Ready), foe(1, "Wolf", TurnStatus::Ready)];
        let mut view = party(all);
        view.turn_order = vec![CombatantId(1), CombatantId(0)];
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
        let mut helper = foe(1, "Old Tom", TurnStatus::Ready);
        (helper.side, helper.camp) = ("party".into(), Camp::Players);
        let view = party(vec![
            member(0, "Ana", TurnStatus::Ready),
            helper,
            foe(2, "Wolf", TurnStatus::Ready),
        ]);
        let board = board_of(&view, &[]);
        let told: Vec<bool> = board.lines().map(|line| line.ends_with(" · Party")).collect();
        assert_eq!(told, [false, true, false], "{board}");
        let setup = FightView { is_running: false, ..view };
        assert!(
            board_of(&setup, &[])
                .lines()
                .all(|line| line.contains(" · Party") || line.contains(" · Enemies"))
        );
    }

    #[test]
    fn what_else_may_be_known_is_for_the_gm_and_for_who_asks() {
        let mut view = party(vec![member(0, "Ana", TurnStatus::Acting)]);
        view.groups[0].members[0].conditions = vec!["hurt:round:3".into()];
        let read =
            |written: RenderedMessage| serde_json::to_value(&written.embeds).unwrap().to_string();
        let more = "Hurt (until the end of round 3)\\n-# Move left · Level 2";
        assert!(!read(render_board(&view, &[])).contains("Level 2"));
        assert!(read(render_full_status(&view, &[], &[], None)).contains(more));
        view.is_gm_view = true;
        assert!(read(render_board(&view, &[])).contains(more));
    }

    #[test]
    fn those_with_the_same_time_are_waited_for_in_one_line_and_nobody_twice() {
        let view =
            party(vec![member(0, "Ana", TurnStatus::Ready), member(1, "Ben", TurnStatus::Ready)]);
        let gm =
            AwaitedPlayer { combatant: None, deadline: None, has_open_prompt: true, ..waits(0) };
        let all = [waits(0), gm.clone(), waits(1), gm];
        assert_eq!(
            format_waited_for(&view, &all),
            [
                "Waiting for Ana (<@7>), Ben (<@7>) · ends <t:1900000000:R>",
                "Waiting for the GM (<@7>) to answer"
            ]
        );
    }

    #[test]
    fn a_bar_is_full_or_empty_only_where_that_is_so() {
        let bar = |now, max| {
            terms::health_bar(LOCALE, &VisibleWounds::Exact { current: now, max }).unwrap()
        };
        assert_eq!(
            [bar(0, 9), bar(1, 90), bar(6, 8), bar(89, 90), bar(90, 90), bar(0, 0)],
            ["▱▱▱▱ 0/9", "▰▱▱▱ 1/90", "▰▰▰▱ 6/8", "▰▰▰▱ 89/90", "▰▰▰▰ 90/90", "▱▱▱▱ 0/0"]
        );
    }

    #[test]
    fn with_a_picture_the_zones_are_for_plain_text_alone() {
        let view = party(vec![member(0, "Ana", TurnStatus::Ready)]);
        let board = render_board(&view, &[]);
        let picture = board.picture.as_ref().unwrap();
        assert!(picture.plain_text.contains("**Gate**: Ana"), "{}", picture.plain_text);
        let shown = serde_json::to_value(&board.embeds).unwrap().to_string();
        assert!(!shown.contains("Zones"), "{shown}");
        assert!(board.into_sendable(true).content.contains("**Gate**: Ana"));
    }

    #[test]
    fn each_limit_has_its_name() {
        let limits = ["limit_turn", "limit_answer", "limit_ruling"]
            .map(|key| super::format_limit(&TimeLimit { key, min_secs: 3600, max_secs: 7200 }));
        assert_eq!(
            limits,
            ["a turn: 1h to 2h", "an answer: 1h to 2h", "the GM's rulings: 1h to 2h"]
        );
    }

    #[test]
    fn a_line_is_shown_in_feet_and_conditions_with_their_near_ends() {
        let mut view =
            party(vec![member(0, "Thug", TurnStatus::Ready), member(0, "Ann", TurnStatus::Ready)]);
        view.zones.truncate(1);
        view.zones[0].span_feet = Some((20, 35));
        for (one, feet) in view.groups[0].members.iter_mut().zip([30, 25]) {
            one.position_feet = Some(feet);
            let keys = ["hurt:round:3", "hurt:round:3", "stunned:next-turn", "wounded:encounter"];
            one.conditions = keys.map(String::from).to_vec();
        }
        assert_eq!(format_zones(&view), ["**Gate** 20–35: Ann 25, Thug 30"]);
        let board = board_of(&view, &[]);
        let line = "7/10 · Gate 30 · Hurt (round 3) ×2 · Stunned (next turn) · Wounded";
        assert!(board.contains(line), "{board}");
    }

    #[test]
    fn a_crowd_still_fits_into_discord() {
        let name = "*".repeat(32);
        let members = (0..60).map(|_| member(0, &name, TurnStatus::Ready)).collect();
        let waiting =
            AwaitedPlayer { combatant: None, user: None, has_open_prompt: true, deadline: None };
        let view = FightView { is_gm_view: true, ..party(members) };
        let embed =
            with_zones_field(render_lines_embed(&view, &vec![waiting; 60], &[], true), &view);
        let json = serde_json::to_value(embed).unwrap();
        let length = |text: &Value| text.as_str().unwrap().chars().count();
        let fields = json["fields"].as_array().unwrap();
        let all: usize = fields.iter().map(|f| length(&f["name"]) + length(&f["value"])).sum();
        assert!(length(&json["description"]) <= 4096);
        assert!(all + length(&json["title"]) + length(&json["description"]) <= 6000);
    }
}
