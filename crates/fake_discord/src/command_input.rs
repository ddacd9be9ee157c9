//! Parses the commands that users type after `/`, by the registered commands, as Discord's client
//! does.

use serde_json::{Value, json};

use super::interactions::InteractionKind;
use super::limits::count_chars;
use super::payloads;
use super::permissions;
use super::snowflake::Snowflake;
use super::state::DiscordState;
use super::user::ClientError;
use super::visible_message::text_field;

/// A typed command, ready to be sent to the bot.
pub(crate) struct ParsedSlashCommand {
    /// The command with its group and subcommand, such as `/init new`.
    pub name: String,
    /// The `data` of the interaction.
    pub data: Value,
}

/// The user who types a command, and the channel.
#[derive(Clone, Copy)]
pub(crate) struct TypingContext {
    pub user: Snowflake,
    pub channel: Snowflake,
    /// Whether the client shows an outdated list of commands, and lets the user choose any global
    /// command.
    pub has_stale_command_list: bool,
}

/// Parses `/name [group] [subcommand] option:value …`. For autocomplete the last option is the one
/// being typed, whose value is sent unchecked, and required options may still be missing.
///
/// # Errors
/// Fails if the client would refuse the command: it is unknown, not usable here, not allowed, or
/// has wrong options.
pub(crate) fn parse_command(
    state: &DiscordState,
    context: TypingContext,
    text: &str,
    kind: InteractionKind,
) -> Result<ParsedSlashCommand, ClientError> {
    let is_autocompleting = kind == InteractionKind::Autocomplete;
    let guild = state.channels.get(&context.channel).and_then(|channel| channel.guild);
    let text = text.trim_start();
    let command_text = text.strip_prefix('/').ok_or(ClientError::NotACommand)?;
    let (command_name, arguments) = split_word(command_text);
    let command = find_slash_command(state, context, guild, command_name)?;
    check_default_member_permissions(state, context, guild, command)?;
    let CommandLevel { name, path, options, rest } = resolve_subcommand(command, arguments)?;
    let mut resolver = OptionResolver { state, context, guild, resolved: json!({}) };
    let pairs = parse_option_pairs(rest)?;
    let given_options = resolver.resolve_options(options, &pairs, is_autocompleting)?;
    if !is_autocompleting {
        check_required_options(options, &given_options)?;
    }
    // Each subcommand or group on the way is an option that holds the options of the next level.
    let mut nested = Value::Array(given_options);
    for level in path.iter().rev() {
        nested = json!([{"name": level["name"], "type": level["type"], "options": nested}]);
    }
    let mut data = json!({
        "id": command["id"],
        "name": command["name"],
        "type": SLASH_COMMAND_TYPE,
        "options": nested,
    });
    if let Some(guild) = command.get("guild_id") {
        data["guild_id"] = guild.clone();
    }
    if resolver.resolved != json!({}) {
        data["resolved"] = resolver.resolved;
    }
    Ok(ParsedSlashCommand { name, data })
}

/// Finds the slash command of that name among those that the client shows.
///
/// # Errors
/// Fails with `WrongContext` if it is a global command that is not shown here, otherwise with
/// `UnknownCommand`.
fn find_slash_command<'s>(
    state: &'s DiscordState,
    context: TypingContext,
    guild: Option<Snowflake>,
    command_name: &str,
) -> Result<&'s Value, ClientError> {
    let has_name =
        |command: &&Value| command["name"] == command_name && command["type"] == SLASH_COMMAND_TYPE;
    let global_command = state.command_registry.global.iter().find(has_name);
    let shown_command = match context.has_stale_command_list {
        true => global_command,
        false => state.guild_and_global_commands_for(guild).find(has_name),
    };
    shown_command.ok_or_else(|| {
        let name = format!("/{command_name}");
        match global_command {
            Some(_) => ClientError::WrongContext(name),
            None => ClientError::UnknownCommand(name),
        }
    })
}

/// Discord's types of application commands.
pub(crate) const SLASH_COMMAND_TYPE: i64 = 1;
const USER_COMMAND_TYPE: i64 = 2;
const MESSAGE_COMMAND_TYPE: i64 = 3;

/// Discord's types of the options of a slash command.
pub(crate) mod option_type {
    pub const SUBCOMMAND: i64 = 1;
    pub const SUBCOMMAND_GROUP: i64 = 2;
    pub const STRING: i64 = 3;
    pub const INTEGER: i64 = 4;
    pub const BOOLEAN: i64 = 5;
    pub const USER: i64 = 6;
    pub const CHANNEL: i64 = 7;
    pub const ROLE: i64 = 8;
    pub const USER_OR_ROLE: i64 = 9;
    pub const NUMBER: i64 = 10;
    pub const ATTACHMENT: i64 = 11;
}

/// What a context menu was opened on.
#[derive(Clone, Copy)]
pub(crate) enum MenuTarget {
    Person(Snowflake),
    Message(Snowflake),
}

/// Finds the registered context menu command of that name for this kind of target, and returns it
/// as it is sent to the bot.
///
/// # Errors
/// Fails if the client would not show the command: it is not registered here, or not allowed.
pub(crate) fn choose_menu_command(
    state: &DiscordState,
    context: TypingContext,
    name: &str,
    target: MenuTarget,
) -> Result<ParsedSlashCommand, ClientError> {
    let guild = state.channels.get(&context.channel).and_then(|channel| channel.guild);
    let (kind, target_id) = match target {
        MenuTarget::Person(id) => (USER_COMMAND_TYPE, id),
        MenuTarget::Message(id) => (MESSAGE_COMMAND_TYPE, id),
    };
    let mut commands = state.guild_and_global_commands_for(guild);
    let command = commands.find(|command| command["name"] == name && command["type"] == kind);
    let command = command.ok_or_else(|| ClientError::UnknownCommand(name.into()))?;
    check_default_member_permissions(state, context, guild, command)?;
    let mut resolver = OptionResolver { state, context, guild, resolved: json!({}) };
    match target {
        MenuTarget::Person(id) => {
            let bad_value = |why| ClientError::BadValue { option: name.into(), why };
            resolver.resolve_and_record_user(&id.to_string()).map_err(bad_value)?;
        }
        MenuTarget::Message(id) => {
            let message = state.messages.get(&id).ok_or(ClientError::NoSuchMessage)?;
            resolver.resolved["messages"][id.to_string()] = payloads::message_json(state, message);
        }
    }
    let mut data = json!({
        "id": command["id"],
        "name": name,
        "type": kind,
        "target_id": target_id,
        "resolved": resolver.resolved,
    });
    if let Some(guild) = command.get("guild_id") {
        data["guild_id"] = guild.clone();
    }
    Ok(ParsedSlashCommand { name: name.into(), data })
}

/// Fails if a required option has no value.
fn check_required_options(options: &[Value], given_options: &[Value]) -> Result<(), ClientError> {
    for option in options {
        let is_given = given_options.iter().any(|given| given["name"] == option["name"]);
        if option["required"] == true && !is_given {
            return Err(ClientError::MissingOption(text_field(option, "name")));
        }
    }
    Ok(())
}

/// The command, or the subcommand in it, that a typed text names.
struct CommandLevel<'c, 't> {
    /// The command with its group and subcommand, such as `/init new`.
    name: String,
    /// The groups and subcommands below the command.
    path: Vec<&'c Value>,
    options: &'c [Value],
    /// The text after the names.
    rest: &'t str,
}

/// Follows the words of a text down to the subcommand that they name, and returns it with the rest
/// of the text.
fn resolve_subcommand<'c, 't>(
    command: &'c Value,
    mut rest: &'t str,
) -> Result<CommandLevel<'c, 't>, ClientError> {
    let mut name = format!("/{}", text_field(command, "name"));
    let mut path = Vec::new();
    let mut level = command;
    while has_subcommands(level) {
        let (word, after) = split_word(rest);
        let next_level = option_list(level).iter().find(|option| option["name"] == word);
        level = next_level.ok_or_else(|| {
            let members = option_list(level).iter();
            let members = members.map(|option| format!("{name} {}", text_field(option, "name")));
            ClientError::CommandGroup(name.clone(), members.collect::<Vec<_>>().join(", "))
        })?;
        name = format!("{name} {word}");
        path.push(level);
        rest = after;
    }
    Ok(CommandLevel { name, path, options: option_list(level), rest })
}

fn option_list(level: &Value) -> &[Value] {
    level["options"].as_array().map_or(&[], Vec::as_slice)
}

fn has_subcommands(level: &Value) -> bool {
    option_list(level).iter().any(|option| {
        let kind = option["type"].as_i64();
        matches!(kind, Some(option_type::SUBCOMMAND | option_type::SUBCOMMAND_GROUP))
    })
}

/// Checks that the user has the permissions that the command needs.
fn check_default_member_permissions(
    state: &DiscordState,
    context: TypingContext,
    guild: Option<Snowflake>,
    command: &Value,
) -> Result<(), ClientError> {
    let name = format!("/{}", text_field(command, "name"));
    let (Some(guild), Some(needed)) =
        (guild, payloads::parse_number(command.get("default_member_permissions")))
    else {
        return Ok(());
    };
    let granted = state.effective_permissions(context.user, guild);
    // Zero allows the command to administrators only.
    let is_allowed = match needed {
        0 => granted == permissions::ALL_PERMISSIONS,
        _ => granted & needed == needed,
    };
    if is_allowed { Ok(()) } else { Err(ClientError::NotAllowed(name)) }
}

/// Splits a text after its first word. The rest keeps the space before it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// Parses `key:value` pairs. A value is quoted (with `\"`, `\\` and `\n` inside), or ends before
/// the next `key:`.
fn parse_option_pairs(text: &str) -> Result<Vec<(String, String)>, ClientError> {
    let mut pairs = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (key, after) =
            split_option_key(rest).ok_or_else(|| ClientError::UnreadableOptions(rest.into()))?;
        let (value, after) = match after.chars().next().and_then(QuotationMarks::opened_by) {
            Some(marks) => parse_quoted_value(after, marks)
                .ok_or_else(|| ClientError::UnreadableOptions(rest.into()))?,
            None => split_value_before_unquoted_key(after),
        };
        pairs.push((key.to_owned(), value));
        rest = after.trim_start();
    }
    Ok(pairs)
}

/// Splits `target:Wolf …` into `target` and `Wolf …`. Returns `None` without a valid key; times
/// (`12:30`) and web addresses have none.
fn split_option_key(text: &str) -> Option<(&str, &str)> {
    let (key, after) = text.split_once(':')?;
    let is_name = |c: char| c.is_alphanumeric() || "-_'".contains(c);
    let is_key = key.starts_with(|c: char| !c.is_ascii_digit()) && key.chars().all(is_name);
    (is_key && !after.starts_with("//")).then_some((key, after))
}

/// Splits an unquoted value from the text after it. The value ends before the next word that looks
/// like `key:`, unless that word stands between quotation marks.
fn split_value_before_unquoted_key(text: &str) -> (String, &str) {
    let (mut index, mut previous) = (0, None);
    while let Some(c) = text[index..].chars().next() {
        let rest = &text[index..];
        if previous.is_some_and(char::is_whitespace) && split_option_key(rest).is_some() {
            return (text[..index].trim().to_owned(), rest);
        }
        index += quotation_length(rest, previous).unwrap_or(c.len_utf8());
        previous = Some(c);
    }
    (text.trim().to_owned(), "")
}

/// Returns the length in bytes of the quotation with which a text begins, with its marks; `None` if
/// it begins with none. A mark after a letter or digit (`previous`) opens no quotation.
fn quotation_length(text: &str, previous: Option<char>) -> Option<usize> {
    if previous.is_some_and(char::is_alphanumeric) {
        return None;
    }
    let marks = text.chars().next().and_then(QuotationMarks::opened_by)?;
    let (_, after) = parse_quoted_value(text, marks)?;
    Some(text.len() - after.len())
}

/// A pair of quotation marks: straight ones, or those that keyboards and word processors put in
/// their place.
#[derive(Clone, Copy)]
struct QuotationMarks {
    opening: char,
    closing: char,
}

impl QuotationMarks {
    /// Returns the kind of quotation that begins with this character, if one does.
    fn opened_by(opening: char) -> Option<Self> {
        let closing = match opening {
            '"' => '"',
            '\u{201c}' => '\u{201d}',
            '\u{201e}' => '\u{201c}',
            '\u{ab}' => '\u{bb}',
            _ => return None,
        };
        Some(Self { opening, closing })
    }
}

/// Parses a quoted value at the start of a text. Returns it without its marks, and the text after
/// it, or `None` without a closing mark. Curly marks may stand inside of each other.
fn parse_quoted_value(text: &str, marks: QuotationMarks) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut depth = 1;
    let mut chars = text.char_indices().skip(1);
    while let Some((index, c)) = chars.next() {
        // Straight marks open and close alike: the first one closes.
        if c == marks.closing {
            depth -= 1;
        } else if c == marks.opening {
            depth += 1;
        }
        if depth == 0 {
            return Some((value, &text[index + c.len_utf8()..]));
        }
        if c != '\\' {
            value.push(c);
            continue;
        }
        let (_, escaped) = chars.next()?;
        value.push(if escaped == 'n' { '\n' } else { escaped });
    }
    None
}

/// Converts typed values into the options of an interaction, and collects the users, channels,
/// roles and attachments that they name.
struct OptionResolver<'s> {
    state: &'s DiscordState,
    context: TypingContext,
    guild: Option<Snowflake>,
    resolved: Value,
}

impl OptionResolver<'_> {
    /// Returns the options of the interaction. For autocomplete the last one is focused.
    fn resolve_options(
        &mut self,
        registered_options: &[Value],
        pairs: &[(String, String)],
        is_autocompleting: bool,
    ) -> Result<Vec<Value>, ClientError> {
        let mut given_options: Vec<Value> = Vec::new();
        for (i, (key, text)) in pairs.iter().enumerate() {
            let bad_value = |why| ClientError::BadValue { option: key.clone(), why };
            let registered =
                registered_options.iter().find(|option| option["name"] == key.as_str());
            let registered = registered.ok_or_else(|| ClientError::UnknownOption(key.clone()))?;
            if given_options.iter().any(|given| given["name"] == key.as_str()) {
                return Err(bad_value("given twice".into()));
            }
            let mut option = json!({"name": key, "type": registered["type"]});
            if is_autocompleting && i + 1 == pairs.len() {
                if registered["autocomplete"] != true {
                    return Err(ClientError::NoAutocomplete(key.clone()));
                }
                option["value"] = json!(text);
                option["focused"] = json!(true);
            } else {
                option["value"] = self.resolve_value(registered, text).map_err(bad_value)?;
            }
            given_options.push(option);
        }
        Ok(given_options)
    }

    /// Returns the value of an option as Discord sends it. The error says why the client would
    /// refuse the text.
    fn resolve_value(&mut self, option: &Value, text: &str) -> Result<Value, String> {
        let choices = option["choices"].as_array().filter(|choices| !choices.is_empty());
        if let Some(choices) = choices {
            return resolve_choice(choices, text);
        }
        match option["type"].as_i64() {
            Some(option_type::STRING) => parse_string_option(option, text),
            Some(option_type::INTEGER) => {
                let number: i64 =
                    text.parse().map_err(|_| format!("{text:?} is not a whole number"))?;
                check_number_range(option, number as f64)?;
                Ok(json!(number))
            }
            Some(option_type::NUMBER) => {
                let number: f64 = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
                check_number_range(option, number)?;
                Ok(json!(number))
            }
            Some(option_type::BOOLEAN) => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" => Ok(json!(true)),
                "false" | "no" | "off" => Ok(json!(false)),
                _ => Err(format!("{text:?} is neither true nor false")),
            },
            Some(option_type::USER) => self.resolve_and_record_user(text),
            Some(option_type::CHANNEL) => self.resolve_and_record_channel(text),
            Some(option_type::ROLE) => self.resolve_and_record_role(text),
            Some(option_type::USER_OR_ROLE) => {
                self.resolve_and_record_user(text).or_else(|_| self.resolve_and_record_role(text))
            }
            Some(option_type::ATTACHMENT) => self.resolve_and_record_uploaded_file(text),
            kind => Err(format!("options of type {kind:?} cannot be typed")),
        }
    }

    /// Returns the id of a mentioned or named user, and adds the user to the resolved data. Fails
    /// if there is none.
    fn resolve_and_record_user(&mut self, text: &str) -> Result<Value, String> {
        let id_text = text.trim_start_matches("<@").trim_start_matches('!').trim_end_matches('>');
        let mentioned = Snowflake::parse(id_text).filter(|id| self.state.people.contains_key(id));
        let id = mentioned.or_else(|| self.state.find_person(text));
        let person = id.and_then(|id| self.state.person(id));
        let person = person.ok_or_else(|| format!("nobody here is called {text:?}"))?;
        let key = person.id.to_string();
        self.resolved["users"][&key] = payloads::user_json(person);
        if let Some(guild) = self.guild {
            self.resolved["members"][&key] =
                payloads::partial_member_json(self.state, person, guild);
        }
        Ok(json!(person.id))
    }

    /// Finds a channel by its mention, id or name, and adds it to the resolved data.
    fn resolve_and_record_channel(&mut self, text: &str) -> Result<Value, String> {
        let id_text = text.trim_start_matches("<#").trim_end_matches('>');
        let id = Snowflake::parse(id_text).or_else(|| self.state.find_guild_channel(text));
        let channel = id.and_then(|id| self.state.channels.get(&id));
        let channel = channel.ok_or_else(|| format!("there is no channel {text:?}"))?;
        self.resolved["channels"][channel.id.to_string()] =
            payloads::channel_with_permissions_json(self.state, channel, self.context.user);
        Ok(json!(channel.id))
    }

    /// Finds a role by its name or id, and adds it to the resolved data.
    fn resolve_and_record_role(&mut self, text: &str) -> Result<Value, String> {
        let guild = self.guild.and_then(|guild| self.state.guilds.get(&guild));
        let guild = guild.ok_or_else(|| "there are no roles here".to_owned())?;
        let name = text.trim_start_matches('@');
        let role =
            guild.roles.iter().find(|(id, role)| role.name == name || id.to_string() == name);
        let (id, _) = role.ok_or_else(|| format!("there is no role {text:?}"))?;
        let role_json =
            payloads::roles_json(guild).into_iter().find(|role| role["id"] == json!(id));
        self.resolved["roles"][id.to_string()] = role_json.unwrap_or(Value::Null);
        Ok(json!(id))
    }

    /// Finds a file that the user has uploaded, and adds it to the resolved data.
    fn resolve_and_record_uploaded_file(&mut self, text: &str) -> Result<Value, String> {
        let uploads = self.state.person(self.context.user).map(|person| &person.uploads);
        let file = uploads.and_then(|uploads| uploads.get(text));
        let file = file.ok_or_else(|| format!("no file {text:?} at hand; attach it first"))?;
        self.resolved["attachments"][text_field(file, "id")] = file.clone();
        Ok(file["id"].clone())
    }
}

/// Returns the value of the choice that has this value or name. The error lists the names.
fn resolve_choice(choices: &[Value], text: &str) -> Result<Value, String> {
    let has_name = |choice: &&Value| {
        choice["name"].as_str().is_some_and(|name| name.eq_ignore_ascii_case(text))
    };
    let has_value = |choice: &&Value| match &choice["value"] {
        Value::String(value) => value == text,
        Value::Number(value) => value.to_string() == text,
        _ => false,
    };
    match choices.iter().find(has_value).or_else(|| choices.iter().find(has_name)) {
        Some(choice) => Ok(choice["value"].clone()),
        None => {
            let names: Vec<String> =
                choices.iter().map(|choice| text_field(choice, "name")).collect();
            Err(format!("{text:?} is none of {}", names.join(", ")))
        }
    }
}

/// Returns the text as the value of an option, unless its length is not allowed.
fn parse_string_option(option: &Value, text: &str) -> Result<Value, String> {
    let count = count_chars(text);
    let min = payloads::parse_number(option.get("min_length")).unwrap_or(0) as usize;
    let max = payloads::parse_number(option.get("max_length")).unwrap_or(6000) as usize;
    if count == 0 {
        Err("is empty".into())
    } else if count < min || count > max {
        Err(format!("has {count} characters, {min} to {max} are allowed"))
    } else {
        Ok(json!(text))
    }
}

/// Fails if the number is outside the range of the option.
fn check_number_range(option: &Value, number: f64) -> Result<(), String> {
    let min = option["min_value"].as_f64().unwrap_or(f64::NEG_INFINITY);
    let max = option["max_value"].as_f64().unwrap_or(f64::INFINITY);
    if number < min || number > max {
        Err(format!("{number} is not between {min} and {max}"))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_pairs(text: &str, expected: &[(&str, &str)]) {
        let pairs = parse_option_pairs(text).unwrap();
        let pairs: Vec<(&str, &str)> =
            pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(pairs, expected, "{text}");
    }

    #[test]
    fn option_values_are_quoted_or_end_before_the_next_key() {
        assert_pairs("", &[]);
        assert_pairs("target:Wolf", &[("target", "Wolf")]);
        assert_pairs(
            "target:Wolf weapon:\"hand axe\"",
            &[("target", "Wolf"), ("weapon", "hand axe")],
        );
        assert_pairs("text:well met as:Ana", &[("text", "well met"), ("as", "Ana")]);
        assert_pairs(
            r#"text:"she said \"no\"" as:Ana"#,
            &[("text", "she said \"no\""), ("as", "Ana")],
        );
        assert_pairs(r#"text:"one\ntwo \\n""#, &[("text", "one\ntwo \\n")]);
        assert_pairs("text:at 12:30 as:Ana", &[("text", "at 12:30"), ("as", "Ana")]);
        assert_pairs("target:", &[("target", "")]);
        assert!(parse_option_pairs("Wolf").is_err());
        assert!(parse_option_pairs("text:\"open").is_err());
    }

    #[test]
    fn marks_inside_of_values_begin_no_option() {
        let link = "[click](http://evil.example)";
        let quoted = format!("from:raider name:\"{link}\"");
        assert_pairs(&quoted, &[("from", "raider"), ("name", link)]);
        assert_pairs(
            &format!("text:look {link} as:Ana"),
            &[("text", &format!("look {link}")), ("as", "Ana")],
        );
        assert_pairs("text:see http://x.y as:Ana", &[("text", "see http://x.y"), ("as", "Ana")]);
        assert_pairs("text:so as:http://x.y", &[("text", "so"), ("as", "http://x.y")]);
        for value in ["a: b", "as:Ana", "x=1 y=2", "(a: b) [c: d] {e: f}", "“as: x” y", "'as: x'"]
        {
            assert_pairs(&format!("name:\"{value}\" as:Ana"), &[("name", value), ("as", "Ana")]);
            assert_pairs(&format!("at:1 name:\"{value}\""), &[("at", "1"), ("name", value)]);
        }
        assert_pairs(
            r#"fields:a="b c: d" e=1 as:Ana"#,
            &[("fields", r#"a="b c: d" e=1"#), ("as", "Ana")],
        );
        assert_pairs(
            r#"who:Ana, "Rat, as: x" as:Ana"#,
            &[("who", r#"Ana, "Rat, as: x""#), ("as", "Ana")],
        );
        assert_pairs(
            r#"who:"\"Rat, as: x\", Ana" at:1"#,
            &[("who", r#""Rat, as: x", Ana"#), ("at", "1")],
        );
        assert_pairs(r#"name:"a\\" as:Ana"#, &[("name", "a\\"), ("as", "Ana")]);
        assert_pairs(r"text:a\b as:Ana", &[("text", r"a\b"), ("as", "Ana")]);
    }

    #[test]
    fn curly_quotation_marks_around_a_value_are_taken_like_straight_ones() {
        assert_pairs("name:“Big Bob: it” as:Ana", &[("name", "Big Bob: it"), ("as", "Ana")]);
        assert_pairs("name:„Big Bob: it“ as:Ana", &[("name", "Big Bob: it"), ("as", "Ana")]);
        assert_pairs("name:«Big Bob: it» as:Ana", &[("name", "Big Bob: it"), ("as", "Ana")]);
        assert_pairs("name:“a “b: c” d” as:Ana", &[("name", "a “b: c” d"), ("as", "Ana")]);
        assert!(parse_option_pairs("text:“open").is_err());
    }
}
