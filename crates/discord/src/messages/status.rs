//! Renders the board, which shows how a fight stands. It is the pinned summary, and `/status`.
//!
//! There is one line per combatant in turn order. Further details (remaining budget, numbers) stand
//! below each line for the GM, and for readers who ask for them.

use std::borrow::Cow;

use serenity::all::CreateEmbed;

use super::super::map;
use super::text::{
    cut_to_length, escape_markdown, fit_lines, format_number_ranges, join_names, joined_length,
    length_with_line_break,
};
use super::{
    MAX_FIELD, MAX_TITLE, RenderedMessage, format_mention, format_relative_time, reader_locale,
    reader_style,
};
use app::outbox::AwaitedPlayer;
use engine::core::ids::CombatantId;
use engine::core::names::split_number;
use engine::core::time_limits::{TimeLimit, format_duration};
use engine::visibility::view::{FightView, MemberView, TurnStatus, VisibleWounds, ZoneView};
use narration::catalogue::{FormattedText, VariantKey};
use narration::newcomers::collapse_numbered_names;
use narration::{say, terms};

/// The most characters of the board. All embeds of a message may have 6000 together.
const MAX_BOARD: usize = 3600;

/// The signs at the start of board lines, with the turn status that they show. The dot is narrow,
/// so a space follows it to align the names.
pub const MARK_SIGNS: [(&str, TurnStatus); 4] = [
    ("▶", TurnStatus::Acting),
    ("·\u{2002}", TurnStatus::Ready),
    ("✓", TurnStatus::Spent),
    ("✗", TurnStatus::Out),
];

/// How the board shows numbered NPCs whose lines would be equal but for the number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum EqualLines {
    /// In one line, as the map has one token for them.
    Joined,
    /// Each in its own line, as long as there is room.
    Apart,
}

/// Renders the board with the map, as it is pinned.
pub fn render_board(view: &FightView, awaited: &[AwaitedPlayer]) -> RenderedMessage {
    let embed = render_board_lines(view, awaited, &[], view.is_gm_view, EqualLines::Joined);
    with_map_or_zones(view, awaited, embed)
}

/// Renders the board for one reader: each combatant in a line, and what has changed since the
/// reader's last input.
pub fn render_own_board(view: &FightView, awaited: &[AwaitedPlayer]) -> RenderedMessage {
    let embed = render_board_lines(view, awaited, &[], view.is_gm_view, EqualLines::Apart);
    with_map_or_zones(view, awaited, embed)
}

/// Renders the board with all details that the reader may know. `seal` is the formatted seal of the
/// secret that the next dice follow from.
pub fn render_board_in_full(
    view: &FightView,
    awaited: &[AwaitedPlayer],
    limits: &[TimeLimit],
    seal: Option<FormattedText>,
) -> RenderedMessage {
    let shows_details = true;
    let mut embed = render_board_lines(view, awaited, limits, shows_details, EqualLines::Apart);
    if let Some(seal) = seal {
        let name = say!(reader_locale(), "status-seal");
        embed = embed.field(name, seal.0, false);
    }
    with_map_or_zones(view, awaited, embed)
}

/// Renders some combatants with all details that the reader may know.
pub fn render_combatants_in_full(
    view: &FightView,
    combatants: &[CombatantId],
    awaited: &[AwaitedPlayer],
) -> RenderedMessage {
    let shows_details = true;
    let mut embeds = Vec::new();
    for member in view.members().filter(|member| combatants.contains(&member.id)) {
        let line = format_board_line(view, member, awaited, shows_details);
        let embed = CreateEmbed::new().description(cut_to_length(&line.format(), MAX_FIELD));
        embeds.push(match view.portraits.get(&member.id) {
            Some(url) => embed.thumbnail(url),
            None => embed,
        });
    }
    RenderedMessage { embeds, ..RenderedMessage::default() }
}

/// Adds the map as a picture, or the zones as text if there is none.
fn with_map_or_zones(
    view: &FightView,
    awaited: &[AwaitedPlayer],
    embed: CreateEmbed,
) -> RenderedMessage {
    let picture = map::render_map_picture_cached(&mark_awaited_or_pickable_acting(view, awaited));
    let embed = if picture.is_some() { embed } else { with_zones_field(embed, view) };
    RenderedMessage { embeds: vec![embed], picture, ..RenderedMessage::default() }
}

/// Renders for its GM what is set up of a fight, without a picture: the NPCs, and the zones as
/// text. A private message is not edited when players join, so who has joined is left to the board.
pub fn render_set_up_except_players(view: &FightView, limits: &[TimeLimit]) -> CreateEmbed {
    let mut view = view.clone();
    for group in &mut view.groups {
        group.members.retain(|member| member.user.is_none());
    }
    let note = say!(reader_locale(), "set-up-who-joined");
    let shows_details = view.is_gm_view;
    let embed = render_board_lines_with_note(
        &view,
        &[],
        limits,
        shows_details,
        EqualLines::Joined,
        Some(note),
    );
    let zones = view.zones.iter().map(|zone| {
        let name = escape_markdown(&terms::zone_label(reader_locale(), zone));
        format!("**{name}**") + &format_zone_facts(zone)
    });
    with_zone_lines(embed, &zones.collect::<Vec<_>>())
}

fn with_zones_field(embed: CreateEmbed, view: &FightView) -> CreateEmbed {
    with_zone_lines(embed, &format_zones(view))
}

fn with_zone_lines(embed: CreateEmbed, zones: &[String]) -> CreateEmbed {
    if zones.is_empty() {
        return embed;
    }
    embed.field(say!(reader_locale(), "status-zones"), fit_lines(zones, MAX_FIELD), false)
}

/// Renders who acts, all combatants, the facts of the fight, and who is waited for until when.
fn render_board_lines(
    view: &FightView,
    awaited: &[AwaitedPlayer],
    limits: &[TimeLimit],
    shows_details: bool,
    equal_lines: EqualLines,
) -> CreateEmbed {
    render_board_lines_with_note(view, awaited, limits, shows_details, equal_lines, None)
}

/// Renders like [`render_board_lines`], with a note below the combatants. With a note, an empty
/// board does not say that nobody has joined.
fn render_board_lines_with_note(
    view: &FightView,
    awaited: &[AwaitedPlayer],
    limits: &[TimeLimit],
    shows_details: bool,
    equal_lines: EqualLines,
    note: Option<String>,
) -> CreateEmbed {
    let mut board_lines: Vec<BoardLine> = Vec::new();
    for member in view.members_in_turn_order() {
        board_lines.push(format_board_line(view, member, awaited, shows_details));
    }
    let has_note = note.is_some();
    let mut lines_below = Vec::from_iter(format_fight_facts_unless_over(view));
    lines_below.extend(format_awaited_lines(view, awaited));
    lines_below.extend(note);
    // An empty line separates them from the names.
    let gap = if lines_below.is_empty() { "" } else { "\n" };
    let below = fit_lines(&lines_below, MAX_FIELD);
    let max_length = MAX_BOARD - below.chars().count() - gap.len();
    let board = match board_lines.is_empty() {
        true if has_note => String::new(),
        true => say!(reader_locale(), "status-nobody-joined"),
        false => fit_board(board_lines, max_length, equal_lines),
    };
    let embed = CreateEmbed::new()
        .title(cut_to_length(&format_title(view, awaited), MAX_TITLE))
        .description(format!("{board}\n{gap}{below}").trim());
    if limits.is_empty() {
        return embed;
    }
    let limits: Vec<String> = limits.iter().map(format_time_limit).collect();
    embed.field(say!(reader_locale(), "status-limits"), fit_lines(&limits, MAX_FIELD), false)
}

/// Formats the facts of a fight in a line. `None` if there are none, or the fight is over: its
/// stage and the like mean nothing then.
fn format_fight_facts_unless_over(view: &FightView) -> Option<String> {
    if view.outcome.is_some() {
        return None;
    }
    let facts: Vec<String> = view
        .facts
        .iter()
        .map(|fact| escape_markdown(&terms::fight_fact_text(reader_locale(), fact)))
        .collect();
    Some(facts.join(" · ")).filter(|line| !line.is_empty())
}

/// Formats a time limit, as a range if it is not always the same.
fn format_time_limit(limit: &TimeLimit) -> String {
    let max =
        (limit.max_secs != limit.min_secs).then(|| FormattedText(format_duration(limit.max_secs)));
    let (kind, min) = (VariantKey(limit.key), FormattedText(format_duration(limit.min_secs)));
    say!(reader_style(), "status-limit", kind, least = min, most = max)
}

/// Formats the title of the board: the system, and who acts in which round, the outcome, or that
/// the fight has not begun.
fn format_title(view: &FightView, awaited: &[AwaitedPlayer]) -> String {
    let system = terms::system_name(reader_locale(), &view.system);
    let title = match &view.outcome {
        Some(key) => {
            let outcome = terms::outcome_text(reader_locale(), key);
            say!(reader_locale(), "status-title-over", system, outcome)
        }
        None if view.is_running => {
            let acting = format_acting(view, awaited);
            say!(reader_locale(), "status-title", system, round = view.round, acting)
        }
        None => say!(reader_locale(), "status-title-setup", system),
    };
    escape_markdown(&title)
}

/// Formats who acts: `the party acts`, or `Mira acts` if combatants act one by one. `None` if it is
/// nobody's turn, and in one order of all combatants unless exactly one of them acts.
fn format_acting(view: &FightView, awaited: &[AwaitedPlayer]) -> Option<String> {
    let current = view.groups.iter().find(|group| group.is_current)?;
    let is_side_turn = matches!(&*current.key, "party" | "enemy") && view.turn_order.is_empty();
    let is_active = |member: &&MemberView| is_acting_or_awaited(member, awaited);
    let active: Vec<&MemberView> = view.members().filter(is_active).collect();
    if let [member] = active.as_slice()
        && !is_side_turn
    {
        return Some(say!(reader_locale(), "status-acting", name = member.name));
    }
    if current.key == "order" {
        return None;
    }
    Some(terms::acting_group_text(reader_locale(), &current.key))
}

/// Returns whether it is a member's turn, or whether they are waited for to begin it.
fn is_acting_or_awaited(member: &MemberView, awaited: &[AwaitedPlayer]) -> bool {
    let is_waited_for =
        |awaited: &AwaitedPlayer| !awaited.has_open_prompt && awaited.combatant == Some(member.id);
    member.turn_status == TurnStatus::Acting
        || (member.turn_status == TurnStatus::Ready && awaited.iter().any(is_waited_for))
}

/// Returns the view with those who are awaited as those who act, so that the picture shows the same
/// as the text. Where the GM picks who of a side acts next, all of its NPCs are awaited who have
/// not acted. The view is copied only if that changes it.
fn mark_awaited_or_pickable_acting<'v>(
    view: &'v FightView,
    awaited: &[AwaitedPlayer],
) -> Cow<'v, FightView> {
    // Only a GM is awaited without a combatant: to pick one.
    let is_gm_awaited =
        awaited.iter().any(|awaited| !awaited.has_open_prompt && awaited.combatant.is_none());
    let nobody_acts = !view.members().any(|member| is_acting_or_awaited(member, awaited));
    let is_pick_awaited = is_gm_awaited && nobody_acts;
    let mut marked = Cow::Borrowed(view);
    for (group_index, group) in view.groups.iter().enumerate() {
        for (member_index, member) in group.members.iter().enumerate() {
            let is_ready_npc = member.user.is_none() && member.turn_status == TurnStatus::Ready;
            let is_pickable = is_pick_awaited && group.is_current && is_ready_npc;
            let is_awaited = is_acting_or_awaited(member, awaited) || is_pickable;
            if is_awaited && member.turn_status != TurnStatus::Acting {
                let marked_group = &mut marked.to_mut().groups[group_index];
                marked_group.members[member_index].turn_status = TurnStatus::Acting;
            }
        }
    }
    marked
}

/// A combatant's line: `▶ **Mira** ▰▰▰▱ 7/10 · Gate · Stuck`.
pub struct BoardLine {
    sign: &'static str,
    pub name: String,
    /// All after the name.
    pub rest: String,
    /// Whether the line stays where room is short: a player's, or of somebody who is waited for.
    pub is_kept: bool,
    /// Whether the combatant always has a line of its own.
    stands_alone: bool,
    /// How many combatants share the line.
    pub combatant_count: usize,
}

impl BoardLine {
    /// Returns the line of one combatant, without a sign. One that is kept stands alone.
    pub fn new(name: String, rest: String, is_kept: bool) -> Self {
        Self { sign: "", name, rest, is_kept, stands_alone: is_kept, combatant_count: 1 }
    }

    fn format(&self) -> String {
        format!("{} **{}**{}", self.sign, escape_markdown(&self.name), self.rest)
    }

    /// Returns the name without its number, and the number.
    fn split_number(&self) -> (&str, Option<u32>) {
        match split_number(&self.name) {
            Some((base, number)) => (base, Some(number)),
            None => (&self.name, None),
        }
    }

    /// Returns whether two lines say the same of two numbered NPCs of one kind.
    fn can_merge_as_numbered_npcs(&self, other: &Self) -> bool {
        let ((base, number), (other_base, other_number)) =
            (self.split_number(), other.split_number());
        (base, self.sign, &self.rest) == (other_base, other.sign, &other.rest)
            && number.is_some()
            && other_number.is_some()
            && !self.stands_alone
            && !other.stands_alone
    }
}

/// Joins the lines of a board. If they are longer than `max_chars` characters, equal ones become
/// one in any case; then as many stay as fit: players first, then those who are waited for.
fn fit_board(lines: Vec<BoardLine>, max_chars: usize, equal_lines: EqualLines) -> String {
    let format_all = |lines: &[BoardLine]| lines.iter().map(BoardLine::format).collect::<Vec<_>>();
    let separate_lines = format_all(&lines);
    if equal_lines == EqualLines::Apart && joined_length(&separate_lines) <= max_chars {
        return separate_lines.join("\n");
    }
    let lines = collapse_equal_lines(lines);
    let collapsed_lines = format_all(&lines);
    if joined_length(&collapsed_lines) <= max_chars {
        return collapsed_lines.join("\n");
    }
    let format_missing = |count: usize| say!(reader_locale(), "and-more", count);
    let note_length = format_missing(999).chars().count();
    let kept = select_most_important_lines(&lines, max_chars.saturating_sub(note_length));
    let kept_count: usize = kept.iter().map(|line| line.combatant_count).sum();
    let mut shown: Vec<String> = kept.into_iter().map(BoardLine::format).collect();
    shown.push(format_missing(count_combatants(&lines) - kept_count));
    shown.join("\n")
}

/// Selects as many lines as fit into `max_chars` characters, each with a line break: players first,
/// then those who are waited for. They keep their order.
fn select_most_important_lines(lines: &[BoardLine], max_chars: usize) -> Vec<&BoardLine> {
    let mut by_importance: Vec<usize> = (0..lines.len()).collect();
    by_importance.sort_by_key(|index| (!lines[*index].is_kept, !lines[*index].stands_alone));
    let mut remaining = max_chars;
    let mut selected: Vec<usize> = Vec::new();
    for index in by_importance {
        let needed = length_with_line_break(&lines[index].format());
        if needed <= remaining {
            remaining -= needed;
            selected.push(index);
        }
    }
    selected.sort_unstable();
    selected.into_iter().map(|index| &lines[index]).collect()
}

/// Returns how many combatants some lines are about.
fn count_combatants(lines: &[BoardLine]) -> usize {
    lines.iter().map(|line| line.combatant_count).sum()
}

/// Makes one line of equal ones, where the first of them stands: `Raider 1–3, 7`.
pub fn collapse_equal_lines(lines: Vec<BoardLine>) -> Vec<BoardLine> {
    let mut groups: Vec<(BoardLine, Vec<u32>)> = Vec::new();
    for line in lines {
        let (_, number) = line.split_number();
        match groups.iter_mut().find(|(first, _)| first.can_merge_as_numbered_npcs(&line)) {
            Some((_, numbers)) => numbers.extend(number),
            None => groups.push((line, Vec::from_iter(number))),
        }
    }
    let mut collapsed = Vec::new();
    for (first, numbers) in groups {
        if numbers.len() < 2 {
            collapsed.push(first);
            continue;
        }
        let combatant_count = numbers.len();
        let ranges = format_number_ranges(numbers.into_iter());
        let (base_name, _) = first.split_number();
        let name = format!("{base_name} {ranges}");
        collapsed.push(BoardLine { name, combatant_count, ..first });
    }
    collapsed
}

/// Formats a combatant's line.
fn format_board_line(
    view: &FightView,
    member: &MemberView,
    awaited: &[AwaitedPlayer],
    shows_details: bool,
) -> BoardLine {
    let status = shown_turn_status(view, member, awaited);
    let (wound_word, conditions) =
        terms::distinct_wounds_text_and_condition_keys(reader_locale(), &view.system, member);
    // Of whoever is out, the sign and the word say enough.
    let health = match status {
        TurnStatus::Out => wound_word,
        _ => terms::health_bar_with_text(reader_locale(), &member.wounds),
    };
    let wound_change = format_wound_change_since_last_input(view, member);
    let mut rest = String::new();
    for word in health.into_iter().chain(wound_change) {
        rest += &format!(" {word}");
    }
    let mut parts = Vec::from_iter(format_place(view, member));
    parts.extend(format_conditions_with_ends_counting_equal(&conditions, shows_details));
    let side = terms::side_name_unless_obvious(reader_locale(), view, member);
    parts.extend(side.map(|side| escape_markdown(&side)));
    if member.is_hidden {
        parts.push(say!(reader_locale(), "status-hidden"));
    }
    for part in parts {
        rest += &format!(" · {part}");
    }
    let details = if shows_details { format_budget_and_facts(member) } else { String::new() };
    if !details.is_empty() {
        rest += &format!("\n-# {details}");
    }
    // NPCs that act together share a line, which is kept.
    let stands_alone = member.user.is_some();
    let is_kept = stands_alone || status == TurnStatus::Acting;
    let line = BoardLine::new(member.name.clone(), rest, is_kept);
    BoardLine { sign: sign_of_status(status), stands_alone, ..line }
}

/// Returns the turn status that the board shows of a combatant: who is awaited counts as acting,
/// and outside of a running fight everybody who is not out as ready.
fn shown_turn_status(
    view: &FightView,
    member: &MemberView,
    awaited: &[AwaitedPlayer],
) -> TurnStatus {
    match member.turn_status {
        TurnStatus::Ready if is_acting_or_awaited(member, awaited) => TurnStatus::Acting,
        TurnStatus::Out => TurnStatus::Out,
        _ if !view.is_running => TurnStatus::Ready,
        status => status,
    }
}

/// Returns the sign at the start of a board line.
fn sign_of_status(status: TurnStatus) -> &'static str {
    let sign = MARK_SIGNS.iter().find(|(_, shown_status)| *shown_status == status);
    sign.map_or("", |(sign, _)| *sign)
}

/// Formats how a combatant's wounds have changed since the reader's last input: `**−3**`, or from
/// which word. Returns `None` if they have not, or the view does not say.
fn format_wound_change_since_last_input(view: &FightView, member: &MemberView) -> Option<String> {
    let earlier =
        view.earlier_wounds.get(&member.id).filter(|earlier| **earlier != member.wounds)?;
    let change = match (earlier, &member.wounds) {
        (VisibleWounds::Exact { current: earlier, .. }, VisibleWounds::Exact { current, .. })
            if earlier != current =>
        {
            let sign = if current < earlier { '−' } else { '+' };
            format!("{sign}{}", current.abs_diff(*earlier))
        }
        (VisibleWounds::Word(_), VisibleWounds::Word(_)) => {
            let wounds = terms::known_wounds_text(reader_locale(), &view.system, earlier)?;
            say!(reader_locale(), "status-was", wounds)
        }
        _ => return None,
    };
    Some(format!("**{change}**"))
}

/// Formats where a combatant is, escaped.
fn format_place(view: &FightView, member: &MemberView) -> Option<String> {
    format_plain_place(view, member).map(|place| escape_markdown(&place))
}

/// Says where a combatant is: a zone, a position in it, or the border of two zones. Not escaped.
pub fn format_plain_place(view: &FightView, member: &MemberView) -> Option<String> {
    let zone_name =
        |index: u8| view.zones.get(usize::from(index)).map(|zone_name| zone_name.name.as_str());
    let name = zone_name(member.zone?)?;
    let name = match member.border_zone.and_then(zone_name) {
        Some(border) => format!("{name}-{border}"),
        None => name.to_string(),
    };
    Some(terms::name_with_position(reader_locale(), &name, member.position_feet))
}

/// Formats conditions and when they end; equal ones are counted. Not escaped.
pub fn format_plain_conditions(conditions: &[&str]) -> Vec<String> {
    format_conditions_with_ends_counting_equal(conditions, true)
}

/// Formats conditions. `shows_details` adds when each ends; without it only an end that is near is
/// named. Equal conditions share an entry with their count.
fn format_conditions_with_ends_counting_equal(
    conditions: &[&str],
    shows_details: bool,
) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for key in conditions {
        let condition = match shows_details {
            true => terms::condition_with_end(reader_locale(), key),
            false => terms::condition_with_near_end(reader_locale(), key),
        };
        match counted.iter_mut().find(|(known, _)| *known == condition) {
            Some((_, count)) => *count += 1,
            None => counted.push((condition, 1)),
        }
    }
    let format_count = |(condition, count)| match count {
        1 => condition,
        count => format!("{condition} ×{count}"),
    };
    counted.into_iter().map(format_count).collect()
}

/// Formats the remaining budget and the numbers of a combatant.
pub fn format_budget_and_facts(member: &MemberView) -> String {
    let budget = terms::budget_text(reader_locale(), &member.remaining_budget).into_iter();
    let facts = member
        .facts
        .iter()
        .map(|fact| escape_markdown(&terms::combatant_fact_text(reader_locale(), fact)));
    budget.chain(facts).collect::<Vec<_>>().join(" · ")
}

/// Formats one line per zone: its span on a line (if any), who is there, and its facts. If the
/// zones do not form a row, the lines also name the neighbours.
pub fn format_zones(view: &FightView) -> Vec<String> {
    let is_row = view.zones.iter().enumerate().all(|(index, zone)| {
        let is_adjacent = |other: &u8| usize::from(*other).abs_diff(index) == 1;
        zone.neighbours.iter().all(is_adjacent)
    });
    let mut lines = Vec::new();
    for (index, zone) in view.zones.iter().enumerate() {
        let members = view
            .members_in_zone_by_group_or_position(index)
            .into_iter()
            .map(|(_, member)| member)
            .filter(|member| member.turn_status != TurnStatus::Out);
        let names = format_members_by_position(members);
        let here = (!names.is_empty()).then(|| FormattedText(join_names(&names)));
        let (from, to) = zone.span_feet.unzip();
        let mut line = say!(reader_style(), "status-zone", zone = zone.name, from, to, here);
        line += &format_zone_facts(zone);
        if !is_row {
            line += &format!(" · {}", format_neighbours(view, zone));
        }
        lines.push(line);
    }
    lines
}

/// Formats to which zones a zone leads: `next to Gate, Hall`.
fn format_neighbours(view: &FightView, zone: &ZoneView) -> String {
    let neighbours = zone.neighbours.iter().filter_map(|index| view.zones.get(usize::from(*index)));
    let names: Vec<String> = neighbours.map(|neighbour| escape_markdown(&neighbour.name)).collect();
    say!(reader_style(), "next-to", zones = FormattedText(join_names(&names)))
}

/// Formats what holds in a zone, with a dot before each fact.
fn format_zone_facts(zone: &ZoneView) -> String {
    let facts = zone.facts.iter();
    let facts = facts.map(|fact| escape_markdown(&terms::zone_fact_text(reader_locale(), fact)));
    facts.map(|fact| format!(" · {fact}")).collect()
}

/// Formats the names of combatants with their positions: `Mira 15, Rat 1 to 30 at 40`. Those who
/// stand at the same mark are named together.
fn format_members_by_position<'a>(members: impl Iterator<Item = &'a MemberView>) -> Vec<String> {
    let mut groups: Vec<(&MemberView, Vec<String>)> = Vec::new();
    for member in members {
        let is_at_same_mark = |other: &MemberView| {
            (other.position_feet, other.is_hidden) == (member.position_feet, member.is_hidden)
        };
        let name = escape_markdown(&member.name);
        match groups.iter_mut().find(|(first, _)| is_at_same_mark(first)) {
            Some((_, names)) => names.push(name),
            None => groups.push((member, vec![name])),
        }
    }
    let mut placed_names = Vec::new();
    for (first, names) in groups {
        for name in collapse_numbered_names(reader_locale(), &names) {
            let placed = terms::name_with_position(reader_locale(), &name, first.position_feet);
            placed_names.push(match first.is_hidden {
                true => format!("{placed} ({})", say!(reader_locale(), "status-hidden")),
                false => placed,
            });
        }
    }
    placed_names
}

/// Formats who is waited for; those with the same deadline share a line.
pub fn format_awaited_lines(view: &FightView, awaited: &[AwaitedPlayer]) -> Vec<String> {
    let mut groups: Vec<(&AwaitedPlayer, Vec<String>)> = Vec::new();
    for player in awaited {
        let name = format_awaited_player(view, player);
        let shares_line = |other: &AwaitedPlayer| {
            (other.has_open_prompt, other.deadline) == (player.has_open_prompt, player.deadline)
        };
        match groups.iter_mut().find(|(first, _)| shares_line(first)) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => groups.push((player, vec![name])),
        }
    }
    let mut lines = Vec::new();
    for (first, names) in groups {
        let names = collapse_numbered_names(reader_locale(), &names);
        let who = FormattedText(join_names(&names));
        let until = first.deadline.map(format_relative_time);
        let is_prompt = first.has_open_prompt;
        lines.push(say!(reader_style(), "status-waiting", who, is_prompt, until));
    }
    lines
}

/// Formats somebody who is waited for: the combatant, or the GM, and who plays them.
fn format_awaited_player(view: &FightView, player: &AwaitedPlayer) -> String {
    let find_member = |who: CombatantId| view.members().find(|member| member.id == who);
    let member = player.combatant.and_then(find_member);
    let who = member.map(|member| &member.name);
    let user = player.user.map(format_mention);
    say!(reader_style(), "status-waiting-who", who, user)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use app::outbox::Presentation;
    use engine::core::ids::{CombatantId, UserId};
    use engine::visibility::facts::{Fact, FactValue};
    use engine::visibility::view::{Camp, GroupView};
    use serde_json::Value;

    fn member(id: u8, name: &str, turn_status: TurnStatus) -> MemberView {
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
            turn_status,
            exit: None,
            final_health: None,
            remaining_budget: vec![Fact::word("move", "left")],
            facts: vec![Fact::text("level", 2)],
        }
    }

    fn foe(id: u8, name: &str, turn_status: TurnStatus) -> MemberView {
        MemberView {
            user: None,
            side: "enemy".into(),
            camp: Camp::Foes,
            wounds: VisibleWounds::Word("badly-hurt".into()),
            ..member(id, name, turn_status)
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

    fn json(view: &FightView, awaited: &[AwaitedPlayer]) -> Value {
        serde_json::to_value(render_board_lines(view, awaited, &[], false, EqualLines::Apart))
            .unwrap()
    }

    fn awaited_player(who: u8) -> AwaitedPlayer {
        AwaitedPlayer {
            combatant: Some(CombatantId(who)),
            user: Some(UserId(7)),
            has_open_prompt: false,
            deadline: jiff::Timestamp::from_second(1_900_000_000).ok(),
        }
    }

    fn board_of(view: &FightView, awaited: &[AwaitedPlayer]) -> String {
        json(view, awaited)["description"].as_str().unwrap().to_string()
    }

    #[test]
    fn picture_frames_a_side_while_the_gm_picks_who_acts() {
        let (ready, spent) = (TurnStatus::Ready, TurnStatus::Spent);
        let view = view(vec![
            group("enemy", true, vec![foe(1, "Rat 1", ready), foe(2, "Rat 2", spent)]),
            group("party", false, vec![member(0, "Ana", ready)]),
        ]);
        let gm =
            AwaitedPlayer { combatant: None, user: None, has_open_prompt: false, deadline: None };
        let statuses = |awaited: &[AwaitedPlayer]| -> Vec<TurnStatus> {
            let shown = mark_awaited_or_pickable_acting(&view, awaited);
            shown.members().map(|member| member.turn_status).collect()
        };
        assert_eq!(statuses(std::slice::from_ref(&gm)), [TurnStatus::Acting, spent, ready]);
        assert_eq!(statuses(&[]), [ready, spent, ready]);
        let asked = AwaitedPlayer { has_open_prompt: true, ..gm };
        assert_eq!(statuses(&[asked]), [ready, spent, ready]);
    }

    #[test]
    fn board_keeps_players_and_whoever_acts_where_room_is_short() {
        let line = |name: String, rest: &str, is_kept: bool| BoardLine {
            sign: "·",
            ..BoardLine::new(name, rest.into(), is_kept)
        };
        let skeletons = (1..=39).map(|n| line(format!("Skeleton {n}"), &format!(" {n}/50"), false));
        let lines = || skeletons.clone().chain([line("Ana".into(), " 7/10", true)]).collect();
        let short = fit_board(lines(), 200, EqualLines::Apart);
        assert!(short.contains("**Ana** 7/10") && short.contains("more"), "{short}");
        assert!(short.chars().count() <= 200, "{short}");
        // What is left out is counted by combatants, and not by lines.
        let wolves = (1..=9).map(|n| line(format!("Wolf {n}"), " at the end of the bridge", false));
        let short = fit_board(wolves.chain(lines()).collect(), 60, EqualLines::Apart);
        assert!(short.ends_with("and 47 more"), "{short}");
        assert_eq!(fit_board(lines(), 4000, EqualLines::Apart).lines().count(), 40);
    }

    #[test]
    fn equal_lines_of_the_board_collapse_in_public_and_where_room_is_short() {
        let wolf = |n: u32| BoardLine {
            sign: "·",
            ..BoardLine::new(format!("Wolf {n}"), " hurt · Yard".into(), false)
        };
        let lines = || (1..=4).map(wolf).collect::<Vec<_>>();
        let joined = "· **Wolf 1–4** hurt · Yard";
        assert_eq!(fit_board(lines(), 60, EqualLines::Apart), joined);
        assert_eq!(fit_board(lines(), 400, EqualLines::Apart).lines().count(), 4);
        assert_eq!(fit_board(lines(), 400, EqualLines::Joined), joined);
        // NPCs that act together share a line as well, and are not cut.
        let acting = (1..=50).map(|n| BoardLine { is_kept: true, ..wolf(n) });
        let player = BoardLine::new("Ana".into(), " 7/10".into(), true);
        assert_eq!(
            fit_board(acting.chain([player]).collect(), 60, EqualLines::Apart),
            "· **Wolf 1–50** hurt · Yard\n **Ana** 7/10"
        );
        // Players come before those who act.
        let acting = (1..=50).map(|n| BoardLine {
            is_kept: true,
            ..BoardLine::new(format!("Wolf {n}"), format!(" {n}/50"), false)
        });
        let player = BoardLine::new("Ana".into(), " 7/10".into(), true);
        let short = fit_board(acting.chain([player]).collect(), 100, EqualLines::Apart);
        assert!(short.contains("**Ana**") && short.contains("**Wolf 1**"), "{short}");
        // A name without a number stays as it is.
        let ana = BoardLine { name: "Ana".into(), ..wolf(1) };
        assert_eq!(fit_board(vec![ana], 400, EqualLines::Joined), "· **Ana** hurt · Yard");
    }

    #[test]
    fn own_board_marks_what_changed_since_the_last_input() {
        let mut view = party(vec![
            member(0, "Ana", TurnStatus::Ready),
            foe(1, "Wolf", TurnStatus::Ready),
            foe(2, "Rat", TurnStatus::Ready),
        ]);
        let exact = VisibleWounds::Exact { current: 10, max: 10 };
        let looks = |key: &str| VisibleWounds::Word(key.into());
        view.groups[0].members[1].wounds = looks("badly-hurt");
        view.groups[0].members[2].wounds = looks("hurt");
        view.earlier_wounds = BTreeMap::from([
            (CombatantId(0), exact),
            (CombatantId(1), looks("unhurt")),
            (CombatantId(2), looks("hurt")),
        ]);
        let board = board_of(&view, &[]);
        assert!(board.contains("7/10 **−3**"), "{board}");
        assert!(board.contains("badly hurt **was unhurt**"), "{board}");
        assert!(!board.contains("hurt **was hurt**"), "{board}");
    }

    #[test]
    fn what_became_of_somebody_is_said_once() {
        let view = FightView { is_running: true, ..FightView::default() };
        for (wounds, conditions, expected) in [
            ("out", &["out"][..], "✗ **Wolf** out"),
            ("down", &["down"], "✗ **Wolf** down"),
            ("down", &["down", "dead"], "✗ **Wolf** · Dead"),
            ("down", &["incapacitated"], "✗ **Wolf** · Incapacitated"),
            ("out", &["out-of-action", "out-fatigue"], "✗ **Wolf** · Collapsed"),
            ("badly-hurt", &["out", "dying"], "✗ **Wolf** · Dying"),
            ("battered", &["down"], "✗ **Wolf** · Down"),
            ("badly-hurt", &["fled"], "✗ **Wolf** badly hurt · Fled"),
        ] {
            let wolf = MemberView {
                wounds: VisibleWounds::Word(wounds.into()),
                conditions: conditions.iter().map(|key| (*key).to_string()).collect(),
                ..foe(0, "Wolf", TurnStatus::Out)
            };
            let line = format_board_line(&view, &wolf, &[], false).format();
            assert_eq!(line, expected);
        }
    }

    #[test]
    fn board_lists_combatants_then_facts_then_awaited_players() {
        let party =
            vec![member(0, "A_na", TurnStatus::Acting), member(1, "Ben", TurnStatus::Spent)];
        let enemies = vec![foe(1, "Wolf 1", TurnStatus::Ready), foe(0, "Wolf 2", TurnStatus::Out)];
        let mut view = view(vec![group("party", true, party), group("enemy", false, enemies)]);
        view.facts = vec![Fact::new("surprised", FactValue::Side("enemy".into()))];
        assert_eq!(json(&view, &[])["title"], "DR12 · round 2 · the party acts");
        assert_eq!(
            board_of(&view, &[awaited_player(0)]),
            "▶ **A\\_na** ▰▰▰▱ 7/10 · Gate · Stuck\n\
             ✓ **Ben** ▰▰▰▱ 7/10 · Yard · Stuck\n\
             ·\u{2002} **Wolf 1** ▰▱▱▱ badly hurt · Yard · Stuck\n\
             ✗ **Wolf 2** badly hurt · Gate · Stuck\n\n\
             Enemies surprised\n\
             Waiting for A\\_na (<@7>) · ends <t:1900000000:R>"
        );
    }

    #[test]
    fn board_follows_turn_order() {
        let all = vec![member(0, "Ana", TurnStatus::Ready), foe(1, "Wolf", TurnStatus::Ready)];
        let mut view = party(all);
        view.turn_order = vec![CombatantId(1), CombatantId(0)];
        let board = board_of(&view, &[awaited_player(1)]);
        assert!(
            board.starts_with("▶ **Wolf**") && board.contains("\n·\u{2002} **Ana**"),
            "{board}"
        );
        assert_eq!(json(&view, &[awaited_player(1)])["title"], "DR12 · round 2 · Wolf acts");
        let slot =
            super::tests::view(vec![group("Night Watch", true, view.groups[0].members.clone())]);
        let title = &json(&slot, &[awaited_player(0), awaited_player(1)])["title"];
        assert_eq!(title, "DR12 · round 2 · the Night Watch act");
    }

    #[test]
    fn unusual_side_is_shown() {
        let mut helper = foe(1, "Old Tom", TurnStatus::Ready);
        (helper.side, helper.camp) = ("party".into(), Camp::Players);
        let view = party(vec![
            member(0, "Ana", TurnStatus::Ready),
            helper,
            foe(2, "Wolf", TurnStatus::Ready),
        ]);
        let board = board_of(&view, &[]);
        let shows_side: Vec<bool> = board.lines().map(|line| line.ends_with(" · Party")).collect();
        assert_eq!(shows_side, [false, true, false], "{board}");
        let setup = FightView { is_running: false, ..view };
        assert!(
            board_of(&setup, &[])
                .lines()
                .all(|line| line.contains(" · Party") || line.contains(" · Enemies"))
        );
    }

    #[test]
    fn details_are_shown_to_gm_and_on_request() {
        let mut view = party(vec![member(0, "Ana", TurnStatus::Acting)]);
        view.groups[0].members[0].conditions = vec!["hurt:round:3".into()];
        let embeds_json =
            |rendered: RenderedMessage| serde_json::to_value(&rendered.embeds).unwrap().to_string();
        let details = "Hurt (until the end of round 3)\\n-# Move left · Level 2";
        assert!(!embeds_json(render_board(&view, &[])).contains("Level 2"));
        assert!(embeds_json(render_board_in_full(&view, &[], &[], None)).contains(details));
        view.is_gm_view = true;
        assert!(embeds_json(render_board(&view, &[])).contains(details));
    }

    #[test]
    fn players_with_the_same_deadline_share_a_line() {
        let view =
            party(vec![member(0, "Ana", TurnStatus::Ready), member(1, "Ben", TurnStatus::Ready)]);
        let gm = AwaitedPlayer {
            combatant: None,
            deadline: None,
            has_open_prompt: true,
            ..awaited_player(0)
        };
        let all = [awaited_player(0), gm.clone(), awaited_player(1), gm];
        assert_eq!(
            format_awaited_lines(&view, &all),
            [
                "Waiting for Ana (<@7>), Ben (<@7>) · ends <t:1900000000:R>",
                "Waiting for the GM (<@7>) to answer"
            ]
        );
    }

    #[test]
    fn health_bar_is_full_or_empty_only_at_the_limits() {
        let bar = |now, max| {
            terms::health_bar_with_text(
                reader_locale(),
                &VisibleWounds::Exact { current: now, max },
            )
            .unwrap()
        };
        assert_eq!(
            [bar(0, 9), bar(1, 90), bar(6, 8), bar(89, 90), bar(90, 90), bar(0, 0)],
            ["▱▱▱▱ 0/9", "▰▱▱▱ 1/90", "▰▰▰▱ 6/8", "▰▰▰▱ 89/90", "▰▰▰▰ 90/90", "▱▱▱▱ 0/0"]
        );
        let word_bar = |key: &str| {
            terms::health_bar_with_text(reader_locale(), &VisibleWounds::Word(key.into()))
                .unwrap_or_default()
        };
        assert_eq!(
            ["unhurt", "hurt", "half-or-less", "badly-hurt", "down"].map(word_bar),
            ["▰▰▰▰", "▰▰▰▱ hurt", "▰▰▱▱ at half or less", "▰▱▱▱ badly hurt", "▱▱▱▱ down"]
        );
        assert_eq!(terms::health_bar_with_text(reader_locale(), &VisibleWounds::Unknown), None);
    }

    #[test]
    fn zones_are_plain_text_only_beside_a_picture() {
        let view = party(vec![member(0, "Ana", TurnStatus::Ready)]);
        let board = render_board(&view, &[]);
        let picture = board.picture.as_ref().unwrap();
        assert!(picture.plain_text.contains("**Gate**: Ana"), "{}", picture.plain_text);
        let shown = serde_json::to_value(&board.embeds).unwrap().to_string();
        assert!(!shown.contains("Zones"), "{shown}");
        assert!(board.into_sendable(Presentation::PlainText).content.contains("**Gate**: Ana"));
    }

    #[test]
    fn private_set_up_says_nothing_that_changes_when_players_join() {
        let embed_of = |view: &FightView| {
            serde_json::to_value(render_set_up_except_players(view, &[])).unwrap().to_string()
        };
        let empty = FightView { is_running: false, round: 0, ..party(Vec::new()) };
        let before = embed_of(&empty);
        assert!(before.contains("The board in the channel shows who has joined."), "{before}");
        assert!(!before.contains("Nobody") && !before.contains("nobody"), "{before}");
        let mut joined = empty.clone();
        joined.groups[0].members.push(member(0, "Ana", TurnStatus::Ready));
        assert_eq!(embed_of(&joined), before);
        joined.groups[0].members.push(foe(1, "Wolf", TurnStatus::Ready));
        assert!(embed_of(&joined).contains("**Wolf**"));
    }

    #[test]
    fn each_time_limit_has_a_name() {
        let limits = ["limit_turn", "limit_answer", "limit_ruling"].map(|key| {
            super::format_time_limit(&TimeLimit { key, min_secs: 3600, max_secs: 7200 })
        });
        assert_eq!(
            limits,
            ["a turn: 1h to 2h", "an answer: 1h to 2h", "the GM's rulings: 1h to 2h"]
        );
    }

    #[test]
    fn board_shows_positions_and_near_ends_of_conditions() {
        let mut view =
            party(vec![member(0, "Thug", TurnStatus::Ready), member(0, "Ann", TurnStatus::Ready)]);
        view.zones.truncate(1);
        view.zones[0].span_feet = Some((20, 35));
        for (member, feet) in view.groups[0].members.iter_mut().zip([30, 25]) {
            member.position_feet = Some(feet);
            let keys = ["hurt:round:3", "hurt:round:3", "stunned:next-turn", "wounded:encounter"];
            member.conditions = keys.map(String::from).to_vec();
        }
        assert_eq!(format_zones(&view), ["**Gate** 20–35: Ann 25, Thug 30"]);
        let board = board_of(&view, &[]);
        let line = "7/10 · Gate 30 · Hurt (round 3) ×2 · Stunned (next turn) · Wounded";
        assert!(board.contains(line), "{board}");
    }

    #[test]
    fn board_of_many_combatants_stays_within_limits() {
        let name = "*".repeat(32);
        let members = (0..60).map(|_| member(0, &name, TurnStatus::Ready)).collect();
        let waiting =
            AwaitedPlayer { combatant: None, user: None, has_open_prompt: true, deadline: None };
        let view = FightView { is_gm_view: true, ..party(members) };
        let embed = with_zones_field(
            render_board_lines(&view, &vec![waiting; 60], &[], true, EqualLines::Apart),
            &view,
        );
        let json = serde_json::to_value(embed).unwrap();
        let length = |text: &Value| text.as_str().unwrap().chars().count();
        let fields = json["fields"].as_array().unwrap();
        let all: usize = fields.iter().map(|f| length(&f["name"]) + length(&f["value"])).sum();
        assert!(length(&json["description"]) <= 4096);
        assert!(all + length(&json["title"]) + length(&json["description"]) <= 6000);
    }
}
