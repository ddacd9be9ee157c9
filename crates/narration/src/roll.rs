//! Rolls: one form for all systems. Dice, each modifier with its cause, what was needed, how it
//! came out: `d20 10 + 2 (STR) = 12, needs 12: HIT`. Each system gives its parts.

use super::catalogue::{FormattedText, Locale, say};
use super::terms;
use engine::core::dice::DiceRoll;
use engine::core::modifier::{Modifier, ModifierChange};

/// Dice that have fallen, and the total that they came to.
pub struct RollParts<'a> {
    /// Said where it is not the same for all dice of a system: `d20`.
    pub sides: Option<u8>,
    /// Those that count.
    pub faces: Vec<u8>,
    /// One that does not, by advantage or disadvantage.
    pub dropped_face: Option<u8>,
    pub modifiers: &'a [Modifier],
    pub total: i16,
}

impl RollParts<'_> {
    /// `d20 10 + 2 (STR) = 12`.
    pub fn format(&self, locale: Locale) -> String {
        let (dice, plus) = (FormattedText(self.format_dice(locale)), self.format_bonuses(locale));
        // One die alone is the total.
        let is_plain = self.faces.len() == 1 && plus.is_empty();
        let total = (!is_plain).then_some(self.total);
        say!(locale, "roll", dice, plus = FormattedText(plus), total)
    }

    /// What is needed, and what has raised it: `14 (armour +2)`.
    pub fn format_needed(&self, locale: Locale, needs: impl Into<i16>) -> FormattedText {
        let raised = self.modifiers.iter().filter_map(|one| match one.change {
            ModifierChange::TargetNumber(by) => {
                let (cause, by) =
                    (FormattedText(terms::roll_cause(locale, &one.cause)), format_signed(by));
                Some(say!(locale, "roll-raised", cause, by))
            }
            _ => None,
        });
        let why = FormattedText(raised.collect::<Vec<_>>().join(", "));
        let needs: i16 = needs.into();
        FormattedText(say!(
            locale,
            "roll-needed",
            needs,
            why = Some(why).filter(|why| !why.0.is_empty())
        ))
    }

    fn format_dice(&self, locale: Locale) -> String {
        let faces = FormattedText(join_with_plus(&self.faces));
        let notes = FormattedText(self.dice_notes(locale).join(", "));
        let notes = Some(notes).filter(|notes| !notes.0.is_empty());
        let (sides, count) = (self.sides, self.faces.len());
        say!(locale, "roll-dice", sides, count, faces, notes)
    }

    /// What is to be known of the dice: why one is left out, or why they are more or fewer.
    fn dice_notes(&self, locale: Locale) -> Vec<String> {
        let mut notes = Vec::new();
        if let ([face], Some(20)) = (&self.faces[..], self.sides)
            && matches!(face, 1 | 20)
            && self.dropped_face.is_none()
        {
            notes.push(say!(locale, "roll-natural", face));
        }
        notes.extend(self.dropped_face.map(|out| self.dropped_die_note(locale, out)));
        notes.extend(dice_change_notes(locale, self.modifiers));
        notes
    }

    /// Which die counts, and why.
    fn dropped_die_note(&self, locale: Locale, out: u8) -> String {
        let is_higher = self.faces.iter().max().is_some_and(|face| *face > out);
        let is_cause = |change: ModifierChange| match change {
            ModifierChange::Advantage => self.faces.iter().all(|face| *face >= out),
            ModifierChange::Disadvantage => self.faces.iter().all(|face| *face <= out),
            ModifierChange::Bonus(_)
            | ModifierChange::ExtraDice(_)
            | ModifierChange::TargetNumber(_) => false,
        };
        let cause = self.modifiers.iter().find(|one| is_cause(one.change));
        let cause = cause.map(|one| FormattedText(terms::roll_cause(locale, &one.cause)));
        match (self.sides, &self.faces[..]) {
            (Some(_), [face]) => say!(locale, "roll-of-two", face, out, is_higher, cause),
            _ => say!(locale, "roll-dropped", out, cause),
        }
    }

    /// ` + 2 (STR) + 1`.
    fn format_bonuses(&self, locale: Locale) -> String {
        let sum: i16 = self.faces.iter().copied().map(i16::from).sum();
        let mut rest = self.total - sum;
        let mut parts = Vec::new();
        for one in self.modifiers {
            if let ModifierChange::Bonus(number) = one.change {
                rest -= number;
                parts.push(format_bonus(
                    locale,
                    number,
                    Some(terms::roll_cause(locale, &one.cause)),
                ));
            }
        }
        if rest != 0 {
            parts.push(format_bonus(locale, rest, None));
        }
        parts.concat()
    }
}

/// One die, and what it came to: `d6 4 + 3 = 7`.
pub fn format_single_die(
    locale: Locale,
    sides: u8,
    face: u8,
    total: impl Into<i16>,
) -> FormattedText {
    let (sides, faces, total) = (Some(sides), vec![face], total.into());
    FormattedText(
        RollParts { sides, faces, dropped_face: None, modifiers: &[], total }.format(locale),
    )
}

/// Why dice are more or fewer: `−1D range`.
pub fn dice_change_notes(locale: Locale, modifiers: &[Modifier]) -> Vec<String> {
    let dice = |one: &Modifier| match one.change {
        ModifierChange::ExtraDice(dice) => {
            let (cause, dice) =
                (FormattedText(terms::roll_cause(locale, &one.cause)), format_signed(dice));
            Some(say!(locale, "roll-dice-changed", dice, cause))
        }
        ModifierChange::Bonus(_)
        | ModifierChange::Advantage
        | ModifierChange::Disadvantage
        | ModifierChange::TargetNumber(_) => None,
    };
    modifiers.iter().filter_map(dice).collect()
}

/// ` + 2 (STR)`, ` − 1`.
fn format_bonus(locale: Locale, number: i16, cause: Option<String>) -> String {
    let (is_less, number) = (number < 0, number.unsigned_abs());
    say!(locale, "roll-plus", is_less, number, cause = cause.map(FormattedText))
}

/// How a roll came out: `HIT`, or after dice that may be known `…, needs 12: HIT`.
pub fn format_result(
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

/// What ends a roll that has been told: `, needs 12: HIT`.
pub fn format_verdict(locale: Locale, needs: Option<FormattedText>, outcome: &str) -> String {
    say!(locale, "roll-verdict", needs, outcome = FormattedText(outcome.into()))
}

/// Damage as it was rolled: the dice where they may be known, and what comes of them.
pub fn format_damage(
    locale: Locale,
    dice: Option<&DiceRoll>,
    is_doubled: bool,
    total: u16,
) -> String {
    let dice = dice.map(|dice| {
        let DiceRoll { sides, faces, .. } = dice;
        let sides = Some(*sides);
        let plus = dice.total() as i16 - faces.iter().copied().map(i16::from).sum::<i16>();
        let (own, total) = (faces.clone(), total as i16);
        let roll = RollParts { sides, faces: own, dropped_face: None, modifiers: &[], total };
        let plus = if plus == 0 { String::new() } else { format_bonus(locale, plus, None) };
        let dice = roll.format_dice(locale) + &plus;
        let is_sum = is_doubled && (faces.len() > 1 || !plus.is_empty());
        FormattedText(if is_sum { format!("({dice})") } else { dice })
    });
    say!(locale, "roll-damage", dice, is_doubled, total)
}

/// Damage with what armour takes off it, where that may be known.
pub fn format_reduced_damage(
    locale: Locale,
    damage: String,
    armour: Option<u8>,
    is_halved: bool,
) -> String {
    let armour = armour.filter(|armour| *armour > 0);
    say!(locale, "roll-damage-less", damage = FormattedText(damage), armour, is_halved)
}

/// `5+3+2`.
pub fn join_with_plus(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join("+")
}

/// `+2`, or `−2` with a real minus.
pub fn format_signed(number: impl Into<i16>) -> FormattedText {
    let number = number.into();
    let sign = if number < 0 { '−' } else { '+' };
    FormattedText(format!("{sign}{}", number.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: Locale = Locale::ENGLISH;

    fn d20(face: u8, left_out: Option<u8>, modifiers: &[Modifier], total: i16) -> String {
        RollParts { sides: Some(20), faces: vec![face], dropped_face: left_out, modifiers, total }
            .format(EN)
    }

    fn by(why: &'static str, change: ModifierChange) -> Modifier {
        Modifier::new(why, change)
    }

    #[test]
    fn each_modifier_has_its_cause() {
        assert_eq!(
            d20(10, None, &[by("str", ModifierChange::Bonus(2))], 12),
            "d20 10 + 2 (STR) = 12"
        );
        assert_eq!(
            d20(10, None, &[by("dex", ModifierChange::Bonus(-1))], 9),
            "d20 10 − 1 (DEX) = 9"
        );
        assert_eq!(d20(10, None, &[], 10), "d20 10");
        let low =
            [by("str", ModifierChange::Bonus(3)), by("close-shot", ModifierChange::Disadvantage)];
        let told = "d20 3 (the lower of 3 and 4: target too close) + 3 (STR) = 6";
        assert_eq!(d20(3, Some(4), &low, 6), told);
    }

    #[test]
    fn what_an_old_note_does_not_say_has_no_cause() {
        assert_eq!(d20(10, None, &[], 12), "d20 10 + 2 = 12");
        assert_eq!(d20(7, Some(3), &[], 7), "d20 7 (the higher of 7 and 3)");
    }

    #[test]
    fn pools_say_why_they_have_so_many_dice() {
        let modifiers = [
            by("firearms", ModifierChange::Bonus(2)),
            by("range", ModifierChange::ExtraDice(-1)),
            by("luck", ModifierChange::Advantage),
        ];
        let faces = vec![5, 3];
        let roll = RollParts {
            sides: None,
            faces,
            dropped_face: Some(1),
            modifiers: &modifiers,
            total: 10,
        };
        let told = "5+3 (1 dropped: luck, −1D range) + 2 (Firearms) = 10";
        assert_eq!(roll.format(EN), told);
        let end = format_verdict(EN, Some(roll.format_needed(EN, 9u8)), "HIT");
        assert_eq!(end, ", needs 9: HIT");
    }

    #[test]
    fn what_is_needed_says_what_raised_it() {
        let modifiers = [by("armour", ModifierChange::TargetNumber(2))];
        let (sides, faces) = (Some(20), vec![9]);
        let roll = RollParts { sides, faces, dropped_face: None, modifiers: &modifiers, total: 9 };
        assert_eq!(roll.format_needed(EN, 14u8).0, "14 (armour +2)");
        assert_eq!(format_result(EN, None, Some(roll.format_needed(EN, 14u8)), "MISS"), "MISS");
    }

    #[test]
    fn damage_is_worked_out() {
        let dice = DiceRoll { sides: 10, faces: vec![9], modifier: 0 };
        let told = format_damage(EN, Some(&dice), true, 18);
        assert_eq!(told, "d10 9 × 2 = 18 damage");
        assert_eq!(
            format_reduced_damage(EN, told, Some(2), false),
            "d10 9 × 2 = 18 damage − 2 (armour)"
        );
        assert_eq!(format_damage(EN, None, false, 5), "5 damage");
        let dice = DiceRoll { sides: 6, faces: vec![3, 4], modifier: 1 };
        assert_eq!(format_damage(EN, Some(&dice), true, 16), "(2d6 3+4 + 1) × 2 = 16 damage");
    }
}
