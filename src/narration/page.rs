//! A page: sentences gathered into paragraphs, one for each act.

#[derive(Default)]
pub struct Page {
    paragraphs: Vec<String>,
    /// The next sentence begins a paragraph.
    is_cut: bool,
    /// The last sentence waits for what follows its colon.
    is_open: bool,
}

impl Page {
    /// A sentence that begins a paragraph.
    pub fn begin(&mut self, sentence: String) {
        self.close();
        self.is_cut = false;
        self.paragraphs.push(sentence);
    }

    /// The announcement that begins a paragraph; [`Page::result`] may complete it.
    pub fn announce(&mut self, sentence: String) {
        self.begin(sentence);
        self.is_open = true;
    }

    /// How what was announced came out; a sentence with a subject of its own where the
    /// announcement was told before.
    pub fn result(&mut self, subject: &str, text: &str) {
        match self.paragraphs.last_mut().filter(|_| self.is_open) {
            Some(last) => {
                *last += &format!(": {text}.");
                self.is_open = false;
            }
            None => self.add(format!("{subject}: {text}.")),
        }
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
        if self.is_open
            && let Some(last) = self.paragraphs.last_mut()
        {
            last.push('.');
        }
        self.is_open = false;
    }

    pub fn finish(mut self) -> Vec<String> {
        self.close();
        self.paragraphs
    }
}
