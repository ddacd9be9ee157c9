//! The verbs of Ranks, with the slots of each.

use super::force::ForceDirection;
use crate::core::verbs::ActMenu::{Aid, Attack, Move};
use crate::core::verbs::{
    ITEM, ON, Slot, TARGET, TEXT, Verb, WHO, ZONE, flag_slot, free_text_slot, number_slot, verb,
    word_slot,
};

const OPTIONAL_TARGET: Slot = word_slot("target");
const WEAPON: Slot = word_slot("weapon");
const TO: Slot = word_slot("to");
const SIDE: Slot = word_slot("side").required();
const REACH: Slot = number_slot("reach");
const LUCK: Slot = flag_slot("luck").add_on();
const DIRECTION: Slot = word_slot("direction").with_allowed_values(ForceDirection::KEYS);
const KIND: Slot = word_slot("kind").required().with_allowed_values(&[
    "attack",
    "move",
    "force",
    "advantage",
    "interact",
    "recover",
]);
const SKILL: Slot = word_slot("skill");
const TREATMENT_SKILL: Slot = SKILL.with_allowed_values(&["recover", "focus", "medicine"]);
const MOVEMENT_SKILL: Slot = SKILL
    .required()
    .with_allowed_values(&["sprint", "climbing", "jumping", "balance", "tumble", "none"]);
/// A difficulty by word; a number is accepted too.
const DIFFICULTY: Slot = word_slot("difficulty").with_allowed_values(&[
    "very-easy",
    "easy",
    "moderate",
    "difficult",
    "very-difficult",
]);

pub const ACTS: &[Verb] = &[
    verb("attack", &[TARGET, WEAPON, LUCK]).in_menu(Attack).likely_next(),
    verb("defend", &[]),
    verb(
        "move",
        &[
            TO,
            OPTIONAL_TARGET,
            REACH,
            word_slot("action").with_allowed_values(&["free", "bonus", "full", "tumble"]).payment(),
            LUCK,
        ],
    )
    .in_menu(Move)
    .likely_next(),
    verb("dash", &[TO, OPTIONAL_TARGET, REACH, LUCK]).in_menu(Move),
    verb(
        "flee",
        &[
            word_slot("action")
                .with_allowed_values(&["bonus", "full", "tumble", "sprint"])
                .payment(),
            LUCK,
        ],
    )
    .in_menu(Move)
    .irreversible(),
    verb("concede", &[]).irreversible().with_similar_verbs(&["surrender", "parley", "flee"]),
    verb(
        "force",
        &[
            word_slot("how").required().with_allowed_values(&["arena", "grapple"]),
            TARGET,
            DIRECTION,
            LUCK,
        ],
    )
    .in_menu(Attack)
    .with_command_paths(&["stunt force"])
    .with_similar_verbs(&["cast", "shove", "push", "stunt"]),
    verb("recover", &[TREATMENT_SKILL, OPTIONAL_TARGET, LUCK]).in_menu(Aid),
    verb("shift", &[word_slot("object").required(), OPTIONAL_TARGET, LUCK])
        .in_menu(Attack)
        .with_command_paths(&["stunt shift"])
        .with_similar_verbs(&["interact", "skill"]),
    verb(
        "advantage",
        &[
            word_slot("how").required().with_allowed_values(&[
                "misdirection",
                "memory",
                "psych",
                "awareness",
            ]),
            OPTIONAL_TARGET,
            word_slot("item"),
            LUCK,
        ],
    )
    .in_menu(Attack)
    .with_command_paths(&["stunt advantage"])
    .with_similar_verbs(&["stunt", "assist", "skill"]),
    verb(
        "taunt",
        &[
            word_slot("how").required().with_allowed_values(&["insult", "startle", "demoralize"]),
            TARGET,
            LUCK,
        ],
    )
    .in_menu(Attack)
    .with_command_paths(&["stunt taunt"])
    .with_similar_verbs(&["stunt", "skill"]),
    // The slots hold the trigger, the check, and the details of both.
    verb(
        "ready",
        &[
            word_slot("trigger").required().with_allowed_values(&[
                "enters-reach",
                "leaves-reach",
                "attacked",
                "text",
            ]),
            word_slot("check").required().with_allowed_values(&[
                "attack",
                "force",
                "dash",
                "defend",
                "recover",
                "shift",
                "advantage",
                "taunt",
                "skill",
            ]),
            word_slot("enemy"),
            WEAPON,
            word_slot("how").with_allowed_values(&[
                "arena",
                "grapple",
                "misdirection",
                "memory",
                "psych",
                "awareness",
                "insult",
                "startle",
                "demoralize",
            ]),
            DIRECTION,
            OPTIONAL_TARGET,
            TO,
            REACH,
            word_slot("object"),
            word_slot("item"),
            SKILL,
            TEXT,
        ],
    )
    .manner_first()
    .with_similar_verbs(&["hold", "delay", "pass"]),
    verb("trigger", &[]),
    verb("assist", &[TARGET, KIND, SKILL.required(), word_slot("enemy"), WEAPON, LUCK])
        .in_menu(Aid),
    verb("interfere", &[TARGET, KIND, SKILL.required(), WEAPON, LUCK])
        .in_menu(Attack)
        .with_command_paths(&["stunt interfere"])
        .with_similar_verbs(&["stunt", "shove", "push", "skill"]),
    verb("hold", &[]),
    verb("done", &[]).ends_turn(),
    verb("pass", &[]).ends_turn(),
    verb("engage", &[TARGET])
        .in_menu(Move)
        .manner_first()
        .with_command_paths(&["stunt engage"])
        .with_similar_verbs(&["move", "attack"]),
    verb("stand", &[]).likely_next(),
    verb("equip", &[ITEM]).with_command_paths(&["item equip"]).with_similar_verbs(&["item"]),
    verb("stow", &[ITEM]).with_command_paths(&["item stow"]),
    verb("drop", &[ITEM]).irreversible().with_command_paths(&["item drop"]),
    verb("say", &[TEXT.required()]).with_description(),
    verb(
        "stance",
        &[
            word_slot("match").with_allowed_values(&["ask", "always", "never"]),
            word_slot("resist").with_allowed_values(&["ask", "bonus", "never"]),
        ],
    )
    .manner_first()
    .standing_order()
    .with_command_paths(&["orders stance"]),
    verb("fate", &[word_slot("action").with_allowed_values(&["bonus", "full"])])
        .with_command_paths(&["fate action-point"]),
    verb("skill", &[SKILL, TEXT, LUCK]).with_description(),
];

pub const ORDERS: &[Verb] = &[
    verb("length", &[ZONE, number_slot("feet")]).with_command_paths(&["ranks length"]),
    verb("terrain", &[ZONE, MOVEMENT_SKILL, DIFFICULTY, flag_slot("stops")])
        .with_command_paths(&["ranks terrain"]),
    verb("obstacle", &[ZONE, MOVEMENT_SKILL, DIFFICULTY, flag_slot("stops")])
        .with_command_paths(&["ranks obstacle"]),
    verb("narrow", &[ZONE, ON]).with_command_paths(&["ranks narrow"]),
    verb("hazard", &[ZONE, free_text_slot("damage").required(), flag_slot("secret")])
        .with_command_paths(&["init hazard"]),
    verb("object", &[ZONE, word_slot("object").required(), DIFFICULTY, word_slot("damage"), ON])
        .with_command_paths(&["ranks object"]),
    verb(
        "exit",
        &[SIDE, word_slot("end").required().with_allowed_values(&["left", "right", "none"])],
    )
    .with_command_paths(&["ranks exit"]),
    verb("ally", &[SIDE, word_slot("with").required(), ON]).with_command_paths(&["ranks ally"]),
    verb("place", &[WHO, TO.required()]).with_command_paths(&["gm place"]),
    verb("chaos", &[word_slot("rounds").with_allowed_values(&["1", "2", "3", "encounter", "off"])])
        .with_command_paths(&["ranks chaos"]),
    verb(
        "adv",
        &[
            WHO,
            word_slot("how").required().with_allowed_values(&[
                "advantage",
                "disadvantage",
                "bonus",
            ]),
            number_slot("amount"),
        ],
    )
    .with_command_paths(&["ranks adv"]),
    verb(
        "condition",
        &[
            WHO,
            word_slot("condition").required().with_allowed_values(&[
                "stunned",
                "hurt",
                "wounded",
                "incapacitated",
                "out-damage",
                "breathless",
                "winded",
                "tired",
                "exhausted",
                "out-fatigue",
                "startled",
                "disoriented",
                "discouraged",
                "demoralized",
                "out-composure",
                "prone",
            ]),
            ON,
        ],
    )
    .with_command_paths(&["ranks condition"]),
    verb("luck", &[WHO, number_slot("amount")]).with_command_paths(&["ranks luck"]),
    verb("strike", &[WHO]).with_command_paths(&["scene strike-help"]),
    verb("fire", &[WHO]).with_command_paths(&["scene fire"]),
    verb("scene", &[]).with_command_paths(&["ranks scene-ends"]),
    verb("tend", &[WHO, TARGET, TREATMENT_SKILL]).with_command_paths(&["ranks tend"]),
    verb("meaning", &[WHO, TEXT]).with_command_paths(&["ranks meaning"]),
];

pub const ANSWERS: &[Verb] = &[
    verb("resist", &[word_slot("action").with_allowed_values(&["bonus", "full"]), SKILL, LUCK])
        .with_command_paths(&["react resist"])
        .with_aliases(&["roll"]),
    verb("stand", &[]).with_aliases(&["keep-the-fixed-value"]),
    verb("match", &[word_slot("action").with_allowed_values(&["free", "bonus", "full"]), LUCK])
        .with_aliases(&["keep-up"])
        .with_command_paths(&["react match"]),
    verb("let-go", &[]).with_command_paths(&["react let-go"]).with_aliases(&["stay-here"]),
    verb(
        "gain",
        &[
            word_slot("effect").required().with_allowed_values(&[
                "plus-2",
                "advantage",
                "die",
                "bonus-action",
                "skill",
                "full-action",
                "action-point",
                "ability",
            ]),
            OPTIONAL_TARGET,
            SKILL,
        ],
    )
    .with_command_paths(&["answer gain"]),
    verb(
        "treat",
        &[
            word_slot("effect").required().with_allowed_values(&[
                "remove",
                "lower",
                "shorten",
                "recovering",
            ]),
            word_slot("condition"),
        ],
    )
    .with_command_paths(&["answer treat"]),
    verb(
        "rule",
        &[
            DIFFICULTY,
            word_slot("action").with_allowed_values(&["full", "bonus"]),
            free_text_slot("effect"),
        ],
    )
    .with_command_paths(&["gm rule"]),
    verb("refuse", &[]).with_command_paths(&["answer refuse"]),
];

/// Slots of answers that may be left out. RANKS-RESP-2: a roll is made with the highest ability;
/// RANKS-ADV-3: an effect is for the maker.
pub const SLOTS_FILLED_IN: &[(&str, &str)] = &[("resist", "action"), ("gain", "effect")];

/// The orders that are allowed after the fight (RANKS-END-2, RANKS-END-3).
pub const AFTERMATH: &[&str] = &["scene", "tend", "meaning"];
