//! Free rolls: `/roll dice:`, for everybody, for the roller or for the GM.

mod day_dice;

use engine::core::command::Command;
use engine::core::dice_expression::DiceExpression;
use engine::core::ids::UserId;
use store::error::StoreError;

use crate::api::free_rolls::FreeRoll;
use crate::api::input::{
    InputReply, QueryResult, RequestContext, RollVisibility, query_reply, refusal_reply,
};
use crate::api::outbox::{Audience, Notice};
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::runtime::app::App;
use crate::state::fight_state::FightState;
use crate::transaction::StateChange;

impl App {
    /// Handles `roll dice: [sight:]`, for everybody or for the roller alone, and `roll date:`,
    /// which shows the seals and secrets of a day.
    pub(crate) async fn handle_roll_or_dice_day_command(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<InputReply, StoreError> {
        if command.has_slot("date") {
            let days = self
                .load_seals_and_past_secrets_or_create_todays(context, command.get("date"))
                .await?;
            return Ok(match days {
                Ok(days) => query_reply(QueryResult::DiceDays(days)),
                Err(refusal) => refusal_reply(refusal),
            });
        }
        let (visibility, only_reader) = if command.get("sight") == "secret" {
            (RollVisibility::RollerOnly, Some(context.user))
        } else {
            (RollVisibility::Public, None)
        };
        let place = day_dice::dice_place_id(context);
        Ok(match self.parse_and_roll(place, only_reader, command).await? {
            Ok(roll) => query_reply(QueryResult::FreeRoll { roll: Some(roll), visibility }),
            Err(refusal) => refusal_reply(refusal),
        })
    }

    /// Rolls with the dice of the day, and returns the change that tells the GM the result, with
    /// the reply to the roller.
    ///
    /// # Errors
    /// Fails when the store cannot be used. The inner error refuses what is no dice expression.
    pub(crate) async fn roll_secretly_to_gm(
        &self,
        state: &FightState,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<(StateChange, QueryResult)> {
        let roll = self.parse_and_roll(state.guild, Some(state.gm), command).await?;
        let roll = ok_or_return_refusal!(roll);
        let is_blind = command.get("sight") == "blind";
        let visibility =
            if is_blind { RollVisibility::GmOnly } else { RollVisibility::RollerAndGm };
        let mut change = StateChange::without_game_change(state, command.clone());
        let notice = Notice::FreeRoll { user: context.user, roll: roll.clone() };
        change.notices.push((Audience::Dm(state.gm), notice));
        // How many dice the GM alone has read is secret.
        let roll = if is_blind { None } else { Some(FreeRoll { day_draws: None, ..roll }) };
        Ok(Ok((change, QueryResult::FreeRoll { roll, visibility })))
    }

    /// Rolls the expression in `dice:` with the dice of the day. The inner error refuses what is no
    /// dice expression.
    async fn parse_and_roll(
        &self,
        place: u64,
        only_reader: Option<UserId>,
        command: &Command,
    ) -> RefusableResult<FreeRoll> {
        let expression = match DiceExpression::parse(command.get("dice")) {
            Ok(expression) => expression,
            Err(error) => return Ok(Err(error.to_refusal())),
        };
        let (roll, day_draws) = self
            .roll_and_advance_day_dice(place, only_reader, |dice| expression.roll(dice))
            .await?;
        Ok(Ok(FreeRoll::new(roll, day_draws)))
    }
}
