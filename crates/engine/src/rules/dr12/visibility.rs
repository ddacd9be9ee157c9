//! Visibility: which viewer may know what of a DR12 fight (DR12-TEST-5, DR12-RCT-2, DR12-MORALE-2,
//! DR12-ZONE-5).
//!
//! Players do not see dice and totals of NPC Tests, nor NPCs' HP, Level, Skill, AP and exact
//! losses. They see outcomes in words, and whether an NPC looks unhurt, hurt, badly hurt (half or
//! less) or down.
//!
//! The events say themselves who may know them ([`super::state::Event`]).

use super::sheet::{Ailment, Attitude, Attribute, Body, Cure, Item, Mood, NextTest, Side};
use super::state::{Event, FallConsequence, Hazard, State, Terrain, WoundLevel};
use super::{Dr12, Fight};
use crate::Visibility;
use crate::core::fight::{Combatant, Exit, FightPhase};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::zones::Zone;
use crate::visibility::disclosure::DetailLevel;
use crate::visibility::facts::{Fact, FactValue};
use crate::visibility::randomize;
use crate::visibility::view::{
    FightView, GroupView, MemberView, TurnStatus, Viewer, VisibleAttack, VisibleWounds, ZoneView,
};

impl Visibility for Dr12 {
    /// Returns the view of a fight: one group for each side, the side that goes first before the
    /// other.
    fn view_for(fight: &Fight, viewer: Viewer) -> FightView {
        let first = fight.state.first_side;
        let sides = [first, first.opposite()];
        let zones = fight.zones.iter().map(|(id, zone)| zone_view(fight, viewer, id, zone));
        let view = FightView {
            groups: sides.map(|side| side_view_in_turn_order(fight, viewer, side)).to_vec(),
            zones: zones.collect(),
            facts: fight_facts(fight),
            ..FightView::without_groups_and_zones(fight)
        };
        // No side has another for a friend.
        view.with_camps_seen_by_players(|side, other| side == other)
    }

    /// Returns the attack or the spell at a target that an event declares; nothing for any other
    /// event.
    fn attacks_in_event(event: &Event) -> Vec<VisibleAttack> {
        match event {
            Event::Attacked { attacker, target, .. }
            | Event::SpellCast { caster: attacker, target, .. } => {
                vec![VisibleAttack { attacker: *attacker, target: *target }]
            }
            _ => Vec::new(),
        }
    }

    /// Returns a body in which optional fields are set, so that tests can change them at random.
    fn sample_body_with_optional_fields() -> Body {
        let item: Item = randomize::parse_sample(
            r#"{"name": "hook", "weapon": {"kind": "melee", "damage": "d6",
            "rider": {"ailment": "stuck", "ends": "str", "resist": "dex"}},
            "armour": {"ap": 2, "wear": "shield"}, "heals": "d4", "owner": 0}"#,
        );
        let spell = randomize::parse_sample(
            r#"{"name": "hex", "casts": "wis", "clean": "nearby", "max": "distant", "damage": "d4",
            "rider": {"ailment": "weakened", "ends": "con", "resist": "con"}}"#,
        );
        let cure = Cure { held_by: Some(CombatantId(0)), ..Cure::new(Attribute::Wis, 9) };
        let items = || vec![item.clone()];
        Body {
            hands: items(),
            ready: items(),
            pack: items(),
            armour: Some(item.clone()),
            helmet: Some(item.clone()),
            spells: vec![spell],
            attacks: items(),
            attitude: Some(Attitude::Kind),
            zone: Some(ZoneId(0)),
            ongoing: Some(cure),
            weakened: Some(cure),
            distracted: Some(cure),
            stuck: Some(cure),
            paralysed: Some(cure),
            next_test: NextTest { dr: Some(19), has_advantage: true, has_disadvantage: true },
            fall_consequences: vec!["limp".into()],
            ..Body::default()
        }
    }

    /// Puts back what the public sees of a randomized sheet: which ailments it has, since when and
    /// by whose grapple, but not how they end; and how hurt it looks. The zone of a hidden one
    /// stays random. Changes nothing where the numbers are public.
    fn restore_public_looks(
        fight: &Fight,
        original: &Combatant<Dr12>,
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
        let (hp, hp_max) = randomize::randomize_wounds(
            (own.hp, own.hp_max),
            keeps_wound_band,
            (random_body.hp, random_body.hp_max),
        );
        randomized_body.hp = hp;
        randomized_body.hp_max = hp_max;
        // Everybody sees its ailments, but not the Tests that end them.
        for ailment in Ailment::ALL {
            let mut public_cure = own.active_cure_for(ailment);
            if let Some(cure) = &mut public_cure
                && let Some(random_cure) = random_body.active_cure_for(ailment)
            {
                cure.attribute = random_cure.attribute;
                cure.dr = random_cure.dr;
            }
            *randomized_body.active_cure_for_mut(ailment) = public_cure;
        }
        if original.is_hidden {
            randomized_body.zone = randomize::wrap_to_zone(fight, random_body.zone);
        }
    }

    /// Copies all but a secret hazard, in whose place a random secret one stays (DR12-ZONE-5: it is
    /// the GM's until it first triggers).
    fn copy_public_terrain(original: &Terrain, randomized: &mut Terrain) {
        let Terrain { combatant_limit, hazard: original_hazard, start_of, exit_for, items } =
            original.clone();
        let random_hazard =
            randomized.hazard.take().map(|hazard| Hazard { is_secret: true, ..hazard });
        let is_secret = original_hazard.as_ref().is_none_or(|hazard| hazard.is_secret);
        let hazard = if is_secret { random_hazard } else { original_hazard };
        *randomized = Terrain { combatant_limit, hazard, start_of, exit_for, items };
    }

    /// Copies who acts, in which order, and the outcome, but not what was suggested to the GM, nor
    /// the age of the next ailment.
    fn copy_public_state(original: &State, randomized: &mut State) {
        let original = original.clone();
        *randomized = State {
            surprised_side: original.surprised_side,
            first_side: original.first_side,
            initiative_order: original.initiative_order,
            running_block: original.running_block,
            turn: original.turn,
            last_place_taken: original.last_place_taken,
            is_block_passing: original.is_block_passing,
            outcome: original.outcome,
            // The rest stays as it was randomized.
            ..std::mem::take(randomized)
        };
    }
}

/// Returns which side is surprised, in round 1 only; else nothing.
fn fight_facts(fight: &Fight) -> Vec<Fact> {
    let surprised = fight.state.surprised_side.filter(|_| fight.round <= 1);
    let fact = |side: Side| Fact::new("surprised", FactValue::Side(side.key().into()));
    surprised.map(fact).into_iter().collect()
}

/// Returns the view of a side: Characters in their rolled order, then NPCs in join order.
fn side_view_in_turn_order(fight: &Fight, viewer: Viewer, side: Side) -> GroupView {
    let mut members = Vec::new();
    for (who, combatant) in fight.present_combatants() {
        if combatant.body.side == side && fight.viewer_ever_knew(viewer, who) {
            members.push(who);
        }
    }
    members.sort_by_key(|who| {
        let place = fight.state.initiative_order.iter().position(|ordered| ordered == who);
        // An NPC has no place in the order, and comes after all who have one.
        (place.unwrap_or(usize::MAX), *who)
    });
    GroupView {
        key: side.key().into(),
        is_current: fight.phase == FightPhase::Running && fight.state.running_block == Some(side),
        members: members.into_iter().map(|who| member_view(fight, viewer, who)).collect(),
    }
}

/// Returns a combatant as one viewer may know it. HP are exact, a word, or unknown, by what is
/// disclosed; ailments are public, the oldest first.
fn member_view(fight: &Fight, viewer: Viewer, who: CombatantId) -> MemberView {
    let combatant = fight.combatant(who);
    let body = &combatant.body;
    let detail = fight.detail_for(viewer, who);
    MemberView {
        zone: (!body.has_fled && !fight.zones.is_empty())
            .then(|| super::zones::zone_of(fight, who).0),
        wounds: VisibleWounds::from_health_and_detail(
            detail,
            (body.hp, body.hp_max),
            WoundLevel::from_hp(body.hp, body.hp_max).key(),
        ),
        conditions: condition_keys(combatant),
        turn_status: turn_status(fight, who),
        remaining_budget: turn_budget_facts(fight, who),
        facts: if detail == DetailLevel::Numbers { number_facts(combatant) } else { Vec::new() },
        ..MemberView::with_name_and_side_only(fight, viewer, who)
    }
}

/// Returns the keys of a combatant's ailments, the oldest first, of its mood unless it fights, and
/// of what became of it.
fn condition_keys(combatant: &Combatant<Dr12>) -> Vec<String> {
    let body = &combatant.body;
    let mut keys_by_age = Vec::new();
    for ailment in Ailment::ALL {
        if let Some(cure) = body.active_cure_for(ailment) {
            keys_by_age.push((cure.age, ailment.key()));
        }
    }
    keys_by_age.sort();
    let mut keys: Vec<String> = keys_by_age.into_iter().map(|(_, key)| key.into()).collect();
    if body.mood != Mood::Fighting {
        keys.push(body.mood.key().into());
    }
    if let Some(fate) = final_fate_key_of_downed(combatant) {
        keys.push(fate.into());
    }
    keys
}

/// Returns the key of what became of a combatant that was Out of Action when the fight was decided:
/// dead or lost (DR12-END-4, DR12-END-5), or only Out of Action if it has regained HP since. `None`
/// for anybody else, and while its consequence is not rolled.
fn final_fate_key_of_downed(combatant: &Combatant<Dr12>) -> Option<&'static str> {
    if combatant.final_exit() != Some(Exit::Down) {
        return None;
    }
    if combatant.body.hp > 0 {
        return Some("out-of-action");
    }
    let last_consequence = combatant.body.fall_consequences.last()?.as_str();
    let final_fates = [FallConsequence::Dead.key(), FallConsequence::Lost.key()];
    final_fates.into_iter().find(|fate| *fate == last_consequence)
}

/// Returns whether a combatant acts now, has acted in this round, has yet to act, or is out of the
/// fight.
fn turn_status(fight: &Fight, who: CombatantId) -> TurnStatus {
    let body = fight.body(who);
    if !body.is_in_action() {
        TurnStatus::Out
    } else if fight.state.turn.is_some_and(|turn| turn.who == who) {
        TurnStatus::Acting
    } else if fight.phase == FightPhase::Running && body.last_turn >= fight.round {
        TurnStatus::Spent
    } else {
        TurnStatus::Ready
    }
}

/// Returns whether Move and Action of the running Turn are left; nothing for anybody else.
fn turn_budget_facts(fight: &Fight, who: CombatantId) -> Vec<Fact> {
    let Some(turn) = fight.state.turn.filter(|turn| turn.who == who) else { return Vec::new() };
    let budget_word = |spent: bool| if spent { "spent" } else { "left" };
    vec![
        Fact::word("move", budget_word(turn.has_moved)),
        Fact::word("action", budget_word(turn.has_acted)),
    ]
}

/// Returns Level and AP, and of an NPC its Skill: facts for those who may know its numbers.
fn number_facts(combatant: &Combatant<Dr12>) -> Vec<Fact> {
    let body = &combatant.body;
    let mut facts = vec![Fact::text("level", body.level)];
    if combatant.is_npc() {
        facts.push(Fact::text("skill", format!("{:+}", body.skill)));
        facts.push(Fact::text("ap", body.ap));
    } else {
        facts.push(Fact::text("ap", body.worn_ap()));
    }
    facts
}

/// Returns a zone as one viewer may know it: limit, hazard (a secret one for the GM alone), whose
/// exit it is, and the items that lie there.
fn zone_view(fight: &Fight, viewer: Viewer, id: ZoneId, zone: &Zone<Terrain>) -> ZoneView {
    let terrain = &zone.terrain;
    let mut facts = Vec::new();
    if let Some(limit) = terrain.combatant_limit {
        facts.push(Fact::text("limit", limit));
    }
    // DR12-ZONE-5: a secret hazard is the GM's until it first triggers.
    if let Some(hazard) = &terrain.hazard
        && (viewer == Viewer::Gm || !hazard.is_secret)
    {
        let attribute = FactValue::Attribute(hazard.attribute.key().into());
        facts.push(Fact::new("hazard", attribute));
    }
    for side in [Side::Party, Side::Enemy] {
        if super::zones::is_exit(fight, id, side) {
            facts.push(Fact::new("exit", FactValue::Side(side.key().into())));
        }
    }
    for item in &terrain.items {
        facts.push(Fact::item("item", &item.name));
    }
    ZoneView { facts, ..ZoneView::without_facts(fight, id, zone) }
}
