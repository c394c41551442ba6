/**
 * What an action would change, as sums of numbers that are on the table already. The server alone
 * decides what happens; this is only for looking ahead.
 */
import { printedValue } from './faces';
import { readUse, type Use } from './uses';
import { shipOf, type CrewCard, type ShipView, type View } from './view';

export interface ShipPreview {
  strength: [number, number];
  captain: number | null;
}

export interface Preview {
  ships: Record<string, ShipPreview>;
  /** Gold that the acting seat would put into its chest. */
  gold: number;
}

const PARROT = 1;
const SKELETON = 3;

function leader([jolly, roger]: [number, number]): number | null {
  if (jolly === roger) return null;
  return jolly > roger ? 0 : 1;
}

function changed(ship: ShipView, seat: number, by: number): ShipPreview {
  const [jolly = 0, roger = 0] = ship.strength;
  const strength: [number, number] = seat === 0 ? [jolly + by, roger] : [jolly, roger + by];
  return { strength, captain: leader(strength) };
}

/** What a parrot would gain by being turned, as far as its face is known. */
function hiddenStrength(card: CrewCard): number {
  if (card.face_up || card.card === null) return 0;
  const value = printedValue(card.card);
  return value === null ? 0 : value - card.strength;
}

function tortuga(view: View, seat: number): Preview {
  const ships: Record<string, ShipPreview> = {};
  for (const ship of view.ships) {
    const gain = (ship.crews[seat] ?? []).reduce((sum, card) => sum + hiddenStrength(card), 0);
    if (gain !== 0) ships[ship.ship] = changed(ship, seat, gain);
  }
  return { ships, gold: 0 };
}

function onShip(view: View, use: Use, seat: number, by: number): Preview {
  const ship = use.ship === null ? undefined : shipOf(view, use.ship);
  return { ships: ship ? { [ship.ship]: changed(ship, seat, by) } : {}, gold: 0 };
}

/** Null for an action that plays no card. */
export function previewOf(view: View, seat: number, action: string): Preview | null {
  const use = readUse(action);
  if (!use) return null;
  switch (use.kind) {
    case 'crew':
      return onShip(view, use, seat, printedValue(use.card) ?? 0);
    case 'parrot':
      return onShip(view, use, seat, PARROT);
    case 'skeleton':
      return onShip(view, use, seat, SKELETON);
    case 'board':
      return { ships: {}, gold: printedValue(use.card) ?? 0 };
    case 'tortuga':
      return tortuga(view, seat);
    case 'kraken': {
      const crew = use.ship === null ? [] : (shipOf(view, use.ship)?.crews[1 - seat] ?? []);
      return onShip(view, use, 1 - seat, -(crew.at(-1)?.strength ?? 0));
    }
  }
}
