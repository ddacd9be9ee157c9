//! Fights of `fates` drawn by seed: 2 to 12 combatants of both sides, with settings, doors, traits,
//! Wounds, gear and hidden NPCs at random.

use riposte::engine::Codec;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Fight, Order};
use riposte::engine::core::ids::{UserId, ZoneId};
use riposte::engine::core::zones::ZoneMap;
use riposte::engine::game::{Game, with_field_set};
use riposte::engine::resolution::fight_record::FightRecord;
use riposte::engine::rules::fates::Fates;
use riposte::engine::rules::fates::orders::Order as Own;
use riposte::engine::rules::fates::sheet::{
    Attribute, Body, DamageType, Item, NpcTier, Side, Skill,
};

use super::{Drawn, order, pick, words};

impl Drawn for Fates {
    fn fight(seed: u64) -> FightRecord<Self> {
        fight(seed)
    }

    fn against(each: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let mut saved = FightRecord::default();
        for at in 0..2 * each {
            let body =
                Body { initiative_score: Some((2 * each + 1 - at) as u8), ..body(at, &mut dice) };
            saved = order(&saved, join(at, body, at >= each, false), &mut dice);
        }
        order(&saved, Order::Start, &mut dice).base_fight
    }

    fn mirrored(each: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let bodies: Vec<Body> = (0..each).map(|at| body(2 * at, &mut dice)).collect();
        let mut saved = FightRecord::default();
        for at in 0..2 * each {
            // In turns, one of each side after the other.
            let score = Some((2 * (each - at % each) + (at / each + at % each) % 2) as u8);
            let (side, zone) = ([Side::Party, Side::Opposition][at / each], at / each);
            let (side, zone) = (Some(side), Some(ZoneId(zone as u8)));
            let body = Body { initiative_score: score, side, zone, ..bodies[at % each].clone() };
            saved = order(&saved, join(at, body, false, false), &mut dice);
        }
        order(&saved, Order::Start, &mut dice).base_fight
    }

    fn game(saved: FightRecord<Self>) -> Game {
        Game::Fates(saved)
    }

    fn drawn_order(fight: &Fight<Self>, choice: &mut SeededDice) -> Option<Order<Self>> {
        let active: Vec<_> = fight.iter().filter(|(_, one)| one.body.is_active()).collect();
        if active.is_empty() {
            return None;
        }
        let (who, one) = active[choice.number_below(active.len())];
        let zone = ZoneId(choice.number_below(fight.zones.len()) as u8);
        let amount = 1 + choice.number_below(12) as u8;
        Some(match choice.number_below(8) {
            0 | 1 => Order::System(Own::DealDamage { who, amount, damage_type: None }),
            2 => Order::System(Own::DealDamage {
                who,
                amount,
                damage_type: Some(DamageType::Energy),
            }),
            3 => Order::System(Own::RestoreResolve { who, amount: 2 }),
            4 => Order::System(Own::PlaceInZone { who, zone }),
            5 if one.body.held_action.is_some() => Order::System(Own::FireHeldAction(who)),
            6 if fight.combatants.len() < 14 => {
                let is_npc = choice.number_below(2) == 0;
                join(fight.combatants.len(), body(0, choice), is_npc, false)
            }
            _ => Order::Reveal(who),
        })
    }

    fn values(slot: &str) -> &'static [&'static str] {
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
            // What is held in other ways than those that are offered is tried by scripts.
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

fn body(at: usize, dice: &mut SeededDice) -> Body {
    let mut body = Body::default();
    for attribute in Attribute::ALL {
        *body.attribute_mut(attribute) = 1 + dice.number_below(6) as u8;
    }
    body.power = dice.number_below(4) as u8;
    for skill in Skill::ALL {
        body.skills.set_rank(skill, 1 + dice.number_below(3) as u8);
    }
    body.initiative_rank = dice.number_below(4) as u8;
    // Even one die and a rank of 1 can reach it: the rules themselves end no fight in which nobody
    // can hit anybody.
    body.defense = 4 + dice.number_below(4) as u8;
    body.resolve_max = 4 + dice.number_below(12) as u8;
    body.resolve = body.resolve_max;
    (body.ar_physical, body.ar_energy) = (dice.number_below(4) as u8, dice.number_below(4) as u8);
    body.fate_points = dice.number_below(3) as u8;
    for _ in 0..1 + dice.number_below(3) {
        let item: Item = serde_json::from_str(pick(dice, GEAR)).expect("an item that reads");
        if body.item_in_hand.is_empty() && !item.is_natural {
            body.item_in_hand = item.name.clone();
        }
        body.gear.push(item);
    }
    body.zone = Some(ZoneId((at % 2) as u8));
    body
}

fn join(at: usize, body: Body, is_npc: bool, is_hidden: bool) -> Order<Fates> {
    let user = (!is_npc).then_some(UserId(100 + (at % 3) as u64));
    super::join((at, format!("one {at}")), user, body, is_hidden)
}

fn fight(seed: u64) -> FightRecord<Fates> {
    let mut dice = SeededDice::new(seed);
    let size = 2 + dice.number_below(11);
    let mut saved = FightRecord::default();
    for at in 0..size {
        let is_npc = at == 1 || (at > 1 && dice.number_below(2) == 0);
        let mut body = body(at, &mut dice);
        if dice.number_below(3) == 0 {
            body.tier = NpcTier::Significant;
        }
        body.is_major_npc = dice.number_below(4) == 0;
        if at > 1 && dice.number_below(5) == 0 {
            body.side = Some([Side::Party, Side::Opposition][dice.number_below(2)]);
        }
        if at > 1 && dice.number_below(4) == 0 {
            (body.is_wounded, body.resolve) = (true, 0);
        }
        body.never_the_same_count = dice.number_below(3) as u8;
        let is_hidden = is_npc && at > 1 && dice.number_below(8) == 0;
        saved = order(&saved, join(at, body, is_npc, is_hidden), &mut dice);
    }
    for (key, values) in [
        ("destiny", &["momentum", "off"][..]),
        ("absent", &["defend", "pass", "wait"]),
        ("flee_range", &["extreme", "extreme", "closer"]),
        ("scene", &["combat", "chase"]),
    ] {
        let value = pick(&mut dice, values);
        let settings =
            with_field_set(&saved.base_fight.settings, key, value).expect("a setting that fits");
        saved = order(&saved, Order::ChangeSettings(Box::new(settings)), &mut dice);
    }
    let layouts = ["A - B - C", "A-B, B-C, C-A, C-D", "A - B", "A - B - C - D - E"];
    let zones = ZoneMap::parse(pick(&mut dice, &layouts)).expect("a layout that reads");
    saved = order(&saved, Order::SetZones(zones), &mut dice);
    for text in [
        "door zone:A to:B state:closed",
        "door zone:A to:B state:open",
        "door zone:B to:C state:locked",
        "loose zone:A item:crate",
    ] {
        if dice.number_below(3) == 0
            && let Ok(own) = Fates::parse_order(&saved.base_fight, &words(text))
        {
            saved = order(&saved, Order::System(own), &mut dice);
        }
    }
    order(&saved, Order::Start, &mut dice)
}
