//! Refusals: why something may not be done, and what may be done instead.
//!
//! The catalogue has a sentence for each key, `refusal-no-move`. A rule or a system that explains
//! it better has one of its own: `refusal-no-move-DR12-FLEE-2`, `refusal-no-action-FACT`.

use fluent_bundle::FluentArgs;

use super::catalogue::{FormattedText, ToFluentArg, VariantKey, find_sentence, say};
use super::{Style, offers, terms, unread_input, uppercase_first};
use engine::core::command::{Command, Refusal};

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
pub fn explain_refusal(style: Style, refusal: &Refusal) -> String {
    let why = refusal_with_rule(style, refusal);
    match offers::offers_summary(style.for_system(&refusal.system), &refusal.alternatives) {
        none if none.is_empty() => why,
        offers => {
            say!(style, "refused-instead", why = FormattedText(why), offers = FormattedText(offers))
        }
    }
}

/// Why, and by which rule.
pub fn refusal_with_rule(style: Style, refusal: &Refusal) -> String {
    let style = style.for_system(&refusal.system);
    let why = refusal_sentence(style, refusal);
    match refusal.rule.as_str() {
        "" => why,
        rule => say!(
            style,
            "refused-by-rule",
            why = FormattedText(why),
            rule = FormattedText(rule.into())
        ),
    }
}

fn refusal_sentence(style: Style, refusal: &Refusal) -> String {
    let key = format!("refusal-{}", refusal.key);
    let system = refusal.rule.split('-').next().unwrap_or_default();
    let (ruled, in_system) = (format!("{key}-{}", refusal.rule), format!("{key}-{system}"));
    let said =
        find_sentence(style.locale, &[&ruled, &in_system, &key], &refusal_args(style, refusal));
    said.unwrap_or_else(|| format!("{}.", uppercase_first(&terms::key_to_words(&refusal.key))))
}

/// The details as sentences show them.
fn refusal_args(style: Style, refusal: &Refusal) -> FluentArgs<'static> {
    let given = |name: &str| refusal.details.get(name).filter(|value| !value.is_empty());
    let mut args = FluentArgs::new();
    for name in DETAILS {
        args.set(name, given(name).to_fluent_arg(&style));
    }
    // What chooses a sentence, and the same in words.
    args.set("why", given("why").map(|why| VariantKey(why)).to_fluent_arg(&style));
    args.set(
        "reason",
        unread_input::unread_sentence(style, refusal).map(FormattedText).to_fluent_arg(&style),
    );
    args.set("of", given("of").map(|of| VariantKey(of)).to_fluent_arg(&style));
    args.set("kind", given("kind").map(|kind| VariantKey(kind)).to_fluent_arg(&style));
    args.set("because", given("because").map(|key| VariantKey(key)).to_fluent_arg(&style));
    let condition = given("because").map(|key| terms::condition_name(style.locale, key));
    args.set("condition", condition.to_fluent_arg(&style));
    args.set(
        "rules",
        given("system").map(|key| terms::system_name(style.locale, key)).to_fluent_arg(&style),
    );
    let elsewhere = given("elsewhere").map(|key| terms::system_name(style.locale, key));
    args.set("elsewhere", elsewhere.to_fluent_arg(&style));
    let command = |verb: &str| style.typed_command(&Command::new(&(style.escape_text)(verb)));
    args.set("command", given("verb").map(|verb| command(verb)).to_fluent_arg(&style));
    args.set("nearest", given("nearest").map(|verb| command(verb)).to_fluent_arg(&style));
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
        args.set(format!("command-{verb}"), command(verb).to_fluent_arg(&style));
    }
    args.set("facts", details_text(style, refusal).to_fluent_arg(&style));
    args
}

/// All details as they are, where nothing better can be said: `slot “value”`.
fn details_text(style: Style, refusal: &Refusal) -> Option<FormattedText> {
    let fact = |(slot, value): (&String, &String)| {
        say!(style, "refused-detail", slot = FormattedText(slot.clone()), value)
    };
    let facts: Vec<String> = refusal.details.iter().map(fact).collect();
    (!facts.is_empty()).then(|| FormattedText(facts.join(", ")))
}
