//! Converts acts, orders and answers of `fates` to and from commands.
//!
//! A name that fits nothing the actor knows becomes an id that fits nothing, so that the rules
//! refuse it in their own order. Items are identified by their names.

use super::Fates;
use super::acts::{Act, AimMode};
use super::checks::{BREAK_FREE_SKILLS, MODERATE_DIFFICULTY, SkillCheck};
use super::fallen_fates::{self, FallenFate};
use super::held_actions::{
    self, HeldAction, HoldEvent, HoldEventKind, HoldTrigger, TriggerScope, WHOEVER_TRIGGERS,
};
use super::holdable_actions::HoldableAction;
use super::items::{self, ItemUse};
use super::orders::Order;
use super::prompts::{Answer, Question};
use super::sheet::{Attribute, DamageType, FISTS_NAME, FreeText, Name, Skill};
use super::state::DoorState;
use super::verbs;
use super::verbs::HOLDABLE_VERBS;
use super::zones::zone_of;
use super::{Fight, PromptRequest, aim, defend, help};
use crate::Codec;
use crate::core::command::{Command, Refusal};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;
use crate::core::verbs::Verb;

/// The word for whoever triggers a held action.
const WHOEVER_TRIGGERS_WORD: &str = "whoever";

/// Parses a command of a combatant, with the names that this combatant knows.
struct CommandParser<'a> {
    fight: &'a Fight,
    who: CombatantId,
    command: &'a Command,
}

impl Codec for Fates {
    const ACT_VERBS: &'static [Verb] = verbs::ACTS;
    const ORDER_VERBS: &'static [Verb] = verbs::ORDERS;
    const ANSWER_VERBS: &'static [Verb] = verbs::ANSWERS;
    const FREE_TEXT_SLOTS: &'static [&'static str] = &["text", "interact"];
    const DEFENCE_VERBS: &'static [&'static str] = &["defend"];

    fn parse_act_without_checks(fight: &Fight, who: CombatantId, command: &Command) -> Option<Act> {
        let parser = CommandParser { fight, who, command };
        let is_free_action = command.is_on("free");
        let spends_fate_point = command.is_on("fp");
        Some(match command.verb.as_str() {
            "init" => Act::RollInitiative,
            "delay" => Act::Delay(parser.parse_combatant("after")),
            "move" => Act::Move(parser.parse_zone("zone")),
            "dash" => Act::Dash(parser.parse_zone("zone")),
            "attack" | "use" | "open" | "close" | "interact" => Act::TakeAction {
                action: parser.parse_holdable_action(&command.verb),
                is_free_action,
                spends_fate_point: spends_fate_point && command.verb == "attack",
            },
            "skill" | "grapple" | "break" => Act::TakeAction {
                action: parser.parse_holdable_action(&command.verb),
                is_free_action,
                spends_fate_point,
            },
            "defend" => {
                let skill = match command.get("with") {
                    "" if is_free_action => Some(Skill::Athletics),
                    "" => defend::default_defend_skill(fight.body(who)),
                    text => Skill::parse(text),
                };
                Act::Defend { skill, is_free_action, step_to: parser.parse_optional_zone("zone") }
            }
            "aim" => Act::Aim { mode: parser.parse_aim_mode(), is_free_action },
            "assist" => Act::StoreHelp { is_free_action },
            "release" => Act::ReleaseGrapple(
                command.has_slot("target").then(|| parser.parse_combatant("target")),
            ),
            "swap" => Act::TakeInHand(parser.parse_own_item("item")),
            "pickup" => Act::PickUp(parser.parse_lying_item_name_or_lowercase("item")),
            "hold" => Act::HoldAction(parser.parse_held_action()),
            "trigger" => Act::FireHeldAction,
            "flee" => Act::Flee,
            "fate" => {
                let is_pick = matches!(command.get("choose").trim(), "" | "pick");
                let picked =
                    if is_pick { parse_attributes(command.get("attributes")) } else { None };
                // The rules refuse an empty pick.
                Act::PickAttributes(picked.unwrap_or_default())
            }
            "pass" => Act::Pass,
            _ => return None,
        })
    }

    fn format_act(fight: &Fight, act: &Act) -> Command {
        let with_zone =
            |command: Command, zone: &ZoneId| command.with("zone", fight.zones.name(*zone));
        match act {
            Act::RollInitiative => Command::new("init"),
            Act::Delay(after) => Command::new("delay").with("after", fight.name(*after)),
            Act::Move(to) => with_zone(Command::new("move"), to),
            Act::Dash(to) => with_zone(Command::new("dash"), to),
            Act::TakeAction { action, is_free_action, spends_fate_point } => {
                let command = with_action_slots(fight, Command::new(action_verb(action)), action);
                command.with_flag("free", *is_free_action).with_flag("fp", *spends_fate_point)
            }
            Act::Defend { skill, is_free_action, step_to } => {
                let command = Command::new("defend").with("with", skill.map_or("", Skill::key));
                let zone = step_to.map(|to| fight.zones.name(to));
                command.with_flag("free", *is_free_action).with_optional("zone", zone)
            }
            Act::Aim { mode: AimMode::Steady, is_free_action } => {
                Command::new("aim").with("mode", "steady").with_flag("free", *is_free_action)
            }
            Act::Aim { mode: AimMode::Bonus(skill), is_free_action } => {
                let command = Command::new("aim").with("mode", "bonus");
                let command = command.with("with", skill.map_or("", Skill::key));
                command.with_flag("free", *is_free_action)
            }
            Act::StoreHelp { is_free_action } => {
                Command::new("assist").with_flag("free", *is_free_action)
            }
            Act::HoldAction(None) => Command::new("hold"),
            Act::HoldAction(Some(hold)) => format_held_action(fight, hold),
            Act::FireHeldAction => Command::new("trigger"),
            Act::TakeInHand(item) => Command::new("swap").with("item", item),
            Act::PickUp(item) => Command::new("pickup").with("item", item),
            Act::ReleaseGrapple(target) => Command::new("release")
                .with_optional("target", target.map(|target| fight.name(target))),
            Act::Flee => Command::new("flee"),
            Act::Pass => Command::new("pass"),
            Act::PickAttributes(attributes) => Command::new("fate")
                .with("choose", "pick")
                .with("attributes", format_attributes(attributes)),
        }
    }

    fn parse_order(fight: &Fight, command: &Command) -> Result<Order, Refusal> {
        let zone = |slot: &str| command.parse_slot(slot, |name| fight.zones.find_by_name(name));
        let combatant = |slot: &str| fight.find_named_or_refuse(command.get(slot));
        let amount = || command.parse_number("amount");
        let who = || combatant("who");
        Ok(match command.verb.as_str() {
            "link" => Order::LinkZones(zone("zone")?, zone("to")?),
            "door" => {
                let state = match command.get("state").trim() {
                    "none" => None,
                    "" => Some(DoorState::Closed),
                    _ => Some(command.parse_slot("state", DoorState::parse)?),
                };
                Order::SetDoor { zone: zone("zone")?, to: zone("to")?, state }
            }
            "drop" => {
                let who = who()?;
                Order::DropItem { who, item: parse_own_item_name(fight, who, command.get("item")) }
            }
            "order" => Order::MoveBefore { who: who()?, before: combatant("before")? },
            "harm" => {
                let damage_type = match command.get("type").trim() {
                    "none" => None,
                    _ => command.parse_optional_slot("type", DamageType::parse)?,
                };
                Order::DealDamage { who: who()?, amount: amount()?, damage_type }
            }
            "heal" => Order::RestoreResolve { who: who()?, amount: amount()? },
            "place" => Order::PlaceInZone { who: who()?, zone: zone("zone")? },
            "strike" => Order::CancelHelp(who()?),
            "fire" => Order::FireHeldAction(who()?),
            "rest" => Order::Rest(if command.has_slot("who") { Some(who()?) } else { None }),
            verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
        })
    }

    /// Parses an answer: one of the prompt's choices, or one with a value of its own, such as a
    /// number, a skill, a combatant or attributes.
    ///
    /// # Errors
    ///
    /// Refuses an answer that the question does not take, with the reason if there is one.
    fn parse_answer(
        fight: &Fight,
        prompt: &PromptRequest,
        command: &Command,
    ) -> Result<Answer, Refusal> {
        if let Some(answer) = prompt.find_choice(fight, command) {
            if let (Question::PayOutHelp { who }, Answer::GiveResolve(Some(to))) =
                (&prompt.question, answer)
            {
                check_may_receive_resolve(fight, *who, *to)?;
            }
            return Ok(answer.clone());
        }
        let not_offered = || Refusal::new("bad-target", "").with("verb", &command.verb);
        let viewer = fight.viewer_of(prompt.respondent);
        let find_known = |slot: &str| fight.find_combatant(viewer, command.get(slot));
        match (&prompt.question, command.verb.as_str()) {
            (Question::Tie { tied }, "first") => {
                let named = find_known("who").filter(|named| tied.contains(named));
                named.map(Answer::GoFirst).ok_or_else(not_offered)
            }
            (Question::Difficulty { .. }, "rule") => {
                parse_difficulty(command).map(Answer::SetDifficulty)
            }
            (Question::Help { who, .. }, "help") => parse_help(fight, *who, command),
            (Question::PayOutHelp { who }, "give") => {
                let recipient = find_known("target").ok_or_else(not_offered)?;
                check_may_receive_resolve(fight, *who, recipient)?;
                Ok(Answer::GiveResolve(Some(recipient)))
            }
            (
                Question::Fate { who, amount, .. } | Question::SecondFate { who, amount, .. },
                "fate",
            ) => parse_fallen_fate(fight, prompt, *who, *amount, command),
            _ => Err(not_offered()),
        }
    }

    fn format_answer(fight: &Fight, answer: &Answer) -> Command {
        let fate = |choose: &str| Command::new("fate").with("choose", choose);
        let fate_with_text = |choose: &str, text: &str| fate(choose).with("text", text);
        match answer {
            Answer::GoFirst(who) => Command::new("first").with("who", fight.name(*who)),
            Answer::SetDifficulty(difficulty) => {
                Command::new("rule").with("difficulty", difficulty)
            }
            Answer::Help { skill, text } => {
                Command::new("help").with("skill", skill.key()).with("text", text)
            }
            Answer::Decline => Command::new("decline"),
            Answer::GiveResolve(to) => {
                Command::new("give").with_optional("target", to.map(|to| fight.name(to)))
            }
            Answer::IgnoreFate { text } => fate_with_text("ignore", text),
            Answer::NeverTheSame { attributes, text } => {
                fate_with_text("never", text).with("attributes", format_attributes(attributes))
            }
            Answer::Fate { fate, text } => fate_with_text(fate.key(), text),
            Answer::LeaveToGm => fate("leave"),
            Answer::FireHeldAction => Command::new("trigger"),
            Answer::ConfirmEnd => Command::new("end"),
            Answer::ContinueFight => Command::new("go-on"),
        }
    }
}

impl CommandParser<'_> {
    /// Returns the combatant whom the actor knows by this name; [`CombatantId::NOBODY`] if there is
    /// none.
    fn parse_combatant(&self, slot: &str) -> CombatantId {
        self.fight.find_known_or_nobody(self.who, self.command.get(slot))
    }

    /// Parses the slot `target` as [`Self::parse_combatant`] does. In `hold` the word for whoever
    /// triggers the action gives the placeholder [`WHOEVER_TRIGGERS`].
    fn parse_target_or_triggerer_word(&self) -> CombatantId {
        let is_held = self.command.verb == "hold";
        if is_held && self.command.get("target").trim().eq_ignore_ascii_case(WHOEVER_TRIGGERS_WORD)
        {
            WHOEVER_TRIGGERS
        } else {
            self.parse_combatant("target")
        }
    }

    /// Returns the zone of this name, or [`ZoneId::NOWHERE`].
    fn parse_zone(&self, slot: &str) -> ZoneId {
        self.fight.zones.find_or_nowhere(self.command.get(slot))
    }

    /// Returns the zone as [`Self::parse_zone`] does, or `None` if the slot is empty.
    fn parse_optional_zone(&self, slot: &str) -> Option<ZoneId> {
        (!self.command.get(slot).is_empty()).then(|| self.parse_zone(slot))
    }

    /// Returns the name of one of the actor's items; see [`parse_own_item_name`].
    fn parse_own_item(&self, slot: &str) -> Name {
        parse_own_item_name(self.fight, self.who, self.command.get(slot))
    }

    /// Returns the name of an item that lies in the actor's zone, as it is spelled there; another
    /// name in lower case.
    fn parse_lying_item_name_or_lowercase(&self, slot: &str) -> Name {
        let name = self.command.get(slot).trim().to_lowercase();
        let found = items::lying_items(self.fight, self.who)
            .iter()
            .find(|item| item.name.to_lowercase() == name);
        found.map_or_else(|| name.into(), |item| item.name.clone())
    }

    /// Returns the name of the weapon in the command; if none is named, of the first weapon at
    /// hand, which can be fists.
    fn parse_weapon_or_default(&self) -> Name {
        match self.command.get("weapon") {
            "" => {
                let first = self.fight.body(self.who).weapons_at_hand().next();
                first.map_or_else(|| FISTS_NAME.into(), |(name, _)| name.clone())
            }
            _ => self.parse_own_item("weapon"),
        }
    }

    /// Parses an action by the verb that it has in the own turn; any verb that is not one of the
    /// others is a grapple.
    fn parse_holdable_action(&self, verb: &str) -> HoldableAction {
        let command = self.command;
        match verb {
            "attack" => HoldableAction::Attack {
                target: self.parse_target_or_triggerer_word(),
                weapon: self.parse_weapon_or_default(),
            },
            "use" => {
                let target = if command.has_slot("target") {
                    self.parse_target_or_triggerer_word()
                } else {
                    self.who
                };
                HoldableAction::UseItem(ItemUse::Consumable {
                    item: self.parse_own_item("item"),
                    target,
                })
            }
            "open" | "close" => {
                let slot = if command.has_slot("to") { "to" } else { "zone" };
                HoldableAction::UseItem(ItemUse::Door {
                    to: self.parse_zone(slot),
                    is_opening: verb == "open",
                })
            }
            "interact" => HoldableAction::UseItem(ItemUse::Interact(self.parse_action_text())),
            "skill" => HoldableAction::UseSkill(self.parse_skill_check_inferring_attribute()),
            "break" => HoldableAction::UseSkill(SkillCheck::BreakFree(match command.get("with") {
                "" => Some(BREAK_FREE_SKILLS[0]),
                text => Skill::parse(text),
            })),
            _ => {
                HoldableAction::UseSkill(SkillCheck::Grapple(self.parse_target_or_triggerer_word()))
            }
        }
    }

    /// Parses the text of an action. In a hold with a text trigger the text belongs to the trigger
    /// instead.
    fn parse_action_text(&self) -> FreeText {
        let is_trigger =
            HoldEventKind::parse(self.command.get("trigger")) == Some(HoldEventKind::Text);
        if is_trigger { FreeText::default() } else { self.command.get("text").into() }
    }

    /// Parses an attribute and a skill. If no attribute is named, it is that of the skill, and
    /// without a skill Knowledge. An unknown name leaves it empty, which the rules refuse.
    fn parse_skill_check_inferring_attribute(&self) -> SkillCheck {
        let attribute_text = self.command.get("attribute");
        let skill_text = self.command.get("skill");
        let skill = Skill::parse(skill_text);
        let is_skill_unknown = !skill_text.is_empty() && skill.is_none();
        let attribute = if is_skill_unknown {
            None
        } else if attribute_text.is_empty() {
            Some(skill.map_or(Attribute::Knowledge, Skill::attribute))
        } else {
            Attribute::parse(attribute_text)
        };
        SkillCheck::Skill { attribute, skill, text: self.parse_action_text() }
    }

    /// Parses the way to Aim. An unknown mode or skill becomes `Bonus(None)`, which the rules
    /// refuse.
    fn parse_aim_mode(&self) -> AimMode {
        match (self.command.get("mode").trim(), self.command.get("with")) {
            ("steady", _) => AimMode::Steady,
            ("" | "bonus", "") => AimMode::Bonus(aim::default_aim_skill(self.fight.body(self.who))),
            ("" | "bonus", text) => AimMode::Bonus(Skill::parse(text)),
            _ => AimMode::Bonus(None),
        }
    }

    /// Parses a held action; `None` if it cannot be held.
    fn parse_held_action(&self) -> Option<HeldAction> {
        let verb = self.command.get("do").trim();
        if !HOLDABLE_VERBS.contains(&verb) {
            return None;
        }
        Some(HeldAction {
            trigger: self.parse_hold_trigger(),
            action: self.parse_holdable_action(verb),
            difficulty: MODERATE_DIFFICULTY,
        })
    }

    /// Parses the trigger of a held action. An unknown one becomes a zone that does not exist,
    /// which the rules refuse.
    fn parse_hold_trigger(&self) -> HoldTrigger {
        let scope = match self.command.get("who").trim() {
            "" | "enemies" => TriggerScope::Enemies,
            "allies" => TriggerScope::Allies,
            _ => TriggerScope::One(self.parse_combatant("who")),
        };
        let (event, scope) = match HoldEventKind::parse(self.command.get("trigger")) {
            Some(HoldEventKind::Enters) => {
                (HoldEvent::Enters(self.parse_optional_zone("zone")), scope)
            }
            Some(HoldEventKind::Leaves) => {
                (HoldEvent::Leaves(self.parse_optional_zone("zone")), scope)
            }
            Some(HoldEventKind::LastLeaves) => {
                let here = || zone_of(self.fight, self.who);
                let zone = self.parse_optional_zone("zone").unwrap_or_else(here);
                (HoldEvent::LastLeaves(zone), TriggerScope::Allies)
            }
            Some(HoldEventKind::Attacks) => {
                let target = self.command.has_slot("at").then(|| self.parse_combatant("at"));
                (HoldEvent::Attacks(target), scope)
            }
            Some(HoldEventKind::UsesItem) => (HoldEvent::UsesItem, scope),
            Some(HoldEventKind::UsesSkill) => (HoldEvent::UsesSkill, scope),
            Some(HoldEventKind::Wounded) => (HoldEvent::Wounded, scope),
            Some(HoldEventKind::Flees) => (HoldEvent::Flees, scope),
            Some(HoldEventKind::Text) => {
                (HoldEvent::Text(self.command.get("text").into()), TriggerScope::Enemies)
            }
            None => (HoldEvent::Enters(Some(ZoneId::NOWHERE)), scope),
        };
        HoldTrigger { event, scope }
    }
}

/// Returns the name of a carried item, whatever its capitals. An item that is not carried keeps the
/// given name, in small letters.
fn parse_own_item_name(fight: &Fight, who: CombatantId, text: &str) -> Name {
    let name = text.trim().to_lowercase();
    let found = fight.body(who).gear.iter().find(|item| item.name.to_lowercase() == name);
    found.map_or_else(|| name.into(), |item| item.name.clone())
}

/// Parses attributes with commas between them; `None` if one is unknown.
fn parse_attributes(text: &str) -> Option<Vec<Attribute>> {
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    let mut attributes: Vec<Attribute> = names.map(Attribute::parse).collect::<Option<_>>()?;
    attributes.sort_unstable();
    Some(attributes)
}

/// Formats attributes as a list of their keys.
fn format_attributes(attributes: &[Attribute]) -> String {
    attributes.iter().map(|attribute| attribute.key()).collect::<Vec<_>>().join(", ")
}

/// Returns the verb of an action in the own turn.
pub fn action_verb(action: &HoldableAction) -> &'static str {
    match action {
        HoldableAction::Attack { .. } => "attack",
        HoldableAction::UseItem(ItemUse::Consumable { .. }) => "use",
        HoldableAction::UseItem(ItemUse::Door { is_opening: true, .. }) => "open",
        HoldableAction::UseItem(ItemUse::Door { is_opening: false, .. }) => "close",
        HoldableAction::UseItem(ItemUse::Interact(_)) => "interact",
        HoldableAction::UseSkill(SkillCheck::Skill { .. }) => "skill",
        HoldableAction::UseSkill(SkillCheck::Grapple(_)) => "grapple",
        HoldableAction::UseSkill(SkillCheck::BreakFree(_)) => "break",
    }
}

/// Adds the slots that describe an action to a command of its verb or of `hold`.
fn with_action_slots(fight: &Fight, command: Command, action: &HoldableAction) -> Command {
    let name = |who: &CombatantId| match *who {
        WHOEVER_TRIGGERS => WHOEVER_TRIGGERS_WORD,
        who => fight.name(who),
    };
    match action {
        HoldableAction::Attack { target, weapon } => {
            command.with("target", name(target)).with("weapon", weapon)
        }
        HoldableAction::UseItem(ItemUse::Consumable { item, target }) => {
            command.with("item", item).with("target", name(target))
        }
        HoldableAction::UseItem(ItemUse::Door { to, .. }) => {
            let slot = if command.verb == "hold" { "to" } else { "zone" };
            command.with(slot, fight.zones.name(*to))
        }
        HoldableAction::UseItem(ItemUse::Interact(text)) => command.with_text("text", text),
        HoldableAction::UseSkill(SkillCheck::Skill { attribute, skill, text }) => {
            let command = command.with("attribute", attribute.map_or("", Attribute::key));
            let command = match skill {
                Some(skill) => command.with("skill", skill.key()),
                None => command,
            };
            command.with_text("text", text)
        }
        HoldableAction::UseSkill(SkillCheck::Grapple(target)) => {
            command.with("target", name(target))
        }
        HoldableAction::UseSkill(SkillCheck::BreakFree(skill)) => {
            command.with("with", skill.map_or("", Skill::key))
        }
    }
}

/// Formats a held action as the command that holds it.
pub fn format_held_action(fight: &Fight, held_action: &HeldAction) -> Command {
    let HoldTrigger { event, scope } = &held_action.trigger;
    let command = Command::new("hold").with("do", action_verb(&held_action.action));
    let command = with_action_slots(fight, command, &held_action.action);
    let command = command.with("trigger", hold_event_kind(event).key());
    let zone_name = |zone: ZoneId| fight.zones.name(zone);
    let command = match event {
        HoldEvent::Enters(zone) | HoldEvent::Leaves(zone) => {
            command.with_optional("zone", zone.map(zone_name))
        }
        HoldEvent::Attacks(target) => {
            command.with_optional("at", target.map(|target| fight.name(target)))
        }
        HoldEvent::UsesItem | HoldEvent::UsesSkill | HoldEvent::Wounded | HoldEvent::Flees => {
            command
        }
        // The commands of these two triggers do not say whose deeds count.
        HoldEvent::LastLeaves(zone) => return command.with("zone", zone_name(*zone)),
        HoldEvent::Text(text) => return command.with("text", text),
    };
    match scope {
        TriggerScope::Enemies => command.with("who", "enemies"),
        TriggerScope::Allies => command.with("who", "allies"),
        TriggerScope::One(who) => command.with("who", fight.name(*who)),
    }
}

/// Returns the kind of a trigger, which has its word in commands.
fn hold_event_kind(event: &HoldEvent) -> HoldEventKind {
    match event {
        HoldEvent::Enters(_) => HoldEventKind::Enters,
        HoldEvent::Leaves(_) => HoldEventKind::Leaves,
        HoldEvent::LastLeaves(_) => HoldEventKind::LastLeaves,
        HoldEvent::Attacks(_) => HoldEventKind::Attacks,
        HoldEvent::UsesItem => HoldEventKind::UsesItem,
        HoldEvent::UsesSkill => HoldEventKind::UsesSkill,
        HoldEvent::Wounded => HoldEventKind::Wounded,
        HoldEvent::Flees => HoldEventKind::Flees,
        HoldEvent::Text(_) => HoldEventKind::Text,
    }
}

/// Refuses to give Resolve to a combatant who is Wounded or out, even if it was offered before that
/// (FATES-HELP-6).
fn check_may_receive_resolve(
    fight: &Fight,
    helper: CombatantId,
    recipient: CombatantId,
) -> Result<(), Refusal> {
    if help::can_be_given_resolve(fight, recipient) {
        return Ok(());
    }
    let is_wounded = fight
        .get_present(recipient)
        .is_some_and(|combatant| combatant.body.is_wounded && combatant.body.is_active());
    let key = if is_wounded { "target-wounded" } else { "bad-target" };
    Err(RefusalReason::new(key, "FATES-HELP-6").with_combatant(recipient).to_refusal(fight, helper))
}

/// Parses the difficulty that the GM sets, from 1 to 99; moderate if the slot is empty.
fn parse_difficulty(command: &Command) -> Result<u8, Refusal> {
    let text = command.get("difficulty");
    if text.is_empty() {
        return Ok(MODERATE_DIFFICULTY);
    }
    match text.trim().parse::<u8>() {
        Ok(difficulty @ 1..=99) => Ok(difficulty),
        _ => Err(Refusal::bad_value("difficulty", text)),
    }
}

/// Parses a Help with the named skill, or with the helper's best one if none is named. Refuses an
/// unknown skill, and a helper who has none (FATES-HELP-2).
fn parse_help(fight: &Fight, helper: CombatantId, command: &Command) -> Result<Answer, Refusal> {
    let skill = match command.get("skill") {
        "" => fight.body(helper).best_skill(&Skill::ALL),
        text => Skill::parse(text),
    };
    match skill {
        Some(skill) => Ok(Answer::Help { skill, text: command.get("text").into() }),
        None => Err(RefusalReason::new("no-skill", "FATES-HELP-2").to_refusal(fight, helper)),
    }
}

/// Parses the choice of a Fate.
///
/// # Errors
///
/// Refuses a Fate that cannot be chosen, with the reason `ignore-spent`, `ignore-too-big` or
/// `fate-unavailable`.
fn parse_fallen_fate(
    fight: &Fight,
    prompt: &PromptRequest,
    who: CombatantId,
    amount: u8,
    command: &Command,
) -> Result<Answer, Refusal> {
    let body = fight.body(who);
    let unavailable =
        || RefusalReason::new("fate-unavailable", "FATES-FATE-5").to_refusal(fight, who);
    let is_offered = |answer: &Answer| prompt.choices.contains(answer);
    let is_second_question = matches!(prompt.question, Question::SecondFate { .. });
    let text = command.get("text").to_string();
    match command.get("choose").trim() {
        "ignore" if !is_second_question => {
            fallen_fates::check_fate_can_be_ignored(body, amount)
                .map_err(|reason| reason.to_refusal(fight, who))?;
            Ok(Answer::IgnoreFate { text })
        }
        "never" => {
            let attributes = parse_attributes(command.get("attributes")).ok_or_else(unavailable)?;
            fallen_fates::check_may_choose_fate_of_lowered_attributes(body, &attributes)
                .map_err(|reason| reason.to_refusal(fight, who))?;
            Ok(Answer::NeverTheSame { attributes, text })
        }
        "leave" if is_offered(&Answer::LeaveToGm) => Ok(Answer::LeaveToGm),
        name => match FallenFate::parse(name) {
            Some(fate) if is_offered(&Answer::from_fate(fate)) => Ok(Answer::Fate { fate, text }),
            _ => Err(unavailable()),
        },
    }
}

/// Refuses a Help if none is stored, or if the last roll was full and no other is open
/// (FATES-HELP-3).
fn check_help_stored_and_last_roll_not_full(
    fight: &Fight,
    who: CombatantId,
) -> Result<(), RefusalReason> {
    if fight.body(who).stored_helps == 0 {
        return Err(RefusalReason::new("no-help", "FATES-HELP-3"));
    }
    if fight.state.is_help_full && fight.state.open_rolls.is_empty() {
        return Err(RefusalReason::new("help-full", "FATES-HELP-3"));
    }
    Ok(())
}

/// Returns why a Help is refused that comes after its prompt has closed (FATES-HELP-5); `None` for
/// other prompts, and if no such reason applies.
pub fn explain_answer_after_prompt_closed(
    fight: &Fight,
    prompt: &PromptRequest,
    command: &Command,
) -> Option<Refusal> {
    let Question::Help { who, .. } = prompt.question else { return None };
    if command.verb != "help" {
        return None;
    }
    let reason = check_help_stored_and_last_roll_not_full(fight, who).err()?;
    Some(reason.to_refusal(fight, who))
}

/// Returns why a combatant cannot help the open roll: none is stored or the roll is full
/// (FATES-HELP-3), or the roll is its own (FATES-HELP-4). `None` if none of these applies.
fn find_reason_against_help(fight: &Fight, who: CombatantId) -> Option<RefusalReason> {
    if let Err(reason) = check_help_stored_and_last_roll_not_full(fight, who) {
        return Some(reason);
    }
    let is_own_roll = fight.state.open_rolls.last().is_some_and(|roll| roll.who == who);
    is_own_roll.then(|| RefusalReason::new("help-own-roll", "FATES-HELP-4"))
}

/// Returns why a combatant who types an answer is not asked; `None` if no special reason applies.
///
/// A Help: none is stored, or the roll is full (FATES-HELP-3), or it is their own roll
/// (FATES-HELP-4). A trigger: nothing is held that it could fire (FATES-HOLD-3). A Fate: the reason
/// why their question does not take it.
pub fn explain_answer_without_prompt(
    fight: &Fight,
    open_prompts: &[PromptRequest],
    who: CombatantId,
    command: &Command,
) -> Option<Refusal> {
    let reason = match command.verb.as_str() {
        "help" => find_reason_against_help(fight, who)?,
        "trigger" => held_actions::check_fire_text_triggered_action(fight, who).err()?,
        "fate" => {
            let own_prompt = open_prompts.iter().find(|prompt| {
                matches!(prompt.question, Question::Fate { who: asked, .. } if asked == who)
            })?;
            return Fates::parse_answer(fight, own_prompt, command).err();
        }
        _ => return None,
    };
    Some(reason.to_refusal(fight, who))
}
