//! Converts acts, orders and answers of FACTIONS from and to the commands that all systems share.
//!
//! A name that matches nothing the actor knows becomes an id that matches nothing. So the rules
//! refuse it at its place in their own order.

use super::Factions;
use super::acts::{Act, Attack, BlastAttack, ItemHandling};
use super::attacks::{AttackMeans, Trajectory};
use super::orders::Order;
use super::prompts::{Answer, GuardAction, Question};
use super::sheet::{Ability, DicePool, Item, ItemId, Name, OpportunityStance, Remedy};
use super::state::{CombatantFlag, Manoeuvre, ZoneTag};
use super::turns::check_item_handling;
use super::verbs;
use super::zones::{Place, is_aware, place_of};
use super::{Fight, PromptRequest, reactions};
use crate::Codec;
use crate::core::command::{
    Command, Refusal, format_comma_separated_list, split_comma_list_heeding_quotes,
};
use crate::core::fight::Combatant;
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::items::{find_by_unique_name, name_uniquely};
use crate::core::verbs::Verb;
use crate::visibility::view::Viewer;

impl Codec for Factions {
    const ACT_VERBS: &'static [Verb] = verbs::ACTS;
    const ORDER_VERBS: &'static [Verb] = verbs::ORDERS;
    const ANSWER_VERBS: &'static [Verb] = verbs::ANSWERS;
    const FREE_TEXT_SLOTS: &'static [&'static str] =
        &["text", "effect", "stunt", "say", "hide", "offer_stunt"];
    const DEFENCE_VERBS: &'static [&'static str] = &["take-cover"];

    fn parse_act_without_checks(fight: &Fight, who: CombatantId, command: &Command) -> Option<Act> {
        let act = parse_act_ignoring_end_slot(fight, who, command)?;
        Some(if command.is_on("end") { Act::ThenEndTurn(Box::new(act)) } else { act })
    }

    /// Formats an act as the command from which it is parsed again.
    fn format_act(fight: &Fight, act: &Act) -> Command {
        match act {
            Act::TakeSlot => Command::new("turn"),
            Act::Pass { for_all: false } => Command::new("pass"),
            Act::Pass { for_all: true } => Command::new("pass")
                .with("faction", fight.state.slot_faction.as_deref().unwrap_or("all")),
            Act::EndTurn => Command::new("done"),
            Act::ChooseFirstFaction(first) => Command::new("initiative").with("first", first),
            Act::SetStance(stance) => Command::new("stance").with("opportunity", stance.key()),
            Act::Attack(attack) => format_attack(fight, attack),
            Act::BlastZone(blast) => {
                let command = Command::new("attack")
                    .with("weapon", unique_item_name(fight, blast.weapon))
                    .with("zone", fight.zones.name(blast.zone));
                command
                    .with_flag("hold_back", blast.hold_back)
                    .with_flag("indirect", blast.indirect)
            }
            Act::FinalBlow { target, weapon } => Command::new("attack")
                .with("target", fight.name(*target))
                .with("weapon", unique_item_name(fight, *weapon))
                .with("final", true),
            Act::Stunt => Command::new("stunt"),
            Act::Shove { to, hazard } => {
                let zone = to.map(|to| fight.zones.name(to));
                Command::new("shove").with_optional("zone", zone).with_flag("hazard", *hazard)
            }
            Act::BreakFree => Command::new("break"),
            Act::ReleaseGrabbed => Command::new("release"),
            Act::Move { to, sneak } => {
                let command = Command::new("move").with("zone", format_place(fight, *to));
                command.with_flag("sneak", *sneak)
            }
            Act::Dash => Command::new("dash"),
            Act::HandleItem { handling, item } => format_item_handling(fight, *handling, *item),
            Act::Interact { text, is_complex } => {
                let command = Command::new("interact").with_text("text", text);
                command.with_flag("complex", *is_complex)
            }
            Act::SetCover { is_on: true } => Command::new("take-cover"),
            Act::SetCover { is_on: false } => Command::new("leave-cover"),
            Act::Say(text) => Command::new("say").with_text("text", text),
            Act::TrySkill { ability, text } => {
                Command::new("skill").with("ability", ability.key()).with_text("text", text)
            }
            Act::Hide(text) => Command::new("hide").with_text("text", text),
            Act::Flee => Command::new("flee"),
            Act::Surrender => Command::new("surrender"),
            Act::ThenEndTurn(act) => Factions::format_act(fight, act).with("end", true),
        }
    }

    /// Parses an order; refuses an unknown verb, and the first slot whose value does not fit.
    fn parse_order(fight: &Fight, command: &Command) -> Result<Order, Refusal> {
        let zone = |slot: &str| command.parse_slot(slot, |name| fight.zones.find_by_name(name));
        let find_combatant = |name: &str| fight.find_named_or_refuse(name);
        let who = || find_combatant(command.get("who"));
        let find_combatants = |slot: &str| fight.find_listed_or_refuse(command.get(slot));
        let faction = |slot: &str| parse_faction(fight, slot, command.get(slot));
        let is_on = command.is_on_or_missing("on")?;
        let set_tag = |tag| Ok(Order::SetZoneTag { zone: zone("zone")?, tag, is_on });
        Ok(match command.verb.as_str() {
            "assign" => {
                let who = who()?;
                let faction = parse_old_or_new_faction(fight, who, command.get("faction"));
                Order::Assign { who, faction, group: command.get("group").trim().into() }
            }
            "ally" => Order::Ally { one: faction("faction")?, other: faction("with")?, is_on },
            "captain" => Order::NameCaptain(who()?),
            "started" => Order::SetStarter(faction("faction")?),
            "slot" => Order::GiveSlot(who()?),
            "link" => Order::LinkZones(zone("zone")?, zone("to")?),
            "cover" => set_tag(ZoneTag::Cover)?,
            "obscured" => set_tag(ZoneTag::Obscured)?,
            "barrier" => set_tag(ZoneTag::Barrier)?,
            "hard" => set_tag(ZoneTag::Hard)?,
            "exit" => set_tag(ZoneTag::Exit)?,
            "hazard" => Order::SetHazard(
                zone("zone")?,
                parse_hazard_damage_default_d6_or_removal(command.get("damage"))?,
            ),
            "block-sight" => Order::SetSightBlocked { zone: zone("zone")?, to: zone("to")?, is_on },
            "flag" => {
                let text = command.get("flag").trim();
                let who = who()?;
                let flag = CombatantFlag::ALL.into_iter().find(|flag| flag.key() == text);
                let flag = flag.ok_or_else(|| Refusal::bad_value("flag", text))?;
                Order::SetFlag { who, flag, is_on }
            }
            "noticed" => Order::SetNoticed {
                who: who()?,
                observer: find_combatant(command.get("by"))?,
                is_on,
            },
            "manoeuvre-kind" => Order::AddManoeuvre(parse_new_manoeuvre(command)?),
            "harm" => Order::Harm { who: who()?, amount: command.parse_number("amount")? },
            "heal" => Order::Heal { who: who()?, amount: command.parse_number("amount")? },
            "place" => Order::Place { who: who()?, to: parse_place(fight, command.get("zone")) },
            "long-chase" => {
                let escapes = parse_ruled_escape(command.get("outcome"))?;
                Order::ResolveChase {
                    leavers: find_combatants("who")?,
                    pursuers: find_combatants("by")?,
                    escapes,
                }
            }
            "stretch" => Order::EndStretch,
            "durability" => Order::SetDurabilityRoll { who: who()?, is_on },
            verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
        })
    }

    /// Parses an answer: one of the choices, or one that is spelled out, such as an attack with
    /// `hold_back:`, the text of an offered stunt, the names of pursuers, or the effect of a skill.
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
        let has_same_verb =
            |choice: &&Answer| Factions::format_answer(fight, choice).verb == command.verb;
        let choice_by_verb = request.choices.iter().find(has_same_verb);
        let choice_by_verb =
            choice_by_verb.ok_or_else(|| not_offered_refusal(fight, request, command))?;
        match choice_by_verb {
            Answer::OfferStunt(_) => Ok(Answer::OfferStunt(command.get("text").into())),
            Answer::Counter { .. }
            | Answer::Strike { .. }
            | Answer::HideBehind(_)
            | Answer::Guard(_) => parse_reaction_with_extra_slots(fight, request, command),
            Answer::Pursue(able) => {
                let viewer = fight.viewer_of(request.respondent);
                parse_pursuers(fight, viewer, able, command.get("who")).map(Answer::Pursue)
            }
            Answer::Rule { .. } => match &request.question {
                Question::Ruling { ability, text, .. } => parse_gm_ruling(command, *ability, text),
                _ => Ok(choice_by_verb.clone()),
            },
            simple_answer if command.slots.is_empty() => Ok(simple_answer.clone()),
            _ => Err(not_offered_refusal(fight, request, command)),
        }
    }

    /// Formats an answer as the command from which it is parsed again.
    fn format_answer(fight: &Fight, answer: &Answer) -> Command {
        match answer {
            Answer::Approve => Command::new("approve"),
            Answer::Refuse => Command::new("refuse"),
            Answer::Accept => Command::new("accept"),
            Answer::Decline => Command::new("decline"),
            Answer::OfferStunt(text) => Command::new("stunt").with("text", text),
            Answer::Dodge => Command::new("dodge"),
            Answer::Counter { means, hold_back } => {
                with_means(fight, Command::new("counter"), *means)
                    .with_flag("hold_back", *hold_back)
            }
            Answer::HideBehind(who) => Command::new("hide-behind").with("target", fight.name(*who)),
            Answer::TakeHit => Command::new("take-it"),
            Answer::Guard(GuardAction::TakeHit) => Command::new("guard"),
            Answer::Guard(GuardAction::Dodge) => Command::new("guard").with("how", "dodge"),
            Answer::Guard(GuardAction::Counter(means)) => {
                with_means(fight, Command::new("guard").with("how", "counter"), *means)
            }
            Answer::Guard(GuardAction::CounterHeldBack(means)) => {
                let plain =
                    Factions::format_answer(fight, &Answer::Guard(GuardAction::Counter(*means)));
                plain.with("hold_back", true)
            }
            Answer::No => Command::new("no"),
            Answer::AgreeToShelter => Command::new("agree"),
            Answer::Strike { means, hold_back, stunt } => {
                let command = with_means(fight, Command::new("strike"), *means);
                command.with_flag("hold_back", *hold_back).with_optional("stunt", stunt.as_ref())
            }
            Answer::LetGo => Command::new("let-go"),
            Answer::Pursue(pursuers) => {
                let names: Vec<_> = pursuers.iter().map(|who| fight.name(*who)).collect();
                Command::new("pursue").with("who", format_comma_separated_list(names))
            }
            Answer::Rule { ability, effect } => {
                Command::new("rule").with("ability", ability.key()).with("effect", effect)
            }
        }
    }
}

/// Parses an act as if it had no slot `end:`, which any act may have. Returns `None` for a verb
/// that is no act.
fn parse_act_ignoring_end_slot(fight: &Fight, who: CombatantId, command: &Command) -> Option<Act> {
    let target = || fight.find_known_or_nobody(who, command.get("target"));
    let text = || command.get("text").to_string();
    let handle = |handling| Act::HandleItem {
        handling,
        item: find_own_item_preferring_possible(fight, who, command.get("item"), handling),
    };
    Some(match command.verb.as_str() {
        "turn" => Act::TakeSlot,
        "pass" => Act::Pass { for_all: !command.get("faction").is_empty() },
        "done" => Act::EndTurn,
        "initiative" => Act::ChooseFirstFaction(command.get("first").trim().into()),
        "stance" => {
            Act::SetStance(OpportunityStance::parse(command.get("opportunity")).unwrap_or_default())
        }
        "attack" => parse_attack_blast_or_final_blow(fight, who, command),
        "disarm" => {
            let item = parse_item_or_held_weapon(fight, target(), command.get("item"));
            build_attack_act(target(), AttackMeans::Disarm(item), command)
        }
        "grapple" => build_attack_act(target(), AttackMeans::Grapple, command),
        "manoeuvre" => {
            let index = parse_manoeuvre_index_or_max(fight, command.get("kind"));
            build_attack_act(target(), AttackMeans::Manoeuvre(index), command)
        }
        "stunt" => Act::Stunt,
        "shove" => {
            let to = match command.get("zone") {
                "" => None,
                name => Some(parse_zone(fight, name)),
            };
            Act::Shove { to, hazard: command.is_on("hazard") }
        }
        "break" => Act::BreakFree,
        "release" => Act::ReleaseGrabbed,
        "move" => {
            Act::Move { to: parse_place(fight, command.get("zone")), sneak: command.is_on("sneak") }
        }
        "dash" => Act::Dash,
        "equip" => handle(ItemHandling::Equip),
        "unequip" => handle(ItemHandling::Unequip),
        "pickup" => {
            let item = parse_lying_item(fight, who, command.get("item"));
            Act::HandleItem { handling: ItemHandling::PickUp, item }
        }
        "drop" => handle(ItemHandling::PutDown),
        "use" => parse_use_or_coat_act(fight, who, command),
        "reload" => handle(ItemHandling::Reload),
        "interact" => {
            let is_complex = command.is_on("complex") || fight.settings.complex_interactions;
            Act::Interact { text: text(), is_complex }
        }
        "take-cover" => Act::SetCover { is_on: true },
        "leave-cover" => Act::SetCover { is_on: false },
        "say" => Act::Say(text()),
        "skill" => {
            let ability = Ability::parse(command.get("ability")).unwrap_or(Ability::Wit);
            Act::TrySkill { ability, text: text() }
        }
        "hide" => Act::Hide(text()),
        "flee" => Act::Flee,
        "surrender" => Act::Surrender,
        _ => return None,
    })
}

/// Parses the use of an own item: a poison coats the named weapon, or else the first one in hand;
/// any other item is used on the target, or on oneself if none is named.
fn parse_use_or_coat_act(fight: &Fight, who: CombatantId, command: &Command) -> Act {
    let item = parse_own_item(fight, who, command.get("item"));
    let remedy = fight.body(who).find_item(item).and_then(|item| item.remedy);
    let handling = if remedy == Some(Remedy::Poison) {
        ItemHandling::Coat(match command.get("weapon") {
            "" => parse_item_or_held_weapon(fight, who, ""),
            name => parse_own_item(fight, who, name),
        })
    } else if command.has_slot("target") {
        ItemHandling::Use(fight.find_known_or_nobody(who, command.get("target")))
    } else {
        ItemHandling::Use(who)
    };
    Act::HandleItem { handling, item }
}

/// Builds an attack. A non-lethal one ignores `hold_back:`, `indirect:` and `stunt:`.
fn build_attack_act(target: CombatantId, means: AttackMeans, command: &Command) -> Act {
    let is_lethal = means.is_lethal();
    let has_stunt = is_lethal && command.has_slot("stunt");
    let offered_stunt = has_stunt.then(|| command.get("stunt").to_string());
    let hold_back = is_lethal && command.is_on("hold_back");
    let indirect = is_lethal && command.is_on("indirect");
    Act::Attack(Attack { target, means, hold_back, indirect, offered_stunt })
}

/// Parses the verb `attack`: a single attack, a blast (a weapon with that tag) or a final blow.
fn parse_attack_blast_or_final_blow(fight: &Fight, who: CombatantId, command: &Command) -> Act {
    let target = fight.find_known_or_nobody(who, command.get("target"));
    // FACT-SNEAK-1: the default weapon must not tell where a concealed target is.
    let knows_position = fight.get_present(target).is_some() && is_aware(fight, who, target);
    let located_target = if knows_position { target } else { CombatantId::NOBODY };
    let (hold_back, indirect) = (command.is_on("hold_back"), command.is_on("indirect"));
    let weapon = match command.get("weapon") {
        "" => default_weapon(fight, who, located_target, Trajectory::indirect_if(indirect)),
        name => parse_own_item(fight, who, name),
    };
    if command.is_on("final") {
        return Act::FinalBlow { target, weapon };
    }
    let own_weapon = fight.body(who).find_item(weapon).and_then(|item| item.weapon.as_ref());
    if own_weapon.is_some_and(|weapon| weapon.is_blast) {
        let own_zone = place_of(fight, who).zone;
        let blast = BlastAttack { zone: own_zone, weapon, hold_back, indirect };
        let zone = parse_blast_zone(fight, who, located_target, blast, command);
        return Act::BlastZone(BlastAttack { zone, ..blast });
    }
    build_attack_act(target, AttackMeans::Weapon(weapon), command)
}

/// Returns the zone that a blast is aimed at: the one that the command names, else that of the
/// target that it names, else that of `blast`.
fn parse_blast_zone(
    fight: &Fight,
    attacker: CombatantId,
    located_target: CombatantId,
    blast: BlastAttack,
    command: &Command,
) -> ZoneId {
    match command.get("zone") {
        "" if command.has_slot("target") => {
            blast_zone_for_target(fight, attacker, located_target, blast)
        }
        "" => blast.zone,
        name => parse_zone(fight, name),
    }
}

/// Returns the zone of a blast that names a combatant. On a border it is the first of the two that
/// can be hit (FACT-BLAST-2, FACT-BLAST-3).
fn blast_zone_for_target(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    blast: BlastAttack,
) -> ZoneId {
    if !fight.get_present(target).is_some_and(|combatant| combatant.body.is_on_map()) {
        return ZoneId::NOWHERE;
    }
    let place = place_of(fight, target);
    let can_hit = |zone: &ZoneId| {
        super::blast::check_blast(fight, attacker, &BlastAttack { zone: *zone, ..blast }).is_ok()
    };
    place.zones().find(can_hit).unwrap_or(place.zone)
}

/// Returns the zone of this name, or a zone that does not exist.
fn parse_zone(fight: &Fight, name: &str) -> ZoneId {
    fight.zones.find_or_nowhere(name)
}

/// Parses `Gate`, or `Gate-Yard` for the border between two zones (FACT-ZONE-1). A hyphen may also
/// belong to a name: the whole text is a zone where one is called so, else it is split where both
/// halves are zones, of several such places at the first that parts neighbours.
pub fn parse_place(fight: &Fight, text: &str) -> Place {
    if let Some(zone) = fight.zones.find_by_name(text) {
        return Place::in_zone(zone);
    }
    let mut first_border = None;
    for (hyphen, _) in text.match_indices('-') {
        let one = fight.zones.find_by_name(&text[..hyphen]);
        let other = fight.zones.find_by_name(&text[hyphen + 1..]);
        let (Some(one), Some(other)) = (one, other) else { continue };
        let border = Place::on_border(one, other);
        if fight.zones.are_adjacent(one, other) {
            return border;
        }
        first_border = first_border.or(Some(border));
    }
    if let Some(border) = first_border {
        return border;
    }
    match text.split_once('-') {
        Some((one, other)) => Place::on_border(parse_zone(fight, one), parse_zone(fight, other)),
        None => Place::in_zone(ZoneId::NOWHERE),
    }
}

/// Formats a place so that [`parse_place`] finds it again: with blanks around the hyphen of a
/// border where a name has hyphens of its own, or the two names make that of another zone.
pub fn format_place(fight: &Fight, place: Place) -> String {
    let zone = fight.zones.name(place.zone);
    let Some(border) = place.border else { return zone.to_string() };
    let border = fight.zones.name(border);
    let plain = format!("{zone}-{border}");
    if zone.contains('-') || border.contains('-') || fight.zones.find_by_name(&plain).is_some() {
        format!("{zone} - {border}")
    } else {
        plain
    }
}

/// Returns the index of the manoeuvre of this name, or 0 for an empty name; [`u8::MAX`] if there is
/// none.
fn parse_manoeuvre_index_or_max(fight: &Fight, name: &str) -> u8 {
    let name = name.trim().to_lowercase();
    let known = &fight.state.manoeuvres;
    let index = match name.as_str() {
        "" => Some(0),
        name => known.iter().position(|manoeuvre| manoeuvre.name.to_lowercase() == name),
    };
    index.map_or(u8::MAX, |index| index as u8)
}

/// Returns each item with a name that no other has: several of one name are told apart as "name 2".
fn unique_item_names<'a>(items: impl Iterator<Item = &'a Item>) -> Vec<(ItemId, String)> {
    name_uniquely(items.map(|item| (item.id, item.name.as_str())))
}

/// Returns what somebody carries, in the order in which items of one name are numbered. An NPC's
/// visible items come first, so that a number does not tell of hidden ones.
fn carried_items_in_naming_order(combatant: &Combatant<Factions>) -> impl Iterator<Item = &Item> {
    let is_npc = combatant.is_npc();
    let is_hidden = move |item: &&Item| is_npc && !item.is_held && !item.is_natural;
    let visible = combatant.body.gear.iter().filter(move |item| !is_hidden(item));
    visible.chain(combatant.body.gear.iter().filter(is_hidden))
}

/// Returns an own item by its unique name, or bare hands. A name that ends in "armour" means the
/// worn armour if no item has it; otherwise an unknown name gives [`ItemId::NONE`].
fn parse_own_item(fight: &Fight, who: CombatantId, name: &str) -> ItemId {
    if name.trim().eq_ignore_ascii_case(UNARMED_NAME) {
        return ItemId::UNARMED;
    }
    let named = unique_item_names(carried_items_in_naming_order(fight.combatant(who)));
    let found = find_by_unique_name(&named, name);
    // FACT-TURN-4: worn armour is not an item of the gear, and cannot be handled.
    let is_armour = name.trim().to_lowercase().ends_with("armour");
    if found == ItemId::NONE && is_armour { ItemId::WORN_ARMOUR } else { found }
}

/// Returns an own item by its name. A bare name means the first item with which this handling is
/// possible.
fn find_own_item_preferring_possible(
    fight: &Fight,
    who: CombatantId,
    name: &str,
    handling: ItemHandling,
) -> ItemId {
    let lower_name = name.trim().to_lowercase();
    let is_possible = |item: &&Item| {
        item.name.to_lowercase() == lower_name
            && check_item_handling(fight, who, handling, item.id).is_ok()
    };
    let possible = fight.body(who).gear.iter().find(is_possible);
    possible.map_or_else(|| parse_own_item(fight, who, name), |item| item.id)
}

/// The name of bare hands.
pub const UNARMED_NAME: &str = "unarmed";

/// Returns an item that lies where the actor stands, by its full name or else by its bare one;
/// [`ItemId::NONE`] if there is none. On a border a bare name means the one in the first zone.
fn parse_lying_item(fight: &Fight, who: CombatantId, name: &str) -> ItemId {
    let name = name.trim().to_lowercase();
    let zones = place_of(fight, who).zones();
    let lying: Vec<DroppedItem> =
        zones.flat_map(|zone| lying_items_with_unique_names(fight, zone)).collect();
    let is_wanted = |candidate: &str| candidate.to_lowercase() == name;
    let with_full_name = lying.iter().find(|dropped| is_wanted(&dropped.full_name));
    let with_bare_name = lying.iter().find(|dropped| is_wanted(&dropped.name));
    with_full_name.or(with_bare_name).map_or(ItemId::NONE, |dropped| dropped.item)
}

/// An item that lies in a zone.
struct DroppedItem {
    item: ItemId,
    /// Its unique name among the items of its zone.
    name: String,
    /// The same name, followed by the zone if a neighbouring zone has an item of that name: "sword
    /// (Yard)".
    full_name: String,
}

/// Returns the items that lie in a zone with their names. The full name also names the zone if an
/// item of that name lies in a neighbouring zone.
fn lying_items_with_unique_names(fight: &Fight, zone: ZoneId) -> impl Iterator<Item = DroppedItem> {
    let named_in = |zone: ZoneId| {
        let items = fight.zones.get(zone).map(|zone| &zone.terrain.items);
        unique_item_names(items.into_iter().flatten())
    };
    let names_nearby: Vec<String> =
        fight.zones.neighbours(zone).flat_map(named_in).map(|(_, name)| name).collect();
    named_in(zone).into_iter().map(move |(item, name)| {
        let full_name = match names_nearby.contains(&name) {
            true => format!("{name} ({})", fight.zones.name(zone)),
            false => name.clone(),
        };
        DroppedItem { item, name, full_name }
    })
}

/// Returns the first weapon that somebody holds if `name` is empty, else the carried item of that
/// name, held or not. Returns [`ItemId::NONE`] if there is none.
fn parse_item_or_held_weapon(fight: &Fight, who: CombatantId, name: &str) -> ItemId {
    let Some(combatant) = fight.get_present(who) else { return ItemId::NONE };
    let is_weapon = |item: &&Item| item.weapon.is_some() && item.is_held && !item.is_natural;
    match name.trim() {
        "" => combatant.body.gear.iter().find(is_weapon).map_or(ItemId::NONE, |item| item.id),
        name => {
            let named = unique_item_names(carried_items_in_naming_order(combatant));
            find_by_unique_name(&named, name)
        }
    }
}

/// Returns the weapon of an attack that names none: the first in hand that reaches the target. If
/// none does, returns bare hands for a nearby target, else the first weapon in hand.
fn default_weapon(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    trajectory: Trajectory,
) -> ItemId {
    let gear = fight.body(who).gear.iter();
    let weapons_in_hand: Vec<&Item> =
        gear.filter(|item| item.is_in_hand() && item.weapon.is_some()).collect();
    for weapon in weapons_in_hand.iter().copied() {
        if super::attacks::can_attack_with(fight, who, target, weapon, trajectory) {
            return weapon.id;
        }
    }
    let is_nearby = target != CombatantId::NOBODY && super::zones::are_nearby(fight, who, target);
    match weapons_in_hand.first() {
        Some(first_weapon) if !is_nearby => first_weapon.id,
        Some(_) | None => ItemId::UNARMED,
    }
}

/// Returns the name by which an item is found, for whoever can name it; empty if nobody can.
pub fn unique_item_name(fight: &Fight, item: ItemId) -> String {
    if item == ItemId::UNARMED {
        return UNARMED_NAME.into();
    }
    let mut combatants = fight.combatants.iter();
    let bearer = combatants.find(|combatant| combatant.body.find_item(item).is_some());
    if let Some(bearer) = bearer {
        let names = unique_item_names(carried_items_in_naming_order(bearer));
        let found = names.into_iter().find(|(id, _)| *id == item);
        return found.map(|(_, name)| name).unwrap_or_default();
    }
    let mut lying =
        fight.zones.iter().flat_map(|(zone, _)| lying_items_with_unique_names(fight, zone));
    let found = lying.find(|dropped| dropped.item == item);
    found.map(|dropped| dropped.full_name).unwrap_or_default()
}

/// Formats an attack as the command of its means, with its flags and offered stunt.
fn format_attack(fight: &Fight, attack: &Attack) -> Command {
    let with_target = |verb| Command::new(verb).with("target", fight.name(attack.target));
    let command = match attack.means {
        AttackMeans::Weapon(weapon) => {
            with_target("attack").with("weapon", unique_item_name(fight, weapon))
        }
        AttackMeans::Disarm(item) => {
            with_target("disarm").with("item", unique_item_name(fight, item))
        }
        AttackMeans::Grapple => with_target("grapple"),
        AttackMeans::Manoeuvre(index) => {
            with_target("manoeuvre").with("kind", manoeuvre_name(fight, index))
        }
    };
    command
        .with_flag("hold_back", attack.hold_back)
        .with_flag("indirect", attack.indirect)
        .with_optional("stunt", attack.offered_stunt.as_ref())
}

/// Returns the name of a manoeuvre that the GM added; empty if there is none of this index.
pub fn manoeuvre_name(fight: &Fight, manoeuvre_index: u8) -> Name {
    let known = fight.state.manoeuvres.get(usize::from(manoeuvre_index));
    known.map_or_else(|| "".into(), |manoeuvre| manoeuvre.name.clone())
}

/// Formats the handling of an item as the command that does it.
fn format_item_handling(fight: &Fight, handling: ItemHandling, item: ItemId) -> Command {
    let with_item = |verb| Command::new(verb).with("item", unique_item_name(fight, item));
    match handling {
        ItemHandling::Equip => with_item("equip"),
        ItemHandling::Unequip => with_item("unequip"),
        ItemHandling::PickUp => with_item("pickup"),
        ItemHandling::PutDown => with_item("drop"),
        ItemHandling::Use(receiver) => with_item("use").with("target", fight.name(receiver)),
        ItemHandling::Coat(weapon) => {
            with_item("use").with("weapon", unique_item_name(fight, weapon))
        }
        ItemHandling::Reload => with_item("reload"),
    }
}

/// Returns the faction that an assignment names: one of the fight in any case, a new one as it is
/// spelled, or the combatant's own if the text is empty.
fn parse_old_or_new_faction(fight: &Fight, who: CombatantId, text: &str) -> Name {
    match text.trim() {
        "" => fight.body(who).faction.clone(),
        name => parse_faction(fight, "faction", name).unwrap_or_else(|_| name.into()),
    }
}

/// Parses a manoeuvre that the GM adds: a name of 1 to 40 characters, the ability of the save
/// against it, and its effect in words (FACT-NL-3).
fn parse_new_manoeuvre(command: &Command) -> Result<Manoeuvre, Refusal> {
    let name = command.get("name").trim();
    if name.is_empty() || name.chars().count() > 40 {
        return Err(Refusal::bad_value("name", name));
    }
    let save_ability = command.parse_slot("save", Ability::parse)?;
    Ok(Manoeuvre { name: name.into(), save_ability, effect: command.get("effect").into() })
}

/// Parses the GM's ruling whether all leavers of a chase escape; `None` if the text is empty, so
/// that the rules decide.
fn parse_ruled_escape(text: &str) -> Result<Option<bool>, Refusal> {
    match text.trim() {
        "" => Ok(None),
        "escape" | "escapes" => Ok(Some(true)),
        "reached" => Ok(Some(false)),
        other => Err(Refusal::bad_value("outcome", other)),
    }
}

/// Returns the faction of the fight with this name, in any case; refuses the slot if there is none.
fn parse_faction(fight: &Fight, slot: &str, name: &str) -> Result<Name, Refusal> {
    let lower_name = name.trim().to_lowercase();
    let found = fight.state.factions.iter().find(|faction| faction.to_lowercase() == lower_name);
    found.cloned().ok_or_else(|| {
        let factions: Vec<String> = fight.state.factions.iter().map(ToString::to_string).collect();
        Refusal::bad_value(slot, name).with_names_of("faction", &factions)
    })
}

/// Parses the damage of a hazard: d6 if the text is empty (FACT-ZONE-4), `None` to remove it.
fn parse_hazard_damage_default_d6_or_removal(text: &str) -> Result<Option<DicePool>, Refusal> {
    match text.trim() {
        "" | "true" | "yes" | "on" => Ok(Some(DicePool::one_die(6))),
        "none" | "off" | "false" | "no" => Ok(None),
        text => text
            .parse()
            .map(Some)
            .map_err(|_| Refusal::bad_value("damage", text).with("amount", "damage")),
    }
}

/// Parses a name, or a list of names, of combatants who pursue; all who are able if it is empty.
/// The result is sorted and has no duplicates. Refuses anybody who is not able to.
fn parse_pursuers(
    fight: &Fight,
    viewer: Viewer,
    able: &[CombatantId],
    list: &str,
) -> Result<Vec<CombatantId>, Refusal> {
    let names = match fight.find_combatant(viewer, list) {
        Some(_) => vec![list.to_string()],
        None => split_comma_list_heeding_quotes(list),
    };
    if names.is_empty() {
        return Ok(able.to_vec());
    }
    let mut chosen = Vec::new();
    for name in &names {
        let found = fight.find_combatant(viewer, name).filter(|who| able.contains(who));
        let bad_target = || Refusal::new("bad-target", "FACT-CHASE-2").with("name", name);
        chosen.push(found.ok_or_else(bad_target)?);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// Parses the GM's ruling on a skill. Without the slots `ability` and `effect` it takes those that
/// the player named.
fn parse_gm_ruling(command: &Command, ability: Ability, text: &str) -> Result<Answer, Refusal> {
    let given = command.parse_optional_slot("ability", Ability::parse)?;
    let effect = if command.has_slot("effect") { command.get("effect") } else { text };
    Ok(Answer::Rule { ability: given.unwrap_or(ability), effect: effect.into() })
}

/// Slots that an attack made as a reaction may have; they are not part of the choice.
const REACTION_RIDERS: [&str; 3] = ["hold_back", "indirect", "stunt"];

/// Parses a reaction that may be an attack, with the slots that its command adds to the choice.
/// Refuses a reaction that is not offered, or not with these slots.
fn parse_reaction_with_extra_slots(
    fight: &Fight,
    request: &PromptRequest,
    command: &Command,
) -> Result<Answer, Refusal> {
    let choice = find_choice_ignoring_extra_slots(fight, request, command)?;
    let Some(answer) = with_requested_hold_back_if_possible(choice, command) else {
        return Err(not_offered_refusal(fight, request, command));
    };
    if command.is_on("indirect")
        && !reactions::can_counter_answer_be_indirect(fight, request, &answer)
    {
        return Err(not_offered_refusal(fight, request, command));
    }
    add_offered_stunt(answer, command)
}

/// Returns the choice that a command spells out. The slots that may be added to a reaction (hold
/// back, indirect, stunt) are ignored.
fn find_choice_ignoring_extra_slots(
    fight: &Fight,
    request: &PromptRequest,
    command: &Command,
) -> Result<Answer, Refusal> {
    for choice in &request.choices {
        let formatted = Factions::format_answer(fight, choice);
        if formatted.verb == command.verb && has_same_slots_but_riders(&formatted, command) {
            return Ok(choice.clone());
        }
    }
    Err(not_offered_refusal(fight, request, command))
}

/// Returns whether a choice has the value of each slot of the command, in any case of letters. The
/// slots that may be added to a reaction are not compared.
fn has_same_slots_but_riders(choice: &Command, command: &Command) -> bool {
    for (slot, value) in &command.slots {
        let is_rider = REACTION_RIDERS.contains(&slot.as_str());
        let is_same = choice.get(slot).to_lowercase() == value.trim().to_lowercase();
        if !is_rider && !is_same {
            return false;
        }
    }
    true
}

/// Returns a reaction held back if the command says so (FACT-ATK-6); `None` if the reaction is no
/// attack that could be held back.
fn with_requested_hold_back_if_possible(choice: Answer, command: &Command) -> Option<Answer> {
    let hold_back = true;
    match choice {
        choice if !command.is_on("hold_back") => Some(choice),
        Answer::Counter { means, .. } => Some(Answer::Counter { means, hold_back }),
        Answer::Strike { means, stunt, .. } => Some(Answer::Strike { means, hold_back, stunt }),
        Answer::Guard(GuardAction::Counter(means)) => {
            Some(Answer::Guard(GuardAction::CounterHeldBack(means)))
        }
        _ => None,
    }
}

/// Adds to an answer the stunt that a command offers, if it offers one. FACT-STUNT-1: refused
/// unless the answer is an opportunity attack that does damage.
fn add_offered_stunt(answer: Answer, command: &Command) -> Result<Answer, Refusal> {
    if !command.has_slot("stunt") {
        return Ok(answer);
    }
    let text = command.get("stunt").to_string();
    match answer {
        Answer::Strike { means, hold_back, .. } if means.is_lethal() => {
            Ok(Answer::Strike { means, hold_back, stunt: Some(text) })
        }
        _ => Err(Refusal::new("not-suitable", "FACT-STUNT-1").with("verb", &command.verb)),
    }
}

/// Returns the refusal of an answer that is not among the choices. FACT-REACT-5: `not-suitable`.
/// FACT-REACT-9: `already-target`. Any other: `bad-target`.
fn not_offered_refusal(fight: &Fight, request: &PromptRequest, command: &Command) -> Refusal {
    let (key, rule) = reactions::explain_answer_not_offered(fight, request, command);
    let refusal = Refusal::new(key, rule).with("verb", &command.verb);
    match (key, request.respondent) {
        ("already-target", Initiator::Combatant(who)) if !command.has_slot("target") => {
            refusal.with("name", fight.name(who))
        }
        ("already-target", _) => refusal.with("name", command.get("target")),
        _ => refusal,
    }
}

/// Adds the slots of attack means: `weapon:sword`, `kind:grapple`, `kind:disarm item:sword`,
/// `kind:trip`.
fn with_means(fight: &Fight, command: Command, means: AttackMeans) -> Command {
    match means {
        AttackMeans::Weapon(weapon) => command.with("weapon", unique_item_name(fight, weapon)),
        AttackMeans::Disarm(item) => {
            command.with("kind", "disarm").with("item", unique_item_name(fight, item))
        }
        AttackMeans::Grapple => command.with("kind", "grapple"),
        AttackMeans::Manoeuvre(index) => command.with("kind", manoeuvre_name(fight, index)),
    }
}
