//! Trouble on order: the next requests that match are refused, fail, lose their connection, or
//! get their answer later.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// What happens to a request.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// Status 429 with its headers; nothing is done.
    RateLimited { retry_after: Duration },
    /// Status 500; nothing is done.
    ServerError,
    /// Status 500, although it was done.
    ServerErrorAfter,
    /// A page of whatever stands between the bot and Discord, with this status; nothing is done.
    Page { status: u16 },
    /// It is done, and a page of theirs says that all is well.
    PageAfter,
    /// Discord does not take the body as it is; nothing is done.
    Unfit,
    /// The connection breaks before anything is done.
    Drop,
    /// It is done, and then the connection breaks before the answer.
    DropAfter,
    /// It is done, and the answer waits for [`Hold::release`].
    Hold(Hold),
}

/// A gate that answers wait at.
#[derive(Clone, Debug)]
pub struct Hold {
    open: Arc<watch::Sender<bool>>,
}

impl Hold {
    pub(crate) fn new() -> Hold {
        Hold { open: Arc::new(watch::Sender::new(false)) }
    }

    /// Lets all waiting answers go, and those that still come.
    pub fn release(&self) {
        self.open.send_replace(true);
    }

    pub(crate) async fn wait(&self) {
        // The sender lives in `self`, so this never fails.
        let _ = self.open.subscribe().wait_for(|open| *open).await;
    }
}

/// The orders that are still open.
#[derive(Debug, Default)]
pub(crate) struct Troubles {
    orders: Vec<Order>,
}

#[derive(Debug)]
struct Order {
    matching: String,
    trouble: Trouble,
    left: u32,
}

impl Troubles {
    pub fn order(&mut self, matching: &str, trouble: Trouble, times: u32) {
        self.orders.push(Order { matching: matching.into(), trouble, left: times });
    }

    /// The trouble for a request, written as `METHOD /path`.
    pub fn take(&mut self, request: &str) -> Option<Trouble> {
        let order = self.orders.iter_mut().find(|order| request.contains(&order.matching))?;
        order.left = order.left.saturating_sub(1);
        let trouble = order.trouble.clone();
        self.orders.retain(|order| order.left > 0);
        Some(trouble)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_used_up() {
        let mut troubles = Troubles::default();
        troubles.order("POST /channels", Trouble::ServerError, 2);
        assert!(troubles.take("GET /channels/1").is_none());
        assert!(troubles.take("POST /channels/1/messages").is_some());
        assert!(troubles.take("POST /channels/1/messages").is_some());
        assert!(troubles.take("POST /channels/1/messages").is_none());
    }
}
