//! Refusals: why something may not be done, and what may be done instead.
//!
//! The catalogue has a sentence for each key, `refusal-no-move`. A rule or a system that explains
//! it better has one of its own: `refusal-no-move-DR12-FLEE-2`, `refusal-no-action-FACT`.

use fluent_bundle::FluentArgs;

use super::catalogue::{Key, Sayable, Set, find, say};
use super::{Style, capital, offers, unread, words};
use engine::command::{Command, Refusal};

/// The details that a sentence may count on; each is `none` where it was not given.
const DETAILS: [&str; 19] = [
    "dice",
    "entry",
    "faction",
    "field",
    "least",
    "line",
    "most",
    "name",
    "names",
    "none",
    "secs",
    "slot",
    "system",
    "systems",
    "threshold",
    "value",
    "verb",
    "within",
    "zone",
];

/// A refusal in one or two sentences, for its sender only.
pub fn refuse(style: Style, refusal: &Refusal) -> String {
    let why = why(style, refusal);
    match offers(style.of(&refusal.system), &refusal.instead) {
        none if none.is_empty() => why,
        offers => say!(style, "refused-instead", why = Set(why), offers = Set(offers)),
    }
}

/// Why, and by which rule.
pub fn why(style: Style, refusal: &Refusal) -> String {
    let style = style.of(&refusal.system);
    let why = sentence(style, refusal);
    match refusal.rule.as_str() {
        "" => why,
        rule => say!(style, "refused-by-rule", why = Set(why), rule = Set(rule.into())),
    }
}

fn sentence(style: Style, refusal: &Refusal) -> String {
    let key = format!("refusal-{}", refusal.key);
    let system = refusal.rule.split('-').next().unwrap_or_default();
    let (ruled, in_system) = (format!("{key}-{}", refusal.rule), format!("{key}-{system}"));
    let said = find(style.locale, &[&ruled, &in_system, &key], &details(style, refusal));
    said.unwrap_or_else(|| format!("{}.", capital(&words::plain(&refusal.key))))
}

/// The details as sentences show them.
fn details(style: Style, refusal: &Refusal) -> FluentArgs<'static> {
    let given = |name: &str| refusal.details.get(name).filter(|value| !value.is_empty());
    let mut args = FluentArgs::new();
    for name in DETAILS {
        args.set(name, given(name).said(&style));
    }
    // What chooses a sentence, and the same in words.
    args.set("why", given("why").map(|why| Key(why)).said(&style));
    args.set("reason", unread::sentence(style, refusal).map(Set).said(&style));
    args.set("of", given("of").map(|of| Key(of)).said(&style));
    args.set("kind", given("kind").map(|kind| Key(kind)).said(&style));
    args.set("because", given("because").map(|key| Key(key)).said(&style));
    let condition = given("because").map(|key| words::condition(style.locale, key));
    args.set("condition", condition.said(&style));
    args.set("rules", given("system").map(|key| words::system(style.locale, key)).said(&style));
    let elsewhere = given("elsewhere").map(|key| words::system(style.locale, key));
    args.set("elsewhere", elsewhere.said(&style));
    let command = |verb: &str| style.typed(&Command::new(&(style.text)(verb)));
    args.set("command", given("verb").map(|verb| command(verb)).said(&style));
    args.set("nearest", given("nearest").map(|verb| command(verb)).said(&style));
    let named = [
        "systems",
        "new",
        "join",
        "fight",
        "guide",
        "load",
        "sheet-copy",
        "sheet-list",
        "skip",
        "end",
    ];
    for verb in named {
        args.set(format!("command-{verb}"), command(verb).said(&style));
    }
    args.set("facts", facts(style, refusal).said(&style));
    args
}

/// All details as they are, where nothing better can be said: `slot “value”`.
fn facts(style: Style, refusal: &Refusal) -> Option<Set> {
    let fact = |(slot, value): (&String, &String)| {
        say!(style, "refused-detail", slot = Set(slot.clone()), value)
    };
    let facts: Vec<String> = refusal.details.iter().map(fact).collect();
    (!facts.is_empty()).then(|| Set(facts.join(", ")))
}
