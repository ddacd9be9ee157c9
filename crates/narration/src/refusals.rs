//! Refusals: why something is not allowed, and what is allowed instead.
//!
//! The catalogue has a sentence for each key, such as `refusal-no-move`. A rule or a system that
//! explains it better has one of its own: `refusal-no-move-DR12-FLEE-2`, `refusal-no-action-FACT`.

use fluent_bundle::FluentArgs;

use super::catalogue::{
    FormattedText, Locale, SideName, ToFluentArg, VariantKey, find_sentence, say,
};
use super::newcomers::collapse_numbered_names;
use super::{Style, join_with_commas, offers, terms, typed_values, unread_input, uppercase_first};
use engine::core::command::{Command, Refusal};
use engine::core::values::ValueKind;

/// The details that a sentence may use; each is `none` where it was not given.
const DETAILS: [&str; 23] = [
    "dice",
    "entry",
    "field",
    "first",
    "found",
    "least",
    "line",
    "more",
    "most",
    "name",
    "near",
    "none",
    "places",
    "second",
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

/// Explains a refusal to its sender in one or two sentences, with what is possible instead.
pub fn explain_refusal(style: Style, refusal: &Refusal) -> String {
    let why = refusal_with_rule(style, refusal);
    match offers::offers_summary(style.for_system(&refusal.system), &refusal.alternatives) {
        None => why,
        Some(offers) => {
            say!(style, "refused-instead", why = FormattedText(why), offers = FormattedText(offers))
        }
    }
}

/// Returns the sentence of a refusal, with the id of its rule.
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

/// Returns the catalogue's sentence for a refusal: that of its rule, or else of the system, or else
/// of its key. A key without a sentence is spelled out.
fn refusal_sentence(style: Style, refusal: &Refusal) -> String {
    let key = format!("refusal-{}", refusal.key);
    let system = refusal.rule.split('-').next().unwrap_or_default();
    let rule_key = format!("{key}-{}", refusal.rule);
    let system_key = format!("{key}-{system}");
    let sentence =
        find_sentence(style.locale, &[&rule_key, &system_key, &key], &refusal_args(style, refusal));
    sentence.unwrap_or_else(|| format!("{}.", uppercase_first(&terms::key_to_words(&refusal.key))))
}

/// Returns the details as arguments of a sentence.
fn refusal_args(style: Style, refusal: &Refusal) -> FluentArgs<'static> {
    let detail = |name: &str| refusal.details.get(name).filter(|value| !value.is_empty());
    let mut args = FluentArgs::new();
    for name in DETAILS {
        args.set(name, detail(name).to_fluent_arg(&style));
    }
    args.set("faction", detail("faction").map(|side| SideName(side)).to_fluent_arg(&style));
    let names_of_keys = |slot: &String, keys: &str| {
        let kind = ValueKind::SlotWord(slot);
        let name = |key| typed_values::value_names(style.locale, &refusal.system, kind, key);
        let names = keys.split(", ").filter_map(|key| name(key).into_iter().next());
        join_with_commas(style.locale, &names.collect::<Vec<_>>())
    };
    let names = detail("names").map(|names| match detail("names_of") {
        Some(slot) => names_of_keys(slot, names),
        None => join_collapsed(style, names),
    });
    args.set("names", names.to_fluent_arg(&style));
    // A slot's name is no text of users, and stands as code.
    let is_plain = |slot: &&String| slot.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if let Some(slot) = detail("slot").filter(is_plain) {
        args.set("slot", FormattedText(slot.clone()).to_fluent_arg(&style));
    }
    // Some details select a variant, and are also given as words.
    args.set("why", detail("why").map(|why| VariantKey(why)).to_fluent_arg(&style));
    args.set(
        "reason",
        unread_input::explain_parse_error(style, refusal).map(FormattedText).to_fluent_arg(&style),
    );
    args.set("amount", detail("amount").map(|takes| VariantKey(takes)).to_fluent_arg(&style));
    args.set("of", detail("of").map(|of| VariantKey(of)).to_fluent_arg(&style));
    args.set("kind", detail("kind").map(|kind| VariantKey(kind)).to_fluent_arg(&style));
    args.set("because", detail("because").map(|key| VariantKey(key)).to_fluent_arg(&style));
    let condition = detail("because").map(|key| terms::condition_name(style.locale, key));
    args.set("condition", condition.to_fluent_arg(&style));
    let to_names = |keys: &String| {
        let names = keys.split(", ").map(|key| terms::system_name(style.locale, key));
        join_with_commas(style.locale, &names.collect::<Vec<_>>())
    };
    args.set("systems", detail("systems").map(to_names).to_fluent_arg(&style));
    args.set(
        "rules",
        detail("system").map(|key| terms::system_name(style.locale, key)).to_fluent_arg(&style),
    );
    let elsewhere = detail("elsewhere").map(|key| terms::system_name(style.locale, key));
    args.set("elsewhere", elsewhere.to_fluent_arg(&style));
    let command = |verb: &str| style.typed_command(&Command::new(&(style.escape_text)(verb)));
    args.set("command", detail("verb").map(|verb| command(verb)).to_fluent_arg(&style));
    args.set("nearest", detail("nearest").map(|verb| command(verb)).to_fluent_arg(&style));
    let command_verbs = [
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
        "relocate",
    ];
    for verb in command_verbs {
        args.set(format!("command-{verb}"), command(verb).to_fluent_arg(&style));
    }
    for name in ["first", "second"] {
        let date = detail(name).and_then(|text| date_text(style.locale, text));
        if let Some(date) = date {
            args.set(name, date.to_fluent_arg(&style));
        }
    }
    args.set("facts", details_text(style, refusal).to_fluent_arg(&style));
    args
}

/// Returns a date (`2030-04-05`) as it is written: `5 April 2030`. `None` if it is no date.
fn date_text(locale: Locale, date: &str) -> Option<String> {
    let mut parts = date.splitn(3, '-').map(str::parse::<u32>);
    let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    let month = say!(locale, "month", month);
    Some(say!(locale, "date", day, month, year = year.to_string()))
}

/// Returns a list of names with those that are numbered one after another as one.
fn join_collapsed(style: Style, names: &str) -> String {
    let names: Vec<String> = names.split(", ").map(String::from).collect();
    join_with_commas(style.locale, &collapse_numbered_names(style.locale, &names))
}

/// Returns all details as they are, for where there is no better sentence: `slot “value”`.
fn details_text(style: Style, refusal: &Refusal) -> Option<FormattedText> {
    let detail_text = |(slot, value): (&String, &String)| {
        say!(style, "refused-detail", slot = FormattedText(slot.clone()), value)
    };
    let details: Vec<String> = refusal.details.iter().map(detail_text).collect();
    (!details.is_empty()).then(|| FormattedText(join_with_commas(style.locale, &details)))
}
