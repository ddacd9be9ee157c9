//! The edge: acts, orders and answers of `factions` in the common form.
//!
//! Names that fit nothing the actor knows are read as ids that fit nothing, so that the rules
//! refuse them in their own order.

use super::Factions;
use super::acts::{Act, Attack, Blast, Handling};
use super::attacks::Means;
use super::orders::Order;
use super::prompts::{Answer, Guarding, Question};
use super::sheet::{Ability, Item, ItemId, Name, Pool, Remedy, Stance};
use super::state::{Flag, Manoeuvre, Tag};
use super::turns::check_item;
use super::verbs;
use super::zones::{Place, is_aware, place_of};
use super::{Ask, Fight, reactions};
use crate::Codec;
use crate::command::{Command, Refusal};
use crate::fight::Combatant;
use crate::ids::{By, CombatantId, ZoneId};
use crate::verbs::Verb;

impl Codec for Factions {
    const VERBS: &'static [Verb] = verbs::ACTS;
    const ORDERS: &'static [Verb] = verbs::ORDERS;
    const ANSWERS: &'static [Verb] = verbs::ANSWERS;
    const PROSE: &'static [&'static str] =
        &["text", "effect", "stunt", "say", "hide", "offer_stunt"];
    const DEFENCES: &'static [&'static str] = &["take-cover"];

    fn read_act(fight: &Fight, who: CombatantId, words: &Command) -> Act {
        let act = read_plain(fight, who, words);
        if words.is_on("end") { Act::Last(Box::new(act)) } else { act }
    }

    fn write_act(fight: &Fight, act: &Act) -> Command {
        let with_text = |words: Command, text: &str| {
            if text.is_empty() { words } else { words.with("text", text) }
        };
        match act {
            Act::Turn => Command::new("turn"),
            Act::Pass { for_all: false } => Command::new("pass"),
            Act::Pass { for_all: true } => {
                Command::new("pass").with("faction", fight.state.slot.as_deref().unwrap_or("all"))
            }
            Act::Done => Command::new("done"),
            Act::Initiative(first) => Command::new("initiative").with("first", first),
            Act::Stance(stance) => Command::new("stance").with("opportunity", stance.key()),
            Act::Attack(attack) => write_attack(fight, attack),
            Act::Blast(blast) => {
                let words = Command::new("attack")
                    .with("weapon", item_name(fight, blast.weapon))
                    .with("zone", fight.zones.name(blast.zone));
                with_flags(words, blast.hold_back, blast.indirect)
            }
            Act::FinalBlow { target, weapon } => Command::new("attack")
                .with("target", fight.name(*target))
                .with("weapon", item_name(fight, *weapon))
                .with("final", true),
            Act::Stunt => Command::new("stunt"),
            Act::Shove { to, hazard } => {
                let words = Command::new("shove");
                let words = match to {
                    Some(to) => words.with("zone", fight.zones.name(*to)),
                    None => words,
                };
                if *hazard { words.with("hazard", true) } else { words }
            }
            Act::Break => Command::new("break"),
            Act::Release => Command::new("release"),
            Act::Move { to, sneak } => {
                let words = Command::new("move").with("zone", write_place(fight, *to));
                if *sneak { words.with("sneak", true) } else { words }
            }
            Act::Dash => Command::new("dash"),
            Act::Item { handling, item } => write_handling(fight, *handling, *item),
            Act::Interact { text, complex } => {
                let words = with_text(Command::new("interact"), text);
                if *complex { words.with("complex", true) } else { words }
            }
            Act::Cover { is_on: true } => Command::new("take-cover"),
            Act::Cover { is_on: false } => Command::new("leave-cover"),
            Act::Say(text) => with_text(Command::new("say"), text),
            Act::Skill { ability, text } => {
                with_text(Command::new("skill").with("ability", ability.key()), text)
            }
            Act::Hide(text) => with_text(Command::new("hide"), text),
            Act::Flee => Command::new("flee"),
            Act::Surrender => Command::new("surrender"),
            Act::Last(act) => Factions::write_act(fight, act).with("end", true),
        }
    }

    fn read_order(fight: &Fight, words: &Command) -> Result<Order, Refusal> {
        let zone = |slot: &str| {
            let name = words.get(slot);
            fight.zones.find(name).ok_or_else(|| Refusal::wrong(slot, name))
        };
        let somebody = |name: &str| fight.named(name);
        let who = || somebody(words.get("who"));
        let several = |slot: &str| {
            let names = words.get(slot).split(',').map(str::trim).filter(|name| !name.is_empty());
            names.map(somebody).collect::<Result<Vec<_>, _>>()
        };
        let faction = |slot: &str| read_faction(fight, slot, words.get(slot));
        let is_on = match words.get("on").trim() {
            "" | "true" | "yes" | "on" => true,
            "false" | "no" | "off" | "none" => false,
            other => return Err(Refusal::wrong("on", other)),
        };
        let tag = |tag| Ok(Order::Tag { zone: zone("zone")?, tag, is_on });
        Ok(match words.verb.as_str() {
            "assign" => {
                let (who, name) = (who()?, words.get("faction").trim());
                let body = fight.body(who);
                let known = read_faction(fight, "faction", name);
                let faction = match name {
                    "" => body.faction.clone(),
                    _ => known.unwrap_or_else(|_| name.into()),
                };
                Order::Assign { who, faction, group: words.get("group").trim().into() }
            }
            "ally" => Order::Ally { one: faction("faction")?, other: faction("with")?, is_on },
            "captain" => Order::Captain(who()?),
            "started" => Order::Started(faction("faction")?),
            "slot" => Order::Slot(who()?),
            "link" => Order::Link(zone("zone")?, zone("to")?),
            "cover" => tag(Tag::Cover)?,
            "obscured" => tag(Tag::Obscured)?,
            "barrier" => tag(Tag::Barrier)?,
            "hard" => tag(Tag::Hard)?,
            "exit" => tag(Tag::Exit)?,
            "hazard" => Order::Hazard(zone("zone")?, read_hazard(words.get("damage"))?),
            "block-sight" => Order::Blocked { zone: zone("zone")?, to: zone("to")?, is_on },
            "flag" => {
                let text = words.get("flag").trim();
                let flag = Flag::ALL.into_iter().find(|flag| flag.key() == text);
                Order::Flag {
                    who: who()?,
                    flag: flag.ok_or_else(|| Refusal::wrong("flag", text))?,
                    is_on,
                }
            }
            "noticed" => Order::Noticed { who: who()?, by: somebody(words.get("by"))?, is_on },
            "manoeuvre-kind" => {
                let name = words.get("name").trim();
                if name.is_empty() || name.chars().count() > 40 {
                    return Err(Refusal::wrong("name", name));
                }
                let save = words.get("save");
                let save = Ability::read(save).ok_or_else(|| Refusal::wrong("save", save))?;
                let effect = words.get("effect").into();
                Order::Manoeuvre(Manoeuvre { name: name.into(), save, effect })
            }
            "harm" => Order::Harm { who: who()?, amount: number(words, "amount")? },
            "heal" => Order::Heal { who: who()?, amount: number(words, "amount")? },
            "place" => Order::Place { who: who()?, to: read_place(fight, words.get("zone")) },
            "long-chase" => {
                let escapes = match words.get("outcome").trim() {
                    "" => None,
                    "escape" | "escapes" => Some(true),
                    "reached" => Some(false),
                    other => return Err(Refusal::wrong("outcome", other)),
                };
                Order::Chase { leavers: several("who")?, pursuers: several("by")?, escapes }
            }
            "stretch" => Order::Stretch,
            "durability" => Order::Durability { who: who()?, is_on },
            verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
        })
    }

    /// An answer is one of the choices, or one that is spelled out: an attack with `hold_back:`,
    /// what is offered as a stunt, who pursues, what a skill brings.
    fn read_answer(fight: &Fight, ask: &Ask, words: &Command) -> Result<Answer, Refusal> {
        let listed =
            ask.choices.iter().find(|choice| Factions::write_answer(fight, choice) == *words);
        if let Some(answer) = listed {
            return Ok(answer.clone());
        }
        let same_verb = |choice: &&Answer| Factions::write_answer(fight, choice).verb == words.verb;
        let by_verb = ask.choices.iter().find(same_verb);
        let by_verb = by_verb.ok_or_else(|| not_offered(fight, ask, words))?;
        match by_verb {
            Answer::OfferStunt(_) => Ok(Answer::OfferStunt(words.get("text").into())),
            Answer::Counter { .. }
            | Answer::Strike { .. }
            | Answer::HideBehind(_)
            | Answer::Guard(_) => {
                let choice = fits_choice(fight, ask, words)?;
                let spelled = spelled_out(choice, words);
                let answer = spelled.ok_or_else(|| not_offered(fight, ask, words))?;
                if words.is_on("indirect")
                    && !reactions::can_counter_indirectly(fight, ask, &answer)
                {
                    return Err(not_offered(fight, ask, words));
                }
                with_stunt(answer, words)
            }
            Answer::Pursue(able) => {
                let names = words.get("who").split(',').map(str::trim);
                let mut chosen = Vec::new();
                for name in names.filter(|name| !name.is_empty()) {
                    let found = fight.find(fight.viewer_of(ask.to), name);
                    let found = found.filter(|who| able.contains(who));
                    let bad = || Refusal::new("bad-target", "FACT-CHASE-2").with("name", name);
                    chosen.push(found.ok_or_else(bad)?);
                }
                chosen.sort_unstable();
                chosen.dedup();
                Ok(Answer::Pursue(if chosen.is_empty() { able.clone() } else { chosen }))
            }
            Answer::Rule { .. } => {
                let Question::Ruling { ability, text, .. } = &ask.question else {
                    return Ok(by_verb.clone());
                };
                let ability = match words.get("ability") {
                    "" => *ability,
                    text => Ability::read(text).ok_or_else(|| Refusal::wrong("ability", text))?,
                };
                let effect = if words.has("effect") { words.get("effect") } else { text };
                Ok(Answer::Rule { ability, effect: effect.into() })
            }
            plain if words.slots.is_empty() => Ok(plain.clone()),
            _ => Err(not_offered(fight, ask, words)),
        }
    }

    fn write_answer(fight: &Fight, answer: &Answer) -> Command {
        match answer {
            Answer::Approve => Command::new("approve"),
            Answer::Refuse => Command::new("refuse"),
            Answer::Accept => Command::new("accept"),
            Answer::Decline => Command::new("decline"),
            Answer::OfferStunt(text) => Command::new("stunt").with("text", text),
            Answer::Dodge => Command::new("dodge"),
            Answer::Counter { means, hold_back } => {
                with_flags(with_means(fight, Command::new("counter"), *means), *hold_back, false)
            }
            Answer::HideBehind(who) => Command::new("hide-behind").with("target", fight.name(*who)),
            Answer::TakeIt => Command::new("take-it"),
            Answer::Guard(Guarding::Plain) => Command::new("guard"),
            Answer::Guard(Guarding::Dodge) => Command::new("guard").with("how", "dodge"),
            Answer::Guard(Guarding::Counter(means)) => {
                with_means(fight, Command::new("guard").with("how", "counter"), *means)
            }
            Answer::Guard(Guarding::CounterHeldBack(means)) => {
                let plain =
                    Factions::write_answer(fight, &Answer::Guard(Guarding::Counter(*means)));
                with_flags(plain, true, false)
            }
            Answer::No => Command::new("no"),
            Answer::Agree => Command::new("agree"),
            Answer::Strike { means, hold_back, stunt } => {
                let words = with_means(fight, Command::new("strike"), *means);
                with_stunt_text(with_flags(words, *hold_back, false), stunt.as_deref())
            }
            Answer::LetGo => Command::new("let-go"),
            Answer::Pursue(all) => {
                let names: Vec<_> = all.iter().map(|who| fight.name(*who)).collect();
                Command::new("pursue").with("who", names.join(", "))
            }
            Answer::Rule { ability, effect } => {
                Command::new("rule").with("ability", ability.key()).with("effect", effect)
            }
        }
    }
}

fn read_plain(fight: &Fight, who: CombatantId, words: &Command) -> Act {
    let viewer = fight.viewer_of(By::Combatant(who));
    let target = || fight.find(viewer, words.get("target")).unwrap_or(CombatantId::NOBODY);
    let text = || words.get("text").to_string();
    let own = |slot| read_own(fight, who, words.get(slot));
    let handle = |handling| Act::Item {
        handling,
        item: read_handled(fight, who, words.get("item"), handling),
    };
    match words.verb.as_str() {
        "turn" => Act::Turn,
        "pass" => Act::Pass { for_all: !words.get("faction").is_empty() },
        "done" => Act::Done,
        "initiative" => Act::Initiative(words.get("first").trim().into()),
        "stance" => Act::Stance(Stance::read(words.get("opportunity")).unwrap_or_default()),
        "attack" => read_attack(fight, who, words),
        "disarm" => {
            let target = target();
            let item = read_held_weapon(fight, target, words.get("item"));
            attack_with(target, Means::Disarm(item), words)
        }
        "grapple" => attack_with(target(), Means::Grapple, words),
        "manoeuvre" => {
            let kind = read_manoeuvre(fight, words.get("kind"));
            attack_with(target(), Means::Manoeuvre(kind), words)
        }
        "stunt" => Act::Stunt,
        "shove" => {
            let hazard = words.is_on("hazard");
            let to = Some(words.get("zone")).filter(|to| !to.is_empty());
            Act::Shove { to: to.map(|to| read_zone(fight, to)), hazard }
        }
        "break" => Act::Break,
        "release" => Act::Release,
        "move" => {
            Act::Move { to: read_place(fight, words.get("zone")), sneak: words.is_on("sneak") }
        }
        "dash" => Act::Dash,
        "equip" => handle(Handling::Equip),
        "unequip" => handle(Handling::Unequip),
        "pickup" => {
            let item = read_lying(fight, who, words.get("item"));
            Act::Item { handling: Handling::PickUp, item }
        }
        "drop" => handle(Handling::PutDown),
        "use" => {
            let item = own("item");
            let remedy = fight.body(who).item(item).and_then(|item| item.remedy);
            let on = || if words.has("target") { target() } else { who };
            let handling = match remedy {
                Some(Remedy::Poison) => Handling::Coat(match words.get("weapon") {
                    "" => read_held_weapon(fight, who, ""),
                    _ => own("weapon"),
                }),
                _ => Handling::Use(on()),
            };
            Act::Item { handling, item }
        }
        "reload" => handle(Handling::Reload),
        "interact" => {
            let complex = words.is_on("complex") || fight.settings.complex_interactions;
            Act::Interact { text: text(), complex }
        }
        "take-cover" => Act::Cover { is_on: true },
        "leave-cover" => Act::Cover { is_on: false },
        "say" => Act::Say(text()),
        "skill" => {
            let ability = Ability::read(words.get("ability")).unwrap_or(Ability::Wit);
            Act::Skill { ability, text: text() }
        }
        "hide" => Act::Hide(text()),
        "flee" => Act::Flee,
        "surrender" => Act::Surrender,
        _ => Act::Turn,
    }
}

/// A non-lethal attack has nothing to hold back, and no other effect in place of damage.
fn attack_with(target: CombatantId, means: Means, words: &Command) -> Act {
    let is_lethal = means.is_lethal();
    let stunt = (is_lethal && words.has("stunt")).then(|| words.get("stunt").to_string());
    let hold_back = is_lethal && words.is_on("hold_back");
    let indirect = is_lethal && words.is_on("indirect");
    Act::Attack(Attack { target, means, hold_back, indirect, stunt })
}

/// `attack` is a single attack, a blast (a weapon with that tag) or a final blow.
fn read_attack(fight: &Fight, who: CombatantId, words: &Command) -> Act {
    let viewer = fight.viewer_of(By::Combatant(who));
    let target = fight.find(viewer, words.get("target")).unwrap_or(CombatantId::NOBODY);
    // FACT-SNEAK-1: where the concealed are is not to be read from what their names are taken for.
    let is_placed = fight.get(target).is_some() && is_aware(fight, who, target);
    let placed = if is_placed { target } else { CombatantId::NOBODY };
    let (hold_back, indirect) = (words.is_on("hold_back"), words.is_on("indirect"));
    let weapon = match words.get("weapon") {
        "" => default_weapon(fight, who, placed, indirect),
        name => read_own(fight, who, name),
    };
    if words.is_on("final") {
        return Act::FinalBlow { target, weapon };
    }
    let is_blast = fight.body(who).item(weapon).and_then(|item| item.weapon.as_ref());
    if is_blast.is_some_and(|weapon| weapon.blast) {
        let blast = Blast { zone: place_of(fight, who).zone, weapon, hold_back, indirect };
        let zone = match words.get("zone") {
            "" if words.has("target") => zone_of(fight, who, placed, blast),
            "" => blast.zone,
            name => read_zone(fight, name),
        };
        return Act::Blast(Blast { zone, ..blast });
    }
    attack_with(target, Means::Weapon(weapon), words)
}

/// The zone at which a blast is aimed that names somebody; on a border, the first of the two that
/// can be hit (FACT-BLAST-2, FACT-BLAST-3).
fn zone_of(fight: &Fight, who: CombatantId, target: CombatantId, blast: Blast) -> ZoneId {
    if !fight.get(target).is_some_and(|one| one.body.is_on_map()) {
        return ZoneId::NOWHERE;
    }
    let place = place_of(fight, target);
    let can_hit =
        |zone: &ZoneId| super::blast::check(fight, who, &Blast { zone: *zone, ..blast }).is_ok();
    place.zones().find(can_hit).unwrap_or(place.zone)
}

fn read_zone(fight: &Fight, name: &str) -> ZoneId {
    fight.zones.find(name).unwrap_or(ZoneId::NOWHERE)
}

/// `Gate`, or `Gate-Yard` for the border between two zones.
pub fn read_place(fight: &Fight, text: &str) -> Place {
    match text.split_once('-') {
        None => Place::zone(read_zone(fight, text)),
        Some((one, other)) => Place::between(read_zone(fight, one), read_zone(fight, other)),
    }
}

pub fn write_place(fight: &Fight, place: Place) -> String {
    let zone = fight.zones.name(place.zone);
    match place.border {
        None => zone.to_string(),
        Some(border) => format!("{zone}-{}", fight.zones.name(border)),
    }
}

fn read_manoeuvre(fight: &Fight, name: &str) -> u8 {
    let name = name.trim().to_lowercase();
    let known = &fight.state.manoeuvres;
    let at = match name.as_str() {
        "" => Some(0),
        name => known.iter().position(|one| one.name.to_lowercase() == name),
    };
    at.map_or(u8::MAX, |at| at as u8)
}

/// The items of a list, each by a name of its own: several of one name are told apart by "name 2".
fn named<'a>(items: impl Iterator<Item = &'a Item>) -> Vec<(ItemId, String)> {
    let mut named: Vec<(ItemId, Name, String)> = Vec::new();
    for item in items {
        let same = named.iter().filter(|(_, name, _)| *name == item.name).count();
        let unique = match same {
            0 => item.name.to_string(),
            before => format!("{} {}", item.name, before + 1),
        };
        named.push((item.id, item.name.clone(), unique));
    }
    named.into_iter().map(|(item, _, unique)| (item, unique)).collect()
}

/// What somebody carries, in the order in which it is told apart. An NPC's comes with what can be
/// seen before the rest: a number must not tell that there is more.
fn carried(one: &Combatant<Factions>) -> impl Iterator<Item = &Item> {
    let is_npc = one.is_npc();
    let is_later = move |item: &&Item| is_npc && !item.held && !item.natural;
    let first = one.body.gear.iter().filter(move |item| !is_later(item));
    first.chain(one.body.gear.iter().filter(is_later))
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
    let found = find_named(carried(fight.one(who)), name);
    // FACT-TURN-4: worn armour is no item that could be handled.
    let is_armour = name.trim().to_lowercase().ends_with("armour");
    if found == ItemId::NONE && is_armour { ItemId::ARMOUR } else { found }
}

/// The item of one's own that is meant: a bare name means the first with which the thing can be
/// done.
fn read_handled(fight: &Fight, who: CombatantId, name: &str, handling: Handling) -> ItemId {
    let lower = name.trim().to_lowercase();
    let fits = |item: &&Item| {
        item.name.to_lowercase() == lower && check_item(fight, who, handling, item.id).is_ok()
    };
    let fitting = fight.body(who).gear.iter().find(fits);
    fitting.map_or_else(|| read_own(fight, who, name), |item| item.id)
}

/// What bare hands are called.
pub const UNARMED: &str = "unarmed";

/// What lies where one stands; on a border, by a bare name what lies in the first zone.
fn read_lying(fight: &Fight, who: CombatantId, name: &str) -> ItemId {
    let name = name.trim().to_lowercase();
    let lying = || place_of(fight, who).zones().flat_map(|zone| lying(fight, zone));
    let is_meant = |one: &str| one.to_lowercase() == name;
    let found = lying().find(|one| is_meant(&one.full)).or(lying().find(|one| is_meant(&one.name)));
    found.map_or(ItemId::NONE, |one| one.item)
}

/// Something that lies in a zone.
struct Lying {
    item: ItemId,
    /// Its name among what lies in its zone.
    name: String,
    /// Where a neighbouring zone has something of that name, with the zone: "sword (Yard)".
    full: String,
}

fn lying(fight: &Fight, zone: ZoneId) -> impl Iterator<Item = Lying> {
    let named_in = |zone: ZoneId| {
        let ground = fight.zones.get(zone).map(|zone| &zone.ground.items);
        named(ground.into_iter().flatten())
    };
    let near: Vec<String> =
        fight.zones.neighbours(zone).flat_map(named_in).map(|(_, name)| name).collect();
    named_in(zone).into_iter().map(move |(item, name)| {
        let full = match near.contains(&name) {
            true => format!("{name} ({})", fight.zones.name(zone)),
            false => name.clone(),
        };
        Lying { item, name, full }
    })
}

/// A weapon that somebody holds; without a name, the first.
fn read_held_weapon(fight: &Fight, who: CombatantId, name: &str) -> ItemId {
    let Some(one) = fight.get(who) else { return ItemId::NONE };
    let is_weapon = |item: &&Item| item.weapon.is_some() && item.held && !item.natural;
    match name.trim() {
        "" => one.body.gear.iter().find(is_weapon).map_or(ItemId::NONE, |item| item.id),
        name => find_named(carried(one), name),
    }
}

/// The weapon meant where none is named: the first in hand that reaches, else bare hands.
fn default_weapon(fight: &Fight, who: CombatantId, target: CombatantId, indirect: bool) -> ItemId {
    let body = fight.body(who);
    let fits = |item: &&Item| super::attacks::suits(fight, who, target, item, indirect);
    let in_hand = || body.gear.iter().filter(|item| item.is_in_hand() && item.weapon.is_some());
    let is_nearby = target != CombatantId::NOBODY && super::zones::are_nearby(fight, who, target);
    let any = || in_hand().next().filter(|_| !is_nearby);
    let found = in_hand().find(fits).or_else(any);
    found.map_or(ItemId::UNARMED, |item| item.id)
}

/// The name by which an item is read back, for whoever can name it.
pub fn item_name(fight: &Fight, item: ItemId) -> String {
    if item == ItemId::UNARMED {
        return UNARMED.into();
    }
    let mut all = fight.combatants.iter();
    let bearer = all.find(|one| one.body.gear.iter().any(|one| one.id == item));
    let carried = bearer.map(|one| named(carried(one))).unwrap_or_default();
    let carried = carried.into_iter().find(|(id, _)| *id == item).map(|(_, name)| name);
    let lying = || fight.zones.iter().flat_map(|(zone, _)| lying(fight, zone));
    let lying = || lying().find(|one| one.item == item).map(|one| one.full);
    carried.or_else(lying).unwrap_or_default()
}

fn with_flags(words: Command, hold_back: bool, indirect: bool) -> Command {
    let words = if hold_back { words.with("hold_back", true) } else { words };
    if indirect { words.with("indirect", true) } else { words }
}

fn write_attack(fight: &Fight, attack: &Attack) -> Command {
    let against = |verb| Command::new(verb).with("target", fight.name(attack.target));
    let words = match attack.means {
        Means::Weapon(weapon) => against("attack").with("weapon", item_name(fight, weapon)),
        Means::Disarm(item) => against("disarm").with("item", item_name(fight, item)),
        Means::Grapple => against("grapple"),
        Means::Manoeuvre(kind) => against("manoeuvre").with("kind", manoeuvre(fight, kind)),
    };
    let words = with_flags(words, attack.hold_back, attack.indirect);
    with_stunt_text(words, attack.stunt.as_deref())
}

fn with_stunt_text(words: Command, stunt: Option<&str>) -> Command {
    match stunt {
        Some(text) => words.with("stunt", text),
        None => words,
    }
}

pub fn manoeuvre(fight: &Fight, kind: u8) -> Name {
    let known = fight.state.manoeuvres.get(usize::from(kind));
    known.map_or_else(|| "".into(), |one| one.name.clone())
}

fn write_handling(fight: &Fight, handling: Handling, item: ItemId) -> Command {
    let verb = |name| Command::new(name).with("item", item_name(fight, item));
    match handling {
        Handling::Equip => verb("equip"),
        Handling::Unequip => verb("unequip"),
        Handling::PickUp => verb("pickup"),
        Handling::PutDown => verb("drop"),
        Handling::Use(on) => verb("use").with("target", fight.name(on)),
        Handling::Coat(weapon) => verb("use").with("weapon", item_name(fight, weapon)),
        Handling::Reload => verb("reload"),
    }
}

fn number(words: &Command, slot: &str) -> Result<u8, Refusal> {
    let text = words.get(slot);
    text.trim().parse().map_err(|_| Refusal::wrong(slot, text))
}

/// A faction of the fight, by its name.
fn read_faction(fight: &Fight, slot: &str, name: &str) -> Result<Name, Refusal> {
    let lower = name.trim().to_lowercase();
    let found = fight.state.factions.iter().find(|one| one.to_lowercase() == lower);
    found.cloned().ok_or_else(|| Refusal::wrong(slot, name))
}

/// FACT-ZONE-4: d6 where nothing is said.
fn read_hazard(text: &str) -> Result<Option<Pool>, Refusal> {
    match text.trim() {
        "" | "true" | "yes" | "on" => Ok(Some(Pool::d(6))),
        "none" | "off" | "false" | "no" => Ok(None),
        text => text.parse().map(Some).map_err(|_| Refusal::wrong("damage", text)),
    }
}

/// What may be said with an attack made as a reaction; not part of the choice.
const RIDERS: [&str; 3] = ["hold_back", "indirect", "stunt"];

/// The choice that fits what is spelled out, its riders left aside.
fn fits_choice(fight: &Fight, ask: &Ask, words: &Command) -> Result<Answer, Refusal> {
    let fits =
        |choice: &&Answer| {
            let whole = Factions::write_answer(fight, choice);
            whole.verb == words.verb
                && words.slots.iter().filter(|(slot, _)| !RIDERS.contains(&slot.as_str())).all(
                    |(slot, value)| whole.get(slot).to_lowercase() == value.trim().to_lowercase(),
                )
        };
    ask.choices.iter().find(fits).cloned().ok_or_else(|| not_offered(fight, ask, words))
}

/// FACT-ATK-6: an attack made as a reaction, held back where that is said; none where the answer is
/// no attack.
fn spelled_out(choice: Answer, words: &Command) -> Option<Answer> {
    let hold_back = true;
    match choice {
        choice if !words.is_on("hold_back") => Some(choice),
        Answer::Counter { means, .. } => Some(Answer::Counter { means, hold_back }),
        Answer::Strike { means, stunt, .. } => Some(Answer::Strike { means, hold_back, stunt }),
        Answer::Guard(Guarding::Counter(means)) => {
            Some(Answer::Guard(Guarding::CounterHeldBack(means)))
        }
        _ => None,
    }
}

/// FACT-STUNT-1: a stunt is offered with an opportunity attack that does damage, with no counter.
fn with_stunt(answer: Answer, words: &Command) -> Result<Answer, Refusal> {
    let Some(text) = words.has("stunt").then(|| words.get("stunt").to_string()) else {
        return Ok(answer);
    };
    match answer {
        Answer::Strike { means, hold_back, .. } if means.is_lethal() => {
            Ok(Answer::Strike { means, hold_back, stunt: Some(text) })
        }
        _ => Err(Refusal::new("not-suitable", "FACT-STUNT-1").with("verb", &words.verb)),
    }
}

/// Why an answer is not among the choices. FACT-REACT-5: `not-suitable`; FACT-REACT-9:
/// `already-target`; the rest: `bad-target`.
fn not_offered(fight: &Fight, ask: &Ask, words: &Command) -> Refusal {
    let (key, rule) = reactions::why_not(fight, ask, words);
    let refusal = Refusal::new(key, rule).with("verb", &words.verb);
    match (key, ask.to) {
        ("already-target", By::Combatant(who)) if !words.has("target") => {
            refusal.with("name", fight.name(who))
        }
        ("already-target", _) => refusal.with("name", words.get("target")),
        _ => refusal,
    }
}

/// `weapon:sword`, `kind:grapple`, `kind:disarm item:sword`, `kind:trip`.
fn with_means(fight: &Fight, words: Command, means: Means) -> Command {
    match means {
        Means::Weapon(weapon) => words.with("weapon", item_name(fight, weapon)),
        Means::Disarm(item) => words.with("kind", "disarm").with("item", item_name(fight, item)),
        Means::Grapple => words.with("kind", "grapple"),
        Means::Manoeuvre(kind) => words.with("kind", manoeuvre(fight, kind)),
    }
}
