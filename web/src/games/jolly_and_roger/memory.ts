/** Closed memory: what lay open, and what others played or hid, is named in its own turn only. */
import type { GameEvent } from '../../table/game';

const FADING = new Set(['parrot_placed', 'boarded', 'parrot_stayed']);

export function forget(events: GameEvent[], seat: number | null): GameEvent[] {
  const kinds = events.map((event) => event.kind);
  const thisTurn = kinds.lastIndexOf('turn_began');
  return events.map((event, index) => {
    if (index < thisTurn && event.kind === 'turn_began') return { ...event, cards: [] };
    const fades = index < thisTurn && FADING.has(String(event.kind)) && event.seat !== seat;
    if (!fades) return event;
    const { card: _, ...rest } = event;
    return rest;
  });
}
