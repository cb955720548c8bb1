const $ = (id) => document.getElementById(id);
const worker = new Worker("worker.js", { type: "module" });
const waiting = new Map();
let count = 0;
let right = 0;
let answered = 0;

function ask(what, fields) {
  count += 1;
  const id = count;
  return new Promise((done) => {
    waiting.set(id, done);
    worker.postMessage({ id, what, width: columns(), ...fields });
  });
}

// As many characters as the output has room for, but not less than a table needs: it can be scrolled.
function columns() {
  const probe = document.createElement("span");
  probe.textContent = "0".repeat(50);
  probe.style.font = getComputedStyle($("output")).font;
  document.body.append(probe);
  const wide = probe.getBoundingClientRect().width / 50;
  probe.remove();
  return Math.max(80, Math.min(120, Math.floor((document.querySelector("main").clientWidth - 26) / wide)));
}

function say(told) {
  $("output").textContent = told.text;
  $("output").classList.toggle("refused", told.code !== 0);
}

function state(words, name) {
  $("status").textContent = words;
  $("status").dataset.state = name;
}

async function work(what, fields) {
  state("Working…", "busy");
  document.querySelectorAll("button.go").forEach((button) => { button.disabled = true; });
  const told = await ask(what, fields);
  document.querySelectorAll("button.go").forEach((button) => { button.disabled = false; });
  state("Ready.", "ready");
  return told;
}

function fill(select, rows) {
  for (const [value, text] of rows) select.append(new Option(text, value));
}

function begin(manifest) {
  fill($("example"), manifest.examples.map((each, n) => [n, each.title]));
  $("record").value = manifest.examples[0].text;
  $("example").onchange = () => { $("record").value = manifest.examples[$("example").value].text; };
  fill($("rules-game"), manifest.games);
  fill($("drill-game"), manifest.games.filter(([key]) => manifest.drilled.includes(key)));
  fill($("odds-game"), manifest.games.filter(([key]) => manifest.small.includes(key)));
  fill($("drill-kind"), manifest.kinds);
  for (const id of ["rules-day", "odds-day"]) $(id).value = manifest.day;
  document.querySelectorAll("button.go").forEach((button) => { button.disabled = false; });
  state("Ready.", "ready");
}

worker.onmessage = ({ data }) => {
  if (data.failed) state(`This browser cannot run it: ${data.failed}`, "failed");
  else if (data.ready) begin(data.manifest);
  else { waiting.get(data.id)(data.told); waiting.delete(data.id); }
};

const actions = {
  settle: async () => say(await work("settle", { record: $("record").value })),
  rules: async () => say(await work("rules", { game: $("rules-game").value, day: $("rules-day").value })),
  odds: async () => say(await work("odds", { game: $("odds-game").value, day: $("odds-day").value })),
  ask: async () => {
    say({ text: "", code: 0 });
    const told = await work("ask", { game: $("drill-game").value, kind: $("drill-kind").value });
    if (told.code !== 0) { say(told); return; }
    $("situation").textContent = told.situation.join("\n");
    $("asked").textContent = told.question;
    $("choices").replaceChildren(...told.choices.map((choice) => {
      const item = document.createElement("li");
      item.textContent = choice;
      return item;
    }));
    $("question").hidden = false;
    $("answer").value = "";
    $("answer").focus();
  },
};

document.querySelectorAll("button[data-do]").forEach((button) => {
  button.onclick = () => actions[button.dataset.do]();
});

$("question").onsubmit = async (event) => {
  event.preventDefault();
  const told = await work("mark", { answer: $("answer").value });
  say(told);
  if (told.right === undefined) return;
  answered += 1;
  right += told.right ? 1 : 0;
  $("score").textContent = `${right} of ${answered} right`;
};

const tabs = [...document.querySelectorAll('[role="tab"]')];
function choose(tab) {
  for (const each of tabs) {
    const chosen = each === tab;
    each.setAttribute("aria-selected", String(chosen));
    each.tabIndex = chosen ? 0 : -1;
    $(each.getAttribute("aria-controls")).hidden = !chosen;
  }
  say({ text: "", code: 0 });
}
tabs.forEach((tab, n) => {
  tab.onclick = () => choose(tab);
  tab.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(n + step + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  };
});
