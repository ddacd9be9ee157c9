//! A page: sentences gathered into paragraphs, one for each act.

use super::catalogue::{Tongue, say};

pub struct Page {
    tongue: Tongue,
    paragraphs: Vec<String>,
    /// The next sentence begins a paragraph.
    is_cut: bool,
    /// The announcement that waits for its result.
    announced: Option<String>,
}

impl Page {
    pub fn new(tongue: Tongue) -> Self {
        Self { tongue, paragraphs: Vec::new(), is_cut: false, announced: None }
    }

    /// A sentence that begins a paragraph.
    pub fn begin(&mut self, sentence: String) {
        self.close();
        self.is_cut = false;
        self.paragraphs.push(sentence);
    }

    /// The announcement that begins a paragraph, without its full stop; [`Page::result`] may
    /// complete it.
    pub fn announce(&mut self, what: String) {
        self.close();
        self.announced = Some(what);
    }

    /// What was announced last waits for its result.
    pub fn is_announcing(&self) -> bool {
        self.announced.is_some()
    }

    /// How what was announced came out; a sentence with a subject of its own where the
    /// announcement was told before.
    pub fn result(&mut self, subject: String, result: String) {
        match self.announced.take() {
            Some(what) => self.begin(self.with_result(what, result)),
            None => self.add_result(subject, result),
        }
    }

    /// A result that is told by itself.
    pub fn add_result(&mut self, subject: String, result: String) {
        self.add(self.with_result(subject, result));
    }

    fn with_result(&self, what: String, result: String) -> String {
        say!(self.tongue, "told-with-result", what, result)
    }

    /// One more sentence of the same paragraph.
    pub fn add(&mut self, sentence: String) {
        self.close();
        match self.paragraphs.last_mut().filter(|_| !self.is_cut) {
            Some(last) => {
                last.push(' ');
                last.push_str(&sentence);
            }
            None => self.begin(sentence),
        }
    }

    /// What comes next is another matter.
    pub fn cut(&mut self) {
        self.close();
        self.is_cut = true;
    }

    fn close(&mut self) {
        if let Some(what) = self.announced.take() {
            self.begin(say!(self.tongue, "told", what));
        }
    }

    pub fn finish(mut self) -> Vec<String> {
        self.close();
        self.paragraphs
    }
}
