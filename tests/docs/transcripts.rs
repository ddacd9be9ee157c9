//! `docs/transcripts/`: a fight of each system, as the channel stands when it is over. Each is a
//! script as well, `tests/scripts/<system>/story.fight`.

use std::path::PathBuf;

use riposte::engine::game::SYSTEM_KEYS;
use riposte::fight_script::{self, PlayOptions};
use riposte::narration::catalogue::Locale;
use riposte::narration::terms;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_system_has_a_fight_to_read() {
    for system in SYSTEM_KEYS {
        let file = PathBuf::from(format!("tests/scripts/{system}/story.fight"));
        let way = PlayOptions { uses_discord: true, ..PlayOptions::default() };
        let played = fight_script::play_file(&file, &way).await;
        assert!(played.failure.is_none(), "{:?}\n{}", played.failure, played.transcript);
        let name = terms::system_name(Locale::ENGLISH, system);
        let head = format!(
            "# A fight by the rules of {name}\n\n\
             All that stands in the channel when it is over, the pinned board last: what somebody\n\
             reads who was away. Ana plays Mira, Ben plays Tom. It is made by\n\
             `riposte play --discord --channel {}`.\n\n",
            file.display()
        );
        super::check(&format!("docs/transcripts/{system}.md"), &(head + &played.channel));
    }
}
