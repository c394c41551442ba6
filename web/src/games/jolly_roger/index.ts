/** Jolly Roger: what the page must know of it before a table is opened. */
import { GameTexts } from '../../i18n/texts.svelte';
import type { GameClient } from '../../table/game';
import Cover from './Cover.svelte';

export const client: GameClient = {
  name: 'jolly-roger',
  minutes: '30–45',
  weight: 3,
  texts: new GameTexts('jolly_roger', {
    en: () => import('../../../../src/broadside/games/jolly_roger/texts/en.json?table'),
    de: () => import('../../../../src/broadside/games/jolly_roger/texts/de.json?table'),
    pl: () => import('../../../../src/broadside/games/jolly_roger/texts/pl.json?table'),
  }),
  Cover,
  load: async () => (await import('./table')).table,
};
