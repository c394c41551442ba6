// Jolly & Roger (advanced deck) as users of boardgame.io would write it.
//
// Cards are numbers: 0 to 19 are pirates (ship * 5 + strength - 1), then three special kinds; a card
// that lies face down has DOWN added. Seat 0 has the crews 0 to 3, seat 1 the crews 4 to 7.
const { INVALID_MOVE } = require("boardgame.io/core");

const SHIPS = 4;
const STRENGTHS = 5;
const SKELETON = 20;
const PARROT = 21;
const KRAKEN = 22;
const DOWN = 32;
const SKELETON_STRENGTH = 3;
const GOLD = [3, 5, 7, 9];
const COUNTS = [4, 3, 2, 2, 2, 4, 3, 2, 2, 1, 4, 2, 2, 1, 1, 3, 2, 1, 1, 1, 2, 2, 3];
const DECK = COUNTS.flatMap((count, card) => Array(count).fill(card));
const CARDS_IN_PLAY = 40;
const CARDS_A_TURN = 5;

function shipOf(card) {
  return Math.floor(card / STRENGTHS);
}

function strengthOf(card) {
  return (card % STRENGTHS) + 1;
}

function captain(G, ship) {
  const lead = G.strength[ship] - G.strength[SHIPS + ship];
  return lead > 0 ? 0 : lead < 0 ? 1 : -1;
}

function scores(G) {
  const gold = [...G.chest];
  for (let ship = 0; ship < SHIPS; ship++) {
    const seat = captain(G, ship);
    if (seat >= 0) gold[seat] += GOLD[ship];
  }
  return gold;
}

function winner(G) {
  const [first, second] = scores(G);
  if (first !== second) return first > second ? 0 : 1;
  for (let ship = SHIPS - 1; ship >= 0; ship--) {
    const seat = captain(G, ship);
    if (seat >= 0) return seat;
  }
  return -1;
}

/** What may be done with one card of the hand. */
function playsOf(G, card) {
  const mine = G.actor * SHIPS;
  const theirs = SHIPS - mine;
  const plays = [];
  for (let ship = 0; ship < SHIPS; ship++) plays.push({ move: "hide", args: [card, ship] });
  if (card < SKELETON) {
    const ship = shipOf(card);
    plays.push({ move: "crew", args: [card, ship] });
    if (G.strength[mine + ship] > G.strength[theirs + ship]) {
      plays.push({ move: "board", args: [card] });
    }
  } else if (card === SKELETON) {
    for (let ship = 0; ship < SHIPS; ship++) plays.push({ move: "crew", args: [card, ship] });
  } else if (card === PARROT) {
    plays.push({ move: "parrot", args: [] });
  } else {
    plays.push({ move: "kraken", args: [null] });
    for (let ship = 0; ship < SHIPS; ship++) {
      const last = G.crews[theirs + ship].at(-1);
      if (last !== undefined && last !== SKELETON) plays.push({ move: "kraken", args: [ship] });
    }
  }
  return plays;
}

/** All legal moves of the seat whose turn it is. */
function legal(G) {
  if (G.phase === "split") {
    return Array.from({ length: 15 }, (_, i) => ({ move: "split", args: [i + 1] }));
  }
  if (G.phase === "pick") return [0, 1].map((set) => ({ move: "pick", args: [set] }));
  if (G.phase === "over") return [];
  return [...new Set(G.hand)].flatMap((card) => playsOf(G, card));
}

function giveTurn(G, events, seat) {
  if (G.actor !== seat) {
    G.actor = seat;
    events.endTurn({ next: String(seat) });
  }
}

/** The hand is smaller by one card: perhaps the other seat plays its set, or the next turn begins. */
function goOn(G, events) {
  if (G.hand.length) return;
  if (G.actor !== G.splitter) {
    giveTurn(G, events, G.splitter);
    G.hand = G.waiting;
    G.waiting = [];
  } else if (G.deck.length) {
    G.table = G.deck.splice(0, CARDS_A_TURN);
    G.splitter = 1 - G.splitter;
    giveTurn(G, events, G.splitter);
    G.phase = "split";
  } else {
    G.phase = "over";
  }
}

/** A move that plays a card of the hand; `play` does what the card does, or returns false. */
function cardMove(cardOf, play) {
  return ({ G, events }, ...args) => {
    const at = G.phase === "play" ? G.hand.indexOf(cardOf(...args)) : -1;
    if (at < 0) return INVALID_MOVE;
    if (play(G, G.actor * SHIPS, ...args) === false) return INVALID_MOVE;
    G.hand.splice(at, 1);
    goOn(G, events);
  };
}

const JollyAndRoger = {
  name: "jolly-and-roger",
  minPlayers: 2,
  maxPlayers: 2,

  setup: ({ random }) => {
    const deck = random.Shuffle(DECK).slice(0, CARDS_IN_PLAY);
    return {
      table: deck.splice(0, CARDS_A_TURN),
      deck,
      phase: "split",
      splitter: 0,
      actor: 0,
      sets: [],
      hand: [],
      waiting: [],
      crews: Array.from({ length: 2 * SHIPS }, () => []),
      strength: Array(2 * SHIPS).fill(0),
      chest: [0, 0],
    };
  },

  moves: {
    split: ({ G, events }, mask) => {
      if (G.phase !== "split" || !(mask >= 1 && mask <= 15)) return INVALID_MOVE;
      G.sets = [[], []];
      G.table.forEach((card, i) => G.sets[(mask >> i) & 1 ? 0 : 1].push(card));
      G.table = [];
      G.phase = "pick";
      giveTurn(G, events, 1 - G.splitter);
    },
    pick: ({ G }, set) => {
      if (G.phase !== "pick" || (set !== 0 && set !== 1)) return INVALID_MOVE;
      G.hand = G.sets[set];
      G.waiting = G.sets[1 - set];
      G.sets = [];
      G.phase = "play";
    },
    hide: cardMove(
      (card) => card,
      (G, mine, card, ship) => {
        G.crews[mine + ship].push(card + DOWN);
        G.strength[mine + ship] += 1;
      },
    ),
    crew: cardMove(
      (card) => card,
      (G, mine, card, ship) => {
        if (card > SKELETON || (card < SKELETON && ship !== shipOf(card))) return false;
        G.crews[mine + ship].push(card);
        G.strength[mine + ship] += card === SKELETON ? SKELETON_STRENGTH : strengthOf(card);
      },
    ),
    board: cardMove(
      (card) => card,
      (G, mine, card) => {
        const ship = shipOf(card);
        if (card >= SKELETON || captain(G, ship) !== G.actor) return false;
        G.chest[G.actor] += strengthOf(card);
      },
    ),
    parrot: cardMove(
      () => PARROT,
      (G, mine) => {
        for (let crew = mine; crew < mine + SHIPS; crew++) {
          G.crews[crew].forEach((card, i) => {
            if (card < DOWN || card - DOWN >= SKELETON) return;
            G.crews[crew][i] = card - DOWN;
            G.strength[crew] += strengthOf(card - DOWN) - 1;
          });
        }
      },
    ),
    kraken: cardMove(
      () => KRAKEN,
      (G, mine, ship) => {
        if (ship === null) return;
        const crew = SHIPS - mine + ship;
        if (!G.crews[crew].length || G.crews[crew].at(-1) === SKELETON) return false;
        const card = G.crews[crew].pop();
        G.strength[crew] -= card >= DOWN ? 1 : strengthOf(card);
      },
    ),
  },

  endIf: ({ G }) => {
    if (G.phase === "over") return { scores: scores(G), winner: winner(G) };
  },

  // As Broadside does: nobody sees what is hidden, and who is asked is told what is legal.
  playerView: ({ G, ctx, playerID }) => ({
    ...G,
    deck: G.deck.length,
    crews: G.crews.map((crew, i) =>
      Math.floor(i / SHIPS) === Number(playerID) ? crew : crew.map((card) => Math.min(card, DOWN)),
    ),
    legal: playerID === ctx.currentPlayer ? legal(G) : [],
  }),
};

module.exports = { JollyAndRoger, legal };
