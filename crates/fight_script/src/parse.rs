//! Parses scripts line by line. An error names the line and what could stand there.

use std::collections::BTreeSet;

use jiff::SignedDuration;

use super::ScriptFailure;
use super::grammar::{
    ExpectedButton, ExpectedText, FactSubject, Newcomer, Script, ScriptAction, ScriptInput,
    ScriptLine, Statement,
};
use discord::commands::command_specs;
use engine::core::command::{self, Command, TextToken};
use engine::core::dice::ScriptedRoll;
use engine::game::SYSTEM_KEYS;

/// The longest time that one `time` statement can let pass, in seconds.
const MAX_TIME_SECS: u64 = 10 * 366 * 24 * 60 * 60;

type ParseResult<T> = Result<T, String>;

const STATEMENT_HINT: &str = "system, template, rules, set, zones, zone, pc, npc, start, dice, \
    NAME: /command, NAME: [Button], ! (refused), ? (asked), = (state), time, turn, public, hidden, \
    whisper, gm, end, undo";

/// Parses a script.
///
/// # Errors
/// Returns the first line that cannot be parsed, and why.
pub fn parse_script(file: &str, text: &str) -> Result<Script, ScriptFailure> {
    let mut lines = Vec::new();
    // Some editors write a mark of the encoding (BOM) before the text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let to_failure =
        |LineError { line, message }| ScriptFailure { file: file.into(), line, message };
    let mut source = text.lines().enumerate();
    while let Some((index, raw)) = source.next() {
        let number = index + 1;
        let failure = |message: &str| to_failure(LineError::new(number, message));
        let text = strip_comment(raw).trim_end();
        if text.trim().is_empty() {
            continue;
        }
        if text.starts_with([' ', '\t']) {
            return Err(failure("an indented line belongs below a `!` line"));
        }
        let statement = match text.strip_prefix('!') {
            Some(input) => parse_expected_refusal(number, input, &mut source),
            None => {
                parse_statement(text.trim()).map_err(|message| LineError { line: number, message })
            }
        };
        let statement = statement.map_err(to_failure)?;
        let is_rules = |statement: &Statement| matches!(statement, Statement::Rules(_));
        let has_only_rules_before = lines.iter().all(|line: &ScriptLine| is_rules(&line.statement));
        let names_system = matches!(statement, Statement::System(_) | Statement::Template(_));
        if !is_rules(&statement) && names_system != has_only_rules_before {
            return Err(failure("a script begins with `system …` (or `template …`), once"));
        }
        lines.push(ScriptLine { number, text: text.trim().into(), statement });
    }
    Ok(Script { file: file.into(), lines })
}

/// What is wrong in a line of a script. Lines are counted from 1.
struct LineError {
    line: usize,
    message: String,
}

impl LineError {
    fn new(line: usize, message: &str) -> Self {
        Self { line, message: message.into() }
    }
}

/// Parses the input of a `!` line, and takes the key of its refusal from the next of the lines
/// below that has more than a comment.
fn parse_expected_refusal<'t>(
    number: usize,
    input_text: &str,
    lines_below: &mut impl Iterator<Item = (usize, &'t str)>,
) -> Result<Statement, LineError> {
    let input = parse_script_input(input_text.trim())
        .map_err(|message| LineError { line: number, message })?;
    for (index, raw) in lines_below {
        let text = strip_comment(raw);
        if text.trim().is_empty() {
            continue;
        }
        if !text.starts_with([' ', '\t']) {
            break;
        }
        let (key, text) = parse_refusal_key_and_text(text.trim())
            .map_err(|message| LineError { line: index + 1, message })?;
        return Ok(Statement::ExpectRefusal { input, key, text });
    }
    let message = "the key of the refusal is missing on the next line, indented";
    Err(LineError::new(number, message))
}

/// Returns the line up to a `#` outside of quotes that starts a word.
fn strip_comment(line: &str) -> &str {
    let begins_word = |at: usize| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    let comment =
        command::unquoted_chars(line).find(|(at, letter)| *letter == '#' && begins_word(*at));
    comment.map_or(line, |(at, _)| &line[..at])
}

/// Parses a line of a script by its first word or mark. The error says how the statement is
/// written.
fn parse_statement(text: &str) -> ParseResult<Statement> {
    if let Some(rest) = text.strip_prefix('?') {
        return parse_expected_prompt(rest.trim());
    }
    if let Some(rest) = text.strip_prefix('=') {
        return parse_expected_facts(rest.trim());
    }
    if is_script_input(text) {
        return parse_script_input(text).map(Statement::Input);
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    match word {
        "system" => Ok(Statement::System(parse_single_text("system dr12", rest)?)),
        "template" => {
            let state = parse_single_text("template '{…}'", rest)?;
            let game = serde_json::from_str(&state)
                .map_err(|_| "this is no fight as `/export format:script` writes it")?;
            Ok(Statement::Template(Box::new(game)))
        }
        "rules" => Ok(Statement::Rules(parse_texts(rest)?)),
        "set" => match parse_texts(rest)?.as_slice() {
            [key, value] => Ok(Statement::Set { key: key.clone(), value: value.clone() }),
            _ => Err("write: set KEY VALUE".into()),
        },
        "zones" => Ok(Statement::Zones(unquote(rest))),
        "zone" => parse_zone(rest),
        "pc" => parse_newcomer(rest).map(Statement::Pc),
        "npc" => parse_newcomer(rest).map(Statement::Npc),
        "start" if rest.is_empty() => Ok(Statement::Start),
        "dice" => parse_texts(rest)?
            .iter()
            .map(|die| parse_die_face_or_card(die))
            .collect::<ParseResult<_>>()
            .map(Statement::QueueDice),
        "time" => parse_duration(rest).map(Statement::AdvanceTime),
        "turn" => Ok(Statement::ExpectTurn(
            split_outside_quotes_and_brackets(rest, ',').iter().map(|name| unquote(name)).collect(),
        )),
        "public" => parse_expected_or_unwanted_text(rest).map(Statement::ExpectPublic),
        "hidden" => Ok(Statement::ExpectUnreadable(parse_single_text("hidden \"text\"", rest)?)),
        "gm" => Ok(Statement::ExpectPrivate {
            user: "GM".into(),
            text: parse_expected_or_unwanted_text(rest)?,
        }),
        "whisper" => {
            let (user, text) = split_name(rest);
            Ok(Statement::ExpectPrivate { user, text: parse_expected_or_unwanted_text(text)? })
        }
        "end" => Ok(Statement::ExpectEnd(parse_single_text("end won", rest)?)),
        "undo" => {
            let steps = if rest.is_empty() { Ok(1) } else { rest.parse() };
            steps.map(Statement::Undo).map_err(|_| format!("`{rest}` is not a number of acts"))
        }
        _ => Err(format!("`{word}` begins no statement; there are: {STATEMENT_HINT}")),
    }
}

/// Returns whether a statement is an input: `NAME: /…` or `NAME: […`.
fn is_script_input(text: &str) -> bool {
    split_script_input(text).is_some()
}

/// Splits `NAME: /…` or `NAME: […` into the name and what is done, without the colon. `None` for
/// any other statement.
fn split_script_input(text: &str) -> Option<(&str, &str)> {
    let is_separator =
        |at: usize| [": /", ": ["].iter().any(|separator| text[at..].starts_with(separator));
    let (at, _) = command::unquoted_chars(text).find(|(at, _)| is_separator(*at))?;
    Some((text[..at].trim(), text[at + 1..].trim()))
}

/// Refuses a command that stands in its group, as in Discord: scripts write verbs. Succeeds if the
/// word before is no group.
fn check_command_written_without_group(group: &str, word: &str) -> ParseResult<()> {
    let commands = command_specs::list_names_and_verbs_in_group(group, SYSTEM_KEYS);
    let name = format!("{group} {word}");
    match commands.iter().find(|(member, _)| *member == name) {
        Some((_, verb)) => {
            Err(format!("`/{name}`: a script writes a command without its group: `/{verb}`"))
        }
        None if commands.is_empty() => Ok(()),
        None => Err(describe_command_group(group, &commands)),
    }
}

/// Says which commands a script writes for those of a group.
pub(crate) fn describe_command_group(group: &str, commands: &[(String, &str)]) -> String {
    let verbs: BTreeSet<String> = commands.iter().map(|(_, verb)| format!("`/{verb}`")).collect();
    let verbs = verbs.into_iter().collect::<Vec<_>>().join(", ");
    format!("`/{group}` is a group of commands; a script writes them without it: {verbs}")
}

/// Parses what somebody does: `NAME: /command slot:value`, or `NAME: [Button] COMBATANT
/// slot:value`, which presses the button or fills in its form.
fn parse_script_input(text: &str) -> ParseResult<ScriptInput> {
    let (actor, action_text) = split_script_input(text).ok_or(INPUT_USAGE)?;
    let actor = unquote(actor);
    let action = match action_text.strip_prefix('/') {
        Some(command_text) => parse_script_command(command_text).map(ScriptAction::Command),
        None => parse_button_action(action_text),
    };
    Ok(ScriptInput { actor, action: action? })
}

const INPUT_USAGE: &str = "write: NAME: /command slot:value, or NAME: [Button] COMBATANT";

/// Parses `command slot:value`.
fn parse_script_command(text: &str) -> ParseResult<Command> {
    let tokens = tokenize(text)?;
    let (verb, slots) = tokens.split_first().ok_or(INPUT_USAGE)?;
    if let Some(word) = slots.first().filter(|slot| slot.split_at_unquoted_separator(':').is_none())
    {
        check_command_written_without_group(&verb.text, &word.text)?;
    }
    let mut command = Command::new(&verb.text);
    for slot in slots {
        let (slot, value) = parse_pair(slot, ':')?;
        command = command.with(&slot, value);
    }
    Ok(command)
}

/// Parses `[Button] COMBATANT slot:value`. With slots the button opens a form, which they fill in.
fn parse_button_action(text: &str) -> ParseResult<ScriptAction> {
    let (button, rest) =
        text.strip_prefix('[').and_then(|text| text.split_once(']')).ok_or(INPUT_USAGE)?;
    let button = button.trim().to_string();
    let mut tokens = tokenize(rest)?;
    let is_name =
        tokens.first().is_some_and(|first| first.split_at_unquoted_separator(':').is_none());
    let addressee = is_name.then(|| tokens.remove(0).text);
    let slots = tokens.iter().map(|slot| parse_pair(slot, ':')).collect::<ParseResult<Vec<_>>>()?;
    Ok(if slots.is_empty() {
        ScriptAction::Press { button, addressee }
    } else {
        ScriptAction::Form { button, addressee, slots }
    })
}

/// Parses the key of a refusal, and a part of its sentence if one is given.
fn parse_refusal_key_and_text(text: &str) -> ParseResult<(String, Option<String>)> {
    match parse_texts(text)?.as_slice() {
        [key] => Ok((key.clone(), None)),
        [key, text] => Ok((key.clone(), Some(text.clone()))),
        _ => Err("write: KEY, or KEY \"part of the sentence\"".into()),
    }
}

/// Parses `NAME: Choice, Default*`, or `none` for no prompt at all.
fn parse_expected_prompt(text: &str) -> ParseResult<Statement> {
    if text == "none" {
        return Ok(Statement::ExpectPrompt { addressee: String::new(), choices: Vec::new() });
    }
    let usage_error = || "write: ? NAME: Choice, Choice*  (or: ? none)".to_string();
    let (colon, _) =
        command::unquoted_chars(text).find(|(_, letter)| *letter == ':').ok_or_else(usage_error)?;
    let (addressee, choices) = (&text[..colon], &text[colon + 1..]);
    let parse_choice = |label: &String| {
        let label = label.trim();
        let is_default = label.ends_with('*');
        ExpectedButton { label: label.trim_end_matches('*').trim().into(), is_default }
    };
    let choices: Vec<ExpectedButton> =
        split_outside_quotes_and_brackets(choices, ',').iter().map(parse_choice).collect();
    if choices.iter().any(|choice| choice.label.is_empty()) {
        return Err(usage_error());
    }
    Ok(Statement::ExpectPrompt { addressee: unquote(addressee.trim()), choices })
}

/// Parses `NAME field value, field value`, where the name may be `fight`, `zone NAME` or `sheet
/// NAME`.
fn parse_expected_facts(text: &str) -> ParseResult<Statement> {
    let usage_error = || "write: = NAME field value, field value".to_string();
    let (name, rest) = split_name(text);
    let (subject, rest) = match name.as_str() {
        "fight" => (FactSubject::Fight, rest),
        "zone" => {
            let (zone, rest) = split_name(rest);
            (FactSubject::Zone(zone), rest)
        }
        "sheet" => {
            let (name, rest) = split_name(rest);
            (FactSubject::Sheet(name), rest)
        }
        _ => (FactSubject::Combatant(name), rest),
    };
    let parse_fact = |fact: &String| {
        let (field, value) = fact.trim().split_once(char::is_whitespace).ok_or_else(usage_error)?;
        Ok((field.to_string(), unquote(value.trim())))
    };
    let facts: Vec<_> = split_outside_quotes_and_brackets(rest, ',')
        .iter()
        .map(parse_fact)
        .collect::<ParseResult<_>>()?;
    if facts.is_empty() {
        Err(usage_error())
    } else {
        Ok(Statement::ExpectFacts { subject, facts })
    }
}

/// Parses `NAME tag=value`, with at least one tag.
fn parse_zone(text: &str) -> ParseResult<Statement> {
    let (zone, rest) = split_name(text);
    let tags =
        tokenize(rest)?.iter().map(|tag| parse_pair(tag, '=')).collect::<ParseResult<Vec<_>>>()?;
    if zone.is_empty() || tags.is_empty() {
        return Err("write: zone NAME tag=value".into());
    }
    Ok(Statement::Zone { zone, tags })
}

/// Parses who joins: a name, `from` an entry of the kit, and optional parts. What follows `with`
/// are fields of the sheet.
fn parse_newcomer(text: &str) -> ParseResult<Newcomer> {
    let mut tokens = tokenize(text)?.into_iter();
    let usage_error = || {
        "write: NAME [user=USER] from KIT [side SIDE] [at ZONE] [with field=value …] \
         [alias NAME] [hidden]"
            .to_string()
    };
    let name = tokens.next().ok_or_else(usage_error)?.text;
    let mut newcomer = Newcomer { name, ..Newcomer::default() };
    let mut is_in_fields = false;
    while let Some(token) = tokens.next() {
        let mut next_text = || tokens.next().map(|token| token.text).ok_or_else(usage_error);
        match token.text.as_str() {
            "from" if !is_in_fields => newcomer.kit_entry = next_text()?,
            "side" if !is_in_fields => newcomer.fields.push(("side".into(), next_text()?)),
            "at" if !is_in_fields => newcomer.zone = Some(next_text()?),
            "with" => is_in_fields = true,
            "hidden" => newcomer.is_hidden = true,
            "alias" => newcomer.alias = Some(next_text()?),
            _ if is_in_fields => newcomer.fields.push(parse_flag_or_pair(&token)?),
            text => match text.strip_prefix("user=") {
                Some(user) => newcomer.user = Some(user.into()),
                None => return Err(format!("`{text}`? {}", usage_error())),
            },
        }
    }
    if newcomer.kit_entry.is_empty() { Err(usage_error()) } else { Ok(newcomer) }
}

/// Parses `field=value`, or `field` for `field=true`.
fn parse_flag_or_pair(token: &TextToken) -> ParseResult<(String, String)> {
    match token.split_at_unquoted_separator('=') {
        Some(_) => parse_pair(token, '='),
        None => Ok((token.text.clone(), "true".into())),
    }
}

/// Parses `name=value`, or with another mark between the two.
fn parse_pair(token: &TextToken, separator: char) -> ParseResult<(String, String)> {
    let pair = token.split_at_unquoted_separator(separator).filter(|(name, _)| !name.is_empty());
    pair.map(|(name, value)| (name.into(), value.into())).ok_or_else(|| {
        format!("`{}`: write name{separator}value, quoted where it has blanks", token.text)
    })
}

/// Parses `d20=4` or `card=7`.
fn parse_die_face_or_card(text: &str) -> ParseResult<ScriptedRoll> {
    let usage_error =
        || format!("`{text}` is not a die: write for example d20=4, or card=7 for a card");
    let (kind, face) = text.split_once('=').ok_or_else(usage_error)?;
    let face: u8 = face.parse().map_err(|_| usage_error())?;
    if kind == "card" {
        return Ok(ScriptedRoll::Card(face));
    }
    let sides =
        kind.strip_prefix('d').and_then(|sides| sides.parse().ok()).ok_or_else(usage_error)?;
    if (1..=sides).contains(&face) {
        Ok(ScriptedRoll::Die { sides, face })
    } else {
        Err(usage_error())
    }
}

/// Parses a time such as `+12h`, `+90m`, `+7d` or `+30s`, of at most ten years. The plus may be
/// missing.
fn parse_duration(text: &str) -> ParseResult<SignedDuration> {
    let usage_error = || format!("`{text}` is not a time: write for example +12h, +30m or +7d");
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    let unit = unsigned.chars().last().ok_or_else(usage_error)?;
    let digits = &unsigned[..unsigned.len() - unit.len_utf8()];
    let count: i64 = digits.parse().map_err(|_| usage_error())?;
    let secs = match unit {
        's' => 1,
        'm' => 60,
        'h' => 60 * 60,
        'd' => 24 * 60 * 60,
        _ => return Err(usage_error()),
    };
    let total_secs = count.checked_mul(secs).filter(|secs| secs.unsigned_abs() <= MAX_TIME_SECS);
    total_secs
        .map(SignedDuration::from_secs)
        .ok_or_else(|| format!("`{text}` is too long a time: at most 10 years"))
}

/// Parses a single word or quoted text. The error says how the statement is written.
fn parse_single_text(usage: &str, text: &str) -> ParseResult<String> {
    match parse_texts(text)?.as_slice() {
        [single] => Ok(single.clone()),
        _ => Err(format!("write: {usage}")),
    }
}

/// Parses `"text"` or `not "text"`.
fn parse_expected_or_unwanted_text(text: &str) -> ParseResult<ExpectedText> {
    match parse_texts(text)?.as_slice() {
        [text] => Ok(ExpectedText { text: text.clone(), is_expected: true }),
        [not, text] if not == "not" => Ok(ExpectedText { text: text.clone(), is_expected: false }),
        _ => Err("write one text in quotes, or: not \"text\"".into()),
    }
}

/// Splits off the first word or quoted name.
fn split_name(text: &str) -> (String, &str) {
    let end = command::unquoted_chars(text).find(|(_, letter)| letter.is_whitespace());
    let (name, rest) = text.split_at(end.map_or(text.len(), |(index, _)| index));
    (unquote(name), rest.trim())
}

/// Removes the quotes of a text that is quoted as a whole.
fn unquote(text: &str) -> String {
    match command::split_words(text).as_deref() {
        Some([whole]) if text.starts_with('"') => whole.text.clone(),
        _ => text.into(),
    }
}

/// Splits a text into words at blanks, like a command.
fn tokenize(text: &str) -> ParseResult<Vec<TextToken>> {
    command::split_words(text).ok_or_else(|| "a quote is not closed".into())
}

/// Parses words and quoted texts.
fn parse_texts(text: &str) -> ParseResult<Vec<String>> {
    Ok(tokenize(text)?.into_iter().map(|token| token.text).collect())
}

/// Splits a text at marks outside of quotes and brackets, and drops empty parts.
fn split_outside_quotes_and_brackets(text: &str, separator: char) -> Vec<String> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut depth = 0u32;
    for (index, letter) in command::unquoted_chars(text) {
        match letter {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ if letter == separator && depth == 0 => {
                parts.push(&text[start..index]);
                start = index + separator.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    let trimmed = parts.iter().map(|part| part.trim().to_string());
    trimmed.filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks what a statement is parsed to.
    fn check(text: &str, expected: &Statement) {
        assert_eq!(parse_statement(text).as_ref(), Ok(expected), "{text}");
    }

    /// Checks that a script fails in this line, with this in the message.
    fn check_fails(text: &str, line: usize, expected_part: &str) {
        let failure = parse_script("x.fight", text).expect_err("a failure");
        assert_eq!(failure.line, line, "{failure}");
        assert!(failure.message.contains(expected_part), "{failure}");
    }

    #[test]
    fn command_in_its_group_is_refused_with_what_a_script_writes() {
        check_fails("GM: /gm harm who:Ana", 1, "without its group: `/harm`");
        check_fails("GM: /init new", 1, "without its group: `/new`");
        check_fails("GM: /npc nonsense", 1, "a script writes them without it: `/");
        check_fails("Ana: /attack Wolf", 1, "write name:value");
    }

    #[test]
    fn parse_statement_reads_each_kind() {
        let roll = |sides, face| ScriptedRoll::Die { sides, face };
        let dice = vec![roll(20, 4), roll(6, 3), ScriptedRoll::Card(7)];
        check("dice d20=4 d6=3 card=7", &Statement::QueueDice(dice));
        let command = Command::new("stunt").with("target", "Old Wolf").with("text", "say \"hi\"");
        let input = ScriptInput { actor: "Ana".into(), action: ScriptAction::Command(command) };
        check(r#"Ana: /stunt target:"Old Wolf" text:"say \"hi\"""#, &Statement::Input(input));
        check(
            "? GM: As proposed*, Refuse",
            &Statement::ExpectPrompt {
                addressee: "GM".into(),
                choices: vec![
                    ExpectedButton { label: "As proposed".into(), is_default: true },
                    ExpectedButton { label: "Refuse".into(), is_default: false },
                ],
            },
        );
        check(
            r#"pc Ana user=Ben from warrior side party at "G 1" with hp=5 stuck="str 12" leader"#,
            &Statement::Pc(Newcomer {
                name: "Ana".into(),
                user: Some("Ben".into()),
                kit_entry: "warrior".into(),
                zone: Some("G 1".into()),
                fields: [("side", "party"), ("hp", "5"), ("stuck", "str 12"), ("leader", "true")]
                    .map(|(field, value)| (field.to_string(), value.to_string()))
                    .to_vec(),
                is_hidden: false,
                alias: None,
            }),
        );
        check(
            "= zone Yard limit 2, items none",
            &Statement::ExpectFacts {
                subject: FactSubject::Zone("Yard".into()),
                facts: vec![("limit".into(), "2".into()), ("items".into(), "none".into())],
            },
        );
        check("time +12h", &Statement::AdvanceTime(SignedDuration::from_hours(12)));
    }

    #[test]
    fn parse_errors_name_the_line() {
        check_fails("zones A - B", 1, "begins with `system");
        check_fails("system dr12\n\n  no-move", 3, "indented");
        check_fails("system dr12\n! Ana: /pass\nstart", 2, "key of the refusal");
        check_fails("system dr12\n# fine\ndice d6=7", 3, "not a die");
        check_fails("system dr12\nAna: attack", 2, "begins no statement");
        check_fails("system dr12\npc Ana", 2, "from KIT");
        check_fails("system dr12\ntime +99999999999m", 2, "too long");
        check_fails("system dr12\ntime +9223372036854775807d", 2, "too long");
    }

    #[test]
    fn comments_are_stripped() {
        let script =
            parse_script("x.fight", "# hello\nsystem dr12 # yes\npublic \"a # b\"").unwrap();
        assert_eq!(script.lines.len(), 2);
        assert_eq!(script.lines[1].text, "public \"a # b\"");
    }
}
