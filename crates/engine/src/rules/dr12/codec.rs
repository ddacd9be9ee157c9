//! The edge: DR12 acts, orders and answers in the common form.
//!
//! Names that fit nothing the actor knows are read as ids that fit nothing, so that the rules
//! refuse them in their own order (DR12-REF-1).

use super::Dr12;
use super::actions::{Handling, check_item, check_receiver, find_lying};
use super::acts::{Act, default_weapon};
use super::attacks::{check_attack, find_weapon};
use super::hindrances::DEFAULT_CURE;
use super::orders::Order;
use super::prompts::{Answer, Question, Ruling};
use super::sheet::{Ailment, Attribute, Cure, Item, ItemId, Mood, NextTest, Side, UNARMED};
use super::state::{Hazard, Trigger};
use super::verbs;
use super::{Ask, Fight, hindrances};
use crate::Codec;
use crate::command::{Command, Refusal};
use crate::ids::{By, CombatantId, ZoneId};
use crate::verbs::Verb;

impl Codec for Dr12 {
    const VERBS: &'static [Verb] = verbs::ACTS;
    const ORDERS: &'static [Verb] = verbs::ORDERS;
    const ANSWERS: &'static [Verb] = verbs::ANSWERS;
    const PROSE: &'static [&'static str] = &["text", "effect"];

    fn read_act(fight: &Fight, who: CombatantId, words: &Command) -> Act {
        let viewer = fight.viewer_of(By::Combatant(who));
        let target = || fight.find(viewer, words.get("target")).unwrap_or(CombatantId::NOBODY);
        let zone = || read_zone(fight, words.get("zone")).unwrap_or(ZoneId::NOWHERE);
        let attribute = || Attribute::read(words.get("attribute")).unwrap_or(Attribute::Str);
        let text = || words.get("text").to_string();
        let handle = |handling| {
            let does = |item| {
                let to = |other| check_receiver(fight, who, other, handling).is_ok();
                handling.receiver().is_none_or(to) && check_item(fight, who, handling, item).is_ok()
            };
            let item = read_item(fight, who, words.get("item"), does);
            Act::Item { handling, item }
        };
        let receiver = || if words.has("target") { target() } else { who };
        match words.verb.as_str() {
            "attack" => {
                let target = target();
                let weapon = match words.get("weapon") {
                    "" if fight.get(target).is_some() => default_weapon(fight, who, target),
                    name => read_item(fight, who, name, |item| {
                        fight.get(target).is_some()
                            && check_attack(fight, who, target, item).is_ok()
                    }),
                };
                Act::Attack { target, weapon }
            }
            "cast" => {
                Act::Cast { spell: read_spell(fight, who, words.get("spell")), target: target() }
            }
            "move" => Act::Move(zone()),
            "dash" => Act::Dash(zone()),
            "disengage" => Act::Disengage,
            "push" => Act::Push { target: target(), zone: zone() },
            "grapple" => Act::Grapple(target()),
            "stunt" => Act::Stunt { target: target(), attribute: attribute(), text: text() },
            "parley" => Act::Parley(target()),
            "skill" => Act::Skill { attribute: attribute(), text: text() },
            "recover" => {
                Act::Recover(Ailment::read(words.get("hindrance")).unwrap_or(Ailment::Ongoing))
            }
            "retrieve" => handle(Handling::Retrieve),
            "use" => handle(Handling::Use(receiver())),
            "give" => handle(Handling::Give(target())),
            "take" => handle(Handling::Take),
            "draw" => handle(Handling::Draw),
            "stow" => handle(Handling::Stow),
            "drop" => handle(Handling::Drop),
            "flee" => Act::Flee,
            _ => Act::Pass,
        }
    }

    fn write_act(fight: &Fight, act: &Act) -> Command {
        let against =
            |verb, target: &CombatantId| Command::new(verb).with("target", fight.name(*target));
        let to = |words: Command, zone: &ZoneId| words.with("zone", fight.zones.name(*zone));
        match act {
            Act::Attack { target, weapon } => {
                against("attack", target).with("weapon", item_name(fight, *weapon))
            }
            Act::Cast { spell, target } => {
                against("cast", target).with("spell", spell_name(fight, *spell, act))
            }
            Act::Move(zone) => to(Command::new("move"), zone),
            Act::Dash(zone) => to(Command::new("dash"), zone),
            Act::Disengage => Command::new("disengage"),
            Act::Push { target, zone } => to(against("push", target), zone),
            Act::Grapple(target) => against("grapple", target),
            Act::Stunt { target, attribute, text } => {
                with_text(against("stunt", target).with("attribute", attribute.key()), text)
            }
            Act::Parley(target) => against("parley", target),
            Act::Skill { attribute, text } => {
                with_text(Command::new("skill").with("attribute", attribute.key()), text)
            }
            Act::Recover(ailment) => Command::new("recover").with("hindrance", ailment.key()),
            Act::Item { handling, item } => {
                let verb = |name| Command::new(name).with("item", item_name(fight, *item));
                match handling {
                    Handling::Retrieve => verb("retrieve"),
                    Handling::Use(on) => verb("use").with("target", fight.name(*on)),
                    Handling::Give(to) => verb("give").with("target", fight.name(*to)),
                    Handling::Take => verb("take"),
                    Handling::Draw => verb("draw"),
                    Handling::Stow => verb("stow"),
                    Handling::Drop => verb("drop"),
                }
            }
            Act::Flee => Command::new("flee"),
            Act::Pass => Command::new("pass"),
        }
    }

    fn read_order(fight: &Fight, words: &Command) -> Result<Order, Refusal> {
        let zone = |slot: &str| {
            read_zone(fight, words.get(slot)).ok_or_else(|| Refusal::wrong(slot, words.get(slot)))
        };
        let somebody = |name: &str| fight.named(name);
        let who = || somebody(words.get("who"));
        let npcs = || words.get("npcs").split(',').map(somebody).collect::<Result<Vec<_>, _>>();
        let ailment = |slot: &str| {
            Ailment::read(words.get(slot)).ok_or_else(|| Refusal::wrong(slot, words.get(slot)))
        };
        Ok(match words.verb.as_str() {
            "surprise" => Order::Surprise(match words.get("side") {
                "" | "none" => None,
                side => Some(read_side("side", side)?),
            }),
            "link" => Order::Link(zone("zone")?, zone("to")?),
            "limit" => {
                let limit = number(words, "count", Some(0))?;
                Order::Limit(zone("zone")?, Some(limit).filter(|limit| *limit > 0))
            }
            "hazard" => Order::Hazard(zone("zone")?, read_hazard(words)?),
            "exit" => {
                let zone = zone("zone")?;
                Order::Exit(zone, read_exit(fight, zone, words)?)
            }
            "start-zone" => Order::StartZone(zone("zone")?, read_side("side", words.get("side"))?),
            "next" => Order::Next,
            "pass-all" => Order::PassAll,
            "dr" => {
                let who = who()?;
                let next = fight.body(who).next_test;
                Order::Bend { who, next: NextTest { dr: Some(number(words, "dr", None)?), ..next } }
            }
            "bend" => {
                let who = who()?;
                let next = fight.body(who).next_test;
                let next = match words.get("kind") {
                    "advantage" => NextTest { advantage: true, ..next },
                    "disadvantage" => NextTest { disadvantage: true, ..next },
                    "none" => NextTest::default(),
                    kind => return Err(Refusal::wrong("kind", kind)),
                };
                Order::Bend { who, next }
            }
            "ail" => {
                Order::Ail { who: who()?, ailment: ailment("ailment")?, cure: read_cure(words)? }
            }
            "cure" => Order::Cure { who: who()?, ailment: ailment("ailment")? },
            "heal" => Order::Heal { who: who()?, amount: number(words, "amount", None)? },
            "harm" => Order::Harm { who: who()?, amount: number(words, "amount", None)? },
            "place" => Order::Place { who: who()?, zone: zone("zone")? },
            "reaction" => Order::Reaction(npcs()?),
            "morale" => {
                let on_fail = match words.get("on_fail") {
                    "" | "flee" => Mood::Fleeing,
                    "parley" => Mood::Parleying,
                    other => return Err(Refusal::wrong("on_fail", other)),
                };
                Order::Morale { npcs: npcs()?, on_fail }
            }
            verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
        })
    }

    /// An answer is one of the choices, or a ruling spelled out:
    /// `rule attribute: dr: effect: ailment: cure: cure_dr: bound:`.
    fn read_answer(fight: &Fight, ask: &Ask, words: &Command) -> Result<Answer, Refusal> {
        let listed = ask.choices.iter().find(|choice| Dr12::write_answer(fight, choice) == *words);
        if let Some(answer) = listed {
            return Ok(answer.clone());
        }
        let Question::Ruling(proposal) = &ask.question else {
            let by_verb = ask.choices.iter().find(|choice| {
                Dr12::write_answer(fight, choice).verb == words.verb && words.slots.is_empty()
            });
            return by_verb.cloned().ok_or_else(|| not_offered(words));
        };
        if words.verb != "rule" {
            return Err(not_offered(words));
        }
        let attribute = match words.get("attribute") {
            "" => proposal.attribute,
            text => Attribute::read(text).ok_or_else(|| Refusal::wrong("attribute", text))?,
        };
        let effect = match words.get("effect") {
            "" => proposal.text.clone(),
            text => text.into(),
        };
        let ailment = match words.get("ailment") {
            "" | "none" => None,
            // What a stunt brings falls on its target; a skill has none.
            text if proposal.target.is_none() => return Err(Refusal::wrong("ailment", text)),
            text => {
                let ailment = Ailment::read(text).ok_or_else(|| Refusal::wrong("ailment", text))?;
                let ends = read_attribute(words.get("cure"))?;
                let bound = matches!(words.get("bound"), "true" | "yes");
                let dr = number(words, "cure_dr", Some(12))?;
                let cure = Cure { bound, ..Cure::new(ends, dr) };
                hindrances::check_bound(ailment, cure)?;
                Some((ailment, cure))
            }
        };
        let dr = number(words, "dr", Some(12))?;
        Ok(Answer::Rule(Ruling { attribute, dr, effect, ailment }))
    }

    fn write_answer(_: &Fight, answer: &Answer) -> Command {
        match answer {
            Answer::Avoid => Command::new("dodge"),
            Answer::Sacrifice => Command::new("sacrifice-shield"),
            Answer::TakeHit => Command::new("take-it"),
            Answer::Attack => Command::new("strike"),
            Answer::LetGo => Command::new("let-go"),
            Answer::Accept => Command::new("accept"),
            Answer::Morale => Command::new("morale"),
            Answer::MoraleToParley => Command::new("morale").with("on_fail", "parley"),
            Answer::Refuse => Command::new("refuse"),
            Answer::Lower(attribute) => Command::new("lower").with("attribute", attribute.key()),
            Answer::Rule(ruling) => {
                let words = Command::new("rule")
                    .with("attribute", ruling.attribute.key())
                    .with("dr", ruling.dr)
                    .with("effect", &ruling.effect);
                match &ruling.ailment {
                    Some((ailment, cure)) => words
                        .with("ailment", ailment.key())
                        .with("cure", cure.attribute.key())
                        .with("cure_dr", cure.dr)
                        .with("bound", cure.bound),
                    None => words,
                }
            }
        }
    }
}

fn with_text(words: Command, text: &str) -> Command {
    if text.is_empty() { words } else { words.with("text", text) }
}

fn read_zone(fight: &Fight, name: &str) -> Option<ZoneId> {
    fight.zones.find(name)
}

/// An item of that name: the actor's own first (in hand, ready, pack), then what lies in its zone.
/// Where several have one name, they are told apart by "name 2"; a bare name means the first with
/// which the thing can be done. What is offered goes by the same names for all who can reach it.
fn read_item(fight: &Fight, who: CombatantId, name: &str, does: impl Fn(ItemId) -> bool) -> ItemId {
    let name = name.trim().to_lowercase();
    if *UNARMED.name == *name {
        return ItemId::UNARMED;
    }
    let items = named_items(fight, who);
    let is_named = |one: &str| one.to_lowercase() == name;
    let fitting = items.iter().find(|(item, _)| is_named(&item.name) && does(item.id));
    let is_offered = |item: &Item| is_named(&item_name(fight, item.id)) && does(item.id);
    let found = fitting
        .or_else(|| items.iter().find(|(item, _)| is_offered(item)))
        .or_else(|| items.iter().find(|(_, own_name)| is_named(own_name)));
    found.map_or(ItemId::NONE, |(item, _)| item.id)
}

/// Everything the actor can name, each by a name of its own.
fn named_items(fight: &Fight, who: CombatantId) -> Vec<(&Item, String)> {
    let body = fight.body(who);
    let lying = fight.zones.get(super::zones::zone_of(fight, who));
    let lying = lying.into_iter().flat_map(|zone| &zone.ground.items);
    let lying = lying.filter(|item| find_lying(fight, who, item.id).is_some());
    let mut named: Vec<(&Item, String)> = Vec::new();
    for item in body.attacks.iter().chain(body.carried_items()).chain(lying) {
        let is_same = |one: &Item| one.name.to_lowercase() == item.name.to_lowercase();
        let same = named.iter().filter(|(one, _)| is_same(one)).count();
        let name = match same {
            0 => item.name.to_string(),
            before => format!("{} {}", item.name, before + 1),
        };
        named.push((item, name));
    }
    named
}

/// The name by which an item is read back, for whoever can reach it.
fn item_name(fight: &Fight, item: ItemId) -> String {
    if item == ItemId::UNARMED {
        return UNARMED.name.to_string();
    }
    let holder = fight.iter().find(|(_, one)| {
        find_weapon(&one.body, item).is_some() || one.body.carried(item).is_some()
    });
    let lying = || {
        fight.iter().find(|(who, _)| find_lying(fight, *who, item).is_some()).map(|(who, _)| who)
    };
    let who = holder.map(|(who, _)| who).or_else(lying);
    let named = who.map(|who| named_items(fight, who)).unwrap_or_default();
    named.into_iter().find(|(one, _)| one.id == item).map_or_else(String::new, |(_, name)| name)
}

fn read_spell(fight: &Fight, who: CombatantId, name: &str) -> u8 {
    let name = name.trim().to_lowercase();
    let spells = &fight.body(who).spells;
    let at = spells.iter().position(|spell| spell.name.to_lowercase() == name);
    at.map_or(u8::MAX, |at| at as u8)
}

/// The name of a spell of whoever can cast it now.
fn spell_name(fight: &Fight, spell: u8, act: &Act) -> String {
    let caster =
        fight.iter().map(|(who, _)| who).find(|who| super::acts::check(fight, *who, act).is_ok());
    let spells = caster.map(|who| &fight.body(who).spells);
    let found = spells.and_then(|spells| spells.get(usize::from(spell)));
    found.map_or_else(String::new, |spell| spell.name.to_string())
}

fn number(words: &Command, slot: &str, default: Option<u8>) -> Result<u8, Refusal> {
    match (words.get(slot), default) {
        ("", Some(default)) => Ok(default),
        (text, _) => text.trim().parse().map_err(|_| Refusal::wrong(slot, text)),
    }
}

/// DR12-SURP-1: one side or none; naming both is refused.
fn read_side(slot: &str, text: &str) -> Result<Side, Refusal> {
    match text {
        "party" => Ok(Side::Party),
        "enemy" | "enemies" => Ok(Side::Enemy),
        "both" => Err(Refusal::new("bad-setup", "DR12-SURP-1").with("why", "both-sides")),
        _ => Err(Refusal::wrong(slot, text)),
    }
}

/// DR12-FLEE-1: for whom a zone is an exit from now on: for one side, or both where none is said;
/// `on:false` takes it away from them.
fn read_exit(fight: &Fight, zone: ZoneId, words: &Command) -> Result<Vec<Side>, Refusal> {
    let sides = match words.get("side") {
        "" | "both" => vec![Side::Party, Side::Enemy],
        "none" => Vec::new(),
        one => vec![read_side("side", one)?],
    };
    match words.get("on").trim() {
        "" | "true" | "yes" | "on" => Ok(sides),
        "false" | "no" | "off" | "none" => {
            let now = fight.zones.get(zone).map(|zone| zone.ground.exit_for.clone());
            let mut left = now.unwrap_or_default();
            left.retain(|side| !sides.contains(side));
            Ok(left)
        }
        other => Err(Refusal::wrong("on", other)),
    }
}

fn read_attribute(text: &str) -> Result<Attribute, Refusal> {
    if text.is_empty() {
        return Ok(DEFAULT_CURE);
    }
    Attribute::read(text).ok_or_else(|| Refusal::wrong("attribute", text))
}

fn read_cure(words: &Command) -> Result<Cure, Refusal> {
    let attribute = read_attribute(words.get("attribute"))?;
    let bound = matches!(words.get("bound"), "true" | "yes");
    Ok(Cure { bound, ..Cure::new(attribute, number(words, "dr", Some(12))?) })
}

fn read_hazard(words: &Command) -> Result<Option<Hazard>, Refusal> {
    if words.get("attribute") == "none" {
        return Ok(None);
    }
    let trigger = match words.get("trigger") {
        "" | "start" => Trigger::Start,
        "enter" => Trigger::Enter,
        "both" => Trigger::Both,
        other => return Err(Refusal::wrong("trigger", other)),
    };
    let damage = match words.get("damage") {
        "" => None,
        text => Some(text.parse().map_err(|_| Refusal::wrong("damage", text))?),
    };
    let listed = words.get("ailment").split(',').filter(|text| !text.trim().is_empty());
    let ailments = listed
        .map(|text| Ailment::read(text).ok_or_else(|| Refusal::wrong("ailment", text)))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Some(Hazard {
        attribute: read_attribute(words.get("attribute"))?,
        dr: number(words, "dr", Some(12))?,
        trigger,
        damage,
        ailments,
        secret: matches!(words.get("secret"), "true" | "yes"),
    }))
}

fn not_offered(words: &Command) -> Refusal {
    Refusal::new("bad-target", "DR12-REF-2").with("verb", &words.verb)
}
