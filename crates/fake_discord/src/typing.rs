//! What a user types after `/`, read against the registered commands as Discord's client does.

use serde_json::{Value, json};

use super::ids::Id;
use super::limits::chars;
use super::permissions;
use super::state::State;
use super::user::ClientError;
use super::wire;

/// A typed command, ready to be sent.
pub(crate) struct Typed {
    /// `/init new`.
    pub name: String,
    pub data: Value,
}

/// Who types where.
#[derive(Clone, Copy)]
pub(crate) struct Typist {
    pub user: Id,
    pub channel: Id,
    /// The client shows a list of commands that is not true any more.
    pub is_stale: bool,
}

/// Reads `/name [group] [subcommand] option:value …`. With `is_focused` the last option is the one
/// being typed, required ones may still be missing, and its value is taken as it stands.
pub(crate) fn read(
    state: &State,
    typist: Typist,
    text: &str,
    is_focused: bool,
) -> Result<Typed, ClientError> {
    let guild = state.channels.get(&typist.channel).and_then(|channel| channel.guild);
    let text = text.trim_start();
    let words = text.strip_prefix('/').ok_or(ClientError::NotACommand)?;
    let (name, rest) = next_word(words);
    let is_it = |command: &&Value| command["name"] == name && command["type"] == 1;
    let command = if typist.is_stale {
        state.commands.everywhere.iter().find(is_it)
    } else {
        state.commands_in(guild).find(is_it)
    };
    let somewhere = || state.commands.everywhere.iter().any(|command| is_it(&command));
    let command = command.ok_or_else(|| {
        let name = format!("/{name}");
        if somewhere() { ClientError::NotHere(name) } else { ClientError::UnknownCommand(name) }
    })?;
    is_allowed(state, typist, guild, command)?;
    let Level { name, path, options, rest } = descend(command, rest)?;
    let mut reader = Reader { state, typist, guild, resolved: json!({}) };
    let given = reader.options(options, &pairs(rest)?, is_focused)?;
    let is_missing = |option: &&Value| {
        option["required"] == true && !given.iter().any(|known| known["name"] == option["name"])
    };
    if let Some(missing) = options.iter().find(is_missing).filter(|_| !is_focused) {
        return Err(ClientError::MissingOption(text_of(missing, "name")));
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
    Ok(Typed { name, data })
}

/// Where the words of a command lead: the command itself, or a subcommand in it.
struct Level<'c, 't> {
    /// `/init new`.
    name: String,
    /// Groups and subcommands on the way.
    path: Vec<&'c Value>,
    options: &'c [Value],
    rest: &'t str,
}

fn descend<'c, 't>(command: &'c Value, mut rest: &'t str) -> Result<Level<'c, 't>, ClientError> {
    let mut name = format!("/{}", text_of(command, "name"));
    let mut path = Vec::new();
    let mut level = command;
    while has_subcommands(level) {
        let (word, after) = next_word(rest);
        let found = options(level).iter().find(|option| option["name"] == word);
        name = format!("{name} {word}");
        level = found.ok_or_else(|| ClientError::UnknownCommand(name.trim_end().into()))?;
        path.push(level);
        rest = after;
    }
    Ok(Level { name, path, options: options(level), rest })
}

fn text_of(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or("").to_owned()
}

fn options(level: &Value) -> &[Value] {
    level["options"].as_array().map_or(&[], Vec::as_slice)
}

fn has_subcommands(level: &Value) -> bool {
    options(level).iter().any(|option| matches!(option["type"].as_u64(), Some(1 | 2)))
}

/// May this user use the command here?
fn is_allowed(
    state: &State,
    typist: Typist,
    guild: Option<Id>,
    command: &Value,
) -> Result<(), ClientError> {
    let name = format!("/{}", text_of(command, "name"));
    let (Some(guild), Some(needed)) =
        (guild, wire::number(command.get("default_member_permissions")))
    else {
        return Ok(());
    };
    let has = state.permissions_of(typist.user, guild);
    // Zero means: nobody but those who may do everything.
    let fine = if needed == 0 { has == permissions::ALL } else { has & needed == needed };
    if fine { Ok(()) } else { Err(ClientError::NotAllowed(name)) }
}

fn next_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// `key:value` with values in quotes (`\"`, `\\` and `\n` inside) or up to the next `key:`.
fn pairs(text: &str) -> Result<Vec<(String, String)>, ClientError> {
    let mut pairs = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (key, after) = split_key(rest).ok_or_else(|| ClientError::Unreadable(rest.into()))?;
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => unquote(quoted).ok_or_else(|| ClientError::Unreadable(rest.into()))?,
            None => plain_value(after),
        };
        pairs.push((key.to_owned(), value));
        rest = after.trim_start();
    }
    Ok(pairs)
}

/// `target:Wolf …` → `target`, `Wolf …`.
fn split_key(text: &str) -> Option<(&str, &str)> {
    let (key, after) = text.split_once(':')?;
    let is_name = |c: char| c.is_alphanumeric() || "-_'".contains(c);
    (!key.is_empty() && key.chars().all(is_name)).then_some((key, after))
}

/// An unquoted value ends before the next word that looks like `key:`.
fn plain_value(text: &str) -> (String, &str) {
    let starts = text.char_indices().filter(|(_, c)| c.is_whitespace());
    for (at, space) in starts {
        let next = &text[at + space.len_utf8()..];
        let word = next.split(char::is_whitespace).next().unwrap_or("");
        let is_time = word.starts_with(|c: char| c.is_ascii_digit());
        if split_key(word).is_some() && !is_time && !word.contains("://") {
            return (text[..at].trim().to_owned(), next);
        }
    }
    (text.trim().to_owned(), "")
}

fn unquote(text: &str) -> Option<(String, &str)> {
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
struct Reader<'s> {
    state: &'s State,
    typist: Typist,
    guild: Option<Id>,
    resolved: Value,
}

impl Reader<'_> {
    /// Options as they go over the wire. When typing goes on, the last one is in focus.
    fn options(
        &mut self,
        known: &[Value],
        pairs: &[(String, String)],
        is_focused: bool,
    ) -> Result<Vec<Value>, ClientError> {
        let mut given: Vec<Value> = Vec::new();
        for (i, (key, text)) in pairs.iter().enumerate() {
            let bad = |why| ClientError::BadValue { option: key.clone(), why };
            let option = known.iter().find(|option| option["name"] == key.as_str());
            let option = option.ok_or_else(|| ClientError::UnknownOption(key.clone()))?;
            if given.iter().any(|known| known["name"] == key.as_str()) {
                return Err(bad("given twice".into()));
            }
            let mut entry = json!({"name": key, "type": option["type"]});
            if is_focused && i + 1 == pairs.len() {
                if option["autocomplete"] != true {
                    return Err(ClientError::NoAutocomplete(key.clone()));
                }
                entry["value"] = json!(text);
                entry["focused"] = json!(true);
            } else {
                entry["value"] = self.value(option, text).map_err(bad)?;
            }
            given.push(entry);
        }
        Ok(given)
    }

    fn value(&mut self, option: &Value, text: &str) -> Result<Value, String> {
        let choices = option["choices"].as_array().filter(|choices| !choices.is_empty());
        if let Some(choices) = choices {
            return choice(choices, text);
        }
        match option["type"].as_u64() {
            Some(3) => string(option, text),
            Some(4) => {
                let number: i64 =
                    text.parse().map_err(|_| format!("{text:?} is not a whole number"))?;
                within(option, number as f64)?;
                Ok(json!(number))
            }
            Some(10) => {
                let number: f64 = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
                within(option, number)?;
                Ok(json!(number))
            }
            Some(5) => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" => Ok(json!(true)),
                "false" | "no" | "off" => Ok(json!(false)),
                _ => Err(format!("{text:?} is neither true nor false")),
            },
            Some(6) => self.user(text),
            Some(7) => self.channel(text),
            Some(8) => self.role(text),
            Some(9) => self.user(text).or_else(|_| self.role(text)),
            Some(11) => self.attachment(text),
            kind => Err(format!("options of type {kind:?} cannot be typed")),
        }
    }

    fn user(&mut self, text: &str) -> Result<Value, String> {
        let inside = text.trim_start_matches("<@").trim_start_matches('!').trim_end_matches('>');
        let id = Id::parse(inside).filter(|id| self.state.people.contains_key(id));
        let id = id.or_else(|| self.state.person_named(text));
        let person = id.and_then(|id| self.state.person(id));
        let person = person.ok_or_else(|| format!("nobody here is called {text:?}"))?;
        let key = person.id.to_string();
        self.resolved["users"][&key] = wire::user(person);
        if let Some(guild) = self.guild {
            self.resolved["members"][&key] = wire::member_part(self.state, person, guild);
        }
        Ok(json!(person.id))
    }

    fn channel(&mut self, text: &str) -> Result<Value, String> {
        let inside = text.trim_start_matches("<#").trim_end_matches('>');
        let id = Id::parse(inside).or_else(|| self.state.channel_named(text));
        let channel = id.and_then(|id| self.state.channels.get(&id));
        let channel = channel.ok_or_else(|| format!("there is no channel {text:?}"))?;
        let part = wire::channel_part(self.state, channel, self.typist.user);
        self.resolved["channels"][channel.id.to_string()] = part;
        Ok(json!(channel.id))
    }

    fn role(&mut self, text: &str) -> Result<Value, String> {
        let guild = self.guild.and_then(|guild| self.state.guilds.get(&guild));
        let guild = guild.ok_or_else(|| "there are no roles here".to_owned())?;
        let name = text.trim_start_matches('@');
        let found =
            guild.roles.iter().find(|(id, role)| role.name == name || id.to_string() == name);
        let (id, _) = found.ok_or_else(|| format!("there is no role {text:?}"))?;
        let shown = wire::roles(guild).into_iter().find(|role| role["id"] == json!(id));
        self.resolved["roles"][id.to_string()] = shown.unwrap_or(Value::Null);
        Ok(json!(id))
    }

    fn attachment(&mut self, text: &str) -> Result<Value, String> {
        let uploads = self.state.person(self.typist.user).map(|person| &person.uploads);
        let file = uploads.and_then(|uploads| uploads.get(text));
        let file = file.ok_or_else(|| format!("no file {text:?} at hand; attach it first"))?;
        self.resolved["attachments"][text_of(file, "id")] = file.clone();
        Ok(file["id"].clone())
    }
}

fn choice(choices: &[Value], text: &str) -> Result<Value, String> {
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
        let names: Vec<String> = choices.iter().map(|choice| text_of(choice, "name")).collect();
        format!("{text:?} is none of {}", names.join(", "))
    })
}

fn string(option: &Value, text: &str) -> Result<Value, String> {
    let count = chars(text);
    let least = wire::number(option.get("min_length")).unwrap_or(0) as usize;
    let most = wire::number(option.get("max_length")).unwrap_or(6000) as usize;
    if count == 0 {
        Err("is empty".into())
    } else if count < least || count > most {
        Err(format!("has {count} characters, {least} to {most} are allowed"))
    } else {
        Ok(json!(text))
    }
}

fn within(option: &Value, number: f64) -> Result<(), String> {
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
        let read = pairs(text).unwrap();
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
        assert!(pairs("Wolf").is_err());
        assert!(pairs("text:\"open").is_err());
    }
}
