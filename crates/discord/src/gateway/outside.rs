//! The session of a shard with Discord, kept over as many connections as it takes.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use serenity::all::{Http, SessionStartLimit};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, timeout};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::frame::{self, Frame};
use super::line::Line;
use super::pace::{Pace, Tempo, Turn, Turns, spread};
use super::session::{End, Session, is_as_safe};
use super::unreadable;
use crate::signs::Signs;
use app::servers::Shard;

pub struct Outside {
    shard: Shard,
    /// Where Discord's gateway is.
    url: String,
    http: Arc<Http>,
    tempo: Tempo,
    pace: Pace,
    /// Shared by all shards.
    turns: Arc<Turns>,
    signs: Arc<Signs>,
}

impl Outside {
    pub fn new(
        shard: Shard,
        url: String,
        http: Arc<Http>,
        tempo: Tempo,
        turns: Arc<Turns>,
        signs: Arc<Signs>,
    ) -> Self {
        Self { shard, url, http, tempo, pace: Pace::new(tempo), turns, signs }
    }

    /// Keeps a session for whoever is introduced, and passes its events on, until nobody listens.
    ///
    /// # Errors
    /// Why Discord will not have the bot.
    pub async fn keep(
        &mut self,
        introduction: &Value,
        events: mpsc::Sender<Utf8Bytes>,
    ) -> Result<(), String> {
        let mut session = Session::default();
        loop {
            let turn = tokio::select! {
                turn = self.wait(&session) => turn,
                () = events.closed() => return Ok(()),
            };
            let mut connection = Connection {
                shard: self.shard,
                introduction,
                session: &mut session,
                events: &events,
                http: &self.http,
                signs: &self.signs,
                up: None,
            };
            let Err(end) = connection.run(&self.url, self.tempo, turn).await;
            let up = connection.up.map(|up| up.elapsed());
            self.pace.ended(up);
            self.signs.gateway_is_down(self.shard, &end.to_string());
            if end == End::Unheard {
                return Ok(());
            }
            let outlook = session.ended(&end);
            let is_resumed = session.can_resume();
            let up_for = up.unwrap_or_default();
            let shard = self.shard.number;
            tracing::warn!(shard, %end, ?up_for, is_resumed, "the gateway is lost");
            outlook?;
        }
    }

    /// Until the next connection may be made; the turn to identify on it, where that is needed.
    async fn wait(&mut self, session: &Session) -> Option<Turn> {
        let is_to_resume = session.can_resume();
        let wait = if is_to_resume { self.pace.to_resume() } else { self.pace.to_identify() };
        self.signs.gateway_waits(self.shard, wait);
        sleep(wait).await;
        if is_to_resume {
            return None;
        }
        self.signs.gateway_queues(self.shard, true);
        let turn = self.turns.next(self.shard.number, self.tempo.between_identifies).await;
        self.signs.gateway_queues(self.shard, false);
        let wait = self.ask().await.as_ref().map_or(Duration::ZERO, spread);
        if wait > self.tempo.longest_wait_to_identify {
            let why = "today's IDENTIFYs are nearly used up";
            tracing::error!(?wait, "{why}, so the bot has to wait");
            self.signs.gateway_is_down(self.shard, why);
        }
        self.signs.gateway_waits(self.shard, wait);
        sleep(wait).await;
        Some(turn)
    }

    /// Where the gateway is now, and how many IDENTIFYs Discord still takes. Where it does not say,
    /// ours are few enough.
    async fn ask(&mut self) -> Option<SessionStartLimit> {
        let asked = timeout(self.tempo.patience, self.http.get_bot_gateway()).await;
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
        if is_as_safe(&gateway.url, &self.url) {
            self.url = gateway.url;
        }
        Some(gateway.session_start_limit)
    }
}

/// One connection, from opening to end.
struct Connection<'a> {
    shard: Shard,
    introduction: &'a Value,
    session: &'a mut Session,
    events: &'a mpsc::Sender<Utf8Bytes>,
    http: &'a Arc<Http>,
    signs: &'a Signs,
    /// Since when Discord knows the bot on it.
    up: Option<Instant>,
}

/// There is no good end: a connection that nobody hears ([`End::Unheard`]) is one as well.
type Never = std::convert::Infallible;

impl Connection<'_> {
    async fn run(&mut self, url: &str, tempo: Tempo, turn: Option<Turn>) -> Result<Never, End> {
        let url = self.session.url(url);
        let (mut line, beat) = tokio::select! {
            opened = Line::open(url, tempo.patience) => opened?,
            () = self.events.closed() => return Err(End::Unheard),
        };
        let how = if self.session.can_resume() { "resume" } else { "identify" };
        metrics::counter!("riposte_gateway_connects_total", "how" => how).increment(1);
        line.send(self.session.opening(self.introduction, self.shard)).await?;
        turn.into_iter().for_each(Turn::used);
        let end = self.listen(&mut line, beat, tempo.settling).await;
        if let Err(End::Unheard) = end {
            line.close().await;
        }
        end
    }

    async fn listen(
        &mut self,
        line: &mut Line,
        beat: Duration,
        settling: Duration,
    ) -> Result<Never, End> {
        // The first one comes at any time, so that not all bots beat at once.
        let first = Instant::now() + beat.mul_f64(rand::random_range(0.0..1.0));
        let mut beats = interval_at(first, beat);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut is_answered = true;
        let deadline = Instant::now() + settling;
        loop {
            tokio::select! {
                arrived = line.next() => {
                    let (frame, text) = arrived?;
                    self.signs.discord_was_heard(self.shard);
                    match frame {
                        Frame::Event { number, name } => self.pass_on(number, &name, text)?,
                        Frame::Answer => is_answered = true,
                        Frame::Beat => line.send(frame::beat(self.session.last())).await?,
                        Frame::Reconnect => return Err(End::Reconnect),
                        Frame::Invalid { can_resume } => return Err(End::Invalid { can_resume }),
                        Frame::Hello { .. } | Frame::Unknown => {}
                    }
                }
                _ = beats.tick() => {
                    if !is_answered {
                        return Err(End::Silent);
                    }
                    is_answered = false;
                    line.send(frame::beat(self.session.last())).await?;
                }
                () = tokio::time::sleep_until(deadline), if self.up.is_none() => {
                    return Err(End::Broken("Discord does not let the bot in".into()));
                }
                () = self.events.closed() => return Err(End::Unheard),
            }
        }
    }

    fn pass_on(&mut self, number: u64, name: &str, text: Utf8Bytes) -> Result<(), End> {
        let read = unreadable::check(name, &text);
        match (name, read) {
            ("READY", read) => {
                let ready = read.and_then(|()| frame::content(&text));
                let ready =
                    ready.map_err(|why| End::Broken(format!("READY is unreadable: {why}")))?;
                self.session.begins(ready);
                self.is_up();
            }
            ("RESUMED", _) => {
                self.session.goes_on();
                self.is_up();
            }
            (_, Err(why)) => {
                unreadable::report(self.http, &text, &why);
                self.session.took(number);
                return Ok(());
            }
            (_, Ok(())) => {}
        }
        // What does not go on now is asked for again.
        let passed = self.events.try_send(text);
        passed.map_err(|_| End::Broken("events come faster than they are taken".into()))?;
        self.session.took(number);
        Ok(())
    }

    fn is_up(&mut self) {
        tracing::info!(shard = self.shard.number, "the gateway is up");
        self.up = Some(Instant::now());
        self.signs.gateway_is_up(self.shard);
    }
}
