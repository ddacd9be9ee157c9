//! `/orders`: standing orders are given, listed, tried out and taken back.
//!
//! They are no part of what happened: nothing of it is in the journal, and nobody is told.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::command::{Command, Offer, Refusal};
use engine::game::{Game, Member};
use engine::ids::{By, CombatantId, UserId};
use engine::prompt::{Kind, Price, Threat};
use store::fault::Fault;

use crate::deeds::permissions;
use crate::deeds::resolve::{among, wrong};
use crate::fight::fight_state::{FightState, json};
use crate::fight::ordered::is_same;
use crate::held::app::App;
use crate::held::fights::Exclusive;
use crate::terms::input::{Input, OrderList, Origin, Shown, Trial, Unfinished};
use crate::terms::orders::{MOST_ORDERS, Only, StandingOrder, When};

pub const SPENDS: [(&str, Price); 3] =
    [("anything", Price::Turn), ("keep-turn", Price::Little), ("nothing", Price::Nothing)];

pub const THREATS: [(&str, Threat); 2] = [("wound", Threat::Wound), ("fell", Threat::Fell)];

impl App {
    /// One of the verbs of `/orders`, for a fight that is held.
    ///
    /// # Errors
    /// The store could not be used. Within: the refusal.
    pub(crate) async fn keep_orders(
        &self,
        exclusive: &mut Exclusive,
        now: &FightState,
        user: UserId,
        (words, acting_as): (&Command, Option<&str>),
    ) -> Result<Result<Shown, Refusal>, Fault> {
        let actor = || permissions::owner(now, user, acting_as);
        let kept = match words.verb.as_str() {
            "orders-add" => actor().and_then(|one| Ok((one, now.with_order(user, one.id, words)?))),
            "orders-remove" => actor().and_then(|one| Ok((one, now.without(one.id, words)?))),
            "orders-test" => return Ok(actor().and_then(|one| now.trials(one, words))),
            _ => {
                let named = acting_as.map(|_| actor().map(|one| vec![one])).transpose();
                let whose =
                    named.map(|named| named.unwrap_or_else(|| now.controlled_by(user).collect()));
                return Ok(whose.map(|whose| now.order_lists(&whose)));
            }
        };
        let (one, orders) = match kept {
            Ok(kept) => kept,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let given = orders.iter().map(json).collect::<Result<_, _>>()?;
        self.inner.store.put_orders(now.id, one.id.0, given).await?;
        let mut now = now.clone();
        let (system, whose) = (now.system(), one.name.clone());
        let list = OrderList { whose, orders: orders.clone(), system, by_rules: Vec::new() };
        now.orders.insert(one.id, orders);
        exclusive.keep(Arc::new(now));
        Ok(Ok(Shown::Orders(vec![list])))
    }
}

/// The names of all kinds, or of all answers to one, for whoever has named none of them.
fn with_names<'a>(refusal: Refusal, names: impl Iterator<Item = &'a str>) -> Refusal {
    refusal.with("names", names.collect::<Vec<_>>().join(", "))
}

impl FightState {
    /// What the orders of a combatant are with one more.
    fn with_order(
        &self,
        user: UserId,
        who: CombatantId,
        words: &Command,
    ) -> Result<Vec<StandingOrder>, Refusal> {
        if !self.is_open {
            return Err(Refusal::new("fight-over", ""));
        }
        let mut orders = self.orders.get(&who).cloned().unwrap_or_default();
        if orders.len() >= MOST_ORDERS {
            return Err(Refusal::new("bad-order", "").with("why", "too-many"));
        }
        let answer = self.answer_meant(words.get("answer"));
        let kind = self.kind(words, &answer)?;
        let mut verbs = Game::answers(self.system()).unwrap_or_default().iter();
        let verb = verbs.find(|verb| verb.name == answer.verb);
        verb.map_or(Ok(()), |verb| verb.check_slots(&answer))?;
        let number = orders.iter().map(|order| order.number).max().unwrap_or(0) + 1;
        orders.push(StandingOrder {
            number,
            question: kind.key.into(),
            answer,
            only: self.only(user, words)?,
            when: among(words, "when", &When::ALL)?,
        });
        Ok(orders)
    }

    /// An answer as it is typed, by its verb or by what its button says: `dodge`, `avoid`.
    fn answer_meant(&self, text: &str) -> Command {
        let mut verbs = Game::answers(self.system()).unwrap_or_default().iter();
        match verbs.find(|verb| verb.is_called(text)) {
            Some(verb) => Command::new(verb.name),
            None => Command::read(text).unwrap_or_else(|| Command::new(text)),
        }
    }

    /// The kind of question that is meant, of which this is an answer; it need not be named where
    /// no other has such an answer.
    fn kind(&self, words: &Command, answer: &Command) -> Result<Kind, Refusal> {
        let kinds = Game::kinds(self.system());
        let named = words.get("question").trim().to_lowercase();
        let Some(kind) = kinds.iter().find(|kind| kind.key == named) else {
            if !named.is_empty() {
                let refusal = wrong("question", words, "question");
                return Err(with_names(refusal, kinds.iter().map(|kind| kind.key)));
            }
            let mut takes = kinds.iter().filter(|kind| kind.answers.contains(&&*answer.verb));
            return match (takes.next(), takes.next()) {
                (Some(only), None) => Ok(*only),
                (None, _) => {
                    let all: BTreeSet<&str> =
                        kinds.iter().flat_map(|kind| kind.answers).copied().collect();
                    Err(with_names(wrong("answer", words, "answer"), all.into_iter()))
                }
                (Some(first), Some(second)) => {
                    let refusal = wrong("which-question", words, "answer");
                    Err(with_names(refusal, [first.key, second.key].into_iter()))
                }
            };
        };
        if kind.answers.contains(&&*answer.verb) {
            return Ok(*kind);
        }
        Err(with_names(wrong("answer", words, "answer"), kind.answers.iter().copied()))
    }

    /// The conditions, with names that the user knows.
    fn only(&self, user: UserId, words: &Command) -> Result<Only, Refusal> {
        let known = |slot: &str| match words.get(slot).trim() {
            "" => Ok(None),
            name => {
                let found = self.eyes(user).find(&self.game, name).and_then(|who| self.member(who));
                let unknown = || Refusal::new("bad-target", "").with("name", name);
                found.map(|one| Some(one.name.clone())).ok_or_else(unknown)
            }
        };
        let threats = [("", None)].into_iter();
        let threats = threats.chain(THREATS.map(|(word, threat)| (word, Some(threat))));
        Ok(Only {
            by: known("by")?,
            whom: known("whom")?,
            way: Some(words.get("way").trim().to_string()).filter(|way| !way.is_empty()),
            threat: among(words, "threat", &threats.collect::<Vec<_>>())?,
            spend: among(words, "spend", &SPENDS)?,
        })
    }

    /// What the orders of a combatant are without one.
    fn without(&self, who: CombatantId, words: &Command) -> Result<Vec<StandingOrder>, Refusal> {
        let mut orders = self.orders.get(&who).cloned().unwrap_or_default();
        let number = words.get("number");
        if number == "all" {
            return Ok(Vec::new());
        }
        let found = orders.iter().position(|order| order.number.to_string() == number);
        orders.remove(found.ok_or_else(|| wrong("number", words, "number"))?);
        Ok(orders)
    }

    fn order_lists(&self, whose: &[&Member]) -> Shown {
        let list = |one: &&Member| OrderList {
            whose: one.name.clone(),
            orders: self.orders.get(&one.id).cloned().unwrap_or_default(),
            system: self.system(),
            by_rules: self.game.standing(one.id),
        };
        Shown::Orders(whose.iter().map(list).collect())
    }

    /// What would happen: to each question that is open for them, and to each kind of question (or
    /// the one that is named), asked for somebody's doing if that is named.
    fn trials(&self, one: &Member, words: &Command) -> Result<Shown, Refusal> {
        let open = self.prompts.iter().filter(|open| open.prompt.to == By::Combatant(one.id));
        let open = open.filter_map(|open| {
            let (about, _) = self.game.about(&open.prompt.asked)?;
            let first = self.ordered(open).into_iter().next();
            let orders = first.map(|(order, _)| order.clone()).into_iter().collect();
            Some(Trial { question: about.kind.into(), is_open: true, orders })
        });
        let kinds = Game::kinds(self.system());
        let named = words.get("question").trim().to_lowercase();
        if !named.is_empty() && !kinds.iter().any(|kind| kind.key == named) {
            let refusal = wrong("question", words, "question");
            return Err(with_names(refusal, kinds.iter().map(|kind| kind.key)));
        }
        let orders = self.orders.get(&one.id).map(Vec::as_slice).unwrap_or_default();
        let kinds = kinds.iter().filter(|kind| named.is_empty() || kind.key == named);
        let kinds = kinds.map(|kind| {
            let may =
                |order: &&StandingOrder| order.question == kind.key && order.only.may_hold(words);
            let orders = orders.iter().filter(may).cloned().collect();
            Trial { question: kind.key.into(), is_open: false, orders }
        });
        let trials = open.chain(kinds).collect();
        Ok(Shown::Trials { whose: one.name.clone(), trials })
    }
}

impl FightState {
    /// An answer to a question that is not open for them may be kept for when it is: offered for
    /// every kind of question that it answers, whether or not it will ever be asked.
    pub(crate) fn or_ordered(&self, origin: &Origin, input: &Input, refusal: Refusal) -> Refusal {
        let Input::Command { words, acting_as, .. } = input else { return refusal };
        let Ok(one) = permissions::actor(self, origin.user, acting_as.as_deref()) else {
            return refusal;
        };
        if !self.is_open || self.prompts.iter().any(|open| open.prompt.to == By::Combatant(one.id))
        {
            return refusal;
        }
        let kinds = Game::kinds(self.system()).iter();
        let kinds = kinds.filter(|kind| kind.answers.contains(&&*words.verb));
        let order = |kind: &Kind| {
            let order = Command::new("orders-add").with("answer", words).with("question", kind.key);
            let words = match acting_as {
                Some(_) => order.with("as", &one.name),
                None => order,
            };
            Offer::free(words)
        };
        Refusal { instead: kinds.map(order).collect(), ..refusal }
    }
}

impl Only {
    /// Whether it may hold where only some of what it goes by is said.
    fn may_hold(&self, said: &Command) -> bool {
        let fits = |wanted: &Option<String>, slot: &str| {
            let said = said.get(slot);
            said.is_empty() || wanted.as_ref().is_none_or(|wanted| is_same(wanted, said))
        };
        fits(&self.by, "by") && fits(&self.whom, "whom") && fits(&self.way, "way")
    }
}

impl FightState {
    /// What may be typed in a slot of `/orders`.
    pub(crate) fn order_choices(&self, user: UserId, typing: &Unfinished) -> Vec<String> {
        let kinds = Game::kinds(self.system()).iter();
        let named = typing.words.get("question");
        match typing.slot.as_str() {
            "question" => kinds.map(|kind| kind.key.into()).collect(),
            "answer" => {
                let kinds = kinds.filter(|kind| named.is_empty() || kind.key == named);
                kinds.flat_map(|kind| kind.answers).map(|verb| (*verb).into()).collect()
            }
            "by" | "whom" => {
                let view = self.eyes(user).view(&self.game);
                view.groups
                    .into_iter()
                    .flat_map(|group| group.members)
                    .map(|one| one.name)
                    .collect()
            }
            "number" => {
                let actor = permissions::actor(self, user, typing.acting_as.as_deref());
                let orders = actor.ok().and_then(|one| self.orders.get(&one.id));
                orders.into_iter().flatten().map(|order| order.number.to_string()).collect()
            }
            _ => Vec::new(),
        }
    }
}
