//! What a user types after `/`, read against the registered commands as Discord's client does.

use serde_json::{Value, json};

use super::limits::count_chars;
use super::payloads;
use super::permissions;
use super::snowflake::Snowflake;
use super::state::DiscordState;
use super::user::ClientError;

/// A typed command, ready to be sent.
pub(crate) struct ParsedSlashCommand {
    /// `/init new`.
    pub name: String,
    pub data: Value,
}

/// Who types where.
#[derive(Clone, Copy)]
pub(crate) struct TypingContext {
    pub user: Snowflake,
    pub channel: Snowflake,
    /// The client shows a list of commands that is not true any more.
    pub has_stale_command_list: bool,
}

/// Reads `/name [group] [subcommand] option:value …`. With `is_focused` the last option is the one
/// being typed, required ones may still be missing, and its value is taken as it stands.
pub(crate) fn parse_command(
    state: &DiscordState,
    context: TypingContext,
    text: &str,
    is_autocompleting: bool,
) -> Result<ParsedSlashCommand, ClientError> {
    let guild = state.channels.get(&context.channel).and_then(|channel| channel.guild);
    let text = text.trim_start();
    let words = text.strip_prefix('/').ok_or(ClientError::NotACommand)?;
    let (name, rest) = split_word(words);
    let is_it = |command: &&Value| command["name"] == name && command["type"] == 1;
    let command = if context.has_stale_command_list {
        state.command_registry.global.iter().find(is_it)
    } else {
        state.usable_commands(guild).find(is_it)
    };
    let somewhere = || state.command_registry.global.iter().any(|command| is_it(&command));
    let command = command.ok_or_else(|| {
        let name = format!("/{name}");
        if somewhere() {
            ClientError::WrongContext(name)
        } else {
            ClientError::UnknownCommand(name)
        }
    })?;
    check_allowed(state, context, guild, command)?;
    let CommandLevel { name, path, options, rest } = resolve_subcommand(command, rest)?;
    let mut reader = OptionResolver { state, context, guild, resolved: json!({}) };
    let given = reader.resolve_options(options, &parse_option_pairs(rest)?, is_autocompleting)?;
    let is_missing = |option: &&Value| {
        option["required"] == true && !given.iter().any(|known| known["name"] == option["name"])
    };
    if let Some(missing) = options.iter().find(is_missing).filter(|_| !is_autocompleting) {
        return Err(ClientError::MissingOption(text_field(missing, "name")));
    }
    let nest = |inner: Value, level: &&Value| {
        let (name, kind) = (&level["name"], &level["type"]);
        json!([{"name": name, "type": kind, "options": inner}])
    };
    let nested = path.iter().rev().fold(Value::Array(given), nest);
    let mut data = json!({
        "id": command["id"],
        "name": command["name"],
        "type": 1,
        "options": nested,
    });
    if let Some(guild) = command.get("guild_id") {
        data["guild_id"] = guild.clone();
    }
    if reader.resolved != json!({}) {
        data["resolved"] = reader.resolved;
    }
    Ok(ParsedSlashCommand { name, data })
}

/// Where the words of a command lead: the command itself, or a subcommand in it.
struct CommandLevel<'c, 't> {
    /// `/init new`.
    name: String,
    /// Groups and subcommands on the way.
    path: Vec<&'c Value>,
    options: &'c [Value],
    rest: &'t str,
}

fn resolve_subcommand<'c, 't>(
    command: &'c Value,
    mut rest: &'t str,
) -> Result<CommandLevel<'c, 't>, ClientError> {
    let mut name = format!("/{}", text_field(command, "name"));
    let mut path = Vec::new();
    let mut level = command;
    while has_subcommands(level) {
        let (word, after) = split_word(rest);
        let found = option_list(level).iter().find(|option| option["name"] == word);
        name = format!("{name} {word}");
        level = found.ok_or_else(|| ClientError::UnknownCommand(name.trim_end().into()))?;
        path.push(level);
        rest = after;
    }
    Ok(CommandLevel { name, path, options: option_list(level), rest })
}

fn text_field(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or("").to_owned()
}

fn option_list(level: &Value) -> &[Value] {
    level["options"].as_array().map_or(&[], Vec::as_slice)
}

fn has_subcommands(level: &Value) -> bool {
    option_list(level).iter().any(|option| matches!(option["type"].as_u64(), Some(1 | 2)))
}

/// May this user use the command here?
fn check_allowed(
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
    let has = state.effective_permissions(context.user, guild);
    // Zero means: nobody but those who may do everything.
    let fine =
        if needed == 0 { has == permissions::ALL_PERMISSIONS } else { has & needed == needed };
    if fine { Ok(()) } else { Err(ClientError::NotAllowed(name)) }
}

fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// `key:value` with values in quotes (`\"`, `\\` and `\n` inside) or up to the next `key:`.
fn parse_option_pairs(text: &str) -> Result<Vec<(String, String)>, ClientError> {
    let mut pairs = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (key, after) =
            split_option_key(rest).ok_or_else(|| ClientError::UnreadableOptions(rest.into()))?;
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => parse_quoted_value(quoted)
                .ok_or_else(|| ClientError::UnreadableOptions(rest.into()))?,
            None => split_plain_value(after),
        };
        pairs.push((key.to_owned(), value));
        rest = after.trim_start();
    }
    Ok(pairs)
}

/// `target:Wolf …` → `target`, `Wolf …`.
fn split_option_key(text: &str) -> Option<(&str, &str)> {
    let (key, after) = text.split_once(':')?;
    let is_name = |c: char| c.is_alphanumeric() || "-_'".contains(c);
    (!key.is_empty() && key.chars().all(is_name)).then_some((key, after))
}

/// An unquoted value ends before the next word that looks like `key:`.
fn split_plain_value(text: &str) -> (String, &str) {
    let starts = text.char_indices().filter(|(_, c)| c.is_whitespace());
    for (at, space) in starts {
        let next = &text[at + space.len_utf8()..];
        let word = next.split(char::is_whitespace).next().unwrap_or("");
        let is_time = word.starts_with(|c: char| c.is_ascii_digit());
        if split_option_key(word).is_some() && !is_time && !word.contains("://") {
            return (text[..at].trim().to_owned(), next);
        }
    }
    (text.trim().to_owned(), "")
}

fn parse_quoted_value(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => value.push(match letters.next()?.1 {
                'n' => '\n',
                other => other,
            }),
            _ => value.push(letter),
        }
    }
    None
}

/// Turns typed values into what goes over the wire, and resolves what they name.
struct OptionResolver<'s> {
    state: &'s DiscordState,
    context: TypingContext,
    guild: Option<Snowflake>,
    resolved: Value,
}

impl OptionResolver<'_> {
    /// Options as they go over the wire. When typing goes on, the last one is in focus.
    fn resolve_options(
        &mut self,
        registered_options: &[Value],
        pairs: &[(String, String)],
        is_autocompleting: bool,
    ) -> Result<Vec<Value>, ClientError> {
        let mut given: Vec<Value> = Vec::new();
        for (i, (key, text)) in pairs.iter().enumerate() {
            let bad = |why| ClientError::BadValue { option: key.clone(), why };
            let option = registered_options.iter().find(|option| option["name"] == key.as_str());
            let option = option.ok_or_else(|| ClientError::UnknownOption(key.clone()))?;
            if given.iter().any(|known| known["name"] == key.as_str()) {
                return Err(bad("given twice".into()));
            }
            let mut entry = json!({"name": key, "type": option["type"]});
            if is_autocompleting && i + 1 == pairs.len() {
                if option["autocomplete"] != true {
                    return Err(ClientError::NoAutocomplete(key.clone()));
                }
                entry["value"] = json!(text);
                entry["focused"] = json!(true);
            } else {
                entry["value"] = self.resolve_value(option, text).map_err(bad)?;
            }
            given.push(entry);
        }
        Ok(given)
    }

    fn resolve_value(&mut self, option: &Value, text: &str) -> Result<Value, String> {
        let choices = option["choices"].as_array().filter(|choices| !choices.is_empty());
        if let Some(choices) = choices {
            return resolve_choice(choices, text);
        }
        match option["type"].as_u64() {
            Some(3) => check_string(option, text),
            Some(4) => {
                let number: i64 =
                    text.parse().map_err(|_| format!("{text:?} is not a whole number"))?;
                check_number_range(option, number as f64)?;
                Ok(json!(number))
            }
            Some(10) => {
                let number: f64 = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
                check_number_range(option, number)?;
                Ok(json!(number))
            }
            Some(5) => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" => Ok(json!(true)),
                "false" | "no" | "off" => Ok(json!(false)),
                _ => Err(format!("{text:?} is neither true nor false")),
            },
            Some(6) => self.resolve_user(text),
            Some(7) => self.resolve_channel(text),
            Some(8) => self.resolve_role(text),
            Some(9) => self.resolve_user(text).or_else(|_| self.resolve_role(text)),
            Some(11) => self.resolve_attachment(text),
            kind => Err(format!("options of type {kind:?} cannot be typed")),
        }
    }

    fn resolve_user(&mut self, text: &str) -> Result<Value, String> {
        let inside = text.trim_start_matches("<@").trim_start_matches('!').trim_end_matches('>');
        let id = Snowflake::parse(inside).filter(|id| self.state.people.contains_key(id));
        let id = id.or_else(|| self.state.find_person(text));
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

    fn resolve_channel(&mut self, text: &str) -> Result<Value, String> {
        let inside = text.trim_start_matches("<#").trim_end_matches('>');
        let id = Snowflake::parse(inside).or_else(|| self.state.find_guild_channel(text));
        let channel = id.and_then(|id| self.state.channels.get(&id));
        let channel = channel.ok_or_else(|| format!("there is no channel {text:?}"))?;
        let part = payloads::partial_channel_json(self.state, channel, self.context.user);
        self.resolved["channels"][channel.id.to_string()] = part;
        Ok(json!(channel.id))
    }

    fn resolve_role(&mut self, text: &str) -> Result<Value, String> {
        let guild = self.guild.and_then(|guild| self.state.guilds.get(&guild));
        let guild = guild.ok_or_else(|| "there are no roles here".to_owned())?;
        let name = text.trim_start_matches('@');
        let found =
            guild.roles.iter().find(|(id, role)| role.name == name || id.to_string() == name);
        let (id, _) = found.ok_or_else(|| format!("there is no role {text:?}"))?;
        let shown = payloads::roles_json(guild).into_iter().find(|role| role["id"] == json!(id));
        self.resolved["roles"][id.to_string()] = shown.unwrap_or(Value::Null);
        Ok(json!(id))
    }

    fn resolve_attachment(&mut self, text: &str) -> Result<Value, String> {
        let uploads = self.state.person(self.context.user).map(|person| &person.uploads);
        let file = uploads.and_then(|uploads| uploads.get(text));
        let file = file.ok_or_else(|| format!("no file {text:?} at hand; attach it first"))?;
        self.resolved["attachments"][text_field(file, "id")] = file.clone();
        Ok(file["id"].clone())
    }
}

fn resolve_choice(choices: &[Value], text: &str) -> Result<Value, String> {
    let by_name = |choice: &&Value| {
        choice["name"].as_str().is_some_and(|name| name.eq_ignore_ascii_case(text))
    };
    let by_value = |choice: &&Value| match &choice["value"] {
        Value::String(value) => value == text,
        Value::Number(value) => value.to_string() == text,
        _ => false,
    };
    let found = choices.iter().find(by_value).or_else(|| choices.iter().find(by_name));
    found.map(|choice| choice["value"].clone()).ok_or_else(|| {
        let names: Vec<String> = choices.iter().map(|choice| text_field(choice, "name")).collect();
        format!("{text:?} is none of {}", names.join(", "))
    })
}

fn check_string(option: &Value, text: &str) -> Result<Value, String> {
    let count = count_chars(text);
    let least = payloads::parse_number(option.get("min_length")).unwrap_or(0) as usize;
    let most = payloads::parse_number(option.get("max_length")).unwrap_or(6000) as usize;
    if count == 0 {
        Err("is empty".into())
    } else if count < least || count > most {
        Err(format!("has {count} characters, {least} to {most} are allowed"))
    } else {
        Ok(json!(text))
    }
}

fn check_number_range(option: &Value, number: f64) -> Result<(), String> {
    let least = option["min_value"].as_f64().unwrap_or(f64::NEG_INFINITY);
    let most = option["max_value"].as_f64().unwrap_or(f64::INFINITY);
    if number < least || number > most {
        Err(format!("{number} is not between {least} and {most}"))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let read = parse_option_pairs(text).unwrap();
        let read: Vec<(&str, &str)> = read.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(read, expected, "{text}");
    }

    #[test]
    fn values_are_quoted_or_run_to_the_next_key() {
        check("", &[]);
        check("target:Wolf", &[("target", "Wolf")]);
        check("target:Wolf weapon:\"hand axe\"", &[("target", "Wolf"), ("weapon", "hand axe")]);
        check("text:well met as:Ana", &[("text", "well met"), ("as", "Ana")]);
        check(r#"text:"she said \"no\"" as:Ana"#, &[("text", "she said \"no\""), ("as", "Ana")]);
        check(r#"text:"one\ntwo \\n""#, &[("text", "one\ntwo \\n")]);
        check("text:at 12:30 as:Ana", &[("text", "at 12:30"), ("as", "Ana")]);
        check("target:", &[("target", "")]);
        assert!(parse_option_pairs("Wolf").is_err());
        assert!(parse_option_pairs("text:\"open").is_err());
    }
}
