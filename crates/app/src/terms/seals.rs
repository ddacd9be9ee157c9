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

use engine::command::Refusal;
use engine::dice::{Dice, Seeded};
use engine::ids::UserId;
use store::ids::FightId;

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

/// Numbers that count inputs, hidden ones as well, made into others that tell nothing: each always
/// into the same one, and no two into one.
pub(crate) struct Cover([u8; 32]);

impl Cover {
    /// What is covered lies above all numbers that are not.
    const COVERED: i64 = 1 << 32;
    /// The places of a number: those of its two halves, which are mixed in turn.
    const HALF: u32 = 16;
    const ROUNDS: u8 = 6;

    /// None where the number is too large, or covered already.
    pub fn put_on(&self, number: i64) -> Option<i64> {
        let number = u32::try_from(number).ok()?;
        let (mut left, mut right) = ((number >> Self::HALF) as u16, number as u16);
        for round in 0..Self::ROUNDS {
            (left, right) = (right, left ^ self.mix(round, right));
        }
        Some(Self::COVERED | i64::from(left) << Self::HALF | i64::from(right))
    }

    /// None where the number is not covered.
    pub fn take_off(&self, number: i64) -> Option<i64> {
        let number = u32::try_from(number.checked_sub(Self::COVERED)?).ok()?;
        let (mut left, mut right) = ((number >> Self::HALF) as u16, number as u16);
        for round in (0..Self::ROUNDS).rev() {
            (left, right) = (right ^ self.mix(round, left), left);
        }
        Some(i64::from(left) << Self::HALF | i64::from(right))
    }

    fn mix(&self, round: u8, half: u16) -> u16 {
        let [first, second, ..]: [u8; 32] = Sha256::new()
            .chain_update(self.0)
            .chain_update([round])
            .chain_update(half.to_le_bytes())
            .finalize()
            .into();
        u16::from_le_bytes([first, second])
    }

    /// A text that tells nothing of this one, and is another for every other.
    pub fn over(&self, text: &str) -> String {
        hex(&Sha256::new().chain_update(self.0).chain_update("text").chain_update(text).finalize())
    }
}

/// A line that somebody has mixed in, so that nobody can have picked a secret that suits them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Salt {
    pub by: UserId,
    pub line: String,
}

/// What is done in the open, and what not everybody may know of, are numbered apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    #[default]
    Open,
    Hidden,
}

impl Lane {
    pub(crate) fn hidden_if(is_hidden: bool) -> Self {
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
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::default()
    }

    fn of(&mut self, lane: Lane) -> &mut u64 {
        match lane {
            Lane::Open => &mut self.open,
            Lane::Hidden => &mut self.hidden,
        }
    }

    /// The number of one more draw.
    pub(crate) fn next(&mut self, lane: Lane) -> At {
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
        bytes.set_stream(n.wrapping_mul(2).wrapping_add(lane as u64));
        let mut block = [0; 64];
        loop {
            bytes.fill_bytes(&mut block);
            if let Some(byte) = block.into_iter().find(|byte| fits(*byte)) {
                return byte;
            }
        }
    }
}

/// The open draws of a stream as dice, one after the other.
pub struct Following {
    pub stream: Stream,
    pub next: u64,
}

impl Following {
    fn at(&mut self) -> At {
        self.next += 1;
        At { lane: Lane::Open, n: self.next - 1 }
    }
}

impl Dice for Following {
    fn roll(&mut self, sides: u8) -> u8 {
        let at = self.at();
        self.stream.die(at, sides)
    }

    fn draw(&mut self, left: &[u8]) -> u8 {
        let at = self.at();
        self.stream.card(at, left)
    }
}

/// A secret with the lines mixed in, and from which draws on it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    pub(crate) secret: Secret,
    pub(crate) from: Counts,
    pub(crate) salts: Vec<Salt>,
}

/// The secrets of a fight; none of one from before there were any, or that is played by a script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seals {
    pub(crate) all: Vec<Seal>,
    /// Only the GM can have them in the end.
    pub(crate) is_kept: bool,
}

/// The name of each secret of a fight is part of its seal: no other fight's fits.
pub(crate) fn name(fight: FightId, place: usize) -> String {
    if place == 0 { fight.to_string() } else { format!("{fight}/{}", place + 1) }
}

impl Seals {
    /// Dice follow from this secret from now on.
    pub(crate) fn add(&mut self, secret: Secret, drawn: Counts) {
        let salts = self.all.last().map(|last| last.salts.clone()).unwrap_or_default();
        self.all.push(Seal { secret, from: drawn, salts });
    }

    /// What numbers of this fight that everybody can read are made unreadable with; none of a fight
    /// without secrets.
    pub(crate) fn cover(&self) -> Option<Cover> {
        let first = self.all.first()?;
        Some(Cover(
            Sha256::new()
                .chain_update(first.secret.0)
                .chain_update("numbers on buttons")
                .finalize()
                .into(),
        ))
    }

    /// The seal of the dice that are still to fall.
    pub(crate) fn seal(&self, fight: FightId) -> Option<String> {
        let (place, last) = self.all.iter().enumerate().next_back()?;
        Some(last.secret.seal(&name(fight, place)))
    }

    pub(crate) fn stream(&self) -> Option<Stream> {
        self.all.last().map(|last| last.secret.stream(&last.salts))
    }

    /// The secret in force is out, since the fight is over: dice that fall now need another.
    pub(crate) fn is_out(&self, is_ending: bool, drawn: Counts) -> bool {
        self.all.last().is_some_and(|last| is_ending || last.from != drawn)
    }

    /// All that may be known once the fight is over: dice are still to fall of the last.
    pub(crate) fn out(&self) -> &[Seal] {
        self.all.split_last().map_or(&[], |(_, out)| out)
    }

    /// Mixes a line in; one that they gave before is gone.
    ///
    /// # Errors
    /// `no-seal`, `salt-too-late`, `salt-too-long`.
    pub(crate) fn salt(
        &mut self,
        by: UserId,
        line: &str,
        is_too_late: bool,
    ) -> Result<(), Refusal> {
        let last = self.all.last_mut().ok_or_else(|| Refusal::new("no-seal", ""))?;
        if is_too_late {
            return Err(Refusal::new("salt-too-late", ""));
        }
        if line.is_empty() || line.len() > LONGEST_SALT {
            return Err(Refusal::new("salt-too-long", "").with("most", LONGEST_SALT));
        }
        match last.salts.iter_mut().find(|salt| salt.by == by) {
            Some(salt) => line.clone_into(&mut salt.line),
            None => last.salts.push(Salt { by, line: line.into() }),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(byte: u8) -> Secret {
        Secret([byte; 32])
    }

    /// RFC 8439, A.1, test vectors 1 and 5 (its nonce ends with 02): what `docs/DICE.md` means by
    /// ChaCha20.
    #[test]
    fn draws_are_bytes_of_chacha20() {
        let stream = Stream { key: [0; 32] };
        for (n, bytes) in [(0, [0x76, 0xb8]), (1 << 56, [0xc2, 0xc6])] {
            let at = At { lane: Lane::Open, n };
            assert_eq!(stream.first(at, |_| true), bytes[0]);
            assert_eq!(stream.first(at, |byte| byte != bytes[0]), bytes[1]);
        }
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

    #[test]
    fn a_cover_is_taken_off_and_shows_no_order() {
        let mut seals = Seals::default();
        assert!(seals.cover().is_none());
        seals.add(secret(1), Counts::default());
        let cover = seals.cover().unwrap();
        let covered: Vec<i64> = (0..1000).map(|number| cover.put_on(number).unwrap()).collect();
        for (number, covered) in covered.iter().enumerate() {
            assert_eq!(cover.take_off(*covered), Some(number as i64));
            assert_eq!((cover.put_on(*covered), cover.take_off(number as i64)), (None, None));
        }
        let rises = covered.windows(2).filter(|two| two[0] < two[1]).count();
        assert!((400..600).contains(&rises), "{rises}");
        seals.all[0].secret = secret(2);
        assert_ne!(seals.cover().unwrap().put_on(0), Some(covered[0]));
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
        let mut dice = Following { stream: secret(9).stream(&[]), next: 0 };
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
