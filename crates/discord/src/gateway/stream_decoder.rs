//! Decompresses what Discord sends with `compress=zstd-stream`: one zstd stream a connection,
//! flushed after each frame. See
//! <https://discord.com/developers/docs/events/gateway#transport-compression>.

use std::io;

use zstd::stream::raw::{Decoder, InBuffer, Operation as _, OutBuffer};

/// The longest frame that is accepted, in bytes, so that a hostile one does not fill the memory.
/// The longest that Discord sends describe large servers, with a few megabytes.
const MAX_FRAME_BYTES: usize = 64 << 20;

/// How much is decompressed at once, in bytes.
const CHUNK_BYTES: usize = 16 << 10;

pub struct StreamDecoder {
    decoder: Decoder<'static>,
}

impl StreamDecoder {
    /// Creates a decoder for the stream of one connection.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new() -> io::Result<Self> {
        Ok(Self { decoder: Decoder::new()? })
    }

    /// Decompresses the next frame of the stream.
    ///
    /// # Errors
    /// The data does not go on with the stream, is longer than [`MAX_FRAME_BYTES`], or is no UTF-8.
    pub fn decode(&mut self, compressed: &[u8]) -> io::Result<String> {
        let mut input = InBuffer::around(compressed);
        let mut frame = Vec::new();
        let mut chunk = vec![0; CHUNK_BYTES];
        loop {
            let mut output = OutBuffer::around(&mut chunk[..]);
            self.decoder.run(&mut input, &mut output)?;
            let decoded = output.as_slice();
            frame.extend_from_slice(decoded);
            if frame.len() > MAX_FRAME_BYTES {
                return Err(io::Error::other("a frame is too long"));
            }
            // A chunk that is not full holds the end of what was flushed.
            if input.pos() == compressed.len() && decoded.len() < CHUNK_BYTES {
                break;
            }
        }
        String::from_utf8(frame).map_err(|_| io::Error::other("a frame is no text"))
    }
}

#[cfg(test)]
mod tests {
    use zstd::stream::raw::Encoder;

    use super::*;

    /// Compresses a text as the next frame of a stream.
    fn flush(encoder: &mut Encoder<'static>, text: &str) -> Vec<u8> {
        let mut buffer = vec![0; text.len() + 1_000];
        let mut output = OutBuffer::around(&mut buffer[..]);
        encoder.run(&mut InBuffer::around(text.as_bytes()), &mut output).unwrap();
        assert_eq!(encoder.flush(&mut output).unwrap(), 0, "the buffer has room for all");
        output.as_slice().to_vec()
    }

    #[test]
    fn frames_of_one_stream_are_decoded_one_by_one() {
        let mut encoder = Encoder::new(3).unwrap();
        let mut decoder = StreamDecoder::new().unwrap();
        let long = (0..20_000).map(|number| number.to_string()).collect::<String>();
        let exactly_one_chunk = "x".repeat(CHUNK_BYTES);
        for text in ["{\"op\":10}", "ä", &long, "{\"op\":11}", &exactly_one_chunk, &long] {
            let compressed = flush(&mut encoder, text);
            assert_eq!(decoder.decode(&compressed).unwrap(), text);
        }
    }

    #[test]
    fn what_is_no_part_of_the_stream_is_refused() {
        let mut decoder = StreamDecoder::new().unwrap();
        assert!(decoder.decode(b"{\"op\":10}").is_err());
        let mut encoder = Encoder::new(3).unwrap();
        let bomb = "x".repeat(MAX_FRAME_BYTES + 1);
        let mut decoder = StreamDecoder::new().unwrap();
        assert!(decoder.decode(&flush(&mut encoder, &bomb)).is_err());
    }
}
