//! Generates `docs/transcripts/`: for each system, the messages of a channel after a fight; and for
//! each language, what is told of these fights. The fights are the scripts
//! `tests/scripts/<system>/story.fight`.

use std::fs;
use std::path::PathBuf;

use riposte::discord::style_for;
use riposte::engine::game::{Narrative, SYSTEM_KEYS};
use riposte::engine::visibility::view::Viewer;
use riposte::fight_script::{self, PlayOptions};
use riposte::narration::catalogue::Locale;
use riposte::narration::dice_marks::{MarkRendering, resolve_marks};
use riposte::narration::{narrate_all_merging_joins, terms};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn transcripts_are_current() {
    for system in SYSTEM_KEYS {
        let file = PathBuf::from(format!("tests/scripts/{system}/story.fight"));
        let options = PlayOptions { uses_discord: true, ..PlayOptions::default() };
        let result = fight_script::play_file(&file, &options).await;
        assert!(result.failure.is_none(), "{:?}\n{}", result.failure, result.transcript);
        let name = terms::system_name(Locale::ENGLISH, system);
        let script = fs::read_to_string(&file).unwrap();
        let settings = match script.lines().find_map(|line| line.strip_prefix("set ")) {
            Some(setting) => format!("The setting `{setting}` was changed (`/init set`)."),
            None => "No setting was changed.".into(),
        };
        let head = format!(
            "# A fight by the rules of {name}\n\n\
             All that stands in the channel when it is over, the pinned board last: what somebody\n\
             reads who was away. Ana plays Mira, Ben plays Tom.\n{settings}\n\n"
        );
        super::check_document(&format!("docs/transcripts/{system}.md"), &(head + &result.channel));
    }
}

/// The page of a language tells the same fights as the transcripts, so that both can be compared.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fights_are_told_in_each_language() {
    let mut fights = Vec::new();
    for system in SYSTEM_KEYS {
        let file = PathBuf::from(format!("tests/scripts/{system}/story.fight"));
        let result = fight_script::play_file(&file, &PlayOptions::default()).await;
        assert!(result.failure.is_none(), "{:?}\n{}", result.failure, result.transcript);
        let narratives: Vec<Narrative> = result
            .records
            .iter()
            .filter_map(|row| row.game_after.narrative_from_journal(&row.events, Viewer::Public))
            .collect();
        fights.push((system, narratives));
    }
    let languages = Locale::all().filter(|language| *language != Locale::ENGLISH);
    for language in languages {
        let mut page = format!(
            "# {}: a fight of each system\n\n\
             The fights of the [transcripts](../../transcripts/dr12.md), as the channel reads \
             them\nin this language.\n",
            language.own_name()
        );
        for (system, narratives) in &fights {
            page += &format!("\n## {}\n", terms::system_name(language, system));
            for paragraph in narrate_all_merging_joins(style_for(language), narratives) {
                page += &format!("\n{}\n", resolve_marks(&paragraph, MarkRendering::Words));
            }
        }
        super::check_document(&format!("docs/languages/{}/FIGHTS.md", language.tag()), &page);
    }
}
