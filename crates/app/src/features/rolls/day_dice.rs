//! Free rolls, sealed by server and day: anyone who reads a roll can check it the day after. Rolls
//! that only one person sees come from a secret that only they are shown, so neither numbers nor
//! secrets reveal them.

use engine::core::command::Refusal;
use engine::core::dice::Dice;
use engine::core::ids::UserId;
use jiff::{Span, ToSpan as _};
use store::error::StoreError;

use crate::api::RefusableResult;
use crate::api::free_rolls::{DayDrawRange, DiceDay};
use crate::api::input::{RequestContext, RequestPlace};
use crate::api::sealed_dice::{DiceSecret, SecretFactory, StreamDice};
use crate::runtime::app::App;

/// Returns the id under which dice are sealed: the server, or in direct messages the channel.
pub(super) fn dice_place_id(context: &RequestContext) -> u64 {
    match context.place {
        RequestPlace::Channel { guild, .. } => guild,
        RequestPlace::Dm { channel } => channel.0,
    }
}

/// Returns the text by which the dice of a place and a day are told from others; with a reader,
/// those of the rolls that only they see.
fn day_dice_name(place: u64, day: &str, reader: Option<UserId>) -> String {
    match reader {
        None => format!("{place}/{day}"),
        Some(UserId(reader)) => format!("{place}/{day}/{reader}"),
    }
}

impl App {
    /// Rolls with the dice of the day: the public ones, or those of the only reader.
    pub(super) async fn roll_and_advance_day_dice<T>(
        &self,
        place: u64,
        reader: Option<UserId>,
        roll: impl Fn(&mut dyn Dice) -> T,
    ) -> Result<(T, Option<DayDrawRange>), StoreError> {
        let Some(new_secret) = self.inner.secret_factory.get() else {
            return Ok((roll(&mut *(self.inner.dice_factory)()), None));
        };
        let day = self.today_utc();
        let name = day_dice_name(place, &day, reader);
        loop {
            let (secret, first) = self.load_or_create_day_secret(&name, new_secret).await?;
            let mut dice =
                StreamDice { stream: secret.derive_stream(&[]), next_index: first.cast_unsigned() };
            let rolled = roll(&mut dice);
            let next = dice.next_index.cast_signed();
            // Somebody else may have rolled in between; then roll again with later draws.
            if self.inner.store.advance_daily_dice_count_if_unchanged(&name, first, next).await? {
                let draw_range =
                    DayDrawRange { day, seal: secret.compute_seal(&name), first, last: next - 1 };
                return Ok((rolled, Some(draw_range)));
            }
        }
    }

    /// Loads the seals of a day, with the secrets once the day is over. Creates the secrets of
    /// today where there are none, so that their seals can be shown.
    pub(super) async fn load_day_seals_or_create_todays(
        &self,
        context: &RequestContext,
        day: &str,
    ) -> RefusableResult<Vec<DiceDay>> {
        let today = self.today_utc();
        let named = match day.trim().to_lowercase().as_str() {
            "today" => today.clone(),
            "yesterday" => self.utc_date_before(24.hours()),
            _ => day.trim().into(),
        };
        let day = named.as_str();
        let mut days = Vec::new();
        for reader in [None, Some(context.user)] {
            let name = day_dice_name(dice_place_id(context), day, reader);
            if day == today {
                let Some(new_secret) = self.inner.secret_factory.get() else { continue };
                let (secret, _) = self.load_or_create_day_secret(&name, new_secret).await?;
                days.push(DiceDay { seal: secret.compute_seal(&name), secret: None, name });
            } else if day < today.as_str() {
                let Some(secret) = self.inner.store.load_daily_secret(&name).await? else {
                    continue;
                };
                let seal = parse_secret(secret.clone())?.compute_seal(&name);
                days.push(DiceDay { seal, secret: Some(secret), name });
            }
        }
        let refusal = || Refusal::new("no-such-day", "").with("name", day);
        Ok(if days.is_empty() { Err(refusal()) } else { Ok(days) })
    }

    /// Loads the secret of a name, created now where there is none, and how many draws it has
    /// given.
    async fn load_or_create_day_secret(
        &self,
        name: &str,
        new_secret: &SecretFactory,
    ) -> Result<(DiceSecret, i64), StoreError> {
        let stored =
            self.inner.store.load_or_insert_daily_secret(name, &new_secret().to_hex()).await?;
        Ok((parse_secret(stored.secret)?, stored.drawn_count))
    }

    /// Returns today's date in UTC, so that it is the same for all.
    fn today_utc(&self) -> String {
        self.utc_date_before(0.hours())
    }

    /// Returns the date in UTC as it was some time ago.
    fn utc_date_before(&self, ago: Span) -> String {
        let now = self.inner.clock.now();
        now.checked_sub(ago).unwrap_or(now).strftime("%Y-%m-%d").to_string()
    }
}

fn parse_secret(secret: String) -> Result<DiceSecret, StoreError> {
    DiceSecret::try_from(secret).map_err(StoreError::Corrupt)
}
