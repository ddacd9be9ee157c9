//! Decides who may know what of a fight (FATES-GM-1, FATES-GM-2, FATES-HOLD-8).
//!
//! Players do not see NPCs' Resolve, Defense, AR, ranks, scores and held actions. They see the
//! order, zones, public states, totals of rolls, and how hurt an NPC looks. Invariant: no `_` arm
//! here decides what a viewer sees.

use super::codec::format_held_action;
use super::held_actions::{HoldEvent, HoldTrigger, TriggerScope};
use super::sheet::{Body, Item};
use super::state::{Event, ResolveBand, State, Terrain};
use super::wounded::side_of;
use super::zones::zone_of;
use super::{Fates, Fight, Resolver, acts};
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

impl Knowledge<'_, Fates> {
    /// Returns whether the viewer may know what a combatant intends. The intentions of an NPC are
    /// only for the GM, however much of it is shown (FATES-HOLD-8, FATES-FATE-11).
    pub fn knows_intentions(&self, who: &CombatantId) -> bool {
        self.is_gm() || !self.fight.combatant(*who).is_npc()
    }
}

/// Reveals a hidden NPC that acts (FATES-GM-2).
pub fn reveal_actor(resolver: &mut Resolver, who: CombatantId) {
    resolver.reveal_if_hidden(who);
}

impl Visibility for Fates {
    /// Returns the view of a fight: one group of all combatants in turn order, which is current
    /// during a turn. The scene is a fact unless it is combat.
    fn view_for(fight: &Fight, viewer: Viewer) -> FightView {
        let group = GroupView::in_turn_order(fight, viewer, &fight.state.turn_order, |who| {
            member_view(fight, viewer, who)
        });
        let is_current = fight.phase == FightPhase::Running && fight.state.turn.is_some();
        let scene = &fight.settings.scene;
        let facts =
            if &**scene == "combat" { Vec::new() } else { vec![Fact::text("scene", scene)] };
        let view = FightView {
            groups: vec![GroupView { is_current, ..group }],
            zones: fight.zones.iter().map(|(id, zone)| zone_view(fight, id, zone)).collect(),
            facts,
            ..FightView::without_groups_and_zones(fight)
        };
        // No side has another for a friend.
        view.with_camps_seen_by_players(|side, other| side == other)
    }

    /// Returns the attack that an event declares; nothing for any other event.
    fn attacks_in_event(event: &Event) -> Vec<VisibleAttack> {
        match event {
            Event::AttackDeclared { who, target, .. } => {
                vec![VisibleAttack { attacker: *who, target: *target }]
            }
            _ => Vec::new(),
        }
    }

    /// Returns a body in which optional fields are set, so that tests can change them at random.
    fn sample_body_with_optional_fields() -> Body {
        randomize::parse_sample(
            r#"{"side": "party", "tier": "significant", "in_hand": "hook",
            "gear": [{"name": "hook", "weapon": {"attribute": "strength", "skill": "brawl",
                "dice": 4, "damage": "energy"}, "heals": "d6"}],
            "zone": 0, "score": 7, "defend": 2, "aim": {"bonus": 2},
            "hold": {"trigger": {"event": "flees", "who": "enemies"},
                "deed": {"attack": {"target": 0, "weapon": "hook"}}, "difficulty": 3},
            "grappled_by": 0}"#,
        )
    }

    /// Restores what the public sees: the item in hand, and how hurt it looks. Changes nothing
    /// where the numbers are public. The zone, which is public even of hidden NPCs, needs nothing:
    /// a refused escape tells that somebody is near (FATES-FLEE-2).
    fn restore_public_looks(
        _: &Fight,
        original: &Combatant<Fates>,
        random_body: Body,
        randomized_body: &mut Body,
    ) {
        let own = &original.body;
        let detail = original.detail_for(Viewer::Public);
        if detail == DetailLevel::Numbers {
            // Nothing of what is restored below was randomized.
            return;
        }
        let keeps_wound_band = detail == DetailLevel::Wounds;
        let (resolve, resolve_max) = randomize::randomize_wounds(
            (own.resolve, own.resolve_max),
            keeps_wound_band,
            (random_body.resolve, random_body.resolve_max),
        );
        randomized_body.resolve = resolve;
        randomized_body.resolve_max = resolve_max;
        // Everybody sees what it has in hand, and nothing else of its gear.
        let is_in_hand = |item: &Item| item.name == own.item_in_hand;
        let items_in_hand = own.gear.iter().filter(|item| is_in_hand(item)).cloned().collect();
        randomized_body.gear =
            randomize::with_unseen_items_of(items_in_hand, random_body.gear, is_in_hand);
    }

    /// Copies the whole terrain, which is public.
    fn copy_public_terrain(original: &Terrain, randomized: &mut Terrain) {
        let Terrain { doors, items } = original.clone();
        *randomized = Terrain { doors, items };
    }

    /// Copies the whole state: who acts, and the rolls, are public.
    fn copy_public_state(original: &State, randomized: &mut State) {
        let State {
            stage,
            turn_order,
            tie_winners,
            turn,
            next_blaze,
            later_blazes,
            open_rolls,
            is_help_full,
            is_turn_over,
            outcome,
        } = original.clone();
        *randomized = State {
            stage,
            turn_order,
            tie_winners,
            turn,
            next_blaze,
            later_blazes,
            open_rolls,
            is_help_full,
            is_turn_over,
            outcome,
        };
    }

    /// Replaces the trigger of an NPC's held action by a fixed one and its difficulty by a random
    /// one: both are only for the GM (FATES-HOLD-8).
    fn randomize_event_secrets(fight: &Fight, event: &mut Event, pick: randomize::Pick) {
        match event {
            Event::ActionHeld { who, action: Some(hold) } if fight.combatant(*who).is_npc() => {
                hold.trigger =
                    HoldTrigger { event: HoldEvent::Flees, scope: TriggerScope::Enemies };
                hold.difficulty = pick(60) as u8;
            }
            _ => {}
        }
    }
}

/// Returns a combatant as one viewer may know it. Resolve is exact, a word, or unknown, by what is
/// disclosed.
fn member_view(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let body = fight.body(who);
    let detail = fight.detail_for(viewer, who);
    let is_on_map = body.is_active() && !fight.zones.is_empty();
    MemberView {
        side: side_of(fight, who).key().into(),
        zone: is_on_map.then(|| zone_of(fight, who).0),
        wounds: VisibleWounds::from_health_and_detail(
            detail,
            (body.resolve, body.resolve_max),
            ResolveBand::from_resolve(body.resolve, body.resolve_max).key(),
        ),
        conditions: condition_keys(body),
        turn_status: turn_status(fight, who),
        remaining_budget: turn_budget_facts(fight, who),
        facts: member_facts(fight, viewer, who, detail == DetailLevel::Numbers),
        ..MemberView::with_name_and_side_only(fight, viewer, who)
    }
}

/// Returns the public states (FATES-GM-1). Of a held action it is public only that it exists
/// (FATES-HOLD-8).
fn condition_keys(body: &Body) -> Vec<String> {
    let all = [
        ("wounded", body.is_wounded),
        ("defends", body.defend_bonus.is_some()),
        ("aims", body.aim.is_some()),
        ("helps", body.stored_helps > 0),
        ("holds", body.held_action.is_some()),
        ("grappled", body.grappled_by.is_some()),
        ("down", body.is_down),
        ("dead", body.is_dead),
        ("removed", body.is_removed),
        ("escaped", body.has_escaped),
    ];
    all.into_iter().filter(|(_, holds)| *holds).map(|(key, _)| key.to_string()).collect()
}

/// Returns whether a combatant acts now, has acted in this round, has yet to act, or is out of the
/// fight.
fn turn_status(fight: &Fight, who: CombatantId) -> TurnStatus {
    let body = fight.body(who);
    if !body.is_active() {
        TurnStatus::Out
    } else if fight.state.turn.as_ref().is_some_and(|turn| turn.who == who) {
        TurnStatus::Acting
    } else if body.has_acted {
        TurnStatus::Spent
    } else {
        TurnStatus::Ready
    }
}

/// Returns whether Move, Action and object handling of the running turn are left; nothing for
/// anybody else.
fn turn_budget_facts(fight: &Fight, who: CombatantId) -> Vec<Fact> {
    let Some(turn) = fight.state.turn.as_ref().filter(|turn| turn.who == who) else {
        return Vec::new();
    };
    let label = |is_left: bool| if is_left { "left" } else { "spent" };
    vec![
        Fact::word("move", label(!turn.has_moved)),
        Fact::word("action", label(acts::has_action_left(turn))),
        Fact::word("handling", label(!turn.has_handled_object)),
    ]
}

/// Returns the item in hand, and for those who know the numbers Defense, AR, Fate Points and score.
/// A held action is told only to those who know all whom it names.
fn member_facts(fight: &Fight, viewer: Viewer, who: CombatantId, shows_numbers: bool) -> Vec<Fact> {
    let body = fight.body(who);
    let mut facts = Vec::new();
    match body.item_in_hand.as_str() {
        "" => {}
        "none" => facts.push(Fact::word("in-hand", "nothing")),
        item => facts.push(Fact::item("in-hand", item)),
    }
    if shows_numbers {
        facts.push(Fact::text("defense", body.defense));
        facts.push(Fact::text("ar", format!("{}/{}", body.ar_physical, body.ar_energy)));
        facts.push(Fact::text("fp", body.fate_points));
        facts.extend(body.initiative_score.map(|score| Fact::text("score", score)));
        facts.extend(held_action_fact(fight, viewer, who));
    }
    facts
}

/// Returns the held action of a combatant; `None` if it holds none, or the viewer may not know it:
/// it is an NPC's, or names a combatant that the viewer has never known (FATES-HOLD-8).
fn held_action_fact(fight: &Fight, viewer: Viewer, who: CombatantId) -> Option<Fact> {
    let held_action = fight.body(who).held_action.as_ref()?;
    let knows_intentions = Knowledge::new(fight, viewer).knows_intentions(&who);
    let are_all_known =
        held_action.named_combatants().all(|named| fight.viewer_ever_knew(viewer, named));
    if !knows_intentions || !are_all_known {
        return None;
    }
    Some(Fact::act("held", Fates::KEY, format_held_action(fight, held_action)))
}

/// Returns a zone with its doors and the items that lie there, which everybody may know.
fn zone_view(fight: &Fight, id: ZoneId, zone: &Zone<Terrain>) -> ZoneView {
    let doors = zone.terrain.doors.iter();
    let doors = doors.map(|door| {
        let state = FactValue::Word(door.state.key().into());
        Fact::text("door", fight.zones.name(door.to)).with_detail(state)
    });
    let items = zone.terrain.items.iter().map(|item| Fact::item("item", &item.name));
    let facts = doors.chain(items).collect();
    ZoneView { facts, ..ZoneView::without_facts(fight, id, zone) }
}
