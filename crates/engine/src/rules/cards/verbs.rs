//! The verbs of `cards`.

use crate::core::verbs::ActMenu::{Aid, Attack, Move};
use crate::core::verbs::{
    AMOUNT, ITEM, ON, Slot, TARGET, TEXT, TO, Verb, WHO, ZONE, flag_slot, free_text_slot,
    number_slot, value_list_slot, verb, word_slot,
};

const SLOW: Slot = flag_slot("slow");
const CARD: Slot = number_slot("card");
const ACTION: Slot = word_slot("action").with_allowed_values(ACTIONS);
const ACTIONS: &[&str] = &[
    "strike",
    "shoot",
    "force",
    "endure",
    "finesse",
    "sneak",
    "track",
    "read",
    "study",
    "persuade",
    "charm",
    "intimidate",
    "cast",
];
const HARM: Slot = word_slot("harm").with_allowed_values(&["phys", "ment"]);
const POSITION: Slot =
    word_slot("position").with_allowed_values(&["controlled", "risky", "desperate"]);

pub const ACTS: &[Verb] = &[
    verb("attack", &[TARGET, word_slot("weapon"), flag_slot("thrown")])
        .in_menu(Attack)
        .likely_next(),
    verb("cast", &[TARGET, word_slot("spell")])
        .in_menu(Attack)
        .likely_next()
        .with_similar_verbs(&["force", "attack"]),
    verb("shove", &[TARGET])
        .in_menu(Attack)
        .with_command_paths(&["stunt shove"])
        .with_similar_verbs(&["push", "stunt"]),
    verb("grapple", &[TARGET]).in_menu(Attack).with_command_paths(&["stunt grapple"]),
    verb("flee", &[word_slot("action"), word_slot("exit")]).in_menu(Move).irreversible(),
    verb("skill", &[ACTION, word_slot("target"), word_slot("zone"), TEXT])
        .in_menu(Aid)
        .with_description_unless(&["target", "zone"]),
    verb("douse", &[word_slot("target")]).in_menu(Aid).with_similar_verbs(&["recover", "skill"]),
    verb("move", &[word_slot("zone"), word_slot("near"), flag_slot("apart")])
        .in_menu(Move)
        .likely_next(),
    verb("take-cover", &[])
        .in_menu(Move)
        .with_command_paths(&["cover take"])
        .with_similar_verbs(&["cover", "hide", "disengage"]),
    verb("equip", &[value_list_slot("item").required()])
        .with_command_paths(&["item equip"])
        .with_similar_verbs(&["draw"]),
    verb("stand", &[]).likely_next().with_similar_verbs(&["recover", "move"]),
    verb("interact", &[TEXT]).with_description().with_similar_verbs(&["use", "skill"]),
    verb("shout", &[TEXT]).with_description().with_similar_verbs(&["say", "skill"]),
    verb("pickup", &[ITEM])
        .with_command_paths(&["item pickup"])
        .with_similar_verbs(&["take", "interact"]),
    verb("use", &[ITEM, word_slot("target")])
        .in_menu(Aid)
        .with_command_paths(&["item use"])
        .with_similar_verbs(&["item", "interact"]),
    verb("assist", &[TARGET]).in_menu(Aid).with_similar_verbs(&["advantage", "stunt", "skill"]),
    verb("say", &[TEXT]).with_description().with_similar_verbs(&["skill"]),
    verb("drop", &[ITEM]).irreversible().with_command_paths(&["item drop"]),
    verb("release", &[]).with_similar_verbs(&["break", "drop", "recover"]),
    verb("pass", &[]).ends_turn(),
    verb("break", &[SLOW]).likely_next().with_similar_verbs(&["breakfree", "release", "recover"]),
    verb("swap", &[TARGET]).in_menu(Aid).with_similar_verbs(&["delay", "pass"]),
    verb("accept", &[TARGET]).in_menu(Aid).with_command_paths(&["answer accept"]),
    verb("decline", &[TARGET]).in_menu(Aid).with_command_paths(&["answer decline"]),
    verb(
        "auto",
        &[
            word_slot("reaction")
                .required()
                .with_allowed_values(&["dodge", "parry", "resist", "break", "hold", "chase"]),
            word_slot("order").required().with_allowed_values(&["ask", "fast", "never"]),
        ],
    )
    .manner_first()
    .standing_order()
    .with_command_paths(&["orders auto"]),
];

pub const ORDERS: &[Verb] = &[
    verb("assign", &[WHO, word_slot("side")]).with_command_paths(&["gm assign"]),
    verb("group", &[value_list_slot("who").required(), free_text_slot("name")])
        .with_command_paths(&["scene group"]),
    verb(
        "ambush",
        &[
            word_slot("side"),
            word_slot("by"),
            word_slot("against"),
            word_slot("action").with_allowed_values(&["track", "read"]),
            flag_slot("auto"),
            ON,
        ],
    )
    .with_command_paths(&["scene ambush"]),
    verb("bar", &[WHO, word_slot("with").required().combatant(), ON])
        .with_command_paths(&["scene bar"]),
    verb("link", &[ZONE, TO]).with_command_paths(&["init link"]),
    verb("exit", &[ZONE, ON]).with_command_paths(&["init exit"]),
    verb("cover", &[ZONE, word_slot("dice")])
        .with_command_paths(&["init cover"])
        .with_similar_verbs(&["take-cover", "hide", "defend", "disengage"]),
    verb(
        "obstacle",
        &[
            ZONE,
            TO,
            word_slot("maneuver").with_allowed_values(&["slow", "fast"]),
            ACTION,
            number_slot("need"),
            flag_slot("removed"),
            ON,
        ],
    )
    .with_command_paths(&["scene obstacle"]),
    verb("block-sight", &[ZONE, TO, ON]).with_command_paths(&["init block-sight"]),
    verb(
        "circumstance",
        &[
            ACTION.required(),
            number_slot("by"),
            word_slot("zone"),
            word_slot("who"),
            flag_slot("darkness"),
        ],
    )
    .with_command_paths(&["scene circumstance"]),
    verb(
        "call",
        &[WHO, ACTION.required(), number_slot("need"), POSITION, flag_slot("harmful"), HARM],
    )
    .with_command_paths(&["scene call"]),
    verb(
        "fear",
        &[
            number_slot("value").required(),
            value_list_slot("who"),
            POSITION,
            word_slot("source"),
            flag_slot("waive"),
        ],
    )
    .with_command_paths(&["scene fear"]),
    verb(
        "fire",
        &[
            WHO,
            word_slot("intensity")
                .required()
                .with_allowed_values(&["small", "medium", "large", "inferno", "none"]),
        ],
    )
    .with_command_paths(&["scene fire"]),
    verb("poison", &[WHO, number_slot("toxicity").required(), HARM])
        .with_command_paths(&["scene poison"]),
    verb("fall", &[WHO, number_slot("feet").required()]).with_command_paths(&["scene fall"]),
    verb("fatigue", &[WHO, HARM]).with_command_paths(&["scene fatigue"]),
    verb("harm", &[WHO, AMOUNT, HARM]).with_command_paths(&["gm harm"]),
    verb("heal", &[WHO, AMOUNT.or_full(), HARM]).with_command_paths(&["gm heal"]),
    verb("cure", &[WHO]).with_command_paths(&["gm cure"]),
    verb(
        "flag",
        &[
            WHO,
            word_slot("flag").required().with_allowed_values(&[
                "prone", "apart", "pinned", "out", "dead", "shaken", "helped",
            ]),
            ON,
        ],
    )
    .with_command_paths(&["gm flag"]),
    verb("place", &[WHO, ZONE]).with_command_paths(&["gm place"]),
    verb("recover", &[WHO, word_slot("by")]).with_command_paths(&["scene recover"]),
    verb("day", &[]).with_command_paths(&["scene day"]),
];

pub const ANSWERS: &[Verb] = &[
    verb("parry", &[SLOW])
        .with_command_paths(&["react parry"])
        .with_similar_verbs(&["counter", "guard", "defend", "dodge"]),
    verb("dodge", &[SLOW]),
    verb("resist", &[SLOW])
        .with_command_paths(&["react resist"])
        .with_similar_verbs(&["stance", "defend", "recover"]),
    verb("break", &[SLOW]).with_aliases(&["break-free"]),
    verb("take-it", &[]).with_command_paths(&["react take-it"]),
    verb("hold", &[SLOW]).with_command_paths(&["react hold"]),
    verb("chase", &[word_slot("action"), SLOW])
        .with_command_paths(&["react chase"])
        .with_similar_verbs(&["pursue", "engage", "dash", "move"]),
    verb("no", &[]).with_command_paths(&["answer no"]).with_aliases(&["let-them-go"]),
    verb("damage", &[]).with_command_paths(&["spend damage"]),
    verb("outmaneuver", &[CARD]).with_command_paths(&["spend outmaneuver"]),
    verb("stress", &[]).with_command_paths(&["spend stress"]),
    verb("push", &[word_slot("zone")]).with_command_paths(&["spend push"]),
    verb("apart", &[]).with_command_paths(&["spend apart"]),
    verb("throw-down", &[]).with_command_paths(&["spend throw-down"]),
    verb("disarm", &[word_slot("item")]).with_command_paths(&["spend disarm"]),
    verb("pin", &[]).with_command_paths(&["spend pin"]),
    verb("gag", &[]).with_command_paths(&["spend gag"]),
    verb("enough", &[]).with_command_paths(&["spend enough"]),
    verb("swap", &[CARD]),
    verb("keep", &[]).with_command_paths(&["answer keep"]),
    verb("helpless", &[]).with_command_paths(&["answer helpless"]),
    verb("dying", &[]).with_command_paths(&["answer dying"]),
    verb("dead", &[]).with_command_paths(&["answer dead"]),
    verb("flee", &[]).with_command_paths(&["answer flee"]),
    verb("freeze", &[]).with_command_paths(&["answer freeze"]),
    verb("faint", &[]).with_command_paths(&["answer faint"]),
    verb("attack", &[]).with_command_paths(&["answer attack"]),
    verb("confirm", &[]).with_command_paths(&["scene confirm"]),
    verb("go-on", &[]).with_command_paths(&["answer go-on"]),
];

/// The orders that are accepted after the fight (CARDS-END-3).
pub const AFTERMATH: &[&str] = &["recover", "day"];
