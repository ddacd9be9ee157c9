//! Refusals: why something may not be done, and what may be done instead.
//!
//! The catalogue has a sentence for each key, `refusal-no-move`. A rule or a system that explains
//! it better has one of its own: `refusal-no-move-DR12-FLEE-2`, `refusal-no-action-FACT`.

use fluent_bundle::FluentArgs;

use super::catalogue::{Key, Said, Set, find, say};
use super::{Ink, capital, offers, words};
use crate::engine::words::{Refusal, Words};

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
pub fn refuse(ink: Ink, refusal: &Refusal) -> String {
    let why = why(ink, refusal);
    match offers(ink.of(&refusal.system), &refusal.instead) {
        none if none.is_empty() => why,
        offers => say!(ink, "refused-instead", why = Set(why), offers = Set(offers)),
    }
}

/// Why, and by which rule.
pub fn why(ink: Ink, refusal: &Refusal) -> String {
    let ink = ink.of(&refusal.system);
    let why = sentence(ink, refusal);
    match refusal.rule.as_str() {
        "" => why,
        rule => say!(ink, "refused-by-rule", why = Set(why), rule = Set(rule.into())),
    }
}

fn sentence(ink: Ink, refusal: &Refusal) -> String {
    let key = format!("refusal-{}", refusal.key);
    let system = refusal.rule.split('-').next().unwrap_or_default();
    let (ruled, in_system) = (format!("{key}-{}", refusal.rule), format!("{key}-{system}"));
    let said = find(ink.tongue, &[&ruled, &in_system, &key], &details(ink, refusal));
    said.unwrap_or_else(|| format!("{}.", capital(&words::plain(&refusal.key))))
}

/// The details as sentences show them.
fn details(ink: Ink, refusal: &Refusal) -> FluentArgs<'static> {
    let given = |name: &str| refusal.details.get(name).filter(|value| !value.is_empty());
    let mut args = FluentArgs::new();
    for name in DETAILS {
        args.set(name, given(name).said(&ink));
    }
    // What chooses a sentence, and the same in words.
    args.set("why", given("why").map(|why| Key(why)).said(&ink));
    args.set("reason", given("reason").map(|reason| in_numbers(reason)).said(&ink));
    args.set("of", given("of").map(|of| Key(of)).said(&ink));
    args.set("kind", given("kind").map(|kind| Key(kind)).said(&ink));
    args.set("because", given("because").map(|key| Key(key)).said(&ink));
    let condition = given("because").map(|key| words::condition(ink.tongue, key));
    args.set("condition", condition.said(&ink));
    args.set("rules", given("system").map(|key| words::system(ink.tongue, key)).said(&ink));
    let elsewhere = given("elsewhere").map(|key| words::system(ink.tongue, key));
    args.set("elsewhere", elsewhere.said(&ink));
    let command = |verb: &str| ink.typed(&Words::new(&(ink.text)(verb)));
    args.set("command", given("verb").map(|verb| command(verb)).said(&ink));
    args.set("nearest", given("nearest").map(|verb| command(verb)).said(&ink));
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
        args.set(format!("command-{verb}"), command(verb).said(&ink));
    }
    args.set("facts", facts(ink, refusal).said(&ink));
    args
}

/// What a reader of numbers says, without the names of its types.
fn in_numbers(reason: &str) -> String {
    let types = [
        ("expected u8", "expected a number from 0 to 255"),
        ("expected i8", "expected a number from -128 to 127"),
        ("expected u16", "expected a number from 0 to 65535"),
        ("expected i16", "expected a number from -32768 to 32767"),
        ("expected u32", "expected a number from 0 on"),
    ];
    types.iter().fold(reason.into(), |said: String, (name, words)| said.replace(name, words))
}

/// All details as they are, where nothing better can be said: `slot “value”`.
fn facts(ink: Ink, refusal: &Refusal) -> Option<Set> {
    let fact = |(slot, value): (&String, &String)| {
        say!(ink, "refused-detail", slot = Set(slot.clone()), value)
    };
    let facts: Vec<String> = refusal.details.iter().map(fact).collect();
    (!facts.is_empty()).then(|| Set(facts.join(", ")))
}
