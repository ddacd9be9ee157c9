//! Sight: who may know what of a fight (FACT-DMG-4, FACT-SNEAK-1).
//!
//! Players do not see: NPCs' health, abilities and armour, where concealed NPCs are and go, and
//! standing orders that are not their own. They see the dice of every attack and save, and how hurt
//! an NPC looks. Invariant: no `_` arm here decides what a viewer sees.

use super::sheet::{Body, GearState, Item, Name, OpportunityStance, Readiness};
use super::state::{
    Event, GearRef, ItemLocation, PassReason, RoundStage, SaveResult, State, Terrain, WoundLevel,
};
use super::zones::{Place, place_of};
use super::{Factions, Fight, initiative};
use crate::Visibility;
use crate::core::fight::{Combatant, FightPhase};
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::visibility::disclosure::DetailLevel;
use crate::visibility::randomize;
use crate::visibility::view::{
    Camp, FightView, GroupView, MemberView, TurnStatus, Viewer, VisibleWounds, ZoneView,
};

/// FACT-DMG-4: whether a viewer may know the numbers of a combatant.
fn knows_numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.detail_for(viewer, who) == DetailLevel::Numbers
}

/// Whether a viewer may know how hurt a combatant looks, and whether it is.
fn knows_wounds(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.detail_for(viewer, who) >= DetailLevel::Wounds
}

/// Whether a viewer may know of a faction: through one of its members.
pub fn knows_faction(fight: &Fight, viewer: Viewer, faction: &Name) -> bool {
    viewer == Viewer::Gm
        || fight.combatants.iter().enumerate().any(|(at, one)| {
            one.body.faction == *faction && fight.viewer_ever_knew(viewer, CombatantId(at as u8))
        })
}

/// FACT-SNEAK-1: a concealed NPC, whose position and moves are the GM's alone.
pub fn is_position_secret(fight: &Fight, who: CombatantId) -> bool {
    let one = fight.combatant(who);
    one.is_npc() && (one.is_hidden || one.body.concealed)
}

/// Whether a viewer knows anybody who lies in ambush.
fn knows_ambush(fight: &Fight, viewer: Viewer) -> bool {
    fight.iter().any(|(who, one)| one.body.concealed && fight.viewer_ever_knew(viewer, who))
}

impl Visibility for Factions {
    /// A note as one viewer may know it: copied field by field, numbers only for who may know them.
    fn redact_event(fight: &Fight, viewer: Viewer, event: &Event) -> Option<Event> {
        let is_gm = viewer == Viewer::Gm;
        let known = |who: &CombatantId| fight.viewer_ever_knew(viewer, *who);
        // FACT-SNEAK-1: what would tell where somebody is.
        let placed = |who: &CombatantId| known(who) && (is_gm || !is_position_secret(fight, *who));
        let faction_known = |faction: &Name| knows_faction(fight, viewer, faction);
        let numbers = |who: &CombatantId| knows_numbers(fight, viewer, *who);
        let wounds = |who: &CombatantId| knows_wounds(fight, viewer, *who);
        let only = |all: &[CombatantId]| all.iter().copied().filter(|who| known(who)).collect();
        let copied = || Some(event.clone());
        let copied_if = |is_known: bool| is_known.then(|| event.clone());
        match event {
            // The GM's alone.
            Event::NoticedSet { .. }
            | Event::BrokenAndSurrenderedListed { .. }
            | Event::DurabilityOrdered { .. } => copied_if(is_gm),
            // FACT-SNEAK-1: an ambush that none but the unseen lie in.
            Event::StageBegan { stage: RoundStage::Ambush, .. } => {
                copied_if(knows_ambush(fight, viewer))
            }
            // With decoys a slot that nobody could take, or that was taken unseen.
            Event::SlotPassed { faction, reason: PassReason::NobodyEligible } => {
                copied_if(faction_known(faction) && (is_gm || !fight.has_decoys))
            }
            // Everybody's: no combatant and no faction in it.
            Event::StageBegan { .. }
            | Event::BlastDeviated { .. }
            | Event::StretchEnded
            | Event::ManoeuvreAdded(_)
            | Event::OutcomeDecided(_) => copied(),
            // Facts of a faction.
            Event::FactionFormed(faction)
            | Event::FirstFactionSet(faction)
            | Event::SlotBegan(faction)
            | Event::SlotPassed { faction, .. }
            | Event::InitiativeSet { faction, .. } => copied_if(faction_known(faction)),
            Event::AllianceSet { one, other, .. } => {
                copied_if(faction_known(one) && faction_known(other))
            }
            Event::FactionAssigned { who, faction, .. } => {
                copied_if(known(who) && faction_known(faction))
            }
            // Facts of one combatant, without a number that may be hidden.
            Event::CaptainNamed(who)
            | Event::TurnBegan(who)
            | Event::TurnEnded(who)
            | Event::TurnEndRequested(who)
            | Event::CostSpent(who, _)
            | Event::Dashed(who)
            | Event::TurnSpent(who)
            | Event::FreeDodgeUsed(who)
            | Event::MovementCancelled(who)
            | Event::PoisonRolled { who, .. }
            | Event::Fell(who)
            | Event::Died(who)
            | Event::PoisonEnded(who)
            | Event::AttackLost(who)
            | Event::EffectDescribed { who, .. }
            | Event::Concealed(who)
            | Event::Revealed(who)
            | Event::HideTried { who, .. }
            | Event::HideRefused(who)
            | Event::ItemHeldSet { who, .. }
            | Event::CoatingSet { who, .. }
            | Event::WeaponUnloadedSet { who, .. }
            | Event::GearUsed { who, gear: GearRef::Item(_) }
            | Event::GearStateSet { who, .. }
            | Event::DurabilityRolled { who, .. }
            | Event::Said { who, .. }
            | Event::Interacted { who, .. }
            | Event::SkillTried { who, .. }
            | Event::SkillRefused(who)
            | Event::Steadied(who)
            | Event::MoraleBroke(who)
            | Event::Retreated(who)
            | Event::Surrendered { who, .. }
            | Event::Rallied(who)
            | Event::Fled(who)
            | Event::CaughtUp(who)
            | Event::FlagSet { who, .. } => copied_if(known(who)),
            // What happens to one combatant somewhere.
            Event::HazardTriggered { who, .. }
            | Event::CoverSet { who, .. }
            | Event::LeftMap { who, .. } => copied_if(placed(who)),
            Event::NoHealthLost(who) => copied_if(placed(who) && wounds(who)),
            // FACT-DMG-4: the armour of NPCs is not shown.
            Event::GearUsed { who, gear: GearRef::Armour } => copied_if(known(who) && numbers(who)),
            Event::ItemMoved { actor: by, from, to, .. } => {
                let is_told = |at: &ItemLocation| match at {
                    ItemLocation::CarriedBy(who) => known(who),
                    ItemLocation::InZone(_) | ItemLocation::Gone => true,
                };
                copied_if(placed(by) && is_told(from) && is_told(to))
            }
            // FACT-OPP-4: a standing order is its owner's and the GM's.
            Event::StanceSet { who, .. } => {
                let is_own = viewer == fight.viewer_of(Initiator::Combatant(*who));
                copied_if(is_gm || is_own)
            }
            Event::PassPressed(all) => {
                let all: Vec<CombatantId> = only(all);
                (!all.is_empty()).then_some(Event::PassPressed(all))
            }
            Event::Pursued { faction, pursuers, leavers } => {
                let (faction, pursuers, leavers) = (faction.clone(), only(pursuers), only(leavers));
                faction_known(&faction).then_some(Event::Pursued { faction, pursuers, leavers })
            }
            // FACT-SNEAK-1: the moves of concealed NPCs.
            Event::Moved { who, is_secret, .. } => copied_if(is_gm || (known(who) && !is_secret)),
            // Facts between two.
            Event::Attacked { attacker: who, target, .. }
            | Event::StuntOffered { who, target, .. }
            | Event::StuntRefused { who, target }
            | Event::StuntDeclined { who, target }
            | Event::StuntAccepted { who, target, .. }
            | Event::HidBehind { who, behind: target }
            | Event::Guarded { who, target }
            | Event::Grabbed { who, grabber: target }
            | Event::GrabEnded { who, grabber: target }
            | Event::Shoved { who, shover: target } => copied_if(known(who) && known(target)),
            Event::ShelterRefused { who, refuser: target } => {
                copied_if(known(who) && placed(target))
            }
            Event::DamageRolled {
                attacker: who,
                target,
                die,
                face,
                is_impaired,
                armour_reduction: armour,
            } => {
                let armour = armour.filter(|_| numbers(target));
                let (who, target, die, face) = (*who, *target, *die, *face);
                let is_impaired = *is_impaired;
                let told = Event::DamageRolled {
                    attacker: who,
                    target,
                    die,
                    face,
                    is_impaired,
                    armour_reduction: armour,
                };
                (known(&who) && placed(&target)).then_some(told)
            }
            // Somebody unknown reads like nobody: silence would tell of them.
            Event::AttackMissed { attacker: who, target } => {
                let target = target.filter(known);
                known(who).then_some(Event::AttackMissed { attacker: *who, target })
            }
            Event::Blasted { attacker: who, zone, manner, targets } => {
                let targets = targets.iter().copied().filter(|who| placed(who)).collect();
                let (who, zone, manner) = (*who, *zone, manner.clone());
                known(&who).then_some(Event::Blasted { attacker: who, zone, manner, targets })
            }
            Event::SaveRolled { who, ability, purpose, face, ability_value: value, passed } => {
                let value = value.filter(|_| numbers(who));
                let (who, ability, purpose) = (*who, *ability, *purpose);
                let (face, passed) = (*face, *passed);
                known(&who).then_some(Event::SaveRolled {
                    who,
                    ability,
                    purpose,
                    face,
                    ability_value: value,
                    passed,
                })
            }
            Event::GroupSaveRolled { ability, purpose, face, members } => {
                let members: Vec<SaveResult> = members
                    .iter()
                    .filter(|one| known(&one.who))
                    .map(|one| SaveResult {
                        ability_value: one.ability_value.filter(|_| numbers(&one.who)),
                        ..*one
                    })
                    .collect();
                let (ability, purpose, face) = (*ability, *purpose, *face);
                let is_told = !members.is_empty();
                is_told.then_some(Event::GroupSaveRolled { ability, purpose, face, members })
            }
            Event::HealthLost { who, attacker: by, cause, amount, remaining: left, wound } => {
                let (amount, left) =
                    (amount.filter(|_| numbers(who)), left.filter(|_| numbers(who)));
                let by = by.filter(known);
                let (who, cause, wound) = (*who, *cause, *wound);
                (known(&who) && wounds(&who)).then_some(Event::HealthLost {
                    who,
                    attacker: by,
                    cause,
                    amount,
                    remaining: left,
                    wound,
                })
            }
            Event::Healed { who, cause, amount, remaining: left, wound } => {
                let (amount, left) =
                    (amount.filter(|_| numbers(who)), left.filter(|_| numbers(who)));
                let (who, cause, wound) = (*who, *cause, *wound);
                (known(&who) && wounds(&who)).then_some(Event::Healed {
                    who,
                    cause,
                    amount,
                    remaining: left,
                    wound,
                })
            }
        }
    }

    /// A joining combatant as one viewer may know it: an NPC is only its faction and its place.
    fn redact_body(_: &Fight, viewer: Viewer, combatant: &Combatant<Factions>) -> Body {
        let body = &combatant.body;
        if viewer == Viewer::Gm {
            return body.clone();
        }
        if combatant.detail_for(viewer) == DetailLevel::Numbers {
            let is_own = combatant.user.map(Viewer::Player) == Some(viewer);
            let stance = if is_own { body.stance } else { OpportunityStance::Ask };
            return Body { stance, has_durability_roll: false, ..body.clone() };
        }
        let (faction, concealed) = (body.faction.clone(), body.concealed);
        let (zone, border) = if concealed { (None, None) } else { (body.zone, body.border) };
        Body { faction, concealed, zone, border, ..Body::default() }
    }

    fn view_for(fight: &Fight, viewer: Viewer) -> FightView {
        let outcome = match &fight.phase {
            FightPhase::Over(outcome) => Some(outcome.clone()),
            FightPhase::Setup | FightPhase::Running => None,
        };
        FightView {
            system: "factions".into(),
            round: fight.round,
            outcome,
            is_running: fight.phase == FightPhase::Running,
            groups: visible_factions(fight, viewer)
                .map(|faction| faction_view(fight, viewer, faction))
                .collect(),
            zones: fight.zones.iter().map(|(id, _)| zone_view(fight, id)).collect(),
            facts: fight_facts(fight, viewer),
            ..FightView::default()
        }
        .with_camps(|one, other| initiative::are_factions_allied(fight, &one.into(), &other.into()))
    }

    const NUMBER_OWNERS: &'static [(&'static str, &'static str)] = &[
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

    fn sample_body() -> Body {
        randomize::parse_sample(
            r#"{"group": "pack", "traits": ["elusive"], "stance": "always",
            "gear": [{"name": "hook", "weapon": {"die": 8, "kind": "melee"}, "shield": 1,
                "remedy": "antidote", "left_by": 0}],
            "zone": 0, "border": 0, "grabbed_by": 0, "grabbing": 0, "noticed_by": [0],
            "left_by": 0}"#,
        )
    }

    /// Its faction, what becomes of it, how hurt it looks, and where it is, unless it is concealed.
    fn restore_public_body(fight: &Fight, original: &Combatant<Factions>, randomized: &mut Body) {
        let (look, own) = (original.detail_for(Viewer::Public), &original.body);
        let (stance, durability) = (randomized.stance, randomized.has_durability_roll);
        // Whoever is concealed may be anywhere; who is held or holds is where the other one is.
        // Whoever has noticed it knows where it is.
        let is_bound =
            own.grabbed_by.is_some() || own.grabbing.is_some() || !own.noticed_by.is_empty();
        let is_anywhere = (original.is_hidden || own.concealed) && own.is_on_map() && !is_bound;
        let (zone, border) = match is_anywhere {
            true => (randomize::wrap_to_zone(fight, randomized.zone), None),
            false => (own.zone, own.border),
        };
        if look == DetailLevel::Numbers {
            *randomized =
                Body { stance, has_durability_roll: durability, zone, border, ..own.clone() };
            return;
        }
        let (is_seen, drawn) =
            (look == DetailLevel::Wounds, (randomized.health, randomized.health_max));
        let (health, health_max) =
            randomize::same_looking_wounds((own.health, own.health_max), is_seen, drawn);
        // What it holds is seen, not what it is good for.
        let like = randomized.gear.first().cloned();
        let held = own.gear.iter().filter(|item| item.is_held).map(|item| {
            let Item {
                id,
                name,
                hands_needed: hands,
                is_held: held,
                is_natural: natural,
                weapon,
                ..
            } = item.clone();
            let other = like.as_ref().and_then(|like| like.weapon.clone());
            let weapon = weapon.map(|own| other.unwrap_or(own));
            Item {
                id,
                name,
                hands_needed: hands,
                is_held: held,
                is_natural: natural,
                weapon,
                ..like.clone().unwrap_or_else(|| item.clone())
            }
        });
        let gear = held.chain(randomized.gear.drain(..).filter(|item| !item.is_held)).collect();
        *randomized = Body {
            faction: own.faction.clone(),
            gear,
            health_max,
            health,
            zone,
            border,
            readiness: own.readiness,
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
            left_through: own.left_through,
            fled: own.fled,
            flags: own.flags,
            ..std::mem::take(randomized)
        };
    }

    /// All that is there is seen.
    fn restore_public_terrain(fight: &Fight, zone: ZoneId, randomized: &mut Terrain) {
        let Some(own) = fight.zones.get(zone).map(|zone| zone.terrain.clone()) else { return };
        let Terrain {
            cover,
            obscured,
            barrier,
            hazard,
            hard,
            exit,
            sight_blocked_to: blocked,
            items,
        } = own;
        *randomized = Terrain {
            cover,
            obscured,
            barrier,
            hazard,
            hard,
            exit,
            sight_blocked_to: blocked,
            items,
        };
    }

    /// Who acts, and whose friend everybody is.
    fn restore_public_state(fight: &Fight, randomized: &mut State) {
        let own = fight.state.clone();
        *randomized = State {
            factions: own.factions,
            allied_pairs: own.allied_pairs,
            named_captains: own.named_captains,
            initiative_holder: own.initiative_holder,
            first_faction: own.first_faction,
            stage: own.stage,
            fast_threshold: own.fast_threshold,
            slot_faction: own.slot_faction,
            last_slot_faction: own.last_slot_faction,
            is_first_slot_used: own.is_first_slot_used,
            passed_factions: own.passed_factions,
            initial_combatants: own.initial_combatants,
            passed_combatants: own.passed_combatants,
            turn: own.turn,
            outcome: own.outcome,
            manoeuvres: own.manoeuvres,
        };
    }

    /// Where those are whom nobody sees, and what is done to them there; standing orders.
    fn randomize_event_secrets(fight: &Fight, event: &mut Event, pick: randomize::Pick) {
        let is_closed =
            |who: &CombatantId| fight.detail_for(Viewer::Public, *who) < DetailLevel::Numbers;
        let size = fight.zones.len().max(1);
        match event {
            Event::GroupSaveRolled { members, .. } => {
                for one in members.iter_mut().filter(|one| is_closed(&one.who)) {
                    one.ability_value = Some(pick(21) as u8);
                }
            }
            Event::StanceSet { who, stance } if fight.combatant(*who).is_npc() => {
                *stance = OpportunityStance::ALL[pick(3)]
            }
            Event::Moved { to: Place { zone, .. }, is_secret: true, .. } => {
                *zone = ZoneId(pick(size) as u8)
            }
            Event::LeftMap { who, exit: zone } | Event::HazardTriggered { who, zone }
                if is_position_secret(fight, *who) =>
            {
                *zone = ZoneId(pick(size) as u8);
            }
            Event::ItemMoved { actor: by, from, to, .. } if is_position_secret(fight, *by) => {
                for at in [from, to] {
                    if let ItemLocation::InZone(zone) = at {
                        *zone = ZoneId(pick(size) as u8);
                    }
                }
            }
            Event::CoverSet { who, is_on } if is_position_secret(fight, *who) => {
                *is_on = pick(2) == 1
            }
            Event::DamageRolled { target, face, .. } if is_position_secret(fight, *target) => {
                *face = 1 + pick(20) as u8;
            }
            Event::Blasted { targets, .. } => {
                targets.retain(|who| !is_position_secret(fight, *who))
            }
            _ => {}
        }
    }
}

/// FACT-ROUND-1: the cycle of factions from the one with the first slot; where the viewer does not
/// know that one, as they joined.
fn visible_factions(fight: &Fight, viewer: Viewer) -> impl Iterator<Item = &Name> {
    let all = &fight.state.factions;
    let is_known = move |faction: &&Name| knows_faction(fight, viewer, faction);
    let first = fight.state.first_faction.as_ref().filter(is_known);
    let from = first.and_then(|first| all.iter().position(|one| one == first)).unwrap_or(0);
    all.iter().cycle().skip(from).take(all.len()).filter(is_known)
}

/// The phase, the fast threshold (shown all round, FACT-FAT-1), who has initiative, and whose the
/// first slot is where it is not theirs.
fn fight_facts(fight: &Fight, viewer: Viewer) -> Vec<(String, String)> {
    let state = &fight.state;
    let mut facts = Vec::new();
    // A round without phases has one stage.
    let is_told = |stage: &RoundStage| match stage {
        RoundStage::Ambush => knows_ambush(fight, viewer),
        stage => *stage != RoundStage::Round,
    };
    if let Some(stage) = state.stage.filter(is_told) {
        facts.push(("stage".into(), stage.key().into()));
    }
    if let Some(threshold) = state.fast_threshold {
        facts.push(("threshold".into(), threshold.to_string()));
    }
    let first = state
        .first_faction
        .as_ref()
        .filter(|first| state.initiative_holder.as_ref() != Some(first));
    for (key, faction) in [("initiative", state.initiative_holder.as_ref()), ("first", first)] {
        if let Some(faction) = faction.filter(|one| knows_faction(fight, viewer, one)) {
            facts.push((key.into(), faction.to_string()));
        }
    }
    facts
}

fn faction_view(fight: &Fight, viewer: Viewer, faction: &Name) -> GroupView {
    let is_member = |who: CombatantId, one: &Combatant<Factions>| {
        one.body.faction == *faction && fight.viewer_ever_knew(viewer, who)
    };
    let members = fight.iter().filter(|(who, one)| is_member(*who, one));
    GroupView {
        key: faction.to_string(),
        is_current: fight.phase == FightPhase::Running
            && fight.state.slot_faction.as_ref() == Some(faction),
        members: members.map(|(who, _)| member_view(fight, viewer, who)).collect(),
    }
}

fn member_view(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let one = fight.combatant(who);
    let body = &one.body;
    let look = fight.detail_for(viewer, who);
    let wounds = match look {
        DetailLevel::Numbers => {
            VisibleWounds::Exact { current: body.health.into(), max: body.health_max.into() }
        }
        DetailLevel::Wounds => {
            VisibleWounds::Word(WoundLevel::from_health(body.health, body.health_max).key().into())
        }
        DetailLevel::Nothing => VisibleWounds::Unknown,
    };
    // FACT-SNEAK-1: where a concealed NPC is, is the GM's alone.
    let is_shown = viewer == Viewer::Gm || !is_position_secret(fight, who);
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
        border_zone: place.and_then(|place| place.border).map(|border| border.0),
        position_feet: None,
        wounds,
        conditions: condition_keys(body, is_shown),
        turn_status: turn_mark(fight, who),
        remaining_budget: turn_budget_facts(fight, who),
        facts: if look == DetailLevel::Numbers {
            number_facts(fight, viewer, who)
        } else {
            Vec::new()
        },
    }
}

/// The set of the rule text's sheet, in its order. What only fits a place is left out where the
/// place is.
fn condition_keys(body: &Body, is_position_shown: bool) -> Vec<String> {
    let all = [
        ("incapacitated", body.is_incapacitated()),
        ("dead", body.dead),
        ("grabbed", body.grabbed_by.is_some() && is_position_shown),
        ("grabbing", body.grabbing.is_some() && is_position_shown),
        ("concealed", body.concealed),
        ("unseen", body.unseen),
        ("behind-barrier", body.behind_barrier && is_position_shown),
        ("poisoned", body.poisoned),
        ("broken", body.broken),
        ("steady", body.steady),
        ("surrendered", body.surrendered),
        ("off-the-map", body.left_through.is_some()),
        ("fled", body.fled),
    ];
    all.into_iter().filter(|(_, holds)| *holds).map(|(key, _)| key.to_string()).collect()
}

fn turn_mark(fight: &Fight, who: CombatantId) -> TurnStatus {
    let body = fight.body(who);
    if !body.is_active() {
        return TurnStatus::Out;
    }
    match body.readiness {
        Readiness::Ready => TurnStatus::Ready,
        Readiness::Acting => TurnStatus::Acting,
        Readiness::Spent => TurnStatus::Spent,
    }
}

/// What is left of the running turn.
fn turn_budget_facts(fight: &Fight, who: CombatantId) -> Vec<(String, String)> {
    let Some(turn) = fight.state.turn.filter(|turn| turn.who == who) else { return Vec::new() };
    let left = |is_left: bool| if is_left { "left" } else { "spent" }.to_string();
    let actions = 2u8.saturating_sub(turn.bonus_used + u8::from(turn.main_used));
    let is_main_left = !turn.main_used && turn.bonus_used < 2;
    let halves = match turn.movement_halves {
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

fn number_facts(fight: &Fight, viewer: Viewer, who: CombatantId) -> Vec<(String, String)> {
    let body = fight.body(who);
    let mut facts: Vec<(String, String)> = vec![
        ("str".into(), body.str.to_string()),
        ("agi".into(), body.agi.to_string()),
        ("wit".into(), body.wit.to_string()),
        ("armour".into(), body.worn_armour_value().to_string()),
    ];
    if viewer == Viewer::Gm || viewer == fight.viewer_of(Initiator::Combatant(who)) {
        facts.push(("opportunity".into(), body.stance.key().into()));
    }
    for item in body.gear.iter().filter(|item| item.state != GearState::Intact) {
        facts.push((item.name.to_string(), item.state.key().into()));
    }
    facts
}

fn zone_view(fight: &Fight, id: ZoneId) -> ZoneView {
    let Some(zone) = fight.zones.get(id) else { return ZoneView::default() };
    let ground = &zone.terrain;
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
    for to in &ground.sight_blocked_to {
        facts.push(("no-sight".into(), fight.zones.name(*to).into()));
    }
    for item in &ground.items {
        facts.push(("item".into(), item.name.to_string()));
    }
    let neighbours = fight.zones.neighbours(id).map(|near| near.0).collect();
    ZoneView { name: zone.name.clone(), neighbours, span_feet: None, facts }
}
