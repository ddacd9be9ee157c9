//! Acts, orders and answers from the commands that people type: parsed by the system, then
//! performed.

use std::borrow::Cow;

use serde_json::Value;

use crate::Rules;
use crate::core::body_fields::{BodyFields as _, FieldReference};
use crate::core::command::{Command, Offer, Refusal};
use crate::core::dice::Dice;
use crate::core::fight::{Fight, FightPhase, Order};
use crate::core::ids::CombatantId;
use crate::core::items::ItemLike;
use crate::core::json;
use crate::core::json_fields::with_field_set;
use crate::core::names::{NameKind, parse_given_name};
use crate::core::time_limits::{format_duration, parse_duration_secs};
use crate::core::verbs::Verb;
use crate::core::zones::ZoneMap;
use crate::resolution::amounts;
use crate::resolution::fight_record::{ActResult, FightInput, FightRecord, RecordedAction};
use crate::resolution::orders::CANCELLED_OUTCOME;
use crate::resolution::prompt::PromptRequest;
use crate::visibility::disclosure::DisclosureLevel;
use crate::visibility::view::Viewer;

/// Finds the verb of a command in a table of verbs.
pub fn find_verb<'a>(verbs: &'a [Verb], command: &Command) -> Option<&'a Verb> {
    verbs.iter().find(|verb| verb.name == command.verb)
}

/// Parses the command of a combatant and performs the act.
///
/// # Errors
/// Refuses a verb that the system does not have, an unknown slot, a combatant that is not in the
/// fight, and an act that the rules refuse.
pub fn perform_act_command<S: Rules>(
    record: &FightRecord<S>,
    who: CombatantId,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<ActResult<S>, Refusal> {
    let not_in_system = || Refusal::new("not-in-system", "").with("verb", &command.verb);
    let verb = find_verb(S::ACT_VERBS, command).ok_or_else(not_in_system)?;
    // The command may be meant as an answer although no prompt takes it.
    let is_valid_answer = find_verb(S::ANSWER_VERBS, command)
        .is_some_and(|answer_verb| answer_verb.check_slots(command).is_ok());
    if let Err(refusal) = verb.check_slots(command) {
        if is_valid_answer {
            return Err(Refusal::new("nothing-asked", "").with("verb", verb.name));
        }
        return Err(refusal);
    }
    verb.check_own_words_visible(command)?;
    if record.base_fight.get_present(who).is_none() {
        return Err(Refusal::new("bad-target", "").with("name", command.get("as")));
    }
    let act =
        S::parse_act_without_checks(&record.base_fight, who, command).ok_or_else(not_in_system)?;
    record.apply_input(FightInput::Action(RecordedAction::Act { who, act }), dice)
}

/// Parses an order of the GM and performs it.
///
/// # Errors
/// Refuses an unknown verb or slot, and an order that the rules refuse.
pub fn perform_order_command<S: Rules>(
    record: &FightRecord<S>,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<ActResult<S>, Refusal> {
    if let Some(verb) = find_verb(S::ORDER_VERBS, command) {
        verb.check_slots(command)?;
        check_not_named_twice(record.current_fight(), command)?;
    }
    let order = parse_order(record, command)?;
    record.apply_input(FightInput::Action(RecordedAction::Order(order)), dice)
}

/// Refuses an order about two zones or two combatants that names one of them twice.
fn check_not_named_twice<S: Rules>(fight: &Fight<S>, command: &Command) -> Result<(), Refusal> {
    let find_zone = |slot: &str| fight.zones.find_by_name(command.get(slot));
    let find_combatant = |slot: &str| fight.find_combatant(Viewer::Gm, command.get(slot));
    let named_twice = |name: &str| Refusal::bad_setup("", "named-twice").with("name", name);
    if let Some(zone) = find_zone("zone")
        && find_zone("to") == Some(zone)
    {
        return Err(named_twice(fight.zones.name(zone)));
    }
    if let Some(who) = find_combatant("who")
        && find_combatant("with") == Some(who)
    {
        return Err(named_twice(fight.name(who)));
    }
    Ok(())
}

/// Parses an answer to an open prompt and gives it.
///
/// # Errors
/// Refuses an unknown slot, an answer that the prompt does not take (with its choices as
/// alternatives), and a prompt that is no longer open.
pub fn answer_with_command<S: Rules>(
    record: &FightRecord<S>,
    request: &PromptRequest<S>,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<ActResult<S>, Refusal> {
    if let Some(verb) = find_verb(S::ANSWER_VERBS, command) {
        verb.check_slots(command)?;
    }
    let fight = record.current_fight();
    let answer = S::parse_answer(fight, request, command)
        .map_err(|refusal| add_choices_if_not_offered(fight, request, refusal))?;
    let (respondent, question) = (request.respondent, request.question.clone());
    record.apply_input(FightInput::Answer { respondent, question, answer }, dice)
}

/// Adds the choices of a prompt to the refusal of an answer that does not fit it. Such a refusal
/// has the verb of the answer among its details; one about a value in the answer stays as it is.
fn add_choices_if_not_offered<S: Rules>(
    fight: &Fight<S>,
    request: &PromptRequest<S>,
    refusal: Refusal,
) -> Refusal {
    if !refusal.details.contains_key("verb") {
        return refusal;
    }
    let choices = request.choices.iter();
    let alternatives = choices.map(|choice| Offer::free(S::format_answer(fight, choice))).collect();
    Refusal { system: S::KEY.into(), alternatives, ..refusal }
}

/// Parses an order of the GM from its verb and slots; verbs that only this system has are left to
/// [`Codec::parse_order`](crate::Codec::parse_order). Names are those that the GM knows.
///
/// # Errors
/// `not-in-system` for an unknown verb; another refusal for a value that is none.
pub fn parse_order<S: Rules>(
    record: &FightRecord<S>,
    command: &Command,
) -> Result<Order<S>, Refusal> {
    let fight = record.current_fight();
    let who = || fight.find_named_or_refuse(command.get("who"));
    Ok(match command.verb.as_str() {
        "zones" => Order::SetZones(ZoneMap::parse(command.get("layout"))?),
        "set" => parse_setting_order(fight, command.get("key"), command.get("value"))?,
        "adjust" => {
            let who = who()?;
            let field = command.get("field").to_string();
            let value = to_id_if_zone_or_combatant_field(fight, &field, command.get("value"));
            let body = with_field_set(fight.body(who), &field, &value)?;
            Order::SetField { who, field, body: Box::new(body) }
        }
        "supply" => {
            let who = who()?;
            Order::GiveItem { who, item: Box::new(parse_kit_or_improvised_item::<S>(command)?) }
        }
        "loose" => {
            let name = command.get("zone");
            let zone =
                fight.zones.find_by_name(name).ok_or_else(|| Refusal::bad_value("zone", name))?;
            Order::PlaceItem { zone, item: Box::new(parse_kit_or_improvised_item::<S>(command)?) }
        }
        "reveal" if !command.has_slot("show") && !command.has_slot("alias") => {
            Order::Reveal(who()?)
        }
        "reveal" => {
            let level = parse_disclosure_level_or_alias(command)?;
            let alias = command.slots.get("alias").cloned().filter(|alias| !alias.is_empty());
            Order::SetDisclosure { who: who()?, level, alias }
        }
        "remove" => Order::Remove(who()?),
        "start" => Order::Start,
        "skip" => Order::Skip,
        "end" if command.check_not_blank("outcome").is_err() => {
            return Err(Refusal::bad_value("outcome", ""));
        }
        // A fight that has not begun can only be cancelled, whatever the outcome says.
        "end"
            if fight.phase == FightPhase::Setup && command.get("outcome") == CANCELLED_OUTCOME =>
        {
            Order::End(String::new())
        }
        "end" => Order::End(command.get("outcome").into()),
        verb if S::ORDER_VERBS.iter().any(|own| own.name == verb) => {
            amounts::parse_system_order_deferring_dice(fight, command)?
        }
        verb => return Err(Refusal::new("not-in-system", "").with("verb", verb)),
    })
}

/// Returns the value of a field of a body with the name of a zone or a combatant replaced by its
/// number, if the field refers to one. Any other value stays as it is.
fn to_id_if_zone_or_combatant_field<S: Rules>(
    fight: &Fight<S>,
    field: &str,
    value: &str,
) -> String {
    let id = match S::Body::reference_of_field(field) {
        Some(FieldReference::Zone) => fight.zones.find_by_name(value).map(|zone| zone.0),
        Some(FieldReference::Combatant) => {
            fight.find_combatant(Viewer::Gm, value).map(|combatant| combatant.0)
        }
        _ => None,
    };
    match id {
        Some(id) => id.to_string(),
        None => value.to_string(),
    }
}

/// Parses an order that sets `key` to `value`: one of the two flags that all systems have, a time
/// limit, which is typed as a duration and may stand for several settings, or a setting of the
/// system by its path.
///
/// # Errors
/// Refuses what the setting does not accept, and a time limit below the shortest allowed one.
fn parse_setting_order<S: Rules>(
    fight: &Fight<S>,
    key: &str,
    value: &str,
) -> Result<Order<S>, Refusal> {
    let parse_flag = || value.parse().map_err(|_| Refusal::bad_value(key, value));
    match key {
        "decoys" => return Ok(Order::SetDecoys(parse_flag()?)),
        "ask_single" => return Ok(Order::SetAskSingle(parse_flag()?)),
        _ => {}
    }
    let settings_of_limit = S::TIME_LIMITS.settings_for(key);
    let settings = match settings_of_limit {
        Some(setting_keys) => {
            let secs = parse_duration_secs(value).ok_or_else(|| Refusal::bad_value(key, value))?;
            let mut settings = fight.settings.clone();
            for setting_key in setting_keys {
                settings = with_field_set(&settings, setting_key, &secs.to_string())?;
            }
            settings
        }
        None => with_setting_set::<S>(&fight.settings, key, value)?,
    };
    if let Some(min_secs) = min_secs_violated_by_change::<S>(&fight.settings, &settings) {
        // The refusal names the shortest time, and what means no limit, as they are typed here.
        let (least, none) = match settings_of_limit {
            Some(_) => (format_duration(min_secs), "none"),
            None => (min_secs.to_string(), "0"),
        };
        let refusal = Refusal::bad_setup("", "too-short").with("value", value);
        return Err(refusal.with("slot", key).with("least", least).with("none", none));
    }
    Ok(Order::ChangeSettings(Box::new(settings)))
}

/// Returns settings with one of them set, which is named by its path. A time may be a duration.
///
/// # Errors
/// Refuses a setting that does not exist, and what it does not accept.
fn with_setting_set<S: Rules>(
    settings: &S::Settings,
    key: &str,
    value: &str,
) -> Result<S::Settings, Refusal> {
    let value = to_secs_if_time_setting::<S>(key, value)?;
    with_field_set(settings, key, &value).map_err(|refusal| {
        // The names that the refusal lists are those of settings, not of fields of a body.
        if refusal.details.contains_key("names_of") {
            refusal.with("names_of", "setting")
        } else {
            refusal
        }
    })
}

/// Returns the value of a setting with a duration (`24h`) in seconds, if the setting is a time. Its
/// number of seconds, and the value of another setting, stay as they are.
///
/// # Errors
/// Refuses what is no duration as the value of a time.
fn to_secs_if_time_setting<'v, S: Rules>(
    key: &str,
    value: &'v str,
) -> Result<Cow<'v, str>, Refusal> {
    let is_time = S::TIME_LIMITS.min_secs_by_setting().any(|(setting, _)| setting == key);
    if !is_time || value.trim().parse::<u32>().is_ok() {
        return Ok(value.into());
    }
    let secs = parse_duration_secs(value).ok_or_else(|| Refusal::bad_value(key, value))?;
    Ok(secs.to_string().into())
}

/// Parses how much of an NPC is disclosed, by default its alias.
fn parse_disclosure_level_or_alias(command: &Command) -> Result<DisclosureLevel, Refusal> {
    let level = match command.get("show") {
        "" => Some(DisclosureLevel::Alias),
        key => DisclosureLevel::parse(key),
    };
    let unknown = || Refusal::bad_setup("", "no-such-rung").with("name", command.get("show"));
    level.ok_or_else(unknown)
}

/// Parses the item of an order: `thing:` has it as JSON from the kit; otherwise `item:` names an
/// improvised item.
fn parse_kit_or_improvised_item<S: Rules>(command: &Command) -> Result<S::Item, Refusal> {
    match (command.get("thing"), command.get("item").trim()) {
        ("", "") => Err(Refusal::bad_value("item", "")),
        ("", name) => Ok(S::Item::new_improvised(&parse_given_name(NameKind::Item, name)?)),
        (json, _) => serde_json::from_str(json).map_err(Refusal::parse_error),
    }
}

/// Returns the shortest allowed time in seconds of the first time setting that was changed to less;
/// `None` if none was. 0, which is no limit, is never too short.
fn min_secs_violated_by_change<S: Rules>(before: &S::Settings, after: &S::Settings) -> Option<u32> {
    let before: Value = json::to_value(before).unwrap_or_default();
    let after: Value = json::to_value(after).unwrap_or_default();
    for (key, min_secs) in S::TIME_LIMITS.min_secs_by_setting() {
        let secs = after[key].as_u64().unwrap_or(0);
        let is_too_short = secs > 0 && secs < u64::from(min_secs);
        if after[key] != before[key] && is_too_short {
            return Some(min_secs);
        }
    }
    None
}
