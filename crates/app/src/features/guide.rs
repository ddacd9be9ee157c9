//! The guide: what a user may do now, why something is not possible, and what a rule says.
//!
//! The reason is found by trial: the act runs on a copy of the fight and the result is dropped. The
//! trial uses the names that the user knows and is refused as the command itself would be, so it
//! reveals nothing more.

pub use content::rulebook::Rule;
use content::{no_such_system, rulebook};
use engine::core::command::{Command, Offer, Refusal};
use engine::core::dice::SeededDice;
use engine::core::ids::{CombatantId, Initiator};
use engine::core::values::ValueKind;
use engine::game::{Game, Member, Prompt};
use store::error::StoreError;

use crate::api::guide::GuideReply;
use crate::api::input::{RequestContext, UserInput};
use crate::api::value_reader::ValueReader;
use crate::commands::game_command::authorise_input;
use crate::commands::intent::{GameCommand, Intent};
use crate::commands::{nearest_verb, permissions};
use crate::runtime::app::App;
use crate::state::fight_state::FightState;

/// Returns whether the command asks for rule texts, whatever fight there is.
pub(crate) fn is_rules_lookup(command: &Command) -> bool {
    command.has_slot("rule") || command.has_slot("system")
}

/// The longest choice that the chat service takes, in characters.
const MAX_RULE_LINE_CHARS: usize = 100;

/// The most rules that one reply lists.
const MAX_RULES_FOUND: usize = 25;

/// Looks up a rule: by its id, else all rules below a heading of that name, else all rules with the
/// words of the text. Headings and words are looked for in the named system, or else in the
/// fight's own. Where the command names no rule, returns the whole rulebook of a system.
///
/// # Errors
/// `no-such-rule` with the nearest headings, `no-such-system`.
pub(crate) fn look_up_rule_or_rulebook(
    reader: ValueReader,
    command: &Command,
    fight_system: Option<&str>,
) -> Result<GuideReply, Refusal> {
    let named_system = command.get("system");
    if !command.has_slot("rule") {
        let book = rulebook::rulebook(named_system).ok_or_else(|| no_such_system(named_system))?;
        return Ok(GuideReply::Rulebook(book));
    }
    let rule_text = command.get("rule");
    let unknown = || Refusal::new("no-such-rule", "").with("name", rule_text);
    if let Some(rule) = rulebook::find_rule(rule_text) {
        return Ok(GuideReply::Rule(rule));
    }
    if rule_text.trim().is_empty() {
        return Err(unknown());
    }
    let system = if named_system.is_empty() { fight_system } else { Some(named_system) };
    let headings = rulebook::headings(system);
    let heading_or_nearest = reader("", ValueKind::SlotWord("rule"), rule_text, &headings);
    let mut rules: Vec<Rule> = match &heading_or_nearest {
        Ok(heading) => rulebook::rules_below(system, heading).collect(),
        Err(_) => rulebook::search_rules(system, rule_text).collect(),
    };
    rules.truncate(MAX_RULES_FOUND);
    match rules.as_slice() {
        [] => {
            let nearest_headings = heading_or_nearest.err().unwrap_or_default();
            Err(unknown().with("names", nearest_headings.join(", ")))
        }
        [only] => Ok(GuideReply::Rule(*only)),
        _ => Ok(GuideReply::MatchingRules(rules)),
    }
}

impl App {
    /// Returns why an input would be refused now, found by trial; `None` where it would be
    /// accepted. Only commands of the game are tried: undo, queries and the like give `None` once
    /// they are authorised. For tests.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn find_refusal_by_trial(
        &self,
        context: &RequestContext,
        input: &UserInput,
    ) -> Result<Option<Refusal>, StoreError> {
        // It opens another fight, so it needs none.
        if let UserInput::Command { command, .. } = input
            && command.verb == "again"
        {
            return Ok(self.prepare_rematch(context, command).await?.err());
        }
        let fight = match self.find_fight(context, input).await? {
            Ok(fight) => fight,
            Err(refusal) => return Ok(Some(refusal)),
        };
        let Some(state) = self.load_fight(fight).await? else {
            return Ok(Some(Refusal::new("no-fight", "")));
        };
        let game_command = match authorise_input(&state, context, input) {
            Ok(Intent::Command(game_command)) => game_command,
            Ok(_) => return Ok(None),
            Err(refusal) => return Ok(Some(refusal)),
        };
        Ok(match self.load_command_resources(&state, context, &game_command).await? {
            Ok(resources) => {
                self.resolve_command(&state, Some(context.user), &game_command, &resources).err()
            }
            Err(refusal) => Some(refusal),
        })
    }
}

impl App {
    /// Adds odds to the acts that the guide offers.
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
            self.add_player_odds_if_no_prompt_is_open(state, *who, offers).await;
        }
        guide
    }
}

impl FightState {
    /// Answers whether the command in a question is possible, and if not why. For a question
    /// without a command lists what the user can do instead.
    ///
    /// # Errors
    /// As [`Self::list_acts_orders_or_first_steps`].
    pub(crate) fn answer_question_or_list_commands(
        &self,
        context: &RequestContext,
        question: &str,
        actor_name: Option<&str>,
    ) -> Result<GuideReply, Refusal> {
        match self.parse_asked_command(context, question) {
            Some(command) => Ok(self.try_asked_command(context, command, actor_name)),
            None => self.list_acts_orders_or_first_steps(context, actor_name),
        }
    }

    /// Lists what the user can do: the acts of their combatant, the orders of a GM who has none or
    /// whose fight is over, or the first steps of somebody who plays nobody here.
    ///
    /// # Errors
    /// The user does not play the named combatant.
    fn list_acts_orders_or_first_steps(
        &self,
        context: &RequestContext,
        actor_name: Option<&str>,
    ) -> Result<GuideReply, Refusal> {
        let asks_as_gm = actor_name.is_none() && self.is_gm(context.user);
        if asks_as_gm && !self.is_open {
            let mut verbs = nearest_verb::gm_verbs(self.system());
            verbs.retain(|verb| self.is_useful_after_end(verb));
            return Ok(GuideReply::GmOrders { verbs });
        }
        let refusal = match permissions::find_actor(self, context.user, actor_name) {
            Ok(actor) => return Ok(self.available_acts_of(context, actor)),
            Err(refusal) => refusal,
        };
        if asks_as_gm {
            return Ok(GuideReply::GmOrders { verbs: nearest_verb::gm_verbs(self.system()) });
        }
        if refusal.key == "not-joined" {
            return Ok(GuideReply::FirstSteps { has_open_fight: self.is_open });
        }
        if refusal.key != "as-whom" {
            return Err(refusal);
        }
        // Whoever has several combatants reads of the first; `as:` asks about another.
        let first_of_several = self.combatants_of(context.user).next().ok_or(refusal)?;
        Ok(self.available_acts_of(context, first_of_several))
    }

    /// Returns the acts and prompts of a combatant that the user plays.
    fn available_acts_of(&self, context: &RequestContext, actor: &Member) -> GuideReply {
        let perspective = self.perspective_of_user(context.user);
        let is_asked = |prompt: &&Prompt| prompt.respondent == Initiator::Combatant(actor.id);
        let own_prompts = self.prompts.iter().map(|open| &open.prompt).filter(is_asked);
        GuideReply::AvailableActs {
            combatant: actor.id,
            view: Box::new(perspective.view_of(&self.game)),
            name: actor.name_for(perspective.viewer),
            offers: if self.is_paused {
                Vec::new()
            } else {
                self.game.list_legal_act_offers(actor.id)
            },
            prompts: own_prompts.cloned().collect(),
            awaited: self.visible_awaited(&perspective),
        }
    }

    /// Parses the question: a verb, a whole command, or a sentence with a verb in it (`how do I
    /// move`). `None` where it is empty or a sentence without a verb.
    fn parse_asked_command(&self, context: &RequestContext, question: &str) -> Option<Command> {
        let question = question.trim().trim_start_matches('/');
        let first_word = question.split_whitespace().next()?;
        if let Some(command) = Command::parse(question) {
            return Some(Command { verb: command.verb.to_lowercase(), ..command });
        }
        let role = self.highest_role_of(context.user);
        let first_verb = first_word.to_lowercase();
        let is_verb = permissions::permission_for_verb(self.system(), &first_verb).is_some()
            || nearest_verb::nearest_verb(self.system(), role, &first_verb).is_some();
        match self.find_verb_in_sentence(context, question) {
            Some(verb) => Some(Command::new(&verb)),
            None if is_verb => Some(Command::new(&first_verb)),
            None => None,
        }
    }

    /// Returns the first verb that a sentence has, acts and orders of the system before others.
    fn find_verb_in_sentence(&self, context: &RequestContext, sentence: &str) -> Option<String> {
        let words: Vec<String> = sentence
            .to_lowercase()
            .split(|letter: char| !letter.is_alphanumeric() && letter != '-')
            .filter(|word| !word.is_empty())
            .map(String::from)
            .collect();
        // `take-cover` may be typed as two words.
        let mut verbs: Vec<String> = words.windows(2).map(|pair| pair.join("-")).collect();
        verbs.extend(words);
        let known = nearest_verb::verbs_for_role(self.system(), self.highest_role_of(context.user));
        verbs.retain(|verb| known.contains(&verb.as_str()));
        let (acts, orders) = Game::act_and_order_verbs(self.system()).unwrap_or_default();
        let is_act_or_order = |verb: &str| acts.iter().chain(orders).any(|own| own.name == verb);
        let act_or_order = verbs.iter().find(|verb| is_act_or_order(verb));
        act_or_order.or(verbs.first()).cloned()
    }

    /// Returns whether an order is useful once the fight is over.
    fn is_useful_after_end(&self, verb: &str) -> bool {
        matches!(verb, "undo" | "redo") || self.game.is_order_allowed_after_fight(verb)
    }

    /// Tries the command that the user asks about on a copy of the fight. Returns that it is
    /// allowed (with the offers of its verb), refused and why, or that it depends on its other
    /// slots (orders without slots, queries and the like).
    fn try_asked_command(
        &self,
        context: &RequestContext,
        mut command: Command,
        actor_name: Option<&str>,
    ) -> GuideReply {
        let typed_actor = command.slots.remove("as");
        let actor_name = actor_name.map(String::from).or(typed_actor);
        let (verb, is_whole) = (command.verb.clone(), !command.slots.is_empty());
        let input = UserInput::Command { command, actor_name, is_private: false };
        let mut dice = SeededDice::new(0);
        let trial: Result<(), Refusal> = match authorise_input(self, context, &input) {
            Err(refusal) => Err(refusal),
            Ok(Intent::Command(GameCommand::Act { actor: who, command: act })) if is_whole => {
                self.game.perform_act(who, &act, &mut dice).map(drop)
            }
            Ok(Intent::Command(GameCommand::GmOrder(order))) if is_whole => {
                self.game.perform_order(&order, &mut dice).map(drop)
            }
            Ok(Intent::Command(GameCommand::Act { actor: who, .. })) => {
                return self.find_offers_or_explain_refusals(context, who, verb);
            }
            Ok(Intent::Command(GameCommand::Answer { prompt, command: answer })) => {
                match self.find_open_prompt(prompt) {
                    Some(open) => {
                        let subject = &open.prompt.subject;
                        self.game.answer_prompt(subject, &answer, &mut dice).map(drop)
                    }
                    None => Ok(()),
                }
            }
            // Queries and orders: the other slots of an order are unknown, so it cannot be tried.
            Ok(_) => return GuideReply::MaybeAllowed { verb },
        };
        match trial {
            Ok(()) => self.build_allowed_reply(verb, None, Vec::new()),
            Err(refusal) => GuideReply::NotAllowed {
                verb,
                alternatives: refusal.alternatives.clone(),
                refusals: vec![(Vec::new(), self.name_awaited_in_refusal(context.user, refusal))],
            },
        }
    }

    /// Returns that an act without its other slots is allowed, with its offers; where it has none,
    /// tries it as [`Self::find_allowed_target_or_explain_refusals`] does.
    fn find_offers_or_explain_refusals(
        &self,
        context: &RequestContext,
        who: CombatantId,
        verb: String,
    ) -> GuideReply {
        let mut offers = self.game.list_legal_act_offers(who);
        offers.retain(|offer| offer.command.verb == verb);
        if offers.is_empty() {
            return self.find_allowed_target_or_explain_refusals(context, who, &verb);
        }
        self.build_allowed_reply(verb, Some(who), offers)
    }

    /// Builds the reply that a verb is possible now, with its offers.
    fn build_allowed_reply(
        &self,
        verb: String,
        who: Option<CombatantId>,
        offers: Vec<Offer>,
    ) -> GuideReply {
        GuideReply::Allowed { combatant: who, verb, system: self.system(), offers }
    }

    /// Tries an act that is not offered on every combatant and in every zone that the user knows.
    /// Returns that it is allowed if one of them can be its target, or else why none can.
    fn find_allowed_target_or_explain_refusals(
        &self,
        context: &RequestContext,
        who: CombatantId,
        verb: &str,
    ) -> GuideReply {
        let mut refusals: Vec<TargetsRefused> = Vec::new();
        let mut alternatives = Vec::new();
        for (target, command) in self.build_act_attempts(context, who, verb) {
            let Err(refusal) = self.game.perform_act(who, &command, &mut SeededDice::new(0)) else {
                return self.build_allowed_reply(verb.into(), None, Vec::new());
            };
            let mut refusal_with_names = self.name_awaited_in_refusal(context.user, refusal);
            // The reply lists them once, not with each refusal.
            alternatives = std::mem::take(&mut refusal_with_names.alternatives);
            add_refusal_of_target(&mut refusals, refusal_with_names, target);
        }
        // A single refusal holds for every target, so it names none.
        if let [(targets, _)] = refusals.as_mut_slice() {
            targets.clear();
        }
        GuideReply::NotAllowed { verb: verb.into(), refusals, alternatives }
    }

    /// Returns the act with every possible target, or in every zone, by name, if it takes one of
    /// them.
    fn build_act_attempts(
        &self,
        context: &RequestContext,
        who: CombatantId,
        verb: &str,
    ) -> Vec<(Option<String>, Command)> {
        let (acts, _) = Game::act_and_order_verbs(self.system()).unwrap_or_default();
        let takes_slot =
            |slot: &str| acts.iter().any(|act| act.name == verb && act.slot(slot).is_some());
        let view = self.perspective_of_user(context.user).view_of(&self.game);
        let mut attempts = Vec::new();
        if takes_slot("target") {
            for member in view.groups.iter().flat_map(|group| &group.members) {
                if member.id != who {
                    let command = Command::new(verb).with("target", &member.name);
                    attempts.push((Some(member.name.clone()), command));
                }
            }
        } else if takes_slot("zone") {
            for zone in &view.zones {
                let command = Command::new(verb).with("zone", &zone.name);
                attempts.push((Some(zone.name.clone()), command));
            }
        }
        if attempts.is_empty() {
            attempts.push((None, Command::new(verb)));
        }
        attempts
    }
}

/// The names of the targets of which an act was refused, and the refusal that they share.
type TargetsRefused = (Vec<String>, Refusal);

/// Adds the refusal of one attempt. Targets that are refused alike share one refusal.
fn add_refusal_of_target(
    refusals: &mut Vec<TargetsRefused>,
    refusal: Refusal,
    target: Option<String>,
) {
    for (targets, known_refusal) in refusals.iter_mut() {
        if *known_refusal == refusal {
            targets.extend(target);
            return;
        }
    }
    refusals.push((target.into_iter().collect(), refusal));
}

/// Returns the headings that contain the typed text, then the first lines of matching rules: those
/// found by id, then those found by words.
pub(crate) fn complete_rule_slot(system: Option<&str>, typed: &str) -> Vec<String> {
    let lowercase = typed.trim().to_lowercase();
    let mut headings = rulebook::headings(system);
    headings.retain(|heading| !lowercase.is_empty() && heading.to_lowercase().contains(&lowercase));
    let id = typed.trim().to_uppercase();
    let (mut found, found_by_words): (Vec<Rule>, Vec<Rule>) =
        rulebook::search_rules(system, typed).partition(|rule| rule.id.contains(&id));
    found.extend(found_by_words);
    let openings =
        found.iter().map(|rule| rule.format_id_and_text_in_one_line(MAX_RULE_LINE_CHARS));
    headings.into_iter().chain(openings).take(MAX_RULES_FOUND).collect()
}
