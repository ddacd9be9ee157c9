//! Trouble on order: the next requests that match are refused, fail, lose their connection, or
//! get their answer later.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// What happens to a request.
#[derive(Clone, Debug)]
pub enum InjectedFault {
    /// Status 429 with its headers; nothing is done.
    RateLimited { retry_after: Duration },
    /// Status 500; nothing is done.
    ServerError,
    /// Status 500, although it was done.
    ServerErrorWhenDone,
    /// A page of whatever stands between the bot and Discord, with this status; nothing is done.
    ProxyPage { status: u16 },
    /// It is done, and a page of theirs says that all is well.
    ProxyPageWhenDone,
    /// Discord does not take the body as it is; nothing is done.
    BodyRejected,
    /// The connection breaks before anything is done.
    ConnectionLost,
    /// It is done, and then the connection breaks before the answer.
    ConnectionLostWhenDone,
    /// It is done, and the answer waits for [`Hold::release`].
    ResponseHeld(ResponseHold),
}

/// A gate that answers wait at.
#[derive(Clone, Debug)]
pub struct ResponseHold {
    is_released: Arc<watch::Sender<bool>>,
}

impl ResponseHold {
    pub(crate) fn new() -> ResponseHold {
        ResponseHold { is_released: Arc::new(watch::Sender::new(false)) }
    }

    /// Lets all waiting answers go, and those that still come.
    pub fn release(&self) {
        self.is_released.send_replace(true);
    }

    pub(crate) async fn wait_until_released(&self) {
        // The sender lives in `self`, so this never fails.
        let _ = self.is_released.subscribe().wait_for(|open| *open).await;
    }
}

/// The orders that are still open.
#[derive(Debug, Default)]
pub(crate) struct FaultInjector {
    rules: Vec<InjectionRule>,
}

#[derive(Debug)]
struct InjectionRule {
    request_pattern: String,
    fault: InjectedFault,
    remaining: u32,
}

impl FaultInjector {
    pub fn add_rule(&mut self, request_pattern: &str, fault: InjectedFault, times: u32) {
        self.rules.push(InjectionRule {
            request_pattern: request_pattern.into(),
            fault,
            remaining: times,
        });
    }

    /// The trouble for a request, written as `METHOD /path`.
    pub fn take_fault_for(&mut self, request: &str) -> Option<InjectedFault> {
        let order = self.rules.iter_mut().find(|order| request.contains(&order.request_pattern))?;
        order.remaining = order.remaining.saturating_sub(1);
        let trouble = order.fault.clone();
        self.rules.retain(|order| order.remaining > 0);
        Some(trouble)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_used_up() {
        let mut troubles = FaultInjector::default();
        troubles.add_rule("POST /channels", InjectedFault::ServerError, 2);
        assert!(troubles.take_fault_for("GET /channels/1").is_none());
        assert!(troubles.take_fault_for("POST /channels/1/messages").is_some());
        assert!(troubles.take_fault_for("POST /channels/1/messages").is_some());
        assert!(troubles.take_fault_for("POST /channels/1/messages").is_none());
    }
}
