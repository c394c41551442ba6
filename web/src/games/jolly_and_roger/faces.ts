/** Names of ships and cards as the server writes them, and what is printed on a card. */
export const SHIPS = ['green', 'yellow', 'blue', 'red'] as const;
export type Ship = (typeof SHIPS)[number];

export const SPECIALS = ['skeleton', 'kraken', 'tortuga'] as const;
export type Special = (typeof SPECIALS)[number];

export interface Pirate {
  kind: 'pirate';
  ship: Ship;
  value: number;
}

export type Face = Pirate | { kind: Special };

export function isShip(text: string | undefined): text is Ship {
  return SHIPS.some((ship) => ship === text);
}

/** Reads a face such as `green_3`; null for a name that this client does not know. */
export function readFace(name: string): Face | null {
  const special = SPECIALS.find((one) => one === name);
  if (special) return { kind: special };
  const [ship, number] = name.split('_');
  const value = Number(number);
  if (!isShip(ship) || !Number.isInteger(value)) return null;
  return { kind: 'pirate', ship, value };
}

/** The printed number of a pirate; null for a special card. */
export function printedValue(name: string): number | null {
  const face = readFace(name);
  return face?.kind === 'pirate' ? face.value : null;
}
