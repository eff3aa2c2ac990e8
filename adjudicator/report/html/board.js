// The map: what lies where after each entry, the traces of what was done, and the part of it that is seen.
//
// The data has what lies on the map before the first entry, and for each entry the counters that come, change or go.
// A counter is [thing, x, y, scale, label, [drawings]]; see schema/report-page.schema.json.

const SVG = "http://www.w3.org/2000/svg";
const CLOSE = { least: 620, most: 1300, ratio: 1.45 }; // how many pixels of the map a close view is wide
const NEAREST = 250;
const PAN_TIME = 260; // milliseconds
const MARGIN = 0.06; // which part of a view counts as its edge
const STILL = 4; // a finger that moves fewer pixels than these does not drag
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
    const transform = `translate(${x} ${y}) scale(${scale})`;
    const element = svgElement("g", { transform, class: "counter" }, title, ...pictures);
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

  /** What lies on the map, in words, in the order of the alphabet. */
  get words() {
    return [...this.rows.values()].map((row) => this.data.labels[row[4]]).sort();
  }

  /** Shows the ways and the shots of an entry. */
  trace(frame) {
    const marks = [];
    for (const way of frame?.ways ?? []) {
      const d = pathData(way);
      marks.push(svgElement("path", { class: "way-rim", d }));
      marks.push(svgElement("path", { class: "way", d, "marker-end": "url(#arrow)" }));
    }
    for (const shot of frame?.shots ?? []) {
      marks.push(svgElement("path", { class: "shot", d: pathData(shot), "marker-end": "url(#hit)" }));
    }
    for (const [cx, cy] of frame?.rings ?? []) {
      marks.push(svgElement("circle", { class: "ring", cx, cy, r: this.data.ring }));
    }
    this.traces.replaceChildren(...marks);
  }
}

/** Returns a line through the points of a list of numbers as path data. */
function pathData(numbers) {
  let data = "";
  for (let at = 0; at < numbers.length; at += 2) data += `${at ? "L" : "M"}${numbers[at]} ${numbers[at + 1]}`;
  return data;
}

/**
 * The part of the map that is seen. The drawing is as large as its zoom makes it and is moved behind its frame, so that
 * the browser can move what it has drawn already.
 */
class MapView {
  constructor(frame, root, { width, height, view }) {
    this.frame = frame;
    this.root = root;
    this.whole = { width, height };
    this.seen = { x: 0, y: 0, width, height };
    this.follows = "close"; // "close": comes near by itself; "zoom": keeps the zoom that was chosen; "all": stays
    this.pointers = new Map();
    this.motion = 0;
    this.see(...this.round(view, this.close));
    this.listen();
  }

  listen() {
    this.frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.frame.addEventListener("pointerdown", (event) => this.press(event));
    this.frame.addEventListener("pointermove", (event) => this.drag(event));
    this.frame.addEventListener("pointerup", (event) => this.release(event));
    this.frame.addEventListener("pointercancel", (event) => this.release(event));
    new ResizeObserver(() => this.resize()).observe(this.frame);
  }

  /** Reads the size of the frame, once until it changes. */
  resize() {
    this.box = null;
    const { x, y, width } = this.seen;
    if (this.follows === "all") this.showAll();
    else this.see(x, y, width);
  }

  get size() {
    this.box ??= { width: this.frame.clientWidth || 1, height: this.frame.clientHeight || 1 };
    return this.box;
  }

  /** How many pixels of the map a close view is wide: fewer on a small screen. */
  get close() {
    return Math.min(Math.max(this.size.width * CLOSE.ratio, CLOSE.least), CLOSE.most);
  }

  get middle() {
    return { x: this.seen.x + this.seen.width / 2, y: this.seen.y + this.seen.height / 2 };
  }

  /** Sets what is seen, in bounds. */
  see(x, y, width) {
    const share = this.size.height / this.size.width;
    const widest = Math.max(this.whole.width, this.whole.height / share);
    const seen = Math.min(Math.max(width, NEAREST), widest);
    const shift = (seen - width) / 2;
    this.seen = {
      x: within(x - shift, seen, this.whole.width), y: within(y - shift * share, seen * share, this.whole.height),
      width: seen, height: seen * share,
    };
    this.apply();
  }

  apply() {
    const zoom = this.size.width / this.seen.width;
    const { style } = this.root;
    style.width = `${(this.whole.width * zoom).toFixed(1)}px`;
    style.height = `${(this.whole.height * zoom).toFixed(1)}px`;
    style.transform = `translate(${Math.round(-this.seen.x * zoom)}px, ${Math.round(-this.seen.y * zoom)}px)`;
  }

  /** Shows the whole map, and stays with that. */
  showAll() {
    this.stop();
    this.follows = "all";
    this.see(0, 0, Infinity);
  }

  /** Comes nearer or goes away, at a point of the frame or its middle. */
  zoom(factor, atX = this.size.width / 2, atY = this.size.height / 2) {
    this.stop();
    this.follows = "zoom";
    const { x, y, width, height } = this.seen;
    const [partX, partY] = [atX / this.size.width, atY / this.size.height];
    const limited = Math.max(width * factor, NEAREST);
    const change = limited / width;
    this.see(x + width * partX * (1 - change), y + height * partY * (1 - change), limited);
  }

  /** Brings a part of the map, [left, top, right, bottom], into view if it is not well in view already. */
  follow(focus) {
    if (!focus || this.follows === "all" || this.shows(focus)) return;
    this.glide(...this.round(focus, this.follows === "close" ? this.close : this.seen.width));
  }

  shows([left, top, right, bottom]) {
    const { x, y, width, height } = this.seen;
    const near = this.follows !== "close" || width <= this.close * 1.6;
    const [inX, inY] = [width * MARGIN, height * MARGIN];
    return near && left > x + inX && right < x + width - inX && top > y + inY && bottom < y + height - inY;
  }

  /** Returns the view, as x, y and width, that has a part of the map in its middle and is at least that wide. */
  round([left, top, right, bottom], least) {
    const share = this.size.height / this.size.width;
    const width = Math.max(least, (right - left) * 1.1, ((bottom - top) * 1.1) / share);
    return [(left + right) / 2 - width / 2, (top + bottom) / 2 - (width * share) / 2, width];
  }

  /** Moves the view there; at once if the zoom changes, too, or the reader wants no motion. */
  glide(x, y, width) {
    this.stop();
    const from = { ...this.seen };
    if (calm.matches || document.hidden || Math.abs(width - from.width) > 1) {
      this.see(x, y, width);
      return;
    }
    const begin = performance.now();
    const move = (now) => {
      const part = Math.min(Math.max((now - begin) / PAN_TIME, 0), 1);
      const eased = 1 - (1 - part) ** 3;
      this.see(from.x + (x - from.x) * eased, from.y + (y - from.y) * eased, width);
      this.motion = part < 1 ? requestAnimationFrame(move) : 0;
    };
    this.motion = requestAnimationFrame(move);
  }

  stop() {
    if (this.motion) cancelAnimationFrame(this.motion);
    this.motion = 0;
  }

  // the mouse, and fingers

  wheel(event) {
    event.preventDefault();
    const point = this.at(event);
    this.zoom(Math.exp(event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), point.x, point.y);
  }

  /** Returns where in the frame something happened. */
  at(event) {
    const box = this.frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  press(event) {
    this.stop();
    this.pointers.set(event.pointerId, this.at(event));
  }

  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other && !this.frame.classList.contains("dragged") && distance(before, now) < STILL) return;
    this.pointers.set(event.pointerId, now);
    this.frame.setPointerCapture(event.pointerId);
    this.frame.classList.add("dragged");
    if (other) this.zoom(distance(before, other) / Math.max(distance(now, other), 1), other.x, other.y);
    else this.pan(before.x - now.x, before.y - now.y);
  }

  pan(right, down) {
    const ratio = this.seen.width / this.size.width;
    if (this.follows === "close") this.follows = "zoom";
    this.see(this.seen.x + right * ratio, this.seen.y + down * ratio, this.seen.width);
  }

  release(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.frame.classList.remove("dragged");
  }
}

function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Returns where a view of that size begins so that it stays on the map; in the middle if it is larger. */
function within(start, size, whole) {
  return size >= whole ? (whole - size) / 2 : Math.min(Math.max(start, 0), whole - size);
}
