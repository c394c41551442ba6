/** Ten colours, ten emblems: colour is never the only sign. A seat wears one of them. */
import { livery } from './livery.svelte';

export const SEAT_EMBLEMS = [
  'anchor',
  'star',
  'crown',
  'hook',
  'moon',
  'compass',
  'bottle',
  'lantern',
  'shell',
  'key',
] as const;

/** The symbol that goes with a colour. */
export function emblem(colour: number): string {
  return SEAT_EMBLEMS[colour % SEAT_EMBLEMS.length] ?? 'anchor';
}

/** A colour as a CSS value. */
export function pigment(colour: number): string {
  return `var(--seat-${colour % SEAT_EMBLEMS.length})`;
}

/** The symbol of a seat. */
export function seatEmblem(seat: number): string {
  return emblem(livery.of(seat));
}

/** The colour of a seat, as a CSS value. */
export function seatColour(seat: number): string {
  return pigment(livery.of(seat));
}
