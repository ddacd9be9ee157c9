//! Colours and sizes of pictures. A phone shows them 292 points wide, so no text is below
//! [`MIN_TEXT`].

use engine::visibility::view::Camp;

/// The size of a picture, in pixels. Every picture is shown equally wide, so the text on a narrow
/// canvas is larger to its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Canvas {
    /// For a few combatants: a phone shows its smallest text in seven points.
    Narrow,
    Medium,
    /// For crowds.
    Wide,
}

impl Canvas {
    pub const ALL: [Self; 3] = [Self::Narrow, Self::Medium, Self::Wide];

    pub fn width(self) -> f32 {
        match self {
            Self::Narrow => 820.0,
            Self::Medium => 1000.0,
            Self::Wide => 1200.0,
        }
    }

    /// Returns the least height of a picture.
    pub fn min_height(self) -> f32 {
        (self.width() * 9.0 / 16.0).round()
    }

    /// Returns the height up to which a picture grows rather than to have smaller tokens.
    pub fn height_to_grow_to_before_shrinking_tokens(self) -> f32 {
        match self {
            Self::Narrow => 615.0,
            Self::Medium => 700.0,
            Self::Wide => self.min_height(),
        }
    }

    /// Returns the least radius of tokens; if they would be smaller, a wider canvas is better.
    pub fn min_ring_radius(self) -> f32 {
        match self {
            Self::Narrow => 30.0,
            Self::Medium => 46.0,
            Self::Wide => 0.0,
        }
    }

    /// Returns the height up to which a picture grows rather than to have the smallest tokens.
    pub fn max_height(self) -> f32 {
        match self {
            Self::Narrow => 800.0,
            Self::Medium => 850.0,
            Self::Wide => 900.0,
        }
    }
}

pub const TITLE_TEXT: f32 = 36.0;
pub const SUBTITLE_TEXT: f32 = 28.0;
/// The smallest text.
pub const MIN_TEXT: f32 = 20.0;

/// The ground on which a picture is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThemeName {
    /// For a dark chat, which most people have.
    #[default]
    Dark,
    Light,
}

/// The colours of a picture.
pub struct Theme {
    pub background: &'static str,
    pub tile_fill: &'static str,
    pub tile_edge: &'static str,
    pub wall: &'static str,
    pub text: &'static str,
    /// Text that is less important.
    pub faint_text: &'static str,
    pub tag_fill: &'static str,
    /// Letters on tokens.
    pub ink: &'static str,
    /// Whoever acts, and what hinders a way.
    pub accent: &'static str,
    pub players: &'static str,
    pub foes: &'static str,
    pub others: &'static str,
    pub out: &'static str,
    pub ring_track: &'static str,
    pub healthy: &'static str,
    pub hurt: &'static str,
    pub badly_hurt: &'static str,
}

const DARK: Theme = Theme {
    background: "#1b1d23",
    tile_fill: "#272a33",
    tile_edge: "#3d4250",
    wall: "#8b91a0",
    text: "#f3f4f7",
    faint_text: "#b6bcc9",
    tag_fill: "#3d4250",
    ink: "#14161b",
    accent: "#ffd166",
    players: "#5aa9ff",
    foes: "#ff7566",
    others: "#c3c8d3",
    out: "#8d94a3",
    ring_track: "#454b59",
    healthy: "#70d18d",
    hurt: "#ffd166",
    badly_hurt: "#ff7566",
};

const LIGHT: Theme = Theme {
    background: "#f4f5f8",
    tile_fill: "#ffffff",
    tile_edge: "#c6cbd6",
    wall: "#6b7280",
    text: "#16181d",
    faint_text: "#4a5160",
    tag_fill: "#e3e6ed",
    ink: "#ffffff",
    accent: "#8a5a00",
    players: "#1f63c4",
    foes: "#c2301f",
    others: "#5c6473",
    out: "#6b7280",
    ring_track: "#d5d9e2",
    healthy: "#1d7f3f",
    hurt: "#9a6700",
    badly_hurt: "#c2301f",
};

impl ThemeName {
    pub fn theme(self) -> &'static Theme {
        match self {
            Self::Dark => &DARK,
            Self::Light => &LIGHT,
        }
    }
}

impl Theme {
    /// Returns the colours as variables of a style sheet: `--background: #1b1d23; …`.
    pub fn to_css_variables(&self) -> String {
        let colours = [
            ("background", self.background),
            ("tile", self.tile_fill),
            ("edge", self.tile_edge),
            ("wall", self.wall),
            ("text", self.text),
            ("faint-text", self.faint_text),
            ("tag", self.tag_fill),
            ("ink", self.ink),
            ("accent", self.accent),
            ("players", self.players),
            ("foes", self.foes),
            ("others", self.others),
            ("out", self.out),
            ("track", self.ring_track),
            ("healthy", self.healthy),
            ("hurt", self.hurt),
            ("badly-hurt", self.badly_hurt),
        ];
        colours.map(|(name, colour)| format!("--{name}: {colour};")).join(" ")
    }

    pub fn camp_fill(&self, camp: Camp) -> &'static str {
        match camp {
            Camp::Players => self.players,
            Camp::Foes => self.foes,
            Camp::Others => self.others,
        }
    }

    /// Returns the colour for a share of health, in thousandths.
    pub fn health_fill(&self, thousandths: u16) -> &'static str {
        match thousandths {
            0..=333 => self.badly_hurt,
            334..=750 => self.hurt,
            _ => self.healthy,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance of a colour, as WCAG 2.2 defines it.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
            let share = f64::from(value) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// WCAG 2.2, 1.4.3 and 1.4.11: 4.5 : 1 for text, 3 : 1 for shapes.
    #[test]
    fn text_and_shapes_have_enough_contrast() {
        for name in [ThemeName::Dark, ThemeName::Light] {
            let theme = name.theme();
            let text_on = [
                (theme.text, theme.background),
                (theme.text, theme.tile_fill),
                (theme.text, theme.tag_fill),
                (theme.faint_text, theme.background),
                (theme.faint_text, theme.tile_fill),
                (theme.faint_text, theme.tag_fill),
                (theme.accent, theme.background),
                // The names of combatants in a replay.
                (theme.players, theme.background),
                (theme.foes, theme.background),
                (theme.ink, theme.players),
                (theme.ink, theme.foes),
                (theme.ink, theme.others),
                (theme.ink, theme.out),
                (theme.ink, theme.text),
            ];
            for (text, ground) in text_on {
                assert!(contrast(text, ground) >= 4.5, "{name:?}: {text} on {ground}");
            }
            let fills = [theme.players, theme.foes, theme.others, theme.out];
            let marks = [theme.healthy, theme.hurt, theme.badly_hurt, theme.wall, theme.accent];
            for shape in fills.into_iter().chain(marks) {
                assert!(contrast(shape, theme.tile_fill) >= 3.0, "{name:?}: {shape}");
            }
        }
    }
}
