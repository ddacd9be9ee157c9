//! The verbs of `fates`.

use crate::verbs::Family::{Aid, Attack, Move};
use crate::verbs::{Slot, Verb, Way, flag, list, number, prose, verb, way, word};

const TARGET: Slot = word("target").must();
const ITEM: Slot = word("item").must();
const ZONE: Slot = word("zone").must();
const TO: Slot = word("to").must();
const WHO: Slot = word("who").must();
const TEXT: Slot = prose("text");
const AMOUNT: Slot = number("amount").must();
const FREE: Slot = flag("free");
const FP: Slot = flag("fp").rider();
const ATTRIBUTE: Slot = word("attribute").among(&[
    "dexterity",
    "strength",
    "perception",
    "knowledge",
    "mechanical",
    "technical",
    "power",
]);
const SKILL: Slot = word("skill").among(&[
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
pub const HELD: &[&str] =
    &["attack", "use", "open", "close", "interact", "skill", "grapple", "break"];
/// Which Fate is chosen.
const CHOOSE: Slot = word("choose");
const ATTRIBUTES: Slot = list("attributes");

pub const ACTS: &[Verb] = &[
    verb("init", &[]).likely().at(&["roll-initiative"]),
    verb("delay", &[word("after").must()]).how_first().like(&["hold", "swap", "pass"]),
    verb("move", &[ZONE]).of(Move).likely(),
    verb("dash", &[ZONE]).of(Move).like(&["move"]),
    verb("attack", &[TARGET, word("weapon"), FREE, FP]).of(Attack).likely(),
    verb("defend", &[word("with").among(&["agility", "athletics", "hide"]), FREE, word("zone")])
        .like(&["guard", "parry", "disengage", "dodge"]),
    verb(
        "aim",
        &[
            word("mode").among(&["bonus", "steady"]),
            word("with").among(&["tactics", "search"]),
            FREE,
        ],
    )
    .like(&["ready", "advantage", "attack"]),
    verb("assist", &[FREE]).of(Aid),
    verb("use", &[ITEM, word("target"), FREE]).of(Aid).at(&["item use"]),
    verb("open", &[ZONE, FREE]).at(&["item open"]),
    verb("close", &[ZONE, FREE]).at(&["item close"]),
    verb("interact", &[TEXT, FREE]).told(),
    verb("skill", &[ATTRIBUTE, SKILL, TEXT, FP]).told(),
    verb("grapple", &[TARGET, FP]).of(Attack),
    verb("break", &[word("with").among(&["athletics", "agility"]), FP]),
    verb("release", &[word("target")]).of(Aid),
    verb("swap", &[ITEM]),
    verb("pickup", &[ITEM]).at(&["item pickup"]),
    // What is held, when it happens, and the details of both.
    verb(
        "hold",
        &[
            word("do").must().among(HELD),
            word("trigger").must().among(&[
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
            word("who"),
            word("zone"),
            word("at"),
            TEXT,
            word("target"),
            word("weapon"),
            word("item"),
            word("to"),
            ATTRIBUTE,
            SKILL,
            word("with").among(&["athletics", "agility"]),
        ],
    )
    .how_first()
    .like(&["ready", "delay", "pass"]),
    verb("trigger", &[]),
    verb("flee", &[]).of(Move).for_good(),
    verb("pass", &[]).ends_turn(),
    // Never the Same, where the attributes are still to be picked; it is the act, and so comes
    // before the answers: so it is typed.
    verb("fate", &[CHOOSE, ATTRIBUTES])
        .how_first()
        .by(&[way("fate pick", &[ATTRIBUTES.must()]).fixing(&[("choose", "pick")])])
        .like(&["skill", "say"]),
];

pub const ORDERS: &[Verb] = &[
    verb("link", &[ZONE, TO]).at(&["init link"]),
    verb("door", &[ZONE, TO, word("state").among(&["open", "closed", "locked", "none"])])
        .at(&["scene door"]),
    verb("drop", &[WHO, ITEM]).at(&["scene drop"]),
    verb("order", &[WHO, word("before").must()]).at(&["scene order"]),
    verb("harm", &[WHO, AMOUNT, word("type").among(&["physical", "energy", "none"])])
        .at(&["gm harm"]),
    verb("heal", &[WHO, AMOUNT]).at(&["gm heal"]),
    verb("place", &[WHO, ZONE]).at(&["gm place"]),
    verb("strike", &[WHO]).at(&["scene strike-help"]),
    verb("fire", &[WHO]).at(&["scene fire"]),
    verb("rest", &[word("who")]).like(&["recover", "heal"]),
];

pub const ANSWERS: &[Verb] = &[
    verb("first", &[WHO]).at(&["answer first"]),
    verb("rule", &[number("difficulty")]).at(&["gm rule"]),
    verb("help", &[SKILL, TEXT]).at(&["answer help-out"]),
    verb("decline", &[]).at(&["answer decline"]),
    verb("give", &[word("target")]).at(&["item give"]).also(&["give-nobody"]),
    verb("fate", &[CHOOSE, ATTRIBUTES, TEXT]).by(&[
        chosen("fate ignore", &[("choose", "ignore")]),
        way("fate never-the-same", &[ATTRIBUTES, TEXT]).fixing(&[("choose", "never")]),
        chosen("fate desperate-push", &[("choose", "push")]),
        chosen("fate blaze-of-glory", &[("choose", "blaze")]),
        chosen("fate tragic-demise", &[("choose", "demise")]),
        way("fate leave", &[]).fixing(&[("choose", "leave")]),
        chosen("fate falls", &[("choose", "falls")]),
    ]),
    verb("trigger", &[]),
    verb("end", &[]).at(&["scene over"]),
    verb("go-on", &[]).at(&["answer go-on"]),
];

/// A Fallen Fate, with room for the player's own words.
const fn chosen(at: &'static str, fate: &'static [(&'static str, &'static str)]) -> Way {
    way(at, &[TEXT]).fixing(fate)
}
