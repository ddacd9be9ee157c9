//! Whose turn it is: one ping, and the usual acts as menus and buttons. Everything they do can be
//! typed as well.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::super::custom_id::{self, CustomId, Said};
use super::text::{cut, escaped};
use super::{BUTTON, CONTENT, INK, MOST_OPTIONS, OPTION, TONGUE, Written, mention, soon};
use crate::app::ids::TurnId;
use crate::app::outbox::{Actor, TurnCard};
use crate::engine::words::{Offer, Words};
use crate::narration::catalogue::{Key, Set};
use crate::narration::{self, say};

/// Five rows, the last of them for buttons.
const MOST_MENUS: usize = 4;

/// The message of a turn, and what is left of it once the turn is over.
pub fn card(card: &TurnCard) -> Written {
    let names = names(&card.actors);
    if card.is_over {
        return Written::text(say!(INK, "turn-over", round = card.round, names));
    }
    let mut content = match (card.ping.map(mention), card.actors.as_slice()) {
        (Some(user), [_]) => say!(INK, "turn-yours", user, names),
        (Some(user), _) => say!(INK, "turn-choose", user, names),
        (None, _) => say!(INK, "turn-of", names),
    };
    if let Some(until) = card.until {
        content += &format!(" {}", say!(INK, "turn-passes", until = soon(until)));
    }
    Written {
        content: cut(&content, CONTENT),
        components: components(card.id, &card.actors),
        pings: card.ping.filter(|_| !card.is_silent).into_iter().collect(),
        ..Written::default()
    }
}

/// The GM has kept everybody waiting.
pub fn reminder(card: &TurnCard) -> Written {
    let (names, to) = (names(&card.actors), card.ping.map(|user| mention(user).0));
    let text = format!("{} {}", to.unwrap_or_default(), say!(INK, "turn-reminder", names));
    Written { pings: card.ping.into_iter().collect(), ..Written::text(text.trim()) }
}

/// Who may act; none where the GM is to choose.
fn names(actors: &[Actor]) -> Option<Set> {
    let names: Vec<String> = actors.iter().map(|one| escaped(&one.name)).collect();
    (!names.is_empty()).then(|| Set(names.join(", ")))
}

/// Menus of acts by kind, and a row of buttons.
pub fn components(turn: TurnId, actors: &[Actor]) -> Vec<CreateActionRow> {
    let is_alone = actors.len() == 1;
    let mut menus: Vec<(String, Vec<CreateSelectMenuOption>)> = Vec::new();
    for family in FAMILIES {
        let options = actors.iter().flat_map(|actor| {
            let fitting = actor.offers.iter().filter(|offer| (family.has)(&offer.words));
            let is_usual = |offer: &&Offer| {
                !RIDERS.iter().any(|slot| offer.words.has(slot)) && is_cheapest(actor, &offer.words)
            };
            let fitting = fitting.filter(is_usual);
            fitting.filter_map(move |offer| option(actor, offer, is_alone))
        });
        let options: Vec<_> = options.collect();
        for some in options.chunks(MOST_OPTIONS) {
            menus.push((say!(TONGUE, "turn-menu", family = Key(family.key)), some.to_vec()));
        }
    }
    menus.truncate(MOST_MENUS);
    let mut rows: Vec<CreateActionRow> = menus
        .into_iter()
        .enumerate()
        .filter_map(|(place, (name, options))| {
            let id = CustomId::Menu { turn, place }.write()?;
            let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
            Some(CreateActionRow::SelectMenu(menu.placeholder(name)))
        })
        .collect();
    let buttons = buttons(turn, actors);
    if !buttons.is_empty() {
        rows.push(CreateActionRow::Buttons(buttons));
    }
    rows
}

/// What may be added to an act by typing it: menus have the act without it.
const RIDERS: [&str; 3] = ["hold_back", "fp", "luck"];

/// What may pay for a movement, the least first.
const PRICES: [&str; 3] = ["free", "bonus", "full"];

/// Of one movement that can be paid for in several ways, the menu has the cheapest.
fn is_cheapest(actor: &Actor, act: &Words) -> bool {
    let price = |act: &Words| PRICES.iter().position(|price| *price == act.get("action"));
    let is_same = |other: &Words| {
        let slots = |act: &Words| {
            let all = act.slots.clone().into_iter();
            all.filter(|(slot, _)| slot != "action").collect::<Vec<_>>()
        };
        act.verb == other.verb && slots(act) == slots(other)
    };
    let is_cheaper = |other: &Words| price(other) < price(act) && is_same(other);
    price(act).is_none()
        || !actor
            .offers
            .iter()
            .any(|other| price(&other.words).is_some() && is_cheaper(&other.words))
}

/// What is put into one menu.
struct Family {
    key: &'static str,
    has: fn(&Words) -> bool,
}

const FAMILIES: [Family; 3] = [
    Family { key: "attack", has: is_attack },
    Family { key: "move", has: is_movement },
    Family { key: "else", has: is_else },
];

/// Which kind of act it is: the key of its menu.
pub fn family(act: &Words) -> &'static str {
    match (is_attack(act), is_movement(act)) {
        (true, _) => "attack",
        (false, true) => "move",
        (false, false) => "else",
    }
}

fn is_attack(act: &Words) -> bool {
    let verb = act.verb.as_str();
    let done_to_enemies =
        ["attack", "cast", "disarm", "force", "grapple", "manoeuvre", "shift", "shove"];
    done_to_enemies.contains(&verb)
}

fn is_movement(act: &Words) -> bool {
    matches!(act.verb.as_str(), "move" | "dash" | "disengage" | "flee")
}

fn is_else(act: &Words) -> bool {
    let verb = act.verb.as_str();
    let is_button = matches!(verb, "pass" | "done" | "turn" | "init");
    // These need words of the user's own, or are seldom said.
    let typed = [
        "stunt",
        "say",
        "shout",
        "interact",
        "hide",
        "ready",
        "interfere",
        "concede",
        "stance",
        "auto",
        "initiative",
    ];
    let is_typed = match verb {
        "skill" => !act.has("target") && !act.has("zone"),
        "hold" => act.has("do"),
        "fate" => !act.has("action"),
        "assist" => act.has("kind"),
        _ => typed.contains(&verb),
    };
    !is_attack(act) && !is_movement(act) && !is_button && !is_typed
}

/// None where it would be too long for Discord: it can be typed.
fn option(actor: &Actor, offer: &Offer, is_alone: bool) -> Option<CreateSelectMenuOption> {
    let said = Said { words: offer.words.clone(), acting_as: Some(actor.acting_as.clone()) };
    let value = said.write();
    if value.chars().count() > custom_id::LONGEST {
        return None;
    }
    let label = narration::offer_label(TONGUE, offer);
    let label =
        if is_alone { label } else { say!(TONGUE, "turn-option-of", name = actor.name, label) };
    Some(CreateSelectMenuOption::new(cut(&label, OPTION), value))
}

/// The ends of turns, slots let go, and rolls for initiative.
fn buttons(turn: TurnId, actors: &[Actor]) -> Vec<CreateButton> {
    let ends = |actor: &Actor, verb: &str| {
        let mut offers = actor.offers.iter();
        offers.any(|offer| offer.words.verb == verb && offer.words.slots.is_empty())
    };
    let button = |(actor, verb): (&Actor, &str)| {
        let said = Said { words: Words::new(verb), acting_as: Some(actor.acting_as.clone()) };
        let id = CustomId::Turn { turn, said }.write()?;
        // Where a turn ends by another verb, to pass is to let the slot go.
        let is_slot = verb == "pass" && ends(actor, "turn");
        let name = (actors.len() > 1).then_some(&actor.name);
        let label = match verb {
            "init" => say!(TONGUE, "turn-init", name),
            _ => say!(TONGUE, "turn-end", name, is_slot),
        };
        Some(CreateButton::new(id).label(cut(&label, BUTTON)).style(ButtonStyle::Secondary))
    };
    let verbs = actors.iter().flat_map(|actor| ["init", "done", "pass"].map(|verb| (actor, verb)));
    verbs.filter(|(actor, verb)| ends(actor, verb)).filter_map(button).take(5).collect()
}
