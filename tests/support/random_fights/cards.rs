//! Random fights of `cards`: 2 or 3 sides and 2 to 12 combatants, with random settings, groups,
//! numbers of initiative cards, ambushes, cover, obstacles, circumstances and standing orders.

use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Fight, Order};
use riposte::engine::core::ids::ZoneId;
use riposte::engine::resolution::fight_record::{FightInput, FightRecord, RecordedAction};
use riposte::engine::rules::cards::Cards;
use riposte::engine::rules::cards::orders::Order as SystemOrder;
use riposte::engine::rules::cards::sheet::{
    Action, ActionDice, Armour, Body, CombatantTrait, FireIntensity, HarmTrack, HarmType, Item,
    Reaction, StandingOrder,
};
use riposte::engine::rules::cards::state::{ConditionFlag, TestPosition};

use super::{
    FightGenerator, LAYOUTS, apply_random_settings_and_zones, apply_some_orders,
    build_numbered_join_order, join_combatants, pick_combatant, pick_random, start_fight_of,
};

impl FightGenerator for Cards {
    fn generate_fight(seed: u64) -> FightRecord<Self> {
        let mut dice = SeededDice::new(seed);
        let size = 2 + dice.number_below(11);
        let sides = 2 + dice.number_below(2);
        let record = join_combatants(FightRecord::default(), size, &mut dice, |index, dice| {
            let is_npc = index == 1 || (index > 1 && dice.number_below(3) > 0);
            // All PCs are on one side: two PCs on different sides, both with severe Harm and
            // without allies, could never end the fight (CARDS-HARM-4).
            let side = match index {
                _ if !is_npc => 0,
                index if index < sides => index,
                _ => dice.number_below(sides),
            };
            let body = generate_body(index, is_npc, dice);
            let is_hidden = index > 1 && is_npc && dice.number_below(6) == 0;
            build_join_order(index, body, is_npc, side, is_hidden)
        });
        let settings: &[(&str, &[&str])] = &[
            ("swap_hold", &["0", "0", "10"]),
            ("dodge_close", &["true", "false"]),
            ("fear_count_self", &["true", "false"]),
            ("position", &["off", "controlled", "desperate"]),
            ("position_harm", &["phys", "ment"]),
            ("flee_action", &["any", "any", "finesse", "sneak"]),
            ("stowed", &["true", "false", "false"]),
            ("poison_at_end", &["true", "false"]),
            ("harm_dice", &["next_test", "next_test", "lasting"]),
            ("fall_dice", &["1", "1", "3"]),
        ];
        let record = apply_random_settings_and_zones(record, settings, LAYOUTS, &mut dice);
        let orders = [
            "cover zone:A dice:2",
            "cover zone:B dice:4",
            "exit zone:B",
            "exit zone:A on:false",
            "obstacle zone:A to:B action:force removed:true",
            "obstacle zone:B to:C action:endure maneuver:fast need:2",
            "block-sight zone:A to:B",
            "circumstance action:shoot by:1 darkness:true",
            "circumstance action:strike by:1 zone:A",
            "ambush side:Foes",
            "ambush side:Heroes action:read",
            "ambush side:Foes auto:true",
        ];
        let record = apply_some_orders(record, &orders, 4, &mut dice);
        // The start may be refused, for example when there are too few cards. Then another seed is
        // used.
        let result =
            record.apply_input(FightInput::Action(RecordedAction::Order(Order::Start)), &mut dice);
        result
            .map_or_else(|_| Self::generate_fight(seed + 1_000_000_007), |accepted| accepted.record)
    }

    fn generate_pc_npc_fight(per_side: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        start_fight_of(2 * per_side, &mut dice, |index, dice| {
            // There are only ten initiative cards, so larger sides consist mostly of NPCs in
            // groups.
            let (is_npc, is_foe) = (index >= per_side.min(4), index >= per_side);
            let body = generate_body(index, is_npc, dice);
            let group = if per_side > 4 { ["band", "pack"][usize::from(is_foe)] } else { "" };
            let body = Body { dealt_card_count: 1, group: group.into(), ..body };
            build_join_order(index, body, is_npc, is_foe.into(), false)
        })
    }

    fn generate_mirror_fight(per_side: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let bodies: Vec<Body> =
            (0..per_side).map(|index| generate_body(2 * index, false, &mut dice)).collect();
        start_fight_of(2 * per_side, &mut dice, |index, _| {
            let zone = Some(ZoneId((index / per_side) as u8));
            let body = Body { dealt_card_count: 1, zone, ..bodies[index % per_side].clone() };
            build_join_order(index, body, false, index / per_side, false)
        })
    }

    /// The order is given to a combatant that has not fled.
    fn pick_gm_order(fight: &Fight<Self>, rng: &mut SeededDice) -> Option<Order<Self>> {
        let (who, combatant) = pick_combatant(fight, rng, |body| !body.has_fled)?;
        let zone = ZoneId(rng.number_below(fight.zones.len()) as u8);
        let harm = HarmType::ALL[rng.number_below(2)];
        let system_order = match rng.number_below(12) {
            0 => SystemOrder::HealHarm { who, amount: 2, harm },
            1 => SystemOrder::DealHarm { who, amount: 2, harm },
            2 => SystemOrder::PlaceInZone { who, zone },
            3 => SystemOrder::SetCondition {
                who,
                flag: ConditionFlag::ALL[rng.number_below(7)],
                is_on: rng.number_below(2) == 0,
            },
            4 => SystemOrder::SetFire {
                who,
                intensity: Some(FireIntensity::ALL[rng.number_below(4)]),
            },
            5 => SystemOrder::SetFire { who, intensity: None },
            6 => SystemOrder::Poison { who, toxicity: 6, harm },
            7 => SystemOrder::Fall { who, feet: 30 },
            8 => SystemOrder::Fatigue { who, harm },
            9 => {
                let (action, position) =
                    (Action::ALL[rng.number_below(13)], TestPosition::Desperate);
                SystemOrder::CallTest { who, action, required: 1, position, harm: Some(harm) }
            }
            10 => SystemOrder::CurePoisons(who),
            _ if combatant.is_hidden => return Some(Order::Reveal(who)),
            _ => return None,
        };
        Some(Order::System(system_order))
    }

    fn sample_slot_values(slot: &str) -> &'static [&'static str] {
        match slot {
            "zone" | "exit" => &["A", "B", "C", "D", "Z"],
            "weapon" | "item" | "spell" => {
                &["sword", "bow", "axe", "flask", "hex", "antidote", "unarmed", "shield", "harp"]
            }
            "near" => &["one 0", "one 1", "one 2", "nobody"],
            "thrown" | "slow" | "apart" => &["true", "false"],
            "action" => &["finesse", "sneak", "read", "study", "force", "dance"],
            "reaction" => &["dodge", "chase", "laugh"],
            "order" => &["ask", "fast", "never"],
            _ => &[],
        }
    }
}

const ITEMS: &[&str] = &[
    r#"{"name": "sword", "weapon": {"action": "strike", "damage": 4, "bonus": 1}}"#,
    r#"{"name": "axe", "weapon": {"action": "strike", "damage": 3, "thrown": true}}"#,
    r#"{"name": "great axe", "hands": 2, "weapon": {"action": "strike", "damage": 4}}"#,
    r#"{"name": "sling", "weapon": {"action": "shoot", "damage": 1, "max": 1}}"#,
    r#"{"name": "bow", "hands": 2,
        "weapon": {"action": "shoot", "damage": 4, "min": 1, "max": 3}}"#,
    r#"{"name": "flask", "weapon": {"action": "shoot", "damage": 0, "max": 1, "thrown": true,
        "used_up": true, "fire": "medium"}}"#,
    r#"{"name": "fang", "hands": 0, "natural": true,
        "weapon": {"action": "strike", "damage": 2, "poison": 3}}"#,
    r#"{"name": "hex", "hands": 0, "natural": true,
        "weapon": {"action": "cast", "damage": 3, "max": 2, "harm": "ment"}}"#,
    r#"{"name": "shield", "parry_bonus": 1}"#,
    r#"{"name": "antidote", "antidote": true}"#,
];

/// Parses an item of [`ITEMS`].
fn parse_item(text: &str) -> Item {
    serde_json::from_str(text).expect("an item that reads")
}

/// Generates a body with random values and gear.
fn generate_body(index: usize, is_npc: bool, dice: &mut SeededDice) -> Body {
    let mut body = Body::default();
    let mut pick_number = |most: usize| dice.number_below(most + 1) as u8;
    for attribute in [&mut body.strength, &mut body.dexterity, &mut body.intuition] {
        *attribute = 3 + pick_number(2);
    }
    (body.reason, body.presence) = (1 + pick_number(4), 1 + pick_number(4));
    if is_npc {
        let mut pools = ActionDice::with_same_number_for_all(2);
        Action::ALL.into_iter().for_each(|action| *pools.dice_for_mut(action) = 3 + pick_number(9));
        body.pools = Some(pools);
        (body.phys_cap, body.ment_cap) = (1 + pick_number(3), 1 + pick_number(3));
        body.track = if pick_number(5) == 0 { HarmTrack::Slots } else { HarmTrack::Points };
        body.dealt_card_count = if pick_number(7) == 0 { 2 } else { 1 };
        body.fear_value = if pick_number(4) == 0 { 2 } else { 0 };
        body.group = pick_random(dice, &["", "pack", "band", "band"]).into();
        for combatant_trait in CombatantTrait::ALL {
            if dice.number_below(6) == 0 {
                body.traits.push(combatant_trait);
            }
        }
    } else {
        for slots in [&mut body.phys_slots, &mut body.ment_slots] {
            (slots.lesser, slots.moderate) = (pick_number(1), pick_number(1));
        }
        let actions = &mut body.actions;
        Action::ALL
            .into_iter()
            .for_each(|action| *actions.dice_for_mut(action) = 1 + pick_number(4));
    }
    if dice.number_below(4) == 0 {
        let finesse_penalty = dice.number_below(2) as u8;
        body.armour = Some(Armour { name: "hide".into(), dice: 2, finesse_penalty });
    }
    for _ in 0..1 + dice.number_below(4) {
        let mut item = parse_item(ITEMS[dice.number_below(ITEMS.len())]);
        item.is_held = !item.is_natural && body.free_hands() >= item.hands;
        body.gear.push(item);
    }
    if dice.number_below(3) == 0 {
        let reaction = Reaction::ALL[dice.number_below(6)];
        body.standing_orders.set_order(reaction, StandingOrder::ALL[dice.number_below(3)]);
    }
    body.is_apart = dice.number_below(8) == 0;
    body.zone = Some(ZoneId((index % 2) as u8));
    body
}

/// Builds the order by which a body joins as `one <index>`. The PCs belong to three users.
fn build_join_order(
    index: usize,
    body: Body,
    is_npc: bool,
    side: usize,
    is_hidden: bool,
) -> Order<Cards> {
    let body = Body { side: ["Heroes", "Foes", "Wolves"][side].into(), ..body };
    build_numbered_join_order(index, body, is_npc, is_hidden)
}
