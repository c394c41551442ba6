/** The server's view of this game, and short names for its parts. */
import type { GameEvent as AnyEvent, GameView } from '../../table/game';
import type { Session } from '../../table/session.svelte';
import type { GameEvent, View } from '../../wire/tortuga_1667';
import { NATIONS, type Nation, type Rank } from './art/palette';

export type { GameEvent, View };
export type LineView = View['island'];
export type BoatView = View['boats'][number];
export type SeatView = View['seats'][number];
export type SlotView = View['row'][number];
export type PreviewView = View['previews'][number];
export type VoteView = NonNullable<View['vote']>;
export type EventOf<Kind extends GameEvent['kind']> = Extract<GameEvent, { kind: Kind }>;

export const SHIPS = ['FD', 'JR'] as const;
export const BOATS = ['BF', 'BJ'] as const;
export const HOLDS = ['FD.B', 'FD.F', 'JR.B', 'JR.F'] as const;
export const TREASURIES = ['SG', ...HOLDS, 'TO.B', 'TO.F'] as const;
export type Treasury = (typeof TREASURIES)[number];

/** The server writes views and events of this game in these types; they are generated from its own. */
export const asView = (view: GameView): View => view as unknown as View;
export const asEvent = (event: AnyEvent): GameEvent => event as unknown as GameEvent;

export function viewOf(session: Session): View | null {
  return session.update ? asView(session.update.view) : null;
}

export function isNation(text: string | null | undefined): text is Nation {
  return NATIONS.some((nation) => nation === text);
}

/** The line of a ship or of the island; null for a rowboat. */
export function lineOf(view: View, place: string): LineView | null {
  if (place === 'TO') return view.island;
  return view.ships.find((ship) => ship.place === place) ?? null;
}

export function chestsIn(view: View, treasury: string): number {
  return view.chests[treasury] ?? 0;
}

/** All ranks of a seat where it stands; a lone pirate is Captain and Cabin Boy. */
export function ranksOf(view: View, seat: number): Rank[] {
  if (view.island.captain === seat) return ['governor'];
  const ship = view.ships.find((one) => one.line.includes(seat));
  if (!ship) return [];
  const ranks: Rank[] = [];
  if (ship.captain === seat) ranks.push('captain');
  if (ship.first_mate === seat) ranks.push('first_mate');
  if (ship.cabin_boy === seat) ranks.push('cabin_boy');
  return ranks;
}

/** The event cards that lie face up before a seat, by their names. */
export function keptBy(seat: SeatView): string[] {
  const { kept } = seat;
  const cards = [
    ...Array.from({ length: kept.letters }, () => 'letter_of_marque'),
    ...Array.from({ length: kept.albatrosses }, () => 'albatross'),
  ];
  for (const one of ['atlantis', 'el_dorado', 'fountain_of_youth', 'pirate_code'] as const) {
    if (kept[one]) cards.push(one);
  }
  return cards;
}

/** Whether these eyes see all cards, as only those of a replay do. */
export function isOpen(view: View): boolean {
  return view.me === null && view.seats.every((seat) => seat.hand !== null);
}

/** Which question the table waits with, by its step; the answer to `question` of the prompt. */
const QUESTIONS: Record<string, string> = {
  placing_pawn: 'place_pawn',
  fd_chest: 'start_chest',
  jr_chest: 'start_chest',
  atlantis_window: 'atlantis',
  acting: 'action',
  forced_pick: 'forced_pick',
  forcer_pick: 'forced_pick',
  voting: 'vote',
  taking_chest: 'take_chest',
  letter_choice: 'letter',
  pistol_target: 'pistol',
  map_target: 'map_to',
  fever_target: 'cabin_fever',
  crows_target: 'crows_target',
  crows_pick: 'crows_pick',
  powder_boat: 'black_powder',
  fountain_window: 'fountain',
};

export function questionOf(view: View): string | null {
  return view.step === null ? null : (QUESTIONS[view.step] ?? null);
}
