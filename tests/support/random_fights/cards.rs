//! Fights of `cards` drawn by seed: 2 or 3 sides, 2 to 12 combatants, with settings, groups,
//! several cards, ambushes, cover, obstacles, circumstances and standing orders at random.

use riposte::engine::Codec;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Fight, Order};
use riposte::engine::core::ids::{UserId, ZoneId};
use riposte::engine::core::zones::ZoneMap;
use riposte::engine::game::{Game, with_field_set};
use riposte::engine::resolution::fight_record::{FightInput, FightRecord, RecordedAction};
use riposte::engine::rules::cards::Cards;
use riposte::engine::rules::cards::orders::Order as Own;
use riposte::engine::rules::cards::sheet::{
    Action, ActionDice, Armour, Body, CombatantTrait, FireIntensity, HarmTrack, HarmType, Item,
    Reaction, StandingOrder,
};
use riposte::engine::rules::cards::state::{ConditionFlag, TestPosition};

use super::{Drawn, order, pick, words};

impl Drawn for Cards {
    fn fight(seed: u64) -> FightRecord<Self> {
        fight(seed)
    }

    fn against(each: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let mut saved = FightRecord::default();
        for at in 0..2 * each {
            // There are ten cards: of larger sides most are NPCs in groups.
            let (is_npc, is_foe) = (at >= each.min(4), at >= each);
            let body = body(at, is_npc, &mut dice);
            let group = if each > 4 { ["band", "pack"][usize::from(is_foe)] } else { "" };
            let body = Body { dealt_card_count: 1, group: group.into(), ..body };
            saved = order(&saved, join(at, body, is_npc, is_foe.into(), false), &mut dice);
        }
        order(&saved, Order::Start, &mut dice).base_fight
    }

    fn mirrored(each: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let bodies: Vec<Body> = (0..each).map(|at| body(2 * at, false, &mut dice)).collect();
        let mut saved = FightRecord::default();
        for at in 0..2 * each {
            let zone = Some(ZoneId((at / each) as u8));
            let body = Body { dealt_card_count: 1, zone, ..bodies[at % each].clone() };
            saved = order(&saved, join(at, body, false, at / each, false), &mut dice);
        }
        order(&saved, Order::Start, &mut dice).base_fight
    }

    fn game(saved: FightRecord<Self>) -> Game {
        Game::Cards(saved)
    }

    /// To somebody who has not fled.
    fn drawn_order(fight: &Fight<Self>, choice: &mut SeededDice) -> Option<Order<Self>> {
        let there: Vec<_> = fight.iter().filter(|(_, one)| !one.body.has_fled).collect();
        let (who, one) = *there.get(choice.number_below(there.len()))?;
        let zone = ZoneId(choice.number_below(fight.zones.len()) as u8);
        let harm = HarmType::ALL[choice.number_below(2)];
        let own = match choice.number_below(12) {
            0 => Own::HealHarm { who, amount: 2, harm },
            1 => Own::DealHarm { who, amount: 2, harm },
            2 => Own::PlaceInZone { who, zone },
            3 => Own::SetCondition {
                who,
                flag: ConditionFlag::ALL[choice.number_below(7)],
                is_on: choice.number_below(2) == 0,
            },
            4 => Own::SetFire { who, intensity: Some(FireIntensity::ALL[choice.number_below(4)]) },
            5 => Own::SetFire { who, intensity: None },
            6 => Own::Poison { who, toxicity: 6, harm },
            7 => Own::Fall { who, feet: 30 },
            8 => Own::Fatigue { who, harm },
            9 => {
                let (action, position) =
                    (Action::ALL[choice.number_below(13)], TestPosition::Desperate);
                Own::CallTest { who, action, required: 1, position, harm: Some(harm) }
            }
            10 => Own::CurePoisons(who),
            _ if one.is_hidden => return Some(Order::Reveal(who)),
            _ => return None,
        };
        Some(Order::System(own))
    }

    fn values(slot: &str) -> &'static [&'static str] {
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

fn item(text: &str) -> Item {
    serde_json::from_str(text).expect("an item that reads")
}

fn body(at: usize, is_npc: bool, dice: &mut SeededDice) -> Body {
    let mut body = Body::default();
    let mut number = |most: usize| dice.number_below(most + 1) as u8;
    for attribute in [&mut body.strength, &mut body.dexterity, &mut body.intuition] {
        *attribute = 3 + number(2);
    }
    (body.reason, body.presence) = (1 + number(4), 1 + number(4));
    if is_npc {
        let mut pools = ActionDice::with_all(2);
        Action::ALL.into_iter().for_each(|action| *pools.dice_for_mut(action) = 3 + number(9));
        body.pools = Some(pools);
        (body.phys_cap, body.ment_cap) = (1 + number(3), 1 + number(3));
        body.track = if number(5) == 0 { HarmTrack::Slots } else { HarmTrack::Points };
        body.dealt_card_count = if number(7) == 0 { 2 } else { 1 };
        body.fear_value = if number(4) == 0 { 2 } else { 0 };
        body.group = pick(dice, &["", "pack", "band", "band"]).into();
        for one in CombatantTrait::ALL {
            if dice.number_below(6) == 0 {
                body.traits.push(one);
            }
        }
    } else {
        for slots in [&mut body.phys_slots, &mut body.ment_slots] {
            (slots.lesser, slots.moderate) = (number(1), number(1));
        }
        let actions = &mut body.actions;
        Action::ALL.into_iter().for_each(|action| *actions.dice_for_mut(action) = 1 + number(4));
    }
    if dice.number_below(4) == 0 {
        let finesse_penalty = dice.number_below(2) as u8;
        body.armour = Some(Armour { name: "hide".into(), dice: 2, finesse_penalty });
    }
    for _ in 0..1 + dice.number_below(4) {
        let mut one = item(ITEMS[dice.number_below(ITEMS.len())]);
        one.is_held = !one.is_natural && body.free_hands() >= one.hands;
        body.gear.push(one);
    }
    if dice.number_below(3) == 0 {
        let reaction = Reaction::ALL[dice.number_below(6)];
        body.standing_orders.set_order(reaction, StandingOrder::ALL[dice.number_below(3)]);
    }
    body.is_apart = dice.number_below(8) == 0;
    body.zone = Some(ZoneId((at % 2) as u8));
    body
}

fn join(at: usize, body: Body, is_npc: bool, side: usize, is_hidden: bool) -> Order<Cards> {
    let user = (!is_npc).then_some(UserId(100 + (at % 3) as u64));
    let body = Body { side: ["Heroes", "Foes", "Wolves"][side].into(), ..body };
    super::join((at, format!("one {at}")), user, body, is_hidden)
}

fn fight(seed: u64) -> FightRecord<Cards> {
    let mut dice = SeededDice::new(seed);
    let size = 2 + dice.number_below(11);
    let sides = 2 + dice.number_below(2);
    let mut saved = FightRecord::default();
    for at in 0..size {
        let is_npc = at == 1 || (at > 1 && dice.number_below(3) > 0);
        // Two PCs with severe Harm and without friends could only look at each other
        // (CARDS-HARM-4).
        let side = match at {
            _ if !is_npc => 0,
            at if at < sides => at,
            _ => dice.number_below(sides),
        };
        let body = body(at, is_npc, &mut dice);
        let is_hidden = at > 1 && is_npc && dice.number_below(6) == 0;
        saved = order(&saved, join(at, body, is_npc, side, is_hidden), &mut dice);
    }
    for (key, values) in [
        ("swap_hold", &["0", "0", "10"][..]),
        ("dodge_close", &["true", "false"]),
        ("fear_count_self", &["true", "false"]),
        ("position", &["off", "controlled", "desperate"]),
        ("position_harm", &["phys", "ment"]),
        ("flee_action", &["any", "any", "finesse", "sneak"]),
        ("stowed", &["true", "false", "false"]),
        ("poison_at_end", &["true", "false"]),
        ("harm_dice", &["next_test", "next_test", "lasting"]),
        ("fall_dice", &["1", "1", "3"]),
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
    ] {
        if dice.number_below(4) == 0
            && let Ok(own) = Cards::parse_order(&saved.base_fight, &words(text))
        {
            saved = order(&saved, Order::System(own), &mut dice);
        }
    }
    // More cards are needed than there are, say: another seed.
    let started =
        saved.apply_input(FightInput::Action(RecordedAction::Order(Order::Start)), &mut dice);
    started.map_or_else(|_| fight(seed + 1_000_000_007), |outcome| outcome.record)
}
