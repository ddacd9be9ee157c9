//! Free rolls: `4d6kh3 + 2`, `6d10>=7`, `3d6!`, `4dF`.
//!
//! An expression is parsed whole before the first die is rolled, and everything in it has a bound,
//! so that no roll keeps the bot busy.

mod day_dice;

use engine::core::command::{Command, Refusal};
use engine::core::dice::Dice;
use engine::core::ids::UserId;
use store::error::StoreError;

use crate::api::free_rolls::{FreeRoll, RolledPool};
use crate::api::input::{
    InputReply, QueryResult, RequestContext, RollVisibility, query_reply, refusal_reply,
};
use crate::api::outbox::{Audience, Notice};
use crate::runtime::app::App;
use crate::state::fight_state::FightState;
use crate::transaction::{InputRecord, StateChange};

/// The longest expression, in characters; the most terms, dice, and dice added by explosions.
const MAX_EXPRESSION_CHARS: usize = 100;
const MAX_TERMS: usize = 10;
const MAX_DICE: usize = 100;
const MAX_EXPLOSIONS: usize = 100;
const MAX_SIDES: u8 = 100;
const MAX_NUMBER: i32 = 9999;

/// A parsed dice expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceExpression(Vec<DiceTerm>);

/// A term that is added or subtracted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct DiceTerm {
    is_negative: bool,
    kind: DiceTermKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum DiceTermKind {
    Number(i32),
    Pool(PoolExpression),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct PoolExpression {
    text: String,
    count: usize,
    die_kind: DieKind,
    /// A die is rolled again for every face from this one on.
    explodes_from: Option<u8>,
    kept: Option<KeptDice>,
    /// The pool counts dice with such a face instead of summing them.
    counted_faces: Option<(FaceComparison, u8)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DieKind {
    Sided(u8),
    /// −1, 0 and +1 with equal chances.
    Fate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeptDice {
    Highest(usize),
    Lowest(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FaceComparison {
    AtLeast,
    AtMost,
    Exactly,
}

/// Why a text is not a dice expression: a message key, and the part in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceParseError {
    pub key: &'static str,
    pub context: String,
}

fn dice_parse_error(key: &'static str, context: impl Into<String>) -> DiceParseError {
    DiceParseError { key, context: context.into() }
}

impl App {
    /// Handles `roll dice: [sight:]`, for everybody or for the roller alone, and `roll date:`,
    /// which shows the seals and secrets of a day.
    pub(crate) async fn handle_roll_command(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<InputReply, StoreError> {
        if command.has_slot("date") {
            let days = self.load_day_seals_and_secrets(context, command.get("date")).await?;
            return Ok(
                days.map_or_else(refusal_reply, |days| query_reply(QueryResult::DiceDays(days)))
            );
        }
        let visibility = if command.get("sight") == "secret" {
            RollVisibility::RollerOnly
        } else {
            RollVisibility::Public
        };
        let reader = (visibility == RollVisibility::RollerOnly).then_some(context.user);
        Ok(match self.parse_and_roll(day_dice::dice_place_id(context), reader, command).await? {
            Ok(roll) => query_reply(QueryResult::FreeRoll { roll: Some(roll), visibility }),
            Err(refusal) => refusal_reply(refusal),
        })
    }

    /// Rolls for the GM's eyes, and tells them the result.
    ///
    /// # Errors
    /// Fails when the store cannot be used. The inner error refuses what is no dice expression.
    pub(crate) async fn roll_for_gm(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &Command,
    ) -> Result<Result<(StateChange, QueryResult), Refusal>, StoreError> {
        let roll = match self.parse_and_roll(state.guild, Some(state.gm), command).await? {
            Ok(roll) => roll,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let is_blind = command.get("sight") == "blind";
        let visibility =
            if is_blind { RollVisibility::GmOnly } else { RollVisibility::RollerAndGm };
        let mut change =
            StateChange::without_game_change(state, InputRecord::from_command(command.clone()));
        let notice = Notice::FreeRoll { user: context.user, roll: roll.clone() };
        change.notices.push((Audience::Dm(state.gm), notice));
        // How many dice the GM alone has read is secret.
        let roll = (!is_blind).then_some(FreeRoll { day_draws: None, ..roll });
        Ok(Ok((change, QueryResult::FreeRoll { roll, visibility })))
    }

    /// Parses `dice:` and rolls it with the dice of the day: those of the place, or those of the
    /// only reader. The inner error refuses what is no dice expression.
    async fn parse_and_roll(
        &self,
        place: u64,
        reader: Option<UserId>,
        command: &Command,
    ) -> Result<Result<FreeRoll, Refusal>, StoreError> {
        let expression = match DiceExpression::parse(command.get("dice")) {
            Ok(expression) => expression,
            Err(error) => return Ok(Err(Refusal::new(error.key, "").with("dice", error.context))),
        };
        let (roll, day_draws) =
            self.roll_with_day_dice(place, reader, |dice| expression.roll(dice)).await?;
        Ok(Ok(FreeRoll { day_draws, ..roll }))
    }
}

impl DiceExpression {
    /// Parses the text of a roll.
    ///
    /// # Errors
    /// The text is no dice expression, or exceeds a bound.
    pub fn parse(text: &str) -> Result<Self, DiceParseError> {
        if text.chars().count() > MAX_EXPRESSION_CHARS {
            return Err(dice_parse_error("dice-too-long", MAX_EXPRESSION_CHARS.to_string()));
        }
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut terms = Vec::new();
        let mut rest = plain.to_lowercase();
        while !rest.is_empty() {
            let is_negative = rest.starts_with('-');
            let unsigned = rest.strip_prefix(['+', '-']).unwrap_or(&rest);
            let end = unsigned.find(['+', '-']).unwrap_or(unsigned.len());
            let (term, after) = unsigned.split_at(end);
            terms.push(DiceTerm { is_negative, kind: DiceTermKind::parse(term)? });
            rest = after.to_string();
        }
        if terms.len() > MAX_TERMS {
            return Err(dice_parse_error("dice-too-many", MAX_TERMS.to_string()));
        }
        let pools = terms.iter().filter_map(DiceTerm::as_pool);
        let dice: usize = pools.clone().map(|pool| pool.count).sum();
        if dice > MAX_DICE {
            return Err(dice_parse_error("dice-too-many", MAX_DICE.to_string()));
        }
        if pools.count() == 0 {
            return Err(dice_parse_error("not-dice", plain));
        }
        Ok(Self(terms))
    }

    /// Rolls the expression.
    pub fn roll(&self, dice: &mut dyn Dice) -> FreeRoll {
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
            let value = match &term.kind {
                DiceTermKind::Number(number) => {
                    text += &number.to_string();
                    *number
                }
                DiceTermKind::Pool(pool) => {
                    text += &pool.text;
                    let faces = pool.roll_faces(dice, &mut explosions);
                    let value = pool.total(&faces);
                    pools.push(RolledPool { expression: pool.text.clone(), faces });
                    value
                }
            };
            total += if term.is_negative { -value } else { value };
        }
        let is_count =
            self.0.iter().all(|term| term.as_pool().is_some_and(|p| p.counted_faces.is_some()));
        FreeRoll { expression: text, pools, total, is_success_count: is_count, day_draws: None }
    }
}

impl DiceTerm {
    fn as_pool(&self) -> Option<&PoolExpression> {
        match &self.kind {
            DiceTermKind::Pool(pool) => Some(pool),
            DiceTermKind::Number(_) => None,
        }
    }
}

impl DiceTermKind {
    fn parse(term: &str) -> Result<Self, DiceParseError> {
        if term.contains('d') {
            return Ok(Self::Pool(PoolExpression::parse(term)?));
        }
        let number = term.parse().ok().filter(|number| (0..=MAX_NUMBER).contains(number));
        number.map(Self::Number).ok_or_else(|| dice_parse_error("not-dice", term))
    }
}

impl PoolExpression {
    /// Parses `4d6`, `d%`, `4df`, then any of `!`, `!5`, `kh3`, `kl1`, `dh1`, `dl1`, `>=5`, `<=2`,
    /// `=6`.
    fn parse(term: &str) -> Result<Self, DiceParseError> {
        let wrong = || dice_parse_error("not-dice", term);
        let (count, rest) = term.split_once('d').ok_or_else(wrong)?;
        let count: usize = if count.is_empty() { 1 } else { count.parse().map_err(|_| wrong())? };
        let (die, mut rest) = match (rest.strip_prefix('f'), rest.strip_prefix('%')) {
            (Some(rest), _) => (DieKind::Fate, rest),
            (_, Some(rest)) => (DieKind::Sided(100), rest),
            _ => {
                let (sides, rest) = split_leading_number(rest).ok_or_else(wrong)?;
                (DieKind::Sided(sides), rest)
            }
        };
        if !(1..=MAX_DICE).contains(&count) || !die.is_valid() {
            return Err(dice_parse_error("dice-out-of-bounds", term));
        }
        let text = term.to_string();
        let mut pool = Self {
            text,
            count,
            die_kind: die,
            explodes_from: None,
            kept: None,
            counted_faces: None,
        };
        while !rest.is_empty() {
            rest = pool.parse_modifier(rest).ok_or_else(wrong)?;
        }
        if pool.explodes_from.is_some_and(|from| from < 2) {
            return Err(dice_parse_error("dice-out-of-bounds", term));
        }
        Ok(pool)
    }

    /// Parses one modifier and returns the rest of the text. `None` where it is no modifier, or
    /// comes twice.
    fn parse_modifier<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        if let Some(rest) = text.strip_prefix('!') {
            let DieKind::Sided(sides) = self.die_kind else { return None };
            let (from, rest) = split_leading_number(rest).unwrap_or((sides, rest));
            return self.explodes_from.replace(from).is_none().then_some(rest);
        }
        for (sign, comparison) in [
            (">=", FaceComparison::AtLeast),
            ("<=", FaceComparison::AtMost),
            ("=", FaceComparison::Exactly),
        ] {
            if let Some(rest) = text.strip_prefix(sign) {
                let (face, rest) = split_leading_number(rest)?;
                return self.counted_faces.replace((comparison, face)).is_none().then_some(rest);
            }
        }
        let (modifier, rest) = text.split_at_checked(2)?;
        let (number, rest) = split_leading_number(rest).unwrap_or((1, rest));
        let number = usize::from(number);
        let remaining = self.count.saturating_sub(number);
        let kept = match modifier {
            "kh" => KeptDice::Highest(number),
            "kl" => KeptDice::Lowest(number),
            "dh" => KeptDice::Lowest(remaining),
            "dl" => KeptDice::Highest(remaining),
            _ => return None,
        };
        self.kept.replace(kept).is_none().then_some(rest)
    }

    /// Rolls the dice; an explosion adds one more. Returns each face and whether it is kept.
    fn roll_faces(&self, dice: &mut dyn Dice, explosion_count: &mut usize) -> Vec<(i32, bool)> {
        let mut faces = Vec::new();
        for _ in 0..self.count {
            loop {
                let face = self.die_kind.roll(dice);
                faces.push((face, true));
                let explodes = self.explodes_from.is_some_and(|from| face >= i32::from(from));
                if !explodes || *explosion_count >= MAX_EXPLOSIONS {
                    break;
                }
                *explosion_count += 1;
            }
        }
        if let Some(kept) = self.kept {
            kept.mark_dropped(&mut faces);
        }
        faces
    }

    fn total(&self, faces: &[(i32, bool)]) -> i32 {
        let kept = faces.iter().filter(|(_, is_kept)| *is_kept).map(|(face, _)| *face);
        match self.counted_faces {
            None => kept.sum(),
            Some((comparison, wanted)) => {
                let wanted = i32::from(wanted);
                let counts = |face: &i32| match comparison {
                    FaceComparison::AtLeast => *face >= wanted,
                    FaceComparison::AtMost => *face <= wanted,
                    FaceComparison::Exactly => *face == wanted,
                };
                kept.filter(counts).count() as i32
            }
        }
    }
}

impl DieKind {
    fn is_valid(self) -> bool {
        match self {
            Self::Sided(sides) => (2..=MAX_SIDES).contains(&sides),
            Self::Fate => true,
        }
    }

    fn roll(self, dice: &mut dyn Dice) -> i32 {
        match self {
            Self::Sided(sides) => i32::from(dice.roll_die(sides)),
            Self::Fate => i32::from(dice.roll_die(3)) - 2,
        }
    }
}

impl KeptDice {
    /// Marks dropped dice; among equal faces the later ones are dropped.
    fn mark_dropped(self, faces: &mut [(i32, bool)]) {
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

/// Splits a text into its leading number and the rest.
fn split_leading_number(text: &str) -> Option<(u8, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::core::dice::{ScriptedDice, SeededDice};

    #[track_caller]
    fn assert_roll(text: &str, prepared: &[(u8, u8)], total: i32, expected_faces: &str) {
        let mut dice = ScriptedDice::default();
        prepared.iter().for_each(|(sides, face)| dice.push_die(*sides, *face));
        let roll = DiceExpression::parse(text).unwrap().roll(&mut dice);
        assert_eq!(dice.take_errors_and_unused(), Vec::<String>::new(), "{text}");
        let face = |(face, is_kept): &(i32, bool)| {
            if *is_kept { face.to_string() } else { format!("({face})") }
        };
        let faces =
            roll.pools.iter().map(|pool| pool.faces.iter().map(face).collect::<Vec<_>>().join(" "));
        let faces: Vec<String> = faces.collect();
        assert_eq!((roll.total, faces.join(" | ").as_str()), (total, expected_faces), "{text}");
    }

    #[test]
    fn dice_expression_rolls_every_modifier() {
        assert_roll("2d6+1", &[(6, 2), (6, 5)], 8, "2 5");
        assert_roll(" d20 - 2 ", &[(20, 9)], 7, "9");
        assert_roll("4d6kh3", &[(6, 2), (6, 5), (6, 1), (6, 1)], 8, "2 5 1 (1)");
        assert_roll("2D20kl", &[(20, 9), (20, 4)], 4, "(9) 4");
        assert_roll("4d6dl1", &[(6, 2), (6, 5), (6, 1), (6, 3)], 10, "2 5 (1) 3");
        assert_roll("3d6dh2", &[(6, 2), (6, 5), (6, 3)], 2, "2 (5) (3)");
        assert_roll("2d6!", &[(6, 6), (6, 6), (6, 1), (6, 2)], 15, "6 6 1 2");
        assert_roll("1d10!9>=9", &[(10, 9), (10, 10), (10, 3)], 2, "9 10 3");
        assert_roll("3d6<=2", &[(6, 1), (6, 2), (6, 3)], 2, "1 2 3");
        assert_roll("4df+1d4", &[(3, 1), (3, 2), (3, 3), (3, 3), (4, 4)], 5, "-1 0 1 1 | 4");
        assert_roll("d%", &[(100, 77)], 77, "77");
        assert!(
            DiceExpression::parse("3d6=6").unwrap().roll(&mut SeededDice::new(1)).is_success_count
        );
    }

    #[test]
    fn dice_expression_rejects_invalid_or_unbounded_text() {
        let too_long = "1d6+".repeat(26);
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
            &too_long,
            "d6+1+1+1+1+1+1+1+1+1+1",
            "4df!",
            "2d6é",
        ] {
            assert!(DiceExpression::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn explosions_stop_at_their_bound() {
        struct Sixes;
        impl Dice for Sixes {
            fn roll_die(&mut self, sides: u8) -> u8 {
                sides
            }
        }
        let roll = DiceExpression::parse("100d6!").unwrap().roll(&mut Sixes);
        assert_eq!(roll.pools[0].faces.len(), MAX_DICE + MAX_EXPLOSIONS);
    }

    /// Any text parses or is refused; what parses rolls within bounds, and its shown form parses
    /// again.
    #[test]
    fn dice_expression_survives_any_text() {
        use proptest::prelude::*;
        use proptest::test_runner::{Config, TestRunner};
        let cases = std::env::var("RIPOSTE_CASES").ok().and_then(|cases| cases.parse().ok());
        let config = Config { cases: cases.unwrap_or(2_000), ..Config::default() };
        let part = proptest::sample::select(PARTS);
        let texts = proptest::collection::vec(part, 0..8).prop_map(|parts| parts.concat());
        let result = TestRunner::new(config).run(&(texts, any::<u64>()), |(text, seed)| {
            let Ok(expression) = DiceExpression::parse(&text) else { return Ok(()) };
            let roll = expression.roll(&mut SeededDice::new(seed));
            prop_assert!(roll.total.abs() < 10_000_000, "{} is {}", text, roll.total);
            prop_assert_eq!(DiceExpression::parse(&roll.expression), Ok(expression), "{}", text);
            Ok(())
        });
        result.unwrap();
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
