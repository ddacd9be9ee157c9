//! Sight: who may know what of a fight (FACT-DMG-4, FACT-SNEAK-1).
//!
//! Players do not see: NPCs' health, abilities and armour, where concealed NPCs are and go, and
//! standing orders that are not their own. They see the dice of every attack and save, and how hurt
//! an NPC looks. Invariant: no `_` arm here decides what a viewer sees.

use super::sheet::{Body, GearState, Item, Name, Readiness, Stance};
use super::state::{At, Gear, Ground, Note, Passing, Saved, Stage, State, Wound};
use super::zones::{Place, place_of};
use super::{Factions, Fight, initiative};
use crate::Visibility;
use crate::fight::{Combatant, Phase};
use crate::ids::{By, CombatantId, ZoneId};
use crate::ladder::Detail;
use crate::scramble;
use crate::view::{Camp, GroupView, Mark, MemberView, View, Viewer, Wounds, ZoneView};

/// FACT-DMG-4: whether a viewer may know the numbers of a combatant.
fn knows_numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) == Detail::Numbers
}

/// Whether a viewer may know how hurt a combatant looks, and whether it is.
fn knows_wounds(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.look(viewer, who) >= Detail::Wounds
}

/// Whether a viewer may know of a faction: through one of its members.
pub fn knows_faction(fight: &Fight, viewer: Viewer, faction: &Name) -> bool {
    viewer == Viewer::Gm
        || fight.combatants.iter().enumerate().any(|(at, one)| {
            one.body.faction == *faction && fight.has_known(viewer, CombatantId(at as u8))
        })
}

/// FACT-SNEAK-1: a concealed NPC, whose position and moves are the GM's alone.
pub fn is_secret(fight: &Fight, who: CombatantId) -> bool {
    let one = fight.one(who);
    one.is_npc() && (one.is_hidden || one.body.concealed)
}

/// Whether a viewer knows anybody who lies in ambush.
fn knows_ambush(fight: &Fight, viewer: Viewer) -> bool {
    fight.iter().any(|(who, one)| one.body.concealed && fight.has_known(viewer, who))
}

impl Visibility for Factions {
    /// A note as one viewer may know it: copied field by field, numbers only for who may know them.
    fn seen(fight: &Fight, viewer: Viewer, note: &Note) -> Option<Note> {
        let is_gm = viewer == Viewer::Gm;
        let known = |who: &CombatantId| fight.has_known(viewer, *who);
        // FACT-SNEAK-1: what would tell where somebody is.
        let placed = |who: &CombatantId| known(who) && (is_gm || !is_secret(fight, *who));
        let faction_known = |faction: &Name| knows_faction(fight, viewer, faction);
        let numbers = |who: &CombatantId| knows_numbers(fight, viewer, *who);
        let wounds = |who: &CombatantId| knows_wounds(fight, viewer, *who);
        let only = |all: &[CombatantId]| all.iter().copied().filter(|who| known(who)).collect();
        let copied = || Some(note.clone());
        let copied_if = |is_known: bool| is_known.then(|| note.clone());
        match note {
            // The GM's alone.
            Note::NoticedSet { .. } | Note::Listed { .. } | Note::DurabilityOrdered { .. } => {
                copied_if(is_gm)
            }
            // FACT-SNEAK-1: an ambush that none but the unseen lie in.
            Note::StageBegan { stage: Stage::Ambush, .. } => copied_if(knows_ambush(fight, viewer)),
            // With decoys a slot that nobody could take, or that was taken unseen.
            Note::SlotPassed { faction, how: Passing::Nobody } => {
                copied_if(faction_known(faction) && (is_gm || !fight.decoys))
            }
            // Everybody's: no combatant and no faction in it.
            Note::StageBegan { .. }
            | Note::Deviated { .. }
            | Note::StretchEnded
            | Note::ManoeuvreAdded(_)
            | Note::Decided(_) => copied(),
            // Facts of a faction.
            Note::FactionFormed(faction)
            | Note::FirstSet(faction)
            | Note::SlotBegan(faction)
            | Note::SlotPassed { faction, .. }
            | Note::InitiativeSet { faction, .. } => copied_if(faction_known(faction)),
            Note::AllianceSet { one, other, .. } => {
                copied_if(faction_known(one) && faction_known(other))
            }
            Note::Assigned { who, faction, .. } => copied_if(known(who) && faction_known(faction)),
            // Facts of one combatant, without a number that may be hidden.
            Note::CaptainNamed(who)
            | Note::TurnBegan(who)
            | Note::TurnEnded(who)
            | Note::Finished(who)
            | Note::Spent(who, _)
            | Note::Dashed(who)
            | Note::TurnSpent(who)
            | Note::FreeDodgeUsed(who)
            | Note::StepCancelled(who)
            | Note::PoisonRolled { who, .. }
            | Note::Fell(who)
            | Note::Died(who)
            | Note::PoisonEnded(who)
            | Note::AttackLost(who)
            | Note::Effect { who, .. }
            | Note::Concealed(who)
            | Note::Revealed(who)
            | Note::HideTried { who, .. }
            | Note::HideRefused(who)
            | Note::Held { who, .. }
            | Note::Coated { who, .. }
            | Note::Emptied { who, .. }
            | Note::Used { who, gear: Gear::Item(_) }
            | Note::Worn { who, .. }
            | Note::DurabilityRolled { who, .. }
            | Note::Said { who, .. }
            | Note::Interacted { who, .. }
            | Note::SkillTried { who, .. }
            | Note::SkillRefused(who)
            | Note::Steadied(who)
            | Note::Broke(who)
            | Note::Retreated(who)
            | Note::Surrendered { who, .. }
            | Note::Rallied(who)
            | Note::Fled(who)
            | Note::Reached(who)
            | Note::FlagSet { who, .. } => copied_if(known(who)),
            // What happens to one combatant somewhere.
            Note::HazardStruck { who, .. } | Note::Covered { who, .. } | Note::Left { who, .. } => {
                copied_if(placed(who))
            }
            Note::NoLoss(who) => copied_if(placed(who) && wounds(who)),
            // FACT-DMG-4: the armour of NPCs is not shown.
            Note::Used { who, gear: Gear::Armour } => copied_if(known(who) && numbers(who)),
            Note::ItemMoved { by, from, to, .. } => {
                let is_told = |at: &At| match at {
                    At::With(who) => known(who),
                    At::Floor(_) | At::Gone => true,
                };
                copied_if(placed(by) && is_told(from) && is_told(to))
            }
            // FACT-OPP-4: a standing order is its owner's and the GM's.
            Note::StanceSet { who, .. } => {
                let is_own = viewer == fight.viewer_of(By::Combatant(*who));
                copied_if(is_gm || is_own)
            }
            Note::PassPressed(all) => {
                let all: Vec<CombatantId> = only(all);
                (!all.is_empty()).then_some(Note::PassPressed(all))
            }
            Note::Pursued { faction, pursuers, leavers } => {
                let (faction, pursuers, leavers) = (faction.clone(), only(pursuers), only(leavers));
                faction_known(&faction).then_some(Note::Pursued { faction, pursuers, leavers })
            }
            // FACT-SNEAK-1: the moves of concealed NPCs.
            Note::Moved { who, is_secret, .. } => copied_if(is_gm || (known(who) && !is_secret)),
            // Facts between two.
            Note::Attacked { who, target, .. }
            | Note::StuntOffered { who, target, .. }
            | Note::StuntRefused { who, target }
            | Note::StuntDeclined { who, target }
            | Note::StuntTaken { who, target, .. }
            | Note::HidBehind { who, behind: target }
            | Note::Guarded { who, target }
            | Note::Grabbed { who, by: target }
            | Note::Freed { who, by: target }
            | Note::Shoved { who, by: target } => copied_if(known(who) && known(target)),
            Note::ShelterRefused { who, by: target } => copied_if(known(who) && placed(target)),
            Note::DamageRolled { who, target, die, face, is_impaired, armour } => {
                let armour = armour.filter(|_| numbers(target));
                let (who, target, die, face) = (*who, *target, *die, *face);
                let is_impaired = *is_impaired;
                let told = Note::DamageRolled { who, target, die, face, is_impaired, armour };
                (known(&who) && placed(&target)).then_some(told)
            }
            // Somebody unknown reads like nobody: silence would tell of them.
            Note::Missed { who, target } => {
                let target = target.filter(known);
                known(who).then_some(Note::Missed { who: *who, target })
            }
            Note::Blasted { who, zone, manner, targets } => {
                let targets = targets.iter().copied().filter(|who| placed(who)).collect();
                let (who, zone, manner) = (*who, *zone, manner.clone());
                known(&who).then_some(Note::Blasted { who, zone, manner, targets })
            }
            Note::Saved { who, ability, purpose, face, value, passed } => {
                let value = value.filter(|_| numbers(who));
                let (who, ability, purpose) = (*who, *ability, *purpose);
                let (face, passed) = (*face, *passed);
                known(&who).then_some(Note::Saved { who, ability, purpose, face, value, passed })
            }
            Note::GroupSaved { ability, purpose, face, members } => {
                let members: Vec<Saved> = members
                    .iter()
                    .filter(|one| known(&one.who))
                    .map(|one| Saved { value: one.value.filter(|_| numbers(&one.who)), ..*one })
                    .collect();
                let (ability, purpose, face) = (*ability, *purpose, *face);
                let is_told = !members.is_empty();
                is_told.then_some(Note::GroupSaved { ability, purpose, face, members })
            }
            Note::Lost { who, by, cause, amount, left, wound } => {
                let (amount, left) =
                    (amount.filter(|_| numbers(who)), left.filter(|_| numbers(who)));
                let by = by.filter(known);
                let (who, cause, wound) = (*who, *cause, *wound);
                (known(&who) && wounds(&who)).then_some(Note::Lost {
                    who,
                    by,
                    cause,
                    amount,
                    left,
                    wound,
                })
            }
            Note::Healed { who, cause, amount, left, wound } => {
                let (amount, left) =
                    (amount.filter(|_| numbers(who)), left.filter(|_| numbers(who)));
                let (who, cause, wound) = (*who, *cause, *wound);
                (known(&who) && wounds(&who)).then_some(Note::Healed {
                    who,
                    cause,
                    amount,
                    left,
                    wound,
                })
            }
        }
    }

    /// A joining combatant as one viewer may know it: an NPC is only its faction and its place.
    fn seen_body(_: &Fight, viewer: Viewer, one: &Combatant<Factions>) -> Body {
        let body = &one.body;
        if viewer == Viewer::Gm {
            return body.clone();
        }
        if one.look_of(viewer) == Detail::Numbers {
            let is_own = one.user.map(Viewer::Player) == Some(viewer);
            let stance = if is_own { body.stance } else { Stance::Ask };
            return Body { stance, durability: false, ..body.clone() };
        }
        let (faction, concealed) = (body.faction.clone(), body.concealed);
        let (zone, border) = if concealed { (None, None) } else { (body.zone, body.border) };
        Body { faction, concealed, zone, border, ..Body::default() }
    }

    fn view(fight: &Fight, viewer: Viewer) -> View {
        let outcome = match &fight.phase {
            Phase::Over(outcome) => Some(outcome.clone()),
            Phase::Setup | Phase::Running => None,
        };
        View {
            system: "factions".into(),
            round: fight.round,
            outcome,
            is_running: fight.phase == Phase::Running,
            groups: cycle(fight, viewer).map(|faction| group(fight, viewer, faction)).collect(),
            zones: fight.zones.iter().map(|(id, _)| zone(fight, id)).collect(),
            facts: facts(fight, viewer),
            ..View::default()
        }
        .encamped(|one, other| initiative::are_friends(fight, &one.into(), &other.into()))
    }

    const NUMBERS: &'static [(&'static str, &'static str)] = &[
        ("amount", "who"),
        ("armour", "target"),
        ("behind", ""),
        ("cause", ""),
        ("die", ""),
        ("face", ""),
        ("gear", ""),
        ("left", "who"),
        ("manner", ""),
        ("occasion", ""),
        ("purpose", ""),
        ("targets", ""),
    ];

    fn sample() -> Body {
        scramble::sample(
            r#"{"group": "pack", "traits": ["elusive"], "stance": "always",
            "gear": [{"name": "hook", "weapon": {"die": 8, "kind": "melee"}, "shield": 1,
                "remedy": "antidote", "left_by": 0}],
            "zone": 0, "border": 0, "grabbed_by": 0, "grabbing": 0, "noticed_by": [0],
            "left_by": 0}"#,
        )
    }

    /// Its faction, what becomes of it, how hurt it looks, and where it is, unless it is concealed.
    fn take_back(fight: &Fight, was: &Combatant<Factions>, is: &mut Body) {
        let (look, own) = (was.look_of(Viewer::Public), &was.body);
        let (stance, durability) = (is.stance, is.durability);
        // Whoever is concealed may be anywhere; who is held or holds is where the other one is.
        // Whoever has noticed it knows where it is.
        let is_bound =
            own.grabbed_by.is_some() || own.grabbing.is_some() || !own.noticed_by.is_empty();
        let is_anywhere = (was.is_hidden || own.concealed) && own.is_on_map() && !is_bound;
        let (zone, border) = match is_anywhere {
            true => (scramble::somewhere(fight, is.zone), None),
            false => (own.zone, own.border),
        };
        if look == Detail::Numbers {
            *is = Body { stance, durability, zone, border, ..own.clone() };
            return;
        }
        let (is_seen, drawn) = (look == Detail::Wounds, (is.health, is.health_max));
        let (health, health_max) =
            scramble::looking_alike((own.health, own.health_max), is_seen, drawn);
        // What it holds is seen, not what it is good for.
        let like = is.gear.first().cloned();
        let held = own.gear.iter().filter(|item| item.held).map(|item| {
            let Item { id, name, hands, held, natural, weapon, .. } = item.clone();
            let other = like.as_ref().and_then(|like| like.weapon.clone());
            let weapon = weapon.map(|own| other.unwrap_or(own));
            Item {
                id,
                name,
                hands,
                held,
                natural,
                weapon,
                ..like.clone().unwrap_or_else(|| item.clone())
            }
        });
        let gear = held.chain(is.gear.drain(..).filter(|item| !item.held)).collect();
        *is = Body {
            faction: own.faction.clone(),
            gear,
            health_max,
            health,
            zone,
            border,
            turn: own.turn,
            dead: own.dead,
            grabbed_by: own.grabbed_by,
            grabbing: own.grabbing,
            concealed: own.concealed,
            noticed_by: own.noticed_by.clone(),
            unseen: own.unseen,
            behind_barrier: own.behind_barrier,
            poisoned: own.poisoned,
            broken: own.broken,
            retreated: own.retreated,
            steady: own.steady,
            surrendered: own.surrendered,
            left_by: own.left_by,
            fled: own.fled,
            flags: own.flags,
            ..std::mem::take(is)
        };
    }

    /// All that is there is seen.
    fn take_back_ground(fight: &Fight, zone: ZoneId, is: &mut Ground) {
        let Some(own) = fight.zones.get(zone).map(|zone| zone.ground.clone()) else { return };
        let Ground { cover, obscured, barrier, hazard, hard, exit, blocked, items } = own;
        *is = Ground { cover, obscured, barrier, hazard, hard, exit, blocked, items };
    }

    /// Who acts, and whose friend everybody is.
    fn take_back_state(fight: &Fight, is: &mut State) {
        let own = fight.state.clone();
        *is = State {
            factions: own.factions,
            allied: own.allied,
            captains: own.captains,
            holder: own.holder,
            first: own.first,
            stage: own.stage,
            threshold: own.threshold,
            slot: own.slot,
            last: own.last,
            is_slot_used: own.is_slot_used,
            passes: own.passes,
            began: own.began,
            passed: own.passed,
            turn: own.turn,
            outcome: own.outcome,
            manoeuvres: own.manoeuvres,
        };
    }

    /// Where those are whom nobody sees, and what is done to them there; standing orders.
    fn scramble_note(fight: &Fight, note: &mut Note, pick: scramble::Pick) {
        let is_closed = |who: &CombatantId| fight.look(Viewer::Public, *who) < Detail::Numbers;
        let size = fight.zones.len().max(1);
        match note {
            Note::GroupSaved { members, .. } => {
                for one in members.iter_mut().filter(|one| is_closed(&one.who)) {
                    one.value = Some(pick(21) as u8);
                }
            }
            Note::StanceSet { who, stance } if fight.one(*who).is_npc() => {
                *stance = Stance::ALL[pick(3)]
            }
            Note::Moved { to: Place { zone, .. }, is_secret: true, .. } => {
                *zone = ZoneId(pick(size) as u8)
            }
            Note::Left { who, exit: zone } | Note::HazardStruck { who, zone }
                if is_secret(fight, *who) =>
            {
                *zone = ZoneId(pick(size) as u8);
            }
            Note::ItemMoved { by, from, to, .. } if is_secret(fight, *by) => {
                for at in [from, to] {
                    if let At::Floor(zone) = at {
                        *zone = ZoneId(pick(size) as u8);
                    }
                }
            }
            Note::Covered { who, is_on } if is_secret(fight, *who) => *is_on = pick(2) == 1,
            Note::DamageRolled { target, face, .. } if is_secret(fight, *target) => {
                *face = 1 + pick(20) as u8;
            }
            Note::Blasted { targets, .. } => targets.retain(|who| !is_secret(fight, *who)),
            _ => {}
        }
    }
}

/// FACT-ROUND-1: the cycle of factions from the one with the first slot; where the viewer does not
/// know that one, as they joined.
fn cycle(fight: &Fight, viewer: Viewer) -> impl Iterator<Item = &Name> {
    let all = &fight.state.factions;
    let is_known = move |faction: &&Name| knows_faction(fight, viewer, faction);
    let first = fight.state.first.as_ref().filter(is_known);
    let from = first.and_then(|first| all.iter().position(|one| one == first)).unwrap_or(0);
    all.iter().cycle().skip(from).take(all.len()).filter(is_known)
}

/// The phase, the fast threshold (shown all round, FACT-FAT-1), who has initiative, and whose the
/// first slot is where it is not theirs.
fn facts(fight: &Fight, viewer: Viewer) -> Vec<(String, String)> {
    let state = &fight.state;
    let mut facts = Vec::new();
    // A round without phases has one stage.
    let is_told = |stage: &Stage| match stage {
        Stage::Ambush => knows_ambush(fight, viewer),
        stage => *stage != Stage::Round,
    };
    if let Some(stage) = state.stage.filter(is_told) {
        facts.push(("stage".into(), stage.key().into()));
    }
    if let Some(threshold) = state.threshold {
        facts.push(("threshold".into(), threshold.to_string()));
    }
    let first = state.first.as_ref().filter(|first| state.holder.as_ref() != Some(first));
    for (key, faction) in [("initiative", state.holder.as_ref()), ("first", first)] {
        if let Some(faction) = faction.filter(|one| knows_faction(fight, viewer, one)) {
            facts.push((key.into(), faction.to_string()));
        }
    }
    facts
}

fn group(fight: &Fight, viewer: Viewer, faction: &Name) -> GroupView {
    let is_member = |who: CombatantId, one: &Combatant<Factions>| {
        one.body.faction == *faction && fight.has_known(viewer, who)
    };
    let members = fight.iter().filter(|(who, one)| is_member(*who, one));
    GroupView {
        key: faction.to_string(),
        is_current: fight.phase == Phase::Running && fight.state.slot.as_ref() == Some(faction),
        members: members.map(|(who, _)| member(fight, viewer, who)).collect(),
    }
}

fn member(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let one = fight.one(who);
    let body = &one.body;
    let look = fight.look(viewer, who);
    let wounds = match look {
        Detail::Numbers => Wounds::Exact { now: body.health.into(), max: body.health_max.into() },
        Detail::Wounds => Wounds::Word(Wound::of(body.health, body.health_max).key().into()),
        Detail::Nothing => Wounds::Unknown,
    };
    // FACT-SNEAK-1: where a concealed NPC is, is the GM's alone.
    let is_shown = viewer == Viewer::Gm || !is_secret(fight, who);
    let place =
        (is_shown && body.is_on_map() && !fight.zones.is_empty()).then(|| place_of(fight, who));
    MemberView {
        id: who,
        name: one.name_for(viewer),
        user: one.user,
        side: body.faction.to_string(),
        camp: Camp::default(),
        is_hidden: one.is_hidden,
        zone: place.map(|place| place.zone.0),
        border: place.and_then(|place| place.border).map(|border| border.0),
        feet: None,
        wounds,
        conditions: conditions(body, is_shown),
        mark: mark(fight, who),
        budget: budget(fight, who),
        facts: if look == Detail::Numbers { numbers(fight, viewer, who) } else { Vec::new() },
    }
}

/// The set of the rule text's sheet, in its order. What only fits a place is left out where the
/// place is.
fn conditions(body: &Body, is_shown: bool) -> Vec<String> {
    let all = [
        ("incapacitated", body.is_incapacitated()),
        ("dead", body.dead),
        ("grabbed", body.grabbed_by.is_some() && is_shown),
        ("grabbing", body.grabbing.is_some() && is_shown),
        ("concealed", body.concealed),
        ("unseen", body.unseen),
        ("behind-barrier", body.behind_barrier && is_shown),
        ("poisoned", body.poisoned),
        ("broken", body.broken),
        ("steady", body.steady),
        ("surrendered", body.surrendered),
        ("off-the-map", body.left_by.is_some()),
        ("fled", body.fled),
    ];
    all.into_iter().filter(|(_, holds)| *holds).map(|(key, _)| key.to_string()).collect()
}

fn mark(fight: &Fight, who: CombatantId) -> Mark {
    let body = fight.body(who);
    if !body.is_active() {
        return Mark::Out;
    }
    match body.turn {
        Readiness::Ready => Mark::Ready,
        Readiness::Acting => Mark::Acting,
        Readiness::Spent => Mark::Spent,
    }
}

/// What is left of the running turn.
fn budget(fight: &Fight, who: CombatantId) -> Vec<(String, String)> {
    let Some(turn) = fight.state.turn.filter(|turn| turn.who == who) else { return Vec::new() };
    let left = |is_left: bool| if is_left { "left" } else { "spent" }.to_string();
    let actions = 2u8.saturating_sub(turn.bonus + u8::from(turn.main));
    let is_main_left = !turn.main && turn.bonus < 2;
    let halves = match turn.halves {
        0 => "spent",
        1 => "half",
        _ => "left",
    };
    vec![
        ("main action".into(), left(is_main_left)),
        ("bonus action".into(), left(actions > 0)),
        ("movement".into(), halves.into()),
    ]
}

fn numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> Vec<(String, String)> {
    let body = fight.body(who);
    let mut facts: Vec<(String, String)> = vec![
        ("str".into(), body.str.to_string()),
        ("agi".into(), body.agi.to_string()),
        ("wit".into(), body.wit.to_string()),
        ("armour".into(), body.worn().to_string()),
    ];
    if viewer == Viewer::Gm || viewer == fight.viewer_of(By::Combatant(who)) {
        facts.push(("opportunity".into(), body.stance.key().into()));
    }
    for item in body.gear.iter().filter(|item| item.state != GearState::Intact) {
        facts.push((item.name.to_string(), item.state.key().into()));
    }
    facts
}

fn zone(fight: &Fight, id: ZoneId) -> ZoneView {
    let Some(zone) = fight.zones.get(id) else { return ZoneView::default() };
    let ground = &zone.ground;
    let tags = [
        ("cover", ground.cover),
        ("obscured", ground.obscured),
        ("barrier", ground.barrier),
        ("hard", ground.hard),
        ("exit", ground.exit),
    ];
    let tags = tags.into_iter().filter(|(_, holds)| *holds);
    let mut facts: Vec<(String, String)> =
        tags.map(|(key, _)| (key.to_string(), "yes".into())).collect();
    if let Some(hazard) = ground.hazard {
        facts.push(("hazard".into(), hazard.to_string()));
    }
    for to in &ground.blocked {
        facts.push(("no-sight".into(), fight.zones.name(*to).into()));
    }
    for item in &ground.items {
        facts.push(("item".into(), item.name.to_string()));
    }
    let neighbours = fight.zones.neighbours(id).map(|near| near.0).collect();
    ZoneView { name: zone.name.clone(), neighbours, span: None, facts }
}
