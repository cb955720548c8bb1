// The keno slip: numbers are marked by pointer or keyboard, the request is written from them, and
// its price is asked for as it changes. The server decides everything.
"use strict";
(() => {
  const slip = document.querySelector(".keno-slip");
  if (!slip) return;
  const at = (id) => document.getElementById(id);
  const spots = [...slip.querySelectorAll("[data-spot]")];
  const group = new Map();

  const groups = () => {
    const found = new Map();
    for (const [number, letter] of group) found.set(letter, [...(found.get(letter) || []), number]);
    return [...found.keys()].sort().map((letter) => found.get(letter).sort((a, b) => a - b));
  };
  const conditioning = (rate) => {
    const ways = at("slip-ways").value.split(",").map((way) => way.trim()).filter(Boolean);
    return ways.length ? ways.map((way) => way + " at " + rate).join(", ") : "at " + rate;
  };
  const write = () => {
    const kind = at("slip-type").value;
    const rate = at("slip-rate").value.trim();
    const games = Number(at("slip-games").value) > 1 ? " games " + at("slip-games").value : "";
    if (kind === "quick-pick") return "quick-pick " + at("slip-spots").value + " at " + rate + games;
    const marks = groups().map((numbers) => numbers.join(" ") + (kind === "king" && numbers.length === 1 ? "*" : ""));
    if (!marks.length) return "";
    return kind + " " + marks.join(" / ") + (kind === "straight" ? " " : " : ") + conditioning(rate) + games;
  };
  let waiting = null;
  const ask = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const request = at("slip-text").value;
      if (!request) return;
      htmx.ajax("POST", slip.dataset.price, { target: "#price", swap: "outerHTML", values: { request, _csrf: slip.dataset.csrf } });
    }, 250);
  };
  const show = () => {
    for (const spot of spots) {
      const letter = group.get(Number(spot.dataset.spot));
      spot.setAttribute("aria-pressed", letter ? "true" : "false");
      spot.dataset.group = letter || "";
      spot.setAttribute("aria-label", spot.dataset.spot + (letter ? ", group " + letter : ""));
    }
    at("slip-text").value = write();
    ask();
  };
  const mark = (spot) => {
    const number = Number(spot.dataset.spot);
    const letter = at("slip-group").value;
    if (group.get(number) === letter) group.delete(number);
    else group.set(number, letter);
    show();
  };
  // The eighty numbers are one stop of the Tab key; arrows lead about among them.
  const stop = (here) => { for (const spot of spots) spot.tabIndex = spot === here ? 0 : -1; };
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -10, ArrowDown: 10 };
  slip.addEventListener("click", (event) => {
    const spot = event.target.closest("[data-spot]");
    if (spot) mark(spot);
  });
  slip.addEventListener("focusin", (event) => {
    const spot = event.target.closest("[data-spot]");
    if (spot) stop(spot);
  });
  slip.addEventListener("keydown", (event) => {
    const spot = event.target.closest("[data-spot]");
    if (!spot) return;
    const step = steps[event.key];
    if (step) {
      const next = spots[Number(spot.dataset.spot) - 1 + step];
      if (next) next.focus();
      event.preventDefault();
    } else if (/^[a-j]$/i.test(event.key)) {
      at("slip-group").value = event.key.toUpperCase();
    }
  });
  for (const id of ["slip-type", "slip-spots", "slip-ways", "slip-rate", "slip-games"]) at(id).addEventListener("input", show);
  at("slip-text").addEventListener("input", ask);
  at("slip-clear").addEventListener("click", () => { group.clear(); show(); });
  stop(spots[0]);
  if (at("slip-text").value) ask();
})();
