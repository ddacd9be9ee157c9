//! docs/DICE.md is enough to check dice: its example is accepted by the program, and by a Python
//! script that was written from the page alone.

use std::fs;
use std::process::Command;

use riposte::app::audit::audit_export_dice;

#[test]
fn dice_example_passes_the_audit_and_an_altered_one_fails() {
    let page = fs::read_to_string("docs/DICE.md").unwrap();
    let (_, example) = page.split_once("```json\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let altered = example.replacen("\"face\": 9", "\"face\": 10", 1);
    assert_ne!(example, altered);
    let audited = audit_export_dice(example).unwrap();
    assert_eq!((audited.name.as_str(), audited.draws, audited.is_partial), ("17", 3, false));
    assert!(audit_export_dice(&altered).is_err());
    let folder = tempfile::tempdir().unwrap();
    let files = [("example.json", example), ("other.json", &altered)].map(|(name, text)| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        file
    });
    // Machines without Python skip the script.
    let Ok(output) = Command::new("python3").arg("tests/docs/dice.py").args(files).output() else {
        return;
    };
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.starts_with("ok\nbroken"), "{printed}");
}
