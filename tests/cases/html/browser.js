// Works report pages as a reader would. The results are what the pages show then; the tests compare them.

const results = {};
const BEFORE_ALL = "#entry=0";
/* Without it a page opens at its first problem. */

/** Opens a page in a frame of its own and waits until it is there. */
async function open(page, hash = BEFORE_ALL, phone = false) {
  const frame = document.createElement("iframe");
  if (phone) frame.className = "phone";
  frame.src = `${page}${hash}`;
  document.body.append(frame);
  await new Promise((resolve) => { frame.onload = resolve; });
  await later(50);
  return new Reader(frame.contentWindow);
}

function later(time) {
  return new Promise((resolve) => { setTimeout(resolve, time); });
}

/** Somebody in front of a page. */
class Reader {
  constructor(window) {
    this.window = window;
    this.document = window.document;
  }

  find(id) {
    return this.document.getElementById(id);
  }

  click(id) {
    this.find(id).click();
  }

  press(key, on = this.document.body) {
    const event = new this.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    on.dispatchEvent(event);
    return event.defaultPrevented;
  }

  choose(id, value) {
    this.find(id).value = value;
    this.find(id).dispatchEvent(new this.window.Event("input", { bubbles: true }));
  }

  text(element) {
    return element.textContent.replace(/\s+/g, " ").trim();
  }

  /** What is shown: the entry that is marked in the list, the ruling beside it, the place on the timeline. */
  get shown() {
    const marked = this.document.querySelector(".pick[aria-current]");
    return [marked ? this.text(marked) : "", this.text(this.find("shown-title")), this.find("timeline").value];
  }

  get place() {
    return Number(this.find("timeline").value);
  }

  get listed() {
    const items = [...this.document.querySelectorAll("li[id^=entry-]")].filter((item) => item.offsetParent);
    return items.map((item) => Number(item.id.slice("entry-".length)));
  }

  get counters() {
    return [...this.document.querySelectorAll("#counters > g > title")].map((each) => this.text(each)).sort();
  }
}

const checks = {
  async start(page) {
    const reader = await open(page);
    return { shown: reader.shown, listed: reader.listed, script: reader.document.documentElement.className };
  },

  async bare(page) {
    return (await open(page, "")).shown;
  },

  async buttons(page) {
    const reader = await open(page);
    const places = [];
    for (const id of ["next", "next", "previous", "last", "next", "previous-flag", "first", "next-flag", "next-flag"]) {
      reader.click(id);
      places.push(reader.place);
    }
    return { places, shown: reader.shown, rules: reader.text(reader.find("shown-rules")) };
  },

  async keys(page) {
    const reader = await open(page);
    const places = [];
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "n", "N", "b"]) {
      reader.press(key);
      places.push(reader.place);
    }
    return { places, inTheSearch: reader.press("n", reader.find("filter-text")) };
  },

  async positions(page) {
    const reader = await open(page);
    const forward = [];
    for (let place = 0; place <= 23; place += 1) {
      forward.push(reader.counters.join("|"));
      reader.click("next");
    }
    const last = reader.counters;
    const same = [];
    for (const place of [5, 22, 0, 11, 23, 1]) {
      reader.choose("timeline", place);
      same.push(reader.counters.join("|") === forward[place]);
    }
    reader.find("lying").open = true;
    await later(50);
    reader.press("End");
    const words = [...reader.document.querySelectorAll("#lying li")].map((each) => reader.text(each)).sort();
    return { last, same, depths: inOrder(reader), words };
  },

  async filters(page) {
    const reader = await open(page);
    reader.choose("filter-verdict", "illegal");
    const illegal = reader.listed;
    reader.click("first");
    const places = [];
    for (let step = 0; step < 4; step += 1) {
      reader.click("next");
      places.push(reader.place);
    }
    reader.choose("filter-player", "Bert, French");
    const both = reader.listed;
    const state = reader.text(reader.find("filter-state"));
    await later(400);
    const link = reader.window.location.hash;
    reader.click("filter-reset");
    await later(50);
    const reset = reader.listed.length;
    reader.choose("filter-text", "MINEFIELD roll");
    const found = reader.listed;
    reader.choose("filter-text", "nothing that anybody wrote");
    const none = reader.listed;
    reader.choose("filter-text", "");
    reader.choose("filter-unit", "M/2/13 DBLE");
    const unit = reader.listed;
    reader.choose("filter-unit", "");
    reader.choose("filter-rule", "GTS R6.13");
    return { illegal, places, both, state, link, reset, found, none, unit, rule: reader.listed };
  },

  async links(page) {
    const deep = await open(page, "#entry=11&verdict=illegal");
    const first = { shown: deep.shown, listed: deep.listed };
    const plain = await open(page, "#entry-7");
    const odd = await open(page, "#entry=99&verdict=%3Cscript%3E&player=nobody&unit=%E0%A4%A");
    plain.document.querySelector('#totals a[href^="#rule-"]').click();
    plain.document.querySelector("#entry-9 .pick").click();
    return { first, plain: plain.shown, odd: odd.place };
  },

  async map(page) {
    const reader = await open(page, "#entry=11");
    const board = reader.find("board");
    const seen = () => [parseFloat(board.style.width), board.style.transform];
    const before = seen();
    reader.click("zoom-in");
    const nearer = seen();
    reader.press("0");
    const whole = seen();
    const turn = { deltaY: -300, clientX: 300, clientY: 300, cancelable: true, bubbles: true };
    reader.find("frame").dispatchEvent(new reader.window.WheelEvent("wheel", turn));
    const wheeled = seen();
    const traces = [...reader.document.querySelectorAll("#traces > *")].map((each) => each.getAttribute("class"));
    const click = new reader.window.MouseEvent("click", { bubbles: true });
    reader.document.querySelector("#counters > g").dispatchEvent(click);
    return { before, nearer, whole, wheeled, traces, tip: reader.text(reader.find("board-tip")) };
  },

  async playing(page) {
    const reader = await open(page);
    reader.click("play");
    const playing = [reader.find("play").getAttribute("aria-label"), reader.place];
    await later(1700);
    const later1 = reader.place;
    reader.press("p");
    const paused = reader.find("play").getAttribute("aria-label");
    await later(1700);
    return { playing, later: later1, paused, afterwards: reader.place };
  },

  async theme(page) {
    const reader = await open(page);
    const ground = () => reader.window.getComputedStyle(reader.document.body).backgroundColor;
    const light = ground();
    reader.click("theme");
    return { light, dark: ground(), pressed: reader.find("theme").getAttribute("aria-pressed") };
  },

  async phone(page) {
    const reader = await open(page, "#entry=3", true);
    const root = reader.document.documentElement;
    const buttons = [...reader.document.querySelectorAll("button")].filter((each) => each.offsetParent);
    const small = buttons.filter((each) => each.getBoundingClientRect().height < 36).map((each) => each.id);
    return { wide: root.scrollWidth, small, map: reader.find("stage").getBoundingClientRect().height };
  },
};

const many = {
  async index(page) {
    const results = {};
    for (const phone of [false, true]) {
      const reader = await open(page, "", phone);
      const rows = () => [...reader.document.querySelectorAll("#games tbody tr")].filter((row) => !row.hidden);
      const names = () => rows().map((row) => row.cells[0].dataset.value);
      const heads = [...reader.document.querySelectorAll("#games thead th")];
      const head = (name) => heads.find((each) => reader.text(each) === name);
      const seen = { found: names(), clicked: {}, chosen: {} };
      for (const name of ["Game", "Actions", "Verdict", "Dice"]) {
        const at = heads.indexOf(head(name));
        const column = () => [head(name).getAttribute("aria-sort"), rows().map((row) => row.cells[at].dataset.value)];
        head(name).querySelector("button").click();
        const once = column();
        head(name).querySelector("button").click();
        seen.clicked[name] = [once, column()];
        reader.find("sort").value = String(at);
        reader.find("sort").dispatchEvent(new reader.window.Event("change", { bubbles: true }));
        seen.chosen[name] = column();
      }
      reader.find("sort").value = "";
      reader.find("sort").dispatchEvent(new reader.window.Event("change", { bubbles: true }));
      seen.again = names();
      reader.choose("search", "ANNA legal");
      seen.searched = [names(), reader.text(reader.find("shown"))];
      reader.choose("search", "");
      seen.headings = head("Game").getBoundingClientRect().height > 1;
      seen.wide = reader.document.documentElement.scrollWidth;
      seen.caption = reader.text(reader.document.querySelector("#games caption"));
      results[phone ? "phone" : "desk"] = seen;
    }
    return results;
  },
};

/** Whether counters that lie lower are drawn later. */
function inOrder(reader) {
  const depths = [...reader.document.querySelectorAll("#counters > g")].map((each) => each.depth);
  return depths.every((depth, at) => !at || depths[at - 1] <= depth);
}

const hostile = {
  async hostile(page) {
    const reader = await open(page, "#entry=2");
    reader.choose("filter-text", "pwned");
    reader.press("End");
    const { images } = reader.document;
    return { pwned: reader.window.pwned === undefined, images: images.length, listed: reader.listed.length };
  },

  async log(page) {
    const reader = await open(page);
    reader.press("End");
    const marked = reader.document.querySelector(".pick[aria-current]");
    const { display } = reader.window.getComputedStyle(reader.document.querySelector(".ruling"));
    return { marked: reader.text(marked), ruling: display, panes: ["board", "beside"].map((id) => reader.find(id)) };
  },
};

async function run() {
  for (const [name, check] of Object.entries(checks)) results[name] = await check("audit.html");
  for (const [name, check] of Object.entries(many)) results[name] = await check("many/index.html");
  for (const [name, check] of Object.entries(hostile)) results[name] = await check(`${name}.html`);
}

run().catch((error) => { results.error = String(error.stack ?? error); }).finally(() => {
  document.getElementById("results").textContent = JSON.stringify(results);
});
