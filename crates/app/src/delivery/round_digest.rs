//! Tells somebody who follows a fight and does not play in it how a round went: from the events and
//! the board as any onlooker knows them, and from nothing else.

use std::collections::{BTreeMap, BTreeSet};

use engine::core::command::Command;
use engine::core::ids::{CombatantId, UserId};
use engine::game::Game;
use engine::visibility::view::{Camp, FightView, MemberView, TurnStatus, VisibleAttack};
use store::error::StoreError;
use store::rows::{CommitOutcome, JournalRow, OutboxRow};

use crate::api::outbox::{Audience, Notice, RoundDigest};
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::perspective::Perspective;
use crate::state::roles::Role;
use crate::transaction::commit::MAX_COMMIT_ATTEMPTS;
use crate::transaction::journal_view::narrate_row_for;
use crate::transaction::{InputRecord, StateChange};

/// A row of the journal, with the fight after it as onlookers know it.
struct RowWithView {
    row: JournalRow,
    view: FightView,
}

impl App {
    /// Builds the digest of a round for a user; `None` for one who plays by now, or has stopped
    /// following.
    pub(super) async fn load_round_digest_for_follower(
        &self,
        state: &FightState,
        audience: Audience,
        round: u16,
    ) -> Result<Option<RoundDigest>, StoreError> {
        let Audience::Dm(user) = audience else { return Ok(None) };
        let is_onlooker = state.highest_role_of(user) == Role::Stranger;
        if !is_onlooker || !state.people.followers.contains(&user) {
            return Ok(None);
        }
        let perspective = state.perspective_of_user(user);
        let rows = self.load_rows_of_round_with_preceding_row(state, &perspective, round).await?;
        let mut digest = build_digest(&rows, &perspective, round)?;
        digest.awaited = state.visible_awaited(&perspective);
        Ok(Some(digest))
    }

    /// Ends somebody's following of a fight whose channel they do not see any more, and tells them.
    pub(super) async fn end_following_and_finish_row(
        &self,
        row: &OutboxRow,
    ) -> Result<(), StoreError> {
        let fight = row.fight_id();
        if let Some(Audience::Dm(user)) = Audience::from_key(&row.audience) {
            let mut fight_lock = self.inner.fight_cache.lock_fight(fight).await;
            for _ in 0..MAX_COMMIT_ATTEMPTS {
                let state = self.load_and_migrate_fight(&mut fight_lock, fight).await?;
                let Some(state) = state.filter(|state| state.people.followers.contains(&user))
                else {
                    break;
                };
                let change = state.build_end_of_following_telling_user(user);
                match self
                    .commit_and_cache_change_or_clear_cache(&mut fight_lock, &state, change)
                    .await?
                {
                    CommitOutcome::Stored(_) => break,
                    // Another process was first.
                    CommitOutcome::Conflict
                    | CommitOutcome::ChannelOccupied
                    | CommitOutcome::AlreadyStored { .. } => {}
                }
            }
        }
        self.inner.store.record_sent_message_and_delete_row_if_settled(row, None).await
    }

    /// Loads the rows of a round that are not undone, oldest first, after the last row before it.
    async fn load_rows_of_round_with_preceding_row(
        &self,
        state: &FightState,
        perspective: &Perspective,
        round: u16,
    ) -> Result<Vec<RowWithView>, StoreError> {
        let mut views_newest_first = Vec::new();
        let rows = self
            .load_effective_rows_back_to(state, |row| {
                let view = perspective.view_of(&from_json::<Game>(&row.state)?);
                let is_before_round = view.round < round;
                views_newest_first.push(view);
                Ok(is_before_round)
            })
            .await?;
        let mut rows_of_round = Vec::new();
        for (row, view) in rows.into_iter().zip(views_newest_first.into_iter().rev()) {
            // The act that ends a round belongs to it.
            let is_end_of_round = view.round > round;
            rows_of_round.push(RowWithView { row, view });
            if is_end_of_round {
                break;
            }
        }
        Ok(rows_of_round)
    }
}

impl FightState {
    /// Builds the change by which a user stops following the fight, and is told so. Nobody else
    /// reads of it.
    fn build_end_of_following_telling_user(&self, user: UserId) -> StateChange {
        let command = Command::new("follow").with("stop", true);
        let input = InputRecord { is_quiet: true, ..InputRecord::from(command) };
        let mut change = StateChange::without_game_change(self, input);
        change.after.people.followers.remove(&user);
        change.notices.push((Audience::Dm(user), Notice::FollowingEnded));
        change
    }
}

/// Builds the digest of a round. The first row gives the standing before the round; the events of
/// all later rows are counted.
fn build_digest(
    baseline_and_round_rows: &[RowWithView],
    perspective: &Perspective,
    round: u16,
) -> Result<RoundDigest, StoreError> {
    let mut digest = RoundDigest { round, ..RoundDigest::default() };
    let Some((first, round_rows)) = baseline_and_round_rows.split_first() else {
        return Ok(digest);
    };
    let last = round_rows.last().unwrap_or(first);
    let mut attacks: Vec<VisibleAttack> = Vec::new();
    for round_row in round_rows {
        if let Some(narrative) = narrate_row_for(&round_row.row, perspective)? {
            attacks.extend(narrative.attacks_between_known_combatants());
        }
    }
    digest.attack_count = attacks.len() as u32;
    let name_of = |who: CombatantId| {
        let member = last.view.members().find(|member| member.id == who);
        member.map(|member| member.name.clone())
    };
    if let Some((attacker, target)) = find_busiest_attacker_and_top_target(&attacks) {
        digest.busiest_attacker = name_of(attacker).zip(name_of(target));
    }
    let out_before: BTreeSet<CombatantId> =
        first.view.members().filter(|member| is_out(member)).map(|member| member.id).collect();
    for member in last.view.members() {
        if is_out(member) && !out_before.contains(&member.id) {
            digest.fallen_names.push(member.name.clone());
        }
    }
    digest.players_left = count_left_and_all(&last.view, Camp::Players);
    digest.foes_left = count_left_and_all(&last.view, Camp::Foes);
    Ok(digest)
}

/// Returns how many members of a camp are not out, and how many it has.
fn count_left_and_all(view: &FightView, camp: Camp) -> (usize, usize) {
    let members: Vec<&MemberView> = view.members().filter(|member| member.camp == camp).collect();
    (members.iter().filter(|member| !is_out(member)).count(), members.len())
}

/// Returns who attacked most often, and whom they attacked most often. Of equals the first counts,
/// by the order in which they joined. `None` where nobody attacked.
fn find_busiest_attacker_and_top_target(
    attacks: &[VisibleAttack],
) -> Option<(CombatantId, CombatantId)> {
    let attacker = find_most_frequent(attacks.iter().map(|attack| attack.attacker))?;
    let own_attacks = attacks.iter().filter(|attack| attack.attacker == attacker);
    let target = find_most_frequent(own_attacks.map(|attack| attack.target))?;
    Some((attacker, target))
}

/// Returns the combatant that occurs most often, of equals the one that joined first; `None` where
/// there is none.
fn find_most_frequent(combatants: impl Iterator<Item = CombatantId>) -> Option<CombatantId> {
    let mut counts: BTreeMap<CombatantId, usize> = BTreeMap::new();
    for who in combatants {
        *counts.entry(who).or_default() += 1;
    }
    // In the order of the ids, so that the first of equals stays.
    let mut most_frequent: Option<(CombatantId, usize)> = None;
    for (who, count) in counts {
        if most_frequent.is_none_or(|(_, highest_count)| count > highest_count) {
            most_frequent = Some((who, count));
        }
    }
    most_frequent.map(|(who, _)| who)
}

fn is_out(member: &MemberView) -> bool {
    member.turn_status == TurnStatus::Out
}
