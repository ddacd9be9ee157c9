//! Runs a script statement by statement, and stops at the first that fails.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jiff::SignedDuration;

use super::grammar::{
    ExpectedButton, ExpectedText, FactSubject, Newcomer, Script, ScriptAction, ScriptInput,
    ScriptLine, Statement,
};
use super::parse::describe_command_group;
use super::table::{GM, ScriptTable, ShownText, ShownTo, TableReply, store_error_text};
use super::{ScriptFailure, ScriptResult, invariants, state_checks};
use app::App;
use app::clock::Clock;
use app::fight_state::OpenPrompt;
use app::input::UserInput;
use app::journal::JournalRecord;
use app::permissions::{COMMON_VERBS, Permission};
use discord::commands::command_specs;
use engine::core::command::{Command, Refusal};
use engine::core::dice::ScriptedRoll;
use engine::core::fight::FightPhase;
use engine::core::ids::{CombatantId, Initiator};
use engine::core::verbs::Verb;
use engine::game::Game;
use engine::visibility::view::Viewer;
use narration::{self, PLAIN};
use store::ids::{FightId, PromptId};

/// The most deadlines that can pass in one `time` statement.
const MAX_DEADLINES: usize = 1000;

/// The name under which an exported set-up is stored.
const EXPORTED_TEMPLATE: &str = "exported";

type StepResult<T = ()> = Result<T, String>;

/// How a script is run.
#[derive(Default)]
pub struct RunOptions {
    /// The journal records of another run with the same users: as long as this run gives the same
    /// records, their invariants are not checked again.
    pub checked_records: Vec<JournalRecord>,
    pub invariant_policy: InvariantPolicy,
}

/// What happens when an invariant does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InvariantPolicy {
    /// The script fails.
    #[default]
    Fail,
    /// The script goes on, and its result tells of it.
    Report,
}

/// Plays a script at a table up to the first statement that fails, and returns the result and the
/// table. At the end, dice that are left over and faults of the table also fail the script.
pub async fn run_script<T: ScriptTable>(
    script: &Script,
    table: T,
    options: RunOptions,
) -> (ScriptResult, T) {
    let mut runner = ScriptRunner {
        table,
        invariant_policy: options.invariant_policy,
        broken_invariants: Vec::new(),
        checked_records: options.checked_records.into_iter(),
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
    let mut invariant_failures = Vec::new();
    for line in &script.lines {
        let _ = writeln!(runner.transcript, "{}", line.text);
        if let Err(message) = runner.run_statement(line).await {
            return runner.into_failed_result(script, line.number, message);
        }
        let broken_invariants = std::mem::take(&mut runner.broken_invariants);
        invariant_failures.extend(broken_invariants.into_iter().map(|message| ScriptFailure {
            file: script.file.clone(),
            line: line.number,
            message,
        }));
    }
    let dice_problems = runner.table.shared().lock_dice().take_errors_and_unused();
    let faults = runner.table.table_faults();
    let last_line = script.lines.last().map_or(0, |line| line.number);
    if !dice_problems.is_empty() {
        let message = format!("dice at the end: {}", dice_problems.join(", "));
        return runner.into_failed_result(script, last_line, message);
    }
    if !faults.is_empty() {
        let message = format!("the chat refuses: {}", faults.join("; "));
        return runner.into_failed_result(script, last_line, message);
    }
    let ScriptRunner { transcript, records, table, .. } = runner;
    (ScriptResult { transcript, records, invariant_failures, ..ScriptResult::default() }, table)
}

struct ScriptRunner<T> {
    table: T,
    invariant_policy: InvariantPolicy,
    /// The invariants that did not hold in the current statement.
    broken_invariants: Vec<String>,
    /// The next records of the other run, as long as both runs give the same.
    checked_records: std::vec::IntoIter<JournalRecord>,
    /// All records so far, with their invariants checked.
    records: Vec<JournalRecord>,
    transcript: String,
    fight: Option<FightId>,
    /// The fight after the last step.
    game: Option<Game>,
    revision: i64,
    /// Who plays whom, by the lower-case name of the combatant.
    users_by_combatant: BTreeMap<String, String>,
    /// All prompts so far, with the open ones last.
    known_prompts: Vec<OpenPrompt>,
    open_prompt_ids: Vec<PromptId>,
    /// What the last step has shown.
    last_shown: Vec<ShownText>,
    /// All that players could read so far.
    player_readable: Vec<String>,
    /// An input was given since dice were last laid.
    has_acted: bool,
}

impl<T: ScriptTable> ScriptRunner<T> {
    /// Returns the result of a script that failed in a line, without its records, and the table.
    fn into_failed_result(
        self,
        script: &Script,
        line: usize,
        message: String,
    ) -> (ScriptResult, T) {
        let failure = Some(ScriptFailure { file: script.file.clone(), line, message });
        let Self { transcript, table, .. } = self;
        (ScriptResult { transcript, failure, ..ScriptResult::default() }, table)
    }

    /// Runs one statement of the script: gives an input, advances time, or checks an expectation.
    async fn run_statement(&mut self, line: &ScriptLine) -> StepResult {
        match &line.statement {
            Statement::System(system) => {
                self.submit_gm_command(Command::new("new").with("system", system)).await
            }
            Statement::Template(game) => self.open_fight_from_exported_game(game).await,
            Statement::Rules(_) => Ok(()),
            Statement::Set { key, value } => {
                self.submit_gm_command(Command::new("set").with("key", key).with("value", value))
                    .await
            }
            Statement::Zones(layout) => {
                self.submit_gm_command(Command::new("zones").with("layout", layout)).await
            }
            Statement::Zone { zone, tags } => self.submit_zone_orders(zone, tags).await,
            Statement::Pc(newcomer) => self.join_character_by_player(newcomer).await,
            Statement::Npc(newcomer) => self.add_npc_by_gm(newcomer).await,
            Statement::Start => self.submit_gm_command(Command::new("start")).await,
            Statement::QueueDice(dice) => self.queue_dice_unless_old_ones_left(dice),
            Statement::Input(input) => self.submit_script_input(input).await,
            Statement::ExpectRefusal { input, key, text } => {
                self.expect_refusal_without_change(input, key, text.as_deref()).await
            }
            Statement::ExpectPrompt { addressee, choices } => {
                self.expect_prompt(addressee, choices)
            }
            Statement::ExpectFacts { subject, facts } => self.expect_facts(subject, facts),
            Statement::AdvanceTime(duration) => {
                self.advance_time_fire_deadlines_and_check(*duration).await
            }
            Statement::ExpectTurn(names) => self.expect_turn(names),
            Statement::ExpectPublic(text) => {
                self.expect_news_has_or_lacks_text(&ShownTo::Everybody, text)
            }
            Statement::ExpectPrivate { user, text } => {
                self.expect_news_has_or_lacks_text(&ShownTo::User(user.clone()), text)
            }
            Statement::ExpectUnreadable(text) => self.expect_unreadable_by_players(text),
            Statement::ExpectEnd(outcome) => self.expect_end(outcome),
            Statement::Undo(steps) => {
                self.submit_gm_command(Command::new("undo").with("steps", steps)).await
            }
        }
    }

    /// Returns the app of the table.
    fn app(&self) -> App {
        self.table.shared().app.clone()
    }

    /// Returns the fight after the last step, or an error if none was opened.
    fn game_or_error(&self) -> StepResult<&Game> {
        self.game.as_ref().ok_or_else(|| "there is no fight yet".into())
    }

    // Inputs.

    /// Submits a command of the GM that must not be refused.
    async fn submit_gm_command(&mut self, command: Command) -> StepResult {
        self.submit_confirm_and_expect_done(GM, UserInput::from_command(command)).await
    }

    /// Stores an exported set-up as a template, and opens a fight from it.
    async fn open_fight_from_exported_game(&mut self, game: &Game) -> StepResult {
        let gm = self.table.find_or_add_user_id(GM);
        self.app()
            .store_template_unchecked(gm, EXPORTED_TEMPLATE, game.clone())
            .await
            .map_err(store_error_text)?;
        self.submit_gm_command(Command::new("load").with("name", EXPORTED_TEMPLATE)).await
    }

    /// Submits an input that must not be refused, and confirms it where it needs that.
    async fn submit_confirm_and_expect_done(
        &mut self,
        user: &str,
        mut input: UserInput,
    ) -> StepResult {
        let refusal = loop {
            match self.table.submit(user, input).await? {
                TableReply::NeedsConfirmation(_, confirmation) => input = confirmation,
                TableReply::Refused(refusal) => break Some(refusal),
                TableReply::Done => break None,
            }
        };
        self.record_shown_texts_and_check_invariants().await?;
        match refusal {
            Some(refusal) => Err(self.describe_refusal(&refusal)),
            None => Ok(()),
        }
    }

    /// Describes a refusal for the writer of a script. For a command that the system has only as
    /// the name of a group, it lists the commands of the group.
    fn describe_refusal(&self, refusal: &Refusal) -> String {
        if let Some(verb) = refusal.details.get("verb").filter(|_| refusal.key == "not-in-system") {
            let system = self.game.as_ref().map_or("", Game::system_key);
            let commands = command_specs::list_names_and_verbs_in_group(verb, &[system]);
            if !commands.is_empty() {
                return describe_command_group(verb, &commands);
            }
        }
        let sentence = narration::explain_refusal(PLAIN, refusal);
        format!("refused: {} ({}): {sentence}", refusal.key, refusal.rule)
    }

    /// Gives an order about the zone for each tag: `limit=2` fills the second slot of the order,
    /// `hazard="dex dr:15"` also others by name.
    async fn submit_zone_orders(&mut self, zone: &str, tags: &[(String, String)]) -> StepResult {
        let system = self.game_or_error()?.system_key();
        let zone_verbs = list_gm_verbs_about_zones(system);
        for (tag, values) in tags {
            let Some(verb) = zone_verbs.iter().find(|verb| verb.name == tag) else {
                let known: Vec<&str> = zone_verbs.iter().map(|verb| verb.name).collect();
                return Err(format!(
                    "zones have no `{tag}` in {system}; there are: {}",
                    known.join(", ")
                ));
            };
            let second_slot = verb.slots.get(1);
            let mut command = Command::new(tag).with("zone", zone);
            for value in values.split_whitespace() {
                command = match (value.split_once(':'), second_slot) {
                    (Some((slot, value)), _) => command.with(slot, value),
                    (None, Some(slot)) => command.with(slot.name, value),
                    (None, None) => return Err(format!("`{tag}` takes no value")),
                };
            }
            self.submit_gm_command(command).await?;
        }
        Ok(())
    }

    /// Adds an NPC as the GM.
    async fn add_npc_by_gm(&mut self, newcomer: &Newcomer) -> StepResult {
        self.submit_join_and_remember_player("add", GM.to_string(), newcomer).await
    }

    /// Joins with a character as its player: the user who is named, or else one with the
    /// character's name.
    async fn join_character_by_player(&mut self, newcomer: &Newcomer) -> StepResult {
        let player = newcomer.user.clone().unwrap_or_else(|| newcomer.name.clone());
        self.submit_join_and_remember_player("join", player, newcomer).await
    }

    /// Submits `add` or `join` for a newcomer as this user, who then plays it in the script.
    async fn submit_join_and_remember_player(
        &mut self,
        verb: &str,
        user: String,
        newcomer: &Newcomer,
    ) -> StepResult {
        let mut command =
            Command::new(verb).with("name", &newcomer.name).with("from", &newcomer.kit_entry);
        for (field, value) in &newcomer.fields {
            command = command.with(field, value);
        }
        if let Some(zone) = &newcomer.zone {
            command = command.with("at", zone);
        }
        if newcomer.is_hidden {
            command = command.with("hidden", true);
        }
        if let Some(alias) = &newcomer.alias {
            command = command.with("alias", alias);
        }
        self.users_by_combatant.insert(newcomer.name.to_lowercase(), user.clone());
        self.submit_confirm_and_expect_done(&user, UserInput::from_command(command)).await
    }

    /// Queues dice for the next inputs. Fails if dice from before the last input are left.
    fn queue_dice_unless_old_ones_left(&mut self, dice: &[ScriptedRoll]) -> StepResult {
        let mut scripted = self.table.shared().lock_dice();
        if self.has_acted && scripted.remaining_count() > 0 {
            return Err(format!(
                "dice from before: {}",
                scripted.take_errors_and_unused().join(", ")
            ));
        }
        for roll in dice {
            match *roll {
                ScriptedRoll::Die { sides, face } => scripted.push_die(sides, face),
                ScriptedRoll::Card(card) => scripted.push_card(card),
            }
        }
        drop(scripted);
        self.has_acted = false;
        Ok(())
    }

    /// Submits an input of a line of the script, which must not be refused.
    async fn submit_script_input(&mut self, script_input: &ScriptInput) -> StepResult {
        let (user, input) = self.build_input(script_input)?;
        self.submit_confirm_and_expect_done(&user, input).await
    }

    /// Checks that an input is refused with this key, and I2: a refused or unconfirmed input
    /// changes nothing.
    async fn expect_refusal_without_change(
        &mut self,
        script_input: &ScriptInput,
        key: &str,
        part: Option<&str>,
    ) -> StepResult {
        let (user, input) = self.build_input(script_input)?;
        let dice_before = self.table.shared().lock_dice().remaining_count();
        let revision_before = self.revision;
        let reply = self.table.submit(&user, input).await?;
        self.record_shown_texts_and_check_invariants().await?;
        let refusal = match reply {
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
        let dice_after = self.table.shared().lock_dice().remaining_count();
        if self.revision != revision_before || dice_after != dice_before {
            return self.fail_or_note_broken_invariant(Err(
                "I2: what was refused changed something".into(),
            ));
        }
        Ok(())
    }

    /// Advances the clock, and fires each deadline at its time.
    async fn advance_time_fire_deadlines_and_check(
        &mut self,
        duration: SignedDuration,
    ) -> StepResult {
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
        self.record_shown_texts_and_check_invariants().await
    }

    // Who gives which input.

    /// Builds the input of a line of the script, and returns it with the name of its user.
    fn build_input(&self, script_input: &ScriptInput) -> StepResult<(String, UserInput)> {
        let (user, actor_name) = self.resolve_user_and_actor(&script_input.actor);
        let input = match &script_input.action {
            ScriptAction::Command(command) => {
                let mut command = command.clone();
                let named_actor = command.slots.remove("as");
                let is_private = command.slots.remove("quiet").is_some_and(|quiet| quiet == "true");
                UserInput::Command { command, actor_name: named_actor.or(actor_name), is_private }
            }
            ScriptAction::Press { button, addressee } => {
                let (prompt, choice) = self.find_prompt_with_button_or_verb(
                    &user,
                    actor_name.as_deref(),
                    button,
                    addressee,
                )?;
                UserInput::PromptButton { prompt, choice }
            }
            ScriptAction::Form { button, addressee, slots } => {
                let prompt =
                    self.find_form_prompt(&user, actor_name.as_deref(), button, addressee)?;
                let mut command = Command::new(&button.to_lowercase().replace(' ', "-"));
                for (slot, value) in slots {
                    command = command.with(slot, value);
                }
                UserInput::PromptForm { prompt, command }
            }
        };
        Ok((user, input))
    }

    /// Returns the user who gives an input, and the combatant they act as.
    fn resolve_user_and_actor(&self, name: &str) -> (String, Option<String>) {
        if name == GM {
            return (GM.into(), None);
        }
        let member = self.game.as_ref().and_then(|game| {
            let who = game.find_combatant(Viewer::Gm, name)?;
            game.list_present_members().into_iter().find(|member| member.id == who)
        });
        if let Some(member) = member {
            let user = member.user.map_or_else(|| GM.into(), |user| self.table.user_name(user));
            return (user, Some(name.into()));
        }
        // A combatant that is not in the fight yet, or not any more.
        match self.users_by_combatant.get(&name.to_lowercase()) {
            Some(user) => (user.clone(), Some(name.into())),
            None => (name.into(), None),
        }
    }

    /// Returns the prompts, open or closed, that an answer may be for: those to the addressee, else
    /// to the combatant who acts, else to the user. Those opened last come first.
    fn known_prompts_of_addressee_newest_first(
        &self,
        user: &str,
        actor_name: Option<&str>,
        addressee: Option<&String>,
    ) -> StepResult<Vec<&OpenPrompt>> {
        let game = self.game_or_error()?;
        let respondent = match addressee.map(String::as_str).or(actor_name) {
            None => None,
            Some(GM) => Some(Initiator::Gm),
            Some(name) => {
                let found = game.find_combatant(Viewer::Gm, name);
                Some(Initiator::Combatant(found.ok_or_else(|| format!("there is no {name}"))?))
            }
        };
        let is_candidate = |open_prompt: &&OpenPrompt| match respondent {
            Some(respondent) => open_prompt.prompt.respondent == respondent,
            None => self.table.user_name(open_prompt.user) == user,
        };
        Ok(self.known_prompts.iter().rev().filter(is_candidate).collect())
    }

    /// Finds the open prompt that shows a button to the user, and the index of that choice. The
    /// button may also be the verb of the answer.
    fn find_prompt_with_button_or_verb(
        &self,
        user: &str,
        actor_name: Option<&str>,
        button: &str,
        addressee: &Option<String>,
    ) -> StepResult<(PromptId, usize)> {
        let candidates =
            self.known_prompts_of_addressee_newest_first(user, actor_name, addressee.as_ref())?;
        for open_prompt in &candidates {
            let mut labels = prompt_buttons(open_prompt).into_iter();
            if let Some(choice) =
                labels.position(|shown| matches_full_or_short_label(&shown.label, button))
            {
                return Ok((open_prompt.id, choice));
            }
        }
        // The script may also write the answer as a command.
        for open_prompt in &candidates {
            let mut choices = open_prompt.prompt.choices.iter();
            if let Some(choice) = choices.position(|choice| *choice == Command::new(button)) {
                return Ok((open_prompt.id, choice));
            }
        }
        let buttons = candidates.iter().flat_map(|open_prompt| prompt_buttons(open_prompt));
        let labels: Vec<String> = buttons.map(|shown| shown.label).collect();
        Err(format!("there is no button [{button}]; there are: {}", labels.join(", ")))
    }

    /// Finds the prompt that a form answers: the last of those that the answer may be for. `button`
    /// is only for the error.
    fn find_form_prompt(
        &self,
        user: &str,
        actor_name: Option<&str>,
        button: &str,
        addressee: &Option<String>,
    ) -> StepResult<PromptId> {
        let candidates =
            self.known_prompts_of_addressee_newest_first(user, actor_name, addressee.as_ref())?;
        let found = candidates.first().map(|open_prompt| open_prompt.id);
        found.ok_or_else(|| format!("nobody was asked who could press [{button}]"))
    }

    // Results of a step.

    /// Reads what was shown and stored, and checks the invariants.
    async fn record_shown_texts_and_check_invariants(&mut self) -> StepResult {
        self.has_acted = true;
        self.last_shown = self.table.take_shown_texts();
        for shown in &self.last_shown {
            let audience_prefix = match &shown.audience {
                ShownTo::Everybody => String::new(),
                ShownTo::User(user) => format!("({user}) "),
            };
            if shown.is_news {
                let _ = writeln!(self.transcript, "    {audience_prefix}{}", shown.text);
            }
            if shown.audience != ShownTo::User(GM.into()) {
                self.player_readable.push(shown.text.clone());
            }
        }
        let dice_errors = self.table.shared().lock_dice().take_errors();
        if !dice_errors.is_empty() {
            return Err(format!("dice: {}", dice_errors.join(", ")));
        }
        self.check_new_records_and_collect_prompts().await
    }

    /// Handles the result of an invariant check: by the policy a broken invariant fails the step,
    /// or is recorded for the result of the script.
    fn fail_or_note_broken_invariant(&mut self, proof: StepResult) -> StepResult {
        match (proof, self.invariant_policy) {
            (Err(message), InvariantPolicy::Report) => {
                self.broken_invariants.push(message);
                Ok(())
            }
            (proof, _) => proof,
        }
    }

    /// Loads the journal records since the last step and checks their invariants, except those that
    /// the other run has checked. Then it collects what players can read now, and the open prompts.
    async fn check_new_records_and_collect_prompts(&mut self) -> StepResult {
        let (app, channel) = (self.app(), self.table.shared().channel);
        let Some(fight) = app.find_open_or_latest_fight(channel).await.map_err(store_error_text)?
        else {
            return Ok(());
        };
        let (previous_fight, previous_revision) = (self.fight, self.revision);
        if self.fight != Some(fight) {
            self.fight = Some(fight);
            self.game = None;
            self.revision = 0;
        }
        let stored = loop {
            self.load_records_and_check_invariants_of(fight).await?;
            let stored = app.load_fight(fight).await.map_err(store_error_text)?;
            let stored = stored.ok_or("the fight is gone")?;
            // A deadline may have passed in between.
            if stored.revision <= self.revision {
                break stored;
            }
        };
        // An unchanged state was read before.
        let has_changed = self.fight != previous_fight || self.revision != previous_revision;
        if let Some(game) = &self.game
            && has_changed
        {
            let name = |user| self.table.user_name(user);
            for viewer in invariants::player_viewers(game) {
                let lines = invariants::visible_status_and_offer_lines(game, viewer, &name);
                self.player_readable.extend(lines);
            }
        }
        if self.game.as_ref() != Some(&stored.game) {
            let difference = "I8: the app plays another fight than the one that is stored";
            self.fail_or_note_broken_invariant(Err(difference.into()))?;
        }
        self.known_prompts
            .retain(|known| stored.prompts.iter().all(|open_prompt| open_prompt.id != known.id));
        self.known_prompts.extend(stored.prompts.iter().cloned());
        self.open_prompt_ids = stored.prompts.iter().map(|open_prompt| open_prompt.id).collect();
        Ok(())
    }

    /// Loads the journal records of a fight since the last step and checks their invariants.
    async fn load_records_and_check_invariants_of(&mut self, fight: FightId) -> StepResult {
        let records = self.app().load_journal(fight, self.revision).await;
        for record in records.map_err(store_error_text)? {
            let is_checked = self.checked_records.next().as_ref() == Some(&record);
            if !is_checked {
                // The runs differ from here on, so what the other one has checked says nothing.
                self.checked_records = Vec::new().into_iter();
                let replay = match &self.game {
                    Some(before) => invariants::check_journal_record(before, &record),
                    None => Ok(()),
                };
                self.fail_or_note_broken_invariant(replay)?;
                self.fail_or_note_broken_invariant(invariants::check_noninterference(
                    &record.game_after,
                    &record.events,
                    record.revision as u64,
                ))?;
            }
            self.revision = record.revision;
            self.game = Some(record.game_after.clone());
            self.records.push(record);
        }
        Ok(())
    }

    /// Returns the prompts that are open now.
    fn open_prompts(&self) -> Vec<&OpenPrompt> {
        self.known_prompts
            .iter()
            .filter(|prompt| self.open_prompt_ids.contains(&prompt.id))
            .collect()
    }

    // Expectations.

    /// Checks that a prompt with exactly these buttons is open for the addressee. An empty
    /// addressee means that no prompt is open at all.
    fn expect_prompt(&self, addressee: &str, choices: &[ExpectedButton]) -> StepResult {
        let open_prompts = self.open_prompts();
        if addressee.is_empty() && open_prompts.is_empty() {
            return Ok(());
        }
        let is_expected = |open_prompt: &OpenPrompt| {
            let is_to_addressee = match open_prompt.prompt.respondent {
                Initiator::Gm => addressee == GM,
                Initiator::Combatant(who) => self.find_combatant(addressee) == Some(who),
            };
            is_to_addressee && has_exactly_buttons_in_order(open_prompt, choices)
        };
        let expects_prompt = !addressee.is_empty();
        if expects_prompt && open_prompts.iter().any(|open_prompt| is_expected(open_prompt)) {
            return Ok(());
        }
        if open_prompts.is_empty() {
            return Err("asked is nothing".into());
        }
        let descriptions: Vec<String> =
            open_prompts.iter().map(|open_prompt| self.describe_prompt(open_prompt)).collect();
        Err(format!("asked is {}", descriptions.join("; ")))
    }

    /// Describes a prompt as a script expects it: its respondent and its buttons, with a `*` behind
    /// the default.
    fn describe_prompt(&self, open_prompt: &OpenPrompt) -> String {
        let respondent = match open_prompt.prompt.respondent {
            Initiator::Gm => GM.into(),
            Initiator::Combatant(who) => self.combatant_name(who),
        };
        let mut buttons = Vec::new();
        for button in prompt_buttons(open_prompt) {
            let mark = if button.is_default { "*" } else { "" };
            buttons.push(format!("{}{mark}", button.label));
        }
        format!("{respondent}: {}", buttons.join(", "))
    }

    /// Finds a combatant by any of its names, as the GM does.
    fn find_combatant(&self, name: &str) -> Option<CombatantId> {
        self.game.as_ref()?.find_combatant(Viewer::Gm, name)
    }

    /// Returns the name of a combatant who is present, else `somebody`.
    fn combatant_name(&self, who: CombatantId) -> String {
        let members = self.game.as_ref().map(Game::list_present_members).unwrap_or_default();
        let found = members.into_iter().find(|member| member.id == who);
        found.map_or_else(|| "somebody".into(), |member| member.name)
    }

    /// Checks fields of a combatant, a sheet, a zone or the fight, and reports all that differ.
    /// Names of combatants and zones in the values are compared by their ids. Fails at once if
    /// there is no such combatant or zone.
    fn expect_facts(&self, subject: &FactSubject, expected: &[(String, String)]) -> StepResult {
        let game = self.game_or_error()?;
        let fight_json = game.full_state_json();
        let zones = fight_json["zones"]["list"].as_array().cloned().unwrap_or_default();
        let zone_index = |name: &str| {
            zones.iter().position(|zone| {
                zone["name"]
                    .as_str()
                    .is_some_and(|zone_name| zone_name.to_lowercase() == name.to_lowercase())
            })
        };
        let mut failures = Vec::new();
        for (field, value) in expected {
            // Combatants and zones are stored by their ids.
            let value_with_ids = replace_combatant_names_by_ids(game, value);
            let result = match subject {
                FactSubject::Combatant(name) => {
                    let who = game.find_combatant(Viewer::Gm, name);
                    let body = who.and_then(|who| game.body_json(who));
                    let body = body.ok_or_else(|| format!("there is nobody called {name}"))?;
                    let value = match (field.as_str(), zone_index(value)) {
                        ("zone", Some(zone)) => zone.to_string(),
                        _ if is_combatant_field(field) => value_with_ids,
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
                    let zone =
                        zone_index(name).ok_or_else(|| format!("there is no zone {name}"))?;
                    state_checks::check_field(&zones[zone]["ground"], field, value)
                }
                FactSubject::Fight => {
                    let first = field.split('.').next().unwrap_or_default();
                    let parts = [&fight_json, &fight_json["state"], &fight_json["settings"]];
                    let part = parts.into_iter().find(|part| part.get(first).is_some());
                    state_checks::check_field(part.unwrap_or(&fight_json), field, &value_with_ids)
                }
            };
            failures.extend(result.err());
        }
        if failures.is_empty() { Ok(()) } else { Err(failures.join("; ")) }
    }

    /// Checks who is waited for: `none`, `GM` for everybody whom the GM plays, the key of the
    /// current group, or exactly these combatants.
    fn expect_turn(&self, names: &[String]) -> StepResult {
        let game = self.game_or_error()?;
        let has_open_prompt = !game.open_prompts().is_empty();
        let actors = game.pending_turn().map(|turn| turn.actors).unwrap_or_default();
        let view = game.view_for(Viewer::Gm);
        let current_group = view.groups.iter().find(|group| group.is_current && view.is_running);
        let members = game.list_present_members();
        let is_played_by_gm = |actor: &Initiator| match actor {
            Initiator::Gm => true,
            Initiator::Combatant(who) => {
                members.iter().any(|member| member.id == *who && member.user.is_none())
            }
        };
        let actor_name = |actor: &Initiator| match actor {
            Initiator::Gm => GM.into(),
            Initiator::Combatant(who) => self.combatant_name(*who),
        };
        let actor_names: Vec<String> = actors.iter().map(actor_name).collect();
        let is_as_expected = match names {
            [none] if none == "none" => actors.is_empty() && !has_open_prompt,
            [gm] if gm == GM => !actors.is_empty() && actors.iter().all(is_played_by_gm),
            [key] if current_group.is_some_and(|group| group.key == key.to_lowercase()) => {
                !actors.is_empty()
            }
            names => self.are_names_of_same_combatants(names, &actor_names),
        };
        if is_as_expected {
            return Ok(());
        }
        Err(match (has_open_prompt, actor_names.as_slice()) {
            (true, _) => "a question is open, see `?`".to_string(),
            (false, []) => "nobody is waited for".into(),
            (false, names) => format!("waited for is {}", names.join(", ")),
        })
    }

    /// Returns whether names from a script mean exactly the combatants of these full names, in any
    /// order.
    fn are_names_of_same_combatants(&self, names: &[String], full_names: &[String]) -> bool {
        let mut expected = Vec::new();
        for name in names {
            let full_name = self.find_combatant(name).map(|who| self.combatant_name(who));
            expected.push(full_name.as_ref().unwrap_or(name).to_lowercase());
        }
        let mut found: Vec<String> = full_names.iter().map(|name| name.to_lowercase()).collect();
        expected.sort();
        found.sort();
        expected == found
    }

    /// Checks that an audience was, or was not, told a text in what has happened since the last
    /// input.
    fn expect_news_has_or_lacks_text(&self, audience: &ShownTo, text: &ExpectedText) -> StepResult {
        let news: Vec<&str> = self
            .last_shown
            .iter()
            .filter(|shown| shown.audience == *audience && shown.is_news)
            .map(|shown| shown.text.as_str())
            .collect();
        let news = news.join("\n");
        match (contains_ignoring_case(&news, &text.text), text.is_expected) {
            (true, true) | (false, false) => Ok(()),
            (false, true) if news.is_empty() => Err("nothing is told".into()),
            (false, true) => Err(format!("what is told is:\n{news}")),
            (true, false) => Err(format!("it is told:\n{news}")),
        }
    }

    /// Checks that no player could read a text so far.
    fn expect_unreadable_by_players(&self, text: &str) -> StepResult {
        match self.player_readable.iter().find(|readable| contains_ignoring_case(readable, text)) {
            None => Ok(()),
            Some(found) => Err(format!("players can read: {found}")),
        }
    }

    /// Checks that the fight is over with this outcome.
    fn expect_end(&self, outcome: &str) -> StepResult {
        match self.game_or_error()?.phase() {
            FightPhase::Over(found) if found == outcome => Ok(()),
            FightPhase::Over(found) => Err(format!("it ended as {found}")),
            FightPhase::Setup | FightPhase::Running => Err("it is not over".into()),
        }
    }
}

/// Returns the GM's orders of a system whose first slot is a zone.
fn list_gm_verbs_about_zones(system: &str) -> Vec<&'static Verb> {
    let (_, orders) = Game::act_and_order_verbs(system).unwrap_or_default();
    let mut gm_verbs: Vec<&'static Verb> = orders.iter().collect();
    for (verb, permission) in COMMON_VERBS {
        if *permission == Permission::Gm {
            gm_verbs.push(verb);
        }
    }
    gm_verbs.retain(|verb| verb.slots.first().is_some_and(|slot| slot.name == "zone"));
    gm_verbs
}

/// Returns whether a prompt has exactly these buttons, in their order, with the same default.
fn has_exactly_buttons_in_order(open_prompt: &OpenPrompt, expected: &[ExpectedButton]) -> bool {
    let buttons = prompt_buttons(open_prompt);
    let is_same = |(shown, expected): (&ExpectedButton, &ExpectedButton)| {
        matches_full_or_short_label(&shown.label, &expected.label)
            && shown.is_default == expected.is_default
    };
    buttons.len() == expected.len() && buttons.iter().zip(expected).all(is_same)
}

/// Replaces the names of combatants in a value, with `+` between them, by their ids. What is no
/// name stays.
fn replace_combatant_names_by_ids(game: &Game, value: &str) -> String {
    let mut parts = Vec::new();
    for part in value.split('+').map(str::trim) {
        match game.find_combatant(Viewer::Gm, part) {
            Some(who) => parts.push(who.0.to_string()),
            None => parts.push(part.to_string()),
        }
    }
    parts.join("+")
}

/// Returns whether a field refers to one or more combatants.
fn is_combatant_field(field: &str) -> bool {
    let last = field.rsplit('.').next().unwrap_or_default();
    last.ends_with("_by") || matches!(last, "owner" | "attention" | "enemy" | "against" | "by")
}

/// Returns whether a text contains a part, in any case. Scripts write dice as words do, `6, 1`, and
/// messages set their faces apart by a wide blank.
fn contains_ignoring_case(text: &str, part: &str) -> bool {
    text.replace('\u{2002}', ", ").to_lowercase().contains(&part.to_lowercase())
}

/// Returns the buttons of a prompt, one for each choice.
fn prompt_buttons(open_prompt: &OpenPrompt) -> Vec<ExpectedButton> {
    let prompt = &open_prompt.prompt;
    let to_button = |choice: &Command| ExpectedButton {
        label: narration::answer_label(PLAIN.locale, &prompt.subject, choice),
        is_default: *choice == prompt.default_choice,
    };
    prompt.choices.iter().map(to_button).collect()
}

/// Returns whether a label is the wanted one, in any case. The wanted text can leave out what
/// follows ` · ` or ` (`.
fn matches_full_or_short_label(label: &str, wanted: &str) -> bool {
    let label = label.to_lowercase();
    let wanted = wanted.trim().to_lowercase();
    let before_dot = label.split(" · ").next().unwrap_or_default();
    let short_label = before_dot.split(" (").next().unwrap_or_default();
    label == wanted || short_label == wanted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse_script;
    use crate::table::direct::DirectTable;
    use crate::table::{ScriptUsers, SharedTable};
    use store::Store;

    /// A table at which the GM changes a setting whenever an input is refused.
    struct TableWithInterference(DirectTable);

    impl ScriptTable for TableWithInterference {
        async fn submit(&mut self, user: &str, input: UserInput) -> Result<TableReply, String> {
            let reply = self.0.submit(user, input).await?;
            if matches!(reply, TableReply::Refused(_)) {
                let command = Command::new("zones").with("layout", "Gate - Yard - Hall");
                self.0.submit(GM, UserInput::from_command(command)).await?;
            }
            Ok(reply)
        }

        async fn fire_due_deadlines(&mut self) -> Result<(), String> {
            self.0.fire_due_deadlines().await
        }

        fn take_shown_texts(&mut self) -> Vec<ShownText> {
            self.0.take_shown_texts()
        }

        fn find_or_add_user_id(&mut self, name: &str) -> engine::core::ids::UserId {
            self.0.find_or_add_user_id(name)
        }

        fn user_name(&self, user: engine::core::ids::UserId) -> String {
            self.0.user_name(user)
        }

        fn shared(&self) -> &SharedTable {
            self.0.shared()
        }
    }

    const SCRIPT: &str = "\
system dr12
zones Gate - Yard
! GM: /set key:turn_secs value:1
  bad-setup
set items_return yes
";

    /// Runs [`SCRIPT`] at a [`TableWithInterference`].
    async fn run_with_interference(invariant_policy: InvariantPolicy) -> ScriptResult {
        let script = parse_script("a.fight", SCRIPT).unwrap();
        let store = Store::in_memory().await.unwrap();
        let table = TableWithInterference(DirectTable::new(store, ScriptUsers::default()));
        let options = RunOptions { invariant_policy, ..RunOptions::default() };
        run_script(&script, table, options).await.0
    }

    #[tokio::test]
    async fn failed_proof_ends_a_script_and_is_reported_of_a_sandbox() {
        let result = run_with_interference(InvariantPolicy::Fail).await;
        let failure = result.failure.unwrap();
        assert!(failure.line == 3 && failure.message.starts_with("I2: "), "{failure}");

        let result = run_with_interference(InvariantPolicy::Report).await;
        assert_eq!((result.failure, &result.invariant_failures), (None, &vec![failure]));
        assert!(result.transcript.contains("set items_return yes"), "{}", result.transcript);
    }
}
