// Plays a fight again: goes through its acts, shows the words and the dice of each, and says where
// everybody was. All text of users is put in as text, never as markup.

import { Board, SVG, formatHealthChange } from "./board.js";
import { checkDice } from "./dice_check.js";
import { fillIn } from "./layout.js";

// How long an act stays while the fight plays: in milliseconds, and for each letter of its words.
const READING = { slow: [2200, 45], normal: [1400, 26], fast: [700, 10] };
const SIGNS = { acting: "▶", ready: "·", spent: "✓", out: "✗" };
// The outlines of the buttons' icons, in a square of 16.
const ICONS = {
  first: "M2 2h2v12H2zM14 2v12L5 8z",
  previous: "M11 2v12L3 8z",
  play: "M4 2l10 6-10 6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  next: "M5 2v12l8-6z",
  last: "M12 2h2v12h-2zM2 2v12l9-6z",
};
// How far a finger moves to go to another act, in pixels.
const SWIPE = 48;

// Makes an element of the page.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "boolean") element.toggleAttribute(name, value);
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Makes an icon, which screen readers pass over.
function makeIcon(name) {
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("viewBox", "0 0 16 16");
  icon.setAttribute("class", "icon");
  icon.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  icon.append(path);
  return icon;
}

// Makes an element that only screen readers tell.
const makeUnseen = (text) => make("span", { class: "unseen" }, text);

// Makes a sign with the word that screen readers tell instead.
function makeSign(sign, word) {
  return [make("span", { "aria-hidden": "true" }, sign), makeUnseen(word)];
}

// Makes the nodes of a line of text.
function makeText(spans) {
  return spans.map((span) => {
    if (typeof span === "string") return span;
    if (span.bold !== undefined) return make("b", {}, span.bold);
    if (span.code !== undefined) return make("code", {}, span.code);
    if (span.struck !== undefined) return make("s", {}, span.struck);
    const isDropped = span.fate === "dropped";
    return make(isDropped ? "s" : "span", { class: `die ${span.fate}` }, String(span.die));
  });
}

const textOf = (spans) =>
  spans.map((span) => (typeof span === "string" ? span : Object.values(span)[0])).join("");

class Player {
  constructor(replay) {
    Object.assign(this, { replay, words: replay.words, steps: replay.steps, index: 0 });
    this.hasSetUp = this.steps[0]?.round === 0;
    this.build();
    this.board = new Board(this.picture, replay);
    new ResizeObserver(() => this.fitBoard()).observe(this.frame);
    addEventListener("resize", () => this.fitBoard());
    this.fitBoard();
    document.addEventListener("keydown", (event) => this.pressKey(event));
    this.listenToSwipes();
    addEventListener("hashchange", () => this.openAddress());
    this.show(0, { isSilent: true });
    this.openAddress();
  }

  // --- the page ----------------------------------------------------------------------------------

  build() {
    const { words, replay } = this;
    document.title = replay.title;
    this.heading = make("h2", { id: "now" });
    this.facts = make("p", { class: "facts" });
    this.turns = make("div", { class: "turns", "aria-hidden": "true" });
    this.picture = document.createElementNS(SVG, "svg");
    this.picture.setAttribute("role", "img");
    this.frame = make("div", { class: "frame" }, this.picture);
    this.lines = make("div", { class: "lines", "aria-live": "polite", "aria-atomic": "true" });
    this.drawn = make("ul", { class: "drawn", "aria-label": words.diceOfStep });
    this.act = make("section", { class: "act", tabindex: "0" }, this.lines, this.drawn);
    this.act.setAttribute("aria-label", words.record);
    this.way = make("p", { class: "way", role: "status" });
    this.rows = make("tbody");
    const about = replay.about.map((line) => make("p", {}, ...makeText(line)));
    const stage = make(
      "section",
      { class: "stage", "aria-labelledby": "now" },
      make("div", { class: "when" }, this.heading, this.facts, this.buildRounds()),
      this.turns,
      this.frame,
    );
    document
      .querySelector("#app")
      .append(
        make("header", {}, make("h1", {}, replay.title), make("div", { class: "about" }, ...about)),
        stage,
        this.buildDock(),
        this.buildCombatants(),
        this.buildRecord(),
        this.buildReport(),
        this.buildDice(),
      );
  }

  // Builds the words of the act with the controls, which stay in view.
  buildDock() {
    this.dock = make("div", { class: "dock" }, this.act, this.buildControls());
    return this.dock;
  }

  buildControls() {
    const { words } = this;
    const press = (name, act) => {
      const attributes = {
        type: "button",
        "aria-label": words[`button-${name}`],
        title: words[`button-${name}`],
      };
      const button = make("button", attributes, makeIcon(name));
      button.addEventListener("click", act);
      return button;
    };
    this.slider = make("input", { type: "range", min: "0", max: String(this.steps.length - 1) });
    this.slider.setAttribute("aria-label", words.position);
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
    this.playButton = press("play", () => this.togglePlay());
    this.playButton.className = "play";
    this.speed = make(
      "select",
      { "aria-label": words.speed },
      ...Object.keys(READING).map((name) => make("option", { value: name }, words[name])),
    );
    this.speed.value = "normal";
    this.speed.addEventListener("change", () => this.isPlaying && this.schedule());
    this.count = make("span", { class: "count-of", "aria-hidden": "true" });
    return make(
      "section",
      { class: "controls", role: "group", "aria-label": words.controls },
      this.slider,
      make(
        "div",
        { class: "buttons" },
        press("first", () => this.goTo(0)),
        press("previous", () => this.goTo(this.index - 1)),
        this.playButton,
        press("next", () => this.goTo(this.index + 1)),
        press("last", () => this.goTo(this.steps.length - 1)),
        this.speed,
        this.count,
      ),
    );
  }

  // Builds a button for each round, which leads to its first act.
  buildRounds() {
    this.rounds = [];
    this.steps.forEach(({ board }, index) => {
      if (board.round === this.rounds.at(-1)?.round) return;
      const round = board.round;
      const name = round === 0 ? this.words.setUp : fillIn(this.words.round, { round });
      const label = round === 0 ? name : String(round);
      const button = make("button", { type: "button", "aria-label": name, title: name }, label);
      button.addEventListener("click", () => this.goTo(index));
      this.rounds.push({ round, index, button });
    });
    const buttons = this.rounds.map(({ button }) => button);
    return make("nav", { class: "rounds", "aria-label": this.words.rounds }, ...buttons);
  }

  buildCombatants() {
    const { words } = this;
    const heads = ["name", "health", "place", "notes"].map((name) => words[`column-${name}`]);
    return make(
      "section",
      { class: "people" },
      make(
        "table",
        {},
        make("caption", {}, words.combatants),
        make(
          "thead",
          {},
          make("tr", {}, ...heads.map((name) => make("th", { scope: "col" }, name))),
        ),
        this.rows,
      ),
      this.way,
    );
  }

  // Builds the whole record, with a heading for each round. Each act leads to its board.
  buildRecord() {
    const { words } = this;
    this.entries = [];
    this.record = make("div", { class: "pages", tabindex: "0" });
    this.record.setAttribute("role", "group");
    this.record.setAttribute("aria-label", words.wholeRecord);
    let [shownRound, list] = [-1, null];
    const beginRound = (round) => {
      const name = round === 0 ? words.setUp : fillIn(words.round, { round });
      list = make("ol", {});
      this.record.append(make("h3", {}, name), list);
      shownRound = round;
    };
    this.steps.forEach((step, index) => {
      if (step.round > shownRound) beginRound(step.round);
      const open = () => {
        const link = make("a", { href: `#${this.addressOf(index)}` });
        list.append(make("li", {}, link));
        (this.entries[index] ??= []).push(link);
        return link;
      };
      let link;
      for (const line of step.lines) {
        if (line.began > shownRound) {
          beginRound(line.began);
          link = undefined;
        }
        if (line.text.length) (link ??= open()).append(this.makeLine("span", line));
      }
      this.entries[index] ??= [];
    });
    return make("section", { class: "record" }, make("h2", {}, words.wholeRecord), this.record);
  }

  buildReport() {
    const lines = this.replay.report.map((line) => make("p", {}, ...makeText(line)));
    return make("section", { class: "report" }, make("h2", {}, this.words.report), ...lines);
  }

  // Builds what the check of the dice found.
  buildDice() {
    const { words } = this;
    this.verdict = make("p", { id: "seal" }, this.describeDice());
    const keys = make("p", { class: "keys" }, words.keys);
    return make("section", { class: "dice" }, make("h2", {}, words.dice), this.verdict, keys);
  }

  describeDice() {
    const { words, replay } = this;
    const { dice } = replay;
    if (!dice) return words.sealMissing;
    if (!dice.drawn) return fillIn(words.sealKept, { seal: dice.seals[0].seal });
    try {
      const { seal, draws, isPartial } = checkDice({ dice });
      return fillIn(isPartial ? words.sealHoldsOpen : words.sealHolds, { dice: draws, seal });
    } catch (error) {
      return fillIn(words.sealBreaks, { reason: error.message });
    }
  }

  // --- an act ------------------------------------------------------------------------------------

  membersOf(index) {
    const { board } = this.steps[index];
    return board.members.map((member) => this.replay.parts.members[member]);
  }

  // Returns the name of a step: set-up, or its number.
  nameStep(index) {
    const { words, steps, hasSetUp } = this;
    if (hasSetUp && index === 0) return words.setUp;
    const first = hasSetUp ? 0 : 1;
    return fillIn(words.step, { step: index + first, steps: steps.length - 1 + first });
  }

  addressOf(index) {
    return `act-${index + (this.hasSetUp ? 0 : 1)}`;
  }

  // Shows the act that the address names.
  openAddress() {
    const number = Number(location.hash.match(/^#act-(\d+)$/)?.[1] ?? NaN);
    if (Number.isNaN(number)) return;
    const index = number - (this.hasSetUp ? 0 : 1);
    if (index !== this.index) this.goTo(index);
  }

  // Goes to an act, as somebody asked for it: what played pauses.
  goTo(index) {
    this.pause();
    this.show(index);
  }

  show(index, { isSilent = false } = {}) {
    const last = this.steps.length - 1;
    const shown = Math.min(Math.max(index, 0), last);
    const moves = Math.abs(shown - this.index) === 1;
    this.index = shown;
    this.draw(moves);
    this.showWords();
    this.markPlace();
    this.showWay();
    if (isSilent) return;
    try {
      history.replaceState(null, "", `#${this.addressOf(shown)}`);
    } catch {
      // The address stays, where the browser does not let a file change it.
    }
  }

  draw(moves) {
    const { index, steps, words } = this;
    const { board } = steps[index];
    this.heading.replaceChildren(board.title);
    if (board.acting) this.heading.append(" ", make("small", {}, board.acting));
    this.facts.textContent = board.facts.join(" · ");
    this.turns.replaceChildren(...board.turns.map((turn) => this.makeTurn(turn)));
    this.keepInView(this.turns.querySelector(".acting"));
    this.board.show(steps[index], steps[index - 1], { followed: this.followed, moves });
    this.picture.setAttribute("aria-label", `${words.map}. ${this.describeBoard()}`);
    this.showCombatants();
  }

  makeTurn(turn) {
    const { letters, camp, status, count, starts_group, cards } = this.replay.parts.turns[turn];
    const card = cards ? make("span", { class: "card" }, cards) : null;
    const badge = make("span", { class: `badge ${camp} ${status}` }, letters, card);
    const below = [status === "spent" ? "✓" : "", count > 1 ? `×${count}` : ""].join(" ").trim();
    const group = starts_group ? " begins" : "";
    return make("span", { class: `turn${group} ${status}` }, badge, make("small", {}, below));
  }

  // Says in words what the picture shows: who attacked whom, and who is in which zone.
  describeBoard() {
    const { words, replay, index } = this;
    const { board } = this.steps[index];
    if (board.map === null) return "";
    const members = this.membersOf(index);
    const nameOf = (id) => members.find((member) => member.id === id)?.name ?? "";
    const attacks = board.attacks.map(([attacker, target]) =>
      fillIn(words.attackLine, { attacker: nameOf(attacker), target: nameOf(target) }),
    );
    const zones = replay.parts.maps[board.map].zones.map(({ name }, zone) => {
      const names = board.tokens[zone].map((token) => replay.parts.tokens[token].name);
      return `${name}: ${names.join(", ") || words.nobody}`;
    });
    return [...attacks, ...zones].map((sentence) => `${sentence}.`).join(" ");
  }

  // Shows who is where, and what has changed with this act.
  showCombatants() {
    const { index, words } = this;
    const before = index > 0 ? this.membersOf(index - 1) : [];
    const earlier = new Map(before.map((member) => [member.id, member]));
    const rows = this.membersOf(index).map((member) =>
      this.makeRow(member, earlier.get(member.id)),
    );
    const focused = document.activeElement?.dataset?.member;
    this.rows.replaceChildren(...rows);
    if (focused) this.rows.querySelector(`[data-member="${focused}"]`)?.focus();
    const gone = this.membersOf(index).filter(
      ({ zone, status }) => zone === undefined && status === "out",
    );
    this.frame.querySelector(".gone")?.remove();
    if (gone.length === 0) return;
    const names = gone.map(({ name }) => name).join(", ");
    this.frame.append(make("p", { class: "gone" }, fillIn(words.gone, { names })));
  }

  makeRow(member, before) {
    const { words } = this;
    const isFollowed = member.id === this.followed;
    const name = make("button", { type: "button", "aria-pressed": String(isFollowed) });
    name.dataset.member = String(member.id);
    name.append(make("bdi", {}, member.name));
    name.addEventListener("click", () => this.follow(member.id));
    const sign = makeSign(SIGNS[member.status], words[`status-${member.status}`]);
    const change = before ? formatHealthChange(before, member) : "";
    const changed = (part) =>
      before && JSON.stringify(before[part]) !== JSON.stringify(member[part])
        ? "changed"
        : undefined;
    const health = make("td", { class: changed("health") }, ...this.makeHealth(member));
    if (change) health.append(" ", make("b", { class: "by" }, change));
    const { notes = [], details = [] } = member;
    const notesCell = make("td", { class: changed("notes") }, notes.join(" · "));
    if (isFollowed && details.length) {
      notesCell.append(make("div", { class: "details" }, details.join(" · ")));
    }
    const row = make("tr", { class: `${member.camp} ${member.status}` });
    row.append(
      make("th", { scope: "row" }, make("div", { class: "who" }, ...sign, " ", name)),
      health,
      make("td", { class: changed("place") }, make("bdi", {}, member.place ?? "")),
      notesCell,
    );
    return row;
  }

  // Makes the bar of somebody's health, and its number or word.
  makeHealth({ health = "" }) {
    const [, bar, rest] = health.match(/^([▰▱]*)\s*(.*)$/);
    const shown = bar ? [make("span", { class: "bar", "aria-hidden": "true" }, bar)] : [];
    return rest ? [...shown, " ", rest] : shown;
  }

  showWords() {
    const { index, steps, words } = this;
    const { lines, at } = steps[index];
    const time = new Date(at);
    const clock = make("time", { datetime: time.toISOString() });
    clock.textContent = time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    const shown = [make("h3", {}, this.nameStep(index), " ", clock)];
    for (const line of lines) {
      if (line.began) shown.push(make("h4", {}, fillIn(words.round, { round: line.began })));
      if (line.text.length) shown.push(this.makeLine("p", line));
    }
    this.lines.replaceChildren(...shown);
    this.act.scrollTop = 0;
    const fell = (this.replay.dice?.rows ?? [])
      .filter(({ row, kind }) => kind !== "undone" && steps[index].revisions.includes(row))
      .flatMap((row) => row.fell);
    this.drawn.replaceChildren(...fell.map((one) => this.makeDraw(one)));
    this.drawn.toggleAttribute("hidden", fell.length === 0);
  }

  // Makes a line of the record. Words in character are a quotation of who says them.
  makeLine(tag, { text, speaker, is_undone }) {
    if (speaker === undefined) return make(tag, { class: "line" }, ...makeText(text));
    const name = make("b", {}, make("bdi", {}, speaker));
    const undone = is_undone ? make("small", {}, ` (${this.words.undone})`) : null;
    return make(tag, { class: "line said" }, name, " ", make("q", {}, ...makeText(text)), undone);
  }

  // Makes the line of a die or card, with the number of its draw.
  makeDraw(one) {
    const { words } = this;
    const number = one.stream === "hidden" ? words.hiddenDraw : words.drawNumber;
    const name = one.die ? `d${one.die.sides}` : "";
    const value = one.die ? String(one.die.face) : fillIn(words.card, { card: one.card });
    const draw = one.n === undefined ? "" : fillIn(number, { number: one.n });
    return make("li", {}, `${name} `, make("b", {}, value), " ", make("small", {}, draw));
  }

  // Marks where in the fight the act is.
  markPlace() {
    const { index, steps } = this;
    this.slider.value = String(index);
    const round = this.rounds.findLast((one) => one.index <= index);
    const name = round?.button.title ?? "";
    const place = [...new Set([this.nameStep(index), name])].join(", ");
    this.slider.setAttribute("aria-valuetext", place);
    this.count.textContent = `${index} / ${steps.length - 1}`;
    for (const one of this.rounds) {
      if (one === round) one.button.setAttribute("aria-current", "true");
      else one.button.removeAttribute("aria-current");
    }
    this.keepInView(round?.button);
    for (const link of this.current ?? []) link.removeAttribute("aria-current");
    this.current = this.entries[index] ?? [];
    for (const link of this.current) link.setAttribute("aria-current", "step");
    this.keepInView(this.current[0]);
    if (this.isPlaying && index === steps.length - 1) this.pause();
  }

  // Scrolls the box that an element is in, and not the page.
  keepInView(element) {
    const box = element?.closest(".rounds, .pages, .turns");
    if (!box) return;
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    const [x, y] = [inner.left - outer.left, inner.top - outer.top];
    if (y < 40 || y + inner.height > outer.height - 40) box.scrollTop += y - outer.height / 3;
    if (x < 20 || x + inner.width > outer.width - 20) box.scrollLeft += x - outer.width / 2;
  }

  // --- following somebody ------------------------------------------------------------------------

  follow(id) {
    this.followed = this.followed === id ? undefined : id;
    this.draw(false);
    this.showWay();
  }

  // Says where the one who is followed has been, up to the end.
  showWay() {
    const { words, followed } = this;
    const way = [];
    let name = "";
    for (const index of followed === undefined ? [] : this.steps.keys()) {
      const member = this.membersOf(index).find((one) => one.id === followed);
      if (!member) continue;
      const place = member.place ?? words.offMap;
      if (index <= this.index) name = member.name;
      if (way.at(-1)?.place !== place) way.push({ place, index });
    }
    const parts = way.map(({ place, index }) => {
      const { round } = this.steps[index].board;
      const text = round === 0 ? place : fillIn(words.wayPart, { where: place, round });
      const link = make("a", { href: `#${this.addressOf(index)}` }, text);
      return index <= this.index ? make("b", {}, link) : link;
    });
    const [before, after] = fillIn(words.way, { name }).split("{way}");
    const joined = parts.flatMap((part, at) => (at ? [" → ", part] : [part]));
    this.way.replaceChildren(...(parts.length ? [before, ...joined, after] : []));
  }

  // --- playing -----------------------------------------------------------------------------------

  togglePlay() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    this.setPlaying(true);
    if (this.index === this.steps.length - 1) this.show(0);
    this.schedule();
  }

  pause() {
    clearTimeout(this.timer);
    if (this.isPlaying) this.setPlaying(false);
  }

  setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    const name = isPlaying ? "pause" : "play";
    this.playButton.setAttribute("aria-label", this.words[`button-${name}`]);
    this.playButton.title = this.words[`button-${name}`];
    this.playButton.replaceChildren(makeIcon(name));
  }

  // Goes on once the words of the act can have been read.
  schedule() {
    clearTimeout(this.timer);
    const [least, letter] = READING[this.speed.value];
    const length = this.steps[this.index].lines.reduce(
      (sum, { text }) => sum + textOf(text).length,
      0,
    );
    this.timer = setTimeout(
      () => {
        this.show(this.index + 1);
        if (this.isPlaying) this.schedule();
      },
      least + letter * Math.min(length, 400),
    );
  }

  pressKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select")) return;
    // A box that scrolls keeps the keys that scroll it.
    const isScrolling = event.target.closest(".pages, .act");
    if (isScrolling && !event.key.startsWith("Arrow") && event.key !== " ") return;
    const isPressable = event.target.closest("button, a, summary");
    const round = this.rounds.findLastIndex(({ index }) => index <= this.index);
    const acts = {
      ArrowLeft: () => this.goTo(this.index - 1),
      ArrowRight: () => this.goTo(this.index + 1),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.steps.length - 1),
      PageUp: () => this.goTo(this.rounds[Math.max(round - 1, 0)]?.index ?? 0),
      PageDown: () => this.goTo(this.rounds[round + 1]?.index ?? this.steps.length - 1),
      ...(isPressable ? {} : { " ": () => this.togglePlay() }),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  // A finger on the board goes back or on.
  listenToSwipes() {
    let start = null;
    this.frame.addEventListener("pointerdown", (event) => {
      start = event.pointerType === "mouse" ? null : event.clientX;
    });
    this.frame.addEventListener("pointerup", (event) => {
      const way = start === null ? 0 : event.clientX - start;
      start = null;
      if (Math.abs(way) > SWIPE) this.goTo(this.index + (way < 0 ? 1 : -1));
    });
  }

  // Fits the board into what the window leaves between what is above it and the words below.
  fitBoard() {
    const width = this.frame.clientWidth;
    const top = this.frame.getBoundingClientRect().top + scrollY;
    const height = innerHeight - top - this.dock.offsetHeight - 16;
    if (!width || !this.board.resize(width, Math.max(height, width * 0.3))) return;
    const [step, previous] = [this.steps[this.index], this.steps[this.index - 1]];
    this.board.show(step, previous, { followed: this.followed, moves: false });
  }
}

const replay = JSON.parse(document.querySelector("#replay").textContent);
if (replay.steps.length) new Player(replay);
