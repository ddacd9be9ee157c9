//! Text on its way to Discord: escaped, and cut to what Discord takes.

use super::LOCALE;
use narration::catalogue::Set;
use narration::say;

/// Names and texts of users as plain text: no markdown, no mentions.
pub fn escaped(text: &str) -> String {
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
            turning if turns(turning) => {}
            other => safe.push(other),
        }
    }
    safe
}

/// What is to be compared or copied, letter by letter.
pub fn code(text: &str) -> Set {
    Set(format!("`{text}`"))
}

/// What turns the text after it around: nobody would read what is meant.
fn turns(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// At most so many characters, the last of them "…" where something is missing; nothing in it that
/// turns text around, since labels are raw.
pub fn cut(text: &str, most: usize) -> String {
    let letters = || text.chars().filter(|letter| !turns(*letter));
    if letters().count() <= most {
        return letters().collect();
    }
    let mut kept: String = letters().take(most.saturating_sub(1)).collect();
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
pub fn fitting(lines: &[String], most: usize) -> String {
    let length = |line: &String| line.chars().count() + 1;
    let whole = |lines: &[String]| lines.iter().map(length).sum::<usize>();
    if whole(lines) <= most + 1 {
        return lines.join("\n");
    }
    let longest = lines.iter().map(length).max().unwrap_or(0);
    let share = (most + longest).saturating_sub(whole(lines)).max(most / 2);
    let lines: Vec<String> = lines.iter().map(|line| cut(line, share)).collect();
    if whole(&lines) <= most + 1 {
        return lines.join("\n");
    }
    let more = |count: usize| say!(LOCALE, "and-more", count);
    let mut room = most.saturating_sub(more(999).len());
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
        assert_eq!(escaped("**Bo_b**"), r"\*\*Bo\_b\*\*");
        assert_eq!(escaped("<@12> @everyone"), "\\<@\u{200b}12\\> @\u{200b}everyone");
        assert_eq!(escaped("a\nb"), "a b");
    }

    #[test]
    fn cuts_at_characters() {
        assert_eq!(cut("Größe", 5), "Größe");
        assert_eq!(cut("Größen", 5), "Größ…");
        assert_eq!(cut(r"ab\*cd", 4), "ab…");
        assert_eq!(cut("👩‍👧 abc", 3).chars().count(), 3);
        assert_eq!(cut("Gate\u{202e}draY", 20), "GatedraY");
    }

    #[test]
    fn whole_lines_or_none() {
        let lines = |n: usize| (0..n).map(|n| format!("line {n}")).collect::<Vec<_>>();
        assert_eq!(fitting(&lines(2), 13), "line 0\nline 1");
        assert_eq!(fitting(&lines(9), 30), "line 0\nline 1\n… and 7 more");
        let long = [vec!["x".repeat(90)], lines(2)].concat();
        assert_eq!(fitting(&long, 60), format!("{}…\nline 0\nline 1", "x".repeat(45)));
        let many = [lines(9), vec!["x".repeat(90)]].concat();
        assert_eq!(fitting(&many, 30), "line 0\nline 1\n… and 8 more");
        assert!(fitting(&lines(500), 100).chars().count() <= 100);
    }
}
