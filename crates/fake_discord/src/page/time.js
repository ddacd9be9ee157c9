// The sandbox's clock, which may be ahead of the machine's, and Discord's timestamps.

import { make } from "./dom.js";

let ahead = 0;
let locale = "en";

export function setClock(now) {
  ahead = now - Date.now();
}

/** Sets the language of dates and times. */
export function setLocale(tag) {
  locale = tag;
}

export function now() {
  return Date.now() + ahead;
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

function relative(seconds) {
  const found = UNITS.find(([, size]) => Math.abs(seconds) >= size) || UNITS.at(-1);
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return words.format(Math.round(seconds / found[1]), found[0]);
}

function written(seconds, how) {
  if (how === "R") return relative(seconds - now() / 1000);
  return new Date(seconds * 1000).toLocaleString(locale, STYLES[how] || STYLES.f);
}

/** Returns the element of a timestamp such as `<t:1700000000:R>`. Relative ones are updated. */
export function moment(seconds, how) {
  const full = new Date(seconds * 1000);
  return make(
    "time",
    {
      dateTime: full.toISOString(),
      title: full.toLocaleString(locale, STYLES.F),
      data: { seconds, how: how || "f" },
    },
    written(seconds, how),
  );
}

/** Returns the element with the time of a message. */
export function stamp(iso) {
  const date = new Date(iso);
  return make(
    "time",
    { dateTime: iso, title: date.toLocaleString(locale, STYLES.F) },
    date.toLocaleTimeString(locale, STYLES.t),
  );
}

export function day(iso) {
  return new Date(iso).toLocaleDateString(locale, { dateStyle: "full" });
}

function tick() {
  for (const time of document.querySelectorAll("time[data-how='R']")) {
    const text = written(Number(time.dataset.seconds), "R");
    if (time.textContent !== text) time.textContent = text;
  }
  const shown = document.getElementById("now");
  const date = new Date(now());
  shown.dateTime = date.toISOString();
  shown.textContent = date.toLocaleString(locale, {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: false,
  });
}

setInterval(tick, 1000);
export { tick };
