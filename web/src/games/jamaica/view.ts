/** The server's view of this game, and short names for its parts. */
import type { GameEvent as AnyEvent, GameView } from '../../table/game';
import type { Session } from '../../table/session.svelte';
import type { GameEvent, View } from '../../wire/jamaica';
import { treasureKind } from './board';

export type { GameEvent, View };
export type ShipView = View['ships'][number];
export type HoldView = ShipView['holds'][number];
export type TreasureView = View['treasures'][number];
export type PreviewView = View['previews'][number];
export type ActionView = PreviewView['morning'];
export type LandingView = ActionView['landings'][number];
export type BattleView = NonNullable<View['battle']>;
export type FireView = BattleView['attack'];
export type EventOf<Kind extends GameEvent['kind']> = Extract<GameEvent, { kind: Kind }>;

export const GOODS = ['gold', 'food', 'gunpowder'] as const;
export type Good = (typeof GOODS)[number];

/** The server writes views and events of this game in these types; they are generated from its own. */
export const asView = (view: GameView): View => view as unknown as View;
export const asEvent = (event: AnyEvent): GameEvent => event as unknown as GameEvent;

export function viewOf(session: Session): View | null {
  return session.update ? asView(session.update.view) : null;
}

export function isGood(text: string | null | undefined): text is Good {
  return GOODS.some((good) => good === text);
}

/** The number of the ghost ship; null where nobody needs one. */
export function ghostOf(view: View): number | null {
  return view.ships.find((ship) => ship.seat === null)?.ship ?? null;
}

/** Ships from first to last on the track; side by side in the order of the seats. */
export function ranked(view: View): ShipView[] {
  return [...view.ships].sort((one, other) => one.rank - other.rank || one.ship - other.ship);
}

export function treasuresOf(view: View, ship: number): TreasureView[] {
  return view.treasures.filter((treasure) => treasure.holder === ship);
}

/** The power of a treasure card; null for riches and curses, and for a card that nobody shows. */
export function powerOf(treasure: string | null): string | null {
  return treasureKind(treasure)?.power ?? null;
}
