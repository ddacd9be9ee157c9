//! Searches a kit for line-ups against which the party wins about as often as wished.
//!
//! A [`LineUpLadder`] is a row of line-ups, each harder than the one before: more of a creature,
//! more followers of a leader, more of the stronger of two kinds. The search draws ladders, finds
//! in each by halving which line-up fits, with few fights, and plays more fights, with other dice,
//! for the best of them. So what is stated of a line-up does not come from the fights by which it
//! was chosen.

use std::time::{Duration, Instant};

use content::creatures::{CreatureProfile, CreatureStrength};
use engine::agents::forecast::{Forecast, Proportion};
use engine::core::dice::SeededDice;

use crate::api::encounter::{
    CreatureGroup, Difficulty, EncounterRequest, EncounterSearchLimits, MAX_LINE_UP, ProposedLineUp,
};

/// How many line-ups are proposed.
const MAX_PROPOSALS: usize = 3;

/// The search ends once so many line-ups seem to fit.
const ENOUGH_FITTING: usize = 10;

/// How many line-ups are proved at most, until enough of them fit.
const MAX_VALIDATIONS: usize = 9;

/// The fights of a first look at a line-up: so many at a time, until it is clear that it does not
/// fit, and so many at most.
const FIGHTS_AT_A_TIME: u32 = 8;
const MAX_FIRST_LOOK_FIGHTS: u32 = 32;

/// The simulated fights of a line-up.
pub struct SimulatedFights {
    pub forecast: Forecast,
    /// The number of fights that the party won.
    pub win_count: u32,
}

/// Simulates fights of the party against a line-up: so many, with dice of a seed, within a time.
/// Returns `None` if the line-up cannot enter the fight.
pub type Simulator<'a> =
    dyn FnMut(&[CreatureGroup], u32, u64, Duration) -> Option<SimulatedFights> + 'a;

/// Finds up to three line-ups of these creatures. The ones that fit come first, those that are
/// nearest to the middle of the bounds before others.
pub fn find_line_ups(
    creatures: &[&CreatureProfile],
    request: &EncounterRequest,
    party_size: usize,
    limits: EncounterSearchLimits,
    simulate: &mut Simulator<'_>,
) -> Vec<ProposedLineUp> {
    let mut search = LineUpSearch {
        difficulty: request.difficulty,
        limits,
        started_at: Instant::now(),
        fights_played: 0,
        next_seed: request.attempt.wrapping_mul(1 << 32),
        simulate,
    };
    let mut first_looks = Vec::new();
    for (index, ladder) in
        list_ladders_in_seeded_order(creatures, request, party_size).iter().enumerate()
    {
        let fitting = first_looks.iter().filter(|look: &&Look| look.fits).count();
        let is_over = fitting >= ENOUGH_FITTING || search.is_out_of_time();
        if index >= MAX_PROPOSALS && is_over {
            break;
        }
        first_looks.extend(search.binary_search_nearest_line_up(ladder));
    }
    search.simulate_more_and_keep_best(first_looks)
}

/// A row of line-ups, each harder than the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LineUpLadder {
    line_ups: Vec<Vec<CreatureGroup>>,
    /// The index of the line-up that is tried first.
    first_try: usize,
}

fn group(creature: &CreatureProfile, count: usize) -> CreatureGroup {
    CreatureGroup { creature: creature.name.clone(), count }
}

/// Returns the ladders of a search, in a random order that depends on the request alone. Each
/// creature gives one ladder of its own kind, and one together with a random weaker creature of its
/// family, if there is any and more than one creature is wanted.
fn list_ladders_in_seeded_order(
    creatures: &[&CreatureProfile],
    request: &EncounterRequest,
    party_size: usize,
) -> Vec<LineUpLadder> {
    let mut rng = SeededDice::new(request.attempt.wrapping_add(0x5EED));
    let mut shuffled: Vec<&CreatureProfile> = creatures.to_vec();
    shuffle(&mut shuffled, &mut rng);
    let mut ladders = Vec::new();
    for creature in &shuffled {
        ladders.push(ladder_of_one_kind(creature, request.count, party_size));
        let weaker = list_weaker_of_same_family(&shuffled, creature);
        if !weaker.is_empty() && request.count != Some(1) {
            let follower = weaker[rng.number_below(weaker.len())];
            ladders.push(ladder_adding_followers_or_leaders(creature, follower, request.count));
        }
    }
    ladders
}

/// Puts creatures into a random order (Fisher and Yates).
fn shuffle(creatures: &mut [&CreatureProfile], rng: &mut SeededDice) {
    for last in (1..creatures.len()).rev() {
        creatures.swap(last, rng.number_below(last + 1));
    }
}

/// Returns those of the creatures that are of the same family as one of them and weaker.
fn list_weaker_of_same_family<'c>(
    creatures: &[&'c CreatureProfile],
    leader: &CreatureProfile,
) -> Vec<&'c CreatureProfile> {
    let mut weaker = Vec::new();
    for creature in creatures {
        let is_same_family = creature.tags.family == leader.tags.family;
        let is_weaker = creature.tags.strength < leader.tags.strength;
        if creature.name != leader.name && is_same_family && is_weaker {
            weaker.push(*creature);
        }
    }
    weaker
}

/// Returns the line-ups of one up to [`MAX_LINE_UP`] of one creature, or the only one of `count`.
/// The creature's strength and the size of the party say which to try first.
fn ladder_of_one_kind(
    creature: &CreatureProfile,
    count: Option<usize>,
    party_size: usize,
) -> LineUpLadder {
    if let Some(count) = count {
        return LineUpLadder { line_ups: vec![vec![group(creature, count)]], first_try: 0 };
    }
    LineUpLadder {
        line_ups: (1..=MAX_LINE_UP).map(|count| vec![group(creature, count)]).collect(),
        first_try: usual_count(creature, party_size).clamp(1, MAX_LINE_UP) - 1,
    }
}

/// Returns how many of a creature a party usually fights, by the creature's strength.
fn usual_count(creature: &CreatureProfile, party_size: usize) -> usize {
    match creature.tags.strength {
        Some(CreatureStrength::Minion) => 2 * party_size,
        Some(CreatureStrength::Regular) | None => party_size,
        Some(CreatureStrength::Elite) => party_size.div_ceil(2),
        Some(CreatureStrength::Boss) => 1,
    }
}

/// Returns the line-ups of one stronger creature and more and more weaker ones; with a `count`,
/// those of so many creatures, with more and more of the stronger one among them.
fn ladder_adding_followers_or_leaders(
    leader: &CreatureProfile,
    follower: &CreatureProfile,
    count: Option<usize>,
) -> LineUpLadder {
    let line_ups: Vec<Vec<CreatureGroup>> = match count {
        Some(count) => (1..count)
            .map(|leaders| vec![group(leader, leaders), group(follower, count - leaders)])
            .collect(),
        None => (1..MAX_LINE_UP)
            .map(|followers| vec![group(leader, 1), group(follower, followers)])
            .collect(),
    };
    LineUpLadder { first_try: (line_ups.len() - 1).min(1), line_ups }
}

/// What the first fights of a line-up say.
#[derive(Clone, Debug)]
struct Look {
    groups: Vec<CreatureGroup>,
    win_share: u16,
    fits: bool,
}

struct LineUpSearch<'a, 'b> {
    difficulty: Difficulty,
    limits: EncounterSearchLimits,
    started_at: Instant,
    fights_played: u32,
    next_seed: u64,
    simulate: &'a mut Simulator<'b>,
}

impl LineUpSearch<'_, '_> {
    /// Returns whether the first look has played all its fights or used all its time.
    fn is_out_of_time(&self) -> bool {
        self.fights_played >= self.limits.first_look_fights
            || self.started_at.elapsed() >= self.limits.first_look_time
    }

    /// Looks for the line-up of a ladder that fits, by halving, and returns the nearest one. `None`
    /// if the first one cannot enter the fight.
    fn binary_search_nearest_line_up(&mut self, ladder: &LineUpLadder) -> Option<Look> {
        let (_, max_win_share) = self.difficulty.win_share_bounds_thousandths();
        let mut lowest = 0;
        let mut end = ladder.line_ups.len();
        let mut next = ladder.first_try;
        let mut nearest: Option<Look> = None;
        while lowest < end {
            let look = self.simulate_until_fit_clear_if_can_enter(&ladder.line_ups[next]);
            let fits = look.as_ref().is_some_and(|look| look.fits);
            // Where the fight has no place for so many, there is no look: smaller ones are tried.
            let is_too_easy = look.as_ref().is_some_and(|look| look.win_share > max_win_share);
            if let Some(look) = look
                && self.is_nearer(&look, nearest.as_ref())
            {
                nearest = Some(look);
            }
            if fits || self.is_out_of_time() {
                break;
            }
            if is_too_easy {
                lowest = next + 1;
            } else {
                end = next;
            }
            next = lowest.midpoint(end);
        }
        nearest
    }

    /// Returns whether the win share of a look is nearer to the middle of the bounds than that of
    /// the nearest look so far.
    fn is_nearer(&self, look: &Look, nearest: Option<&Look>) -> bool {
        let Some(nearest) = nearest else { return true };
        let distance = self.difficulty.distance_from_middle(look.win_share);
        distance < self.difficulty.distance_from_middle(nearest.win_share)
    }

    /// Plays fights until it is clear that the line-up does not fit, or that it seems to. `None` if
    /// the line-up cannot enter the fight.
    fn simulate_until_fit_clear_if_can_enter(&mut self, groups: &[CreatureGroup]) -> Option<Look> {
        let (least, most) = self.difficulty.win_share_bounds_thousandths();
        let (mut win_count, mut fight_count) = (0, 0);
        loop {
            let fights =
                self.simulate_next(groups, FIGHTS_AT_A_TIME, self.limits.first_look_time)?;
            win_count += fights.win_count;
            fight_count += fights.forecast.fights_played;
            self.fights_played += fights.forecast.fights_played;
            let share = Proportion::from_counts_with_wilson_bounds(win_count, fight_count);
            let is_out = share.upper_bound < least || share.lower_bound > most;
            if is_out || fight_count >= MAX_FIRST_LOOK_FIGHTS || self.is_out_of_time() {
                let fits = self.difficulty.includes(share.value);
                return Some(Look { groups: groups.to_vec(), win_share: share.value, fits });
            }
        }
    }

    /// Simulates fights against a line-up, with dice that no call before has used. `None` if the
    /// line-up cannot enter the fight.
    fn simulate_next(
        &mut self,
        groups: &[CreatureGroup],
        fight_count: u32,
        max_time: Duration,
    ) -> Option<SimulatedFights> {
        self.next_seed = self.next_seed.wrapping_add(1);
        (self.simulate)(groups, fight_count, self.next_seed, max_time)
    }

    /// Plays more fights of the best line-ups until three fit and are not long, and returns these,
    /// or the nearest ones. Of those that fit, long fights come last.
    fn simulate_more_and_keep_best(&mut self, mut first_looks: Vec<Look>) -> Vec<ProposedLineUp> {
        let difficulty = self.difficulty;
        // `false` comes before `true`: what fits comes first.
        first_looks
            .sort_by_key(|look| (!look.fits, difficulty.distance_from_middle(look.win_share)));
        let mut proved: Vec<ProposedLineUp> = Vec::new();
        for look in
            move_same_first_creature_and_unfit_last(first_looks).into_iter().take(MAX_VALIDATIONS)
        {
            let is_good =
                |proposal: &&ProposedLineUp| proposal.fits(difficulty) && !proposal.is_long();
            if proved.iter().filter(is_good).count() >= MAX_PROPOSALS {
                break;
            }
            let limits = self.limits;
            let fights =
                self.simulate_next(&look.groups, limits.validation_fights, limits.validation_time);
            let Some(SimulatedFights { forecast, win_count }) = fights else { continue };
            proved.push(ProposedLineUp { groups: look.groups, forecast, win_count });
        }
        proved.sort_by_key(|proposal| {
            let share = proposal.win_share().value;
            (!proposal.fits(difficulty), proposal.is_long(), difficulty.distance_from_middle(share))
        });
        proved.truncate(MAX_PROPOSALS);
        proved
    }
}

/// Moves line-ups to the end whose first creature an earlier one has, so that proposals differ, and
/// after those the ones that do not fit.
fn move_same_first_creature_and_unfit_last(looks: Vec<Look>) -> Vec<Look> {
    let mut seen: Vec<String> = Vec::new();
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for look in looks {
        let creature = &look.groups[0].creature;
        if look.fits && !seen.contains(creature) {
            seen.push(creature.clone());
            first.push(look);
        } else {
            later.push(look);
        }
    }
    later.sort_by_key(|look| !look.fits);
    first.append(&mut later);
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::creatures::CreatureTags;

    const LIMITS: EncounterSearchLimits = EncounterSearchLimits {
        first_look_time: Duration::MAX,
        first_look_fights: 10_000,
        validation_time: Duration::MAX,
        validation_fights: 400,
    };

    /// Kinds of creatures with a power each. The name is the power.
    fn creatures() -> Vec<CreatureProfile> {
        let strength = |power: u32| match power {
            0..10 => CreatureStrength::Minion,
            10..20 => CreatureStrength::Regular,
            20..50 => CreatureStrength::Elite,
            _ => CreatureStrength::Boss,
        };
        let profile = |power: u32| CreatureProfile {
            name: power.to_string(),
            about: None,
            tags: CreatureTags { strength: Some(strength(power)), ..CreatureTags::default() },
        };
        [3, 5, 8, 12, 17, 23, 31, 44, 60, 90, 200].map(profile).into()
    }

    /// Plays fights that the party of power 40 wins with a chance of 40² : (40² + power²).
    fn simulate(
        groups: &[CreatureGroup],
        fight_count: u32,
        seed: u64,
        _: Duration,
    ) -> Option<SimulatedFights> {
        let power = |group: &CreatureGroup| group.creature.parse::<usize>().unwrap() * group.count;
        let power: usize = groups.iter().map(power).sum();
        let chance = 1600 * 1000 / (1600 + power * power);
        let mut rng = SeededDice::new(seed);
        let wins = (0..fight_count).filter(|_| rng.number_below(1000) < chance).count();
        let forecast = Forecast { fights_played: fight_count, ..Forecast::default() };
        Some(SimulatedFights { forecast, win_count: wins as u32 })
    }

    fn request(difficulty: Difficulty, count: Option<usize>, attempt: u64) -> EncounterRequest {
        EncounterRequest { difficulty, family: None, place: None, count, attempt }
    }

    fn find(request: &EncounterRequest) -> Vec<ProposedLineUp> {
        let creatures = creatures();
        let creatures: Vec<&CreatureProfile> = creatures.iter().collect();
        find_line_ups(&creatures, request, 4, LIMITS, &mut simulate)
    }

    /// The kit of this test is so small that sometimes only two line-ups fit.
    #[test]
    fn proposals_fit_the_difficulty_and_differ() {
        for difficulty in Difficulty::ALL {
            for draw in 0..10 {
                let found = find(&request(difficulty, None, draw));
                assert_eq!(found.len(), 3, "{difficulty:?}");
                let fits: Vec<bool> =
                    found.iter().map(|proposal| proposal.fits(difficulty)).collect();
                assert!(fits[0] && fits[1], "{difficulty:?}: {found:?}");
                for (index, proposal) in found.iter().enumerate() {
                    let others = &found[..index];
                    assert!(others.iter().all(|other| other.groups != proposal.groups));
                }
            }
        }
    }

    #[test]
    fn same_request_finds_the_same_and_another_draw_others() {
        let groups = |draw| -> Vec<_> {
            let found = find(&request(Difficulty::Fair, None, draw));
            found.into_iter().map(|proposal| proposal.groups).collect()
        };
        assert_eq!(groups(1), groups(1));
        assert_ne!(groups(1), groups(2));
    }

    #[test]
    fn wanted_number_of_creatures_is_kept() {
        for count in 1..=MAX_LINE_UP {
            let found = find(&request(Difficulty::Hard, Some(count), 0));
            assert!(!found.is_empty());
            for proposal in found {
                let sum: usize = proposal.groups.iter().map(|group| group.count).sum();
                assert_eq!(sum, count, "{proposal:?}");
            }
        }
    }

    /// Where no line-up fits, the nearest are proposed, and they do not pretend to fit.
    #[test]
    fn nearest_line_ups_are_proposed_where_none_fits() {
        let creatures = creatures();
        let strongest = creatures.iter().filter(|creature| creature.name == "200");
        let strongest: Vec<&CreatureProfile> = strongest.collect();
        let easy = request(Difficulty::Easy, None, 0);
        let found = find_line_ups(&strongest, &easy, 4, LIMITS, &mut simulate);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].groups, [CreatureGroup { creature: "200".into(), count: 1 }]);
        assert!(!found[0].fits(Difficulty::Easy));
        let mut cannot_enter = |_: &[CreatureGroup], _: u32, _: u64, _: Duration| None;
        assert_eq!(find_line_ups(&strongest, &easy, 4, LIMITS, &mut cannot_enter), []);
    }
}
