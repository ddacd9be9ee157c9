//! Dice without a rule, sealed by server and day: whoever reads a roll can check it the day after.
//! Those that only one person sees follow from a secret that only they are shown, so neither
//! numbers nor secrets tell anybody else of them.

use engine::command::Refusal;
use engine::dice::Dice;
use engine::ids::UserId;
use store::fault::Fault;

use crate::held::app::App;
use crate::terms::input::{Origin, Place};
use crate::terms::rolls::{DayOfDice, OfDay};
use crate::terms::seals::{Following, Secret, SecretFactory};

/// A server; in direct messages the channel.
pub(super) fn place(origin: &Origin) -> u64 {
    match origin.place {
        Place::Channel { guild, .. } => guild,
        Place::Dm { channel } => channel.0,
    }
}

fn name(place: u64, day: &str, reader: Option<UserId>) -> String {
    match reader {
        None => format!("{place}/{day}"),
        Some(UserId(reader)) => format!("{place}/{day}/{reader}"),
    }
}

impl App {
    /// Rolls with the dice of the day: everybody's, or those of the only one who reads them.
    pub(super) async fn with_dice_of_day<T>(
        &self,
        place: u64,
        reader: Option<UserId>,
        roll: impl Fn(&mut dyn Dice) -> T,
    ) -> Result<(T, Option<OfDay>), Fault> {
        let Some(secrets) = self.inner.secrets.get() else {
            return Ok((roll(&mut *(self.inner.dice)()), None));
        };
        let day = self.today();
        let name = name(place, &day, reader);
        loop {
            let (secret, first) = self.day_of_dice(&name, secrets).await?;
            let mut dice = Following { stream: secret.stream(&[]), next: first.cast_unsigned() };
            let rolled = roll(&mut dice);
            let next = dice.next.cast_signed();
            // Somebody else may have rolled meanwhile.
            if self.inner.store.take_dice_of_day(&name, first, next).await? {
                let of = OfDay { day, seal: secret.seal(&name), first, last: next - 1 };
                return Ok((rolled, Some(of)));
            }
        }
    }

    /// The secrets of a day that is over, once all their dice have fallen; of today the seals.
    pub(super) async fn days_of_dice(
        &self,
        origin: &Origin,
        day: &str,
    ) -> Result<Result<Vec<DayOfDice>, Refusal>, Fault> {
        let (today, mut days) = (self.today(), Vec::new());
        let secrets = self.inner.secrets.get().filter(|_| day == today);
        for reader in [None, Some(origin.user)] {
            let name = name(place(origin), day, reader);
            if let Some(secrets) = secrets {
                let (secret, _) = self.day_of_dice(&name, secrets).await?;
                days.push(DayOfDice { seal: secret.seal(&name), secret: None, name });
            } else if day < today.as_str()
                && let Some(secret) = self.inner.store.secret_of_day(&name).await?
            {
                let (seal, shown) = (read(secret.clone())?.seal(&name), Some(secret));
                days.push(DayOfDice { seal, secret: shown, name });
            }
        }
        let refusal = || Refusal::new("no-such-day", "").with("name", day);
        Ok(if days.is_empty() { Err(refusal()) } else { Ok(days) })
    }

    /// The secret of a name, drawn now where there is none, and how many of its dice have fallen.
    async fn day_of_dice(
        &self,
        name: &str,
        secrets: &SecretFactory,
    ) -> Result<(Secret, i64), Fault> {
        let (secret, drawn) = self.inner.store.day_of_dice(name, &secrets().reveal()).await?;
        Ok((read(secret)?, drawn))
    }

    /// In UTC, so that it is the same for all.
    fn today(&self) -> String {
        self.inner.clock.now().strftime("%Y-%m-%d").to_string()
    }
}

fn read(secret: String) -> Result<Secret, Fault> {
    Secret::try_from(secret).map_err(Fault::Damaged)
}
