//! Words in character on their way to the channel: under which name they are posted, and what
//! becomes of those that cannot be posted or changed.

use engine::core::ids::{CombatantId, UserId};
use engine::game::{Game, Member};
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::rows::{InputEdit, NewOutboxRow, OutboxRow, StoredInput};

use crate::api::outbox::{Audience, MessageBody, Notice};
use crate::api::speech::{SpeechCard, StoredSpeech, UnpostedReason};
use crate::runtime::app::App;
use crate::runtime::counters::count_delivery;
use crate::state::fight_state::{FightState, from_json, to_json};
use crate::state::outbox_entry::{OutboxEntry, parse_speech_subject};
use crate::state::perspective::Perspective;
use crate::transaction::{InputRecord, SpeechState};

/// Words that are to be posted, edited or deleted in their channel.
#[derive(Clone, Copy)]
pub(super) struct SpeechPost {
    /// The revision of their input.
    pub revision: i64,
    /// They are posted if no message has them. An edit of words whose message is gone posts
    /// nothing.
    pub is_first_post: bool,
    pub has_message: bool,
}

/// Who somebody who has spoken is by now.
enum SpeakerNow {
    /// In the fight, under this public name.
    Named(String),
    /// In the fight, and players do not know of it.
    Hidden,
    /// Not in the fight any more.
    Gone,
}

impl App {
    /// Builds what the message of words in character must show; `None` if there is none and there
    /// is to be none. Words that are not posted yet get the name that everybody knows by now,
    /// which is stored with them. Those of a speaker who is hidden by now are not posted at all,
    /// and their author is told.
    pub(super) async fn build_speech_body_or_settle_unposted(
        &self,
        state: &FightState,
        row: &OutboxRow,
        post: SpeechPost,
    ) -> Result<Option<MessageBody>, StoreError> {
        let SpeechPost { revision, is_first_post, has_message } = post;
        let may_have_message = has_message || row.tries > 0;
        // The input changes only if its author edits the words in between.
        loop {
            let Some(stored) = self.inner.store.load_input(state.id, revision).await? else {
                return Ok(None);
            };
            let input: InputRecord = from_json(&stored.input)?;
            let Some(mut speech) = input.speech() else {
                let name = input.speaker_name.unwrap_or_default();
                return Ok(may_have_message.then_some(MessageBody::SpeechDeleted { name }));
            };
            if !has_message && !is_first_post {
                return Ok(None);
            }
            let speaker = self.find_speaker_now(state, revision, &speech).await?;
            match &speaker {
                SpeakerNow::Named(name) if !may_have_message && *name != speech.name => {
                    if !self.store_speaker_name_if_unchanged(state, revision, &stored, name).await?
                    {
                        continue;
                    }
                    speech.name.clone_from(name);
                }
                SpeakerNow::Hidden if !may_have_message => {
                    let reason = UnpostedReason::SpeakerHidden;
                    self.mark_speech_unposted_and_notify_author(
                        state, row, revision, &stored, reason,
                    )
                    .await?;
                    return Ok(None);
                }
                SpeakerNow::Named(_) | SpeakerNow::Hidden | SpeakerNow::Gone => {}
            }
            let portrait_url = match speaker {
                SpeakerNow::Gone | SpeakerNow::Hidden => None,
                SpeakerNow::Named(_) => self.load_public_portrait(state, speech.speaker).await?,
            };
            let card = SpeechCard { name: speech.name, text: speech.text, portrait_url };
            return Ok(Some(MessageBody::Speech(card)));
        }
    }

    /// Stores under which name words in character are posted. Returns `false`, and changes nothing,
    /// if their input has changed since it was read.
    async fn store_speaker_name_if_unchanged(
        &self,
        state: &FightState,
        revision: i64,
        stored: &StoredInput,
        name: &str,
    ) -> Result<bool, StoreError> {
        let input: InputRecord = from_json(&stored.input)?;
        let renamed = InputRecord { speaker_name: Some(name.to_string()), ..input };
        let after = to_json(&renamed)?;
        let edit = InputEdit { revision, before: &stored.input, after: &after };
        self.inner.store.replace_input_if_unchanged(state.id, edit).await
    }

    /// Loads the portrait of a combatant, if everybody may see it.
    async fn load_public_portrait(
        &self,
        state: &FightState,
        who: CombatantId,
    ) -> Result<Option<String>, StoreError> {
        if !state.is_npc(who) {
            return self.load_portrait_of_own_sheet(state, who).await;
        }
        let public = Perspective::from_viewer(Viewer::Public);
        Ok(state.visible_npc_portraits_by_id(&public).remove(&who))
    }

    /// Finds out who has spoken, by now. After an undo another combatant may have the id.
    async fn find_speaker_now(
        &self,
        state: &FightState,
        revision: i64,
        speech: &StoredSpeech,
    ) -> Result<SpeakerNow, StoreError> {
        let Some(member) = state.member(speech.speaker) else { return Ok(SpeakerNow::Gone) };
        let is_as_then = member.name == speech.name && !member.is_hidden;
        if !is_as_then && !self.was_same_combatant_at_revision(state, revision, member).await? {
            return Ok(SpeakerNow::Gone);
        }
        Ok(match member.is_hidden {
            true => SpeakerNow::Hidden,
            false => SpeakerNow::Named(member.name.clone()),
        })
    }

    /// Returns whether a member was in the fight under the same id and true name after the input of
    /// this revision. `false` also where the input is not stored any more.
    async fn was_same_combatant_at_revision(
        &self,
        state: &FightState,
        revision: i64,
        member: &Member,
    ) -> Result<bool, StoreError> {
        let Some(row) = self.inner.store.load_journal_row(state.id, revision).await? else {
            return Ok(false);
        };
        let game: Game = from_json(&row.state)?;
        let members_then = game.list_present_members();
        let mut same_id = members_then.iter().filter(|then| then.id == member.id);
        Ok(same_id.any(|then| true_name(then) == true_name(member)))
    }

    /// Settles speech that the server blocks, unless its text has changed meanwhile. Its author is
    /// told; a log has it no more.
    pub(super) async fn settle_blocked_speech(
        &self,
        state: &FightState,
        row: &OutboxRow,
        text: &str,
    ) -> Result<(), StoreError> {
        count_delivery("given-up");
        let Some(revision) = speech_revision(row) else { return Ok(()) };
        let Some(stored) = self.inner.store.load_input(state.id, revision).await? else {
            return self.inner.store.record_sent_message_and_delete_row_if_settled(row, None).await;
        };
        let is_blocked = from_json::<InputRecord>(&stored.input)?
            .speech()
            .is_some_and(|speech| speech.text == text);
        // Otherwise there are other words meanwhile, which the row brings to the channel.
        if is_blocked {
            let reason = UnpostedReason::Blocked;
            self.mark_speech_unposted_and_notify_author(state, row, revision, &stored, reason)
                .await?;
        }
        Ok(())
    }

    /// Stores that speech cannot be posted, and tells its author.
    async fn mark_speech_unposted_and_notify_author(
        &self,
        state: &FightState,
        row: &OutboxRow,
        revision: i64,
        stored: &StoredInput,
        reason: UnpostedReason,
    ) -> Result<(), StoreError> {
        let mut input: InputRecord = from_json(&stored.input)?;
        let notice = input.speech().map(|speech| Notice::WordsNotPosted {
            channel: state.channel,
            name: speech.name,
            text: speech.text,
            reason,
        });
        input.speech_state = SpeechState::Unposted;
        let after = to_json(&input)?;
        let edit = InputEdit { revision, before: &stored.input, after: &after };
        let notice = build_notice_row_if_author_known(stored, notice)?;
        self.inner.store.mark_speech_unposted_and_notify_author(row, edit, notice).await?;
        self.wake_background_tasks();
        Ok(())
    }

    /// Gives up an edit or a deletion of speech that the chat service refuses, and tells its
    /// author.
    pub(super) async fn give_up_speech_change_and_notify_author(
        &self,
        row: &OutboxRow,
    ) -> Result<(), StoreError> {
        count_delivery("given-up");
        tracing::warn!(post = row.id, "gave up a change of words in character");
        let state = self.load_fight(row.fight_id()).await?;
        let stored = match speech_revision(row) {
            Some(revision) => self.inner.store.load_input(row.fight_id(), revision).await?,
            None => None,
        };
        let notice = match (&state, &stored) {
            (Some(state), Some(stored)) => {
                let name = from_json::<InputRecord>(&stored.input)?.speaker_name;
                let name = name.unwrap_or_default();
                let notice = Notice::WordsNotChanged { channel: state.channel, name };
                build_notice_row_if_author_known(stored, Some(notice))?
            }
            _ => None,
        };
        self.inner.store.mark_undeliverable_and_insert_notice(row, "words stay", notice).await?;
        self.wake_background_tasks();
        Ok(())
    }
}

/// Returns the revision of the input whose words a row posts; `None` for other rows.
fn speech_revision(row: &OutboxRow) -> Option<i64> {
    row.subject.as_deref().and_then(parse_speech_subject)
}

/// Builds the row that tells the author of words something; `None` if their author is not known
/// any more.
fn build_notice_row_if_author_known(
    stored: &StoredInput,
    notice: Option<Notice>,
) -> Result<Option<NewOutboxRow>, StoreError> {
    let author = stored.user.map(|user| Audience::Dm(UserId(user)));
    match author.zip(notice) {
        Some((author, notice)) => OutboxEntry::Notice(notice).to_new_outbox_row(author).map(Some),
        None => Ok(None),
    }
}

/// Returns the name of a combatant that no disclosure changes.
fn true_name(member: &Member) -> &str {
    member.true_name.as_deref().unwrap_or(&member.name)
}
