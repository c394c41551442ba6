/** What is printed in the box: crew, destinations and prizes, by name. */
import { STATIC } from '../../wire/jolly_roger';
import { SKILLS, type Skill } from './view';

export type CrewKind = (typeof STATIC)['crew'][number];
export type DestinationCard = (typeof STATIC)['destinations'][number];
export type TypeBack = (typeof STATIC)['types'][number];

const CREW = new Map(STATIC.crew.map((kind) => [kind.card, kind]));
const DESTINATIONS = new Map(STATIC.destinations.map((card) => [card.destination, card]));
const PRIZES = new Map(STATIC.prizes.map((kind) => [kind.prize, kind]));
const ORDER = new Map(STATIC.crew.map((kind, place) => [kind.card, place]));

export const TYPES: TypeBack[] = STATIC.types;
export const PROMISES: string[] = STATIC.promises;

/** The officer who helps or harms a skill after the reveal. */
const OFFICERS: Record<string, Skill> = {
  navigator: 'nav',
  sharpshooter: 'cannons',
  first_mate: 'sabres',
};

export const SKILL_ICONS: Record<Skill, string> = {
  nav: 'wheel',
  cannons: 'cannon',
  sabres: 'sabres',
};

export function crewKind(card: string): CrewKind | null {
  return CREW.get(card) ?? null;
}

export function isCrew(card: string): boolean {
  return CREW.has(card);
}

export function isPrize(card: string): boolean {
  return PRIZES.has(card);
}

export function isCharacter(card: string): boolean {
  return CREW.get(card)?.character ?? false;
}

/** How many crew members a card brings into a mutiny. */
export function crewOf(card: string): number {
  return CREW.get(card)?.crew ?? 1;
}

/** The one skill of an ordinary card; null for a jack of all trades and for characters. */
export function skillOf(card: string): Skill | null {
  const kind = CREW.get(card);
  if (!kind || kind.character || kind.multi) return null;
  return SKILLS.find((skill) => kind.skills[skill] > 0) ?? null;
}

/** What an ordinary card adds to its skill. */
export function valueOf(card: string): number {
  const kind = CREW.get(card);
  return kind ? Math.max(kind.skills.nav, kind.skills.cannons, kind.skills.sabres) : 0;
}

export function officerSkill(card: string): Skill | null {
  return OFFICERS[card] ?? null;
}

export function destinationCard(name: string): DestinationCard | null {
  return DESTINATIONS.get(name) ?? null;
}

/** The gold that is printed on a prize. */
export function goldOf(prize: string): number {
  return PRIZES.get(prize)?.gold ?? 0;
}

/** A hand as one holds it: skill by skill, strong cards first, characters behind. */
export function sorted(hand: string[]): string[] {
  return [...hand].sort((one, other) => (ORDER.get(one) ?? 0) - (ORDER.get(other) ?? 0));
}
