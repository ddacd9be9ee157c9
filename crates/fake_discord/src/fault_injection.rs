//! Fault injection: the next matching requests are refused, fail, lose their connection, or get
//! their response later.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// A fault of a request. Those called `…WhenDone` happen after the request was executed; the
/// others, except [`Self::ResponseHeld`], prevent it.
#[derive(Clone, Debug)]
pub enum InjectedFault {
    /// Status 429 with its headers.
    RateLimited { retry_after: Duration },
    /// Status 500.
    ServerError,
    /// Status 500, although the request was executed.
    ServerErrorWhenDone,
    /// An HTML page of a proxy between the bot and Discord, with this status.
    ProxyPage { status: u16 },
    /// An HTML page of a proxy with status 200, although the request was executed.
    ProxyPageWhenDone,
    /// Status 400, as if the body was invalid.
    BodyRejected,
    /// An error of Discord's own, with this status and code.
    Refused { status: u16, code: u32 },
    /// The connection breaks.
    ConnectionLost,
    /// The connection breaks before the response, although the request was executed.
    ConnectionLostWhenDone,
    /// The request is executed, and its response waits for [`ResponseHold::release`].
    ResponseHeld(ResponseHold),
}

/// Holds responses back until it is released.
#[derive(Clone, Debug)]
pub struct ResponseHold {
    is_released: Arc<watch::Sender<bool>>,
}

impl ResponseHold {
    pub(crate) fn new() -> ResponseHold {
        ResponseHold { is_released: Arc::new(watch::Sender::new(false)) }
    }

    /// Sends all held responses, and holds back no later ones.
    pub fn release(&self) {
        self.is_released.send_replace(true);
    }

    pub(crate) async fn wait_until_released(&self) {
        // The sender lives in `self`, so this never fails.
        let _ = self.is_released.subscribe().wait_for(|is_released| *is_released).await;
    }
}

/// The faults that are still to be injected.
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
    /// Injects the fault into the next `times` requests whose `METHOD /path` contains the pattern.
    pub fn add_rule(&mut self, request_pattern: &str, fault: InjectedFault, times: u32) {
        self.rules.push(InjectionRule {
            request_pattern: request_pattern.into(),
            fault,
            remaining: times,
        });
    }

    /// Takes the fault for a request, written as `METHOD /path`. Returns `None` if no rule
    /// matches.
    pub fn take_first_matching_fault(&mut self, request: &str) -> Option<InjectedFault> {
        let rule = self.rules.iter_mut().find(|rule| request.contains(&rule.request_pattern))?;
        rule.remaining = rule.remaining.saturating_sub(1);
        let fault = rule.fault.clone();
        self.rules.retain(|rule| rule.remaining > 0);
        Some(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_is_injected_as_often_as_its_rule_says() {
        let mut injector = FaultInjector::default();
        injector.add_rule("POST /channels", InjectedFault::ServerError, 2);
        assert!(injector.take_first_matching_fault("GET /channels/1").is_none());
        assert!(injector.take_first_matching_fault("POST /channels/1/messages").is_some());
        assert!(injector.take_first_matching_fault("POST /channels/1/messages").is_some());
        assert!(injector.take_first_matching_fault("POST /channels/1/messages").is_none());
    }
}
