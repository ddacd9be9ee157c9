//! Keeps the session of one shard with Discord over as many connections as it takes.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use serenity::all::{Http, SessionStartLimit};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, timeout};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::backoff::{
    Backoff, GatewayTimings, IdentifyPermit, IdentifyQueue,
    delay_spreading_identifies_once_half_used,
};
use super::connection::GatewayConnection;
use super::frame::{self, GatewayFrame};
use super::session::{ConnectionEnd, ResumableSession, SESSION_LIFETIME, has_same_scheme};
use super::{event_filter, filled_forms, session_storage, unreadable_events};
use crate::liveness::Liveness;
use app::App;
use app::servers::Shard;

/// How often the place in the session is stored, for a start after a crash. What arrived since then
/// arrives again; an interaction that was handled is known by its id.
const STORE_INTERVAL: Duration = Duration::from_secs(10);

/// How long deadlines wait after a session is resumed. What players did meanwhile has arrived by
/// then, and is handled within this time.
const REPLAY_TIME: Duration = Duration::from_secs(2);

pub struct RemoteSession {
    shard: Shard,
    /// The address of Discord's gateway.
    url: String,
    http: Arc<Http>,
    timings: GatewayTimings,
    backoff: Backoff,
    /// The queue that all shards share.
    identify_queue: Arc<IdentifyQueue>,
    liveness: Arc<Liveness>,
    app: App,
}

impl RemoteSession {
    pub fn new(
        shard: Shard,
        url: String,
        http: Arc<Http>,
        timings: GatewayTimings,
        identify_queue: Arc<IdentifyQueue>,
        liveness: Arc<Liveness>,
        app: App,
    ) -> Self {
        let backoff = Backoff::new(timings);
        Self { shard, url, http, timings, backoff, identify_queue, liveness, app }
    }

    /// Keeps a session with Discord, introduced by serenity's IDENTIFY data, and forwards its
    /// events until nobody receives them any more. The session is stored, and resumed at the next
    /// start, so that what people press during a restart is not lost.
    ///
    /// # Errors
    /// Discord refuses the bot for good; the error is a sentence.
    pub async fn run(
        &mut self,
        identify_data: &Value,
        events: mpsc::Sender<Utf8Bytes>,
    ) -> Result<(), String> {
        let mut session = session_storage::load_session(&self.app, self.shard).await;
        let outcome = self.run_connections(&mut session, identify_data, &events).await;
        session_storage::store_session(&self.app, self.shard, &session).await;
        outcome
    }

    /// Makes one connection after the other, with waits between them, until nobody receives events
    /// any more.
    ///
    /// # Errors
    /// Discord refuses the bot for good; the error is a sentence.
    async fn run_connections(
        &mut self,
        session: &mut ResumableSession,
        identify_data: &Value,
        events: &mpsc::Sender<Utf8Bytes>,
    ) -> Result<(), String> {
        let mut greeting = ClientGreeting::Pending;
        loop {
            let permit = tokio::select! {
                permit = self.wait_to_resume_or_identify(session) => permit,
                () = events.closed() => return Ok(()),
            };
            let mut connection = SessionConnection {
                shard: self.shard,
                identify_data,
                session,
                greeting: &mut greeting,
                events,
                http: &self.http,
                liveness: &self.liveness,
                app: &self.app,
                up_since: None,
            };
            let Err(end) = connection.run_until_end(&self.url, self.timings, permit).await;
            let uptime = connection.up_since.map(|since| since.elapsed());
            self.backoff.record_connection_end(uptime);
            self.liveness.record_shard_down(self.shard, &end.to_string());
            if end == ConnectionEnd::ClientGone {
                return Ok(());
            }
            // What players do meanwhile arrives when the session is resumed. Attempts that fail do
            // not hold deadlines for longer.
            if uptime.is_some() {
                self.app.hold_deadlines_for(SESSION_LIFETIME);
            }
            let verdict = session.forget_unresumable_session_or_fail_if_fatal(&end);
            let is_resumed = session.can_resume();
            let up_for = uptime.unwrap_or_default();
            let shard = self.shard.number;
            tracing::warn!(shard, %end, ?up_for, is_resumed, "the gateway connection ended");
            verdict?;
        }
    }

    /// Waits until the next connection may be made. If it cannot resume a session, it also waits
    /// for the shard's turn to identify, and for longer if few IDENTIFYs are left today. Returns
    /// the permit to identify, or `None` if a session is resumed.
    async fn wait_to_resume_or_identify(
        &mut self,
        session: &ResumableSession,
    ) -> Option<IdentifyPermit> {
        let will_resume = session.can_resume();
        let wait = if will_resume {
            self.backoff.delay_to_resume()
        } else {
            self.backoff.delay_to_identify()
        };
        self.liveness.record_reconnect_wait(self.shard, wait);
        sleep(wait).await;
        if will_resume {
            return None;
        }
        self.liveness.record_waiting_to_identify(self.shard);
        let permit = self
            .identify_queue
            .wait_for_permit(self.shard.number, self.timings.identify_interval)
            .await;
        self.liveness.restart_downtime_at_turn_to_identify(self.shard);
        let wait = self
            .refresh_url_and_identify_limit()
            .await
            .as_ref()
            .map_or(Duration::ZERO, delay_spreading_identifies_once_half_used);
        if wait > self.timings.max_delay_to_identify {
            let reason = "today's IDENTIFYs are nearly used up";
            tracing::error!(?wait, reason, "waiting before the next IDENTIFY");
            self.liveness.record_shard_down(self.shard, reason);
        }
        self.liveness.record_reconnect_wait(self.shard, wait);
        sleep(wait).await;
        Some(permit)
    }

    /// Asks Discord how many IDENTIFYs are left, and updates the gateway's address. Returns `None`
    /// if Discord does not answer; the bot then identifies without a further wait.
    async fn refresh_url_and_identify_limit(&mut self) -> Option<SessionStartLimit> {
        let outcome = timeout(self.timings.step_timeout, self.http.get_bot_gateway()).await;
        let gateway = match outcome {
            Ok(Ok(gateway)) => gateway,
            Ok(Err(error)) => {
                tracing::warn!(%error, "could not read how many IDENTIFYs are left");
                return None;
            }
            Err(_) => {
                tracing::warn!("no answer in time about how many IDENTIFYs are left");
                return None;
            }
        };
        if has_same_scheme(&gateway.url, &self.url) {
            self.url = gateway.url;
        }
        Some(gateway.session_start_limit)
    }
}

/// Whether serenity has received READY, without which it handles no other event.
#[derive(Clone, Copy, PartialEq)]
enum ClientGreeting {
    Pending,
    Sent,
}

/// One connection to Discord, from opening to end.
struct SessionConnection<'a> {
    shard: Shard,
    identify_data: &'a Value,
    session: &'a mut ResumableSession,
    greeting: &'a mut ClientGreeting,
    events: &'a mpsc::Sender<Utf8Bytes>,
    http: &'a Arc<Http>,
    liveness: &'a Liveness,
    app: &'a App,
    /// Since when the session is ready on this connection.
    up_since: Option<Instant>,
}

/// The success type of a connection: it only ever ends with a [`ConnectionEnd`].
type NeverOk = std::convert::Infallible;

impl SessionConnection<'_> {
    /// Opens the connection, identifies or resumes, and handles frames until it ends. If nobody
    /// receives events any more, the connection is closed so that the session can be resumed.
    async fn run_until_end(
        &mut self,
        url: &str,
        timings: GatewayTimings,
        permit: Option<IdentifyPermit>,
    ) -> Result<NeverOk, ConnectionEnd> {
        let url = self.session.connect_url(url);
        let (mut connection, heartbeat_interval) = tokio::select! {
            opened = GatewayConnection::connect(url, timings.step_timeout) => opened?,
            () = self.events.closed() => return Err(ConnectionEnd::ClientGone),
        };
        let method = if self.session.can_resume() { "resume" } else { "identify" };
        metrics::counter!("riposte_gateway_connects_total", "how" => method).increment(1);
        connection
            .send(self.session.format_resume_or_identify(self.identify_data, self.shard))
            .await?;
        permit.into_iter().for_each(IdentifyPermit::mark_identified_and_begin_interval);
        let end =
            self.handle_frames(&mut connection, heartbeat_interval, timings.ready_timeout).await;
        if let Err(ConnectionEnd::ClientGone) = end {
            connection.close().await;
        }
        end
    }

    /// Handles frames, sends heartbeats and stores the place in the session from time to time,
    /// until the connection ends. It ends when Discord closes it, asks for a new one, does not
    /// answer a heartbeat or is not ready in time.
    async fn handle_frames(
        &mut self,
        connection: &mut GatewayConnection,
        heartbeat_interval: Duration,
        ready_timeout: Duration,
    ) -> Result<NeverOk, ConnectionEnd> {
        // The first heartbeat comes after a random time, so that not all bots send theirs at once.
        let first_heartbeat =
            Instant::now() + heartbeat_interval.mul_f64(rand::random_range(0.0..1.0));
        let mut heartbeats = interval_at(first_heartbeat, heartbeat_interval);
        heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stores = interval_at(Instant::now() + STORE_INTERVAL, STORE_INTERVAL);
        stores.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stored_sequence = self.session.last_sequence();
        let mut is_acknowledged = true;
        let deadline = Instant::now() + ready_timeout;
        loop {
            tokio::select! {
                received = connection.next_frame() => {
                    let (frame, text) = received?;
                    self.liveness.record_gateway_frame(self.shard);
                    is_acknowledged |= frame == GatewayFrame::HeartbeatAck;
                    self.handle_frame(connection, frame, text).await?;
                }
                _ = heartbeats.tick() => {
                    if !is_acknowledged {
                        return Err(ConnectionEnd::HeartbeatUnanswered);
                    }
                    is_acknowledged = false;
                    connection.send(frame::format_heartbeat(self.session.last_sequence())).await?;
                }
                _ = stores.tick(), if self.session.last_sequence() != stored_sequence => {
                    session_storage::store_session(self.app, self.shard, self.session).await;
                    stored_sequence = self.session.last_sequence();
                }
                () = tokio::time::sleep_until(deadline), if self.up_since.is_none() => {
                    return Err(ConnectionEnd::Broken("Discord does not let the bot in".into()));
                }
                () = self.events.closed() => return Err(ConnectionEnd::ClientGone),
            }
        }
    }

    /// Handles a frame: forwards an event, answers a request for a heartbeat, or ends the
    /// connection if Discord asks for that. `text` is the frame as it was received.
    async fn handle_frame(
        &mut self,
        connection: &mut GatewayConnection,
        frame: GatewayFrame,
        text: Utf8Bytes,
    ) -> Result<(), ConnectionEnd> {
        match frame {
            GatewayFrame::Event { sequence, name } => {
                self.forward_answer_or_drop_event(sequence, &name, text)
            }
            GatewayFrame::HeartbeatRequest => {
                connection.send(frame::format_heartbeat(self.session.last_sequence())).await
            }
            GatewayFrame::Reconnect => Err(ConnectionEnd::ReconnectRequested),
            GatewayFrame::InvalidSession { can_resume } => {
                Err(ConnectionEnd::InvalidSession { can_resume })
            }
            GatewayFrame::HeartbeatAck | GatewayFrame::Hello { .. } | GatewayFrame::Unknown => {
                Ok(())
            }
        }
    }

    /// Forwards an event to serenity, and updates the session for READY and RESUMED. Chat that does
    /// not matter is dropped. An event that serenity could not parse is answered here instead.
    fn forward_answer_or_drop_event(
        &mut self,
        sequence: u64,
        name: &str,
        text: Utf8Bytes,
    ) -> Result<(), ConnectionEnd> {
        if event_filter::is_ignored_chat_event(name, &text, |channel| {
            self.app.may_have_open_fight(channel)
        }) {
            self.session.record_sequence(sequence);
            return Ok(());
        }
        let text = match filled_forms::rewrite_event_label_fields_as_text_rows(name, &text) {
            Some(rewritten) => rewritten.into(),
            None => text,
        };
        let readable = unreadable_events::check_can_parse_if_essential(name, &text);
        match (name, readable) {
            ("READY", readable) => {
                self.start_session(readable.and_then(|()| frame::parse_data(&text)))?;
            }
            ("RESUMED", _) => {
                self.session.mark_resumed();
                self.record_up_and_hold_deadlines_if_all_up(REPLAY_TIME);
            }
            (_, Err(error)) => {
                unreadable_events::log_and_answer_unreadable_interaction(self.http, &text, &error);
                self.session.record_sequence(sequence);
                return Ok(());
            }
            (_, Ok(())) => {}
        }
        self.session.update_guild_list_on_join_or_leave(name, &text);
        self.greet_client_if_pending()?;
        // An event that is not forwarded is not counted, so Discord sends it again after a resume.
        self.forward(text)?;
        self.session.record_sequence(sequence);
        Ok(())
    }

    /// Begins a new session with the data of READY, which serenity receives as well.
    fn start_session(
        &mut self,
        ready: serde_json::Result<frame::ReadyData>,
    ) -> Result<(), ConnectionEnd> {
        let ready = ready.map_err(|error| {
            tracing::error!(%error, "could not parse READY");
            ConnectionEnd::Broken("Discord greets in a form that is not known".into())
        })?;
        self.session.start(ready);
        *self.greeting = ClientGreeting::Sent;
        self.record_up_and_hold_deadlines_if_all_up(Duration::ZERO);
        Ok(())
    }

    /// Sends serenity a READY of the session that goes on, if it has received none yet.
    fn greet_client_if_pending(&mut self) -> Result<(), ConnectionEnd> {
        if *self.greeting == ClientGreeting::Sent {
            return Ok(());
        }
        if let Some(ready) = self.session.format_ready() {
            self.forward(ready.into())?;
            *self.greeting = ClientGreeting::Sent;
        }
        Ok(())
    }

    /// Queues an event for serenity. Fails if the queue is full or nobody receives from it.
    fn forward(&self, event: Utf8Bytes) -> Result<(), ConnectionEnd> {
        let sent = self.events.try_send(event);
        sent.map_err(|_| ConnectionEnd::Broken("events come faster than they are taken".into()))
    }

    /// Records that the session is ready. Once all shards are, deadlines are held for no longer
    /// than `deadline_hold`.
    fn record_up_and_hold_deadlines_if_all_up(&mut self, deadline_hold: Duration) {
        tracing::info!(shard = self.shard.number, "the gateway is connected");
        self.up_since = Some(Instant::now());
        self.liveness.record_shard_up(self.shard);
        if self.liveness.are_all_shards_up() {
            self.app.hold_deadlines_for(deadline_hold);
        }
    }
}
