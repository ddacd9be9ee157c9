//! A page: sentences gathered into paragraphs, one for each act.

use super::catalogue::{FormattedText, Locale, say};

pub struct ParagraphBuilder {
    locale: Locale,
    paragraphs: Vec<String>,
    /// The next sentence begins a paragraph.
    starts_new_paragraph: bool,
    /// The sentence that waits for its end.
    open_sentence: Option<OpenSentence>,
    /// The sentence that was told last, which is not told twice.
    last_sentence: String,
}

/// A sentence without its full stop.
struct OpenSentence {
    text: String,
    begins_paragraph: bool,
    /// Its dice are told; only the outcome may follow.
    has_dice: bool,
}

impl ParagraphBuilder {
    pub fn new(locale: Locale) -> Self {
        let (paragraphs, last_sentence) = (Vec::new(), String::new());
        Self { locale, paragraphs, starts_new_paragraph: false, open_sentence: None, last_sentence }
    }

    /// A sentence that begins a paragraph.
    pub fn begin_paragraph(&mut self, sentence: String) {
        self.close_open_sentence();
        self.starts_new_paragraph = false;
        self.last_sentence.clone_from(&sentence);
        self.paragraphs.push(sentence);
    }

    /// The announcement that begins a paragraph, without its full stop; [`Page::result`] may
    /// complete it.
    pub fn open_paragraph(&mut self, sentence: String) {
        self.close_open_sentence();
        self.open_sentence =
            Some(OpenSentence { text: sentence, begins_paragraph: true, has_dice: false });
    }

    /// The beginning of one more sentence of the same paragraph, which [`Page::follow`] may end.
    pub fn open_sentence(&mut self, sentence: String) {
        self.close_open_sentence();
        self.open_sentence =
            Some(OpenSentence { text: sentence, begins_paragraph: false, has_dice: false });
    }

    /// What was announced last waits for its result.
    pub fn has_open_announcement(&self) -> bool {
        self.open_sentence.as_ref().is_some_and(|open| open.begins_paragraph && !open.has_dice)
    }

    /// How what was announced came out; a sentence with a subject of its own where the
    /// announcement was told before.
    pub fn complete_with_result(&mut self, subject: String, result: String) {
        self.complete_with_dice(subject, result);
        self.close_open_sentence();
    }

    /// A result that is told by itself.
    pub fn add_result_sentence(&mut self, subject: String, result: String) {
        self.add_dice_sentence(subject, result);
        self.close_open_sentence();
    }

    /// The dice of what was announced; [`Page::verdict`] may say how it came out.
    pub fn complete_with_dice(&mut self, subject: String, dice: String) {
        match self.open_sentence.take_if(|open| open.begins_paragraph && !open.has_dice) {
            Some(OpenSentence { text, begins_paragraph: begins, .. }) => {
                let text = self.join_result(text, dice);
                self.open_sentence =
                    Some(OpenSentence { text, begins_paragraph: begins, has_dice: true });
            }
            None => self.add_dice_sentence(subject, dice),
        }
    }

    /// Dice that are told by themselves.
    pub fn add_dice_sentence(&mut self, subject: String, dice: String) {
        self.close_open_sentence();
        let text = self.join_result(subject, dice);
        self.open_sentence = Some(OpenSentence { text, begins_paragraph: false, has_dice: true });
    }

    /// What came of the dice that were told last. Whether there were any.
    pub fn append_verdict(&mut self, verdict: &str) -> bool {
        let is_next = self.open_sentence.as_ref().is_some_and(|open| open.has_dice);
        if let Some(open) = self.open_sentence.as_mut().filter(|open| open.has_dice) {
            open.text.push_str(verdict);
        }
        self.close_open_sentence();
        is_next
    }

    /// A sentence that ends an open one: after a colon, or by itself.
    pub fn complete_with_sentence(&mut self, sentence: String) {
        match self.open_sentence.take_if(|open| !open.begins_paragraph || open.has_dice) {
            Some(OpenSentence { text, begins_paragraph: begins, .. }) => {
                let (what, sentence) = (FormattedText(text), FormattedText(sentence));
                let told = say!(self.locale, "told-with-sentence", what, sentence);
                if begins { self.begin_paragraph(told) } else { self.append_sentence(told) }
            }
            None => self.add_sentence(sentence),
        }
    }

    fn join_result(&self, what: String, result: String) -> String {
        let (what, result) = (FormattedText(what), FormattedText(result));
        say!(self.locale, "told-with-result", what, result)
    }

    /// One more sentence of the same paragraph. The same sentence twice is told once.
    pub fn add_sentence(&mut self, sentence: String) {
        self.close_open_sentence();
        if self.last_sentence != sentence || self.starts_new_paragraph {
            self.append_sentence(sentence);
        }
    }

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

    /// Whether a sentence was told already.
    pub fn contains_sentence(&self, sentence: &str) -> bool {
        self.paragraphs.iter().any(|told| told.contains(sentence))
    }

    /// What comes next is another matter.
    pub fn end_paragraph(&mut self) {
        self.close_open_sentence();
        self.starts_new_paragraph = true;
    }

    fn close_open_sentence(&mut self) {
        let Some(OpenSentence { text, begins_paragraph: begins, .. }) = self.open_sentence.take()
        else {
            return;
        };
        let sentence = say!(self.locale, "told", what = FormattedText(text));
        if begins { self.begin_paragraph(sentence) } else { self.append_sentence(sentence) }
    }

    pub fn into_paragraphs(mut self) -> Vec<String> {
        self.close_open_sentence();
        self.paragraphs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> ParagraphBuilder {
        ParagraphBuilder::new(Locale::ENGLISH)
    }

    #[test]
    fn an_attack_its_dice_and_its_outcome_are_one_sentence() {
        let mut page = page();
        page.open_paragraph("Ana attacks Rat".into());
        page.complete_with_dice("Ana".into(), "6, 2 = 1 success".into());
        assert!(page.append_verdict(", needs 1: HIT"));
        page.open_sentence("d8 3 damage".into());
        page.complete_with_sentence("Rat loses 3 HP, 1 left.".into());
        let told = "Ana attacks Rat: 6, 2 = 1 success, needs 1: HIT. \
                    d8 3 damage: Rat loses 3 HP, 1 left.";
        assert_eq!(page.into_paragraphs(), [told]);
    }

    #[test]
    fn what_comes_between_ends_the_sentence() {
        let mut page = page();
        page.open_paragraph("Ana attacks Rat".into());
        page.complete_with_dice("Ana".into(), "6, 2".into());
        page.add_dice_sentence("Rat parries".into(), "1, 2".into());
        page.add_sentence("The shield breaks.".into());
        assert!(!page.append_verdict(": HIT"));
        page.open_sentence("d8 3 damage".into());
        page.begin_paragraph("Ben waits.".into());
        let told = "Ana attacks Rat: 6, 2. Rat parries: 1, 2. The shield breaks. d8 3 damage.";
        assert_eq!(page.into_paragraphs(), [told, "Ben waits."]);
    }

    #[test]
    fn a_sentence_is_not_told_twice_in_a_row() {
        let mut page = page();
        page.begin_paragraph("Ana is Out.".into());
        page.add_sentence("Ana is Out.".into());
        page.end_paragraph();
        page.add_sentence("Ana is Out.".into());
        assert_eq!(page.into_paragraphs(), ["Ana is Out.", "Ana is Out."]);
    }
}
