// The map: what lies where after each entry, the traces of what was done, and the part of it that is seen.
//
// The data has what lies on the map before the first entry, and for each entry the counters that come, change or go.
// A counter is [thing, x, y, scale, label, [drawings]]; see schema/report-page.schema.json.

const SVG = "http://www.w3.org/2000/svg";
const CLOSE = { least: 620, most: 1300, ratio: 1.45 }; // how many pixels of the map a close view is wide
const NEAREST = 250;
const PAN_TIME = 260; // milliseconds
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Makes an SVG element. */
function svgElement(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The counters on the map. */
class Table {
  constructor(data, layer, traces) {
    this.data = data;
    this.layer = layer;
    this.traces = traces;
    this.shown = new Map(); // thing -> { row, element }
    this.place = 0;
    this.rows = new Map(data.start.map((row) => [row[0], row]));
    layer.replaceChildren();
    this.draw();
  }

  /** Shows the map as it is after so many entries. */
  show(place) {
    if (place < this.place) {
      this.place = 0;
      this.rows = new Map(this.data.start.map((row) => [row[0], row]));
    }
    for (; this.place < place; this.place += 1) this.apply(this.data.frames[this.place]);
    this.draw();
    this.trace(place ? this.data.frames[place - 1] : null);
  }

  apply(frame) {
    for (const thing of frame.gone) this.rows.delete(thing);
    for (const row of frame.set) this.rows.set(row[0], row);
  }

  draw() {
    for (const [thing, { element }] of this.shown) {
      if (!this.rows.has(thing)) {
        element.remove();
        this.shown.delete(thing);
      }
    }
    for (const [thing, row] of this.rows) {
      const there = this.shown.get(thing);
      if (there?.row === row) continue;
      there?.element.remove();
      const element = this.counter(row);
      this.shown.set(thing, { row, element });
      this.insert(element);
    }
  }

  counter([, x, y, scale, label, drawings]) {
    const title = svgElement("title", {});
    title.textContent = this.data.labels[label];
    const pictures = drawings.map((each) => svgElement("use", { href: `#drawing-${this.data.drawings[each]}` }));
    const element = svgElement("g", { transform: `translate(${x} ${y}) scale(${scale})`, class: "counter" }, title, ...pictures);
    element.depth = y;
    return element;
  }

  /** Puts a counter over those that lie higher on the map: of a stack, each lies lower than the one under it. */
  insert(element) {
    let after = this.layer.lastElementChild;
    while (after && after.depth > element.depth) after = after.previousElementSibling;
    if (after) after.after(element);
    else this.layer.prepend(element);
  }

  /** Shows the ways and the shots of an entry. */
  trace(frame) {
    const marks = [];
    for (const way of frame?.ways ?? []) {
      const d = pathData(way);
      marks.push(svgElement("path", { class: "way-rim", d }), svgElement("path", { class: "way", d, "marker-end": "url(#arrow)" }));
    }
    for (const shot of frame?.shots ?? []) {
      marks.push(svgElement("path", { class: "shot", d: pathData(shot), "marker-end": "url(#hit)" }));
    }
    for (const [x, y] of frame?.rings ?? []) marks.push(svgElement("circle", { class: "ring", cx: x, cy: y, r: this.data.ring }));
    this.traces.replaceChildren(...marks);
  }
}

/** Returns a line through the points of a list of numbers as path data. */
function pathData(numbers) {
  let data = "";
  for (let at = 0; at < numbers.length; at += 2) data += `${at ? "L" : "M"}${numbers[at]} ${numbers[at + 1]}`;
  return data;
}

/** The part of the map that is seen. */
class MapView {
  constructor(root, { width, height, view }) {
    this.root = root;
    this.whole = { x: 0, y: 0, width, height };
    this.seen = { ...this.whole };
    this.show(view);
    this.follows = "close"; // "close": comes near by itself; "zoom": keeps the zoom that was chosen; "all": stays
    this.pointers = new Map();
    this.motion = 0;
    this.listen();
  }

  listen() {
    this.root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.root.addEventListener("pointerdown", (event) => this.press(event));
    this.root.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) this.root.addEventListener(name, (event) => this.release(event));
  }

  apply() {
    const { x, y, width, height } = this.seen;
    this.root.setAttribute("viewBox", `${x.toFixed(1)} ${y.toFixed(1)} ${width.toFixed(1)} ${height.toFixed(1)}`);
  }

  /** Returns the pixels of the map for one pixel of the screen. */
  get ratio() {
    const box = this.root.getBoundingClientRect();
    return Math.max(this.seen.width / box.width, this.seen.height / box.height);
  }

  /** Sets what is seen, in bounds. */
  see(x, y, width) {
    const box = this.root.getBoundingClientRect();
    const share = box.width ? box.height / box.width : 1;
    const widest = Math.max(this.whole.width, this.whole.height / share);
    const w = Math.min(Math.max(width, NEAREST), widest);
    const h = w * share;
    this.seen = {
      x: within(x, w, this.whole.width), y: within(y, h, this.whole.height), width: w, height: h,
    };
    this.apply();
  }

  /** Shows the whole map, and stays with that. */
  showAll() {
    this.stop();
    this.follows = "all";
    this.seen = { ...this.whole };
    this.apply();
  }

  zoom(factor, clientX, clientY) {
    this.stop();
    this.follows = "zoom";
    const box = this.root.getBoundingClientRect();
    const ratio = this.ratio;
    const dx = ((clientX ?? box.left + box.width / 2) - box.left - box.width / 2) * ratio;
    const dy = ((clientY ?? box.top + box.height / 2) - box.top - box.height / 2) * ratio;
    const middle = this.middle;
    const width = box.width * ratio * factor;
    const height = width * (box.height / box.width);
    this.see(middle.x + dx * (1 - factor) - width / 2, middle.y + dy * (1 - factor) - height / 2, width);
  }

  /** How many pixels of the map a close view is wide: fewer on a small screen. */
  get close() {
    return Math.min(Math.max(this.root.getBoundingClientRect().width * CLOSE.ratio, CLOSE.least), CLOSE.most);
  }

  get middle() {
    return { x: this.seen.x + this.seen.width / 2, y: this.seen.y + this.seen.height / 2 };
  }

  /** Brings a part of the map, [left, top, right, bottom], into view if it is not well in view already. */
  follow(focus) {
    if (!focus || this.follows === "all" || this.shows(focus)) return;
    this.glide(...this.round(focus, this.follows === "close" ? this.close : this.seen.width));
  }

  /** Shows a part of the map at once. */
  show(part) {
    this.see(...this.round(part, this.close));
  }

  /** Returns the view, as x, y and width, that has a part of the map in its middle and is at least that wide. */
  round([left, top, right, bottom], least) {
    const box = this.root.getBoundingClientRect();
    const share = box.width ? box.height / box.width : 1;
    const width = Math.max(least, (right - left) * 1.1, ((bottom - top) * 1.1) / share);
    return [(left + right) / 2 - width / 2, (top + bottom) / 2 - (width * share) / 2, width];
  }

  shows([left, top, right, bottom]) {
    const { x, y, width, height } = this.seen;
    const near = this.follows !== "close" || width <= this.close * 1.6;
    return near && left > x + width * 0.06 && right < x + width * 0.94 && top > y + height * 0.06 && bottom < y + height * 0.94;
  }

  /** Moves the view there, at once if the reader wants no motion. */
  glide(x, y, width) {
    this.stop();
    const from = { ...this.seen };
    if (calm.matches || document.hidden) {
      this.see(x, y, width);
      return;
    }
    const begin = performance.now();
    const move = (now) => {
      const part = Math.min((now - begin) / PAN_TIME, 1);
      const eased = 1 - (1 - part) ** 3;
      this.see(from.x + (x - from.x) * eased, from.y + (y - from.y) * eased, from.width + (width - from.width) * eased);
      this.motion = part < 1 ? requestAnimationFrame(move) : 0;
    };
    this.motion = requestAnimationFrame(move);
  }

  stop() {
    if (this.motion) cancelAnimationFrame(this.motion);
    this.motion = 0;
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.clientX, event.clientY);
  }

  press(event) {
    this.stop();
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const ratio = this.ratio;
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.root.setPointerCapture(event.pointerId);
    this.root.classList.add("dragged");
    if (others.length) {
      const factor = distance(before, others[0]) / Math.max(distance(this.pointers.get(event.pointerId), others[0]), 1);
      this.zoom(factor, (event.clientX + others[0].x) / 2, (event.clientY + others[0].y) / 2);
      return;
    }
    if (this.follows === "close") this.follows = "zoom";
    const middle = this.middle;
    const box = this.root.getBoundingClientRect();
    const width = box.width * ratio;
    const height = box.height * ratio;
    this.see(middle.x - (event.clientX - before.x) * ratio - width / 2, middle.y - (event.clientY - before.y) * ratio - height / 2, width);
  }

  release(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.root.classList.remove("dragged");
  }
}

function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Returns where a view of that size begins so that it does not leave the map, or lies in the middle if it is larger. */
function within(start, size, whole) {
  return size >= whole ? (whole - size) / 2 : Math.min(Math.max(start, 0), whole - size);
}
