//! Random fights of `factions`: 2 to 4 factions and 2 to 12 combatants, with random settings, zone
//! tags, alliances, ambushes and standing orders.

use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Fight, Order};
use riposte::engine::core::ids::ZoneId;
use riposte::engine::core::zones::ZoneMap;
use riposte::engine::resolution::fight_record::{FightInput, FightRecord, RecordedAction};
use riposte::engine::rules::factions::Factions;
use riposte::engine::rules::factions::orders::Order as SystemOrder;
use riposte::engine::rules::factions::sheet::{Body, Item, OpportunityStance};
use riposte::engine::rules::factions::state::CombatantFlag;
use riposte::engine::rules::factions::zones::Place;

use super::{
    FightGenerator, LAYOUTS, apply_order, apply_random_settings_and_zones, apply_some_orders,
    build_numbered_join_order, join_combatants, pick_combatant, pick_random, start_fight_of,
};

impl FightGenerator for Factions {
    fn generate_fight(seed: u64) -> FightRecord<Self> {
        let mut dice = SeededDice::new(seed);
        let size = 2 + dice.number_below(11);
        let factions = 2 + dice.number_below(3);
        let record = join_combatants(FightRecord::default(), size, &mut dice, |index, dice| {
            let is_npc = index == 1 || (index > 1 && dice.number_below(2) == 0);
            let faction_index = if index < factions { index } else { dice.number_below(factions) };
            let faction = ["Heroes", "Foes", "Wolves", "Rogues"][faction_index];
            let mut body = generate_body(index, dice);
            body.concealed = index > 1 && dice.number_below(8) == 0;
            if dice.number_below(4) == 0 {
                body.group = pick_random(dice, &["Guard", "Pack"]).into();
            }
            build_join_order(index, body, is_npc, faction)
        });
        let settings: &[(&str, &[&str])] = &[
            ("fast_slow", &["true", "false"]),
            ("chaos", &["true", "false"]),
            ("player_morale", &["true", "false"]),
            ("reveal_nearby", &["true", "false"]),
            ("npc_durability", &["true", "false"]),
            ("complex_interactions", &["true", "false"]),
        ];
        let record = apply_random_settings_and_zones(record, settings, LAYOUTS, &mut dice);
        let orders = [
            "cover zone:A",
            "obscured zone:B",
            "barrier zone:B",
            "barrier zone:A",
            "hard zone:A",
            "exit zone:B",
            "exit zone:A",
            "hazard zone:B",
            "hazard zone:A damage:d4",
            "block-sight zone:A to:B",
            "manoeuvre-kind name:trip save:agi effect:prone",
            "flag who:one_0 flag:hard",
            "ally faction:Heroes with:Wolves",
            "started faction:Foes",
        ];
        let record = apply_some_orders(record, &orders, 3, &mut dice);
        let result =
            record.apply_input(FightInput::Action(RecordedAction::Order(Order::Start)), &mut dice);
        // The start is refused if all are allied with each other. Then another seed is used.
        result
            .map_or_else(|_| Self::generate_fight(seed + 1_000_000_007), |accepted| accepted.record)
    }

    fn generate_pc_npc_fight(per_side: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        start_fight_of(2 * per_side, &mut dice, |index, dice| {
            let (is_npc, faction) =
                if index >= per_side { (true, "Foes") } else { (false, "Heroes") };
            build_join_order(index, generate_body(index, dice), is_npc, faction)
        })
    }

    fn generate_mirror_fight(per_side: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let bodies: Vec<Body> =
            (0..per_side).map(|index| generate_body(2 * index, &mut dice)).collect();
        let zones = ZoneMap::parse("A - B").expect("a layout that reads");
        let record = apply_order(&FightRecord::default(), Order::SetZones(zones), &mut dice);
        let record = join_combatants(record, 2 * per_side, &mut dice, |index, _| {
            let body = Body {
                zone: Some(ZoneId((index / per_side) as u8)),
                ..bodies[index % per_side].clone()
            };
            let faction = ["Heroes", "Foes"][index / per_side];
            build_join_order(index, body, true, faction)
        });
        apply_order(&record, Order::Start, &mut dice).base_fight
    }

    fn pick_gm_order(fight: &Fight<Self>, rng: &mut SeededDice) -> Option<Order<Self>> {
        let (who, combatant) = pick_combatant(fight, rng, Body::is_on_map)?;
        let zone = ZoneId(rng.number_below(fight.zones.len()) as u8);
        Some(match rng.number_below(6) {
            0 => Order::System(SystemOrder::Heal { who, amount: 2 }),
            1 => Order::System(SystemOrder::Harm { who, amount: 1 }),
            2 => Order::System(SystemOrder::Place { who, to: Place::in_zone(zone) }),
            3 => Order::System(SystemOrder::SetFlag {
                who,
                flag: CombatantFlag::Unseen,
                is_on: !combatant.body.unseen,
            }),
            4 => Order::System(SystemOrder::SetFlag {
                who,
                flag: CombatantFlag::Broken,
                is_on: !combatant.body.broken,
            }),
            _ => Order::Reveal(who),
        })
    }

    fn sample_slot_values(slot: &str) -> &'static [&'static str] {
        match slot {
            "zone" => &["A", "B", "C", "A-B", "B-A", "B-C", "A-C", "Z"],
            "weapon" | "item" => {
                &["sword", "bow", "spear", "flask", "draught", "unarmed", "armour", "harp"]
            }
            "hold_back" | "indirect" | "final" | "sneak" | "hazard" | "complex" => {
                &["true", "false"]
            }
            "kind" => &["trip", "blind"],
            "ability" => &["str", "wit"],
            "first" | "faction" => &["Heroes", "Foes", "Wolves", "Nobody"],
            "opportunity" => &["ask", "always", "never"],
            _ => &[],
        }
    }
}

const WEAPONS: &[&str] = &[
    r#"{"name": "sword", "weapon": {"die": 8, "kind": "melee"}}"#,
    r#"{"name": "great weapon", "hands": 2, "weapon": {"die": 10, "kind": "melee"}}"#,
    r#"{"name": "spear", "weapon": {"die": 8, "kind": "melee", "range": 2, "thrown": true}}"#,
    r#"{"name": "bow", "hands": 2,
        "weapon": {"die": 6, "kind": "ranged", "range": 4, "indirect": true}}"#,
    r#"{"name": "crossbow", "hands": 2,
        "weapon": {"die": 8, "kind": "ranged", "range": 4, "penetrating": true, "reload": true}}"#,
    r#"{"name": "flask", "weapon":
        {"die": 8, "kind": "ranged", "range": 2, "blast": true, "gone_when_thrown": true}}"#,
    r#"{"name": "sweep", "hands": 0, "natural": true,
        "weapon": {"die": 8, "kind": "melee", "blast": true}}"#,
    r#"{"name": "bite", "hands": 0, "natural": true, "weapon": {"die": 6, "kind": "melee"}}"#,
    r#"{"name": "chair", "weapon": {"die": 6, "kind": "melee", "improvised": true}}"#,
    r#"{"name": "shield", "shield": 1, "weapon": {"die": 4, "kind": "melee"}}"#,
];

const REMEDIES: &[&str] = &[
    r#"{"name": "draught", "remedy": {"heals": "d6"}}"#,
    r#"{"name": "antidote", "remedy": "antidote"}"#,
    r#"{"name": "poison", "remedy": "poison"}"#,
];

/// Generates a body with random values and gear.
fn generate_body(index: usize, dice: &mut SeededDice) -> Body {
    let parse_item = |text: &str| serde_json::from_str(text).expect("an item that reads");
    let mut body = Body::default();
    (body.str, body.agi) = (6 + dice.number_below(10) as u8, 6 + dice.number_below(10) as u8);
    body.wit = 6 + dice.number_below(10) as u8;
    body.health_max = 3 + dice.number_below(7) as u8;
    body.health = body.health_max;
    body.armour = dice.number_below(3) as u8;
    for _ in 0..1 + dice.number_below(3) {
        let mut item: Item = parse_item(WEAPONS[dice.number_below(WEAPONS.len())]);
        item.is_held = !item.is_natural && body.free_hands() >= item.hands_needed;
        body.gear.push(item);
    }
    if dice.number_below(2) == 0 {
        body.gear.push(parse_item(REMEDIES[dice.number_below(REMEDIES.len())]));
    }
    let trait_keys = ["immune_to_fear", "elusive", "bodyguard"];
    for trait_key in trait_keys {
        if dice.number_below(5) == 0 {
            body.traits.push(serde_json::from_value(trait_key.into()).expect("a trait"));
        }
    }
    let paces = ["slow", "normal", "fast"];
    body.pace = serde_json::from_value(pick_random(dice, &paces).into()).expect("a pace");
    body.stance = [
        OpportunityStance::Ask,
        OpportunityStance::Ask,
        OpportunityStance::Always,
        OpportunityStance::Never,
    ][dice.number_below(4)];
    body.zone = Some(ZoneId((index % 2) as u8));
    body
}

/// Builds the order by which a body joins as `one <index>`. The PCs belong to three users.
fn build_join_order(index: usize, body: Body, is_npc: bool, faction: &str) -> Order<Factions> {
    let body = Body { faction: faction.into(), ..body };
    build_numbered_join_order(index, body, is_npc, false)
}
