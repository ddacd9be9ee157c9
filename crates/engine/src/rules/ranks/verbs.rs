//! The verbs of `ranks`.

use crate::verbs::Family::{Aid, Attack, Move};
use crate::verbs::{Slot, Verb, flag, number, prose, verb, word};

const TARGET: Slot = word("target").must();
const AT: Slot = word("target");
const ITEM: Slot = word("item").must();
const WEAPON: Slot = word("weapon");
const ZONE: Slot = word("zone").must();
const TO: Slot = word("to");
const WHO: Slot = word("who").must();
const SIDE: Slot = word("side").must();
const TEXT: Slot = prose("text");
const ON: Slot = flag("on");
const REACH: Slot = number("reach");
const LUCK: Slot = flag("luck").rider();
const DIRECTION: Slot = word("direction").among(&["left", "right", "down"]);
const KIND: Slot =
    word("kind").must().among(&["attack", "move", "force", "advantage", "interact", "recover"]);
const SKILL: Slot = word("skill");
const TREATING: Slot = SKILL.among(&["recover", "focus", "medicine"]);
const HINDERING: Slot =
    SKILL.must().among(&["sprint", "climbing", "jumping", "balance", "tumble", "none"]);
/// A number, or a word for it.
const DIFFICULTY: Slot =
    word("difficulty").among(&["very-easy", "easy", "moderate", "difficult", "very-difficult"]);

pub const ACTS: &[Verb] = &[
    verb("attack", &[TARGET, WEAPON, LUCK]).of(Attack).likely(),
    verb("defend", &[]),
    verb(
        "move",
        &[TO, AT, REACH, word("action").among(&["free", "bonus", "full", "tumble"]).price(), LUCK],
    )
    .of(Move)
    .likely(),
    verb("dash", &[TO, AT, REACH, LUCK]).of(Move),
    verb("flee", &[word("action").among(&["bonus", "full", "tumble", "sprint"]).price(), LUCK])
        .of(Move)
        .for_good(),
    verb("concede", &[]).for_good().like(&["surrender", "parley", "flee"]),
    verb("force", &[word("how").must().among(&["arena", "grapple"]), TARGET, DIRECTION, LUCK])
        .of(Attack)
        .at(&["stunt force"])
        .like(&["cast", "shove", "push", "stunt"]),
    verb("recover", &[TREATING, AT, LUCK]).of(Aid),
    verb("shift", &[word("object").must(), AT, LUCK])
        .of(Attack)
        .at(&["stunt shift"])
        .like(&["interact", "skill"]),
    verb(
        "advantage",
        &[
            word("how").must().among(&["misdirection", "memory", "psych", "awareness"]),
            AT,
            word("item"),
            LUCK,
        ],
    )
    .of(Attack)
    .at(&["stunt advantage"])
    .like(&["stunt", "assist", "skill"]),
    verb("taunt", &[word("how").must().among(&["insult", "startle", "demoralize"]), TARGET, LUCK])
        .of(Attack)
        .at(&["stunt taunt"])
        .like(&["stunt", "skill"]),
    // What is readied, when it comes about, and the details of both.
    verb(
        "ready",
        &[
            word("trigger").must().among(&["enters-reach", "leaves-reach", "attacked", "text"]),
            word("check").must().among(&[
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
            word("enemy"),
            WEAPON,
            word("how").among(&[
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
            AT,
            TO,
            REACH,
            word("object"),
            word("item"),
            SKILL,
            TEXT,
        ],
    )
    .how_first()
    .like(&["hold", "delay", "pass"]),
    verb("trigger", &[]),
    verb("assist", &[TARGET, KIND, SKILL.must(), word("enemy"), WEAPON, LUCK]).of(Aid),
    verb("interfere", &[TARGET, KIND, SKILL.must(), WEAPON, LUCK])
        .of(Attack)
        .at(&["stunt interfere"])
        .like(&["stunt", "shove", "push", "skill"]),
    verb("hold", &[]),
    verb("done", &[]).ends_turn(),
    verb("pass", &[]).ends_turn(),
    verb("engage", &[TARGET]).of(Move).how_first().at(&["stunt engage"]).like(&["move", "attack"]),
    verb("stand", &[]).likely(),
    verb("equip", &[ITEM]).at(&["item equip"]).like(&["item"]),
    verb("stow", &[ITEM]).at(&["item stow"]),
    verb("drop", &[ITEM]).for_good().at(&["item drop"]),
    verb("say", &[TEXT.must()]).told(),
    verb(
        "stance",
        &[
            word("match").among(&["ask", "always", "never"]),
            word("resist").among(&["ask", "bonus", "never"]),
        ],
    )
    .how_first()
    .answers_later()
    .at(&["orders stance"]),
    verb("fate", &[word("action").among(&["bonus", "full"])]).at(&["fate action-point"]),
    verb("skill", &[SKILL, TEXT, LUCK]).told(),
];

pub const ORDERS: &[Verb] = &[
    verb("length", &[ZONE, number("feet")]).at(&["ranks length"]),
    verb("terrain", &[ZONE, HINDERING, DIFFICULTY, flag("stops")]).at(&["ranks terrain"]),
    verb("obstacle", &[ZONE, HINDERING, DIFFICULTY, flag("stops")]).at(&["ranks obstacle"]),
    verb("narrow", &[ZONE, ON]).at(&["ranks narrow"]),
    verb("hazard", &[ZONE, prose("damage").must(), flag("secret")]).at(&["init hazard"]),
    verb("object", &[ZONE, word("object").must(), DIFFICULTY, word("damage"), ON])
        .at(&["ranks object"]),
    verb("exit", &[SIDE, word("end").must().among(&["left", "right", "none"])]).at(&["ranks exit"]),
    verb("ally", &[SIDE, word("with").must(), ON]).at(&["ranks ally"]),
    verb("place", &[WHO, TO.must()]).at(&["gm place"]),
    verb("chaos", &[word("rounds").among(&["1", "2", "3", "encounter", "off"])])
        .at(&["ranks chaos"]),
    verb(
        "adv",
        &[WHO, word("how").must().among(&["advantage", "disadvantage", "bonus"]), word("amount")],
    )
    .at(&["ranks adv"]),
    verb(
        "condition",
        &[
            WHO,
            word("condition").must().among(&[
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
    .at(&["ranks condition"]),
    verb("luck", &[WHO, number("amount")]).at(&["ranks luck"]),
    verb("strike", &[WHO]).at(&["scene strike-help"]),
    verb("fire", &[WHO]).at(&["scene fire"]),
    verb("scene", &[]).at(&["ranks scene-ends"]),
    verb("tend", &[WHO, TARGET, TREATING]).at(&["ranks tend"]),
    verb("meaning", &[WHO, TEXT]).at(&["ranks meaning"]),
];

pub const ANSWERS: &[Verb] = &[
    verb("resist", &[word("action").among(&["bonus", "full"]), SKILL, LUCK])
        .at(&["react resist"])
        .also(&["roll"]),
    verb("stand", &[]).also(&["keep-the-fixed-value"]),
    verb("match", &[word("action").among(&["free", "bonus", "full"]), LUCK])
        .also(&["keep-up"])
        .at(&["react match"]),
    verb("let-go", &[]).at(&["react let-go"]).also(&["stay-here"]),
    verb(
        "gain",
        &[
            word("effect").must().among(&[
                "plus-2",
                "advantage",
                "die",
                "bonus-action",
                "skill",
                "full-action",
                "action-point",
                "ability",
            ]),
            AT,
            SKILL,
        ],
    )
    .at(&["answer gain"]),
    verb(
        "treat",
        &[
            word("effect").must().among(&["remove", "lower", "shorten", "recovering"]),
            word("condition"),
        ],
    )
    .at(&["answer treat"]),
    verb("rule", &[DIFFICULTY, word("action").among(&["full", "bonus"]), prose("effect")])
        .at(&["gm rule"]),
    verb("refuse", &[]).at(&["answer refuse"]),
];

/// RANKS-RESP-2: rolled with the higher where nothing is said; RANKS-ADV-3: for the maker.
pub const FILLED_IN: &[(&str, &str)] = &[("resist", "action"), ("gain", "effect")];

/// The orders of the aftermath (RANKS-END-2, RANKS-END-3).
pub const AFTERMATH: &[&str] = &["scene", "tend", "meaning"];
