//! Personal data: what is stored about a user, all of it as a file, and its deletion.
//!
//! The file has what its owner entered: never another user's journal rows, nor what a fight hides
//! from the owner.

mod user_deletion;
mod user_redaction;

use serde_json::{Value, json};

use engine::core::command::Command;
use engine::core::ids::UserId;
use store::error::StoreError;
use store::ids::{ChannelId, FightId, Millis};

use crate::api::clock::timestamp_from_millis;
use crate::api::input::{InputReply, QueryResult, RequestContext, query_reply};
use crate::api::outbox::Presentation;
use crate::api::privacy::{PrivacyReply, StoredPersonalData};
use crate::runtime::app::App;
use crate::runtime::languages::LanguageChoice;
use crate::state::fight_state::from_json;
use crate::transaction::InputRecord;

impl App {
    /// Handles `privacy [do:file|delete] [sure:]`.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub(crate) async fn handle_privacy_command(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<InputReply, StoreError> {
        let user = context.user;
        let reply = match command.get("do") {
            "file" => PrivacyReply::File(
                format!("riposte-{}.json", user.0),
                self.build_user_data_file(user).await?,
            ),
            "delete" => self.delete_user_data_or_ask_unless_gm(user, command.is_on("sure")).await?,
            _ => PrivacyReply::Summary(self.count_stored_user_data(user).await?),
        };
        Ok(query_reply(QueryResult::Privacy(reply)))
    }

    /// Counts what is stored about a user.
    async fn count_stored_user_data(&self, user: UserId) -> Result<StoredPersonalData, StoreError> {
        let store = &self.inner.store;
        Ok(StoredPersonalData {
            sheet_count: store.load_user_sheets(user.0).await?.len(),
            template_count: store.load_user_templates(user.0).await?.len(),
            has_time_settings: !store.load_persons(&[user.0]).await?.is_empty(),
            has_presentation: self.presentation_for_user(user).await? != Presentation::Rich,
            has_language: self.load_user_language(user).await? != LanguageChoice::default(),
            secret_dice_days: store.load_private_dice_names(user.0).await?.len(),
            fight_count: store.load_fights_led_or_played_by(user.0).await?.len(),
            open_fight_count: store.load_open_fights_of_user(user.0).await?.len(),
            input_count: store.count_inputs_by(user.0).await?,
        })
    }

    /// Deletes everything of a user who has confirmed that, else asks for confirmation with what
    /// would be deleted. Deletes nothing while they are the GM of an open fight.
    async fn delete_user_data_or_ask_unless_gm(
        &self,
        user: UserId,
        is_confirmed: bool,
    ) -> Result<PrivacyReply, StoreError> {
        let open = self.inner.store.load_open_fights_of_user(user.0).await?;
        let led_fights = open.iter().filter(|fight| fight.gm == user.0);
        let led_fights: Vec<ChannelId> = led_fights.map(|fight| fight.channel_id()).collect();
        if !led_fights.is_empty() {
            return Ok(PrivacyReply::StillGm(led_fights));
        }
        if !is_confirmed {
            return Ok(PrivacyReply::ConfirmDelete(self.count_stored_user_data(user).await?));
        }
        self.forget_user(user).await?;
        Ok(PrivacyReply::Deleted)
    }

    /// Builds a readable JSON file of everything stored about a user.
    async fn build_user_data_file(&self, user: UserId) -> Result<String, StoreError> {
        let store = &self.inner.store;
        let person = self.load_person_row(user).await?;
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
        let fights = self.build_user_data_of_fights(user).await?;
        let presentation = self.presentation_for_user(user).await?;
        let language = self.load_user_language(user).await?;
        let document = json!({
            "user": user.0.to_string(),
            "time": {
                "zone": person.zone,
                "quiet_hours_in_minutes": person.quiet_from.zip(person.quiet_to),
                "away_until": person.away_until.map(format_time),
            },
            "language": {"chosen": language.chosen, "of_client": language.seen},
            "plain": presentation == Presentation::PlainText,
            "light_pictures": presentation == Presentation::LightPictures,
            "sheets": sheets,
            "templates": templates,
            "dice_for_own_eyes": store.load_private_dice_names(user.0).await?,
            "fights": fights,
        });
        Ok(format!("{document:#}\n"))
    }

    /// Returns a user's commands and characters in each of their fights.
    async fn build_user_data_of_fights(&self, user: UserId) -> Result<Vec<Value>, StoreError> {
        let mut fights = Vec::new();
        for fight in self.inner.store.load_fights_led_or_played_by(user.0).await? {
            match self.build_user_data_of_fight(fight, user).await {
                // A damaged fight does not keep the rest from its owner.
                Err(StoreError::Corrupt(_)) => {
                    fights.push(json!({"fight": fight.0, "damaged": true}))
                }
                fight_part => fights.extend(fight_part?),
            }
        }
        Ok(fights)
    }

    /// Returns a user's commands and characters in a fight; `None` where the fight is gone.
    async fn build_user_data_of_fight(
        &self,
        fight: FightId,
        user: UserId,
    ) -> Result<Option<Value>, StoreError> {
        let Some(state) = self.load_fight(fight).await? else { return Ok(None) };
        let own_members = state.members.iter().filter(|member| member.user == Some(user));
        let characters = own_members.map(|member| {
            let (orders, plan) =
                (state.standing_orders.get(&member.id), state.plans.get(&member.id));
            let sheet = state.game.body_json(member.id);
            json!({"name": member.name, "sheet": sheet, "standing_orders": orders, "plan": plan})
        });
        let mut commands = Vec::new();
        let rows = self.inner.store.load_inputs(fight).await?;
        for row in rows.iter().filter(|row| row.user == Some(user.0)) {
            let command = from_json::<InputRecord>(&row.input)?.typed_command();
            commands.push(json!({"at": format_time(row.at), "said": command.to_string()}));
        }
        let last_here = self.inner.store.load_last_presence_or_input(user.0, fight).await?;
        Ok(Some(json!({
            "fight": fight.0,
            "system": state.system(),
            "server": state.guild.to_string(),
            "channel": state.channel.0.to_string(),
            "is_open": state.is_open,
            "is_gm": state.gm == user,
            "is_co_gm": state.people.co_gms.contains(&user),
            "last_here": last_here.map(|presence| format_time(presence.time)),
            "characters": characters.collect::<Vec<_>>(),
            "said": commands,
        })))
    }
}

/// Formats a time for people.
fn format_time(time: Millis) -> String {
    timestamp_from_millis(time).to_string()
}
