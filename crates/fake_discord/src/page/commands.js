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
  const pair = /([\p{L}\p{N}_'-]+):("(?:[^"\\]|\\.)*"?|\S*(?:\s+(?![\p{L}\p{N}_'-]+:)\S+)*)\s*/uy;
  const given = new Set();
  let last = null;
  pair.lastIndex = 0;
  for (let match = pair.exec(rest); match; match = pair.exec(rest)) {
    const start = pair.lastIndex - match[0].length;
    last = { name: match[1], value: match[2], start, end: pair.lastIndex, whole: match[0] };
    given.add(match[1]);
  }
  const isDone = last && /(^"(?:[^"\\]|\\.)*"\s+|\s)$/.test(last.whole) && last.end === rest.length;
  const option = last && options.find((option) => option.name === last.name);
  if (last && last.end === rest.length && option && !(isDone && last.value.startsWith('"'))) {
    const before = done + rest.slice(0, last.start);
    return {
      level,
      given,
      done: `${before}${last.name}:`,
      option,
      typing: last.value.replace(/^"|"$/g, ""),
      more: isDone,
      whole: done + rest,
      left: options.filter((other) => !given.has(other.name)),
    };
  }
  const typed = rest.slice(last ? last.end : 0);
  return {
    level,
    given,
    done: done + rest.slice(0, last ? last.end : 0),
    typing: typed.trim(),
    names: options.filter((option) => !given.has(option.name)),
    sign: ":",
  };
}

export function quoted(value) {
  const text = String(value);
  return /^[^\s":]+$/.test(text) ? text : `"${text.replace(/[\\"]/g, "\\$&")}"`;
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
