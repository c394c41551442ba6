// Random decisions a second of processor time, without any network: node decisions.js SECONDS,
// after npm install.
//
// boardgame.io's client by itself, then the same moves on plain data: what the framework costs.
const { Client } = require("boardgame.io/client");
const { JollyAndRoger, legal } = require("./game.js");

const seconds = Number(process.argv[2] ?? 3);
let seed = 2;

function below(count) {
  seed = (seed * 48271) % 2147483647;
  return seed % count;
}

function shuffle(cards) {
  const shuffled = [...cards];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
  }
  return shuffled;
}

function playFramework(games) {
  const client = Client({ game: { ...JollyAndRoger, seed: games }, numPlayers: 2, debug: false });
  let decisions = 0;
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const moves = legal(state.G);
    const { move, args } = moves[below(moves.length)];
    client.moves[move](...args);
    decisions++;
  }
  return decisions;
}

function playPlain() {
  const G = JollyAndRoger.setup({ random: { Shuffle: shuffle } });
  const events = { endTurn() {} };
  let decisions = 0;
  while (G.phase !== "over") {
    const moves = legal(G);
    const { move, args } = moves[below(moves.length)];
    JollyAndRoger.moves[move]({ G, events }, ...args);
    decisions++;
  }
  return decisions;
}

function measure(unit, play) {
  play(1);
  let decisions = 0;
  let games = 0;
  const start = process.cpuUsage();
  const took = () => {
    const used = process.cpuUsage(start);
    return (used.user + used.system) / 1e6;
  };
  while (took() < seconds) decisions += play(++games);
  console.log(JSON.stringify({ unit, decisions_per_second: decisions / took() }));
}

measure("boardgame.io", playFramework);
measure("plain Node", playPlain);
