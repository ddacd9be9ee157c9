//! The verbs of `cards`.

use crate::verbs::Family::{Aid, Attack, Move};
use crate::verbs::{Slot, Verb, flag, list, number, prose, verb, word};

const TARGET: Slot = word("target").must();
const ITEM: Slot = word("item").must();
const ZONE: Slot = word("zone").must();
const TO: Slot = word("to").must();
const WHO: Slot = word("who").must();
const TEXT: Slot = prose("text");
const ON: Slot = flag("on");
const AMOUNT: Slot = number("amount").must();
const SLOW: Slot = flag("slow");
const CARD: Slot = number("card");
const ACTION: Slot = word("action").among(ACTIONS);
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
const HARM: Slot = word("harm").among(&["phys", "ment"]);
const POSITION: Slot = word("position").among(&["controlled", "risky", "desperate"]);

pub const ACTS: &[Verb] = &[
    verb("attack", &[TARGET, word("weapon"), flag("thrown")]).of(Attack).likely(),
    verb("cast", &[TARGET, word("spell")]).of(Attack).likely().like(&["force", "attack"]),
    verb("shove", &[TARGET]).of(Attack).at(&["stunt shove"]).like(&["push", "stunt"]),
    verb("grapple", &[TARGET]).of(Attack).at(&["stunt grapple"]),
    verb("flee", &[word("action"), word("exit")]).of(Move).for_good(),
    verb("skill", &[ACTION, word("target"), word("zone"), TEXT])
        .of(Aid)
        .told_without(&["target", "zone"]),
    verb("douse", &[word("target")]).of(Aid).like(&["recover", "skill"]),
    verb("move", &[word("zone"), word("near"), flag("apart")]).of(Move).likely(),
    verb("take-cover", &[]).of(Move).at(&["cover take"]).like(&["cover", "hide", "disengage"]),
    verb("equip", &[list("item").must()]).at(&["item equip"]).like(&["draw"]),
    verb("stand", &[]).likely().like(&["recover", "move"]),
    verb("interact", &[TEXT]).told().like(&["use", "skill"]),
    verb("shout", &[TEXT]).told().like(&["say", "skill"]),
    verb("pickup", &[ITEM]).at(&["item pickup"]).like(&["take", "interact"]),
    verb("use", &[ITEM, word("target")]).of(Aid).at(&["item use"]).like(&["item", "interact"]),
    verb("assist", &[TARGET]).of(Aid).like(&["advantage", "stunt", "skill"]),
    verb("say", &[TEXT]).told().like(&["skill"]),
    verb("drop", &[ITEM]).for_good().at(&["item drop"]),
    verb("release", &[]).like(&["break", "drop", "recover"]),
    verb("pass", &[]).ends_turn(),
    verb("break", &[SLOW]).like(&["breakfree", "release", "recover"]),
    verb("swap", &[TARGET]).of(Aid).like(&["delay", "pass"]),
    verb("accept", &[TARGET]).of(Aid).at(&["answer accept"]),
    verb("decline", &[TARGET]).of(Aid).at(&["answer decline"]),
    verb(
        "auto",
        &[
            word("reaction").must().among(&["dodge", "parry", "resist", "break", "hold", "chase"]),
            word("order").must().among(&["ask", "fast", "never"]),
        ],
    )
    .how_first()
    .answers_later()
    .at(&["orders auto"]),
];

pub const ORDERS: &[Verb] = &[
    verb("assign", &[WHO, word("side")]).at(&["gm assign"]),
    verb("group", &[list("who").must(), prose("name")]).at(&["scene group"]),
    verb(
        "ambush",
        &[
            word("side"),
            word("by"),
            word("against"),
            word("action").among(&["track", "read"]),
            flag("auto"),
            ON,
        ],
    )
    .at(&["scene ambush"]),
    verb("bar", &[WHO, word("with").must().somebody(), ON]).at(&["scene bar"]),
    verb("link", &[ZONE, TO]).at(&["init link"]),
    verb("exit", &[ZONE, ON]).at(&["init exit"]),
    verb("cover", &[ZONE, word("dice")]).at(&["init cover"]).like(&[
        "take-cover",
        "hide",
        "defend",
        "disengage",
    ]),
    verb(
        "obstacle",
        &[
            ZONE,
            TO,
            word("maneuver").among(&["slow", "fast"]),
            ACTION,
            number("need"),
            flag("removed"),
            ON,
        ],
    )
    .at(&["scene obstacle"]),
    verb("block-sight", &[ZONE, TO, ON]).at(&["init block-sight"]),
    verb(
        "circumstance",
        &[ACTION.must(), number("by"), word("zone"), word("who"), flag("darkness")],
    )
    .at(&["scene circumstance"]),
    verb("call", &[WHO, ACTION.must(), number("need"), POSITION, flag("harmful"), HARM])
        .at(&["scene call"]),
    verb("fear", &[number("value").must(), list("who"), POSITION, word("source"), flag("waive")])
        .at(&["scene fear"]),
    verb(
        "fire",
        &[WHO, word("intensity").must().among(&["small", "medium", "large", "inferno", "none"])],
    )
    .at(&["scene fire"]),
    verb("poison", &[WHO, number("toxicity").must(), HARM]).at(&["scene poison"]),
    verb("fall", &[WHO, number("feet").must()]).at(&["scene fall"]),
    verb("fatigue", &[WHO, HARM]).at(&["scene fatigue"]),
    verb("harm", &[WHO, AMOUNT, HARM]).at(&["gm harm"]),
    verb("heal", &[WHO, AMOUNT, HARM]).at(&["gm heal"]),
    verb("cure", &[WHO]).at(&["gm cure"]),
    verb(
        "flag",
        &[
            WHO,
            word("flag")
                .must()
                .among(&["prone", "apart", "pinned", "out", "dead", "shaken", "helped"]),
            ON,
        ],
    )
    .at(&["gm flag"]),
    verb("place", &[WHO, ZONE]).at(&["gm place"]),
    verb("recover", &[WHO, word("by")]).at(&["scene recover"]),
    verb("day", &[]).at(&["scene day"]),
];

pub const ANSWERS: &[Verb] = &[
    verb("parry", &[SLOW]).at(&["react parry"]).like(&["counter", "guard", "defend", "dodge"]),
    verb("dodge", &[SLOW]),
    verb("resist", &[SLOW]).at(&["react resist"]).like(&["stance", "defend", "recover"]),
    verb("break", &[SLOW]).also(&["break-free"]),
    verb("take-it", &[]).at(&["react take-it"]),
    verb("hold", &[SLOW]).at(&["react hold"]),
    verb("chase", &[word("action"), SLOW])
        .at(&["react chase"])
        .like(&["pursue", "engage", "dash", "move"]),
    verb("no", &[]).at(&["answer no"]).also(&["let-them-go"]),
    verb("damage", &[]).at(&["spend damage"]),
    verb("outmaneuver", &[CARD]).at(&["spend outmaneuver"]),
    verb("stress", &[]).at(&["spend stress"]),
    verb("push", &[word("zone")]).at(&["spend push"]),
    verb("apart", &[]).at(&["spend apart"]),
    verb("throw-down", &[]).at(&["spend throw-down"]),
    verb("disarm", &[word("item")]).at(&["spend disarm"]),
    verb("pin", &[]).at(&["spend pin"]),
    verb("gag", &[]).at(&["spend gag"]),
    verb("enough", &[]).at(&["spend enough"]),
    verb("swap", &[CARD]),
    verb("keep", &[]).at(&["answer keep"]),
    verb("helpless", &[]).at(&["answer helpless"]),
    verb("dying", &[]).at(&["answer dying"]),
    verb("dead", &[]).at(&["answer dead"]),
    verb("flee", &[]).at(&["answer flee"]),
    verb("freeze", &[]).at(&["answer freeze"]),
    verb("faint", &[]).at(&["answer faint"]),
    verb("attack", &[]).at(&["answer attack"]),
    verb("confirm", &[]).at(&["scene confirm"]),
    verb("go-on", &[]).at(&["answer go-on"]),
];

/// CARDS-END-3: who has fought recovers after the fight.
pub const AFTERMATH: &[&str] = &["recover", "day"];
