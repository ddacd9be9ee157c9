//! Encounters: line-ups of creatures that fit a party.

use std::time::Duration;

use engine::agents::forecast::{Forecast, Proportion};
use engine::core::command::{Command, Refusal};
use engine::core::ids::CombatantId;
use store::ids::FightId;

/// The most creatures of a line-up.
pub const MAX_LINE_UP: usize = 12;

/// How often the party is to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    Easy,
    Fair,
    Hard,
    Deadly,
}

impl Difficulty {
    pub const ALL: [Self; 4] = [Self::Easy, Self::Fair, Self::Hard, Self::Deadly];

    pub fn key(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Fair => "fair",
            Self::Hard => "hard",
            Self::Deadly => "deadly",
        }
    }

    /// Returns the least and the greatest share of fights that the party is to win, in thousandths
    /// (docs/GM.md).
    pub fn win_share_bounds_thousandths(self) -> (u16, u16) {
        match self {
            Self::Easy => (880, 990),
            Self::Fair => (700, 880),
            Self::Hard => (450, 700),
            Self::Deadly => (150, 450),
        }
    }

    /// Returns whether a share of won fights, in thousandths, is within the bounds. It is compared
    /// as it is shown, in whole percent.
    pub fn includes(self, win_share: u16) -> bool {
        let (_, most) = self.win_share_bounds_thousandths();
        !self.is_too_hard(win_share) && round_to_percent(win_share) <= round_to_percent(most)
    }

    /// Returns whether the party wins less often than wished.
    pub fn is_too_hard(self, win_share: u16) -> bool {
        let (least, _) = self.win_share_bounds_thousandths();
        round_to_percent(win_share) < round_to_percent(least)
    }

    /// Returns how far a share of won fights is from the middle of the bounds, in thousandths.
    pub fn distance_from_middle(self, win_share: u16) -> u16 {
        let (least, most) = self.win_share_bounds_thousandths();
        win_share.abs_diff(least.midpoint(most))
    }
}

/// Rounds thousandths to percent, as messages do.
fn round_to_percent(thousandths: u16) -> u16 {
    (thousandths + 5) / 10
}

/// What the GM looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncounterRequest {
    pub difficulty: Difficulty,
    pub family: Option<String>,
    pub place: Option<String>,
    /// The number of creatures.
    pub count: Option<usize>,
    /// Another number draws other line-ups.
    pub attempt: u64,
}

impl EncounterRequest {
    /// Parses `encounter difficulty: [family: place: count: attempt:]`.
    ///
    /// # Errors
    /// `bad-setup` for a difficulty that does not exist, and a number that is none or too large.
    pub fn parse(command: &Command) -> Result<Self, Refusal> {
        let text_if_given = |slot: &str| {
            let text = command.get(slot).trim();
            if text.is_empty() { None } else { Some(text) }
        };
        Ok(Self {
            difficulty: parse_difficulty(command.get("difficulty").trim())?,
            family: text_if_given("family").map(str::to_lowercase),
            place: text_if_given("place").map(str::to_lowercase),
            count: text_if_given("count").map(parse_creature_count).transpose()?,
            attempt: command.get("attempt").trim().parse().unwrap_or(0),
        })
    }
}

/// Returns the difficulty with this key, or refuses with the keys of all.
fn parse_difficulty(text: &str) -> Result<Difficulty, Refusal> {
    match Difficulty::ALL.into_iter().find(|difficulty| difficulty.key() == text) {
        Some(difficulty) => Ok(difficulty),
        None => {
            let keys = Difficulty::ALL.map(|difficulty| difficulty.key().to_string());
            let refusal = Refusal::bad_setup("", "value").with("slot", "difficulty");
            Err(refusal.with("value", text).with_names_of("difficulty", &keys))
        }
    }
}

/// Parses how many creatures are wanted: from 1 to [`MAX_LINE_UP`].
fn parse_creature_count(text: &str) -> Result<usize, Refusal> {
    match text.parse::<usize>() {
        Ok(count @ 1..=MAX_LINE_UP) => Ok(count),
        Ok(_) | Err(_) => {
            let refusal = Refusal::bad_setup("", "count").with("slot", "count");
            Err(refusal.with("value", text).with("most", MAX_LINE_UP))
        }
    }
}

/// How long a search for line-ups may take, and how many fights it may play.
#[derive(Clone, Copy, Debug)]
pub struct EncounterSearchLimits {
    /// For first looks at line-ups.
    pub first_look_time: Duration,
    pub first_look_fights: u32,
    /// For each line-up that is proposed.
    pub validation_time: Duration,
    pub validation_fights: u32,
}

impl EncounterSearchLimits {
    /// For an answer within ten seconds.
    pub const ANSWER: Self = Self {
        first_look_time: Duration::from_millis(3_500),
        first_look_fights: 4_000,
        validation_time: Duration::from_millis(600),
        validation_fights: 300,
    };

    /// For scripts and tests: few fights, whose result does not depend on time.
    pub const COARSE: Self = Self {
        first_look_time: Duration::MAX,
        first_look_fights: 60,
        validation_time: Duration::MAX,
        validation_fights: 10,
    };
}

/// A fight that mostly takes more rounds than this is long.
const LONG_FIGHT_ROUNDS: u16 = 12;

/// Some creatures of the same kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CreatureGroup {
    /// The creature's name in the kit.
    pub creature: String,
    pub count: usize,
}

/// A line-up whose fights were simulated.
#[derive(Clone, Debug, PartialEq)]
pub struct ProposedLineUp {
    pub groups: Vec<CreatureGroup>,
    pub forecast: Forecast,
    /// The number of simulated fights that the party won.
    pub win_count: u32,
}

impl ProposedLineUp {
    /// Returns how often the players won the simulated fights.
    pub fn win_share(&self) -> Proportion {
        Proportion::from_counts_with_wilson_bounds(self.win_count, self.forecast.fights_played)
    }

    /// Returns whether the party wins about as often as wished.
    pub fn fits(&self, difficulty: Difficulty) -> bool {
        difficulty.includes(self.win_share().value)
    }

    /// Returns whether the fight mostly takes many rounds.
    pub fn is_long(&self) -> bool {
        self.forecast.round_percentiles[1] > LONG_FIGHT_ROUNDS
    }

    /// Returns the line-up as `/init add from:` takes it: `1 captain, 3 thug`.
    pub fn to_typed_text(&self) -> String {
        let groups = self.groups.iter();
        let parts: Vec<String> =
            groups.map(|group| format!("{} {}", group.count, group.creature)).collect();
        parts.join(", ")
    }
}

/// Line-ups for the GM to choose from.
#[derive(Clone, Debug, PartialEq)]
pub struct EncounterCard {
    pub fight: FightId,
    pub system: String,
    pub request: EncounterRequest,
    /// The players' combatants and their names.
    pub party: Vec<(CombatantId, String)>,
    /// Whether there are NPCs in the fight already, who fight along.
    pub has_other_npcs: bool,
    /// The families that the GM can choose from.
    pub families: Vec<String>,
    /// Set where the fight is too hard before anybody is added. Then no line-up is proposed.
    pub too_hard: Option<TooHardFight>,
    /// The best first; those that do not fit the difficulty come last.
    pub line_ups: Vec<ProposedLineUp>,
}

/// A fight that is harder than wished already.
#[derive(Clone, Debug, PartialEq)]
pub struct TooHardFight {
    /// How often the party wins now.
    pub win_share: Proportion,
    /// The names of NPCs without whom the party wins often enough, and how often it wins then.
    /// `None` if leaving out a few is not enough.
    pub without: Option<(Vec<String>, Proportion)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A share fits exactly if it reads so in whole percent.
    #[test]
    fn bounds_include_what_is_rounded_to_them() {
        let fits = [694, 695, 700, 884, 885].map(|share| Difficulty::Fair.includes(share));
        assert_eq!(fits, [false, true, true, true, false]);
        assert!(Difficulty::Fair.is_too_hard(694) && !Difficulty::Fair.is_too_hard(885));
    }
}
