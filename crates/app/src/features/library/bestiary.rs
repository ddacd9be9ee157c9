//! The bestiary: the creatures of a kit, found by their names, tags and lines.
//!
//! Everybody may read what a kit says of its creatures. How strong they are and their numbers are
//! for the GM of the fight here, or for an admin where no fight is open.

use std::sync::Arc;

use content::creatures::{CreatureFilter, CreatureProfile, CreatureStrength};
use content::{Fields, Kit};
use engine::core::command::{Command, Refusal};
use engine::core::similarity::{MIN_NEAR, nearest_names, similarity};
use engine::core::values::ValueKind;
use store::error::StoreError;

use crate::api::bestiary::{BestiaryPage, BestiaryPurpose, CreatureCard, PAGE_SIZE};
use crate::api::input::{PartialCommand, RequestContext};
use crate::api::library::LibraryReply;
use crate::api::value_reader::NameLanguage;
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::commands::bestiary::{
    count_families, list_families_in_kit_order, list_places_in_kit_order,
    sort_families_in_fight_first,
};
use crate::features::library::sheets::named_or_fight_system;
use crate::runtime::app::App;
use crate::state::fight_state::FightState;

/// The most names that the refusal of an unknown one suggests.
const MAX_NEAR_NAMES: usize = 3;

/// A kit whose creatures somebody looks up, and what they may know of them.
#[derive(Clone)]
pub(super) struct Bestiary {
    pub system: String,
    pub kit: Arc<dyn Kit>,
    /// For a GM, the likely ones come first.
    pub creatures: Vec<CreatureProfile>,
    pub knows_numbers: bool,
    pub can_add: bool,
}

impl App {
    /// Handles `bestiary [name: system: family: strength: place: page:]`: shows the creature of
    /// that name, or the only one that fits, or lists those that fit.
    pub(crate) async fn show_bestiary(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let bestiary = ok_or_return_refusal!(self.load_bestiary(context, command).await?);
        Ok(self.look_up_creatures(&bestiary, command, BestiaryPurpose::LookUp))
    }

    /// Shows the creatures of a bestiary that fit a command. One that has exactly the typed name,
    /// or that alone fits a name, is shown by itself; otherwise there are pages.
    pub(super) fn look_up_creatures(
        &self,
        bestiary: &Bestiary,
        command: &Command,
        purpose: BestiaryPurpose,
    ) -> Result<LibraryReply, Refusal> {
        let command = &self.replace_typed_filter_by_kit_keys(command, bestiary);
        if command.has_slot("strength") && !bestiary.knows_numbers {
            return Err(Refusal::new("strength-hidden", ""));
        }
        let filter = bestiary.parse_filter(command);
        let name = filter.text.trim().to_lowercase();
        let found = filter.find_closest_matches_first(&bestiary.creatures);
        let exact_match = bestiary.creatures.iter().find(|creature| creature.name == name);
        let only_match = match found.as_slice() {
            [only] if !filter.text.is_empty() => Some(*only),
            _ => None,
        };
        if let Some(creature) = exact_match.or(only_match) {
            let card = bestiary.build_creature_card_for_reader(creature)?;
            return Ok(LibraryReply::Creature(Box::new(card)));
        }
        if found.is_empty() {
            return Err(self.no_such_creature_refusal(command, bestiary));
        }
        let page_number = command.get("page").parse().unwrap_or(1);
        let page = bestiary.build_bestiary_page(&filter, &found, page_number, purpose);
        Ok(LibraryReply::Bestiary(Box::new(page)))
    }

    /// Replaces the name, family and place that somebody typed in their own language by those of
    /// the kit.
    fn replace_typed_filter_by_kit_keys(&self, command: &Command, bestiary: &Bestiary) -> Command {
        let mut replaced = command.clone();
        let Some(namer) = self.inner.value_namer.get() else { return replaced };
        let creatures = &bestiary.creatures;
        let names: Vec<String> = creatures.iter().map(|creature| creature.name.clone()).collect();
        let keys_of_slots = [
            ("name", names),
            ("family", list_families_in_kit_order(creatures)),
            ("place", list_places_in_kit_order(creatures)),
        ];
        for (slot, keys) in keys_of_slots {
            let typed = command.get(slot).trim().to_lowercase();
            if typed.is_empty() {
                continue;
            }
            let kind = ValueKind::SlotWord(slot);
            let is_named_as_typed = |key: &&String| {
                let name = namer(NameLanguage::Reader, &bestiary.system, kind, key);
                name.is_some_and(|name| name.to_lowercase() == typed)
            };
            if let Some(key) = keys.iter().find(is_named_as_typed) {
                replaced = replaced.with(slot, key);
            } else if let Ok(key) = (self.value_reader())(&bestiary.system, kind, &typed, &keys) {
                replaced = replaced.with(slot, key);
            }
        }
        replaced
    }

    /// Refuses a search that finds nothing: with the families or places where it names none of
    /// them, with the creatures whose names are near, or else with the families.
    fn no_such_creature_refusal(&self, command: &Command, bestiary: &Bestiary) -> Refusal {
        let creatures = &bestiary.creatures;
        let families = list_families_in_kit_order(creatures);
        let places = list_places_in_kit_order(creatures);
        for (slot, known) in [("family", &families), ("place", &places)] {
            let typed = command.get(slot).trim().to_lowercase();
            let is_known = known.iter().any(|known| known.to_lowercase().contains(&typed));
            if !typed.is_empty() && !is_known {
                return Refusal::bad_value(slot, command.get(slot)).with_names_of(slot, known);
            }
        }
        let refusal = Refusal::new("no-creature", "").with_names_of("family", &families);
        let name = command.get("name").trim();
        if name.is_empty() {
            return refusal;
        }
        let names = creatures.iter().map(|creature| creature.name.as_str());
        let near_names = names.filter(|known| similarity(name, known) >= MIN_NEAR);
        let in_language = |known: &str| {
            let kind = ValueKind::SlotWord("name");
            let namer = self.inner.value_namer.get()?;
            namer(NameLanguage::Reader, &bestiary.system, kind, known)
        };
        let near: Vec<String> = nearest_names(name, near_names, MAX_NEAR_NAMES)
            .into_iter()
            .map(|known| in_language(known).unwrap_or_else(|| known.to_string()))
            .collect();
        refusal.with("name", name).with("near", near.join(", "))
    }

    /// Completes an option of `bestiary`. Names are found by words, and are in their order.
    pub(crate) async fn complete_bestiary_slot(
        &self,
        context: &RequestContext,
        typed: &PartialCommand,
    ) -> Result<Vec<String>, StoreError> {
        let fight = self.load_fight_if_any(context, &typed.command).await?.ok().flatten();
        let Ok(bestiary) =
            self.load_bestiary_for_fight_or_request(context, &typed.command, fight).await?
        else {
            return Ok(Vec::new());
        };
        Ok(match (typed.command.verb.as_str(), typed.slot.as_str()) {
            ("npc-new", _) | ("npc-export", "name") if !bestiary.knows_numbers => Vec::new(),
            ("npc-new", "from") | ("bestiary" | "npc-export", "name") => {
                let filter = CreatureFilter {
                    text: typed.typed_text.clone(),
                    ..bestiary.parse_filter(&typed.command)
                };
                let found = filter.find_closest_matches_first(&bestiary.creatures).into_iter();
                found.map(|creature| creature.name.clone()).collect()
            }
            (_, "family") => list_families_in_kit_order(&bestiary.creatures),
            (_, "place") => list_places_in_kit_order(&bestiary.creatures),
            (_, "strength") if bestiary.knows_numbers => {
                CreatureStrength::ALL.map(|strength| strength.key().into()).into()
            }
            _ => Vec::new(),
        })
    }

    /// Loads the creatures of the kit that a command is about: that of the named system, or of the
    /// fight here. For the GM of the fight those likely to be wanted come first. Anybody may see
    /// them; the result says what the user may know and do.
    ///
    /// # Errors
    /// The inner error is `which-system` if neither is there, or refuses an unknown system. It is
    /// `which-fight` where several fights may be meant.
    pub(super) async fn load_bestiary(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<Bestiary> {
        let fight = ok_or_return_refusal!(self.load_fight_if_any(context, command).await?);
        self.load_bestiary_for_fight_or_request(context, command, fight).await
    }

    /// Loads a bestiary as [`App::load_bestiary`], for the fight that is meant, if there is one.
    async fn load_bestiary_for_fight_or_request(
        &self,
        context: &RequestContext,
        command: &Command,
        state: Option<Arc<FightState>>,
    ) -> RefusableResult<Bestiary> {
        let system = named_or_fight_system(command.get("system"), state.as_deref());
        let system = ok_or_return_refusal!(system);
        let kit = match &state {
            Some(state) => self.load_kit_for_server(state.guild, &system).await?,
            None => self.load_kit_for_request(context, &system).await?,
        };
        let mut creatures = kit.creatures();
        let is_open = state.as_ref().is_some_and(|state| state.is_open);
        let state_of_own_fight = state.filter(|state| state.is_gm(context.user));
        let is_gm = state_of_own_fight.is_some();
        let is_same_system =
            state_of_own_fight.as_ref().is_some_and(|state| state.system() == system);
        if let Some(state) = &state_of_own_fight {
            sort_families_in_fight_first(&mut creatures, state);
        }
        Ok(Ok(Bestiary {
            knows_numbers: is_gm || (context.is_admin && !is_open),
            can_add: is_open && is_same_system,
            system,
            kit,
            creatures,
        }))
    }
}

impl Bestiary {
    /// Returns what a command searches for. Readers who may not know numbers cannot search by them.
    fn parse_filter(&self, command: &Command) -> CreatureFilter {
        let text_if_given = |slot: &str| {
            let text = command.get(slot).trim();
            if text.is_empty() { None } else { Some(text.to_string()) }
        };
        let typed_strength = command.get("strength").trim();
        let mut strengths = CreatureStrength::ALL.into_iter();
        let strength = strengths.find(|strength| strength.key() == typed_strength);
        CreatureFilter {
            text: command.get("name").trim().into(),
            family: text_if_given("family"),
            strength: if self.knows_numbers { strength } else { None },
            place: text_if_given("place"),
            reads_all_tags: self.knows_numbers,
        }
    }

    /// Builds the card of a creature, with its body only for readers who may know numbers.
    pub(super) fn build_creature_card_for_reader(
        &self,
        profile: &CreatureProfile,
    ) -> Result<CreatureCard, Refusal> {
        let body = if self.knows_numbers {
            Some(self.kit.make_body(&profile.name, &Fields::new())?)
        } else {
            None
        };
        Ok(CreatureCard {
            system: self.system.clone(),
            profile: self.redact_profile_for_reader(profile),
            body,
            can_add: self.can_add,
        })
    }

    /// Builds one page of the creatures that were found. `page` counts from 1; one too high means
    /// the last.
    fn build_bestiary_page(
        &self,
        filter: &CreatureFilter,
        found: &[&CreatureProfile],
        page: usize,
        purpose: BestiaryPurpose,
    ) -> BestiaryPage {
        let page_count = found.len().div_ceil(PAGE_SIZE);
        let page = page.clamp(1, page_count);
        let creatures = found.iter().skip((page - 1) * PAGE_SIZE).take(PAGE_SIZE);
        BestiaryPage {
            system: self.system.clone(),
            filter: filter.clone(),
            families: count_families(&self.creatures),
            found_count: found.len(),
            creatures: creatures.map(|creature| self.redact_profile_for_reader(creature)).collect(),
            page,
            page_count,
            knows_numbers: self.knows_numbers,
            can_add: self.can_add,
            purpose,
        }
    }

    /// Returns what the reader may know of a creature: its strength and role are the GM's.
    fn redact_profile_for_reader(&self, profile: &CreatureProfile) -> CreatureProfile {
        let mut known = profile.clone();
        if !self.knows_numbers {
            known.tags.strength = None;
            known.tags.role = None;
        }
        known
    }
}
