/** Jolly & Roger: what the page must know of it before a table is opened. */
import { GameTexts } from '../../i18n/texts.svelte';
import type { GameClient } from '../../table/game';
import Cover from './Cover.svelte';

export const client: GameClient = {
  name: 'jolly-and-roger',
  minutes: '20',
  weight: 1,
  texts: new GameTexts('jolly_and_roger', {
    en: () => import('../../../../src/broadside/games/jolly_and_roger/texts/en.json?table'),
    de: () => import('../../../../src/broadside/games/jolly_and_roger/texts/de.json?table'),
    pl: () => import('../../../../src/broadside/games/jolly_and_roger/texts/pl.json?table'),
  }),
  Cover,
  load: async () => (await import('./table')).table,
};
