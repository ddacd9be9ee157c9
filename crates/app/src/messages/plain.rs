//! Plain mode: who wants everything in text. A user's setting is for what is said to them in
//! private, a server's for what is posted in its channels.

use engine::command::{Command, Refusal};
use engine::ids::UserId;
use store::fault::Fault;

use crate::fight::fight_state::FightState;
use crate::held::app::App;
use crate::terms::input::{Origin, Place, Reply, Shown, refused, shown};
use crate::terms::outbox::Audience;

const ON: &str = "on";
const OFF: &str = "off";

fn of_user(user: UserId) -> String {
    format!("plain user {}", user.0)
}

fn of_server(guild: u64) -> String {
    format!("plain server {guild}")
}

impl App {
    /// Whether this user reads in plain mode.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn is_plain_for(&self, user: UserId) -> Result<bool, Fault> {
        Ok(self.memo(&of_user(user)).await?.as_deref() == Some(ON))
    }

    /// Whether what is posted of this fight is plain for its audience.
    pub(crate) async fn is_plain(&self, now: &FightState, to: Audience) -> Result<bool, Fault> {
        match to {
            Audience::Dm(user) => self.is_plain_for(user).await,
            Audience::Channel(_) => {
                Ok(self.memo(&of_server(now.guild)).await?.as_deref() == Some(ON))
            }
        }
    }

    /// `plain on: [server:]`: for oneself, or for the server, by whoever runs it.
    pub(crate) async fn set_plain(&self, origin: &Origin, words: &Command) -> Result<Reply, Fault> {
        let (is_on, is_server) = (words.get("on") == "true", words.get("server") == "true");
        let name = match (is_server, origin.place) {
            (false, _) => of_user(origin.user),
            (true, Place::Dm { .. }) => return Ok(refused(Refusal::new("not-here", ""))),
            (true, Place::Channel { .. }) if !origin.is_admin => {
                return Ok(refused(Refusal::new("not-admin", "")));
            }
            (true, Place::Channel { guild, .. }) => of_server(guild),
        };
        self.set_memo(&name, if is_on { ON } else { OFF }).await?;
        Ok(shown(Shown::Plain { is_on, is_server }))
    }
}
