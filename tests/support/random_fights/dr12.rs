//! Random fights of `dr12`: 2 to 12 combatants, with random settings, surprise, zone limits and
//! hazards.

use riposte::content;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Fight, Order};
use riposte::engine::core::ids::UserId;
use riposte::engine::resolution::fight_record::FightRecord;
use riposte::engine::rules::dr12::Dr12;
use riposte::engine::rules::dr12::orders::Order as SystemOrder;
use riposte::engine::rules::dr12::sheet::{Ailment, Attribute, Body, Cure, NextTest};

use super::{
    FightGenerator, LAYOUTS, apply_order, apply_random_settings_and_zones, apply_some_orders,
    join_combatants, pick_combatant, pick_random, start_fight_of,
};

impl FightGenerator for Dr12 {
    fn generate_fight(seed: u64) -> FightRecord<Self> {
        let mut dice = SeededDice::new(seed);
        let size = 2 + dice.number_below(11);
        let record = join_combatants(FightRecord::default(), size, &mut dice, |index, dice| {
            let is_npc = index == 1 || (index > 1 && dice.number_below(2) == 0);
            let templates: &[&str] = if is_npc {
                &["raider", "bowman", "venom spider", "brute"]
            } else {
                &["warrior", "rogue", "adept"]
            };
            let template = pick_random(dice, templates);
            let side =
                if is_npc && index > 1 && dice.number_below(6) == 0 { Some("party") } else { None };
            let is_hidden = is_npc && index > 1 && dice.number_below(8) == 0;
            build_join_order(index, template, is_npc, is_hidden, side)
        });
        let settings: &[(&str, &[&str])] = &[
            ("party_order", &["rolled", "any"]),
            ("shield_sacrifice", &["true", "false"]),
            ("npc_provoke", &["true", "false"]),
            ("avoid_rolls", &["prompt", "auto"]),
            ("friendly_targets", &["false", "false", "false", "true"]),
        ];
        let record = apply_random_settings_and_zones(record, settings, LAYOUTS, &mut dice);
        let orders = [
            "limit zone:B count:3",
            "hazard zone:B attribute:con dr:10 trigger:both damage:d4",
            "hazard zone:A attribute:dex ailment:weakened,stuck secret:true trigger:enter",
            "surprise side:enemy",
            "surprise side:party",
        ];
        let record = apply_some_orders(record, &orders, 3, &mut dice);
        apply_order(&record, Order::Start, &mut dice)
    }

    fn generate_pc_npc_fight(per_side: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let templates = [
            ["warrior", "rogue", "adept", "warrior"],
            ["raider", "bowman", "venom spider", "brute"],
        ];
        start_fight_of(2 * per_side, &mut dice, |index, _| {
            let is_npc = index >= per_side;
            let template = templates[usize::from(is_npc)][index % per_side % 4];
            build_join_order(index, template, is_npc, false, None)
        })
    }

    fn generate_mirror_fight(per_side: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let templates = ["warrior", "rogue", "adept"];
        start_fight_of(2 * per_side, &mut dice, |index, _| {
            let side = if index < per_side { "party" } else { "enemy" };
            let template = templates[(index % per_side + seed as usize) % templates.len()];
            build_join_order(index, template, false, false, Some(side))
        })
    }

    /// The order is given to a combatant that stands.
    fn pick_gm_order(fight: &Fight<Self>, rng: &mut SeededDice) -> Option<Order<Self>> {
        let (who, combatant) = pick_combatant(fight, rng, Body::is_in_action)?;
        Some(Order::System(match rng.number_below(5) {
            0 => SystemOrder::Heal { who, amount: 2 },
            1 => SystemOrder::Harm { who, amount: 1 },
            2 => {
                let next = NextTest { has_advantage: true, ..combatant.body.next_test };
                SystemOrder::SetNextTest { who, next }
            }
            3 => {
                let cure = Cure::new(Attribute::Str, 10);
                SystemOrder::InflictAilment { who, ailment: Ailment::Stuck, cure }
            }
            _ if combatant.body.stuck.is_some() => {
                SystemOrder::CureAilment { who, ailment: Ailment::Stuck }
            }
            _ => return None,
        }))
    }

    fn sample_slot_values(slot: &str) -> &'static [&'static str] {
        match slot {
            "zone" => &["A", "B", "C", "D", "Z"],
            "weapon" | "item" => {
                &["longsword", "dagger", "bow", "arrows", "club", "unarmed", "harp"]
            }
            "spell" => &["ember bolt", "snare", "wish"],
            "hindrance" => &["stuck", "weakened"],
            "attribute" => &["str", "cha"],
            _ => &[],
        }
    }
}

/// Builds the order by which a combatant of a template joins as `<template> <index>`. Each PC has a
/// user of its own.
fn build_join_order(
    index: usize,
    template: &str,
    is_npc: bool,
    is_hidden: bool,
    side: Option<&str>,
) -> Order<Dr12> {
    let fields = side.map(|side| ("side".into(), side.into())).into_iter().collect();
    let body =
        content::make_body_from_built_in("dr12", template, &fields).expect("the kit is whole");
    let user = (!is_npc).then_some(UserId(100 + index as u64));
    let body = serde_json::from_value(body).expect("a body of the kit fits");
    super::build_join_order((index, format!("{template} {index}")), user, body, is_hidden)
}
