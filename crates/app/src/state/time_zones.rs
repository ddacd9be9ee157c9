//! Finds the time zone that somebody means: `Europe/Berlin`, `Berlin`, `UTC+2`, `UTC+5:30`, `JST`.

use std::ops::RangeInclusive;

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};

use engine::core::command::Refusal;
use engine::core::names::strip_accents;
use engine::core::similarity::{MIN_NEAR, similarity};

/// The most places that a refusal lists.
const MAX_PLACES: usize = 6;

/// How many minutes clocks are ahead of UTC, from the last place of a day to the first one.
const UTC_OFFSETS: RangeInclusive<i64> = -12 * 60..=14 * 60;

/// The most hours that a typed offset can be ahead of UTC or behind it.
const MAX_OFFSET_HOURS: i64 = 14;

/// Abbreviations that several places use, or that say nothing about summer time, with the places
/// that are probably meant.
const ABBREVIATIONS: &[(&[&str], &[&str])] = &[
    (&["ET", "EDT", "Eastern", "Eastern_Time"], &["America/New_York", "America/Toronto"]),
    (&["EST"], &["America/New_York", "America/Toronto", "America/Panama"]),
    (
        &["CT", "CDT", "Central", "Central_Time"],
        &["America/Chicago", "America/Winnipeg", "America/Havana"],
    ),
    (&["CST"], &["America/Chicago", "America/Winnipeg", "America/Mexico_City", "Asia/Shanghai"]),
    (
        &["MT", "MDT", "MST", "Mountain", "Mountain_Time"],
        &["America/Denver", "America/Edmonton", "America/Phoenix"],
    ),
    (&["PT", "PDT", "Pacific", "Pacific_Time"], &["America/Los_Angeles", "America/Vancouver"]),
    (&["PST"], &["America/Los_Angeles", "America/Vancouver", "Asia/Manila"]),
    (&["AT", "ADT"], &["America/Halifax", "Atlantic/Bermuda"]),
    (&["AST"], &["America/Halifax", "America/Puerto_Rico", "Asia/Riyadh"]),
    (&["BST"], &["Europe/London", "Asia/Dhaka"]),
    (&["IST"], &["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"]),
    (&["WET", "WEST"], &["Europe/Lisbon", "Atlantic/Canary"]),
    (&["CET", "CEST", "MET", "MEST"], &["Europe/Berlin", "Europe/Paris", "Europe/Rome"]),
    (&["MEZ", "MESZ"], &["Europe/Berlin"]),
    (&["EET", "EEST"], &["Europe/Athens", "Europe/Helsinki", "Europe/Kyiv", "Africa/Cairo"]),
    (&["AET", "AEST", "AEDT"], &["Australia/Sydney", "Australia/Brisbane"]),
    (&["ACT", "ACST", "ACDT"], &["Australia/Adelaide", "Australia/Darwin"]),
    (&["AWST"], &["Australia/Perth"]),
    (&["NZT", "NZST", "NZDT"], &["Pacific/Auckland"]),
    (&["HST"], &["Pacific/Honolulu"]),
    (&["AKT", "AKST", "AKDT"], &["America/Anchorage"]),
    (&["BRT"], &["America/Sao_Paulo"]),
    (&["MSK"], &["Europe/Moscow"]),
    (&["SAST"], &["Africa/Johannesburg"]),
    (&["JST"], &["Asia/Tokyo"]),
    (&["KST"], &["Asia/Seoul"]),
    (&["SGT"], &["Asia/Singapore"]),
    (&["PHT"], &["Asia/Manila"]),
    (&["WIB"], &["Asia/Jakarta"]),
];

/// Countries and cities that give no time zone its name, in the languages of the bot, with the
/// places whose time they have.
const OTHER_PLACES: &[(&[&str], &[&str])] = &[
    (
        &[
            "Germany",
            "Deutschland",
            "Alemania",
            "Allemagne",
            "Alemanha",
            "Munich",
            "München",
            "Muenchen",
            "Hamburg",
            "Cologne",
            "Köln",
            "Frankfurt",
            "Stuttgart",
            "Leipzig",
        ],
        &["Europe/Berlin"],
    ),
    (&["Austria", "Österreich", "Wien", "Graz", "Viena", "Vienne"], &["Europe/Vienna"]),
    (
        &["Switzerland", "Schweiz", "Suisse", "Geneva", "Genf", "Genève", "Bern", "Basel"],
        &["Europe/Zurich"],
    ),
    (
        &[
            "UK",
            "United Kingdom",
            "Great Britain",
            "Britain",
            "England",
            "Scotland",
            "Wales",
            "Manchester",
            "Edinburgh",
            "Londres",
        ],
        &["Europe/London"],
    ),
    (&["Ireland", "Irland"], &["Europe/Dublin"]),
    (&["France", "Frankreich", "Francia", "França", "Lyon", "Marseille"], &["Europe/Paris"]),
    (&["Spain", "España", "Spanien", "Espagne", "Espanha"], &["Europe/Madrid", "Atlantic/Canary"]),
    (&["Barcelona", "Valencia", "Sevilla", "Seville"], &["Europe/Madrid"]),
    (&["Lisboa", "Lissabon", "Lisbonne", "Porto"], &["Europe/Lisbon"]),
    (
        &["Italy", "Italien", "Italia", "Italie", "Roma", "Rom", "Milan", "Milano", "Mailand"],
        &["Europe/Rome"],
    ),
    (&["Netherlands", "Holland", "Niederlande", "Rotterdam"], &["Europe/Amsterdam"]),
    (&["Belgium", "Belgien", "Belgique", "Bruxelles", "Brüssel"], &["Europe/Brussels"]),
    (&["Poland", "Polen", "Pologne", "Warschau", "Krakow"], &["Europe/Warsaw"]),
    (&["Czechia", "Czech Republic", "Prag", "Praha"], &["Europe/Prague"]),
    (&["Sweden", "Schweden"], &["Europe/Stockholm"]),
    (&["Norway", "Norwegen"], &["Europe/Oslo"]),
    (&["Denmark", "Dänemark", "Kopenhagen"], &["Europe/Copenhagen"]),
    (&["Finland", "Finnland"], &["Europe/Helsinki"]),
    (&["Greece", "Griechenland", "Athen"], &["Europe/Athens"]),
    (&["Ukraine", "Kiew"], &["Europe/Kyiv"]),
    (&["Moskau", "Moscou", "Moscú"], &["Europe/Moscow"]),
    (
        &["Brazil", "Brasil", "Brasilien", "Brésil"],
        &["America/Sao_Paulo", "America/Manaus", "America/Fortaleza"],
    ),
    (
        &["Rio", "Rio de Janeiro", "Brasilia", "Belo Horizonte", "Curitiba", "Porto Alegre"],
        &["America/Sao_Paulo"],
    ),
    (&["Mexico", "CDMX", "Ciudad de México"], &["America/Mexico_City"]),
    (&["Argentina"], &["America/Argentina/Buenos_Aires"]),
    (&["Colombia"], &["America/Bogota"]),
    (&["Peru"], &["America/Lima"]),
    (&["Venezuela"], &["America/Caracas"]),
    (
        &["USA", "US", "United States"],
        &["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"],
    ),
    (
        &["NYC", "NY", "Boston", "Washington", "Washington DC", "Philadelphia", "Miami", "Atlanta"],
        &["America/New_York"],
    ),
    (&["Texas", "Houston", "Dallas", "Austin", "San Antonio", "Minneapolis"], &["America/Chicago"]),
    (
        &["LA", "San Francisco", "SF", "San Diego", "Seattle", "California", "Las Vegas"],
        &["America/Los_Angeles"],
    ),
    (
        &["Canada"],
        &[
            "America/Toronto",
            "America/Winnipeg",
            "America/Edmonton",
            "America/Vancouver",
            "America/Halifax",
        ],
    ),
    (&["Ottawa", "Quebec"], &["America/Toronto"]),
    (&["Calgary"], &["America/Edmonton"]),
    (
        &[
            "India",
            "Indien",
            "Mumbai",
            "Bombay",
            "Delhi",
            "New Delhi",
            "Bangalore",
            "Bengaluru",
            "Chennai",
            "Hyderabad",
        ],
        &["Asia/Kolkata"],
    ),
    (&["China", "Beijing", "Peking", "Pékin"], &["Asia/Shanghai"]),
    (&["HK"], &["Asia/Hong_Kong"]),
    (&["Osaka"], &["Asia/Tokyo"]),
    (&["South Korea", "Busan"], &["Asia/Seoul"]),
    (&["Tel Aviv"], &["Asia/Jerusalem"]),
    (&["UAE", "Abu Dhabi"], &["Asia/Dubai"]),
    (&["South Africa", "Cape Town", "Kapstadt"], &["Africa/Johannesburg"]),
    (
        &["Australia"],
        &[
            "Australia/Sydney",
            "Australia/Brisbane",
            "Australia/Adelaide",
            "Australia/Darwin",
            "Australia/Perth",
        ],
    ),
    (&["Canberra"], &["Australia/Sydney"]),
    (&["New Zealand", "Wellington", "Neuseeland"], &["Pacific/Auckland"]),
];

/// Names of the database of time zones that say nothing about a place.
const NAMES_WITHOUT_PLACE: [&str; 3] = ["factory", "localtime", "posixrules"];

/// Words that people say before or behind the name of a place.
const WORDS_AROUND_PLACES: [&str; 10] =
    ["in", "near", "from", "the", "time", "timezone", "zone", "tz", "zeit", "zeitzone"];

/// Returns UTC and the names of the time zones of all places, without abbreviations such as `EST`.
pub fn time_zone_names() -> Vec<String> {
    let names = jiff::tz::db().available().map(|name| name.to_string());
    names.filter(|name| name.contains('/') || name == "UTC").collect()
}

/// Returns the name, as it is stored, of the time zone that a text means: a name, the last part of
/// one, a distance from UTC, or an abbreviation that only one time zone has.
///
/// # Errors
/// `zone-unclear` with the places that may be meant and their local times, `no-such-zone`.
pub fn parse_time_zone(text: &str, now: Timestamp) -> Result<String, Refusal> {
    choose_only_place_or_refuse(text.trim(), find_zone_names(text.trim()), now)
}

/// Returns the time zones that a text behind a time may mean. An offset from UTC is one of its own;
/// an abbreviation means each place that uses it.
///
/// # Errors
/// `no-such-zone`.
pub fn find_time_zones(text: &str, now: Timestamp) -> Result<Vec<TimeZone>, Refusal> {
    let text = text.trim();
    if let Some(zone) = parse_utc_offset_minutes(&text.replace(' ', "_")).and_then(fixed_time_zone)
    {
        return Ok(vec![zone]);
    }
    let names = find_zone_names(text);
    if names.is_empty() {
        choose_only_place_or_refuse(text, Vec::new(), now)?;
    }
    Ok(names.iter().filter_map(|name| TimeZone::get(name).ok()).collect())
}

/// Returns the time zone of a stored name: one that the database of time zones knows, or an offset
/// from UTC as [`name_of_utc_offset`] writes it.
pub fn find_time_zone_by_name(name: &str) -> Option<TimeZone> {
    TimeZone::get(name).ok().or_else(|| fixed_time_zone(parse_utc_offset_minutes(name)?))
}

/// Returns the time zone that is always so far ahead of UTC.
fn fixed_time_zone(minutes_ahead: i64) -> Option<TimeZone> {
    let secs = i32::try_from(minutes_ahead * 60).ok()?;
    Offset::from_seconds(secs).ok().map(TimeZone::fixed)
}

/// Returns the names of the time zones that a text may mean, with or without a note behind it, such
/// as the local time that a list of places gives: `Europe/Berlin (14:05)`, `CET (Berlin)`.
fn find_zone_names(text: &str) -> Vec<String> {
    let Some((place, note)) = text.split_once('(') else { return find_named_zones(text) };
    let note = note.trim_end_matches([')', ' ']);
    let zones_of_place = find_named_zones(place.trim());
    let zones_of_note = find_named_zones(note);
    // `CET (Berlin)`: the note is clearer than what it stands behind.
    let is_note_clearer = zones_of_place.len() != 1 && zones_of_note.len() == 1;
    if is_note_clearer { zones_of_note } else { zones_of_place }
}

/// Returns the names of the time zones that a text may mean: all places that use an abbreviation or
/// whose names end so.
fn find_named_zones(text: &str) -> Vec<String> {
    let wanted = text.replace(' ', "_");
    let typed_letters = letters_of(text);
    let place_letters = letters_of(strip_words_around_place(text));
    let listed_places =
        find_listed_places(&typed_letters).or_else(|| find_listed_places(&place_letters));
    if let Some(places) = listed_places {
        return places.iter().map(|name| (*name).into()).collect();
    }
    if let Some(minutes) = parse_utc_offset_minutes(&wanted) {
        return name_of_utc_offset(minutes).into_iter().collect();
    }
    let has_no_place = NAMES_WITHOUT_PLACE.iter().any(|name| wanted.eq_ignore_ascii_case(name));
    if let Ok(zone) = TimeZone::get(&wanted)
        && !has_no_place
    {
        return vec![zone.iana_name().unwrap_or(&wanted).into()];
    }
    if place_letters.is_empty() {
        return Vec::new();
    }
    // `Europe, Berlin` is a name as a whole, `Berlin, Germany` by its beginning.
    let accepted_letters = [place_letters.as_str(), typed_letters.as_str()];
    let mut names = time_zone_names();
    names.retain(|name| is_whole_name_or_end(name, &accepted_letters));
    names
}

/// Returns the places for which these letters are an abbreviation or another name.
fn find_listed_places(letters: &str) -> Option<&'static [&'static str]> {
    for (names, places) in ABBREVIATIONS.iter().chain(OTHER_PLACES) {
        if names.iter().any(|name| letters_of(name) == letters) {
            return Some(*places);
        }
    }
    None
}

/// Returns whether a time zone's name as a whole, or from one of its slashes on, has exactly the
/// letters of one of these texts.
fn is_whole_name_or_end(name: &str, accepted_letters: &[&str]) -> bool {
    let is_accepted = |part: &str| accepted_letters.contains(&letters_of(part).as_str());
    let mut ends = name.match_indices('/').map(|(slash, _)| &name[slash..]);
    is_accepted(name) || ends.any(is_accepted)
}

/// Takes off what people say around the name of a place: `the Azores`, `in Berlin`, `Berlin time
/// zone`, `Paris, France`.
fn strip_words_around_place(text: &str) -> &str {
    let is_around =
        |word: &str| WORDS_AROUND_PLACES.iter().any(|known| known.eq_ignore_ascii_case(word));
    let mut place = text.split(',').next().unwrap_or_default().trim();
    while let Some((first, other_words)) = place.split_once(' ')
        && is_around(first)
    {
        place = other_words.trim_start();
    }
    while let Some((other_words, last)) = place.rsplit_once(' ')
        && is_around(last)
    {
        place = other_words.trim_end();
    }
    // `New York's time`
    place.strip_suffix("'s").or(place.strip_suffix("’s")).unwrap_or(place)
}

/// Returns the letters and numbers of a name in lower case, without accents.
fn letters_of(name: &str) -> String {
    strip_accents(name).chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// Returns the places whose names are most like a mistyped one.
fn places_like(text: &str) -> Vec<String> {
    let typed = strip_words_around_place(text).replace('_', " ");
    let similarity_to = |name: &str| {
        let place = name.rsplit('/').next().unwrap_or_default().replace('_', " ");
        similarity(&typed, name).max(similarity(&typed, &place))
    };
    let ranked = time_zone_names().into_iter().map(|name| (similarity_to(&name), name));
    let mut ranked: Vec<(f64, String)> =
        ranked.filter(|(similarity, _)| *similarity >= MIN_NEAR).collect();
    ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    ranked.into_iter().map(|(_, name)| name).collect()
}

/// Returns the name of a time zone as people read it: `UTC+2` for `Etc/GMT-2`.
pub fn display_time_zone(name: &str) -> String {
    match name.strip_prefix("Etc/GMT").and_then(|behind| behind.parse::<i64>().ok()) {
        Some(hours_behind) if hours_behind != 0 => format!("UTC{:+}", -hours_behind),
        _ => name.into(),
    }
}

/// Returns the local time of a time zone: `18:05`.
pub fn format_local_time(zone: &TimeZone, now: Timestamp) -> String {
    now.to_zoned(zone.clone()).strftime("%H:%M").to_string()
}

/// Returns the place if there is only one, otherwise asks which one is meant, or names those that
/// are most like it.
fn choose_only_place_or_refuse(
    text: &str,
    places: Vec<String>,
    now: Timestamp,
) -> Result<String, Refusal> {
    if let [only] = places.as_slice() {
        return Ok(only.clone());
    }
    let with_local_time = |name: &String| {
        let zone = TimeZone::get(name).ok()?;
        Some(format!("{name} ({})", format_local_time(&zone, now)))
    };
    let list = |places: &[String]| {
        let listed = places.iter().filter_map(with_local_time).take(MAX_PLACES);
        listed.collect::<Vec<_>>().join(", ")
    };
    let (key, listed) = match places.is_empty() {
        true => ("no-such-zone", list(&places_like(text))),
        false => ("zone-unclear", list(&places)),
    };
    Err(Refusal::new(key, "").with("value", text).with("places", listed))
}

/// Parses `UTC+2`, `GMT-5:30`, `+0200`, `+530`, `UTC` or `Z` into minutes ahead of UTC.
fn parse_utc_offset_minutes(text: &str) -> Option<i64> {
    let upper = text.to_uppercase().replace(['−', '–'], "-").replace('_', "");
    let unprefixed = ["UTC", "GMT", "Z"].into_iter().find_map(|prefix| upper.strip_prefix(prefix));
    let signed = unprefixed.unwrap_or(&upper);
    if signed.is_empty() {
        return unprefixed.map(|_| 0);
    }
    let (sign, digits) = match (signed.strip_prefix('+'), signed.strip_prefix('-')) {
        (Some(digits), _) => (1, digits),
        (_, Some(digits)) => (-1, digits),
        _ => return None,
    };
    if !digits.chars().all(|c| c.is_ascii_digit() || c == ':') {
        return None;
    }
    let (hours, minutes) = match digits.split_once(':') {
        Some(parts) => parts,
        None if matches!(digits.len(), 3 | 4) => digits.split_at(digits.len() - 2),
        None => (digits, "0"),
    };
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    let is_valid = hours <= MAX_OFFSET_HOURS && minutes < 60;
    if is_valid { Some(sign * (hours * 60 + minutes)) } else { None }
}

/// Returns the name of the time zone that is always so far ahead of UTC: `Etc/GMT-5` for five
/// hours, `UTC+5:30` for five and a half, for which there is no other name. `None` where no clock
/// is so far from UTC.
fn name_of_utc_offset(minutes_ahead: i64) -> Option<String> {
    let name = match (minutes_ahead / 60, minutes_ahead % 60) {
        (0, 0) => "UTC".into(),
        // These names count the hours behind UTC.
        (hours, 0) => format!("Etc/GMT{:+}", -hours),
        (hours, minutes) => {
            let is_used = minutes % 15 == 0 && UTC_OFFSETS.contains(&minutes_ahead);
            let sign = if minutes_ahead < 0 { '-' } else { '+' };
            return is_used.then(|| format!("UTC{sign}{}:{:02}", hours.abs(), minutes.abs()));
        }
    };
    let is_known = TimeZone::get(&name).is_ok();
    if is_known { Some(name) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str) -> Result<String, Refusal> {
        parse_time_zone(text, "2030-07-01T12:00:00Z".parse().unwrap())
    }

    #[test]
    fn time_zone_is_found_as_people_write_it() {
        for (text, name) in [
            ("europe/berlin", "Europe/Berlin"),
            ("Berlin", "Europe/Berlin"),
            ("new york", "America/New_York"),
            ("America/New York", "America/New_York"),
            ("UTC", "UTC"),
            ("gmt", "UTC"),
            ("UTC+2", "Etc/GMT-2"),
            ("utc −5", "Etc/GMT+5"),
            ("+0200", "Etc/GMT-2"),
            ("UTC+5:30", "UTC+5:30"),
            ("gmt +05:45", "UTC+5:45"),
            ("UTC+530", "UTC+5:30"),
            ("-0330", "UTC-3:30"),
            ("UTC−0:30", "UTC-0:30"),
            ("Z", "UTC"),
            ("Zurich", "Europe/Zurich"),
            ("GMT+00:00", "UTC"),
            ("JST", "Asia/Tokyo"),
            ("the Azores", "Atlantic/Azores"),
            ("Berlin time", "Europe/Berlin"),
            ("Paris, France", "Europe/Paris"),
            ("europe berlin", "Europe/Berlin"),
            ("Indiana/Knox", "America/Indiana/Knox"),
            ("port-au-prince", "America/Port-au-Prince"),
            ("Port au Prince", "America/Port-au-Prince"),
            ("São Paulo", "America/Sao_Paulo"),
            ("America/São_Paulo", "America/Sao_Paulo"),
            ("Bogotá", "America/Bogota"),
            ("MEZ", "Europe/Berlin"),
            ("MESZ", "Europe/Berlin"),
            ("Europe/Berlin (14:00)", "Europe/Berlin"),
            ("America/New_York (08:00)", "America/New_York"),
            ("CET (Berlin)", "Europe/Berlin"),
            ("Europe/Berlin (14:05", "Europe/Berlin"),
            ("Europe, Berlin", "Europe/Berlin"),
            ("Berlin, Germany", "Europe/Berlin"),
            ("in Berlin", "Europe/Berlin"),
            ("Berlin time zone", "Europe/Berlin"),
            ("München", "Europe/Berlin"),
            ("the UK", "Europe/London"),
            ("L.A.", "America/Los_Angeles"),
            ("Mumbai", "Asia/Kolkata"),
            ("Brasília", "America/Sao_Paulo"),
        ] {
            assert_eq!(find(text).as_deref(), Ok(name), "{text}");
        }
        assert_eq!(display_time_zone("Etc/GMT-2"), "UTC+2");
        assert_eq!(display_time_zone("Etc/GMT+5"), "UTC-5");
        assert_eq!(display_time_zone("Europe/Berlin"), "Europe/Berlin");
    }

    #[test]
    fn unclear_time_zone_is_asked_back_with_places_and_local_times() {
        for (text, place) in [
            ("EST", "America/New_York (08:00)"),
            ("et", "America/Toronto (08:00)"),
            ("BST", "Europe/London (13:00)"),
            ("IST", "Asia/Kolkata (17:30)"),
            ("CET", "Europe/Berlin (14:00)"),
            ("Brazil", "America/Manaus (08:00)"),
        ] {
            let refusal = find(text).unwrap_err();
            assert_eq!(refusal.key, "zone-unclear", "{text}");
            assert!(refusal.details["places"].contains(place), "{text}: {refusal:?}");
        }
        for text in [
            "",
            "Atlantis",
            "UTC+99",
            "UTC+2:99",
            "UTC+5:17",
            "UTC-13:30",
            "+",
            "-",
            "localtime",
            "Factory",
            "()",
        ] {
            assert_eq!(find(text).unwrap_err().key, "no-such-zone", "{text}");
        }
        for (text, place) in [
            ("Berln", "Europe/Berlin (14:00)"),
            ("new yrok", "America/New_York (08:00)"),
            ("Europ/Paris", "Europe/Paris (14:00)"),
        ] {
            let refusal = find(text).unwrap_err();
            assert_eq!(refusal.key, "no-such-zone", "{text}");
            assert!(refusal.details["places"].contains(place), "{text}: {refusal:?}");
        }
    }

    #[test]
    fn stored_names_of_time_zones_are_found() {
        let secs_ahead = |name: &str| {
            let zone = find_time_zone_by_name(name)?;
            Some(zone.to_offset("2030-07-01T12:00:00Z".parse().unwrap()).seconds())
        };
        assert_eq!(secs_ahead("UTC+5:30"), Some(330 * 60));
        assert_eq!(secs_ahead("UTC-0:30"), Some(-30 * 60));
        assert_eq!(secs_ahead("Etc/GMT-2"), Some(2 * 3600));
        assert_eq!(secs_ahead("Europe/Berlin"), Some(2 * 3600));
        assert_eq!(secs_ahead("Atlantis"), None);
    }

    /// What is offered is taken.
    #[test]
    fn every_offered_time_zone_is_found() {
        for name in time_zone_names() {
            assert!(find(&name).is_ok(), "{name}");
        }
    }

    /// Every name of a place in the table is known.
    #[test]
    fn places_of_abbreviations_exist() {
        let listed = ABBREVIATIONS.iter().chain(OTHER_PLACES);
        for place in listed.flat_map(|(_, places)| *places) {
            assert!(TimeZone::get(place).is_ok(), "{place}");
        }
    }
}
