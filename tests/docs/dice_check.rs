//! docs/DICE.md is enough to check dice: its example holds by the program, and by a script that
//! was made from the page alone.

use std::fs;
use std::process::Command;

use riposte::app::audit::audit_export;

#[test]
fn the_example_of_the_page_holds() {
    let page = fs::read_to_string("docs/DICE.md").unwrap();
    let (_, example) = page.split_once("```json\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let other = example.replacen("\"face\": 9", "\"face\": 10", 1);
    assert_ne!(example, other);
    let audited = audit_export(example).unwrap();
    assert_eq!((audited.name.as_str(), audited.draws, audited.is_partial), ("17", 3, false));
    assert!(audit_export(&other).is_err());
    let folder = tempfile::tempdir().unwrap();
    let files = [("example.json", example), ("other.json", &other)].map(|(name, text)| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        file
    });
    // Where there is no Python the page cannot be tried in it.
    let Ok(said) = Command::new("python3").arg("tests/docs/dice.py").args(files).output() else {
        return;
    };
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.starts_with("ok\nbroken"), "{said}");
}
