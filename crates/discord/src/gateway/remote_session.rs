//! The session of a shard with Discord, kept over as many connections as it takes.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use serenity::all::{Http, SessionStartLimit};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, timeout};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::backoff::{Backoff, GatewayTimings, IdentifyPermit, IdentifyQueue, identify_delay};
use super::connection::GatewayConnection;
use super::frame::{self, GatewayFrame};
use super::session::{ConnectionEnd, ResumableSession, has_same_scheme};
use super::unreadable_events;
use crate::liveness::Liveness;
use app::servers::Shard;

pub struct RemoteSession {
    shard: Shard,
    /// Where Discord's gateway is.
    url: String,
    http: Arc<Http>,
    timings: GatewayTimings,
    backoff: Backoff,
    /// Shared by all shards.
    identify_queue: Arc<IdentifyQueue>,
    liveness: Arc<Liveness>,
}

impl RemoteSession {
    pub fn new(
        shard: Shard,
        url: String,
        http: Arc<Http>,
        timings: GatewayTimings,
        identify_queue: Arc<IdentifyQueue>,
        liveness: Arc<Liveness>,
    ) -> Self {
        Self { shard, url, http, timings, backoff: Backoff::new(timings), identify_queue, liveness }
    }

    /// Keeps a session for whoever is introduced, and passes its events on, until nobody listens.
    ///
    /// # Errors
    /// Why Discord will not have the bot.
    pub async fn run(
        &mut self,
        identify_data: &Value,
        events: mpsc::Sender<Utf8Bytes>,
    ) -> Result<(), String> {
        let mut session = ResumableSession::default();
        loop {
            let turn = tokio::select! {
                turn = self.wait_to_connect(&session) => turn,
                () = events.closed() => return Ok(()),
            };
            let mut connection = SessionConnection {
                shard: self.shard,
                identify_data,
                session: &mut session,
                events: &events,
                http: &self.http,
                liveness: &self.liveness,
                up_since: None,
            };
            let Err(end) = connection.run(&self.url, self.timings, turn).await;
            let up = connection.up_since.map(|up| up.elapsed());
            self.backoff.record_connection_end(up);
            self.liveness.record_shard_down(self.shard, &end.to_string());
            if end == ConnectionEnd::ClientGone {
                return Ok(());
            }
            let outlook = session.handle_connection_end(&end);
            let is_resumed = session.can_resume();
            let up_for = up.unwrap_or_default();
            let shard = self.shard.number;
            tracing::warn!(shard, %end, ?up_for, is_resumed, "the gateway is lost");
            outlook?;
        }
    }

    /// Until the next connection may be made; the turn to identify on it, where that is needed.
    async fn wait_to_connect(&mut self, session: &ResumableSession) -> Option<IdentifyPermit> {
        let is_to_resume = session.can_resume();
        let wait = if is_to_resume {
            self.backoff.delay_to_resume()
        } else {
            self.backoff.delay_to_identify()
        };
        self.liveness.record_reconnect_wait(self.shard, wait);
        sleep(wait).await;
        if is_to_resume {
            return None;
        }
        self.liveness.record_identify_queue(self.shard, true);
        let turn = self
            .identify_queue
            .wait_for_permit(self.shard.number, self.timings.identify_interval)
            .await;
        self.liveness.record_identify_queue(self.shard, false);
        let wait =
            self.fetch_identify_limit().await.as_ref().map_or(Duration::ZERO, identify_delay);
        if wait > self.timings.max_delay_to_identify {
            let why = "today's IDENTIFYs are nearly used up";
            tracing::error!(?wait, "{why}, so the bot has to wait");
            self.liveness.record_shard_down(self.shard, why);
        }
        self.liveness.record_reconnect_wait(self.shard, wait);
        sleep(wait).await;
        Some(turn)
    }

    /// Where the gateway is now, and how many IDENTIFYs Discord still takes. Where it does not say,
    /// ours are few enough.
    async fn fetch_identify_limit(&mut self) -> Option<SessionStartLimit> {
        let asked = timeout(self.timings.step_timeout, self.http.get_bot_gateway()).await;
        let gateway = match asked {
            Ok(Ok(gateway)) => gateway,
            Ok(Err(error)) => {
                tracing::warn!(%error, "Discord does not say how many IDENTIFYs are left");
                return None;
            }
            Err(_) => {
                tracing::warn!("Discord does not say in time how many IDENTIFYs are left");
                return None;
            }
        };
        if has_same_scheme(&gateway.url, &self.url) {
            self.url = gateway.url;
        }
        Some(gateway.session_start_limit)
    }
}

/// One connection, from opening to end.
struct SessionConnection<'a> {
    shard: Shard,
    identify_data: &'a Value,
    session: &'a mut ResumableSession,
    events: &'a mpsc::Sender<Utf8Bytes>,
    http: &'a Arc<Http>,
    liveness: &'a Liveness,
    /// Since when Discord knows the bot on it.
    up_since: Option<Instant>,
}

/// There is no good end: a connection that nobody hears ([`End::Unheard`]) is one as well.
type NeverOk = std::convert::Infallible;

impl SessionConnection<'_> {
    async fn run(
        &mut self,
        url: &str,
        timings: GatewayTimings,
        permit: Option<IdentifyPermit>,
    ) -> Result<NeverOk, ConnectionEnd> {
        let url = self.session.connect_url(url);
        let (mut line, beat) = tokio::select! {
            opened = GatewayConnection::connect(url, timings.step_timeout) => opened?,
            () = self.events.closed() => return Err(ConnectionEnd::ClientGone),
        };
        let how = if self.session.can_resume() { "resume" } else { "identify" };
        metrics::counter!("riposte_gateway_connects_total", "how" => how).increment(1);
        line.send(self.session.format_first_frame(self.identify_data, self.shard)).await?;
        permit.into_iter().for_each(IdentifyPermit::mark_used);
        let end = self.handle_frames(&mut line, beat, timings.ready_timeout).await;
        if let Err(ConnectionEnd::ClientGone) = end {
            line.close().await;
        }
        end
    }

    async fn handle_frames(
        &mut self,
        line: &mut GatewayConnection,
        heartbeat_interval: Duration,
        ready_timeout: Duration,
    ) -> Result<NeverOk, ConnectionEnd> {
        // The first one comes at any time, so that not all bots beat at once.
        let first = Instant::now() + heartbeat_interval.mul_f64(rand::random_range(0.0..1.0));
        let mut beats = interval_at(first, heartbeat_interval);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut is_answered = true;
        let deadline = Instant::now() + ready_timeout;
        loop {
            tokio::select! {
                arrived = line.next_frame() => {
                    let (frame, text) = arrived?;
                    self.liveness.record_gateway_frame(self.shard);
                    match frame {
                        GatewayFrame::Event { sequence, name } => self.forward_event(sequence, &name, text)?,
                        GatewayFrame::HeartbeatAck => is_answered = true,
                        GatewayFrame::HeartbeatRequest => line.send(frame::format_heartbeat(self.session.last_sequence())).await?,
                        GatewayFrame::Reconnect => return Err(ConnectionEnd::ReconnectRequested),
                        GatewayFrame::InvalidSession { can_resume } => return Err(ConnectionEnd::InvalidSession { can_resume }),
                        GatewayFrame::Hello { .. } | GatewayFrame::Unknown => {}
                    }
                }
                _ = beats.tick() => {
                    if !is_answered {
                        return Err(ConnectionEnd::HeartbeatUnanswered);
                    }
                    is_answered = false;
                    line.send(frame::format_heartbeat(self.session.last_sequence())).await?;
                }
                () = tokio::time::sleep_until(deadline), if self.up_since.is_none() => {
                    return Err(ConnectionEnd::Broken("Discord does not let the bot in".into()));
                }
                () = self.events.closed() => return Err(ConnectionEnd::ClientGone),
            }
        }
    }

    fn forward_event(
        &mut self,
        sequence: u64,
        name: &str,
        text: Utf8Bytes,
    ) -> Result<(), ConnectionEnd> {
        let read = unreadable_events::check_readable(name, &text);
        match (name, read) {
            ("READY", read) => {
                let ready = read.and_then(|()| frame::parse_data(&text));
                let ready = ready
                    .map_err(|why| ConnectionEnd::Broken(format!("READY is unreadable: {why}")))?;
                self.session.start(ready);
                self.mark_up();
            }
            ("RESUMED", _) => {
                self.session.mark_resumed();
                self.mark_up();
            }
            (_, Err(why)) => {
                unreadable_events::answer_unreadable(self.http, &text, &why);
                self.session.record_sequence(sequence);
                return Ok(());
            }
            (_, Ok(())) => {}
        }
        // What does not go on now is asked for again.
        let passed = self.events.try_send(text);
        passed
            .map_err(|_| ConnectionEnd::Broken("events come faster than they are taken".into()))?;
        self.session.record_sequence(sequence);
        Ok(())
    }

    fn mark_up(&mut self) {
        tracing::info!(shard = self.shard.number, "the gateway is up");
        self.up_since = Some(Instant::now());
        self.liveness.record_shard_up(self.shard);
    }
}
