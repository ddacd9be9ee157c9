//! The verbs of `fates`.

use crate::core::verbs::ActMenu::{Aid, Attack, Move};
use crate::core::verbs::{
    AMOUNT, ITEM, Slot, TARGET, TEXT, TO, Verb, VerbForm, WHO, ZONE, flag_slot, number_slot,
    value_list_slot, verb, verb_form, word_slot,
};

const FREE: Slot = flag_slot("free");
const FP: Slot = flag_slot("fp").add_on();
const ATTRIBUTE: Slot = word_slot("attribute").with_allowed_values(&[
    "dexterity",
    "strength",
    "perception",
    "knowledge",
    "mechanical",
    "technical",
    "power",
]);
const SKILL: Slot = word_slot("skill").with_allowed_values(&[
    "agility",
    "firearms",
    "light_melee",
    "athletics",
    "brawl",
    "heavy_melee",
    "intimidate",
    "stamina",
    "hide",
    "search",
    "persuade",
    "tactics",
    "medicine",
    "pilot",
    "security",
    "repair",
    "control",
]);
/// The acts that can be held (FATES-HOLD-1).
pub const HOLDABLE_VERBS: &[&str] =
    &["attack", "use", "open", "close", "interact", "skill", "grapple", "break"];
/// The Fate that is chosen.
const CHOOSE: Slot = word_slot("choose");
const ATTRIBUTES: Slot = value_list_slot("attributes");

pub const ACTS: &[Verb] = &[
    verb("init", &[]).likely_next().with_command_paths(&["roll-initiative"]),
    verb("delay", &[word_slot("after").required()])
        .manner_first()
        .with_similar_verbs(&["hold", "swap", "pass"]),
    verb("move", &[ZONE]).in_menu(Move).likely_next(),
    verb("dash", &[ZONE]).in_menu(Move).with_similar_verbs(&["move"]),
    verb("attack", &[TARGET, word_slot("weapon"), FREE, FP]).in_menu(Attack).likely_next(),
    verb(
        "defend",
        &[
            word_slot("with").with_allowed_values(&["agility", "athletics", "hide"]),
            FREE,
            word_slot("zone"),
        ],
    )
    .with_similar_verbs(&["guard", "parry", "disengage", "dodge"]),
    verb(
        "aim",
        &[
            word_slot("mode").with_allowed_values(&["bonus", "steady"]),
            word_slot("with").with_allowed_values(&["tactics", "search"]),
            FREE,
        ],
    )
    .with_similar_verbs(&["ready", "advantage", "attack"]),
    verb("assist", &[FREE]).in_menu(Aid),
    verb("use", &[ITEM, word_slot("target"), FREE]).in_menu(Aid).with_command_paths(&["item use"]),
    verb("open", &[ZONE, FREE]).likely_next().with_command_paths(&["item open"]),
    verb("close", &[ZONE, FREE]).with_command_paths(&["item close"]),
    verb("interact", &[TEXT, FREE]).with_description(),
    verb("skill", &[ATTRIBUTE, SKILL, TEXT, FP]).with_description(),
    verb("grapple", &[TARGET, FP]).in_menu(Attack),
    verb("break", &[word_slot("with").with_allowed_values(&["athletics", "agility"]), FP])
        .likely_next(),
    verb("release", &[word_slot("target")]).in_menu(Aid),
    verb("swap", &[ITEM]),
    verb("pickup", &[ITEM]).with_command_paths(&["item pickup"]),
    // The held action, its trigger, and the details of both.
    verb(
        "hold",
        &[
            word_slot("do").required().with_allowed_values(HOLDABLE_VERBS),
            word_slot("trigger").required().with_allowed_values(&[
                "enters",
                "leaves",
                "last-leaves",
                "attacks",
                "uses-item",
                "uses-skill",
                "wounded",
                "flees",
                "text",
            ]),
            word_slot("who"),
            word_slot("zone"),
            word_slot("at"),
            TEXT,
            word_slot("target"),
            word_slot("weapon"),
            word_slot("item"),
            word_slot("to"),
            ATTRIBUTE,
            SKILL,
            word_slot("with").with_allowed_values(&["athletics", "agility"]),
        ],
    )
    .manner_first()
    .with_similar_verbs(&["ready", "delay", "pass"]),
    verb("trigger", &[]),
    verb("flee", &[]).in_menu(Move).irreversible(),
    verb("pass", &[]).ends_turn(),
    // Picks the attributes of an earlier Never the Same. As an act it takes precedence over the
    // answer of the same name, so it can be typed.
    verb("fate", &[CHOOSE, ATTRIBUTES])
        .manner_first()
        .with_forms(&[verb_form("fate pick", &[ATTRIBUTES.required()])
            .with_fixed_slots(&[("choose", "pick")])])
        .with_similar_verbs(&["skill", "say"]),
];

pub const ORDERS: &[Verb] = &[
    verb("link", &[ZONE, TO]).with_command_paths(&["init link"]),
    verb(
        "door",
        &[ZONE, TO, word_slot("state").with_allowed_values(&["open", "closed", "locked", "none"])],
    )
    .with_command_paths(&["scene door"]),
    verb("drop", &[WHO, ITEM]).with_command_paths(&["scene drop"]),
    verb("order", &[WHO, word_slot("before").required()]).with_command_paths(&["scene order"]),
    verb(
        "harm",
        &[WHO, AMOUNT, word_slot("type").with_allowed_values(&["physical", "energy", "none"])],
    )
    .with_command_paths(&["gm harm"]),
    verb("heal", &[WHO, AMOUNT.or_full()]).with_command_paths(&["gm heal"]),
    verb("place", &[WHO, ZONE]).with_command_paths(&["gm place"]),
    verb("strike", &[WHO]).with_command_paths(&["scene strike-help"]),
    verb("fire", &[WHO]).with_command_paths(&["scene fire"]),
    verb("rest", &[word_slot("who")]).with_similar_verbs(&["recover", "heal"]),
];

pub const ANSWERS: &[Verb] = &[
    verb("first", &[WHO]).with_command_paths(&["answer first"]),
    verb("rule", &[number_slot("difficulty")]).with_command_paths(&["gm rule"]),
    verb("help", &[SKILL, TEXT]).with_command_paths(&["answer help-out"]),
    verb("decline", &[]).with_command_paths(&["answer decline"]),
    verb("give", &[word_slot("target")])
        .with_command_paths(&["item give"])
        .with_aliases(&["give-nobody"]),
    verb("fate", &[CHOOSE, ATTRIBUTES, TEXT]).with_forms(&[
        fate_form("fate ignore", &[("choose", "ignore")]),
        verb_form("fate never-the-same", &[ATTRIBUTES, TEXT])
            .with_fixed_slots(&[("choose", "never")]),
        fate_form("fate desperate-push", &[("choose", "push")]),
        fate_form("fate blaze-of-glory", &[("choose", "blaze")]),
        fate_form("fate tragic-demise", &[("choose", "demise")]),
        verb_form("fate leave", &[]).with_fixed_slots(&[("choose", "leave")]),
        fate_form("fate falls", &[("choose", "falls")]),
    ]),
    verb("trigger", &[]),
    verb("end", &[]).with_command_paths(&["scene over"]),
    verb("go-on", &[]).with_command_paths(&["answer go-on"]),
];

/// Builds the form of a Fallen Fate, with a slot for the player's own text.
const fn fate_form(path: &'static str, fate: &'static [(&'static str, &'static str)]) -> VerbForm {
    verb_form(path, &[TEXT]).with_fixed_slots(fate)
}
