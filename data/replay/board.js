// Draws the board of a replay as SVG, as the bot's pictures draw it (crates/discord/src/map): a
// tile for each zone, and in it the tokens of those who are there. Players' characters are round,
// foes square, others diamonds; the ring says how much health is left. Colours are classes of the
// style sheet.

import { AXIS_HEIGHT, Arrangements, MARGIN, MIN_TEXT, PADDING, TAG_GAP } from "./layout.js";
import { TAG_PADDING, axisPoints, cutText, fillIn, findOnAxis, measureText } from "./layout.js";
import { nameLineHeight, noteHeight, noteLines, placeTokens, tagHeight } from "./layout.js";
import { tagRowHeight, tagWidth, zoneLineHeight, zoneNameLines } from "./layout.js";

export const SVG = "http://www.w3.org/2000/svg";
const ARROW_LENGTH = 18;
const OPENING = 110;
// The smallest letters on a token.
const MIN_LETTERS = 14;
// The space between two labels on a scale of feet.
const AXIS_LABEL_WIDTH = 44;
// The bends that are tried for an arrow, as shares of the least one, and the largest bend.
const BENDS = [1, 1.7, -1, 2.5, -1.7, 3.5, -2.5, 4.5, -3.5, 6, -4.5, -6];
const MAX_BEND = 280;
// At how many places it is looked at what an arrow crosses.
const SAMPLES = 32;
// The space that arrows keep from texts.
const TEXT_MARGIN = 7;

// Makes an element of a picture. Texts become text, never markup.
function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const drawText = (x, y, size, className, text, attributes = {}) =>
  draw("text", { x, y, "font-size": size, class: className, ...attributes }, text);

// Draws letters in the middle of a place, smaller if they are wider than it.
function drawLetters(x, y, maxWidth, size, className, letters) {
  const width = Math.max(measureText(letters, size), 1);
  const fitted = Math.max(Math.min((size * maxWidth) / width, size), MIN_LETTERS);
  const attributes = { "text-anchor": "middle" };
  return drawText(x, y + fitted * 0.36, fitted, className, letters, attributes);
}

// Returns the class that colours a share of health, in thousandths.
function healthClass(thousandths) {
  if (thousandths <= 333) return "badly-hurt";
  return thousandths <= 750 ? "hurt" : "healthy";
}

// Draws how much health is left as a ring: a whole arc for numbers, quarters for words.
function drawRing(ring, radius) {
  const width = radius > 44 ? 8 : 6;
  const circle = (className) =>
    draw("circle", { r: radius, class: `ring ${className}`, "stroke-width": width });
  const arc = (from, to, className) => {
    const point = (turn) => {
      const angle = turn * 2 * Math.PI;
      return `${radius * Math.sin(angle)} ${-radius * Math.cos(angle)}`;
    };
    const isLarge = to - from > 0.5 ? 1 : 0;
    const d = `M ${point(from)} A ${radius} ${radius} 0 ${isLarge} 1 ${point(to)}`;
    return draw("path", { d, class: `ring ${className}`, "stroke-width": width });
  };
  if (ring.exact !== undefined) {
    if (ring.exact >= 1000) return [circle("healthy")];
    if (ring.exact <= 0) return [circle("track")];
    return [circle("track"), arc(0, ring.exact / 1000, healthClass(ring.exact))];
  }
  if (ring.quarters === undefined) return [];
  return [0, 1, 2, 3].map((quarter) => {
    const className = quarter < ring.quarters ? healthClass(ring.quarters * 250) : "track";
    return arc(quarter / 4 + 0.018, quarter / 4 + 0.232, className);
  });
}

// Draws a portrait in the shape of a camp, which stays around it as a frame.
function drawPortrait(camp, portrait, radius) {
  const corner = { x: -radius, y: -radius, width: 2 * radius, height: 2 * radius };
  const image = draw("image", { href: portrait, ...corner, class: "portrait" });
  const shapes = { players: "circle(50%)", foes: "inset(7%)" };
  image.style.clipPath = shapes[camp] ?? "polygon(50% 0, 100% 50%, 50% 100%, 0 50%)";
  return image;
}

// Draws the shape of a camp: a circle, a square or a diamond.
function drawShape(camp, className, radius) {
  if (camp === "players") return draw("circle", { r: radius, class: className });
  if (camp === "foes") {
    const side = radius * 1.72;
    const corner = { x: -side / 2, y: -side / 2, width: side, height: side };
    return draw("rect", { ...corner, class: className });
  }
  const reach = radius * 1.08;
  return draw("polygon", {
    points: `0,${-reach} ${reach},0 0,${reach} ${-reach},0`,
    class: className,
  });
}

const widthOfTags = (tags, sizes) =>
  tags.reduce((sum, tag) => sum + tagWidth(tag, sizes) + TAG_GAP, -TAG_GAP);

// Draws tags side by side.
function drawTagRow(tags, top, sizes) {
  let left = -widthOfTags(tags, sizes) / 2;
  return tags.flatMap((tag) => {
    const [x, width] = [left, tagWidth(tag, sizes)];
    left += width + TAG_GAP;
    const baseline = top + sizes.tag * 0.86 + 3;
    return [
      draw("rect", { x, y: top, width, height: tagHeight(sizes), rx: 9, class: "tag" }),
      drawText(x + TAG_PADDING, baseline, sizes.tag, "text", tag),
    ];
  });
}

// Draws the scale of feet at the bottom of a tile, with a mark for each combatant.
function drawAxis(tile, marks, members, words) {
  const [first, last] = tile.span;
  const points = axisPoints(tile, marks);
  const y = tile.top + tile.height - AXIS_HEIGHT + 14;
  const place = (feet) => findOnAxis(points, feet);
  const ends = { x1: points[0][1], x2: points.at(-1)[1], y1: y, y2: y };
  const drawn = [draw("line", { ...ends, class: "wall" })];
  for (let feet = first; feet <= last; feet += 5) {
    const x = place(feet);
    drawn.push(draw("line", { x1: x, x2: x, y1: y, y2: y + 6, class: "wall" }));
  }
  const label = (feet, className, text) => {
    const attributes = { "text-anchor": "middle" };
    return drawText(place(feet), y + 26, MIN_TEXT, className, text, attributes);
  };
  for (const { feet } of marks) drawn.push(label(feet, "text", fillIn(words.feet, { feet })));
  for (const end of [first, last]) {
    const isFree = ({ feet }) => Math.abs(place(feet) - place(end)) > AXIS_LABEL_WIDTH;
    if (marks.every(isFree)) drawn.push(label(end, "faint", String(end)));
  }
  const standing = members.filter(({ feet, status }) => feet !== undefined && status !== "out");
  const distinct = new Map(standing.map((one) => [`${one.feet} ${one.camp}`, one]));
  for (const { feet, camp } of distinct.values()) {
    // The marks of several camps at one place stand beside each other.
    const here = [...distinct.values()].filter((one) => one.feet === feet);
    const camps = ["players", "foes", "others"].filter((one) =>
      here.some((member) => member.camp === one),
    );
    const x = place(feet) + 14 * (camps.indexOf(camp) - (camps.length - 1) / 2);
    const corners = `${x},${y} ${x - 6},${y - 11} ${x + 6},${y - 11}`;
    drawn.push(draw("polygon", { points: corners, class: camp }));
  }
  return drawn;
}

// Draws what lies between a tile and the next one of its row.
function drawBorder(tile, next) {
  const x = (tile.left + tile.width + next.left) / 2;
  const [top, bottom] = [tile.top + 18, tile.top + tile.height - 18];
  const middle = (top + bottom) / 2;
  const line = (from, to, className) =>
    draw("line", { x1: x, x2: x, y1: from, y2: to, class: className });
  if (tile.border.kind === "wall") return [line(top, bottom, "wall thick")];
  if (tile.border.kind === "open") {
    const [from, to] = [tile.left + tile.width - 2, next.left + 2];
    const height = Math.min(bottom - top, OPENING);
    const upper = middle - height / 2;
    const edge = (y) => draw("line", { x1: from, x2: to, y1: y, y2: y, class: "edge" });
    const passage = { x: from, y: upper, width: to - from, height, class: "passage" };
    return [draw("rect", passage), edge(upper), edge(upper + height)];
  }
  const text = cutText(tile.border.text, MIN_TEXT, bottom - top - 20);
  const half = measureText(text, MIN_TEXT) / 2 + 10;
  const label = drawText(x, middle, MIN_TEXT, "accent", text, {
    "text-anchor": "middle",
    transform: `rotate(-90 ${x} ${middle}) translate(0 6)`,
  });
  return [line(top, middle - half, "hindrance"), line(middle + half, bottom, "hindrance"), label];
}

// Returns a point at a distance from another on the way to a third.
function moveTowards(from, to, distance) {
  const length = Math.max(Math.hypot(to.x - from.x, to.y - from.y), 1);
  const share = distance / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

// Returns whether a point is in a box, or not farther from it than a margin.
const isInBox = ({ left, top, right, bottom }, { x, y }, margin) =>
  x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin;

// Returns the control point of a curve between two points that crosses as few tokens and texts as
// possible, with as small a bend as possible.
function bendAround(from, to, obstacles) {
  const { tokens, tokenDistance, endDistance, texts, area } = obstacles;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.max(Math.hypot(dx, dy), 1);
  // Upwards first, whichever way the line goes.
  const least = Math.min(0.16 * length + 14, 110) * (dx >= 0 ? 1 : -1);
  const controls = BENDS.map((factor) => {
    const bend = Math.max(Math.min(least * factor, MAX_BEND), -MAX_BEND);
    return {
      x: (from.x + to.x) / 2 + (bend * dy) / length,
      y: (from.y + to.y) / 2 - (bend * dx) / length,
    };
  });
  const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
  const costOf = (control) => {
    let cost = 0;
    for (let sample = 1; sample < SAMPLES; sample++) {
      const part = sample / SAMPLES;
      const rest = 1 - part;
      const onCurve = (axis) =>
        rest * rest * from[axis] + 2 * rest * part * control[axis] + part * part * to[axis];
      const point = { x: onCurve("x"), y: onCurve("y") };
      if (Math.min(distance(from, point), distance(to, point)) < endDistance) continue;
      const crossesToken = tokens.some((token) => distance(token, point) < tokenDistance);
      if (crossesToken || !isInBox(area, point, 0)) cost += 3;
      if (texts.some((text) => isInBox(text, point, TEXT_MARGIN))) cost += 1;
    }
    return cost;
  };
  const costs = controls.map(costOf);
  return controls[costs.indexOf(Math.min(...costs))];
}

// Draws the arrow of an attack, bent so that it passes by other tokens and by texts.
function drawAttack(from, to, camp, obstacles) {
  const control = bendAround(from, to, obstacles);
  const start = moveTowards(from, control, obstacles.endDistance);
  const tip = moveTowards(to, control, obstacles.endDistance);
  const base = moveTowards(tip, control, ARROW_LENGTH);
  const [ux, uy] = [(tip.x - base.x) / ARROW_LENGTH, (tip.y - base.y) / ARROW_LENGTH];
  const half = ARROW_LENGTH * 0.55;
  const points = [
    `${tip.x},${tip.y}`,
    `${base.x - uy * half},${base.y + ux * half}`,
    `${base.x + uy * half},${base.y - ux * half}`,
  ].join(" ");
  const d = `M ${start.x} ${start.y} Q ${control.x} ${control.y} ${base.x} ${base.y}`;
  return [draw("path", { d, class: `arrow ${camp}` }), draw("polygon", { points, class: camp })];
}

// Returns the box of the name and the notes of a tile.
function boxOfTileTexts(tile, sizes) {
  const [names, notes] = [zoneNameLines(tile, sizes), noteLines(tile, sizes)];
  const widths = [
    ...names.map((line) => measureText(line, sizes.zone)),
    ...notes.map((line) => measureText(line, sizes.note)),
  ];
  const [left, top] = [tile.left + PADDING, tile.top + PADDING];
  const namesHeight = sizes.zone * 1.2 + (names.length - 1) * zoneLineHeight(sizes);
  const bottom = top + namesHeight + notes.length * noteHeight(sizes);
  return { left, top, right: left + Math.max(...widths), bottom };
}

// Returns the baseline of the first line of a name below the middle of its token.
const firstBaseline = (sizes) => sizes.ring + sizes.name * 1.2 + 5;

// Returns the box of the name and the tags of a token.
function boxOfTokenTexts({ x, y, texts }, sizes) {
  const widths = [
    ...texts.nameLines.map((line) => measureText(line, sizes.name)),
    ...texts.tagRows.map((row) => widthOfTags(row, sizes)),
  ];
  const half = Math.max(...widths, 0) / 2 + 4;
  const baseline = y + firstBaseline(sizes);
  const moreLines = (texts.nameLines.length - 1) * nameLineHeight(sizes);
  const tags = texts.tagRows.length * tagRowHeight(sizes);
  return {
    left: x - half,
    right: x + half,
    top: baseline - sizes.name * 0.7,
    bottom: baseline + moreLines + sizes.name * 0.35 + tags,
  };
}

// Returns how the health of a member changed, as `−3`; empty if that is not known or nothing.
export function formatHealthChange(before, after) {
  if (before?.wounds.exact === undefined || after.wounds.exact === undefined) return "";
  const change = after.wounds.exact.now - before.wounds.exact.now;
  if (change === 0) return "";
  return change < 0 ? `−${-change}` : `+${change}`;
}

// The drawn board, which shows one act after the other.
export class Board {
  constructor(svg, replay) {
    Object.assign(this, { svg, replay, arranged: new Map(), tokens: new Map(), places: new Map() });
    this.ground = draw("g");
    this.lines = draw("g", { class: "attacks" });
    this.texts = draw("g");
    this.people = draw("g");
    // Tokens and texts stand on the lines.
    svg.append(this.ground, this.lines, this.texts, this.people);
  }

  // Arranges the zones anew for an area in pixels. Returns whether that changes anything.
  resize(width, maxHeight) {
    if (width === this.area?.width && maxHeight === this.area?.maxHeight) return false;
    this.area = { width, maxHeight };
    this.arranged.clear();
    return true;
  }

  // Returns what is arranged of a board: the zones, and the tokens in each with their texts.
  stateOf(board) {
    const { parts } = this.replay;
    const members = board.members.map((index) => parts.members[index]);
    const byId = new Map(members.map((member) => [member.id, member]));
    const look = (index) => {
      const { ids, name, short } = parts.tokens[index];
      const { tags = [], feet } = byId.get(ids[0]);
      return { name, short, tags, feet };
    };
    const tokens = board.tokens.map((zone) => zone.map(look));
    return { map: parts.maps[board.map], mapIndex: board.map, tokens };
  }

  // Returns the arrangements of all acts with the zones of a board.
  arrangementsOf(board) {
    const { steps, parts, words } = this.replay;
    const nameZones = ({ map }) => parts.maps[map].zones.map((zone) => zone.name).join("\n");
    const names = nameZones(board);
    const known = this.arranged.get(names);
    if (known) return known;
    const boards = steps.map((step) => step.board).filter(({ map }) => map !== null);
    const alike = boards.filter((other) => nameZones(other) === names);
    const states = alike.map((other) => this.stateOf(other));
    const arrangements = new Arrangements(states, this.area, words);
    this.arranged.set(names, arrangements);
    return arrangements;
  }

  // Shows the board after a step. Tokens move to their new places if it follows the step shown.
  show(step, previous, { followed, moves }) {
    const { parts, words } = this.replay;
    const { board } = step;
    this.svg.classList.toggle("still", !moves);
    this.svg.toggleAttribute("hidden", board.map === null);
    if (board.map === null) return;
    const membersOf = (one) => {
      const members = one.members.map((index) => parts.members[index]);
      return new Map(members.map((member) => [member.id, member]));
    };
    const state = this.stateOf(board);
    const layout = this.arrangementsOf(board).arrange(state);
    const placed = placeTokens(layout, state.tokens, words);
    this.svg.setAttribute("viewBox", `0 0 ${layout.width} ${Math.ceil(layout.height)}`);
    const members = membersOf(board);
    const before = previous ? membersOf(previous.board) : new Map();
    this.drawGround(layout, placed, members);
    this.drawTexts(layout, board);
    this.drawPeople(layout, placed, { board, members, before, followed });
    this.drawAttacks(layout, placed, board, members);
  }

  drawGround({ tiles }, placed, members) {
    const { words } = this.replay;
    const drawn = [];
    for (const [at, tile] of tiles.entries()) {
      const { left, top, width, height } = tile;
      drawn.push(draw("rect", { x: left, y: top, width, height, rx: 14, class: "tile" }));
      if (tile.span) {
        const here = [...members.values()].filter((member) => member.zone === tile.zone);
        drawn.push(...drawAxis(tile, placed.get(tile.zone).marks, here, words));
      }
      const next = tiles[at + 1];
      if (tile.border && next?.row === tile.row) drawn.push(...drawBorder(tile, next));
    }
    this.ground.replaceChildren(...drawn);
  }

  // Draws the name of each tile and what holds in it. An empty one says so.
  drawTexts({ tiles, sizes }, board) {
    const drawn = [];
    for (const tile of tiles) {
      let baseline = tile.top + PADDING + sizes.zone;
      const write = (size, className, text) =>
        drawn.push(drawText(tile.left + PADDING, baseline, size, `${className} on-lines`, text));
      for (const [index, line] of zoneNameLines(tile, sizes).entries()) {
        baseline += index > 0 ? zoneLineHeight(sizes) : 0;
        write(sizes.zone, "text", line);
      }
      for (const line of noteLines(tile, sizes)) {
        baseline += noteHeight(sizes);
        write(sizes.note, "faint", line);
      }
      if (board.tokens[tile.zone].length) continue;
      baseline += 2 * sizes.note;
      write(sizes.note, "faint", this.replay.words.nobody);
    }
    this.texts.replaceChildren(...drawn);
  }

  drawPeople({ tiles, sizes }, placed, { board, members, before, followed }) {
    const { parts, portraits } = this.replay;
    const [shown, places] = [new Map(), new Map()];
    for (const { zone } of tiles) {
      for (const [at, index] of board.tokens[zone].entries()) {
        const token = parts.tokens[index];
        const place = placed.get(zone).places[at];
        const [key] = token.ids;
        const element = this.tokens.get(key) ?? this.addToken(token);
        const change = token.ids.map((id) => formatHealthChange(before.get(id), members.get(id)));
        const isFollowed = token.ids.includes(followed);
        const look = { member: members.get(key), change: change.find(Boolean), isFollowed };
        const { texts } = place;
        const portrait = portraits[key];
        element.replaceChildren(...drawToken(token, { ...look, texts, portrait }, sizes));
        shown.set(key, element);
        for (const id of token.ids) places.set(id, place);
      }
    }
    for (const [key, element] of this.tokens) if (!shown.has(key)) element.remove();
    // What has just been added begins where it was before.
    this.svg.getBoundingClientRect();
    for (const [key, element] of shown) moveTo(element, places.get(key));
    [this.tokens, this.places] = [shown, places];
  }

  addToken(token) {
    const element = draw("g", { class: "token" });
    const origin = token.ids.map((id) => this.places.get(id)).find(Boolean);
    if (origin) moveTo(element, origin);
    this.people.append(element);
    return element;
  }

  drawAttacks({ tiles, sizes, width, height }, placed, board, members) {
    const all = [...placed.values()].flatMap(({ places }) => places);
    const texts = [
      ...tiles.map((tile) => boxOfTileTexts(tile, sizes)),
      ...all.map((place) => boxOfTokenTexts(place, sizes)),
    ];
    const area = { left: MARGIN, top: MARGIN, right: width - MARGIN, bottom: height - MARGIN };
    const obstacles = { tokenDistance: sizes.ring + 6, endDistance: sizes.ring + 10, texts, area };
    const pairs = new Set();
    const drawn = board.attacks.flatMap(([attacker, target]) => {
      const [from, to] = [this.places.get(attacker), this.places.get(target)];
      const pair = `${all.indexOf(from)} ${all.indexOf(to)}`;
      // An attack within one token has no arrow, and several between the same two have one.
      if (!from || !to || from === to || pairs.has(pair)) return [];
      pairs.add(pair);
      const tokens = all.filter((place) => place !== from && place !== to);
      return drawAttack(from, to, members.get(attacker).camp, { ...obstacles, tokens });
    });
    this.lines.replaceChildren(...drawn);
  }
}

function moveTo(element, { x, y }) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}

// Draws a token around the origin: its shape and letters, the ring of health, count, name and tags.
// Who is out has a cross behind the shape instead of the ring.
function drawToken(token, { member, change, isFollowed, portrait, texts }, sizes) {
  const { ring: radius } = sizes;
  const [isOut, isActing] = [member.status === "out", member.status === "acting"];
  const inside = radius - 5 - 1.1 * (radius > 44 ? 8 : 6);
  const drawn = [];
  if (isFollowed) drawn.push(draw("circle", { r: radius + 7, class: "followed" }));
  if (isActing) drawn.push(draw("circle", { r: radius + 7, class: "halo" }));
  if (isOut) {
    const reach = radius - 6;
    for (const side of [1, -1]) {
      const ends = { x1: -reach, y1: -reach * side, x2: reach, y2: reach * side };
      drawn.push(draw("line", { ...ends, class: "cross" }));
    }
  } else {
    drawn.push(...drawRing(member.ring, radius - 3));
  }
  const hidden = member.is_hidden ? " hidden-one" : "";
  drawn.push(drawShape(member.camp, (isOut ? "out" : member.camp) + hidden, inside));
  if (portrait && !isOut) {
    drawn.push(drawPortrait(member.camp, portrait, inside - 4));
  } else {
    const size = Math.max(inside * 0.88, MIN_TEXT);
    drawn.push(drawLetters(0, 0, inside * 1.7, size, "ink", token.letters));
  }
  if (token.ids.length > 1) {
    const [x, y] = [radius * 0.86, -radius * 0.86];
    drawn.push(draw("circle", { cx: x, cy: y, r: sizes.tag, class: "count" }));
    const count = `×${token.ids.length}`;
    drawn.push(drawLetters(x, y, 1.8 * sizes.tag, sizes.tag, "ink", count));
  }
  if (change) {
    const sign = change.startsWith("−") ? "loss" : "gain";
    const attributes = { "text-anchor": "end" };
    const place = [-radius * 0.62, -radius * 0.62];
    drawn.push(drawText(...place, sizes.name * 1.2, `change ${sign}`, change, attributes));
  }
  let baseline = firstBaseline(sizes);
  for (const [index, line] of texts.nameLines.entries()) {
    baseline += index > 0 ? nameLineHeight(sizes) : 0;
    const className = `${isOut ? "faint" : "text"} on-lines`;
    const attributes = { "text-anchor": "middle" };
    drawn.push(drawText(0, baseline, sizes.name, className, line, attributes));
  }
  let top = baseline + sizes.name * 0.35;
  for (const tags of texts.tagRows) {
    drawn.push(...drawTagRow(tags, top, sizes));
    top += tagRowHeight(sizes);
  }
  return drawn;
}
