//! A drawing as a PNG. It has few colours, and a picture that names them in a palette is packed
//! several times faster than one of full colour, and is a third of its size.

use std::collections::BTreeMap;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

/// How hard it is tried to make it small, of 1 to 9: more makes hardly a difference.
const COMPRESSION_LEVEL: u8 = 4;

/// The PNG; none where it cannot be written.
pub fn encode_png(pixels: &Pixmap) -> Option<Vec<u8>> {
    match build_palette(pixels) {
        Some((colours, places)) => encode_indexed_png(pixels, colours, &places).ok(),
        None => pixels.encode_png().ok(),
    }
}

/// The colours, and for each pixel the place of its colour; none where there are too many, or some
/// can be seen through.
fn build_palette(pixels: &Pixmap) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut known: BTreeMap<[u8; 3], u8> = BTreeMap::new();
    let mut colours = Vec::new();
    let mut places = Vec::with_capacity(pixels.pixels().len());
    let mut last: Option<(PremultipliedColorU8, u8)> = None;
    for pixel in pixels.pixels() {
        let place = match last {
            Some((colour, place)) if colour == *pixel => place,
            _ if !pixel.is_opaque() => return None,
            _ => {
                let colour = [pixel.red(), pixel.green(), pixel.blue()];
                match known.get(&colour) {
                    Some(place) => *place,
                    None => {
                        let place = u8::try_from(known.len()).ok()?;
                        known.insert(colour, place);
                        colours.extend(colour);
                        place
                    }
                }
            }
        };
        last = Some((*pixel, place));
        places.push(place);
    }
    Some((colours, places))
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

    /// What a PNG shows, pixel by pixel.
    fn shown(file: &[u8]) -> Vec<PremultipliedColorU8> {
        Pixmap::decode_png(file).unwrap().pixels().to_vec()
    }

    /// `count` opaque colours, one a pixel, the last of them seen through to some degree.
    fn drawing(count: u32, alpha: u8) -> Pixmap {
        let mut pixels = Pixmap::new(count, 2).unwrap();
        pixels.fill(Color::WHITE);
        for (at, pixel) in (0..count - 1).zip(pixels.pixels_mut()) {
            let colour = PremultipliedColorU8::from_rgba((at / 256) as u8, at as u8, 7, 255);
            *pixel = colour.unwrap();
        }
        *pixels.pixels_mut().last_mut().unwrap() =
            PremultipliedColorU8::from_rgba(alpha, 0, 0, alpha).unwrap();
        pixels
    }

    #[test]
    fn every_pixel_is_shown_as_it_was_drawn() {
        for (count, alpha) in [(3, 255), (254, 255), (255, 255), (300, 255), (3, 100)] {
            let pixels = drawing(count, alpha);
            let is_indexed = build_palette(&pixels).is_some();
            assert_eq!(is_indexed, count <= 255 && alpha == 255, "{count} colours");
            assert_eq!(shown(&encode_png(&pixels).unwrap()), pixels.pixels(), "{count} colours");
        }
    }
}
