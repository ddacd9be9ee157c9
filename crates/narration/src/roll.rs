//! Rolls: one form for all systems. Dice, each modifier with its cause, what was needed, how it
//! came out: `d20 10 + 2 (STR) = 12, needs 12: HIT`. Each system gives its parts.

use super::catalogue::{Locale, Set, say};
use super::words;
use engine::dice::Thrown;
use engine::modifier::{Change, Modifier};

/// Dice that have fallen, and the total that they came to.
pub struct Roll<'a> {
    /// Said where it is not the same for all dice of a system: `d20`.
    pub sides: Option<u8>,
    /// Those that count.
    pub faces: Vec<u8>,
    /// One that does not, by advantage or disadvantage.
    pub left_out: Option<u8>,
    pub modifiers: &'a [Modifier],
    pub total: i16,
}

impl Roll<'_> {
    /// `d20 10 + 2 (STR) = 12`.
    pub fn told(&self, locale: Locale) -> String {
        let (dice, plus) = (Set(self.dice(locale)), self.plus(locale));
        // One die alone is the total.
        let is_plain = self.faces.len() == 1 && plus.is_empty();
        let total = (!is_plain).then_some(self.total);
        say!(locale, "roll", dice, plus = Set(plus), total)
    }

    /// What is needed, and what has raised it: `14 (armour +2)`.
    pub fn needs(&self, locale: Locale, needs: impl Into<i16>) -> Set {
        let raised = self.modifiers.iter().filter_map(|one| match one.change {
            Change::Needs(by) => {
                let (cause, by) = (Set(words::cause(locale, &one.why)), signed(by));
                Some(say!(locale, "roll-raised", cause, by))
            }
            _ => None,
        });
        let why = Set(raised.collect::<Vec<_>>().join(", "));
        let needs: i16 = needs.into();
        Set(say!(locale, "roll-needed", needs, why = Some(why).filter(|why| !why.0.is_empty())))
    }

    fn dice(&self, locale: Locale) -> String {
        let faces = Set(numbers(&self.faces));
        let notes = Set(self.notes(locale).join(", "));
        let notes = Some(notes).filter(|notes| !notes.0.is_empty());
        let (sides, count) = (self.sides, self.faces.len());
        say!(locale, "roll-dice", sides, count, faces, notes)
    }

    /// What is to be known of the dice: why one is left out, or why they are more or fewer.
    fn notes(&self, locale: Locale) -> Vec<String> {
        let mut notes = Vec::new();
        if let ([face], Some(20)) = (&self.faces[..], self.sides)
            && matches!(face, 1 | 20)
            && self.left_out.is_none()
        {
            notes.push(say!(locale, "roll-natural", face));
        }
        notes.extend(self.left_out.map(|out| self.choice(locale, out)));
        notes.extend(more_or_fewer(locale, self.modifiers));
        notes
    }

    /// Which die counts, and why.
    fn choice(&self, locale: Locale, out: u8) -> String {
        let is_higher = self.faces.iter().max().is_some_and(|face| *face > out);
        let is_cause = |change: Change| match change {
            Change::Advantage => self.faces.iter().all(|face| *face >= out),
            Change::Disadvantage => self.faces.iter().all(|face| *face <= out),
            Change::Plus(_) | Change::Dice(_) | Change::Needs(_) => false,
        };
        let cause = self.modifiers.iter().find(|one| is_cause(one.change));
        let cause = cause.map(|one| Set(words::cause(locale, &one.why)));
        match (self.sides, &self.faces[..]) {
            (Some(_), [face]) => say!(locale, "roll-of-two", face, out, is_higher, cause),
            _ => say!(locale, "roll-dropped", out, cause),
        }
    }

    /// ` + 2 (STR) + 1`.
    fn plus(&self, locale: Locale) -> String {
        let sum: i16 = self.faces.iter().copied().map(i16::from).sum();
        let mut rest = self.total - sum;
        let mut parts = Vec::new();
        for one in self.modifiers {
            if let Change::Plus(number) = one.change {
                rest -= number;
                parts.push(added(locale, number, Some(words::cause(locale, &one.why))));
            }
        }
        if rest != 0 {
            parts.push(added(locale, rest, None));
        }
        parts.concat()
    }
}

/// One die, and what it came to: `d6 4 + 3 = 7`.
pub fn of_one(locale: Locale, sides: u8, face: u8, total: impl Into<i16>) -> Set {
    let (sides, faces, total) = (Some(sides), vec![face], total.into());
    Set(Roll { sides, faces, left_out: None, modifiers: &[], total }.told(locale))
}

/// Why dice are more or fewer: `−1D range`.
pub fn more_or_fewer(locale: Locale, modifiers: &[Modifier]) -> Vec<String> {
    let dice = |one: &Modifier| match one.change {
        Change::Dice(dice) => {
            let (cause, dice) = (Set(words::cause(locale, &one.why)), signed(dice));
            Some(say!(locale, "roll-dice-changed", dice, cause))
        }
        Change::Plus(_) | Change::Advantage | Change::Disadvantage | Change::Needs(_) => None,
    };
    modifiers.iter().filter_map(dice).collect()
}

/// ` + 2 (STR)`, ` − 1`.
fn added(locale: Locale, number: i16, cause: Option<String>) -> String {
    let (is_less, number) = (number < 0, number.unsigned_abs());
    say!(locale, "roll-plus", is_less, number, cause = cause.map(Set))
}

/// How a roll came out: `HIT`, or after dice that may be known `…, needs 12: HIT`.
pub fn result(locale: Locale, roll: Option<String>, needs: Option<Set>, outcome: &str) -> String {
    let verdict = verdict(locale, needs, outcome);
    match roll {
        Some(roll) => roll + &verdict,
        None => outcome.into(),
    }
}

/// What ends a roll that has been told: `, needs 12: HIT`.
pub fn verdict(locale: Locale, needs: Option<Set>, outcome: &str) -> String {
    say!(locale, "roll-verdict", needs, outcome = Set(outcome.into()))
}

/// Damage as it was rolled: the dice where they may be known, and what comes of them.
pub fn damage(locale: Locale, dice: Option<&Thrown>, is_doubled: bool, total: u16) -> String {
    let dice = dice.map(|dice| {
        let Thrown { sides, faces, .. } = dice;
        let sides = Some(*sides);
        let plus = dice.total() as i16 - faces.iter().copied().map(i16::from).sum::<i16>();
        let (own, total) = (faces.clone(), total as i16);
        let roll = Roll { sides, faces: own, left_out: None, modifiers: &[], total };
        let plus = if plus == 0 { String::new() } else { added(locale, plus, None) };
        let dice = roll.dice(locale) + &plus;
        let is_sum = is_doubled && (faces.len() > 1 || !plus.is_empty());
        Set(if is_sum { format!("({dice})") } else { dice })
    });
    say!(locale, "roll-damage", dice, is_doubled, total)
}

/// Damage with what armour takes off it, where that may be known.
pub fn damage_less(locale: Locale, damage: String, armour: Option<u8>, is_halved: bool) -> String {
    let armour = armour.filter(|armour| *armour > 0);
    say!(locale, "roll-damage-less", damage = Set(damage), armour, is_halved)
}

/// `5+3+2`.
pub fn numbers(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join("+")
}

/// `+2`, or `−2` with a real minus.
pub fn signed(number: impl Into<i16>) -> Set {
    let number = number.into();
    let sign = if number < 0 { '−' } else { '+' };
    Set(format!("{sign}{}", number.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: Locale = Locale::ENGLISH;

    fn d20(face: u8, left_out: Option<u8>, modifiers: &[Modifier], total: i16) -> String {
        Roll { sides: Some(20), faces: vec![face], left_out, modifiers, total }.told(EN)
    }

    fn by(why: &'static str, change: Change) -> Modifier {
        Modifier::new(why, change)
    }

    #[test]
    fn each_modifier_has_its_cause() {
        assert_eq!(d20(10, None, &[by("str", Change::Plus(2))], 12), "d20 10 + 2 (STR) = 12");
        assert_eq!(d20(10, None, &[by("dex", Change::Plus(-1))], 9), "d20 10 − 1 (DEX) = 9");
        assert_eq!(d20(10, None, &[], 10), "d20 10");
        let low = [by("str", Change::Plus(3)), by("close-shot", Change::Disadvantage)];
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
            by("firearms", Change::Plus(2)),
            by("range", Change::Dice(-1)),
            by("luck", Change::Advantage),
        ];
        let faces = vec![5, 3];
        let roll = Roll { sides: None, faces, left_out: Some(1), modifiers: &modifiers, total: 10 };
        let told = "5+3 (1 dropped: luck, −1D range) + 2 (Firearms) = 10";
        assert_eq!(roll.told(EN), told);
        let end = verdict(EN, Some(roll.needs(EN, 9u8)), "HIT");
        assert_eq!(end, ", needs 9: HIT");
    }

    #[test]
    fn what_is_needed_says_what_raised_it() {
        let modifiers = [by("armour", Change::Needs(2))];
        let (sides, faces) = (Some(20), vec![9]);
        let roll = Roll { sides, faces, left_out: None, modifiers: &modifiers, total: 9 };
        assert_eq!(roll.needs(EN, 14u8).0, "14 (armour +2)");
        assert_eq!(result(EN, None, Some(roll.needs(EN, 14u8)), "MISS"), "MISS");
    }

    #[test]
    fn damage_is_worked_out() {
        let dice = Thrown { sides: 10, faces: vec![9], plus: 0 };
        let told = damage(EN, Some(&dice), true, 18);
        assert_eq!(told, "d10 9 × 2 = 18 damage");
        assert_eq!(damage_less(EN, told, Some(2), false), "d10 9 × 2 = 18 damage − 2 (armour)");
        assert_eq!(damage(EN, None, false, 5), "5 damage");
        let dice = Thrown { sides: 6, faces: vec![3, 4], plus: 1 };
        assert_eq!(damage(EN, Some(&dice), true, 16), "(2d6 3+4 + 1) × 2 = 16 damage");
    }
}
