//! Error responses of Discord's REST API: a status and `{"code", "message"}`.

use serde_json::{Map, Value, json};

use super::violations::ViolationKind;

/// The response to a refused request.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub status: u16,
    pub body: Value,
    /// The violation to record, if the request was a mistake of the bot.
    pub violation: Option<(ViolationKind, String)>,
}

impl ApiError {
    /// Makes an error that a correct bot can meet too.
    pub fn new(status: u16, code: u32, message: &str) -> ApiError {
        ApiError { status, body: json!({"code": code, "message": message}), violation: None }
    }

    /// Makes an error that shows a mistake of the bot.
    pub fn from_violation(kind: ViolationKind, status: u16, code: u32, message: &str) -> ApiError {
        let violation = Some((kind, format!("{message} ({code})")));
        ApiError { violation, ..ApiError::new(status, code, message) }
    }

    /// Makes the error for an invalid body, with its problems nested as Discord nests them.
    pub fn from_form_problems(problems: &[FormProblem]) -> ApiError {
        let mut errors = Value::Object(Map::new());
        for problem in problems {
            problem.nest_into(&mut errors);
        }
        let descriptions: Vec<String> = problems.iter().map(FormProblem::to_string).collect();
        ApiError {
            status: 400,
            body: json!({"code": 50035, "message": "Invalid Form Body", "errors": errors}),
            violation: Some((ViolationKind::BadBody, descriptions.join("; "))),
        }
    }

    /// Makes the error for a body with one problem.
    pub fn invalid_field(path: &str, code: &'static str, message: &str) -> ApiError {
        ApiError::from_form_problems(&[FormProblem {
            path: path.into(),
            code,
            message: message.into(),
        }])
    }

    /// Makes the error for too many requests, with the seconds after which the next one is allowed.
    pub fn rate_limited(retry_after: f64) -> ApiError {
        let mut error = ApiError::new(429, 0, "You are being rate limited.");
        error.body["retry_after"] = json!(retry_after);
        error.body["global"] = json!(false);
        error
    }

    pub fn unknown_endpoint() -> ApiError {
        ApiError::from_violation(ViolationKind::UnknownEndpoint, 404, 0, "404: Not Found")
    }

    pub fn unknown_channel() -> ApiError {
        ApiError::new(404, 10003, "Unknown Channel")
    }

    pub fn unknown_message() -> ApiError {
        ApiError::new(404, 10008, "Unknown Message")
    }

    pub fn missing_access() -> ApiError {
        ApiError::new(403, 50001, "Missing Access")
    }

    pub fn missing_permissions() -> ApiError {
        ApiError::new(403, 50013, "Missing Permissions")
    }

    pub fn reply_without_message_history() -> ApiError {
        let message = "Cannot reply without permission to read message history";
        ApiError::new(403, 160_002, message)
    }

    pub fn empty_message() -> ApiError {
        ApiError::from_violation(ViolationKind::BadBody, 400, 50006, "Cannot send an empty message")
    }
}

/// An invalid field of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FormProblem {
    /// The path of the field, such as `embeds.0.title`. Empty for the body itself.
    pub path: String,
    pub code: &'static str,
    pub message: String,
}

impl FormProblem {
    /// Adds the problem to the `_errors` list under its path, as Discord nests them.
    fn nest_into(&self, errors: &mut Value) {
        let mut node = errors;
        for key in self.path.split('.').filter(|key| !key.is_empty()) {
            node = &mut node[key];
        }
        let list = &mut node["_errors"];
        if list.is_null() {
            *list = json!([]);
        }
        if let Some(list) = list.as_array_mut() {
            list.push(json!({"code": self.code, "message": self.message}));
        }
    }
}

impl std::fmt::Display for FormProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = if self.path.is_empty() { "body" } else { &self.path };
        write!(f, "{path}: {}", self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_problem_is_nested_by_its_path() {
        let error = ApiError::invalid_field("embeds.0.title", "BASE_TYPE_MAX_LENGTH", "too long");
        let problem = &error.body["errors"]["embeds"]["0"]["title"]["_errors"][0];
        assert_eq!(problem["message"], "too long");
    }
}
