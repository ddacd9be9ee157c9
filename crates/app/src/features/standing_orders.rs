//! `/orders`: adds, lists, tests and removes standing orders.
//!
//! Standing orders are not part of the journal, and nobody is told of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::core::command::{Command, Offer, Refusal};
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::core::verbs::parse_typed_command;
use engine::game::{Game, Member};
use engine::resolution::prompt::{AnswerCost, PromptKind, ThreatLevel};

use crate::api::input::{
    OrderList, OrderPreview, PartialCommand, QueryResult, RequestContext, UserInput,
};
use crate::api::standing_orders::{MAX_ORDERS, OrderScope, OrderTrigger, StandingOrder};
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::commands::game_command::{bad_order_refusal, parse_choice_or_first};
use crate::commands::permissions;
use crate::runtime::app::App;
use crate::runtime::fight_cache::FightLock;
use crate::state::fight_state::{FightState, to_json};
use crate::state::order_matching::is_same_name_without_article;

pub const COST_CHOICES: [(&str, AnswerCost); 3] = [
    ("anything", AnswerCost::OwnTurn),
    ("keep-turn", AnswerCost::Reserve),
    ("nothing", AnswerCost::Nothing),
];

pub const THREAT_CHOICES: [(&str, ThreatLevel); 2] =
    [("wound", ThreatLevel::Wound), ("fell", ThreatLevel::Fell)];

impl App {
    /// Handles a verb of `/orders` for a locked fight.
    ///
    /// # Errors
    /// Fails when the store cannot be used. The inner error is the refusal.
    pub(crate) async fn handle_orders_command(
        &self,
        fight_lock: &mut FightLock,
        state: &FightState,
        user: UserId,
        command: &Command,
        actor_name: Option<&str>,
    ) -> RefusableResult<QueryResult> {
        if !matches!(command.verb.as_str(), "orders-add" | "orders-remove") {
            return Ok(state.show_or_test_orders(user, command, actor_name));
        }
        let changed = state.changed_orders(user, command, actor_name);
        let (member, orders) = ok_or_return_refusal!(changed);
        let rows = orders.iter().map(to_json).collect::<Result<_, _>>()?;
        self.inner.store.replace_standing_orders(state.id, member.id.0, rows).await?;
        let list = OrderList {
            combatant_name: member.name.clone(),
            orders: orders.clone(),
            system: state.system(),
            rule_orders: Vec::new(),
        };
        let mut new_state = state.clone();
        new_state.standing_orders.insert(member.id, orders);
        fight_lock.set_state(Arc::new(new_state));
        Ok(Ok(QueryResult::StandingOrders(vec![list])))
    }
}

/// What people type in place of a number to take back all orders.
const ALL_ORDERS: [&str; 3] = ["all", "everything", "all orders"];

/// Adds the possible values to the refusal of a value that does not exist.
fn with_choice_names<'a>(refusal: Refusal, names: impl Iterator<Item = &'a str>) -> Refusal {
    refusal.with("names", names.collect::<Vec<_>>().join(", "))
}

impl FightState {
    /// Returns the combatant whose orders `orders-add` or `orders-remove` changes, and its orders
    /// after that.
    fn changed_orders(
        &self,
        user: UserId,
        command: &Command,
        actor_name: Option<&str>,
    ) -> Result<(&Member, Vec<StandingOrder>), Refusal> {
        let member =
            permissions::find_own_or_npc_actor_for_prepared_commands(self, user, actor_name)?;
        let orders = if command.verb == "orders-add" {
            self.orders_with_added(user, member.id, command)?
        } else {
            self.orders_without_numbered_or_all(member.id, command)?
        };
        Ok((member, orders))
    }

    /// Shows which orders would answer (`orders-test`), or lists the orders of the named combatant
    /// or of all that are the user's own.
    fn show_or_test_orders(
        &self,
        user: UserId,
        command: &Command,
        actor_name: Option<&str>,
    ) -> Result<QueryResult, Refusal> {
        let find_actor =
            || permissions::find_own_or_npc_actor_for_prepared_commands(self, user, actor_name);
        if command.verb == "orders-test" {
            let member = find_actor()?;
            // A name that nobody has would match what no question is about.
            self.parse_order_scope_with_known_names(user, command)?;
            return self.list_orders_that_would_answer(member, command);
        }
        let members: Vec<&Member> = match actor_name {
            Some(_) => vec![find_actor()?],
            None => self.combatants_of(user).collect(),
        };
        Ok(self.list_orders_of_members(&members))
    }

    /// Returns the orders of a combatant with the new one added.
    fn orders_with_added(
        &self,
        user: UserId,
        who: CombatantId,
        command: &Command,
    ) -> Result<Vec<StandingOrder>, Refusal> {
        if !self.is_open {
            return Err(Refusal::new("fight-over", ""));
        }
        let mut orders = self.standing_orders.get(&who).cloned().unwrap_or_default();
        if orders.len() >= MAX_ORDERS {
            return Err(Refusal::new("bad-order", "").with("why", "too-many"));
        }
        let answer = self.parse_answer_verb_or_label(command.get("answer"));
        let kind = self.parse_or_infer_question_kind(command, &answer)?;
        let mut verbs = Game::answer_verbs(self.system()).unwrap_or_default().iter();
        let verb = verbs.find(|verb| verb.name == answer.verb);
        verb.map_or(Ok(()), |verb| verb.check_slots(&answer))?;
        let number = orders.iter().map(|order| order.number).max().unwrap_or(0) + 1;
        orders.push(StandingOrder {
            number,
            question_kind: kind.key.into(),
            answer,
            scope: self.parse_order_scope_with_known_names(user, command)?,
            trigger: parse_choice_or_first(command, "when", &OrderTrigger::ALL)?,
        });
        Ok(orders)
    }

    /// Parses a typed answer, by its verb, by its button's label or by its chat command: `dodge`,
    /// `avoid`, `answer help-out`.
    fn parse_answer_verb_or_label(&self, text: &str) -> Command {
        let verbs = Game::answer_verbs(self.system()).unwrap_or_default();
        if let Some(verb) = verbs.iter().find(|verb| verb.is_called(text)) {
            return Command::new(verb.name);
        }
        if let Some(verb) = verbs.iter().find(|verb| verb.has_command_path(text)) {
            return Command::new(verb.name);
        }
        parse_typed_command(verbs, text).unwrap_or_else(|| Command::new(text))
    }

    /// Returns the kind of question that the order answers. It need not be named if only one kind
    /// takes the answer.
    fn parse_or_infer_question_kind(
        &self,
        command: &Command,
        answer: &Command,
    ) -> Result<PromptKind, Refusal> {
        let kinds = Game::prompt_kinds(self.system());
        let named = command.get("question").trim().to_lowercase();
        if named.is_empty() {
            return self.infer_question_kind(command, answer);
        }
        let Some(kind) = kinds.iter().find(|kind| kind.key == named) else {
            let refusal = bad_order_refusal("question", command, "question");
            return Err(with_choice_names(refusal, kinds.iter().map(|kind| kind.key)));
        };
        if !kind.answer_verbs.contains(&&*answer.verb) {
            let refusal = bad_order_refusal("answer", command, "answer");
            return Err(with_choice_names(refusal, kind.answer_verbs.iter().copied()));
        }
        Ok(*kind)
    }

    /// Returns the only kind of question that takes an answer.
    ///
    /// # Errors
    /// `bad-order` where no kind takes it, with the answers that there are, or where several do.
    fn infer_question_kind(
        &self,
        command: &Command,
        answer: &Command,
    ) -> Result<PromptKind, Refusal> {
        let kinds = Game::prompt_kinds(self.system());
        let mut candidates = kinds.iter().filter(|kind| kind.answer_verbs.contains(&&*answer.verb));
        match (candidates.next(), candidates.next()) {
            (Some(only), None) => Ok(*only),
            (None, _) => {
                let all_answers: BTreeSet<&str> =
                    kinds.iter().flat_map(|kind| kind.answer_verbs).copied().collect();
                let refusal = bad_order_refusal("no-question", command, "answer");
                Err(with_choice_names(refusal, all_answers.into_iter()))
            }
            (Some(first), Some(second)) => {
                let refusal = bad_order_refusal("which-question", command, "answer");
                Err(with_choice_names(refusal, [first.key, second.key].into_iter()))
            }
        }
    }

    /// Parses the conditions of an order; names must be known to the user.
    fn parse_order_scope_with_known_names(
        &self,
        user: UserId,
        command: &Command,
    ) -> Result<OrderScope, Refusal> {
        let known_name = |slot: &str| match command.get(slot).trim() {
            "" => Ok(None),
            name => self
                .find_member_or_refuse(&self.perspective_of_user(user), name)
                .map(|member| Some(member.name.clone())),
        };
        // Without the slot the order is used whatever the threat.
        let mut threat_choices = vec![("", None)];
        for (word, threat) in THREAT_CHOICES {
            threat_choices.push((word, Some(threat)));
        }
        let way = command.get("way").trim();
        Ok(OrderScope {
            actor: known_name("by")?,
            beneficiary: known_name("whom")?,
            method: if way.is_empty() { None } else { Some(way.to_string()) },
            min_threat: parse_choice_or_first(command, "threat", &threat_choices)?,
            max_cost: parse_choice_or_first(command, "spend", &COST_CHOICES)?,
        })
    }

    /// Returns the orders of a combatant without the numbered one, or none for `all`.
    fn orders_without_numbered_or_all(
        &self,
        who: CombatantId,
        command: &Command,
    ) -> Result<Vec<StandingOrder>, Refusal> {
        let mut orders = self.standing_orders.get(&who).cloned().unwrap_or_default();
        let number = command.get("number").trim().trim_start_matches('#');
        if ALL_ORDERS.iter().any(|all| number.eq_ignore_ascii_case(all)) {
            return Ok(Vec::new());
        }
        let found = orders.iter().position(|order| order.number.to_string() == number);
        let unknown = || {
            let numbers: Vec<String> =
                orders.iter().map(|order| order.number.to_string()).collect();
            bad_order_refusal("number", command, "number").with("names", numbers.join(", "))
        };
        let index = found.ok_or_else(unknown)?;
        orders.remove(index);
        Ok(orders)
    }

    /// Lists the standing orders of combatants, with those that the rules give them.
    fn list_orders_of_members(&self, members: &[&Member]) -> QueryResult {
        let to_list = |member: &&Member| OrderList {
            combatant_name: member.name.clone(),
            orders: self.standing_orders.get(&member.id).cloned().unwrap_or_default(),
            system: self.system(),
            rule_orders: self.game.rule_standing_orders(member.id),
        };
        QueryResult::StandingOrders(members.iter().map(to_list).collect())
    }

    /// Shows which orders would answer: each open prompt of the combatant, and each kind of
    /// question (or the named one) under the conditions that the command names.
    fn list_orders_that_would_answer(
        &self,
        member: &Member,
        command: &Command,
    ) -> Result<QueryResult, Refusal> {
        let kinds = Game::prompt_kinds(self.system());
        let named_kind = command.get("question").trim().to_lowercase();
        if !named_kind.is_empty() && !kinds.iter().any(|kind| kind.key == named_kind) {
            let refusal = bad_order_refusal("question", command, "question");
            return Err(with_choice_names(refusal, kinds.iter().map(|kind| kind.key)));
        }
        let orders = self.standing_orders.get(&member.id).map(Vec::as_slice).unwrap_or_default();
        let mut previews = self.preview_orders_for_open_prompts(member);
        for kind in kinds {
            if !named_kind.is_empty() && kind.key != named_kind {
                continue;
            }
            let mut matching_orders = Vec::new();
            for order in orders {
                if order.question_kind == kind.key && order.scope.may_match(command) {
                    matching_orders.push(order.clone());
                }
            }
            let question_kind = kind.key.into();
            previews.push(OrderPreview { question_kind, is_open: false, matching_orders });
        }
        Ok(QueryResult::OrderPreviews { combatant_name: member.name.clone(), previews })
    }

    /// Returns, for each open prompt of a combatant that standing orders can answer, the first
    /// order that does.
    fn preview_orders_for_open_prompts(&self, member: &Member) -> Vec<OrderPreview> {
        let mut previews = Vec::new();
        for open in &self.prompts {
            if open.prompt.respondent != Initiator::Combatant(member.id) {
                continue;
            }
            let basis = self.game.context_and_costs_if_orders_may_answer(&open.prompt.subject);
            let Some(basis) = basis else { continue };
            let mut matching_orders = Vec::new();
            if let Some((order, _)) = self.matching_orders(open).first() {
                matching_orders.push((*order).clone());
            }
            let question_kind = basis.context.kind.into();
            previews.push(OrderPreview { question_kind, is_open: true, matching_orders });
        }
        previews
    }
}

impl FightState {
    /// Offers to keep a refused answer as a standing order, for every kind of question that it
    /// answers.
    pub(crate) fn offer_to_keep_refused_answer_as_order(
        &self,
        context: &RequestContext,
        input: &UserInput,
        refusal: Refusal,
    ) -> Refusal {
        let UserInput::Command { command, actor_name, .. } = input else {
            return refusal;
        };
        let Ok(actor) = permissions::find_actor(self, context.user, actor_name.as_deref()) else {
            return refusal;
        };
        let respondent = Initiator::Combatant(actor.id);
        let is_asked = self.prompts.iter().any(|open| open.prompt.respondent == respondent);
        if !self.is_open || is_asked {
            return refusal;
        }
        let mut alternatives = Vec::new();
        for kind in Game::prompt_kinds(self.system()) {
            if !kind.answer_verbs.contains(&&*command.verb) {
                continue;
            }
            let mut order =
                Command::new("orders-add").with("answer", command).with("question", kind.key);
            if actor_name.is_some() {
                order = order.with("as", &actor.name);
            }
            alternatives.push(Offer::free(order));
        }
        Refusal { alternatives, ..refusal }
    }
}

impl OrderScope {
    /// Returns whether the scope may match when only some of its conditions are known.
    fn may_match(&self, conditions: &Command) -> bool {
        let may_fit = |wanted: &Option<String>, slot: &str| {
            let given = conditions.get(slot);
            given.is_empty()
                || wanted.as_ref().is_none_or(|wanted| is_same_name_without_article(wanted, given))
        };
        may_fit(&self.actor, "by")
            && may_fit(&self.beneficiary, "whom")
            && may_fit(&self.method, "way")
    }
}

impl FightState {
    /// Returns completions for a slot of `/orders`.
    pub(crate) fn order_completions(
        &self,
        user: UserId,
        typed_input: &PartialCommand,
    ) -> Vec<String> {
        let kinds = Game::prompt_kinds(self.system()).iter();
        let question = typed_input.command.get("question");
        match typed_input.slot.as_str() {
            "question" => kinds.map(|kind| kind.key.into()).collect(),
            "answer" => {
                let kinds = kinds.filter(|kind| question.is_empty() || kind.key == question);
                kinds.flat_map(|kind| kind.answer_verbs).map(|verb| (*verb).into()).collect()
            }
            "by" | "whom" => {
                let view = self.perspective_of_user(user).view_of(&self.game);
                view.groups
                    .into_iter()
                    .flat_map(|group| group.members)
                    .map(|member| member.name)
                    .collect()
            }
            "number" => {
                let actor = permissions::find_actor(self, user, typed_input.actor_name.as_deref());
                let orders = actor.ok().and_then(|member| self.standing_orders.get(&member.id));
                let orders = orders.into_iter().flatten();
                let mut numbers: Vec<String> =
                    orders.map(|order| order.number.to_string()).collect();
                if numbers.len() > 1 {
                    numbers.push(ALL_ORDERS[0].into());
                }
                numbers
            }
            _ => Vec::new(),
        }
    }
}
