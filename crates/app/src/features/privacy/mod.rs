//! People's data: what is kept about whoever asks, all of it as a file, and its end.
//!
//! The file has what its owner gave: never a journal of others, nor what a fight hides from them.

mod forgetting;
mod leaver;

use serde_json::{Value, json};

use engine::command::Command;
use engine::ids::UserId;
use store::fault::Fault;
use store::ids::{ChannelId, FightId, Millis};

use crate::change::InputRecord;
use crate::fight::fight_state::read;
use crate::held::app::App;
use crate::terms::clock::moment;
use crate::terms::input::{Origin, Reply, Shown, shown};
use crate::terms::privacy::{Kept, Privacy};

impl App {
    /// `privacy [do:file|delete] [sure:]`.
    ///
    /// # Errors
    /// The store could not be used.
    pub(crate) async fn privacy(&self, origin: &Origin, words: &Command) -> Result<Reply, Fault> {
        let user = origin.user;
        let told = match words.get("do") {
            "file" => Privacy::File(format!("riposte-{}.json", user.0), self.file_of(user).await?),
            "delete" => self.delete_person(user, words.is_on("sure")).await?,
            _ => Privacy::Shown(self.kept_of(user).await?),
        };
        Ok(shown(Shown::Privacy(told)))
    }

    async fn kept_of(&self, user: UserId) -> Result<Kept, Fault> {
        let store = &self.inner.store;
        Ok(Kept {
            sheets: store.sheets_of(user.0).await?.len(),
            templates: store.templates_of(user.0).await?.len(),
            has_time: !store.persons(&[user.0]).await?.is_empty(),
            is_plain: self.is_plain_for(user).await?,
            days_of_dice: store.dice_read_by(user.0).await?.len(),
            fights: store.fights_by(user.0).await?.len(),
            open_fights: store.fights_of(user.0).await?.len(),
            inputs: store.count_said(user.0).await?,
        })
    }

    async fn delete_person(&self, user: UserId, is_sure: bool) -> Result<Privacy, Fault> {
        let open = self.inner.store.fights_of(user.0).await?;
        let led = open.iter().filter(|(fight, _)| fight.gm == user.0);
        let led: Vec<ChannelId> = led.map(|(fight, _)| fight.channel()).collect();
        if !led.is_empty() {
            return Ok(Privacy::Leads(led));
        }
        if !is_sure {
            return Ok(Privacy::AskedToDelete(self.kept_of(user).await?));
        }
        self.forget(user).await?;
        Ok(Privacy::Deleted)
    }

    /// All that is kept about somebody, to be read by people.
    async fn file_of(&self, user: UserId) -> Result<String, Fault> {
        let store = &self.inner.store;
        let time = self.person_row(user).await?;
        let mut sheets = Vec::new();
        for row in store.sheets_of(user.0).await? {
            let body: Value = read(&row.body)?;
            sheets.push(json!({
                "name": row.name, "system": row.system, "portrait": row.portrait, "sheet": body,
            }));
        }
        let mut templates = Vec::new();
        for row in store.templates_of(user.0).await? {
            let state: Value = read(&row.state)?;
            templates.push(json!({"name": row.name, "system": row.system, "fight": state}));
        }
        let mut fights = Vec::new();
        for fight in store.fights_by(user.0).await? {
            match self.part_in(fight, user).await {
                // One fight that cannot be read does not keep the rest from its owner.
                Err(Fault::Damaged(_)) => fights.push(json!({"fight": fight.0, "damaged": true})),
                part => fights.extend(part?),
            }
        }
        let all = json!({
            "user": user.0.to_string(),
            "time": {
                "zone": time.zone,
                "quiet_hours_in_minutes": time.quiet_from.zip(time.quiet_to),
                "away_until": time.away_until.map(time_of),
            },
            "plain": self.is_plain_for(user).await?,
            "sheets": sheets,
            "templates": templates,
            "dice_for_own_eyes": store.dice_read_by(user.0).await?,
            "fights": fights,
        });
        Ok(format!("{all:#}\n"))
    }

    /// What somebody has said in a fight, and whom they play there.
    async fn part_in(&self, fight: FightId, user: UserId) -> Result<Option<Value>, Fault> {
        let Some(now) = self.now(fight).await? else { return Ok(None) };
        let own = now.members.iter().filter(|one| one.user == Some(user));
        let characters = own.map(|one| {
            let (orders, plan) = (now.orders.get(&one.id), now.plans.get(&one.id));
            let sheet = now.game.body(one.id);
            json!({"name": one.name, "sheet": sheet, "standing_orders": orders, "plan": plan})
        });
        let mut said = Vec::new();
        let rows = self.inner.store.said_in(fight).await?;
        for row in rows.iter().filter(|row| row.user == Some(user.0)) {
            let words = read::<InputRecord>(&row.said)?.as_typed();
            said.push(json!({"at": time_of(row.at), "said": words.to_string()}));
        }
        let last_here = self.inner.store.last_here(user.0, fight).await?;
        Ok(Some(json!({
            "fight": fight.0,
            "system": now.system(),
            "server": now.guild.to_string(),
            "channel": now.channel.0.to_string(),
            "is_open": now.is_open,
            "is_gm": now.gm == user,
            "is_co_gm": now.people.co_gms.contains(&user),
            "last_here": last_here.map(|(_, at)| time_of(at)),
            "characters": characters.collect::<Vec<_>>(),
            "said": said,
        })))
    }
}

/// A time, to be read by people.
fn time_of(at: Millis) -> String {
    moment(at).to_string()
}
