//! A whole message as text that tests can compare.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use riposte::discord::messages::RenderedMessage;

/// Formats all of a message as it is sent, with a hash of its picture and the alt text.
pub fn comparable_text(mut message: RenderedMessage) -> String {
    let picture = message.picture.take().map(|picture| {
        let mut hasher = DefaultHasher::new();
        picture.png.hash(&mut hasher);
        (hasher.finish(), picture.alt_text)
    });
    format!("{message:?} {picture:?}")
}
