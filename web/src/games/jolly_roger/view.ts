/** The server's view of this game, and short names for its parts. */
import type { GameEvent as AnyEvent, GameView } from '../../table/game';
import type { Session } from '../../table/session.svelte';
import type { GameEvent, StaticView, View } from '../../wire/jolly_roger';
import { fromBox } from '../box.svelte';

export type { GameEvent, View };
export type SeatView = View['seats'][number];
export type AttackView = NonNullable<View['attack']>;
export type MutinyView = NonNullable<View['mutiny']>;
export type SideView = MutinyView['captain'];
export type SharingView = NonNullable<View['sharing']>;
export type OfferView = View['offers'][number];
export type OfferingView = NonNullable<View['offering']>;
export type PlayView = View['plays'][number];
export type EventOf<Kind extends GameEvent['kind']> = Extract<GameEvent, { kind: Kind }>;

export const SKILLS = ['nav', 'cannons', 'sabres'] as const;
export type Skill = (typeof SKILLS)[number];

/** The server writes views and events of this game in these types; they are generated from its own. */
export const asView = (view: GameView): View => view as unknown as View;
export const asEvent = (event: AnyEvent): GameEvent => event as unknown as GameEvent;

export function viewOf(session: Session): View | null {
  return session.update ? asView(session.update.view) : null;
}

/** Which question the table waits with, by its window; the answer to `question` of the prompt. */
const QUESTIONS: Record<string, string> = {
  appoint: 'appoint',
  call_1: 'call_or_pass',
  destination: 'choose_destination',
  call_2: 'call_or_pass',
  punish: 'order_punishment',
  call_3: 'call_or_pass',
  victim: 'name_victim',
  lookout: 'play_or_pass',
  first: 'play_first_card',
  muster: 'muster_or_pass',
  revealed: 'play_or_pass',
  allot: 'allot_skills',
  prize: 'play_or_pass',
  pick: 'pick_prize',
  give: 'give_prize',
  aftermath: 'play_or_pass',
  offer: 'present_prize',
  take: 'take_prize',
  port: 'trade_or_pass',
  sell: 'sell_prize',
  map: 'play_or_pass',
  landing: 'play_or_pass',
  guard: 'guard_or_bribe',
  guard_asked: 'take_the_guard',
  bury: 'bury_prizes',
  digging: 'play_or_pass',
  mutiny: 'join_or_pass',
  forced: 'play_forced_card',
  react: 'react',
  discard: 'discard_card',
};

export function questionOf(view: View): string | null {
  return view.window ? (QUESTIONS[view.window.name] ?? null) : null;
}

const openWindows = fromBox('jolly-roger', (printed: StaticView) => printed.open_windows);

/** Whether a window lets everybody play until nobody wants to any more. */
export function isOpen(view: View): boolean {
  return view.window !== null && openWindows().includes(view.window.name);
}

/** The seats clockwise, the first one being this browser's, or seat 0 for a spectator. */
export function around(view: View, me: number | null): SeatView[] {
  const first = me ?? 0;
  return [...view.seats.slice(first), ...view.seats.slice(0, first)];
}

/** The cards that a seat is known to hold; backs are left out. */
export function knownCards(cards: (string | null)[]): string[] {
  return cards.filter((card) => card !== null);
}
