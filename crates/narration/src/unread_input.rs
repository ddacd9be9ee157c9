//! Explains why input cannot be parsed. The messages of the JSON and TOML parsers name types of the
//! code: "invalid type: string, expected u8".

use super::catalogue::{FormattedText, TextContext as _, VariantKey, say};
use super::{Style, join_with_commas, terms};
use engine::core::command::Refusal;

/// Returns a sentence for a refusal's `reason`: which field is wrong, and what it takes. Returns
/// `None` without a reason.
pub fn explain_parse_error(style: Style, refusal: &Refusal) -> Option<String> {
    let detail = |name: &str| refusal.details.get(name).map(String::as_str);
    let reason = detail("reason")?;
    if let Some(sentence) = detail("fault").and_then(|fault| fault_sentence(style, fault, refusal))
    {
        return Some(sentence);
    }
    let field = detail("slot").map(|path| terms::sheet_path_name(style.locale, path));
    // Such as: unknown variant `glad`, expected one of `fighting`, `fleeing`
    let (problem, expected) = reason.split_once(", expected ").unwrap_or((reason, ""));
    let (fault, found) = problem.split_once(['`', ':']).unwrap_or((problem, ""));
    let found_name = found.trim_end_matches('`');
    Some(match fault.trim_end() {
        "unknown variant" => {
            let names = backticked_names(style, expected, choice_name_formatter(style, refusal));
            say!(style, "unread-choice", field, found = found_name, names)
        }
        "unknown field" => {
            let names = backticked_names(style, expected, str::to_owned);
            say!(style, "unread-no-field", found = found_name, names)
        }
        "missing field" if found_name == "sheet" => say!(style, "unread-no-sheet"),
        "missing field" => say!(style, "unread-missing", found = found_name),
        "duplicate field" => {
            fault_sentence(style, "twice", &refusal.clone().with("value", found_name))?
        }
        "number out of range" | "JSON number out of range" => {
            fault_sentence(style, "too-big", refusal)?
        }
        "invalid type" | "invalid value" | "invalid length" => {
            let bounds = bounds_of_integer_type(expected);
            let kind = if bounds.is_some() { "number" } else { expected_kind_key(expected) };
            let (takes, (least, most)) = (VariantKey(kind), bounds.unzip());
            say!(style, "unread-takes", field, takes, least, most, found = found_value(found))
        }
        // Messages of our own types are written for people.
        "" => say!(style, "unread-told", field, text = reason),
        _ => say!(style, "unread-unreadable"),
    })
}

/// Returns the sentence for a fault that the parser of a file is known to find. `None` for an
/// unknown fault.
fn fault_sentence(style: Style, fault: &str, refusal: &Refusal) -> Option<String> {
    let detail = |name: &str| refusal.details.get(name).map(String::as_str);
    let found = detail("value");
    Some(match fault {
        "twice" => {
            let (first, second) = (detail("first_line"), detail("line"));
            say!(style, "unread-twice", found, first, second)
        }
        "too-big" => say!(style, "unread-too-big", found),
        "curly" => say!(style, "unread-curly", found),
        "unquoted" => say!(style, "unread-unquoted", found),
        "csv" => say!(style, "unread-csv"),
        "colon" => say!(style, "unread-colon"),
        "json" => say!(style, "unread-json"),
        "comma" => say!(style, "unread-comma"),
        "single" => say!(style, "unread-single"),
        "cut-off" => say!(style, "unread-cut-off"),
        _ => return None,
    })
}

/// Returns the names between backticks, as `name_of` says them.
fn backticked_names(
    style: Style,
    expected: &str,
    name_of: impl Fn(&str) -> String,
) -> FormattedText {
    let names = expected.split('`').skip(1).step_by(2);
    let names: Vec<String> = names.map(|name| style.escape(&name_of(name))).collect();
    FormattedText(join_with_commas(style.locale, &names))
}

/// Returns a function that names the choices of a sheet's field: sides by their names, and where
/// the value was typed other keys by theirs, which are taken in its place. Files take keys.
fn choice_name_formatter(style: Style, refusal: &Refusal) -> impl Fn(&str) -> String {
    let field = refusal.details.get("slot").map_or("", String::as_str);
    let is_typed = refusal.details.contains_key("value");
    move |key| match field {
        "side" | "faction" => terms::group_name(style.locale, key),
        _ if is_typed => {
            let field = field.rsplit('.').next().unwrap_or(field);
            terms::sheet_value_text(style.locale, field, key)
        }
        _ => terms::key_to_words(key),
    }
}

/// Returns the value that was found, if it is a single one: `string "longsword"`, ``integer `300`
/// ``.
fn found_value(found: &str) -> Option<&str> {
    let start = found.find(['"', '`'])?;
    let end = found.rfind(['"', '`'])?;
    found.get(start + 1..end)
}

/// Returns the least and the greatest value of an integer type; `None` for other types.
fn bounds_of_integer_type(expected: &str) -> Option<(i64, i64)> {
    Some(match expected {
        "u8" => (0, u8::MAX.into()),
        "i8" => (i8::MIN.into(), i8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "u32" | "u64" | "usize" => (0, u32::MAX.into()),
        _ => return None,
    })
}

/// Returns the key of the kind of value that serde expected: a truth value, a word, a list or a
/// table.
fn expected_kind_key(expected: &str) -> &'static str {
    match expected {
        "a boolean" => "truth",
        "a string" | "a borrowed string" | "string or map" | "variant identifier" => "word",
        list if list.starts_with("a sequence") || list.starts_with("a tuple") => "list",
        _ => "table",
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PLAIN, explain_refusal};
    use super::*;

    #[track_caller]
    fn assert_explained(slot: &str, reason: &str, expected: &str) {
        let unread = Refusal::parse_error(reason);
        let unread = if slot.is_empty() { unread } else { unread.with("slot", slot) };
        assert_eq!(explain_refusal(PLAIN, &unread), expected);
    }

    #[test]
    fn unread_field_is_explained_with_what_it_takes() {
        for (slot, reason, expected) in [
            (
                "hp_max",
                r#"invalid type: string "many", expected u8"#,
                "Max HP takes a whole number from 0 to 255, not “many”.",
            ),
            (
                "str",
                "invalid value: integer `300`, expected i8",
                "STR takes a whole number from -128 to 127, not “300”.",
            ),
            (
                "leader",
                r#"invalid type: string "often", expected a boolean"#,
                "Leader takes `true` or `false`, not “often”.",
            ),
            (
                "hands",
                r#"invalid type: string "longsword", expected a sequence"#,
                "Hands takes a list, like `claws, bite`, not “longsword”.",
            ),
            ("hp", "invalid type: map, expected u8", "HP takes a whole number from 0 to 255."),
            (
                "mood",
                "unknown variant `glad`, expected one of `fighting`, `fleeing`",
                "Mood cannot be “glad”. Choose one of: fighting, fleeing.",
            ),
        ] {
            assert_explained(slot, reason, expected);
        }
    }

    #[test]
    fn known_fault_of_a_file_is_explained_with_what_was_found() {
        let fault = |fault: &str, value: &str| {
            Refusal::parse_error("?").with("fault", fault).with("value", value)
        };
        for (refusal, expected) in [
            (
                fault("twice", "hp").with("line", 7).with("first_line", 4),
                "The field “hp” is there twice, in lines 4 and 7. Keep one of them.",
            ),
            (fault("twice", "hp").with("line", 7), "The field “hp” is there twice."),
            (fault("too-big", "1e999"), "“1e999” is too big: no field takes such a number."),
            (
                fault("curly", "”"),
                "The quotation mark ” is curly. Use straight ones, like in \"longsword\".",
            ),
            (
                fault("unquoted", "longsword"),
                "Text needs quotation marks: \"longsword\" in place of longsword.",
            ),
            (
                fault("csv", ""),
                "This is a table (CSV). Send TOML, with each field in a line of its own, like \
                 hp = 7, or JSON.",
            ),
            (
                fault("colon", ""),
                "A field and its value have = between them, not a colon, like in hp = 7.",
            ),
            (fault("cut-off", ""), "The file ends too soon: has it arrived whole?"),
        ] {
            assert_eq!(explain_refusal(PLAIN, &refusal), expected);
        }
    }

    #[test]
    fn unread_file_is_explained_with_its_fault() {
        for (reason, expected) in [
            (
                "unknown field `hand`, expected `hands` or `weapon`",
                "There is no field “hand” here. There are: hands, weapon.",
            ),
            ("missing field `damage`", "The field “damage” is missing."),
            (
                "missing field `sheet`",
                "There is no sheet in it: write its fields below a line with [sheet], like hp = 7, \
                 or name an archetype, like from = \"warrior\".",
            ),
            ("duplicate field `hp`", "The field “hp” is there twice."),
            (
                r#"invalid type: string "two", expected u8"#,
                "This takes a whole number from 0 to 255, not “two”.",
            ),
            (
                "`many` is not dice: write for example d8, 2d6 or d4+1",
                "`many` is not dice: write for example d8, 2d6 or d4+1.",
            ),
            (
                "EOF while parsing a value",
                "I cannot read this: perhaps a quotation mark, a comma or a bracket is missing.",
            ),
        ] {
            assert_explained("", reason, expected);
        }
    }
}
