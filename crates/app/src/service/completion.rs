//! What may be typed in a slot: the names and choices that the user knows of.

use std::collections::BTreeSet;

use content::TemplateKind;
use engine::core::command::{Command, Offer};
use engine::core::ids::Initiator;
use engine::game::{Game, Member, SYSTEM_KEYS};
use store::error::StoreError;

use crate::api::input::{PartialCommand, RequestContext, UserInput};
use crate::commands::arrangements::{AUTOPLAY_POLICY, COMMON_SETTINGS, absence_policies};
use crate::commands::nearest_verb;
use crate::commands::permissions::{self, Permission};
use crate::features::{availability, guide};
use crate::runtime::app::App;
use crate::runtime::rate_limiter::RateClass;
use crate::state::fight_state::FightState;

/// The most that the chat service shows.
pub const MAX_COMPLETIONS: usize = 25;

impl App {
    /// What may be typed in a slot: at most 25, what begins with the typed text first. Changes
    /// nothing, and knows no more than the user does.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn complete_slot(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Result<Vec<String>, StoreError> {
        if self.check_rate_limit(context, RateClass::Completion).is_err() {
            return Ok(Vec::new());
        }
        let all = match (typed_input.command.verb.as_str(), typed_input.slot.as_str()) {
            ("new", "system") => SYSTEM_KEYS.iter().map(|system| (*system).to_string()).collect(),
            ("fight", "id") => self
                .load_fight_lines(context.user)
                .await?
                .iter()
                .map(|line| line.fight.to_string())
                .collect(),
            ("clock", "zone") => availability::time_zone_names(),
            ("guide", "system") => SYSTEM_KEYS.iter().map(|system| (*system).to_string()).collect(),
            ("guide", "rule") => {
                let said =
                    Some(typed_input.command.get("system")).filter(|system| !system.is_empty());
                let fought = self.find_system(context, &typed_input.command).await?;
                // They are found by words that need not stand next to each other.
                return Ok(guide::find_rule_openings(said.or(fought), &typed_input.typed_text));
            }
            _ => self.complete_library_or_fight(context, typed_input).await?,
        };
        Ok(filter_completions(all, &typed_input.typed_text))
    }

    /// The side of a player, and that of an NPC, in the fight that a form is about.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn load_usual_sides(
        &self,
        context: &RequestContext,
        about: &Command,
    ) -> Result<Option<[&'static str; 2]>, StoreError> {
        let Ok(fight) = self.find_fight(context, &UserInput::from_command(about.clone())).await?
        else {
            return Ok(None);
        };
        Ok(self.load_fight(fight).await?.map(|now| now.game.default_sides()))
    }

    async fn complete_library_or_fight(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Result<Vec<String>, StoreError> {
        match self.complete_library_slot(context, &typed_input.command, &typed_input.slot).await? {
            Some(known) => Ok(known),
            None => self.complete_fight_slot(context, typed_input).await,
        }
    }

    async fn complete_fight_slot(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Result<Vec<String>, StoreError> {
        let input = UserInput::from_command(typed_input.command.clone());
        let Ok(fight) = self.find_fight(context, &input).await? else { return Ok(Vec::new()) };
        let Some(now) = self.load_fight(fight).await? else { return Ok(Vec::new()) };
        let kind = match (typed_input.command.verb.as_str(), typed_input.slot.as_str()) {
            ("join", "sheet") => return self.load_sheet_names(context, Some(now.system())).await,
            ("join", "from") => TemplateKind::Archetype,
            ("add", "from") if now.is_gm(context.user) => TemplateKind::Creature,
            ("supply" | "loose", "item") if now.is_gm(context.user) => {
                return Ok(self.load_kit_for_server(now.guild, now.system()).await?.item_names());
            }
            _ => return Ok(now.slot_completions(context, typed_input)),
        };
        Ok(self.load_kit_for_server(now.guild, now.system()).await?.template_names(kind))
    }
}

impl FightState {
    /// What there is to choose from as things stand, else the words that the rules know there.
    fn slot_completions(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Vec<String> {
        let (verb, slot) = (typed_input.command.verb.as_str(), typed_input.slot.as_str());
        if slot != "as" && !takes_slot(self.system(), verb, slot) {
            return Vec::new();
        }
        let found = self.state_completions(context, typed_input);
        let is_gms = permissions::permission_for_verb(self.system(), verb) == Some(Permission::Gm);
        if !found.is_empty() || (is_gms && !self.is_gm(context.user)) {
            return found;
        }
        let words =
            Game::find_slots(self.system(), verb, slot).find(|one| !one.allowed_values.is_empty());
        let words = words.map_or(&[][..], |one| one.allowed_values);
        words.iter().map(|word| (*word).to_string()).collect()
    }

    fn state_completions(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
    ) -> Vec<String> {
        let user = context.user;
        let (is_gm, eyes) = (self.is_gm(user), self.viewers_for(user));
        let names = |of: &mut dyn Iterator<Item = &Member>| {
            of.map(|one| one.name_for(eyes.viewer)).collect()
        };
        if typed_input.slot == "as" {
            let may_play = |one: &&Member| self.can_play(user, Initiator::Combatant(one.id));
            return names(&mut self.members.iter().filter(may_play));
        }
        let verb = typed_input.command.verb.as_str();
        if (verb, typed_input.slot.as_str()) == ("guide", "why") {
            if typed_input.typed_text.trim_start().contains(char::is_whitespace) {
                return self.act_completions(
                    user,
                    typed_input.typed_text.trim_start().trim_start_matches('/'),
                );
            }
            let known = nearest_verb::verbs_for_role(self.system(), self.role_of(user));
            return known.into_iter().map(String::from).collect();
        }
        if (verb, typed_input.slot.as_str()) == ("log", "who") {
            let known = self.members.iter();
            let mut known = known.filter(|one| eyes.can_know_of(one));
            return names(&mut known);
        }
        if verb.starts_with("orders-") {
            return self.order_completions(user, typed_input);
        }
        if (verb, typed_input.slot.as_str()) == ("queue-add", "act") {
            return self.act_completions(user, &typed_input.typed_text);
        }
        match (permissions::permission_for_verb(self.system(), verb), typed_input.slot.as_str()) {
            (Some(Permission::Controller), slot) => {
                self.offered_slot_values(context, typed_input, slot)
            }
            (Some(Permission::Gm), _) if !is_gm => Vec::new(),
            // Players' characters are shown as they are, and know no morale.
            (Some(Permission::Gm), slot) if slot == "npcs" || is_npc_only_slot(verb, slot) => {
                names(&mut self.members.iter().filter(|one| one.user.is_none()))
            }
            (Some(Permission::Gm), "who" | "target" | "by" | "source" | "against" | "before") => {
                names(&mut self.members.iter())
            }
            (Some(Permission::Gm), slot)
                if Game::find_slots(self.system(), verb, slot).any(|one| one.names_combatant) =>
            {
                names(&mut self.members.iter())
            }
            (Some(Permission::Gm), "faction" | "with" | "side") => {
                // Nobody is their own ally.
                let is_said = |side: &String| {
                    let said = ["faction", "side"].map(|slot| typed_input.command.get(slot));
                    typed_input.slot == "with" && said.contains(&side.as_str())
                };
                self.game.sides_for(eyes.viewer).into_iter().filter(|side| !is_said(side)).collect()
            }
            (Some(Permission::Anyone), "side") if verb == "join" => {
                self.game.sides_for(eyes.viewer)
            }
            (Some(Permission::Gm), "zone" | "to") => {
                let said = typed_input.command.get("zone");
                let is_said = |name: &String| typed_input.slot == "to" && name == said;
                let zones = eyes.view_of(&self.game).zones.into_iter().map(|zone| zone.name);
                zones.filter(|name| !is_said(name)).collect()
            }
            (Some(Permission::Gm), "field") => {
                let who = eyes.find_combatant(&self.game, typed_input.command.get("who"));
                let body = who.and_then(|who| self.game.body_json(who)).unwrap_or_default();
                json_keys(&body)
            }
            (Some(Permission::Gm), "key") => {
                let limits = self.game.time_limits().into_iter().map(|limit| limit.key);
                let common = limits.chain(COMMON_SETTINGS.iter().copied()).map(String::from);
                common.chain(json_keys(&self.game.full_state_json()["settings"])).collect()
            }
            (Some(Permission::Gm), "outcome") if verb == "end" => self.game.possible_outcomes(),
            (Some(Permission::Player), "policy") => {
                let of_npcs = is_gm.then_some(AUTOPLAY_POLICY);
                absence_policies(self.system())
                    .into_iter()
                    .chain(of_npcs)
                    .map(String::from)
                    .collect()
            }
            (Some(Permission::Gm), "value") if verb == "set" => {
                self.switch_values(typed_input.command.get("key"))
            }
            (Some(Permission::Player), "who") => {
                let is_of_npcs = is_gm && typed_input.command.get("policy") == AUTOPLAY_POLICY;
                let is_theirs = |one: &&Member| match one.user {
                    Some(player) => !is_of_npcs && (is_gm || player == user),
                    None => is_of_npcs,
                };
                names(&mut self.members.iter().filter(is_theirs))
            }
            // An answer that is typed: what the open question takes.
            (None, slot) => {
                let own =
                    self.prompts.iter().filter(|open| self.can_play(user, open.prompt.respondent));
                let choices = own.flat_map(|open| &open.prompt.choices);
                let fitting = choices.filter(|choice| choice.verb == verb);
                fitting.filter_map(|choice| choice.slots.get(slot).cloned()).collect()
            }
            (Some(_), _) => Vec::new(),
        }
    }

    /// What a setting may be, where that is on or off.
    fn switch_values(&self, key: &str) -> Vec<String> {
        let is_switch = COMMON_SETTINGS.contains(&key)
            || self.game.full_state_json()["settings"][key].is_boolean();
        if is_switch { vec!["true".into(), "false".into()] } else { Vec::new() }
    }

    /// What the user's combatant may do now with this verb, as far as it is typed.
    fn offered_slot_values(
        &self,
        context: &RequestContext,
        typed_input: &PartialCommand,
        slot: &str,
    ) -> Vec<String> {
        let actor = permissions::find_actor(self, context.user, typed_input.actor_name.as_deref());
        let Ok(actor) = actor else { return Vec::new() };
        let typed = &typed_input.command;
        let fits = |offer: &Offer| {
            let words = &offer.command;
            let same = |(slot, value): (&String, &String)| {
                words.get(slot).to_lowercase() == value.to_lowercase()
            };
            words.verb == typed.verb && typed.slots.iter().filter(|(at, _)| *at != slot).all(same)
        };
        let offers = self.game.list_offers(actor.id).into_iter().filter(fits);
        offers.filter_map(|mut offer| offer.command.slots.remove(slot)).collect()
    }
}

/// Whether only NPCs can be meant.
fn is_npc_only_slot(verb: &str, slot: &str) -> bool {
    slot == "who" && matches!(verb, "reveal" | "portrait")
}

/// Whether a verb takes a slot by these rules; what is said in every fight is the same by all.
fn takes_slot(system: &str, verb: &str, slot: &str) -> bool {
    Game::all_verbs(system).all(|one| one.name != verb)
        || Game::find_slots(system, verb, slot).next().is_some()
        || permissions::is_common_verb(verb)
}

fn json_keys(fields: &serde_json::Value) -> Vec<String> {
    fields.as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default()
}

/// Those that hold the typed text, each once: what begins with it first.
fn filter_completions(candidates: Vec<String>, typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase();
    let mut seen = BTreeSet::new();
    let (mut first, mut then) = (Vec::new(), Vec::new());
    for one in candidates {
        let low = one.to_lowercase();
        if !low.contains(&typed) || !seen.insert(low.clone()) {
            continue;
        }
        if low.starts_with(&typed) { first.push(one) } else { then.push(one) }
    }
    first.append(&mut then);
    first.truncate(MAX_COMPLETIONS);
    first
}
