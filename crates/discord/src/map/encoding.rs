//! Encodes a drawing as PNG. Drawings have few colours, and a PNG with a palette is encoded several
//! times faster than a full-colour one, and is a third of its size.

use std::collections::BTreeMap;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

/// The compression level, from 1 to 9. Higher levels make hardly any difference.
const COMPRESSION_LEVEL: u8 = 4;

/// Encodes a drawing. Returns `None` if the encoder fails.
pub fn encode_png(pixels: &Pixmap) -> Option<Vec<u8>> {
    match build_palette(pixels) {
        Some((colours, colour_indexes)) => {
            encode_indexed_png(pixels, colours, &colour_indexes).ok()
        }
        None => pixels.encode_png().ok(),
    }
}

/// Returns the colours of a drawing, and for each pixel the index of its colour. Returns `None` if
/// there are more than 256 colours, or if some pixel is transparent.
fn build_palette(pixels: &Pixmap) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut index_by_colour: BTreeMap<[u8; 3], u8> = BTreeMap::new();
    let mut colours = Vec::new();
    let mut indexes = Vec::with_capacity(pixels.pixels().len());
    let mut previous: Option<(PremultipliedColorU8, u8)> = None;
    for pixel in pixels.pixels() {
        let index = match previous {
            Some((colour, index)) if colour == *pixel => index,
            _ if !pixel.is_opaque() => return None,
            _ => {
                let colour = [pixel.red(), pixel.green(), pixel.blue()];
                match index_by_colour.get(&colour) {
                    Some(index) => *index,
                    None => {
                        let index = u8::try_from(index_by_colour.len()).ok()?;
                        index_by_colour.insert(colour, index);
                        colours.extend(colour);
                        index
                    }
                }
            }
        };
        previous = Some((*pixel, index));
        indexes.push(index);
    }
    Some((colours, indexes))
}

fn encode_indexed_png(
    pixels: &Pixmap,
    colours: Vec<u8>,
    colour_indexes: &[u8],
) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(colours);
    encoder.set_deflate_compression(DeflateCompression::Level(COMPRESSION_LEVEL));
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(colour_indexes)?;
    writer.finish()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::Color;

    /// Decodes a PNG into its pixels.
    fn decode_png(file: &[u8]) -> Vec<PremultipliedColorU8> {
        Pixmap::decode_png(file).unwrap().pixels().to_vec()
    }

    /// Returns a picture of `count` colours, one per pixel, of which the last has this opacity.
    fn pixmap_of(count: u32, alpha: u8) -> Pixmap {
        let mut pixels = Pixmap::new(count, 2).unwrap();
        pixels.fill(Color::WHITE);
        for (index, pixel) in (0..count - 1).zip(pixels.pixels_mut()) {
            let colour = PremultipliedColorU8::from_rgba((index / 256) as u8, index as u8, 7, 255);
            *pixel = colour.unwrap();
        }
        *pixels.pixels_mut().last_mut().unwrap() =
            PremultipliedColorU8::from_rgba(alpha, 0, 0, alpha).unwrap();
        pixels
    }

    #[test]
    fn every_pixel_is_shown_as_it_was_drawn() {
        for (count, alpha) in [(3, 255), (254, 255), (255, 255), (300, 255), (3, 100)] {
            let pixels = pixmap_of(count, alpha);
            let is_indexed = build_palette(&pixels).is_some();
            assert_eq!(is_indexed, count <= 255 && alpha == 255, "{count} colours");
            assert_eq!(
                decode_png(&encode_png(&pixels).unwrap()),
                pixels.pixels(),
                "{count} colours"
            );
        }
    }
}
