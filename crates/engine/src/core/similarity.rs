//! How alike two texts are, so that whoever mistypes a name is told the one that is meant.
//! Only suggestions follow from it, never a rule, so it may count with fractions.

#![allow(clippy::float_arithmetic)]

/// How much a part of a name counts, compared to the whole.
const PART_WEIGHT: f64 = 0.9;

/// The least similarity of a typed text to a name that may be meant by it.
pub const MIN_NEAR: f64 = 0.6;

/// Returns how alike a typed text and a name are, from 0 to 1 (equal), without regard to case:
/// the share of letters that need not be added, left out, changed or swapped. As many words of the
/// name as were typed count nearly as much as the whole name, in whatever order.
pub fn similarity(typed: &str, name: &str) -> f64 {
    let typed = typed.trim().to_lowercase();
    let name = name.trim().to_lowercase();
    let similarity_to_name = strsim::normalized_damerau_levenshtein(&typed, &name);
    let name_words: Vec<&str> = name.split_whitespace().collect();
    let typed_words: Vec<&str> = typed.split_whitespace().collect();
    let word_count = typed_words.len().max(1);
    if name_words.len() <= word_count {
        return similarity_to_name;
    }
    let mut best_of_parts = average_similarity_to_nearest_word(&typed_words, &name_words);
    for part in name_words.windows(word_count) {
        let similarity = strsim::normalized_damerau_levenshtein(&typed, &part.join(" "));
        best_of_parts = best_of_parts.max(similarity);
    }
    similarity_to_name.max(PART_WEIGHT * best_of_parts)
}

/// Returns how alike typed words are to the words of a name that are nearest to each, on average; 0
/// if nothing is typed.
fn average_similarity_to_nearest_word(typed_words: &[&str], name_words: &[&str]) -> f64 {
    let mut sum = 0.0;
    for typed in typed_words {
        let mut nearest: f64 = 0.0;
        for name in name_words {
            nearest = nearest.max(strsim::normalized_damerau_levenshtein(typed, name));
        }
        sum += nearest;
    }
    sum / typed_words.len().max(1) as f64
}

/// Returns the names that are most like a typed text, at most `max` of them, the nearest first.
/// Names that are as near keep their order.
pub fn nearest_names<'a>(
    typed: &str,
    names: impl IntoIterator<Item = &'a str>,
    max: usize,
) -> Vec<&'a str> {
    let ranked = names.into_iter().map(|name| (similarity(typed, name), name));
    let mut ranked: Vec<(f64, &str)> = ranked.collect();
    ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    ranked.into_iter().take(max).map(|(_, name)| name).collect()
}

/// The names that a refusal lists for a text that is none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListedNames<'a> {
    /// The names that may be meant, the nearest first.
    Near(Vec<&'a str>),
    /// All names, because none is near and there are few; the nearest first.
    All(Vec<&'a str>),
    /// The first names in their own order, because none is near, and how many more there are.
    First(Vec<&'a str>, usize),
}

impl<'a> ListedNames<'a> {
    /// Chooses which of these names to list, at most `max_count` of them: those that are near, else
    /// all or the first.
    pub fn select_similar_or_all(typed: &str, names: &[&'a str], max_count: usize) -> Self {
        let is_near = |name: &&&str| similarity(typed, name) >= MIN_NEAR;
        let near: Vec<&str> = names.iter().filter(is_near).copied().collect();
        if !near.is_empty() {
            return Self::Near(nearest_names(typed, near, max_count));
        }
        match names.len() <= max_count {
            true => Self::All(nearest_names(typed, names.iter().copied(), max_count)),
            false => Self::First(names[..max_count].to_vec(), names.len() - max_count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_name_is_nearest_to_the_meant_one() {
        let names = ["Wolf", "Skeleton Archer", "Skeleton of the sunken army", "Sentinel"];
        for (typed, meant) in [
            ("wlof", "Wolf"),
            ("archer", "Skeleton Archer"),
            ("ARCHERS", "Skeleton Archer"),
            ("sunken army", "Skeleton of the sunken army"),
            ("army sunken", "Skeleton of the sunken army"),
            ("sentinal", "Sentinel"),
        ] {
            assert_eq!(nearest_names(typed, names, 1), [meant], "{typed}");
        }
        assert_eq!(similarity("Wolf", "wolf "), 1.0);
        assert_eq!(similarity("wolf", "Old Wolf"), PART_WEIGHT);
    }

    #[test]
    fn near_names_are_listed_or_else_all() {
        let names = ["Adept", "Archer", "Wolf", "Dire Wolf"];
        let choose =
            |typed: &str, max: usize| ListedNames::select_similar_or_all(typed, &names, max);
        for max in [3, 4] {
            assert_eq!(choose("wlof", max), ListedNames::Near(vec!["Wolf", "Dire Wolf"]));
        }
        assert_eq!(choose("", 4), ListedNames::All(names.to_vec()));
        assert_eq!(choose("hippo", 2), ListedNames::First(vec!["Adept", "Archer"], 2));
    }

    #[test]
    fn names_that_are_as_near_keep_their_order() {
        assert_eq!(nearest_names("", ["Gate", "Yard", "Hall"], 2), ["Gate", "Yard"]);
    }
}
