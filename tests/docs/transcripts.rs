//! Generates `docs/transcripts/`: for each system, the messages of a channel after a fight. The
//! fights are the scripts `tests/scripts/<system>/story.fight`.

use std::path::PathBuf;

use riposte::engine::game::SYSTEM_KEYS;
use riposte::fight_script::{self, PlayOptions};
use riposte::narration::catalogue::Locale;
use riposte::narration::terms;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn transcripts_are_current() {
    for system in SYSTEM_KEYS {
        let file = PathBuf::from(format!("tests/scripts/{system}/story.fight"));
        let options = PlayOptions { uses_discord: true, ..PlayOptions::default() };
        let result = fight_script::play_file(&file, &options).await;
        assert!(result.failure.is_none(), "{:?}\n{}", result.failure, result.transcript);
        let name = terms::system_name(Locale::ENGLISH, system);
        let head = format!(
            "# A fight by the rules of {name}\n\n\
             All that stands in the channel when it is over, the pinned board last: what somebody\n\
             reads who was away. Ana plays Mira, Ben plays Tom. It is made by\n\
             `riposte play --discord --channel {}`.\n\n",
            file.display()
        );
        super::check_document(&format!("docs/transcripts/{system}.md"), &(head + &result.channel));
    }
}
