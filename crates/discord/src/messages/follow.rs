//! Renders how a round went, for somebody who follows a fight: three sentences, the board, and a
//! button that ends it.

use serenity::all::ButtonStyle;

use super::text::join_names;
use super::{RenderedMessage, arrange_in_rows, reader_locale, reader_style, set_up, status};
use app::ids::FightId;
use app::outbox::RoundDigest;
use engine::core::command::Command;
use engine::visibility::view::FightView;
use narration::catalogue::FormattedText;
use narration::say;

/// Renders the digest of a round with the board as it is now.
pub fn render_round_digest(
    fight: FightId,
    view: &FightView,
    digest: &RoundDigest,
) -> RenderedMessage {
    let stop = set_up::build_button(
        &say!(reader_locale(), "follow-stop"),
        ButtonStyle::Secondary,
        set_up::run_command_id(Command::new("follow").with("fight", fight).with("stop", true)),
    );
    RenderedMessage {
        content: format_digest(digest),
        components: arrange_in_rows(&Vec::from_iter(stop)),
        ..status::render_board(view, &digest.awaited)
    }
}

/// Tells the round in three sentences: who attacked, who went down, and who is left.
fn format_digest(digest: &RoundDigest) -> String {
    let bold = |name: &String| FormattedText((reader_style().format_name)(name));
    let (attacker, target) = match &digest.busiest_attacker {
        Some((attacker, target)) => (Some(bold(attacker)), Some(bold(target))),
        None => (None, None),
    };
    let (round, count) = (digest.round, digest.attack_count);
    let attacks = say!(reader_style(), "follow-attacks", round, count, attacker, target);
    let fallen: Vec<String> = digest.fallen_names.iter().map(|name| bold(name).0).collect();
    let names = (!fallen.is_empty()).then(|| FormattedText(join_names(&fallen)));
    let falls = say!(reader_style(), "follow-falls", names);
    // Of each side, how many are left and how many there were.
    let (players, all_players) = digest.players_left;
    let (foes, all_foes) = digest.foes_left;
    let left = say!(reader_style(), "follow-left", players, all_players, foes, all_foes);
    [attacks, falls, left].join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_tells_a_round_in_three_sentences() {
        let digest = RoundDigest {
            round: 2,
            attack_count: 3,
            busiest_attacker: Some(("Ana".into(), "Wolf".into())),
            fallen_names: vec!["Wolf".into()],
            players_left: (2, 2),
            foes_left: (0, 1),
            awaited: Vec::new(),
        };
        assert_eq!(
            format_digest(&digest),
            "Round 2: there were 3 attacks, most of them by **Ana**, mostly on **Wolf**. **Wolf** \
             went down. 2 of 2 on the players' side and 0 of 1 of their enemies are left."
        );
        let quiet = RoundDigest { round: 1, ..RoundDigest::default() };
        assert_eq!(
            format_digest(&quiet),
            "Round 1: nobody attacked. Nobody went down. 0 of 0 on the players' side and 0 of 0 of \
             their enemies are left."
        );
    }
}
