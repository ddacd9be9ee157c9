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

use super::super::custom_id::{ButtonPayload, Chosen, CustomId, Whose, mark, mark_of};
use super::text::{cut, escaped};
use super::{
    BUTTON, BUTTONS_A_ROW, LOCALE, MOST_OPTIONS, MOST_ROWS, OPTION, STYLE, Written, in_rows,
};
use app::ids::TurnId;
use app::outbox::{Actor, Near};
use engine::command::{Command, Offer};
use engine::game::Game;
use engine::verbs::{Family, Verb};
use narration::catalogue::{Key, Set};
use narration::{self, say, words};

/// What shows how the fight stands.
pub const BOARD: &str = "status";

/// What shows a GM how the fight will go.
const FORECAST: &str = "forecast";

/// What can be done by menus and buttons.
pub struct Controls {
    pub rows: Vec<CreateActionRow>,
    /// There was no room for more acts, which must be typed.
    pub is_short: bool,
}

/// The controls of whoever may act; where several may, who of them is chosen first.
pub fn controls(turn: TurnId, actors: &[Actor]) -> Controls {
    controls_among(turn, actors, false)
}

/// The same, which say whose they are where others stand beside them.
pub fn controls_among(turn: TurnId, actors: &[Actor], is_named: bool) -> Controls {
    let able: Vec<&Actor> = actors.iter().filter(|one| !one.offers.is_empty()).collect();
    match able.as_slice() {
        [] => Controls { rows: Vec::new(), is_short: false },
        [one] => of_one(turn, one, is_named || actors.len() > 1),
        several => of_several(turn, several, is_named),
    }
}

/// What one option of a turn's menu opens: all that somebody may do, or a group of it. None where
/// that cannot be done any more.
pub fn chooser(turn: TurnId, actor: &Actor, group: Option<u64>) -> Option<Written> {
    if actor.offers.is_empty() {
        return None;
    }
    let who = Set((STYLE.name)(&actor.name));
    let (title, controls) = match group {
        None => (say!(STYLE, "turn-choose-act", who), of_one(turn, actor, false)),
        Some(wanted) => {
            let acts = acts(actor);
            let groups = Family::ALL.into_iter().flat_map(|family| groups(actor, &acts, family));
            let group = groups.into_iter().find(|group| mark_of(&group.key) == wanted)?;
            let (name, about) = group.name(actor);
            let about = (!about.is_empty()).then_some(Set(escaped(&about)));
            let title =
                say!(STYLE, "turn-choose-way", who, group = Set((STYLE.name)(&name)), about);
            let mut page = page(turn, actor, &group, &name);
            page.rows.extend(back(turn, actor).filter(|_| page.rows.len() < MOST_ROWS));
            (title, page)
        }
    };
    let more = if controls.is_short { say!(STYLE, "turn-more") } else { String::new() };
    let written = Written::text(format!("{title}\n{more}").trim());
    Some(Written { components: controls.rows, ..written })
}

/// The likeliest act, the end of the turn and the board as buttons, then a menu a family.
fn of_one(turn: TurnId, actor: &Actor, is_named: bool) -> Controls {
    let named = |label: String| match is_named {
        true => say!(LOCALE, "turn-option-of", name = actor.name, label),
        false => label,
    };
    let acts = acts(actor);
    let advised = advised(actor, &acts);
    let is_advised = |act: &&Act<'_>| advised.is_some_and(|it| it.offer == act.offer);
    let suggested = advised.map(|act| {
        let label = named(suggestion(actor, act));
        button(turn, actor, act, &label, ButtonStyle::Primary)
    });
    let likeliest = likeliest(actor, &acts).filter(|act| !is_advised(act)).map(|act| {
        let label = named(narration::likely(LOCALE, actor.system, &act.offer.words));
        let style = if advised.is_some() { ButtonStyle::Secondary } else { ButtonStyle::Primary };
        button(turn, actor, act, &label, style)
    });
    let end = end(actor, &acts).filter(|act| !is_advised(act)).map(|act| {
        let label = named(end_label(actor, act));
        button(turn, actor, act, &label, ButtonStyle::Secondary)
    });
    let shown = [
        (!is_named).then(|| board(turn)),
        (!is_named && actor.cockpit.is_some()).then(|| forecast(turn)),
    ];
    let buttons = [suggested, likeliest, end].into_iter().chain(shown).flatten().flatten();
    let mut rows: Vec<CreateActionRow> = in_rows(&buttons.collect::<Vec<_>>());
    for (place, family) in Family::ALL.into_iter().enumerate() {
        let groups = groups(actor, &acts, family);
        let name = named(say!(LOCALE, "turn-menu", family = Key(family.key())));
        rows.extend(menu(turn, place, &name, options(actor, &entries(&groups))));
    }
    Controls { rows, is_short: false }
}

/// A menu of those who may act; where none of them has to choose anything, a button each.
fn of_several(turn: TurnId, actors: &[&Actor], is_named: bool) -> Controls {
    let (mut buttons, mut has_choice) = (Vec::new(), false);
    for actor in actors {
        let acts = acts(actor);
        has_choice |= acts.iter().any(|act| !act.offer.words.slots.is_empty());
        let last = end(actor, &acts);
        for act in acts.iter().filter(|act| !act.verb.is_end).chain(last) {
            let label = if act.verb.is_end { end_label(actor, act) } else { act.label() };
            let label = say!(LOCALE, "turn-option-of", name = actor.name, label);
            buttons.extend(button(turn, actor, act, &label, ButtonStyle::Secondary));
        }
    }
    if !has_choice && buttons.len() <= MOST_ROWS * BUTTONS_A_ROW {
        return Controls { rows: in_rows(&buttons), is_short: false };
    }
    let suggested = actors.iter().filter_map(|actor| {
        let acts = acts(actor);
        let act = advised(actor, &acts)?;
        let (name, label) = (&actor.name, suggestion(actor, act));
        let label = say!(LOCALE, "turn-option-of", name, label);
        button(turn, actor, act, &label, ButtonStyle::Primary)
    });
    let is_gms = actors.iter().any(|actor| actor.cockpit.is_some());
    let shown = [(!is_named).then(|| board(turn)), (!is_named && is_gms).then(|| forecast(turn))];
    let buttons = suggested.chain(shown.into_iter().flatten().flatten());
    let mut rows = in_rows(&buttons.collect::<Vec<_>>());
    let free = MOST_ROWS - rows.len();
    let option = |actor: &&Actor| {
        let near = actor.around.others.iter().find(|one| one.name == actor.acting_as);
        let about = near.map(|one| looks(actor, one)).unwrap_or_default();
        let value = Chosen::Opens { who: Whose::of(&actor.acting_as), group: None }.text();
        described(&actor.name, value, &about)
    };
    let all: Vec<CreateSelectMenuOption> = actors.iter().map(option).collect();
    let name = say!(LOCALE, "turn-menu-who");
    rows.extend(menus(turn, &name, &all, free));
    Controls { rows, is_short: all.len() > free * MOST_OPTIONS }
}

/// The acts of a group: as buttons where they are few.
fn page(turn: TurnId, actor: &Actor, group: &Group<'_>, name: &str) -> Controls {
    let mut all = group.acts.clone();
    all.sort_by_key(|act| (act.verb.is_final, act.rareness));
    let options: Vec<_> = labelled(&all).collect();
    if all.len() <= BUTTONS_A_ROW {
        let style = |act: &Act<'_>| match act.verb.is_final {
            true => ButtonStyle::Danger,
            false => ButtonStyle::Secondary,
        };
        let buttons = options.iter();
        let buttons =
            buttons.filter_map(|(act, label)| button(turn, actor, act, label, style(act)));
        return Controls { rows: in_rows(&buttons.collect::<Vec<_>>()), is_short: false };
    }
    let options: Vec<CreateSelectMenuOption> = options
        .iter()
        .map(|(act, label)| described(label, act.value(actor), &act.prospects()))
        .collect();
    let is_short = options.len() > MOST_ROWS * MOST_OPTIONS;
    Controls { rows: menus(turn, name, &options, MOST_ROWS), is_short }
}

/// An act that may be done, as its verb describes it.
#[derive(Clone, Copy)]
struct Act<'a> {
    system: &'static str,
    offer: &'a Offer,
    verb: &'static Verb,
    /// How seldom it is done in just this way.
    rareness: usize,
    /// Of all ways to the same it is the plainest.
    is_usual: bool,
}

impl<'a> Act<'a> {
    fn whom(&self) -> Option<&'a str> {
        let target = self.offer.words.slots.get("target").map(String::as_str);
        target.filter(|_| !self.verb.is_how_first)
    }

    fn is_told(&self) -> bool {
        !self.verb.to_tell(&self.offer.words).is_empty()
    }

    fn label(&self) -> String {
        let label = narration::offer_label(LOCALE, self.system, self.offer);
        if self.is_told() { say!(LOCALE, "turn-option-told", label) } else { label }
    }

    /// How likely it is to come off, and what it may bring on.
    fn prospects(&self) -> String {
        narration::prospects(LOCALE, self.offer)
    }

    fn chosen(&self, actor: &Actor) -> Chosen {
        let words = &self.offer.words;
        match self.is_told() {
            true => Chosen::Tells { who: Whose::of(&actor.acting_as), mark: mark(words) },
            false => Chosen::ButtonPayload(self.said(actor)),
        }
    }

    fn said(&self, actor: &Actor) -> ButtonPayload {
        ButtonPayload { words: self.offer.words.clone(), acting_as: Some(actor.acting_as.clone()) }
    }

    fn value(&self, actor: &Actor) -> String {
        match self.chosen(actor) {
            Chosen::ButtonPayload(said) => Chosen::write(said, Whose::of(&actor.acting_as)),
            chosen => chosen.text(),
        }
    }
}

fn acts<'a>(actor: &'a Actor) -> Vec<Act<'a>> {
    let act = |offer: &'a Offer| {
        let system = actor.system;
        let verb = Game::act_verb(system, &offer.words.verb)?;
        Some(Act { system, offer, verb, rareness: verb.rareness(&offer.words), is_usual: true })
    };
    let mut all: Vec<Act<'a>> = actor.offers.iter().filter_map(act).collect();
    let mut least: BTreeMap<Command, usize> = BTreeMap::new();
    for act in &all {
        let known = least.entry(act.verb.done_by(&act.offer.words)).or_insert(act.rareness);
        *known = act.rareness.min(*known);
    }
    for act in &mut all {
        let done = act.verb.done_by(&act.offer.words);
        act.is_usual = least.get(&done) == Some(&act.rareness);
    }
    all
}

/// An attack on the nearest enemy with what comes first; else a step towards one, or whatever else
/// is likely and needs nothing more.
fn likeliest<'b, 'a>(actor: &Actor, acts: &'b [Act<'a>]) -> Option<&'b Act<'a>> {
    let likely = || acts.iter().filter(|act| act.verb.is_likely && act.is_usual);
    let of = |family: Family| likely().filter(move |act| act.verb.family == family);
    let enemies = || actor.around.others.iter().filter(|one| one.is_enemy);
    let near = |name: &str| enemies().position(|one| one.name == name);
    let strikes = of(Family::Attack).filter_map(|act| Some((near(act.whom()?)?, act)));
    let strike = strikes.min_by_key(|(place, _)| *place);
    let nearer = |act: &&Act<'_>| {
        let zone = act.offer.words.get("zone");
        let is_plain = act.offer.words.slots.len() == 1;
        actor.around.nearer.first().is_some_and(|first| is_plain && first == zone)
    };
    // On a line the cheapest step that leads next to one.
    let along = |act: &'b Act<'a>| {
        let (own, enemy) = actor.around.marks?;
        let done = act.verb.done_by(&act.offer.words);
        let to: u16 = done.get("to").parse().ok().filter(|_| done.slots.len() == 1)?;
        let far = to.abs_diff(enemy);
        (far < own.abs_diff(enemy)).then_some(((act.rareness, far), act))
    };
    let along = || of(Family::Move).filter_map(along).min_by_key(|(order, _)| *order);
    let bare = || likely().find(|act| act.offer.words.slots.is_empty());
    let step = || of(Family::Move).find(nearer).or_else(|| along().map(|(_, act)| act));
    strike.map(|(_, act)| act).or_else(step).or_else(bare)
}

/// What an NPC had best do, for its GM.
fn advised<'b, 'a>(actor: &Actor, acts: &'b [Act<'a>]) -> Option<&'b Act<'a>> {
    let best = actor.cockpit.as_ref()?.advice.as_ref()?;
    acts.iter().find(|act| act.offer.words == best.words)
}

fn suggestion(actor: &Actor, act: &Act<'_>) -> String {
    let label = match act.is_plain_end() {
        true => end_label(actor, act),
        false => narration::likely(LOCALE, actor.system, &act.offer.words),
    };
    say!(LOCALE, "turn-suggested", label)
}

/// Why an NPC had best do what is suggested: a line for its GM.
pub fn why(actor: &Actor) -> Option<String> {
    let acts = acts(actor);
    let best = actor.cockpit.as_ref()?.advice.as_ref()?;
    let label = Set(escaped(&suggestion(actor, advised(actor, &acts)?)));
    let name = Set((STYLE.name)(&actor.name));
    Some(say!(STYLE, "turn-why", name, label, why = Key(best.why.key())))
}

/// What does nothing but end the turn. Two verbs for one thing are one button: the first that the
/// rules have.
fn end<'b, 'a>(actor: &Actor, acts: &'b [Act<'a>]) -> Option<&'b Act<'a>> {
    let (verbs, _) = Game::verbs(actor.system)?;
    let mut ends = verbs.iter().filter(|verb| verb.is_end);
    ends.find_map(|verb| acts.iter().find(|act| act.is_plain_end() && act.verb.name == verb.name))
}

impl Act<'_> {
    fn is_plain_end(&self) -> bool {
        self.verb.is_end && self.offer.words.slots.is_empty()
    }
}

/// Where the turn has not begun, to end it is to let the slot go.
fn end_label(actor: &Actor, act: &Act<'_>) -> String {
    let begins = |offer: &Offer| {
        let verb = Game::act_verb(actor.system, &offer.words.verb);
        verb.is_some_and(|verb| verb.is_begin)
    };
    let is_slot = actor.offers.iter().any(begins);
    narration::priced(LOCALE, say!(LOCALE, "turn-end", is_slot), &act.offer.cost)
}

/// Acts that belong together.
#[derive(Clone)]
struct Group<'a> {
    /// By which it is found again.
    key: String,
    family: Family,
    of: Of<'a>,
    acts: Vec<Act<'a>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Of<'a> {
    Whom(&'a str),
    /// What is done, in the usual way or in others, and one value of a slot where that is too much.
    How {
        verb: &'static str,
        is_usual: bool,
        part: Option<&'a str>,
    },
    /// Whatever had no room.
    Rest,
}

impl Group<'_> {
    /// What it is called, and what is seen of whom it is about.
    fn name(&self, actor: &Actor) -> (String, String) {
        match self.of {
            Of::Whom(name) => {
                let near = actor.around.others.iter().find(|one| one.name == name);
                let family = Key(self.family.key());
                (
                    say!(LOCALE, "turn-whom", name, family),
                    near.map(|one| looks(actor, one)).unwrap_or_default(),
                )
            }
            Of::How { verb, is_usual, part } => {
                let what = narration::acts_of(LOCALE, actor.system, verb);
                let part = part.map(words::plain);
                (say!(LOCALE, "turn-group", what, is_usual, part), String::new())
            }
            Of::Rest => (say!(LOCALE, "turn-group-rest"), String::new()),
        }
    }
}

/// `badly hurt · Yard`.
fn looks(actor: &Actor, one: &Near) -> String {
    let wounds = words::wounds(LOCALE, actor.system, &one.wounds);
    let parts: Vec<String> = wounds.into_iter().chain(one.zone.clone()).collect();
    parts.join(" · ")
}

/// The acts of a family in groups: enemies before others where it is about them, the nearest first;
/// what is seldom meant later, and what nothing takes back last.
fn groups<'a>(actor: &Actor, acts: &[Act<'a>], family: Family) -> Vec<Group<'a>> {
    let likely = likeliest(actor, acts).filter(|act| act.offer.words.slots.is_empty());
    let is_button =
        |act: &Act<'_>| act.is_plain_end() || likely.is_some_and(|it| it.offer == act.offer);
    let place = |act: &Act<'_>| {
        let others = &actor.around.others;
        let at = act.whom().map(|name| others.iter().position(|one| one.name == name));
        let at = at.map(|at| at.unwrap_or(usize::MAX));
        let is_friend = at.and_then(|at| others.get(at)).is_some_and(|one| !one.is_enemy);
        let is_other = (family == Family::Attack && is_friend, at.is_none());
        let is_apart = act.verb.is_standing || act.is_told();
        (act.verb.is_final, is_apart, is_other, at, !act.is_usual)
    };
    let own = acts.iter().filter(|act| act.verb.family == family && !is_button(act));
    let mut own: Vec<Act<'a>> = own.copied().collect();
    own.sort_by_key(place);
    let mut groups: Vec<Group<'a>> = Vec::new();
    for act in own {
        let of = match act.whom() {
            Some(name) => Of::Whom(name),
            None => Of::How { verb: act.verb.name, is_usual: act.is_usual, part: None },
        };
        put(&mut groups, family, of, act);
    }
    let mut groups: Vec<Group<'a>> = groups.into_iter().flat_map(|it| parted(family, it)).collect();
    if groups.len() > MOST_OPTIONS {
        groups.sort_by_key(|group| !matches!(group.of, Of::Whom(_)));
        let rest = groups.split_off(MOST_OPTIONS - 1);
        for act in rest.into_iter().flat_map(|group| group.acts) {
            put(&mut groups, family, Of::Rest, act);
        }
    }
    groups
}

fn put<'a>(groups: &mut Vec<Group<'a>>, family: Family, of: Of<'a>, act: Act<'a>) {
    match groups.iter_mut().find(|group| group.of == of) {
        Some(group) => group.acts.push(act),
        None => {
            let key = match of {
                Of::Whom(name) => format!("{} whom {name}", family.key()),
                Of::How { verb, is_usual, part } => {
                    format!("{verb} {is_usual} {}", part.unwrap_or_default())
                }
                Of::Rest => format!("{} rest", family.key()),
            };
            groups.push(Group { key, family, of, acts: vec![act] });
        }
    }
}

/// What is too much for one message, by the first slot that makes parts of it which are not.
fn parted<'a>(family: Family, group: Group<'a>) -> Vec<Group<'a>> {
    const ROOM: usize = MOST_ROWS * MOST_OPTIONS;
    let Of::How { verb, is_usual, .. } = group.of else { return vec![group] };
    if group.acts.len() <= ROOM {
        return vec![group];
    }
    let by = |slot: &str| {
        let mut parts: Vec<Group<'a>> = Vec::new();
        for act in &group.acts {
            let part = act.offer.words.slots.get(slot).map(String::as_str);
            put(&mut parts, family, Of::How { verb, is_usual, part }, *act);
        }
        parts
    };
    let fits = |parts: &Vec<Group<'_>>| parts.iter().all(|part| part.acts.len() <= ROOM);
    let mut parted = group.acts[0].verb.slots.iter().map(|slot| by(slot.name));
    parted.find(fits).unwrap_or_else(|| vec![group.clone()])
}

/// What a menu lists: an act, or a group of them.
enum Entry<'b, 'a> {
    Act(&'b Act<'a>),
    Group(&'b Group<'a>),
}

/// All acts of the groups, where there is room for them; else the larger groups as one. Where
/// there are several ways against each of several, it is chosen first whom they are for. Standing
/// orders are one option, since they do nothing now, and so are ways to what is told in own words.
fn entries<'b, 'a>(groups: &'b [Group<'a>]) -> Vec<Entry<'b, 'a>> {
    let is_whom = |group: &Group<'_>| matches!(group.of, Of::Whom(_));
    let whom = groups.iter().filter(|group| is_whom(group)).count();
    let is_apart = |act: &Act<'_>| act.verb.is_standing || act.is_told();
    let is_closed = |group: &Group<'_>| {
        let is_one = match group.of {
            Of::Whom(_) => whom > 1,
            Of::How { .. } => group.acts.iter().all(is_apart),
            Of::Rest => true,
        };
        group.acts.len() > 1 && is_one
    };
    let mut closed: Vec<bool> = groups.iter().map(is_closed).collect();
    let room = |closed: &[bool]| -> usize {
        let sizes = groups.iter().zip(closed);
        sizes.map(|(group, is_closed)| if *is_closed { 1 } else { group.acts.len() }).sum()
    };
    while room(&closed) > MOST_OPTIONS {
        let open = (0..groups.len()).filter(|at| !closed[*at] && groups[*at].acts.len() > 1);
        let size = |at: &usize| {
            let Group { of, acts, .. } = &groups[*at];
            (matches!(of, Of::How { is_usual: false, .. }), acts.len())
        };
        let Some(largest) = open.max_by_key(size) else { break };
        closed[largest] = true;
    }
    let listed = groups.iter().zip(closed).flat_map(|(group, is_closed)| match is_closed {
        true => vec![Entry::Group(group)],
        false => group.acts.iter().map(Entry::Act).collect(),
    });
    listed.collect()
}

fn options(actor: &Actor, entries: &[Entry<'_, '_>]) -> Vec<CreateSelectMenuOption> {
    let acts: Vec<Act<'_>> = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Act(act) => Some(**act),
            Entry::Group(_) => None,
        })
        .collect();
    let mut labels = labelled(&acts);
    let option = |entry: &Entry<'_, '_>| match entry {
        Entry::Act(_) => {
            labels.next().map(|(act, label)| described(&label, act.value(actor), &act.prospects()))
        }
        Entry::Group(group) => {
            let who = Whose::of(&actor.acting_as);
            let chosen = Chosen::Opens { who, group: Some(mark_of(&group.key)) };
            let (name, about) = group.name(actor);
            Some(described(&name, chosen.text(), &about))
        }
    };
    entries.iter().filter_map(option).collect()
}

/// Acts with their labels, no two of which read the same: where they would, what they differ in is
/// said as the rules call it.
fn labelled<'b, 'a>(acts: &'b [Act<'a>]) -> impl Iterator<Item = (&'b Act<'a>, String)> {
    let labels: Vec<String> = acts.iter().map(|act| cut(&act.label(), OPTION)).collect();
    let mut known: BTreeMap<&String, usize> = BTreeMap::new();
    for label in &labels {
        *known.entry(label).or_default() += 1;
    }
    let full = |(act, label): (&Act<'a>, &String)| {
        let low = label.to_lowercase();
        let slots = act.offer.words.slots.iter();
        let said = slots.map(|(slot, value)| if value == "true" { slot } else { value });
        let said = said.map(|value| words::plain(value));
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

fn described(label: &str, value: String, about: &str) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(cut(label, OPTION), value);
    if about.is_empty() { option } else { option.description(cut(about, OPTION)) }
}

/// None where there is nothing to choose from.
fn menu(
    turn: TurnId,
    place: usize,
    name: &str,
    options: Vec<CreateSelectMenuOption>,
) -> Option<CreateActionRow> {
    if options.is_empty() {
        return None;
    }
    let id = CustomId::Menu { turn, place }.write()?;
    let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
    Some(CreateActionRow::SelectMenu(menu.placeholder(cut(name, OPTION))))
}

/// As many menus as are needed, each named for its part.
fn menus(
    turn: TurnId,
    name: &str,
    options: &[CreateSelectMenuOption],
    most: usize,
) -> Vec<CreateActionRow> {
    let is_one = options.len() <= MOST_OPTIONS;
    let parts = options.chunks(MOST_OPTIONS).take(most).enumerate();
    let one = |(place, part): (usize, &[CreateSelectMenuOption])| {
        let first = place * MOST_OPTIONS + 1;
        let last = place * MOST_OPTIONS + part.len();
        let of_part = say!(LOCALE, "turn-menu-part", name, first, last);
        menu(turn, place, if is_one { name } else { &of_part }, part.to_vec())
    };
    parts.filter_map(one).collect()
}

fn button(
    turn: TurnId,
    actor: &Actor,
    act: &Act<'_>,
    label: &str,
    style: ButtonStyle,
) -> Option<CreateButton> {
    let (who, words) = (Whose::of(&actor.acting_as), &act.offer.words);
    let spelled = (!act.is_told()).then(|| CustomId::Turn { turn, said: act.said(actor) });
    let chosen = match act.is_told() {
        true => Chosen::Tells { who, mark: mark(words) },
        false => Chosen::Marked { who, mark: mark(words) },
    };
    let id = spelled.and_then(|id| id.write());
    let id = id.or_else(|| CustomId::Choice { turn, chosen }.write())?;
    let more = act.prospects();
    let label = if more.is_empty() { label.to_string() } else { format!("{label} · {more}") };
    Some(CreateButton::new(id).label(cut(&label, BUTTON)).style(style))
}

/// It says of which fight, since whoever has it in private may be in several.
fn board(turn: TurnId) -> Option<CreateButton> {
    let words = Command::new(BOARD).with("fight", turn.fight).with("short", true);
    let id = CustomId::Say { said: words.into() }.write()?;
    let label = say!(LOCALE, "turn-board");
    Some(CreateButton::new(id).label(label).style(ButtonStyle::Secondary))
}

/// For a GM: how the fight will go.
fn forecast(turn: TurnId) -> Option<CreateButton> {
    let words = Command::new(FORECAST).with("fight", turn.fight);
    let id = CustomId::Say { said: words.into() }.write()?;
    let label = say!(LOCALE, "turn-forecast");
    Some(CreateButton::new(id).label(label).style(ButtonStyle::Secondary))
}

/// To all that they may do.
fn back(turn: TurnId, actor: &Actor) -> Option<CreateActionRow> {
    let chosen = Chosen::Opens { who: Whose::of(&actor.acting_as), group: None };
    let id = CustomId::Choice { turn, chosen }.write()?;
    let button = CreateButton::new(id).label(say!(LOCALE, "turn-back"));
    Some(CreateActionRow::Buttons(vec![button.style(ButtonStyle::Secondary)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::ids::FightId;
    use app::outbox::{Around, Cockpit};
    use engine::command::Risk;
    use engine::ids::CombatantId;
    use engine::judgement::{Advice, Why};
    use engine::view::Wounds;

    const TURN: TurnId = TurnId { fight: FightId(1), revision: 2 };

    fn actor(system: &'static str, name: &str, offers: Vec<Command>) -> Actor {
        let offers = offers.into_iter().map(Offer::free);
        let (name, acting_as) = (name.to_string(), name.to_string());
        let (offers, around) = (offers.collect(), Around::default());
        let cockpit = None;
        Actor { who: CombatantId(0), name, acting_as, system, offers, around, cockpit }
    }

    fn near(name: &str, is_enemy: bool) -> Near {
        let (wounds, zone) = (Wounds::Word("hurt".into()), Some("Yard".into()));
        Near { name: name.into(), wounds, zone, is_enemy }
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
        ana.around.others = others.map(|(name, is_enemy)| near(name, is_enemy)).to_vec();
        let shown = controls(TURN, std::slice::from_ref(&ana));
        assert_eq!(
            rows(&shown.rows),
            [
                "[Attack Wolf 2 · bow][End turn][Board]",
                "Attack: Wolf 2 / Attack Wolf 1 with bow / Attack Old Tom with bow",
                "Move: Move to Hall / Flee",
            ]
        );
        // Without one in reach it is a step. What may come of it is said with it.
        ana.offers.retain(|offer| offer.words.verb != "attack");
        ana.around.nearer = vec!["Hall".into()];
        let strike = Risk { by: vec!["Wolf 2".into()], ..Risk::of("strike") };
        for offer in ana.offers.iter_mut().filter(|offer| offer.words.verb != "pass") {
            offer.risks = vec![strike.clone()];
        }
        let shown = controls(TURN, &[ana]);
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
        let of = |words| Some(Cockpit { advice: Some(Advice { words, why: Why::Guard }) });
        wolf.cockpit = of(words);
        let shown = controls(TURN, std::slice::from_ref(&wolf));
        let buttons = "[Suggested: Move to Hall][End turn][Board][Forecast]";
        assert_eq!(rows(&shown.rows)[0], buttons);
        let why = why(&wolf).unwrap();
        assert!(why.contains("Move to Hall (it keeps its own side safest)"), "{why}");
        // The end of the turn is one button, and what is not offered any more is not suggested.
        wolf.cockpit = of(Command::new("pass"));
        let shown = controls(TURN, std::slice::from_ref(&wolf));
        assert_eq!(rows(&shown.rows)[0], "[Suggested: End turn][Board][Forecast]");
        wolf.cockpit = of(Command::new("flee"));
        let shown = controls(TURN, std::slice::from_ref(&wolf));
        assert_eq!(rows(&shown.rows)[0], "[End turn][Board][Forecast]");
        assert_eq!(super::why(&wolf), None);
    }

    #[test]
    fn who_acts_is_chosen_first() {
        let act = |name: &str| actor("dr12", name, ways("move", "zone", &["Yard", "Hall"]));
        let two = controls(TURN, &[act("Ana"), act("Ben")]);
        assert_eq!(rows(&two.rows), ["[Board]", "Who acts: Ana / Ben"]);
        let ana = chooser(TURN, &act("Ana"), None).unwrap();
        assert_eq!(rows(&ana.components), ["[Board]", "Move: Move to Yard / Move to Hall"]);
        // Where there is nothing to choose, it is pressed at once.
        let roll = |name: &str| actor("fates", name, vec![Command::new("init")]);
        let six: Vec<Actor> = (0..6).map(|n| roll(&format!("Ana {n}"))).collect();
        let six = rows(&controls(TURN, &six).rows);
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
        let shown = controls(TURN, std::slice::from_ref(&ana));
        assert_eq!(rows(&shown.rows)[1..], ["Move: Move… / Move, other ways… / Flee (Full)"]);
        let group = mark_of("move true ");
        let opened = chooser(TURN, &ana, Some(group)).unwrap();
        let opened = rows(&opened.components);
        assert_eq!((opened.len(), &*opened[2]), (3, "[Back]"));
        assert!(opened[0].starts_with("Move… 1–25: Move to 0 / Move to 1"), "{opened:?}");
        assert!(chooser(TURN, &ana, Some(7)).is_none());
    }

    #[test]
    fn what_cannot_be_taken_back_is_last() {
        let on = |item: &str| Command::new("drop").with("item", item);
        let tom = |verb: &str| Command::new(verb).with("target", "Tom").with("item", "rope");
        let offers = vec![on("bow"), Command::new("stow").with("item", "bow"), tom("give")];
        let shown = controls(TURN, &[actor("dr12", "Ana", offers)]);
        assert_eq!(rows(&shown.rows)[2], "More: Put away bow / Drop bow");
    }

    #[test]
    fn standing_orders_are_one_option() {
        let orders = ways("stance", "match", &["ask", "always", "never"]);
        let stand = vec![Command::new("stand"), Command::new("concede")];
        let ana = actor("ranks", "Ana", [orders, stand].concat());
        let shown = controls(TURN, std::slice::from_ref(&ana));
        let all = rows(&shown.rows).concat();
        assert!(all.contains("Standing orders…") && !all.contains("ask me"), "{all}");
        let opened = chooser(TURN, &ana, Some(mark_of("stance true "))).unwrap();
        let opened = rows(&opened.components).concat();
        assert!(opened.contains("[When enemies step away: never]"), "{opened}");
    }

    #[test]
    fn two_verbs_for_the_end_of_a_turn_are_one_button() {
        let ends = |verbs: &[&str]| verbs.iter().map(|verb| Command::new(verb)).collect::<Vec<_>>();
        let shown = controls(TURN, &[actor("ranks", "Ana", ends(&["pass", "done"]))]);
        assert_eq!(rows(&shown.rows), ["[End turn][Board]"]);
        let mut last = actor("factions", "Ana", ends(&["turn", "pass"]));
        last.offers[1].cost = "Ends the round".into();
        let shown = controls(TURN, &[last]);
        assert_eq!(rows(&shown.rows), ["[Take the slot][Pass · ends the round][Board]"]);
    }

    #[test]
    fn whoever_can_do_nothing_has_no_controls() {
        assert!(controls(TURN, &[actor("dr12", "Ana", Vec::new())]).rows.is_empty());
    }
}
