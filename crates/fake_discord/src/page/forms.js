// Forms: the bot's modals, and the sandbox's own questions.

import { at, make, show } from "./dom.js";
import { ask, seat, sentence } from "./seat.js";

/** Opens a modal of the bot. The bot's answer to it may be another modal. */
export function openForm(form) {
  openFields(form.title, form.inputs, async (fields) => {
    const answer = await ask("/sandbox/do", { ...seat, act: "fill", form: form.id, fields });
    return answer.form;
  });
}

/** Opens a question of the sandbox itself. */
export function openQuestion(title, label, most, send) {
  const input = { id: "name", label, value: "", placeholder: "", is_required: true, most };
  openFields(title, [input], async ([[, name]]) => void (await send(name)));
}

function openFields(title, inputs, send) {
  at("form-title").textContent = title;
  show(at("form-error"), "");
  at("inputs").replaceChildren(...inputs.map(drawInput));
  at("fields").onsubmit = async (event) => {
    event.preventDefault();
    const fields = [...at("inputs").querySelectorAll("input, textarea, select")];
    const valueOf = (field) => {
      if (field.type === "checkbox") return String(field.checked);
      if (field.multiple) return [...field.selectedOptions].map((one) => one.value).join(", ");
      return field.value;
    };
    try {
      const next = await send(fields.map((field) => [field.name, valueOf(field)]));
      at("form").close();
      if (next) openForm(next);
    } catch (error) {
      show(at("form-error"), sentence(error.message));
    }
  };
  if (!at("form").open) at("form").showModal();
}

function drawInput(input) {
  if (input.kind === "checkbox") return drawCheckbox(input);
  if (input.kind === "menu") return drawChoice(input);
  const field = make(input.is_long ? "textarea" : "input", {
    name: input.id,
    value: input.value,
    placeholder: input.placeholder,
    required: input.is_required,
    maxLength: input.most,
  });
  if (input.least > 0) field.minLength = input.least;
  if (input.is_long) field.rows = 5;
  const must = input.is_required ? make("span", { className: "faint" }, " (required)") : null;
  return make("label", {}, make("span", {}, input.label, must), field);
}

function drawCheckbox(input) {
  const box = make("input", { type: "checkbox", name: input.id, checked: input.value === "true" });
  return make("label", { className: "checkbox" }, box, make("span", {}, input.label));
}

function drawChoice(input) {
  const isMany = input.most_chosen > 1;
  const chosen = isMany ? input.value.split(", ") : [input.value];
  const empty = isMany ? [] : [make("option", { value: "" }, input.placeholder || "—")];
  const options = input.options.map(([label, value]) =>
    make("option", { value, selected: chosen.includes(value) }, label),
  );
  const fields = { name: input.id, required: input.is_required, multiple: isMany };
  const choice = make("select", fields, ...empty, ...options);
  return make("label", {}, make("span", {}, input.label), choice);
}

at("cancel").onclick = () => at("form").close();
