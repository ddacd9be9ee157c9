//! What Discord says when it refuses a request: a status and `{"code", "message"}`.

use serde_json::{Map, Value, json};

use super::faults::FaultKind;

/// A request that was refused.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub status: u16,
    pub body: Value,
    /// Set when the bot should not have asked in the first place.
    pub fault: Option<(FaultKind, String)>,
}

impl Refusal {
    /// A refusal that a correct bot can meet too.
    pub fn expected(status: u16, code: u32, message: &str) -> Refusal {
        Refusal { status, body: json!({"code": code, "message": message}), fault: None }
    }

    /// A refusal that shows a mistake of the bot.
    pub fn mistake(kind: FaultKind, status: u16, code: u32, message: &str) -> Refusal {
        let fault = Some((kind, format!("{message} ({code})")));
        Refusal { fault, ..Refusal::expected(status, code, message) }
    }

    /// A body of the wrong form, with the problems nested as Discord nests them.
    pub fn form(problems: &[Problem]) -> Refusal {
        let mut errors = Value::Object(Map::new());
        for problem in problems {
            problem.nest_into(&mut errors);
        }
        let said: Vec<String> = problems.iter().map(Problem::to_string).collect();
        Refusal {
            status: 400,
            body: json!({"code": 50035, "message": "Invalid Form Body", "errors": errors}),
            fault: Some((FaultKind::BadBody, said.join("; "))),
        }
    }

    /// A body with one problem.
    pub fn field(path: &str, code: &'static str, message: &str) -> Refusal {
        Refusal::form(&[Problem { path: path.into(), code, message: message.into() }])
    }

    pub fn unknown_endpoint() -> Refusal {
        Refusal::mistake(FaultKind::UnknownEndpoint, 404, 0, "404: Not Found")
    }

    pub fn unknown_channel() -> Refusal {
        Refusal::expected(404, 10003, "Unknown Channel")
    }

    pub fn unknown_message() -> Refusal {
        Refusal::expected(404, 10008, "Unknown Message")
    }

    pub fn missing_access() -> Refusal {
        Refusal::expected(403, 50001, "Missing Access")
    }

    pub fn missing_permissions() -> Refusal {
        Refusal::expected(403, 50013, "Missing Permissions")
    }

    pub fn empty_message() -> Refusal {
        Refusal::mistake(FaultKind::BadBody, 400, 50006, "Cannot send an empty message")
    }
}

/// One wrong field of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// Dotted: `embeds.0.title`. Empty for the body itself.
    pub path: String,
    pub code: &'static str,
    pub message: String,
}

impl Problem {
    fn nest_into(&self, errors: &mut Value) {
        let mut node = errors;
        for step in self.path.split('.').filter(|step| !step.is_empty()) {
            node = &mut node[step];
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

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = if self.path.is_empty() { "body" } else { &self.path };
        write!(f, "{path}: {}", self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_nested_by_their_path() {
        let refusal = Refusal::field("embeds.0.title", "BASE_TYPE_MAX_LENGTH", "too long");
        assert_eq!(
            refusal.body["errors"]["embeds"]["0"]["title"]["_errors"][0]["message"],
            "too long"
        );
    }
}
