//! The rulebooks: the rule texts of `docs/rules/`, rule by rule, for people to look up.
//!
//! A rule begins at its id (`- **DR12-MOVE-1** …`) and ends at the next id or heading, so its
//! tables belong to it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use engine::core::keyed_enum::matches_key;
use engine::core::names::strip_article;
use engine::for_each_system;

/// The rule text of one system.
#[derive(Debug, PartialEq, Eq)]
pub struct Rulebook {
    pub system: &'static str,
    /// The first paragraph below the title.
    pub introduction: &'static str,
    pub chapters: Vec<Chapter>,
}

/// A chapter with at least one rule.
#[derive(Debug, PartialEq, Eq)]
pub struct Chapter {
    pub title: &'static str,
    pub rules: Vec<Rule>,
}

/// A rule. Its text is markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    pub id: &'static str,
    pub chapter: &'static str,
    pub text: &'static str,
}

macro_rules! parse_rulebooks {
    ([$($System:ident $module:ident),*]) => {
        vec![$(parse_rulebook(
            stringify!($module),
            include_str!(concat!("../../../docs/rules/", stringify!($module), ".md")),
        )),*]
    };
}

/// Returns the rule texts of all systems.
pub fn all_rulebooks() -> &'static [Rulebook] {
    static RULEBOOKS: LazyLock<Vec<Rulebook>> =
        LazyLock::new(|| for_each_system!(parse_rulebooks!));
    &RULEBOOKS
}

/// Returns the rule text of a system.
pub fn rulebook(system: &str) -> Option<&'static Rulebook> {
    all_rulebooks().iter().find(|book| book.system == system)
}

/// Finds the rule with this id, ignoring case; blanks and hyphens are the same. Text after the id
/// is ignored, so a line of [`Rule::format_id_and_text_in_one_line`] also finds its rule.
pub fn find_rule(id: &str) -> Option<Rule> {
    // Refusals have the id in brackets.
    let id = id.trim_matches(|letter: char| letter.is_whitespace() || "()[]`*_".contains(letter));
    let up_to_colon = id.split(':').next()?;
    let first_word = id.split([':', ' ']).find(|word| !word.is_empty())?;
    let mut rules = all_rulebooks().iter().flat_map(Rulebook::rules);
    rules.find(|rule| matches_key(rule.id, up_to_colon) || rule.id.eq_ignore_ascii_case(first_word))
}

/// Returns the rules behind an event of a system, by the event's stored name. Bookkeeping, and
/// events of which no rule speaks, have none.
pub fn rules_behind_event(system: &str, event_key: &str) -> Vec<Rule> {
    let Some(ids_by_event) = rule_ids_by_event().get(system) else { return Vec::new() };
    let Some(ids) = ids_by_event.get(event_key) else { return Vec::new() };
    ids.iter().filter_map(|id| find_rule(id)).collect()
}

/// Rule ids by the stored name of an event.
pub type RuleIdsByEvent = BTreeMap<String, Vec<String>>;

/// Returns the ids of the rules behind each event, by system.
pub fn rule_ids_by_event() -> &'static BTreeMap<String, RuleIdsByEvent> {
    static BY_SYSTEM: LazyLock<BTreeMap<String, RuleIdsByEvent>> = LazyLock::new(|| {
        // A test reads the table, so it is never malformed here.
        toml::from_str(include_str!("../../../data/rules_of_events.toml")).unwrap_or_default()
    });
    &BY_SYSTEM
}

/// Finds the rules of a system, or of all if `system` is `None`, whose id, chapter or text contains
/// all words of `query`, ignoring case, also where they are there without a plural's `s`. A leading
/// article is not looked for.
pub fn search_rules<'a>(system: Option<&'a str>, query: &str) -> impl Iterator<Item = Rule> + 'a {
    let query_text = strip_article(query.trim()).to_lowercase();
    let to_singular = |word: &str| match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem.to_string(),
        _ => word.to_string(),
    };
    let query_words: Vec<String> = query_text.split_whitespace().map(to_singular).collect();
    books_of(system).flat_map(Rulebook::rules).filter(move |rule| {
        let text = format!("{} {} {}", rule.id, rule.chapter, rule.text).to_lowercase();
        query_words.iter().all(|word| text.contains(word))
    })
}

/// Returns the headings of the rules of a system, or of all if `system` is `None`, each once.
pub fn headings(system: Option<&str>) -> Vec<String> {
    let mut headings: Vec<String> = Vec::new();
    for chapter in books_of(system).flat_map(|book| &book.chapters) {
        let heading = chapter.heading();
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    headings
}

/// Returns the rules below a heading in a system, or in all if `system` is `None`.
pub fn rules_below<'a>(
    system: Option<&'a str>,
    heading: &'a str,
) -> impl Iterator<Item = Rule> + 'a {
    let chapters = books_of(system).flat_map(|book| &book.chapters);
    let named = chapters.filter(move |chapter| chapter.heading() == heading);
    named.flat_map(|chapter| chapter.rules.iter().copied())
}

/// Returns the rulebook of a system, or all if `system` is `None`.
fn books_of(system: Option<&str>) -> impl Iterator<Item = &'static Rulebook> {
    all_rulebooks().iter().filter(move |book| system.is_none_or(|key| book.system == key))
}

impl Chapter {
    /// Returns the title as people say it, without what stands in brackets: `Tests` for `Tests
    /// (TEST)`.
    pub fn heading(&self) -> String {
        let mut parts = self.title.split('(');
        let mut heading = parts.next().unwrap_or_default().trim_end().to_string();
        for part in parts {
            if let Some((_, behind_bracket)) = part.split_once(')') {
                heading += behind_bracket.trim_end();
            }
        }
        heading
    }
}

impl Rule {
    /// Returns the id and the beginning of the text in one line of at most `max_chars` characters.
    pub fn format_id_and_text_in_one_line(&self, max_chars: usize) -> String {
        let text = self.text.replace(['`', '*'], "");
        // Marks of the rule's origin stand before the text: `[ruling]`, `(src)`.
        let is_origin_mark =
            |word: &&str| word.starts_with(['[', '(']) && word.ends_with([']', ')']);
        let words: Vec<&str> = text.split_whitespace().skip_while(is_origin_mark).collect();
        let line = format!("{}: {}", self.id, words.join(" "));
        if line.chars().count() <= max_chars {
            return line;
        }
        let cut: String = line.chars().take(max_chars.saturating_sub(1)).collect();
        format!("{cut}…")
    }
}

impl Rulebook {
    /// Returns all rules, in the order of the text.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        self.chapters.iter().flat_map(|chapter| chapter.rules.iter().copied())
    }
}

/// Parses the Markdown of a rulebook. The introduction is the first paragraph below the title;
/// chapters without rules are left out.
fn parse_rulebook(system: &'static str, text: &'static str) -> Rulebook {
    let (opening, rest) = text.split_once("\n## ").unwrap_or((text, ""));
    let below_title = opening.split_once('\n').map_or("", |(_, below_title)| below_title.trim());
    let introduction = below_title.split("\n\n").next().unwrap_or_default();
    let chapters = rest.split("\n## ").map(parse_chapter);
    Rulebook {
        system,
        introduction,
        chapters: chapters.filter(|chapter| !chapter.rules.is_empty()).collect(),
    }
}

/// Parses a chapter: its title and the list entries that begin with a rule id in bold. All other
/// text is left out.
fn parse_chapter(text: &'static str) -> Chapter {
    let (title, below_title) = text.split_once('\n').unwrap_or((text, ""));
    let mut rules = Vec::new();
    for section in below_title.split("\n#") {
        // Text before the first rule and below a smaller heading belongs to no rule.
        for entry in section.split("\n- **").skip(1) {
            if let Some((id, rule_text)) = entry.split_once("** ") {
                rules.push(Rule { id, chapter: title, text: rule_text.trim() });
            }
        }
    }
    Chapter { title, rules }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every rule of every text is found, and nothing of the next one is in it.
    #[test]
    fn rulebooks_have_every_rule_of_the_texts() {
        for book in all_rulebooks() {
            let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
            let path = format!("{docs}/rules/{}.md", book.system);
            let text = std::fs::read_to_string(path).unwrap();
            let written = text.lines().filter_map(|line| line.strip_prefix("- **"));
            let written: Vec<&str> = written.filter_map(|line| line.split("**").next()).collect();
            assert_eq!(book.rules().map(|rule| rule.id).collect::<Vec<_>>(), written);
            assert!(!book.introduction.is_empty() && !written.is_empty(), "{}", book.system);
            for found in book.rules() {
                assert!(!found.text.contains("\n- **"), "{}", found.id);
                assert_eq!(find_rule(&found.id.to_lowercase()), Some(found));
            }
        }
        let systems: Vec<&str> = all_rulebooks().iter().map(|book| book.system).collect();
        assert_eq!(systems, engine::game::SYSTEM_KEYS);
    }

    #[test]
    fn rule_text_includes_its_table() {
        assert!(find_rule("cards-fire-1").is_some());
        assert!(find_rule("(DR12-OOA-1)").is_some() && find_rule("`DR12-OOA-1`").is_some());
        let mut rules = rulebook("cards").into_iter().flat_map(Rulebook::rules);
        assert!(rules.any(|rule| rule.text.contains("Fire table")));
        assert_eq!(find_rule("DR12-TEST-1").unwrap().chapter, "Tests");
        assert_eq!(find_rule("DR12-TEST-99"), None);
    }

    #[test]
    fn rules_behind_events_are_in_the_rulebook_of_their_system() {
        let by_system = rule_ids_by_event();
        assert!(by_system.keys().eq(engine::game::SYSTEM_KEYS));
        for (system, by_event) in by_system {
            for (event, ids) in by_event {
                let found = rules_behind_event(system, event);
                assert_eq!(found.len(), ids.len(), "{system} {event}: {ids:?}");
                let book = rulebook(system).unwrap();
                assert!(
                    found.iter().all(|rule| book.rules().any(|known| known == *rule)),
                    "{ids:?}"
                );
            }
        }
    }

    /// What the GM decides or puts into somebody's sheet, and no rule speaks of.
    const EVENTS_WITHOUT_RULES: [(&str, &str); 4] = [
        ("cards", "assigned"),
        ("cards", "flag_set"),
        ("factions", "flag_set"),
        ("ranks", "skill_refused"),
    ];

    #[test]
    fn all_other_events_have_rules_behind_them() {
        let mut without_rules = Vec::new();
        for (system, by_event) in rule_ids_by_event() {
            let empty = by_event.iter().filter(|(_, ids)| ids.is_empty());
            without_rules.extend(empty.map(|(event, _)| (system.as_str(), event.as_str())));
        }
        assert_eq!(without_rules, EVENTS_WITHOUT_RULES);
    }

    #[test]
    fn headings_are_said_without_brackets() {
        let headings = headings(Some("cards"));
        for heading in ["Tests", "Initiative and swapping", "Attacks and damage", "Fleeing"] {
            assert!(headings.iter().any(|known| known == heading), "{heading}: {headings:?}");
            assert!(rules_below(Some("cards"), heading).count() > 1, "{heading}");
        }
    }
}
