//! `/queue`: plans are made, confirmed, looked at and withdrawn.
//!
//! They are no part of what happened: nothing of it is in the journal, and nobody is told.

use std::sync::Arc;

use engine::core::command::{Command, Refusal};
use engine::core::ids::{Initiator, UserId};
use engine::game::{COMBATANT_SLOTS, Game, Member};
use store::error::StoreError;
use store::rows::PlanRow;

use crate::api::input::QueryResult;
use crate::api::plans::{MAX_PLAN_ACTS, Plan, PlannedAct, RequiredPosition};
use crate::api::standing_orders::OrderTrigger;
use crate::commands::game_command::parse_choice;
use crate::commands::permissions;
use crate::runtime::app::App;
use crate::runtime::fight_cache::FightLock;
use crate::state::fight_state::{FightState, to_json};

/// What else must hold when a planned act is played.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct PlanCondition {
    /// I am where I was.
    is_actor_unmoved: bool,
    /// The target is where it was.
    is_target_unmoved: bool,
}

const PLAN_CONDITION_CHOICES: [(&str, PlanCondition); 4] = [
    ("always", PlanCondition { is_actor_unmoved: false, is_target_unmoved: false }),
    ("here", PlanCondition { is_actor_unmoved: true, is_target_unmoved: false }),
    ("there", PlanCondition { is_actor_unmoved: false, is_target_unmoved: true }),
    ("both", PlanCondition { is_actor_unmoved: true, is_target_unmoved: true }),
];

const PLAN_DELAY_CHOICES: [(&str, OrderTrigger); 2] =
    [("soon", OrderTrigger::AfterDelay), ("at-once", OrderTrigger::Immediately)];

impl App {
    /// One of the verbs of `/queue`, for a fight that is held.
    ///
    /// # Errors
    /// The store could not be used. Within: the refusal.
    pub(crate) async fn handle_queue_command(
        &self,
        exclusive: &mut FightLock,
        state: &FightState,
        user: UserId,
        (command, acting_as): (&Command, Option<&str>),
    ) -> Result<Result<QueryResult, Refusal>, StoreError> {
        let one = match permissions::find_owned_actor(state, user, acting_as) {
            Ok(one) => one,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let (before, whose) = (state.plans.get(&one.id).cloned(), one.name.clone());
        let plan = match command.verb.as_str() {
            "queue-list" => {
                return Ok(Ok(QueryResult::Plan { combatant_name: whose, plan: before }));
            }
            "queue-add" => {
                state.plan_with_added_act(one, before.unwrap_or_default(), command).map(Some)
            }
            "queue-confirm" => confirm_plan(before, command).map(Some),
            _ => Ok(None),
        };
        let plan = match plan {
            Ok(plan) => plan,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let planned = plan.as_ref().map(to_json).transpose()?;
        self.inner.store.store_plan(state.id, PlanRow { combatant: one.id.0, planned }).await?;
        let mut now = state.clone();
        now.plans.remove(&one.id);
        now.plans.extend(plan.clone().map(|plan| (one.id, plan)));
        exclusive.set_state(Arc::new(now));
        Ok(Ok(QueryResult::Plan { combatant_name: whose, plan }))
    }
}

fn bad_plan_refusal(reason: &str) -> Refusal {
    Refusal::new("bad-plan", "").with("why", reason)
}

/// The draft that was seen is confirmed; the last one where none is named.
fn confirm_plan(plan: Option<Plan>, command: &Command) -> Result<Plan, Refusal> {
    let plan = plan.ok_or_else(|| bad_plan_refusal("nothing"))?;
    let seen = command.get("draft");
    if !seen.is_empty() && seen != plan.version.to_string() {
        return Err(bad_plan_refusal("other-draft"));
    }
    Ok(Plan { is_confirmed: true, ..plan })
}

impl FightState {
    /// A plan with one more act, to be confirmed.
    fn plan_with_added_act(
        &self,
        member: &Member,
        plan: Plan,
        command: &Command,
    ) -> Result<Plan, Refusal> {
        if !self.is_open {
            return Err(Refusal::new("fight-over", ""));
        }
        if self.has_turn_alone(member) {
            return Err(bad_plan_refusal("your-turn"));
        }
        if plan.acts.len() >= MAX_PLAN_ACTS {
            return Err(bad_plan_refusal("too-many"));
        }
        let said = command.get("act");
        let read = Command::parse(said.trim().trim_start_matches('/'));
        let act = read.ok_or_else(|| bad_plan_refusal("unreadable").with("value", said))?;
        let (verbs, _) = Game::act_and_order_verbs(self.system()).unwrap_or_default();
        let verb = verbs.iter().find(|verb| verb.name == act.verb);
        let verb = verb.ok_or_else(|| bad_plan_refusal("no-act").with("value", &act.verb))?;
        verb.check_slots(&act)?;
        let stays = self.parse_stay_conditions(
            member,
            &act,
            parse_choice(command, "if", &PLAN_CONDITION_CHOICES)?,
        )?;
        let mut acts = plan.acts;
        acts.push(PlannedAct { command: act, required_positions: stays });
        let when = if command.get("when").is_empty() {
            plan.trigger
        } else {
            parse_choice(command, "when", &PLAN_DELAY_CHOICES)?
        };
        let draft = plan.version.wrapping_add(1);
        Ok(Plan { acts, version: draft, is_confirmed: false, is_begun: false, trigger: when })
    }

    /// Who must be where they are now, as far as their player knows.
    fn parse_stay_conditions(
        &self,
        member: &Member,
        act: &Command,
        condition: PlanCondition,
    ) -> Result<Vec<RequiredPosition>, Refusal> {
        let mut names = Vec::new();
        if condition.is_actor_unmoved {
            names.push(member.name.clone());
        }
        if condition.is_target_unmoved {
            let target = if act.has_slot("target") { act.get("target") } else { act.get("near") };
            let eyes = self.viewers_for(self.controller_of(Initiator::Combatant(member.id)));
            let found = eyes.find_combatant(&self.game, target).and_then(|who| self.member(who));
            let unknown = || Refusal::new("bad-target", "").with("name", target);
            names.push(found.ok_or_else(unknown)?.name.clone());
        }
        let stay =
            |name: String| RequiredPosition { zone: self.known_zone_of(member.id, &name), name };
        Ok(names.into_iter().map(stay).collect())
    }
}

impl FightState {
    /// What may be typed as an act: its verb, then the slots it takes, each with the names that go
    /// there, as far as whoever types knows them.
    pub(crate) fn act_completions(&self, user: UserId, typed: &str) -> Vec<String> {
        let (verbs, _) = Game::act_and_order_verbs(self.system()).unwrap_or_default();
        let whole = |name: &str| typed.trim_start().starts_with(&format!("{name} "));
        let Some(verb) = verbs.iter().find(|verb| whole(verb.name)) else {
            return verbs.iter().map(|verb| verb.name.to_string()).collect();
        };
        let begun = |slot: &str| typed.rfind(&format!(" {slot}:"));
        let slots = verb.slots.iter().map(|slot| slot.name);
        let last = slots.clone().filter_map(|slot| Some((begun(slot)?, slot))).max();
        let known = last.map(|(_, slot)| self.slot_names_known_to(user, slot)).unwrap_or_default();
        let (head, value) =
            last.map_or((typed, ""), |(at, slot)| typed.split_at(at + slot.len() + 2));
        let same = |name: &&String| name.to_lowercase() == value.trim().to_lowercase();
        if !known.is_empty() && known.iter().find(same).is_none() {
            return known.iter().map(|name| format!("{head}{name}")).collect();
        }
        let more = slots.filter(|slot| begun(slot).is_none());
        more.map(|slot| format!("{} {slot}:", typed.trim_end())).collect()
    }

    /// What a user knows that can be named in a slot of an act, whatever is possible just now.
    fn slot_names_known_to(&self, user: UserId, slot: &str) -> Vec<String> {
        let eyes = self.viewers_for(user);
        match slot {
            _ if COMBATANT_SLOTS.contains(&slot) => {
                let known = self.members.iter().filter(|one| eyes.can_know_of(one));
                known.map(|one| one.name_for(eyes.viewer)).collect()
            }
            "zone" | "to" | "exit" => {
                eyes.view_of(&self.game).zones.into_iter().map(|zone| zone.name).collect()
            }
            _ => Vec::new(),
        }
    }
}
