//! Reads the requests of the web page: JSON bodies, queries and files. Whatever is wrong with one
//! is said in a sentence that names the field, for whoever drives the page by a script.

use std::collections::BTreeMap;

use axum::RequestExt as _;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Json, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::server::MAX_REQUEST_BYTES;
use crate::user::ClientError;

/// An error of a page's request, as a sentence for the user.
#[derive(Debug)]
pub(super) struct PageError(pub String);

impl From<ClientError> for PageError {
    fn from(error: ClientError) -> PageError {
        PageError(error.to_string())
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({"error": self.0}))).into_response()
    }
}

pub(super) type PageResult = Result<Json<Value>, PageError>;

/// A field of a request.
pub(super) struct RequestField {
    pub name: &'static str,
    pub kind: FieldKind,
    pub is_required: bool,
}

impl RequestField {
    pub const fn required(name: &'static str, kind: FieldKind) -> RequestField {
        RequestField { name, kind, is_required: true }
    }

    pub const fn optional(name: &'static str, kind: FieldKind) -> RequestField {
        RequestField { name, kind, is_required: false }
    }
}

/// What the value of a field is.
#[derive(Clone, Copy)]
pub(super) enum FieldKind {
    Text,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    Flag,
    /// A whole number of at least 0.
    Count,
    Texts,
    TextPairs,
}

impl FieldKind {
    /// Returns whether a JSON value is of this kind.
    fn accepts(self, value: &Value) -> bool {
        let is_list_of = |is_item: fn(&Value) -> bool| {
            value.as_array().is_some_and(|items| items.iter().all(is_item))
        };
        match self {
            FieldKind::Text => value.is_string(),
            FieldKind::OneOf(texts) => value.as_str().is_some_and(|text| texts.contains(&text)),
            FieldKind::Flag => value.is_boolean(),
            FieldKind::Count => value.is_u64(),
            FieldKind::Texts => is_list_of(Value::is_string),
            FieldKind::TextPairs => is_list_of(|item| {
                item.as_array()
                    .is_some_and(|pair| pair.len() == 2 && pair.iter().all(Value::is_string))
            }),
        }
    }

    /// Says what a field of this kind must be, for an error message.
    fn describe(self) -> String {
        match self {
            FieldKind::Text => "a text in quotation marks".into(),
            FieldKind::OneOf(texts) => format!("one of {}", texts.join(", ")),
            FieldKind::Flag => "true or false".into(),
            FieldKind::Count => "a whole number, 0 or more".into(),
            FieldKind::Texts => "a list of texts".into(),
            FieldKind::TextPairs => "a list of pairs of texts".into(),
        }
    }
}

/// A request of the page, which says what fields it has.
pub(super) trait PageRequest: DeserializeOwned {
    /// Returns the fields of this request. Which there are may depend on one of them.
    fn list_fields(body: &Value) -> Vec<&'static RequestField>;
}

/// Parses a request.
///
/// # Errors
/// The first field that is missing or has a wrong value.
fn parse_request<T: PageRequest>(body: Value) -> Result<T, PageError> {
    if !body.is_object() {
        return Err(PageError("the body must be a JSON object: {\"field\": value, …}".into()));
    }
    for RequestField { name, kind, is_required } in T::list_fields(&body) {
        let problem = match body.get(name).filter(|value| !value.is_null()) {
            Some(value) if kind.accepts(value) => continue,
            None if !is_required => continue,
            Some(_) => "must be",
            None => "is missing; it must be",
        };
        return Err(PageError(format!("the field {name:?} {problem} {}", kind.describe())));
    }
    serde_json::from_value(body)
        .map_err(|_| PageError("the body has not the form of this request".into()))
}

/// A request with a JSON body.
pub(super) struct PageJson<T>(pub T);

impl<S: Send + Sync, T: PageRequest> FromRequest<S> for PageJson<T> {
    type Rejection = PageError;

    /// Reads the JSON body of a request. Refuses another content type, and a body that cannot be
    /// read.
    async fn from_request(request: Request, _: &S) -> Result<Self, PageError> {
        let content_type = request.headers().get(header::CONTENT_TYPE);
        let content_type = content_type.and_then(|value| value.to_str().ok()).unwrap_or_default();
        if content_type.split(';').next().map(str::trim) != Some("application/json") {
            return Err(PageError(
                "the request needs the header content-type: application/json".into(),
            ));
        }
        let PageBytes(bytes) = request.extract().await?;
        let body = serde_json::from_slice(&bytes).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            PageError(format!("the body is no JSON; look at line {line}, column {column}"))
        })?;
        parse_request(body).map(PageJson)
    }
}

/// A request whose fields stand in the query of its address.
pub(super) struct PageQuery<T>(pub T);

impl<S: Send + Sync, T: PageRequest> FromRequestParts<S> for PageQuery<T> {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, PageError> {
        let fields = Query::<BTreeMap<String, String>>::try_from_uri(&parts.uri);
        let unreadable =
            |_| PageError("the query has not the form ?field=value&field=value".into());
        let Query(fields) = fields.map_err(unreadable)?;
        parse_request(json!(fields)).map(PageQuery)
    }
}

/// The body of a request as it is.
pub(super) struct PageBytes(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for PageBytes {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &S) -> Result<Self, PageError> {
        let too_long = |_| {
            let most = MAX_REQUEST_BYTES / (1024 * 1024);
            PageError(format!("the body did not arrive whole; it may have {most} MB at most"))
        };
        Bytes::from_request(request, state).await.map(PageBytes).map_err(too_long)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, Debug)]
    #[allow(dead_code)]
    struct Sample {
        name: String,
        count: Option<u64>,
        pairs: Vec<(String, String)>,
    }

    const SAMPLE_FIELDS: [RequestField; 3] = [
        RequestField::required("name", FieldKind::Text),
        RequestField::optional("count", FieldKind::Count),
        RequestField::required("pairs", FieldKind::TextPairs),
    ];

    impl PageRequest for Sample {
        fn list_fields(_: &Value) -> Vec<&'static RequestField> {
            SAMPLE_FIELDS.iter().collect()
        }
    }

    #[test]
    fn wrong_fields_are_named_with_what_they_must_be() {
        let check = |body: Value, expected: &str| {
            let PageError(problem) = parse_request::<Sample>(body).unwrap_err();
            assert_eq!(problem, expected);
        };
        check(json!([]), "the body must be a JSON object: {\"field\": value, …}");
        let name = "the field \"name\" is missing; it must be a text in quotation marks";
        check(json!({}), name);
        check(json!({"name": null}), name);
        check(json!({"name": 3}), "the field \"name\" must be a text in quotation marks");
        let count = "the field \"count\" must be a whole number, 0 or more";
        check(json!({"name": "a", "count": -1}), count);
        let pairs = "the field \"pairs\" must be a list of pairs of texts";
        check(json!({"name": "a", "pairs": [["a"]]}), pairs);
        assert!(parse_request::<Sample>(json!({"name": "a", "pairs": [["a", "b"]]})).is_ok());
    }
}
