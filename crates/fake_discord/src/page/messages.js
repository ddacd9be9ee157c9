// Draws messages as a chat client does: embeds, attachments, buttons and menus.

import { openMessageMenu } from "./context.js";
import { at, button, kept, make, unseen } from "./dom.js";
import { link, styled } from "./markup.js";
import { drawMenu } from "./menus.js";
import { act, nameOf, seen } from "./seat.js";
import { day, stamp } from "./time.js";

const SAME_BREATH_MS = 7 * 60 * 1000;
const dismissed = new Set(kept.get("dismissed", []));
const drawn = new WeakMap();
let redraw = () => {};

export function onDismiss(look) {
  redraw = look;
}

/** Draws the changed messages only, so that an open menu stays open. */
export function drawMessages(list, messages) {
  const wanted = [];
  let last = null;
  for (const message of messages.filter((one) => !dismissed.has(one.id))) {
    const isNewDay = !last || day(last.at) !== day(message.at);
    if (isNewDay)
      wanted.push({ id: `day-${message.id}`, state: message.at, draw: drawDay, message });
    const isMore = !isNewDay && continues(last, message);
    const answered = messages.find((one) => one.id === message.replies_to);
    const state = JSON.stringify([message, answered?.content, isMore, seen.names]);
    const draw = () => drawMessage(message, { isMore, answered });
    wanted.push({ id: message.id, state, draw, message });
    last = message;
  }
  for (const [index, { id, state, draw, message }] of wanted.entries()) {
    const there = list.children[index];
    const isSame = there?.dataset.id === id;
    if (isSame && drawn.get(there) === state) continue;
    const item = draw(message);
    item.dataset.id = id;
    drawn.set(item, state);
    if (isSame) replace(there, item);
    else list.insertBefore(item, there || null);
  }
  while (list.children.length > wanted.length) list.lastChild.remove();
}

// Replaces a message. Keeps the focus on the same button, or at least in the same message.
function replace(old, item) {
  const key = old.contains(document.activeElement) && (document.activeElement.dataset.key || " ");
  old.replaceWith(item);
  if (!key) return;
  const again = [...item.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  (again && !again.disabled ? again : item).focus({ preventScroll: true });
}

function continues(before, message) {
  return (
    before.author.id === message.author.id &&
    before.author.name === message.author.name &&
    !before.is_notice &&
    !message.is_notice &&
    before.is_private === message.is_private &&
    !message.command &&
    !message.replies_to &&
    !message.is_ping &&
    !before.is_ping &&
    new Date(message.at) - new Date(before.at) < SAME_BREATH_MS
  );
}

function drawDay(message) {
  return make("li", { className: "day" }, make("span", {}, day(message.at)));
}

export function drawMessage(message, { isMore = false, answered = null, isCopy = false } = {}) {
  const item = make("li", { className: "message", tabIndex: -1 });
  item.classList.toggle("ping", message.is_ping && !isCopy);
  item.classList.toggle("private", message.is_private);
  item.classList.toggle("more", isMore);
  item.classList.toggle("notice", message.is_notice);
  if (message.is_notice) {
    item.append(make("div", { className: "body" }, `${message.content} `, stamp(message.at)));
    return item;
  }
  if (message.command) item.append(drawOrigin(message.command));
  else if (answered) item.append(drawAnswered(answered));
  const body = make("div", { className: "body" });
  if (!isMore) item.append(avatar(message.author, message.is_bot));
  if (!isMore) body.append(byline(message, isCopy));
  else body.append(unseen(`${message.author.name}: `));
  if (message.is_loading) {
    body.append(make("div", { className: "faint" }, `${message.author.name} is thinking…`));
  }
  if (message.content) body.append(make("div", { className: "text" }, ...styled(message.content)));
  const edited = make("span", { className: "faint edited" }, " (edited)");
  if (message.is_edited && message.content)
    body.querySelector(".text > :last-child").append(edited);
  // Files that an embed shows are not repeated below it.
  const embeds = JSON.stringify(message.embeds);
  const files = message.attachments.filter((file) => !embeds.includes(JSON.stringify(file.url)));
  body.append(
    ...message.embeds.map((embed) => drawEmbed(embed, message.attachments)),
    ...files.map(drawAttachment),
  );
  if (message.is_edited && !message.content) body.append(edited);
  if (!isCopy) body.append(...message.components.map((row) => drawRow(message, row)));
  if (message.is_private) body.append(drawPrivacy(message));
  for (const emoji of message.reactions)
    body.append(make("span", { className: "tag", title: "Riposte reacted" }, emoji));
  item.append(body);
  if (!isCopy && !message.is_loading) {
    const apps = button("⋯", () => openMessageMenu(message), "apps-of");
    apps.setAttribute("aria-label", "What the bot can do with this message");
    apps.dataset.key = "apps";
    item.append(apps);
  }
  return item;
}

function byline(message, isCopy) {
  const by = make("div", { className: "by" }, make("strong", {}, message.author.name), " ");
  if (message.is_bot) by.append(make("span", { className: "tag" }, "APP"), " ");
  by.append(stamp(message.at));
  if (message.is_pinned && !isCopy) by.append(make("span", { className: "faint" }, " · pinned"));
  if (message.is_ping && !isCopy)
    by.append(" ", make("span", { className: "to-you" }, "mentions you"));
  return by;
}

function drawOrigin(command) {
  return make(
    "div",
    { className: "origin" },
    make("strong", {}, nameOf(command.user)),
    " used ",
    make("span", { className: "mention" }, command.name),
  );
}

function drawAnswered(answered) {
  const content = answered.content || answered.embeds[0]?.title || "a message";
  const text = content
    .split("\n")[0]
    .replace(/^-# /, "")
    .replaceAll(/[*_~`]/g, "")
    .replaceAll(/<t:\d+:\w>/g, "…")
    .replaceAll(/<@!?(\d+)>/g, (_, user) => `@${nameOf(user)}`)
    .replaceAll(/<#(\d+)>/g, (_, channel) => `#${nameOf(channel)}`);
  return make(
    "div",
    { className: "origin" },
    "Answers ",
    make("strong", {}, answered.author.name),
    `: ${text}`,
  );
}

function drawPrivacy(message) {
  const dismiss = button(
    "Dismiss",
    () => {
      dismissed.add(message.id);
      kept.set("dismissed", [...dismissed]);
      redraw();
    },
    "linked",
  );
  return make("div", { className: "privacy faint" }, "Only you can see this · ", dismiss);
}

/** Returns a round avatar with a person's initials, in one of eight colours. */
export function avatar(person, isBot = false) {
  const words = person.name.split(/\s+/);
  const letters = words.length > 1 ? words[0][0] + words[1][0] : person.name.slice(0, 2);
  const number = [...person.name].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % 8;
  return make(
    "span",
    {
      className: `avatar ${isBot ? "bot" : `c${number}`}`,
      aria: { hidden: true },
    },
    isBot ? "R" : letters,
  );
}

// --- embeds and files --------------------------------------------------------------------------

function picture(url, description, className) {
  // Pictures of other servers are not loaded, only linked; a thumbnail as a framed arrow.
  if (!url.startsWith("/")) {
    if (className !== "thumbnail") return make("div", { className: "faint" }, link(url, url));
    const frame = link(url, "picture", make("span", { aria: { hidden: true } }, "↗"));
    frame.className = "picture thumbnail elsewhere";
    frame.title = url;
    return frame;
  }
  const image = make("img", { src: url, alt: description || "" });
  const open = make(
    "button",
    {
      type: "button",
      className: `picture ${className}`,
      aria: { label: `Enlarge: ${description || "picture"}` },
    },
    image,
  );
  open.onclick = () => {
    at("large").src = url;
    at("large").alt = description || "";
    at("large-about").textContent = description || "";
    at("picture").showModal();
  };
  return open;
}

function small(part, className) {
  const box = make("div", { className });
  const icon = part.icon_url;
  if (icon?.startsWith("/")) box.append(make("img", { src: icon, alt: "", className: "icon" }));
  return box;
}

function drawEmbed(embed, files) {
  // The description of an uploaded picture is in its attachment.
  const about = (part) =>
    part.description || files.find((file) => file.url === part.url)?.description;
  const box = make("article", { className: "embed" });
  // 0 means no colour, as on Discord.
  if (embed.color) {
    box.style.borderLeftColor = `#${embed.color.toString(16).padStart(6, "0")}`;
  }
  const text = make("div", { className: "embed-text" });
  if (embed.provider?.name) text.append(make("div", { className: "faint" }, embed.provider.name));
  if (embed.author?.name) {
    const by = small(embed.author, "embed-author");
    by.append(embed.author.url ? link(embed.author.url, embed.author.name) : embed.author.name);
    text.append(by);
  }
  if (embed.title) {
    const title = styled(embed.title);
    text.append(
      make(
        "div",
        { className: "embed-title" },
        ...(embed.url ? [link(embed.url, ...title)] : title),
      ),
    );
  }
  if (embed.description) {
    text.append(make("div", { className: "text" }, ...styled(embed.description)));
  }
  if (embed.fields?.length > 0) {
    text.append(
      make(
        "dl",
        { className: "fields" },
        ...embed.fields.map((field) =>
          make(
            "div",
            { className: field.inline ? "inline" : "" },
            make("dt", {}, ...styled(field.name)),
            make("dd", { className: "text" }, ...styled(field.value)),
          ),
        ),
      ),
    );
  }
  const top = make("div", { className: "embed-top" }, text);
  if (embed.thumbnail?.url)
    top.append(picture(embed.thumbnail.url, about(embed.thumbnail) || "thumbnail", "thumbnail"));
  box.append(top);
  if (embed.image?.url) box.append(picture(embed.image.url, about(embed.image), "large"));
  if (embed.footer?.text || embed.timestamp) {
    const footer = small(embed.footer || {}, "embed-footer faint");
    const words = make("span", {}, embed.footer?.text || "");
    if (embed.timestamp) {
      words.append(embed.footer?.text ? " • " : "", stamp(embed.timestamp));
    }
    footer.append(words);
    box.append(footer);
  }
  return box;
}

function size(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2
    ? `${(bytes / 1024).toFixed(1)} KB`
    : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

function drawAttachment(file) {
  const isPicture = (file.content_type || "").startsWith("image/");
  if (isPicture && !file.content_type.includes("svg")) {
    return picture(file.url, file.description, "large");
  }
  // A web page, such as the replay of a fight, opens in a window of its own.
  const isPage = file.filename.endsWith(".html");
  const open = { href: `${file.url}?open`, target: "_blank", rel: "noopener" };
  return make(
    "div",
    { className: "file" },
    make("a", { href: file.url, download: file.filename }, file.filename),
    make("span", { className: "faint" }, ` ${size(file.size)}`),
    isPage ? make("a", { ...open, className: "watch" }, "Open it") : null,
    file.description ? make("div", { className: "faint" }, file.description) : null,
  );
}

// --- components --------------------------------------------------------------------------------

function drawRow(message, row) {
  return make(
    "div",
    { className: "row" },
    ...row.components.map((component) =>
      component.type === 2 ? drawButton(message, component) : drawMenu(message, component),
    ),
  );
}

function drawButton(message, component) {
  const emoji = component.emoji && !component.emoji.id ? component.emoji.name : "";
  const label = [emoji, component.label].filter(Boolean).join(" ");
  if (component.url) {
    const leads = link(component.url, label, make("span", { aria: { hidden: true } }, "↗"));
    leads.className = "pressable";
    return leads;
  }
  const pressed = button(
    label,
    async () => {
      pressed.disabled = true;
      pressed.setAttribute("aria-busy", true);
      await act({ act: "press", message: message.id, id: component.custom_id });
      pressed.disabled = Boolean(component.disabled);
      pressed.removeAttribute("aria-busy");
    },
    `pressable s${component.style}`,
  );
  pressed.disabled = Boolean(component.disabled);
  pressed.dataset.key = component.custom_id;
  return pressed;
}
