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

/// The commands that sentences may suggest, each as the argument `command-<verb>`.
const SUGGESTED_COMMANDS: [&str; 14] = [
    "add",
    "bestiary",
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
    "take-back",
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

/// Returns the sentence of a refusal, with what the slot that it is about takes instead (`takes`)
/// and with the id of its rule.
pub fn refusal_with_rule(style: Style, refusal: &Refusal) -> String {
    let style = style.for_system(&refusal.system);
    let sentence = refusal_sentence(style, refusal);
    let why = match (detail(refusal, "takes"), detail(refusal, "slot")) {
        (Some(names), Some(slot)) => say!(
            style,
            "refused-takes",
            why = FormattedText(sentence),
            slot = FormattedText(slot.clone()),
            names = join_collapsed(style, names)
        ),
        _ => sentence,
    };
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

/// Returns the arguments for the sentence of a refusal: each detail as text, or in the form that a
/// sentence needs; `none` for a detail that is missing or empty.
fn refusal_args(style: Style, refusal: &Refusal) -> FluentArgs<'static> {
    let mut args = FluentArgs::new();
    for name in DETAILS {
        args.set(name, detail(refusal, name).to_fluent_arg(&style));
    }
    set_out_of_bounds_field_arg(&mut args, style, refusal);
    set_name_args(&mut args, style, refusal);
    set_variant_args(&mut args, style, refusal);
    set_game_system_name_args(&mut args, style, refusal);
    set_command_args(&mut args, style, refusal);
    set_date_and_weekday_args(&mut args, style, refusal);
    let reason = unread_input::explain_parse_error(style, refusal).map(FormattedText);
    args.set("reason", reason.to_fluent_arg(&style));
    args.set("facts", details_text(style, refusal).to_fluent_arg(&style));
    args
}

/// Returns a detail; `None` if it is missing or empty.
fn detail<'r>(refusal: &'r Refusal, name: &str) -> Option<&'r String> {
    refusal.details.get(name).filter(|value| !value.is_empty())
}

/// Sets the fields whose number is out of bounds as they are called: `HP (0 to 200)`. Those of a
/// file keep their keys, as the file has them.
fn set_out_of_bounds_field_arg(args: &mut FluentArgs<'static>, style: Style, refusal: &Refusal) {
    let is_out_of_bounds = refusal.details.get("why").is_some_and(|why| why == "out-of-bounds");
    let is_in_file = ["entry", "line"].iter().any(|name| detail(refusal, name).is_some());
    let Some(fields) = detail(refusal, "field").filter(|_| is_out_of_bounds && !is_in_file) else {
        return;
    };
    // Such as: hp, hp_max (0 to 200)
    let (keys, accepted) = fields.split_once(" (").unwrap_or((fields.as_str(), ""));
    let names: Vec<String> =
        keys.split(", ").map(|key| terms::sheet_path_name(style.locale, key)).collect();
    let names = join_with_commas(style.locale, &names);
    // What is accepted still has its closing bracket.
    let text = if accepted.is_empty() { names } else { format!("{names} ({accepted}") };
    args.set("field", text.to_fluent_arg(&style));
}

/// Sets the names of a faction, of a list, and of a slot. A slot's name is no text of users, and
/// stands as code.
fn set_name_args(args: &mut FluentArgs<'static>, style: Style, refusal: &Refusal) {
    let faction = detail(refusal, "faction").map(|side| SideName(side));
    args.set("faction", faction.to_fluent_arg(&style));
    let names = detail(refusal, "names").map(|names| format_listed_names(style, refusal, names));
    args.set("names", names.to_fluent_arg(&style));
    let is_plain = |slot: &&String| slot.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if let Some(slot) = detail(refusal, "slot").filter(is_plain) {
        args.set("slot", FormattedText(slot.clone()).to_fluent_arg(&style));
    }
}

/// Formats the names that a refusal lists. Where its detail `names_of` says of what they are, they
/// are keys of fields, of settings, or of the words that this slot takes.
fn format_listed_names(style: Style, refusal: &Refusal, names: &str) -> String {
    match detail(refusal, "names_of").map(String::as_str) {
        Some(kind @ ("field" | "setting")) => {
            let typed = detail(refusal, "slot").map_or("", String::as_str);
            nearest_field_names(style.locale, kind, typed, names)
        }
        Some(slot) => names_of_slot_keys(style, &refusal.system, slot, names),
        None if matches!(refusal.key.as_str(), "prompt-open" | "not-your-turn") => {
            join_awaited(style, names)
        }
        None => join_collapsed(style, names),
    }
}

/// Returns the names of the fields or settings in a list of keys, at most ten, those most like the
/// typed one first.
fn nearest_field_names(locale: Locale, kind: &str, typed: &str, keys: &str) -> String {
    let kind = if kind == "setting" { ValueKind::Setting } else { ValueKind::SheetField };
    let keys: Vec<String> = keys.split(", ").map(String::from).collect();
    let names = typed_values::key_for_typed_name_or_nearest_names(locale, "", kind, typed, &keys);
    join_with_commas(locale, &names.err().unwrap_or(keys))
}

/// Returns the names of a list of keys that a slot takes, as a list; keys without a name are left
/// out.
fn names_of_slot_keys(style: Style, system: &str, slot: &str, keys: &str) -> String {
    let kind = ValueKind::SlotWord(slot);
    let name = |key| typed_values::value_names(style.locale, system, kind, key);
    let names = keys.split(", ").filter_map(|key| name(key).into_iter().next());
    join_with_commas(style.locale, &names.collect::<Vec<_>>())
}

/// Sets the details that select a variant of the sentence, and the name of a condition that is one
/// of them.
fn set_variant_args(args: &mut FluentArgs<'static>, style: Style, refusal: &Refusal) {
    for name in ["why", "amount", "of", "kind", "because"] {
        let key = detail(refusal, name).map(|key| VariantKey(key));
        args.set(name, key.to_fluent_arg(&style));
    }
    let condition = detail(refusal, "because").map(|key| terms::condition_name(style.locale, key));
    args.set("condition", condition.to_fluent_arg(&style));
}

/// Sets the names of the game systems that a refusal tells of: those to choose from (`systems`),
/// its own (`rules`), and that of another fight (`elsewhere`).
fn set_game_system_name_args(args: &mut FluentArgs<'static>, style: Style, refusal: &Refusal) {
    let to_name = |key: &str| terms::system_name(style.locale, key);
    let to_names = |keys: &String| {
        join_with_commas(style.locale, &keys.split(", ").map(to_name).collect::<Vec<_>>())
    };
    args.set("systems", detail(refusal, "systems").map(to_names).to_fluent_arg(&style));
    args.set("rules", detail(refusal, "system").map(|key| to_name(key)).to_fluent_arg(&style));
    let elsewhere = detail(refusal, "elsewhere").map(|key| to_name(key));
    args.set("elsewhere", elsewhere.to_fluent_arg(&style));
}

/// Sets the command that was typed, the one nearest to it, and `command-…` for each command that a
/// sentence may suggest.
fn set_command_args(args: &mut FluentArgs<'static>, style: Style, refusal: &Refusal) {
    let command = |verb: &str| style.typed_command(&Command::new(&(style.escape_text)(verb)));
    for (name, source) in [("command", "verb"), ("nearest", "nearest")] {
        args.set(name, detail(refusal, source).map(|verb| command(verb)).to_fluent_arg(&style));
    }
    for verb in SUGGESTED_COMMANDS {
        args.set(format!("command-{verb}"), command(verb).to_fluent_arg(&style));
    }
}

/// Sets the details that are dates as dates in words, and the name of a weekday by its number.
fn set_date_and_weekday_args(args: &mut FluentArgs<'static>, style: Style, refusal: &Refusal) {
    for name in ["first", "second"] {
        let date = detail(refusal, name).and_then(|text| date_text(style.locale, text));
        if let Some(date) = date {
            args.set(name, date.to_fluent_arg(&style));
        }
    }
    let number = detail(refusal, "weekday").and_then(|text| text.parse::<u32>().ok());
    let weekday = number.map(|weekday| say!(style.locale, "weekday", weekday));
    args.set("weekday", weekday.to_fluent_arg(&style));
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

/// Returns a list of those who are awaited, in which the GM stands as within a sentence. No
/// combatant may be called like the GM.
fn join_awaited(style: Style, names: &str) -> String {
    let name_in_sentence = |name: &str| match name {
        "GM" => say!(style.locale, "awaited-gm"),
        _ => name.to_string(),
    };
    let names: Vec<String> = names.split(", ").map(name_in_sentence).collect();
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
