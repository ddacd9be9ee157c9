// Converts Discord's markup to DOM nodes.

import { write } from "./composer.js";
import { button, make } from "./dom.js";
import { seat, seen } from "./seat.js";
import { moment } from "./time.js";

const MARKUP = new RegExp(
  [
    /```(?:\w*\n)?([\s\S]+?)```/,
    /`([^`\n]+)`/,
    /\*\*\*([\s\S]+?)\*\*\*/,
    /\*\*([\s\S]+?)\*\*/,
    /__([\s\S]+?)__/,
    /~~([\s\S]+?)~~/,
    /\*([^*\s][^*]*)\*/,
    /\b_([^_]+)_\b/,
    /<@[!&]?(\d+)>/,
    /<#(\d+)>/,
    /<\/([^:>]+):\d+>/,
    /<t:(-?\d+)(?::([tTdDfFR]))?>/,
    /<a?:(\w+):(\d+)>/,
    /\|\|([\s\S]+?)\|\|/,
    /\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/,
    /(https?:\/\/[^\s<>]+[^\s<>.,;:!?)\]])/,
    /(@everyone|@here)/,
    /\\([*_~`|>\\#<@:.\-[\]()])/,
  ]
    .map((part) => part.source)
    .join("|"),
  "g",
);

export function styled(text) {
  const nodes = [];
  let quote = null;
  for (const line of splitLines(text)) {
    if (line.startsWith("> ")) {
      if (quote) quote.append("\n", ...inline(line.slice(2)));
      else nodes.push((quote = make("blockquote", {}, ...inline(line.slice(2)))));
      continue;
    }
    quote = null;
    nodes.push(styledLine(line));
  }
  return nodes;
}

function styledLine(line) {
  const head = /^(#{1,3}) (.*)$/s.exec(line);
  const item = /^( *)[-*] (.*)$/s.exec(line);
  if (line.startsWith("-# ")) return block("faint", ...inline(line.slice(3)));
  if (head) return block(`head head${head[1].length}`, ...inline(head[2]));
  if (item) return block(`item ${item[1] ? "deeper" : ""}`, "• ", ...inline(item[2]));
  if (line.startsWith("```")) return make("div", {}, ...inline(line));
  return block("", ...(line === "" ? [make("br")] : inline(line)));
}

function block(className, ...nodes) {
  return make("div", { className }, ...nodes);
}

// Splits a text into lines, but keeps code blocks whole.
function splitLines(text) {
  return text.split(/(```[\s\S]+?```)/).flatMap((part, index) => {
    if (index % 2 === 1) return [part];
    return part === "" ? [] : part.replace(/^\n|\n$/g, "").split("\n");
  });
}

function inline(text) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(MARKUP)) {
    nodes.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    nodes.push(node(match.slice(1)));
  }
  nodes.push(text.slice(from));
  return nodes;
}

function node(parts) {
  const [
    fence,
    code,
    both,
    bold,
    under,
    gone,
    star,
    line,
    who,
    where,
    command,
    when,
    how,
    emoji,
    picture,
    spoiler,
    label,
    address,
    bare,
    all,
    plain,
  ] = parts;
  const em = star ?? line;
  if (fence !== undefined) return make("pre", {}, fence);
  if (code !== undefined) return make("code", {}, code);
  if (both !== undefined) return make("strong", {}, make("em", {}, ...inline(both)));
  if (bold !== undefined) return make("strong", {}, ...inline(bold));
  if (under !== undefined) return make("u", {}, ...inline(under));
  if (gone !== undefined) return make("s", {}, ...inline(gone));
  if (em !== undefined) return make("em", {}, ...inline(em));
  if (who !== undefined) return mention(`@${seen.names[who] || who}`, who === seat.user);
  if (where !== undefined) return mention(`#${seen.names[where] || where}`);
  if (command !== undefined) return commandMention(command);
  if (when !== undefined) return moment(Number(when), how);
  if (emoji !== undefined) {
    const src = `/attachments/0/${picture}/${emoji}.png`;
    return make("img", { className: "emoji", src, alt: `:${emoji}:`, title: `:${emoji}:` });
  }
  if (spoiler !== undefined) return hidden(spoiler);
  if (address !== undefined) return link(address, ...inline(label));
  if (bare !== undefined) return link(bare, bare);
  if (all !== undefined) return mention(all, true);
  return plain;
}

export function link(address, ...nodes) {
  return make("a", { href: address, target: "_blank", rel: "noreferrer noopener" }, ...nodes);
}

function mention(text, isOwn = false) {
  return make("span", { className: isOwn ? "mention own" : "mention" }, text);
}

// Writes the command into the line when it is clicked.
function commandMention(name) {
  return button(`/${name}`, () => write(`/${name} `), "mention");
}

function hidden(text) {
  return make("details", { className: "spoiler" }, make("summary", {}, "spoiler"), ...inline(text));
}
