//! Arranges the zones of a picture in rows of tiles, and the tokens in a tile.
//!
//! The page of a replay follows the same rules in `data/replay/layout.js`. Change both together.

use std::collections::BTreeMap;

use super::fonts::{cut_to_width, fits_in_lines, text_width, wrap_and_cut};
use super::scene::{Border, Tile, Token};
use super::theme::{Canvas, MIN_TEXT};
use crate::messages::reader_locale;
use engine::visibility::view::{FightView, ZoneView};
use narration::say;

pub const MARGIN: f32 = 24.0;
pub const PADDING: f32 = 16.0;
/// The space between two tiles, and where a text says what lies between them.
const GAP: f32 = 14.0;
const HINDERED_GAP: f32 = 34.0;
/// The scale of feet below the tiles of a row.
pub const AXIS_HEIGHT: f32 = 46.0;
/// The space between the end of the scale and the padding of its tile.
const AXIS_INSET: f32 = 14.0;
/// The most notes in a tile, and the most lines that they take if some are broken.
const MAX_NOTES: usize = 3;
const MAX_NOTE_LINES: usize = 4;
/// The most lines of a name, of a zone or a combatant.
const MAX_NAME_LINES: usize = 2;
/// The most rows of tags below a token.
const MAX_TAG_ROWS: usize = 2;
/// The space between a tag's text and its ends, and between two tags.
pub const TAG_PADDING: f32 = 5.0;
pub const TAG_GAP: f32 = 4.0;
/// The most zones in a row, and the most that are not split into rows.
const MAX_ROW_ZONES: usize = 6;
const MAX_SINGLE_ROW_ZONES: usize = 3;

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
    /// How many lines the names of tokens have at most.
    name_lines: usize,
    /// How many rows of tags tokens have at most.
    tag_rows: usize,
}

impl TileSizes {
    /// Derives the sizes of notes and tags from those of zones and names. There is room for names
    /// of one line, and for no tags.
    const fn new(ring_radius: f32, cell_width: f32, name_text: f32, zone_text: f32) -> Self {
        let note_text = (zone_text * 0.75).max(MIN_TEXT);
        let tag_text = (name_text * 0.86).max(MIN_TEXT);
        let (name_lines, tag_rows) = (1, 0);
        Self {
            ring_radius,
            cell_width,
            name_text,
            zone_text,
            note_text,
            tag_text,
            name_lines,
            tag_rows,
        }
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

    /// Returns these sizes with room for the names and tags of all tokens.
    fn with_room_for_texts(self, rows: &[Vec<PlacedTile>]) -> Self {
        let mut sizes = self;
        for placed in rows.iter().flatten() {
            let cells = placed.token_cells(&self).into_iter();
            for (cell, token) in cells.zip(&placed.tile.tokens) {
                let texts = placed.texts(token, cell, &self);
                sizes.name_lines = sizes.name_lines.max(texts.name_lines.len());
                sizes.tag_rows = sizes.tag_rows.max(texts.tag_rows.len());
            }
        }
        sizes
    }

    /// The height of a token with its ring, name and tags.
    fn token_cell_height(&self) -> f32 {
        let more_name_lines = self.name_lines.saturating_sub(1) as f32;
        let tags = match self.tag_rows {
            0 => 0.0,
            rows => rows as f32 * self.tag_row_height() + 8.0,
        };
        2.0 * self.ring_radius
            + self.name_text * 1.25
            + 19.0
            + more_name_lines * self.name_line_height()
            + tags
    }

    /// The distance of a line of a name from the one above it.
    pub fn name_line_height(&self) -> f32 {
        self.name_text * 1.15
    }

    /// The height of a tag.
    pub fn tag_height(&self) -> f32 {
        self.tag_text + 6.0
    }

    /// The distance of a row of tags from the one above it.
    pub fn tag_row_height(&self) -> f32 {
        self.tag_height() + 3.0
    }

    /// The distance of a line of a zone's name from the one above it.
    pub fn zone_line_height(&self) -> f32 {
        self.zone_text * 1.12
    }

    /// The height of a line of notes.
    pub fn note_height(&self) -> f32 {
        self.note_text + 6.0
    }

    /// Returns the width of a tag with this text.
    pub fn tag_width(&self, tag: &str) -> f32 {
        text_width(tag, self.tag_text) + 2.0 * TAG_PADDING
    }

    /// Arranges tags in rows of a width. Those for which there is no room are counted in a last
    /// tag: `+3`.
    fn arrange_tags(&self, tags: &[String], max_width: f32) -> Vec<Vec<String>> {
        let count_width = self.tag_width("+9") + TAG_GAP;
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut used_width = 0.0;
        for (index, tag) in tags.iter().enumerate() {
            let following = tags.len() - index - 1;
            // In the last row, a tag that is not the last one leaves room for the count.
            let width_for_tags = |row_count: usize| {
                let may_need_count = row_count == MAX_TAG_ROWS && following > 0;
                if may_need_count { max_width - count_width } else { max_width }
            };
            let width = self.tag_width(tag);
            let row_count = rows.len();
            match rows.last_mut() {
                Some(row) if used_width + width <= width_for_tags(row_count) => {
                    row.push(tag.clone());
                    used_width += width + TAG_GAP;
                }
                Some(row) if row_count == MAX_TAG_ROWS => {
                    row.push(format!("+{}", following + 1));
                    break;
                }
                _ => {
                    let max_text_width = width_for_tags(row_count + 1) - 2.0 * TAG_PADDING;
                    let tag = cut_to_width(tag, self.tag_text, max_text_width);
                    used_width = self.tag_width(&tag) + TAG_GAP;
                    rows.push(vec![tag]);
                }
            }
        }
        rows
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
    /// For how many lines of tokens there is room.
    token_lines: usize,
}

/// Where a token stands in its tile.
#[derive(Clone, Copy)]
pub struct TokenCell {
    pub x: f32,
    line: usize,
    /// The width for name and tags.
    width: f32,
}

/// The texts below a token.
pub struct TokenTexts {
    pub name_lines: Vec<String>,
    pub tag_rows: Vec<Vec<String>>,
}

/// A mark on the scale of feet, with the tokens that stand over it.
struct MarkedColumn {
    feet: u16,
    centre: f32,
    /// How many tokens stand beside each other.
    columns: usize,
    /// The width for the names and tags of a token.
    cell_width: f32,
}

impl MarkedColumn {
    /// Returns half of the width of its tokens, if each is as wide as this.
    fn half_width(&self, token_width: f32) -> f32 {
        self.columns as f32 * token_width / 2.0
    }

    fn left_edge(&self, token_width: f32) -> f32 {
        self.centre - self.half_width(token_width)
    }

    fn right_edge(&self, token_width: f32) -> f32 {
        self.centre + self.half_width(token_width)
    }
}

/// Moves marks whose tokens overlap to the right, and those that this pushes over the right edge
/// back to the left, together with the marks before them.
fn push_marks_apart(marks: &mut [MarkedColumn], token_width: f32, (least, most): (f32, f32)) {
    let mut next_free = least;
    for mark in marks.iter_mut() {
        mark.centre = mark.centre.max(next_free + mark.half_width(token_width));
        next_free = mark.right_edge(token_width);
    }
    let mut last_free = most;
    for mark in marks.iter_mut().rev() {
        mark.centre = mark.centre.min(last_free - mark.half_width(token_width));
        last_free = mark.left_edge(token_width);
    }
}

/// Widens the cell of each token that stands alone over its mark, so that its name has more room.
/// The cell may use half of the space to the next mark, or all of the space to the edge of the
/// tile, which goes from `tile_left` to `tile_right`. As it stays centred over the mark, it grows
/// on both sides by what the narrower one has. Tokens beside each other have no more room.
fn widen_cells_of_lone_tokens(
    marks: &mut [MarkedColumn],
    token_width: f32,
    (tile_left, tile_right): (f32, f32),
) {
    for index in 0..marks.len() {
        if marks[index].columns != 1 {
            continue;
        }
        let left = marks[index].left_edge(token_width);
        let right = marks[index].right_edge(token_width);
        let space_before = match index.checked_sub(1) {
            Some(before) => (left - marks[before].right_edge(token_width)) / 2.0,
            None => left - tile_left,
        };
        let space_after = match marks.get(index + 1) {
            Some(after) => (after.left_edge(token_width) - right) / 2.0,
            None => tile_right - right,
        };
        let growth_on_each_side = space_before.min(space_after).max(0.0);
        marks[index].cell_width += 2.0 * growth_on_each_side;
    }
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
pub fn order_zones_by_adjacency(view: &FightView) -> Vec<usize> {
    let count = view.zones.len();
    if are_zones_on_line(view) || are_zones_in_row(view) {
        return (0..count).collect();
    }
    // Of zones with equally many neighbours the one with the lower index comes first.
    let rank = |zone: &usize| (neighbours(&view.zones[*zone]).count(), *zone);
    let mut order: Vec<usize> = Vec::new();
    while order.len() < count {
        let is_free = |zone: &usize| *zone < count && !order.contains(zone);
        let neighbour_of_last = order
            .last()
            .and_then(|last| neighbours(&view.zones[*last]).filter(is_free).min_by_key(rank));
        let any_free_zone = || (0..count).filter(is_free).min_by_key(rank);
        let Some(next) = neighbour_of_last.or_else(any_free_zone) else { break };
        order.push(next);
    }
    order
}

/// Returns whether the zones form a row: each is next to the ones before and after it, and to no
/// other. A single zone is no row.
pub fn are_zones_in_row(view: &FightView) -> bool {
    let last = view.zones.len().saturating_sub(1);
    if last == 0 {
        return false;
    }
    view.zones.iter().enumerate().all(|(index, zone)| {
        let mut actual: Vec<usize> = neighbours(zone).collect();
        actual.sort_unstable();
        let expected = match index {
            0 => vec![1],
            _ if index == last => vec![index - 1],
            _ => vec![index - 1, index + 1],
        };
        actual == expected
    })
}

/// Returns the indexes of the zones next to a zone.
fn neighbours(zone: &ZoneView) -> impl Iterator<Item = usize> {
    zone.neighbours.iter().map(|near| usize::from(*near))
}

/// Splits the ordered zones into rows of about the same length. The number of zones alone decides,
/// so that every zone keeps its place while people move.
pub fn split_into_rows(order: &[usize]) -> Vec<Vec<usize>> {
    let row_count = match order.len() {
        0..=MAX_SINGLE_ROW_ZONES => 1,
        count => count.div_ceil(MAX_ROW_ZONES).max(2),
    };
    let row_length = order.len().div_ceil(row_count).max(1);
    order.chunks(row_length).map(<[usize]>::to_vec).collect()
}

impl<'a> Layout<'a> {
    /// Places rows of tiles below `top`. Of the sizes that fit, it takes those that cut the fewest
    /// texts without making the picture higher than is good, and of equal ones the largest. If none
    /// fits, it takes the smallest.
    pub fn with_best_fitting_sizes(
        tile_rows: &'a [Vec<Tile>],
        footer: Footer,
        top: f32,
        canvas: Canvas,
    ) -> Self {
        let lay_out_with =
            |sizes: TileSizes| Self::with_sizes(tile_rows, footer, top, canvas, sizes);
        // Whether it is too high counts first. Among layouts that are, cut texts do not count: a
        // crowd that would be too small to read gets a higher picture.
        let badness = |layout: &Self| {
            let is_high = layout.height > canvas.height_to_grow_to_before_shrinking_tokens();
            let cut_count = if is_high { 0 } else { layout.count_cut_texts() };
            (is_high, cut_count)
        };
        // The candidates begin with the largest, and the first of equal ones is taken.
        let candidates = TileSizes::CANDIDATES.into_iter().map(lay_out_with);
        let best = candidates.filter(Self::fits_canvas).min_by_key(badness);
        best.unwrap_or_else(|| lay_out_with(TileSizes::SMALLEST))
    }

    /// Returns whether names fit into their tiles, and the picture is not too high.
    fn fits_canvas(&self) -> bool {
        !self.has_narrow_tile() && self.height <= self.canvas.max_height()
    }

    /// Returns whether the canvas is wide enough for large tokens, the names of zones, and tokens
    /// over their marks on a scale.
    pub fn suits_canvas(&self) -> bool {
        self.fits_canvas()
            && !self.cuts_zone_name()
            && self.has_room_for_marks()
            && self.sizes.ring_radius >= self.canvas.min_ring_radius()
    }

    /// Returns how many names and notes are cut.
    fn count_cut_texts(&self) -> usize {
        self.rows.iter().flatten().map(|placed| placed.count_cut_texts(&self.sizes)).sum()
    }

    /// Returns whether the name of a zone is cut.
    fn cuts_zone_name(&self) -> bool {
        self.rows.iter().flatten().any(|placed| placed.cuts_zone_name(&self.sizes))
    }

    /// Returns whether the tokens above all scales stand over their marks.
    fn has_room_for_marks(&self) -> bool {
        let has_room = |placed: &PlacedTile| {
            placed.tile.span_feet.is_none()
                || placed.columns_over_scale_marks_if_room(&self.sizes).is_some()
        };
        self.rows.iter().flatten().all(has_room)
    }

    /// Returns whether a tile is too narrow for a name.
    fn has_narrow_tile(&self) -> bool {
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
        let mut rows: Vec<Vec<PlacedTile>> =
            tile_rows.iter().map(|tiles| place_in_row(tiles, canvas, &sizes)).collect();
        let sizes = sizes.with_room_for_texts(&rows);
        let heights: Vec<f32> = rows.iter().map(|row| row_height(row, &sizes)).collect();
        let gaps = GAP * rows.len().saturating_sub(1) as f32;
        let needed = top + heights.iter().sum::<f32>() + gaps + footer.height() + MARGIN;
        // What is left of a landscape picture is shared among the rows.
        let extra = (canvas.min_height() - needed).max(0.0) / rows.len().max(1) as f32;
        let mut row_top = top;
        for (row, height) in rows.iter_mut().zip(heights) {
            let heading_height = tallest_heading(row, &sizes);
            for placed in row {
                placed.top = row_top.round();
                placed.height = (row_top + height + extra).round() - placed.top;
                // Tokens begin at the same height in all tiles, and most of what is left over
                // stands below them.
                placed.tokens_top = row_top + PADDING + heading_height + extra * 0.4;
            }
            row_top += height + extra + GAP;
        }
        Self { rows, sizes, height: needed.max(canvas.min_height()), canvas }
    }
}

/// Places the tiles of a row beside each other, with the widths of [`choose_tile_widths`], on whole
/// pixels. The tiles have no heights yet.
fn place_in_row<'a>(tiles: &'a [Tile], canvas: Canvas, sizes: &TileSizes) -> Vec<PlacedTile<'a>> {
    let gaps: f32 = tiles.iter().take(tiles.len().saturating_sub(1)).map(gap_after).sum();
    let available = canvas.width() - 2.0 * MARGIN - gaps;
    let RowWidths { tile_widths, token_lines } = choose_tile_widths(tiles, available, sizes);
    let mut left = MARGIN;
    let mut placed = Vec::new();
    for (tile, width) in tiles.iter().zip(tile_widths) {
        let (top, height, tokens_top) = (0.0, 0.0, 0.0);
        let (left_edge, right_edge) = (left.round(), (left + width).round());
        placed.push(PlacedTile {
            tile,
            left: left_edge,
            top,
            width: right_edge - left_edge,
            height,
            tokens_top,
            token_lines,
        });
        left += width + gap_after(tile);
    }
    placed
}

/// How wide the tiles of a row are, and for how many lines of tokens they have room.
struct RowWidths {
    tile_widths: Vec<f32>,
    token_lines: usize,
}

/// Chooses the widths of a row's tiles so that the tokens need as few lines as possible, and names
/// and notes of zones are whole where there is room. What is left of the available width is shared
/// equally. Tokens stand over their marks on a scale, unless that does not fit. If nothing fits,
/// all tiles are equally wide.
fn choose_tile_widths(tiles: &[Tile], available: f32, sizes: &TileSizes) -> RowWidths {
    let most_tokens = tiles.iter().map(|tile| tile.tokens.len()).max().unwrap_or(0).max(1);
    let ways_to_count_columns: [fn(&Tile, usize) -> usize; 2] =
        [count_columns_over_marks, count_columns];
    // First with whole texts, then with texts that are cut to the narrowest tile.
    let text_limits = [f32::INFINITY, sizes.min_tile_width()];
    // The first attempt that fits is the best one.
    for count_columns_in in ways_to_count_columns {
        for token_lines in 1..=most_tokens {
            for text_limit in text_limits {
                let needed_width = |tile: &Tile| {
                    let columns = count_columns_in(tile, token_lines).max(1);
                    let tokens_width = columns as f32 * sizes.cell_width;
                    2.0 * PADDING + tokens_width.max(widest_text(tile, sizes).min(text_limit))
                };
                let needed: Vec<f32> = tiles.iter().map(needed_width).collect();
                let sum: f32 = needed.iter().sum();
                if sum <= available {
                    let share = (available - sum) / tiles.len() as f32;
                    let tile_widths = needed.iter().map(|width| width + share).collect();
                    return RowWidths { tile_widths, token_lines };
                }
            }
        }
    }
    let equal_width = available / tiles.len().max(1) as f32;
    RowWidths { tile_widths: vec![equal_width; tiles.len()], token_lines: most_tokens }
}

/// Returns the least height of a row. One without tokens has room to say that nobody is there.
fn row_height(row: &[PlacedTile], sizes: &TileSizes) -> f32 {
    let token_lines = row.iter().map(|placed| placed.token_lines).max().unwrap_or(1);
    let is_empty = row.iter().all(|placed| placed.tile.tokens.is_empty());
    let has_axis = row.iter().any(|placed| placed.tile.span_feet.is_some());
    let tokens_height = match is_empty {
        true => 2.0 * sizes.note_text + 12.0,
        false => sizes.token_cell_height() * token_lines as f32,
    };
    2.0 * PADDING
        + tallest_heading(row, sizes)
        + tokens_height
        + if has_axis { AXIS_HEIGHT } else { 0.0 }
}

/// Returns the height of the tallest name of a zone with its notes in a row.
fn tallest_heading(row: &[PlacedTile], sizes: &TileSizes) -> f32 {
    row.iter().map(|placed| placed.heading_height(sizes)).fold(0.0, f32::max)
}

/// Returns the space between a tile and the next one.
fn gap_after(tile: &Tile) -> f32 {
    if matches!(tile.right_border, Border::Hindered(_)) { HINDERED_GAP } else { GAP }
}

/// Returns how many tokens of a tile stand beside each other in this many lines.
fn count_columns(tile: &Tile, token_lines: usize) -> usize {
    tile.tokens.len().div_ceil(token_lines)
}

/// Like [`count_columns`], but tokens with different marks on a scale have columns of their own.
fn count_columns_over_marks(tile: &Tile, token_lines: usize) -> usize {
    if tile.span_feet.is_none() {
        return count_columns(tile, token_lines);
    }
    let counts = count_tokens_by_mark(tile);
    counts.into_values().map(|count| count.div_ceil(token_lines)).sum()
}

/// Returns how many tokens stand at each mark of a scale.
fn count_tokens_by_mark(tile: &Tile) -> BTreeMap<u16, usize> {
    let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
    for token in &tile.tokens {
        *counts.entry(mark_of(tile, token)).or_default() += 1;
    }
    counts
}

/// Returns where a token stands on the scale of its tile.
fn mark_of(tile: &Tile, token: &Token) -> u16 {
    token.position_feet.or(tile.span_feet.map(|(_, last)| last)).unwrap_or_default()
}

/// Returns the width of a tile's name or of its widest note.
fn widest_text(tile: &Tile, sizes: &TileSizes) -> f32 {
    let notes = tile.notes.iter().take(MAX_NOTES);
    let widths = notes.map(|note| text_width(note, sizes.note_text));
    widths.fold(text_width(&tile.name, sizes.zone_text), f32::max)
}

impl PlacedTile<'_> {
    /// Returns the centre of each token, in the order of the tile's tokens.
    pub fn token_centres(&self, sizes: &TileSizes) -> Vec<(f32, f32)> {
        self.token_cells(sizes).into_iter().map(|cell| self.centre(cell, sizes)).collect()
    }

    /// Returns the centre of a token, on a whole pixel: there, what looks the same is drawn with
    /// the same pixels, which makes the PNG smaller.
    pub fn centre(&self, cell: TokenCell, sizes: &TileSizes) -> (f32, f32) {
        let line_top = self.tokens_top + sizes.token_cell_height() * cell.line as f32;
        (cell.x.round(), (line_top + sizes.ring_radius + 8.0).round())
    }

    /// Returns the place of each token, in the order of the tile's tokens. Few tokens are spread
    /// over the width of the tile. Above a scale they stand over their marks, if all have room.
    pub fn token_cells(&self, sizes: &TileSizes) -> Vec<TokenCell> {
        if let Some(marks) = self.columns_over_scale_marks_if_room(sizes) {
            return self.token_cells_over_marks(&marks, sizes);
        }
        let token_count = self.tile.tokens.len();
        let lines = token_count.div_ceil(self.max_columns(sizes)).max(1);
        // All lines are about equally long.
        let columns = token_count.div_ceil(lines).max(1);
        let width = self.inner_width() / columns as f32;
        let cell = |index: usize| {
            let x = self.left + PADDING + width * ((index % columns) as f32 + 0.5);
            TokenCell { x, line: index / columns, width }
        };
        (0..token_count).map(cell).collect()
    }

    /// Places each token over its mark, in lines of `mark.columns` cells centred on the mark.
    /// Leaves out tokens that have no mark here.
    fn token_cells_over_marks(&self, marks: &[MarkedColumn], sizes: &TileSizes) -> Vec<TokenCell> {
        let mut placed_counts: BTreeMap<u16, usize> = BTreeMap::new();
        let mut cells = Vec::new();
        for token in &self.tile.tokens {
            let feet = mark_of(self.tile, token);
            let Some(mark) = marks.iter().find(|mark| mark.feet == feet) else { continue };
            let place_in_mark = placed_counts.entry(feet).or_default();
            let column = *place_in_mark % mark.columns;
            let columns_from_middle = column as f32 - (mark.columns - 1) as f32 / 2.0;
            let line = *place_in_mark / mark.columns;
            *place_in_mark += 1;
            let x = mark.centre + columns_from_middle * sizes.cell_width;
            cells.push(TokenCell { x, line, width: mark.cell_width });
        }
        cells
    }

    /// Returns the marks over which tokens stand, from left to right. Marks that are too close to
    /// each other for their tokens are drawn apart. Returns `None` without a scale, and if there is
    /// no room for all marks.
    fn columns_over_scale_marks_if_room(&self, sizes: &TileSizes) -> Option<Vec<MarkedColumn>> {
        let (first, last) = self.tile.span_feet?;
        let max_columns = self.max_columns(sizes);
        let lines = (1..=self.token_lines)
            .find(|lines| count_columns_over_marks(self.tile, *lines) <= max_columns)?;
        let edges = (self.left + PADDING, self.right() - PADDING);
        let (axis_left, axis_right) = self.axis_ends();
        let length = f32::from(last.saturating_sub(first).max(1));
        let mut marks = Vec::new();
        for (feet, token_count) in count_tokens_by_mark(self.tile) {
            let share = f32::from(feet.saturating_sub(first)) / length;
            let true_place = axis_left + (axis_right - axis_left) * share.min(1.0);
            let columns = token_count.div_ceil(lines);
            let cell_width = sizes.cell_width;
            marks.push(MarkedColumn { feet, centre: true_place, columns, cell_width });
        }
        push_marks_apart(&mut marks, sizes.cell_width, edges);
        widen_cells_of_lone_tokens(&mut marks, sizes.cell_width, edges);
        Some(marks)
    }

    /// Returns where the scale of feet may begin and end.
    fn axis_ends(&self) -> (f32, f32) {
        let inset = PADDING + AXIS_INSET;
        (self.left + inset, self.right() - inset)
    }

    /// Returns the marks over which tokens stand, in feet: none if they do not stand over them.
    pub fn occupied_marks(&self, sizes: &TileSizes) -> Vec<u16> {
        self.columns_over_scale_marks_if_room(sizes)
            .into_iter()
            .flatten()
            .map(|mark| mark.feet)
            .collect()
    }

    /// Returns the points of the scale of feet, from left to right: one for each mark, and one for
    /// each end of the scale without a mark. Between two points the scale is even.
    pub fn mark_and_end_points(&self, sizes: &TileSizes) -> Vec<(u16, f32)> {
        let Some((first, last)) = self.tile.span_feet else { return Vec::new() };
        let marks = self.columns_over_scale_marks_if_room(sizes).into_iter().flatten();
        let mut points: Vec<(u16, f32)> = marks.map(|mark| (mark.feet, mark.centre)).collect();
        let (left, right) = self.axis_ends();
        if points.first().is_none_or(|(feet, _)| *feet > first) {
            points.insert(0, (first, left));
        }
        if points.last().is_none_or(|(feet, _)| *feet < last) {
            points.push((last, right));
        }
        points
    }

    /// Returns the texts below a token. Its position is a tag if the scale does not show it.
    pub fn texts(&self, token: &Token, cell: TokenCell, sizes: &TileSizes) -> TokenTexts {
        let name_width = cell.width - 6.0;
        let name = if self.cuts_name(&token.name, name_width, sizes) {
            &token.short_name
        } else {
            &token.name
        };
        let mut tags: Vec<String> = Vec::new();
        if let Some(feet) = token.position_feet
            && self.occupied_marks(sizes).is_empty()
        {
            tags.push(say!(reader_locale(), "picture-feet", feet));
        }
        tags.extend(token.tags.iter().cloned());
        TokenTexts {
            name_lines: wrap_and_cut(name, sizes.name_text, name_width, MAX_NAME_LINES),
            tag_rows: sizes.arrange_tags(&tags, cell.width),
        }
    }

    fn cuts_name(&self, name: &str, max_width: f32, sizes: &TileSizes) -> bool {
        !fits_in_lines(name, sizes.name_text, max_width, MAX_NAME_LINES)
    }

    /// Returns the lines of the zone's name.
    pub fn name_lines(&self, sizes: &TileSizes) -> Vec<String> {
        wrap_and_cut(&self.tile.name, sizes.zone_text, self.inner_width(), MAX_NAME_LINES)
    }

    /// Returns the lines of what holds in the zone: with broken lines if all fit, else a line for
    /// each of the first notes, and how many there are more.
    pub fn wrap_note_lines_or_cut_and_count(&self, sizes: &TileSizes) -> Vec<String> {
        let (notes, width) = (&self.tile.notes, self.inner_width());
        let wrap = |note: &String| wrap_and_cut(note, sizes.note_text, width, MAX_NAME_LINES);
        let wrapped_lines: Vec<String> = notes.iter().flat_map(wrap).collect();
        if wrapped_lines.len() <= MAX_NOTE_LINES {
            return wrapped_lines;
        }
        let hidden_count = notes.len().saturating_sub(MAX_NOTES);
        let mut cut_lines = Vec::new();
        for (index, note) in notes.iter().take(MAX_NOTES).enumerate() {
            let is_last = index + 1 == MAX_NOTES;
            let text = if is_last && hidden_count > 0 {
                format!("+{hidden_count} · {note}")
            } else {
                note.clone()
            };
            cut_lines.push(cut_to_width(&text, sizes.note_text, width));
        }
        cut_lines
    }

    /// Returns the height of the zone's name and notes.
    fn heading_height(&self, sizes: &TileSizes) -> f32 {
        let more_name_lines = self.name_lines(sizes).len().saturating_sub(1) as f32;
        sizes.zone_text
            + 12.0
            + more_name_lines * sizes.zone_line_height()
            + sizes.note_height() * self.wrap_note_lines_or_cut_and_count(sizes).len() as f32
    }

    /// Returns whether the zone's name is cut.
    fn cuts_zone_name(&self, sizes: &TileSizes) -> bool {
        !fits_in_lines(&self.tile.name, sizes.zone_text, self.inner_width(), MAX_NAME_LINES)
    }

    /// Returns how many names and notes in the tile are cut.
    fn count_cut_texts(&self, sizes: &TileSizes) -> usize {
        let cut_notes = self
            .wrap_note_lines_or_cut_and_count(sizes)
            .iter()
            .filter(|line| line.ends_with('…'))
            .count();
        let cells = self.token_cells(sizes).into_iter().zip(&self.tile.tokens);
        let cut_names = cells
            .filter(|(cell, token)| self.cuts_name(&token.short_name, cell.width - 6.0, sizes))
            .count();
        usize::from(self.cuts_zone_name(sizes)) + cut_notes + cut_names
    }

    /// Returns how many tokens have room beside each other.
    fn max_columns(&self, sizes: &TileSizes) -> usize {
        // Half a pixel is for sums of widths that were rounded.
        (((self.inner_width() + 0.5) / sizes.cell_width).floor() as usize).max(1)
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
        let order = order_zones_by_adjacency(&star);
        assert_eq!(order, [4, 3, 0, 1, 2]);
        assert_eq!(split_into_rows(&order), [vec![4, 3, 0], vec![1, 2]]);
    }
    #[test]
    fn zones_are_split_into_rows_of_about_the_same_length() {
        for (count, lengths) in [
            (1, &[1][..]),
            (3, &[3]),
            (4, &[2, 2]),
            (5, &[3, 2]),
            (9, &[5, 4]),
            (12, &[6, 6]),
            (14, &[5, 5, 4]),
        ] {
            let order: Vec<usize> = (0..count).collect();
            let rows = split_into_rows(&order);
            assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), lengths, "{count} zones");
            assert_eq!(rows.concat(), order);
        }
    }
}
