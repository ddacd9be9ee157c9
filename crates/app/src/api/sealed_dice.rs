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

use engine::core::command::Refusal;
use engine::core::dice::{Dice, SeededDice};
use engine::core::ids::UserId;
use store::ids::FightId;

/// The longest salt, in bytes.
const MAX_SALT_BYTES: usize = 200;

/// Draws the secrets of new fights.
pub type SecretFactory = Arc<dyn Fn() -> DiceSecret + Send + Sync>;

/// Secrets of the operating system: for real tables.
pub fn os_random_secrets() -> SecretFactory {
    Arc::new(|| DiceSecret(UnwrapErr(SysRng).random()))
}

/// The same secrets every time the program runs with this seed: for the sandbox and tests.
pub fn seeded_secrets(seed: u64) -> SecretFactory {
    let dice = std::sync::Mutex::new(SeededDice::new(seed));
    Arc::new(move || {
        let mut dice = dice.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        DiceSecret(std::array::from_fn(|_| dice.number_below(256) as u8))
    })
}

/// What all dice follow from. It is never printed by accident.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct DiceSecret([u8; 32]);

impl fmt::Debug for DiceSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl DiceSecret {
    /// What is posted before the first die falls.
    pub fn compute_seal(&self, secret_name: &str) -> String {
        encode_hex(&Sha256::new().chain_update(self.0).chain_update(secret_name).finalize())
    }

    pub fn to_hex(&self) -> String {
        encode_hex(&self.0)
    }

    /// Where its dice come from, once everybody has mixed their line in.
    pub fn derive_stream(&self, salts: &[Salt]) -> DrawStream {
        let mut hash = Sha256::new().chain_update(self.0);
        for Salt { line, .. } in salts {
            hash.update((line.len() as u32).to_le_bytes());
            hash.update(line);
        }
        DrawStream { key: hash.finalize().into() }
    }
}

impl From<DiceSecret> for String {
    fn from(secret: DiceSecret) -> Self {
        secret.to_hex()
    }
}

impl TryFrom<String> for DiceSecret {
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

fn encode_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Numbers that count inputs, hidden ones as well, made into others that tell nothing: each always
/// into the same one, and no two into one.
pub(crate) struct IdCipher([u8; 32]);

impl IdCipher {
    /// What is covered lies above all numbers that are not.
    const ENCRYPTED_OFFSET: i64 = 1 << 32;
    /// The places of a number: those of its two halves, which are mixed in turn.
    const HALF_BITS: u32 = 16;
    const ROUNDS: u8 = 6;

    /// None where the number is too large, or covered already.
    pub fn encrypt(&self, number: i64) -> Option<i64> {
        let number = u32::try_from(number).ok()?;
        let (mut left, mut right) = ((number >> Self::HALF_BITS) as u16, number as u16);
        for round in 0..Self::ROUNDS {
            (left, right) = (right, left ^ self.round_function(round, right));
        }
        Some(Self::ENCRYPTED_OFFSET | i64::from(left) << Self::HALF_BITS | i64::from(right))
    }

    /// None where the number is not covered.
    pub fn decrypt(&self, number: i64) -> Option<i64> {
        let number = u32::try_from(number.checked_sub(Self::ENCRYPTED_OFFSET)?).ok()?;
        let (mut left, mut right) = ((number >> Self::HALF_BITS) as u16, number as u16);
        for round in (0..Self::ROUNDS).rev() {
            (left, right) = (right ^ self.round_function(round, left), left);
        }
        Some(i64::from(left) << Self::HALF_BITS | i64::from(right))
    }

    fn round_function(&self, round: u8, half: u16) -> u16 {
        let [first, second, ..]: [u8; 32] = Sha256::new()
            .chain_update(self.0)
            .chain_update([round])
            .chain_update(half.to_le_bytes())
            .finalize()
            .into();
        u16::from_le_bytes([first, second])
    }

    /// A text that tells nothing of this one, and is another for every other.
    pub fn hash_text(&self, text: &str) -> String {
        encode_hex(
            &Sha256::new().chain_update(self.0).chain_update("text").chain_update(text).finalize(),
        )
    }
}

/// A line that somebody has mixed in, so that nobody can have picked a secret that suits them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Salt {
    #[serde(rename = "by")]
    pub user: UserId,
    pub line: String,
}

/// What is done in the open, and what not everybody may know of, are numbered apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceLane {
    #[default]
    Open,
    Hidden,
}

impl DiceLane {
    pub(crate) fn from_is_hidden(is_hidden: bool) -> Self {
        if is_hidden { Self::Hidden } else { Self::Open }
    }
}

/// Which draw it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DrawPosition {
    #[serde(rename = "stream")]
    pub lane: DiceLane,
    #[serde(rename = "n")]
    pub index: u64,
}

/// How many draws there have been.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawCounts {
    pub open: u64,
    #[serde(default)]
    pub hidden: u64,
}

impl DrawCounts {
    pub(crate) fn is_zero(&self) -> bool {
        *self == Self::default()
    }

    fn count_mut(&mut self, lane: DiceLane) -> &mut u64 {
        match lane {
            DiceLane::Open => &mut self.open,
            DiceLane::Hidden => &mut self.hidden,
        }
    }

    /// The number of one more draw.
    pub(crate) fn take_next_position(&mut self, lane: DiceLane) -> DrawPosition {
        let count = self.count_mut(lane);
        *count += 1;
        DrawPosition { lane, index: *count - 1 }
    }
}

/// Every draw of a secret, by its number.
#[derive(Clone)]
pub struct DrawStream {
    key: [u8; 32],
}

impl DrawStream {
    /// One face from 1 to `sides`, each as likely as the others.
    pub fn face_at(&self, position: DrawPosition, sides: u8) -> u8 {
        let sides = u16::from(sides.max(1));
        let fair = 256 - 256 % sides;
        let byte = self.first_byte_where(position, |byte| u16::from(byte) < fair);
        (1 + u16::from(byte) % sides) as u8
    }

    /// One of the cards that are left, each as likely as the others. Invariant: some are left.
    pub fn card_at(&self, position: DrawPosition, remaining_cards: &[u8]) -> u8 {
        assert!(!remaining_cards.is_empty(), "a card is drawn of those that are left");
        self.first_byte_where(position, |byte| remaining_cards.contains(&byte))
    }

    /// The first byte of a draw that fits.
    fn first_byte_where(
        &self,
        DrawPosition { lane, index: n }: DrawPosition,
        fits: impl Fn(u8) -> bool,
    ) -> u8 {
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
pub struct StreamDice {
    pub stream: DrawStream,
    pub next_index: u64,
}

impl StreamDice {
    fn take_position(&mut self) -> DrawPosition {
        self.next_index += 1;
        DrawPosition { lane: DiceLane::Open, index: self.next_index - 1 }
    }
}

impl Dice for StreamDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        let at = self.take_position();
        self.stream.face_at(at, sides)
    }

    fn draw_card(&mut self, left: &[u8]) -> u8 {
        let at = self.take_position();
        self.stream.card_at(at, left)
    }
}

/// A secret with the lines mixed in, and from which draws on it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedSecret {
    pub(crate) secret: DiceSecret,
    #[serde(rename = "from")]
    pub(crate) starts_at: DrawCounts,
    pub(crate) salts: Vec<Salt>,
}

/// The secrets of a fight; none of one from before there were any, or that is played by a script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FightSecrets {
    #[serde(rename = "all")]
    pub(crate) sealed_secrets: Vec<SealedSecret>,
    /// Only the GM can have them in the end.
    #[serde(rename = "is_kept")]
    pub(crate) is_gm_only: bool,
}

/// The name of each secret of a fight is part of its seal: no other fight's fits.
pub(crate) fn secret_name(fight: FightId, index: usize) -> String {
    if index == 0 { fight.to_string() } else { format!("{fight}/{}", index + 1) }
}

impl FightSecrets {
    /// Dice follow from this secret from now on.
    pub(crate) fn push_secret(&mut self, secret: DiceSecret, draw_counts: DrawCounts) {
        let salts = self.sealed_secrets.last().map(|last| last.salts.clone()).unwrap_or_default();
        self.sealed_secrets.push(SealedSecret { secret, starts_at: draw_counts, salts });
    }

    /// What numbers of this fight that everybody can read are made unreadable with; none of a fight
    /// without secrets.
    pub(crate) fn id_cipher(&self) -> Option<IdCipher> {
        let first = self.sealed_secrets.first()?;
        Some(IdCipher(
            Sha256::new()
                .chain_update(first.secret.0)
                .chain_update("numbers on buttons")
                .finalize()
                .into(),
        ))
    }

    /// The seal of the dice that are still to fall.
    pub(crate) fn current_seal(&self, fight: FightId) -> Option<String> {
        let (place, last) = self.sealed_secrets.iter().enumerate().next_back()?;
        Some(last.secret.compute_seal(&secret_name(fight, place)))
    }

    pub(crate) fn current_stream(&self) -> Option<DrawStream> {
        self.sealed_secrets.last().map(|last| last.secret.derive_stream(&last.salts))
    }

    /// The secret in force is out, since the fight is over: dice that fall now need another.
    pub(crate) fn needs_new_secret(&self, is_ending: bool, draw_counts: DrawCounts) -> bool {
        self.sealed_secrets.last().is_some_and(|last| is_ending || last.starts_at != draw_counts)
    }

    /// All that may be known once the fight is over: dice are still to fall of the last.
    pub(crate) fn revealed_secrets(&self) -> &[SealedSecret] {
        self.sealed_secrets.split_last().map_or(&[], |(_, out)| out)
    }

    /// Mixes a line in; one that they gave before is gone.
    ///
    /// # Errors
    /// `no-seal`, `salt-too-late`, `salt-too-long`.
    pub(crate) fn add_salt(
        &mut self,
        user: UserId,
        line: &str,
        is_too_late: bool,
    ) -> Result<(), Refusal> {
        let last = self.sealed_secrets.last_mut().ok_or_else(|| Refusal::new("no-seal", ""))?;
        if is_too_late {
            return Err(Refusal::new("salt-too-late", ""));
        }
        if line.is_empty() || line.len() > MAX_SALT_BYTES {
            return Err(Refusal::new("salt-too-long", "").with("most", MAX_SALT_BYTES));
        }
        match last.salts.iter_mut().find(|salt| salt.user == user) {
            Some(salt) => line.clone_into(&mut salt.line),
            None => last.salts.push(Salt { user, line: line.into() }),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(byte: u8) -> DiceSecret {
        DiceSecret([byte; 32])
    }

    /// RFC 8439, A.1, test vectors 1 and 5 (its nonce ends with 02): what `docs/DICE.md` means by
    /// ChaCha20.
    #[test]
    fn draws_are_bytes_of_chacha20() {
        let stream = DrawStream { key: [0; 32] };
        for (n, bytes) in [(0, [0x76, 0xb8]), (1 << 56, [0xc2, 0xc6])] {
            let at = DrawPosition { lane: DiceLane::Open, index: n };
            assert_eq!(stream.first_byte_where(at, |_| true), bytes[0]);
            assert_eq!(stream.first_byte_where(at, |byte| byte != bytes[0]), bytes[1]);
        }
    }

    #[test]
    fn a_secret_is_read_as_it_is_shown_and_never_printed() {
        let shown = secret(0xab).to_hex();
        assert_eq!(DiceSecret::try_from(shown.clone()), Ok(secret(0xab)));
        assert!(!format!("{:?}", secret(0xab)).contains("ab"));
        for wrong in ["", "ab", &shown[1..], &shown.replace('a', "+"), &"é".repeat(32)] {
            assert!(DiceSecret::try_from(wrong.to_string()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_cover_is_taken_off_and_shows_no_order() {
        let mut seals = FightSecrets::default();
        assert!(seals.id_cipher().is_none());
        seals.push_secret(secret(1), DrawCounts::default());
        let cover = seals.id_cipher().unwrap();
        let covered: Vec<i64> = (0..1000).map(|number| cover.encrypt(number).unwrap()).collect();
        for (number, covered) in covered.iter().enumerate() {
            assert_eq!(cover.decrypt(*covered), Some(number as i64));
            assert_eq!((cover.encrypt(*covered), cover.decrypt(number as i64)), (None, None));
        }
        let rises = covered.windows(2).filter(|two| two[0] < two[1]).count();
        assert!((400..600).contains(&rises), "{rises}");
        seals.sealed_secrets[0].secret = secret(2);
        assert_ne!(seals.id_cipher().unwrap().encrypt(0), Some(covered[0]));
    }

    /// Whose secret, which name, which salts and in which order: all of it counts.
    #[test]
    fn everything_counts() {
        let salt = |by: u64, line: &str| Salt { user: UserId(by), line: line.into() };
        let one = secret(1);
        assert_ne!(one.compute_seal("1"), one.compute_seal("2"));
        assert_ne!(one.compute_seal("1"), secret(2).compute_seal("1"));
        let keys = [
            one.derive_stream(&[]).key,
            one.derive_stream(&[salt(1, "ab")]).key,
            one.derive_stream(&[salt(1, "a"), salt(2, "b")]).key,
            one.derive_stream(&[salt(2, "b"), salt(1, "a")]).key,
            one.derive_stream(&[salt(2, "")]).key,
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
        let mut dice = StreamDice { stream: secret(9).derive_stream(&[]), next_index: 0 };
        for sides in [2, 3, 4, 6, 8, 10, 12, 20, 100] {
            let mut counts = vec![0; usize::from(sides)];
            (0..draws).for_each(|_| counts[usize::from(dice.roll_die(sides)) - 1] += 1);
            check(&counts, draws);
        }
        let left: Vec<u8> = (0..54).filter(|card| card % 7 != 0).collect();
        let mut counts = vec![0; left.len()];
        for _ in 0..draws {
            let card = dice.draw_card(&left);
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
