//! The edge: acts, orders and answers of `cards` in the common form.
//!
//! Names that fit nothing the actor knows are read as ids that fit nothing, so that the rules
//! refuse them in their own order.

use super::Cards;
use super::acts::Act;
use super::orders::Order;
use super::prompts::{Answer, Buy};
use super::sheet::{Action, Fate, Harm, Intensity, Item, ItemId, Panic, Raise, Reaction, Standing};
use super::state::{Ambush, Flag, Obstacle, Position, Scope, Slot};
use super::verbs;
use super::zones::zone_of;
use super::{Ask, Fight, attacks, flee, gear};
use crate::Codec;
use crate::command::{Command, Refusal};
use crate::ids::{By, CombatantId, ZoneId};
use crate::verbs::Verb;

/// The most words that may be said for nothing (CARDS-TURN-6).
const COUPLE_OF_WORDS: usize = 3;

impl Codec for Cards {
    const VERBS: &'static [Verb] = verbs::ACTS;
    const ORDERS: &'static [Verb] = verbs::ORDERS;
    const ANSWERS: &'static [Verb] = verbs::ANSWERS;
    const PROSE: &'static [&'static str] = &["text", "interact", "say", "shout"];
    const DEFENCES: &'static [&'static str] = &["take-cover"];

    fn read_act(fight: &Fight, who: CombatantId, words: &Command) -> Act {
        let viewer = fight.viewer_of(By::Combatant(who));
        let somebody =
            |slot: &str| fight.find(viewer, words.get(slot)).unwrap_or(CombatantId::NOBODY);
        let target = || somebody("target");
        let text = || words.get("text").to_string();
        let own = |slot: &str| read_own(fight, who, words.get(slot));
        match words.verb.as_str() {
            "attack" => {
                let (target, thrown) = (target(), words.is_on("thrown"));
                let weapon = match words.get("weapon") {
                    "" => default_weapon(fight, who, target, thrown),
                    name => read_own(fight, who, name),
                };
                Act::Attack { target, weapon, thrown }
            }
            "cast" => {
                let spell = match words.get("spell") {
                    "" => first_spell(fight, who),
                    name => read_own(fight, who, name),
                };
                Act::Cast { target: target(), spell }
            }
            "shove" => Act::Shove(target()),
            "grapple" => Act::Grapple(target()),
            "flee" => {
                let exit = Some(words.get("exit")).filter(|exit| !exit.is_empty());
                let exit = exit.map(|exit| read_zone(fight, exit));
                match words.get("action") {
                    "" => Act::Flee { action: flee::default_action(fight, who), exit },
                    text => Action::read(text)
                        .map_or(Act::Unreadable, |action| Act::Flee { action, exit }),
                }
            }
            "skill" => read_skill(fight, words, target),
            "douse" => Act::Douse(if words.has("target") { target() } else { who }),
            "move" if words.has("near") => Act::CloseIn(somebody("near")),
            "move" if words.is_on("apart") => Act::Apart,
            "move" => Act::Move(read_zone(fight, words.get("zone"))),
            "take-cover" => Act::TakeCover,
            "equip" => {
                let names = words.get("item").split(',').map(str::trim);
                let names = names.filter(|name| !name.is_empty() && *name != "none");
                let mut items: Vec<ItemId> = names.map(|name| read_own(fight, who, name)).collect();
                items.sort_unstable();
                items.dedup();
                Act::Equip(items)
            }
            "stand" => Act::Stand,
            "interact" => Act::Interact(text()),
            "shout" => Act::Shout(text()),
            "pickup" => Act::PickUp(read_lying(fight, who, words.get("item"))),
            "use" => {
                Act::Use { item: own("item"), on: if words.has("target") { target() } else { who } }
            }
            "assist" => Act::Assist(target()),
            "say" if words.get("text").split_whitespace().count() > COUPLE_OF_WORDS => {
                Act::Shout(text())
            }
            "say" => Act::Say(text()),
            "drop" => Act::Drop(own("item")),
            "release" => Act::Release,
            "break" => Act::Break { is_slow: words.is_on("slow") },
            "swap" => Act::Swap(target()),
            "accept" => Act::Accept(target()),
            "decline" => Act::Decline(target()),
            "auto" => {
                let reaction = Reaction::read(words.get("reaction"));
                let standing = Standing::read(words.get("order"));
                match (reaction, standing) {
                    (Some(reaction), Some(standing)) => Act::Auto { reaction, standing },
                    _ => Act::Unreadable,
                }
            }
            _ => Act::Pass,
        }
    }

    fn write_act(fight: &Fight, act: &Act) -> Command {
        let against =
            |verb, target: &CombatantId| Command::new(verb).with("target", fight.name(*target));
        let zone = |zone: &ZoneId| fight.zones.name(*zone).to_string();
        let with_text = |words: Command, text: &str| {
            if text.is_empty() { words } else { words.with("text", text) }
        };
        match act {
            Act::Attack { target, weapon, thrown } => {
                let words = against("attack", target).with("weapon", item_name(fight, *weapon));
                if *thrown { words.with("thrown", true) } else { words }
            }
            Act::Cast { target, spell } => {
                against("cast", target).with("spell", item_name(fight, *spell))
            }
            Act::Shove(target) => against("shove", target),
            Act::Grapple(target) => against("grapple", target),
            Act::Flee { action, exit } => {
                let words = Command::new("flee").with("action", action.key());
                exit.iter().fold(words, |words, exit| words.with("exit", zone(exit)))
            }
            Act::Skill { action, target, text } => {
                let words = Command::new("skill").with("action", action.key());
                let on = |words: Command, on| words.with("target", fight.name(on));
                with_text(target.iter().fold(words, |words, target| on(words, *target)), text)
            }
            Act::Lure { action, target, zone: to } => {
                against("skill", target).with("action", action.key()).with("zone", zone(to))
            }
            Act::Stabilise(target) => against("skill", target).with("action", Action::Study.key()),
            Act::Cross { zone: to, action } => {
                let words = Command::new("skill").with("zone", zone(to));
                action.iter().fold(words, |words, action| words.with("action", action.key()))
            }
            Act::Douse(target) => against("douse", target),
            Act::Move(to) => Command::new("move").with("zone", zone(to)),
            Act::CloseIn(with) => Command::new("move").with("near", fight.name(*with)),
            Act::Apart => Command::new("move").with("apart", true),
            Act::TakeCover => Command::new("take-cover"),
            Act::Equip(items) => {
                let names: Vec<_> = items.iter().map(|item| item_name(fight, *item)).collect();
                let names = if names.is_empty() { "none".into() } else { names.join(", ") };
                Command::new("equip").with("item", names)
            }
            Act::Stand => Command::new("stand"),
            Act::Interact(text) => with_text(Command::new("interact"), text),
            Act::Shout(text) => with_text(Command::new("shout"), text),
            Act::PickUp(item) => Command::new("pickup").with("item", item_name(fight, *item)),
            Act::Use { item, on } => against("use", on).with("item", item_name(fight, *item)),
            Act::Assist(target) => against("assist", target),
            Act::Say(text) => with_text(Command::new("say"), text),
            Act::Drop(item) => Command::new("drop").with("item", item_name(fight, *item)),
            Act::Release => Command::new("release"),
            Act::Pass | Act::Unreadable => Command::new("pass"),
            Act::Break { is_slow } => with_slow(Command::new("break"), *is_slow),
            Act::Swap(target) => against("swap", target),
            Act::Accept(from) => against("accept", from),
            Act::Decline(from) => against("decline", from),
            Act::Auto { reaction, standing } => {
                Command::new("auto").with("reaction", reaction.key()).with("order", standing.key())
            }
        }
    }

    fn read_order(fight: &Fight, words: &Command) -> Result<Order, Refusal> {
        let zone = |slot: &str| {
            let name = words.get(slot);
            fight.zones.find(name).ok_or_else(|| Refusal::wrong(slot, name))
        };
        let somebody = |name: &str| fight.named(name);
        let who = || somebody(words.get("who"));
        let maybe = |slot: &str| match words.get(slot) {
            "" => Ok(None),
            name => somebody(name).map(Some),
        };
        let several = || {
            let names = words.get("who").split(',').map(str::trim).filter(|name| !name.is_empty());
            names.map(somebody).collect::<Result<Vec<_>, _>>()
        };
        let is_set = match words.get("on").trim() {
            "" | "true" | "yes" | "on" => true,
            "false" | "no" | "off" | "none" => false,
            other => return Err(Refusal::wrong("on", other)),
        };
        let action = || one_of(words, "action", Action::read);
        let named_action =
            || action()?.ok_or_else(|| Refusal::wrong("action", words.get("action")));
        let harm = || one_of(words, "harm", Harm::read).map(Option::unwrap_or_default);
        let position = || one_of(words, "position", Position::read).map(Option::unwrap_or_default);
        Ok(match words.verb.as_str() {
            "assign" => Order::Assign { who: who()?, side: words.get("side").trim().into() },
            "group" => Order::Group { who: several()?, name: words.get("name").trim().into() },
            "ambush" if !is_set => Order::Ambush(None),
            "ambush" => {
                let side = words.get("side").trim().to_lowercase();
                let mut known = fight.iter().map(|(_, one)| &one.body.side);
                let side = known.find(|one| one.to_lowercase() == side);
                let side = side.ok_or_else(|| Refusal::wrong("side", words.get("side")))?.clone();
                let action = action()?;
                if action.is_some_and(|action| !matches!(action, Action::Track | Action::Read)) {
                    return Err(Refusal::wrong("action", words.get("action")));
                }
                let (by, against) = (maybe("by")?, maybe("against")?);
                Order::Ambush(Some(Ambush { side, by, against, action, auto: words.is_on("auto") }))
            }
            "bar" => Order::Bar { one: who()?, other: somebody(words.get("with"))?, is_on: is_set },
            "link" => Order::Link(zone("zone")?, zone("to")?),
            "exit" => Order::Exit { zone: zone("zone")?, is_on: is_set },
            "cover" => {
                let dice = match words.get("dice").trim() {
                    "none" | "off" | "false" => None,
                    "true" | "yes" | "on" => Some(2),
                    _ => match number(words, "dice", Some(2), 4)? {
                        0 => return Err(Refusal::wrong("dice", "0")),
                        dice => Some(dice),
                    },
                };
                Order::Cover { zone: zone("zone")?, dice }
            }
            "obstacle" => {
                let maneuver = match words.get("maneuver").trim() {
                    "" | "slow" => Slot::Slow,
                    "fast" => Slot::Fast,
                    other => return Err(Refusal::wrong("maneuver", other)),
                };
                let (to, need) = (zone("to")?, number(words, "need", Some(1), 10)?.max(1));
                let (action, removed) = (action()?, words.is_on("removed"));
                let obstacle = Obstacle { to, maneuver, action, need, removed };
                Order::Obstacle { zone: zone("zone")?, obstacle, is_on: is_set }
            }
            "block-sight" => Order::Blocked { zone: zone("zone")?, to: zone("to")?, is_on: is_set },
            "circumstance" => {
                let by = number(words, "by", Some(1), 10)?;
                let raise =
                    Raise { action: named_action()?, by, darkness: words.is_on("darkness") };
                let at = if words.has("zone") { Some(zone("zone")?) } else { None };
                let whom = maybe("who")?.map(Scope::Combatant);
                let scope = whom.or(at.is_none().then_some(Scope::Scene));
                Order::Circumstance { scope, zone: at, raise }
            }
            "call" => {
                let harms = words.is_on("harmful");
                let harm = harm()?;
                Order::Call {
                    who: who()?,
                    action: named_action()?,
                    need: number(words, "need", Some(1), 20)?,
                    position: position()?,
                    harm: harms.then_some(harm),
                }
            }
            "fear" => Order::Fear {
                who: several()?,
                value: number(words, "value", None, 10)?,
                position: position()?,
                source: maybe("source")?,
                is_waived: words.is_on("waive"),
            },
            "fire" => {
                let is_out = matches!(words.get("intensity").trim(), "none" | "out" | "off");
                let intensity = if is_out {
                    None
                } else {
                    let read = one_of(words, "intensity", Intensity::read)?;
                    Some(read.ok_or_else(|| Refusal::wrong("intensity", words.get("intensity")))?)
                };
                Order::Fire { who: who()?, intensity }
            }
            "poison" => {
                let toxicity = number(words, "toxicity", None, 30)?;
                if toxicity == 0 {
                    return Err(Refusal::wrong("toxicity", "0"));
                }
                Order::Poison { who: who()?, toxicity, harm: harm()? }
            }
            "fall" => Order::Fall { who: who()?, feet: number(words, "feet", None, 250)? },
            "fatigue" => Order::Fatigue { who: who()?, harm: harm()? },
            "harm" => {
                let amount = number(words, "amount", None, 40)?;
                Order::Harm { who: who()?, amount, harm: harm()? }
            }
            "heal" => {
                let amount = number(words, "amount", None, 40)?;
                Order::Heal { who: who()?, amount, harm: harm()? }
            }
            "cure" => Order::Cure(who()?),
            "flag" => {
                let flag = one_of(words, "flag", Flag::read)?;
                let flag = flag.ok_or_else(|| Refusal::wrong("flag", words.get("flag")))?;
                Order::Flag { who: who()?, flag, is_on: is_set }
            }
            "place" => Order::Place { who: who()?, zone: zone("zone")? },
            "recover" => Order::Recover { who: who()?, by: maybe("by")? },
            "day" => Order::Day,
            verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
        })
    }

    /// An answer is one of the choices; what is left out is that of the first choice with these
    /// words, or of the default.
    fn read_answer(fight: &Fight, ask: &Ask, words: &Command) -> Result<Answer, Refusal> {
        let fits = |choice: &&Answer| {
            let whole = Cards::write_answer(fight, choice);
            let is_said = |(slot, value): (&String, &String)| {
                let said = value.trim().to_lowercase();
                whole.get(slot).to_lowercase() == said || (!whole.has(slot) && said == "false")
            };
            whole.verb == words.verb && words.slots.iter().all(is_said)
        };
        let first = || ask.choices.iter().find(fits);
        let found = Some(&ask.default).filter(fits).or_else(first);
        found
            .copied()
            .ok_or_else(|| Refusal::new("bad-target", "CARDS-REACT-3").with("verb", &words.verb))
    }

    fn write_answer(fight: &Fight, answer: &Answer) -> Command {
        match answer {
            Answer::React { reaction, is_slow } => {
                with_slow(Command::new(reaction.key()), *is_slow)
            }
            Answer::TakeIt => Command::new("take-it"),
            Answer::Chase { action, is_slow } => {
                with_slow(Command::new("chase").with("action", action.key()), *is_slow)
            }
            Answer::No => Command::new("no"),
            Answer::Buy(buy) => write_buy(fight, *buy),
            Answer::Enough => Command::new("enough"),
            Answer::Swap(card) => Command::new("swap").with("card", card),
            Answer::Keep => Command::new("keep"),
            Answer::Fate(fate) => Command::new(Fate::key(*fate)),
            Answer::Panic(how) => Command::new(Panic::key(*how)),
            Answer::Confirm => Command::new("confirm"),
            Answer::GoOn => Command::new("go-on"),
        }
    }
}

/// `skill` is a lure (with target and zone), the crossing of an obstacle (with a zone), keeping one
/// who is dying alive (Study, with a target), or a skill as it is.
fn read_skill(fight: &Fight, words: &Command, target: impl Fn() -> CombatantId) -> Act {
    let action = Action::read(words.get("action"));
    let zone = || read_zone(fight, words.get("zone"));
    match (words.has("target"), words.has("zone"), action) {
        (false, true, action) => {
            // Only a climb leaves the choice (CARDS-SKILL-1).
            let is_climb = |action: &Action| matches!(action, Action::Finesse | Action::Endure);
            Act::Cross { zone: zone(), action: action.filter(is_climb) }
        }
        (true, true, Some(action)) => Act::Lure { action, target: target(), zone: zone() },
        (true, false, Some(Action::Study)) => Act::Stabilise(target()),
        (has_target, _, Some(action)) => {
            Act::Skill { action, target: has_target.then(target), text: words.get("text").into() }
        }
        (_, _, None) => Act::Unreadable,
    }
}

fn read_zone(fight: &Fight, name: &str) -> ZoneId {
    fight.zones.find(name).unwrap_or(ZoneId::NOWHERE)
}

/// What bare hands are called.
const UNARMED: &str = "unarmed";

/// The items of a list, each by a name of its own: several of one name are told apart by "name 2".
fn named<'a>(items: impl Iterator<Item = &'a Item>) -> Vec<(ItemId, String)> {
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

fn find_named<'a>(items: impl Iterator<Item = &'a Item>, name: &str) -> ItemId {
    let name = name.trim().to_lowercase();
    let found = named(items).into_iter().find(|(_, one)| one.to_lowercase() == name);
    found.map_or(ItemId::NONE, |(item, _)| item)
}

/// An item of one's own, by its name; bare hands are always there.
fn read_own(fight: &Fight, who: CombatantId, name: &str) -> ItemId {
    if name.trim().eq_ignore_ascii_case(UNARMED) {
        return ItemId::UNARMED;
    }
    find_named(fight.body(who).gear.iter(), name)
}

/// What lies where one stands.
fn read_lying(fight: &Fight, who: CombatantId, name: &str) -> ItemId {
    let zone = fight.zones.get(zone_of(fight, who));
    find_named(zone.into_iter().flat_map(|zone| &zone.ground.items), name)
}

/// The weapon meant where none is named: the first in hand that reaches, else bare hands.
fn default_weapon(fight: &Fight, who: CombatantId, target: CombatantId, thrown: bool) -> ItemId {
    let body = fight.body(who);
    let reaches = |item: &&Item| {
        attacks::check_attack(fight, who, target, item.id, thrown).is_ok()
            && !gear::needs_both_arms(body, item)
    };
    let ready = || body.gear.iter().filter(|item| attacks::find_weapon(body, item.id).is_some());
    let is_near = attacks::check_attack(fight, who, target, ItemId::UNARMED, false).is_ok();
    let any = || ready().next().filter(|_| !is_near);
    ready().find(reaches).or_else(any).map_or(ItemId::UNARMED, |item| item.id)
}

fn first_spell(fight: &Fight, who: CombatantId) -> ItemId {
    let mut gear = fight.body(who).gear.iter();
    gear.find(|item| item.ready(Action::Cast).is_some()).map_or(ItemId::NONE, |item| item.id)
}

/// The name by which an item is read back, for whoever can name it.
pub fn item_name(fight: &Fight, item: ItemId) -> String {
    if item == ItemId::UNARMED {
        return UNARMED.into();
    }
    let has = |items: &[Item]| items.iter().any(|one| one.id == item);
    let gear = fight.combatants.iter().map(|one| &one.body.gear).find(|gear| has(gear));
    let lying = || fight.zones.iter().map(|(_, zone)| &zone.ground.items).find(|all| has(all));
    let named = gear.or_else(lying).map(|items| named(items.iter())).unwrap_or_default();
    named.into_iter().find(|(id, _)| *id == item).map_or_else(String::new, |(_, name)| name)
}

fn with_slow(words: Command, is_slow: bool) -> Command {
    if is_slow { words.with("slow", true) } else { words }
}

/// A number of a slot, within bounds; the default where nothing is said.
fn number(words: &Command, slot: &str, default: Option<u8>, most: u8) -> Result<u8, Refusal> {
    match (words.get(slot).trim(), default) {
        ("", Some(default)) => Ok(default),
        (text, _) => {
            let number = text.parse().ok().filter(|number| *number <= most);
            number.ok_or_else(|| Refusal::wrong(slot, text))
        }
    }
}

/// One of a closed list; none where nothing is said.
fn one_of<T>(
    words: &Command,
    slot: &str,
    read: fn(&str) -> Option<T>,
) -> Result<Option<T>, Refusal> {
    match words.get(slot).trim() {
        "" => Ok(None),
        text => read(text).map(Some).ok_or_else(|| Refusal::wrong(slot, text)),
    }
}

fn write_buy(fight: &Fight, buy: Buy) -> Command {
    match buy {
        Buy::Damage(_) => Command::new("damage"),
        Buy::Outmaneuver(card) => Command::new("outmaneuver").with("card", card),
        Buy::Stress => Command::new("stress"),
        Buy::Push(zone) => Command::new("push").with("zone", fight.zones.name(zone)),
        Buy::Apart => Command::new("apart"),
        Buy::ThrowDown => Command::new("throw-down"),
        Buy::Disarm(item) => Command::new("disarm").with("item", item_name(fight, item)),
        Buy::Pin => Command::new("pin"),
        Buy::Gag => Command::new("gag"),
    }
}
