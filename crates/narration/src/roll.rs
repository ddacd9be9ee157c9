//! Rolls in one form for all systems: the dice, each modifier with its cause, the number needed,
//! and the outcome, as in `d20 10 + 2 (STR) = 12, needs 12: HIT`. Each system supplies the parts.

use super::catalogue::{FormattedText, Locale, say};
use super::dice_marks::{format_summed_faces, write_both_notations};
use super::{Style, join_with_commas, terms};
use engine::core::dice::DiceRoll;
use engine::core::modifier::{Modifier, ModifierChange};

/// Rolled dice and their total.
pub struct RollParts<'a> {
    /// Shown for systems that use different dice: `d20`.
    pub sides: Option<u8>,
    /// The dice that count.
    pub faces: Vec<u8>,
    /// The die that advantage or disadvantage dropped.
    pub dropped_face: Option<u8>,
    pub modifiers: &'a [Modifier],
    pub total: i16,
}

impl RollParts<'_> {
    /// Formats the roll: `d20 10 + 2 (STR) = 12`.
    pub fn format(&self, style: &Style) -> String {
        let locale = style.locale;
        let dice = FormattedText(self.format_dice(style));
        let plus = self.format_bonuses_and_unexplained_rest(locale);
        // A single die without bonuses is its own total.
        let shows_total_already = self.faces.len() == 1 && plus.is_empty();
        let total = (!shows_total_already).then_some(self.total);
        say!(locale, "roll", dice, plus = FormattedText(plus), total)
    }

    /// Formats the number needed, with what raised it: `14 (armour +2)`.
    pub fn format_needed_with_modifiers(
        &self,
        locale: Locale,
        needs: impl Into<i16>,
    ) -> FormattedText {
        let mut raises = Vec::new();
        for modifier in self.modifiers {
            if let ModifierChange::TargetNumber(number) = modifier.change {
                let cause = FormattedText(terms::roll_cause_name(locale, &modifier.cause));
                raises.push(say!(locale, "roll-raised", cause, by = format_signed(number)));
            }
        }
        let needs: i16 = needs.into();
        let why = Some(join_with_commas(locale, &raises)).filter(|why| !why.is_empty());
        FormattedText(say!(locale, "roll-needed", needs, why = why.map(FormattedText)))
    }

    /// Formats the dice with the notes on them. Beside faces the notes only say why a die is
    /// dropped: which one is there to be seen.
    fn format_dice(&self, style: &Style) -> String {
        let format_with_notes = |notes: Vec<String>| {
            let faces = format_summed_faces(style, self.sides, &self.faces, self.dropped_face);
            let notes = FormattedText(join_with_commas(style.locale, &notes));
            let notes = Some(notes).filter(|notes| !notes.0.is_empty());
            let (sides, count) = (self.sides, self.faces.len());
            say!(style.locale, "roll-dice", sides, count, faces = FormattedText(faces), notes)
        };
        let beside_faces = self.dice_notes(style.locale, Self::dropped_die_cause);
        let in_words = self.dice_notes(style.locale, Self::dropped_die_note);
        write_both_notations(style, format_with_notes(beside_faces), format_with_notes(in_words))
    }

    /// Returns the notes on the dice: a natural 1 or 20, the note of `note_of_dropped` on the
    /// dropped die, and why there are more or fewer dice.
    fn dice_notes(
        &self,
        locale: Locale,
        note_of_dropped: impl Fn(&Self, Locale, u8) -> Option<String>,
    ) -> Vec<String> {
        let mut notes = Vec::new();
        if let ([face], Some(20)) = (&self.faces[..], self.sides)
            && matches!(face, 1 | 20)
            && self.dropped_face.is_none()
        {
            notes.push(say!(locale, "roll-natural", face));
        }
        notes.extend(self.dropped_face.and_then(|out| note_of_dropped(self, locale, out)));
        notes.extend(dice_change_notes(locale, self.modifiers));
        notes
    }

    /// Returns the note on which die counts, and why.
    fn dropped_die_note(&self, locale: Locale, out: u8) -> Option<String> {
        let is_higher = self.faces.iter().max().is_some_and(|face| *face > out);
        let cause = self.dropped_die_cause(locale, out).map(FormattedText);
        Some(match (self.sides, &self.faces[..]) {
            (Some(_), [face]) => say!(locale, "roll-of-two", face, out, is_higher, cause),
            _ => say!(locale, "roll-dropped", out, cause),
        })
    }

    /// Returns why a die is dropped, if that is known.
    fn dropped_die_cause(&self, locale: Locale, dropped: u8) -> Option<String> {
        let is_cause = |change: ModifierChange| match change {
            ModifierChange::Advantage => self.faces.iter().all(|face| *face >= dropped),
            ModifierChange::Disadvantage => self.faces.iter().all(|face| *face <= dropped),
            ModifierChange::Bonus(_)
            | ModifierChange::ExtraDice(_)
            | ModifierChange::TargetNumber(_) => false,
        };
        let cause = self.modifiers.iter().find(|modifier| is_cause(modifier.change));
        cause.map(|modifier| terms::roll_cause_name(locale, &modifier.cause))
    }

    /// Formats the bonuses: ` + 2 (STR) + 1`. What no modifier explains is a last bonus without a
    /// cause.
    fn format_bonuses_and_unexplained_rest(&self, locale: Locale) -> String {
        let sum: i16 = self.faces.iter().copied().map(i16::from).sum();
        let mut unexplained = self.total - sum;
        let mut parts = Vec::new();
        for modifier in self.modifiers {
            if let ModifierChange::Bonus(number) = modifier.change {
                unexplained -= number;
                parts.push(format_bonus(
                    locale,
                    number,
                    Some(terms::roll_cause_name(locale, &modifier.cause)),
                ));
            }
        }
        if unexplained != 0 {
            parts.push(format_bonus(locale, unexplained, None));
        }
        parts.concat()
    }
}

/// Formats one die and what it came to: `d6 4 + 3 = 7`.
pub fn format_single_die(
    style: &Style,
    sides: u8,
    face: u8,
    total: impl Into<i16>,
) -> FormattedText {
    let (sides, faces, total) = (Some(sides), vec![face], total.into());
    FormattedText(
        RollParts { sides, faces, dropped_face: None, modifiers: &[], total }.format(style),
    )
}

/// Returns why there are more or fewer dice: `−1D range`.
pub fn dice_change_notes(locale: Locale, modifiers: &[Modifier]) -> Vec<String> {
    let mut notes = Vec::new();
    for modifier in modifiers {
        if let ModifierChange::ExtraDice(number) = modifier.change {
            let cause = FormattedText(terms::roll_cause_name(locale, &modifier.cause));
            notes.push(say!(locale, "roll-dice-changed", dice = format_signed(number), cause));
        }
    }
    notes
}

/// Formats one bonus: ` + 2 (STR)`, ` − 1`.
fn format_bonus(locale: Locale, number: i16, cause: Option<String>) -> String {
    let (is_less, number) = (number < 0, number.unsigned_abs());
    say!(locale, "roll-plus", is_less, number, cause = cause.map(FormattedText))
}

/// Formats how a roll came out: `HIT`, or after visible dice `…, needs 12: HIT`.
pub fn format_roll_and_outcome(
    locale: Locale,
    roll: Option<String>,
    needs: Option<FormattedText>,
    outcome: &str,
) -> String {
    let verdict = format_verdict(locale, needs, outcome);
    match roll {
        Some(roll) => roll + &verdict,
        None => outcome.into(),
    }
}

/// Formats the end of a roll whose dice are already shown: `, needs 12: HIT`.
pub fn format_verdict(locale: Locale, needs: Option<FormattedText>, outcome: &str) -> String {
    say!(locale, "roll-verdict", needs, outcome = FormattedText(outcome.into()))
}

/// Formats rolled damage: the dice if they are known, and their total.
pub fn format_damage(
    style: &Style,
    dice: Option<&DiceRoll>,
    is_doubled: bool,
    total: u16,
) -> String {
    let locale = style.locale;
    let dice = dice.map(|dice| {
        let DiceRoll { sides, faces, .. } = dice;
        let faces_sum = faces.iter().copied().map(i16::from).sum::<i16>();
        let bonus = dice.total() as i16 - faces_sum;
        let roll = RollParts {
            sides: Some(*sides),
            faces: faces.clone(),
            dropped_face: None,
            modifiers: &[],
            total: total as i16,
        };
        let mut text = roll.format_dice(style);
        if bonus != 0 {
            text += &format_bonus(locale, bonus, None);
        }
        let needs_brackets = is_doubled && (faces.len() > 1 || bonus != 0);
        FormattedText(if needs_brackets { format!("({text})") } else { text })
    });
    say!(locale, "roll-damage", dice, is_doubled, total)
}

/// Formats damage with what armour takes off it, if that is known.
pub fn format_reduced_damage(
    locale: Locale,
    damage: String,
    armour: Option<u8>,
    is_halved: bool,
) -> String {
    let armour = armour.filter(|armour| *armour > 0);
    say!(locale, "roll-damage-less", damage = FormattedText(damage), armour, is_halved)
}

/// Joins dice: `5+3+2`.
pub fn join_with_plus(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join("+")
}

/// Formats a number with its sign: `+2`, or `−2` with a real minus.
pub fn format_signed(number: impl Into<i16>) -> FormattedText {
    let number = number.into();
    let sign = if number < 0 { '−' } else { '+' };
    FormattedText(format!("{sign}{}", number.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PLAIN;

    const EN: Locale = Locale::ENGLISH;

    fn d20(face: u8, dropped_face: Option<u8>, modifiers: &[Modifier], total: i16) -> String {
        RollParts { sides: Some(20), faces: vec![face], dropped_face, modifiers, total }
            .format(&PLAIN)
    }

    fn modifier(cause: &'static str, change: ModifierChange) -> Modifier {
        Modifier::new(cause, change)
    }

    #[test]
    fn roll_shows_each_modifier_with_its_cause() {
        assert_eq!(
            d20(10, None, &[modifier("str", ModifierChange::Bonus(2))], 12),
            "d20 10 + 2 (STR) = 12"
        );
        assert_eq!(
            d20(10, None, &[modifier("dex", ModifierChange::Bonus(-1))], 9),
            "d20 10 − 1 (DEX) = 9"
        );
        assert_eq!(d20(10, None, &[], 10), "d20 10");
        let modifiers = [
            modifier("str", ModifierChange::Bonus(3)),
            modifier("close-shot", ModifierChange::Disadvantage),
        ];
        let text = "d20 3 (the lower of 3 and 4: target too close) + 3 (STR) = 6";
        assert_eq!(d20(3, Some(4), &modifiers, 6), text);
    }

    #[test]
    fn old_roll_without_modifiers_shows_no_cause() {
        assert_eq!(d20(10, None, &[], 12), "d20 10 + 2 = 12");
        assert_eq!(d20(7, Some(3), &[], 7), "d20 7 (the higher of 7 and 3)");
    }

    #[test]
    fn dice_pool_shows_why_dice_changed() {
        let modifiers = [
            modifier("firearms", ModifierChange::Bonus(2)),
            modifier("range", ModifierChange::ExtraDice(-1)),
            modifier("luck", ModifierChange::Advantage),
        ];
        let faces = vec![5, 3];
        let roll = RollParts {
            sides: None,
            faces,
            dropped_face: Some(1),
            modifiers: &modifiers,
            total: 10,
        };
        let text = "5+3 (1 dropped: luck, −1D range) + 2 (Firearms) = 10";
        assert_eq!(roll.format(&PLAIN), text);
        let end = format_verdict(EN, Some(roll.format_needed_with_modifiers(EN, 9u8)), "HIT");
        assert_eq!(end, ", needs 9: HIT");
    }

    #[test]
    fn needed_number_shows_what_raised_it() {
        let modifiers = [modifier("armour", ModifierChange::TargetNumber(2))];
        let (sides, faces) = (Some(20), vec![9]);
        let roll = RollParts { sides, faces, dropped_face: None, modifiers: &modifiers, total: 9 };
        assert_eq!(roll.format_needed_with_modifiers(EN, 14u8).0, "14 (armour +2)");
        assert_eq!(
            format_roll_and_outcome(
                EN,
                None,
                Some(roll.format_needed_with_modifiers(EN, 14u8)),
                "MISS"
            ),
            "MISS"
        );
    }

    #[test]
    fn damage_shows_dice_doubling_and_armour() {
        let dice = DiceRoll { sides: 10, faces: vec![9], modifier: 0 };
        let text = format_damage(&PLAIN, Some(&dice), true, 18);
        assert_eq!(text, "d10 9 × 2 = 18 damage");
        assert_eq!(
            format_reduced_damage(EN, text, Some(2), false),
            "d10 9 × 2 = 18 damage − 2 (armour)"
        );
        assert_eq!(format_damage(&PLAIN, None, false, 5), "5 damage");
        let dice = DiceRoll { sides: 6, faces: vec![3, 4], modifier: 1 };
        assert_eq!(format_damage(&PLAIN, Some(&dice), true, 16), "(2d6 3+4 + 1) × 2 = 16 damage");
    }

    #[test]
    fn dropped_die_is_shown_beside_the_others_where_faces_are() {
        use crate::dice_marks::{DiceNotation, DieFate, DieMark, MarkRendering, resolve_marks};
        let style = Style { dice: DiceNotation::Marks, ..PLAIN };
        let face = |die: DieMark| match die.fate {
            DieFate::Dropped => format!("~~{}~~", die.face),
            _ => die.face.to_string(),
        };
        let modifiers = [
            modifier("str", ModifierChange::Bonus(3)),
            modifier("close-shot", ModifierChange::Disadvantage),
        ];
        let roll = |dropped_face, modifiers| {
            let (sides, faces) = (Some(20), vec![3]);
            RollParts { sides, faces, dropped_face, modifiers, total: 6 }
        };
        let text = roll(Some(4), &modifiers).format(&style);
        let expected = "d20 3\u{2002}~~4~~ (target too close) + 3 (STR) = 6";
        assert_eq!(resolve_marks(&text, MarkRendering::Faces(&face)), expected);
        let words = roll(Some(4), &modifiers).format(&PLAIN);
        assert_eq!(resolve_marks(&text, MarkRendering::Words), words);
        let text = roll(Some(4), &[]).format(&style);
        let expected = "d20 3\u{2002}~~4~~ + 3 = 6";
        assert_eq!(resolve_marks(&text, MarkRendering::Faces(&face)), expected);
    }
}
