//! What the program writes of what people say is read back as it was, whatever stands in it.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use riposte::discord::custom_id::ButtonPayload;
use riposte::engine::core::command::{Command, quote_text, split_tokens, split_words};
use riposte::fight_script::grammar::{ScriptAction, ScriptInput, Statement};
use riposte::fight_script::parse::parse_script;

/// What has a meaning of its own somewhere, or could.
const MARKS: &str = "\"'\\\\\\::== \n\t\r,#/|*[]{}!?npa1é🐺\u{a0}\u{2028}\u{85}";

/// What people might well say.
const SAYINGS: &[&str] = &[
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

/// Any text, most of it of such marks.
fn any_text() -> impl Strategy<Value = String> {
    let marks: Vec<char> = MARKS.chars().collect();
    let letter = prop_oneof![9 => select(marks), 1 => any::<char>()];
    let of_letters = vec(letter, 0..12).prop_map(String::from_iter);
    prop_oneof![3 => of_letters, 1 => select(SAYINGS).prop_map(String::from)]
}

const NAMES: &[&str] = &["target", "worn.0", "hp_max", "field.name"];

fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![
        select(NAMES).prop_map(String::from),
        any_text().prop_filter("slots have names", |name| !name.is_empty()),
    ]
}

fn any_words() -> impl Strategy<Value = Command> {
    let verb = prop_oneof![3 => Just("attack".to_string()), 1 => any_text()];
    let slots = proptest::collection::btree_map(any_name(), any_text(), 0..5);
    (verb, slots).prop_map(|(verb, slots)| Command { verb, slots })
}

/// A saying in a script, as it is read.
fn said(line: &str) -> Option<ScriptInput> {
    let script = parse_script("x.fight", &format!("system dr12\n{line}\n")).ok()?;
    match &script.lines.as_slice() {
        [_, line] => match &line.statement {
            Statement::Input(saying) => Some(saying.clone()),
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
    fn words(words in any_words()) {
        let text = words.to_string();
        prop_assert_eq!(Command::parse(&text), Some(words), "{}", text);
        prop_assert!(!text.contains('\n'), "{}", text);
    }

    #[test]
    fn words_within_words(words in any_words()) {
        let outer = Command::new("queue-add").with("act", &words);
        let read = Command::parse(&outer.to_string());
        let inner = read.and_then(|outer| Command::parse(outer.get("act")));
        prop_assert_eq!(inner, Some(words), "{}", outer);
    }

    /// As the option for other fields is filled: with commas as gaps as well.
    #[test]
    fn fields(slots in vec((any_name(), any_text()), 0..5)) {
        let field = |(name, value): &(String, String)| {
            format!("{}={}", quote_text(name, '"'), quote_text(value, '"'))
        };
        let text = slots.iter().map(field).collect::<Vec<_>>().join(", ");
        let tokens = split_tokens(&text, |letter| letter.is_whitespace() || letter == ',').unwrap();
        let pairs = tokens.iter().map(|token| token.split_at_separator('=').unwrap());
        let pairs: Vec<_> = pairs.map(|(name, value)| (name.into(), value.into())).collect();
        prop_assert_eq!(pairs, slots, "{}", text);
    }

    #[test]
    fn quotes(text in any_text(), quote in select(vec!['"', '\''])) {
        let quoted = quote_text(&text, quote);
        let read = split_words(&quoted).unwrap();
        prop_assert_eq!(read.len(), 1, "{}", quoted);
        prop_assert_eq!(&read[0].text, &text, "{}", quoted);
    }

    #[test]
    fn lines_of_scripts(actor in any_text(), words in any_words()) {
        let line = format!("{}: /{words}", quote_text(&actor, '"'));
        let action = ScriptAction::Command(words);
        prop_assert_eq!(said(&line), Some(ScriptInput { actor, action }), "{}", line);
    }

    #[test]
    fn answers_in_scripts(actor in any_text(), words in any_words()) {
        let whom = quote_text(&actor, '"');
        let slots = riposte::engine::core::command::format_slots(&words.slots);
        let line = format!("{whom}: [Parry] {whom}{slots} # a comment");
        let (button, addressee) = ("Parry".to_string(), Some(actor.clone()));
        let action = match words.slots.is_empty() {
            true => ScriptAction::Press { button, addressee },
            false => ScriptAction::Form { button, addressee, slots: words.slots.into_iter().collect() },
        };
        prop_assert_eq!(said(&line), Some(ScriptInput { actor, action }), "{}", line);
    }

    /// Slots on buttons are those of commands: names without marks.
    #[test]
    fn buttons(values in vec(any_text(), 0..4), acting_as in proptest::option::of(any_text())) {
        let slots = ["target", "weapon", "worn.0", "text"].map(String::from).into_iter();
        let slots = slots.zip(values).collect();
        let said = ButtonPayload { command: Command { verb: "attack".into(), slots }, acting_as };
        prop_assert_eq!(ButtonPayload::parse(&said.encode()), Some(said.clone()), "{}", said.encode());
    }
}

/// What people type need not be what the program would write.
#[test]
fn what_is_typed_may_be_careless() {
    let check = |text: &str, slots: &[(&str, &str)]| {
        let slots = slots.iter().map(|(slot, value)| (slot.to_string(), value.to_string()));
        let words = Command { verb: "attack".into(), slots: slots.collect() };
        assert_eq!(Command::parse(text), Some(words), "{text}");
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
