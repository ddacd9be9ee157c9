//! All commands as a table: what they are called, what they say to the app, and their options.
//! What they say about themselves is in the catalogue (`commands.ftl`), by their names.
//!
//! A command says one verb with slots; what becomes of it is the app's and the rules' affair. The
//! app's own commands stand here. Those of the rules follow from what the verbs of the systems say
//! of themselves (`engine/verbs.rs`): a server has the commands of the systems played in it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use engine::command::Command;
use engine::game::{Game, SYSTEMS};
use engine::verbs::{self, Need, Slot, Verb, Way};

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
    fn can_say(&self, act: &Command) -> bool {
        let has = |(slot, value): (&String, &String)| {
            self.options.iter().any(|option| option.name == slot)
                || self.fixed.contains(&(slot, value))
        };
        self.verb == act.verb && act.slots.iter().all(has)
    }

    /// Takes the options that it has by other rules: what one of them does not require is not
    /// required.
    fn join(&mut self, others: Vec<Opt>) {
        for own in &mut self.options {
            match others.iter().find(|other| other.name == own.name) {
                Some(other) => own.join(other),
                None => own.is_required = false,
            }
        }
        for other in others {
            if self.options.iter().all(|own| own.name != other.name) {
                self.options.push(Opt { is_required: false, ..other });
            }
        }
    }
}

/// An option of a command.
#[derive(Clone, Debug)]
pub struct Opt {
    pub name: &'static str,
    pub kind: Kind,
    pub is_required: bool,
    /// The few words that it takes.
    pub among: Vec<&'static str>,
}

/// What is typed in an option: first the kinds of slots, the narrower before the wider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Flag,
    Number,
    /// A word that the app completes while it is typed.
    Word,
    /// Several such words, with commas between.
    List,
    /// Words of the user's own.
    Prose,
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

fn option(kind: Kind, name: &'static str) -> Opt {
    Opt { name, kind, is_required: false, among: Vec::new() }
}

fn word(name: &'static str) -> Opt {
    option(Kind::Word, name)
}

fn prose(name: &'static str) -> Opt {
    option(Kind::Prose, name)
}

fn number(name: &'static str) -> Opt {
    option(Kind::Number, name)
}

fn flag(name: &'static str) -> Opt {
    option(Kind::Flag, name)
}

fn file() -> Opt {
    option(Kind::File, "file")
}

fn fields() -> Opt {
    option(Kind::Fields, "with")
}

fn user() -> Opt {
    option(Kind::Person, "user")
}

fn actor() -> Opt {
    option(Kind::Actor, "as")
}

fn quiet() -> Opt {
    option(Kind::Quiet, "quiet")
}

impl Opt {
    fn must(self) -> Self {
        Self { is_required: true, ..self }
    }

    fn among(self, among: &[&'static str]) -> Self {
        Self { among: among.to_vec(), ..self }
    }

    /// Takes what it is by other rules as well.
    fn join(&mut self, other: &Self) {
        self.is_required &= other.is_required;
        self.kind = self.kind.max(other.kind);
        let more = other.among.iter().filter(|word| !self.among.contains(word));
        self.among.extend(more.copied().collect::<Vec<_>>());
    }

    /// Where it stands among the others: Discord wants what is required first.
    fn rank(&self) -> u8 {
        match (self.kind, self.is_required) {
            (Kind::Actor, true) => 0,
            (_, true) => 1,
            (Kind::Actor, false) => 3,
            (Kind::Quiet, false) => 4,
            (_, false) => 2,
        }
    }
}

impl From<&Slot> for Opt {
    fn from(slot: &Slot) -> Self {
        let kind = match slot.kind {
            verbs::Kind::Flag => Kind::Flag,
            verbs::Kind::Number => Kind::Number,
            verbs::Kind::Word => Kind::Word,
            verbs::Kind::List => Kind::List,
            verbs::Kind::Prose => Kind::Prose,
        };
        let is_required = slot.need == Need::Required;
        Self { is_required, ..option(kind, slot.name).among(slot.among) }
    }
}

/// A command by the GM.
fn order<const N: usize>(name: &'static str, options: [Opt; N]) -> Slash {
    said(name, options.into_iter().chain([quiet()]).collect())
}

/// A command that only looks, or whose doing everybody may see.
fn plain<const N: usize>(name: &'static str, options: [Opt; N]) -> Slash {
    said(name, options.to_vec())
}

fn said(name: &'static str, options: Vec<Opt>) -> Slash {
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

/// Groups of commands in which the GM speaks, also where that answers a question.
const OF_THE_GM: &[&str] = &["init", "gm", "scene", "faction", "ranks"];
/// The group in which NPCs act, who must be named.
const OF_NPCS: &str = "npc";

/// Every command of a server in which these systems are played.
pub fn table(systems: &[&str]) -> Vec<Slash> {
    let verbs = |part: fn(&str) -> &'static [Verb]| systems.iter().flat_map(move |key| part(key));
    let acts = verbs(|system| Game::verbs(system).unwrap_or_default().0);
    let answers = verbs(|system| Game::answers(system).unwrap_or_default());
    let orders = verbs(|system| Game::verbs(system).unwrap_or_default().1);
    // Acts first: a verb that answers as well is typed as what is done.
    let mut of_rules = Vec::new();
    for verb in acts.chain(answers) {
        verb.ways().iter().for_each(|way| add(&mut of_rules, verb.name, way, false));
    }
    for verb in orders {
        verb.ways().iter().for_each(|way| add(&mut of_rules, verb.name, way, true));
    }
    let mut all = own();
    for (at, mut saying) in of_rules {
        saying.options.sort_by_key(Opt::rank);
        place(&mut all, at, Does::Say(saying));
    }
    all
}

/// Adds a way to say a verb: a command, or what the command takes by these rules as well.
fn add(all: &mut Vec<(&'static str, Saying)>, verb: &'static str, way: &Way, is_order: bool) {
    let group = way.at.split_once(' ').map_or("", |(group, _)| group);
    let mut options: Vec<Opt> = way.slots.iter().map(Opt::from).collect();
    if group == OF_NPCS && !is_order {
        options.push(Opt { name: "npc", ..actor() }.must());
    } else if !is_order && !OF_THE_GM.contains(&group) {
        options.push(actor());
    }
    options.push(quiet());
    match all.iter_mut().find(|(at, _)| *at == way.at) {
        Some((_, saying)) => saying.join(options),
        None => all.push((way.at, Saying { verb, fixed: way.fixed, options })),
    }
}

/// Puts a command in its place, into a group where it has one.
fn place(all: &mut Vec<Slash>, at: &'static str, does: Does) {
    let Some((in_group, name)) = at.split_once(' ') else {
        all.push(Slash { name: at, does });
        return;
    };
    let slash = Slash { name, does };
    let known = all.iter_mut().find(|one| one.name == in_group);
    match known.map(|one| &mut one.does) {
        Some(Does::Offer(within)) => within.push(slash),
        Some(Does::Say(_)) | None => all.push(group(in_group, [slash])),
    }
}

/// How an act, or a bare verb, is typed where that system is played: `/stunt push` for `push`. The
/// shortest way where there are several.
pub fn typed(act: &Command, system: Option<&str>) -> String {
    type Named = Vec<(String, Saying)>;
    static OF_ALL: LazyLock<Named> = LazyLock::new(|| named(SYSTEMS));
    static OF_EACH: LazyLock<BTreeMap<&str, Named>> =
        LazyLock::new(|| SYSTEMS.iter().map(|system| (*system, named(&[system]))).collect());
    let of_one = system.and_then(|system| OF_EACH.get(system));
    let mut all = of_one.into_iter().flatten().chain(&*OF_ALL);
    let name = all.find(|(_, saying)| saying.can_say(act)).map(|(name, _)| name);
    format!("/{}", name.unwrap_or(&act.verb))
}

/// The commands of a server in which these systems are played, by their names, the shortest first
/// and those of NPCs last.
fn named(systems: &[&str]) -> Vec<(String, Saying)> {
    let table = table(systems);
    let all = Slash::all(&table).into_iter();
    let mut all: Vec<_> = all.map(|(name, saying)| (name, saying.clone())).collect();
    let is_of_npcs = |name: &str| name.split(' ').next() == Some(OF_NPCS);
    all.sort_by_key(|(name, _)| (is_of_npcs(name), name.matches(' ').count()));
    all
}

/// What somebody means who writes a command, or its name, as it is typed: `push target:Wolf` for
/// `/stunt push target:Wolf`.
pub fn meant(typed: &str) -> String {
    let typed = typed.trim().trim_start_matches('/');
    let table = table(SYSTEMS);
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

/// The commands of the app itself, and of the orders that all systems take.
pub fn own() -> Vec<Slash> {
    let mut all = vec![init(), sheet()];
    all.extend(looks());
    all.extend(people());
    all.extend([
        gm(),
        group("scene", [order("loose", [word("zone").must(), word("item").must()])]),
        order("skip", [word("who")]),
    ]);
    all
}

fn init() -> Slash {
    let (name, side, at) = (prose("name"), word("side"), word("at"));
    group(
        "init",
        [
            plain("new", [word("system"), prose("zones")]),
            plain("load", [word("name"), flag("drop")]),
            plain("save", [word("name").must()]),
            plain("systems", [option(Kind::List, "add"), number("days")]),
            plain(
                "join",
                [
                    word("sheet"),
                    word("from"),
                    name.clone(),
                    side.clone(),
                    at.clone(),
                    fields(),
                    prose("salt"),
                ],
            ),
            order(
                "add",
                [
                    word("from").must(),
                    name,
                    number("count"),
                    side,
                    at,
                    word("group"),
                    flag("hidden"),
                    prose("alias"),
                    word("show").among(&["alias", "name", "wounds", "numbers"]),
                    fields(),
                ],
            ),
            order("zones", [prose("layout").must()]),
            order("set", [word("key").must(), word("value").must()]),
            order("start", []),
            order("end", [word("outcome").must()]),
            plain("status", []),
        ],
    )
}

/// Characters outside of fights.
fn sheet() -> Slash {
    let sheet = || word("name").must();
    let portrait = || prose("portrait");
    group(
        "sheet",
        [
            plain(
                "new",
                [word("from").must(), prose("name").must(), word("system"), portrait(), fields()],
            )
            .says("sheet-new"),
            plain("show", [sheet()]).says("sheet-show"),
            plain("list", []).says("sheet-list"),
            plain("edit", [sheet(), prose("to"), portrait(), fields()]).says("sheet-edit"),
            plain("copy", [sheet(), prose("to").must()]).says("sheet-copy"),
            plain("delete", [sheet()]).says("sheet-delete"),
            plain("import", [file().must(), prose("name")]).says("sheet-import"),
            plain("export", [sheet(), word("format").among(&["toml", "json"])])
                .says("sheet-export"),
            plain("kit", [word("system").must(), file(), flag("remove")]).says("kit"),
        ],
    )
}

fn looks() -> Vec<Slash> {
    vec![
        plain("status", []),
        plain("map", []),
        plain("mine", []),
        plain("guide", [word("why"), word("rule"), word("system"), actor()]),
        plain(
            "roll",
            [
                prose("dice"),
                word("sight").among(&["public", "secret", "gm", "blind"]),
                prose("salt"),
                prose("date"),
            ],
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
    let until = || prose("until");
    let co_gm = |name, fixed| plain(name, [user().must()]).says("co-gm").fixing(fixed);
    vec![
        plain("stand-in", [user(), word("who"), until()]),
        plain(
            "absence",
            [
                word("policy").must(),
                word("who"),
                word("temper").among(&["cautious", "plain", "reckless"]),
                flag("spares"),
            ],
        ),
        plain("inbox", []),
        plain("privacy", []),
        plain("away", [until(), flag("back")]),
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
            plain("add", [word("act").must(), holds, when, actor()]).says("queue-add"),
            plain("confirm", [number("draft"), actor()]).says("queue-confirm"),
            plain("list", [actor()]).says("queue-list"),
            plain("clear", [actor()]).says("queue-clear"),
        ],
    )
}

/// Answers given in advance.
fn orders() -> Slash {
    let way = || word("way");
    group(
        "orders",
        [
            plain(
                "add",
                [
                    word("answer").must(),
                    word("question"),
                    word("by"),
                    word("whom"),
                    way(),
                    word("threat").among(&["wound", "fell"]),
                    word("spend").among(&["anything", "keep-turn", "nothing"]),
                    word("when").among(&["soon", "at-once", "deadline"]),
                    actor(),
                ],
            )
            .says("orders-add"),
            plain("list", [actor()]).says("orders-list"),
            plain("test", [word("question"), word("by"), word("whom"), way(), actor()])
                .says("orders-test"),
            plain("remove", [word("number").must(), actor()]).says("orders-remove"),
        ],
    )
}

fn gm() -> Slash {
    let who = || word("who").must();
    // The ladder of what players are shown of an NPC.
    let show = word("show").among(&["unseen", "something", "alias", "name", "wounds", "numbers"]);
    group(
        "gm",
        [
            order("set", [who(), word("field").must(), word("value").must()]).says("adjust"),
            order("settings", [word("key").must(), word("value").must()]).says("set"),
            order("reveal", [who(), show, prose("alias")]),
            order("portrait", [who(), prose("portrait").must()]),
            order("remove", [who()]),
            order("give", [who(), word("item").must()]).says("supply"),
            order("undo", [number("steps")]),
            order("redo", []),
            plain("forecast", []),
            order("pause", []),
            order("resume", []),
            plain("fight", [word("id")]),
            plain("hand-over", [user()]),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The servers there are: each system by itself, and all together.
    fn servers() -> impl Iterator<Item = &'static [&'static str]> {
        SYSTEMS.iter().map(std::slice::from_ref).chain([SYSTEMS])
    }

    /// Every verb of every system can be said, with all of its slots; no command says two.
    #[test]
    fn all_verbs_have_a_command() {
        for systems in servers() {
            let table = table(systems);
            let all = Slash::all(&table);
            for verb in systems.iter().flat_map(|system| Game::said(system)) {
                let mut unsaid: Vec<_> = verb.slots.iter().map(|slot| slot.name).collect();
                for way in verb.ways() {
                    let (_, saying) = all.iter().find(|(name, _)| name == way.at).unwrap();
                    assert_eq!((saying.verb, saying.fixed), (verb.name, way.fixed), "{}", way.at);
                    let options = saying.options.iter().map(|option| option.name);
                    let fixed = way.fixed.iter().map(|(slot, _)| *slot);
                    let said: Vec<_> = options.chain(fixed).collect();
                    unsaid.retain(|slot| !said.contains(slot));
                }
                assert!(unsaid.is_empty(), "no command says {unsaid:?} of `{}`", verb.name);
            }
        }
    }

    #[test]
    fn a_server_sees_what_it_plays() {
        let has = |systems: &[&str], name: &str| {
            let table = table(systems);
            Slash::all(&table).iter().any(|(known, _)| known == name)
        };
        assert!(has(&["dr12"], "attack") && has(&["dr12"], "init new") && has(&[], "init new"));
        assert!(!has(&[], "attack") && !has(&["dr12"], "swap") && has(&["cards"], "swap"));
        assert!(has(&["dr12", "cards"], "swap") && has(&["dr12", "cards"], "stunt push"));
    }

    #[test]
    fn one_system_has_few_commands() {
        for system in SYSTEMS {
            let table = table(&[system]);
            assert!(table.len() <= 45, "{system}: {} commands", table.len());
            let all = Slash::all(&table);
            let (_, attack) = all.iter().find(|(name, _)| name == "attack").unwrap();
            assert!(attack.options.len() <= 6 + 2, "{system}: {attack:?}");
        }
    }

    #[test]
    fn options_are_those_of_the_systems() {
        let options = |systems: &[&str], command: &str| -> Vec<String> {
            let table = table(systems);
            let all = Slash::all(&table);
            let (_, saying) = all.iter().find(|(name, _)| name == command).unwrap();
            let mark = |one: &Opt| if one.is_required { "*" } else { "" };
            saying.options.iter().map(|one| format!("{}{}", one.name, mark(one))).collect()
        };
        assert_eq!(options(&["dr12"], "move"), ["zone*", "as", "quiet"]);
        let of_both = ["zone", "to", "target", "reach", "action", "luck", "as", "quiet"];
        assert_eq!(options(&["dr12", "ranks"], "move"), of_both);
        assert_eq!(options(&["dr12"], "npc move"), ["npc*", "zone*", "quiet"]);
        assert_eq!(options(&["dr12"], "gm ongoing"), ["who*", "attribute", "dr", "quiet"]);
        assert_eq!(options(SYSTEMS, "attack")[0], "target*");
        assert_eq!(options(&["fates"], "scene fire"), ["who*", "quiet"]);
        assert_eq!(options(&["cards"], "scene fire"), ["who*", "intensity*", "quiet"]);
    }

    #[test]
    fn verbs_are_named_as_they_are_typed() {
        let typed = ["push", "grapple", "join", "bend", "stunt", "start", "dodge", "of old"]
            .map(|verb| super::typed(&Command::new(verb), None));
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
        let act = |slot: &str| super::typed(&Command::new("fate").with(slot, "full"), None);
        assert_eq!([act("action"), act("attributes")], ["/fate action-point", "/fate pick"]);
        // Where a system types it by another command than others do, that is named.
        let grapple = |system| super::typed(&Command::new("grapple"), Some(system));
        assert_eq!([grapple("cards"), grapple("fates")], ["/stunt grapple", "/grapple"]);
        // What anybody types goes before what is typed for an NPC.
        assert_eq!(super::typed(&Command::new("push"), Some("dr12")), "/stunt push");
    }

    #[test]
    fn commands_are_known_by_their_names() {
        let meant = ["/stunt push", "push", "gm adv", "INIT start", " dodge", "of old"].map(meant);
        assert_eq!(meant, ["push", "push", "bend", "start", "dodge", "of old"]);
    }
}
