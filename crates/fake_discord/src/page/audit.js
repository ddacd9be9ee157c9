// The page that checks the dice of an exported fight, in the reader's own browser only.

import { checkDice } from "./dice_check.js";

// Checks the chosen file, and shows the result as a sentence.
async function check({ target }) {
  const told = document.querySelector("#told");
  const [file] = target.files;
  told.textContent = "";
  if (!file) return;
  try {
    const { name, seal, draws, isPartial } = checkDice(JSON.parse(await file.text()));
    const dice = isPartial ? "open dice" : "dice";
    told.textContent =
      `Fight ${name}: all ${draws} ${dice} follow from the secret, and none is missing.\n` +
      `Compare the seal with the opening message: ${seal}`;
  } catch (why) {
    told.textContent = `It breaks. ${why.message}.`;
  }
}

document.querySelector("#file").addEventListener("change", check);
