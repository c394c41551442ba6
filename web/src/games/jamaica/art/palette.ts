/** Pigments of ships and goods; every colour comes with a shape of its own. */
import { seatColour, seatEmblem } from '../../../art/seats';
import type { Good, ShipView } from '../view';

/** Hulls by the colour that the server names. */
export const HULLS: Record<string, string> = {
  green: '#6f9a55',
  purple: '#96629a',
  blue: '#4b8fb3',
  red: '#c04a38',
  yellow: '#e0b13a',
  black: '#4a4340',
};

export const GOOD_ICONS: Record<Good, string> = {
  gold: 'coin',
  food: 'bread',
  gunpowder: 'powder',
};

export const GOOD_FILLS: Record<Good, string> = {
  gold: '#d8a62c',
  food: '#dd9a4b',
  gunpowder: '#7d7f86',
};

export const GHOST_EMBLEM = 'skull';
export const GHOST_COLOUR = 'var(--ink-quiet)';

export function emblemOf(ship: ShipView): string {
  return ship.seat === null ? GHOST_EMBLEM : seatEmblem(ship.seat);
}

export function colourOf(ship: ShipView): string {
  return ship.seat === null ? GHOST_COLOUR : seatColour(ship.seat);
}
