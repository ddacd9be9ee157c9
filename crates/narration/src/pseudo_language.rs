//! The pseudo-language `xx`: English made longer, with accents and marks of direction. It stands in
//! for all translations in tests, and shows which text does not come from the catalogue.

/// The tag of the pseudo-language, which no language of people has.
pub const TAG: &str = "xx";

/// The mark that begins each sentence: a right-to-left mark, which shows nothing.
pub const DIRECTION_MARK: char = '\u{200f}';

/// Entries with these prefixes stay English: Discord allows names of commands few letters, and what
/// people type is read by its letters.
const TYPED_PREFIXES: [&str; 4] = ["command-", "option-", "also-", "language-"];

/// Returns a file of the catalogue in the pseudo-language. It changes the text, line by line, and
/// leaves keys, variants and what stands in braces or between backticks.
pub fn translate(file: &str) -> String {
    let mut translated = String::with_capacity(file.len() * 2);
    let mut is_typed = false;
    for line in file.lines() {
        let (start, text) = split_key_from_text(line);
        let is_message = start.trim_end().ends_with('=') && !start.starts_with(' ');
        if is_message {
            is_typed = TYPED_PREFIXES.iter().any(|prefix| start.starts_with(prefix));
        }
        translated.push_str(start);
        if is_typed || line.starts_with('#') {
            translated.push_str(text);
        } else {
            if start.ends_with("= ") && !text.starts_with('{') {
                translated.push(DIRECTION_MARK);
            }
            translated.push_str(&translate_line(text));
        }
        translated.push('\n');
    }
    translated
}

/// Splits a line behind what is no text: the key of an entry or attribute, or that of a variant.
fn split_key_from_text(line: &str) -> (&str, &str) {
    let is_key = |key: &str| {
        !key.is_empty()
            && key.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter))
    };
    if let Some((key, _)) = line.split_once(" = ")
        && is_key(key.trim_start())
    {
        return line.split_at(key.len() + " = ".len());
    }
    // The text of the entry begins on the next line.
    if line.strip_suffix(" =").is_some_and(|key| is_key(key.trim_start())) {
        return (line, "");
    }
    let indented = line.trim_start();
    if indented.starts_with(['[', '*'])
        && let Some(end) = line.find("] ")
    {
        return line.split_at(end + "] ".len());
    }
    line.split_at(line.len() - indented.len())
}

/// Translates the text of a line outside of braces and backticks.
fn translate_line(text: &str) -> String {
    let mut translated = String::with_capacity(text.len() * 2);
    let mut brace_depth = 0_u32;
    // Code may begin before braces and end behind them.
    let mut is_code = false;
    for part in text.split_inclusive(['{', '}']) {
        // A `}` at depth 0 closes braces that an earlier line has opened.
        let is_in_braces = brace_depth > 0 || part.ends_with('}');
        if is_in_braces {
            translated.push_str(part);
        } else {
            translated.push_str(&translate_prose(part, &mut is_code));
        }
        if part.ends_with('{') {
            brace_depth += 1;
        } else if part.ends_with('}') {
            brace_depth = brace_depth.saturating_sub(1);
        }
    }
    translated
}

/// Returns whether a text has the mark or letters of the pseudo-language, which English has not.
pub fn is_translated(text: &str) -> bool {
    text.contains(|letter: char| letter == DIRECTION_MARK || "áéíöüçñšýÅËÏØÜ".contains(letter))
}

/// Returns the words of a text that are still English: they have letters which the pseudo-language
/// writes otherwise. Names that people gave, what is typed (between backticks, `/act`), blanks to
/// fill in (`{name}`) and the marks of the chat service (`<t:1:R>`, links) are left out.
pub fn list_untranslated_words(text: &str, names: &[String]) -> Vec<String> {
    let prose = remove_typed_text_and_marks(&remove_names(text, names));
    let is_part = |letter: char| letter.is_alphanumeric() || "'’".contains(letter);
    let words = prose.split(|letter: char| !is_part(letter));
    let words =
        words.filter(|word| !word.starts_with("http") && word.contains(char::is_alphabetic));
    words.filter(|word| word.contains(is_english_letter)).map(String::from).collect()
}

/// Replaces every name in a text by a space, the longest name first.
fn remove_names(text: &str, names: &[String]) -> String {
    let mut longest_first: Vec<&String> = names.iter().filter(|name| !name.is_empty()).collect();
    longest_first.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut rest = text.to_string();
    for name in longest_first {
        rest = rest.replace(name.as_str(), " ");
    }
    rest
}

/// Removes what is typed (between backticks, `/act`), the marks of the chat service and blanks to
/// fill in.
fn remove_typed_text_and_marks(text: &str) -> String {
    // Every other piece stands outside of backticks, the first one included.
    let mut prose = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    for (start, end) in [("<", ">"), ("](", ")"), ("{", "}")] {
        prose = remove_between(&prose, start, end);
    }
    let is_command = |word: &&str| word.starts_with('/') && word.len() > 1;
    let words: Vec<&str> = prose.split_whitespace().filter(|word| !is_command(word)).collect();
    words.join(" ")
}

/// Returns whether a letter is a vowel that the pseudo-language writes otherwise. Other letters
/// change with the case: a sentence may begin with a small `s` that was a capital.
fn is_english_letter(letter: char) -> bool {
    "aeiouAEIOU".contains(letter)
}

/// Removes what stands between two marks, with the marks.
fn remove_between(text: &str, start: &str, end: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(start) {
        kept.push_str(before);
        kept.push(' ');
        match after.split_once(end) {
            Some((_, after)) => rest = after,
            None => {
                kept.push_str(after);
                return kept;
            }
        }
    }
    kept.push_str(rest);
    kept
}

/// Translates words that stand alone, such as names.
pub fn translate_words(text: &str) -> String {
    translate_prose(text, &mut false)
}

/// Gives letters accents and doubles some vowels, so that text grows by about a third. What stands
/// between backticks stays; `is_code` says whether the text begins there, and then whether it ends
/// there.
fn translate_prose(text: &str, is_code: &mut bool) -> String {
    let mut translated = String::with_capacity(text.len() * 2);
    for letter in text.chars() {
        if letter == '`' {
            *is_code = !*is_code;
        }
        match letter {
            _ if *is_code => translated.push(letter),
            'a' => translated.push_str("áá"),
            'e' => translated.push_str("éé"),
            'i' => translated.push('í'),
            'o' => translated.push_str("öö"),
            'u' => translated.push('ü'),
            'c' => translated.push('ç'),
            'n' => translated.push('ñ'),
            's' => translated.push('š'),
            'y' => translated.push('ý'),
            'A' => translated.push('Å'),
            'E' => translated.push('Ë'),
            'I' => translated.push('Ï'),
            'O' => translated.push('Ø'),
            'U' => translated.push('Ü'),
            _ => translated.push(letter),
        }
    }
    translated
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_words_are_found_beside_translated_ones() {
        let names = ["Ana".to_string()];
        let list = |text: &str| list_untranslated_words(text, &names);
        assert_eq!(list("Ana: ïñ gátéé `/act go` <t:1:R> HP 2d6 [lïñk](https://a.b)"), [""; 0]);
        assert_eq!(list("ïñ hand: sword at 15, Anabel"), ["hand", "sword", "at", "bel"]);
    }

    #[test]
    fn text_is_translated_and_typed_words_stay() {
        let file = "lost = { $count ->\n    [one] one `/act go:` { $lost }\n   \
                    *[other] no{ \" \" }\n}: on\n";
        let expected = "lost = { $count ->\n    [one] ööñéé `/act go:` { $lost }\n   \
                        *[other] ñöö{ \" \" }\n}: ööñ\n";
        assert_eq!(translate(file), expected);
        assert_eq!(
            translate("command-go = go\n    .about = Go\n"),
            "command-go = go\n    .about = Go\n"
        );
        assert_eq!(translate("ended = Gone.\n"), "ended = \u{200f}Gööñéé.\n");
        assert_eq!(translate("# One = two\n"), "# One = two\n");
    }
}
