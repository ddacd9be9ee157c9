//! The web page of the sandbox and the interface behind it. `show` says what a user sees, `act`
//! does what a user does, a websocket says when to look again; the page itself is `index.html` and
//! the modules beside it, which need no building.
//!
//! Only pages of this very server may ask; see [`same_origin_only`].

mod act;
mod hint;
mod seat;
mod show;

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::{Message as Frame, WebSocket};
use axum::extract::{Path, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use super::state::Shared;

pub use hint::Hint;

const INDEX: &str = include_str!("index.html");

/// What the page is made of, by name.
const FILES: &[(&str, &str)] = &[
    ("app.js", include_str!("app.js")),
    ("audit.html", include_str!("audit.html")),
    ("audit.js", include_str!("audit.js")),
    ("commands.js", include_str!("commands.js")),
    ("composer.js", include_str!("composer.js")),
    ("dom.js", include_str!("dom.js")),
    ("forms.js", include_str!("forms.js")),
    ("icon.svg", include_str!("icon.svg")),
    ("markup.js", include_str!("markup.js")),
    ("menus.js", include_str!("menus.js")),
    ("messages.js", include_str!("messages.js")),
    ("seat.js", include_str!("seat.js")),
    ("sidebar.js", include_str!("sidebar.js")),
    ("style.css", include_str!("style.css")),
    ("time.js", include_str!("time.js")),
];

/// Nothing from elsewhere, nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

pub(crate) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/", get(|| async { asset("index.html", INDEX) }))
        .route("/favicon.ico", get(|| async { file(Path("icon.svg".into())).await }))
        .route("/sandbox/page/{name}", get(file))
        .route("/sandbox/commands", get(show::commands))
        .route("/sandbox/view", get(show::view))
        .route("/sandbox/do", post(act::act))
        .route("/sandbox/autocomplete", post(act::autocomplete))
        .route("/sandbox/attach", post(act::attach))
        .route("/sandbox/people", post(act::add_person))
        .route("/sandbox/channels", post(act::add_channel))
        .route("/sandbox/clock", post(act::wind))
        .route("/sandbox/live", get(live))
        .layer(middleware::from_fn(same_origin_only))
}

async fn file(Path(name): Path<String>) -> Response {
    match FILES.iter().find(|(known, _)| *known == name) {
        Some((name, text)) => asset(name, text),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn asset(name: &str, text: &'static str) -> Response {
    let kind = match name.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, text).into_response()
}

/// Refuses what a page from elsewhere sends, websockets too.
async fn same_origin_only(request: Request, next: Next) -> Response {
    let is_page = request.uri().path() == "/";
    if is_page || is_same_origin(request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "only this server's own page may ask").into_response()
    }
}

fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let site = text(header::HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|site| site != "same-origin" && site != "none") {
        return false;
    }
    match (text(header::ORIGIN), text(header::HOST)) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin == format!("http://{host}"),
        (Some(_), None) => false,
    }
}

async fn live(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(|socket| tell_changes(shared, socket))
}

/// Says "look again" at every change, until the page is closed.
async fn tell_changes(shared: Arc<Shared>, mut socket: WebSocket) {
    let mut changes = shared.listen();
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

    fn check(headers: &[(&'static str, &'static str)], expected: bool) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, header::HeaderValue::from_static(value));
        }
        assert_eq!(is_same_origin(&map), expected, "{headers:?}");
    }

    #[test]
    fn only_the_own_page_may_ask() {
        check(&[("host", "127.0.0.1:8080")], true);
        check(&[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")], true);
        check(&[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:9")], false);
        check(&[("host", "127.0.0.1:8080"), ("origin", "https://evil.example")], false);
        check(&[("host", "localhost:1"), ("sec-fetch-site", "same-origin")], true);
        check(&[("host", "localhost:1"), ("sec-fetch-site", "cross-site")], false);
    }
}
