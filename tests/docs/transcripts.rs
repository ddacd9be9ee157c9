//! `docs/transcripts/`: a fight of each system, as the channel stands when it is over. Each is a
//! script as well, `tests/scripts/<system>/story.fight`.

use std::path::PathBuf;

use riposte::engine::game::SYSTEMS;
use riposte::fight_script::{self, Way};
use riposte::narration::catalogue::Locale;
use riposte::narration::words;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_system_has_a_fight_to_read() {
    for system in SYSTEMS {
        let file = PathBuf::from(format!("tests/scripts/{system}/story.fight"));
        let way = Way { is_discord: true, ..Way::default() };
        let played = fight_script::play(&file, &way).await;
        assert!(played.failure.is_none(), "{:?}\n{}", played.failure, played.transcript);
        let name = words::system(Locale::ENGLISH, system);
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
