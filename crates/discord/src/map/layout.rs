//! Arranges the zones of a picture in rows of tiles, and the tokens in a tile.

use super::fonts::text_width;
use super::scene::{Border, Tile};
use super::theme::{HEIGHT, SMALL_TEXT, WIDTH, ZONE_TEXT};
use engine::visibility::view::{FightView, ZoneView};

pub const MARGIN: f32 = 24.0;
pub const PADDING: f32 = 16.0;
/// The space between two tiles, and where a text says what lies between them.
const GAP: f32 = 14.0;
const HINDERED_GAP: f32 = 34.0;
/// A token with its name: 12 letters fit.
pub const CELL_WIDTH: f32 = 146.0;
/// What a name may take of it.
pub const NAME_WIDTH: f32 = CELL_WIDTH - 6.0;
pub const NOTE_HEIGHT: f32 = 25.0;
/// The height of a zone's name.
const HEADING_HEIGHT: f32 = 38.0;
/// The scale of feet below the tiles of a row.
pub const AXIS_HEIGHT: f32 = 46.0;
const MIN_TILE_WIDTH: f32 = CELL_WIDTH + 2.0 * PADDING;
/// The most lines of notes in a tile.
pub const MAX_NOTES: usize = 3;
/// The radii of rings, of which the largest that fits is taken, and the smallest.
const TOKEN_RADII: [f32; 3] = [48.0, 40.0, 32.0];
const SMALL_RADIUS: f32 = 25.0;
const MAX_ROWS: usize = 6;

/// The size of tokens: smaller ones where many people are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TokenSize {
    pub ring_radius: f32,
    pub cell_height: f32,
}

/// A tile with its place in the picture.
pub struct PlacedTile<'a> {
    pub tile: &'a Tile,
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

/// The line below the tiles that says who is gone.
#[derive(Clone, Copy)]
pub enum Footer {
    Absent,
    Line,
}

impl Footer {
    fn height(self) -> f32 {
        match self {
            Self::Absent => 0.0,
            Self::Line => NOTE_HEIGHT,
        }
    }
}

/// Where everything of a scene is drawn.
pub struct Layout<'a> {
    pub rows: Vec<Vec<PlacedTile<'a>>>,
    pub token_size: TokenSize,
    pub height: f32,
}

/// Returns whether all zones are stretches of one line.
pub fn are_zones_on_line(view: &FightView) -> bool {
    !view.zones.is_empty() && view.zones.iter().all(|zone| zone.span_feet.is_some())
}

/// Returns the indexes of the zones in an order in which most of them follow a neighbour. Zones in
/// a row keep their order.
pub fn order_zones(view: &FightView) -> Vec<usize> {
    let count = view.zones.len();
    if are_zones_on_line(view) || are_zones_in_row(view) {
        return (0..count).collect();
    }
    let degree = |zone: usize| neighbours(&view.zones[zone]).count();
    let mut order: Vec<usize> = Vec::new();
    while order.len() < count {
        let is_free = |zone: &usize| *zone < count && !order.contains(zone);
        let last = order.last().copied();
        let next_to_last = last.and_then(|last| {
            neighbours(&view.zones[last]).filter(is_free).min_by_key(|zone| (degree(*zone), *zone))
        });
        let any = || (0..count).filter(is_free).min_by_key(|zone| (degree(*zone), *zone));
        match next_to_last.or_else(any) {
            Some(zone) => order.push(zone),
            None => break,
        }
    }
    order
}

/// Returns whether the zones form a row: each is next to the ones before and after it, and to no
/// other.
pub fn are_zones_in_row(view: &FightView) -> bool {
    let last = view.zones.len().saturating_sub(1);
    last > 0
        && view.zones.iter().enumerate().all(|(index, zone)| {
            let mut actual: Vec<usize> = neighbours(zone).collect();
            actual.sort_unstable();
            let expected = [index.checked_sub(1), (index < last).then_some(index + 1)];
            actual.into_iter().eq(expected.into_iter().flatten())
        })
}

fn neighbours(zone: &ZoneView) -> impl Iterator<Item = usize> {
    zone.neighbours.iter().map(|near| usize::from(*near))
}

/// Returns the ways to split the ordered zones into rows of about the same length: one row, two
/// rows, and so on.
pub fn row_splits(order: &[usize]) -> impl Iterator<Item = Vec<Vec<usize>>> {
    (1..=MAX_ROWS.min(order.len().max(1))).map(|row_count| {
        let per_row = order.len().div_ceil(row_count).max(1);
        order.chunks(per_row).map(<[usize]>::to_vec).collect()
    })
}

impl<'a> Layout<'a> {
    /// Places rows of tiles below `top`. Tokens are smaller if the picture would otherwise be too
    /// high.
    pub fn new(tile_rows: &'a [Vec<Tile>], footer: Footer, top: f32) -> Self {
        let has_tags = tile_rows
            .iter()
            .flatten()
            .flat_map(|tile| &tile.tokens)
            .any(|token| !token.tags.is_empty() || token.position_feet.is_some());
        let tag_height = if has_tags { 28.0 } else { 0.0 };
        let with_radius = |ring_radius: f32| {
            let cell_height = 2.0 * ring_radius + 44.0 + tag_height;
            Self::with_token_size(tile_rows, footer, top, TokenSize { ring_radius, cell_height })
        };
        let mut large = TOKEN_RADII.into_iter().map(with_radius);
        large.find(|layout| layout.height <= HEIGHT).unwrap_or_else(|| with_radius(SMALL_RADIUS))
    }

    /// Returns whether a tile is too narrow for a name.
    pub fn has_narrow_tile(&self) -> bool {
        self.rows.iter().flatten().any(|placed| placed.width < MIN_TILE_WIDTH)
    }

    /// Places the rows with tokens of this size. What is left of a landscape picture is shared
    /// among the rows; more rows make the picture higher.
    fn with_token_size(
        tile_rows: &'a [Vec<Tile>],
        footer: Footer,
        top: f32,
        token_size: TokenSize,
    ) -> Self {
        let rows: Vec<RowLayout> =
            tile_rows.iter().map(|tiles| RowLayout::new(tiles, token_size)).collect();
        let gaps = GAP * rows.len().saturating_sub(1) as f32;
        let rows_height = rows.iter().map(|row| row.height).sum::<f32>();
        let needed = top + rows_height + gaps + footer.height() + MARGIN;
        // What is left of a landscape picture is shared among the rows.
        let extra = (HEIGHT - needed).max(0.0) / rows.len().max(1) as f32;
        let mut row_top = top;
        let mut placed = Vec::new();
        for row in rows {
            let height = row.height + extra;
            placed.push(row.place(row_top, height));
            row_top += height + GAP;
        }
        Self { rows: placed, token_size, height: needed.max(HEIGHT) }
    }
}

/// The tiles of a row with their widths.
struct RowLayout<'a> {
    tiles: &'a [Tile],
    widths: Vec<f32>,
    /// The least height.
    height: f32,
}

impl<'a> RowLayout<'a> {
    /// Chooses the widths so that the tokens need as few lines as possible.
    fn new(tiles: &'a [Tile], token_size: TokenSize) -> Self {
        let gaps: f32 = tiles.iter().take(tiles.len().saturating_sub(1)).map(gap_after).sum();
        let available = WIDTH - 2.0 * MARGIN - gaps;
        let most_tokens = tiles.iter().map(|tile| tile.tokens.len()).max().unwrap_or(0).max(1);
        let mut token_lines = most_tokens;
        let mut widths = vec![available / tiles.len().max(1) as f32; tiles.len()];
        for lines in 1..=most_tokens {
            let needed: Vec<f32> = tiles.iter().map(|tile| needed_width(tile, lines)).collect();
            let sum: f32 = needed.iter().sum();
            if sum <= available {
                let share = (available - sum) / tiles.len() as f32;
                widths = needed.iter().map(|width| width + share).collect();
                token_lines = lines;
                break;
            }
        }
        let note_lines = tiles.iter().map(|tile| tile.notes.len().min(MAX_NOTES)).max();
        let has_axis = tiles.iter().any(|tile| tile.span_feet.is_some());
        let height = 2.0 * PADDING
            + HEADING_HEIGHT
            + NOTE_HEIGHT * note_lines.unwrap_or(0) as f32
            + token_size.cell_height * token_lines as f32
            + if has_axis { AXIS_HEIGHT } else { 0.0 };
        Self { tiles, widths, height }
    }

    fn place(self, top: f32, height: f32) -> Vec<PlacedTile<'a>> {
        let mut left = MARGIN;
        let mut placed = Vec::new();
        for (tile, width) in self.tiles.iter().zip(self.widths) {
            placed.push(PlacedTile { tile, left, top, width, height });
            left += width + gap_after(tile);
        }
        placed
    }
}

fn gap_after(tile: &Tile) -> f32 {
    if matches!(tile.right_border, Border::Hindered(_)) { HINDERED_GAP } else { GAP }
}

/// Returns the width that a tile needs for its tokens in this many lines, and for most of its name.
fn needed_width(tile: &Tile, token_lines: usize) -> f32 {
    let columns = tile.tokens.len().div_ceil(token_lines).max(1) as f32;
    let name_width = text_width(&tile.name, ZONE_TEXT).min(MIN_TILE_WIDTH);
    let notes = tile.notes.iter().map(|note| text_width(note, SMALL_TEXT)).fold(0.0, f32::max);
    let text_width = name_width.max(notes.min(MIN_TILE_WIDTH));
    2.0 * PADDING + (columns * CELL_WIDTH).max(text_width)
}

impl PlacedTile<'_> {
    /// Returns the centre of each token, in the order of the tile's tokens.
    pub fn token_centres(&self, token_size: TokenSize) -> Vec<(f32, f32)> {
        let inner_width = self.width - 2.0 * PADDING;
        let columns = ((inner_width / CELL_WIDTH).floor() as usize).max(1);
        let cell_width = if columns == 1 { inner_width } else { CELL_WIDTH };
        let notes = self.tile.notes.len().min(MAX_NOTES) as f32;
        let first_top = self.top + PADDING + HEADING_HEIGHT + NOTE_HEIGHT * notes;
        let centre = |index: usize| {
            let (column, line) = (index % columns, index / columns);
            let x = self.left + PADDING + cell_width * (column as f32 + 0.5);
            let y = first_top + token_size.cell_height * line as f32 + token_size.ring_radius + 8.0;
            (x, y)
        };
        (0..self.tile.tokens.len()).map(centre).collect()
    }

    pub fn right(&self) -> f32 {
        self.left + self.width
    }

    pub fn bottom(&self) -> f32 {
        self.top + self.height
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(neighbours: &[&[u8]]) -> FightView {
        let zone = |neighbours: &&[u8]| ZoneView {
            neighbours: neighbours.to_vec(),
            ..ZoneView::default()
        };
        FightView { zones: neighbours.iter().map(zone).collect(), ..FightView::default() }
    }

    #[test]
    fn row_is_recognized_by_its_neighbours() {
        assert!(are_zones_in_row(&view(&[&[1], &[2, 0], &[1]])));
        for other in [&[&[][..]][..], &[&[1], &[]], &[&[], &[]], &[&[1, 2], &[0, 2], &[1, 0]]] {
            assert!(!are_zones_in_row(&view(other)), "{other:?}");
        }
    }

    #[test]
    fn every_zone_is_placed_once_and_mostly_beside_a_neighbour() {
        let star = view(&[&[1, 2, 3], &[0, 2], &[0, 1], &[0], &[]]);
        let order = order_zones(&star);
        assert_eq!(order, [4, 3, 0, 1, 2]);
        for rows in row_splits(&order) {
            assert_eq!(rows.concat(), order);
        }
    }
}
