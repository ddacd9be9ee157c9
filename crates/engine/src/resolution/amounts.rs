//! Amounts in orders of the GM that are no plain numbers: dice (`1d6+1`), and `full`.
//!
//! Every system takes them in every numeric slot of its orders, because they are numbers before
//! the system parses the order.

use crate::core::command::{Command, Refusal};
use crate::core::dice::{Dice, SeededDice};
use crate::core::dice_expression::DiceExpression;
use crate::core::fight::{Event, Fight, Order};
use crate::core::ids::CombatantId;
use crate::core::verbs::{Slot, SlotKind};
use crate::resolution::orders;
use crate::resolution::resolver::{Interrupt, Resolver, RollAudience, RuleResult};
use crate::resolution::tape::Tape;
use crate::visibility::disclosure::DetailLevel;
use crate::visibility::view::Viewer;
use crate::{Rules, System};

/// Words for as much as has an effect, in slots that take them.
const FULL_WORDS: [&str; 6] = ["full", "all", "max", "fully", "everything", "completely"];
/// The numbers among which the range of a slot is looked for.
const PROBED_NUMBERS: std::ops::RangeInclusive<i64> = -20..=999;

/// The dice of a resolver, for expressions that roll by themselves.
struct ResolverDice<'r, 'f, S: System> {
    resolver: &'r mut Resolver<'f, S>,
    audience: RollAudience<'r>,
}

impl<S: System> Dice for ResolverDice<'_, '_, S> {
    fn roll_die(&mut self, sides: u8) -> u8 {
        self.resolver.roll_die(self.audience, sides)
    }
}

/// Parses an order that only this system has. Dice in its numeric slots (`1d6+1`) are rolled when
/// the order is performed; `full` becomes a number now.
///
/// # Errors
/// Refuses what the system refuses, a number that a slot does not take, and what is neither a
/// number nor dice.
pub fn parse_system_order_deferring_dice<S: Rules>(
    fight: &Fight<S>,
    command: &Command,
) -> Result<Order<S>, Refusal> {
    let mut command = command.clone();
    let mut rolled_slots = Vec::new();
    for slot in numeric_slots::<S>(&command.verb) {
        let text = command.get(slot.name).trim().to_string();
        let is_empty_or_number = text.is_empty() || text.parse::<i64>().is_ok();
        if is_empty_or_number {
            continue;
        }
        let is_full = slot.takes_full && FULL_WORDS.contains(&text.to_lowercase().as_str());
        if is_full {
            let amount = find_least_fully_effective_amount(fight, &command, slot)?;
            command = command.with(slot.name, amount);
        } else {
            check_dice_text(slot, &text)?;
            rolled_slots.push(slot.name.to_string());
        }
    }
    if !rolled_slots.is_empty() {
        return Ok(Order::RollAmounts { command, slots: rolled_slots });
    }
    let parsed = S::parse_order(fight, &command);
    parsed.map(Order::System).map_err(|refusal| add_number_range(fight, &command, refusal))
}

/// Refuses a text in a numeric slot that is no dice expression. What is wrong with the dice is only
/// said of a text that seems to be meant as dice; else the refusal says what the slot takes.
fn check_dice_text(slot: &Slot, text: &str) -> Result<(), Refusal> {
    let Err(error) = DiceExpression::parse(text) else { return Ok(()) };
    let is_like_dice =
        text.contains(|letter: char| letter.is_ascii_digit()) && text.to_lowercase().contains('d');
    if is_like_dice {
        return Err(error.to_refusal());
    }
    let takes = if slot.takes_full { "full" } else { "dice" };
    Err(Refusal::bad_value(slot.name, text).with("amount", takes))
}

/// Rolls the dice in the slots of an order, tells them, and performs the order with the totals.
///
/// The order is first tried with the lowest and the highest totals, so that a refusal comes before
/// the first die (I2). A total below 0 counts as 0 where the slot takes no such number.
pub fn roll_amounts_and_perform_order<S: Rules>(
    resolver: &mut Resolver<'_, S>,
    command: &Command,
    slots: &[String],
) -> RuleResult<S> {
    let amounts = parse_dice_amounts(resolver.fight(), command, slots)?;
    check_lowest_and_highest_totals(resolver, command, &amounts)?;
    let named = resolver.fight().find_named_or_refuse(command.get("who")).ok();
    let mut rolled_command = command.clone();
    for DiceAmount { slot, expression, least } in amounts {
        // What else has a number, such as a DR, may be the GM's secret.
        let who = if slot == "amount" { named } else { None };
        let has_public_numbers = |who: &CombatantId| {
            let combatant = resolver.fight().combatant(*who);
            combatant.detail_for(Viewer::Public) == DetailLevel::Numbers
        };
        let audience = match &who {
            Some(who) if has_public_numbers(who) => {
                RollAudience::WhoKnowsAll(std::slice::from_ref(who))
            }
            Some(_) | None => RollAudience::GmAlone,
        };
        let roll = expression.roll(&mut ResolverDice { resolver, audience });
        let amount = i64::from(roll.total).max(least);
        rolled_command = rolled_command.with(slot, amount);
        resolver.emit(Event::AmountRolled { who, amount: amount as i32, roll });
    }
    let order = S::parse_order(resolver.fight(), &rolled_command)?;
    orders::perform_order(resolver, &Order::System(order))
}

/// A slot of an order with dice in place of a number.
struct DiceAmount<'a> {
    slot: &'a str,
    expression: DiceExpression,
    /// A lower total counts as this: 0 where the slot takes no negative number.
    least: i64,
}

/// Parses the dice in these slots of an order.
fn parse_dice_amounts<'a, S: Rules>(
    fight: &Fight<S>,
    command: &Command,
    slots: &'a [String],
) -> Result<Vec<DiceAmount<'a>>, Refusal> {
    let mut amounts = Vec::new();
    for slot in slots {
        let parsed = DiceExpression::parse(command.get(slot));
        let expression = parsed.map_err(|error| error.to_refusal())?;
        let takes_negatives = S::parse_order(fight, &command.clone().with(slot, -1)).is_ok();
        let least = if takes_negatives { i64::MIN } else { 0 };
        amounts.push(DiceAmount { slot, expression, least });
    }
    Ok(amounts)
}

/// Refuses an order that would be refused with the lowest totals of all dice, or with the highest.
fn check_lowest_and_highest_totals<S: Rules>(
    resolver: &Resolver<'_, S>,
    command: &Command,
    amounts: &[DiceAmount],
) -> Result<(), Refusal> {
    let fight = resolver.fight();
    let (mut lowest, mut highest) = (command.clone(), command.clone());
    for DiceAmount { slot, expression, least } in amounts {
        let (low, high) = expression.total_bounds();
        lowest = lowest.with(slot, low.max(*least));
        highest = highest.with(slot, high.max(*least));
    }
    for bounded in [lowest, highest] {
        let parsed = S::parse_order(fight, &bounded).map_err(|refusal| {
            let refusal = add_number_range(fight, &bounded, refusal);
            add_dice_to_number_range_refusal(command, refusal)
        });
        check_order(resolver, &Order::System(parsed?))?;
    }
    Ok(())
}

/// Returns the slots of an order's verb that take numbers; none for a verb that the system does not
/// have.
fn numeric_slots<S: Rules>(verb: &str) -> impl Iterator<Item = &'static Slot> + use<S> {
    let slots: &'static [Slot] = match S::ORDER_VERBS.iter().find(|known| known.name == verb) {
        Some(known_verb) => known_verb.slots,
        None => &[],
    };
    slots.iter().filter(|slot| slot.kind == SlotKind::Number)
}

/// Refuses an order that would be refused after its dice. The fight stays as it is.
fn check_order<S: Rules>(resolver: &Resolver<'_, S>, order: &Order<S>) -> Result<(), Refusal> {
    let is_interjection = resolver.is_interjection();
    try_order_on_copy(resolver.fight(), order, is_interjection).map(|_| ())
}

/// Performs an order on a copy of the fight, with other dice, and returns the copy. If the order
/// asks somebody, the copy is as it was at that moment.
fn try_order_on_copy<S: Rules>(
    fight: &Fight<S>,
    order: &Order<S>,
    is_interjection: bool,
) -> Result<Fight<S>, Refusal> {
    let mut copy = fight.clone();
    let mut tape = Tape::default();
    let mut dice = SeededDice::new(0);
    let accepted_len = 0;
    let resolver = Resolver::from_tape(&mut copy, &mut tape, accepted_len, &mut dice);
    let result = orders::perform_order(&mut resolver.with_interjection(is_interjection), order);
    match result {
        Err(Interrupt::Refuse(refusal)) => Err(*refusal),
        Ok(()) | Err(Interrupt::AwaitInput(_) | Interrupt::EndAct) => Ok(copy),
    }
}

/// Returns the least amount that has as much effect on the combatant in the slot `who` as the
/// highest that this slot takes. It is searched by halving, each amount tried on a copy of the
/// fight, so a higher amount must never do less.
fn find_least_fully_effective_amount<S: Rules>(
    fight: &Fight<S>,
    command: &Command,
    slot: &Slot,
) -> Result<i64, Refusal> {
    let who = fight.find_named_or_refuse(command.get("who"))?;
    let body_after = |amount: i64| {
        let order = S::parse_order(fight, &command.clone().with(slot.name, amount))?;
        let is_interjection = true;
        let fight_after = try_order_on_copy(fight, &Order::System(order), is_interjection)?;
        Ok(fight_after.body(who).clone())
    };
    let Some((_, most)) = find_number_range(fight, command, slot.name) else {
        return Err(refusal_without_number(fight, command, slot.name));
    };
    let fully_affected = body_after(most)?;
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = (low + high) / 2;
        if body_after(middle)? == fully_affected {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(low)
}

/// Returns the refusal of an order that takes no number at all in a slot. Another slot may be the
/// reason; if so, its refusal is returned.
fn refusal_without_number<S: Rules>(fight: &Fight<S>, command: &Command, slot: &str) -> Refusal {
    let with_number = command.clone().with(slot, 1);
    let refusal = S::parse_order(fight, &with_number).err();
    refusal.unwrap_or_else(|| Refusal::bad_value(slot, command.get(slot)))
}

/// Returns the least and the highest number that the order takes in a slot; `None` if it takes
/// none, whatever the slot says.
fn find_number_range<S: Rules>(
    fight: &Fight<S>,
    command: &Command,
    slot: &str,
) -> Option<(i64, i64)> {
    let takes = |number: &i64| S::parse_order(fight, &command.clone().with(slot, number)).is_ok();
    let least = PROBED_NUMBERS.clone().find(takes)?;
    let most = PROBED_NUMBERS.clone().rfind(takes)?;
    Some((least, most))
}

/// Adds to the refusal of a number in a slot which numbers that takes (`least`, `most`). Leaves any
/// other refusal as it is.
fn add_number_range<S: Rules>(fight: &Fight<S>, command: &Command, refusal: Refusal) -> Refusal {
    let detail = |name: &str| refusal.details.get(name).map_or("", String::as_str);
    let is_refused = |slot: &&Slot| {
        detail("why") == "value"
            && slot.name == detail("slot")
            && command.get(slot.name).trim().parse::<i64>().is_ok()
    };
    let slot = numeric_slots::<S>(&command.verb).find(is_refused);
    match slot.and_then(|slot| find_number_range(fight, command, slot.name)) {
        Some((least, most)) => refusal.with("least", least).with("most", most),
        None => refusal,
    }
}

/// Adds the dice that were typed to a refusal that names the numbers which the slot takes, because
/// the dice may come to another total. Leaves any other refusal as it is.
fn add_dice_to_number_range_refusal(command: &Command, refusal: Refusal) -> Refusal {
    let names_taken_numbers = refusal.details.contains_key("least");
    let Some(slot) = refusal.details.get("slot").filter(|_| names_taken_numbers) else {
        return refusal;
    };
    let dice = command.get(slot).to_string();
    refusal.with("dice", dice)
}
