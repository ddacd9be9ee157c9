//! `/queue`: plans are made, confirmed, looked at and withdrawn.
//!
//! They are no part of what happened: nothing of it is in the journal, and nobody is told.

use std::sync::Arc;

use engine::command::{Command, Refusal};
use engine::game::{Game, Member, NAMING};
use engine::ids::{By, UserId};
use store::fault::Fault;
use store::rows::PlanRow;

use crate::deeds::permissions;
use crate::deeds::resolve::among;
use crate::fight::fight_state::{FightState, json};
use crate::held::app::App;
use crate::held::fights::Exclusive;
use crate::terms::input::Shown;
use crate::terms::orders::When;
use crate::terms::plans::{MOST_ACTS, Plan, Planned, Stay};

/// What else must hold when a planned act is played.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct If {
    /// I am where I was.
    here: bool,
    /// The target is where it was.
    there: bool,
}

const IFS: [(&str, If); 4] = [
    ("always", If { here: false, there: false }),
    ("here", If { here: true, there: false }),
    ("there", If { here: false, there: true }),
    ("both", If { here: true, there: true }),
];

const WHENS: [(&str, When); 2] = [("soon", When::Soon), ("at-once", When::AtOnce)];

impl App {
    /// One of the verbs of `/queue`, for a fight that is held.
    ///
    /// # Errors
    /// The store could not be used. Within: the refusal.
    pub(crate) async fn keep_plan(
        &self,
        exclusive: &mut Exclusive,
        now: &FightState,
        user: UserId,
        (words, acting_as): (&Command, Option<&str>),
    ) -> Result<Result<Shown, Refusal>, Fault> {
        let one = match permissions::owner(now, user, acting_as) {
            Ok(one) => one,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let (before, whose) = (now.plans.get(&one.id).cloned(), one.name.clone());
        let plan = match words.verb.as_str() {
            "queue-list" => return Ok(Ok(Shown::Plan { whose, plan: before })),
            "queue-add" => now.with_act(one, before.unwrap_or_default(), words).map(Some),
            "queue-confirm" => confirmed(before, words).map(Some),
            _ => Ok(None),
        };
        let plan = match plan {
            Ok(plan) => plan,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let planned = plan.as_ref().map(json).transpose()?;
        self.inner.store.put_plan(now.id, PlanRow { combatant: one.id.0, planned }).await?;
        let mut now = now.clone();
        now.plans.remove(&one.id);
        now.plans.extend(plan.clone().map(|plan| (one.id, plan)));
        exclusive.keep(Arc::new(now));
        Ok(Ok(Shown::Plan { whose, plan }))
    }
}

fn bad(why: &str) -> Refusal {
    Refusal::new("bad-plan", "").with("why", why)
}

/// The draft that was seen is confirmed; the last one where none is named.
fn confirmed(plan: Option<Plan>, words: &Command) -> Result<Plan, Refusal> {
    let plan = plan.ok_or_else(|| bad("nothing"))?;
    let seen = words.get("draft");
    if !seen.is_empty() && seen != plan.draft.to_string() {
        return Err(bad("other-draft"));
    }
    Ok(Plan { is_confirmed: true, ..plan })
}

impl FightState {
    /// A plan with one more act, to be confirmed.
    fn with_act(&self, one: &Member, plan: Plan, words: &Command) -> Result<Plan, Refusal> {
        if !self.is_open {
            return Err(Refusal::new("fight-over", ""));
        }
        if self.has_turn(one) {
            return Err(bad("your-turn"));
        }
        if plan.acts.len() >= MOST_ACTS {
            return Err(bad("too-many"));
        }
        let said = words.get("act");
        let read = Command::read(said.trim().trim_start_matches('/'));
        let act = read.ok_or_else(|| bad("unreadable").with("value", said))?;
        let (verbs, _) = Game::verbs(self.system()).unwrap_or_default();
        let verb = verbs.iter().find(|verb| verb.name == act.verb);
        let verb = verb.ok_or_else(|| bad("no-act").with("value", &act.verb))?;
        verb.check_slots(&act)?;
        let stays = self.stays(one, &act, among(words, "if", &IFS)?)?;
        let mut acts = plan.acts;
        acts.push(Planned { words: act, stays });
        let when =
            if words.get("when").is_empty() { plan.when } else { among(words, "when", &WHENS)? };
        let draft = plan.draft.wrapping_add(1);
        Ok(Plan { acts, draft, is_confirmed: false, is_begun: false, when })
    }

    /// Who must be where they are now, as far as their player knows.
    fn stays(&self, one: &Member, act: &Command, wanted: If) -> Result<Vec<Stay>, Refusal> {
        let mut names = Vec::new();
        if wanted.here {
            names.push(one.name.clone());
        }
        if wanted.there {
            let target = if act.has("target") { act.get("target") } else { act.get("near") };
            let eyes = self.eyes(self.controller(By::Combatant(one.id)));
            let found = eyes.find(&self.game, target).and_then(|who| self.member(who));
            let unknown = || Refusal::new("bad-target", "").with("name", target);
            names.push(found.ok_or_else(unknown)?.name.clone());
        }
        let stay = |name: String| Stay { zone: self.zone_of(one.id, &name), name };
        Ok(names.into_iter().map(stay).collect())
    }
}

impl FightState {
    /// What may be typed as an act: its verb, then the slots it takes, each with the names that go
    /// there, as far as whoever types knows them.
    pub(crate) fn act_choices(&self, user: UserId, typed: &str) -> Vec<String> {
        let (verbs, _) = Game::verbs(self.system()).unwrap_or_default();
        let whole = |name: &str| typed.trim_start().starts_with(&format!("{name} "));
        let Some(verb) = verbs.iter().find(|verb| whole(verb.name)) else {
            return verbs.iter().map(|verb| verb.name.to_string()).collect();
        };
        let begun = |slot: &str| typed.rfind(&format!(" {slot}:"));
        let slots = verb.slots.iter().map(|slot| slot.name);
        let last = slots.clone().filter_map(|slot| Some((begun(slot)?, slot))).max();
        let known = last.map(|(_, slot)| self.names_for(user, slot)).unwrap_or_default();
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
    fn names_for(&self, user: UserId, slot: &str) -> Vec<String> {
        let eyes = self.eyes(user);
        match slot {
            _ if NAMING.contains(&slot) => {
                let known = self.members.iter().filter(|one| eyes.know(one));
                known.map(|one| one.name_for(eyes.viewer)).collect()
            }
            "zone" | "to" | "exit" => {
                eyes.view(&self.game).zones.into_iter().map(|zone| zone.name).collect()
            }
            _ => Vec::new(),
        }
    }
}
