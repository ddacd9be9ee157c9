//! Draws a scene as SVG: a strip of who acts in order, and a tile per zone with the tokens in it.
//!
//! Players' characters are round and blue, foes square and red, others grey diamonds. The ring says
//! how much health is left; letters, shapes and tags say everything that colours say. The page of a
//! replay draws the same in `data/replay/board.js`. Change both together.

use std::collections::{BTreeMap, BTreeSet};

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Line, Path, Polygon, Rectangle, Text};

use super::fonts::{FONT_FAMILY, replace_unknown_letters_and_cut, text_width};
use super::layout::{
    AXIS_HEIGHT, Layout, MARGIN, PADDING, PlacedTile, TAG_GAP, TAG_PADDING, TileSizes, TokenTexts,
};
use super::portraits::PlacedPortrait;
use super::scene::{AttackLine, Border, OrderToken, Ring, Scene, Token, TokenPlace};
use super::theme::{Canvas, MIN_TEXT, SUBTITLE_TEXT, TITLE_TEXT, Theme};
use crate::messages::reader_locale;
use engine::visibility::view::{Camp, TurnStatus};
use narration::say;

const TITLE_BASELINE: f32 = 52.0;
/// The strip of who acts: the top of its first line, its tokens, and the space for a line.
const ORDER_TOP: f32 = 72.0;
const ORDER_TOKEN: Point = Point { x: 66.0, y: 46.0 };
const ORDER_GAP: f32 = 10.0;
const ORDER_GROUP_GAP: f32 = 26.0;
const ORDER_LINE: f32 = 76.0;
const MAX_ORDER_LINES: usize = 2;
/// The height of the passage between two zones.
const OPENING: f32 = 110.0;
/// The line of an attack.
const ATTACK_WIDTH: f32 = 4.0;
const ARROW_LENGTH: f32 = 18.0;

/// The height of a card on a token of the strip, and the space beside its numbers.
const CARD_HEIGHT: f32 = 30.0;
const CARD_PADDING: f32 = 6.0;
/// The space between a card and the end of its token.
const CARD_INSET: f32 = 8.0;
/// The space between two labels on a scale of feet.
const AXIS_LABEL_WIDTH: f32 = 44.0;

/// The smallest letters on a token.
const MIN_LETTERS: f32 = 14.0;

/// A place or a size in the picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

/// Draws the whole picture.
pub fn render_scene_svg(scene: &Scene) -> String {
    let painter = Painter::of_scene(scene);
    let (order, _) = painter.draw_turn_order_and_measure_bottom(&scene.order);
    let layout = lay_out_scene(scene);
    let mut picture = painter
        .start_picture(layout.height)
        .add(painter.draw_heading(&scene.title, &scene.subtitle))
        .add(order);
    for row in &layout.rows {
        for placed in row {
            picture = picture.add(painter.draw_tile_frame_and_axis(placed, &layout.sizes));
        }
        for (left, right) in row.iter().zip(row.iter().skip(1)) {
            picture = picture.add(painter.draw_border(left, right));
        }
    }
    // Tokens and texts stand on the lines.
    let texts_background =
        if scene.attacks.is_empty() { TextBackground::Absent } else { TextBackground::Tile };
    for line in &scene.attacks {
        picture = picture.add(painter.draw_bent_attack_arrow(scene, &layout, line));
    }
    for placed in layout.rows.iter().flatten() {
        picture = picture
            .add(painter.draw_tile_texts(placed, &layout.sizes, texts_background))
            .add(painter.draw_tokens(placed, &layout.sizes, texts_background));
    }
    if !scene.gone.is_empty() {
        let gone = replace_unknown_letters_and_cut(&scene.gone, MIN_TEXT, painter.right() - MARGIN);
        let baseline = layout.height - MARGIN + 6.0;
        picture =
            picture.add(draw_text((MARGIN, baseline), MIN_TEXT, painter.theme.faint_text, &gone));
    }
    picture.to_string()
}

/// Returns where the tiles of a scene are drawn.
pub fn lay_out_scene(scene: &Scene) -> Layout<'_> {
    Layout::with_best_fitting_sizes(&scene.rows, scene.footer(), tiles_top(scene), scene.canvas)
}

/// Returns where the tiles begin below the strip of who acts.
pub fn tiles_top(scene: &Scene) -> f32 {
    let (_, order_bottom) =
        Painter::of_scene(scene).draw_turn_order_and_measure_bottom(&scene.order);
    order_bottom + 12.0
}

/// Returns the portraits of a scene with their places in its picture. Tokens without a portrait are
/// left out.
pub fn place_portraits(scene: &Scene) -> Vec<PlacedPortrait<'_>> {
    let layout = lay_out_scene(scene);
    let radius = token_radius(layout.sizes.ring_radius);
    let mut portraits = Vec::new();
    for placed in layout.rows.iter().flatten() {
        let centres = placed.token_centres(&layout.sizes);
        for (token, (x, y)) in placed.tile.tokens.iter().zip(centres) {
            if let Some(portrait) = token.portrait.as_deref() {
                portraits.push(PlacedPortrait { portrait, camp: token.camp, x, y, radius });
            }
        }
    }
    portraits
}

/// The scale of feet of a tile: its points from left to right, as positions in feet with their
/// places, and its height in the picture.
struct FeetAxis<'a> {
    points: &'a [(u16, f32)],
    y: f32,
}

impl FeetAxis<'_> {
    /// Returns the place of a position in feet.
    fn x_of(&self, feet: u16) -> f32 {
        find_place_on_axis(self.points, feet)
    }
}

/// What is behind the texts of a tile.
#[derive(Clone, Copy, PartialEq)]
enum TextBackground {
    Absent,
    /// The colour of the tile, so that no arrow crosses the letters.
    Tile,
}

/// Draws in the colours of a theme on a canvas.
pub struct Painter {
    pub theme: &'static Theme,
    pub canvas: Canvas,
}

impl Painter {
    fn of_scene(scene: &Scene) -> Self {
        Self { theme: scene.theme.theme(), canvas: scene.canvas }
    }

    /// Returns where the margin on the right begins.
    pub fn right(&self) -> f32 {
        self.canvas.width() - MARGIN
    }

    /// Returns an empty picture of a fight.
    pub fn start_picture(&self, height: f32) -> Document {
        // A row of pixels that is covered in part would be transparent, and a picture with that
        // has no palette.
        let height = height.ceil();
        Document::new()
            .set("width", self.canvas.width())
            .set("height", height)
            .set("font-family", FONT_FAMILY)
            .add(
                draw_rectangle((0.0, 0.0), (self.canvas.width(), height))
                    .set("fill", self.theme.background),
            )
    }

    /// Draws the title and behind it the subtitle, each cut to the room that there is.
    pub fn draw_heading(&self, title: &str, subtitle: &str) -> Group {
        let title = replace_unknown_letters_and_cut(title, TITLE_TEXT, self.right() - MARGIN);
        let left = MARGIN + text_width(&title, TITLE_TEXT) + 20.0;
        let subtitle =
            replace_unknown_letters_and_cut(subtitle, SUBTITLE_TEXT, self.right() - left);
        let (title_place, subtitle_place) = ((MARGIN, TITLE_BASELINE), (left, TITLE_BASELINE));
        Group::new()
            .add(draw_text(title_place, TITLE_TEXT, self.theme.text, &title))
            .add(draw_text(subtitle_place, SUBTITLE_TEXT, self.theme.faint_text, &subtitle))
    }

    /// Draws who acts, in order, in at most [`MAX_ORDER_LINES`] lines; those who do not fit are
    /// counted. Returns it with the height at which it ends.
    fn draw_turn_order_and_measure_bottom(&self, order: &[OrderToken]) -> (Group, f32) {
        let mut group = Group::new();
        if order.is_empty() {
            return (group, ORDER_TOP);
        }
        let (mut left, mut line) = (MARGIN, 0);
        for (index, token) in order.iter().enumerate() {
            let width = order_token_width(token);
            if token.starts_group && left > MARGIN {
                left += ORDER_GROUP_GAP - ORDER_GAP;
            }
            if left + width > self.right() {
                left = MARGIN;
                line += 1;
            }
            let top = ORDER_TOP + ORDER_LINE * line as f32;
            // Behind this token there is no room for another one.
            let is_last_place = line + 1 == MAX_ORDER_LINES
                && left + width + ORDER_TOKEN.x + ORDER_GROUP_GAP > self.right();
            let has_more = index + 1 < order.len();
            if is_last_place && has_more {
                group = group.add(self.draw_left_over_count(&order[index..], (left, top)));
                break;
            }
            group = group.add(self.draw_order_token(token, (left, top)));
            left += width + ORDER_GAP;
        }
        (group, ORDER_TOP + ORDER_LINE * (line + 1) as f32)
    }

    /// Draws how many combatants the tokens stand for that have no room in the strip: `+12`.
    fn draw_left_over_count(&self, left_over: &[OrderToken], (left, top): (f32, f32)) -> Text {
        let combatant_count: usize = left_over.iter().map(|token| token.count).sum();
        let text = format!("+{combatant_count}");
        draw_text((left, top + 34.0), 24.0, self.theme.faint_text, &text)
    }

    /// Draws one token of the strip: letters and cards on a shape, and below it how many it stands
    /// for and a tick for those who have acted. Who acts now has a frame.
    fn draw_order_token(&self, token: &OrderToken, (left, top): (f32, f32)) -> Group {
        let (width, height) = (order_token_width(token), ORDER_TOKEN.y);
        let corner_radius = if token.camp == Camp::Players { height / 2.0 } else { 8.0 };
        let has_acted = token.status == TurnStatus::Spent;
        let (fill, ink) = if has_acted {
            (self.theme.tag_fill, self.theme.faint_text)
        } else {
            (self.theme.camp_fill(token.camp), self.theme.ink)
        };
        let shape =
            draw_rectangle((left, top), (width, height)).set("rx", corner_radius).set("fill", fill);
        let mut group = Group::new().add(shape);
        if token.status == TurnStatus::Acting {
            let frame = draw_rectangle((left - 4.0, top - 4.0), (width + 8.0, height + 8.0))
                .set("rx", corner_radius + 4.0)
                .set("fill", "none")
                .set("stroke", self.theme.accent)
                .set("stroke-width", 4);
            group = group.add(frame);
        }
        if !token.cards.is_empty() {
            let card_left = left + width - CARD_INSET - card_width(&token.cards);
            let card_top = top + (height - CARD_HEIGHT) / 2.0;
            group = group.add(self.draw_cards(&token.cards, (card_left, card_top)));
        }
        let letters_centre = (left + ORDER_TOKEN.x / 2.0, top + height / 2.0);
        let max_letters_width = ORDER_TOKEN.x - 10.0;
        let letters =
            draw_fitted_letters(letters_centre, max_letters_width, 26.0, ink, &token.letters);
        let caption_place = (left + width / 2.0, top + height + 23.0);
        let caption =
            draw_text(caption_place, 20.0, self.theme.faint_text, &format_order_caption(token))
                .set("text-anchor", "middle");
        group.add(letters).add(caption)
    }

    /// Draws a card with the numbers of a combatant's cards on it. Its top left corner is at
    /// `(left, top)`.
    fn draw_cards(&self, cards: &str, (left, top): (f32, f32)) -> Group {
        let width = card_width(cards);
        let card = draw_rectangle((left, top), (width, CARD_HEIGHT))
            .set("rx", 4)
            .set("fill", self.theme.text);
        let place = (left + width / 2.0, top + CARD_HEIGHT / 2.0 + MIN_TEXT * 0.36);
        let numbers = draw_text(place, MIN_TEXT, self.theme.ink, cards);
        Group::new().add(card).add(numbers.set("text-anchor", "middle"))
    }

    /// Draws a tile without its texts and tokens, with the scale of feet.
    fn draw_tile_frame_and_axis(&self, placed: &PlacedTile, sizes: &TileSizes) -> Group {
        let tile = placed.tile;
        let frame = draw_rectangle((placed.left, placed.top), (placed.width, placed.height))
            .set("rx", 14)
            .set("fill", self.theme.tile_fill)
            .set("stroke", self.theme.tile_edge)
            .set("stroke-width", 2);
        let group = Group::new().add(frame);
        match tile.span_feet {
            Some(span) => group.add(self.draw_feet_axis_with_combatant_marks(placed, span, sizes)),
            None => group,
        }
    }

    /// Draws the name of a tile and what holds in it. An empty one says so.
    fn draw_tile_texts(
        &self,
        placed: &PlacedTile,
        sizes: &TileSizes,
        background: TextBackground,
    ) -> Group {
        let left = placed.left + PADDING;
        let mut baseline = placed.top + PADDING + sizes.zone_text;
        let mut lines = Vec::new();
        for (index, line) in placed.name_lines(sizes).into_iter().enumerate() {
            baseline += if index > 0 { sizes.zone_line_height() } else { 0.0 };
            lines.push((line, baseline, sizes.zone_text, self.theme.text));
        }
        for line in placed.wrap_note_lines_or_cut_and_count(sizes) {
            baseline += sizes.note_height();
            lines.push((line, baseline, sizes.note_text, self.theme.faint_text));
        }
        if placed.tile.tokens.is_empty() {
            baseline += 2.0 * sizes.note_text;
            let nobody = say!(reader_locale(), "nobody");
            lines.push((nobody, baseline, sizes.note_text, self.theme.faint_text));
        }
        let mut group = Group::new();
        for (line, baseline, size, fill) in &lines {
            let place = (left, *baseline);
            group = self.add_text_background(group, place, *size, line, background);
            group = group.add(draw_text(place, *size, fill, line));
        }
        group
    }

    /// Adds the background of a text that begins at a place.
    fn add_text_background(
        &self,
        group: Group,
        (left, baseline): (f32, f32),
        size: f32,
        text: &str,
        background: TextBackground,
    ) -> Group {
        if background == TextBackground::Absent {
            return group;
        }
        let place = (left - 3.0, baseline - 0.85 * size);
        let rectangle = draw_rectangle(place, (text_width(text, size) + 6.0, 1.15 * size));
        group.add(rectangle.set("fill", self.theme.tile_fill))
    }

    /// Draws all tokens of a tile.
    fn draw_tokens(
        &self,
        placed: &PlacedTile,
        sizes: &TileSizes,
        background: TextBackground,
    ) -> Group {
        let mut group = Group::new();
        for (cell, token) in placed.token_cells(sizes).into_iter().zip(&placed.tile.tokens) {
            let centre = placed.centre(cell, sizes);
            let texts = placed.texts(token, cell, sizes);
            group = group
                .add(self.draw_token(token, centre, sizes))
                .add(self.draw_token_texts(token, &texts, centre, sizes, background));
        }
        group
    }

    /// Draws the arrow of an attack, bent so that it passes by other tokens and by texts. Nothing
    /// is drawn if the attacker or the target has no token.
    fn draw_bent_attack_arrow(&self, scene: &Scene, layout: &Layout, line: &AttackLine) -> Group {
        let from = find_token_centre(layout, line.from);
        let to = find_token_centre(layout, line.to);
        let (Some(from), Some(to)) = (from, to) else {
            return Group::new();
        };
        let attacker = &scene.rows[line.from.row][line.from.column].tokens[line.from.token];
        let fill = self.theme.camp_fill(attacker.camp);
        let obstacles = self.collect_arrow_obstacles(scene, layout, line);
        let control = bend_around(from, to, &obstacles);
        let gap = obstacles.end_distance;
        let start = move_towards(from, control, gap);
        let tip = move_towards(to, control, gap);
        draw_bent_arrow(start, control, tip, fill)
    }

    /// Collects what the arrow of an attack should not cross: the texts of all tiles and tokens,
    /// and all tokens but those of the attacker and the target.
    fn collect_arrow_obstacles(
        &self,
        scene: &Scene,
        layout: &Layout,
        line: &AttackLine,
    ) -> ArrowObstacles {
        let sizes = &layout.sizes;
        let mut obstacles = ArrowObstacles {
            tokens: Vec::new(),
            token_distance: sizes.ring_radius + 6.0,
            end_distance: sizes.ring_radius + 10.0,
            texts: Vec::new(),
            area: TextBox {
                left: MARGIN,
                right: self.right(),
                top: tiles_top(scene),
                bottom: layout.height - MARGIN,
            },
        };
        for (row, tiles) in layout.rows.iter().enumerate() {
            for (column, placed) in tiles.iter().enumerate() {
                obstacles.texts.push(tile_text_box(placed, sizes));
                let cells = placed.token_cells(sizes).into_iter();
                for (token, (cell, drawn)) in cells.zip(&placed.tile.tokens).enumerate() {
                    let (x, y) = placed.centre(cell, sizes);
                    let texts = placed.texts(drawn, cell, sizes);
                    obstacles.texts.push(bounding_box_of_token_texts(&texts, (x, y), sizes));
                    let place = TokenPlace { row, column, token };
                    if place != line.from && place != line.to {
                        obstacles.tokens.push(Point { x, y });
                    }
                }
            }
        }
        obstacles
    }

    /// Draws the scale of feet at the bottom of a tile, with a mark for each combatant.
    fn draw_feet_axis_with_combatant_marks(
        &self,
        placed: &PlacedTile,
        span: (u16, u16),
        sizes: &TileSizes,
    ) -> Group {
        let points = placed.mark_and_end_points(sizes);
        let (Some((_, left)), Some((_, right))) = (points.first(), points.last()) else {
            return Group::new();
        };
        let y = placed.bottom() - AXIS_HEIGHT + 14.0;
        let axis_line = draw_line((*left, y), (*right, y)).set("stroke", self.theme.wall);
        let axis = FeetAxis { points: &points, y };
        let group = self.add_axis_ticks(Group::new().add(axis_line), &axis, span);
        let group = self.add_axis_labels(group, &axis, span, &placed.occupied_marks(sizes));
        self.add_combatant_marks(group, &axis, &placed.tile.tokens)
    }

    /// Adds a short line below a scale every five feet.
    fn add_axis_ticks(
        &self,
        mut group: Group,
        axis: &FeetAxis,
        (first, last): (u16, u16),
    ) -> Group {
        for feet in (first..=last).step_by(5) {
            let x = axis.x_of(feet);
            let tick = draw_line((x, axis.y), (x, axis.y + 6.0));
            group = group.add(tick.set("stroke", self.theme.wall));
        }
        group
    }

    /// Adds the numbers below a scale: those of the marks over which tokens stand, and those of the
    /// two ends where no other number is too close.
    fn add_axis_labels(
        &self,
        mut group: Group,
        axis: &FeetAxis,
        (first, last): (u16, u16),
        occupied_feet: &[u16],
    ) -> Group {
        let label = |feet: u16, fill: &str, text: &str| {
            draw_text((axis.x_of(feet), axis.y + 26.0), MIN_TEXT, fill, text)
                .set("text-anchor", "middle")
        };
        for feet in occupied_feet {
            let text = say!(reader_locale(), "picture-feet", feet = *feet);
            group = group.add(label(*feet, self.theme.text, &text));
        }
        for end in [first, last] {
            let leaves_room =
                |feet: &u16| (axis.x_of(*feet) - axis.x_of(end)).abs() > AXIS_LABEL_WIDTH;
            if occupied_feet.iter().all(leaves_room) {
                group = group.add(label(end, self.theme.faint_text, &end.to_string()));
            }
        }
        group
    }

    /// Adds a triangle above a scale for each camp at each position, without those who are out. The
    /// triangles of several camps at one position stand beside each other.
    fn add_combatant_marks(&self, mut group: Group, axis: &FeetAxis, tokens: &[Token]) -> Group {
        let mut camps_by_feet: BTreeMap<u16, BTreeSet<Camp>> = BTreeMap::new();
        for token in tokens.iter().filter(|token| !token.is_out) {
            if let Some(feet) = token.position_feet {
                camps_by_feet.entry(feet).or_default().insert(token.camp);
            }
        }
        for (feet, camps) in &camps_by_feet {
            for (index, camp) in camps.iter().enumerate() {
                let steps_from_middle = index as f32 - (camps.len() - 1) as f32 / 2.0;
                let (x, y) = (axis.x_of(*feet) + 14.0 * steps_from_middle, axis.y);
                let points = format!("{x},{y} {},{} {},{}", x - 6.0, y - 11.0, x + 6.0, y - 11.0);
                let fill = self.theme.camp_fill(*camp);
                group = group.add(Polygon::new().set("points", points).set("fill", fill));
            }
        }
        group
    }

    /// Draws what lies between two tiles of a row: a wall, an opening, or what hinders the way.
    fn draw_border(&self, left: &PlacedTile, right: &PlacedTile) -> Group {
        let x = f32::midpoint(left.right(), right.left);
        let (top, bottom) = (left.top + 18.0, left.bottom() - 18.0);
        match &left.tile.right_border {
            Border::Wall => {
                let wall = draw_line((x, top), (x, bottom))
                    .set("stroke", self.theme.wall)
                    .set("stroke-width", 5);
                Group::new().add(wall)
            }
            Border::Open => self.draw_opening(left.right(), right.left, (top, bottom)),
            Border::Hindered(text) => self.draw_hindered_border(x, (top, bottom), text),
        }
    }

    /// Draws a passage in the middle of the border between two tiles that open into each other.
    /// It covers the edges of both tiles, which end at `left_edge` and begin at `right_edge`.
    fn draw_opening(&self, left_edge: f32, right_edge: f32, (top, bottom): (f32, f32)) -> Group {
        let (from, to) = (left_edge - 2.0, right_edge + 2.0);
        let height = (bottom - top).clamp(0.0, OPENING);
        let upper = f32::midpoint(top, bottom) - height / 2.0;
        let passage = draw_rectangle((from, upper), (to - from, height));
        let edge = |y: f32| {
            draw_line((from, y), (to, y)).set("stroke", self.theme.tile_edge).set("stroke-width", 2)
        };
        Group::new()
            .add(passage.set("fill", self.theme.tile_fill))
            .add(edge(upper))
            .add(edge(upper + height))
    }

    /// Draws a dotted border with a text in its middle, turned upwards, that says what hinders the
    /// way.
    fn draw_hindered_border(&self, x: f32, (top, bottom): (f32, f32), text: &str) -> Group {
        let middle = f32::midpoint(top, bottom);
        let text = replace_unknown_letters_and_cut(text, MIN_TEXT, bottom - top - 20.0);
        let half_gap = text_width(&text, MIN_TEXT) / 2.0 + 10.0;
        let dotted_line = |from: f32, to: f32| {
            draw_line((x, from), (x, to))
                .set("stroke", self.theme.accent)
                .set("stroke-width", 4)
                .set("stroke-dasharray", "4 8")
        };
        let label = draw_text((x, middle), MIN_TEXT, self.theme.accent, &text)
            .set("text-anchor", "middle")
            .set("transform", format!("rotate(-90 {x} {middle}) translate(0 6)"));
        Group::new()
            .add(dotted_line(top, middle - half_gap))
            .add(dotted_line(middle + half_gap, bottom))
            .add(label)
    }

    /// Draws a token around a centre: the ring of health, shape and letters, and the count. Who
    /// acts has a halo; who is out has a cross behind the shape instead of the ring.
    fn draw_token(&self, token: &Token, centre: (f32, f32), sizes: &TileSizes) -> Group {
        let (x, y) = centre;
        let radius = sizes.ring_radius;
        let body_radius = token_radius(radius);
        let mut group = Group::new();
        if token.is_acting {
            group = group.add(self.draw_halo(centre, radius + 7.0));
        }
        if token.is_out {
            for line in self.draw_out_cross(centre, radius - 6.0) {
                group = group.add(line);
            }
        } else {
            group = group.add(self.draw_health_ring(token.ring, centre, radius - 3.0));
        }
        group = group.add(self.draw_token_shape_dashing_hidden(token, centre, body_radius));
        group = group.add(draw_fitted_letters(
            centre,
            body_radius * 1.7,
            (body_radius * 0.88).max(MIN_TEXT),
            self.theme.ink,
            &token.letters,
        ));
        if token.count > 1 {
            let corner = (x + radius * 0.86, y - radius * 0.86);
            group = group.add(self.draw_count_badge(token.count, corner, sizes));
        }
        group
    }

    /// Draws the name and the tags below the token whose middle is at `(x, y)`.
    fn draw_token_texts(
        &self,
        token: &Token,
        texts: &TokenTexts,
        (x, y): (f32, f32),
        sizes: &TileSizes,
        background: TextBackground,
    ) -> Group {
        let size = sizes.name_text;
        let fill = if token.is_out { self.theme.faint_text } else { self.theme.text };
        let mut baseline = first_name_baseline(y, sizes);
        let mut group = Group::new();
        for (index, line) in texts.name_lines.iter().enumerate() {
            baseline += if index > 0 { sizes.name_line_height() } else { 0.0 };
            let left = x - text_width(line, size) / 2.0;
            group = self.add_text_background(group, (left, baseline), size, line, background);
            let name = draw_text((x, baseline), size, fill, line);
            group = group.add(name.set("text-anchor", "middle"));
        }
        let mut top = baseline + size * 0.35;
        for row in &texts.tag_rows {
            group = group.add(self.draw_tag_row(row, (x, top), sizes));
            top += sizes.tag_row_height();
        }
        group
    }

    /// Draws the dashed circle around the token of who acts, with its middle at `(x, y)`.
    fn draw_halo(&self, (x, y): (f32, f32), radius: f32) -> Circle {
        Circle::new()
            .set("cx", x)
            .set("cy", y)
            .set("r", radius)
            .set("fill", "none")
            .set("stroke", self.theme.accent)
            .set("stroke-width", 4)
            .set("stroke-dasharray", "9 6")
    }

    /// Draws the shape of a token's camp. Who is hidden has a dashed edge.
    fn draw_token_shape_dashing_hidden(
        &self,
        token: &Token,
        centre: (f32, f32),
        radius: f32,
    ) -> Path {
        let shape = self.draw_camp_shape(token.camp, token.is_out, centre, radius);
        if !token.is_hidden {
            return shape;
        }
        shape.set("stroke", self.theme.text).set("stroke-width", 3).set("stroke-dasharray", "5 4")
    }

    /// Draws the two lines of the cross behind a token that is out. `reach` is how far they go from
    /// the centre to each side.
    fn draw_out_cross(&self, (x, y): (f32, f32), reach: f32) -> [Line; 2] {
        [reach, -reach].map(|step| {
            draw_line((x - step, y - reach), (x + step, y + reach))
                .set("stroke", self.theme.out)
                .set("stroke-width", 7)
        })
    }

    /// Draws how much health is left as a ring around `centre`: an arc from the top for numbers,
    /// quarters for words, nothing if it is not known.
    fn draw_health_ring(&self, ring: Ring, centre: (f32, f32), radius: f32) -> Group {
        let track = self.theme.ring_track;
        match ring {
            Ring::Unknown => Group::new(),
            Ring::Exact(1000..) => {
                Group::new().add(draw_ring_circle(centre, radius, self.theme.healthy))
            }
            Ring::Exact(0) => Group::new().add(draw_ring_circle(centre, radius, track)),
            Ring::Exact(thousandths) => {
                let share = f32::from(thousandths) / 1000.0;
                let fill = self.theme.health_fill(thousandths);
                Group::new().add(draw_ring_circle(centre, radius, track)).add(draw_ring_arc(
                    centre,
                    radius,
                    (0.0, share),
                    fill,
                ))
            }
            Ring::Quarters(filled) => {
                let fill = self.theme.health_fill(u16::from(filled) * 250);
                let mut group = Group::new();
                for quarter in 0..4_u8 {
                    let colour = if quarter < filled { fill } else { track };
                    let start = f32::from(quarter) / 4.0;
                    // A small gap separates the quarters.
                    let turns = (start + 0.018, start + 0.232);
                    group = group.add(draw_ring_arc(centre, radius, turns, colour));
                }
                group
            }
        }
    }

    /// Draws the badge that says how many combatants a token stands for, around `(x, y)`.
    fn draw_count_badge(&self, count: usize, (x, y): (f32, f32), sizes: &TileSizes) -> Group {
        let radius = sizes.tag_text;
        let badge =
            Circle::new().set("cx", x).set("cy", y).set("r", radius).set("fill", self.theme.text);
        let text = draw_fitted_letters(
            (x, y),
            1.8 * radius,
            sizes.tag_text,
            self.theme.ink,
            &format!("×{count}"),
        );
        Group::new().add(badge).add(text)
    }

    /// Draws all tags side by side, centred on `middle_x`. Which of them fit was chosen before.
    fn draw_tag_row(
        &self,
        tags: &[String],
        (middle_x, top): (f32, f32),
        sizes: &TileSizes,
    ) -> Group {
        let text_size = sizes.tag_text;
        let mut left = middle_x - tag_row_width(tags, sizes) / 2.0;
        let mut group = Group::new();
        for tag in tags {
            let width = sizes.tag_width(tag);
            let pill = draw_rectangle((left, top), (width, sizes.tag_height()))
                .set("rx", 9)
                .set("fill", self.theme.tag_fill);
            group = group.add(pill).add(draw_text(
                (left + TAG_PADDING, top + text_size * 0.86 + 3.0),
                text_size,
                self.theme.text,
                tag,
            ));
            left += width + TAG_GAP;
        }
        group
    }

    /// Draws the shape of a camp around `(x, y)`: a circle, a square or a diamond. One that is out
    /// of the fight has a colour of its own.
    pub fn draw_camp_shape(
        &self,
        camp: Camp,
        is_out: bool,
        (x, y): (f32, f32),
        radius: f32,
    ) -> Path {
        let fill = if is_out { self.theme.out } else { self.theme.camp_fill(camp) };
        let data = match camp {
            Camp::Players => Data::new()
                .move_to((x - radius, y))
                .elliptical_arc_to((radius, radius, 0.0, 1.0, 1.0, x + radius, y))
                .elliptical_arc_to((radius, radius, 0.0, 1.0, 1.0, x - radius, y)),
            Camp::Foes => {
                let half = radius * 0.86;
                Data::new()
                    .move_to((x - half, y - half))
                    .line_to((x + half, y - half))
                    .line_to((x + half, y + half))
                    .line_to((x - half, y + half))
            }
            Camp::Others => {
                let reach = radius * 1.08;
                Data::new()
                    .move_to((x, y - reach))
                    .line_to((x + reach, y))
                    .line_to((x, y + reach))
                    .line_to((x - reach, y))
            }
        };
        Path::new().set("d", data.close()).set("fill", fill)
    }
}

/// Returns the width of a token in the strip.
fn order_token_width(token: &OrderToken) -> f32 {
    // The letters keep some space of their own before the card.
    let more = if token.cards.is_empty() { 0.0 } else { card_width(&token.cards) + 4.0 };
    ORDER_TOKEN.x + more
}

/// Formats what stands below a token of the strip: a tick for those who have acted, and how many
/// they are if they are several. Empty for one who has not acted.
fn format_order_caption(token: &OrderToken) -> String {
    let has_acted = token.status == TurnStatus::Spent;
    match (token.count, has_acted) {
        (1, true) => "✓".into(),
        (1, false) => String::new(),
        (count, true) => format!("✓ ×{count}"),
        (count, false) => format!("×{count}"),
    }
}

/// Returns the width of a card with these numbers.
fn card_width(cards: &str) -> f32 {
    text_width(cards, MIN_TEXT) + 2.0 * CARD_PADDING
}

/// Returns the width of a row of tags.
fn tag_row_width(tags: &[String], sizes: &TileSizes) -> f32 {
    tags.iter().map(|tag| sizes.tag_width(tag) + TAG_GAP).sum::<f32>() - TAG_GAP
}

/// Returns the baseline of the first line of a name, below the halo of who acts. `y` is the centre
/// of the token.
fn first_name_baseline(y: f32, sizes: &TileSizes) -> f32 {
    y + sizes.ring_radius + sizes.name_text * 1.2 + 5.0
}

/// Returns the place of a distance in feet on a scale with these points. Between two points the
/// scale is even, and beyond its ends everything is at the end.
pub fn find_place_on_axis(points: &[(u16, f32)], feet: u16) -> f32 {
    let count_before = points.partition_point(|(mark, _)| *mark < feet);
    let (before, after) = points.split_at(count_before);
    match (before.last(), after.first()) {
        (Some((from, left)), Some((to, right))) => {
            left + (right - left) * f32::from(feet - from) / f32::from(to - from)
        }
        (Some((_, x)), None) | (None, Some((_, x))) => *x,
        (None, None) => 0.0,
    }
}

/// The space that arrows keep from texts.
const TEXT_MARGIN: f32 = 7.0;

/// A rectangle.
struct TextBox {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl TextBox {
    /// Returns whether a point is in the rectangle, or not farther from it than a margin.
    fn contains(&self, point: Point, margin: f32) -> bool {
        (self.left - margin..=self.right + margin).contains(&point.x)
            && (self.top - margin..=self.bottom + margin).contains(&point.y)
    }
}

/// Returns where the name and the notes of a tile are.
fn tile_text_box(placed: &PlacedTile, sizes: &TileSizes) -> TextBox {
    let (names, notes) = (placed.name_lines(sizes), placed.wrap_note_lines_or_cut_and_count(sizes));
    let width = |lines: &[String], size: f32| {
        lines.iter().map(|line| text_width(line, size)).fold(0.0, f32::max)
    };
    let (left, top) = (placed.left + PADDING, placed.top + PADDING);
    let more_names = names.len().saturating_sub(1) as f32;
    let names_height = sizes.zone_text * 1.2 + more_names * sizes.zone_line_height();
    TextBox {
        left,
        top,
        right: left + width(&names, sizes.zone_text).max(width(&notes, sizes.note_text)),
        bottom: top + names_height + notes.len() as f32 * sizes.note_height(),
    }
}

/// The room left and right of the texts of a token.
const TOKEN_TEXT_MARGIN: f32 = 4.0;
/// How far letters reach above and below their baseline, as parts of the text size.
const TEXT_ASCENT: f32 = 0.7;
const TEXT_DESCENT: f32 = 0.35;

/// Returns the box around the name and the tags of a token whose middle is at `(x, y)`.
fn bounding_box_of_token_texts(
    texts: &TokenTexts,
    (x, y): (f32, f32),
    sizes: &TileSizes,
) -> TextBox {
    let names = texts.name_lines.iter().map(|line| text_width(line, sizes.name_text));
    let tags = texts.tag_rows.iter().map(|row| tag_row_width(row, sizes));
    let half_width = names.chain(tags).fold(0.0, f32::max) / 2.0 + TOKEN_TEXT_MARGIN;
    let baseline = first_name_baseline(y, sizes);
    let more_names = texts.name_lines.len().saturating_sub(1) as f32;
    let tags_height = texts.tag_rows.len() as f32 * sizes.tag_row_height();
    TextBox {
        left: x - half_width,
        right: x + half_width,
        top: baseline - sizes.name_text * TEXT_ASCENT,
        bottom: baseline
            + more_names * sizes.name_line_height()
            + sizes.name_text * TEXT_DESCENT
            + tags_height,
    }
}

/// What an arrow should not cross.
struct ArrowObstacles {
    /// Tokens besides those of the attacker and the target, and the distance to keep from them.
    tokens: Vec<Point>,
    token_distance: f32,
    /// How far the arrow stays away from its own two tokens.
    end_distance: f32,
    texts: Vec<TextBox>,
    /// The arrow should stay in it.
    area: TextBox,
}

impl ArrowObstacles {
    /// Returns how bad it is if an arrow goes through a point: 3 for another token or outside of
    /// the area, and 1 more for a text.
    fn cost_of_arrow_through(&self, point: Point) -> usize {
        let is_near = |token: &Point| distance_between(*token, point) < self.token_distance;
        let crosses_token = self.tokens.iter().any(is_near);
        let leaves_area = !self.area.contains(point, 0.0);
        let crosses_text = self.texts.iter().any(|text| text.contains(point, TEXT_MARGIN));
        let mut cost = 0;
        if crosses_token || leaves_area {
            cost += 3;
        }
        if crosses_text {
            cost += 1;
        }
        cost
    }

    /// Returns how bad it is if an arrow follows a curve: the sum of the costs of points on it. Its
    /// ends do not count, since they are not drawn.
    fn cost_of_curve(&self, from: Point, control: Point, to: Point) -> usize {
        const SAMPLES: u8 = 32;
        let mut cost = 0;
        for sample in 1..SAMPLES {
            let share = f32::from(sample) / f32::from(SAMPLES);
            let point = point_on_curve(from, control, to, share);
            let end_distance = distance_between(from, point).min(distance_between(to, point));
            if end_distance >= self.end_distance {
                cost += self.cost_of_arrow_through(point);
            }
        }
        cost
    }
}

/// Returns the control point of a curve between two points that crosses as few obstacles as
/// possible, with as small a bend as possible. It lies off the middle of the line, at a right angle
/// to it.
fn bend_around(from: Point, to: Point, obstacles: &ArrowObstacles) -> Point {
    /// The bends that are tried, as multiples of the smallest one, in this order. Negative ones
    /// bend to the other side.
    const BENDS: [f32; 12] = [1.0, 1.7, -1.0, 2.5, -1.7, 3.5, -2.5, 4.5, -3.5, 6.0, -4.5, -6.0];
    const MAX_BEND: f32 = 280.0;
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    // Upwards first, whichever way the line goes.
    let first_side = if dx >= 0.0 { 1.0 } else { -1.0 };
    let smallest_bend = (0.16 * length + 14.0).min(110.0) * first_side;
    let control_point_of = |factor: f32| {
        let bend = (smallest_bend * factor).clamp(-MAX_BEND, MAX_BEND);
        Point {
            x: f32::midpoint(from.x, to.x) + bend * dy / length,
            y: f32::midpoint(from.y, to.y) - bend * dx / length,
        }
    };
    let cost = |control: &Point| obstacles.cost_of_curve(from, *control, to);
    // Of several with the same cost the first is taken.
    let cheapest = BENDS.into_iter().map(control_point_of).min_by_key(cost);
    cheapest.unwrap_or_else(|| control_point_of(1.0))
}

/// Returns the point of a quadratic Bézier curve at a share of its way, from 0 to 1.
fn point_on_curve(from: Point, control: Point, to: Point, share: f32) -> Point {
    let rest = 1.0 - share;
    let on_curve = |from: f32, control: f32, to: f32| {
        rest * rest * from + 2.0 * rest * share * control + share * share * to
    };
    Point { x: on_curve(from.x, control.x, to.x), y: on_curve(from.y, control.y, to.y) }
}

/// Returns the distance between two points, in pixels.
fn distance_between(one: Point, other: Point) -> f32 {
    (one.x - other.x).hypot(one.y - other.y)
}

/// Returns the centre of a token; `None` if there is no such token.
fn find_token_centre(layout: &Layout, place: TokenPlace) -> Option<Point> {
    let placed = layout.rows.get(place.row)?.get(place.column)?;
    let centres = placed.token_centres(&layout.sizes);
    let (x, y) = *centres.get(place.token)?;
    Some(Point { x, y })
}

/// Returns a point at a distance from another on the way to a third.
fn move_towards(from: Point, to: Point, distance: f32) -> Point {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    Point { x: from.x + dx * distance / length, y: from.y + dy * distance / length }
}

/// Returns the radius of a token's shape inside its ring.
fn token_radius(ring_radius: f32) -> f32 {
    ring_radius - 5.0 - 1.1 * ring_width(ring_radius)
}

/// Returns how thick a ring of health is.
fn ring_width(radius: f32) -> f32 {
    if radius > 44.0 { 8.0 } else { 6.0 }
}

/// Draws a whole ring of health around `(x, y)` in one colour.
fn draw_ring_circle((x, y): (f32, f32), radius: f32, colour: &str) -> Circle {
    Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", radius)
        .set("fill", "none")
        .set("stroke", colour)
        .set("stroke-width", ring_width(radius))
}

/// Draws a part of a ring of health around `(x, y)`. `from` and `to` are parts of a whole turn,
/// clockwise from the top.
fn draw_ring_arc((x, y): (f32, f32), radius: f32, (from, to): (f32, f32), colour: &str) -> Path {
    let point_at = |turn: f32| {
        let angle = turn * std::f32::consts::TAU;
        (x + radius * angle.sin(), y - radius * angle.cos())
    };
    let is_more_than_half = u8::from(to - from > 0.5);
    let (start, end) = (point_at(from), point_at(to));
    let data = Data::new().move_to(start).elliptical_arc_to((
        radius,
        radius,
        0.0,
        is_more_than_half,
        1.0,
        end.0,
        end.1,
    ));
    Path::new()
        .set("d", data)
        .set("fill", "none")
        .set("stroke", colour)
        .set("stroke-width", ring_width(radius))
}

/// Draws an arrow from `start` to `tip`, bent towards `control`.
fn draw_bent_arrow(start: Point, control: Point, tip: Point, fill: &str) -> Group {
    let base = move_towards(tip, control, ARROW_LENGTH);
    let curve = Data::new()
        .move_to((start.x, start.y))
        .quadratic_curve_to((control.x, control.y, base.x, base.y));
    let shaft = Path::new()
        .set("d", curve)
        .set("fill", "none")
        .set("stroke", fill)
        .set("stroke-width", ATTACK_WIDTH);
    // The head is a triangle: the tip, and two corners to both sides of its base.
    let half_width = ARROW_LENGTH * 0.55;
    let (ux, uy) = ((tip.x - base.x) / ARROW_LENGTH, (tip.y - base.y) / ARROW_LENGTH);
    let left_corner = Point { x: base.x - uy * half_width, y: base.y + ux * half_width };
    let right_corner = Point { x: base.x + uy * half_width, y: base.y - ux * half_width };
    let points = format!(
        "{},{} {},{} {},{}",
        tip.x, tip.y, left_corner.x, left_corner.y, right_corner.x, right_corner.y,
    );
    Group::new().add(shaft).add(Polygon::new().set("points", points).set("fill", fill))
}

/// Draws letters with their middle at `(x, y)`, smaller if they are wider than `max_width`, but not
/// smaller than can be read.
fn draw_fitted_letters(
    (x, y): (f32, f32),
    max_width: f32,
    size: f32,
    fill: &str,
    letters: &str,
) -> Text {
    let width = text_width(letters, size).max(1.0);
    let size = (size * max_width / width).min(size).max(MIN_LETTERS);
    draw_text((x, y + size * 0.36), size, fill, letters).set("text-anchor", "middle")
}

pub fn draw_line(from: (f32, f32), to: (f32, f32)) -> Line {
    Line::new().set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1)
}

pub fn draw_rectangle(position: (f32, f32), size: (f32, f32)) -> Rectangle {
    Rectangle::new()
        .set("x", position.0)
        .set("y", position.1)
        .set("width", size.0)
        .set("height", size.1)
}

/// Draws a text. `position` is the left end of its baseline.
pub fn draw_text(position: (f32, f32), size: f32, fill: &str, content: &str) -> Text {
    Text::new(content)
        .set("x", position.0)
        .set("y", position.1)
        .set("font-size", size)
        .set("fill", fill)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrow_bends_around_tokens_between_its_ends() {
        let point = |x: f32, y: f32| Point { x, y };
        let (from, to) = (point(100.0, 300.0), point(900.0, 300.0));
        let obstacles = |tokens: &[Point], texts: Vec<TextBox>| ArrowObstacles {
            tokens: tokens.to_vec(),
            token_distance: 60.0,
            end_distance: 60.0,
            texts,
            area: TextBox { left: 0.0, top: 0.0, right: 1000.0, bottom: 800.0 },
        };
        let highest = |others: &[Point]| bend_around(from, to, &obstacles(others, Vec::new())).y;
        assert!(highest(&[]) > 180.0);
        // A token on the straight line, and one where the usual bend goes.
        let on_line = [point(500.0, 290.0)];
        let in_bend = [point(500.0, 245.0)];
        assert!(highest(&on_line) < highest(&[]));
        assert!(highest(&in_bend) < highest(&on_line) || highest(&in_bend) > 300.0);
        // If there is no way, the usual bend is taken.
        let everywhere: Vec<Point> = (0..40).map(|n| point(500.0, n as f32 * 20.0)).collect();
        assert_eq!(highest(&everywhere), highest(&[]));
        // A text where the usual bend goes.
        let text = || TextBox { left: 440.0, top: 235.0, right: 560.0, bottom: 265.0 };
        let control = bend_around(from, to, &obstacles(&[], vec![text()]));
        assert!(control.y < highest(&[]), "{control:?}");
        let below = point(100.0, 454.0);
        let name = || TextBox { left: 35.0, top: 375.0, right: 165.0, bottom: 390.0 };
        let narrow = ArrowObstacles { end_distance: 56.0, ..obstacles(&[], vec![name()]) };
        let control = bend_around(from, below, &narrow);
        // The middle of the curve is half as far from the straight line as the control point.
        assert!((control.x - 100.0).abs() / 2.0 > 65.0, "{control:?}");
    }

    #[test]
    fn scale_is_even_between_its_points() {
        let points = [(20, 100.0), (30, 300.0), (35, 320.0)];
        let places = [15, 20, 25, 30, 34, 40].map(|feet| find_place_on_axis(&points, feet));
        assert_eq!(places, [100.0, 100.0, 200.0, 300.0, 316.0, 320.0]);
        assert_eq!(find_place_on_axis(&[(5, 7.0)], 9), 7.0);
    }
}
