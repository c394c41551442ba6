/** Where everything lies on the chart: one sheet for wide screens, one for phones held upright. */

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Sheet {
  width: number;
  height: number;
  /** The event row: one card, and where the first one lies. */
  card: { width: number; height: number };
  slots: Point[];
  deck: Box;
  discard: Box;
  votes: Box;
  ships: Record<'FD' | 'JR', Box>;
  galleon: Box;
  island: Box;
  boats: Record<'BF' | 'BJ', Box>;
  /** How wide a pawn is. */
  pawn: number;
  chest: number;
}

/** A row of places from left to right. */
function row(count: number, x: number, y: number, step: number): Point[] {
  return Array.from({ length: count }, (_, index) => ({ x: x + index * step, y }));
}

export const FLAT: Sheet = {
  width: 1120,
  height: 604,
  card: { width: 76, height: 106 },
  slots: row(5, 350, 8, 86),
  deck: { x: 258, y: 8, width: 76, height: 106 },
  discard: { x: 786, y: 8, width: 76, height: 106 },
  votes: { x: 878, y: 8, width: 76, height: 106 },
  ships: {
    FD: { x: 12, y: 126, width: 424, height: 276 },
    JR: { x: 684, y: 126, width: 424, height: 276 },
  },
  galleon: { x: 446, y: 136, width: 228, height: 135 },
  island: { x: 290, y: 374, width: 540, height: 228 },
  boats: {
    BF: { x: 96, y: 446, width: 150, height: 96 },
    BJ: { x: 874, y: 446, width: 150, height: 96 },
  },
  pawn: 53,
  chest: 29,
};

export const UPRIGHT: Sheet = {
  width: 400,
  height: 640,
  card: { width: 53, height: 74 },
  slots: row(5, 48, 5, 57),
  deck: { x: 4, y: 18, width: 39, height: 54 },
  discard: { x: 336, y: 5, width: 53, height: 74 },
  votes: { x: 352, y: 168, width: 39, height: 54 },
  ships: {
    FD: { x: 4, y: 88, width: 270, height: 176 },
    JR: { x: 126, y: 458, width: 270, height: 176 },
  },
  galleon: { x: 266, y: 90, width: 130, height: 77 },
  island: { x: 2, y: 268, width: 396, height: 182 },
  boats: {
    BF: { x: 262, y: 196, width: 96, height: 62 },
    BJ: { x: 16, y: 504, width: 96, height: 62 },
  },
  pawn: 45,
  chest: 21,
};

/** Places of art drawn in its own box. */
const SHIP_ART = { width: 400, height: 260 };
const ISLAND_ART = { width: 520, height: 220 };
const GALLEON_ART = { width: 220, height: 130 };
const BOAT_ART = { width: 140, height: 90 };

/** Where pawns stand: the feet, from the front. The bow of FD is on the right, of JR on the left. */
const DECK_X = [346, 282, 218, 154, 90];
const DECK_Y = 149;
const PATH: Point[] = [
  ...row(5, 140, 128, 60),
  ...row(4, 350, 196, -60).map((point) => ({ ...point })),
];

/** The holds of a ship in its own art, the British one always on the left. */
const ROOMS: Record<'FD' | 'JR', Record<'B' | 'F', Box>> = {
  FD: {
    B: { x: 64, y: 168, width: 126, height: 58 },
    F: { x: 198, y: 168, width: 126, height: 58 },
  },
  JR: {
    B: { x: 76, y: 168, width: 126, height: 58 },
    F: { x: 210, y: 168, width: 126, height: 58 },
  },
};
const FORTS: Record<'B' | 'F', Box> = {
  B: { x: 42, y: 150, width: 68, height: 40 },
  F: { x: 410, y: 150, width: 68, height: 40 },
};
const GALLEON_ROOM: Box = { x: 42, y: 82, width: 136, height: 36 };

function within(box: Box, art: { width: number; height: number }, point: Point): Point {
  return {
    x: box.x + (point.x / art.width) * box.width,
    y: box.y + (point.y / art.height) * box.height,
  };
}

function scaled(box: Box, art: { width: number; height: number }, part: Box): Box {
  const { x, y } = within(box, art, part);
  return {
    x,
    y,
    width: (part.width / art.width) * box.width,
    height: (part.height / art.height) * box.height,
  };
}

/** Where the feet of a pawn stand: its place in the line from 0; in a boat there is one place. */
export function standing(sheet: Sheet, place: string, rank: number): Point {
  if (place === 'FD' || place === 'JR') {
    const x = DECK_X[Math.min(rank, DECK_X.length - 1)]!;
    const point = { x: place === 'FD' ? x : SHIP_ART.width - x, y: DECK_Y };
    return within(sheet.ships[place], SHIP_ART, point);
  }
  if (place === 'TO') {
    return within(sheet.island, ISLAND_ART, PATH[Math.min(rank, PATH.length - 1)]!);
  }
  const box = sheet.boats[place === 'BF' ? 'BF' : 'BJ'];
  return within(box, BOAT_ART, { x: 70, y: 66 });
}

/** How many may stand at a place. */
export function capacity(place: string): number {
  if (place === 'TO') return PATH.length;
  return place === 'FD' || place === 'JR' ? DECK_X.length : 1;
}

/** Where the chests of a hold, an area or the galleon lie. */
export function room(sheet: Sheet, treasury: string): Box {
  if (treasury === 'SG') return scaled(sheet.galleon, GALLEON_ART, GALLEON_ROOM);
  const nation = treasury.endsWith('.B') ? 'B' : 'F';
  if (treasury.startsWith('TO')) return scaled(sheet.island, ISLAND_ART, FORTS[nation]);
  const ship = treasury.startsWith('FD') ? 'FD' : 'JR';
  return scaled(sheet.ships[ship], SHIP_ART, ROOMS[ship][nation]);
}

/** Where a place as a whole is tapped: ships at their sails, the island at its hills. */
export function wholePlace(sheet: Sheet, place: string): Box {
  if (place === 'FD' || place === 'JR') {
    const part = place === 'FD' ? { x: 30, y: 14 } : { x: 100, y: 14 };
    return scaled(sheet.ships[place], SHIP_ART, { ...part, width: 270, height: 78 });
  }
  if (place === 'TO')
    return scaled(sheet.island, ISLAND_ART, { x: 166, y: 14, width: 204, height: 60 });
  return sheet.boats[place === 'BF' ? 'BF' : 'BJ'];
}

/** Where the name of a place is written. */
export function namePlace(sheet: Sheet, place: string): Point {
  if (place === 'TO') return within(sheet.island, ISLAND_ART, { x: 263, y: 66 });
  const ship = place === 'JR' ? 'JR' : 'FD';
  return within(sheet.ships[ship], SHIP_ART, { x: SHIP_ART.width / 2, y: 258 });
}

/** Where the sign of a call hangs: cannons and mutinies at the bow, brawls on the island. */
export function callPlace(sheet: Sheet, place: string, deed: string): Point {
  if (place === 'TO') return within(sheet.island, ISLAND_ART, { x: 442, y: 64 });
  const ship = place === 'JR' ? 'JR' : 'FD';
  const x = deed === 'attack' ? 366 : 40;
  const y = deed === 'attack' ? 168 : 132;
  return within(sheet.ships[ship], SHIP_ART, { x: ship === 'FD' ? x : SHIP_ART.width - x, y });
}

/** The ways of the rowboats, as dotted courses. */
export function courses(sheet: Sheet): string[] {
  return (['BF', 'BJ'] as const).flatMap((boat) => {
    const here = middle(sheet.boats[boat]);
    const ship = sheet.ships[boat === 'BF' ? 'FD' : 'JR'];
    const hull = { x: ship.x + ship.width * 0.5, y: ship.y + ship.height * 0.9 };
    const shore = middle(sheet.island);
    return [hull, shore].map((end) => `M${here.x} ${here.y}L${end.x} ${end.y}`);
  });
}

export function middle(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export const percent = (value: number, whole: number): string => `${(value / whole) * 100}%`;

/** A box as an inline style, in parts of the sheet. */
export function boxStyle(sheet: Sheet, box: Box): string {
  const [left, width] = [box.x, box.width].map((value) => percent(value, sheet.width));
  const [top, height] = [box.y, box.height].map((value) => percent(value, sheet.height));
  return `left:${left};top:${top};width:${width};height:${height}`;
}

/** A point as an inline style. */
export function pointStyle(sheet: Sheet, point: Point): string {
  return `left:${percent(point.x, sheet.width)};top:${percent(point.y, sheet.height)}`;
}
