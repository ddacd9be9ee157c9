// Who one is, which channel is open, what is seen from there, and how the sandbox is asked.

import { at, kept, show } from "./dom.js";

export const seat = kept.get("seat", { user: "", channel: "" });

/** What was seen last: the answer of /sandbox/view, and the commands. */
export const seen = { people: [], channels: [], messages: [], names: {}, hints: [], commands: [] };

/** What is called after something was answered: with the deed, and with a form that opened. */
export const after = { deed: () => {}, form: () => {}, move: () => {} };

export async function ask(path, body) {
  const options =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        };
  const response = await fetch(path, options);
  const said = await response.json().catch(() => ({ error: "the sandbox did not understand" }));
  if (!response.ok) throw new Error(said.error || "the sandbox refused");
  return said;
}

/** Types, presses, chooses; says what went wrong. */
export async function act(deed) {
  show(at("error"), "");
  const done = { ...seat, ...deed };
  try {
    const answer = await ask("/sandbox/do", done);
    after.deed(done);
    if (answer.form) after.form(answer.form);
    return true;
  } catch (error) {
    show(at("error"), sentence(error.message));
    return false;
  }
}

export function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** Becomes somebody, or opens a channel (`dm` is the one with the bot). */
export function move(to) {
  Object.assign(seat, to);
  kept.set("seat", seat);
  show(at("error"), "");
  after.move();
}

export function nameOf(user) {
  return seen.names[user] || "somebody";
}
