//! Random fights of `ranks`: 2 to 12 combatants on two or three sides, with random settings,
//! terrain, hazards, objects, conditions, gear and hidden NPCs.

use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Fight, Order};
use riposte::engine::core::ids::ZoneId;
use riposte::engine::resolution::fight_record::FightRecord;
use riposte::engine::rules::ranks::Ranks;
use riposte::engine::rules::ranks::advantages::BoonEffect;
use riposte::engine::rules::ranks::conditions::ConditionName;
use riposte::engine::rules::ranks::orders::Order as SystemOrder;
use riposte::engine::rules::ranks::sheet::{
    Attribute, Body, DiceCode, Item, MatchOrder, ResistOrder, Skill,
};
use riposte::engine::rules::ranks::state::{ChaosMode, Hazard};

use super::{
    FightGenerator, apply_order, apply_random_settings_and_zones, apply_some_orders,
    build_numbered_join_order, join_combatants, pick_combatant, pick_random, start_fight_of,
};

impl FightGenerator for Ranks {
    fn generate_fight(seed: u64) -> FightRecord<Self> {
        let mut dice = SeededDice::new(seed);
        let size = 2 + dice.number_below(11);
        let record = join_combatants(FightRecord::default(), size, &mut dice, |index, dice| {
            let is_npc = index == 1 || (index > 1 && dice.number_below(2) == 0);
            let mut body = generate_body(dice);
            if index > 1 && dice.number_below(6) == 0 {
                body.side = "robbers".into();
            }
            body.understands_speech = dice.number_below(6) > 0;
            body.mark = Some(5 * dice.number_below(6) as u16).filter(|_| dice.number_below(2) == 0);
            let is_hidden = is_npc && index > 1 && dice.number_below(6) == 0;
            build_numbered_join_order(index, body, is_npc, is_hidden)
        });
        let settings: &[(&str, &[&str])] = &[
            ("soak", &["fixed", "respond"]),
            ("fail_moves", &["go", "stop"]),
            ("ranks_add", &["true", "true", "false"]),
        ];
        let record = apply_random_settings_and_zones(
            record,
            settings,
            &["A - B - C", "A - B", "A - B - C - D - E"],
            &mut dice,
        );
        let orders = [
            "length zone:B feet:35",
            "terrain zone:B skill:balance difficulty:10",
            "terrain zone:A skill:climbing difficulty:15 stops:true",
            "obstacle zone:A skill:jumping difficulty:20 stops:true",
            "obstacle zone:B skill:jumping difficulty:10",
            "narrow zone:B",
            "hazard zone:B damage:3D secret:true",
            "hazard zone:A damage:5D",
            "object zone:A object:crate difficulty:10",
            "object zone:B object:crate",
            "exit side:party end:none",
            "exit side:robbers end:left",
            "ally side:robbers with:party",
            "chaos rounds:2",
        ];
        let record = apply_some_orders(record, &orders, 3, &mut dice);
        apply_order(&record, Order::Start, &mut dice)
    }

    fn generate_pc_npc_fight(per_side: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        start_fight_of(2 * per_side, &mut dice, |index, dice| {
            let body = generate_body(dice);
            build_numbered_join_order(index, body, index >= per_side, false)
        })
    }

    fn generate_mirror_fight(per_side: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let bodies: Vec<Body> = (0..per_side).map(|_| generate_body(&mut dice)).collect();
        start_fight_of(2 * per_side, &mut dice, |index, _| {
            let side = ["party", "opposition"][index / per_side].into();
            let body = Body { side, ..bodies[index % per_side].clone() };
            build_numbered_join_order(index, body, false, false)
        })
    }

    fn pick_gm_order(fight: &Fight<Self>, rng: &mut SeededDice) -> Option<Order<Self>> {
        let (who, combatant) = pick_combatant(fight, rng, Body::is_active)?;
        let zone = ZoneId(rng.number_below(fight.zones.len()) as u8);
        let condition = ConditionName::ALL[rng.number_below(ConditionName::ALL.len())];
        Some(match rng.number_below(10) {
            0 | 1 => Order::System(SystemOrder::SetCondition { who, condition, is_on: true }),
            2 => Order::System(SystemOrder::SetProne {
                who,
                is_prone: !combatant.body.is_prone || rng.number_below(2) == 0,
            }),
            3 => Order::System(SystemOrder::PlaceCombatant {
                who,
                mark: 5 * rng.number_below(6) as u16,
            }),
            4 => Order::System(SystemOrder::GiveBoon { who, effect: BoonEffect::Disadvantage }),
            5 => Order::System(SystemOrder::SetChaos(ChaosMode::UntilRound(fight.round + 1))),
            6 => {
                let hazard = Some(Hazard {
                    damage: DiceCode::from_dice(4),
                    is_secret: rng.number_below(2) == 0,
                });
                Order::System(SystemOrder::SetHazard { zone, hazard })
            }
            7 if fight.combatants.len() < 14 => {
                let is_npc = rng.number_below(2) == 0;
                build_numbered_join_order(fight.combatants.len(), generate_body(rng), is_npc, false)
            }
            8 => Order::System(SystemOrder::AddLuck { who, amount: 1 }),
            _ => Order::Reveal(who),
        })
    }

    fn sample_slot_values(slot: &str) -> &'static [&'static str] {
        match slot {
            "to" => &["0", "15", "25", "40", "55", "7", "A", "C", "Z"],
            "weapon" | "item" => {
                &["sword", "spear", "knife", "unarmed", "fangs", "flash powder", "harp"]
            }
            "action" => &["free", "bonus", "full", "sprint", "tumble"],
            "how" => &["arena", "grapple", "misdirection", "psych", "awareness", "insult", "sing"],
            "direction" => &["left", "right", "down", "up"],
            "object" => &["crate", "rock"],
            "kind" => &["attack", "move", "interact", "dance"],
            "skill" => &["martial", "insult", "tumble", "medicine", "focus", "recover", "cooking"],
            "match" => &["ask", "always", "never", "perhaps"],
            // Readied actions that are not offered as such are tested by scripts.
            "trigger" => &["attacked"],
            _ => &[],
        }
    }
}

const GEAR: &[&str] = &[
    r#"{"name": "knife", "weapon": {"category": "close", "damage": "3D+2"}}"#,
    r#"{"name": "rapier", "weapon": {"category": "light", "damage": "4D"}}"#,
    r#"{"name": "sword", "weapon": {"category": "martial", "damage": "4D+2"}}"#,
    r#"{"name": "axe", "hands": 2, "weapon": {"category": "martial", "damage": "5D+2"}}"#,
    r#"{"name": "spear", "hands": 2, "weapon": {"category": "long", "damage": "5D"}}"#,
    r#"{"name": "fangs", "hands": 0, "weapon": {"category": "unarmed", "damage": "4D"}}"#,
    r#"{"name": "field kit", "aids": "medicine"}"#,
    r#"{"name": "flash powder", "aids": "misdirection", "once": true}"#,
];

/// Generates a body with random values and gear.
fn generate_body(dice: &mut SeededDice) -> Body {
    let mut body = Body::default();
    for attribute in Attribute::ALL {
        *body.attribute_code_mut(attribute) =
            DiceCode { dice: 1 + dice.number_below(4) as u8, pips: dice.number_below(3) as u8 };
    }
    for skill in Skill::ALL {
        let attribute_code = body.attribute_code(skill.attribute());
        let code =
            DiceCode { dice: attribute_code.dice + dice.number_below(3) as u8, ..attribute_code };
        body.skills.set(skill, Some(code).filter(|_| dice.number_below(3) > 0));
    }
    body.move_feet = 20 + 5 * dice.number_below(7) as u16;
    body.armour = dice.number_below(5) as u8;
    (body.luck, body.action_points) = (dice.number_below(3) as u8, dice.number_below(3) as u8);
    body.rarity = 5 + 5 * dice.number_below(4) as u8;
    for _ in 0..1 + dice.number_below(3) {
        let item: Item = serde_json::from_str(pick_random(dice, GEAR)).expect("an item that reads");
        body.gear.push(item);
    }
    if dice.number_below(4) == 0 {
        body.match_order = MatchOrder::ALL[dice.number_below(MatchOrder::ALL.len())];
        body.resist_order = ResistOrder::ALL[dice.number_below(ResistOrder::ALL.len())];
    }
    body
}
