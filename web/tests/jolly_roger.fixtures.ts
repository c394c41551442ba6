/** A table of Jolly Roger to test with: a view, the messages around it, one event of every kind. */
import { client } from '../src/games/jolly_roger';
import { table as game } from '../src/games/jolly_roger/table';
import { Voice } from '../src/i18n/speech.svelte';
import type { Socket } from '../src/table/connection';
import type { Telling } from '../src/table/game';
import { seatToken } from '../src/table/names';
import { Session } from '../src/table/session.svelte';
import { STATIC, type GameEvent, type View } from '../src/wire/jolly_roger';
import type { TableInfo, Update, Welcome } from '../src/wire/messages';
import { crew, plainTable } from './fixtures';

type Seat = View['seats'][number];

export const voice = new Voice(client.texts);

export function tableInfo(seats: number): TableInfo {
  return {
    ...plainTable,
    table: 'abc',
    game: 'jolly-roger',
    version: 1,
    options: {},
    clock_s: 60,
    status: 'playing',
    seats: crew(seats),
    fairness: { commitment: 'c0ffee', salts: ['aa', ''], seed: null },
  };
}

export function telling(seats = 4): Telling {
  const table = tableInfo(seats);
  return { voice, seat: 0, seats, who: (seat) => seatToken(table, seat, voice) };
}

export function seat(number: number, change: Partial<Seat> = {}): Seat {
  return {
    seat: number,
    captain: number === 1,
    quartermaster: number === 2,
    hand_count: 3,
    hand: number === 0 ? ['nav3_crew1', 'cannon_fodder', 'stowaway'] : [null, null, null],
    prizes: ['gold2', 'rum'],
    buried_count: 1,
    buried: number === 0 ? ['gold3'] : null,
    gold: 2,
    guard: false,
    side: null,
    crew: [],
    traded: false,
    promises_kept: 0,
    promises_broken: 0,
    ...change,
  };
}

export function windowOf(name: string): NonNullable<View['window']> {
  return {
    name,
    id: 7,
    kind: STATIC.open_windows.includes(name) ? 'free_play' : 'turn',
    parent: null,
    actor: null,
    ready: 'waiting',
    countdown_ms: 4000,
    clock_s: 15,
  };
}

export function view(change: Partial<View> = {}): View {
  return {
    round: 3,
    rounds_max: 10,
    last_round: false,
    phase: 'voyage',
    window: windowOf('call_2'),
    plays: [],
    captain: 1,
    quartermaster: 2,
    hand_limit: 7,
    mutiny_used: false,
    stacks: STATIC.types.map(({ type }) => ({ type, cards: 3, barred: false })),
    destination_discard: ['P8', 'S4'],
    voyage: { type: 'fort', face: null, reached: false },
    attack: null,
    mutiny: null,
    sharing: null,
    carpenter: null,
    island: null,
    selling: null,
    punishment: null,
    seats: [seat(0), seat(1), seat(2), seat(3)],
    discarding: [],
    crew_deck: 30,
    crew_discard: [],
    prize_deck: 40,
    prize_discard: [],
    offers: [],
    offering: {
      items: ['nav3_crew1', 'gold2', 'no_mutiny'],
      to: [1, 2, 3],
      in_return: ['none', 'join'],
      left: 3,
    },
    promises: [],
    score: null,
    ...change,
  };
}

export const attack: NonNullable<View['attack']> = {
  mustered: [{ seat: 1, card: 'nav2_crew2' }],
  officers: { nav: 0, cannons: 0, sabres: 0 },
  totals: { nav: 2, cannons: 4, sabres: 3 },
  counts: { nav: 2, cannons: 4, sabres: 3 },
  multi: 0,
  multi_value: 2,
  required: { nav: [1, 2], cannons: [3, 5], sabres: [2, 4] },
  standing: { nav: 'sure', cannons: 'maybe', sabres: 'maybe' },
  lacking: 2,
  prizes: [5, 10],
  previews: [],
};

export const mutiny: NonNullable<View['mutiny']> = {
  captain: { leader: 1, crew: 3, bonus: 1, seats: [1], cards: [{ seat: 1, card: 'nav1_crew2' }] },
  mutineers: {
    leader: 3,
    crew: 5,
    bonus: 0,
    seats: [3],
    cards: [{ seat: 3, card: 'cannon_fodder' }],
  },
  neutral: [0, 2],
  leads: 'mutineers',
  called_in: 'call_2',
};

export const CALLS = ['pass', 'done', 'play stowaway', 'call nav3_crew1', 'call cannon_fodder'];

export function update(change: Partial<Update> = {}, shown: View = view()): Update {
  return {
    type: 'update',
    seq: 10,
    events: [],
    view: shown as unknown as Update['view'],
    waiting: [0],
    prompt: { question: 'call_or_pass', rule: 'JR-M1', default: 'done' },
    legal: CALLS,
    asides: [],
    denied: [],
    clock: null,
    countdown: { window: 7, left_ms: 4000, total_ms: 4000, held: [] },
    holds_left: 5,
    result: null,
    question: 7,
    ack: null,
    guide: null,
    ...change,
  };
}

/** A session, and everything that it has sent. */
export function sessionWith(
  shown: Update,
  here: number | null = 0,
  isReplay = false,
): { session: Session; sent: Record<string, unknown>[] } {
  const sent: Record<string, unknown>[] = [];
  const socket = {
    onopen: null as (() => void) | null,
    onmessage: null as ((event: { data: string }) => void) | null,
    onclose: null,
    send: (text: string) => sent.push(JSON.parse(text) as Record<string, unknown>),
    close: () => undefined,
  };
  const session = new Session({
    table: 'abc',
    credential: null,
    dial: () => socket as unknown as Socket,
    isReplay,
  });
  session.game = game;
  session.open();
  const welcome: Welcome = {
    type: 'welcome',
    seat: here,
    table: tableInfo(4),
    mail: null,
    protocol: 1,
  };
  socket.onmessage?.({ data: JSON.stringify(welcome) });
  session.receive(shown);
  return { session, sent };
}

/** One event of every kind, and of every wording. */
export const events = [
  { kind: 'round_began', round: 3, captain: 1 },
  { kind: 'appointed', captain: 1, quartermaster: 2 },
  { kind: 'round_ended', round: 3 },
  { kind: 'card_drawn', seat: 0, card: 'cook' },
  { kind: 'card_drawn', seat: 1 },
  { kind: 'draw_lost', seat: 1 },
  { kind: 'deck_shuffled', cards: 20 },
  { kind: 'card_discarded', seat: 1, card: 'sabres1_crew4' },
  { kind: 'card_played', seat: 1, card: 'nav2_crew1', use: 'muster', side: 'none', target: -1 },
  { kind: 'card_played', seat: 1, card: 'sea_dog', use: 'call', side: 'mutineers', target: 2 },
  { kind: 'card_played', seat: 1, card: 'cook', use: 'crew', side: 'captain', target: -1 },
  { kind: 'card_played', seat: 1, card: 'cook', use: 'crew', side: 'mutineers', target: -1 },
  { kind: 'card_played', seat: 1, card: 'surgeon', use: 'effect', side: 'none', target: -1 },
  { kind: 'card_played', seat: 1, card: 'boatswain', use: 'effect', side: 'none', target: 3 },
  { kind: 'card_played', seat: 1, card: 'cook', use: 'forced', side: 'captain', target: -1 },
  { kind: 'card_cancelled', seat: 0, owner: 1, card: 'cook' },
  { kind: 'card_stolen', seat: 0, victim: 1, card: 'cook' },
  { kind: 'card_stolen', seat: 2, victim: 1 },
  { kind: 'quartermaster_replaced', seat: 0, former: 1 },
  { kind: 'destination_chosen', captain: 1, type: 'fort' },
  { kind: 'destination_shown', destination: 'F4' },
  { kind: 'destination_returned', type: 'fort' },
  { kind: 'destination_discarded', destination: 'I1' },
  { kind: 'no_destination' },
  { kind: 'first_waived', quartermaster: 2 },
  { kind: 'reveal_ordered', quartermaster: 2 },
  { kind: 'officer_helped', seat: 1, skill: 'nav', sign: 'up' },
  { kind: 'officer_helped', seat: 1, skill: 'sabres', sign: 'down' },
  { kind: 'allotted', quartermaster: 2, nav: 1, cannons: 0, sabres: 1 },
  { kind: 'attack_won', nav: 3, cannons: 4, sabres: 4, prizes: 7 },
  { kind: 'attack_failed', nav: 3, cannons: 4, sabres: 2 },
  { kind: 'prize_laid', prize: 'gold1' },
  { kind: 'prize_laid' },
  { kind: 'prize_seized', seat: 1, prize: 'rum' },
  { kind: 'prize_picked', seat: 1, prize: 'prisoner' },
  { kind: 'prize_given', quartermaster: 2, seat: 0, prize: 'jewels' },
  { kind: 'prize_given', quartermaster: 2, seat: 1 },
  { kind: 'prize_taken', seat: 0, owner: 1, prize: 'gold3' },
  { kind: 'nothing_taken', seat: 1 },
  { kind: 'port_reached', cards: 2 },
  { kind: 'prize_traded', seat: 1, prize: 'rum' },
  { kind: 'prize_sold', seat: 1, prize: 'prisoner' },
  { kind: 'prize_drawn', seat: 1, prize: 'gold2' },
  { kind: 'island_reached', seat: 1 },
  { kind: 'island_missed' },
  { kind: 'guard_named', seat: 0, by: 1 },
  { kind: 'guard_replaced', seat: 2, former: 0 },
  { kind: 'prizes_buried', seat: 0, count: 2 },
  { kind: 'prize_dug_up', seat: 0, owner: 1, prize: 'gold3' },
  { kind: 'punishment_ordered', captain: 1, suggestion: 3 },
  { kind: 'punishment_ordered', captain: 1, suggestion: -1 },
  { kind: 'punishment_waived', captain: 1 },
  { kind: 'victim_named', quartermaster: 2, seat: 3 },
  { kind: 'no_victim' },
  { kind: 'mutiny_called', seat: 3, captain: 1 },
  {
    kind: 'side_joined',
    seat: 0,
    card: 'cook',
    side: 'captain',
    captains_crew: 4,
    mutineers_crew: 5,
  },
  {
    kind: 'side_joined',
    seat: 0,
    card: 'cook',
    side: 'mutineers',
    captains_crew: 3,
    mutineers_crew: 6,
  },
  { kind: 'throat_cut', seat: 0, side: 'captain' },
  { kind: 'throat_cut', seat: 0, side: 'mutineers' },
  { kind: 'mutiny_ended', winner: 'captain', captains_crew: 6, mutineers_crew: 6 },
  { kind: 'mutiny_ended', winner: 'mutineers', captains_crew: 5, mutineers_crew: 6 },
  { kind: 'captain_replaced', seat: 3, former: 1 },
  { kind: 'crew_shuffled', cards: 5 },
  { kind: 'card_dealt', seat: 0, card: 'cook' },
  { kind: 'card_offered', seat: 0, to: 1, in_return: 'none', card: 'cook' },
  { kind: 'card_offered', seat: 0, to: 1, in_return: 'join' },
  { kind: 'prize_offered', seat: 0, to: 1, in_return: 'none', prize: 'rum' },
  { kind: 'prize_offered', seat: 0, to: 1, in_return: 'appoint', prize: 'rum' },
  { kind: 'promise_offered', seat: 0, to: 1, in_return: 'none', promise: 'join' },
  { kind: 'promise_offered', seat: 0, to: 1, in_return: 'none', promise: 'later_cook' },
  { kind: 'promise_offered', seat: 0, to: 1, in_return: 'none' },
  { kind: 'promise_offered', seat: 0, to: 1, in_return: 'no_punishment', promise: 'best_prize' },
  { kind: 'offer_accepted', seat: 0, by: 1 },
  { kind: 'offer_declined', seat: 0, by: 1 },
  { kind: 'offer_withdrawn', seat: 0, to: 1 },
  { kind: 'offer_lapsed', seat: 0, to: 1 },
  { kind: 'card_gifted', seat: 0, to: 1, card: 'cook' },
  { kind: 'prize_gifted', seat: 0, to: 1, prize: 'rum' },
  { kind: 'prize_shown', seat: 0, to: 1, prize: 'rum' },
  { kind: 'promise_made', seat: 1, to: 0, promise: 'no_mutiny' },
  { kind: 'promise_kept', seat: 1, to: 0, promise: 'no_mutiny' },
  { kind: 'promise_broken', seat: 1, to: 0, promise: 'no_mutiny' },
  { kind: 'promise_lapsed', seat: 1, to: 0, promise: 'join' },
  { kind: 'prize_revealed', seat: 0, prize: 'gold3' },
  { kind: 'jewels_valued', seat: 0, gold: 2 },
  { kind: 'prize_turned_up', prize: 'gold2' },
  { kind: 'game_ended', gold: 12, tie_break: 'none' },
  { kind: 'game_ended', gold: 12, tie_break: 'rum' },
  { kind: 'game_ended', gold: 12, tie_break: 'shared' },
] as unknown as GameEvent[];

/** One action of every verb, and of every wording. */
export const ACTIONS = [
  'pass',
  'done',
  'decline',
  'stop',
  'stand',
  'appoint 1',
  'sail island',
  'allot 1 0',
  'pick gold1',
  'give gold1 2',
  'present rum',
  'take gold3 1',
  'take_from 1',
  'trade rum',
  'sell prisoner',
  'bury gold2',
  'spare',
  'punish',
  'suggest 3',
  'victim 3',
  'discard cook',
  'enlist cook',
  'muster nav3_crew1',
  'reveal',
  'play stowaway',
  'officer navigator up',
  'officer first_mate down',
  'boatswain 3',
  'smart_lad 3',
  'second_mate 1 3',
  'second_mate 3 3',
  'call cook',
  'call_sea_dog 2',
  'call_cutthroat',
  'crew cook captain',
  'crew cook mutineers',
  'sea_dog captain 2',
  'sea_dog mutineers 2',
  'cutthroat captain',
  'cutthroat mutineers',
  'traitor',
  'accept_offer 1',
  'decline_offer 1',
  'withdraw',
  'show rum 1',
  'offer cook 1 none',
  'offer join 1 no_mutiny',
  'offer later_cook 1 none',
  'add later_gold2',
];
