//! The rulebook: the rule texts of `docs/rules/`, rule by rule, as people may look them up.
//!
//! A rule begins at its id (`- **DR12-MOVE-1** …`) and goes on to the next one, or to the end of
//! its chapter: tables that belong to it come with it.

use std::sync::LazyLock;

/// A rule text.
#[derive(Debug, PartialEq, Eq)]
pub struct Rulebook {
    pub system: &'static str,
    /// What it says of itself, below its title.
    pub introduction: &'static str,
    pub chapters: Vec<Chapter>,
}

/// A chapter that has rules.
#[derive(Debug, PartialEq, Eq)]
pub struct Chapter {
    pub title: &'static str,
    pub rules: Vec<Rule>,
}

/// One rule, in the markdown it is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    pub id: &'static str,
    pub chapter: &'static str,
    pub text: &'static str,
}

macro_rules! books {
    ($($system:literal)*) => {
        [$(parse_rulebook($system, include_str!(concat!("../../../docs/rules/", $system, ".md")))),*]
    };
}

/// All rule texts there are.
pub fn all_rulebooks() -> &'static [Rulebook] {
    static BOOKS: LazyLock<Vec<Rulebook>> =
        LazyLock::new(|| books!("cards" "dr12" "factions" "fates" "ranks").into());
    &BOOKS
}

/// The rule text of a system.
pub fn rulebook(system: &str) -> Option<&'static Rulebook> {
    all_rulebooks().iter().find(|book| book.system == system)
}

/// The rule of that id, however it is spelled, and whatever stands after it ([`Rule::opening`]).
pub fn find_rule(id: &str) -> Option<Rule> {
    let id = id.split([':', ' ']).find(|part| !part.is_empty())?;
    all_rulebooks().iter().flat_map(Rulebook::rules).find(|rule| rule.id.eq_ignore_ascii_case(id))
}

/// The rules of a system, of all where none is said, in which all these words are.
pub fn search_rules<'a>(system: Option<&'a str>, query: &str) -> impl Iterator<Item = Rule> + 'a {
    let wanted: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let books =
        all_rulebooks().iter().filter(move |book| system.is_none_or(|key| book.system == key));
    books.flat_map(Rulebook::rules).filter(move |rule| {
        let text = format!("{} {} {}", rule.id, rule.chapter, rule.text).to_lowercase();
        wanted.iter().all(|word| text.contains(word))
    })
}

impl Rule {
    /// Its id and how it begins, in one line of that many characters.
    pub fn first_line(&self, max_chars: usize) -> String {
        let text = self.text.replace(['`', '*'], "");
        // Where a rule comes from stands before it: `[ruling]`, `(src)`.
        let is_mark = |word: &&str| word.starts_with(['[', '(']) && word.ends_with([']', ')']);
        let words: Vec<&str> = text.split_whitespace().skip_while(is_mark).collect();
        let line = format!("{}: {}", self.id, words.join(" "));
        if line.chars().count() <= max_chars {
            return line;
        }
        let cut: String = line.chars().take(max_chars.saturating_sub(1)).collect();
        format!("{cut}…")
    }
}

impl Rulebook {
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        self.chapters.iter().flat_map(|chapter| chapter.rules.iter().copied())
    }
}

fn parse_rulebook(system: &'static str, text: &'static str) -> Rulebook {
    let (opening, rest) = text.split_once("\n## ").unwrap_or((text, ""));
    let about = opening.split_once('\n').map_or("", |(_, about)| about.trim());
    let about = about.split("\n\n").next().unwrap_or_default();
    let chapters = rest.split("\n## ").map(parse_chapter);
    Rulebook {
        system,
        introduction: about,
        chapters: chapters.filter(|one| !one.rules.is_empty()).collect(),
    }
}

fn parse_chapter(text: &'static str) -> Chapter {
    let (title, body) = text.split_once('\n').unwrap_or((text, ""));
    // What stands before the first rule, and below a smaller heading, belongs to none.
    let sections = body.split("\n#").map(|section| section.split("\n- **").skip(1));
    let rules = sections.flatten().filter_map(|rule| {
        let (id, text) = rule.split_once("** ")?;
        Some(Rule { id, chapter: title, text: text.trim() })
    });
    Chapter { title, rules: rules.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every rule of every text is found, and nothing of the next one is in it.
    #[test]
    fn every_rule_is_in_the_book() {
        for book in all_rulebooks() {
            let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
            let path = format!("{docs}/rules/{}.md", book.system);
            let text = std::fs::read_to_string(path).unwrap();
            let written = text.lines().filter_map(|line| line.strip_prefix("- **"));
            let written: Vec<&str> = written.filter_map(|line| line.split("**").next()).collect();
            assert_eq!(book.rules().map(|rule| rule.id).collect::<Vec<_>>(), written);
            assert!(!book.introduction.is_empty() && written.len() > 50, "{}", book.system);
            for found in book.rules() {
                assert!(!found.text.contains("\n- **"), "{}", found.id);
                assert_eq!(find_rule(&found.id.to_lowercase()), Some(found));
            }
        }
        let systems: Vec<&str> = all_rulebooks().iter().map(|book| book.system).collect();
        assert_eq!(systems, engine::game::SYSTEM_KEYS);
    }

    #[test]
    fn a_table_comes_with_its_rule() {
        let fire = find_rule("cards-fire-1").map(|_| ()).and_then(|()| rulebook("cards"));
        let texts = fire.into_iter().flat_map(Rulebook::rules).map(|rule| rule.text);
        assert!(texts.into_iter().any(|text| text.contains("Fire table")));
        assert_eq!(find_rule("DR12-TEST-1").unwrap().chapter, "Tests");
        assert_eq!(find_rule("DR12-TEST-99"), None);
    }
}
