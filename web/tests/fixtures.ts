/** A table to test with: one view in each phase, and the messages around it. */
import type { GameEvent, View } from '../src/wire/jolly_and_roger';
import type { SeatInfo, TableInfo, Update, Welcome } from '../src/wire/messages';

/** What a table has around its game, as it is opened without any wish. */
export const plainTable = {
  code: null,
  host: null,
  is_locked: false,
  is_public: false,
  hints: false,
  stand_in: 'greedy',
  spectator_delay_s: 0,
  reserve_s: 0,
  proposal: null,
  rematch: null,
  paused: false,
  host_online: true,
  edition: '',
};

/** The keys of texts without the cases of things, which each language has as it needs them. */
export function textKeys(texts: Record<string, string>): string[] {
  return Object.keys(texts)
    .filter((key) => !/\.(nom|gen|dat|acc|ins|loc|at|from|to)$/.test(key))
    .sort();
}

/** Anna with bots, in the colours of their places. */
export function crew(seats: number): SeatInfo[] {
  return Array.from({ length: seats }, (_, seat) => ({
    ...(seat === 0
      ? { kind: 'person', name: 'Anna', bot: null }
      : { kind: 'bot', name: null, bot: 'greedy' }),
    seat,
    online: true,
    colour: seat,
    stand_in: null,
    reserved_for: null,
    late: false,
    character: null,
  }));
}

export const tableInfo: TableInfo = {
  ...plainTable,
  table: 'abc',
  game: 'jolly-and-roger',
  version: 1,
  options: { deck: 'advanced', first_splitter: 'seat0', memory: 'open' },
  clock_s: 120,
  status: 'playing',
  seats: crew(2),
  fairness: { commitment: 'c0ffee', salts: ['aa', ''], seed: null },
};

export const welcome: Welcome = {
  type: 'welcome',
  seat: 0,
  table: tableInfo,
  mail: null,
  protocol: 1,
};

function ahead(
  play: string,
  ship: string,
  gain: number,
  strength: number[],
  captain: number | null,
): View['previews'][number] {
  return { play, ship, gain, strength, captain, chest: 2 };
}

export function view(change: Partial<View> = {}): View {
  return {
    turn: 3,
    turns: 8,
    phase: 'play',
    splitter: 1,
    picker: 0,
    actor: 0,
    pile: 20,
    box: 10,
    removed: [],
    laid: [
      { card: 'green_3', set: 'A', played: false },
      { card: 'red_5', set: 'A', played: false },
      { card: 'kraken', set: 'B', played: false },
      { card: 'blue_1', set: 'B', played: false },
      { card: 'tortuga', set: 'B', played: false },
    ],
    owners: { A: 0, B: 1 },
    ships: [
      {
        ship: 'green',
        gold: 3,
        captain: 1,
        strength: [1, 2],
        crews: [
          [{ card: 'red_4', face_up: false, strength: 1 }],
          [{ card: 'green_2', face_up: true, strength: 2 }],
        ],
      },
      { ship: 'yellow', gold: 5, captain: null, strength: [0, 0], crews: [[], []] },
      { ship: 'blue', gold: 7, captain: null, strength: [0, 0], crews: [[], []] },
      {
        ship: 'red',
        gold: 9,
        captain: 0,
        strength: [4, 0],
        crews: [[{ card: 'red_4', face_up: true, strength: 4 }], []],
      },
    ],
    chests: [
      { count: 1, cards: ['red_2'], gold: 2 },
      { count: 0, cards: [], gold: 0 },
    ],
    captured: [9, 3],
    supply: [3, 3],
    unseen: { green_1: 2, kraken: 1 },
    previews: [
      ahead('crew green_3', 'green', 3, [4, 2], 0),
      ahead('crew red_5', 'red', 5, [9, 0], 0),
      ahead('parrot green', 'green', 1, [2, 2], null),
      ahead('parrot red', 'red', 1, [5, 0], 0),
      { ...ahead('board red_5', 'red', 5, [4, 0], 0), chest: 7 },
    ],
    score: null,
    ...change,
  } as View;
}

export function update(change: Partial<Update> = {}, shown: View = view()): Update {
  return {
    type: 'update',
    seq: 10,
    events: [],
    view: shown as unknown as Update['view'],
    waiting: [0],
    prompt: { question: 'play', rule: 'JNR-F4', default: 'crew green_3' },
    legal: [
      'crew green_3',
      'crew red_5',
      'parrot green_3 red',
      'parrot red_5 green',
      'board red_5',
    ],
    denied: [
      {
        action: 'board green_3',
        code: 'board_needs_captain',
        reason: 'No captain.',
        rule: 'JNR-F10',
      },
    ],
    asides: [],
    clock: { left_ms: 60_000, total_ms: 120_000, reserve_ms: 0 },
    countdown: null,
    holds_left: 0,
    result: null,
    question: 7,
    ack: null,
    guide: null,
    ...change,
  };
}

/** One event of every kind. */
export const events = [
  { kind: 'turn_began', turn: 3, splitter: 1, cards: ['green_3', 'kraken'] },
  { kind: 'split', seat: 1, division: '12' },
  { kind: 'picked', seat: 0, set: 'A' },
  { kind: 'reinforced', seat: 0, card: 'green_3', ship: 'green' },
  { kind: 'parrot_placed', seat: 0, ship: 'red', card: 'red_5' },
  { kind: 'parrot_placed', seat: 0, ship: 'red' },
  { kind: 'boarded', seat: 0, ship: 'red', card: 'red_5' },
  { kind: 'skeleton_raised', seat: 0, card: 'skeleton', ship: 'blue' },
  { kind: 'kraken_took', seat: 0, ship: 'green', from: 1, face_up: true, card: 'green_2' },
  { kind: 'kraken_took', seat: 0, ship: 'green', from: 1, face_up: false },
  { kind: 'kraken_idle', seat: 0 },
  { kind: 'tortuga_called', seat: 0 },
  { kind: 'parrot_turned', seat: 0, ship: 'green', place: 0, card: 'red_4' },
  { kind: 'parrot_stayed', seat: 0, ship: 'green', place: 0, card: 'kraken' },
  { kind: 'captain_set', ship: 'green', seat: 0 },
  { kind: 'captain_left', ship: 'green', seat: 1 },
  { kind: 'flag_passed', seat: 0 },
  { kind: 'scored', seat: 0, chest: 9, ships: 12, total: 21 },
  { kind: 'game_over', winner: 0, tie_break: 'none' },
  { kind: 'game_over', winner: 0, tie_break: 'red' },
  { kind: 'game_over', winner: -1, tie_break: 'draw' },
] as unknown as GameEvent[];
