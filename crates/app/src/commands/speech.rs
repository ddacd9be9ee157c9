//! Words in character: who may post them and as whom, how they are stored, how their author
//! changes them, and who else may take them out.
//!
//! The words are an input of the fight that changes no state: a row of the journal. Whoever edits
//! or deletes them adds a row that says so, and the earlier row gets the new words or none, so that
//! nothing keeps what its author took away. An undo leaves all of them.
//!
//! Players read an NPC's words only under the name that everybody knows, and those of an NPC that
//! they do not know of not at all.

use engine::ChatPolicy;
use engine::core::command::{Command, Refusal};
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::core::names::has_visible_char;
use store::error::StoreError;
use store::ids::MessageId;

use crate::api::input::{
    InputReply, QueryResult, RequestContext, SettingsUse, query_reply, refusal_reply,
};
use crate::api::outbox::{Audience, Notice};
use crate::api::speech::{
    DESCRIBE_VERB, MAX_SPEECH_CHARS, OwnSpeech, SpeechAuthor, SpeechChangeKind, StoredSpeech,
    TEXT_SLOT,
};
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::outbox_entry::parse_speech_subject;
use crate::state::roles::Role;
use crate::transaction::{InputRecord, SpeechState, SpeechUpdate, StateChange};

/// The verb that replaces words.
pub(super) const EDIT_VERB: &str = "words-edit";

/// How many of a user's last inputs are searched for words.
const MAX_SEARCHED_INPUTS: u32 = 500;

/// Words of a fight, with who wrote them.
struct WrittenSpeech {
    revision: i64,
    author: Option<UserId>,
    input: InputRecord,
    /// The words themselves, which are part of `input`.
    speech: StoredSpeech,
}

fn speech_setting_key(guild: u64) -> String {
    format!("voices server {guild}")
}

impl App {
    /// Returns whether a server lets the bot post words as characters.
    pub(crate) async fn is_speech_allowed(&self, guild: u64) -> Result<bool, StoreError> {
        let stored = self.load_key_value(&speech_setting_key(guild)).await?;
        Ok(stored.as_deref() != Some("off"))
    }

    /// Handles `words-allow [on:]`: shows whether the server allows speech in character; its admins
    /// change it.
    pub(crate) async fn show_or_set_speech_allowed(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<InputReply, StoreError> {
        let settings_use = SettingsUse::from_slots(command, &["on"]);
        let guild = match context.server_of_settings_or_refuse(settings_use) {
            Ok(guild) => guild,
            Err(refusal) => return Ok(refusal_reply(refusal)),
        };
        if settings_use == SettingsUse::Change {
            let value = if command.get("on") == "false" { "off" } else { "on" };
            self.store_key_value(&speech_setting_key(guild), value).await?;
        }
        let is_allowed = self.is_speech_allowed(guild).await?;
        Ok(query_reply(QueryResult::SpeechAllowed(is_allowed)))
    }

    /// Builds the change that posts words as a combatant.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error is `voices-off`, `speaker-hidden`,
    /// `words-by-rule`, `words-missing` or `words-too-long`.
    pub(crate) async fn build_speech_change(
        &self,
        state: &FightState,
        user: UserId,
        speaker: CombatantId,
        typed_text: &str,
    ) -> RefusableResult<StateChange> {
        if !self.is_speech_allowed(state.guild).await? {
            return Ok(Err(Refusal::new("voices-off", "")));
        }
        Ok(state.build_speech_change(user, speaker, typed_text))
    }

    /// Builds the change that edits or deletes words of the user: those of a message, or their
    /// last ones in the fight. A GM, and whoever manages messages, takes out anybody's.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error is `no-own-words`, `not-your-words`,
    /// `words-missing` or `words-too-long`.
    pub(crate) async fn build_speech_edit_or_deletion(
        &self,
        state: &FightState,
        context: &RequestContext,
        message: Option<MessageId>,
        new_text: Option<&str>,
    ) -> RefusableResult<StateChange> {
        let found = match message {
            Some(message) => self.find_speech_of_message(state, context, message).await?,
            None => self.find_last_speech_of(state, context.user).await?,
        };
        let Some(WrittenSpeech { revision, author, input, .. }) = found else {
            return Ok(Err(Refusal::new("no-own-words", "")));
        };
        if author != Some(context.user) {
            let may_take_out = context.manages_messages || state.is_gm(context.user);
            let is_deletion = new_text.is_none();
            if !is_deletion || !may_take_out {
                return Ok(Err(Refusal::new("not-your-words", "")));
            }
            return Ok(Ok(state.build_speech_removal_telling_author(revision, author, input)));
        }
        let new_text = ok_or_return_refusal!(new_text.map(clean_speech).transpose());
        // Other words are said in the name of the speaker, as new ones are.
        if new_text.is_some() && state.is_open {
            if !self.is_speech_allowed(state.guild).await? {
                return Ok(Err(Refusal::new("voices-off", "")));
            }
            if let Err(refusal) = state.check_may_edit_speech(context.user, &input) {
                return Ok(Err(refusal));
            }
        }
        Ok(Ok(state.build_speech_edit_or_deletion(revision, input, new_text)))
    }

    /// Returns who wrote the words of a message; who is behind the words of an NPC is told to GMs
    /// only. Refuses with `no-words` where the message has none.
    pub(crate) async fn find_speech_author(
        &self,
        state: &FightState,
        context: &RequestContext,
        message: MessageId,
    ) -> Result<InputReply, StoreError> {
        let Some(found) = self.find_speech_of_message(state, context, message).await? else {
            return Ok(refusal_reply(Refusal::new("no-words", "")));
        };
        let StoredSpeech { speaker, name, .. } = found.speech;
        let is_npc = found.input.is_speaker_npc || state.is_npc(speaker);
        let may_know_user = !is_npc || state.is_gm(context.user);
        let user = if may_know_user { found.author } else { None };
        let author = SpeechAuthor { name, user, is_npc };
        Ok(query_reply(QueryResult::SpeechAuthor(author)))
    }

    /// Loads the user's own words in a message, to show them in a form.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error is `no-record`, `no-own-words` or
    /// `not-your-words`.
    pub async fn load_own_speech(
        &self,
        context: &RequestContext,
        message: MessageId,
    ) -> RefusableResult<OwnSpeech> {
        let channel = context.place.channel();
        let found = self.inner.store.find_subject_of_message(channel, message).await?;
        let state = match found {
            Some((fight, _)) => self.load_fight(fight).await?,
            None => None,
        };
        let Some(state) = state else { return Ok(Err(Refusal::new("no-own-words", ""))) };
        let Some(found) = self.find_speech_of_message(&state, context, message).await? else {
            return Ok(Err(Refusal::new("no-own-words", "")));
        };
        if found.author != Some(context.user) {
            return Ok(Err(Refusal::new("not-your-words", "")));
        }
        let StoredSpeech { name, text, .. } = found.speech;
        Ok(Ok(OwnSpeech { name, text }))
    }

    /// Returns the words that a message in the place of the request shows.
    async fn find_speech_of_message(
        &self,
        state: &FightState,
        context: &RequestContext,
        message: MessageId,
    ) -> Result<Option<WrittenSpeech>, StoreError> {
        let store = &self.inner.store;
        let found = store.find_subject_of_message(context.place.channel(), message).await?;
        let Some((fight, subject)) = found else { return Ok(None) };
        if fight != state.id {
            return Ok(None);
        }
        let Some(revision) = parse_speech_subject(&subject) else { return Ok(None) };
        let Some(row) = store.load_input(state.id, revision).await? else { return Ok(None) };
        let input: InputRecord = from_json(&row.input)?;
        let Some(speech) = input.written_speech() else { return Ok(None) };
        Ok(Some(WrittenSpeech { revision, author: row.user.map(UserId), input, speech }))
    }

    /// Returns the words that a user wrote last in the fight.
    async fn find_last_speech_of(
        &self,
        state: &FightState,
        user: UserId,
    ) -> Result<Option<WrittenSpeech>, StoreError> {
        let inputs =
            self.inner.store.load_last_inputs_of(user.0, state.id, MAX_SEARCHED_INPUTS).await?;
        for (revision, input) in inputs {
            let input: InputRecord = from_json(&input)?;
            if let Some(speech) = input.written_speech() {
                return Ok(Some(WrittenSpeech { revision, author: Some(user), input, speech }));
            }
        }
        Ok(None)
    }
}

impl FightState {
    /// Returns whether the rules and what players know of a combatant let it speak in character.
    pub(crate) fn can_speak_in_character(&self, who: CombatantId) -> bool {
        let member = self.member(who);
        let is_free = self.is_npc(who) || self.game.chat_policy() == ChatPolicy::Allow;
        is_free && member.is_some_and(|member| !member.is_hidden)
    }

    /// Builds the change that posts words as a combatant. Refuses a hidden speaker, words that the
    /// rules do not allow now, and words that cannot be posted.
    fn build_speech_change(
        &self,
        user: UserId,
        speaker: CombatantId,
        typed_text: &str,
    ) -> Result<StateChange, Refusal> {
        let unknown = || Refusal::new("bad-target", "");
        let member = self.member(speaker).ok_or_else(unknown)?;
        if member.is_hidden {
            return Err(Refusal::new("speaker-hidden", "").with("name", &member.name));
        }
        self.check_rules_allow_speech(user)?;
        let text = clean_speech(typed_text)?;
        let input = InputRecord {
            actor: Some(speaker),
            speaker_name: Some(member.name.clone()),
            is_speaker_npc: self.is_npc(speaker),
            ..InputRecord::from(Command::new(DESCRIBE_VERB).with(TEXT_SLOT, text))
        };
        let mut change = StateChange::without_game_change(self, input);
        change.speech = Some(SpeechUpdate::Posted);
        change.private_reply = Some(speech_notice(&member.name, SpeechChangeKind::Posted));
        Ok(change)
    }

    /// Refuses words of players while the rules forbid them to talk.
    fn check_rules_allow_speech(&self, user: UserId) -> Result<(), Refusal> {
        let is_fighting = matches!(self.highest_role_of(user), Role::Player | Role::StandIn);
        let is_forbidden = self.game.chat_policy() != ChatPolicy::Allow;
        if is_fighting && self.is_running() && is_forbidden {
            return Err(Refusal::new("words-by-rule", ""));
        }
        Ok(())
    }

    /// Refuses other words from an author who does not play the speaker any more.
    fn check_may_edit_speech(&self, user: UserId, input: &InputRecord) -> Result<(), Refusal> {
        let is_playing = |speaker| {
            self.member(speaker).is_some()
                && self.can_play_or_replace_absent_player(user, Initiator::Combatant(speaker))
        };
        if !input.actor.is_some_and(is_playing) {
            return Err(Refusal::new("bad-target", "").with("because", "not-yours"));
        }
        self.check_rules_allow_speech(user)
    }

    /// Builds the change that replaces the words of the input of this revision, or takes them away
    /// where there are no new ones. Words that could not be posted before are posted.
    fn build_speech_edit_or_deletion(
        &self,
        revision: i64,
        mut input: InputRecord,
        new_text: Option<String>,
    ) -> StateChange {
        let name = input.speaker_name.clone().unwrap_or_default();
        let (verb, kind) = match &new_text {
            Some(_) => (EDIT_VERB, SpeechChangeKind::Edited),
            None => ("words-delete", SpeechChangeKind::Deleted),
        };
        // Other words than those that could not be posted are posted.
        let is_first_post = input.speech_state == SpeechState::Unposted;
        input.speech_state = SpeechState::Readable;
        input.is_edited = true;
        input.command.slots.remove(TEXT_SLOT);
        if let Some(text) = new_text {
            input.command = input.command.with(TEXT_SLOT, text);
        }
        let own_input = InputRecord::from(Command::new(verb));
        let mut change = StateChange::without_game_change(self, own_input);
        let input = Box::new(input);
        change.speech = Some(SpeechUpdate::Changed { revision, input, is_first_post });
        change.private_reply = Some(speech_notice(&name, kind));
        change
    }

    /// Builds the change by which somebody else than its author takes speech out. The journal keeps
    /// that there was some, and the author is told.
    fn build_speech_removal_telling_author(
        &self,
        revision: i64,
        author: Option<UserId>,
        input: InputRecord,
    ) -> StateChange {
        let was_readable = input.speech().is_some();
        let name = input.speaker_name.clone().unwrap_or_default();
        let mut change = self.build_speech_edit_or_deletion(revision, input, None);
        if let Some(SpeechUpdate::Changed { input, .. }) = &mut change.speech
            && was_readable
        {
            input.speech_state = SpeechState::TakenOut;
        }
        let notice = Notice::WordsTakenOut { channel: self.channel, name };
        change.notices.extend(author.map(|author| (Audience::Dm(author), notice)));
        change
    }
}

fn speech_notice(name: &str, change: SpeechChangeKind) -> Notice {
    Notice::SpeechChanged { name: name.into(), change }
}

/// Returns the words without blanks around them and without what nobody sees.
///
/// # Errors
/// `words-missing`, `words-too-long`.
fn clean_speech(typed_text: &str) -> Result<String, Refusal> {
    let is_kept = |letter: &char| *letter == '\n' || !letter.is_control();
    let text: String = typed_text.replace("\r\n", "\n").chars().filter(is_kept).collect();
    let text = text.trim();
    if !has_visible_char(text) {
        return Err(Refusal::new("words-missing", ""));
    }
    if text.chars().count() > MAX_SPEECH_CHARS {
        return Err(Refusal::new("words-too-long", "").with("most", MAX_SPEECH_CHARS));
    }
    Ok(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speech_keeps_its_lines_and_loses_what_nobody_sees() {
        assert_eq!(clean_speech(" One.\r\n\u{7}Two. ").unwrap(), "One.\nTwo.");
        for unseen in [" \n ", "\u{200b}", "\u{2800} \u{3164}"] {
            assert_eq!(clean_speech(unseen).unwrap_err().key, "words-missing", "{unseen:?}");
        }
        assert!(clean_speech(&"ä".repeat(MAX_SPEECH_CHARS)).is_ok());
        let refusal = clean_speech(&"ä".repeat(MAX_SPEECH_CHARS + 1)).unwrap_err();
        assert_eq!(refusal.key, "words-too-long");
    }
}
