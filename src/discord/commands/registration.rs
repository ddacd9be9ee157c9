//! Telling Discord what commands there are: only when they have changed, since a bot may create
//! only so many a day.

use std::hash::{DefaultHasher, Hash, Hasher};

use poise::Command;
use serde_json::Value;
use serenity::all::{GuildId, Http};

use super::super::Front;
use super::super::trouble::Trouble;
use crate::app::App;

/// What is kept in the file of state about the last registration.
const MEMO: &str = "registered commands";

/// The commands as Discord is told them.
pub fn json(commands: &[Command<Front, Trouble>]) -> Value {
    let commands = poise::builtins::create_application_commands(commands);
    serde_json::to_value(commands).unwrap_or_default()
}

/// Registers the commands, in one guild or everywhere, unless that was done with the same ones
/// before. Says whether it did.
///
/// # Errors
/// Discord did not take them, or what was done last cannot be looked up.
pub async fn register(
    app: &App,
    http: &Http,
    commands: &[Command<Front, Trouble>],
    guild: Option<u64>,
    even_if_unchanged: bool,
) -> Result<bool, Trouble> {
    let commands = json(commands);
    let application = http.application_id().map_or(0, |id| id.get());
    let memo = memo(&commands, application, guild);
    if !even_if_unchanged && app.memo(MEMO).await? == Some(memo.clone()) {
        return Ok(false);
    }
    match guild {
        Some(guild) => {
            http.create_guild_commands(GuildId::new(guild), &commands).await?;
        }
        None => {
            http.create_global_commands(&commands).await?;
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
