//! Random fights of `fates`: 2 to 12 combatants on two sides, with random settings, doors, traits,
//! Wounds, gear and hidden NPCs.

use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Fight, Order};
use riposte::engine::core::ids::ZoneId;
use riposte::engine::resolution::fight_record::FightRecord;
use riposte::engine::rules::fates::Fates;
use riposte::engine::rules::fates::orders::Order as SystemOrder;
use riposte::engine::rules::fates::sheet::{
    Attribute, Body, DamageType, Item, NpcTier, Side, Skill,
};

use super::{
    FightGenerator, LAYOUTS, apply_order, apply_random_settings_and_zones, apply_some_orders,
    build_numbered_join_order, join_combatants, pick_combatant, pick_random, start_fight_of,
};

impl FightGenerator for Fates {
    fn generate_fight(seed: u64) -> FightRecord<Self> {
        let mut dice = SeededDice::new(seed);
        let size = 2 + dice.number_below(11);
        let record = join_combatants(FightRecord::default(), size, &mut dice, |index, dice| {
            let is_npc = index == 1 || (index > 1 && dice.number_below(2) == 0);
            let mut body = generate_body(index, dice);
            if dice.number_below(3) == 0 {
                body.tier = NpcTier::Significant;
            }
            body.is_major_npc = dice.number_below(4) == 0;
            if index > 1 && dice.number_below(5) == 0 {
                body.side = Some([Side::Party, Side::Opposition][dice.number_below(2)]);
            }
            if index > 1 && dice.number_below(4) == 0 {
                (body.is_wounded, body.resolve) = (true, 0);
            }
            body.never_the_same_count = dice.number_below(3) as u8;
            let is_hidden = is_npc && index > 1 && dice.number_below(8) == 0;
            build_numbered_join_order(index, body, is_npc, is_hidden)
        });
        let settings: &[(&str, &[&str])] = &[
            ("destiny", &["momentum", "off"]),
            ("absent", &["defend", "pass", "wait"]),
            ("flee_range", &["extreme", "extreme", "closer"]),
            ("scene", &["combat", "chase"]),
        ];
        let record = apply_random_settings_and_zones(record, settings, LAYOUTS, &mut dice);
        let orders = [
            "door zone:A to:B state:closed",
            "door zone:A to:B state:open",
            "door zone:B to:C state:locked",
            "loose zone:A item:crate",
        ];
        let record = apply_some_orders(record, &orders, 3, &mut dice);
        apply_order(&record, Order::Start, &mut dice)
    }

    fn generate_pc_npc_fight(per_side: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        start_fight_of(2 * per_side, &mut dice, |index, dice| {
            let body = Body {
                initiative_score: Some((2 * per_side + 1 - index) as u8),
                ..generate_body(index, dice)
            };
            build_numbered_join_order(index, body, index >= per_side, false)
        })
    }

    fn generate_mirror_fight(per_side: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let bodies: Vec<Body> =
            (0..per_side).map(|index| generate_body(2 * index, &mut dice)).collect();
        start_fight_of(2 * per_side, &mut dice, |index, _| {
            // The sides take turns: by their scores, a combatant of one side acts after one of the
            // other.
            let score = Some(
                (2 * (per_side - index % per_side) + (index / per_side + index % per_side) % 2)
                    as u8,
            );
            let (side, zone) =
                ([Side::Party, Side::Opposition][index / per_side], index / per_side);
            let (side, zone) = (Some(side), Some(ZoneId(zone as u8)));
            let body =
                Body { initiative_score: score, side, zone, ..bodies[index % per_side].clone() };
            build_numbered_join_order(index, body, false, false)
        })
    }

    fn pick_gm_order(fight: &Fight<Self>, rng: &mut SeededDice) -> Option<Order<Self>> {
        let (who, combatant) = pick_combatant(fight, rng, Body::is_active)?;
        let zone = ZoneId(rng.number_below(fight.zones.len()) as u8);
        let amount = 1 + rng.number_below(12) as u8;
        Some(match rng.number_below(8) {
            0 | 1 => Order::System(SystemOrder::DealDamage { who, amount, damage_type: None }),
            2 => Order::System(SystemOrder::DealDamage {
                who,
                amount,
                damage_type: Some(DamageType::Energy),
            }),
            3 => Order::System(SystemOrder::RestoreResolve { who, amount: 2 }),
            4 => Order::System(SystemOrder::PlaceInZone { who, zone }),
            5 if combatant.body.held_action.is_some() => {
                Order::System(SystemOrder::FireHeldAction(who))
            }
            6 if fight.combatants.len() < 14 => {
                let is_npc = rng.number_below(2) == 0;
                build_numbered_join_order(
                    fight.combatants.len(),
                    generate_body(0, rng),
                    is_npc,
                    false,
                )
            }
            _ => Order::Reveal(who),
        })
    }

    fn sample_slot_values(slot: &str) -> &'static [&'static str] {
        match slot {
            "zone" | "to" => &["A", "B", "C", "D", "Z"],
            "weapon" | "item" => &["pistol", "maul", "medkit", "fangs", "fists", "harp"],
            "free" | "fp" => &["true", "false", "false"],
            "with" => &["athletics", "hide", "search", "cooking"],
            "mode" => &["bonus", "steady", "idle"],
            "attribute" => &["strength", "power", "knowledge"],
            "skill" => &["brawl", "control", "tactics", "cooking"],
            "after" => &["one 0", "one 1", "one 2", "nobody"],
            "attributes" => &["strength", "dexterity,power", "courage"],
            // Held actions that are not offered as such are tested by scripts.
            "do" => &["dance"],
            _ => &[],
        }
    }
}

const GEAR: &[&str] = &[
    r#"{"name": "knife", "weapon": {"attribute": "dexterity", "skill": "light_melee", "dice": 2,
        "plus": 1, "damage": "physical"}}"#,
    r#"{"name": "blade", "weapon": {"attribute": "dexterity", "skill": "light_melee", "dice": 4,
        "damage": "energy", "piercing": true}}"#,
    r#"{"name": "maul", "weapon": {"attribute": "strength", "skill": "heavy_melee", "dice": 4,
        "damage": "physical"}}"#,
    r#"{"name": "pistol", "weapon": {"attribute": "dexterity", "skill": "firearms", "dice": 3,
        "damage": "energy", "ranged": true, "band": "medium"}}"#,
    r#"{"name": "rifle", "weapon": {"attribute": "dexterity", "skill": "firearms", "dice": 4,
        "damage": "energy", "ranged": true, "band": "extreme"}}"#,
    r#"{"name": "fangs", "natural": true, "weapon": {"attribute": "strength", "skill": "brawl",
        "dice": 3, "damage": "physical"}}"#,
    r#"{"name": "medkit", "heals": "2d6"}"#,
];

/// Generates a body with random values and gear.
fn generate_body(index: usize, dice: &mut SeededDice) -> Body {
    let mut body = Body::default();
    for attribute in Attribute::ALL {
        *body.attribute_mut(attribute) = 1 + dice.number_below(6) as u8;
    }
    body.power = dice.number_below(4) as u8;
    for skill in Skill::ALL {
        body.skills.set_rank(skill, 1 + dice.number_below(3) as u8);
    }
    body.initiative_rank = dice.number_below(4) as u8;
    // Even one die and a rank of 1 can reach this defense. Otherwise nobody might ever hit anybody,
    // and the rules would not end such a fight.
    body.defense = 4 + dice.number_below(4) as u8;
    body.resolve_max = 4 + dice.number_below(12) as u8;
    body.resolve = body.resolve_max;
    (body.ar_physical, body.ar_energy) = (dice.number_below(4) as u8, dice.number_below(4) as u8);
    body.fate_points = dice.number_below(3) as u8;
    for _ in 0..1 + dice.number_below(3) {
        let item: Item = serde_json::from_str(pick_random(dice, GEAR)).expect("an item that reads");
        if body.item_in_hand.is_empty() && !item.is_natural {
            body.item_in_hand = item.name.clone();
        }
        body.gear.push(item);
    }
    body.zone = Some(ZoneId((index % 2) as u8));
    body
}
