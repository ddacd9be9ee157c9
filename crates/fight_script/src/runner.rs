//! Runs a script, statement by statement, and stops at the first that does not hold.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jiff::SignedDuration;

use super::grammar::{
    ExpectedButton, ExpectedText, FactSubject, Newcomer, Script, ScriptAction, ScriptInput,
    ScriptLine, Statement,
};
use super::table::{GM, ScriptTable, ShownText, ShownTo, TableReply, store_error_text};
use super::{ScriptFailure, ScriptResult, invariants, state_checks};
use app::App;
use app::clock::Clock;
use app::fight_state::OpenPrompt;
use app::input::UserInput;
use app::journal::JournalRecord;
use app::permissions::{COMMON_VERBS, Permission};
use engine::core::command::Command;
use engine::core::dice::ScriptedRoll;
use engine::core::fight::FightPhase;
use engine::core::ids::{CombatantId, Initiator};
use engine::game::Game;
use engine::visibility::view::Viewer;
use narration::{self, PLAIN};
use store::ids::{FightId, PromptId};

/// The most clocks that may run out in one `time` statement.
const MAX_DEADLINES: usize = 1000;

/// What an exported set-up is called.
const EXPORTED_TEMPLATE: &str = "exported";

type StepResult<T = ()> = Result<T, String>;

/// Plays a script at a table, and gives the table back as it stands then. `proved` are the rows of
/// the journal in another way of playing it with the same people: as long as it comes to the same
/// rows, what was proved of them holds.
pub async fn run_script<T: ScriptTable>(
    script: &Script,
    table: T,
    checked_records: Vec<JournalRecord>,
) -> (ScriptResult, T) {
    let mut runner = ScriptRunner {
        table,
        checked_records: checked_records.into_iter(),
        records: Vec::new(),
        transcript: String::new(),
        fight: None,
        game: None,
        revision: 0,
        users_by_combatant: BTreeMap::new(),
        known_prompts: Vec::new(),
        open_prompt_ids: Vec::new(),
        last_shown: Vec::new(),
        player_readable: Vec::new(),
        has_acted: false,
    };
    for line in &script.lines {
        let _ = writeln!(runner.transcript, "{}", line.text);
        if let Err(what) = runner.run_line(line).await {
            return runner.into_failure(script, line.number, what);
        }
    }
    let left = runner.table.shared().lock_dice().take_errors_and_unused();
    let faults = runner.table.table_faults();
    let last = script.lines.last().map_or(0, |line| line.number);
    if !left.is_empty() {
        runner.into_failure(script, last, format!("dice at the end: {}", left.join(", ")))
    } else if !faults.is_empty() {
        runner.into_failure(script, last, format!("the chat refuses: {}", faults.join("; ")))
    } else {
        let ScriptRunner { transcript, records: rows, table, .. } = runner;
        (ScriptResult { transcript, records: rows, ..ScriptResult::default() }, table)
    }
}

struct ScriptRunner<T> {
    table: T,
    /// The rows that come next, if all goes on as in another way of playing it.
    checked_records: std::vec::IntoIter<JournalRecord>,
    /// All rows so far, of which everything was proved.
    records: Vec<JournalRecord>,
    transcript: String,
    fight: Option<FightId>,
    /// As it stood after the last step.
    game: Option<Game>,
    revision: i64,
    /// Who plays whom, by the small letters of a name.
    users_by_combatant: BTreeMap<String, String>,
    /// The open prompts, and, before them, those that were open once.
    known_prompts: Vec<OpenPrompt>,
    open_prompt_ids: Vec<PromptId>,
    /// What was shown in the last step.
    last_shown: Vec<ShownText>,
    /// All that players could read so far.
    player_readable: Vec<String>,
    /// Something was done since dice were laid out.
    has_acted: bool,
}

impl<T: ScriptTable> ScriptRunner<T> {
    fn into_failure(self, script: &Script, line: usize, message: String) -> (ScriptResult, T) {
        let failure = Some(ScriptFailure { file: script.file.clone(), line, message });
        let Self { transcript, table, .. } = self;
        (ScriptResult { transcript, failure, ..ScriptResult::default() }, table)
    }

    async fn run_line(&mut self, line: &ScriptLine) -> StepResult {
        match &line.statement {
            Statement::System(system) => {
                self.submit_gm_command(Command::new("new").with("system", system)).await
            }
            Statement::Template(game) => self.load_exported_game(game).await,
            Statement::Rules(_) => Ok(()),
            Statement::Set { key, value } => {
                self.submit_gm_command(Command::new("set").with("key", key).with("value", value))
                    .await
            }
            Statement::Zones(layout) => {
                self.submit_gm_command(Command::new("zones").with("layout", layout)).await
            }
            Statement::Zone { zone, tags } => self.set_zone_tags(zone, tags).await,
            Statement::Pc(one) => self.join_newcomer(one, false).await,
            Statement::Npc(one) => self.join_newcomer(one, true).await,
            Statement::Start => self.submit_gm_command(Command::new("start")).await,
            Statement::LayDice(dice) => self.lay_dice(dice),
            Statement::Input(saying) => self.submit_script_input(saying).await,
            Statement::ExpectRefusal { input: saying, key, text } => {
                self.expect_refusal(saying, key, text.as_deref()).await
            }
            Statement::ExpectPrompt { addressee: whom, choices } => {
                self.expect_prompt(whom, choices)
            }
            Statement::ExpectFacts { subject: of, facts } => self.expect_facts(of, facts),
            Statement::AdvanceTime(by) => self.advance_time(*by).await,
            Statement::ExpectTurn(names) => self.expect_turn(names),
            Statement::ExpectPublic(text) => self.expect_text(&ShownTo::Everybody, text),
            Statement::ExpectPrivate { user, text } => {
                self.expect_text(&ShownTo::User(user.clone()), text)
            }
            Statement::ExpectUnreadable(text) => self.expect_unreadable(text),
            Statement::ExpectEnd(outcome) => self.expect_end(outcome),
            Statement::Undo(steps) => {
                self.submit_gm_command(Command::new("undo").with("steps", steps)).await
            }
        }
    }

    fn app(&self) -> App {
        self.table.shared().app.clone()
    }

    fn game_or_error(&self) -> StepResult<&Game> {
        self.game.as_ref().ok_or_else(|| "there is no fight yet".into())
    }

    // What is done.

    /// The GM says something that must be done.
    async fn submit_gm_command(&mut self, command: Command) -> StepResult {
        self.submit_until_done(GM, UserInput::from_command(command)).await
    }

    /// A set-up that was exported is kept as a template, and played.
    async fn load_exported_game(&mut self, game: &Game) -> StepResult {
        let gm = self.table.user_id(GM);
        self.app()
            .store_template(gm, EXPORTED_TEMPLATE, game.clone())
            .await
            .map_err(store_error_text)?;
        self.submit_gm_command(Command::new("load").with("name", EXPORTED_TEMPLATE)).await
    }

    /// It must be done; where it is to be confirmed, it is.
    async fn submit_until_done(&mut self, user: &str, mut input: UserInput) -> StepResult {
        let refusal = loop {
            match self.table.submit(user, input).await? {
                TableReply::NeedsConfirmation(_, sure) => input = sure,
                TableReply::Refused(refusal) => break Some(refusal),
                TableReply::Done => break None,
            }
        };
        self.observe_and_check().await?;
        let Some(refusal) = refusal else { return Ok(()) };
        let sentence = narration::explain_refusal(PLAIN, &refusal);
        Err(format!("refused: {} ({}): {sentence}", refusal.key, refusal.rule))
    }

    /// A tag is an order about the zone: `limit=2` fills the order's next slot, `hazard="dex
    /// dr:15"` others by name.
    async fn set_zone_tags(&mut self, zone: &str, tags: &[(String, String)]) -> StepResult {
        let system = self.game_or_error()?.system_key();
        let (_, orders) = Game::act_and_order_verbs(system).unwrap_or_default();
        for (tag, values) in tags {
            let common = COMMON_VERBS.iter().filter(|(_, right)| *right == Permission::Gm);
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
            self.submit_gm_command(words).await?;
        }
        Ok(())
    }

    async fn join_newcomer(&mut self, newcomer: &Newcomer, is_npc: bool) -> StepResult {
        let mut words = Command::new(if is_npc { "add" } else { "join" })
            .with("name", &newcomer.name)
            .with("from", &newcomer.kit_entry);
        for (field, value) in &newcomer.fields {
            words = words.with(field, value);
        }
        if let Some(zone) = &newcomer.zone {
            words = words.with("at", zone);
        }
        if newcomer.is_hidden {
            words = words.with("hidden", true);
        }
        if let Some(alias) = &newcomer.alias {
            words = words.with("alias", alias);
        }
        let own = newcomer.user.clone().unwrap_or_else(|| newcomer.name.clone());
        let user = if is_npc { GM.to_string() } else { own };
        self.users_by_combatant.insert(newcomer.name.to_lowercase(), user.clone());
        self.submit_until_done(&user, UserInput::from_command(words)).await
    }

    fn lay_dice(&mut self, dice: &[ScriptedRoll]) -> StepResult {
        let mut laid = self.table.shared().lock_dice();
        if self.has_acted && laid.remaining_count() > 0 {
            return Err(format!("dice from before: {}", laid.take_errors_and_unused().join(", ")));
        }
        for next in dice {
            match *next {
                ScriptedRoll::Die { sides, face } => laid.push_die(sides, face),
                ScriptedRoll::Card(card) => laid.push_card(card),
            }
        }
        drop(laid);
        self.has_acted = false;
        Ok(())
    }

    async fn submit_script_input(&mut self, script_input: &ScriptInput) -> StepResult {
        let (user, input) = self.build_input(script_input)?;
        self.submit_until_done(&user, input).await
    }

    /// I2: a refusal has its key, and changes nothing. So has what is to be confirmed, and is not.
    async fn expect_refusal(
        &mut self,
        script_input: &ScriptInput,
        key: &str,
        part: Option<&str>,
    ) -> StepResult {
        let (user, input) = self.build_input(script_input)?;
        let dice = self.table.shared().lock_dice().remaining_count();
        let revision = self.revision;
        let answer = self.table.submit(&user, input).await?;
        self.observe_and_check().await?;
        let refusal = match answer {
            TableReply::Refused(refusal) | TableReply::NeedsConfirmation(refusal, _) => refusal,
            TableReply::Done => return Err(format!("expected a refusal, {key}; it was done")),
        };
        let sentence = narration::explain_refusal(PLAIN, &refusal);
        if refusal.key != key {
            return Err(format!(
                "expected the refusal {key}, found {} ({}): {sentence}",
                refusal.key, refusal.rule
            ));
        }
        if let Some(part) = part.filter(|part| !contains_ignoring_case(&sentence, part)) {
            return Err(format!("expected “{part}” in the refusal, found: {sentence}"));
        }
        if self.revision != revision || self.table.shared().lock_dice().remaining_count() != dice {
            return Err("I2: what was refused changed something".into());
        }
        Ok(())
    }

    /// Clocks run; what is due happens when it is due.
    async fn advance_time(&mut self, duration: SignedDuration) -> StepResult {
        let clock = self.table.shared().clock.clone();
        let app = self.app();
        let goal = clock.now() + duration;
        for _ in 0..MAX_DEADLINES {
            match app.next_deadline_time().await.map_err(store_error_text)? {
                Some(due) if due <= goal => clock.set(due.max(clock.now())),
                _ => break,
            }
            self.table.fire_due_deadlines().await?;
        }
        clock.set(goal);
        self.table.fire_due_deadlines().await?;
        self.observe_and_check().await
    }

    // Who says what.

    fn build_input(&self, script_input: &ScriptInput) -> StepResult<(String, UserInput)> {
        let (user, acting_as) = self.resolve_actor(&script_input.actor);
        let input = match &script_input.action {
            ScriptAction::Command(words) => {
                let mut words = words.clone();
                let named = words.slots.remove("as");
                let is_quiet = words.slots.remove("quiet").is_some_and(|quiet| quiet == "true");
                UserInput::Command {
                    command: words,
                    actor_name: named.or(acting_as),
                    is_private: is_quiet,
                }
            }
            ScriptAction::Press { button, addressee: of } => {
                let (open, choice) =
                    self.find_button_choice(&user, acting_as.as_deref(), button, of)?;
                UserInput::PromptButton { prompt: open, choice }
            }
            ScriptAction::Form { button, addressee: of, slots } => {
                let open = self.find_form_prompt(&user, acting_as.as_deref(), button, of)?;
                let words = Command::new(&button.to_lowercase().replace(' ', "-"));
                let with =
                    |words: Command, (slot, value): &(String, String)| words.with(slot, value);
                UserInput::PromptForm { prompt: open, command: slots.iter().fold(words, with) }
            }
        };
        Ok((user, input))
    }

    /// The user who says it, and as whom.
    fn resolve_actor(&self, name: &str) -> (String, Option<String>) {
        if name == GM {
            return (GM.into(), None);
        }
        let member = self.game.as_ref().and_then(|game| {
            let who = game.find_combatant(Viewer::Gm, name)?;
            game.members().into_iter().find(|one| one.id == who)
        });
        match (member, self.users_by_combatant.get(&name.to_lowercase())) {
            (Some(member), _) => {
                let user = member.user.map_or_else(|| GM.into(), |user| self.table.user_name(user));
                (user, Some(name.into()))
            }
            (None, Some(user)) => (user.clone(), Some(name.into())),
            (None, None) => (name.into(), None),
        }
    }

    /// The prompts that may be meant, those asked last first.
    fn candidate_prompts(
        &self,
        user: &str,
        acting_as: Option<&str>,
        addressee: Option<&String>,
    ) -> StepResult<Vec<&OpenPrompt>> {
        let game = self.game_or_error()?;
        let whom = addressee.map(String::as_str).or(acting_as);
        let whom = match whom {
            None => None,
            Some(GM) => Some(Initiator::Gm),
            Some(name) => {
                let found = game.find_combatant(Viewer::Gm, name);
                Some(Initiator::Combatant(found.ok_or_else(|| format!("there is no {name}"))?))
            }
        };
        let is_meant = |open: &&OpenPrompt| match whom {
            Some(whom) => open.prompt.respondent == whom,
            None => self.table.user_name(open.user) == user,
        };
        Ok(self.known_prompts.iter().rev().filter(is_meant).collect())
    }

    fn find_button_choice(
        &self,
        user: &str,
        acting_as: Option<&str>,
        button: &str,
        addressee: &Option<String>,
    ) -> StepResult<(PromptId, usize)> {
        let meant = self.candidate_prompts(user, acting_as, addressee.as_ref())?;
        let place = |open: &&OpenPrompt| {
            let labels = prompt_buttons(open);
            let found = labels.iter().position(|label| matches_label(&label.label, button));
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
                meant.iter().flat_map(|open| prompt_buttons(open)).map(|one| one.label).collect();
            return Err(format!("there is no button [{button}]; there are: {}", there.join(", ")));
        };
        Ok(found)
    }

    fn find_form_prompt(
        &self,
        user: &str,
        acting_as: Option<&str>,
        button: &str,
        addressee: &Option<String>,
    ) -> StepResult<PromptId> {
        let meant = self.candidate_prompts(user, acting_as, addressee.as_ref())?;
        let found = meant.first().map(|open| open.id);
        found.ok_or_else(|| format!("nobody was asked who could press [{button}]"))
    }

    // What came of it.

    /// Reads what was shown and what was stored, and proves what holds after every step.
    async fn observe_and_check(&mut self) -> StepResult {
        self.has_acted = true;
        self.last_shown = self.table.take_shown_texts();
        for seen in &self.last_shown {
            let to = match &seen.audience {
                ShownTo::Everybody => String::new(),
                ShownTo::User(user) => format!("({user}) "),
            };
            if seen.is_news {
                let _ = writeln!(self.transcript, "    {to}{}", seen.text);
            }
            if seen.audience != ShownTo::User(GM.into()) {
                self.player_readable.push(seen.text.clone());
            }
        }
        let faults = self.table.shared().lock_dice().take_errors();
        if !faults.is_empty() {
            return Err(format!("dice: {}", faults.join(", ")));
        }
        self.check_new_records().await
    }

    async fn check_new_records(&mut self) -> StepResult {
        let (app, channel) = (self.app(), self.table.shared().channel);
        let Some(fight) = app.find_latest_fight(channel).await.map_err(store_error_text)? else {
            return Ok(());
        };
        let known = (self.fight, self.revision);
        if self.fight != Some(fight) {
            (self.fight, self.game, self.revision) = (Some(fight), None, 0);
        }
        for record in app.load_journal(fight, self.revision).await.map_err(store_error_text)? {
            if self.checked_records.next().as_ref() != Some(&record) {
                self.checked_records = Vec::new().into_iter();
                if let Some(before) = &self.game {
                    invariants::check_journal_record(before, &record)?;
                }
                invariants::check_noninterference(
                    &record.game_after,
                    &record.events,
                    record.revision as u64,
                )?;
            }
            self.revision = record.revision;
            self.game = Some(record.game_after.clone());
            self.records.push(record);
        }
        // What stands as it stood was read then.
        let is_news = (self.fight, self.revision) != known;
        if let Some(game) = self.game.as_ref().filter(|_| is_news) {
            let name = |user| self.table.user_name(user);
            for viewer in invariants::player_viewers(game) {
                self.player_readable.extend(invariants::visible_state_lines(game, viewer, &name));
            }
        }
        let now =
            app.load_fight(fight).await.map_err(store_error_text)?.ok_or("the fight is gone")?;
        if self.game.as_ref() != Some(&now.game) {
            return Err("I8: the app plays another fight than the one that is stored".into());
        }
        self.known_prompts.retain(|was| now.prompts.iter().all(|open| open.id != was.id));
        self.known_prompts.extend(now.prompts.iter().cloned());
        self.open_prompt_ids = now.prompts.iter().map(|open| open.id).collect();
        Ok(())
    }

    /// The prompts that are open now.
    fn open_prompts(&self) -> Vec<&OpenPrompt> {
        self.known_prompts
            .iter()
            .filter(|prompt| self.open_prompt_ids.contains(&prompt.id))
            .collect()
    }

    // What is expected.

    fn expect_prompt(&self, addressee: &str, choices: &[ExpectedButton]) -> StepResult {
        let open = self.open_prompts();
        let shown = |open: &OpenPrompt| {
            let whom = match open.prompt.respondent {
                Initiator::Gm => GM.into(),
                Initiator::Combatant(who) => self.combatant_name(who),
            };
            let star = |one: &ExpectedButton| {
                format!("{}{}", one.label, if one.is_default { "*" } else { "" })
            };
            format!(
                "{whom}: {}",
                prompt_buttons(open).iter().map(star).collect::<Vec<_>>().join(", ")
            )
        };
        let all: Vec<String> = open.iter().map(|open| shown(open)).collect();
        let found = if all.is_empty() { "nothing".into() } else { all.join("; ") };
        if addressee.is_empty() {
            return if open.is_empty() { Ok(()) } else { Err(format!("asked is {found}")) };
        }
        let is_whom = |open: &&&OpenPrompt| match open.prompt.respondent {
            Initiator::Gm => addressee == GM,
            Initiator::Combatant(who) => self.find_combatant(addressee) == Some(who),
        };
        let fits = |open: &&OpenPrompt| {
            let labels = prompt_buttons(open);
            let fits = |(there, expected): (&ExpectedButton, &ExpectedButton)| {
                matches_label(&there.label, &expected.label)
                    && there.is_default == expected.is_default
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
    fn find_combatant(&self, name: &str) -> Option<CombatantId> {
        self.game.as_ref()?.find_combatant(Viewer::Gm, name)
    }

    fn combatant_name(&self, who: CombatantId) -> String {
        let members = self.game.as_ref().map(Game::members).unwrap_or_default();
        let found = members.into_iter().find(|one| one.id == who);
        found.map_or_else(|| "somebody".into(), |one| one.name)
    }

    fn expect_facts(&self, subject: &FactSubject, expected: &[(String, String)]) -> StepResult {
        let game = self.game_or_error()?;
        let whole = game.full_state_json();
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
                let who = game.find_combatant(Viewer::Gm, name).map(|who| who.0.to_string());
                who.unwrap_or_else(|| name.trim().to_string())
            };
            let by_number = value.split('+').map(|name| number(name.trim())).collect::<Vec<_>>();
            let by_number = by_number.join("+");
            let checked = match subject {
                FactSubject::Combatant(name) => {
                    let who = game.find_combatant(Viewer::Gm, name);
                    let body = who.and_then(|who| game.body_json(who));
                    let body = body.ok_or_else(|| format!("there is nobody called {name}"))?;
                    let value = match (field.as_str(), zone_at(value)) {
                        ("zone", Some(zone)) => zone.to_string(),
                        _ if is_combatant_field(field) => by_number,
                        _ => value.clone(),
                    };
                    state_checks::check_field(&body, field, &value)
                }
                FactSubject::Sheet(name) => {
                    let who = game.find_combatant(Viewer::Gm, name);
                    let sheet = who.and_then(|who| game.body_json_after_fight(who));
                    let sheet = sheet.ok_or_else(|| format!("there is nobody called {name}"))?;
                    state_checks::check_field(&sheet, field, value)
                }
                FactSubject::Zone(name) => {
                    let zone = zone_at(name).ok_or_else(|| format!("there is no zone {name}"))?;
                    state_checks::check_field(&zones[zone]["ground"], field, value)
                }
                FactSubject::Fight => {
                    let first = field.split('.').next().unwrap_or_default();
                    let parts = [&whole, &whole["state"], &whole["settings"]];
                    let part = parts.into_iter().find(|part| part.get(first).is_some());
                    state_checks::check_field(part.unwrap_or(&whole), field, &by_number)
                }
            };
            misses.extend(checked.err());
        }
        if misses.is_empty() { Ok(()) } else { Err(misses.join("; ")) }
    }

    fn expect_turn(&self, names: &[String]) -> StepResult {
        let game = self.game_or_error()?;
        let open = game.open_prompts();
        let waits = game.pending_turn();
        let on = waits.map(|wait| wait.actors).unwrap_or_default();
        let view = game.view_for(Viewer::Gm);
        let current = view.groups.iter().find(|group| group.is_current && view.is_running);
        let members = game.members();
        let is_gm = |by: &Initiator| match by {
            Initiator::Gm => true,
            Initiator::Combatant(who) => {
                members.iter().any(|one| one.id == *who && one.user.is_none())
            }
        };
        let mut waited: Vec<String> = on
            .iter()
            .map(|by| match by {
                Initiator::Gm => GM.into(),
                Initiator::Combatant(who) => self.combatant_name(*who),
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
                let called = |name: &String| match self.find_combatant(name) {
                    Some(who) => self.combatant_name(who).to_lowercase(),
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

    fn expect_text(&self, audience: &ShownTo, text: &ExpectedText) -> StepResult {
        let all: Vec<&str> = self
            .last_shown
            .iter()
            .filter(|seen| seen.audience == *audience && seen.is_news)
            .map(|seen| seen.text.as_str())
            .collect();
        let all = all.join("\n");
        match (contains_ignoring_case(&all, &text.text), text.is_expected) {
            (true, true) | (false, false) => Ok(()),
            (false, true) if all.is_empty() => Err("nothing is told".into()),
            (false, true) => Err(format!("what is told is:\n{all}")),
            (true, false) => Err(format!("it is told:\n{all}")),
        }
    }

    fn expect_unreadable(&self, text: &str) -> StepResult {
        match self.player_readable.iter().find(|readable| contains_ignoring_case(readable, text)) {
            None => Ok(()),
            Some(found) => Err(format!("players can read: {found}")),
        }
    }

    fn expect_end(&self, outcome: &str) -> StepResult {
        match self.game_or_error()?.phase() {
            FightPhase::Over(found) if found == outcome => Ok(()),
            FightPhase::Over(found) => Err(format!("it ended as {found}")),
            FightPhase::Setup | FightPhase::Running => Err("it is not over".into()),
        }
    }
}

/// Whether what stands in a field is a combatant, or several.
fn is_combatant_field(field: &str) -> bool {
    let last = field.rsplit('.').next().unwrap_or_default();
    last.ends_with("_by") || matches!(last, "owner" | "attention" | "enemy" | "against" | "by")
}

fn contains_ignoring_case(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

fn prompt_buttons(open_prompt: &OpenPrompt) -> Vec<ExpectedButton> {
    let prompt = &open_prompt.prompt;
    let button = |choice: &Command| ExpectedButton {
        label: narration::answer_label(PLAIN.locale, &prompt.subject, choice),
        is_default: *choice == prompt.default_choice,
    };
    prompt.choices.iter().map(button).collect()
}

/// Whether a label is the one that is meant; what follows ` · ` or ` (` may be left out.
fn matches_label(label: &str, wanted: &str) -> bool {
    let (label, meant) = (label.to_lowercase(), wanted.trim().to_lowercase());
    let short = label.split(" · ").next().unwrap_or_default();
    let short = short.split(" (").next().unwrap_or_default();
    label == meant || short == meant
}
