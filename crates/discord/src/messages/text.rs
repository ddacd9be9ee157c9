//! Prepares text for Discord: escapes it, and cuts it to Discord's limits.

use super::reader_locale;
use narration::catalogue::FormattedText;
use narration::dice_marks::is_mark;
use narration::newcomers::number_ranges;
use narration::{join_with_commas, say};

/// Breaks a mention or a link where it stands, and is not seen.
const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// Escapes a text of a user so that it contains no markdown, no mentions, no links and no invites.
pub fn escape_markdown(text: &str) -> String {
    text.split_inclusive(char::is_whitespace).map(escape_word).collect()
}

/// Escapes Markdown, mentions, links and line breaks in a word, and removes direction controls.
fn escape_word(word: &str) -> String {
    let mut escaped = String::with_capacity(word.len());
    let is_link = looks_like_link(word);
    for (index, letter) in word.char_indices() {
        match letter {
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '>' | '#' | '[' | ']' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            '@' => escaped.extend(['@', ZERO_WIDTH_SPACE]),
            '.' if is_link => escaped.extend(['.', ZERO_WIDTH_SPACE]),
            ':' if word[index..].starts_with("://") => escaped.extend([':', ZERO_WIDTH_SPACE]),
            '\n' | '\r' => escaped.push(' '),
            control if is_bidi_control(control) || is_mark(control) => {}
            other => escaped.push(other),
        }
    }
    escaped
}

/// Returns whether Discord may make a link of a word: `https://…`, `www.…`, or a host and a path
/// such as `discord.gg/abc`.
fn looks_like_link(word: &str) -> bool {
    let word = word.to_lowercase();
    let mut ends_of_hosts = word.match_indices(['/', '\\', ':', '?', '#']);
    word.contains("://")
        || word.contains("www.")
        || ends_of_hosts.any(|(index, _)| ends_with_host(&word[..index]))
}

/// Returns whether a text ends with the name of a host, such as `discord.gg`: something, a dot, and
/// a domain that begins with a letter.
fn ends_with_host(text: &str) -> bool {
    let is_no_part_of_host = |letter: char| !(letter.is_alphanumeric() || ".-".contains(letter));
    let host = text.rsplit(is_no_part_of_host).next().unwrap_or_default();
    let Some((name, domain)) = host.rsplit_once('.') else { return false };
    !name.is_empty() && domain.starts_with(char::is_alphabetic)
}

/// Joins names or other parts that are already formatted, as the reader's language joins a list.
pub fn join_names<T: AsRef<str>>(parts: &[T]) -> String {
    join_with_commas(reader_locale(), parts)
}

/// Formats numbers as ranges of consecutive ones: `1–3, 7`.
pub fn format_number_ranges(numbers: impl Iterator<Item = u32>) -> String {
    let format_range = |(first, last): &(u32, u32)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}–{last}"),
    };
    join_names(&number_ranges(numbers).iter().map(format_range).collect::<Vec<_>>())
}

/// How many digits of a seal stand in messages. The whole seal is in the message that opens the
/// fight, in `/status` if it is a later one, in `/roll date:` and in exports.
const SEAL_MARK_DIGITS: usize = 6;

/// Formats the mark by which people tell one seal from another.
pub fn format_seal_mark(seal: &str) -> FormattedText {
    format_code(&seal.chars().take(SEAL_MARK_DIGITS).collect::<String>())
}

/// Formats a text as code, for texts that people compare or copy exactly.
pub fn format_code(text: &str) -> FormattedText {
    FormattedText(format!("`{text}`"))
}

/// Formats lines as a block of code. What would end the block or mention somebody in a copy of it
/// is broken.
pub fn format_code_block(lines: &[String]) -> String {
    let text = lines.join("\n").replace('`', "'").replace('@', "@\u{200b}");
    format!("```\n{text}\n```")
}

/// Returns whether a character changes the direction of the text after it, which could be used to
/// disguise a text.
pub fn is_bidi_control(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Removes what changes the direction of the text after it.
pub fn remove_direction_controls(text: &str) -> String {
    text.chars().filter(|letter| !is_bidi_control(*letter)).collect()
}

/// Cuts a text to `max_chars` characters, the last of them "…" if something is missing. Also
/// removes direction controls, since labels are not escaped.
pub fn cut_to_length(text: &str, max_chars: usize) -> String {
    let letters = || text.chars().filter(|letter| !is_bidi_control(*letter));
    if letters().count() <= max_chars {
        return letters().collect();
    }
    let mut cut: String = letters().take(max_chars.saturating_sub(1)).collect();
    // A backslash at the end would escape the "…".
    while cut.ends_with('\\') {
        cut.pop();
    }
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

/// Cuts a name to `max_chars` characters in its middle, so that its last word stays: in `Skeleton
/// 12` and `Skeleton 13` that is what tells one from the other.
pub fn cut_name_keeping_last_word(name: &str, max_chars: usize) -> String {
    let length = name.chars().count();
    if length <= max_chars {
        return cut_to_length(name, max_chars);
    }
    let last_word = name.rsplit(' ').next().map_or(0, |word| word.chars().count() + 1);
    let tail_length = if last_word <= max_chars / 2 { last_word } else { max_chars / 3 };
    let tail: String = name.chars().skip(length - tail_length).collect();
    format!("{}{tail}", cut_to_length(name, max_chars.saturating_sub(tail_length)))
}

/// Joins lines into a text of at most `max_chars` characters. If they do not fit, long lines are
/// cut; if that does not suffice, the last lines are left out, and a line says how many.
pub fn fit_lines(lines: &[String], max_chars: usize) -> String {
    if joined_length(lines) <= max_chars {
        return lines.join("\n");
    }
    let cut_lines = cut_long_lines(lines, max_chars);
    if joined_length(&cut_lines) <= max_chars {
        return cut_lines.join("\n");
    }
    join_first_lines_with_missing_count(&cut_lines, max_chars)
}

/// Returns the length of a line in characters, with the line break that follows it.
pub fn length_with_line_break(line: &str) -> usize {
    line.chars().count() + 1
}

/// Returns how many characters these lines have once they are joined. The last one has no break.
pub fn joined_length(lines: &[String]) -> usize {
    let total: usize = lines.iter().map(|line| length_with_line_break(line)).sum();
    total.saturating_sub(1)
}

/// Cuts lines to what all but the longest of them leave of `max_chars` characters, but to no less
/// than half of these, so that other lines are rather left out.
fn cut_long_lines(lines: &[String], max_chars: usize) -> Vec<String> {
    let mut total_length = 0;
    let mut longest = 0;
    for line in lines {
        let length = length_with_line_break(line);
        total_length += length;
        longest = longest.max(length);
    }
    let length_of_others = total_length - longest;
    let max_line = max_chars.saturating_sub(length_of_others).max(max_chars / 2);
    lines.iter().map(|line| cut_to_length(line, max_line)).collect()
}

/// Joins as many of the first lines as fit into `max_chars` characters together with a last line
/// that says how many are missing.
fn join_first_lines_with_missing_count(lines: &[String], max_chars: usize) -> String {
    let format_missing = |count: usize| say!(reader_locale(), "and-more", count);
    // No more than three digits are needed for the number.
    let room_for_missing = format_missing(999).chars().count();
    let mut remaining = max_chars.saturating_sub(room_for_missing);
    let mut kept_count = 0;
    for line in lines {
        let length = length_with_line_break(line);
        if length > remaining {
            break;
        }
        remaining -= length;
        kept_count += 1;
    }
    let missing_count = lines.len() - kept_count;
    format!("{}\n{}", lines[..kept_count].join("\n"), format_missing(missing_count))
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
    fn links_and_invites_of_users_are_broken() {
        let links = [
            "https://evil.example",
            "HTTPS://evil.example/a",
            "www.evil.example",
            "discord.gg/abc",
            "(Discord.GG/abc)",
            "discord.com/invite/abc",
            "x:discord.gg/abc",
            "[x](https://evil.example)",
            "discord.gg/abc,discord.gg/def",
        ];
        for link in links {
            let escaped = escape_markdown(link);
            let lowercase = escaped.to_lowercase();
            for whole in ["://", "www.e", "discord.gg", "discord.com"] {
                assert!(!lowercase.contains(whole), "{escaped}");
            }
            let seen = escaped.replace(['\u{200b}', '\\'], "");
            assert_eq!(seen, link);
        }
        let others = ["3.5", "Dr. Wolf", "St.John", "and/or", "Gate - Yard", "9:30", "gear.knife"];
        for text in others {
            assert_eq!(escape_markdown(text), text);
        }
        for markup in ["<t:1:R>", "</attack:12>", "<:wolf:12>", "<#12>", "<@&12>", "<id:guide>"] {
            assert!(escape_markdown(markup).starts_with("\\<"), "{markup}");
        }
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
    fn names_are_cut_in_the_middle() {
        assert_eq!(
            cut_name_keeping_last_word("Skeleton of the sunken army 12", 24),
            "Skeleton of the sunk… 12"
        );
        assert_eq!(cut_name_keeping_last_word("Wolf 12", 24), "Wolf 12");
        assert_eq!(cut_name_keeping_last_word("Rumpelstiltskin", 9), "Rumpe…kin");
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
        // The note is measured in characters, not bytes.
        assert_eq!(fit_lines(&lines(9), 28), "line 0\nline 1\n… and 7 more");
    }
}
