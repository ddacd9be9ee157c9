//! Free rolls, sealed by server and day: anyone who reads a roll can check it the day after. Rolls
//! that only one person sees come from a secret that only they are shown, so neither numbers nor
//! secrets reveal them.

use std::cmp::Ordering;

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
    /// Rolls with the dice of the day: the public ones, or those of `only_reader`, who alone
    /// reads them.
    pub(super) async fn roll_and_advance_day_dice<T>(
        &self,
        place: u64,
        only_reader: Option<UserId>,
        roll: impl Fn(&mut dyn Dice) -> T,
    ) -> Result<(T, Option<DayDrawRange>), StoreError> {
        let Some(new_secret) = self.inner.secret_factory.get() else {
            return Ok((roll(&mut *(self.inner.dice_factory)()), None));
        };
        let day = self.today_utc();
        let name = day_dice_name(place, &day, only_reader);
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

    /// Loads the seals of a day (`today`, `yesterday` or a date): that of the place, and that of
    /// the user's own rolls. A past day also gives its secrets. Creates today's secrets where there
    /// are none, to show their seals. The inner error is `no-such-day`.
    pub(super) async fn load_seals_and_past_secrets_or_create_todays(
        &self,
        context: &RequestContext,
        day: &str,
    ) -> RefusableResult<Vec<DiceDay>> {
        let today = self.today_utc();
        let date = match day.trim().to_lowercase().as_str() {
            "today" => today.clone(),
            "yesterday" => self.utc_date_before(24.hours()),
            _ => day.trim().into(),
        };
        let mut days = Vec::new();
        // The dice of the place, and those of the rolls that only the user sees.
        for reader in [None, Some(context.user)] {
            let name = day_dice_name(dice_place_id(context), &date, reader);
            // A date is written year first, so the order of the texts is that of the days.
            let found = match date.cmp(&today) {
                Ordering::Equal => self.load_or_create_seal_of_today(name).await?,
                Ordering::Less => self.load_seal_and_secret_of_past_day(name).await?,
                Ordering::Greater => None,
            };
            days.extend(found);
        }
        let refusal = || Refusal::new("no-such-day", "").with("name", &date);
        Ok(if days.is_empty() { Err(refusal()) } else { Ok(days) })
    }

    /// Returns the seal of today's dice of a name; `None` if the app has no secrets.
    async fn load_or_create_seal_of_today(
        &self,
        name: String,
    ) -> Result<Option<DiceDay>, StoreError> {
        let Some(new_secret) = self.inner.secret_factory.get() else { return Ok(None) };
        let (secret, _) = self.load_or_create_day_secret(&name, new_secret).await?;
        Ok(Some(DiceDay { seal: secret.compute_seal(&name), secret: None, name }))
    }

    /// Returns the seal and the secret of the dice of a name whose day is over; `None` if nobody
    /// used them.
    async fn load_seal_and_secret_of_past_day(
        &self,
        name: String,
    ) -> Result<Option<DiceDay>, StoreError> {
        let Some(secret) = self.inner.store.load_daily_secret(&name).await? else {
            return Ok(None);
        };
        let seal = parse_secret(secret.clone())?.compute_seal(&name);
        Ok(Some(DiceDay { seal, secret: Some(secret), name }))
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
