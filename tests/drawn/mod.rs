//! Fights drawn by seed, for random play and benches: 2 to 12 combatants, with settings, surprise,
//! limits and hazards at random.

use riposte::content;
use riposte::engine::System;
use riposte::engine::dice::Seeded;
use riposte::engine::fight::{Combatant, Fight, Order};
use riposte::engine::game::patched;
use riposte::engine::ids::UserId;
use riposte::engine::rules::dr12::Dr12;
use riposte::engine::saved::{Deed, Input, Saved};
use riposte::engine::words::Words;
use riposte::engine::zones::Zones;

pub fn pick<'a>(dice: &mut Seeded, list: &[&'a str]) -> &'a str {
    list[dice.below(list.len())]
}

/// Reads `verb slot:value slot:value`, values without spaces.
pub fn words(text: &str) -> Words {
    let mut parts = text.split(' ');
    let verb = Words::new(parts.next().unwrap_or_default());
    parts
        .filter_map(|part| part.split_once(':'))
        .fold(verb, |words, (slot, value)| words.with(slot, value))
}

/// The same fight for the same seed, started.
pub fn fight(seed: u64) -> Saved<Dr12> {
    let mut dice = Seeded::new(seed);
    let size = 2 + dice.below(11);
    let mut saved = Saved::default();
    for at in 0..size {
        let is_npc = at == 1 || (at > 1 && dice.below(2) == 0);
        let kit: &[&str] = if is_npc {
            &["raider", "bowman", "venom spider", "brute"]
        } else {
            &["warrior", "rogue", "adept"]
        };
        let from = pick(&mut dice, kit);
        let side = if is_npc && at > 1 && dice.below(6) == 0 { Some("party") } else { None };
        let is_hidden = is_npc && at > 1 && dice.below(8) == 0;
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
        let settings = patched(&saved.fight.settings, key, value).expect("a setting that fits");
        saved = order(&saved, Order::Configure(Box::new(settings)), &mut dice);
    }
    let layouts = ["A - B - C", "A-B, B-C, C-A, C-D", "A - B", "A - B - C - D - E"];
    let zones = Zones::read(pick(&mut dice, &layouts)).expect("a layout that reads");
    saved = order(&saved, Order::Lay(zones), &mut dice);
    for text in [
        "limit zone:B count:3",
        "hazard zone:B attribute:con dr:10 trigger:both damage:d4",
        "hazard zone:A attribute:dex ailment:weakened,stuck secret:true trigger:enter",
        "surprise side:enemy",
        "surprise side:party",
    ] {
        if dice.below(3) == 0 {
            let own = Dr12::read_order(&saved.fight, &words(text)).expect("an order that reads");
            saved = order(&saved, Order::Rule(own), &mut dice);
        }
    }
    order(&saved, Order::Start, &mut dice)
}

/// Four Characters against four NPCs, started: what the benches play.
pub fn four_against_four(seed: u64) -> Fight<Dr12> {
    let mut dice = Seeded::new(seed);
    let mut saved = Saved::default();
    let kit = ["warrior", "rogue", "adept", "warrior", "raider", "bowman", "venom spider", "brute"];
    for (at, from) in kit.into_iter().enumerate() {
        saved = order(&saved, join(at, from, at > 3, false, None), &mut dice);
    }
    order(&saved, Order::Start, &mut dice).fight
}

fn join(at: usize, from: &str, is_npc: bool, is_hidden: bool, side: Option<&str>) -> Order<Dr12> {
    let fields = side.map(|side| ("side".into(), side.into())).into_iter().collect();
    let body = content::make("dr12", from, &fields).expect("the kit is whole");
    Order::Join(Box::new(Combatant {
        name: format!("{from} {at}"),
        user: (!is_npc).then_some(UserId(100 + at as u64)),
        is_hidden,
        is_removed: false,
        body: serde_json::from_value(body).expect("a body of the kit fits"),
    }))
}

pub fn order(saved: &Saved<Dr12>, order: Order<Dr12>, dice: &mut Seeded) -> Saved<Dr12> {
    let outcome = saved.take(Input::Deed(Deed::Order(order)), dice);
    outcome.expect("a set-up order is taken").saved
}
