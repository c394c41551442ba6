/** How the four ships are rigged: each has a shape of its own, larger with its gold. */
import type { Ship } from '../faces';

export interface Sail {
  /** Middle of the yard. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Rig {
  hull: string;
  /** The upper edge of the hull, where the rail runs. */
  rail: string;
  bowsprit: string;
  /** Planks and wales along the hull. */
  planks: string;
  ports: [number, number][];
  masts: { x: number; foot: number; top: number }[];
  sails: Sail[];
  /** Three-cornered and gaff sails. */
  canvas: string[];
  rigging: string;
  /** Which sail carries the emblem: middle and size. */
  emblem: { x: number; y: number; size: number };
}

const sloop: Rig = {
  hull: 'M48 104l8 26c4 8 12 12 24 12h52c22 0 40-12 52-36-14 4-30 5-48 5-36 0-66-2-88-7z',
  bowsprit: 'M170 112L212 88',
  rail: 'M46 103c22 6 52 8 90 8 18 0 36-2 50-6',
  planks: 'M54 120c30 7 80 8 118 0M60 131c26 5 66 5 98 0',
  ports: [
    [86, 122],
    [112, 123],
    [138, 121],
  ],
  masts: [{ x: 112, foot: 111, top: 12 }],
  sails: [],
  canvas: [
    'M109 30C84 32 66 38 52 46c-4 16-2 34 2 48 18 5 36 7 55 7z',
    'M117 20c18 22 40 52 68 80-22 2-46 0-68-4 8-26 8-52 0-76z',
  ],
  rigging: 'M112 14L50 102M112 14l78 92M109 28L48 42',
  emblem: { x: 81, y: 68, size: 38 },
};

const brig: Rig = {
  hull: 'M28 96l6 32c3 9 12 14 26 14h82c26 0 46-14 58-40-12 4-26 7-44 7H90c-24 0-46-4-62-13z',
  bowsprit: 'M188 108L220 86',
  rail: 'M26 94c18 10 40 14 64 14h66c18 0 34-3 48-8',
  planks: 'M32 115c40 9 108 10 160 1M36 128c36 6 102 7 148 0',
  ports: [
    [62, 119],
    [86, 121],
    [110, 122],
    [134, 121],
    [158, 120],
  ],
  masts: [
    { x: 82, foot: 108, top: 12 },
    { x: 140, foot: 108, top: 8 },
  ],
  sails: [
    { x: 140, y: 18, width: 38, height: 26 },
    { x: 140, y: 50, width: 54, height: 46 },
  ],
  canvas: [
    'M79 24C60 28 44 34 32 42c-4 16-2 32 2 44 14 6 28 9 45 10z',
    'M150 30c16 20 34 42 58 62-16 4-30 5-46 4z',
  ],
  rigging: 'M82 14L30 94M140 10l66 88M140 10L82 24M82 14L44 96',
  emblem: { x: 142, y: 71, size: 34 },
};

const frigate: Rig = {
  hull: 'M18 86l4 40c2 10 12 16 26 16h112c26 0 46-16 56-46-12 6-28 10-46 10H78c-24 0-44-6-60-20z',
  bowsprit: 'M200 104L224 84',
  rail: 'M14 84c18 14 40 22 64 22h92c20 0 36-4 50-12',
  planks: 'M22 108c44 12 132 13 188 0M24 124c44 8 124 9 176 0',
  ports: [
    [48, 114],
    [70, 116],
    [92, 117],
    [114, 117],
    [136, 117],
    [158, 116],
    [180, 113],
  ],
  masts: [
    { x: 60, foot: 103, top: 22 },
    { x: 110, foot: 106, top: 4 },
    { x: 162, foot: 106, top: 14 },
  ],
  sails: [
    { x: 60, y: 30, width: 34, height: 24 },
    { x: 60, y: 58, width: 44, height: 34 },
    { x: 110, y: 12, width: 40, height: 28 },
    { x: 110, y: 44, width: 52, height: 50 },
    { x: 162, y: 22, width: 34, height: 26 },
    { x: 162, y: 52, width: 44, height: 42 },
  ],
  canvas: ['M176 36c12 22 26 38 44 52-12 5-24 8-36 8z'],
  rigging: 'M60 24L16 86M110 6L60 24M162 16l58 72M110 6l52 10M60 24l-34 70M162 16l34 86',
  emblem: { x: 112, y: 68, size: 34 },
};

const galleon: Rig = {
  hull: 'M8 60l10 62c3 14 14 20 30 20h116c26 0 46-16 54-50l-18 4-10 10H80L66 92H44L38 62z',
  bowsprit: 'M200 100L225 80',
  rail: 'M4 58l36 2 6 32h20l12 14h112l12-12 20-4',
  planks:
    'M16 92c8 3 18 4 28 4M12 76c8 3 18 4 28 3M18 110c54 12 138 12 190-2M22 126c50 9 130 9 176 0',
  ports: [
    [24, 84],
    [50, 116],
    [72, 118],
    [94, 119],
    [116, 119],
    [138, 119],
    [160, 118],
    [182, 115],
  ],
  masts: [
    { x: 54, foot: 92, top: 16 },
    { x: 110, foot: 106, top: 0 },
    { x: 166, foot: 106, top: 8 },
  ],
  sails: [
    { x: 54, y: 24, width: 40, height: 24 },
    { x: 56, y: 52, width: 48, height: 32 },
    { x: 110, y: 8, width: 44, height: 28 },
    { x: 110, y: 40, width: 58, height: 54 },
    { x: 166, y: 16, width: 38, height: 28 },
    { x: 166, y: 48, width: 50, height: 46 },
  ],
  canvas: ['M182 40c12 20 22 34 38 46-10 5-20 8-30 8z'],
  rigging: 'M54 18L6 58M110 2L54 18M166 10l54 76M110 2l56 8M54 18L22 62',
  emblem: { x: 112, y: 66, size: 40 },
};

export const RIGS: Record<Ship, Rig> = {
  green: sloop,
  yellow: brig,
  blue: frigate,
  red: galleon,
};

/** A square sail full of wind from astern. */
export function sailPath({ x, y, width, height }: Sail): string {
  const left = x - width / 2;
  const right = x + width / 2;
  const foot = y + height;
  return (
    `M${left} ${y}L${right} ${y}` +
    `C${right + 9} ${y + height * 0.4} ${right + 9} ${y + height * 0.75} ${right + 4} ${foot}` +
    `Q${x + 6} ${foot - 9} ${left + 2} ${foot}` +
    `C${left + 7} ${y + height * 0.7} ${left + 6} ${y + height * 0.35} ${left} ${y}Z`
  );
}

/** The shadow along a square sail's lee edge. */
export function sailShadow({ x, y, width, height }: Sail): string {
  const right = x + width / 2;
  const foot = y + height;
  return (
    `M${right - 8} ${y}L${right} ${y}` +
    `C${right + 9} ${y + height * 0.4} ${right + 9} ${y + height * 0.75} ${right + 4} ${foot}` +
    `L${right - 5} ${foot - 3}C${right + 1} ${y + height * 0.6} ${right} ${y + height * 0.3} ${right - 8} ${y}Z`
  );
}
