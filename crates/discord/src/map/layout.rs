//! Arranges the zones of a picture in rows of tiles, and the tokens in a tile.

use super::fonts::text_width;
use super::scene::{Border, Tile};
use super::theme::{Canvas, MIN_TEXT};
use engine::visibility::view::{FightView, ZoneView};

pub const MARGIN: f32 = 24.0;
pub const PADDING: f32 = 16.0;
/// The space between two tiles, and where a text says what lies between them.
const GAP: f32 = 14.0;
const HINDERED_GAP: f32 = 34.0;
/// The scale of feet below the tiles of a row.
pub const AXIS_HEIGHT: f32 = 46.0;
const MIN_SCALE_WIDTH: f32 = 64.0;
/// The most lines of notes in a tile.
pub const MAX_NOTES: usize = 3;
const MAX_ROWS: usize = 6;

/// The sizes of what is in a tile. The largest are taken that fit into the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileSizes {
    pub ring_radius: f32,
    /// A token with its name: 12 letters fit.
    pub cell_width: f32,
    pub name_text: f32,
    pub zone_text: f32,
    pub note_text: f32,
    pub tag_text: f32,
    /// The height of a line of tags; 0 if no token has any.
    tag_height: f32,
}

impl TileSizes {
    /// Derives the sizes of notes and tags from those of zones and names. There is no room for
    /// tags.
    const fn new(ring_radius: f32, cell_width: f32, name_text: f32, zone_text: f32) -> Self {
        let note_text = (zone_text * 0.75).max(MIN_TEXT);
        let tag_text = (name_text * 0.86).max(MIN_TEXT);
        Self { ring_radius, cell_width, name_text, zone_text, note_text, tag_text, tag_height: 0.0 }
    }

    /// The sizes from which the largest that fit are taken.
    const CANDIDATES: [Self; 6] = [
        Self::new(74.0, 216.0, 29.0, 33.0),
        Self::new(62.0, 184.0, 25.0, 31.0),
        Self::new(54.0, 162.0, 22.0, 29.0),
        Self::new(46.0, 146.0, 20.0, 27.0),
        Self::new(38.0, 146.0, 20.0, 26.0),
        Self::new(31.0, 146.0, 20.0, 26.0),
    ];
    const SMALLEST: Self = Self::new(25.0, 146.0, 20.0, 26.0);

    /// The height of a token with its ring, name and tags.
    fn cell_height(&self) -> f32 {
        2.0 * self.ring_radius + self.name_text * 1.25 + 19.0 + self.tag_height
    }

    /// The height of a zone's name.
    fn heading_height(&self) -> f32 {
        self.zone_text + 12.0
    }

    /// The height of a line of notes.
    pub fn note_height(&self) -> f32 {
        self.note_text + 6.0
    }

    /// The width of a tile with one token a line.
    fn min_tile_width(&self) -> f32 {
        self.cell_width + 2.0 * PADDING
    }
}

/// A tile with its place in the picture.
pub struct PlacedTile<'a> {
    pub tile: &'a Tile,
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
    /// The top of the first line of tokens.
    tokens_top: f32,
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
            Self::Line => MIN_TEXT + 8.0,
        }
    }
}

/// Where everything of a scene is drawn.
pub struct Layout<'a> {
    pub rows: Vec<Vec<PlacedTile<'a>>>,
    pub sizes: TileSizes,
    pub height: f32,
    canvas: Canvas,
}

/// Returns whether all zones are stretches of one line.
pub fn are_zones_on_line(view: &FightView) -> bool {
    !view.zones.is_empty() && view.zones.iter().all(|zone| zone.span_feet.is_some())
}

/// Returns the indexes of the zones in an order in which most of them follow a neighbour: after
/// each the free neighbour with the fewest neighbours, or if there is none any such zone. Zones in
/// a row or on a line keep their order.
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

/// Returns the indexes of the zones next to a zone.
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
    /// Places rows of tiles below `top`. Of the sizes that fit, it takes those that cut the fewest
    /// texts without making the picture higher than is good, and of equal ones the largest. If none
    /// fits, it takes the smallest.
    pub fn new(tile_rows: &'a [Vec<Tile>], footer: Footer, top: f32, canvas: Canvas) -> Self {
        let has_tags = tile_rows
            .iter()
            .flatten()
            .flat_map(|tile| &tile.tokens)
            .any(|token| !token.tags.is_empty() || token.position_feet.is_some());
        let lay_out_with = |sizes: TileSizes| {
            let tag_height = if has_tags { sizes.tag_text + 11.0 } else { 0.0 };
            Self::with_sizes(tile_rows, footer, top, canvas, TileSizes { tag_height, ..sizes })
        };
        let cost = |layout: &Self| {
            // A crowd that would be too small to read gets a higher picture.
            let is_high = layout.height > canvas.good_height();
            (is_high, if is_high { 0 } else { layout.count_cut_texts() })
        };
        let fitting = TileSizes::CANDIDATES.into_iter().map(lay_out_with).filter(Self::fits_canvas);
        fitting.min_by_key(cost).unwrap_or_else(|| lay_out_with(TileSizes::SMALLEST))
    }

    /// Returns whether names fit into their tiles, and the picture is not too high.
    pub fn fits_canvas(&self) -> bool {
        !self.has_narrow_tile() && self.height <= self.canvas.max_height()
    }

    /// Returns whether the canvas is wide enough for large tokens and the names of zones.
    pub fn suits_canvas(&self) -> bool {
        self.fits_canvas()
            && !self.cuts_zone_name()
            && self.sizes.ring_radius >= self.canvas.min_ring_radius()
    }

    /// Returns how many names and notes of zones are wider than their tile, so that they are cut.
    pub fn count_cut_texts(&self) -> usize {
        let is_cut =
            |placed: &&PlacedTile| widest_text(placed.tile, &self.sizes) > placed.inner_width();
        self.rows.iter().flatten().filter(is_cut).count()
    }

    /// Returns whether the name of a zone is wider than its tile.
    pub fn cuts_zone_name(&self) -> bool {
        let is_cut = |placed: &PlacedTile| {
            text_width(&placed.tile.name, self.sizes.zone_text) > placed.inner_width()
        };
        self.rows.iter().flatten().any(is_cut)
    }

    /// Returns whether a tile is too narrow for a name.
    pub fn has_narrow_tile(&self) -> bool {
        let min_width = self.sizes.min_tile_width();
        self.rows.iter().flatten().any(|placed| placed.width < min_width)
    }

    /// Places rows of tiles below `top` with these sizes. A picture that is less high than its
    /// canvas should be is filled by making all rows higher.
    fn with_sizes(
        tile_rows: &'a [Vec<Tile>],
        footer: Footer,
        top: f32,
        canvas: Canvas,
        sizes: TileSizes,
    ) -> Self {
        let rows: Vec<RowLayout> = tile_rows
            .iter()
            .map(|tiles| RowLayout::fit_tile_widths(tiles, canvas, &sizes))
            .collect();
        let gaps = GAP * rows.len().saturating_sub(1) as f32;
        let rows_height = rows.iter().map(|row| row.height).sum::<f32>();
        let needed = top + rows_height + gaps + footer.height() + MARGIN;
        // What is left of a landscape picture is shared among the rows.
        let extra = (canvas.min_height() - needed).max(0.0) / rows.len().max(1) as f32;
        let mut row_top = top;
        let mut placed = Vec::new();
        for row in rows {
            let height = row.height + extra;
            placed.push(row.place(row_top, height, &sizes));
            row_top += height + GAP;
        }
        Self { rows: placed, sizes, height: needed.max(canvas.min_height()), canvas }
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
    /// Chooses the widths of a row's tiles so that the tokens need as few lines as possible, and
    /// names and notes of zones are whole where there is room. What is left of the width is shared
    /// equally. If nothing fits, all tiles are equally wide. Also returns the height that the row
    /// needs.
    fn fit_tile_widths(tiles: &'a [Tile], canvas: Canvas, sizes: &TileSizes) -> Self {
        let gaps: f32 = tiles.iter().take(tiles.len().saturating_sub(1)).map(gap_after).sum();
        let available = canvas.width() - 2.0 * MARGIN - gaps;
        let most_tokens = tiles.iter().map(|tile| tile.tokens.len()).max().unwrap_or(0).max(1);
        let mut token_lines = most_tokens;
        let mut widths = vec![available / tiles.len().max(1) as f32; tiles.len()];
        // Names and notes of zones are shown whole if there is room for them.
        let text_limits = [f32::INFINITY, sizes.min_tile_width()];
        let attempts = (1..=most_tokens).flat_map(|lines| text_limits.map(|limit| (lines, limit)));
        for (lines, text_limit) in attempts {
            let needed: Vec<f32> =
                tiles.iter().map(|tile| needed_width(tile, lines, text_limit, sizes)).collect();
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
            + sizes.heading_height()
            + sizes.note_height() * note_lines.unwrap_or(0) as f32
            + sizes.cell_height() * token_lines as f32
            + if has_axis { AXIS_HEIGHT } else { 0.0 };
        Self { tiles, widths, height }
    }

    /// Places the tiles. Most of the height that is left over stands below the tokens, which begin
    /// at the same height in all tiles.
    fn place(self, top: f32, height: f32, sizes: &TileSizes) -> Vec<PlacedTile<'a>> {
        let mut left = MARGIN;
        let mut placed = Vec::new();
        let note_lines = self.tiles.iter().map(|tile| tile.notes.len().min(MAX_NOTES)).max();
        let tokens_top = top
            + PADDING
            + sizes.heading_height()
            + sizes.note_height() * note_lines.unwrap_or(0) as f32
            + (height - self.height) * 0.4;
        for (tile, width) in self.tiles.iter().zip(self.widths) {
            placed.push(PlacedTile { tile, left, top, width, height, tokens_top });
            left += width + gap_after(tile);
        }
        placed
    }
}

/// Returns the space between a tile and the next one.
fn gap_after(tile: &Tile) -> f32 {
    if matches!(tile.right_border, Border::Hindered(_)) { HINDERED_GAP } else { GAP }
}

/// Returns the width that a tile needs for its tokens in this many lines, and for its name and
/// notes up to a limit.
fn needed_width(tile: &Tile, token_lines: usize, text_limit: f32, sizes: &TileSizes) -> f32 {
    let columns = tile.tokens.len().div_ceil(token_lines).max(1) as f32;
    let text_width = widest_text(tile, sizes).min(text_limit);
    2.0 * PADDING + (columns * sizes.cell_width).max(text_width)
}

/// Returns the width of a tile's name or of its widest note.
fn widest_text(tile: &Tile, sizes: &TileSizes) -> f32 {
    let notes = tile.notes.iter().take(MAX_NOTES);
    let widths = notes.map(|note| text_width(note, sizes.note_text));
    widths.fold(text_width(&tile.name, sizes.zone_text), f32::max)
}

impl PlacedTile<'_> {
    /// Returns the centre of each token, in the order of the tile's tokens. Few tokens are spread
    /// over the width of the tile. Above a scale they stand over their marks, or as near as the
    /// others let them.
    pub fn token_centres(&self, sizes: &TileSizes) -> Vec<(f32, f32)> {
        let line_y = |line: usize| {
            self.tokens_top + sizes.cell_height() * line as f32 + sizes.ring_radius + 8.0
        };
        let columns = self.token_columns(sizes);
        if let Some(span) = self.tile.span_feet {
            return self.token_centres_over_marks(span, sizes, line_y);
        }
        let cell_width = self.token_cell_width(sizes);
        let centre = |index: usize| {
            let x = self.left + PADDING + cell_width * ((index % columns) as f32 + 0.5);
            (x, line_y(index / columns))
        };
        (0..self.tile.tokens.len()).map(centre).collect()
    }

    /// Places tokens over their marks. Those that are close to each other stand in different lines.
    fn token_centres_over_marks(
        &self,
        span: (u16, u16),
        sizes: &TileSizes,
        line_y: impl Fn(usize) -> f32,
    ) -> Vec<(f32, f32)> {
        let tokens = &self.tile.tokens;
        let line_count = tokens.len().div_ceil(self.token_columns(sizes)).max(1);
        let (least, most) = self.scale_ends(sizes);
        let mut centres = vec![(0.0, 0.0); tokens.len()];
        for line in 0..line_count {
            // They are ordered by their marks.
            let in_line = (line..tokens.len()).step_by(line_count);
            let mut next_free = least;
            for index in in_line.clone() {
                let mark = tokens[index].position_feet.unwrap_or(span.1);
                let x = self.x_of_feet(span, mark, sizes).clamp(next_free, next_free.max(most));
                centres[index] = (x, line_y(line));
                next_free = x + sizes.cell_width;
            }
            // Those that were pushed over the right edge push the others back.
            let mut last_free = most;
            for index in in_line.rev() {
                centres[index].0 = centres[index].0.min(last_free);
                last_free = centres[index].0 - sizes.cell_width;
            }
        }
        centres
    }

    /// Returns where the scale of feet begins and ends. Tokens over its ends are inside the tile,
    /// unless the scale would be too short.
    pub fn scale_ends(&self, sizes: &TileSizes) -> (f32, f32) {
        let inset =
            PADDING + (sizes.cell_width / 2.0).min((self.inner_width() - MIN_SCALE_WIDTH) / 2.0);
        (self.left + inset, self.right() - inset)
    }

    /// Returns where a distance in feet is on the scale of a zone that spans `first` to `last`.
    pub fn x_of_feet(&self, (first, last): (u16, u16), feet: u16, sizes: &TileSizes) -> f32 {
        let (left, right) = self.scale_ends(sizes);
        let length = f32::from(last.saturating_sub(first).max(1));
        left + (right - left) * f32::from(feet.saturating_sub(first)) / length
    }

    /// Returns the width that a token with its name and tags has.
    pub fn token_cell_width(&self, sizes: &TileSizes) -> f32 {
        match self.tile.span_feet {
            Some(_) => sizes.cell_width,
            None => self.inner_width() / self.token_columns(sizes) as f32,
        }
    }

    /// Returns how many tokens stand in a line, so that all lines are about equally long.
    fn token_columns(&self, sizes: &TileSizes) -> usize {
        let token_count = self.tile.tokens.len();
        let max_columns = ((self.inner_width() / sizes.cell_width).floor() as usize).max(1);
        let lines = token_count.div_ceil(max_columns).max(1);
        token_count.div_ceil(lines).max(1)
    }

    /// Returns the width of a tile without its padding.
    fn inner_width(&self) -> f32 {
        self.width - 2.0 * PADDING
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

    /// Returns a view of zones with these neighbours.
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
