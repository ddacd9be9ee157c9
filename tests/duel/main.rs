//! The rule system that `docs/TUTORIAL.md` builds: a duel. It is no part of the program. These
//! tests play it on the engine as any other system: its scripts, and random fights in which the
//! invariants are checked.

#[allow(dead_code)]
#[macro_use]
#[path = "../support/random_fights/mod.rs"]
mod random_fights;
#[path = "../support/checked_fights.rs"]
mod checked_fights;
mod kit;
mod narration;
mod rules;
mod script_player;

use std::collections::BTreeSet;
use std::sync::Arc;

use ::narration::catalogue::register_system_sentences;
use engine::core::dice::SeededDice;
use engine::core::fight::{Fight, Order};
use engine::core::ids::UserId;
use engine::resolution::fight_record::FightRecord;
use fight_script::parse::parse_script;
use random_fights::{FightGenerator, apply_order, build_join_order, pick_random};
use rules::Duel;
use script_player::ScriptPlayer;

const SENTENCES: &str = include_str!("duel.ftl");
const RULES: &str = include_str!("rules.md");
const SCRIPTS: [(&str, &str); 2] = [
    ("story.fight", include_str!("scripts/story.fight")),
    ("turns.fight", include_str!("scripts/turns.fight")),
];

#[test]
fn scripts_of_the_duel_hold() {
    register_system_sentences(SENTENCES);
    for (file, text) in SCRIPTS {
        let script = parse_script(file, text).expect("a script that reads");
        ScriptPlayer::<Duel>::play(&script, kit::load_kit().expect("a kit that reads"));
    }
}

/// What `tests/tidy.rs` checks of the systems of the program.
#[test]
fn every_rule_of_the_duel_is_cited_in_a_script() {
    let ids = |text: &str| -> BTreeSet<String> {
        let words = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '-'));
        words.filter(|word| word.starts_with("DUEL-")).map(String::from).collect()
    };
    let scripts: String = SCRIPTS.into_iter().map(|(_, text)| text).collect();
    assert_eq!(ids(RULES), ids(&scripts));
}

#[test]
fn duellists_of_the_kit_and_of_a_server_can_be_made() {
    let custom =
        kit::parse_custom_kit_over_built_in("[creatures.duke]\nhp = 9\nskill = 4").expect("a kit");
    for (kit, template, skill) in
        [(kit::load_kit().expect("a kit"), "fencer", 3), (Arc::clone(&custom), "duke", 4)]
    {
        let body = kit.make_body(template, &content::Fields::new()).expect("a body");
        assert_eq!(body["skill"], skill);
    }
    assert!(custom.make_body("bishop", &content::Fields::new()).is_err());
}

#[test]
fn random_duels_end() {
    checked_fights::fights_end_and_every_offer_is_accepted::<Duel>();
}

#[test]
fn invariants_hold_in_random_duels() {
    checked_fights::invariants_hold_at_every_step_of_a_fight::<Duel>();
    checked_fights::same_seed_gives_the_same_fight::<Duel>();
    checked_fights::hidden_npc_is_invisible_to_players::<Duel>();
}

impl FightGenerator for Duel {
    fn generate_fight(seed: u64) -> FightRecord<Self> {
        let mut dice = SeededDice::new(seed);
        let size = 2 + dice.number_below(5);
        generate_duel(size, &mut dice, |index, dice| {
            let is_npc = index == 1 || (index > 1 && dice.number_below(2) == 0);
            (is_npc, is_npc && index > 1 && dice.number_below(4) == 0)
        })
    }

    fn generate_pc_npc_fight(per_side: usize, seed: u64) -> Fight<Self> {
        let mut dice = SeededDice::new(seed);
        generate_duel(2 * per_side, &mut dice, |index, _| (index >= per_side, false)).base_fight
    }

    fn generate_mirror_fight(per_side: usize, seed: u64) -> Fight<Self> {
        Self::generate_pc_npc_fight(per_side, seed)
    }

    fn pick_gm_order(_: &Fight<Self>, _: &mut SeededDice) -> Option<Order<Self>> {
        None
    }

    fn sample_slot_values(slot: &str) -> &'static [&'static str] {
        match slot {
            "zone" => &["Near", "Far", "Moon"],
            _ => &[],
        }
    }
}

/// Generates a started duel. `pick_kind` says of each index whether it is an NPC, and hidden.
fn generate_duel(
    size: usize,
    dice: &mut SeededDice,
    mut pick_kind: impl FnMut(usize, &mut SeededDice) -> (bool, bool),
) -> FightRecord<Duel> {
    let kit = kit::load_kit().expect("a kit that reads");
    let mut record = FightRecord::default();
    for index in 0..size {
        let (is_npc, is_hidden) = pick_kind(index, dice);
        let templates = if is_npc { ["bravo", "fencing master"] } else { ["fencer", "brawler"] };
        let template = pick_random(dice, &templates);
        let body = kit.make_body(template, &content::Fields::new()).expect("a body");
        let body = serde_json::from_value(body).expect("a body of the kit fits");
        let user = (!is_npc).then_some(UserId(100 + index as u64));
        let name = format!("{template} {index}");
        record = apply_order(&record, build_join_order((index, name), user, body, is_hidden), dice);
    }
    apply_order(&record, Order::Start, dice)
}
