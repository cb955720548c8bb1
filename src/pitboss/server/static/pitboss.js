// What the pages do beyond htmx: chips on betting areas, the stream of a table, focus that stays.
"use strict";
(() => {
  const table = () => document.getElementById("table");
  const newKey = () => (crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2) + Date.now());

  // A narrow screen gets a layout of its own: the server draws it.
  const narrow = matchMedia("(max-width: 640px)");
  const remember = () => {
    const was = /(?:^|; )pitboss_narrow=1/.test(document.cookie);
    document.cookie = "pitboss_narrow=" + (narrow.matches ? 1 : 0) + "; path=/; max-age=31536000; SameSite=Lax";
    if (was !== narrow.matches && document.querySelector(".table-svg")) {
      if (table()) htmx.trigger(table(), "refresh");
      else location.reload();
    }
  };
  // A screen that is turned to and fro asks once, when it has come to rest.
  let turned = null;
  narrow.addEventListener("change", () => { clearTimeout(turned); turned = setTimeout(remember, 250); });

  // Chips: one request after the other, each with a key of its own, so that none is lost or doubled.
  let queue = Promise.resolve();
  let chip = null;
  const send = (url, values) => {
    queue = queue.then(() => {
      const here = table();
      if (!here) return undefined;
      const fields = { ...values, _csrf: here.dataset.csrf, _key: newKey() };
      return htmx.ajax("POST", url, { target: "#table", swap: "outerHTML", values: fields });
    }).catch(() => undefined);
  };
  const place = (area) => {
    const chosen = document.querySelector("input[name=chip]:checked");
    if (!chosen) return;
    send(table().dataset.enter, { entry: area.dataset.entry, amount: (chosen.value / 100).toFixed(2) });
  };
  const sit = (seat) => send(table().dataset.sitUrl, { seat: seat.dataset.sit });
  document.addEventListener("click", (event) => {
    const area = event.target.closest("[data-entry]");
    if (area) return place(area);
    const seat = event.target.closest("[data-sit]");
    if (seat) return sit(seat);
    const card = event.target.closest("[data-card]");
    if (card) return pick(card);
    if (event.target.closest("[data-print]")) window.print();
    return undefined;
  });
  document.addEventListener("change", (event) => {
    if (event.target.name === "chip") chip = event.target.value;
  });

  // Cards that are picked: of the choices only those are shown that name the picked cards.
  const picked = () => [...document.querySelectorAll(".card.pick[aria-pressed=true]")].map((one) => one.dataset.card).sort();
  const narrowChoices = () => {
    if (!document.querySelector(".card.pick")) return;
    const chosen = picked().join(" ");
    for (const button of document.querySelectorAll("button[data-choice]")) {
      const words = button.dataset.choice.split(" ").filter((word) => /^([2-9TJQKA][shdc]|Jk|[1-6]-[1-6])$/.test(word));
      const front = words.slice(0, picked().length).sort().join(" ");
      const cards = [...words].sort();
      if (cards.length) button.form.hidden = !chosen || (cards.join(" ") !== chosen && front !== chosen);
    }
    const hint = document.getElementById("pick-hint");
    if (hint) hint.hidden = chosen !== "";
  };
  const pick = (card) => {
    card.setAttribute("aria-pressed", card.getAttribute("aria-pressed") === "true" ? "false" : "true");
    narrowChoices();
  };

  // The keyboard: Enter places a chip, the arrows lead to the nearest area that way.
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const nearest = (from, way) => {
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const one of document.querySelectorAll(".area.open")) {
      if (one === from) continue;
      const [a, b] = middle(one);
      const along = (a - x) * way[0] + (b - y) * way[1];
      const aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
      if (along > 2 && along + 2.5 * aside < least) {
        best = one;
        least = along + 2.5 * aside;
      }
    }
    return best;
  };
  document.addEventListener("keydown", (event) => {
    const at = document.activeElement;
    const area = at && at.closest && at.closest("[data-entry], [data-sit]");
    const card = at && at.closest && at.closest("[data-card]");
    if (card && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      pick(card);
    } else if (area && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      if (area.dataset.sit) sit(area);
      else place(area);
    } else if (area && ways[event.key]) {
      event.preventDefault();
      const next = nearest(area, ways[event.key]);
      if (next) {
        area.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    } else if (!/^(INPUT|SELECT|TEXTAREA)$/.test(at ? at.tagName : "")) {
      const key = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
      const link = key && document.querySelector(`[data-key=${key}]`);
      if (link) link.click();
    }
  });

  // At a table where players wager against each other: a slider with its amount, a key for each
  // choice, and the seconds that are left.
  const dollars = (cents) => (cents / 100).toFixed(2);
  const slide = (cents) => {
    const slider = document.getElementById("raise-slider");
    const amount = document.getElementById("raise-amount");
    if (!slider || !amount) return;
    slider.value = cents;
    amount.value = dollars(cents);
    slider.dataset.typed = amount.dataset.typed = "1";
  };
  document.addEventListener("input", (event) => {
    const one = event.target;
    if (one.dataset.slides) slide(Number(one.value));
    else if (one.id === "raise-amount") {
      const slider = document.getElementById("raise-slider");
      if (slider && !Number.isNaN(Number(one.value))) slider.value = Math.round(100 * Number(one.value));
    }
  });
  document.addEventListener("click", (event) => {
    const one = event.target.closest("[data-sets]");
    if (one) slide(Number(one.dataset.sets));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1) return;
    const at = document.activeElement;
    if (at && /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName) && at.type !== "range") return;
    const button = document.querySelector(`button[data-press="${CSS.escape(event.key.toLowerCase())}"]`);
    if (button) { event.preventDefault(); button.click(); }
  });
  setInterval(() => {
    const clock = document.querySelector(".clock");
    if (!clock) return;
    const left = Math.max(0, Number(clock.dataset.seconds) - 1);
    clock.dataset.seconds = left;
    const shown = clock.querySelector("strong");
    if (shown) shown.textContent = left;
    clock.classList.toggle("short", left <= 5);
  }, 1000);

  // What was typed, opened and focused stays when the table is drawn again.
  let kept = null;
  document.addEventListener("htmx:beforeSwap", () => {
    const here = table();
    if (!here) return;
    const at = document.activeElement;
    kept = { fields: {}, open: [], entry: null, id: null, lay: lying(here) };
    if (at && here.contains(at)) {
      kept.id = at.id || null;
      kept.entry = at.dataset ? at.dataset.entry || at.dataset.choice || null : null;
    }
    here.querySelectorAll("input[id]:not([type=radio]):not([type=hidden]), select[id]").forEach((one) => {
      if (one.dataset.typed) kept.fields[one.id] = one.value;
    });
    here.querySelectorAll("details[id]").forEach((one) => { if (one.open) kept.open.push(one.id); });
  });
  document.addEventListener("input", (event) => { event.target.dataset.typed = "1"; });
  document.addEventListener("htmx:afterSettle", () => {
    const here = table();
    if (!here) return;
    if (chip) {
      const one = document.getElementById("chip-" + chip);
      if (one) one.checked = true;
    }
    if (kept) {
      for (const [id, value] of Object.entries(kept.fields)) {
        const one = document.getElementById(id);
        if (one) { one.value = value; one.dataset.typed = "1"; }
      }
      kept.open.forEach((id) => { const one = document.getElementById(id); if (one) one.open = true; });
      let back = kept.id && document.getElementById(kept.id);
      if (!back && kept.entry) {
        back = here.querySelector(`[data-entry="${CSS.escape(kept.entry)}"], [data-choice="${CSS.escape(kept.entry)}"]`);
      }
      if (back) back.focus({ preventScroll: true });
    }
    if (kept) moved(here, kept.lay);
    kept = null;
    narrowChoices();
    told();
  });
  // What is new on the felt moves: cards slide from the shoe, dice roll, a wheel turns. The style
  // sheet says how, and does nothing for who wants no motion.
  const lying = (here) => ({
    cards: [...here.querySelectorAll(".card")].map((one) => one.getAttribute("aria-label") + one.parentNode.parentNode.className.baseVal),
    last: here.dataset.moved,
  });
  const moved = (here, before) => {
    const old = [...before.cards];
    let late = 0;
    for (const one of here.querySelectorAll(".card")) {
      const at = old.indexOf(one.getAttribute("aria-label") + one.parentNode.parentNode.className.baseVal);
      if (at >= 0) { old.splice(at, 1); continue; }
      one.classList.add("dealt", "late-" + Math.min(late, 7));
      late += 1;
    }
    if (before.last === here.dataset.moved) return;
    here.querySelectorAll(".die").forEach((one) => one.classList.add("rolled"));
    here.querySelectorAll(".wheel").forEach((one) => one.classList.add("spun"));
  };
  const told = () => {
    const here = table();
    const said = document.getElementById("said");
    if (here && said && said.textContent !== here.dataset.say) said.textContent = here.dataset.say;
    document.querySelectorAll(".story").forEach((one) => { one.scrollTop = one.scrollHeight; });
  };

  // The stream: whatever happens at the table, the page looks again. EventSource resumes by itself.
  let stream = null;
  let waiting = false;
  const listen = () => {
    const here = table();
    if (!here || stream) return;
    stream = new EventSource(here.dataset.stream);
    const look = (event) => {
      const now = table();
      if (!now) return;
      let n = -1;
      try { n = JSON.parse(event.data).n; } catch { n = -1; }
      if (String(n) === now.dataset.n || waiting) return;
      waiting = true;
      setTimeout(() => {
        waiting = false;
        queue = queue.then(() => {
          const there = table();
          if (!there || String(n) === there.dataset.n) return undefined;
          return htmx.ajax("GET", there.getAttribute("hx-get"), { target: "#table", swap: "outerHTML" });
        }).catch(() => undefined);
      }, 60);
    };
    stream.addEventListener("step", look);
    stream.addEventListener("reset", look);
    stream.addEventListener("hello", () => document.documentElement.setAttribute("data-live", "1"));
    stream.onerror = () => document.documentElement.removeAttribute("data-live");
    // After a while without the network: look once more, whatever the stream says.
    window.addEventListener("online", () => htmx.trigger(table(), "refresh"));
  };
  // The floor: at most one look a second, however much happens at its tables.
  const watchFloor = () => {
    const floor = () => document.getElementById("floor");
    if (!floor()) return;
    let due = null;
    const look = () => {
      if (due !== null) return;
      due = setTimeout(() => { due = null; if (floor()) htmx.trigger(floor(), "refresh"); }, 1000);
    };
    const floorStream = new EventSource(floor().dataset.stream);
    let lost = false;
    floorStream.addEventListener("floor", look);
    floorStream.addEventListener("hello", () => { if (lost) look(); lost = false; });
    floorStream.onerror = () => { lost = true; };
  };
  addEventListener("DOMContentLoaded", () => {
    remember();
    listen();
    watchFloor();
    narrowChoices();
    told();
    const game = document.querySelector("#which #game");
    if (game) game.addEventListener("change", () => game.form.requestSubmit());
    const as = document.getElementById("as");
    if (as) as.addEventListener("change", () => as.form.requestSubmit());
  });
})();
