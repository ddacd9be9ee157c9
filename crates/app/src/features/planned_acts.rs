//! `/queue`: makes, confirms, shows and clears plans.
//!
//! Plans are not part of the journal, and nobody is told of them.

use std::sync::Arc;

use engine::core::command::{Command, Refusal};
use engine::core::ids::{Initiator, UserId};
use engine::core::verbs::parse_typed_command;
use engine::game::{COMBATANT_SLOTS, Game, Member};
use store::rows::PlanRow;

use crate::api::input::QueryResult;
use crate::api::plans::{MAX_PLAN_ACTS, Plan, PlannedAct, RequiredPosition};
use crate::api::standing_orders::OrderTrigger;
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::commands::game_command::parse_choice_or_first;
use crate::commands::nearest_verb::nearest_verb;
use crate::commands::permissions;
use crate::runtime::app::App;
use crate::runtime::fight_cache::FightLock;
use crate::state::fight_state::{FightState, to_json};

/// Further conditions under which a planned act is performed.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct PlanCondition {
    /// The actor is in the same zone as now.
    is_actor_unmoved: bool,
    /// The target is in the same zone as now.
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
    /// Handles a verb of `/queue` for a locked fight.
    ///
    /// # Errors
    /// Fails when the store cannot be used. The inner error is the refusal.
    pub(crate) async fn handle_queue_command(
        &self,
        fight_lock: &mut FightLock,
        state: &FightState,
        user: UserId,
        command: &Command,
        actor_name: Option<&str>,
    ) -> RefusableResult<QueryResult> {
        let member =
            permissions::find_own_or_npc_actor_for_prepared_commands(state, user, actor_name);
        let member = ok_or_return_refusal!(member);
        let (previous, combatant_name) =
            (state.plans.get(&member.id).cloned(), member.name.clone());
        let plan = match command.verb.as_str() {
            "queue-list" => {
                return Ok(Ok(QueryResult::Plan { combatant_name, plan: previous }));
            }
            "queue-add" => state
                .unconfirmed_plan_with_added_act(member, previous.unwrap_or_default(), command)
                .map(Some),
            "queue-confirm" => confirm_seen_draft(previous, command).map(Some),
            _ => Ok(None),
        };
        let plan = ok_or_return_refusal!(plan);
        let planned = plan.as_ref().map(to_json).transpose()?;
        self.inner
            .store
            .store_or_delete_plan(state.id, PlanRow { combatant: member.id.0, planned })
            .await?;
        let mut new_state = state.clone();
        new_state.plans.remove(&member.id);
        if let Some(plan) = &plan {
            new_state.plans.insert(member.id, plan.clone());
        }
        fight_lock.set_state(Arc::new(new_state));
        Ok(Ok(QueryResult::Plan { combatant_name, plan }))
    }
}

fn bad_plan_refusal(reason: &str) -> Refusal {
    Refusal::new("bad-plan", "").with("why", reason)
}

/// Confirms the draft that the user has seen; the last one where none is named.
fn confirm_seen_draft(plan: Option<Plan>, command: &Command) -> Result<Plan, Refusal> {
    let plan = plan.ok_or_else(|| bad_plan_refusal("nothing"))?;
    let seen = command.get("draft");
    if !seen.is_empty() && seen != plan.version.to_string() {
        return Err(bad_plan_refusal("other-draft"));
    }
    Ok(Plan { is_confirmed: true, ..plan })
}

impl FightState {
    /// Returns the plan with one more act; it must be confirmed again.
    fn unconfirmed_plan_with_added_act(
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
        let act = self.parse_act_to_plan(member, command.get("act"))?;
        let required_positions = self.build_required_positions(
            member,
            &act,
            parse_choice_or_first(command, "if", &PLAN_CONDITION_CHOICES)?,
        )?;
        let mut acts = plan.acts;
        acts.push(PlannedAct { command: act, required_positions });
        let trigger = if command.get("when").is_empty() {
            plan.trigger
        } else {
            parse_choice_or_first(command, "when", &PLAN_DELAY_CHOICES)?
        };
        let version = plan.version.wrapping_add(1);
        Ok(Plan { acts, version, is_confirmed: false, is_begun: false, trigger })
    }

    /// Parses a typed act of a combatant and checks its verb and slots.
    ///
    /// # Errors
    /// `bad-plan` for what is no command or no act, with the act whose verb is nearest; the refusal
    /// of a slot.
    fn parse_act_to_plan(&self, member: &Member, act_text: &str) -> Result<Command, Refusal> {
        let (act_verbs, _) = Game::act_and_order_verbs(self.system()).unwrap_or_default();
        let Some(act) = parse_typed_command(act_verbs, act_text) else {
            return Err(bad_plan_refusal("unreadable").with("value", act_text));
        };
        let Some(verb) = act_verbs.iter().find(|verb| verb.name == act.verb) else {
            let refusal = bad_plan_refusal("no-act").with("value", &act.verb);
            let role = self.highest_role_of(self.controller_of(Initiator::Combatant(member.id)));
            return Err(match nearest_verb(self.system(), role, &act.verb) {
                Some(nearest) if act_verbs.iter().any(|verb| verb.name == nearest) => {
                    refusal.with("nearest", nearest)
                }
                _ => refusal,
            });
        };
        verb.check_slots(&act)?;
        Ok(act)
    }

    /// Returns who must stay in their zone, as far as the player knows their zones: the combatant
    /// itself, the target of the act (`target:` or `near:`), or both.
    ///
    /// # Errors
    /// `bad-target` if the target must stay, and the player knows nobody of its name.
    fn build_required_positions(
        &self,
        member: &Member,
        act: &Command,
        condition: PlanCondition,
    ) -> Result<Vec<RequiredPosition>, Refusal> {
        let mut unmoved_names = Vec::new();
        if condition.is_actor_unmoved {
            unmoved_names.push(member.name.clone());
        }
        if condition.is_target_unmoved {
            let typed_target =
                if act.has_slot("target") { act.get("target") } else { act.get("near") };
            let player = self.controller_of(Initiator::Combatant(member.id));
            let perspective = self.perspective_of_user(player);
            let target = self.find_member_or_refuse(&perspective, typed_target)?;
            unmoved_names.push(target.name.clone());
        }
        let mut positions = Vec::new();
        for name in unmoved_names {
            let zone = self.known_zone_of_named_combatant(member.id, &name);
            positions.push(RequiredPosition { name, zone });
        }
        Ok(positions)
    }
}

impl FightState {
    /// Returns completions for a typed act: its verb, then its slots, each with the names that fit
    /// and the user knows.
    pub(crate) fn act_completions(&self, user: UserId, typed: &str) -> Vec<String> {
        let (verbs, _) = Game::act_and_order_verbs(self.system()).unwrap_or_default();
        let has_verb = |name: &str| typed.trim_start().starts_with(&format!("{name} "));
        let Some(verb) = verbs.iter().find(|verb| has_verb(verb.name)) else {
            return verbs.iter().map(|verb| verb.name.to_string()).collect();
        };
        let find_slot_start = |slot: &str| typed.rfind(&format!(" {slot}:"));
        let mut unused_slots = Vec::new();
        // The slot that is typed last is the one that is being typed.
        let mut last_slot: Option<(usize, &str)> = None;
        for slot in verb.slots {
            let Some(start) = find_slot_start(slot.name) else {
                unused_slots.push(slot.name);
                continue;
            };
            if last_slot.is_none_or(|(last_start, _)| start > last_start) {
                last_slot = Some((start, slot.name));
            }
        }
        if let Some((start, slot)) = last_slot {
            let value_start = start + format!(" {slot}:").len();
            let (typed_head, typed_value) = typed.split_at(value_start);
            let typed_value = typed_value.trim().to_lowercase();
            let names = self.slot_names_known_to(user, slot);
            let is_complete = names.iter().any(|name| name.to_lowercase() == typed_value);
            if !names.is_empty() && !is_complete {
                return names.iter().map(|name| format!("{typed_head}{name}")).collect();
            }
        }
        unused_slots.iter().map(|slot| format!("{} {slot}:", typed.trim_end())).collect()
    }

    /// Returns the names that a user knows for a slot of an act, whatever is possible now.
    fn slot_names_known_to(&self, user: UserId, slot: &str) -> Vec<String> {
        let perspective = self.perspective_of_user(user);
        match slot {
            _ if COMBATANT_SLOTS.contains(&slot) => {
                let known = self.members.iter().filter(|member| perspective.can_know_of(member));
                known.map(|member| member.name_for(perspective.viewer)).collect()
            }
            "zone" | "to" | "exit" => {
                perspective.view_of(&self.game).zones.into_iter().map(|zone| zone.name).collect()
            }
            _ => Vec::new(),
        }
    }
}
