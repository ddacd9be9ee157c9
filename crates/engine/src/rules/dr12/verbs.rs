//! The verbs of DR12 acts, orders and answers, with their slots.

use crate::core::verbs::ActMenu::{Aid, Attack, Move};
use crate::core::verbs::{
    AMOUNT, ITEM, Slot, TARGET, TEXT, Verb, WHO, ZONE, flag_slot, free_text_slot, number_slot,
    value_list_slot, verb, verb_form, word_slot,
};

const SIDE: Slot = word_slot("side").required();
const DR: Slot = number_slot("dr");
const BOUND: Slot = flag_slot("bound");
const ATTRIBUTE: Slot = word_slot("attribute").with_allowed_values(ATTRIBUTES);
const ATTRIBUTES: &[&str] = &["str", "dex", "con", "int", "wis", "cha"];
const AILMENT: Slot = word_slot("ailment").required().with_allowed_values(AILMENTS);
const AILMENTS: &[&str] = &["ongoing", "weakened", "distracted", "stuck", "paralysed"];
const ON_FAIL: Slot = word_slot("on_fail").with_allowed_values(&["flee", "parley"]);

pub const ACTS: &[Verb] = &[
    verb("attack", &[TARGET, word_slot("weapon")])
        .in_menu(Attack)
        .likely_next()
        .with_command_paths(&["attack", "npc attack"]),
    verb("cast", &[word_slot("spell").required(), TARGET])
        .in_menu(Attack)
        .likely_next()
        .with_command_paths(&["cast", "npc cast"]),
    verb("move", &[ZONE]).in_menu(Move).likely_next().with_command_paths(&["move", "npc move"]),
    verb("dash", &[ZONE]).in_menu(Move).with_command_paths(&["dash", "npc dash"]),
    verb("disengage", &[])
        .in_menu(Move)
        .with_command_paths(&["disengage", "npc disengage"])
        .with_similar_verbs(&["dash", "move", "flee"]),
    verb("push", &[TARGET, ZONE])
        .in_menu(Attack)
        .with_command_paths(&["stunt push", "npc push"])
        .with_similar_verbs(&["shove", "stunt"]),
    verb("grapple", &[TARGET])
        .in_menu(Attack)
        .with_command_paths(&["grapple", "stunt grapple", "npc grapple"])
        .with_similar_verbs(&["stunt", "attack"]),
    verb("stunt", &[TARGET, ATTRIBUTE, TEXT.required()])
        .in_menu(Attack)
        .with_description()
        .with_command_paths(&["stunt other", "npc stunt"])
        .with_similar_verbs(&["advantage", "skill"]),
    verb("parley", &[TARGET]).in_menu(Aid).with_similar_verbs(&["surrender", "concede", "say"]),
    verb("skill", &[ATTRIBUTE, TEXT]).with_description(),
    verb("recover", &[word_slot("hindrance").with_allowed_values(AILMENTS)])
        .likely_next()
        .with_command_paths(&["recover", "npc recover"])
        .with_similar_verbs(&["breakfree", "break", "rest"]),
    verb("retrieve", &[ITEM]).with_command_paths(&["item retrieve"]),
    verb("use", &[ITEM, word_slot("target")]).in_menu(Aid).with_command_paths(&["item use"]),
    verb("give", &[ITEM, TARGET]).in_menu(Aid).with_command_paths(&["item give"]),
    verb("take", &[ITEM])
        .with_command_paths(&["item take"])
        .with_similar_verbs(&["pickup", "interact"]),
    verb("draw", &[ITEM]).with_command_paths(&["item draw"]).with_similar_verbs(&["equip"]),
    verb("stow", &[ITEM]).with_command_paths(&["item stow"]).with_similar_verbs(&["unequip"]),
    verb("drop", &[ITEM]).irreversible().with_command_paths(&["item drop"]),
    verb("flee", &[]).in_menu(Move).irreversible().with_command_paths(&["flee", "npc flee"]),
    verb("pass", &[]).ends_turn().with_command_paths(&["pass", "npc pass"]),
];

pub const ORDERS: &[Verb] = &[
    verb("surprise", &[SIDE]).with_command_paths(&["init surprise"]),
    verb("link", &[ZONE, word_slot("to").required()]).with_command_paths(&["init link"]),
    verb("limit", &[ZONE, number_slot("count")]).with_command_paths(&["init limit"]),
    verb(
        "hazard",
        &[
            ZONE,
            word_slot("attribute")
                .with_allowed_values(&["str", "dex", "con", "int", "wis", "cha", "none"]),
            DR,
            word_slot("trigger").with_allowed_values(&["start", "enter", "both"]),
            free_text_slot("damage"),
            value_list_slot("ailment").with_allowed_values(AILMENTS),
            flag_slot("secret"),
        ],
    )
    .with_command_paths(&["init hazard"]),
    verb("exit", &[ZONE, word_slot("side"), flag_slot("on")]).with_command_paths(&["init exit"]),
    verb("start-zone", &[ZONE, SIDE]).side_placement().with_command_paths(&["init zone"]),
    verb("next", &[]).with_command_paths(&["npc next"]),
    verb("pass-all", &[]).with_command_paths(&["npc pass-all"]),
    verb("dr", &[WHO, DR.required()]).with_command_paths(&["gm dr"]),
    verb(
        "bend",
        &[
            WHO,
            word_slot("kind").required().with_allowed_values(&[
                "advantage",
                "disadvantage",
                "none",
            ]),
        ],
    )
    .with_command_paths(&["gm adv"]),
    verb("ail", &[WHO, AILMENT, ATTRIBUTE, DR, BOUND])
        .with_command_paths(&["gm hinder"])
        .with_forms(&[verb_form("gm ongoing", &[WHO, ATTRIBUTE, DR])
            .with_fixed_slots(&[("ailment", "ongoing")])]),
    verb("cure", &[WHO, AILMENT]).with_command_paths(&["gm cure"]),
    verb("heal", &[WHO, AMOUNT.or_full()]).with_command_paths(&["gm heal"]),
    verb("harm", &[WHO, AMOUNT]).with_command_paths(&["gm harm"]),
    verb("place", &[WHO, ZONE]).with_command_paths(&["gm place"]),
    verb("reaction", &[value_list_slot("npcs").required()]),
    verb("morale", &[value_list_slot("npcs").required(), ON_FAIL]),
];

pub const ANSWERS: &[Verb] = &[
    verb("dodge", &[]).with_aliases(&["avoid"]).with_similar_verbs(&["parry", "defend", "guard"]),
    verb("sacrifice-shield", &[])
        .with_command_paths(&["react sacrifice"])
        .with_similar_verbs(&["guard", "parry", "defend", "dodge"]),
    verb("take-it", &[]).with_command_paths(&["react take-it"]).with_aliases(&["take-the-hit"]),
    verb("strike", &[]).with_command_paths(&["react strike"]).with_aliases(&["attack"]),
    verb("let-go", &[])
        .with_command_paths(&["react let-go"])
        .with_aliases(&["let-them-go"])
        .with_similar_verbs(&["pass", "skip"]),
    verb("accept", &[]).with_command_paths(&["answer accept"]),
    verb("morale", &[ON_FAIL])
        .with_command_paths(&["gm call-morale"])
        .with_aliases(&["call-morale"]),
    verb("refuse", &[]).with_command_paths(&["answer refuse"]),
    verb("lower", &[ATTRIBUTE.required()]).with_command_paths(&["answer lower"]),
    verb(
        "rule",
        &[
            ATTRIBUTE,
            DR,
            free_text_slot("effect"),
            word_slot("ailment").with_allowed_values(&[
                "ongoing",
                "weakened",
                "distracted",
                "stuck",
                "paralysed",
                "none",
            ]),
            word_slot("cure").with_allowed_values(ATTRIBUTES),
            number_slot("cure_dr"),
            BOUND,
        ],
    )
    .with_command_paths(&["gm rule"]),
];
