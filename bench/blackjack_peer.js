// Plays six-deck blackjack (dealer stands on soft 17, double after split, flat bet, basic
// strategy) with the npm package @blackjacktrainer/blackjack-simulator and prints: rounds' hands,
// seconds, the mean result of a round and its variance, in bets.
globalThis.self = globalThis; // the package is bundled for a browser's worker
const { Simulator } = require("@blackjacktrainer/blackjack-simulator");

const hands = Number(process.argv[2] || 1000000);
const bet = 1000;
const settings = {
  playerStrategy: 1, // PlayerStrategy.BasicStrategy
  minimumBet: bet,
  playerBetSpread: [bet],
  playerSpots: [1],
  deckCount: 6,
  hitSoft17: false,
  allowDoubleAfterSplit: true,
  allowLateSurrender: false,
  allowResplitAces: false,
  maxHandsAllowed: 4,
  playerCount: 1,
  penetration: 0.75,
};
function play(count) {
  const start = process.hrtime.bigint();
  const told = new Simulator({ ...settings, hands: count }).run();
  return [told, Number(process.hrtime.bigint() - start) / 1e9];
}
play(200000); // so that the code is compiled
const [told, seconds] = play(hands);
console.log(
  JSON.stringify({
    hands: told.handsPlayed,
    seconds,
    mean: told.bankrollMean / bet,
    variance: told.bankrollVariance / bet / bet,
  }),
);
