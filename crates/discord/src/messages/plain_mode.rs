//! Plain mode: renders any message as text alone, for screen readers and for people who have
//! switched embeds off. All messages pass through here, so no renderer has a plain form of its own.

use jiff::Timestamp;
use serde_json::Value;

use super::status::MARK_SIGNS;
use super::text::cut_to_length;
use super::{MAX_CONTENT, RenderedMessage, reader_locale};
use narration::{say, terms};

/// The name of the file that holds the whole text of a long message.
const WHOLE_TEXT_FILE: &str = "message.txt";

/// Replaces embeds and picture by text. A text that is too long continues in an attached file.
pub fn to_plain_text(rendered: RenderedMessage) -> RenderedMessage {
    let full_text = format_full_text(&rendered);
    let plain = RenderedMessage { embeds: Vec::new(), picture: None, ..rendered };
    if full_text.chars().count() <= MAX_CONTENT {
        return RenderedMessage { content: full_text, ..plain };
    }
    let content = cut_with_note(&full_text, &say!(reader_locale(), "plain-goes-on"));
    let file = plain.attachment.clone().or_else(|| {
        Some((WHOLE_TEXT_FILE.into(), replace_relative_timestamps_by_utc_dates(&full_text)))
    });
    RenderedMessage { content, attachment: file, ..plain }
}

/// Replaces embeds and picture by text and drops the file, for a channel where the bot may send
/// text only. A text that is too long is cut, and says why.
pub fn to_plain_text_without_file(rendered: &RenderedMessage) -> RenderedMessage {
    let mut content = format_full_text(rendered);
    if content.chars().count() > MAX_CONTENT {
        content = cut_with_note(&content, &say!(reader_locale(), "plain-cut"));
    }
    RenderedMessage {
        content,
        embeds: Vec::new(),
        picture: None,
        attachment: None,
        ..rendered.clone()
    }
}

/// Formats everything that a message shows as text.
fn format_full_text(rendered: &RenderedMessage) -> String {
    let embeds =
        rendered.embeds.iter().map(|embed| serde_json::to_value(embed).unwrap_or_default());
    let mut parts: Vec<String> = embeds.map(|embed| format_embed(&embed)).collect();
    parts.insert(0, rendered.content.clone());
    parts.extend(rendered.picture.as_ref().map(|picture| picture.plain_text.clone()));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// Formats an embed as lines: title, description, fields, and the address of its thumbnail.
fn format_embed(embed: &Value) -> String {
    let text_of = |value: &Value| value.as_str().filter(|text| !text.is_empty()).map(String::from);
    let bold = |text: String| format!("**{text}**");
    let mut lines = Vec::new();
    lines.extend(text_of(&embed["title"]).map(bold));
    let description = text_of(&embed["description"]);
    lines.extend(description.iter().flat_map(|text| text.lines()).map(spell_out_signs));
    for field in embed["fields"].as_array().into_iter().flatten() {
        lines.extend(text_of(&field["name"]).map(bold));
        lines.extend(text_of(&field["value"]));
    }
    lines.extend(text_of(&embed["thumbnail"]["url"]).map(|address| format!("<{address}>")));
    lines.join("\n")
}

/// Replaces the sign at the start of a board line by words, and removes health bars, whose content
/// also stands there in numbers.
fn spell_out_signs(line: &str) -> String {
    let sign = MARK_SIGNS.iter().find(|(sign, _)| line.starts_with(&format!("{sign} **")));
    let Some((sign, mark)) = sign else { return line.to_string() };
    let rest = line[sign.len()..].replace(['▰', '▱'], "");
    format!("{}:{}", terms::turn_mark_text(reader_locale(), *mark), rest.replacen("  ", " ", 1))
}

/// Cuts a text to whole lines, and adds a note about the rest.
fn cut_with_note(text: &str, note: &str) -> String {
    let max_length = MAX_CONTENT - note.chars().count() - 1;
    let short = cut_to_length(text, max_length);
    // A line that is longer than all lines before it is cut within.
    let end = short.rfind('\n').filter(|end| *end > short.len() / 2).unwrap_or(short.len());
    format!("{}\n{note}", &short[..end])
}

/// Replaces Discord timestamps by dates in UTC, because a file does not render them.
fn replace_relative_timestamps_by_utc_dates(text: &str) -> String {
    let mut parts = text.split("<t:");
    let mut output = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let time = part.split_once(":R>").and_then(|(second, rest)| {
            let timestamp = Timestamp::from_second(second.parse().ok()?).ok()?;
            Some(format!("{}{rest}", timestamp.strftime("%Y-%m-%d %H:%M UTC")))
        });
        output += &time.unwrap_or_else(|| format!("<t:{part}"));
    }
    output
}

#[cfg(test)]
mod tests {
    use serenity::all::CreateEmbed;

    use super::*;
    use crate::map::Picture;

    fn long_message(lines: usize) -> RenderedMessage {
        let lines: Vec<String> = (0..lines).map(|n| format!("Combatant {n} is here")).collect();
        let embed = CreateEmbed::new()
            .title("Round 2")
            .description(lines.join("\n"))
            .field("Zones", "Gate, Yard", false)
            .field("Waiting for", "Ana, ends <t:1900000000:R>", false)
            .thumbnail("https://example.org/ana.png");
        RenderedMessage {
            content: "Here:".into(),
            embeds: vec![embed],
            ..RenderedMessage::default()
        }
    }

    #[test]
    fn text_without_file_is_cut_and_says_so() {
        let plain = to_plain_text_without_file(&long_message(150));
        assert!(plain.content.ends_with("may not send embeds or files here."), "{}", plain.content);
        assert!(plain.content.chars().count() <= MAX_CONTENT && plain.attachment.is_none());
        let short = to_plain_text_without_file(&long_message(2));
        assert!(!short.content.contains("missing"), "{}", short.content);
    }

    #[test]
    fn embed_becomes_text() {
        let plain = to_plain_text(long_message(2));
        assert_eq!(
            plain.content,
            "Here:\n\n**Round 2**\nCombatant 0 is here\nCombatant 1 is here\n**Zones**\n\
             Gate, Yard\n**Waiting for**\nAna, ends <t:1900000000:R>\n\
             <https://example.org/ana.png>"
        );
        assert!(plain.embeds.is_empty() && plain.attachment.is_none());
    }

    #[test]
    fn board_signs_become_words() {
        let board = "▶ **A▰na** ▰▰▰▱ 6/8 · Gate\n·\u{2002} **Wolf** hurt\n\nWaiting for A▰na";
        let embed = CreateEmbed::new().title("DR12").description(board);
        let in_words = "**Zones**\n**Gate**: Ana".to_string();
        let picture = Some(Picture::from_png(Vec::new(), "", in_words));
        let plain = to_plain_text(RenderedMessage {
            embeds: vec![embed],
            picture,
            ..RenderedMessage::default()
        });
        assert_eq!(
            plain.content,
            "**DR12**\nacting: **Ana** 6/8 · Gate\nto act: **Wolf** hurt\n\nWaiting for A▰na\n\n\
             **Zones**\n**Gate**: Ana"
        );
    }

    #[test]
    fn long_text_continues_in_a_file() {
        let plain = to_plain_text(long_message(150));
        assert!(plain.content.chars().count() <= MAX_CONTENT, "{}", plain.content.chars().count());
        assert!(plain.content.contains("is here\n…"), "{}", plain.content);
        let (name, full_text) = plain.attachment.unwrap();
        assert_eq!(name, WHOLE_TEXT_FILE);
        assert!(
            full_text.contains("Combatant 149 is here")
                && full_text.contains("2030-03-17 17:46 UTC")
        );
    }

    #[test]
    fn attached_file_is_kept() {
        let file = Some(("ana.toml".to_string(), "hp = 8".to_string()));
        let plain =
            to_plain_text(RenderedMessage { attachment: file.clone(), ..long_message(150) });
        assert_eq!(plain.attachment, file);
    }

    #[test]
    fn single_long_line_is_cut() {
        let plain = to_plain_text(RenderedMessage {
            content: "Ö".repeat(3000),
            ..RenderedMessage::default()
        });
        assert!(plain.content.chars().count() <= MAX_CONTENT && plain.content.len() > 3000);
    }
}
