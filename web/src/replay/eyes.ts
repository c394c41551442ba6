/** Through whose eyes a finished game is seen: a seat's, a spectator's, or with all cards open. */
export type Eyes = number | 'spectator' | 'all';

/** The eyes in an address; all cards open if it names none of this table. */
export function readEyes(text: string | null, seats: number): Eyes {
  if (text === 'spectator') return text;
  const seat = text !== null && /^\d+$/.test(text) ? Number(text) : seats;
  return seat < seats ? seat : 'all';
}

/** The moment in an address; the first one if there is none. */
export function readMoment(text: string | null): number {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 0;
}
