// Checks the dice of a finished fight by docs/DICE.md, in the reader's own browser only.

import { sha256 } from "./sha256.js";

const STREAMS = { open: 0n, hidden: 1n };

class Broken extends Error {}

function must(holds, why) {
  if (!holds) throw new Broken(why);
}

function bytesOf(hex) {
  must(/^([0-9a-f]{2})*$/.test(hex), "that is no hex");
  return Uint8Array.from(hex.match(/../g) || [], (byte) => parseInt(byte, 16));
}

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const encode = (string) => new TextEncoder().encode(string);

function keyOf(seal) {
  const salts = seal.salts.flatMap(({ line }) => {
    const bytes = encode(line);
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length, true);
    return [length, bytes];
  });
  return sha256(joined(bytesOf(seal.secret), ...salts));
}

const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

function turn(x, one, two, three, by) {
  x[one] += x[two];
  const word = x[three] ^ x[one];
  x[three] = (word << by) | (word >>> (32 - by));
}

// Returns a block of ChaCha20's keystream (RFC 8439).
function block(key, counter, nonce) {
  const start = new Uint32Array(16);
  const words = new DataView(joined(encode("expand 32-byte k"), key).buffer);
  for (let at = 0; at < 12; at++) start[at] = words.getUint32(4 * at, true);
  start[12] = counter;
  start[14] = Number(nonce & 0xffffffffn);
  start[15] = Number(nonce >> 32n);
  const x = start.slice();
  for (let round = 0; round < 10; round++) {
    for (const [a, b, c, d] of QUARTERS) {
      turn(x, a, b, d, 16);
      turn(x, c, d, b, 12);
      turn(x, a, b, d, 8);
      turn(x, c, d, b, 7);
    }
  }
  const out = new DataView(new ArrayBuffer(64));
  x.forEach((word, at) => out.setUint32(4 * at, (word + start[at]) >>> 0, true));
  return new Uint8Array(out.buffer);
}

function first(key, { stream, n }, fits) {
  const nonce = 2n * BigInt(n) + STREAMS[stream];
  for (let counter = 0; ; counter++) {
    const found = block(key, counter, nonce).find(fits);
    if (found !== undefined) return found;
  }
}

function follows(fell, key) {
  if (fell.die) {
    const { sides, face } = fell.die;
    must(Number.isInteger(sides) && sides > 0 && sides < 256, "that is no die");
    return face === 1 + (first(key, fell, (byte) => byte < 256 - (256 % sides)) % sides);
  }
  const isByte = (card) => Number.isInteger(card) && card >= 0 && card < 256;
  must(fell.left?.length && fell.left.every(isByte), "no cards are left");
  return fell.card === first(key, fell, (byte) => fell.left.includes(byte));
}

const describeDraw = ({ die, card }) => (die ? `d${die.sides}=${die.face}` : `card=${card}`);
const isSame = (one, other) =>
  describeDraw(one) === describeDraw(other) && String(one.left) === String(other.left);
const allOf = (rows) => rows.flatMap((row) => row.fell.map(describeDraw));
const endsWith = (all, end) => !end.length || String(all.slice(-end.length)) === String(end);
const isDraw = (beat) => Boolean(beat?.die) || beat?.card !== undefined;

function wouldDo(waiting, fell) {
  if (waiting.stream !== fell.stream) return false;
  if (fell.die) return waiting.die?.sides === fell.die.sides;
  return waiting.card !== undefined && fell.left.includes(waiting.card);
}

function checkSeals(seals) {
  must(seals?.length, "there is no seal");
  const none = Object.values(seals[0].from).every((count) => count === 0);
  must(none, "the first seal does not hold from the first die on");
  for (const [place, seal] of seals.entries()) {
    const name = seals[0].name + (place ? `/${place + 1}` : "");
    must(seal.name === name, `seal ${seal.name} is not named ${name}`);
    const before = seals[Math.max(place - 1, 0)].from;
    const isAfter = Object.entries(seal.from).every(([key, count]) => before[key] <= count);
    must(isAfter, "the seals do not hold one after the other");
    if (seal.secret === undefined) {
      must(place === seals.length - 1, `secret ${name} is missing`);
      continue;
    }
    const hash = sha256(joined(bytesOf(seal.secret), encode(name)));
    const hex = [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    must(hex === seal.seal, `secret ${name} does not fit its seal`);
  }
}

class Walk {
  constructor(seals, keys, isPartial) {
    Object.assign(this, { seals, keys, isPartial, held: [], waiting: [], after: [] });
    this.next = { open: 0, hidden: 0 };
    this.fallen = new Map();
  }

  row(row) {
    must(!(this.after.at(-1)?.row >= row.row), "it is not in its place");
    if (row.kind === "undone" || row.kind === "redone") {
      const back = this.after.findLast((one) => one.row <= row.back_to);
      const { held, waiting } = back || { held: [], waiting: [] };
      const gone = this.held.filter((one) => one.kind === "played" && !held.includes(one));
      const undone = [...gone.flatMap((one) => one.fell), ...this.waiting];
      this.waiting = row.kind === "undone" ? undone : [...waiting];
      this.held = held;
    }
    for (const fell of row.fell) this.fell(fell);
    this.held = [...this.held, row];
    this.after.push({ row: row.row, held: this.held, waiting: [...this.waiting] });
  }

  fell(fell) {
    const { stream, n } = fell;
    must(stream in STREAMS && Number.isInteger(n), `${describeDraw(fell)} follows from no secret`);
    const isKnown = stream === "open" || !this.isPartial;
    const holds = this.seals.findLastIndex((seal) => seal.from[stream] <= n);
    const keys = isKnown ? [this.keys[holds]] : this.keys;
    const fits = keys.some((key) => key && follows(fell, key));
    must(fits, `${describeDraw(fell)} is not what draw ${n} of the ${stream} stream gives`);
    const at = this.waiting.findIndex((one) => one.stream === stream && one.n === n);
    const doesElse = (one) => !this.isPartial && wouldDo(one, fell);
    const name = `${stream} ${n}`;
    if (isKnown && n === this.next[stream]) {
      this.next[stream] += 1;
      must(!this.waiting.some(doesElse), `${describeDraw(fell)} is new, though another waits`);
    } else if (isKnown && n > this.next[stream]) {
      throw new Broken(`draw ${this.next[stream]} of the ${stream} stream is missing`);
    } else if (at >= 0) {
      const isFirst = !fell.die || !this.waiting.slice(0, at).some(doesElse);
      must(isFirst, `${describeDraw(fell)} falls again before another that waits longer`);
      this.waiting.splice(at, 1);
    } else {
      must(!isKnown && !this.fallen.has(name), `draw ${n} of the ${stream} stream falls twice`);
    }
    const was = this.fallen.get(name) || fell;
    must(isSame(was, fell), `${describeDraw(fell)} was ${describeDraw(was)} when it fell before`);
    this.fallen.set(name, fell);
  }
}

// Checks the dice of an export against its log, and returns their name, seal and number. Throws at
// the first mistake. A replay has no log of its own.
export function checkDice({ dice, log = [] }) {
  must(dice, "There is no seal: the dice of this fight follow from none");
  must(dice.version === 1, "That version is not known here");
  checkSeals(dice.seals);
  must(dice.drawn, "There are no dice: the GM keeps them, and their secret");
  const isPartial = dice.drawn.hidden === undefined;
  const keys = dice.seals.map((seal) => seal.secret && keyOf(seal));
  const walk = new Walk(dice.seals, keys, isPartial);
  const rows = dice.rows || [];
  for (const row of rows) {
    try {
      walk.row(row);
    } catch (why) {
      throw new Broken(`Row ${row.row}: ${why.message}`);
    }
  }
  for (const [stream, drawn] of Object.entries(dice.drawn)) {
    const isAll = walk.next[stream] === drawn;
    must(isAll, `${drawn} draws of the ${stream} stream are said, ${walk.next[stream]} are here`);
  }
  for (const { revision, tape } of isPartial ? [] : log) {
    const held = walk.after.findLast((one) => one.row <= revision)?.held || [];
    const here = held.slice(-1).filter((row) => row.row === revision);
    const told = (tape || []).filter(isDraw).map(describeDraw);
    const isTold = endsWith(allOf(held), told) && endsWith(told, allOf(here));
    must(isTold, `Row ${revision}: the log has other dice`);
  }
  const [{ name, seal }] = dice.seals;
  return { name, seal, draws: walk.fallen.size, isPartial };
}
