//! Texts that the program formats (commands, options, script lines, button ids) parse to the same
//! values again, whatever characters people put into them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use riposte::discord::custom_id::ButtonPayload;
use riposte::engine::core::command::{Command, quote_and_escape_text, split_tokens, split_words};
use riposte::fight_script::grammar::{ScriptAction, ScriptInput, Statement};
use riposte::fight_script::parse::parse_script;

/// Characters that have, or could have, a special meaning in some format.
const MARKS: &str = "\"'\\\\\\::== \n\t\r,#/|*[]{}!?npa1é🐺\u{a0}\u{2028}\u{85}";

/// Realistic values that contain special characters.
const SAMPLE_TEXTS: &[&str] = &[
    "",
    "'",
    "\"",
    "\\",
    "'Tis",
    "say \"hi\"",
    "back\\slash and",
    "ends in \\",
    "slot:value",
    "x:'y z",
    "x='y",
    " both ends ",
    "Old Wolf",
    "a\nb",
    "a\\nb",
    "Ana: /pass",
    "as:Ana # x",
    "attack target:\"Old Wolf\" text:'no'",
];

/// Generates texts that consist mostly of special characters.
fn any_text() -> impl Strategy<Value = String> {
    let marks: Vec<char> = MARKS.chars().collect();
    let letter = prop_oneof![9 => select(marks), 1 => any::<char>()];
    let special_text = vec(letter, 0..12).prop_map(String::from_iter);
    prop_oneof![3 => special_text, 1 => select(SAMPLE_TEXTS).prop_map(String::from)]
}

const NAMES: &[&str] = &["target", "worn.0", "hp_max", "field.name"];

fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![
        select(NAMES).prop_map(String::from),
        any_text().prop_filter("slots have names", |name| !name.is_empty()),
    ]
}

fn any_command() -> impl Strategy<Value = Command> {
    let verb = prop_oneof![3 => Just("attack".to_string()), 1 => any_text()];
    let slots = proptest::collection::btree_map(any_name(), any_text(), 0..5);
    (verb, slots).prop_map(|(verb, slots)| Command { verb, slots })
}

/// Parses a line of a script and returns its input, or `None` if the script has errors.
fn parse_script_line(line: &str) -> Option<ScriptInput> {
    let script = parse_script("x.fight", &format!("system dr12\n{line}\n")).ok()?;
    match &script.lines.as_slice() {
        [_, line] => match &line.statement {
            Statement::Input(input) => Some(input.clone()),
            other => panic!("{other:?}"),
        },
        lines => panic!("{lines:?}"),
    }
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 4000, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn commands_round_trip_on_one_line(command in any_command()) {
        let text = command.to_string();
        prop_assert_eq!(Command::parse(&text), Some(command), "{}", text);
        prop_assert!(!text.contains('\n'), "{}", text);
    }

    #[test]
    fn commands_within_commands_round_trip(command in any_command()) {
        let outer = Command::new("queue-add").with("act", &command);
        let parsed = Command::parse(&outer.to_string());
        let inner = parsed.and_then(|outer| Command::parse(outer.get("act")));
        prop_assert_eq!(inner, Some(command), "{}", outer);
    }

    /// In the option for other fields, fields may also be separated by commas.
    #[test]
    fn fields_round_trip(slots in vec((any_name(), any_text()), 0..5)) {
        let field = |(name, value): &(String, String)| {
            format!("{}={}", quote_and_escape_text(name, '"'), quote_and_escape_text(value, '"'))
        };
        let text = slots.iter().map(field).collect::<Vec<_>>().join(", ");
        let tokens = split_tokens(&text, |letter| letter.is_whitespace() || letter == ',').unwrap();
        let pairs = tokens.iter().map(|token| token.split_at_unquoted_separator('=').unwrap());
        let pairs: Vec<_> = pairs.map(|(name, value)| (name.into(), value.into())).collect();
        prop_assert_eq!(pairs, slots, "{}", text);
    }

    #[test]
    fn quoted_texts_round_trip(text in any_text(), quote in select(vec!['"', '\''])) {
        let quoted = quote_and_escape_text(&text, quote);
        let words = split_words(&quoted).unwrap();
        prop_assert_eq!(words.len(), 1, "{}", quoted);
        prop_assert_eq!(&words[0].text, &text, "{}", quoted);
    }

    #[test]
    fn script_commands_round_trip(actor in any_text(), command in any_command()) {
        let line = format!("{}: /{command}", quote_and_escape_text(&actor, '"'));
        let action = ScriptAction::Command(command);
        prop_assert_eq!(parse_script_line(&line), Some(ScriptInput { actor, action }), "{}", line);
    }

    #[test]
    fn script_presses_and_forms_round_trip(actor in any_text(), command in any_command()) {
        let quoted_actor = quote_and_escape_text(&actor, '"');
        let slots = riposte::engine::core::command::format_slots(&command.slots);
        let line = format!("{quoted_actor}: [Parry] {quoted_actor}{slots} # a comment");
        let (button, addressee) = ("Parry".to_string(), Some(actor.clone()));
        let action = match command.slots.is_empty() {
            true => ScriptAction::Press { button, addressee },
            false => {
                let slots = command.slots.into_iter().collect();
                ScriptAction::Form { button, addressee, slots }
            }
        };
        prop_assert_eq!(parse_script_line(&line), Some(ScriptInput { actor, action }), "{}", line);
    }

    /// Slots of buttons are slots of commands, whose names have no special characters.
    #[test]
    fn button_payloads_round_trip(
        values in vec(any_text(), 0..4),
        actor_name in proptest::option::of(any_text()),
    ) {
        let slots = ["target", "weapon", "worn.0", "text"].map(String::from).into_iter();
        let slots = slots.zip(values).collect();
        let command = Command { verb: "attack".into(), slots };
        let payload = ButtonPayload { command, actor_name };
        let encoded = payload.encode();
        prop_assert_eq!(ButtonPayload::parse(&encoded), Some(payload), "{}", encoded);
    }
}

/// Commands also parse when they are typed in other ways than the program would format them.
#[test]
fn carelessly_typed_commands_parse() {
    let check = |text: &str, slots: &[(&str, &str)]| {
        let slots = slots.iter().map(|(slot, value)| (slot.to_string(), value.to_string()));
        let command = Command { verb: "attack".into(), slots: slots.collect() };
        assert_eq!(Command::parse(text), Some(command), "{text}");
    };
    check(" attack ", &[]);
    check("attack target:Old Wolf weapon:bow", &[("target", "Old Wolf"), ("weapon", "bow")]);
    check("attack target: Wolf", &[("target", "Wolf")]);
    check("attack target:O'Brien text:'no way'", &[("target", "O'Brien"), ("text", "no way")]);
    check("attack \"target:Old Wolf\"", &[("target", "Old Wolf")]);
    check(r"attack text:C:\new\x", &[("text", r"C:\new\x")]);
    check(r#"attack text:"C:\x""#, &[("text", r"C:\x")]);
    check("attack text:said \"no way\" to him", &[("text", "said no way to him")]);
    for text in ["", "attack Wolf", "attack text:\"open", "attack text:'open", "attack :x"] {
        assert_eq!(Command::parse(text), None, "{text}");
    }
}
