//! A message to its last byte, as text that can be compared.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use riposte::discord::messages::RenderedMessage;

/// All of a message as it is sent: of a picture only a mark of its bytes, and its words.
pub fn rendered(mut written: RenderedMessage) -> String {
    let picture = written.picture.take().map(|picture| {
        let mut hasher = DefaultHasher::new();
        picture.png.hash(&mut hasher);
        (hasher.finish(), picture.alt_text)
    });
    format!("{written:?} {picture:?}")
}
