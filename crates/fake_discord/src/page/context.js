// Context menus: the bot's commands on a message or on a person.

import { at, button } from "./dom.js";
import { act, seat, seen } from "./seat.js";

const PERSON = 2;
const MESSAGE = 3;

/** Returns the names of the context menu commands of a kind that the open channel has. */
function commandsOn(kind) {
  const channel = seen.channels.find((one) => one.id === seat.channel);
  const context = !channel || channel.kind === "dm" ? 1 : 0;
  return seen.commands
    .filter((one) => one.type === kind)
    .filter((one) => !one.contexts?.length || one.contexts.includes(context))
    .map((one) => one.name);
}

function choose(title, deeds) {
  at("apps-title").textContent = title;
  at("apps-list").replaceChildren(
    ...deeds.map(({ label, deed }) =>
      button(label, () => {
        at("apps").close();
        act(deed);
      }),
    ),
  );
  at("apps").showModal();
}

function deedsOnPerson(person) {
  return commandsOn(PERSON).map((command) => ({
    label: `${command.replace("…", "")} ${person.name}`,
    deed: { act: "on_person", person: person.id, command },
  }));
}

/** Opens the menu of a person. */
export function openPersonMenu(person) {
  const deeds = deedsOnPerson(person);
  if (deeds.length > 0) choose(person.name, deeds);
}

/** Opens the menu of a message, with that of its author or of who gave the command behind it. */
export function openMessageMenu(message) {
  const user = message.is_bot ? message.command?.user : message.author.id;
  const person = seen.people.find((one) => one.id === user);
  const deeds = commandsOn(MESSAGE).map((command) => ({
    label: command,
    deed: { act: "on_message", message: message.id, command },
  }));
  choose("This message", deeds.concat(person ? deedsOnPerson(person) : []));
}

at("close-apps").onclick = () => at("apps").close();
