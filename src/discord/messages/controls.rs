//! What can be done in a turn, as menus and buttons. Everything they do can be typed as well.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::super::custom_id::{Chosen, CustomId, Said};
use super::text::cut;
use super::{BUTTON, MOST_OPTIONS, OPTION, TONGUE};
use crate::app::ids::TurnId;
use crate::app::outbox::Actor;
use crate::engine::game::Game;
use crate::engine::words::{Offer, Words};
use crate::narration::catalogue::Key;
use crate::narration::{self, say};

const MOST_ROWS: usize = 5;
const BUTTONS_A_ROW: usize = 5;

/// What can be done by menus and buttons.
pub struct Controls {
    pub rows: Vec<CreateActionRow>,
    /// There was no room for more acts, which must be typed.
    pub is_short: bool,
}

/// Menus of acts by kind, and buttons: each kind has a menu, and what rows are left go to buttons
/// and further menus.
pub fn controls(turn: TurnId, actors: &[Actor]) -> Controls {
    controls_among(turn, actors, actors.len() > 1)
}

/// The same, which say whose they are where others stand beside them.
pub fn controls_among(turn: TurnId, actors: &[Actor], is_named: bool) -> Controls {
    let buttons = buttons(turn, actors, is_named);
    let kinds: Vec<(&Family, Vec<CreateSelectMenuOption>)> = FAMILIES
        .iter()
        .map(|family| (family, options(family, actors, is_named)))
        .filter(|(_, options)| !options.is_empty())
        .collect();
    let button_rows = buttons.len().div_ceil(BUTTONS_A_ROW).min(MOST_ROWS - kinds.len());
    let needed: Vec<usize> =
        kinds.iter().map(|(_, options)| options.len().div_ceil(MOST_OPTIONS)).collect();
    let shares = shared_out(&needed, MOST_ROWS - button_rows);
    let menus = kinds.iter().zip(&shares).flat_map(|((family, options), share)| {
        let name = say!(TONGUE, "turn-menu", family = Key(family.key));
        options.chunks(MOST_OPTIONS).take(*share).map(move |some| (name.clone(), some.to_vec()))
    });
    let menus = menus.enumerate().filter_map(|(place, (name, options))| {
        let id = CustomId::Menu { turn, place }.write()?;
        let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
        Some(CreateActionRow::SelectMenu(menu.placeholder(name)))
    });
    let rows = buttons.chunks(BUTTONS_A_ROW).take(button_rows);
    let rows = menus.chain(rows.map(|row| CreateActionRow::Buttons(row.to_vec()))).collect();
    let is_short = shares != needed || buttons.len() > button_rows * BUTTONS_A_ROW;
    Controls { rows, is_short }
}

/// One for each first, the rest in turns, as far as they are needed.
fn shared_out(needed: &[usize], most: usize) -> Vec<usize> {
    let mut shares = vec![0; needed.len()];
    let longest = needed.iter().copied().max().unwrap_or(0);
    let asking = (0..longest).flat_map(|share| (0..needed.len()).map(move |who| (share, who)));
    for (_, who) in asking.filter(|(share, who)| needed[*who] > *share).take(most) {
        shares[who] += 1;
    }
    shares
}

fn options(family: &Family, actors: &[Actor], is_named: bool) -> Vec<CreateSelectMenuOption> {
    let of_one = |actor| {
        let is_usual = move |offer: &&Offer| {
            let act = &offer.words;
            let has_rider = act.slots.keys().any(|slot| Game::is_rider(&act.verb, slot));
            (family.has)(act) && !has_rider && is_cheapest(actor, act)
        };
        let usual = actor.offers.iter().filter(is_usual);
        usual.map(move |offer| option(actor, offer, is_named))
    };
    actors.iter().flat_map(of_one).collect()
}

/// What may pay for a movement, the least first; what is seldom meant last.
const PRICES: [&str; 4] = ["free", "bonus", "full", "tumble"];

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

fn option(actor: &Actor, offer: &Offer, is_named: bool) -> CreateSelectMenuOption {
    let said = Said { words: offer.words.clone(), acting_as: Some(actor.acting_as.clone()) };
    let label = narration::offer_label(TONGUE, offer);
    let label =
        if is_named { say!(TONGUE, "turn-option-of", name = actor.name, label) } else { label };
    CreateSelectMenuOption::new(cut(&label, OPTION), Chosen::write(said, actor.who))
}

/// What somebody may do by a verb alone.
fn bare<'a>(actor: &'a Actor, verb: &str) -> Option<&'a Offer> {
    let mut offers = actor.offers.iter();
    offers.find(|offer| offer.words.verb == verb && offer.words.slots.is_empty())
}

/// The ends of turns, slots let go, and rolls for initiative.
fn buttons(turn: TurnId, actors: &[Actor], is_named: bool) -> Vec<CreateButton> {
    let label = |actor: &Actor, offer: &Offer| {
        let verb = offer.words.verb.as_str();
        // Where a turn ends by another verb, to pass is to let the slot go.
        let is_slot = verb == "pass" && bare(actor, "turn").is_some();
        let name = is_named.then_some(&actor.name);
        let label = match verb {
            "init" => say!(TONGUE, "turn-init", name),
            _ => say!(TONGUE, "turn-end", name, is_slot),
        };
        narration::priced(TONGUE, label, &offer.cost)
    };
    let button = |(actor, verb, label): (&Actor, &str, String)| {
        let said = Said { words: Words::new(verb), acting_as: Some(actor.acting_as.clone()) };
        let id = CustomId::Turn { turn, said }.write()?;
        Some(CreateButton::new(id).label(cut(&label, BUTTON)).style(ButtonStyle::Secondary))
    };
    let of_one = |actor| {
        let verbs = ["init", "done", "pass"].into_iter();
        let offers = verbs.filter_map(|verb| Some((verb, bare(actor, verb)?)));
        let mut said: Vec<(&Actor, &str, String)> =
            offers.map(|(verb, offer)| (actor, verb, label(actor, offer))).collect();
        // Two verbs for one thing are one button.
        said.dedup_by(|next, before| next.2 == before.2);
        said
    };
    actors.iter().flat_map(of_one).filter_map(button).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ids::FightId;
    use crate::engine::ids::CombatantId;

    const TURN: TurnId = TurnId { fight: FightId(1), revision: 2 };

    fn actor(name: &str, offers: Vec<Words>) -> Actor {
        let offers = offers.into_iter().map(|words| Offer { words, cost: String::new() });
        let (name, acting_as) = (name.to_string(), name.to_string());
        Actor { who: CombatantId(0), name, acting_as, offers: offers.collect() }
    }

    fn acts(verb: &str, slot: &str, count: usize) -> impl Iterator<Item = Words> {
        (0..count).map(move |n| Words::new(verb).with(slot, format!("Wolf {n}")))
    }

    /// How many options or buttons each row has, by its first word.
    fn shape(controls: &Controls) -> Vec<(String, usize)> {
        let row = |row: &CreateActionRow| {
            let json = serde_json::to_value(row).unwrap();
            let parts = json["components"].as_array().unwrap();
            let first = &parts[0];
            let name = first["placeholder"].as_str().or(first["label"].as_str()).unwrap();
            (name.to_string(), first["options"].as_array().map_or(parts.len(), Vec::len))
        };
        controls.rows.iter().map(row).collect()
    }

    fn shapes(rows: &[(&str, usize)]) -> Vec<(String, usize)> {
        rows.iter().map(|(name, count)| ((*name).to_string(), *count)).collect()
    }

    #[test]
    fn every_kind_has_a_menu_before_one_has_two() {
        let mut all: Vec<Words> = acts("attack", "target", 130).collect();
        all.extend(acts("move", "zone", 30));
        all.extend(acts("use", "item", 2));
        all.push(Words::new("pass"));
        let many = controls(TURN, &[actor("Ana", all)]);
        let rows = [("Attack", 25), ("Attack", 25), ("Move", 25), ("Something else", 2)];
        assert_eq!(shape(&many), shapes(&[&rows[..], &[("End turn", 1)]].concat()));
        assert!(many.is_short);

        let all = acts("attack", "target", 30).chain([Words::new("pass")]).collect();
        let few = controls(TURN, &[actor("Ana", all)]);
        assert_eq!(shape(&few), shapes(&[("Attack", 25), ("Attack", 5), ("End turn", 1)]));
        assert!(!few.is_short);
    }

    #[test]
    fn buttons_take_the_rows_that_are_free() {
        let actors: Vec<Actor> =
            (0..6).map(|n| actor(&format!("Ana {n}"), vec![Words::new("init")])).collect();
        let six = controls(TURN, &actors);
        let rows = [("Ana 0: roll for initiative", 5), ("Ana 5: roll for initiative", 1)];
        assert_eq!(shape(&six), shapes(&rows));
        assert!(!six.is_short);
    }

    #[test]
    fn two_verbs_for_the_end_of_a_turn_are_one_button() {
        let ends = || vec![Words::new("done"), Words::new("pass")];
        assert_eq!(shape(&controls(TURN, &[actor("Ana", ends())])), shapes(&[("End turn", 1)]));
        let slot = vec![Words::new("turn"), Words::new("pass")];
        assert_eq!(shape(&controls(TURN, &[actor("Ana", slot.clone())])), shapes(&[("Pass", 1)]));

        let mut last = actor("Ana", slot);
        last.offers[1].cost = "Ends the round".into();
        let label = "Pass · ends the round";
        assert_eq!(shape(&controls(TURN, &[last])), shapes(&[(label, 1)]));
    }
}
