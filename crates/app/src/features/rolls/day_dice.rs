//! Dice without a rule, sealed by server and day: whoever reads a roll can check it the day after.
//! Those that only one person sees follow from a secret that only they are shown, so neither
//! numbers nor secrets tell anybody else of them.

use engine::core::command::Refusal;
use engine::core::dice::Dice;
use engine::core::ids::UserId;
use store::error::StoreError;

use crate::api::free_rolls::{DayDrawRange, DiceDay};
use crate::api::input::{RequestContext, RequestPlace};
use crate::api::sealed_dice::{DiceSecret, SecretFactory, StreamDice};
use crate::runtime::app::App;

/// A server; in direct messages the channel.
pub(super) fn dice_place_id(context: &RequestContext) -> u64 {
    match context.place {
        RequestPlace::Channel { guild, .. } => guild,
        RequestPlace::Dm { channel } => channel.0,
    }
}

fn day_dice_name(place: u64, day: &str, reader: Option<UserId>) -> String {
    match reader {
        None => format!("{place}/{day}"),
        Some(UserId(reader)) => format!("{place}/{day}/{reader}"),
    }
}

impl App {
    /// Rolls with the dice of the day: everybody's, or those of the only one who reads them.
    pub(super) async fn roll_with_day_dice<T>(
        &self,
        place: u64,
        reader: Option<UserId>,
        roll: impl Fn(&mut dyn Dice) -> T,
    ) -> Result<(T, Option<DayDrawRange>), StoreError> {
        let Some(secrets) = self.inner.secret_factory.get() else {
            return Ok((roll(&mut *(self.inner.dice_factory)()), None));
        };
        let day = self.today_utc();
        let name = day_dice_name(place, &day, reader);
        loop {
            let (secret, first) = self.load_or_create_day_secret(&name, secrets).await?;
            let mut dice =
                StreamDice { stream: secret.derive_stream(&[]), next_index: first.cast_unsigned() };
            let rolled = roll(&mut dice);
            let next = dice.next_index.cast_signed();
            // Somebody else may have rolled meanwhile.
            if self.inner.store.advance_daily_dice_count(&name, first, next).await? {
                let of =
                    DayDrawRange { day, seal: secret.compute_seal(&name), first, last: next - 1 };
                return Ok((rolled, Some(of)));
            }
        }
    }

    /// The secrets of a day that is over, once all their dice have fallen; of today the seals.
    pub(super) async fn load_days_of_dice(
        &self,
        context: &RequestContext,
        day: &str,
    ) -> Result<Result<Vec<DiceDay>, Refusal>, StoreError> {
        let (today, mut days) = (self.today_utc(), Vec::new());
        let secrets = self.inner.secret_factory.get().filter(|_| day == today);
        for reader in [None, Some(context.user)] {
            let name = day_dice_name(dice_place_id(context), day, reader);
            if let Some(secrets) = secrets {
                let (secret, _) = self.load_or_create_day_secret(&name, secrets).await?;
                days.push(DiceDay { seal: secret.compute_seal(&name), secret: None, name });
            } else if day < today.as_str()
                && let Some(secret) = self.inner.store.load_daily_secret(&name).await?
            {
                let (seal, shown) =
                    (parse_secret(secret.clone())?.compute_seal(&name), Some(secret));
                days.push(DiceDay { seal, secret: shown, name });
            }
        }
        let refusal = || Refusal::new("no-such-day", "").with("name", day);
        Ok(if days.is_empty() { Err(refusal()) } else { Ok(days) })
    }

    /// The secret of a name, drawn now where there is none, and how many of its dice have fallen.
    async fn load_or_create_day_secret(
        &self,
        name: &str,
        secrets: &SecretFactory,
    ) -> Result<(DiceSecret, i64), StoreError> {
        let (secret, drawn) =
            self.inner.store.load_or_insert_daily_secret(name, &secrets().to_hex()).await?;
        Ok((parse_secret(secret)?, drawn))
    }

    /// In UTC, so that it is the same for all.
    fn today_utc(&self) -> String {
        self.inner.clock.now().strftime("%Y-%m-%d").to_string()
    }
}

fn parse_secret(secret: String) -> Result<DiceSecret, StoreError> {
    DiceSecret::try_from(secret).map_err(StoreError::Corrupt)
}
