//! What a picture of a fight shows: the order of turns, the zones, and the tokens in them.
//!
//! A scene is made from a view alone, so it has nothing that its viewer may not know. Views that
//! differ in nothing that is drawn give the same scene, and share one picture.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::super::messages::text::join_names;
use super::drawing::lay_out_scene;
use super::fonts::replace_unknown_letters;
use super::initials::{Initials, base_name, is_one_of_several};
use super::layout::{Footer, are_zones_on_line, order_zones_by_adjacency, split_into_rows};
use super::portraits::{Portrait, find_portrait};
use super::theme::{Canvas, ThemeName};
use crate::messages::reader_locale;
use crate::messages::text::format_number_ranges;
use engine::core::ids::CombatantId;
use engine::core::names::split_number;
use engine::visibility::facts::{Fact, FactValue};
use engine::visibility::view::{Camp, FightView, MemberView, TurnStatus, VisibleWounds, ZoneView};
use narration::{say, terms};

/// Everything that is drawn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scene {
    pub theme: ThemeName,
    pub canvas: Canvas,
    /// "Round 4", or what else the fight is at.
    pub title: String,
    /// Who acts; empty if nobody does.
    pub subtitle: String,
    /// The order of turns. Empty before the start and after the end.
    pub order: Vec<OrderToken>,
    pub rows: Vec<Vec<Tile>>,
    /// Who attacked whom last.
    pub attacks: Vec<AttackLine>,
    /// Who is not on the map any more.
    pub gone: String,
}

/// A line from the token of an attacker to that of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AttackLine {
    pub from: TokenPlace,
    pub to: TokenPlace,
}

/// Where a token is in [`Scene::rows`], as indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenPlace {
    pub row: usize,
    pub column: usize,
    pub token: usize,
}

/// A combatant, or several that look the same, in the order of turns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct OrderToken {
    pub letters: String,
    pub camp: Camp,
    pub status: TurnStatus,
    pub count: usize,
    /// Whether another side begins here.
    pub starts_group: bool,
    /// The numbers of the cards that are acted on; empty in systems without cards.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cards: String,
}

/// A zone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tile {
    pub name: String,
    /// What holds in the zone, a line each.
    pub notes: Vec<String>,
    pub tokens: Vec<Token>,
    /// What lies between this zone and the one to the right of it in its row.
    pub right_border: Border,
    /// The first and last position in feet, if zones are stretches of a line.
    pub span_feet: Option<(u16, u16)>,
}

/// What lies between two tiles that touch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Border {
    /// The zones are no neighbours.
    Wall,
    Open,
    /// One can pass, but not freely: a door, an obstacle. The text says what it is.
    Hindered(String),
}

/// A combatant, or several that look the same to the viewer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Token {
    pub letters: String,
    pub name: String,
    /// Shown in place of the letters.
    pub portrait: Option<Arc<Portrait>>,
    /// The name where there is no room for the numbers of all who share the token.
    pub short_name: String,
    pub count: usize,
    pub camp: Camp,
    pub ring: Ring,
    /// Conditions and the like, the most important first.
    pub tags: Vec<String>,
    pub is_acting: bool,
    pub is_out: bool,
    pub is_hidden: bool,
    pub position_feet: Option<u16>,
}

/// How much health is left, as the viewer may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ring {
    /// In thousandths.
    Exact(u16),
    /// In quarters: the wound words have four steps.
    Quarters(u8),
    Unknown,
}

impl Ring {
    /// Returns what share of the health the viewer knows to be left.
    pub fn from_wounds(wounds: &VisibleWounds) -> Self {
        match wounds {
            VisibleWounds::Exact { current, max } => {
                let (current, max) = (u32::from(*current), u32::from((*max).max(1)));
                Self::Exact((current.min(max) * 1000 / max) as u16)
            }
            VisibleWounds::Word(_) => {
                wounds.remaining_quarters().map_or(Self::Unknown, Self::Quarters)
            }
            VisibleWounds::Unknown => Self::Unknown,
        }
    }
}

impl Scene {
    /// Makes the scene of a view, on the narrowest canvas that suits it.
    pub fn from_view(view: &FightView, theme: ThemeName) -> Self {
        let initials = Initials::assign(view);
        let mut scene = Self {
            theme,
            canvas: Canvas::Wide,
            title: format_outcome_round_or_system_title(view),
            subtitle: format_subtitle(view),
            order: if view.is_running {
                list_active_order_tokens(view, &initials)
            } else {
                Vec::new()
            },
            rows: Vec::new(),
            attacks: Vec::new(),
            gone: format_combatants_off_map(view),
        };
        let zone_rows = split_into_rows(&order_zones_by_adjacency(view));
        scene.rows = make_rows(view, &zone_rows, &initials);
        scene.attacks = find_attack_lines(view, &zone_rows, &initials);
        for canvas in Canvas::ALL {
            scene.canvas = canvas;
            if lay_out_scene(&scene).suits_canvas() {
                break;
            }
        }
        scene
    }

    pub fn footer(&self) -> Footer {
        if self.gone.is_empty() { Footer::Absent } else { Footer::Line }
    }
}

/// Makes the tiles of all rows of zones.
fn make_rows(view: &FightView, zone_rows: &[Vec<usize>], initials: &Initials) -> Vec<Vec<Tile>> {
    zone_rows.iter().map(|row| make_row(view, row, initials)).collect()
}

/// Returns the lines of the last attacks, each once. An attack within one token has none.
fn find_attack_lines(
    view: &FightView,
    zone_rows: &[Vec<usize>],
    initials: &Initials,
) -> Vec<AttackLine> {
    if view.last_attacks.is_empty() {
        return Vec::new();
    }
    let places = find_token_places(view, zone_rows, initials);
    let mut lines: Vec<AttackLine> = Vec::new();
    for attack in &view.last_attacks {
        let (from, to) = (places.get(&attack.attacker), places.get(&attack.target));
        if let (Some(from), Some(to)) = (from, to)
            && from != to
        {
            lines.push(AttackLine { from: *from, to: *to });
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Returns where the token of each combatant is. Those who share a token have the same place.
fn find_token_places(
    view: &FightView,
    zone_rows: &[Vec<usize>],
    initials: &Initials,
) -> BTreeMap<CombatantId, TokenPlace> {
    let mut places: BTreeMap<CombatantId, TokenPlace> = BTreeMap::new();
    for (row, zones) in zone_rows.iter().enumerate() {
        for (column, zone) in zones.iter().enumerate() {
            for (token, (_, members)) in group_tokens(view, *zone, initials).iter().enumerate() {
                let place = TokenPlace { row, column, token };
                places.extend(members.iter().map(|member| (member.id, place)));
            }
        }
    }
    places
}

/// Returns the title of the picture: the outcome, the round, or the rule system before the first
/// round.
pub(super) fn format_outcome_round_or_system_title(view: &FightView) -> String {
    match &view.outcome {
        Some(key) => terms::outcome_text(reader_locale(), key),
        None if view.is_running && view.round > 0 => {
            say!(reader_locale(), "picture-round", round = view.round)
        }
        None => terms::system_name(reader_locale(), &view.system),
    }
}

/// Says who acts, in letters that the fonts have.
fn format_subtitle(view: &FightView) -> String {
    replace_unknown_letters(&format_acting_text(view))
}

/// Says who acts: one person, or a side. Says nothing where hidden members would count.
pub(super) fn format_acting_text(view: &FightView) -> String {
    if !view.is_running {
        let is_over = view.outcome.is_some();
        return if is_over { String::new() } else { say!(reader_locale(), "picture-set-up") };
    }
    let acting = view.members().filter(|member| member.turn_status == TurnStatus::Acting);
    let names: Vec<&str> = acting.map(|member| member.name.as_str()).collect();
    if let [name] = names.as_slice() {
        return say!(reader_locale(), "status-acting", name = name);
    }
    match view.groups.iter().find(|group| group.is_current) {
        Some(group) if group.key != "order" => {
            terms::acting_group_text(reader_locale(), &group.key)
        }
        _ => String::new(),
    }
}

/// Returns the order of turns, without those who are out. NPCs in a row that look the same share a
/// token.
pub(super) fn list_active_order_tokens(view: &FightView, initials: &Initials) -> Vec<OrderToken> {
    let find_group = |who: CombatantId| {
        view.groups.iter().position(|group| group.members.iter().any(|member| member.id == who))
    };
    // In one order of all combatants no side has a part of its own.
    let has_one_order = !view.turn_order.is_empty();
    let mut order: Vec<OrderToken> = Vec::new();
    let mut previous: Option<(&MemberView, Option<usize>)> = None;
    for member in view.members_in_turn_order() {
        if member.turn_status == TurnStatus::Out {
            continue;
        }
        let group = if has_one_order { None } else { find_group(member.id) };
        let shares_token = previous.is_some_and(|(previous, previous_group)| {
            previous_group == group && look_the_same_in_order(previous, member)
        });
        let starts_group = previous.is_some_and(|(_, previous_group)| previous_group != group);
        previous = Some((member, group));
        if shares_token && let Some(shared) = order.last_mut() {
            shared.count += 1;
            shared.letters = initials.of_kind(member).to_string();
            shared.cards = format_card_range(&shared.cards, &format_cards(member));
            continue;
        }
        order.push(OrderToken {
            letters: initials.of_member(member).to_string(),
            camp: member.camp,
            status: member.turn_status,
            count: 1,
            starts_group,
            cards: format_cards(member),
        });
    }
    order
}

/// Returns the numbers of a member's cards, as far as the viewer may know them; nothing in systems
/// without cards.
fn format_cards(member: &MemberView) -> String {
    let cards = member.facts.iter().find_map(|fact| match (fact.key.as_str(), &fact.value) {
        ("card", FactValue::Text(numbers)) => Some(numbers.clone()),
        _ => None,
    });
    cards.unwrap_or_default()
}

/// Returns the first and the last of the cards of several who act one after another.
fn format_card_range(cards: &str, next_cards: &str) -> String {
    let first = cards.split(['–', ',']).next().unwrap_or_default().trim();
    let last = next_cards.rsplit(',').next().unwrap_or_default().trim();
    if first == last || last.is_empty() { cards.to_string() } else { format!("{first}–{last}") }
}

/// Returns whether two NPCs are of one kind, one camp and equally far with their turn, so that they
/// can share a token in the order of turns.
fn look_the_same_in_order(one: &MemberView, other: &MemberView) -> bool {
    let is_same = base_name(&one.name) == base_name(&other.name)
        && (one.camp, one.turn_status) == (other.camp, other.turn_status);
    is_same && is_one_of_several(one) && is_one_of_several(other)
}

/// Makes the tiles of a row. `row` has the indexes of its zones.
fn make_row(view: &FightView, row: &[usize], initials: &Initials) -> Vec<Tile> {
    let mut tiles = Vec::new();
    for (column, zone_index) in row.iter().enumerate() {
        let zone = &view.zones[*zone_index];
        let left_zone = column.checked_sub(1).map(|left_column| row[left_column]);
        let right_zone = row.get(column + 1).copied();
        let drawn_beside: Vec<usize> = left_zone.into_iter().chain(right_zone).collect();
        // The scale shows the span already.
        let zone_without_span = ZoneView { span_feet: None, ..zone.clone() };
        let name = terms::zone_label(reader_locale(), &zone_without_span);
        tiles.push(Tile {
            name: replace_unknown_letters(&name),
            notes: format_zone_notes_not_drawn_beside(view, *zone_index, &drawn_beside),
            tokens: make_tokens_grouping_equal_npcs(view, *zone_index, initials),
            right_border: right_zone
                .map_or(Border::Open, |right_zone| find_border(view, *zone_index, right_zone)),
            span_feet: zone.span_feet,
        });
    }
    tiles
}

/// Returns the index of the other zone that a fact of a zone is about: an obstacle towards it, the
/// door to it, the border on its right. `None` if the fact is about its own zone alone.
pub(super) fn find_other_zone_named_in_fact(
    view: &FightView,
    zone: usize,
    fact: &Fact,
) -> Option<usize> {
    match (fact.key.as_str(), &fact.value) {
        ("border" | "border-stops", _) => Some(zone + 1),
        ("obstacle" | "no-sight" | "door", FactValue::Text(name)) => {
            view.zones.iter().position(|zone| zone.name == *name)
        }
        _ => None,
    }
}

/// Returns what lies between a zone and the one to the right of it.
pub(super) fn find_border(view: &FightView, left: usize, right: usize) -> Border {
    if !view.zones[left].neighbours.iter().any(|near| usize::from(*near) == right) {
        return Border::Wall;
    }
    let mut hindrances: Vec<String> = Vec::new();
    for (from, to) in [(left, right), (right, left)] {
        for fact in &view.zones[from].facts {
            if find_other_zone_named_in_fact(view, from, fact) == Some(to) {
                let text = terms::border_text(reader_locale(), fact);
                if !hindrances.contains(&text) {
                    hindrances.push(text);
                }
            }
        }
    }
    if hindrances.is_empty() { Border::Open } else { Border::Hindered(join_names(&hindrances)) }
}

/// Returns the lines under a zone's name: what holds there, but for what a border says, and the
/// neighbours that are not drawn beside it.
fn format_zone_notes_not_drawn_beside(
    view: &FightView,
    zone_index: usize,
    drawn_beside: &[usize],
) -> Vec<String> {
    let zone = &view.zones[zone_index];
    let mut notes = Vec::new();
    for fact in &zone.facts {
        let other_zone = find_other_zone_named_in_fact(view, zone_index, fact);
        let is_on_border = other_zone.is_some_and(|other| drawn_beside.contains(&other));
        if !is_on_border {
            notes.push(replace_unknown_letters(&terms::zone_fact_text(reader_locale(), fact)));
        }
    }
    let mut names_elsewhere: Vec<&str> = Vec::new();
    for near in &zone.neighbours {
        let near = usize::from(*near);
        if let Some(neighbour) = view.zones.get(near)
            && !drawn_beside.contains(&near)
        {
            names_elsewhere.push(&neighbour.name);
        }
    }
    if !names_elsewhere.is_empty() && !are_zones_on_line(view) {
        let zones = join_names(&names_elsewhere);
        let note = say!(reader_locale(), "next-to", zones);
        notes.push(replace_unknown_letters(&note));
    }
    notes
}

/// Makes the tokens of a zone. NPCs that look the same share one, which has their common name.
fn make_tokens_grouping_equal_npcs(
    view: &FightView,
    zone_index: usize,
    initials: &Initials,
) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (token_of_first, members) in group_tokens(view, zone_index, initials) {
        if members.len() == 1 {
            tokens.push(token_of_first);
            continue;
        }
        tokens.push(Token {
            letters: initials.of_kind(members[0]).to_string(),
            name: format_numbered_names(&members),
            short_name: replace_unknown_letters(base_name(&members[0].name)),
            count: members.len(),
            ..token_of_first
        });
    }
    tokens
}

/// Returns the members of a zone in groups that share a token, each with the token of its first
/// member. Only NPCs that look the same share one.
pub(super) fn group_tokens<'a>(
    view: &'a FightView,
    zone_index: usize,
    initials: &Initials,
) -> Vec<(Token, Vec<&'a MemberView>)> {
    let mut groups: Vec<(Token, Vec<&MemberView>)> = Vec::new();
    for (_, member) in view.members_in_zone_by_group_or_position(zone_index) {
        let token = make_token(view, member, initials);
        let group_of_equals = groups.iter_mut().find(|(first_token, members)| {
            is_one_of_several(member)
                && is_one_of_several(members[0])
                && base_name(&members[0].name) == base_name(&member.name)
                && first_token.looks_like_ignoring_names(&token)
        });
        match group_of_equals {
            Some((_, members)) => members.push(member),
            None => groups.push((token, vec![member])),
        }
    }
    groups
}

impl Token {
    /// Returns whether two tokens look the same but for letters and names.
    fn looks_like_ignoring_names(&self, other: &Self) -> bool {
        let without_names = |token: &Self| Self {
            letters: String::new(),
            name: String::new(),
            short_name: String::new(),
            ..token.clone()
        };
        without_names(self) == without_names(other)
    }
}

fn make_token(view: &FightView, member: &MemberView, initials: &Initials) -> Token {
    Token {
        letters: initials.of_member(member).to_string(),
        name: replace_unknown_letters(&member.name),
        short_name: replace_unknown_letters(&member.name),
        portrait: find_loaded_portrait(view, member),
        count: 1,
        camp: member.camp,
        ring: Ring::from_wounds(&member.wounds),
        tags: make_tags(view, member),
        is_acting: member.turn_status == TurnStatus::Acting,
        is_out: member.turn_status == TurnStatus::Out,
        is_hidden: member.is_hidden,
        position_feet: member.position_feet,
    }
}

/// Returns the portrait of a member if it has been loaded. Whoever is out has none: the token is
/// crossed out.
fn find_loaded_portrait(view: &FightView, member: &MemberView) -> Option<Arc<Portrait>> {
    let address = view.portraits.get(&member.id)?;
    if member.turn_status == TurnStatus::Out { None } else { find_portrait(address)? }
}

/// Lists short words for a combatant's state, in letters that the fonts have.
fn make_tags(view: &FightView, member: &MemberView) -> Vec<String> {
    list_unsanitized_state_tags(view, member)
        .iter()
        .map(|tag| replace_unknown_letters(tag))
        .collect()
}

/// Lists short words for a combatant's state: hidden, at a border, conditions. Letters that no font
/// has are not replaced yet.
pub(super) fn list_unsanitized_state_tags(view: &FightView, member: &MemberView) -> Vec<String> {
    let mut tags = Vec::new();
    if member.is_hidden {
        tags.push(say!(reader_locale(), "status-hidden"));
    }
    if let Some(border) = member.border_zone
        && let Some(zone) = view.zones.get(usize::from(border))
    {
        tags.push(say!(reader_locale(), "picture-at-border", zone = zone.name));
    }
    for condition in terms::distinct_conditions(member) {
        let name = terms::condition_name(reader_locale(), condition).to_lowercase();
        if !tags.contains(&name) {
            tags.push(name);
        }
    }
    tags
}

/// Returns the common name of several members with their numbers: `Wolf 1–3, 7`.
fn format_numbered_names(members: &[&MemberView]) -> String {
    let numbers = members.iter().filter_map(|member| Some(split_number(&member.name)?.1));
    let base = replace_unknown_letters(base_name(&members[0].name));
    format!("{base} {}", format_number_ranges(numbers))
}

/// Says who is out and in no zone any more. Empty if nobody is, or the fight has no zones.
fn format_combatants_off_map(view: &FightView) -> String {
    if view.zones.is_empty() {
        return String::new();
    }
    let is_gone =
        |member: &&MemberView| member.zone.is_none() && member.turn_status == TurnStatus::Out;
    let gone = view.members().filter(is_gone);
    let names: Vec<String> = gone.map(|member| replace_unknown_letters(&member.name)).collect();
    if names.is_empty() {
        return String::new();
    }
    say!(reader_locale(), "picture-gone", names = join_names(&names))
}
