//! The verbs of `factions`.

use crate::verbs::Family::{Aid, Attack, Move};
use crate::verbs::{Slot, Verb, flag, list, number, prose, verb, way, word};

const TARGET: Slot = word("target").must();
const ITEM: Slot = word("item").must();
const WEAPON: Slot = word("weapon");
const ZONE: Slot = word("zone").must();
const TO: Slot = word("to").must();
const WHO: Slot = word("who").must();
const FACTION: Slot = word("faction").must();
const TEXT: Slot = prose("text");
const AMOUNT: Slot = number("amount").must();
const ON: Slot = flag("on");
const END: Slot = flag("end");
const ABILITY: Slot = word("ability").among(ABILITIES);
const ABILITIES: &[&str] = &["str", "agi", "wit"];
const HOLD_BACK: Slot = flag("hold_back").rider();
const INDIRECT: Slot = flag("indirect");
const STUNT: Slot = prose("stunt");

pub const ACTS: &[Verb] = &[
    verb("turn", &[END]).likely().begins_turn().like(&["pass"]),
    verb("done", &[]).ends_turn().like(&["pass"]),
    verb("pass", &[word("faction")]).ends_turn(),
    verb("initiative", &[word("first").must()]),
    verb("stance", &[word("opportunity").must().among(&["ask", "always", "never"])])
        .how_first()
        .answers_later()
        .at(&["orders stance"])
        .like(&["defend", "guard", "disengage"]),
    verb(
        "attack",
        &[word("target"), WEAPON, HOLD_BACK, INDIRECT, word("zone"), STUNT, flag("final"), END],
    )
    .of(Attack)
    .likely()
    .by(&[
        way("attack", &[TARGET, WEAPON, HOLD_BACK, INDIRECT, STUNT, END]),
        way("stunt blast", &[word("zone"), WEAPON, HOLD_BACK, INDIRECT, END]),
        way("stunt final-blow", &[TARGET, WEAPON, END]).fixing(&[("final", "true")]),
    ]),
    verb("disarm", &[TARGET, word("item"), END])
        .of(Attack)
        .at(&["stunt disarm"])
        .like(&["stunt", "grapple", "skill"]),
    verb("grapple", &[TARGET, END]).of(Attack).at(&["stunt grapple"]),
    verb("manoeuvre", &[TARGET, word("kind"), END])
        .of(Attack)
        .at(&["stunt manoeuvre"])
        .like(&["stunt", "skill"]),
    verb("stunt", &[TEXT.must()]).told().at(&["stunt other"]),
    verb("shove", &[word("zone"), flag("hazard"), END]).of(Attack).at(&["stunt shove"]),
    verb("break", &[END]),
    verb("release", &[END]),
    verb("move", &[ZONE, flag("sneak"), END]).of(Move).likely(),
    verb("dash", &[END]).of(Move),
    verb("equip", &[ITEM, END]).at(&["item equip"]),
    verb("unequip", &[ITEM, END]).at(&["item unequip"]).like(&["stow", "drop"]),
    verb("pickup", &[ITEM, END]).at(&["item pickup"]),
    verb("drop", &[ITEM, END]).for_good().at(&["item drop"]),
    verb("use", &[ITEM, word("target"), WEAPON, END]).of(Aid).at(&["item use"]),
    verb("reload", &[ITEM, END]).at(&["item reload"]).like(&["draw", "equip"]),
    verb("interact", &[TEXT, flag("complex"), END]).told(),
    verb("take-cover", &[END]).of(Move).at(&["cover take"]),
    verb("leave-cover", &[END]).of(Move).at(&["cover leave"]).like(&["move"]),
    verb("say", &[TEXT, END]).told(),
    verb("skill", &[TEXT, ABILITY, END]).told(),
    verb("hide", &[TEXT.must(), END]).told().like(&["take-cover", "cover", "skill"]),
    verb("flee", &[]).of(Move).for_good(),
    verb("surrender", &[]).for_good().like(&["concede", "parley", "flee"]),
];

pub const ORDERS: &[Verb] = &[
    verb("assign", &[WHO, word("faction"), word("group")]).at(&["gm assign"]),
    verb("ally", &[FACTION, word("with").must(), ON]).at(&["init ally"]),
    verb("captain", &[WHO]).at(&["init captain"]),
    verb("started", &[FACTION]).at(&["init started"]),
    verb("slot", &[WHO]).at(&["faction slot"]),
    verb("link", &[ZONE, TO]).at(&["init link"]),
    verb("cover", &[ZONE, ON]).at(&["init cover"]),
    verb("obscured", &[ZONE, ON]).at(&["init obscured"]),
    verb("barrier", &[ZONE, ON]).at(&["init barrier"]),
    verb("hard", &[ZONE, ON]).at(&["init hard"]),
    verb("exit", &[ZONE, ON]).at(&["init exit"]),
    verb("hazard", &[ZONE, prose("damage")]).at(&["init hazard"]),
    verb("block-sight", &[ZONE, TO, ON]).at(&["init block-sight"]),
    verb(
        "flag",
        &[
            WHO,
            word("flag").must().among(&[
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
    .at(&["gm flag"]),
    verb("noticed", &[WHO, word("by").must(), ON]).at(&["faction noticed"]),
    verb(
        "manoeuvre-kind",
        &[prose("name").must(), word("save").must().among(ABILITIES), prose("effect")],
    )
    .at(&["faction manoeuvre"]),
    verb("harm", &[WHO, AMOUNT]).at(&["gm harm"]),
    verb("heal", &[WHO, AMOUNT]).at(&["gm heal"]),
    verb("place", &[WHO, ZONE]).at(&["gm place"]),
    verb(
        "long-chase",
        &[list("who").must(), list("by"), word("outcome").among(&["escape", "reached"])],
    )
    .at(&["faction chase"]),
    verb("stretch", &[]).at(&["faction stretch"]),
    verb("durability", &[WHO, ON]).at(&["faction durability"]),
];

/// An attack as an answer: with a weapon, or one of another kind.
const KIND: Slot = word("kind");

pub const ANSWERS: &[Verb] = &[
    verb("approve", &[]).at(&["answer approve"]),
    verb("refuse", &[]).at(&["answer refuse"]),
    verb("accept", &[]).at(&["answer accept"]),
    verb("decline", &[]).at(&["answer decline"]),
    verb("stunt", &[TEXT.must()]).at(&["stunt other"]),
    verb("dodge", &[]),
    verb("counter", &[WEAPON, KIND, word("item"), HOLD_BACK, INDIRECT])
        .at(&["react counter"])
        .like(&["parry", "dodge"]),
    verb("hide-behind", &[TARGET]).at(&["react hide-behind"]).like(&[
        "guard",
        "sacrifice-shield",
        "dodge",
    ]),
    verb("take-it", &[]).at(&["react take-it"]),
    verb(
        "guard",
        &[
            word("how").among(&["dodge", "counter"]),
            WEAPON,
            KIND,
            word("item"),
            HOLD_BACK,
            INDIRECT,
        ],
    )
    .at(&["react guard"])
    .like(&["sacrifice-shield", "parry", "defend", "assist", "dodge"]),
    verb("no", &[]).at(&["answer no"]).also(&["stay-back"]),
    verb("agree", &[]).at(&["answer agree"]),
    verb("strike", &[WEAPON, KIND, word("item"), HOLD_BACK, STUNT]).at(&["react strike"]),
    verb("let-go", &[]).at(&["react let-go"]).also(&["let-them-go"]),
    verb("pursue", &[list("who")]).at(&["react pursue"]).like(&["chase", "engage", "dash", "move"]),
    verb("rule", &[ABILITY, prose("effect")]).at(&["gm rule"]),
];
