//! The fonts of a map: which letters they have, and how wide a text is.
//!
//! People call themselves what they like, in any script. What none of the fonts has is shown by
//! the name of its script, or by a neutral sign, and never by an empty box.

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

/// In the order in which they are asked for a letter; see `data/fonts/README.md`.
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
    /// For letters of one pixel.
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

/// What stands for a sign that no font has.
const UNKNOWN_LETTER_SIGN: &str = "◌";

/// How wide a letter of one pixel is; none where no font has it.
fn letter_width(letter: char) -> Option<f32> {
    let width = |face: &FontFace| face.metrics.advance_width(face.charmap.map(letter)?);
    FONT_FACES.iter().find_map(width)
}

/// How wide a text is, in letters of a size.
pub fn text_width(text: &str, size: f32) -> f32 {
    text.chars().filter_map(letter_width).sum::<f32>() * size
}

/// A text that the fonts can show, cut to some room.
pub fn fit_text(text: &str, size: f32, max_width: f32) -> String {
    let text = replace_unknown_letters(text);
    if text_width(&text, size) <= max_width {
        return text;
    }
    let mut left = max_width - text_width("…", size);
    let fits = |letter: &char| {
        left -= text_width(&letter.to_string(), size);
        left >= 0.0
    };
    let kept: String = text.chars().take_while(fits).collect();
    format!("{}…", kept.trim_end())
}

/// Nobody reads more of a picture.
const MAX_LETTERS: usize = 200;

/// What the fonts have of a text; for the rest the name of its script.
pub fn replace_unknown_letters(text: &str) -> String {
    let mut shown = String::new();
    for letter in cut_to_length(text, MAX_LETTERS).chars() {
        let instead = match letter {
            _ if letter.is_control() => " ".into(),
            _ if is_variation_modifier(letter) => continue,
            // Flags are pairs of letters.
            '\u{1f1e6}'..='\u{1f1ff}' => {
                let place = letter as u32 - 0x1f1e6;
                char::from_u32(u32::from('A') + place).map(String::from).unwrap_or_default()
            }
            _ if letter_width(letter).is_some() => letter.into(),
            _ => match letter.script() {
                Script::Inherited => continue,
                Script::Common | Script::Unknown => UNKNOWN_LETTER_SIGN.into(),
                script => format!("({})", script.full_name().replace('_', " ")),
            },
        };
        // A whole word, or several, in a script is one sign of it.
        let is_one = instead.chars().count() > 1 || instead == UNKNOWN_LETTER_SIGN;
        if !(is_one && shown.trim_end().ends_with(&instead)) {
            shown += &instead;
        }
    }
    shown.trim().to_string()
}

/// It only says how the letter before it looks: in which colour, or as a picture.
fn is_variation_modifier(letter: char) -> bool {
    let silent = ['\u{fe00}'..='\u{fe0f}', '\u{1f3fb}'..='\u{1f3ff}', '\u{e0000}'..='\u{e01ef}'];
    silent.iter().any(|letters| letters.contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_that_people_type_are_shown_as_they_are() {
        for name in
            ["Größe", "Мира", "Ελένη", "مريم", "מרים", "王小明", "さくら", "김민준", "🐺🧙🦊🐉"]
        {
            assert_eq!(replace_unknown_letters(name), name);
        }
    }

    #[test]
    fn what_no_font_has_is_named_and_never_an_empty_box() {
        let shown = ["தமிழ் பெயர்", "மீ and ሰላም", "𐍈", "\u{1fae8}\u{e000}", "👋🏽", "🇩🇪", "a\u{0}b"];
        let read = shown.map(replace_unknown_letters);
        let wanted =
            ["(Tamil)", "(Tamil) and (Ethiopic)", "(Gothic)", "\u{1fae8}◌", "👋", "DE", "a b"];
        assert_eq!(read, wanted);
        for text in read {
            assert!(text.chars().all(|letter| letter_width(letter).is_some()), "{text}");
        }
        assert!(letter_width('◌').is_some() && letter_width('…').is_some());
    }

    #[test]
    fn every_letter_that_is_shown_has_a_glyph() {
        for letter in ('\u{20}'..='\u{ffff}').step_by(7).chain('\u{1f000}'..='\u{1faff}') {
            let shown = replace_unknown_letters(&letter.to_string());
            assert!(shown.chars().all(|one| letter_width(one).is_some()), "{letter:?}: {shown:?}");
        }
    }

    #[test]
    fn a_text_is_cut_by_its_width() {
        assert_eq!(fit_text("Brute", 20.0, 100.0), "Brute");
        for text in ["iiiiiiiiiiiiiiiiiiiiiiiiii", "WWWWWWWWWWWWW", "王小明王小明王小明王小明"]
        {
            let fitted = fit_text(text, 20.0, 120.0);
            assert!(fitted.ends_with('…') && text_width(&fitted, 20.0) <= 120.0, "{fitted}");
            assert!(text_width(&fitted, 20.0) > 80.0, "{fitted}");
        }
        assert_eq!(fit_text("Ann", 20.0, 1.0), "…");
    }
}
