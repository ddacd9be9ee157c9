// Arranges the zones of a fight as tiles, by the rules of the bot's pictures
// (crates/discord/src/map/layout.rs): rows of about equal length, as wide as their people need,
// with the largest tokens that fit. Unlike a picture, the board fits the window, so a phone gets
// more rows, and its sizes stay the same in all acts with the same zones.

export const MARGIN = 4;
export const PADDING = 16;
export const AXIS_HEIGHT = 46;
export const MIN_TEXT = 20;
export const TAG_PADDING = 5;
export const TAG_GAP = 4;
const AXIS_INSET = 14;
const GAP = 14;
const HINDERED_GAP = 34;
const MAX_NOTES = 3;
const MAX_NOTE_LINES = 4;
const MAX_NAME_LINES = 2;
const MAX_TAG_ROWS = 2;
// The most zones in a row of a picture, and the most that it does not split into rows.
const MAX_ROW_ZONES = 6;
const MAX_SINGLE_ROW_ZONES = 3;
// The most rows on a phone.
const MAX_ROWS = 6;
// The least radius of tokens in pixels. For it the board may be higher than its area.
const LEAST_PIXELS = 19.5;
// The most states that are tried to find sizes with which all have room.
const MAX_TRIED_STATES = 8;
// How much larger tokens or how much lower the board must be for tiles to change their widths from
// act to act.
const WORTHWHILE_GAIN = 1.15;

// The widths that the board can have in its own points, and the least radius of tokens: if they
// would be smaller, a wider board is better. The last three are those of pictures.
const CANVASES = [
  { width: 480, leastRing: 30 },
  { width: 600, leastRing: 30 },
  { width: 720, leastRing: 0 },
  { width: 820, leastRing: 30 },
  { width: 1000, leastRing: 46 },
  { width: 1200, leastRing: 0 },
];
const NARROWEST_PICTURE = 820;
// The most and the fewest points to a pixel. Of twice as many, the smallest text has ten pixels.
const MOST_POINTS = 2;
const FEWEST_POINTS = 0.9;

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
  note: Math.max(zone * 0.75, MIN_TEXT),
  tag: Math.max(name * 0.86, MIN_TEXT),
  nameLines: 1,
  tagRows: 0,
}));

// --- texts ---------------------------------------------------------------------------------------

const measuring = globalThis.document?.createElement("canvas").getContext("2d");
const measured = new Map();

// Returns the width of a text.
export function measureText(text, size) {
  if (!measuring) return text.length * size * 0.55;
  let width = measured.get(text);
  if (width === undefined) {
    // Of a hundred points, so that each text is measured once for all sizes.
    measuring.font = "100px system-ui, sans-serif";
    width = measuring.measureText(text).width / 100;
    measured.set(text, width);
  }
  return width * size;
}

// Cuts a text to a width: after a whole word, unless that loses more than half of what has room.
export function cutText(text, size, maxWidth) {
  if (measureText(text, size) <= maxWidth) return text;
  let room = maxWidth - measureText("…", size);
  let kept = "";
  for (const letter of text) {
    room -= measureText(letter, size);
    if (room < 0) break;
    kept += letter;
  }
  const space = kept.lastIndexOf(" ");
  const breaksWord = text[kept.length] !== " ";
  const whole = breaksWord && space > 0 && 2 * space >= kept.length ? kept.slice(0, space) : kept;
  return `${whole.replace(/[ ,]+$/, "")}…`;
}

// Cuts a name in its middle, if it has a number at its end: it tells Wolf 12 from Wolf 13.
function cutMiddle(text, size, maxWidth) {
  if (measureText(text, size) <= maxWidth) return text;
  const [, beginning, ending] = text.match(/^(.*)( \S*\d\S*)$/) ?? [];
  const width = ending === undefined ? Infinity : measureText(ending, size);
  if (width > maxWidth / 2) return cutText(text, size, maxWidth);
  return cutText(beginning, size, maxWidth - width) + ending;
}

// Breaks a text at its spaces into lines of a width. A longer word has a line of its own.
function breakLines(text, size, maxWidth) {
  if (measureText(text, size) <= maxWidth) return [text];
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && measureText(longer, size) <= maxWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

// Breaks a text into at most two lines, and cuts what is left, but not a number at the end.
function wrapName(text, size, maxWidth) {
  const lines = breakLines(text, size, maxWidth);
  if (lines.length > MAX_NAME_LINES) {
    const rest = lines.splice(MAX_NAME_LINES - 1);
    lines.push(rest.join(" "));
  }
  return lines.map((line) => cutMiddle(line, size, maxWidth));
}

// Returns whether a name needs to be cut.
function isCut(text, size, maxWidth) {
  const lines = breakLines(text, size, maxWidth);
  return lines.length > MAX_NAME_LINES || lines.some((line) => measureText(line, size) > maxWidth);
}

// Fills the blanks of a sentence.
export function fillIn(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (blank, name) => values[name] ?? blank);
}

const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

// --- sizes ---------------------------------------------------------------------------------------

export const nameLineHeight = (sizes) => sizes.name * 1.15;
export const zoneLineHeight = (sizes) => sizes.zone * 1.12;
export const noteHeight = (sizes) => sizes.note + 6;
export const tagHeight = (sizes) => sizes.tag + 6;
export const tagRowHeight = (sizes) => tagHeight(sizes) + 3;
export const tagWidth = (tag, sizes) => measureText(tag, sizes.tag) + 2 * TAG_PADDING;

// Returns the height of a token with its ring, name and tags.
function cellHeight(sizes) {
  const tags = sizes.tagRows ? sizes.tagRows * tagRowHeight(sizes) + 8 : 0;
  const moreLines = (sizes.nameLines - 1) * nameLineHeight(sizes);
  return 2 * sizes.ring + sizes.name * 1.25 + 19 + moreLines + tags;
}

// Arranges tags in rows of a width. Those for which there is no room are counted.
function arrangeTags(tags, maxWidth, sizes) {
  const restWidth = tagWidth("+9", sizes) + TAG_GAP;
  const rows = [];
  let used = 0;
  for (const [index, tag] of tags.entries()) {
    const more = tags.length - index - 1;
    const roomIn = (row) => maxWidth - (row === MAX_TAG_ROWS && more > 0 ? restWidth : 0);
    const width = tagWidth(tag, sizes);
    if (rows.length && used + width <= roomIn(rows.length)) {
      rows.at(-1).push(tag);
      used += width + TAG_GAP;
    } else if (rows.length === MAX_TAG_ROWS) {
      rows.at(-1).push(`+${more + 1}`);
      break;
    } else {
      const cut = cutText(tag, sizes.tag, roomIn(rows.length + 1) - 2 * TAG_PADDING);
      used = tagWidth(cut, sizes) + TAG_GAP;
      rows.push([cut]);
    }
  }
  return rows;
}

// --- tiles ---------------------------------------------------------------------------------------

// Returns what lies between two zones: a wall, a hindrance with its text, or an opening.
function findBorder(map, left, right) {
  if (!map.zones[left].near.includes(right)) return { kind: "wall" };
  const text = map.zones[left].hindrances[right] ?? map.zones[right].hindrances[left];
  return text ? { kind: "hindered", text } : { kind: "open" };
}

// Returns what is said under a zone's name: what holds there, but for what a border says, and the
// neighbours that are not drawn beside it.
function listNotes(map, zone, drawnBeside, words) {
  const { notes, near } = map.zones[zone];
  const shown = notes.filter(([, about]) => !drawnBeside.includes(about)).map(([text]) => text);
  const elsewhere = near.filter((other) => !drawnBeside.includes(other));
  const names = elsewhere.map((other) => map.zones[other]?.name).filter(Boolean);
  if (names.length && !map.is_line) shown.push(fillIn(words.nextTo, { zones: names.join(", ") }));
  return shown;
}

// Returns the ways to split zones into rows of about the same length: that of the pictures, or on a
// phone all.
function listRowSplits(order, width) {
  const splitInto = (count) => {
    const length = Math.max(Math.ceil(order.length / count), 1);
    const rows = [];
    for (let at = 0; at < order.length; at += length) rows.push(order.slice(at, at + length));
    return rows;
  };
  if (width < NARROWEST_PICTURE) {
    const counts = Array.from({ length: Math.min(MAX_ROWS, order.length) }, (_, at) => at + 1);
    const splits = counts.map(splitInto);
    return splits.filter((rows, index) => rows.length !== splits[index - 1]?.length);
  }
  const isSingle = order.length <= MAX_SINGLE_ROW_ZONES;
  return [splitInto(isSingle ? 1 : Math.max(Math.ceil(order.length / MAX_ROW_ZONES), 2))];
}

// Returns where a token stands on the scale of its tile, in feet.
const markOf = (token, span) => token.feet ?? span[1];

// Returns how many tokens stand at each mark of a scale, in the order of the marks.
function countByMark(tokens, span) {
  const counts = new Map();
  const marks = tokens.map((token) => markOf(token, span)).sort((one, other) => one - other);
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}

// Returns how many columns tokens over a scale need in so many lines: each mark has its own.
function countMarkColumns(counts, lines) {
  return sumOf([...counts.values()].map((count) => Math.ceil(count / lines)));
}

// Makes the tiles of all rows, without their places. Each has room for what is in its zone in any
// of the states.
function makeTiles(rows, states, words) {
  const { map } = states[0];
  return rows.map((row) =>
    row.map((zone, column) => {
      const { name, span } = map.zones[zone];
      const beside = [row[column - 1], row[column + 1]].filter((other) => other !== undefined);
      const hasNext = column + 1 < row.length;
      const [crowds, names, tagLists] = [new Map(), new Map(), new Map()];
      let most = 0;
      for (const { tokens } of states) {
        most = Math.max(most, tokens[zone].length);
        for (const token of tokens[zone]) {
          names.set(token.name, token);
          tagLists.set(`${token.feet} ${token.tags.join()}`, token);
        }
        if (!span) continue;
        const counts = countByMark(tokens[zone], span);
        crowds.set([...counts.values()].join(), counts);
      }
      return {
        zone,
        name,
        span,
        notes: listNotes(map, zone, beside, words),
        border: hasNext ? findBorder(map, zone, row[column + 1]) : null,
        most,
        crowds: [...crowds.values()],
        names: [...names.values()],
        tagLists: [...tagLists.values()],
      };
    }),
  );
}

const gapAfter = (tile) => (tile.border?.kind === "hindered" ? HINDERED_GAP : GAP);
const insideWidth = (tile) => tile.width - 2 * PADDING;
const leastTileWidth = (sizes) => sizes.cellWidth + 2 * PADDING;

// Returns how many tokens have room beside each other. Half a point is for rounded sums.
const maxColumns = (tile, sizes) =>
  Math.max(Math.floor((insideWidth(tile) + 0.5) / sizes.cellWidth), 1);

// Returns the width that a tile needs for its tokens in this many lines, and for its texts, but for
// those not more than a limit.
function neededWidth(tile, lines, sizes, { overMarks, limit }) {
  const columns = Math.ceil(tile.most / lines);
  const marks = overMarks ? tile.crowds.map((counts) => countMarkColumns(counts, lines)) : [];
  const texts = tile.notes.slice(0, MAX_NOTES).map((note) => measureText(note, sizes.note));
  const widest = Math.max(measureText(tile.name, sizes.zone), ...texts);
  const tokens = Math.max(columns, ...marks, 1) * sizes.cellWidth;
  return 2 * PADDING + Math.max(tokens, Math.min(widest, limit));
}

// Chooses the widths of a row's tiles so that the tokens need as few lines as possible, and texts
// are whole where there is room. Tokens stand over their marks on a scale, unless that does not
// fit. If nothing fits, all tiles are equally wide.
function measureRow(tiles, sizes, width) {
  const available = width - 2 * MARGIN - sumOf(tiles.slice(0, -1).map(gapAfter));
  const most = Math.max(...tiles.map((tile) => tile.most), 1);
  for (const overMarks of tiles.some((tile) => tile.span) ? [true, false] : [false]) {
    for (let lines = 1; lines <= most; lines++) {
      for (const limit of [Infinity, leastTileWidth(sizes)]) {
        const options = { overMarks, limit };
        const needed = tiles.map((tile) => neededWidth(tile, lines, sizes, options));
        const share = (available - sumOf(needed)) / tiles.length;
        if (share >= 0) return { lines, widths: needed.map((one) => one + share) };
      }
    }
  }
  return { lines: most, widths: tiles.map(() => available / tiles.length) };
}

// Returns the lines of a zone's name.
export const zoneNameLines = (tile, sizes) => wrapName(tile.name, sizes.zone, insideWidth(tile));

// Returns the lines of what holds in the zone: with broken lines if all fit, else a line for each
// of the first notes, and how many there are more.
export function noteLines(tile, sizes) {
  const [{ notes }, width] = [tile, insideWidth(tile)];
  const lines = notes.flatMap((note) => wrapName(note, sizes.note, width));
  if (lines.length <= MAX_NOTE_LINES) return lines;
  const hidden = notes.length - MAX_NOTES;
  return notes.slice(0, MAX_NOTES).map((note, index) => {
    const count = index + 1 === MAX_NOTES && hidden > 0 ? `+${hidden} · ` : "";
    return cutText(count + note, sizes.note, width);
  });
}

// Returns the height of a zone's name and notes.
function headingHeight(tile, sizes) {
  const moreLines = zoneNameLines(tile, sizes).length - 1;
  const notes = noteHeight(sizes) * noteLines(tile, sizes).length;
  return sizes.zone + 12 + moreLines * zoneLineHeight(sizes) + notes;
}

// Returns the number of lines in which these tokens have room over their marks, if there is one.
function findMarkLines(tile, counts, sizes) {
  for (let lines = 1; lines <= tile.lines; lines++) {
    if (countMarkColumns(counts, lines) <= maxColumns(tile, sizes)) return lines;
  }
  return undefined;
}

const hasRoomForMarks = (tile, sizes) =>
  tile.crowds.every((counts) => findMarkLines(tile, counts, sizes) !== undefined);

// Returns the least width that a token of a tile has for its name and tags.
function leastCellWidth(tile, sizes) {
  const inner = insideWidth(tile);
  if (tile.span) return Math.min(inner, sizes.cellWidth);
  const lines = Math.max(Math.ceil(tile.most / maxColumns(tile, sizes)), 1);
  return inner / Math.max(Math.ceil(tile.most / lines), 1);
}

const nameWidth = (cellWidth) => cellWidth - 6;

// Returns the lines of the name of a token: the short one if the other has no room.
function tokenNameLines({ name, short }, cellWidth, sizes) {
  const width = nameWidth(cellWidth);
  return wrapName(isCut(name, sizes.name, width) ? short : name, sizes.name, width);
}

// Returns the rows of tags below a token. Its position is one if the scale does not show it.
function tokenTagRows({ tags, feet }, cellWidth, sizes, words, showsFeet) {
  const hasFeet = showsFeet && feet !== undefined;
  const place = hasFeet ? [fillIn(words.feet, { feet })] : [];
  return arrangeTags([...place, ...tags], cellWidth, sizes);
}

// Places the tiles of all rows, which are at least so high together.
function placeRows(rows, sizes, { width, minHeight }, words) {
  const placed = rows.map((tiles) => {
    const { lines, widths } = measureRow(tiles, sizes, width);
    let left = MARGIN;
    return tiles.map((tile, column) => {
      const place = { ...tile, left, width: widths[column], lines };
      left += widths[column] + gapAfter(tile);
      return place;
    });
  });
  let [cuts, cutsZone, hasMarks, nameLines, tagRows] = [0, false, true, 1, 0];
  const isNarrow = placed.flat().some((tile) => tile.width < leastTileWidth(sizes));
  for (const tile of placed.flat()) {
    const [cell, hasRoom] = [leastCellWidth(tile, sizes), hasRoomForMarks(tile, sizes)];
    hasMarks &&= hasRoom;
    if (isCut(tile.name, sizes.zone, insideWidth(tile))) [cutsZone, cuts] = [true, cuts + 1];
    cuts += noteLines(tile, sizes).filter((line) => line.endsWith("…")).length;
    for (const token of tile.names) {
      nameLines = Math.max(nameLines, tokenNameLines(token, cell, sizes).length);
      if (isCut(token.short, sizes.name, nameWidth(cell))) cuts += 1;
    }
    for (const token of tile.tagLists) {
      const rows = tokenTagRows(token, cell, sizes, words, !hasRoom);
      tagRows = Math.max(tagRows, rows.length);
    }
  }
  const roomy = { ...sizes, nameLines, tagRows };
  const heights = placed.map((row) => {
    const isEmpty = row.every((tile) => tile.most === 0);
    const heading = Math.max(...row.map((tile) => headingHeight(tile, roomy)));
    const tokens = isEmpty ? 2 * roomy.note + 12 : cellHeight(roomy) * row[0].lines;
    const axis = row.some((tile) => tile.span) ? AXIS_HEIGHT : 0;
    return { heading, height: 2 * PADDING + heading + tokens + axis };
  });
  const gaps = GAP * Math.max(rows.length - 1, 0);
  const needed = sumOf(heights.map(({ height }) => height)) + gaps + 2 * MARGIN;
  const extra = Math.max(minHeight - needed, 0) / Math.max(rows.length, 1);
  const tiles = [];
  let top = MARGIN;
  for (const [row, { heading, height }] of heights.entries()) {
    const tokensTop = top + PADDING + heading + extra * 0.4;
    for (const tile of placed[row]) {
      tiles.push({ ...tile, row, top, height: height + extra, tokensTop });
    }
    top += height + extra + GAP;
  }
  const height = Math.max(needed, minHeight);
  return { tiles, sizes: roomy, width, height, isNarrow, cuts, cutsZone, hasMarks };
}

// --- the choice of sizes -------------------------------------------------------------------------

// Returns the states in which no zone could hold more: those with the most tokens somewhere.
function listFullestStates(states) {
  const countOf = (state) => state.tokens.map((tokens) => tokens.length);
  const byCounts = new Map(states.map((state) => [countOf(state).join(), state]));
  const all = [...byCounts.values()];
  const hasRoomIn = (one, other) =>
    countOf(one).every((count, zone) => count <= countOf(other)[zone]);
  const fullest = all.filter((one) => !all.some((other) => other !== one && hasRoomIn(one, other)));
  const step = Math.max(fullest.length / MAX_TRIED_STATES, 1);
  const count = Math.ceil(fullest.length / step);
  return Array.from({ length: count }, (_, at) => fullest[Math.floor(at * step)]);
}

// Returns whether tokens of these sizes can be seen well.
const isLargeEnough = ({ ring }, { width, pixels }) => (ring * pixels) / width >= LEAST_PIXELS;

// Lays out rows of zones in groups of states. Of the sizes that are not too high, it takes those
// with which tokens stand over their marks, then those that cut the fewest texts, and of equal ones
// the largest.
function chooseSizes(split, groups, canvas, words) {
  const tileRows = groups.map((states) => makeTiles(split, states, words));
  const tried = SIZES.map((sizes) => {
    const layouts = tileRows.map((rows) => placeRows(rows, sizes, canvas, words));
    const height = Math.max(...layouts.map((layout) => layout.height));
    return {
      canvas,
      split,
      sizes,
      height,
      isNarrow: layouts.some((layout) => layout.isNarrow),
      isHigh: height > canvas.maxHeight,
      cuts: Math.max(...layouts.map((layout) => layout.cuts)),
      cutsZone: layouts.some((layout) => layout.cutsZone),
      hasMarks: layouts.every((layout) => layout.hasMarks),
    };
  });
  const isReadable = ({ isNarrow, sizes }) => !isNarrow && isLargeEnough(sizes, canvas);
  const good = tried.filter((one) => isReadable(one) && !one.isHigh);
  const rank = ({ hasMarks, cuts }) => [Number(!hasMarks), cuts];
  if (good.length) return good.reduce((best, one) => (isLess(rank(one), rank(best)) ? one : best));
  return tried.findLast(isReadable) ?? tried.at(-1);
}

// Compares lists of numbers from their first number on.
function isLess(one, other) {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && one[at] < other[at];
}

// Chooses the narrowest canvas that suits, and the best rows on it. If none does, it takes the
// lowest board.
function chooseCanvas(groups, area, words) {
  const { order } = groups[0][0].map;
  const fits = ({ width }) =>
    width <= area.width * MOST_POINTS && width >= area.width * FEWEST_POINTS;
  const fitting = CANVASES.filter(fits);
  const cost = ({ isNarrow, isHigh, height, hasMarks, cuts, sizes, split, canvas }) => [
    Number(isNarrow),
    isHigh ? height / canvas.width : 0,
    Number(!hasMarks),
    isHigh ? 0 : cuts,
    -sizes.ring / canvas.width,
    split.length,
  ];
  let lowest;
  for (const { width, leastRing } of fitting.length ? fitting : CANVASES.slice(-1)) {
    const maxHeight = (area.maxHeight * width) / area.width;
    const minHeight = Math.min(maxHeight, width * 0.5);
    const canvas = { width, pixels: area.width, maxHeight, minHeight };
    const choices = listRowSplits(order, width).map((split) =>
      chooseSizes(split, groups, canvas, words),
    );
    const best = choices.reduce((one, other) => (isLess(cost(other), cost(one)) ? other : one));
    const { isNarrow, isHigh, cutsZone, hasMarks, sizes } = best;
    const isGood = !isNarrow && !isHigh && !cutsZone && hasMarks;
    if (isGood && sizes.ring >= leastRing) return best;
    if (!lowest || isLess(cost(best), cost(lowest))) lowest = best;
  }
  return lowest;
}

// The arrangements of all states with the same zones. Tiles keep their widths from act to act where
// there is room for that; else they are as wide as their people need.
export class Arrangements {
  constructor(states, area, words) {
    const rank = ({ map }) => sumOf(map.zones.map(({ notes }) => notes.length));
    // Zones with the most notes come first, as those need the most room.
    const sorted = [...states].sort((one, other) => rank(other) - rank(one));
    const steady = chooseCanvas([sorted], area, words);
    const varying = chooseCanvas(
      listFullestStates(sorted).map((state) => [{ ...state, map: sorted[0].map }]),
      area,
      words,
    );
    const ringOf = ({ sizes, canvas }) => sizes.ring / canvas.width;
    const heightOf = ({ height, canvas }) => Math.max(height, canvas.maxHeight) / canvas.width;
    const isBetter =
      ringOf(varying) > ringOf(steady) * WORTHWHILE_GAIN || (varying.hasMarks && !steady.hasMarks);
    const isLower =
      steady.isHigh &&
      (!varying.isHigh || heightOf(varying) * WORTHWHILE_GAIN < heightOf(steady));
    this.isSteady = !isLower && !(isBetter && heightOf(varying) <= heightOf(steady));
    this.choice = this.isSteady ? steady : varying;
    Object.assign(this, { states, words, known: new Map() });
    const { minHeight, maxHeight } = this.choice.canvas;
    this.height = minHeight;
    const distinct = new Map(states.map((state) => [this.keyOf(state), state]));
    const measure = () =>
      Math.max(...[...distinct.values()].map((state) => this.place(state).height));
    let highest = measure();
    // Other acts may need more room for tags than those with which the sizes were chosen.
    const smaller = SIZES.slice(SIZES.indexOf(this.choice.sizes) + 1);
    for (const sizes of this.choice.isHigh ? [] : smaller) {
      if (highest <= maxHeight || !isLargeEnough(sizes, this.choice.canvas)) break;
      this.choice = { ...this.choice, sizes };
      highest = measure();
    }
    // What is higher than the area is so in its own acts alone.
    this.height = Math.max(Math.min(highest, maxHeight), minHeight);
  }

  keyOf({ mapIndex, tokens }) {
    return JSON.stringify(this.isSteady ? mapIndex : [mapIndex, tokens]);
  }

  place(state) {
    const { canvas, split, sizes } = this.choice;
    const states = this.isSteady
      ? this.states.map(({ tokens }) => ({ map: state.map, tokens }))
      : [state];
    const area = { width: canvas.width, minHeight: this.height };
    return placeRows(makeTiles(split, states, this.words), sizes, area, this.words);
  }

  // Returns where everything stands in a state.
  arrange(state) {
    const key = this.keyOf(state);
    const known = this.known.get(key) ?? this.place(state);
    this.known.set(key, known);
    return known;
  }
}

// --- tokens --------------------------------------------------------------------------------------

// Returns where the scale of feet may begin and end.
function axisEnds(tile) {
  const inset = PADDING + AXIS_INSET;
  return [tile.left + inset, tile.left + tile.width - inset];
}

// Returns the marks over which tokens stand, from left to right. Marks that are too close to each
// other for their tokens are drawn apart. There are none without a scale, or without room.
function placeMarks(tile, tokens, sizes) {
  if (!tile.span || tokens.length === 0) return [];
  const [first, last] = tile.span;
  const counts = countByMark(tokens, tile.span);
  const lines = findMarkLines(tile, counts, sizes);
  if (lines === undefined) return [];
  const [least, most] = [tile.left + PADDING, tile.left + tile.width - PADDING];
  const [axisLeft, axisRight] = axisEnds(tile);
  const half = (mark) => (mark.columns * sizes.cellWidth) / 2;
  const marks = [];
  let nextFree = least;
  for (const [feet, count] of counts) {
    const mark = { feet, columns: Math.ceil(count / lines), width: sizes.cellWidth };
    const share = Math.min(Math.max(feet - first, 0) / Math.max(last - first, 1), 1);
    mark.centre = Math.max(axisLeft + (axisRight - axisLeft) * share, nextFree + half(mark));
    nextFree = mark.centre + half(mark);
    marks.push(mark);
  }
  // Those that were pushed over the right edge push the others back.
  let lastFree = most;
  for (const mark of [...marks].reverse()) {
    mark.centre = Math.min(mark.centre, lastFree - half(mark));
    lastFree = mark.centre - half(mark);
  }
  // Names may use half of the space to the next column.
  for (const [index, mark] of marks.entries()) {
    if (mark.columns !== 1) continue;
    const [before, after] = [marks[index - 1], marks[index + 1]];
    const [left, right] = [mark.centre - half(mark), mark.centre + half(mark)];
    const freeLeft = before ? (left - before.centre - half(before)) / 2 : left - least;
    const freeRight = after ? (after.centre - half(after) - right) / 2 : most - right;
    mark.width += 2 * Math.max(Math.min(freeLeft, freeRight), 0);
  }
  return marks;
}

// Returns the points of the scale of feet, from left to right: one for each mark, and one for each
// end of the scale without a mark. Between two points the scale is even.
export function axisPoints(tile, marks) {
  const [[first, last], [left, right]] = [tile.span, axisEnds(tile)];
  const points = marks.map((mark) => [mark.feet, mark.centre]);
  if (!points.length || points[0][0] > first) points.unshift([first, left]);
  if (points.at(-1)[0] < last) points.push([last, right]);
  return points;
}

// Returns the place of a distance in feet on a scale with these points.
export function findOnAxis(points, feet) {
  const index = points.findIndex(([mark]) => mark >= feet);
  if (index <= 0) return points.at(index)[1];
  const [[from, left], [to, right]] = [points[index - 1], points[index]];
  return left + ((right - left) * (feet - from)) / (to - from);
}

// Returns the cells of tokens without a scale. Few are spread over the width of the tile.
function cellsInTile(tile, tokens, sizes) {
  const lines = Math.max(Math.ceil(tokens.length / maxColumns(tile, sizes)), 1);
  // All lines are about equally long.
  const columns = Math.max(Math.ceil(tokens.length / lines), 1);
  const width = insideWidth(tile) / columns;
  return tokens.map((_, index) => ({
    x: tile.left + PADDING + width * ((index % columns) + 0.5),
    line: Math.floor(index / columns),
    width,
  }));
}

// Places each token over its mark, in lines of cells that are centred on the mark.
function cellsOverMarks(tile, tokens, marks, sizes) {
  const placed = new Map();
  return tokens.map((token) => {
    const mark = marks.find(({ feet }) => feet === markOf(token, tile.span));
    const index = placed.get(mark) ?? 0;
    placed.set(mark, index + 1);
    const fromMiddle = (index % mark.columns) - (mark.columns - 1) / 2;
    const x = mark.centre + fromMiddle * sizes.cellWidth;
    return { x, line: Math.floor(index / mark.columns), width: mark.width };
  });
}

// Returns the centre and the texts of each token of each tile, by zones, and the marks on the scale
// over which they stand. `tokensOf` has the tokens of each zone.
export function placeTokens({ tiles, sizes }, tokensOf, words) {
  const height = cellHeight(sizes);
  const placed = tiles.map((tile) => {
    const tokens = tokensOf[tile.zone];
    const marks = placeMarks(tile, tokens, sizes);
    const isOverMarks = marks.length > 0;
    const cells = isOverMarks
      ? cellsOverMarks(tile, tokens, marks, sizes)
      : cellsInTile(tile, tokens, sizes);
    const lineCount = Math.max(...cells.map(({ line }) => line + 1), 1);
    return { tile, tokens, marks, isOverMarks, cells, lineCount };
  });
  const byZone = new Map();
  for (const { tile, tokens, marks, isOverMarks, cells } of placed) {
    // Most of what a row has no tokens for stands below them.
    const inRow = placed.filter((other) => other.tile.row === tile.row);
    const used = Math.max(...inRow.map(({ lineCount }) => lineCount));
    const free = Math.max(tile.lines - used, 0) * height * 0.4;
    const top = tile.tokensTop + free + sizes.ring + 8;
    const places = cells.map(({ x, line, width }, index) => ({
      x,
      y: top + height * line,
      texts: {
        nameLines: tokenNameLines(tokens[index], width, sizes),
        tagRows: tokenTagRows(tokens[index], width, sizes, words, !isOverMarks),
      },
    }));
    byZone.set(tile.zone, { marks, places });
  }
  return byZone;
}
