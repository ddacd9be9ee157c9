//! Protocol violations: mistakes of the bot that Discord would refuse or ignore. Tests assert that
//! there are none.

use std::fmt;

/// A mistake of the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolViolation {
    pub kind: ViolationKind,
    /// The request or interaction, and what was wrong with it.
    pub description: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViolationKind {
    /// A request to an endpoint that this server (or Discord) does not have.
    UnknownEndpoint,
    /// A body that exceeds a limit or has a wrong form.
    BadBody,
    /// A field that Discord does not know and would silently ignore.
    UnknownField,
    /// An interaction without a response within 3 seconds.
    Unanswered,
    /// A response after the 3 seconds, or to an unknown interaction.
    AnsweredLate,
    /// A second first response to an interaction.
    AnsweredTwice,
    /// A gateway frame for which Discord closes the connection.
    BadFrame,
}

impl fmt::Display for ProtocolViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.description)
    }
}
