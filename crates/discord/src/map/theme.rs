//! Colours and sizes of pictures. Pictures are shown in a dark chat; a phone shows them at a third
//! of their size, so no text is below [`SMALL_TEXT`].

/// The width of every picture of a fight, in pixels.
pub const WIDTH: f32 = 1200.0;
/// The height of a picture, unless its content needs more.
pub const HEIGHT: f32 = 675.0;

pub const TITLE_TEXT: f32 = 32.0;
pub const ZONE_TEXT: f32 = 26.0;
pub const NAME_TEXT: f32 = 20.0;
pub const NOTE_TEXT: f32 = 19.0;
pub const SMALL_TEXT: f32 = 17.0;

pub const BACKGROUND: &str = "#1b1d23";
pub const TILE_FILL: &str = "#272a33";
pub const TILE_EDGE: &str = "#3d4250";
pub const WALL: &str = "#8b91a0";
pub const TEXT: &str = "#f3f4f7";
/// Text that is less important; 7 : 1 against a tile.
pub const FAINT_TEXT: &str = "#b6bcc9";
pub const TAG_FILL: &str = "#3d4250";
/// Letters on tokens.
pub const INK: &str = "#14161b";
pub const ACCENT: &str = "#ffd166";

pub const PLAYERS: &str = "#5aa9ff";
pub const FOES: &str = "#ff7566";
pub const OTHERS: &str = "#c3c8d3";
pub const OUT: &str = "#8d94a3";

pub const RING_TRACK: &str = "#454b59";
pub const HEALTHY: &str = "#70d18d";
pub const HURT: &str = "#ffd166";
pub const BADLY_HURT: &str = "#ff7566";
