//! Dice in sentences as marks: single characters that stand for one die each until a message is
//! sent. Only then is it known how its reader wants dice: as faces, as emoji, or in words.
//!
//! Marks are private-use characters of Unicode. Front ends remove those from what users typed.

use std::borrow::Cow;

use super::Style;
use super::roll::join_with_plus;

/// How a style writes dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceNotation {
    /// As numbers and words, in full.
    Words,
    /// As marks, for [`resolve_marks`].
    Marks,
}

/// What became of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DieFate {
    /// It counts to a sum.
    Kept,
    /// It was rolled, and does not count.
    Dropped,
    /// A success among dice of which each is a success or nothing.
    Hit,
    Miss,
}

const FATES: [DieFate; 4] = [DieFate::Kept, DieFate::Dropped, DieFate::Hit, DieFate::Miss];

/// A die that has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DieMark {
    pub face: u8,
    pub is_six_sided: bool,
    pub fate: DieFate,
}

/// The marks begin here, in a plane for private use: the face in 8 bits, whether the die has six
/// sides in one, and its fate in two.
const FIRST_MARK: u32 = 0xF_1000;
const SIX_SIDED: u32 = 1 << 8;
const FATE_SHIFT: u32 = 9;

/// Around two ways to say the same: one beside faces, and one in words alone.
const BESIDE_FACES: char = '\u{F1FF0}';
const IN_WORDS: char = '\u{F1FF1}';
const END_OF_WORDS: char = '\u{F1FF2}';

impl DieMark {
    /// Returns the character that stands for the die.
    pub fn to_char(self) -> char {
        let fate = FATES.iter().position(|fate| *fate == self.fate).unwrap_or_default() as u32;
        let six_sided = if self.is_six_sided { SIX_SIDED } else { 0 };
        let code = FIRST_MARK + (fate << FATE_SHIFT) + six_sided + u32::from(self.face);
        char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Returns the die that a character stands for. `None` if it is no mark of a die.
    pub fn from_char(letter: char) -> Option<Self> {
        let code = u32::from(letter).checked_sub(FIRST_MARK)?;
        let fate = *FATES.get((code >> FATE_SHIFT) as usize)?;
        Some(Self { face: (code & 0xff) as u8, is_six_sided: code & SIX_SIDED != 0, fate })
    }
}

/// Returns whether a character is one that this module uses: a die, or a delimiter between two
/// wordings.
pub fn is_mark(letter: char) -> bool {
    DieMark::from_char(letter).is_some() || [BESIDE_FACES, IN_WORDS, END_OF_WORDS].contains(&letter)
}

/// Formats dice of which the sum counts, and the one that was dropped.
pub(crate) fn format_summed_faces(
    style: &Style,
    sides: Option<u8>,
    faces: &[u8],
    dropped_face: Option<u8>,
) -> String {
    if style.dice == DiceNotation::Words {
        return join_with_plus(faces);
    }
    // Where a system has dice of one kind, they have six sides.
    let is_six_sided = sides.is_none_or(|sides| sides == 6);
    let kept = faces.iter().map(|face| (*face, DieFate::Kept));
    let dropped = dropped_face.map(|face| (face, DieFate::Dropped));
    let marks = kept.chain(dropped);
    marks.map(|(face, fate)| DieMark { face, is_six_sided, fate }.to_char()).collect()
}

/// Formats six-sided dice of which each is a success or nothing.
pub(crate) fn format_success_faces(
    style: &Style,
    faces: &[u8],
    is_success: impl Fn(u8) -> bool,
) -> String {
    if style.dice == DiceNotation::Words {
        return faces.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    }
    let mut marks = String::new();
    for face in faces.iter().copied() {
        let fate = if is_success(face) { DieFate::Hit } else { DieFate::Miss };
        marks.push(DieMark { face, is_six_sided: true, fate }.to_char());
    }
    marks
}

/// Returns a text with two wordings, one for readers who see dice as faces and one for those who
/// read them in words. [`resolve_marks`] keeps the one that fits. If `style` writes words anyway,
/// returns `in_words` alone.
pub(crate) fn write_both_notations(
    style: &Style,
    beside_faces: String,
    in_words: String,
) -> String {
    match style.dice {
        DiceNotation::Words => in_words,
        DiceNotation::Marks if beside_faces == in_words => in_words,
        DiceNotation::Marks => {
            format!("{BESIDE_FACES}{beside_faces}{IN_WORDS}{in_words}{END_OF_WORDS}")
        }
    }
}

/// How [`resolve_marks`] renders the dice marks of a text.
#[derive(Clone, Copy)]
pub enum MarkRendering<'a> {
    /// Each die by itself, as the function writes it.
    Faces(&'a dyn Fn(DieMark) -> String),
    /// As in [`DiceNotation::Words`].
    Words,
}

/// Replaces the marks in a text. A text that was cut within its marks loses what was cut.
pub fn resolve_marks<'t>(text: &'t str, rendering: MarkRendering<'_>) -> Cow<'t, str> {
    if !text.contains(is_mark) {
        return Cow::Borrowed(text);
    }
    let writes_words = matches!(rendering, MarkRendering::Words);
    let mut output = String::with_capacity(text.len());
    // Dice that stand side by side, which are written together.
    let mut adjacent_dice = Vec::new();
    let mut is_skipped = false;
    for letter in text.chars() {
        if let Some(die) = DieMark::from_char(letter) {
            if !is_skipped {
                adjacent_dice.push(die);
            }
            continue;
        }
        write_and_clear_dice(&mut output, &mut adjacent_dice, rendering);
        match letter {
            BESIDE_FACES => is_skipped = writes_words,
            IN_WORDS => is_skipped = !writes_words,
            END_OF_WORDS => is_skipped = false,
            _ if is_skipped => {}
            _ => output.push(letter),
        }
    }
    write_and_clear_dice(&mut output, &mut adjacent_dice, rendering);
    Cow::Owned(output)
}

/// Writes the dice that stood side by side, if there are any, and clears the list.
fn write_and_clear_dice(
    output: &mut String,
    adjacent_dice: &mut Vec<DieMark>,
    rendering: MarkRendering<'_>,
) {
    if !adjacent_dice.is_empty() {
        output.push_str(&format_dice(adjacent_dice, rendering));
        adjacent_dice.clear();
    }
}

/// Formats dice that stand side by side. In words, a dropped die is left out: the text names it.
fn format_dice(dice: &[DieMark], rendering: MarkRendering<'_>) -> String {
    match rendering {
        MarkRendering::Faces(format_die) => {
            dice.iter().map(|die| format_die(*die)).collect::<Vec<_>>().join("\u{2002}")
        }
        MarkRendering::Words => {
            let are_successes_counted =
                dice.iter().any(|die| matches!(die.fate, DieFate::Hit | DieFate::Miss));
            let separator = if are_successes_counted { ", " } else { "+" };
            let told_dice = dice.iter().filter(|die| die.fate != DieFate::Dropped);
            told_dice.map(|die| die.face.to_string()).collect::<Vec<_>>().join(separator)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PLAIN;

    const MARKED: Style = Style { dice: DiceNotation::Marks, ..PLAIN };

    fn bare_number(die: DieMark) -> String {
        match die.fate {
            DieFate::Kept | DieFate::Miss => die.face.to_string(),
            DieFate::Dropped => format!("({})", die.face),
            DieFate::Hit => format!("!{}", die.face),
        }
    }

    #[test]
    fn marked_dice_are_read_as_faces_or_as_the_words_of_plain_style() {
        let marked = format_summed_faces(&MARKED, None, &[5, 3], Some(1));
        assert_eq!(marked.chars().count(), 3, "one character a die");
        let faces = MarkRendering::Faces(&bare_number);
        assert_eq!(resolve_marks(&marked, faces), "5\u{2002}3\u{2002}(1)");
        let plain = format_summed_faces(&PLAIN, None, &[5, 3], Some(1));
        assert_eq!(resolve_marks(&marked, MarkRendering::Words), plain);
        let marked = format_success_faces(&MARKED, &[6, 2], |face| face == 6);
        assert_eq!(resolve_marks(&marked, faces), "!6\u{2002}2");
        assert_eq!(resolve_marks(&marked, MarkRendering::Words), "6, 2");
    }

    #[test]
    fn words_depend_on_whether_faces_are_shown() {
        let text = write_both_notations(&MARKED, "(luck)".into(), "(1 dropped: luck)".into());
        assert_eq!(resolve_marks(&text, MarkRendering::Faces(&bare_number)), "(luck)");
        assert_eq!(resolve_marks(&text, MarkRendering::Words), "(1 dropped: luck)");
        assert_eq!(
            write_both_notations(&PLAIN, "(luck)".into(), "(1 dropped)".into()),
            "(1 dropped)"
        );
    }

    #[test]
    fn every_die_has_a_mark_of_its_own() {
        for fate in FATES {
            for is_six_sided in [true, false] {
                for face in [0, 1, 6, 20, u8::MAX] {
                    let die = DieMark { face, is_six_sided, fate };
                    assert_eq!(DieMark::from_char(die.to_char()), Some(die));
                }
            }
        }
        assert!(!is_mark('a') && !is_mark('\u{F0FFF}') && !is_mark('\u{F1800}'));
    }
}
