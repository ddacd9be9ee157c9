// The page of the sandbox: loads the view of one user at every change, and draws it.

import { learnCommands, name } from "./composer.js";
import { at, show } from "./dom.js";
import { openForm } from "./forms.js";
import { drawMessages, onDismiss } from "./messages.js";
import { after, ask, seat, seen, sentence } from "./seat.js";
import { drawAround, noteDeed } from "./sidebar.js";
import { setClock, tick } from "./time.js";

const NEAR_END = 80;
const AGAIN_MS = 2000;
let looking = false;
let lookAgain = false;

// Loads and draws the view, once at a time. Changes meanwhile lead to one more load.
async function look() {
  lookAgain = true;
  if (looking) return;
  looking = true;
  while (lookAgain) {
    lookAgain = false;
    await lookOnce({ ...seat }).catch((error) => show(at("error"), sentence(error.message)));
  }
  looking = false;
}

async function lookOnce(asked) {
  const view = await ask(`/sandbox/view?${new URLSearchParams(asked)}`).catch((error) => {
    // After a restart of the sandbox all users have new ids.
    if (asked.user === "") throw error;
    Object.assign(seat, { user: "", channel: "" });
    lookAgain = true;
  });
  const isStale = asked.user !== seat.user || asked.channel !== seat.channel;
  if (!view || isStale) return;
  Object.assign(seat, { user: view.user, channel: view.channel });
  Object.assign(seen, view);
  await learnCommands(view.commands_mark);
  setClock(view.now);
  name(drawAround());
  drawList();
  tick();
}

/** Returns whether the end of the messages is visible. */
function isAtEnd() {
  const log = at("log");
  return log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END;
}

function drawList() {
  const list = at("messages");
  const place = `${seat.user} ${seat.channel}`;
  const isOther = list.dataset.place !== place;
  const before = list.lastElementChild?.dataset.id;
  drawMessages(list, seen.messages);
  list.dataset.place = place;
  // A list that became shorter moved up by itself; the user has not scrolled.
  lastTop = at("log").scrollTop;
  if (followsEnd || isOther) toEnd();
  else if (list.lastElementChild?.dataset.id !== before) at("newer").hidden = false;
}

function toEnd() {
  followsEnd = true;
  at("log").scrollTop = at("log").scrollHeight;
  at("newer").hidden = true;
}

// The list follows new messages while its end is visible, until the user scrolls up.
let followsEnd = true;
let lastTop = 0;
at("newer").onclick = toEnd;
at("log").onscroll = () => {
  const top = at("log").scrollTop;
  if (isAtEnd()) followsEnd = true;
  else if (top < lastTop) followsEnd = false;
  lastTop = top;
  if (followsEnd) at("newer").hidden = true;
};
// Sizes change when pictures load, a keyboard appears, or the window shrinks.
const sizes = new ResizeObserver(() => {
  const hasOpenMenu = at("log").querySelector(".options:not([hidden])");
  if (followsEnd && !hasOpenMenu) toEnd();
});
sizes.observe(at("log"));
sizes.observe(at("messages"));

function listen() {
  const live = new WebSocket(`ws://${location.host}/sandbox/live`);
  live.onmessage = look;
  live.onclose = () => {
    at("state").textContent = "The sandbox is gone; trying again…";
    setTimeout(listen, AGAIN_MS);
  };
}

after.deed = (deed) => {
  // As in Discord, whoever writes something sees the end; whoever presses a button stays there.
  if (!["press", "choose"].includes(deed.act)) toEnd();
  noteDeed(deed);
};
after.form = openForm;
after.move = look;
onDismiss(drawList);
listen();
