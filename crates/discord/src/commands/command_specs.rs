//! The table of all commands: names, options, and the verb that each becomes for the app. Names and
//! descriptions that people see are in the catalogue (`commands.ftl`).
//!
//! A command becomes one verb with slots, which the app or the rules then handle. The app's own
//! commands are listed here. Those of the rules are built from the descriptions of the systems'
//! verbs (`engine/verbs.rs`): a server has the commands of the systems that are played in it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use app::bestiary::CreatureStrength;
use app::encounter::Difficulty;
use app::library::NpcStorage;
use engine::core::command::Command;
use engine::core::verbs::{self, Slot, SlotNeed, Verb, VerbForm};
use engine::game::{Game, SYSTEM_KEYS};

/// A command, a group of commands, or a command in a group.
#[derive(Clone, Debug)]
pub struct SlashCommand {
    pub name: &'static str,
    pub body: SlashBody,
}

#[derive(Clone, Debug)]
pub enum SlashBody {
    Verb(VerbCommand),
    Group(Vec<SlashCommand>),
}

/// The verb and slots that a command becomes.
#[derive(Clone, Debug)]
pub struct VerbCommand {
    pub verb: &'static str,
    /// Slots that this command always sets.
    pub fixed_slots: &'static [(&'static str, &'static str)],
    pub options: Vec<CommandOption>,
}

impl VerbCommand {
    /// Returns whether this command can express the verb and all slots of an act.
    fn can_express(&self, act: &Command) -> bool {
        let has_slot = |(slot, value): (&String, &String)| {
            self.options.iter().any(|option| option.name == slot)
                || self.fixed_slots.contains(&(slot, value))
        };
        self.verb == act.verb && act.slots.iter().all(has_slot)
    }

    /// Adds the options that the same command has in another system. An option is required only if
    /// it is in both.
    fn merge_options_of_other_system(&mut self, other_options: Vec<CommandOption>) {
        for own in &mut self.options {
            match other_options.iter().find(|other| other.name == own.name) {
                Some(other) => own.merge(other),
                None => own.is_required = false,
            }
        }
        for other in other_options {
            if self.options.iter().all(|own| own.name != other.name) {
                self.options.push(CommandOption { is_required: false, ..other });
            }
        }
    }
}

#[derive(Clone, Debug)]
pub struct CommandOption {
    pub name: &'static str,
    pub kind: OptionKind,
    pub is_required: bool,
    /// The possible values, if they are few.
    pub choices: Vec<&'static str>,
}

/// What is typed in an option. The kinds of slots come first, narrower ones before wider ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionKind {
    Flag,
    Number,
    /// A number or dice, for the GM's orders.
    Amount,
    /// A word that the app completes while it is typed.
    Word,
    /// Several such words, separated by commas.
    List,
    /// Free text.
    Prose,
    /// What a character says or does, in their player's own words.
    Speech,
    User,
    /// An attached file, whose text is read.
    File,
    /// The combatant who acts.
    Actor,
    /// Whether the channel sees nothing of the command.
    Quiet,
    /// Several slots at once, `hp=5 str=2`.
    Fields,
}

fn option_of_kind(kind: OptionKind, name: &'static str) -> CommandOption {
    CommandOption { name, kind, is_required: false, choices: Vec::new() }
}

fn word_option(name: &'static str) -> CommandOption {
    option_of_kind(OptionKind::Word, name)
}

fn prose_option(name: &'static str) -> CommandOption {
    option_of_kind(OptionKind::Prose, name)
}

fn speech_option() -> CommandOption {
    option_of_kind(OptionKind::Speech, "text")
}

fn number_option(name: &'static str) -> CommandOption {
    option_of_kind(OptionKind::Number, name)
}

fn flag_option(name: &'static str) -> CommandOption {
    option_of_kind(OptionKind::Flag, name)
}

fn file_option() -> CommandOption {
    option_of_kind(OptionKind::File, "file")
}

/// Returns the option for several slots at once.
fn fields_option() -> CommandOption {
    option_of_kind(OptionKind::Fields, "with")
}

fn user_option() -> CommandOption {
    option_of_kind(OptionKind::User, "user")
}

/// Returns the option that says which combatant acts.
fn actor_option() -> CommandOption {
    option_of_kind(OptionKind::Actor, "as")
}

/// Returns the option that hides a command from the channel.
fn quiet_option() -> CommandOption {
    option_of_kind(OptionKind::Quiet, "quiet")
}

impl CommandOption {
    fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    fn with_choices(self, choices: &[&'static str]) -> Self {
        Self { choices: choices.to_vec(), ..self }
    }

    /// Widens the option so that it also fits its form in another system.
    fn merge(&mut self, other: &Self) {
        self.is_required &= other.is_required;
        self.kind = self.kind.max(other.kind);
        let new_choices = other.choices.iter().filter(|word| !self.choices.contains(word));
        self.choices.extend(new_choices.copied().collect::<Vec<_>>());
    }

    /// Returns the option's place among the others. Discord wants required options first.
    fn sort_rank(&self) -> u8 {
        match (self.kind, self.is_required) {
            (OptionKind::Actor, true) => 0,
            (_, true) => 1,
            (OptionKind::Actor, false) => 3,
            (OptionKind::Quiet, false) => 4,
            (_, false) => 2,
        }
    }
}

impl From<&Slot> for CommandOption {
    fn from(slot: &Slot) -> Self {
        let kind = match slot.kind {
            verbs::SlotKind::Flag => OptionKind::Flag,
            verbs::SlotKind::Number => OptionKind::Number,
            verbs::SlotKind::Word => OptionKind::Word,
            verbs::SlotKind::List => OptionKind::List,
            verbs::SlotKind::FreeText => OptionKind::Prose,
        };
        let is_required = slot.need == SlotNeed::Required;
        Self { is_required, ..option_of_kind(kind, slot.name).with_choices(slot.allowed_values) }
    }
}

/// Builds a command for the GM, with the option `quiet` after the others. Its verb is its name.
fn gm_command<const N: usize>(name: &'static str, options: [CommandOption; N]) -> SlashCommand {
    verb_command(name, options.into_iter().chain([quiet_option()]).collect())
}

/// Builds a command that only queries, or whose effects everybody may see, so it has no option
/// `quiet`. Its verb is its name.
fn plain_command<const N: usize>(name: &'static str, options: [CommandOption; N]) -> SlashCommand {
    verb_command(name, options.to_vec())
}

/// Builds a command whose verb is its name.
fn verb_command(name: &'static str, options: Vec<CommandOption>) -> SlashCommand {
    SlashCommand {
        name,
        body: SlashBody::Verb(VerbCommand { verb: name, fixed_slots: &[], options }),
    }
}

fn command_group<const N: usize>(name: &'static str, commands: [SlashCommand; N]) -> SlashCommand {
    SlashCommand { name, body: SlashBody::Group(commands.to_vec()) }
}

impl SlashCommand {
    /// Sets the verb, if it is not the command's name.
    fn with_verb(mut self, verb: &'static str) -> Self {
        if let SlashBody::Verb(command) = &mut self.body {
            command.verb = verb;
        }
        self
    }

    fn with_fixed_slots(mut self, slots: &'static [(&'static str, &'static str)]) -> Self {
        if let SlashBody::Verb(command) = &mut self.body {
            command.fixed_slots = slots;
        }
        self
    }

    /// Returns the commands of a table, with those in its groups, by their full names, such as `gm
    /// set`.
    pub fn flatten(table: &[Self]) -> Vec<(String, &VerbCommand)> {
        let mut flat = Vec::new();
        for slash in table {
            match &slash.body {
                SlashBody::Verb(command) => flat.push((slash.name.to_string(), command)),
                SlashBody::Group(subcommands) => {
                    let nested = Self::flatten(subcommands).into_iter();
                    flat.extend(
                        nested.map(|(name, command)| (format!("{} {name}", slash.name), command)),
                    );
                }
            }
        }
        flat
    }
}

/// Groups of commands that the GM runs as GM, even to answer a prompt.
const GM_GROUPS: &[&str] = &["init", "gm", "scene", "faction", "ranks"];
/// The group of commands for acts of NPCs, which must be named.
const NPC_GROUP: &str = "npc";

/// Returns all commands of a server in which these systems are played: those of the app, then those
/// of the systems' acts, answers and orders. A command that several systems have is merged into
/// one.
pub fn list_server_commands(systems: &[&str]) -> Vec<SlashCommand> {
    let mut acts: Vec<&Verb> = Vec::new();
    let mut answers: Vec<&Verb> = Vec::new();
    let mut orders: Vec<&Verb> = Vec::new();
    for system in systems {
        let (act_verbs, order_verbs) = Game::act_and_order_verbs(system).unwrap_or_default();
        acts.extend(act_verbs);
        orders.extend(order_verbs);
        answers.extend(Game::answer_verbs(system).unwrap_or_default());
    }
    // Acts come first: a verb that is both act and answer gets the options of the act.
    let mut rule_commands = Vec::new();
    for verb in acts.into_iter().chain(answers) {
        for form in &verb.command_forms() {
            add_or_merge_act_form(&mut rule_commands, verb.name, form);
        }
    }
    for verb in orders {
        for form in &verb.command_forms() {
            add_or_merge_order_form(&mut rule_commands, verb.name, form);
        }
    }
    let mut commands = system_independent_commands();
    for (path, mut command) in rule_commands {
        command.options.sort_by_key(CommandOption::sort_rank);
        append_command_to_its_group(&mut commands, path, SlashBody::Verb(command));
    }
    commands
}

/// Adds a command for one form of an act or answer, or merges it with the same command of another
/// system.
fn add_or_merge_act_form(
    commands: &mut Vec<(&'static str, VerbCommand)>,
    verb: &'static str,
    form: &VerbForm,
) {
    let group = form.command_path.split_once(' ').map_or("", |(group, _)| group);
    let mut options: Vec<CommandOption> = form.slots.iter().map(CommandOption::from).collect();
    if group == NPC_GROUP {
        options.push(CommandOption { name: "npc", ..actor_option() }.required());
    } else if !GM_GROUPS.contains(&group) {
        options.push(actor_option());
    }
    add_or_merge_command(commands, verb, form, options);
}

/// Adds a command for one form of an order, or merges it with the same command of another system.
/// Orders take dice where they take numbers.
fn add_or_merge_order_form(
    commands: &mut Vec<(&'static str, VerbCommand)>,
    verb: &'static str,
    form: &VerbForm,
) {
    let mut options: Vec<CommandOption> = form.slots.iter().map(CommandOption::from).collect();
    let numbers = options.iter_mut().filter(|option| option.kind == OptionKind::Number);
    numbers.for_each(|option| option.kind = OptionKind::Amount);
    add_or_merge_command(commands, verb, form, options);
}

/// Adds a command for one form of a verb, with the option `quiet`, or merges its options with those
/// of the same command of another system.
fn add_or_merge_command(
    commands: &mut Vec<(&'static str, VerbCommand)>,
    verb: &'static str,
    form: &VerbForm,
    mut options: Vec<CommandOption>,
) {
    options.push(quiet_option());
    match commands.iter_mut().find(|(path, _)| *path == form.command_path) {
        Some((_, command)) => command.merge_options_of_other_system(options),
        None => commands.push((
            form.command_path,
            VerbCommand { verb, fixed_slots: form.fixed_slots, options },
        )),
    }
}

/// Adds a command at the end of the table, or of its group, which is added if there is none. The
/// full name has a group and a name, such as `gm set`, or a name alone.
fn append_command_to_its_group(
    commands: &mut Vec<SlashCommand>,
    full_name: &'static str,
    body: SlashBody,
) {
    let Some((group_name, name)) = full_name.split_once(' ') else {
        commands.push(SlashCommand { name: full_name, body });
        return;
    };
    let slash = SlashCommand { name, body };
    let group = commands.iter_mut().find(|slash_command| slash_command.name == group_name);
    match group.map(|slash_command| &mut slash_command.body) {
        Some(SlashBody::Group(subcommands)) => subcommands.push(slash),
        Some(SlashBody::Verb(_)) | None => commands.push(command_group(group_name, [slash])),
    }
}

/// Returns the name of the command for an act, or a bare verb, in a system, without its slots:
/// `/stunt push` for `push`. If there are several, the shortest is returned; if there is none, the
/// verb itself.
pub fn format_slash_name(act: &Command, system: Option<&str>) -> String {
    type NamedCommands = Vec<(String, VerbCommand)>;
    static ALL_SYSTEMS: LazyLock<NamedCommands> =
        LazyLock::new(|| list_commands_simplest_first(SYSTEM_KEYS));
    static BY_SYSTEM: LazyLock<BTreeMap<&str, NamedCommands>> = LazyLock::new(|| {
        SYSTEM_KEYS
            .iter()
            .map(|system| (*system, list_commands_simplest_first(&[system])))
            .collect()
    });
    let of_system = system.and_then(|system| BY_SYSTEM.get(system));
    let mut candidates = of_system.into_iter().flatten().chain(&*ALL_SYSTEMS);
    let name = candidates.find(|(_, command)| command.can_express(act)).map(|(name, _)| name);
    format!("/{}", name.unwrap_or(&act.verb))
}

/// Returns the commands of these systems by their full names: those of NPCs last, and before that
/// those with fewer words first.
fn list_commands_simplest_first(systems: &[&str]) -> Vec<(String, VerbCommand)> {
    let table = list_server_commands(systems);
    let commands = SlashCommand::flatten(&table).into_iter();
    let mut commands: Vec<_> = commands.map(|(name, command)| (name, command.clone())).collect();
    let is_npc_command = |name: &str| name.split(' ').next() == Some(NPC_GROUP);
    commands.sort_by_key(|(name, _)| (is_npc_command(name), name.matches(' ').count()));
    commands
}

/// Replaces a command's name at the start of a text by its verb, and adds the slots that the
/// command always sets if more text follows: `/stunt push target:Wolf` becomes `push target:Wolf`.
/// A text that starts with no command's name only loses its slash.
pub fn replace_command_name_with_verb_and_fixed_slots(typed: &str) -> String {
    let typed = typed.trim().trim_start_matches('/');
    let table = list_server_commands(SYSTEM_KEYS);
    for (name, command) in SlashCommand::flatten(&table) {
        let Some(rest) = verbs::strip_command_path(typed, &name) else { continue };
        let mut text = format!("{}{rest}", command.verb);
        if !rest.is_empty() {
            for (slot, value) in command.fixed_slots {
                text += &format!(" {slot}:{value}");
            }
        }
        return text;
    }
    typed.into()
}

/// Returns the commands of the group with this name, each with its verb: `gm heal` and `heal`.
/// Returns none if no group has that name.
pub fn list_names_and_verbs_in_group(
    group_name: &str,
    systems: &[&str],
) -> Vec<(String, &'static str)> {
    let group_name = group_name.trim().trim_start_matches('/');
    let is_in_group = |name: &str| {
        let group = name.split_once(' ').map(|(group, _)| group);
        group.is_some_and(|group| group.eq_ignore_ascii_case(group_name))
    };
    let table = list_server_commands(systems);
    let commands = SlashCommand::flatten(&table).into_iter();
    commands
        .filter(|(name, _)| is_in_group(name))
        .map(|(name, command)| (name, command.verb))
        .collect()
}

/// Returns the commands of the app itself, and of the orders that all systems have.
pub fn system_independent_commands() -> Vec<SlashCommand> {
    let mut commands = vec![init_commands(), sheet_commands(), npc_commands()];
    commands.extend(view_commands());
    commands.extend(personal_commands());
    commands.extend(stand_in_absence_and_co_gm_commands());
    commands.extend([
        gm_commands(),
        command_group(
            "scene",
            [
                gm_command("set", [word_option("name").required()]).with_verb("set-scene"),
                gm_command(
                    "loose",
                    [word_option("zone").required(), word_option("item").required()],
                ),
                plain_command(
                    "encounter",
                    [
                        word_option("difficulty")
                            .required()
                            .with_choices(&Difficulty::ALL.map(Difficulty::key)),
                        word_option("family"),
                        word_option("place"),
                        number_option("count"),
                    ],
                ),
            ],
        ),
        gm_command("skip", [word_option("who")]),
    ]);
    commands
}

/// The commands that open, set up, start and end a fight.
fn init_commands() -> SlashCommand {
    let (name, side, at) = (prose_option("name"), word_option("side"), word_option("at"));
    command_group(
        "init",
        [
            plain_command(
                "new",
                [word_option("system"), prose_option("zones"), flag_option("thread")],
            ),
            plain_command("load", [word_option("name"), flag_option("drop")]),
            plain_command("save", [word_option("name").required()]),
            plain_command(
                "systems",
                [
                    option_of_kind(OptionKind::List, "add"),
                    number_option("days"),
                    word_option("language"),
                ],
            ),
            plain_command(
                "join",
                [
                    word_option("sheet"),
                    word_option("from"),
                    name.clone(),
                    side.clone(),
                    at.clone(),
                    fields_option(),
                    prose_option("salt"),
                    flag_option("leave"),
                ],
            ),
            gm_command(
                "add",
                [
                    word_option("from"),
                    word_option("sheet"),
                    name,
                    number_option("count"),
                    side,
                    at,
                    word_option("group"),
                    flag_option("hidden"),
                    prose_option("alias"),
                    word_option("show").with_choices(&["alias", "name", "wounds", "numbers"]),
                    fields_option(),
                ],
            ),
            plain_command("move", [prose_option("channel")]).with_verb("relocate"),
            gm_command("zones", [prose_option("layout").required()]),
            gm_command("set", [word_option("key").required(), word_option("value").required()]),
            gm_command("start", []),
            gm_command("end", [word_option("outcome").required()]),
        ],
    )
}

/// The commands for characters outside of fights.
fn sheet_commands() -> SlashCommand {
    let sheet = || word_option("name").required();
    let portrait = || prose_option("portrait");
    command_group(
        "sheet",
        [
            plain_command(
                "new",
                [
                    word_option("from").required(),
                    prose_option("name"),
                    word_option("system"),
                    portrait(),
                    fields_option(),
                ],
            )
            .with_verb("sheet-new"),
            plain_command("show", [sheet()]).with_verb("sheet-show"),
            plain_command("list", []).with_verb("sheet-list"),
            plain_command("edit", [sheet(), prose_option("to"), portrait(), fields_option()])
                .with_verb("sheet-edit"),
            plain_command("copy", [sheet(), prose_option("to").required()]).with_verb("sheet-copy"),
            plain_command("delete", [sheet()]).with_verb("sheet-delete"),
            plain_command("import", [file_option().required(), prose_option("name")])
                .with_verb("sheet-import"),
            plain_command(
                "export",
                [sheet(), word_option("format").with_choices(&["toml", "json"])],
            )
            .with_verb("sheet-export"),
            plain_command(
                "kit",
                [word_option("system").required(), file_option(), flag_option("remove")],
            )
            .with_verb("kit"),
        ],
    )
}

/// The commands for a GM's own NPCs.
fn npc_commands() -> SlashCommand {
    let storages = NpcStorage::ALL.map(NpcStorage::key);
    command_group(
        "npc",
        [
            plain_command(
                "new",
                [
                    word_option("from"),
                    prose_option("name"),
                    prose_option("numbers"),
                    prose_option("gear"),
                    prose_option("traits"),
                    word_option("keep").with_choices(&storages),
                    word_option("system"),
                    fields_option(),
                ],
            )
            .with_verb("npc-new"),
            plain_command("export", [word_option("name").required(), word_option("system")])
                .with_verb("npc-export"),
            plain_command(
                "import",
                [
                    file_option().required(),
                    prose_option("name"),
                    word_option("keep").with_choices(&["mine", "server"]),
                    word_option("system"),
                ],
            )
            .with_verb("npc-import"),
        ],
    )
}

/// The commands that show something to the user alone.
fn view_commands() -> Vec<SlashCommand> {
    vec![
        plain_command("status", []),
        plain_command("map", []),
        plain_command("mine", []),
        guide_command_under_name("guide"),
        guide_command_under_name("help"),
        plain_command(
            "roll",
            [
                prose_option("dice"),
                word_option("sight").with_choices(&["public", "secret", "gm", "blind"]),
                prose_option("salt"),
                prose_option("date"),
            ],
        ),
        plain_command(
            "log",
            [
                word_option("who"),
                number_option("round"),
                word_option("kind").with_choices(&["players", "gm", "clock", "undone"]),
                word_option("since").with_choices(&["seen", "12h", "1d", "3d"]),
                number_option("last"),
            ],
        ),
        plain_command(
            "bestiary",
            [
                word_option("name"),
                word_option("family"),
                word_option("strength")
                    .with_choices(&CreatureStrength::ALL.map(CreatureStrength::key)),
                word_option("place"),
                word_option("system"),
            ],
        ),
        plain_command(
            "export",
            [word_option("format").with_choices(&["story", "json", "script", "replay"])],
        ),
    ]
}

/// The commands with which users take back, prepare and describe what they do, and choose what they
/// read.
fn personal_commands() -> Vec<SlashCommand> {
    vec![
        plain_command("undo", []).with_verb("take-back"),
        command_group(
            "plain",
            [
                plain_mode_command("on", &[("on", "true")]),
                plain_mode_command("off", &[("on", "false")]),
                plain_mode_command("light", &[("on", "light")]),
            ],
        ),
        standing_orders_commands(),
        queue_commands(),
        plain_command("describe", [speech_option().required(), actor_option()]),
        posted_speech_commands(),
        plain_command("follow", [flag_option("stop")]),
    ]
}

/// The commands for words that were posted in character.
fn posted_speech_commands() -> SlashCommand {
    command_group(
        "words",
        [
            plain_command("edit", [speech_option().required()]).with_verb("words-edit"),
            plain_command("delete", []).with_verb("words-delete"),
            plain_command("allow", [flag_option("on")]).with_verb("words-allow"),
        ],
    )
}

/// Builds the guide, under its own name or the one that people type first.
fn guide_command_under_name(name: &'static str) -> SlashCommand {
    plain_command(
        name,
        [word_option("why"), word_option("rule"), word_option("system"), actor_option()],
    )
    .with_verb("guide")
}

/// Builds a command of the group `plain`, which sets these slots.
fn plain_mode_command(
    name: &'static str,
    slots: &'static [(&'static str, &'static str)],
) -> SlashCommand {
    plain_command(name, [flag_option("server")]).with_verb("plain").with_fixed_slots(slots)
}

/// The commands for stand-ins, co-GMs and absences, and for what belongs to a user in all fights.
fn stand_in_absence_and_co_gm_commands() -> Vec<SlashCommand> {
    let until = || prose_option("until");
    let co_gm = |name, fixed| {
        plain_command(name, [user_option().required()]).with_verb("co-gm").with_fixed_slots(fixed)
    };
    vec![
        plain_command("stand-in", [user_option(), word_option("who"), until()]),
        plain_command(
            "absence",
            [
                word_option("policy").required(),
                word_option("who"),
                word_option("temper").with_choices(&["cautious", "plain", "reckless"]),
                flag_option("spares"),
            ],
        ),
        plain_command("inbox", []),
        plain_command("privacy", []),
        plain_command("away", [until(), flag_option("back")]),
        plain_command(
            "clock",
            [word_option("zone"), prose_option("quiet_hours"), word_option("language")],
        ),
        command_group(
            "co-gm",
            [co_gm("add", &[("do", "add")]), co_gm("remove", &[("do", "remove")])],
        ),
    ]
}

/// The commands for the plan of one's next turn.
fn queue_commands() -> SlashCommand {
    let holds = word_option("if").with_choices(&["always", "here", "there", "both"]);
    let when = word_option("when").with_choices(&["soon", "at-once"]);
    command_group(
        "queue",
        [
            plain_command("add", [word_option("act").required(), holds, when, actor_option()])
                .with_verb("queue-add"),
            plain_command("confirm", [number_option("draft"), actor_option()])
                .with_verb("queue-confirm"),
            plain_command("list", [actor_option()]).with_verb("queue-list"),
            plain_command("clear", [actor_option()]).with_verb("queue-clear"),
        ],
    )
}

/// The commands for standing orders, which are answers given in advance.
fn standing_orders_commands() -> SlashCommand {
    let way = || word_option("way");
    command_group(
        "orders",
        [
            plain_command(
                "add",
                [
                    word_option("answer").required(),
                    word_option("question"),
                    word_option("by"),
                    word_option("whom"),
                    way(),
                    word_option("threat").with_choices(&["wound", "fell"]),
                    word_option("spend").with_choices(&["anything", "keep-turn", "nothing"]),
                    word_option("when").with_choices(&["soon", "at-once", "deadline"]),
                    actor_option(),
                ],
            )
            .with_verb("orders-add"),
            plain_command("list", [actor_option()]).with_verb("orders-list"),
            plain_command(
                "test",
                [
                    word_option("question"),
                    word_option("by"),
                    word_option("whom"),
                    way(),
                    actor_option(),
                ],
            )
            .with_verb("orders-test"),
            plain_command("remove", [word_option("number").required(), actor_option()])
                .with_verb("orders-remove"),
        ],
    )
}

/// The commands of the GM while a fight runs.
fn gm_commands() -> SlashCommand {
    let who = || word_option("who").required();
    // The disclosure levels of an NPC.
    let show = word_option("show").with_choices(&[
        "unseen",
        "something",
        "alias",
        "name",
        "wounds",
        "numbers",
    ]);
    command_group(
        "gm",
        [
            gm_command(
                "set",
                [who(), word_option("field").required(), word_option("value").required()],
            )
            .with_verb("adjust"),
            gm_command(
                "settings",
                [word_option("key").required(), word_option("value").required()],
            )
            .with_verb("set"),
            gm_command("reveal", [who(), show, prose_option("alias")]),
            gm_command("portrait", [who(), prose_option("portrait").required()]),
            gm_command("remove", [who()]),
            gm_command("give", [who(), word_option("item").required()]).with_verb("supply"),
            gm_command("undo", [number_option("steps")]),
            gm_command("redo", []),
            plain_command("forecast", []),
            gm_command("pause", []),
            gm_command("resume", []),
            plain_command("fight", [word_option("id")]),
            plain_command("hand-over", [user_option()]),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns each system by itself, and all together.
    fn servers() -> impl Iterator<Item = &'static [&'static str]> {
        SYSTEM_KEYS.iter().map(std::slice::from_ref).chain([SYSTEM_KEYS])
    }

    /// Checks that every verb of every system can be typed with all of its slots, and that no
    /// command stands for two verbs.
    #[test]
    fn every_verb_and_slot_has_a_command() {
        for systems in servers() {
            let table = list_server_commands(systems);
            let commands = SlashCommand::flatten(&table);
            for verb in systems.iter().flat_map(|system| Game::all_verbs(system)) {
                let mut missing: Vec<_> = verb.slots.iter().map(|slot| slot.name).collect();
                for form in verb.command_forms() {
                    let (_, command) =
                        commands.iter().find(|(name, _)| name == form.command_path).unwrap();
                    assert_eq!(
                        (command.verb, command.fixed_slots),
                        (verb.name, form.fixed_slots),
                        "{}",
                        form.command_path
                    );
                    let options = command.options.iter().map(|option| option.name);
                    let fixed = form.fixed_slots.iter().map(|(slot, _)| *slot);
                    let covered: Vec<_> = options.chain(fixed).collect();
                    missing.retain(|slot| !covered.contains(slot));
                }
                assert!(missing.is_empty(), "no command says {missing:?} of `{}`", verb.name);
            }
        }
    }

    #[test]
    fn server_has_only_the_commands_of_its_systems() {
        let has = |systems: &[&str], name: &str| {
            let table = list_server_commands(systems);
            SlashCommand::flatten(&table).iter().any(|(known, _)| known == name)
        };
        assert!(has(&["dr12"], "attack") && has(&["dr12"], "init new") && has(&[], "init new"));
        assert!(!has(&[], "attack") && !has(&["dr12"], "swap") && has(&["cards"], "swap"));
        assert!(has(&["dr12", "cards"], "swap") && has(&["dr12", "cards"], "stunt push"));
    }

    #[test]
    fn commands_of_one_system_are_few() {
        for system in SYSTEM_KEYS {
            let table = list_server_commands(&[system]);
            // 49, `/help` as a second name of `/guide`, and `/npc`.
            assert!(table.len() <= 51, "{system}: {} commands", table.len());
            let all = SlashCommand::flatten(&table);
            let (_, attack) = all.iter().find(|(name, _)| name == "attack").unwrap();
            assert!(attack.options.len() <= 6 + 2, "{system}: {attack:?}");
        }
    }

    #[test]
    fn options_depend_on_the_systems() {
        let options = |systems: &[&str], command: &str| -> Vec<String> {
            let table = list_server_commands(systems);
            let all = SlashCommand::flatten(&table);
            let (_, command_spec) = all.iter().find(|(name, _)| name == command).unwrap();
            let mark = |option: &CommandOption| if option.is_required { "*" } else { "" };
            command_spec
                .options
                .iter()
                .map(|option| format!("{}{}", option.name, mark(option)))
                .collect()
        };
        assert_eq!(options(&["dr12"], "move"), ["zone*", "as", "quiet"]);
        let of_both = ["zone", "to", "target", "reach", "action", "luck", "as", "quiet"];
        assert_eq!(options(&["dr12", "ranks"], "move"), of_both);
        assert_eq!(options(&["dr12"], "npc move"), ["npc*", "zone*", "quiet"]);
        assert_eq!(options(&["dr12"], "gm ongoing"), ["who*", "attribute", "dr", "quiet"]);
        assert_eq!(options(SYSTEM_KEYS, "attack")[0], "target*");
        assert_eq!(options(&["fates"], "scene fire"), ["who*", "quiet"]);
        assert_eq!(options(&["cards"], "scene fire"), ["who*", "intensity*", "quiet"]);
    }

    #[test]
    fn verb_is_formatted_as_its_command() {
        let typed = ["push", "grapple", "join", "bend", "stunt", "start", "dodge", "of old"]
            .map(|verb| super::format_slash_name(&Command::new(verb), None));
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
        let act =
            |slot: &str| super::format_slash_name(&Command::new("fate").with(slot, "full"), None);
        assert_eq!([act("action"), act("attributes")], ["/fate action-point", "/fate pick"]);
        // The system decides which command is shown.
        let grapple = |system| super::format_slash_name(&Command::new("grapple"), Some(system));
        assert_eq!([grapple("cards"), grapple("fates")], ["/stunt grapple", "/grapple"]);
        // Commands for players come before those for NPCs.
        assert_eq!(super::format_slash_name(&Command::new("push"), Some("dr12")), "/stunt push");
    }

    #[test]
    fn group_typed_alone_has_its_commands() {
        let init = list_names_and_verbs_in_group("/INIT ", SYSTEM_KEYS);
        assert!(init.contains(&("init new".into(), "new")), "{init:?}");
        assert!(init.iter().all(|(name, _)| name.starts_with("init ")), "{init:?}");
        assert_eq!(list_names_and_verbs_in_group("attack", SYSTEM_KEYS), []);
        assert_eq!(list_names_and_verbs_in_group("init new", SYSTEM_KEYS), []);
    }

    #[test]
    fn command_name_is_replaced_with_its_verb() {
        let replaced = ["/stunt push", "push", "gm adv", "INIT start", " dodge", "of old"]
            .map(replace_command_name_with_verb_and_fixed_slots);
        assert_eq!(replaced, ["push", "push", "bend", "start", "dodge", "of old"]);
    }
}
