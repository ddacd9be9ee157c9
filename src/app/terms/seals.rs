//! Dice that anybody can check: they follow from a secret that was sealed before the first of them
//! fell. docs/DICE.md says how, for whoever checks it; this is that page as a program.
//!
//! Here: secrets, seals and streams. `features/export/ledger.rs` lists the dice of a fight that is
//! over, `features/audit.rs` checks such a list, `features/rolls/days.rs` seals what is rolled
//! without a rule.
//!
//! Invariant: a secret leaves the store only once every die that follows from it has fallen.

use std::fmt;
use std::sync::Arc;

use chacha20::ChaCha20Rng;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use rand::{Rng as _, RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::engine::dice::{Dice, Seeded};
use crate::engine::ids::UserId;
use crate::engine::words::Refusal;
use crate::store::ids::FightId;

/// The longest salt, in bytes.
const LONGEST_SALT: usize = 200;

/// Draws the secrets of new fights.
pub type SecretFactory = Arc<dyn Fn() -> Secret + Send + Sync>;

/// Secrets of the operating system: for real tables.
pub fn drawn_secrets() -> SecretFactory {
    Arc::new(|| Secret(UnwrapErr(SysRng).random()))
}

/// The same secrets every time the program runs with this seed: for the sandbox and tests.
pub fn seeded_secrets(seed: u64) -> SecretFactory {
    let dice = std::sync::Mutex::new(Seeded::new(seed));
    Arc::new(move || {
        let mut dice = dice.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Secret(std::array::from_fn(|_| dice.below(256) as u8))
    })
}

/// What all dice follow from. It is never printed by accident.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Secret([u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// What is posted before the first die falls.
    pub fn seal(&self, name: &str) -> String {
        hex(&Sha256::new().chain_update(self.0).chain_update(name).finalize())
    }

    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// Where its dice come from, once everybody has mixed their line in.
    pub fn stream(&self, salts: &[Salt]) -> Stream {
        let mut hash = Sha256::new().chain_update(self.0);
        for Salt { line, .. } in salts {
            hash.update((line.len() as u32).to_le_bytes());
            hash.update(line);
        }
        Stream { key: hash.finalize().into() }
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> Self {
        secret.reveal()
    }
}

impl TryFrom<String> for Secret {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || "a secret is 64 hex digits".to_string();
        let byte = |at: usize| text.get(2 * at..2 * at + 2).filter(|_| text.len() == 64);
        let mut bytes = [0; 32];
        for (at, to) in bytes.iter_mut().enumerate() {
            let digits = byte(at).filter(|it| it.bytes().all(|digit| digit.is_ascii_hexdigit()));
            *to = u8::from_str_radix(digits.ok_or_else(wrong)?, 16).map_err(|_| wrong())?;
        }
        Ok(Self(bytes))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A line that somebody has mixed in, so that nobody can have picked a secret that suits them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Salt {
    pub by: UserId,
    pub line: String,
}

/// What is done in the open, and what not everybody may know of, are numbered apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    Open,
    Hidden,
}

impl Lane {
    pub(in crate::app) fn hidden_if(is_hidden: bool) -> Self {
        if is_hidden { Self::Hidden } else { Self::Open }
    }
}

/// Which draw it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct At {
    #[serde(rename = "stream")]
    pub lane: Lane,
    pub n: u64,
}

/// How many draws there have been.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub open: u64,
    #[serde(default)]
    pub hidden: u64,
}

impl Counts {
    pub(in crate::app) fn is_none(&self) -> bool {
        *self == Self::default()
    }

    fn of(&mut self, lane: Lane) -> &mut u64 {
        match lane {
            Lane::Open => &mut self.open,
            Lane::Hidden => &mut self.hidden,
        }
    }

    /// The number of one more draw.
    pub(in crate::app) fn next(&mut self, lane: Lane) -> At {
        let count = self.of(lane);
        *count += 1;
        At { lane, n: *count - 1 }
    }
}

/// Every draw of a secret, by its number.
#[derive(Clone)]
pub struct Stream {
    key: [u8; 32],
}

impl Stream {
    /// One face from 1 to `sides`, each as likely as the others.
    pub fn die(&self, at: At, sides: u8) -> u8 {
        let sides = u16::from(sides.max(1));
        let fair = 256 - 256 % sides;
        let byte = self.first(at, |byte| u16::from(byte) < fair);
        (1 + u16::from(byte) % sides) as u8
    }

    /// One of the cards that are left, each as likely as the others. Invariant: some are left.
    pub fn card(&self, at: At, left: &[u8]) -> u8 {
        assert!(!left.is_empty(), "a card is drawn of those that are left");
        self.first(at, |byte| left.contains(&byte))
    }

    /// The first byte of a draw that fits.
    fn first(&self, At { lane, n }: At, fits: impl Fn(u8) -> bool) -> u8 {
        let mut bytes = ChaCha20Rng::from_seed(self.key);
        bytes.set_stream(2 * n + lane as u64);
        let mut block = [0; 64];
        loop {
            bytes.fill_bytes(&mut block);
            if let Some(byte) = block.into_iter().find(|byte| fits(*byte)) {
                return byte;
            }
        }
    }
}

/// The draws of a stream as dice, one after the other.
pub struct Following {
    pub stream: Stream,
    pub lane: Lane,
    pub drawn: Counts,
}

impl Dice for Following {
    fn roll(&mut self, sides: u8) -> u8 {
        self.stream.die(self.drawn.next(self.lane), sides)
    }

    fn draw(&mut self, left: &[u8]) -> u8 {
        self.stream.card(self.drawn.next(self.lane), left)
    }
}

/// A secret with the lines mixed in, and from which draws on it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    pub(in crate::app) secret: Secret,
    pub(in crate::app) from: Counts,
    pub(in crate::app) salts: Vec<Salt>,
}

/// The secrets of a fight; none of one from before there were any, or that is played by a script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seals {
    pub(in crate::app) all: Vec<Seal>,
    /// Only the GM can have them in the end.
    pub is_kept: bool,
}

/// The name of each secret of a fight is part of its seal: no other fight's fits.
pub(in crate::app) fn name(fight: FightId, place: usize) -> String {
    if place == 0 { fight.to_string() } else { format!("{fight}/{}", place + 1) }
}

impl Seals {
    /// Dice follow from this secret from now on.
    pub(in crate::app) fn add(&mut self, secret: Secret, drawn: Counts) {
        let salts = self.all.last().map(|last| last.salts.clone()).unwrap_or_default();
        self.all.push(Seal { secret, from: drawn, salts });
    }

    /// The seal of the dice that are still to fall.
    pub(in crate::app) fn seal(&self, fight: FightId) -> Option<String> {
        let (place, last) = self.all.iter().enumerate().next_back()?;
        Some(last.secret.seal(&name(fight, place)))
    }

    pub(in crate::app) fn stream(&self) -> Option<Stream> {
        self.all.last().map(|last| last.secret.stream(&last.salts))
    }

    /// The secret in force is out, since the fight is over: dice that fall now need another.
    pub(in crate::app) fn is_out(&self, is_ending: bool, drawn: Counts) -> bool {
        self.all.last().is_some_and(|last| is_ending || last.from != drawn)
    }

    /// All that may be known once the fight is over: whichever dice have fallen by.
    pub(in crate::app) fn out(&self, fight: FightId) -> impl Iterator<Item = (String, &Seal)> {
        let before_last = self.all.len().saturating_sub(1);
        let all = self.all.iter().take(before_last).enumerate();
        all.map(move |(place, seal)| (name(fight, place), seal))
    }

    /// Mixes a line in; one that they gave before is gone.
    ///
    /// # Errors
    /// `no-seal`, `salt-too-late`, `salt-too-long`.
    pub(in crate::app) fn salt(
        &mut self,
        by: UserId,
        line: &str,
        is_too_late: bool,
    ) -> Result<(), Refusal> {
        let last = self.all.last_mut().ok_or_else(|| Refusal::new("no-seal", ""))?;
        if is_too_late {
            return Err(Refusal::new("salt-too-late", ""));
        }
        mix_in(&mut last.salts, by, line)
    }
}

fn mix_in(salts: &mut Vec<Salt>, by: UserId, line: &str) -> Result<(), Refusal> {
    if line.is_empty() || line.len() > LONGEST_SALT {
        return Err(Refusal::new("salt-too-long", "").with("most", LONGEST_SALT));
    }
    match salts.iter_mut().find(|salt| salt.by == by) {
        Some(salt) => line.clone_into(&mut salt.line),
        None => salts.push(Salt { by, line: line.into() }),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(byte: u8) -> Secret {
        Secret([byte; 32])
    }

    /// RFC 8439, A.1, test vector 1: what `docs/DICE.md` means by ChaCha20.
    #[test]
    fn draws_are_bytes_of_chacha20() {
        let stream = Stream { key: [0; 32] };
        let byte = stream.first(At { lane: Lane::Open, n: 0 }, |_| true);
        assert_eq!(byte, 0x76);
        let next = stream.first(At { lane: Lane::Open, n: 0 }, |byte| byte != 0x76);
        assert_eq!(next, 0xb8);
        // A.1, test vector 5, has nonce 00…02: the second draw in the open.
        let second = stream.first(At { lane: Lane::Open, n: 1 }, |_| true);
        let other = stream.first(At { lane: Lane::Hidden, n: 0 }, |_| true);
        assert_ne!((byte, second), (second, other));
    }

    #[test]
    fn a_secret_is_read_as_it_is_shown_and_never_printed() {
        let shown = secret(0xab).reveal();
        assert_eq!(Secret::try_from(shown.clone()), Ok(secret(0xab)));
        assert!(!format!("{:?}", secret(0xab)).contains("ab"));
        for wrong in ["", "ab", &shown[1..], &shown.replace('a', "+"), &"é".repeat(32)] {
            assert!(Secret::try_from(wrong.to_string()).is_err(), "{wrong}");
        }
    }

    /// Whose secret, which name, which salts and in which order: all of it counts.
    #[test]
    fn everything_counts() {
        let salt = |by: u64, line: &str| Salt { by: UserId(by), line: line.into() };
        let one = secret(1);
        assert_ne!(one.seal("1"), one.seal("2"));
        assert_ne!(one.seal("1"), secret(2).seal("1"));
        let keys = [
            one.stream(&[]).key,
            one.stream(&[salt(1, "ab")]).key,
            one.stream(&[salt(1, "a"), salt(2, "b")]).key,
            one.stream(&[salt(2, "b"), salt(1, "a")]).key,
            one.stream(&[salt(2, "")]).key,
        ];
        for (at, key) in keys.iter().enumerate() {
            assert!(!keys[at + 1..].contains(key));
        }
    }

    /// Each face of each kind of dice, and each card, about as often as the others: chi-square by
    /// its bound of one in a million (Wilson and Hilferty).
    #[test]
    fn dice_are_fair() {
        let draws = 20_000;
        let mut dice =
            Following { stream: secret(9).stream(&[]), lane: Lane::Open, drawn: Counts::default() };
        for sides in [2, 3, 4, 6, 8, 10, 12, 20, 100] {
            let mut counts = vec![0; usize::from(sides)];
            (0..draws).for_each(|_| counts[usize::from(dice.roll(sides)) - 1] += 1);
            check(&counts, draws);
        }
        let left: Vec<u8> = (0..54).filter(|card| card % 7 != 0).collect();
        let mut counts = vec![0; left.len()];
        for _ in 0..draws {
            let card = dice.draw(&left);
            counts[left.iter().position(|it| *it == card).unwrap()] += 1;
        }
        check(&counts, draws);
    }

    #[track_caller]
    fn check(counts: &[u32], draws: u32) {
        let free = (counts.len() - 1) as f64;
        let expected = f64::from(draws) / counts.len() as f64;
        let chi: f64 = counts.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
        let spread = 2.0 / (9.0 * free);
        let most = free * (1.0 - spread + 4.75 * spread.sqrt()).powi(3);
        assert!(chi < most, "d{}: chi-square {chi:.1}, at most {most:.1}", counts.len());
    }
}
