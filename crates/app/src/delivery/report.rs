//! The report of a fight in numbers, counted from what the viewers were shown, so the players'
//! report holds nothing that they could not have counted. Dice are counted for the GM alone.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use engine::core::dice::ScriptedRoll;
use engine::core::fight::Exit;
use engine::core::ids::CombatantId;
use engine::game::{Game, Narrative};
use engine::visibility::view::{
    Camp, FightView, MemberView, TurnStatus, VisibleAttack, VisibleWounds,
};
use store::error::StoreError;
use store::rows::JournalRow;

use crate::api::dice_source::RollLog;
use crate::api::report::{AttackCount, DiceSum, FightReport, HealthCourse};
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};
use crate::state::perspective::Perspective;
use crate::transaction::journal_view::narrate_row_for;

const MINUTE_MILLIS: i64 = 60_000;

impl App {
    /// Builds the report of a fight from its journal, with the revealed dice secrets for those who
    /// may see them.
    pub(crate) async fn load_report(
        &self,
        state: &FightState,
        perspective: &Perspective,
    ) -> Result<FightReport, StoreError> {
        let mut report = build_report(&self.load_effective_rows(state).await?, perspective)?;
        if state.can_see_secrets(perspective) {
            report.dice_secrets = state
                .secrets
                .revealed_secrets()
                .iter()
                .map(|sealed| sealed.secret.to_hex())
                .collect();
            report.dice_seal = state.secrets.current_seal(state.id);
            report.first_dice_seal = state.secrets.first_seal(state.id);
        }
        Ok(report)
    }
}

/// Builds the report of a fight from its journal rows, which must be oldest first, as the viewers
/// may know it.
pub(crate) fn build_report(
    rows: &[JournalRow],
    perspective: &Perspective,
) -> Result<FightReport, StoreError> {
    let mut report = FightReport::default();
    let mut losses = HealthLosses::default();
    let mut dice_by_sides: BTreeMap<u8, DiceSum> = BTreeMap::new();
    let mut statistics = FightStatistics::default();
    let mut started_at = None;
    for row in rows {
        let game: Game = from_json(&row.state)?;
        let view = perspective.view_of(&game);
        report.rounds = report.rounds.max(view.round);
        let is_in_setup = !view.is_running && started_at.is_none();
        if is_in_setup {
            continue;
        }
        let start = *started_at.get_or_insert(row.at);
        report.minutes = (row.at - start) / MINUTE_MILLIS;
        let narrative = narrate_row_for(row, perspective)?;
        report.acts += u32::from(row.user.is_some() && narrative.is_some());
        statistics.add_row(&view, narrative.as_ref());
        if view.outcome.is_some() {
            report.down = list_names_by_exit(&view, Exit::Down);
            report.left = list_names_by_exit(&view, Exit::Left);
        }
        losses.add_view(&view);
        for roll in from_json::<RollLog>(&row.dice)?.rolled {
            if let ScriptedRoll::Die { sides, face } = roll.result {
                let dice =
                    dice_by_sides.entry(sides).or_insert(DiceSum { sides, count: 0, sum: 0 });
                dice.count += 1;
                dice.sum += u32::from(face);
            }
        }
    }
    report.losses = losses.into_names_and_losses();
    statistics.write_to(&mut report);
    if perspective.is_gm() {
        report.dice_sums = dice_by_sides.into_values().collect();
    }
    Ok(report)
}

/// How much health each member has lost in the views that were added, one after the other.
#[derive(Default)]
struct HealthLosses {
    by_member: BTreeMap<CombatantId, HealthLoss>,
}

struct HealthLoss {
    /// The name in the first view that showed the member's exact wounds.
    name: String,
    /// The health in the last such view.
    last_health: u16,
    /// The sum of all losses. What was healed in between does not lessen it.
    total: u32,
}

impl HealthLosses {
    /// Adds what the members have lost since the view before.
    fn add_view(&mut self, view: &FightView) {
        for (member, health) in exact_wounds_in_view(view) {
            let loss = self.by_member.entry(member.id).or_insert_with(|| HealthLoss {
                name: member.name.clone(),
                last_health: health,
                total: 0,
            });
            loss.total += u32::from(loss.last_health.saturating_sub(health));
            loss.last_health = health;
        }
    }

    /// Returns the names and losses of those who have lost something.
    fn into_names_and_losses(self) -> Vec<(String, u32)> {
        let losses = self.by_member.into_values().filter(|loss| loss.total > 0);
        losses.map(|loss| (loss.name, loss.total)).collect()
    }
}

/// What the rows of a fight tell about everybody's health and attacks, row by row, until the fight
/// is decided.
#[derive(Default)]
struct FightStatistics {
    names: BTreeMap<CombatantId, (String, Camp)>,
    round: u16,
    /// Everybody's share of health now, in thousandths.
    shares: BTreeMap<CombatantId, u16>,
    /// The shares at the start and after each round.
    snapshots: Vec<BTreeMap<CombatantId, u16>>,
    exact_wounds: BTreeMap<CombatantId, u16>,
    attacks: BTreeMap<VisibleAttack, AttackSum>,
    falls: Vec<(CombatantId, u16)>,
    outcome: Option<String>,
}

#[derive(Clone, Copy, Default)]
struct AttackSum {
    count: u32,
    loss: u32,
}

impl FightStatistics {
    /// Adds what one journal row shows: who was hurt or fell, the attacks, the round. Rows after
    /// the outcome do not count.
    fn add_row(&mut self, view: &FightView, narrative: Option<&Narrative>) {
        if self.outcome.is_some() {
            return;
        }
        for member in view.members() {
            self.names.insert(member.id, (member.name.clone(), member.camp));
            if let Some(share) = known_health_thousandths(member, view.outcome.is_some()) {
                self.shares.insert(member.id, share);
            }
            self.add_fall_if_newly_down(member, view);
        }
        if self.snapshots.is_empty() {
            self.snapshots.push(self.shares.clone());
        }
        // The act that ends a round belongs to it. What comes before the first round, as the rolls
        // for initiative in some systems, is no round.
        for _ended_round in self.round.max(1)..view.round {
            self.snapshots.push(self.shares.clone());
        }
        self.round = view.round;
        let attacks =
            narrative.map(Narrative::attacks_between_known_combatants).unwrap_or_default();
        for attack in &attacks {
            self.attacks.entry(*attack).or_default().count += 1;
        }
        self.attribute_losses_to_sole_attacks(view, &attacks);
        if let Some(outcome) = &view.outcome {
            self.outcome = Some(outcome.clone());
            self.snapshots.push(self.shares.clone());
        }
    }

    /// Notes the round in which a member went down for the first time. While the fight runs,
    /// whoever is out of the turn order counts as down.
    fn add_fall_if_newly_down(&mut self, member: &MemberView, view: &FightView) {
        let is_down = match view.outcome {
            Some(_) => member.exit == Some(Exit::Down),
            None => member.turn_status == TurnStatus::Out,
        };
        let has_fallen_before = self.falls.iter().any(|(who, _)| *who == member.id);
        if is_down && !has_fallen_before {
            self.falls.push((member.id, view.round));
        }
    }

    /// Adds what members lost in a row to the attacks on them, if only one of these can be the
    /// cause.
    fn attribute_losses_to_sole_attacks(&mut self, view: &FightView, attacks: &[VisibleAttack]) {
        for (member, current) in exact_wounds_in_view(view) {
            let previous = self.exact_wounds.insert(member.id, current).unwrap_or(current);
            let mut causes: Vec<&VisibleAttack> =
                attacks.iter().filter(|attack| attack.target == member.id).collect();
            causes.dedup();
            if let [cause] = causes.as_slice() {
                let loss = u32::from(previous.saturating_sub(current));
                self.attacks.entry(**cause).or_default().loss += loss;
            }
        }
    }

    /// Puts the sums into a report. Those who left the fight are not listed among the fallen.
    fn write_to(self, report: &mut FightReport) {
        for (who, (name, camp)) in &self.names {
            let shares = self.snapshots.iter().map(|shares| shares.get(who).copied()).collect();
            report.health_courses.push(HealthCourse { name: name.clone(), camp: *camp, shares });
        }
        report.health_courses.sort_by_key(|course| course.camp);
        let name_and_camp = |who: &CombatantId| self.names.get(who).cloned().unwrap_or_default();
        for (attack, sum) in &self.attacks {
            let (attacker, camp) = name_and_camp(&attack.attacker);
            let (target, _) = name_and_camp(&attack.target);
            let AttackSum { count, loss } = *sum;
            report.attack_counts.push(AttackCount { attacker, target, camp, count, loss });
        }
        // The most frequent attacks come first, and of these the most harmful.
        report.attack_counts.sort_by_key(|attack| Reverse((attack.count, attack.loss)));
        for (who, round) in &self.falls {
            let (name, _) = name_and_camp(who);
            if !report.left.contains(&name) {
                report.falls.push((name, *round));
            }
        }
        report.outcome = self.outcome;
    }
}

/// Returns how much health of a member is left as its view shows it, in thousandths: in a decided
/// fight what was left at the decision. `None` if that is not known. Words for wounds tell nothing
/// once the fight is decided: some systems heal everybody then.
fn known_health_thousandths(member: &MemberView, is_decided: bool) -> Option<u16> {
    match (&member.wounds, member.exit) {
        (_, Some(Exit::Down)) => Some(0),
        (VisibleWounds::Exact { current, max }, _) => {
            let current = u32::from(member.final_health.unwrap_or(*current).min(*max));
            Some((current * 1000 / u32::from((*max).max(1))) as u16)
        }
        _ if is_decided => None,
        (wounds, _) => wounds.remaining_quarters().map(|quarters| u16::from(quarters) * 250),
    }
}

/// Returns the names of the members who had dropped out in this way when the fight was decided.
fn list_names_by_exit(view: &FightView, exit: Exit) -> Vec<String> {
    let members = view.members().filter(|member| member.exit == Some(exit));
    members.map(|member| member.name.clone()).collect()
}

/// Returns the members whose exact wounds the view shows, with their value: the current one, or in
/// a decided fight the one at the decision.
fn exact_wounds_in_view(view: &FightView) -> impl Iterator<Item = (&MemberView, u16)> {
    let members = view.groups.iter().flat_map(|group| &group.members);
    members.filter_map(|member| match member.wounds {
        VisibleWounds::Exact { current, .. } => {
            Some((member, member.final_health.unwrap_or(current)))
        }
        VisibleWounds::Word(_) | VisibleWounds::Unknown => None,
    })
}
