/** Pigments of pawns and nations; every colour comes with a shape of its own. */

/** Coats by the colour that the server names. */
export const COATS: Record<string, string> = {
  red: '#c4432f',
  pink: '#e58fb0',
  black: '#4a433e',
  blue: '#3f7fb5',
  purple: '#8f5fa3',
  white: '#f6f1e4',
  orange: '#e08a2e',
  green: '#5d9448',
  yellow: '#e6c02f',
};

/** Coats on which a pale emblem is seen better than an inked one. */
export const DARK_COATS: ReadonlySet<string> = new Set(['black', 'blue', 'purple', 'red']);

export const NATIONS = ['british', 'french', 'dutch'] as const;
export type Nation = (typeof NATIONS)[number];

export const NATION_FILLS: Record<Nation, string> = {
  british: '#b8382a',
  french: '#2f5f9a',
  dutch: '#d9822b',
};

/** The nation of a hold or of an area: B or F behind the dot. */
export function nationOf(treasury: string): Nation | null {
  if (treasury.endsWith('.B')) return 'british';
  return treasury.endsWith('.F') ? 'french' : null;
}

/** Symbols of the sections of a Vote card, and what they are filled with. */
export const SYMBOLS: Record<string, { icon: string; fill: string }> = {
  cannon: { icon: 'cannon', fill: '#8b9096' },
  torch: { icon: 'torch', fill: '#e89b3c' },
  water: { icon: 'water', fill: '#6fa8c4' },
  skull: { icon: 'skull', fill: '#fdf6e6' },
  wheel: { icon: 'wheel', fill: '#c99a5b' },
};

/** What stands beside a rank. */
export const RANK_ICONS = {
  captain: 'wheel',
  first_mate: 'spyglass',
  cabin_boy: 'rope',
  governor: 'crown',
} as const;
export type Rank = keyof typeof RANK_ICONS;

/** What stands beside a call for a vote. */
export const VOTE_ICONS: Record<string, string> = {
  attack: 'cannon',
  mutiny: 'skull',
  brawl: 'sabres',
};
