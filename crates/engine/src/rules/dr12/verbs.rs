//! The verbs of `dr12`.

use crate::verbs::Family::{Aid, Attack, Move};
use crate::verbs::{Slot, Verb, flag, list, number, prose, verb, way, word};

const TARGET: Slot = word("target").must();
const ITEM: Slot = word("item").must();
const ZONE: Slot = word("zone").must();
const WHO: Slot = word("who").must();
const SIDE: Slot = word("side").must();
const TEXT: Slot = prose("text");
const AMOUNT: Slot = number("amount").must();
const DR: Slot = number("dr");
const BOUND: Slot = flag("bound");
const ATTRIBUTE: Slot = word("attribute").among(ATTRIBUTES);
const ATTRIBUTES: &[&str] = &["str", "dex", "con", "int", "wis", "cha"];
const AILMENT: Slot = word("ailment").must().among(AILMENTS);
const AILMENTS: &[&str] = &["ongoing", "weakened", "distracted", "stuck", "paralysed"];
const ON_FAIL: Slot = word("on_fail").among(&["flee", "parley"]);

pub const ACTS: &[Verb] =
    &[
        verb("attack", &[TARGET, word("weapon")]).of(Attack).likely().at(&["attack", "npc attack"]),
        verb("cast", &[word("spell").must(), TARGET]).of(Attack).likely().at(&["cast", "npc cast"]),
        verb("move", &[ZONE]).of(Move).likely().at(&["move", "npc move"]),
        verb("dash", &[ZONE]).of(Move).at(&["dash", "npc dash"]),
        verb("disengage", &[])
            .of(Move)
            .at(&["disengage", "npc disengage"])
            .like(&["dash", "move", "flee"]),
        verb("push", &[TARGET, ZONE])
            .of(Attack)
            .at(&["stunt push", "npc push"])
            .like(&["shove", "stunt"]),
        verb("grapple", &[TARGET])
            .of(Attack)
            .at(&["grapple", "stunt grapple", "npc grapple"])
            .like(&["stunt", "attack"]),
        verb("stunt", &[TARGET, ATTRIBUTE, TEXT.must()])
            .of(Attack)
            .told()
            .at(&["stunt other", "npc stunt"])
            .like(&["advantage", "skill"]),
        verb("parley", &[TARGET]).of(Aid).like(&["surrender", "concede", "say"]),
        verb("skill", &[ATTRIBUTE, TEXT]).told(),
        verb("recover", &[word("hindrance").among(AILMENTS)])
            .at(&["recover", "npc recover"])
            .like(&["breakfree", "break", "rest"]),
        verb("retrieve", &[ITEM]).at(&["item retrieve"]),
        verb("use", &[ITEM, word("target")]).of(Aid).at(&["item use"]),
        verb("give", &[ITEM, TARGET]).of(Aid).at(&["item give"]),
        verb("take", &[ITEM]).at(&["item take"]).like(&["pickup", "interact"]),
        verb("draw", &[ITEM]).at(&["item draw"]).like(&["equip"]),
        verb("stow", &[ITEM]).at(&["item stow"]).like(&["unequip"]),
        verb("drop", &[ITEM]).for_good().at(&["item drop"]),
        verb("flee", &[]).of(Move).for_good().at(&["flee", "npc flee"]),
        verb("pass", &[]).ends_turn().at(&["pass", "npc pass"]),
    ];

pub const ORDERS: &[Verb] = &[
    verb("surprise", &[SIDE]).at(&["init surprise"]),
    verb("link", &[ZONE, word("to").must()]).at(&["init link"]),
    verb("limit", &[ZONE, number("count")]).at(&["init limit"]),
    verb(
        "hazard",
        &[
            ZONE,
            word("attribute").among(&["str", "dex", "con", "int", "wis", "cha", "none"]),
            DR,
            word("trigger").among(&["start", "enter", "both"]),
            prose("damage"),
            list("ailment").among(AILMENTS),
            flag("secret"),
        ],
    )
    .at(&["init hazard"]),
    verb("exit", &[ZONE, word("side"), flag("on")]).at(&["init exit"]),
    verb("start-zone", &[ZONE, SIDE]).says_where_sides_begin().at(&["init zone"]),
    verb("next", &[]).at(&["npc next"]),
    verb("pass-all", &[]).at(&["npc pass-all"]),
    verb("dr", &[WHO, DR.must()]).at(&["gm dr"]),
    verb("bend", &[WHO, word("kind").must().among(&["advantage", "disadvantage", "none"])])
        .at(&["gm adv"]),
    verb("ail", &[WHO, AILMENT, ATTRIBUTE, DR, BOUND]).at(&["gm hinder"]).by(&[way(
        "gm ongoing",
        &[WHO, ATTRIBUTE, DR],
    )
    .fixing(&[("ailment", "ongoing")])]),
    verb("cure", &[WHO, AILMENT]).at(&["gm cure"]),
    verb("heal", &[WHO, AMOUNT]).at(&["gm heal"]),
    verb("harm", &[WHO, AMOUNT]).at(&["gm harm"]),
    verb("place", &[WHO, ZONE]).at(&["gm place"]),
    verb("reaction", &[list("npcs").must()]),
    verb("morale", &[list("npcs").must(), ON_FAIL]),
];

pub const ANSWERS: &[Verb] = &[
    verb("dodge", &[]).also(&["avoid"]).like(&["parry", "defend", "guard"]),
    verb("sacrifice-shield", &[])
        .at(&["react sacrifice"])
        .like(&["guard", "parry", "defend", "dodge"]),
    verb("take-it", &[]).at(&["react take-it"]).also(&["take-the-hit"]),
    verb("strike", &[]).at(&["react strike"]).also(&["attack"]),
    verb("let-go", &[]).at(&["react let-go"]).also(&["let-them-go"]).like(&["pass", "skip"]),
    verb("accept", &[]).at(&["answer accept"]),
    verb("morale", &[ON_FAIL]).at(&["gm call-morale"]).also(&["call-morale"]),
    verb("refuse", &[]).at(&["answer refuse"]),
    verb("lower", &[ATTRIBUTE.must()]).at(&["answer lower"]),
    verb(
        "rule",
        &[
            ATTRIBUTE,
            DR,
            prose("effect"),
            word("ailment").among(&[
                "ongoing",
                "weakened",
                "distracted",
                "stuck",
                "paralysed",
                "none",
            ]),
            word("cure").among(ATTRIBUTES),
            number("cure_dr"),
            BOUND,
        ],
    )
    .at(&["gm rule"]),
];
