//! Gathers sentences into paragraphs, one for each act.

use super::catalogue::{FormattedText, Locale, say};
use super::newcomers::{Newcomer, narrate_newcomers};
use engine::core::ids::CombatantId;

/// Collects sentences. An announcement stays open, so that its dice and its outcome can complete
/// the same sentence.
pub struct ParagraphBuilder {
    locale: Locale,
    paragraphs: Vec<String>,
    /// Whether the next sentence begins a paragraph.
    starts_new_paragraph: bool,
    /// Those who have just joined, who are told together.
    newcomers: Vec<Newcomer>,
    /// The sentence that is not complete yet.
    open_sentence: Option<OpenSentence>,
    /// How hurt somebody is, which need not be told if they go down by the same blow.
    wound_sentence: Option<(CombatantId, String)>,
    /// The last sentence, which is not repeated.
    last_sentence: String,
}

/// A sentence without its full stop.
struct OpenSentence {
    text: String,
    begins_paragraph: bool,
    /// Whether it has its dice; then only the outcome may follow.
    has_dice: bool,
}

impl ParagraphBuilder {
    pub fn new(locale: Locale) -> Self {
        Self {
            locale,
            paragraphs: Vec::new(),
            starts_new_paragraph: false,
            newcomers: Vec::new(),
            open_sentence: None,
            wound_sentence: None,
            last_sentence: String::new(),
        }
    }

    /// Adds a sentence that begins a paragraph.
    pub fn begin_paragraph(&mut self, sentence: String) {
        self.flush_pending_sentences();
        self.starts_new_paragraph = false;
        self.last_sentence.clone_from(&sentence);
        self.paragraphs.push(sentence);
    }

    /// Adds a newcomer, whose paragraph also tells those who join directly before and after.
    pub fn add_newcomer(&mut self, newcomer: Newcomer) {
        if self.open_sentence.is_some() {
            self.flush_pending_sentences();
        }
        self.newcomers.push(newcomer);
    }

    /// Opens an announcement that begins a paragraph. It may be completed by
    /// [`Self::complete_announcement_with_result_or_add_sentence`] or
    /// [`Self::complete_announcement_with_dice_or_add_sentence`].
    pub fn open_paragraph(&mut self, sentence: String) {
        self.flush_pending_sentences();
        self.open_sentence =
            Some(OpenSentence { text: sentence, begins_paragraph: true, has_dice: false });
    }

    /// Opens one more sentence of the same paragraph, which
    /// [`complete_open_sentence_or_add`](Self::complete_open_sentence_or_add) may complete.
    pub fn open_sentence(&mut self, sentence: String) {
        self.flush_pending_sentences();
        self.open_sentence =
            Some(OpenSentence { text: sentence, begins_paragraph: false, has_dice: false });
    }

    /// Returns whether the last announcement still lacks its result.
    pub fn has_open_announcement(&self) -> bool {
        self.open_sentence.as_ref().is_some_and(|open| open.begins_paragraph && !open.has_dice)
    }

    /// Completes the open announcement with its result. If something came between, adds a sentence
    /// with its own subject instead.
    pub fn complete_announcement_with_result_or_add_sentence(
        &mut self,
        subject: String,
        result: String,
    ) {
        self.complete_announcement_with_dice_or_add_sentence(subject, result);
        self.flush_pending_sentences();
    }

    /// Adds a sentence of a subject and its result.
    pub fn add_result_sentence(&mut self, subject: String, result: String) {
        self.open_dice_sentence(subject, result);
        self.flush_pending_sentences();
    }

    /// Completes the open announcement with its dice, or adds a sentence with its own subject if
    /// something came between. [`Self::try_append_verdict_to_open_dice`] may add the outcome.
    pub fn complete_announcement_with_dice_or_add_sentence(
        &mut self,
        subject: String,
        dice: String,
    ) {
        match self.open_sentence.take_if(|open| open.begins_paragraph && !open.has_dice) {
            Some(OpenSentence { text, begins_paragraph, .. }) => {
                let text = self.join_result(text, dice);
                self.open_sentence = Some(OpenSentence { text, begins_paragraph, has_dice: true });
            }
            None => self.open_dice_sentence(subject, dice),
        }
    }

    /// Opens a sentence of a subject and its dice.
    pub fn open_dice_sentence(&mut self, subject: String, dice: String) {
        self.flush_pending_sentences();
        let text = self.join_result(subject, dice);
        self.open_sentence = Some(OpenSentence { text, begins_paragraph: false, has_dice: true });
    }

    /// Adds the outcome to the dice of the open sentence and closes it. Returns false if no
    /// sentence with dice is open.
    pub fn try_append_verdict_to_open_dice(&mut self, verdict: &str) -> bool {
        let has_dice = self.open_sentence.as_ref().is_some_and(|open| open.has_dice);
        if let Some(open) = self.open_sentence.as_mut().filter(|open| open.has_dice) {
            open.text.push_str(verdict);
        }
        self.flush_pending_sentences();
        has_dice
    }

    /// Completes the open sentence, after a colon, with another sentence; adds it by itself if no
    /// such sentence is open.
    pub fn complete_open_sentence_or_add(&mut self, sentence: String) {
        match self.open_sentence.take_if(|open| !open.begins_paragraph || open.has_dice) {
            Some(OpenSentence { text, begins_paragraph, .. }) => {
                let (what, sentence) = (FormattedText(text), FormattedText(sentence));
                let completed = say!(self.locale, "told-with-sentence", what, sentence);
                if begins_paragraph {
                    self.begin_paragraph(completed)
                } else {
                    self.append_sentence(completed)
                }
            }
            None => self.add_sentence(sentence),
        }
    }

    fn join_result(&self, subject: String, result: String) -> String {
        let result = FormattedText(result);
        say!(self.locale, "told-with-result", what = FormattedText(subject), result)
    }

    /// Adds one more sentence to the same paragraph. A repetition of the last sentence is dropped.
    pub fn add_sentence(&mut self, sentence: String) {
        self.flush_pending_sentences();
        if self.last_sentence != sentence || self.starts_new_paragraph {
            self.append_sentence(sentence);
        }
    }

    /// Adds how hurt somebody is now. [`drop_wound_of`](Self::drop_wound_of) takes it back, if
    /// nothing came between.
    pub fn add_wound_sentence(&mut self, who: CombatantId, sentence: String) {
        self.flush_pending_sentences();
        self.wound_sentence = Some((who, sentence));
    }

    /// Leaves out how hurt somebody is, because the next sentence says that they are down.
    pub fn drop_wound_of(&mut self, who: CombatantId) {
        self.wound_sentence.take_if(|(hurt, _)| *hurt == who);
    }

    /// Adds a sentence to the paragraph, or begins one with it if the last has ended. Unlike
    /// [`add_sentence`](Self::add_sentence) it neither closes the open sentence nor drops a
    /// repetition.
    fn append_sentence(&mut self, sentence: String) {
        match self.paragraphs.last_mut().filter(|_| !self.starts_new_paragraph) {
            Some(last) => {
                last.push(' ');
                last.push_str(&sentence);
                self.last_sentence = sentence;
            }
            None => self.begin_paragraph(sentence),
        }
    }

    /// Returns whether a sentence has been added already.
    pub fn contains_sentence(&self, sentence: &str) -> bool {
        self.paragraphs.iter().any(|paragraph| paragraph.contains(sentence))
    }

    /// Ends the paragraph: the next sentence begins another.
    pub fn end_paragraph(&mut self) {
        self.flush_pending_sentences();
        self.starts_new_paragraph = true;
    }

    /// Writes what is held back as it is, without anything to complete it: newcomers, a wound, the
    /// open sentence.
    fn flush_pending_sentences(&mut self) {
        for sentence in narrate_newcomers(self.locale, &std::mem::take(&mut self.newcomers)) {
            self.starts_new_paragraph = false;
            self.last_sentence.clone_from(&sentence);
            self.paragraphs.push(sentence);
        }
        if let Some((_, sentence)) = self.wound_sentence.take()
            && (self.last_sentence != sentence || self.starts_new_paragraph)
        {
            self.append_sentence(sentence);
        }
        let Some(OpenSentence { text, begins_paragraph, .. }) = self.open_sentence.take() else {
            return;
        };
        let sentence = say!(self.locale, "told", what = FormattedText(text));
        if begins_paragraph {
            self.begin_paragraph(sentence)
        } else {
            self.append_sentence(sentence)
        }
    }

    pub fn into_paragraphs(mut self) -> Vec<String> {
        self.flush_pending_sentences();
        self.paragraphs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_builder() -> ParagraphBuilder {
        ParagraphBuilder::new(Locale::ENGLISH)
    }

    #[test]
    fn attack_dice_and_outcome_make_one_sentence() {
        let mut builder = new_builder();
        builder.open_paragraph("Ana attacks Rat".into());
        builder.complete_announcement_with_dice_or_add_sentence(
            "Ana".into(),
            "6, 2 = 1 success".into(),
        );
        assert!(builder.try_append_verdict_to_open_dice(", needs 1: HIT"));
        builder.open_sentence("d8 3 damage".into());
        builder.complete_open_sentence_or_add("Rat loses 3 HP, 1 left.".into());
        let expected = "Ana attacks Rat: 6, 2 = 1 success, needs 1: HIT. \
                    d8 3 damage: Rat loses 3 HP, 1 left.";
        assert_eq!(builder.into_paragraphs(), [expected]);
    }

    #[test]
    fn sentence_in_between_closes_open_sentence() {
        let mut builder = new_builder();
        builder.open_paragraph("Ana attacks Rat".into());
        builder.complete_announcement_with_dice_or_add_sentence("Ana".into(), "6, 2".into());
        builder.open_dice_sentence("Rat parries".into(), "1, 2".into());
        builder.add_sentence("The shield breaks.".into());
        assert!(!builder.try_append_verdict_to_open_dice(": HIT"));
        builder.open_sentence("d8 3 damage".into());
        builder.begin_paragraph("Ben waits.".into());
        let expected = "Ana attacks Rat: 6, 2. Rat parries: 1, 2. The shield breaks. d8 3 damage.";
        assert_eq!(builder.into_paragraphs(), [expected, "Ben waits."]);
    }

    #[test]
    fn wound_is_not_told_of_whoever_goes_down_by_it() {
        let (ana, rat) = (CombatantId(0), CombatantId(1));
        let mut builder = new_builder();
        builder.begin_paragraph("Ana attacks Rat.".into());
        builder.add_wound_sentence(rat, "Rat is battered.".into());
        builder.drop_wound_of(rat);
        builder.add_sentence("Rat goes down.".into());
        builder.add_wound_sentence(rat, "Rat is battered.".into());
        builder.drop_wound_of(ana);
        builder.add_sentence("Ana goes down.".into());
        builder.add_wound_sentence(ana, "Ana is hurt.".into());
        let expected =
            "Ana attacks Rat. Rat goes down. Rat is battered. Ana goes down. Ana is hurt.";
        assert_eq!(builder.into_paragraphs(), [expected]);
    }

    #[test]
    fn repeated_sentence_is_dropped_within_paragraph() {
        let mut builder = new_builder();
        builder.begin_paragraph("Ana is Out.".into());
        builder.add_sentence("Ana is Out.".into());
        builder.end_paragraph();
        builder.add_sentence("Ana is Out.".into());
        assert_eq!(builder.into_paragraphs(), ["Ana is Out.", "Ana is Out."]);
    }
}
