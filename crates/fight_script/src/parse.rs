//! From text to statements, line by line. What does not read is named with its line and what could
//! stand there.

use jiff::SignedDuration;

use super::Failure;
use super::grammar::{Button, Line, Newcomer, Saying, Script, Statement, Subject, Text, What};
use engine::command::{self, Command, Token};
use engine::dice::Laid;

/// The longest time that a script lets pass at once.
const LONGEST_SECS: u64 = 10 * 366 * 24 * 60 * 60;

type Parsed<T> = Result<T, String>;

const STATEMENTS: &str = "system, template, rules, set, zones, zone, pc, npc, start, dice, \
    NAME: /command, NAME: [Button], ! (refused), ? (asked), = (state), time, turn, public, hidden, \
    whisper, gm, end, undo";

/// Reads a script.
///
/// # Errors
/// The first line that does not read, and why.
pub fn parse(file: &str, text: &str) -> Result<Script, Failure> {
    let mut lines = Vec::new();
    let mut source = text.lines().enumerate().peekable();
    while let Some((at, raw)) = source.next() {
        let number = at + 1;
        let text = without_comment(raw).trim_end();
        let failed = |line, what| Failure { file: file.into(), line, what };
        if text.trim().is_empty() {
            continue;
        }
        if text.starts_with([' ', '\t']) {
            let what = "an indented line belongs below a `!` line";
            return Err(failed(number, what.into()));
        }
        let says = if let Some(saying) = text.strip_prefix('!') {
            let saying = saying_of(saying.trim()).map_err(|what| failed(number, what))?;
            // The key is on the next line that is more than a comment.
            let below = std::iter::from_fn(|| source.next());
            let mut below = below.map(|(at, raw)| (at + 1, without_comment(raw)));
            let below = below.find(|(_, text)| !text.trim().is_empty());
            let (key, text) = match below {
                Some((line, text)) if text.starts_with([' ', '\t']) => {
                    key_of(text.trim()).map_err(|what| failed(line, what))?
                }
                _ => {
                    let what = "the key of the refusal is missing on the next line, indented";
                    return Err(failed(number, what.into()));
                }
            };
            Statement::Refused { saying, key, text }
        } else {
            statement(text.trim()).map_err(|what| failed(number, what))?
        };
        let is_first = lines.iter().all(|line: &Line| matches!(line.says, Statement::Rules(_)));
        let is_system = matches!(says, Statement::System(_) | Statement::Template(_));
        let may_come_before = matches!(says, Statement::Rules(_));
        if is_first != is_system && !may_come_before {
            let what = "a script begins with `system …` (or `template …`), once";
            return Err(failed(number, what.into()));
        }
        lines.push(Line { number, text: text.trim().into(), says });
    }
    Ok(Script { file: file.into(), lines })
}

/// Up to a `#` that is not in quotes.
fn without_comment(line: &str) -> &str {
    let begins = |at: usize| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    let comment = command::bare(line).find(|(at, letter)| *letter == '#' && begins(*at));
    comment.map_or(line, |(at, _)| &line[..at])
}

fn statement(text: &str) -> Parsed<Statement> {
    if let Some(rest) = text.strip_prefix('?') {
        return asked(rest.trim());
    }
    if let Some(rest) = text.strip_prefix('=') {
        return facts(rest.trim());
    }
    if is_saying(text) {
        return saying_of(text).map(Statement::Say);
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    match word {
        "system" => Ok(Statement::System(one("system dr12", rest)?)),
        "template" => {
            let state = one("template '{…}'", rest)?;
            let game = serde_json::from_str(&state).map_err(|wrong| wrong.to_string())?;
            Ok(Statement::Template(Box::new(game)))
        }
        "rules" => Ok(Statement::Rules(texts(rest)?)),
        "set" => match texts(rest)?.as_slice() {
            [key, value] => Ok(Statement::Set { key: key.clone(), value: value.clone() }),
            _ => Err("write: set KEY VALUE".into()),
        },
        "zones" => Ok(Statement::Zones(unquoted(rest))),
        "zone" => zone(rest),
        "pc" => newcomer(rest).map(Statement::Pc),
        "npc" => newcomer(rest).map(Statement::Npc),
        "start" if rest.is_empty() => Ok(Statement::Start),
        "dice" => {
            texts(rest)?.iter().map(|die| die_of(die)).collect::<Parsed<_>>().map(Statement::Dice)
        }
        "time" => duration(rest).map(Statement::Time),
        "turn" => Ok(Statement::Turn(split(rest, ',').iter().map(|name| unquoted(name)).collect())),
        "public" => text_of(rest).map(Statement::Public),
        "hidden" => Ok(Statement::Hidden(one("hidden \"text\"", rest)?)),
        "gm" => Ok(Statement::Private { user: "GM".into(), text: text_of(rest)? }),
        "whisper" => {
            let (user, text) = split_name(rest);
            Ok(Statement::Private { user, text: text_of(text)? })
        }
        "end" => Ok(Statement::End(one("end won", rest)?)),
        "undo" => {
            let steps = if rest.is_empty() { Ok(1) } else { rest.parse() };
            steps.map(Statement::Undo).map_err(|_| format!("`{rest}` is not a number of acts"))
        }
        _ => Err(format!("`{word}` begins no statement; there are: {STATEMENTS}")),
    }
}

/// `NAME: /…` or `NAME: […`.
fn is_saying(text: &str) -> bool {
    saying_at(text).is_some()
}

fn saying_at(text: &str) -> Option<(&str, &str)> {
    let is_said = |at: usize| [": /", ": ["].iter().any(|said| text[at..].starts_with(said));
    let (at, _) = command::bare(text).find(|(at, _)| is_said(*at))?;
    Some((text[..at].trim(), text[at + 1..].trim()))
}

fn saying_of(text: &str) -> Parsed<Saying> {
    let wrong = || "write: NAME: /command slot:value, or NAME: [Button] COMBATANT".to_string();
    let (actor, said) = saying_at(text).ok_or_else(wrong)?;
    let actor = unquoted(actor);
    if let Some(command) = said.strip_prefix('/') {
        let tokens = tokens(command)?;
        let (verb, slots) = tokens.split_first().ok_or_else(wrong)?;
        let mut words = Command::new(&verb.text);
        for slot in slots {
            let (slot, value) = pair(slot, ':')?;
            words = words.with(&slot, value);
        }
        return Ok(Saying { actor, what: What::Command(words) });
    }
    let (button, rest) =
        said.strip_prefix('[').and_then(|said| said.split_once(']')).ok_or_else(wrong)?;
    let button = button.trim().to_string();
    let mut rest = tokens(rest)?;
    let is_name = rest.first().is_some_and(|first| first.pair(':').is_none());
    let of = is_name.then(|| rest.remove(0).text);
    let slots = rest.iter().map(|slot| pair(slot, ':')).collect::<Parsed<Vec<_>>>()?;
    let what = if slots.is_empty() {
        What::Press { button, of }
    } else {
        What::Form { button, of, slots }
    };
    Ok(Saying { actor, what })
}

fn key_of(text: &str) -> Parsed<(String, Option<String>)> {
    match texts(text)?.as_slice() {
        [key] => Ok((key.clone(), None)),
        [key, text] => Ok((key.clone(), Some(text.clone()))),
        _ => Err("write: KEY, or KEY \"part of the sentence\"".into()),
    }
}

fn asked(text: &str) -> Parsed<Statement> {
    if text == "none" {
        return Ok(Statement::Asked { whom: String::new(), choices: Vec::new() });
    }
    let wrong = || "write: ? NAME: Choice, Choice*  (or: ? none)".to_string();
    let (at, _) = command::bare(text).find(|(_, letter)| *letter == ':').ok_or_else(wrong)?;
    let (whom, choices) = (&text[..at], &text[at + 1..]);
    let choice = |label: &String| {
        let label = label.trim();
        let is_default = label.ends_with('*');
        Button { label: label.trim_end_matches('*').trim().into(), is_default }
    };
    let choices: Vec<Button> = split(choices, ',').iter().map(choice).collect();
    if choices.iter().any(|choice| choice.label.is_empty()) {
        return Err(wrong());
    }
    Ok(Statement::Asked { whom: unquoted(whom.trim()), choices })
}

fn facts(text: &str) -> Parsed<Statement> {
    let wrong = || "write: = NAME field value, field value".to_string();
    let (name, rest) = split_name(text);
    let (of, rest) = match name.as_str() {
        "fight" => (Subject::Fight, rest),
        "zone" => {
            let (zone, rest) = split_name(rest);
            (Subject::Zone(zone), rest)
        }
        "sheet" => {
            let (name, rest) = split_name(rest);
            (Subject::Sheet(name), rest)
        }
        _ => (Subject::Combatant(name), rest),
    };
    let fact = |fact: &String| {
        let (field, value) = fact.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
        Ok((field.to_string(), unquoted(value.trim())))
    };
    let facts: Vec<_> = split(rest, ',').iter().map(fact).collect::<Parsed<_>>()?;
    if facts.is_empty() { Err(wrong()) } else { Ok(Statement::Facts { of, facts }) }
}

fn zone(text: &str) -> Parsed<Statement> {
    let (zone, rest) = split_name(text);
    let tags = tokens(rest)?.iter().map(|tag| pair(tag, '=')).collect::<Parsed<Vec<_>>>()?;
    if zone.is_empty() || tags.is_empty() {
        return Err("write: zone NAME tag=value".into());
    }
    Ok(Statement::Zone { zone, tags })
}

fn newcomer(text: &str) -> Parsed<Newcomer> {
    let mut words = tokens(text)?.into_iter();
    let wrong = || {
        "write: NAME [user=USER] from KIT [side SIDE] [at ZONE] [with field=value …] \
         [alias NAME] [hidden]"
            .to_string()
    };
    let name = words.next().ok_or_else(wrong)?.text;
    let mut one = Newcomer { name, ..Newcomer::default() };
    let mut is_with = false;
    while let Some(word) = words.next() {
        let mut next = || words.next().map(|next| next.text).ok_or_else(wrong);
        match word.text.as_str() {
            "from" if !is_with => one.from = next()?,
            "side" if !is_with => one.fields.push(("side".into(), next()?)),
            "at" if !is_with => one.zone = Some(next()?),
            "with" => is_with = true,
            "hidden" => one.is_hidden = true,
            "alias" => one.alias = Some(next()?),
            _ if is_with => one.fields.push(flag_or_pair(&word)?),
            text => match text.strip_prefix("user=") {
                Some(user) => one.user = Some(user.into()),
                None => return Err(format!("`{text}`? {}", wrong())),
            },
        }
    }
    if one.from.is_empty() { Err(wrong()) } else { Ok(one) }
}

/// `field=value`, or `field` for `field=true`.
fn flag_or_pair(token: &Token) -> Parsed<(String, String)> {
    match token.pair('=') {
        Some(_) => pair(token, '='),
        None => Ok((token.text.clone(), "true".into())),
    }
}

fn pair(token: &Token, mark: char) -> Parsed<(String, String)> {
    let pair = token.pair(mark).filter(|(name, _)| !name.is_empty());
    pair.map(|(name, value)| (name.into(), value.into())).ok_or_else(|| {
        format!("`{}`: write name{mark}value, quoted where it has blanks", token.text)
    })
}

/// `d20=4`, or `card=7`
fn die_of(text: &str) -> Parsed<Laid> {
    let wrong = || format!("`{text}` is not a die: write for example d20=4, or card=7 for a card");
    let (what, face) = text.split_once('=').ok_or_else(wrong)?;
    let face: u8 = face.parse().map_err(|_| wrong())?;
    if what == "card" {
        return Ok(Laid::Card(face));
    }
    let sides = what.strip_prefix('d').and_then(|sides| sides.parse().ok()).ok_or_else(wrong)?;
    if (1..=sides).contains(&face) { Ok(Laid::Die { sides, face }) } else { Err(wrong()) }
}

/// `+12h`, `+90m`, `+7d`, `+30s`
fn duration(text: &str) -> Parsed<SignedDuration> {
    let wrong = || format!("`{text}` is not a time: write for example +12h, +30m or +7d");
    let text = text.strip_prefix('+').unwrap_or(text);
    let unit = text.chars().last().ok_or_else(wrong)?;
    let count: i64 = text[..text.len() - unit.len_utf8()].parse().map_err(|_| wrong())?;
    let secs = match unit {
        's' => 1,
        'm' => 60,
        'h' => 60 * 60,
        'd' => 24 * 60 * 60,
        _ => return Err(wrong()),
    };
    let time = count.checked_mul(secs).filter(|secs| secs.unsigned_abs() <= LONGEST_SECS);
    time.map(SignedDuration::from_secs)
        .ok_or_else(|| format!("`{text}` is too long a time: at most 10 years"))
}

fn one(form: &str, text: &str) -> Parsed<String> {
    match texts(text)?.as_slice() {
        [one] => Ok(one.clone()),
        _ => Err(format!("write: {form}")),
    }
}

/// `"text"` or `not "text"`
fn text_of(text: &str) -> Parsed<Text> {
    match texts(text)?.as_slice() {
        [text] => Ok(Text { text: text.clone(), is_there: true }),
        [not, text] if not == "not" => Ok(Text { text: text.clone(), is_there: false }),
        _ => Err("write one text in quotes, or: not \"text\"".into()),
    }
}

/// The first word (or quoted name), and the rest.
fn split_name(text: &str) -> (String, &str) {
    let end = command::bare(text).find(|(_, letter)| letter.is_whitespace());
    let (name, rest) = text.split_at(end.map_or(text.len(), |(at, _)| at));
    (unquoted(name), rest.trim())
}

/// A text that may stand in quotes as a whole.
fn unquoted(text: &str) -> String {
    match command::tokens(text).as_deref() {
        Some([whole]) if text.starts_with('"') => whole.text.clone(),
        _ => text.into(),
    }
}

/// Words parted by blanks, as a command's are.
fn tokens(text: &str) -> Parsed<Vec<Token>> {
    command::tokens(text).ok_or_else(|| "a quote is not closed".into())
}

fn texts(text: &str) -> Parsed<Vec<String>> {
    Ok(tokens(text)?.into_iter().map(|token| token.text).collect())
}

/// Parts between marks that are not in quotes or brackets.
fn split(text: &str, mark: char) -> Vec<String> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0);
    for (at, letter) in command::bare(text) {
        match letter {
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            _ if letter == mark && depth == 0 => {
                parts.push(&text[from..at]);
                from = at + mark.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    let trimmed = parts.iter().map(|part| part.trim().to_string());
    trimmed.filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &Statement) {
        assert_eq!(statement(text).as_ref(), Ok(expected), "{text}");
    }

    fn fails(text: &str, line: usize, part: &str) {
        let failure = parse("x.fight", text).expect_err("a failure");
        assert_eq!(failure.line, line, "{failure}");
        assert!(failure.what.contains(part), "{failure}");
    }

    #[test]
    fn statements_read() {
        let die = |sides, face| Laid::Die { sides, face };
        let laid = vec![die(20, 4), die(6, 3), Laid::Card(7)];
        check("dice d20=4 d6=3 card=7", &Statement::Dice(laid));
        let words = Command::new("stunt").with("target", "Old Wolf").with("text", "say \"hi\"");
        let said = Saying { actor: "Ana".into(), what: What::Command(words) };
        check(r#"Ana: /stunt target:"Old Wolf" text:"say \"hi\"""#, &Statement::Say(said));
        check(
            "? GM: As proposed*, Refuse",
            &Statement::Asked {
                whom: "GM".into(),
                choices: vec![
                    Button { label: "As proposed".into(), is_default: true },
                    Button { label: "Refuse".into(), is_default: false },
                ],
            },
        );
        check(
            r#"pc Ana user=Ben from warrior side party at "G 1" with hp=5 stuck="str 12" leader"#,
            &Statement::Pc(Newcomer {
                name: "Ana".into(),
                user: Some("Ben".into()),
                from: "warrior".into(),
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
            &Statement::Facts {
                of: Subject::Zone("Yard".into()),
                facts: vec![("limit".into(), "2".into()), ("items".into(), "none".into())],
            },
        );
        check("time +12h", &Statement::Time(SignedDuration::from_hours(12)));
    }

    #[test]
    fn what_does_not_read_is_named_with_its_line() {
        fails("zones A - B", 1, "begins with `system");
        fails("system dr12\n\n  no-move", 3, "indented");
        fails("system dr12\n! Ana: /pass\nstart", 2, "key of the refusal");
        fails("system dr12\n# fine\ndice d6=7", 3, "not a die");
        fails("system dr12\nAna: attack", 2, "begins no statement");
        fails("system dr12\npc Ana", 2, "from KIT");
        fails("system dr12\ntime +99999999999m", 2, "too long");
        fails("system dr12\ntime +9223372036854775807d", 2, "too long");
    }

    #[test]
    fn comments_end_lines() {
        let script = parse("x.fight", "# hello\nsystem dr12 # yes\npublic \"a # b\"").unwrap();
        assert_eq!(script.lines.len(), 2);
        assert_eq!(script.lines[1].text, "public \"a # b\"");
    }
}
