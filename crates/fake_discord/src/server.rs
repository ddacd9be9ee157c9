//! The loopback HTTP server: it checks who sends a request, reads it, injects faults, and logs it.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::Router;
use axum::body::Body;
use axum::extract::connect_info::{ConnectInfo, Connected};
use axum::extract::{
    DefaultBodyLimit, FromRequest, Multipart, Path, Query, RawQuery, Request, State,
    WebSocketUpgrade,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::serve::{IncomingStream, Listener};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use super::api_error::ApiError;
use super::fault_injection::InjectedFault;
use super::gateway;
use super::messages::UploadedFiles;
use super::page;
use super::rest::{self, ApiRequest, ApiResponse, ApiResult};
use super::snowflake::Snowflake;
use super::state::{SharedState, StoredFile};
use super::traffic_log::TrafficRecord;
use super::violations::ViolationKind;

pub(crate) const MAX_REQUEST_BYTES: usize = 25 * 1024 * 1024;
const MAX_FILE_BYTES: usize = 10 * 1024 * 1024;

/// Serves HTTP until the task is aborted.
pub(crate) async fn serve_http(shared: Arc<SharedState>, listener: TcpListener) -> io::Result<()> {
    let app = Router::new()
        .route("/gateway/", any(upgrade_to_gateway))
        .route("/attachments/{channel}/{file}/{name}", get(serve_attachment))
        .merge(page::page_routes(Arc::clone(&shared)))
        .fallback(any(handle_api_request))
        .layer(middleware::from_fn(require_loopback_host))
        .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
        .with_state(shared);
    let service = app.into_make_service_with_connect_info::<ConnectionBreaker>();
    axum::serve(LoopbackListener(listener), service).await
}

/// Refuses requests with a host name that is not local, so that no foreign web page can reach this
/// server through a name of its own (DNS rebinding).
async fn require_loopback_host(request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let name = host.map(|host| host.rsplit_once(':').map_or(host, |(name, _)| name));
    match name {
        Some("127.0.0.1" | "localhost" | "[::1]") => next.run(request).await,
        _ => (StatusCode::FORBIDDEN, "this server answers on localhost only").into_response(),
    }
}

async fn upgrade_to_gateway(
    State(shared): State<Arc<SharedState>>,
    Query(options): Query<gateway::ConnectionOptions>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.on_upgrade(|socket| gateway::serve_connection(shared, socket, options))
}

/// The query by which the page of the sandbox opens a web page, such as the replay of a fight.
const OPEN_QUERY: &str = "open";
/// The content security policy of such a page: nothing of this server or any other but the pictures
/// within it, and an origin of its own.
const OPENED_PAGE_CSP: &str = "sandbox allow-scripts; default-src 'none'; img-src data:; \
                               script-src 'unsafe-inline'; style-src 'unsafe-inline'";

/// Serves an uploaded file, as Discord's CDN does.
async fn serve_attachment(
    State(shared): State<Arc<SharedState>>,
    Path((_, file, name)): Path<(String, String, String)>,
    RawQuery(query): RawQuery,
) -> Response {
    let file = Snowflake::parse(&file).and_then(|id| shared.lock().files.get(&id).cloned());
    let Some(file) = file else { return StatusCode::NOT_FOUND.into_response() };
    if query.as_deref() == Some(OPEN_QUERY) && name.ends_with(".html") {
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CONTENT_SECURITY_POLICY, OPENED_PAGE_CSP),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
        ];
        return (headers, file.bytes).into_response();
    }
    // Browsers show only pictures directly. An uploaded web page must not run on this server.
    let is_picture = file.content_type.starts_with("image/") && !file.content_type.contains("svg");
    let disposition = if is_picture { "inline" } else { "attachment" };
    let content_type = HeaderValue::from_str(&file.content_type)
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static(disposition)),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    (headers, file.bytes).into_response()
}

/// Handles a request to the REST API: injects the next fault that matches it, answers it, and logs
/// both.
async fn handle_api_request(
    State(shared): State<Arc<SharedState>>,
    ConnectInfo(breaker): ConnectInfo<ConnectionBreaker>,
    request: Request,
) -> Response {
    if !has_bot_token(&shared, request.headers()) {
        shared.lock().unauthorized_request_count += 1;
        return json_response_with_rate_limit_headers(
            401,
            Some(ApiError::new(401, 0, "401: Unauthorized").body),
        );
    }
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or("").trim_start_matches('&').to_owned();
    let request_name = format!("{method} {path}");
    let _in_flight = InFlightGuard::start(&shared);
    let (injected_fault, received_ms) = {
        let mut state = shared.lock();
        (state.fault_injector.take_first_matching_fault(&request_name), state.now_ms())
    };
    let head = RequestHead { method, path, query, received_ms };
    match injected_fault {
        Some(InjectedFault::ConnectionLost) => return breaker.break_connection(),
        Some(InjectedFault::ProxyPage { status }) => return proxy_page_response(status),
        _ => {}
    }
    let contents = read_body_and_files(request).await;
    let (status, response_body) =
        execute_and_log_request(&shared, injected_fault.as_ref(), &head, contents);
    match injected_fault {
        Some(InjectedFault::ConnectionLostWhenDone) => return breaker.break_connection(),
        Some(InjectedFault::ProxyPageWhenDone) => return proxy_page_response(200),
        Some(InjectedFault::ResponseHeld(hold)) => hold.wait_until_released().await,
        _ => {}
    }
    json_response_with_rate_limit_headers(status, response_body)
}

/// What is known of a request before its body is read.
struct RequestHead {
    method: Method,
    /// With `/api/v10`.
    path: String,
    query: String,
    received_ms: i64,
}

/// Executes a request with the body and files that were read, or with the error of reading them,
/// and logs it. Returns the status and the body of the response.
fn execute_and_log_request(
    shared: &SharedState,
    injected_fault: Option<&InjectedFault>,
    head: &RequestHead,
    contents: Result<(Option<Value>, UploadedFiles), ApiError>,
) -> (u16, Option<Value>) {
    let (request_body, result) = match contents {
        Err(error) => (None, Err(error)),
        Ok((body, files)) => {
            let api_path = head.path.strip_prefix("/api/v10");
            let is_api_path = api_path.is_some();
            let mut api_request = ApiRequest {
                method: head.method.clone(),
                path: api_path.unwrap_or("").to_owned(),
                query: head.query.clone(),
                body,
                files,
            };
            let result =
                execute_or_inject_error(shared, injected_fault, is_api_path, &mut api_request);
            (api_request.body, result)
        }
    };
    let (status, response_body, violation) = match result {
        Ok(ApiResponse { status, body }) => (status, body, None),
        Err(ApiError { status, body, violation }) => (status, Some(body), violation),
    };
    let record = TrafficRecord {
        method: head.method.as_str(),
        path: &head.path,
        query: &head.query,
        request: request_body.as_ref(),
        status,
        response: response_body.as_ref(),
        received_ms: head.received_ms,
    };
    log_request_and_violation(shared, &record, violation);
    (status, response_body)
}

/// Logs a request with its response, and records the violation if it was one.
fn log_request_and_violation(
    shared: &SharedState,
    record: &TrafficRecord<'_>,
    violation: Option<(ViolationKind, String)>,
) {
    let mut state = shared.lock();
    state.traffic_log.append(record);
    if let Some((kind, description)) = violation {
        let request_name = format!("{} {}", record.method, record.path);
        state.record_violation(kind, format!("{request_name}: {description}"));
    }
}

/// Executes a request, unless the fault replaces it by an error. Also fails if the request is not
/// below the path of the API, and after the execution if the fault asks for that.
fn execute_or_inject_error(
    shared: &SharedState,
    injected_fault: Option<&InjectedFault>,
    is_api_path: bool,
    request: &mut ApiRequest,
) -> ApiResult {
    match injected_fault {
        Some(InjectedFault::RateLimited { retry_after }) => {
            return Err(ApiError::rate_limited(retry_after.as_secs_f64()));
        }
        Some(InjectedFault::ServerError) => return Err(internal_server_error()),
        Some(InjectedFault::BodyRejected) => {
            return Err(ApiError::new(400, 50035, "Invalid Form Body"));
        }
        Some(InjectedFault::Refused { status, code }) => {
            return Err(ApiError::new(*status, *code, "Refused"));
        }
        _ => {}
    }
    if !is_api_path {
        return Err(ApiError::unknown_endpoint());
    }
    let response = shared.change_and_notify(|state| rest::handle_request(state, request))?;
    match injected_fault {
        Some(InjectedFault::ServerErrorWhenDone) => Err(internal_server_error()),
        _ => Ok(response),
    }
}

/// Counts a request as in flight while it lives.
struct InFlightGuard(Arc<SharedState>);

impl InFlightGuard {
    /// Counts a request that begins.
    fn start(shared: &Arc<SharedState>) -> InFlightGuard {
        shared.lock().requests_in_flight += 1;
        InFlightGuard(shared.clone())
    }
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.0.change_and_notify(|state| state.requests_in_flight -= 1);
    }
}

/// Returns an HTML page, as a proxy between the bot and Discord does.
fn proxy_page_response(status: u16) -> Response {
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    let content_type = [(header::CONTENT_TYPE, "text/html")];
    (code, content_type, "<html><body>cloudflare</body></html>").into_response()
}

/// Returns a response with a JSON body, and with the rate limit headers for status 429.
fn json_response_with_rate_limit_headers(status: u16, body: Option<Value>) -> Response {
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = match &body {
        None => code.into_response(),
        Some(body) => {
            let content_type = [(header::CONTENT_TYPE, "application/json")];
            (code, content_type, body.to_string()).into_response()
        }
    };
    let retry_after = body.as_ref().and_then(|body| body["retry_after"].as_f64());
    if status == 429
        && let Some(retry_after) = retry_after
    {
        let seconds = retry_after.to_string();
        let rate_limit_headers = [
            ("retry-after", seconds.as_str()),
            ("x-ratelimit-limit", "5"),
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset-after", seconds.as_str()),
            ("x-ratelimit-bucket", "standin"),
        ];
        for (name, value) in rate_limit_headers {
            if let Ok(value) = HeaderValue::from_str(value) {
                response.headers_mut().insert(name, value);
            }
        }
    }
    response
}

fn has_bot_token(shared: &SharedState, headers: &HeaderMap) -> bool {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = authorization.and_then(|authorization| authorization.strip_prefix("Bot "));
    token == Some(shared.lock().token.as_str())
}

fn internal_server_error() -> ApiError {
    ApiError::new(500, 0, "500: Internal Server Error")
}

fn too_large_error() -> ApiError {
    ApiError::from_violation(ViolationKind::BadBody, 413, 40005, "Request entity too large")
}

fn invalid_json_error() -> ApiError {
    let message = "The request body contains invalid JSON.";
    ApiError::from_violation(ViolationKind::BadBody, 400, 50109, message)
}

/// Reads a body, and returns its JSON and the files that came with it.
async fn read_body_and_files(request: Request) -> Result<(Option<Value>, UploadedFiles), ApiError> {
    let content_type =
        request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if content_type.is_some_and(|content_type| content_type.starts_with("multipart/form-data")) {
        return read_multipart_body(request).await;
    }
    let bytes = axum::body::to_bytes(request.into_body(), MAX_REQUEST_BYTES);
    let bytes = bytes.await.map_err(|_| too_large_error())?;
    if bytes.is_empty() {
        return Ok((None, UploadedFiles::new()));
    }
    let body = serde_json::from_slice(&bytes).map_err(|_| invalid_json_error())?;
    Ok((Some(body), UploadedFiles::new()))
}

/// Reads a multipart form: its `payload_json`, and the files by their numbers. Fails if a file is
/// too large.
async fn read_multipart_body(request: Request) -> Result<(Option<Value>, UploadedFiles), ApiError> {
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| invalid_json_error())?;
    let mut body = None;
    let mut files = UploadedFiles::new();
    while let Some(part) = form.next_field().await.map_err(|_| too_large_error())? {
        let name = part.name().unwrap_or("").to_owned();
        let file_name = part.file_name().unwrap_or("file").to_owned();
        let content_type = part.content_type().unwrap_or("application/octet-stream").to_owned();
        let bytes = part.bytes().await.map_err(|_| too_large_error())?;
        let number = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']'));
        match number.map(str::parse) {
            Some(Ok(number)) if bytes.len() <= MAX_FILE_BYTES => {
                files.insert(number, StoredFile { name: file_name, content_type, bytes });
            }
            Some(Ok(_)) => return Err(too_large_error()),
            _ if name == "payload_json" => {
                body = Some(serde_json::from_slice(&bytes).map_err(|_| invalid_json_error())?);
            }
            _ => {
                let message = "Only payload_json and files[n] are expected";
                return Err(ApiError::invalid_field(
                    &name.replace('.', "_"),
                    "BASE_TYPE_INVALID",
                    message,
                ));
            }
        }
    }
    Ok((body, files))
}

/// Accepts connections that can be broken on purpose.
struct LoopbackListener(TcpListener);

impl Listener for LoopbackListener {
    type Io = BreakableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (BreakableStream, SocketAddr) {
        let (stream, peer_address) = Listener::accept(&mut self.0).await;
        // Sends small responses without delay. If this fails, they are only slower.
        let _ = stream.set_nodelay(true);
        (BreakableStream { stream, breaker: ConnectionBreaker::default() }, peer_address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// Breaks a connection: from then on, reading from it and writing to it fails.
#[derive(Clone, Default)]
struct ConnectionBreaker(Arc<AtomicBool>);

impl ConnectionBreaker {
    /// Breaks the connection. The returned response is never sent.
    fn break_connection(&self) -> Response {
        self.0.store(true, Ordering::SeqCst);
        Response::new(Body::empty())
    }

    /// Fails like a connection that the other side has reset, if this one was broken on purpose.
    fn fail_with_reset_if_broken(&self) -> io::Result<()> {
        if self.0.load(Ordering::SeqCst) {
            Err(io::ErrorKind::ConnectionReset.into())
        } else {
            Ok(())
        }
    }
}

impl Connected<IncomingStream<'_, LoopbackListener>> for ConnectionBreaker {
    fn connect_info(stream: IncomingStream<'_, LoopbackListener>) -> ConnectionBreaker {
        stream.io().breaker.clone()
    }
}

struct BreakableStream {
    stream: TcpStream,
    breaker: ConnectionBreaker,
}

impl AsyncRead for BreakableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.breaker.fail_with_reset_if_broken()?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for BreakableStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.breaker.fail_with_reset_if_broken()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.breaker.fail_with_reset_if_broken()?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
