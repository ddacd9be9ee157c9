//! Renders words in character: as the content of a webhook's message, as an embed, and as lines of
//! the log and the story.

use serenity::all::{CreateEmbed, CreateEmbedAuthor};

use super::text::{cut_to_length, escape_markdown, is_bidi_control};
use super::{MAX_TITLE, RenderedMessage, reader_locale, reader_style};
use app::outbox::Presentation;
use app::speech::{Speech, SpeechAuthor, SpeechCard};
use narration::catalogue::FormattedText;
use narration::dice_marks::is_mark;
use narration::say;

/// Discord's limit for the name of a webhook, in characters.
const MAX_WEBHOOK_NAME: usize = 80;

/// The words that Discord allows in no name of a webhook, in any case.
const FORBIDDEN_WORDS: [&str; 2] = ["clyde", "discord"];

/// Is seen as hardly anything, and parts a word that Discord forbids.
const HAIR_SPACE: char = '\u{200a}';

/// Returns the name of a character as Discord takes it for a webhook: words that it forbids there
/// are parted by a space that is hardly seen.
pub fn format_webhook_name(name: &str) -> String {
    let mut parted = String::new();
    let letters: Vec<char> = name.chars().filter(|letter| !is_unseen(*letter)).collect();
    for (index, letter) in letters.iter().enumerate() {
        parted.push(*letter);
        let begins_with = |word: &&str| starts_with_ignoring_case(&letters[index..], word);
        if FORBIDDEN_WORDS.iter().any(begins_with) {
            parted.push(HAIR_SPACE);
        }
    }
    let cut = cut_to_length(parted.trim(), MAX_WEBHOOK_NAME);
    // Discord takes no name without a letter.
    if cut.is_empty() { say!(reader_locale(), "speech-nameless") } else { cut }
}

/// Returns whether a text starts with a word, in capitals or not.
fn starts_with_ignoring_case(letters: &[char], word: &str) -> bool {
    let are_equal = |(own, other): (&char, char)| own.to_lowercase().eq(other.to_lowercase());
    letters.len() >= word.chars().count() && letters.iter().zip(word.chars()).all(are_equal)
}

/// Returns the words as the content of a message: with the Markdown of their author.
pub fn format_for_webhook(card: &SpeechCard) -> String {
    card.text.chars().filter(|letter| !is_unseen(*letter)).collect()
}

/// Renders words as a message of the bot's, with the name and picture of the character.
pub fn render_speech_as_embed_or_plain_text(
    card: &SpeechCard,
    presentation: Presentation,
) -> RenderedMessage {
    let text = format_for_webhook(card);
    if presentation == Presentation::PlainText {
        let name = FormattedText((reader_style().format_name)(&card.name));
        let text = say!(reader_style(), "speech-plain", name, text = FormattedText(text));
        return RenderedMessage::from_text(text);
    }
    let mut author = CreateEmbedAuthor::new(format_embed_author(&card.name));
    if let Some(portrait) = &card.portrait_url {
        author = author.icon_url(portrait);
    }
    let embed = CreateEmbed::new().author(author).description(text);
    RenderedMessage { embeds: vec![embed], ..RenderedMessage::default() }
}

/// Returns the name of a character as the author of an embed.
pub fn format_embed_author(name: &str) -> String {
    cut_to_length(name, MAX_TITLE)
}

/// Returns how words of a character begin in plain text: everything before the words.
pub fn format_plain_beginning(name: &str) -> String {
    let name = FormattedText((reader_style().format_name)(name));
    say!(reader_style(), "speech-plain", name, text = "").trim_end().to_string()
}

/// Returns the words; of words that somebody has taken out, that there were some.
pub fn readable_text(speech: &Speech) -> String {
    match speech.is_taken_out {
        true => say!(reader_locale(), "speech-taken-out"),
        false => speech.text.clone(),
    }
}

/// Formats words as one line of the log.
pub fn format_in_log(speech: &Speech) -> String {
    let name = FormattedText((reader_style().format_name)(&speech.name));
    let text = FormattedText(escape_markdown(&readable_text(speech)));
    say!(reader_style(), "speech-line", name, text, is_undone = speech.is_undone_moment)
}

/// Formats words as a quotation of the story.
pub fn format_in_story(speech: &Speech) -> String {
    let name = FormattedText((reader_style().format_name)(&speech.name));
    let text = readable_text(speech);
    let lines = text.lines().map(escape_markdown).map(|line| line.trim().to_string());
    let text = FormattedText(lines.collect::<Vec<_>>().join("  \n> "));
    let line = say!(reader_style(), "speech-plain", name, text);
    let undone = speech
        .is_undone_moment
        .then(|| format!("\n>\n> *{}*", say!(reader_locale(), "speech-undone")));
    format!("> {line}{}", undone.unwrap_or_default())
}

/// Renders who wrote the words of a message.
pub fn render_speech_author(author: &SpeechAuthor) -> RenderedMessage {
    let user = author.user.map(super::format_mention);
    let name = &author.name;
    RenderedMessage::from_text(say!(
        reader_style(),
        "speech-author",
        name,
        user,
        is_npc = author.is_npc
    ))
}

/// Returns whether a character shows nothing by itself.
fn is_unseen(letter: char) -> bool {
    is_bidi_control(letter) || is_mark(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str, text: &str) -> SpeechCard {
        SpeechCard { name: name.into(), text: text.into(), portrait_url: None }
    }

    #[test]
    fn forbidden_words_are_parted_in_the_name_of_a_webhook() {
        assert_eq!(format_webhook_name("Mira"), "Mira");
        for name in ["Clyde", "Big CLYDE", "Discordia", "clydeclyde"] {
            let webhook_name = format_webhook_name(name);
            let lowercase = webhook_name.to_lowercase();
            assert!(FORBIDDEN_WORDS.iter().all(|word| !lowercase.contains(word)), "{name}");
            assert_eq!(webhook_name.replace(HAIR_SPACE, ""), name);
        }
        assert_eq!(format_webhook_name(&"M".repeat(90)).chars().count(), 80);
        assert!(!format_webhook_name("\u{202e}").is_empty());
    }

    #[test]
    fn words_keep_their_markdown_only_where_they_are_posted() {
        let card = card("Mira", "*Halt!*\nWho goes there?");
        assert_eq!(format_for_webhook(&card), card.text);
        let plain = render_speech_as_embed_or_plain_text(&card, Presentation::PlainText);
        assert_eq!(plain.content, "**Mira**: *Halt!*\nWho goes there?");
        let speech = Speech {
            name: card.name,
            text: card.text,
            is_edited: false,
            is_undone_moment: false,
            is_taken_out: false,
        };
        assert_eq!(format_in_log(&speech), r"**Mira**: \*Halt!\* Who goes there?");
        assert_eq!(format_in_story(&speech), "> **Mira**: \\*Halt!\\*  \n> Who goes there?");
        let taken_out = Speech { text: String::new(), is_taken_out: true, ..speech.clone() };
        assert_eq!(format_in_story(&taken_out), "> **Mira**: (words that were taken out)");
        let undone = Speech { is_undone_moment: true, ..speech };
        assert!(format_in_story(&undone).contains("undone"), "{}", format_in_story(&undone));
    }
}
