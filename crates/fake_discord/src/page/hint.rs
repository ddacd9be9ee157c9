//! The steps that the web page suggests to newcomers.

use serde::Serialize;

/// A suggested step.
#[derive(Clone, Debug, Serialize)]
pub struct PageHint {
    #[serde(rename = "says")]
    pub text: String,
    /// The user who takes the step. It counts as done once an action of theirs was answered.
    #[serde(rename = "who")]
    pub user_name: String,
}
