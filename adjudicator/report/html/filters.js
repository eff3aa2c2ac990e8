// Which entries are listed: by verdict, player, unit, rule and text, all of which must match.

const FILTERS = ["verdict", "player", "unit", "rule", "text"];

/** The form with the filters, and which entries match. */
class Filters {
  constructor(data, form, items, changed) {
    this.data = data;
    this.form = form;
    this.items = items; // the list's items, in the order of the entries
    this.texts = null;
    this.matching = data.entries.map(() => true);
    this.groups = [...document.querySelectorAll(".group")];
    form.addEventListener("input", () => this.apply(changed));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(() => this.apply(changed))); // the fields are emptied afterwards
  }

  /** What is asked for: only the filters that are set. */
  get wanted() {
    const wanted = {};
    for (const name of FILTERS) {
      const value = this.form.elements[name]?.value.trim();
      if (value) wanted[name] = value;
    }
    return wanted;
  }

  set wanted(wanted) {
    for (const name of FILTERS) {
      const field = this.form.elements[name];
      if (field) field.value = wanted[name] ?? "";
    }
  }

  get active() {
    return Object.keys(this.wanted).length > 0;
  }

  apply(changed) {
    const test = this.tests(this.wanted);
    this.matching = this.data.entries.map((entry, at) => test.every((passes) => passes(entry, at)));
    this.items.forEach((item, at) => { item.hidden = !this.matching[at]; });
    for (const group of this.groups) group.hidden = !group.querySelector("li[id]:not([hidden])");
    changed();
  }

  tests(wanted) {
    const tests = [];
    const player = this.data.players.indexOf(wanted.player);
    const unit = this.data.units.indexOf(wanted.unit);
    if (wanted.verdict) tests.push((entry) => entry.verdict === wanted.verdict);
    if (wanted.player) tests.push((entry) => entry.player === player);
    if (wanted.unit) tests.push((entry) => entry.units.includes(unit));
    if (wanted.rule) tests.push((entry) => entry.rules.includes(wanted.rule));
    if (wanted.text) {
      const words = wanted.text.toLowerCase().split(/\s+/);
      this.texts ??= this.items.map((item) => item.textContent.toLowerCase());
      tests.push((_, at) => words.every((word) => this.texts[at].includes(word)));
    }
    return tests;
  }

  get count() {
    return this.matching.reduce((sum, matches) => sum + matches, 0);
  }
}
