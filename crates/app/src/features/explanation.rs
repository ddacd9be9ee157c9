//! Why something happened: what a message tells, as one viewer may know it, and the rules behind.
//!
//! The rules follow from the events that the viewer sees and from nothing else, so they reveal no
//! more than the events.

use content::rulebook::{self, Rule};
use engine::core::command::Refusal;
use store::error::StoreError;
use store::ids::MessageId;

use crate::api::input::{
    Explanation, InputReply, QueryResult, RequestContext, query_reply, refusal_reply,
};
use crate::runtime::app::App;
use crate::state::fight_state::FightState;
use crate::transaction::journal_view::build_log_entry_if_visible;

impl App {
    /// Explains a message in the place of the request. Refuses with `no-record` where the message
    /// tells nothing that the user may know.
    pub(crate) async fn explain_message(
        &self,
        state: &FightState,
        context: &RequestContext,
        message: MessageId,
    ) -> Result<InputReply, StoreError> {
        let store = &self.inner.store;
        let perspective = state.perspective_of_user(context.user);
        let effective = self.load_effective_revisions(state).await?;
        let mut entries = Vec::new();
        let mut rules: Vec<Rule> = Vec::new();
        for revision in self.load_revisions_told_by_message(state, context, message).await? {
            let Some(row) = store.load_journal_row(state.id, revision).await? else { continue };
            let previous = store.load_journal_row(state.id, revision - 1).await?;
            let entry =
                build_log_entry_if_visible(&row, previous.as_ref(), &perspective, &effective)?;
            let Some(entry) = entry else { continue };
            if let Some(narrative) = &entry.narrative {
                for event_key in narrative.distinct_system_event_keys() {
                    for rule in rulebook::rules_behind_event(state.system(), &event_key) {
                        if !rules.contains(&rule) {
                            rules.push(rule);
                        }
                    }
                }
            }
            entries.push(entry);
        }
        if entries.is_empty() {
            return Ok(refusal_reply(Refusal::new("no-record", "")));
        }
        let is_numbered = perspective.is_gm();
        Ok(query_reply(QueryResult::Explanation(Explanation { entries, is_numbered, rules })))
    }
}
