//! Users' time settings for all their fights: `/away` and `/clock`.

use jiff::Timestamp;

use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use store::error::StoreError;
use store::ids::FightId;
use store::rows::{CommitOutcome, PersonRow};

use crate::api::clock::timestamp_from_millis;
use crate::api::input::{InputReply, QueryResult, RequestContext, query_reply, refusal_reply};
use crate::api::value_reader::{ValueReader, matches_word_or_translation};
use crate::runtime::app::App;
use crate::runtime::languages::parse_language_choice;
use crate::state::availability::Availability;
use crate::state::time_zones::{display_time_zone, parse_time_zone};
use crate::state::typed_times::parse_quiet_hours_as_minutes;
use crate::transaction::StateChange;
use crate::transaction::commit::MAX_COMMIT_ATTEMPTS;

impl App {
    /// Handles `away` and `clock`, which concern the user and not one fight; `None` for other
    /// commands.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub(crate) async fn handle_if_away_or_clock(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<Option<InputReply>, StoreError> {
        let is_clock = match command.verb.as_str() {
            "away" => false,
            "clock" => true,
            _ => return Ok(None),
        };
        let mut row = self.load_person_row(context.user).await?;
        let result = if is_clock {
            apply_clock_command(&mut row, command, self.inner.clock.now(), self.value_reader())
        } else {
            self.apply_away_command(&mut row, command)
        };
        let is_row_changed = match result {
            Ok(is_row_changed) => is_row_changed,
            Err(refusal) => return Ok(Some(refusal_reply(refusal))),
        };
        if is_clock && command.has_slot("language") {
            let chosen = parse_language_choice(command.get("language"));
            self.store_user_language(context.user, chosen).await?;
        }
        if is_row_changed {
            self.inner.store.upsert_person(&row).await?;
            for fight in self.inner.store.load_open_fights_of_user(context.user.0).await? {
                self.record_availability_in_fight(fight.fight_id(), context.user).await?;
            }
            self.wake_background_tasks();
        }
        let away_until = row
            .away_until
            .map(timestamp_from_millis)
            .filter(|until| *until > self.inner.clock.now());
        Ok(Some(query_reply(QueryResult::Availability {
            away_until,
            local_time: Availability::from_row(&row).local_time(self.inner.clock.now()),
            time_zone: display_time_zone(row.zone.as_deref().unwrap_or("UTC")),
            quiet_hours: row.quiet_from.zip(row.quiet_to),
            language: self.load_user_language(context.user).await?.chosen,
        })))
    }

    /// Applies `away` to the row. Returns whether the row has changed.
    fn apply_away_command(&self, row: &mut PersonRow, command: &Command) -> Result<bool, Refusal> {
        let availability = Availability::from_row(row);
        if command.get("back") == "true" {
            row.away_until = None;
            return Ok(true);
        }
        if command.get("until").is_empty() {
            return Ok(false);
        }
        let until =
            availability.parse_future_end_time(command.get("until"), self.inner.clock.now())?;
        row.away_until = Some(until.as_millisecond());
        Ok(true)
    }

    /// Records in a fight that a user is away or back.
    async fn record_availability_in_fight(
        &self,
        fight: FightId,
        user: UserId,
    ) -> Result<(), StoreError> {
        let mut fight_lock = self.inner.fight_cache.lock_fight(fight).await;
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            let Some(state) = self.load_and_migrate_fight(&mut fight_lock, fight).await? else {
                return Ok(());
            };
            if !state.is_open {
                return Ok(());
            }
            let change = StateChange::without_game_change(&state, Command::new("away"));
            let change = StateChange { user: Some(user), ..change };
            if let CommitOutcome::Stored(_) =
                self.commit_and_cache_change_or_clear_cache(&mut fight_lock, &state, change).await?
            {
                return Ok(());
            }
        }
        Err(StoreError::Locked)
    }
}

/// The word for no quiet hours; the front end has others.
const NO_QUIET_HOURS: &str = "none";

/// Applies `clock` to the row. Returns whether the row has changed.
fn apply_clock_command(
    row: &mut PersonRow,
    command: &Command,
    now: Timestamp,
    reader: ValueReader,
) -> Result<bool, Refusal> {
    let (zone, quiet) = (command.get("zone"), command.get("quiet_hours"));
    if !zone.is_empty() {
        row.zone = Some(parse_time_zone(zone, now)?);
    }
    if !quiet.is_empty() {
        let refusal = || Refusal::new("bad-hours", "").with("value", quiet);
        let hours = if matches_word_or_translation(reader, NO_QUIET_HOURS, "no-quiet-hours", quiet)
        {
            None
        } else {
            Some(parse_quiet_hours_as_minutes(quiet).ok_or_else(refusal)?)
        };
        (row.quiet_from, row.quiet_to) = hours.unzip();
    }
    Ok(!zone.is_empty() || !quiet.is_empty())
}
