//! All commands as a table: what they are called, what they say to the app, and their options.
//! What they say about themselves is in the catalogue (`commands.ftl`), by their names.
//!
//! A command says one verb with slots; what becomes of it is the app's and the rules' affair. So a
//! new verb of a rule system needs one entry here and nothing else in this room.

use std::sync::LazyLock;

use crate::engine::words::Words;

/// A command, a group of commands, or a command of a group.
#[derive(Clone, Debug)]
pub struct Slash {
    pub name: &'static str,
    pub does: Does,
}

#[derive(Clone, Debug)]
pub enum Does {
    Say(Saying),
    Offer(Vec<Slash>),
}

/// What a command says.
#[derive(Clone, Debug)]
pub struct Saying {
    pub verb: &'static str,
    /// Slots that go without saying.
    pub fixed: &'static [(&'static str, &'static str)],
    pub options: Vec<Opt>,
}

impl Saying {
    /// Whether this is a way to say that verb with those slots.
    fn can_say(&self, act: &Words) -> bool {
        let has = |(slot, value): (&String, &String)| {
            self.options.iter().any(|option| option.name == slot)
                || self.fixed.contains(&(slot, value))
        };
        self.verb == act.verb && act.slots.iter().all(has)
    }
}

/// An option of a command.
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    pub name: &'static str,
    pub kind: Kind,
    pub is_required: bool,
    /// What is offered where the app knows nothing better.
    pub among: &'static [&'static str],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word that the app completes while it is typed.
    Word,
    /// Several such words, with commas between.
    List,
    /// Words of the user's own.
    Prose,
    Number,
    Flag,
    Person,
    /// A file of the user's own, which is read.
    File,
    /// The combatant who acts.
    Actor,
    /// Nothing of it is shown in the channel.
    Quiet,
    /// More slots, `hp=5 str=2`.
    Fields,
}

const fn word(name: &'static str) -> Opt {
    Opt { name, kind: Kind::Word, is_required: false, among: &[] }
}

const fn list(name: &'static str) -> Opt {
    Opt { kind: Kind::List, ..word(name) }
}

const fn prose(name: &'static str) -> Opt {
    Opt { kind: Kind::Prose, ..word(name) }
}

const fn number(name: &'static str) -> Opt {
    Opt { kind: Kind::Number, ..word(name) }
}

const fn flag(name: &'static str) -> Opt {
    Opt { kind: Kind::Flag, ..word(name) }
}

const fn file(name: &'static str) -> Opt {
    Opt { kind: Kind::File, ..word(name) }
}

impl Opt {
    const fn must(self) -> Self {
        Self { is_required: true, ..self }
    }

    const fn among(self, among: &'static [&'static str]) -> Self {
        Self { among, ..self }
    }
}

const TEXT: Opt = prose("text").must();
const SAID: Opt = prose("text");
const TARGET: Opt = word("target");
const WHO: Opt = word("who").must();
const ITEM: Opt = word("item").must();
const ZONE: Opt = word("zone").must();
const SIDE: Opt = word("side");
const ATTRIBUTE: Opt = word("attribute");
/// The ladder of what players are shown of an NPC.
const SHOW: Opt = word("show").among(RUNGS);
const RUNGS: &[&str] = &["unseen", "something", "alias", "name", "wounds", "numbers"];
const SKILL: Opt = word("skill");
const KIND: Opt = word("kind");
const FORCE: Opt = word("how");
const DIRECTION: Opt = word("direction");
const PLOY: Opt = word("how");
const TALK: Opt = word("how");
/// What is spent on it.
const SPENT: Opt = word("action");
const FREE: Opt = flag("free");
const FP: Opt = flag("fp");
const LUCK: Opt = flag("luck");
const FIELDS: Opt = Opt { kind: Kind::Fields, ..word("with") };
const QUIET: Opt = Opt { kind: Kind::Quiet, ..word("quiet") };
const FACTION: Opt = word("faction");
const OUTCOME: Opt = word("outcome");
const END: Opt = flag("end");
const ON: Opt = flag("on");
const STUNT: Opt = prose("stunt");
const HOLD_BACK: Opt = flag("hold_back");
const ABILITY: Opt = word("ability");
const ACTION: Opt = word("action");
const SLOW: Opt = flag("slow");
const HARM: Opt = word("harm");
const POSITION: Opt = word("position");
const AS: Opt = Opt { kind: Kind::Actor, ..word("as") };

/// A command by a combatant.
fn act<const N: usize>(name: &'static str, options: [Opt; N]) -> Slash {
    let mut all = options.to_vec();
    all.extend([AS, QUIET]);
    Slash { name, does: Does::Say(Saying { verb: name, fixed: &[], options: all }) }
}

/// A command by the GM.
fn order<const N: usize>(name: &'static str, options: [Opt; N]) -> Slash {
    let mut all = options.to_vec();
    all.push(QUIET);
    Slash { name, does: Does::Say(Saying { verb: name, fixed: &[], options: all }) }
}

/// A command that only looks, or whose doing everybody may see.
fn plain<const N: usize>(name: &'static str, options: [Opt; N]) -> Slash {
    let options = options.to_vec();
    Slash { name, does: Does::Say(Saying { verb: name, fixed: &[], options }) }
}

fn group<const N: usize>(name: &'static str, within: [Slash; N]) -> Slash {
    Slash { name, does: Does::Offer(within.to_vec()) }
}

impl Slash {
    /// The verb where it is not the name.
    fn says(mut self, verb: &'static str) -> Self {
        if let Does::Say(saying) = &mut self.does {
            saying.verb = verb;
        }
        self
    }

    fn fixing(mut self, fixed: &'static [(&'static str, &'static str)]) -> Self {
        if let Does::Say(saying) = &mut self.does {
            saying.fixed = fixed;
        }
        self
    }

    /// The same command for an NPC, who must be named.
    fn by_npc(mut self) -> Self {
        if let Does::Say(saying) = &mut self.does {
            saying.options.retain(|option| option.kind != Kind::Actor);
            let npc = Opt { name: "npc", ..AS };
            saying.options.insert(0, npc.must());
        }
        self
    }

    /// The commands of a table under their full names, `gm set`.
    pub fn all(table: &[Self]) -> Vec<(String, &Saying)> {
        let mut all = Vec::new();
        for slash in table {
            match &slash.does {
                Does::Say(saying) => all.push((slash.name.to_string(), saying)),
                Does::Offer(within) => {
                    let inner = Self::all(within).into_iter();
                    all.extend(inner.map(|(name, it)| (format!("{} {name}", slash.name), it)));
                }
            }
        }
        all
    }
}

/// Every command there is.
pub fn table() -> Vec<Slash> {
    let mut all = vec![init(), sheet()];
    all.extend(own_turn());
    all.extend(answers());
    all.extend(looks());
    all.extend(people());
    all.extend([npc(), gm()]);
    all.extend(gm_at_top());
    all
}

/// How an act, or a bare verb, is typed: `/stunt push` for `push`. The shortest way where there are
/// several.
pub fn typed(act: &Words) -> String {
    static ALL: LazyLock<Vec<(String, Saying)>> = LazyLock::new(|| {
        let table = table();
        let all = Slash::all(&table).into_iter();
        let mut all: Vec<_> = all.map(|(name, saying)| (name, saying.clone())).collect();
        all.sort_by_key(|(name, _)| name.matches(' ').count());
        all
    });
    let name = ALL.iter().find(|(_, saying)| saying.can_say(act)).map(|(name, _)| name);
    format!("/{}", name.unwrap_or(&act.verb))
}

/// What somebody means who writes a command, or its name, as it is typed: `push target:Wolf` for
/// `/stunt push target:Wolf`.
pub fn meant(typed: &str) -> String {
    let typed = typed.trim().trim_start_matches('/');
    let table = table();
    let rest_of = |name: &str| {
        let begins = typed.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
        let rest = typed.get(name.len()..).filter(|_| begins)?;
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(rest)
    };
    let mut all = Slash::all(&table).into_iter();
    let Some((saying, rest)) = all.find_map(|(name, saying)| Some((saying, rest_of(&name)?)))
    else {
        return typed.into();
    };
    let fixed = saying.fixed.iter().filter(|_| !rest.is_empty());
    let fixed: String = fixed.map(|(slot, value)| format!(" {slot}:{value}")).collect();
    format!("{}{rest}{fixed}", saying.verb)
}

fn init() -> Slash {
    let neighbour = word("to").must();
    let hazard = order(
        "hazard",
        [
            ZONE,
            ATTRIBUTE,
            number("dr"),
            word("trigger"),
            prose("damage"),
            list("ailment"),
            flag("secret"),
        ],
    );
    group(
        "init",
        [
            plain("new", [word("system"), prose("zones")]),
            plain("load", [word("name"), flag("drop")]),
            plain("save", [word("name").must()]),
            plain("systems", [list("add"), number("days")]),
            plain("join", [word("sheet"), word("from"), prose("name"), SIDE, word("at"), FIELDS]),
            order(
                "add",
                [
                    word("from").must(),
                    prose("name"),
                    number("count"),
                    SIDE,
                    word("at"),
                    word("group"),
                    flag("hidden"),
                    prose("alias"),
                    SHOW.among(&["alias", "name", "wounds", "numbers"]),
                    FIELDS,
                ],
            ),
            order("zones", [prose("layout").must()]),
            // A zone alone says what may be said of it; the rest are commands of their own.
            order("zone", [ZONE, SIDE.must()]).says("start-zone"),
            order("link", [ZONE, neighbour]),
            order("limit", [ZONE, number("count")]),
            hazard,
            order("exit", [ZONE, SIDE, ON]),
            order("cover", [ZONE, ON, word("dice")]),
            order("obscured", [ZONE, ON]),
            order("barrier", [ZONE, ON]),
            order("hard", [ZONE, ON]),
            order("block-sight", [ZONE, neighbour, ON]),
            order("set", [word("key").must(), word("value").must()]),
            order("surprise", [SIDE.must()]),
            order("started", [FACTION.must()]),
            order("ally", [FACTION.must(), word("with").must(), ON]),
            order("captain", [WHO]),
            order("start", []),
            order("end", [OUTCOME.must()]),
            plain("status", []),
        ],
    )
}

/// Characters outside of fights.
fn sheet() -> Slash {
    const SHEET: Opt = word("name").must();
    let portrait = prose("portrait");
    group(
        "sheet",
        [
            plain(
                "new",
                [word("from").must(), prose("name").must(), word("system"), portrait, FIELDS],
            )
            .says("sheet-new"),
            plain("show", [SHEET]).says("sheet-show"),
            plain("list", []).says("sheet-list"),
            plain("edit", [SHEET, prose("to"), portrait, FIELDS]).says("sheet-edit"),
            plain("copy", [SHEET, prose("to").must()]).says("sheet-copy"),
            plain("delete", [SHEET]).says("sheet-delete"),
            plain("import", [file("file").must(), prose("name")]).says("sheet-import"),
            plain("export", [SHEET, word("format").among(&["toml", "json"])]).says("sheet-export"),
            plain("kit", [word("system").must(), file("file"), flag("remove")]).says("kit"),
        ],
    )
}

/// What one does on one's own turn.
fn own_turn() -> Vec<Slash> {
    vec![
        act(
            "attack",
            [
                TARGET,
                word("weapon"),
                HOLD_BACK,
                flag("indirect"),
                word("zone"),
                STUNT,
                flag("final"),
                flag("thrown"),
                FREE,
                FP,
                LUCK,
                END,
            ],
        ),
        act("cast", [TARGET.must(), word("spell")]),
        act(
            "move",
            [
                word("zone"),
                word("to"),
                TARGET,
                number("reach"),
                word("action"),
                word("near"),
                flag("apart"),
                flag("sneak"),
                LUCK,
                END,
            ],
        ),
        act("dash", [word("zone"), word("to"), TARGET, number("reach"), LUCK, END]),
        act("disengage", []),
        group(
            "stunt",
            [
                act("push", [TARGET, word("zone")]),
                act("grapple", [TARGET.must()]),
                act("other", [TEXT, TARGET, ATTRIBUTE]).says("stunt"),
            ],
        ),
        act("grapple", [TARGET.must(), FP, END]),
        act("parley", [TARGET.must()]),
        act(
            "skill",
            [SAID, ATTRIBUTE, SKILL, ABILITY, ACTION, TARGET, word("zone"), FP, LUCK, END],
        ),
        act("recover", [word("hindrance"), SKILL, TARGET, LUCK]),
        group(
            "item",
            [
                act("retrieve", [ITEM]),
                act("use", [ITEM, word("target"), word("weapon"), FREE, END]),
                act("give", [word("item"), TARGET]),
                act("take", [ITEM]),
                act("draw", [ITEM]),
                act("stow", [ITEM]),
                act("drop", [ITEM, END]),
                act("open", [ZONE, FREE]),
                act("close", [ZONE, FREE]),
            ],
        ),
        act("flee", [ACTION, word("exit"), LUCK]),
        act("pass", [word("faction")]),
        act("turn", [END]),
        act("done", []),
        act("initiative", [word("first").must()]),
        act("stance", [word("opportunity"), word("match"), word("resist")]),
        act("disarm", [TARGET, word("item"), END]),
        act("manoeuvre", [TARGET.must(), word("kind").must(), END]),
        act("shove", [TARGET, word("zone"), flag("hazard"), END]),
        act("break", [word("with"), SLOW, FP, END]),
        act("release", [TARGET, END]),
        act("equip", [list("item").must(), END]),
        act("unequip", [ITEM, END]),
        act("pickup", [ITEM, END]),
        act("reload", [ITEM, END]),
        act("interact", [SAID, flag("complex"), FREE, END]),
        act("douse", [TARGET]),
        act("stand", []),
        act("shout", [SAID]),
        act("assist", [TARGET, KIND, SKILL, word("enemy"), word("weapon"), LUCK, FREE]),
        act("interfere", [TARGET.must(), KIND.must(), SKILL.must(), word("weapon"), LUCK]),
        act("engage", [TARGET.must()]),
        act("force", [FORCE.must(), TARGET.must(), DIRECTION, LUCK]),
        act("shift", [word("object").must(), TARGET, LUCK]),
        act("advantage", [PLOY.must(), TARGET, word("item"), LUCK]),
        act("taunt", [TALK.must(), TARGET.must(), LUCK]),
        ready(),
        act("concede", []),
        act("swap", [TARGET, word("item"), number("card")]),
        act("auto", [word("reaction").must(), word("order").must()]),
        group(
            "cover",
            [act("take", [END]).says("take-cover"), act("leave", [END]).says("leave-cover")],
        ),
        act("say", [SAID, END]),
        act("hide", [TEXT, END]),
        act("surrender", []),
        act("roll-initiative", []).says("init"),
        act("delay", [word("after").must()]),
        act("defend", [word("with"), FREE, word("zone")]),
        act("aim", [word("mode"), word("with"), FREE]),
        hold(),
        act("trigger", []),
    ]
}

/// What is held, when it happens, and the details of both.
fn hold() -> Slash {
    act(
        "hold",
        [
            word("do"),
            word("trigger"),
            word("who"),
            word("at"),
            word("zone"),
            prose("text"),
            TARGET,
            word("weapon"),
            word("item"),
            word("to"),
            ATTRIBUTE,
            SKILL,
            word("with"),
            SLOW,
        ],
    )
}

/// What is readied, when it comes about, and the details of both.
fn ready() -> Slash {
    act(
        "ready",
        [
            word("trigger").must(),
            word("check").must(),
            word("enemy"),
            word("weapon"),
            word("how"),
            DIRECTION,
            TARGET,
            word("to"),
            number("reach"),
            word("object"),
            word("item"),
            SKILL,
            prose("text"),
        ],
    )
}

/// What answers an open question. Its buttons do the same.
fn answers() -> Vec<Slash> {
    const WEAPON: Opt = word("weapon");
    const STRIKE: Opt = word("kind");
    const INDIRECT: Opt = flag("indirect");
    vec![
        act("dodge", [SLOW]),
        act("parry", [SLOW]),
        act("resist", [SLOW, SPENT, SKILL, LUCK]),
        act("counter", [WEAPON, STRIKE, word("item"), HOLD_BACK, INDIRECT]),
        act("guard", [word("how"), WEAPON, STRIKE, word("item"), HOLD_BACK, INDIRECT]),
        act("chase", [ACTION, SLOW]),
        group(
            "answer",
            [
                act("strike", [WEAPON, STRIKE, word("item"), HOLD_BACK, STUNT]),
                act("hide-behind", [TARGET.must()]),
                act("take-it", []),
                act("sacrifice", []).says("sacrifice-shield"),
                act("agree", []),
                act("accept", [TARGET]),
                act("decline", [TARGET]),
                act("approve", []),
                act("refuse", []),
                act("no", []),
                act("pursue", [list("who")]),
                act("let-go", []),
                act("lower", [ATTRIBUTE.must()]),
                act("keep", []),
                act("help-out", [SKILL, prose("text")]).says("help"),
                act("first", [word("who").must()]),
                act("go-on", []),
                act("match", [SPENT, LUCK]),
                act("gain", [word("effect").must(), TARGET, SKILL]),
                act("treat", [word("effect").must(), word("condition")]),
            ],
        ),
        group(
            "spend",
            [
                act("damage", []),
                act("outmaneuver", [number("card")]),
                act("stress", []),
                act("push", [word("zone")]),
                act("apart", []),
                act("throw-down", []),
                act("disarm", [word("item")]),
                act("pin", []),
                act("gag", []),
                act("enough", []),
            ],
        ),
        group("finish", [act("helpless", []), act("dying", []), act("dead", [])]),
        group("panic", [act("flee", []), act("freeze", []), act("faint", []), act("attack", [])]),
        fate(),
    ]
}

/// A Fallen Fate, each with room for the player's own words.
fn fate() -> Slash {
    const STORY: Opt = prose("text");
    let lowered = list("attributes");
    let chosen = |name, fixed| act(name, [STORY]).says("fate").fixing(fixed);
    group(
        "fate",
        [
            // The act comes first, so that it is what the verb is typed as.
            act("pick", [lowered.must()]).says("fate").fixing(&[("choose", "pick")]),
            chosen("ignore", &[("choose", "ignore")]),
            act("never-the-same", [lowered, STORY]).says("fate").fixing(&[("choose", "never")]),
            chosen("desperate-push", &[("choose", "push")]),
            chosen("blaze-of-glory", &[("choose", "blaze")]),
            chosen("tragic-demise", &[("choose", "demise")]),
            act("leave", []).says("fate").fixing(&[("choose", "leave")]),
            act("action-point", [SPENT.must()]).says("fate"),
            chosen("falls", &[("choose", "falls")]),
        ],
    )
}

fn looks() -> Vec<Slash> {
    vec![
        plain("status", []),
        plain("map", []),
        plain("mine", []),
        plain("guide", [word("why"), word("rule"), word("system"), AS]),
        plain(
            "roll",
            [prose("dice").must(), word("sight").among(&["public", "secret", "gm", "blind"])],
        ),
        plain(
            "log",
            [
                word("who"),
                number("round"),
                word("kind").among(&["players", "gm", "clock", "undone"]),
                word("since").among(&["seen", "12h", "1d", "3d"]),
                number("last"),
            ],
        ),
        plain("export", [word("format").among(&["story", "json", "script"])]),
        plain("undo", []).says("take-back"),
        group(
            "plain",
            [plain_mode("on", &[("on", "true")]), plain_mode("off", &[("on", "false")])],
        ),
        orders(),
        queue(),
    ]
}

fn plain_mode(name: &'static str, fixed: &'static [(&'static str, &'static str)]) -> Slash {
    plain(name, [flag("server")]).says("plain").fixing(fixed)
}

/// Who plays in whose place, who helps the GM, and who is away.
fn people() -> Vec<Slash> {
    const USER: Opt = Opt { kind: Kind::Person, ..word("user") };
    let until = prose("until");
    let co_gm = |name, fixed| plain(name, [USER.must()]).says("co-gm").fixing(fixed);
    vec![
        plain("stand-in", [USER, word("who"), until]),
        plain("absence", [word("policy").must(), word("who")]),
        plain("inbox", []),
        plain("away", [until, flag("back")]),
        plain("clock", [word("zone"), prose("quiet_hours")]),
        group("co-gm", [co_gm("add", &[("do", "add")]), co_gm("remove", &[("do", "remove")])]),
    ]
}

/// The own next turn, prepared.
fn queue() -> Slash {
    let holds = word("if").among(&["always", "here", "there", "both"]);
    let when = word("when").among(&["soon", "at-once"]);
    group(
        "queue",
        [
            plain("add", [word("act").must(), holds, when, AS]).says("queue-add"),
            plain("confirm", [number("draft"), AS]).says("queue-confirm"),
            plain("list", [AS]).says("queue-list"),
            plain("clear", [AS]).says("queue-clear"),
        ],
    )
}

/// Answers given in advance.
fn orders() -> Slash {
    const ANSWER: Opt = word("answer").must();
    let way = word("way");
    group(
        "orders",
        [
            plain(
                "add",
                [
                    ANSWER,
                    word("question"),
                    word("by"),
                    word("whom"),
                    way,
                    word("threat").among(&["wound", "fell"]),
                    word("spend").among(&["anything", "keep-turn", "nothing"]),
                    word("when").among(&["soon", "at-once", "deadline"]),
                    AS,
                ],
            )
            .says("orders-add"),
            plain("list", [AS]).says("orders-list"),
            plain("test", [word("question"), word("by"), word("whom"), way, AS])
                .says("orders-test"),
            plain("remove", [word("number").must(), AS]).says("orders-remove"),
        ],
    )
}

/// NPCs by name, and the GM's block as a whole.
fn npc() -> Slash {
    let by_name = [
        act("attack", [TARGET.must(), word("weapon")]),
        act("cast", [word("spell").must(), TARGET.must()]),
        act("move", [ZONE]),
        act("dash", [ZONE]),
        act("disengage", []),
        act("push", [TARGET.must(), ZONE]),
        act("grapple", [TARGET.must()]),
        act("stunt", [TARGET.must(), prose("text").must(), ATTRIBUTE]),
        act("recover", [word("hindrance").must()]),
        act("flee", []),
        act("pass", []),
    ];
    let mut within: Vec<Slash> = by_name.into_iter().map(Slash::by_npc).collect();
    within.push(order("next", []));
    within.push(order("pass-all", []));
    let does = Does::Offer(within);
    Slash { name: "npc", does }
}

fn gm() -> Slash {
    let amount = number("amount").must();
    let ailment = word("ailment").must();
    let dr = number("dr");
    let bound = flag("bound");
    group(
        "gm",
        [
            order("set", [WHO, word("field").must(), word("value").must()]).says("adjust"),
            order("settings", [word("key").must(), word("value").must()]).says("set"),
            order("dr", [WHO, number("dr").must()]),
            order("adv", [WHO, word("kind").must()]).says("bend"),
            order("hinder", [WHO, ailment, ATTRIBUTE, dr, bound]).says("ail"),
            order("ongoing", [WHO, ATTRIBUTE, dr]).says("ail").fixing(&[("ailment", "ongoing")]),
            order("cure", [WHO, word("ailment")]),
            order("heal", [WHO, amount, HARM]),
            order("harm", [WHO, amount, HARM, word("type")]),
            order("place", [WHO, word("zone"), word("to")]),
            order("assign", [WHO, FACTION, word("group"), SIDE]),
            order("flag", [WHO, word("flag").must(), ON]),
            order("stretch", []),
            order("durability", [WHO, ON]),
            order("reveal", [WHO, SHOW, prose("alias")]),
            order("remove", [WHO]),
            order("give", [WHO, ITEM]).says("supply"),
            order(
                "rule",
                [
                    ATTRIBUTE,
                    ABILITY,
                    number("dr"),
                    number("difficulty"),
                    word("action"),
                    prose("effect"),
                    word("ailment"),
                    word("cure"),
                    bound,
                ],
            ),
            order("call-morale", []).says("morale"),
            order("undo", [number("steps")]),
            order("redo", []),
            order("pause", []),
            order("resume", []),
            plain("fight", [word("id")]),
            plain("hand-over", [Opt { kind: Kind::Person, ..word("user") }]),
        ],
    )
}

fn gm_at_top() -> Vec<Slash> {
    let npcs = list("npcs").must();
    vec![
        group(
            "faction",
            [
                order("slot", [WHO]),
                order("noticed", [WHO, word("by").must(), ON]),
                order(
                    "manoeuvre",
                    [prose("name").must(), word("save").must(), prose("effect").must()],
                )
                .says("manoeuvre-kind"),
                order("chase", [list("who").must(), list("by"), word("outcome")])
                    .says("long-chase"),
            ],
        ),
        scene(),
        line(),
        ranks(),
        order("rest", [word("who")]),
        order("skip", [word("who")]),
        order("end", [OUTCOME.must()]),
        order("reaction", [npcs]),
        order("morale", [npcs, word("on_fail")]),
    ]
}

/// The ground where zones are stretches of a line.
fn line() -> Slash {
    let (skill, stops) = (word("skill").must(), flag("stops"));
    // A number, or a word for it.
    let difficulty = word("difficulty");
    group(
        "line",
        [
            order("length", [ZONE, number("feet")]),
            order("terrain", [ZONE, skill, difficulty, stops]),
            order("obstacle", [ZONE, skill, difficulty, stops]),
            order("narrow", [ZONE, ON]),
            order("object", [ZONE, word("object").must(), difficulty, word("damage"), ON]),
            order("exit", [SIDE.must(), word("end").must()]),
        ],
    )
}

/// What the GM does by rules of Ranks alone.
fn ranks() -> Slash {
    let amount = word("amount");
    group(
        "ranks",
        [
            order("chaos", [word("rounds").must()]),
            order("ally", [SIDE.must(), word("with").must(), ON]),
            order("adv", [WHO, word("how").must(), amount]),
            order("condition", [WHO, word("condition").must(), ON]),
            order("luck", [WHO, number("amount")]),
            order("scene-ends", []).says("scene"),
            order("tend", [WHO, TARGET.must(), SKILL]),
            order("meaning", [WHO, TEXT]),
        ],
    )
}

/// What the GM does to the scene and to those in it, besides their sheets.
fn scene() -> Slash {
    let (by, need) = (number("by"), number("need"));
    group(
        "scene",
        [
            order("call", [WHO, ACTION.must(), need, POSITION, flag("harmful"), HARM]),
            order(
                "fear",
                [number("value").must(), list("who"), POSITION, word("source"), flag("waive")],
            ),
            order("fire", [WHO, word("intensity")]),
            order("poison", [WHO, number("toxicity").must(), HARM]),
            order("fall", [WHO, number("feet").must()]),
            order("fatigue", [WHO, HARM]),
            order("circumstance", [ACTION.must(), by, word("zone"), word("who"), flag("darkness")]),
            order("group", [list("who").must(), prose("name")]),
            order("ambush", [SIDE.must(), word("by"), word("against"), ACTION, flag("auto"), ON]),
            order("bar", [WHO, word("with").must(), ON]),
            order(
                "obstacle",
                [ZONE, word("to").must(), word("maneuver"), ACTION, need, flag("removed"), ON],
            ),
            order("recover", [WHO, word("by")]),
            order("day", []),
            order("confirm", []),
            order("door", [ZONE, word("to").must(), word("state").must()]),
            order("loose", [ZONE, ITEM]),
            order("drop", [WHO, ITEM]),
            order("order", [WHO, word("before").must()]),
            order("strike-help", [WHO]).says("strike"),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Verb;
    use crate::engine::game::{Game, SYSTEMS};

    /// Every verb of every system can be said, with all of its slots.
    #[test]
    fn all_verbs_have_a_command() {
        let table = table();
        let all = Slash::all(&table);
        for system in SYSTEMS {
            let (acts, orders) = Game::verbs(system).unwrap();
            for verb in acts.iter().chain(orders) {
                let fits = |saying: &&Saying| {
                    let has = |slot: &&str| {
                        saying.options.iter().any(|opt| opt.name == *slot)
                            || saying.fixed.iter().any(|(fixed, _)| fixed == slot)
                    };
                    saying.verb == verb.name && verb.slots.iter().all(&has)
                };
                let said = all.iter().any(|(_, saying)| fits(saying));
                assert!(said, "no command says `{}` with {:?}", verb.name, verb.slots);
            }
        }
    }

    #[test]
    fn all_answers_have_a_command() {
        let table = table();
        let all = Slash::all(&table);
        for answer in SYSTEMS.iter().flat_map(|system| Game::answers(system).unwrap()) {
            assert!(all.iter().any(|(_, saying)| saying.verb == answer.name), "{}", answer.name);
        }
    }

    #[test]
    fn verbs_are_named_as_they_are_typed() {
        let typed = ["push", "grapple", "join", "bend", "stunt", "start", "dodge", "of old"]
            .map(|verb| super::typed(&Words::new(verb)));
        let expected = [
            "/stunt push",
            "/grapple",
            "/init join",
            "/gm adv",
            "/stunt other",
            "/init start",
            "/dodge",
            "/of old",
        ];
        assert_eq!(typed, expected);
        let act = |slot: &str| super::typed(&Words::new("fate").with(slot, "full"));
        assert_eq!([act("action"), act("attributes")], ["/fate action-point", "/fate pick"]);
    }

    #[test]
    fn commands_are_known_by_their_names() {
        let meant = ["/stunt push", "push", "gm adv", "INIT start", " dodge", "of old"].map(meant);
        assert_eq!(meant, ["push", "push", "bend", "start", "dodge", "of old"]);
    }

    #[test]
    fn acting_commands_know_who_acts() {
        for (name, saying) in Slash::all(&table()) {
            // The same verb may be an act here and the GM's order there.
            if ["gm ", "init ", "scene "].iter().any(|group| name.starts_with(group)) {
                continue;
            }
            let has_slot = |slot: &&str| saying.options.iter().any(|opt| opt.name == *slot);
            let says = |verb: &&Verb| verb.name == saying.verb && verb.slots.iter().all(has_slot);
            let is_act = SYSTEMS.iter().any(|system| {
                let (acts, orders) = Game::verbs(system).unwrap();
                acts.iter().any(|verb| verb.name == saying.verb)
                    && !orders.iter().any(|verb| says(&verb))
            });
            let has = |kind| saying.options.iter().any(|option| option.kind == kind);
            assert!(!is_act || (has(Kind::Actor) && has(Kind::Quiet)), "/{name}");
        }
    }
}
