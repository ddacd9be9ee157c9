// Everything around the messages: users, channels, pins, the clock, steps for newcomers.

import { openPersonMenu } from "./context.js";
import { at, button, kept, make, show, unseen } from "./dom.js";
import { openQuestion } from "./forms.js";
import { styled } from "./markup.js";
import { avatar, drawMessage } from "./messages.js";
import { ask, move, seat, seen, sentence } from "./seat.js";
import { setLocale } from "./time.js";

const LONGEST_NAME = 32;
const LONGEST_CHANNEL = 100;
const read = kept.get("read", {});
const isDone = new Set(kept.get("done", []));

// --- read messages -----------------------------------------------------------------------------

const newest = (ids) => ids.reduce((most, id) => (BigInt(id) > BigInt(most) ? id : most), "0");

/** Marks all messages at the start as read, for every user. */
function begin() {
  if (read.first) return;
  const pings = seen.people.flatMap((person) => person.pings.map((ping) => ping.message));
  read.first = newest(pings.concat(seen.channels.map((channel) => channel.last || "0")));
}

function readUpTo(user, channel) {
  return BigInt(newest([read[`${user} ${channel}`] || "0", read.first]));
}

function keepRead() {
  const last = seen.messages.at(-1);
  if (last) read[`${seat.user} ${seat.channel}`] = last.id;
  kept.set("read", read);
}

/** Returns a person's unread pings, in one channel or in all. */
function unread(person, channel) {
  return person.pings.filter(
    (ping) =>
      (!channel || ping.channel === channel) &&
      BigInt(ping.message) > readUpTo(person.id, ping.channel),
  ).length;
}

function badge(count) {
  return count > 0
    ? make(
        "span",
        { className: "badge" },
        String(count),
        unseen(count === 1 ? " new mention" : " new mentions"),
      )
    : null;
}

// --- people ------------------------------------------------------------------------------------

function drawPeople() {
  const counts = seen.people.map((person) => [person.id, person.name, unread(person)]);
  const state = JSON.stringify([seat.user, counts]);
  if (at("chips").dataset.state === state) return;
  const had = at("chips").contains(document.activeElement);
  at("chips").dataset.state = state;
  at("chips").replaceChildren(
    ...seen.people.map((person) => {
      const radio = make("input", {
        type: "radio",
        name: "who",
        value: person.id,
        checked: person.id === seat.user,
      });
      radio.onchange = () => become(person.id);
      const isOwner = person.id === seen.owner;
      const title = isOwner ? "owns the server" : "";
      const oncontextmenu = (event) => {
        event.preventDefault();
        openPersonMenu(person);
      };
      return make(
        "label",
        { className: "chip", title, oncontextmenu },
        radio,
        avatar(person),
        make("span", {}, person.name),
        badge(unread(person)),
      );
    }),
  );
  const own = at("chips").querySelector(":checked");
  if (had) own?.focus();
  own?.parentElement.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function become(user) {
  const here = seen.channels.find((channel) => channel.id === seat.channel);
  move({ user, channel: here?.kind === "dm" ? "dm" : seat.channel });
}

// --- languages ---------------------------------------------------------------------------------

/** Returns what a language is called by those who speak it. */
function languageName(locale) {
  return new Intl.DisplayNames([locale], { type: "language" }).of(locale);
}

/** Shows the language of the person's client, in which the bot answers them. */
function drawLanguage() {
  const own = seen.people.find((person) => person.id === seat.user);
  const menu = at("language");
  if (!menu.options.length) {
    menu.append(...seen.locales.map((value) => make("option", { value }, languageName(value))));
  }
  if (own && document.activeElement !== menu) menu.value = own.locale;
  if (own) setLocale(own.locale);
}

at("language").onchange = async () => {
  const locale = at("language").value;
  try {
    await ask("/sandbox/language", { user: seat.user, channel: seat.channel, locale });
  } catch (error) {
    show(at("error"), sentence(error.message));
  }
};

at("add-person").onclick = () =>
  openQuestion("Add a person", "Name", LONGEST_NAME, async (name) => {
    const { user } = await ask("/sandbox/people", { name });
    become(user);
  });

// --- channels ----------------------------------------------------------------------------------

function drawChannels() {
  const own = seen.people.find((person) => person.id === seat.user);
  const entry = (channel) => {
    const sign = { text: "# ", forum: "▤ ", thread: "↳ ", dm: "@ " }[channel.kind];
    const open = button(
      "",
      () => {
        move({ channel: channel.id });
        openSide(false);
      },
      channel.kind,
    );
    open.append(make("span", {}, sign, channel.name));
    const isNew = channel.last && BigInt(channel.last) > readUpTo(seat.user, channel.id);
    const pings = channel.id === "dm" || !own ? 0 : unread(own, channel.id);
    const isOpen = channel.id === seat.channel;
    if (isOpen) open.setAttribute("aria-current", "true");
    else if (pings > 0) open.append(badge(pings));
    else if (isNew) open.append(make("span", { className: "dot" }, unseen("new messages")));
    return make("li", {}, open);
  };
  const shared = seen.channels.filter((channel) => ["text", "forum"].includes(channel.kind));
  const threads = (under) =>
    seen.channels.filter((channel) => channel.kind === "thread" && channel.parent === under);
  at("channels").replaceChildren(
    ...shared.flatMap((channel) => [channel, ...threads(channel.id)]).map(entry),
  );
  const direct = seen.channels.find((channel) => channel.kind === "dm");
  const dm = { id: "dm", kind: "dm", ...direct, name: seen.bot.name };
  at("directs").replaceChildren(entry(dm));
  const elsewhere = own ? unread(own) : 0;
  at("elsewhere").replaceChildren(badge(elsewhere) || "");
  at("elsewhere").hidden = elsewhere === 0;
}

function drawTitle() {
  const here = seen.channels.find((channel) => channel.id === seat.channel);
  const sign = { text: "# ", forum: "▤ ", thread: "↳ ", dm: "@ " }[here?.kind] || "";
  const title = sign + (here?.kind === "dm" ? seen.bot.name : here?.name || "");
  at("title").textContent = title;
  document.title = `${title} · Riposte sandbox`;
  at("guild").textContent = seen.guild || "Sandbox";
  at("state").textContent = seen.is_connected ? "" : `${seen.bot.name} is offline`;
  at("add-thread").hidden = here?.kind !== "text";
  return here;
}

at("add-channel").onclick = () =>
  openQuestion("Add a channel", "Name", LONGEST_CHANNEL, async (name) => {
    move(await ask("/sandbox/channels", { ...seat, name, is_thread: false }));
    openSide(false);
  });
at("add-thread").onclick = () =>
  openQuestion("Add a thread", "Name", LONGEST_CHANNEL, async (name) => {
    move(await ask("/sandbox/channels", { ...seat, name, is_thread: true }));
  });

/** Opens or closes the sidebar, which is a drawer on narrow screens. */
function openSide(isOpen) {
  const isNarrow = matchMedia("(max-width: 48rem)").matches;
  if (!isNarrow) return;
  at("side").classList.toggle("open", isOpen);
  at("open-side").setAttribute("aria-expanded", isOpen);
  (isOpen ? at("close-side") : at("open-side")).focus();
}
at("open-side").onclick = () => openSide(true);
at("close-side").onclick = () => openSide(false);
document.addEventListener("pointerdown", (event) => {
  const isOutside = !event.target.closest("#side, #open-side, dialog");
  if (isOutside && at("side").classList.contains("open")) openSide(false);
});
at("side").onkeydown = (event) => event.key === "Escape" && openSide(false);

// --- pins --------------------------------------------------------------------------------------

function drawPins() {
  const pinned = seen.messages.filter((message) => message.is_pinned);
  const open = at("show-pins");
  open.textContent = pinned.length > 0 ? `Pinned (${pinned.length})` : "Pinned";
  open.disabled = pinned.length === 0;
  const state = JSON.stringify([pinned, seen.names]);
  if (pinned.length === 0) showPins(false);
  if (at("pins").dataset.state === state) return;
  at("pins").dataset.state = state;
  at("pins").replaceChildren(
    make(
      "ul",
      {},
      ...pinned.map((message) => {
        const copy = drawMessage(message, { isCopy: true });
        const leap = button("Jump to it", () => jump(message.id), "linked");
        copy.querySelector(".body").append(make("div", {}, leap));
        return copy;
      }),
    ),
  );
}

function jump(id) {
  showPins(false);
  const message = [...at("messages").children].find((item) => item.dataset.id === id);
  message?.scrollIntoView({ block: "center" });
  message?.focus({ preventScroll: true });
}

function showPins(isOpen) {
  at("pins").hidden = !isOpen;
  at("show-pins").setAttribute("aria-expanded", isOpen);
}
at("show-pins").onclick = () => showPins(at("pins").hidden);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || at("pins").hidden) return;
  showPins(false);
  at("show-pins").focus();
});
document.addEventListener("pointerdown", (event) => {
  const isInside = event.target.closest("#pins, #show-pins");
  if (!isInside) showPins(false);
});

// --- the clock ---------------------------------------------------------------------------------

for (const wind of at("clock").querySelectorAll("button")) {
  wind.onclick = async () => {
    const secs = wind.dataset.secs === "" ? null : Number(wind.dataset.secs);
    wind.disabled = true;
    try {
      await ask("/sandbox/clock", { secs });
      show(at("wound"), secs === null ? "Moved on to the next deadline." : "Moved on.");
    } catch (error) {
      show(at("wound"), sentence(error.message));
    }
    wind.disabled = false;
  };
}

// --- the steps for newcomers -------------------------------------------------------------------

/** Ticks off the next step if this action of its user completes it. */
export function noteDeed(deed) {
  const step = seen.hints.findIndex((_, index) => !isDone.has(index));
  if (step < 0 || seen.names[deed.user] !== seen.hints[step].who) return;
  isDone.add(step);
  kept.set("done", [...isDone]);
  drawHints();
}

function drawHints() {
  const isHidden = kept.get("hints hidden", false) || seen.hints.length === 0;
  at("hints").hidden = isHidden;
  at("show-hints").hidden = !isHidden || seen.hints.length === 0;
  const state = JSON.stringify([seen.hints, [...isDone]]);
  if (at("hints").dataset.state === state) return;
  at("hints").dataset.state = state;
  const current = seen.hints.findIndex((_, index) => !isDone.has(index));
  const steps = seen.hints.map((hint, index) => {
    const step = make("li", {}, ...styled(hint.says));
    if (index === current) step.setAttribute("aria-current", "step");
    if (isDone.has(index)) {
      step.className = "done";
      step.prepend(make("strong", {}, "✓ Done: "));
    }
    return step;
  });
  at("hints").className = current < 0 ? "over" : "";
  const title =
    current < 0
      ? "That is how a fight goes. It is yours now."
      : `Step ${current + 1} of ${steps.length}`;
  at("hints").replaceChildren(
    make(
      "header",
      {},
      make("h2", {}, title),
      button("Hide", () => hideHints(true), "plain"),
    ),
    make("ol", {}, ...steps),
  );
}

function hideHints(isHidden) {
  kept.set("hints hidden", isHidden);
  drawHints();
}
at("show-hints").onclick = () => hideHints(false);

// --- the theme ---------------------------------------------------------------------------------

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  at("theme").value = theme;
}
setTheme(localStorage.getItem("theme") || "");
at("theme").onchange = () => {
  localStorage.setItem("theme", at("theme").value);
  setTheme(at("theme").value);
};

/** Draws everything around the messages, and returns the open channel. */
export function drawAround() {
  begin();
  keepRead();
  drawPeople();
  drawLanguage();
  drawChannels();
  drawPins();
  drawHints();
  at("clock").hidden = !seen.has_clock;
  return drawTitle();
}
