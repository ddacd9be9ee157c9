//! Converts DR12 acts, orders and answers from and to the commands that all systems share.
//!
//! A name that matches nothing the actor knows becomes an id that matches nothing. So the rules
//! refuse it at its place in their own order (DR12-REF-1).

use super::Dr12;
use super::acts::{Act, default_weapon};
use super::ailments::DEFAULT_CURE_ATTRIBUTE;
use super::attacks::{check_attack, find_item_or_unarmed};
use super::orders::Order;
use super::other_actions::{
    ItemHandling, check_item_handling, check_item_recipient, find_lying_item_for_character,
};
use super::prompts::{Answer, GmRuling, Question, RulingProposal};
use super::sheet::{Ailment, Attribute, Cure, Item, ItemId, Mood, NextTest, Side, UNARMED};
use super::state::{Hazard, HazardTrigger};
use super::verbs;
use super::{Fight, PromptRequest, ailments};
use crate::Codec;
use crate::core::command::{Command, Refusal};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::verbs::Verb;

impl Codec for Dr12 {
    const ACT_VERBS: &'static [Verb] = verbs::ACTS;
    const ORDER_VERBS: &'static [Verb] = verbs::ORDERS;
    const ANSWER_VERBS: &'static [Verb] = verbs::ANSWERS;
    const FREE_TEXT_SLOTS: &'static [&'static str] = &["text", "effect"];

    fn parse_act_without_checks(fight: &Fight, who: CombatantId, command: &Command) -> Option<Act> {
        let target = || fight.find_known_or_nobody(who, command.get("target"));
        let zone = || fight.zones.find_or_nowhere(command.get("zone"));
        let attribute = || Attribute::parse(command.get("attribute")).unwrap_or(Attribute::Str);
        let text = || command.get("text").to_string();
        let handle = |handling| {
            let item = parse_item_to_handle(fight, who, handling, command.get("item"));
            Act::HandleItem { handling, item }
        };
        let receiver_or_self = || if command.has_slot("target") { target() } else { who };
        Some(match command.verb.as_str() {
            "attack" => {
                let target = target();
                let weapon = parse_attack_weapon(fight, who, target, command.get("weapon"));
                Act::Attack { target, weapon }
            }
            "cast" => Act::Cast {
                spell_index: parse_spell_index(fight, who, command.get("spell")),
                target: target(),
            },
            "move" => Act::Move(zone()),
            "dash" => Act::Dash(zone()),
            "disengage" => Act::Disengage,
            "push" => Act::Push { target: target(), zone: zone() },
            "grapple" => Act::Grapple(target()),
            "stunt" => Act::Stunt { target: target(), attribute: attribute(), text: text() },
            "parley" => Act::Parley(target()),
            "skill" => Act::TrySkill { attribute: attribute(), text: text() },
            "recover" => {
                Act::Recover(Ailment::parse(command.get("hindrance")).unwrap_or(Ailment::Ongoing))
            }
            "retrieve" => handle(ItemHandling::Retrieve),
            "use" => handle(ItemHandling::Use(receiver_or_self())),
            "give" => handle(ItemHandling::Give(target())),
            "take" => handle(ItemHandling::Take),
            "draw" => handle(ItemHandling::Draw),
            "stow" => handle(ItemHandling::Stow),
            "drop" => handle(ItemHandling::Drop),
            "flee" => Act::Flee,
            "pass" => Act::Pass,
            _ => return None,
        })
    }

    fn format_act(fight: &Fight, act: &Act) -> Command {
        let with_target =
            |verb, target: &CombatantId| Command::new(verb).with("target", fight.name(*target));
        let with_zone =
            |command: Command, zone: &ZoneId| command.with("zone", fight.zones.name(*zone));
        match act {
            Act::Attack { target, weapon } => {
                with_target("attack", target).with("weapon", unique_item_name(fight, *weapon))
            }
            Act::Cast { spell_index, target } => with_target("cast", target)
                .with("spell", spell_name_of_first_able_caster(fight, *spell_index, act)),
            Act::Move(zone) => with_zone(Command::new("move"), zone),
            Act::Dash(zone) => with_zone(Command::new("dash"), zone),
            Act::Disengage => Command::new("disengage"),
            Act::Push { target, zone } => with_zone(with_target("push", target), zone),
            Act::Grapple(target) => with_target("grapple", target),
            Act::Stunt { target, attribute, text } => {
                let command = with_target("stunt", target).with("attribute", attribute.key());
                command.with_text("text", text)
            }
            Act::Parley(target) => with_target("parley", target),
            Act::TrySkill { attribute, text } => {
                Command::new("skill").with("attribute", attribute.key()).with_text("text", text)
            }
            Act::Recover(ailment) => Command::new("recover").with("hindrance", ailment.key()),
            Act::HandleItem { handling, item } => {
                let with_item =
                    |verb| Command::new(verb).with("item", unique_item_name(fight, *item));
                match handling {
                    ItemHandling::Retrieve => with_item("retrieve"),
                    ItemHandling::Use(receiver) => {
                        with_item("use").with("target", fight.name(*receiver))
                    }
                    ItemHandling::Give(receiver) => {
                        with_item("give").with("target", fight.name(*receiver))
                    }
                    ItemHandling::Take => with_item("take"),
                    ItemHandling::Draw => with_item("draw"),
                    ItemHandling::Stow => with_item("stow"),
                    ItemHandling::Drop => with_item("drop"),
                }
            }
            Act::Flee => Command::new("flee"),
            Act::Pass => Command::new("pass"),
        }
    }

    fn parse_order(fight: &Fight, command: &Command) -> Result<Order, Refusal> {
        let zone = |slot: &str| command.parse_slot(slot, |name| fight.zones.find_by_name(name));
        let find_combatant = |name: &str| fight.find_named_or_refuse(name);
        let who = || find_combatant(command.get("who"));
        let npcs = || fight.find_listed_or_refuse(command.get("npcs"));
        let ailment = |slot: &str| command.parse_slot(slot, Ailment::parse);
        Ok(match command.verb.as_str() {
            "surprise" => Order::SetSurprise(match command.get("side") {
                "" | "none" => None,
                side => Some(parse_side("side", side)?),
            }),
            "link" => Order::LinkZones(zone("zone")?, zone("to")?),
            "limit" => {
                let limit = command.parse_number_or("count", 0)?;
                Order::SetZoneLimit(zone("zone")?, Some(limit).filter(|limit| *limit > 0))
            }
            "hazard" => Order::SetHazard(zone("zone")?, parse_hazard_or_removal(command)?),
            "exit" => {
                let zone = zone("zone")?;
                Order::SetExit(zone, exit_sides_after_adding_or_removing(fight, zone, command)?)
            }
            "start-zone" => {
                Order::SetStartZone(zone("zone")?, parse_side("side", command.get("side"))?)
            }
            "next" => Order::NextNpcTurn,
            "pass-all" => Order::PassBlock,
            "dr" => {
                let who = who()?;
                let next = fight.body(who).next_test;
                Order::SetNextTest {
                    who,
                    next: NextTest { dr: Some(command.parse_number("dr")?), ..next },
                }
            }
            "bend" => {
                let who = who()?;
                let present = fight.body(who).next_test;
                let next = match command.get("kind") {
                    "advantage" => NextTest { has_advantage: true, ..present },
                    "disadvantage" => NextTest { has_disadvantage: true, ..present },
                    "none" => NextTest::default(),
                    kind => return Err(Refusal::bad_value("kind", kind)),
                };
                Order::SetNextTest { who, next }
            }
            "ail" => Order::InflictAilment {
                who: who()?,
                ailment: ailment("ailment")?,
                cure: parse_cure(command, "attribute", "dr")?,
            },
            "cure" => Order::CureAilment { who: who()?, ailment: ailment("ailment")? },
            "heal" => Order::Heal { who: who()?, amount: command.parse_number("amount")? },
            "harm" => Order::Harm { who: who()?, amount: command.parse_number("amount")? },
            "place" => Order::Place { who: who()?, zone: zone("zone")? },
            "reaction" => Order::RollReaction(npcs()?),
            "morale" => {
                let on_fail = match command.get("on_fail") {
                    "" | "flee" => Mood::Fleeing,
                    "parley" => Mood::Parleying,
                    other => return Err(Refusal::bad_value("on_fail", other)),
                };
                Order::RollMorale { npcs: npcs()?, on_fail }
            }
            verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
        })
    }

    /// Parses an answer: one of the choices, or a ruling spelled out as `rule attribute: dr:
    /// effect: ailment: cure: cure_dr: bound:`.
    ///
    /// # Errors
    /// Refuses an answer that is not offered, and a slot value that is none.
    fn parse_answer(
        fight: &Fight,
        request: &PromptRequest,
        command: &Command,
    ) -> Result<Answer, Refusal> {
        if let Some(answer) = request.find_choice(fight, command) {
            return Ok(answer.clone());
        }
        let Question::Ruling(proposal) = &request.question else {
            let choice_by_verb = request.choices.iter().find(|choice| {
                Dr12::format_answer(fight, choice).verb == command.verb && command.slots.is_empty()
            });
            return choice_by_verb.cloned().ok_or_else(|| not_offered_refusal(command));
        };
        if command.verb != "rule" {
            return Err(not_offered_refusal(command));
        }
        parse_gm_ruling(proposal, command).map(Answer::Rule)
    }

    fn format_answer(_: &Fight, answer: &Answer) -> Command {
        match answer {
            Answer::Avoid => Command::new("dodge"),
            Answer::SacrificeShield => Command::new("sacrifice-shield"),
            Answer::TakeHit => Command::new("take-it"),
            Answer::Attack => Command::new("strike"),
            Answer::LetGo => Command::new("let-go"),
            Answer::Accept => Command::new("accept"),
            Answer::MoraleOrFlee => Command::new("morale"),
            Answer::MoraleOrParley => Command::new("morale").with("on_fail", "parley"),
            Answer::Refuse => Command::new("refuse"),
            Answer::Lower(attribute) => Command::new("lower").with("attribute", attribute.key()),
            Answer::Rule(ruling) => {
                let command = Command::new("rule")
                    .with("attribute", ruling.attribute.key())
                    .with("dr", ruling.dr)
                    .with("effect", &ruling.effect);
                match &ruling.ailment {
                    Some((ailment, cure)) => command
                        .with("ailment", ailment.key())
                        .with("cure", cure.attribute.key())
                        .with("cure_dr", cure.dr)
                        .with("bound", cure.is_action_bound),
                    None => command,
                }
            }
        }
    }
}

/// Parses the GM's ruling on a proposal. What the command does not name is as proposed, DR 12 and
/// without an ailment.
fn parse_gm_ruling(proposal: &RulingProposal, command: &Command) -> Result<GmRuling, Refusal> {
    let named_attribute = command.parse_optional_slot("attribute", Attribute::parse)?;
    let attribute = named_attribute.unwrap_or(proposal.attribute);
    let effect = match command.get("effect") {
        "" => proposal.text.clone(),
        text => text.into(),
    };
    let ailment = match command.get("ailment") {
        "" | "none" => None,
        // An ailment falls on the target of a stunt; a skill has no target.
        text if proposal.target.is_none() => return Err(Refusal::bad_value("ailment", text)),
        _ => {
            let ailment = command.parse_slot("ailment", Ailment::parse)?;
            let cure = parse_cure(command, "cure", "cure_dr")?;
            ailments::check_action_bound_cure_can_end(ailment, cure)?;
            Some((ailment, cure))
        }
    };
    let dr = command.parse_number_or("dr", 12)?;
    Ok(GmRuling { attribute, dr, effect, ailment })
}

/// Returns the weapon of this name; without a name the default one. Of weapons of one name, the
/// first with which the attack is possible is meant. [`ItemId::NONE`] if there is none.
fn parse_attack_weapon(fight: &Fight, who: CombatantId, target: CombatantId, name: &str) -> ItemId {
    let is_target_present = fight.get_present(target).is_some();
    if name.is_empty() && is_target_present {
        return default_weapon(fight, who, target);
    }
    let is_possible = |item| is_target_present && check_attack(fight, who, target, item).is_ok();
    find_named_item_preferring_possible(fight, who, name, is_possible)
}

/// Returns the item of this name. Of items of one name, the first that can be handled so is meant.
/// [`ItemId::NONE`] if there is none.
fn parse_item_to_handle(
    fight: &Fight,
    who: CombatantId,
    handling: ItemHandling,
    name: &str,
) -> ItemId {
    let can_receive = |other| check_item_recipient(fight, who, other, handling).is_ok();
    let is_recipient_fit = handling.recipient().is_none_or(can_receive);
    let is_possible =
        |item| is_recipient_fit && check_item_handling(fight, who, handling, item).is_ok();
    find_named_item_preferring_possible(fight, who, name, is_possible)
}

/// Returns the item of this name among the actor's own items (in hand, ready, pack), then among
/// those that lie in its zone; [`ItemId::NONE`] if there is none. Items of the same name are told
/// apart as "name 2". A bare name means the first of them for which `is_possible` holds. Offered
/// commands use the same names for everybody who can reach the item.
fn find_named_item_preferring_possible(
    fight: &Fight,
    who: CombatantId,
    name: &str,
    is_possible: impl Fn(ItemId) -> bool,
) -> ItemId {
    let name = name.trim().to_lowercase();
    if *UNARMED.name == *name {
        return ItemId::UNARMED;
    }
    let items = items_with_unique_names(fight, who);
    let is_wanted = |candidate: &str| candidate.to_lowercase() == name;
    for (item, _) in &items {
        if is_wanted(&item.name) && is_possible(item.id) {
            return item.id;
        }
    }
    // The name under which the item is offered, which is the same for everybody.
    for (item, _) in &items {
        if is_wanted(&unique_item_name(fight, item.id)) && is_possible(item.id) {
            return item.id;
        }
    }
    // No such item is possible, so that the rules refuse whichever has the name.
    for (item, unique_name) in &items {
        if is_wanted(unique_name) {
            return item.id;
        }
    }
    ItemId::NONE
}

/// Returns every item that the actor can name, each with a name that no other has: the second of
/// one name is "name 2".
fn items_with_unique_names(fight: &Fight, who: CombatantId) -> Vec<(&Item, String)> {
    let body = fight.body(who);
    let zone = fight.zones.get(super::zones::zone_of(fight, who));
    let lying = zone.into_iter().flat_map(|zone| &zone.terrain.items);
    let reachable =
        lying.filter(|item| find_lying_item_for_character(fight, who, item.id).is_some());
    let mut named: Vec<(&Item, String)> = Vec::new();
    for item in body.attacks.iter().chain(body.carried_items()).chain(reachable) {
        let has_same_name = |other: &Item| other.name.to_lowercase() == item.name.to_lowercase();
        let same_before = named.iter().filter(|(other, _)| has_same_name(other)).count();
        let unique_name = if same_before == 0 {
            item.name.to_string()
        } else {
            format!("{} {}", item.name, same_before + 1)
        };
        named.push((item, unique_name));
    }
    named
}

/// Returns the name by which [`find_named_item_preferring_possible`] finds this item for whoever
/// can reach it; empty if nobody can.
fn unique_item_name(fight: &Fight, item: ItemId) -> String {
    if item == ItemId::UNARMED {
        return UNARMED.name.to_string();
    }
    let has_item = |who: &CombatantId| find_item_or_unarmed(fight.body(*who), item).is_some();
    let can_pick_up =
        |who: &CombatantId| find_lying_item_for_character(fight, *who, item).is_some();
    let holder = fight.present_ids().find(has_item);
    let first_in_reach = holder.or_else(|| fight.present_ids().find(can_pick_up));
    let Some(who) = first_in_reach else { return String::new() };
    let mut named_items = items_with_unique_names(fight, who).into_iter();
    let found = named_items.find(|(named, _)| named.id == item);
    found.map_or_else(String::new, |(_, unique_name)| unique_name)
}

/// Returns the index of the spell of this name on the sheet; [`u8::MAX`] if there is none.
fn parse_spell_index(fight: &Fight, who: CombatantId, name: &str) -> u8 {
    let name = name.trim().to_lowercase();
    let spells = &fight.body(who).spells;
    let index = spells.iter().position(|spell| spell.name.to_lowercase() == name);
    index.map_or(u8::MAX, |index| index as u8)
}

/// Returns the name of the spell at this index of the first combatant for whom the act is legal
/// now, since an act does not name its caster; empty if there is none.
fn spell_name_of_first_able_caster(fight: &Fight, spell_index: u8, act: &Act) -> String {
    let caster = fight.present_ids().find(|who| super::acts::check_act(fight, *who, act).is_ok());
    let Some(caster) = caster else { return String::new() };
    let spell = fight.body(caster).spells.get(usize::from(spell_index));
    spell.map_or_else(String::new, |spell| spell.name.to_string())
}

/// Parses a side. DR12-SURP-1: only one side can be surprised, so "both" is refused.
fn parse_side(slot: &str, text: &str) -> Result<Side, Refusal> {
    match text {
        "party" => Ok(Side::Party),
        "enemy" | "enemies" => Ok(Side::Enemy),
        "both" => Err(Refusal::new("bad-setup", "DR12-SURP-1").with("why", "both-sides")),
        _ => Err(Refusal::bad_value(slot, text)),
    }
}

/// Returns the sides for which a zone is an exit after the command. DR12-FLEE-1: the command names
/// one side, or both if it names none, and the other keeps what it has; `on:false` takes the exit
/// away from them, and the side `none` takes it away from both.
fn exit_sides_after_adding_or_removing(
    fight: &Fight,
    zone: ZoneId,
    command: &Command,
) -> Result<Vec<Side>, Refusal> {
    let named = match command.get("side") {
        "" | "both" | "all" => Side::ALL.to_vec(),
        "none" => Vec::new(),
        side => vec![parse_side("side", side)?],
    };
    let is_on = command.is_on_or_missing("on")?;
    let names_none = named.is_empty();
    if is_on && names_none {
        return Ok(Vec::new());
    }
    let zone = fight.zones.get(zone);
    let mut exit_sides = Vec::new();
    for side in Side::ALL {
        let was_exit = zone.is_some_and(|zone| zone.terrain.exit_for.contains(&side));
        let is_exit = if named.contains(&side) { is_on } else { was_exit };
        if is_exit {
            exit_sides.push(side);
        }
    }
    Ok(exit_sides)
}

/// Parses the attribute in a slot; CON if the slot is empty (DR12-HIND-1, DR12-ONG-2).
fn parse_cure_attribute(command: &Command, slot: &str) -> Result<Attribute, Refusal> {
    let given = command.parse_optional_slot(slot, Attribute::parse)?;
    Ok(given.unwrap_or(DEFAULT_CURE_ATTRIBUTE))
}

/// Parses how an ailment ends from the slots for its attribute and its DR, by default CON and 12,
/// and from the slot `bound`.
fn parse_cure(command: &Command, attribute: &str, dr: &str) -> Result<Cure, Refusal> {
    let attribute = parse_cure_attribute(command, attribute)?;
    let is_action_bound = command.is_on("bound");
    Ok(Cure { is_action_bound, ..Cure::new(attribute, command.parse_number_or(dr, 12)?) })
}

/// Parses a hazard; `None` for the attribute `none`, which removes it.
fn parse_hazard_or_removal(command: &Command) -> Result<Option<Hazard>, Refusal> {
    if command.get("attribute") == "none" {
        return Ok(None);
    }
    let trigger = match command.get("trigger") {
        "" | "start" => HazardTrigger::TurnStart,
        "enter" => HazardTrigger::Enter,
        "both" => HazardTrigger::Both,
        other => return Err(Refusal::bad_value("trigger", other)),
    };
    let damage = command
        .parse_optional_slot("damage", |text| text.parse().ok())
        .map_err(|refusal| refusal.with("amount", "damage"))?;
    let listed = command.get("ailment").split(',').filter(|text| !text.trim().is_empty());
    let ailments = listed
        .map(|text| Ailment::parse(text).ok_or_else(|| Refusal::bad_value("ailment", text)))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Some(Hazard {
        attribute: parse_cure_attribute(command, "attribute")?,
        dr: command.parse_number_or("dr", 12)?,
        trigger,
        damage,
        ailments,
        is_secret: command.is_on("secret"),
    }))
}

/// Makes the refusal of an answer that is none of those offered.
fn not_offered_refusal(command: &Command) -> Refusal {
    Refusal::new("bad-target", "DR12-REF-2").with("verb", &command.verb)
}
