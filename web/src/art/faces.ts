/** What the characters look like whom bots play: every face is put together from a few parts. */

export type Hat = 'tricorn' | 'bandana' | 'cap' | 'feather' | 'hood' | 'none';
export type Eyes = 'open' | 'patch' | 'glasses' | 'wink';
export type Beard = 'none' | 'full' | 'goatee' | 'moustache';

export interface Face {
  skin: string;
  hair: string;
  cloth: string;
  hat: Hat;
  eyes: Eyes;
  beard: Beard;
  long: boolean;
  ring: boolean;
}

const SKINS = { pale: '#f2d3b3', tan: '#d9a878', brown: '#a9714a', dark: '#6f4630' } as const;
const HAIRS = { black: '#2b2118', red: '#a8452a', fair: '#d8b25c', grey: '#a7a08f' } as const;
const CLOTHS = { red: '#b23a2e', blue: '#2f6277', green: '#4f7a3d', plum: '#6d3f63' } as const;

function face(
  skin: keyof typeof SKINS,
  hair: keyof typeof HAIRS,
  cloth: keyof typeof CLOTHS,
  hat: Hat,
  eyes: Eyes = 'open',
  beard: Beard = 'none',
  more: 'long' | 'ring' | 'both' | '' = '',
): Face {
  return {
    skin: SKINS[skin],
    hair: HAIRS[hair],
    cloth: CLOTHS[cloth],
    hat,
    eyes,
    beard,
    long: more === 'long' || more === 'both',
    ring: more === 'ring' || more === 'both',
  };
}

export const FACES: Readonly<Record<string, Face>> = {
  Prue: face('pale', 'grey', 'blue', 'cap', 'glasses', 'none', 'long'),
  Hobb: face('tan', 'fair', 'green', 'cap', 'open', 'full'),
  Marlo: face('brown', 'black', 'blue', 'hood', 'open', 'goatee'),
  Wren: face('dark', 'black', 'green', 'bandana', 'glasses', 'none', 'long'),
  Bess: face('pale', 'red', 'red', 'feather', 'open', 'none', 'both'),
  Dirk: face('tan', 'black', 'red', 'tricorn', 'patch', 'moustache'),
  Rooke: face('dark', 'grey', 'plum', 'tricorn', 'open', 'full', 'ring'),
  Zora: face('brown', 'black', 'plum', 'bandana', 'open', 'none', 'both'),
  Grimm: face('pale', 'grey', 'plum', 'hood', 'patch', 'full'),
  Morag: face('tan', 'red', 'green', 'none', 'patch', 'none', 'long'),
  Salka: face('pale', 'fair', 'red', 'bandana', 'open', 'none', 'long'),
  Tarik: face('brown', 'black', 'red', 'feather', 'open', 'goatee', 'ring'),
  Fenn: face('pale', 'fair', 'green', 'feather', 'wink', 'moustache'),
  Lark: face('dark', 'black', 'blue', 'tricorn', 'wink', 'none', 'both'),
  Mirel: face('tan', 'black', 'plum', 'none', 'wink', 'none', 'both'),
  Silas: face('pale', 'grey', 'blue', 'tricorn', 'glasses', 'goatee'),
};

const BROWS: Readonly<Record<string, string>> = {
  cautious: 'M16 23.5q2.5-2.5 5-1.5M27 22q2.5-1 5 1.5',
  bold: 'M16 22.5l5-1.5M27 21l5 1.5',
  vengeful: 'M16 21l5.5 2.5M26.5 23.5L32 21',
  'two-faced': 'M16 20.5q2.5-2 5 0M27 23.5l5-1.5',
};

const MOUTHS: Readonly<Record<string, string>> = {
  cautious: 'M22 34.5q2 .8 4 0',
  bold: 'M19.5 33.5q4.5 5 9 0z',
  vengeful: 'M20 36q4-3.5 8 0',
  'two-faced': 'M20 35q5 .5 8.5-2.5',
};

const CALM_BROWS = 'M16 22.5h5M27 22.5h5';
const CALM_MOUTH = 'M21 34.5h6';

/** The brows of a temper. */
export function brows(temper: string): string {
  return BROWS[temper] ?? CALM_BROWS;
}

/** The mouth of a temper. */
export function mouth(temper: string): string {
  return MOUTHS[temper] ?? CALM_MOUTH;
}
