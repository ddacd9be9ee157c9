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
use crate::core::command::{Command, Refusal, format_list, split_list};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::verbs::Verb;

/// How many words a combatant may say for free (CARDS-TURN-6).
const MAX_FREE_WORDS: usize = 3;

impl Codec for Cards {
    const ACT_VERBS: &'static [Verb] = verbs::ACTS;
    const ORDER_VERBS: &'static [Verb] = verbs::ORDERS;
    const ANSWER_VERBS: &'static [Verb] = verbs::ANSWERS;
    const FREE_TEXT_SLOTS: &'static [&'static str] = &["text", "interact", "say", "shout"];
    const DEFENCE_VERBS: &'static [&'static str] = &["take-cover"];

    fn parse_act_without_checks(fight: &Fight, who: CombatantId, command: &Command) -> Option<Act> {
        let somebody = |slot: &str| fight.find_known_or_nobody(who, command.get(slot));
        let target = || somebody("target");
        let text = || command.get("text").to_string();
        let own_item = |slot: &str| parse_own_item(fight, who, command.get(slot));
        Some(match command.verb.as_str() {
            "attack" => {
                let (target, is_thrown) = (target(), command.is_on("thrown"));
                let weapon = match command.get("weapon") {
                    "" => default_weapon(fight, who, target, is_thrown),
                    name => parse_own_item(fight, who, name),
                };
                Act::Attack { target, weapon, is_thrown }
            }
            "cast" => {
                let spell = match command.get("spell") {
                    "" => first_ready_spell(fight, who),
                    name => parse_own_item(fight, who, name),
                };
                Act::Cast { target: target(), spell }
            }
            "shove" => Act::Shove(target()),
            "grapple" => Act::Grapple(target()),
            "flee" => {
                let exit = Some(command.get("exit")).filter(|exit| !exit.is_empty());
                let exit = exit.map(|exit| parse_zone(fight, exit));
                match command.get("action") {
                    "" => Act::Flee { action: flee::better_allowed_flee_action(fight, who), exit },
                    text => Action::parse(text)
                        .map_or(Act::Unreadable, |action| Act::Flee { action, exit }),
                }
            }
            "skill" => parse_skill_act(fight, who, command, target),
            "douse" => Act::Douse(if command.has_slot("target") { target() } else { who }),
            "move" if command.has_slot("near") => Act::CloseIn(somebody("near")),
            "move" if command.is_on("apart") => Act::StepApart,
            "move" => Act::Move(parse_zone(fight, command.get("zone"))),
            "take-cover" => Act::TakeCover,
            "equip" => {
                let names = split_list(command.get("item"));
                let names = names.iter().filter(|name| *name != "none");
                let mut items: Vec<ItemId> =
                    names.map(|name| parse_own_item(fight, who, name)).collect();
                items.sort_unstable();
                items.dedup();
                Act::Equip(items)
            }
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
                let names = if names.is_empty() { "none".into() } else { format_list(names) };
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

    fn parse_order(fight: &Fight, command: &Command) -> Result<Order, Refusal> {
        let zone = |slot: &str| command.parse_slot(slot, |name| fight.zones.find_by_name(name));
        let combatant = |name: &str| fight.find_named_or_refuse(name);
        let who = || combatant(command.get("who"));
        let optional_combatant = |slot: &str| match command.get(slot) {
            "" => Ok(None),
            name => combatant(name).map(Some),
        };
        let combatants = || fight.find_listed_or_refuse(command.get("who"));
        let is_set = command.is_on_or_missing("on")?;
        let action = || command.parse_optional_slot("action", Action::parse);
        let named_action =
            || action()?.ok_or_else(|| Refusal::bad_value("action", command.get("action")));
        let harm =
            || command.parse_optional_slot("harm", HarmType::parse).map(Option::unwrap_or_default);
        let position = || {
            command
                .parse_optional_slot("position", TestPosition::parse)
                .map(Option::unwrap_or_default)
        };
        Ok(match command.verb.as_str() {
            "assign" => Order::AssignSide { who: who()?, side: command.get("side").trim().into() },
            "group" => {
                Order::AssignGroup { who: combatants()?, name: command.get("name").trim().into() }
            }
            "ambush" if !is_set => Order::SetAmbush(None),
            "ambush" => {
                let side_name = command.get("side").trim().to_lowercase();
                let mut sides =
                    fight.present_combatants().map(|(_, combatant)| &combatant.body.side);
                let side = sides
                    .find(|side| side.to_lowercase() == side_name)
                    .ok_or_else(|| Refusal::bad_value("side", command.get("side")))?
                    .clone();
                let action = action()?;
                if action.is_some_and(|action| !matches!(action, Action::Track | Action::Read)) {
                    return Err(Refusal::bad_value("action", command.get("action")));
                }
                Order::SetAmbush(Some(Ambush {
                    side,
                    ambusher: optional_combatant("by")?,
                    watcher: optional_combatant("against")?,
                    action,
                    is_automatic: command.is_on("auto"),
                }))
            }
            "bar" => Order::SetDeafness {
                one: who()?,
                other: combatant(command.get("with"))?,
                is_on: is_set,
            },
            "link" => Order::LinkZones(zone("zone")?, zone("to")?),
            "exit" => Order::SetExit { zone: zone("zone")?, is_on: is_set },
            "cover" => {
                let dice = match command.get("dice").trim() {
                    "none" | "off" | "false" => None,
                    "true" | "yes" | "on" => Some(2),
                    _ => match parse_number(command, "dice", Some(2), 4)? {
                        0 => return Err(Refusal::bad_value("dice", "0")),
                        dice => Some(dice),
                    },
                };
                Order::ChangeCover { zone: zone("zone")?, dice }
            }
            "obstacle" => {
                let maneuver = match command.get("maneuver").trim() {
                    "" | "slow" => ManeuverSlot::Slow,
                    "fast" => ManeuverSlot::Fast,
                    other => return Err(Refusal::bad_value("maneuver", other)),
                };
                let obstacle = Obstacle {
                    to: zone("to")?,
                    maneuver,
                    required: parse_number(command, "need", Some(1), 10)?.max(1),
                    action: action()?,
                    is_removed_by_success: command.is_on("removed"),
                };
                Order::SetObstacle { zone: zone("zone")?, obstacle, is_on: is_set }
            }
            "block-sight" => {
                Order::BlockSight { zone: zone("zone")?, to: zone("to")?, is_on: is_set }
            }
            "circumstance" => {
                let raise = DifficultyRaise {
                    amount: parse_number(command, "by", Some(1), 10)?,
                    action: named_action()?,
                    is_from_darkness: command.is_on("darkness"),
                };
                let raised_zone = if command.has_slot("zone") { Some(zone("zone")?) } else { None };
                let whom = optional_combatant("who")?.map(RaiseScope::Combatant);
                let scope = whom.or(raised_zone.is_none().then_some(RaiseScope::Scene));
                Order::RaiseDifficulty { scope, zone: raised_zone, raise }
            }
            "call" => {
                let harms = command.is_on("harmful");
                let harm = harm()?;
                Order::CallTest {
                    who: who()?,
                    action: named_action()?,
                    required: parse_number(command, "need", Some(1), 20)?,
                    position: position()?,
                    harm: harms.then_some(harm),
                }
            }
            "fear" => Order::CallFearTest {
                who: combatants()?,
                fear_value: parse_number(command, "value", None, 10)?,
                position: position()?,
                source: optional_combatant("source")?,
                is_shaken_waived: command.is_on("waive"),
            },
            "fire" => {
                let is_out = matches!(command.get("intensity").trim(), "none" | "out" | "off");
                let intensity =
                    if is_out {
                        None
                    } else {
                        let intensity =
                            command.parse_optional_slot("intensity", FireIntensity::parse)?;
                        Some(intensity.ok_or_else(|| {
                            Refusal::bad_value("intensity", command.get("intensity"))
                        })?)
                    };
                Order::SetFire { who: who()?, intensity }
            }
            "poison" => {
                let toxicity = parse_number(command, "toxicity", None, 30)?;
                if toxicity == 0 {
                    return Err(Refusal::bad_value("toxicity", "0"));
                }
                Order::Poison { who: who()?, toxicity, harm: harm()? }
            }
            "fall" => Order::Fall { who: who()?, feet: parse_number(command, "feet", None, 250)? },
            "fatigue" => Order::Fatigue { who: who()?, harm: harm()? },
            "harm" => {
                let amount = parse_number(command, "amount", None, 40)?;
                Order::DealHarm { who: who()?, amount, harm: harm()? }
            }
            "heal" => {
                let amount = parse_number(command, "amount", None, 40)?;
                Order::HealHarm { who: who()?, amount, harm: harm()? }
            }
            "cure" => Order::CurePoisons(who()?),
            "flag" => {
                let flag = command.parse_optional_slot("flag", ConditionFlag::parse)?;
                let flag = flag.ok_or_else(|| Refusal::bad_value("flag", command.get("flag")))?;
                Order::SetCondition { who: who()?, flag, is_on: is_set }
            }
            "place" => Order::PlaceInZone { who: who()?, zone: zone("zone")? },
            "recover" => Order::Recover { who: who()?, healer: optional_combatant("by")? },
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
        let fits = |choice: &&Answer| {
            let complete = Cards::format_answer(fight, choice);
            let fits_slot = |(slot, value): (&String, &String)| {
                let value = value.trim().to_lowercase();
                complete.get(slot).to_lowercase() == value
                    || (!complete.has_slot(slot) && value == "false")
            };
            complete.verb == command.verb && command.slots.iter().all(fits_slot)
        };
        let first_fit = || prompt.choices.iter().find(fits);
        let answer = Some(&prompt.default).filter(fits).or_else(first_fit);
        answer
            .copied()
            .ok_or_else(|| Refusal::new("bad-target", "CARDS-REACT-3").with("verb", &command.verb))
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

/// Parses `skill`, which stands for four acts: a lure (target and zone), crossing an obstacle (zone
/// only), stabilising the dying (Study with a target), or any other skill.
fn parse_skill_act(
    fight: &Fight,
    who: CombatantId,
    command: &Command,
    parse_target: impl Fn() -> CombatantId,
) -> Act {
    let action = Action::parse(command.get("action"));
    let zone = || parse_zone(fight, command.get("zone"));
    match (command.has_slot("target"), command.has_slot("zone"), action) {
        (false, true, action) => {
            // Only a climb leaves the choice of the Action (CARDS-SKILL-1).
            let choices = skills::crossing_choices(fight, who, zone());
            Act::Cross { zone: zone(), action: action.filter(|action| choices.contains(action)) }
        }
        (true, true, Some(action)) => Act::Lure { action, target: parse_target(), zone: zone() },
        (true, false, Some(Action::Study)) => Act::Stabilise(parse_target()),
        (has_target, _, Some(action)) => Act::Skill {
            action,
            target: has_target.then(parse_target),
            text: command.get("text").into(),
        },
        (_, _, None) => Act::Unreadable,
    }
}

fn parse_zone(fight: &Fight, name: &str) -> ZoneId {
    fight.zones.find_or_nowhere(name)
}

/// The name of bare hands in commands.
const UNARMED_NAME: &str = "unarmed";

/// Returns the items of a list with unique names: items of the same name are numbered, as in "knife
/// 2".
fn unique_item_names<'a>(items: impl Iterator<Item = &'a Item>) -> Vec<(ItemId, String)> {
    let mut named: Vec<(ItemId, &Item, String)> = Vec::new();
    for item in items {
        let unique = match named.iter().filter(|(_, other, _)| other.name == item.name).count() {
            0 => item.name.to_string(),
            before => format!("{} {}", item.name, before + 1),
        };
        named.push((item.id, item, unique));
    }
    named.into_iter().map(|(item, _, unique)| (item, unique)).collect()
}

/// Returns the id of the item that has this unique name in the list, in any capitals;
/// [`ItemId::NONE`] if there is none.
fn find_item_id_by_unique_name<'a>(items: impl Iterator<Item = &'a Item>, name: &str) -> ItemId {
    let name = name.trim().to_lowercase();
    let found =
        unique_item_names(items).into_iter().find(|(_, unique)| unique.to_lowercase() == name);
    found.map_or(ItemId::NONE, |(item, _)| item)
}

/// Returns the id of an item that the actor carries, by its name; [`ItemId::NONE`] if there is
/// none. Bare hands are always available.
fn parse_own_item(fight: &Fight, who: CombatantId, name: &str) -> ItemId {
    if name.trim().eq_ignore_ascii_case(UNARMED_NAME) {
        return ItemId::UNARMED;
    }
    find_item_id_by_unique_name(fight.body(who).gear.iter(), name)
}

/// Returns the id of an item that lies in the actor's zone, by its name.
fn parse_lying_item(fight: &Fight, who: CombatantId, name: &str) -> ItemId {
    let zone = fight.zones.get(zone_of(fight, who));
    find_item_id_by_unique_name(zone.into_iter().flat_map(|zone| &zone.terrain.items), name)
}

/// Returns the weapon for an attack that names none: the first one in hand that reaches the target,
/// else bare hands if they reach it, else the first one in hand, whose refusal says what is wrong.
fn default_weapon(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    is_throw_requested: bool,
) -> ItemId {
    let body = fight.body(who);
    let reaches = |item: &&Item| {
        attacks::check_weapon_attack(fight, who, target, item.id, is_throw_requested).is_ok()
            && !items::is_forbidden_by_broken_arm(body, item)
    };
    let ready = || {
        body.gear
            .iter()
            .filter(|item| attacks::find_weapon_in_hand_or_natural(body, item.id).is_some())
    };
    let can_strike_unarmed =
        attacks::check_weapon_attack(fight, who, target, ItemId::UNARMED, false).is_ok();
    let first_ready = || ready().next().filter(|_| !can_strike_unarmed);
    ready().find(reaches).or_else(first_ready).map_or(ItemId::UNARMED, |item| item.id)
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
    let has = |items: &[Item]| items.iter().any(|candidate| candidate.id == item);
    let gear = fight.combatants.iter().map(|combatant| &combatant.body.gear).find(|gear| has(gear));
    let lying = || fight.zones.iter().map(|(_, zone)| &zone.terrain.items).find(|all| has(all));
    let named =
        gear.or_else(lying).map(|items| unique_item_names(items.iter())).unwrap_or_default();
    named.into_iter().find(|(id, _)| *id == item).map_or_else(String::new, |(_, name)| name)
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
