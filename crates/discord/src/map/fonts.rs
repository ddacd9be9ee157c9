//! The fonts of a map: which letters they have, and how wide a text is.
//!
//! People may use names in any script. A letter that no font has is replaced by the name of its
//! script or a neutral sign, so that it never becomes an empty box.

use std::io::Read;
use std::sync::{Arc, LazyLock};

use flate2::read::GzDecoder;
use resvg::usvg::fontdb::{Database, Source};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};
use unicode_script::{Script, UnicodeScript};

use crate::messages::text::cut_to_length;

pub const FONT_FAMILY: &str = "DejaVu Sans";

/// The unpacked font files, in the order in which they are searched for a letter; see
/// `data/fonts/README.md`.
static FONT_FILES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let packed: [&[u8]; 3] = [
        include_bytes!("../../../../data/fonts/DejaVuSans.ttf.gz"),
        include_bytes!("../../../../data/fonts/DroidSansFallback.ttf.gz"),
        include_bytes!("../../../../data/fonts/NotoEmoji.ttf.gz"),
    ];
    let unpacked = |file| {
        let mut font = Vec::new();
        GzDecoder::new(file).read_to_end(&mut font).map(|_| font)
    };
    packed.into_iter().filter_map(|file| unpacked(file).ok()).collect()
});

pub static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for file in FONT_FILES.iter() {
        fonts.load_font_source(Source::Binary(Arc::new(file)));
    }
    Arc::new(fonts)
});

struct FontFace {
    charmap: Charmap<'static>,
    /// Glyph widths for a font size of one pixel.
    metrics: GlyphMetrics<'static>,
}

static FONT_FACES: LazyLock<Vec<FontFace>> = LazyLock::new(|| {
    let face = |file: &'static Vec<u8>| {
        let font = FontRef::new(file).ok()?;
        let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
        Some(FontFace { charmap: font.charmap(), metrics })
    };
    FONT_FILES.iter().filter_map(face).collect()
});

/// Replaces a sign that no font has.
const UNKNOWN_LETTER_SIGN: &str = "◌";

/// The widths of the ASCII letters, of which most texts consist.
static ASCII_WIDTHS: LazyLock<[Option<f32>; 128]> =
    LazyLock::new(|| std::array::from_fn(|code| find_letter_width(char::from(code as u8))));

/// Returns the width of a letter at a font size of one pixel, or `None` if no font has it.
fn letter_width(letter: char) -> Option<f32> {
    match ASCII_WIDTHS.get(letter as usize) {
        Some(width) => *width,
        None => find_letter_width(letter),
    }
}

/// Looks up the width of a letter in the fonts, one after the other.
fn find_letter_width(letter: char) -> Option<f32> {
    let width = |face: &FontFace| face.metrics.advance_width(face.charmap.map(letter)?);
    FONT_FACES.iter().find_map(width)
}

/// Returns the width of a text in pixels, at a font size.
pub fn text_width(text: &str, size: f32) -> f32 {
    text.chars().filter_map(letter_width).sum::<f32>() * size
}

/// Replaces letters that the fonts do not have, and cuts the text to a width in pixels, with `…` at
/// its end.
pub fn replace_unknown_letters_and_cut(text: &str, size: f32, max_width: f32) -> String {
    cut_to_width(&replace_unknown_letters(text), size, max_width)
}

/// Like [`replace_unknown_letters_and_cut`], but cuts a name in its middle, so that a number at its
/// end stays.
pub fn replace_unknown_letters_and_cut_middle(text: &str, size: f32, max_width: f32) -> String {
    cut_to_width_keeping_last_number(&replace_unknown_letters(text), size, max_width)
}

/// Cuts a text to a width in pixels, with `…` at its end: after a whole word, unless that loses
/// more than half of what has room.
pub fn cut_to_width(text: &str, size: f32, max_width: f32) -> String {
    if text_width(text, size) <= max_width {
        return text.to_string();
    }
    let mut remaining = max_width - text_width("…", size);
    let mut kept = String::new();
    for letter in text.chars() {
        remaining -= letter_width(letter).unwrap_or_default() * size;
        if remaining < 0.0 {
            break;
        }
        kept.push(letter);
    }
    let breaks_word = !text[kept.len()..].starts_with(' ');
    let whole_words = match kept.rfind(' ') {
        Some(space) if breaks_word && 2 * space >= kept.len() => &kept[..space],
        _ => kept.as_str(),
    };
    format!("{}…", whole_words.trim_end_matches([' ', ',']))
}

/// Cuts a text to a width in pixels, but keeps a number at its end.
fn cut_to_width_keeping_last_number(text: &str, size: f32, max_width: f32) -> String {
    if text_width(text, size) <= max_width {
        return text.to_string();
    }
    let last_word = text.rsplit(' ').next().unwrap_or_default();
    let is_number = last_word.chars().any(|sign| sign.is_ascii_digit());
    let ending = if is_number { format!(" {last_word}") } else { String::new() };
    let ending_width = text_width(&ending, size);
    // The whole text may be one word.
    let beginning = text.strip_suffix(&ending).filter(|_| is_number);
    match beginning {
        Some(beginning) if ending_width <= max_width / 2.0 => {
            format!("{}{ending}", cut_to_width(beginning, size, max_width - ending_width))
        }
        _ => cut_to_width(text, size, max_width),
    }
}

/// Breaks a text at its spaces into at most this many lines of a width in pixels, and cuts what is
/// left, but not a number at the end.
pub fn wrap_and_cut(text: &str, size: f32, max_width: f32, max_lines: usize) -> Vec<String> {
    let mut lines = break_into_lines(text, size, max_width);
    if lines.len() > max_lines {
        let rest = lines.split_off(max_lines.saturating_sub(1));
        lines.push(rest.join(" "));
    }
    lines.iter().map(|line| cut_to_width_keeping_last_number(line, size, max_width)).collect()
}

/// Returns whether a text fits into this many lines of a width in pixels without being cut.
pub fn fits_in_lines(text: &str, size: f32, max_width: f32, max_lines: usize) -> bool {
    let lines = break_into_lines(text, size, max_width);
    lines.len() <= max_lines && lines.iter().all(|line| text_width(line, size) <= max_width)
}

/// Breaks a text at its spaces into lines of a width in pixels. A longer word has a line of its
/// own.
fn break_into_lines(text: &str, size: f32, max_width: f32) -> Vec<String> {
    if text_width(text, size) <= max_width {
        return vec![text.to_string()];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer_line = match lines.last() {
            Some(line) => format!("{line} {word}"),
            None => word.to_string(),
        };
        if text_width(&longer_line, size) <= max_width {
            lines.pop();
            lines.push(longer_line);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

/// The longest text on a map, in characters.
const MAX_LETTERS: usize = 200;

/// Returns a text of at most 200 characters in which letters that no font has are replaced by the
/// name of their script, or a sign. Flags become letters, and marks that only change a look are
/// left out.
pub fn replace_unknown_letters(text: &str) -> String {
    let mut output = String::new();
    for letter in cut_to_length(text, MAX_LETTERS).chars() {
        let Some(shown) = replace_letter_if_unknown(letter) else { continue };
        // Several letters in a row of one script get one replacement.
        let is_placeholder = shown.chars().count() > 1 || shown == UNKNOWN_LETTER_SIGN;
        if is_placeholder && output.trim_end().ends_with(&shown) {
            continue;
        }
        output += &shown;
    }
    output.trim().to_string()
}

/// Returns what is shown for a letter: the letter itself if a font has it. `None` for a mark that
/// is left out.
fn replace_letter_if_unknown(letter: char) -> Option<String> {
    /// The letters of which a pair is a flag: A to Z.
    const FIRST_FLAG_LETTER: char = '\u{1f1e6}';
    const LAST_FLAG_LETTER: char = '\u{1f1ff}';
    if letter.is_control() {
        return Some(" ".into());
    }
    if is_variation_modifier(letter) {
        return None;
    }
    if (FIRST_FLAG_LETTER..=LAST_FLAG_LETTER).contains(&letter) {
        let position = letter as u32 - FIRST_FLAG_LETTER as u32;
        return char::from_u32(u32::from('A') + position).map(String::from);
    }
    if letter_width(letter).is_some() {
        return Some(letter.into());
    }
    match letter.script() {
        Script::Inherited => None,
        Script::Common | Script::Unknown => Some(UNKNOWN_LETTER_SIGN.into()),
        script => Some(format!("({})", script.full_name().replace('_', " "))),
    }
}

/// Returns whether a character only changes the look of the letter before it, such as its colour.
fn is_variation_modifier(letter: char) -> bool {
    let ranges = ['\u{fe00}'..='\u{fe0f}', '\u{1f3fb}'..='\u{1f3ff}', '\u{e0000}'..='\u{e01ef}'];
    ranges.iter().any(|range| range.contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_scripts_are_shown_unchanged() {
        for name in
            ["Größe", "Мира", "Ελένη", "مريم", "מרים", "王小明", "さくら", "김민준", "🐺🧙🦊🐉"]
        {
            assert_eq!(replace_unknown_letters(name), name);
        }
    }

    #[test]
    fn letters_without_a_font_are_replaced() {
        let texts = ["தமிழ் பெயர்", "மீ and ሰላም", "𐍈", "\u{1fae8}\u{e000}", "👋🏽", "🇩🇪", "a\u{0}b"];
        let replaced = texts.map(replace_unknown_letters);
        let expected =
            ["(Tamil)", "(Tamil) and (Ethiopic)", "(Gothic)", "\u{1fae8}◌", "👋", "DE", "a b"];
        assert_eq!(replaced, expected);
        for text in replaced {
            assert!(text.chars().all(|letter| letter_width(letter).is_some()), "{text}");
        }
        assert!(letter_width('◌').is_some() && letter_width('…').is_some());
    }

    #[test]
    fn every_shown_letter_has_a_glyph() {
        for letter in ('\u{20}'..='\u{ffff}').step_by(7).chain('\u{1f000}'..='\u{1faff}') {
            let shown = replace_unknown_letters(&letter.to_string());
            assert!(
                shown.chars().all(|letter_of_output| letter_width(letter_of_output).is_some()),
                "{letter:?}: {shown:?}"
            );
        }
    }

    #[test]
    fn text_is_cut_by_its_width() {
        assert_eq!(replace_unknown_letters_and_cut("Brute", 20.0, 100.0), "Brute");
        for text in ["iiiiiiiiiiiiiiiiiiiiiiiiii", "WWWWWWWWWWWWW", "王小明王小明王小明王小明"]
        {
            let fitted = replace_unknown_letters_and_cut(text, 20.0, 120.0);
            assert!(fitted.ends_with('…') && text_width(&fitted, 20.0) <= 120.0, "{fitted}");
            assert!(text_width(&fitted, 20.0) > 80.0, "{fitted}");
        }
        assert_eq!(replace_unknown_letters_and_cut("Ann", 20.0, 1.0), "…");
        let numbered =
            replace_unknown_letters_and_cut_middle("Skeleton of the sunken army 12", 20.0, 146.0);
        assert!(numbered.starts_with("Skelet") && numbered.ends_with("… 12"), "{numbered}");
    }

    #[test]
    fn text_is_broken_and_cut_between_words() {
        let wrap = |text: &str, max_lines| wrap_and_cut(text, 20.0, 146.0, max_lines);
        assert_eq!(wrap("Lantern Watchman 1", 2), ["Lantern", "Watchman 1"]);
        assert_eq!(wrap("Mira", 2), ["Mira"]);
        assert_eq!(wrap("towards Wood edge", 1), ["towards…"]);
        let numbered = wrap("Skeleton of the sunken army 12", 2);
        assert_eq!((numbered.len(), numbered[0].as_str()), (2, "Skeleton of"));
        assert!(numbered[1].starts_with("the") && numbered[1].ends_with("… 12"), "{numbered:?}");
        for (text, max_lines, fits) in
            [("Lantern Watchman 1", 1, false), ("Lantern Watchman 1", 2, true), ("Mira", 1, true)]
        {
            assert_eq!(fits_in_lines(text, 20.0, 146.0, max_lines), fits, "{text}");
        }
        let long_word = wrap("Donaudampfschifffahrt", 2);
        assert!(long_word.len() == 1 && long_word[0].ends_with('…'), "{long_word:?}");
    }
}
