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
        let mut views = Vec::new();
        let rows = self
            .load_effective_rows_back_to(state, |row| {
                let view = perspective.view_of(&from_json::<Game>(&row.state)?);
                let is_before = view.round < round;
                views.push(view);
                Ok(is_before)
            })
            .await?;
        let seen = rows.into_iter().zip(views.into_iter().rev());
        let mut rows: Vec<RowWithView> =
            seen.map(|(row, view)| RowWithView { row, view }).collect();
        // The act that ends a round belongs to it.
        let end = rows.iter().position(|seen| seen.view.round > round);
        rows.truncate(end.map_or(rows.len(), |end| end + 1));
        Ok(rows)
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
    for seen in round_rows {
        if let Some(narrative) = narrate_row_for(&seen.row, perspective)? {
            attacks.extend(narrative.attacks_between_known_combatants());
        }
    }
    digest.attack_count = attacks.len() as u32;
    let name_of = |who: CombatantId| {
        let member = last.view.members().find(|member| member.id == who);
        member.map(|member| member.name.clone())
    };
    digest.busiest_attacker = find_busiest_attacker_and_top_target(&attacks)
        .and_then(|(attacker, target)| Some((name_of(attacker)?, name_of(target)?)));
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

/// Returns who attacked most often, and whom most often of all.
fn find_busiest_attacker_and_top_target(
    attacks: &[VisibleAttack],
) -> Option<(CombatantId, CombatantId)> {
    let mut counts: BTreeMap<CombatantId, usize> = BTreeMap::new();
    let mut targets: BTreeMap<(CombatantId, CombatantId), usize> = BTreeMap::new();
    for attack in attacks {
        *counts.entry(attack.attacker).or_default() += 1;
        *targets.entry((attack.attacker, attack.target)).or_default() += 1;
    }
    // Of equals the first counts, by the order in which they joined.
    let (attacker, _) = counts.into_iter().min_by_key(|(_, count)| std::cmp::Reverse(*count))?;
    let own = targets.into_iter().filter(|((who, _), _)| *who == attacker);
    let ((_, target), _) = own.min_by_key(|(_, count)| std::cmp::Reverse(*count))?;
    Some((attacker, target))
}

fn is_out(member: &MemberView) -> bool {
    member.turn_status == TurnStatus::Out
}
