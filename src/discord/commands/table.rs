//! All commands as a table: what they are called, what they say to the app, and their options.
//!
//! A command says one verb with slots; what becomes of it is the app's and the rules' affair. So a
//! new verb of a rule system needs one entry here and nothing else in this room.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A command, a group of commands, or a command of a group.
#[derive(Clone, Debug)]
pub struct Slash {
    pub name: &'static str,
    pub about: &'static str,
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

/// An option of a command.
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    pub name: &'static str,
    pub about: &'static str,
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

const fn word(name: &'static str, about: &'static str) -> Opt {
    Opt { name, about, kind: Kind::Word, is_required: false, among: &[] }
}

const fn list(name: &'static str, about: &'static str) -> Opt {
    Opt { kind: Kind::List, ..word(name, about) }
}

const fn prose(name: &'static str, about: &'static str) -> Opt {
    Opt { kind: Kind::Prose, ..word(name, about) }
}

const fn number(name: &'static str, about: &'static str) -> Opt {
    Opt { kind: Kind::Number, ..word(name, about) }
}

const fn flag(name: &'static str, about: &'static str) -> Opt {
    Opt { kind: Kind::Flag, ..word(name, about) }
}

const fn file(name: &'static str, about: &'static str) -> Opt {
    Opt { kind: Kind::File, ..word(name, about) }
}

impl Opt {
    const fn must(self) -> Self {
        Self { is_required: true, ..self }
    }

    const fn among(self, among: &'static [&'static str]) -> Self {
        Self { among, ..self }
    }
}

const TARGET: Opt = word("target", "Whom");
const WHO: Opt = word("who", "Which combatant").must();
const ITEM: Opt = word("item", "Which item").must();
const ZONE: Opt = word("zone", "Which zone").must();
const SIDE: Opt = word("side", "Which side or faction").among(&["party", "enemy", "both", "none"]);
const ATTRIBUTE: Opt = word("attribute", "By which attribute").among(ATTRIBUTES);
const ATTRIBUTES: &[&str] = &["str", "dex", "con", "int", "wis", "cha"];
const FLAGS: &[&str] = &[
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
];
const AILMENTS: &[&str] = &["ongoing", "weakened", "distracted", "stuck", "paralysed"];
const FIELDS: Opt =
    Opt { kind: Kind::Fields, ..word("with", "Other values of the sheet, like: hp=5 str=2") };
const QUIET: Opt =
    Opt { kind: Kind::Quiet, ..word("quiet", "For the GM: show nothing of it in the channel") };
const FACTION: Opt = word("faction", "Which faction");
const OUTCOME: Opt = word("outcome", "How it ends").among(&["won", "lost", "truce", "called-off"]);
const END: Opt = flag("end", "Your turn ends with it");
const ON: Opt = flag("on", "Whether it is so (yes)");
const STUNT: Opt = prose("stunt", "What you offer to happen in place of damage");
const HOLD_BACK: Opt = flag("hold_back", "Impaired damage that cannot kill outright");
const ABILITY: Opt = word("ability", "By which ability").among(&["str", "agi", "wit"]);
const AS: Opt = Opt { kind: Kind::Actor, ..word("as", "Which of your combatants acts") };

/// A command by a combatant.
fn act<const N: usize>(name: &'static str, about: &'static str, options: [Opt; N]) -> Slash {
    let mut all = options.to_vec();
    all.extend([AS, QUIET]);
    Slash { name, about, does: Does::Say(Saying { verb: name, fixed: &[], options: all }) }
}

/// A command by the GM.
fn order<const N: usize>(name: &'static str, about: &'static str, options: [Opt; N]) -> Slash {
    let mut all = options.to_vec();
    all.push(QUIET);
    Slash { name, about, does: Does::Say(Saying { verb: name, fixed: &[], options: all }) }
}

/// A command that only looks, or whose doing everybody may see.
fn plain<const N: usize>(name: &'static str, about: &'static str, options: [Opt; N]) -> Slash {
    let options = options.to_vec();
    Slash { name, about, does: Does::Say(Saying { verb: name, fixed: &[], options }) }
}

fn group<const N: usize>(name: &'static str, about: &'static str, within: [Slash; N]) -> Slash {
    Slash { name, about, does: Does::Offer(within.to_vec()) }
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
            let npc = Opt { name: "npc", about: "Which NPC acts", ..AS };
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
    all.extend([npc(), gm()]);
    all.extend(gm_at_top());
    all.extend(other_systems());
    all
}

/// How a verb is typed: `/stunt push` for `push`. The shortest way where there are several.
pub fn typed(verb: &str) -> String {
    static NAMES: LazyLock<BTreeMap<&str, String>> = LazyLock::new(|| {
        let table = table();
        let mut all = Slash::all(&table);
        all.sort_by_key(|(name, _)| name.matches(' ').count());
        let mut names = BTreeMap::new();
        for (name, saying) in all {
            names.entry(saying.verb).or_insert(name);
        }
        names
    });
    format!("/{}", NAMES.get(verb).map_or(verb, String::as_str))
}

fn init() -> Slash {
    let neighbour = word("to", "The zone next to it").must();
    let hazard = order(
        "hazard",
        "Lay a hazard on a zone",
        [
            ZONE,
            ATTRIBUTE,
            number("dr", "The Difficulty Rating of its Test (12)"),
            word("trigger", "When it Tests (start)").among(&["start", "enter", "both"]),
            prose("damage", "What a failed Test costs, like: d6"),
            list("ailment", "What a failed Test brings, several with commas").among(AILMENTS),
            flag("secret", "Players do not know of it until it triggers"),
        ],
    );
    group(
        "init",
        "Set up a fight, join it, start it, end it",
        [
            plain(
                "new",
                "Open a fight in this channel, with you as its GM",
                [
                    word("system", "The rules to play by"),
                    prose("zones", "Its zones, like: Gate - Yard - Hall"),
                ],
            ),
            plain(
                "load",
                "Open a fight in this channel from a template of yours",
                [word("name", "Which template"), flag("drop", "Drop the template instead")],
            ),
            plain(
                "save",
                "Keep the set-up of this fight as a template",
                [word("name", "The template's name").must()],
            ),
            plain(
                "join",
                "Join the fight of this channel",
                [
                    word("sheet", "The sheet you bring"),
                    word("from", "Or the archetype you play"),
                    prose("name", "Your combatant's name (that of the sheet)"),
                    SIDE,
                    word("at", "The zone where you begin"),
                    FIELDS,
                ],
            ),
            order(
                "add",
                "Add NPCs to the fight",
                [
                    word("from", "The creature").must(),
                    prose("name", "Its name (that of the creature)"),
                    number("count", "How many (1)"),
                    SIDE,
                    word("at", "The zone where they begin"),
                    word("group", "Their group, where the rules know groups"),
                    flag("hidden", "Players do not know of them until revealed"),
                    FIELDS,
                ],
            ),
            order(
                "zones",
                "Lay out the zones in a row, or as pairs of neighbours",
                [prose("layout", "Gate - Yard - Tower, or: Gate-Yard, Yard-Tower").must()],
            ),
            // A zone alone says what may be said of it; the rest are commands of their own.
            order("zone", "Let one side begin in a zone", [ZONE, SIDE.must()]).says("start-zone"),
            order("link", "Make two zones neighbours", [ZONE, neighbour]),
            order(
                "limit",
                "Limit how many fit into a zone",
                [ZONE, number("count", "How many (none: no limit)")],
            ),
            hazard,
            order("exit", "Mark a zone as an exit", [ZONE, SIDE, ON]),
            order("cover", "A zone gives cover", [ZONE, ON]),
            order("obscured", "A zone is hard to look into", [ZONE, ON]),
            order("barrier", "A zone has a barrier to get behind", [ZONE, ON]),
            order("hard", "Attacks from a zone need a save", [ZONE, ON]),
            order("block-sight", "Two zones cannot see each other", [ZONE, neighbour, ON]),
            order(
                "set",
                "Change a setting of the fight",
                [word("key", "Which setting").must(), word("value", "To what").must()],
            ),
            order("surprise", "Say which side is surprised", [SIDE.must()]),
            order("started", "Say which faction started the fight", [FACTION.must()]),
            order(
                "ally",
                "Say whether two factions are allies",
                [FACTION.must(), word("with", "The other faction").must(), ON],
            ),
            order("captain", "Name the captain of a faction", [WHO]),
            order("start", "Start the fight", []),
            order("end", "End the fight", [OUTCOME.must()]),
            plain("status", "Show how the fight stands", []),
        ],
    )
}

/// Characters outside of fights.
fn sheet() -> Slash {
    const SHEET: Opt = word("name", "Which of your sheets").must();
    let portrait = prose("portrait", "The address of a picture");
    group(
        "sheet",
        "Your characters: make, read, change, take in and out",
        [
            plain(
                "new",
                "Make a character from an archetype",
                [
                    word("from", "The archetype").must(),
                    prose("name", "The character's name").must(),
                    word("system", "Of which rules (those of the fight here)"),
                    portrait,
                    FIELDS,
                ],
            )
            .says("sheet-new"),
            plain("show", "Show a sheet of yours", [SHEET]).says("sheet-show"),
            plain("list", "List your sheets", []).says("sheet-list"),
            plain(
                "edit",
                "Change a sheet of yours",
                [SHEET, prose("to", "Another name"), portrait, FIELDS],
            )
            .says("sheet-edit"),
            plain("copy", "Copy a sheet of yours", [SHEET, prose("to", "The copy's name").must()])
                .says("sheet-copy"),
            plain("delete", "Delete a sheet of yours", [SHEET]).says("sheet-delete"),
            plain(
                "import",
                "Take in a sheet from a file",
                [
                    file("file", "A TOML or JSON file, as /sheet export makes them").must(),
                    prose("name", "Another name than in the file"),
                ],
            )
            .says("sheet-import"),
            plain(
                "export",
                "Take a sheet away as a file",
                [SHEET, word("format", "As what (toml)").among(&["toml", "json"])],
            )
            .says("sheet-export"),
            plain(
                "kit",
                "Show what characters and creatures there are to make",
                [
                    word("system", "Of which rules").must(),
                    file("file", "For who runs the server: a TOML file to lay over it"),
                    flag("remove", "For who runs the server: use the built-in kit alone again"),
                ],
            )
            .says("kit"),
        ],
    )
}

/// What one does on one's own turn.
fn own_turn() -> Vec<Slash> {
    let text = |about| prose("text", about).must();
    vec![
        act(
            "attack",
            "Attack an enemy",
            [
                TARGET,
                word("weapon", "With what (what suits the distance)"),
                HOLD_BACK,
                flag("indirect", "Over obstacles, without seeing the target"),
                word("zone", "Which zone a blast strikes"),
                STUNT,
                flag("final", "The final blow against one who is down"),
                END,
            ],
        ),
        act("cast", "Cast a spell", [word("spell", "Which spell").must(), TARGET.must()]),
        act(
            "move",
            "Move to a neighbouring zone",
            [ZONE, flag("sneak", "Half a zone, without being seen"), END],
        ),
        act(
            "dash",
            "Spend your Action on moving more",
            [word("zone", "Where to, where the rules ask for it"), END],
        ),
        act("disengage", "Leave without opening yourself to free attacks", []),
        group(
            "stunt",
            "Push, grapple, or do something of your own to an enemy",
            [
                act("push", "Push an enemy into a neighbouring zone", [TARGET.must(), ZONE]),
                act("grapple", "Hold an enemy where it is", [TARGET.must()]),
                act(
                    "other",
                    "Something else; the GM rules on it",
                    [text("What you do, and what it shall bring"), TARGET, ATTRIBUTE],
                )
                .says("stunt"),
            ],
        ),
        act("grapple", "Hold an enemy where it is", [TARGET.must(), END]),
        act("parley", "Negotiate with an enemy", [TARGET.must()]),
        act(
            "skill",
            "Do anything else; the GM rules on it",
            [text("What you do, and what it shall bring"), ATTRIBUTE, ABILITY, END],
        ),
        act(
            "recover",
            "Spend your Action on shaking something off",
            [word("hindrance", "What holds you").must()],
        ),
        group(
            "item",
            "Handle your things",
            [
                act("retrieve", "Take an item out of the pack", [ITEM]),
                act(
                    "use",
                    "Use an item",
                    [
                        ITEM,
                        word("target", "On whom (yourself)"),
                        word("weapon", "Which weapon to coat"),
                        END,
                    ],
                ),
                act("give", "Hand an item to an ally", [ITEM, TARGET.must()]),
                act("take", "Pick up an item that lies here", [ITEM]),
                act("draw", "Draw an item you have ready", [ITEM]),
                act("stow", "Put an item away, ready at hand", [ITEM]),
                act("drop", "Drop an item", [ITEM, END]),
            ],
        ),
        act("flee", "Leave the fight by an exit, for good", []),
        act("pass", "End your turn, or let the slot go", [word("faction", "For all of it")]),
        act("turn", "Take the slot of your faction", [END]),
        act("done", "End your turn", []),
        act(
            "initiative",
            "Say who has the first slot of the round",
            [word("first", "Which faction").must()],
        ),
        act(
            "stance",
            "Say what to do when an enemy steps away",
            [word("opportunity", "Your standing order").must().among(&["ask", "always", "never"])],
        ),
        act(
            "disarm",
            "Strike a weapon out of an enemy's hand",
            [TARGET.must(), word("item", "Which of its weapons"), END],
        ),
        act(
            "manoeuvre",
            "Another attack that the GM has named",
            [TARGET.must(), word("kind", "Which one").must(), END],
        ),
        act(
            "shove",
            "Shove the one you hold",
            [
                word("zone", "Half a zone in this direction"),
                flag("hazard", "Into the hazard of this zone"),
                END,
            ],
        ),
        act("break", "Break free of a hold", [END]),
        act("release", "Let go of the one you hold", [END]),
        act("equip", "Ready an item in your hands", [ITEM, END]),
        act("unequip", "Put an item away", [ITEM, END]),
        act("pickup", "Pick up an item that lies here", [ITEM, END]),
        act("reload", "Reload a weapon", [ITEM, END]),
        act(
            "interact",
            "Do something to your surroundings",
            [text("What you do"), flag("complex", "It takes a main action"), END],
        ),
        group(
            "cover",
            "Barriers",
            [
                act("take", "Get behind the barrier of your zone", [END]).says("take-cover"),
                act("leave", "Leave the barrier", [END]).says("leave-cover"),
            ],
        ),
        act("say", "Say a few words", [text("What you say"), END]),
        act("hide", "Hide, if the GM allows it", [text("How"), END]),
        act("surrender", "Give up", []),
    ]
}

/// What answers an open question. Its buttons do the same.
fn answers() -> Vec<Slash> {
    const WEAPON: Opt = word("weapon", "With what");
    const KIND: Opt = word("kind", "Another kind of attack").among(&["disarm", "grapple"]);
    let striking = [WEAPON, KIND, word("item", "Which weapon to strike away"), HOLD_BACK];
    vec![
        act("dodge", "Avoid the attack on you", []),
        act("sacrifice", "Let your shield take the hit", []).says("sacrifice-shield"),
        act("take-it", "Take the hit", []),
        act("strike", "Use the attack you are offered", striking),
        act("counter", "Answer the attack on you with one of yours", striking),
        act("hide-behind", "Hide behind somebody who agrees to it", [TARGET.must()]),
        act(
            "guard",
            "Step in for the target",
            [
                word("how", "For bodyguards").among(&["dodge", "counter"]),
                WEAPON,
                KIND,
                word("item", "Which weapon to strike away"),
            ],
        ),
        act("agree", "Let somebody hide behind you", []),
        act("accept", "Accept what is offered", []),
        act("decline", "Decline what is offered", []),
        act("approve", "For the GM: allow it", []),
        act("refuse", "Refuse it", []),
        act("no", "Let it be", []),
        act("back", "Do not pass after all", []),
        act("chase", "Go after those who left", [list("who", "Who goes after them")])
            .says("pursue"),
        act("let-go", "Let the free attack be", []),
        act("lower", "Say which attribute an injury lowers for good", [ATTRIBUTE.must()]),
    ]
}

fn looks() -> Vec<Slash> {
    vec![
        plain("status", "Show how the fight stands", []),
        plain("map", "Show who is where", []),
        plain("mine", "Show your combatants and what they can do", []),
        plain(
            "roll",
            "Roll dice without a rule",
            [
                prose("dice", "Like: d20+3, 4d6kh3, 6d10>=7, 3d6!, 4dF").must(),
                word("sight", "Who sees them (public)").among(&["public", "secret", "gm", "blind"]),
            ],
        ),
        plain("log", "Show what has happened", [number("last", "How much of it (10)")]),
    ]
}

/// NPCs by name, and the GM's block as a whole.
fn npc() -> Slash {
    let by_name = [
        act("attack", "An NPC attacks", [TARGET.must(), word("weapon", "With what")]),
        act("cast", "An NPC casts a spell", [word("spell", "Which").must(), TARGET.must()]),
        act("move", "An NPC moves", [ZONE]),
        act("dash", "An NPC spends its Action on moving", [ZONE]),
        act("disengage", "An NPC disengages", []),
        act("push", "An NPC pushes an enemy", [TARGET.must(), ZONE]),
        act("grapple", "An NPC holds an enemy where it is", [TARGET.must()]),
        act(
            "stunt",
            "An NPC does something of its own",
            [
                TARGET.must(),
                prose("text", "What it does, and what it shall bring").must(),
                ATTRIBUTE,
            ],
        ),
        act("recover", "An NPC shakes something off", [word("hindrance", "What holds it").must()]),
        act("flee", "An NPC leaves by an exit", []),
        act("pass", "An NPC ends its turn", []),
    ];
    let mut within: Vec<Slash> = by_name.into_iter().map(Slash::by_npc).collect();
    within.push(order("next", "The next NPC in order begins its turn", []));
    within.push(order("pass-all", "All NPCs who have not acted pass", []));
    let does = Does::Offer(within);
    Slash { name: "npc", about: "For the GM: NPCs take their turns", does }
}

fn gm() -> Slash {
    let amount = number("amount", "How many").must();
    let ailment = word("ailment", "Which condition").must().among(AILMENTS);
    let dr = number("dr", "The Difficulty Rating of the Test that ends it (12)");
    let bound = flag("bound", "It is Tested only by an Action");
    group(
        "gm",
        "For the GM: rule, correct, undo",
        [
            order(
                "set",
                "Set a value of a combatant's sheet",
                [WHO, word("field", "Which value").must(), word("value", "To what").must()],
            )
            .says("adjust"),
            order(
                "settings",
                "Change a setting of the fight",
                [word("key", "Which setting").must(), word("value", "To what").must()],
            )
            .says("set"),
            order(
                "dr",
                "Set the Difficulty Rating of a combatant's next Test",
                [WHO, number("dr", "5 trivial, 8 easy, 12 normal, 15 hard, 19 very hard").must()],
            ),
            order(
                "adv",
                "Bend a combatant's next Test",
                [WHO, word("kind", "How").must().among(&["advantage", "disadvantage", "none"])],
            )
            .says("bend"),
            order("hinder", "Lay a condition on a combatant", [WHO, ailment, ATTRIBUTE, dr, bound])
                .says("ail"),
            order("ongoing", "Lay Ongoing Damage on a combatant", [WHO, ATTRIBUTE, dr])
                .says("ail")
                .fixing(&[("ailment", "ongoing")]),
            order("cure", "End a condition", [WHO, ailment]),
            order("heal", "Give hit points back", [WHO, amount]),
            order("harm", "Take hit points", [WHO, amount]),
            order("place", "Put a combatant into a zone", [WHO, ZONE]),
            order(
                "assign",
                "Put a combatant into a faction, and a group for morale",
                [WHO, FACTION.must(), word("group", "Its group (the faction)")],
            ),
            order(
                "flag",
                "Say what holds for one combatant",
                [WHO, word("flag", "What").must().among(FLAGS), ON],
            ),
            order("stretch", "A stretch of time has passed", []),
            order("durability", "Roll for the gear of an NPC after the fight", [WHO, ON]),
            order("reveal", "Show a hidden combatant", [WHO]),
            order("remove", "Take a combatant out of the fight", [WHO]),
            order(
                "rule",
                "Rule on the question that is open",
                [
                    ATTRIBUTE,
                    ABILITY,
                    number("dr", "The Difficulty Rating (12)"),
                    prose("effect", "What a pass brings, in words (as proposed)"),
                    word("ailment", "The condition a pass brings").among(AILMENTS),
                    word("cure", "The attribute that ends the condition").among(ATTRIBUTES),
                    bound,
                ],
            ),
            order("call-morale", "Answer the parley with a morale Test", []).says("morale"),
            order("resolve", "Take the default of what is waited for", []).says("skip"),
            order("undo", "Take back the last acts", [number("steps", "How many (1)")]),
            order("redo", "Take back an undo", []),
            order("pause", "Let the clocks stand still", []),
            order("resume", "Let the clocks run again", []),
            plain(
                "fight",
                "Choose the fight your direct messages are about",
                [word("id", "Which fight")],
            ),
            plain(
                "hand-over",
                "Make somebody else the GM",
                [Opt { kind: Kind::Person, ..word("user", "Whom (yourself, if you may)") }],
            ),
        ],
    )
}

fn gm_at_top() -> Vec<Slash> {
    let npcs = list("npcs", "Which NPCs, with commas between").must();
    vec![
        group(
            "faction",
            "For the GM: slots, chases and who knows what",
            [
                order("slot", "Hand the slot to a combatant", [WHO]),
                order(
                    "noticed",
                    "Say whether an enemy knows of one in hiding",
                    [WHO, word("by", "Which enemy").must(), ON],
                ),
                order(
                    "manoeuvre",
                    "Name another attack without damage",
                    [
                        prose("name", "What it is called").must(),
                        word("save", "The save against it").must().among(&["str", "agi", "wit"]),
                        prose("effect", "What a failed save brings").must(),
                    ],
                )
                .says("manoeuvre-kind"),
                order(
                    "chase",
                    "Play a long chase",
                    [
                        list("who", "Who runs").must(),
                        list("by", "Who goes after them"),
                        word("outcome", "How it ends (by their pace)")
                            .among(&["escape", "reached"]),
                    ],
                )
                .says("long-chase"),
            ],
        ),
        order("skip", "Do not wait any longer: the default is taken", []),
        order("end", "End the fight", [OUTCOME.must()]),
        order("reaction", "Roll how NPCs take to the party", [npcs]),
        order(
            "morale",
            "Let NPCs Test their morale",
            [npcs, word("on_fail", "What those do who fail (flee)").among(&["flee", "parley"])],
        ),
    ]
}

/// Commands of rule systems that are not here yet: known, so that they are refused by name.
fn other_systems() -> Vec<Slash> {
    let elsewhere = "Of rules that are not here yet";
    ["parry", "defend", "aim", "assist", "hold", "fate"]
        .map(|name| act(name, elsewhere, []))
        .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
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
                    let has = |slot: &&str| saying.options.iter().any(|opt| opt.name == *slot);
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
            assert!(all.iter().any(|(_, saying)| saying.verb == *answer), "{answer}");
        }
    }

    #[test]
    fn verbs_are_named_as_they_are_typed() {
        let typed = ["push", "grapple", "join", "bend", "stunt", "start", "dodge", "of old"]
            .map(super::typed);
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
    }

    #[test]
    fn acting_commands_know_who_acts() {
        for (name, saying) in Slash::all(&table()) {
            let is_act = SYSTEMS.iter().any(|system| {
                Game::verbs(system).unwrap().0.iter().any(|verb| verb.name == saying.verb)
            });
            let has = |kind| saying.options.iter().any(|option| option.kind == kind);
            assert!(!is_act || (has(Kind::Actor) && has(Kind::Quiet)), "/{name}");
        }
    }
}
