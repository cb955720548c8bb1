// Deals hands of eight-deck baccarat with the npm package baccarat-engine for about a second
// and prints: hands, seconds, and how often each side won.
//
// The package is called as its README and sample-usage.js call it: one engine, a shoe that is
// created, shuffled and burned, dealGame() for the cards and calculateGameResult() for the
// result (outcome, natural, pairs), and a new shoe when isBurnNeeded says so. Two things differ.
// Its sample shuffles the sixteen cards that are left; here they are thrown away first, so that
// every shoe has eight decks, as ours has. And it draws roads and prints, which is no part of a
// hand. The package has no other way to play a hand, and none that does less.
const { BaccaratGameEngine } = require("baccarat-engine");

const engine = new BaccaratGameEngine();
const seconds = Number(process.argv[2] || 1);
function newShoe() {
  engine.shoe.cards = [];
  engine.shoe.createDecks();
  engine.shoe.shuffle();
  engine.burnCards();
}
newShoe();
const counts = { banker: 0, player: 0, tie: 0 };
let hands = 0;
const start = process.hrtime.bigint();
const end = start + BigInt(Math.round(seconds * 1e9));
while (process.hrtime.bigint() < end) {
  for (let i = 0; i < 50; i += 1) {
    if (engine.isBurnNeeded) newShoe();
    const result = engine.resultsEngine.calculateGameResult(engine.dealGame());
    counts[result.outcome] += 1;
    hands += 1;
  }
}
const taken = Number(process.hrtime.bigint() - start) / 1e9;
console.log(JSON.stringify({ hands, seconds: taken, counts }));
