//! The board of a fight as data that the page of a replay draws: who is where, and how they look.
//!
//! It is made of the same parts as the picture (initials, shared tokens, borders, tags), and the
//! page draws them by the same rules. It arranges them itself, for three reasons: a phone needs
//! another arrangement than a wide window, tokens move from act to act, and a picture for each act
//! would make the page of a crowd ten times as large. Parts that stay the same from act to act are
//! written once, and each state refers to them.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;

use super::initials::{Initials, base_name};
use super::layout::order_zones_by_adjacency;
use super::scene::{
    Border, Ring, find_border, find_other_zone_named_in_fact, format_acting_text,
    format_outcome_round_or_system_title, group_tokens, list_active_order_tokens,
    list_unsanitized_state_tags,
};
use crate::messages::reader_locale;
use crate::messages::status::{format_plain_conditions, format_plain_place};
use crate::messages::text::{format_number_ranges, remove_direction_controls};
use engine::core::ids::CombatantId;
use engine::core::names::split_number;
use engine::visibility::facts::Fact;
use engine::visibility::view::{Camp, FightView, MemberView, TurnStatus, VisibleWounds, ZoneView};
use narration::terms;

/// The parts of all states of a fight, each once.
#[derive(Default, Serialize)]
pub struct BoardParts {
    members: InternedValues,
    tokens: InternedValues,
    turns: InternedValues,
    maps: InternedValues,
}

/// Distinct JSON values, each with an index, so that a value that occurs often is written once.
#[derive(Default)]
struct InternedValues {
    values: Vec<Box<RawValue>>,
    indexes: BTreeMap<String, usize>,
}

impl InternedValues {
    /// Returns the index of a value, which is added if it is new.
    fn intern(&mut self, value: &impl Serialize) -> Result<usize, serde_json::Error> {
        let json = serde_json::value::to_raw_value(value)?;
        if let Some(index) = self.indexes.get(json.get()) {
            return Ok(*index);
        }
        let index = self.values.len();
        self.indexes.insert(json.get().to_string(), index);
        self.values.push(json);
        Ok(index)
    }
}

impl Serialize for InternedValues {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.values.serialize(serializer)
    }
}

/// How a fight stood. Numbers are indexes of [`BoardParts`].
#[derive(PartialEq, Eq, Serialize)]
pub struct BoardState {
    round: u16,
    /// "Round 4", or what else the fight is at.
    title: String,
    /// Who acts; empty if nobody does.
    acting: String,
    /// What holds of the fight as a whole.
    facts: Vec<String>,
    /// The strip of who acts in order.
    turns: Vec<usize>,
    /// All combatants, in the order in which they act.
    members: Vec<usize>,
    /// The zones; `None` if the fight has none.
    map: Option<usize>,
    /// The tokens in each zone.
    tokens: Vec<Vec<usize>>,
    /// The ids of the attacker and the target of each attack that was made last.
    attacks: Vec<(u8, u8)>,
}

#[derive(Serialize)]
struct MemberData<'a> {
    id: u8,
    name: String,
    letters: &'a str,
    camp: Camp,
    status: TurnStatus,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_hidden: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    zone: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feet: Option<u16>,
    wounds: &'a VisibleWounds,
    ring: Ring,
    /// The bar with numbers or a word, or the word alone for those who are out.
    #[serde(skip_serializing_if = "Option::is_none")]
    health: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// The short words on the token.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    /// Conditions and the side, in full.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// What is left to spend, and numbers of the sheet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<String>,
}

/// A token: one combatant, or several that look the same to the reader.
#[derive(Serialize)]
struct TokenData {
    ids: Vec<u8>,
    letters: String,
    name: String,
    /// The name where there is no room for all numbers.
    short: String,
}

#[derive(Serialize)]
struct MapData {
    zones: Vec<ZoneData>,
    /// The indexes of the zones in an order in which most of them follow a neighbour.
    order: Vec<usize>,
    /// Whether all zones are stretches of one line.
    is_line: bool,
}

#[derive(Serialize)]
struct ZoneData {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<(u16, u16)>,
    near: Vec<u8>,
    /// What holds in the zone, with the index of the zone that it is about, if it is another one.
    notes: Vec<(String, Option<usize>)>,
    /// What hinders the way to other zones, by their indexes.
    hindrances: BTreeMap<usize, String>,
}

impl BoardParts {
    /// Makes the state of a view, and adds the parts that no earlier view had.
    ///
    /// # Errors
    /// Fails if a part cannot be written as JSON.
    pub fn add_view(&mut self, view: &FightView) -> Result<BoardState, serde_json::Error> {
        let initials = Initials::assign(view);
        let mut turns = Vec::new();
        if view.is_running {
            for token in list_active_order_tokens(view, &initials) {
                turns.push(self.turns.intern(&token)?);
            }
        }
        let mut members = Vec::new();
        for member in view.members_in_turn_order() {
            members.push(self.members.intern(&build_member_data(view, member, &initials))?);
        }
        let mut tokens = Vec::new();
        for zone_index in 0..view.zones.len() {
            tokens.push(self.add_new_tokens_of_zone(view, zone_index, &initials)?);
        }
        let map = match view.zones.is_empty() {
            true => None,
            false => Some(self.maps.intern(&build_map_data(view))?),
        };
        Ok(BoardState {
            round: view.round,
            title: clean(&format_outcome_round_or_system_title(view)),
            acting: clean(&format_acting_text(view)),
            facts: format_fight_facts_unless_over(view),
            turns,
            members,
            map,
            tokens,
            attacks: list_distinct_attacks_in_view(view),
        })
    }

    /// Adds the tokens of a zone that no earlier view had, and returns the indexes of all.
    fn add_new_tokens_of_zone(
        &mut self,
        view: &FightView,
        zone_index: usize,
        initials: &Initials,
    ) -> Result<Vec<usize>, serde_json::Error> {
        let mut indexes = Vec::new();
        for (_, members) in group_tokens(view, zone_index, initials) {
            indexes.push(self.tokens.intern(&build_shared_token_data(&members, initials))?);
        }
        Ok(indexes)
    }
}

/// Removes what could disguise a text that users typed.
fn clean(text: &str) -> String {
    remove_direction_controls(text)
}

fn clean_all(texts: impl IntoIterator<Item = String>) -> Vec<String> {
    texts.into_iter().map(|text| clean(&text)).collect()
}

/// Formats the facts of the fight as a whole. There are none once it is over: they, such as its
/// stage, mean nothing then.
fn format_fight_facts_unless_over(view: &FightView) -> Vec<String> {
    if view.outcome.is_some() {
        return Vec::new();
    }
    let texts = view.facts.iter().map(|fact| terms::fight_fact_text(reader_locale(), fact));
    clean_all(texts)
}

/// Returns the ids of who attacked whom last, each pair once, if both are still in view.
fn list_distinct_attacks_in_view(view: &FightView) -> Vec<(u8, u8)> {
    let is_there = |who: CombatantId| view.members().any(|member| member.id == who);
    let mut attacks = Vec::new();
    for attack in &view.last_attacks {
        if is_there(attack.attacker) && is_there(attack.target) {
            attacks.push((attack.attacker.0, attack.target.0));
        }
    }
    attacks.sort_unstable();
    attacks.dedup();
    attacks
}

/// Collects what the page shows of a combatant.
fn build_member_data<'a>(
    view: &'a FightView,
    member: &'a MemberView,
    initials: &'a Initials,
) -> MemberData<'a> {
    let (word, conditions) =
        terms::distinct_wounds_text_and_condition_keys(reader_locale(), &view.system, member);
    let health = match member.turn_status {
        TurnStatus::Out => word,
        TurnStatus::Acting | TurnStatus::Ready | TurnStatus::Spent => {
            terms::health_bar_with_text(reader_locale(), &member.wounds)
        }
    };
    let mut notes = format_plain_conditions(&conditions);
    notes.extend(terms::side_name_unless_obvious(reader_locale(), view, member));
    let facts = member.facts.iter();
    let facts = facts.map(|fact| terms::combatant_fact_text(reader_locale(), fact));
    let details =
        terms::budget_text(reader_locale(), &member.remaining_budget).into_iter().chain(facts);
    MemberData {
        id: member.id.0,
        name: clean(&member.name),
        letters: initials.of_member(member),
        camp: member.camp,
        status: member.turn_status,
        is_hidden: member.is_hidden,
        zone: member.zone,
        feet: member.position_feet,
        wounds: &member.wounds,
        ring: Ring::from_wounds(&member.wounds),
        health,
        place: format_plain_place(view, member).map(|place| clean(&place)),
        tags: clean_all(list_unsanitized_state_tags(view, member)),
        notes: clean_all(notes),
        details: clean_all(details),
    }
}

/// Builds the token of members that share one. There must be at least one.
fn build_shared_token_data(members: &[&MemberView], initials: &Initials) -> TokenData {
    let ids = members.iter().map(|member| member.id.0).collect();
    let first = members[0];
    if members.len() == 1 {
        let (name, letters) = (clean(&first.name), initials.of_member(first).to_string());
        return TokenData { ids, letters, short: name.clone(), name };
    }
    let numbers = members.iter().filter_map(|member| Some(split_number(&member.name)?.1));
    let short = clean(base_name(&first.name));
    TokenData {
        ids,
        letters: initials.of_kind(first).to_string(),
        name: format!("{short} {}", format_number_ranges(numbers)),
        short,
    }
}

fn build_map_data(view: &FightView) -> MapData {
    MapData {
        zones: (0..view.zones.len()).map(|index| build_zone_data(view, index)).collect(),
        order: order_zones_by_adjacency(view),
        is_line: super::layout::are_zones_on_line(view),
    }
}

/// Builds what the page shows of a zone besides the combatants in it.
fn build_zone_data(view: &FightView, index: usize) -> ZoneData {
    let zone = &view.zones[index];
    let note = |fact: &Fact| {
        let about = find_other_zone_named_in_fact(view, index, fact);
        (clean(&terms::zone_fact_text(reader_locale(), fact)), about)
    };
    let hindrance = |other: usize| match find_border(view, index, other) {
        Border::Hindered(text) => Some((other, clean(&text))),
        Border::Wall | Border::Open => None,
    };
    let neighbours = zone.neighbours.iter().map(|near| usize::from(*near));
    ZoneData {
        name: clean(&terms::zone_label(
            reader_locale(),
            &ZoneView { span_feet: None, ..zone.clone() },
        )),
        span: zone.span_feet,
        near: zone.neighbours.clone(),
        notes: zone.facts.iter().map(note).collect(),
        hindrances: neighbours
            .filter(|near| *near < view.zones.len())
            .filter_map(hindrance)
            .collect(),
    }
}
