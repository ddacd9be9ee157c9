//! The set-up of a fight, for its GM: what there is, and menus and buttons for what comes next.
//! Everything they do can be typed as well.

use serde_json::Value;
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use super::super::custom_id::CustomId;
use super::text::cut;
use super::{BUTTON, CONTENT, LOCALE, MOST_OPTIONS, OPTION, STYLE, Written, status};
use app::input::{Done, SetUp};
use engine::command::Command;
use engine::game::SYSTEMS;
use engine::view::View;
use narration::catalogue::{Key, Set};
use narration::{say, words};

/// Maps that fit many fights: their names and their zones are in the catalogue.
const MAPS: &[&str] = &["field", "yard", "road", "woods", "court", "ship"];

/// What the GM sees after each step of the set-up.
pub fn write(written: Written, done: &Done, choices: &SetUp) -> Written {
    let content = match done.revision {
        1 => say!(STYLE, "set-up-begins", done = Set(written.content)),
        _ => written.content,
    };
    let mut embeds = written.embeds;
    embeds.push(status::embed(&done.view, &choices.limits));
    let content = cut(&content, CONTENT);
    Written { content, embeds, components: components(choices, &done.view), ..Written::default() }
}

fn components(choices: &SetUp, view: &View) -> Vec<CreateActionRow> {
    let sides = choices.start_zone.map(|verb| start_zones(verb, view)).unwrap_or_default();
    let menus = [
        menu(0, &say!(LOCALE, "set-up-zones"), maps()),
        menu(1, &say!(LOCALE, "set-up-npcs"), creatures(&choices.creatures)),
        menu(2, &say!(LOCALE, "set-up-sides"), sides),
        menu(3, &say!(LOCALE, "set-up-settings"), settings(&choices.settings)),
    ];
    let buttons = [
        button(&say!(LOCALE, "set-up-start"), ButtonStyle::Success, say(Command::new("start"))),
        button(
            &say!(LOCALE, "set-up-forecast"),
            ButtonStyle::Secondary,
            say(Command::new("forecast")),
        ),
        button(&say!(LOCALE, "set-up-save"), ButtonStyle::Secondary, open(Command::new("save"))),
    ];
    let buttons = buttons.into_iter().flatten().collect();
    menus.into_iter().flatten().chain([CreateActionRow::Buttons(buttons)]).collect()
}

fn maps() -> Vec<CreateSelectMenuOption> {
    let (name, example) = (say!(LOCALE, "set-up-own-map"), say!(LOCALE, "set-up-own-map-like"));
    let own = choice(&name, &example, open(Command::new("zones")));
    let known = MAPS.iter().map(|map| {
        let name = say!(LOCALE, "set-up-map", map = Key(map));
        let layout = say!(LOCALE, "set-up-map-zones", map = Key(map));
        choice(&name, &layout, say(Command::new("zones").with("layout", &layout)))
    });
    known.chain([own]).flatten().collect()
}

/// What does not fit into a menu can be typed.
fn creatures(names: &[String]) -> Vec<CreateSelectMenuOption> {
    let one = |name: &String| choice(name, "", open(Command::new("add").with("from", name)));
    names.iter().filter_map(one).take(MOST_OPTIONS).collect()
}

/// A zone for each side.
fn start_zones(verb: &str, view: &View) -> Vec<CreateSelectMenuOption> {
    let sides = view.groups.iter().map(|group| &group.key);
    let options = sides.flat_map(|side| {
        view.zones.iter().filter_map(move |zone| {
            let words = Command::new(verb).with("zone", &zone.name).with("side", side);
            let label = format!("{}: {}", words::group(LOCALE, side), zone.name);
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
        let label = words::switch(LOCALE, key, is_on);
        let then = say!(LOCALE, "set-up-turn", is_on);
        let words = Command::new("set").with("key", key).with("value", !is_on);
        choice(&label, &then, say(words))
    };
    settings.filter_map(switch).take(MOST_OPTIONS).collect()
}

/// By which rules a fight is to be opened.
pub fn systems() -> Written {
    let one = |system: &&str| {
        let words = Command::new("new").with("system", system);
        choice(&words::system(LOCALE, system), "", say(words))
    };
    let options = SYSTEMS.iter().filter_map(one).collect();
    Written {
        content: say!(LOCALE, "set-up-which-rules"),
        components: menu(0, &say!(LOCALE, "set-up-rules"), options).into_iter().collect(),
        ..Written::default()
    }
}

/// A button below the summary, as long as the fight has not begun: whoever presses it is asked
/// whom they play.
pub fn join_button(view: &View) -> Vec<CreateActionRow> {
    if view.is_running || view.outcome.is_some() {
        return Vec::new();
    }
    let join =
        button(&say!(LOCALE, "set-up-join"), ButtonStyle::Primary, say(Command::new("join")));
    vec![CreateActionRow::Buttons(join.into_iter().collect())]
}

pub fn say(words: Command) -> CustomId {
    CustomId::Say { said: words.into() }
}

pub fn open(words: Command) -> CustomId {
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
