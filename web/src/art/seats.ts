/** Ten seats, ten colours, ten emblems: colour is never the only sign. */
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

/** The symbol of a seat. */
export function seatEmblem(seat: number): string {
  return SEAT_EMBLEMS[seat % SEAT_EMBLEMS.length] ?? 'anchor';
}

/** The colour of a seat, as a CSS value. */
export function seatColour(seat: number): string {
  return `var(--seat-${seat % SEAT_EMBLEMS.length})`;
}
