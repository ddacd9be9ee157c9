//! The loopback server: who may ask, reading requests, recording them, and trouble on order.

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
    DefaultBodyLimit, FromRequest, Multipart, Path, Request, State, WebSocketUpgrade,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::serve::{IncomingStream, Listener};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use super::faults::FaultKind;
use super::gateway;
use super::ids::Id;
use super::messages::Files;
use super::page;
use super::recording::Record;
use super::refusal::Refusal;
use super::rest::{self, Call, Reply};
use super::state::{File, Shared};
use super::trouble::Trouble;

const LARGEST_REQUEST: usize = 25 * 1024 * 1024;
const LARGEST_FILE: usize = 10 * 1024 * 1024;

/// Serves until the task is aborted.
pub(crate) async fn serve(shared: Arc<Shared>, listener: TcpListener) -> io::Result<()> {
    let app = Router::new()
        .route("/gateway/", any(open_gateway))
        .route("/attachments/{channel}/{file}/{name}", get(download))
        .merge(page::routes())
        .fallback(any(take_call))
        .layer(middleware::from_fn(loopback_only))
        .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
        .with_state(shared);
    let service = app.into_make_service_with_connect_info::<Scissors>();
    axum::serve(Loopback(listener), service).await
}

/// Refuses requests that a foreign web page sent here by a name of its own (DNS rebinding).
async fn loopback_only(request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let name = host.map(|host| host.rsplit_once(':').map_or(host, |(name, _)| name));
    match name {
        Some("127.0.0.1" | "localhost" | "[::1]") => next.run(request).await,
        _ => (StatusCode::FORBIDDEN, "this server answers on localhost only").into_response(),
    }
}

async fn open_gateway(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(|socket| gateway::serve(shared, socket))
}

/// The CDN.
async fn download(
    State(shared): State<Arc<Shared>>,
    Path((_, file, _)): Path<(String, String, String)>,
) -> Response {
    let file = Id::parse(&file).and_then(|id| shared.look().files.get(&id).cloned());
    let Some(file) = file else { return StatusCode::NOT_FOUND.into_response() };
    // Only pictures are shown in place; a web page from an upload must not run here.
    let is_picture = file.kind.starts_with("image/") && !file.kind.contains("svg");
    let disposition = if is_picture { "inline" } else { "attachment" };
    let kind = HeaderValue::from_str(&file.kind)
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static(disposition)),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    (headers, file.bytes).into_response()
}

/// Any call of the REST interface.
async fn take_call(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(scissors): ConnectInfo<Scissors>,
    request: Request,
) -> Response {
    let method = request.method().clone();
    let full_path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or("").trim_start_matches('&').to_owned();
    if !is_the_bot(&shared, request.headers()) {
        shared.look().strangers += 1;
        return respond(401, Some(Refusal::expected(401, 0, "401: Unauthorized").body));
    }
    let name = format!("{method} {full_path}");
    let _in_flight = InFlight::begin(&shared);
    let (trouble, at_ms) = {
        let mut state = shared.look();
        (state.troubles.take(&name), state.now_ms())
    };
    match trouble {
        Some(Trouble::Drop) => return scissors.cut(),
        Some(Trouble::Page { status }) => return page(status),
        _ => {}
    }
    let read = read_body(request).await;
    let (body, outcome) = match read {
        Err(refusal) => (None, Err(refusal)),
        Ok((body, files)) => {
            let path = full_path.strip_prefix("/api/v10");
            let mut call = Call {
                method: method.clone(),
                path: path.unwrap_or("").to_owned(),
                query: query.clone(),
                body,
                files,
            };
            let outcome = match &trouble {
                Some(Trouble::RateLimited { retry_after }) => {
                    Err(rate_limited(retry_after.as_secs_f64()))
                }
                Some(Trouble::ServerError) => Err(server_error()),
                Some(Trouble::Unfit) => Err(Refusal::expected(400, 50035, "Invalid Form Body")),
                _ if path.is_none() => Err(Refusal::unknown_endpoint()),
                _ => shared.change(|state| rest::answer(state, &mut call)),
            };
            (call.body, outcome)
        }
    };
    let outcome = match (&trouble, outcome) {
        (Some(Trouble::ServerErrorAfter), Ok(_)) => Err(server_error()),
        (_, outcome) => outcome,
    };
    let (status, answer, fault) = match outcome {
        Ok(Reply { status, body }) => (status, body, None),
        Err(Refusal { status, body, fault }) => (status, Some(body), fault),
    };
    let record = Record {
        method: method.as_str(),
        path: &full_path,
        query: &query,
        request: body.as_ref(),
        status,
        response: answer.as_ref(),
        at_ms,
    };
    {
        let mut state = shared.look();
        state.recording.add(&record);
        if let Some((kind, what)) = fault {
            state.fault(kind, format!("{name}: {what}"));
        }
    }
    match trouble {
        Some(Trouble::DropAfter) => return scissors.cut(),
        Some(Trouble::PageAfter) => return page(200),
        Some(Trouble::Hold(hold)) => hold.wait().await,
        _ => {}
    }
    respond(status, answer)
}

/// Counts a request from its arrival to its answer.
struct InFlight(Arc<Shared>);

impl InFlight {
    fn begin(shared: &Arc<Shared>) -> InFlight {
        shared.look().in_flight += 1;
        InFlight(shared.clone())
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.change(|state| state.in_flight -= 1);
    }
}

/// What a proxy says.
fn page(status: u16) -> Response {
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    let kind = [(header::CONTENT_TYPE, "text/html")];
    (code, kind, "<html><body>cloudflare</body></html>").into_response()
}

fn respond(status: u16, body: Option<Value>) -> Response {
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = match &body {
        None => code.into_response(),
        Some(body) => {
            let kind = [(header::CONTENT_TYPE, "application/json")];
            (code, kind, body.to_string()).into_response()
        }
    };
    let retry_after = body.as_ref().and_then(|body| body["retry_after"].as_f64());
    if let Some(retry_after) = retry_after.filter(|_| status == 429) {
        let text = retry_after.to_string();
        let headers = response.headers_mut();
        let pairs = [
            ("retry-after", text.as_str()),
            ("x-ratelimit-limit", "5"),
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset-after", text.as_str()),
            ("x-ratelimit-bucket", "standin"),
        ];
        for (name, value) in pairs {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(name, value);
            }
        }
    }
    response
}

fn is_the_bot(shared: &Shared, headers: &HeaderMap) -> bool {
    let given = headers.get(header::AUTHORIZATION).and_then(|given| given.to_str().ok());
    given.and_then(|given| given.strip_prefix("Bot ")) == Some(shared.look().token.as_str())
}

fn server_error() -> Refusal {
    Refusal::expected(500, 0, "500: Internal Server Error")
}

fn rate_limited(retry_after: f64) -> Refusal {
    let mut refusal = Refusal::expected(429, 0, "You are being rate limited.");
    refusal.body["retry_after"] = json!(retry_after);
    refusal.body["global"] = json!(false);
    refusal
}

fn too_large() -> Refusal {
    Refusal::mistake(FaultKind::BadBody, 413, 40005, "Request entity too large")
}

fn not_json() -> Refusal {
    let message = "The request body contains invalid JSON.";
    Refusal::mistake(FaultKind::BadBody, 400, 50109, message)
}

/// The JSON of a body and the files that came with it.
async fn read_body(request: Request) -> Result<(Option<Value>, Files), Refusal> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
        return read_form(request).await;
    }
    let bytes = axum::body::to_bytes(request.into_body(), LARGEST_REQUEST);
    let bytes = bytes.await.map_err(|_| too_large())?;
    if bytes.is_empty() {
        return Ok((None, Files::new()));
    }
    let body = serde_json::from_slice(&bytes).map_err(|_| not_json())?;
    Ok((Some(body), Files::new()))
}

async fn read_form(request: Request) -> Result<(Option<Value>, Files), Refusal> {
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| not_json())?;
    let mut body = None;
    let mut files = Files::new();
    while let Some(part) = form.next_field().await.map_err(|_| too_large())? {
        let name = part.name().unwrap_or("").to_owned();
        let file_name = part.file_name().unwrap_or("file").to_owned();
        let kind = part.content_type().unwrap_or("application/octet-stream").to_owned();
        let bytes = part.bytes().await.map_err(|_| too_large())?;
        let number = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']'));
        match number.map(str::parse) {
            Some(Ok(number)) if bytes.len() <= LARGEST_FILE => {
                files.insert(number, File { name: file_name, kind, bytes });
            }
            Some(Ok(_)) => return Err(too_large()),
            _ if name == "payload_json" => {
                body = Some(serde_json::from_slice(&bytes).map_err(|_| not_json())?);
            }
            _ => {
                let message = "Only payload_json and files[n] are expected";
                return Err(Refusal::field(&name.replace('.', "_"), "BASE_TYPE_INVALID", message));
            }
        }
    }
    Ok((body, files))
}

/// Accepts connections, each with the scissors to cut it.
struct Loopback(TcpListener);

impl Listener for Loopback {
    type Io = Cuttable;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Cuttable, SocketAddr) {
        let (stream, from) = Listener::accept(&mut self.0).await;
        // Small answers must not wait for more to come. Where this fails they are only slower.
        let _ = stream.set_nodelay(true);
        (Cuttable { stream, scissors: Scissors::default() }, from)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// Cuts a connection: whatever is written to it from then on fails.
#[derive(Clone, Default)]
struct Scissors(Arc<AtomicBool>);

impl Scissors {
    /// The response is never sent.
    fn cut(&self) -> Response {
        self.0.store(true, Ordering::SeqCst);
        Response::new(Body::empty())
    }

    fn is_cut(&self) -> io::Result<()> {
        if self.0.load(Ordering::SeqCst) {
            Err(io::ErrorKind::ConnectionReset.into())
        } else {
            Ok(())
        }
    }
}

impl Connected<IncomingStream<'_, Loopback>> for Scissors {
    fn connect_info(stream: IncomingStream<'_, Loopback>) -> Scissors {
        stream.io().scissors.clone()
    }
}

struct Cuttable {
    stream: TcpStream,
    scissors: Scissors,
}

impl AsyncRead for Cuttable {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.scissors.is_cut()?;
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Cuttable {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.scissors.is_cut()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.scissors.is_cut()?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
