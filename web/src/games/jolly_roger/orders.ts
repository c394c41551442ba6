/**
 * Standing orders: what a person has said in advance, and what they answer to an open window. They
 * only ever pass; whatever must be decided is left to the person.
 */
import { isCall, readAsk, type Ask } from './asks';
import type { View } from './view';

/** What one may keep to oneself while everything else is passed. */
export const KEEPS = ['call', 'muster', 'mutiny', 'characters', 'trade', 'traitor'] as const;
export type Keep = (typeof KEEPS)[number];

/** What ends the sleep for as long as it lasts. */
export const WAKES = ['mutiny', 'offer', 'rich', 'short', 'last_round'] as const;
export type Wake = (typeof WAKES)[number];

export interface Orders {
  /** The round in which this seat calls no mutiny; null for none. */
  noMutiny: number | null;
  /** Pass everything but what is kept. */
  passing: boolean;
  keeps: Keep[];
  wakes: Wake[];
}

export const NO_ORDERS: Orders = {
  noMutiny: null,
  passing: false,
  keeps: ['mutiny', 'traitor'],
  wakes: ['mutiny', 'offer'],
};

/** So much open gold before one seat is worth a look. */
export const RICH_GOLD = 7;
/** So few points short, an attack may still be saved. */
export const SHORT_POINTS = 2;

/** What was stored for a table, in the shape of today. */
export function readOrders(stored: unknown): Orders {
  if (typeof stored !== 'object' || stored === null) return NO_ORDERS;
  const found = stored as Record<string, unknown>;
  const list = <Name extends string>(names: readonly Name[], value: unknown): Name[] =>
    names.filter((name) => Array.isArray(value) && value.includes(name));
  return {
    noMutiny: typeof found.noMutiny === 'number' ? found.noMutiny : null,
    passing: found.passing === true,
    keeps: list(KEEPS, found.keeps),
    wakes: list(WAKES, found.wakes),
  };
}

/** To which kind of play an action belongs; null for passing. */
export function keepOf(ask: Ask): Keep | null {
  if (isCall(ask)) return 'call';
  if (ask.verb === 'muster' || ask.verb === 'reveal') return 'muster';
  if (['crew', 'sea_dog', 'cutthroat'].includes(ask.verb)) return 'mutiny';
  if (ask.verb === 'trade') return 'trade';
  if (ask.verb === 'traitor') return 'traitor';
  const isPassing = ['pass', 'done', 'decline'].includes(ask.verb);
  return isPassing ? null : 'characters';
}

/** The pass of a seat that can play nothing now; null if it can play something. */
export function idleAnswer(legal: string[]): string | null {
  if (legal.some((action) => keepOf(readAsk(action)) !== null)) return null;
  return ['pass', 'decline'].find((answer) => legal.includes(answer)) ?? null;
}

/** Why somebody who sleeps should be woken now; null if nothing is the matter. */
export function wakingOf(view: View, seat: number, orders: Orders): Wake | null {
  return orders.wakes.find((wake) => ISSUES[wake](view, seat)) ?? null;
}

const ISSUES: Record<Wake, (view: View, seat: number) => boolean> = {
  mutiny: (view) => view.mutiny !== null,
  offer: (view, seat) => view.offers.some((offer) => offer.to === seat),
  rich: (view, seat) => view.seats.some((one) => one.seat !== seat && one.gold >= RICH_GOLD),
  short: isShort,
  last_round: (view) => view.last_round,
};

/** An attack that needs only a little more to be sure. */
function isShort({ attack }: View): boolean {
  return attack !== null && attack.lacking > 0 && attack.lacking <= SHORT_POINTS;
}

/**
 * What the orders answer now; null if the person must. `pass` lasts until somebody plays, so that
 * the orders can be changed while the window is open.
 */
export function standingAnswer(
  orders: Orders,
  view: View,
  legal: string[],
  seat: number,
): string | null {
  const isReaction = view.window?.name === 'react';
  const answer = legal.includes('pass') ? 'pass' : isReaction ? 'decline' : null;
  if (answer === null || !legal.includes(answer)) return null;
  const plays = legal.flatMap((action) => keepOf(readAsk(action)) ?? []);
  const left = plays.filter((keep) => !(keep === 'call' && orders.noMutiny === view.round));
  if (left.length === 0 && plays.length > 0) return answer;
  if (!orders.passing || wakingOf(view, seat, orders) !== null) return null;
  return left.some((keep) => orders.keeps.includes(keep)) ? null : answer;
}
