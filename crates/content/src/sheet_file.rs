//! Sheets as files: how a player takes one elsewhere, writes one at home, or brings one in.
//!
//! ```toml
//! system = "dr12"
//! name = "Ana"
//! from = "warrior"         # an archetype, if any; the fields stand over it
//!
//! [sheet]
//! hp = 7
//! hands = ["longsword"]    # items by their names in the kit, or spelled out
//! ```
//!
//! JSON is read as well. What does not fit is named with its line, its field and what would fit.

use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Fields, Kit, is_no_such_entry, with_place};
use engine::core::command::Refusal;

/// The longest file, in bytes.
pub const MAX_FILE_BYTES: usize = 64 * 1024;

/// The most fields of one sheet.
const MAX_SHEET_FIELDS: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetFormat {
    Toml,
    Json,
}

impl SheetFormat {
    /// By the name of the file, else by how the text begins.
    pub fn detect(file_name: &str, text: &str) -> Self {
        let file = file_name.to_lowercase();
        let is_json = file.ends_with(".json")
            || (!file.ends_with(".toml") && text.trim_start().starts_with('{'));
        if is_json { Self::Json } else { Self::Toml }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::Json => "json",
        }
    }
}

/// What a file says besides the sheet itself.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct SheetHeader {
    pub system: String,
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[serde(rename = "from")]
    pub template: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portrait: Option<String>,
}

const FILE_KEYS: &[&str] = &["system", "name", "from", "portrait", "sheet"];

/// Reads what a file says besides the sheet itself.
///
/// # Errors
/// Which line is wrong, and how.
pub fn parse_header(format: SheetFormat, text: &str) -> Result<SheetHeader, Refusal> {
    match format {
        SheetFormat::Toml => toml::from_str(text).map_err(|wrong| refusal_at_line(text, &wrong)),
        SheetFormat::Json => {
            serde_json::from_str(text).map_err(|wrong| refusal_at_json_line(&wrong))
        }
    }
}

/// Reads the sheet, over the archetype it names or over nothing.
///
/// # Errors
/// Which line and field is wrong, and what would fit.
pub fn parse_body(
    format: SheetFormat,
    text: &str,
    template: &str,
    kit: &Arc<dyn Kit>,
) -> Result<Value, Refusal> {
    let mut making = BodyBuilder { kit, template, fields: Fields::new(), field_refusal: None };
    let read = match format {
        SheetFormat::Toml => toml::Deserializer::parse(text)
            .and_then(|file| FileSeed(&mut making).deserialize(file))
            .map_err(|wrong| making.take_refusal_at_line(refusal_at_line(text, &wrong))),
        SheetFormat::Json => {
            let mut file = serde_json::Deserializer::from_str(text);
            let read = FileSeed(&mut making).deserialize(&mut file).and_then(|()| file.end());
            read.map_err(|wrong| making.take_refusal_at_line(refusal_at_json_line(&wrong)))
        }
    };
    read?;
    kit.make_body(template, &making.fields)
}

/// Writes a sheet, so that it can be read again without a kit: all that differs from an empty one.
///
/// # Errors
/// It is none of this system.
pub fn write_sheet(
    format: SheetFormat,
    header: &SheetHeader,
    body: &Value,
    kit: &Arc<dyn Kit>,
) -> Result<String, Refusal> {
    let blank = kit.make_body("", &Fields::new())?;
    let own = body.as_object().into_iter().flatten();
    let own = own.filter(|(key, value)| blank.get(*key) != Some(value));
    let sheet: Map<String, Value> =
        own.map(|(key, value)| (key.clone(), remove_nulls(value))).collect();
    let mut file = super::to_json(header)?;
    if let Value::Object(parts) = &mut file {
        parts.insert("sheet".into(), sheet.into());
    }
    match format {
        SheetFormat::Toml => toml::to_string_pretty(&file).map_err(Refusal::parse_error),
        SheetFormat::Json => serde_json::to_string_pretty(&file).map_err(Refusal::parse_error),
    }
}

/// TOML knows nothing that is nothing.
fn remove_nulls(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let kept = map.iter().filter(|(_, value)| !value.is_null());
            kept.map(|(key, value)| (key.clone(), remove_nulls(value))).collect()
        }
        Value::Array(list) => list.iter().map(remove_nulls).collect(),
        other => other.clone(),
    }
}

/// A body that is made field by field, so that the one that does not fit is known.
struct BodyBuilder<'a> {
    kit: &'a Arc<dyn Kit>,
    template: &'a str,
    fields: Fields,
    /// Why the reading was broken off, where the format has no fault in it.
    field_refusal: Option<Refusal>,
}

impl BodyBuilder<'_> {
    /// The place with a better reason than the format's, where there is one.
    fn take_refusal_at_line(&mut self, format_refusal: Refusal) -> Refusal {
        match (self.field_refusal.take(), format_refusal.details.get("line")) {
            (Some(unfit), Some(line)) => unfit.with("line", line),
            _ => format_refusal,
        }
    }

    fn set_field(&mut self, field: &str, value: &Value) -> Result<(), Refusal> {
        if self.fields.len() >= MAX_SHEET_FIELDS {
            return Err(Refusal::bad_setup("", "too-many-fields").with("most", MAX_SHEET_FIELDS));
        }
        self.fields.insert(field.into(), value_to_field_text(value));
        let mut made = self.kit.make_body(self.template, &self.fields);
        if value.is_array() && made.as_ref().is_err_and(|wrong| !is_no_such_entry(wrong)) {
            // A list of plain words.
            self.fields.insert(field.into(), value.to_string());
            made = self.kit.make_body(self.template, &self.fields);
        }
        made.map(drop).map_err(|wrong| with_place(wrong, field))
    }
}

/// As a field is set: names with commas between, or JSON.
fn value_to_field_text(value: &Value) -> String {
    let names = |list: &[Value]| {
        let names: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
        names.filter(|names| !names.is_empty()).map(|names| names.join(", "))
    };
    match value {
        Value::String(text) if serde_json::from_str::<Value>(text).is_err() => text.clone(),
        Value::Array(list) => names(list).unwrap_or_else(|| value.to_string()),
        other => other.to_string(),
    }
}

struct FileSeed<'a, 'b>(&'a mut BodyBuilder<'b>);

impl<'de> DeserializeSeed<'de> for FileSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, file: D) -> Result<(), D::Error> {
        file.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for FileSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sheet")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut is_there = false;
        while let Some(key) = map.next_key::<String>()? {
            if key == "sheet" {
                is_there = true;
                map.next_value_seed(SheetSeed(self.0))?;
            } else if FILE_KEYS.contains(&key.as_str()) {
                map.next_value::<IgnoredAny>()?;
            } else {
                map.next_value_seed(UnknownKeySeed(&key))?;
            }
        }
        if is_there { Ok(()) } else { Err(A::Error::missing_field("sheet")) }
    }
}

/// Refused where it stands.
struct UnknownKeySeed<'a>(&'a str);

impl<'de> DeserializeSeed<'de> for UnknownKeySeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, _: D) -> Result<(), D::Error> {
        Err(D::Error::unknown_field(self.0, FILE_KEYS))
    }
}

struct SheetSeed<'a, 'b>(&'a mut BodyBuilder<'b>);

impl<'de> DeserializeSeed<'de> for SheetSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, file: D) -> Result<(), D::Error> {
        file.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for SheetSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the fields of a sheet")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(field) = map.next_key::<String>()? {
            map.next_value_seed(FieldSeed { builder: self.0, field })?;
        }
        Ok(())
    }
}

struct FieldSeed<'a, 'b> {
    builder: &'a mut BodyBuilder<'b>,
    field: String,
}

impl<'de> DeserializeSeed<'de> for FieldSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, file: D) -> Result<(), D::Error> {
        let value = Value::deserialize(file)?;
        self.builder.set_field(&self.field, &value).map_err(|unfit| {
            self.builder.field_refusal = Some(unfit);
            D::Error::custom("")
        })
    }
}

/// The line of a TOML text where something is wrong.
pub(super) fn refusal_at_line(text: &str, error: &toml::de::Error) -> Refusal {
    let start = error.span().map_or(0, |span| span.start.min(text.len()));
    let before = &text.as_bytes()[..start];
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    Refusal::parse_error(error.message()).with("line", line)
}

fn refusal_at_json_line(error: &serde_json::Error) -> Refusal {
    let what = error.to_string();
    // It ends in the place, which is said already.
    let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what);
    Refusal::parse_error(what).with("line", error.line().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in_kit;

    fn read(format: SheetFormat, text: &str) -> Result<Value, Refusal> {
        let head = parse_header(format, text)?;
        parse_body(format, text, &head.template, &built_in_kit(&head.system)?)
    }

    #[track_caller]
    fn refused(format: SheetFormat, text: &str, line: usize, says: &[&str]) {
        match read(format, text) {
            Err(why) => {
                assert_eq!(why.details.get("line"), Some(&line.to_string()), "{why:?}");
                let said = format!("{why:?}");
                says.iter().for_each(|say| assert!(said.contains(say), "{said}"));
            }
            read => panic!("{read:?}"),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for (system, from) in [("dr12", "adept"), ("dr12", "rogue"), ("factions", "shieldbearer")] {
            let kit = built_in_kit(system).unwrap();
            let sheet = kit.make_body(from, &Fields::new()).unwrap();
            let portrait = Some("https://example.org/a.png".to_string());
            let head = SheetHeader {
                system: system.into(),
                name: "A \"b\"".into(),
                template: "".into(),
                portrait,
            };
            for format in [SheetFormat::Toml, SheetFormat::Json] {
                let text = write_sheet(format, &head, &sheet, &kit).unwrap();
                assert_eq!(super::parse_header(format, &text).unwrap(), head, "{text}");
                assert_eq!(read(format, &text).unwrap(), sheet, "{text}");
            }
        }
    }

    #[test]
    fn items_are_named_or_spelled_out() {
        let text = "system = \"dr12\"\nname = \"Ana\"\nfrom = \"warrior\"\n[sheet]\nhp = 3\n\
                    hands = [\"dagger\"]\nhelmet = \"helmet\"\n";
        let sheet = read(SheetFormat::Toml, text).unwrap();
        assert_eq!((&sheet["hp"], &sheet["hands"][0]["name"]), (&3.into(), &"dagger".into()));
        assert_eq!(sheet["helmet"]["armour"]["ap"], 1);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let toml = |rest: &str| format!("system = \"dr12\"\nname = \"Ana\"\n{rest}");
        let check =
            |rest: &str, line, says: &[&str]| refused(SheetFormat::Toml, &toml(rest), line, says);
        check("[sheet]\nstr = 1\nhpp = 5\n", 5, &["hpp", "hp_max"]);
        check("[sheet]\nstr = \"strong\"\n", 4, &["\"within\": \"str\"", "strong"]);
        check("[sheet]\nhands = [\"halberd\"]\n", 4, &["halberd", "longsword"]);
        check("sheets = 1\n[sheet]\n", 3, &["sheets", "portrait"]);
        check("[sheet]\nstr = \n", 4, &[]);
        check("", 1, &["sheet"]);
        let json = "{\"system\": \"dr12\", \"name\": \"Ana\",\n\"sheet\": {\n\"hpp\": 5}}";
        refused(SheetFormat::Json, json, 3, &["hpp", "hp_max"]);
        refused(SheetFormat::Json, "{\n\"system\": ", 2, &["EOF"]);
    }

    #[test]
    fn what_is_nested_deep_is_refused() {
        let toml =
            format!("system = \"dr12\"\nname = \"A\"\n[sheet]\nhands = {}", "[".repeat(9000));
        refused(SheetFormat::Toml, &toml, 4, &[]);
        let json = format!("{{\"sheet\": {}", "[".repeat(9000));
        refused(SheetFormat::Json, &json, 1, &[]);
    }
}
