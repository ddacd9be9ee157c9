//! What can be done in a turn, as buttons and menus. Everything they do can be typed as well.
//!
//! Which menu an act stands in, what is likeliest, what ends the turn, what nothing takes back and
//! what is told in own words: the verbs say it ([`Verb`]). Where acts are too many for one menu, it
//! lists groups of them (whom they are done to, or what is done), and each opens a private message
//! of its own. Where several may act it lists them first. So nothing is further than three presses.

use std::collections::BTreeMap;

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::super::custom_id::{
    ActorRef, ButtonPayload, CustomId, MenuValue, hash_command, hash_text,
};
use super::text::{cut_to_length, escape_markdown};
use super::{
    LOCALE, MAX_BUTTON_LABEL, MAX_BUTTONS_PER_ROW, MAX_OPTION, MAX_OPTIONS, MAX_ROWS,
    RenderedMessage, STYLE, arrange_in_rows,
};
use app::ids::TurnId;
use app::outbox::{Actor, NearbyCombatant};
use engine::core::command::{Command, Offer};
use engine::core::verbs::{ActMenu, Verb};
use engine::game::Game;
use narration::catalogue::{FormattedText, VariantKey};
use narration::{self, say, terms};

/// What shows how the fight stands.
pub const BOARD_VERB: &str = "status";

/// What shows a GM how the fight will go.
const FORECAST_VERB: &str = "forecast";

/// What can be done by menus and buttons.
pub struct ActControls {
    pub rows: Vec<CreateActionRow>,
    /// There was no room for more acts, which must be typed.
    pub lacks_room: bool,
}

/// The controls of whoever may act; where several may, who of them is chosen first.
pub fn build_controls(turn: TurnId, actors: &[Actor]) -> ActControls {
    build_controls_among(turn, actors, false)
}

/// The same, which say whose they are where others stand beside them.
pub fn build_controls_among(turn: TurnId, actors: &[Actor], is_named: bool) -> ActControls {
    let able: Vec<&Actor> = actors.iter().filter(|one| !one.offers.is_empty()).collect();
    match able.as_slice() {
        [] => ActControls { rows: Vec::new(), lacks_room: false },
        [one] => build_actor_controls(turn, one, is_named || actors.len() > 1),
        several => build_actors_controls(turn, several, is_named),
    }
}

/// What one option of a turn's menu opens: all that somebody may do, or a group of it. None where
/// that cannot be done any more.
pub fn render_submenu(
    turn: TurnId,
    actor: &Actor,
    group_hash: Option<u64>,
) -> Option<RenderedMessage> {
    if actor.offers.is_empty() {
        return None;
    }
    let who = FormattedText((STYLE.format_name)(&actor.name));
    let (title, controls) = match group_hash {
        None => (say!(STYLE, "turn-choose-act", who), build_actor_controls(turn, actor, false)),
        Some(wanted) => {
            let acts = list_acts(actor);
            let groups =
                ActMenu::ALL.into_iter().flat_map(|family| group_acts(actor, &acts, family));
            let group = groups.into_iter().find(|group| hash_text(&group.key) == wanted)?;
            let (name, about) = group.format_name_and_description(actor);
            let about = (!about.is_empty()).then_some(FormattedText(escape_markdown(&about)));
            let title = say!(
                STYLE,
                "turn-choose-way",
                who,
                group = FormattedText((STYLE.format_name)(&name)),
                about
            );
            let mut page = build_group_controls(turn, actor, &group, &name);
            page.rows.extend(build_back_row(turn, actor).filter(|_| page.rows.len() < MAX_ROWS));
            (title, page)
        }
    };
    let more = if controls.lacks_room { say!(STYLE, "turn-more") } else { String::new() };
    let written = RenderedMessage::from_text(format!("{title}\n{more}").trim());
    Some(RenderedMessage { components: controls.rows, ..written })
}

/// The likeliest act, the end of the turn and the board as buttons, then a menu a family.
fn build_actor_controls(turn: TurnId, actor: &Actor, is_named: bool) -> ActControls {
    let named = |label: String| match is_named {
        true => say!(LOCALE, "turn-option-of", name = actor.name, label),
        false => label,
    };
    let acts = list_acts(actor);
    let advised = find_advised(actor, &acts);
    let is_advised = |act: &&MenuAct<'_>| advised.is_some_and(|it| it.offer == act.offer);
    let suggested = advised.map(|act| {
        let label = named(format_suggestion(actor, act));
        build_act_button(turn, actor, act, &label, ButtonStyle::Primary)
    });
    let likeliest = find_likeliest(actor, &acts).filter(|act| !is_advised(act)).map(|act| {
        let label = named(narration::likely_act_label(LOCALE, actor.system, &act.offer.command));
        let style = if advised.is_some() { ButtonStyle::Secondary } else { ButtonStyle::Primary };
        build_act_button(turn, actor, act, &label, style)
    });
    let end = find_turn_end(actor, &acts).filter(|act| !is_advised(act)).map(|act| {
        let label = named(format_end_label(actor, act));
        build_act_button(turn, actor, act, &label, ButtonStyle::Secondary)
    });
    let shown = [
        (!is_named).then(|| build_board_button(turn)),
        (!is_named && actor.gm_controls.is_some()).then(|| build_forecast_button(turn)),
    ];
    let buttons = [suggested, likeliest, end].into_iter().chain(shown).flatten().flatten();
    let mut rows: Vec<CreateActionRow> = arrange_in_rows(&buttons.collect::<Vec<_>>());
    for (place, family) in ActMenu::ALL.into_iter().enumerate() {
        let groups = group_acts(actor, &acts, family);
        let name = named(say!(LOCALE, "turn-menu", family = VariantKey(family.key())));
        rows.extend(build_menu(turn, place, &name, build_options(actor, &list_entries(&groups))));
    }
    ActControls { rows, lacks_room: false }
}

/// A menu of those who may act; where none of them has to choose anything, a button each.
fn build_actors_controls(turn: TurnId, actors: &[&Actor], is_named: bool) -> ActControls {
    let (mut buttons, mut has_choice) = (Vec::new(), false);
    for actor in actors {
        let acts = list_acts(actor);
        has_choice |= acts.iter().any(|act| !act.offer.command.slots.is_empty());
        let last = find_turn_end(actor, &acts);
        for act in acts.iter().filter(|act| !act.verb.is_turn_end).chain(last) {
            let label = if act.verb.is_turn_end {
                format_end_label(actor, act)
            } else {
                act.format_label()
            };
            let label = say!(LOCALE, "turn-option-of", name = actor.name, label);
            buttons.extend(build_act_button(turn, actor, act, &label, ButtonStyle::Secondary));
        }
    }
    if !has_choice && buttons.len() <= MAX_ROWS * MAX_BUTTONS_PER_ROW {
        return ActControls { rows: arrange_in_rows(&buttons), lacks_room: false };
    }
    let suggested = actors.iter().filter_map(|actor| {
        let acts = list_acts(actor);
        let act = find_advised(actor, &acts)?;
        let (name, label) = (&actor.name, format_suggestion(actor, act));
        let label = say!(LOCALE, "turn-option-of", name, label);
        build_act_button(turn, actor, act, &label, ButtonStyle::Primary)
    });
    let is_gms = actors.iter().any(|actor| actor.gm_controls.is_some());
    let shown = [
        (!is_named).then(|| build_board_button(turn)),
        (!is_named && is_gms).then(|| build_forecast_button(turn)),
    ];
    let buttons = suggested.chain(shown.into_iter().flatten().flatten());
    let mut rows = arrange_in_rows(&buttons.collect::<Vec<_>>());
    let free = MAX_ROWS - rows.len();
    let option = |actor: &&Actor| {
        let near = actor.surroundings.nearby.iter().find(|one| one.name == actor.public_name);
        let about = near.map(|one| format_appearance(actor, one)).unwrap_or_default();
        let value =
            MenuValue::Submenu { actor: ActorRef::from_name(&actor.public_name), group: None }
                .encode();
        build_option(&actor.name, value, &about)
    };
    let all: Vec<CreateSelectMenuOption> = actors.iter().map(option).collect();
    let name = say!(LOCALE, "turn-menu-who");
    rows.extend(build_menus(turn, &name, &all, free));
    ActControls { rows, lacks_room: all.len() > free * MAX_OPTIONS }
}

/// The acts of a group: as buttons where they are few.
fn build_group_controls(
    turn: TurnId,
    actor: &Actor,
    group: &ActGroup<'_>,
    placeholder: &str,
) -> ActControls {
    let mut all = group.acts.clone();
    all.sort_by_key(|act| (act.verb.is_irreversible, act.rareness));
    let options: Vec<_> = label_acts(&all).collect();
    if all.len() <= MAX_BUTTONS_PER_ROW {
        let style = |act: &MenuAct<'_>| match act.verb.is_irreversible {
            true => ButtonStyle::Danger,
            false => ButtonStyle::Secondary,
        };
        let buttons = options.iter();
        let buttons = buttons
            .filter_map(|(act, label)| build_act_button(turn, actor, act, label, style(act)));
        return ActControls {
            rows: arrange_in_rows(&buttons.collect::<Vec<_>>()),
            lacks_room: false,
        };
    }
    let options: Vec<CreateSelectMenuOption> = options
        .iter()
        .map(|(act, label)| {
            build_option(label, act.encode_menu_value(actor), &act.format_prospects())
        })
        .collect();
    let is_short = options.len() > MAX_ROWS * MAX_OPTIONS;
    ActControls { rows: build_menus(turn, placeholder, &options, MAX_ROWS), lacks_room: is_short }
}

/// An act that may be done, as its verb describes it.
#[derive(Clone, Copy)]
struct MenuAct<'a> {
    system: &'static str,
    offer: &'a Offer,
    verb: &'static Verb,
    /// How seldom it is done in just this way.
    rareness: usize,
    /// Of all ways to the same it is the plainest.
    is_usual: bool,
}

impl<'a> MenuAct<'a> {
    fn target_name(&self) -> Option<&'a str> {
        let target = self.offer.command.slots.get("target").map(String::as_str);
        target.filter(|_| !self.verb.asks_manner_first)
    }

    fn needs_text(&self) -> bool {
        !self.verb.missing_description_slots(&self.offer.command).is_empty()
    }

    fn format_label(&self) -> String {
        let label = narration::offer_label(LOCALE, self.system, self.offer);
        if self.needs_text() { say!(LOCALE, "turn-option-told", label) } else { label }
    }

    /// How likely it is to come off, and what it may bring on.
    fn format_prospects(&self) -> String {
        narration::odds_and_risks(LOCALE, self.offer)
    }

    fn to_menu_value(self, actor: &Actor) -> MenuValue {
        let words = &self.offer.command;
        match self.needs_text() {
            true => MenuValue::HashedActForm {
                actor: ActorRef::from_name(&actor.public_name),
                hash: hash_command(words),
            },
            false => MenuValue::Act(self.to_payload(actor)),
        }
    }

    fn to_payload(self, actor: &Actor) -> ButtonPayload {
        ButtonPayload {
            command: self.offer.command.clone(),
            acting_as: Some(actor.public_name.clone()),
        }
    }

    fn encode_menu_value(&self, actor: &Actor) -> String {
        match self.to_menu_value(actor) {
            MenuValue::Act(said) => {
                MenuValue::encode_act(said, ActorRef::from_name(&actor.public_name))
            }
            chosen => chosen.encode(),
        }
    }
}

fn list_acts<'a>(actor: &'a Actor) -> Vec<MenuAct<'a>> {
    let act = |offer: &'a Offer| {
        let system = actor.system;
        let verb = Game::find_act_verb(system, &offer.command.verb)?;
        Some(MenuAct {
            system,
            offer,
            verb,
            rareness: verb.rarity_score(&offer.command),
            is_usual: true,
        })
    };
    let mut all: Vec<MenuAct<'a>> = actor.offers.iter().filter_map(act).collect();
    let mut least: BTreeMap<Command, usize> = BTreeMap::new();
    for act in &all {
        let known = least
            .entry(act.verb.strip_add_ons_and_payment(&act.offer.command))
            .or_insert(act.rareness);
        *known = act.rareness.min(*known);
    }
    for act in &mut all {
        let done = act.verb.strip_add_ons_and_payment(&act.offer.command);
        act.is_usual = least.get(&done) == Some(&act.rareness);
    }
    all
}

/// An attack on the nearest enemy with what comes first; else a step towards one, or whatever else
/// is likely and needs nothing more.
fn find_likeliest<'b, 'a>(actor: &Actor, acts: &'b [MenuAct<'a>]) -> Option<&'b MenuAct<'a>> {
    let likely = || acts.iter().filter(|act| act.verb.is_likely_next && act.is_usual);
    let of = |family: ActMenu| likely().filter(move |act| act.verb.menu == family);
    let enemies = || actor.surroundings.nearby.iter().filter(|one| one.is_enemy);
    let near = |name: &str| enemies().position(|one| one.name == name);
    let strikes = of(ActMenu::Attack).filter_map(|act| Some((near(act.target_name()?)?, act)));
    let strike = strikes.min_by_key(|(place, _)| *place);
    let nearer = |act: &&MenuAct<'_>| {
        let zone = act.offer.command.get("zone");
        let is_plain = act.offer.command.slots.len() == 1;
        actor
            .surroundings
            .zones_closer_to_enemy
            .first()
            .is_some_and(|first| is_plain && first == zone)
    };
    // On a line the cheapest step that leads next to one.
    let along = |act: &'b MenuAct<'a>| {
        let (own, enemy) = actor.surroundings.line_positions?;
        let done = act.verb.strip_add_ons_and_payment(&act.offer.command);
        let to: u16 = done.get("to").parse().ok().filter(|_| done.slots.len() == 1)?;
        let far = to.abs_diff(enemy);
        (far < own.abs_diff(enemy)).then_some(((act.rareness, far), act))
    };
    let along = || of(ActMenu::Move).filter_map(along).min_by_key(|(order, _)| *order);
    let bare = || likely().find(|act| act.offer.command.slots.is_empty());
    let step = || of(ActMenu::Move).find(nearer).or_else(|| along().map(|(_, act)| act));
    strike.map(|(_, act)| act).or_else(step).or_else(bare)
}

/// What an NPC had best do, for its GM.
fn find_advised<'b, 'a>(actor: &Actor, acts: &'b [MenuAct<'a>]) -> Option<&'b MenuAct<'a>> {
    let best = actor.gm_controls.as_ref()?.advice.as_ref()?;
    acts.iter().find(|act| act.offer.command == best.command)
}

fn format_suggestion(actor: &Actor, act: &MenuAct<'_>) -> String {
    let label = match act.is_plain_end() {
        true => format_end_label(actor, act),
        false => narration::likely_act_label(LOCALE, actor.system, &act.offer.command),
    };
    say!(LOCALE, "turn-suggested", label)
}

/// Why an NPC had best do what is suggested: a line for its GM.
pub fn format_advice_reason(actor: &Actor) -> Option<String> {
    let acts = list_acts(actor);
    let best = actor.gm_controls.as_ref()?.advice.as_ref()?;
    let label =
        FormattedText(escape_markdown(&format_suggestion(actor, find_advised(actor, &acts)?)));
    let name = FormattedText((STYLE.format_name)(&actor.name));
    Some(say!(STYLE, "turn-why", name, label, why = VariantKey(best.reason.key())))
}

/// What does nothing but end the turn. Two verbs for one thing are one button: the first that the
/// rules have.
fn find_turn_end<'b, 'a>(actor: &Actor, acts: &'b [MenuAct<'a>]) -> Option<&'b MenuAct<'a>> {
    let (verbs, _) = Game::act_and_order_verbs(actor.system)?;
    let mut ends = verbs.iter().filter(|verb| verb.is_turn_end);
    ends.find_map(|verb| acts.iter().find(|act| act.is_plain_end() && act.verb.name == verb.name))
}

impl MenuAct<'_> {
    fn is_plain_end(&self) -> bool {
        self.verb.is_turn_end && self.offer.command.slots.is_empty()
    }
}

/// Where the turn has not begun, to end it is to let the slot go.
fn format_end_label(actor: &Actor, act: &MenuAct<'_>) -> String {
    let begins = |offer: &Offer| {
        let verb = Game::find_act_verb(actor.system, &offer.command.verb);
        verb.is_some_and(|verb| verb.is_turn_start)
    };
    let is_slot = actor.offers.iter().any(begins);
    narration::label_with_cost(LOCALE, say!(LOCALE, "turn-end", is_slot), &act.offer.cost_label)
}

/// Acts that belong together.
#[derive(Clone)]
struct ActGroup<'a> {
    /// By which it is found again.
    key: String,
    family: ActMenu,
    subject: GroupSubject<'a>,
    acts: Vec<MenuAct<'a>>,
}

#[derive(Clone, Copy, PartialEq)]
enum GroupSubject<'a> {
    Target(&'a str),
    /// What is done, in the usual way or in others, and one value of a slot where that is too much.
    Verb {
        verb: &'static str,
        is_usual: bool,
        slot_value: Option<&'a str>,
    },
    /// Whatever had no room.
    Rest,
}

impl ActGroup<'_> {
    /// What it is called, and what is seen of whom it is about.
    fn format_name_and_description(&self, actor: &Actor) -> (String, String) {
        match self.subject {
            GroupSubject::Target(name) => {
                let near = actor.surroundings.nearby.iter().find(|one| one.name == name);
                let family = VariantKey(self.family.key());
                (
                    say!(LOCALE, "turn-whom", name, family),
                    near.map(|one| format_appearance(actor, one)).unwrap_or_default(),
                )
            }
            GroupSubject::Verb { verb, is_usual, slot_value: part } => {
                let what = narration::verb_label(LOCALE, actor.system, verb);
                let part = part.map(terms::key_to_words);
                (say!(LOCALE, "turn-group", what, is_usual, part), String::new())
            }
            GroupSubject::Rest => (say!(LOCALE, "turn-group-rest"), String::new()),
        }
    }
}

/// `badly hurt · Yard`.
fn format_appearance(actor: &Actor, combatant: &NearbyCombatant) -> String {
    let wounds = terms::wounds_text(LOCALE, actor.system, &combatant.wounds);
    let parts: Vec<String> = wounds.into_iter().chain(combatant.zone_name.clone()).collect();
    parts.join(" · ")
}

/// The acts of a family in groups: enemies before others where it is about them, the nearest first;
/// what is seldom meant later, and what nothing takes back last.
fn group_acts<'a>(actor: &Actor, acts: &[MenuAct<'a>], family: ActMenu) -> Vec<ActGroup<'a>> {
    let likely = find_likeliest(actor, acts).filter(|act| act.offer.command.slots.is_empty());
    let is_button =
        |act: &MenuAct<'_>| act.is_plain_end() || likely.is_some_and(|it| it.offer == act.offer);
    let place = |act: &MenuAct<'_>| {
        let others = &actor.surroundings.nearby;
        let at = act.target_name().map(|name| others.iter().position(|one| one.name == name));
        let at = at.map(|at| at.unwrap_or(usize::MAX));
        let is_friend = at.and_then(|at| others.get(at)).is_some_and(|one| !one.is_enemy);
        let is_other = (family == ActMenu::Attack && is_friend, at.is_none());
        let is_apart = act.verb.is_standing_order || act.needs_text();
        (act.verb.is_irreversible, is_apart, is_other, at, !act.is_usual)
    };
    let own = acts.iter().filter(|act| act.verb.menu == family && !is_button(act));
    let mut own: Vec<MenuAct<'a>> = own.copied().collect();
    own.sort_by_key(place);
    let mut groups: Vec<ActGroup<'a>> = Vec::new();
    for act in own {
        let of = match act.target_name() {
            Some(name) => GroupSubject::Target(name),
            None => {
                GroupSubject::Verb { verb: act.verb.name, is_usual: act.is_usual, slot_value: None }
            }
        };
        add_to_group(&mut groups, family, of, act);
    }
    let mut groups: Vec<ActGroup<'a>> =
        groups.into_iter().flat_map(|it| split_large_group(family, it)).collect();
    if groups.len() > MAX_OPTIONS {
        groups.sort_by_key(|group| !matches!(group.subject, GroupSubject::Target(_)));
        let rest = groups.split_off(MAX_OPTIONS - 1);
        for act in rest.into_iter().flat_map(|group| group.acts) {
            add_to_group(&mut groups, family, GroupSubject::Rest, act);
        }
    }
    groups
}

fn add_to_group<'a>(
    groups: &mut Vec<ActGroup<'a>>,
    family: ActMenu,
    subject: GroupSubject<'a>,
    act: MenuAct<'a>,
) {
    match groups.iter_mut().find(|group| group.subject == subject) {
        Some(group) => group.acts.push(act),
        None => {
            let key = match subject {
                GroupSubject::Target(name) => format!("{} whom {name}", family.key()),
                GroupSubject::Verb { verb, is_usual, slot_value: part } => {
                    format!("{verb} {is_usual} {}", part.unwrap_or_default())
                }
                GroupSubject::Rest => format!("{} rest", family.key()),
            };
            groups.push(ActGroup { key, family, subject, acts: vec![act] });
        }
    }
}

/// What is too much for one message, by the first slot that makes parts of it which are not.
fn split_large_group<'a>(family: ActMenu, group: ActGroup<'a>) -> Vec<ActGroup<'a>> {
    const ROOM: usize = MAX_ROWS * MAX_OPTIONS;
    let GroupSubject::Verb { verb, is_usual, .. } = group.subject else { return vec![group] };
    if group.acts.len() <= ROOM {
        return vec![group];
    }
    let by = |slot: &str| {
        let mut parts: Vec<ActGroup<'a>> = Vec::new();
        for act in &group.acts {
            let part = act.offer.command.slots.get(slot).map(String::as_str);
            add_to_group(
                &mut parts,
                family,
                GroupSubject::Verb { verb, is_usual, slot_value: part },
                *act,
            );
        }
        parts
    };
    let fits = |parts: &Vec<ActGroup<'_>>| parts.iter().all(|part| part.acts.len() <= ROOM);
    let mut parted = group.acts[0].verb.slots.iter().map(|slot| by(slot.name));
    parted.find(fits).unwrap_or_else(|| vec![group.clone()])
}

/// What a menu lists: an act, or a group of them.
enum MenuEntry<'b, 'a> {
    Act(&'b MenuAct<'a>),
    Group(&'b ActGroup<'a>),
}

/// All acts of the groups, where there is room for them; else the larger groups as one. Where
/// there are several ways against each of several, it is chosen first whom they are for. Standing
/// orders are one option, since they do nothing now, and so are ways to what is told in own words.
fn list_entries<'b, 'a>(groups: &'b [ActGroup<'a>]) -> Vec<MenuEntry<'b, 'a>> {
    let is_whom = |group: &ActGroup<'_>| matches!(group.subject, GroupSubject::Target(_));
    let whom = groups.iter().filter(|group| is_whom(group)).count();
    let is_apart = |act: &MenuAct<'_>| act.verb.is_standing_order || act.needs_text();
    let is_closed = |group: &ActGroup<'_>| {
        let is_one = match group.subject {
            GroupSubject::Target(_) => whom > 1,
            GroupSubject::Verb { .. } => group.acts.iter().all(is_apart),
            GroupSubject::Rest => true,
        };
        group.acts.len() > 1 && is_one
    };
    let mut closed: Vec<bool> = groups.iter().map(is_closed).collect();
    let room = |closed: &[bool]| -> usize {
        let sizes = groups.iter().zip(closed);
        sizes.map(|(group, is_closed)| if *is_closed { 1 } else { group.acts.len() }).sum()
    };
    while room(&closed) > MAX_OPTIONS {
        let open = (0..groups.len()).filter(|at| !closed[*at] && groups[*at].acts.len() > 1);
        let size = |at: &usize| {
            let ActGroup { subject: of, acts, .. } = &groups[*at];
            (matches!(of, GroupSubject::Verb { is_usual: false, .. }), acts.len())
        };
        let Some(largest) = open.max_by_key(size) else { break };
        closed[largest] = true;
    }
    let listed = groups.iter().zip(closed).flat_map(|(group, is_closed)| match is_closed {
        true => vec![MenuEntry::Group(group)],
        false => group.acts.iter().map(MenuEntry::Act).collect(),
    });
    listed.collect()
}

fn build_options(actor: &Actor, entries: &[MenuEntry<'_, '_>]) -> Vec<CreateSelectMenuOption> {
    let acts: Vec<MenuAct<'_>> = entries
        .iter()
        .filter_map(|entry| match entry {
            MenuEntry::Act(act) => Some(**act),
            MenuEntry::Group(_) => None,
        })
        .collect();
    let mut labels = label_acts(&acts);
    let option = |entry: &MenuEntry<'_, '_>| match entry {
        MenuEntry::Act(_) => labels.next().map(|(act, label)| {
            build_option(&label, act.encode_menu_value(actor), &act.format_prospects())
        }),
        MenuEntry::Group(group) => {
            let who = ActorRef::from_name(&actor.public_name);
            let chosen = MenuValue::Submenu { actor: who, group: Some(hash_text(&group.key)) };
            let (name, about) = group.format_name_and_description(actor);
            Some(build_option(&name, chosen.encode(), &about))
        }
    };
    entries.iter().filter_map(option).collect()
}

/// Acts with their labels, no two of which read the same: where they would, what they differ in is
/// said as the rules call it.
fn label_acts<'b, 'a>(acts: &'b [MenuAct<'a>]) -> impl Iterator<Item = (&'b MenuAct<'a>, String)> {
    let labels: Vec<String> =
        acts.iter().map(|act| cut_to_length(&act.format_label(), MAX_OPTION)).collect();
    let mut known: BTreeMap<&String, usize> = BTreeMap::new();
    for label in &labels {
        *known.entry(label).or_default() += 1;
    }
    let full = |(act, label): (&MenuAct<'a>, &String)| {
        let low = label.to_lowercase();
        let slots = act.offer.command.slots.iter();
        let said = slots.map(|(slot, value)| if value == "true" { slot } else { value });
        let said = said.map(|value| terms::key_to_words(value));
        let more = said.filter(|value| !low.contains(&value.to_lowercase()));
        let more = more.collect::<Vec<_>>().join(", ");
        if known[label] > 1 && !more.is_empty() {
            format!("{label} ({more})")
        } else {
            label.clone()
        }
    };
    let full: Vec<String> = acts.iter().zip(&labels).map(full).collect();
    acts.iter().zip(full)
}

fn build_option(label: &str, value: String, description: &str) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(cut_to_length(label, MAX_OPTION), value);
    if description.is_empty() {
        option
    } else {
        option.description(cut_to_length(description, MAX_OPTION))
    }
}

/// None where there is nothing to choose from.
fn build_menu(
    turn: TurnId,
    position: usize,
    placeholder: &str,
    options: Vec<CreateSelectMenuOption>,
) -> Option<CreateActionRow> {
    if options.is_empty() {
        return None;
    }
    let id = CustomId::TurnMenu { turn, position }.encode()?;
    let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
    Some(CreateActionRow::SelectMenu(menu.placeholder(cut_to_length(placeholder, MAX_OPTION))))
}

/// As many menus as are needed, each named for its part.
fn build_menus(
    turn: TurnId,
    name: &str,
    options: &[CreateSelectMenuOption],
    max_menus: usize,
) -> Vec<CreateActionRow> {
    let is_one = options.len() <= MAX_OPTIONS;
    let parts = options.chunks(MAX_OPTIONS).take(max_menus).enumerate();
    let one = |(place, part): (usize, &[CreateSelectMenuOption])| {
        let first = place * MAX_OPTIONS + 1;
        let last = place * MAX_OPTIONS + part.len();
        let of_part = say!(LOCALE, "turn-menu-part", name, first, last);
        build_menu(turn, place, if is_one { name } else { &of_part }, part.to_vec())
    };
    parts.filter_map(one).collect()
}

fn build_act_button(
    turn: TurnId,
    actor: &Actor,
    act: &MenuAct<'_>,
    label: &str,
    style: ButtonStyle,
) -> Option<CreateButton> {
    let (who, words) = (ActorRef::from_name(&actor.public_name), &act.offer.command);
    let spelled =
        (!act.needs_text()).then(|| CustomId::TurnAct { turn, payload: act.to_payload(actor) });
    let chosen = match act.needs_text() {
        true => MenuValue::HashedActForm { actor: who, hash: hash_command(words) },
        false => MenuValue::HashedAct { actor: who, hash: hash_command(words) },
    };
    let id = spelled.and_then(|id| id.encode());
    let id = id.or_else(|| CustomId::TurnChoice { turn, value: chosen }.encode())?;
    let more = act.format_prospects();
    let label = if more.is_empty() { label.to_string() } else { format!("{label} · {more}") };
    Some(CreateButton::new(id).label(cut_to_length(&label, MAX_BUTTON_LABEL)).style(style))
}

/// It says of which fight, since whoever has it in private may be in several.
fn build_board_button(turn: TurnId) -> Option<CreateButton> {
    let words = Command::new(BOARD_VERB).with("fight", turn.fight).with("short", true);
    let id = CustomId::RunCommand { payload: words.into() }.encode()?;
    let label = say!(LOCALE, "turn-board");
    Some(CreateButton::new(id).label(label).style(ButtonStyle::Secondary))
}

/// For a GM: how the fight will go.
fn build_forecast_button(turn: TurnId) -> Option<CreateButton> {
    let words = Command::new(FORECAST_VERB).with("fight", turn.fight);
    let id = CustomId::RunCommand { payload: words.into() }.encode()?;
    let label = say!(LOCALE, "turn-forecast");
    Some(CreateButton::new(id).label(label).style(ButtonStyle::Secondary))
}

/// To all that they may do.
fn build_back_row(turn: TurnId, actor: &Actor) -> Option<CreateActionRow> {
    let chosen = MenuValue::Submenu { actor: ActorRef::from_name(&actor.public_name), group: None };
    let id = CustomId::TurnChoice { turn, value: chosen }.encode()?;
    let button = CreateButton::new(id).label(say!(LOCALE, "turn-back"));
    Some(CreateActionRow::Buttons(vec![button.style(ButtonStyle::Secondary)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::ids::FightId;
    use app::outbox::{GmControls, Surroundings};
    use engine::agents::evaluator::{Advice, AdviceReason};
    use engine::core::command::Risk;
    use engine::core::ids::CombatantId;
    use engine::visibility::view::VisibleWounds;

    const TURN: TurnId = TurnId { fight: FightId(1), revision: 2 };

    fn actor(system: &'static str, name: &str, offers: Vec<Command>) -> Actor {
        let offers = offers.into_iter().map(Offer::free);
        let (name, acting_as) = (name.to_string(), name.to_string());
        let (offers, around) = (offers.collect(), Surroundings::default());
        let cockpit = None;
        Actor {
            combatant: CombatantId(0),
            name,
            public_name: acting_as,
            system,
            offers,
            surroundings: around,
            gm_controls: cockpit,
        }
    }

    fn near(name: &str, is_enemy: bool) -> NearbyCombatant {
        let (wounds, zone) = (VisibleWounds::Word("hurt".into()), Some("Yard".into()));
        NearbyCombatant { name: name.into(), wounds, zone_name: zone, is_enemy }
    }

    fn ways(verb: &str, slot: &str, names: &[&str]) -> Vec<Command> {
        names.iter().map(|name| Command::new(verb).with(slot, name)).collect()
    }

    /// Each row, as it reads.
    fn rows(rows: &[CreateActionRow]) -> Vec<String> {
        let text = |of: &serde_json::Value, part: &str| {
            of[part].as_str().map(String::from).unwrap_or_default()
        };
        let part = |part: &serde_json::Value| match part["options"].as_array() {
            None => format!("[{}]", text(part, "label")),
            Some(all) => {
                let label = |one: &serde_json::Value| match text(one, "description") {
                    about if about.contains(" may ") => format!("{} ({about})", text(one, "label")),
                    _ => text(one, "label"),
                };
                let labels: Vec<String> = all.iter().map(label).collect();
                format!("{}: {}", text(part, "placeholder"), labels.join(" / "))
            }
        };
        let row = |row: &CreateActionRow| {
            let json = serde_json::to_value(row).unwrap();
            json["components"].as_array().unwrap().iter().map(part).collect::<String>()
        };
        rows.iter().map(row).collect()
    }

    #[test]
    fn the_nearest_enemy_is_struck_by_a_button() {
        let strike = |target: &str, weapon: &str| {
            Command::new("attack").with("target", target).with("weapon", weapon)
        };
        let mut ana = actor(
            "dr12",
            "Ana",
            vec![
                strike("Wolf 1", "bow"),
                strike("Old Tom", "bow"),
                strike("Wolf 2", "bow"),
                strike("Wolf 2", "fist"),
                Command::new("flee"),
                Command::new("move").with("zone", "Hall"),
                Command::new("pass"),
            ],
        );
        let others = [("Old Tom", false), ("Wolf 2", true), ("Wolf 1", true)];
        ana.surroundings.nearby = others.map(|(name, is_enemy)| near(name, is_enemy)).to_vec();
        let shown = build_controls(TURN, std::slice::from_ref(&ana));
        assert_eq!(
            rows(&shown.rows),
            [
                "[Attack Wolf 2 · bow][End turn][Board]",
                "Attack: Wolf 2 / Attack Wolf 1 with bow / Attack Old Tom with bow",
                "Move: Move to Hall / Flee",
            ]
        );
        // Without one in reach it is a step. What may come of it is said with it.
        ana.offers.retain(|offer| offer.command.verb != "attack");
        ana.surroundings.zones_closer_to_enemy = vec!["Hall".into()];
        let strike = Risk { actors: vec!["Wolf 2".into()], ..Risk::new("strike") };
        for offer in ana.offers.iter_mut().filter(|offer| offer.command.verb != "pass") {
            offer.risks = vec![strike.clone()];
        }
        let shown = build_controls(TURN, &[ana]);
        assert_eq!(
            rows(&shown.rows),
            [
                "[Move to Hall · Wolf 2 may strike][End turn][Board]",
                "Move: Move to Hall (Wolf 2 may strike) / Flee (Wolf 2 may strike)",
            ]
        );
    }

    #[test]
    fn what_an_npc_had_best_do_is_suggested_to_its_gm() {
        let zones = ways("move", "zone", &["Yard", "Hall"]);
        let mut wolf = actor("dr12", "Wolf", [zones, vec![Command::new("pass")]].concat());
        let words = Command::new("move").with("zone", "Hall");
        let of = |words| {
            Some(GmControls {
                advice: Some(Advice { command: words, reason: AdviceReason::Guard }),
            })
        };
        wolf.gm_controls = of(words);
        let shown = build_controls(TURN, std::slice::from_ref(&wolf));
        let buttons = "[Suggested: Move to Hall][End turn][Board][Forecast]";
        assert_eq!(rows(&shown.rows)[0], buttons);
        let why = format_advice_reason(&wolf).unwrap();
        assert!(why.contains("Move to Hall (it keeps its own side safest)"), "{why}");
        // The end of the turn is one button, and what is not offered any more is not suggested.
        wolf.gm_controls = of(Command::new("pass"));
        let shown = build_controls(TURN, std::slice::from_ref(&wolf));
        assert_eq!(rows(&shown.rows)[0], "[Suggested: End turn][Board][Forecast]");
        wolf.gm_controls = of(Command::new("flee"));
        let shown = build_controls(TURN, std::slice::from_ref(&wolf));
        assert_eq!(rows(&shown.rows)[0], "[End turn][Board][Forecast]");
        assert_eq!(super::format_advice_reason(&wolf), None);
    }

    #[test]
    fn who_acts_is_chosen_first() {
        let act = |name: &str| actor("dr12", name, ways("move", "zone", &["Yard", "Hall"]));
        let two = build_controls(TURN, &[act("Ana"), act("Ben")]);
        assert_eq!(rows(&two.rows), ["[Board]", "Who acts: Ana / Ben"]);
        let ana = render_submenu(TURN, &act("Ana"), None).unwrap();
        assert_eq!(rows(&ana.components), ["[Board]", "Move: Move to Yard / Move to Hall"]);
        // Where there is nothing to choose, it is pressed at once.
        let roll = |name: &str| actor("fates", name, vec![Command::new("init")]);
        let six: Vec<Actor> = (0..6).map(|n| roll(&format!("Ana {n}"))).collect();
        let six = rows(&build_controls(TURN, &six).rows);
        assert!(six[0].starts_with("[Ana 0: Roll for initiative][Ana 1"), "{six:?}");
        assert_eq!(six[1], "[Ana 5: Roll for initiative]");
    }

    #[test]
    fn what_is_too_much_is_one_option() {
        let marks: Vec<String> = (0..30).map(|mark| mark.to_string()).collect();
        let marks: Vec<&str> = marks.iter().map(String::as_str).collect();
        let by = |action: &str| {
            let all = ways("move", "to", &marks).into_iter();
            all.map(|words| words.with("action", action)).collect::<Vec<_>>()
        };
        let ana = actor(
            "ranks",
            "Ana",
            [by("full"), by("free"), ways("flee", "action", &["full"])].concat(),
        );
        let shown = build_controls(TURN, std::slice::from_ref(&ana));
        assert_eq!(rows(&shown.rows)[1..], ["Move: Move… / Move, other ways… / Flee (Full)"]);
        let group = hash_text("move true ");
        let opened = render_submenu(TURN, &ana, Some(group)).unwrap();
        let opened = rows(&opened.components);
        assert_eq!((opened.len(), &*opened[2]), (3, "[Back]"));
        assert!(opened[0].starts_with("Move… 1–25: Move to 0 / Move to 1"), "{opened:?}");
        assert!(render_submenu(TURN, &ana, Some(7)).is_none());
    }

    #[test]
    fn what_cannot_be_taken_back_is_last() {
        let on = |item: &str| Command::new("drop").with("item", item);
        let tom = |verb: &str| Command::new(verb).with("target", "Tom").with("item", "rope");
        let offers = vec![on("bow"), Command::new("stow").with("item", "bow"), tom("give")];
        let shown = build_controls(TURN, &[actor("dr12", "Ana", offers)]);
        assert_eq!(rows(&shown.rows)[2], "More: Put away bow / Drop bow");
    }

    #[test]
    fn standing_orders_are_one_option() {
        let orders = ways("stance", "match", &["ask", "always", "never"]);
        let stand = vec![Command::new("stand"), Command::new("concede")];
        let ana = actor("ranks", "Ana", [orders, stand].concat());
        let shown = build_controls(TURN, std::slice::from_ref(&ana));
        let all = rows(&shown.rows).concat();
        assert!(all.contains("Standing orders…") && !all.contains("ask me"), "{all}");
        let opened = render_submenu(TURN, &ana, Some(hash_text("stance true "))).unwrap();
        let opened = rows(&opened.components).concat();
        assert!(opened.contains("[When enemies step away: never]"), "{opened}");
    }

    #[test]
    fn two_verbs_for_the_end_of_a_turn_are_one_button() {
        let ends = |verbs: &[&str]| verbs.iter().map(|verb| Command::new(verb)).collect::<Vec<_>>();
        let shown = build_controls(TURN, &[actor("ranks", "Ana", ends(&["pass", "done"]))]);
        assert_eq!(rows(&shown.rows), ["[End turn][Board]"]);
        let mut last = actor("factions", "Ana", ends(&["turn", "pass"]));
        last.offers[1].cost_label = "Ends the round".into();
        let shown = build_controls(TURN, &[last]);
        assert_eq!(rows(&shown.rows), ["[Take the slot][Pass · ends the round][Board]"]);
    }

    #[test]
    fn whoever_can_do_nothing_has_no_controls() {
        assert!(build_controls(TURN, &[actor("dr12", "Ana", Vec::new())]).rows.is_empty());
    }
}
