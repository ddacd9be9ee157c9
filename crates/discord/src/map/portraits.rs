//! Portraits in tokens: decoded once, kept small, and drawn into the shape of the token's camp.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::mem;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use png::{BitDepth, ColorType, Decoder, Encoder, Limits, Transformations};
use resvg::tiny_skia::{
    FillRule, FilterQuality, Paint, Path, PathBuilder, Pattern, Pixmap, PremultipliedColorU8, Rect,
    SpreadMode, Transform,
};

use engine::visibility::view::Camp;

/// The width and height of a kept portrait, in pixels.
const SIZE: u32 = 96;
/// The most pixels of a picture that is decoded, and the memory that decoding may take, in bytes.
const MAX_PIXELS: u64 = 4_000_000;
const MAX_DECODED_BYTES: usize = 32 * 1024 * 1024;
/// Of how many levels each colour channel has. Few colours make small pictures.
const COLOUR_LEVELS: u32 = 12;
/// How many portraits are kept; half of them are dropped when there are more.
const MAX_KEPT: usize = 400;

/// A square picture of somebody.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Portrait {
    /// Red, green and blue of each pixel, row by row.
    pixels: Vec<u8>,
}

/// Why a file is no portrait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortraitError {
    /// Not a PNG, or damaged.
    Unreadable,
    /// More pixels than anybody needs.
    TooLarge,
}

impl Portrait {
    /// Decodes a PNG, and keeps the square in its middle.
    ///
    /// # Errors
    /// The file is no PNG that can be decoded within the limits.
    pub fn decode_png_cropped_to_square(file: &[u8]) -> Result<Self, PortraitError> {
        let unreadable = |_| PortraitError::Unreadable;
        let mut decoder =
            Decoder::new_with_limits(Cursor::new(file), Limits { bytes: MAX_DECODED_BYTES });
        decoder
            .set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
        let mut reader = decoder.read_info().map_err(unreadable)?;
        let (width, height) = reader.info().size();
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(PortraitError::TooLarge);
        }
        let buffer_size = reader.output_buffer_size().ok_or(PortraitError::TooLarge)?;
        let mut buffer = vec![0; buffer_size];
        let frame = reader.next_frame(&mut buffer).map_err(unreadable)?;
        let channels = frame.color_type.samples();
        let image = Image { width, height, channels, samples: &buffer };
        Ok(Self { pixels: image.shrink_middle_square() })
    }

    /// Returns the portrait as the address of a PNG that needs no network; `None` if it cannot be
    /// encoded.
    pub fn to_data_url(&self) -> Option<String> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, SIZE, SIZE);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.write_header().ok()?.write_image_data(&self.pixels).ok()?;
        Some(format!("data:image/png;base64,{}", BASE64_STANDARD.encode(file)))
    }

    /// Returns the portrait as pixels to draw with.
    fn to_pixmap(&self) -> Option<Pixmap> {
        let mut pixmap = Pixmap::new(SIZE, SIZE)?;
        for (pixel, colour) in pixmap.pixels_mut().iter_mut().zip(self.pixels.chunks_exact(3)) {
            *pixel = PremultipliedColorU8::from_rgba(colour[0], colour[1], colour[2], u8::MAX)?;
        }
        Some(pixmap)
    }
}

/// A decoded image: two (grey and alpha) or four samples a pixel.
struct Image<'a> {
    width: u32,
    height: u32,
    channels: usize,
    samples: &'a [u8],
}

impl Image<'_> {
    /// Returns the square in the middle in the size of a portrait. Each pixel is the average of
    /// those that it stands for.
    fn shrink_middle_square(&self) -> Vec<u8> {
        let side = self.width.min(self.height);
        let (left, top) = ((self.width - side) / 2, (self.height - side) / 2);
        // The pixels of this image for which a pixel of the portrait stands: at least one.
        let source_range = |start: u32, index: u32| {
            let from = index * side / SIZE;
            let to = ((index + 1) * side / SIZE).max(from + 1);
            start + from..start + to
        };
        let mut pixels = Vec::with_capacity((SIZE * SIZE * 3) as usize);
        for row in 0..SIZE {
            for column in 0..SIZE {
                let colour =
                    self.average_colour(source_range(left, column), source_range(top, row));
                pixels.extend(colour.map(quantize_channel));
            }
        }
        pixels
    }

    /// Returns the average colour of a rectangle of pixels, which must not be empty.
    fn average_colour(&self, columns: Range<u32>, rows: Range<u32>) -> [u32; 3] {
        let mut sums = [0_u32; 3];
        let mut count = 0;
        for y in rows {
            for x in columns.clone() {
                let colour = self.blend_pixel_with_dark_background(x, y);
                sums.iter_mut().zip(colour).for_each(|(sum, channel)| *sum += channel);
                count += 1;
            }
        }
        sums.map(|sum| sum / count)
    }

    /// Returns the red, green and blue of a pixel, blended with the dark background by its alpha.
    fn blend_pixel_with_dark_background(&self, x: u32, y: u32) -> [u32; 3] {
        /// Red, green and blue of the background.
        const BACKGROUND: u32 = 40;
        const OPAQUE: u32 = 255;
        let start = (y as usize * self.width as usize + x as usize) * self.channels;
        let sample = |index: usize| self.samples.get(start + index).copied().map_or(0, u32::from);
        let alpha = sample(self.channels - 1);
        let is_grey = self.channels <= 2;
        let colour_samples = if is_grey { [0, 0, 0] } else { [0, 1, 2] };
        colour_samples.map(|index| (sample(index) * alpha + BACKGROUND * (OPAQUE - alpha)) / OPAQUE)
    }
}

/// Rounds a channel to one of [`COLOUR_LEVELS`] levels.
fn quantize_channel(value: u32) -> u8 {
    let step = 255 / (COLOUR_LEVELS - 1);
    ((value + step / 2) / step * step).min(255) as u8
}

/// A portrait with its place in a picture.
pub struct PlacedPortrait<'a> {
    pub portrait: &'a Portrait,
    pub camp: Camp,
    pub x: f32,
    pub y: f32,
    /// The radius of the token's shape.
    pub radius: f32,
}

/// Draws a portrait over the shape of its token, a little smaller, so that the camp's colour stays
/// as a frame. Returns `None` if it cannot be drawn.
pub fn draw_portrait(pixels: &mut Pixmap, placed: &PlacedPortrait) -> Option<()> {
    let inner_radius = placed.radius - 4.0;
    let path = camp_path(placed.camp, (placed.x, placed.y), inner_radius)?;
    let portrait = placed.portrait.to_pixmap()?;
    let scale = 2.0 * placed.radius / SIZE as f32;
    let place = Transform::from_row(
        scale,
        0.0,
        0.0,
        scale,
        placed.x - placed.radius,
        placed.y - placed.radius,
    );
    let shader =
        Pattern::new(portrait.as_ref(), SpreadMode::Pad, FilterQuality::Nearest, 1.0, place);
    let paint = Paint { shader, anti_alias: true, ..Paint::default() };
    pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
    Some(())
}

/// Returns the shape of a camp around `(x, y)`, as tokens have it. `None` for an empty shape.
fn camp_path(camp: Camp, (x, y): (f32, f32), radius: f32) -> Option<Path> {
    match camp {
        Camp::Players => PathBuilder::from_circle(x, y, radius),
        Camp::Foes => {
            let half = radius * 0.86;
            let square = Rect::from_xywh(x - half, y - half, 2.0 * half, 2.0 * half)?;
            Some(PathBuilder::from_rect(square))
        }
        Camp::Others => {
            let mut path = PathBuilder::new();
            path.move_to(x, y - radius);
            path.line_to(x + radius, y);
            path.line_to(x, y + radius);
            path.line_to(x - radius, y);
            path.close();
            path.finish()
        }
    }
}

/// The portraits by their addresses, with those that could not be loaded.
struct PortraitCache {
    latest: BTreeMap<String, Option<Arc<Portrait>>>,
    earlier: BTreeMap<String, Option<Arc<Portrait>>>,
}

static PORTRAIT_CACHE: Mutex<PortraitCache> =
    Mutex::new(PortraitCache { latest: BTreeMap::new(), earlier: BTreeMap::new() });

fn lock_cache() -> MutexGuard<'static, PortraitCache> {
    PORTRAIT_CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PortraitCache {
    /// Returns the result for an address, as [`find_portrait`] does.
    fn find(&self, address: &str) -> Option<Option<Arc<Portrait>>> {
        self.latest.get(address).or_else(|| self.earlier.get(address)).cloned()
    }

    /// Caches a portrait. When `latest` is full, it becomes `earlier`, and what was there is
    /// dropped.
    fn insert(&mut self, address: &str, portrait: Option<Portrait>) {
        if self.latest.len() >= MAX_KEPT / 2 {
            self.earlier = mem::take(&mut self.latest);
        }
        self.latest.insert(address.into(), portrait.map(Arc::new));
    }
}

/// Returns the cached result for an address: `None` if nobody has tried to load it, `Some(None)` if
/// it could not be loaded.
pub fn find_portrait(address: &str) -> Option<Option<Arc<Portrait>>> {
    lock_cache().find(address)
}

/// Caches the portrait that was loaded from an address, or `None` if it could not be loaded.
pub fn cache_portrait(address: &str, portrait: Option<Portrait>) {
    lock_cache().insert(address, portrait);
}

/// Forgets all portraits, because somebody's data was deleted. Those of others are loaded again
/// when they are needed.
pub fn clear_portrait_cache() {
    let mut cache = lock_cache();
    cache.latest.clear();
    cache.earlier.clear();
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Encodes a picture whose left half is red, and whose right half is blue.
    pub fn two_coloured_png(width: u32, height: u32) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, width, height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        let row = (0..width).flat_map(|x| if x < width / 2 { [255, 0, 0] } else { [0, 0, 255] });
        let row: Vec<u8> = row.collect();
        encoder.write_header().unwrap().write_image_data(&row.repeat(height as usize)).unwrap();
        file
    }

    #[test]
    fn portrait_is_the_middle_of_the_picture() {
        for (width, height) in [(300, 100), (96, 96), (10, 40)] {
            let portrait =
                Portrait::decode_png_cropped_to_square(&two_coloured_png(width, height)).unwrap();
            let pixmap = portrait.to_pixmap().unwrap();
            let colour = |x| pixmap.pixel(x, 50).map(|pixel| (pixel.red(), pixel.blue())).unwrap();
            assert_eq!((colour(2).1, colour(93).0), (0, 0), "{width}x{height}");
            assert!(colour(2).0 > 240 && colour(93).1 > 240, "{width}x{height}");
        }
    }

    #[test]
    fn files_that_are_no_small_png_are_refused() {
        assert_eq!(
            Portrait::decode_png_cropped_to_square(b"GIF89a"),
            Err(PortraitError::Unreadable)
        );
        let damaged = &two_coloured_png(64, 64)[..60];
        assert_eq!(Portrait::decode_png_cropped_to_square(damaged), Err(PortraitError::Unreadable));
        let large = two_coloured_png(2100, 2100);
        assert_eq!(Portrait::decode_png_cropped_to_square(&large), Err(PortraitError::TooLarge));
    }

    #[test]
    fn cache_forgets_old_portraits() {
        let mut cache = PortraitCache { latest: BTreeMap::new(), earlier: BTreeMap::new() };
        let portrait = || Portrait::decode_png_cropped_to_square(&two_coloured_png(8, 8)).unwrap();
        let address = |number: usize| format!("https://cache.example/{number}.png");
        assert_eq!(cache.find(&address(0)), None);
        for number in 0..=MAX_KEPT {
            cache.insert(&address(number), (number % 2 == 0).then(portrait));
        }
        assert_eq!(cache.find(&address(0)), None);
        assert_eq!(cache.find(&address(MAX_KEPT)), Some(Some(Arc::new(portrait()))));
        assert_eq!(cache.find(&address(MAX_KEPT - 1)), Some(None));
    }

    #[test]
    fn data_url_of_a_portrait_has_the_same_picture() {
        let portrait = Portrait::decode_png_cropped_to_square(&two_coloured_png(96, 96)).unwrap();
        let address = portrait.to_data_url().unwrap();
        let (kind, data) = address.split_once(',').unwrap();
        assert_eq!(kind, "data:image/png;base64");
        let file = BASE64_STANDARD.decode(data).unwrap();
        assert_eq!(Portrait::decode_png_cropped_to_square(&file), Ok(portrait));
        assert!(address.len() < 40_000, "{}", address.len());
    }
}
