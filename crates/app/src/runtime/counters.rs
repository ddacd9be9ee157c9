//! Metrics for the operator: sums over all fights, without names, user ids or anything that happens
//! in a fight.

use store::error::StoreError;

use crate::api::input::InputReply;
use crate::runtime::app::App;

/// Counts an input in the metrics, by the kind of its reply.
pub(crate) fn count_input(reply: &Result<InputReply, StoreError>) {
    let result = match reply {
        Ok(InputReply::Done(_)) => "done",
        Ok(InputReply::Refused(_)) => "refused",
        Ok(InputReply::NeedsConfirmation(_)) => "unsure",
        Ok(InputReply::QueryResult(_)) => "shown",
        Ok(InputReply::Library(_)) => "shelf",
        Err(_) => "fault",
    };
    metrics::counter!("riposte_inputs_total", "result" => result).increment(1);
}

/// Counts a delivery by its result: `delivered`, `later` or `given-up`.
pub(crate) fn count_delivery(result: &'static str) {
    metrics::counter!("riposte_posts_total", "result" => result).increment(1);
}

pub(crate) fn count_fired_deadline() {
    metrics::counter!("riposte_clocks_total").increment(1);
}

impl App {
    /// Returns the number of outbox rows that wait to be delivered.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn outbox_depth(&self) -> Result<u32, StoreError> {
        self.inner.store.count_pending_outbox_rows().await
    }
}
