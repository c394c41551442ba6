/** A table of Tortuga 1667 to test with: a view, the messages around it, one event of every kind. */
import { client } from '../src/games/tortuga_1667';
import { table as game } from '../src/games/tortuga_1667/table';
import { Voice } from '../src/i18n/speech.svelte';
import type { Socket } from '../src/table/connection';
import type { Telling } from '../src/table/game';
import { seatToken } from '../src/table/names';
import { Session } from '../src/table/session.svelte';
import type { TableInfo, Update, Welcome } from '../src/wire/messages';
import { crew, plainTable } from './fixtures';
import { STATIC, type GameEvent, type View } from '../src/wire/tortuga_1667';

type Seat = View['seats'][number];
type Line = View['island'];
type Preview = View['previews'][number];

export const voice = new Voice(client.texts);

export function tableInfo(seats: number): TableInfo {
  return {
    ...plainTable,
    table: 'abc',
    game: 'tortuga-1667',
    version: 1,
    options: {},
    clock_s: null,
    status: 'playing',
    seats: crew(seats),
    fairness: { commitment: 'c0ffee', salts: ['aa', ''], seed: null },
  };
}

export function telling(seats = 5): Telling {
  const table = tableInfo(seats);
  return { voice, seat: 0, seats, who: (seat) => seatToken(table, seat, voice) };
}

export const NO_KEPT: Seat['kept'] = {
  letters: 0,
  albatrosses: 0,
  atlantis: false,
  el_dorado: false,
  fountain_of_youth: false,
  pirate_code: false,
  code_marked: false,
};

export function seat(number: number, change: Partial<Seat> = {}): Seat {
  return {
    seat: number,
    character: STATIC.characters[number] ?? '',
    colour: STATIC.colours[number] ?? 'black',
    place: null,
    rank: null,
    hand_count: 3,
    hand: number === 0 ? ['VC01', 'VC08', 'VC14'] : null,
    known: [],
    loyalty: number === 0 ? 'french' : null,
    loyalty_open: false,
    kept: NO_KEPT,
    skips: 0,
    ...change,
  };
}

function line(place: string, seats: number[], british: number, french: number): Line {
  const isShip = place !== 'TO';
  return {
    place,
    line: seats,
    captain: seats[0] ?? null,
    first_mate: isShip ? (seats[1] ?? null) : null,
    cabin_boy: isShip ? (seats.at(-1) ?? null) : null,
    british,
    french,
    free: (isShip ? 5 : 9) - seats.length,
    albatrosses: 0,
  };
}

/** Where everybody is: two lines, the island, and two boats. */
export interface Crew {
  FD: number[];
  JR: number[];
  TO: number[];
  BF?: number;
  BJ?: number;
}

const CHESTS = { SG: 2, 'FD.B': 1, 'FD.F': 1, 'JR.B': 0, 'JR.F': 2, 'TO.B': 1, 'TO.F': 1 };

function placeOf(crew: Crew, number: number): Partial<Seat> {
  for (const place of ['FD', 'JR', 'TO'] as const) {
    const rank = crew[place].indexOf(number);
    if (rank >= 0) return { place, rank: rank + 1 };
  }
  return { place: crew.BF === number ? 'BF' : 'BJ', rank: null };
}

export function view(
  change: Partial<View> = {},
  crew: Crew = { FD: [0, 2, 4], JR: [1], TO: [3] },
  chests: Record<string, number> = CHESTS,
): View {
  const count = (treasury: string): number => chests[treasury] ?? 0;
  const boats = [crew.BF, crew.BJ].flatMap((one) => (one === undefined ? [] : [one]));
  const seats = [...crew.FD, ...crew.JR, ...crew.TO, ...boats].sort((a, b) => a - b);
  return {
    phase: 'acting',
    step: 'acting',
    turn: 7,
    active: 0,
    actions_left: 1,
    action: null,
    loyalty_mode: 'hidden',
    madness: false,
    sand_timer: false,
    team: STATIC.teams.find((one) => one.seats === seats.length) ?? STATIC.teams[0]!,
    stars: ['crows_nest', 'facade', 'scurvy'],
    ships: [
      line('FD', crew.FD, count('FD.B'), count('FD.F')),
      line('JR', crew.JR, count('JR.B'), count('JR.F')),
    ],
    island: line('TO', crew.TO, count('TO.B'), count('TO.F')),
    boats: [
      { boat: 'BF', ship: 'FD', seat: crew.BF ?? null, exploded: false },
      { boat: 'BJ', ship: 'JR', seat: crew.BJ ?? null, exploded: false },
    ],
    galleon: count('SG'),
    chests,
    british: count('FD.B') + count('JR.B') + count('TO.B'),
    french: count('FD.F') + count('JR.F') + count('TO.F'),
    leader: 'french',
    seats: seats.map((number) => seat(number, placeOf(crew, number))),
    me: 0,
    row: [1, 2, 3, 4, 5].map((slot) => ({
      slot,
      filled: true,
      peeked: slot === 2 ? [0, 3] : slot === 4 ? [1] : [],
      card: slot === 2 ? 'black_spot' : null,
    })),
    unplaced_notes: [],
    event_deck: 9,
    removed: 0,
    discards: ['pistol', 'letter_of_marque'],
    face_down: { black_spot: 3, spanish_armada: 1 },
    vote_deck: 17,
    vote_deck_notes: [],
    atlantis_held: false,
    vote: null,
    card: null,
    force: null,
    maroon: null,
    crows_nest: null,
    intrigue: null,
    race: null,
    guard: { quiet: 3, limit: 30, active: false },
    last_events: false,
    end: null,
    previews: [],
    ...change,
  };
}

/** What the server says an answer would change. */
export function preview(action: string, change: Partial<Preview> = {}): Preview {
  return {
    action,
    pawns: [],
    heirs: [],
    struck: false,
    fountain: null,
    voters: null,
    loot: 0,
    galleon: false,
    chests: {},
    british: 2,
    french: 4,
    ...change,
  };
}

/** A pawn that would go to the back of a line. */
export function sent(
  seat: number,
  place: string,
  rank: number,
  change: Partial<Preview['pawns'][number]> = {},
): Preview['pawns'][number] {
  return { seat, place, rank, ranks: [], loses_card: false, ...change };
}

/** What the captain of the Flying Dutchman may do at that table. */
export const LEGAL = [
  ...[1, 2, 3, 4].flatMap((one) =>
    [1, 2, 3, 4, 5].filter((other) => other > one).map((other) => `peek ${one} ${other}`),
  ),
  ...[1, 2, 3, 4, 5].map((slot) => `reveal ${slot}`),
  'force 1 4 1',
  'force 1 4 2',
  'force 2 3 1',
  'row BF',
  'attack',
  'maroon 2',
  'maroon 4',
];

export const DENIED: Update['denied'] = [
  { action: 'mutiny', code: 'not_first_mate', reason: '', rule: 'T67-A8' },
  { action: 'smuggle FD.B', code: 'not_cabin_boy', reason: '', rule: 'T67-A9' },
  { action: 'row TO', code: 'not_adjacent', reason: '', rule: 'T67-A4' },
];

export function update(change: Partial<Update> = {}, shown: View = view()): Update {
  return {
    type: 'update',
    seq: 10,
    events: [],
    view: shown as unknown as Update['view'],
    waiting: [0],
    prompt: { question: 'action', rule: 'T67-P6', default: 'peek 1 3' },
    legal: LEGAL,
    denied: DENIED,
    asides: [],
    clock: null,
    countdown: null,
    holds_left: 0,
    result: null,
    question: 7,
    ack: null,
    guide: null,
    ...change,
  };
}

export function sessionWith(shown: Update, seats = 5, me: number | null = 0): Session {
  const session = new Session({
    table: 'abc',
    credential: null,
    dial: () => ({ send: () => undefined, close: () => undefined }) as unknown as Socket,
  });
  session.game = game;
  const welcome: Welcome = {
    type: 'welcome',
    seat: me,
    table: tableInfo(seats),
    mail: null,
    protocol: 1,
  };
  session.receive(welcome);
  session.receive(shown);
  return session;
}

/** One event of every kind, and of every wording. */
export const events = [
  { kind: 'stars_chosen', stars: ['scurvy', 'facade', 'crows_nest'] },
  { kind: 'loyalty_dealt', seat: 0, loyalty: 'french' },
  { kind: 'loyalty_dealt', seat: 1 },
  { kind: 'loyalty_shown', seat: 1, loyalty: 'dutch' },
  { kind: 'row_laid', cards: 5, deck: 14 },
  { kind: 'events_removed', cards: 4 },
  { kind: 'pawn_placed', seat: 3, place: 'TO', rank: 2 },
  { kind: 'chest_stowed', seat: 0, to: 'FD.B' },
  { kind: 'turn_began', turn: 7, seat: 0 },
  { kind: 'turn_lost', seat: 0, skips: 1 },
  { kind: 'idled', seat: 0 },
  { kind: 'guard_struck', turns: 30 },
  { kind: 'peeked', seat: 0, first: 1, second: 4, first_card: 'pistol', second_card: 'scurvy' },
  { kind: 'peeked', seat: 1, first: 3, second: 3 },
  { kind: 'forced', seat: 0, other: 1, first: 1, second: 4 },
  { kind: 'hesitated', seat: 1, other: 0 },
  { kind: 'rowed', seat: 0, from: 'FD', to: 'BF' },
  { kind: 'letter_used', seat: 0, other: 3, from: 'TO', to: 'JR' },
  { kind: 'smuggled', seat: 4, from: 'FD.B', to: 'FD.F' },
  { kind: 'vote_called', seat: 0, vote: 'attack', place: 'FD', voters: [0, 2, 4] },
  { kind: 'vote_called', seat: 2, vote: 'mutiny', place: 'FD', voters: [2, 4] },
  { kind: 'vote_called', seat: 3, vote: 'brawl', place: 'TO', voters: [] },
  { kind: 'vote_sent', seat: 2 },
  { kind: 'vote_sent', seat: 0 },
  { kind: 'el_dorado_used', seat: 0 },
  { kind: 'votes_shown', vote: 'attack', cards: ['VC01', 'VC13', 'VC09', 'VC06'] },
  { kind: 'vote_counted', vote: 'attack', first: 1, second: 3, third: 1, outcome: 'attack_won' },
  { kind: 'vote_counted', vote: 'mutiny', first: 2, second: 2, third: 0, outcome: 'mutiny_failed' },
  { kind: 'vote_counted', vote: 'brawl', first: 1, second: 2, third: 0, outcome: 'brawl_french' },
  { kind: 'chest_taken', seat: 0, from: 'SG', to: 'FD.F' },
  { kind: 'chest_declined', seat: 0 },
  { kind: 'brawl_settled', british: 0, french: 2 },
  { kind: 'votes_shuffled', cards: 21 },
  { kind: 'vote_card_drawn', seat: 0, card: 'VC02' },
  { kind: 'vote_card_drawn', seat: 2 },
  { kind: 'marooned', seat: 2, by: 0, cause: 'captain', from: 'FD' },
  { kind: 'marooned', seat: 0, by: 0, cause: 'black_spot', from: 'FD' },
  { kind: 'marooned', seat: 3, by: 0, cause: 'pistol', from: 'TO' },
  { kind: 'vote_card_lost', seat: 3 },
  { kind: 'fountain_used', seat: 3, cause: 'pistol' },
  { kind: 'revealed', seat: 0, slot: 2, card: 'black_spot' },
  { kind: 'no_effect', seat: 0, card: 'eight_bells' },
  { kind: 'card_kept', seat: 0, card: 'albatross' },
  { kind: 'map_given', seat: 0, other: 2, card: 'el_dorado' },
  { kind: 'atlantis_used', seat: 0, from: 'FD', to: 'JR' },
  { kind: 'atlantis_held', seat: 0 },
  { kind: 'atlantis_asked', seat: 0 },
  { kind: 'albatrosses_struck', place: 'FD' },
  { kind: 'boat_exploded', seat: 0, boat: 'BF' },
  { kind: 'loyalties_shuffled', seat: 0, other: 1 },
  { kind: 'hand_returned', seat: 0, other: 1, cards: 3 },
  { kind: 'vote_card_given', seat: 0, other: 1, card: 'VC03' },
  { kind: 'vote_deck_shuffled', cards: 17 },
  { kind: 'line_drawn', place: 'FD', line: [4, 0, 2] },
  { kind: 'swapped', seat: 0, other: 3, from: 'FD', to: 'TO' },
  { kind: 'storm_broke', place: 'FD', chests: 2 },
  { kind: 'storm_broke', place: 'TO', chests: 2 },
  { kind: 'code_marked', seat: 0 },
  { kind: 'scurvy_struck', place: 'FD', seats: [0, 2, 4] },
  { kind: 'discarded', card: 'black_spot' },
  { kind: 'slot_refilled', slot: 2, deck: 8 },
  { kind: 'row_shuffled', cards: 5 },
  { kind: 'race_began', british: 3, french: 3 },
  { kind: 'events_shuffled', cards: 15 },
  { kind: 'removed_shown', cards: ['pistol', 'albatross'] },
  { kind: 'scored', british: 3, french: 5 },
  { kind: 'game_over', ending: 'lead', winners: [0, 1] },
] as unknown as GameEvent[];
