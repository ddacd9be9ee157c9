//! Encodes a drawing as PNG. Drawings have few colours, and a PNG with a palette is encoded several
//! times faster than a full-colour one, and is a third of its size.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use rustc_hash::FxHashMap;

/// The compression level, from 1 to 9. Level 4 takes two thirds of the time and makes a picture 7 %
/// larger; level 9 makes it 7 % smaller and takes five times as long.
const COMPRESSION_LEVEL: u8 = 6;

/// Encodes a drawing as PNG: with a palette if no pixel is transparent. Returns `None` if the
/// encoder fails.
pub fn encode_png(pixels: &Pixmap) -> Option<Vec<u8>> {
    match reduce_to_256_colours_unless_transparent(pixels) {
        Some((colours, colour_indexes)) => {
            encode_indexed_png(pixels, colours, &colour_indexes).ok()
        }
        None => pixels.encode_png().ok(),
    }
}

/// The most colours of a palette.
const MAX_COLOURS: usize = 256;

/// How many bits of each channel tell colours apart, unless a drawing has few colours. The shades
/// that smooth an edge differ by less, and a drawing without them is smaller.
const SHADE_BITS: u32 = 4;
/// The same for the pictures of crowds, which would be too large otherwise.
const CROWD_SHADE_BITS: u32 = 3;
/// A picture of more pixels shows a crowd. One of 24 combatants in 12 zones has 1.3 million.
const MIN_CROWD_PIXELS: u32 = 1_500_000;

type Colour = [u8; 3];

/// Returns the colours of a drawing, and for each pixel the index of its colour. Of colours that
/// are nearly the same the most frequent one stands for all; of more than 256 the most frequent
/// stay, and the others get the nearest of them. Returns `None` if some pixel is transparent.
fn reduce_to_256_colours_unless_transparent(pixels: &Pixmap) -> Option<(Vec<u8>, Vec<u8>)> {
    let palette = Palette::from_counts(count_colours_unless_transparent(pixels)?);
    let mut indexes = Vec::with_capacity(pixels.pixels().len());
    for (pixel, count) in runs_of_pixels(pixels) {
        let index = palette.index_by_colour.get(&colour_of(pixel)).copied().unwrap_or_default();
        indexes.resize(indexes.len() + count as usize, index);
    }
    Some((palette.colours.concat(), indexes))
}

/// Returns how many pixels have each colour. `None` if some pixel is transparent.
fn count_colours_unless_transparent(pixels: &Pixmap) -> Option<FxHashMap<Colour, u32>> {
    let mut counts: FxHashMap<Colour, u32> = FxHashMap::default();
    for (pixel, count) in runs_of_pixels(pixels) {
        if !pixel.is_opaque() {
            return None;
        }
        *counts.entry(colour_of(pixel)).or_default() += count;
    }
    Some(counts)
}

/// At most [`MAX_COLOURS`] colours, and which of them stands for each colour of a drawing.
#[derive(Default)]
struct Palette {
    colours: Vec<Colour>,
    index_by_colour: FxHashMap<Colour, u8>,
}

impl Palette {
    /// Chooses the colours for a drawing with these numbers of pixels by colour.
    fn from_counts(counts: FxHashMap<Colour, u32>) -> Self {
        let mut by_frequency: Vec<(Colour, u32)> = counts.into_iter().collect();
        by_frequency.sort_unstable_by_key(|(colour, count)| (u32::MAX - count, *colour));
        let pixel_count: u32 = by_frequency.iter().map(|(_, count)| count).sum();
        let shade_bits = match by_frequency.len() {
            0..=MAX_COLOURS => u8::BITS,
            _ if pixel_count < MIN_CROWD_PIXELS => SHADE_BITS,
            _ => CROWD_SHADE_BITS,
        };
        let mut palette = Self::default();
        let mut index_by_shade: FxHashMap<Colour, u8> = FxHashMap::default();
        for (colour, _) in by_frequency {
            let index = *index_by_shade
                .entry(shade_of(colour, shade_bits))
                .or_insert_with(|| palette.add_or_find_nearest(colour));
            palette.index_by_colour.insert(colour, index);
        }
        palette
    }

    /// Adds a colour, or finds the one that looks most like it if there is no more room. Returns
    /// its index.
    fn add_or_find_nearest(&mut self, colour: Colour) -> u8 {
        if self.colours.len() < MAX_COLOURS {
            self.colours.push(colour);
            return (self.colours.len() - 1) as u8;
        }
        let numbered = (0..=u8::MAX).zip(&self.colours);
        let nearest = numbered.min_by_key(|(_, other)| distance(colour, **other));
        nearest.map_or(0, |(index, _)| index)
    }
}

/// Returns the first bits of each channel.
fn shade_of(colour: Colour, bits: u32) -> Colour {
    colour.map(|channel| channel >> (u8::BITS - bits))
}

/// Returns the pixels in their order, equal ones in a row once, with how many they are.
fn runs_of_pixels(pixels: &Pixmap) -> impl Iterator<Item = (PremultipliedColorU8, u32)> {
    pixels.pixels().chunk_by(|one, other| one == other).map(|run| (run[0], run.len() as u32))
}

/// Returns the colour of an opaque pixel.
fn colour_of(pixel: PremultipliedColorU8) -> Colour {
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// Returns how different two colours look, as the square of their distance.
fn distance(one: Colour, other: Colour) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}

/// Encodes pixels by the indexes of their colours as a PNG file.
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
    fn colours_of_many_are_shown_by_near_ones() {
        let pixels = pixmap_of(300, 255);
        let most = 1 << (u8::BITS - SHADE_BITS);
        for (drawn, shown) in pixels.pixels().iter().zip(decode_png(&encode_png(&pixels).unwrap()))
        {
            let mut channels = colour_of(*drawn).into_iter().zip(colour_of(shown));
            assert!(channels.all(|(one, other)| one.abs_diff(other) < most), "{drawn:?} {shown:?}");
        }
    }

    #[test]
    fn every_pixel_is_shown_as_it_was_drawn() {
        for (count, alpha) in [(3, 255), (254, 255), (255, 255), (3, 100)] {
            let pixels = pixmap_of(count, alpha);
            let is_indexed = reduce_to_256_colours_unless_transparent(&pixels).is_some();
            assert_eq!(is_indexed, alpha == 255, "{count} colours");
            assert_eq!(
                decode_png(&encode_png(&pixels).unwrap()),
                pixels.pixels(),
                "{count} colours"
            );
        }
    }
}
