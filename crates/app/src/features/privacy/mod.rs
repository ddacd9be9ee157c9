//! People's data: what is kept about whoever asks, all of it as a file, and its end.
//!
//! The file has what its owner gave: never a journal of others, nor what a fight hides from them.

mod user_deletion;
mod user_redaction;

use serde_json::{Value, json};

use engine::core::command::Command;
use engine::core::ids::UserId;
use store::error::StoreError;
use store::ids::{ChannelId, FightId, Millis};

use crate::api::clock::timestamp_from_millis;
use crate::api::input::{InputReply, QueryResult, RequestContext, query_reply};
use crate::api::privacy::{PrivacyReply, StoredPersonalData};
use crate::runtime::app::App;
use crate::state::fight_state::from_json;
use crate::transaction::InputRecord;

impl App {
    /// `privacy [do:file|delete] [sure:]`.
    ///
    /// # Errors
    /// The store could not be used.
    pub(crate) async fn handle_privacy_command(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<InputReply, StoreError> {
        let user = context.user;
        let told = match command.get("do") {
            "file" => PrivacyReply::File(
                format!("riposte-{}.json", user.0),
                self.build_user_data_file(user).await?,
            ),
            "delete" => self.delete_user_data(user, command.is_on("sure")).await?,
            _ => PrivacyReply::Summary(self.load_stored_data_summary(user).await?),
        };
        Ok(query_reply(QueryResult::Privacy(told)))
    }

    async fn load_stored_data_summary(
        &self,
        user: UserId,
    ) -> Result<StoredPersonalData, StoreError> {
        let store = &self.inner.store;
        Ok(StoredPersonalData {
            sheet_count: store.load_user_sheets(user.0).await?.len(),
            template_count: store.load_user_templates(user.0).await?.len(),
            has_time_settings: !store.load_persons(&[user.0]).await?.is_empty(),
            is_plain_text: self.is_plain_for_user(user).await?,
            secret_dice_days: store.load_private_dice_names(user.0).await?.len(),
            fight_count: store.load_fights_led_or_played_by(user.0).await?.len(),
            open_fight_count: store.load_user_fights(user.0).await?.len(),
            input_count: store.count_inputs_by(user.0).await?,
        })
    }

    async fn delete_user_data(
        &self,
        user: UserId,
        is_sure: bool,
    ) -> Result<PrivacyReply, StoreError> {
        let open = self.inner.store.load_user_fights(user.0).await?;
        let led = open.iter().filter(|(fight, _)| fight.gm == user.0);
        let led: Vec<ChannelId> = led.map(|(fight, _)| fight.channel_id()).collect();
        if !led.is_empty() {
            return Ok(PrivacyReply::StillGm(led));
        }
        if !is_sure {
            return Ok(PrivacyReply::ConfirmDelete(self.load_stored_data_summary(user).await?));
        }
        self.forget_user(user).await?;
        Ok(PrivacyReply::Deleted)
    }

    /// All that is kept about somebody, to be read by people.
    async fn build_user_data_file(&self, user: UserId) -> Result<String, StoreError> {
        let store = &self.inner.store;
        let time = self.load_person_row(user).await?;
        let mut sheets = Vec::new();
        for row in store.load_user_sheets(user.0).await? {
            let body: Value = from_json(&row.body)?;
            sheets.push(json!({
                "name": row.name, "system": row.system, "portrait": row.portrait, "sheet": body,
            }));
        }
        let mut templates = Vec::new();
        for row in store.load_user_templates(user.0).await? {
            let state: Value = from_json(&row.state)?;
            templates.push(json!({"name": row.name, "system": row.system, "fight": state}));
        }
        let mut fights = Vec::new();
        for fight in store.load_fights_led_or_played_by(user.0).await? {
            match self.build_fight_part(fight, user).await {
                // One fight that cannot be read does not keep the rest from its owner.
                Err(StoreError::Corrupt(_)) => {
                    fights.push(json!({"fight": fight.0, "damaged": true}))
                }
                part => fights.extend(part?),
            }
        }
        let all = json!({
            "user": user.0.to_string(),
            "time": {
                "zone": time.zone,
                "quiet_hours_in_minutes": time.quiet_from.zip(time.quiet_to),
                "away_until": time.away_until.map(format_time),
            },
            "plain": self.is_plain_for_user(user).await?,
            "sheets": sheets,
            "templates": templates,
            "dice_for_own_eyes": store.load_private_dice_names(user.0).await?,
            "fights": fights,
        });
        Ok(format!("{all:#}\n"))
    }

    /// What somebody has said in a fight, and whom they play there.
    async fn build_fight_part(
        &self,
        fight: FightId,
        user: UserId,
    ) -> Result<Option<Value>, StoreError> {
        let Some(now) = self.load_fight(fight).await? else { return Ok(None) };
        let own = now.members.iter().filter(|one| one.user == Some(user));
        let characters = own.map(|one| {
            let (orders, plan) = (now.standing_orders.get(&one.id), now.plans.get(&one.id));
            let sheet = now.game.body_json(one.id);
            json!({"name": one.name, "sheet": sheet, "standing_orders": orders, "plan": plan})
        });
        let mut said = Vec::new();
        let rows = self.inner.store.load_inputs(fight).await?;
        for row in rows.iter().filter(|row| row.user == Some(user.0)) {
            let words = from_json::<InputRecord>(&row.input)?.typed_command();
            said.push(json!({"at": format_time(row.at), "said": words.to_string()}));
        }
        let last_here = self.inner.store.load_last_presence(user.0, fight).await?;
        Ok(Some(json!({
            "fight": fight.0,
            "system": now.system(),
            "server": now.guild.to_string(),
            "channel": now.channel.0.to_string(),
            "is_open": now.is_open,
            "is_gm": now.gm == user,
            "is_co_gm": now.people.co_gms.contains(&user),
            "last_here": last_here.map(|(_, at)| format_time(at)),
            "characters": characters.collect::<Vec<_>>(),
            "said": said,
        })))
    }
}

/// A time, to be read by people.
fn format_time(at: Millis) -> String {
    timestamp_from_millis(at).to_string()
}
