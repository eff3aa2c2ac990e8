// Sorts the table of games by a heading or by what is chosen, and shows those in which what is searched for stands.

(() => {
"use strict";

const table = document.getElementById("games");
const body = table.tBodies[0];
const rows = [...body.rows];
const heads = [...table.tHead.rows[0].cells];
const chosen = document.getElementById("sort");
const search = document.getElementById("search");
const shown = document.getElementById("shown");
const byName = new Intl.Collator("en", { numeric: true });
let column = -1;
let down = false;

const key = (row, at) => row.cells[at].dataset.value ?? row.cells[at].textContent;

function compare(one, other) {
  const [first, second] = [key(one, column), key(other, column)];
  if (first === "" || second === "") return (first === "") - (second === "");
  const numbers = [Number(first), Number(second)];
  const order = numbers.some(Number.isNaN) ? byName.compare(first, second) : numbers[0] - numbers[1];
  return down ? -order : order;
}

function sort(at, descending) {
  column = at;
  down = descending;
  body.append(...(at < 0 ? rows : rows.slice().sort(compare)));
  heads.forEach((head, each) => {
    if (each === at) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  });
  chosen.value = at < 0 ? "" : String(at);
}

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    count += !row.hidden;
  }
  shown.textContent = words.length ? `${count} of ${rows.length} rows` : "";
}

heads.forEach((head, at) => {
  const button = head.querySelector("button");
  const most = button.dataset.kind === "number";
  button.addEventListener("click", () => sort(at, column === at ? !down : most));
});
chosen.addEventListener("change", () => {
  const at = chosen.value === "" ? -1 : Number(chosen.value);
  sort(at, at >= 0 && heads[at].querySelector("button").dataset.kind === "number");
});
search.addEventListener("input", filter);
document.getElementById("choose").addEventListener("submit", (event) => event.preventDefault());
filter();
})();
