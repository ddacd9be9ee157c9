//! Checks and ranks (RANKS-CHK): fixed values, rolled checks with all that changes them, and result
//! points cut into ranks.

use super::advantages::{Boon, Gift};
use super::combine::{self, Kind};
use super::sheet::Ability;
use super::state::{Note, Purpose};
use super::{Fight, Scene};
use crate::ids::CombatantId;
use crate::modifier::{Change, Modifier};
use crate::why::Why;

/// RANKS-CHK-3: what is hard where nobody says how hard.
pub const MODERATE: u8 = 15;

/// RANKS-CHK-3: difficulties by word.
const WORDS: [(&str, u8); 5] =
    [("very-easy", 5), ("easy", 10), ("moderate", 15), ("difficult", 20), ("very-difficult", 25)];

/// RANKS-CHK-3: a word, or any number.
pub fn read_difficulty(text: &str) -> Option<u8> {
    let word = text.trim().to_lowercase().replace([' ', '_'], "-");
    let named = WORDS.iter().find(|(name, _)| *name == word).map(|(_, number)| *number);
    named.or_else(|| word.parse().ok().filter(|number| (1..=99).contains(number)))
}

/// RANKS-CHK-4: 0 to 5 result points make rank 1, every 5 more the next, at most 5.
pub fn rank(points: i16) -> u8 {
    if points <= 5 { 1 } else { ((points - 1) / 5 + 1).min(5) as u8 }
}

/// RANKS-CHK-4: a failure by 1 to 5 is negative rank 1, by 6 to 10 negative rank 2, and so on.
pub fn negative_rank(short: i16) -> u8 {
    ((short + 4) / 5).clamp(1, 5) as u8
}

/// RANKS-CHK-2, RANKS-CHK-7: the fixed value of a code, less 2 for each Tired.
pub fn fixed(fight: &Fight, who: CombatantId, ability: impl Into<Ability>) -> i16 {
    let body = fight.body(who);
    body.code(ability).fixed() - body.tiredness()
}

/// A check that is about to be rolled.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub who: CombatantId,
    pub ability: Ability,
    pub purpose: Purpose,
    /// The enemy it is made against, attacking or resisting.
    pub against: Option<CombatantId>,
    /// +1D each.
    pub dice: i16,
    pub plus: i16,
    /// A luck point goes with it (RANKS-LUCK-1).
    pub luck: bool,
}

impl Check {
    pub fn new(who: CombatantId, ability: impl Into<Ability>, purpose: Purpose) -> Self {
        let (against, dice, plus, luck) = (None, 0, 0, false);
        Self { who, ability: ability.into(), purpose, against, dice, plus, luck }
    }

    pub fn against(self, enemy: Option<CombatantId>) -> Self {
        Self { against: enemy, ..self }
    }

    pub fn lucky(self, luck: bool) -> Self {
        Self { luck, ..self }
    }
}

/// RANKS-LUCK-1: a luck point goes only where there is one.
pub fn check_luck(fight: &Fight, who: CombatantId, luck: bool) -> Result<(), Why> {
    if luck && fight.body(who).luck == 0 {
        return Err(Why::new("no-points", "RANKS-LUCK-1"));
    }
    Ok(())
}

/// RANKS-CHK-1: the code's dice summed, then pips and flat modifiers. RANKS-CHK-5: dice more and
/// fewer are summed first, never below 1D. RANKS-CHK-6: advantage and disadvantage count once each,
/// and cancel each other: one die more, and the lowest or the highest is dropped.
pub fn roll(scene: &mut Scene, check: Check) -> i16 {
    let body = scene.fight().body(check.who);
    let code = body.code(check.ability);
    let own = [
        Modifier::plus(check.ability.key(), code.pips),
        Modifier::plus(reason(check.purpose), check.plus),
        Modifier::dice(reason(check.purpose), check.dice),
    ];
    let mut all: Vec<Modifier> = own.into_iter().flatten().collect();
    all.extend(body.burden(check.ability.attribute()));
    // RANKS-MOVE-7: attacks of the prone.
    let is_prone = body.prone && check.purpose == Purpose::Attack;
    all.extend(is_prone.then(|| Modifier::new("prone", Change::Disadvantage)));
    let is_tool = |ability| body.gear.iter().any(|item| item.held && item.helps_always(ability));
    all.extend(Modifier::dice("tool", i16::from(is_tool(check.ability))));
    all.extend(use_boons(scene, check).into_iter().map(|boon| {
        let change = match boon.gives {
            Gift::Flat(number) => Change::Plus(number.into()),
            Gift::Die => Change::Dice(1),
            Gift::Advantage => Change::Advantage,
            Gift::Disadvantage => Change::Disadvantage,
        };
        Modifier::new("boon", change)
    }));
    all.extend(Modifier::plus("combined", combine::take(scene, check.who, kind_of(check.purpose))));
    if check.luck && scene.fight().body(check.who).luck > 0 {
        scene.note(Note::LuckSpent(check.who));
        all.push(Modifier::new("luck", Change::Advantage));
    }
    let (mut dice, mut plus) = (i16::from(code.dice), 0);
    let (mut is_better, mut is_worse) = (false, false);
    for modifier in &all {
        match modifier.change {
            Change::Plus(number) => plus += number,
            Change::Dice(number) => dice += number,
            Change::Advantage => is_better = true,
            Change::Disadvantage => is_worse = true,
            Change::Needs(_) => {}
        }
    }
    let is_even = is_better == is_worse;
    let mut faces = scene.faces((dice.max(1) + i16::from(!is_even)) as u8, 6);
    let shown = faces.clone();
    faces.sort_unstable();
    let dropped = match (is_even, is_better) {
        (true, _) => None,
        (false, true) => Some(faces.remove(0)),
        (false, false) => faces.pop(),
    };
    let total = faces.iter().map(|face| i16::from(*face)).sum::<i16>() + plus;
    scene.note(Note::Rolled {
        who: check.who,
        purpose: check.purpose,
        ability: check.ability,
        faces: Some(shown),
        dropped,
        total: Some(total),
        modifiers: all,
    });
    total
}

/// What the dice and the number that a check brings along are for.
fn reason(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Stance => "stance",
        Purpose::Defend => "ready-defence",
        Purpose::Soak => "armour",
        Purpose::Advantage => "tool",
        Purpose::Recover => "mending",
        Purpose::Attack
        | Purpose::Move
        | Purpose::Match
        | Purpose::Driven
        | Purpose::Force
        | Purpose::Shift
        | Purpose::Interact
        | Purpose::Resist
        | Purpose::Skill
        | Purpose::Combine
        | Purpose::Initiative => "other",
    }
}

/// RANKS-ADV-6: one-check effects serve the first fitting check, attacking or resisting.
fn use_boons(scene: &mut Scene, check: Check) -> Vec<Boon> {
    let fits = |boon: &&Boon| boon.against.is_none() || boon.against == check.against;
    let own = &scene.fight().body(check.who).boons;
    let boons: Vec<Boon> = own.iter().filter(fits).copied().collect();
    if !boons.is_empty() {
        scene.note(Note::BoonsUsed { who: check.who, boons: boons.clone() });
    }
    boons
}

/// RANKS-COMB-3: of which kind an own check is; resisting is no such check.
fn kind_of(purpose: Purpose) -> Option<Kind> {
    match purpose {
        Purpose::Attack => Some(Kind::Attack),
        Purpose::Move => Some(Kind::Move),
        Purpose::Force => Some(Kind::Force),
        Purpose::Advantage => Some(Kind::Advantage),
        Purpose::Interact => Some(Kind::Interact),
        Purpose::Recover => Some(Kind::Recover),
        Purpose::Stance
        | Purpose::Defend
        | Purpose::Resist
        | Purpose::Soak
        | Purpose::Match
        | Purpose::Driven
        | Purpose::Shift
        | Purpose::Skill
        | Purpose::Combine
        | Purpose::Initiative => None,
    }
}

/// A total against a number, and whom that number belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    pub who: CombatantId,
    pub target: Option<CombatantId>,
    pub purpose: Purpose,
}

impl Verdict {
    /// RANKS-CHK-3: a total equal to or above the difficulty or resistance succeeds, and makes a
    /// rank (RANKS-CHK-4).
    pub fn of(self, scene: &mut Scene, total: i16, against: i16) -> Option<u8> {
        let Self { who, target, purpose } = self;
        let shown = Some(against);
        if total < against {
            scene.note(Note::Failed { who, target, purpose, against: shown });
            return None;
        }
        let rank = rank(total - against);
        scene.note(Note::Succeeded { who, target, purpose, against: shown, rank });
        Some(rank)
    }
}
