//! What may be typed in a slot: the names and choices that the user knows of.

use std::collections::BTreeSet;

use content::Kind;
use engine::command::{Command, Offer};
use engine::game::{Game, Member, SYSTEMS};
use engine::ids::By;
use store::fault::Fault;

use crate::deeds::arrangements::{PLAYS_ITSELF, SETTINGS, policies};
use crate::deeds::nearest;
use crate::deeds::permissions::{self, Right};
use crate::features::{guide, person};
use crate::fight::fight_state::FightState;
use crate::held::app::App;
use crate::held::guard::Entrance;
use crate::terms::input::{Input, Origin, Unfinished};

/// The most that the chat service shows.
pub const MOST_SHOWN: usize = 25;

impl App {
    /// What may be typed in a slot: at most 25, what begins with the typed text first. Changes
    /// nothing, and knows no more than the user does.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn complete(
        &self,
        origin: &Origin,
        typing: &Unfinished,
    ) -> Result<Vec<String>, Fault> {
        if self.let_in(origin, Entrance::Typing).is_err() {
            return Ok(Vec::new());
        }
        let all = match (typing.words.verb.as_str(), typing.slot.as_str()) {
            ("new", "system") => SYSTEMS.iter().map(|system| (*system).to_string()).collect(),
            ("fight", "id") => self
                .fights_of(origin.user)
                .await?
                .iter()
                .map(|line| line.fight.to_string())
                .collect(),
            ("clock", "zone") => person::zones(),
            ("guide", "system") => SYSTEMS.iter().map(|system| (*system).to_string()).collect(),
            ("guide", "rule") => {
                let said = Some(typing.words.get("system")).filter(|system| !system.is_empty());
                let fought = self.system_of(origin, &typing.words).await?;
                // They are found by words that need not stand next to each other.
                return Ok(guide::rules_like(said.or(fought), &typing.typed));
            }
            _ => self.complete_elsewhere(origin, typing).await?,
        };
        Ok(fitting(all, &typing.typed))
    }

    /// The side of a player, and that of an NPC, in the fight that a form is about.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn usual_sides(
        &self,
        origin: &Origin,
        about: &Command,
    ) -> Result<Option<[&'static str; 2]>, Fault> {
        let Ok(fight) = self.find(origin, &Input::command(about.clone())).await? else {
            return Ok(None);
        };
        Ok(self.now(fight).await?.map(|now| now.game.usual_sides()))
    }

    async fn complete_elsewhere(
        &self,
        origin: &Origin,
        typing: &Unfinished,
    ) -> Result<Vec<String>, Fault> {
        match self.complete_on_shelf(origin, &typing.words, &typing.slot).await? {
            Some(known) => Ok(known),
            None => self.complete_in_fight(origin, typing).await,
        }
    }

    async fn complete_in_fight(
        &self,
        origin: &Origin,
        typing: &Unfinished,
    ) -> Result<Vec<String>, Fault> {
        let input = Input::command(typing.words.clone());
        let Ok(fight) = self.find(origin, &input).await? else { return Ok(Vec::new()) };
        let Some(now) = self.now(fight).await? else { return Ok(Vec::new()) };
        let kind = match (typing.words.verb.as_str(), typing.slot.as_str()) {
            ("join", "sheet") => return self.sheet_names(origin, Some(now.system())).await,
            ("join", "from") => Kind::Archetype,
            ("add", "from") if now.is_gm(origin.user) => Kind::Creature,
            ("supply" | "loose", "item") if now.is_gm(origin.user) => {
                return Ok(self.kit_of(now.guild, now.system()).await?.items());
            }
            _ => return Ok(now.choices_or_words(origin, typing)),
        };
        Ok(self.kit_of(now.guild, now.system()).await?.names(kind))
    }
}

impl FightState {
    /// What there is to choose from as things stand, else the words that the rules know there.
    fn choices_or_words(&self, origin: &Origin, typing: &Unfinished) -> Vec<String> {
        let (verb, slot) = (typing.words.verb.as_str(), typing.slot.as_str());
        if slot != "as" && !takes(self.system(), verb, slot) {
            return Vec::new();
        }
        let found = self.choices(origin, typing);
        let is_gms = permissions::right(self.system(), verb) == Some(Right::Gm);
        if !found.is_empty() || (is_gms && !self.is_gm(origin.user)) {
            return found;
        }
        let words = Game::slots(self.system(), verb, slot).find(|one| !one.among.is_empty());
        let words = words.map_or(&[][..], |one| one.among);
        words.iter().map(|word| (*word).to_string()).collect()
    }

    fn choices(&self, origin: &Origin, typing: &Unfinished) -> Vec<String> {
        let user = origin.user;
        let (is_gm, eyes) = (self.is_gm(user), self.eyes(user));
        let names = |of: &mut dyn Iterator<Item = &Member>| {
            of.map(|one| one.name_for(eyes.viewer)).collect()
        };
        if typing.slot == "as" {
            let may_play = |one: &&Member| self.may_play(user, By::Combatant(one.id));
            return names(&mut self.members.iter().filter(may_play));
        }
        let verb = typing.words.verb.as_str();
        if (verb, typing.slot.as_str()) == ("guide", "why") {
            if typing.typed.trim_start().contains(char::is_whitespace) {
                return self.act_choices(user, typing.typed.trim_start().trim_start_matches('/'));
            }
            let known = nearest::known(self.system(), self.role(user));
            return known.into_iter().map(String::from).collect();
        }
        if (verb, typing.slot.as_str()) == ("log", "who") {
            let known = self.members.iter();
            let mut known = known.filter(|one| eyes.know(one));
            return names(&mut known);
        }
        if verb.starts_with("orders-") {
            return self.order_choices(user, typing);
        }
        if (verb, typing.slot.as_str()) == ("queue-add", "act") {
            return self.act_choices(user, &typing.typed);
        }
        match (permissions::right(self.system(), verb), typing.slot.as_str()) {
            (Some(Right::Controller), slot) => self.offered(origin, typing, slot),
            (Some(Right::Gm), _) if !is_gm => Vec::new(),
            // Players' characters are shown as they are, and know no morale.
            (Some(Right::Gm), slot) if slot == "npcs" || is_of_npcs(verb, slot) => {
                names(&mut self.members.iter().filter(|one| one.user.is_none()))
            }
            (Some(Right::Gm), "who" | "target" | "by" | "source" | "against" | "before") => {
                names(&mut self.members.iter())
            }
            (Some(Right::Gm), slot)
                if Game::slots(self.system(), verb, slot).any(|one| one.is_somebody) =>
            {
                names(&mut self.members.iter())
            }
            (Some(Right::Gm), "faction" | "with" | "side") => {
                // Nobody is their own ally.
                let is_said = |side: &String| {
                    let said = ["faction", "side"].map(|slot| typing.words.get(slot));
                    typing.slot == "with" && said.contains(&side.as_str())
                };
                self.game.sides(eyes.viewer).into_iter().filter(|side| !is_said(side)).collect()
            }
            (Some(Right::Anyone), "side") if verb == "join" => self.game.sides(eyes.viewer),
            (Some(Right::Gm), "zone" | "to") => {
                let said = typing.words.get("zone");
                let is_said = |name: &String| typing.slot == "to" && name == said;
                let zones = eyes.view(&self.game).zones.into_iter().map(|zone| zone.name);
                zones.filter(|name| !is_said(name)).collect()
            }
            (Some(Right::Gm), "field") => {
                let who = eyes.find(&self.game, typing.words.get("who"));
                let body = who.and_then(|who| self.game.body(who)).unwrap_or_default();
                keys(&body)
            }
            (Some(Right::Gm), "key") => {
                let limits = self.game.limits().into_iter().map(|limit| limit.key);
                let common = limits.chain(SETTINGS.iter().copied()).map(String::from);
                common.chain(keys(&self.game.facts()["settings"])).collect()
            }
            (Some(Right::Gm), "outcome") if verb == "end" => self.game.endings(),
            (Some(Right::Player), "policy") => {
                let of_npcs = is_gm.then_some(PLAYS_ITSELF);
                policies(self.system()).into_iter().chain(of_npcs).map(String::from).collect()
            }
            (Some(Right::Gm), "value") if verb == "set" => self.values(typing.words.get("key")),
            (Some(Right::Player), "who") => {
                let is_of_npcs = is_gm && typing.words.get("policy") == PLAYS_ITSELF;
                let is_theirs = |one: &&Member| match one.user {
                    Some(player) => !is_of_npcs && (is_gm || player == user),
                    None => is_of_npcs,
                };
                names(&mut self.members.iter().filter(is_theirs))
            }
            // An answer that is typed: what the open question takes.
            (None, slot) => {
                let own = self.prompts.iter().filter(|open| self.may_play(user, open.prompt.to));
                let choices = own.flat_map(|open| &open.prompt.choices);
                let fitting = choices.filter(|choice| choice.verb == verb);
                fitting.filter_map(|choice| choice.slots.get(slot).cloned()).collect()
            }
            (Some(_), _) => Vec::new(),
        }
    }

    /// What a setting may be, where that is on or off.
    fn values(&self, key: &str) -> Vec<String> {
        let is_switch = SETTINGS.contains(&key) || self.game.facts()["settings"][key].is_boolean();
        if is_switch { vec!["true".into(), "false".into()] } else { Vec::new() }
    }

    /// What the user's combatant may do now with this verb, as far as it is typed.
    fn offered(&self, origin: &Origin, typing: &Unfinished, slot: &str) -> Vec<String> {
        let actor = permissions::actor(self, origin.user, typing.acting_as.as_deref());
        let Ok(actor) = actor else { return Vec::new() };
        let typed = &typing.words;
        let fits = |offer: &Offer| {
            let words = &offer.words;
            let same = |(slot, value): (&String, &String)| {
                words.get(slot).to_lowercase() == value.to_lowercase()
            };
            words.verb == typed.verb && typed.slots.iter().filter(|(at, _)| *at != slot).all(same)
        };
        let offers = self.game.offers(actor.id).into_iter().filter(fits);
        offers.filter_map(|mut offer| offer.words.slots.remove(slot)).collect()
    }
}

/// Whether only NPCs can be meant.
fn is_of_npcs(verb: &str, slot: &str) -> bool {
    slot == "who" && matches!(verb, "reveal" | "portrait")
}

/// Whether a verb takes a slot by these rules; what is said in every fight is the same by all.
fn takes(system: &str, verb: &str, slot: &str) -> bool {
    Game::said(system).all(|one| one.name != verb)
        || Game::slots(system, verb, slot).next().is_some()
        || permissions::is_common(verb)
}

fn keys(fields: &serde_json::Value) -> Vec<String> {
    fields.as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default()
}

/// Those that hold the typed text, each once: what begins with it first.
fn fitting(all: Vec<String>, typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase();
    let mut seen = BTreeSet::new();
    let (mut first, mut then) = (Vec::new(), Vec::new());
    for one in all {
        let low = one.to_lowercase();
        if !low.contains(&typed) || !seen.insert(low.clone()) {
            continue;
        }
        if low.starts_with(&typed) { first.push(one) } else { then.push(one) }
    }
    first.append(&mut then);
    first.truncate(MOST_SHOWN);
    first
}
