//! The verbs of FACTIONS acts, orders and answers, with their slots.

use crate::core::verbs::ActMenu::{Aid, Attack, Move};
use crate::core::verbs::{
    AMOUNT, ITEM, ON, Slot, TARGET, TEXT, TO, Verb, WHO, ZONE, flag_slot, free_text_slot,
    value_list_slot, verb, verb_form, word_slot,
};

const WEAPON: Slot = word_slot("weapon");
const FACTION: Slot = word_slot("faction").required();
const END: Slot = flag_slot("end");
const ABILITY: Slot = word_slot("ability").with_allowed_values(ABILITIES);
const ABILITIES: &[&str] = &["str", "agi", "wit"];
const HOLD_BACK: Slot = flag_slot("hold_back").add_on();
const INDIRECT: Slot = flag_slot("indirect");
const STUNT: Slot = free_text_slot("stunt");

pub const ACTS: &[Verb] = &[
    verb("turn", &[END]).likely_next().begins_turn().with_similar_verbs(&["pass"]),
    verb("done", &[]).ends_turn().with_similar_verbs(&["pass"]),
    verb("pass", &[word_slot("faction")]).ends_turn(),
    verb("initiative", &[word_slot("first").required()]),
    verb(
        "stance",
        &[word_slot("opportunity").required().with_allowed_values(&["ask", "always", "never"])],
    )
    .manner_first()
    .standing_order()
    .with_command_paths(&["orders stance"])
    .with_similar_verbs(&["defend", "guard", "disengage"]),
    verb(
        "attack",
        &[
            word_slot("target"),
            WEAPON,
            HOLD_BACK,
            INDIRECT,
            word_slot("zone"),
            STUNT,
            flag_slot("final"),
            END,
        ],
    )
    .in_menu(Attack)
    .likely_next()
    .with_forms(&[
        verb_form("attack", &[TARGET, WEAPON, HOLD_BACK, INDIRECT, STUNT, END]),
        verb_form("stunt blast", &[word_slot("zone"), WEAPON, HOLD_BACK, INDIRECT, END]),
        verb_form("stunt final-blow", &[TARGET, WEAPON, END])
            .with_fixed_slots(&[("final", "true")]),
    ]),
    verb("disarm", &[TARGET, word_slot("item"), END])
        .in_menu(Attack)
        .with_command_paths(&["stunt disarm"])
        .with_similar_verbs(&["stunt", "grapple", "skill"]),
    verb("grapple", &[TARGET, END]).in_menu(Attack).with_command_paths(&["stunt grapple"]),
    verb("manoeuvre", &[TARGET, word_slot("kind"), END])
        .in_menu(Attack)
        .with_command_paths(&["stunt manoeuvre"])
        .with_similar_verbs(&["stunt", "skill"]),
    verb("stunt", &[TEXT.required()]).with_description().with_command_paths(&["stunt other"]),
    verb("shove", &[word_slot("zone"), flag_slot("hazard"), END])
        .in_menu(Attack)
        .with_command_paths(&["stunt shove"]),
    verb("break", &[END]).likely_next(),
    verb("release", &[END]),
    verb("move", &[ZONE, flag_slot("sneak"), END]).in_menu(Move).likely_next(),
    verb("dash", &[END]).in_menu(Move),
    verb("equip", &[ITEM, END]).with_command_paths(&["item equip"]),
    verb("unequip", &[ITEM, END])
        .with_command_paths(&["item unequip"])
        .with_similar_verbs(&["stow", "drop"]),
    verb("pickup", &[ITEM, END]).with_command_paths(&["item pickup"]),
    verb("drop", &[ITEM, END]).irreversible().with_command_paths(&["item drop"]),
    verb("use", &[ITEM, word_slot("target"), WEAPON, END])
        .in_menu(Aid)
        .with_command_paths(&["item use"]),
    verb("reload", &[ITEM, END])
        .with_command_paths(&["item reload"])
        .with_similar_verbs(&["draw", "equip"]),
    verb("interact", &[TEXT, flag_slot("complex"), END]).with_description(),
    verb("take-cover", &[END]).in_menu(Move).with_command_paths(&["cover take"]),
    verb("leave-cover", &[END])
        .in_menu(Move)
        .with_command_paths(&["cover leave"])
        .with_similar_verbs(&["move"]),
    verb("say", &[TEXT, END]).with_description(),
    verb("skill", &[TEXT, ABILITY, END]).with_description(),
    verb("hide", &[TEXT.required(), END]).with_description().with_similar_verbs(&[
        "take-cover",
        "cover",
        "skill",
    ]),
    verb("flee", &[]).in_menu(Move).irreversible(),
    verb("surrender", &[]).irreversible().with_similar_verbs(&["concede", "parley", "flee"]),
];

pub const ORDERS: &[Verb] = &[
    verb("assign", &[WHO, word_slot("faction"), word_slot("group")])
        .with_command_paths(&["gm assign"]),
    verb("ally", &[FACTION, word_slot("with").required(), ON]).with_command_paths(&["init ally"]),
    verb("captain", &[WHO]).with_command_paths(&["init captain"]),
    verb("started", &[FACTION]).with_command_paths(&["init started"]),
    verb("slot", &[WHO]).with_command_paths(&["faction slot"]),
    verb("link", &[ZONE, TO]).with_command_paths(&["init link"]),
    verb("cover", &[ZONE, ON]).with_command_paths(&["init cover"]),
    verb("obscured", &[ZONE, ON]).with_command_paths(&["init obscured"]),
    verb("barrier", &[ZONE, ON]).with_command_paths(&["init barrier"]),
    verb("hard", &[ZONE, ON]).with_command_paths(&["init hard"]),
    verb("exit", &[ZONE, ON]).with_command_paths(&["init exit"]),
    verb("hazard", &[ZONE, free_text_slot("damage")]).with_command_paths(&["init hazard"]),
    verb("block-sight", &[ZONE, TO, ON]).with_command_paths(&["init block-sight"]),
    verb(
        "flag",
        &[
            WHO,
            word_slot("flag").required().with_allowed_values(&[
                "unseen",
                "cover",
                "obscured",
                "hard",
                "behind_barrier",
                "concealed",
                "broken",
                "steady",
                "surrendered",
                "poisoned",
                "dead",
            ]),
            ON,
        ],
    )
    .with_command_paths(&["gm flag"]),
    verb("noticed", &[WHO, word_slot("by").required(), ON])
        .with_command_paths(&["faction noticed"]),
    verb(
        "manoeuvre-kind",
        &[
            free_text_slot("name").required(),
            word_slot("save").required().with_allowed_values(ABILITIES),
            free_text_slot("effect"),
        ],
    )
    .with_command_paths(&["faction manoeuvre"]),
    verb("harm", &[WHO, AMOUNT]).with_command_paths(&["gm harm"]),
    verb("heal", &[WHO, AMOUNT.or_full()]).with_command_paths(&["gm heal"]),
    verb("place", &[WHO, ZONE]).with_command_paths(&["gm place"]),
    verb(
        "long-chase",
        &[
            value_list_slot("who").required(),
            value_list_slot("by"),
            word_slot("outcome").with_allowed_values(&["escape", "reached"]),
        ],
    )
    .with_command_paths(&["faction chase"]),
    verb("stretch", &[]).with_command_paths(&["faction stretch"]),
    verb("durability", &[WHO, ON]).with_command_paths(&["faction durability"]),
];

/// The kind of a non-lethal attack made as an answer; a weapon attack names its weapon instead.
const ATTACK_KIND: Slot = word_slot("kind");

pub const ANSWERS: &[Verb] = &[
    verb("approve", &[]).with_command_paths(&["answer approve"]),
    verb("refuse", &[]).with_command_paths(&["answer refuse"]),
    verb("accept", &[]).with_command_paths(&["answer accept"]),
    verb("decline", &[]).with_command_paths(&["answer decline"]),
    verb("stunt", &[TEXT.required()]).with_command_paths(&["stunt other"]),
    verb("dodge", &[]),
    verb("counter", &[WEAPON, ATTACK_KIND, word_slot("item"), HOLD_BACK, INDIRECT])
        .with_command_paths(&["react counter"])
        .with_similar_verbs(&["parry", "dodge"]),
    verb("hide-behind", &[TARGET])
        .with_command_paths(&["react hide-behind"])
        .with_similar_verbs(&["guard", "sacrifice-shield", "dodge"]),
    verb("take-it", &[]).with_command_paths(&["react take-it"]),
    verb(
        "guard",
        &[
            word_slot("how").with_allowed_values(&["dodge", "counter"]),
            WEAPON,
            ATTACK_KIND,
            word_slot("item"),
            HOLD_BACK,
            INDIRECT,
        ],
    )
    .with_command_paths(&["react guard"])
    .with_similar_verbs(&["sacrifice-shield", "parry", "defend", "assist", "dodge"]),
    verb("no", &[]).with_command_paths(&["answer no"]).with_aliases(&["stay-back"]),
    verb("agree", &[]).with_command_paths(&["answer agree"]),
    verb("strike", &[WEAPON, ATTACK_KIND, word_slot("item"), HOLD_BACK, STUNT])
        .with_command_paths(&["react strike"]),
    verb("let-go", &[]).with_command_paths(&["react let-go"]).with_aliases(&["let-them-go"]),
    verb("pursue", &[value_list_slot("who")])
        .with_command_paths(&["react pursue"])
        .with_similar_verbs(&["chase", "engage", "dash", "move"]),
    verb("rule", &[ABILITY, free_text_slot("effect")]).with_command_paths(&["gm rule"]),
];
