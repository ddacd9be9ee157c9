//! Converts acts, orders and answers of `cards` to and from commands.
//!
//! A name that fits nothing the actor knows becomes an id that fits nothing, so that the rules
//! refuse it in their own order.

use super::Cards;
use super::acts::Act;
use super::orders::Order;
use super::prompts::{Answer, BoughtEffect};
use super::sheet::{
    Action, DifficultyRaise, FireIntensity, HarmType, Item, ItemId, NpcFate, PanicReaction,
    Reaction, StandingOrder,
};
use super::state::{Ambush, ConditionFlag, ManeuverSlot, Obstacle, RaiseScope, TestPosition};
use super::verbs;
use super::zones::zone_of;
use super::{Fight, PromptRequest, attacks, flee, items, skills};
use crate::Codec;
use crate::core::command::{
    Command, Refusal, format_comma_separated_list, split_comma_list_heeding_quotes,
};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::items::{find_by_unique_name, name_uniquely};
use crate::core::verbs::Verb;

/// How many words a combatant may say for free (CARDS-TURN-6).
const MAX_FREE_WORDS: usize = 3;

/// The dice of a place of cover if the GM names none.
const DEFAULT_COVER_DICE: u8 = 2;

/// The most dice that a place of cover may have.
const MAX_COVER_DICE: u8 = 4;

impl Codec for Cards {
    const ACT_VERBS: &'static [Verb] = verbs::ACTS;
    const ORDER_VERBS: &'static [Verb] = verbs::ORDERS;
    const ANSWER_VERBS: &'static [Verb] = verbs::ANSWERS;
    const FREE_TEXT_SLOTS: &'static [&'static str] = &["text", "interact", "say", "shout"];
    const DEFENCE_VERBS: &'static [&'static str] = &["take-cover"];

    /// Parses an act. Choices that the command leaves out are made as the actor would: the weapon,
    /// the spell, the Action of a flight. An unknown Action, reaction or standing order gives
    /// [`Act::Unreadable`].
    fn parse_act_without_checks(fight: &Fight, who: CombatantId, command: &Command) -> Option<Act> {
        let somebody = |slot: &str| fight.find_known_or_nobody(who, command.get(slot));
        let target = || somebody("target");
        let text = || command.get("text").to_string();
        let own_item = |slot: &str| parse_own_item(fight, who, command.get(slot));
        Some(match command.verb.as_str() {
            "attack" => parse_attack_with_named_or_default_weapon(fight, who, command, target()),
            "cast" => {
                let spell = match command.get("spell") {
                    "" => first_ready_spell(fight, who),
                    name => parse_own_item(fight, who, name),
                };
                Act::Cast { target: target(), spell }
            }
            "shove" => Act::Shove(target()),
            "grapple" => Act::Grapple(target()),
            "flee" => parse_flee_act(fight, who, command),
            "skill" => parse_skill_act(fight, who, command, target),
            "douse" => Act::Douse(if command.has_slot("target") { target() } else { who }),
            "move" if command.has_slot("near") => Act::CloseIn(somebody("near")),
            "move" if command.is_on("apart") => Act::StepApart,
            "move" => Act::Move(parse_zone(fight, command.get("zone"))),
            "take-cover" => Act::TakeCover,
            "equip" => Act::Equip(parse_items_to_equip(fight, who, command.get("item"))),
            "stand" => Act::StandUp,
            "interact" => Act::Interact(text()),
            "shout" => Act::Shout(text()),
            "pickup" => Act::PickUp(parse_lying_item(fight, who, command.get("item"))),
            "use" => Act::UseItem {
                item: own_item("item"),
                target: if command.has_slot("target") { target() } else { who },
            },
            "assist" => Act::Assist(target()),
            "say" if command.get("text").split_whitespace().count() > MAX_FREE_WORDS => {
                Act::Shout(text())
            }
            "say" => Act::Say(text()),
            "drop" => Act::Drop(own_item("item")),
            "release" => Act::ReleaseGrapple,
            "break" => Act::BreakFree { is_slow: command.is_on("slow") },
            "swap" => Act::OfferSwap(target()),
            "accept" => Act::AcceptSwap(target()),
            "decline" => Act::DeclineSwap(target()),
            "auto" => {
                let reaction = Reaction::parse(command.get("reaction"));
                let order = StandingOrder::parse(command.get("order"));
                match (reaction, order) {
                    (Some(reaction), Some(order)) => Act::SetStandingOrder { reaction, order },
                    _ => Act::Unreadable,
                }
            }
            "pass" => Act::Pass,
            _ => return None,
        })
    }

    fn format_act(fight: &Fight, act: &Act) -> Command {
        let against =
            |verb, target: &CombatantId| Command::new(verb).with("target", fight.name(*target));
        let zone = |zone: &ZoneId| fight.zones.name(*zone).to_string();
        match act {
            Act::Attack { target, weapon, is_thrown } => against("attack", target)
                .with("weapon", unique_item_name(fight, *weapon))
                .with_flag("thrown", *is_thrown),
            Act::Cast { target, spell } => {
                against("cast", target).with("spell", unique_item_name(fight, *spell))
            }
            Act::Shove(target) => against("shove", target),
            Act::Grapple(target) => against("grapple", target),
            Act::Flee { action, exit } => {
                let command = Command::new("flee").with("action", action.key());
                command.with_optional("exit", exit.as_ref().map(zone))
            }
            Act::Skill { action, target, text } => {
                let command = Command::new("skill").with("action", action.key());
                let command = command.with_optional("target", target.map(|who| fight.name(who)));
                command.with_text("text", text)
            }
            Act::Lure { action, target, zone: to } => {
                against("skill", target).with("action", action.key()).with("zone", zone(to))
            }
            Act::Stabilise(target) => against("skill", target).with("action", Action::Study.key()),
            Act::Cross { zone: to, action } => {
                let command = Command::new("skill").with("zone", zone(to));
                command.with_optional("action", action.map(Action::key))
            }
            Act::Douse(target) => against("douse", target),
            Act::Move(to) => Command::new("move").with("zone", zone(to)),
            Act::CloseIn(with) => Command::new("move").with("near", fight.name(*with)),
            Act::StepApart => Command::new("move").with("apart", true),
            Act::TakeCover => Command::new("take-cover"),
            Act::Equip(items) => {
                let names: Vec<_> =
                    items.iter().map(|item| unique_item_name(fight, *item)).collect();
                let names = if names.is_empty() {
                    "none".into()
                } else {
                    format_comma_separated_list(names)
                };
                Command::new("equip").with("item", names)
            }
            Act::StandUp => Command::new("stand"),
            Act::Interact(text) => Command::new("interact").with_text("text", text),
            Act::Shout(text) => Command::new("shout").with_text("text", text),
            Act::PickUp(item) => {
                Command::new("pickup").with("item", unique_item_name(fight, *item))
            }
            Act::UseItem { item, target } => {
                against("use", target).with("item", unique_item_name(fight, *item))
            }
            Act::Assist(target) => against("assist", target),
            Act::Say(text) => Command::new("say").with_text("text", text),
            Act::Drop(item) => Command::new("drop").with("item", unique_item_name(fight, *item)),
            Act::ReleaseGrapple => Command::new("release"),
            Act::Pass | Act::Unreadable => Command::new("pass"),
            Act::BreakFree { is_slow } => Command::new("break").with_flag("slow", *is_slow),
            Act::OfferSwap(target) => against("swap", target),
            Act::AcceptSwap(from) => against("accept", from),
            Act::DeclineSwap(from) => against("decline", from),
            Act::SetStandingOrder { reaction, order } => {
                Command::new("auto").with("reaction", reaction.key()).with("order", order.key())
            }
        }
    }

    /// Parses an order; refuses an unknown verb, and the first slot whose value does not fit.
    fn parse_order(fight: &Fight, command: &Command) -> Result<Order, Refusal> {
        let parser = OrderParser { fight, command };
        let is_set = command.is_on_or_missing("on")?;
        Ok(match command.verb.as_str() {
            "assign" => {
                let side = command.get("side").trim().into();
                Order::AssignSide { who: parser.parse_combatant("who")?, side }
            }
            "group" => {
                let name = command.get("name").trim().into();
                Order::AssignGroup { who: parser.parse_listed_combatants()?, name }
            }
            "ambush" if !is_set => Order::SetAmbush(None),
            "ambush" => Order::SetAmbush(Some(parser.parse_ambush()?)),
            "bar" => Order::SetDeafness {
                one: parser.parse_combatant("who")?,
                other: parser.parse_combatant("with")?,
                is_on: is_set,
            },
            "link" => Order::LinkZones(parser.parse_zone("zone")?, parser.parse_zone("to")?),
            "exit" => Order::SetExit { zone: parser.parse_zone("zone")?, is_on: is_set },
            "cover" => {
                let dice = parser.parse_cover_dice_or_removal()?;
                Order::ChangeCover { zone: parser.parse_zone("zone")?, dice }
            }
            "obstacle" => {
                let obstacle = parser.parse_obstacle()?;
                Order::SetObstacle { zone: parser.parse_zone("zone")?, obstacle, is_on: is_set }
            }
            "block-sight" => Order::BlockSight {
                zone: parser.parse_zone("zone")?,
                to: parser.parse_zone("to")?,
                is_on: is_set,
            },
            "circumstance" => parser.parse_difficulty_raise_order()?,
            "call" => parser.parse_test_order()?,
            "fear" => Order::CallFearTest {
                who: parser.parse_listed_combatants()?,
                fear_value: parse_number(command, "value", None, 10)?,
                position: parser.parse_position_or_risky()?,
                source: parser.parse_optional_combatant("source")?,
                is_shaken_waived: command.is_on("waive"),
            },
            "fire" => {
                let intensity = parser.parse_fire_intensity_or_out()?;
                Order::SetFire { who: parser.parse_combatant("who")?, intensity }
            }
            "poison" => {
                let toxicity = match parse_number(command, "toxicity", None, 30)? {
                    0 => return Err(Refusal::bad_value("toxicity", "0")),
                    toxicity => toxicity,
                };
                let who = parser.parse_combatant("who")?;
                Order::Poison { who, toxicity, harm: parser.parse_harm_or_physical()? }
            }
            "fall" => {
                let who = parser.parse_combatant("who")?;
                Order::Fall { who, feet: parse_number(command, "feet", None, 250)? }
            }
            "fatigue" => {
                let who = parser.parse_combatant("who")?;
                Order::Fatigue { who, harm: parser.parse_harm_or_physical()? }
            }
            "harm" => {
                let amount = parse_number(command, "amount", None, 40)?;
                let who = parser.parse_combatant("who")?;
                Order::DealHarm { who, amount, harm: parser.parse_harm_or_physical()? }
            }
            "heal" => {
                let amount = parse_number(command, "amount", None, 40)?;
                let who = parser.parse_combatant("who")?;
                Order::HealHarm { who, amount, harm: parser.parse_harm_or_physical()? }
            }
            "cure" => Order::CurePoisons(parser.parse_combatant("who")?),
            "flag" => {
                let flag = parser.parse_required("flag", ConditionFlag::parse)?;
                Order::SetCondition { who: parser.parse_combatant("who")?, flag, is_on: is_set }
            }
            "place" => {
                let who = parser.parse_combatant("who")?;
                Order::PlaceInZone { who, zone: parser.parse_zone("zone")? }
            }
            "recover" => {
                let who = parser.parse_combatant("who")?;
                Order::Recover { who, healer: parser.parse_optional_combatant("by")? }
            }
            "day" => Order::BeginDay,
            verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
        })
    }

    /// Parses one of the prompt's choices. Slots that the command leaves out are taken from the
    /// default answer if it fits, else from the first choice that fits.
    ///
    /// # Errors
    ///
    /// Refuses a command that fits none of the choices.
    fn parse_answer(
        fight: &Fight,
        prompt: &PromptRequest,
        command: &Command,
    ) -> Result<Answer, Refusal> {
        if is_command_for_answer(fight, command, &prompt.default) {
            return Ok(prompt.default);
        }
        for choice in &prompt.choices {
            if is_command_for_answer(fight, command, choice) {
                return Ok(*choice);
            }
        }
        Err(Refusal::new("bad-target", "CARDS-REACT-3").with("verb", &command.verb))
    }

    fn format_answer(fight: &Fight, answer: &Answer) -> Command {
        match answer {
            Answer::React { reaction, is_slow } => {
                Command::new(reaction.key()).with_flag("slow", *is_slow)
            }
            Answer::TakeIt => Command::new("take-it"),
            Answer::Chase { action, is_slow } => {
                Command::new("chase").with("action", action.key()).with_flag("slow", *is_slow)
            }
            Answer::Decline => Command::new("no"),
            Answer::Buy(buy) => format_bought_effect(fight, *buy),
            Answer::StopSpending => Command::new("enough"),
            Answer::SwapFor(card) => Command::new("swap").with("card", card),
            Answer::KeepCards => Command::new("keep"),
            Answer::Fate(fate) => Command::new(NpcFate::key(*fate)),
            Answer::Panic(how) => Command::new(PanicReaction::key(*how)),
            Answer::ConfirmEnd => Command::new("confirm"),
            Answer::ContinueFight => Command::new("go-on"),
        }
    }
}

/// Returns whether a command has the verb of an answer, and no slot with another value. Case is
/// ignored, and a slot that the answer does not have may be there as `false`.
fn is_command_for_answer(fight: &Fight, command: &Command, answer: &Answer) -> bool {
    let complete = Cards::format_answer(fight, answer);
    if complete.verb != command.verb {
        return false;
    }
    command.slots.iter().all(|(slot, value)| {
        let value = value.trim().to_lowercase();
        let is_unset_flag = value == "false" && !complete.has_slot(slot);
        is_unset_flag || complete.get(slot).to_lowercase() == value
    })
}

/// Parses the slots of the GM's orders. Each function refuses a value that it cannot parse.
struct OrderParser<'a> {
    fight: &'a Fight,
    command: &'a Command,
}

impl OrderParser<'_> {
    /// Returns the zone that a slot names.
    fn parse_zone(&self, slot: &str) -> Result<ZoneId, Refusal> {
        self.command.parse_slot(slot, |name| self.fight.zones.find_by_name(name))
    }

    /// Returns the combatant that a slot names.
    fn parse_combatant(&self, slot: &str) -> Result<CombatantId, Refusal> {
        self.fight.find_named_or_refuse(self.command.get(slot))
    }

    /// Returns the combatant that a slot names; `None` if the slot is empty.
    fn parse_optional_combatant(&self, slot: &str) -> Result<Option<CombatantId>, Refusal> {
        match self.command.get(slot) {
            "" => Ok(None),
            name => self.fight.find_named_or_refuse(name).map(Some),
        }
    }

    /// Returns the combatants that the slot `who` lists.
    fn parse_listed_combatants(&self) -> Result<Vec<CombatantId>, Refusal> {
        self.fight.find_listed_or_refuse(self.command.get("who"))
    }

    /// Parses a slot by a function that returns `None` for what it does not know; refuses an empty
    /// slot.
    fn parse_required<T>(
        &self,
        slot: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Refusal> {
        let parsed = self.command.parse_optional_slot(slot, parse)?;
        parsed.ok_or_else(|| Refusal::bad_value(slot, self.command.get(slot)))
    }

    /// Returns the Action of the slot `action`; `None` if the slot is empty.
    fn parse_optional_action(&self) -> Result<Option<Action>, Refusal> {
        self.command.parse_optional_slot("action", Action::parse)
    }

    /// Returns the type of Harm of the slot `harm`; Physical if the slot is empty.
    fn parse_harm_or_physical(&self) -> Result<HarmType, Refusal> {
        Ok(self.command.parse_optional_slot("harm", HarmType::parse)?.unwrap_or_default())
    }

    /// Returns the position of the slot `position`; Risky if the slot is empty.
    fn parse_position_or_risky(&self) -> Result<TestPosition, Refusal> {
        Ok(self.command.parse_optional_slot("position", TestPosition::parse)?.unwrap_or_default())
    }

    /// Parses an ambush: its side must have a combatant, and whoever watches uses Track or Read
    /// (CARDS-AMB-1).
    fn parse_ambush(&self) -> Result<Ambush, Refusal> {
        let side_name = self.command.get("side").trim().to_lowercase();
        let mut sides = self.fight.present_combatants().map(|(_, combatant)| &combatant.body.side);
        let side = sides
            .find(|side| side.to_lowercase() == side_name)
            .ok_or_else(|| Refusal::bad_value("side", self.command.get("side")))?
            .clone();
        let action = self.parse_optional_action()?;
        if action.is_some_and(|action| !matches!(action, Action::Track | Action::Read)) {
            return Err(Refusal::bad_value("action", self.command.get("action")));
        }
        Ok(Ambush {
            side,
            ambusher: self.parse_optional_combatant("by")?,
            watcher: self.parse_optional_combatant("against")?,
            action,
            is_automatic: self.command.is_on("auto"),
        })
    }

    /// Returns the dice of a new place of cover, 1 to 4, or 2 if the slot `dice` is empty or only
    /// says yes; `None` if it says that the cover of the zone is removed.
    fn parse_cover_dice_or_removal(&self) -> Result<Option<u8>, Refusal> {
        match self.command.get("dice").trim() {
            "none" | "off" | "false" => Ok(None),
            "true" | "yes" | "on" => Ok(Some(DEFAULT_COVER_DICE)),
            text => {
                let dice =
                    parse_number(self.command, "dice", Some(DEFAULT_COVER_DICE), MAX_COVER_DICE);
                match dice {
                    Ok(dice) if dice > 0 => Ok(Some(dice)),
                    Ok(_) | Err(_) => {
                        let bad_value = Refusal::bad_value("dice", text);
                        Err(bad_value.with("least", 1).with("most", MAX_COVER_DICE))
                    }
                }
            }
        }
    }

    /// Parses an obstacle: by default it takes the slow Maneuver and no test, and a test needs at
    /// least one success (CARDS-ZONE-3).
    fn parse_obstacle(&self) -> Result<Obstacle, Refusal> {
        let maneuver = match self.command.get("maneuver").trim() {
            "" | "slow" => ManeuverSlot::Slow,
            "fast" => ManeuverSlot::Fast,
            other => return Err(Refusal::bad_value("maneuver", other)),
        };
        Ok(Obstacle {
            to: self.parse_zone("to")?,
            maneuver,
            required: parse_number(self.command, "need", Some(1), 10)?.max(1),
            action: self.parse_optional_action()?,
            is_removed_by_success: self.command.is_on("removed"),
        })
    }

    /// Parses a raise of the need of an Action. It counts for the combatant that is named, else in
    /// the zone that is named, else in the whole scene (CARDS-CIRC-1).
    fn parse_difficulty_raise_order(&self) -> Result<Order, Refusal> {
        let raise = DifficultyRaise {
            amount: parse_number(self.command, "by", Some(1), 10)?,
            action: self.parse_required("action", Action::parse)?,
            is_from_darkness: self.command.is_on("darkness"),
        };
        let zone =
            if self.command.has_slot("zone") { Some(self.parse_zone("zone")?) } else { None };
        let scope = match self.parse_optional_combatant("who")? {
            Some(who) => Some(RaiseScope::Combatant(who)),
            None if zone.is_none() => Some(RaiseScope::Scene),
            None => None,
        };
        Ok(Order::RaiseDifficulty { scope, zone, raise })
    }

    /// Parses a test that the GM calls. A failure gives Harm only if the slot `harmful` says so
    /// (CARDS-TEST-6).
    fn parse_test_order(&self) -> Result<Order, Refusal> {
        let harm = self.parse_harm_or_physical()?;
        Ok(Order::CallTest {
            who: self.parse_combatant("who")?,
            action: self.parse_required("action", Action::parse)?,
            required: parse_number(self.command, "need", Some(1), 20)?,
            position: self.parse_position_or_risky()?,
            harm: self.command.is_on("harmful").then_some(harm),
        })
    }

    /// Returns how strong the fire is; `None` if the slot `intensity` says that it is put out.
    fn parse_fire_intensity_or_out(&self) -> Result<Option<FireIntensity>, Refusal> {
        match self.command.get("intensity").trim() {
            "none" | "out" | "off" => Ok(None),
            _ => self.parse_required("intensity", FireIntensity::parse).map(Some),
        }
    }
}

/// Parses an attack. Without the slot `weapon` the actor uses its default weapon against the
/// target.
fn parse_attack_with_named_or_default_weapon(
    fight: &Fight,
    who: CombatantId,
    command: &Command,
    target: CombatantId,
) -> Act {
    let is_thrown = command.is_on("thrown");
    let weapon = match command.get("weapon") {
        "" => first_weapon_reaching_else_unarmed(fight, who, target, is_thrown),
        name => parse_own_item(fight, who, name),
    };
    Act::Attack { target, weapon, is_thrown }
}

/// Parses a flight. Without the slot `action` it uses the better one of those that are allowed, and
/// without the slot `exit` it leads to any exit.
fn parse_flee_act(fight: &Fight, who: CombatantId, command: &Command) -> Act {
    let exit = match command.get("exit") {
        "" => None,
        name => Some(parse_zone(fight, name)),
    };
    let action = match command.get("action") {
        "" => Some(flee::better_allowed_flee_action(fight, who)),
        name => Action::parse(name),
    };
    action.map_or(Act::Unreadable, |action| Act::Flee { action, exit })
}

/// Parses a list of the actor's items, or `none`; an unknown name becomes [`ItemId::NONE`]. The
/// result is sorted and has no duplicates.
fn parse_items_to_equip(fight: &Fight, who: CombatantId, names: &str) -> Vec<ItemId> {
    let names = split_comma_list_heeding_quotes(names);
    let names = names.iter().filter(|name| *name != "none");
    let mut items: Vec<ItemId> = names.map(|name| parse_own_item(fight, who, name)).collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// Parses `skill`, which stands for four acts: a lure (target and zone), crossing an obstacle (zone
/// only), stabilising the dying (Study with a target), or any other skill.
fn parse_skill_act(
    fight: &Fight,
    who: CombatantId,
    command: &Command,
    parse_target: impl Fn() -> CombatantId,
) -> Act {
    let named_action = Action::parse(command.get("action"));
    let target = command.has_slot("target").then(parse_target);
    let zone = command.has_slot("zone").then(|| parse_zone(fight, command.get("zone")));
    if let (None, Some(zone)) = (target, zone) {
        // Only a climb leaves the choice of the Action (CARDS-SKILL-1).
        let choices = skills::crossing_choices(fight, who, zone);
        return Act::Cross { zone, action: named_action.filter(|named| choices.contains(named)) };
    }
    let Some(action) = named_action else { return Act::Unreadable };
    match (target, zone) {
        (Some(target), Some(zone)) => Act::Lure { action, target, zone },
        (Some(target), None) if action == Action::Study => Act::Stabilise(target),
        _ => Act::Skill { action, target, text: command.get("text").into() },
    }
}

/// Returns the zone of this name, or a zone that does not exist.
fn parse_zone(fight: &Fight, name: &str) -> ZoneId {
    fight.zones.find_or_nowhere(name)
}

/// The name of bare hands in commands.
const UNARMED_NAME: &str = "unarmed";

/// Returns the items of a list with unique names: items of the same name are numbered, as in "knife
/// 2".
fn unique_item_names<'a>(items: impl Iterator<Item = &'a Item>) -> Vec<(ItemId, String)> {
    name_uniquely(items.map(|item| (item.id, item.name.as_str())))
}

/// Returns the id of an item that the actor carries, by its name; [`ItemId::NONE`] if there is
/// none. Bare hands are always available.
fn parse_own_item(fight: &Fight, who: CombatantId, name: &str) -> ItemId {
    if name.trim().eq_ignore_ascii_case(UNARMED_NAME) {
        return ItemId::UNARMED;
    }
    find_by_unique_name(&unique_item_names(fight.body(who).gear.iter()), name)
}

/// Returns the id of an item that lies in the actor's zone, by its name.
fn parse_lying_item(fight: &Fight, who: CombatantId, name: &str) -> ItemId {
    let zone = fight.zones.get(zone_of(fight, who));
    let lying = zone.into_iter().flat_map(|zone| &zone.terrain.items);
    find_by_unique_name(&unique_item_names(lying), name)
}

/// Returns the weapon for an attack that names none: the first one in hand that reaches the target,
/// else bare hands if they reach it, else the first one in hand, whose refusal says what is wrong.
fn first_weapon_reaching_else_unarmed(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    is_throw_requested: bool,
) -> ItemId {
    let body = fight.body(who);
    let mut first_in_hand = None;
    for item in &body.gear {
        if attacks::find_weapon_in_hand_or_natural(body, item.id).is_none() {
            continue;
        }
        if attacks::check_weapon_attack(fight, who, target, item.id, is_throw_requested).is_ok()
            && !items::is_forbidden_by_broken_arm(body, item)
        {
            return item.id;
        }
        first_in_hand = first_in_hand.or(Some(item.id));
    }
    if attacks::check_weapon_attack(fight, who, target, ItemId::UNARMED, false).is_ok() {
        return ItemId::UNARMED;
    }
    first_in_hand.unwrap_or(ItemId::UNARMED)
}

/// Returns the actor's first spell that is ready for use; [`ItemId::NONE`] if there is none.
fn first_ready_spell(fight: &Fight, who: CombatantId) -> ItemId {
    let mut gear = fight.body(who).gear.iter();
    gear.find(|item| item.ready_weapon(Action::Cast).is_some()).map_or(ItemId::NONE, |item| item.id)
}

/// Returns the unique name by which the parser finds this item again; empty if the item does not
/// exist.
pub fn unique_item_name(fight: &Fight, item: ItemId) -> String {
    if item == ItemId::UNARMED {
        return UNARMED_NAME.into();
    }
    for combatant in &fight.combatants {
        if let Some(name) = unique_name_in_list(&combatant.body.gear, item) {
            return name;
        }
    }
    for (_, zone) in fight.zones.iter() {
        if let Some(name) = unique_name_in_list(&zone.terrain.items, item) {
            return name;
        }
    }
    String::new()
}

/// Returns the unique name of an item among those of a list; `None` if it is not one of them.
fn unique_name_in_list(items: &[Item], item: ItemId) -> Option<String> {
    // Most lists lack the item, and to name all items of a list is slow.
    if items.iter().all(|other| other.id != item) {
        return None;
    }
    let names = unique_item_names(items.iter());
    names.into_iter().find(|(id, _)| *id == item).map(|(_, name)| name)
}

/// Parses the number in a slot, from 0 to `max`; an empty slot gives the default.
fn parse_number(
    command: &Command,
    slot: &str,
    default: Option<u8>,
    max: u8,
) -> Result<u8, Refusal> {
    match (command.get(slot).trim(), default) {
        ("", Some(default)) => Ok(default),
        (text, _) => {
            let number = text.parse().ok().filter(|number| *number <= max);
            number.ok_or_else(|| Refusal::bad_value(slot, text))
        }
    }
}

/// Formats an effect that extra successes buy, as the command that buys it.
fn format_bought_effect(fight: &Fight, effect: BoughtEffect) -> Command {
    match effect {
        BoughtEffect::Damage(_) => Command::new("damage"),
        BoughtEffect::Outmaneuver(card) => Command::new("outmaneuver").with("card", card),
        BoughtEffect::Stress => Command::new("stress"),
        BoughtEffect::Push(zone) => Command::new("push").with("zone", fight.zones.name(zone)),
        BoughtEffect::Apart => Command::new("apart"),
        BoughtEffect::ThrowDown => Command::new("throw-down"),
        BoughtEffect::Disarm(item) => {
            Command::new("disarm").with("item", unique_item_name(fight, item))
        }
        BoughtEffect::Pin => Command::new("pin"),
        BoughtEffect::Gag => Command::new("gag"),
    }
}
