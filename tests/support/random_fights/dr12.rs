//! Fights of DR12 drawn by seed: 2 to 12 combatants, with settings, surprise, limits and hazards at
//! random.

use riposte::content;
use riposte::engine::Codec;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Fight, Order};
use riposte::engine::core::ids::UserId;
use riposte::engine::core::zones::ZoneMap;
use riposte::engine::game::{Game, with_field_set};
use riposte::engine::resolution::fight_record::FightRecord;
use riposte::engine::rules::dr12::Dr12;
use riposte::engine::rules::dr12::orders::Order as Own;
use riposte::engine::rules::dr12::sheet::{Ailment, Attribute, Cure, NextTest};

use super::{Drawn, order, pick, words};

impl Drawn for Dr12 {
    fn fight(seed: u64) -> FightRecord<Self> {
        fight(seed)
    }

    fn against(each: usize, seed: u64) -> Fight<Self> {
        against(each, seed)
    }

    fn mirrored(each: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        let mut saved = FightRecord::default();
        let kits = ["warrior", "rogue", "adept"];
        for at in 0..2 * each {
            let side = if at < each { "party" } else { "enemy" };
            let from = kits[(at % each + seed as usize) % kits.len()];
            saved = order(&saved, join(at, from, false, false, Some(side)), &mut dice);
        }
        order(&saved, Order::Start, &mut dice).base_fight
    }

    fn game(saved: FightRecord<Self>) -> Game {
        Game::Dr12(saved)
    }

    /// To somebody standing.
    fn drawn_order(fight: &Fight<Self>, choice: &mut SeededDice) -> Option<Order<Self>> {
        let standing: Vec<_> = fight.iter().filter(|(_, one)| one.body.is_standing()).collect();
        let (who, one) = standing[choice.number_below(standing.len())];
        Some(Order::System(match choice.number_below(5) {
            0 => Own::Heal { who, amount: 2 },
            1 => Own::Harm { who, amount: 1 },
            2 => {
                let next = NextTest { has_advantage: true, ..one.body.next_test };
                Own::SetNextTest { who, next }
            }
            3 => {
                let cure = Cure::new(Attribute::Str, 10);
                Own::InflictAilment { who, ailment: Ailment::Stuck, cure }
            }
            _ if one.body.stuck.is_some() => Own::CureAilment { who, ailment: Ailment::Stuck },
            _ => return None,
        }))
    }

    fn values(slot: &str) -> &'static [&'static str] {
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

/// The fight of a seed, started.
fn fight(seed: u64) -> FightRecord<Dr12> {
    let mut dice = SeededDice::new(seed);
    let size = 2 + dice.number_below(11);
    let mut saved = FightRecord::default();
    for at in 0..size {
        let is_npc = at == 1 || (at > 1 && dice.number_below(2) == 0);
        let kit: &[&str] = if is_npc {
            &["raider", "bowman", "venom spider", "brute"]
        } else {
            &["warrior", "rogue", "adept"]
        };
        let from = pick(&mut dice, kit);
        let side = if is_npc && at > 1 && dice.number_below(6) == 0 { Some("party") } else { None };
        let is_hidden = is_npc && at > 1 && dice.number_below(8) == 0;
        saved = order(&saved, join(at, from, is_npc, is_hidden, side), &mut dice);
    }
    for (key, values) in [
        ("party_order", &["rolled", "any"][..]),
        ("shield_sacrifice", &["true", "false"]),
        ("npc_provoke", &["true", "false"]),
        ("avoid_rolls", &["prompt", "auto"]),
        ("friendly_targets", &["false", "false", "false", "true"]),
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
        "limit zone:B count:3",
        "hazard zone:B attribute:con dr:10 trigger:both damage:d4",
        "hazard zone:A attribute:dex ailment:weakened,stuck secret:true trigger:enter",
        "surprise side:enemy",
        "surprise side:party",
    ] {
        if dice.number_below(3) == 0 {
            let own =
                Dr12::parse_order(&saved.base_fight, &words(text)).expect("an order that reads");
            saved = order(&saved, Order::System(own), &mut dice);
        }
    }
    order(&saved, Order::Start, &mut dice)
}

/// As many NPCs as Characters, started: what the benches play.
fn against(each: usize, seed: u64) -> Fight<Dr12> {
    let mut dice = SeededDice::new(seed);
    let mut saved = FightRecord::default();
    let kits =
        [["warrior", "rogue", "adept", "warrior"], ["raider", "bowman", "venom spider", "brute"]];
    for at in 0..2 * each {
        let is_npc = at >= each;
        let from = kits[usize::from(is_npc)][at % each % 4];
        saved = order(&saved, join(at, from, is_npc, false, None), &mut dice);
    }
    order(&saved, Order::Start, &mut dice).base_fight
}

fn join(at: usize, from: &str, is_npc: bool, is_hidden: bool, side: Option<&str>) -> Order<Dr12> {
    let fields = side.map(|side| ("side".into(), side.into())).into_iter().collect();
    let body = content::make_body_from_built_in("dr12", from, &fields).expect("the kit is whole");
    let user = (!is_npc).then_some(UserId(100 + at as u64));
    let body = serde_json::from_value(body).expect("a body of the kit fits");
    super::join((at, format!("{from} {at}")), user, body, is_hidden)
}
