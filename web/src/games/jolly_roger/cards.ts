/** What is printed in the box: crew, destinations and prizes, by name. */
import type { StaticView } from '../../wire/jolly_roger';
import { fromBox } from '../box.svelte';
import { SKILLS, type Skill } from './view';

export type CrewKind = StaticView['crew'][number];
export type DestinationCard = StaticView['destinations'][number];
export type TypeBack = StaticView['types'][number];

const pieces = fromBox('jolly-roger', ({ crew, destinations, prizes, types }: StaticView) => ({
  crew: new Map(crew.map((kind) => [kind.card, kind])),
  destinations: new Map(destinations.map((card) => [card.destination, card])),
  prizes: new Map(prizes.map((kind) => [kind.prize, kind])),
  order: new Map(crew.map((kind, place) => [kind.card, place])),
  types,
}));

export const types = (): TypeBack[] => pieces().types;

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
  return pieces().crew.get(card) ?? null;
}

export function isCrew(card: string): boolean {
  return pieces().crew.has(card);
}

export function isPrize(card: string): boolean {
  return pieces().prizes.has(card);
}

export function isCharacter(card: string): boolean {
  return pieces().crew.get(card)?.character ?? false;
}

/** How many crew members a card brings into a mutiny. */
export function crewOf(card: string): number {
  return pieces().crew.get(card)?.crew ?? 1;
}

/** The one skill of a card; null for one with several, or without any, as most characters. */
export function skillOf(card: string): Skill | null {
  const kind = pieces().crew.get(card);
  if (!kind || kind.multi) return null;
  return SKILLS.find((skill) => kind.skills[skill] > 0) ?? null;
}

/** What a card adds to its skill, at best. */
export function valueOf(card: string): number {
  const kind = pieces().crew.get(card);
  return kind ? Math.max(kind.skills.nav, kind.skills.cannons, kind.skills.sabres) : 0;
}

/** All skills that a card shows, with their numbers. */
export function skillsOf(card: string): [Skill, number][] {
  const skills = pieces().crew.get(card)?.skills;
  if (!skills) return [];
  return SKILLS.flatMap((skill) => (skills[skill] > 0 ? [[skill, skills[skill]]] : []));
}

export function officerSkill(card: string): Skill | null {
  return OFFICERS[card] ?? null;
}

export function destinationCard(name: string): DestinationCard | null {
  return pieces().destinations.get(name) ?? null;
}

/** The gold that is printed on a prize. */
export function goldOf(prize: string): number {
  return pieces().prizes.get(prize)?.gold ?? 0;
}

/** A hand as one holds it: skill by skill, strong cards first, characters behind. */
export function sorted(hand: string[]): string[] {
  const { order } = pieces();
  return [...hand].sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
}
