//! Telling Discord what commands there are: only when they have changed, since a bot may create
//! only so many a day.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use poise::Command;
use serde_json::Value;
use serenity::all::{GuildId, Http};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::super::Front;
use super::super::trouble::{Failure, Trouble, failure};
use crate::app::App;

/// What is kept in the file of state about the last registration.
const MEMO: &str = "registered commands";

/// The wait after the first attempt that failed; twice as long after each other.
const FIRST_WAIT: Duration = Duration::from_secs(2);
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// The commands as Discord is told them.
pub fn json(commands: &[Command<Front, Trouble>]) -> Value {
    let commands = poise::builtins::create_application_commands(commands);
    serde_json::to_value(commands).unwrap_or_default()
}

/// In which guild only, if any; and whether even commands that have not changed are registered.
type Place = (Option<u64>, bool);

/// Registers the commands. What fails on the way is tried again until it is done, while the bot
/// goes on with those of the last time: they are still good for most.
pub async fn register_at_last(
    app: App,
    http: Arc<Http>,
    commands: Value,
    place: Place,
) -> Option<JoinHandle<()>> {
    if try_to_register(&app, &http, &commands, place).await {
        return None;
    }
    Some(tokio::spawn(async move {
        let mut wait = FIRST_WAIT;
        loop {
            sleep(wait).await;
            if try_to_register(&app, &http, &commands, place).await {
                break;
            }
            wait = (2 * wait).min(LONGEST_WAIT);
        }
    }))
}

/// Whether there is nothing more to try.
async fn try_to_register(app: &App, http: &Http, commands: &Value, place: Place) -> bool {
    match register(app, http, commands, place).await {
        Ok(true) => {
            tracing::info!(count = commands.as_array().map(Vec::len), "commands registered")
        }
        Ok(false) => tracing::debug!("the commands have not changed"),
        Err(trouble) => {
            let is_final = matches!(&trouble, Trouble::Discord(error)
                if !matches!(failure(error), Failure::Passing { .. }));
            tracing::error!(%trouble, is_final, "the commands could not be registered");
            return is_final;
        }
    }
    true
}

/// Registers the commands, in one guild or everywhere, unless that was done with the same ones
/// before. Says whether it did.
async fn register(
    app: &App,
    http: &Http,
    commands: &Value,
    (guild, even_if_unchanged): Place,
) -> Result<bool, Trouble> {
    let application = http.application_id().map_or(0, |id| id.get());
    let memo = memo(commands, application, guild);
    if !even_if_unchanged && app.memo(MEMO).await? == Some(memo.clone()) {
        return Ok(false);
    }
    match guild {
        Some(guild) => {
            http.create_guild_commands(GuildId::new(guild), commands).await?;
        }
        None => {
            http.create_global_commands(commands).await?;
        }
    }
    app.set_memo(MEMO, &memo).await?;
    Ok(true)
}

/// What tells these commands, of this application in this place, from any others.
fn memo(commands: &Value, application: u64, guild: Option<u64>) -> String {
    let mut hasher = DefaultHasher::new();
    commands.to_string().hash(&mut hasher);
    let guild = guild.map_or("everywhere".into(), |guild| format!("guild {guild}"));
    format!("{:016x} application {application} {guild}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::commands::commands;

    #[test]
    fn the_memo_stays_while_nothing_changes() {
        let one = json(&commands());
        assert_eq!(memo(&one, 1, None), memo(&json(&commands()), 1, None));
        let mut other = one.clone();
        other[0]["description"] = "Something else".into();
        assert_ne!(memo(&one, 1, None), memo(&other, 1, None));
        assert_ne!(memo(&one, 1, None), memo(&one, 2, None));
        assert_ne!(memo(&one, 1, None), memo(&one, 1, Some(3)));
    }
}
