//! Fights of `factions` drawn by seed: 2 to 4 factions, 2 to 12 combatants, with settings, tags,
//! alliances, ambushes and standing orders at random.

use riposte::engine::Codec;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Fight, Order};
use riposte::engine::core::ids::{UserId, ZoneId};
use riposte::engine::core::zones::ZoneMap;
use riposte::engine::game::{Game, with_field_set};
use riposte::engine::resolution::fight_record::FightRecord;
use riposte::engine::rules::factions::Factions;
use riposte::engine::rules::factions::orders::Order as Own;
use riposte::engine::rules::factions::sheet::{Body, OpportunityStance};
use riposte::engine::rules::factions::state::CombatantFlag;
use riposte::engine::rules::factions::zones::Place;

use super::{Drawn, order, pick, words};

impl Drawn for Factions {
    fn fight(seed: u64) -> FightRecord<Self> {
        fight(seed)
    }

    fn against(each: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let mut saved = FightRecord::default();
        for at in 0..2 * each {
            let (is_npc, faction) = if at >= each { (true, "Foes") } else { (false, "Heroes") };
            saved = order(&saved, join(at, body(at, &mut dice), is_npc, faction), &mut dice);
        }
        order(&saved, Order::Start, &mut dice).base_fight
    }

    fn mirrored(each: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let bodies: Vec<Body> = (0..each).map(|at| body(2 * at, &mut dice)).collect();
        let zones = ZoneMap::parse("A - B").expect("a layout that reads");
        let mut saved = order(&FightRecord::default(), Order::SetZones(zones), &mut dice);
        for at in 0..2 * each {
            let body = Body { zone: Some(ZoneId((at / each) as u8)), ..bodies[at % each].clone() };
            let faction = ["Heroes", "Foes"][at / each];
            saved = order(&saved, join(at, body, true, faction), &mut dice);
        }
        order(&saved, Order::Start, &mut dice).base_fight
    }

    fn game(saved: FightRecord<Self>) -> Game {
        Game::Factions(saved)
    }

    fn drawn_order(fight: &Fight<Self>, choice: &mut SeededDice) -> Option<Order<Self>> {
        let there: Vec<_> = fight.iter().filter(|(_, one)| one.body.is_on_map()).collect();
        let (who, one) = *there.get(choice.number_below(there.len()))?;
        let zone = ZoneId(choice.number_below(fight.zones.len()) as u8);
        Some(match choice.number_below(6) {
            0 => Order::System(Own::Heal { who, amount: 2 }),
            1 => Order::System(Own::Harm { who, amount: 1 }),
            2 => Order::System(Own::Place { who, to: Place::in_zone(zone) }),
            3 => Order::System(Own::SetFlag {
                who,
                flag: CombatantFlag::Unseen,
                is_on: !one.body.unseen,
            }),
            4 => Order::System(Own::SetFlag {
                who,
                flag: CombatantFlag::Broken,
                is_on: !one.body.broken,
            }),
            _ => Order::Reveal(who),
        })
    }

    fn values(slot: &str) -> &'static [&'static str] {
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

fn body(at: usize, dice: &mut SeededDice) -> Body {
    let item = |text: &str| serde_json::from_str(text).expect("an item that reads");
    let mut body = Body::default();
    (body.str, body.agi) = (6 + dice.number_below(10) as u8, 6 + dice.number_below(10) as u8);
    body.wit = 6 + dice.number_below(10) as u8;
    body.health_max = 3 + dice.number_below(7) as u8;
    body.health = body.health_max;
    body.armour = dice.number_below(3) as u8;
    for _ in 0..1 + dice.number_below(3) {
        let mut one: riposte::engine::rules::factions::sheet::Item =
            item(WEAPONS[dice.number_below(WEAPONS.len())]);
        one.is_held = !one.is_natural && body.free_hands() >= one.hands_needed;
        body.gear.push(one);
    }
    if dice.number_below(2) == 0 {
        body.gear.push(item(REMEDIES[dice.number_below(REMEDIES.len())]));
    }
    let traits = ["immune_to_fear", "elusive", "bodyguard"];
    for one in traits {
        if dice.number_below(5) == 0 {
            body.traits.push(serde_json::from_value(one.into()).expect("a trait"));
        }
    }
    let paces = ["slow", "normal", "fast"];
    body.pace = serde_json::from_value(pick(dice, &paces).into()).expect("a pace");
    body.stance = [
        OpportunityStance::Ask,
        OpportunityStance::Ask,
        OpportunityStance::Always,
        OpportunityStance::Never,
    ][dice.number_below(4)];
    body.zone = Some(ZoneId((at % 2) as u8));
    body
}

fn join(at: usize, body: Body, is_npc: bool, faction: &str) -> Order<Factions> {
    let user = (!is_npc).then_some(UserId(100 + (at % 3) as u64));
    let body = Body { faction: faction.into(), ..body };
    super::join((at, format!("one {at}")), user, body, false)
}

fn fight(seed: u64) -> FightRecord<Factions> {
    let mut dice = SeededDice::new(seed);
    let size = 2 + dice.number_below(11);
    let factions = 2 + dice.number_below(3);
    let mut saved = FightRecord::default();
    for at in 0..size {
        let is_npc = at == 1 || (at > 1 && dice.number_below(2) == 0);
        let place = if at < factions { at } else { dice.number_below(factions) };
        let faction = ["Heroes", "Foes", "Wolves", "Rogues"][place];
        let mut body = body(at, &mut dice);
        body.concealed = at > 1 && dice.number_below(8) == 0;
        if dice.number_below(4) == 0 {
            body.group = pick(&mut dice, &["Guard", "Pack"]).into();
        }
        saved = order(&saved, join(at, body, is_npc, faction), &mut dice);
    }
    for (key, values) in [
        ("fast_slow", &["true", "false"][..]),
        ("chaos", &["true", "false"]),
        ("player_morale", &["true", "false"]),
        ("reveal_nearby", &["true", "false"]),
        ("npc_durability", &["true", "false"]),
        ("complex_interactions", &["true", "false"]),
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
    ] {
        if dice.number_below(3) == 0 {
            let said = words(text);
            let said = said
                .slots
                .iter()
                .fold(words(text), |all, (slot, value)| all.with(slot, value.replace('_', " ")));
            if let Ok(own) = Factions::parse_order(&saved.base_fight, &said) {
                saved = order(&saved, Order::System(own), &mut dice);
            }
        }
    }
    let started = saved.apply_input(
        riposte::engine::resolution::fight_record::FightInput::Action(
            riposte::engine::resolution::fight_record::RecordedAction::Order(Order::Start),
        ),
        &mut dice,
    );
    // All are allied with each other: another seed.
    started.map_or_else(|_| fight(seed + 1_000_000_007), |outcome| outcome.record)
}
