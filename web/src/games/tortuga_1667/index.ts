/** Tortuga 1667: what the page must know of it before a table is opened. */
import { GameTexts } from '../../i18n/texts.svelte';
import type { GameClient } from '../../table/game';
import Cover from './Cover.svelte';

export const client: GameClient = {
  name: 'tortuga-1667',
  minutes: '20–40',
  weight: 2,
  texts: new GameTexts('tortuga_1667', {
    en: () => import('../../../../src/broadside/games/tortuga_1667/texts/en.json?table'),
    de: () => import('../../../../src/broadside/games/tortuga_1667/texts/de.json?table'),
    pl: () => import('../../../../src/broadside/games/tortuga_1667/texts/pl.json?table'),
  }),
  Cover,
  load: async () => (await import('./table')).table,
};
