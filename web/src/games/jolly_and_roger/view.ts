/** The server's view of this game, and short names for its parts. */
import type { GameEvent, View } from '../../wire/jolly_and_roger';
import type { Session } from '../../table/session.svelte';
import type { GameEvent as AnyEvent, GameView } from '../../table/game';

export type { GameEvent, View };
export type ShipView = View['ships'][number];
export type CrewCard = ShipView['crews'][number][number];
export type LaidCard = View['laid'][number];
export type ChestView = View['chests'][number];
export type PreviewView = View['previews'][number];

/** The server writes views and events of this game in these types; they are generated from its own. */
export const asView = (view: GameView): View => view as unknown as View;
export const asEvent = (event: AnyEvent): GameEvent => event as unknown as GameEvent;

export function viewOf(session: Session): View | null {
  return session.update ? asView(session.update.view) : null;
}

/** Whether there are no secrets: the eyes see everything, even the box; or the game is over. */
export function isOpen(session: Session): boolean {
  return session.update?.result != null || (viewOf(session)?.box_cards ?? null) !== null;
}

/** The seat that is drawn below: the reader's own, Jolly's for a spectator. */
export function nearSeat(seat: number | null): number {
  return seat ?? 0;
}

export function shipOf(view: View, ship: string): ShipView | undefined {
  return view.ships.find((one) => one.ship === ship);
}

/** Cards of a seat's set that are still to be played, as indexes into the five laid cards. */
export function playable(view: View, seat: number): number[] {
  return view.laid.flatMap((one, index) => {
    const owner = one.set === null ? null : ownerOf(view, one.set);
    return owner === seat && !one.played ? [index] : [];
  });
}

export function ownerOf(view: View, set: string): number | null {
  const owners: Record<string, number | null | undefined> = { ...view.owners };
  return owners[set] ?? null;
}
