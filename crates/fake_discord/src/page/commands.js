// Parses typed commands by the registered ones, and suggests what may follow.

import { ask, seat, seen } from "./seat.js";

/** Returns the commands that can be used in the open channel. */
function commandsHere() {
  const channel = seen.channels.find((one) => one.id === seat.channel);
  const context = !channel || channel.kind === "dm" ? 1 : 0;
  return seen.commands.filter(
    (command) =>
      command.type === 1 && (!command.contexts?.length || command.contexts.includes(context)),
  );
}

/** Quotation marks by the one that opens them: straight ones, and those of word processors. */
const CLOSING_MARKS = { '"': '"', "“": "”", "„": "“", "«": "»" };

/** Matches the key of an option. Times (12:30) and web addresses (http://…) have none. */
const KEY = /([\p{L}\p{N}_'-]+):(?!\/\/)/uy;

function readKey(text, index) {
  KEY.lastIndex = index;
  const key = KEY.exec(text)?.[1];
  return key && !/^[0-9]/.test(key) ? key : null;
}

/** Reads the quoted value that begins at an index. Without its closing mark it goes to the end. */
function readQuoted(text, start) {
  const opening = text[start];
  const closing = CLOSING_MARKS[opening];
  let depth = 1;
  let value = "";
  for (let index = start + 1; index < text.length; index += 1) {
    const letter = text[index];
    if (letter === closing) depth -= 1;
    else if (letter === opening) depth += 1;
    if (depth === 0) return { value, end: index + 1, isClosed: true };
    if (letter === "\\") index += 1;
    value += letter !== "\\" ? letter : text[index] === "n" ? "\n" : (text[index] ?? "");
  }
  return { value, end: text.length, isClosed: false };
}

/** Reads the unquoted value that begins at an index. It ends before the next key. */
function readPlain(text, start) {
  for (let index = start; index < text.length; index += 1) {
    const before = index > start ? text[index - 1] : "";
    if (/\s/.test(before) && readKey(text, index)) {
      return { value: text.slice(start, index), end: index };
    }
    if (CLOSING_MARKS[text[index]] && !/[\p{L}\p{N}]/u.test(before)) {
      const inner = readQuoted(text, index);
      if (inner.isClosed) index = inner.end - 1;
    }
  }
  return { value: text.slice(start), end: text.length };
}

/** Reads the complete options and the one being typed, up to what is none. */
function readOptions(text) {
  const options = [];
  let end = text.search(/\S|$/);
  for (let name = readKey(text, end); name; name = readKey(text, end)) {
    const start = end;
    const valueStart = start + name.length + 1;
    const isQuoted = Boolean(CLOSING_MARKS[text[valueStart]]);
    const read = isQuoted ? readQuoted(text, valueStart) : readPlain(text, valueStart);
    end = read.end + text.slice(read.end).search(/\S|$/);
    const isEnded = isQuoted ? read.isClosed && end > read.end : /\s$/.test(read.value);
    options.push({ name, value: read.value, start, end, isQuoted, isEnded });
  }
  return { options, end };
}

// Parses an unfinished command: its subcommand, its complete options, and the part being typed.
export function parse(text) {
  if (!text.startsWith("/")) return null;
  let rest = text.slice(1);
  let done = "/";
  let options = commandsHere();
  let level = null;
  for (;;) {
    const word = /^\s*([^\s:]+)\s+/.exec(rest);
    const isNested = !level || options.some((option) => option.type === 1 || option.type === 2);
    if (!isNested) break;
    if (!word) return { done, typing: rest.trim(), names: options, sign: " ", level };
    level = options.find((option) => option.name === word[1]);
    if (!level) return null;
    done += `${word[1]} `;
    rest = rest.slice(word[0].length);
    options = level.options || [];
  }
  const { options: pairs, end } = readOptions(rest);
  const given = new Set(pairs.map((pair) => pair.name));
  const last = end === rest.length ? pairs.at(-1) : null;
  const option = last && options.find((option) => option.name === last.name);
  if (option && !(last.isEnded && last.isQuoted)) {
    return {
      level,
      given,
      done: `${done}${rest.slice(0, last.start)}${last.name}:`,
      option,
      typing: last.value.trim(),
      more: last.isEnded,
      whole: done + rest,
      left: options.filter((other) => !given.has(other.name)),
    };
  }
  const typed = rest.slice(end);
  return {
    level,
    given,
    done: done + rest.slice(0, end),
    typing: typed.trim(),
    names: options.filter((option) => !given.has(option.name)),
    sign: ":",
  };
}

export function quoted(value) {
  const text = String(value);
  return /^[^\s":“„«]+$/.test(text) ? text : `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

function nameOffers(parsed) {
  const wanted = parsed.typing.toLowerCase();
  return parsed.names
    .filter((entry) => entry.name.includes(wanted))
    .map((entry) => ({
      label: parsed.sign === ":" ? `${entry.name}:` : entry.name,
      about: `${entry.description || ""}${entry.required ? " (required)" : ""}`,
      line: `${parsed.done}${entry.name}${parsed.sign}`,
    }));
}

function valueOffers(parsed, choices) {
  return choices.map((choice) => ({
    label: choice.name,
    about: "",
    line: `${parsed.done}${quoted(choice.value)} `,
  }));
}

export async function offers(text) {
  const parsed = parse(text);
  if (!parsed) return [];
  if (parsed.names) return nameOffers(parsed);
  const { option, typing } = parsed;
  const fits = (choice) => choice.name.toLowerCase().includes(typing.trim().toLowerCase());
  const next = parsed.more
    ? nameOffers({ done: parsed.whole, typing: "", names: parsed.left, sign: ":" })
    : [];
  if (option.choices && option.choices.length > 0) {
    const list = option.choices.map((choice) => ({ name: choice.name, value: choice.name }));
    return valueOffers(parsed, list.filter(fits)).concat(next);
  }
  if (option.type === 5) {
    const list = ["true", "false"].map((word) => ({ name: word, value: word }));
    return valueOffers(parsed, list.filter(fits)).concat(next);
  }
  if (option.type === 6) {
    const list = seen.people.map((person) => ({ name: person.name, value: `@${person.name}` }));
    return valueOffers(parsed, list.filter(fits)).concat(next);
  }
  if (option.type === 7) {
    const list = seen.channels
      .filter((channel) => channel.kind !== "dm")
      .map((channel) => ({ name: channel.name, value: `#${channel.name}` }));
    return valueOffers(parsed, list.filter(fits)).concat(next);
  }
  if (!option.autocomplete) return next;
  const unfinished = parsed.done + quoted(typing.trim());
  const choices = await ask("/sandbox/autocomplete", { ...seat, text: unfinished }).catch(() => []);
  return valueOffers(parsed, choices).concat(next);
}
