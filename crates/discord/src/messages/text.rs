//! Text on its way to Discord: escaped, and cut to what Discord takes.

use super::LOCALE;
use narration::catalogue::FormattedText;
use narration::say;

/// Names and texts of users as plain text: no markdown, no mentions.
pub fn escape_markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '>' | '#' | '[' | ']' => {
                safe.push('\\');
                safe.push(letter);
            }
            // A zero-width space: the word is no mention any more.
            '@' => safe.push_str("@\u{200b}"),
            '\n' | '\r' => safe.push(' '),
            turning if is_bidi_control(turning) => {}
            other => safe.push(other),
        }
    }
    safe
}

/// What is to be compared or copied, letter by letter.
pub fn format_code(text: &str) -> FormattedText {
    FormattedText(format!("`{text}`"))
}

/// What turns the text after it around: nobody would read what is meant.
fn is_bidi_control(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// At most so many characters, the last of them "…" where something is missing; nothing in it that
/// turns text around, since labels are raw.
pub fn cut_to_length(text: &str, max: usize) -> String {
    let letters = || text.chars().filter(|letter| !is_bidi_control(*letter));
    if letters().count() <= max {
        return letters().collect();
    }
    let mut kept: String = letters().take(max.saturating_sub(1)).collect();
    // A lone backslash at the end would escape the mark.
    while kept.ends_with('\\') {
        kept.pop();
    }
    kept.truncate(kept.trim_end().len());
    kept.push('…');
    kept
}

/// As many whole lines as fit, and how many are missing. One that would leave little room for the
/// others is cut.
pub fn fit_lines(lines: &[String], max: usize) -> String {
    let length = |line: &String| line.chars().count() + 1;
    let whole = |lines: &[String]| lines.iter().map(length).sum::<usize>();
    if whole(lines) <= max + 1 {
        return lines.join("\n");
    }
    let longest = lines.iter().map(length).max().unwrap_or(0);
    let share = (max + longest).saturating_sub(whole(lines)).max(max / 2);
    let lines: Vec<String> = lines.iter().map(|line| cut_to_length(line, share)).collect();
    if whole(&lines) <= max + 1 {
        return lines.join("\n");
    }
    let more = |count: usize| say!(LOCALE, "and-more", count);
    let mut room = max.saturating_sub(more(999).len());
    let fits = |line: &&String| {
        let fits = length(line) <= room;
        room = room.saturating_sub(length(line));
        fits
    };
    let kept = lines.iter().take_while(fits).count();
    format!("{}\n{}", lines[..kept].join("\n"), more(lines.len() - kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_users_is_markdown_or_a_mention() {
        assert_eq!(escape_markdown("**Bo_b**"), r"\*\*Bo\_b\*\*");
        assert_eq!(escape_markdown("<@12> @everyone"), "\\<@\u{200b}12\\> @\u{200b}everyone");
        assert_eq!(escape_markdown("a\nb"), "a b");
    }

    #[test]
    fn cuts_at_characters() {
        assert_eq!(cut_to_length("Größe", 5), "Größe");
        assert_eq!(cut_to_length("Größen", 5), "Größ…");
        assert_eq!(cut_to_length(r"ab\*cd", 4), "ab…");
        assert_eq!(cut_to_length("👩‍👧 abc", 3).chars().count(), 3);
        assert_eq!(cut_to_length("Gate\u{202e}draY", 20), "GatedraY");
    }

    #[test]
    fn whole_lines_or_none() {
        let lines = |n: usize| (0..n).map(|n| format!("line {n}")).collect::<Vec<_>>();
        assert_eq!(fit_lines(&lines(2), 13), "line 0\nline 1");
        assert_eq!(fit_lines(&lines(9), 30), "line 0\nline 1\n… and 7 more");
        let long = [vec!["x".repeat(90)], lines(2)].concat();
        assert_eq!(fit_lines(&long, 60), format!("{}…\nline 0\nline 1", "x".repeat(45)));
        let many = [lines(9), vec!["x".repeat(90)]].concat();
        assert_eq!(fit_lines(&many, 30), "line 0\nline 1\n… and 8 more");
        assert!(fit_lines(&lines(500), 100).chars().count() <= 100);
    }
}
