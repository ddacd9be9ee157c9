//! Draws a scene as SVG: a strip of who acts in order, and a tile per zone with the tokens in it.
//!
//! Players' characters are round and blue, foes square and red, others grey diamonds. The ring says
//! how much health is left; letters, shapes and tags say everything that colours say.

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Line, Path, Polygon, Rectangle, Text};

use super::fonts::{
    FONT_FAMILY, replace_unknown_letters_and_cut, replace_unknown_letters_and_cut_middle,
    text_width,
};
use super::layout::{AXIS_HEIGHT, Layout, MARGIN, MAX_NOTES, PADDING, PlacedTile, TileSizes};
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
    let (order, _) = painter.draw_order(&scene.order);
    let layout = lay_out_scene(scene);
    let mut picture = painter
        .start_picture(layout.height)
        .add(painter.draw_heading(&scene.title, &scene.subtitle))
        .add(order);
    for row in &layout.rows {
        for placed in row {
            picture = picture.add(painter.draw_tile(placed, &layout.sizes));
        }
        for (left, right) in row.iter().zip(row.iter().skip(1)) {
            picture = picture.add(painter.draw_border(left, right));
        }
    }
    // Tokens and their names stand on the lines.
    for line in &scene.attacks {
        picture = picture.add(painter.draw_attack(scene, &layout, line));
    }
    for placed in layout.rows.iter().flatten() {
        picture = picture.add(painter.draw_tokens(placed, &layout.sizes));
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
    Layout::new(&scene.rows, scene.footer(), tiles_top(scene), scene.canvas)
}

/// Returns where the tiles begin below the strip of who acts.
pub fn tiles_top(scene: &Scene) -> f32 {
    let (_, order_bottom) = Painter::of_scene(scene).draw_order(&scene.order);
    order_bottom + 12.0
}

/// Returns the portraits of a scene with their places in its picture.
pub fn place_portraits(scene: &Scene) -> Vec<PlacedPortrait<'_>> {
    let layout = lay_out_scene(scene);
    let radius = token_radius(layout.sizes.ring_radius);
    let mut portraits = Vec::new();
    for placed in layout.rows.iter().flatten() {
        let centres = placed.token_centres(&layout.sizes);
        for (token, (x, y)) in placed.tile.tokens.iter().zip(centres) {
            let portrait = token.portrait.as_deref();
            let place = |portrait| PlacedPortrait { portrait, camp: token.camp, x, y, radius };
            portraits.extend(portrait.map(place));
        }
    }
    portraits
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
    fn draw_order(&self, order: &[OrderToken]) -> (Group, f32) {
        let mut group = Group::new();
        if order.is_empty() {
            return (group, ORDER_TOP);
        }
        let (mut left, mut line) = (MARGIN, 0);
        for (index, token) in order.iter().enumerate() {
            if token.starts_group && left > MARGIN {
                left += ORDER_GROUP_GAP - ORDER_GAP;
            }
            if left + ORDER_TOKEN.x > self.right() {
                (left, line) = (MARGIN, line + 1);
            }
            let is_last_place = line + 1 == MAX_ORDER_LINES
                && left + 2.0 * ORDER_TOKEN.x + ORDER_GROUP_GAP > self.right();
            let top = ORDER_TOP + ORDER_LINE * line as f32;
            let left_over: usize = order[index..].iter().map(|token| token.count).sum();
            if is_last_place && index + 1 < order.len() {
                let (place, text) = ((left, top + 34.0), format!("+{left_over}"));
                group = group.add(draw_text(place, 24.0, self.theme.faint_text, &text));
                break;
            }
            group = group.add(self.draw_order_token(token, (left, top)));
            left += ORDER_TOKEN.x + ORDER_GAP;
        }
        (group, ORDER_TOP + ORDER_LINE * (line + 1) as f32)
    }

    /// Draws one token of the strip: letters on a shape, and below it how many it stands for and a
    /// tick for those who have acted. Who acts now has a frame.
    fn draw_order_token(&self, token: &OrderToken, (left, top): (f32, f32)) -> Group {
        let Point { x: width, y: height } = ORDER_TOKEN;
        let radius = if token.camp == Camp::Players { height / 2.0 } else { 8.0 };
        let is_done = token.status == TurnStatus::Spent;
        let shape = draw_rectangle((left, top), (width, height)).set("rx", radius).set(
            "fill",
            if is_done { self.theme.tag_fill } else { self.theme.camp_fill(token.camp) },
        );
        let mut group = Group::new().add(shape);
        if token.status == TurnStatus::Acting {
            let frame = draw_rectangle((left - 4.0, top - 4.0), (width + 8.0, height + 8.0))
                .set("rx", radius + 4.0)
                .set("fill", "none")
                .set("stroke", self.theme.accent)
                .set("stroke-width", 4);
            group = group.add(frame);
        }
        let ink = if is_done { self.theme.faint_text } else { self.theme.ink };
        let letters = draw_fitted_letters(
            (left + width / 2.0, top + height / 2.0),
            width - 10.0,
            26.0,
            ink,
            &token.letters,
        );
        let below = match (token.count, is_done) {
            (1, true) => "✓".into(),
            (1, false) => String::new(),
            (count, true) => format!("✓ ×{count}"),
            (count, false) => format!("×{count}"),
        };
        let below = draw_text(
            (left + width / 2.0, top + height + 23.0),
            20.0,
            self.theme.faint_text,
            &below,
        )
        .set("text-anchor", "middle");
        group.add(letters).add(below)
    }

    /// Draws a tile without its tokens: its name, the notes with how many more there are, and the
    /// scale of feet. An empty one says so.
    fn draw_tile(&self, placed: &PlacedTile, sizes: &TileSizes) -> Group {
        let tile = placed.tile;
        let frame = draw_rectangle((placed.left, placed.top), (placed.width, placed.height))
            .set("rx", 14)
            .set("fill", self.theme.tile_fill)
            .set("stroke", self.theme.tile_edge)
            .set("stroke-width", 2);
        let (left, inner_width) = (placed.left + PADDING, placed.width - 2.0 * PADDING);
        let mut baseline = placed.top + PADDING + sizes.zone_text;
        let name = replace_unknown_letters_and_cut_middle(&tile.name, sizes.zone_text, inner_width);
        let mut group = Group::new().add(frame).add(draw_text(
            (left, baseline),
            sizes.zone_text,
            self.theme.text,
            &name,
        ));
        for (index, note) in tile.notes.iter().take(MAX_NOTES).enumerate() {
            baseline += sizes.note_height();
            let hidden = tile.notes.len().saturating_sub(MAX_NOTES);
            let note = match hidden {
                1.. if index + 1 == MAX_NOTES => format!("+{} · {note}", hidden),
                _ => note.clone(),
            };
            let note = replace_unknown_letters_and_cut(&note, sizes.note_text, inner_width);
            group = group.add(draw_text(
                (left, baseline),
                sizes.note_text,
                self.theme.faint_text,
                &note,
            ));
        }
        if tile.tokens.is_empty() {
            let (nobody, place) =
                (say!(reader_locale(), "nobody"), (left, baseline + 2.0 * sizes.note_text));
            group = group.add(draw_text(place, sizes.note_text, self.theme.faint_text, &nobody));
        }
        match tile.span_feet {
            Some(span) => group.add(self.draw_axis(placed, span, sizes)),
            None => group,
        }
    }

    /// Draws all tokens of a tile.
    fn draw_tokens(&self, placed: &PlacedTile, sizes: &TileSizes) -> Group {
        let centres = placed.token_centres(sizes);
        let cell_width = placed.token_cell_width(sizes);
        placed.tile.tokens.iter().zip(centres).fold(Group::new(), |group, (token, centre)| {
            group.add(self.draw_token(token, centre, cell_width, sizes))
        })
    }

    /// Draws the arrow of an attack, bent so that it passes by the tokens between the two. Nothing
    /// is drawn if one of them has no token.
    fn draw_attack(&self, scene: &Scene, layout: &Layout, line: &AttackLine) -> Group {
        let mut others = Vec::new();
        let (mut from, mut to) = (None, None);
        for (place, centre) in token_centres_by_place(layout) {
            match place {
                _ if place == line.from => from = Some(centre),
                _ if place == line.to => to = Some(centre),
                _ => others.push(centre),
            }
        }
        let (Some(from), Some(to)) = (from, to) else {
            return Group::new();
        };
        let attacker = &scene.rows[line.from.row][line.from.column].tokens[line.from.token];
        let fill = self.theme.camp_fill(attacker.camp);
        let control = bend_around(from, to, &others, layout.sizes.ring_radius + 6.0);
        let gap = layout.sizes.ring_radius + 10.0;
        let start = move_towards(from, control, gap);
        let tip = move_towards(to, control, gap);
        let base = move_towards(tip, control, ARROW_LENGTH);
        let curve = Data::new()
            .move_to((start.x, start.y))
            .quadratic_curve_to((control.x, control.y, base.x, base.y));
        let curve = Path::new()
            .set("d", curve)
            .set("fill", "none")
            .set("stroke", fill)
            .set("stroke-width", ATTACK_WIDTH);
        let (ux, uy) = ((tip.x - base.x) / ARROW_LENGTH, (tip.y - base.y) / ARROW_LENGTH);
        let half = ARROW_LENGTH * 0.55;
        let points = format!(
            "{},{} {},{} {},{}",
            tip.x,
            tip.y,
            base.x - uy * half,
            base.y + ux * half,
            base.x + uy * half,
            base.y - ux * half,
        );
        Group::new().add(curve).add(Polygon::new().set("points", points).set("fill", fill))
    }

    /// Draws the scale of feet at the bottom of a tile, with a mark for each combatant.
    fn draw_axis(&self, placed: &PlacedTile, span: (u16, u16), sizes: &TileSizes) -> Group {
        let (first, last) = span;
        let (left, right) = placed.scale_ends(sizes);
        let y = placed.bottom() - AXIS_HEIGHT + 14.0;
        let x_of = |feet: u16| placed.x_of_feet(span, feet, sizes);
        let mut group =
            Group::new().add(draw_line((left, y), (right, y)).set("stroke", self.theme.wall));
        for feet in (first..=last).step_by(5) {
            let x = x_of(feet);
            group = group.add(draw_line((x, y), (x, y + 6.0)).set("stroke", self.theme.wall));
        }
        let label = |feet: u16| {
            let place = (x_of(feet), y + 26.0);
            draw_text(place, MIN_TEXT, self.theme.faint_text, &feet.to_string())
                .set("text-anchor", "middle")
        };
        group = group.add(label(first)).add(label(last));
        for token in placed.tile.tokens.iter().filter(|token| !token.is_out) {
            let Some(feet) = token.position_feet else { continue };
            let x = x_of(feet);
            let points = format!("{x},{y} {},{} {},{}", x - 6.0, y - 11.0, x + 6.0, y - 11.0);
            group = group.add(
                Polygon::new().set("points", points).set("fill", self.theme.camp_fill(token.camp)),
            );
        }
        group
    }

    /// Draws what lies between two tiles of a row.
    fn draw_border(&self, left: &PlacedTile, right: &PlacedTile) -> Group {
        let x = f32::midpoint(left.right(), right.left);
        let (top, bottom) = (left.top + 18.0, left.bottom() - 18.0);
        let line = draw_line((x, top), (x, bottom));
        match &left.tile.right_border {
            Border::Wall => {
                Group::new().add(line.set("stroke", self.theme.wall).set("stroke-width", 5))
            }
            // The rooms open into each other.
            Border::Open => {
                let (from, to) = (left.right() - 2.0, right.left + 2.0);
                let opening = (bottom - top).clamp(0.0, OPENING);
                let upper = f32::midpoint(top, bottom) - opening / 2.0;
                let passage = draw_rectangle((from, upper), (to - from, opening));
                let edge = |y: f32| {
                    draw_line((from, y), (to, y))
                        .set("stroke", self.theme.tile_edge)
                        .set("stroke-width", 2)
                };
                Group::new()
                    .add(passage.set("fill", self.theme.tile_fill))
                    .add(edge(upper))
                    .add(edge(upper + opening))
            }
            Border::Hindered(text) => {
                let middle = f32::midpoint(top, bottom);
                let text = replace_unknown_letters_and_cut(text, MIN_TEXT, bottom - top - 20.0);
                let half = text_width(&text, MIN_TEXT) / 2.0 + 10.0;
                let dotted = |from: f32, to: f32| {
                    draw_line((x, from), (x, to))
                        .set("stroke", self.theme.accent)
                        .set("stroke-width", 4)
                        .set("stroke-dasharray", "4 8")
                };
                let label = draw_text((x, middle), MIN_TEXT, self.theme.accent, &text)
                    .set("text-anchor", "middle")
                    .set("transform", format!("rotate(-90 {x} {middle}) translate(0 6)"));
                Group::new()
                    .add(dotted(top, middle - half))
                    .add(dotted(middle + half, bottom))
                    .add(label)
            }
        }
    }

    /// Draws a token in a cell around a centre: the ring of health, shape and letters, count, name
    /// and tags. Who acts has a halo; who is out has a cross instead of the ring.
    fn draw_token(
        &self,
        token: &Token,
        centre: (f32, f32),
        cell_width: f32,
        sizes: &TileSizes,
    ) -> Group {
        let (x, y) = centre;
        let radius = sizes.ring_radius;
        let body_radius = token_radius(radius);
        let mut group = Group::new();
        if token.is_acting {
            group = group.add(self.draw_halo(centre, radius + 7.0));
        }
        if !token.is_out {
            group = group.add(self.draw_ring(token.ring, centre, radius - 3.0));
        }
        group = group.add(self.draw_token_shape(token, centre, body_radius));
        if token.is_out {
            for line in self.draw_out_cross(centre, radius - 6.0) {
                group = group.add(line);
            }
        }
        // The letters stay readable on the cross.
        group = group.add(draw_fitted_letters(
            centre,
            body_radius * 1.7,
            (body_radius * 0.88).max(MIN_TEXT),
            self.theme.ink,
            &token.letters,
        ));
        if token.count > 1 {
            let corner = (x + radius * 0.86, y - radius * 0.86);
            group = group.add(self.draw_count(token.count, corner, sizes));
        }
        // Below the halo of who acts.
        let name_baseline = y + radius + sizes.name_text * 1.2 + 5.0;
        let name_place = (x, name_baseline);
        let name = self.draw_token_name(token, name_place, cell_width - 6.0, sizes.name_text);
        let tags_top = name_baseline + sizes.name_text * 0.35;
        let tags = self.draw_first_tags_and_rest_count(token, (x, tags_top), cell_width, sizes);
        group.add(name).add(tags)
    }

    /// Draws the dashed circle around the token of who acts.
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
    fn draw_token_shape(&self, token: &Token, centre: (f32, f32), radius: f32) -> Path {
        let shape = self.draw_camp_shape(token.camp, token.is_out, centre, radius);
        if !token.is_hidden {
            return shape;
        }
        shape.set("stroke", self.theme.text).set("stroke-width", 3).set("stroke-dasharray", "5 4")
    }

    /// Draws the two lines of the cross over a token that is out. `reach` is how far they go from
    /// the centre to each side.
    fn draw_out_cross(&self, (x, y): (f32, f32), reach: f32) -> [Line; 2] {
        [reach, -reach].map(|step| {
            draw_line((x - step, y - reach), (x + step, y + reach))
                .set("stroke", self.theme.ring_track)
                .set("stroke-width", 6)
        })
    }

    /// Draws the name of a token below it: the short one if the whole is too wide, cut if need be.
    fn draw_token_name(
        &self,
        token: &Token,
        place: (f32, f32),
        max_width: f32,
        text_size: f32,
    ) -> Text {
        let is_whole_name_short = text_width(&token.name, text_size) <= max_width;
        let name = if is_whole_name_short { &token.name } else { &token.short_name };
        let name = replace_unknown_letters_and_cut_middle(name, text_size, max_width);
        let fill = if token.is_out { self.theme.faint_text } else { self.theme.text };
        draw_text(place, text_size, fill, &name).set("text-anchor", "middle")
    }

    /// Draws how much health is left as a ring: a whole arc for numbers, quarters for words.
    fn draw_ring(&self, ring: Ring, (x, y): (f32, f32), radius: f32) -> Group {
        let width = ring_width(radius);
        let circle = |colour: &str| {
            Circle::new()
                .set("cx", x)
                .set("cy", y)
                .set("r", radius)
                .set("fill", "none")
                .set("stroke", colour)
                .set("stroke-width", width)
        };
        let arc = |from: f32, to: f32, colour: &str| {
            let point = |turn: f32| {
                let angle = turn * std::f32::consts::TAU;
                (x + radius * angle.sin(), y - radius * angle.cos())
            };
            let is_large = u8::from(to - from > 0.5);
            let (start, end) = (point(from), point(to));
            let data = Data::new()
                .move_to(start)
                .elliptical_arc_to((radius, radius, 0.0, is_large, 1.0, end.0, end.1));
            Path::new()
                .set("d", data)
                .set("fill", "none")
                .set("stroke", colour)
                .set("stroke-width", width)
        };
        match ring {
            Ring::Unknown => Group::new(),
            Ring::Exact(1000..) => Group::new().add(circle(self.theme.healthy)),
            Ring::Exact(0) => Group::new().add(circle(self.theme.ring_track)),
            Ring::Exact(thousandths) => {
                let share = f32::from(thousandths) / 1000.0;
                Group::new().add(circle(self.theme.ring_track)).add(arc(
                    0.0,
                    share,
                    self.theme.health_fill(thousandths),
                ))
            }
            Ring::Quarters(filled) => (0..4).fold(Group::new(), |group, quarter| {
                let colour = match quarter < filled {
                    true => self.theme.health_fill(u16::from(filled) * 250),
                    false => self.theme.ring_track,
                };
                let from = f32::from(quarter) / 4.0;
                group.add(arc(from + 0.018, from + 0.232, colour))
            }),
        }
    }

    /// Draws the badge that says how many combatants a token stands for.
    fn draw_count(&self, count: usize, (x, y): (f32, f32), sizes: &TileSizes) -> Group {
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

    /// Draws the position in feet and the first tags side by side, and how many tags there are
    /// more.
    fn draw_first_tags_and_rest_count(
        &self,
        token: &Token,
        (x, top): (f32, f32),
        cell_width: f32,
        sizes: &TileSizes,
    ) -> Group {
        let text_size = sizes.tag_text;
        let feet =
            token.position_feet.map(|feet| say!(reader_locale(), "picture-feet", feet = feet));
        let tags: Vec<String> = feet.into_iter().chain(token.tags.iter().cloned()).collect();
        let max_width = cell_width - 4.0;
        let width_of = |text: &str| text_width(text, text_size) + 14.0;
        let mut shown: Vec<String> = Vec::new();
        let mut used = 0.0;
        for (index, tag) in tags.iter().enumerate() {
            let left_over = tags.len() - index - 1;
            let reserve = if left_over > 0 { width_of("+9") + 4.0 } else { 0.0 };
            let available = max_width - used - reserve;
            if index > 0 && width_of(tag) > available {
                shown.push(format!("+{}", left_over + 1));
                break;
            }
            let tag = replace_unknown_letters_and_cut(tag, text_size, available - 14.0);
            used += width_of(&tag) + 4.0;
            shown.push(tag);
        }
        let total: f32 = shown.iter().map(|tag| width_of(tag) + 4.0).sum::<f32>() - 4.0;
        let mut left = x - total / 2.0;
        let mut group = Group::new();
        for tag in &shown {
            let width = width_of(tag);
            let pill = draw_rectangle((left, top), (width, text_size + 6.0))
                .set("rx", text_size / 2.0 + 3.0)
                .set("fill", self.theme.tag_fill);
            group = group.add(pill).add(draw_text(
                (left + 7.0, top + text_size * 0.86 + 3.0),
                text_size,
                self.theme.text,
                tag,
            ));
            left += width + 4.0;
        }
        group
    }

    /// Draws the shape of a camp: a circle, a square or a diamond.
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

/// Returns the centre of each token of a scene, with its place in the scene.
fn token_centres_by_place(layout: &Layout) -> Vec<(TokenPlace, Point)> {
    let mut centres = Vec::new();
    for (row, tiles) in layout.rows.iter().enumerate() {
        for (column, placed) in tiles.iter().enumerate() {
            let points = placed.token_centres(&layout.sizes).into_iter().enumerate();
            centres.extend(
                points.map(|(token, (x, y))| (TokenPlace { row, column, token }, Point { x, y })),
            );
        }
    }
    centres
}

/// Returns the control point of a curve between two points that keeps a distance from all others,
/// with as small a bend as possible. If none does, the curve has the smallest bend.
fn bend_around(from: Point, to: Point, others: &[Point], distance: f32) -> Point {
    const BENDS: [f32; 7] = [1.0, 1.7, -1.0, 2.5, -1.7, 3.5, -2.5];
    const SAMPLES: u8 = 16;
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    // Upwards first, whichever way the line goes.
    let side = if dx >= 0.0 { 1.0 } else { -1.0 };
    let smallest_bend = (0.16 * length + 14.0).min(110.0) * side;
    let control_of = |factor: f32| {
        let bend = smallest_bend * factor;
        Point {
            x: f32::midpoint(from.x, to.x) + bend * dy / length,
            y: f32::midpoint(from.y, to.y) - bend * dx / length,
        }
    };
    let keeps_distance = |control: &Point| {
        (1..SAMPLES).all(|sample| {
            let part = f32::from(sample) / f32::from(SAMPLES);
            let rest = 1.0 - part;
            let on_curve = |from: f32, control: f32, to: f32| {
                rest * rest * from + 2.0 * rest * part * control + part * part * to
            };
            let x = on_curve(from.x, control.x, to.x);
            let y = on_curve(from.y, control.y, to.y);
            others.iter().all(|other| (other.x - x).hypot(other.y - y) >= distance)
        })
    };
    BENDS.into_iter().map(control_of).find(keeps_distance).unwrap_or_else(|| control_of(1.0))
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

/// Draws letters in the middle of a place, smaller if they are wider than it.
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

/// Draws a text that begins at a place. Its height is that of the baseline.
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
        let highest = |others: &[Point]| bend_around(from, to, others, 60.0).y;
        assert!(highest(&[]) > 180.0);
        // A token on the straight line, and one where the usual bend goes.
        let on_line = [point(500.0, 290.0)];
        let in_bend = [point(500.0, 245.0)];
        assert!(highest(&on_line) < highest(&[]));
        assert!(highest(&in_bend) < highest(&on_line) || highest(&in_bend) > 300.0);
        // If there is no way, the usual bend is taken.
        let everywhere: Vec<Point> = (0..40).map(|n| point(500.0, n as f32 * 20.0)).collect();
        assert_eq!(highest(&everywhere), highest(&[]));
    }
}
