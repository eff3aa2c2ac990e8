// Goes through the entries: buttons, keys, timeline, links; puts the ruling beside the map. It only ever moves, copies
// and shows what stands on the page, and sets plain text.

const PLAY_TIME = 1600; // milliseconds an entry is shown while playing
const LINK_DELAY = 250;
const PAUSE_SIGN = "M5 3H8V17H5ZM12 3H15V17H12Z";
const FLAGGED = new Set(["illegal", "undecided", "fault", "question"]);
const byId = (id) => document.getElementById(id);

/** What is shown now, and what can be shown. Places count from 0, which is before the first entry. */
class Report {
  constructor(data) {
    this.data = data;
    this.place = 0;
    this.items = data.entries.map((entry) => byId(`entry-${entry.number}`));
    this.places = new Map(data.entries.map((entry, at) => [entry.number, at + 1]));
    this.player = 0;
    this.linked = 0;
    this.marked = null;
    this.playSign = byId("play")?.querySelector("path").getAttribute("d");
    this.filters = new Filters(data, byId("filters"), this.items, () => this.filtered());
    this.dressBoard();
    this.listen();
    this.moves = location.hash !== ""; // a page opens at its top, unless a link leads to an entry
    this.readLink();
    if (!location.hash) this.step(1, FLAGGED);
    this.moves = true;
  }

  dressBoard() {
    const root = byId("board");
    if (!root || !this.data.board) return;
    this.table = new Table(this.data.board, byId("counters"), byId("traces"));
    this.view = new MapView(byId("frame"), root, this.data.board);
    root.addEventListener("click", (event) => this.tell(event.target.closest(".counter")));
    byId("lying")?.addEventListener("toggle", () => this.showLying());
    byId("zoom-in").addEventListener("click", () => this.view.zoom(0.7));
    byId("zoom-out").addEventListener("click", () => this.view.zoom(1 / 0.7));
    byId("zoom-all").addEventListener("click", () => this.view.showAll());
  }

  listen() {
    const act = {
      first: () => this.go(0), last: () => this.go(this.last), play: () => this.play(),
      previous: () => this.step(-1), next: () => this.step(1),
      "previous-flag": () => this.step(-1, FLAGGED), "next-flag": () => this.step(1, FLAGGED),
    };
    for (const [id, action] of Object.entries(act)) {
      byId(id)?.addEventListener("click", () => { if (id !== "play") this.pause(); action(); });
    }
    byId("timeline")?.addEventListener("input", (event) => { this.pause(); this.go(Number(event.target.value)); });
    document.addEventListener("click", (event) => this.follow(event));
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.readLink());
    byId("theme").addEventListener("click", toggleTheme);
    byId("copy-answer")?.addEventListener("click", copyAnswer);
  }

  // going about

  /** The place of the last entry that is listed. */
  get last() {
    return this.filters.matching.lastIndexOf(true) + 1;
  }

  /** Returns the next place in a direction that is listed and, if asked for, has one of the verdicts; -1 if none. */
  beyond(direction, verdicts) {
    for (let place = this.place + direction; place >= 1 && place <= this.items.length; place += direction) {
      const wanted = !verdicts || verdicts.has(this.data.entries[place - 1].verdict);
      if (wanted && this.filters.matching[place - 1]) return place;
    }
    return direction < 0 && !verdicts && this.place > 0 ? 0 : -1;
  }

  step(direction, verdicts = null) {
    const place = this.beyond(direction, verdicts);
    if (place >= 0) this.go(place);
    return place >= 0;
  }

  go(place) {
    this.place = place;
    this.table?.show(place);
    this.view?.follow(place ? this.data.board.frames[place - 1].focus : null);
    this.showRuling();
    this.showLying();
    this.showPlace();
    this.writeLink();
  }

  play() {
    if (this.player) {
      this.pause();
      return;
    }
    this.player = setInterval(() => { if (!this.step(1)) this.pause(); }, PLAY_TIME);
    this.showPlaying();
    if (!this.step(1)) this.pause();
  }

  pause() {
    clearInterval(this.player);
    this.player = 0;
    this.showPlaying();
  }

  showPlaying() {
    const button = byId("play");
    if (!button) return;
    const words = this.player ? "Pause (P)" : "Play (P)";
    button.querySelector("path").setAttribute("d", this.player ? PAUSE_SIGN : this.playSign);
    button.title = words;
    button.setAttribute("aria-label", words);
    button.setAttribute("aria-pressed", String(this.player !== 0));
  }

  // what is shown

  showRuling() {
    const item = this.items[this.place - 1];
    const title = byId("shown-title");
    if (!title) return;
    if (!item) {
      title.textContent = `Before the first ${this.data.noun}`;
      byId("shown-ruling").replaceChildren(copy(byId("read")), copy(byId("keys")));
      byId("shown-rules").replaceChildren();
      return;
    }
    const head = item.querySelector(".pick");
    title.replaceChildren(...[...head.childNodes].map((node) => node.cloneNode(true)));
    const ruling = item.querySelector(".ruling").cloneNode(true);
    byId("shown-ruling").replaceChildren(ruling);
    byId("shown-rules").replaceChildren(...behind(ruling));
    byId("beside").scrollTop = 0;
  }

  /** Tells what lies on the map, for those who want it in words. */
  showLying() {
    const lying = byId("lying");
    if (!lying?.open || !this.table) return;
    lying.querySelector("ul").replaceChildren(...this.table.words.map((words) => {
      const item = document.createElement("li");
      item.textContent = words;
      return item;
    }));
  }

  showPlace() {
    this.marked?.removeAttribute("aria-current");
    const item = this.items[this.place - 1];
    this.marked = item?.querySelector(".pick");
    this.marked?.setAttribute("aria-current", "true");
    if (item && !item.hidden) this.bringUp(item);
    const line = byId("timeline");
    if (!line) return;
    const words = item ? `${this.data.noun} ${this.data.entries[this.place - 1].number}` : "the start";
    line.value = this.place;
    line.setAttribute("aria-valuetext", words);
    byId("place").textContent = `${this.place} of ${this.items.length}`;
    this.enable();
  }

  /** Scrolls to an entry: in the list's own window beside a map, else on the page. */
  bringUp(item) {
    if (this.view) scrollInto(byId("groups"), item);
    else if (this.moves) item.scrollIntoView({ block: "nearest" });
  }

  enable() {
    const able = {
      first: this.place > 0, previous: this.beyond(-1) >= 0, next: this.beyond(1) >= 0, last: this.last > this.place,
      "previous-flag": this.beyond(-1, FLAGGED) >= 0, "next-flag": this.beyond(1, FLAGGED) >= 0,
    };
    for (const [id, can] of Object.entries(able)) byId(id).setAttribute("aria-disabled", String(!can));
  }

  filtered() {
    const { noun } = this.data;
    const listed = this.filters.count;
    const words = `${listed} of ${this.items.length} ${noun}s are listed.`;
    byId("filter-state").textContent = this.filters.active ? words : "";
    this.markMatches();
    if (this.place && !this.filters.matching[this.place - 1] && listed) {
      this.go(this.beyond(1) >= 0 ? this.beyond(1) : this.beyond(-1));
    } else {
      this.showPlace();
    }
    this.writeLink();
  }

  /** Marks on the timeline what is listed. */
  markMatches() {
    document.querySelector(".matches")?.remove();
    const marks = document.querySelector(".marks");
    if (!marks || !this.filters.active) return;
    const d = this.filters.matching.map((matches, at) => (matches ? `M${at + 1} 1v.35` : "")).join("");
    const drawing = marks.cloneNode(false);
    drawing.setAttribute("class", "matches");
    drawing.append(svgElement("path", { d }));
    marks.after(drawing);
  }

  /** Says what a counter of the map is. */
  tell(counter) {
    byId("board-tip").textContent = counter?.querySelector("title").textContent ?? "";
  }

  // keys and links

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("select, input:not([type=range]), .scroll")) return;
    const keys = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1),
      Home: () => this.go(0), End: () => this.go(this.last),
      n: () => this.step(1, FLAGGED), b: () => this.step(-1, FLAGGED), p: () => this.play(),
      "+": () => this.view?.zoom(0.7), "-": () => this.view?.zoom(1 / 0.7), 0: () => this.view?.showAll(),
      "/": () => byId("filter-text").focus(),
    };
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    if (event.key.toLowerCase() !== "p") this.pause();
    action();
  }

  /** Goes to the entry that a link leads to. */
  follow(event) {
    const link = event.target.closest('a[href^="#entry-"]');
    const place = link && this.places.get(Number(link.getAttribute("href").slice("#entry-".length)));
    if (!place || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.pause();
    this.go(place);
    if (!link.closest("#groups") || window.matchMedia("(max-width: 1099px)").matches) {
      byId("stage")?.scrollIntoView({ block: "start" });
    }
  }

  /** Reads what the address asks for: #entry=12&verdict=illegal, or the plain place #entry-12 of the list. */
  readLink() {
    const plain = /^#entry-(\d+)$/.exec(location.hash);
    const asked = Object.fromEntries(new URLSearchParams(plain ? `entry=${plain[1]}` : location.hash.slice(1)));
    if (location.hash && !("entry" in asked) && !FILTERS.some((name) => name in asked)) {
      if (!this.place) this.showRuling();
      this.showPlace();
      return;
    }
    if (!plain) this.filters.wanted = asked;
    this.place = this.places.get(Number(asked.entry)) ?? 0;
    this.filters.apply(() => this.filtered());
    this.go(this.place);
  }

  /** Writes what is shown into the address, so that it can be sent to somebody. */
  writeLink() {
    clearTimeout(this.linked);
    this.linked = setTimeout(() => {
      const entry = this.data.entries[this.place - 1];
      const asked = new URLSearchParams({ ...(entry ? { entry: entry.number } : {}), ...this.filters.wanted });
      if (asked.toString() === location.hash.slice(1)) return;
      history.replaceState(null, "", `#${asked}`);
    }, LINK_DELAY);
  }
}

/** Returns what stands behind a ruling: each rule and each modifier that it cites, as told farther down on the page. */
function behind(ruling) {
  const links = [...ruling.querySelectorAll('a[href^="#rule-"], a[href^="#modifier-"]')];
  const cited = new Set(links.map((link) => link.getAttribute("href").slice(1)));
  const told = [...cited].map(byId).filter(Boolean);
  const rules = told.filter((each) => each.localName === "article").map(copy);
  const modifiers = told.filter((each) => each.localName === "li").map(copy);
  const list = document.createElement("ul");
  list.setAttribute("aria-label", "Modifiers explained");
  list.append(...modifiers);
  return modifiers.length ? [...rules, list] : rules;
}

/** Returns a copy that is not found by the id of what it is copied from. */
function copy(element) {
  const made = element.cloneNode(true);
  made.removeAttribute("id");
  return made;
}

/** Scrolls a list, and nothing else, so that an item is in view. */
function scrollInto(list, item) {
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top + 36) list.scrollTop += inner.top - outer.top - 36;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}

/** Copies the answer to the opponent; where the browser does not let a page do that, selects it. */
async function copyAnswer() {
  const answer = byId("answer-text");
  let said = "Copied.";
  try {
    await navigator.clipboard.writeText(answer.textContent);
  } catch {
    getSelection().selectAllChildren(answer);
    said = "Selected: copy it with Ctrl+C.";
  }
  byId("answer-copied").textContent = said;
}

function toggleTheme() {
  const root = document.documentElement;
  const now = root.dataset.theme ?? (window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  showTheme();
}

function showTheme() {
  const root = document.documentElement;
  const now = root.dataset.theme ?? (window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  byId("theme").setAttribute("aria-pressed", String(now === "dark"));
  byId("theme").textContent = now === "dark" ? "Light mode" : "Dark mode";
}

showTheme();
new Report(JSON.parse(byId("page-data").textContent));
