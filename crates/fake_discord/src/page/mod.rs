//! The web page of the sandbox and its API. `queries` returns what a user sees, `actions` does what
//! a user does, and a websocket reports changes. The page itself is `index.html` and the modules
//! beside it, which need no build step.
//!
//! Only pages of this server may use the API; see [`require_same_origin_except_page`]. All requests
//! wait until the page is opened; see [`wait_until_open`].

mod actions;
mod hint;
mod queries;
mod requests;
mod viewpoint;

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Frame, WebSocket};
use axum::extract::{Path, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};

use super::state::SharedState;
use requests::PageError;

pub use hint::PageHint;

const INDEX_HTML: &str = include_str!("index.html");

/// The files of the page, by name.
const PAGE_FILES: &[(&str, &str)] = &[
    ("app.js", include_str!("app.js")),
    ("audit.html", include_str!("audit.html")),
    ("audit.js", include_str!("audit.js")),
    ("commands.js", include_str!("commands.js")),
    ("composer.js", include_str!("composer.js")),
    ("context.js", include_str!("context.js")),
    // The check of a replay's page serves the audit page as well.
    ("dice_check.js", include_str!("../../../../data/replay/dice_check.js")),
    ("dom.js", include_str!("dom.js")),
    ("forms.js", include_str!("forms.js")),
    ("icon.svg", include_str!("icon.svg")),
    ("markup.js", include_str!("markup.js")),
    ("menus.js", include_str!("menus.js")),
    ("messages.js", include_str!("messages.js")),
    ("seat.js", include_str!("seat.js")),
    ("sha256.js", include_str!("../../../../data/replay/sha256.js")),
    ("sidebar.js", include_str!("sidebar.js")),
    ("style.css", include_str!("style.css")),
    ("time.js", include_str!("time.js")),
];

/// The content security policy: no content from other servers, and no inline scripts or styles.
const CSP_HEADER: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Returns the routes of the sandbox page, which answer only requests of the page itself.
pub(crate) fn page_routes(shared: Arc<SharedState>) -> Router<Arc<SharedState>> {
    Router::new()
        .route("/", get(|| async { asset_response("index.html", INDEX_HTML) }))
        .route("/favicon.ico", get(|| async { serve_page_file(Path("icon.svg".into())).await }))
        .route("/sandbox/page/{name}", get(serve_page_file))
        .route("/sandbox/commands", get(queries::load_commands))
        .route("/sandbox/view", get(queries::load_view))
        .route("/sandbox/do", post(actions::perform_action))
        .route("/sandbox/autocomplete", post(actions::request_autocomplete_choices))
        .route("/sandbox/attach", post(actions::store_upload))
        .route("/sandbox/people", post(actions::add_person))
        .route("/sandbox/language", post(actions::set_language))
        .route("/sandbox/channels", post(actions::add_channel))
        .route("/sandbox/clock", post(actions::advance_clock))
        .route("/sandbox/live", get(open_change_feed))
        .route("/sandbox/{*rest}", any(|| async { no_such_address() }))
        .method_not_allowed_fallback(|| async { no_such_address() })
        .layer(middleware::from_fn_with_state(shared, wait_until_open))
        .layer(middleware::from_fn(require_same_origin_except_page))
}

fn no_such_address() -> PageError {
    PageError("the page has no such address, or takes it with another method".into())
}

/// Lets a request wait until the page is open. What is pressed while a scene is still being set up
/// would play another fight than the scene.
async fn wait_until_open(
    State(shared): State<Arc<SharedState>>,
    request: Request,
    next: Next,
) -> Response {
    shared.wait_until_some(|state| state.is_page_open.then_some(())).await;
    next.run(request).await
}

async fn serve_page_file(Path(name): Path<String>) -> Response {
    match PAGE_FILES.iter().find(|(known, _)| *known == name) {
        Some((name, text)) => asset_response(name, text),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Returns a file of the page, with headers against scripts of others and against caching.
fn asset_response(name: &str, text: &'static str) -> Response {
    let content_type = match name.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    };
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::CONTENT_SECURITY_POLICY, CSP_HEADER),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, text).into_response()
}

/// Refuses requests of other servers' pages, including websockets. The page itself may be opened
/// from anywhere.
async fn require_same_origin_except_page(request: Request, next: Next) -> Response {
    let is_page = request.uri().path() == "/";
    if is_page || is_same_origin(request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "only this server's own page may ask").into_response()
    }
}

/// Returns whether a request comes from a page of this server, or from no page.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let header_text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let fetch_site = header_text(header::HeaderName::from_static("sec-fetch-site"));
    if fetch_site.is_some_and(|site| site != "same-origin" && site != "none") {
        return false;
    }
    match (header_text(header::ORIGIN), header_text(header::HOST)) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin == format!("http://{host}"),
        (Some(_), None) => false,
    }
}

/// Opens a websocket that tells the page whenever the state changes.
async fn open_change_feed(
    State(shared): State<Arc<SharedState>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    match upgrade {
        Ok(upgrade) => upgrade.on_upgrade(|socket| send_change_counts(shared, socket)),
        Err(_) => PageError("this address takes only a websocket".into()).into_response(),
    }
}

/// Sends the number of changes at every change, until the page is closed.
async fn send_change_counts(shared: Arc<SharedState>, mut socket: WebSocket) {
    let mut changes = shared.subscribe_to_changes();
    loop {
        let count = *changes.borrow_and_update();
        if socket.send(Frame::Text(count.to_string().into())).await.is_err() {
            return;
        }
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            incoming = socket.recv() => if !matches!(incoming, Some(Ok(_))) { return },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_same_origin(headers: &[(&'static str, &'static str)], expected: bool) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, header::HeaderValue::from_static(value));
        }
        assert_eq!(is_same_origin(&map), expected, "{headers:?}");
    }

    #[test]
    fn same_origin_check_refuses_other_origins_and_sites() {
        assert_same_origin(&[("host", "127.0.0.1:8080")], true);
        assert_same_origin(
            &[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")],
            true,
        );
        assert_same_origin(&[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:9")], false);
        assert_same_origin(
            &[("host", "127.0.0.1:8080"), ("origin", "https://evil.example")],
            false,
        );
        assert_same_origin(&[("host", "localhost:1"), ("sec-fetch-site", "same-origin")], true);
        assert_same_origin(&[("host", "localhost:1"), ("sec-fetch-site", "cross-site")], false);
    }
}
