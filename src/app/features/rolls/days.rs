//! Dice without a rule, sealed by server and day: whoever reads a roll can check it the day after.

use crate::engine::dice::Dice;
use crate::engine::words::Refusal;
use crate::store::fault::Fault;

use crate::app::fight::fight_now::{json, read};
use crate::app::held::app::App;
use crate::app::terms::input::{Place, Seat};
use crate::app::terms::rolls::{OfDay, Opened};
use crate::app::terms::seals::{Counts, Following, Lane, Secret};

/// A server; in direct messages the channel.
fn place(seat: &Seat) -> u64 {
    match seat.place {
        Place::Channel { guild, .. } => guild,
        Place::Dm { channel } => channel.0,
    }
}

impl App {
    /// Rolls with the dice of the day. The numbers of those that not everybody sees are nobody's.
    pub(super) async fn with_dice_of_day<T>(
        &self,
        seat: &Seat,
        lane: Lane,
        roll: impl Fn(&mut dyn Dice) -> T,
    ) -> Result<(T, Option<OfDay>), Fault> {
        let Some(secrets) = self.inner.secrets.get() else {
            return Ok((roll(&mut *(self.inner.dice)()), None));
        };
        let (store, day, place) = (&self.inner.store, self.today(), place(seat));
        loop {
            let (secret, was) = store.day_of_dice(place, &day, &secrets().reveal()).await?;
            let secret = Secret::try_from(secret).map_err(Fault::Damaged)?;
            let drawn: Counts = read(&was)?;
            let mut dice = Following { stream: secret.stream(&[]), lane, drawn };
            let rolled = roll(&mut dice);
            let now = json(&dice.drawn)?;
            // Somebody else may have rolled meanwhile.
            if store.take_dice_of_day(place, &day, (&was, &now)).await? {
                let (first, last) = (drawn.open, dice.drawn.open.saturating_sub(1));
                let seal = secret.seal(&format!("{place}/{day}"));
                let of = OfDay { day, seal, first, last };
                return Ok((rolled, (lane == Lane::Open).then_some(of)));
            }
        }
    }

    /// The secret of a day that is over; its dice have all fallen.
    pub(super) async fn day_opened(
        &self,
        seat: &Seat,
        day: &str,
    ) -> Result<Result<Opened, Refusal>, Fault> {
        let unknown = || Refusal::new("no-such-day", "").with("day", day);
        if day >= self.today().as_str() {
            return Ok(Err(unknown()));
        }
        let found = self.inner.store.secret_of_day(place(seat), day).await?;
        let Some(secret) = found else { return Ok(Err(unknown())) };
        let secret = Secret::try_from(secret).map_err(Fault::Damaged)?;
        let name = format!("{}/{day}", place(seat));
        Ok(Ok(Opened { seal: secret.seal(&name), secret: secret.reveal(), name }))
    }

    /// In UTC, so that it is the same for all.
    fn today(&self) -> String {
        self.inner.clock.now().strftime("%Y-%m-%d").to_string()
    }
}
