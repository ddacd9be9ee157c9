// Select menus: a button that opens a list, for mouse, touch and keyboard.

import { button, make } from "./dom.js";
import { act, seen } from "./seat.js";

/** Returns the options of a menu of any kind. */
function optionsOf(component) {
  const people = () => seen.people.map((one) => ({ label: one.name, value: one.id }));
  const channels = () =>
    seen.channels
      .filter((one) => one.kind !== "dm")
      .map((one) => ({ label: `#${one.name}`, value: one.id }));
  switch (component.type) {
    case 3:
      return component.options;
    case 8:
      return channels();
    default:
      return people();
  }
}

export function drawMenu(message, component) {
  const isMany = component.max_values > 1;
  const options = optionsOf(component);
  const chosen = new Set(options.filter((one) => one.default).map((one) => one.value));
  const hint = component.placeholder || "Choose";
  const list = make("div", {
    role: "listbox",
    aria: { label: hint, multiselectable: isMany },
  });
  const panel = make("div", { className: "options", hidden: true }, list);
  const opener = make(
    "button",
    {
      type: "button",
      className: "opener",
      disabled: Boolean(component.disabled),
      aria: { haspopup: "listbox", expanded: false },
      data: { key: component.custom_id },
    },
    make("span", {}, label()),
    make("span", { className: "arrow", aria: { hidden: true } }, "▾"),
  );

  function label() {
    const names = options.filter((one) => chosen.has(one.value)).map((one) => one.label);
    return names.join(", ") || hint;
  }

  function open(isOpen) {
    panel.hidden = !isOpen;
    opener.setAttribute("aria-expanded", isOpen);
    if (!isOpen) return opener.focus();
    const first = list.querySelector("[aria-selected='true']") || list.querySelector("button");
    first?.focus();
    panel.scrollIntoView({ block: "nearest" });
  }

  async function send(values) {
    open(false);
    opener.disabled = true;
    opener.setAttribute("aria-busy", true);
    await act({ act: "choose", message: message.id, id: component.custom_id, values });
    opener.disabled = Boolean(component.disabled);
    opener.removeAttribute("aria-busy");
  }

  function take(item, value) {
    if (!isMany) return send([value]);
    if (!chosen.delete(value) && chosen.size < component.max_values) chosen.add(value);
    item.setAttribute("aria-selected", chosen.has(value));
    opener.firstChild.textContent = label();
  }

  for (const one of options) {
    const item = make(
      "button",
      {
        type: "button",
        role: "option",
        aria: { selected: chosen.has(one.value) },
      },
      make("span", {}, one.label),
      one.description ? make("span", { className: "faint" }, one.description) : null,
    );
    item.onclick = () => take(item, one.value);
    list.append(item);
  }
  if (isMany) {
    const least = component.min_values ?? 1;
    panel.append(button("Choose these", () => chosen.size >= least && send([...chosen]), "s1"));
  }
  panel.onkeydown = (event) => {
    const items = [...panel.querySelectorAll("button")];
    const here = items.indexOf(document.activeElement);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: items.length - 1 };
    if (event.key === "Escape") open(false);
    else if (event.key in to) items[(to[event.key] + items.length) % items.length].focus();
    else return;
    event.preventDefault();
  };
  panel.addEventListener("focusout", (event) => {
    const goesTo = event.relatedTarget;
    const isAway = goesTo && !panel.contains(goesTo) && goesTo !== opener;
    if (isAway) panel.hidden = true;
    opener.setAttribute("aria-expanded", !panel.hidden);
  });
  opener.onclick = () => open(panel.hidden);
  return make("div", { className: "menu" }, opener, panel);
}
