// The sandbox page: pick who you are, read what they see, type, press, fill.
// Everything is put into the page as text, never as markup.
"use strict";

const at = (id) => document.getElementById(id);
const seat = { user: "", channel: "" };
let world = { people: [], channels: [], commands: [] };
let names = {};
const read = JSON.parse(sessionStorage.getItem("read") || "{}");
const dismissed = new Set();
const drawn = new WeakMap();

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  const { className, ...rest } = properties;
  if (className) element.className = className;
  Object.assign(element, rest);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// --- talking to the server ---------------------------------------------------------------------

async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(path, options);
  const said = await response.json().catch(() => ({ error: "the sandbox did not understand" }));
  if (!response.ok) throw new Error(said.error || "the sandbox refused");
  return said;
}

async function act(deed) {
  show(at("error"), "");
  try {
    const answer = await ask("/sandbox/do", { ...seat, ...deed });
    if (answer.form) openForm(answer.form);
    return true;
  } catch (error) {
    show(at("error"), error.message);
    return false;
  }
}

function show(place, text) {
  place.textContent = text;
  place.hidden = text === "";
}

// --- looking -----------------------------------------------------------------------------------

let looking = false;
let lookAgain = false;

// One look at a time; changes meanwhile lead to one more.
async function look() {
  if (looking) {
    lookAgain = true;
    return;
  }
  looking = true;
  try {
    do {
      lookAgain = false;
      world = await ask(`/sandbox/world?user=${encodeURIComponent(seat.user)}`);
      settle();
      const query = new URLSearchParams(seat);
      const view = await ask(`/sandbox/view?${query}`);
      names = view.names;
      draw(view);
    } while (lookAgain);
  } catch (error) {
    show(at("error"), error.message);
  }
  looking = false;
}

// Keeps user and channel valid.
function settle() {
  if (!world.people.some((person) => person.id === seat.user)) {
    const asked = new URLSearchParams(location.hash.slice(1)).get("user");
    const found = world.people.find((person) => person.name === asked) || world.people[0];
    seat.user = found ? found.id : "";
    lookAgain = true;
  }
  const known = world.channels.some((channel) => channel.id === seat.channel);
  if (!known && seat.channel !== "dm") {
    seat.channel = (world.channels.find((channel) => channel.kind === "text") || { id: "dm" }).id;
  }
  at("guild").textContent = world.guild || "Riposte sandbox";
  at("state").textContent = world.is_connected ? "" : `${world.bot} is offline`;
  const people = world.people.map((person) =>
    make("option", { value: person.id, selected: person.id === seat.user }, person.name));
  at("who").replaceChildren(...people);
}

function draw(view) {
  drawChannels(view);
  const list = at("messages");
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80;
  drawMessages(list, view.messages.filter((message) => !dismissed.has(message.id)));
  if (atEnd || view.channel !== list.dataset.channel) list.scrollTop = list.scrollHeight;
  list.dataset.channel = view.channel;
}

// Draws what changed and leaves the rest alone, so that an open menu stays open.
function drawMessages(list, messages) {
  for (const [index, message] of messages.entries()) {
    const there = list.children[index];
    const isSame = there && there.dataset.id === message.id;
    const state = JSON.stringify([message, names]);
    if (isSame && drawn.get(there) === state) continue;
    const item = drawMessage(message);
    item.dataset.id = message.id;
    drawn.set(item, state);
    if (isSame) there.replaceWith(item);
    else list.insertBefore(item, there || null);
  }
  while (list.children.length > messages.length) list.lastChild.remove();
}

function drawChannels(view) {
  const last = view.messages.at(-1);
  if (last) read[seat.user + view.channel] = last.id;
  sessionStorage.setItem("read", JSON.stringify(read));
  const rank = (channel) => channel.kind === "thread" ? `${channel.parent}1` : `${channel.id}0`;
  const shared = world.channels.filter((channel) => channel.kind !== "dm");
  shared.sort((a, b) => rank(a).localeCompare(rank(b)));
  const dm = world.channels.find((channel) => channel.kind === "dm");
  const entries = shared.concat({ id: "dm", kind: "dm", name: world.bot, last: dm && dm.last });
  at("channels").replaceChildren(...entries.map((channel) => {
    const real = channel.id === "dm" && dm ? dm.id : channel.id;
    const isNew = channel.last && BigInt(channel.last) > BigInt(read[seat.user + real] || 0);
    const sign = { text: "#", thread: "↳ ", dm: "@" }[channel.kind];
    const button = make("button", { type: "button", className: channel.kind }, sign + channel.name);
    button.classList.toggle("new", Boolean(isNew));
    if (real === view.channel) button.setAttribute("aria-current", "true");
    button.onclick = () => { seat.channel = channel.id; look(); };
    return button;
  }));
}

function drawMessage(message) {
  const by = make("div", { className: "by" }, message.author, " ",
    make("time", { dateTime: message.at }, new Date(message.at).toLocaleTimeString()));
  if (message.is_pinned) by.append(make("span", { className: "faint" }, " pinned"));
  const item = make("li", {}, by);
  item.classList.toggle("ping", message.is_ping);
  item.classList.toggle("private", message.is_private);
  if (message.is_loading) item.append(make("div", { className: "faint" }, "thinking…"));
  if (message.content) {
    const text = make("div", { className: "text" }, ...styled(message.content));
    if (message.is_edited) text.append(make("span", { className: "faint" }, " (edited)"));
    item.append(text);
  }
  item.append(...message.embeds.map(drawEmbed), ...message.attachments.map(drawAttachment));
  item.append(...message.components.map((row) => drawRow(message, row)));
  if (message.is_private) {
    const dismiss = make("button", { type: "button" }, "Dismiss");
    dismiss.onclick = () => { dismissed.add(message.id); look(); };
    item.append(make("div", { className: "row faint" }, "Only you can see this", dismiss));
  }
  return item;
}

function picture(url, description) {
  // Pictures from elsewhere are not loaded; they are named.
  if (!url.startsWith("/")) return make("div", { className: "faint" }, url);
  return make("img", { src: url, alt: description || "" });
}

function drawEmbed(embed) {
  const box = make("div", { className: "embed" });
  if (embed.color !== undefined) {
    box.style.borderLeftColor = `#${embed.color.toString(16).padStart(6, "0")}`;
  }
  if (embed.author) box.append(make("div", { className: "faint" }, embed.author.name || ""));
  if (embed.title) box.append(make("h3", {}, ...styled(embed.title)));
  if (embed.description) {
    box.append(make("div", { className: "text" }, ...styled(embed.description)));
  }
  if (embed.fields && embed.fields.length > 0) {
    box.append(make("dl", { className: "fields" }, ...embed.fields.map((field) =>
      make("div", { className: field.inline ? "inline" : "" },
        make("dt", {}, ...styled(field.name)),
        make("dd", { className: "text" }, ...styled(field.value))))));
  }
  for (const key of ["image", "thumbnail"]) {
    if (embed[key] && embed[key].url) box.append(picture(embed[key].url, embed[key].description));
  }
  if (embed.footer) box.append(make("div", { className: "faint" }, embed.footer.text || ""));
  return box;
}

function drawAttachment(file) {
  if ((file.content_type || "").startsWith("image/")) return picture(file.url, file.description);
  return make("div", {}, make("a", { href: file.url, download: file.filename }, file.filename));
}

function drawRow(message, row) {
  return make("div", { className: "row" }, ...row.components.map((component) =>
    component.type === 2 ? drawButton(message, component) : drawMenu(message, component)));
}

function drawButton(message, component) {
  const emoji = component.emoji && !component.emoji.id ? component.emoji.name : "";
  const label = [emoji, component.label].filter(Boolean).join(" ");
  if (component.url) {
    return make("a", { href: component.url, rel: "noreferrer noopener", target: "_blank" }, label);
  }
  const button = make("button", {
    type: "button", className: `s${component.style}`, disabled: Boolean(component.disabled),
  }, label);
  button.onclick = async () => {
    button.disabled = true;
    await act({ act: "press", message: message.id, id: component.custom_id });
    button.disabled = Boolean(component.disabled);
  };
  return button;
}

function drawMenu(message, component) {
  const isMany = component.max_values > 1;
  const options = component.type === 3
    ? component.options
    : world.people.map((person) => ({ label: person.name, value: person.id }));
  const select = make("select", {
    disabled: Boolean(component.disabled), multiple: isMany,
  });
  select.setAttribute("aria-label", component.placeholder || "Choose");
  if (!isMany) select.append(make("option", { value: "" }, component.placeholder || "Choose…"));
  select.append(...options.map((option) => make("option", {
    value: option.value, selected: Boolean(option.default),
  }, option.description ? `${option.label} (${option.description})` : option.label)));
  const send = () => {
    const values = [...select.selectedOptions].map((option) => option.value).filter(Boolean);
    if (values.length > 0 || component.min_values === 0) {
      act({ act: "choose", message: message.id, id: component.custom_id, values });
    }
  };
  if (!isMany) {
    select.onchange = send;
    return select;
  }
  const button = make("button", { type: "button", disabled: select.disabled }, "Choose");
  button.onclick = send;
  return make("span", { className: "row" }, select, button);
}

// --- Discord's markup --------------------------------------------------------------------------

const MARKUP = new RegExp([
  /```(?:\w*\n)?([\s\S]+?)```/, /`([^`\n]+)`/, /\*\*([\s\S]+?)\*\*/, /__([\s\S]+?)__/,
  /~~([\s\S]+?)~~/, /\*([^*\s][^*]*)\*/, /\b_([^_]+)_\b/, /<@[!&]?(\d+)>/, /<#(\d+)>/,
  /<t:(-?\d+)(?::([tTdDfFR]))?>/, /\|\|([\s\S]+?)\|\|/, /\\([*_~`|>\\#<@:.\-[\]()])/,
].map((part) => part.source).join("|"), "g");

function styled(text) {
  const nodes = [];
  for (const [index, line] of splitLines(text).entries()) {
    if (index > 0) nodes.push("\n");
    const small = line.startsWith("-# ");
    const quote = line.startsWith("> ");
    const head = /^(#{1,3}) (.*)$/s.exec(line);
    if (small) nodes.push(make("span", { className: "faint" }, ...inline(line.slice(3))));
    else if (quote) nodes.push(make("blockquote", {}, ...inline(line.slice(2))));
    else if (head) nodes.push(make("strong", {}, ...inline(head[2])));
    else nodes.push(...inline(line));
  }
  return nodes;
}

// Lines, but code blocks stay whole.
function splitLines(text) {
  return text.split(/(```[\s\S]+?```)/).flatMap((part) =>
    part.startsWith("```") && part.length > 6 ? [part] : part.split("\n"));
}

function inline(text) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(MARKUP)) {
    nodes.push(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [block, code, bold, under, gone, star, line, who, where, when, how, spoiler, plain] =
      match.slice(1);
    const em = star ?? line;
    if (block !== undefined) nodes.push(make("pre", {}, block));
    else if (code !== undefined) nodes.push(make("code", {}, code));
    else if (bold !== undefined) nodes.push(make("strong", {}, ...inline(bold)));
    else if (under !== undefined) nodes.push(make("u", {}, ...inline(under)));
    else if (gone !== undefined) nodes.push(make("s", {}, ...inline(gone)));
    else if (em !== undefined) nodes.push(make("em", {}, ...inline(em)));
    else if (who !== undefined) nodes.push(mention(`@${names[who] || who}`));
    else if (where !== undefined) nodes.push(mention(`#${names[where] || where}`));
    else if (when !== undefined) nodes.push(moment(Number(when), how));
    else if (spoiler !== undefined) nodes.push(hidden(spoiler));
    else if (plain !== undefined) nodes.push(plain);
  }
  nodes.push(text.slice(from));
  return nodes;
}

function mention(text) {
  return make("span", { className: "mention" }, text);
}

function hidden(text) {
  return make("details", {}, make("summary", {}, "spoiler"), ...inline(text));
}

function moment(seconds, how) {
  const date = new Date(seconds * 1000);
  const text = how === "R" ? relative(seconds - Date.now() / 1000) : date.toLocaleString();
  return make("time", { dateTime: date.toISOString(), title: date.toLocaleString() }, text);
}

function relative(seconds) {
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) || ["second", 1];
  return words.format(Math.round(seconds / size), unit);
}

// --- forms -------------------------------------------------------------------------------------

function openForm(form) {
  at("form-title").textContent = form.title;
  show(at("form-error"), "");
  const inputs = form.inputs.map((input) => {
    const field = make(input.is_long ? "textarea" : "input", {
      name: input.id, value: input.value, placeholder: input.placeholder,
      required: input.is_required, maxLength: input.most,
    });
    if (input.is_long) field.rows = 5;
    return make("label", {}, input.label, field);
  });
  at("inputs").replaceChildren(...inputs);
  at("fields").onsubmit = async (event) => {
    event.preventDefault();
    const fields = [...at("inputs").querySelectorAll("input, textarea")]
      .map((field) => [field.name, field.value]);
    try {
      const answer = await ask("/sandbox/do", { ...seat, act: "fill", form: form.id, fields });
      at("form").close();
      if (answer.form) openForm(answer.form);
    } catch (error) {
      show(at("form-error"), error.message);
    }
  };
  if (!at("form").open) at("form").showModal();
}

// --- typing ------------------------------------------------------------------------------------

// Reads an unfinished command: its level, what is done, and what is being typed.
function parse(text) {
  if (!text.startsWith("/")) return null;
  let rest = text.slice(1);
  let done = "/";
  let options = world.commands.filter((command) => command.type === 1);
  let level = null;
  for (;;) {
    const word = /^\s*([^\s:]+)\s+/.exec(rest);
    const isNested = !level || options.some((option) => option.type === 1 || option.type === 2);
    if (!isNested) break;
    if (!word) return { done, typing: rest.trim(), names: options, sign: " " };
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
      done: `${before}${last.name}:`, option, typing: last.value.replace(/^"|"$/g, ""),
      more: isDone, whole: done + rest,
      left: options.filter((other) => !given.has(other.name)),
    };
  }
  const typed = rest.slice(last ? last.end : 0);
  return { done: done + rest.slice(0, last ? last.end : 0), typing: typed.trim(),
    names: options.filter((option) => !given.has(option.name)), sign: ":" };
}

function quoted(value) {
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
    label: choice.name, about: "", line: `${parsed.done}${quoted(choice.value)} `,
  }));
}

let askedFor = 0;

async function offers(text) {
  const parsed = parse(text);
  if (!parsed) return [];
  if (parsed.names) return nameOffers(parsed);
  const { option, typing } = parsed;
  const fits = (choice) => choice.name.toLowerCase().includes(typing.trim().toLowerCase());
  const next = parsed.more
    ? nameOffers({ done: parsed.whole, typing: "", names: parsed.left, sign: ":" }) : [];
  if (option.choices && option.choices.length > 0) {
    const list = option.choices.map((choice) => ({ name: choice.name, value: choice.name }));
    return valueOffers(parsed, list.filter(fits)).concat(next);
  }
  if (option.type === 5) {
    const list = ["true", "false"].map((word) => ({ name: word, value: word }));
    return valueOffers(parsed, list.filter(fits)).concat(next);
  }
  if (option.type === 6) {
    const list = world.people.map((person) => ({ name: person.name, value: `@${person.name}` }));
    return valueOffers(parsed, list.filter(fits)).concat(next);
  }
  if (option.type === 7) {
    const list = world.channels.filter((channel) => channel.kind !== "dm")
      .map((channel) => ({ name: channel.name, value: `#${channel.name}` }));
    return valueOffers(parsed, list.filter(fits)).concat(next);
  }
  if (!option.autocomplete) return next;
  const unfinished = parsed.done + quoted(typing.trim());
  const choices = await ask("/sandbox/autocomplete", { ...seat, text: unfinished })
    .catch(() => []);
  return valueOffers(parsed, choices).concat(next);
}

let chosen = -1;

async function suggest() {
  const mine = ++askedFor;
  const list = await offers(at("line").value);
  if (mine !== askedFor) return;
  chosen = -1;
  at("offers").replaceChildren(...list.slice(0, 25).map((offer) => {
    const item = make("li", {}, offer.label,
      offer.about ? make("span", { className: "faint" }, ` ${offer.about}`) : null);
    item.setAttribute("role", "option");
    item.dataset.line = offer.line;
    item.onpointerdown = (event) => { event.preventDefault(); take(item); };
    return item;
  }));
  at("offers").hidden = list.length === 0;
}

function take(item) {
  at("line").value = item.dataset.line;
  at("line").focus();
  suggest();
}

function move(by) {
  const items = [...at("offers").children];
  if (items.length === 0) return;
  chosen = (chosen + by + items.length) % items.length;
  items.forEach((item, index) => item.setAttribute("aria-selected", String(index === chosen)));
  items[chosen].scrollIntoView({ block: "nearest" });
}

function clearOffers() {
  askedFor += 1;
  chosen = -1;
  at("offers").hidden = true;
  at("offers").replaceChildren();
}

at("line").oninput = suggest;
at("line").onkeydown = (event) => {
  const isOpen = !at("offers").hidden;
  if (event.key === "Escape") clearOffers();
  else if (isOpen && event.key === "ArrowDown") move(1);
  else if (isOpen && event.key === "ArrowUp") move(-1);
  else if (isOpen && event.key === "Tab") {
    if (chosen < 0) move(1);
    take(at("offers").children[chosen]);
  } else if (isOpen && event.key === "Enter" && chosen >= 0) {
    take(at("offers").children[chosen]);
  } else return;
  event.preventDefault();
};

at("say").onsubmit = async (event) => {
  event.preventDefault();
  const text = at("line").value.trim();
  if (text === "") return;
  clearOffers();
  const deed = text.startsWith("/") ? { act: "slash", text } : { act: "say", text };
  at("line").value = "";
  const isFine = await act(deed);
  if (!isFine && at("line").value === "") at("line").value = text;
};

// A picked file goes to the user's hand, and its name into the line.
at("file").onchange = async () => {
  const [file] = at("file").files;
  if (!file) return;
  const query = new URLSearchParams({ ...seat, name: file.name });
  const response = await fetch(`/sandbox/attach?${query}`, { method: "POST", body: file });
  at("file").value = "";
  if (!response.ok) {
    show(at("error"), "the file could not be attached");
    return;
  }
  const parsed = parse(at("line").value);
  const isWanted = parsed && parsed.option && parsed.option.type === 11;
  if (isWanted) at("line").value = `${parsed.done}${quoted(file.name)} `;
  else show(at("error"), `${file.name} is at hand: name it in a file option`);
  at("line").focus();
};

at("who").onchange = () => {
  seat.user = at("who").value;
  const own = world.channels.find((channel) => channel.id === seat.channel);
  if (own && own.kind === "dm") seat.channel = "dm";
  look();
};
at("cancel").onclick = () => at("form").close();

// --- staying up to date ------------------------------------------------------------------------

function listen() {
  const live = new WebSocket(`ws://${location.host}/sandbox/live`);
  live.onmessage = look;
  live.onclose = () => {
    at("state").textContent = "the sandbox is gone; trying again…";
    setTimeout(listen, 2000);
  };
}

listen();
