//! Dice that anybody can check: they follow from a secret that was sealed before the first roll.
//! docs/DICE.md specifies the method for whoever checks it; this file implements it.
//!
//! This file has secrets, seals and streams. `features/export/ledger.rs` lists the dice of a
//! finished fight, `features/audit.rs` checks such a list, and `features/rolls/day_dice.rs` seals
//! the dice of free rolls.
//!
//! Invariant: a secret leaves the store only once every die that follows from it was rolled.

use std::collections::BTreeSet;
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

const MAX_SALT_BYTES: usize = 200;

/// The length of a secret.
const SECRET_BYTES: usize = 32;

/// How many bytes the generator of draws makes at once.
const CHACHA_BLOCK_BYTES: usize = 64;

/// Generates the secrets of new fights.
pub type SecretFactory = Arc<dyn Fn() -> DiceSecret + Send + Sync>;

/// Secrets from the entropy of the operating system, for real tables.
pub fn os_random_secrets() -> SecretFactory {
    Arc::new(|| DiceSecret(UnwrapErr(SysRng).random()))
}

/// Secrets that repeat in every run with the same seed, for the sandbox and tests.
pub fn seeded_secrets(seed: u64) -> SecretFactory {
    let dice = std::sync::Mutex::new(SeededDice::new(seed));
    Arc::new(move || {
        let mut dice = dice.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        DiceSecret(std::array::from_fn(|_| dice.number_below(256) as u8))
    })
}

/// The secret that all dice follow from. Its `Debug` form does not show it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct DiceSecret([u8; SECRET_BYTES]);

impl fmt::Debug for DiceSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl DiceSecret {
    /// Returns the seal, a hash of the secret and its name, which is posted before the first roll.
    pub fn compute_seal(&self, secret_name: &str) -> String {
        encode_hex(&Sha256::new().chain_update(self.0).chain_update(secret_name).finalize())
    }

    pub fn to_hex(&self) -> String {
        encode_hex(&self.0)
    }

    /// Returns the stream of draws that follow from the secret and all salts.
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

    /// Parses a secret from 64 hex digits.
    fn try_from(text: String) -> Result<Self, String> {
        let error = || "a secret is 64 hex digits".to_string();
        let is_hex = text.bytes().all(|digit| digit.is_ascii_hexdigit());
        if text.len() != 2 * SECRET_BYTES || !is_hex {
            return Err(error());
        }
        let mut bytes = [0; SECRET_BYTES];
        for (index, byte) in bytes.iter_mut().enumerate() {
            let digits = &text[2 * index..2 * index + 2];
            *byte = u8::from_str_radix(digits, 16).map_err(|_| error())?;
        }
        Ok(Self(bytes))
    }
}

fn encode_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A cipher for numbers that count inputs (hidden ones included): it makes them unreadable where
/// everybody sees them. Each number always gives the same encrypted one, and no two give the same.
pub struct IdCipher([u8; 32]);

impl IdCipher {
    /// Encrypted numbers start here, above all plain ones.
    const ENCRYPTED_OFFSET: i64 = 1 << 32;
    /// The bits of each half of a number; the halves are mixed in turn (a Feistel network).
    const HALF_BITS: u32 = 16;
    const ROUNDS: u8 = 6;

    /// Returns `None` for a number that is too large, or already encrypted.
    pub fn encrypt(&self, number: i64) -> Option<i64> {
        let (mut left, mut right) = Self::split_halves(u32::try_from(number).ok()?);
        for round in 0..Self::ROUNDS {
            let mixed = left ^ self.round_function(round, right);
            left = right;
            right = mixed;
        }
        Some(Self::ENCRYPTED_OFFSET + Self::join_halves(left, right))
    }

    /// Returns `None` for a number that is not encrypted.
    pub fn decrypt(&self, number: i64) -> Option<i64> {
        let encrypted = number.checked_sub(Self::ENCRYPTED_OFFSET)?;
        let (mut left, mut right) = Self::split_halves(u32::try_from(encrypted).ok()?);
        for round in (0..Self::ROUNDS).rev() {
            let unmixed = right ^ self.round_function(round, left);
            right = left;
            left = unmixed;
        }
        Some(Self::join_halves(left, right))
    }

    /// Returns the upper and the lower half of a number.
    fn split_halves(number: u32) -> (u16, u16) {
        ((number >> Self::HALF_BITS) as u16, number as u16)
    }

    /// Returns the number with this upper and this lower half.
    fn join_halves(left: u16, right: u16) -> i64 {
        i64::from(left) << Self::HALF_BITS | i64::from(right)
    }

    /// Returns 16 bits that depend on the key, the round and one half of the number.
    fn round_function(&self, round: u8, half: u16) -> u16 {
        let [first, second, ..]: [u8; 32] = Sha256::new()
            .chain_update(self.0)
            .chain_update([round])
            .chain_update(half.to_le_bytes())
            .finalize()
            .into();
        u16::from_le_bytes([first, second])
    }

    /// Returns a keyed hash of the text: it reveals nothing of the text, and differs from that of
    /// every other.
    pub fn hash_text(&self, text: &str) -> String {
        encode_hex(
            &Sha256::new().chain_update(self.0).chain_update("text").chain_update(text).finalize(),
        )
    }
}

/// A line that a user has mixed into the dice, so that nobody can have picked a secret that suits
/// them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Salt {
    #[serde(rename = "by")]
    pub user: UserId,
    pub line: String,
}

/// Open and hidden draws are numbered separately, so that nobody can count the hidden ones.
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

/// The position of a draw: its lane and its number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DrawPosition {
    #[serde(rename = "stream")]
    pub lane: DiceLane,
    #[serde(rename = "n")]
    pub index: u64,
}

/// The number of draws in each lane.
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

    /// Returns how many draws were made in a lane.
    fn count_in(self, lane: DiceLane) -> u64 {
        match lane {
            DiceLane::Open => self.open,
            DiceLane::Hidden => self.hidden,
        }
    }

    /// Returns the count of a lane, to be changed.
    fn count_mut(&mut self, lane: DiceLane) -> &mut u64 {
        match lane {
            DiceLane::Open => &mut self.open,
            DiceLane::Hidden => &mut self.hidden,
        }
    }

    /// Counts one more draw, and returns its position.
    pub(crate) fn take_next_position(&mut self, lane: DiceLane) -> DrawPosition {
        let count = self.count_mut(lane);
        *count += 1;
        DrawPosition { lane, index: *count - 1 }
    }
}

/// All draws of a secret, by their positions.
#[derive(Clone)]
pub struct DrawStream {
    key: [u8; 32],
}

impl DrawStream {
    /// Returns a face from 1 to `sides`, all equally likely.
    pub fn face_at(&self, position: DrawPosition, sides: u8) -> u8 {
        let sides = u16::from(sides.max(1));
        // Bytes beyond the last whole multiple of `sides` would make the low faces likelier.
        let fair_range = 256 - 256 % sides;
        let byte = self.first_byte_where(position, |byte| u16::from(byte) < fair_range);
        (1 + u16::from(byte) % sides) as u8
    }

    /// Returns one of the remaining cards, all equally likely. Invariant: there is at least one.
    pub fn card_at(&self, position: DrawPosition, remaining_cards: &[u8]) -> u8 {
        assert!(!remaining_cards.is_empty(), "a card is drawn of those that are left");
        self.first_byte_where(position, |byte| remaining_cards.contains(&byte))
    }

    /// Returns the bytes of a draw that come before the first one with this value.
    pub(crate) fn bytes_before(&self, position: DrawPosition, value: u8) -> BTreeSet<u8> {
        self.bytes_of_draw(position).take_while(|byte| *byte != value).collect()
    }

    /// Returns the first byte of a draw that the predicate accepts.
    fn first_byte_where(&self, position: DrawPosition, fits: impl Fn(u8) -> bool) -> u8 {
        self.bytes_of_draw(position).find(|byte| fits(*byte)).unwrap_or_default()
    }

    /// Returns the endless bytes of a draw.
    fn bytes_of_draw(
        &self,
        DrawPosition { lane, index }: DrawPosition,
    ) -> impl Iterator<Item = u8> + use<> {
        let mut generator = ChaCha20Rng::from_seed(self.key);
        // Open draws have the even stream numbers, hidden ones the odd.
        generator.set_stream(index.wrapping_mul(2).wrapping_add(lane as u64));
        let blocks = std::iter::repeat_with(move || {
            let mut block = [0; CHACHA_BLOCK_BYTES];
            generator.fill_bytes(&mut block);
            block
        });
        blocks.flatten()
    }
}

/// Dice that take the open draws of a stream one after the other.
pub struct StreamDice {
    pub stream: DrawStream,
    pub next_index: u64,
}

impl StreamDice {
    /// Returns the position of the next draw, in the open lane, and moves on.
    fn take_position(&mut self) -> DrawPosition {
        self.next_index += 1;
        DrawPosition { lane: DiceLane::Open, index: self.next_index - 1 }
    }
}

impl Dice for StreamDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        let position = self.take_position();
        self.stream.face_at(position, sides)
    }

    fn draw_card(&mut self, remaining_cards: &[u8]) -> u8 {
        let position = self.take_position();
        self.stream.card_at(position, remaining_cards)
    }
}

/// A secret with its salts, and the position of the first draw that follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedSecret {
    pub(crate) secret: DiceSecret,
    #[serde(rename = "from")]
    pub(crate) starts_at: DrawCounts,
    pub(crate) salts: Vec<Salt>,
}

/// The secrets of a fight, oldest first. Empty for fights that are older than secrets, and for
/// those that a script plays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FightSecrets {
    #[serde(rename = "all")]
    pub(crate) sealed_secrets: Vec<SealedSecret>,
    /// Only the GM gets the secrets after the fight.
    #[serde(rename = "is_kept")]
    pub(crate) is_gm_only: bool,
}

/// Returns the name of a secret. It is part of the seal, so no seal fits another fight.
pub(crate) fn secret_name(fight: FightId, index: usize) -> String {
    if index == 0 { fight.to_string() } else { format!("{fight}/{}", index + 1) }
}

impl FightSecrets {
    /// Lets all further dice follow from this secret. The salts of the last one stay.
    pub(crate) fn push_secret(&mut self, secret: DiceSecret, draw_counts: DrawCounts) {
        let salts = self.sealed_secrets.last().map(|last| last.salts.clone()).unwrap_or_default();
        self.sealed_secrets.push(SealedSecret { secret, starts_at: draw_counts, salts });
    }

    /// Returns the cipher for numbers of this fight that everybody can read; `None` for a fight
    /// without secrets.
    pub fn id_cipher(&self) -> Option<IdCipher> {
        let first = self.sealed_secrets.first()?;
        Some(IdCipher(
            Sha256::new()
                .chain_update(first.secret.0)
                .chain_update("numbers on buttons")
                .finalize()
                .into(),
        ))
    }

    /// Returns the seal of the secret that was drawn when the fight was opened.
    pub(crate) fn first_seal(&self, fight: FightId) -> Option<String> {
        let first = self.sealed_secrets.first()?;
        Some(first.secret.compute_seal(&secret_name(fight, 0)))
    }

    /// Returns the seal of the secret that the next dice follow from.
    pub(crate) fn current_seal(&self, fight: FightId) -> Option<String> {
        let (index, last) = self.sealed_secrets.iter().enumerate().next_back()?;
        Some(last.secret.compute_seal(&secret_name(fight, index)))
    }

    /// Returns whether the next dice follow from the secret whose seal opened the fight.
    pub(crate) fn is_first_secret_current(&self) -> bool {
        self.sealed_secrets.len() == 1
    }

    /// Returns the dice that follow from the newest secret and its salts; `None` in a fight without
    /// secrets.
    pub(crate) fn current_stream(&self) -> Option<DrawStream> {
        self.sealed_secrets.last().map(|last| last.secret.derive_stream(&last.salts))
    }

    /// Returns the stream that this draw was of; `None` without secrets.
    pub(crate) fn stream_at(&self, position: DrawPosition) -> Option<DrawStream> {
        let has_begun =
            |secret: &&SealedSecret| secret.starts_at.count_in(position.lane) <= position.index;
        let secret = self.sealed_secrets.iter().rev().find(has_begun)?;
        Some(secret.secret.derive_stream(&secret.salts))
    }

    /// Whether the next dice need another secret: the current one is revealed when the fight ends.
    pub(crate) fn needs_new_secret(&self, is_fight_ending: bool, draw_counts: DrawCounts) -> bool {
        self.sealed_secrets
            .last()
            .is_some_and(|last| is_fight_ending || last.starts_at != draw_counts)
    }

    /// Returns all secrets that can be shown after the fight: all but the last, which further dice
    /// would follow from.
    pub(crate) fn revealed_secrets(&self) -> &[SealedSecret] {
        self.sealed_secrets.split_last().map_or(&[], |(_, revealed)| revealed)
    }

    /// Mixes the line of a user in, in place of an earlier one of theirs.
    ///
    /// # Errors
    /// Refuses with `no-seal` (a fight without secrets), `salt-too-late` (dice were rolled) or
    /// `salt-too-long` (or empty).
    pub(crate) fn add_or_replace_salt(
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
        for (index, bytes) in [(0, [0x76, 0xb8]), (1 << 56, [0xc2, 0xc6])] {
            let position = DrawPosition { lane: DiceLane::Open, index };
            assert_eq!(stream.first_byte_where(position, |_| true), bytes[0]);
            assert_eq!(stream.first_byte_where(position, |byte| byte != bytes[0]), bytes[1]);
        }
    }

    #[test]
    fn secret_round_trips_as_hex_and_debug_hides_it() {
        let hex = secret(0xab).to_hex();
        assert_eq!(DiceSecret::try_from(hex.clone()), Ok(secret(0xab)));
        assert!(!format!("{:?}", secret(0xab)).contains("ab"));
        for wrong in ["", "ab", &hex[1..], &hex.replace('a', "+"), &"é".repeat(32)] {
            assert!(DiceSecret::try_from(wrong.to_string()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn id_cipher_is_reversible_and_keeps_no_order() {
        let mut secrets = FightSecrets::default();
        assert!(secrets.id_cipher().is_none());
        secrets.push_secret(secret(1), DrawCounts::default());
        let cipher = secrets.id_cipher().unwrap();
        let encrypted: Vec<i64> = (0..1000).map(|number| cipher.encrypt(number).unwrap()).collect();
        for (number, code) in encrypted.iter().enumerate() {
            assert_eq!(cipher.decrypt(*code), Some(number as i64));
            assert_eq!((cipher.encrypt(*code), cipher.decrypt(number as i64)), (None, None));
        }
        let rise_count = encrypted.windows(2).filter(|pair| pair[0] < pair[1]).count();
        assert!((400..600).contains(&rise_count), "{rise_count}");
        secrets.sealed_secrets[0].secret = secret(2);
        assert_ne!(secrets.id_cipher().unwrap().encrypt(0), Some(encrypted[0]));
    }

    /// Seals depend on the secret and its name; streams on the secret, the salts and their order.
    #[test]
    fn seals_and_streams_depend_on_every_input() {
        let salt = |user: u64, line: &str| Salt { user: UserId(user), line: line.into() };
        let first = secret(1);
        assert_ne!(first.compute_seal("1"), first.compute_seal("2"));
        assert_ne!(first.compute_seal("1"), secret(2).compute_seal("1"));
        let keys = [
            first.derive_stream(&[]).key,
            first.derive_stream(&[salt(1, "ab")]).key,
            first.derive_stream(&[salt(1, "a"), salt(2, "b")]).key,
            first.derive_stream(&[salt(2, "b"), salt(1, "a")]).key,
            first.derive_stream(&[salt(2, "")]).key,
        ];
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[index + 1..].contains(key));
        }
    }

    /// Each face and each card is drawn about as often as the others: the chi-square test with a
    /// bound of one in a million (Wilson and Hilferty).
    #[test]
    fn stream_dice_are_fair() {
        let draws = 20_000;
        let mut dice = StreamDice { stream: secret(9).derive_stream(&[]), next_index: 0 };
        for sides in [2, 3, 4, 6, 8, 10, 12, 20, 100] {
            let mut counts = vec![0; usize::from(sides)];
            (0..draws).for_each(|_| counts[usize::from(dice.roll_die(sides)) - 1] += 1);
            assert_uniform(&counts, draws);
        }
        let remaining_cards: Vec<u8> = (0..54).filter(|card| card % 7 != 0).collect();
        let mut counts = vec![0; remaining_cards.len()];
        for _ in 0..draws {
            let card = dice.draw_card(&remaining_cards);
            counts[remaining_cards.iter().position(|remaining| *remaining == card).unwrap()] += 1;
        }
        assert_uniform(&counts, draws);
    }

    /// Asserts by a chi-square test that all faces fell about equally often.
    #[track_caller]
    fn assert_uniform(counts: &[u32], draws: u32) {
        let degrees_of_freedom = (counts.len() - 1) as f64;
        let expected = f64::from(draws) / counts.len() as f64;
        let chi_square: f64 =
            counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
        let spread = 2.0 / (9.0 * degrees_of_freedom);
        let bound = degrees_of_freedom * (1.0 - spread + 4.75 * spread.sqrt()).powi(3);
        assert!(
            chi_square < bound,
            "d{}: chi-square {chi_square:.1}, at most {bound:.1}",
            counts.len()
        );
    }
}
