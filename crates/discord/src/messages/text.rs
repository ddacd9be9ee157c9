//! Prepares text for Discord: escapes it, and cuts it to Discord's limits.

use super::LOCALE;
use narration::catalogue::FormattedText;
use narration::say;

/// Escapes a text of a user so that it contains no markdown and no mentions.
pub fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '>' | '#' | '[' | ']' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            // A zero-width space breaks the mention.
            '@' => escaped.push_str("@\u{200b}"),
            '\n' | '\r' => escaped.push(' '),
            control if is_bidi_control(control) => {}
            other => escaped.push(other),
        }
    }
    escaped
}

/// Formats a text as code, for texts that people compare or copy exactly.
pub fn format_code(text: &str) -> FormattedText {
    FormattedText(format!("`{text}`"))
}

/// Returns whether a character changes the direction of the text after it, which could be used to
/// disguise a text.
fn is_bidi_control(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Cuts a text to `max` characters, the last of them "…" if something is missing. Also removes
/// direction controls, since labels are not escaped.
pub fn cut_to_length(text: &str, max: usize) -> String {
    let letters = || text.chars().filter(|letter| !is_bidi_control(*letter));
    if letters().count() <= max {
        return letters().collect();
    }
    let mut cut: String = letters().take(max.saturating_sub(1)).collect();
    // A backslash at the end would escape the "…".
    while cut.ends_with('\\') {
        cut.pop();
    }
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

/// Joins as many whole lines as fit into `max` characters, and says how many are missing. A line
/// that would leave little room for the others is cut.
pub fn fit_lines(lines: &[String], max: usize) -> String {
    let length = |line: &String| line.chars().count() + 1;
    let total_length = |lines: &[String]| lines.iter().map(length).sum::<usize>();
    if total_length(lines) <= max + 1 {
        return lines.join("\n");
    }
    let longest = lines.iter().map(length).max().unwrap_or(0);
    let max_line = (max + longest).saturating_sub(total_length(lines)).max(max / 2);
    let lines: Vec<String> = lines.iter().map(|line| cut_to_length(line, max_line)).collect();
    if total_length(&lines) <= max + 1 {
        return lines.join("\n");
    }
    let format_missing = |count: usize| say!(LOCALE, "and-more", count);
    let mut remaining = max.saturating_sub(format_missing(999).len());
    let fits = |line: &&String| {
        let fits = length(line) <= remaining;
        remaining = remaining.saturating_sub(length(line));
        fits
    };
    let kept_count = lines.iter().take_while(fits).count();
    format!("{}\n{}", lines[..kept_count].join("\n"), format_missing(lines.len() - kept_count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_users_is_escaped() {
        assert_eq!(escape_markdown("**Bo_b**"), r"\*\*Bo\_b\*\*");
        assert_eq!(escape_markdown("<@12> @everyone"), "\\<@\u{200b}12\\> @\u{200b}everyone");
        assert_eq!(escape_markdown("a\nb"), "a b");
    }

    #[test]
    fn text_is_cut_between_characters() {
        assert_eq!(cut_to_length("Größe", 5), "Größe");
        assert_eq!(cut_to_length("Größen", 5), "Größ…");
        assert_eq!(cut_to_length(r"ab\*cd", 4), "ab…");
        assert_eq!(cut_to_length("👩‍👧 abc", 3).chars().count(), 3);
        assert_eq!(cut_to_length("Gate\u{202e}draY", 20), "GatedraY");
    }

    #[test]
    fn only_whole_lines_are_kept() {
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
