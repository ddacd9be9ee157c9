//! Fights of `ranks` drawn by seed: 2 to 12 combatants of two or three sides, with settings,
//! terrain, hazards, objects, conditions, gear and hidden NPCs at random.

use riposte::engine::Codec;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Fight, Order};
use riposte::engine::core::ids::{UserId, ZoneId};
use riposte::engine::core::zones::ZoneMap;
use riposte::engine::game::{Game, with_field_set};
use riposte::engine::resolution::fight_record::FightRecord;
use riposte::engine::rules::ranks::Ranks;
use riposte::engine::rules::ranks::advantages::BoonEffect;
use riposte::engine::rules::ranks::conditions::ConditionName;
use riposte::engine::rules::ranks::orders::Order as Own;
use riposte::engine::rules::ranks::sheet::{
    Attribute, Body, DiceCode, Item, MatchOrder, ResistOrder, Skill,
};
use riposte::engine::rules::ranks::state::{ChaosMode, Hazard};

use super::{Drawn, order, pick, words};

impl Drawn for Ranks {
    fn fight(seed: u64) -> FightRecord<Self> {
        fight(seed)
    }

    fn against(each: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let mut saved = FightRecord::default();
        for at in 0..2 * each {
            let body = body(&mut dice);
            saved = order(&saved, join(at, body, at >= each, false), &mut dice);
        }
        order(&saved, Order::Start, &mut dice).base_fight
    }

    fn mirrored(each: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let bodies: Vec<Body> = (0..each).map(|_| body(&mut dice)).collect();
        let mut saved = FightRecord::default();
        for at in 0..2 * each {
            let side = ["party", "opposition"][at / each].into();
            let body = Body { side, ..bodies[at % each].clone() };
            saved = order(&saved, join(at, body, false, false), &mut dice);
        }
        order(&saved, Order::Start, &mut dice).base_fight
    }

    fn game(saved: FightRecord<Self>) -> Game {
        Game::Ranks(saved)
    }

    fn drawn_order(fight: &Fight<Self>, choice: &mut SeededDice) -> Option<Order<Self>> {
        let active: Vec<_> = fight.iter().filter(|(_, one)| one.body.is_active()).collect();
        if active.is_empty() {
            return None;
        }
        let (who, one) = active[choice.number_below(active.len())];
        let zone = ZoneId(choice.number_below(fight.zones.len()) as u8);
        let ailment = ConditionName::ALL[choice.number_below(ConditionName::ALL.len())];
        Some(match choice.number_below(10) {
            0 | 1 => Order::System(Own::SetCondition { who, condition: ailment, is_on: true }),
            2 => Order::System(Own::SetProne {
                who,
                is_prone: !one.body.is_prone || choice.number_below(2) == 0,
            }),
            3 => {
                Order::System(Own::PlaceCombatant { who, mark: 5 * choice.number_below(6) as u16 })
            }
            4 => Order::System(Own::GiveBoon { who, effect: BoonEffect::Disadvantage }),
            5 => Order::System(Own::SetChaos(ChaosMode::UntilRound(fight.round + 1))),
            6 => {
                let hazard = Some(Hazard {
                    damage: DiceCode::from_dice(4),
                    is_secret: choice.number_below(2) == 0,
                });
                Order::System(Own::SetHazard { zone, hazard })
            }
            7 if fight.combatants.len() < 14 => {
                let is_npc = choice.number_below(2) == 0;
                join(fight.combatants.len(), body(choice), is_npc, false)
            }
            8 => Order::System(Own::AddLuck { who, amount: 1 }),
            _ => Order::Reveal(who),
        })
    }

    fn values(slot: &str) -> &'static [&'static str] {
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
            // What is readied in other ways than those that are offered is tried by scripts.
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

fn body(dice: &mut SeededDice) -> Body {
    let mut body = Body::default();
    for attribute in Attribute::ALL {
        *body.attribute_code_mut(attribute) =
            DiceCode { dice: 1 + dice.number_below(4) as u8, pips: dice.number_below(3) as u8 };
    }
    for skill in Skill::ALL {
        let own = body.attribute_code(skill.attribute());
        let code = DiceCode { dice: own.dice + dice.number_below(3) as u8, ..own };
        body.skills.set(skill, Some(code).filter(|_| dice.number_below(3) > 0));
    }
    body.move_feet = 20 + 5 * dice.number_below(7) as u16;
    body.armour = dice.number_below(5) as u8;
    (body.luck, body.action_points) = (dice.number_below(3) as u8, dice.number_below(3) as u8);
    body.rarity = 5 + 5 * dice.number_below(4) as u8;
    for _ in 0..1 + dice.number_below(3) {
        let item: Item = serde_json::from_str(pick(dice, GEAR)).expect("an item that reads");
        body.gear.push(item);
    }
    if dice.number_below(4) == 0 {
        body.match_order = MatchOrder::ALL[dice.number_below(MatchOrder::ALL.len())];
        body.resist_order = ResistOrder::ALL[dice.number_below(ResistOrder::ALL.len())];
    }
    body
}

fn join(at: usize, body: Body, is_npc: bool, is_hidden: bool) -> Order<Ranks> {
    let user = (!is_npc).then_some(UserId(100 + (at % 3) as u64));
    super::join((at, format!("one {at}")), user, body, is_hidden)
}

fn fight(seed: u64) -> FightRecord<Ranks> {
    let mut dice = SeededDice::new(seed);
    let size = 2 + dice.number_below(11);
    let mut saved = FightRecord::default();
    for at in 0..size {
        let is_npc = at == 1 || (at > 1 && dice.number_below(2) == 0);
        let mut body = body(&mut dice);
        if at > 1 && dice.number_below(6) == 0 {
            body.side = "robbers".into();
        }
        body.understands_speech = dice.number_below(6) > 0;
        body.mark = Some(5 * dice.number_below(6) as u16).filter(|_| dice.number_below(2) == 0);
        let is_hidden = is_npc && at > 1 && dice.number_below(6) == 0;
        saved = order(&saved, join(at, body, is_npc, is_hidden), &mut dice);
    }
    for (key, values) in [
        ("soak", &["fixed", "respond"][..]),
        ("fail_moves", &["go", "stop"]),
        ("ranks_add", &["true", "true", "false"]),
    ] {
        let value = pick(&mut dice, values);
        let settings =
            with_field_set(&saved.base_fight.settings, key, value).expect("a setting that fits");
        saved = order(&saved, Order::ChangeSettings(Box::new(settings)), &mut dice);
    }
    let layouts = ["A - B - C", "A - B", "A - B - C - D - E"];
    let zones = ZoneMap::parse(pick(&mut dice, &layouts)).expect("a layout that reads");
    saved = order(&saved, Order::SetZones(zones), &mut dice);
    for text in [
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
    ] {
        if dice.number_below(3) == 0
            && let Ok(own) = Ranks::parse_order(&saved.base_fight, &words(text))
        {
            let last_zone =
                text.starts_with("obstacle zone:B") && saved.base_fight.zones.len() == 2;
            if !last_zone {
                saved = order(&saved, Order::System(own), &mut dice);
            }
        }
    }
    order(&saved, Order::Start, &mut dice)
}
