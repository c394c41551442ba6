/** The pigments of the four fleets. Cards are printed things: the same by day and by night. */
import type { Ship } from '../faces';

export interface Pigment {
  /** Sails, coats and corners. */
  strong: string;
  /** The wash behind a portrait. */
  soft: string;
  /** What can be read on the strong colour. */
  on: string;
  /** The fleet's shape: colour is never the only sign. */
  emblem: string;
}

export const INK = '#2b2118';
export const PAPER = '#f8efdc';

export const PIGMENTS: Record<Ship, Pigment> = {
  green: { strong: '#3f6b31', soft: '#cddbb4', on: PAPER, emblem: 'leaf' },
  yellow: { strong: '#d6a52f', soft: '#f3e0ab', on: INK, emblem: 'sun' },
  blue: { strong: '#2a6786', soft: '#bdd7dd', on: PAPER, emblem: 'fish' },
  red: { strong: '#9c2f22', soft: '#ecc3b1', on: PAPER, emblem: 'flame' },
};

export const SKINS = ['#e9bd95', '#b67a4b', '#f1cfae', '#8f5c3c', '#d39d6f'] as const;
export const HAIRS = ['#a5552a', '#2a211c', '#9b958c', '#5b3a22', '#d8b25a'] as const;
