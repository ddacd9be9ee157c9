//! Reads the Markdown that messages are written in as spans, which a page shows without any markup.

use serde::Serialize;

use narration::dice_marks::{DieFate, DieMark, MarkRendering, resolve_marks};

/// Breaks links and mentions in a chat. A page has neither, and does without it.
const ZERO_WIDTH_SPACE: char = '\u{200b}';
/// Begins a line in small print.
const SMALL_PRINT: &str = "-# ";

/// A piece of a line of text. In JSON, plain text is a string and all else an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum TextSpan {
    Plain(String),
    Bold {
        bold: String,
    },
    Code {
        code: String,
    },
    Struck {
        struck: String,
    },
    /// A die that fell, and what became of it.
    Die {
        die: u8,
        fate: &'static str,
    },
}

/// How the text at some place is written.
#[derive(Clone, Copy, Default)]
struct Emphasis {
    is_bold: bool,
    is_code: bool,
    is_struck: bool,
}

/// Collects spans; neighbours of one kind become one.
#[derive(Default)]
struct SpanWriter {
    spans: Vec<TextSpan>,
    text: String,
    emphasis: Emphasis,
}

impl SpanWriter {
    /// Ends the current span.
    fn end_span(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.text);
        self.spans.push(match self.emphasis {
            Emphasis { is_code: true, .. } => TextSpan::Code { code: text },
            Emphasis { is_struck: true, .. } => TextSpan::Struck { struck: text },
            Emphasis { is_bold: true, .. } => TextSpan::Bold { bold: text },
            Emphasis { .. } => TextSpan::Plain(text),
        });
    }

    /// Ends the current span, and turns an emphasis on or off for the next ones.
    fn toggle(&mut self, choose: fn(&mut Emphasis) -> &mut bool) {
        self.end_span();
        let is_set = choose(&mut self.emphasis);
        *is_set = !*is_set;
    }

    fn push_die(&mut self, die: DieMark) {
        self.end_span();
        let fate = match die.fate {
            DieFate::Kept => "kept",
            DieFate::Dropped => "dropped",
            DieFate::Hit => "hit",
            DieFate::Miss => "miss",
        };
        self.spans.push(TextSpan::Die { die: die.face, fate });
    }
}

/// Parses a line of a message into styled spans: bold, struck and code text, dice, and escaped
/// letters. A mark without its partner styles the rest of the line. The prefix of small print is
/// dropped. All other markup stays as it is typed.
pub fn parse_styled_text_and_dice(line: &str) -> Vec<TextSpan> {
    let keep_mark = |die: DieMark| die.to_char().to_string();
    // Each die becomes one letter, which the loop below turns into a picture.
    let line = resolve_marks(line, MarkRendering::Faces(&keep_mark));
    let line = line.strip_prefix(SMALL_PRINT).unwrap_or(&line);
    let mut writer = SpanWriter::default();
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_code = writer.emphasis.is_code;
        match letter {
            '`' => writer.toggle(|emphasis| &mut emphasis.is_code),
            '\\' if !is_code && letters.peek().is_some_and(char::is_ascii_punctuation) => {
                writer.text.extend(letters.next());
            }
            '*' if !is_code && letters.next_if_eq(&'*').is_some() => {
                writer.toggle(|emphasis| &mut emphasis.is_bold);
            }
            '~' if !is_code && letters.next_if_eq(&'~').is_some() => {
                writer.toggle(|emphasis| &mut emphasis.is_struck);
            }
            ZERO_WIDTH_SPACE => {}
            other => match DieMark::from_char(other) {
                Some(die) => writer.push_die(die),
                None => writer.text.push(other),
            },
        }
    }
    writer.end_span();
    writer.spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::text::escape_markdown;

    fn plain(text: &str) -> TextSpan {
        TextSpan::Plain(text.into())
    }

    #[test]
    fn markup_of_sentences_becomes_spans() {
        let spans = parse_styled_text_and_dice("-# **Mira** hits: ~~3~~ (`/roll`) *");
        let expected = [
            TextSpan::Bold { bold: "Mira".into() },
            plain(" hits: "),
            TextSpan::Struck { struck: "3".into() },
            plain(" ("),
            TextSpan::Code { code: "/roll".into() },
            plain(") *"),
        ];
        assert_eq!(spans, expected);
    }

    #[test]
    fn dice_become_spans_with_what_became_of_them() {
        let mark = |face, fate| DieMark { face, is_six_sided: true, fate }.to_char();
        let line = format!("2d6 {}{}", mark(5, DieFate::Hit), mark(1, DieFate::Dropped));
        let expected = [
            plain("2d6 "),
            TextSpan::Die { die: 5, fate: "hit" },
            plain("\u{2002}"),
            TextSpan::Die { die: 1, fate: "dropped" },
        ];
        assert_eq!(parse_styled_text_and_dice(&line), expected);
    }

    #[test]
    fn escaped_names_are_read_as_they_were_typed() {
        for name in [
            "**Bo_b**",
            "</script><script>alert(1)</script>",
            "<!-- @everyone `x` ~~y~~ -->",
            r"a\*b\\",
            "https://evil.example",
            "-# small",
        ] {
            let line = format!("**{}** waits", escape_markdown(name));
            let expected = [TextSpan::Bold { bold: name.into() }, plain(" waits")];
            assert_eq!(parse_styled_text_and_dice(&line), expected, "{name}");
        }
    }
}
