//! Visibility: which viewer may know what of a fight (FACT-DMG-4, FACT-SNEAK-1).
//!
//! Players do not see NPCs' health, abilities and armour, where concealed NPCs are and go, and
//! standing orders that are not their own. They see the dice of every attack and save, and how hurt
//! an NPC looks.
//!
//! The events say themselves who may know them ([`super::state::Event`]).

use super::sheet::{Body, GearState, Item, Name, OpportunityStance, Readiness};
use super::state::{Event, ItemLocation, RoundStage, SaveResult, State, Terrain, WoundLevel};
use super::zones::{Place, place_of};
use super::{Factions, Fight, initiative, optional_rules, turns};
use crate::Visibility;
use crate::core::fight::{Combatant, FightPhase};
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::zones::Zone;
use crate::visibility::disclosure::DetailLevel;
use crate::visibility::facts::{Fact, FactValue};
use crate::visibility::knowledge::Knowledge;
use crate::visibility::randomize;
use crate::visibility::view::{
    FightView, GroupView, MemberView, TurnStatus, Viewer, VisibleAttack, VisibleWounds, ZoneView,
};

/// The highest random value of an ability, and the highest random face of a damage die.
const MAX_RANDOM_VALUE: usize = 20;

/// Returns whether a viewer may know of a faction, through one of its members.
pub fn knows_faction(fight: &Fight, viewer: Viewer, faction: &Name) -> bool {
    fight.viewer_ever_knew_side(viewer, faction)
}

/// Returns whether only the GM may know a combatant's position and moves: those of a concealed NPC
/// (FACT-SNEAK-1).
pub fn is_position_secret(fight: &Fight, who: CombatantId) -> bool {
    let combatant = fight.combatant(who);
    combatant.is_npc() && (combatant.is_hidden || combatant.body.concealed)
}

impl Knowledge<'_, Factions> {
    /// Returns whether the viewer may know where a combatant is and goes (FACT-SNEAK-1).
    pub fn knows_position(&self, who: &CombatantId) -> bool {
        self.knows(who) && (self.is_gm() || !is_position_secret(self.fight, *who))
    }

    /// Returns whether the viewer may know of a faction.
    pub fn knows_faction(&self, faction: &Name) -> bool {
        knows_faction(self.fight, self.viewer, faction)
    }

    /// Returns whether the viewer knows of anybody who lies in ambush (FACT-SNEAK-1). The GM knows
    /// of each ambush.
    pub fn knows_ambush(&self) -> bool {
        let mut present = self.fight.present_combatants();
        self.is_gm() || present.any(|(who, combatant)| combatant.body.concealed && self.knows(&who))
    }
}

/// Returns whether an ambush keeps a combatant from acting, and whoever plays it may know of that
/// (FACT-SNEAK-2). A refusal for others must not tell of the ambush.
pub fn is_kept_by_known_ambush(fight: &Fight, who: CombatantId) -> bool {
    let viewer = fight.viewer_of(Initiator::Combatant(who));
    fight.state.stage == Some(RoundStage::Ambush)
        && !fight.body(who).concealed
        && Knowledge::new(fight, viewer).knows_ambush()
}

/// Returns the saves of those whom a viewer knows, with the abilities that the viewer may know.
pub fn redact_save_results(
    viewer: &Knowledge<'_, Factions>,
    members: &[SaveResult],
) -> Vec<SaveResult> {
    let known = members.iter().filter(|member| viewer.knows(&member.who));
    let redact = |member: &SaveResult| SaveResult {
        ability_value: member.ability_value.filter(|_| viewer.knows_numbers(&member.who)),
        ..*member
    };
    known.map(redact).collect()
}

/// Returns a stage as the viewer may know it: in place of an ambush of which they know nobody, the
/// first stage of the round that they see begin (FACT-SNEAK-2).
pub fn hide_unknown_ambush(viewer: &Knowledge<'_, Factions>, stage: &RoundStage) -> RoundStage {
    match stage {
        RoundStage::Ambush if !viewer.knows_ambush() => {
            optional_rules::first_stage_with_threshold(viewer.fight.state.fast_threshold)
        }
        stage => *stage,
    }
}

impl Visibility for Factions {
    /// Returns the view of a fight: one group for each faction that the viewer knows of.
    fn view_for(fight: &Fight, viewer: Viewer) -> FightView {
        let factions = visible_factions(fight, viewer);
        let view = FightView {
            groups: factions.map(|faction| faction_view(fight, viewer, faction)).collect(),
            zones: fight.zones.iter().map(|(id, zone)| zone_view(fight, id, zone)).collect(),
            facts: fight_facts(fight, viewer),
            ..FightView::without_groups_and_zones(fight)
        };
        view.with_camps_seen_by_players(|faction, other| {
            initiative::are_factions_allied(fight, &faction.into(), &other.into())
        })
    }

    /// Returns the attack that an event declares, for a blast one on each of its targets; nothing
    /// for any other event.
    fn attacks_in_event(event: &Event) -> Vec<VisibleAttack> {
        match event {
            Event::Attacked { attacker, target, .. } => {
                vec![VisibleAttack { attacker: *attacker, target: *target }]
            }
            Event::Blasted { attacker, targets, .. } => targets
                .iter()
                .map(|target| VisibleAttack { attacker: *attacker, target: *target })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Returns a body in which optional fields are set, so that tests can change them at random.
    fn sample_body_with_optional_fields() -> Body {
        randomize::parse_sample(
            r#"{"group": "pack", "traits": ["elusive"], "stance": "always", "pace": "fast",
            "armour_state": "damaged",
            "gear": [{"name": "hook", "weapon": {"die": 8, "kind": "melee"}, "shield": 1,
                "remedy": "antidote", "left_by": 0}],
            "zone": 0, "border": 0, "grabbed_by": 0, "grabbing": 0, "noticed_by": [0],
            "left_by": 0}"#,
        )
    }

    /// Puts back what the public sees of a randomized sheet: how hurt it looks and what it holds. A
    /// concealed combatant may be anywhere, unless it holds somebody, is held or was noticed.
    fn restore_public_looks(
        fight: &Fight,
        original: &Combatant<Factions>,
        random_body: Body,
        randomized_body: &mut Body,
    ) {
        let own = &original.body;
        let detail = original.detail_for(Viewer::Public);
        let is_place_secret = original.is_hidden || own.concealed;
        let is_bound_or_noticed =
            own.grabbed_by.is_some() || own.grabbing.is_some() || !own.noticed_by.is_empty();
        if is_place_secret && own.is_on_map() && !is_bound_or_noticed {
            randomized_body.zone = randomize::wrap_to_zone(fight, random_body.zone);
            randomized_body.border = None;
        }
        if detail == DetailLevel::Numbers {
            // Health and gear were not randomized.
            return;
        }
        let keeps_wound_band = detail == DetailLevel::Wounds;
        let (health, health_max) = randomize::randomize_wounds(
            (own.health, own.health_max),
            keeps_wound_band,
            (random_body.health, random_body.health_max),
        );
        randomized_body.health = health;
        randomized_body.health_max = health_max;
        // Everybody sees what it holds, and nothing else of its gear.
        let mut held_items = Vec::new();
        for item in &own.gear {
            if item.is_held {
                held_items.push(with_values_of_random_item(item, random_body.gear.first()));
            }
        }
        randomized_body.gear =
            randomize::with_unseen_items_of(held_items, random_body.gear, |item| item.is_held);
    }

    /// Puts back the terrain of a zone, all of which is public.
    fn copy_public_terrain(own: &Terrain, randomized: &mut Terrain) {
        // Field by field, so that a new field does not become public unnoticed.
        let Terrain { cover, obscured, barrier, hazard, hard, exit, sight_blocked_to, items } =
            own.clone();
        *randomized =
            Terrain { cover, obscured, barrier, hazard, hard, exit, sight_blocked_to, items };
    }

    /// Puts back the state of the fight, all of which is public.
    fn copy_public_state(own: &State, randomized: &mut State) {
        let own = own.clone();
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

    /// Randomizes what an event tells of secrets: positions of combatants whom nobody sees, what
    /// happens to them there, closed abilities, and standing orders.
    fn randomize_event_secrets(fight: &Fight, event: &mut Event, pick: randomize::Pick) {
        let is_closed =
            |who: &CombatantId| fight.detail_for(Viewer::Public, *who) < DetailLevel::Numbers;
        let zone_count = fight.zones.len().max(1);
        match event {
            Event::GroupSaveRolled { members, .. } => {
                for member in members.iter_mut().filter(|member| is_closed(&member.who)) {
                    member.ability_value = Some(pick(MAX_RANDOM_VALUE + 1) as u8);
                }
            }
            Event::StanceSet { who, stance } if fight.combatant(*who).is_npc() => {
                *stance = OpportunityStance::ALL[pick(OpportunityStance::ALL.len())]
            }
            Event::Moved { to: Place { zone, .. }, is_secret: true, .. } => {
                *zone = ZoneId(pick(zone_count) as u8)
            }
            Event::LeftMap { who, exit: zone } | Event::HazardTriggered { who, zone }
                if is_position_secret(fight, *who) =>
            {
                *zone = ZoneId(pick(zone_count) as u8);
            }
            Event::ItemMoved { actor, from, to, .. } if is_position_secret(fight, *actor) => {
                for location in [from, to] {
                    if let ItemLocation::InZone(zone) = location {
                        *zone = ZoneId(pick(zone_count) as u8);
                    }
                }
            }
            Event::CoverSet { who, is_on } if is_position_secret(fight, *who) => {
                *is_on = pick(2) == 1
            }
            Event::DamageRolled { target, face, .. } if is_position_secret(fight, *target) => {
                *face = 1 + pick(MAX_RANDOM_VALUE) as u8;
            }
            Event::Blasted { targets, .. } => {
                targets.retain(|who| !is_position_secret(fight, *who))
            }
            _ => {}
        }
    }
}

/// Returns a held item with the values of a random one. Everybody sees what it is, in how many
/// hands, and whether it is a weapon.
fn with_values_of_random_item(held: &Item, random_item: Option<&Item>) -> Item {
    let Some(random_item) = random_item else { return held.clone() };
    let mut weapon = held.weapon.clone();
    if weapon.is_some() && random_item.weapon.is_some() {
        weapon = random_item.weapon.clone();
    }
    Item {
        id: held.id,
        name: held.name.clone(),
        hands_needed: held.hands_needed,
        is_held: held.is_held,
        is_natural: held.is_natural,
        weapon,
        ..random_item.clone()
    }
}

/// Returns the factions that a viewer knows, in the order of the cycle from the one with the first
/// slot; in join order if the viewer does not know that one (FACT-ROUND-1).
fn visible_factions(fight: &Fight, viewer: Viewer) -> impl Iterator<Item = &Name> {
    let factions = &fight.state.factions;
    let is_known = move |faction: &&Name| knows_faction(fight, viewer, faction);
    let first = fight.state.first_faction.as_ref().filter(is_known);
    let first_index =
        first.and_then(|first| factions.iter().position(|faction| faction == first)).unwrap_or(0);
    factions.iter().cycle().skip(first_index).take(factions.len()).filter(is_known)
}

/// Returns the stage, the fast threshold (shown all round, FACT-FAT-1), the holder of initiative,
/// and the faction with the first slot if that is another one.
fn fight_facts(fight: &Fight, viewer: Viewer) -> Vec<Fact> {
    let state = &fight.state;
    let mut facts = Vec::new();
    let stage =
        state.stage.map(|stage| hide_unknown_ambush(&Knowledge::new(fight, viewer), &stage));
    // A round without phases has only one stage, which need not be shown.
    if let Some(stage) = stage.filter(|stage| *stage != RoundStage::Round) {
        facts.push(Fact::word("stage", stage.key()));
    }
    if let Some(threshold) = state.fast_threshold {
        facts.push(Fact::text("threshold", threshold));
    }
    let first = state
        .first_faction
        .as_ref()
        .filter(|first| state.initiative_holder.as_ref() != Some(first));
    for (key, faction) in [("initiative", state.initiative_holder.as_ref()), ("first", first)] {
        if let Some(faction) = faction.filter(|faction| knows_faction(fight, viewer, faction)) {
            facts.push(Fact::new(key, FactValue::Side(faction.to_string())));
        }
    }
    facts
}

/// Returns a faction with the members that the viewer has known, in join order.
fn faction_view(fight: &Fight, viewer: Viewer, faction: &Name) -> GroupView {
    let is_member = |who: CombatantId, combatant: &Combatant<Factions>| {
        combatant.body.faction == *faction && fight.viewer_ever_knew(viewer, who)
    };
    let members = fight.present_combatants().filter(|(who, combatant)| is_member(*who, combatant));
    GroupView {
        key: faction.to_string(),
        is_current: fight.phase == FightPhase::Running
            && fight.state.slot_faction.as_ref() == Some(faction),
        members: members.map(|(who, _)| member_view(fight, viewer, who)).collect(),
    }
}

/// Returns a combatant as one viewer may see it: wounds and numbers by what is disclosed, and no
/// place if its position is secret.
fn member_view(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let combatant = fight.combatant(who);
    let body = &combatant.body;
    let detail = fight.detail_for(viewer, who);
    // FACT-SNEAK-1: only the GM knows where a concealed NPC is.
    let is_shown = viewer == Viewer::Gm || !is_position_secret(fight, who);
    let place =
        (is_shown && body.is_on_map() && !fight.zones.is_empty()).then(|| place_of(fight, who));
    MemberView {
        zone: place.map(|place| place.zone.0),
        border_zone: place.and_then(|place| place.border).map(|border| border.0),
        wounds: VisibleWounds::from_health_and_detail(
            detail,
            (body.health, body.health_max),
            WoundLevel::from_health(body.health, body.health_max).key(),
        ),
        conditions: condition_keys(body, is_shown),
        turn_status: turn_status(fight, who),
        remaining_budget: turn_budget_facts(fight, who),
        facts: if detail == DetailLevel::Numbers {
            number_facts(fight, viewer, who)
        } else {
            Vec::new()
        },
        ..MemberView::with_name_and_side_only(fight, viewer, who)
    }
}

/// Returns the keys of a combatant's conditions, in the order of the rule text's sheet. Those that
/// tell its position are left out where that is not shown.
fn condition_keys(body: &Body, is_position_shown: bool) -> Vec<String> {
    let conditions = [
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
    conditions.into_iter().filter(|(_, applies)| *applies).map(|(key, _)| key.to_string()).collect()
}

/// Returns whether a combatant acts now, has acted in this round, has yet to act, or is out of the
/// fight.
fn turn_status(fight: &Fight, who: CombatantId) -> TurnStatus {
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

/// Returns what is left of the combatant's running turn: main action, bonus action, movement. Empty
/// if it has no turn. Two bonus actions use up the main action too (FACT-TURN-1).
fn turn_budget_facts(fight: &Fight, who: CombatantId) -> Vec<Fact> {
    let Some(turn) = fight.state.turn.filter(|turn| turn.who == who) else { return Vec::new() };
    let budget_word = |is_left: bool| if is_left { "left" } else { "spent" };
    let movement = match turn.movement_halves {
        0 => "spent",
        1 => "half",
        _ => "left",
    };
    vec![
        Fact::word("main-action", budget_word(turns::has_main_action(&turn))),
        Fact::word("bonus-action", budget_word(turns::has_bonus_action(&turn))),
        Fact::word("movement", movement),
    ]
}

/// Returns facts for viewers who may know the combatant's numbers.
fn number_facts(fight: &Fight, viewer: Viewer, who: CombatantId) -> Vec<Fact> {
    let body = fight.body(who);
    let mut facts = vec![
        Fact::text("str", body.str),
        Fact::text("agi", body.agi),
        Fact::text("wit", body.wit),
        Fact::text("armour", body.worn_armour_value()),
    ];
    if viewer == Viewer::Gm || viewer == fight.viewer_of(Initiator::Combatant(who)) {
        facts.push(Fact::word("opportunity", body.stance.key()));
    }
    for item in body.gear.iter().filter(|item| item.state != GearState::Intact) {
        let state = FactValue::Word(item.state.key().into());
        facts.push(Fact::item("gear", &item.name).with_detail(state));
    }
    facts
}

/// Returns a zone, all of whose terrain is public.
fn zone_view(fight: &Fight, id: ZoneId, zone: &Zone<Terrain>) -> ZoneView {
    let terrain = &zone.terrain;
    let tags = [
        ("cover", terrain.cover),
        ("obscured", terrain.obscured),
        ("barrier", terrain.barrier),
        ("hard", terrain.hard),
        ("exit", terrain.exit),
    ];
    let tags = tags.into_iter().filter(|(_, applies)| *applies);
    let mut facts: Vec<Fact> = tags.map(|(key, _)| Fact::word(key, "yes")).collect();
    if let Some(hazard) = terrain.hazard {
        facts.push(Fact::text("hazard", hazard));
    }
    for to in &terrain.sight_blocked_to {
        facts.push(Fact::text("no-sight", fight.zones.name(*to)));
    }
    for item in &terrain.items {
        facts.push(Fact::item("item", &item.name));
    }
    ZoneView { facts, ..ZoneView::without_facts(fight, id, zone) }
}
