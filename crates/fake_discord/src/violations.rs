//! What the bot did that Discord would not have liked. A test asserts that the list is empty.

use std::fmt;

/// One mistake of the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolViolation {
    pub kind: ViolationKind,
    /// The request or interaction, and what was wrong with it.
    pub description: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViolationKind {
    /// A request that the stand-in (or Discord) does not know.
    UnknownEndpoint,
    /// A body over a limit or of the wrong shape.
    BadBody,
    /// A field that Discord does not know; Discord would silently ignore it.
    UnknownField,
    /// An interaction that got no answer within 3 seconds.
    Unanswered,
    /// An answer after the 3 seconds, or to an interaction that never was.
    AnsweredLate,
    /// A second answer to one interaction.
    AnsweredTwice,
    /// A gateway frame that Discord closes the connection for.
    BadFrame,
}

impl fmt::Display for ProtocolViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.description)
    }
}
