//! The guide: what somebody may do now, why not something, and what a rule says.
//!
//! Why not is found by trying: the act is played on the fight as it stands, and what comes of it is
//! thrown away. It is tried by the names that the asker knows, and refused as it would be if they
//! said it themselves; so they learn nothing that saying it would not tell them.

pub use content::rulebook::Rule;
use content::{no_such_system, rulebook};
use engine::core::command::{Command, Offer, Refusal};
use engine::core::dice::SeededDice;
use engine::core::ids::{CombatantId, Initiator};
use engine::game::{Game, Prompt};
use store::error::StoreError;

use crate::api::guide::GuideReply;
use crate::api::input::{RequestContext, UserInput};
use crate::commands::game_command::{GameCommand, Intent, authorise_input};
use crate::commands::{nearest_verb, permissions};
use crate::runtime::app::App;
use crate::state::fight_state::FightState;

/// What somebody asks for: a verb, or a whole command; none where nothing is said.
fn parse_asked_command(question: &str) -> Option<Command> {
    let why = question.trim().trim_start_matches('/');
    let verb = why.split_whitespace().next()?;
    let words = Command::parse(why).unwrap_or_else(|| Command::new(verb));
    Some(Command { verb: words.verb.to_lowercase(), ..words })
}

/// Whether it is asked what the rules say, whatever is fought.
pub(crate) fn is_rules_lookup(command: &Command) -> bool {
    command.has_slot("rule") || command.has_slot("system")
}

/// What the chat service takes as a choice, in characters.
const MAX_RULE_OPENING_CHARS: usize = 100;

/// The most rules that are named at once.
const MAX_RULES_FOUND: usize = 25;

/// A rule by its id or by its words, of the system that is said, else of the fight's own; or all
/// that a system has.
///
/// # Errors
/// `no-such-rule`, `no-such-system`.
pub(crate) fn look_up_rules(
    command: &Command,
    fight_system: Option<&str>,
) -> Result<GuideReply, Refusal> {
    let (asked, system) = (command.get("rule"), command.get("system"));
    if command.has_slot("rule") {
        let unknown = || Refusal::new("no-such-rule", "").with("name", asked);
        if let Some(rule) = rulebook::find_rule(asked) {
            return Ok(GuideReply::Rule(rule));
        }
        if asked.trim().is_empty() {
            return Err(unknown());
        }
        let system = Some(system).filter(|system| !system.is_empty()).or(fight_system);
        let found: Vec<Rule> =
            rulebook::search_rules(system, asked).take(MAX_RULES_FOUND).collect();
        match found.as_slice() {
            [] => Err(unknown()),
            [only] => Ok(GuideReply::Rule(*only)),
            _ => Ok(GuideReply::MatchingRules(found)),
        }
    } else {
        rulebook::rulebook(system).map(GuideReply::Rulebook).ok_or_else(|| no_such_system(system))
    }
}

impl App {
    /// Why an input would be refused just now, found by trying it: none where it would be taken.
    /// For tests.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn try_refusal(
        &self,
        context: &RequestContext,
        input: &UserInput,
    ) -> Result<Option<Refusal>, StoreError> {
        // It opens another fight, so no fight is asked.
        if let UserInput::Command { command: words, .. } = input
            && words.verb == "again"
        {
            return Ok(self.prepare_rematch(context, words).await?.err());
        }
        let fight = match self.find_fight(context, input).await? {
            Ok(fight) => fight,
            Err(refusal) => return Ok(Some(refusal)),
        };
        let Some(now) = self.load_fight(fight).await? else {
            return Ok(Some(Refusal::new("no-fight", "")));
        };
        Ok(match authorise_input(&now, context, input) {
            Ok(Intent::Command(deed)) => {
                match self.load_command_resources(&now, context, &deed).await? {
                    Ok(supplies) => {
                        self.resolve_command(&now, Some(context.user), &deed, &supplies).err()
                    }
                    Err(refusal) => Some(refusal),
                }
            }
            Ok(_) => None,
            Err(refusal) => Some(refusal),
        })
    }
}

impl App {
    /// The guide with the odds of what it offers.
    pub(crate) async fn add_guide_odds(
        &self,
        state: &FightState,
        mut guide: Result<GuideReply, Refusal>,
    ) -> Result<GuideReply, Refusal> {
        if let Ok(
            GuideReply::AvailableActs { combatant: who, offers, .. }
            | GuideReply::Allowed { combatant: Some(who), offers, .. },
        ) = &mut guide
        {
            self.add_odds_to_offers(state, *who, offers).await;
        }
        guide
    }
}

impl FightState {
    /// What the asker's combatant may do now, or why it may not do what is asked for.
    ///
    /// # Errors
    /// They play nobody here, or must say whom they ask for.
    pub(crate) fn build_guide(
        &self,
        context: &RequestContext,
        question: &str,
        acting_as: Option<&str>,
    ) -> Result<GuideReply, Refusal> {
        if let Some(words) = parse_asked_command(question) {
            return Ok(self.explain_why_not(context, words, acting_as));
        }
        if !self.is_open && acting_as.is_none() && self.is_gm(context.user) {
            let mut verbs = nearest_verb::gm_verbs(self.system());
            verbs.retain(|verb| self.is_useful_after_end(verb));
            return Ok(GuideReply::GmOrders { verbs });
        }
        let actor = match permissions::find_actor(self, context.user, acting_as) {
            Ok(actor) => actor,
            Err(_) if acting_as.is_none() && self.is_gm(context.user) => {
                return Ok(GuideReply::GmOrders { verbs: nearest_verb::gm_verbs(self.system()) });
            }
            Err(refusal) => return Err(refusal),
        };
        let eyes = self.viewers_for(context.user);
        let is_asked = |prompt: &&Prompt| prompt.respondent == Initiator::Combatant(actor.id);
        let asked = self.prompts.iter().map(|open| &open.prompt).filter(is_asked);
        Ok(GuideReply::AvailableActs {
            combatant: actor.id,
            view: eyes.view_of(&self.game),
            name: actor.name_for(eyes.viewer),
            offers: if self.is_paused { Vec::new() } else { self.game.list_offers(actor.id) },
            prompts: asked.cloned().collect(),
            awaited: self.visible_awaited(&eyes),
        })
    }

    /// Whether an order is of use once the fight is over.
    fn is_useful_after_end(&self, verb: &str) -> bool {
        matches!(verb, "undo" | "redo") || self.game.is_order_allowed_after_fight(verb)
    }

    fn explain_why_not(
        &self,
        context: &RequestContext,
        mut command: Command,
        acting_as: Option<&str>,
    ) -> GuideReply {
        let said = command.slots.remove("as");
        let acting_as = acting_as.map(String::from).or(said);
        let (verb, is_whole) = (command.verb.clone(), !command.slots.is_empty());
        let input = UserInput::Command { command, actor_name: acting_as, is_private: false };
        let cannot = |why: Refusal| GuideReply::NotAllowed {
            verb: verb.clone(),
            alternatives: why.alternatives.clone(),
            refusals: vec![(Vec::new(), self.with_awaited_names(context.user, why))],
        };
        match authorise_input(self, context, &input) {
            Err(why) => cannot(why),
            Ok(Intent::Command(GameCommand::Act { actor: who, command: words })) if is_whole => {
                match self.game.perform_act(who, &words, &mut SeededDice::new(0)) {
                    Ok(_) => self.can_guide(verb, None, Vec::new()),
                    Err(why) => cannot(why),
                }
            }
            Ok(Intent::Command(GameCommand::GmOrder(words))) if is_whole => {
                match self.game.perform_order(&words, &mut SeededDice::new(0)) {
                    Ok(_) => self.can_guide(verb, None, Vec::new()),
                    Err(why) => cannot(why),
                }
            }
            Ok(Intent::Command(GameCommand::Act { actor: who, .. })) => {
                let mut offers = self.game.list_offers(who);
                offers.retain(|offer| offer.command.verb == verb);
                if offers.is_empty() {
                    self.try_act_on_everyone(context, who, &verb)
                } else {
                    self.can_guide(verb, Some(who), offers)
                }
            }
            Ok(Intent::Command(GameCommand::Answer { prompt, command: words })) => {
                let open = self.prompts.iter().find(|open| open.id == prompt);
                let tried = open.map(|open| {
                    self.game.answer_prompt(&open.prompt.subject, &words, &mut SeededDice::new(0))
                });
                match tried {
                    Some(Err(why)) => cannot(why),
                    Some(Ok(_)) | None => self.can_guide(verb, None, Vec::new()),
                }
            }
            // Looks and orders: what else an order needs is not known, so it cannot be tried.
            Ok(_) => GuideReply::MaybeAllowed { verb },
        }
    }

    fn can_guide(&self, verb: String, who: Option<CombatantId>, offers: Vec<Offer>) -> GuideReply {
        GuideReply::Allowed { combatant: who, verb, system: self.system(), offers }
    }

    /// An act that is not offered, tried on everybody and everywhere the asker knows of.
    fn try_act_on_everyone(
        &self,
        context: &RequestContext,
        who: CombatantId,
        verb: &str,
    ) -> GuideReply {
        let mut why: Vec<(Vec<String>, Refusal)> = Vec::new();
        let mut instead = Vec::new();
        for (on, words) in self.act_attempts(context, who, verb) {
            let refusal = match self.game.perform_act(who, &words, &mut SeededDice::new(0)) {
                Ok(_) => return self.can_guide(verb.into(), None, Vec::new()),
                Err(refusal) => refusal,
            };
            let refusal = self.with_awaited_names(context.user, refusal);
            instead = refusal.alternatives;
            let refusal = Refusal { alternatives: Vec::new(), ..refusal };
            match why.iter_mut().find(|(_, known)| *known == refusal) {
                Some((tried_on, _)) => tried_on.extend(on),
                None => why.push((on.into_iter().collect(), refusal)),
            }
        }
        if let [(tried_on, _)] = why.as_mut_slice() {
            tried_on.clear();
        }
        GuideReply::NotAllowed { verb: verb.into(), refusals: why, alternatives: instead }
    }

    /// The act on everybody else, or in every zone, by name, if it takes one of them.
    fn act_attempts(
        &self,
        context: &RequestContext,
        who: CombatantId,
        verb: &str,
    ) -> Vec<(Option<String>, Command)> {
        let (acts, _) = Game::act_and_order_verbs(self.system()).unwrap_or_default();
        let takes =
            |slot: &str| acts.iter().any(|act| act.name == verb && act.slot(slot).is_some());
        let view = self.viewers_for(context.user).view_of(&self.game);
        let members = view.groups.iter().flat_map(|group| &group.members);
        let others = members.filter(|one| one.id != who).map(|one| one.name.clone());
        let zones = view.zones.iter().map(|zone| zone.name.clone());
        let on = |slot: &'static str, names: Vec<String>| {
            let one = |name: String| (Some(name.clone()), Command::new(verb).with(slot, name));
            names.into_iter().map(one).collect::<Vec<_>>()
        };
        let tries = match (takes("target"), takes("zone")) {
            (true, _) => on("target", others.collect()),
            (false, true) => on("zone", zones.collect()),
            (false, false) => Vec::new(),
        };
        if tries.is_empty() { vec![(None, Command::new(verb))] } else { tries }
    }
}

/// Rules by id or by words, each with how it begins.
pub(crate) fn find_rule_openings(system: Option<&str>, typed: &str) -> Vec<String> {
    let id = typed.trim().to_uppercase();
    let (mut found, of_words): (Vec<Rule>, Vec<Rule>) =
        rulebook::search_rules(system, typed).partition(|rule| rule.id.contains(&id));
    found.extend(of_words);
    found.truncate(MAX_RULES_FOUND);
    found.iter().map(|rule| rule.first_line(MAX_RULE_OPENING_CHARS)).collect()
}
