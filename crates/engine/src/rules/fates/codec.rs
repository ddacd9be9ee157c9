//! The edge: acts, orders and answers of `fates` in the common form.
//!
//! Names that fit nothing the actor knows are read as ids that fit nothing, so that the rules
//! refuse them in their own order. Items are named by their names.

use super::Fates;
use super::acts::{Act, AimMode};
use super::checks::{BREAKING, Check, MODERATE};
use super::deeds::Deed;
use super::fallen::{self, Fate};
use super::holds::{Event, Hold, Kind, Scope, Trigger, WHOEVER};
use super::items::{self, Use};
use super::orders::Order;
use super::prompts::{Answer, Question};
use super::sheet::{Attribute, DamageType, FISTS, Name, Prose, Skill};
use super::state::DoorState;
use super::verbs;
use super::verbs::HELD;
use super::zones::zone_of;
use super::{Ask, Fight, aim, defend, help};
use crate::Codec;
use crate::command::{Command, Refusal};
use crate::ids::{By, CombatantId, ZoneId};
use crate::verbs::Verb;
use crate::why::Why;

/// The word for whoever triggers a held action.
const WHOEVER_NAME: &str = "whoever";

/// The actor's side of reading: what they may name.
struct Reader<'a> {
    fight: &'a Fight,
    who: CombatantId,
    words: &'a Command,
}

impl Codec for Fates {
    const VERBS: &'static [Verb] = verbs::ACTS;
    const ORDERS: &'static [Verb] = verbs::ORDERS;
    const ANSWERS: &'static [Verb] = verbs::ANSWERS;
    const PROSE: &'static [&'static str] = &["text", "interact"];
    const DEFENCES: &'static [&'static str] = &["defend"];

    fn read_act(fight: &Fight, who: CombatantId, words: &Command) -> Act {
        let reader = Reader { fight, who, words };
        let (free, fp) = (words.is_on("free"), words.is_on("fp"));
        match words.verb.as_str() {
            "init" => Act::Init,
            "delay" => Act::Delay(reader.somebody("after")),
            "move" => Act::Move(reader.zone("zone")),
            "dash" => Act::Dash(reader.zone("zone")),
            "attack" | "use" | "open" | "close" | "interact" => {
                let fp = fp && words.verb == "attack";
                Act::Do { deed: reader.deed(&words.verb), free, fp }
            }
            "skill" | "grapple" | "break" => Act::Do { deed: reader.deed(&words.verb), free, fp },
            "defend" => {
                let with = match words.get("with") {
                    "" if free => Some(Skill::Athletics),
                    "" => defend::default_skill(fight.body(who)),
                    text => Skill::read(text),
                };
                Act::Defend { with, free, step: reader.zone_if_any("zone") }
            }
            "aim" => Act::Aim { mode: reader.aim_mode(), free },
            "assist" => Act::Assist { free },
            "release" => Act::Release(words.has("target").then(|| reader.somebody("target"))),
            "swap" => Act::Swap(reader.own_item("item")),
            "pickup" => Act::PickUp(reader.lying_item("item")),
            "hold" => Act::Hold(reader.hold()),
            "trigger" => Act::Trigger,
            "flee" => Act::Flee,
            "fate" => {
                let is_pick = matches!(words.get("choose").trim(), "" | "pick");
                let picked = read_attributes(words.get("attributes")).filter(|_| is_pick);
                Act::Pick(picked.unwrap_or_default())
            }
            _ => Act::Pass,
        }
    }

    fn write_act(fight: &Fight, act: &Act) -> Command {
        let zone = |words: Command, zone: &ZoneId| words.with("zone", fight.zones.name(*zone));
        let free = |words: Command, free: bool| if free { words.with("free", true) } else { words };
        match act {
            Act::Init => Command::new("init"),
            Act::Delay(after) => Command::new("delay").with("after", fight.name(*after)),
            Act::Move(to) => zone(Command::new("move"), to),
            Act::Dash(to) => zone(Command::new("dash"), to),
            Act::Do { deed, free: is_free, fp } => {
                let words = write_deed(fight, Command::new(deed_verb(deed)), deed);
                let words = free(words, *is_free);
                if *fp { words.with("fp", true) } else { words }
            }
            Act::Defend { with, free: is_free, step } => {
                let words = Command::new("defend").with("with", with.map_or("", Skill::key));
                let words = free(words, *is_free);
                match step {
                    Some(to) => zone(words, to),
                    None => words,
                }
            }
            Act::Aim { mode: AimMode::Steady, free: is_free } => {
                free(Command::new("aim").with("mode", "steady"), *is_free)
            }
            Act::Aim { mode: AimMode::Bonus(with), free: is_free } => {
                let words = Command::new("aim").with("mode", "bonus");
                free(words.with("with", with.map_or("", Skill::key)), *is_free)
            }
            Act::Assist { free: is_free } => free(Command::new("assist"), *is_free),
            Act::Hold(None) => Command::new("hold"),
            Act::Hold(Some(hold)) => write_hold(fight, hold),
            Act::Trigger => Command::new("trigger"),
            Act::Swap(item) => Command::new("swap").with("item", item),
            Act::PickUp(item) => Command::new("pickup").with("item", item),
            Act::Release(None) => Command::new("release"),
            Act::Release(Some(target)) => {
                Command::new("release").with("target", fight.name(*target))
            }
            Act::Flee => Command::new("flee"),
            Act::Pass => Command::new("pass"),
            Act::Pick(attributes) => Command::new("fate")
                .with("choose", "pick")
                .with("attributes", write_attributes(attributes)),
        }
    }

    fn read_order(fight: &Fight, words: &Command) -> Result<Order, Refusal> {
        let zone = |slot: &str| {
            let name = words.get(slot);
            fight.zones.find(name).ok_or_else(|| Refusal::wrong(slot, name))
        };
        let somebody = |slot: &str| fight.named(words.get(slot));
        let amount = || {
            let text = words.get("amount");
            text.trim().parse().map_err(|_| Refusal::wrong("amount", text))
        };
        let who = || somebody("who");
        Ok(match words.verb.as_str() {
            "link" => Order::Link(zone("zone")?, zone("to")?),
            "door" => {
                let text = words.get("state");
                let state = match text.trim() {
                    "none" => None,
                    "" => Some(DoorState::Closed),
                    word => {
                        Some(DoorState::read(word).ok_or_else(|| Refusal::wrong("state", text))?)
                    }
                };
                Order::Door { zone: zone("zone")?, to: zone("to")?, state }
            }
            "drop" => {
                let who = who()?;
                Order::Drop { who, item: read_item(fight, who, words.get("item")) }
            }
            "order" => Order::Before { who: who()?, before: somebody("before")? },
            "harm" => {
                let text = words.get("type");
                let damage = match text.trim() {
                    "" | "none" => None,
                    word => {
                        Some(DamageType::read(word).ok_or_else(|| Refusal::wrong("type", text))?)
                    }
                };
                Order::Harm { who: who()?, amount: amount()?, damage }
            }
            "heal" => Order::Heal { who: who()?, amount: amount()? },
            "place" => Order::Place { who: who()?, zone: zone("zone")? },
            "strike" => Order::Strike(who()?),
            "fire" => Order::Fire(who()?),
            "rest" => Order::Rest(if words.has("who") { Some(who()?) } else { None }),
            verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
        })
    }

    /// An answer is one of the choices, or one that is spelled out: a number, a skill, whom, which
    /// attributes.
    fn read_answer(fight: &Fight, ask: &Ask, words: &Command) -> Result<Answer, Refusal> {
        let listed = ask.choices.iter().find(|choice| Fates::write_answer(fight, choice) == *words);
        if let Some(answer) = listed {
            if let (Question::PayOut { who }, Answer::Give(Some(to))) = (&ask.question, answer) {
                check_given(fight, *who, *to)?;
            }
            return Ok(answer.clone());
        }
        let refused = |why: Why, who: CombatantId| why.refusal(fight, who);
        let not_offered = || Refusal::new("bad-target", "").with("verb", &words.verb);
        match (&ask.question, words.verb.as_str()) {
            (Question::Tie { tied }, "first") => {
                let found = fight.find(fight.viewer_of(ask.to), words.get("who"));
                found.filter(|who| tied.contains(who)).map(Answer::First).ok_or_else(not_offered)
            }
            (Question::Difficulty { .. }, "rule") => match words.get("difficulty") {
                "" => Ok(Answer::Rule(MODERATE)),
                text => {
                    let number =
                        text.trim().parse().ok().filter(|number| (1..=99).contains(number));
                    number.map(Answer::Rule).ok_or_else(|| Refusal::wrong("difficulty", text))
                }
            },
            (Question::Help { who, .. }, "help") => {
                let skill = match words.get("skill") {
                    "" => fight.body(*who).best(&Skill::ALL),
                    text => Skill::read(text),
                };
                let unknown = || refused(Why::new("no-skill", "FATES-HELP-2"), *who);
                let skill = skill.ok_or_else(unknown)?;
                Ok(Answer::Help { skill, text: words.get("text").into() })
            }
            (Question::PayOut { who }, "give") => {
                let to = fight.find(fight.viewer_of(ask.to), words.get("target"));
                let to = to.ok_or_else(not_offered)?;
                check_given(fight, *who, to)?;
                Ok(Answer::Give(Some(to)))
            }
            (
                Question::Fate { who, amount, .. } | Question::SecondFate { who, amount, .. },
                "fate",
            ) => read_fate(fight, ask, *who, *amount, words),
            _ => Err(not_offered()),
        }
    }

    fn write_answer(fight: &Fight, answer: &Answer) -> Command {
        let fate = |choose: &str| Command::new("fate").with("choose", choose);
        let told = |choose: &str, text: &str| fate(choose).with("text", text);
        match answer {
            Answer::First(who) => Command::new("first").with("who", fight.name(*who)),
            Answer::Rule(difficulty) => Command::new("rule").with("difficulty", difficulty),
            Answer::Help { skill, text } => {
                Command::new("help").with("skill", skill.key()).with("text", text)
            }
            Answer::Decline => Command::new("decline"),
            Answer::Give(Some(to)) => Command::new("give").with("target", fight.name(*to)),
            Answer::Give(None) => Command::new("give"),
            Answer::Ignore { text } => told("ignore", text),
            Answer::Never { attributes, text } => {
                told("never", text).with("attributes", write_attributes(attributes))
            }
            Answer::Fate { fate, text } => told(fate.key(), text),
            Answer::Leave => fate("leave"),
            Answer::Trigger => Command::new("trigger"),
            Answer::End => Command::new("end"),
            Answer::GoOn => Command::new("go-on"),
        }
    }
}

impl Reader<'_> {
    fn somebody(&self, slot: &str) -> CombatantId {
        let viewer = self.fight.viewer_of(By::Combatant(self.who));
        self.fight.find(viewer, self.words.get(slot)).unwrap_or(CombatantId::NOBODY)
    }

    /// Somebody, or whoever triggers it.
    fn target(&self) -> CombatantId {
        let is_held = self.words.verb == "hold";
        if is_held && self.words.get("target").trim().eq_ignore_ascii_case(WHOEVER_NAME) {
            WHOEVER
        } else {
            self.somebody("target")
        }
    }

    fn zone(&self, slot: &str) -> ZoneId {
        self.fight.zones.find(self.words.get(slot)).unwrap_or(ZoneId::NOWHERE)
    }

    fn zone_if_any(&self, slot: &str) -> Option<ZoneId> {
        (!self.words.get(slot).is_empty()).then(|| self.zone(slot))
    }

    fn own_item(&self, slot: &str) -> Name {
        read_item(self.fight, self.who, self.words.get(slot))
    }

    fn lying_item(&self, slot: &str) -> Name {
        let name = self.words.get(slot).trim().to_lowercase();
        let found =
            items::lying(self.fight, self.who).iter().find(|one| one.name.to_lowercase() == name);
        found.map_or_else(|| name.into(), |one| one.name.clone())
    }

    fn weapon(&self) -> Name {
        match self.words.get("weapon") {
            "" => {
                let first = self.fight.body(self.who).weapons_at_hand().next();
                first.map_or_else(|| FISTS.into(), |(name, _)| name.clone())
            }
            _ => self.own_item("weapon"),
        }
    }

    /// A deed, by the verb that it has on the own turn.
    fn deed(&self, verb: &str) -> Deed {
        let words = self.words;
        match verb {
            "attack" => Deed::Attack { target: self.target(), weapon: self.weapon() },
            "use" => {
                let on = if words.has("target") { self.target() } else { self.who };
                Deed::Use(Use::Item { item: self.own_item("item"), on })
            }
            "open" | "close" => {
                let slot = if words.has("to") { "to" } else { "zone" };
                Deed::Use(Use::Door { to: self.zone(slot), open: verb == "open" })
            }
            "interact" => Deed::Use(Use::Interact(self.text())),
            "skill" => Deed::Check(self.skill_check()),
            "break" => Deed::Check(Check::Break(match words.get("with") {
                "" => Some(BREAKING[0]),
                text => Skill::read(text),
            })),
            _ => Deed::Check(Check::Grapple(self.target())),
        }
    }

    /// What is said of a deed; in a hold with a text trigger the words are the trigger's.
    fn text(&self) -> Prose {
        let is_trigger = Kind::read(self.words.get("trigger")) == Some(Kind::Text);
        if is_trigger { Prose::default() } else { self.words.get("text").into() }
    }

    /// A skill goes with its own attribute; what fits none is no attribute.
    fn skill_check(&self) -> Check {
        let (attribute, skill) = (self.words.get("attribute"), self.words.get("skill"));
        let named = Skill::read(skill);
        let attribute = match (attribute, skill, named) {
            ("", "", _) => Some(Attribute::Knowledge),
            ("", _, Some(skill)) => Some(skill.attribute()),
            (text, "", _) | (text, _, Some(_)) => Attribute::read(text),
            (_, _, None) => None,
        };
        Check::Skill { attribute, skill: named, text: self.text() }
    }

    fn aim_mode(&self) -> AimMode {
        match (self.words.get("mode").trim(), self.words.get("with")) {
            ("steady", _) => AimMode::Steady,
            ("" | "bonus", "") => AimMode::Bonus(aim::default_skill(self.fight.body(self.who))),
            ("" | "bonus", text) => AimMode::Bonus(Skill::read(text)),
            _ => AimMode::Bonus(None),
        }
    }

    /// None: no act that can be held.
    fn hold(&self) -> Option<Hold> {
        let verb = self.words.get("do").trim();
        let can_be_held = HELD.contains(&verb);
        let hold = || Hold { trigger: self.trigger(), deed: self.deed(verb), difficulty: MODERATE };
        can_be_held.then(hold)
    }

    fn trigger(&self) -> Trigger {
        let who = match self.words.get("who").trim() {
            "" | "enemies" => Scope::Enemies,
            "allies" => Scope::Allies,
            _ => Scope::One(self.somebody("who")),
        };
        let (event, who) = match Kind::read(self.words.get("trigger")) {
            Some(Kind::Enters) => (Event::Enters(self.zone_if_any("zone")), who),
            Some(Kind::Leaves) => (Event::Leaves(self.zone_if_any("zone")), who),
            Some(Kind::LastLeaves) => {
                let here = || zone_of(self.fight, self.who);
                let zone = self.zone_if_any("zone").unwrap_or_else(here);
                (Event::LastLeaves(zone), Scope::Allies)
            }
            Some(Kind::Attacks) => {
                let at = self.words.has("at").then(|| self.somebody("at"));
                (Event::Attacks(at), who)
            }
            Some(Kind::UsesItem) => (Event::UsesItem, who),
            Some(Kind::UsesSkill) => (Event::UsesSkill, who),
            Some(Kind::Wounded) => (Event::Wounded, who),
            Some(Kind::Flees) => (Event::Flees, who),
            Some(Kind::Text) => (Event::Text(self.words.get("text").into()), Scope::Enemies),
            None => (Event::Enters(Some(ZoneId::NOWHERE)), who),
        };
        Trigger { event, who }
    }
}

/// An item of one's own by its name, letters of either case; what is not there keeps its name.
fn read_item(fight: &Fight, who: CombatantId, text: &str) -> Name {
    let name = text.trim().to_lowercase();
    let found = fight.body(who).gear.iter().find(|item| item.name.to_lowercase() == name);
    found.map_or_else(|| name.into(), |item| item.name.clone())
}

/// Attributes with commas between; none where one of them is no attribute.
fn read_attributes(text: &str) -> Option<Vec<Attribute>> {
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    let mut all: Vec<Attribute> = names.map(Attribute::read).collect::<Option<_>>()?;
    all.sort_unstable();
    Some(all)
}

fn write_attributes(attributes: &[Attribute]) -> String {
    attributes.iter().map(|one| one.key()).collect::<Vec<_>>().join(", ")
}

/// The verb of a deed on the own turn.
pub fn deed_verb(deed: &Deed) -> &'static str {
    match deed {
        Deed::Attack { .. } => "attack",
        Deed::Use(Use::Item { .. }) => "use",
        Deed::Use(Use::Door { open: true, .. }) => "open",
        Deed::Use(Use::Door { open: false, .. }) => "close",
        Deed::Use(Use::Interact(_)) => "interact",
        Deed::Check(Check::Skill { .. }) => "skill",
        Deed::Check(Check::Grapple(_)) => "grapple",
        Deed::Check(Check::Break(_)) => "break",
    }
}

fn write_deed(fight: &Fight, words: Command, deed: &Deed) -> Command {
    let name = |who: &CombatantId| match *who {
        WHOEVER => WHOEVER_NAME,
        who => fight.name(who),
    };
    let text = |words: Command, text: &str| {
        if text.is_empty() { words } else { words.with("text", text) }
    };
    match deed {
        Deed::Attack { target, weapon } => {
            words.with("target", name(target)).with("weapon", weapon)
        }
        Deed::Use(Use::Item { item, on }) => words.with("item", item).with("target", name(on)),
        Deed::Use(Use::Door { to, .. }) => {
            let slot = if words.verb == "hold" { "to" } else { "zone" };
            words.with(slot, fight.zones.name(*to))
        }
        Deed::Use(Use::Interact(said)) => text(words, said),
        Deed::Check(Check::Skill { attribute, skill, text: said }) => {
            let words = words.with("attribute", attribute.map_or("", Attribute::key));
            let words = match skill {
                Some(skill) => words.with("skill", skill.key()),
                None => words,
            };
            text(words, said)
        }
        Deed::Check(Check::Grapple(target)) => words.with("target", name(target)),
        Deed::Check(Check::Break(with)) => words.with("with", with.map_or("", Skill::key)),
    }
}

/// What is held, as it is said.
pub fn write_hold(fight: &Fight, hold: &Hold) -> Command {
    let words = Command::new("hold").with("do", deed_verb(&hold.deed));
    let words = write_deed(fight, words, &hold.deed);
    let (kind, zone, at, text) = match &hold.trigger.event {
        Event::Enters(zone) => (Kind::Enters, *zone, None, None),
        Event::Leaves(zone) => (Kind::Leaves, *zone, None, None),
        Event::LastLeaves(zone) => (Kind::LastLeaves, Some(*zone), None, None),
        Event::Attacks(at) => (Kind::Attacks, None, *at, None),
        Event::UsesItem => (Kind::UsesItem, None, None, None),
        Event::UsesSkill => (Kind::UsesSkill, None, None, None),
        Event::Wounded => (Kind::Wounded, None, None, None),
        Event::Flees => (Kind::Flees, None, None, None),
        Event::Text(text) => (Kind::Text, None, None, Some(text)),
    };
    let mut words = words.with("trigger", kind.key());
    if let Some(zone) = zone {
        words = words.with("zone", fight.zones.name(zone));
    }
    if let Some(at) = at {
        words = words.with("at", fight.name(at));
    }
    if let Some(text) = text {
        return words.with("text", text);
    }
    match hold.trigger.who {
        _ if kind == Kind::LastLeaves => words,
        Scope::Enemies => words.with("who", "enemies"),
        Scope::Allies => words.with("who", "allies"),
        Scope::One(who) => words.with("who", fight.name(who)),
    }
}

/// FATES-HELP-6: a Wounded choice is refused, also of one who was offered and is Wounded since.
fn check_given(fight: &Fight, who: CombatantId, to: CombatantId) -> Result<(), Refusal> {
    if help::can_be_given(fight, to) {
        return Ok(());
    }
    let one = fight.get(to);
    let is_wounded = one.is_some_and(|one| one.body.wounded && one.body.is_active());
    let key = if is_wounded { "target-wounded" } else { "bad-target" };
    Err(Why::new(key, "FATES-HELP-6").about(to).refusal(fight, who))
}

/// Why a Fate cannot be chosen: `ignore-spent`, `ignore-too-big`, `fate-unavailable`.
fn read_fate(
    fight: &Fight,
    ask: &Ask,
    who: CombatantId,
    amount: u8,
    words: &Command,
) -> Result<Answer, Refusal> {
    let body = fight.body(who);
    let unavailable = || Why::new("fate-unavailable", "FATES-FATE-5").refusal(fight, who);
    let is_listed = |answer: &Answer| ask.choices.contains(answer);
    let text = words.get("text").to_string();
    match words.get("choose").trim() {
        "ignore" if !matches!(ask.question, Question::SecondFate { .. }) => {
            fallen::check_ignore(body, amount).map_err(|why| why.refusal(fight, who))?;
            Ok(Answer::Ignore { text })
        }
        "never" => {
            let attributes = read_attributes(words.get("attributes")).ok_or_else(unavailable)?;
            fallen::check_never(body, &attributes).map_err(|why| why.refusal(fight, who))?;
            Ok(Answer::Never { attributes, text })
        }
        "leave" => Some(Answer::Leave).filter(is_listed).ok_or_else(unavailable),
        name => {
            let is_listed = |fate: &Fate| is_listed(&Answer::fate(*fate));
            let fate = Fate::read(name).filter(is_listed).ok_or_else(unavailable)?;
            Ok(Answer::Fate { fate, text })
        }
    }
}

/// FATES-HELP-3: nothing is stored, or there was no room for more where the roll before was decided
/// and no other is open.
fn check_late_help(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    if fight.body(who).help == 0 {
        return Err(Why::new("no-help", "FATES-HELP-3"));
    }
    if fight.state.help_full && fight.state.rolls.is_empty() {
        return Err(Why::new("help-full", "FATES-HELP-3"));
    }
    Ok(())
}

/// FATES-HELP-5: why a Help is refused that is pressed once its window is closed.
pub fn too_late(fight: &Fight, ask: &Ask, words: &Command) -> Option<Refusal> {
    let Question::Help { who, .. } = ask.question else { return None };
    let why = check_late_help(fight, who).err().filter(|_| words.verb == "help")?;
    Some(why.refusal(fight, who))
}

/// Why somebody who says an answer is not asked. FATES-HELP-3: nothing stored, or no room for more;
/// FATES-HELP-4: the own roll. A Fate that their question does not take.
pub fn unasked(fight: &Fight, open: &[Ask], who: CombatantId, words: &Command) -> Option<Refusal> {
    let late = || check_late_help(fight, who).err();
    let why = match words.verb.as_str() {
        "help" if late().is_some() => late()?,
        "help" if fight.state.rolls.last().is_some_and(|roll| roll.who == who) => {
            Why::new("help-own-roll", "FATES-HELP-4")
        }
        "fate" => {
            let is_own =
                |ask: &&Ask| matches!(ask.question, Question::Fate { who: it, .. } if it == who);
            let ask = open.iter().find(is_own)?;
            return Fates::read_answer(fight, ask, words).err();
        }
        _ => return None,
    };
    Some(why.refusal(fight, who))
}
