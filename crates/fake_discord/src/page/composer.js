// The input line for messages and commands, and the suggestions while typing.

import { at, kept, make, show, unseen } from "./dom.js";
import { offers, parse, quoted } from "./commands.js";
import { act, ask, seat, seen } from "./seat.js";

const MOST_OFFERS = 25;
const MOST_KEPT = 50;
let askedFor = 0;
/** The text to which the current suggestions belong. */
let offeredFor = "";
let chosen = -1;
let back = 0;

/** Puts a text into the line, and suggests what may follow. */
export function write(text) {
  at("line").value = text;
  at("line").focus();
  suggest();
}

/** Names the channel to which the line's text goes. */
export function name(channel) {
  const place = channel?.kind === "dm" ? "Riposte" : `#${channel?.name ?? ""}`;
  at("line").placeholder = `Message ${place}, or / for commands`;
}

/** Suggests what may follow. Returns whether the text is still the same afterwards. */
async function suggest() {
  const mine = ++askedFor;
  const text = at("line").value;
  const list = (await offers(text)).slice(0, MOST_OFFERS);
  if (mine !== askedFor) return false;
  offeredFor = text;
  chosen = -1;
  at("offers").replaceChildren(
    ...list.map((offer, place) => {
      const item = make(
        "li",
        { id: `offer-${place}`, role: "option", aria: { selected: false } },
        make("strong", {}, offer.label),
        offer.about ? make("span", { className: "faint" }, offer.about) : null,
      );
      item.dataset.line = offer.line;
      // Keeps the focus in the line.
      item.onpointerdown = (event) => event.preventDefault();
      item.onclick = () => write(item.dataset.line);
      return item;
    }),
  );
  const usage = drawUsage(text);
  at("usage").replaceChildren(...usage);
  at("usage").hidden = usage.length === 0;
  at("offering").hidden = list.length === 0 && usage.length === 0;
  at("offers").hidden = list.length === 0;
  at("line").setAttribute("aria-expanded", list.length > 0);
  at("line").removeAttribute("aria-activedescendant");
  if (list.length > 0 && isUnfinished(text, list)) choose(0);
  return true;
}

/** Returns whether the text is incomplete. Then Enter takes the first suggestion. */
function isUnfinished(text, list) {
  const parsed = parse(`${text} `);
  if (!parsed?.level) return true;
  const options = parsed.level.options || [];
  if (options.some((option) => option.type === 1 || option.type === 2)) return true;
  if (options.some((option) => option.required && !parsed.given?.has(option.name))) return true;
  const now = parse(text);
  if (!now?.option || now.more) return false;
  const isSame = (offer) => offer.line.trim() === `${now.done}${quoted(now.typing.trim())}`;
  return !list.some(isSame);
}

/** Draws the typed command with its options; marks the required and the current one. */
function drawUsage(text) {
  const parsed = parse(text);
  if (!parsed?.level || parsed.sign === " ") return [];
  const options = parsed.level.options || [];
  const parts = options.map((option) => {
    const slot = make("span", { className: "slot" }, option.name);
    if (option.required) slot.append("*", unseen(" (required)"));
    slot.classList.toggle("given", parsed.given.has(option.name));
    slot.classList.toggle("current", parsed.option === option);
    return slot;
  });
  const name = (parsed.whole || parsed.done).match(/^\/[^:]*?(?=\s\S+:|\s*$)/)?.[0] || text;
  const about = parsed.option?.description || parsed.level.description || "";
  return [
    make("strong", {}, name),
    " ",
    ...parts.flatMap((part) => [part, " "]),
    make("span", { className: "faint about" }, about),
  ];
}

function choose(place) {
  const items = [...at("offers").children];
  if (items.length === 0) return;
  chosen = (place + items.length) % items.length;
  items.forEach((item, index) => item.setAttribute("aria-selected", index === chosen));
  items[chosen].scrollIntoView({ block: "nearest" });
  at("line").setAttribute("aria-activedescendant", items[chosen].id);
}

function clearOffers() {
  askedFor += 1;
  offeredFor = at("line").value;
  chosen = -1;
  at("offering").hidden = true;
  at("offers").replaceChildren();
  at("line").setAttribute("aria-expanded", false);
  at("line").removeAttribute("aria-activedescendant");
}

/** Recalls an earlier line, newest first. */
function recall(by) {
  const lines = kept.get("lines", []);
  back = Math.max(0, Math.min(lines.length, back + by));
  at("line").value = back === 0 ? "" : lines[back - 1];
  clearOffers();
}

function remember(text) {
  const others = kept.get("lines", []).filter((line) => line !== text);
  kept.set("lines", [text, ...others].slice(0, MOST_KEPT));
  back = 0;
}

at("line").oninput = suggest;
at("line").onfocus = suggest;
at("line").onblur = () => {
  askedFor += 1;
  at("offering").hidden = true;
};
at("line").onkeydown = (event) => {
  if (event.isComposing) return;
  const isOpen = !at("offering").hidden && at("offers").children.length > 0;
  const isRecalled = at("line").value === "" || back > 0;
  const isTaking = event.key === "Enter" || (event.key === "Tab" && !event.shiftKey);
  const isBehind = offeredFor !== at("line").value && at("line").value.startsWith("/");
  // The suggestions are still those of an earlier text: waits for the new ones.
  if (isTaking && isBehind) suggest().then((isSame) => isSame && takeOrSend(event.key));
  else if (event.key === "Escape" && !at("offering").hidden) clearOffers();
  else if (isOpen && event.key === "ArrowDown") choose(chosen + 1);
  else if (isOpen && event.key === "ArrowUp") choose(chosen < 0 ? -1 : chosen - 1);
  else if (isOpen && isTaking && (event.key === "Tab" || chosen >= 0)) takeOrSend(event.key);
  else if (isRecalled && event.key === "ArrowUp") recall(1);
  else if (isRecalled && event.key === "ArrowDown") recall(-1);
  else return;
  event.preventDefault();
};

function takeOrSend(key) {
  const offer = at("offers").children[key === "Tab" ? Math.max(chosen, 0) : chosen];
  if (offer) write(offer.dataset.line);
  else if (key === "Enter") at("say").requestSubmit();
}

at("say").onsubmit = async (event) => {
  event.preventDefault();
  const text = at("line").value.trim();
  if (text === "") return;
  clearOffers();
  at("line").value = "";
  remember(text);
  const isFine = await act(text.startsWith("/") ? { act: "slash", text } : { act: "say", text });
  if (!isFine && at("line").value === "") at("line").value = text;
};

// Uploads a picked file, and puts its name into the line.
at("file").onchange = async () => {
  const [file] = at("file").files;
  if (!file) return;
  const query = new URLSearchParams({ ...seat, name: file.name });
  const response = await fetch(`/sandbox/attach?${query}`, { method: "POST", body: file });
  at("file").value = "";
  if (!response.ok) return show(at("error"), "The file could not be attached.");
  const parsed = parse(at("line").value);
  const isWanted = parsed?.option?.type === 11;
  if (isWanted) write(`${parsed.done}${quoted(file.name)} `);
  else show(at("error"), `${file.name} is at hand: name it in a file option.`);
};

/** Loads the registered commands if they have changed. */
export async function learnCommands(mark) {
  const text = JSON.stringify(mark);
  if (seen.mark === text) return;
  seen.mark = text;
  seen.commands = await ask("/sandbox/commands");
}
