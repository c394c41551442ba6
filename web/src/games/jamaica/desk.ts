/** What every part of the board needs: the table at this moment, and what may be answered. */
import type { Voice } from '../../i18n/speech.svelte';
import type { Telling } from '../../table/game';
import type { Session } from '../../table/session.svelte';
import type { Ask } from './asks';
import type { Scene } from './scene';

export interface Desk {
  session: Session;
  voice: Voice;
  telling: Telling;
  scene: Scene;
  /** Legal and impossible answers; none while a story is told. */
  asks: Ask[];
}

/** Fetches what the first question does not need. */
export const later = () => import('./later');
