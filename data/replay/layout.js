// Arranges the zones of a fight as tiles, by the rules of the bot's pictures: rows of about equal
// length, with the largest tokens that fit. One arrangement serves all acts with the same zones, so
// that nothing but the combatants moves.

export const PADDING = 16;
export const AXIS_HEIGHT = 46;
export const MAX_NOTES = 3;
export const MIN_TEXT = 17;
const MARGIN = 4;
const GAP = 14;
const HINDERED_GAP = 34;
const MAX_ROWS = 6;
// The least radius of a ring whose letters a phone shows well. For it the board may be that much
// higher than its area.
const LEAST_RING = 38;
const MORE_HEIGHT = 1.5;

// The sizes from which the largest that fit are taken: the radius of a token's ring, the width of a
// token with its name, and the text sizes of names of combatants and zones.
const SIZES = [
  [74, 216, 29, 33],
  [62, 184, 25, 31],
  [54, 162, 22, 29],
  [46, 146, 20, 27],
  [38, 146, 20, 26],
  [31, 146, 20, 26],
  [25, 146, 20, 26],
].map(([ring, cellWidth, name, zone]) => ({
  ring,
  cellWidth,
  name,
  zone,
  note: zone * 0.75,
  tag: Math.max(name * 0.86, MIN_TEXT),
}));

const measuring = globalThis.document?.createElement("canvas").getContext("2d");

// Returns the width of a text.
export function measureText(text, size) {
  if (!measuring) return text.length * size * 0.55;
  measuring.font = `${size}px system-ui, sans-serif`;
  return measuring.measureText(text).width;
}

// Cuts a text to a width. Of a name the last word stays: it tells Skeleton 12 from Skeleton 13.
export function cutText(text, size, maxWidth, keepsEnd = false) {
  if (measureText(text, size) <= maxWidth) return text;
  const letters = [...text];
  const lastWord = letters.length - letters.lastIndexOf(" ");
  const tail = keepsEnd && lastWord < letters.length / 2 ? letters.slice(-lastWord) : [];
  let head = letters.slice(0, letters.length - tail.length);
  const join = () => `${head.join("").trimEnd()}…${tail.join("")}`;
  while (head.length > 1 && measureText(join(), size) > maxWidth) head = head.slice(0, -1);
  return join();
}

// Returns the height of a token with its name and tags.
function cellHeight(sizes, hasTags) {
  return 2 * sizes.ring + sizes.name * 1.25 + 19 + (hasTags ? sizes.tag + 11 : 0);
}

// Returns what lies between two zones: a wall, a hindrance with its text, or an opening.
export function findBorder(map, left, right) {
  if (!map.zones[left].near.includes(right)) return { kind: "wall" };
  const text = map.zones[left].hindrances[right] ?? map.zones[right].hindrances[left];
  return text ? { kind: "hindered", text } : { kind: "open" };
}

// Returns the lines under a zone's name: what holds there, but for what a border says, and the
// neighbours that are not drawn beside it.
function listNotes(map, zone, drawnBeside, words) {
  const { notes, near } = map.zones[zone];
  const shown = notes.filter(([, about]) => !drawnBeside.includes(about)).map(([text]) => text);
  const elsewhere = near.filter((other) => !drawnBeside.includes(other));
  const names = elsewhere.map((other) => map.zones[other]?.name).filter(Boolean);
  if (names.length && !map.is_line) shown.push(fillIn(words.nextTo, { zones: names.join(", ") }));
  if (shown.length <= MAX_NOTES) return shown;
  const hidden = shown.length - MAX_NOTES;
  return [...shown.slice(0, MAX_NOTES - 1), `+${hidden} · ${shown[MAX_NOTES - 1]}`];
}

// Fills the blanks of a sentence.
export function fillIn(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (blank, name) => values[name] ?? blank);
}

// Returns the ways to split zones into rows of about the same length.
function listRowSplits(order) {
  const splits = [];
  for (let count = 1; count <= Math.min(MAX_ROWS, order.length); count++) {
    const length = Math.ceil(order.length / count);
    const rows = [];
    for (let at = 0; at < order.length; at += length) rows.push(order.slice(at, at + length));
    splits.push(rows);
  }
  return splits;
}

// Makes the tiles of a row, without their places.
function makeTiles(map, row, capacities, words) {
  return row.map((zone, column) => {
    const beside = [row[column - 1], row[column + 1]].filter((other) => other !== undefined);
    const border = column + 1 < row.length ? findBorder(map, zone, row[column + 1]) : null;
    return {
      zone,
      name: map.zones[zone].name,
      span: map.zones[zone].span,
      notes: listNotes(map, zone, beside, words),
      capacity: capacities[zone] || 0,
      border,
    };
  });
}

const gapAfter = (tile) => (tile.border?.kind === "hindered" ? HINDERED_GAP : GAP);
const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

// Returns the width that a tile needs for its tokens in this many lines, and for most of its name.
function neededWidth(tile, lines, sizes) {
  const columns = Math.max(Math.ceil(tile.capacity / lines), 1);
  const least = sizes.cellWidth + 2 * PADDING;
  const texts = [measureText(tile.name, sizes.zone)];
  for (const note of tile.notes) texts.push(measureText(note, sizes.note));
  return 2 * PADDING + Math.max(columns * sizes.cellWidth, Math.min(Math.max(...texts), least));
}

// Chooses the widths of a row's tiles so that the tokens need as few lines as possible.
function measureRow(tiles, sizes, hasTags, width) {
  const available = width - 2 * MARGIN - sumOf(tiles.slice(0, -1).map(gapAfter));
  const most = Math.max(...tiles.map((tile) => tile.capacity), 1);
  let [lines, widths] = [most, tiles.map(() => available / tiles.length)];
  for (let count = 1; count <= most; count++) {
    const needed = tiles.map((tile) => neededWidth(tile, count, sizes));
    const left = available - sumOf(needed);
    if (left < 0) continue;
    [lines, widths] = [count, needed.map((one) => one + left / tiles.length)];
    break;
  }
  const noteLines = Math.max(...tiles.map((tile) => tile.notes.length));
  const heading = sizes.zone + 12 + (sizes.note + 6) * noteLines;
  const axis = tiles.some((tile) => tile.span) ? AXIS_HEIGHT : 0;
  const height = 2 * PADDING + heading + cellHeight(sizes, hasTags) * lines + axis;
  return { tiles, widths, lines, heading, height };
}

// Places the rows with these sizes below each other.
function placeRows(rows, sizes, hasTags, area) {
  const measured = rows.map((tiles) => measureRow(tiles, sizes, hasTags, area.width));
  const needed = sumOf(measured.map((row) => row.height)) + GAP * (rows.length - 1) + 2 * MARGIN;
  const extra = Math.max(area.minHeight - needed, 0) / rows.length;
  const tiles = [];
  let top = MARGIN;
  for (const [at, row] of measured.entries()) {
    const height = row.height + extra;
    let left = MARGIN;
    for (const [column, tile] of row.tiles.entries()) {
      const tokensTop = top + PADDING + row.heading + extra * 0.4;
      const [width, { lines }] = [row.widths[column], row];
      tiles.push({ ...tile, row: at, left, top, width, height, tokensTop, lines });
      left += row.widths[column] + gapAfter(tile);
    }
    top += height + GAP;
  }
  const least = sizes.cellWidth + 2 * PADDING;
  const isNarrow = tiles.some((tile) => tile.width < least);
  const height = Math.max(needed, area.minHeight);
  return { tiles, sizes, width: area.width, height, isNarrow, hasTags };
}

// Arranges the zones of a map in an area. `capacities` has the most tokens that each zone ever
// holds. Of the ways in which names fit, it takes the lowest; of several that fit into the area's
// height, the one with the largest tokens, and then the fewest rows.
export function arrangeZones(map, capacities, hasTags, area, words) {
  let best;
  for (const split of listRowSplits(map.order)) {
    const rows = split.map((row) => makeTiles(map, row, capacities, words));
    const layouts = SIZES.map((sizes) => placeRows(rows, sizes, hasTags, area));
    const fitsInto = (height, ring) => (layout) =>
      layout.height <= height && layout.sizes.ring >= ring && !layout.isNarrow;
    const layout =
      layouts.find(fitsInto(area.maxHeight, LEAST_RING)) ??
      layouts.findLast(fitsInto(area.maxHeight * MORE_HEIGHT, LEAST_RING)) ??
      layouts.find(fitsInto(area.maxHeight, 0)) ??
      layouts.findLast(fitsInto(Infinity, LEAST_RING)) ??
      layouts.at(-1);
    const cost = ({ isNarrow, height, sizes }) => [
      Number(isNarrow),
      Math.max(height, area.maxHeight),
      -sizes.ring,
    ];
    if (!best || isLess(cost(layout), cost(best))) best = layout;
  }
  return best;
}

// Compares lists of numbers from their first number on.
function isLess(one, other) {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && one[at] < other[at];
}

// Returns the centre of each of so many tokens in a tile. Few are spread over its width, and stand
// in the middle of its lines.
export function placeTokens(tile, count, { sizes, hasTags }) {
  const inner = tile.width - 2 * PADDING;
  const most = Math.max(Math.floor(inner / sizes.cellWidth), 1);
  const lines = Math.max(Math.ceil(count / most), 1);
  const columns = Math.max(Math.ceil(count / lines), 1);
  const [width, height] = [inner / columns, cellHeight(sizes, hasTags)];
  const top = tile.tokensTop + (height * Math.max(tile.lines - lines, 0)) / 2 + sizes.ring + 8;
  return Array.from({ length: count }, (_, index) => ({
    x: tile.left + PADDING + width * ((index % columns) + 0.5),
    y: top + height * Math.floor(index / columns),
  }));
}
