//! Dice without a rule: `4d6kh3 + 2`, `6d10>=7`, `3d6!`, `4dF`.
//!
//! A roll is read to its end before the first die falls, and everything in it has a bound, so that
//! nobody can keep the bot busy with one.

mod days;

use engine::command::{Command, Refusal};
use engine::dice::Dice;
use engine::ids::UserId;
use store::fault::Fault;

use crate::change::{Change, InputRecord};
use crate::fight::fight_state::FightState;
use crate::held::app::App;
use crate::terms::input::{Origin, Reply, Shown, Visibility, refused, shown};
use crate::terms::outbox::{Audience, Notice};
use crate::terms::rolls::{Roll, RolledPool};

/// The longest text, in characters; the most terms, dice and dice added by explosions.
const LONGEST: usize = 100;
const MOST_TERMS: usize = 10;
const MOST_DICE: usize = 100;
const MOST_EXPLOSIONS: usize = 100;
const MOST_SIDES: u8 = 100;
const LARGEST_NUMBER: i32 = 9999;

/// What is to be rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression(Vec<Term>);

/// Added, or taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    is_negative: bool,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Number(i32),
    Pool(Pool),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Pool {
    text: String,
    count: usize,
    die: Die,
    /// Once more for every face from this one on.
    explodes: Option<u8>,
    keeps: Option<Keep>,
    /// Not the sum, but how many dice show such a face.
    counts: Option<(Compare, u8)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Die {
    Sided(u8),
    /// As often −1, 0 and +1.
    Fate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keep {
    Highest(usize),
    Lowest(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compare {
    AtLeast,
    AtMost,
    Exactly,
}

/// Why a text is not dice, as a key with what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotDice {
    pub key: &'static str,
    pub at: String,
}

fn not_dice(key: &'static str, at: impl Into<String>) -> NotDice {
    NotDice { key, at: at.into() }
}

impl App {
    /// `roll dice: [sight:]`, for everybody or for whoever rolls; `roll date:`, what the dice of a
    /// day follow from.
    pub(crate) async fn roll_freely(
        &self,
        origin: &Origin,
        words: &Command,
    ) -> Result<Reply, Fault> {
        if words.has("date") {
            let days = self.days_of_dice(origin, words.get("date")).await?;
            return Ok(days.map_or_else(refused, |days| shown(Shown::DaysOfDice(days))));
        }
        let sight =
            if words.get("sight") == "secret" { Visibility::Secret } else { Visibility::Public };
        let reader = (sight == Visibility::Secret).then_some(origin.user);
        Ok(match self.rolled(days::place(origin), reader, words).await? {
            Ok(roll) => shown(Shown::Rolled { roll: Some(roll), sight }),
            Err(refusal) => refused(refusal),
        })
    }

    /// The same for the GM's eyes: what is rolled is told to them.
    ///
    /// # Errors
    /// The store could not be used. Within: it is not dice.
    pub(crate) async fn roll_for_gm(
        &self,
        now: &FightState,
        origin: &Origin,
        words: &Command,
    ) -> Result<Result<(Change, Shown), Refusal>, Fault> {
        let roll = match self.rolled(now.guild, Some(now.gm), words).await? {
            Ok(roll) => roll,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let is_blind = words.get("sight") == "blind";
        let sight = if is_blind { Visibility::Blind } else { Visibility::Gm };
        let mut change = Change::aside(now, InputRecord::of(words.clone()));
        let notice = Notice::Rolled { by: origin.user, roll: roll.clone() };
        change.notices.push((Audience::Dm(now.gm), notice));
        // How many dice the GM alone has read is theirs to know.
        let roll = (!is_blind).then_some(Roll { of_day: None, ..roll });
        Ok(Ok((change, Shown::Rolled { roll, sight })))
    }

    async fn rolled(
        &self,
        place: u64,
        reader: Option<UserId>,
        words: &Command,
    ) -> Result<Result<Roll, Refusal>, Fault> {
        let expression = match Expression::read(words.get("dice")) {
            Ok(expression) => expression,
            Err(wrong) => return Ok(Err(Refusal::new(wrong.key, "").with("dice", wrong.at))),
        };
        let (roll, of_day) =
            self.with_dice_of_day(place, reader, |dice| expression.roll(dice)).await?;
        Ok(Ok(Roll { of_day, ..roll }))
    }
}

impl Expression {
    /// Reads the text of a roll.
    ///
    /// # Errors
    /// Where it is not dice, or too much.
    pub fn read(text: &str) -> Result<Self, NotDice> {
        if text.chars().count() > LONGEST {
            return Err(not_dice("dice-too-long", LONGEST.to_string()));
        }
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut terms = Vec::new();
        let mut rest = plain.to_lowercase();
        while !rest.is_empty() {
            let is_negative = rest.starts_with('-');
            let unsigned = rest.strip_prefix(['+', '-']).unwrap_or(&rest);
            let end = unsigned.find(['+', '-']).unwrap_or(unsigned.len());
            let (term, after) = unsigned.split_at(end);
            terms.push(Term { is_negative, what: What::read(term)? });
            rest = after.to_string();
        }
        if terms.len() > MOST_TERMS {
            return Err(not_dice("dice-too-many", MOST_TERMS.to_string()));
        }
        let pools = terms.iter().filter_map(Term::pool);
        let dice: usize = pools.clone().map(|pool| pool.count).sum();
        if dice > MOST_DICE {
            return Err(not_dice("dice-too-many", MOST_DICE.to_string()));
        }
        if pools.count() == 0 {
            return Err(not_dice("not-dice", plain));
        }
        Ok(Self(terms))
    }

    /// Rolls it.
    pub fn roll(&self, dice: &mut dyn Dice) -> Roll {
        let mut explosions = 0;
        let (mut total, mut pools, mut text) = (0, Vec::new(), String::new());
        for (place, term) in self.0.iter().enumerate() {
            let sign = match (term.is_negative, place) {
                (true, 0) => "-",
                (true, _) => " - ",
                (false, 0) => "",
                (false, _) => " + ",
            };
            text += sign;
            let value = match &term.what {
                What::Number(number) => {
                    text += &number.to_string();
                    *number
                }
                What::Pool(pool) => {
                    text += &pool.text;
                    let faces = pool.fall(dice, &mut explosions);
                    let value = pool.value(&faces);
                    pools.push(RolledPool { text: pool.text.clone(), faces });
                    value
                }
            };
            total += if term.is_negative { -value } else { value };
        }
        let is_count = self.0.iter().all(|term| term.pool().is_some_and(|p| p.counts.is_some()));
        Roll { text, pools, total, is_count, of_day: None }
    }
}

impl Term {
    fn pool(&self) -> Option<&Pool> {
        match &self.what {
            What::Pool(pool) => Some(pool),
            What::Number(_) => None,
        }
    }
}

impl What {
    fn read(term: &str) -> Result<Self, NotDice> {
        if term.contains('d') {
            return Ok(Self::Pool(Pool::read(term)?));
        }
        let number = term.parse().ok().filter(|number| (0..=LARGEST_NUMBER).contains(number));
        number.map(Self::Number).ok_or_else(|| not_dice("not-dice", term))
    }
}

impl Pool {
    /// `4d6`, `d%`, `4df`, then any of `!`, `!5`, `kh3`, `kl1`, `dh1`, `dl1`, `>=5`, `<=2`, `=6`.
    fn read(term: &str) -> Result<Self, NotDice> {
        let wrong = || not_dice("not-dice", term);
        let (count, rest) = term.split_once('d').ok_or_else(wrong)?;
        let count: usize = if count.is_empty() { 1 } else { count.parse().map_err(|_| wrong())? };
        let (die, mut rest) = match (rest.strip_prefix('f'), rest.strip_prefix('%')) {
            (Some(rest), _) => (Die::Fate, rest),
            (_, Some(rest)) => (Die::Sided(100), rest),
            _ => {
                let (sides, rest) = number(rest).ok_or_else(wrong)?;
                (Die::Sided(sides), rest)
            }
        };
        if !(1..=MOST_DICE).contains(&count) || !die.is_there() {
            return Err(not_dice("dice-out-of-bounds", term));
        }
        let text = term.to_string();
        let mut pool = Self { text, count, die, explodes: None, keeps: None, counts: None };
        while !rest.is_empty() {
            rest = pool.change(rest).ok_or_else(wrong)?;
        }
        if pool.explodes.is_some_and(|from| from < 2) {
            return Err(not_dice("dice-out-of-bounds", term));
        }
        Ok(pool)
    }

    /// Reads one change of a pool; what is left of the text. None for what is none, or comes twice.
    fn change<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        if let Some(rest) = text.strip_prefix('!') {
            let Die::Sided(sides) = self.die else { return None };
            let (from, rest) = number(rest).unwrap_or((sides, rest));
            return self.explodes.replace(from).is_none().then_some(rest);
        }
        for (sign, compare) in
            [(">=", Compare::AtLeast), ("<=", Compare::AtMost), ("=", Compare::Exactly)]
        {
            if let Some(rest) = text.strip_prefix(sign) {
                let (face, rest) = number(rest)?;
                return self.counts.replace((compare, face)).is_none().then_some(rest);
            }
        }
        let (how, rest) = text.split_at_checked(2)?;
        let (some, rest) = number(rest).unwrap_or((1, rest));
        let some = usize::from(some);
        let left = self.count.saturating_sub(some);
        let keep = match how {
            "kh" => Keep::Highest(some),
            "kl" => Keep::Lowest(some),
            "dh" => Keep::Lowest(left),
            "dl" => Keep::Highest(left),
            _ => return None,
        };
        self.keeps.replace(keep).is_none().then_some(rest)
    }

    /// The dice fall; an explosion adds one more.
    fn fall(&self, dice: &mut dyn Dice, explosions: &mut usize) -> Vec<(i32, bool)> {
        let mut faces = Vec::new();
        for _ in 0..self.count {
            loop {
                let face = self.die.roll(dice);
                faces.push((face, true));
                let is_more = self.explodes.is_some_and(|from| face >= i32::from(from));
                if !is_more || *explosions >= MOST_EXPLOSIONS {
                    break;
                }
                *explosions += 1;
            }
        }
        if let Some(keep) = self.keeps {
            keep.mark(&mut faces);
        }
        faces
    }

    fn value(&self, faces: &[(i32, bool)]) -> i32 {
        let kept = faces.iter().filter(|(_, is_kept)| *is_kept).map(|(face, _)| *face);
        match self.counts {
            None => kept.sum(),
            Some((compare, wanted)) => {
                let wanted = i32::from(wanted);
                let counts = |face: &i32| match compare {
                    Compare::AtLeast => *face >= wanted,
                    Compare::AtMost => *face <= wanted,
                    Compare::Exactly => *face == wanted,
                };
                kept.filter(counts).count() as i32
            }
        }
    }
}

impl Die {
    fn is_there(self) -> bool {
        match self {
            Self::Sided(sides) => (2..=MOST_SIDES).contains(&sides),
            Self::Fate => true,
        }
    }

    fn roll(self, dice: &mut dyn Dice) -> i32 {
        match self {
            Self::Sided(sides) => i32::from(dice.roll(sides)),
            Self::Fate => i32::from(dice.roll(3)) - 2,
        }
    }
}

impl Keep {
    /// Marks what is not kept; of equal faces the later ones go.
    fn mark(self, faces: &mut [(i32, bool)]) {
        let mut places: Vec<usize> = (0..faces.len()).collect();
        let kept = match self {
            Self::Highest(kept) => {
                places.sort_by_key(|place| std::cmp::Reverse(faces[*place].0));
                kept
            }
            Self::Lowest(kept) => {
                places.sort_by_key(|place| faces[*place].0);
                kept
            }
        };
        for place in places.into_iter().skip(kept) {
            faces[place].1 = false;
        }
    }
}

/// The number a text begins with, and the rest.
fn number(text: &str) -> Option<(u8, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::dice::{Scripted, Seeded};

    #[track_caller]
    fn check(text: &str, laid: &[(u8, u8)], total: i32, shown: &str) {
        let mut dice = Scripted::default();
        laid.iter().for_each(|(sides, face)| dice.lay(*sides, *face));
        let roll = Expression::read(text).unwrap().roll(&mut dice);
        assert_eq!(dice.settle(), Vec::<String>::new(), "{text}");
        let face = |(face, is_kept): &(i32, bool)| {
            if *is_kept { face.to_string() } else { format!("({face})") }
        };
        let faces =
            roll.pools.iter().map(|pool| pool.faces.iter().map(face).collect::<Vec<_>>().join(" "));
        let faces: Vec<String> = faces.collect();
        assert_eq!((roll.total, faces.join(" | ").as_str()), (total, shown), "{text}");
    }

    #[test]
    fn dice_fall_as_they_are_written() {
        check("2d6+1", &[(6, 2), (6, 5)], 8, "2 5");
        check(" d20 - 2 ", &[(20, 9)], 7, "9");
        check("4d6kh3", &[(6, 2), (6, 5), (6, 1), (6, 1)], 8, "2 5 1 (1)");
        check("2D20kl", &[(20, 9), (20, 4)], 4, "(9) 4");
        check("4d6dl1", &[(6, 2), (6, 5), (6, 1), (6, 3)], 10, "2 5 (1) 3");
        check("3d6dh2", &[(6, 2), (6, 5), (6, 3)], 2, "2 (5) (3)");
        check("2d6!", &[(6, 6), (6, 6), (6, 1), (6, 2)], 15, "6 6 1 2");
        check("1d10!9>=9", &[(10, 9), (10, 10), (10, 3)], 2, "9 10 3");
        check("3d6<=2", &[(6, 1), (6, 2), (6, 3)], 2, "1 2 3");
        check("4df+1d4", &[(3, 1), (3, 2), (3, 3), (3, 3), (4, 4)], 5, "-1 0 1 1 | 4");
        check("d%", &[(100, 77)], 77, "77");
        assert!(Expression::read("3d6=6").unwrap().roll(&mut Seeded::new(1)).is_count);
    }

    #[test]
    fn what_is_no_dice_is_refused_before_any_falls() {
        let long = "1d6+".repeat(26);
        for text in [
            "",
            "x",
            "5",
            "d",
            "0d6",
            "d1",
            "d0",
            "d101",
            "101d6",
            "60d6+60d6",
            "2d6!1",
            "2d6kh1kl1",
            "2d6!!",
            "d6d6",
            "2d6>",
            "-",
            "1d6+-",
            "99999+d6",
            "(1d6)^99",
            "1d6*2",
            &long,
            "d6+1+1+1+1+1+1+1+1+1+1",
            "4df!",
            "2d6é",
        ] {
            assert!(Expression::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn explosions_end() {
        struct Sixes;
        impl Dice for Sixes {
            fn roll(&mut self, sides: u8) -> u8 {
                sides
            }
        }
        let roll = Expression::read("100d6!").unwrap().roll(&mut Sixes);
        assert_eq!(roll.pools[0].faces.len(), MOST_DICE + MOST_EXPLOSIONS);
    }

    /// Whatever is typed, it is read or refused; what is read is rolled within bounds, and reads
    /// again as it is shown.
    #[test]
    fn anything_may_be_typed() {
        use proptest::prelude::*;
        use proptest::test_runner::{Config, TestRunner};
        let cases = std::env::var("RIPOSTE_CASES").ok().and_then(|cases| cases.parse().ok());
        let config = Config { cases: cases.unwrap_or(2_000), ..Config::default() };
        let part = proptest::sample::select(PARTS);
        let typed = proptest::collection::vec(part, 0..8).prop_map(|parts| parts.concat());
        let tried = TestRunner::new(config).run(&(typed, any::<u64>()), |(text, seed)| {
            let Ok(expression) = Expression::read(&text) else { return Ok(()) };
            let roll = expression.roll(&mut Seeded::new(seed));
            prop_assert!(roll.total.abs() < 10_000_000, "{} is {}", text, roll.total);
            prop_assert_eq!(Expression::read(&roll.text), Ok(expression), "{}", text);
            Ok(())
        });
        tried.unwrap();
    }

    const PARTS: &[&str] = &[
        "d",
        "D6",
        "2d6",
        "d%",
        "4df",
        "!",
        "!5",
        "kh3",
        "kl1",
        "dh1",
        "dl",
        ">=5",
        "<=2",
        "=6",
        "+",
        "-",
        " ",
        "1",
        "0",
        "00",
        "20",
        "99999",
        "4294967296",
        "18446744073709551616",
        "x",
        "é",
        "\u{0}",
    ];
}
