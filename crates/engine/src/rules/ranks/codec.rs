//! The edge: acts, orders and answers of `ranks` in the common form.
//!
//! Names that fit nothing the actor knows are read as ids that fit nothing, so that the rules
//! refuse them in their own order. Items and objects are named by their names.

use super::Ranks;
use super::acts::{Act, MovePayment};
use super::advantages::{self, AdvantageEffect, AdvantageMethod, BoonEffect};
use super::checks::{self, parse_difficulty};
use super::combined_actions::{CombinableAction, Combination};
use super::conditions::ConditionName;
use super::fleeing::{self, FleeMethod};
use super::force::{ForceDirection, ForceMethod};
use super::free_actions::{self, ItemHandling};
use super::interaction::TauntKind;
use super::maneuvers::Maneuver;
use super::matching::{self, MatchPayment};
use super::movement::UNKNOWN_TARGET_MARK;
use super::orders::Order;
use super::prompts::{self, Answer, Question};
use super::readied::{ReadiedAction, ReadiedCheck, Trigger};
use super::recovery::{self, TreatmentKind};
use super::responses::actions_left;
use super::sheet::{
    Ability, ActionKind, Attribute, DiceCode, Feet, MatchOrder, Name, ResistOrder, Skill,
};
use super::sheet::{Body, UNARMED, WeaponCategory};
use super::state::{ChaosMode, ExitEnd, Hazard, Hindrance, Object};
use super::verbs;
use super::zones::{
    MOVEMENT_SKILLS, default_object_damage, mark_of, nearest_mark_at_distance, nearest_mark_in_zone,
};
use super::{Fight, PromptRequest, attacks, engagement, objects};
use crate::Codec;
use crate::core::command::{Command, Refusal};
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::refusal_reason::RefusalReason;
use crate::core::verbs::Verb;

/// Whether a slot that says yes or no does not say no: yes goes without saying.
fn is_on_by_default(command: &Command, slot: &str) -> bool {
    !matches!(command.get(slot).trim(), "false" | "no" | "off")
}

/// The actor's side of reading: what they may name.
struct ActParser<'a> {
    fight: &'a Fight,
    who: CombatantId,
    command: &'a Command,
}

impl Codec for Ranks {
    const ACT_VERBS: &'static [Verb] = verbs::ACTS;
    const ORDER_VERBS: &'static [Verb] = verbs::ORDERS;
    const ANSWER_VERBS: &'static [Verb] = verbs::ANSWERS;
    const FREE_TEXT_SLOTS: &'static [&'static str] = &["text", "effect", "say", "grant", "meaning"];
    const DEFENCE_VERBS: &'static [&'static str] = &["defend"];
    const INFERABLE_ANSWERS: &'static [(&'static str, &'static str)] = verbs::SLOTS_FILLED_IN;

    fn parse_act(fight: &Fight, who: CombatantId, command: &Command) -> Act {
        let reader = ActParser { fight, who, command };
        let luck = command.is_on("luck");
        match command.verb.as_str() {
            "attack" | "dash" | "force" | "recover" | "shift" | "advantage" | "taunt" | "skill" => {
                Act::Maneuver { maneuver: reader.parse_maneuver(&command.verb), luck }
            }
            "defend" => Act::Defend,
            "move" => Act::Move {
                to: reader.goal_mark(),
                payment: reader.parse_or("action", MovePayment::parse, MovePayment::Free),
                luck,
            },
            "flee" => {
                let flight = match command.get("action") {
                    "" => Some(fleeing::default_flee_method(fight, who)),
                    text => FleeMethod::parse(text),
                };
                Act::Flee { method: flight, luck }
            }
            "concede" => Act::Concede,
            "ready" => Act::Ready(reader.parse_readied()),
            "trigger" => Act::Trigger,
            "assist" | "interfere" => {
                Act::Combine { combination: reader.parse_combination(), luck }
            }
            "hold" => Act::Hold,
            "done" => Act::EndHolding,
            "engage" => Act::SetAttention(match command.get("target").trim() {
                "none" => None,
                _ => Some(reader.combatant_or_nobody("target")),
            }),
            "stand" => Act::StandUp,
            "equip" => {
                Act::HandleItem { handling: ItemHandling::Equip, item: reader.item_name_in_reach() }
            }
            "stow" => {
                Act::HandleItem { handling: ItemHandling::Stow, item: reader.own_item_name("item") }
            }
            "drop" => {
                Act::HandleItem { handling: ItemHandling::Drop, item: reader.own_item_name("item") }
            }
            "say" => Act::Say(command.get("text").into()),
            "stance" => Act::SetStandingOrders {
                match_order: MatchOrder::parse(command.get("match")),
                resist_order: ResistOrder::parse(command.get("resist")),
            },
            "fate" => Act::SpendActionPoint(reader.parse_or(
                "action",
                ActionKind::parse,
                ActionKind::Full,
            )),
            _ => Act::Pass,
        }
    }

    fn format_act(fight: &Fight, act: &Act) -> Command {
        let lucky =
            |words: Command, luck: bool| if luck { words.with("luck", true) } else { words };
        match act {
            Act::Maneuver { maneuver: deed, luck } => {
                lucky(format_maneuver(fight, Command::new(maneuver_verb(deed)), deed), *luck)
            }
            Act::Defend => Command::new("defend"),
            Act::Move { to, payment: gait, luck } => {
                let words = with_goal_mark(Command::new("move"), *to);
                lucky(words.with("action", gait.map_or("", MovePayment::key)), *luck)
            }
            Act::Flee { method: flight, luck } => {
                let words = Command::new("flee").with("action", flight.map_or("", FleeMethod::key));
                lucky(words, *luck)
            }
            Act::Concede => Command::new("concede"),
            Act::Ready(None) => Command::new("ready"),
            Act::Ready(Some(readied)) => format_readied(fight, readied),
            Act::Trigger => Command::new("trigger"),
            Act::Combine { combination, luck } => {
                lucky(format_combination(fight, combination), *luck)
            }
            Act::Hold => Command::new("hold"),
            Act::Pass => Command::new("pass"),
            Act::EndHolding => Command::new("done"),
            Act::SetAttention(target) => {
                Command::new("engage").with("target", target.map_or("none", |it| fight.name(it)))
            }
            Act::StandUp => Command::new("stand"),
            Act::HandleItem { handling, item } => {
                let verb = match handling {
                    ItemHandling::Equip => "equip",
                    ItemHandling::Stow => "stow",
                    ItemHandling::Drop => "drop",
                };
                Command::new(verb).with("item", item)
            }
            Act::Say(text) => Command::new("say").with("text", text),
            Act::SetStandingOrders { match_order: matching, resist_order: resisting } => {
                let words = matching
                    .iter()
                    .fold(Command::new("stance"), |words, order| words.with("match", order.key()));
                resisting.iter().fold(words, |words, order| words.with("resist", order.key()))
            }
            Act::SpendActionPoint(action) => {
                Command::new("fate").with("action", action.map_or("", ActionKind::key))
            }
        }
    }

    fn parse_order(fight: &Fight, command: &Command) -> Result<Order, Refusal> {
        let read = OrderParser { fight, command };
        Ok(match command.verb.as_str() {
            "length" => {
                let feet = read.parse_number("feet", 20)?;
                let is_fine = feet % 5 == 0 && (5..=500).contains(&feet);
                let feet = is_fine.then_some(feet as Feet);
                let feet = feet.ok_or_else(|| Refusal::bad_value("feet", command.get("feet")))?;
                Order::SetZoneLength { zone: read.parse_zone()?, feet }
            }
            "terrain" => Order::SetMovementHindrance {
                zone: read.parse_zone()?,
                hindrance: read.parse_hindrance()?,
            },
            "obstacle" => Order::SetBorderObstacle {
                zone: read.parse_zone()?,
                hindrance: read.parse_hindrance()?,
            },
            "narrow" => Order::SetNarrow {
                zone: read.parse_zone()?,
                is_narrow: is_on_by_default(command, "on"),
            },
            "hazard" => {
                let damage = command.get("damage");
                let secret = command.is_on("secret");
                let hazard = match damage.trim() {
                    "none" => None,
                    _ => {
                        Some(Hazard { damage: read.parse_dice_code("damage")?, is_secret: secret })
                    }
                };
                Order::SetHazard { zone: read.parse_zone()?, hazard }
            }
            "object" => read.parse_object_order()?,
            "exit" => {
                let end = ExitEnd::parse(command.get("end"))
                    .ok_or_else(|| Refusal::bad_value("end", command.get("end")))?;
                Order::SetExit { side: read.parse_side("side")?, exit: end }
            }
            "ally" => Order::SetAlliance {
                side: read.parse_side("side")?,
                other_side: read.parse_side("with")?,
                is_allied: is_on_by_default(command, "on"),
            },
            "place" => Order::PlaceCombatant { who: read.parse_who()?, mark: read.parse_mark()? },
            "chaos" => Order::SetChaos(read.parse_chaos()?),
            "adv" => Order::GiveBoon { who: read.parse_who()?, effect: read.parse_boon_effect()? },
            "condition" => read.parse_condition_order()?,
            "luck" => {
                let amount = u8::try_from(read.parse_number("amount", 1)?);
                let amount = amount.ok().filter(|amount| (1..=9).contains(amount));
                let amount =
                    amount.ok_or_else(|| Refusal::bad_value("amount", command.get("amount")))?;
                Order::AddLuck { who: read.parse_who()?, amount }
            }
            "strike" => Order::RemoveCombinedBonuses(read.parse_who()?),
            "fire" => Order::FireReadied(read.parse_who()?),
            "scene" => Order::EndScene,
            "tend" => {
                let (who, target) = (read.parse_who()?, read.parse_combatant("target")?);
                let skill = match command.get("skill") {
                    "" if who == target => Skill::Recover,
                    "" => Skill::Medicine,
                    text => Skill::parse(text).ok_or_else(|| Refusal::bad_value("skill", text))?,
                };
                Order::TreatOutsideFight { who, target, skill }
            }
            "meaning" => Order::SetDefeatMeaning {
                who: read.parse_who()?,
                text: command.get("text").trim().into(),
            },
            verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
        })
    }

    /// An answer is one of the choices, or one that is spelled out. RANKS-REF-2: an action that the
    /// addressee lacks is refused, and the window stays.
    fn parse_answer(
        fight: &Fight,
        request: &PromptRequest,
        command: &Command,
    ) -> Result<Answer, Refusal> {
        let listed =
            request.choices.iter().find(|choice| Ranks::format_answer(fight, choice) == *command);
        if let Some(answer) = listed {
            check_still_offered(fight, request, answer)?;
            return Ok(answer.clone());
        }
        let refused = |why: RefusalReason, who: CombatantId| why.to_refusal(fight, who);
        let not_offered = || Refusal::new("bad-target", "").with("verb", &command.verb);
        match (&request.question, command.verb.as_str()) {
            (
                Question::Resist { who, .. }
                | Question::Soak { who, .. }
                | Question::ForcedMove { who, .. },
                "resist",
            ) => {
                let (action, luck) = parse_response(fight, *who, command)?;
                let with = match command.get("skill") {
                    "" => best_offered_ability(fight, request, *who),
                    text => Ability::parse(text),
                };
                let offers = |ability: &Ability| {
                    request.choices.iter().any(|one| match one {
                        Answer::Resist { ability: with, .. } => with == ability,
                        _ => false,
                    })
                };
                let unfit = || refused(RefusalReason::new("bad-skill", "RANKS-RESP-2"), *who);
                let with = with.filter(offers).ok_or_else(unfit)?;
                Ok(Answer::Resist { action, ability: with, spends_luck: luck })
            }
            (Question::Match { .. }, "match") => {
                let (text, luck) = (command.get("action"), command.is_on("luck"));
                let action =
                    MatchPayment::parse(text).ok_or_else(|| Refusal::bad_value("action", text))?;
                let answer = Answer::Match { payment: action, spends_luck: luck };
                check_still_offered(fight, request, &answer)?;
                Ok(answer)
            }
            (Question::Advantage { who, rank, .. }, "gain") => {
                parse_advantage_answer(fight, request, *who, *rank, command)
            }
            (Question::Recovery { who, .. }, "treat") => {
                let (cure, said) =
                    (TreatmentKind::parse(command.get("effect")), command.get("condition"));
                let said = said.trim().to_lowercase();
                let is_meant = |choice: &&Answer| match choice {
                    Answer::Treat { kind: one, condition: which } => {
                        Some(*one) == cure && which.to_string() == said
                    }
                    _ => false,
                };
                let unfit = || refused(RefusalReason::new("no-condition", "RANKS-REC-3"), *who);
                let answer = request.choices.iter().find(is_meant).cloned().ok_or_else(unfit)?;
                check_still_offered(fight, request, &answer)?;
                Ok(answer)
            }
            (Question::Ruling { who, is_readied, .. }, "rule") => {
                let difficulty = match command.get("difficulty") {
                    "" => checks::MODERATE_DIFFICULTY,
                    text => parse_difficulty(text)
                        .ok_or_else(|| Refusal::bad_value("difficulty", text))?,
                };
                let action = match command.get("action") {
                    _ if *is_readied => None,
                    "" => Some(actions_left(fight, *who).next().unwrap_or(ActionKind::Full)),
                    text => Some(
                        ActionKind::parse(text)
                            .ok_or_else(|| Refusal::bad_value("action", text))?,
                    ),
                };
                let answer =
                    Answer::Rule { difficulty, action, effect: command.get("effect").into() };
                check_still_offered(fight, request, &answer)?;
                Ok(answer)
            }
            (Question::NewAbility { .. }, "rule") => match command.get("effect").trim() {
                "" => Err(Refusal::bad_value("effect", "")),
                text => Ok(Answer::GrantAbility(text.into())),
            },
            _ => Err(not_offered()),
        }
    }

    fn format_answer(fight: &Fight, answer: &Answer) -> Command {
        let lucky =
            |words: Command, luck: bool| if luck { words.with("luck", true) } else { words };
        match answer {
            Answer::Resist { action, ability: with, spends_luck: luck } => {
                let words = Command::new("resist").with("action", action.key());
                lucky(words.with("skill", with.key()), *luck)
            }
            Answer::UseFixedValue => Command::new("stand"),
            Answer::Match { payment: action, spends_luck: luck } => {
                lucky(Command::new("match").with("action", action.key()), *luck)
            }
            Answer::DoNotMatch => Command::new("let-go"),
            Answer::PickAdvantage { effect, receiver: to, skill } => {
                let words = Command::new("gain").with("effect", effect.key());
                let words = words.with("target", fight.name(*to));
                skill.iter().fold(words, |words, skill| words.with("skill", skill.key()))
            }
            Answer::Treat { kind: cure, condition: which } => {
                Command::new("treat").with("effect", cure.key()).with("condition", which)
            }
            Answer::AddRecoveryDie => Command::new("treat").with("effect", "recovering"),
            Answer::Rule { difficulty, action, effect } => {
                let words = Command::new("rule").with("difficulty", difficulty);
                let words =
                    action.iter().fold(words, |words, action| words.with("action", action.key()));
                if effect.is_empty() { words } else { words.with("effect", effect) }
            }
            Answer::GrantAbility(text) => Command::new("rule").with("effect", text),
            Answer::Refuse => Command::new("refuse"),
        }
    }
}

impl ActParser<'_> {
    /// What a slot says, or what goes without saying.
    fn parse_or<T>(&self, slot: &str, parse: fn(&str) -> Option<T>, otherwise: T) -> Option<T> {
        match self.command.get(slot) {
            "" => Some(otherwise),
            text => parse(text),
        }
    }

    fn combatant_or_nobody(&self, slot: &str) -> CombatantId {
        let viewer = self.fight.viewer_of(Initiator::Combatant(self.who));
        self.fight.find_combatant(viewer, self.command.get(slot)).unwrap_or(CombatantId::NOBODY)
    }

    fn combatant_if_given(&self, slot: &str) -> Option<CombatantId> {
        (!self.command.get(slot).is_empty()).then(|| self.combatant_or_nobody(slot))
    }

    fn own_item_name(&self, slot: &str) -> Name {
        let body = self.fight.body(self.who);
        find_name_or_lowercase(body.gear.iter().map(|item| &item.name), self.command.get(slot))
    }

    /// Carried, or lying in reach of hand.
    fn item_name_in_reach(&self) -> Name {
        let carried = self.fight.body(self.who).gear.iter().map(|item| &item.name);
        let lying = free_actions::dropped_items_in_reach(self.fight, self.who)
            .map(|(_, lying)| &lying.item.name);
        find_name_or_lowercase(carried.chain(lying), self.command.get("item"))
    }

    fn weapon_or(&self, otherwise: impl FnOnce(&Body) -> Option<Name>) -> Name {
        let body = self.fight.body(self.who);
        match self.command.get("weapon") {
            "" => otherwise(body).unwrap_or_else(|| body.first_weapon().0.clone()),
            text if text.trim().eq_ignore_ascii_case(UNARMED) => UNARMED.into(),
            _ => self.own_item_name("weapon"),
        }
    }

    /// A weapon and its category, which counts for nothing where it is not at hand.
    fn weapon_and_category(&self) -> (Name, WeaponCategory) {
        let weapon = self.weapon_or(|_| None);
        let at_hand = self.fight.body(self.who).weapon_at_hand(&weapon);
        let category = at_hand.map_or(WeaponCategory::Unarmed, |weapon| weapon.category);
        (weapon, category)
    }

    /// The first weapon at hand that reaches, else the first at hand.
    fn weapon_reaching(&self, target: CombatantId) -> Name {
        let (fight, who) = (self.fight, self.who);
        self.weapon_or(|body| {
            fight.get(target)?;
            let reaches =
                |name: &Name| attacks::check_weapon_reach(fight, who, target, name).is_ok();
            let mut all = body.weapons_at_hand().map(|(name, _)| name);
            all.find(|name| reaches(name)).cloned()
        })
    }

    /// A mark, the nearest mark of a zone, or the nearest at a distance from somebody.
    fn goal_mark(&self) -> Option<Feet> {
        let (fight, from) = (self.fight, mark_of(self.fight, self.who));
        let text = self.command.get("to").trim();
        if !text.is_empty() {
            let zone = || {
                fight.zones.find_by_name(text).map(|zone| nearest_mark_in_zone(fight, zone, from))
            };
            return text.parse().ok().or_else(zone);
        }
        let target = self.combatant_if_given("target")?;
        if fight.get(target).is_none() {
            return Some(UNKNOWN_TARGET_MARK);
        }
        let reach: Feet = match self.command.get("reach").trim() {
            "" => 5,
            text => text.parse().ok()?,
        };
        nearest_mark_at_distance(fight, mark_of(fight, target), (reach, reach), from)
    }

    /// A deed, by its verb.
    fn parse_maneuver(&self, verb: &str) -> Maneuver {
        let words = self.command;
        match verb {
            "attack" => {
                let target = self.combatant_or_nobody("target");
                Maneuver::Attack { target, weapon: self.weapon_reaching(target) }
            }
            "force" => Maneuver::Force {
                method: ForceMethod::parse(words.get("how")),
                target: self.combatant_or_nobody("target"),
                direction: self.parse_or("direction", ForceDirection::parse, ForceDirection::Away),
            },
            "dash" => Maneuver::Dash { to: self.goal_mark() },
            "shift" => {
                let here =
                    objects::zone_and_objects(self.fight, self.who).1.iter().map(|one| &one.name);
                let object = find_name_or_lowercase(here, words.get("object"));
                Maneuver::ShiftObject { object, target: self.combatant_if_given("target") }
            }
            "advantage" => Maneuver::GainAdvantage {
                method: AdvantageMethod::parse(words.get("how")),
                target: self.combatant_if_given("target"),
                item: (!words.get("item").is_empty()).then(|| self.own_item_name("item")),
            },
            "taunt" => {
                let how = TauntKind::parse(words.get("how"));
                Maneuver::Taunt { kind: how, target: self.combatant_or_nobody("target") }
            }
            "recover" => {
                let patient = self.combatant_if_given("target").unwrap_or(self.who);
                let skill = match words.get("skill") {
                    "" if patient == self.who => Some(Skill::Recover),
                    "" => Some(Skill::Medicine),
                    text => Skill::parse(text),
                };
                Maneuver::TreatCondition { skill, patient }
            }
            _ => {
                let ability = match words.get("skill") {
                    "" => Some(Ability::Attribute(Attribute::Dexterity)),
                    text => Ability::parse(text),
                };
                Maneuver::OtherSkill { ability, text: self.maneuver_text() }
            }
        }
    }

    /// What is said of a deed; of a readied one the words are the trigger's.
    fn maneuver_text(&self) -> String {
        if self.command.verb == "ready" { "" } else { self.command.get("text") }.into()
    }

    /// None: a trigger or a check that there is not.
    fn parse_readied(&self) -> Option<ReadiedCheck> {
        let trigger = Trigger::parse(self.command.get("trigger"))?;
        let check = match (trigger, self.command.get("check").trim()) {
            (Trigger::Text, verb) if MANEUVER_VERBS.contains(&verb) => {
                ReadiedAction::Maneuver(self.parse_maneuver(verb))
            }
            (_, "attack") => {
                let (weapon, category) = self.weapon_and_category();
                ReadiedAction::Strike { weapon, category }
            }
            (_, "force") => ReadiedAction::Force {
                method: ForceMethod::parse(self.command.get("how")),
                direction: self.parse_or("direction", ForceDirection::parse, ForceDirection::Away),
            },
            (_, "dash") => {
                let (weapon, category) = self.weapon_and_category();
                ReadiedAction::Pursue { weapon, category }
            }
            (_, "defend") => ReadiedAction::Defend,
            (_, _) => return None,
        };
        let enemy = match self.command.get("enemy").trim() {
            "" | "any" => None,
            _ => Some(self.combatant_or_nobody("enemy")),
        };
        let is_text = trigger == Trigger::Text;
        let text = if is_text { self.command.get("text").into() } else { String::new() };
        Some(ReadiedCheck { trigger, enemy, action: check, trigger_text: text })
    }

    fn parse_combination(&self) -> Combination {
        let (fight, who, words) = (self.fight, self.who, self.command);
        let (target, hinders) = (self.combatant_or_nobody("target"), words.verb == "interfere");
        let (kind, skill) =
            (CombinableAction::parse(words.get("kind")), Skill::parse(words.get("skill")));
        if kind != Some(CombinableAction::Attack) {
            let (enemy, weapon) = (CombatantId::NOBODY, "".into());
            return Combination { target, is_hindrance: hinders, kind, skill, enemy, weapon };
        }
        let weapon = self.weapon_or(|body| {
            let fits = |category| skill == Some(attacks::attack_skill(category));
            let mut all = body.weapons_at_hand();
            all.find(|(_, weapon)| fits(weapon.category)).map(|(name, _)| name.clone())
        });
        let in_reach =
            |enemy: &CombatantId| attacks::check_weapon_reach(fight, who, *enemy, &weapon).is_ok();
        let enemy = match (hinders, words.get("enemy")) {
            (true, _) => target,
            (false, "") => {
                let is_enemy = |one: &CombatantId| {
                    engagement::check_enemy_target(fight, who, *one, "").is_ok()
                };
                let enemies = || fight.iter().map(|(enemy, _)| enemy).filter(is_enemy);
                // Where nobody is in reach, that is what is wrong.
                let enemy = enemies().find(in_reach).or_else(|| enemies().next());
                enemy.unwrap_or(CombatantId::NOBODY)
            }
            (false, _) => self.combatant_or_nobody("enemy"),
        };
        Combination { target, is_hindrance: hinders, kind, skill, enemy, weapon }
    }
}

/// The verbs of deeds.
const MANEUVER_VERBS: &[&str] =
    &["attack", "force", "dash", "recover", "shift", "advantage", "taunt", "skill"];

/// A name as it is spelled where it is found, letters of either case; else as it is said.
fn find_name_or_lowercase<'a>(mut all: impl Iterator<Item = &'a Name>, text: &str) -> Name {
    let wanted = text.trim().to_lowercase();
    let found = all.find(|name| name.to_lowercase() == wanted);
    found.map_or_else(|| wanted.as_str().into(), Name::clone)
}

fn with_goal_mark(command: Command, to: Option<Feet>) -> Command {
    match to {
        Some(to) => command.with("to", to),
        None => command,
    }
}

/// The verb of a deed on the own turn.
pub fn maneuver_verb(maneuver: &Maneuver) -> &'static str {
    match maneuver {
        Maneuver::Attack { .. } => "attack",
        Maneuver::Force { .. } => "force",
        Maneuver::Dash { .. } => "dash",
        Maneuver::ShiftObject { .. } => "shift",
        Maneuver::GainAdvantage { .. } => "advantage",
        Maneuver::Taunt { .. } => "taunt",
        Maneuver::TreatCondition { .. } => "recover",
        Maneuver::OtherSkill { .. } => "skill",
    }
}

fn format_maneuver(fight: &Fight, command: Command, maneuver: &Maneuver) -> Command {
    let aimed = |words: Command, target: &Option<CombatantId>| {
        target.iter().fold(words, |words, target| words.with("target", fight.name(*target)))
    };
    match maneuver {
        Maneuver::Attack { target, weapon } => {
            command.with("target", fight.name(*target)).with("weapon", weapon)
        }
        Maneuver::Force { method: how, target, direction } => {
            let words = command.with("how", how.map_or("", ForceMethod::key));
            let words = words.with("target", fight.name(*target));
            words.with("direction", direction.map_or("", ForceDirection::key))
        }
        Maneuver::Dash { to } => with_goal_mark(command, *to),
        Maneuver::ShiftObject { object, target } => aimed(command.with("object", object), target),
        Maneuver::GainAdvantage { method: how, target, item } => {
            let words = aimed(command.with("how", how.map_or("", AdvantageMethod::key)), target);
            item.iter().fold(words, |words, item| words.with("item", item))
        }
        Maneuver::Taunt { kind: how, target } => {
            let words = command.with("how", how.map_or("", TauntKind::key));
            words.with("target", fight.name(*target))
        }
        Maneuver::TreatCondition { skill, patient } => {
            let words = command.with("skill", skill.map_or("", Skill::key));
            words.with("target", fight.name(*patient))
        }
        Maneuver::OtherSkill { ability, text } => {
            let words = command.with("skill", ability.map_or("", Ability::key));
            if text.is_empty() { words } else { words.with("text", text) }
        }
    }
}

/// What is readied, as it is said.
pub fn format_readied(fight: &Fight, readied: &ReadiedCheck) -> Command {
    let words = Command::new("ready").with("trigger", readied.trigger.key());
    let words = match &readied.action {
        ReadiedAction::Strike { weapon, .. } => {
            words.with("check", "attack").with("weapon", weapon)
        }
        ReadiedAction::Force { method: how, direction } => {
            let words = words.with("check", "force").with("how", how.map_or("", ForceMethod::key));
            words.with("direction", direction.map_or("", ForceDirection::key))
        }
        ReadiedAction::Pursue { weapon, .. } => words.with("check", "dash").with("weapon", weapon),
        ReadiedAction::Defend => words.with("check", "defend"),
        ReadiedAction::Maneuver(deed) => {
            format_maneuver(fight, words.with("check", maneuver_verb(deed)), deed)
        }
    };
    let enemy = readied.enemy.map_or("any", |enemy| fight.name(enemy));
    let words = words.with("enemy", enemy);
    if readied.trigger_text.is_empty() { words } else { words.with("text", &readied.trigger_text) }
}

fn format_combination(fight: &Fight, combination: &Combination) -> Command {
    let Combination { target, is_hindrance: hinders, kind, skill, enemy, weapon } = combination;
    let words = Command::new(if *hinders { "interfere" } else { "assist" });
    let words = words.with("target", fight.name(*target));
    let words = words.with("kind", kind.map_or("", CombinableAction::key));
    let words = words.with("skill", skill.map_or("", Skill::key));
    match (kind, hinders) {
        (Some(CombinableAction::Attack), true) => words.with("weapon", weapon),
        (Some(CombinableAction::Attack), false) => {
            words.with("weapon", weapon).with("enemy", fight.name(*enemy))
        }
        (Some(_) | None, _) => words,
    }
}

/// The GM's side of reading.
struct OrderParser<'a> {
    fight: &'a Fight,
    command: &'a Command,
}

impl OrderParser<'_> {
    fn parse_zone(&self) -> Result<ZoneId, Refusal> {
        let name = self.command.get("zone");
        self.fight.zones.find_by_name(name).ok_or_else(|| Refusal::bad_value("zone", name))
    }

    fn parse_combatant(&self, slot: &str) -> Result<CombatantId, Refusal> {
        self.fight.find_named_or_refuse(self.command.get(slot))
    }

    fn parse_who(&self) -> Result<CombatantId, Refusal> {
        self.parse_combatant("who")
    }

    fn parse_number(&self, slot: &str, otherwise: i32) -> Result<i32, Refusal> {
        match self.command.get(slot).trim() {
            "" => Ok(otherwise),
            text => text.parse().map_err(|_| Refusal::bad_value(slot, text)),
        }
    }

    fn parse_dice_code(&self, slot: &str) -> Result<DiceCode, Refusal> {
        let text = self.command.get(slot);
        text.parse().map_err(|_| Refusal::bad_value(slot, text))
    }

    /// A side by its name as it is spelled in the fight, letters of either case.
    fn parse_side(&self, slot: &str) -> Result<Name, Refusal> {
        let text = self.command.get(slot);
        let sides = self.fight.iter().map(|(_, one)| &one.body.side);
        let name = find_name_or_lowercase(sides, text);
        if name.is_empty() { Err(Refusal::bad_value(slot, text)) } else { Ok(name) }
    }

    fn parse_mark(&self) -> Result<Feet, Refusal> {
        let (fight, text) = (self.fight, self.command.get("to").trim());
        let from = mark_of(fight, self.parse_who()?);
        let zone =
            || fight.zones.find_by_name(text).map(|zone| nearest_mark_in_zone(fight, zone, from));
        text.parse().ok().or_else(zone).ok_or_else(|| Refusal::bad_value("to", text))
    }

    fn parse_difficulty(&self) -> Result<u8, Refusal> {
        match self.command.get("difficulty") {
            "" => Ok(checks::MODERATE_DIFFICULTY),
            text => parse_difficulty(text).ok_or_else(|| Refusal::bad_value("difficulty", text)),
        }
    }

    fn parse_hindrance(&self) -> Result<Option<Hindrance>, Refusal> {
        let text = self.command.get("skill");
        if text.trim() == "none" {
            return Ok(None);
        }
        let skill = Skill::parse(text).filter(|skill| MOVEMENT_SKILLS.contains(skill));
        let skill = skill.ok_or_else(|| Refusal::bad_value("skill", text))?;
        let stops = self.command.is_on("stops");
        Ok(Some(Hindrance { skill, difficulty: self.parse_difficulty()?, stops_on_failure: stops }))
    }

    fn parse_object_order(&self) -> Result<Order, Refusal> {
        let name = self.command.get("object").trim();
        if name.is_empty() || name.chars().count() > 40 {
            return Err(Refusal::bad_value("object", name));
        }
        let zone = self.parse_zone()?;
        if !is_on_by_default(self.command, "on") {
            return Ok(Order::RemoveObject { zone, object: name.into() });
        }
        let difficulty = self.parse_difficulty()?;
        let damage = match self.command.get("damage") {
            "" => default_object_damage(difficulty),
            _ => self.parse_dice_code("damage")?,
        };
        Ok(Order::AddObject { zone, object: Object { name: name.into(), difficulty, damage } })
    }

    fn parse_chaos(&self) -> Result<ChaosMode, Refusal> {
        let text = self.command.get("rounds").trim();
        match text {
            "off" => Ok(ChaosMode::Off),
            "encounter" => Ok(ChaosMode::WholeEncounter),
            _ => {
                let rounds = if text.is_empty() { Some(1) } else { text.parse::<u16>().ok() };
                let rounds = rounds.filter(|rounds| *rounds > 0);
                let rounds = rounds.ok_or_else(|| Refusal::bad_value("rounds", text))?;
                Ok(ChaosMode::UntilRound(self.fight.round.saturating_add(rounds)))
            }
        }
    }

    fn parse_boon_effect(&self) -> Result<BoonEffect, Refusal> {
        match self.command.get("how").trim() {
            "advantage" => Ok(BoonEffect::Advantage),
            "disadvantage" => Ok(BoonEffect::Disadvantage),
            "bonus" => {
                let amount = self.parse_number("amount", 2)?;
                let amount = i8::try_from(amount).ok().filter(|it| (-20..=20).contains(it));
                amount
                    .map(BoonEffect::FlatBonus)
                    .ok_or_else(|| Refusal::bad_value("amount", self.command.get("amount")))
            }
            text => Err(Refusal::bad_value("how", text)),
        }
    }

    fn parse_condition_order(&self) -> Result<Order, Refusal> {
        let (who, is_on) = (self.parse_who()?, is_on_by_default(self.command, "on"));
        let text = self.command.get("condition");
        if text.trim() == "prone" {
            return Ok(Order::SetProne { who, is_prone: is_on });
        }
        let ailment =
            ConditionName::parse(text).ok_or_else(|| Refusal::bad_value("condition", text))?;
        Ok(Order::SetCondition { who, condition: ailment, is_on })
    }
}

/// With what a check is rolled where nobody says: the highest fixed value.
fn best_offered_ability(
    fight: &Fight,
    request: &PromptRequest,
    who: CombatantId,
) -> Option<Ability> {
    let with = request.choices.iter().filter_map(|choice| match choice {
        Answer::Resist { ability: with, .. } => Some(*with),
        _ => None,
    });
    let all: Vec<Ability> = with.collect();
    all.into_iter().rev().max_by_key(|with| checks::fixed_value(fight, who, *with))
}

fn parse_response(
    fight: &Fight,
    who: CombatantId,
    command: &Command,
) -> Result<(ActionKind, bool), Refusal> {
    let text = command.get("action");
    let action = ActionKind::parse(text).ok_or_else(|| Refusal::bad_value("action", text))?;
    let luck = command.is_on("luck");
    check_response(fight, who, action, luck).map_err(|why| why.to_refusal(fight, who))?;
    Ok((action, luck))
}

/// RANKS-REF-2: what is offered is accepted, also once the GM has ruled while the window is open; a
/// default that is gone becomes the default of what is left.
pub fn without_stale_answers(fight: &Fight, request: PromptRequest) -> PromptRequest {
    let choices: Vec<Answer> = match request.question {
        // What there was to pay with may be gone, and something else be in its place.
        Question::Match { who, .. } => prompts::match_answers(fight, who, &request.question),
        Question::Ruling { who, is_readied, .. } => prompts::ruling_answers(fight, who, is_readied),
        _ => {
            let is_left = |choice: &&Answer| check_still_offered(fight, &request, choice).is_ok();
            request.choices.iter().filter(is_left).cloned().collect()
        }
    };
    let default = match request.question {
        _ if choices.contains(&request.default) => request.default.clone(),
        Question::Resist { .. } | Question::Soak { .. } | Question::ForcedMove { .. } => {
            Answer::UseFixedValue
        }
        Question::Match { .. } => Answer::DoNotMatch,
        Question::Advantage { .. } => advantages::default_answer(&choices),
        Question::Recovery { .. } => recovery::default_treatment(&choices),
        Question::Ruling { .. } => choices[0].clone(),
        Question::NewAbility { .. } => request.default.clone(),
    };
    PromptRequest { choices, default, ..request }
}

/// What was offered may be gone: the GM rules while a window is open.
fn check_still_offered(
    fight: &Fight,
    request: &PromptRequest,
    answer: &Answer,
) -> Result<(), Refusal> {
    let (who, is_paid) = match (request.respondent, &request.question) {
        (_, Question::Ruling { who, is_readied, .. }) => (*who, !is_readied),
        (Initiator::Combatant(who), _) => (who, true),
        (Initiator::Gm, _) => return Ok(()),
    };
    let checked = match (answer, &request.question) {
        (Answer::Resist { action, spends_luck: luck, .. }, _) => {
            check_response(fight, who, *action, *luck)
        }
        (Answer::Match { payment: action, spends_luck: luck }, question) => {
            check_match(fight, who, question, *action, *luck)
        }
        // RANKS-TURN-2: what is spent pays for nothing.
        (Answer::Rule { action: Some(action), .. }, _) if is_paid => {
            check_response(fight, who, *action, false)
        }
        (Answer::PickAdvantage { effect, receiver: to, skill }, _) => {
            advantages::check_gain(fight, who, *effect, *to, *skill)
        }
        (
            Answer::Treat { kind: cure, condition: which },
            Question::Recovery { patient, rank, .. },
        ) => recovery::check_treatment_possible(fight, *patient, *rank, *cure, *which),
        _ => Ok(()),
    };
    checked.map_err(|why| why.to_refusal(fight, who))
}

/// RANKS-MATCH-2: an incidental movement pays for matching one, while it is left; else an action.
fn check_match(
    fight: &Fight,
    who: CombatantId,
    question: &Question,
    payment: MatchPayment,
    spends_luck: bool,
) -> Result<(), RefusalReason> {
    if matching::match_payments(fight, who, question).contains(&payment) {
        return checks::check_luck(fight, who, spends_luck);
    }
    match payment {
        MatchPayment::IncidentalMove => Err(RefusalReason::new("no-move", "RANKS-MATCH-2")),
        MatchPayment::Bonus => check_response(fight, who, ActionKind::Bonus, spends_luck),
        MatchPayment::Full => check_response(fight, who, ActionKind::Full, spends_luck),
    }?;
    Err(RefusalReason::new("bad-skill", "RANKS-MATCH-2"))
}

/// RANKS-REF-2: the action must be there, and the luck point.
fn check_response(
    fight: &Fight,
    who: CombatantId,
    action: ActionKind,
    spends_luck: bool,
) -> Result<(), RefusalReason> {
    if actions_left(fight, who).any(|left| left == action) {
        return checks::check_luck(fight, who, spends_luck);
    }
    let key = match action {
        ActionKind::Full => "no-full",
        ActionKind::Bonus if fight.body(who).is_bonus_action_barred() => "barred",
        ActionKind::Bonus => "no-bonus",
    };
    Err(RefusalReason::new(key, "RANKS-REF-2"))
}

/// RANKS-ADV-3: one effect of the rank made or a lower one, for oneself or an active ally.
fn parse_advantage_answer(
    fight: &Fight,
    request: &PromptRequest,
    who: CombatantId,
    rank: u8,
    command: &Command,
) -> Result<Answer, Refusal> {
    let text = command.get("effect");
    let effect = AdvantageEffect::parse(text).filter(|effect| effect.rank() <= rank);
    let effect = effect.ok_or_else(|| Refusal::new("bad-target", "RANKS-ADV-3"))?;
    let to = match command.get("target") {
        "" => who,
        name => fight
            .find_combatant(fight.viewer_of(request.respondent), name)
            .unwrap_or(CombatantId::NOBODY),
    };
    let skill = match (effect, command.get("skill")) {
        (AdvantageEffect::RaisedSkill, "") if fight.get(to).is_some() => {
            Some(advantages::default_raised_skill(fight, to))
        }
        (AdvantageEffect::RaisedSkill, "") => None,
        (AdvantageEffect::RaisedSkill, text) => {
            let unfit = || RefusalReason::new("bad-skill", "RANKS-ADV-4").to_refusal(fight, who);
            Some(Skill::parse(text).ok_or_else(unfit)?)
        }
        _ => None,
    };
    advantages::check_gain(fight, who, effect, to, skill)
        .map_err(|why| why.to_refusal(fight, who))?;
    Ok(Answer::PickAdvantage { effect, receiver: to, skill })
}
