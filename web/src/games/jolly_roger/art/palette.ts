/** Pigments of printed things: the same by day and by night. */
import type { Skill } from '../view';

export const INK = '#2b2118';
export const PAPER = '#f8efdc';

export interface Pigment {
  strong: string;
  soft: string;
}

export const SKILL_PIGMENTS: Record<Skill | 'multi' | 'character', Pigment> = {
  nav: { strong: '#2a6786', soft: '#c3dade' },
  cannons: { strong: '#80560e', soft: '#efdcae' },
  sabres: { strong: '#962c20', soft: '#efcbb9' },
  multi: { strong: '#64385f', soft: '#dfcbd8' },
  character: { strong: '#345a2a', soft: '#d5dfbf' },
};

export const SKINS = ['#e9bd95', '#b67a4b', '#f1cfae', '#8f5c3c', '#d39d6f'] as const;
export const HAIRS = ['#a5552a', '#2a211c', '#9b958c', '#5b3a22', '#d8b25a'] as const;

export type Hat =
  'none' | 'bandana' | 'tricorn' | 'cap' | 'chef' | 'hood' | 'straw' | 'plume' | 'fur' | 'bald';
export type Beard = 'none' | 'moustache' | 'full' | 'goatee' | 'stubble';
export type Extra =
  'none' | 'patch' | 'scar' | 'earring' | 'pipe' | 'glasses' | 'mask' | 'freckles';

/** What makes a face. */
export interface Look {
  skin: number;
  hair: number;
  hat: Hat;
  beard: Beard;
  extra: Extra;
  coat: string;
}

const look = (
  skin: number,
  hair: number,
  hat: Hat,
  beard: Beard,
  extra: Extra,
  coat: string,
): Look => ({ skin, hair, hat, beard, extra, coat });

/** The sixteen characters: face, and the tool of the trade. */
export const CHARACTERS: Record<string, { look: Look; sign: string }> = {
  boatswain: { look: look(1, 1, 'cap', 'full', 'earring', '#2f4f6b'), sign: 'whistle' },
  carpenter: { look: look(0, 0, 'bandana', 'moustache', 'none', '#8a5a2b'), sign: 'hammer' },
  cook: { look: look(2, 3, 'chef', 'moustache', 'none', '#f4ead3'), sign: 'pot' },
  cutthroat: { look: look(4, 1, 'hood', 'stubble', 'scar', '#3a2f2a'), sign: 'dagger' },
  first_mate: { look: look(0, 1, 'tricorn', 'goatee', 'none', '#7a241a'), sign: 'sabres' },
  lookout: { look: look(3, 1, 'bandana', 'none', 'earring', '#4c7a3d'), sign: 'spyglass' },
  navigator: { look: look(2, 0, 'tricorn', 'none', 'glasses', '#2a6786'), sign: 'compass' },
  old_sailor: { look: look(4, 2, 'straw', 'full', 'pipe', '#5a6b74'), sign: 'map' },
  cannon_fodder: { look: look(0, 3, 'cap', 'stubble', 'none', '#6b5a45'), sign: 'skull' },
  sea_dog: { look: look(1, 2, 'fur', 'full', 'patch', '#4a3a2c'), sign: 'paw' },
  second_mate: { look: look(2, 1, 'tricorn', 'moustache', 'none', '#345a2a'), sign: 'hand' },
  sharpshooter: { look: look(0, 4, 'plume', 'goatee', 'none', '#80560e'), sign: 'cannon' },
  smart_lad: { look: look(2, 0, 'none', 'none', 'freckles', '#b8844a'), sign: 'shovel' },
  stowaway: { look: look(3, 1, 'none', 'none', 'none', '#6b5a45'), sign: 'barrel' },
  surgeon: { look: look(4, 2, 'bald', 'moustache', 'glasses', '#e8dcc0'), sign: 'bottle' },
  traitor: { look: look(0, 1, 'hood', 'none', 'mask', '#2b2118'), sign: 'mask' },
};

const CREW_HATS: Hat[] = ['bandana', 'cap', 'none', 'straw', 'bald'];
const CREW_BEARDS: Beard[] = ['stubble', 'none', 'moustache', 'full', 'goatee'];
const CREW_EXTRAS: Extra[] = ['none', 'earring', 'none', 'patch', 'scar'];

/** An ordinary sailor; every number is another one. */
export function sailor(number: number, coat: string): Look {
  return look(
    (number * 2 + 1) % SKINS.length,
    (number * 3) % HAIRS.length,
    CREW_HATS[number % CREW_HATS.length] ?? 'none',
    CREW_BEARDS[(number * 2) % CREW_BEARDS.length] ?? 'none',
    CREW_EXTRAS[(number + 2) % CREW_EXTRAS.length] ?? 'none',
    coat,
  );
}
