//! The edge: acts, orders and answers of `ranks` in the common form.
//!
//! Names that fit nothing the actor knows are read as ids that fit nothing, so that the rules
//! refuse them in their own order. Items and objects are named by their names.

use super::Ranks;
use super::acts::{Act, Gait};
use super::advantages::{self, Effect, Gift, Ploy};
use super::checks::{self, read_difficulty};
use super::combine::{Combination, Kind};
use super::conditions::Ailment;
use super::deeds::Deed;
use super::force::{Direction, Forcing};
use super::free::{self, Handling};
use super::interaction::Talk;
use super::leaving::{self, Flight};
use super::matching::{self, Payment};
use super::movement::NOBODYS;
use super::orders::Order;
use super::prompts::{self, Answer, Question};
use super::readied::{Check, Readied, Trigger};
use super::recovery::{self, Cure};
use super::responses::actions_left;
use super::sheet::{Ability, Action, Attribute, Code, Feet, Matching, Name, Resisting, Skill};
use super::sheet::{Body, Category, UNARMED};
use super::state::{Chaos, Exit, Hazard, Hindrance, Object};
use super::verbs;
use super::zones::{MOVEMENT, mark_of, nearest_at, nearest_in, object_damage};
use super::{Ask, Fight, attacks, engagement, objects};
use crate::Codec;
use crate::command::{Command, Refusal};
use crate::ids::{By, CombatantId, ZoneId};
use crate::verbs::Verb;
use crate::why::Why;

/// Whether a slot that says yes or no does not say no: yes goes without saying.
fn is_not_off(words: &Command, slot: &str) -> bool {
    !matches!(words.get(slot).trim(), "false" | "no" | "off")
}

/// The actor's side of reading: what they may name.
struct Reader<'a> {
    fight: &'a Fight,
    who: CombatantId,
    words: &'a Command,
}

impl Codec for Ranks {
    const VERBS: &'static [Verb] = verbs::ACTS;
    const ORDERS: &'static [Verb] = verbs::ORDERS;
    const ANSWERS: &'static [Verb] = verbs::ANSWERS;
    const PROSE: &'static [&'static str] = &["text", "effect", "say", "grant", "meaning"];
    const DEFENCES: &'static [&'static str] = &["defend"];
    const FILLED_IN: &'static [(&'static str, &'static str)] = verbs::FILLED_IN;

    fn read_act(fight: &Fight, who: CombatantId, words: &Command) -> Act {
        let reader = Reader { fight, who, words };
        let luck = words.is_on("luck");
        match words.verb.as_str() {
            "attack" | "dash" | "force" | "recover" | "shift" | "advantage" | "taunt" | "skill" => {
                Act::Do { deed: reader.deed(&words.verb), luck }
            }
            "defend" => Act::Defend,
            "move" => Act::Move {
                to: reader.mark(),
                gait: reader.or("action", Gait::read, Gait::Free),
                luck,
            },
            "flee" => {
                let flight = match words.get("action") {
                    "" => Some(leaving::default_flight(fight, who)),
                    text => Flight::read(text),
                };
                Act::Flee { flight, luck }
            }
            "concede" => Act::Concede,
            "ready" => Act::Ready(reader.readied()),
            "trigger" => Act::Trigger,
            "assist" | "interfere" => Act::Combine { combination: reader.combination(), luck },
            "hold" => Act::Hold,
            "done" => Act::Done,
            "engage" => Act::Engage(match words.get("target").trim() {
                "none" => None,
                _ => Some(reader.somebody("target")),
            }),
            "stand" => Act::Stand,
            "equip" => Act::Handle { handling: Handling::Equip, item: reader.item_in_reach() },
            "stow" => Act::Handle { handling: Handling::Stow, item: reader.own_item("item") },
            "drop" => Act::Handle { handling: Handling::Drop, item: reader.own_item("item") },
            "say" => Act::Say(words.get("text").into()),
            "stance" => Act::Stance {
                matching: Matching::read(words.get("match")),
                resisting: Resisting::read(words.get("resist")),
            },
            "fate" => Act::Fate(reader.or("action", Action::read, Action::Full)),
            _ => Act::Pass,
        }
    }

    fn write_act(fight: &Fight, act: &Act) -> Command {
        let lucky =
            |words: Command, luck: bool| if luck { words.with("luck", true) } else { words };
        match act {
            Act::Do { deed, luck } => {
                lucky(write_deed(fight, Command::new(deed_verb(deed)), deed), *luck)
            }
            Act::Defend => Command::new("defend"),
            Act::Move { to, gait, luck } => {
                let words = with_mark(Command::new("move"), *to);
                lucky(words.with("action", gait.map_or("", Gait::key)), *luck)
            }
            Act::Flee { flight, luck } => {
                let words = Command::new("flee").with("action", flight.map_or("", Flight::key));
                lucky(words, *luck)
            }
            Act::Concede => Command::new("concede"),
            Act::Ready(None) => Command::new("ready"),
            Act::Ready(Some(readied)) => write_readied(fight, readied),
            Act::Trigger => Command::new("trigger"),
            Act::Combine { combination, luck } => {
                lucky(write_combination(fight, combination), *luck)
            }
            Act::Hold => Command::new("hold"),
            Act::Pass => Command::new("pass"),
            Act::Done => Command::new("done"),
            Act::Engage(target) => {
                Command::new("engage").with("target", target.map_or("none", |it| fight.name(it)))
            }
            Act::Stand => Command::new("stand"),
            Act::Handle { handling, item } => {
                let verb = match handling {
                    Handling::Equip => "equip",
                    Handling::Stow => "stow",
                    Handling::Drop => "drop",
                };
                Command::new(verb).with("item", item)
            }
            Act::Say(text) => Command::new("say").with("text", text),
            Act::Stance { matching, resisting } => {
                let words = matching
                    .iter()
                    .fold(Command::new("stance"), |words, order| words.with("match", order.key()));
                resisting.iter().fold(words, |words, order| words.with("resist", order.key()))
            }
            Act::Fate(action) => {
                Command::new("fate").with("action", action.map_or("", Action::key))
            }
        }
    }

    fn read_order(fight: &Fight, words: &Command) -> Result<Order, Refusal> {
        let read = Orders { fight, words };
        Ok(match words.verb.as_str() {
            "length" => {
                let feet = read.number("feet", 20)?;
                let is_fine = feet % 5 == 0 && (5..=500).contains(&feet);
                let feet = is_fine.then_some(feet as Feet);
                let feet = feet.ok_or_else(|| Refusal::wrong("feet", words.get("feet")))?;
                Order::Length { zone: read.zone()?, feet }
            }
            "terrain" => Order::Terrain { zone: read.zone()?, terrain: read.hindrance()? },
            "obstacle" => Order::Obstacle { zone: read.zone()?, obstacle: read.hindrance()? },
            "narrow" => Order::Narrow { zone: read.zone()?, is_on: is_not_off(words, "on") },
            "hazard" => {
                let damage = words.get("damage");
                let secret = words.is_on("secret");
                let hazard = match damage.trim() {
                    "none" => None,
                    _ => Some(Hazard { damage: read.code("damage")?, secret }),
                };
                Order::Hazard { zone: read.zone()?, hazard }
            }
            "object" => read.object()?,
            "exit" => {
                let end = Exit::read(words.get("end"))
                    .ok_or_else(|| Refusal::wrong("end", words.get("end")))?;
                Order::Exit { side: read.side("side")?, exit: end }
            }
            "ally" => Order::Ally {
                side: read.side("side")?,
                with: read.side("with")?,
                is_on: is_not_off(words, "on"),
            },
            "place" => Order::Place { who: read.who()?, to: read.mark()? },
            "chaos" => Order::Chaos(read.chaos()?),
            "adv" => Order::Give { who: read.who()?, gift: read.gift()? },
            "condition" => read.condition()?,
            "luck" => {
                let amount = u8::try_from(read.number("amount", 1)?);
                let amount = amount.ok().filter(|amount| (1..=9).contains(amount));
                let amount = amount.ok_or_else(|| Refusal::wrong("amount", words.get("amount")))?;
                Order::Luck { who: read.who()?, amount }
            }
            "strike" => Order::Strike(read.who()?),
            "fire" => Order::Fire(read.who()?),
            "scene" => Order::SceneEnds,
            "tend" => {
                let (who, target) = (read.who()?, read.somebody("target")?);
                let skill = match words.get("skill") {
                    "" if who == target => Skill::Recover,
                    "" => Skill::Medicine,
                    text => Skill::read(text).ok_or_else(|| Refusal::wrong("skill", text))?,
                };
                Order::Treat { who, target, skill }
            }
            "meaning" => Order::Meaning { who: read.who()?, text: words.get("text").trim().into() },
            verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
        })
    }

    /// An answer is one of the choices, or one that is spelled out. RANKS-REF-2: an action that the
    /// addressee lacks is refused, and the window stays.
    fn read_answer(fight: &Fight, ask: &Ask, words: &Command) -> Result<Answer, Refusal> {
        let listed = ask.choices.iter().find(|choice| Ranks::write_answer(fight, choice) == *words);
        if let Some(answer) = listed {
            check_left(fight, ask, answer)?;
            return Ok(answer.clone());
        }
        let refused = |why: Why, who: CombatantId| why.refusal(fight, who);
        let not_offered = || Refusal::new("bad-target", "").with("verb", &words.verb);
        match (&ask.question, words.verb.as_str()) {
            (
                Question::Resist { who, .. }
                | Question::Soak { who, .. }
                | Question::Driven { who, .. },
                "resist",
            ) => {
                let (action, luck) = read_response(fight, *who, words)?;
                let with = match words.get("skill") {
                    "" => best_of(fight, ask, *who),
                    text => Ability::read(text),
                };
                let offers = |ability: &Ability| {
                    ask.choices.iter().any(|one| match one {
                        Answer::Resist { with, .. } => with == ability,
                        _ => false,
                    })
                };
                let unfit = || refused(Why::new("bad-skill", "RANKS-RESP-2"), *who);
                let with = with.filter(offers).ok_or_else(unfit)?;
                Ok(Answer::Resist { action, with, luck })
            }
            (Question::Match { .. }, "match") => {
                let (text, luck) = (words.get("action"), words.is_on("luck"));
                let action = Payment::read(text).ok_or_else(|| Refusal::wrong("action", text))?;
                let answer = Answer::Match { action, luck };
                check_left(fight, ask, &answer)?;
                Ok(answer)
            }
            (Question::Advantage { who, rank, .. }, "gain") => {
                read_gain(fight, ask, *who, *rank, words)
            }
            (Question::Recovery { who, .. }, "treat") => {
                let (cure, said) = (Cure::read(words.get("effect")), words.get("condition"));
                let said = said.trim().to_lowercase();
                let is_meant = |choice: &&Answer| match choice {
                    Answer::Treat { cure: one, which } => {
                        Some(*one) == cure && which.to_string() == said
                    }
                    _ => false,
                };
                let unfit = || refused(Why::new("no-condition", "RANKS-REC-3"), *who);
                let answer = ask.choices.iter().find(is_meant).cloned().ok_or_else(unfit)?;
                check_left(fight, ask, &answer)?;
                Ok(answer)
            }
            (Question::Ruling { who, is_readied, .. }, "rule") => {
                let difficulty = match words.get("difficulty") {
                    "" => checks::MODERATE,
                    text => {
                        read_difficulty(text).ok_or_else(|| Refusal::wrong("difficulty", text))?
                    }
                };
                let action = match words.get("action") {
                    _ if *is_readied => None,
                    "" => Some(actions_left(fight, *who).next().unwrap_or(Action::Full)),
                    text => Some(Action::read(text).ok_or_else(|| Refusal::wrong("action", text))?),
                };
                let answer =
                    Answer::Rule { difficulty, action, effect: words.get("effect").into() };
                check_left(fight, ask, &answer)?;
                Ok(answer)
            }
            (Question::Ability { .. }, "rule") => match words.get("effect").trim() {
                "" => Err(Refusal::wrong("effect", "")),
                text => Ok(Answer::Grant(text.into())),
            },
            _ => Err(not_offered()),
        }
    }

    fn write_answer(fight: &Fight, answer: &Answer) -> Command {
        let lucky =
            |words: Command, luck: bool| if luck { words.with("luck", true) } else { words };
        match answer {
            Answer::Resist { action, with, luck } => {
                let words = Command::new("resist").with("action", action.key());
                lucky(words.with("skill", with.key()), *luck)
            }
            Answer::Stand => Command::new("stand"),
            Answer::Match { action, luck } => {
                lucky(Command::new("match").with("action", action.key()), *luck)
            }
            Answer::LetGo => Command::new("let-go"),
            Answer::Gain { effect, to, skill } => {
                let words = Command::new("gain").with("effect", effect.key());
                let words = words.with("target", fight.name(*to));
                skill.iter().fold(words, |words, skill| words.with("skill", skill.key()))
            }
            Answer::Treat { cure, which } => {
                Command::new("treat").with("effect", cure.key()).with("condition", which)
            }
            Answer::Recovering => Command::new("treat").with("effect", "recovering"),
            Answer::Rule { difficulty, action, effect } => {
                let words = Command::new("rule").with("difficulty", difficulty);
                let words =
                    action.iter().fold(words, |words, action| words.with("action", action.key()));
                if effect.is_empty() { words } else { words.with("effect", effect) }
            }
            Answer::Grant(text) => Command::new("rule").with("effect", text),
            Answer::Refuse => Command::new("refuse"),
        }
    }
}

impl Reader<'_> {
    /// What a slot says, or what goes without saying.
    fn or<T>(&self, slot: &str, read: fn(&str) -> Option<T>, otherwise: T) -> Option<T> {
        match self.words.get(slot) {
            "" => Some(otherwise),
            text => read(text),
        }
    }

    fn somebody(&self, slot: &str) -> CombatantId {
        let viewer = self.fight.viewer_of(By::Combatant(self.who));
        self.fight.find(viewer, self.words.get(slot)).unwrap_or(CombatantId::NOBODY)
    }

    fn somebody_if_any(&self, slot: &str) -> Option<CombatantId> {
        (!self.words.get(slot).is_empty()).then(|| self.somebody(slot))
    }

    fn own_item(&self, slot: &str) -> Name {
        let body = self.fight.body(self.who);
        find_name(body.gear.iter().map(|item| &item.name), self.words.get(slot))
    }

    /// Carried, or lying in reach of hand.
    fn item_in_reach(&self) -> Name {
        let carried = self.fight.body(self.who).gear.iter().map(|item| &item.name);
        let lying = free::lying(self.fight, self.who).map(|(_, lying)| &lying.item.name);
        find_name(carried.chain(lying), self.words.get("item"))
    }

    fn weapon(&self, otherwise: impl FnOnce(&Body) -> Option<Name>) -> Name {
        let body = self.fight.body(self.who);
        match self.words.get("weapon") {
            "" => otherwise(body).unwrap_or_else(|| body.first_weapon().0.clone()),
            text if text.trim().eq_ignore_ascii_case(UNARMED) => UNARMED.into(),
            _ => self.own_item("weapon"),
        }
    }

    /// A weapon and its category, which counts for nothing where it is not at hand.
    fn blade(&self) -> (Name, Category) {
        let weapon = self.weapon(|_| None);
        let at_hand = self.fight.body(self.who).weapon_at_hand(&weapon);
        let category = at_hand.map_or(Category::Unarmed, |weapon| weapon.category);
        (weapon, category)
    }

    /// The first weapon at hand that reaches, else the first at hand.
    fn weapon_against(&self, target: CombatantId) -> Name {
        let (fight, who) = (self.fight, self.who);
        self.weapon(|body| {
            fight.get(target)?;
            let reaches = |name: &Name| attacks::check_reach(fight, who, target, name).is_ok();
            let mut all = body.weapons_at_hand().map(|(name, _)| name);
            all.find(|name| reaches(name)).cloned()
        })
    }

    /// A mark, the nearest mark of a zone, or the nearest at a distance from somebody.
    fn mark(&self) -> Option<Feet> {
        let (fight, from) = (self.fight, mark_of(self.fight, self.who));
        let text = self.words.get("to").trim();
        if !text.is_empty() {
            let zone = || fight.zones.find(text).map(|zone| nearest_in(fight, zone, from));
            return text.parse().ok().or_else(zone);
        }
        let target = self.somebody_if_any("target")?;
        if fight.get(target).is_none() {
            return Some(NOBODYS);
        }
        let reach: Feet = match self.words.get("reach").trim() {
            "" => 5,
            text => text.parse().ok()?,
        };
        nearest_at(fight, mark_of(fight, target), (reach, reach), from)
    }

    /// A deed, by its verb.
    fn deed(&self, verb: &str) -> Deed {
        let words = self.words;
        match verb {
            "attack" => {
                let target = self.somebody("target");
                Deed::Attack { target, weapon: self.weapon_against(target) }
            }
            "force" => Deed::Force {
                how: Forcing::read(words.get("how")),
                target: self.somebody("target"),
                direction: self.or("direction", Direction::read, Direction::Away),
            },
            "dash" => Deed::Dash { to: self.mark() },
            "shift" => {
                let here = objects::here(self.fight, self.who).1.iter().map(|one| &one.name);
                let object = find_name(here, words.get("object"));
                Deed::Shift { object, target: self.somebody_if_any("target") }
            }
            "advantage" => Deed::Advantage {
                how: Ploy::read(words.get("how")),
                target: self.somebody_if_any("target"),
                item: (!words.get("item").is_empty()).then(|| self.own_item("item")),
            },
            "taunt" => {
                let how = Talk::read(words.get("how"));
                Deed::Interact { how, target: self.somebody("target") }
            }
            "recover" => {
                let patient = self.somebody_if_any("target").unwrap_or(self.who);
                let skill = match words.get("skill") {
                    "" if patient == self.who => Some(Skill::Recover),
                    "" => Some(Skill::Medicine),
                    text => Skill::read(text),
                };
                Deed::Recover { skill, patient }
            }
            _ => {
                let ability = match words.get("skill") {
                    "" => Some(Ability::Attribute(Attribute::Dexterity)),
                    text => Ability::read(text),
                };
                Deed::Skill { ability, text: self.text() }
            }
        }
    }

    /// What is said of a deed; of a readied one the words are the trigger's.
    fn text(&self) -> String {
        if self.words.verb == "ready" { "" } else { self.words.get("text") }.into()
    }

    /// None: a trigger or a check that there is not.
    fn readied(&self) -> Option<Readied> {
        let trigger = Trigger::read(self.words.get("trigger"))?;
        let check = match (trigger, self.words.get("check").trim()) {
            (Trigger::Text, verb) if DEEDS.contains(&verb) => Check::Do(self.deed(verb)),
            (_, "attack") => {
                let (weapon, category) = self.blade();
                Check::Strike { weapon, category }
            }
            (_, "force") => Check::Force {
                how: Forcing::read(self.words.get("how")),
                direction: self.or("direction", Direction::read, Direction::Away),
            },
            (_, "dash") => {
                let (weapon, category) = self.blade();
                Check::Pursue { weapon, category }
            }
            (_, "defend") => Check::Defend,
            (_, _) => return None,
        };
        let enemy = match self.words.get("enemy").trim() {
            "" | "any" => None,
            _ => Some(self.somebody("enemy")),
        };
        let is_text = trigger == Trigger::Text;
        let text = if is_text { self.words.get("text").into() } else { String::new() };
        Some(Readied { trigger, enemy, check, text })
    }

    fn combination(&self) -> Combination {
        let (fight, who, words) = (self.fight, self.who, self.words);
        let (target, hinders) = (self.somebody("target"), words.verb == "interfere");
        let (kind, skill) = (Kind::read(words.get("kind")), Skill::read(words.get("skill")));
        if kind != Some(Kind::Attack) {
            let (enemy, weapon) = (CombatantId::NOBODY, "".into());
            return Combination { target, hinders, kind, skill, enemy, weapon };
        }
        let weapon = self.weapon(|body| {
            let fits = |category| skill == Some(attacks::skill_of(category));
            let mut all = body.weapons_at_hand();
            all.find(|(_, weapon)| fits(weapon.category)).map(|(name, _)| name.clone())
        });
        let in_reach =
            |enemy: &CombatantId| attacks::check_reach(fight, who, *enemy, &weapon).is_ok();
        let enemy = match (hinders, words.get("enemy")) {
            (true, _) => target,
            (false, "") => {
                let is_enemy =
                    |one: &CombatantId| engagement::check_enemy(fight, who, *one, "").is_ok();
                let enemies = || fight.iter().map(|(enemy, _)| enemy).filter(is_enemy);
                // Where nobody is in reach, that is what is wrong.
                let enemy = enemies().find(in_reach).or_else(|| enemies().next());
                enemy.unwrap_or(CombatantId::NOBODY)
            }
            (false, _) => self.somebody("enemy"),
        };
        Combination { target, hinders, kind, skill, enemy, weapon }
    }
}

/// The verbs of deeds.
const DEEDS: &[&str] =
    &["attack", "force", "dash", "recover", "shift", "advantage", "taunt", "skill"];

/// A name as it is spelled where it is found, letters of either case; else as it is said.
fn find_name<'a>(mut all: impl Iterator<Item = &'a Name>, text: &str) -> Name {
    let wanted = text.trim().to_lowercase();
    let found = all.find(|name| name.to_lowercase() == wanted);
    found.map_or_else(|| wanted.as_str().into(), Name::clone)
}

fn with_mark(words: Command, to: Option<Feet>) -> Command {
    match to {
        Some(to) => words.with("to", to),
        None => words,
    }
}

/// The verb of a deed on the own turn.
pub fn deed_verb(deed: &Deed) -> &'static str {
    match deed {
        Deed::Attack { .. } => "attack",
        Deed::Force { .. } => "force",
        Deed::Dash { .. } => "dash",
        Deed::Shift { .. } => "shift",
        Deed::Advantage { .. } => "advantage",
        Deed::Interact { .. } => "taunt",
        Deed::Recover { .. } => "recover",
        Deed::Skill { .. } => "skill",
    }
}

fn write_deed(fight: &Fight, words: Command, deed: &Deed) -> Command {
    let aimed = |words: Command, target: &Option<CombatantId>| {
        target.iter().fold(words, |words, target| words.with("target", fight.name(*target)))
    };
    match deed {
        Deed::Attack { target, weapon } => {
            words.with("target", fight.name(*target)).with("weapon", weapon)
        }
        Deed::Force { how, target, direction } => {
            let words = words.with("how", how.map_or("", Forcing::key));
            let words = words.with("target", fight.name(*target));
            words.with("direction", direction.map_or("", Direction::key))
        }
        Deed::Dash { to } => with_mark(words, *to),
        Deed::Shift { object, target } => aimed(words.with("object", object), target),
        Deed::Advantage { how, target, item } => {
            let words = aimed(words.with("how", how.map_or("", Ploy::key)), target);
            item.iter().fold(words, |words, item| words.with("item", item))
        }
        Deed::Interact { how, target } => {
            let words = words.with("how", how.map_or("", Talk::key));
            words.with("target", fight.name(*target))
        }
        Deed::Recover { skill, patient } => {
            let words = words.with("skill", skill.map_or("", Skill::key));
            words.with("target", fight.name(*patient))
        }
        Deed::Skill { ability, text } => {
            let words = words.with("skill", ability.map_or("", Ability::key));
            if text.is_empty() { words } else { words.with("text", text) }
        }
    }
}

/// What is readied, as it is said.
pub fn write_readied(fight: &Fight, readied: &Readied) -> Command {
    let words = Command::new("ready").with("trigger", readied.trigger.key());
    let words = match &readied.check {
        Check::Strike { weapon, .. } => words.with("check", "attack").with("weapon", weapon),
        Check::Force { how, direction } => {
            let words = words.with("check", "force").with("how", how.map_or("", Forcing::key));
            words.with("direction", direction.map_or("", Direction::key))
        }
        Check::Pursue { weapon, .. } => words.with("check", "dash").with("weapon", weapon),
        Check::Defend => words.with("check", "defend"),
        Check::Do(deed) => write_deed(fight, words.with("check", deed_verb(deed)), deed),
    };
    let enemy = readied.enemy.map_or("any", |enemy| fight.name(enemy));
    let words = words.with("enemy", enemy);
    if readied.text.is_empty() { words } else { words.with("text", &readied.text) }
}

fn write_combination(fight: &Fight, combination: &Combination) -> Command {
    let Combination { target, hinders, kind, skill, enemy, weapon } = combination;
    let words = Command::new(if *hinders { "interfere" } else { "assist" });
    let words = words.with("target", fight.name(*target));
    let words = words.with("kind", kind.map_or("", Kind::key));
    let words = words.with("skill", skill.map_or("", Skill::key));
    match (kind, hinders) {
        (Some(Kind::Attack), true) => words.with("weapon", weapon),
        (Some(Kind::Attack), false) => {
            words.with("weapon", weapon).with("enemy", fight.name(*enemy))
        }
        (Some(_) | None, _) => words,
    }
}

/// The GM's side of reading.
struct Orders<'a> {
    fight: &'a Fight,
    words: &'a Command,
}

impl Orders<'_> {
    fn zone(&self) -> Result<ZoneId, Refusal> {
        let name = self.words.get("zone");
        self.fight.zones.find(name).ok_or_else(|| Refusal::wrong("zone", name))
    }

    fn somebody(&self, slot: &str) -> Result<CombatantId, Refusal> {
        self.fight.named(self.words.get(slot))
    }

    fn who(&self) -> Result<CombatantId, Refusal> {
        self.somebody("who")
    }

    fn number(&self, slot: &str, otherwise: i32) -> Result<i32, Refusal> {
        match self.words.get(slot).trim() {
            "" => Ok(otherwise),
            text => text.parse().map_err(|_| Refusal::wrong(slot, text)),
        }
    }

    fn code(&self, slot: &str) -> Result<Code, Refusal> {
        let text = self.words.get(slot);
        text.parse().map_err(|_| Refusal::wrong(slot, text))
    }

    /// A side by its name as it is spelled in the fight, letters of either case.
    fn side(&self, slot: &str) -> Result<Name, Refusal> {
        let text = self.words.get(slot);
        let sides = self.fight.iter().map(|(_, one)| &one.body.side);
        let name = find_name(sides, text);
        if name.is_empty() { Err(Refusal::wrong(slot, text)) } else { Ok(name) }
    }

    fn mark(&self) -> Result<Feet, Refusal> {
        let (fight, text) = (self.fight, self.words.get("to").trim());
        let from = mark_of(fight, self.who()?);
        let zone = || fight.zones.find(text).map(|zone| nearest_in(fight, zone, from));
        text.parse().ok().or_else(zone).ok_or_else(|| Refusal::wrong("to", text))
    }

    fn difficulty(&self) -> Result<u8, Refusal> {
        match self.words.get("difficulty") {
            "" => Ok(checks::MODERATE),
            text => read_difficulty(text).ok_or_else(|| Refusal::wrong("difficulty", text)),
        }
    }

    fn hindrance(&self) -> Result<Option<Hindrance>, Refusal> {
        let text = self.words.get("skill");
        if text.trim() == "none" {
            return Ok(None);
        }
        let skill = Skill::read(text).filter(|skill| MOVEMENT.contains(skill));
        let skill = skill.ok_or_else(|| Refusal::wrong("skill", text))?;
        let stops = self.words.is_on("stops");
        Ok(Some(Hindrance { skill, difficulty: self.difficulty()?, stops }))
    }

    fn object(&self) -> Result<Order, Refusal> {
        let name = self.words.get("object").trim();
        if name.is_empty() || name.chars().count() > 40 {
            return Err(Refusal::wrong("object", name));
        }
        let zone = self.zone()?;
        if !is_not_off(self.words, "on") {
            return Ok(Order::NoObject { zone, object: name.into() });
        }
        let difficulty = self.difficulty()?;
        let damage = match self.words.get("damage") {
            "" => object_damage(difficulty),
            _ => self.code("damage")?,
        };
        Ok(Order::Object { zone, object: Object { name: name.into(), difficulty, damage } })
    }

    fn chaos(&self) -> Result<Chaos, Refusal> {
        let text = self.words.get("rounds").trim();
        match text {
            "off" => Ok(Chaos::Off),
            "encounter" => Ok(Chaos::Encounter),
            _ => {
                let rounds = if text.is_empty() { Some(1) } else { text.parse::<u16>().ok() };
                let rounds = rounds.filter(|rounds| *rounds > 0);
                let rounds = rounds.ok_or_else(|| Refusal::wrong("rounds", text))?;
                Ok(Chaos::Until(self.fight.round.saturating_add(rounds)))
            }
        }
    }

    fn gift(&self) -> Result<Gift, Refusal> {
        match self.words.get("how").trim() {
            "advantage" => Ok(Gift::Advantage),
            "disadvantage" => Ok(Gift::Disadvantage),
            "bonus" => {
                let amount = self.number("amount", 2)?;
                let amount = i8::try_from(amount).ok().filter(|it| (-20..=20).contains(it));
                amount
                    .map(Gift::Flat)
                    .ok_or_else(|| Refusal::wrong("amount", self.words.get("amount")))
            }
            text => Err(Refusal::wrong("how", text)),
        }
    }

    fn condition(&self) -> Result<Order, Refusal> {
        let (who, is_on) = (self.who()?, is_not_off(self.words, "on"));
        let text = self.words.get("condition");
        if text.trim() == "prone" {
            return Ok(Order::Prone { who, is_on });
        }
        let ailment = Ailment::read(text).ok_or_else(|| Refusal::wrong("condition", text))?;
        Ok(Order::Condition { who, ailment, is_on })
    }
}

/// With what a check is rolled where nobody says: the highest fixed value.
fn best_of(fight: &Fight, ask: &Ask, who: CombatantId) -> Option<Ability> {
    let with = ask.choices.iter().filter_map(|choice| match choice {
        Answer::Resist { with, .. } => Some(*with),
        _ => None,
    });
    let all: Vec<Ability> = with.collect();
    all.into_iter().rev().max_by_key(|with| checks::fixed(fight, who, *with))
}

fn read_response(
    fight: &Fight,
    who: CombatantId,
    words: &Command,
) -> Result<(Action, bool), Refusal> {
    let text = words.get("action");
    let action = Action::read(text).ok_or_else(|| Refusal::wrong("action", text))?;
    let luck = words.is_on("luck");
    check_response(fight, who, action, luck).map_err(|why| why.refusal(fight, who))?;
    Ok((action, luck))
}

/// RANKS-REF-2: what is offered is accepted, also once the GM has ruled while the window is open; a
/// default that is gone becomes the default of what is left.
pub fn left(fight: &Fight, ask: Ask) -> Ask {
    let choices: Vec<Answer> = match ask.question {
        // What there was to pay with may be gone, and something else be in its place.
        Question::Match { who, .. } => prompts::matches(fight, who, &ask.question),
        Question::Ruling { who, is_readied, .. } => prompts::rulings(fight, who, is_readied),
        _ => {
            let is_left = |choice: &&Answer| check_left(fight, &ask, choice).is_ok();
            ask.choices.iter().filter(is_left).cloned().collect()
        }
    };
    let default = match ask.question {
        _ if choices.contains(&ask.default) => ask.default.clone(),
        Question::Resist { .. } | Question::Soak { .. } | Question::Driven { .. } => Answer::Stand,
        Question::Match { .. } => Answer::LetGo,
        Question::Advantage { .. } => advantages::default_of(&choices),
        Question::Recovery { .. } => recovery::default_of(&choices),
        Question::Ruling { .. } => choices[0].clone(),
        Question::Ability { .. } => ask.default.clone(),
    };
    Ask { choices, default, ..ask }
}

/// What was offered may be gone: the GM rules while a window is open.
fn check_left(fight: &Fight, ask: &Ask, answer: &Answer) -> Result<(), Refusal> {
    let (who, is_paid) = match (ask.to, &ask.question) {
        (_, Question::Ruling { who, is_readied, .. }) => (*who, !is_readied),
        (By::Combatant(who), _) => (who, true),
        (By::Gm, _) => return Ok(()),
    };
    let checked = match (answer, &ask.question) {
        (Answer::Resist { action, luck, .. }, _) => check_response(fight, who, *action, *luck),
        (Answer::Match { action, luck }, question) => {
            check_match(fight, who, question, *action, *luck)
        }
        // RANKS-TURN-2: what is spent pays for nothing.
        (Answer::Rule { action: Some(action), .. }, _) if is_paid => {
            check_response(fight, who, *action, false)
        }
        (Answer::Gain { effect, to, skill }, _) => {
            advantages::check_gain(fight, who, *effect, *to, *skill)
        }
        (Answer::Treat { cure, which }, Question::Recovery { patient, rank, .. }) => {
            recovery::check_cure(fight, *patient, *rank, *cure, *which)
        }
        _ => Ok(()),
    };
    checked.map_err(|why| why.refusal(fight, who))
}

/// RANKS-MATCH-2: an incidental movement pays for matching one, while it is left; else an action.
fn check_match(
    fight: &Fight,
    who: CombatantId,
    question: &Question,
    payment: Payment,
    luck: bool,
) -> Result<(), Why> {
    if matching::payments(fight, who, question).contains(&payment) {
        return checks::check_luck(fight, who, luck);
    }
    match payment {
        Payment::Free => Err(Why::new("no-move", "RANKS-MATCH-2")),
        Payment::Bonus => check_response(fight, who, Action::Bonus, luck),
        Payment::Full => check_response(fight, who, Action::Full, luck),
    }?;
    Err(Why::new("bad-skill", "RANKS-MATCH-2"))
}

/// RANKS-REF-2: the action must be there, and the luck point.
fn check_response(fight: &Fight, who: CombatantId, action: Action, luck: bool) -> Result<(), Why> {
    if actions_left(fight, who).any(|left| left == action) {
        return checks::check_luck(fight, who, luck);
    }
    let key = match action {
        Action::Full => "no-full",
        Action::Bonus if fight.body(who).is_barred() => "barred",
        Action::Bonus => "no-bonus",
    };
    Err(Why::new(key, "RANKS-REF-2"))
}

/// RANKS-ADV-3: one effect of the rank made or a lower one, for oneself or an active ally.
fn read_gain(
    fight: &Fight,
    ask: &Ask,
    who: CombatantId,
    rank: u8,
    words: &Command,
) -> Result<Answer, Refusal> {
    let text = words.get("effect");
    let effect = Effect::read(text).filter(|effect| effect.rank() <= rank);
    let effect = effect.ok_or_else(|| Refusal::new("bad-target", "RANKS-ADV-3"))?;
    let to = match words.get("target") {
        "" => who,
        name => fight.find(fight.viewer_of(ask.to), name).unwrap_or(CombatantId::NOBODY),
    };
    let skill = match (effect, words.get("skill")) {
        (Effect::Skill, "") if fight.get(to).is_some() => {
            Some(advantages::default_skill(fight, to))
        }
        (Effect::Skill, "") => None,
        (Effect::Skill, text) => {
            let unfit = || Why::new("bad-skill", "RANKS-ADV-4").refusal(fight, who);
            Some(Skill::read(text).ok_or_else(unfit)?)
        }
        _ => None,
    };
    advantages::check_gain(fight, who, effect, to, skill).map_err(|why| why.refusal(fight, who))?;
    Ok(Answer::Gain { effect, to, skill })
}
