// The current user and channel, the last loaded view, and requests to the sandbox.

import { at, kept, show } from "./dom.js";

export const seat = kept.get("seat", { user: "", channel: "" });

/** The last response of /sandbox/view, and the commands. */
export const seen = {
  people: [],
  channels: [],
  messages: [],
  names: {},
  hints: [],
  commands: [],
  locales: [],
};

/** Callbacks: after an action (with the action), a modal that opened, and a change of seat. */
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

/** Performs an action of the user. Shows the error if it fails, and returns whether it worked. */
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

/** Changes the current user or channel (`dm` for the direct messages with the bot). */
export function move(to) {
  Object.assign(seat, to);
  kept.set("seat", seat);
  show(at("error"), "");
  after.move();
}

export function nameOf(user) {
  return seen.names[user] || "somebody";
}
