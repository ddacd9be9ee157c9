//! A finished fight to take away: its story, its data, or a fight script that plays it again.
//!
//! Players get what they were shown; the GM gets all. A script holds every number of every NPC, so
//! it is the GM's.

mod ledger;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Value, json};

use content::{self, Fields};
use engine::command::{Command, Refusal, in_quotes, pairs};
use engine::dice::Seeded;
use engine::fight::Phase;
use engine::game::{Game, Joining};
use engine::ids::{By, CombatantId, UserId};
use engine::ladder::Disclosure;
use engine::view::Viewer;
use store::fault::Fault;
use store::ids::FightId;
use store::rows::{JournalRow, Kind};

use crate::change::InputRecord;
use crate::change::told::entry;
use crate::fight::fight_state::{FightState, read};
use crate::fight::roles::{Eyes, GM};
use crate::held::app::App;
use crate::messages::report::report;
use crate::terms::chance::ReplayQueue;
use crate::terms::export::{Export, Format, Story};
use crate::terms::input::{Origin, Reply, Shown};
use crate::terms::ledger::Ledger;

impl App {
    /// # Errors
    /// The store could not be read. Within: `not-over`, `not-gm`.
    pub(crate) async fn export(
        &self,
        now: &FightState,
        origin: &Origin,
        format: Format,
    ) -> Result<Reply, Fault> {
        let refused = |refusal| Ok(Reply::Refused(Box::new(refusal)));
        if !matches!(now.game.phase(), Phase::Over(_)) {
            return refused(Refusal::new("not-over", ""));
        }
        let eyes = now.eyes(origin.user);
        if format == Format::Script && !eyes.is_gms() {
            return refused(Refusal::new("not-gm", "").with("verb", "export"));
        }
        let rows = self.standing_rows(now).await?;
        let export = self.exported(now, &rows, &eyes, format).await?;
        Ok(Reply::Shown(Box::new(Shown::Export(export))))
    }

    /// All that the GM of a fight can export of it, for whoever takes it away.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn exports(&self, fight: FightId) -> Result<Vec<Export>, Fault> {
        let Some(now) = self.now(fight).await? else { return Ok(Vec::new()) };
        let (rows, eyes) = (self.standing_rows(&now).await?, now.eyes(now.gm));
        let mut exports = Vec::new();
        for format in [Format::Story, Format::Json, Format::Script] {
            exports.push(self.exported(&now, &rows, &eyes, format).await?);
        }
        Ok(exports)
    }

    async fn exported(
        &self,
        now: &FightState,
        rows: &[JournalRow],
        eyes: &Eyes,
        format: Format,
    ) -> Result<Export, Fault> {
        let name = format!("fight-{}", now.id);
        Ok(match format {
            Format::Story => {
                let name = format!("{name}.md");
                Export::Story(Box::new(Story { name, ..story(now, rows, eyes)? }))
            }
            Format::Json => {
                let dice = self.ledger(now, eyes).await?;
                let text = data(now, &story(now, rows, eyes)?, eyes, &dice);
                Export::File(format!("{name}.json"), text)
            }
            Format::Script => Export::File(format!("{name}.fight"), self.script(now, rows).await?),
        })
    }

    /// The fight as a script that comes to the same end. For the GM and for tests: it holds all.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn script_of(&self, now: &FightState) -> Result<String, Fault> {
        self.script(now, &self.standing_rows(now).await?).await
    }

    async fn script(&self, now: &FightState, rows: &[JournalRow]) -> Result<String, Fault> {
        let is_own_kit = self.inner.store.kit(now.guild, now.system()).await?.is_some();
        let mut script = Script {
            system: now.system(),
            is_own_kit,
            text: String::new(),
            names: BTreeMap::new(),
        };
        let mut before: Option<Game> = None;
        for row in rows {
            let game: Game = read(&row.state)?;
            match (row.kind, before) {
                (Kind::Opened, _) => script.opening(row, &game)?,
                (Kind::Played, Some(before)) => script.row(now, row, &before, &game)?,
                (Kind::Played | Kind::Aside | Kind::Undone | Kind::Redone, _) => {}
            }
            before = Some(game);
        }
        if let Phase::Over(outcome) = now.game.phase() {
            let _ = writeln!(script.text, "end {outcome}");
        }
        Ok(script.text)
    }
}

fn story(now: &FightState, rows: &[JournalRow], eyes: &Eyes) -> Result<Story, Fault> {
    let standing: BTreeSet<i64> = rows.iter().map(|row| row.revision).collect();
    let mut entries = Vec::new();
    let earlier = std::iter::once(None).chain(rows.iter().map(Some));
    for (row, earlier) in rows.iter().zip(earlier) {
        entries.extend(entry(row, earlier, eyes, &standing)?);
    }
    let (name, view) = (String::new(), eyes.view(&now.game));
    Ok(Story { name, view, report: report(rows, eyes)?, entries })
}

fn data(now: &FightState, story: &Story, eyes: &Eyes, dice: &Option<Ledger>) -> String {
    let mut whole = json!({
        "system": now.system(),
        "report": story.report,
        "end": story.view,
        "log": story.entries,
    });
    if let Some(dice) = dice {
        whole["dice"] = json!(dice);
    }
    if eyes.is_gms() {
        whole["fight"] = now.game.facts();
    }
    format!("{whole:#}\n")
}

/// A script as it grows, a line a row and its dice before it.
struct Script {
    system: &'static str,
    /// What joins may be made of what the built-in kit does not have.
    is_own_kit: bool,
    text: String,
    /// What users are called: as the first combatant that they play.
    names: BTreeMap<UserId, String>,
}

impl Script {
    /// A fight from a template begins with all that was kept of it.
    fn opening(&mut self, row: &JournalRow, game: &Game) -> Result<(), Fault> {
        let InputRecord { words, .. } = read(&row.said)?;
        if matches!(words.verb.as_str(), "load" | "again") {
            let state = in_quotes(&crate::fight::fight_state::json(game)?, '\'');
            let _ = writeln!(self.text, "template {state}");
            return Ok(());
        }
        let _ = writeln!(self.text, "system {}", self.system);
        if words.has("zones") {
            let _ = writeln!(self.text, "zones {}", plain_or_quoted(words.get("zones"), " -,"));
        }
        Ok(())
    }

    fn row(
        &mut self,
        now: &FightState,
        row: &JournalRow,
        before: &Game,
        after: &Game,
    ) -> Result<(), Fault> {
        let said: InputRecord = read(&row.said)?;
        let name = |who: CombatantId| {
            let member = before.members().into_iter().find(|one| one.id == who);
            member.map_or_else(|| GM.to_string(), |one| one.name)
        };
        for (who, act) in &said.unseen {
            // Whoever has planned nothing passes.
            if let Some(who) = who {
                self.plan(&name(*who), act);
            }
        }
        let dice = read::<ReplayQueue>(&row.dice)?.fallen;
        if !dice.is_empty() {
            let dice: Vec<String> = dice.iter().map(|fallen| fallen.laid.to_string()).collect();
            let _ = writeln!(self.text, "dice {}", dice.join(" "));
        }
        let actor = said.who.map_or_else(|| GM.to_string(), name);
        let words = match said.is_quiet {
            true => said.words.clone().with("quiet", true),
            false => said.words.clone(),
        };
        match (said.prompt, words.verb.as_str()) {
            (Some(_), _) => {
                self.answer(&actor, &words);
                let by = said.who.map_or(By::Gm, By::Combatant);
                // It was kept until the wait was over.
                if before.prompts().iter().any(|prompt| prompt.is_unseen && prompt.to == by) {
                    self.skip(&actor);
                }
            }
            (None, "skip") => {
                let on = FightState::waits(before).and_then(|waited| waited.on.first().copied());
                self.skip(&match on {
                    Some(By::Combatant(who)) => name(who),
                    Some(By::Gm) | None => GM.into(),
                });
            }
            (None, "join" | "add") => self.newcomers(now, row, &words, (before, after)),
            (None, _) => self.say(&actor, &words),
        }
        if said.ends_turn {
            self.skip(&actor);
        }
        Ok(())
    }

    /// An act that is done unseen as soon as its turn comes.
    fn plan(&mut self, actor: &str, act: &Command) {
        self.say(actor, &Command::new("queue-add").with("act", act));
        self.say(actor, &Command::new("queue-confirm"));
    }

    fn say(&mut self, actor: &str, words: &Command) {
        let _ = writeln!(self.text, "{}: /{words}", called(actor));
    }

    fn skip(&mut self, whom: &str) {
        self.say(GM, &Command::new("skip").with("who", whom));
    }

    fn answer(&mut self, actor: &str, words: &Command) {
        let (verb, whom) = (&words.verb, called(actor));
        let _ = writeln!(self.text, "{whom}: [{verb}] {whom}{}", pairs(&words.slots));
    }

    /// Whoever was made from a sheet or a kit of the server's own is made from any archetype, and
    /// then set field by field.
    fn newcomers(
        &mut self,
        now: &FightState,
        row: &JournalRow,
        words: &Command,
        (before, after): (&Game, &Game),
    ) {
        let notes: Value = serde_json::from_str(&row.notes).unwrap_or_default();
        let joined = notes.as_array().into_iter().flatten().filter_map(|note| note.get("joined"));
        let joined: Vec<&Value> = joined.filter_map(|joined| joined.get(1)).collect();
        let name = |one: &&Value| one["name"].as_str().unwrap_or_default().to_string();
        let user = row.user.map(|user| UserId(user as u64)).filter(|user| *user != now.gm);
        let first = || joined.first().map(name).unwrap_or_default();
        let called = match user {
            Some(user) => self.names.entry(user).or_insert_with(first).clone(),
            None => GM.into(),
        };
        let made = content::make(self.system, words.get("from"), &Fields::new());
        if !self.is_own_kit && !words.has("sheet") && made.is_ok() {
            return self.say(&called, words);
        }
        let kind =
            if words.verb == "join" { content::Kind::Archetype } else { content::Kind::Creature };
        let kit = content::kit(self.system).map(|kit| kit.names(kind)).unwrap_or_default();
        let from = kit.first().map_or("", String::as_str);
        let mut game = before.clone();
        for one in &joined {
            let name = name(one);
            let body = after.find(Viewer::Gm, &name).and_then(|who| after.body(who));
            let body = body.unwrap_or_default();
            // What counts when they join.
            let sides = ["side", "faction"].into_iter().filter_map(|side| {
                let text = body[side].as_str().filter(|text| !text.is_empty())?;
                Some((side.to_string(), text.to_string()))
            });
            let sides: Fields = sides.collect();
            let own = one["true_name"].as_str();
            let mut plain = Command::new(&words.verb).with("name", own.unwrap_or(&name));
            plain = plain.with("from", from);
            plain.slots.extend(sides.clone());
            if one["is_hidden"] == true {
                plain = plain.with("hidden", true);
            }
            if own.is_some() {
                plain = plain.with("alias", &name);
            }
            if words.has("show") {
                plain = plain.with("show", words.get("show"));
            }
            self.say(&called, &plain);
            let made = content::make(self.system, from, &sides).ok();
            let joined = made.and_then(|body| {
                let guise = Disclosure::open(name.clone());
                let joining = Joining { guise, user, sheet: None, body };
                game.join(joining, &mut Seeded::new(0)).ok()
            });
            let Some(joined) = joined else { continue };
            let (set, orders) = adjusted(joined.game, &name, &body);
            game = set;
            orders.iter().for_each(|order| self.say(GM, order));
        }
    }
}

/// The orders that make somebody what they are, each as soon as it is taken: what has bounds comes
/// after them. And the fight once they are given.
fn adjusted(mut game: Game, name: &str, body: &Value) -> (Game, Vec<Command>) {
    let now = |game: &Game| game.find(Viewer::Gm, name).and_then(|who| game.body(who));
    let mut orders = Vec::new();
    let mut open: Vec<_> = body.as_object().into_iter().flatten().collect();
    loop {
        let before = orders.len();
        open.retain(|(field, value)| {
            if now(&game).is_some_and(|body| body[field.as_str()] == **value) {
                return false;
            }
            let order = Command::new("adjust").with("who", name).with("field", field);
            let order = order.with("value", value);
            let taken = game.order(&order, &mut Seeded::new(0));
            let is_open = taken.is_err();
            if let Ok(happened) = taken {
                game = happened.game;
                orders.push(order);
            }
            is_open
        });
        if orders.len() == before {
            return (game, orders);
        }
    }
}

/// A name at the start of a line, where other letters have a meaning of their own.
fn called(name: &str) -> String {
    plain_or_quoted(name, "-_.+")
}

/// In quotes unless it is all letters, figures and such marks.
fn plain_or_quoted(text: &str, marks: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || marks.contains(letter);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_string(),
        false => in_quotes(text, '"'),
    }
}
