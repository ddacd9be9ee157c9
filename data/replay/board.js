// Draws the board of a replay as SVG: a tile for each zone, and in it the tokens of those who are
// there. Players' characters are round, foes square, others diamonds; the ring says how much health
// is left. Colours are classes of the style sheet.

import { AXIS_HEIGHT, MIN_TEXT, PADDING, arrangeZones, cutText } from "./layout.js";
import { fillIn, measureText, placeTokens } from "./layout.js";

export const SVG = "http://www.w3.org/2000/svg";
const ARROW_LENGTH = 18;
const OPENING = 110;

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
  const fitted = Math.max(Math.min((size * maxWidth) / width, size), 12);
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
  const shapes = { players: "circle(50%)", foes: "inset(7% round 4px)" };
  image.style.clipPath = shapes[camp] ?? "polygon(50% 0, 100% 50%, 50% 100%, 0 50%)";
  return image;
}

// Draws the shape of a camp: a circle, a square or a diamond.
function drawShape(camp, className, radius) {
  if (camp === "players") return draw("circle", { r: radius, class: className });
  if (camp === "foes") {
    const side = radius * 1.72;
    const corner = { x: -side / 2, y: -side / 2, width: side, height: side, rx: 4 };
    return draw("rect", { ...corner, class: className });
  }
  const reach = radius * 1.08;
  return draw("polygon", {
    points: `0,${-reach} ${reach},0 0,${reach} ${-reach},0`,
    class: className,
  });
}

// Draws the first tags side by side, and how many there are more.
function drawTags(tags, top, { tag: size, cellWidth }) {
  const widthOf = (text) => measureText(text, size) + 14;
  const shown = [];
  let used = 0;
  for (const [index, tag] of tags.entries()) {
    const more = tags.length - index - 1;
    const room = cellWidth - 4 - used - (more > 0 ? widthOf("+9") + 4 : 0);
    if (index > 0 && widthOf(tag) > room) {
      shown.push(`+${more + 1}`);
      break;
    }
    shown.push(cutText(tag, size, room - 14));
    used += widthOf(shown.at(-1)) + 4;
  }
  let left = -shown.reduce((sum, tag) => sum + widthOf(tag) + 4, -4) / 2;
  const drawn = [];
  for (const tag of shown) {
    const width = widthOf(tag);
    const pill = { x: left, y: top, width, height: size + 6, rx: size / 2 + 3, class: "tag" };
    drawn.push(draw("rect", pill), drawText(left + 7, top + size * 0.86 + 3, size, "text", tag));
    left += width + 4;
  }
  return drawn;
}

// Draws the scale of feet at the bottom of a tile, with a mark for each combatant.
function drawAxis(tile, members) {
  const [first, last] = tile.span;
  const [left, right] = [tile.left + PADDING, tile.left + tile.width - PADDING];
  const y = tile.top + tile.height - AXIS_HEIGHT + 14;
  const place = (feet) => left + ((right - left) * (feet - first)) / Math.max(last - first, 1);
  const drawn = [draw("line", { x1: left, x2: right, y1: y, y2: y, class: "wall" })];
  for (let feet = first; feet <= last; feet += 5) {
    const x = place(feet);
    drawn.push(draw("line", { x1: x, x2: x, y1: y, y2: y + 6, class: "wall" }));
  }
  drawn.push(drawText(left, y + 26, MIN_TEXT, "faint", String(first)));
  const end = { "text-anchor": "end" };
  drawn.push(drawText(right, y + 26, MIN_TEXT, "faint", String(last), end));
  for (const { feet, camp, status } of members) {
    if (feet === undefined || status === "out") continue;
    const x = place(feet);
    const points = `${x},${y} ${x - 6},${y - 11} ${x + 6},${y - 11}`;
    drawn.push(draw("polygon", { points, class: camp }));
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

// Draws the arrow of an attack, bent so that it passes by the tokens between the two.
function drawAttack(from, to, camp, ring) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.max(Math.hypot(dx, dy), 1);
  const bend = Math.min(0.16 * length + 14, 110) * (dx >= 0 ? 1 : -1);
  const control = {
    x: (from.x + to.x) / 2 + (bend * dy) / length,
    y: (from.y + to.y) / 2 - (bend * dx) / length,
  };
  const start = moveTowards(from, control, ring + 10);
  const tip = moveTowards(to, control, ring + 10);
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
    Object.assign(this, { svg, replay, layouts: new Map(), tokens: new Map(), places: new Map() });
    this.ground = draw("g");
    this.lines = draw("g", { class: "attacks" });
    this.people = draw("g");
    svg.append(this.ground, this.lines, this.people);
  }

  // Arranges the zones anew for an area in pixels. Returns whether that changes anything.
  resize(pixels, maxPixels) {
    const width = Math.round(Math.min(Math.max(pixels * 1.4, 600), 1200));
    const height = Math.round((maxPixels / pixels) * width);
    if (width === this.width && height === this.height) return false;
    Object.assign(this, { width, height });
    this.layouts.clear();
    return true;
  }

  // Returns the arrangement of a map, which is the same for all acts on it.
  layoutOf(mapIndex) {
    const known = this.layouts.get(mapIndex);
    if (known) return known;
    const { steps, parts, words } = this.replay;
    const map = parts.maps[mapIndex];
    const names = (one) => one.zones.map((zone) => zone.name).join("\n");
    const capacities = map.zones.map(() => 0);
    let hasTags = false;
    for (const { board } of steps) {
      if (board.map === null || names(parts.maps[board.map]) !== names(map)) continue;
      board.tokens.forEach((tokens, zone) => {
        capacities[zone] = Math.max(capacities[zone], tokens.length);
      });
      const members = board.members.map((index) => parts.members[index]);
      hasTags ||= members.some(({ tags, feet }) => tags?.length || feet !== undefined);
    }
    const maxHeight = Math.max(this.height, this.width * 0.36);
    const area = { width: this.width, minHeight: Math.min(maxHeight, this.width * 0.5), maxHeight };
    const layout = arrangeZones(map, capacities, hasTags, area, words);
    this.layouts.set(mapIndex, layout);
    return layout;
  }

  // Shows the board after a step. Tokens move to their new places if it follows the step shown.
  show(step, previous, { followed, moves }) {
    const { parts } = this.replay;
    const { board } = step;
    this.svg.classList.toggle("still", !moves);
    this.svg.toggleAttribute("hidden", board.map === null);
    if (board.map === null) return;
    const layout = this.layoutOf(board.map);
    this.svg.setAttribute("viewBox", `0 0 ${layout.width} ${Math.ceil(layout.height)}`);
    const members = new Map(
      board.members.map((index) => [parts.members[index].id, parts.members[index]]),
    );
    const before = new Map(
      (previous?.board.members ?? []).map((index) => [
        parts.members[index].id,
        parts.members[index],
      ]),
    );
    this.drawGround(layout, board, members);
    this.drawPeople(layout, board, { members, before, followed });
    this.drawAttacks(layout, board, members);
  }

  drawGround(layout, board, members) {
    const { words } = this.replay;
    const drawn = [];
    for (const [at, tile] of layout.tiles.entries()) {
      const { left, top, width, height } = tile;
      const { sizes } = layout;
      const inner = width - 2 * PADDING;
      drawn.push(draw("rect", { x: left, y: top, width, height, rx: 14, class: "tile" }));
      let baseline = top + PADDING + sizes.zone;
      const line = (size, className, text) =>
        drawText(left + PADDING, baseline, size, className, cutText(text, size, inner));
      drawn.push(line(sizes.zone, "text", cutText(tile.name, sizes.zone, inner, true)));
      for (const note of tile.notes) {
        baseline += sizes.note + 6;
        drawn.push(line(sizes.note, "faint", note));
      }
      if (!board.tokens[tile.zone].length) {
        baseline += 2 * sizes.note;
        drawn.push(line(sizes.note, "faint", words.nobody));
      }
      if (tile.span) {
        const here = [...members.values()].filter((member) => member.zone === tile.zone);
        drawn.push(...drawAxis(tile, here));
      }
      const next = layout.tiles[at + 1];
      if (tile.border && next?.row === tile.row) drawn.push(...drawBorder(tile, next));
    }
    this.ground.replaceChildren(...drawn);
  }

  drawPeople(layout, board, { members, before, followed }) {
    const [shown, places] = [new Map(), new Map()];
    for (const tile of layout.tiles) {
      const tokens = board.tokens[tile.zone].map((index) => this.replay.parts.tokens[index]);
      const centres = placeTokens(tile, tokens.length, layout);
      for (const [at, token] of tokens.entries()) {
        const [key] = token.ids;
        const element = this.tokens.get(key) ?? this.addToken(token);
        const change = token.ids.map((id) => formatHealthChange(before.get(id), members.get(id)));
        const isFollowed = token.ids.includes(followed);
        const look = { member: members.get(key), change: change.find(Boolean), isFollowed };
        // Several who share a token look alike only by their letters.
        look.portrait = token.ids.length === 1 ? this.replay.portraits[key] : undefined;
        element.replaceChildren(...drawToken(token, look, layout.sizes, this.replay.words));
        shown.set(key, element);
        for (const id of token.ids) places.set(id, centres[at]);
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

  drawAttacks(layout, board, members) {
    const drawn = board.attacks.flatMap(([attacker, target]) => {
      const [from, to] = [this.places.get(attacker), this.places.get(target)];
      const isWithinToken = !from || !to || (from.x === to.x && from.y === to.y);
      return isWithinToken
        ? []
        : drawAttack(from, to, members.get(attacker).camp, layout.sizes.ring);
    });
    this.lines.replaceChildren(...drawn);
  }
}

function moveTo(element, { x, y }) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}

// Draws a token around the origin: its shape and letters, the ring of health, count, name and tags.
function drawToken(token, { member, change, isFollowed, portrait }, sizes, words) {
  const { ring: radius } = sizes;
  const [isOut, isActing] = [member.status === "out", member.status === "acting"];
  const inside = radius - 5 - 1.1 * (radius > 44 ? 8 : 6);
  const drawn = [];
  if (isFollowed) drawn.push(draw("circle", { r: radius + 7, class: "followed" }));
  if (isActing) drawn.push(draw("circle", { r: radius + 7, class: "halo" }));
  if (!isOut) drawn.push(...drawRing(member.ring, radius - 3));
  const hidden = member.is_hidden ? " hidden-one" : "";
  drawn.push(drawShape(member.camp, (isOut ? "out" : member.camp) + hidden, inside));
  if (portrait) drawn.push(drawPortrait(member.camp, portrait, inside - 4));
  if (isOut) {
    const reach = radius - 6;
    for (const side of [1, -1]) {
      const ends = { x1: -reach, y1: -reach * side, x2: reach, y2: reach * side };
      drawn.push(draw("line", { ...ends, class: "cross" }));
    }
  }
  if (!portrait) {
    drawn.push(drawLetters(0, 0, inside * 1.7, inside * 0.88, "ink", token.letters));
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
  const nameWidth = sizes.cellWidth - 6;
  const isShort = measureText(token.name, sizes.name) <= nameWidth;
  const name = cutText(isShort ? token.name : token.short, sizes.name, nameWidth, true);
  const baseline = radius + sizes.name * 1.2;
  const className = isOut ? "faint" : "text";
  const attributes = { "text-anchor": "middle" };
  drawn.push(drawText(0, baseline, sizes.name, className, name, attributes));
  const feet = member.feet === undefined ? [] : [fillIn(words.feet, { feet: member.feet })];
  drawn.push(...drawTags([...feet, ...(member.tags ?? [])], baseline + sizes.name * 0.4, sizes));
  return drawn;
}
