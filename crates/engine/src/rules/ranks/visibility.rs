//! Visibility: who may know what of a fight (RANKS-HID-1).
//!
//! Players do not see NPCs' codes, fixed values, dice and totals, armour, budgets, readied triggers
//! and initiative numbers, or secret hazards. They see the order, zones with marks, what is done
//! and the ranks made, names of conditions, stances, and that a combatant holds or has readied
//! something. Invariant: no `_` arm here decides what a viewer sees.

use super::advantages::BoonEffect;
use super::codec::format_readied;
use super::conditions::{Condition, Expiry};
use super::engagement::are_sides_allied_by_gm;
use super::maneuvers::Maneuver;
use super::readied::ReadiedCheck;
use super::sheet::{Body, DiceCode, Mark, MatchOrder, Name, ResistOrder, Skill};
use super::state::{ChaosMode, Event, ExitEnd, Hazard, Hindrance, RoundStage, State, Terrain};
use super::zones::{
    MARK_STEP, exit_end_or_default, first_and_last_mark, last_mark, mark_of, zone_at_mark,
};
use super::{Fight, Ranks, Resolver, holding, initiative};
use crate::core::command::Command;
use crate::core::fight::{Combatant, FightPhase};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::zones::Zone;
use crate::visibility::disclosure::DetailLevel;
use crate::visibility::facts::{Fact, FactValue};
use crate::visibility::knowledge::Knowledge;
use crate::visibility::randomize;
use crate::visibility::view::{
    FightView, GroupView, MemberView, TurnStatus, Viewer, VisibleAttack, VisibleWounds, ZoneView,
};
use crate::{System as _, Visibility};

/// Reveals the combatant if it is hidden: what an NPC does is public (RANKS-HID-1).
pub fn reveal_actor(resolver: &mut Resolver, who: CombatantId) {
    resolver.reveal_if_hidden(who);
}

impl Knowledge<'_, Ranks> {
    /// Returns whether the viewer knows anybody who holds actions (RANKS-HID-1).
    pub fn knows_a_holder(&self) -> bool {
        holding::holders(self.fight).any(|who| self.knows(&who))
    }

    /// Returns whether the viewer may know that a side exists: it is one that every fight has, or
    /// they have known one of its members (RANKS-HID-1).
    pub fn knows_side(&self, side: &Name) -> bool {
        Ranks::DEFAULT_SIDES.contains(&side.as_str())
            || self.fight.viewer_ever_knew_side(self.viewer, side)
    }
}

impl Visibility for Ranks {
    /// Returns the view of a fight: one group of all combatants in turn order. It is current while
    /// the fight runs and the viewer knows of no last call.
    fn view_for(fight: &Fight, viewer: Viewer) -> FightView {
        let group = GroupView::in_turn_order(fight, viewer, &fight.state.turn_order, |who| {
            member_view(fight, viewer, who)
        });
        let is_current = fight.phase == FightPhase::Running && !knows_last_call(fight, viewer);
        let zones = fight.zones.iter().map(|(id, zone)| zone_view(fight, viewer, id, zone));
        let view = FightView {
            groups: vec![GroupView { is_current, ..group }],
            zones: zones.collect(),
            facts: fight_facts(fight, viewer),
            ..FightView::without_groups_and_zones(fight)
        };
        view.with_camps_seen_by_players(|side, other| {
            side == other || are_sides_allied_by_gm(fight, side, other)
        })
    }

    /// Returns the attack, force, taunt or shifted object that an event declares against a target;
    /// nothing for any other event.
    fn attacks_in_event(event: &Event) -> Vec<VisibleAttack> {
        match event {
            Event::ManeuverDeclared {
                who,
                maneuver:
                    Maneuver::Attack { target, .. }
                    | Maneuver::Force { target, .. }
                    | Maneuver::Taunt { target, .. }
                    | Maneuver::ShiftObject { target: Some(target), .. },
                ..
            } => vec![VisibleAttack { attacker: *who, target: *target }],
            _ => Vec::new(),
        }
    }

    /// Returns a body in which optional fields are set, so that tests can change them at random.
    fn sample_body_with_optional_fields() -> Body {
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

    /// Restores what the public sees of an NPC: what it holds, and its actions left if it holds
    /// them for the last call. A hidden one gets a random place. Changes nothing where the numbers
    /// are public.
    fn restore_public_looks(
        fight: &Fight,
        original: &Combatant<Ranks>,
        random_body: Body,
        randomized_body: &mut Body,
    ) {
        let own = &original.body;
        if original.detail_for(Viewer::Public) == DetailLevel::Numbers {
            return;
        }
        // It is public for whom the last call waits.
        if own.holds_actions {
            randomized_body.full_actions = own.full_actions;
            randomized_body.bonus_actions = own.bonus_actions;
        }
        if original.is_hidden {
            if own.mark.is_some() {
                let random_number = random_body.mark.unwrap_or_default();
                randomized_body.mark = Some(wrap_to_mark_on_line(fight, random_number));
            } else {
                randomized_body.mark = None;
            }
            randomized_body.start_zone = randomize::wrap_to_zone(fight, random_body.start_zone);
        }
        // Everybody sees what it holds, and nothing else of its gear.
        let held_items = own.gear.iter().filter(|item| item.is_held).cloned().collect();
        randomized_body.gear =
            randomize::with_unseen_items_of(held_items, random_body.gear, |item| item.is_held);
    }

    /// Copies all but a secret hazard, which only the GM knows (RANKS-TERR-3); a random secret one
    /// stays in its place.
    fn copy_public_terrain(original: &Terrain, randomized: &mut Terrain) {
        let Terrain {
            length,
            movement_hindrance,
            border_obstacle,
            is_narrow,
            hazard,
            objects,
            dropped_items,
        } = original.clone();
        let random_hazard = randomized.hazard.map(|hazard| Hazard { is_secret: true, ..hazard });
        let is_hazard_public = hazard.is_some_and(|hazard| !hazard.is_secret);
        let hazard = if is_hazard_public { hazard } else { random_hazard };
        *randomized = Terrain {
            length,
            movement_hindrance,
            border_obstacle,
            is_narrow,
            hazard,
            objects,
            dropped_items,
        };
    }

    /// Copies the whole state: who acts, and who is allied with whom, is public.
    fn copy_public_state(original: &State, randomized: &mut State) {
        let State {
            stage,
            turn_order,
            current_combatant,
            chaos,
            is_initiative_rolled,
            exits,
            allied_sides,
            outcome,
        } = original.clone();
        *randomized = State {
            stage,
            turn_order,
            current_combatant,
            chaos,
            is_initiative_rolled,
            exits,
            allied_sides,
            outcome,
        };
    }

    /// Randomizes the combined bonus that an NPC gives, which is a number of its own, and an NPC's
    /// standing orders, which only the GM knows.
    fn randomize_event_secrets(fight: &Fight, event: &mut Event, pick: randomize::Pick) {
        let hides_numbers =
            |who: CombatantId| fight.detail_for(Viewer::Public, who) < DetailLevel::Numbers;
        match event {
            Event::CombinedBonusGained { bonus, .. } if hides_numbers(bonus.helper) => {
                bonus.bonus = pick(6) as i8;
            }
            Event::StandingOrdersSet { who, match_order, resist_order }
                if fight.combatant(*who).is_npc() =>
            {
                *match_order = Some(MatchOrder::ALL[pick(MatchOrder::ALL.len())]);
                *resist_order = Some(ResistOrder::ALL[pick(ResistOrder::ALL.len())]);
            }
            _ => {}
        }
    }
}

/// Returns a copy of the maneuver in which an optional target that the viewer does not know is left
/// out.
pub fn hide_unknown_optional_target(
    viewer: &Knowledge<'_, Ranks>,
    maneuver: &Maneuver,
) -> Maneuver {
    let mut visible = maneuver.clone();
    if let Maneuver::ShiftObject { target, .. } | Maneuver::GainAdvantage { target, .. } =
        &mut visible
    {
        *target = target.filter(|target| viewer.knows(target));
    }
    visible
}

/// Maps a random number to a mark of the line (RANKS-DIST-1).
fn wrap_to_mark_on_line(fight: &Fight, random_number: u16) -> Mark {
    let line_length = last_mark(fight) + MARK_STEP;
    let random_mark = random_number / MARK_STEP * MARK_STEP;
    random_mark % line_length
}

/// Returns true in the last call if the viewer knows a holder (RANKS-HID-1).
fn knows_last_call(fight: &Fight, viewer: Viewer) -> bool {
    fight.state.stage == RoundStage::LastCall
        && holding::holders(fight).any(|who| fight.viewer_ever_knew(viewer, who))
}

/// Returns how long chaos lasts, and whether the last call is on, if the viewer may know that.
fn fight_facts(fight: &Fight, viewer: Viewer) -> Vec<Fact> {
    let mut facts = Vec::new();
    let chaos = match fight.state.chaos {
        ChaosMode::Off => None,
        ChaosMode::UntilRound(round) if round < fight.round.max(1) => None,
        ChaosMode::UntilRound(round) => Some(Fact::text("chaos", round)),
        ChaosMode::WholeEncounter => Some(Fact::word("chaos", "encounter")),
    };
    facts.extend(chaos);
    if knows_last_call(fight, viewer) {
        facts.push(Fact::word("last-call", "on"));
    }
    facts
}

/// Returns a combatant as one viewer may know it. Its wounds are a word or unknown, never a number.
fn member_view(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let body = fight.body(who);
    let detail = fight.detail_for(viewer, who);
    let knows_all = detail == DetailLevel::Numbers;
    let is_on_map = !body.has_fled && !fight.zones.is_empty();
    MemberView {
        zone: is_on_map.then(|| zone_at_mark(fight, mark_of(fight, who)).0),
        position_feet: is_on_map.then(|| mark_of(fight, who)),
        // The names of conditions are public, and the word follows from them.
        wounds: VisibleWounds::in_words(detail, wounds_key(body)),
        conditions: condition_keys(body),
        turn_status: turn_status_of(fight, who),
        remaining_budget: if knows_all { budget_facts(fight, who) } else { Vec::new() },
        facts: member_facts(fight, viewer, who, knows_all),
        ..MemberView::with_name_and_side_only(fight, viewer, who)
    }
}

/// Returns the word for how hurt a combatant looks, from its highest condition rank.
fn wounds_key(body: &Body) -> &'static str {
    match body.conditions.iter().map(|condition| condition.rank).max() {
        None => "fresh",
        Some(1 | 2) => "shaken",
        Some(3 | 4) => "battered",
        Some(_) => "out",
    }
}

/// Returns the names of conditions with their ends (which follow from the rules), stance, "holds"
/// and "readied something" (RANKS-HID-1).
fn condition_keys(body: &Body) -> Vec<String> {
    let mut keys: Vec<String> = body.conditions.iter().map(format_condition).collect();
    let states = [
        ("prone", body.is_prone),
        ("recovering", body.recovery_dice > 0),
        ("defends", body.is_in_defend_stance),
        ("readied", body.readied_check.is_some()),
        ("holds", body.holds_actions),
        ("conceded", body.has_conceded),
        ("gone", body.has_fled),
    ];
    for (key, applies) in states {
        if applies {
            keys.push(key.into());
        }
    }
    keys
}

/// Returns whether a combatant acts now, has had its turn, has yet to act, or is out. Holders are
/// ready in the last call.
fn turn_status_of(fight: &Fight, who: CombatantId) -> TurnStatus {
    let body = fight.body(who);
    if !body.is_active() {
        TurnStatus::Out
    } else if fight.state.current_combatant == Some(who) {
        TurnStatus::Acting
    } else if fight.state.stage == RoundStage::LastCall && body.holds_actions {
        // Whether an NPC has any actions left is known to the GM only.
        TurnStatus::Ready
    } else if fight.phase == FightPhase::Running && initiative::is_turn_past(fight, who) {
        TurnStatus::Spent
    } else {
        TurnStatus::Ready
    }
}

/// Returns what is left of the combatant's round budget.
fn budget_facts(fight: &Fight, who: CombatantId) -> Vec<Fact> {
    let body = fight.body(who);
    if fight.phase != FightPhase::Running || !body.is_active() {
        return Vec::new();
    }
    let count_fact = |key: &str, count: u8| match count {
        0 => Fact::word(key, "spent"),
        1 => Fact::word(key, "left"),
        more => Fact::text(key, more),
    };
    let bonus = if body.is_bonus_action_barred() {
        Fact::word("bonus", "barred")
    } else {
        count_fact("bonus", body.bonus_actions)
    };
    vec![
        count_fact("full", body.full_actions),
        bonus,
        count_fact("incidental", body.has_incidental_move.into()),
    ]
}

/// Returns what a combatant holds, whom its attention is on (if the viewer has known them), what
/// its defeat means, and the numbers for those who know them.
fn member_facts(fight: &Fight, viewer: Viewer, who: CombatantId, knows_numbers: bool) -> Vec<Fact> {
    let body = fight.body(who);
    let mut facts = Vec::new();
    let held = body.gear.iter().filter(|item| item.is_held);
    let held: Vec<String> = held.map(|item| item.name.to_string()).collect();
    if !held.is_empty() {
        facts.push(Fact::new("in-hand", FactValue::Items(held)));
    }
    let target = body.attention.filter(|target| fight.viewer_ever_knew(viewer, *target));
    facts.extend(
        target.map(|target| Fact::text("attention", fight.combatant(target).name_for(viewer))),
    );
    if !body.defeat_meaning.is_empty() && body.is_out_of_action() {
        facts.push(Fact::text("meaning", &body.defeat_meaning));
    }
    if knows_numbers {
        facts.extend(facts_for_viewers_of_numbers(fight, viewer, who));
    }
    facts
}

/// Returns the facts for viewers who know the combatant's numbers: armour, points, initiative,
/// boons, raised skills, abilities, and what it has readied (only the trigger if that names
/// somebody whom the viewer has never known).
fn facts_for_viewers_of_numbers(fight: &Fight, viewer: Viewer, who: CombatantId) -> Vec<Fact> {
    let body = fight.body(who);
    let mut facts = vec![
        Fact::text("armour", body.armour),
        Fact::text("luck", body.luck),
        Fact::text("action-points", body.action_points),
    ];
    facts.extend(body.initiative.map(|score| Fact::text("score", score)));
    facts.extend(body.boons.iter().map(|boon| Fact::new("boon", boon_effect(boon.effect))));
    let raised = body.raised_skills.iter().map(|skill| FactValue::Skill(skill.key().into()));
    facts.extend(raised.map(|skill| Fact::new("raised", skill)));
    facts.extend(body.gained_abilities.iter().map(|text| Fact::text("ability", text)));
    if let Some(readied) = &body.readied_check {
        facts.push(readied_fact(fight, viewer, readied));
    }
    facts
}

/// Returns the fact of a readied check, as the command that readied it. Only the trigger is told if
/// the details would name a combatant whom the viewer has never known.
fn readied_fact(fight: &Fight, viewer: Viewer, readied: &ReadiedCheck) -> Fact {
    let mut named = readied.named_combatants();
    let command = if named.all(|named| fight.viewer_ever_knew(viewer, named)) {
        format_readied(fight, readied)
    } else {
        Command::new("ready").with("trigger", readied.trigger.key())
    };
    Fact::act("readied", Ranks::KEY, command)
}

/// Formats a condition and its end, as in `hurt:round:3`.
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

/// Returns what a boon gives, as the value of its fact.
fn boon_effect(effect: BoonEffect) -> FactValue {
    match effect {
        BoonEffect::FlatBonus(number) => FactValue::text(format!("{number:+}")),
        BoonEffect::ExtraDie => FactValue::text("+1D"),
        BoonEffect::Advantage => FactValue::Word("advantage".into()),
        BoonEffect::Disadvantage => FactValue::Word("disadvantage".into()),
    }
}

/// Returns the sides of which the viewer knows a member, each once, in alphabetical order.
fn list_known_sides(fight: &Fight, viewer: Viewer) -> Vec<Name> {
    let mut sides = Vec::new();
    for (_, combatant) in fight.present_combatants() {
        if combatant.is_known_to(viewer) {
            sides.push(combatant.body.side.clone());
        }
    }
    sides.sort();
    sides.dedup();
    sides
}

/// Returns a zone with its marks (RANKS-DIST-2) and all that is in it. An exit is told of the sides
/// of which the viewer knows a member.
fn zone_view(fight: &Fight, viewer: Viewer, id: ZoneId, zone: &Zone<Terrain>) -> ZoneView {
    let mut facts = terrain_facts(viewer, &zone.terrain);
    for side in list_known_sides(fight, viewer) {
        let is_exit_here = match exit_end_or_default(fight, &side) {
            ExitEnd::Left => id.0 == 0,
            ExitEnd::Right => id.index() + 1 == fight.zones.len(),
            ExitEnd::None => false,
        };
        if is_exit_here {
            facts.push(Fact::new("exit", FactValue::Side(side.to_string())));
        }
    }
    let span_feet = Some(first_and_last_mark(fight, id));
    ZoneView { span_feet, facts, ..ZoneView::without_facts(fight, id, zone) }
}

/// Returns what is in a zone: hindrances, hazard, objects with difficulty and damage, and dropped
/// items with their marks. Only the GM sees a secret hazard (RANKS-TERR-3).
fn terrain_facts(viewer: Viewer, terrain: &Terrain) -> Vec<Fact> {
    let mut facts = Vec::new();
    if let Some(hindrance) = terrain.movement_hindrance {
        let key = if hindrance.stops_on_failure { "terrain-stops" } else { "terrain" };
        facts.push(hindrance_fact(key, hindrance));
    }
    if let Some(obstacle) = terrain.border_obstacle {
        let key = if obstacle.stops_on_failure { "border-stops" } else { "border" };
        facts.push(hindrance_fact(key, obstacle));
    }
    if terrain.is_narrow {
        facts.push(Fact::word("narrow", "on"));
    }
    match terrain.hazard {
        Some(hazard) if !hazard.is_secret => facts.push(Fact::text("hazard", hazard.damage)),
        Some(hazard) if viewer == Viewer::Gm => {
            facts.push(Fact::text("secret-hazard", hazard.damage));
        }
        Some(_) | None => {}
    }
    for object in &terrain.objects {
        let numbers = format!("{}, {}", object.difficulty, object.damage);
        facts.push(Fact::item("object", &object.name).with_detail(FactValue::text(numbers)));
    }
    for dropped in &terrain.dropped_items {
        let mark = FactValue::text(dropped.mark);
        facts.push(Fact::item("item", &dropped.item.name).with_detail(mark));
    }
    facts
}

/// Returns the fact of a hindrance: its skill, with its difficulty as the detail.
fn hindrance_fact(key: &str, hindrance: Hindrance) -> Fact {
    let skill = FactValue::Skill(hindrance.skill.key().into());
    Fact::new(key, skill).with_detail(FactValue::text(hindrance.difficulty))
}
