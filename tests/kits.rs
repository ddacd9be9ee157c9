//! The built-in kits are proved by playing: every creature and every archetype enters a fight, no
//! offer of it is refused, and each of its attacks can be made. `docs/kits` says how strong each
//! creature is.

#[path = "support/kit_fights.rs"]
mod kit_fights;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::fs;
use std::time::{Duration, Instant};

use kit_fights::{KitFights, Player, list_attack_names, start};
use riposte::app::encounter::{
    Difficulty, EncounterRequest, EncounterSearchLimits, ProposedLineUp,
};
use riposte::app::simulations::{self, add_line_up, propose_line_ups};
use riposte::content::TemplateKind;
use riposte::content::creatures::{CreatureProfile, CreatureRole, CreatureStrength};
use riposte::engine::agents::evaluator::SearchBudget;
use riposte::engine::agents::forecast::{Forecast, Proportion};
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::{ScriptedDice, SeededDice};
use riposte::engine::core::ids::CombatantId;
use riposte::engine::core::zones::ZoneMap;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::narration::catalogue::Locale;
use riposte::narration::kit_names::KitEntry;

/// Returns the names of the zones of a layout, and the neighbours of each.
fn zones_and_neighbours(layout: &str) -> (Vec<String>, Vec<Vec<u8>>) {
    let map = ZoneMap::<()>::parse(layout).unwrap_or_else(|error| panic!("{layout}: {error:?}"));
    let names = map.iter().map(|(_, zone)| zone.name.clone()).collect();
    let neighbours = map.iter().map(|(zone, _)| map.neighbours(zone).map(|zone| zone.0).collect());
    (names, neighbours.collect())
}

/// Every built-in scene has the same map in every language, with the translated names, and its
/// orders are taken.
#[test]
fn scenes_have_the_same_map_in_every_language() {
    for (system, language) in
        SYSTEM_KEYS.iter().flat_map(|system| Locale::all().map(move |language| (system, language)))
    {
        let kit = riposte::content::built_in_kit(system).unwrap();
        for name in kit.scene_names() {
            let english = kit.find_scene(&name).unwrap();
            let scene = english
                .with_translated_zone_names(&|zone| KitEntry::Zone.translate(language, zone));
            let context = format!("{system}: {name}: {}", language.tag());
            let (english_names, english_neighbours) = zones_and_neighbours(&english.zones);
            let (names, neighbours) = zones_and_neighbours(&scene.zones);
            assert_eq!(neighbours, english_neighbours, "{context}");
            let expected: Vec<String> =
                english_names.iter().map(|zone| KitEntry::Zone.name(language, zone)).collect();
            assert_eq!(names, expected, "{context}");
            let mut game = Game::new(system).unwrap();
            for order in scene.map_orders().filter(|order| order.verb != "loose") {
                let outcome = game.perform_order(&order, &mut ScriptedDice::default());
                game = outcome.unwrap_or_else(|error| panic!("{context}: {order}: {error:?}")).game;
            }
        }
    }
}

/// Imagined fights end soon where agents must first get at each other: they open doors, stand at
/// the distance of their weapons, and attack nobody of their own side.
#[test]
fn imagined_fights_end_soon() {
    let closed = Command::new("door").with("zone", "Hall").with("to", "Office");
    let closed = closed.with("state", "closed");
    let cases = [
        ("fates", "Hall - Office", ["gunslinger", "gunslinger"], ["thug", "thug"], Some(closed)),
        ("ranks", "Left - Middle - Right", ["duelist", "duelist"], ["thug", "pikeman"], None),
    ];
    for (system, zones, party, npcs, order) in cases {
        let mut game = KitFights::new(system).set_up(zones, &party, &npcs, 1);
        if let Some(order) = order {
            game = game.perform_order(&order, &mut SeededDice::new(0)).unwrap().game;
        }
        let forecast = game.forecast(100, 1, &mut || true).unwrap();
        assert!(forecast.round_percentiles[1] <= 15, "{system}: {forecast:?}");
        assert_eq!(forecast.unfinished_count, 0, "{system}: {forecast:?}");
    }
}

/// How many fights may pass until a template has made each of its attacks, and how many inputs each
/// of them has.
const MAX_FIGHTS: u64 = 40;
const MAX_INPUTS: usize = 60;

macro_rules! test_each_kit {
    ($($system:ident)*) => {$(
        mod $system {
            #[test]
            fn every_template_fights_with_all_that_it_has() {
                super::check_templates(stringify!($system));
            }

            #[test]
            #[ignore = "plays fights for some minutes"]
            fn strengths_are_what_fights_show() {
                super::check_kit_table(stringify!($system));
            }

            #[test]
            #[ignore = "plays fights for some minutes, and prints figures"]
            fn calibration() {
                super::measure_calibration(stringify!($system));
            }

            #[test]
            #[ignore = "searches for half a minute, and prints figures"]
            fn search_time() {
                super::measure_search_time(stringify!($system));
            }
        }
    )*}
}

test_each_kit! { cards dr12 factions fates ranks }

/// Checks that each template of a kit is offered all of its attacks in random fights.
fn check_templates(system: &'static str) {
    let fights = KitFights::new(system);
    let archetypes = fights.kit.template_names(TemplateKind::Archetype);
    let creatures = fights.kit.template_names(TemplateKind::Creature);
    let mut without_attack = Vec::new();
    for (index, creature) in creatures.iter().enumerate() {
        let opponent = &archetypes[index % archetypes.len()];
        let missing = play_until_attacks_are_offered(&fights, opponent, creature, CombatantId(1));
        without_attack.extend(missing.map(|attacks| format!("{creature}: {attacks:?}")));
    }
    for (index, archetype) in archetypes.iter().enumerate() {
        let opponent = &creatures[index % creatures.len()];
        let missing = play_until_attacks_are_offered(&fights, archetype, opponent, CombatantId(0));
        without_attack.extend(missing.map(|attacks| format!("{archetype}: {attacks:?}")));
    }
    assert!(without_attack.is_empty(), "{system}: never offered:\n{}", without_attack.join("\n"));
}

/// Plays random fights of one against one until each attack of a combatant was offered, at least
/// one fight. Returns the attacks that never were, if there are any.
fn play_until_attacks_are_offered(
    fights: &KitFights,
    archetype: &str,
    creature: &str,
    who: CombatantId,
) -> Option<BTreeSet<String>> {
    let mut missing = None;
    for seed in 0..MAX_FIGHTS {
        // Some attacks need distance and some nearness.
        let zone = seed as usize % 3;
        let set_up = fights.set_up("Gate - Yard - Hall", &[archetype], &[creature], zone);
        let missing: &mut BTreeSet<String> = missing.get_or_insert_with(|| {
            let attacks = list_attack_names(&set_up.body_json(who).expect("it has joined"));
            assert!(!attacks.is_empty(), "{archetype} or {creature} has no attack");
            attacks
        });
        play_random_fight(&set_up, who, seed, missing);
        if missing.is_empty() {
            return None;
        }
    }
    missing
}

/// Plays a random fight, and removes from `missing` the attacks that a combatant is offered.
fn play_random_fight(set_up: &Game, who: CombatantId, seed: u64, missing: &mut BTreeSet<String>) {
    let mut dice = SeededDice::new(seed);
    let mut player = Player::Random(SeededDice::new(seed ^ 0xA77A));
    let mut game = start(set_up, &mut dice);
    for _ in 0..MAX_INPUTS {
        let next = player.play_input(&game, &mut dice, &mut |actor, offers| {
            if actor == who {
                let named = offers.iter().flat_map(|offer| offer.slots.values());
                named.for_each(|value| {
                    missing.remove(value);
                });
            }
        });
        match next {
            Some(next) => game = next,
            None => break,
        }
    }
}

/// How many fights are played for each figure of `docs/kits`; `RIPOSTE_FIGHTS` sets another number.
const FIGHTS_OF_FIGURE: u32 = 100;

/// How many fights each archetype plays against each creature to find the middle ones.
const FIGHTS_FOR_MIDDLE: u32 = 3;

/// From these shares of won fights on, in thousandths, a creature is so strong: a regular one
/// against one or four against four, an elite one against one, a boss alone against four.
const REGULAR_FROM: u16 = 150;
const ELITE_FROM: u16 = 550;
const BOSS_FROM: u16 = 250;

/// The zones of the fights of `docs/kits`: each side begins in one of two that are side by side.
const TABLE_ZONES: &str = "Yard - Hall";

/// How many of the middle archetypes are the party of these fights.
const PARTY_SIZE: usize = 4;

/// The shares of fights that a creature wins against the middle archetypes.
struct Measures {
    one_to_one: Proportion,
    four_to_four: Proportion,
    alone_to_four: Proportion,
}

impl Measures {
    /// Plays the fights against a party, and those of one against one against each of it in turn.
    fn take(fights: &KitFights, party: &[&str], creature: &str, fight_count: u32) -> Self {
        let fights_each = fight_count / party.len() as u32;
        let single_wins =
            party.iter().map(|one| count_wins(fights, &[one], &[creature], fights_each).1);
        let measure = |npc_count: usize| {
            let wins = count_wins(fights, party, &vec![creature; npc_count], fight_count).1;
            Proportion::from_counts_with_wilson_bounds(wins, fight_count)
        };
        Self {
            one_to_one: Proportion::from_counts_with_wilson_bounds(
                single_wins.sum(),
                fights_each * party.len() as u32,
            ),
            four_to_four: measure(PARTY_SIZE),
            alone_to_four: measure(1),
        }
    }

    /// Returns the strength that these figures show.
    fn strength(&self) -> CreatureStrength {
        strength_for([self.one_to_one, self.four_to_four, self.alone_to_four].map(|it| it.value))
    }

    /// Returns whether a strength lies within the margin of error of these figures.
    fn allows(&self, strength: CreatureStrength) -> bool {
        let shares = [self.one_to_one, self.four_to_four, self.alone_to_four];
        let least = strength_for(shares.map(|share| share.lower_bound));
        let most = strength_for(shares.map(|share| share.upper_bound));
        (least..=most).contains(&strength)
    }
}

/// Returns the strength for shares of won fights, in thousandths: one against one, four against
/// four, and alone against four.
fn strength_for([one_to_one, four_to_four, alone_to_four]: [u16; 3]) -> CreatureStrength {
    match one_to_one {
        _ if alone_to_four >= BOSS_FROM => CreatureStrength::Boss,
        ELITE_FROM.. => CreatureStrength::Elite,
        _ if one_to_one.max(four_to_four) >= REGULAR_FROM => CreatureStrength::Regular,
        _ => CreatureStrength::Minion,
    }
}

/// Returns how many of some fights the party wins, and how many the NPCs. A fight without an end is
/// neither's.
fn count_wins(fights: &KitFights, party: &[&str], npcs: &[&str], fight_count: u32) -> (u32, u32) {
    let game = fights.set_up(TABLE_ZONES, party, npcs, 1);
    let forecast = game.forecast(fight_count, 7, &mut || true).expect("it can begin");
    let npc_side = game.side_of(CombatantId(party.len() as u8)).to_lowercase();
    let is_npc_win = |outcome: &str| outcome == "lost" || outcome.to_lowercase() == npc_side;
    let npc_wins = forecast.outcome_counts.iter().filter(|(outcome, _)| is_npc_win(outcome));
    let party_wins = simulations::count_party_wins(&game, &[CombatantId(0)], &forecast);
    (party_wins, npc_wins.map(|(_, count)| count).sum())
}

/// Returns the archetypes with the share of fights that each wins against all creatures, the
/// strongest first.
fn rank_archetypes(fights: &KitFights) -> Vec<(String, Proportion)> {
    let creatures = fights.kit.template_names(TemplateKind::Creature);
    let archetypes = fights.kit.template_names(TemplateKind::Archetype);
    let mut ranked: Vec<(String, Proportion)> = archetypes
        .into_iter()
        .map(|archetype| {
            let wins = creatures.iter().map(|creature| {
                count_wins(fights, &[&archetype], &[creature], FIGHTS_FOR_MIDDLE).0
            });
            let fight_count = FIGHTS_FOR_MIDDLE * creatures.len() as u32;
            let share = Proportion::from_counts_with_wilson_bounds(wins.sum(), fight_count);
            (archetype, share)
        })
        .collect();
    ranked.sort_by_key(|(_, share)| Reverse(share.value));
    ranked
}

/// Formats a share with its bounds: `45 % (40–50)`.
fn format_share(share: Proportion) -> String {
    let percent = |thousandths: u16| (thousandths + 5) / 10;
    let Proportion { value, lower_bound, upper_bound } = share;
    format!("{} % ({}–{})", percent(value), percent(lower_bound), percent(upper_bound))
}

/// Writes `docs/kits/<system>.md` if `RIPOSTE_BLESS` is set. In any case the strengths in the tags
/// must be what the fights show, within the margin of error.
fn check_kit_table(system: &'static str) {
    let fights = KitFights::new(system);
    let fight_count = std::env::var("RIPOSTE_FIGHTS").ok().and_then(|text| text.parse().ok());
    let fight_count = fight_count.unwrap_or(FIGHTS_OF_FIGURE);
    let ranked = rank_archetypes(&fights);
    let first = (ranked.len() - PARTY_SIZE) / 2;
    let middle = ranked[first..first + PARTY_SIZE].iter().map(|(name, _)| name.as_str());
    let middle: Vec<&str> = middle.collect();
    let mut text = format!(
        "The share of fights that each creature wins against the four middle archetypes ({}): \
         one against one, four against four, and alone against four. In brackets is the 95 % \
         interval of {fight_count} fights, played by the quick agent of `/gm forecast`; each side \
         begins in a zone of its own, side by side. A creature is a `regular` if it wins {} % of \
         the fights of one against one or of four against four, an `elite` from {} % of one \
         against one on, and a `boss` if it wins {} % alone against four; others are \
         `minion`s.\n\n\
         | creature | strength | 1 v 1 | 4 v 4 | 1 v 4 |\n|---|---|---|---|---|\n",
        middle.join(", "),
        REGULAR_FROM / 10,
        ELITE_FROM / 10,
        BOSS_FROM / 10,
    );
    let mut mistaken = Vec::new();
    for CreatureProfile { name, tags, .. } in fights.kit.creatures() {
        let measures = Measures::take(&fights, &middle, &name, fight_count);
        let strength = tags.strength.expect("it is tagged");
        if !measures.allows(strength) {
            mistaken.push(format!("{name} = {}", measures.strength().key()));
        }
        let shares = [measures.one_to_one, measures.four_to_four, measures.alone_to_four];
        let shares = shares.map(format_share).join(" | ");
        writeln!(text, "| {name} | {} | {shares} |", strength.key()).unwrap();
    }
    text.push_str("\n| archetype | wins of all fights of one against one |\n|---|---|\n");
    for (archetype, share) in &ranked {
        writeln!(text, "| {archetype} | {} |", format_share(*share)).unwrap();
    }
    if std::env::var_os("RIPOSTE_BLESS").is_some() {
        write_kit_page(&fights, &text);
    }
    assert!(mistaken.is_empty(), "{system}: fights show other strengths:\n{}", mistaken.join("\n"));
}

/// The marks around the figures on a page of `docs/kits`.
const FIGURES_START: &str = "<!-- measured: cargo test --test kits -- --ignored strengths -->";
const FIGURES_END: &str = "<!-- end -->";

/// Writes the figures, and the rows of creatures as the kit has them, to the page of a kit.
fn write_kit_page(fights: &KitFights, figures: &str) {
    let path = kit_page_path(fights.system);
    let page = fs::read_to_string(&path).unwrap();
    let (listing, rest) = match page.split_once(FIGURES_START) {
        Some((listing, rest)) => {
            (listing.to_string(), rest.split_once(FIGURES_END).map_or("\n", |(_, rest)| rest))
        }
        None => (format!("{}\n\n## How strong they are\n\n", page.trim_end()), "\n"),
    };
    let rows: Vec<String> = fights.kit.creatures().iter().map(format_creature_row).collect();
    let mut is_in_creatures = false;
    let mut current_row = |line: &str| {
        is_in_creatures |= line.starts_with("## Creatures");
        let name_end = line.match_indices(" | ").next().filter(|_| is_in_creatures);
        let name = name_end.and_then(|(at, _)| line.get(..at + 3));
        let row = name.and_then(|name| rows.iter().find(|row| row.starts_with(name)));
        row.map_or_else(|| line.to_string(), String::clone)
    };
    let listing: String = listing.lines().map(|line| current_row(line) + "\n").collect();
    fs::write(path, format!("{listing}{FIGURES_START}\n\n{figures}\n{FIGURES_END}{rest}")).unwrap();
}

/// Returns the path of the page on a system's creatures.
fn kit_page_path(system: &str) -> String {
    format!("docs/kits/{system}.md")
}

/// Returns the row of a creature on the page of its kit.
fn format_creature_row(creature: &CreatureProfile) -> String {
    let CreatureProfile { name, about, tags } = creature;
    let about = about.as_deref().unwrap_or_default();
    let strength = tags.strength.map_or("", CreatureStrength::key);
    let places: Vec<&str> = tags.places.iter().map(|place| place.as_str()).collect();
    let role = tags.role.map_or("", CreatureRole::key);
    format!("| **{name}** | {about} | {strength} | {} | {role} |", places.join(", "))
}

/// `docs/kits` has every creature as the kit has it, and figures of its fights.
#[test]
fn kit_pages_have_every_creature() {
    for system in SYSTEM_KEYS {
        let path = kit_page_path(system);
        let page = fs::read_to_string(&path).unwrap();
        for creature in KitFights::new(system).kit.creatures() {
            let row = format_creature_row(&creature);
            assert!(page.contains(&row), "{path} lacks: {row}");
            let strength = creature.tags.strength.expect("it is tagged").key();
            let figures = format!("| {} | {strength} | ", creature.name);
            assert!(page.contains(&figures), "{path} has no figures of {figures}");
        }
    }
}

/// Prints how long `/scene encounter` searches for each difficulty, how many fights it imagines for
/// what it proposes, and how many of its proposals fit.
fn measure_search_time(system: &'static str) {
    let fights = KitFights::new(system);
    let archetypes = fights.kit.template_names(TemplateKind::Archetype);
    let party: Vec<&str> = archetypes.iter().take(PARTY_SIZE).map(String::as_str).collect();
    let game = fights.set_up(TABLE_ZONES, &party, &[], 1);
    for difficulty in Difficulty::ALL {
        let request =
            EncounterRequest { difficulty, family: None, place: None, count: None, attempt: 1 };
        let (members, limits) = (game.list_present_members(), EncounterSearchLimits::ANSWER);
        let started_at = Instant::now();
        let found = propose_line_ups(&game, &members, &*fights.kit, &request, limits).unwrap();
        let seconds = started_at.elapsed().as_secs_f64();
        let fitting = found.iter().filter(|one| one.fits(difficulty)).count();
        let played: Vec<u32> = found.iter().map(|one| one.forecast.fights_played).collect();
        println!("| {system} | {} | {seconds:.1} s | {fitting} | {played:?} |", difficulty.key());
    }
}

/// How many new fights are imagined for each proposal: many more than it states, so that its
/// interval is tested and not they.
const FIGHTS_AGAIN: u32 = 1_000;

/// Prints how often the wins of proposed line-ups fall into what `/scene encounter` says of them:
/// with the quick agent that imagines the fights, and with agents that look ahead on both sides.
/// `RIPOSTE_PROPOSALS` and `RIPOSTE_FIGHTS` set how many line-ups, and fights of agents that look
/// ahead for each of them.
///
/// An interval of 95 % has the share of `FIGHTS_AGAIN` fights in 91 % of all cases, since that
/// share is measured, too.
fn measure_calibration(system: &'static str) {
    let read_number = |key: &str, default: u32| {
        std::env::var(key).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (wanted, fights_each) =
        (read_number("RIPOSTE_PROPOSALS", 20), read_number("RIPOSTE_FIGHTS", 5));
    let limits = EncounterSearchLimits {
        first_look_time: Duration::MAX,
        first_look_fights: 600,
        validation_time: Duration::MAX,
        validation_fights: 300,
    };
    let fights = KitFights::new(system);
    let archetypes = fights.kit.template_names(TemplateKind::Archetype);
    let mut totals: Vec<(Difficulty, CalibrationTotals)> = Vec::new();
    let mut rng = SeededDice::new(44);
    let mut proposal_count = 0;
    for draw in 0.. {
        if proposal_count >= wanted {
            break;
        }
        let difficulty = Difficulty::ALL[draw as usize % 4];
        let party: Vec<&str> =
            (0..4).map(|_| archetypes[rng.number_below(archetypes.len())].as_str()).collect();
        let game = fights.set_up(TABLE_ZONES, &party, &[], 1);
        let request =
            EncounterRequest { difficulty, family: None, place: None, count: None, attempt: draw };
        let proposals =
            propose_line_ups(&game, &game.list_present_members(), &*fights.kit, &request, limits);
        for proposal in proposals.unwrap().iter().filter(|one| one.fits(difficulty)) {
            proposal_count += 1;
            let with_line_up = add_line_up(&game, &*fights.kit, &proposal.groups).unwrap();
            let total = match totals.iter_mut().find(|(known, _)| *known == difficulty) {
                Some((_, total)) => total,
                None => {
                    totals.push((difficulty, CalibrationTotals::default()));
                    &mut totals.last_mut().unwrap().1
                }
            };
            total.add(&with_line_up, proposal, difficulty, fights_each);
        }
        // It takes long, so what is known is printed after each round of the difficulties.
        if draw % 4 == 3 || proposal_count >= wanted {
            for (difficulty, total) in &totals {
                println!("| {system} | {} | {total} |", difficulty.key());
            }
            println!();
        }
    }
}

/// What the fights of proposed line-ups showed.
#[derive(Default)]
struct CalibrationTotals {
    proposals: u32,
    /// Proposals whose share of wins in new imagined fights lies in the stated interval, and in the
    /// bounds of the difficulty.
    in_interval: u32,
    in_bounds: u32,
    /// The sums of the stated shares and of those of the new fights, in thousandths.
    stated: u32,
    again: u32,
    /// The fights of agents that look ahead, and those of them that the party won.
    fights: u32,
    wins: u32,
}

impl CalibrationTotals {
    /// Adds a proposed line-up: forecasts it again, and plays `fights_each` fights of it.
    fn add(
        &mut self,
        game: &Game,
        proposal: &ProposedLineUp,
        difficulty: Difficulty,
        fights_each: u32,
    ) {
        let players: Vec<CombatantId> = game
            .list_present_members()
            .iter()
            .filter(|one| one.user.is_some())
            .map(|one| one.id)
            .collect();
        let stated = proposal.win_share();
        let again = game.forecast(FIGHTS_AGAIN, 0xCA11, &mut || true).unwrap();
        let wins = simulations::count_party_wins(game, &players, &again);
        let share = Proportion::from_counts_with_wilson_bounds(wins, again.fights_played);
        let is_in_interval = (stated.lower_bound..=stated.upper_bound).contains(&share.value);
        self.proposals += 1;
        self.in_interval += u32::from(is_in_interval);
        self.in_bounds += u32::from(difficulty.includes(share.value));
        self.stated += u32::from(stated.value);
        self.again += u32::from(share.value);
        for fight in 0..fights_each {
            let seed = u64::from(self.proposals * 1000 + fight);
            let mut player = Player::Evaluator { seed: seed << 20, budget: SearchBudget::QUICK };
            let outcome = player.play_to_end(game, &mut SeededDice::new(seed));
            let forecast = Forecast {
                outcome_counts: outcome.into_iter().map(|outcome| (outcome, 1)).collect(),
                ..Forecast::default()
            };
            self.fights += 1;
            self.wins += simulations::count_party_wins(game, &players, &forecast);
        }
    }
}

impl fmt::Display for CalibrationTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { proposals, in_interval, in_bounds, stated, again, fights, wins } = self;
        let [stated, again] =
            [stated, again].map(|sum| f64::from(*sum) / f64::from((*proposals).max(1)) / 10.0);
        let won = Proportion::from_counts_with_wilson_bounds(*wins, *fights);
        write!(
            f,
            "{proposals} | {in_interval} | {in_bounds} | {stated:.1} % | {again:.1} % | {} of \
             {fights} fights",
            format_share(won)
        )
    }
}
