/** Which card is looked at, and whether it can be played now. */
import type { Denied } from '../wire/messages';
import type { Session } from './session.svelte';

/** The card under a place of the page, or the only one on it; null if there is none. */
export function cardAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const around = target.closest<HTMLElement>('[data-card]');
  if (around) return around;
  const button = target.closest('button, [role="img"], [role="group"]');
  const inside = button?.querySelectorAll<HTMLElement>('[data-card]') ?? [];
  return inside.length === 1 ? (inside[0] ?? null) : null;
}

/** Whether a click there already does something. */
export function isAnswer(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('button:not([disabled]), a, [data-target], input, summary') !== null;
}

export interface Playing {
  state: 'now' | 'later';
  /** Why it cannot be played now, where the table has told. */
  denied: Denied | null;
}

/** Whether a card can be played now; null for who does not play. */
export function playing(session: Session, card: string): Playing | null {
  if (session.seat === null) return null;
  const names = (action: string): boolean => action.split(' ').includes(card);
  if (session.legal.some(names)) return { state: 'now', denied: null };
  return { state: 'later', denied: session.denied.find((one) => names(one.action)) ?? null };
}
