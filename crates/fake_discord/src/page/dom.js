// Functions that build the page. They insert text only as text, never as markup.

export const at = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  const { className, aria = {}, data = {}, role, ...rest } = properties;
  if (className) element.className = className;
  if (role) element.setAttribute("role", role);
  for (const [name, value] of Object.entries(aria)) element.setAttribute(`aria-${name}`, value);
  Object.assign(element.dataset, data);
  Object.assign(element, rest);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function button(text, onclick, className = "") {
  return make("button", { type: "button", className, onclick }, text);
}

/** Returns text for screen readers only. */
export function unseen(text) {
  return make("span", { className: "unseen" }, text);
}

/** Shows a text in an element, or hides the element if the text is empty. */
export function show(place, text) {
  place.textContent = text;
  place.hidden = text === "";
}

/** Values that are stored until the tab is closed. */
export const kept = {
  get: (key, otherwise) => JSON.parse(sessionStorage.getItem(key)) ?? otherwise,
  set: (key, value) => sessionStorage.setItem(key, JSON.stringify(value)),
};
