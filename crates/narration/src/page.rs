//! A page: sentences gathered into paragraphs, one for each act.

use super::catalogue::{Locale, Set, say};

pub struct Page {
    locale: Locale,
    paragraphs: Vec<String>,
    /// The next sentence begins a paragraph.
    is_cut: bool,
    /// The sentence that waits for its end.
    open: Option<Open>,
    /// The sentence that was told last, which is not told twice.
    last: String,
}

/// A sentence without its full stop.
struct Open {
    text: String,
    begins: bool,
    /// Its dice are told; only the outcome may follow.
    has_dice: bool,
}

impl Page {
    pub fn new(locale: Locale) -> Self {
        let (paragraphs, last) = (Vec::new(), String::new());
        Self { locale, paragraphs, is_cut: false, open: None, last }
    }

    /// A sentence that begins a paragraph.
    pub fn begin(&mut self, sentence: String) {
        self.close();
        self.is_cut = false;
        self.last.clone_from(&sentence);
        self.paragraphs.push(sentence);
    }

    /// The announcement that begins a paragraph, without its full stop; [`Page::result`] may
    /// complete it.
    pub fn announce(&mut self, what: String) {
        self.close();
        self.open = Some(Open { text: what, begins: true, has_dice: false });
    }

    /// The beginning of one more sentence of the same paragraph, which [`Page::follow`] may end.
    pub fn open(&mut self, what: String) {
        self.close();
        self.open = Some(Open { text: what, begins: false, has_dice: false });
    }

    /// What was announced last waits for its result.
    pub fn is_announcing(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.begins && !open.has_dice)
    }

    /// How what was announced came out; a sentence with a subject of its own where the
    /// announcement was told before.
    pub fn result(&mut self, subject: String, result: String) {
        self.dice(subject, result);
        self.close();
    }

    /// A result that is told by itself.
    pub fn add_result(&mut self, subject: String, result: String) {
        self.add_dice(subject, result);
        self.close();
    }

    /// The dice of what was announced; [`Page::verdict`] may say how it came out.
    pub fn dice(&mut self, subject: String, dice: String) {
        match self.open.take_if(|open| open.begins && !open.has_dice) {
            Some(Open { text, begins, .. }) => {
                let text = self.joined(text, dice);
                self.open = Some(Open { text, begins, has_dice: true });
            }
            None => self.add_dice(subject, dice),
        }
    }

    /// Dice that are told by themselves.
    pub fn add_dice(&mut self, subject: String, dice: String) {
        self.close();
        let text = self.joined(subject, dice);
        self.open = Some(Open { text, begins: false, has_dice: true });
    }

    /// What came of the dice that were told last. Whether there were any.
    pub fn verdict(&mut self, verdict: &str) -> bool {
        let is_next = self.open.as_ref().is_some_and(|open| open.has_dice);
        if let Some(open) = self.open.as_mut().filter(|open| open.has_dice) {
            open.text.push_str(verdict);
        }
        self.close();
        is_next
    }

    /// A sentence that ends an open one: after a colon, or by itself.
    pub fn follow(&mut self, sentence: String) {
        match self.open.take_if(|open| !open.begins || open.has_dice) {
            Some(Open { text, begins, .. }) => {
                let (what, sentence) = (Set(text), Set(sentence));
                let told = say!(self.locale, "told-with-sentence", what, sentence);
                if begins { self.begin(told) } else { self.append(told) }
            }
            None => self.add(sentence),
        }
    }

    fn joined(&self, what: String, result: String) -> String {
        let (what, result) = (Set(what), Set(result));
        say!(self.locale, "told-with-result", what, result)
    }

    /// One more sentence of the same paragraph. The same sentence twice is told once.
    pub fn add(&mut self, sentence: String) {
        self.close();
        if self.last != sentence || self.is_cut {
            self.append(sentence);
        }
    }

    fn append(&mut self, sentence: String) {
        match self.paragraphs.last_mut().filter(|_| !self.is_cut) {
            Some(last) => {
                last.push(' ');
                last.push_str(&sentence);
                self.last = sentence;
            }
            None => self.begin(sentence),
        }
    }

    /// Whether a sentence was told already.
    pub fn has_told(&self, sentence: &str) -> bool {
        self.paragraphs.iter().any(|told| told.contains(sentence))
    }

    /// What comes next is another matter.
    pub fn cut(&mut self) {
        self.close();
        self.is_cut = true;
    }

    fn close(&mut self) {
        let Some(Open { text, begins, .. }) = self.open.take() else { return };
        let sentence = say!(self.locale, "told", what = Set(text));
        if begins { self.begin(sentence) } else { self.append(sentence) }
    }

    pub fn finish(mut self) -> Vec<String> {
        self.close();
        self.paragraphs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        Page::new(Locale::ENGLISH)
    }

    #[test]
    fn an_attack_its_dice_and_its_outcome_are_one_sentence() {
        let mut page = page();
        page.announce("Ana attacks Rat".into());
        page.dice("Ana".into(), "6, 2 = 1 success".into());
        assert!(page.verdict(", needs 1: HIT"));
        page.open("d8 3 damage".into());
        page.follow("Rat loses 3 HP, 1 left.".into());
        let told = "Ana attacks Rat: 6, 2 = 1 success, needs 1: HIT. \
                    d8 3 damage: Rat loses 3 HP, 1 left.";
        assert_eq!(page.finish(), [told]);
    }

    #[test]
    fn what_comes_between_ends_the_sentence() {
        let mut page = page();
        page.announce("Ana attacks Rat".into());
        page.dice("Ana".into(), "6, 2".into());
        page.add_dice("Rat parries".into(), "1, 2".into());
        page.add("The shield breaks.".into());
        assert!(!page.verdict(": HIT"));
        page.open("d8 3 damage".into());
        page.begin("Ben waits.".into());
        let told = "Ana attacks Rat: 6, 2. Rat parries: 1, 2. The shield breaks. d8 3 damage.";
        assert_eq!(page.finish(), [told, "Ben waits."]);
    }

    #[test]
    fn a_sentence_is_not_told_twice_in_a_row() {
        let mut page = page();
        page.begin("Ana is Out.".into());
        page.add("Ana is Out.".into());
        page.cut();
        page.add("Ana is Out.".into());
        assert_eq!(page.finish(), ["Ana is Out.", "Ana is Out."]);
    }
}
