//! Codec: acts, orders and answers of Ranks to and from commands.
//!
//! A name that fits nothing the actor knows is parsed as an id that fits nothing, so that the rules
//! refuse it in their own order. Items and objects are named by their names.

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
    Ability, ActionKind, Attribute, Feet, Mark, MatchOrder, Name, ResistOrder, Skill,
};
use super::sheet::{Body, DiceCode, UNARMED, WeaponCategory};
use super::state::{ChaosMode, ExitEnd, Hazard, Hindrance, Object};
use super::verbs;
use super::zones::{
    MOVEMENT_SKILLS, default_object_damage, mark_of, nearest_mark_at_distance, nearest_mark_in_zone,
};
use super::{Fight, PromptRequest, attacks, engagement, objects};
use crate::Codec;
use crate::core::command::{Command, Refusal};
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::names::{NameKind, parse_given_name};
use crate::core::refusal_reason::RefusalReason;
use crate::core::verbs::Verb;

/// Parses an actor's command; names are looked up among what the actor knows.
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

    fn parse_act_without_checks(fight: &Fight, who: CombatantId, command: &Command) -> Option<Act> {
        let parser = ActParser { fight, who, command };
        let luck = command.is_on("luck");
        Some(match command.verb.as_str() {
            "attack" | "dash" | "force" | "recover" | "shift" | "advantage" | "taunt" | "skill" => {
                Act::Maneuver { maneuver: parser.parse_maneuver(&command.verb), luck }
            }
            "defend" => Act::Defend,
            "move" => Act::Move {
                to: parser.parse_destination_by_mark_zone_or_target(),
                payment: parser.parse_slot_or("action", MovePayment::parse, MovePayment::Free),
                luck,
            },
            "flee" => {
                let method = match command.get("action") {
                    "" => Some(fleeing::default_flee_method(fight, who)),
                    text => FleeMethod::parse(text),
                };
                Act::Flee { method, luck }
            }
            "concede" => Act::Concede,
            "ready" => Act::Ready(parser.parse_readied()),
            "trigger" => Act::Trigger,
            "assist" | "interfere" => {
                Act::Combine { combination: parser.parse_combination_with_defaults(), luck }
            }
            "hold" => Act::Hold,
            "done" => Act::EndHolding,
            "engage" => Act::SetAttention(match command.get("target").trim() {
                "none" => None,
                _ => Some(parser.combatant_or_nobody("target")),
            }),
            "stand" => Act::StandUp,
            "equip" => {
                Act::HandleItem { handling: ItemHandling::Equip, item: parser.item_name_in_reach() }
            }
            "stow" => {
                Act::HandleItem { handling: ItemHandling::Stow, item: parser.own_item_name("item") }
            }
            "drop" => {
                Act::HandleItem { handling: ItemHandling::Drop, item: parser.own_item_name("item") }
            }
            "say" => Act::Say(command.get("text").into()),
            "stance" => Act::SetStandingOrders {
                match_order: MatchOrder::parse(command.get("match")),
                resist_order: ResistOrder::parse(command.get("resist")),
            },
            "fate" => Act::SpendActionPoint(parser.parse_slot_or(
                "action",
                ActionKind::parse,
                ActionKind::Full,
            )),
            "pass" => Act::Pass,
            _ => return None,
        })
    }

    fn format_act(fight: &Fight, act: &Act) -> Command {
        match act {
            Act::Maneuver { maneuver, luck } => {
                with_maneuver_slots(fight, Command::new(maneuver_verb(maneuver)), maneuver)
                    .with_flag("luck", *luck)
            }
            Act::Defend => Command::new("defend"),
            Act::Move { to, payment, luck } => {
                let command = with_goal_mark(Command::new("move"), *to);
                command
                    .with("action", payment.map_or("", MovePayment::key))
                    .with_flag("luck", *luck)
            }
            Act::Flee { method, luck } => {
                let command =
                    Command::new("flee").with("action", method.map_or("", FleeMethod::key));
                command.with_flag("luck", *luck)
            }
            Act::Concede => Command::new("concede"),
            Act::Ready(None) => Command::new("ready"),
            Act::Ready(Some(readied)) => format_readied(fight, readied),
            Act::Trigger => Command::new("trigger"),
            Act::Combine { combination, luck } => {
                format_assist_or_interfere(fight, combination).with_flag("luck", *luck)
            }
            Act::Hold => Command::new("hold"),
            Act::Pass => Command::new("pass"),
            Act::EndHolding => Command::new("done"),
            Act::SetAttention(target) => Command::new("engage")
                .with("target", target.map_or("none", |target| fight.name(target))),
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
            Act::SetStandingOrders { match_order, resist_order } => Command::new("stance")
                .with_optional("match", match_order.map(MatchOrder::key))
                .with_optional("resist", resist_order.map(ResistOrder::key)),
            Act::SpendActionPoint(action) => {
                Command::new("fate").with("action", action.map_or("", ActionKind::key))
            }
        }
    }

    fn parse_order(fight: &Fight, command: &Command) -> Result<Order, Refusal> {
        let parser = OrderParser { fight, command };
        Ok(match command.verb.as_str() {
            "length" => {
                let feet = parser.parse_zone_length()?;
                Order::SetZoneLength { zone: parser.parse_zone()?, feet }
            }
            "terrain" => Order::SetMovementHindrance {
                zone: parser.parse_zone()?,
                hindrance: parser.parse_hindrance_or_removal()?,
            },
            "obstacle" => Order::SetBorderObstacle {
                zone: parser.parse_zone()?,
                hindrance: parser.parse_hindrance_or_removal()?,
            },
            "narrow" => Order::SetNarrow {
                zone: parser.parse_zone()?,
                is_narrow: command.is_on_or_missing("on")?,
            },
            "hazard" => {
                let hazard = parser.parse_hazard_or_removal()?;
                Order::SetHazard { zone: parser.parse_zone()?, hazard }
            }
            "object" => parser.parse_object_order()?,
            "exit" => {
                let exit = command.parse_slot("end", ExitEnd::parse)?;
                Order::SetExit { side: parser.parse_side("side")?, exit }
            }
            "ally" => Order::SetAlliance {
                side: parser.parse_side("side")?,
                other_side: parser.parse_side("with")?,
                is_allied: command.is_on_or_missing("on")?,
            },
            "place" => Order::PlaceCombatant {
                who: parser.parse_who()?,
                mark: parser.parse_mark_or_nearest_in_zone()?,
            },
            "chaos" => Order::SetChaos(parser.parse_chaos_duration()?),
            "adv" => {
                Order::GiveBoon { who: parser.parse_who()?, effect: parser.parse_boon_effect()? }
            }
            "condition" => parser.parse_condition_order()?,
            "luck" => {
                let amount = parser.parse_luck_amount()?;
                Order::AddLuck { who: parser.parse_who()?, amount }
            }
            "strike" => Order::RemoveCombinedBonuses(parser.parse_who()?),
            "fire" => Order::FireReadied(parser.parse_who()?),
            "scene" => Order::EndScene,
            "tend" => parser.parse_treatment_order()?,
            "meaning" => Order::SetDefeatMeaning {
                who: parser.parse_who()?,
                text: command.get("text").trim().into(),
            },
            verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
        })
    }

    /// Parses an answer: one of the listed choices, or another one that is spelled out.
    ///
    /// # Errors
    ///
    /// Refuses an answer with an action that the addressee lacks; the prompt stays open
    /// (RANKS-REF-2).
    fn parse_answer(
        fight: &Fight,
        request: &PromptRequest,
        command: &Command,
    ) -> Result<Answer, Refusal> {
        if let Some(answer) = request.find_choice(fight, command) {
            check_answer_still_possible(fight, request, answer)?;
            return Ok(answer.clone());
        }
        let not_offered = || Refusal::new("bad-target", "").with("verb", &command.verb);
        match (&request.question, command.verb.as_str()) {
            (
                Question::Resist { who, .. }
                | Question::Soak { who, .. }
                | Question::ForcedMove { who, .. },
                "resist",
            ) => parse_resist_answer(fight, request, *who, command),
            (Question::Match { .. }, "match") => {
                let payment = command.parse_slot("action", MatchPayment::parse)?;
                let answer = Answer::Match { payment, spends_luck: command.is_on("luck") };
                check_answer_still_possible(fight, request, &answer)?;
                Ok(answer)
            }
            (Question::Advantage { who, rank, .. }, "gain") => {
                parse_advantage_answer(fight, request, *who, *rank, command)
            }
            (Question::Recovery { who, .. }, "treat") => {
                let answer = find_treatment_choice(fight, request, *who, command)?;
                check_answer_still_possible(fight, request, &answer)?;
                Ok(answer)
            }
            (Question::Ruling { who, is_readied, .. }, "rule") => {
                let answer = parse_gm_ruling(fight, *who, *is_readied, command)?;
                check_answer_still_possible(fight, request, &answer)?;
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
        match answer {
            Answer::Resist { action, ability, spends_luck } => {
                let command = Command::new("resist").with("action", action.key());
                command.with("skill", ability.key()).with_flag("luck", *spends_luck)
            }
            Answer::UseFixedValue => Command::new("stand"),
            Answer::Match { payment, spends_luck } => {
                let command = Command::new("match").with("action", payment.key());
                command.with_flag("luck", *spends_luck)
            }
            Answer::DoNotMatch => Command::new("let-go"),
            Answer::PickAdvantage { effect, receiver, skill } => {
                let command = Command::new("gain").with("effect", effect.key());
                let command = command.with("target", fight.name(*receiver));
                command.with_optional("skill", skill.map(Skill::key))
            }
            Answer::Treat { kind, condition } => {
                Command::new("treat").with("effect", kind.key()).with("condition", condition)
            }
            Answer::AddRecoveryDie => Command::new("treat").with("effect", "recovering"),
            Answer::Rule { difficulty, action, effect } => {
                let command = Command::new("rule").with("difficulty", difficulty);
                let command = command.with_optional("action", action.map(ActionKind::key));
                command.with_text("effect", effect)
            }
            Answer::GrantAbility(text) => Command::new("rule").with("effect", text),
            Answer::Refuse => Command::new("refuse"),
        }
    }
}

/// Parses a roll to resist: the action and luck point that pay for it, and an offered ability, by
/// default the one with the highest fixed value.
fn parse_resist_answer(
    fight: &Fight,
    request: &PromptRequest,
    who: CombatantId,
    command: &Command,
) -> Result<Answer, Refusal> {
    let ResponsePayment { action, spends_luck } =
        parse_and_check_response_payment(fight, who, command)?;
    let ability = match command.get("skill") {
        "" => offered_ability_with_highest_fixed_value(fight, request, who),
        text => Ability::parse(text),
    };
    let is_offered = |ability: &Ability| {
        request.choices.iter().any(|choice| match choice {
            Answer::Resist { ability: offered, .. } => offered == ability,
            _ => false,
        })
    };
    let unfit = || RefusalReason::new("bad-skill", "RANKS-RESP-2").to_refusal(fight, who);
    let ability = ability.filter(is_offered).ok_or_else(unfit)?;
    Ok(Answer::Resist { action, ability, spends_luck })
}

/// Returns the offered treatment whose effect and condition the command names.
fn find_treatment_choice(
    fight: &Fight,
    request: &PromptRequest,
    who: CombatantId,
    command: &Command,
) -> Result<Answer, Refusal> {
    let named_kind = TreatmentKind::parse(command.get("effect"));
    let named_condition = command.get("condition").trim().to_lowercase();
    let is_meant = |choice: &&Answer| match choice {
        Answer::Treat { kind, condition } => {
            Some(*kind) == named_kind && condition.to_string() == named_condition
        }
        _ => false,
    };
    let unfit = || RefusalReason::new("no-condition", "RANKS-REC-3").to_refusal(fight, who);
    request.choices.iter().find(is_meant).cloned().ok_or_else(unfit)
}

/// Parses the GM's ruling: the difficulty, by default moderate, the action that the check costs, by
/// default the first that is left, and its effect in words. A readied check costs no action.
fn parse_gm_ruling(
    fight: &Fight,
    who: CombatantId,
    is_readied: bool,
    command: &Command,
) -> Result<Answer, Refusal> {
    let difficulty = command.parse_optional_slot("difficulty", parse_difficulty)?;
    let difficulty = difficulty.unwrap_or(checks::MODERATE_DIFFICULTY);
    let action = match command.get("action") {
        _ if is_readied => None,
        "" => Some(actions_left(fight, who).next().unwrap_or(ActionKind::Full)),
        _ => Some(command.parse_slot("action", ActionKind::parse)?),
    };
    Ok(Answer::Rule { difficulty, action, effect: command.get("effect").into() })
}

impl ActParser<'_> {
    /// Parses a slot, or returns the default if it is empty. Returns `None` if its text does not
    /// parse.
    fn parse_slot_or<T>(&self, slot: &str, parse: fn(&str) -> Option<T>, default: T) -> Option<T> {
        match self.command.get(slot) {
            "" => Some(default),
            text => parse(text),
        }
    }

    /// Returns the combatant whom the actor knows by the name in a slot;
    /// [`CombatantId::NOBODY`] if there is none.
    fn combatant_or_nobody(&self, slot: &str) -> CombatantId {
        self.fight.find_known_or_nobody(self.who, self.command.get(slot))
    }

    /// Returns the same as [`Self::combatant_or_nobody`], but `None` for an empty slot.
    fn combatant_if_given(&self, slot: &str) -> Option<CombatantId> {
        (!self.command.get(slot).is_empty()).then(|| self.combatant_or_nobody(slot))
    }

    /// Returns the name of a carried item as it is spelled there; another name in lower case.
    fn own_item_name(&self, slot: &str) -> Name {
        let body = self.fight.body(self.who);
        find_name_or_lowercase(body.gear.iter().map(|item| &item.name), self.command.get(slot))
    }

    /// Returns the name of an item that is carried or lies in reach of hand, as it is spelled
    /// there; another name in lower case.
    fn item_name_in_reach(&self) -> Name {
        let carried = self.fight.body(self.who).gear.iter().map(|item| &item.name);
        let dropped = free_actions::dropped_items_in_reach(self.fight, self.who)
            .map(|(_, dropped)| &dropped.item.name);
        find_name_or_lowercase(carried.chain(dropped), self.command.get("item"))
    }

    /// Returns the weapon that the command names; if it names none, that of `default`, or else the
    /// first weapon. A named one need not exist.
    fn parse_weapon_or_default_or_first(
        &self,
        default: impl FnOnce(&Body) -> Option<Name>,
    ) -> Name {
        let body = self.fight.body(self.who);
        match self.command.get("weapon") {
            "" => default(body).unwrap_or_else(|| body.first_weapon().0.clone()),
            text if text.trim().eq_ignore_ascii_case(UNARMED) => UNARMED.into(),
            _ => self.own_item_name("weapon"),
        }
    }

    /// Returns the weapon and its category. The category has no meaning if the weapon is not at
    /// hand, which is refused later.
    fn parse_weapon_and_category(&self) -> (Name, WeaponCategory) {
        let weapon = self.parse_weapon_or_default_or_first(|_| None);
        let at_hand = self.fight.body(self.who).weapon_at_hand(&weapon);
        let category = at_hand.map_or(WeaponCategory::Unarmed, |weapon| weapon.category);
        (weapon, category)
    }

    /// Returns the weapon that is named, else the first at hand that reaches the target, else the
    /// first at hand.
    fn parse_weapon_or_reaching(&self, target: CombatantId) -> Name {
        let (fight, who) = (self.fight, self.who);
        self.parse_weapon_or_default_or_first(|body| {
            fight.get_present(target)?;
            let reaches =
                |name: &Name| attacks::check_weapon_reach(fight, who, target, name).is_ok();
            let mut names = body.weapons_at_hand().map(|(name, _)| name);
            names.find(|name| reaches(name)).cloned()
        })
    }

    /// Returns the mark that is named, the nearest mark of a named zone, or the nearest mark at a
    /// distance from a target. Returns `None` if the command names no such place, and
    /// [`UNKNOWN_TARGET_MARK`] for an unknown target.
    fn parse_destination_by_mark_zone_or_target(&self) -> Option<Mark> {
        let (fight, from) = (self.fight, mark_of(self.fight, self.who));
        let text = self.command.get("to").trim();
        if !text.is_empty() {
            return parse_mark_or_nearest_in_zone(fight, text, from);
        }
        let target = self.combatant_if_given("target")?;
        if fight.get_present(target).is_none() {
            return Some(UNKNOWN_TARGET_MARK);
        }
        let reach: Feet = match self.command.get("reach").trim() {
            "" => 5,
            text => text.parse().ok()?,
        };
        nearest_mark_at_distance(fight, mark_of(fight, target), (reach, reach), from)
    }

    /// Parses the maneuver of a verb; any other verb than those of [`MANEUVER_VERBS`] is parsed as
    /// `skill`.
    fn parse_maneuver(&self, verb: &str) -> Maneuver {
        let command = self.command;
        match verb {
            "attack" => {
                let target = self.combatant_or_nobody("target");
                Maneuver::Attack { target, weapon: self.parse_weapon_or_reaching(target) }
            }
            "force" => Maneuver::Force {
                method: ForceMethod::parse(command.get("how")),
                target: self.combatant_or_nobody("target"),
                direction: self.parse_slot_or(
                    "direction",
                    ForceDirection::parse,
                    ForceDirection::Away,
                ),
            },
            "dash" => Maneuver::Dash { to: self.parse_destination_by_mark_zone_or_target() },
            "shift" => {
                let objects_here = objects::objects_in_zone_of(self.fight, self.who);
                let names = objects_here.iter().map(|object| &object.name);
                let object = find_name_or_lowercase(names, command.get("object"));
                Maneuver::ShiftObject { object, target: self.combatant_if_given("target") }
            }
            "advantage" => Maneuver::GainAdvantage {
                method: AdvantageMethod::parse(command.get("how")),
                target: self.combatant_if_given("target"),
                item: (!command.get("item").is_empty()).then(|| self.own_item_name("item")),
            },
            "taunt" => {
                let kind = TauntKind::parse(command.get("how"));
                Maneuver::Taunt { kind, target: self.combatant_or_nobody("target") }
            }
            "recover" => {
                let patient = self.combatant_if_given("target").unwrap_or(self.who);
                let skill = match command.get("skill") {
                    "" if patient == self.who => Some(Skill::Recover),
                    "" => Some(Skill::Medicine),
                    text => Skill::parse(text),
                };
                Maneuver::TreatCondition { skill, patient }
            }
            _ => {
                let ability = match command.get("skill") {
                    "" => Some(Ability::Attribute(Attribute::Dexterity)),
                    text => Ability::parse(text),
                };
                Maneuver::OtherSkill { ability, text: self.maneuver_text() }
            }
        }
    }

    /// Returns the words about a maneuver. In a `ready` command the words describe the trigger
    /// instead.
    fn maneuver_text(&self) -> String {
        if self.command.verb == "ready" { "" } else { self.command.get("text") }.into()
    }

    /// Parses a readied check; `None` for a trigger or check that does not exist.
    fn parse_readied(&self) -> Option<ReadiedCheck> {
        let trigger = Trigger::parse(self.command.get("trigger"))?;
        let action = self.parse_readied_action(trigger)?;
        let enemy = match self.command.get("enemy").trim() {
            "" | "any" => None,
            _ => Some(self.combatant_or_nobody("enemy")),
        };
        let trigger_text = match trigger {
            Trigger::Text => self.command.get("text").into(),
            _ => String::new(),
        };
        Some(ReadiedCheck { trigger, enemy, action, trigger_text })
    }

    /// Parses the check of a `ready` command: any maneuver for a text trigger, else one of those
    /// that a trigger makes possible. Returns `None` for a check that does not exist.
    fn parse_readied_action(&self, trigger: Trigger) -> Option<ReadiedAction> {
        let verb = self.command.get("check").trim();
        if trigger == Trigger::Text && MANEUVER_VERBS.contains(&verb) {
            return Some(ReadiedAction::Maneuver(self.parse_maneuver(verb)));
        }
        match verb {
            "attack" => {
                let (weapon, category) = self.parse_weapon_and_category();
                Some(ReadiedAction::Strike { weapon, category })
            }
            "force" => {
                let away = ForceDirection::Away;
                let direction = self.parse_slot_or("direction", ForceDirection::parse, away);
                let method = ForceMethod::parse(self.command.get("how"));
                Some(ReadiedAction::Force { method, direction })
            }
            "dash" => {
                let (weapon, category) = self.parse_weapon_and_category();
                Some(ReadiedAction::Pursue { weapon, category })
            }
            "defend" => Some(ReadiedAction::Defend),
            _ => None,
        }
    }

    /// Parses `assist` and `interfere`. Only an attack has a weapon and an enemy; if they are not
    /// named, they are the first that fit.
    fn parse_combination_with_defaults(&self) -> Combination {
        let target = self.combatant_or_nobody("target");
        let is_hindrance = self.command.verb == "interfere";
        let kind = CombinableAction::parse(self.command.get("kind"));
        let skill = Skill::parse(self.command.get("skill"));
        if kind != Some(CombinableAction::Attack) {
            let (enemy, weapon) = (CombatantId::NOBODY, "".into());
            return Combination { target, is_hindrance, kind, skill, enemy, weapon };
        }
        let weapon = self.parse_weapon_or_default_or_first(|body| {
            let uses_skill = |category| skill == Some(attacks::attack_skill(category));
            let mut weapons = body.weapons_at_hand();
            weapons.find(|(_, weapon)| uses_skill(weapon.category)).map(|(name, _)| name.clone())
        });
        let enemy = if is_hindrance {
            target
        } else if self.command.get("enemy").is_empty() {
            self.first_enemy_in_reach_or_any(&weapon)
        } else {
            self.combatant_or_nobody("enemy")
        };
        Combination { target, is_hindrance, kind, skill, enemy, weapon }
    }

    /// Returns the first enemy whom a weapon reaches. If it reaches none, returns the first enemy
    /// of all, whose distance is then refused.
    fn first_enemy_in_reach_or_any(&self, weapon: &Name) -> CombatantId {
        let (fight, who) = (self.fight, self.who);
        let mut first_enemy = CombatantId::NOBODY;
        for other in fight.present_ids() {
            if engagement::check_enemy_target(fight, who, other, "").is_err() {
                continue;
            }
            if attacks::check_weapon_reach(fight, who, other, weapon).is_ok() {
                return other;
            }
            if first_enemy == CombatantId::NOBODY {
                first_enemy = other;
            }
        }
        first_enemy
    }
}

/// The verbs of maneuvers.
const MANEUVER_VERBS: &[&str] =
    &["attack", "force", "dash", "recover", "shift", "advantage", "taunt", "skill"];

/// Returns the name that equals the text, ignoring case, as it is spelled; else the text in lower
/// case.
fn find_name_or_lowercase<'a>(mut names: impl Iterator<Item = &'a Name>, text: &str) -> Name {
    let wanted = text.trim().to_lowercase();
    let found = names.find(|name| name.to_lowercase() == wanted);
    found.map_or_else(|| wanted.as_str().into(), Name::clone)
}

/// Parses a mark as a number, or the name of a zone, which means its mark nearest to `from`.
/// Returns `None` for anything else.
fn parse_mark_or_nearest_in_zone(fight: &Fight, text: &str, from: Mark) -> Option<Mark> {
    if let Ok(mark) = text.parse() {
        return Some(mark);
    }
    let zone = fight.zones.find_by_name(text)?;
    Some(nearest_mark_in_zone(fight, zone, from))
}

/// Adds the slot `to` with a mark, if there is one.
fn with_goal_mark(command: Command, to: Option<Mark>) -> Command {
    match to {
        Some(to) => command.with("to", to),
        None => command,
    }
}

/// Returns the verb of a maneuver on the own turn.
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

/// Adds the slots that describe a maneuver to a command.
fn with_maneuver_slots(fight: &Fight, command: Command, maneuver: &Maneuver) -> Command {
    let with_target = |command: Command, target: &Option<CombatantId>| {
        command.with_optional("target", target.map(|target| fight.name(target)))
    };
    match maneuver {
        Maneuver::Attack { target, weapon } => {
            command.with("target", fight.name(*target)).with("weapon", weapon)
        }
        Maneuver::Force { method, target, direction } => {
            let command = command.with("how", method.map_or("", ForceMethod::key));
            let command = command.with("target", fight.name(*target));
            command.with("direction", direction.map_or("", ForceDirection::key))
        }
        Maneuver::Dash { to } => with_goal_mark(command, *to),
        Maneuver::ShiftObject { object, target } => {
            with_target(command.with("object", object), target)
        }
        Maneuver::GainAdvantage { method, target, item } => {
            let command = command.with("how", method.map_or("", AdvantageMethod::key));
            with_target(command, target).with_optional("item", item.as_ref())
        }
        Maneuver::Taunt { kind, target } => {
            let command = command.with("how", kind.map_or("", TauntKind::key));
            command.with("target", fight.name(*target))
        }
        Maneuver::TreatCondition { skill, patient } => {
            let command = command.with("skill", skill.map_or("", Skill::key));
            command.with("target", fight.name(*patient))
        }
        Maneuver::OtherSkill { ability, text } => {
            let command = command.with("skill", ability.map_or("", Ability::key));
            if text.is_empty() { command } else { command.with("text", text) }
        }
    }
}

/// Formats the command that readies a check.
pub fn format_readied(fight: &Fight, readied: &ReadiedCheck) -> Command {
    let command = Command::new("ready").with("trigger", readied.trigger.key());
    let command = match &readied.action {
        ReadiedAction::Strike { weapon, .. } => {
            command.with("check", "attack").with("weapon", weapon)
        }
        ReadiedAction::Force { method, direction } => {
            let command =
                command.with("check", "force").with("how", method.map_or("", ForceMethod::key));
            command.with("direction", direction.map_or("", ForceDirection::key))
        }
        ReadiedAction::Pursue { weapon, .. } => {
            command.with("check", "dash").with("weapon", weapon)
        }
        ReadiedAction::Defend => command.with("check", "defend"),
        ReadiedAction::Maneuver(maneuver) => {
            with_maneuver_slots(fight, command.with("check", maneuver_verb(maneuver)), maneuver)
        }
    };
    let enemy = readied.enemy.map_or("any", |enemy| fight.name(enemy));
    command.with("enemy", enemy).with_text("text", &readied.trigger_text)
}

/// Formats `assist` or `interfere`. Only an attack names a weapon, and only an assisted one its
/// enemy.
fn format_assist_or_interfere(fight: &Fight, combination: &Combination) -> Command {
    let Combination { target, is_hindrance, kind, skill, enemy, weapon } = combination;
    let command = Command::new(if *is_hindrance { "interfere" } else { "assist" });
    let command = command.with("target", fight.name(*target));
    let command = command.with("kind", kind.map_or("", CombinableAction::key));
    let command = command.with("skill", skill.map_or("", Skill::key));
    match (kind, is_hindrance) {
        (Some(CombinableAction::Attack), true) => command.with("weapon", weapon),
        (Some(CombinableAction::Attack), false) => {
            command.with("weapon", weapon).with("enemy", fight.name(*enemy))
        }
        (Some(_) | None, _) => command,
    }
}

/// Parses the GM's order.
struct OrderParser<'a> {
    fight: &'a Fight,
    command: &'a Command,
}

impl OrderParser<'_> {
    /// Returns the zone in the slot `zone`. Refuses an unknown one.
    fn parse_zone(&self) -> Result<ZoneId, Refusal> {
        self.command.parse_slot("zone", |name| self.fight.zones.find_by_name(name))
    }

    /// Returns the combatant in a slot. Refuses an unknown one.
    fn parse_combatant(&self, slot: &str) -> Result<CombatantId, Refusal> {
        self.fight.find_named_or_refuse(self.command.get(slot))
    }

    /// Returns the combatant in the slot `who`. Refuses an unknown one.
    fn parse_who(&self) -> Result<CombatantId, Refusal> {
        self.parse_combatant("who")
    }

    /// Parses the name of a side as it is spelled in the fight, ignoring case.
    fn parse_side(&self, slot: &str) -> Result<Name, Refusal> {
        let text = self.command.get(slot);
        let sides = self.fight.present_combatants().map(|(_, combatant)| &combatant.body.side);
        let name = find_name_or_lowercase(sides, text);
        if name.is_empty() { Err(Refusal::bad_value(slot, text)) } else { Ok(name) }
    }

    /// Parses a length in feet: 5 to 500 in steps of 5, by default 20.
    fn parse_zone_length(&self) -> Result<Feet, Refusal> {
        let feet = self.command.parse_number_or("feet", 20)?;
        let is_valid = feet % 5 == 0 && (5..=500).contains(&feet);
        if !is_valid {
            return Err(Refusal::bad_value("feet", self.command.get("feet")));
        }
        Ok(feet as Feet)
    }

    /// Parses an amount of luck points: 1 to 9, by default 1.
    fn parse_luck_amount(&self) -> Result<u8, Refusal> {
        let amount = u8::try_from(self.command.parse_number_or("amount", 1)?);
        let amount = amount.ok().filter(|amount| (1..=9).contains(amount));
        amount.ok_or_else(|| Refusal::bad_value("amount", self.command.get("amount")))
    }

    /// Parses where to place a combatant: a mark as a number, which may be off the line, or the
    /// mark of a named zone that is nearest to it.
    fn parse_mark_or_nearest_in_zone(&self) -> Result<Mark, Refusal> {
        let (fight, text) = (self.fight, self.command.get("to").trim());
        let from = mark_of(fight, self.parse_who()?);
        let mark = parse_mark_or_nearest_in_zone(fight, text, from);
        mark.ok_or_else(|| Refusal::bad_value("to", text))
    }

    /// Parses a difficulty, by default moderate.
    fn parse_difficulty(&self) -> Result<u8, Refusal> {
        let given = self.command.parse_optional_slot("difficulty", parse_difficulty)?;
        Ok(given.unwrap_or(checks::MODERATE_DIFFICULTY))
    }

    /// Parses a hindrance to movement; `skill:none` gives `None`, which removes it.
    fn parse_hindrance_or_removal(&self) -> Result<Option<Hindrance>, Refusal> {
        let text = self.command.get("skill");
        if text.trim() == "none" {
            return Ok(None);
        }
        let skill = Skill::parse(text).filter(|skill| MOVEMENT_SKILLS.contains(skill));
        let skill = skill.ok_or_else(|| Refusal::bad_value("skill", text))?;
        let stops_on_failure = self.command.is_on("stops");
        Ok(Some(Hindrance { skill, difficulty: self.parse_difficulty()?, stops_on_failure }))
    }

    /// Parses a hazard; `damage:none` gives `None`, which removes it.
    fn parse_hazard_or_removal(&self) -> Result<Option<Hazard>, Refusal> {
        if self.command.get("damage").trim() == "none" {
            return Ok(None);
        }
        let is_secret = self.command.is_on("secret");
        Ok(Some(Hazard { damage: self.parse_damage()?, is_secret }))
    }

    /// Parses a treatment outside the fight; by default with recover for oneself, and with medicine
    /// for another.
    fn parse_treatment_order(&self) -> Result<Order, Refusal> {
        let (who, target) = (self.parse_who()?, self.parse_combatant("target")?);
        let skill = match self.command.get("skill") {
            "" if who == target => Skill::Recover,
            "" => Skill::Medicine,
            _ => self.command.parse_slot("skill", Skill::parse)?,
        };
        Ok(Order::TreatOutsideFight { who, target, skill })
    }

    /// Parses an order that adds an object to a zone, or removes it with `on:false`. Refuses a name
    /// that is empty, longer than 40 characters, or that commands could not say.
    fn parse_object_order(&self) -> Result<Order, Refusal> {
        let name = self.command.get("object").trim();
        if name.is_empty() || name.chars().count() > 40 {
            return Err(Refusal::bad_value("object", name));
        }
        let zone = self.parse_zone()?;
        if !self.command.is_on_or_missing("on")? {
            return Ok(Order::RemoveObject { zone, object: name.into() });
        }
        let name = parse_given_name(NameKind::Item, name)?;
        let difficulty = self.parse_difficulty()?;
        let damage = match self.command.get("damage") {
            "" => default_object_damage(difficulty),
            _ => self.parse_damage()?,
        };
        Ok(Order::AddObject { zone, object: Object { name: name.into(), difficulty, damage } })
    }

    /// Parses the damage of a hazard or an object, as a code.
    fn parse_damage(&self) -> Result<DiceCode, Refusal> {
        let damage = self.command.parse_number("damage");
        damage.map_err(|refusal| refusal.with("amount", "code"))
    }

    /// Parses how long chaos lasts: `off`, `encounter`, or so many rounds after this one, by
    /// default 1.
    fn parse_chaos_duration(&self) -> Result<ChaosMode, Refusal> {
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

    /// Parses `how:` and, for a bonus, an `amount:` from -20 to 20, by default 2.
    fn parse_boon_effect(&self) -> Result<BoonEffect, Refusal> {
        match self.command.get("how").trim() {
            "advantage" => Ok(BoonEffect::Advantage),
            "disadvantage" => Ok(BoonEffect::Disadvantage),
            "bonus" => {
                let amount = self.command.parse_number_or("amount", 2)?;
                let amount = i8::try_from(amount).ok().filter(|amount| (-20..=20).contains(amount));
                amount
                    .map(BoonEffect::FlatBonus)
                    .ok_or_else(|| Refusal::bad_value("amount", self.command.get("amount")))
            }
            text => Err(Refusal::bad_value("how", text)),
        }
    }

    /// Parses an order that gives a condition or prone, or takes it away with `on:false`.
    fn parse_condition_order(&self) -> Result<Order, Refusal> {
        let (who, is_on) = (self.parse_who()?, self.command.is_on_or_missing("on")?);
        if self.command.get("condition").trim() == "prone" {
            return Ok(Order::SetProne { who, is_prone: is_on });
        }
        let condition = self.command.parse_slot("condition", ConditionName::parse)?;
        Ok(Order::SetCondition { who, condition, is_on })
    }
}

/// Returns the offered ability with the highest fixed value, of equals the first, which is rolled
/// if the answer names none.
fn offered_ability_with_highest_fixed_value(
    fight: &Fight,
    request: &PromptRequest,
    who: CombatantId,
) -> Option<Ability> {
    let mut abilities = Vec::new();
    for choice in &request.choices {
        if let Answer::Resist { ability, .. } = choice {
            abilities.push(*ability);
        }
    }
    // `max_by_key` returns the last maximum, so that the order is reversed.
    abilities.into_iter().rev().max_by_key(|ability| checks::fixed_value(fight, who, *ability))
}

/// What a combatant pays for a response.
struct ResponsePayment {
    action: ActionKind,
    spends_luck: bool,
}

/// Parses the action that pays for a response and whether a luck point is added. Refuses what the
/// combatant does not have (RANKS-REF-2).
fn parse_and_check_response_payment(
    fight: &Fight,
    who: CombatantId,
    command: &Command,
) -> Result<ResponsePayment, Refusal> {
    let action = command.parse_slot("action", ActionKind::parse)?;
    let spends_luck = command.is_on("luck");
    check_response_payment(fight, who, action, spends_luck)
        .map_err(|reason| reason.to_refusal(fight, who))?;
    Ok(ResponsePayment { action, spends_luck })
}

/// Removes choices that are no longer possible and, for matching and rulings, adds those that have
/// become possible, because the GM changed something while the prompt was open (RANKS-REF-2). A
/// default that is gone becomes the default of the remaining choices.
pub fn recompute_possible_choices_and_default(
    fight: &Fight,
    request: PromptRequest,
) -> PromptRequest {
    let choices: Vec<Answer> = match request.question {
        // The payments that were offered may be gone, and others may have taken their place.
        Question::Match { who, .. } => prompts::match_answers(fight, who, &request.question),
        Question::Ruling { who, is_readied, .. } => {
            prompts::affordable_ruling_and_refusal_answers(fight, who, is_readied)
        }
        _ => {
            let is_possible =
                |choice: &&Answer| check_answer_still_possible(fight, &request, choice).is_ok();
            request.choices.iter().filter(is_possible).cloned().collect()
        }
    };
    let default = match request.question {
        _ if choices.contains(&request.default) => request.default.clone(),
        Question::Resist { .. } | Question::Soak { .. } | Question::ForcedMove { .. } => {
            Answer::UseFixedValue
        }
        Question::Match { .. } => Answer::DoNotMatch,
        Question::Advantage { .. } => advantages::default_answer(&choices),
        Question::Recovery { .. } => recovery::default_treatment_answer(&choices),
        Question::Ruling { .. } => choices[0].clone(),
        Question::NewAbility { .. } => request.default.clone(),
    };
    PromptRequest { choices, default, ..request }
}

/// Refuses an answer that its respondent can no longer pay for, or whose effect or treatment has
/// become impossible.
fn check_answer_still_possible(
    fight: &Fight,
    request: &PromptRequest,
    answer: &Answer,
) -> Result<(), Refusal> {
    let who = match (&request.question, request.respondent) {
        (Question::Ruling { who, .. }, _) => *who,
        (_, Initiator::Combatant(who)) => who,
        (_, Initiator::Gm) => return Ok(()),
    };
    let is_ruling_on_readied_check =
        matches!(request.question, Question::Ruling { is_readied: true, .. });
    let result = match (answer, &request.question) {
        (Answer::Resist { action, spends_luck, .. }, _) => {
            check_response_payment(fight, who, *action, *spends_luck)
        }
        (Answer::Match { payment, spends_luck }, question) => {
            check_match_payment(fight, who, question, *payment, *spends_luck)
        }
        // RANKS-TURN-2: an action that is spent pays for nothing. RANKS-READY-1: a readied check is
        // paid for already.
        (Answer::Rule { action: Some(action), .. }, _) if !is_ruling_on_readied_check => {
            check_response_payment(fight, who, *action, false)
        }
        (Answer::PickAdvantage { effect, receiver, skill }, _) => {
            advantages::check_effect_for_recipient(fight, who, *effect, *receiver, *skill)
        }
        (Answer::Treat { kind, condition }, Question::Recovery { patient, rank, .. }) => {
            recovery::check_treatment_possible(fight, *patient, *rank, *kind, *condition)
        }
        _ => Ok(()),
    };
    result.map_err(|reason| reason.to_refusal(fight, who))
}

/// Refuses a payment that the matcher does not have, or that does not fit the movement.
/// RANKS-MATCH-2: an incidental movement is matched with an incidental movement while that is left,
/// otherwise with an action.
fn check_match_payment(
    fight: &Fight,
    who: CombatantId,
    question: &Question,
    payment: MatchPayment,
    spends_luck: bool,
) -> Result<(), RefusalReason> {
    if matching::list_affordable_match_payments(fight, who, question).contains(&payment) {
        return checks::check_luck_left_if_spent(fight, who, spends_luck);
    }
    let action = match payment {
        MatchPayment::IncidentalMove => return Err(RefusalReason::new("no-move", "RANKS-MATCH-2")),
        MatchPayment::Bonus => ActionKind::Bonus,
        MatchPayment::Full => ActionKind::Full,
    };
    check_response_payment(fight, who, action, spends_luck)?;
    // The action is left, but this movement cannot be matched with it.
    Err(RefusalReason::new("bad-skill", "RANKS-MATCH-2"))
}

/// Refuses a response without the action or luck point that it spends (RANKS-REF-2).
fn check_response_payment(
    fight: &Fight,
    who: CombatantId,
    action: ActionKind,
    spends_luck: bool,
) -> Result<(), RefusalReason> {
    if actions_left(fight, who).any(|available| available == action) {
        return checks::check_luck_left_if_spent(fight, who, spends_luck);
    }
    let key = match action {
        ActionKind::Full => "no-full",
        ActionKind::Bonus if fight.body(who).is_bonus_action_barred() => "barred",
        ActionKind::Bonus => "no-bonus",
    };
    Err(RefusalReason::new(key, "RANKS-REF-2"))
}

/// Parses the choice of one effect of the rank made or a lower one, for the maker or an active ally
/// (RANKS-ADV-3).
fn parse_advantage_answer(
    fight: &Fight,
    request: &PromptRequest,
    who: CombatantId,
    rank: u8,
    command: &Command,
) -> Result<Answer, Refusal> {
    let text = command.get("effect");
    let effect = AdvantageEffect::parse(text).filter(|effect| effect.required_check_rank() <= rank);
    let effect = effect.ok_or_else(|| Refusal::new("bad-target", "RANKS-ADV-3"))?;
    let receiver = match command.get("target") {
        "" => who,
        name => fight
            .find_combatant(fight.viewer_of(request.respondent), name)
            .unwrap_or(CombatantId::NOBODY),
    };
    let skill = match effect {
        AdvantageEffect::RaisedSkill => parse_raised_skill(fight, who, receiver, command)?,
        _ => None,
    };
    advantages::check_effect_for_recipient(fight, who, effect, receiver, skill)
        .map_err(|reason| reason.to_refusal(fight, who))?;
    Ok(Answer::PickAdvantage { effect, receiver, skill })
}

/// Parses the skill that an advantage raises; by default that of the receiver's weapon. Returns
/// `None` if none is named and the receiver, who is refused later, is not in the fight.
fn parse_raised_skill(
    fight: &Fight,
    who: CombatantId,
    receiver: CombatantId,
    command: &Command,
) -> Result<Option<Skill>, Refusal> {
    let text = command.get("skill");
    if text.is_empty() {
        let is_present = fight.get_present(receiver).is_some();
        return Ok(is_present.then(|| advantages::default_raised_skill(fight, receiver)));
    }
    let unfit = || RefusalReason::new("bad-skill", "RANKS-ADV-4").to_refusal(fight, who);
    let skill = Skill::parse(text).ok_or_else(unfit)?;
    Ok(Some(skill))
}
