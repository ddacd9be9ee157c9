//! Shows the dice of a message: their faces set apart, or numbers and words in plain mode.
//!
//! Until here each die is a mark of one character ([`narration::dice_marks`]), so that no text is
//! cut within a die, and the same text can be read both ways.

use serde_json::Value;
use serenity::all::{CreateEmbed, Embed};

use super::super::emoji::{EmojiSet, current_emoji};
use super::discord_limits::{MAX_EMBED_CHARACTERS, embed_length};
use super::{MAX_CONTENT, MAX_DESCRIPTION, MAX_FIELD, RenderedMessage};
use narration::dice_marks::{DieFate, DieMark, MarkRendering, resolve_marks};

/// Replaces the marks of dice by their faces, and where the application has emoji of its own, dice
/// and health bars by those. Emoji take many characters, so a message that would be too long with
/// them has none.
pub fn show_dice_as_faces_or_emoji(rendered: RenderedMessage) -> RenderedMessage {
    let emoji = current_emoji();
    let with_emoji = emoji.and_then(|emoji| {
        let shown = show_with_emoji(rendered.clone(), &emoji);
        fits_in_one_discord_message(&shown).then_some(shown)
    });
    with_emoji.unwrap_or_else(|| replace_marks_in_message(rendered, &Reading::faces(&format_face)))
}

fn show_with_emoji(rendered: RenderedMessage, emoji: &EmojiSet) -> RenderedMessage {
    let format_die = |die| emoji.die(die).unwrap_or_else(|| format_face(die));
    let format_bar = |full| emoji.bar(full);
    let marks = MarkRendering::Faces(&format_die);
    replace_marks_in_message(rendered, &Reading { marks, format_bar: Some(&format_bar) })
}

/// Returns whether Discord takes the texts of a message.
fn fits_in_one_discord_message(rendered: &RenderedMessage) -> bool {
    let length = |text: &Value| text.as_str().map_or(0, |text| text.chars().count());
    let is_short = |embed: &CreateEmbed| {
        let embed = serde_json::to_value(embed).unwrap_or_default();
        let mut fields = embed["fields"].as_array().into_iter().flatten();
        length(&embed["description"]) <= MAX_DESCRIPTION
            && fields.all(|field| length(&field["value"]) <= MAX_FIELD)
    };
    rendered.content.chars().count() <= MAX_CONTENT
        && rendered.embeds.iter().all(is_short)
        && rendered.embeds.iter().map(embed_length).sum::<usize>() <= MAX_EMBED_CHARACTERS
}

/// Replaces the marks of dice by numbers, and says in words what became of them.
pub fn show_dice_in_words(rendered: RenderedMessage) -> RenderedMessage {
    replace_marks_in_message(rendered, &Reading::words())
}

/// Stands before and behind struck text.
const STRIKE: &str = "~~";

/// Formats a die as a face among others.
pub fn format_face(die: DieMark) -> String {
    let face = die.face;
    match die.fate {
        DieFate::Kept | DieFate::Miss => face.to_string(),
        DieFate::Hit => format!("**{face}**"),
        DieFate::Dropped => format!("{STRIKE}{face}{STRIKE}"),
    }
}

/// How the dice marks and health bars of a text are rendered.
struct Reading<'a> {
    marks: MarkRendering<'a>,
    /// Writes a bar of which so many segments are full.
    format_bar: Option<&'a dyn Fn(u8) -> Option<String>>,
}

impl<'a> Reading<'a> {
    fn faces(format_die: &'a dyn Fn(DieMark) -> String) -> Self {
        Self { marks: MarkRendering::Faces(format_die), format_bar: None }
    }

    fn words() -> Self {
        Self { marks: MarkRendering::Words, format_bar: None }
    }

    /// Returns the text as it is shown; `None` if that changes nothing.
    fn resolve(&self, text: &str) -> Option<String> {
        let resolved = self.replace_dice_marks(text);
        let with_bars = self
            .format_bar
            .map(|format_bar| replace_health_bars_behind_names(&resolved, format_bar));
        let shown = with_bars.unwrap_or(resolved);
        (shown != text).then_some(shown)
    }

    /// Replaces the marks of dice. Within struck text, a die that would be struck by itself stands
    /// in brackets: Discord has no struck text within struck text.
    fn replace_dice_marks(&self, text: &str) -> String {
        let MarkRendering::Faces(format_die) = self.marks else {
            return resolve_marks(text, self.marks).into_owned();
        };
        let format_struck_die = |die: DieMark| {
            let shown = format_die(die);
            let face = shown.strip_prefix(STRIKE).and_then(|face| face.strip_suffix(STRIKE));
            face.map(|face| format!("({face})")).unwrap_or(shown)
        };
        let resolve_part = |(index, part): (usize, &str)| {
            let is_struck = index % 2 == 1;
            let rendering = match is_struck {
                true => MarkRendering::Faces(&format_struck_die),
                false => self.marks,
            };
            resolve_marks(part, rendering).into_owned()
        };
        let parts: Vec<String> = text.split(STRIKE).enumerate().map(resolve_part).collect();
        parts.join(STRIKE)
    }
}

/// Replaces the bars behind names, such as `** ▰▰▰▱`. What people are called is left as it is.
fn replace_health_bars_behind_names(
    text: &str,
    format_bar: &dyn Fn(u8) -> Option<String>,
) -> String {
    const BEHIND_NAME: &str = "** ";
    const SEGMENTS: usize = 4;
    let mut parts = text.split(BEHIND_NAME);
    let mut output = parts.next().unwrap_or_default().to_string();
    for part in parts {
        output += BEHIND_NAME;
        let segments: Vec<char> =
            part.chars().take_while(|letter| matches!(letter, '▰' | '▱')).collect();
        let full = segments.iter().filter(|letter| **letter == '▰').count();
        let bar = match segments.len() {
            SEGMENTS => format_bar(full as u8),
            _ => None,
        };
        match bar {
            Some(bar) => {
                output += &bar;
                output.extend(part.chars().skip(SEGMENTS));
            }
            None => output += part,
        }
    }
    output
}

/// Replaces the marks in the text and the embeds of a message as `reading` resolves them. In its
/// file they become words.
fn replace_marks_in_message(rendered: RenderedMessage, reading: &Reading<'_>) -> RenderedMessage {
    let content = reading.resolve(&rendered.content).unwrap_or(rendered.content);
    let embeds = rendered.embeds.into_iter().map(|embed| replace_marks_in_embed(embed, reading));
    // Files are read as text alone.
    let attachment = rendered.attachment.map(|(name, text)| {
        let text = resolve_marks(&text, MarkRendering::Words).into_owned();
        (name, text)
    });
    RenderedMessage { content, embeds: embeds.collect(), attachment, ..rendered }
}

fn replace_marks_in_embed(embed: CreateEmbed, reading: &Reading<'_>) -> CreateEmbed {
    let Ok(mut json) = serde_json::to_value(&embed) else { return embed };
    if !replace_marks_in_json(&mut json, reading) {
        return embed;
    }
    serde_json::from_value::<Embed>(json).map_or(embed, CreateEmbed::from)
}

/// Replaces the marks and bars in all texts of a JSON value. Returns whether there were any.
fn replace_marks_in_json(value: &mut Value, reading: &Reading<'_>) -> bool {
    match value {
        Value::String(text) => match reading.resolve(text) {
            Some(resolved) => {
                *text = resolved;
                true
            }
            None => false,
        },
        Value::Array(parts) => replace_marks_in_each(parts.iter_mut(), reading),
        Value::Object(fields) => replace_marks_in_each(fields.values_mut(), reading),
        _ => false,
    }
}

/// Like [`replace_marks_in_json`], for every part of a value.
fn replace_marks_in_each<'a>(
    parts: impl Iterator<Item = &'a mut Value>,
    reading: &Reading<'_>,
) -> bool {
    let mut has_any = false;
    for part in parts {
        has_any |= replace_marks_in_json(part, reading);
    }
    has_any
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_of_content_and_embeds_become_faces_or_words() {
        let dice = "\u{F1303}\u{F1001}";
        let rendered = RenderedMessage {
            content: format!("d20 {dice}"),
            embeds: vec![CreateEmbed::new().description(dice).field("a", dice, false)],
            attachment: Some(("a.txt".into(), dice.into())),
            ..RenderedMessage::default()
        };
        let shown = show_dice_as_faces_or_emoji(rendered.clone());
        assert_eq!(shown.content, "d20 ~~3~~\u{2002}1");
        assert_eq!(shown.attachment.unwrap().1, "1");
        let embed = serde_json::to_value(&shown.embeds[0]).unwrap();
        assert_eq!(embed["fields"][0]["value"], "~~3~~\u{2002}1");
        let said = show_dice_in_words(rendered);
        assert_eq!(said.content, "d20 1");
        assert_eq!(serde_json::to_value(&said.embeds[0]).unwrap()["description"], "1");
    }

    #[test]
    fn dropped_die_in_struck_text_does_not_end_it() {
        let dice = "\u{F1001}\u{F1203}";
        let text = format!("~~**Ana** attacks: d20 {dice} + 2~~ (taken back)\nd20 {dice}");
        let shown = show_dice_as_faces_or_emoji(RenderedMessage::from_text(text));
        let expected = "~~**Ana** attacks: d20 1\u{2002}(3) + 2~~ (taken back)\n\
                        d20 1\u{2002}~~3~~";
        assert_eq!(shown.content, expected);
    }

    #[test]
    fn only_bars_behind_names_become_emoji() {
        let bar = |full: u8| Some(format!(":{full}:"));
        let board = "▶ **▰▰▰▰** ▰▰▰▱ 6/8 · Gate\n· **Wolf** hurt ▰▰▰▰";
        assert_eq!(
            replace_health_bars_behind_names(board, &bar),
            "▶ **▰▰▰▰** :3: 6/8 · Gate\n· **Wolf** hurt ▰▰▰▰"
        );
    }
}
