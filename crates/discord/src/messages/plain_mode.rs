//! Plain mode: any message as text alone, for screen readers and for whoever has embeds switched
//! off. Everything that is written comes through here, so nothing is plain by itself.

use jiff::Timestamp;
use serde_json::Value;

use super::status::MARK_SIGNS;
use super::text::cut_to_length;
use super::{LOCALE, MAX_CONTENT, RenderedMessage};
use narration::{say, terms};

/// The name of the file in which a message is whole.
const WHOLE_TEXT_FILE: &str = "message.txt";

/// The same message without embeds and pictures. What is too long for a message goes on in a file.
pub fn to_plain_text(rendered: RenderedMessage) -> RenderedMessage {
    let embeds =
        rendered.embeds.iter().map(|embed| serde_json::to_value(embed).unwrap_or_default());
    let mut parts: Vec<String> = embeds.map(|embed| format_embed(&embed)).collect();
    parts.insert(0, rendered.content.clone());
    parts.extend(rendered.picture.as_ref().map(|picture| picture.plain_text.clone()));
    parts.retain(|part| !part.is_empty());
    let whole = parts.join("\n\n");
    let written = RenderedMessage { embeds: Vec::new(), picture: None, ..rendered };
    if whole.chars().count() <= MAX_CONTENT {
        return RenderedMessage { content: whole, ..written };
    }
    let content = cut_to_content(&whole);
    let paper = written
        .attachment
        .clone()
        .or_else(|| Some((WHOLE_TEXT_FILE.into(), replace_timestamps(&whole))));
    RenderedMessage { content, attachment: paper, ..written }
}

/// An embed as lines: its title, what it says, its fields, a picture by its address.
fn format_embed(embed: &Value) -> String {
    let said = |value: &Value| value.as_str().filter(|text| !text.is_empty()).map(String::from);
    let bold = |text: String| format!("**{text}**");
    let mut lines = Vec::new();
    lines.extend(said(&embed["title"]).map(bold));
    let description = said(&embed["description"]);
    lines.extend(description.iter().flat_map(|text| text.lines()).map(spell_out_signs));
    for field in embed["fields"].as_array().into_iter().flatten() {
        lines.extend(said(&field["name"]).map(bold));
        lines.extend(said(&field["value"]));
    }
    lines.extend(said(&embed["thumbnail"]["url"]).map(|address| format!("<{address}>")));
    lines.join("\n")
}

/// Signs of a board as words, and its bars left out: what they show is said in numbers as well.
fn spell_out_signs(line: &str) -> String {
    let sign = MARK_SIGNS.iter().find(|(sign, _)| line.starts_with(&format!("{sign} **")));
    let Some((sign, mark)) = sign else { return line.to_string() };
    let rest = line[sign.len()..].replace(['▰', '▱'], "");
    format!("{}:{}", terms::turn_mark_text(LOCALE, *mark), rest.replacen("  ", " ", 1))
}

/// As many whole lines as there is room for, and where the rest is.
fn cut_to_content(whole: &str) -> String {
    let more = say!(LOCALE, "plain-goes-on");
    let room = MAX_CONTENT - more.chars().count() - 1;
    let short = cut_to_length(whole, room);
    // A line that is longer than everything before it is cut in the middle.
    let end = short.rfind('\n').filter(|end| *end > short.len() / 2).unwrap_or(short.len());
    format!("{}\n{more}", &short[..end])
}

/// A file shows no times as its reader's Discord would: they stand in it as they are.
fn replace_timestamps(text: &str) -> String {
    let mut parts = text.split("<t:");
    let mut dated = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let time = part.split_once(":R>").and_then(|(second, rest)| {
            let at = Timestamp::from_second(second.parse().ok()?).ok()?;
            Some(format!("{}{rest}", at.strftime("%Y-%m-%d %H:%M UTC")))
        });
        dated += &time.unwrap_or_else(|| format!("<t:{part}"));
    }
    dated
}

#[cfg(test)]
mod tests {
    use serenity::all::CreateEmbed;

    use super::*;
    use crate::map::Picture;

    fn written(lines: usize) -> RenderedMessage {
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
    fn an_embed_becomes_text() {
        let plain = to_plain_text(written(2));
        assert_eq!(
            plain.content,
            "Here:\n\n**Round 2**\nCombatant 0 is here\nCombatant 1 is here\n**Zones**\n\
             Gate, Yard\n**Waiting for**\nAna, ends <t:1900000000:R>\n\
             <https://example.org/ana.png>"
        );
        assert!(plain.embeds.is_empty() && plain.attachment.is_none());
    }

    #[test]
    fn a_board_is_spelt_out() {
        let board = "▶ **A▰na** ▰▰▰▱ 6/8 · Gate\n·\u{2002} **Wolf** hurt\n\nWaiting for A▰na";
        let embed = CreateEmbed::new().title("DR12").description(board);
        let in_words = "**Zones**\n**Gate**: Ana".to_string();
        let picture =
            Some(Picture { png: [].into(), alt_text: String::new(), plain_text: in_words });
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
    fn what_is_too_long_goes_on_in_a_file() {
        let plain = to_plain_text(written(150));
        assert!(plain.content.chars().count() <= MAX_CONTENT, "{}", plain.content.chars().count());
        assert!(plain.content.contains("is here\n…"), "{}", plain.content);
        let (name, whole) = plain.attachment.unwrap();
        assert_eq!(name, WHOLE_TEXT_FILE);
        assert!(whole.contains("Combatant 149 is here") && whole.contains("2030-03-17 17:46 UTC"));
    }

    #[test]
    fn a_file_of_its_own_is_not_lost() {
        let paper = Some(("ana.toml".to_string(), "hp = 8".to_string()));
        let plain = to_plain_text(RenderedMessage { attachment: paper.clone(), ..written(150) });
        assert_eq!(plain.attachment, paper);
    }

    #[test]
    fn a_single_line_is_cut() {
        let plain = to_plain_text(RenderedMessage {
            content: "Ö".repeat(3000),
            ..RenderedMessage::default()
        });
        assert!(plain.content.chars().count() <= MAX_CONTENT && plain.content.len() > 3000);
    }
}
