/** A table of Jamaica to test with: a view, the messages around it, one event of every kind. */
import { Voice } from '../src/i18n/speech.svelte';
import { client } from '../src/games/jamaica';
import { table as game } from '../src/games/jamaica/table';
import type { Socket } from '../src/table/connection';
import type { Telling } from '../src/table/game';
import { seatToken } from '../src/table/names';
import { Session } from '../src/table/session.svelte';
import type { GameEvent, View } from '../src/wire/jamaica';
import type { TableInfo, Update, Welcome } from '../src/wire/messages';
import { crew, plainTable } from './fixtures';

type Ship = View['ships'][number];
type Landing = View['previews'][number]['morning']['landings'][number];

const COLOURS = ['green', 'purple', 'blue', 'red', 'yellow', 'black'];
const PIRATES = ['anne_bonny', 'mary_read', 'samuel_bellamy', 'john_rackham'];

export function tableInfo(seats: number): TableInfo {
  return {
    ...plainTable,
    table: 'abc',
    game: 'jamaica',
    version: 1,
    options: {},
    clock_s: null,
    status: 'playing',
    seats: crew(seats),
    fairness: { commitment: 'c0ffee', salts: ['aa', ''], seed: null },
  };
}

export const voice = new Voice(client.texts);

export function telling(seats = 4): Telling {
  const table = tableInfo(seats);
  return { voice, seat: 0, seats, who: (seat) => seatToken(table, seat, voice) };
}

export function hold(number: number, good: string | null = null, tokens = 0): Ship['holds'][0] {
  return { hold: number, good, tokens };
}

export function ship(number: number, change: Partial<Ship> = {}): Ship {
  return {
    ship: number,
    seat: number,
    pirate: PIRATES[number] ?? 'ghost',
    colour: COLOURS[number] ?? 'black',
    space: 0,
    lap: 0,
    position: 0,
    rank: 1,
    finished: false,
    holds: [hold(1, 'food', 3), hold(2, 'gold', 3), hold(3), hold(4), hold(5)],
    goods: { gold: 3, food: 3, gunpowder: 0 },
    place: -5,
    points: -2,
    powers: [],
    hidden_treasures: 0,
    quick_pay: false,
    cards: {
      hand_count: 3,
      hand: number === 0 ? ['A01', 'A04', 'A11'] : null,
      pile_count: 8,
      pile: number === 0 ? ['A02', 'A03'] : null,
      discards: [],
      committed: false,
      laid: null,
    },
    ...change,
  };
}

export function landing(space: number, change: Partial<Landing> = {}): Landing {
  return {
    way: [0, space],
    space,
    finish: false,
    fee: null,
    short: false,
    retreats: [],
    treasure: false,
    ships: [],
    ...change,
  };
}

function half(symbol: string, die: number, landings: Landing[] = []) {
  const tokens = landings.length > 0 ? 0 : die;
  return { symbol, die, landings, tokens, jettison: false, skipped: false, lost: false };
}

export const previews: View['previews'] = [
  {
    card: 'A01',
    dice: [3, 4],
    morning: half('forward', 3, [landing(3, { fee: { good: 'food', tokens: 2 } })]),
    evening: half('forward', 4, [
      landing(7, {
        way: [3, 4, 5, 6, 7],
        fee: { good: 'food', tokens: 2 },
        short: true,
        retreats: [4],
      }),
      landing(13, { way: [3, 4, 5, 6, 13], fee: { good: 'food', tokens: 3 }, ships: [1] }),
    ]),
  },
  {
    card: 'A04',
    dice: [3, 4],
    morning: half('forward', 3, [landing(4, { treasure: true })]),
    evening: half('food', 4),
  },
  {
    card: 'A11',
    dice: [3, 4],
    morning: half('gold', 3),
    evening: { ...half('gold', 4), jettison: true },
  },
];

export function view(change: Partial<View> = {}): View {
  return {
    round: 2,
    rounds_max: 60,
    last_round: false,
    phase: 'choose_card',
    step: 'choosing_cards',
    question: 'choose_card',
    captain: 0,
    turn: null,
    actor: null,
    dice: { rolled: [4, 3], morning: 3, evening: 4 },
    ships: [ship(0), ship(1), ship(2), ship(3)],
    tokens: [4, 9, 11, 19, 22, 25, 33, 37, 44],
    treasures: [],
    treasure_pile: 9,
    treasures_removed: 3,
    bank: null,
    move: null,
    battle: null,
    owed: null,
    load: null,
    previews,
    courses: [],
    score: null,
    treasure_pile_cards: null,
    removed_cards: null,
    ...change,
  };
}

export function update(change: Partial<Update> = {}, shown: View = view()): Update {
  return {
    type: 'update',
    seq: 10,
    events: [],
    view: shown as unknown as Update['view'],
    waiting: [0],
    prompt: { question: 'choose_card', rule: 'JAM-R2', default: 'choose A01' },
    legal: ['choose A01', 'choose A04', 'choose A11'],
    denied: [],
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

export function sessionWith(shown: Update, seats = 4, seat: number | null = 0): Session {
  const session = new Session({
    table: 'abc',
    credential: null,
    dial: () => ({ send: () => undefined, close: () => undefined }) as unknown as Socket,
  });
  session.game = game;
  const welcome: Welcome = {
    type: 'welcome',
    seat,
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
  { kind: 'round_began', round: 2, captain: 1 },
  { kind: 'dice_rolled', seat: 1, first: 3, second: 4 },
  { kind: 'dice_placed', seat: 1, morning: 4, evening: 3 },
  { kind: 'cards_laid', round: 2 },
  { kind: 'card_revealed', seat: 0, card: 'A04' },
  { kind: 'action_began', seat: 0, time: 'morning', symbol: 'forward', die: 4 },
  { kind: 'action_lost', seat: 0, symbol: 'food' },
  { kind: 'deck_shuffled', seat: 0, cards: 9 },
  { kind: 'card_drawn', seat: 0, card: 'A05' },
  { kind: 'card_drawn', seat: 1 },
  { kind: 'loaded', ship: 0, hold: 3, good: 'gunpowder', tokens: 4 },
  { kind: 'jettisoned', ship: 0, hold: 1, good: 'food', tokens: 3 },
  { kind: 'load_skipped', ship: 0, good: 'gold', reason: 'all_of_one_kind' },
  { kind: 'load_skipped', ship: 0, good: 'gold', reason: 'bank_empty' },
  { kind: 'spent', ship: 0, hold: 1, good: 'food', tokens: 2 },
  { kind: 'quick_pay_on', seat: 0 },
  { kind: 'sailed', ship: 0, direction: 'forward', from: 0, path: [1, 2, 3, 4] },
  { kind: 'sailed', ship: 4, direction: 'backward', from: 2, path: [1, 0] },
  { kind: 'finished', ship: 0 },
  { kind: 'fee_due', ship: 0, space: 5, good: 'gold', tokens: 3 },
  { kind: 'ran_short', ship: 0, space: 5, good: 'gold', tokens: 3 },
  { kind: 'shortage_rolled', ship: 0, face: 'star' },
  { kind: 'stayed', ship: 0, space: 5 },
  { kind: 'retreated', ship: 0, from: 5, path: [4] },
  { kind: 'treasure_drawn', ship: 0, space: 4, treasure: 'T_C3' },
  { kind: 'treasure_drawn', ship: 1, space: 9 },
  { kind: 'lair_empty', ship: 0, space: 4 },
  { kind: 'battle_began', attacker: 0, defender: 1, space: 4 },
  { kind: 'gunpowder_set', ship: 0, tokens: 2 },
  { kind: 'battle_rolled', ship: 0, face: '8', firepower: 10 },
  { kind: 'battle_rolled', ship: 1, face: 'star', firepower: 0 },
  { kind: 'sabre_used', ship: 0, roller: 1 },
  { kind: 'battle_won', winner: 0, loser: 1 },
  { kind: 'battle_tied', attacker: 0, defender: 1 },
  { kind: 'hold_taken', winner: 0, loser: 1, hold: 2, good: 'gold', tokens: 3 },
  { kind: 'loot_sunk', ship: 4, good: 'food', tokens: 5 },
  { kind: 'treasure_taken', winner: 0, loser: 1, space: 9, treasure: 'T_MAP' },
  { kind: 'sixth_hold_moved', winner: 0, loser: 1, good: 'gold', tokens: 4 },
  { kind: 'treasure_given', winner: 0, loser: 1, space: 4, treasure: 'T_C3' },
  { kind: 'spoils_declined', winner: 0, loser: 1 },
  { kind: 'ghost_steered', seat: 0, direction: 'backward' },
  { kind: 'treasures_shown', ship: 0, cards: ['T_P7a', 'T_C2'] },
  { kind: 'scored', seat: 0, place: -5, gold: 12, treasure: -4, total: 3 },
  { kind: 'game_over', tie_break: 'none', winners: [0] },
  { kind: 'game_over', tie_break: 'position', winners: [0] },
  { kind: 'game_over', tie_break: 'shared', winners: [0, 1] },
] as unknown as GameEvent[];
