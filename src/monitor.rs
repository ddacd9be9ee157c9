//! Serves metrics for Prometheus (`/metrics`) and the health of the bot (`/healthz`) at the address
//! in RIPOSTE_METRICS.
//!
//! Metrics are counted where things happen, through the crate `metrics`; this module only renders
//! them. No metric names a user, a server or a fight.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use metrics::{describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use riposte::app::App;
use riposte::discord::watchdog;
use riposte::store::io_problem::describe_network_error;
use tokio::net::TcpListener;

/// Buckets in seconds for the transaction of one input. A disk that syncs takes a few milliseconds.
const COMMIT_BUCKETS: &[f64] = &[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0];

/// How often the recorder sums up its data while nobody asks for it.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(60);

#[derive(Clone)]
struct Monitor {
    app: App,
    status_file: PathBuf,
    prometheus: PrometheusHandle,
}

/// Starts the metrics server at `address`; it serves until the program ends.
///
/// # Errors
/// The address cannot be bound, or the recorder cannot be installed; the error is a sentence.
pub async fn start_monitor_server(
    address: SocketAddr,
    app: App,
    instance_path: &Path,
) -> Result<(), String> {
    let describe_failure = |problem: &str| format!("RIPOSTE_METRICS, {address}: {problem}.");
    let not_counted = || describe_failure("nothing can be counted in this process");
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| describe_failure(&describe_network_error(&error)))?;
    let prometheus =
        PrometheusBuilder::new().set_buckets(COMMIT_BUCKETS).map_err(|_| not_counted())?;
    let prometheus = prometheus.install_recorder().map_err(|_| not_counted())?;
    describe_metrics();
    tokio::spawn({
        let prometheus = prometheus.clone();
        async move {
            let mut upkeep = tokio::time::interval(UPKEEP_INTERVAL);
            loop {
                upkeep.tick().await;
                prometheus.run_upkeep();
            }
        }
    });
    let monitor =
        Monitor { app, status_file: watchdog::status_file_path(instance_path), prometheus };
    let router = Router::new()
        .route("/metrics", get(serve_metrics))
        .route("/healthz", get(serve_health))
        .with_state(monitor);
    tracing::info!(%address, "serving /metrics and /healthz");
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(())
}

/// Registers the help text of each metric.
fn describe_metrics() {
    describe_counter!("riposte_inputs_total", "What users said, by what became of it.");
    describe_counter!("riposte_posts_total", "Messages tried, by what became of them.");
    describe_counter!("riposte_mended_total", "Faults of ours that Discord would have refused.");
    describe_counter!("riposte_clocks_total", "Deadlines that ran out.");
    describe_histogram!("riposte_commit_seconds", "How long an input took to be on the disk.");
    describe_gauge!("riposte_outbox", "Messages that wait to be delivered.");
    describe_gauge!("riposte_gateway_up", "1 while Discord's gateway knows all shards of the bot.");
    describe_gauge!("riposte_shards", "Into how many shards the bot is divided.");
    describe_gauge!("riposte_shards_up", "How many of them Discord's gateway knows.");
    let heard = "riposte_gateway_heard_timestamp_seconds";
    describe_gauge!(heard, "When anything came from Discord's gateway last.");
    describe_counter!("riposte_gateway_connects_total", "Connections made, by how they began.");
    let delivered = "riposte_delivered_timestamp_seconds";
    describe_gauge!(delivered, "When a message was settled last: delivered, or given up.");
    describe_gauge!("riposte_healthy", "1 while /healthz says ok, looked at every 20 seconds.");
    describe_counter!("riposte_unreadable_total", "Interactions that could not be read.");
}

/// Answers with all metrics as text, after counting the outbox; with 503 if that cannot be read.
async fn serve_metrics(State(monitor): State<Monitor>) -> Result<String, StatusCode> {
    let depth = monitor.app.outbox_depth().await.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
    gauge!("riposte_outbox").set(f64::from(depth));
    Ok(monitor.prometheus.render())
}

/// Answers with 200 if the status file says that the bot is well and the outbox can be read, and
/// otherwise with 503 and the reason.
async fn serve_health(State(monitor): State<Monitor>) -> (StatusCode, String) {
    let unhealthy = |reason| (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n"));
    match (watchdog::check_status_file(&monitor.status_file), monitor.app.outbox_depth().await) {
        (Err(reason), _) => unhealthy(reason),
        (Ok(()), Err(error)) => unhealthy(error.to_string()),
        (Ok(()), Ok(_)) => (StatusCode::OK, "ok\n".into()),
    }
}
