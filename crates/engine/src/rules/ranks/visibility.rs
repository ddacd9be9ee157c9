//! Sight: who may know what of a fight (RANKS-HID-1).
//!
//! Players do not see: NPCs' codes, fixed values, dice and totals, armour, budgets, readied
//! triggers and initiative numbers, and secret hazards. They see the order, zones with marks, what
//! is done and the ranks made, names of conditions, stances, and that somebody holds or has readied
//! something. Invariant: no `_` arm here decides what a viewer sees.

use super::advantages::BoonEffect;
use super::codec::format_readied;
use super::conditions::{Condition, Expiry};
use super::engagement::are_allied;
use super::maneuvers::Maneuver;
use super::sheet::{Body, DiceCode, Item, Skill};
use super::state::{ChaosMode, Event, Hazard, Hindrance, RoundStage, State, Terrain};
use super::zones::{exit_for_side, mark_of, zone_at_mark, zone_span};
use super::{Fight, Ranks, Resolver, holding, initiative};
use crate::Visibility;
use crate::core::command::Command;
use crate::core::fight::{Combatant, FightPhase};
use crate::core::ids::{CombatantId, ZoneId};
use crate::visibility::disclosure::DetailLevel;
use crate::visibility::randomize;
use crate::visibility::view::{
    Camp, FightView, GroupView, MemberView, TurnStatus, Viewer, VisibleWounds, ZoneView,
};

/// RANKS-HID-1: numbers of player characters are everybody's, those of NPCs the GM's.
fn knows_numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> bool {
    fight.detail_for(viewer, who) == DetailLevel::Numbers
}

/// RANKS-HID-1: what an NPC does is told: one that was hidden is not any more.
pub fn reveal_actor(resolver: &mut Resolver, who: CombatantId) {
    resolver.reveal_if_hidden(who);
}

impl Visibility for Ranks {
    /// A note as one viewer may know it: copied field by field, numbers only for who may know them.
    fn redact_event(fight: &Fight, viewer: Viewer, event: &Event) -> Option<Event> {
        let known = |who: &CombatantId| fight.viewer_ever_knew(viewer, *who);
        let numbers = |who: &CombatantId| knows_numbers(fight, viewer, *who);
        // A number that is somebody's own, or nobody's.
        let own = |who: &Option<CombatantId>| who.as_ref().is_none_or(numbers);
        let copied_if = |is_known: bool| is_known.then(|| event.clone());
        match event {
            // Everybody's: no combatant in it.
            Event::RoundBudgetsReset
            | Event::ObjectUsed { .. }
            | Event::ChaosSet(_)
            | Event::ExitSet { .. }
            | Event::AllianceSet { .. }
            | Event::OutcomeDecided(_)
            | Event::EncounterEffectsEnded
            | Event::SceneEnded => Some(event.clone()),
            // That somebody unseen holds is not told.
            Event::LastCallBegan => copied_if(holding::holders(fight).any(|who| known(&who))),
            Event::TurnOrderSet(order) => {
                Some(Event::TurnOrderSet(order.iter().copied().filter(|who| known(who)).collect()))
            }
            // Told again as it was, it would tell that somebody unknown came or went.
            Event::TurnOrderChanged { who, order } => known(who).then(|| {
                let order = order.iter().copied().filter(|who| known(who)).collect();
                Event::TurnOrderChanged { who: *who, order }
            }),
            // Initiative numbers, budgets and points of NPCs are the GM's.
            Event::InitiativeScored { who, .. }
            | Event::ResourceSpent { who, .. }
            | Event::ActionPointSpent { who, .. }
            | Event::LuckSpent(who)
            | Event::LuckGained { who, .. }
            | Event::BoonsUsed { who, .. }
            | Event::StandingOrdersSet { who, .. }
            | Event::BoonGiven { who, .. } => copied_if(known(who) && numbers(who)),
            // Facts of one combatant, without a number that may be hidden.
            Event::TurnPassed(who)
            | Event::TurnBegan(who)
            | Event::TurnEnded(who)
            | Event::HoldingEnded(who)
            | Event::ManeuverLost(who)
            | Event::DamageResisted(who)
            | Event::ConditionGained { who, .. }
            | Event::TrackFilled { who, .. }
            | Event::WentOutOfAction(who)
            | Event::ConditionEnded { who, .. }
            | Event::BoonEnded { who, .. }
            | Event::DefendStanceTaken(who)
            | Event::DefendStanceEnded(who)
            | Event::MovementDeclared { who, .. }
            | Event::Moved { who, .. }
            | Event::MovementStopped { who, .. }
            | Event::HazardStruck { who, .. }
            | Event::FellProne(who)
            | Event::StoodUp(who)
            | Event::ObjectTipped { who, .. }
            | Event::ReadiedCheckFired(who)
            | Event::ReadiedCheckLost(who)
            | Event::ReadiedCheckExpired(who)
            | Event::ActionsHeld(who)
            | Event::CombinedBonusesUsed { who, .. }
            | Event::CombinedBonusesEnded { helper: who }
            | Event::RecoveryDiceUsed(who)
            | Event::SkillCheckRuled { who, .. }
            | Event::SkillCheckRefused(who)
            | Event::Fled(who)
            | Event::Cornered(who)
            | Event::Conceded(who)
            | Event::Equipped { who, .. }
            | Event::PickedUp { who, .. }
            | Event::Stowed { who, .. }
            | Event::Dropped { who, .. }
            | Event::ItemUsedUp { who, .. }
            | Event::Said { who, .. }
            | Event::DefeatMeaningSet { who, .. } => copied_if(known(who)),
            // Facts between two.
            Event::MovementMatched { who, mover: other, .. }
            | Event::AdvantageGained { who, maker: other, .. }
            | Event::CombinedActionDeclared { who, target: other, .. }
            | Event::ConditionTreated { who, patient: other, .. } => {
                copied_if(known(who) && known(other))
            }
            // Somebody unknown reads like nobody, here and below: silence would tell of them.
            Event::AttentionSet { who, target: on } => {
                let on = on.filter(known);
                known(who).then_some(Event::AttentionSet { who: *who, target: on })
            }
            Event::ManeuverDeclared { who, maneuver: deed, is_readied: readied } => {
                let deed = visible_maneuver(deed, known);
                let (who, readied) = (*who, *readied);
                deed.filter(|_| known(&who)).map(|deed| Event::ManeuverDeclared {
                    who,
                    maneuver: deed,
                    is_readied: readied,
                })
            }
            // Dice would tell how many there are, and a total nearly as much.
            Event::CheckRolled {
                who,
                purpose,
                ability,
                faces,
                dropped_face: dropped,
                total,
                modifiers,
            } => {
                let is_own = numbers(who);
                let modifiers = if is_own { modifiers.clone() } else { Vec::new() };
                let faces = faces.clone().filter(|_| is_own);
                let (dropped, total) = (dropped.filter(|_| is_own), total.filter(|_| is_own));
                let (who, purpose, ability) = (*who, *purpose, *ability);
                let rolled = Event::CheckRolled {
                    who,
                    purpose,
                    ability,
                    faces,
                    dropped_face: dropped,
                    total,
                    modifiers,
                };
                known(&who).then_some(rolled)
            }
            // What an NPC is measured against is its own affair, or that of whoever it is about.
            Event::CheckSucceeded { who, target, purpose, threshold: against, rank } => {
                let against = against.filter(|_| own(target) && numbers(who));
                let (who, target, purpose, rank) = (*who, target.filter(known), *purpose, *rank);
                known(&who).then_some(Event::CheckSucceeded {
                    who,
                    target,
                    purpose,
                    threshold: against,
                    rank,
                })
            }
            Event::CheckFailed { who, target, purpose, threshold: against } => {
                let against = against.filter(|_| own(target) && numbers(who));
                let (who, target, purpose) = (*who, target.filter(known), *purpose);
                known(&who).then_some(Event::CheckFailed {
                    who,
                    target,
                    purpose,
                    threshold: against,
                })
            }
            Event::DamageRolled { target, attacker: by, faces, total, toughness: against } => {
                let faces = faces.clone().filter(|_| own(by));
                let total = total.filter(|_| own(by));
                let against = against.filter(|_| numbers(target));
                let (target, by) = (*target, by.filter(known));
                known(&target).then_some(Event::DamageRolled {
                    target,
                    attacker: by,
                    faces,
                    total,
                    toughness: against,
                })
            }
            Event::InitiativePointsGained { who, points } => {
                let points = points.filter(|_| numbers(who));
                known(who).then_some(Event::InitiativePointsGained { who: *who, points })
            }
            // An NPC has just readied something.
            Event::CheckReadied { who, readied } => {
                let readied = readied.clone().filter(|_| numbers(who));
                known(who).then_some(Event::CheckReadied { who: *who, readied })
            }
            Event::CombinedBonusGained { who, bonus: combined } => {
                copied_if(known(who) && known(&combined.helper) && numbers(&combined.helper))
            }
        }
    }

    /// A joining combatant as one viewer may know it: an NPC is only its side, its place and its
    /// conditions.
    fn redact_body(_: &Fight, viewer: Viewer, one: &Combatant<Ranks>) -> Body {
        if one.detail_for(viewer) == DetailLevel::Numbers {
            return one.body.clone();
        }
        let (side, mark) = (one.body.side.clone(), one.body.mark);
        let conditions = one.body.conditions.clone();
        Body { side, mark, conditions, ..Body::default() }
    }

    fn view_for(fight: &Fight, viewer: Viewer) -> FightView {
        let outcome = match &fight.phase {
            FightPhase::Over(outcome) => Some(outcome.clone()),
            FightPhase::Setup | FightPhase::Running => None,
        };
        let is_running = fight.phase == FightPhase::Running;
        FightView {
            system: "ranks".into(),
            round: fight.round,
            outcome,
            is_running,
            groups: vec![GroupView {
                key: "order".into(),
                is_current: is_running && !knows_last_call(fight, viewer),
                members: fight
                    .iter_in_turn_order(&fight.state.turn_order)
                    .filter(|who| fight.viewer_ever_knew(viewer, *who))
                    .map(|who| member_view(fight, viewer, who))
                    .collect(),
            }],
            zones: fight.zones.iter().map(|(id, _)| zone_view(fight, viewer, id)).collect(),
            facts: fight_facts(fight, viewer),
            ..FightView::default()
        }
        .with_camps(|one, other| one == other || are_allied(fight, one, other))
    }

    const NUMBER_OWNERS: &'static [(&'static str, &'static str)] = &[
        ("boon_ended.boon", ""),
        ("combined", ""),
        ("condition", ""),
        ("damage_rolled.faces", "by"),
        ("damage_rolled.total", "by"),
        ("damage_rolled.against", "target"),
        ("deed", ""),
        ("difficulty", ""),
        ("gain", ""),
        ("mark", ""),
        ("mover", ""),
        ("order", ""),
        ("patient", ""),
        ("rank", ""),
        ("treatment", ""),
    ];

    fn sample_body() -> Body {
        let mut body: Body = randomize::parse_sample(
            r#"{"side": "party",
            "gear": [{"name": "hook", "aids": "parry",
                "weapon": {"category": "long", "damage": "4D"}}],
            "zone": 0, "mark": 5, "attention": 0,
            "conditions": [{"track": "damage", "rank": 1, "until": "encounter"}],
            "readied": {"trigger": "attacked", "enemy": 0, "check": "defend", "text": "so"},
            "boons": [{"gives": "die", "against": 0, "until": "encounter"}],
            "combined": [{"by": 0, "kind": "attack", "plus": 2}], "raised": ["parry"],
            "abilities": ["flies"], "score": 9, "match": "always",
            "resist": "never", "meaning": "lost"}"#,
        );
        Skill::ALL.iter().for_each(|skill| body.skills.set(*skill, Some(DiceCode::from_dice(7))));
        body
    }

    /// Its side and place, its conditions and stance, what it holds, and that it has readied
    /// something.
    fn restore_public_body(fight: &Fight, was: &Combatant<Ranks>, is: &mut Body) {
        let (look, own) = (was.detail_for(Viewer::Public), &was.body);
        if look == DetailLevel::Numbers {
            *is = own.clone();
            return;
        }
        let last = super::zones::last_mark(fight);
        let anywhere = is.mark.unwrap_or_default() / 5 * 5 % (last + 5);
        let is_held = |item: &Item| item.is_held;
        let held = own.gear.iter().filter(|item| is_held(item)).cloned();
        let gear = held.chain(is.gear.drain(..).filter(|item| !is_held(item))).collect();
        // Whom the last call waits for is public.
        let (full, bonus) = if own.holds_actions {
            (own.full_actions, own.bonus_actions)
        } else {
            (is.full_actions, is.bonus_actions)
        };
        *is = Body {
            side: own.side.clone(),
            // RANKS-TALK-1: who cannot understand is no target of talk, as anybody may try.
            understands_speech: own.understands_speech,
            gear,
            // Where it stands before the start (RANKS-DIST-3).
            start_zone: if was.is_hidden {
                randomize::wrap_to_zone(fight, is.start_zone)
            } else {
                own.start_zone
            },
            mark: if was.is_hidden { own.mark.map(|_| anywhere) } else { own.mark },
            attention: own.attention,
            full_actions: full,
            bonus_actions: bonus,
            conditions: own.conditions.clone(),
            is_prone: own.is_prone,
            recovery_dice: own.recovery_dice,
            is_in_defend_stance: own.is_in_defend_stance,
            readied_check: own
                .readied_check
                .as_ref()
                .map(|own| is.readied_check.clone().unwrap_or(own.clone())),
            holds_actions: own.holds_actions,
            initiative: own.initiative.map(|own| is.initiative.unwrap_or(own)),
            has_acted: own.has_acted,
            has_conceded: own.has_conceded,
            has_fled: own.has_fled,
            defeat_meaning: own.defeat_meaning.clone(),
            ..std::mem::take(is)
        };
    }

    /// RANKS-TERR-3: a secret hazard is the GM's.
    fn restore_public_terrain(fight: &Fight, zone: ZoneId, is: &mut Terrain) {
        let Some(own) = fight.zones.get(zone).map(|zone| zone.terrain.clone()) else { return };
        let Terrain {
            length,
            movement_hindrance: terrain,
            border_obstacle: obstacle,
            is_narrow: narrow,
            hazard,
            objects,
            dropped_items: items,
        } = own;
        let drawn = is.hazard.map(|hazard| Hazard { is_secret: true, ..hazard });
        let hazard = if hazard.is_none_or(|hazard| hazard.is_secret) { drawn } else { hazard };
        *is = Terrain {
            length,
            movement_hindrance: terrain,
            border_obstacle: obstacle,
            is_narrow: narrow,
            hazard,
            objects,
            dropped_items: items,
        };
    }

    /// Who acts, and whose friend everybody is.
    fn restore_public_state(fight: &Fight, is: &mut State) {
        let own = fight.state.clone();
        *is = State {
            stage: own.stage,
            turn_order: own.turn_order,
            current_combatant: own.current_combatant,
            chaos: own.chaos,
            is_initiative_rolled: own.is_initiative_rolled,
            exits: own.exits,
            allied_sides: own.allied_sides,
            outcome: own.outcome,
        };
    }

    /// What is combined by an NPC is a number of its own.
    fn randomize_event_secrets(fight: &Fight, event: &mut Event, pick: randomize::Pick) {
        let is_closed =
            |who: CombatantId| fight.detail_for(Viewer::Public, who) < DetailLevel::Numbers;
        match event {
            Event::CombinedBonusGained { bonus: combined, .. } if is_closed(combined.helper) => {
                combined.bonus = pick(6) as i8;
            }
            _ => {}
        }
    }
}

/// Returns a deed as a viewer may know it: against nobody in particular where its target is unknown
/// and it can do without one; `None` where it cannot.
fn visible_maneuver(
    maneuver: &Maneuver,
    is_known: impl Fn(&CombatantId) -> bool,
) -> Option<Maneuver> {
    let mut deed = maneuver.clone();
    match &mut deed {
        Maneuver::Attack { target, .. }
        | Maneuver::Force { target, .. }
        | Maneuver::Taunt { target, .. }
        | Maneuver::TreatCondition { patient: target, .. } => is_known(target).then_some(deed),
        Maneuver::ShiftObject { target, .. } | Maneuver::GainAdvantage { target, .. } => {
            *target = target.filter(is_known);
            Some(deed)
        }
        Maneuver::Dash { .. } | Maneuver::OtherSkill { .. } => Some(deed),
    }
}

/// RANKS-HID-1: the last call is known where a holder is.
fn knows_last_call(fight: &Fight, viewer: Viewer) -> bool {
    fight.state.stage == RoundStage::LastCall
        && holding::holders(fight).any(|who| fight.viewer_ever_knew(viewer, who))
}

fn fight_facts(fight: &Fight, viewer: Viewer) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let chaos = match fight.state.chaos {
        ChaosMode::Off => None,
        ChaosMode::UntilRound(round) if round < fight.round.max(1) => None,
        ChaosMode::UntilRound(round) => Some(format!("until round {round}")),
        ChaosMode::WholeEncounter => Some("encounter".into()),
    };
    facts.extend(chaos.map(|chaos| ("chaos".into(), chaos)));
    if knows_last_call(fight, viewer) {
        facts.push(("last-call".into(), "on".into()));
    }
    facts
}

fn member_view(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let one = fight.combatant(who);
    let body = &one.body;
    let look = fight.detail_for(viewer, who);
    let knows_all = look == DetailLevel::Numbers;
    let is_on_map = !body.has_fled && !fight.zones.is_empty();
    MemberView {
        id: who,
        name: one.name_for(viewer),
        user: one.user,
        side: body.side.to_string(),
        camp: Camp::default(),
        is_hidden: one.is_hidden,
        zone: is_on_map.then(|| zone_at_mark(fight, mark_of(fight, who)).0),
        border_zone: None,
        position_feet: is_on_map.then(|| mark_of(fight, who)),
        // The names of conditions stay public; that they come to this is left to the reader.
        wounds: match look {
            DetailLevel::Numbers | DetailLevel::Wounds => {
                VisibleWounds::Word(wounds_key(body).into())
            }
            DetailLevel::Nothing => VisibleWounds::Unknown,
        },
        conditions: condition_keys(body),
        turn_status: order_mark(fight, who),
        remaining_budget: if knows_all { budget_facts(fight, who) } else { Vec::new() },
        facts: member_facts(fight, viewer, who, knows_all),
    }
}

/// How somebody looks, from the highest rank of what everybody can see.
fn wounds_key(body: &Body) -> &'static str {
    match body.conditions.iter().map(|one| one.rank).max() {
        None => "fresh",
        Some(1 | 2) => "shaken",
        Some(3 | 4) => "battered",
        Some(_) => "out",
    }
}

/// RANKS-HID-1: names of conditions (with their ends, which follow from the rules), stance,
/// "holds", "readied something".
fn condition_keys(body: &Body) -> Vec<String> {
    let named = body.conditions.iter().map(format_condition);
    let states = [
        ("prone", body.is_prone),
        ("recovering", body.recovery_dice > 0),
        ("defends", body.is_in_defend_stance),
        ("readied", body.readied_check.is_some()),
        ("holds", body.holds_actions),
        ("conceded", body.has_conceded),
        ("gone", body.has_fled),
    ];
    let states = states.into_iter().filter(|(_, holds)| *holds).map(|(key, _)| key.into());
    named.chain(states).collect()
}

fn order_mark(fight: &Fight, who: CombatantId) -> TurnStatus {
    let body = fight.body(who);
    if !body.is_active() {
        TurnStatus::Out
    } else if fight.state.current_combatant == Some(who) {
        TurnStatus::Acting
    } else if fight.state.stage == RoundStage::LastCall && body.holds_actions {
        // Whether anything is left of an NPC's is the GM's.
        TurnStatus::Ready
    } else if fight.phase == FightPhase::Running && initiative::is_turn_past(fight, who) {
        TurnStatus::Spent
    } else {
        TurnStatus::Ready
    }
}

/// What is left of the round.
fn budget_facts(fight: &Fight, who: CombatantId) -> Vec<(String, String)> {
    let body = fight.body(who);
    if fight.phase != FightPhase::Running || !body.is_active() {
        return Vec::new();
    }
    let left = |count: u8| match count {
        0 => "spent".to_string(),
        1 => "left".to_string(),
        more => more.to_string(),
    };
    let bonus =
        if body.is_bonus_action_barred() { "barred".into() } else { left(body.bonus_actions) };
    vec![
        ("full".into(), left(body.full_actions)),
        ("bonus".into(), bonus),
        ("incidental".into(), left(body.has_incidental_move.into())),
    ]
}

fn member_facts(
    fight: &Fight,
    viewer: Viewer,
    who: CombatantId,
    knows_numbers: bool,
) -> Vec<(String, String)> {
    let body = fight.body(who);
    let mut facts: Vec<(String, String)> = Vec::new();
    let held: Vec<&str> =
        body.gear.iter().filter(|item| item.is_held).map(|item| &*item.name).collect();
    if !held.is_empty() {
        facts.push(("in-hand".into(), held.join(", ")));
    }
    let on = body.attention.filter(|on| fight.viewer_ever_knew(viewer, *on));
    facts.extend(on.map(|on| ("attention".into(), fight.combatant(on).name_for(viewer))));
    if !body.defeat_meaning.is_empty() && body.is_out_of_action() {
        facts.push(("meaning".into(), body.defeat_meaning.clone()));
    }
    if knows_numbers {
        facts.extend(private_facts(fight, viewer, who));
    }
    facts
}

/// For who may know an NPC's numbers, and of player characters for everybody.
fn private_facts(fight: &Fight, viewer: Viewer, who: CombatantId) -> Vec<(String, String)> {
    let body = fight.body(who);
    let mut facts: Vec<(String, String)> = vec![
        ("armour".into(), body.armour.to_string()),
        ("luck".into(), body.luck.to_string()),
        ("action-points".into(), body.action_points.to_string()),
    ];
    facts.extend(body.initiative.map(|score| ("score".into(), score.to_string())));
    facts.extend(body.boons.iter().map(|boon| ("boon".into(), format_boon_effect(boon.effect))));
    facts.extend(body.raised_skills.iter().map(|skill| ("raised".into(), skill.key().into())));
    facts.extend(body.gained_abilities.iter().map(|text| ("ability".into(), text.clone())));
    // Who is seen no more goes by no name.
    facts.extend(body.readied_check.as_ref().map(|readied| {
        let words = match readied.named_combatants().all(|who| fight.viewer_ever_knew(viewer, who))
        {
            true => format_readied(fight, readied),
            false => Command::new("ready").with("trigger", readied.trigger.key()),
        };
        ("readied".into(), words.to_string())
    }));
    facts
}

/// A condition and when it ends: `hurt:round:3`.
fn format_condition(condition: &Condition) -> String {
    let name = condition.name().key();
    match condition.expiry {
        Expiry::NextTurn => format!("{name}:next-turn"),
        Expiry::ThisTurn => format!("{name}:this-turn"),
        Expiry::Round(round) => format!("{name}:round:{round}"),
        Expiry::Encounter => format!("{name}:encounter"),
        Expiry::Scene => format!("{name}:scene"),
        Expiry::Recovered => format!("{name}:recovered"),
    }
}

fn format_boon_effect(effect: BoonEffect) -> String {
    match effect {
        BoonEffect::FlatBonus(number) => format!("{number:+}"),
        BoonEffect::ExtraDie => "+1D".into(),
        BoonEffect::Advantage => "advantage".into(),
        BoonEffect::Disadvantage => "disadvantage".into(),
    }
}

/// RANKS-DIST-2: zones with their marks. RANKS-TERR-3: a secret hazard is the GM's.
fn zone_view(fight: &Fight, viewer: Viewer, zone_id: ZoneId) -> ZoneView {
    let Some(zone) = fight.zones.get(zone_id) else { return ZoneView::default() };
    let ground = &zone.terrain;
    let mut facts: Vec<(String, String)> = Vec::new();
    facts.extend(
        ground.movement_hindrance.map(|is| hindrance_fact(is, ["terrain", "terrain-stops"])),
    );
    facts.extend(ground.border_obstacle.map(|is| hindrance_fact(is, ["border", "border-stops"])));
    if ground.is_narrow {
        facts.push(("narrow".into(), "on".into()));
    }
    let hazard = ground.hazard.filter(|hazard| !hazard.is_secret || viewer == Viewer::Gm);
    facts.extend(hazard.map(|hazard| {
        let key = if hazard.is_secret { "secret-hazard" } else { "hazard" };
        (key.into(), hazard.damage.to_string())
    }));
    let objects = ground.objects.iter();
    facts.extend(objects.map(|one| {
        ("object".into(), format!("{} ({}, {})", one.name, one.difficulty, one.damage))
    }));
    let items = ground.dropped_items.iter();
    facts.extend(items.map(|one| ("item".into(), format!("{} at {}", one.item.name, one.mark))));
    let sides = fight.iter().map(|(_, one)| one).filter(|one| one.is_known_to(viewer));
    let mut sides: Vec<_> = sides.map(|one| one.body.side.clone()).collect();
    sides.sort();
    sides.dedup();
    for side in sides {
        let exit = exit_for_side(fight, &side);
        let is_here = match exit {
            super::state::ExitEnd::Left => zone_id.0 == 0,
            super::state::ExitEnd::Right => zone_id.index() + 1 == fight.zones.len(),
            super::state::ExitEnd::None => false,
        };
        if is_here {
            facts.push(("exit".into(), side.to_string()));
        }
    }
    let neighbours = fight.zones.neighbours(zone_id).map(|near| near.0).collect();
    let marks = Some(zone_span(fight, zone_id));
    ZoneView { name: zone.name.clone(), neighbours, span_feet: marks, facts }
}

/// What hinders, under the second key where a failed check ends the movement.
fn hindrance_fact(hindrance: Hindrance, keys: [&str; 2]) -> (String, String) {
    (
        keys[usize::from(hindrance.stops_on_failure)].into(),
        format!("{} {}", hindrance.skill.key(), hindrance.difficulty),
    )
}
