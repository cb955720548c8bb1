// Deals hands of eight-deck baccarat with the npm package baccarat-engine for about a second
// and prints: hands, seconds, banker wins, player wins, ties.
const BaccaratGameEngine = require("baccarat-engine").BaccaratGameEngine;

const engine = new BaccaratGameEngine();
const seconds = Number(process.argv[2] || 1);
function fresh() {
  engine.shoe.createDecks();
  engine.shoe.shuffle();
  engine.burnCards();
}
fresh();
const counts = {};
let hands = 0;
const start = process.hrtime.bigint();
const end = start + BigInt(Math.round(seconds * 1e9));
while (process.hrtime.bigint() < end) {
  for (let i = 0; i < 50; i += 1) {
    if (engine.shoe.cardsLeft < 16) fresh();
    const result = engine.resultsEngine.calculateGameResult(engine.dealGame());
    counts[result.outcome] = (counts[result.outcome] || 0) + 1;
    hands += 1;
  }
}
const taken = Number(process.hrtime.bigint() - start) / 1e9;
console.log(JSON.stringify({ hands, seconds: taken, counts }));
