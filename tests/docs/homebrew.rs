//! The tables of `docs/HOMEBREW.md`: which fields a kit takes is asked of the parser itself, by
//! giving it what it cannot take; what they mean stands here. Its examples are taken in.

use std::fmt::Write as _;

use riposte::content::{Fields, TemplateKind, parse_custom_kit};
use riposte::engine::core::command::Refusal;
use riposte::engine::game::SYSTEM_KEYS;

/// A table of a kit.
struct Table {
    system: &'static str,
    /// What it is called in the document.
    title: &'static str,
    /// What goes before it, so that something is made of it.
    before: &'static str,
    header: &'static str,
    /// Field, default (`needed` where it must be given, `–` where nothing stands for it), meaning.
    fields: &'static [(&'static str, &'static str, &'static str)],
    /// Something for each field that is needed.
    least: &'static [(&'static str, &'static str)],
}

const TABLES: &[Table] = &[
    Table {
        system: "cards",
        title: "items.<name>",
        before: ONE_OF_CARDS,
        header: "[items.it]",
        fields: &[
            ("hands", "1", "hands it takes"),
            ("natural", "false", "part of the body, or a spell: always ready, never dropped"),
            ("weapon", "–", "makes it a weapon or a spell, see below"),
            ("parry_bonus", "–", "makes it a shield: its dice"),
            ("antidote", "false", "ends poison, once"),
        ],
        least: &[],
    },
    Table {
        system: "cards",
        title: "weapon",
        before: ONE_OF_CARDS,
        header: "[items.it.weapon]",
        fields: &[
            ("action", "needed", "the Action it attacks with; `cast` for a spell"),
            ("damage", "needed", "Harm of a hit"),
            ("min", "0", "nearest range, in zones"),
            ("max", "0", "furthest range, in zones"),
            ("bonus", "0", "dice it adds to attacks and parries"),
            ("thrown", "false", "leaves the hand; a Strike weapon may be thrown"),
            ("used_up", "false", "gone once it is thrown"),
            ("fire", "–", "sets on fire with that intensity"),
            ("poison", "–", "poisons with that toxicity"),
            ("harm", "\"phys\"", "which Harm it does"),
            ("resist", "\"endure\"", "what a spell is resisted with"),
        ],
        least: &[("action", "\"strike\""), ("damage", "1")],
    },
    Table {
        system: "cards",
        title: "armour.<name>",
        before: "[creatures.one]\nphys_cap = 1\nment_cap = 1\narmour = \"it\"\n",
        header: "[armour.it]",
        fields: &[
            ("dice", "needed", "dice against damage"),
            ("finesse_penalty", "0", "dice less for Finesse"),
        ],
        least: &[("dice", "1")],
    },
    Table {
        system: "cards",
        title: "archetypes.<name>",
        before: "",
        header: "[archetypes.one]",
        fields: &[
            ("strength", "needed", "the five attributes"),
            ("dexterity", "needed", ""),
            ("intuition", "needed", ""),
            ("reason", "needed", ""),
            ("presence", "needed", ""),
            ("actions", "{}", "a number for each Action: `{ strike = 2, endure = 1 }`"),
            ("gear", "[]", "names of items"),
            ("armour", "–", "the name of an armour"),
        ],
        least: &[
            ("strength", "2"),
            ("dexterity", "2"),
            ("intuition", "2"),
            ("reason", "2"),
            ("presence", "2"),
        ],
    },
    Table {
        system: "cards",
        title: "creatures.<name>",
        before: "",
        header: "[creatures.one]",
        fields: &[
            ("pools", "{}", "dice for each Action; 2 where none are given"),
            ("phys_cap", "needed", "Physical Harm it can take"),
            ("ment_cap", "needed", "Mental Harm it can take"),
            ("cards", "1", "initiative cards a round"),
            ("fear", "0", "how frightening it is"),
            ("traits", "[]", "what else is true of it"),
            ("gear", "[]", "names of items"),
            ("armour", "–", "the name of an armour"),
            ("natural", "[]", "weapons of its body: items with a `name`"),
        ],
        least: &[("phys_cap", "3"), ("ment_cap", "3")],
    },
    Table {
        system: "dr12",
        title: "items.<name>",
        before: "[archetypes.one]\nhands = [\"it\"]\n",
        header: "[items.it]",
        fields: &[
            ("hands", "1", "hands it takes: 0, 1 or 2"),
            ("weapon", "–", "makes it a weapon, see below"),
            ("armour", "–", "makes it armour, see below"),
            ("ammo", "false", "it is ammunition"),
            ("heals", "–", "one use restores so much HP"),
        ],
        least: &[],
    },
    Table {
        system: "dr12",
        title: "weapon",
        before: "[archetypes.one]\nhands = [\"it\"]\n",
        header: "[items.it.weapon]",
        fields: &[
            ("kind", "needed", "how it attacks"),
            ("damage", "needed", "damage dice"),
            ("clean", "\"close\"", "furthest distance without penalty"),
            ("max", "\"close\"", "furthest distance at all"),
            ("thrown", "false", "may be thrown"),
            ("ammo", "false", "needs ammunition in ready"),
            ("rider", "–", "what a hit does besides, see below"),
            ("avoid", "\"dex\"", "what a Character Tests to avoid it (attacks of NPCs)"),
        ],
        least: &[("kind", "\"melee\""), ("damage", "\"d6\"")],
    },
    Table {
        system: "dr12",
        title: "rider",
        before: "[archetypes.one]\nhands = [\"it\"]\n[items.it.weapon]\nkind = \"melee\"\n\
                 damage = \"d6\"\n",
        header: "[items.it.weapon.rider]",
        fields: &[
            ("ailment", "needed", "Ongoing Damage or a hindrance"),
            ("ends", "needed", "the attribute that ends it"),
            ("dr", "12", "the Difficulty Rating of that Test"),
            ("bound", "false", "ends by an Action only"),
            ("resist", "–", "the attribute that prevents it"),
        ],
        least: &[("ailment", "\"ongoing\""), ("ends", "\"con\"")],
    },
    Table {
        system: "dr12",
        title: "armour",
        before: "[archetypes.one]\narmour = \"it\"\n",
        header: "[items.it.armour]",
        fields: &[
            ("ap", "needed", "Armour Points"),
            ("dex_dr", "0", "added to the DR of the wearer's DEX Tests"),
            ("wear", "needed", "where it is worn or held"),
        ],
        least: &[("ap", "1"), ("wear", "\"armour\"")],
    },
    Table {
        system: "dr12",
        title: "spells.<name>",
        before: "[archetypes.one]\nspells = [\"it\"]\n",
        header: "[spells.it]",
        fields: &[
            ("casts", "needed", "the attribute it is cast with"),
            ("clean", "needed", "furthest distance without penalty"),
            ("max", "needed", "furthest distance at all"),
            ("damage", "–", "damage dice"),
            ("rider", "–", "what it does besides, as a weapon's"),
        ],
        least: &[("casts", "\"int\""), ("clean", "\"close\""), ("max", "\"close\"")],
    },
    Table {
        system: "dr12",
        title: "archetypes.<name>",
        before: "",
        header: "[archetypes.one]",
        fields: &[
            ("str", "0", "the six attributes, −3 to 6"),
            ("dex", "0", ""),
            ("con", "0", ""),
            ("int", "0", ""),
            ("wis", "0", ""),
            ("cha", "0", ""),
            ("level", "1", "level"),
            ("hp", "8", "HP"),
            ("hands", "[]", "names of items: in hand,"),
            ("ready", "[]", "quick to reach,"),
            ("pack", "[]", "slow to reach"),
            ("armour", "–", "the name of an item"),
            ("helmet", "–", "the name of an item"),
            ("spells", "[]", "names of spells"),
        ],
        least: &[],
    },
    Table {
        system: "dr12",
        title: "creatures.<name>",
        before: "",
        header: "[creatures.one]",
        fields: &[
            ("level", "1", "level"),
            ("skill", "–", "its level, at most 6, where left out"),
            ("hp", "–", "4 + 4 × level where left out"),
            ("ap", "0", "Armour Points"),
            ("attacks", "needed", "items with a `name` and a `weapon`, the usual one first"),
            ("attitude", "–", "how it takes to the party"),
            ("leader", "false", "morale is Tested when it falls"),
        ],
        least: &[("attacks", "[]")],
    },
    Table {
        system: "factions",
        title: "items.<name>",
        before: ONE_OF_FACTIONS,
        header: "[items.it]",
        fields: &[
            ("hands", "1", "hands it takes"),
            ("weapon", "–", "makes it a weapon, see below"),
            ("shield", "0", "value as a shield"),
            ("remedy", "–", "`{ heals = \"d6\" }`, or one of the others"),
        ],
        least: &[],
    },
    Table {
        system: "factions",
        title: "weapon",
        before: ONE_OF_FACTIONS,
        header: "[items.it.weapon]",
        fields: &[
            ("die", "needed", "sides of the damage die"),
            ("kind", "needed", "how it attacks"),
            ("range", "0", "in zones: ranged weapons, and those that are thrown"),
            ("indirect", "false", "may be shot over obstacles"),
            ("blast", "false", "hits everyone in a zone"),
            ("penetrating", "false", "goes through cover"),
            ("thrown", "false", "lands in the target's zone when it is thrown"),
            ("reload", "false", "needs a bonus action after each shot"),
            ("improvised", "false", "counts as damaged already"),
            ("gone_when_thrown", "false", "used up when it is thrown"),
            ("impaired", "false", "its damage is always impaired"),
        ],
        least: &[("die", "6"), ("kind", "\"melee\"")],
    },
    Table {
        system: "factions",
        title: "archetypes.<name> and creatures.<name>",
        before: "",
        header: "[creatures.one]",
        fields: &[
            ("str", "needed", "the three abilities"),
            ("agi", "needed", ""),
            ("wit", "needed", ""),
            ("health", "needed", "health"),
            ("armour", "0", "value of the armour worn"),
            ("pace", "\"normal\"", "for long chases"),
            ("traits", "[]", "what else is true of it"),
            ("gear", "[]", "names of items"),
            ("natural", "[]", "attacks of its body: items with a `name`"),
        ],
        least: &[("str", "10"), ("agi", "10"), ("wit", "10"), ("health", "6")],
    },
    Table {
        system: "fates",
        title: "items.<name>",
        before: "[archetypes.one]\ngear = [\"it\"]\n",
        header: "[items.it]",
        fields: &[
            ("weapon", "–", "makes it a weapon, see below"),
            ("heals", "–", "a consumable that restores so much Resolve, once"),
        ],
        least: &[],
    },
    Table {
        system: "fates",
        title: "weapon",
        before: "[archetypes.one]\ngear = [\"it\"]\n",
        header: "[items.it.weapon]",
        fields: &[
            ("attribute", "needed", "the attribute it attacks with"),
            ("skill", "needed", "the skill it attacks with"),
            ("dice", "needed", "damage: so many d6"),
            ("plus", "0", "and a number added"),
            ("damage", "needed", "of which type"),
            ("ranged", "false", "shot, not struck"),
            ("band", "\"close\"", "how far it reaches"),
            ("piercing", "false", "half of the armour does not count"),
        ],
        least: &[
            ("attribute", "\"strength\""),
            ("skill", "\"brawl\""),
            ("dice", "1"),
            ("damage", "\"physical\""),
        ],
    },
    Table {
        system: "fates",
        title: "armour.<name>",
        before: "[archetypes.one]\narmour = \"it\"\n",
        header: "[armour.it]",
        fields: &[
            ("physical", "needed", "taken off physical damage"),
            ("energy", "needed", "taken off energy damage"),
        ],
        least: &[("physical", "1"), ("energy", "1")],
    },
    Table {
        system: "fates",
        title: "archetypes.<name> and creatures.<name>",
        before: "",
        header: "[creatures.one]",
        fields: &[
            ("tier", "\"minor\"", "what 0 Resolve means to it (NPCs)"),
            ("major", "false", "acts early (NPCs)"),
            ("dexterity", "2", "dice of the seven attributes"),
            ("strength", "2", ""),
            ("perception", "2", ""),
            ("knowledge", "2", ""),
            ("mechanical", "2", ""),
            ("technical", "2", ""),
            ("power", "0", ""),
            ("skills", "{}", "a rank for each skill: `{ firearms = 1 }`"),
            ("initiative", "–", "counted from its attributes where left out"),
            ("defense", "–", "counted from its attributes where left out"),
            ("resolve", "–", "counted from its attributes where left out"),
            ("fp", "1", "Fate Points"),
            ("armour", "–", "the name of an armour"),
            (
                "ar",
                "{ physical = 0, energy = 0 }",
                "what its hide takes off, where it wears nothing",
            ),
            ("gear", "[]", "names of items"),
            ("natural", "[]", "weapons of its body: items with a `name`"),
        ],
        least: &[],
    },
    Table {
        system: "ranks",
        title: "items.<name>",
        before: "[archetypes.one]\ngear = [\"it\"]\n",
        header: "[items.it]",
        fields: &[
            ("hands", "1", "hands it takes"),
            ("weapon", "–", "makes it a weapon, see below"),
            ("aids", "–", "a skill whose checks it helps by one die, in hand"),
            ("once", "false", "used up when it has helped"),
        ],
        least: &[],
    },
    Table {
        system: "ranks",
        title: "weapon",
        before: "[archetypes.one]\ngear = [\"it\"]\n",
        header: "[items.it.weapon]",
        fields: &[
            ("category", "needed", "sets its skill, its reach and what defends against it"),
            ("damage", "needed", "damage, as a code"),
        ],
        least: &[("category", "\"light\""), ("damage", "\"4D\"")],
    },
    Table {
        system: "ranks",
        title: "archetypes.<name> and creatures.<name>",
        before: "",
        header: "[creatures.one]",
        fields: &[
            ("dexterity", "\"3D\"", "the five attributes"),
            ("strength", "\"3D\"", ""),
            ("perception", "\"3D\"", ""),
            ("presence", "\"3D\"", ""),
            ("knowledge", "\"3D\"", ""),
            ("skills", "{}", "a code for each that is not as its attribute"),
            ("move", "30", "feet of a walk"),
            ("armour", "–", "the name of an armour"),
            ("gear", "[]", "names of items, in hand as far as two hands go"),
            ("natural", "[]", "weapons of its body: items with a `name` and `hands = 0`"),
            ("luck", "1", "Luck points"),
            ("action_points", "0", "Action points"),
            ("rarity", "15", "the difficulty of knowing it (NPCs)"),
            ("understands", "true", "speech means something to it"),
        ],
        least: &[],
    },
];

const ONE_OF_CARDS: &str = "[creatures.one]\nphys_cap = 1\nment_cap = 1\ngear = [\"it\"]\n";
const ONE_OF_FACTIONS: &str =
    "[creatures.one]\nstr = 10\nagi = 10\nwit = 10\nhealth = 6\ngear = [\"it\"]\n";

impl Table {
    /// A kit with these fields in the table; what the parser says to it, or what is made of it.
    fn taken(&self, fields: &[(&str, &str)]) -> Result<String, String> {
        let lines: Vec<String> = fields.iter().map(|(key, it)| format!("{key} = {it}")).collect();
        let text = format!("{}\n{}\n{}\n", self.before, self.header, lines.join("\n"));
        let said = |wrong: Refusal| format!("{:?}", wrong.details);
        let kit = parse_custom_kit(self.system, &text).map_err(said)?;
        let body = kit.make_body("one", &Fields::new()).map_err(said)?;
        Ok(body.to_string())
    }

    /// The least there must be, with one field as given.
    fn with(&self, field: &str, value: &str) -> Result<String, String> {
        let others = self.least.iter().filter(|(key, _)| *key != field).copied();
        self.taken(&others.chain([(field, value)]).collect::<Vec<_>>())
    }

    fn say(&self, what: &str) -> String {
        format!("{} {}: {what}", self.system, self.title)
    }

    /// What may stand in a field, by what the parser says to what may not.
    fn kind(&self, field: &str) -> String {
        let said = |value: &str| self.with(field, value).err().unwrap_or_default();
        let (word, thing) = (said("\"zzz\""), said("{ zzz = 1 }"));
        let variants = |text: &str| {
            let (_, all) = text.split_once("unknown variant `zzz`, expected ")?;
            let all: Vec<&str> = all.split('`').skip(1).step_by(2).collect();
            Some(format!("`{}`", all.join("`, `")))
        };
        if let Some(all) = variants(&word) {
            return all;
        }
        let list = said("[\"zzz\"]");
        for (expected, kind) in [
            ("expected u8", "number"),
            ("expected i8", "number, may be below 0"),
            ("expected u16", "number"),
            ("expected a boolean", "`true` or `false`"),
            ("is not a code", "code, like `\"4D+2\"`"),
        ] {
            if word.contains(expected) {
                return kind.into();
            }
        }
        if word.contains("expected a sequence") {
            return match variants(&list) {
                Some(all) => format!("list of {all}"),
                None if list.contains("expected struct") => "list of tables".into(),
                None => "list of names".into(),
            };
        }
        if thing.contains("unknown field `zzz`") || thing.contains("unknown variant `zzz`") {
            return "table".into();
        }
        if word.contains("no-such-entry") {
            return "name".into();
        }
        if word.contains("dice") || thing.contains("expected a string") {
            return "dice, like `\"2d6\"`".into();
        }
        panic!("{}", self.say(&format!("`{field}` takes {word} / {thing} / {list}")));
    }

    fn write(&self, text: &mut String) {
        writeln!(text, "\n**`{}`**\n", self.title).unwrap();
        text.push_str("| field | takes | default | meaning |\n|---|---|---|---|\n");
        for (field, default, meaning) in self.fields {
            let default = match *default {
                "needed" | "–" => (*default).to_string(),
                value => format!("`{value}`"),
            };
            let kind = self.kind(field);
            writeln!(text, "| `{field}` | {kind} | {default} | {meaning} |").unwrap();
        }
    }
}

/// The fields are those of the parser, in its order; what is needed is needed, and a default is
/// what holds where nothing is said.
#[test]
fn the_fields_are_those_of_the_parser() {
    for table in TABLES {
        let wrong = table.taken(&[("zzz", "1")]).unwrap_err();
        let (_, known) = wrong.split_once("expected ").unwrap_or_else(|| panic!("{wrong}"));
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        let told: Vec<&str> = table.fields.iter().map(|(field, ..)| *field).collect();
        assert_eq!(told, known, "{}", table.say("fields"));
        let least =
            table.taken(table.least).unwrap_or_else(|wrong| panic!("{}", table.say(&wrong)));
        for (field, default, _) in table.fields {
            let others: Vec<_> =
                table.least.iter().filter(|(key, _)| key != field).copied().collect();
            match *default {
                "needed" => {
                    let wrong = table.taken(&others).unwrap_err();
                    let missing = format!("missing field `{field}`");
                    assert!(wrong.contains(&missing), "{}", table.say(&wrong));
                }
                "–" => assert!(table.taken(&others).is_ok(), "{}", table.say(field)),
                value => {
                    let stated = table.with(field, value);
                    assert_eq!(stated.as_ref(), Ok(&least), "{}", table.say(field));
                }
            }
        }
    }
}

#[test]
fn the_tables_are_in_the_document() {
    let path = "docs/HOMEBREW.md";
    let written = std::fs::read_to_string(path).unwrap();
    let mut made = String::new();
    let mut rest = written.as_str();
    while let Some((before, after)) = rest.split_once("<!-- tables: ") {
        let (system, after) = after.split_once(" -->").unwrap();
        let (_, after) = after.split_once("<!-- end -->").unwrap();
        writeln!(made, "{before}<!-- tables: {system} -->").unwrap();
        TABLES.iter().filter(|table| table.system == system).for_each(|it| it.write(&mut made));
        made.push_str("\n<!-- end -->");
        rest = after;
    }
    made.push_str(rest);
    for system in SYSTEM_KEYS {
        assert!(made.contains(&format!("<!-- tables: {system} -->")), "{system} is not told of");
    }
    super::check(path, &made);
}

/// The examples are taken in, and something is made of each.
#[test]
fn the_examples_are_taken() {
    let text = std::fs::read_to_string("docs/HOMEBREW.md").unwrap();
    let mut taken = Vec::new();
    for part in text.split("\n## ").skip(1) {
        let system =
            SYSTEM_KEYS.iter().find(|system| part.contains(&format!("<!-- tables: {system} -->")));
        let Some(system) = system else { continue };
        for example in part.split("```toml\n").skip(1) {
            let example = example.split("```").next().unwrap();
            let kit = parse_custom_kit(system, example)
                .unwrap_or_else(|wrong| panic!("{system}: {wrong:?}"));
            let plain = riposte::content::built_in_kit(system).unwrap();
            let count = |kind| kit.template_names(kind).len() - plain.template_names(kind).len();
            assert!(
                count(TemplateKind::Archetype) + count(TemplateKind::Creature) > 0,
                "{system}: nothing new"
            );
            taken.push(*system);
        }
    }
    assert_eq!(taken, SYSTEM_KEYS);
}
