//! Runs a script, statement by statement, and stops at the first that does not hold.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jiff::SignedDuration;

use super::grammar::{Button, Line, Newcomer, Saying, Script, Statement, Subject, Text, What};
use super::table::{Answer, GM, Seen, Table, To, fault};
use super::{Failure, Played, facts, proofs};
use app::App;
use app::clock::Clock;
use app::fight_state::OpenPrompt;
use app::input::Input;
use app::journal::Record;
use app::permissions::{Right, VERBS};
use engine::command::Command;
use engine::dice::Laid;
use engine::fight::Phase;
use engine::game::Game;
use engine::ids::{By, CombatantId};
use engine::view::Viewer;
use narration::{self, PLAIN};
use store::ids::{FightId, PromptId};

/// The most clocks that may run out in one `time` statement.
const MOST_CLOCKS: usize = 1000;

/// What an exported set-up is called.
const TEMPLATE: &str = "exported";

type Step<T = ()> = Result<T, String>;

/// Plays a script at a table, and gives the table back as it stands then. `proved` are the rows of
/// the journal in another way of playing it with the same people: as long as it comes to the same
/// rows, what was proved of them holds.
pub async fn play<T: Table>(script: &Script, table: T, proved: Vec<Record>) -> (Played, T) {
    let mut runner = Runner {
        table,
        proved: proved.into_iter(),
        rows: Vec::new(),
        transcript: String::new(),
        fight: None,
        game: None,
        revision: 0,
        newcomers: BTreeMap::new(),
        prompts: Vec::new(),
        open: Vec::new(),
        seen: Vec::new(),
        readable: Vec::new(),
        has_acted: false,
    };
    for line in &script.lines {
        let _ = writeln!(runner.transcript, "{}", line.text);
        if let Err(what) = runner.step(line).await {
            return runner.over(script, line.number, what);
        }
    }
    let left = runner.table.common().dice().settle();
    let faults = runner.table.faults();
    let last = script.lines.last().map_or(0, |line| line.number);
    if !left.is_empty() {
        runner.over(script, last, format!("dice at the end: {}", left.join(", ")))
    } else if !faults.is_empty() {
        runner.over(script, last, format!("the chat refuses: {}", faults.join("; ")))
    } else {
        let Runner { transcript, rows, table, .. } = runner;
        (Played { transcript, rows, ..Played::default() }, table)
    }
}

struct Runner<T> {
    table: T,
    /// The rows that come next, if all goes on as in another way of playing it.
    proved: std::vec::IntoIter<Record>,
    /// All rows so far, of which everything was proved.
    rows: Vec<Record>,
    transcript: String,
    fight: Option<FightId>,
    /// As it stood after the last step.
    game: Option<Game>,
    revision: i64,
    /// Who plays whom, by the small letters of a name.
    newcomers: BTreeMap<String, String>,
    /// The open prompts, and, before them, those that were open once.
    prompts: Vec<OpenPrompt>,
    open: Vec<PromptId>,
    /// What was shown in the last step.
    seen: Vec<Seen>,
    /// All that players could read so far.
    readable: Vec<String>,
    /// Something was done since dice were laid out.
    has_acted: bool,
}

impl<T: Table> Runner<T> {
    fn over(self, script: &Script, line: usize, what: String) -> (Played, T) {
        let failure = Some(Failure { file: script.file.clone(), line, what });
        let Self { transcript, table, .. } = self;
        (Played { transcript, failure, ..Played::default() }, table)
    }

    async fn step(&mut self, line: &Line) -> Step {
        match &line.says {
            Statement::System(system) => {
                self.order(Command::new("new").with("system", system)).await
            }
            Statement::Template(game) => self.load(game).await,
            Statement::Rules(_) => Ok(()),
            Statement::Set { key, value } => {
                self.order(Command::new("set").with("key", key).with("value", value)).await
            }
            Statement::Zones(layout) => {
                self.order(Command::new("zones").with("layout", layout)).await
            }
            Statement::Zone { zone, tags } => self.tag(zone, tags).await,
            Statement::Pc(one) => self.join(one, false).await,
            Statement::Npc(one) => self.join(one, true).await,
            Statement::Start => self.order(Command::new("start")).await,
            Statement::Dice(dice) => self.lay(dice),
            Statement::Say(saying) => self.say(saying).await,
            Statement::Refused { saying, key, text } => {
                self.refused(saying, key, text.as_deref()).await
            }
            Statement::Asked { whom, choices } => self.asked(whom, choices),
            Statement::Facts { of, facts } => self.facts(of, facts),
            Statement::Time(by) => self.time(*by).await,
            Statement::Turn(names) => self.turn(names),
            Statement::Public(text) => self.reads(&To::Everybody, text),
            Statement::Private { user, text } => self.reads(&To::User(user.clone()), text),
            Statement::Hidden(text) => self.hidden(text),
            Statement::End(outcome) => self.end(outcome),
            Statement::Undo(steps) => self.order(Command::new("undo").with("steps", steps)).await,
        }
    }

    fn app(&self) -> App {
        self.table.common().app.clone()
    }

    fn game(&self) -> Step<&Game> {
        self.game.as_ref().ok_or_else(|| "there is no fight yet".into())
    }

    // What is done.

    /// The GM says something that must be done.
    async fn order(&mut self, words: Command) -> Step {
        self.done(GM, Input::command(words)).await
    }

    /// A set-up that was exported is kept as a template, and played.
    async fn load(&mut self, game: &Game) -> Step {
        let gm = self.table.user(GM);
        self.app().keep_template(gm, TEMPLATE, game.clone()).await.map_err(fault)?;
        self.order(Command::new("load").with("name", TEMPLATE)).await
    }

    /// It must be done; where it is to be confirmed, it is.
    async fn done(&mut self, user: &str, mut input: Input) -> Step {
        let refusal = loop {
            match self.table.say(user, input).await? {
                Answer::Unsure(_, sure) => input = sure,
                Answer::Refused(refusal) => break Some(refusal),
                Answer::Done => break None,
            }
        };
        self.look().await?;
        let Some(refusal) = refusal else { return Ok(()) };
        let sentence = narration::refuse(PLAIN, &refusal);
        Err(format!("refused: {} ({}): {sentence}", refusal.key, refusal.rule))
    }

    /// A tag is an order about the zone: `limit=2` fills the order's next slot, `hazard="dex
    /// dr:15"` others by name.
    async fn tag(&mut self, zone: &str, tags: &[(String, String)]) -> Step {
        let system = self.game()?.system();
        let (_, orders) = Game::verbs(system).unwrap_or_default();
        for (tag, values) in tags {
            let common = VERBS.iter().filter(|(_, right)| *right == Right::Gm);
            let all = orders.iter().chain(common.map(|(verb, _)| verb));
            let about_zones =
                all.filter(|verb| verb.slots.first().is_some_and(|slot| slot.name == "zone"));
            let known: Vec<&str> = about_zones.clone().map(|verb| verb.name).collect();
            let verb = about_zones.into_iter().find(|verb| verb.name == tag);
            let verb = verb.ok_or_else(|| {
                format!("zones have no `{tag}` in {system}; there are: {}", known.join(", "))
            })?;
            let mut words = Command::new(tag).with("zone", zone);
            for value in values.split_whitespace() {
                words = match (value.split_once(':'), verb.slots.get(1).map(|slot| slot.name)) {
                    (Some((slot, value)), _) => words.with(slot, value),
                    (None, Some(slot)) => words.with(slot, value),
                    (None, None) => return Err(format!("`{tag}` takes no value")),
                };
            }
            self.order(words).await?;
        }
        Ok(())
    }

    async fn join(&mut self, one: &Newcomer, is_npc: bool) -> Step {
        let mut words = Command::new(if is_npc { "add" } else { "join" })
            .with("name", &one.name)
            .with("from", &one.from);
        for (field, value) in &one.fields {
            words = words.with(field, value);
        }
        if let Some(zone) = &one.zone {
            words = words.with("at", zone);
        }
        if one.is_hidden {
            words = words.with("hidden", true);
        }
        if let Some(alias) = &one.alias {
            words = words.with("alias", alias);
        }
        let own = one.user.clone().unwrap_or_else(|| one.name.clone());
        let user = if is_npc { GM.to_string() } else { own };
        self.newcomers.insert(one.name.to_lowercase(), user.clone());
        self.done(&user, Input::command(words)).await
    }

    fn lay(&mut self, dice: &[Laid]) -> Step {
        let mut laid = self.table.common().dice();
        if self.has_acted && laid.left() > 0 {
            return Err(format!("dice from before: {}", laid.settle().join(", ")));
        }
        for next in dice {
            match *next {
                Laid::Die { sides, face } => laid.lay(sides, face),
                Laid::Card(card) => laid.lay_card(card),
            }
        }
        drop(laid);
        self.has_acted = false;
        Ok(())
    }

    async fn say(&mut self, saying: &Saying) -> Step {
        let (user, input) = self.input(saying)?;
        self.done(&user, input).await
    }

    /// I2: a refusal has its key, and changes nothing. So has what is to be confirmed, and is not.
    async fn refused(&mut self, saying: &Saying, key: &str, part: Option<&str>) -> Step {
        let (user, input) = self.input(saying)?;
        let dice = self.table.common().dice().left();
        let revision = self.revision;
        let answer = self.table.say(&user, input).await?;
        self.look().await?;
        let refusal = match answer {
            Answer::Refused(refusal) | Answer::Unsure(refusal, _) => refusal,
            Answer::Done => return Err(format!("expected a refusal, {key}; it was done")),
        };
        let sentence = narration::refuse(PLAIN, &refusal);
        if refusal.key != key {
            return Err(format!(
                "expected the refusal {key}, found {} ({}): {sentence}",
                refusal.key, refusal.rule
            ));
        }
        if let Some(part) = part.filter(|part| !contains(&sentence, part)) {
            return Err(format!("expected “{part}” in the refusal, found: {sentence}"));
        }
        if self.revision != revision || self.table.common().dice().left() != dice {
            return Err("I2: what was refused changed something".into());
        }
        Ok(())
    }

    /// Clocks run; what is due happens when it is due.
    async fn time(&mut self, by: SignedDuration) -> Step {
        let clock = self.table.common().clock.clone();
        let app = self.app();
        let goal = clock.now() + by;
        for _ in 0..MOST_CLOCKS {
            match app.next_due().await.map_err(fault)? {
                Some(due) if due <= goal => clock.set(due.max(clock.now())),
                _ => break,
            }
            self.table.ring().await?;
        }
        clock.set(goal);
        self.table.ring().await?;
        self.look().await
    }

    // Who says what.

    fn input(&self, saying: &Saying) -> Step<(String, Input)> {
        let (user, acting_as) = self.actor(&saying.actor);
        let input = match &saying.what {
            What::Command(words) => {
                let mut words = words.clone();
                let named = words.slots.remove("as");
                let is_quiet = words.slots.remove("quiet").is_some_and(|quiet| quiet == "true");
                Input::Command { words, acting_as: named.or(acting_as), is_quiet }
            }
            What::Press { button, of } => {
                let (open, choice) = self.button(&user, acting_as.as_deref(), button, of)?;
                Input::Press { prompt: open, choice }
            }
            What::Form { button, of, slots } => {
                let open = self.form(&user, acting_as.as_deref(), button, of)?;
                let words = Command::new(&button.to_lowercase().replace(' ', "-"));
                let with =
                    |words: Command, (slot, value): &(String, String)| words.with(slot, value);
                Input::Form { prompt: open, words: slots.iter().fold(words, with) }
            }
        };
        Ok((user, input))
    }

    /// The user who says it, and as whom.
    fn actor(&self, name: &str) -> (String, Option<String>) {
        if name == GM {
            return (GM.into(), None);
        }
        let member = self.game.as_ref().and_then(|game| {
            let who = game.find(Viewer::Gm, name)?;
            game.members().into_iter().find(|one| one.id == who)
        });
        match (member, self.newcomers.get(&name.to_lowercase())) {
            (Some(member), _) => {
                let user = member.user.map_or_else(|| GM.into(), |user| self.table.name(user));
                (user, Some(name.into()))
            }
            (None, Some(user)) => (user.clone(), Some(name.into())),
            (None, None) => (name.into(), None),
        }
    }

    /// The prompts that may be meant, those asked last first.
    fn meant(
        &self,
        user: &str,
        acting_as: Option<&str>,
        of: Option<&String>,
    ) -> Step<Vec<&OpenPrompt>> {
        let game = self.game()?;
        let whom = of.map(String::as_str).or(acting_as);
        let whom = match whom {
            None => None,
            Some(GM) => Some(By::Gm),
            Some(name) => {
                let found = game.find(Viewer::Gm, name);
                Some(By::Combatant(found.ok_or_else(|| format!("there is no {name}"))?))
            }
        };
        let is_meant = |open: &&OpenPrompt| match whom {
            Some(whom) => open.prompt.to == whom,
            None => self.table.name(open.user) == user,
        };
        Ok(self.prompts.iter().rev().filter(is_meant).collect())
    }

    fn button(
        &self,
        user: &str,
        acting_as: Option<&str>,
        button: &str,
        of: &Option<String>,
    ) -> Step<(PromptId, usize)> {
        let meant = self.meant(user, acting_as, of.as_ref())?;
        let place = |open: &&OpenPrompt| {
            let labels = labels(open);
            let found = labels.iter().position(|label| is_label(&label.label, button));
            found.map(|choice| (open.id, choice))
        };
        // The answer itself, as it would be typed.
        let typed = |open: &&OpenPrompt| {
            let mut choices = open.prompt.choices.iter();
            let found = choices.position(|choice| *choice == Command::new(button));
            found.map(|choice| (open.id, choice))
        };
        let found = meant.iter().find_map(place).or_else(|| meant.iter().find_map(typed));
        let Some(found) = found else {
            let there: Vec<String> =
                meant.iter().flat_map(|open| labels(open)).map(|one| one.label).collect();
            return Err(format!("there is no button [{button}]; there are: {}", there.join(", ")));
        };
        Ok(found)
    }

    fn form(
        &self,
        user: &str,
        acting_as: Option<&str>,
        button: &str,
        of: &Option<String>,
    ) -> Step<PromptId> {
        let meant = self.meant(user, acting_as, of.as_ref())?;
        let found = meant.first().map(|open| open.id);
        found.ok_or_else(|| format!("nobody was asked who could press [{button}]"))
    }

    // What came of it.

    /// Reads what was shown and what was stored, and proves what holds after every step.
    async fn look(&mut self) -> Step {
        self.has_acted = true;
        self.seen = self.table.seen();
        for seen in &self.seen {
            let to = match &seen.to {
                To::Everybody => String::new(),
                To::User(user) => format!("({user}) "),
            };
            if seen.is_news {
                let _ = writeln!(self.transcript, "    {to}{}", seen.text);
            }
            if seen.to != To::User(GM.into()) {
                self.readable.push(seen.text.clone());
            }
        }
        let faults = self.table.common().dice().faults();
        if !faults.is_empty() {
            return Err(format!("dice: {}", faults.join(", ")));
        }
        self.prove().await
    }

    async fn prove(&mut self) -> Step {
        let (app, channel) = (self.app(), self.table.common().channel);
        let Some(fight) = app.fight_in(channel).await.map_err(fault)? else { return Ok(()) };
        let known = (self.fight, self.revision);
        if self.fight != Some(fight) {
            (self.fight, self.game, self.revision) = (Some(fight), None, 0);
        }
        for record in app.journal(fight, self.revision).await.map_err(fault)? {
            if self.proved.next().as_ref() != Some(&record) {
                self.proved = Vec::new().into_iter();
                if let Some(before) = &self.game {
                    proofs::check_record(before, &record)?;
                }
                proofs::check_secrets(&record.game, &record.notes, record.revision as u64)?;
            }
            self.revision = record.revision;
            self.game = Some(record.game.clone());
            self.rows.push(record);
        }
        // What stands as it stood was read then.
        let is_news = (self.fight, self.revision) != known;
        if let Some(game) = self.game.as_ref().filter(|_| is_news) {
            let name = |user| self.table.name(user);
            for viewer in proofs::readers(game) {
                self.readable.extend(proofs::standing(game, viewer, &name));
            }
        }
        let now = app.now(fight).await.map_err(fault)?.ok_or("the fight is gone")?;
        if self.game.as_ref() != Some(&now.game) {
            return Err("I8: the app plays another fight than the one that is stored".into());
        }
        self.prompts.retain(|was| now.prompts.iter().all(|open| open.id != was.id));
        self.prompts.extend(now.prompts.iter().cloned());
        self.open = now.prompts.iter().map(|open| open.id).collect();
        Ok(())
    }

    /// The prompts that are open now.
    fn open(&self) -> Vec<&OpenPrompt> {
        self.prompts.iter().filter(|prompt| self.open.contains(&prompt.id)).collect()
    }

    // What is expected.

    fn asked(&self, whom: &str, choices: &[Button]) -> Step {
        let open = self.open();
        let shown = |open: &OpenPrompt| {
            let whom = match open.prompt.to {
                By::Gm => GM.into(),
                By::Combatant(who) => self.name(who),
            };
            let star =
                |one: &Button| format!("{}{}", one.label, if one.is_default { "*" } else { "" });
            format!("{whom}: {}", labels(open).iter().map(star).collect::<Vec<_>>().join(", "))
        };
        let all: Vec<String> = open.iter().map(|open| shown(open)).collect();
        let found = if all.is_empty() { "nothing".into() } else { all.join("; ") };
        if whom.is_empty() {
            return if open.is_empty() { Ok(()) } else { Err(format!("asked is {found}")) };
        }
        let is_whom = |open: &&&OpenPrompt| match open.prompt.to {
            By::Gm => whom == GM,
            By::Combatant(who) => self.found(whom) == Some(who),
        };
        let fits = |open: &&OpenPrompt| {
            let labels = labels(open);
            let fits = |(there, expected): (&Button, &Button)| {
                is_label(&there.label, &expected.label) && there.is_default == expected.is_default
            };
            labels.len() == choices.len() && labels.iter().zip(choices).all(fits)
        };
        if open.iter().filter(is_whom).any(fits) {
            Ok(())
        } else {
            Err(format!("asked is {found}"))
        }
    }

    /// Whom a script means: by any name, as the GM does.
    fn found(&self, name: &str) -> Option<CombatantId> {
        self.game.as_ref()?.find(Viewer::Gm, name)
    }

    fn name(&self, who: CombatantId) -> String {
        let members = self.game.as_ref().map(Game::members).unwrap_or_default();
        let found = members.into_iter().find(|one| one.id == who);
        found.map_or_else(|| "somebody".into(), |one| one.name)
    }

    fn facts(&self, of: &Subject, expected: &[(String, String)]) -> Step {
        let game = self.game()?;
        let whole = game.facts();
        let zones = whole["zones"]["list"].as_array().cloned().unwrap_or_default();
        let zone_at = |name: &str| {
            zones.iter().position(|zone| {
                zone["name"].as_str().is_some_and(|it| it.to_lowercase() == name.to_lowercase())
            })
        };
        let mut misses = Vec::new();
        for (field, value) in expected {
            // Combatants and zones are stored by their numbers.
            let number = |name: &str| {
                let who = game.find(Viewer::Gm, name).map(|who| who.0.to_string());
                who.unwrap_or_else(|| name.trim().to_string())
            };
            let by_number = value.split('+').map(|name| number(name.trim())).collect::<Vec<_>>();
            let by_number = by_number.join("+");
            let checked = match of {
                Subject::Combatant(name) => {
                    let who = game.find(Viewer::Gm, name);
                    let body = who.and_then(|who| game.body(who));
                    let body = body.ok_or_else(|| format!("there is nobody called {name}"))?;
                    let value = match (field.as_str(), zone_at(value)) {
                        ("zone", Some(zone)) => zone.to_string(),
                        _ if is_somebody(field) => by_number,
                        _ => value.clone(),
                    };
                    facts::check(&body, field, &value)
                }
                Subject::Sheet(name) => {
                    let who = game.find(Viewer::Gm, name);
                    let sheet = who.and_then(|who| game.lasting(who));
                    let sheet = sheet.ok_or_else(|| format!("there is nobody called {name}"))?;
                    facts::check(&sheet, field, value)
                }
                Subject::Zone(name) => {
                    let zone = zone_at(name).ok_or_else(|| format!("there is no zone {name}"))?;
                    facts::check(&zones[zone]["ground"], field, value)
                }
                Subject::Fight => {
                    let first = field.split('.').next().unwrap_or_default();
                    let parts = [&whole, &whole["state"], &whole["settings"]];
                    let part = parts.into_iter().find(|part| part.get(first).is_some());
                    facts::check(part.unwrap_or(&whole), field, &by_number)
                }
            };
            misses.extend(checked.err());
        }
        if misses.is_empty() { Ok(()) } else { Err(misses.join("; ")) }
    }

    fn turn(&self, names: &[String]) -> Step {
        let game = self.game()?;
        let open = game.prompts();
        let waits = game.waits();
        let on = waits.map(|wait| wait.on).unwrap_or_default();
        let view = game.view(Viewer::Gm);
        let current = view.groups.iter().find(|group| group.is_current && view.is_running);
        let members = game.members();
        let is_gm = |by: &By| match by {
            By::Gm => true,
            By::Combatant(who) => members.iter().any(|one| one.id == *who && one.user.is_none()),
        };
        let mut waited: Vec<String> = on
            .iter()
            .map(|by| match by {
                By::Gm => GM.into(),
                By::Combatant(who) => self.name(*who),
            })
            .collect();
        let found = match (open.is_empty(), waited.as_slice()) {
            (false, _) => "a question is open, see `?`".to_string(),
            (true, []) => "nobody is waited for".into(),
            (true, names) => format!("waited for is {}", names.join(", ")),
        };
        let holds = match names {
            [none] if none == "none" => on.is_empty() && open.is_empty(),
            [gm] if gm == GM => !on.is_empty() && on.iter().all(is_gm),
            [group] if current.is_some_and(|current| current.key == group.to_lowercase()) => {
                !on.is_empty()
            }
            names => {
                let called = |name: &String| match self.found(name) {
                    Some(who) => self.name(who).to_lowercase(),
                    None => name.to_lowercase(),
                };
                let mut expected: Vec<String> = names.iter().map(called).collect();
                waited.iter_mut().for_each(|one| *one = one.to_lowercase());
                expected.sort();
                waited.sort();
                expected == waited
            }
        };
        if holds { Ok(()) } else { Err(found) }
    }

    fn reads(&self, to: &To, text: &Text) -> Step {
        let all: Vec<&str> = self
            .seen
            .iter()
            .filter(|seen| seen.to == *to && seen.is_news)
            .map(|seen| seen.text.as_str())
            .collect();
        let all = all.join("\n");
        match (contains(&all, &text.text), text.is_there) {
            (true, true) | (false, false) => Ok(()),
            (false, true) if all.is_empty() => Err("nothing is told".into()),
            (false, true) => Err(format!("what is told is:\n{all}")),
            (true, false) => Err(format!("it is told:\n{all}")),
        }
    }

    fn hidden(&self, text: &str) -> Step {
        match self.readable.iter().find(|readable| contains(readable, text)) {
            None => Ok(()),
            Some(found) => Err(format!("players can read: {found}")),
        }
    }

    fn end(&self, outcome: &str) -> Step {
        match self.game()?.phase() {
            Phase::Over(found) if found == outcome => Ok(()),
            Phase::Over(found) => Err(format!("it ended as {found}")),
            Phase::Setup | Phase::Running => Err("it is not over".into()),
        }
    }
}

/// Whether what stands in a field is a combatant, or several.
fn is_somebody(field: &str) -> bool {
    let last = field.rsplit('.').next().unwrap_or_default();
    last.ends_with("_by") || matches!(last, "owner" | "attention" | "enemy" | "against" | "by")
}

fn contains(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

fn labels(open: &OpenPrompt) -> Vec<Button> {
    let prompt = &open.prompt;
    let button = |choice: &Command| Button {
        label: narration::label(PLAIN.locale, &prompt.asked, choice),
        is_default: *choice == prompt.default,
    };
    prompt.choices.iter().map(button).collect()
}

/// Whether a label is the one that is meant; what follows ` · ` or ` (` may be left out.
fn is_label(label: &str, meant: &str) -> bool {
    let (label, meant) = (label.to_lowercase(), meant.trim().to_lowercase());
    let short = label.split(" · ").next().unwrap_or_default();
    let short = short.split(" (").next().unwrap_or_default();
    label == meant || short == meant
}
