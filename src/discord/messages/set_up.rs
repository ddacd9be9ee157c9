//! The set-up of a fight, for its GM: what there is, and menus and buttons for what comes next.
//! Everything they do can be typed as well.

use serde_json::Value;
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::super::custom_id::CustomId;
use super::text::cut;
use super::{BUTTON, CONTENT, MOST_OPTIONS, OPTION, TONGUE, Written, status};
use crate::app::input::{Done, SetUp};
use crate::engine::game::SYSTEMS;
use crate::engine::view::View;
use crate::engine::words::Words;
use crate::narration::words;

const HOW: &str = "Lay out the zones, add NPCs, and begin when everybody has joined. The menus do \
                   what `/init zones`, `/init add` and `/init set` do.";

/// Maps that fit many fights.
const MAPS: &[(&str, &str)] = &[
    ("One zone", "Field"),
    ("A yard between gate and hall", "Gate - Yard - Hall"),
    ("A road with a bridge", "Road - Bridge - Far bank"),
    ("A clearing in the woods", "Trees - Clearing - Brook - Thicket"),
    ("Rooms around a court", "Court - Kitchen, Court - Stable, Court - Tower, Stable - Tower"),
    ("A ship and a pier", "Pier - Deck - Cabin, Deck - Bow"),
];

/// What the GM sees after each step of the set-up.
pub fn write(written: Written, done: &Done, choices: &SetUp) -> Written {
    let content = match done.revision {
        1 => format!("{} {HOW}", written.content),
        _ => written.content,
    };
    let mut embeds = written.embeds;
    embeds.push(status::embed(&done.view.system, &done.view, &[]));
    let content = cut(&content, CONTENT);
    Written { content, embeds, components: components(choices, &done.view), ..Written::default() }
}

fn components(choices: &SetUp, view: &View) -> Vec<CreateActionRow> {
    let sides = if choices.has_start_zones { start_zones(view) } else { Vec::new() };
    let menus = [
        menu(0, "Zones", maps()),
        menu(1, "Add NPCs", creatures(&choices.creatures)),
        menu(2, "Who begins where", sides),
        menu(3, "Settings", settings(&choices.settings)),
    ];
    let buttons = [
        button("Start the fight", ButtonStyle::Success, say(Words::new("start"))),
        button("Keep as template…", ButtonStyle::Secondary, open(Words::new("save"))),
    ];
    let buttons = buttons.into_iter().flatten().collect();
    menus.into_iter().flatten().chain([CreateActionRow::Buttons(buttons)]).collect()
}

fn maps() -> Vec<CreateSelectMenuOption> {
    let own = choice("Type them…", "like: Gate - Yard - Hall", open(Words::new("zones")));
    let known = MAPS.iter().map(|(name, layout)| {
        choice(name, layout, say(Words::new("zones").with("layout", layout)))
    });
    known.chain([own]).flatten().collect()
}

/// What does not fit into a menu can be typed.
fn creatures(names: &[String]) -> Vec<CreateSelectMenuOption> {
    let one = |name: &String| choice(name, "", open(Words::new("add").with("from", name)));
    names.iter().filter_map(one).take(MOST_OPTIONS).collect()
}

/// A zone for each side.
fn start_zones(view: &View) -> Vec<CreateSelectMenuOption> {
    let sides = view.groups.iter().map(|group| &group.key);
    let options = sides.flat_map(|side| {
        view.zones.iter().filter_map(move |zone| {
            let words = Words::new("start-zone").with("zone", &zone.name).with("side", side);
            let label = format!("{}: {}", words::group(TONGUE, side), zone.name);
            choice(&label, "", say(words))
        })
    });
    options.collect()
}

/// Those that are either on or off.
fn settings(settings: &Value) -> Vec<CreateSelectMenuOption> {
    let settings = settings.as_object().into_iter().flatten();
    let switch = |(key, value): (&String, &Value)| {
        let is_on = value.as_bool()?;
        let (now, then) = if is_on { ("on", "turn it off") } else { ("off", "turn it on") };
        let label = words::fact(TONGUE, key, now);
        let words = Words::new("set").with("key", key).with("value", !is_on);
        choice(&label, then, say(words))
    };
    settings.filter_map(switch).take(MOST_OPTIONS).collect()
}

/// By which rules a fight is to be opened.
pub fn systems() -> Written {
    let one = |system: &&str| {
        let words = Words::new("new").with("system", system);
        choice(&words::system(TONGUE, system), "", say(words))
    };
    let options = SYSTEMS.iter().filter_map(one).collect();
    Written {
        content: "By which rules do you want to play?".into(),
        components: menu(0, "Rules", options).into_iter().collect(),
        ..Written::default()
    }
}

/// A button below the summary, as long as the fight has not begun: whoever presses it is asked
/// whom they play.
pub fn join_button(view: &View) -> Vec<CreateActionRow> {
    if view.is_running || view.outcome.is_some() {
        return Vec::new();
    }
    let join = button("Join", ButtonStyle::Primary, say(Words::new("join")));
    vec![CreateActionRow::Buttons(join.into_iter().collect())]
}

pub fn say(words: Words) -> CustomId {
    CustomId::Say { said: words.into() }
}

pub fn open(words: Words) -> CustomId {
    CustomId::Open { said: words.into() }
}

/// None where it would be too long for Discord: it can be typed.
pub fn choice(label: &str, about: &str, id: CustomId) -> Option<CreateSelectMenuOption> {
    let option = CreateSelectMenuOption::new(cut(label, OPTION), id.write()?);
    Some(if about.is_empty() { option } else { option.description(cut(about, OPTION)) })
}

pub fn button(label: &str, style: ButtonStyle, id: CustomId) -> Option<CreateButton> {
    Some(CreateButton::new(id.write()?).label(cut(label, BUTTON)).style(style))
}

/// None where there is nothing to choose from. Values are unique, as Discord wants them.
pub fn menu(
    place: usize,
    name: &str,
    mut options: Vec<CreateSelectMenuOption>,
) -> Option<CreateActionRow> {
    options.truncate(MOST_OPTIONS);
    if options.is_empty() {
        return None;
    }
    let id = CustomId::Pick { place }.write()?;
    let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
    Some(CreateActionRow::SelectMenu(menu.placeholder(cut(name, OPTION))))
}
