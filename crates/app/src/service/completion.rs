//! Completes slots with the names and choices that the user knows of.

use std::collections::BTreeSet;

use content::TemplateKind;
use content::creatures::CreatureFilter;
use engine::core::command::Command;
use engine::core::ids::UserId;
use engine::core::names::is_same_name;
use engine::core::values::ValueKind;
use engine::core::verbs::SlotNeed;
use engine::game::{Game, Member, SYSTEM_KEYS};
use store::error::StoreError;
use store::ids::FightId;

use crate::api::input::{PartialCommand, RequestContext, UserInput};
use crate::api::value_reader::NameLanguage;
use crate::commands::bestiary::{
    list_families_in_kit_order, list_places_in_kit_order, sort_families_in_fight_first,
};
use crate::commands::find_fight::UNCLEAR_FIGHT;
use crate::commands::nearest_verb;
use crate::commands::people_changes::{AUTOPLAY_POLICY, COMMON_SETTINGS, absence_policy_names};
use crate::commands::permissions::{self, Permission};
use crate::commands::slot_source::{is_combatant_slot, slot_source};
use crate::features::guide;
use crate::runtime::app::App;
use crate::runtime::rate_limiter::RateClass;
use crate::state::fight_state::FightState;
use crate::state::perspective::Perspective;
use crate::state::time_zones;

/// In how many fights a slot is completed where it is not clear which one is meant.
const MAX_COMPLETED_FIGHTS: usize = 5;

/// The most completions that the chat service shows.
pub const MAX_COMPLETIONS: usize = 25;

/// A completion, and the name under which the user reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCompletion {
    pub name: String,
    pub value: String,
}

/// The values that a slot may take.
struct Candidates {
    values: Vec<String>,
    /// They are found already, by words of the typed text.
    is_found_by_words: bool,
}

impl Candidates {
    /// Returns the values that fit the typed text, as many as the chat service shows.
    fn into_values_matching(mut self, typed: &str) -> Vec<String> {
        if self.is_found_by_words {
            self.values.truncate(MAX_COMPLETIONS);
            return self.values;
        }
        matching_completions_prefix_first(self.values, typed)
    }
}

/// How well a completion matches what is typed, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MatchRank {
    AtStart,
    Within,
    /// Its words are found, but do not stand together.
    ByWords,
}

impl MatchRank {
    /// Returns how a name or its value contains a text in lower case; `None` if neither does.
    fn rank_name_or_value_match(completion: &NamedCompletion, typed: &str) -> Option<Self> {
        let texts = [completion.name.to_lowercase(), completion.value.to_lowercase()];
        if texts.iter().any(|text| text.starts_with(typed)) {
            return Some(Self::AtStart);
        }
        if texts.iter().any(|text| text.contains(typed)) {
            return Some(Self::Within);
        }
        None
    }
}

/// Completions of a slot, each with how well it matches the typed text.
struct RankedCompletions {
    /// In lower case.
    typed: String,
    ranked: Vec<(MatchRank, NamedCompletion)>,
}

impl RankedCompletions {
    /// Adds a completion whose name or value matches the typed text, unless its value is there
    /// already. One that does not match gets `rank_without_match`, and is left out where that is
    /// `None`.
    fn push_once(&mut self, completion: NamedCompletion, rank_without_match: Option<MatchRank>) {
        let rank = MatchRank::rank_name_or_value_match(&completion, &self.typed);
        let Some(rank) = rank.or(rank_without_match) else { return };
        let is_known = self.ranked.iter().any(|(_, known)| known.value == completion.value);
        if !is_known {
            self.ranked.push((rank, completion));
        }
    }

    /// Returns as many completions as the chat service shows, the best matches first.
    fn into_best(mut self) -> Vec<NamedCompletion> {
        self.ranked.sort_by_key(|(rank, _)| *rank);
        self.ranked.truncate(MAX_COMPLETIONS);
        self.ranked.into_iter().map(|(_, completion)| completion).collect()
    }
}

impl App {
    /// Returns at most 25 completions of a slot; those that begin with the typed text come first.
    /// Creatures are also found by words of their tags and lines, after those whose names match.
    /// Empty for a user who asks too often. Reveals nothing that the user does not know.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn complete_slot(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Result<Vec<String>, StoreError> {
        if self.check_and_count_request(context, RateClass::Completion).is_err() {
            return Ok(Vec::new());
        }
        let candidates = self.list_slot_candidates(context, typed_input).await?;
        Ok(candidates.into_values_matching(&typed_input.typed_text))
    }

    /// Returns at most 25 completions of a slot with the names under which the user reads them.
    /// They are found by their names and by their values.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn complete_slot_by_name_or_value(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Result<Vec<NamedCompletion>, StoreError> {
        let unnamed = |value: String| NamedCompletion { name: value.clone(), value };
        let Some(namer) = self.inner.value_namer.get() else {
            let values = self.complete_slot(context, typed_input).await?;
            return Ok(values.into_iter().map(unnamed).collect());
        };
        if self.check_and_count_request(context, RateClass::Completion).is_err() {
            return Ok(Vec::new());
        }
        let command = &typed_input.command;
        let system = match command.get("system") {
            "" => self.find_fight_system(context, command).await?.unwrap_or_default(),
            named => named,
        };
        let source = slot_source(system, &command.verb, &typed_input.slot);
        let kind = source.map_or(ValueKind::GivenName, |source| {
            source.value_kind(&typed_input.slot, command.get("key"))
        });
        let name_of = |value: &String| namer(NameLanguage::Reader, system, kind, value);
        let candidates = self.list_slot_candidates(context, typed_input).await?;
        let is_found_by_words = candidates.is_found_by_words;
        // The text may be a part of a translated name, by which no words were looked for.
        let mut other_values = Vec::new();
        if is_found_by_words && !typed_input.typed_text.is_empty() {
            let without_text = PartialCommand { typed_text: String::new(), ..typed_input.clone() };
            other_values = self.list_slot_candidates(context, &without_text).await?.values;
        }
        let mut all_values = candidates.values.iter().chain(&other_values);
        if all_values.all(|value| name_of(value).is_none()) {
            let values = candidates.into_values_matching(&typed_input.typed_text);
            return Ok(values.into_iter().map(unnamed).collect());
        }
        let with_name = |value: String| {
            let name = name_of(&value).unwrap_or_else(|| value.clone());
            NamedCompletion { name, value }
        };
        let typed = typed_input.typed_text.trim().to_lowercase();
        let mut completions = RankedCompletions { typed, ranked: Vec::new() };
        let rank_by_words = if is_found_by_words { Some(MatchRank::ByWords) } else { None };
        for value in candidates.values {
            completions.push_once(with_name(value), rank_by_words);
        }
        for value in other_values {
            completions.push_once(with_name(value), None);
        }
        Ok(completions.into_best())
    }

    /// Lists the values that a slot may take. Most are not filtered by the typed text yet.
    async fn list_slot_candidates(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Result<Candidates, StoreError> {
        let values = match (typed_input.command.verb.as_str(), typed_input.slot.as_str()) {
            ("new" | "guide" | "bestiary" | "npc-new" | "npc-export" | "npc-import", "system") => {
                SYSTEM_KEYS.iter().map(|system| (*system).to_string()).collect()
            }
            ("fight", "id") => self
                .load_open_fights_with_own_names(context.user)
                .await?
                .iter()
                .map(|summary| summary.fight.to_string())
                .collect(),
            ("clock", "zone") => time_zones::time_zone_names(),
            ("clock" | "systems", "language") => self.list_language_choices(),
            ("guide", "rule") => {
                let typed_system =
                    Some(typed_input.command.get("system")).filter(|system| !system.is_empty());
                let fight_system = self.find_fight_system(context, &typed_input.command).await?;
                // Rules are found by words that need not stand together.
                guide::complete_rule_slot(typed_system.or(fight_system), &typed_input.typed_text)
            }
            ("bestiary" | "npc-new" | "npc-export", _) => {
                self.complete_bestiary_slot(context, typed_input).await?
            }
            _ => self.complete_library_or_fight(context, typed_input).await?,
        };
        Ok(Candidates { values, is_found_by_words: names_creature_or_rule(typed_input) })
    }

    /// Returns the default sides of players and of NPCs in the fight that a form is about; `None`
    /// where there is no fight.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn load_default_sides(
        &self,
        context: &RequestContext,
        about: &Command,
    ) -> Result<Option<[&'static str; 2]>, StoreError> {
        let state = self.load_fight_if_any(context, about).await?.ok().flatten();
        Ok(state.map(|state| state.game.default_sides()))
    }

    /// Completes a slot from the library, if it takes something that is kept there, else from the
    /// fights that the input may mean.
    async fn complete_library_or_fight(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Result<Vec<String>, StoreError> {
        match self
            .complete_slot_if_library(context, &typed_input.command, &typed_input.slot)
            .await?
        {
            Some(known) => Ok(known),
            None => self.complete_slot_in_each_possible_fight(context, typed_input).await,
        }
    }

    /// Completes a slot in the fight of the input, or in each fight that it may mean; each value
    /// once.
    async fn complete_slot_in_each_possible_fight(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Result<Vec<String>, StoreError> {
        let input = UserInput::from_command(typed_input.command.clone());
        let fights = match self.find_fight(context, &input).await? {
            Ok(fight) => vec![fight],
            // The user chooses the fight when they have sent the command.
            Err(refusal) if refusal.key == UNCLEAR_FIGHT => {
                let summaries = self.load_open_fights_with_own_names(context.user).await?;
                summaries.iter().map(|summary| summary.fight).take(MAX_COMPLETED_FIGHTS).collect()
            }
            Err(_) => Vec::new(),
        };
        let mut completions: Vec<String> = Vec::new();
        for fight in fights {
            for candidate in self.complete_slot_in_fight(context, typed_input, fight).await? {
                if !completions.contains(&candidate) {
                    completions.push(candidate);
                }
            }
        }
        Ok(completions)
    }

    /// Completes a slot in one fight: from the user's sheets, from the server's kit, or from what
    /// the fight offers. Kit creatures and items are for GMs only.
    async fn complete_slot_in_fight(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
        fight: FightId,
    ) -> Result<Vec<String>, StoreError> {
        let Some(state) = self.load_fight(fight).await? else { return Ok(Vec::new()) };
        let kind = match (typed_input.command.verb.as_str(), typed_input.slot.as_str()) {
            ("join" | "add", "sheet") => {
                return self.load_sheet_names(context, Some(state.system())).await;
            }
            ("join", "from") => TemplateKind::Archetype,
            ("add", "from") if state.is_gm(context.user) => {
                return self.find_creature_names(&state, &typed_input.typed_text).await;
            }
            ("encounter", "family" | "place") if state.is_gm(context.user) => {
                let kit = self.load_kit_for_server(state.guild, state.system()).await?;
                let creatures = kit.creatures();
                return Ok(match typed_input.slot.as_str() {
                    "place" => list_places_in_kit_order(&creatures),
                    _ => list_families_in_kit_order(&creatures),
                });
            }
            ("set-scene", "name") if state.is_gm(context.user) => {
                let kit = self.load_kit_for_server(state.guild, state.system()).await?;
                return Ok(kit.scene_names());
            }
            ("supply" | "loose", "item") if state.is_gm(context.user) => {
                return Ok(self
                    .load_kit_for_server(state.guild, state.system())
                    .await?
                    .item_names());
            }
            _ => return Ok(state.fight_completions_or_allowed_values(context, typed_input)),
        };
        Ok(self.load_kit_for_server(state.guild, state.system()).await?.template_names(kind))
    }
}

impl App {
    /// Returns the creatures that a GM may mean by a text, the likely ones first.
    async fn find_creature_names(
        &self,
        state: &FightState,
        text: &str,
    ) -> Result<Vec<String>, StoreError> {
        let kit = self.load_kit_for_server(state.guild, state.system()).await?;
        let mut creatures = kit.creatures();
        sort_families_in_fight_first(&mut creatures, state);
        let filter =
            CreatureFilter { text: text.into(), reads_all_tags: true, ..CreatureFilter::default() };
        let found = filter.find_closest_matches_first(&creatures).into_iter();
        Ok(found.map(|creature| creature.name.clone()).collect())
    }
}

impl FightState {
    /// Returns what the current state offers for a slot, else the values that the rules list for
    /// it.
    fn fight_completions_or_allowed_values(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Vec<String> {
        let (verb, slot) = (typed_input.command.verb.as_str(), typed_input.slot.as_str());
        if slot != "as" && !takes_slot(self.system(), verb, slot) {
            return Vec::new();
        }
        let found = self.fight_completions_by_permission(context, typed_input);
        let is_gms = permissions::permission_for_verb(self.system(), verb) == Some(Permission::Gm);
        if !found.is_empty() || (is_gms && !self.is_gm(context.user)) {
            return found;
        }
        let slot_with_list = Game::find_slots(self.system(), verb, slot)
            .find(|slot_spec| !slot_spec.allowed_values.is_empty());
        let Some(slot_with_list) = slot_with_list else { return Vec::new() };
        slot_with_list.allowed_values.iter().map(|value| (*value).to_string()).collect()
    }

    /// Returns the values that the fight offers for a slot, by the permission of its verb: names,
    /// sides, zones, fields and settings that the user knows. Empty for other slots, and for GM
    /// verbs of users who are no GM.
    pub(super) fn fight_completions_by_permission(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Vec<String> {
        if let Some(values) = self.completions_for_any_role(context, typed_input) {
            return values;
        }
        let user = context.user;
        let (verb, slot) = (typed_input.command.verb.as_str(), typed_input.slot.as_str());
        let perspective = self.perspective_of_user(user);
        match permissions::permission_for_verb(self.system(), verb) {
            Some(Permission::Controller) => self.offered_slot_values(context, typed_input, slot),
            Some(Permission::Gm) if !self.is_gm(user) => Vec::new(),
            Some(Permission::Gm) => self.gm_slot_completions(&perspective, typed_input),
            Some(Permission::Anyone) => match (verb, slot) {
                ("join", "side") => self.game.list_default_and_known_sides_for(perspective.viewer),
                ("join", "at") => self.zone_names(&perspective),
                _ => Vec::new(),
            },
            Some(Permission::Player) => self.player_slot_values(&perspective, user, typed_input),
            // The verbs of answers have no permission of their own.
            None => self.values_in_choices_of_own_prompts(user, verb, slot),
            Some(_) => Vec::new(),
        }
    }

    /// Returns the values for a slot of a verb about a player's own combatants, such as `absence`:
    /// the absence policies, or the combatants for whom the user may give it. A GM may for all
    /// players' characters, and for NPCs by the policy of autoplay. Empty for other slots.
    fn player_slot_values(
        &self,
        perspective: &Perspective,
        user: UserId,
        typed_input: &PartialCommand,
    ) -> Vec<String> {
        let is_gm = self.is_gm(user);
        match typed_input.slot.as_str() {
            "policy" => {
                let mut policies = absence_policy_names(self.system());
                if is_gm {
                    policies.push(AUTOPLAY_POLICY);
                }
                policies.into_iter().map(String::from).collect()
            }
            "who" => {
                let is_about_npcs = is_gm && typed_input.command.get("policy") == AUTOPLAY_POLICY;
                self.names_of_members(perspective, |member| match member.user {
                    Some(player) => !is_about_npcs && (is_gm || player == user),
                    None => is_about_npcs,
                })
            }
            _ => Vec::new(),
        }
    }

    /// Returns the values that the choices of the user's open prompts have in a slot of this verb.
    fn values_in_choices_of_own_prompts(
        &self,
        user: UserId,
        verb: &str,
        slot: &str,
    ) -> Vec<String> {
        let mut values = Vec::new();
        for open in &self.prompts {
            if !self.can_play_or_replace_absent_player(user, open.prompt.respondent) {
                continue;
            }
            for choice in open.prompt.choices.iter().filter(|choice| choice.verb == verb) {
                values.extend(choice.slots.get(slot).cloned());
            }
        }
        values
    }

    /// Returns the values of slots that are completed alike for everybody who may use them: who
    /// acts, the acts of `guide` and `queue-add`, the names in the log, standing orders. `None` for
    /// all other slots.
    fn completions_for_any_role(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Option<Vec<String>> {
        let user = context.user;
        match (typed_input.command.verb.as_str(), typed_input.slot.as_str()) {
            (_, "as") => Some(self.playable_names(context)),
            ("guide", "why") => {
                let typed = typed_input.typed_text.trim_start();
                if typed.contains(char::is_whitespace) {
                    return Some(self.act_completions(user, typed.trim_start_matches('/')));
                }
                let verbs = nearest_verb::verbs_for_role(self.system(), self.highest_role_of(user));
                Some(verbs.into_iter().map(String::from).collect())
            }
            ("log", "who") => Some(self.known_names(context)),
            (verb, _) if verb.starts_with("orders-") => {
                Some(self.order_completions(user, typed_input))
            }
            ("queue-add", "act") => Some(self.act_completions(user, &typed_input.typed_text)),
            _ => None,
        }
    }

    /// Returns the values that the fight offers a GM for a slot of a GM verb.
    fn gm_slot_completions(
        &self,
        perspective: &Perspective,
        typed_input: &PartialCommand,
    ) -> Vec<String> {
        let command = &typed_input.command;
        let verb = command.verb.as_str();
        match typed_input.slot.as_str() {
            // The GM sees players' characters as they are, and they have no morale.
            slot if slot == "npcs" || is_npc_only_slot(verb, slot) => {
                self.names_of_members(perspective, |member| member.user.is_none())
            }
            slot if is_combatant_slot(self.system(), verb, slot) => {
                let others: Vec<_> = partner_slots(self.system(), verb, slot)
                    .into_iter()
                    .filter_map(|other| perspective.find_combatant(&self.game, command.get(other)))
                    .collect();
                self.names_of_members(perspective, |member| !others.contains(&member.id))
            }
            "faction" | "side" => self.game.list_default_and_known_sides_for(perspective.viewer),
            "with" => self.possible_ally_sides(perspective, command),
            "at" if verb == "add" => self.zone_names(perspective),
            slot @ ("zone" | "to") => {
                let mut zones = self.zone_names(perspective);
                for other in partner_slots(self.system(), verb, slot) {
                    zones.retain(|zone| !is_same_name(zone, command.get(other)));
                }
                zones
            }
            "field" => self.sheet_field_keys(perspective, command.get("who")),
            "key" => self.setting_keys(),
            "outcome" if verb == "end" => self.game.outcomes_gm_may_end_with(),
            "value" if verb == "set" => self.switch_values(command.get("key")),
            _ => Vec::new(),
        }
    }

    /// Returns the sides with which the side in a command can be allied: all others.
    fn possible_ally_sides(&self, perspective: &Perspective, command: &Command) -> Vec<String> {
        let mut sides = self.game.list_default_and_known_sides_for(perspective.viewer);
        sides.retain(|side| side != command.get("faction") && side != command.get("side"));
        sides
    }

    /// Returns the keys of the fields that the sheet of a named combatant has.
    fn sheet_field_keys(&self, perspective: &Perspective, name: &str) -> Vec<String> {
        let Some(who) = perspective.find_combatant(&self.game, name) else { return Vec::new() };
        json_keys(&self.game.body_json(who).unwrap_or_default())
    }

    /// Returns the keys of all settings: time limits, those that all systems have, and the system's
    /// own.
    fn setting_keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = Vec::new();
        for limit in self.game.shortest_and_longest_current_limits_by_kind() {
            keys.push(limit.key.into());
        }
        keys.extend(COMMON_SETTINGS.iter().map(|key| String::from(*key)));
        keys.extend(json_keys(&self.game.full_state_json()["settings"]));
        keys
    }

    /// Returns the names of the combatants that fit, as the viewer reads them.
    pub(super) fn names_of_members(
        &self,
        perspective: &Perspective,
        fits: impl Fn(&Member) -> bool,
    ) -> Vec<String> {
        let members = self.members.iter().filter(|member| fits(member));
        members.map(|member| member.name_for(perspective.viewer)).collect()
    }

    /// Returns the names of the zones that the viewer knows.
    fn zone_names(&self, perspective: &Perspective) -> Vec<String> {
        perspective.view_of(&self.game).zones.into_iter().map(|zone| zone.name).collect()
    }

    /// Returns `true` and `false` for a setting that is a switch.
    pub(super) fn switch_values(&self, key: &str) -> Vec<String> {
        let is_switch = COMMON_SETTINGS.contains(&key)
            || self.game.full_state_json()["settings"][key].is_boolean();
        if is_switch { vec!["true".into(), "false".into()] } else { Vec::new() }
    }

    /// Returns the values that a slot has in those of the actor's offers that have the typed values
    /// in all other typed slots.
    fn offered_slot_values(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
        slot: &str,
    ) -> Vec<String> {
        let actor = permissions::find_actor(self, context.user, typed_input.actor_name.as_deref());
        let Ok(actor) = actor else { return Vec::new() };
        let mut values = Vec::new();
        for mut offer in self.game.list_legal_act_offers(actor.id) {
            if has_typed_values_besides_slot(&offer.command, &typed_input.command, slot) {
                values.extend(offer.command.slots.remove(slot));
            }
        }
        values
    }
}

/// Returns whether an offered command has the typed verb and all typed values, in whatever case.
/// The slot that is being completed does not count.
fn has_typed_values_besides_slot(offered: &Command, typed: &Command, completed_slot: &str) -> bool {
    let has_typed_value = |slot: &str, value: &str| {
        slot == completed_slot || offered.get(slot).to_lowercase() == value.to_lowercase()
    };
    offered.verb == typed.verb
        && typed.slots.iter().all(|(slot, value)| has_typed_value(slot, value))
}

/// Returns whether a slot names a creature or a rule, which is found by more than its name.
fn names_creature_or_rule(typed_input: &PartialCommand) -> bool {
    let slot = (typed_input.command.verb.as_str(), typed_input.slot.as_str());
    matches!(
        slot,
        ("add" | "npc-new", "from") | ("bestiary" | "npc-export", "name") | ("guide", "rule")
    )
}

/// The slots of which an order names two different combatants, and those of two different zones.
const PARTNER_SLOTS: [&[&str]; 2] = [&["who", "with", "before", "by"], &["zone", "to"]];

/// Returns the slots of a verb that name another combatant or zone than this one. An optional slot
/// may name the same: who heals may be the one who is healed.
fn partner_slots(system: &str, verb: &str, slot: &str) -> Vec<&'static str> {
    let is_required = |slot: &str| {
        Game::find_slots(system, verb, slot).any(|known| known.need == SlotNeed::Required)
    };
    if !is_required(slot) {
        return Vec::new();
    }
    let group = PARTNER_SLOTS.into_iter().find(|group| group.contains(&slot));
    let Some(group) = group else { return Vec::new() };
    group.iter().copied().filter(|other| *other != slot && is_required(other)).collect()
}

/// Returns whether a slot can only name NPCs.
fn is_npc_only_slot(verb: &str, slot: &str) -> bool {
    slot == "who" && matches!(verb, "reveal" | "portrait")
}

/// Returns whether a verb takes a slot in this system. Always true for common verbs and for verbs
/// that the system lacks.
fn takes_slot(system: &str, verb: &str, slot: &str) -> bool {
    Game::all_verbs(system).all(|known| known.name != verb)
        || Game::find_slots(system, verb, slot).next().is_some()
        || permissions::is_common_verb(verb)
}

fn json_keys(fields: &serde_json::Value) -> Vec<String> {
    fields.as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default()
}

/// Returns the candidates that contain the typed text, each once; those that begin with it come
/// first.
fn matching_completions_prefix_first(candidates: Vec<String>, typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase();
    let mut seen = BTreeSet::new();
    let (mut starting, mut containing) = (Vec::new(), Vec::new());
    for candidate in candidates {
        let lower = candidate.to_lowercase();
        if !lower.contains(&typed) || !seen.insert(lower.clone()) {
            continue;
        }
        if lower.starts_with(&typed) {
            starting.push(candidate)
        } else {
            containing.push(candidate)
        }
    }
    starting.append(&mut containing);
    starting.truncate(MAX_COMPLETIONS);
    starting
}
