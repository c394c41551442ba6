/** Closed memory: what others played face down or stowed away is named only in its own turn. */
import type { GameEvent } from '../../table/game';

const FADING = new Set(['parrot_placed', 'boarded', 'parrot_stayed']);

export function forget(events: GameEvent[], seat: number | null): GameEvent[] {
  const kinds = events.map((event) => event.kind);
  const thisTurn = kinds.lastIndexOf('turn_began');
  return events.map((event, index) => {
    const fades = index < thisTurn && FADING.has(String(event.kind)) && event.seat !== seat;
    if (!fades) return event;
    const { card: _, ...rest } = event;
    return rest;
  });
}
